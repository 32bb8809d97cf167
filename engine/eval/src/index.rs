//! Indexes: other column orders of a relation, sorted, with a directory over the first column, shared by all users of
//! the order.
//!
//! Plans show most indexes that pipelines need; those are built in advance, on all threads ([`Indexed::prepare`]). The
//! few that only show at run time are built by the first thread that needs them, alone, while others wait
//! ([`Indexed::index`]). A thread that holds the lock never waits for other threads of the pool: it would be given
//! other work meanwhile, which may need the same lock.
//!
//! The result of a lookup does not depend on which indexes were built meanwhile: an index serves the request that it
//! was built for, and others only if they find the same rows in the same order in it ([`Indexed::find`]).
//!
//! If the first column is a key, such as the id of an entity, the relation's own order serves all lookups by that
//! column, whatever else is known or read: there is one row at most.
//!
//! Unused indexes are dropped after a while, and rebuilt if needed after all. Where an update changes few rows of a
//! relation, the indexes of the changed rows are made of the indexes before by removing and inserting rows
//! ([`Indexed::set_origin`]).
//!
//! The directory says where the rows of each value of the first column begin. Ids of entities are dense: with a bit for
//! each number and the count of values before each few of them, a lookup reads one word, and nothing else if the values
//! are distinct; it takes a sixteenth of an offset for each number. Sparse values have buckets that are searched.

use crate::limits::{Meter, Pace, Stop};
use crate::plan::values::Values;
use crate::relation::{Relation, sort::equal_range};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

/// Relations of so many rows are sorted, or get a directory, faster than planning takes.
pub const SMALL: usize = 1 << 12;
/// A directory is worth building for one lookup in so many rows.
const FEW: usize = 32;

/// A relation sorted by some of its columns in some order, distinct in them.
#[derive(Debug)]
pub struct Index {
    /// The columns of the base relation, in sort order.
    pub cols: Vec<usize>,
    /// The rows of those columns.
    pub rel: Arc<Relation>,
    directory: OnceLock<Directory>,
    /// The values of the first column as bits, if that is cheap.
    values: OnceLock<Option<Bits>>,
    /// Calls of [`Indexed::age`] since the last use.
    idle: AtomicU32,
}

/// A dense set of numbers, one bit each.
#[derive(Debug)]
pub struct Bits {
    min: u32,
    words: Vec<u64>,
}

impl Bits {
    /// The most numbers of the range per number in the set, so that the bits take no more than a directory.
    const SPREAD: usize = 64;

    /// The values of a sorted column; `None` if they are too sparse.
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
        // A number below the least wraps around, far behind the last word.
        let at = value.wrapping_sub(self.min);
        self.words.get((at / 64) as usize).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

/// Where the rows of each value of a sorted column begin.
#[derive(Debug)]
pub struct Directory {
    min: u32,
    max: u32,
    places: Places,
}

#[derive(Debug)]
enum Places {
    /// For each 32 numbers, which of them are values, and how many values precede them. If values repeat, also their
    /// first rows, and the number of rows behind the last.
    Ranks { words: Vec<(u32, u32)>, starts: Option<Vec<u32>> },
    /// The first rows of buckets of `1 << shift` numbers, for sparse values.
    Buckets { shift: u32, offsets: Vec<u32> },
    /// None: each lookup searches the column.
    Unknown,
}

/// The most numbers of the range per row for ranks, so that they take no more than buckets.
const RANKED: usize = 32;

impl Directory {
    /// A directory for few lookups, which takes no time to build.
    const NONE: Self = Self { min: 0, max: u32::MAX, places: Places::Unknown };

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

    /// The rows with that value in the directory's column.
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
            Places::Unknown => equal_range(col, 0, col.len(), value),
        }
    }

    fn bytes(&self) -> usize {
        match &self.places {
            Places::Ranks { words, starts } => {
                words.len() * 8 + starts.as_ref().map_or(0, |starts| starts.len() * 4)
            }
            Places::Buckets { offsets, .. } => offsets.len() * 4,
            Places::Unknown => 0,
        }
    }
}

impl Index {
    /// An index of rows in that order of columns.
    pub fn new(cols: Vec<usize>, rel: Arc<Relation>) -> Self {
        let (directory, values) = (OnceLock::new(), OnceLock::new());
        Self { cols, rel, directory, values, idle: AtomicU32::new(0) }
    }
    /// The values of the first column as bits, for so many tests; `None` if they are too sparse, or too many for so few
    /// tests.
    pub fn values_for(&self, tests: usize) -> Option<&Bits> {
        match self.values.get() {
            Some(known) => known.as_ref(),
            None if self.is_large_for(tests) => None,
            None => self.values.get_or_init(|| Bits::of(self.rel.col(0))).as_ref(),
        }
    }
    /// The directory of the first column for so many lookups: if these are few, each searches the column.
    pub fn directory_for(&self, lookups: usize) -> &Directory {
        match self.directory.get() {
            Some(known) => known,
            None if self.is_large_for(lookups) => &Directory::NONE,
            None => self.directory(),
        }
    }
    fn is_large_for(&self, lookups: usize) -> bool {
        self.rel.len() > SMALL && lookups.saturating_mul(FEW) < self.rel.len()
    }
    /// The directory of the first column.
    pub fn directory(&self) -> &Directory {
        self.directory.get_or_init(|| Directory::new(self.rel.col(0)))
    }
    /// Whether the directory has been built.
    pub fn has_directory(&self) -> bool {
        self.directory.get().is_some()
    }
    /// The rows whose first columns are `key`.
    #[inline]
    pub fn range(&self, key: &[u32]) -> Range<usize> {
        let Some((&first, rest)) = key.split_first() else {
            return 0..self.rel.len();
        };
        let (mut low, mut high) = self.directory_for(1).range(self.rel.col(0), first);
        for (at, &value) in rest.iter().enumerate() {
            if low >= high {
                break;
            }
            (low, high) = equal_range(self.rel.col(at + 1), low, high, value);
        }
        low..high
    }
    /// Whether some row starts with `key`.
    #[inline]
    pub fn contains(&self, key: &[u32]) -> bool {
        !self.range(key).is_empty()
    }
    /// Bytes held; without the base relation if the index is its own order.
    pub fn bytes(&self) -> usize {
        let values = self.values.get().and_then(Option::as_ref).map_or(0, |bits| bits.words.len() * 8);
        values + self.directory.get().map_or(0, Directory::bytes) + self.rel.bytes()
    }
}

/// A relation with its indexes and statistics of its columns.
#[derive(Debug)]
pub struct Indexed {
    rel: Arc<Relation>,
    /// The relation's own order is the first.
    indexes: RwLock<Vec<Arc<Index>>>,
    /// Held by the thread that builds an index that was not prepared.
    building: Mutex<()>,
    values: Box<[OnceLock<Values>]>,
    /// Whether the first column is a key.
    first_is_key: OnceLock<bool>,
    /// What a few changes made these rows of.
    origin: RwLock<Option<Arc<Origin>>>,
}

/// Rows of which a few changes make others: the indexes of those follow from theirs, which takes less time than sorting.
#[derive(Debug)]
struct Origin {
    rows: Arc<Indexed>,
    gone: Arc<Indexed>,
    added: Arc<Indexed>,
}

impl Origin {
    /// The rows of the index with these columns after the change, `new`; `None` if there was no such index.
    fn index(&self, cols: &[usize], new: &Relation, pace: Pace<'_>) -> Option<Result<Relation, Stop>> {
        let old = self.rows.find_by(|have| have == cols)?;
        let update = || {
            let added = self.added.rel.project(cols, pace)?.difference(&old.rel, pace)?;
            let mut gone = self.gone.rel.project(cols, pace)?;
            if cols.len() < new.arity() && !gone.is_empty() {
                // Other rows may have the values of those that are gone.
                let left = new.matching(cols, &gone, pace)?.project(cols, pace)?;
                gone = gone.difference(&left, pace)?;
            }
            old.rel.patched(&gone, &added, pace)
        };
        Some(update())
    }
    /// Whether the first column of the rows after the change is a key; `None` if that is not known.
    fn first_is_key(&self, new: &Relation) -> Option<bool> {
        let was_key = *self.rows.first_is_key.get()?;
        let has_others = |value: u32| {
            let first = new.col(0);
            let at = first.partition_point(|known| *known < value);
            first.get(at + 1) == Some(&value)
        };
        // Where it was no key, nothing depends on it becoming one.
        Some(was_key && !self.added.rel.col(0).iter().any(|value| has_others(*value)))
    }
}

impl Indexed {
    /// If more than one of so many rows changes, sorting the rows is as fast as changing an index.
    const CHANGED_PART: usize = 4;

    /// The relation, with its own order as the first index.
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
            origin: RwLock::default(),
        }
    }
    /// Remembers that these rows are `rows` without `gone` and with `added`, if these are few.
    pub fn set_origin(&self, rows: &Arc<Self>, gone: &Arc<Self>, added: &Arc<Self>) {
        if (gone.len() + added.len()) * Self::CHANGED_PART < self.len() {
            let origin = Origin { rows: rows.clone(), gone: gone.clone(), added: added.clone() };
            *self.origin.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(origin));
        }
    }
    /// Forgets what these rows were made of.
    pub fn forget_origin(&self) {
        *self.origin.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
    fn origin(&self) -> Option<Arc<Origin>> {
        self.origin.read().unwrap_or_else(PoisonError::into_inner).clone()
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
        // The narrowest has fewest rows; they were added in any order.
        let suitable = indexes.iter().filter(|index| suits(&index.cols));
        let found = suitable.min_by(|a, b| a.cols.len().cmp(&b.cols.len()).then(a.cols.cmp(&b.cols)))?;
        found.idle.store(0, Ordering::Relaxed);
        Some(Arc::clone(found))
    }
    /// The index for lookups by `keys` that read `outs`, if built: the relation's own order if it serves, otherwise the
    /// one with just these columns, or a wider one that has the same rows for them.
    pub fn find(&self, keys: &[usize], outs: &[usize]) -> Option<Arc<Index>> {
        if self.is_in_order(keys, outs) {
            return self.find_by(|cols| cols.len() == self.rel.arity() && cols.is_sorted());
        }
        let wish = order(keys, outs);
        let include_key = self.include_key(keys, outs);
        self.find_by(|cols| cols.starts_with(&wish) && (include_key || cols.len() == wish.len()))
    }

    /// The index for tests whether rows with these `keys` exist, if built: the relation's own order if it serves,
    /// otherwise any that starts with them.
    pub fn find_for_test(&self, keys: &[usize]) -> Option<Arc<Index>> {
        if self.is_in_order(keys, &[]) {
            return self.find(keys, &[]);
        }
        let n_keys = order(keys, &[]).len();
        self.find_by(|cols| cols.len() >= n_keys && cols[..n_keys].iter().all(|col| keys.contains(col)))
    }

    /// Whether the relation's own order serves the lookup.
    pub fn is_in_order(&self, keys: &[usize], outs: &[usize]) -> bool {
        order(keys, outs).iter().enumerate().all(|(at, col)| at == *col) || self.is_by_key(keys, outs)
    }

    /// Whether the relation's own order serves the lookup without repeated rows: the first column is a key, and it is
    /// known, or nothing is known and it is read.
    pub fn is_by_key(&self, keys: &[usize], outs: &[usize]) -> bool {
        (keys.contains(&0) || keys.is_empty()) && self.include_key(keys, outs)
    }

    /// Whether these columns include the first one and that one is a key.
    pub fn include_key(&self, keys: &[usize], outs: &[usize]) -> bool {
        let differ = || match self.origin().and_then(|origin| origin.first_is_key(&self.rel)) {
            Some(known) => known,
            None => self.rel.col(0).windows(2).all(|pair| pair[0] != pair[1]),
        };
        (keys.contains(&0) || outs.contains(&0)) && *self.first_is_key.get_or_init(differ)
    }

    /// Like [`Self::find`], but this thread builds a missing index, alone.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn index(&self, keys: &[usize], outs: &[usize], meter: &Meter) -> Result<Arc<Index>, Stop> {
        self.find_or_build(|| self.find(keys, outs), &order(keys, outs), meter)
    }

    /// Like [`Self::find_for_test`], but this thread builds a missing index, alone.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn index_for_test(&self, keys: &[usize], meter: &Meter) -> Result<Arc<Index>, Stop> {
        self.find_or_build(|| self.find_for_test(keys), &order(keys, &[]), meter)
    }

    /// An index that starts with these columns in this order; this thread builds a missing one, alone. For tests
    /// whether rows exist.
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

    /// Builds the index with exactly these columns unless present. Callers whose pace allows other threads must hold no
    /// lock.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn prepare(&self, cols: &[usize], pace: Pace<'_>) -> Result<Arc<Index>, Stop> {
        if let Some(index) = self.find_by(|have| have == cols) {
            return Ok(index);
        }
        let changed = self.origin().and_then(|origin| origin.index(cols, &self.rel, pace));
        let rows = changed.unwrap_or_else(|| self.rel.project(cols, pace))?;
        let built = Arc::new(Index::new(cols.to_vec(), Arc::new(rows)));
        let mut indexes = self.indexes.write().unwrap_or_else(PoisonError::into_inner);
        // If several threads build the same index, the first one wins.
        if let Some(index) = indexes.iter().find(|index| index.cols == cols) {
            return Ok(Arc::clone(index));
        }
        indexes.push(Arc::clone(&built));
        Ok(built)
    }

    /// Statistics of a column's values, computed once.
    pub fn values(&self, col: usize) -> &Values {
        self.values[col].get_or_init(|| {
            // A few changes make no difference to plans.
            let known = self.origin().and_then(|origin| origin.rows.values[col].get().cloned());
            known.unwrap_or_else(|| Values::of(self.rel.col(col), col == 0))
        })
    }

    /// The union of two disjoint relations; orders that either has are merged, not sorted anew.
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

    /// Drops indexes unused during the last `limit` calls of this function. A lookup in progress keeps its index alive.
    pub fn age(&self, limit: u32) {
        let mut indexes = self.indexes.write().unwrap_or_else(PoisonError::into_inner);
        // The first index is the relation itself.
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

/// The columns of an index for lookups by these keys that read `outs`.
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
            let served = indexed.index(&[2, 0], &[], &Meter::unlimited()).expect("no limit");
            let firsts: std::collections::BTreeSet<u32> = indexed.rel().col(0).iter().copied().collect();
            // The own order serves exactly if the first column leaves one row at most.
            let is_key = firsts.len() == indexed.len();
            prop_assert_eq!(indexed.is_by_key(&[2, 0], &[]), is_key);
            prop_assert_eq!(&served.cols, &if is_key { vec![0, 1, 2] } else { vec![0, 2] });
            // A wider index serves exactly if the first column is a key, and then it has the same rows.
            let wider = Indexed::new(Relation::from_rows(3, &wide));
            wider.prepare(&[2, 0, 1], Pace::alone(&Meter::unlimited())).expect("no limit");
            prop_assert_eq!(wider.find(&[2], &[0]).is_some(), is_key);
            prop_assert!(wider.find(&[2], &[]).is_none());
            // A test whether rows exist finds them there in any case.
            for keys in [&[2][..], &[0, 2], &[2, 1, 0]] {
                let served = wider.find_for_test(keys).expect("an index");
                let begins = served.cols[..keys.len()].iter().all(|col| keys.contains(col));
                prop_assert!(begins || is_key && served.cols == [0, 1, 2]);
            }
            if let Some(found) = wider.find(&[2], &[0]) {
                let own = indexed.index(&[2], &[0], &Meter::unlimited()).expect("no limit");
                prop_assert_eq!((found.rel.col(0), found.rel.col(1)), (own.rel.col(0), own.rel.col(1)));
            }
            let index = indexed.prepare(&[0, 2], Pace::alone(&Meter::unlimited())).expect("no limit");
            prop_assert_eq!(&index.cols, &vec![0, 2]);
            let key: Vec<u32> = probe.iter().map(|v| v * spread).collect();
            let found: Vec<Vec<u32>> = index.range(&key).map(|row| index.rel.row(row)).collect();
            let mut expected: Vec<Vec<u32>> = wide.iter()
                .filter(|row| row[0] == key[0] && row[2] == key[1]).map(|row| vec![row[0], row[2]]).collect();
            expected.sort();
            expected.dedup();
            prop_assert_eq!(found, expected);
            if let Some(bits) = index.values_for(usize::MAX) {
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

    proptest! {
        /// What a change makes of an index is what sorting the rows after it makes.
        #[test]
        fn indexes_follow_a_change(
            rows in prop::collection::btree_set(prop::collection::vec(0u32..12, 3), 9..200),
            gone in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
            added in prop::collection::btree_set(prop::collection::vec(0u32..14, 3), 0..6),
            key in any::<bool>(),
        ) {
            let meter = Meter::unlimited();
            let number = |(at, mut row): (usize, Vec<u32>)| {
                row[0] = if key { at as u32 } else { row[0] };
                row
            };
            let rows: Vec<Vec<u32>> = rows.into_iter().enumerate().map(number).collect();
            let old = Arc::new(Indexed::new(Relation::from_rows(3, &rows)));
            let gone: Vec<Vec<u32>> = gone.iter().map(|at| rows[at.index(rows.len())].clone()).collect();
            let added: Vec<Vec<u32>> = added.into_iter().filter(|row| !rows.contains(row)).collect();
            let left = rows.iter().filter(|row| !gone.contains(row)).chain(&added).cloned().collect::<Vec<_>>();
            let [gone, added] = [gone, added].map(|rows| Arc::new(Indexed::new(Relation::from_rows(3, &rows))));
            let (new, fresh) = (Indexed::new(Relation::from_rows(3, &left)), Indexed::new(Relation::from_rows(3, &left)));
            new.set_origin(&old, &gone, &added);
            prop_assert!(!old.include_key(&[0], &[]) || key);
            // It may miss that a change makes a key, but never sees one where there is none.
            prop_assert!(!new.include_key(&[0], &[]) || fresh.include_key(&[0], &[]));
            for cols in [&[1][..], &[1, 0], &[2, 1], &[2, 0, 1], &[0, 2]] {
                old.prepare(cols, Pace::alone(&meter)).expect("no limit");
                let [made, sorted] = [&new, &fresh].map(|of| of.prepare(cols, Pace::alone(&meter)).expect("no limit"));
                prop_assert_eq!(&made.rel, &sorted.rel, "{:?}", cols);
            }
        }
    }

    #[test]
    fn an_index_that_nobody_asks_for_is_dropped_and_built_again() {
        let indexed = Indexed::new(Relation::from_rows(2, &[vec![1, 3], vec![2, 3], vec![2, 4]]));
        let meter = Meter::unlimited();
        let built = indexed.index(&[1], &[0], &meter).expect("no limit");
        let full = indexed.bytes();
        // Used in time.
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
