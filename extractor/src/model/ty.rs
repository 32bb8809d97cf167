//! The types of the Java Language Specification (JLS 4), interned.
//!
//! In: kinds of types. Out: `Ty`, a number that is equal exactly when the types are. All threads may use the interner;
//! the numbers depend on timing, so stored data must never be ordered by them.

use std::hash::{BuildHasher, Hash};
use std::sync::RwLock;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::arena::Arena;
use super::{ClassId, TypeVarId};

/// An interned type. The fixed ones are constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty(pub u32);

impl Ty {
    /// A type that could not be determined. It is compatible with every other type.
    pub const UNKNOWN: Ty = Ty(0);
    /// A type that inference has not found yet; never part of a result.
    pub const HOLE: Ty = Ty(1);
    /// The type of `null` (JLS 4.1).
    pub const NULL: Ty = Ty(2);
    /// `void`, the result of a method that has none.
    pub const VOID: Ty = Ty(3);
    /// `boolean`
    pub const BOOLEAN: Ty = Ty(4);
    /// `byte`
    pub const BYTE: Ty = Ty(5);
    /// `short`
    pub const SHORT: Ty = Ty(6);
    /// `char`
    pub const CHAR: Ty = Ty(7);
    /// `int`
    pub const INT: Ty = Ty(8);
    /// `long`
    pub const LONG: Ty = Ty(9);
    /// `float`
    pub const FLOAT: Ty = Ty(10);
    /// `double`
    pub const DOUBLE: Ty = Ty(11);

    /// The eight primitive types, `boolean` first.
    pub fn is_primitive(self) -> bool {
        (Ty::BOOLEAN..=Ty::DOUBLE).contains(&self)
    }

    /// A primitive type other than `boolean` (JLS 4.2).
    pub fn is_numeric(self) -> bool {
        (Ty::BYTE..=Ty::DOUBLE).contains(&self)
    }

    /// A class, array, type variable, intersection or the null type.
    pub fn is_reference(self) -> bool {
        self == Ty::NULL || self.0 > Ty::DOUBLE.0
    }

    /// Neither unknown nor still to be inferred (checks the outermost type only).
    pub fn is_known(self) -> bool {
        self.0 > 1
    }

    /// The keyword of a primitive type, `void` or `<nulltype>`.
    pub fn keyword(self) -> Option<&'static str> {
        Some(match self {
            Ty::NULL => "<nulltype>",
            Ty::VOID => "void",
            Ty::BOOLEAN => "boolean",
            Ty::BYTE => "byte",
            Ty::SHORT => "short",
            Ty::CHAR => "char",
            Ty::INT => "int",
            Ty::LONG => "long",
            Ty::FLOAT => "float",
            Ty::DOUBLE => "double",
            _ => return None,
        })
    }
}

/// The bound of a wildcard (JLS 4.5.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WildcardKind {
    /// `?`; its bound is `Ty::UNKNOWN`.
    Unbounded,
    /// `? extends B`
    Extends,
    /// `? super B`
    Super,
}

/// The structure of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TyKind {
    /// `Ty::UNKNOWN`, `Ty::HOLE`, `Ty::NULL`, `Ty::VOID` or a primitive type: see the constants of `Ty`.
    Basic,
    /// A class or interface type. `args` is empty for a class without type parameters and for a raw type; otherwise it
    /// has one argument for each of `Class::all_params`: those of the enclosing classes first (`Outer<String>.Inner` is
    /// `Inner` with the argument `String`).
    Class {
        /// The generic declaration.
        class: ClassId,
        /// The type arguments.
        args: Box<[Ty]>,
    },
    /// An array, by its component type.
    Array(Ty),
    /// A type variable.
    Var(TypeVarId),
    /// A wildcard, only as an argument of a class type.
    Wildcard(WildcardKind, Ty),
    /// `A & B`, two or more types.
    Intersection(Box<[Ty]>),
}

impl TyKind {
    /// Its component types.
    pub fn parts(&self) -> &[Ty] {
        match self {
            TyKind::Class { args, .. } => args,
            TyKind::Array(part) | TyKind::Wildcard(_, part) => std::slice::from_ref(part),
            TyKind::Intersection(parts) => parts,
            TyKind::Var(_) | TyKind::Basic => &[],
        }
    }
}

struct Entry {
    kind: TyKind,
    /// Whether a `Ty::HOLE` occurs anywhere inside.
    holes: bool,
    /// Whether a type variable occurs anywhere inside.
    vars: bool,
    /// The number of types that it contains, itself included.
    size: u32,
}

/// The most types that a type contains. Inference may double the size of a type with each nested call, and the name of
/// a type is as long as the type is large.
pub const MAX_SIZE: u32 = 1_000;

const SHARDS: usize = 16;

/// All types in use.
pub struct Types {
    entries: Arena<Entry>,
    shards: [RwLock<HashTable<u32>>; SHARDS],
    hasher: FxBuildHasher,
}

impl Default for Types {
    fn default() -> Self {
        let types = Types {
            entries: Arena::default(),
            shards: std::array::from_fn(|_| RwLock::new(HashTable::new())),
            hasher: FxBuildHasher,
        };
        for index in 0..=Ty::DOUBLE.0 {
            let holes = index == Ty::HOLE.0;
            types.entries.push(Entry { kind: TyKind::Basic, holes, vars: false, size: 1 });
        }
        types
    }
}

impl Types {
    /// The structure of a type.
    pub fn kind(&self, ty: Ty) -> &TyKind {
        &self.entries.get(ty.0).kind
    }

    /// Whether inference left a hole in the type.
    pub fn has_holes(&self, ty: Ty) -> bool {
        self.entries.get(ty.0).holes
    }

    /// The number of types that the type contains, itself included.
    pub fn size(&self, ty: Ty) -> u32 {
        self.entries.get(ty.0).size
    }

    /// Whether a type variable occurs anywhere in the type.
    pub fn has_vars(&self, ty: Ty) -> bool {
        self.entries.get(ty.0).vars
    }

    /// Interns a type. One larger than [`MAX_SIZE`] loses parts: a class its arguments, an array everything.
    pub fn intern(&self, kind: TyKind) -> Ty {
        debug_assert!(kind != TyKind::Basic, "basic types are constants");
        let hash = self.hasher.hash_one(&kind);
        let shard = &self.shards[(hash >> 59) as usize % SHARDS];
        let same = |&index: &u32| self.entries.get(index).kind == kind;
        if let Some(&found) = shard.read().unwrap_or_else(|e| e.into_inner()).find(hash, same) {
            return Ty(found);
        }
        let size = kind.parts().iter().fold(1, |size: u32, part| size.saturating_add(self.size(*part)));
        if size > MAX_SIZE {
            return match kind {
                TyKind::Class { class, .. } => self.class(class, &[]),
                TyKind::Wildcard(..) => self.wildcard(WildcardKind::Unbounded, Ty::UNKNOWN),
                TyKind::Intersection(parts) => parts.first().copied().unwrap_or(Ty::UNKNOWN),
                TyKind::Array(_) | TyKind::Var(_) | TyKind::Basic => Ty::UNKNOWN,
            };
        }
        let mut table = shard.write().unwrap_or_else(|e| e.into_inner());
        if let Some(&found) = table.find(hash, same) {
            return Ty(found);
        }
        let parts = kind.parts();
        let holes = parts.iter().any(|&part| self.has_holes(part));
        let vars = matches!(kind, TyKind::Var(_)) || parts.iter().any(|&part| self.has_vars(part));
        let index = self.entries.push(Entry { kind, holes, vars, size });
        table.insert_unique(hash, index, |&i| self.hasher.hash_one(&self.entries.get(i).kind));
        Ty(index)
    }

    /// A class type; without arguments if the class has no parameters, or for the raw type.
    pub fn class(&self, class: ClassId, args: &[Ty]) -> Ty {
        self.intern(TyKind::Class { class, args: args.into() })
    }

    /// The array of `component`.
    pub fn array(&self, component: Ty) -> Ty {
        self.intern(TyKind::Array(component))
    }

    /// The type variable as a type.
    pub fn var(&self, var: TypeVarId) -> Ty {
        self.intern(TyKind::Var(var))
    }

    /// A wildcard; for the wildcard of a wildcard, takes the bound's own bound.
    pub fn wildcard(&self, kind: WildcardKind, bound: Ty) -> Ty {
        let mut bound = if kind == WildcardKind::Unbounded { Ty::UNKNOWN } else { bound };
        let mut kind = kind;
        if let TyKind::Wildcard(inner, inner_bound) = self.kind(bound) {
            if *inner == kind || (kind == WildcardKind::Super && *inner == WildcardKind::Extends) {
                bound = *inner_bound;
            } else {
                (kind, bound) = (WildcardKind::Unbounded, Ty::UNKNOWN);
            }
        }
        self.intern(TyKind::Wildcard(kind, bound))
    }

    /// The class of a class type.
    pub fn class_of(&self, ty: Ty) -> Option<ClassId> {
        match self.kind(ty) {
            TyKind::Class { class, .. } => Some(*class),
            _ => None,
        }
    }

    /// The arguments of a class type; empty for other types.
    pub fn args(&self, ty: Ty) -> &[Ty] {
        match self.kind(ty) {
            TyKind::Class { args, .. } => args,
            _ => &[],
        }
    }

    /// The component type of an array.
    pub fn component(&self, ty: Ty) -> Option<Ty> {
        match self.kind(ty) {
            TyKind::Array(component) => Some(*component),
            _ => None,
        }
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never: the basic types are always there.
    pub fn is_empty(&self) -> bool {
        false
    }
}

impl std::fmt::Debug for Types {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Types").field("len", &self.len()).finish_non_exhaustive()
    }
}
