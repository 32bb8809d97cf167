//! INPUT: any program.
//! OUTPUT: an equivalent one, with empty definitions for predicates that no output depends on.
//! HOW: reachability from the outputs and the predicates that show their columns.

use super::binding::Reach;
use crate::{Def, PredId, Program};

/// What must be computed: outputs, and the predicates that show their columns.
pub fn roots(program: &Program) -> impl Iterator<Item = PredId> + '_ {
    program.outputs.iter().flat_map(|output| {
        let shows = output.columns.iter().flat_map(|column| [column.text, column.location]).flatten();
        std::iter::once(output.pred).chain(shows)
    })
}

/// Runs the pass.
pub fn run(program: &mut Program) {
    let live = Reach::new(program).closure(roots(program));
    for pred in program.preds.ids() {
        if !live.contains(&pred) {
            program.preds[pred].def = Def::Rules(Vec::new());
        }
    }
}
