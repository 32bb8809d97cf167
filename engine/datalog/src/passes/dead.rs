//! INPUT: any program.
//! OUTPUT: the same, with the definitions of predicates that no output depends on emptied.
//! HOW: reachability from the outputs and from what shows their columns.

use super::binding::Reach;
use crate::{Def, PredId, Program};

/// What must be computed: outputs, and what shows their columns.
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
