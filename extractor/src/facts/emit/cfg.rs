//! Control flow of the callables, computed by `flow`, as blocks, edges and places.

use super::Emitter;
use super::references::referent;
use crate::ast::{self, CallableId, ExprId, ExprKind, LambdaBody, Member, StmtId, StmtKind, TypeDeclId};
use crate::facts::batch::Ent;
use crate::facts::rows;
use crate::flow::{self, Node, Part, Semantics};
use crate::intern::Sym;
use crate::model::{self, FileId, Model};
use crate::resolve::constants::{Constants, Value};
use crate::resolve::types::upper_class;
use crate::resolve::{Binding, FileBindings, Functional};
use quarrel_common::never;
use rustc_hash::FxHashMap;

/// A block, and an index in it.
pub(super) type BlockPlace = (Ent, i32);

/// The code that a callable executes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Body {
    /// The body of a method.
    Callable(CallableId),
    /// The body of a constructor, and its implicit calls.
    Constructor(CallableId, Unwritten),
    /// An implicit constructor.
    DefaultConstructor {
        /// Its implicit calls.
        unwritten: Unwritten,
        /// The number of arguments that it passes on.
        arguments: u32,
        /// The number of nodes in its final assignments.
        assignments: u32,
    },
    /// The initialisers of fields and the initialiser blocks of a class, in the order of the text.
    Initializers {
        /// The class.
        class: TypeDeclId,
        /// `<clinit>` rather than `<obinit>`.
        is_static: bool,
    },
    /// The body of a lambda.
    Lambda(LambdaBody),
    /// The code of a method reference.
    Reference {
        /// The expression before `::`, if it has a value.
        value: Option<ExprId>,
        /// The number of other evaluated expressions; the last one is the call.
        added: u32,
        /// Whether the call declares exceptions.
        throws: bool,
    },
}

/// The implicit calls of a constructor.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Unwritten {
    /// The call of a constructor of the superclass, with the constructor if known.
    pub(super) super_call: Option<Option<model::CallableId>>,
    /// The method with the initialisers that it executes.
    pub(super) initializers: Option<Ent>,
}

/// The places of implicit nodes in the control flow.
#[derive(Debug, Clone, Default)]
pub(super) struct ImplicitPlaces {
    /// The implicit block around everything.
    pub(super) body: Option<BlockPlace>,
    /// The `return` of a lambda `x -> e`.
    pub(super) value: Option<BlockPlace>,
    /// The call `super()`.
    pub(super) super_call: Option<BlockPlace>,
    /// The statement that calls the initialisers.
    pub(super) initializers_stmt: Option<BlockPlace>,
    /// The call in it.
    pub(super) initializers_call: Option<BlockPlace>,
    /// Other implicit nodes, by number.
    pub(super) added: Vec<BlockPlace>,
}

/// Answers the flow's questions about types.
struct Known<'a> {
    model: &'a Model,
    bindings: &'a FileBindings,
    tree: &'a ast::File,
    file: FileId,
    /// The functions of method references, if those have bodies.
    functionals: Option<&'a FxHashMap<u32, &'a Functional>>,
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

    fn close_declares_exceptions(&self, resource: StmtId) -> bool {
        let ty = match self.tree[resource].kind {
            StmtKind::LocalVar { vars, .. } => self.tree.list(vars).next().and_then(|decl| {
                let ExprKind::VarDecl(var) = self.tree[decl].kind else {
                    return never!("a resource that declares no variable", None);
                };
                self.bindings.local_types.get(var.index())
            }),
            StmtKind::ResourceExpr(expr) => self.bindings.expr_types.get(expr.index()),
            _ => None,
        };
        let class = ty.and_then(|&ty| self.model.types.class_of(upper_class(self.model, ty)));
        class.is_some_and(|class| {
            let close = self.model.methods_named(class, Sym::new("close"));
            close.iter().any(|&m| self.model.callable(m).params.is_empty() && self.declares(m))
        })
    }

    fn catches_everything(&self, clause: StmtId) -> bool {
        let StmtKind::Catch { param, .. } = self.tree[clause].kind else {
            return never!("something else in place of a catch clause", false);
        };
        let ExprKind::VarDecl(var) = self.tree[param].kind else { return false };
        let ty = self.bindings.local_types.get(var.index());
        ty.is_some_and(|&ty| ty == self.model.well_known().throwable)
    }

    fn constant(&self, condition: ExprId) -> Option<bool> {
        let constants =
            Constants { model: self.model, tree: self.tree, file: self.file, bindings: self.bindings };
        match constants.value(condition)? {
            Value::Bool(value) => Some(value),
            Value::Int(..) => None,
        }
    }

    fn evaluates_qualifier(&self, reference: ExprId) -> bool {
        let kind = self.tree[reference].kind;
        let known = self.functionals.is_some_and(|known| known.contains_key(&(reference.index() as u32)));
        !known || referent(self.model, self.bindings, reference, kind).is_none()
    }

    fn is_value(&self, name: ExprId) -> bool {
        !matches!(self.bindings.bindings.get(name.index()), Some(Binding::Type | Binding::Package(_)))
    }
}

impl Emitter<'_> {
    /// Computes the control flow of a callable and records the place of each of its nodes. Call it before the walk.
    /// Returns the places of the nodes that are not in the tree.
    pub(super) fn control_flow(&mut self, body: Body, callable: Ent) -> ImplicitPlaces {
        let parts = self.parts(body);
        let known = Known {
            model: self.model,
            bindings: self.input.bindings,
            tree: self.tree,
            file: self.input.id,
            functionals: self.input.bound.map(|_| &self.functionals),
        };
        let flow = flow::flow(self.tree, &parts, &known);
        let mut implicit = ImplicitPlaces::default();
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
                    Node::Body => implicit.body = place,
                    Node::Value => implicit.value = place,
                    Node::SuperCall => implicit.super_call = place,
                    Node::InitializersStmt => implicit.initializers_stmt = place,
                    Node::InitializersCall => implicit.initializers_call = place,
                    // They come in the order of their numbers.
                    Node::Added(_) => implicit.added.extend(place),
                    Node::Assignment(var, part) => {
                        self.assignment_places.entry(var).or_default()[part as usize] = place;
                    }
                }
            }
        }
        for edge in &flow.edges {
            let (predecessor, successor) = (block(edge.from), block(edge.to));
            self.facts.row(rows::CfgEdges { predecessor, successor, label: edge.label as i32 });
        }
        implicit
    }

    fn parts(&self, body: Body) -> Vec<Part> {
        let tree = self.tree;
        let throws = |constructor: Option<model::CallableId>| {
            constructor.and_then(|id| self.model.callable(id).throws.get()).is_some_and(|t| !t.is_empty())
        };
        let prologue = |unwritten: Unwritten| flow::Prologue {
            super_call: unwritten.super_call.map(throws),
            initializers: unwritten.initializers.is_some(),
        };
        match body {
            Body::Callable(id) => tree[id].body.map(Part::Stmt).into_iter().collect(),
            Body::Lambda(LambdaBody::Block(block)) => vec![Part::Stmt(block)],
            Body::Lambda(LambdaBody::Expr(expr)) => vec![Part::Value(expr)],
            Body::Reference { value, added, throws } => {
                let value = value.map(Part::Expr);
                let throws = throws.then_some(Part::MayThrow);
                let parts =
                    [Some(Part::Body), value, Some(Part::Added(0, added)), throws, Some(Part::Return)];
                parts.into_iter().flatten().collect()
            }
            Body::Constructor(id, unwritten) => {
                tree[id].body.map(|body| Part::Constructor(body, prologue(unwritten))).into_iter().collect()
            }
            Body::DefaultConstructor { unwritten, arguments, assignments } => vec![
                Part::Body,
                Part::Added(0, arguments),
                Part::Prologue(prologue(unwritten)),
                Part::Added(arguments, arguments + assignments),
            ],
            Body::Initializers { class, is_static } => {
                let mut parts = vec![Part::Body];
                for member in &tree[class].members {
                    match *member {
                        Member::Field(field) if self.is_static_field(field) == is_static => {
                            parts.extend(tree.list(tree[field].vars).map(Part::Field));
                        }
                        Member::EnumConstant(constant) if is_static => {
                            parts.push(Part::Field(constant));
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
