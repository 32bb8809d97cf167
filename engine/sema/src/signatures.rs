//! Checks arguments against signatures, and modules against the signatures they implement (language.md section 5). A
//! full check also checks parameterised modules by themselves, with placeholders for arguments.

use crate::decl::{DeclId, DeclKind, Flags, has_argument};
use crate::hir::{PredId, PredKind, TypeId, TypeKind};
use crate::names::{Key, Namespace};
use crate::world::{Arg, Entity, InstanceKey, Lookup, ModuleId, ModuleKind, Sema};
use quarrel_base::ids::Id;
use quarrel_base::{Code, Diagnostic, Span};
use quarrel_common::words::count;
use quarrel_syntax::tree::{self, PredicateBody};

impl<'t> Sema<'t> {
    /// Checks all modules, and in a full check all their declarations.
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
            self.check_reached();
        }
    }

    /// Marks every declaration of a module as reached.
    ///
    /// While a parameterised module is checked by itself, this covers only its own declarations and those of modules
    /// inside it. Its instances of other parameterised modules are checked as far as it uses them, since those modules
    /// are checked by themselves too. Checking everything for each of them, and for their instances in turn, would be
    /// most of the work in a library of such modules.
    fn check_everything(&mut self, module: ModuleId) {
        if !matches!(self.modules[module].kind, ModuleKind::File | ModuleKind::Explicit) {
            return;
        }
        if self.modules[module].generic && !self.is_of_template(module) {
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
                DeclKind::SignatureClass(_) => self.check_required_type(id, module),
                DeclKind::SignaturePredicate(_) => {
                    let pred = self.declared_pred(id, module);
                    self.ensure_head(pred);
                }
                DeclKind::SignatureModule(_) => self.check_signature_module(id, module),
                _ => {}
            }
        }
    }

    /// Whether a module is, or is inside, the instance with which a parameterised module is checked by itself.
    fn is_of_template(&self, module: ModuleId) -> bool {
        let mut current = Some(module);
        while let Some(at) = current {
            if self.templates.contains(&at) {
                return true;
            }
            let around = &self.modules[at];
            current = around.parent.filter(|_| around.args.is_empty());
        }
        false
    }

    /// Resolves the parts of a type signature, or of a type that a module signature requires.
    fn check_required_type(&mut self, id: DeclId, module: ModuleId) {
        let ty = self.placeholder_type(id, module);
        self.ensure_header(ty);
        for member in self.members(ty).order.clone() {
            self.ensure_head(member);
        }
    }

    /// Checks a module signature by itself: its requirements and its defaults, for any module that implements it.
    fn check_signature_module(&mut self, id: DeclId, parent: ModuleId) {
        let Some(signature) = self.generic_instance(id, parent) else { return };
        let module = self.placeholder_module(signature, InstanceKey::Implementation(signature));
        let Some(scope) = self.modules[module].scope else { return };
        let mut types = Vec::new();
        for at in 0..self.decls.scopes[scope].decls.len() {
            let member = self.decls.scopes[scope].decls[at];
            match self.decls.decls[member].kind {
                DeclKind::SignatureClass(_) => {
                    self.check_required_type(member, module);
                    types.push(self.placeholder_type(member, module));
                }
                DeclKind::Predicate(predicate) => {
                    let pred = self.declared_pred(member, module);
                    self.ensure_head(pred);
                    let decl = self.decls.decls[member];
                    let is_default = decl.flags.has(Flags::DEFAULT);
                    let has_body = !matches!(predicate.body, PredicateBody::None);
                    if is_default && has_body {
                        self.reach_pred(pred);
                    } else if is_default {
                        let message = format!("default predicate `{}` has no body", decl.name.text);
                        self.error(Code::MissingBody, decl.name.span, message);
                    } else if has_body {
                        let message =
                            format!("`{}` has a body but is not annotated `default`", decl.name.text);
                        let diagnostic = Diagnostic::error(Code::MisplacedBody, decl.name.span, message)
                            .help("a signature names what a module must declare; only defaults have bodies");
                        self.report(diagnostic);
                    }
                }
                _ => {}
            }
        }
        self.break_cycles(&types);
    }

    /// Checks the arguments of new instances against the signatures of their parameters.
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

    /// Checks the arguments of an instance against the signatures of its parameters.
    fn check_instance(&mut self, instance: ModuleId, span: Span) {
        let Some(scope) = self.modules[instance].scope else {
            return self.check_builtin_instance(instance, span);
        };
        let params = self.decls.scopes[scope].params;
        for (at, param) in params.iter().enumerate() {
            let Some((key, entity)) = self.modules[instance].params.get(at).copied() else { return };
            if let Entity::Module(argument) = entity {
                let argument = self.behind_facade(argument);
                let Some(signature) = self.module_signature(instance, &param.signature) else { continue };
                self.check_nominal(argument, signature, &param.name.text, span);
                continue;
            }
            let Some((decl, home)) = self.parameter_signature(instance, key, &param.signature) else {
                continue;
            };
            let reason = match entity {
                Entity::Type(argument) => self.argument_misfit(argument.ty, decl, home),
                Entity::Pred(argument) => {
                    let wanted = self.declared_pred(decl, home);
                    self.heads_differ(argument, wanted)
                }
                _ => None,
            };
            if let Some(reason) = reason {
                let message = format!("the argument for `{}` does not fit: {reason}", param.name.text);
                let place = self.decls.decls[decl].name.span;
                self.report(
                    Diagnostic::error(Code::SignatureMismatch, span, message).label(place, "the signature"),
                );
            }
        }
    }

    /// The signature of a type or predicate parameter, in the names of the instance.
    fn parameter_signature(
        &mut self,
        instance: ModuleId,
        key: Key,
        written: &'t tree::SigExpr,
    ) -> Option<(DeclId, ModuleId)> {
        let key = self.signature_key(key, written);
        match self.signature_named(instance, key, written)? {
            Entity::Signature(decl, home) => Some((decl, home)),
            _ => None,
        }
    }

    /// Checks that predicates given to modules of `QlBuiltins` are over the types given with them.
    fn check_builtin_instance(&mut self, instance: ModuleId, span: Span) {
        let (pred, wanted) = match self.modules[instance].args[..] {
            [Arg::Type(ty), Arg::Pred(base)] => (base, vec![ty.ty, ty.ty]),
            [Arg::Type(key), Arg::Type(value), Arg::Pred(values)] => (values, vec![key.ty, value.ty]),
            _ => return,
        };
        let columns = self.columns(pred);
        if columns.len() != wanted.len() {
            let message = format!(
                "`{}` has {} where {} are asked for",
                self.out.preds[pred].name,
                count(columns.len(), "column"),
                wanted.len()
            );
            return self.error(Code::SignatureMismatch, span, message);
        }
        for (found, wanted) in columns.into_iter().zip(wanted) {
            if !self.compatible(found, wanted) {
                let message = format!(
                    "`{}` has a column of type `{}` where `{}` is asked for",
                    self.out.preds[pred].name,
                    self.show(found),
                    self.show(wanted)
                );
                return self.error(Code::SignatureMismatch, span, message);
            }
        }
    }

    /// Checks that a module argument is declared to implement the signature.
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
            name if name.is_empty() => self.file_title(argument).into(),
            name => name,
        };
        let message = format!("the argument for `{param}` must implement `{sig}`, which `{name}` does not");
        let mut diagnostic = Diagnostic::error(Code::SignatureMismatch, span, message);
        if let Some(place) = self.entity_span(Entity::Module(argument)) {
            diagnostic = diagnostic.label(place, format!("declared without `implements {sig}`"));
        }
        self.report(diagnostic);
    }

    /// Why a type is no valid argument for a parameter with that type signature; `None` if it is.
    fn argument_misfit(&mut self, ty: TypeId, decl: DeclId, home: ModuleId) -> Option<String> {
        let finite = !self.decls.decls[decl]
            .annotations
            .iter()
            .any(|annotation| &*annotation.name.text == "bindingset" && has_argument(annotation, "this"));
        if finite && self.is_infinite(ty) {
            return Some(format!(
                "`{}` has infinitely many values, and the signature is not annotated `bindingset[this]`",
                self.show(ty)
            ));
        }
        self.type_misfit(ty, decl, home)
    }

    /// Whether a variable of that type is not bound by its declaration (language.md section 13).
    fn is_infinite(&mut self, ty: TypeId) -> bool {
        self.ensure_header(ty);
        match &self.out.types[ty].kind {
            TypeKind::Primitive(_) => true,
            TypeKind::Class(class) if class.bindingset_this => true,
            // It consists of its subclasses, whatever its characteristic predicate requires.
            TypeKind::Class(class) if class.is_abstract => {
                let below = class.subclasses.clone();
                below.into_iter().any(|class| self.is_infinite(class))
            }
            TypeKind::Class(_) => match self.members(ty).characteristic {
                Some(pred) => {
                    self.ensure_head(pred);
                    !self.out.preds[pred].bindingsets.is_empty()
                }
                None => false,
            },
            _ => false,
        }
    }

    /// Why a type is no instance of a type signature with names resolved in `home`; `None` if it is.
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
            if !self.is_subtype(ty, base) && !self.is_behind(ty, base) {
                return Some(format!("`{}` is no subtype of `{}`", self.show(ty), self.show(base)));
            }
        }
        tree.members.iter().find_map(|(_, head)| self.member_misfit(ty, home, head))
    }

    /// Why a type lacks a member that a type signature requires; `None` if it has it. Parameters may be more general
    /// than required, the result more special.
    fn member_misfit(&mut self, ty: TypeId, home: ModuleId, head: &'t tree::Head) -> Option<String> {
        let (name, arity) = (self.sym(&head.name), head.params.len());
        if !self.has_member(ty, name, arity) {
            return Some(format!("`{}` has no member `{}/{arity}`", self.show(ty), head.name.text));
        }
        let [hit] = self.find_members(ty, name, arity as u32, false)[..] else { return None };
        let shown = self.out.preds[hit.pred].name.clone();
        for (found, wanted) in self.param_types(hit.pred).into_iter().zip(&head.params) {
            let wanted = self.type_or_error(home, &wanted.ty);
            if !self.is_subtype(wanted, found) {
                let (found, wanted) = (self.show(found), self.show(wanted));
                return Some(format!("`{shown}` has a parameter of type `{found}`, not `{wanted}`"));
            }
        }
        match (self.result_type(hit.pred), &head.result) {
            (Some(_), None) => Some(format!("`{shown}` has a result")),
            (None, Some(_)) => Some(format!("`{shown}` has no result")),
            (None, None) => None,
            (Some(found), Some(wanted)) => {
                let wanted = self.type_or_error(home, wanted);
                if self.is_subtype(found, wanted) {
                    return None;
                }
                let (found, wanted) = (self.show(found), self.show(wanted));
                Some(format!("`{shown}` has a result of type `{found}`, not `{wanted}`"))
            }
        }
    }

    /// How two heads differ; `None` if they agree.
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
            // A constructor's values may be named by their branch or by their newtype.
            let of_branch = matches!(self.out.types[own].kind, TypeKind::Branch { newtype, .. } if newtype == other)
                && matches!(self.out.preds[found].kind, PredKind::Constructor { .. });
            if own != other && !of_branch && own != error && other != error {
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

    /// Checks that a module has what a signature that it implements requires.
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
                    self.report(
                        Diagnostic::error(Code::MissingSignatureMember, written.span, message)
                            .label(place, "required here"),
                    );
                }
                (Lookup::One(Entity::Type(found)), DeclKind::SignatureClass(_)) => {
                    if let Some(reason) = self.type_misfit(found.ty, id, view) {
                        let message = format!("type `{}` does not fit: {reason}", decl.name.text);
                        self.report(
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
                        self.report(
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
