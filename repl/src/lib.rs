//! The commands: [`args`] is their grammar, [`config`] what projects set, one module of [`cmd`] conducts each with the
//! libraries beside this one.

pub mod args;
pub mod cmd;
pub mod config;
