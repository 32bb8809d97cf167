//! Declarations, independent of syntax: packages, classes, members, type variables, and types over them.
//!
//! In: the declarations of all source files (`declare`), the bundled signatures of the JDK (`library`), and undeclared
//! names (`Model::missing`). Out: dense ids and their data, which `resolve` completes (supertypes, types of members)
//! and from which facts are emitted.
//!
//! Ids of source classes and members follow the order of the files and of the declarations in them; library classes
//! follow in the order of their names. Undeclared classes have ids above [`MISSING`], in no defined order: stored data
//! must never depend on those numbers.

use quarrel_common::always;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use hashbrown::HashMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::intern::Sym;

pub mod annotation;
pub mod arena;
pub mod declare;
pub mod describe;
mod descriptor;
pub mod library;
pub mod ty;

pub use ty::{Ty, TyKind, Types, WildcardKind};

use arena::Arena;

type FxMap<K, V> = HashMap<K, V, FxBuildHasher>;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index of a vector.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A class, interface, enum, record or annotation type (its generic declaration).
    ClassId;
    /// A method or constructor.
    CallableId;
    /// A field or enum constant.
    FieldId;
    /// A parameter of a callable.
    ParamId;
    /// A type variable of a class or callable.
    TypeVarId;
    /// A package.
    PackageId;
    /// A source file, by its place in path order.
    FileId;
}

/// Class ids from here on belong to classes that neither sources nor libraries declare.
pub const MISSING: u32 = 1 << 31;

/// A run of consecutive ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IdRange {
    /// The first.
    pub start: u32,
    /// One past the last.
    pub end: u32,
}

impl IdRange {
    /// How many ids.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The ids as numbers.
    pub fn iter(self) -> std::ops::Range<u32> {
        self.start..self.end
    }
}

/// A set of modifiers; the low bits are the access flags of class files (JVMS 4.1, 4.5, 4.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Modifiers(pub u32);

#[allow(missing_docs, reason = "the names are the keywords")]
impl Modifiers {
    pub const PUBLIC: Modifiers = Modifiers(0x1);
    pub const PRIVATE: Modifiers = Modifiers(0x2);
    pub const PROTECTED: Modifiers = Modifiers(0x4);
    pub const STATIC: Modifiers = Modifiers(0x8);
    pub const FINAL: Modifiers = Modifiers(0x10);
    pub const SYNCHRONIZED: Modifiers = Modifiers(0x20);
    pub const VOLATILE: Modifiers = Modifiers(0x40);
    pub const TRANSIENT: Modifiers = Modifiers(0x80);
    pub const NATIVE: Modifiers = Modifiers(0x100);
    pub const ABSTRACT: Modifiers = Modifiers(0x400);
    pub const STRICTFP: Modifiers = Modifiers(0x800);
    pub const DEFAULT: Modifiers = Modifiers(0x1_0000);
    pub const SEALED: Modifiers = Modifiers(0x2_0000);
    pub const NON_SEALED: Modifiers = Modifiers(0x4_0000);

    /// Every modifier with its keyword, in the order of the bits.
    pub const NAMES: [(Modifiers, &'static str); 14] = [
        (Self::PUBLIC, "public"),
        (Self::PRIVATE, "private"),
        (Self::PROTECTED, "protected"),
        (Self::STATIC, "static"),
        (Self::FINAL, "final"),
        (Self::SYNCHRONIZED, "synchronized"),
        (Self::VOLATILE, "volatile"),
        (Self::TRANSIENT, "transient"),
        (Self::NATIVE, "native"),
        (Self::ABSTRACT, "abstract"),
        (Self::STRICTFP, "strictfp"),
        (Self::DEFAULT, "default"),
        (Self::SEALED, "sealed"),
        (Self::NON_SEALED, "non-sealed"),
    ];
}

impl Modifiers {
    /// Whether all of `other` are in the set.
    pub fn has(self, other: Modifiers) -> bool {
        self.0 & other.0 == other.0
    }

    /// The set with `other` in it.
    #[must_use]
    pub fn with(self, other: Modifiers) -> Modifiers {
        Modifiers(self.0 | other.0)
    }

    /// The set without `other`.
    #[must_use]
    pub fn without(self, other: Modifiers) -> Modifiers {
        Modifiers(self.0 & !other.0)
    }

    /// The keywords, in the order of [`Modifiers::NAMES`].
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.into_iter().filter(move |(bit, _)| self.has(*bit)).map(|(_, name)| name)
    }
}

/// The five kinds of class declarations (JLS 8, 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ClassKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

/// The position of a class declaration (JLS 8.1, 14.3, 15.9.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nesting {
    /// Directly in a compilation unit.
    TopLevel,
    /// As a member of `Class::outer`.
    Member,
    /// In a block; `Class::outer` is the class around that block.
    Local,
    /// The body of a creation expression or enum constant; `Class::outer` is the class around it.
    Anonymous,
}

/// The source of a class declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A source file, with the declaration's index in it (see the syntax tree).
    Source {
        /// The file.
        file: FileId,
        /// Index of the class declaration in that file.
        decl: u32,
    },
    /// The bundled signatures.
    Library,
    /// Nowhere: only its qualified name is known.
    Missing,
}

/// A type that is resolved after the declaration it belongs to.
#[derive(Debug)]
pub struct TyCell(AtomicU32);

impl TyCell {
    /// A cell that holds `ty`.
    pub fn new(ty: Ty) -> Self {
        TyCell(AtomicU32::new(ty.0))
    }

    /// The type; `Ty::UNKNOWN` before it is set.
    pub fn get(&self) -> Ty {
        Ty(self.0.load(Ordering::Relaxed))
    }

    /// Sets the type. A local class is completed by the one thread that resolves its file.
    pub fn set(&self, ty: Ty) {
        self.0.store(ty.0, Ordering::Relaxed);
    }
}

/// The supertypes of a class, in terms of its own type variables.
#[derive(Debug, Default, Clone)]
pub struct Supertypes {
    /// The superclass; `Object` by default, `None` for `Object` and interfaces.
    pub superclass: Option<Ty>,
    /// The interfaces that a class implements or an interface extends.
    pub interfaces: Box<[Ty]>,
    /// The permitted types, as written.
    pub permits: Box<[Ty]>,
}

/// A class, interface, enum, record or annotation type.
#[derive(Debug)]
pub struct Class {
    /// Simple name; empty for an anonymous class.
    pub name: Sym,
    /// Its package.
    pub package: PackageId,
    /// The innermost enclosing class.
    pub outer: Option<ClassId>,
    /// Its kind.
    pub kind: ClassKind,
    /// Its position.
    pub nesting: Nesting,
    /// Including the implicit ones (`static` for a member of an interface, `final` for a record...; JLS 8.1, 9.1).
    pub modifiers: Modifiers,
    /// Its source.
    pub origin: Origin,
    /// Whether it has an enclosing instance.
    pub inner: bool,
    /// Its own type variables.
    pub type_params: Vec<TypeVarId>,
    /// Those of the classes around an inner class, outermost first, then its own.
    pub all_params: Vec<TypeVarId>,
    /// Its fields, in the order of the text.
    pub fields: IdRange,
    /// Its methods and constructors, in the order of the text, implicit ones last.
    pub callables: IdRange,
    /// Its member classes, in the order of the text.
    pub members: Vec<ClassId>,
    /// Its supertypes, once resolved.
    pub supertypes: OnceLock<Supertypes>,
    /// Its type with its own variables as arguments.
    pub this_type: TyCell,
    /// The first release of the JDK that has it, if known and after 8; otherwise 0.
    pub since: u8,
    /// Whether its declaration makes it its own supertype; such supertypes are removed.
    pub circular: AtomicBool,
    /// All supertypes, itself first, each class once, in terms of its own variables (see `resolve::inherit`).
    pub(crate) closure: OnceLock<Box<[(ClassId, Ty)]>>,
}

impl Class {
    /// An interface or annotation type.
    pub fn is_interface(&self) -> bool {
        matches!(self.kind, ClassKind::Interface | ClassKind::Annotation)
    }

    /// The ids of its fields.
    pub fn field_ids(&self) -> impl DoubleEndedIterator<Item = FieldId> + ExactSizeIterator + use<> {
        self.fields.iter().map(FieldId)
    }

    /// The ids of its methods and constructors.
    pub fn callable_ids(&self) -> impl DoubleEndedIterator<Item = CallableId> + ExactSizeIterator + use<> {
        self.callables.iter().map(CallableId)
    }
}

/// Implicit members (JLS 8.8.9, 8.9.3, 8.10.3, 8.10.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Implicit {
    /// The default constructor of a class.
    DefaultConstructor,
    /// `values()` of an enum.
    EnumValues,
    /// `valueOf(String)` of an enum.
    EnumValueOf,
    /// The accessor of a record component.
    RecordAccessor,
    /// The canonical constructor of a record, if none is written.
    CanonicalConstructor,
    /// `equals`, `hashCode` or `toString` of a record.
    RecordMethod,
}

/// A method or constructor.
#[derive(Debug)]
pub struct Callable {
    /// Name; a constructor's is its class's, empty for an anonymous class.
    pub name: Sym,
    /// The class that declares it.
    pub class: ClassId,
    /// A constructor rather than a method.
    pub is_constructor: bool,
    /// `None` if written; a compact or written-out canonical constructor is not implicit.
    pub implicit: Option<Implicit>,
    /// Including the implicit ones (`public abstract` in an interface...; JLS 9.4).
    pub modifiers: Modifiers,
    /// Whether the last parameter takes any number of arguments; its type is an array.
    pub varargs: bool,
    /// Its own type variables.
    pub type_params: Vec<TypeVarId>,
    /// Its parameters.
    pub params: IdRange,
    /// Index of the declaration among those of its source file (see the syntax tree), if written.
    pub decl: Option<u32>,
    /// The first release of the JDK that has it, if known and after that of its class; otherwise 0.
    pub since: u8,
    /// The return type; `Ty::VOID` for a constructor.
    pub result: TyCell,
    /// The exceptions that it declares.
    pub throws: OnceLock<Box<[Ty]>>,
}

impl Callable {
    /// Whether it is `static`.
    pub fn is_static(&self) -> bool {
        self.modifiers.has(Modifiers::STATIC)
    }

    /// The ids of its parameters.
    pub fn param_ids(&self) -> impl DoubleEndedIterator<Item = ParamId> + ExactSizeIterator + use<> {
        self.params.iter().map(ParamId)
    }
}

/// A parameter of a method or constructor.
#[derive(Debug)]
pub struct Param {
    /// Name; `p0`, `p1`... in libraries.
    pub name: Sym,
    /// The callable it belongs to.
    pub callable: CallableId,
    /// Its type: an array for a variable-arity parameter.
    pub ty: TyCell,
}

/// A field, enum constant or component field of a record.
#[derive(Debug)]
pub struct Field {
    /// Name.
    pub name: Sym,
    /// The class that declares it.
    pub class: ClassId,
    /// Including the implicit ones (`public static final` in an interface, `private final` for a record).
    pub modifiers: Modifiers,
    /// Whether it is an enum constant.
    pub is_enum_constant: bool,
    /// Whether it is the implicit field of a record component.
    pub is_component: bool,
    /// Index of the declarator among those of its source file (see the syntax tree).
    pub decl: Option<u32>,
    /// The first release of the JDK that has it, if known and after that of its class; otherwise 0.
    pub since: u8,
    /// Its type.
    pub ty: TyCell,
}

/// The exports of a module (JLS 7.7).
#[derive(Debug, Default)]
pub struct Module {
    /// The packages that it exports to everyone.
    pub exports: Vec<Sym>,
    /// The modules that its dependents require too.
    pub transitive: Vec<Sym>,
}

/// The owner of a type variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum VarOwner {
    Class(ClassId),
    Callable(CallableId),
}

/// A type variable.
#[derive(Debug)]
pub struct TypeVar {
    /// Name.
    pub name: Sym,
    /// The class or callable that declares it.
    pub owner: VarOwner,
    /// Its index among the owner's, from 0.
    pub index: u32,
    /// Its bounds as written; empty if it has none.
    pub bounds: OnceLock<Box<[Ty]>>,
}

/// The classes that every program has, from sources or library.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct WellKnown {
    pub object: Ty,
    pub string: Ty,
    pub class: Option<ClassId>,
    pub throwable: Ty,
    pub iterable: Option<ClassId>,
    pub enum_class: Option<ClassId>,
    pub record: Ty,
    pub cloneable: Ty,
    pub serializable: Ty,
    pub annotation: Ty,
    /// `Boolean`, `Byte`, `Short`, `Character`, `Integer`, `Long`, `Float`, `Double`: boxes of the primitives
    /// in the order of their constants.
    pub boxes: [Ty; 8],
    pub void: Ty,
}

/// All declarations, and the types over them.
#[derive(Debug, Default)]
pub struct Model {
    /// The types.
    pub types: Types,
    pub(crate) packages: Vec<Sym>,
    /// The first parts of their names.
    pub(crate) package_heads: FxHashSet<Sym>,
    pub(crate) package_ids: FxMap<Sym, PackageId>,
    pub(crate) classes: Vec<Class>,
    pub(crate) callables: Vec<Callable>,
    pub(crate) params: Vec<Param>,
    pub(crate) fields: Vec<Field>,
    pub(crate) type_vars: Vec<TypeVar>,
    /// Top-level classes by package and name: those of all source roots in path order, or the library's.
    pub(crate) top_level: FxMap<(PackageId, Sym), Vec<ClassId>>,
    /// Source root of each file: files of one root have the same number, roots in path order.
    pub(crate) file_roots: Vec<u32>,
    /// The classes declared in each file: `classes[start..end]`, in the order of the text.
    pub(crate) file_classes: Vec<IdRange>,
    pub(crate) file_decls: Vec<declare::FileDecls>,
    /// The release of Java of the sources, if known.
    pub release: Option<u8>,
    /// Modules by name: those of the sources, and those of libraries.
    pub(crate) modules: FxMap<Sym, Module>,
    /// The annotations of library classes, if they were read.
    pub annotations: annotation::Annotations,
    pub(crate) missing: Arena<Class>,
    pub(crate) missing_ids: std::sync::RwLock<FxMap<(Option<ClassId>, Sym, Sym), ClassId>>,
    pub(crate) missing_packages: Arena<Sym>,
    pub(crate) missing_package_ids: std::sync::RwLock<FxMap<Sym, PackageId>>,
    pub(crate) well_known: OnceLock<WellKnown>,
}

impl Model {
    /// The class with an id.
    pub fn class(&self, id: ClassId) -> &Class {
        if id.0 < MISSING { &self.classes[id.index()] } else { self.missing.get(id.0 - MISSING) }
    }

    /// The callable with an id.
    pub fn callable(&self, id: CallableId) -> &Callable {
        &self.callables[id.index()]
    }

    /// The parameter with an id.
    pub fn param(&self, id: ParamId) -> &Param {
        &self.params[id.index()]
    }

    /// The field with an id.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    /// The type variable with an id.
    pub fn type_var(&self, id: TypeVarId) -> &TypeVar {
        &self.type_vars[id.index()]
    }

    /// The qualified name of a package; empty for the unnamed one.
    pub fn package_name(&self, id: PackageId) -> Sym {
        if id.0 < MISSING { self.packages[id.index()] } else { *self.missing_packages.get(id.0 - MISSING) }
    }

    /// The classes of a source file (all of them: members, local and anonymous ones too), in the order of the text; a
    /// class comes before its nested classes.
    pub fn classes_of_file(&self, file: FileId) -> impl DoubleEndedIterator<Item = ClassId> + use<> {
        always!(self.file_classes.get(file.index())).copied().unwrap_or_default().iter().map(ClassId)
    }

    /// The classes that every program has.
    ///
    /// # Panics
    /// Before the library is loaded.
    pub fn well_known(&self) -> &WellKnown {
        self.well_known.get().expect("the library is loaded before anything is resolved")
    }

    /// How many classes, callables and fields sources and libraries declare.
    pub fn counts(&self) -> (usize, usize, usize) {
        (self.classes.len(), self.callables.len(), self.fields.len())
    }

    /// The package of that name, created if new.
    pub fn package(&mut self, name: Sym) -> PackageId {
        let next = PackageId(self.packages.len() as u32);
        *self.package_ids.entry(name).or_insert_with(|| {
            self.packages.push(name);
            let head = name.as_str().split('.').next().unwrap_or_default();
            self.package_heads.insert(Sym::new(head));
            next
        })
    }

    /// The package of that name, if anything is declared in it or refers to it.
    pub fn find_package(&self, name: Sym) -> Option<PackageId> {
        self.package_ids.get(&name).copied()
    }

    /// Whether the name of a package begins with this part.
    pub fn is_package_head(&self, name: Sym) -> bool {
        self.package_heads.contains(&name)
    }

    /// The package of that name, for an undeclared class.
    pub fn missing_package(&self, name: Sym) -> PackageId {
        if let Some(id) = self.find_package(name) {
            return id;
        }
        let mut ids = self.missing_package_ids.write().unwrap_or_else(|e| e.into_inner());
        *ids.entry(name).or_insert_with(|| PackageId(MISSING + self.missing_packages.push(name)))
    }

    /// The undeclared class of that name, in a package or (with `outer`) in another class.
    pub fn missing_class(&self, package: Sym, outer: Option<ClassId>, name: Sym) -> ClassId {
        let key = (outer, package, name);
        if let Some(&id) = self.missing_ids.read().unwrap_or_else(|e| e.into_inner()).get(&key) {
            return id;
        }
        let package = match outer {
            Some(outer) => self.class(outer).package,
            None => self.missing_package(package),
        };
        let mut ids = self.missing_ids.write().unwrap_or_else(|e| e.into_inner());
        *ids.entry(key).or_insert_with(|| {
            let class = Class {
                name,
                package,
                outer,
                kind: ClassKind::Class,
                nesting: if outer.is_some() { Nesting::Member } else { Nesting::TopLevel },
                modifiers: Modifiers::PUBLIC,
                origin: Origin::Missing,
                inner: false,
                type_params: Vec::new(),
                all_params: Vec::new(),
                fields: IdRange::default(),
                callables: IdRange::default(),
                members: Vec::new(),
                supertypes: OnceLock::from(Supertypes::default()),
                this_type: TyCell::new(Ty::UNKNOWN),
                since: 0,
                circular: AtomicBool::new(false),
                closure: OnceLock::new(),
            };
            let id = ClassId(MISSING + self.missing.push(class));
            self.class(id).this_type.set(self.types.class(id, &[]));
            id
        })
    }
}
