//! Indexes: other column orders of a relation, sorted, with a directory over the first column. Built on demand,
//! shared by all who ask for the same order.
//!
//! The directory cuts the range of the first column's values into about as many equal buckets as there are rows, so a
//! lookup reads one directory entry and searches a bucket. Ids of entities are dense: a bucket is a few rows.

use crate::relation::{Relation, sort::equal_range};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A relation sorted by some order of some of its columns, distinct in them.
#[derive(Debug)]
pub struct Index {
    /// Which columns of the base relation, in sort order.
    pub cols: Vec<usize>,
    /// The rows of those columns.
    pub rel: Arc<Relation>,
    directory: OnceLock<Directory>,
}

/// Where the values of a sorted column lie.
#[derive(Debug)]
pub struct Directory {
    min: u32,
    max: u32,
    shift: u32,
    offsets: Vec<u32>,
}

impl Directory {
    fn new(col: &[u32]) -> Self {
        let (Some(&min), Some(&max)) = (col.first(), col.last()) else {
            return Self { min: 1, max: 0, shift: 0, offsets: vec![0] };
        };
        let span = u64::from(max - min) + 1;
        let mut shift = 0;
        while span >> shift > col.len() as u64 * 2 + 16 {
            shift += 1;
        }
        let buckets = ((max - min) >> shift) as usize + 1;
        let mut offsets = vec![0u32; buckets + 1];
        for &value in col {
            offsets[((value - min) >> shift) as usize + 1] += 1;
        }
        for at in 1..offsets.len() {
            offsets[at] += offsets[at - 1];
        }
        Self { min, max, shift, offsets }
    }
    /// The rows with that value in the column that the directory is of.
    #[inline(always)]
    pub fn range(&self, col: &[u32], value: u32) -> (usize, usize) {
        if value < self.min || value > self.max {
            return (0, 0);
        }
        let bucket = ((value - self.min) >> self.shift) as usize;
        let (low, high) = (self.offsets[bucket] as usize, self.offsets[bucket + 1] as usize);
        if self.shift > 0 { equal_range(col, low, high, value) } else { (low, high) }
    }
    #[inline]
    fn bucket(&self, value: u32) -> Option<Range<usize>> {
        if value < self.min || value > self.max {
            return None;
        }
        let bucket = ((value - self.min) >> self.shift) as usize;
        Some(self.offsets[bucket] as usize..self.offsets[bucket + 1] as usize)
    }
}

impl Index {
    /// The rows in that order of columns.
    pub fn new(cols: Vec<usize>, rel: Arc<Relation>) -> Self {
        Self { cols, rel, directory: OnceLock::new() }
    }
    /// The directory of the first column.
    pub fn directory(&self) -> &Directory {
        self.directory.get_or_init(|| Directory::new(self.rel.col(0)))
    }
    /// The rows whose first columns are `key`.
    #[inline]
    pub fn range(&self, key: &[u32]) -> Range<usize> {
        let Some((&first, rest)) = key.split_first() else {
            return 0..self.rel.len();
        };
        let directory = self.directory();
        let Some(bucket) = directory.bucket(first) else {
            return 0..0;
        };
        let (mut low, mut high) = (bucket.start, bucket.end);
        if directory.shift > 0 {
            (low, high) = equal_range(self.rel.col(0), low, high, first);
        }
        for (at, &value) in rest.iter().enumerate() {
            if low >= high {
                break;
            }
            (low, high) = equal_range(self.rel.col(at + 1), low, high, value);
        }
        low..high
    }
    /// Whether some row begins with `key`.
    #[inline]
    pub fn contains(&self, key: &[u32]) -> bool {
        !self.range(key).is_empty()
    }
    /// Bytes held, without the base relation if the index is its own order.
    pub fn bytes(&self) -> usize {
        self.directory.get().map_or(0, |directory| directory.offsets.len() * 4) + self.rel.bytes()
    }
}

/// A relation with its indexes and what is known of its columns.
#[derive(Debug)]
pub struct Indexed {
    rel: Arc<Relation>,
    indexes: Mutex<Vec<Arc<Index>>>,
    distinct: Mutex<FxHashMap<usize, usize>>,
}

impl Indexed {
    /// The relation, with the index that its own order is.
    pub fn new(rel: Relation) -> Self {
        let rel = Arc::new(rel);
        let own = Arc::new(Index::new((0..rel.arity()).collect(), Arc::clone(&rel)));
        Self { rel, indexes: Mutex::new(vec![own]), distinct: Mutex::default() }
    }
    /// The rows.
    pub fn rel(&self) -> &Arc<Relation> {
        &self.rel
    }
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rel.len()
    }
    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rel.is_empty()
    }

    fn indexes(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Index>>> {
        self.indexes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An index that begins with the columns of `keys` in some order, followed by those of `outs` in some order,
    /// if there is one.
    pub fn find(&self, keys: &[usize], outs: &[usize]) -> Option<Arc<Index>> {
        self.indexes().iter().find(|index| serves(&index.cols, keys, outs)).cloned()
    }

    /// The same, built if there is none.
    pub fn index(&self, keys: &[usize], outs: &[usize]) -> Arc<Index> {
        let mut indexes = self.indexes();
        if let Some(index) = indexes.iter().find(|index| serves(&index.cols, keys, outs)) {
            return Arc::clone(index);
        }
        let mut cols: Vec<usize> = keys.to_vec();
        cols.sort_unstable();
        cols.dedup();
        let mut rest: Vec<usize> = outs.iter().copied().filter(|col| !cols.contains(col)).collect();
        rest.sort_unstable();
        cols.extend(rest);
        let rel = Arc::new(self.rel.project(&cols));
        let index = Arc::new(Index::new(cols, rel));
        indexes.push(Arc::clone(&index));
        index
    }

    /// The index whose columns are these in this order, built if there is none.
    pub fn index_in_order(&self, cols: &[usize]) -> Arc<Index> {
        let mut indexes = self.indexes();
        if let Some(index) = indexes.iter().find(|index| index.cols.starts_with(cols)) {
            return Arc::clone(index);
        }
        let index = Arc::new(Index::new(cols.to_vec(), Arc::new(self.rel.project(cols))));
        indexes.push(Arc::clone(&index));
        index
    }

    /// How many values a column has; counted once.
    pub fn distinct(&self, col: usize) -> usize {
        let mut known = self.distinct.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(col).or_insert_with(|| count_distinct(self.rel.col(col), col == 0))
    }

    /// The union of two disjoint relations; an order that either has is merged, not sorted anew.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        let merged = Self::new(self.rel.merge(&other.rel));
        for index in self.indexes().iter().skip(1) {
            let theirs = other.index_exact(&index.cols);
            let rel = Arc::new(index.rel.merge(&theirs.rel));
            merged.indexes().push(Arc::new(Index::new(index.cols.clone(), rel)));
        }
        merged
    }

    fn index_exact(&self, cols: &[usize]) -> Arc<Index> {
        let mut indexes = self.indexes();
        if let Some(index) = indexes.iter().find(|index| index.cols == cols) {
            return Arc::clone(index);
        }
        let index = Arc::new(Index::new(cols.to_vec(), Arc::new(self.rel.project(cols))));
        indexes.push(Arc::clone(&index));
        index
    }

    /// Bytes held by the relation and its indexes.
    pub fn bytes(&self) -> usize {
        self.indexes().iter().map(|index| index.bytes()).sum()
    }
}

fn serves(cols: &[usize], keys: &[usize], outs: &[usize]) -> bool {
    let n_keys = keys.iter().enumerate().filter(|(at, key)| !keys[..*at].contains(key)).count();
    let wanted =
        outs.iter().enumerate().filter(|(at, out)| !outs[..*at].contains(out) && !keys.contains(out)).count();
    cols.len() >= n_keys + wanted
        && cols[..n_keys].iter().all(|col| keys.contains(col))
        && cols[n_keys..n_keys + wanted].iter().all(|col| outs.contains(col))
}

/// Counts exactly, with one bit a value of the range.
fn count_distinct(col: &[u32], sorted: bool) -> usize {
    if sorted {
        return usize::from(!col.is_empty()) + col.windows(2).filter(|pair| pair[0] != pair[1]).count();
    }
    let Some(&min) = col.iter().min() else {
        return 0;
    };
    let max = col.iter().max().copied().unwrap_or(min);
    let span = (max - min) as usize + 1;
    if span > col.len().saturating_mul(64).max(1 << 16) {
        let mut copy = col.to_vec();
        copy.sort_unstable();
        copy.dedup();
        return copy.len();
    }
    let mut bits = vec![0u64; span.div_ceil(64)];
    for &value in col {
        let at = (value - min) as usize;
        bits[at / 64] |= 1 << (at % 64);
    }
    bits.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranges_hold_exactly_the_matching_rows(
            rows in prop::collection::vec(prop::collection::vec(0u32..40, 3), 0..200),
            spread in 1u32..50_000_000,
            probe in prop::collection::vec(0u32..42, 2),
        ) {
            let wide: Vec<Vec<u32>> = rows.iter().map(|row| row.iter().map(|v| v * spread).collect()).collect();
            let indexed = Indexed::new(Relation::from_rows(3, &wide));
            let index = indexed.index(&[2, 0], &[]);
            prop_assert_eq!(&index.cols, &vec![0, 2]);
            let key: Vec<u32> = probe.iter().map(|v| v * spread).collect();
            let found: Vec<Vec<u32>> = index.range(&key).map(|row| index.rel.row(row)).collect();
            let mut expected: Vec<Vec<u32>> = wide.iter()
                .filter(|row| row[0] == key[0] && row[2] == key[1]).map(|row| vec![row[0], row[2]]).collect();
            expected.sort();
            expected.dedup();
            prop_assert_eq!(found, expected);
            for col in 0..3 {
                let values: std::collections::BTreeSet<u32> = wide.iter().map(|row| row[col]).collect();
                prop_assert_eq!(indexed.distinct(col), values.len());
            }
        }
    }
}
