//! Imports, modules and diagnostics.

use quarrel_common::never;
use std::sync::atomic::Ordering;

use super::Emitter;
use crate::ast::{Directive, DirectiveKind, Import, Severity, Span};
use crate::facts::batch::{Ent, Note};
use crate::facts::describe::name_text;
use crate::facts::rows;
use crate::facts::world::{class_ent, module_ent, package_ent};
use crate::intern::Sym;
use crate::model::{ClassId, Origin};

/// Numbers of `imports.kind`.
mod import_kind {
    pub(super) const TYPE: i32 = 1;
    pub(super) const ON_DEMAND_FROM_TYPE: i32 = 2;
    pub(super) const ON_DEMAND_FROM_PACKAGE: i32 = 3;
    pub(super) const STATIC_ON_DEMAND: i32 = 4;
    pub(super) const STATIC_MEMBER: i32 = 5;
}

/// The most uses of newer API that are reported per file.
const SHOWN_NEWER: usize = 50;

impl Emitter<'_> {
    /// The rows of the import declarations.
    pub(super) fn imports(&mut self) {
        for import in &self.tree.imports {
            // No relation has the module of an `import module`: there is no entity it could refer to.
            if import.is_module {
                continue;
            }
            let (holder, name, kind) = self.import(import);
            let id = self.facts.fresh();
            let loc = self.loc(import.span);
            self.facts.row(rows::Import { id, holder, name: name_text(name), kind, loc });
        }
    }

    fn import(&self, import: &Import) -> (Ent, Sym, i32) {
        let full = import.name.as_str();
        let (qualifier, simple) = full.rsplit_once('.').unwrap_or(("", full));
        match (import.is_static, import.on_demand) {
            (false, false) => (self.class_named(full), Sym::new(simple), import_kind::TYPE),
            (false, true) => match self.known_class(full) {
                Some(class) => (class_ent(class), Sym::new("*"), import_kind::ON_DEMAND_FROM_TYPE),
                None => (package_ent(import.name), Sym::new("*"), import_kind::ON_DEMAND_FROM_PACKAGE),
            },
            (true, true) => (self.class_named(full), Sym::new("*"), import_kind::STATIC_ON_DEMAND),
            (true, false) => (self.class_named(qualifier), Sym::new(simple), import_kind::STATIC_MEMBER),
        }
    }

    /// The class of a qualified name, declared or not.
    fn class_named(&self, name: &str) -> Ent {
        class_ent(self.known_class(name).unwrap_or_else(|| self.missing_class(name)))
    }

    /// The class of that canonical name, if sources or libraries declare it.
    fn known_class(&self, name: &str) -> Option<ClassId> {
        // The longest package first: `a.b.C` is rather the class `C` of `a.b` than the class `b.C` of `a`.
        let dots = name.match_indices('.').map(|(at, _)| at).rev();
        dots.map(|at| (&name[..at], &name[at + 1..])).chain([("", name)]).find_map(|(package, rest)| {
            let package = self.model.find_package(Sym::new(package))?;
            let mut names = rest.split('.').map(Sym::new);
            let found = self.model.top_level.get(&(package, names.next()?))?;
            let mut class = *found.first()?;
            for name in names {
                let members = &self.model.class(class).members;
                class = members.iter().copied().find(|&m| self.model.class(m).name == name)?;
            }
            Some(class)
        })
    }

    /// An undeclared class: by custom, the first capital letter begins its name.
    fn missing_class(&self, name: &str) -> ClassId {
        let capital = |part: &str| part.starts_with(char::is_uppercase);
        let parts: Vec<&str> = name.split('.').collect();
        let first = parts.iter().position(|p| capital(p)).unwrap_or(parts.len() - 1);
        let package = Sym::new(&parts[..first].join("."));
        let mut outer = None;
        let mut class = None;
        for part in &parts[first..] {
            class = Some(self.model.missing_class(package, outer, Sym::new(part)));
            outer = class;
        }
        // There is at least one part from `first` on.
        class.unwrap_or_else(|| self.model.missing_class(package, None, Sym::new(name)))
    }

    /// The rows of a module declaration.
    pub(super) fn module(&mut self) {
        let Some(module) = &self.tree.module else { return };
        if module.is_open {
            self.facts.notes.push(Note::OpenModule(module.name.number()));
        }
        for directive in &module.directives {
            self.directive(module_ent(module.name), directive);
        }
    }

    fn directive(&mut self, module: Ent, directive: &Directive) {
        let id = self.facts.fresh();
        let name = directive.name;
        match directive.kind {
            DirectiveKind::Requires { is_transitive, is_static } => {
                let flags = i32::from(is_transitive) | i32::from(is_static) << 1;
                self.facts.row(rows::Requires { id, module, target: module_ent(name), flags });
            }
            DirectiveKind::Exports => {
                self.facts.row(rows::Exports { id, module, target: package_ent(name) });
                for &target in &directive.targets {
                    self.facts.row(rows::ExportsTo { id, target: module_ent(target) });
                }
            }
            DirectiveKind::Opens => {
                self.facts.row(rows::Opens { id, module, target: package_ent(name) });
                for &target in &directive.targets {
                    self.facts.row(rows::OpensTo { id, target: module_ent(target) });
                }
            }
            DirectiveKind::Uses => self.facts.row(rows::Uses { id, module, service: name_text(name) }),
            DirectiveKind::Provides => {
                self.facts.row(rows::Provides { id, module, service: name_text(name) });
                for &target in &directive.targets {
                    self.facts.row(rows::ProvidesWith { id, service_impl: name_text(target) });
                }
            }
        }
    }

    /// The diagnostics of the file, as rows.
    pub(super) fn diagnostics(&mut self) {
        for id in self.model.classes_of_file(self.input.id) {
            let class = self.model.class(id);
            let Origin::Source { decl, .. } = class.origin else {
                never!("a class of a source from elsewhere");
                continue;
            };
            if class.circular.load(Ordering::Relaxed) {
                let at = self.tree.lines.location(self.tree.type_decls[decl as usize].name_span);
                let id = self.facts.fresh();
                let row = rows::ExtractionDiagnostics {
                    id,
                    file: self.input.entity,
                    severity: 2,
                    message: self
                        .facts
                        .text("the class is declared to be its own supertype: that is left out"),
                    line: at.begin_line as i32,
                    column: at.begin_column as i32,
                };
                self.facts.row(row);
            }
        }
        for newer in self.input.newer.iter().take(SHOWN_NEWER) {
            let span = self.tree.exprs.get(newer.expr as usize).map_or(Span::default(), |expr| expr.span);
            let (line, column) = self.tree.lines.position(span.start);
            let id = self.facts.fresh();
            let text = format!("`{}` is there since Java {} only", newer.member, newer.since);
            let row = rows::ExtractionDiagnostics {
                id,
                file: self.input.entity,
                severity: 1,
                message: self.facts.text(&text),
                line: line as i32,
                column: column as i32,
            };
            self.facts.row(row);
        }
        for diagnostic in &self.tree.diagnostics {
            let whole = diagnostic.span == Span::default();
            let (line, column) = if whole { (0, 0) } else { self.tree.lines.position(diagnostic.span.start) };
            let severity = match diagnostic.severity {
                Severity::Note => 0,
                Severity::Warning => 1,
                Severity::Error => 2,
            };
            let id = self.facts.fresh();
            let message = self.facts.text(&diagnostic.message);
            self.facts.row(rows::ExtractionDiagnostics {
                id,
                file: self.input.entity,
                severity,
                message,
                line: line as i32,
                column: column as i32,
            });
        }
    }
}
