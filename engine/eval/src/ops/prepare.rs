//! What pipelines look rows up in, built before they run: indexes of the relations that their steps read, and graphs of
//! the relations that they follow. Plans flow in; afterwards the relations have the indexes.
//!
//! While pipelines run on many threads nothing large has to be built, so nobody waits for a lock, and two that want
//! the same order do not sort it twice.

use super::{Ctx, atom, path};
use crate::index::{Indexed, order};
use crate::limits::{Pace, Stop};
use crate::plan::show::nested;
use crate::plan::{Match, Op, Pipeline, Version};
use quarrel_datalog::PredId;
use rayon::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Relations with fewer rows than this are sorted faster than it takes to plan it.
const SMALL: usize = 1 << 12;

/// What has to be built, and the number of who wants it.
#[derive(Default)]
struct Wanted {
    who: usize,
    indexes: Vec<(Arc<Indexed>, Vec<usize>, usize)>,
    graphs: Vec<(PredId, usize)>,
}

impl Wanted {
    /// An index of each part, unless it has one or is small.
    fn want(&mut self, parts: Vec<Arc<Indexed>>, keys: &[usize], outs: &[usize]) {
        let cols = order(keys, outs);
        for part in parts {
            part.settle();
            if part.len() >= SMALL && part.find(keys, outs).is_none() {
                self.indexes.push((part, cols.clone(), self.who));
            }
        }
    }
}

/// Builds what pipelines want, which come with a number of their owner. Gives how long it took, by the number of the
/// first owner that wanted it. The caller holds no lock, and no pipeline runs.
///
/// # Errors
/// If a limit is reached.
pub fn prepare<'p>(
    ctx: Ctx<'_>,
    pipelines: impl IntoIterator<Item = (usize, &'p Pipeline)>,
) -> Result<Vec<(usize, Duration)>, Stop> {
    let mut wanted = Wanted::default();
    for (who, pipeline) in pipelines {
        wanted.who = who;
        collect(ctx, pipeline, &mut wanted);
    }
    // Longer orders first: one that begins with a shorter one serves for both.
    wanted.indexes.sort_by_key(|(_, cols, _)| std::cmp::Reverse(cols.len()));
    let mut chosen: Vec<(Arc<Indexed>, Vec<usize>, usize)> = Vec::new();
    for (part, cols, who) in wanted.indexes {
        let is_there = |(other, have, _): &(Arc<Indexed>, Vec<usize>, usize)| {
            Arc::ptr_eq(other, &part) && have.starts_with(&cols)
        };
        if !chosen.iter().any(is_there) {
            chosen.push((part, cols, who));
        }
    }
    wanted.graphs.sort_unstable();
    wanted.graphs.dedup_by_key(|(pred, _)| *pred);
    let pace = Pace::all(ctx.meter);
    let (indexes, graphs) = rayon::join(
        || timed(&chosen, |(part, cols, who)| part.prepare(cols, pace).map(|_| *who)),
        || timed(&wanted.graphs, |(pred, who)| ctx.relations.graph(*pred, ctx.meter).map(|_| *who)),
    );
    let mut times = indexes?;
    times.extend(graphs?);
    Ok(times)
}

/// Does all, side by side; gives how long each took, by what it gives.
fn timed<T: Sync>(
    all: &[T],
    work: impl Fn(&T) -> Result<usize, Stop> + Sync,
) -> Result<Vec<(usize, Duration)>, Stop> {
    let one = |item: &T| {
        let started = Instant::now();
        work(item).map(|who| (who, started.elapsed()))
    };
    all.par_iter().map(one).collect()
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
                wanted.want(parts, &key_cols, &out_cols);
            }
            Op::Meet { sides } => {
                for side in sides {
                    let parts = ctx.relations.parts(side.pred, side.version);
                    if parts.is_empty() {
                        return false;
                    }
                    let (key_cols, out_cols) = atom::columns(&side.keys, &[side.out], &[]);
                    wanted.want(parts, &key_cols, &out_cols);
                }
            }
            Op::Closure { step, from, few: true, .. } => {
                let (keys, outs) = path::columns(from.is_some());
                wanted.want(ctx.relations.parts(*step, Version::Full), &keys, &outs);
            }
            Op::Closure { step, .. } => wanted.graphs.push((*step, wanted.who)),
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
