//! Tests the evaluator against the naive one, and against its limits, in one binary.

mod builtins;
mod cycles;
mod joins;
mod limits;
mod programs;
mod query_time;
mod random_programs;
mod random_typed;
mod required_bindings;
mod shuffle;
mod threads;
mod updates;
mod work;
