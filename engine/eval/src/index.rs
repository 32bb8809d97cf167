//! Indexes: other column orders of a relation, sorted, with a directory over the first column, shared by all who want
//! the same order.
//!
//! What pipelines want is known from their plans and built before they run, on all threads ([`Indexed::prepare`]).
//! The little that shows only while they run is built by the thread that wants it first, alone, while others that want
//! it wait ([`Indexed::index`]). A thread that holds the lock never waits for other threads of the pool: while it waits
//! it would be given other work, which may want the same lock.
//!
//! What a lookup finds does not depend on which indexes others have built meanwhile: an index serves the wish that it
//! was built for, and others only if they see the same rows in the same order in it ([`Indexed::find`]).
//!
//! Where the first column alone tells rows apart, as the id of an entity does, the relation's own order serves whoever
//! knows that column, whatever else is known or read: there is one row at most.
//!
//! An index that nobody has asked for in a while is dropped; who wants it after all has it built again.
//!
//! The directory says where the rows of a value of the first column begin. Ids of entities are dense: with a bit for
//! each number and the count of values before each few of them, a lookup reads one word, and nothing else if the
//! values differ; it takes a sixteenth of an offset for each number. Values that are far apart have buckets that are
//! searched.

use crate::limits::{Meter, Pace, Stop};
use crate::plan::values::Values;
use crate::relation::{Relation, sort::equal_range};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

/// A relation sorted by some order of some of its columns, distinct in them.
#[derive(Debug)]
pub struct Index {
    /// Which columns of the base relation, in sort order.
    pub cols: Vec<usize>,
    /// The rows of those columns.
    pub rel: Arc<Relation>,
    directory: OnceLock<Directory>,
    /// Which values the first column has, if a bit for each costs little.
    values: OnceLock<Option<Bits>>,
    /// How often [`Indexed::age`] came by since somebody asked for it.
    idle: AtomicU32,
}

/// A set of numbers that are dense enough for a bit each.
#[derive(Debug)]
pub struct Bits {
    min: u32,
    words: Vec<u64>,
}

impl Bits {
    /// Numbers of a range that there may be for each that is there: so the bits take at most as much as a directory.
    const SPREAD: usize = 64;

    /// The values of a sorted column; `None` if they are too few for their range.
    fn of(col: &[u32]) -> Option<Self> {
        let (&min, &max) = (col.first()?, col.last()?);
        let span = (max - min) as usize + 1;
        if span / Self::SPREAD > col.len() {
            return None;
        }
        let mut words = vec![0; span.div_ceil(64)];
        for &value in col {
            let at = value - min;
            words[(at / 64) as usize] |= 1 << (at % 64);
        }
        Some(Self { min, words })
    }
    /// Whether a number is in the set.
    #[inline(always)]
    pub fn has(&self, value: u32) -> bool {
        // What is below the least number wraps around, far behind the last word.
        let at = value.wrapping_sub(self.min);
        self.words.get((at / 64) as usize).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

/// Where the values of a sorted column lie.
#[derive(Debug)]
pub struct Directory {
    min: u32,
    max: u32,
    places: Places,
}

#[derive(Debug)]
enum Places {
    /// For each 32 numbers, which of them are values, and how many values are before them. If values repeat, their
    /// first rows, and the number of rows behind the last.
    Ranks { words: Vec<(u32, u32)>, starts: Option<Vec<u32>> },
    /// The first rows of buckets of `1 << shift` numbers, for values too far apart.
    Buckets { shift: u32, offsets: Vec<u32> },
}

/// Numbers that there may be for each row of a column with ranks: so they take at most as much as buckets.
const RANKED: usize = 32;

impl Directory {
    fn new(col: &[u32]) -> Self {
        let (Some(&min), Some(&max)) = (col.first(), col.last()) else {
            return Self { min: 1, max: 0, places: Places::Buckets { shift: 0, offsets: vec![0] } };
        };
        let span = (max - min) as usize + 1;
        let places = if span / RANKED <= col.len() {
            Self::ranks(col, min, span)
        } else {
            Self::buckets(col, min, span)
        };
        Self { min, max, places }
    }

    fn ranks(col: &[u32], min: u32, span: usize) -> Places {
        let mut words = vec![(0u32, 0u32); span.div_ceil(32)];
        for &value in col {
            let at = value - min;
            words[(at / 32) as usize].0 |= 1 << (at % 32);
        }
        let mut distinct = 0;
        for (bits, before) in &mut words {
            *before = distinct;
            distinct += bits.count_ones();
        }
        let starts = (col.len() > distinct as usize).then(|| {
            let mut starts = Vec::with_capacity(distinct as usize + 1);
            let is_first = |row: &usize| *row == 0 || col[*row] != col[*row - 1];
            starts.extend((0..col.len()).filter(is_first).map(|row| row as u32));
            starts.push(col.len() as u32);
            starts
        });
        Places::Ranks { words, starts }
    }

    fn buckets(col: &[u32], min: u32, span: usize) -> Places {
        let mut shift = 0;
        while span >> shift > col.len() * 2 + 16 {
            shift += 1;
        }
        let mut offsets = vec![0u32; ((span - 1) >> shift) + 2];
        for &value in col {
            offsets[((value - min) >> shift) as usize + 1] += 1;
        }
        for at in 1..offsets.len() {
            offsets[at] += offsets[at - 1];
        }
        Places::Buckets { shift, offsets }
    }

    /// The rows with that value in the column that the directory is of.
    #[inline(always)]
    pub fn range(&self, col: &[u32], value: u32) -> (usize, usize) {
        if value < self.min || value > self.max {
            return (0, 0);
        }
        let at = value - self.min;
        match &self.places {
            Places::Ranks { words, starts } => {
                let (bits, before) = words[(at / 32) as usize];
                let bit = 1u32 << (at % 32);
                if bits & bit == 0 {
                    return (0, 0);
                }
                let rank = (before + (bits & (bit - 1)).count_ones()) as usize;
                match starts {
                    None => (rank, rank + 1),
                    Some(starts) => (starts[rank] as usize, starts[rank + 1] as usize),
                }
            }
            Places::Buckets { shift, offsets } => {
                let bucket = (at >> shift) as usize;
                equal_range(col, offsets[bucket] as usize, offsets[bucket + 1] as usize, value)
            }
        }
    }

    fn bytes(&self) -> usize {
        match &self.places {
            Places::Ranks { words, starts } => {
                words.len() * 8 + starts.as_ref().map_or(0, |starts| starts.len() * 4)
            }
            Places::Buckets { offsets, .. } => offsets.len() * 4,
        }
    }
}

impl Index {
    /// The rows in that order of columns.
    pub fn new(cols: Vec<usize>, rel: Arc<Relation>) -> Self {
        let (directory, values) = (OnceLock::new(), OnceLock::new());
        Self { cols, rel, directory, values, idle: AtomicU32::new(0) }
    }
    /// The values of the first column, if they are dense enough for a bit each.
    pub fn values(&self) -> Option<&Bits> {
        self.values.get_or_init(|| Bits::of(self.rel.col(0))).as_ref()
    }
    /// The directory of the first column.
    pub fn directory(&self) -> &Directory {
        self.directory.get_or_init(|| Directory::new(self.rel.col(0)))
    }
    /// Whether somebody has asked for the directory.
    pub fn has_directory(&self) -> bool {
        self.directory.get().is_some()
    }
    /// The rows whose first columns are `key`.
    #[inline]
    pub fn range(&self, key: &[u32]) -> Range<usize> {
        let Some((&first, rest)) = key.split_first() else {
            return 0..self.rel.len();
        };
        let (mut low, mut high) = self.directory().range(self.rel.col(0), first);
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
        let values = self.values.get().and_then(Option::as_ref).map_or(0, |bits| bits.words.len() * 8);
        values + self.directory.get().map_or(0, Directory::bytes) + self.rel.bytes()
    }
}

/// A relation with its indexes and what is known of its columns.
#[derive(Debug)]
pub struct Indexed {
    rel: Arc<Relation>,
    /// The relation's own order is the first.
    indexes: RwLock<Vec<Arc<Index>>>,
    /// Held by the thread that builds an index which was not prepared.
    building: Mutex<()>,
    values: Box<[OnceLock<Values>]>,
    /// Whether no two rows have the same value in the first column.
    first_is_key: OnceLock<bool>,
}

impl Indexed {
    /// The relation, with the index that its own order is.
    pub fn new(rel: Relation) -> Self {
        let rel = Arc::new(rel);
        let own = Arc::new(Index::new((0..rel.arity()).collect(), Arc::clone(&rel)));
        let values = (0..rel.arity()).map(|_| OnceLock::new()).collect();
        Self {
            rel,
            indexes: RwLock::new(vec![own]),
            building: Mutex::default(),
            values,
            first_is_key: OnceLock::new(),
        }
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

    fn find_by(&self, suits: impl Fn(&[usize]) -> bool) -> Option<Arc<Index>> {
        let indexes = self.indexes.read().unwrap_or_else(PoisonError::into_inner);
        // The narrowest has fewest rows; they were pushed in any order.
        let suitable = indexes.iter().filter(|index| suits(&index.cols));
        let found = suitable.min_by(|a, b| a.cols.len().cmp(&b.cols.len()).then(a.cols.cmp(&b.cols)))?;
        found.idle.store(0, Ordering::Relaxed);
        Some(Arc::clone(found))
    }
    /// The index for who knows `keys` and reads `outs`, if it is there: the relation's own order if it serves,
    /// otherwise the one with just these columns, or a wider one that has the same rows for them.
    pub fn find(&self, keys: &[usize], outs: &[usize]) -> Option<Arc<Index>> {
        if self.is_in_order(keys, outs) {
            return self.find_by(|cols| cols.len() == self.rel.arity() && cols.is_sorted());
        }
        let wish = order(keys, outs);
        let tells_apart = self.tells_apart(keys, outs);
        self.find_by(|cols| cols.starts_with(&wish) && (tells_apart || cols.len() == wish.len()))
    }

    /// An index for who only asks whether there are rows with these `keys`, if there is one: the relation's own order if
    /// it serves, otherwise any that begins with them.
    pub fn find_for_test(&self, keys: &[usize]) -> Option<Arc<Index>> {
        if self.is_in_order(keys, &[]) {
            return self.find(keys, &[]);
        }
        let n_keys = order(keys, &[]).len();
        self.find_by(|cols| cols.len() >= n_keys && cols[..n_keys].iter().all(|col| keys.contains(col)))
    }

    /// Whether the relation's own order finds what is asked for.
    pub fn is_in_order(&self, keys: &[usize], outs: &[usize]) -> bool {
        order(keys, outs).iter().enumerate().all(|(at, col)| at == *col) || self.is_by_key(keys, outs)
    }

    /// Whether the relation's own order finds what is asked for, without a row twice: the first column tells rows apart,
    /// and it is known, or nothing is known and it is read.
    pub fn is_by_key(&self, keys: &[usize], outs: &[usize]) -> bool {
        (keys.contains(&0) || keys.is_empty()) && self.tells_apart(keys, outs)
    }

    /// Whether these columns tell all rows apart, since the first one is among them and does.
    pub fn tells_apart(&self, keys: &[usize], outs: &[usize]) -> bool {
        let differ = || self.rel.col(0).windows(2).all(|pair| pair[0] != pair[1]);
        (keys.contains(&0) || outs.contains(&0)) && *self.first_is_key.get_or_init(differ)
    }

    /// The same as [`Self::find`], built by this thread alone if it is not there.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn index(&self, keys: &[usize], outs: &[usize], meter: &Meter) -> Result<Arc<Index>, Stop> {
        self.find_or_build(|| self.find(keys, outs), &order(keys, outs), meter)
    }

    /// The same as [`Self::find_for_test`], built by this thread alone if it is not there.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn index_for_test(&self, keys: &[usize], meter: &Meter) -> Result<Arc<Index>, Stop> {
        self.find_or_build(|| self.find_for_test(keys), &order(keys, &[]), meter)
    }

    /// The index whose first columns are these in this order, built by this thread alone if there is none. For who only
    /// asks whether there are rows.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn index_in_order(&self, cols: &[usize], meter: &Meter) -> Result<Arc<Index>, Stop> {
        self.find_or_build(|| self.find_by(|have| have.starts_with(cols)), cols, meter)
    }

    fn find_or_build(
        &self,
        find: impl Fn() -> Option<Arc<Index>>,
        cols: &[usize],
        meter: &Meter,
    ) -> Result<Arc<Index>, Stop> {
        if let Some(index) = find() {
            return Ok(index);
        }
        let _building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        match find() {
            Some(index) => Ok(index),
            None => self.prepare(cols, Pace::alone(meter)),
        }
    }

    /// Builds the index with exactly these columns, unless it is there. Callers that let other threads of the pool help
    /// hold no lock.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn prepare(&self, cols: &[usize], pace: Pace<'_>) -> Result<Arc<Index>, Stop> {
        if let Some(index) = self.find_by(|have| have == cols) {
            return Ok(index);
        }
        let built = Arc::new(Index::new(cols.to_vec(), Arc::new(self.rel.project(cols, pace)?)));
        let mut indexes = self.indexes.write().unwrap_or_else(PoisonError::into_inner);
        // Of several threads that build the same the first one wins.
        if let Some(index) = indexes.iter().find(|index| index.cols == cols) {
            return Ok(Arc::clone(index));
        }
        indexes.push(Arc::clone(&built));
        Ok(built)
    }

    /// What there is to know of a column's values; looked at once.
    pub fn values(&self, col: usize) -> &Values {
        self.values[col].get_or_init(|| Values::of(self.rel.col(col), col == 0))
    }

    /// The union of two disjoint relations; an order that either has is merged, not sorted anew.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn merged(&self, other: &Self, pace: Pace<'_>) -> Result<Self, Stop> {
        let merged = Self::new(self.rel.merge(&other.rel, pace)?);
        let own: Vec<Arc<Index>> =
            self.indexes.read().unwrap_or_else(PoisonError::into_inner).iter().skip(1).cloned().collect();
        let mut indexes = Vec::with_capacity(own.len());
        for index in own {
            let theirs = other.prepare(&index.cols, pace)?;
            let rel = Arc::new(index.rel.merge(&theirs.rel, pace)?);
            indexes.push(Arc::new(Index::new(index.cols.clone(), rel)));
        }
        merged.indexes.write().unwrap_or_else(PoisonError::into_inner).extend(indexes);
        Ok(merged)
    }

    /// Drops the indexes that nobody has asked for since this was called `limit` times. Whoever looks rows up in one
    /// keeps it as long as it takes.
    pub fn age(&self, limit: u32) {
        let mut indexes = self.indexes.write().unwrap_or_else(PoisonError::into_inner);
        // The relation's own order is the relation.
        let mut at = 0;
        indexes.retain(|index| {
            at += 1;
            at == 1 || index.idle.fetch_add(1, Ordering::Relaxed) < limit
        });
    }

    /// Bytes held by the relation and its indexes.
    pub fn bytes(&self) -> usize {
        let indexes = self.indexes.read().unwrap_or_else(PoisonError::into_inner);
        indexes.iter().map(|index| index.bytes()).sum()
    }
}

/// The columns of an index for these keys and what is read beside them.
pub fn order(keys: &[usize], outs: &[usize]) -> Vec<usize> {
    let mut cols: Vec<usize> = keys.to_vec();
    cols.sort_unstable();
    cols.dedup();
    let mut rest: Vec<usize> = outs.iter().copied().filter(|col| !cols.contains(col)).collect();
    rest.sort_unstable();
    rest.dedup();
    cols.extend(rest);
    cols
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
            let served = indexed.index(&[2, 0], &[], &Meter::free()).expect("no limit");
            let firsts: std::collections::BTreeSet<u32> = indexed.rel().col(0).iter().copied().collect();
            // The own order serves just where the first column alone leaves one row at most.
            let is_key = firsts.len() == indexed.len();
            prop_assert_eq!(indexed.is_by_key(&[2, 0], &[]), is_key);
            prop_assert_eq!(&served.cols, &if is_key { vec![0, 1, 2] } else { vec![0, 2] });
            // A wider index serves just where the first column alone tells rows apart, and then it has the same rows.
            let wider = Indexed::new(Relation::from_rows(3, &wide));
            wider.prepare(&[2, 0, 1], Pace::alone(&Meter::free())).expect("no limit");
            prop_assert_eq!(wider.find(&[2], &[0]).is_some(), is_key);
            prop_assert!(wider.find(&[2], &[]).is_none());
            // Who only asks whether there are rows finds them there in any case.
            for keys in [&[2][..], &[0, 2], &[2, 1, 0]] {
                let served = wider.find_for_test(keys).expect("an index");
                let begins = served.cols[..keys.len()].iter().all(|col| keys.contains(col));
                prop_assert!(begins || is_key && served.cols == [0, 1, 2]);
            }
            if let Some(found) = wider.find(&[2], &[0]) {
                let own = indexed.index(&[2], &[0], &Meter::free()).expect("no limit");
                prop_assert_eq!((found.rel.col(0), found.rel.col(1)), (own.rel.col(0), own.rel.col(1)));
            }
            let index = indexed.prepare(&[0, 2], Pace::alone(&Meter::free())).expect("no limit");
            prop_assert_eq!(&index.cols, &vec![0, 2]);
            let key: Vec<u32> = probe.iter().map(|v| v * spread).collect();
            let found: Vec<Vec<u32>> = index.range(&key).map(|row| index.rel.row(row)).collect();
            let mut expected: Vec<Vec<u32>> = wide.iter()
                .filter(|row| row[0] == key[0] && row[2] == key[1]).map(|row| vec![row[0], row[2]]).collect();
            expected.sort();
            expected.dedup();
            prop_assert_eq!(found, expected);
            if let Some(bits) = index.values() {
                let first = index.rel.col(0);
                for value in first.iter().flat_map(|value| [value.wrapping_sub(1), *value, value.wrapping_add(1)]) {
                    prop_assert_eq!(bits.has(value), first.contains(&value));
                }
                prop_assert!(!bits.has(u32::MAX) && (first.contains(&0) || !bits.has(0)));
            }
            for col in 0..3 {
                let values: std::collections::BTreeSet<u32> = wide.iter().map(|row| row[col]).collect();
                prop_assert_eq!(indexed.values(col).distinct, values.len() as f64);
            }
        }
    }

    #[test]
    fn an_index_that_nobody_asks_for_is_dropped_and_built_again() {
        let indexed = Indexed::new(Relation::from_rows(2, &[vec![1, 3], vec![2, 3], vec![2, 4]]));
        let meter = Meter::free();
        let built = indexed.index(&[1], &[0], &meter).expect("no limit");
        let full = indexed.bytes();
        // Somebody asks in time.
        for _ in 0..5 {
            indexed.age(2);
            assert!(indexed.find(&[1], &[0]).is_some());
        }
        for _ in 0..3 {
            assert_eq!(indexed.bytes(), full);
            indexed.age(2);
        }
        assert!(indexed.bytes() < full);
        assert!(indexed.find(&[1], &[0]).is_none());
        assert!(indexed.find(&[0], &[1]).is_some(), "the relation's own order stays");
        let again = indexed.index(&[1], &[0], &meter).expect("no limit");
        assert_eq!((again.rel.col(0), again.rel.col(1)), (built.rel.col(0), built.rel.col(1)));
    }
}
