//! Evaluations that go on from earlier ones.

use quarrel_datalog::Stratified;
use quarrel_eval::{Edb, EvalError, Options, Outcome, State, Update, evaluate_updating};

/// Evaluates a program, on from the state of an earlier evaluation if there is one. Strata that read less than `few` rows
/// are computed anew.
pub fn updated<'db>(
    program: &Stratified,
    db: &'db dyn Edb,
    options: &Options,
    few: usize,
    earlier: Option<&State>,
) -> Result<(Outcome<'db>, State), EvalError> {
    let update = earlier.map(|state| Update { few, part: 0, ..Update::new(state) });
    evaluate_updating(program, db, options, update)
}
