//! Supertypes and inherited members (JLS 8.2, 8.4.8, 9.4.1).
//!
//! In: classes with resolved supertypes. Out: all supertypes of a class in terms of its own type variables, a type seen
//! as one of its supertypes, and its fields, methods and member classes.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::generics::{member_type, substitute};
use super::types::MAX_ANCESTORS;
use crate::intern::Sym;
use crate::model::{
    CallableId, ClassId, FieldId, Model, Modifiers, Origin, Ty, TyKind, TypeVarId, VarOwner, WildcardKind,
};

impl Model {
    /// All supertypes of a class in terms of its own variables: itself, those of its superclass, those of its
    /// interfaces, `Object`; each class once, and no more than [`MAX_ANCESTORS`]. Classes of circular hierarchies
    /// appear once too.
    pub fn closure(&self, id: ClassId) -> Cow<'_, [(ClassId, Ty)]> {
        self.make_closure(id, &mut FxHashSet::default())
    }

    fn make_closure(&self, id: ClassId, visiting: &mut FxHashSet<ClassId>) -> Cow<'_, [(ClassId, Ty)]> {
        let class = self.class(id);
        if let Some(known) = class.closure.get() {
            return Cow::Borrowed(known);
        }
        let mut found = vec![(id, class.this_type.get())];
        let Some(supertypes) = class.supertypes.get() else { return found.into() };
        if !visiting.insert(id) {
            return found.into();
        }
        let mut seen = FxHashSet::from_iter([id]);
        for &direct in supertypes.superclass.iter().chain(&*supertypes.interfaces) {
            let TyKind::Class { class: direct_class, .. } = self.types.kind(direct) else { continue };
            for &(ancestor, ty) in self.make_closure(*direct_class, visiting).iter() {
                if found.len() < MAX_ANCESTORS && seen.insert(ancestor) {
                    found.push((ancestor, member_type(self, direct, *direct_class, ty)));
                }
            }
        }
        visiting.remove(&id);
        let object = self.well_known().object;
        if let Some(object_class) = self.types.class_of(object)
            && seen.insert(object_class)
        {
            found.push((object_class, object));
        }
        // Inside a cycle the result depends on where it was entered. Only local classes still have cycles here.
        if visiting.is_empty() || !found.iter().any(|(known, _)| visiting.contains(known)) {
            return Cow::Borrowed(class.closure.get_or_init(|| found.into()));
        }
        found.into()
    }

    /// Whether one class is another or below it.
    pub fn is_subclass(&self, id: ClassId, ancestor: ClassId) -> bool {
        id == ancestor || self.closure(id).iter().any(|(known, _)| *known == ancestor)
    }

    /// Whether a class or one of its supertypes is undeclared, so that it may have unknown members.
    pub fn has_missing_supertype(&self, id: ClassId) -> bool {
        self.closure(id).iter().any(|(known, _)| self.class(*known).origin == Origin::Missing)
            || self.class(id).supertypes.get().is_none_or(|s| s.superclass == Some(Ty::UNKNOWN))
    }

    /// The upper bounds of a type variable; `Object` where none is written.
    pub fn bounds(&self, var: TypeVarId) -> &[Ty] {
        match self.type_var(var).bounds.get() {
            Some(bounds) if !bounds.is_empty() => bounds,
            _ => std::slice::from_ref(&self.well_known().object),
        }
    }

    /// The upper bound of a wildcard; other types unchanged.
    pub fn upper(&self, ty: Ty) -> Ty {
        match self.types.kind(ty) {
            TyKind::Wildcard(WildcardKind::Extends, bound) => *bound,
            TyKind::Wildcard(..) => self.well_known().object,
            _ => ty,
        }
    }

    /// `ty` as its supertype of class `ancestor`.
    pub fn as_super(&self, ty: Ty, ancestor: ClassId) -> Option<Ty> {
        self.as_super_at(ty, ancestor, 0)
    }

    fn as_super_at(&self, ty: Ty, ancestor: ClassId, depth: u32) -> Option<Ty> {
        if depth > 20 {
            return None;
        }
        match self.types.kind(ty) {
            TyKind::Class { class, .. } if *class == ancestor => Some(ty),
            TyKind::Class { class, .. } => {
                let closure = self.closure(*class);
                let (_, found) = closure.iter().find(|(known, _)| *known == ancestor)?;
                Some(member_type(self, ty, *class, *found))
            }
            TyKind::Var(var) => {
                self.bounds(*var).iter().find_map(|&bound| self.as_super_at(bound, ancestor, depth + 1))
            }
            TyKind::Intersection(parts) => {
                parts.iter().find_map(|&part| self.as_super_at(part, ancestor, depth + 1))
            }
            TyKind::Wildcard(..) => self.as_super_at(self.upper(ty), ancestor, depth + 1),
            TyKind::Array(_) => {
                let known = self.well_known();
                [known.object, known.cloneable, known.serializable]
                    .into_iter()
                    .find(|&found| self.types.class_of(found) == Some(ancestor))
            }
            TyKind::Basic => None,
        }
    }

    /// The field of that name in a class, its own or inherited, fields of superclasses first.
    pub fn find_field(&self, class: ClassId, name: Sym) -> Option<FieldId> {
        let closure = self.closure(class);
        closure.iter().find_map(|&(ancestor, _)| {
            let declared = self.class(ancestor);
            let found = declared.fields.iter().map(FieldId).find(|&id| self.field(id).name == name)?;
            (ancestor == class || self.is_inherited(self.field(found).modifiers, ancestor, class))
                .then_some(found)
        })
    }

    /// Whether `class` inherits a member of `ancestor` (JLS 8.2). Classes of one outermost class count as inheriting
    /// even private members from each other, as accesses in them may mean those.
    fn is_inherited(&self, modifiers: Modifiers, ancestor: ClassId, class: ClassId) -> bool {
        if modifiers.has(Modifiers::PRIVATE) {
            return false;
        }
        modifiers.has(Modifiers::PUBLIC)
            || modifiers.has(Modifiers::PROTECTED)
            || self.class(ancestor).package == self.class(class).package
    }

    /// The member class of that name in a class, its own or inherited.
    pub fn find_inherited_class(&self, class: ClassId, name: Sym) -> Option<ClassId> {
        self.closure(class).iter().find_map(|&(ancestor, _)| self.find_member_class(ancestor, name))
    }

    /// The methods of that name in a class, its own and inherited, without those that another of them overrides.
    pub fn methods_named(&self, class: ClassId, name: Sym) -> Vec<CallableId> {
        struct Found {
            id: CallableId,
            class_type: Ty,
            /// Whether a class has a method with these parameters that is not abstract.
            is_implemented: bool,
        }
        let mut found: Vec<Found> = Vec::new();
        let closure = self.closure(class);
        let object = self.types.class_of(self.well_known().object);
        // An interface has the methods of `Object` that no superinterface declares (JLS 9.2).
        let last = if self.class(class).is_interface() { object } else { None };
        let first = closure.iter().filter(|(id, _)| *id == class || Some(*id) != last);
        let rest = closure.iter().filter(|(id, _)| *id != class && Some(*id) == last);
        for &(ancestor, ancestor_type) in first.chain(rest) {
            let declared = self.class(ancestor);
            for id in declared.callable_ids() {
                let method = self.callable(id);
                if method.name != name || method.is_constructor {
                    continue;
                }
                if ancestor != class {
                    let static_of_interface = declared.is_interface() && method.is_static();
                    if static_of_interface || !self.is_inherited(method.modifiers, ancestor, class) {
                        continue;
                    }
                }
                let implements = !declared.is_interface() && !method.modifiers.has(Modifiers::ABSTRACT);
                let same = found.iter_mut().find(|other| {
                    self.callable(other.id).class != ancestor
                        && self.same_parameters(other.id, other.class_type, id, ancestor_type)
                });
                let Some(same) = same else {
                    found.push(Found { id, class_type: ancestor_type, is_implemented: implements });
                    continue;
                };
                // An interface's method replaces a method of a class only if that is abstract; it overrides no method
                // that implements the interface's.
                let known = self.callable(same.id);
                let replaces = if declared.is_interface() && !self.class(known.class).is_interface() {
                    known.modifiers.has(Modifiers::ABSTRACT)
                        && !same.is_implemented
                        && !self.is_subclass(known.class, ancestor)
                } else {
                    self.is_subclass(ancestor, known.class)
                };
                same.is_implemented |= implements;
                if replaces {
                    same.id = id;
                    same.class_type = ancestor_type;
                }
            }
        }
        found.into_iter().map(|found| found.id).collect()
    }

    /// Whether two methods of supertypes of one class have equal parameters there (JLS 8.4.2).
    fn same_parameters(&self, a: CallableId, a_type: Ty, b: CallableId, b_type: Ty) -> bool {
        let (a, b) = (self.callable(a), self.callable(b));
        if a.params.len() != b.params.len() {
            return false;
        }
        // A variable of the method itself, whatever its name, is replaced by its bound.
        let as_member = |ty, class_type, class| {
            let ty = member_type(self, class_type, class, self.bound_of_method(ty));
            self.erasure(ty)
        };
        let (mut same, mut same_erased, mut erased) = (true, true, true);
        for (p, q) in a.param_ids().zip(b.param_ids()) {
            let (p, q) = (self.param(p).ty.get(), self.param(q).ty.get());
            let (x, y) = (as_member(p, a_type, a.class), as_member(q, b_type, b.class));
            same &= x == y;
            same_erased &= self.erasure(q) == self.erasure(p);
            erased &= self.erasure(q) == x;
        }
        same || same_erased || erased
    }

    /// The first bound of a type variable of a method, or an array of it; other types unchanged.
    fn bound_of_method(&self, ty: Ty) -> Ty {
        match self.types.kind(ty) {
            TyKind::Var(var) if matches!(self.type_var(*var).owner, VarOwner::Callable(_)) => {
                self.bounds(*var)[0]
            }
            TyKind::Array(component) => {
                let bound = self.bound_of_method(*component);
                if bound == *component { ty } else { self.types.array(bound) }
            }
            _ => ty,
        }
    }

    /// The single abstract method of a functional interface (JLS 9.8), ignoring those of `Object`.
    pub fn functional_method(&self, class: ClassId) -> Option<CallableId> {
        if !self.class(class).is_interface() {
            return None;
        }
        let object = self.types.class_of(self.well_known().object)?;
        let mut found: Option<CallableId> = None;
        let closure = self.closure(class);
        for &(ancestor, ancestor_type) in closure.iter().filter(|(id, _)| *id != object) {
            for id in self.class(ancestor).callable_ids() {
                let method = self.callable(id);
                if !method.modifiers.has(Modifiers::ABSTRACT) || method.is_static() {
                    continue;
                }
                let of_object = self.class(object).callable_ids().any(|other| {
                    let other_method = self.callable(other);
                    other_method.name == method.name
                        && other_method.modifiers.has(Modifiers::PUBLIC)
                        && self.same_parameters(id, ancestor_type, other, self.well_known().object)
                });
                if of_object {
                    continue;
                }
                match found {
                    None => {
                        // A default method further down may override it.
                        let members = self.methods_named(class, method.name);
                        if members.contains(&id) {
                            found = Some(id);
                        }
                    }
                    Some(other) if self.callable(other).name == method.name => {}
                    Some(_) if self.methods_named(class, method.name).contains(&id) => return None,
                    Some(_) => {}
                }
            }
        }
        found
    }

    /// Replaces a call's own variables in a type by their type arguments.
    pub fn instantiate(&self, ty: Ty, vars: &[TypeVarId], args: &[Ty]) -> Ty {
        substitute(self, ty, vars, args)
    }
}
