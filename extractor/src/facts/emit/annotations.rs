//! Annotations and the values given to their elements.

use super::{Emitter, Place};
use crate::ast::{AnnotationId, ExprId, ExprKind, List};
use crate::facts::batch::{Ent, Note};
use crate::facts::rows::{self, expr_kind};
use crate::facts::world::callable_ent;
use crate::intern::Sym;
use crate::model::{Origin, Ty};

impl Emitter<'_> {
    /// Annotations of a declaration, as its children `first`, `first + step`...
    pub(super) fn annotations(&mut self, list: List<AnnotationId>, parent: Ent, first: i32, step: i32) {
        for (at, id) in self.tree.list(list).enumerate() {
            let idx = first + step * at as i32;
            self.annotation(id, expr_kind::DECLANNOTATION, Place::outside(parent, idx));
        }
    }

    /// The rows of one annotation; its values are its children from 0.
    pub(super) fn annotation(&mut self, id: AnnotationId, kind: i32, place: Place) -> Ent {
        let annotation = self.tree[id];
        let ty = self.node_type(annotation.ty);
        let loc = self.loc(annotation.span);
        let entity = self.plain_expr(kind, ty, place, loc);
        for (at, value) in self.tree.list(annotation.values).enumerate() {
            let pair = self.tree[value];
            let value = self.annotation_value(ty, pair.name, pair.value, place.child(entity, at as i32));
            if let Some(id2) = self.element(ty, pair.name) {
                self.facts.row(rows::AnnotValue { parentid: entity, id2, value });
            }
        }
        if let Some(class) = self.model.types.class_of(ty)
            && self.model.class(class).origin == Origin::Missing
        {
            self.facts.notes.push(Note::Annotation(class));
        }
        entity
    }

    /// The value of an element. A single annotation for an array of annotations becomes an array of one (JLS 9.7.1), as
    /// in other extractors of this schema; other values stay as they are.
    fn annotation_value(&mut self, annotation: Ty, name: Sym, value: ExprId, place: Place) -> Ent {
        let array =
            self.element_type(annotation, name).filter(|&ty| self.model.types.component(ty).is_some());
        match (array, self.tree[value].kind) {
            (Some(array), ExprKind::Annotation(_)) => {
                let loc = self.loc(self.tree[value].span);
                let around = self.plain_expr(expr_kind::ARRAYINIT, array, place, loc);
                self.expr(value, place.child(around, 0));
                around
            }
            (_, ExprKind::ArrayInit { .. }) => {
                // No array creation is around it.
                self.initialised = Some(self.expr_extent(value));
                self.expr(value, place)
            }
            _ => self.expr(value, place),
        }
    }

    /// The type of the element of that name of an annotation interface.
    fn element_type(&self, annotation: Ty, name: Sym) -> Option<Ty> {
        let class = self.model.class(self.model.types.class_of(annotation)?);
        let element = class.callable_ids().find(|&c| self.model.callable(c).name == name)?;
        Some(self.model.callable(element).result.get())
    }

    /// The element of that name of an annotation interface; created if nothing declares the interface.
    fn element(&self, ty: Ty, name: Sym) -> Option<Ent> {
        let class = self.model.types.class_of(ty)?;
        let declared = self.model.class(class);
        if declared.origin == Origin::Missing {
            return Some(self.input.missing.element(class, name));
        }
        declared.callable_ids().find(|&c| self.model.callable(c).name == name).map(callable_ent)
    }
}
