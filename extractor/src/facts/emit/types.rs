//! Written types, which are expressions of the database.

use super::{Emitter, Place};
use crate::ast::{TypeNodeId, TypeNodeKind, WildcardKind};
use crate::facts::batch::{Ent, Loc};
use crate::facts::rows::{self, expr_kind};
use crate::facts::world::type_ent;
use crate::model::{self, Ty, TyKind};

impl Emitter<'_> {
    /// The rows of a written type; none for `var`, which is no type.
    pub(super) fn type_access(&mut self, id: TypeNodeId, place: Place) {
        self.type_access_of(id, self.node_type(id), place);
    }

    /// The rows of a type whose arguments are not written, `List<>`.
    pub(super) fn type_access_of(&mut self, id: TypeNodeId, ty: Ty, place: Place) {
        let node = self.tree[id];
        let annotated = !node.annotations.is_empty();
        let kind = match node.kind {
            TypeNodeKind::Var => return,
            TypeNodeKind::Named { .. } if self.is_package(id) => expr_kind::PACKAGEACCESS,
            TypeNodeKind::Primitive(_) | TypeNodeKind::Named { .. } if annotated => {
                expr_kind::ANNOTATEDTYPEACCESS
            }
            TypeNodeKind::Primitive(_) | TypeNodeKind::Named { .. } => expr_kind::UNANNOTATEDTYPEACCESS,
            TypeNodeKind::Array { .. } => expr_kind::ARRAYTYPEACCESS,
            TypeNodeKind::Wildcard { .. } => expr_kind::WILDCARDTYPEACCESS,
            TypeNodeKind::Intersection(_) => expr_kind::INTERSECTIONTYPEACCESS,
            TypeNodeKind::Union(_) => expr_kind::UNIONTYPEACCESS,
            TypeNodeKind::Error => expr_kind::ERROREXPR,
        };
        let loc = self.loc(node.span);
        let entity = self.plain_expr(kind, ty, place, loc);
        match node.kind {
            TypeNodeKind::Named { qualifier, args, .. } => {
                // A package is part of the name.
                if let Some(qualifier) = qualifier
                    && !self.is_package(qualifier)
                {
                    self.type_access(qualifier, place.child(entity, -1));
                }
                self.type_accesses(self.tree.list(args), entity, place, 0);
            }
            TypeNodeKind::Array { component } => self.type_access(component, place.child(entity, 0)),
            TypeNodeKind::Wildcard { kind, bound } => {
                if let Some(bound) = bound {
                    self.type_access(bound, place.child(entity, i32::from(kind == WildcardKind::Super)));
                }
            }
            TypeNodeKind::Intersection(parts) | TypeNodeKind::Union(parts) => {
                self.type_accesses(self.tree.list(parts), entity, place, 0);
            }
            TypeNodeKind::Primitive(_) | TypeNodeKind::Var | TypeNodeKind::Error => {}
        }
        for (at, annotation) in self.tree.list(node.annotations).enumerate() {
            let at = -2 - at as i32;
            self.annotation(annotation, expr_kind::TYPEANNOTATION, place.child(entity, at));
        }
    }

    /// The row of a variable or method of type `ty` with brackets behind its name.
    pub(super) fn c_style_array(&mut self, element: Ent, mut ty: TypeNodeId) {
        let mut dimensions = 0;
        // Brackets before the name extend the written type, those behind it do not.
        while let TypeNodeKind::Array { component } = self.tree[ty].kind
            && self.tree[ty].span == self.tree[component].span
        {
            dimensions += 1;
            ty = component;
        }
        if dimensions > 0 {
            self.facts.row(rows::CStyleArrays { element, dimensions });
        }
    }

    /// Written types as children `first`, `first + 1`... of `parent`.
    pub(super) fn type_accesses(
        &mut self,
        ids: impl Iterator<Item = TypeNodeId>,
        parent: Ent,
        place: Place,
        first: i32,
    ) {
        for (at, id) in ids.enumerate() {
            self.type_access(id, place.child(parent, first + at as i32));
        }
    }

    /// The rows of an inferred type, as if written at `loc`.
    pub(super) fn inferred_type_access(&mut self, ty: Ty, place: Place, loc: Loc) {
        let model = self.model;
        let (kind, parts, first) = match model.types.kind(ty) {
            TyKind::Class { .. } => (expr_kind::UNANNOTATEDTYPEACCESS, model.own_args(ty), 0),
            TyKind::Array(component) => (expr_kind::ARRAYTYPEACCESS, std::slice::from_ref(component), 0),
            TyKind::Wildcard(kind, bound) => {
                let bound = (*kind != model::WildcardKind::Unbounded).then_some(bound);
                let parts = bound.map_or(&[][..], std::slice::from_ref);
                (expr_kind::WILDCARDTYPEACCESS, parts, i32::from(*kind == model::WildcardKind::Super))
            }
            TyKind::Intersection(parts) => (expr_kind::INTERSECTIONTYPEACCESS, &parts[..], 0),
            _ => (expr_kind::UNANNOTATEDTYPEACCESS, &[][..], 0),
        };
        let entity = self.plain_expr(kind, ty, place, loc);
        for (at, &part) in (first..).zip(parts) {
            self.inferred_type_access(part, place.child(entity, at), loc);
        }
    }

    /// The row of an expression that has no node of its own in the tree of expressions.
    pub(super) fn plain_expr(&mut self, kind: i32, ty: Ty, place: Place, loc: Loc) -> Ent {
        let id = self.facts.fresh();
        self.facts.row(rows::Expr {
            id,
            kind,
            ty: type_ent(ty),
            parent: place.parent,
            idx: place.idx,
            callable: place.callable,
            stmt: place.stmt,
            parens: None,
            target: None,
            block: None,
            place: None,
            loc,
        });
        id
    }

    /// Whether the part before a dot is a package: it denotes no type and has no arguments.
    fn is_package(&self, id: TypeNodeId) -> bool {
        let bare = matches!(
            self.tree[id].kind,
            TypeNodeKind::Named { args, diamond: false, name, .. }
                if args.is_empty() && name.as_str().starts_with(|c: char| !c.is_uppercase())
        );
        bare && self.node_type(id) == Ty::UNKNOWN
    }
}
