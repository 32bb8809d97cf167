//! Values of 32 bits and their meaning. A column's [`Kind`] says how to read one; numbers that do not fit, texts and
//! constructed tuples are interned here, on top of the strings of one database. Equal values have equal bits, so joins
//! never look inside; only order and text do.

use crate::edb::{Edb, EdbError};
use crate::limits::{Meter, Stop};
use num_bigint::BigInt;
use quarrel_base::IndexVec;
use quarrel_base::ids::Id;
use quarrel_common::always;
use quarrel_datalog::{Const, Ctor, CtorId, Kind};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

mod arena;

use arena::Interner;

/// The lowest constructed tuple value; everything below is an entity.
pub const FIRST_TUPLE: u32 = 0x8000_0000;
/// The lowest number of a text that evaluation made; everything below is stored. It does not depend on the number of
/// stored texts, so rows stay valid when a database gets more.
const FIRST_OWN_TEXT: u32 = 0x8000_0000;
/// Marks a set in place of a constructor in the tuples that [`Values::set`] makes.
const SET: u32 = u32::MAX;
type Hasher = rustc_hash::FxBuildHasher;

/// A constructed value: its constructor and arguments. Up to four arguments are stored inline.
struct Tuple {
    ctor: u32,
    args: Args,
}
enum Args {
    Few(u8, [u32; 4]),
    Many(Box<[u32]>),
}
impl Tuple {
    fn new(ctor: u32, args: &[u32]) -> Self {
        let args = if args.len() <= 4 {
            let mut few = [0; 4];
            few[..args.len()].copy_from_slice(args);
            Args::Few(args.len() as u8, few)
        } else {
            Args::Many(args.into())
        };
        Self { ctor, args }
    }
    fn args(&self) -> &[u32] {
        match &self.args {
            Args::Few(len, few) => &few[..usize::from(*len)],
            Args::Many(many) => many,
        }
    }
}

/// All interned values of one evaluation. Threads share it by reference.
pub struct Values<'db> {
    edb: &'db dyn Edb,
    /// Texts that the database has got since an earlier evaluation made them: by their numbers there, those that they
    /// keep.
    aliases: FxHashMap<u32, u32>,
    ctors: Vec<Box<[Kind]>>,
    interned: Arc<Interned>,
    /// Caches of operations on values: see [`Values::cached`].
    cached: OnceLock<Box<dyn Any + Send + Sync>>,
    failure: OnceLock<EdbError>,
    warnings: Mutex<BTreeSet<String>>,
    meter: Arc<Meter>,
}

/// The values that evaluations of one program have interned, by their numbers. A later evaluation goes on from them
/// ([`Values::resumed`]).
#[derive(Default)]
pub struct Interned {
    strings: Interner<NewText>,
    floats: Interner<u64>,
    dates: Interner<i64>,
    bigints: Interner<BigInt>,
    tuples: Interner<Tuple>,
    /// Bytes of interned texts.
    text_bytes: AtomicUsize,
}

impl Interned {
    /// The number of values.
    fn len(&self) -> u32 {
        let Self { strings, floats, dates, bigints, tuples, .. } = self;
        strings.len() + floats.len() + dates.len() + bigints.len() + tuples.len()
    }
}

impl std::fmt::Debug for Interned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interned").field("values", &self.len()).finish_non_exhaustive()
    }
}

/// A text met in evaluation. The id of a new text is its index, counted from [`FIRST_OWN_TEXT`]; a text that turns out to
/// be stored leaves a gap there.
enum NewText {
    Stored(u32),
    Own(Box<str>),
}

fn hash<T: Hash + ?Sized>(thing: &T) -> u64 {
    Hasher::default().hash_one(thing)
}
fn hash_tuple(ctor: u32, args: &[u32]) -> u64 {
    hash(&(ctor, args))
}

impl<'db> Values<'db> {
    /// No interned values yet. `ctors` are the program's: they say how to read the arguments of tuple values.
    pub fn new(edb: &'db dyn Edb, ctors: &IndexVec<CtorId, Ctor>) -> Self {
        Self {
            edb,
            aliases: FxHashMap::default(),
            ctors: ctors.iter().map(|ctor| ctor.args.clone().into_boxed_slice()).collect(),
            interned: Arc::default(),
            cached: OnceLock::new(),
            failure: OnceLock::new(),
            warnings: Mutex::default(),
            meter: Arc::new(Meter::unlimited()),
        }
    }
    /// The values of an earlier evaluation, on a database in which stored texts have the numbers that they had.
    pub fn resumed(edb: &'db dyn Edb, ctors: &IndexVec<CtorId, Ctor>, interned: Arc<Interned>) -> Self {
        let values = Self { interned, ..Self::new(edb, ctors) };
        let mut aliases = FxHashMap::default();
        for index in 0..values.interned.strings.len() {
            if let Some(NewText::Own(text)) = values.interned.strings.get(index)
                && let Ok(Some(id)) = edb.find_text(text, &values.meter)
            {
                aliases.insert(id, FIRST_OWN_TEXT + index);
            }
        }
        Self { aliases, ..values }
    }
    /// The values so far, for [`Values::resumed`].
    pub fn interned(&self) -> Arc<Interned> {
        Arc::clone(&self.interned)
    }
    /// The value of a stored text, which an earlier evaluation may have made before it was stored.
    pub fn of_stored(&self, text: u32) -> u32 {
        self.aliases.get(&text).copied().unwrap_or(text)
    }
    /// Whether [`Values::of_stored`] changes any value.
    pub fn has_aliases(&self) -> bool {
        !self.aliases.is_empty()
    }
    /// Puts the values under the limits of an evaluation.
    #[must_use]
    pub fn with_meter(self, meter: Arc<Meter>) -> Self {
        Self { meter, ..self }
    }
    /// Fails if a limit is reached; code that reads a database calls this now and then.
    ///
    /// # Errors
    /// If a limit of the evaluation is reached.
    pub fn check(&self) -> Result<(), Stop> {
        self.meter.check()
    }
    /// The meter of the evaluation.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }
    /// A cache for operations on these values, such as compiled patterns, which lives as long as they do. All callers
    /// use one type.
    ///
    /// # Panics
    /// If another type was asked for before.
    pub fn cached<T: Any + Default + Send + Sync>(&self) -> &T {
        let cached = self.cached.get_or_init(|| Box::<T>::default());
        cached.downcast_ref().expect("one type is kept with values")
    }
    /// The underlying database.
    pub fn edb(&self) -> &'db dyn Edb {
        self.edb
    }

    /// The text of a value of kind `String`; empty if the id has none (then [`Values::failure`] says why).
    pub fn text(&self, id: u32) -> &str {
        if let Some(own) = id.checked_sub(FIRST_OWN_TEXT) {
            return match self.interned.strings.get(own) {
                Some(NewText::Own(text)) => text,
                _ => "",
            };
        }
        match self.edb.text(id, &self.meter) {
            Ok(Some(text)) => text,
            Ok(None) => {
                self.fail(EdbError::Read(format!("there is no string with the id {id}")));
                ""
            }
            Err(error) => {
                self.fail(error);
                ""
            }
        }
    }
    /// The value of kind `String` for that text.
    pub fn string(&self, text: &str) -> u32 {
        let wanted = hash(text);
        let is = |new: &NewText| match new {
            NewText::Own(own) => **own == *text,
            NewText::Stored(id) => self.text(*id) == text,
        };
        let own = || {
            self.interned.text_bytes.fetch_add(text.len(), std::sync::atomic::Ordering::Relaxed);
            NewText::Own(text.into())
        };
        let index =
            self.interned.strings.intern(wanted, is, || match self.edb.find_text(text, &self.meter) {
                Ok(Some(id)) => NewText::Stored(id),
                Ok(None) => own(),
                Err(error) => {
                    self.fail(error);
                    own()
                }
            });
        match self.interned.strings.get(index) {
            Some(NewText::Stored(id)) => *id,
            _ => FIRST_OWN_TEXT + index,
        }
    }

    /// The number behind a value of kind `Float`.
    pub fn float_of(&self, id: u32) -> f64 {
        f64::from_bits(always!(self.interned.floats.get(id)).copied().unwrap_or_default())
    }
    /// The value of kind `Float` for that number. All NaNs are one value.
    pub fn float(&self, float: f64) -> u32 {
        let bits = if float.is_nan() { f64::NAN.to_bits() } else { float.to_bits() };
        self.interned.floats.intern(hash(&bits), |have| *have == bits, || bits)
    }

    /// Milliseconds since 1970-01-01 UTC behind a value of kind `Date`.
    pub fn date_of(&self, id: u32) -> i64 {
        always!(self.interned.dates.get(id)).copied().unwrap_or_default()
    }
    /// The value of kind `Date` that many milliseconds after 1970-01-01 UTC.
    pub fn date(&self, millis: i64) -> u32 {
        self.interned.dates.intern(hash(&millis), |have| *have == millis, || millis)
    }

    /// The integer behind a value of kind `BigInt`; `None` if the bits are no such value.
    pub fn bigint_of(&self, id: u32) -> Option<&BigInt> {
        self.interned.bigints.get(id)
    }
    /// The value of kind `BigInt` for that integer.
    pub fn bigint(&self, int: BigInt) -> u32 {
        self.interned.bigints.intern(hash(&int), |have| *have == int, || int.clone())
    }

    /// The value that the constructor makes from the arguments.
    pub fn construct(&self, ctor: CtorId, args: &[u32]) -> u32 {
        self.tuple(ctor.index() as u32, args)
    }
    /// The constructor and arguments of a constructed value; `None` for entities and sets.
    pub fn constructed(&self, value: u32) -> Option<(CtorId, &[u32])> {
        let tuple = self.interned.tuples.get(value.checked_sub(FIRST_TUPLE)?)?;
        (tuple.ctor != SET).then(|| (CtorId::new(tuple.ctor as usize), tuple.args()))
    }
    /// The value of a set of values (`InternSets`); `elements` sorted by bits and distinct.
    pub fn set(&self, elements: &[u32]) -> u32 {
        self.tuple(SET, elements)
    }
    fn tuple(&self, ctor: u32, args: &[u32]) -> u32 {
        let index = self.interned.tuples.intern(
            hash_tuple(ctor, args),
            |have| have.ctor == ctor && have.args() == args,
            || Tuple::new(ctor, args),
        );
        if index >= u32::MAX - FIRST_TUPLE {
            self.fail(EdbError::Read("more than 2^31 constructed values".to_owned()));
        }
        FIRST_TUPLE.wrapping_add(index)
    }

    /// The value of a constant.
    pub fn constant(&self, constant: &Const) -> u32 {
        match constant {
            Const::Int(int) => int.cast_unsigned(),
            Const::Float(float) => self.float(*float),
            Const::String(text) => self.string(text),
            Const::Boolean(truth) => u32::from(*truth),
        }
    }

    /// Compares two values of one kind as in language.md 6.5: entities by id, constructed values behind them by
    /// constructor and arguments. Equal exactly if the bits are equal.
    pub fn compare(&self, kind: Kind, a: u32, b: u32) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        match kind {
            Kind::Int => a.cast_signed().cmp(&b.cast_signed()),
            Kind::Boolean => a.cmp(&b),
            Kind::Float => compare_floats(self.float_of(a), self.float_of(b)),
            Kind::String => compare_utf16(self.text(a), self.text(b)),
            Kind::Date => self.date_of(a).cmp(&self.date_of(b)),
            Kind::BigInt => self.bigint_of(a).cmp(&self.bigint_of(b)),
            Kind::Entity => self.compare_entities(a, b),
        }
    }
    fn compare_entities(&self, a: u32, b: u32) -> Ordering {
        // An explicit stack: lists built of constructors can be deep.
        let mut todo = vec![(Kind::Entity, a, b)];
        while let Some((kind, a, b)) = todo.pop() {
            if a == b {
                continue;
            }
            let order = match (kind, a >= FIRST_TUPLE && b >= FIRST_TUPLE) {
                (Kind::Entity, false) => a.cmp(&b),
                (Kind::Entity, true) => {
                    let (Some(x), Some(y)) = (
                        self.interned.tuples.get(a - FIRST_TUPLE),
                        self.interned.tuples.get(b - FIRST_TUPLE),
                    ) else {
                        return a.cmp(&b);
                    };
                    let order = x.ctor.cmp(&y.ctor).then(x.args().len().cmp(&y.args().len()));
                    let kinds = self.ctors.get(x.ctor as usize);
                    let kind_at =
                        |at: usize| kinds.and_then(|kinds| kinds.get(at)).copied().unwrap_or(Kind::Entity);
                    if order.is_eq() {
                        let pairs = x.args().iter().zip(y.args()).enumerate().rev();
                        todo.extend(pairs.map(|(at, (x, y))| (kind_at(at), *x, *y)));
                    }
                    order
                }
                _ => self.compare(kind, a, b),
            };
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }

    /// Records that the database failed; evaluators stop when they see it.
    pub fn fail(&self, error: EdbError) {
        let _ = self.failure.set(error);
    }
    /// The first failure of the database, if any: all results computed since are invalid.
    pub fn failure(&self) -> Option<&EdbError> {
        self.failure.get()
    }
    /// Records a warning for the author of the program, such as an invalid pattern. Each text is reported once.
    pub fn warn(&self, text: String) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).insert(text);
    }
    /// All warnings so far, sorted.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
    /// An estimate of the bytes of the interned values.
    pub fn memory(&self) -> usize {
        self.interned.text_bytes.load(std::sync::atomic::Ordering::Relaxed)
            + self.interned.tuples.len() as usize * (size_of::<Tuple>() + 16)
            + (self.interned.strings.len() + self.interned.bigints.len()) as usize * 64
            + (self.interned.floats.len() + self.interned.dates.len()) as usize * 24
    }
}

impl std::fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Values")
            .field("strings", &self.interned.strings.len())
            .field("tuples", &self.interned.tuples.len())
            .finish_non_exhaustive()
    }
}

/// IEEE order, but -0.0 is below 0.0, and NaN equals itself and is above everything.
pub fn compare_floats(a: f64, b: f64) -> Ordering {
    match (a.is_nan(), b.is_nan()) {
        (false, false) => a.total_cmp(&b),
        (nan_a, nan_b) => nan_a.cmp(&nan_b),
    }
}

/// Compares by UTF-16 unit. This differs from the order of UTF-8 bytes only where a surrogate pair meets a character of
/// U+E000 to U+FFFF.
pub fn compare_utf16(a: &str, b: &str) -> Ordering {
    match a.bytes().zip(b.bytes()).find(|(x, y)| x != y) {
        None => a.len().cmp(&b.len()),
        Some((0xee..=0xef, 0xf0..)) => Ordering::Greater,
        Some((0xf0.., 0xee..=0xef)) => Ordering::Less,
        Some((x, y)) => x.cmp(&y),
    }
}
