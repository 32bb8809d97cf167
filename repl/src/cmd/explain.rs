//! `quarrel explain`: the help page of a query.

use crate::args::Explain;
use quarrel_console::{Failure, nearest, sink};
use quarrel_driver::queries::queries;

/// Runs the command.
///
/// # Errors
/// If there is no such query, or it has no help page.
pub fn run(args: &Explain) -> Result<u8, Failure> {
    let queries = queries(&args.search_path);
    let id = args.id.strip_prefix("quarrel:").unwrap_or(&args.id);
    let Some(query) = queries.get(id) else {
        let failure = Failure::new(format!("there is no query `{id}`"));
        let meant = nearest(id, queries.keys().map(String::as_str));
        return Err(failure.help(meant.map_or_else(
            || "`quarrel packs` lists the bundled ones; others are found by --search-path".to_owned(),
            |meant| format!("did you mean `{meant}`?"),
        )));
    };
    let text = match &query.page {
        Some(page) => page.to_string(),
        None => {
            let get = |key: &str| query.metadata.get(key).unwrap_or_default();
            format!("# {}\n\n{}\n", get("name"), get("description"))
        }
    };
    sink::show(&text)?;
    Ok(0)
}
