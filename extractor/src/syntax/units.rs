//! Compilation units: package, imports, modules, top-level types; and the rest of a unit after syntax errors.

use super::Lower;
use super::decls::empty_type;
use crate::ast::{
    Directive, DirectiveKind, Import, List, Member, ModuleDecl, PackageDecl, Severity, Span, TypeDecl,
    TypeDeclId, TypeDeclKind,
};
use crate::intern::Sym;
use crate::parse::kinds::{F, K};

/// Top-level code without a class around it.
#[derive(Default)]
struct Loose {
    /// Members of a compact source file.
    members: Vec<Member>,
    /// A class of which error recovery left only the header as a node, and its members so far.
    headless: Option<(TypeDecl, Vec<Member>)>,
    /// Members after a class that a syntax error has ended too early, and where they end.
    torn_off: Option<(TypeDeclId, Vec<Member>, u32)>,
    /// The keyword `class`, `interface` or `enum` just before the cursor.
    keyword: Option<(TypeDeclKind, Span)>,
}

impl Lower<'_> {
    /// The whole file; the cursor is at the root.
    pub(super) fn compilation_unit(&mut self) {
        let mut span = self.span();
        if self.unit.offsets.is_some() {
            // Comments before the first token are part of the unit, too.
            span.start = (self.source.len() - self.source.trim_ascii_start().len()) as u32;
        }
        let mut loose = Loose::default();
        if self.kind() == K::Error {
            self.broken(&mut loose);
        } else {
            self.children(|this, kind, _| this.top_level(kind, &mut loose));
        }
        self.close_headless(&mut loose);
        self.give_back(&mut loose);
        if !loose.members.is_empty() {
            let mut decl = empty_type(TypeDeclKind::ImplicitClass, span);
            if self.is_compact(&loose.members) {
                // Its classes are members of the implicit one (JLS 8.1.8).
                loose.members.extend(self.state.file.top_types.drain(..).map(Member::Type));
                loose.members.sort_by_key(|&member| self.state.file.member_span(member).start);
            }
            decl.members = loose.members.into_boxed_slice();
            let decl = self.add_type_decl(decl);
            self.file.top_types.push(decl);
        }
    }

    /// Whether members outside of any class make a compact source file (JLS 7.3): not in a package. If syntax errors
    /// may have torn them off a class, they must include a method `main`, which such a file must have.
    fn is_compact(&self, loose: &[Member]) -> bool {
        let has_main = || {
            loose.iter().any(|member| match *member {
                Member::Callable(id) => self.file[id].name.as_str() == "main",
                _ => false,
            })
        };
        self.file.package.is_none() && (!self.unit.tree.root_node().has_error() || has_main())
    }

    fn top_level(&mut self, kind: K, loose: &mut Loose) {
        match kind {
            K::PackageDecl => self.package_decl(),
            K::ImportDecl => self.import_decl(),
            K::ModuleDecl => self.module_decl(),
            K::LocalVar => self.loose_member(loose),
            K::Error => self.broken(loose),
            K::Semicolon => {}
            kind if kind.is_type_decl() => {
                let decl = self.type_decl();
                self.file.top_types.extend(decl);
            }
            kind if kind.is_member() => self.loose_member(loose),
            kind if kind.is_stmt() => {
                self.report(Severity::Error, self.span(), "a statement outside of any class was left out");
            }
            _ => {}
        }
    }

    /// Inside an error: whole declarations are kept; after `class Name`, members belong to that class.
    fn broken(&mut self, loose: &mut Loose) {
        self.children(|this, kind, _| {
            let keyword = loose.keyword.take();
            match kind {
                K::ClassToken => loose.keyword = Some((TypeDeclKind::Class, this.span())),
                K::InterfaceToken => loose.keyword = Some((TypeDeclKind::Interface, this.span())),
                K::EnumToken => loose.keyword = Some((TypeDeclKind::Enum, this.span())),
                K::Identifier | K::TypeIdentifier => {
                    if let Some((kind, span)) = keyword {
                        this.close_headless(loose);
                        let mut decl = empty_type(kind, span.to(this.span()));
                        (decl.name, decl.name_span) = (this.sym(), this.span());
                        loose.headless = Some((decl, Vec::new()));
                    }
                }
                K::Error => this.nested(|this| this.broken(loose), |_| ()),
                K::ClassBody | K::InterfaceBody | K::EnumBody => {
                    if let Some((_, members)) = &mut loose.headless {
                        this.members_below(members);
                    }
                    this.close_headless(loose);
                }
                kind if loose.headless.is_some() && (kind.is_member() || kind == K::LocalVar) => {
                    let (member, end) = (this.member(), this.span().end);
                    if let Some((decl, members)) = &mut loose.headless {
                        decl.span.end = decl.span.end.max(end);
                        members.extend(member);
                    }
                }
                // Without a class before them they may belong to anything, and mean little.
                kind if (kind.is_member() && !kind.is_type_decl() || kind == K::LocalVar)
                    && !this.file.top_types.is_empty() =>
                {
                    this.loose_member(loose);
                }
                K::PackageDecl | K::ImportDecl | K::ModuleDecl => this.top_level(kind, loose),
                kind if kind.is_type_decl() => this.top_level(kind, loose),
                _ => {}
            }
        });
    }

    /// A member outside of any class. In a compact source file it belongs to the implicit class; if a syntax error has
    /// ended a class too early, to that class.
    fn loose_member(&mut self, loose: &mut Loose) {
        let torn = self.unit.tree.root_node().has_error() && loose.members.is_empty();
        let Some(&class) = self.file.top_types.last().filter(|_| torn) else {
            loose.members.extend(self.member());
            return;
        };
        // A declaration without modifiers may also be the rest of a body.
        if self.kind() == K::LocalVar
            && self.cursor.node().child(0).is_none_or(|first| first.kind() != "modifiers")
        {
            self.report(Severity::Error, self.span(), "a declaration outside of any class was left out");
            return;
        }
        let (member, end) = (self.member(), self.span().end);
        if loose.torn_off.as_ref().is_none_or(|(torn, ..)| *torn != class) {
            self.give_back(loose);
        }
        let (_, members, last) = loose.torn_off.get_or_insert_with(|| (class, Vec::new(), end));
        members.extend(member);
        *last = end;
    }

    /// Moves the members after a class that was ended too early into it.
    fn give_back(&mut self, loose: &mut Loose) {
        let Some((class, members, end)) = loose.torn_off.take() else { return };
        let decl = &mut self.state.file.type_decls[class.index()];
        decl.span.end = decl.span.end.max(end);
        decl.members = decl.members.iter().copied().chain(members).collect();
    }

    fn close_headless(&mut self, loose: &mut Loose) {
        if let Some((mut decl, members)) = loose.headless.take() {
            decl.members = members.into_boxed_slice();
            let decl = self.add_type_decl(decl);
            self.file.top_types.push(decl);
        }
    }

    /// A dotted name, without white space and comments in it.
    fn dotted(&mut self) -> Sym {
        let text = self.text();
        if text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'$')) {
            return Sym::new(text);
        }
        if self.kind() != K::ScopedName {
            return self.sym();
        }
        let mut name = Sym::EMPTY;
        self.nested(
            |this| {
                this.children(|this, kind, _| {
                    if matches!(kind, K::Identifier | K::ScopedName) {
                        name = name.dot(this.dotted());
                    }
                });
            },
            |_| (),
        );
        name
    }

    fn package_decl(&mut self) {
        let span = self.span();
        let (mut name, mut annotations) = (Sym::EMPTY, Vec::new());
        self.children(|this, kind, _| match kind {
            K::Identifier | K::ScopedName => name = this.dotted(),
            kind if kind.is_annotation() => annotations.push(this.annotation()),
            _ => {}
        });
        let annotations = self.list(&annotations);
        self.file.package.get_or_insert(PackageDecl { span, name, annotations });
    }

    fn import_decl(&mut self) {
        let mut import = Import {
            span: self.span(),
            name: Sym::EMPTY,
            is_static: false,
            on_demand: false,
            is_module: false,
        };
        self.children(|this, kind, _| match kind {
            K::StaticToken => import.is_static = true,
            K::Asterisk => import.on_demand = true,
            K::ModuleToken => import.is_module = true,
            K::Identifier | K::ScopedName => import.name = this.dotted(),
            _ => {}
        });
        self.file.imports.push(import);
    }

    fn module_decl(&mut self) {
        let mut module = ModuleDecl {
            span: self.span(),
            name: Sym::EMPTY,
            is_open: false,
            annotations: List::EMPTY,
            directives: Vec::new(),
        };
        let mut annotations = Vec::new();
        self.children(|this, kind, field| match (field, kind) {
            (F::Name, _) => module.name = this.dotted(),
            (_, K::OpenToken) => module.is_open = true,
            (F::Body, _) => this.children(|this, kind, _| module.directives.extend(this.directive(kind))),
            (_, kind) if kind.is_annotation() => annotations.push(this.annotation()),
            _ => {}
        });
        module.annotations = self.list(&annotations);
        self.file.module.get_or_insert(module);
    }

    fn directive(&mut self, kind: K) -> Option<Directive> {
        let span = self.span();
        let (mut is_transitive, mut is_static) = (false, false);
        let (mut name, mut targets) = (None, Vec::new());
        self.children(|this, kind, _| match kind {
            K::RequiresModifier => match this.text() {
                "transitive" => is_transitive = true,
                _ => is_static = true,
            },
            K::Identifier | K::ScopedName => {
                let dotted = this.dotted();
                if name.is_none() {
                    name = Some(dotted);
                } else {
                    targets.push(dotted);
                }
            }
            _ => {}
        });
        let kind = match kind {
            K::Requires => DirectiveKind::Requires { is_transitive, is_static },
            K::Exports => DirectiveKind::Exports,
            K::Opens => DirectiveKind::Opens,
            K::Uses => DirectiveKind::Uses,
            K::Provides => DirectiveKind::Provides,
            _ => return None,
        };
        Some(Directive { span, kind, name: name.unwrap_or(Sym::EMPTY), targets })
    }
}
