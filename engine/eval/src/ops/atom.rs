//! Scans, joins, semi- and antijoins with the rows of a predicate, by an index over the known columns.

pub mod meet;

use super::{Ctx, PIECE, Sink, Values32, combine, operand, retain};
use crate::index::{Bits, Directory, Index, Indexed};
use crate::limits::{Meter, Stop};
use crate::plan::{AggregateStep, Match, Op, Operand, Step, Version};
use crate::relation::{Table, gather, sort::equal_range};
use quarrel_base::aggregate::Takes;
use quarrel_common::{always, never};
use quarrel_datalog::BuiltinOp;
use std::ops::Range;
use std::sync::Arc;

/// The number of rows that a scan without known columns reads; `None` for other operations.
///
/// # Errors
/// If a limit is reached.
pub fn scan_len(ctx: Ctx<'_>, op: &Op) -> Result<Option<usize>, Stop> {
    Ok(match op {
        Op::Atom { pred, version, keys, kind: Match::Join, outs, same } if keys.is_empty() => {
            match ctx.relations.parts(*pred, *version).as_slice() {
                // The index may have fewer rows than the relation.
                [part] => Some(Access::new(part, keys, outs, same, ctx.meter)?.index.rel.len()),
                _ => None,
            }
        }
        _ => None,
    })
}

/// A part of a relation, prepared for lookups.
struct Access {
    index: Arc<Index>,
    /// Pairs of a column of the index and the operation's key for it. The columns are a prefix of the index, or the
    /// first one alone leaves at most one row.
    keys: Vec<(usize, usize)>,
    /// For each new column, its position in the index.
    outs: Vec<usize>,
    /// Pairs of columns that must be equal.
    same: Vec<(usize, usize)>,
    /// How many leading columns of the index distinguish rows for this operation; the others are ignored, and rows that
    /// differ only there are adjacent.
    width: usize,
}

impl Access {
    fn new(
        part: &Indexed,
        keys: &[(usize, Operand)],
        outs: &[usize],
        same: &[(usize, usize)],
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let (key_cols, out_cols) = columns(keys, outs, same);
        let mut access = Self::of(part.index(&key_cols, &out_cols, meter)?, &key_cols, &out_cols, outs, same);
        if part.include_key(&key_cols, &out_cols) {
            access.width = access.index.cols.len();
        }
        Ok(access)
    }
    fn of(
        index: Arc<Index>,
        key_cols: &[usize],
        out_cols: &[usize],
        outs: &[usize],
        same: &[(usize, usize)],
    ) -> Self {
        let place = |col: usize| always!(index.cols.iter().position(|other| *other == col)).unwrap_or(0);
        let mut keys: Vec<(usize, usize)> = key_cols.iter().map(|&col| place(col)).zip(0..).collect();
        keys.sort_unstable();
        keys.dedup_by_key(|(place, _)| *place);
        Self {
            keys,
            outs: outs.iter().map(|&col| place(col)).collect(),
            same: same.iter().map(|&(a, b)| (place(a), place(b))).collect(),
            width: key_cols.len() + out_cols.len(),
            index,
        }
    }
    /// Access for a test whether rows exist: any index that starts with the key's columns. If a new one is worth it,
    /// its columns follow the table: those that change least from row to row first, so that consecutive lookups are
    /// close.
    fn for_test(
        part: &Indexed,
        keys: &[(usize, Operand)],
        table: &Table,
        is_complete: bool,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let key_cols: Vec<usize> = keys.iter().map(|(col, _)| *col).collect();
        if keys.len() < 2
            || !is_complete
            || table.len < SAMPLE
            || part.len() > table.len * 16
            || part.is_by_key(&key_cols, &[])
        {
            return Ok(Self::of(part.index_for_test(&key_cols, meter)?, &key_cols, &[], &[], &[]));
        }
        let mut order: Vec<(usize, usize)> = keys
            .iter()
            .map(|&(col, key)| match operand(table, key) {
                Values32::Constant(_) => (0, col),
                Values32::Column(values) => {
                    (values[..SAMPLE].windows(2).filter(|pair| pair[0] != pair[1]).count(), col)
                }
            })
            .collect();
        order.sort_unstable();
        let cols: Vec<usize> = order.into_iter().map(|(_, col)| col).collect();
        Ok(Self::of(part.index_in_order(&cols, meter)?, &key_cols, &[], &[], &[]))
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
    /// The values of the key, if it is one column and decides alone whether a row exists.
    fn bits(&self, tests: usize) -> Option<&Bits> {
        let decides = self.keys.len() == 1 && self.same.is_empty();
        if decides { self.index.values_for(tests) } else { None }
    }
    fn is_plain(&self) -> bool {
        self.same.is_empty() && self.width == self.index.cols.len()
    }
}

/// The columns of keys, and those that are read beside them, in ascending order.
pub(super) fn columns(
    keys: &[(usize, Operand)],
    outs: &[usize],
    same: &[(usize, usize)],
) -> (Vec<usize>, Vec<usize>) {
    let key_cols: Vec<usize> = keys.iter().map(|(col, _)| *col).collect();
    let mut out_cols = outs.to_vec();
    for &(a, b) in same {
        out_cols.extend([a, b]);
    }
    out_cols.sort_unstable();
    out_cols.dedup();
    (key_cols, out_cols)
}

/// Rows sampled to choose the order of lookups.
const SAMPLE: usize = 256;

/// Finds the range of each row's key. The search starts at the previous row's result: an equal first column is not
/// looked up again, and the search gallops on in the second.
struct Lookup<'a> {
    directory: Option<&'a Directory>,
    first: Values32<'a>,
    first_col: &'a [u32],
    second: Option<(Values32<'a>, &'a [u32])>,
    rest: Vec<(Values32<'a>, &'a [u32])>,
    whole: Option<Range<usize>>,
    /// The last value of the first column, and its rows.
    last: Option<u32>,
    low: usize,
    high: usize,
    /// The last value of the second column, and its rows.
    second_last: Option<u32>,
    found: (usize, usize),
}

impl<'a> Lookup<'a> {
    fn new(access: &'a Access, table: &'a Table, keys: &[(usize, Operand)]) -> Self {
        let rel = &access.index.rel;
        let mut columns =
            access.keys.iter().map(|&(place, key)| (operand(table, keys[key].1), rel.col(place)));
        let (first, whole) = match columns.next() {
            Some((first, _)) => (first, None),
            None => (Values32::Constant(0), Some(0..rel.len())),
        };
        let first_col = if whole.is_some() { &[] } else { rel.col(0) };
        Self {
            directory: whole.is_none().then(|| access.index.directory_for(table.len)),
            first,
            first_col,
            second: columns.next(),
            rest: columns.collect(),
            whole,
            last: None,
            low: 0,
            high: 0,
            second_last: None,
            found: (0, 0),
        }
    }
    #[inline(always)]
    fn range(&mut self, row: usize) -> Range<usize> {
        if let Some(whole) = &self.whole {
            return whole.clone();
        }
        let value = self.first.get(row);
        if self.last != Some(value) {
            self.last = Some(value);
            (self.low, self.high) =
                self.directory.map_or((0, 0), |directory| directory.range(self.first_col, value));
            self.second_last = None;
        }
        let Some((second, col)) = self.second else {
            return self.low..self.high;
        };
        let value = second.get(row);
        if self.second_last != Some(value) {
            // Found ranges are where the value is or would be, so a greater value lies behind.
            let from =
                if self.second_last.is_some_and(|last| last < value) { self.found.1 } else { self.low };
            self.second_last = Some(value);
            self.found = gallop_range(col, from, self.high, value);
        }
        let (mut low, mut high) = self.found;
        for (values, col) in &self.rest {
            if low >= high {
                break;
            }
            (low, high) = equal_range(col, low, high, values.get(row));
        }
        low..high
    }
}

/// The rows of `low..high` of a sorted range that equal `value`; the search gallops.
#[inline]
fn gallop_range(col: &[u32], low: usize, high: usize, value: u32) -> (usize, usize) {
    let stretch = &col[low..high];
    if stretch.len() <= 8 {
        let begin = stretch.iter().take_while(|&&v| v < value).count();
        let count = stretch[begin..].iter().take_while(|&&v| v == value).count();
        return (low + begin, low + begin + count);
    }
    let mut step = 1;
    while step < stretch.len() && stretch[step] < value {
        step *= 2;
    }
    // The element at `step / 2` is less, or it is the first.
    let from = step / 2;
    let until = (step + 1).min(stretch.len());
    let (begin, end) = equal_range(col, low + from, low + until, value);
    // The values may continue behind the rows read so far.
    if end == low + until && end < high && col[end] == value {
        equal_range(col, begin, high, value)
    } else {
        (begin, end)
    }
}

/// Runs the operation.
pub fn run(
    ctx: Ctx<'_>,
    op: &Op,
    keep: &[usize],
    mut table: Table,
    window: Option<Range<usize>>,
    sink: Sink<'_>,
) -> Result<(), Stop> {
    let Op::Atom { pred, version, keys, outs, same, kind } = op else {
        return never!("a step that reads no atom", Ok(()));
    };
    let parts = ctx.relations.parts(*pred, *version);
    if *kind != Match::Join {
        let is_complete = parts.len() == 1 && *version == Version::Full;
        let accesses: Vec<Access> = parts
            .iter()
            .map(|part| match same.is_empty() {
                true => Access::for_test(part, keys, &table, is_complete, ctx.meter),
                false => Access::new(part, keys, outs, same, ctx.meter),
            })
            .collect::<Result<_, Stop>>()?;
        ctx.read(table.len);
        let mut found = vec![false; table.len];
        let tests = if ctx.reads_few { table.len } else { usize::MAX };
        for access in &accesses {
            if let (Some(bits), [(_, key)]) = (access.bits(tests), keys.as_slice()) {
                let key = operand(&table, *key);
                found.iter_mut().enumerate().for_each(|(row, found)| *found |= bits.has(key.get(row)));
                continue;
            }
            let mut lookup = Lookup::new(access, &table, keys);
            let mut tested = 0;
            for (row, found) in found.iter_mut().enumerate().filter(|(_, found)| !**found) {
                let range = lookup.range(row);
                if same.is_empty() {
                    *found = !range.is_empty();
                    continue;
                }
                for at in range {
                    tested += 1;
                    if tested % PIECE == 0 {
                        ctx.meter.check()?;
                    }
                    if access.accepts(at, at) {
                        *found = true;
                        break;
                    }
                }
            }
        }
        let piece = retain(table, keep, ctx.pace(), |_, row| found[row] == (*kind == Match::Semi))?;
        return if piece.is_empty() { Ok(()) } else { sink(piece) };
    }
    if keys.is_empty() && *version != Version::Delta && window.as_ref().is_none_or(|window| window.start == 0)
    {
        ctx.counters.full_scan();
    }
    if keys.is_empty()
        && table.len > 1
        && let Some(tally) = ctx.tally
    {
        tally.product();
    }
    for (at, part) in parts.iter().enumerate() {
        let access = Access::new(part, keys, outs, same, ctx.meter)?;
        if access.is_plain() && access.keys.len() == 1 && window.is_none() {
            let table = if at + 1 == parts.len() { std::mem::take(&mut table) } else { table.clone() };
            join_by_one(ctx, &access, keys, keep, table, sink)?;
        } else {
            join(ctx, &access, keys, keep, &table, window.clone(), sink)?;
        }
    }
    Ok(())
}

/// The most frequent join: by one column, with all matching rows.
fn join_by_one(
    ctx: Ctx<'_>,
    access: &Access,
    keys: &[(usize, Operand)],
    keep: &[usize],
    mut table: Table,
    sink: Sink<'_>,
) -> Result<(), Stop> {
    let rel = &access.index.rel;
    let (directory, col) = (access.index.directory_for(table.len), rel.col(0));
    let key = operand(&table, keys[access.keys[0].1].1);
    // Always with room for a match of each remaining row, and one more.
    let (mut rows, mut positions) = (vec![0u32; table.len + 1], vec![0u32; table.len + 1]);
    let (mut len, mut read, mut flushed) = (0, 0, false);
    let mut each_once = true;
    let own = table.cols.len();
    let new = |positions: &[u32]| -> Vec<Vec<u32>> {
        let column = |(at, &col): (usize, &usize)| match keep.contains(&(own + at)) {
            true => gather(rel.col(col), positions),
            false => Vec::new(),
        };
        access.outs.iter().enumerate().map(column).collect()
    };
    for start in (0..table.len).step_by(PIECE) {
        ctx.meter.check()?;
        for row in start..(start + PIECE).min(table.len) {
            let (low, high) = directory.range(col, key.get(row));
            read += high - low;
            // Written in any case, and kept if there is a match: most rows have one or none, which is hard to predict.
            rows[len] = row as u32;
            positions[len] = low as u32;
            len += usize::from(low < high);
            if low + 1 == high {
                continue;
            }
            each_once = false;
            let mut low = low + 1;
            while low < high {
                let count = (high - low).min(PIECE);
                let room = len + count + table.len - row;
                if rows.len() < room {
                    rows.resize(room, 0);
                    positions.resize(room, 0);
                }
                rows[len..len + count].fill(row as u32);
                positions[len..len + count]
                    .iter_mut()
                    .zip(low as u32..)
                    .for_each(|(position, at)| *position = at);
                len += count;
                low += count;
                if len > PIECE {
                    ctx.meter.check()?;
                    sink(combine(&table, &rows[..len], new(&positions[..len]), keep))?;
                    (len, flushed) = (0, true);
                }
            }
        }
    }
    ctx.read(read + table.len);
    if len == 0 {
        return Ok(());
    }
    ctx.meter.check()?;
    let mut new = new(&positions[..len]);
    if !each_once || flushed || len < table.len {
        return sink(combine(&table, &rows[..len], new, keep));
    }
    // Each row has one match: its columns stay as they are.
    let mut cols: Vec<Vec<u32>> = Vec::with_capacity(keep.len());
    for &at in keep {
        cols.push(std::mem::take(if at < own { &mut table.cols[at] } else { &mut new[at - own] }));
    }
    sink(Table { cols, len })
}

/// The number of tuples per binding for an aggregate that counts all rows of one predicate that match the binding, or
/// all numbers of a range: no tuple needs to be built. `None` for other aggregates.
///
/// # Errors
/// If a limit is reached.
pub fn count_rows(ctx: Ctx<'_>, agg: &AggregateStep, bindings: &Table) -> Result<Option<Vec<u32>>, Stop> {
    let [step] = agg.body.steps.as_slice() else {
        return Ok(None);
    };
    if let Op::Builtin { op: BuiltinOp::IntRange, args } = &step.op {
        return count_range(ctx, agg, step, args, bindings);
    }
    let Op::Atom { pred, version, keys, outs, same, kind: Match::Join } = &step.op else {
        return Ok(None);
    };
    let counts = agg.op.takes() == Takes::Tuples;
    if !counts || agg.groups > 0 || agg.choice.is_some() || !same.is_empty() {
        return Ok(None);
    }
    // Each row is a tuple of its own: the columns are the keys and the new ones, and all new ones are in the tuple.
    let parts = ctx.relations.parts(*pred, *version);
    let own = bindings.cols.len();
    let is_new = |place: &usize| *place >= own;
    let kept = step.keep.iter().filter(|place| is_new(place)).count();
    let used = |place: usize| {
        step.keep
            .iter()
            .position(|kept| *kept == place)
            .is_some_and(|at| agg.body.output[1..].contains(&Operand::Slot(at)))
    };
    let all = keys.len() + outs.len();
    if kept != outs.len()
        || (own..own + outs.len()).any(|place| !used(place))
        || parts.iter().any(|part| part.rel().arity() != all)
    {
        return Ok(None);
    }
    step.tally.rows_in(bindings.len);
    let mut found = vec![0u32; bindings.len];
    for part in &parts {
        let access = Access::new(part, keys, outs, same, ctx.meter)?;
        let mut lookup = Lookup::new(&access, bindings, keys);
        for (row, found) in found.iter_mut().enumerate() {
            if row % PIECE == 0 {
                ctx.meter.check()?;
            }
            *found += lookup.range(row).len() as u32;
        }
    }
    ctx.read(bindings.len);
    Ok(Some(found))
}

/// The size of each binding's range, if an aggregate counts only its numbers.
fn count_range(
    ctx: Ctx<'_>,
    agg: &AggregateStep,
    step: &Step,
    args: &[Option<Operand>],
    bindings: &Table,
) -> Result<Option<Vec<u32>>, Stop> {
    let counts = agg.op.takes() == Takes::Tuples;
    let [Some(low), Some(high), None] = args else { return Ok(None) };
    // Each number is a tuple of its own if it is in the tuple: nothing else there differs.
    let place = step.keep.iter().position(|kept| *kept == bindings.cols.len());
    let is_counted = place.is_some_and(|at| agg.body.output[1..].contains(&Operand::Slot(at)));
    if !counts || !is_counted || agg.groups > 0 || agg.choice.is_some() || agg.separator {
        return Ok(None);
    }
    let (low, high) = (operand(bindings, *low), operand(bindings, *high));
    let mut counts = Vec::with_capacity(bindings.len);
    for row in 0..bindings.len {
        if row % PIECE == 0 {
            ctx.meter.check()?;
        }
        let (low, high) = (low.get(row).cast_signed(), high.get(row).cast_signed());
        // All 2^32 numbers count as none: counts are ints and wrap.
        counts.push((i64::from(high) - i64::from(low) + 1).max(0) as u32);
    }
    step.tally.rows_in(bindings.len);
    Ok(Some(counts))
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
    // A scan of consecutive rows from one binding copies columns as they are.
    if keys.is_empty() && table.len == 1 && access.is_plain() {
        let range = window.unwrap_or(0..rel.len());
        ctx.read(range.len());
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
    let (mut read, mut checked) = (0, 0);
    let mut lookup = Lookup::new(access, table, keys);
    for row in 0..table.len {
        let mut range = lookup.range(row);
        if let Some(window) = &window {
            range = range.start.max(window.start)..range.end.min(window.end);
        }
        read += range.len() + 1;
        checked += 1;
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
            checked += end - range.start;
            range.start = end;
            if rows.len() >= PIECE {
                flush(&mut rows, &mut positions, sink)?;
            }
            if checked >= PIECE {
                checked = 0;
                ctx.meter.check()?;
            }
        }
    }
    ctx.read(read);
    flush(&mut rows, &mut positions, sink)
}
