//! Passes, faults and printed programs, in one binary.

mod faults;
mod passes;
mod round_trip;
