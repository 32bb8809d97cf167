//! Recursion that never starts: predicates that depend on each other and have no rule that gets along without them
//! (language.md section 9). A program flows in, such groups of predicates flow out.

use crate::strata::recursive_components;
use crate::{Body, Def, LiteralKind, PredId, Program};
use rustc_hash::FxHashSet;

/// Groups of predicates that are empty whatever the other predicates hold of, because each of their rules wants rows of
/// one of them. `open` says of predicates that more rules may be added to, which are never taken for empty.
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
        // What depends on an empty predicate of its group is no mistake of its own.
        !group.is_empty() && group.iter().all(|pred| mentions_any(program, *pred, &empty))
    });
    groups
}

fn mentions_any(program: &Program, pred: PredId, wanted: &FxHashSet<PredId>) -> bool {
    let mut found = false;
    crate::walk::mentions(&program.preds[pred], &mut |mention| found |= wanted.contains(&mention.pred));
    found
}

/// Whether the body may hold if these predicates are empty and all others hold of anything.
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
