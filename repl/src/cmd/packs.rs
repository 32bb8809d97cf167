//! `quarrel packs`: lists packs and queries.

use crate::args::Packs;
use quarrel_common::similar::most_similar;
use quarrel_console::terminal::{hanging, stdout_width};
use quarrel_console::{Failure, sink};
use quarrel_driver::queries::{Known, queries};
use quarrel_driver::{Compiler, extract, pack_failure};
use quarrel_engine::packs::PackFile;
use quarrel_engine::{Place, Session};
use quarrel_findings::{Severity, finds_problems};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The packs of the default run, which are listed first.
const FIRST: &[&str] = &["thread-safety", "races", "deadlocks", "atomicity", "concurrency"];

/// Longer ids are not aligned, nor are those that leave too little room for titles.
const WIDEST: usize = 44;
const TITLES: usize = 38;

/// Runs the command.
///
/// # Errors
/// If there is no pack of a given name, or standard output cannot be written.
pub fn run(args: &Packs) -> Result<u8, Failure> {
    let queries = queries(&args.search_path);
    let mut compiler = Compiler::new(extract::bundled_catalog()?, &args.search_path)?;
    let session = compiler.session();
    let mut packs: BTreeMap<String, BTreeMap<&str, &Known>> = BTreeMap::new();
    for (id, query) in &queries {
        packs.entry(pack_of(&query.place, session)).or_default().insert(id, query);
    }
    for name in &args.names {
        let name = name.strip_prefix("quarrel/").unwrap_or(name);
        if !packs.contains_key(name) {
            let failure = Failure::new(format!("there is no pack `{name}`"));
            let known: Vec<&str> = packs.keys().map(String::as_str).collect();
            return Err(match most_similar(name, known.iter().copied()) {
                Some(meant) => failure.help(format!("did you mean `{meant}`?")),
                None => failure.help(format!("there are {}; --search-path finds others", known.join(", "))),
            });
        }
    }
    let is_asked = |name: &str| {
        args.names.is_empty()
            || args.names.iter().any(|asked| asked.strip_prefix("quarrel/").unwrap_or(asked) == name)
    };
    packs.retain(|name, _| is_asked(name));
    let mut order: Vec<&String> = packs.keys().collect();
    order.sort_by_key(|name| FIRST.iter().position(|first| first == name).unwrap_or(FIRST.len()));
    let terminal = stdout_width();
    let width = |finds: bool| {
        let queries = packs.values().flatten().filter(|(_, query)| finds_problems(&query.metadata) == finds);
        // A few long ids do not move all titles to the right.
        let room = terminal.map_or(WIDEST, |width| width.saturating_sub(TITLES).min(WIDEST));
        queries.map(|(id, _)| id.len()).filter(|length| *length <= room).max().unwrap_or_default()
    };
    let (width, of_tables) = (width(true), width(false));
    let mut out = String::new();
    let mut tables = String::new();
    for name in order {
        let (problems, others): (Vec<_>, Vec<_>) =
            packs[name].iter().partition(|(_, query)| finds_problems(&query.metadata));
        if !problems.is_empty() {
            let description = description(name, session);
            out.push_str(&hanging(&format!("{name}  "), &description, 2, terminal));
        }
        let mut problems: Vec<_> =
            problems.iter().map(|(id, query)| (Severity::of(&query.metadata), *id, *query)).collect();
        problems.sort_by_key(|(severity, id, _)| (*severity, *id));
        for (severity, id, query) in &problems {
            let title = query.metadata.get("name").unwrap_or_default();
            let named = format!("  {:<7}  {id:<width$}  ", severity.word());
            out.push_str(&hanging(&named, title, width + 13, terminal));
        }
        if !problems.is_empty() {
            out.push('\n');
        }
        for (id, query) in others {
            let title = query.metadata.get("name").unwrap_or_default();
            tables.push_str(&hanging(&format!("  {id:<of_tables$}  "), title, of_tables + 4, terminal));
        }
    }
    if !tables.is_empty() {
        let _ = write!(
            out,
            "What reports are made of, and figures about analyses; `quarrel run ID --db FILE` shows one\n{tables}\n"
        );
    }
    let end = "`quarrel explain ID` prints the help page of a query, `quarrel analyze PATH --pack NAME` runs a pack.";
    out.push_str(&hanging("", end, 0, terminal));
    sink::page(&out)?;
    Ok(0)
}

/// The name of a query's pack, for `--pack`.
fn pack_of(place: &Place, session: &mut Session) -> String {
    match place {
        Place::Bundled(path) => path.split('/').next().unwrap_or_default().to_owned(),
        Place::Disk(_) => session.pack_of(place).map_or_else(|| "no pack".to_owned(), |pack| pack.name),
    }
}

/// The description of a bundled pack.
fn description(name: &str, session: &Session) -> String {
    let file = Place::Bundled(format!("{name}/qlpack.yml"));
    let text = session.roots().read(&file).map_err(pack_failure).ok().flatten().unwrap_or_default();
    PackFile::parse(&text).ok().and_then(|pack| pack.description).unwrap_or_default()
}
