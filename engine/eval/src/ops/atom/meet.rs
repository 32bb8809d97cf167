//! Intersects the values of several predicates for each binding: scans the side with fewest values and gallops through
//! the others.

use super::{Access, Lookup, gallop_range};
use crate::limits::Stop;
use crate::ops::{Ctx, PIECE, Sink, combine};
use crate::plan::Side;
use crate::relation::Table;

/// A part of a side, and the range of the current binding's values.
struct Place<'a> {
    lookup: Lookup<'a>,
    col: &'a [u32],
    low: usize,
    high: usize,
    at: usize,
}

impl Place<'_> {
    fn len(&self) -> usize {
        self.high - self.low
    }
    /// Whether the value is present; values must not descend from call to call.
    fn has(&mut self, value: u32) -> bool {
        let (begin, end) = gallop_range(self.col, self.at, self.high, value);
        self.at = begin;
        begin < end
    }
}

/// Runs the operation.
pub fn run(ctx: Ctx<'_>, sides: &[Side], keep: &[usize], table: &Table, sink: Sink<'_>) -> Result<(), Stop> {
    let mut accesses: Vec<Vec<Access>> = Vec::with_capacity(sides.len());
    for side in sides {
        let parts = ctx.relations.parts(side.pred, side.version);
        let parts = parts.iter().map(|part| Access::new(part, &side.keys, &[side.out], &[], ctx.meter));
        accesses.push(parts.collect::<Result<_, Stop>>()?);
    }
    let place = |(access, side)| {
        let access: &Access = access;
        let side: &Side = side;
        let lookup = Lookup::new(access, table, &side.keys);
        Place { lookup, col: access.index.rel.col(access.outs[0]), low: 0, high: 0, at: 0 }
    };
    let mut places: Vec<Vec<Place<'_>>> = accesses
        .iter()
        .zip(sides)
        .map(|(accesses, side)| accesses.iter().map(|access| place((access, side))).collect())
        .collect();
    let (mut rows, mut values): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    let (mut read, mut checked) = (0, 0);
    for row in 0..table.len {
        let mut fewest = (usize::MAX, 0);
        for (at, parts) in places.iter_mut().enumerate() {
            for part in &mut *parts {
                let range = part.lookup.range(row);
                (part.low, part.high) = (range.start, range.end);
            }
            fewest = fewest.min((parts.iter().map(Place::len).sum(), at));
            if fewest.0 == 0 {
                break;
            }
        }
        let (count, side) = fewest;
        read += count + 1;
        checked += count + 1;
        if checked >= PIECE {
            checked = 0;
            ctx.meter.check()?;
        }
        if count == 0 {
            continue;
        }
        let (before, rest) = places.split_at_mut(side);
        let Some((fewest, behind)) = rest.split_first_mut() else {
            continue;
        };
        for part in fewest {
            before.iter_mut().chain(&mut *behind).flatten().for_each(|other| other.at = other.low);
            let mut last = None;
            for &value in &part.col[part.low..part.high] {
                if last.replace(value) == Some(value) {
                    continue;
                }
                let mut others = before.iter_mut().chain(&mut *behind);
                // Query every part, so that all of them advance.
                if others.all(|parts| parts.iter_mut().fold(false, |found, part| part.has(value) | found)) {
                    rows.push(row as u32);
                    values.push(value);
                }
            }
        }
        if rows.len() >= PIECE {
            let piece = combine(table, &rows, vec![std::mem::take(&mut values)], keep);
            rows.clear();
            sink(piece)?;
        }
    }
    ctx.read(read);
    if rows.is_empty() { Ok(()) } else { sink(combine(table, &rows, vec![values], keep)) }
}
