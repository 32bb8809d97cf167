//! Checks classes and overrides (language.md 7.1, 7.5) and the declarations of a module (4.2).

use crate::decl::{Decl, DeclKind, Flags, Scope};
use crate::hir::{FieldId, PredId, PredKind, TypeId};
use crate::names::{Key, Namespace, Sym};
use crate::world::{ModuleId, ModuleKind, Sema};
use quarrel_base::{Code, Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

impl<'t> Sema<'t> {
    /// Checks that a module declares each name once.
    pub(crate) fn check_module(&mut self, module: ModuleId) {
        let Some(scope) = self.modules[module].scope else { return };
        self.check_annotations(module);
        self.check_additional(module);
        for at in 0..self.decls.scopes[scope].duplicates.len() {
            let (later, first) = self.decls.scopes[scope].duplicates[at];
            let (later, first) = (self.decls.decls[later].name, self.decls.decls[first].name);
            let message = format!("`{}` is declared twice", later.text);
            self.report(
                Diagnostic::error(Code::DuplicateDeclaration, later.span, message)
                    .label(first.span, "first declared here"),
            );
        }
        self.check_parameters(module);
        let Scope { select, file, .. } = &self.decls.scopes[scope];
        let foreign = select.map(|(_, span)| span).filter(|_| !self.entries.contains(file));
        let misplaced: Vec<_> = self.decls.scopes[scope].bad_selects.iter().copied().chain(foreign).collect();
        for span in misplaced {
            let message = "a select clause stands once in a query file, outside of modules";
            self.error(Code::MisplacedSelect, span, message);
        }
    }

    /// Checks that parameters have distinct names, which the module does not declare.
    fn check_parameters(&mut self, module: ModuleId) {
        let Some(scope) = self.modules[module].scope else { return };
        let params = self.decls.scopes[scope].params;
        for (at, param) in params.iter().enumerate() {
            let Some((key, _)) = self.modules[module].params.get(at).copied() else { return };
            let earlier = self.modules[module].params[..at].iter().position(|(other, _)| *other == key);
            let declared = self.decls.scopes[scope].names.get(&key).map(|decl| self.decls.decls[*decl].name);
            let (first, later) = match (earlier, declared) {
                (Some(earlier), _) => (params[earlier].name.span, &param.name),
                (None, Some(declared)) => (param.name.span, declared),
                (None, None) => continue,
            };
            let message = format!("`{}` is declared twice", later.text);
            self.report(
                Diagnostic::error(Code::DuplicateDeclaration, later.span, message)
                    .label(first, "the parameter"),
            );
        }
    }

    /// Checks `additional`: it marks declarations of a module beyond the signatures that it implements, and nothing
    /// else.
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
                // No signature can require these.
                DeclKind::Branch(..)
                | DeclKind::ImportAs(_)
                | DeclKind::SignaturePredicate(_)
                | DeclKind::SignatureClass(_)
                | DeclKind::SignatureModule(_) => continue,
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
            // A newtype counts through its branches.
            let additional = decl.flags.has(Flags::ADDITIONAL)
                || matches!(decl.kind, DeclKind::Newtype(newtype) if newtype.branches.iter().all(|branch| {
                    let flags = Flags::of(&branch.annotations);
                    flags.has(Flags::ADDITIONAL) || flags.has(Flags::PRIVATE)
                }));
            let span = decl.name.span;
            let public = !decl.flags.has(Flags::PRIVATE);
            if additional && complete && (implements.is_empty() || required) {
                let message = match required {
                    true => format!(
                        "a signature of the module asks for `{}`: it is not additional",
                        decl.name.text
                    ),
                    false => {
                        "`additional` has an effect only in a module that implements a signature".to_owned()
                    }
                };
                self.error(Code::SuperfluousAdditional, span, message);
            } else if !additional && complete && !implements.is_empty() && public && !required {
                let message = format!("no signature of this module asks for `{}`", decl.name.text);
                let diagnostic = Diagnostic::error(Code::MissingAdditional, span, message)
                    .help("annotate it `private` or `additional`");
                self.report(diagnostic);
            }
        }
    }

    /// Checks a class, once, when its characteristic predicate is reached.
    pub(crate) fn check_class(&mut self, class: TypeId) {
        if std::mem::replace(&mut self.type_info[class].checked, true) {
            return;
        }
        let Some(decl) = self.type_info[class].decl else { return };
        let decl = self.decls.decls[decl];
        let DeclKind::Class(tree) = decl.kind else { return };
        if self.has_error_base(class) || (tree.extends.is_empty() && tree.instanceof.is_empty()) {
            return;
        }
        let span = decl.name.span;
        self.check_bases(class, span);
        // In a module that is checked by itself, an argument may bring it.
        if self.text_member(class).is_none() && self.type_info[class].active {
            let message = format!("class `{}` has no `string toString()`", self.show(class));
            let diagnostic = Diagnostic::error(Code::MissingToString, span, message)
                .help("declare `string toString() { ... }`, or extend a class that has it");
            self.report(diagnostic);
        }
        self.check_class_bindingset(class, &decl);
        self.check_inherited(class);
        for pred in self.members(class).order.clone() {
            self.ensure_overrides(pred);
        }
        for field in self.members(class).field_order.clone() {
            self.check_field(class, field);
        }
    }

    /// Checks that bases have values in common, and that none is inherited both finally and otherwise.
    fn check_bases(&mut self, class: TypeId, span: Span) {
        let bases = self.extends(class);
        for (at, base) in bases.iter().enumerate() {
            for other in &bases[at + 1..] {
                if !self.share_values(base.ty, other.ty) {
                    let message = format!(
                        "class `{}` is empty: `{}` and `{}` have no values in common",
                        self.show(class),
                        self.show(base.ty),
                        self.show(other.ty)
                    );
                    // Another schema may not keep them apart.
                    let diagnostic = match self.is_stored(base.ty) && self.is_stored(other.ty) {
                        true => Diagnostic::warning(Code::EmptyClass, span, message),
                        false => Diagnostic::error(Code::IncompatibleTypes, span, message),
                    };
                    self.report(diagnostic);
                }
            }
        }
        // With a single base, that class reports it.
        if bases.len() > 1
            && let Some(both) = self.inherited_both_ways(class)
        {
            let message =
                format!("class `{}` extends `{}` both finally and not", self.show(class), self.show(both));
            let diagnostic = Diagnostic::error(Code::FinalAndInherited, span, message).help(
                "leave out one of the two ways: either its members can be overridden here or they cannot",
            );
            self.report(diagnostic);
        }
    }

    /// A class above this one that is reached both through a final extension and without one.
    fn inherited_both_ways(&mut self, class: TypeId) -> Option<TypeId> {
        let mut ways: FxHashMap<TypeId, [bool; 2]> = FxHashMap::default();
        let mut stack = vec![(class, false)];
        while let Some((at, is_final)) = stack.pop() {
            for base in self.extends(at) {
                let way = is_final || base.is_final;
                if self.is_class(base.ty) {
                    let known = ways.entry(base.ty).or_default();
                    if !std::mem::replace(&mut known[usize::from(way)], true) {
                        stack.push((base.ty, way));
                    }
                    if *known == [true, true] {
                        return Some(base.ty);
                    }
                }
            }
        }
        None
    }

    /// Checks that `bindingset` of a class names `this` and its fields.
    fn check_class_bindingset(&mut self, class: TypeId, decl: &Decl<'t>) {
        for annotation in decl.annotations.iter().filter(|it| &*it.name.text == "bindingset") {
            for arg in annotation.args.iter().flatten() {
                let sym = self.sym(arg);
                if &*arg.text != "this" && self.find_fields(class, sym).is_empty() {
                    let message = format!("`{}` is neither `this` nor a field of the class", arg.text);
                    self.error(Code::UnresolvedVariable, arg.span, message);
                }
            }
        }
    }

    /// Checks that a field with the name of an inherited one is marked as an override.
    fn check_field(&mut self, class: TypeId, field: FieldId) {
        let name = self.out.fields[field].name.clone();
        let sym = self.names.intern(&name);
        let is_override = self.field_info[field].is_override;
        let (mut above, mut fixed) = (None, None);
        for base in self.extends(class) {
            for inherited in self.find_fields(base.ty, sym) {
                if self.field_info[inherited].is_private {
                    continue;
                }
                match base.is_final || self.field_info[inherited].is_final {
                    true => fixed = Some(inherited),
                    false => above = Some(inherited),
                }
            }
        }
        let place = self.out.fields[field].span;
        match (is_override, above) {
            (true, None) => {
                let message = format!("field `{name}` overrides nothing");
                let mut diagnostic = Diagnostic::error(Code::OverrideNothing, place, message);
                if let Some(fixed) = fixed {
                    diagnostic = diagnostic
                        .label(self.out.fields[fixed].span, "this one is final, or extended finally");
                }
                self.report(diagnostic);
            }
            (true, Some(above)) => {
                let (own, inherited) = (self.out.fields[field].ty, self.out.fields[above].ty);
                if !self.is_subtype(own, inherited) {
                    let message = format!(
                        "the overriding field's type `{}` is no subtype of `{}`",
                        self.show(own),
                        self.show(inherited)
                    );
                    self.error(Code::BadOverride, place, message);
                }
            }
            (false, Some(above)) => {
                let message = format!("field `{name}` overrides an inherited field without `override`");
                self.report(
                    Diagnostic::error(Code::MissingOverride, place, message)
                        .label(self.out.fields[above].span, "this one"),
                );
            }
            (false, None) => {}
        }
    }

    /// Checks that each inherited member is unambiguous and implemented.
    fn check_inherited(&mut self, class: TypeId) {
        let bases = self.extends(class);
        let is_abstract = self.type_info[class].is_abstract;
        // Only these can be wrong: several bases, or an abstract base.
        let abstract_base = bases.iter().any(|base| self.type_info[base.ty].is_abstract);
        if bases.len() < 2 && (is_abstract || !abstract_base) {
            return;
        }
        let span = self.out.types[class].span;
        let Some(span) = span else { return };
        let mut unimplemented = Vec::new();
        for (name, arity) in self.inherited_keys(class) {
            let hits = self.find_members(class, name, arity, true);
            match hits[..] {
                [hit] => {
                    let inherited = self.pred_info[hit.pred].class != Some(class);
                    let is_open = self.pred_info[hit.pred].flags.has(Flags::ABSTRACT);
                    if is_open && inherited && !is_abstract && !hit.through_final {
                        unimplemented.push(hit.pred);
                    }
                }
                [first, second, ..] => self.ambiguous_inheritance(class, span, [first.pred, second.pred]),
                [] => {}
            }
        }
        if !unimplemented.is_empty() {
            let show = |pred: &PredId| {
                let info = &self.pred_info[*pred];
                format!("`{}/{}`", self.names.text(info.name), info.arity)
            };
            let list = unimplemented.iter().map(show).collect::<Vec<_>>().join(", ");
            let message = format!("class `{}` does not implement abstract {list}", self.show(class));
            let mut diagnostic = Diagnostic::error(Code::MissingImplementation, span, message);
            for pred in unimplemented {
                diagnostic = diagnostic.label(self.out.preds[pred].span, "abstract here");
            }
            self.report(diagnostic);
        }
    }

    fn ambiguous_inheritance(&mut self, class: TypeId, span: Span, two: [PredId; 2]) {
        let info = &self.pred_info[two[0]];
        let (text, arity) = (self.names.text(info.name).clone(), info.arity);
        let message = format!("class `{}` inherits two members `{text}/{arity}`", self.show(class));
        let places = two.map(|pred| self.out.preds[pred].span);
        self.report(
            Diagnostic::error(Code::AmbiguousMember, span, message)
                .label(places[0], "one")
                .label(places[1], "the other")
                .help(format!("override `{text}` to say which is meant")),
        );
    }

    /// Names and arities of the inherited members of a class, nearest classes first.
    fn inherited_keys(&mut self, class: TypeId) -> Vec<(Sym, u32)> {
        let mut keys = Vec::new();
        let mut known = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut stack: Vec<TypeId> = self.extends(class).iter().map(|base| base.ty).collect();
        while let Some(at) = stack.pop() {
            if !seen.insert(at) || !self.is_class(at) {
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
        keys
    }

    /// Checks a member against what it overrides.
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
            let is_abstract = |pred: PredId| self.pred_info[pred].flags.has(Flags::ABSTRACT);
            if is_abstract(pred) && !is_abstract(above) {
                wrong = Some("an abstract member overrides only abstract ones".to_owned());
            }
            match (own_result, result) {
                (Some(own), Some(other)) if !self.is_subtype(own, other) && !self.is_behind(own, other) => {
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
                self.report(
                    Diagnostic::error(Code::BadOverride, span, message).label(place, "overridden here"),
                );
            }
        }
    }
}
