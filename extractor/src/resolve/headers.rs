//! Phase 1: resolves supertypes, bounds of type variables and types of members, of all classes outside bodies; and of a
//! single local or anonymous class when its body is reached.
//!
//! In: the declarations and the syntax trees. Out: the open cells of the model.

use quarrel_common::never;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::scope::{Entry, Imports, Scope, TypeCache};
use super::typenames::TypeNames;
use crate::ast::{self, AstId};
use crate::limits::Stop;
use crate::model::declare::SourceFile;
use crate::model::{
    ClassId, ClassKind, FileId, Implicit, Model, Nesting, Origin, Supertypes, Ty, WildcardKind,
};

/// Resolves all headers. Returns the imports of each file, which bodies need too.
pub fn resolve_headers(model: &Model, files: &[SourceFile<'_>]) -> Vec<Imports> {
    resolve_headers_until(model, files, &Stop::default())
}

/// Like [`resolve_headers`]; once `stop` is set, the rest stays unknown.
pub fn resolve_headers_until(model: &Model, files: &[SourceFile<'_>], stop: &Stop) -> Vec<Imports> {
    let imports: Vec<Imports> = files
        .iter()
        .enumerate()
        .map(|(index, file)| Imports::new(model, FileId(index as u32), file.ast))
        .collect();
    let found = std::iter::repeat_with(OnceLock::new).take(model.classes.len()).collect();
    let pending = Pending { model, files, imports: &imports, found };
    for index in 0..model.classes.len() {
        if stop.is_set() {
            break;
        }
        pending.supertypes(ClassId(index as u32), &mut FxHashSet::default());
    }
    pending.set_supertypes();
    (0..files.len()).into_par_iter().for_each(|index| {
        let file = FileId(index as u32);
        let mut nodes = vec![Ty::UNKNOWN; files[index].ast.types.len()];
        let cache = TypeCache::default();
        for class in model.classes_of_file(file) {
            if is_outside_bodies(model, class) && !stop.is_set() {
                let scope = scope_of(model, class);
                let mut names = TypeNames {
                    model,
                    ast: files[index].ast,
                    imports: &imports[index],
                    cache: &cache,
                    nodes: &mut nodes,
                    pending: None,
                };
                member_headers(&mut names, class, &scope);
            }
        }
    });
    imports
}

/// Whether a class and all around it are top-level or members.
pub fn is_outside_bodies(model: &Model, class: ClassId) -> bool {
    let found = model.class(class);
    match found.nesting {
        Nesting::TopLevel => true,
        Nesting::Member => found.outer.is_some_and(|outer| is_outside_bodies(model, outer)),
        _ => false,
    }
}

/// The enclosing classes of a class outside bodies, and the class itself, with their type variables.
pub fn scope_of(model: &Model, class: ClassId) -> Scope {
    let mut around = vec![class];
    while let Some(outer) = around.last().and_then(|&class| model.class(class).outer) {
        around.push(outer);
    }
    let mut scope = Scope::new();
    for &class in around.iter().rev() {
        push_class(model, class, &mut scope);
    }
    scope
}

/// Brings a class and its type variables into scope.
pub fn push_class(model: &Model, class: ClassId, scope: &mut Scope) {
    scope.push(Entry::Class(class));
    for &var in &model.class(class).type_params {
        scope.push(Entry::TypeVar(model.type_var(var).name, var));
    }
}

/// Finds supertypes in the order in which names need them.
pub struct Pending<'a> {
    model: &'a Model,
    files: &'a [SourceFile<'a>],
    imports: &'a [Imports],
    /// By class of the sources, as written: cycles are cut when all are known.
    found: Vec<OnceLock<Supertypes>>,
}

impl Pending<'_> {
    /// The supertypes of a class, if known.
    pub fn get(&self, class: ClassId) -> Option<&Supertypes> {
        let pending = self.found.get(class.index()).and_then(OnceLock::get);
        pending.or_else(|| self.model.class(class).supertypes.get())
    }

    /// Sets the supertypes of each class, without those that it is a supertype of itself (JLS 8.1.4, 9.1.3).
    fn set_supertypes(self) {
        let mut cut: FxHashSet<(ClassId, ClassId)> = FxHashSet::default();
        // 0: not seen; 1: above the current class; 2: done.
        let mut state = vec![0_u8; self.found.len()];
        let direct = |class: ClassId| -> Vec<ClassId> {
            let supertypes = self.found[class.index()].get();
            let types =
                supertypes.into_iter().flat_map(|found| found.superclass.iter().chain(&*found.interfaces));
            types.filter_map(|&ty| self.model.types.class_of(ty)).collect()
        };
        for index in 0..self.found.len() {
            if state[index] != 0 {
                continue;
            }
            let class = ClassId(index as u32);
            state[index] = 1;
            let mut path = vec![(class, direct(class).into_iter())];
            while let Some((class, rest)) = path.last_mut() {
                let Some(next) = rest.next() else {
                    state[class.index()] = 2;
                    path.pop();
                    continue;
                };
                match state.get(next.index()) {
                    Some(0) => {
                        state[next.index()] = 1;
                        path.push((next, direct(next).into_iter()));
                    }
                    Some(1) => {
                        cut.insert((*class, next));
                    }
                    _ => {}
                }
            }
        }
        for (index, found) in self.found.into_iter().enumerate() {
            let Some(mut supertypes) = found.into_inner() else { continue };
            let id = ClassId(index as u32);
            let class = self.model.class(id);
            let is_cut =
                |&ty: &Ty| self.model.types.class_of(ty).is_some_and(|above| cut.contains(&(id, above)));
            if supertypes.superclass.iter().chain(&*supertypes.interfaces).any(is_cut) {
                class.circular.store(true, Ordering::Relaxed);
                if supertypes.superclass.as_ref().is_some_and(is_cut) {
                    supertypes.superclass = Some(self.model.well_known().object);
                }
                supertypes.interfaces =
                    supertypes.interfaces.iter().copied().filter(|ty| !is_cut(ty)).collect();
            }
            class.supertypes.get_or_init(|| supertypes);
        }
    }

    /// Resolves the supertypes of a class outside bodies, unless they are known or being resolved.
    pub fn supertypes(&self, class: ClassId, visiting: &mut FxHashSet<ClassId>) {
        let found = self.model.class(class);
        let Origin::Source { file, decl } = found.origin else { return };
        if self.get(class).is_some() || visiting.contains(&class) || !is_outside_bodies(self.model, class) {
            return;
        }
        visiting.insert(class);
        let mut scope = found.outer.map(|outer| scope_of(self.model, outer)).unwrap_or_default();
        for &var in &found.type_params {
            scope.push(Entry::TypeVar(self.model.type_var(var).name, var));
        }
        let ast = self.files[file.index()].ast;
        let mut names = TypeNames {
            model: self.model,
            ast,
            imports: &self.imports[file.index()],
            cache: &TypeCache::default(),
            nodes: &mut Vec::new(),
            pending: Some((self, visiting)),
        };
        let supertypes = declared_supertypes(&mut names, class, &ast.type_decls[decl as usize], &scope);
        visiting.remove(&class);
        self.found[class.index()].get_or_init(|| supertypes);
    }
}

/// The supertypes of a class, as written or implicit (JLS 8.1.4, 8.9, 8.10, 9.6).
pub fn declared_supertypes(
    names: &mut TypeNames<'_, '_>,
    class: ClassId,
    decl: &ast::TypeDecl,
    scope: &Scope,
) -> Supertypes {
    let model = names.model;
    let known = model.well_known();
    let ast = names.ast;
    let written = decl.superclass.map(|node| names.resolve(node, scope));
    let mut interfaces: Vec<Ty> = ast.list(decl.interfaces).map(|node| names.resolve(node, scope)).collect();
    let permits: Vec<Ty> = ast.list(decl.permits).map(|node| names.resolve(node, scope)).collect();
    let this_type = model.class(class).this_type.get();
    let superclass = match model.class(class).kind {
        ClassKind::Interface => None,
        ClassKind::Annotation => {
            interfaces.push(known.annotation);
            None
        }
        ClassKind::Enum => known.enum_class.map(|found| model.types.class(found, &[this_type])),
        ClassKind::Record => Some(known.record),
        ClassKind::Class => written.or((this_type != known.object).then_some(known.object)),
    };
    Supertypes { superclass, interfaces: interfaces.into(), permits: permits.into() }
}

/// The bounds of type variables and the types of members of one class; `scope` contains the class.
pub fn member_headers(names: &mut TypeNames<'_, '_>, class: ClassId, scope: &Scope) {
    let model = names.model;
    let ast = names.ast;
    let found = model.class(class);
    let Origin::Source { decl, .. } = found.origin else { return never!("headers outside sources") };
    let decl = &ast.type_decls[decl as usize];
    bounds(names, decl.type_params, &found.type_params, scope);
    let components: Vec<Ty> = ast
        .list(decl.components)
        .map(|component| ast[component].ty.map_or(Ty::UNKNOWN, |node| names.resolve(node, scope)))
        .collect();
    for id in found.field_ids() {
        let field = model.field(id);
        let var = field.decl.map(|var| ast.vars[var as usize]);
        if let Some(node) = var.and_then(|var| var.ty) {
            field.ty.set(names.resolve(node, scope));
        }
    }
    for id in found.callable_ids() {
        let callable = model.callable(id);
        let Some(decl) = callable.decl.map(|decl| ast.callables[decl as usize]) else {
            match callable.implicit {
                Some(Implicit::RecordAccessor) => {
                    let field = found.field_ids().find(|&field| model.field(field).name == callable.name);
                    callable.result.set(field.map_or(Ty::UNKNOWN, |field| model.field(field).ty.get()));
                }
                Some(Implicit::RecordMethod) => {
                    let known = model.well_known();
                    callable.result.set(match callable.name.as_str() {
                        "equals" => Ty::BOOLEAN,
                        "hashCode" => Ty::INT,
                        _ => known.string,
                    });
                    for param in callable.param_ids() {
                        model.param(param).ty.set(known.object);
                    }
                }
                Some(Implicit::EnumValueOf) => {
                    for param in callable.param_ids() {
                        model.param(param).ty.set(model.well_known().string);
                    }
                }
                _ => {
                    for (param, &ty) in callable.param_ids().zip(&components) {
                        model.param(param).ty.set(ty);
                    }
                }
            }
            continue;
        };
        let mut inner = scope.clone();
        for &var in &callable.type_params {
            inner.push(Entry::TypeVar(model.type_var(var).name, var));
        }
        bounds(names, decl.type_params, &callable.type_params, &inner);
        if let Some(node) = decl.result {
            callable.result.set(names.resolve(node, &inner));
        }
        if decl.kind == ast::CallableKind::CompactConstructor {
            for (param, &ty) in callable.param_ids().zip(&components) {
                model.param(param).ty.set(ty);
            }
        } else {
            for (param, var) in callable.param_ids().zip(ast.list(decl.params)) {
                let ty = ast[var].ty.map_or(Ty::UNKNOWN, |node| names.resolve(node, &inner));
                model.param(param).ty.set(ty);
            }
        }
        let throws: Box<[Ty]> = ast.list(decl.throws).map(|node| names.resolve(node, &inner)).collect();
        callable.throws.get_or_init(|| throws);
    }
}

fn bounds(
    names: &mut TypeNames<'_, '_>,
    params: ast::List<ast::TypeParamId>,
    vars: &[crate::model::TypeVarId],
    scope: &Scope,
) {
    for (param, &var) in names.ast.list(params).zip(vars) {
        let found: Box<[Ty]> =
            names.ast.list(names.ast[param].bounds).map(|node| names.reference(node, scope)).collect();
        names.model.type_var(var).bounds.get_or_init(|| found);
    }
}

/// The model's kind of a written wildcard.
pub fn wildcard_kind(kind: ast::WildcardKind) -> WildcardKind {
    match kind {
        ast::WildcardKind::Unbounded => WildcardKind::Unbounded,
        ast::WildcardKind::Extends => WildcardKind::Extends,
        ast::WildcardKind::Super => WildcardKind::Super,
    }
}

/// The index of a node, as bindings store it.
pub fn raw(id: impl AstId) -> u32 {
    id.index() as u32
}
