//! `quarrel multi`: its parts are in [`crate::multi`].

use super::common::note;
use crate::args::{Multi, MultiCommand, MultiMerge};
use crate::failure::Failure;
use crate::multi::{report, results, run};

/// Runs the command.
///
/// # Errors
/// If the list or the results cannot be used.
pub fn run(args: &Multi) -> Result<u8, Failure> {
    match &args.command {
        None => run::run(args),
        Some(MultiCommand::Merge(args)) => merge(args),
        Some(MultiCommand::Report(args)) => report::run(args),
        Some(MultiCommand::Verdicts(args)) => report::verdicts::run(args),
    }
}

fn merge(args: &MultiMerge) -> Result<u8, Failure> {
    let (all, pending) = results::canonical(&args.inputs, &args.results, args.without_times)?;
    note(&format!("{all} repositories"));
    if pending > 0 {
        note(&format!("warning: {pending} of them are in no shard's results yet"));
    }
    Ok(0)
}
