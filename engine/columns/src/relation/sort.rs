//! Sorts and merges rows. Rows are packed into machine words where they fit: a column needs only the bits of its own
//! range of values, so two or three columns of entity ids usually fit into 64 bits, and sorting becomes a radix sort of
//! few passes. Every pass checks the limits after each stride of rows.

use super::{STRIDE, Table};
use crate::limits::{Meter, Pace, Stop};
use rayon::prelude::*;
use std::cmp::Ordering;

/// Where each column lies in a packed word, most significant first.
struct Layout {
    parts: Vec<Part>,
    bits: u32,
}

#[derive(Clone, Copy)]
struct Part {
    min: u32,
    shift: u32,
    mask: u32,
}

impl Layout {
    /// A layout for the values of all the tables, which have equally many columns.
    fn new(tables: &[&Table], meter: &Meter) -> Result<Self, Stop> {
        let arity = tables[0].cols.len();
        let mut parts = Vec::with_capacity(arity);
        let mut widths = Vec::with_capacity(arity);
        for col in 0..arity {
            let (mut min, mut max) = (u32::MAX, 0);
            for table in tables {
                for stride in table.cols[col].chunks(STRIDE) {
                    meter.check()?;
                    for &value in stride {
                        min = min.min(value);
                        max = max.max(value);
                    }
                }
            }
            let min = min.min(max);
            widths.push(32 - (max - min).leading_zeros());
            parts.push(Part { min, shift: 0, mask: max - min });
        }
        let mut shift = 0;
        for (part, width) in parts.iter_mut().zip(&widths).rev() {
            part.shift = shift;
            part.mask = if *width == 32 { u32::MAX } else { (1 << width) - 1 };
            shift += width;
        }
        Ok(Self { parts, bits: shift })
    }
}

/// A packed row.
trait Word: Copy + Ord + Default + Send + Sync {
    fn place(value: u32, shift: u32) -> Self;
    fn or(self, other: Self) -> Self;
    fn part(self, shift: u32, mask: u32) -> u32;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            fn place(value: u32, shift: u32) -> Self {
                // A column without width at the very top would be shifted by all bits; its value is 0 then.
                Self::from(value).checked_shl(shift).unwrap_or(0)
            }
            fn or(self, other: Self) -> Self {
                self | other
            }
            fn part(self, shift: u32, mask: u32) -> u32 {
                (self.checked_shr(shift).unwrap_or(0) as u32) & mask
            }
        }
    };
}

word!(u64);
word!(u128);

/// Rows packed at a time: few enough to stay in a cache while their columns are added.
const CHUNK: usize = 1 << 13;

fn pack<W: Word>(layout: &Layout, table: &Table, pace: Pace<'_>) -> Result<Vec<W>, Stop> {
    pace.meter.reserve(table.len * size_of::<W>())?;
    let fill = |words: &mut [W], first: usize| {
        pace.meter.check()?;
        for (part, col) in layout.parts.iter().zip(&table.cols) {
            if part.mask == 0 {
                continue;
            }
            for (word, &value) in words.iter_mut().zip(&col[first..]) {
                *word = word.or(W::place(value - part.min, part.shift));
            }
        }
        Ok(())
    };
    let mut words = vec![W::default(); table.len];
    if table.len >= PARALLEL && pace.threads > 1 {
        words.par_chunks_mut(CHUNK).enumerate().try_for_each(|(at, words)| fill(words, at * CHUNK))?;
    } else {
        words.chunks_mut(CHUNK).enumerate().try_for_each(|(at, words)| fill(words, at * CHUNK))?;
    }
    Ok(words)
}

fn unpack<W: Word>(layout: &Layout, words: &[W], pace: Pace<'_>) -> Result<Table, Stop> {
    pace.meter.reserve(words.len() * layout.parts.len() * 4)?;
    let column = |part: &Part| {
        let mut column = Vec::with_capacity(words.len());
        for stride in words.chunks(STRIDE) {
            pace.meter.check()?;
            column.extend(stride.iter().map(|word| word.part(part.shift, part.mask) + part.min));
        }
        Ok(column)
    };
    let cols = if words.len() >= PARALLEL && pace.threads > 1 {
        layout.parts.par_iter().map(column).collect::<Result<_, Stop>>()?
    } else {
        layout.parts.iter().map(column).collect::<Result<_, Stop>>()?
    };
    Ok(Table { cols, len: words.len() })
}

/// The most words that a radix sort pass handles; comparison sorts more bits faster but cannot be interrupted, so only
/// few words use it.
const FEW: usize = 1 << 20;

/// Sorts by digits, least significant first; only the low `bits` bits differ.
fn radix_sort(words: &mut Vec<u64>, bits: u32, meter: &Meter) -> Result<(), Stop> {
    if words.len() < 2048 || bits > 11 * 5 && words.len() <= FEW {
        words.sort_unstable();
        return Ok(());
    }
    meter.reserve(words.len() * 8)?;
    let passes = bits.div_ceil(11).max(1);
    let digit = bits.div_ceil(passes);
    let size = 1usize << digit;
    let mask = (size - 1) as u64;
    let mut other = vec![0; words.len()];
    let mut counts = vec![0usize; size];
    for pass in 0..passes {
        let shift = pass * digit;
        counts.fill(0);
        for stride in words.chunks(STRIDE) {
            meter.check()?;
            for &word in stride {
                counts[((word >> shift) & mask) as usize] += 1;
            }
        }
        let mut sum = 0;
        for count in &mut counts {
            sum += std::mem::replace(count, sum);
        }
        for stride in words.chunks(STRIDE) {
            meter.check()?;
            for &word in stride {
                let slot = &mut counts[((word >> shift) & mask) as usize];
                other[*slot] = word;
                *slot += 1;
            }
        }
        std::mem::swap(words, &mut other);
    }
    Ok(())
}

/// Rows above which a sort is split between threads.
const PARALLEL: usize = 1 << 18;

fn sort_words(words: &mut Vec<u64>, bits: u32, pace: Pace<'_>) -> Result<(), Stop> {
    // If the rows are many for their range, a bit for each possible row sorts them and drops duplicates.
    if bits <= 30 && (1usize << bits) / 64 <= words.len() {
        return sort_dense(words, bits, pace);
    }
    sort_parts(words, bits, pace)
}

fn sort_dense(words: &mut Vec<u64>, bits: u32, pace: Pace<'_>) -> Result<(), Stop> {
    let mark = |words: &[u64]| {
        let mut marks = vec![0u64; (1usize << bits).div_ceil(64)];
        for stride in words.chunks(STRIDE) {
            pace.meter.check()?;
            for &word in stride {
                marks[(word >> 6) as usize] |= 1 << (word & 63);
            }
        }
        Ok(marks)
    };
    let parallel = words.len() >= PARALLEL && pace.threads > 1;
    let marks = if parallel {
        let (lower, upper) = words.split_at(words.len() / 2);
        let (marks, more) = rayon::join(|| mark(lower), || mark(upper));
        let (mut marks, more) = (marks?, more?);
        marks.iter_mut().zip(more).for_each(|(mark, more)| *mark |= more);
        marks
    } else {
        mark(words)?
    };
    words.clear();
    if parallel {
        let middle = marks.len() / 2;
        let mut upper = Vec::new();
        let (one, two) = rayon::join(
            || list(&marks[..middle], 0, words, pace.meter),
            || list(&marks[middle..], middle, &mut upper, pace.meter),
        );
        one.and(two)?;
        words.extend_from_slice(&upper);
        Ok(())
    } else {
        list(&marks, 0, words, pace.meter)
    }
}

/// Lists the numbers of the marked bits; `first` words of marks precede these.
fn list(marks: &[u64], first: usize, words: &mut Vec<u64>, meter: &Meter) -> Result<(), Stop> {
    for (nth, stride) in marks.chunks(STRIDE / 16).enumerate() {
        meter.check()?;
        for (at, &mark) in stride.iter().enumerate() {
            let at = first + nth * (STRIDE / 16) + at;
            let mut mark = mark;
            while mark != 0 {
                words.push((at as u64) << 6 | u64::from(mark.trailing_zeros()));
                mark &= mark - 1;
            }
        }
    }
    Ok(())
}

/// Sorts in as many parts as the pace has threads.
fn sort_parts(words: &mut Vec<u64>, bits: u32, pace: Pace<'_>) -> Result<(), Stop> {
    if words.len() < PARALLEL || pace.threads < 2 {
        radix_sort(words, bits, pace.meter)?;
        words.dedup();
        return Ok(());
    }
    let mut upper = words.split_off(words.len() / 2);
    let (ours, theirs) = pace.halves();
    let (one, two) = rayon::join(|| sort_parts(words, bits, ours), || sort_parts(&mut upper, bits, theirs));
    one.and(two)?;
    *words = merge_words(words, &upper, pace)?;
    Ok(())
}

/// Sorts by comparison, in parts small enough to need no interruption.
fn sort_wide(words: &mut Vec<u128>, pace: Pace<'_>) -> Result<(), Stop> {
    pace.meter.check()?;
    if words.len() < PARALLEL || words.len() <= FEW && pace.threads < 2 {
        words.sort_unstable();
        words.dedup();
        return Ok(());
    }
    let mut upper = words.split_off(words.len() / 2);
    let (one, two) = if pace.threads < 2 {
        (sort_wide(words, pace), sort_wide(&mut upper, pace))
    } else {
        let (ours, theirs) = pace.halves();
        rayon::join(|| sort_wide(words, ours), || sort_wide(&mut upper, theirs))
    };
    one.and(two)?;
    *words = merge_words(words, &upper, pace)?;
    Ok(())
}

/// The union of two sorted distinct lists; threads share the range of long ones.
fn merge_words<W: Word>(a: &[W], b: &[W], pace: Pace<'_>) -> Result<Vec<W>, Stop> {
    if a.len() + b.len() < PARALLEL || a.is_empty() || pace.threads < 2 {
        return merge_stretch(a, b, pace.meter);
    }
    let middle = a.len() / 2;
    let cut = b.partition_point(|word| *word < a[middle]);
    let ((a1, a2), (b1, b2)) = (a.split_at(middle), b.split_at(cut));
    let (ours, theirs) = pace.halves();
    let (lower, upper) = rayon::join(|| merge_words(a1, b1, ours), || merge_words(a2, b2, theirs));
    let (mut lower, upper) = (lower?, upper?);
    lower.extend_from_slice(&upper);
    Ok(lower)
}

fn merge_stretch<W: Word>(a: &[W], b: &[W], meter: &Meter) -> Result<Vec<W>, Stop> {
    meter.reserve((a.len() + b.len()) * size_of::<W>())?;
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        meter.check()?;
        // Each step advances by one in one list or both.
        for _ in 0..(a.len() - i).min(b.len() - j).min(STRIDE) {
            let (x, y) = (a[i], b[j]);
            out.push(x.min(y));
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
    Ok(out)
}

/// The most ascending runs that are worth merging rather than sorting anew.
const MOST_STRETCHES: usize = 16;
/// The fewest rows that a run needs on average for that.
const LONG_STRETCH: usize = 256;

/// Merges ascending runs.
fn merge_stretches(table: Table, starts: &[usize], pace: Pace<'_>) -> Result<Table, Stop> {
    pace.meter.reserve(table.len * table.cols.len() * 4)?;
    let ends = starts[1..].iter().copied().chain([table.len]);
    let mut runs: Vec<Table> = starts.iter().zip(ends).map(|(&start, end)| table.slice(start..end)).collect();
    let arity = table.cols.len();
    drop(table);
    // Merge neighbours first, so that each row is merged once per level.
    while runs.len() > 1 {
        let mut next = Vec::with_capacity(runs.len().div_ceil(2));
        let mut left = runs.into_iter();
        while let Some(run) = left.next() {
            next.push(match left.next() {
                Some(other) => merge(&run, &other, pace)?,
                None => run,
            });
        }
        runs = next;
    }
    Ok(runs.pop().unwrap_or_else(|| Table::empty(arity)))
}

/// Rows from which on a table may be ordered by its first column alone.
const FEW_KEYS: usize = 1 << 12;
/// The most possible values of the first column per row for that.
const SPREAD: usize = 4;

/// The numbers of the distinct rows in ascending order, if the first column is a key and its values are dense, as in
/// most stored relations, whose first column is an entity. `None` otherwise.
fn order_by_first(table: &Table, meter: &Meter) -> Result<Option<Vec<u32>>, Stop> {
    let keys = &table.cols[0];
    let (mut min, mut max) = (u32::MAX, 0);
    for stride in keys.chunks(STRIDE) {
        meter.check()?;
        for &key in stride {
            min = min.min(key);
            max = max.max(key);
        }
    }
    let span = (max - min) as usize + 1;
    if span / SPREAD > table.len {
        return Ok(None);
    }
    meter.reserve((span + table.len) * size_of::<u32>())?;
    // The row of each key, plus one; 0 for none.
    let mut rows = vec![0u32; span];
    for (at, stride) in keys.chunks(STRIDE).enumerate() {
        meter.check()?;
        for (row, &key) in (at * STRIDE..).zip(stride) {
            let place = &mut rows[(key - min) as usize];
            if *place == 0 {
                *place = row as u32 + 1;
            } else if table.cols[1..].iter().any(|col| col[*place as usize - 1] != col[row]) {
                return Ok(None);
            }
        }
    }
    rows.retain(|row| *row > 0);
    rows.iter_mut().for_each(|row| *row -= 1);
    Ok(Some(rows))
}

/// The most columns by which rows are reordered one after the other: each costs a pass over all rows.
const MOST_PASSES: usize = 2;

/// The numbers of the rows of a sorted table in the order of these columns, if that takes few passes: rows that agree
/// in the first of these columns often stand in the order of the others already, and then the count of rows with lesser
/// values there gives each row's place. `None` otherwise.
pub(super) fn reorder(table: &Table, cols: &[usize], pace: Pace<'_>) -> Result<Option<Vec<u32>>, Stop> {
    if cols.len() < 2 || table.len < FEW_KEYS || table.len > u32::MAX as usize {
        return Ok(None);
    }
    // Whether the columns behind the first ones keep the table's own order.
    let follows = |first: usize| {
        let others = (0..table.cols.len()).filter(|col| !cols[..first].contains(col));
        others.zip(&cols[first..]).all(|(own, col)| own == *col)
    };
    let Some(first) = (1..=MOST_PASSES.min(cols.len() - 1)).find(|&first| follows(first)) else {
        return Ok(None);
    };
    let mut rows: Option<Vec<u32>> = None;
    for &col in cols[..first].iter().rev() {
        let values = &table.cols[col];
        let (mut min, mut max) = (u32::MAX, 0);
        for stride in values.chunks(STRIDE) {
            pace.meter.check()?;
            stride.iter().for_each(|&value| (min, max) = (min.min(value), max.max(value)));
        }
        let span = (max - min) as usize + 1;
        if span / SPREAD > table.len {
            return Ok(None);
        }
        pace.meter.reserve((span + table.len) * size_of::<u32>())?;
        let mut places = vec![0u32; span];
        for stride in values.chunks(STRIDE) {
            pace.meter.check()?;
            stride.iter().for_each(|&value| places[(value - min) as usize] += 1);
        }
        let mut sum = 0;
        for place in &mut places {
            sum += std::mem::replace(place, sum);
        }
        let mut ordered = vec![0u32; table.len];
        let mut put = |row: u32| {
            let place = &mut places[(values[row as usize] - min) as usize];
            ordered[*place as usize] = row;
            *place += 1;
        };
        match &rows {
            None => {
                for start in (0..table.len).step_by(STRIDE) {
                    pace.meter.check()?;
                    (start as u32..(start + STRIDE).min(table.len) as u32).for_each(&mut put);
                }
            }
            Some(rows) => {
                for stride in rows.chunks(STRIDE) {
                    pace.meter.check()?;
                    stride.iter().copied().for_each(&mut put);
                }
            }
        }
        rows = Some(ordered);
    }
    Ok(rows)
}

/// The rows of a table in ascending order, without repeated ones.
pub(super) fn without_repeats(table: Table, pace: Pace<'_>) -> Result<Table, Stop> {
    let mut rows = Vec::new();
    for start in (0..table.len).step_by(STRIDE) {
        pace.meter.check()?;
        let is_new = |row: &usize| *row == 0 || table.cols.iter().any(|col| col[*row] != col[*row - 1]);
        let stride = start..(start + STRIDE).min(table.len);
        rows.extend(stride.filter(is_new).map(|row| row as u32));
    }
    if rows.len() == table.len {
        return Ok(table);
    }
    let all: Vec<usize> = (0..table.cols.len()).collect();
    table.gather(&rows, &all, pace)
}

/// The distinct rows in ascending order.
///
/// # Errors
/// If a limit is reached.
pub fn sort_distinct(mut table: Table, pace: Pace<'_>) -> Result<Table, Stop> {
    if table.cols.is_empty() {
        table.len = table.len.min(1);
        return Ok(table);
    }
    // Row numbers have 32 bits.
    if table.len > u32::MAX as usize {
        return Err(Stop::Rows(u64::from(u32::MAX)));
    }
    match super::merge::stretches(&table, MOST_STRETCHES, pace.meter)? {
        Some(starts) if starts.len() == 1 => {
            table.trim();
            return Ok(table);
        }
        _ if table.cols.len() > 1
            && table.len >= FEW_KEYS
            && let Some(rows) = order_by_first(&table, pace.meter)? =>
        {
            let all: Vec<usize> = (0..table.cols.len()).collect();
            return table.gather(&rows, &all, pace);
        }
        // A single dense column sorts faster by marks.
        Some(starts) if table.cols.len() > 1 && table.len / starts.len() >= LONG_STRETCH => {
            return merge_stretches(table, &starts, pace);
        }
        _ => {}
    }
    let layout = Layout::new(&[&table], pace.meter)?;
    if layout.bits <= 64 {
        let mut words: Vec<u64> = pack(&layout, &table, pace)?;
        drop(table);
        sort_words(&mut words, layout.bits, pace)?;
        unpack(&layout, &words, pace)
    } else if layout.bits <= 128 {
        let mut words: Vec<u128> = pack(&layout, &table, pace)?;
        drop(table);
        sort_wide(&mut words, pace)?;
        unpack(&layout, &words, pace)
    } else {
        let cols = &table.cols;
        let compare = |&a: &u32, &b: &u32| super::cmp_rows(cols, a as usize, cols, b as usize);
        let mut rows = sort_by((0..table.len as u32).collect(), compare, pace.meter)?;
        rows.dedup_by(|a, b| compare(a, b) == Ordering::Equal);
        let all: Vec<usize> = (0..cols.len()).collect();
        table.gather(&rows, &all, pace)
    }
}

/// Elements sorted between two checks of the limits; comparing two may look up two texts.
const RUN: usize = 1 << 13;

/// A stable sort by comparison.
///
/// # Errors
/// If a limit is reached.
pub fn sort_by<T: Clone>(
    mut list: Vec<T>,
    compare: impl Fn(&T, &T) -> Ordering,
    meter: &Meter,
) -> Result<Vec<T>, Stop> {
    for run in list.chunks_mut(RUN) {
        meter.check()?;
        run.sort_by(&compare);
    }
    let mut width = RUN;
    if width >= list.len() {
        return Ok(list);
    }
    meter.reserve(list.len() * size_of::<T>())?;
    let mut from = list;
    while width < from.len() {
        let mut next = Vec::with_capacity(from.len());
        for pair in from.chunks(width * 2) {
            let (a, b) = pair.split_at(width.min(pair.len()));
            let (mut i, mut j) = (0, 0);
            while i < a.len() && j < b.len() {
                meter.check()?;
                for _ in 0..(a.len() - i).min(b.len() - j).min(RUN) {
                    if compare(&a[i], &b[j]) == Ordering::Greater {
                        next.push(b[j].clone());
                        j += 1;
                    } else {
                        next.push(a[i].clone());
                        i += 1;
                    }
                }
            }
            next.extend_from_slice(&a[i..]);
            next.extend_from_slice(&b[j..]);
        }
        from = next;
        width *= 2;
    }
    Ok(from)
}

/// The union of two tables that are sorted and distinct and have at least one column.
///
/// # Errors
/// If a limit is reached.
pub fn merge(a: &Table, b: &Table, pace: Pace<'_>) -> Result<Table, Stop> {
    pace.meter.reserve((a.len + b.len) * a.cols.len() * 4)?;
    if let Some(union) = super::merge::union(a, b, pace) {
        return union;
    }
    let layout = Layout::new(&[a, b], pace.meter)?;
    if layout.bits <= 64 {
        let words = merge_words::<u64>(&pack(&layout, a, pace)?, &pack(&layout, b, pace)?, pace)?;
        return unpack(&layout, &words, pace);
    }
    if layout.bits <= 128 {
        let words = merge_words::<u128>(&pack(&layout, a, pace)?, &pack(&layout, b, pace)?, pace)?;
        return unpack(&layout, &words, pace);
    }
    let mut out = Table { cols: vec![Vec::with_capacity(a.len + b.len); a.cols.len()], len: 0 };
    let (mut i, mut j) = (0, 0);
    while i < a.len || j < b.len {
        if out.len.is_multiple_of(STRIDE) {
            pace.meter.check()?;
        }
        let order = if i == a.len {
            Ordering::Greater
        } else if j == b.len {
            Ordering::Less
        } else {
            super::cmp_rows(&a.cols, i, &b.cols, j)
        };
        for (col, target) in out.cols.iter_mut().enumerate() {
            target.push(if order == Ordering::Greater { b.cols[col][j] } else { a.cols[col][i] });
        }
        i += usize::from(order != Ordering::Greater);
        j += usize::from(order != Ordering::Less);
        out.len += 1;
    }
    Ok(out)
}

/// The range of rows in `low..high` of a sorted run that equal `value`; scans short runs.
#[inline]
pub fn equal_range(col: &[u32], low: usize, high: usize, value: u32) -> (usize, usize) {
    let stretch = &col[low..high];
    if stretch.len() <= 8 {
        let begin = stretch.iter().take_while(|&&v| v < value).count();
        let count = stretch[begin..].iter().take_while(|&&v| v == value).count();
        return (low + begin, low + begin + count);
    }
    let begin = stretch.partition_point(|&v| v < value);
    let rest = &stretch[begin..];
    // Most keys have few rows: gallop to the end of their range.
    let mut step = 1;
    while step < rest.len() && rest[step] == value {
        step *= 2;
    }
    let from = step / 2;
    let until = step.min(rest.len());
    let count = from + rest[from..until].partition_point(|&v| v <= value);
    (low + begin, low + begin + count)
}
