//! Finds recursion that never starts: predicates that depend on each other and whose rules all need one of them
//! (language.md section 9).

use crate::strata::recursive_components;
use crate::{Body, Def, LiteralKind, PredId, Program};
use rustc_hash::FxHashSet;

/// Groups of predicates that are empty whatever other predicates hold, because each of their rules needs a row of one
/// of them. Predicates that are `open` may get more rules, so they never count as empty.
pub fn empty_recursion(program: &Program, open: impl Fn(PredId) -> bool) -> Vec<Vec<PredId>> {
    let mut groups = recursive_components(program);
    groups.retain_mut(|group| {
        let mut empty: FxHashSet<PredId> = group.iter().copied().filter(|pred| !open(*pred)).collect();
        loop {
            let before = empty.len();
            for pred in &*group {
                if let Def::Rules(rules) = &program.preds[*pred].def
                    && rules.iter().any(|rule| may_hold(&rule.body, &empty))
                {
                    empty.remove(pred);
                }
            }
            if empty.len() == before {
                break;
            }
        }
        group.retain(|pred| empty.contains(pred));
        // A predicate that needs an empty one is not a mistake of its own.
        !group.is_empty() && group.iter().all(|pred| mentions_any(program, *pred, &empty))
    });
    groups
}

fn mentions_any(program: &Program, pred: PredId, wanted: &FxHashSet<PredId>) -> bool {
    let mut found = false;
    crate::walk::mentions(&program.preds[pred], &mut |mention| found |= wanted.contains(&mention.pred));
    found
}

/// Whether the body may hold if these predicates are empty and all others hold everywhere.
fn may_hold(body: &Body, empty: &FxHashSet<PredId>) -> bool {
    body.literals.iter().all(|literal| match &literal.kind {
        LiteralKind::Atom(atom) => !empty.contains(&atom.pred),
        LiteralKind::Closure { step, reflexive, .. } => *reflexive || !empty.contains(step),
        LiteralKind::Or(bodies) => bodies.iter().any(|body| may_hold(body, empty)),
        LiteralKind::Not(_)
        | LiteralKind::Aggregate(_)
        | LiteralKind::Compare(..)
        | LiteralKind::Builtin(..)
        | LiteralKind::Construct { .. } => true,
    })
}
