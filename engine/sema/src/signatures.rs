//! Whether arguments fit their signatures, and modules what they implement (language.md section 5). In a full check,
//! parameterised modules are checked by themselves too, with arguments that stand for anything that fits.

use crate::decl::{DeclId, DeclKind};
use crate::hir::{PredId, TypeId};
use crate::names::{Key, Namespace};
use crate::world::{Entity, Lookup, ModuleId, ModuleKind, Sema};
use quarrel_base::ids::Id;
use quarrel_base::{Code, Diagnostic, Span};

impl<'t> Sema<'t> {
    /// Checks all modules, and in a full check everything declared in them.
    pub(crate) fn check_modules(&mut self, check_all: bool) {
        while self.checked_modules < self.modules.len() || !self.unchecked_instances.is_empty() {
            self.check_instances();
            if self.checked_modules < self.modules.len() {
                let module = ModuleId::new(self.checked_modules);
                self.checked_modules += 1;
                self.check_module(module);
                for at in 0..self.modules[module].implements.len() {
                    let view = self.modules[module].implements[at];
                    if matches!(self.modules[view].kind, ModuleKind::View { .. }) {
                        self.check_implements(module, view, at);
                    }
                }
                if check_all {
                    self.check_everything(module);
                }
            }
            self.work_off();
        }
    }

    /// Reaches every declaration of a module.
    fn check_everything(&mut self, module: ModuleId) {
        if !matches!(self.modules[module].kind, ModuleKind::File | ModuleKind::Explicit) {
            return;
        }
        let Some(scope) = self.modules[module].scope else { return };
        for at in 0..self.decls.scopes[scope].decls.len() {
            let id = self.decls.scopes[scope].decls[at];
            match self.decls.decls[id].kind {
                DeclKind::Class(_) => {
                    let class = self.declared_type(id, module);
                    self.reach_extent(class);
                    for pred in self.members(class).order.clone() {
                        self.reach_pred(pred);
                    }
                }
                DeclKind::Union(_) | DeclKind::Newtype(_) | DeclKind::Branch(..) => {
                    let ty = self.declared_type(id, module);
                    self.reach_extent(ty);
                }
                DeclKind::Predicate(_) => {
                    let pred = self.declared_pred(id, module);
                    self.reach_pred(pred);
                }
                DeclKind::ClassAlias(_) | DeclKind::PredicateAlias(_) => {
                    self.entity(id, module);
                }
                DeclKind::Module(body) if !self.decls.scopes[body].params.is_empty() => {
                    self.generic_instance(id, module);
                }
                _ => {}
            }
        }
    }

    /// Compares the arguments of new instances with the signatures of their parameters.
    pub(crate) fn check_instances(&mut self) {
        while let Some((instance, span)) = self.unchecked_instances.pop() {
            let before = self.errors;
            self.check_instance(instance, span);
            self.modules[instance].misfit |= self.errors > before;
        }
    }

    /// Whether a module, or one around it, has arguments that do not fit.
    pub(crate) fn is_misfit(&self, module: ModuleId) -> bool {
        let mut current = Some(module);
        while let Some(at) = current {
            if self.modules[at].misfit {
                return true;
            }
            current = self.modules[at].parent;
        }
        false
    }

    /// Compares the arguments of an instance with the signatures of its parameters.
    fn check_instance(&mut self, instance: ModuleId, span: Span) {
        let Some(scope) = self.modules[instance].scope else { return };
        let params = self.decls.scopes[scope].params;
        for (at, param) in params.iter().enumerate() {
            let Some((key, entity)) = self.modules[instance].params.get(at).copied() else { return };
            let written = &param.signature;
            match entity {
                Entity::Module(argument) => {
                    let Some(signature) = self.module_signature(instance, written) else { continue };
                    self.check_nominal(argument, signature, &param.name.text, span);
                }
                Entity::Type(_) | Entity::Pred(_) => {
                    let space = match key.space {
                        Namespace::Type => Namespace::TypeSignature,
                        _ => Namespace::PredicateSignature,
                    };
                    let name = self.sym(&written.name);
                    let sig_key = Key { space, arity: written.arity.unwrap_or(0), name };
                    let found = match &written.module {
                        Some(qualifier) => self
                            .module_expr(instance, qualifier)
                            .and_then(|outer| self.lookup_exported(instance, outer, sig_key, &written.name)),
                        None => self.lookup_visible(instance, sig_key, &written.name),
                    };
                    let Some(Entity::Signature(decl, home)) = found else { continue };
                    match entity {
                        Entity::Type(argument) => {
                            self.check_type_argument(argument.ty, decl, home, &param.name.text, span);
                        }
                        Entity::Pred(argument) => {
                            let wanted = self.declared_pred(decl, home);
                            if let Some(reason) = self.heads_differ(argument, wanted) {
                                let message =
                                    format!("the argument for `{}` does not fit: {reason}", param.name.text);
                                let place = self.decls.decls[decl].name.span;
                                self.tell(
                                    Diagnostic::error(Code::SignatureMismatch, span, message)
                                        .label(place, "the signature"),
                                );
                            }
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// A module argument must be declared to implement the signature.
    fn check_nominal(&mut self, argument: ModuleId, signature: ModuleId, param: &str, span: Span) {
        let implements = self.modules[argument].implements.clone();
        for view in implements {
            if view == signature {
                return;
            }
            let (of, wanted) = (&self.modules[view], &self.modules[signature]);
            if of.scope == wanted.scope && of.parent == wanted.parent && of.args == wanted.args {
                return;
            }
        }
        if self.silenced(argument) {
            return;
        }
        let sig = self.module_name(signature);
        let name = match self.module_name(argument) {
            name if name.is_empty() => self.file_title(argument),
            name => name,
        };
        let message = format!("the argument for `{param}` must implement `{sig}`, which `{name}` does not");
        let mut diagnostic = Diagnostic::error(Code::SignatureMismatch, span, message);
        if let Some(place) = self.entity_span(Entity::Module(argument)) {
            diagnostic = diagnostic.label(place, format!("declared without `implements {sig}`"));
        }
        self.tell(diagnostic);
    }

    fn check_type_argument(&mut self, ty: TypeId, decl: DeclId, home: ModuleId, param: &str, span: Span) {
        if let Some(reason) = self.type_misfit(ty, decl, home) {
            let message = format!("the argument for `{param}` does not fit: {reason}");
            let place = self.decls.decls[decl].name.span;
            self.tell(
                Diagnostic::error(Code::SignatureMismatch, span, message).label(place, "the signature"),
            );
        }
    }

    /// Why a type is no instance of a type signature whose names are seen in `home`.
    fn type_misfit(&mut self, ty: TypeId, decl: DeclId, home: ModuleId) -> Option<String> {
        if ty == self.error_type() {
            return None;
        }
        let DeclKind::SignatureClass(tree) = self.decls.decls[decl].kind else { return None };
        for base in &tree.extends {
            let base = self.type_or_error(home, base);
            if !self.is_subtype(ty, base) {
                return Some(format!("`{}` does not extend `{}`", self.show(ty), self.show(base)));
            }
        }
        for base in &tree.instanceof {
            let base = self.type_or_error(home, base);
            if !self.compatible(ty, base) {
                return Some(format!("`{}` is never in `{}`", self.show(ty), self.show(base)));
            }
        }
        for (_, head) in &tree.members {
            let name = self.sym(&head.name);
            let arity = head.params.len();
            if !self.has_member(ty, name, arity) {
                return Some(format!("`{}` has no member `{}/{arity}`", self.show(ty), head.name.text));
            }
        }
        None
    }

    /// Why two heads are not the same.
    fn heads_differ(&mut self, found: PredId, wanted: PredId) -> Option<String> {
        let (own, other) = (self.param_types(found), self.param_types(wanted));
        let error = self.error_type();
        let mut pairs: Vec<(TypeId, TypeId)> = own.into_iter().zip(other).collect();
        match (self.result_type(found), self.result_type(wanted)) {
            (Some(own), Some(other)) => pairs.push((own, other)),
            (Some(_), None) => return Some(format!("`{}` has a result", self.out.preds[found].name)),
            (None, Some(_)) => return Some(format!("`{}` has no result", self.out.preds[found].name)),
            (None, None) => {}
        }
        for (own, other) in pairs {
            if own != other && own != error && other != error {
                return Some(format!(
                    "`{}` has a column of type `{}` where `{}` is asked for",
                    self.out.preds[found].name,
                    self.show(own),
                    self.show(other)
                ));
            }
        }
        None
    }

    /// Whether a module has what a signature that it implements requires.
    fn check_implements(&mut self, module: ModuleId, view: ModuleId, at: usize) {
        let (Some(scope), Some(sig_scope)) = (self.modules[module].scope, self.modules[view].scope) else {
            return;
        };
        let Some(written) = self.decls.scopes[scope].implements.get(at) else { return };
        if self.silenced(module) {
            return;
        }
        for index in 0..self.decls.scopes[sig_scope].decls.len() {
            let id = self.decls.scopes[sig_scope].decls[index];
            let decl = self.decls.decls[id];
            let name = self.sym(decl.name);
            let key = match decl.kind {
                DeclKind::SignatureClass(_) => Key::new(Namespace::Type, name),
                DeclKind::Predicate(predicate) => Key::predicate(name, predicate.head.params.len()),
                _ => continue,
            };
            let place = decl.name.span;
            match (self.exported(module, key), decl.kind) {
                (Lookup::None, _) => {
                    let noun = key.space.noun();
                    let message = format!("the module has no public {noun} `{}`", decl.name.text);
                    self.tell(
                        Diagnostic::error(Code::MissingSignatureMember, written.span, message)
                            .label(place, "required here"),
                    );
                }
                (Lookup::One(Entity::Type(found)), DeclKind::SignatureClass(_)) => {
                    if let Some(reason) = self.type_misfit(found.ty, id, view) {
                        let message = format!("type `{}` does not fit: {reason}", decl.name.text);
                        self.tell(
                            Diagnostic::error(Code::SignatureMismatch, written.span, message)
                                .label(place, "required here"),
                        );
                    }
                }
                (Lookup::One(entity), DeclKind::Predicate(_)) => {
                    let Some(found) = self.entity_pred(entity) else { continue };
                    let wanted = self.declared_pred(id, view);
                    if found != wanted
                        && let Some(reason) = self.heads_differ(found, wanted)
                    {
                        let message = format!("`{}` does not fit: {reason}", decl.name.text);
                        self.tell(
                            Diagnostic::error(Code::SignatureMismatch, written.span, message)
                                .label(place, "required here"),
                        );
                    }
                }
                _ => {}
            }
        }
    }
}
