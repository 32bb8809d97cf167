//! Interns strings as small numbers, concurrently, once for the whole process.
//!
//! Texts become `Sym`s, which are equal exactly when the texts are. The number behind a `Sym` depends on thread timing:
//! it may be hashed and compared for equality, but must never decide an order or reach a result. For that reason `Sym`
//! orders by its *text*.
//!
//! Reading a symbol takes no lock (two atomic loads); interning locks one of 64 shards. Texts are never freed.

use std::cmp::Ordering as Order;
use std::fmt;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An interned string. Four bytes, `Copy`, equality in one instruction; `Option<Sym>` takes eight.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sym(u32);

const SHARDS: usize = 64;
/// The first chunk holds `1 << FIRST_BITS` texts, each further one twice as many as the one before.
const FIRST_BITS: u32 = 12;
const CHUNKS: usize = (32 - FIRST_BITS) as usize;

type Chunk = OnceLock<Box<[OnceLock<&'static str>]>>;

struct Interner {
    shards: [Mutex<HashTable<(u64, u32)>>; SHARDS],
    chunks: [Chunk; CHUNKS],
    next: AtomicU32,
}

static INTERNER: Interner = Interner {
    shards: [const { Mutex::new(HashTable::new()) }; SHARDS],
    chunks: [const { OnceLock::new() }; CHUNKS],
    // Number 0 is the empty text and has no slot.
    next: AtomicU32::new(1),
};

/// The chunk and the index in it of the text with this number.
fn place(number: u32) -> (usize, usize) {
    let shifted = u64::from(number) + (1 << FIRST_BITS);
    let top = 63 - shifted.leading_zeros();
    ((top - FIRST_BITS) as usize, (shifted - (1 << top)) as usize)
}

impl Sym {
    /// The empty text.
    pub const EMPTY: Sym = Sym(0);

    /// The symbol of a text. Equal texts have equal symbols, on any thread.
    pub fn new(text: &str) -> Sym {
        if text.is_empty() { Sym::EMPTY } else { Sym::of_hash(FxBuildHasher.hash_one(text), text) }
    }

    fn of_hash(hash: u64, text: &str) -> Sym {
        let shard = &INTERNER.shards[(hash >> 40) as usize % SHARDS];
        // A poisoned shard is still valid: no code below leaves it half changed.
        let mut table = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let found = table.find(hash, |&(h, number)| h == hash && Sym(number).as_str() == text);
        if let Some(&(_, number)) = found {
            return Sym(number);
        }
        let number = INTERNER.next.fetch_add(1, Ordering::Relaxed);
        let (chunk, index) = place(number);
        let slots = INTERNER.chunks[chunk]
            .get_or_init(|| (0..1usize << (FIRST_BITS as usize + chunk)).map(|_| OnceLock::new()).collect());
        let stored: &'static str = Box::leak(text.to_owned().into_boxed_str());
        slots[index].get_or_init(|| stored);
        table.insert_unique(hash, (hash, number), |&(h, _)| h);
        Sym(number)
    }

    /// The text.
    pub fn as_str(self) -> &'static str {
        if self.0 == 0 {
            return "";
        }
        let (chunk, index) = place(self.0);
        INTERNER.chunks[chunk].get().and_then(|slots| slots[index].get()).copied().unwrap_or("")
    }

    /// The number behind the symbol, for tables by symbol. It depends on thread timing and must never reach a result.
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    /// The symbol with that number.
    pub(crate) fn from_number(number: u32) -> Sym {
        Sym(number)
    }

    /// Whether this is the empty text.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The symbol of `self`, a dot and `name`; of `name` alone if `self` is empty (the unnamed package).
    pub fn dot(self, name: Sym) -> Sym {
        if self.is_empty() {
            return name;
        }
        let (left, right) = (self.as_str(), name.as_str());
        let mut text = String::with_capacity(left.len() + 1 + right.len());
        text.push_str(left);
        text.push('.');
        text.push_str(right);
        Sym::new(&text)
    }
}

impl Serialize for Sym {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Sym {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sym, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Sym;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }
            fn visit_str<E>(self, text: &str) -> Result<Sym, E> {
                Ok(Sym::new(text))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

/// The symbols that one thread used recently. Most names recur soon: looking here first takes no lock, and touches less
/// memory.
#[derive(Default)]
pub(crate) struct Recent(Vec<(Sym, &'static str)>);

const RECENT_BITS: u32 = 11;

impl Recent {
    /// The symbol of a text.
    pub(crate) fn sym(&mut self, text: &str) -> Sym {
        if text.is_empty() {
            return Sym::EMPTY;
        }
        if self.0.is_empty() {
            self.0.resize(1 << RECENT_BITS, (Sym::EMPTY, ""));
        }
        let hash = FxBuildHasher.hash_one(text);
        let slot = &mut self.0[(hash >> (64 - RECENT_BITS)) as usize];
        if slot.1 != text {
            let sym = Sym::of_hash(hash, text);
            *slot = (sym, sym.as_str());
        }
        slot.0
    }
}

impl Ord for Sym {
    /// By text, so that sorting symbols does not depend on thread timing.
    fn cmp(&self, other: &Sym) -> Order {
        if self == other { Order::Equal } else { self.as_str().cmp(other.as_str()) }
    }
}

impl PartialOrd for Sym {
    fn partial_cmp(&self, other: &Sym) -> Option<Order> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.as_str())
    }
}

impl Default for Sym {
    fn default() -> Sym {
        Sym::EMPTY
    }
}

impl From<&str> for Sym {
    fn from(text: &str) -> Sym {
        Sym::new(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_dense() {
        assert_eq!(place(0), (0, 0));
        assert_eq!(place((1 << FIRST_BITS) - 1), (0, (1 << FIRST_BITS) - 1));
        assert_eq!(place(1 << FIRST_BITS), (1, 0));
        assert_eq!(place(u32::MAX).0, CHUNKS);
        assert_eq!(place(u32::MAX - (1 << FIRST_BITS)).0, CHUNKS - 1);
    }

    #[test]
    fn equal_texts_are_one_symbol_on_all_threads() {
        let texts: Vec<String> = (0..20_000).map(|i| format!("name{}", i % 7_000)).collect();
        let per_thread: Vec<Vec<Sym>> = std::thread::scope(|scope| {
            let handles: Vec<_> =
                (0..4).map(|_| scope.spawn(|| texts.iter().map(|t| Sym::new(t)).collect())).collect();
            handles.into_iter().map(|h| h.join().unwrap()).collect()
        });
        for symbols in &per_thread {
            assert_eq!(symbols, &per_thread[0]);
            assert!(symbols.iter().zip(&texts).all(|(s, t)| s.as_str() == t));
        }
        let mut recent = Recent::default();
        assert!(texts.iter().chain(&texts).all(|text| recent.sym(text) == Sym::new(text)));
        assert_eq!((Sym::new(""), recent.sym("")), (Sym::EMPTY, Sym::EMPTY));
        assert_eq!(Sym::new("a").dot(Sym::new("b")), Sym::new("a.b"));
        assert!(Sym::new("zz") > Sym::new("aa"));
    }
}
