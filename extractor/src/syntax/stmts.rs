//! Statements and the bodies of switches.

use super::Lower;
use crate::ast::{
    CaseBody, ExprId, List, Modifiers, Span, Stmt, StmtId, StmtKind, TypeNodeId, TypeNodeKind, Var, VarKind,
};
use crate::intern::Sym;
use crate::parse::BEFORE_BODY;
use crate::parse::kinds::{F, K};

impl Lower<'_> {
    /// The statement at the cursor, or an error statement.
    pub(super) fn stmt(&mut self) -> StmtId {
        self.nested(Self::stmt_here, |this| this.stmt_or_error(None))
    }

    fn stmt_here(&mut self) -> StmtId {
        let span = self.span();
        let kind = match self.kind() {
            K::Block | K::ConstructorBody => StmtKind::Block(match self.body_apart() {
                Some(stmts) => stmts,
                None => self.stmts_below(),
            }),
            K::Semicolon => StmtKind::Empty,
            K::ExprStmt => {
                let (mut expr, mut switch) = (None, None);
                self.children(|this, kind, _| match kind {
                    K::Switch => switch = Some(this.stmt()),
                    kind if kind.is_expr() => expr = Some(this.expr()),
                    _ => {}
                });
                match switch {
                    Some(switch) => return switch,
                    None => StmtKind::Expr(self.expr_or_error(expr)),
                }
            }
            K::Labeled => {
                let (mut label, mut body) = (Sym::EMPTY, None);
                self.children(|this, kind, _| match kind {
                    K::Identifier => label = this.sym(),
                    kind if kind.is_stmt() => body = Some(this.stmt()),
                    _ => {}
                });
                StmtKind::Labeled { label, body: self.stmt_or_error(body) }
            }
            K::Assert => {
                let mut exprs = self.exprs_below().into_iter();
                StmtKind::Assert { condition: self.expr_or_error(exprs.next()), message: exprs.next() }
            }
            K::DoStmt => {
                let (condition, body) = self.condition_and_body();
                StmtKind::Do { body, condition }
            }
            K::WhileStmt => {
                let (condition, body) = self.condition_and_body();
                StmtKind::While { condition, body }
            }
            K::IfStmt => {
                let (mut condition, mut then, mut otherwise) = (None, None, None);
                self.children(|this, _, field| match field {
                    F::Condition => condition = Some(this.parenthesized_part()),
                    F::Consequence => then = Some(this.stmt()),
                    F::Alternative => otherwise = Some(this.stmt()),
                    _ => {}
                });
                let condition = self.expr_or_error(condition);
                StmtKind::If { condition, then: self.stmt_or_error(then), otherwise }
            }
            K::ForStmt => self.for_stmt(),
            K::ForEach => self.for_each(),
            K::BreakStmt => StmtKind::Break(self.label_below()),
            K::ContinueStmt => StmtKind::Continue(self.label_below()),
            K::Return => StmtKind::Return(self.exprs_below().first().copied()),
            K::ThrowStmt => {
                let expr = self.exprs_below().first().copied();
                StmtKind::Throw(self.expr_or_error(expr))
            }
            K::Yield => {
                let expr = self.exprs_below().first().copied();
                StmtKind::Yield(self.expr_or_error(expr))
            }
            K::Switch => {
                let (selector, body) = self.switch_parts(false);
                StmtKind::Switch { selector, body }
            }
            K::Synchronized => {
                let (mut lock, mut body) = (None, None);
                self.children(|this, kind, field| match (field, kind) {
                    (F::Body, _) => body = Some(this.stmt()),
                    (_, K::Parens) => lock = Some(this.parenthesized_part()),
                    _ => {}
                });
                StmtKind::Synchronized { lock: self.expr_or_error(lock), body: self.stmt_or_error(body) }
            }
            K::LocalVar => {
                let (ty, vars) = self.local_vars();
                StmtKind::LocalVar { ty, vars: self.list(&vars) }
            }
            K::TryStmt | K::TryResources => self.try_stmt(),
            K::ConstructorCall => self.constructor_call(),
            kind if kind.is_type_decl() => match self.type_decl() {
                Some(decl) => StmtKind::LocalType(decl),
                None => StmtKind::Error { parts: List::EMPTY },
            },
            kind if kind.is_expr() => StmtKind::Expr(self.expr()),
            _ => StmtKind::Error { parts: self.stmts_below() },
        };
        self.add_stmt(span, kind)
    }

    /// The statements among the children. An error in between becomes an error statement with its contents.
    fn stmts_below(&mut self) -> List<StmtId> {
        let mut stmts = Vec::new();
        let in_error = self.kind() == K::Error;
        self.children(|this, kind, _| {
            if kind == K::Semicolon && in_error {
                return;
            }
            if kind.is_stmt() || kind == K::Error || (in_error && kind.is_expr()) {
                stmts.push(this.stmt());
            }
        });
        self.list(&stmts)
    }

    /// The statements of the body at the cursor, if it was parsed on its own.
    fn body_apart(&mut self) -> Option<List<StmtId>> {
        let unit = self.unit.bodies.get(&self.cursor.node().start_byte())?;
        let state = std::mem::take(&mut self.state);
        let mut inner = Lower::new(unit, self.source, self.tables, state);
        let mut stmts = Vec::new();
        inner.stmts_of_unit(&mut stmts);
        let list = inner.list(&stmts);
        self.state = inner.state;
        Some(list)
    }

    /// The statements of a body that was parsed on its own, wherever error recovery has put them.
    fn stmts_of_unit(&mut self, out: &mut Vec<StmtId>) {
        let begin = BEFORE_BODY.len();
        self.children(|this, kind, _| {
            let node = this.cursor.node();
            let is_body = node.start_byte() <= begin && node.end_byte() > begin;
            // The constructor around the body, the parts torn off it, and those taken for members of its class.
            let is_around = is_body && node.start_byte() < begin;
            match kind {
                _ if is_around => this.nested(|this| this.stmts_of_unit(out), |_| ()),
                K::ClassBody => this.nested(|this| this.stmts_of_unit(out), |_| ()),
                K::ConstructorBody | K::Block if is_body => {
                    let stmts = this.stmts_below();
                    out.extend(this.file.list(stmts).collect::<Vec<_>>());
                }
                _ if node.end_byte() <= begin => {}
                K::Semicolon => {}
                K::MethodDecl | K::ConstructorDecl | K::CompactConstructor | K::StaticInit => {
                    this.nested(|this| this.stmts_of_unit(out), |_| ());
                }
                K::FieldDecl => out.push(this.local_var_stmt()),
                kind if kind.is_stmt() || kind == K::Error => out.push(this.stmt()),
                _ => {}
            }
        });
    }

    fn local_var_stmt(&mut self) -> StmtId {
        let span = self.span();
        let (ty, vars) = self.local_vars();
        let vars = self.list(&vars);
        self.add_stmt(span, StmtKind::LocalVar { ty, vars })
    }

    fn exprs_below(&mut self) -> Vec<ExprId> {
        let mut exprs = Vec::new();
        self.children(|this, kind, _| {
            if kind.is_expr() {
                exprs.push(this.expr());
            }
        });
        exprs
    }

    fn label_below(&mut self) -> Option<Sym> {
        let mut label = None;
        self.children(|this, kind, _| {
            if kind == K::Identifier {
                label = Some(this.sym());
            }
        });
        label
    }

    fn condition_and_body(&mut self) -> (ExprId, StmtId) {
        let (mut condition, mut body) = (None, None);
        self.children(|this, _, field| match field {
            F::Condition => condition = Some(this.parenthesized_part()),
            F::Body => body = Some(this.stmt()),
            _ => {}
        });
        (self.expr_or_error(condition), self.stmt_or_error(body))
    }

    fn for_stmt(&mut self) -> StmtKind {
        let (mut ty, mut init, mut condition, mut update, mut body) =
            (None, Vec::new(), None, Vec::new(), None);
        self.children(|this, kind, field| match (field, kind) {
            (F::Init, K::LocalVar) => {
                let (written, vars) = this.local_vars();
                ty = Some(written);
                init = vars;
            }
            (F::Init, _) => init.push(this.expr()),
            (F::Condition, kind) if kind.is_expr() => condition = Some(this.expr()),
            (F::Update, _) => update.push(this.expr()),
            (F::Body, _) => body = Some(this.stmt()),
            _ => {}
        });
        let (init, update) = (self.list(&init), self.list(&update));
        StmtKind::For { ty, init, condition, update, body: self.stmt_or_error(body) }
    }

    fn for_each(&mut self) -> StmtKind {
        let mut variable = Variable::default();
        let (mut iterable, mut body) = (None, None);
        self.children(|this, kind, field| match field {
            F::Value => iterable = Some(this.expr()),
            F::Body => body = Some(this.stmt()),
            _ => variable.part(this, kind, field),
        });
        let var = variable.finish(self, VarKind::ForEach, None);
        let var = self.add_var_decl(var);
        StmtKind::ForEach { var, iterable: self.expr_or_error(iterable), body: self.stmt_or_error(body) }
    }

    /// The written type and the variables of the local variable declaration at the cursor.
    fn local_vars(&mut self) -> (TypeNodeId, Vec<ExprId>) {
        let (mut modifiers, mut ty, mut vars) = (Modifiers::default(), None, Vec::new());
        self.children(|this, kind, field| match (field, kind) {
            (_, K::Modifiers) => modifiers = this.modifiers(),
            (F::Type, _) => ty = Some(this.local_ty()),
            (F::Declarator, _) => {
                let written = this.type_or_error(ty);
                ty = Some(written);
                let var = this.declarator(VarKind::Local, written, modifiers);
                vars.push(this.add_var_decl(var));
            }
            _ => {}
        });
        (self.type_or_error(ty), vars)
    }

    /// The variable declarator at the cursor.
    pub(super) fn declarator(&mut self, kind: VarKind, written: TypeNodeId, modifiers: Modifiers) -> Var {
        let span = self.span();
        let mut variable = Variable { modifiers, ty: Some(written), ..Variable::default() };
        let mut init = None;
        self.children(|this, kind, field| match field {
            F::Value => init = Some(this.expr()),
            _ => variable.part(this, kind, field),
        });
        let mut var = variable.finish(self, kind, init);
        var.span = span;
        var
    }

    fn try_stmt(&mut self) -> StmtKind {
        let (mut resources, mut body, mut catches, mut finally) = (Vec::new(), None, Vec::new(), None);
        self.children(|this, kind, field| match (field, kind) {
            (F::Resources, _) => this.children(|this, kind, _| {
                if kind == K::Resource {
                    resources.push(this.resource());
                }
            }),
            (F::Body, _) => body = Some(this.stmt()),
            (_, K::CatchClause) => catches.push(this.catch_clause()),
            (_, K::FinallyClause) => this.children(|this, kind, _| {
                if kind == K::Block {
                    finally = Some(this.stmt());
                }
            }),
            _ => {}
        });
        let (resources, catches) = (self.list(&resources), self.list(&catches));
        StmtKind::Try { resources, body: self.stmt_or_error(body), catches, finally }
    }

    fn resource(&mut self) -> StmtId {
        let span = self.span();
        let mut variable = Variable::default();
        let (mut init, mut plain) = (None, None);
        self.children(|this, kind, field| match (field, kind) {
            (F::Value, _) => init = Some(this.expr()),
            (F::Other, K::Identifier | K::FieldAccess) => plain = Some(this.expr()),
            _ => variable.part(this, kind, field),
        });
        if let Some(plain) = plain.filter(|_| variable.ty.is_none()) {
            return self.add_stmt(span, StmtKind::ResourceExpr(plain));
        }
        let ty = self.type_or_error(variable.ty);
        variable.ty = Some(ty);
        let mut var = variable.finish(self, VarKind::Resource, init);
        var.span = Span::new(var.name_span.start, span.end);
        let decl = self.add_var_decl(var);
        let vars = self.list(&[decl]);
        self.add_stmt(span, StmtKind::LocalVar { ty, vars })
    }

    fn catch_clause(&mut self) -> StmtId {
        let span = self.span();
        let (mut param, mut body) = (None, None);
        self.children(|this, kind, field| match (field, kind) {
            (_, K::CatchParam) => {
                let mut variable = Variable::default();
                this.children(|this, kind, field| match kind {
                    K::CatchType => {
                        let mut types = Vec::new();
                        this.children(|this, kind, _| {
                            if kind.is_type() {
                                types.push(this.ty());
                            }
                        });
                        variable.ty = Some(this.joined(&types, TypeNodeKind::Union));
                    }
                    _ => variable.part(this, kind, field),
                });
                let var = variable.finish(this, VarKind::CatchParam, None);
                param = Some(this.add_var_decl(var));
            }
            (F::Body, _) => body = Some(this.stmt()),
            _ => {}
        });
        let param = self.expr_or_error(param);
        let body = self.stmt_or_error(body);
        self.add_stmt(span, StmtKind::Catch { param, body })
    }

    fn constructor_call(&mut self) -> StmtKind {
        let (mut qualifier, mut type_args, mut args, mut is_this) = (None, List::EMPTY, List::EMPTY, false);
        self.children(|this, kind, field| match (field, kind) {
            (F::Object, _) => qualifier = Some(this.expr()),
            (F::TypeArguments, K::TypeArgs) => type_args = this.type_args(),
            (F::Constructor, kind) => is_this = kind == K::This,
            (F::Arguments, _) => args = this.args(),
            _ => {}
        });
        if is_this {
            StmtKind::ThisCall { type_args, args }
        } else {
            StmtKind::SuperCall { qualifier, type_args, args }
        }
    }

    /// Selector and body of the switch at the cursor, which is an expression or a statement.
    pub(super) fn switch_parts(&mut self, is_expr: bool) -> (ExprId, List<StmtId>) {
        let (mut selector, mut body) = (None, Vec::new());
        self.children(|this, kind, field| match (field, kind) {
            (F::Condition, _) => selector = Some(this.parenthesized_part()),
            (_, K::SwitchBlock) => this.children(|this, kind, _| match kind {
                K::SwitchGroup => this.children(|this, kind, _| match kind {
                    K::SwitchLabel => body.push(this.case()),
                    kind if kind.is_stmt() || kind == K::Error => body.push(this.stmt()),
                    _ => {}
                }),
                K::SwitchRule => body.push(this.rule(is_expr)),
                K::Error => body.push(this.stmt()),
                _ => {}
            }),
            _ => {}
        });
        let selector = self.expr_or_error(selector);
        (selector, self.list(&body))
    }

    fn rule(&mut self, is_expr: bool) -> StmtId {
        let span = self.span();
        let (mut case, mut body) = (None, None);
        self.children(|this, kind, _| match kind {
            K::SwitchLabel => case = Some(this.case()),
            K::ExprStmt if is_expr => {
                let exprs = this.exprs_below();
                body = Some(CaseBody::Expr(this.expr_or_error(exprs.first().copied())));
            }
            kind if kind.is_stmt() => body = Some(CaseBody::Stmt(this.stmt())),
            _ => {}
        });
        let case = self.stmt_or_error(case);
        let body = match body {
            Some(body) => body,
            None => CaseBody::Stmt(self.stmt_or_error(None)),
        };
        let stmt = &mut self.file.stmts[case.index()];
        if let StmtKind::Case { body: slot, .. } = &mut stmt.kind {
            *slot = body;
        }
        stmt.span = span;
        case
    }

    fn case(&mut self) -> StmtId {
        let span = self.span();
        let (mut labels, mut guard, mut is_default) = (Vec::new(), None, false);
        self.children(|this, kind, _| match kind {
            K::DefaultToken => is_default = true,
            K::Pattern => labels.push(this.pattern()),
            K::Guard => {
                let exprs = this.exprs_below();
                guard = exprs.first().copied();
            }
            kind if kind.is_expr() => labels.push(this.expr()),
            _ => {}
        });
        let labels = self.list(&labels);
        self.add_stmt(span, StmtKind::Case { labels, guard, body: CaseBody::Colon, is_default })
    }

    /// A block for a callable whose body could not be found.
    pub(super) fn add_block(&mut self, span: Span, stmts: &[StmtId]) -> StmtId {
        let stmts = self.list(stmts);
        self.file.stmts.push(Stmt { span, kind: StmtKind::Block(stmts) });
        StmtId::from_index(self.file.stmts.len() - 1)
    }
}

/// The parts of a variable's declaration, collected from the children of various nodes.
#[derive(Default)]
pub(super) struct Variable {
    pub(super) modifiers: Modifiers,
    pub(super) ty: Option<TypeNodeId>,
    pub(super) name: Option<(Span, Sym)>,
}

impl Variable {
    /// Takes the child at the cursor, if it is part of a variable.
    pub(super) fn part(&mut self, lower: &mut Lower<'_>, kind: K, field: F) {
        match (field, kind) {
            (_, K::Modifiers) => self.modifiers = lower.modifiers(),
            (F::Type, _) => self.ty = Some(lower.local_ty()),
            (F::Name, _) => self.name = Some((lower.span(), lower.sym())),
            (F::Dimensions, _) => {
                let base = lower.type_or_error(self.ty);
                self.ty = Some(lower.dimensions_after_name(base));
            }
            _ => {}
        }
    }

    /// The variable; its span is that of the node at the cursor, unless that is a statement.
    pub(super) fn finish(self, lower: &mut Lower<'_>, kind: VarKind, init: Option<ExprId>) -> Var {
        let node = lower.span();
        let (name_span, name) = self.name.unwrap_or((Span::new(node.start, node.start), Sym::EMPTY));
        let ty = lower.type_or_error(self.ty);
        let span = match kind {
            VarKind::ForEach => name_span,
            _ => node,
        };
        Var { kind, is_varargs: false, span, name, name_span, modifiers: self.modifiers, ty: Some(ty), init }
    }
}
