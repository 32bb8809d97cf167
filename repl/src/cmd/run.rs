//! `quarrel run`: query files on a database.

use super::common::{Compiler, cache_folder, evaluate_within, observe, open};
use crate::args::{RowsFormat, Run, Show};
use crate::failure::Failure;
use crate::output::{csv, dot, json, profile, sink, table};
use quarrel_engine::{CompileOptions, Compiled, Edb, ResultSet};
use std::fmt::Write;

/// Runs the command.
///
/// # Errors
/// If the database or a query cannot be used, or the results cannot be written.
pub fn run(args: &Run) -> Result<u8, Failure> {
    let db = open(&args.db)?;
    let db = if args.no_cache { db } else { db.caching(&cache_folder().join("columns")) };
    let mut compiler = Compiler::new(db.catalog().clone(), &args.search_path)?;
    let entries = args.queries.iter().map(|path| compiler.file(path)).collect::<Result<Vec<_>, _>>()?;
    let compiled = compiler.compile(&entries, &CompileOptions::default())?;
    if let Some(stage) = args.show {
        let text = match show(&compiled, stage) {
            Some(text) => text,
            None => {
                let (_, work) = observe(&compiled, &db, args.threads, &args.limits)?;
                match stage {
                    Show::Plan => profile::plans(&compiled, &work),
                    _ => work.text(compiled.stratified().program()),
                }
            }
        };
        sink::write(&text, args.output.as_deref())?;
        return Ok(0);
    }
    let sets = evaluate_within(&compiled, &db, args.threads, args.profile, &args.limits)?;
    let mut out = String::new();
    if args.format == RowsFormat::Dot {
        for (number, query) in compiled.queries.iter().enumerate() {
            if query.metadata.get("kind") != Some("graph") {
                return Err(Failure::new(format!("{} is no query of `@kind graph`", query.file))
                    .help("it needs `nodes(node, key, value)` and `edges(from, to, key, value)`"));
            }
            let own: Vec<&ResultSet> = sets.iter().filter(|set| set.query == number).collect();
            out.push_str(&dot::render(query.metadata.get("name").unwrap_or("graph"), &own));
        }
    }
    for set in &sets {
        if sets.len() > 1 && args.format == RowsFormat::Table {
            let file = &compiled.queries[set.query].file;
            let _ = writeln!(out, "{file}: {}", set.name);
        }
        out.push_str(&match args.format {
            RowsFormat::Table => table::render(set, None),
            RowsFormat::Csv => csv::render(set),
            RowsFormat::Json => json::render(set),
            RowsFormat::Dot => String::new(),
        });
    }
    sink::write(&out, args.output.as_deref())?;
    Ok(0)
}

/// The text of a stage of the compiled program; `None` for those that only an evaluation knows.
pub fn show(compiled: &Compiled, stage: Show) -> Option<String> {
    match stage {
        Show::Plan | Show::Work => None,
        Show::Datalog => Some(compiled.datalog()),
        Show::Strata => {
            let program = compiled.stratified().program();
            let mut out = String::new();
            for (number, stratum) in compiled.stratified().strata().iter().enumerate() {
                let names: Vec<&str> =
                    stratum.preds.iter().map(|pred| program.preds[*pred].name.as_str()).collect();
                let recursive = if stratum.recursive { " (recursive)" } else { "" };
                let _ = writeln!(out, "{number}{recursive}: {}", names.join(", "));
            }
            Some(out)
        }
    }
}
