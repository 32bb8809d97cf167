//! `quarrel repl`: a database, or sources that are extracted first, and a prompt.

use crate::args::Repl;
use quarrel_console::Failure;
use quarrel_console::note;
use quarrel_driver::limits;
use quarrel_driver::{Bounds, extract, open, scratch};
use quarrel_prompt::state::State;
use std::path::Path;

/// Bytes of columns that are kept from query to query.
const KEPT: usize = 1 << 30;

/// Runs the command.
///
/// # Errors
/// If the database or sources cannot be used.
pub fn run(args: &Repl) -> Result<u8, Failure> {
    let scratch = scratch()?;
    let extracted = scratch.path().join("code.db");
    let path: &Path = if is_source(&args.path) {
        let report = extract::extract(
            &args.path,
            &extracted,
            args.threads,
            &args.libraries.named(),
            &Bounds::default(),
        )?;
        note(&extract::summary(&report));
        &extracted
    } else {
        &args.path
    };
    let db = open(path)?.keeping(KEPT);
    limits::survive();
    note("Type a query, an expression or definitions; `:help` says more, `:quit` leaves.");
    quarrel_prompt::run(State::new(db, &args.search_path, args.threads)?)?;
    Ok(0)
}

fn is_source(path: &Path) -> bool {
    path.is_dir() || path.extension().is_some_and(|extension| extension == "java")
}
