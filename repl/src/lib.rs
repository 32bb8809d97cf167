//! The command line, the prompt, and everything that prints.
//!
//! Arguments flow in through [`args`], one module of [`cmd`] runs each command, [`output`] turns results into text.

pub mod args;
pub mod cmd;
pub mod complete;
pub mod config;
pub mod exit;
pub mod failure;
pub mod findings;
pub mod interactive;
pub mod limits;
pub mod lsp;
pub mod multi;
pub mod nearest;
pub mod output;
pub mod qltest;
pub mod sources;
