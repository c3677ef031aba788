//! The weights of the features in `eval`, in hundredths, in the order of its terms: what
//! `cargo run --release --example diaballik_fit -- 12000 5000 11` prints.

use super::eval::FEATURES;

/// One weight for each feature.
#[rustfmt::skip]
pub(super) static WEIGHTS: [i16; FEATURES] = [
    // the men's places
    -26, -16, -12, -15,
    -8, 5, 12, 12,
    7, 23, 28, 29,
    25, 38, 39, 43,
    31, 51, 66, 62,
    40, 65, 67, 77,
    40, 69, 83, 88,
    // the ball's place
    -23, -19, -7, -5,
    -0, 6, 19, 19,
    27, 32, 44, 38,
    52, 57, 56, 64,
    69, 86, 99, 102,
    79, 124, 132, 141,
    107, 107, 107, 107,
    // the furthest pass of the next turn
    6, 20, 42, 49, 59, 61, 154,
    // open lanes to the goal row
    -2, 14, 66, 90, 112, 140, 168, 196,
    // receivers near the goal row
    1, 27, 47, 73, 86, 103, 96, 98,
    // lanes to the goal row that one pass opens
    5, 23, 31, 33, 38, 51, 55, 72,
    // receivers at the end of these
    10, 37, 43, 58, 77, 98, 120, 145,
    // choice of passes
    -43, -17, 4, 15, 28, 41, 48, 56, 60, 65, 68, 73,
];
