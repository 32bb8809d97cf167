//! Types: created on demand from declarations, their bases resolved after all modules are known; subtyping and
//! compatibility (language.md 6).

use crate::decl::{Decl, DeclId, DeclKind, Flags};
use crate::hir::{self, Base, Primitive, Type, TypeId, TypeKind};
use crate::world::{ModuleId, Sema, TypeInfo, TypeRef, Universe};
use quarrel_base::{Code, Diagnostic, Span};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::sync::Arc;

impl<'t> Sema<'t> {
    /// Adds a type.
    pub(crate) fn new_type(
        &mut self,
        name: Arc<str>,
        kind: TypeKind,
        span: Option<Span>,
        decl: Option<DeclId>,
        module: ModuleId,
    ) -> TypeId {
        self.type_info.push(TypeInfo {
            decl,
            module,
            header: false,
            members: None,
            active: false,
            is_final: false,
            is_abstract: false,
            extent_reached: false,
            character_reached: false,
            checked: false,
        });
        self.out.types.push(Type { name, kind, span })
    }

    fn qualified(&self, module: ModuleId, name: &str) -> Arc<str> {
        match self.module_name(module) {
            prefix if prefix.is_empty() => Arc::from(name),
            prefix => Arc::from(format!("{prefix}::{name}")),
        }
    }

    /// The type of a class, union, newtype or branch in an instance of its module.
    pub(crate) fn declared_type(&mut self, id: DeclId, module: ModuleId) -> TypeId {
        if let Some(known) = self.types.get(&(id, module)) {
            return *known;
        }
        let decl = self.decls.decls[id];
        let name = self.qualified(module, &decl.name.text);
        let kind = match decl.kind {
            DeclKind::Class(_) => TypeKind::Class(hir::Class::default()),
            DeclKind::Union(_) => TypeKind::Union(Vec::new()),
            DeclKind::Newtype(_) => TypeKind::Newtype { branches: Vec::new() },
            _ => TypeKind::Error,
        };
        let ty = self.new_type(name, kind, Some(decl.name.span), Some(id), module);
        self.types.insert((id, module), ty);
        let info = &mut self.type_info[ty];
        info.is_final = decl.flags.has(Flags::FINAL);
        info.is_abstract = decl.flags.has(Flags::ABSTRACT);
        if let DeclKind::Branch(_, newtype) = decl.kind {
            let newtype = self.declared_type(newtype, module);
            let constructor = self.declared_pred(id, module);
            self.out.types[ty].kind = TypeKind::Branch { newtype, constructor };
        }
        ty
    }

    /// The type that represents any argument of a type parameter, or any type member of a module parameter.
    pub(crate) fn placeholder_type(&mut self, id: DeclId, module: ModuleId) -> TypeId {
        if let Some(known) = self.types.get(&(id, module)) {
            return *known;
        }
        let decl = self.decls.decls[id];
        let name = decl.name.text.clone();
        let kind = TypeKind::Class(hir::Class::default());
        let ty = self.new_type(name, kind, Some(decl.name.span), Some(id), module);
        self.types.insert((id, module), ty);
        ty
    }

    /// Resolves the header of a type.
    pub(crate) fn ensure_header(&mut self, ty: TypeId) {
        if self.type_info[ty].header {
            return;
        }
        self.type_info[ty].header = true;
        let (Some(id), module) = (self.type_info[ty].decl, self.type_info[ty].module) else { return };
        let decl = self.decls.decls[id];
        match decl.kind {
            DeclKind::Class(class) => {
                let bases = self.bases(module, &class.extends);
                let behind = self.bases(module, &class.instanceof);
                self.finish_class(ty, &decl, bases, behind);
                if class.extends.is_empty() && class.instanceof.is_empty() {
                    let message = format!("class `{}` has no base type", class.name.text);
                    let diagnostic = Diagnostic::error(Code::ClassWithoutBase, class.name.span, message)
                        .help("a class restricts values of another type: write `extends` or `instanceof`");
                    self.report(diagnostic);
                }
            }
            DeclKind::SignatureClass(class) => {
                let bases = self.bases(module, &class.extends);
                let behind = self.bases(module, &class.instanceof);
                self.finish_class(ty, &decl, bases, behind);
            }
            DeclKind::Union(union) => {
                let members = self.bases(module, &union.members).into_iter().map(|base| base.ty).collect();
                let members = self.union_members(ty, &union.members, members);
                self.out.types[ty].kind = TypeKind::Union(members);
            }
            DeclKind::Newtype(newtype) => {
                let scope = decl.scope;
                let mut branches = Vec::new();
                for at in 0..self.decls.scopes[scope].decls.len() {
                    let other = self.decls.scopes[scope].decls[at];
                    if matches!(self.decls.decls[other].kind, DeclKind::Branch(_, of) if of == id) {
                        branches.push(self.declared_type(other, module));
                    }
                }
                debug_assert_eq!(branches.len(), newtype.branches.len());
                self.out.types[ty].kind = TypeKind::Newtype { branches };
            }
            _ => {}
        }
    }

    fn bases(&mut self, module: ModuleId, written: &'t [quarrel_syntax::tree::TypeExpr]) -> Vec<TypeRef> {
        let error = TypeRef::plain(self.error_type());
        written.iter().map(|base| self.type_ref(module, base).unwrap_or(error)).collect()
    }

    fn finish_class(&mut self, ty: TypeId, decl: &Decl<'t>, bases: Vec<TypeRef>, behind: Vec<TypeRef>) {
        let extends = bases
            .into_iter()
            .map(|base| Base { ty: base.ty, is_final: base.is_final || self.type_info[base.ty].is_final })
            .collect();
        let bindingset_this = decl.annotations.iter().any(|annotation| {
            &*annotation.name.text == "bindingset" && crate::decl::has_argument(annotation, "this")
        });
        self.out.types[ty].kind = TypeKind::Class(hir::Class {
            extends,
            instanceof: behind.into_iter().map(|behind| behind.ty).collect(),
            is_abstract: decl.flags.has(Flags::ABSTRACT),
            bindingset_this,
            is_parameter: matches!(decl.kind, DeclKind::SignatureClass(_)),
            inline: crate::preds::inline_of(decl.annotations),
            ..hir::Class::default()
        });
    }

    /// The class of a type, if it is one; character and domain types count as their class.
    pub(crate) fn class(&self, ty: TypeId) -> Option<&hir::Class> {
        match &self.out.types[ty].kind {
            TypeKind::Class(class) => Some(class),
            _ => None,
        }
    }

    /// The base types of a class; resolves its header.
    pub(crate) fn extends(&mut self, ty: TypeId) -> Vec<Base> {
        quarrel_base::budget::poll();
        self.ensure_header(ty);
        self.class(ty).map(|class| class.extends.clone()).unwrap_or_default()
    }

    /// The types behind `instanceof` of a class; resolves its header.
    pub(crate) fn instanceof(&mut self, ty: TypeId) -> Vec<TypeId> {
        self.ensure_header(ty);
        self.class(ty).map(|class| class.instanceof.clone()).unwrap_or_default()
    }

    /// The domain type `C.extends` of a class.
    pub(crate) fn domain(&mut self, class: TypeId) -> TypeId {
        if let Some(known) = self.domains.get(&class) {
            return *known;
        }
        let name = Arc::from(format!("{}.extends", self.out.types[class].name));
        let (span, module) = (self.out.types[class].span, self.type_info[class].module);
        let ty = self.new_type(name, TypeKind::Domain(class), span, None, module);
        self.domains.insert(class, ty);
        ty
    }

    /// The direct supertypes that subtyping follows upwards.
    pub(crate) fn supertypes(&mut self, ty: TypeId, out: &mut Vec<TypeId>) {
        quarrel_base::budget::poll();
        self.ensure_header(ty);
        match &self.out.types[ty].kind {
            TypeKind::Class(class) => out.extend(class.extends.iter().map(|base| base.ty)),
            TypeKind::Character(class) => {
                let class = *class;
                out.extend(self.extends(class).iter().map(|base| base.ty));
            }
            TypeKind::Domain(class) => {
                let class = *class;
                out.extend(self.extends(class).iter().map(|base| base.ty));
                out.extend(self.instanceof(class));
            }
            TypeKind::Branch { newtype, .. } => out.push(*newtype),
            TypeKind::Primitive(Primitive::Int) => out.push(self.primitive(Primitive::Float)),
            TypeKind::Db(_) => out.extend(self.db_supertypes.get(&ty).iter().flat_map(|list| list.iter())),
            _ => {}
        }
    }

    /// `a <: b` (language.md 6.1).
    pub(crate) fn is_subtype(&mut self, a: TypeId, b: TypeId) -> bool {
        let error = self.error_type();
        if a == b || a == error || b == error {
            return true;
        }
        self.ensure_header(b);
        let mut targets = FxHashSet::default();
        let mut below = vec![b];
        while let Some(target) = below.pop() {
            if targets.insert(target)
                && let TypeKind::Union(members) = &self.out.types[target].kind
            {
                below.extend(members.iter().copied());
            }
        }
        for target in targets.iter().copied().collect::<Vec<_>>() {
            if let TypeKind::Character(class) | TypeKind::Domain(class) = self.out.types[target].kind {
                targets.insert(class);
            }
        }
        let mut seen = FxHashSet::default();
        let mut stack = vec![a];
        while let Some(at) = stack.pop() {
            if targets.contains(&at) {
                return true;
            }
            if seen.insert(at) {
                self.supertypes(at, &mut stack);
            }
        }
        false
    }

    /// The universes of a type, sorted.
    pub(crate) fn universes(&mut self, ty: TypeId) -> Rc<[Universe]> {
        if let Some(known) = self.universes.get(&ty) {
            return known.clone();
        }
        // Deep class chains are walked without recursion: a type is finished when its dependencies are.
        let mut stack = vec![(ty, false)];
        let mut open = FxHashSet::default();
        while let Some((at, ready)) = stack.pop() {
            if self.universes.contains_key(&at) {
                continue;
            }
            self.ensure_header(at);
            let rests_on = self.rests_on(at);
            if !ready {
                open.insert(at);
                stack.push((at, true));
                for below in rests_on {
                    if !open.contains(&below) {
                        stack.push((below, false));
                    }
                }
                continue;
            }
            let found = self.combine_universes(at, &rests_on);
            self.universes.insert(at, found.into());
        }
        self.universes.get(&ty).cloned().unwrap_or_else(|| Rc::from([Universe::Any]))
    }

    fn rests_on(&mut self, ty: TypeId) -> Vec<TypeId> {
        match &self.out.types[ty].kind {
            TypeKind::Class(class) => {
                class.extends.iter().map(|base| base.ty).chain(class.instanceof.iter().copied()).collect()
            }
            TypeKind::Character(class) | TypeKind::Domain(class) => vec![*class],
            TypeKind::Branch { newtype, .. } => vec![*newtype],
            TypeKind::Union(members) => members.clone(),
            _ => Vec::new(),
        }
    }

    fn combine_universes(&self, ty: TypeId, rests_on: &[TypeId]) -> Vec<Universe> {
        let of = |ty: &TypeId| match self.universes.get(ty) {
            Some(known) => known.to_vec(),
            // Part of a cycle of classes, which is reported elsewhere.
            None => vec![Universe::Any],
        };
        let mut found = match &self.out.types[ty].kind {
            TypeKind::Error => vec![Universe::Any],
            TypeKind::Primitive(Primitive::Int | Primitive::Float) => vec![Universe::Number],
            TypeKind::Primitive(primitive) => vec![Universe::Primitive(*primitive)],
            TypeKind::Db(_) => vec![Universe::Database],
            TypeKind::Newtype { .. } => vec![Universe::Newtype(ty)],
            TypeKind::Opaque => vec![Universe::Opaque(ty)],
            TypeKind::Class(_) if rests_on.is_empty() => vec![Universe::Opaque(ty)],
            TypeKind::Union(_) => rests_on.iter().flat_map(of).collect(),
            _ => {
                let mut found: Option<Vec<Universe>> = None;
                for base in rests_on {
                    let these = of(base);
                    if these.contains(&Universe::Any) {
                        continue;
                    }
                    found = Some(match found {
                        None => these,
                        Some(before) => {
                            let both: Vec<_> =
                                before.iter().copied().filter(|one| these.contains(one)).collect();
                            let is_opaque = |one: &Universe| matches!(one, Universe::Opaque(_));
                            if !both.is_empty() {
                                both
                            } else if before.iter().chain(&these).any(is_opaque) {
                                // Placeholders of different parameters may be one type in the end.
                                before.into_iter().chain(these).collect()
                            } else {
                                before
                            }
                        }
                    });
                }
                found.unwrap_or_else(|| vec![Universe::Any])
            }
        };
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a value can be of both types as far as their universes show.
    pub(crate) fn compatible(&mut self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        let (a, b) = (self.universes(a), self.universes(b));
        a.iter().any(|one| *one == Universe::Any || b.contains(one)) || b.contains(&Universe::Any)
    }

    /// The primitive type that contains the type's values; `None` if there is none.
    pub(crate) fn primitive_kind(&mut self, ty: TypeId) -> Option<Primitive> {
        match *self.universes(ty) {
            [Universe::Primitive(primitive)] => Some(primitive),
            [Universe::Number] => {
                let int = self.primitive(Primitive::Int);
                Some(if self.is_subtype(ty, int) || self.is_behind(ty, int) {
                    Primitive::Int
                } else {
                    Primitive::Float
                })
            }
            _ => None,
        }
    }

    /// Whether an `instanceof` at or above a class restricts it to `target`.
    pub(crate) fn is_behind(&mut self, ty: TypeId, target: TypeId) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![ty];
        while let Some(at) = stack.pop() {
            if at == target {
                return true;
            }
            if seen.insert(at) {
                self.supertypes(at, &mut stack);
                let behind = self.instanceof(at);
                stack.extend(behind);
            }
        }
        false
    }

    /// Whether values of a type have an order.
    pub(crate) fn is_orderable(&mut self, ty: TypeId) -> bool {
        self.universes(ty)
            .iter()
            .all(|universe| matches!(universe, Universe::Any | Universe::Number | Universe::Primitive(_)))
    }

    /// The name of a type for messages.
    pub(crate) fn show(&self, ty: TypeId) -> Arc<str> {
        // `this` of a characteristic predicate: messages show the bases of the class.
        if let TypeKind::Domain(class) = self.out.types[ty].kind
            && let TypeKind::Class(class) = &self.out.types[class].kind
        {
            let bases = class.extends.iter().map(|base| base.ty).chain(class.instanceof.iter().copied());
            let names: Vec<&str> = bases.map(|base| &*self.out.types[base].name).collect();
            return names.join(" and ").into();
        }
        self.out.types[ty].name.clone()
    }
}
