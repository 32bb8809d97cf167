//! Declarations as written: a table for each module body. All instances of the module share it, so an instance is only
//! such a table with arguments.

use crate::names::{Key, Names, Namespace};
use quarrel_base::ids::{IndexVec, SharedVec};
use quarrel_base::{FileId, Span, define_id};
use quarrel_syntax::tree::{self, Annotation, MemberKind, Name};
use rustc_hash::FxHashMap;

define_id! {
    /// A declaration as written.
    pub(crate) struct DeclId;
    /// The table of one module body.
    pub(crate) struct ScopeId;
}

/// A declaration.
#[derive(Clone, Copy)]
pub(crate) struct Decl<'t> {
    pub(crate) name: &'t Name,
    pub(crate) kind: DeclKind<'t>,
    pub(crate) annotations: &'t [Annotation],
    pub(crate) flags: Flags,
    /// The body that contains it.
    pub(crate) scope: ScopeId,
}

/// The kind of declaration.
#[derive(Clone, Copy)]
pub(crate) enum DeclKind<'t> {
    Module(ScopeId),
    ModuleAlias(&'t tree::ModuleAlias),
    ImportAs(&'t tree::Import),
    Class(&'t tree::Class),
    ClassAlias(&'t tree::ClassAlias),
    Union(&'t tree::TypeUnion),
    Newtype(&'t tree::Newtype),
    Branch(&'t tree::Branch, DeclId),
    Predicate(&'t tree::Predicate),
    PredicateAlias(&'t tree::PredicateAlias),
    SignaturePredicate(&'t tree::Head),
    SignatureClass(&'t tree::SignatureClass),
    SignatureModule(ScopeId),
}

/// The relevant annotations without arguments.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Flags(u16);

impl Flags {
    pub(crate) const PRIVATE: u16 = 1;
    pub(crate) const QUERY: u16 = 2;
    pub(crate) const FINAL: u16 = 4;
    pub(crate) const ABSTRACT: u16 = 8;
    pub(crate) const OVERRIDE: u16 = 16;
    pub(crate) const DEPRECATED: u16 = 32;
    pub(crate) const CACHED: u16 = 64;
    pub(crate) const EXTERNAL: u16 = 128;
    pub(crate) const EXTENSIBLE: u16 = 256;
    pub(crate) const DEFAULT: u16 = 512;
    pub(crate) const ADDITIONAL: u16 = 1024;
    pub(crate) const MONOTONIC: u16 = 2048;
    pub(crate) const LIBRARY: u16 = 4096;

    /// Reads the flags from annotations.
    pub(crate) fn of(annotations: &[Annotation]) -> Self {
        let mut bits = 0;
        for annotation in annotations {
            bits |= match &*annotation.name.text {
                "private" => Self::PRIVATE,
                "query" => Self::QUERY,
                "final" => Self::FINAL,
                "abstract" => Self::ABSTRACT,
                "override" => Self::OVERRIDE,
                "deprecated" => Self::DEPRECATED,
                "cached" => Self::CACHED,
                "external" => Self::EXTERNAL,
                "extensible" => Self::EXTENSIBLE,
                "default" => Self::DEFAULT,
                "additional" => Self::ADDITIONAL,
                "library" => Self::LIBRARY,
                "language" if has_argument(annotation, "monotonicAggregates") => Self::MONOTONIC,
                _ => 0,
            };
        }
        Self(bits)
    }
    /// Whether the flag is set.
    pub(crate) fn has(self, flag: u16) -> bool {
        self.0 & flag != 0
    }
}

/// Whether the annotation has that argument.
pub(crate) fn has_argument(annotation: &Annotation, wanted: &str) -> bool {
    annotation.args.iter().flatten().any(|arg| &*arg.text == wanted)
}

/// The owner of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    File,
    Module,
    Signature,
}

/// The table of one module body.
#[derive(Clone)]
pub(crate) struct Scope<'t> {
    pub(crate) kind: ScopeKind,
    pub(crate) file: FileId,
    /// The declaration of the module or signature; `None` for a file.
    pub(crate) decl: Option<DeclId>,
    pub(crate) params: &'t [tree::ModuleParam],
    pub(crate) implements: &'t [tree::SigExpr],
    pub(crate) names: FxHashMap<Key, DeclId>,
    /// All declarations in source order.
    pub(crate) decls: Vec<DeclId>,
    /// Imports without `as`, and whether each is private.
    pub(crate) imports: Vec<(&'t tree::Import, Span, bool)>,
    pub(crate) select: Option<(&'t tree::Select, Span)>,
    /// Duplicate declarations of a key: the later one, the earlier one.
    pub(crate) duplicates: Vec<(DeclId, DeclId)>,
    /// Whether its aggregates are monotonic (inherited).
    pub(crate) monotonic: bool,
    /// Misplaced select clauses.
    pub(crate) bad_selects: Vec<Span>,
    /// Annotations of items that are not declarations.
    pub(crate) loose: Vec<(&'t [Annotation], Loose)>,
}

/// An annotated item that is not a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loose {
    /// The header of a file.
    Header,
    /// An import without `as`.
    Import,
    /// A select clause.
    Select,
}

/// All declarations.
#[derive(Clone, Default)]
pub(crate) struct Decls<'t> {
    pub(crate) decls: IndexVec<DeclId, Decl<'t>>,
    pub(crate) scopes: SharedVec<ScopeId, Scope<'t>>,
    /// The places of deprecated declarations: uses inside them are not reported.
    pub(crate) deprecated: Vec<Span>,
}

impl<'t> Decls<'t> {
    /// Adds a file.
    pub(crate) fn file(&mut self, names: &mut Names, file: FileId, tree: &'t tree::File) -> ScopeId {
        let monotonic = Flags::of(&tree.annotations).has(Flags::MONOTONIC);
        let id = self.new_scope(ScopeKind::File, file, None, &[], &[], monotonic);
        self.scopes[id].loose.push((&tree.annotations, Loose::Header));
        self.fill(names, id, &tree.members);
        id
    }

    fn new_scope(
        &mut self,
        kind: ScopeKind,
        file: FileId,
        decl: Option<DeclId>,
        params: &'t [tree::ModuleParam],
        implements: &'t [tree::SigExpr],
        monotonic: bool,
    ) -> ScopeId {
        self.scopes.push(Scope {
            kind,
            file,
            decl,
            params,
            implements,
            names: FxHashMap::default(),
            decls: Vec::new(),
            imports: Vec::new(),
            select: None,
            duplicates: Vec::new(),
            monotonic,
            bad_selects: Vec::new(),
            loose: Vec::new(),
        })
    }

    fn add(
        &mut self,
        scope: ScopeId,
        key: Key,
        name: &'t Name,
        kind: DeclKind<'t>,
        annotations: &'t [Annotation],
        flags: Flags,
    ) -> DeclId {
        let id = self.decls.push(Decl { name, kind, annotations, flags, scope });
        self.scopes[scope].decls.push(id);
        self.bind(scope, key, id);
        id
    }

    fn bind(&mut self, scope: ScopeId, key: Key, id: DeclId) {
        let here = &mut self.scopes[scope];
        let disjoint = key.space.disjoint().iter().map(|space| Key { space: *space, ..key });
        let first = std::iter::once(key).chain(disjoint).find_map(|taken| here.names.get(&taken).copied());
        here.duplicates.extend(first.map(|first| (id, first)));
        here.names.entry(key).or_insert(id);
    }

    fn fill(&mut self, names: &mut Names, scope: ScopeId, members: &'t [tree::Member]) {
        let file = self.scopes[scope].file;
        for member in members {
            let flags = Flags::of(&member.annotations);
            let annotations = &member.annotations[..];
            if flags.has(Flags::DEPRECATED) {
                self.deprecated.push(member.span);
            } else if let MemberKind::Class(class) = &member.kind {
                let deprecated = |it: &&tree::ClassMember| Flags::of(&it.annotations).has(Flags::DEPRECATED);
                self.deprecated.extend(class.members.iter().filter(deprecated).map(|it| it.span));
            }
            let mut add = |this: &mut Self, space, arity: usize, name: &'t Name, kind| {
                let key = Key { space, arity: arity as u32, name: names.intern(&name.text) };
                this.add(scope, key, name, kind, annotations, flags)
            };
            match &member.kind {
                MemberKind::Import(import) => match &import.alias {
                    Some(alias) => {
                        add(self, Namespace::Module, 0, alias, DeclKind::ImportAs(import));
                    }
                    None => {
                        let here = &mut self.scopes[scope];
                        here.imports.push((import, member.span, flags.has(Flags::PRIVATE)));
                        here.loose.push((annotations, Loose::Import));
                    }
                },
                MemberKind::Module(module) => {
                    let monotonic = self.scopes[scope].monotonic || flags.has(Flags::MONOTONIC);
                    let inner = self.new_scope(
                        ScopeKind::Module,
                        file,
                        None,
                        &module.params,
                        &module.implements,
                        monotonic,
                    );
                    let id = add(self, Namespace::Module, 0, &module.name, DeclKind::Module(inner));
                    self.scopes[inner].decl = Some(id);
                    self.fill(names, inner, &module.members);
                }
                MemberKind::ModuleAlias(alias) => {
                    add(self, Namespace::Module, 0, &alias.name, DeclKind::ModuleAlias(alias));
                }
                MemberKind::Class(class) => {
                    add(self, Namespace::Type, 0, &class.name, DeclKind::Class(class));
                }
                MemberKind::ClassAlias(alias) => {
                    add(self, Namespace::Type, 0, &alias.name, DeclKind::ClassAlias(alias));
                }
                MemberKind::TypeUnion(union) => {
                    add(self, Namespace::Type, 0, &union.name, DeclKind::Union(union));
                }
                MemberKind::Newtype(newtype) => {
                    let id = add(self, Namespace::Type, 0, &newtype.name, DeclKind::Newtype(newtype));
                    for branch in &newtype.branches {
                        let name = names.intern(&branch.name.text);
                        let own = Flags::of(&branch.annotations);
                        let branch_flags =
                            if flags.has(Flags::PRIVATE) { Flags(own.0 | Flags::PRIVATE) } else { own };
                        let branch_id = self.add(
                            scope,
                            Key::new(Namespace::Type, name),
                            &branch.name,
                            DeclKind::Branch(branch, id),
                            &branch.annotations,
                            branch_flags,
                        );
                        self.bind(scope, Key::predicate(name, branch.params.len()), branch_id);
                    }
                }
                MemberKind::Predicate(predicate) => {
                    let head = &predicate.head;
                    let kind = DeclKind::Predicate(predicate);
                    add(self, Namespace::Predicate, head.params.len(), &head.name, kind);
                }
                MemberKind::PredicateAlias(alias) => {
                    let arity = alias.target.arity as usize;
                    add(self, Namespace::Predicate, arity, &alias.name, DeclKind::PredicateAlias(alias));
                }
                MemberKind::Signature(tree::Signature::Predicate(head)) => {
                    let kind = DeclKind::SignaturePredicate(head);
                    add(self, Namespace::PredicateSignature, head.params.len(), &head.name, kind);
                }
                MemberKind::Signature(tree::Signature::Class(class)) => {
                    add(self, Namespace::TypeSignature, 0, &class.name, DeclKind::SignatureClass(class));
                }
                MemberKind::Signature(tree::Signature::Module { name, params, members }) => {
                    let inner = self.new_scope(ScopeKind::Signature, file, None, params, &[], false);
                    let kind = DeclKind::SignatureModule(inner);
                    let id = add(self, Namespace::ModuleSignature, 0, name, kind);
                    self.scopes[inner].decl = Some(id);
                    self.fill_signature(names, inner, members);
                }
                MemberKind::Select(select) => {
                    let here = &mut self.scopes[scope];
                    here.loose.push((annotations, Loose::Select));
                    if here.kind == ScopeKind::File && here.select.is_none() {
                        here.select = Some((select, member.span));
                    } else {
                        here.bad_selects.push(member.span);
                    }
                }
            }
        }
    }

    fn fill_signature(&mut self, names: &mut Names, scope: ScopeId, members: &'t [tree::SignatureMember]) {
        for member in members {
            let flags = Flags::of(&member.annotations);
            match &member.kind {
                tree::SignatureMemberKind::Predicate(predicate) => {
                    let name = &predicate.head.name;
                    let key = Key::predicate(names.intern(&name.text), predicate.head.params.len());
                    let kind = DeclKind::Predicate(predicate);
                    self.add(scope, key, name, kind, &member.annotations, flags);
                }
                tree::SignatureMemberKind::Class(class) => {
                    let key = Key::new(Namespace::Type, names.intern(&class.name.text));
                    let kind = DeclKind::SignatureClass(class);
                    self.add(scope, key, &class.name, kind, &member.annotations, flags);
                }
            }
        }
    }
}

impl Decl<'_> {
    /// The body of a module or module signature.
    pub(crate) fn body(&self) -> Option<ScopeId> {
        match self.kind {
            DeclKind::Module(scope) | DeclKind::SignatureModule(scope) => Some(scope),
            _ => None,
        }
    }
}
