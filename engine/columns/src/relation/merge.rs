//! Union and difference of two sorted lists of rows. They read rows of up to four columns as one machine word each,
//! without packing them first; threads share large lists.

use super::{STRIDE, Table};
use crate::limits::{Meter, Pace, Stop};
use quarrel_common::always;
use std::cmp::Ordering;

/// Rows above which a pass is split between threads.
const PARALLEL: usize = 1 << 17;
/// A pass gallops through a list that is this many times longer than the other, rather than read every row.
const GALLOP: usize = 6;

/// A row of `N` columns as one word, most significant column first.
trait Key<const N: usize>: Copy + Ord {
    fn at(cols: &[&[u32]; N], row: usize) -> Self;
    fn put(self, cols: &mut [&mut [u32]; N], row: usize);
}

impl Key<1> for u32 {
    #[inline(always)]
    fn at(cols: &[&[u32]; 1], row: usize) -> Self {
        cols[0][row]
    }
    #[inline(always)]
    fn put(self, cols: &mut [&mut [u32]; 1], row: usize) {
        cols[0][row] = self;
    }
}
impl Key<2> for u64 {
    #[inline(always)]
    fn at(cols: &[&[u32]; 2], row: usize) -> Self {
        Self::from(cols[0][row]) << 32 | Self::from(cols[1][row])
    }
    #[inline(always)]
    fn put(self, cols: &mut [&mut [u32]; 2], row: usize) {
        cols[0][row] = (self >> 32) as u32;
        cols[1][row] = self as u32;
    }
}
impl Key<3> for u128 {
    #[inline(always)]
    fn at(cols: &[&[u32]; 3], row: usize) -> Self {
        let low = u64::from(cols[1][row]) << 32 | u64::from(cols[2][row]);
        Self::from(cols[0][row]) << 64 | Self::from(low)
    }
    #[inline(always)]
    fn put(self, cols: &mut [&mut [u32]; 3], row: usize) {
        cols[0][row] = (self >> 64) as u32;
        cols[1][row] = (self >> 32) as u32;
        cols[2][row] = self as u32;
    }
}
impl Key<4> for u128 {
    #[inline(always)]
    fn at(cols: &[&[u32]; 4], row: usize) -> Self {
        let high = u64::from(cols[0][row]) << 32 | u64::from(cols[1][row]);
        let low = u64::from(cols[2][row]) << 32 | u64::from(cols[3][row]);
        Self::from(high) << 64 | Self::from(low)
    }
    #[inline(always)]
    fn put(self, cols: &mut [&mut [u32]; 4], row: usize) {
        cols[0][row] = (self >> 96) as u32;
        cols[1][row] = (self >> 64) as u32;
        cols[2][row] = (self >> 32) as u32;
        cols[3][row] = self as u32;
    }
}

fn slices<const N: usize>(table: &Table) -> [&[u32]; N] {
    std::array::from_fn(|col| &table.cols[col][..table.len])
}

/// The index, at or after `from`, of the first row that is not below the key; steps double.
#[inline]
fn gallop<const N: usize, K: Key<N>>(cols: &[&[u32]; N], from: usize, key: K) -> usize {
    let len = cols[0].len();
    if from >= len || K::at(cols, from) >= key {
        return from;
    }
    let (mut low, mut step) = (from, 1);
    while low + step < len && K::at(cols, low + step) < key {
        low += step;
        step *= 2;
    }
    let mut high = (low + step).min(len);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if K::at(cols, middle) < key {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The union of two tables that are sorted and distinct; `None` if they have no columns or more than four.
pub fn union(a: &Table, b: &Table, pace: Pace<'_>) -> Option<Result<Table, Stop>> {
    match a.cols.len() {
        1 => Some(union_of::<1, u32>(a, b, pace)),
        2 => Some(union_of::<2, u64>(a, b, pace)),
        3 => Some(union_of::<3, u128>(a, b, pace)),
        4 => Some(union_of::<4, u128>(a, b, pace)),
        _ => None,
    }
}

fn union_of<const N: usize, K: Key<N>>(a: &Table, b: &Table, pace: Pace<'_>) -> Result<Table, Stop> {
    let total = a.len + b.len;
    let mut cols = vec![vec![0u32; total]; N];
    let len = {
        let mut out = cols.iter_mut();
        let mut out: [&mut [u32]; N] =
            std::array::from_fn(|_| always!(out.next()).map(Vec::as_mut_slice).unwrap_or_default());
        union_parts::<N, K>(&slices::<N>(a), &slices::<N>(b), &mut out, pace)?
    };
    for col in &mut cols {
        col.truncate(len);
        if len < total - total / 8 {
            col.shrink_to_fit();
        }
    }
    Ok(Table { cols, len })
}

/// Writes the union to the front, each thread its part; returns the number of rows.
fn union_parts<const N: usize, K: Key<N>>(
    a: &[&[u32]; N],
    b: &[&[u32]; N],
    out: &mut [&mut [u32]; N],
    pace: Pace<'_>,
) -> Result<usize, Stop> {
    if a[0].len() + b[0].len() < PARALLEL || a[0].len() < 2 || pace.threads < 2 {
        return union_into::<N, K>(a, b, out, pace.meter);
    }
    let middle = a[0].len() / 2;
    let cut = gallop::<N, K>(b, 0, K::at(a, middle));
    let ((a1, a2), (b1, b2)) = (halves(a, middle), halves(b, cut));
    let border = middle + cut;
    let (first, second) = {
        let mut lower: [&mut [u32]; N] = std::array::from_fn(|_| Default::default());
        let mut upper: [&mut [u32]; N] = std::array::from_fn(|_| Default::default());
        for (at, col) in out.iter_mut().enumerate() {
            (lower[at], upper[at]) = col.split_at_mut(border);
        }
        let (ours, theirs) = pace.halves();
        rayon::join(
            || union_parts::<N, K>(&a1, &b1, &mut lower, ours),
            || union_parts::<N, K>(&a2, &b2, &mut upper, theirs),
        )
    };
    let (first, second) = (first?, second?);
    if first < border {
        for col in out {
            col.copy_within(border..border + second, first);
        }
    }
    Ok(first + second)
}

fn halves<'a, const N: usize>(cols: &[&'a [u32]; N], at: usize) -> ([&'a [u32]; N], [&'a [u32]; N]) {
    (std::array::from_fn(|col| &cols[col][..at]), std::array::from_fn(|col| &cols[col][at..]))
}

/// Writes the union to the front; returns the number of rows.
fn union_into<const N: usize, K: Key<N>>(
    a: &[&[u32]; N],
    b: &[&[u32]; N],
    out: &mut [&mut [u32]; N],
    meter: &Meter,
) -> Result<usize, Stop> {
    let (len_a, len_b) = (a[0].len(), b[0].len());
    let (mut i, mut j, mut at) = (0, 0, 0);
    while i < len_a && j < len_b {
        meter.check()?;
        // Each step advances by one in one list or both.
        for _ in 0..(len_a - i).min(len_b - j).min(STRIDE) {
            let (x, y) = (K::at(a, i), K::at(b, j));
            let (next_a, next_b) = (x <= y, y <= x);
            if next_a { x } else { y }.put(out, at);
            at += 1;
            i += usize::from(next_a);
            j += usize::from(next_b);
        }
    }
    for col in 0..N {
        let rest = if i < len_a { &a[col][i..] } else { &b[col][j..] };
        out[col][at..at + rest.len()].copy_from_slice(rest);
    }
    Ok(at + (len_a - i) + (len_b - j))
}

/// The rows of `a` that are not in `b`, both sorted and distinct; `None` if they have no columns or more than four.
pub fn missing(a: &Table, b: &Table, pace: Pace<'_>) -> Option<Result<Vec<u32>, Stop>> {
    match a.cols.len() {
        1 => Some(missing_parts::<1, u32>(&slices(a), 0, &slices(b), pace)),
        2 => Some(missing_parts::<2, u64>(&slices(a), 0, &slices(b), pace)),
        3 => Some(missing_parts::<3, u128>(&slices(a), 0, &slices(b), pace)),
        4 => Some(missing_parts::<4, u128>(&slices(a), 0, &slices(b), pace)),
        _ => None,
    }
}

fn missing_parts<const N: usize, K: Key<N>>(
    a: &[&[u32]; N],
    first: usize,
    b: &[&[u32]; N],
    pace: Pace<'_>,
) -> Result<Vec<u32>, Stop> {
    if a[0].len() < PARALLEL || pace.threads < 2 {
        return missing_in::<N, K>(a, first, b, pace.meter);
    }
    let middle = a[0].len() / 2;
    let cut = gallop::<N, K>(b, 0, K::at(a, middle));
    let ((a1, a2), (b1, b2)) = (halves(a, middle), halves(b, cut));
    let (ours, theirs) = pace.halves();
    let (lower, upper) = rayon::join(
        || missing_parts::<N, K>(&a1, first, &b1, ours),
        || missing_parts::<N, K>(&a2, first + middle, &b2, theirs),
    );
    let (mut lower, upper) = (lower?, upper?);
    lower.extend_from_slice(&upper);
    Ok(lower)
}

fn missing_in<const N: usize, K: Key<N>>(
    a: &[&[u32]; N],
    first: usize,
    b: &[&[u32]; N],
    meter: &Meter,
) -> Result<Vec<u32>, Stop> {
    let (len_a, len_b) = (a[0].len(), b[0].len());
    meter.reserve(len_a * 4)?;
    let mut rows = Vec::with_capacity(len_a);
    let mut at = 0;
    let sparse = len_b / GALLOP > len_a;
    for start in (0..len_a).step_by(STRIDE) {
        meter.check()?;
        for row in start..(start + STRIDE).min(len_a) {
            let key = K::at(a, row);
            if sparse {
                at = gallop::<N, K>(b, at, key);
            } else {
                while at < len_b && K::at(b, at) < key {
                    at += 1;
                }
            }
            if at == len_b || K::at(b, at) != key {
                rows.push((first + row) as u32);
            }
        }
    }
    Ok(rows)
}

/// Where the ascending runs of a table begin; `None` if there are more than `most`. The table has a column.
pub fn stretches(table: &Table, most: usize, meter: &Meter) -> Result<Option<Vec<usize>>, Stop> {
    fn find<const N: usize, K: Key<N>>(
        table: &Table,
        most: usize,
        meter: &Meter,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let cols = slices::<N>(table);
        collect(table.len, most, |row| K::at(&cols, row - 1) < K::at(&cols, row), meter)
    }
    fn collect(
        len: usize,
        most: usize,
        ascends: impl Fn(usize) -> bool,
        meter: &Meter,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let mut starts = vec![0];
        for stride in (1..len).step_by(STRIDE) {
            meter.check()?;
            for row in stride..(stride + STRIDE).min(len) {
                if !ascends(row) {
                    if starts.len() == most {
                        return Ok(None);
                    }
                    starts.push(row);
                }
            }
        }
        Ok(Some(starts))
    }
    match table.cols.len() {
        1 => find::<1, u32>(table, most, meter),
        2 => find::<2, u64>(table, most, meter),
        3 => find::<3, u128>(table, most, meter),
        4 => find::<4, u128>(table, most, meter),
        _ => {
            let cols = &table.cols;
            let ascends = |row| super::cmp_rows(cols, row - 1, cols, row) == Ordering::Less;
            collect(table.len, most, ascends, meter)
        }
    }
}
