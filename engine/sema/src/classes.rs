//! Classes: their members and fields, member look-up, overriding (language.md 7).

use crate::decl::{DeclKind, Flags};
use crate::hir::{self, Field, FieldId, PredId, TypeId, TypeKind};
use crate::names::Sym;
use crate::world::{ClassMembers, FieldInfo, MemberHit, Sema};
use quarrel_base::{Code, Diagnostic};
use quarrel_syntax::tree::ClassMemberKind;
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl<'t> Sema<'t> {
    /// The declared members of a class.
    pub(crate) fn members(&mut self, class: TypeId) -> Rc<ClassMembers> {
        if let Some(known) = &self.type_info[class].members {
            return known.clone();
        }
        let mut members = ClassMembers::default();
        let info = self.type_info[class].clone();
        let kind = info.decl.map(|decl| self.decls.decls[decl].kind);
        if let Some(DeclKind::Class(tree)) = kind {
            for (at, member) in tree.members.iter().enumerate() {
                let flags = Flags::of(&member.annotations);
                match &member.kind {
                    ClassMemberKind::Characteristic { name, .. } => {
                        let pred = self.member_pred(class, at, name, 0, flags, true, &member.annotations);
                        if name.text != tree.name.text {
                            let message = format!(
                                "class `{}` cannot have a member `{}()` without result type",
                                tree.name.text, name.text
                            );
                            let diagnostic = Diagnostic::error(Code::MisnamedCharacteristic, name.span, message)
                                .help("a characteristic predicate has the name of its class; other members begin with a type or `predicate`");
                            self.report(diagnostic);
                        } else if members.characteristic.is_some() {
                            let message =
                                format!("class `{}` has two characteristic predicates", tree.name.text);
                            self.error(Code::DuplicateDeclaration, name.span, message);
                        } else {
                            members.characteristic = Some(pred);
                        }
                    }
                    ClassMemberKind::Predicate(predicate) => {
                        let name = &predicate.head.name;
                        let arity = predicate.head.params.len();
                        let pred =
                            self.member_pred(class, at, name, arity, flags, false, &member.annotations);
                        let key = (self.sym(name), arity as u32);
                        members.order.push(pred);
                        if let Some(first) = members.predicates.get(&key) {
                            let first = self.out.preds[*first].span;
                            let message = format!("member `{}/{arity}` is declared twice", name.text);
                            self.report(
                                Diagnostic::error(Code::DuplicateDeclaration, name.span, message)
                                    .label(first, "first declared here"),
                            );
                        } else {
                            members.predicates.insert(key, pred);
                        }
                    }
                    ClassMemberKind::Field { ty, name } => {
                        let ty = self.type_or_error(info.module, ty);
                        let field = self.out.fields.push(Field {
                            name: name.text.clone(),
                            ty,
                            class,
                            overrides: Vec::new(),
                            span: name.span,
                        });
                        self.field_info.push(FieldInfo {
                            is_private: flags.has(Flags::PRIVATE),
                            is_override: flags.has(Flags::OVERRIDE),
                            is_final: flags.has(Flags::FINAL),
                        });
                        members.field_order.push(field);
                        let sym = self.sym(name);
                        let first = *members.fields.entry(sym).or_insert(field);
                        if first != field {
                            let message = format!("field `{}` is declared twice", name.text);
                            let first = self.out.fields[first].span;
                            self.report(
                                Diagnostic::error(Code::DuplicateDeclaration, name.span, message)
                                    .label(first, "first declared here"),
                            );
                        }
                    }
                }
            }
        } else if let Some(DeclKind::SignatureClass(tree)) = kind {
            for (at, (annotations, head)) in tree.members.iter().enumerate() {
                let flags = Flags::of(annotations);
                let arity = head.params.len();
                let pred = self.member_pred(class, at, &head.name, arity, flags, false, annotations);
                let key = (self.sym(&head.name), arity as u32);
                members.order.push(pred);
                members.predicates.insert(key, pred);
            }
        }
        let members = Rc::new(members);
        self.type_info[class].members = Some(members.clone());
        members
    }

    /// Member predicates of a type with a name and arity, each the lowest on its path upwards; private ones only of the
    /// type itself and only if requested. Those that another result overrides or shadows are dropped.
    pub(crate) fn find_members(
        &mut self,
        ty: TypeId,
        name: Sym,
        arity: u32,
        private: bool,
    ) -> Vec<MemberHit> {
        if private {
            let own = match self.out.types[ty].kind {
                TypeKind::Class(_) => self.members(ty).predicates.get(&(name, arity)).copied(),
                _ => None,
            };
            if let Some(pred) = own {
                return vec![MemberHit { pred, through_final: false }];
            }
        }
        self.public_members(ty, name, arity).to_vec()
    }

    fn public_members(&mut self, ty: TypeId, name: Sym, arity: u32) -> Rc<[MemberHit]> {
        if let Some(known) = self.member_cache.get(&(ty, name, arity)) {
            return known.clone();
        }
        // Bases first, without recursion: class chains may be deep.
        let mut open = FxHashSet::default();
        let mut stack = vec![(ty, false)];
        while let Some((at, ready)) = stack.pop() {
            if self.member_cache.contains_key(&(at, name, arity)) {
                continue;
            }
            let class = match self.out.types[at].kind {
                TypeKind::Class(_) => Some(at),
                TypeKind::Domain(class) | TypeKind::Character(class) => Some(class),
                _ => None,
            };
            let own = match class {
                Some(class) if class == at => self.members(class).predicates.get(&(name, arity)).copied(),
                _ => None,
            };
            let own = own.filter(|pred| !self.pred_info[*pred].flags.has(Flags::PRIVATE));
            let found = match (own, class) {
                (Some(pred), _) => vec![MemberHit { pred, through_final: false }],
                (None, None) => Vec::new(),
                (None, Some(class)) => {
                    let mut bases = self.extends(class);
                    if matches!(self.out.types[at].kind, TypeKind::Domain(_)) {
                        let behind = self.instanceof(class).into_iter();
                        bases.extend(behind.map(|ty| hir::Base { ty, is_final: true }));
                    }
                    if !ready {
                        open.insert(at);
                        stack.push((at, true));
                        stack.extend(
                            bases
                                .iter()
                                .rev()
                                .filter(|base| !open.contains(&base.ty))
                                .map(|base| (base.ty, false)),
                        );
                        continue;
                    }
                    let mut found: Vec<MemberHit> = Vec::new();
                    for base in bases {
                        let Some(hits) = self.member_cache.get(&(base.ty, name, arity)) else { continue };
                        for hit in hits.iter() {
                            let through_final = hit.through_final || base.is_final;
                            match found.iter_mut().find(|other| other.pred == hit.pred) {
                                Some(other) => other.through_final &= through_final,
                                None => found.push(MemberHit { through_final, ..*hit }),
                            }
                        }
                    }
                    self.without_overridden(found)
                }
            };
            self.member_cache.insert((at, name, arity), found.into());
        }
        self.member_cache.get(&(ty, name, arity)).cloned().unwrap_or_else(|| Rc::from([]))
    }

    /// Drops members that another one of them overrides or shadows.
    fn without_overridden(&mut self, mut found: Vec<MemberHit>) -> Vec<MemberHit> {
        if found.len() > 1 {
            let all = found.clone();
            found.retain(|hit| {
                let Some(above) = self.pred_info[hit.pred].class else { return true };
                !all.iter().any(|other| {
                    let Some(below) = self.pred_info[other.pred].class else { return false };
                    below != above && self.is_subtype(below, above)
                })
            });
        }
        found
    }

    /// The fields in scope in a class under a name: its own, or visible inherited ones.
    pub(crate) fn find_fields(&mut self, class: TypeId, name: Sym) -> Vec<FieldId> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![class];
        while let Some(at) = stack.pop() {
            if !seen.insert(at) || !matches!(self.out.types[at].kind, TypeKind::Class(_)) {
                continue;
            }
            if let Some(field) = self.members(at).fields.get(&name).copied()
                && (at == class || !self.field_info[field].is_private)
            {
                if !found.contains(&field) {
                    found.push(field);
                }
                continue;
            }
            let bases = self.extends(at);
            stack.extend(bases.iter().rev().map(|base| base.ty));
        }
        found
    }

    /// Finds the member predicates that a member overrides directly.
    pub(crate) fn ensure_overrides(&mut self, pred: PredId) {
        if self.pred_info[pred].overrides_done {
            return;
        }
        self.pred_info[pred].overrides_done = true;
        let info = self.pred_info[pred].clone();
        let Some(class) = info.class else { return };
        if !matches!(self.out.preds[pred].kind, hir::PredKind::Member { .. })
            || info.flags.has(Flags::PRIVATE)
        {
            return;
        }
        let is_override = info.flags.has(Flags::OVERRIDE);
        let mut targets: Vec<PredId> = Vec::new();
        let mut above = None;
        let mut fixed = None;
        for base in self.extends(class) {
            for hit in self.find_members(base.ty, info.name, info.arity, false) {
                above = Some(hit.pred);
                if base.is_final || hit.through_final || self.pred_info[hit.pred].flags.has(Flags::FINAL) {
                    fixed = Some(hit.pred);
                } else if !targets.contains(&hit.pred) {
                    targets.push(hit.pred);
                }
            }
        }
        let span = self.out.preds[pred].span;
        let text = self.names.text(info.name).clone();
        if is_override && targets.is_empty() && !self.has_error_base(class) {
            let message = format!("`{text}/{}` overrides nothing", info.arity);
            let mut diagnostic = Diagnostic::error(Code::OverrideNothing, span, message);
            if let Some(fixed) = fixed {
                diagnostic = diagnostic
                    .label(self.out.preds[fixed].span, "this one is final, or extended finally")
                    .help("leave out `override`: the member shadows the final one");
            } else {
                let names: Vec<_> = self.inherited_names(class);
                let texts = names.iter().map(|name| &**self.names.text(*name));
                if let Some(similar) = crate::suggest::most_similar(&text, texts) {
                    diagnostic = diagnostic.rename(similar);
                }
            }
            self.report(diagnostic);
        } else if !is_override && !targets.is_empty() {
            let message = format!("`{text}/{}` overrides an inherited member without `override`", info.arity);
            let mut diagnostic = Diagnostic::error(Code::MissingOverride, span, message);
            if let Some(above) = above {
                diagnostic = diagnostic.label(self.out.preds[above].span, "this one");
            }
            self.report(diagnostic);
        }
        if self.type_info[class].active {
            for target in &targets {
                self.out.preds[*target].overridden_by.push(pred);
            }
        }
        self.out.preds[pred].overrides = targets;
    }

    fn inherited_names(&mut self, class: TypeId) -> Vec<Sym> {
        let mut names = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![class];
        while let Some(at) = stack.pop() {
            if seen.insert(at) && matches!(self.out.types[at].kind, TypeKind::Class(_)) {
                let members = self.members(at);
                if at != class {
                    names.extend(members.order.iter().map(|pred| self.pred_info[*pred].name));
                }
                stack.extend(self.extends(at).iter().map(|base| base.ty));
            }
        }
        names
    }

    /// Whether some ancestor could not be resolved, which was reported.
    pub(crate) fn has_error_base(&mut self, class: TypeId) -> bool {
        if let Some(known) = self.error_bases.get(&class) {
            return *known;
        }
        let error = self.error_type();
        let mut seen = FxHashSet::default();
        let mut stack = vec![class];
        let mut found = false;
        while let Some(at) = stack.pop() {
            found = at == error || self.error_bases.get(&at).copied().unwrap_or(false);
            if found {
                break;
            }
            if !self.error_bases.contains_key(&at) && seen.insert(at) {
                stack.extend(self.extends(at).iter().map(|base| base.ty));
                stack.extend(self.instanceof(at));
            }
        }
        if found {
            self.error_bases.insert(class, true);
        } else {
            // None of them has a wrong ancestor.
            self.error_bases.extend(seen.into_iter().map(|ty| (ty, false)));
        }
        found
    }

    /// Finds all overrides of a name and arity in the program.
    pub(crate) fn know_overrides(&mut self, name: Sym, arity: u32) {
        let mut at = self.overrides_known.get(&(name, arity)).copied().unwrap_or(0);
        while let Some(pred) = self.by_member_key.get(&(name, arity)).and_then(|preds| preds.get(at)).copied()
        {
            at += 1;
            self.overrides_known.insert((name, arity), at);
            self.ensure_overrides(pred);
        }
    }

    /// Registers the classes of new modules: resolves headers, subclasses and members.
    pub(crate) fn activate(&mut self) {
        loop {
            self.resolve_imports();
            if self.activated == self.modules.len() {
                break;
            }
            let module = <crate::world::ModuleId as quarrel_base::ids::Id>::new(self.activated);
            self.activated += 1;
            if self.modules[module].generic
                || !matches!(
                    self.modules[module].kind,
                    crate::world::ModuleKind::File | crate::world::ModuleKind::Explicit
                )
            {
                continue;
            }
            let Some(scope) = self.modules[module].scope else { continue };
            for at in 0..self.decls.scopes[scope].decls.len() {
                let decl = self.decls.scopes[scope].decls[at];
                if matches!(self.decls.decls[decl].kind, DeclKind::Class(_)) {
                    let class = self.declared_type(decl, module);
                    self.type_info[class].active = true;
                    self.out.classes.push(class);
                }
            }
        }
        let first = self.classes_ordered;
        if first == self.out.classes.len() {
            return;
        }
        self.classes_ordered = self.out.classes.len();
        let classes: Vec<TypeId> = self.out.classes[first..].to_vec();
        for class in &classes {
            self.ensure_header(*class);
        }
        self.break_cycles(&classes);
        for class in &classes {
            for base in self.extends(*class) {
                if !base.is_final
                    && let TypeKind::Class(above) = &mut self.out.types[base.ty].kind
                {
                    above.subclasses.push(*class);
                }
            }
            for pred in &self.members(*class).order.clone() {
                let info = &self.pred_info[*pred];
                self.by_member_key.entry((info.name, info.arity)).or_default().push(*pred);
                // A body that created the instance may have asked for its overrides before the class was active.
                if info.overrides_done {
                    for target in self.out.preds[*pred].overrides.clone() {
                        let below = &mut self.out.preds[target].overridden_by;
                        if !below.contains(pred) {
                            below.push(*pred);
                        }
                    }
                }
            }
        }
        // Headers may have created instances with classes of their own.
        self.activate();
    }

    /// Stores fields and members of all classes in the product.
    pub(crate) fn finish_classes(&mut self) {
        for at in self.out.types.ids() {
            if !matches!(self.out.types[at].kind, TypeKind::Class(_)) || !self.type_info[at].header {
                continue;
            }
            let all_fields = self.all_fields(at);
            let members = self.members(at);
            let heads: Vec<PredId> =
                members.order.iter().copied().filter(|pred| self.pred_info[*pred].head).collect();
            let TypeKind::Class(class) = &self.out.types[at].kind else { continue };
            let mut inline = class.inline;
            if inline == hir::Inline::Auto
                && let Some(pred) = members.characteristic
            {
                inline = self.out.preds[pred].inline;
            }
            // An unchanged class stays shared with other programs.
            let is_laid_down = class.characteristic == members.characteristic
                && class.fields == members.field_order
                && class.all_fields == all_fields
                && class.members == heads
                && class.inline == inline;
            if !is_laid_down && let TypeKind::Class(class) = &mut self.out.types[at].kind {
                class.characteristic = members.characteristic;
                class.fields = members.field_order.clone();
                class.all_fields = all_fields;
                class.members = heads;
                class.inline = inline;
            }
        }
    }

    /// The fields of a class's extent: inherited visible ones, then own ones.
    pub(crate) fn all_fields(&mut self, class: TypeId) -> Vec<FieldId> {
        // Bases first, without recursion: class chains may be deep.
        let mut open = FxHashSet::default();
        let mut stack: Vec<(TypeId, bool)> =
            self.extends(class).iter().map(|base| (base.ty, false)).collect();
        while let Some((at, ready)) = stack.pop() {
            if self.inherited_fields.contains_key(&at) || !self.is_class(at) {
                continue;
            }
            if !ready {
                open.insert(at);
                stack.push((at, true));
                let bases = self.extends(at);
                stack.extend(
                    bases.iter().filter(|base| !open.contains(&base.ty)).map(|base| (base.ty, false)),
                );
                continue;
            }
            let mut fields = self.fields_with_own(at);
            fields.retain(|field| !self.field_info[*field].is_private);
            self.inherited_fields.insert(at, fields.into());
        }
        self.fields_with_own(class)
    }

    /// The fields of a class whose bases' fields are known.
    fn fields_with_own(&mut self, class: TypeId) -> Vec<FieldId> {
        let mut fields: Vec<FieldId> = Vec::new();
        for base in self.extends(class) {
            for field in self.inherited_fields.get(&base.ty).iter().flat_map(|fields| fields.iter()) {
                if !fields.contains(field) {
                    fields.push(*field);
                }
            }
        }
        for field in self.members(class).field_order.clone() {
            if self.field_info[field].is_override {
                let name = self.out.fields[field].name.clone();
                let overridden: Vec<FieldId> =
                    fields.iter().copied().filter(|other| self.out.fields[*other].name == name).collect();
                for above in &overridden {
                    if !self.out.fields[field].overrides.contains(above) {
                        self.out.fields[field].overrides.push(*above);
                    }
                }
                if let Some(first) = overridden.first() {
                    for other in &mut fields {
                        if other == first {
                            *other = field;
                        }
                    }
                    fields.retain(|other| !overridden.contains(other));
                    continue;
                }
            }
            fields.push(field);
        }
        fields
    }
}
