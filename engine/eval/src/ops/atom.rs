//! Scans, joins, semi- and antijoins with the rows of a predicate, by an index over the columns that are known.

use super::{Ctx, PIECE, Sink, Values32, combine, operand, retain};
use crate::index::{Index, Indexed};
use crate::limits::Stop;
use crate::plan::{Match, Op, Operand, Version};
use crate::relation::{Table, gather};
use std::ops::Range;
use std::sync::Arc;

/// The rows that a scan without any known column reads; `None` for other operations.
pub fn scan_len(ctx: Ctx<'_>, op: &Op) -> Option<usize> {
    match op {
        Op::Atom { pred, version, keys, kind: Match::Join, outs, same } if keys.is_empty() => {
            match ctx.relations.parts(*pred, *version).as_slice() {
                // The index that is read may have fewer rows than the relation.
                [part] => Some(Access::new(part, keys, outs, same).index.rel.len()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A part of a relation, prepared for lookups.
struct Access {
    index: Arc<Index>,
    /// For each leading column of the index, which of the operation's keys it is.
    keys: Vec<usize>,
    /// For each new column, its place in the index.
    outs: Vec<usize>,
    /// Places that must be equal.
    same: Vec<(usize, usize)>,
    /// How many leading columns of the index tell rows apart for this operation; the others are ignored, and rows
    /// that differ only there stand next to each other.
    width: usize,
}

impl Access {
    fn new(part: &Indexed, keys: &[(usize, Operand)], outs: &[usize], same: &[(usize, usize)]) -> Self {
        let key_cols: Vec<usize> = keys.iter().map(|(col, _)| *col).collect();
        let mut out_cols = outs.to_vec();
        for &(a, b) in same {
            out_cols.extend([a, b]);
        }
        out_cols.sort_unstable();
        out_cols.dedup();
        let index = part.index(&key_cols, &out_cols);
        let place = |col: usize| index.cols.iter().position(|other| *other == col).unwrap_or(0);
        Self {
            keys: (0..keys.len())
                .filter_map(|at| key_cols.iter().position(|col| *col == index.cols[at]))
                .collect(),
            outs: outs.iter().map(|&col| place(col)).collect(),
            same: same.iter().map(|&(a, b)| (place(a), place(b))).collect(),
            width: keys.len() + out_cols.len(),
            index,
        }
    }
    #[inline]
    fn accepts(&self, row: usize, first: usize) -> bool {
        let rel = &self.index.rel;
        let fresh = || {
            row == first
                || self.width == self.index.cols.len()
                || (0..self.width).any(|at| rel.col(at)[row] != rel.col(at)[row - 1])
        };
        self.same.iter().all(|&(a, b)| rel.col(a)[row] == rel.col(b)[row]) && fresh()
    }
    fn is_plain(&self) -> bool {
        self.same.is_empty() && self.width == self.index.cols.len()
    }
}

/// Finds the range of each row's key; equal keys that follow each other are looked up once.
struct Lookup<'a> {
    access: &'a Access,
    columns: Vec<Values32<'a>>,
    key: Vec<u32>,
    last: Option<Range<usize>>,
}

impl<'a> Lookup<'a> {
    fn new(access: &'a Access, table: &'a Table, keys: &[(usize, Operand)]) -> Self {
        let columns: Vec<_> = access.keys.iter().map(|&at| operand(table, keys[at].1)).collect();
        Self { access, key: vec![0; columns.len()], columns, last: None }
    }
    #[inline]
    fn range(&mut self, row: usize) -> Range<usize> {
        let mut changed = self.last.is_none();
        for (value, column) in self.key.iter_mut().zip(&self.columns) {
            let new = column.get(row);
            changed |= new != *value;
            *value = new;
        }
        match &self.last {
            Some(range) if !changed => range.clone(),
            _ => {
                let range = self.access.index.range(&self.key);
                self.last = Some(range.clone());
                range
            }
        }
    }
}

/// Runs the operation.
pub fn run(
    ctx: Ctx<'_>,
    op: &Op,
    keep: &[usize],
    table: Table,
    window: Option<Range<usize>>,
    sink: Sink<'_>,
) -> Result<(), Stop> {
    let Op::Atom { pred, version, keys, outs, same, kind } = op else {
        return Ok(());
    };
    let parts = ctx.relations.parts(*pred, *version);
    if *kind != Match::Join {
        let accesses: Vec<Access> = parts.iter().map(|part| Access::new(part, keys, outs, same)).collect();
        ctx.counters.read(table.len);
        let mut found = vec![false; table.len];
        for access in &accesses {
            let mut lookup = Lookup::new(access, &table, keys);
            for (row, found) in found.iter_mut().enumerate().filter(|(_, found)| !**found) {
                let range = lookup.range(row);
                *found = if same.is_empty() {
                    !range.is_empty()
                } else {
                    range.clone().any(|at| access.accepts(at, at))
                };
            }
        }
        let piece = retain(table, keep, |_, row| found[row] == (*kind == Match::Semi));
        return if piece.is_empty() { Ok(()) } else { sink(piece) };
    }
    if keys.is_empty() && *version != Version::Delta && window.as_ref().is_none_or(|window| window.start == 0)
    {
        ctx.counters.full_scan();
    }
    for part in &parts {
        let access = Access::new(part, keys, outs, same);
        join(ctx, &access, keys, keep, &table, window.clone(), sink)?;
    }
    Ok(())
}

fn join(
    ctx: Ctx<'_>,
    access: &Access,
    keys: &[(usize, Operand)],
    keep: &[usize],
    table: &Table,
    window: Option<Range<usize>>,
    sink: Sink<'_>,
) -> Result<(), Stop> {
    let rel = &access.index.rel;
    let kept_outs: Vec<bool> =
        (0..access.outs.len()).map(|at| keep.contains(&(table.cols.len() + at))).collect();
    let flush = |rows: &mut Vec<u32>, at: &mut Vec<u32>, sink: &mut dyn FnMut(Table) -> Result<(), Stop>| {
        if rows.is_empty() {
            return Ok(());
        }
        ctx.meter.check()?;
        let new = access
            .outs
            .iter()
            .zip(&kept_outs)
            .map(|(&col, kept)| if *kept { gather(rel.col(col), at) } else { Vec::new() })
            .collect();
        let piece = combine(table, rows, new, keep);
        rows.clear();
        at.clear();
        sink(piece)
    };
    // A scan of consecutive rows from one binding: columns are copied as they lie.
    if keys.is_empty() && table.len == 1 && access.is_plain() {
        let range = window.unwrap_or(0..rel.len());
        ctx.counters.read(range.len());
        let mut start = range.start;
        while start < range.end {
            let end = (start + PIECE).min(range.end);
            let own = table.cols.len();
            let cols = keep
                .iter()
                .map(|&at| {
                    if at < own {
                        vec![table.cols[at][0]; end - start]
                    } else {
                        rel.col(access.outs[at - own])[start..end].to_vec()
                    }
                })
                .collect();
            sink(Table { cols, len: end - start })?;
            start = end;
        }
        return Ok(());
    }
    let (mut rows, mut positions) = (Vec::new(), Vec::new());
    let plain = access.is_plain();
    let mut read = 0;
    let mut lookup = Lookup::new(access, table, keys);
    for row in 0..table.len {
        let mut range = lookup.range(row);
        if let Some(window) = &window {
            range = range.start.max(window.start)..range.end.min(window.end);
        }
        read += range.len() + 1;
        let first =
            if window.as_ref().is_some_and(|window| window.start > 0) { usize::MAX } else { range.start };
        while !range.is_empty() {
            let end = range.end.min(range.start + PIECE);
            for at in range.start..end {
                if plain || access.accepts(at, first) {
                    rows.push(row as u32);
                    positions.push(at as u32);
                }
            }
            range.start = end;
            if rows.len() >= PIECE {
                flush(&mut rows, &mut positions, sink)?;
            }
        }
    }
    ctx.counters.read(read);
    flush(&mut rows, &mut positions, sink)
}
