//! Paths along a complete binary predicate: both ends known, one known, or none.

use super::{Ctx, PIECE, Sink, Values32, combine, operand, retain};
use crate::graph::closure::{Searcher, transitive_closure};
use crate::index::Index;
use crate::limits::Stop;
use crate::plan::{Op, Version};
use crate::relation::Table;
use quarrel_common::never;
use quarrel_datalog::PredId;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Runs the operation.
pub fn run(ctx: Ctx<'_>, op: &Op, keep: &[usize], table: Table, sink: Sink<'_>) -> Result<(), Stop> {
    let Op::Closure { step, version, reflexive, from, to, cycle, few } = op else {
        return never!("a step that is no closure", Ok(()));
    };
    ctx.read(table.len);
    if *few && let Some(start) = from.or(*to) {
        let mut walker = Walker::new(ctx, *step, *version, from.is_some())?;
        if let (Some(from), Some(to)) = (from, to) {
            let (from, to) = (operand(&table, *from), operand(&table, *to));
            let found: Result<Vec<bool>, Stop> = (0..table.len)
                .map(|row| match (from.get(row), to.get(row)) {
                    (from, to) if *reflexive && from == to => Ok(true),
                    (from, to) => walker.reaches(from, to),
                })
                .collect();
            let found = found?;
            let piece = retain(table, keep, ctx.pace(), |_, row| found[row])?;
            return if piece.is_empty() { Ok(()) } else { sink(piece) };
        }
        return ends(ctx, *reflexive, operand(&table, start), keep, &table, sink, |start, each| {
            walker.from(start, each)
        });
    }
    let graph = ctx.relations.graph(*step, *version, ctx.meter)?;
    let (start, forward) = match (from, to) {
        (Some(from), Some(to)) => {
            let (from, to) = (operand(&table, *from), operand(&table, *to));
            let from: Vec<u32> = (0..table.len).map(|row| from.get(row)).collect();
            let to: Vec<u32> = (0..table.len).map(|row| to.get(row)).collect();
            let found = Searcher::new(&graph, ctx.meter).connected(&from, &to)?;
            let is_there = |_: &Table, row: usize| found[row] || *reflexive && from[row] == to[row];
            let piece = retain(table, keep, ctx.pace(), is_there)?;
            return if piece.is_empty() { Ok(()) } else { sink(piece) };
        }
        (Some(from), None) => (operand(&table, *from), true),
        (None, Some(to)) => (operand(&table, *to), false),
        (None, None) => {
            let pairs = transitive_closure(&graph, None, None, ctx.pace())?;
            ctx.read(pairs.len());
            for row in 0..table.len as u32 {
                for (from, to) in pairs.col(0).chunks(PIECE).zip(pairs.col(1).chunks(PIECE)) {
                    ctx.meter.check()?;
                    let fits = |(a, b): &(u32, u32)| !cycle || a == b;
                    let (from, to): (Vec<u32>, Vec<u32>) =
                        from.iter().copied().zip(to.iter().copied()).filter(fits).unzip();
                    if !from.is_empty() {
                        sink(combine(&table, &vec![row; from.len()], vec![from, to], keep))?;
                    }
                }
            }
            return Ok(());
        }
    };
    let mut searcher = Searcher::new(&graph, ctx.meter);
    ends(ctx, *reflexive, start, keep, &table, sink, |start, each| searcher.from(start, forward, each))
}

/// Combines each row with the other ends of the paths from its start; `reach` emits each end once.
fn ends(
    ctx: Ctx<'_>,
    reflexive: bool,
    start: Values32<'_>,
    keep: &[usize],
    table: &Table,
    sink: Sink<'_>,
    mut reach: impl FnMut(u32, &mut dyn FnMut(u32)) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let (mut rows, mut ends) = (Vec::new(), Vec::new());
    let mut last: Option<u32> = None;
    let mut found: Vec<u32> = Vec::new();
    for row in 0..table.len {
        if row % PIECE == 0 {
            ctx.meter.check()?;
        }
        let start = start.get(row);
        if last != Some(start) {
            last = Some(start);
            found.clear();
            if reflexive {
                found.push(start);
            }
            reach(start, &mut |end| {
                if !reflexive || end != start {
                    found.push(end);
                }
            })?;
        }
        ctx.read(found.len());
        for found in found.chunks(PIECE) {
            rows.extend(std::iter::repeat_n(row as u32, found.len()));
            ends.extend_from_slice(found);
            if rows.len() >= PIECE {
                let piece = combine(table, &rows, vec![std::mem::take(&mut ends)], keep);
                rows.clear();
                sink(piece)?;
            }
        }
    }
    if rows.is_empty() { Ok(()) } else { sink(combine(table, &rows, vec![ends], keep)) }
}

/// The known column and the other one, for paths forward or backward.
pub fn columns(forward: bool) -> (Vec<usize>, Vec<usize>) {
    if forward { (vec![0], vec![1]) } else { (vec![1], vec![0]) }
}

/// Follows pairs by one of their indexes.
struct Walker<'a> {
    ctx: Ctx<'a>,
    indexes: Vec<Arc<Index>>,
    seen: FxHashSet<u32>,
    open: Vec<u32>,
    steps: usize,
}

impl<'a> Walker<'a> {
    fn new(ctx: Ctx<'a>, step: PredId, version: Version, forward: bool) -> Result<Self, Stop> {
        let (keys, outs) = columns(forward);
        let parts = ctx.relations.parts(step, version);
        let indexes = parts.iter().map(|part| part.index(&keys, &outs, ctx.meter));
        let indexes = indexes.collect::<Result<_, Stop>>()?;
        Ok(Self { ctx, indexes, seen: FxHashSet::default(), open: Vec::new(), steps: 0 })
    }

    /// Calls `each` with every value reachable by one or more steps, once.
    fn from(&mut self, start: u32, each: &mut dyn FnMut(u32)) -> Result<(), Stop> {
        self.walk(start, &mut |value| {
            each(value);
            true
        })
    }

    /// Whether one or more steps lead from `start` to `end`.
    fn reaches(&mut self, start: u32, end: u32) -> Result<bool, Stop> {
        let mut is_there = false;
        self.walk(start, &mut |value| {
            is_there |= value == end;
            !is_there
        })?;
        Ok(is_there)
    }

    /// Calls `each` with the values that are reachable, until it returns `false`.
    fn walk(&mut self, start: u32, each: &mut dyn FnMut(u32) -> bool) -> Result<(), Stop> {
        self.seen.clear();
        self.open.clear();
        self.open.push(start);
        while let Some(value) = self.open.pop() {
            for index in &self.indexes {
                // The two columns are in the order of the walk.
                let targets = &index.rel.col(1)[index.range(&[value])];
                self.steps += 1 + targets.len();
                for &target in targets {
                    if self.seen.insert(target) {
                        self.open.push(target);
                        if !each(target) {
                            return Ok(());
                        }
                    }
                }
            }
            if self.steps >= PIECE {
                self.steps = 0;
                self.ctx.meter.check()?;
            }
        }
        Ok(())
    }
}
