//! Reachability from the queries: the work list of bodies, and the extents behind types.
//!
//! A call reaches its predicate; a virtual call reaches every override of its roots and the classes that declare them,
//! since dispatch tests for membership; a declared type reaches the characteristic predicates above it, and below it if
//! it is abstract. Classes of instances that bodies create are handled before the work ends.

use crate::hir::{BuiltinPred, PredId, PredKind, TypeId, TypeKind};
use crate::world::Sema;
use quarrel_common::always;

impl Sema<'_> {
    /// Marks a predicate whose own tuples are needed.
    pub(crate) fn reach_pred(&mut self, pred: PredId) {
        if !std::mem::replace(&mut self.pred_info[pred].reached, true) {
            self.work.push(pred);
        }
    }

    /// Marks a predicate that is called virtually.
    pub(crate) fn reach_family(&mut self, pred: PredId) {
        if std::mem::replace(&mut self.pred_info[pred].family_reached, true) {
            return;
        }
        self.reach_pred(pred);
        if matches!(self.out.preds[pred].kind, PredKind::Member { .. }) {
            self.families.push(pred);
            self.extend_family(pred);
        }
    }

    fn extend_family(&mut self, pred: PredId) {
        let (name, arity) = (self.pred_info[pred].name, self.pred_info[pred].arity);
        self.know_overrides(name, arity);
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![pred];
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            self.ensure_overrides(at);
            self.reach_pred(at);
            if let Some(class) = self.pred_info[at].class {
                self.reach_extent(class);
            }
            stack.extend(self.out.preds[at].overrides.iter().copied());
            stack.extend(self.out.preds[at].overridden_by.iter().copied());
        }
    }

    /// Marks a type whose values are needed.
    pub(crate) fn reach_extent(&mut self, ty: TypeId) {
        let mut stack = vec![(ty, true)];
        while let Some((at, extent)) = stack.pop() {
            let info = &mut self.type_info[at];
            let known = if extent { &mut info.extent_reached } else { &mut info.character_reached };
            if std::mem::replace(known, true) {
                continue;
            }
            self.ensure_header(at);
            match &self.out.types[at].kind {
                TypeKind::Class(class) => {
                    if extent {
                        if class.is_abstract {
                            stack.extend(class.subclasses.iter().map(|below| (*below, true)));
                            self.abstract_reached.push(at);
                        }
                        stack.push((at, false));
                        continue;
                    }
                    stack.extend(class.instanceof.iter().map(|behind| (*behind, true)));
                    for base in &class.extends {
                        let is_class = matches!(self.out.types[base.ty].kind, TypeKind::Class(_));
                        stack.push((base.ty, !is_class));
                    }
                    let members = self.members(at);
                    for field in &members.field_order {
                        stack.push((self.out.fields[*field].ty, true));
                    }
                    if let Some(pred) = members.characteristic {
                        self.reach_pred(pred);
                    }
                    self.check_class(at);
                }
                TypeKind::Character(class) | TypeKind::Domain(class) => stack.push((*class, false)),
                TypeKind::Newtype { branches } => {
                    stack.extend(branches.iter().map(|branch| (*branch, true)));
                }
                TypeKind::Branch { constructor, .. } => {
                    let constructor = *constructor;
                    self.reach_pred(constructor);
                }
                TypeKind::Union(members) => stack.extend(members.iter().map(|member| (*member, true))),
                TypeKind::Error | TypeKind::Primitive(_) | TypeKind::Db(_) | TypeKind::Opaque => {}
            }
        }
    }

    /// Checks reached bodies until there are no more.
    pub(crate) fn check_reached(&mut self) {
        let mut classes_seen = self.out.classes.len();
        loop {
            while let Some(pred) = self.work.pop() {
                self.visit(pred);
            }
            self.activate();
            if classes_seen != self.out.classes.len() || self.aql_class_used {
                classes_seen = self.out.classes.len();
                for at in 0..self.families.len() {
                    let pred = self.families[at];
                    self.extend_family(pred);
                }
                for at in 0..self.abstract_reached.len() {
                    let ty = self.abstract_reached[at];
                    let below =
                        always!(self.class(ty)).map(|class| class.subclasses.clone()).unwrap_or_default();
                    for class in below {
                        self.reach_extent(class);
                    }
                }
                if self.aql_class_used {
                    for at in 0..self.out.classes.len() {
                        let class = self.out.classes[at];
                        self.reach_extent(class);
                    }
                }
            }
            if self.work.is_empty() && classes_seen == self.out.classes.len() {
                break;
            }
        }
    }

    fn visit(&mut self, pred: PredId) {
        self.ensure_head(pred);
        let types: Vec<TypeId> = {
            let data = &self.out.preds[pred];
            data.this.iter().chain(&data.params).chain(&data.result).map(|var| data.vars[*var].ty).collect()
        };
        for ty in types {
            self.reach_extent(ty);
        }
        if let PredKind::Builtin(
            BuiltinPred::EquivalenceClass { base: input }
            | BuiltinPred::GetSet { values: input }
            | BuiltinPred::SetContains { values: input },
        ) = &self.out.preds[pred].kind
        {
            let input = *input;
            self.reach_pred(input);
        }
        self.check_instances();
        if self.is_misfit(self.pred_info[pred].module) {
            return;
        }
        self.check_override(pred);
        self.check_body(pred);
    }
}
