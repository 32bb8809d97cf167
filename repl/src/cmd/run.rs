//! `quarrel run`: runs queries from files, by id or from the command line on a database.

use crate::args::{RowsFormat, Run, Show};
use crate::config::Config;
use quarrel_common::similar::most_similar;
use quarrel_common::words::plural;
use quarrel_console::{Failure, note, sink};
use quarrel_driver::{
    Compiler, Evaluation, cache, evaluate_within, observe, open, pack_failure, profile, texts,
};
use quarrel_engine::packs::disk;
use quarrel_engine::{CompileOptions, Compiled, Edb, FileId, ResultSet};
use quarrel_findings::Rule;
use quarrel_findings::missing::{Missing, missing};
use quarrel_findings::sources::Sources;
use quarrel_report::{Facts, Report, csv, dot, is_for_reports, json, sarif, table};
use quarrel_store::SqliteDb;
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The longest query that is read from standard input, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// Runs the command.
///
/// # Errors
/// If the database or a query cannot be used, or the results cannot be written.
pub fn run(args: &Run) -> Result<u8, Failure> {
    let db = open(&args.db)?;
    let root = db.source_root().map_or_else(|| PathBuf::from("."), PathBuf::from);
    let config = Config::find(&root, args.assumptions.config.as_deref())?;
    let db = match cache() {
        Some(cache) if !args.no_cache => db.with_cache(&cache),
        _ => db,
    };
    let mut compiler = Compiler::new(db.catalog().clone(), &config.searched(&args.search_path)?)?;
    if !args.no_cache {
        compiler = compiler.keeping_programs();
    }
    config.setup(&args.assumptions, None).apply(&mut compiler);
    let entries = entries(args, &mut compiler)?;
    config.check_models(&compiler.session().extensible_predicates())?;
    let compiled = compiler.compile(&entries, &CompileOptions::default())?;
    let how = Evaluation {
        threads: args.threads,
        bounds: args.limits.bounds(),
        per_query: args.query_limits.timeout_per_query,
        profile: args.profile,
        quiet: args.quiet,
        ..Evaluation::default()
    };
    if let Some(stage) = args.show {
        let text = match show(&compiled, stage) {
            Some(text) => text,
            None => {
                let (results, work) = observe(&compiled, &db, &how)?;
                results?;
                match stage {
                    Show::Plan => profile::plans(&compiled, &work),
                    _ => work.text(compiled.stratified().program()),
                }
            }
        };
        sink::write(&text, args.output.as_deref())?;
        return Ok(0);
    }
    let results = evaluate_within(&compiled, &db, &how)?;
    let (sets, missing) = (results.sets, missing(&compiled, &results.given_up));
    for query in &missing {
        note(&format!("error: {}", query.text));
    }
    let code = if missing.is_empty() { 0 } else { 2 };
    if args.format == RowsFormat::Dot {
        let mut out = String::new();
        for (number, query) in compiled.queries.iter().enumerate() {
            if query.metadata.get("kind") != Some("graph") {
                return Err(Failure::new(format!("{} is not a `@kind graph` query", query.file))
                    .help("it needs `nodes(node, key, value)` and `edges(from, to, key, value)`"));
            }
            let own: Vec<&ResultSet> = sets.iter().filter(|set| set.query == number).collect();
            out.push_str(&dot::render(query.metadata.get("name").unwrap_or("graph"), &own));
        }
        sink::write(&out, args.output.as_deref())?;
        return Ok(code);
    }
    if args.format == RowsFormat::Sarif {
        let report = report(&compiled, &sets, missing, &db, args)?;
        let (text, cut) = sarif::render(&report, sarif::Limits::default());
        for text in cut {
            note(&format!("warning: {text}"));
        }
        sink::write(&text, args.output.as_deref())?;
        return Ok(code);
    }
    if let Some(folder) = args.output.as_deref().filter(|output| output.is_dir()) {
        for set in &sets {
            sink::write(&one(set, args.format), Some(&folder.join(file_name(&compiled, set, args.format))))?;
        }
        return Ok(code);
    }
    let mut out = String::new();
    let selects = |set: &ResultSet| {
        let mut of_query = sets.iter().filter(|other| other.query == set.query);
        of_query.any(|other| other.name == "#select")
    };
    for (at, set) in sets.iter().enumerate() {
        let file = &compiled.queries[set.query].file;
        match args.format {
            RowsFormat::Table if is_for_reports(set) && selects(set) => {
                let rows = plural(set.rows.len(), "row");
                let _ = writeln!(out, "{file}: {}: {} {rows}", set.name, set.rows.len());
                continue;
            }
            RowsFormat::Table if sets.len() > 1 => {
                let _ = writeln!(out, "{file}: {}", set.name);
            }
            // An empty line separates tables of different columns; a folder gets one file a table.
            RowsFormat::Csv if at > 0 => out.push_str("\r\n"),
            RowsFormat::Json | RowsFormat::Jsonl => {
                let named = sets.len() > 1;
                out.push_str(&if named { json::render_named(set, file) } else { json::render(set) });
                continue;
            }
            _ => {}
        }
        out.push_str(&one(set, args.format));
    }
    if args.format == RowsFormat::Json {
        out = json::document(&out);
    }
    sink::write(&out, args.output.as_deref())?;
    Ok(code)
}

/// Loads the requested queries.
fn entries(args: &Run, compiler: &mut Compiler) -> Result<Vec<FileId>, Failure> {
    let mut entries = Vec::new();
    for query in &args.queries {
        if let Some(name) = &args.predicate {
            entries.push(rows_of(compiler, query, name)?);
            continue;
        }
        entries.push(if query.as_path() == Path::new("-") {
            let mut text = String::new();
            let fail = |error: std::io::Error| Failure::new(format!("cannot read standard input: {error}"));
            std::io::stdin().take(MOST_BYTES).read_to_string(&mut text).map_err(fail)?;
            typed(compiler, "standard-input", &text)?
        } else {
            compiler.query(query)?
        });
    }
    for (at, text) in args.texts.iter().enumerate() {
        let number = if at == 0 { String::new() } else { format!("-{}", at + 1) };
        entries.push(typed(compiler, &format!("command-line{number}"), text)?);
    }
    Ok(entries)
}

/// Loads a query for all rows of a class or predicate that a file declares.
fn rows_of(compiler: &mut Compiler, path: &Path, name: &str) -> Result<FileId, Failure> {
    let file = compiler.query(path)?;
    let session = compiler.session();
    let text = session.sources().file(file).text.clone();
    let known = session.files().find(|(other, _)| *other == file).map(|(_, place)| place.clone());
    let place = known.ok_or_else(|| Failure::new("this is a bug in quarrel: a file has no place"))?;
    // The file without its own query.
    let is_import = |line: &&str| line.trim_start().trim_start_matches("private ").starts_with("import ");
    let mut definitions: String = text.lines().filter(is_import).map(|line| format!("{line}\n")).collect();
    let declared = session.declarations(file);
    for declaration in &declared {
        definitions.push_str(&text[declaration.span.start as usize..declaration.span.end as usize]);
        definitions.push('\n');
    }
    let is_declared = declared.iter().any(|declaration| declaration.name == name);
    let query = match is_declared {
        true => quarrel_prompt::plain::spelled_out(compiler, &place, &definitions, name)?,
        false => None,
    };
    let Some(query) = query else {
        let failure = Failure::new(format!("{} declares no `{name}` that has rows", path.display()));
        let names = declared.iter().map(|declaration| declaration.name.as_str());
        return Err(match most_similar(name, names).filter(|meant| *meant != name) {
            Some(meant) => failure.help(format!("did you mean `{meant}`?")),
            None => failure.help("a class has rows, and so has a predicate with parameters or a result"),
        });
    };
    compiler.session().load_text(&place, format!("{query}\n{definitions}").into()).map_err(pack_failure)
}

/// Loads a query that is not in a file, under a name.
fn typed(compiler: &mut Compiler, name: &str, text: &str) -> Result<FileId, Failure> {
    if text.trim().is_empty() {
        return Err(
            Failure::new("there is no query").help("such as `from Method m where m.isStatic() select m`")
        );
    }
    let place = disk(&Path::new(name).with_extension("ql")).map_err(pack_failure)?;
    let query = quarrel_prompt::plain::query_of(compiler, &place, text)?;
    compiler.session().load_text(&place, query.into()).map_err(pack_failure)
}

fn one(set: &ResultSet, format: RowsFormat) -> String {
    match format {
        RowsFormat::Csv => csv::render(set),
        RowsFormat::Json => json::document(&json::render(set)),
        RowsFormat::Jsonl => json::render(set),
        RowsFormat::Table | RowsFormat::Sarif | RowsFormat::Dot => table::render(set, None),
    }
}

/// The file of a result set in a folder: the query's name, and that of the set if it is not the `select`.
fn file_name(compiled: &Compiled, set: &ResultSet, format: RowsFormat) -> String {
    let file = &compiled.queries[set.query].file;
    let stem = file.rsplit(['/', '\\']).next().unwrap_or(file).trim_end_matches(".ql");
    let end = match format {
        RowsFormat::Csv => "csv",
        RowsFormat::Json => "json",
        RowsFormat::Jsonl => "jsonl",
        RowsFormat::Table | RowsFormat::Sarif | RowsFormat::Dot => "txt",
    };
    match set.name.as_str() {
        "#select" => format!("{stem}.{end}"),
        name => format!("{stem}.{name}.{end}"),
    }
}

/// The report, as far as a database without its sources has it.
fn report(
    compiled: &Compiled,
    sets: &[ResultSet],
    missing: Vec<Missing>,
    db: &SqliteDb,
    args: &Run,
) -> Result<Report, Failure> {
    let rules = compiled.queries.iter().map(|query| Arc::new(Rule::new(query, None))).collect();
    let facts = Facts { analysed: args.db.display().to_string(), ..Facts::default() };
    let sources = Sources::new(Path::new(""));
    let (report, mistakes) = Report::new(compiled, sets, rules, &[], &texts(db), sources, facts);
    if report.rules.is_empty() {
        return Err(Failure::new("none of the queries reports problems, so there is nothing for SARIF")
            .help("SARIF is for queries of `@kind problem` or `path-problem`; csv and json take all"));
    }
    for text in &mistakes {
        note(&format!("warning: {text}"));
    }
    Ok(Report { missing, ..report })
}

/// The text of a stage of the compiled program; `None` for stages that need an evaluation.
pub fn show(compiled: &Compiled, stage: Show) -> Option<String> {
    match stage {
        Show::Plan | Show::Work => None,
        Show::Datalog => Some(compiled.datalog().to_owned()),
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
