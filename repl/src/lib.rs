//! The commands: [`args`] is their grammar, [`config`] the configuration of projects; each module of [`cmd`] runs one
//! command with the libraries in the folders beside this one.

pub mod args;
pub mod cmd;
pub mod config;
