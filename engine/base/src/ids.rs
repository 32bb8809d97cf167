//! Typed indices and vectors indexed by them, so that nobody passes a predicate's number as a rule's.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// For [`define_id`](crate::define_id).
#[doc(hidden)]
pub use serde;

/// A typed index: a dense number from 0 that names one item of one kind.
pub trait Id: Copy + Eq + Ord + Hash + fmt::Debug {
    /// The id of the item at `index`.
    fn new(index: usize) -> Self;
    /// The id as a number.
    fn index(self) -> usize;
}

/// Declares id types: `define_id! { /// A predicate. pub struct PredId; }`.
#[macro_export]
macro_rules! define_id {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(u32);
        impl $crate::ids::Id for $name {
            fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("fewer than 2^32 things of one kind"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl $crate::ids::serde::Serialize for $name {
            fn serialize<S: $crate::ids::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_u32(self.0)
            }
        }
        impl<'de> $crate::ids::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::ids::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                <u32 as $crate::ids::serde::Deserialize>::deserialize(from).map(Self)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }
    )*};
}

/// A vector whose index has a type.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    #[serde(skip)]
    index: PhantomData<fn(I)>,
}

impl<I: Id, T> IndexVec<I, T> {
    /// An empty vector.
    pub const fn new() -> Self {
        Self { items: Vec::new(), index: PhantomData }
    }
    /// Adds an item and returns its id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::new(self.items.len() - 1)
    }
    /// The id that the next `push` will give.
    pub fn next_id(&self) -> I {
        I::new(self.items.len())
    }
    /// Keeps only the first `len` items.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }
    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether it has no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The item, or `None` if this vector has no such id.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }
    /// All items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
    /// All items in order, mutable.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
    /// All ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }
    /// Ids with their items, in order.
    pub fn iter_ids(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::new(index), item))
    }
}

impl<I, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self { items: Vec::new(), index: PhantomData }
    }
}
impl<I: Id, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}
impl<I: Id, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}
impl<I: Id, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        Self { items: items.into_iter().collect(), index: PhantomData }
    }
}
impl<I, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}
impl<I, T: PartialEq> PartialEq for IndexVec<I, T> {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}
impl<I, T: Eq> Eq for IndexVec<I, T> {}
impl<I, T: Hash> Hash for IndexVec<I, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.items.hash(state);
    }
}

/// A vector with a typed index whose copies share their items until one of them changes an item, which copies that
/// item.
#[derive(Clone)]
pub struct SharedVec<I, T> {
    items: Vec<Arc<T>>,
    index: PhantomData<fn(I)>,
}

impl<I: Id, T> SharedVec<I, T> {
    /// Adds an item and returns its id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(Arc::new(item));
        I::new(self.items.len() - 1)
    }
    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether it has no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// Replaces an item without copying the old one.
    pub fn replace(&mut self, id: I, item: T) {
        self.items[id.index()] = Arc::new(item);
    }
    /// All items in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.items.iter().map(Arc::as_ref)
    }
    /// All ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }
    /// Ids with their items, in order.
    pub fn iter_ids(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::new(index), item.as_ref()))
    }
}

impl<I, T> Default for SharedVec<I, T> {
    fn default() -> Self {
        Self { items: Vec::new(), index: PhantomData }
    }
}
impl<I: Id, T> Index<I> for SharedVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}
impl<I: Id, T: Clone> IndexMut<I> for SharedVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        Arc::make_mut(&mut self.items[id.index()])
    }
}
impl<I, T: fmt::Debug> fmt::Debug for SharedVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Id, SharedVec};

    define_id! {
        struct WordId;
    }

    #[test]
    fn copies_share_what_none_has_changed() {
        let mut words: SharedVec<WordId, String> = SharedVec::default();
        let (first, second) = (words.push("a".into()), words.push("b".into()));
        let mut copy = words.clone();
        copy[second].push('c');
        let third = copy.push("d".into());
        assert_eq!((words.len(), copy.len(), third.index()), (2, 3, 2));
        assert!(std::ptr::eq(&words[first], &copy[first]));
        assert_eq!(words.iter().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(copy.iter_ids().map(|(_, word)| word).collect::<Vec<_>>(), ["a", "bc", "d"]);
        copy.replace(first, String::new());
        assert_eq!((words[first].as_str(), copy[first].as_str()), ("a", ""));
    }
}
