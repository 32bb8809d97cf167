//! Cycles of joins. A join that adds one new value and the tests of that value by other predicates become one step: for
//! each binding, the values of the side that has fewest are looked up in the others. A join alone may produce far more
//! rows than the tests leave, as on a triangle `r(a, b), s(b, c), t(a, c)`; this step reads no more than the smallest
//! side, which satisfies the bound of worst-case optimal joins (Ngo, Porat, Ré, Rudra, PODS 2012).

use super::{Match, Op, Operand, Side, Statistics, Step};
use std::sync::Arc;

/// The values of a binding that the planner must expect at least: a single one is tested as fast alone. A low bound,
/// since a mean says nothing about the few bindings that have most.
const MANY: f64 = 1.5;

/// Fuses such joins and tests in a list of steps that starts from so many columns and rows.
pub fn fuse(stats: &dyn Statistics, steps: Vec<Step>, width: usize, rows: f64) -> Vec<Step> {
    let mut out: Vec<Step> = Vec::with_capacity(steps.len());
    for step in steps {
        // The step before the last one.
        let before = out.len().checked_sub(2).map(|at| &out[at]);
        let (width, rows) = before.map_or((width, rows), |step| (step.keep.len(), step.estimate));
        let fused = out.last().and_then(|join| meet(stats, join, &step, width, rows));
        match (fused, out.last_mut()) {
            (Some(fused), Some(last)) => *last = fused,
            _ => out.push(step),
        }
    }
    out
}

/// Fuses a join with the test after it; `None` if they do not fit. `width` and `rows` are those before the join.
fn meet(stats: &dyn Statistics, join: &Step, test: &Step, width: usize, rows: f64) -> Option<Step> {
    let Op::Atom { pred, version, keys, same, kind: Match::Semi, .. } = &test.op else {
        return None;
    };
    if join.breaker || join.dedup || !same.is_empty() {
        return None;
    }
    let mut sides = match &join.op {
        Op::Atom { pred, version, keys, outs, same, kind: Match::Join }
            if !keys.is_empty() && same.is_empty() && join.estimate > rows * MANY =>
        {
            let [out] = outs.as_slice() else { return None };
            vec![Side { pred: *pred, version: *version, keys: keys.clone(), out: *out }]
        }
        Op::Meet { sides } => sides.clone(),
        _ => return None,
    };
    // The new value among the columns after the join, and the test's columns as they were before it.
    let new = join.keep.iter().position(|&at| at == width)?;
    let (of_new, known): (Vec<_>, Vec<_>) = keys.iter().partition(|(_, key)| *key == Operand::Slot(new));
    let [(out, _)] = of_new.as_slice() else { return None };
    let earlier = |key: Operand| match key {
        Operand::Slot(slot) => Operand::Slot(join.keep[slot]),
        Operand::Const(_) => key,
    };
    let known: Vec<(usize, Operand)> = known.into_iter().map(|(col, key)| (col, earlier(key))).collect();
    let known_cols: Vec<usize> = known.iter().map(|(col, _)| *col).collect();
    // The test alone can use any column order; this one may have to be built.
    let is_cheap = stats.is_in_order(*pred, *version, &known_cols, &[*out])
        || join.estimate > stats.rows(*pred, *version);
    if known.is_empty() || !is_cheap {
        return None;
    }
    sides.push(Side { pred: *pred, version: *version, keys: known, out: *out });
    Some(Step {
        op: Op::Meet { sides },
        keep: test.keep.iter().map(|&at| join.keep[at]).collect(),
        dedup: test.dedup,
        breaker: test.breaker,
        estimate: test.estimate,
        tally: Arc::default(),
    })
}
