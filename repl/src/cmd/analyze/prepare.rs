//! What the evaluation needs: a [`Request`] flows in; compiled [`Queries`] and the [`Program`], a database of the
//! sources, flow out. Compiling and extracting go on at the same time where they can.

use super::program::{Program, extract_sources, kept};
use super::request::Request;
use crate::args::Sensitivity;
use crate::config::{Config, Setting};
use quarrel_common::similar::most_similar;
use quarrel_console::{Failure, note};
use quarrel_driver::limits;
use quarrel_driver::queries::queries as known_queries;
use quarrel_driver::{Compiler, compile, extract};
use quarrel_engine::{Catalog, CompileOptions, Compiled, Edb, FileId, Limits, Place};
use quarrel_extractor::Report as Extracted;
use quarrel_store::SqliteDb;
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

/// The packs that run if none is named.
const DEFAULT_PACKS: &[&str] = &["thread-safety", "atomicity", "concurrency"];
/// The packs that also run by default, on sources that are small enough.
pub(super) const WHOLE_PROGRAM_PACKS: &[&str] = &["races", "deadlocks"];
/// The pack with tables for reports.
const REPORT_PACK: &str = "report";

/// The selected queries, and those for reports.
#[derive(Clone, Debug)]
pub(super) struct Queries {
    /// The queries.
    pub compiled: Arc<Compiled>,
    /// The warnings of the compiler.
    warnings: String,
    /// The files of queries that only the packs for whole programs add.
    pub whole_program: BTreeSet<String>,
    /// Whether they use another library than the bundled one.
    for_codeql: bool,
}

/// The queries that analyses one after the other share, with what they depend on. Only bundled ones: others may change.
#[derive(Debug, Default)]
pub(super) struct KeptQueries(Mutex<Option<(String, Queries)>>);

impl KeptQueries {
    /// Those that depend on this.
    fn get(&self, depend_on: &str) -> Option<Queries> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().filter(|(of, _)| of == depend_on).map(|(_, queries)| queries.clone())
    }

    /// Keeps queries, whose warnings are printed now.
    fn set(&self, depend_on: String, queries: &Queries) {
        let queries = Queries { warnings: String::new(), ..queries.clone() };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((depend_on, queries));
    }
}

/// Compiles the queries and extracts the sources, unless `given` is their database or an earlier run kept their results.
///
/// # Errors
/// If the sources or a query cannot be used.
pub(super) fn prepare(request: &Request<'_>, given: Option<SqliteDb>) -> Result<(Queries, Program), Failure> {
    if let Some(db) = given {
        let queries = compile_aloud(request, db.catalog().clone(), request.sensitivity)?;
        let extracted = Extracted::read(|key| db.meta(key));
        return Ok((queries, Program::new(request, Some(db), extracted, None)?));
    }
    let Some((kept, messages)) = kept(request) else {
        return Program::extract(request, None, |db| compile_and_extract(request, db));
    };
    let Some(extracted) = kept.extracted() else {
        return Program::extract(request, Some(kept), |db| compile_and_extract(request, db));
    };
    let queries = compile_aloud(request, extract::bundled_catalog()?, request.sensitivity)?;
    if queries.for_codeql {
        // What was kept is of a database for the bundled library.
        let extract =
            |db: &Path| extract_sources(request, db, true, &request.at_work(), &mut |text| note(&text));
        return Program::extract(request, None, |db| Ok((queries, extract(db)?)));
    }
    let problems = extracted.problems.iter().map(|problem| format!("warning: {problem}"));
    messages.into_iter().chain(problems).for_each(|text| note(&text));
    Ok((queries, Program::new(request, None, extracted, Some(kept))?))
}

/// Compiles the queries and extracts the sources, in parallel if the database is temporary; one that the user keeps is
/// replaced only after the queries compile. Errors in queries are reported first and end the extraction.
fn compile_and_extract(request: &Request<'_>, db: &Path) -> Result<(Queries, Extracted), Failure> {
    let (cancel, failed) = (limits::cancel(), AtomicBool::new(false));
    let is_scratch = request.args.db.is_none();
    let (send, library) = mpsc::channel();
    let mut messages = Vec::new();
    let (queries, extracted) = std::thread::scope(|scope| {
        let compile = || {
            let send = send;
            // Whoever waits may have met a failure of their own.
            let start = |for_codeql| {
                let _ = send.send(for_codeql);
            };
            let queries = compile(request, extract::bundled_catalog()?, request.sensitivity, |for_codeql| {
                if is_scratch {
                    start(for_codeql);
                }
            });
            match &queries {
                Ok(queries) if !is_scratch => start(queries.for_codeql),
                Ok(_) => {}
                Err(_) => {
                    failed.store(true, Ordering::SeqCst);
                    cancel.store(true, Ordering::SeqCst);
                }
            }
            queries
        };
        let compiling = quarrel_common::deep::thread("compile")
            .spawn_scoped(scope, compile)
            .map_err(|error| Failure::new(format!("cannot start a thread: {error}")))?;
        // Nothing is sent if queries cannot be read.
        let extracted = library.recv().ok().map(|for_codeql| {
            let at_work = request.at_work();
            if failed.load(Ordering::SeqCst) {
                // What begins to work took the flag back.
                cancel.store(true, Ordering::SeqCst);
            }
            extract_sources(request, db, for_codeql, &at_work, &mut |text| messages.push(text))
        });
        let queries = compiling.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        Ok((queries, extracted))
    })?;
    compile::print_warnings(&queries.warnings);
    messages.iter().for_each(|text| note(text));
    let missing = || Failure::new("this is a bug in quarrel: the sources were not extracted");
    let extracted = extracted.ok_or_else(missing)??;
    Ok((queries, extracted))
}

/// Compiles the queries, and prints the warnings.
///
/// # Errors
/// If there are errors in them, or `quarrel.toml` has unknown names.
pub(super) fn compile_aloud(
    request: &Request<'_>,
    catalog: Catalog,
    sensitivity: Option<Sensitivity>,
) -> Result<Queries, Failure> {
    let queries = compile(request, catalog, sensitivity, |_| ())?;
    compile::print_warnings(&queries.warnings);
    Ok(queries)
}

/// Compiles the queries. Calls `on_read` after reading their files, with whether they use another library than the bundled
/// one.
fn compile(
    request: &Request<'_>,
    catalog: Catalog,
    sensitivity: Option<Sensitivity>,
    on_read: impl FnOnce(bool),
) -> Result<Queries, Failure> {
    let config = &request.config;
    let depend_on =
        format!("{config:?} {:?} {sensitivity:?} {}", request.search_path, request.adds_whole_program());
    if let Some(queries) = request.again.and_then(|again| again.queries.get(&depend_on)) {
        on_read(queries.for_codeql);
        return Ok(queries);
    }
    let mut compiler = Compiler::new(catalog, &request.search_path)?;
    if !request.args.no_cache {
        compiler = compiler.keeping_programs();
    }
    compiler.session().set_limits(Limits { cancel: Some(limits::cancel()), ..limits::of_command() });
    config.setup(&request.args.asked.assumptions, sensitivity).apply(&mut compiler);
    let mut entries = asked(request, &mut compiler)?;
    let mut more = if request.adds_whole_program() { whole_program(&mut compiler)? } else { Vec::new() };
    // A query of theirs that another pack has in its suite is that pack's.
    more.retain(|entry| !entries.contains(entry));
    entries.extend(&more);
    let mut seen = BTreeSet::new();
    entries.retain(|entry| seen.insert(*entry));

    let id = |entry: &FileId| compiler.session().metadata(*entry).get("id").map(str::to_owned);
    let ids: Vec<Option<String>> = entries.iter().map(id).collect();
    check_settings(request, &ids)?;
    let is_off = |id: &Option<String>| {
        id.as_ref().and_then(|id| config.queries.get(id)).is_some_and(|setting| *setting == Setting::Off)
    };
    let mut entries: Vec<FileId> =
        entries.into_iter().zip(&ids).filter(|(_, id)| !is_off(id)).map(|(entry, _)| entry).collect();
    for entry in compiler.bundled(REPORT_PACK)? {
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    config.check_models(&compiler.session().extensible_predicates())?;
    let for_codeql = compiler.has_other_library();
    on_read(for_codeql);
    let (compiled, warnings) = compiler.compile_silently(&entries, &CompileOptions::default())?;
    let of_more = entries.iter().zip(&compiled.queries).filter(|(entry, _)| more.contains(entry));
    let whole_program = of_more.map(|(_, query)| query.file.clone()).collect();
    let queries = Queries { compiled: compiled.into(), warnings, whole_program, for_codeql };
    let is_bundled = |(_, place): (_, &Place)| matches!(place, Place::Bundled(_));
    if let Some(again) = request.again
        && compiler.session().files().all(is_bundled)
    {
        again.queries.set(depend_on, &queries);
    }
    Ok(queries)
}

/// The queries in the options, or else in `quarrel.toml`, or else those of the default packs.
fn asked(request: &Request<'_>, compiler: &mut Compiler) -> Result<Vec<FileId>, Failure> {
    let asked = &request.args.asked;
    let mut entries = Vec::new();
    for query in &asked.queries {
        entries.push(compiler.query(query)?);
    }
    for pack in &asked.packs {
        entries.extend(compiler.pack(pack)?);
    }
    if request.by_default {
        for pack in DEFAULT_PACKS {
            entries.extend(compiler.bundled(pack)?);
        }
    } else if asked.packs.is_empty() && asked.queries.is_empty() {
        for pack in request.config.packs.iter().flatten() {
            let path = request.config.resolve(Path::new(pack))?;
            let name = if path.exists() { path.display().to_string() } else { pack.clone() };
            entries.extend(compiler.pack(&name)?);
        }
    }
    Ok(entries)
}

/// The queries of the packs for whole programs.
fn whole_program(compiler: &mut Compiler) -> Result<Vec<FileId>, Failure> {
    let mut queries = Vec::new();
    for pack in WHOLE_PROGRAM_PACKS {
        let mut own = compiler.bundled(pack)?;
        // Notes about harmless races run only if named.
        own.retain(|query| {
            compiler.session().metadata(*query).get("problem.severity") != Some("recommendation")
        });
        queries.extend(own);
    }
    Ok(queries)
}

/// Checks that the queries in `quarrel.toml` exist.
fn check_settings(request: &Request<'_>, ids: &[Option<String>]) -> Result<(), Failure> {
    let Config { queries, file, .. } = &request.config;
    if queries.is_empty() {
        return Ok(());
    }
    let mut known: BTreeSet<String> = known_queries(&request.search_path).into_keys().collect();
    known.extend(ids.iter().flatten().cloned());
    let Some(id) = queries.keys().find(|id| !known.contains(*id)) else { return Ok(()) };
    let file = file.as_deref().unwrap_or("the configuration");
    let failure = Failure::new(format!("{file} names the query `{id}`, and there is no such query"));
    Err(failure.help(match most_similar(id, known.iter().map(String::as_str)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "`quarrel packs` lists them".to_owned(),
    }))
}
