//! The state of one analysis: entities, their sources, reported diagnostics. The other modules contain its methods, one
//! `impl Sema` each.

use crate::ModuleSource;
use crate::decl::{DeclId, Decls, ScopeId};
use crate::hir::{self, Checked, PredId, Primitive, TypeId};
use crate::names::{Key, Names, Sym};
use quarrel_base::catalog::Catalog;
use quarrel_base::ids::{Id, IndexVec, SharedVec};
use quarrel_base::{Code, Diagnostic, FileId, SourceMap, Span, define_id};
use quarrel_syntax::tree;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

define_id! {
    /// A module: a file, an explicit module inside an instance, an instance of a parameterised one, a built-in one.
    pub(crate) struct ModuleId;
}

/// A type as a name refers to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TypeRef {
    pub(crate) ty: TypeId,
    /// Whether it is final, or named through a `final` alias: then extension is final.
    pub(crate) is_final: bool,
    /// The strong alias that names it (language.md 4.5): distinct from the type itself in comparisons of names and of
    /// instances.
    pub(crate) alias: Option<(DeclId, ModuleId)>,
}

impl TypeRef {
    /// The type itself, not final.
    pub(crate) fn plain(ty: TypeId) -> Self {
        Self { ty, is_final: false, alias: None }
    }
}

/// An argument of an instance; aliases are resolved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Arg {
    Type(TypeRef),
    Pred(PredId),
    Module(ModuleId),
}

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Entity {
    /// A mistake that has been reported.
    Error,
    Module(ModuleId),
    /// A parameterised module without its arguments.
    Template(DeclId, ModuleId),
    /// A parameterised module of `QlBuiltins`.
    BuiltinTemplate(BuiltinTemplate),
    Type(TypeRef),
    Pred(PredId),
    /// A signature of any kind, and the module that declares it.
    Signature(DeclId, ModuleId),
}

/// The parameterised modules of `QlBuiltins` (language.md section 16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BuiltinTemplate {
    EquivalenceRelation,
    InternSets,
    NewEntity,
}

/// Kinds of modules.
#[derive(Clone, Debug)]
pub(crate) enum ModuleKind {
    File,
    Explicit,
    /// A signature module with its arguments.
    Signature,
    /// A signature as implemented by the module `by`: its names refer to that module, its defaults have bodies here.
    View {
        by: ModuleId,
    },
    /// The argument `of`, restricted to the names in its parameter's signature.
    Facade {
        of: ModuleId,
    },
    /// Represents any module that implements a signature, while a parameterised module is checked by itself.
    Placeholder,
    QlBuiltins,
    /// An instance of a parameterised module of `QlBuiltins`, with its exports.
    Builtin(Vec<(Key, Entity)>),
}

/// A module.
#[derive(Clone, Debug)]
pub(crate) struct Module {
    /// The name in messages, with enclosing modules; empty for a file.
    pub(crate) name: Arc<str>,
    pub(crate) kind: ModuleKind,
    pub(crate) scope: Option<ScopeId>,
    pub(crate) parent: Option<ModuleId>,
    /// Parameters and their meaning; for views those of the signature.
    pub(crate) params: Vec<(Key, Entity)>,
    /// The arguments behind `params`.
    pub(crate) args: Vec<Arg>,
    /// Imported modules, and whether the import is private.
    pub(crate) imports: Vec<(ModuleId, bool)>,
    /// Views of the signatures that it implements.
    pub(crate) implements: Vec<ModuleId>,
    /// Whether it belongs to a parameterised module that is checked by itself and is not part of the program.
    pub(crate) generic: bool,
    /// The nesting depth of instances in its arguments.
    pub(crate) depth: u32,
    /// For an instance: the module in which it was first written.
    pub(crate) creator: Option<ModuleId>,
    /// Whether one of its imports is unresolved: names may be missing because of that.
    pub(crate) broken: bool,
    pub(crate) monotonic: bool,
    /// Whether its arguments do not fit their signatures, which was reported: its bodies are not checked.
    pub(crate) misfit: bool,
}

/// The identity of an instance.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum InstanceKey {
    Template(DeclId, ModuleId, Vec<Arg>),
    Builtin(BuiltinTemplate, Vec<Arg>),
    View(ModuleId, ModuleId),
    /// An argument restricted to the names in a parameter's signature.
    Facade(DeclId, ModuleId),
    /// The parameters before another one, whose signature mentions them.
    Holder(DeclId, ModuleId, Vec<Arg>),
    /// The placeholder for a parameter (by position) of a parameterised module.
    Placeholder(DeclId, ModuleId, usize),
    /// Any implementation of a module signature, while it is checked by itself.
    Implementation(ModuleId),
}

/// An item that is not resolved yet but may be later.
#[derive(Clone, Copy)]
pub(crate) enum Pending {
    Import(ModuleId, usize),
    Implements(ModuleId, usize),
    Alias(ModuleId, DeclId),
}

/// The outcome of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lookup {
    None,
    One(Entity),
    Many,
}

/// Values of different universes are never equal (language.md 6.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Universe {
    /// Compatible with all, after a reported mistake.
    Any,
    /// `int` and `float`.
    Number,
    /// Another primitive type.
    Primitive(Primitive),
    /// Database types.
    Database,
    /// The values of one newtype.
    Newtype(TypeId),
    /// The values of an opaque type, or of a type parameter.
    Opaque(TypeId),
}

/// Further data of a type besides its [`hir::Type`].
#[derive(Clone, Debug)]
pub(crate) struct TypeInfo {
    pub(crate) decl: Option<DeclId>,
    pub(crate) module: ModuleId,
    /// Whether its bases, branches or members are resolved.
    pub(crate) header: bool,
    /// Fields and members (classes only).
    pub(crate) members: Option<Rc<ClassMembers>>,
    /// Whether it is a class of the program (not of a module checked by itself).
    pub(crate) active: bool,
    pub(crate) is_final: bool,
    pub(crate) is_abstract: bool,
    pub(crate) extent_reached: bool,
    pub(crate) character_reached: bool,
    pub(crate) checked: bool,
}

/// The declared members of a class.
#[derive(Debug, Default)]
pub(crate) struct ClassMembers {
    pub(crate) characteristic: Option<PredId>,
    /// Member predicates by name and arity.
    pub(crate) predicates: FxHashMap<(Sym, u32), PredId>,
    /// Member predicates in order.
    pub(crate) order: Vec<PredId>,
    /// Fields by name.
    pub(crate) fields: FxHashMap<Sym, hir::FieldId>,
    pub(crate) field_order: Vec<hir::FieldId>,
}

/// A member predicate found for a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MemberHit {
    pub(crate) pred: PredId,
    /// Whether a final extension lies between: then subclasses cannot override it.
    pub(crate) through_final: bool,
}

/// The source of a predicate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PredSource {
    /// A declaration of a module: predicate, branch constructor, default, placeholder.
    Decl(DeclId),
    /// The member of a class, by position.
    Member(usize),
    /// The select clause of a file.
    Select,
    /// Complete from the start.
    BuiltIn,
}

/// Further data of a predicate besides its [`hir::Pred`].
#[derive(Clone, Debug)]
pub(crate) struct PredInfo {
    pub(crate) source: PredSource,
    pub(crate) module: ModuleId,
    pub(crate) class: Option<TypeId>,
    pub(crate) name: Sym,
    pub(crate) arity: u32,
    pub(crate) flags: crate::decl::Flags,
    pub(crate) head: bool,
    pub(crate) overrides_done: bool,
    pub(crate) reached: bool,
    pub(crate) family_reached: bool,
}

/// Further data of a field besides its [`hir::Field`].
#[derive(Clone, Debug)]
pub(crate) struct FieldInfo {
    pub(crate) is_private: bool,
    pub(crate) is_override: bool,
    pub(crate) is_final: bool,
}

/// One analysis. A copy continues independently from its present state.
#[derive(Clone)]
pub(crate) struct Sema<'t> {
    pub(crate) catalog: &'t Catalog,
    pub(crate) sources: &'t SourceMap,
    pub(crate) input: &'t dyn ModuleSource,
    pub(crate) names: Names,
    pub(crate) decls: Decls<'t>,
    pub(crate) out: Checked,

    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) reported: FxHashSet<(Code, Span)>,
    /// While set, nothing is reported: the question may be answered later.
    pub(crate) quiet: bool,
    /// Counts errors, including repeated ones: a body with errors has no product.
    pub(crate) errors: usize,

    pub(crate) modules: SharedVec<ModuleId, Module>,
    pub(crate) entries: FxHashSet<FileId>,
    pub(crate) all_warnings: bool,
    /// Whether the meaning of names is recorded.
    pub(crate) recording: bool,
    /// Whether bodies that are not part of the program are kept.
    pub(crate) keeps_templates: bool,
    pub(crate) files: FxHashMap<FileId, ModuleId>,
    /// The import path of each file, for suggestions.
    pub(crate) import_paths: FxHashMap<FileId, String>,
    pub(crate) children: FxHashMap<(DeclId, ModuleId), ModuleId>,
    pub(crate) instances: FxHashMap<InstanceKey, ModuleId>,
    pub(crate) builtins: ModuleId,
    pub(crate) pending: Vec<Pending>,
    pub(crate) settling: bool,
    /// Modules below this index have all their imports: look-ups in them stay valid.
    pub(crate) frozen: usize,
    /// Modules below this index have their classes registered.
    pub(crate) activated: usize,
    pub(crate) declarers: FxHashMap<Key, Vec<ModuleId>>,
    /// Declarations whose use gets a warning (`deprecated`, `library`).
    pub(crate) remarkable: FxHashMap<Key, Vec<(DeclId, ModuleId)>>,
    pub(crate) closures: FxHashMap<ModuleId, Rc<Vec<u64>>>,
    pub(crate) exported_cache: FxHashMap<(ModuleId, Key), Lookup>,
    pub(crate) visible_cache: FxHashMap<(ModuleId, Key), Lookup>,
    pub(crate) aliases: FxHashMap<(DeclId, ModuleId), Entity>,
    pub(crate) open_aliases: Vec<(DeclId, ModuleId)>,
    /// Instances whose arguments are not yet checked against the signatures, and the place that created them.
    pub(crate) unchecked_instances: Vec<(ModuleId, Span)>,
    pub(crate) checked_modules: usize,
    /// The instances with which parameterised modules are checked by themselves.
    pub(crate) templates: FxHashSet<ModuleId>,

    pub(crate) types: FxHashMap<(DeclId, ModuleId), TypeId>,
    pub(crate) type_info: IndexVec<TypeId, TypeInfo>,
    pub(crate) primitives: [TypeId; 6],
    pub(crate) extension_id: TypeId,
    pub(crate) db_types: FxHashMap<Sym, TypeId>,
    pub(crate) domains: FxHashMap<TypeId, TypeId>,
    pub(crate) universes: FxHashMap<TypeId, Rc<[Universe]>>,
    pub(crate) relations: FxHashMap<(Sym, u32), usize>,
    pub(crate) db_supertypes: FxHashMap<TypeId, Rc<[TypeId]>>,

    pub(crate) preds: FxHashMap<(DeclId, ModuleId), PredId>,
    pub(crate) pred_info: IndexVec<PredId, PredInfo>,
    pub(crate) stored: FxHashMap<usize, PredId>,
    pub(crate) builtin_members: FxHashMap<(Primitive, usize), PredId>,
    /// Members of opaque types.
    pub(crate) opaque_members: FxHashMap<(TypeId, Sym, u32), PredId>,
    pub(crate) globals: FxHashMap<Key, PredId>,
    pub(crate) aql_class: FxHashMap<TypeId, PredId>,
    pub(crate) field_info: IndexVec<hir::FieldId, FieldInfo>,
    pub(crate) member_cache: FxHashMap<(TypeId, Sym, u32), Rc<[MemberHit]>>,
    pub(crate) base_primitives: FxHashMap<TypeId, Option<Primitive>>,
    /// The fields that subclasses of a class inherit.
    pub(crate) inherited_fields: FxHashMap<TypeId, Rc<[hir::FieldId]>>,
    /// Whether an ancestor is the error type.
    pub(crate) error_bases: FxHashMap<TypeId, bool>,
    /// Member predicates of active classes by name and arity.
    pub(crate) by_member_key: FxHashMap<(Sym, u32), Vec<PredId>>,
    /// The prefix of each list in `by_member_key` whose overrides are known.
    pub(crate) overrides_known: FxHashMap<(Sym, u32), usize>,
    pub(crate) classes_ordered: usize,

    pub(crate) work: Vec<PredId>,
    pub(crate) families: Vec<PredId>,
    pub(crate) abstract_reached: Vec<TypeId>,
    pub(crate) aql_class_used: bool,
    pub(crate) selects: FxHashMap<PredId, (&'t tree::Select, Span, ModuleId)>,
}

impl<'t> Sema<'t> {
    /// Reports a mistake, unless the analysis is quiet or has reported that code at that place. Warnings concern people
    /// who work on the file: imported files get them only in a full check.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if self.quiet {
            return;
        }
        if diagnostic.is_error() {
            self.errors += 1;
        } else if !self.all_warnings && !self.entries.contains(&diagnostic.primary.file) {
            return;
        }
        if self.reported.insert((diagnostic.code, diagnostic.primary)) {
            self.diagnostics.push(diagnostic);
        }
    }
    /// Reports an error without suggestions.
    pub(crate) fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        if self.quiet {
            return;
        }
        self.report(Diagnostic::error(code, span, message));
    }
    /// The type that suppresses consequences of a mistake.
    pub(crate) fn error_type(&self) -> TypeId {
        TypeId::new(0)
    }
    /// A primitive type.
    pub(crate) fn primitive(&self, primitive: Primitive) -> TypeId {
        self.primitives[primitive as usize]
    }
    /// The symbol of a name in the tree.
    pub(crate) fn sym(&mut self, name: &tree::Name) -> Sym {
        self.names.intern(&name.text)
    }
    /// The file of a module.
    pub(crate) fn file_of(&self, module: ModuleId) -> Option<FileId> {
        self.modules[module].scope.map(|scope| self.decls.scopes[scope].file)
    }
}
