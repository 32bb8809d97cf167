//! Builds what pipelines need before they run: indexes of the relations that their steps read, and graphs of the
//! relations that they follow.
//!
//! So nothing large has to be built while pipelines run on many threads: no thread waits for a lock, and no order is
//! sorted twice.

use super::{Ctx, atom, path};
use crate::index::{Index, Indexed, SMALL, order};
use crate::limits::{Pace, Stop};
use crate::plan::show::nested;
use crate::plan::{Match, Op, Pipeline, Version};
use quarrel_datalog::PredId;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::sync::Arc;

/// Something to build before pipelines run.
pub enum Wish {
    /// An index with these columns.
    Index {
        /// The rows.
        part: Arc<Indexed>,
        /// The columns, in order.
        cols: Vec<usize>,
        /// Whether rows are looked up in it, not only scanned.
        keyed: bool,
        /// Whether a wider index that starts with these columns serves as well.
        wider_serves: bool,
    },
    /// The directory of an existing index.
    Directory(Arc<Index>),
    /// A version of a relation as a graph.
    Graph(PredId, Version),
}

/// Identifies equal wishes. Addresses are those of the objects that the wishes hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WishKey {
    /// The relation and the columns.
    Index(usize, Vec<usize>),
    /// The index.
    Directory(usize),
    /// The relation and the version.
    Graph(PredId, Version),
}

impl Wish {
    /// Its key.
    pub fn key(&self) -> WishKey {
        match self {
            Wish::Index { part, cols, .. } => WishKey::Index(Arc::as_ptr(part).addr(), cols.clone()),
            Wish::Directory(index) => WishKey::Directory(Arc::as_ptr(index).addr()),
            Wish::Graph(pred, version) => WishKey::Graph(*pred, *version),
        }
    }

    /// Builds it unless present. The caller holds no lock.
    fn build(&self, ctx: Ctx<'_>) -> Result<(), Stop> {
        match self {
            Wish::Index { part, cols, keyed, .. } => {
                let index = part.prepare(cols, Pace::all(ctx.meter))?;
                if *keyed {
                    index.directory();
                }
            }
            Wish::Directory(index) => {
                index.directory();
            }
            Wish::Graph(pred, version) => {
                ctx.relations.graph(*pred, *version, ctx.meter)?;
            }
        }
        Ok(())
    }

    /// Whether the product of another wish serves this one too.
    fn is_served_by(&self, other: &Wish) -> bool {
        match (self, other) {
            (
                Wish::Index { part, cols, keyed, wider_serves },
                Wish::Index { part: same, cols: wider, keyed: with_directory, .. },
            ) => {
                Arc::ptr_eq(part, same)
                    && (cols == wider || *wider_serves && wider.starts_with(cols))
                    && (*with_directory || !keyed)
            }
            (Wish::Directory(index), Wish::Directory(other)) => Arc::ptr_eq(index, other),
            (Wish::Graph(pred, version), Wish::Graph(other, of_other)) => {
                pred == other && version == of_other
            }
            _ => false,
        }
    }

    /// Wider indexes come first, as they may serve narrower ones; among equal ones those with a directory.
    fn rank(&self) -> (Reverse<usize>, bool) {
        match self {
            Wish::Index { cols, keyed, .. } => (Reverse(cols.len()), !keyed),
            Wish::Directory(_) | Wish::Graph(..) => (Reverse(0), false),
        }
    }
}

/// The missing indexes and graphs of pipelines.
pub fn wishes<'p>(ctx: Ctx<'_>, pipelines: impl IntoIterator<Item = &'p Pipeline>) -> Vec<Wish> {
    let mut all = Vec::new();
    for pipeline in pipelines {
        collect(ctx, pipeline, &mut all);
    }
    all.sort_by_key(Wish::rank);
    let mut chosen: Vec<Wish> = Vec::new();
    for wish in all {
        if !chosen.iter().any(|other| wish.is_served_by(other)) {
            chosen.push(wish);
        }
    }
    chosen
}

/// Builds them in parallel. The caller holds no lock.
///
/// # Errors
/// If a limit is reached.
pub fn build(ctx: Ctx<'_>, wishes: &[Wish]) -> Result<(), Stop> {
    wishes.par_iter().try_for_each(|wish| wish.build(ctx))
}

/// How an index is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lookup {
    /// All rows are read.
    Scan,
    /// The rows with a key are read.
    Key,
    /// Tests whether rows with a key exist.
    Test,
}

/// Adds an index of each part, unless it has one or is small.
fn want(
    ctx: Ctx<'_>,
    parts: Vec<Arc<Indexed>>,
    keys: &[usize],
    outs: &[usize],
    lookup: Lookup,
    wanted: &mut Vec<Wish>,
) {
    // A test by one column mostly uses bits rather than a directory.
    let keyed = !ctx.reads_few && (lookup == Lookup::Key || lookup == Lookup::Test && keys.len() > 1);
    let is_test = lookup == Lookup::Test && outs.is_empty();
    for part in parts {
        if part.len() < SMALL {
            continue;
        }
        let found = if is_test { part.find_for_test(keys) } else { part.find(keys, outs) };
        match found {
            Some(index) if !keyed || index.has_directory() => {}
            Some(index) => wanted.push(Wish::Directory(index)),
            None => wanted.push(Wish::Index {
                cols: order(keys, outs),
                keyed,
                wider_serves: is_test || part.include_key(keys, outs),
                part,
            }),
        }
    }
}

/// Adds the needs of a pipeline's steps as far as they are known to be reached; returns whether its end is.
fn collect(ctx: Ctx<'_>, pipeline: &Pipeline, wanted: &mut Vec<Wish>) -> bool {
    for step in &pipeline.steps {
        match &step.op {
            Op::Atom { pred, version, keys, outs, same, kind } => {
                let parts = ctx.relations.parts(*pred, *version);
                if parts.is_empty() && *kind != Match::Anti {
                    return false;
                }
                // The incoming rows determine the order of such a test; mostly the relation's own serves.
                let is_test = *kind != Match::Join && keys.len() > 1 && *version == Version::Full;
                if is_test && parts.len() == 1 && same.is_empty() {
                    continue;
                }
                let (key_cols, out_cols) = atom::columns(keys, outs, same);
                let lookup = match kind {
                    Match::Join if keys.is_empty() => Lookup::Scan,
                    Match::Join => Lookup::Key,
                    Match::Semi | Match::Anti => Lookup::Test,
                };
                want(ctx, parts, &key_cols, &out_cols, lookup, wanted);
            }
            Op::Meet { sides } => {
                for side in sides {
                    let parts = ctx.relations.parts(side.pred, side.version);
                    if parts.is_empty() {
                        return false;
                    }
                    let (key_cols, out_cols) = atom::columns(&side.keys, &[side.out], &[]);
                    want(ctx, parts, &key_cols, &out_cols, Lookup::Key, wanted);
                }
            }
            Op::Closure { step, version, from, few: true, .. } => {
                let (keys, outs) = path::columns(from.is_some());
                let lookup = if keys.is_empty() { Lookup::Scan } else { Lookup::Key };
                want(ctx, ctx.relations.parts(*step, *version), &keys, &outs, lookup, wanted);
            }
            Op::Closure { step, version, .. } => wanted.push(Wish::Graph(*step, *version)),
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
