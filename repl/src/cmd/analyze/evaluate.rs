//! What the queries find: [`Queries`] and the [`Program`] flow in; what was [`Evaluated`], rows, flows out. Sources that
//! are too large for an analysis get a coarser one, or none, and a note that says so.

use super::prepare::{Queries, WHOLE_PROGRAM_PACKS, compile_aloud};
use super::program::Program;
use super::request::Request;
use crate::args::{Sensitivity, When};
use quarrel_console::Failure;
use quarrel_driver::{Evaluation, evaluate_keeping, setup};
use quarrel_engine::{Compiled, Edb, GivenUp, Query, ResultSet, StratumRows};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most calls with which the packs for whole programs run by default; they take a minute and two gigabytes then. A
/// limit of calls and not of time, so that equal sources have equal findings.
const MOST_CALLS: u64 = 150_000;
/// The beginning of the names of predicates of the points-to analysis.
const OBJECTS: &str = "PointsToAnalysis";

/// The results of the evaluation.
pub(super) struct Evaluated {
    /// The queries.
    pub compiled: Arc<Compiled>,
    /// The results.
    pub sets: Vec<ResultSet>,
    /// The queries that did not finish.
    pub given_up: Vec<GivenUp>,
    /// Messages about parts that did not run.
    pub notes: Vec<String>,
    /// The time.
    pub time: Duration,
}

/// Evaluates the queries.
///
/// # Errors
/// If a limit is reached or the database cannot be read.
pub(super) fn evaluate(
    request: &Request<'_>,
    queries: Queries,
    program: &Program,
) -> Result<Evaluated, Failure> {
    let Queries { mut compiled, whole_program, .. } = queries;
    let (args, calls) = (request.args, program.extracted.calls);
    let is_auto = request.whole_program == When::Auto;
    let mut notes = Vec::new();
    if request.by_default && is_auto && calls > MOST_CALLS {
        notes.push(format!(
            "The packs {} did not run: they take minutes and gigabytes on {calls} calls, and run by default on at most \
             {MOST_CALLS}. --whole-program always runs them.",
            WHOLE_PROGRAM_PACKS.join(" and "),
        ));
        compiled = compiled
            .without(|query| whole_program.contains(&query.file))
            .map_err(|error| Failure::new(format!("this is a bug in quarrel: {error:?}")))?
            .into();
    }
    let started = Instant::now();
    let how = Evaluation {
        threads: args.threads,
        bounds: args.limits.bounds(),
        per_query: args.asked.query_limits.timeout_per_query,
        profile: args.profile,
        quiet: args.quiet,
        last: request.again.map(|again| &again.last),
        ..Evaluation::default()
    };
    let is_chosen = request.sensitivity.is_some() || request.config.models.contains_key(setup::SENSITIVITY);
    let is_bounded = is_auto && !is_chosen && compiled.queries.iter().any(is_whole_program);
    let mut rows = is_bounded.then(|| most_rows(calls));
    let results = loop {
        let how = Evaluation { stratum_rows: rows.take(), ..how };
        let db = || Ok((program.db(request)? as &dyn Edb, &program.extracted));
        if let Some(results) = evaluate_keeping(&compiled, &how, program.kept.as_ref(), db)? {
            break results;
        }
        notes.push(
            "The points-to analysis ran without contexts: with receivers as contexts it would take minutes and \
             gigabytes on these sources. --sensitivity 1-object does it."
                .to_owned(),
        );
        compiled = compile_aloud(request, program.catalog()?, Some(Sensitivity::Insensitive))?.compiled;
    };
    let (sets, given_up) = (results.sets, results.given_up);
    Ok(Evaluated { compiled, sets, given_up, notes, time: started.elapsed() })
}

/// The limit of rows of the points-to analysis in sources with so many calls; beyond it, the analysis runs again without
/// contexts.
///
/// Most sources stay below it (measured: 5,000 calls 40,000 rows, 60,000 calls 1.4 million, 90,000 calls 5.6 million,
/// 99,000 calls less than 20 million); programs that pass all values through a few methods, such as databases, need twenty
/// times as many. A limit of rows and not of time, so that equal sources have equal findings.
fn most_rows(calls: u64) -> StratumRows {
    let rows = 200_000 + 40 * calls + calls.saturating_pow(3) / 50_000_000;
    StratumRows { rows: rows.min(30_000_000), prefix: OBJECTS }
}

/// Whether `query` belongs to a pack for whole programs.
fn is_whole_program(query: &Query) -> bool {
    let of_pack = |name: &str| WHOLE_PROGRAM_PACKS.iter().any(|pack| name == format!("quarrel/{pack}"));
    query.pack.as_ref().is_some_and(|pack| of_pack(&pack.name))
}
