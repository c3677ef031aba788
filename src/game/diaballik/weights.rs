//! The weights of the features in `eval`, in hundredths, in the order of its terms: what
//! `cargo run --release --example diaballik_fit -- 12000 5000 12` prints.

use super::eval::FEATURES;

/// One weight for each feature.
#[rustfmt::skip]
pub(super) static WEIGHTS: [i16; FEATURES] = [
    // the men's places
    -27, -21, -15, -11,
    -7, 4, 12, 10,
    14, 22, 30, 33,
    30, 42, 38, 42,
    26, 58, 63, 64,
    34, 61, 75, 70,
    36, 68, 86, 82,
    // the ball's place
    -31, -25, -13, -8,
    -0, 2, 18, 18,
    28, 30, 42, 41,
    58, 56, 51, 62,
    89, 88, 102, 95,
    74, 128, 142, 146,
    107, 107, 107, 107,
    // the furthest pass of the next turn
    8, 21, 43, 48, 59, 59, 153,
    // open lanes to the goal row
    -6, 8, 64, 102, 112, 140, 168, 196,
    // receivers near the goal row
    -22, 26, 50, 84, 93, 114, 99, 86,
    // lanes to the goal row that one pass opens
    -0, 26, 37, 39, 41, 53, 45, 66,
    // receivers at the end of these
    15, 42, 51, 62, 73, 91, 112, 143,
    // choice of passes
    -64, -28, -5, 10, 33, 47, 56, 62, 67, 69, 72, 78,
];
