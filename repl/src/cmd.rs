//! The commands, one module each.

pub mod analyze;
pub mod cache;
pub mod check;
pub mod completions;
pub mod confirm;
pub mod diff;
pub mod explain;
pub mod extract;
pub mod fmt;
pub mod given;
pub mod lsp;
pub mod mcp;
pub mod models;
pub mod multi;
pub mod pack;
pub mod packs;
pub mod repl;
pub mod run;
pub mod test;
pub mod watch;

use crate::args::{Args, Command};
use quarrel_console::{Failure, note};
use quarrel_driver::limits::watch;
use std::path::Path;

/// Runs a command; returns the exit code.
///
/// # Errors
/// The failure of the command.
pub fn dispatch(args: Args) -> Result<u8, Failure> {
    if let Some(folder) = &args.packs_folder {
        read_packs(folder)?;
    }
    let _watch = match &args.command {
        Command::Analyze(args) => Some(watch(&args.limits.bounds())),
        Command::Extract(args) => Some(watch(&args.limits.bounds())),
        Command::Run(args) => Some(watch(&args.limits.bounds())),
        Command::Check(args) => Some(watch(&args.limits.bounds())),
        Command::Test(args) => Some(watch(&args.bounds())),
        _ => None,
    };
    match args.command {
        Command::Analyze(args) => analyze::run(&args),
        Command::Confirm(args) => confirm::run(&args),
        Command::Extract(args) => extract::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Pack(args) => pack::run(&args),
        Command::Packs(args) => packs::run(&args),
        Command::Models(args) => models::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Lsp(args) => lsp::run(&args),
        Command::Mcp(args) => mcp::run(&args),
        Command::Repl(args) => repl::run(&args),
        Command::Multi(args) => multi::run(&args),
        Command::Watch(args) => watch::run(&args),
        Command::Cache(args) => cache::run(&args),
    }
}

/// Prints the failure of a command, and what it did wrong unless a report of it says so already; gives the exit code.
pub fn finish(outcome: Result<u8, Failure>) -> u8 {
    let bug = quarrel_common::bug::take().map(Failure::new);
    let code = outcome.as_ref().ok().copied().filter(|_| bug.is_none()).unwrap_or(2);
    outcome.err().iter().chain(&bug).for_each(Failure::print);
    code
}

/// Packs of a folder take the place of the bundled ones, which must not go unsaid.
fn read_packs(folder: &Path) -> Result<(), Failure> {
    quarrel_queries::read_from(folder).map_err(|error| {
        Failure::new(format!("cannot read the packs: {error}")).help(
            "--packs names a folder such as `queries` in Quarrel's repository, with `lib` and all packs",
        )
    })?;
    note(&format!("The packs are those of {}, not the bundled ones.", folder.display()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarrel_common::bug::{Bug, keep};

    #[test]
    fn a_mistake_of_ours_makes_the_exit_code_2() {
        assert_eq!(finish(Ok(1)), 1);
        keep(Bug { what: "an edge has two ends", file: "graph.rs", line: 1 });
        assert_eq!(finish(Ok(0)), 2);
        assert_eq!(finish(Ok(0)), 0);
        assert_eq!(finish(Err(Failure::new("no such file"))), 2);
    }
}
