//! `quarrel completions`: prints a completion script for a shell.

use crate::args::{Args, Completions};
use clap::CommandFactory;
use quarrel_console::Failure;
use quarrel_console::sink;

/// Runs the command.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(args: &Completions) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "quarrel", &mut script);
    sink::write(&String::from_utf8_lossy(&script), None)?;
    Ok(0)
}
