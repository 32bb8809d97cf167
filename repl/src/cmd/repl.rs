//! `quarrel repl`: starts the prompt on a database, or on sources, which are extracted first.

use crate::args::Repl;
use crate::config::Config;
use quarrel_console::Failure;
use quarrel_console::note;
use quarrel_driver::limits;
use quarrel_driver::{extract, open, scratch};
use quarrel_engine::Edb;
use quarrel_prompt::state::State;
use std::path::{Path, PathBuf};

/// The size of the cache of columns, in bytes.
const KEPT: usize = 1 << 30;

/// Runs the command.
///
/// # Errors
/// If the database or sources cannot be used.
pub fn run(args: &Repl) -> Result<u8, Failure> {
    let scratch = scratch()?;
    let bounds = args.limits.bounds();
    let extracted = scratch.path().join("code.db");
    let path: &Path = if is_source(&args.path) {
        let report =
            extract::extract(&args.path, &extracted, args.threads, &args.libraries.named(), &bounds)?;
        if !args.quiet {
            note(&extract::summary(&report));
        }
        &extracted
    } else {
        &args.path
    };
    let db = open(path)?.with_kept(KEPT);
    limits::survive();
    let root = db.source_root().map_or_else(|| PathBuf::from("."), PathBuf::from);
    let config = Config::find(&root, args.assumptions.config.as_deref())?;
    let search_path = config.searched(&args.search_path)?;
    let setup = config.setup(&args.assumptions, None);
    let mut state = State::new(db, &search_path, args.threads, bounds, setup)?;
    config.check_models(&state.compiler.session().extensible_predicates())?;
    if !args.quiet {
        note("Type a query, an expression or definitions; `:help` says more, `:quit` leaves.");
    }
    quarrel_prompt::run(state)?;
    Ok(0)
}

fn is_source(path: &Path) -> bool {
    path.is_dir() || path.extension().is_some_and(|extension| extension == "java")
}
