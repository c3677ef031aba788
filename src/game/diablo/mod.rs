//! diablo (to be written).
