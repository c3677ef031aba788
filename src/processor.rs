//! What the processor can do beyond what every build must count on, such as adding up 16 numbers at a time. Code under
//! [`dispatch!`](fearless_simd::dispatch) with this level is compiled for each kind of processor, and the best that this
//! one runs is taken. Only what is inlined down to the last loop (`#[inline(always)]`) becomes part of it.
//!
//! The answers are the same on all of them: whole numbers, and fractions whose order of adding up no compiler changes.

use std::sync::LazyLock;

use fearless_simd::Level;

/// The best that this processor runs.
pub(crate) static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);
