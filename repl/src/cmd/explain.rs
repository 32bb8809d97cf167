//! `quarrel explain`: prints the help page of a query.

use crate::args::Explain;
use quarrel_common::similar::most_similar;
use quarrel_console::terminal::{color_on_stdout, stdout_width};
use quarrel_console::{Failure, sink};
use quarrel_driver::queries::{Known, queries};
use quarrel_engine::diag::Code;
use quarrel_report::terminal;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::PathBuf;

/// Runs the command.
///
/// # Errors
/// If there is no such query, or several match.
pub fn run(args: &Explain) -> Result<u8, Failure> {
    let on_terminal = std::io::stdout().is_terminal();
    let text = found(&args.id, &args.search_path, on_terminal)?;
    if !on_terminal {
        sink::show(&text)?;
        return Ok(0);
    }
    let width = stdout_width().unwrap_or(80);
    sink::page(&terminal::render(&text, width, color_on_stdout()))?;
    Ok(0)
}

/// The help page of a query, or of a diagnostic, with its id.
///
/// # Errors
/// If there is no such query, or several match.
pub fn page_of(id: &str, search_path: &[PathBuf]) -> Result<String, Failure> {
    found(id, search_path, true)
}

fn found(id: &str, search_path: &[PathBuf], with_id: bool) -> Result<String, Failure> {
    let queries = queries(search_path);
    let id = id.strip_prefix("quarrel:").unwrap_or(id);
    match (meant(id, &queries)?, Code::from_name(id)) {
        (Some(id), _) => Ok(page(id, &queries[id], with_id)),
        (None, Some(code)) => Ok(code.explanation()),
        (None, None) => Err(unknown(id, &queries)),
    }
}

/// The help page; `with_id` puts the id below its title.
fn page(id: &str, query: &Known, with_id: bool) -> String {
    let get = |key: &str| query.metadata.get(key).unwrap_or_default();
    match &query.page {
        Some(page) if !with_id => page.to_string(),
        Some(page) => {
            let (title, rest) = page.split_once('\n').unwrap_or((page, ""));
            let severity = quarrel_findings::Severity::of(&query.metadata).word();
            match quarrel_findings::finds_problems(&query.metadata) {
                true => format!("{title}\n\n`{id}`, {severity}\n{rest}"),
                false => format!("{title}\n\n`{id}`\n{rest}"),
            }
        }
        None => format!("# {}\n\n{}\n", get("name"), get("description")),
    }
}

/// The id for a text: the id itself, or its last part, or the only id with the text in it or in the query's name.
fn meant<'a>(text: &str, queries: &'a BTreeMap<String, Known>) -> Result<Option<&'a str>, Failure> {
    let ids = || queries.keys().map(String::as_str);
    if let Some(id) = ids().find(|id| *id == text) {
        return Ok(Some(id));
    }
    let last = |id: &str| id.rsplit('/').next().unwrap_or_default().to_owned();
    let same: Vec<&str> = ids().filter(|id| last(id) == text.to_lowercase()).collect();
    if let [id] = same.as_slice() {
        return Ok(Some(id));
    }
    let found = containing(text, queries);
    match found.as_slice() {
        [] => Ok(None),
        [id] => Ok(Some(id)),
        many => {
            let width = many.iter().map(|id| id.len()).max().unwrap_or_default();
            let mut list = String::new();
            for id in many {
                let _ = writeln!(
                    list,
                    "  {id:<width$}  {}",
                    queries[*id].metadata.get("name").unwrap_or_default()
                );
            }
            let message = format!("{} queries have `{text}` in their id or name", many.len());
            Err(Failure::new(message).rendered(list).help("name one of them"))
        }
    }
}

/// The ids of the queries with a text in their id or name.
fn containing<'a>(text: &str, queries: &'a BTreeMap<String, Known>) -> Vec<&'a str> {
    let text = text.to_lowercase();
    let has = |(id, query): &(&String, &Known)| {
        let name = query.metadata.get("name").unwrap_or_default().to_lowercase();
        id.to_lowercase().contains(&text) || name.contains(&text)
    };
    queries.iter().filter(has).map(|(id, _)| id.as_str()).collect()
}

fn unknown(id: &str, queries: &BTreeMap<String, Known>) -> Failure {
    let failure = Failure::new(format!("there is no query `{id}`"));
    let whole = most_similar(id, queries.keys().map(String::as_str));
    // Who leaves `java/` out may mistype the rest.
    let ending = |part: &str| queries.keys().find(|known| known.rsplit('/').next() == Some(part));
    let parts = || queries.keys().filter_map(|known| known.rsplit('/').next());
    let part = || ending(id).or_else(|| ending(most_similar(id, parts())?));
    match whole.map(str::to_owned).or_else(|| part().cloned()) {
        Some(meant) => failure.help(format!("did you mean `{meant}`?")),
        None => failure.help("`quarrel packs` lists the bundled ones; --search-path finds others"),
    }
}
