//! What must hold beyond names: classes and overrides (language.md 7.1, 7.5), declarations of a module (4.2).

use crate::decl::{DeclKind, Flags, Scope};
use crate::hir::{PredId, PredKind, TypeId, TypeKind};
use crate::names::{Key, Namespace};
use crate::world::{ModuleId, ModuleKind, Sema};
use quarrel_base::{Code, Diagnostic};
use rustc_hash::FxHashSet;

impl<'t> Sema<'t> {
    /// Whether what is declared once in a module, is.
    pub(crate) fn check_module(&mut self, module: ModuleId) {
        let Some(scope) = self.modules[module].scope else { return };
        self.check_annotations(module);
        self.check_additional(module);
        for at in 0..self.decls.scopes[scope].duplicates.len() {
            let (later, first) = self.decls.scopes[scope].duplicates[at];
            let (later, first) = (self.decls.decls[later].name, self.decls.decls[first].name);
            let message = format!("`{}` is declared twice", later.text);
            self.tell(
                Diagnostic::error(Code::DuplicateDeclaration, later.span, message)
                    .label(first.span, "first declared here"),
            );
        }
        let Scope { select, file, .. } = &self.decls.scopes[scope];
        let foreign = select.map(|(_, span)| span).filter(|_| !self.entries.contains(file));
        let misplaced: Vec<_> = self.decls.scopes[scope].bad_selects.iter().copied().chain(foreign).collect();
        for span in misplaced {
            let message = "a select clause stands once in a query file, outside of modules";
            self.error(Code::MisplacedSelect, span, message);
        }
    }

    /// `additional` marks what a module has beyond the signatures that it implements, and nothing else.
    fn check_additional(&mut self, module: ModuleId) {
        let Some(scope) = self.modules[module].scope else { return };
        if !matches!(self.modules[module].kind, ModuleKind::File | ModuleKind::Explicit) {
            return;
        }
        let implements = self.modules[module].implements.clone();
        let complete = implements.len() == self.decls.scopes[scope].implements.len();
        for at in 0..self.decls.scopes[scope].decls.len() {
            let decl = self.decls.decls[self.decls.scopes[scope].decls[at]];
            let name = self.sym(decl.name);
            let key = match decl.kind {
                DeclKind::Branch(..) | DeclKind::ImportAs(_) => continue,
                DeclKind::Predicate(predicate) => Key::predicate(name, predicate.head.params.len()),
                DeclKind::PredicateAlias(alias) => Key::predicate(name, alias.target.arity as usize),
                DeclKind::Class(_) | DeclKind::ClassAlias(_) | DeclKind::Union(_) | DeclKind::Newtype(_) => {
                    Key::new(Namespace::Type, name)
                }
                _ => Key::new(Namespace::Module, name),
            };
            let required = implements.iter().any(|view| {
                let scope = self.modules[*view].scope;
                scope.is_some_and(|scope| self.decls.scopes[scope].names.contains_key(&key))
            });
            let additional = decl.flags.has(Flags::ADDITIONAL);
            let span = decl.name.span;
            let public = !decl.flags.has(Flags::PRIVATE);
            if additional && complete && (implements.is_empty() || required) {
                let message =
                    format!("`{}` is not beyond a signature: `additional` is too much", decl.name.text);
                self.error(Code::SuperfluousAdditional, span, message);
            } else if !additional && complete && !implements.is_empty() && public && !required {
                let message = format!("no signature of this module asks for `{}`", decl.name.text);
                let diagnostic = Diagnostic::error(Code::MissingAdditional, span, message)
                    .help("annotate it `private` or `additional`");
                self.tell(diagnostic);
            }
        }
    }

    /// Whether a class is valid. Asked once, when its characteristic predicate is reached.
    pub(crate) fn check_class(&mut self, class: TypeId) {
        if std::mem::replace(&mut self.type_info[class].checked, true) {
            return;
        }
        let Some(decl) = self.type_info[class].decl else { return };
        if !matches!(self.decls.decls[decl].kind, DeclKind::Class(_)) || self.has_error_base(class) {
            return;
        }
        let span = self.decls.decls[decl].name.span;
        let name = self.show(class);
        let bases = self.extends(class);
        // Bases that share no values.
        for (at, base) in bases.iter().enumerate() {
            for other in &bases[at + 1..] {
                if !self.compatible(base.ty, other.ty) {
                    let message = format!(
                        "class `{name}` is empty: `{}` and `{}` have no values in common",
                        self.show(base.ty),
                        self.show(other.ty)
                    );
                    self.error(Code::IncompatibleTypes, span, message);
                }
            }
        }
        // In a module that is checked by itself, an argument may bring it.
        let based = !bases.is_empty() || !self.instanceof(class).is_empty();
        if based && self.text_member(class).is_none() && self.type_info[class].active {
            let message = format!("class `{name}` has no `string toString()`");
            let diagnostic = Diagnostic::error(Code::MissingToString, span, message)
                .help("declare `string toString() { ... }`, or extend a class that has it");
            self.tell(diagnostic);
        }
        self.check_inherited(class);
        for pred in self.members(class).order.clone() {
            self.ensure_overrides(pred);
        }
        // Fields that stand where several are inherited.
        for field in self.members(class).field_order.clone() {
            if self.field_info[field].is_override {
                let sym = self.names.intern(&self.out.fields[field].name.clone());
                let mut above = Vec::new();
                for base in &bases {
                    above.extend(self.find_fields(base.ty, sym));
                }
                let place = self.out.fields[field].span;
                match above.first() {
                    None => {
                        let message = format!("field `{}` overrides nothing", self.out.fields[field].name);
                        self.error(Code::OverrideNothing, place, message);
                    }
                    Some(above) => {
                        let (own, inherited) = (self.out.fields[field].ty, self.out.fields[*above].ty);
                        if !self.is_subtype(own, inherited) {
                            let message = format!(
                                "the overriding field's type `{}` is no subtype of `{}`",
                                self.show(own),
                                self.show(inherited)
                            );
                            self.error(Code::BadOverride, place, message);
                        }
                    }
                }
            }
        }
    }

    /// Whether each member that the class inherits is one, and implemented.
    fn check_inherited(&mut self, class: TypeId) {
        let bases = self.extends(class);
        let is_abstract = self.type_info[class].is_abstract;
        // Only where something can be wrong: several bases, or an abstract base.
        let abstract_base = bases.iter().any(|base| self.type_info[base.ty].is_abstract);
        if bases.len() < 2 && (is_abstract || !abstract_base) {
            return;
        }
        let span = self.out.types[class].span;
        let Some(span) = span else { return };
        let mut keys = Vec::new();
        let mut known = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut stack: Vec<TypeId> = bases.iter().map(|base| base.ty).collect();
        while let Some(at) = stack.pop() {
            if !seen.insert(at) || !matches!(self.out.types[at].kind, TypeKind::Class(_)) {
                continue;
            }
            for pred in &self.members(at).order {
                let info = &self.pred_info[*pred];
                if !info.flags.has(Flags::PRIVATE) && known.insert((info.name, info.arity)) {
                    keys.push((info.name, info.arity));
                }
            }
            stack.extend(self.extends(at).iter().map(|base| base.ty));
        }
        for (name, arity) in keys {
            let hits = self.find_members(class, name, arity, true);
            let text = self.names.text(name).clone();
            match hits[..] {
                [hit] => {
                    let inherited = self.pred_info[hit.pred].class != Some(class);
                    let unimplemented = self.pred_info[hit.pred].flags.has(Flags::ABSTRACT);
                    if unimplemented && inherited && !is_abstract && !hit.through_final {
                        let name = self.show(class);
                        let message = format!("class `{name}` does not implement abstract `{text}/{arity}`");
                        let place = self.out.preds[hit.pred].span;
                        self.tell(
                            Diagnostic::error(Code::MissingImplementation, span, message)
                                .label(place, "abstract here"),
                        );
                    }
                }
                [first, second, ..] => {
                    let name = self.show(class);
                    let message = format!("class `{name}` inherits two members `{text}/{arity}`");
                    let places = [self.out.preds[first.pred].span, self.out.preds[second.pred].span];
                    self.tell(
                        Diagnostic::error(Code::AmbiguousMember, span, message)
                            .label(places[0], "one")
                            .label(places[1], "the other")
                            .help(format!("override `{text}` to say which is meant")),
                    );
                }
                [] => {}
            }
        }
    }

    /// Whether a member fits what it overrides.
    pub(crate) fn check_override(&mut self, pred: PredId) {
        if !matches!(self.out.preds[pred].kind, PredKind::Member { .. }) {
            return;
        }
        self.ensure_overrides(pred);
        let span = self.out.preds[pred].span;
        let own_params = self.param_types(pred);
        let own_result = self.result_type(pred);
        for above in self.out.preds[pred].overrides.clone() {
            let params = self.param_types(above);
            let result = self.result_type(above);
            let place = self.out.preds[above].span;
            let error = self.error_type();
            let mut wrong = None;
            for (own, other) in own_params.iter().zip(&params) {
                if own != other && *own != error && *other != error {
                    wrong = Some(format!(
                        "a parameter has type `{}`, in the overridden member `{}`",
                        self.show(*own),
                        self.show(*other)
                    ));
                }
            }
            match (own_result, result) {
                (Some(own), Some(other)) if !self.is_subtype(own, other) => {
                    wrong = Some(format!(
                        "the result type `{}` is no subtype of the overridden member's `{}`",
                        self.show(own),
                        self.show(other)
                    ));
                }
                (Some(_), None) => wrong = Some("the overridden member has no result".to_owned()),
                (None, Some(_)) => wrong = Some("the overridden member has a result".to_owned()),
                _ => {}
            }
            if let Some(message) = wrong {
                self.tell(
                    Diagnostic::error(Code::BadOverride, span, message).label(place, "overridden here"),
                );
            }
        }
    }
}
