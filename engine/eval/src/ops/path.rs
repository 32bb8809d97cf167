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
    let graph = ctx.relations.graph(*step);
    ctx.read(table.len);
    let (start, forward) = match (from, to) {
        (Some(from), Some(to)) => {
            let (from, to) = (operand(&table, *from), operand(&table, *to));
            let from: Vec<u32> = (0..table.len).map(|row| from.get(row)).collect();
            let to: Vec<u32> = (0..table.len).map(|row| to.get(row)).collect();
            let found = Searcher::new(&graph).connected(&from, &to);
            let piece = retain(table, keep, |_, row| found[row] || *reflexive && from[row] == to[row]);
            return if piece.is_empty() { Ok(()) } else { sink(piece) };
        }
        (Some(from), None) => (operand(&table, *from), true),
        (None, Some(to)) => (operand(&table, *to), false),
        (None, None) => {
            let pairs = transitive_closure(&graph, None, None, &|| ctx.meter.check())?;
            ctx.read(pairs.len());
            let pairs: Vec<(u32, u32)> = pairs
                .col(0)
                .iter()
                .zip(pairs.col(1))
                .map(|(&a, &b)| (a, b))
                .filter(|(a, b)| !cycle || a == b)
                .collect();
            for row in 0..table.len as u32 {
                for pairs in pairs.chunks(PIECE) {
                    let (from, to) = pairs.iter().copied().unzip();
                    sink(combine(&table, &vec![row; pairs.len()], vec![from, to], keep))?;
                }
            }
            return Ok(());
        }
    };
    let mut searcher = Searcher::new(&graph);
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
            });
        }
        ctx.read(found.len());
        rows.extend(std::iter::repeat_n(row as u32, found.len()));
        ends.extend_from_slice(&found);
        if rows.len() >= PIECE {
            let piece = combine(&table, &rows, vec![std::mem::take(&mut ends)], keep);
            rows.clear();
            sink(piece)?;
        }
    }
    if rows.is_empty() { Ok(()) } else { sink(combine(&table, &rows, vec![ends], keep)) }
}
