//! Phase 2: resolves the bodies of one file: classes, members and statements (expressions are in `exprs`, calls in
//! `calls`).
//!
//! In: the model with all headers, and one file. Out: its [`FileBindings`]. Each file is resolved alone.

use quarrel_common::{always, never};
use std::rc::Rc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::headers::{declared_supertypes, member_headers, push_class};
use super::scope::{Entry, Imports, Matched, Scope, TypeCache};
use super::typenames::TypeNames;
use super::types::upper_class;
use super::{Binding, FileBindings, Functional, Reason, Unresolved};
use crate::ast::{
    self, CaseBody, ExprId, ExprKind, Member, StmtId, StmtKind, TypeNodeId, TypeNodeKind, VarId,
};
use crate::intern::Sym;
use crate::limits::Stop;
use crate::model::declare::{FileDecls, VarDef};
use crate::model::{CallableId, ClassId, ClassKind, FileId, Model, Nesting, Origin, Supertypes, Ty};

/// The part before a dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Qualifier {
    /// A value of this type.
    Value(Ty),
    /// A type.
    Type(Ty),
    /// A package, by its name.
    Package(Sym),
}

/// A candidate for a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub callable: CallableId,
    /// The receiver's type, as the class that declares the callable.
    pub site: Ty,
}

/// A chosen callable, before inference.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub callable: CallableId,
    /// The receiver's type, as the class that declares the callable.
    pub site: Ty,
    /// Whether the last parameter takes the remaining arguments one by one.
    pub expanded: bool,
}

/// The result expressions of a lambda body or switch, and their expected type.
#[derive(Debug)]
pub(super) struct Results {
    pub want: Ty,
    pub found: Vec<Ty>,
    /// The result expressions, except for `void`.
    pub given: Vec<Given>,
    /// Whether the target is not known yet.
    pub is_open: bool,
}

impl Results {
    /// For a target of type `want`.
    pub fn of(want: Ty) -> Results {
        Results { want, found: Vec::new(), given: Vec::new(), is_open: false }
    }

    /// For a target that is not known yet.
    pub fn open() -> Results {
        Results { is_open: true, ..Results::of(Ty::HOLE) }
    }
}

/// A result expression of a lambda or switch expression (JLS 15.27.2, 15.28.1).
#[derive(Debug, Clone)]
pub(super) struct Given {
    pub expr: ExprId,
    /// The scope of the expression, if it was typed without its target and its type is not final.
    pub scope: Option<Scope>,
}

/// The resolution of one file.
pub(super) struct Body<'a> {
    pub model: &'a Model,
    pub file: FileId,
    pub ast: &'a ast::File,
    pub decls: &'a FileDecls,
    pub imports: &'a Imports,
    pub cache: TypeCache,
    pub out: FileBindings,
    pub scope: Scope,
    /// The pattern variables of conditions, until the enclosing construct takes them.
    pub matched: HashMap<ExprId, Matched, FxBuildHasher>,
    /// Expressions with a final type.
    pub done: Vec<bool>,
    /// Expressions that were typed without their surroundings, with holes left.
    pub shaped: Vec<bool>,
    pub returns: Vec<Results>,
    pub yields: Vec<Results>,
    /// The results of lambdas and switch expressions whose statements were typed before their target was known.
    pub given: HashMap<ExprId, Rc<[Given]>, FxBuildHasher>,
    pub methods: HashMap<(ClassId, Sym), Rc<[CallableId]>, FxBuildHasher>,
    /// Whether types have annotations, which must be searched for then.
    has_annotated_types: bool,
    /// Once set, the results are not needed any more.
    pub stop: &'a Stop,
}

/// Resolves the bodies of one file.
pub fn resolve_file(model: &Model, file: FileId, ast: &ast::File, imports: &Imports) -> FileBindings {
    resolve_file_until(model, file, ast, imports, &Stop::default())
}

/// Like [`resolve_file`]; once `stop` is set, the rest stays unknown.
pub fn resolve_file_until(
    model: &Model,
    file: FileId,
    ast: &ast::File,
    imports: &Imports,
    stop: &Stop,
) -> FileBindings {
    let out = FileBindings {
        expr_types: vec![Ty::UNKNOWN; ast.exprs.len()],
        bindings: vec![Binding::None; ast.exprs.len()],
        type_nodes: vec![Ty::UNKNOWN; ast.types.len()],
        local_types: vec![Ty::UNKNOWN; ast.vars.len()],
        ..FileBindings::default()
    };
    let mut body = Body {
        model,
        file,
        ast,
        decls: model.file_decls(file),
        imports,
        cache: TypeCache::default(),
        out,
        scope: Scope::new(),
        matched: HashMap::default(),
        done: vec![false; ast.exprs.len()],
        shaped: vec![false; ast.exprs.len()],
        returns: Vec::new(),
        yields: Vec::new(),
        given: HashMap::default(),
        methods: HashMap::default(),
        has_annotated_types: ast.types.iter().any(|node| !node.annotations.is_empty()),
        stop,
    };
    if let Some(package) = &ast.package {
        body.annotations(package.annotations);
    }
    for &decl in &ast.top_types {
        body.class(body.decls.classes[decl.index()]);
    }
    body.stray_annotations();
    body.settle_functionals();
    let mut out = body.out;
    out.constructor_calls.sort_by_key(|(stmt, _)| *stmt);
    out.functionals.sort_by_key(|functional| functional.expr);
    out.unresolved.sort_by_key(|call| (call.is_stmt, call.node));
    out
}

impl<'a> Body<'a> {
    /// What resolves the names of types, and the scope in which it looks them up.
    fn names(&mut self) -> (TypeNames<'a, '_>, &Scope) {
        let nodes = &mut self.out.type_nodes;
        let (model, ast, imports, cache) = (self.model, self.ast, self.imports, &self.cache);
        (TypeNames { model, ast, imports, cache, nodes, pending: None }, &self.scope)
    }

    /// The type that a type node denotes.
    pub fn type_node(&mut self, id: TypeNodeId) -> Ty {
        let (mut names, scope) = self.names();
        let ty = names.resolve(id, scope);
        self.annotations_in_type(id);
        ty
    }

    /// Resolves the annotations of a written type and of its component types (JLS 9.7.4).
    fn annotations_in_type(&mut self, id: TypeNodeId) {
        if !self.has_annotated_types {
            return;
        }
        let node = self.ast[id];
        self.annotations(node.annotations);
        let list = match node.kind {
            TypeNodeKind::Named { qualifier, args, .. } => {
                if let Some(qualifier) = qualifier {
                    self.annotations_in_type(qualifier);
                }
                args
            }
            TypeNodeKind::Array { component } => return self.annotations_in_type(component),
            TypeNodeKind::Wildcard { bound, .. } => {
                if let Some(bound) = bound {
                    self.annotations_in_type(bound);
                }
                return;
            }
            TypeNodeKind::Intersection(parts) | TypeNodeKind::Union(parts) => parts,
            TypeNodeKind::Primitive(_) | TypeNodeKind::Var | TypeNodeKind::Error => return,
        };
        self.annotations_in_types(list);
    }

    fn annotations_in_types(&mut self, ids: ast::List<TypeNodeId>) {
        if self.has_annotated_types {
            for id in self.ast.list(ids) {
                self.annotations_in_type(id);
            }
        }
    }

    /// The class or type variable that a simple type name refers to here.
    pub fn type_named(&mut self, name: Sym) -> Option<Ty> {
        let (mut names, scope) = self.names();
        Some(match names.find_simple(name, scope)? {
            Ok(class) => self.model.types.class(class, &[]),
            Err(var) => self.model.types.var(var),
        })
    }

    /// The innermost class around this place.
    pub fn this_class(&self) -> Option<ClassId> {
        self.scope.iter().rev().find_map(|entry| match entry {
            Entry::Class(class) => Some(*class),
            _ => None,
        })
    }

    /// The methods of that name in a class, including inherited ones.
    pub fn methods_named(&mut self, class: ClassId, name: Sym) -> Rc<[CallableId]> {
        let model = self.model;
        self.methods.entry((class, name)).or_insert_with(|| model.methods_named(class, name).into()).clone()
    }

    pub fn unresolved(&mut self, node: u32, is_stmt: bool, name: Sym, argc: usize, reason: Reason) {
        self.out.unresolved.push(Unresolved { node, is_stmt, name, argc: argc as u32, reason });
    }

    pub fn functional(&mut self, expr: ExprId, interface: Ty, method: CallableId, result: Ty) {
        self.out.functionals.push(Functional { expr: expr.index() as u32, interface, method, result });
    }

    pub fn annotations(&mut self, annotations: ast::List<ast::AnnotationId>) {
        for id in self.ast.list(annotations) {
            let annotation = self.ast[id];
            let ty = self.type_node(annotation.ty);
            for value in self.ast.list(annotation.values) {
                let value = self.ast[value];
                let want = self.model.types.class_of(ty).and_then(|class| {
                    let element = self.methods_named(class, value.name).first().copied()?;
                    Some(self.model.callable(element).result.get())
                });
                self.expr(value.value, want.unwrap_or(Ty::HOLE), false);
            }
        }
    }

    /// Resolves annotations that syntax errors have left without an element.
    fn stray_annotations(&mut self) {
        let ast = self.ast;
        for annotation in &ast.annotations {
            for value in ast.list(annotation.values) {
                self.expr(ast[value].value, Ty::HOLE, false);
            }
        }
    }

    fn type_param_annotations(&mut self, params: ast::List<ast::TypeParamId>) {
        for param in self.ast.list(params) {
            self.annotations(self.ast[param].annotations);
            self.annotations_in_types(self.ast[param].bounds);
        }
    }

    /// A class with known headers: its header again to record its type nodes, then its bodies.
    fn class(&mut self, id: ClassId) {
        let model = self.model;
        let Origin::Source { decl, .. } = model.class(id).origin else {
            return never!("a body outside sources");
        };
        let ast = self.ast;
        let decl = &ast.type_decls[decl as usize];
        let depth = self.scope.len();
        self.annotations(decl.modifiers.annotations);
        for &var in &model.class(id).type_params {
            self.scope.push(Entry::TypeVar(model.type_var(var).name, var));
        }
        let (mut names, scope) = self.names();
        declared_supertypes(&mut names, id, decl, scope);
        self.scope.truncate(depth);
        push_class(model, id, &mut self.scope);
        self.super_constructor(id);
        self.type_param_annotations(decl.type_params);
        if let Some(superclass) = decl.superclass {
            self.annotations_in_type(superclass);
        }
        self.annotations_in_types(decl.interfaces);
        self.annotations_in_types(decl.permits);
        let (mut names, scope) = self.names();
        member_headers(&mut names, id, scope);
        let returns = std::mem::take(&mut self.returns);
        let yields = std::mem::take(&mut self.yields);
        self.members(decl);
        self.returns = returns;
        self.yields = yields;
        self.scope.truncate(depth);
    }

    fn members(&mut self, decl: &'a ast::TypeDecl) {
        let ast = self.ast;
        for component in ast.list(decl.components) {
            self.annotations(ast[component].modifiers.annotations);
            if let Some(ty) = ast[component].ty {
                self.annotations_in_type(ty);
            }
        }
        for member in &decl.members {
            let depth = self.scope.len();
            match *member {
                Member::Field(id) => {
                    let field = &ast[id];
                    self.annotations(field.modifiers.annotations);
                    self.type_node(field.ty);
                    for var in ast.list(field.vars) {
                        let ty = match self.decls.vars[var.index()] {
                            VarDef::Field(field) => self.model.field(field).ty.get(),
                            _ => Ty::UNKNOWN,
                        };
                        if let Some(init) = ast[var].init {
                            self.expr(init, ty, false);
                        }
                        self.scope.truncate(depth);
                    }
                }
                Member::EnumConstant(var) => {
                    self.annotations(ast[var].modifiers.annotations);
                    if let Some(init) = ast[var].init {
                        self.expr(init, Ty::HOLE, false);
                    }
                }
                Member::Callable(id) => self.callable(id),
                Member::Type(id) => self.class(self.decls.classes[id.index()]),
                Member::Initializer(id) => self.stmt(ast[id].body),
            }
            self.scope.truncate(depth);
        }
    }

    fn callable(&mut self, id: ast::CallableId) {
        let ast = self.ast;
        let decl = &ast[id];
        let Some(callable_id) = always!(self.decls.callables[id.index()]) else { return };
        let callable = self.model.callable(callable_id);
        self.annotations(decl.modifiers.annotations);
        for &var in &callable.type_params {
            self.scope.push(Entry::TypeVar(self.model.type_var(var).name, var));
        }
        self.type_param_annotations(decl.type_params);
        for var in ast.list(decl.params) {
            self.annotations(ast[var].modifiers.annotations);
            if let Some(ty) = ast[var].ty {
                self.annotations_in_type(ty);
            }
        }
        if let Some(result) = decl.result {
            self.annotations_in_type(result);
        }
        self.annotations_in_types(decl.throws);
        if let Some(receiver) = decl.receiver {
            self.type_node(receiver);
        }
        for param in callable.param_ids() {
            let found = self.model.param(param);
            self.scope.push(Entry::Var(found.name, Binding::Param(param), found.ty.get()));
        }
        if let Some(value) = decl.default_value {
            self.expr(value, callable.result.get(), false);
        }
        if let Some(body) = decl.body {
            self.returns.push(Results::of(callable.result.get()));
            self.stmt(body);
            self.returns.pop();
        }
    }

    /// A local class: its headers, with those of its nested classes, then its bodies.
    pub fn local_class(&mut self, id: ClassId) {
        let name = self.model.class(id).name;
        if !name.is_empty() {
            self.scope.push(Entry::LocalClass(name, id));
        }
        self.local_headers(id, true);
        self.local_headers(id, false);
        self.class(id);
    }

    /// An anonymous class of the given supertype.
    pub fn anonymous_class(&mut self, id: ClassId, named: Ty) {
        let known = self.model.well_known();
        let of_interface =
            self.model.types.class_of(named).is_some_and(|class| self.model.class(class).is_interface());
        let supertypes = if of_interface {
            Supertypes { superclass: Some(known.object), interfaces: [named].into(), permits: Box::default() }
        } else {
            Supertypes { superclass: Some(named), ..Supertypes::default() }
        };
        self.model.class(id).supertypes.get_or_init(|| supertypes);
        self.local_headers(id, true);
        self.local_headers(id, false);
    }

    /// The bodies of an anonymous class.
    pub fn anonymous_body(&mut self, id: ClassId) {
        self.class(id);
    }

    /// Resolves supertypes first, then members, of a class in a body and of its member classes.
    fn local_headers(&mut self, id: ClassId, supertypes: bool) {
        let (model, ast) = (self.model, self.ast);
        let class = model.class(id);
        let Origin::Source { decl, .. } = class.origin else { return never!("a body outside sources") };
        let depth = self.scope.len();
        if supertypes && class.nesting != Nesting::Anonymous {
            for &var in &class.type_params {
                self.scope.push(Entry::TypeVar(model.type_var(var).name, var));
            }
            let (mut names, scope) = self.names();
            let found = declared_supertypes(&mut names, id, &ast.type_decls[decl as usize], scope);
            class.supertypes.get_or_init(|| found);
            self.scope.truncate(depth);
        }
        push_class(model, id, &mut self.scope);
        if !supertypes {
            let (mut names, scope) = self.names();
            member_headers(&mut names, id, scope);
        }
        for &member in &class.members {
            self.local_headers(member, supertypes);
        }
        self.scope.truncate(depth);
    }

    /// Declares a local variable of any kind.
    pub fn declare_var(&mut self, var: VarId, ty: Ty) {
        self.out.local_types[var.index()] = ty;
        self.scope.push(Entry::Var(self.ast[var].name, Binding::Local(var.index() as u32), ty));
    }

    /// The written type of a variable; `None` if it is to be inferred.
    pub fn written_type(&mut self, var: VarId) -> Option<Ty> {
        let node = self.ast[var].ty?;
        let ty = self.type_node(node);
        (!matches!(self.ast[node].kind, TypeNodeKind::Var)).then_some(ty)
    }

    fn block(&mut self, stmts: ast::List<StmtId>) {
        let depth = self.scope.len();
        for stmt in self.ast.list(stmts) {
            self.stmt(stmt);
        }
        self.scope.truncate(depth);
    }

    /// Keeps the variables that the statement declares in scope.
    fn scoped(&mut self, stmt: StmtId) {
        let depth = self.scope.len();
        self.stmt(stmt);
        self.scope.truncate(depth);
    }

    /// Brings the variables that the condition of a loop declares if false into scope after the loop, unless a `break`
    /// leads there (JLS 6.3.2.3).
    fn behind_loop(&mut self, matched: Matched, body: StmtId) {
        if !matched.when_false.is_empty() && !self.breaks(body) {
            self.scope.extend(matched.when_false);
        }
    }

    /// Whether a statement in the body of a loop, or that body, may end the loop with a `break`. A labelled one is
    /// assumed to.
    fn breaks(&self, stmt: StmtId) -> bool {
        let mut inner = vec![(stmt, true)];
        while let Some((stmt, own)) = inner.pop() {
            match self.ast[stmt].kind {
                StmtKind::Break(label) if own || label.is_some() => return true,
                StmtKind::Block(stmts) => inner.extend(self.ast.list(stmts).map(|stmt| (stmt, own))),
                StmtKind::If { then, otherwise, .. } => {
                    inner.push((then, own));
                    inner.extend(otherwise.map(|otherwise| (otherwise, own)));
                }
                StmtKind::Try { body, catches, finally, .. } => {
                    inner.push((body, own));
                    inner.extend(self.ast.list(catches).chain(finally).map(|stmt| (stmt, own)));
                }
                StmtKind::Catch { body, .. }
                | StmtKind::Synchronized { body, .. }
                | StmtKind::Labeled { body, .. } => inner.push((body, own)),
                StmtKind::Case { body: CaseBody::Stmt(body), .. } => inner.push((body, own)),
                StmtKind::For { body, .. }
                | StmtKind::ForEach { body, .. }
                | StmtKind::While { body, .. }
                | StmtKind::Do { body, .. } => inner.push((body, false)),
                StmtKind::Switch { body, .. } => inner.extend(self.ast.list(body).map(|stmt| (stmt, false))),
                _ => {}
            }
        }
        false
    }

    /// Whether a statement cannot complete normally, as far as its end shows (JLS 14.22): an endless loop counts as one
    /// that ends.
    fn jumps(&self, stmt: StmtId) -> bool {
        let mut ends = vec![stmt];
        while let Some(stmt) = ends.pop() {
            match self.ast[stmt].kind {
                StmtKind::Return(_)
                | StmtKind::Throw(_)
                | StmtKind::Break(_)
                | StmtKind::Continue(_)
                | StmtKind::Yield(_) => {}
                StmtKind::Block(stmts) => match self.ast.list(stmts).next_back() {
                    Some(last) => ends.push(last),
                    None => return false,
                },
                StmtKind::If { then, otherwise: Some(otherwise), .. } => ends.extend([then, otherwise]),
                StmtKind::Synchronized { body, .. } | StmtKind::Catch { body, .. } => ends.push(body),
                StmtKind::Try { body, catches, .. } => {
                    ends.push(body);
                    ends.extend(self.ast.list(catches));
                }
                _ => return false,
            }
        }
        true
    }

    /// The implicit first call of a constructor (JLS 8.8.7).
    fn super_constructor(&mut self, id: ClassId) {
        let class = self.model.class(id);
        if class.is_interface() || class.nesting == Nesting::Anonymous {
            return;
        }
        let Some(superclass) = class.supertypes.get().and_then(|found| found.superclass) else { return };
        let candidates = self.constructors(superclass);
        if class.kind == ClassKind::Enum {
            // `Enum` has one, whose arguments are implicit.
            self.out.super_constructors.extend(candidates.first().map(|found| (id, found.callable)));
            return;
        }
        if let Ok(chosen) = self.select_overload(&candidates, &[], &[], false)
            && self.takes(&Candidate { callable: chosen.callable, site: chosen.site }, 0)
        {
            self.out.super_constructors.push((id, chosen.callable));
        }
    }

    pub fn stmt(&mut self, id: StmtId) {
        if self.stop.is_set() {
            return;
        }
        let ast = self.ast;
        match ast[id].kind {
            StmtKind::Block(stmts) => self.block(stmts),
            StmtKind::If { condition, then, otherwise } => {
                let matched = self.condition(condition);
                self.with(&matched.when_true, |this| this.stmt(then));
                if let Some(otherwise) = otherwise {
                    self.with(&matched.when_false, |this| this.stmt(otherwise));
                }
                // The following statements run only if the branch without a jump did (JLS 6.3.2.2).
                match (self.jumps(then), otherwise.is_some_and(|otherwise| self.jumps(otherwise))) {
                    (true, false) => self.scope.extend(matched.when_false),
                    (false, true) => self.scope.extend(matched.when_true),
                    _ => {}
                }
            }
            StmtKind::For { ty, init, condition, update, body } => {
                let depth = self.scope.len();
                if let Some(ty) = ty {
                    self.type_node(ty);
                }
                for init in ast.list(init) {
                    self.expr(init, Ty::HOLE, false);
                }
                let matched = condition.map(|condition| self.condition(condition)).unwrap_or_default();
                self.with(&matched.when_true, |this| {
                    for update in ast.list(update) {
                        this.expr(update, Ty::HOLE, false);
                    }
                    this.stmt(body);
                });
                self.scope.truncate(depth);
                self.behind_loop(matched, body);
            }
            StmtKind::ForEach { var, iterable, body } => {
                let depth = self.scope.len();
                let iterated = self.expr(iterable, Ty::HOLE, false);
                if let ExprKind::VarDecl(decl) = ast[var].kind {
                    let element = self.element_type(iterated);
                    self.annotations(ast[decl].modifiers.annotations);
                    let ty = self.written_type(decl).unwrap_or(element);
                    self.declare_var(decl, ty);
                    self.set(var, ty);
                }
                self.scoped(body);
                self.scope.truncate(depth);
            }
            StmtKind::While { condition, body } => {
                let matched = self.condition(condition);
                self.with(&matched.when_true, |this| this.stmt(body));
                self.behind_loop(matched, body);
            }
            StmtKind::Do { body, condition } => {
                self.scoped(body);
                let matched = self.condition(condition);
                self.behind_loop(matched, body);
            }
            StmtKind::Try { resources, body, catches, finally } => {
                let depth = self.scope.len();
                for resource in ast.list(resources) {
                    self.stmt(resource);
                }
                self.scoped(body);
                self.scope.truncate(depth);
                for catch in ast.list(catches) {
                    self.scoped(catch);
                }
                if let Some(finally) = finally {
                    self.scoped(finally);
                }
            }
            StmtKind::ResourceExpr(expr) | StmtKind::Expr(expr) | StmtKind::Throw(expr) => {
                self.expr(expr, Ty::HOLE, false);
            }
            StmtKind::Catch { param, body } => {
                self.expr(param, Ty::HOLE, false);
                self.stmt(body);
            }
            StmtKind::Switch { selector, body } => {
                let selector = self.expr(selector, Ty::HOLE, false);
                self.switch_body(selector, body);
            }
            StmtKind::Case { .. } | StmtKind::Empty | StmtKind::Break(_) | StmtKind::Continue(_) => {}
            StmtKind::Synchronized { lock, body } => {
                self.expr(lock, Ty::HOLE, false);
                self.stmt(body);
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.result(value, |this| &mut this.returns);
                } else if let Some(results) = self.returns.last_mut() {
                    results.found.push(Ty::VOID);
                }
            }
            StmtKind::Yield(value) => self.result(value, |this| &mut this.yields),
            StmtKind::Labeled { body, .. } => self.stmt(body),
            StmtKind::Assert { condition, message } => {
                let matched = self.condition(condition);
                if let Some(message) = message {
                    self.with(&matched.when_false, |this| this.expr(message, Ty::HOLE, false));
                }
            }
            StmtKind::LocalVar { ty, vars } => {
                self.type_node(ty);
                if let Some(first) = ast.list(vars).next()
                    && let ExprKind::VarDecl(var) = ast[first].kind
                {
                    self.annotations(ast[var].modifiers.annotations);
                }
                for var in ast.list(vars) {
                    self.expr(var, Ty::HOLE, false);
                }
            }
            StmtKind::LocalType(decl) => self.local_class(self.decls.classes[decl.index()]),
            StmtKind::ThisCall { type_args, args } => self.constructor_call(id, None, type_args, args, false),
            StmtKind::SuperCall { qualifier, type_args, args } => {
                self.constructor_call(id, qualifier, type_args, args, true);
            }
            StmtKind::Error { parts } => {
                for part in ast.list(parts) {
                    self.stmt(part);
                }
            }
        }
    }

    /// The element type of an enhanced `for` over a value of this type (JLS 14.14.2).
    fn element_type(&self, ty: Ty) -> Ty {
        let types = &self.model.types;
        if let Some(component) = types.component(upper_class(self.model, ty)) {
            return component;
        }
        let Some(iterable) = self.model.well_known().iterable else { return Ty::UNKNOWN };
        match self.model.as_super(ty, iterable) {
            Some(found) => {
                types.args(found).first().map_or(self.model.well_known().object, |&arg| self.model.upper(arg))
            }
            None => Ty::UNKNOWN,
        }
    }

    /// Types the result of a `return` or a `yield`.
    fn result(&mut self, value: ExprId, of: fn(&mut Self) -> &mut Vec<Results>) {
        let (want, is_open) = match of(self).last() {
            Some(results) => (results.want, results.is_open),
            None => (Ty::HOLE, false),
        };
        let found = self.expr(value, if want == Ty::VOID { Ty::HOLE } else { want }, is_open);
        let scope = (is_open && !self.done[value.index()]).then(|| self.scope.clone());
        if let Some(results) = of(self).last_mut() {
            results.found.push(found);
            results.given.push(Given { expr: value, scope });
        }
    }

    /// Runs `act` in the scope of a result expression.
    pub fn at<T>(&mut self, given: &Given, act: impl FnOnce(&mut Self, ExprId) -> T) -> T {
        let Some(scope) = &given.scope else { return act(self, given.expr) };
        let here = std::mem::replace(&mut self.scope, scope.clone());
        let result = act(self, given.expr);
        self.scope = here;
        result
    }

    /// The cases of a switch (JLS 14.11): names of an enum's constants need no qualifier there.
    pub fn switch_body(&mut self, selector: Ty, body: ast::List<StmtId>) {
        let ast = self.ast;
        let outer = self.scope.len();
        let mut depth = self.scope.len();
        for stmt in ast.list(body) {
            let StmtKind::Case { labels, guard, body, .. } = ast[stmt].kind else {
                self.stmt(stmt);
                continue;
            };
            if body != CaseBody::Colon {
                self.scope.truncate(depth);
            }
            for label in ast.list(labels) {
                self.case_label(label, selector);
            }
            if let Some(guard) = guard {
                let matched = self.condition(guard);
                self.scope.extend(matched.when_true);
            }
            match body {
                CaseBody::Colon => depth = self.scope.len(),
                CaseBody::Stmt(stmt) => self.scoped(stmt),
                CaseBody::Expr(value) => self.result(value, |this| &mut this.yields),
            }
        }
        self.scope.truncate(outer);
    }

    fn case_label(&mut self, label: ExprId, selector: Ty) {
        if let ExprKind::Name(name) = self.ast[label].kind
            && let Some(class) = self.model.types.class_of(upper_class(self.model, selector))
            && self.model.class(class).kind == ClassKind::Enum
        {
            let found =
                self.model.class(class).field_ids().find(|&field| self.model.field(field).name == name);
            if let Some(field) = found {
                self.out.bindings[label.index()] = Binding::Field(field);
            }
            self.set(label, selector);
            return;
        }
        self.pattern(label, selector);
    }
}
