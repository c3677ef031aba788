//! diaballik (to be written).
