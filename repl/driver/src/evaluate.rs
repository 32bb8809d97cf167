//! Evaluates programs on databases, within the limits of a command.

use crate::kept::{Kept, Outcome};
use crate::last::Last;
use crate::limits::{AtWork, Bounds, bounds_of_command};
use crate::profile;
use quarrel_console::terminal::color_on_stderr;
use quarrel_console::{Failure, note, note_styled};
use quarrel_engine::{
    Compiled, Edb, EvalError, EvalErrorKind, Evaluator, Limits, Options, ResultSet, Results, Stop,
    StratumRows, Work, diag, run_profiled, run_queries,
};
use quarrel_extractor::Report;
use std::time::Duration;

/// The failure of an evaluation that was not finished.
pub fn eval_failure(error: EvalError) -> Failure {
    let failure = Failure::new(format!("the evaluation was not finished: {error}"));
    match error.kind {
        EvalErrorKind::Stopped(Stop::Time(_)) => {
            failure.help("--timeout sets the limit; --profile shows what takes long")
        }
        EvalErrorKind::Stopped(Stop::Memory(_)) => failure.help("--memory-limit sets the limit"),
        _ => failure,
    }
}

/// Runs `work` in a pool of `threads` threads; on all cores if `None`.
///
/// # Errors
/// If the threads cannot be started, or what `work` returns.
pub fn in_pool<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .stack_size(64 << 20)
        .build()
        .map_err(|error| Failure::new(format!("cannot start threads: {error}")))?
        .install(work)
}

/// Options of an evaluation.
#[derive(Clone, Copy, Default, Debug)]
pub struct Evaluation<'a> {
    /// The number of threads; all cores if `None`.
    pub threads: Option<usize>,
    /// The limits of the command.
    pub bounds: Bounds,
    /// The time limit of each query.
    pub per_query: Option<Duration>,
    /// Whether to print a profile on standard error.
    pub profile: bool,
    /// Whether to show no progress.
    pub quiet: bool,
    /// The limit of rows in a stratum.
    pub stratum_rows: Option<StratumRows>,
    /// What to go on from, and to keep for the next evaluation.
    pub last: Option<&'a Last>,
}

impl Evaluation<'_> {
    /// The limits of the evaluator.
    fn limits(&self, at_work: &AtWork) -> Limits {
        Limits { stratum_rows: self.stratum_rows, ..at_work.limits() }
    }
}

/// Runs a compiled program on `threads` threads within the limits of the command, without output.
///
/// # Errors
/// If the evaluation cannot be finished.
pub fn evaluate(
    compiled: &Compiled,
    edb: &dyn Edb,
    threads: Option<usize>,
) -> Result<Vec<ResultSet>, Failure> {
    let how = Evaluation { threads, bounds: bounds_of_command(), ..Evaluation::default() };
    Ok(evaluate_within(compiled, edb, &how)?.sets)
}

/// Runs a compiled program. Ctrl-C stops it, and a terminal shows the current predicate.
///
/// # Errors
/// If the evaluation cannot be finished.
pub fn evaluate_within(compiled: &Compiled, edb: &dyn Edb, how: &Evaluation<'_>) -> Result<Results, Failure> {
    let mut results = attempt(compiled, edb, how, false)?.map_err(eval_failure)?;
    report_unmatched_rows(compiled, &mut results.sets);
    Ok(results)
}

/// Runs a compiled program on what `program` gives, as [`evaluate_within`] does; takes what an earlier run kept if it can,
/// and keeps what it finds for later ones. `None` if predicates that depend on each other come to more rows together than
/// `how.stratum_rows` allows.
///
/// # Errors
/// If the evaluation cannot be finished for another reason.
pub fn evaluate_keeping<'a>(
    compiled: &Compiled,
    how: &Evaluation<'_>,
    kept: Option<&Kept>,
    program: impl FnOnce() -> Result<(&'a dyn Edb, &'a Report), Failure>,
) -> Result<Option<Results>, Failure> {
    // Whoever asks what an evaluation costs wants it to take place.
    let kept = kept.filter(|_| !how.profile);
    let kept = kept.map(|kept| (kept, kept.program(compiled, how.stratum_rows)));
    let known = kept.as_ref().and_then(|(kept, key)| kept.outcome(key));
    let mut results = match known {
        Some(Outcome::TooManyRows) => None,
        Some(Outcome::Results(sets)) => Some(Results { sets, given_up: Vec::new() }),
        None => {
            let (edb, extracted) = program()?;
            let is_update = extracted.keeps_ids && how.last.is_some_and(Last::is_there);
            let results = match attempt(compiled, edb, how, extracted.keeps_ids)? {
                Err(error) if matches!(error.kind, EvalErrorKind::Stopped(Stop::StratumRows(_))) => None,
                results => Some(results.map_err(eval_failure)?),
            };
            // What an update finds, the next one finds as quickly.
            if let Some((kept, key)) = kept.as_ref().filter(|_| !is_update) {
                kept.put(extracted, key, results.as_ref());
            }
            results
        }
    };
    if let Some(results) = &mut results {
        report_unmatched_rows(compiled, &mut results.sets);
    }
    Ok(results)
}

fn attempt(
    compiled: &Compiled,
    edb: &dyn Edb,
    how: &Evaluation<'_>,
    keeps_ids: bool,
) -> Result<Result<Results, EvalError>, Failure> {
    if how.profile {
        let (results, work) = profiled(compiled, edb, how)?;
        // The profile shows which predicates reached the limit.
        note_styled(&profile::render(compiled, &work));
        return Ok(results);
    }
    let begin = if how.quiet { AtWork::silent } else { AtWork::begin };
    let at_work = begin(&how.bounds).per_query(how.per_query);
    let progress = if how.quiet { None } else { at_work.progress(ids(compiled)) };
    let options = Options { limits: how.limits(&at_work), progress, ..Options::default() };
    let results = in_pool(how.threads, || {
        Ok(match how.last {
            Some(last) => last.evaluate(compiled, edb, keeps_ids, &options),
            None => run_queries(compiled, edb, &options, Evaluator::Fast),
        })
    })?;
    drop(at_work);
    Ok(results)
}

/// The ids of the queries; empty for those without an id.
fn ids(compiled: &Compiled) -> Vec<String> {
    compiled.queries.iter().map(|query| query.metadata.get("id").unwrap_or_default().to_owned()).collect()
}

/// Reports rows of data extensions that match nothing, and takes the result sets away that say so.
fn report_unmatched_rows(compiled: &Compiled, sets: &mut Vec<ResultSet>) {
    let unmatched = compiled.take_unmatched_rows(sets);
    let text = diag::render(&unmatched.diagnostics, compiled.sources(), color_on_stderr());
    if !text.is_empty() {
        note_styled(text.trim_end());
    }
    if unmatched.more > 0 {
        note(&format!("{} more rows match nothing", unmatched.more));
    }
}

/// As [`evaluate_within`], also returns the work and the plans, if a limit ended the evaluation those so far.
///
/// # Errors
/// If the evaluation cannot be started; if it cannot be finished, where the results would be.
pub fn observe(
    compiled: &Compiled,
    edb: &dyn Edb,
    how: &Evaluation<'_>,
) -> Result<(Result<Results, Failure>, Work), Failure> {
    let (mut results, work) = profiled(compiled, edb, how)?;
    if let Ok(results) = &mut results {
        report_unmatched_rows(compiled, &mut results.sets);
    }
    Ok((results.map_err(eval_failure), work))
}

fn profiled(
    compiled: &Compiled,
    edb: &dyn Edb,
    how: &Evaluation<'_>,
) -> Result<(Result<Results, EvalError>, Work), Failure> {
    let at_work = AtWork::begin(&how.bounds).per_query(how.per_query);
    let progress = at_work.progress(ids(compiled));
    let options = Options { limits: how.limits(&at_work), progress, ..Options::default() };
    let results = in_pool(how.threads, || Ok(run_profiled(compiled, edb, &options, true)))?;
    drop(at_work);
    Ok(results)
}
