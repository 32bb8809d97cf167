//! Control flow of the callables, laid by `flow`, as blocks, edges and places.

use super::Emitter;
use crate::ast::{CallableId, ExprId, LambdaBody, Member, StmtId, StmtKind, TypeDeclId};
use crate::facts::batch::Ent;
use crate::facts::rows;
use crate::flow::{self, Node, Part, Semantics};
use crate::model::{self, Model};
use crate::resolve::{Binding, FileBindings};

/// What a callable executes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Body {
    /// The body of a method or constructor.
    Callable(CallableId),
    /// The initialisers of fields and the initialiser blocks of a class, in the order of the text.
    Initializers {
        /// The class.
        class: TypeDeclId,
        /// `<clinit>` rather than `<obinit>`.
        is_static: bool,
    },
    /// The body of a lambda.
    Lambda(LambdaBody),
}

/// What the flow asks of types.
struct Known<'a> {
    model: &'a Model,
    bindings: &'a FileBindings,
    tree: &'a crate::ast::File,
}

impl Known<'_> {
    fn declares(&self, callable: model::CallableId) -> bool {
        self.model.callable(callable).throws.get().is_some_and(|throws| !throws.is_empty())
    }
}

impl Semantics for Known<'_> {
    fn declares_exceptions(&self, call: ExprId) -> bool {
        match self.bindings.bindings.get(call.index()) {
            Some(Binding::Callable(callable)) => self.declares(*callable),
            _ => false,
        }
    }

    fn constructor_call_declares_exceptions(&self, call: StmtId) -> bool {
        let calls = &self.bindings.constructor_calls;
        let found = calls.binary_search_by_key(&(call.index() as u32), |&(stmt, _)| stmt);
        found.is_ok_and(|at| self.declares(calls[at].1))
    }

    fn catches_everything(&self, clause: StmtId) -> bool {
        let StmtKind::Catch { param, .. } = self.tree[clause].kind else { return false };
        let crate::ast::ExprKind::VarDecl(var) = self.tree[param].kind else { return false };
        let ty = self.bindings.local_types.get(var.index());
        ty.is_some_and(|&ty| ty == self.model.well_known().throwable)
    }

    fn is_value(&self, name: ExprId) -> bool {
        !matches!(self.bindings.bindings.get(name.index()), Some(Binding::Type | Binding::Package(_)))
    }
}

impl Emitter<'_> {
    /// Lays the control flow of a callable; what stands in it learns its place. To be called before the walk.
    pub(super) fn control_flow(&mut self, body: Body, callable: Ent) {
        let parts = self.parts(body);
        let known = Known { model: self.model, bindings: self.input.bindings, tree: self.tree };
        let flow = flow::flow(self.tree, &parts, &known);
        let first = self.facts.fresh_many(flow.blocks.len() as u32);
        let block = |index: u32| Ent::new(crate::facts::batch::EntKind::Local, first + index);
        for (index, laid) in flow.blocks.iter().enumerate() {
            let id = block(index as u32);
            self.facts.row(rows::CfgBlocks { id, callable, kind: laid.kind as i32 });
            for (pos, node) in laid.nodes.iter().enumerate() {
                let place = Some((id, pos as i32));
                match *node {
                    Node::Expr(expr) => self.expr_places[expr.index()] = place,
                    Node::Stmt(stmt) => self.stmt_places[stmt.index()] = place,
                }
            }
        }
        for edge in &flow.edges {
            let (predecessor, successor) = (block(edge.from), block(edge.to));
            self.facts.row(rows::CfgEdges { predecessor, successor, label: edge.label as i32 });
        }
    }

    fn parts(&self, body: Body) -> Vec<Part> {
        let tree = self.tree;
        match body {
            Body::Callable(id) => tree[id].body.map(Part::Stmt).into_iter().collect(),
            Body::Lambda(LambdaBody::Block(block)) => vec![Part::Stmt(block)],
            Body::Lambda(LambdaBody::Expr(expr)) => vec![Part::Expr(expr)],
            Body::Initializers { class, is_static } => {
                let mut parts = Vec::new();
                for member in &tree[class].members {
                    match *member {
                        Member::Field(field) if self.is_static_field(field) == is_static => {
                            parts.extend(
                                tree.list(tree[field].vars).filter_map(|v| tree[v].init).map(Part::Expr),
                            );
                        }
                        Member::EnumConstant(constant) if is_static => {
                            parts.extend(tree[constant].init.map(Part::Expr));
                        }
                        Member::Initializer(id) if tree[id].is_static == is_static => {
                            parts.push(Part::Stmt(tree[id].body));
                        }
                        Member::Field(_)
                        | Member::EnumConstant(_)
                        | Member::Initializer(_)
                        | Member::Callable(_)
                        | Member::Type(_) => {}
                    }
                }
                parts
            }
        }
    }
}
