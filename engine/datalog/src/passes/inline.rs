//! INPUT: any program.
//! OUTPUT: an equivalent one without calls of predicates that only look something up: one rule of at most one proper
//! atom beside type checks and equations with constants, or a range of very many numbers. `pragma[inline]` predicates
//! are inlined unless recursive; `pragma[noinline]` predicates are not.
//! HOW: as in the specialise pass, callees first. A predicate whose body has become too large by inlining is not
//! inlined itself.

use super::binding::Reach;
use super::specialise::inline_calls;
use crate::{BuiltinOp, Comparison, Const, Def, Inline, LiteralKind, Pred, PredId, Program, Rule, Term};
use std::collections::BTreeSet;

/// Runs the pass.
pub fn run(program: &mut Program) {
    let reach = Reach::new(program);
    let wanted: BTreeSet<PredId> = program
        .preds
        .iter_ids()
        .filter(|(id, pred)| is_wanted(pred) && !reach.is_recursive(*id))
        .map(|(id, _)| id)
        .collect();
    // Of a chain of lookups only the last link is inlined, or bodies would grow with the chain.
    let chained: BTreeSet<PredId> = wanted
        .iter()
        .copied()
        .filter(|id| {
            program.preds[*id].inline != Inline::Always
                && reach.direct(*id).iter().any(|callee| wanted.contains(callee))
        })
        .collect();
    inline_calls(program, &reach, &wanted.difference(&chained).copied().collect());
}

fn is_wanted(pred: &Pred) -> bool {
    let Def::Rules(rules) = &pred.def else {
        return false;
    };
    match (pred.inline, rules.as_slice()) {
        (Inline::Never, _) | (_, []) => false,
        (Inline::Always, rules) => rules.len() <= 4,
        // Unary predicates are types: checks against one relation are cheaper than their definitions.
        (Inline::Auto, [rule]) => is_wide_range(rule) || pred.columns.len() > 1 && is_lookup(rule),
        (Inline::Auto, _) => false,
    }
}

/// Whether a rule enumerates a range of very many numbers: its callers may have a few to compare.
fn is_wide_range(rule: &Rule) -> bool {
    const WIDE: i64 = 1 << 16;
    rule.body.literals.len() <= LOOKUP
        && rule.body.literals.iter().any(|literal| match &literal.kind {
            LiteralKind::Builtin(BuiltinOp::IntRange, args) => match args.as_slice() {
                [Term::Const(Const::Int(low)), Term::Const(Const::Int(high)), Term::Var(_)] => {
                    i64::from(*high) - i64::from(*low) > WIDE
                }
                _ => false,
            },
            _ => false,
        })
}

/// The most literals of a lookup rule.
pub(super) const LOOKUP: usize = 4;

/// Whether a rule only looks something up.
pub(super) fn is_lookup(rule: &Rule) -> bool {
    let mut atoms = 0;
    rule.head.iter().all(|term| matches!(term, Term::Var(_)))
        && rule.body.literals.len() <= LOOKUP
        && rule.body.literals.iter().all(|literal| match &literal.kind {
            LiteralKind::Atom(atom) => {
                atoms += usize::from(atom.args.len() > 1);
                atoms <= 1
            }
            LiteralKind::Compare(Comparison::Eq, _, Term::Const(_), _)
            | LiteralKind::Compare(Comparison::Eq, _, _, Term::Const(_)) => true,
            _ => false,
        })
}
