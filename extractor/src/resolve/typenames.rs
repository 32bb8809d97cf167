//! Resolves written types (JLS 6.5.5, 4.3 to 4.5).

use rustc_hash::FxHashSet;

use super::headers::{Pending, wildcard_kind};
use super::scope::{Entry, Imports, MAX_NAME, Scope, TypeCache, find_qualified, missing_qualified};
use crate::ast::{self, PrimitiveKind, TypeNodeId, TypeNodeKind};
use crate::intern::Sym;
use crate::model::{ClassId, Model, Ty, TyKind};
use crate::resolve::generics::substitute;

/// How many supertypes above one another are looked through.
const MOST_ABOVE: u32 = 50;

/// Resolves the type nodes of one file, and records the type of each.
pub struct TypeNames<'a, 'b> {
    /// The declarations.
    pub model: &'a Model,
    /// The file.
    pub ast: &'a ast::File,
    /// Its imports.
    pub imports: &'a Imports,
    /// Cached names.
    pub cache: &'b TypeCache,
    /// The type of each type node, by index; empty if not needed.
    pub nodes: &'b mut Vec<Ty>,
    /// While supertypes are still being found: how to find more of them.
    pub pending: Option<(&'b Pending<'a>, &'b mut FxHashSet<ClassId>)>,
}

impl TypeNames<'_, '_> {
    /// The type of a node.
    pub fn resolve(&mut self, id: TypeNodeId, scope: &Scope) -> Ty {
        let types = &self.model.types;
        let ty = match self.ast[id].kind {
            TypeNodeKind::Primitive(kind) => match kind {
                PrimitiveKind::Boolean => Ty::BOOLEAN,
                PrimitiveKind::Byte => Ty::BYTE,
                PrimitiveKind::Short => Ty::SHORT,
                PrimitiveKind::Char => Ty::CHAR,
                PrimitiveKind::Int => Ty::INT,
                PrimitiveKind::Long => Ty::LONG,
                PrimitiveKind::Float => Ty::FLOAT,
                PrimitiveKind::Double => Ty::DOUBLE,
                PrimitiveKind::Void => Ty::VOID,
            },
            TypeNodeKind::Array { component } => {
                let component = self.resolve(component, scope);
                types.array(component)
            }
            TypeNodeKind::Wildcard { kind, bound } => {
                let bound = bound.map_or(Ty::UNKNOWN, |bound| self.reference(bound, scope));
                types.wildcard(wildcard_kind(kind), bound)
            }
            TypeNodeKind::Intersection(parts) => {
                let parts: Vec<Ty> = self.ast.list(parts).map(|part| self.reference(part, scope)).collect();
                types.intern(TyKind::Intersection(parts.into()))
            }
            TypeNodeKind::Union(parts) => {
                let parts: Vec<Ty> = self.ast.list(parts).map(|part| self.resolve(part, scope)).collect();
                if self.pending.is_some() { Ty::UNKNOWN } else { super::types::lub(self.model, &parts) }
            }
            TypeNodeKind::Named { qualifier: None, name, args, .. } => {
                let args = self.all(args, scope);
                self.simple(name, &args, scope)
            }
            TypeNodeKind::Named { qualifier: Some(qualifier), name, args, .. } => {
                let args = self.all(args, scope);
                match self.type_or_package(qualifier, scope) {
                    Ok(outer) => self.member_of(outer, name, &args, scope),
                    Err(package) => self.member_of_package(package, name, &args),
                }
            }
            TypeNodeKind::Var | TypeNodeKind::Error => Ty::UNKNOWN,
        };
        self.record(id, ty);
        ty
    }

    fn simple(&mut self, name: Sym, args: &[Ty], scope: &Scope) -> Ty {
        match self.find_simple(name, scope) {
            Some(Ok(class)) => self.applied(class, args, scope),
            Some(Err(var)) => self.model.types.var(var),
            None => {
                let class = self.imports.guess_class(self.model, name);
                self.model.types.class(class, args)
            }
        }
    }

    /// The class or type variable that a simple type name refers to, if any.
    pub fn find_simple(
        &mut self,
        name: Sym,
        scope: &Scope,
    ) -> Option<Result<ClassId, crate::model::TypeVarId>> {
        for entry in scope.iter().rev() {
            match *entry {
                Entry::TypeVar(known, var) if known == name => return Some(Err(var)),
                Entry::LocalClass(known, class) if known == name => return Some(Ok(class)),
                Entry::Class(class) => {
                    if self.model.class(class).name == name {
                        return Some(Ok(class));
                    }
                    if let Some(found) = self.member_class(class, name) {
                        return Some(Ok(found));
                    }
                }
                _ => {}
            }
        }
        self.cache.find(self.imports, self.model, name).map(Ok)
    }

    /// The member class of that name, its own or inherited.
    pub fn member_class(&mut self, class: ClassId, name: Sym) -> Option<ClassId> {
        if self.pending.is_none() {
            return self.model.find_inherited_class(class, name);
        }
        self.pending_member_class(class, name, &mut FxHashSet::default())
    }

    fn pending_member_class(
        &mut self,
        class: ClassId,
        name: Sym,
        seen: &mut FxHashSet<ClassId>,
    ) -> Option<ClassId> {
        if let Some(found) = self.model.find_member_class(class, name) {
            return Some(found);
        }
        if !seen.insert(class) {
            return None;
        }
        let (pending, visiting) = self.pending.as_mut()?;
        pending.supertypes(class, visiting);
        let supertypes = pending.get(class)?;
        let direct: Vec<Ty> = supertypes.superclass.iter().chain(&*supertypes.interfaces).copied().collect();
        direct.into_iter().find_map(|ty| {
            let class = self.model.types.class_of(ty)?;
            self.pending_member_class(class, name, seen)
        })
    }

    /// The supertype of a class type that is of a class.
    fn seen_as(&mut self, ty: Ty, class: ClassId, depth: u32) -> Option<Ty> {
        let own = self.model.types.class_of(ty)?;
        if own == class {
            return Some(ty);
        }
        let Some((pending, visiting)) = self.pending.as_mut() else {
            return self.model.as_super(ty, class);
        };
        if depth > MOST_ABOVE {
            return None;
        }
        pending.supertypes(own, visiting);
        let supertypes = pending.get(own)?;
        let direct: Vec<Ty> = supertypes.superclass.iter().chain(&*supertypes.interfaces).copied().collect();
        let (params, args) = (&self.model.class(own).all_params, self.model.types.args(ty));
        if args.len() != params.len() {
            return None;
        }
        direct
            .into_iter()
            .find_map(|above| self.seen_as(substitute(self.model, above, params, args), class, depth + 1))
    }

    /// A class with the written arguments; an inner class named inside its generic outer class has the outer class's
    /// own variables as arguments (JLS 6.5.5.1).
    fn applied(&self, class: ClassId, args: &[Ty], scope: &Scope) -> Ty {
        let found = self.model.class(class);
        let outer_count = found.all_params.len() - found.type_params.len();
        if outer_count == 0 || args.len() < found.type_params.len() {
            return self.model.types.class(class, args);
        }
        let in_scope = found.outer.and_then(|outer| {
            scope.iter().rev().find_map(|entry| match *entry {
                Entry::Class(around) if self.pending.is_none() => {
                    self.model.as_super(self.model.class(around).this_type.get(), outer)
                }
                Entry::Class(around) if around == outer => Some(self.model.class(around).this_type.get()),
                _ => None,
            })
        });
        let outer_args = in_scope.map(|outer| self.model.types.args(outer)).unwrap_or_default();
        if outer_args.len() != outer_count {
            return self.model.types.class(class, &[]);
        }
        let all: Vec<Ty> = outer_args.iter().chain(args).copied().collect();
        self.model.types.class(class, &all)
    }

    fn all(&mut self, nodes: ast::List<TypeNodeId>, scope: &Scope) -> Vec<Ty> {
        self.ast.list(nodes).map(|node| self.reference(node, scope)).collect()
    }

    /// The type where only a reference type is allowed; `Ty::UNKNOWN` for another one, which is a mistake.
    pub fn reference(&mut self, node: TypeNodeId, scope: &Scope) -> Ty {
        let ty = self.resolve(node, scope);
        if ty.is_primitive() || ty == Ty::VOID { Ty::UNKNOWN } else { ty }
    }

    /// `Outer.Name<args>`
    fn member_of(&mut self, outer: Ty, name: Sym, args: &[Ty], scope: &Scope) -> Ty {
        let Some(class) = self.model.types.class_of(outer) else { return Ty::UNKNOWN };
        let Some(found) = self.member_class(class, name) else {
            let missing = self.model.missing_class(Sym::EMPTY, Some(class), name);
            return self.model.types.class(missing, args);
        };
        let declared = self.model.class(found);
        // The arguments of the class that declares it, which `outer` may inherit from.
        let seen = declared.outer.filter(|_| declared.inner).and_then(|by| self.seen_as(outer, by, 0));
        let outer_args = self.model.types.args(seen.unwrap_or(outer));
        if declared.inner && declared.all_params.len() == outer_args.len() + args.len() {
            let all: Vec<Ty> = outer_args.iter().chain(args).copied().collect();
            return self.model.types.class(found, &all);
        }
        if args.is_empty() { self.applied(found, args, scope) } else { self.model.types.class(found, args) }
    }

    /// `package.Name<args>`
    fn member_of_package(&mut self, package: Sym, name: Sym, args: &[Ty]) -> Ty {
        let class = self.model.find_top_level(package, name, Some(self.imports.root)).unwrap_or_else(|| {
            let text = package.dot(name);
            find_qualified(self.model, text.as_str(), Some(self.imports.root))
                .unwrap_or_else(|| missing_qualified(self.model, text.as_str()))
        });
        self.model.types.class(class, args)
    }

    /// A qualifier: a type, or the name of a package (JLS 6.5.4). Each part of a name is resolved once.
    fn type_or_package(&mut self, id: TypeNodeId, scope: &Scope) -> Result<Ty, Sym> {
        let TypeNodeKind::Named { qualifier, name, args, .. } = self.ast[id].kind else {
            return Ok(self.resolve(id, scope));
        };
        let is_like_type = !args.is_empty() || name.as_str().starts_with(char::is_uppercase);
        let Some(outer) = qualifier else {
            let is_type = is_like_type || self.find_simple(name, scope).is_some();
            return if is_type { Ok(self.resolve(id, scope)) } else { Err(name) };
        };
        let outer = self.type_or_package(outer, scope);
        if outer.is_err_and(|package| package.as_str().len() > MAX_NAME) {
            return Ok(Ty::UNKNOWN);
        }
        if let Err(package) = outer
            && !is_like_type
            && self.model.find_top_level(package, name, Some(self.imports.root)).is_none()
        {
            return Err(package.dot(name));
        }
        let args = self.all(args, scope);
        let ty = match outer {
            Ok(outer) => self.member_of(outer, name, &args, scope),
            Err(package) => self.member_of_package(package, name, &args),
        };
        self.record(id, ty);
        Ok(ty)
    }

    /// Records the type of a node, if needed.
    fn record(&mut self, id: TypeNodeId, ty: Ty) {
        if let Some(slot) = self.nodes.get_mut(id.index()) {
            *slot = ty;
        }
    }
}
