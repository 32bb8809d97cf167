//! Statements.

use super::cfg::ImplicitPlaces;
use super::decls::Added;
use super::{Anchor, Emitter, Place, Prologue};
use crate::ast::{CaseBody, ExprId, ExprKind, List, Stmt, StmtId, StmtKind, TypeNodeId};
use crate::facts::batch::Ent;
use crate::facts::describe::generated;
use crate::facts::describe::name_text;
use crate::facts::rows::{self, expr_kind, stmt_kind};
use crate::intern::Sym;
use crate::model::Ty;

impl Emitter<'_> {
    /// The rows of a statement and everything in it.
    pub(super) fn stmt(&mut self, id: StmtId, place: Place) -> Ent {
        let stmt = self.tree[id];
        let entity = self.facts.fresh();
        if self.input.stop.is_set() {
            return entity;
        }
        let kind = statement_kind(stmt.kind);
        let called = self.constructor_calls.get(&(id.index() as u32)).copied();
        let target = called.and_then(|callable| {
            let is_super = matches!(stmt.kind, StmtKind::SuperCall { .. });
            let site = if is_super { self.superclass(self.class) } else { None };
            self.called(entity, callable, site)
        });
        let (block, at) = self.stmt_places[id.index()].take().unzip();
        let loc = self.loc(self.stmt_extent(id));
        self.facts.row(rows::Stmt {
            id: entity,
            kind,
            parent: place.parent,
            idx: place.idx,
            callable: place.callable.unwrap_or(place.parent),
            target,
            block,
            place: at,
            loc,
        });
        self.whole(entity, loc, stmt.span);
        if let Some(&(name, argc)) = self.unresolved_stmts.get(&(id.index() as u32)) {
            self.facts.row(rows::UnresolvedCalls { id: entity, name: name_text(name), argc: argc as i32 });
        }
        if !matches!(stmt.kind, StmtKind::Block(_)) {
            self.anchors.push(Anchor {
                span: stmt.span,
                head: stmt.span.start,
                entity,
                member: false,
                list: None,
            });
        }
        self.stmt_parts(stmt, entity, Place { stmt: Some(entity), ..place });
        entity
    }

    fn stmt_parts(&mut self, stmt: Stmt, entity: Ent, inside: Place) {
        let at = |idx: i32| inside.child(entity, idx);
        match stmt.kind {
            StmtKind::Block(stmts) => match self.prologue.take() {
                Some(prologue) => self.constructor_stmts(stmts, prologue, entity, inside),
                None => self.stmt_list(stmts, entity, inside),
            },
            StmtKind::If { condition, then, otherwise } => {
                self.expr(condition, at(0));
                self.stmt(then, at(1));
                if let Some(otherwise) = otherwise {
                    self.stmt(otherwise, at(2));
                }
            }
            StmtKind::For { ty, init, condition, update, body } => {
                if let Some(ty) = ty {
                    self.type_access(ty, at(0));
                }
                for (n, init) in self.tree.list(init).enumerate() {
                    self.expr(init, at(-1 - n as i32));
                }
                if let Some(condition) = condition {
                    self.expr(condition, at(1));
                }
                for (n, update) in self.tree.list(update).enumerate() {
                    self.expr(update, at(3 + n as i32));
                }
                self.stmt(body, at(2));
            }
            StmtKind::ForEach { var, iterable, body } => {
                self.expr(var, at(0));
                self.declared_type(var, at(-1));
                self.expr(iterable, at(1));
                self.stmt(body, at(2));
            }
            StmtKind::While { condition, body } => {
                self.expr(condition, at(0));
                self.stmt(body, at(1));
            }
            StmtKind::Do { body, condition } => {
                self.stmt(body, at(1));
                self.expr(condition, at(0));
            }
            StmtKind::Try { resources, body, catches, finally } => {
                for (n, resource) in self.tree.list(resources).enumerate() {
                    match self.tree[resource].kind {
                        StmtKind::ResourceExpr(expr) => {
                            self.expr(expr, at(-3 - n as i32));
                        }
                        _ => {
                            self.stmt(resource, at(-3 - n as i32));
                        }
                    }
                }
                self.stmt(body, at(-1));
                self.stmt_list(catches, entity, inside);
                if let Some(finally) = finally {
                    self.stmt(finally, at(-2));
                }
            }
            StmtKind::Catch { param, body } => {
                self.expr(param, at(0));
                self.declared_type(param, at(-1));
                self.stmt(body, at(1));
            }
            StmtKind::Switch { selector, body } => {
                self.expr(selector, at(-1));
                self.stmt_list(body, entity, inside);
            }
            StmtKind::Case { labels, guard, body, is_default } => {
                self.case(labels, guard, body, is_default, entity, inside);
            }
            StmtKind::Synchronized { lock, body } => {
                self.expr(lock, at(0));
                self.stmt(body, at(1));
            }
            StmtKind::ResourceExpr(expr)
            | StmtKind::Return(Some(expr))
            | StmtKind::Throw(expr)
            | StmtKind::Yield(expr)
            | StmtKind::Expr(expr) => {
                self.expr(expr, at(0));
            }
            StmtKind::Return(None) | StmtKind::Empty => {}
            StmtKind::Break(label) | StmtKind::Continue(label) => {
                if let Some(label) = label {
                    self.label(label, entity);
                }
            }
            StmtKind::Labeled { label, body } => {
                self.label(label, entity);
                self.stmt(body, at(0));
            }
            StmtKind::Assert { condition, message } => {
                self.expr(condition, at(0));
                if let Some(message) = message {
                    self.expr(message, at(1));
                }
            }
            StmtKind::LocalVar { ty, vars } => {
                self.type_access(ty, at(0));
                for (n, var) in self.tree.list(vars).enumerate() {
                    self.expr(var, at(1 + n as i32));
                }
            }
            StmtKind::LocalType(decl) => self.class(decl, Some(entity)),
            StmtKind::ThisCall { type_args, args } => {
                self.constructor_call(None, type_args, args, entity, inside);
            }
            StmtKind::SuperCall { qualifier, type_args, args } => {
                self.constructor_call(qualifier, type_args, args, entity, inside);
            }
            StmtKind::Error { parts } => self.stmt_list(parts, entity, inside),
        }
    }

    fn constructor_call(
        &mut self,
        qualifier: Option<ExprId>,
        type_args: List<TypeNodeId>,
        args: List<ExprId>,
        entity: Ent,
        inside: Place,
    ) {
        if let Some(qualifier) = qualifier {
            self.expr(qualifier, inside.child(entity, -1));
        }
        for (n, ty) in self.tree.list(type_args).enumerate() {
            self.type_access(ty, inside.child(entity, -2 - n as i32));
        }
        self.expr_list(args, entity, inside, 0);
    }

    /// A `case` or `default`, of a statement or expression.
    fn case(
        &mut self,
        labels: List<ExprId>,
        guard: Option<ExprId>,
        body: CaseBody,
        is_default: bool,
        entity: Ent,
        inside: Place,
    ) {
        let at = |idx: i32| inside.child(entity, idx);
        for (n, label) in self.tree.list(labels).enumerate() {
            self.expr(label, at(n as i32));
            // The type of a pattern has its own index: -2 for the first, then from -4.
            self.declared_type(label, at(if n == 0 { -2 } else { -3 - n as i32 }));
        }
        if let Some(guard) = guard {
            self.expr(guard, at(-3));
        }
        match body {
            CaseBody::Colon => {}
            CaseBody::Expr(expr) => {
                self.expr(expr, at(-1));
            }
            CaseBody::Stmt(stmt) => {
                self.stmt(stmt, at(-1));
            }
        }
        if is_default && !labels.is_empty() {
            self.facts.row(rows::IsNullDefaultCase { id: entity });
        }
    }

    /// The written type of a variable, catch parameter or type pattern, a sibling of it.
    pub(super) fn declared_type(&mut self, id: ExprId, place: Place) {
        let ty = match self.tree[id].kind {
            ExprKind::VarDecl(var) => self.tree[var].ty,
            _ => None,
        };
        if let Some(ty) = ty {
            self.type_access(ty, place);
        }
    }

    /// Statements as children of `parent`, from 0.
    pub(super) fn stmt_list(&mut self, stmts: List<StmtId>, parent: Ent, inside: Place) {
        for (n, stmt) in self.tree.list(stmts).enumerate() {
            self.stmt(stmt, inside.child(parent, n as i32));
        }
    }

    /// The statements of a constructor, with the implicit calls among them.
    fn constructor_stmts(&mut self, stmts: List<StmtId>, prologue: Prologue, parent: Ent, inside: Place) {
        let tree = self.tree;
        let is_super = |stmt: &StmtId| matches!(tree[*stmt].kind, StmtKind::SuperCall { .. });
        let implicit = self.implicit_super_call(&prologue, inside.child(parent, 0));
        let mut next = i32::from(implicit.is_some());
        let mut explicit = tree.list(stmts).find(is_super).filter(|_| implicit.is_none());
        if explicit.is_none() {
            next = self.initializers_call(&prologue, inside.child(parent, next));
        }
        for stmt in tree.list(stmts) {
            self.stmt(stmt, inside.child(parent, next));
            next += 1;
            if explicit.take_if(|call| *call == stmt).is_some() {
                next = self.initializers_call(&prologue, inside.child(parent, next));
            }
        }
    }

    /// The implicit statement `super()` of a constructor, if it has one.
    pub(super) fn implicit_super_call(&mut self, prologue: &Prologue, place: Place) -> Option<Ent> {
        let target = prologue.unwritten.super_call?;
        let entity = self.facts.fresh();
        let (block, at) = prologue.places.super_call.unzip();
        let site = self.superclass(self.class);
        let bound = target.and_then(|target| self.called(entity, target, site));
        self.facts.row(rows::Stmt {
            id: entity,
            kind: stmt_kind::SUPERCONSTRUCTORINVOCATIONSTMT,
            parent: place.parent,
            idx: place.idx,
            callable: place.callable.unwrap_or(place.parent),
            target: bound,
            block,
            place: at,
            loc: prologue.loc,
        });
        self.facts.row(rows::CompilerGenerated { id: entity, kind: generated::SUPER_CALL });
        if target.is_none() {
            self.facts.row(rows::UnresolvedCalls { id: entity, name: name_text(Sym::new("super")), argc: 0 });
        }
        Some(entity)
    }

    /// The statement `<obinit>();` where a constructor executes the initialisers of its class, if there are any.
    /// Returns the next index.
    pub(super) fn initializers_call(&mut self, prologue: &Prologue, place: Place) -> i32 {
        let Some(method) = prologue.unwritten.initializers else { return place.idx };
        let (stmt, call) = (self.facts.fresh(), self.facts.fresh());
        let &ImplicitPlaces { initializers_stmt, initializers_call, .. } = &prologue.places;
        self.added_stmt(stmt, stmt_kind::EXPRSTMT, place, initializers_stmt, prologue.loc);
        let added = Added { kind: expr_kind::METHODACCESS, ty: Ty::VOID, target: Some(method) };
        let inside = Place { stmt: Some(stmt), ..place.child(stmt, 0) };
        self.added_expr(call, added, inside, initializers_call, prologue.loc);
        for id in [stmt, call] {
            self.facts.row(rows::CompilerGenerated { id, kind: generated::INITIALIZER_CALL });
        }
        place.idx + 1
    }

    fn label(&mut self, label: Sym, parent: Ent) {
        let text = name_text(label);
        self.facts.row(rows::Namestrings { name: text, value: text, parent });
    }
}

fn statement_kind(kind: StmtKind) -> i32 {
    match kind {
        StmtKind::Block(_) => stmt_kind::BLOCK,
        StmtKind::If { .. } => stmt_kind::IFSTMT,
        StmtKind::For { .. } => stmt_kind::FORSTMT,
        StmtKind::ForEach { .. } => stmt_kind::ENHANCEDFORSTMT,
        StmtKind::While { .. } => stmt_kind::WHILESTMT,
        StmtKind::Do { .. } => stmt_kind::DOSTMT,
        StmtKind::Try { .. } => stmt_kind::TRYSTMT,
        StmtKind::ResourceExpr(_) | StmtKind::Expr(_) => stmt_kind::EXPRSTMT,
        StmtKind::Catch { .. } => stmt_kind::CATCHCLAUSE,
        StmtKind::Switch { .. } => stmt_kind::SWITCHSTMT,
        StmtKind::Case { .. } => stmt_kind::CASE,
        StmtKind::Synchronized { .. } => stmt_kind::SYNCHRONIZEDSTMT,
        StmtKind::Return(_) => stmt_kind::RETURNSTMT,
        StmtKind::Throw(_) => stmt_kind::THROWSTMT,
        StmtKind::Break(_) => stmt_kind::BREAKSTMT,
        StmtKind::Continue(_) => stmt_kind::CONTINUESTMT,
        StmtKind::Yield(_) => stmt_kind::YIELDSTMT,
        StmtKind::Empty => stmt_kind::EMPTYSTMT,
        StmtKind::Labeled { .. } => stmt_kind::LABELEDSTMT,
        StmtKind::Assert { .. } => stmt_kind::ASSERTSTMT,
        StmtKind::LocalVar { .. } => stmt_kind::LOCALVARIABLEDECLSTMT,
        StmtKind::LocalType(_) => stmt_kind::LOCALTYPEDECLSTMT,
        StmtKind::ThisCall { .. } => stmt_kind::CONSTRUCTORINVOCATIONSTMT,
        StmtKind::SuperCall { .. } => stmt_kind::SUPERCONSTRUCTORINVOCATIONSTMT,
        StmtKind::Error { .. } => stmt_kind::ERRORSTMT,
    }
}
