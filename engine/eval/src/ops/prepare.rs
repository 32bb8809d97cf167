//! What pipelines look rows up in, built before they run: indexes of the relations that their steps read, and graphs of
//! the relations that they follow. Plans flow in; afterwards the relations have the indexes.
//!
//! While pipelines run on many threads nothing large has to be built, so nobody waits for a lock, and two that want
//! the same order do not sort it twice.

use super::{Ctx, atom};
use crate::index::{Indexed, order};
use crate::limits::{Pace, Stop};
use crate::plan::show::nested;
use crate::plan::{Match, Op, Pipeline, Version};
use quarrel_datalog::PredId;
use rayon::prelude::*;
use std::sync::Arc;

/// Relations with fewer rows than this are sorted faster than it takes to plan it.
const SMALL: usize = 1 << 12;

/// What has to be built.
#[derive(Default)]
struct Wanted {
    indexes: Vec<(Arc<Indexed>, Vec<usize>)>,
    graphs: Vec<PredId>,
}

/// Builds what the pipelines of one stratum or round want. The caller holds no lock.
///
/// # Errors
/// If a limit is reached.
pub fn prepare<'p>(ctx: Ctx<'_>, pipelines: impl IntoIterator<Item = &'p Pipeline>) -> Result<(), Stop> {
    let mut wanted = Wanted::default();
    for pipeline in pipelines {
        collect(ctx, pipeline, &mut wanted);
    }
    // Longer orders first: one that begins with a shorter one serves for both.
    wanted.indexes.sort_by_key(|(_, cols)| std::cmp::Reverse(cols.len()));
    let mut chosen: Vec<(Arc<Indexed>, Vec<usize>)> = Vec::new();
    for (part, cols) in wanted.indexes {
        let is_there =
            |(other, have): &(Arc<Indexed>, Vec<usize>)| Arc::ptr_eq(other, &part) && have.starts_with(&cols);
        if !chosen.iter().any(is_there) {
            chosen.push((part, cols));
        }
    }
    wanted.graphs.sort_unstable();
    wanted.graphs.dedup();
    let pace = Pace::all(ctx.meter);
    let (indexes, graphs) = rayon::join(
        || chosen.par_iter().try_for_each(|(part, cols)| part.prepare(cols, pace).map(|_| ())),
        || wanted.graphs.par_iter().try_for_each(|pred| ctx.relations.graph(*pred, ctx.meter).map(|_| ())),
    );
    indexes.and(graphs)
}

/// Adds what the steps of a pipeline want that are reached as far as is known; whether its end is.
fn collect(ctx: Ctx<'_>, pipeline: &Pipeline, wanted: &mut Wanted) -> bool {
    for step in &pipeline.steps {
        match &step.op {
            Op::Atom { pred, version, keys, outs, same, kind } => {
                let parts = ctx.relations.parts(*pred, *version);
                if parts.is_empty() && *kind != Match::Anti {
                    return false;
                }
                // The order of such a test is chosen by the rows that come; mostly the relation's own serves.
                let is_test = *kind != Match::Join && keys.len() > 1 && *version == Version::Full;
                if is_test && parts.len() == 1 && same.is_empty() {
                    continue;
                }
                let (key_cols, out_cols) = atom::columns(keys, outs, same);
                let cols = order(&key_cols, &out_cols);
                for part in parts {
                    if part.len() >= SMALL && part.find(&key_cols, &out_cols).is_none() {
                        wanted.indexes.push((part, cols.clone()));
                    }
                }
            }
            Op::Closure { step, .. } => wanted.graphs.push(*step),
            Op::Filter { negated, branches, .. } => {
                let ends: Vec<bool> = branches.iter().map(|branch| collect(ctx, branch, wanted)).collect();
                if !negated && !ends.contains(&true) {
                    return false;
                }
            }
            Op::Union { branches, .. } => {
                let ends: Vec<bool> = branches.iter().map(|branch| collect(ctx, branch, wanted)).collect();
                if !ends.contains(&true) {
                    return false;
                }
            }
            other => nested(other).into_iter().for_each(|body| {
                collect(ctx, body, wanted);
            }),
        }
    }
    true
}
