//! Append-only storage and interning that threads share: readers never wait, writers wait for one shard.

use hashbrown::HashTable;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

const FIRST_BITS: u32 = 10;
const SHARDS: usize = 32;

/// Items at dense indices whose addresses never change. Chunk 0 holds 2^10 items, each further chunk as many as all
/// before it.
pub(super) struct Arena<T> {
    chunks: [OnceLock<Box<[OnceLock<T>]>>; 23],
    next: AtomicU32,
}

impl<T> Arena<T> {
    fn new() -> Self {
        Self { chunks: [const { OnceLock::new() }; 23], next: AtomicU32::new(0) }
    }
    /// The chunk of an index, the chunk's size, and the position in it.
    fn place(index: u32) -> (usize, usize, usize) {
        let high = index >> FIRST_BITS;
        if high == 0 {
            return (0, 1 << FIRST_BITS, index as usize);
        }
        let chunk = high.ilog2() + 1;
        let size = 1usize << (FIRST_BITS + chunk - 1);
        (chunk as usize, size, index as usize - size)
    }
    fn push(&self, thing: T) -> u32 {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        let (chunk, size, at) = Self::place(index);
        let cells = self.chunks[chunk].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
        // Only this call owns the index, so the cell is empty.
        let _ = cells[at].set(thing);
        index
    }
    fn get(&self, index: u32) -> Option<&T> {
        let (chunk, _, at) = Self::place(index);
        self.chunks[chunk].get()?.get(at)?.get()
    }
}

/// Distinct items with dense indices. The index of an item depends on which thread comes first; equal items always get
/// equal indices.
pub(super) struct Interner<T> {
    things: Arena<T>,
    shards: [Mutex<HashTable<Known>>; SHARDS],
}

/// An item in a table, with bits of its hash, so that a growing table does not read items again.
struct Known {
    hash: u32,
    index: u32,
}

impl Known {
    /// The part of a hash that is kept.
    fn bits(hash: u64) -> u32 {
        (hash ^ hash >> 32) as u32
    }
    /// Spreads the bits: a table derives the place of an item from the lower bits and a tag from the upper.
    fn spread(bits: u32) -> u64 {
        u64::from(bits).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self { things: Arena::new(), shards: [const { Mutex::new(HashTable::new()) }; SHARDS] }
    }
}

impl<T> Interner<T> {
    pub(super) fn get(&self, index: u32) -> Option<&T> {
        self.things.get(index)
    }
    /// The number of items.
    pub(super) fn len(&self) -> u32 {
        self.things.next.load(Ordering::Relaxed)
    }
    /// The index of the item that `is` recognises among those with that hash, or of a new one.
    pub(super) fn intern(&self, hash: u64, is: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> u32 {
        let shard = &self.shards[(hash >> 52) as usize % SHARDS];
        // A panic elsewhere cannot leave a table half changed: pushes precede inserts.
        let mut table = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let hash = Known::bits(hash);
        let wanted = |known: &Known| known.hash == hash && self.things.get(known.index).is_some_and(&is);
        if let Some(known) = table.find(Known::spread(hash), wanted) {
            return known.index;
        }
        let index = self.things.push(make());
        table.insert_unique(Known::spread(hash), Known { hash, index }, |known| Known::spread(known.hash));
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_dense_and_chunks_double() {
        let mut expected = (0, 0);
        let mut left = 1usize << FIRST_BITS;
        for index in 0..100_000u32 {
            let (chunk, size, at) = Arena::<u8>::place(index);
            assert_eq!((chunk, at), expected);
            assert!(at < size);
            left -= 1;
            expected = if left == 0 {
                left = 1usize << (FIRST_BITS + chunk as u32);
                (chunk + 1, 0)
            } else {
                (chunk, at + 1)
            };
        }
        assert_eq!(Arena::<u8>::place(u32::MAX).0, 22);
    }

    #[test]
    fn equal_things_get_equal_indices_from_any_thread() {
        let interner = Interner::<u64>::default();
        let hash = |thing: &u64| thing.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let intern = |thing: u64| interner.intern(hash(&thing), |have| *have == thing, || thing);
        let ids: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..4).map(|_| scope.spawn(|| (0..5000).map(&intern).collect::<Vec<_>>())).collect();
            workers.into_iter().map(|worker| worker.join().expect("no panic")).collect()
        });
        assert!(ids.iter().all(|other| *other == ids[0]));
        assert_eq!(interner.len(), 5000);
        assert_eq!(interner.get(ids[0][17]), Some(&17));
    }
}
