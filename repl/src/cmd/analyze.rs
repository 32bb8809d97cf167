//! `quarrel analyze`: a source tree in, findings out. The modules are the steps, in order:
//!
//! ```text
//! options, quarrel.toml ─► request ─► program, prepare ─► evaluate ─► assemble ─► outputs, finish ─► exit code
//! ```

mod request;

mod program;

mod prepare;

mod evaluate;

mod assemble;

mod outputs;

mod finish;

use crate::args::Analyze;
pub use assemble::Analysed;
use outputs::Outputs;
use prepare::KeptQueries;
use quarrel_console::Failure;
use quarrel_driver::last::Last;
use quarrel_driver::{commit, scratch};
use quarrel_extractor::source;
use quarrel_files::Scratch;
use quarrel_findings::baseline::Baseline;
use quarrel_report::provenance::Provenance;
use quarrel_report::sarif;
use request::Request;
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// If the sources, a query, the configuration or an output cannot be used.
pub fn run(args: &Analyze) -> Result<u8, Failure> {
    if args.end_with_input {
        quarrel_console::exit::with_input();
    }
    let outputs = Outputs::of(args)?;
    let request = Request::new(args)?;
    let provenance = provenance(&request, &outputs)?;
    let mut analysed = analyse_request(request)?;
    analysed.report.provenance = provenance;
    let code = finish::finish(args, &outputs, analysed)?;
    outputs.open();
    Ok(code)
}

/// Where the sources come from, if an output says so; git is asked.
fn provenance(request: &Request<'_>, outputs: &Outputs) -> Result<Option<Provenance>, Failure> {
    let args = request.args;
    if args.source_root.is_none() && !outputs.have_provenance() {
        return Ok(None);
    }
    let known = Provenance::of(&request.root, args.source_root.as_deref(), env!("QUARREL_VERSION"));
    let known = known.map_err(|message| {
        Failure::new(message).help("--source-root names a folder above the analysed one")
    })?;
    let (configuration, category) = (request.config.file.clone(), args.category.clone());
    Ok(Some(Provenance { configuration, category, ..known }))
}

/// Extracts sources, runs queries on them and makes their results a report. Prints nothing but warnings, and progress
/// unless it is to be quiet.
///
/// # Errors
/// If the sources, a query or the configuration cannot be used.
pub fn analyse(args: &Analyze) -> Result<Analysed, Failure> {
    analyse_request(Request::new(args)?)
}

/// What an analysis leaves for the next one of the same sources with the same options.
#[derive(Debug)]
pub struct Again {
    last: Last,
    queries: KeptQueries,
}

impl Again {
    /// Nothing yet; the database of the last extraction will be in `folder`.
    pub fn new(folder: Scratch) -> Self {
        Self { last: Last::none(folder), queries: KeptQueries::default() }
    }

    /// Whether sources were extracted: the results that an earlier run kept need no extraction.
    pub fn is_extracted(&self) -> bool {
        self.last.extraction.number() > 0
    }
}

/// As [`analyse`], on from an analysis before this one.
///
/// # Errors
/// Those of [`analyse`].
pub fn analyse_again(args: &Analyze, again: &Again) -> Result<Analysed, Failure> {
    analyse_request(Request { again: Some(again), ..Request::new(args)? })
}

fn analyse_request(mut request: Request<'_>) -> Result<Analysed, Failure> {
    if let Some(revision) = &request.args.since {
        request.baseline = Some(since(&request, revision)?);
    }
    analyse_alone(request)
}

fn analyse_alone(mut request: Request<'_>) -> Result<Analysed, Failure> {
    let given = request.db.take();
    let (queries, program) = prepare::prepare(&request, given)?;
    let evaluated = evaluate::evaluate(&request, queries, &program)?;
    Ok(assemble::assemble(request, program, evaluated))
}

/// What is found in the sources as they were where the current branch has grown from a revision, and what that commit is
/// called.
///
/// # Errors
/// If there is no such commit, or its sources cannot be analysed.
fn since(request: &Request<'_>, revision: &str) -> Result<(Baseline, String), Failure> {
    let is_file = request.root.is_file();
    let folder = if is_file { request.root.parent().unwrap_or(Path::new(".")) } else { &request.root };
    let commit = commit::base(folder, revision)?;
    let scratch = scratch()?;
    let mut root = commit::check_out(folder, &commit, scratch.path())?;
    if let Some(file) = request.root.file_name().filter(|_| is_file) {
        root.push(file);
    }
    let named = format!("{revision} ({})", &commit[..commit.len().min(8)]);
    if source::find(&root).files.is_empty() {
        // All of it is new.
        return Ok((Baseline::default(), named));
    }
    let before = analyse_alone(request.of(root)?)?;
    let (log, _) = sarif::render(&before.report, sarif::Limits { results: usize::MAX, steps: 0 });
    Ok((Baseline::of_sarif(&log)?, named))
}
