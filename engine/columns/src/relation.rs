//! Rows of 32-bit values in columns. A [`Table`] is an unordered bag (the product of operators); a [`Relation`] is
//! sorted and distinct (the form of predicates and indexes).
//!
//! A row is never an allocation of its own: a table of `n` rows and `k` columns is `k` vectors of `n` numbers.

pub mod merge;
pub mod sort;

use crate::limits::{Meter, Pace, Stop};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::cmp::Ordering;

/// Rows that a pass handles between two checks of the limits: some hundred microseconds of work.
pub const STRIDE: usize = 1 << 16;

/// A bag of rows, by column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The columns, all of length [`Table::len`].
    pub cols: Vec<Vec<u32>>,
    /// The number of rows; needed because a table may have no columns.
    pub len: usize,
}

impl Table {
    /// No rows of that many columns.
    pub fn empty(arity: usize) -> Self {
        Self { cols: vec![Vec::new(); arity], len: 0 }
    }
    /// One row without columns: the neutral element of joins.
    pub fn unit() -> Self {
        Self { cols: Vec::new(), len: 1 }
    }
    /// A table of these columns.
    ///
    /// # Panics
    /// If there is no column (the number of rows would be unknown) or the lengths differ: a bug of the caller.
    pub fn from_cols(cols: Vec<Vec<u32>>) -> Self {
        let len = cols[0].len();
        assert!(cols.iter().all(|col| col.len() == len), "columns of one length");
        Self { cols, len }
    }
    /// A table of these rows, for tests and small inputs.
    pub fn from_rows(arity: usize, rows: &[Vec<u32>]) -> Self {
        let mut table = Self::empty(arity);
        for row in rows {
            table.push_row(row);
        }
        table
    }
    /// The number of columns.
    pub fn arity(&self) -> usize {
        self.cols.len()
    }
    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// The rows of all tables, one table after the other; all have `arity` columns.
    pub fn concat(arity: usize, tables: Vec<Self>, threads: usize) -> Self {
        let mut tables: Vec<Self> = tables.into_iter().filter(|table| table.len > 0).collect();
        if tables.len() < 2 {
            return tables.pop().unwrap_or_else(|| Self::empty(arity));
        }
        let len = tables.iter().map(|table| table.len).sum();
        let mut parts: Vec<Vec<Vec<u32>>> = (0..arity).map(|_| Vec::with_capacity(tables.len())).collect();
        for table in tables {
            parts.iter_mut().zip(table.cols).for_each(|(parts, col)| parts.push(col));
        }
        let join = |parts: Vec<Vec<u32>>| {
            let mut out = Vec::with_capacity(len);
            // Each part is freed as soon as it is copied.
            parts.into_iter().for_each(|part| out.extend_from_slice(&part));
            out
        };
        let cols = if len >= PARALLEL && threads > 1 {
            parts.into_par_iter().map(join).collect()
        } else {
            parts.into_iter().map(join).collect()
        };
        Self { cols, len }
    }
    /// Adds a row at the end.
    pub fn push_row(&mut self, row: &[u32]) {
        debug_assert_eq!(row.len(), self.cols.len());
        for (col, value) in self.cols.iter_mut().zip(row) {
            col.push(*value);
        }
        self.len += 1;
    }
    /// Appends all rows of another table with the same columns.
    pub fn append(&mut self, mut other: Self) {
        if self.len == 0 {
            *self = other;
            return;
        }
        for (col, more) in self.cols.iter_mut().zip(&mut other.cols) {
            col.append(more);
        }
        self.len += other.len;
    }
    /// The rows with these numbers, in that order, restricted to these columns.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn gather(&self, rows: &[u32], cols: &[usize], pace: Pace<'_>) -> Result<Self, Stop> {
        pace.meter.reserve(rows.len() * cols.len() * 4)?;
        let column = |&col: &usize| {
            let mut out = Vec::with_capacity(rows.len());
            for stride in rows.chunks(STRIDE) {
                pace.meter.check()?;
                out.extend(stride.iter().map(|&row| self.cols[col][row as usize]));
            }
            Ok(out)
        };
        let cols = if rows.len() >= PARALLEL && pace.threads > 1 {
            cols.par_iter().map(column).collect::<Result<_, Stop>>()?
        } else {
            cols.iter().map(column).collect::<Result<_, Stop>>()?
        };
        Ok(Self { cols, len: rows.len() })
    }
    /// These columns of all rows.
    pub fn project(&self, cols: &[usize]) -> Self {
        Self { cols: cols.iter().map(|&col| self.cols[col].clone()).collect(), len: self.len }
    }
    /// The rows of a range, all columns.
    pub fn slice(&self, range: std::ops::Range<usize>) -> Self {
        let cols = self.cols.iter().map(|col| col[range.clone()].to_vec()).collect();
        Self { cols, len: range.len() }
    }
    /// Frees unused capacity where it is large: a table that grew row by row may have reserved twice its size.
    pub fn trim(&mut self) {
        for col in &mut self.cols {
            if col.capacity() >= PARALLEL && col.capacity() - col.len() > col.len() / 8 {
                col.shrink_to_fit();
            }
        }
    }
    /// Bytes held by the columns.
    pub fn bytes(&self) -> usize {
        self.cols.iter().map(|col| col.capacity() * 4).sum()
    }
}

/// Rows from which on columns are gathered in parallel.
const PARALLEL: usize = 1 << 17;

/// `col[rows[0]], col[rows[1]], ...`.
pub fn gather(col: &[u32], rows: &[u32]) -> Vec<u32> {
    rows.iter().map(|&row| col[row as usize]).collect()
}

/// A set of rows, by column.
// Invariant: sorted lexicographically by the unsigned values, and distinct.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    table: Table,
}

impl Relation {
    /// No rows.
    pub fn empty(arity: usize) -> Self {
        Self { table: Table::empty(arity) }
    }
    /// The distinct rows of a table.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn distinct(table: Table, pace: Pace<'_>) -> Result<Self, Stop> {
        Ok(Self { table: sort::sort_distinct(table, pace)? })
    }
    /// The distinct rows of a table, without any limit: for tests and small inputs.
    pub fn from_table(table: Table) -> Self {
        let arity = table.arity();
        // An unlimited meter never stops; the only error is a table of more than 2^32 rows.
        Self::distinct(table, Pace::alone(&Meter::unlimited())).unwrap_or_else(|_| Self::empty(arity))
    }
    /// The distinct rows of a list, for tests and small inputs.
    pub fn from_rows(arity: usize, rows: &[Vec<u32>]) -> Self {
        Self::from_table(Table::from_rows(arity, rows))
    }
    /// A table whose rows are known to be sorted and distinct.
    pub fn from_sorted(table: Table) -> Self {
        debug_assert!(
            table.cols.is_empty() || Self::from_table(table.clone()).table == table,
            "sorted and distinct"
        );
        Self { table }
    }
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.table.len
    }
    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.table.len == 0
    }
    /// The number of columns.
    pub fn arity(&self) -> usize {
        self.table.cols.len()
    }
    /// A column.
    pub fn col(&self, index: usize) -> &[u32] {
        &self.table.cols[index]
    }
    /// All columns.
    pub fn cols(&self) -> &[Vec<u32>] {
        &self.table.cols
    }
    /// The rows as a bag.
    pub fn table(&self) -> &Table {
        &self.table
    }
    /// The rows as a bag.
    pub fn into_table(self) -> Table {
        self.table
    }
    /// One row.
    pub fn row(&self, index: usize) -> Vec<u32> {
        self.table.cols.iter().map(|col| col[index]).collect()
    }
    /// All rows, for tests and small outputs.
    pub fn rows(&self) -> impl Iterator<Item = Vec<u32>> + '_ {
        (0..self.len()).map(|index| self.row(index))
    }
    /// Bytes held by the columns.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }
    /// The distinct rows of these columns, sorted in that order of columns.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn project(&self, cols: &[usize], pace: Pace<'_>) -> Result<Self, Stop> {
        pace.meter.reserve(self.len() * cols.len() * 4)?;
        if cols.len() == self.arity() && cols.iter().enumerate().all(|(at, &col)| at == col) {
            return Ok(self.clone());
        }
        if let Some(rows) = sort::reorder(&self.table, cols, pace)? {
            let table = self.table.gather(&rows, cols, pace)?;
            // A projection to all columns keeps rows distinct.
            let is_whole = cols.len() == self.arity();
            return Ok(Self { table: if is_whole { table } else { sort::without_repeats(table, pace)? } });
        }
        Self::distinct(self.table.project(cols), pace)
    }
    /// Whether the row is there.
    pub fn contains(&self, row: &[u32]) -> bool {
        self.narrow(row).is_some()
    }
    fn narrow(&self, row: &[u32]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        for (col, &value) in self.cols().iter().zip(row) {
            (low, high) = sort::equal_range(col, low, high, value);
        }
        (low < high).then_some(low)
    }

    /// The union of both.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn merge(&self, other: &Self, pace: Pace<'_>) -> Result<Self, Stop> {
        if self.is_empty() || other.is_empty() {
            let one = if self.is_empty() { other } else { self };
            pace.meter.reserve(one.bytes())?;
            return Ok(one.clone());
        }
        if self.arity() == 0 {
            return Ok(self.clone());
        }
        Ok(Self { table: sort::merge(&self.table, &other.table, pace)? })
    }

    /// The rows of `self` that are not in `other`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn difference(self, other: &Self, pace: Pace<'_>) -> Result<Self, Stop> {
        let kept = self.missing_in(other, pace)?;
        if kept.len() == self.len() { Ok(self) } else { self.select(&kept, pace) }
    }

    /// The numbers of the rows that are not in `other`.
    fn missing_in(&self, other: &Self, pace: Pace<'_>) -> Result<Vec<u32>, Stop> {
        if self.is_empty() || other.is_empty() {
            return Ok((0..self.len() as u32).collect());
        }
        if self.arity() == 0 {
            return Ok(Vec::new());
        }
        if let Some(kept) = merge::missing(&self.table, &other.table, pace) {
            return kept;
        }
        let mut at = 0;
        let mut kept = Vec::new();
        for row in 0..self.len() {
            if row % STRIDE == 0 {
                pace.meter.check()?;
            }
            at = gallop_row(other.cols(), at, self.cols(), row);
            if at == other.len() || cmp_rows(other.cols(), at, self.cols(), row) != Ordering::Equal {
                kept.push(row as u32);
            }
        }
        Ok(kept)
    }

    /// The rows with these ascending numbers.
    fn select(&self, rows: &[u32], pace: Pace<'_>) -> Result<Self, Stop> {
        let all: Vec<usize> = (0..self.arity()).collect();
        Ok(Self { table: self.table.gather(rows, &all, pace)? })
    }

    /// What changes when `self` becomes `new`: the rows that go, and those that are added.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn changes(&self, new: &Self, pace: Pace<'_>) -> Result<(Self, Self), Stop> {
        if self == new {
            return Ok((Self::empty(self.arity()), Self::empty(self.arity())));
        }
        let gone = self.select(&self.missing_in(new, pace)?, pace)?;
        let added = new.select(&new.missing_in(self, pace)?, pace)?;
        Ok((gone, added))
    }

    /// The rows without `gone`, which are among them, and with `added`, which are not. Takes little longer than copying
    /// them if these are few.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn patched(&self, gone: &Self, added: &Self, pace: Pace<'_>) -> Result<Self, Stop> {
        pace.meter.reserve(self.bytes() + added.bytes())?;
        if self.arity() == 0 {
            return self.clone().difference(gone, pace)?.merge(added, pace);
        }
        // Each stretch of rows that stay, and how many added rows follow it.
        let mut stretches: Vec<(std::ops::Range<usize>, usize)> = Vec::new();
        let (mut from, mut removed, mut new) = (0, 0, 0);
        while removed < gone.len() || new < added.len() {
            let next_gone =
                (removed < gone.len()).then(|| gallop_row(self.cols(), from, gone.cols(), removed));
            let next_added = (new < added.len()).then(|| gallop_row(self.cols(), from, added.cols(), new));
            match (next_gone, next_added) {
                (Some(at), other) if other.is_none_or(|other| at < other) => {
                    stretches.push((from..at, 0));
                    (from, removed) = (at + 1, removed + 1);
                }
                (_, Some(at)) => {
                    stretches.push((from..at, 1));
                    (from, new) = (at, new + 1);
                }
                _ => break,
            }
        }
        stretches.push((from..self.len(), 0));
        let len = self.len() - removed + added.len();
        let column = |(ours, theirs): (&Vec<u32>, &Vec<u32>)| {
            let mut out = Vec::with_capacity(len);
            let mut theirs = theirs.iter().copied();
            for (stretch, more) in &stretches {
                out.extend_from_slice(&ours[stretch.clone()]);
                out.extend(theirs.by_ref().take(*more));
            }
            out
        };
        let cols = self.cols().iter().zip(added.cols()).map(column).collect();
        Ok(Self { table: Table { cols, len } })
    }

    /// The rows whose values in the columns `cols` are a row of `keys`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn matching(&self, cols: &[usize], keys: &Self, pace: Pace<'_>) -> Result<Self, Stop> {
        if cols.is_empty() {
            return if keys.is_empty() { Ok(Self::empty(self.arity())) } else { Ok(self.clone()) };
        }
        // The rows are sorted by their first column.
        let by = cols.iter().position(|col| *col == 0).unwrap_or_default();
        let values: FxHashSet<u32> = keys.col(by).iter().copied().collect();
        let mut rows = match cols[by] {
            0 => self.rows_starting(&values),
            col => self.rows_having(col, &values, pace)?,
        };
        if cols.len() > 1 {
            let mut key = vec![0; cols.len()];
            rows.retain(|&row| {
                cols.iter().zip(&mut key).for_each(|(&col, key)| *key = self.col(col)[row as usize]);
                keys.contains(&key)
            });
        }
        self.select(&rows, pace)
    }

    /// The numbers of the rows that start with one of these values.
    fn rows_starting(&self, values: &FxHashSet<u32>) -> Vec<u32> {
        let mut values: Vec<u32> = values.iter().copied().collect();
        values.sort_unstable();
        let first = self.col(0);
        let mut at = 0;
        let mut rows = Vec::new();
        for value in values {
            at += first[at..].partition_point(|known| *known < value);
            let end = at + first[at..].partition_point(|known| *known == value);
            rows.extend(at as u32..end as u32);
            at = end;
        }
        rows
    }

    /// The numbers of the rows with one of these values in a column.
    fn rows_having(&self, col: usize, values: &FxHashSet<u32>, pace: Pace<'_>) -> Result<Vec<u32>, Stop> {
        // Most values are outside: those of one body have numbers in a row.
        let Some((&least, &most)) = values.iter().min().zip(values.iter().max()) else {
            return Ok(Vec::new());
        };
        let mut rows = Vec::new();
        for (stride, column) in self.col(col).chunks(STRIDE).enumerate() {
            pace.meter.check()?;
            let numbered = column.iter().enumerate().filter(|(_, value)| (least..=most).contains(*value));
            let found = numbered.filter(|(_, value)| values.contains(value));
            rows.extend(found.map(|(at, _)| (stride * STRIDE + at) as u32));
        }
        Ok(rows)
    }
}

/// Compares two rows of tables with the same columns.
#[inline]
pub fn cmp_rows(a: &[Vec<u32>], row_a: usize, b: &[Vec<u32>], row_b: usize) -> Ordering {
    for (col_a, col_b) in a.iter().zip(b) {
        match col_a[row_a].cmp(&col_b[row_b]) {
            Ordering::Equal => {}
            other => return other,
        }
    }
    Ordering::Equal
}

/// The index, at or after `from`, of the first row of `cols` that is not below the given row. It gallops (steps
/// double), so that a pass over a whole list of ascending rows costs the shorter list times the logarithm of the gaps.
fn gallop_row(cols: &[Vec<u32>], from: usize, probe: &[Vec<u32>], row: usize) -> usize {
    let len = cols[0].len();
    let below = |at: usize| cmp_rows(cols, at, probe, row) == Ordering::Less;
    if from >= len || !below(from) {
        return from;
    }
    let (mut low, mut step) = (from, 1);
    while low + step < len && below(low + step) {
        low += step;
        step *= 2;
    }
    let mut high = (low + step).min(len);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn numbers(seed: u64, n: usize, arity: usize, range: u32) -> Vec<Vec<u32>> {
        let mut state = seed;
        (0..n)
            .map(|_| {
                (0..arity)
                    .map(|col| {
                        state = state
                            .wrapping_mul(6_364_136_223_846_793_005)
                            .wrapping_add(1_442_695_040_888_963_407);
                        let value = (state >> 33) as u32 % range;
                        if col % 2 == 1 { value | 0x8000_0000 } else { value }
                    })
                    .collect()
            })
            .collect()
    }

    /// Dense and sparse columns, all orders of some of them.
    #[test]
    fn projections_are_sorted_and_distinct() {
        let meter = Meter::unlimited();
        for (n, range) in [(20, 5), (20_000, 9), (20_000, 3000), (9000, 0x7fff_ffff)] {
            let rows: Vec<Vec<u32>> = numbers(11, n, 3, range)
                .into_iter()
                .map(|row| vec![row[0], row[1] & 0x7fff_ffff, row[2] % 50])
                .collect();
            let relation = Relation::from_rows(3, &rows);
            for cols in [
                &[0, 1, 2][..],
                &[0, 2, 1],
                &[1, 0, 2],
                &[1, 2, 0],
                &[2, 0, 1],
                &[2, 1, 0],
                &[1, 0],
                &[2, 0],
                &[2, 1],
                &[1, 2],
                &[0, 2],
                &[0, 1],
                &[0],
                &[1],
                &[2],
                &[],
            ] {
                let expected: BTreeSet<Vec<u32>> =
                    rows.iter().map(|row| cols.iter().map(|&col| row[col]).collect()).collect();
                for threads in [1, 2] {
                    let pace = Pace { threads, ..Pace::alone(&meter) };
                    let found = relation.project(cols, pace).expect("no limit");
                    assert!(found.rows().eq(expected.iter().cloned()), "{cols:?} of {n}");
                }
            }
        }
    }

    #[test]
    fn a_patch_removes_and_adds_rows() {
        let meter = Meter::unlimited();
        let pace = Pace::alone(&meter);
        for (seed, arity, range) in [(1, 1, 900), (2, 2, 30), (3, 3, 9), (4, 3, 0x7fff_ffff), (5, 0, 1)] {
            let (old, new) = (numbers(seed, 700, arity, range), numbers(seed + 50, 400, arity, range));
            let [old, new] = [old, new].map(|rows| Relation::from_rows(arity, &rows));
            let (gone, added) = old.changes(&new, pace).expect("no limit");
            assert_eq!(old.patched(&gone, &added, pace), Ok(new.clone()));
            assert_eq!(new.patched(&added, &gone, pace), Ok(old.clone()));
            assert_eq!(old.patched(&Relation::empty(arity), &added, pace), old.merge(&new, pace));
        }
    }

    /// All sizes and widths, so that each kind of sort runs.
    #[test]
    fn set_operations_match_a_tree_set() {
        for arity in 0..7 {
            for (n, range) in [(0, 5), (1, 5), (50, 5), (3000, 40), (9000, 0x7fff_ffff)] {
                let left = numbers(7, n, arity, range);
                let right = numbers(99, n / 2, arity, range);
                let mixed: Vec<_> = right.iter().chain(left.iter().take(n / 3)).cloned().collect();
                let set_left: BTreeSet<_> = left.iter().cloned().collect();
                let set_right: BTreeSet<_> = mixed.iter().cloned().collect();
                let a = Relation::from_rows(arity, &left);
                let b = Relation::from_rows(arity, &mixed);
                assert!(a.rows().eq(set_left.iter().cloned()), "sort {arity} {n}");
                let meter = Meter::unlimited();
                let pace = Pace::alone(&meter);
                let merged = a.merge(&b, pace).expect("no limit");
                assert!(merged.rows().eq(set_left.union(&set_right).cloned()), "merge {arity} {n}");
                let rest = a.clone().difference(&b, pace).expect("no limit");
                assert!(rest.rows().eq(set_left.difference(&set_right).cloned()), "difference {arity} {n}");
                if let Some(row) = left.first() {
                    assert!(a.contains(row));
                }
            }
        }
    }
}
