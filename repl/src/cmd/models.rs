//! `quarrel models`: describes extensible predicates.

use crate::args::Models;
use quarrel_console::{Failure, sink};
use quarrel_driver::models::describe;
use quarrel_engine::Roots;

/// Runs the command.
///
/// # Errors
/// If there is no such extensible predicate, or standard output cannot be written.
pub fn run(args: &Models) -> Result<u8, Failure> {
    let roots = Roots::new(quarrel_queries::files(), args.search_path.clone());
    sink::show(&describe(&roots, args.name.as_deref().unwrap_or_default())?)?;
    Ok(0)
}
