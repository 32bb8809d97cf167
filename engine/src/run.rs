//! Evaluates [`Compiled`] programs on a database; returns result sets.

use crate::results::{ResultSet, result_sets};
use crate::session::compile::Compiled;
use quarrel_eval::work::Work;
use quarrel_eval::{Edb, EvalError, GivenUp, Options, Outcome, State, Update};

/// The choice of evaluator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Evaluator {
    /// The fast one, for work.
    #[default]
    Fast,
    /// The small one, which is the specification.
    Naive,
}

/// The results of the queries of a program.
#[derive(Debug)]
pub struct Results {
    /// The result sets, in the order of the queries.
    pub sets: Vec<ResultSet>,
    /// The queries without result sets, because they ran out of time.
    pub given_up: Vec<GivenUp>,
}

/// Evaluates a compiled program.
///
/// # Errors
/// If a limit is reached or the database cannot be read.
pub fn run_queries(
    compiled: &Compiled,
    edb: &dyn Edb,
    options: &Options,
    evaluator: Evaluator,
) -> Result<Results, EvalError> {
    let outcome = match evaluator {
        Evaluator::Fast => quarrel_eval::evaluate(compiled.stratified(), edb, options)?,
        Evaluator::Naive => quarrel_eval::naive::evaluate(compiled.stratified(), edb, options)?,
    };
    results(compiled, outcome)
}

/// Runs a program whose queries have no time limits of their own; returns all result sets, in the order of the queries.
///
/// # Errors
/// Those of [`run_queries`].
pub fn run(
    compiled: &Compiled,
    edb: &dyn Edb,
    options: &Options,
    evaluator: Evaluator,
) -> Result<Vec<ResultSet>, EvalError> {
    run_queries(compiled, edb, options, evaluator).map(|results| results.sets)
}

/// Runs a program with the fast evaluator; also returns the cost of each computed stratum, even if there is no result,
/// and the plans if requested.
pub fn run_profiled(
    compiled: &Compiled,
    edb: &dyn Edb,
    options: &Options,
    plans: bool,
) -> (Result<Results, EvalError>, Work) {
    let (outcome, work) = quarrel_eval::evaluate_observed(compiled.stratified(), edb, options, plans);
    (outcome.and_then(|outcome| results(compiled, outcome)), work)
}

/// Runs a program so that a later call can go on from the returned state, and goes on from that of an earlier call, if
/// given ([`Update`]).
///
/// # Errors
/// If a limit is reached or the database cannot be read.
pub fn run_updating(
    compiled: &Compiled,
    edb: &dyn Edb,
    options: &Options,
    update: Option<Update<'_>>,
) -> Result<(Results, State), EvalError> {
    let (outcome, state) = quarrel_eval::evaluate_updating(compiled.stratified(), edb, options, update)?;
    Ok((results(compiled, outcome)?, state))
}

fn results(compiled: &Compiled, outcome: Outcome<'_>) -> Result<Results, EvalError> {
    let sets = result_sets(compiled.stratified().program(), &outcome)?;
    Ok(Results { sets, given_up: outcome.given_up })
}
