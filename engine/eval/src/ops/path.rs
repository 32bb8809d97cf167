//! Paths along a complete binary predicate: both ends known, one known, or none.

use super::{Ctx, PIECE, Sink, combine, operand, retain};
use crate::graph::closure::{Searcher, transitive_closure};
use crate::limits::Stop;
use crate::plan::Op;
use crate::relation::Table;

/// Runs the operation.
pub fn run(ctx: Ctx<'_>, op: &Op, keep: &[usize], table: Table, sink: Sink<'_>) -> Result<(), Stop> {
    let Op::Closure { step, reflexive, from, to, cycle } = op else {
        return Ok(());
    };
    let graph = ctx.relations.graph(*step, ctx.meter)?;
    ctx.read(table.len);
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
            if *reflexive {
                found.push(start);
            }
            searcher.from(start, forward, |end| {
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
                let piece = combine(&table, &rows, vec![std::mem::take(&mut ends)], keep);
                rows.clear();
                sink(piece)?;
            }
        }
    }
    if rows.is_empty() { Ok(()) } else { sink(combine(&table, &rows, vec![ends], keep)) }
}
