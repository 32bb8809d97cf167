//! What all crates share. Depends on nothing.

pub mod bug;
pub mod deep;
pub mod limits;
pub mod memory;
pub mod similar;
pub mod words;
