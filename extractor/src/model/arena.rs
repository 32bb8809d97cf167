//! An append-only arena that many threads may push to and read from at once.
//!
//! In: values. Out: dense `u32` indexes, and references that live as long as the arena. Reading takes two atomic loads
//! and no lock, since a slot never moves nor changes once it is written. The index of a value depends on thread timing,
//! so no result may depend on an index that several threads pushed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The first bucket holds `1 << FIRST_BITS` slots, each following one twice as many as the one before.
const FIRST_BITS: u32 = 10;
const BUCKETS: usize = (32 - FIRST_BITS) as usize;

/// See the module documentation.
#[derive(Debug)]
pub struct Arena<T> {
    buckets: [OnceLock<Box<[OnceLock<T>]>>; BUCKETS],
    len: AtomicU32,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { buckets: std::array::from_fn(|_| OnceLock::new()), len: AtomicU32::new(0) }
    }
}

/// The bucket of an index, and the position in it.
fn place(index: u32) -> (usize, usize) {
    let shifted = index as u64 + (1 << FIRST_BITS);
    let bucket = 63 - shifted.leading_zeros() - FIRST_BITS;
    (bucket as usize, (shifted - (1u64 << (bucket + FIRST_BITS))) as usize)
}

impl<T> Arena<T> {
    /// Stores a value and returns its index.
    pub fn push(&self, value: T) -> u32 {
        let index = self.len.fetch_add(1, Ordering::Relaxed);
        let (bucket, slot) = place(index);
        let slots = self.buckets[bucket].get_or_init(|| {
            std::iter::repeat_with(OnceLock::new).take(1 << (bucket as u32 + FIRST_BITS)).collect()
        });
        let fresh = slots[slot].set(value).is_ok();
        debug_assert!(fresh, "each index is given once");
        index
    }

    /// The value at an index returned by `push`.
    ///
    /// # Panics
    /// If `push` of this arena did not return `index`.
    pub fn get(&self, index: u32) -> &T {
        let (bucket, slot) = place(index);
        self.buckets[bucket].get().and_then(|slots| slots[slot].get()).expect("an index of this arena")
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed) as usize
    }

    /// Whether nothing was pushed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexes_are_dense_and_values_stay() {
        let arena = Arena::default();
        for i in 0..5000u32 {
            assert_eq!(arena.push(i * 3), i);
        }
        assert!((0..5000u32).all(|i| *arena.get(i) == i * 3));
        assert_eq!(arena.len(), 5000);
    }
}
