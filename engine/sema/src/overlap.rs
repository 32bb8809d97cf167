//! Whether types have values in common as far as their declarations show (language.md 6.2), finer than the universes of
//! [`types`](crate::types): branches differ, and database types differ as the schema says. Type unions are here too.

use crate::hir::{Primitive, TypeId, TypeKind};
use crate::world::Sema;
use crate::world::Universe;
use quarrel_base::Code;
use quarrel_base::catalog::TypeDef;
use quarrel_syntax::tree;
use rustc_hash::FxHashSet;

impl<'t> Sema<'t> {
    /// Whether a class may extend both types. Errors share values with everything.
    pub(crate) fn share_values(&mut self, a: TypeId, b: TypeId) -> bool {
        if self.is_subtype(a, b) || self.is_subtype(b, a) {
            return true;
        }
        let (a, b) = (self.sources(a), self.sources(b));
        a.iter().all(|one| b.iter().all(|other| self.overlap(*one, *other)))
    }

    /// Whether the values of a type are entities of the database.
    pub(crate) fn is_stored(&mut self, ty: TypeId) -> bool {
        self.universes(ty).contains(&Universe::Database)
    }

    /// The types other than classes that a type ultimately extends, in order.
    fn sources(&mut self, ty: TypeId) -> Vec<TypeId> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![ty];
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            match self.out.types[at].kind {
                TypeKind::Class(_) => stack.extend(self.extends(at).iter().rev().map(|base| base.ty)),
                TypeKind::Character(class) | TypeKind::Domain(class) => stack.push(class),
                _ => found.push(at),
            }
        }
        found
    }

    fn overlap(&mut self, a: TypeId, b: TypeId) -> bool {
        let (a, b) = (self.parts(a), self.parts(b));
        a.iter().any(|one| b.iter().any(|other| self.parts_overlap(*one, *other)))
    }

    /// The members of unions and newtypes, recursively, down to types without parts.
    fn parts(&mut self, ty: TypeId) -> Vec<TypeId> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![ty];
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            self.ensure_header(at);
            match &self.out.types[at].kind {
                // A union whose members are being resolved is its own part.
                TypeKind::Union(members) if members.is_empty() => found.push(at),
                TypeKind::Union(members) => stack.extend(members),
                TypeKind::Newtype { branches } => stack.extend(branches),
                TypeKind::Db(name) => match self.catalog.db_type(name).map(|ty| &ty.def) {
                    Some(TypeDef::Union(members)) => {
                        let known = members.iter().map(|member| self.names.intern_str(member));
                        let known: Vec<_> =
                            known.filter_map(|sym| self.db_types.get(&sym).copied()).collect();
                        stack.extend(known);
                    }
                    _ => found.push(at),
                },
                _ => found.push(at),
            }
        }
        found
    }

    fn parts_overlap(&self, a: TypeId, b: TypeId) -> bool {
        use TypeKind as K;
        if a == b {
            return true;
        }
        match (&self.out.types[a].kind, &self.out.types[b].kind) {
            (K::Error, _) | (_, K::Error) => true,
            (K::Primitive(a), K::Primitive(b)) => {
                let number = |one: &Primitive| matches!(one, Primitive::Int | Primitive::Float);
                number(a) && number(b)
            }
            (K::Db(a), K::Db(b)) => self.db_overlap(a, b),
            _ => false,
        }
    }

    /// Whether database types that are not unions overlap: they do if they come from one column, unless that column's
    /// kinds differ. Types that the schema never defines may overlap with any.
    fn db_overlap(&self, a: &str, b: &str) -> bool {
        let def = |name: &str| self.catalog.db_type(name).map(|ty| &ty.def);
        match (def(a), def(b)) {
            (Some(TypeDef::Undefined) | None, _) | (_, Some(TypeDef::Undefined) | None) => true,
            (
                Some(TypeDef::Case { of: a, discriminator: by_a, values: these }),
                Some(TypeDef::Case { of: b, discriminator: by_b, values: those }),
            ) => a == b && (by_a != by_b || these.iter().any(|value| those.contains(value))),
            (Some(TypeDef::Case { of, .. }), _) => of == b,
            (_, Some(TypeDef::Case { of, .. })) => of == a,
            _ => false,
        }
    }

    /// The valid members of a union; invalid ones are reported and become the error type.
    pub(crate) fn union_members(
        &mut self,
        union: TypeId,
        written: &'t [tree::TypeExpr],
        members: Vec<TypeId>,
    ) -> Vec<TypeId> {
        let error = self.error_type();
        let mut checked = Vec::with_capacity(members.len());
        for (member, written) in members.into_iter().zip(written) {
            self.ensure_header(member);
            let cannot = match &self.out.types[member].kind {
                TypeKind::Primitive(_) => true,
                // An argument may be a branch or a database type.
                TypeKind::Class(class) => !class.is_parameter,
                _ => false,
            };
            if cannot {
                let message = format!("`{}` cannot be in a union of types", self.show(member));
                let diagnostic = quarrel_base::Diagnostic::error(Code::BadUnion, written.span, message)
                    .help("unions are made of branches of newtypes and of database types");
                self.report(diagnostic);
                checked.push(error);
            } else if self.parts(member).contains(&union) {
                let message = format!("union `{}` contains itself", self.show(union));
                self.error(Code::TypeCycle, written.span, message);
                checked.push(error);
            } else {
                checked.push(member);
            }
        }
        checked
    }
}
