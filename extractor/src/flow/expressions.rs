//! Evaluation of expressions (JLS 15.7) and of conditions.

use super::builder::{Builder, Frame};
use super::{EdgeLabel, Node};
use crate::ast::{BinaryOp, ExprId, ExprKind, LiteralKind, UnaryOp};

impl Builder<'_> {
    /// Evaluates an expression for its value or effect.
    pub(super) fn expression(&mut self, id: ExprId) {
        match self.file[id].kind {
            ExprKind::Literal { .. } | ExprKind::ClassLiteral { .. } | ExprKind::Lambda { .. } => {
                self.node(Node::Expr(id));
            }
            ExprKind::This { qualifier } | ExprKind::Super { qualifier } => {
                // A type name is not evaluated. In Java that does not compile anything may stand here.
                if let Some(qualifier) = qualifier {
                    self.expression(qualifier);
                }
                self.node(Node::Expr(id));
            }
            ExprKind::Name(_) => {
                if self.semantics.is_value(id) {
                    self.node(Node::Expr(id));
                }
            }
            ExprKind::Select { qualifier, .. } => {
                if self.semantics.is_value(id) {
                    self.expression(qualifier);
                    self.node(Node::Expr(id));
                    if self.may_be_null(qualifier) {
                        self.may_throw_inside_try();
                    }
                }
            }
            ExprKind::Call { qualifier, args, .. } => {
                if let Some(qualifier) = qualifier {
                    self.expression(qualifier);
                }
                self.all(args);
                self.call(id);
            }
            ExprKind::New(new) => {
                let new = self.file[new];
                if let Some(qualifier) = new.qualifier {
                    self.expression(qualifier);
                }
                self.all(new.args);
                self.call(id);
            }
            ExprKind::NewArray { dims, init, .. } => {
                self.all(dims);
                if let Some(init) = init {
                    self.expression(init);
                }
                self.node(Node::Expr(id));
                self.may_throw_inside_try();
            }
            ExprKind::ArrayInit { elements } => {
                self.all(elements);
                self.node(Node::Expr(id));
            }
            ExprKind::Unary { operand, .. } => {
                self.expression(operand);
                self.node(Node::Expr(id));
            }
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. } => {
                let (yes, no, join) = (self.new_block(), self.new_block(), self.new_block());
                self.condition(id, yes, no);
                self.current = yes;
                self.continue_at(join);
                self.current = no;
                self.continue_at(join);
            }
            ExprKind::Binary { op, left, right } => {
                self.binary(id, op, left, right);
            }
            ExprKind::Assign { op: None, target, value } => {
                // Java evaluates the value before it accesses the target (JLS 15.26.1).
                let throws = self.destination(target);
                self.expression(value);
                self.node(Node::Expr(id));
                if throws {
                    self.may_throw_inside_try();
                }
            }
            ExprKind::Assign { op, target, value } => {
                self.expression(target);
                self.expression(value);
                self.node(Node::Expr(id));
                let stores = matches!(self.file[target].kind, ExprKind::ArrayAccess { .. });
                if stores || matches!(op, Some(BinaryOp::Div | BinaryOp::Rem)) {
                    self.may_throw_inside_try();
                }
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.node(Node::Expr(id));
                let (yes, no, join) = (self.new_block(), self.new_block(), self.new_block());
                self.condition(condition, yes, no);
                for (branch, value) in [(yes, then), (no, otherwise)] {
                    self.current = branch;
                    self.expression(value);
                    self.edge(self.current, join, EdgeLabel::Normal);
                }
                self.current = join;
            }
            ExprKind::Cast { operand, .. } => {
                self.expression(operand);
                self.node(Node::Expr(id));
                self.may_throw_inside_try();
            }
            ExprKind::InstanceOf { operand, pattern, .. } => {
                self.expression(operand);
                if let Some(pattern) = pattern {
                    self.expression(pattern);
                }
                self.node(Node::Expr(id));
            }
            ExprKind::ArrayAccess { array, index } => {
                self.expression(array);
                self.expression(index);
                self.node(Node::Expr(id));
                self.may_throw_inside_try();
            }
            ExprKind::MethodRef { qualifier, .. } => {
                if self.semantics.evaluates_qualifier(id) {
                    self.expression(qualifier);
                }
                self.node(Node::Expr(id));
            }
            ExprKind::TypeOperand(_) | ExprKind::Annotation(_) => {}
            ExprKind::Switch { selector, body } => {
                self.node(Node::Expr(id));
                let after = self.new_block();
                self.frames.push(Frame::Target {
                    labels: Vec::new(),
                    break_to: None,
                    unlabelled_break: false,
                    continue_to: None,
                    yield_to: Some(after),
                });
                self.switch(selector, body, after, true);
                self.frames.pop();
                self.current = after;
            }
            ExprKind::VarDecl(var) => {
                if let Some(init) = self.file[var].init {
                    self.expression(init);
                }
                self.node(Node::Expr(id));
            }
            ExprKind::RecordPattern { components, .. } => {
                self.all(components);
                self.node(Node::Expr(id));
            }
            ExprKind::AnyPattern => self.node(Node::Expr(id)),
            ExprKind::Template { processor, args } => {
                if let Some(processor) = processor {
                    self.expression(processor);
                }
                self.all(args);
                self.node(Node::Expr(id));
                self.may_throw_inside_try();
            }
            ExprKind::Error { parts } => {
                self.all(parts);
                self.node(Node::Expr(id));
            }
        }
    }

    /// Evaluates the parts of an assignment's target. Returns whether storing may throw.
    fn destination(&mut self, id: ExprId) -> bool {
        match self.file[id].kind {
            ExprKind::ArrayAccess { array, index } => {
                self.expression(array);
                self.expression(index);
                self.node(Node::Expr(id));
                true
            }
            ExprKind::Select { qualifier, .. } if self.semantics.is_value(id) => {
                self.expression(qualifier);
                self.node(Node::Expr(id));
                self.may_be_null(qualifier)
            }
            _ => {
                self.expression(id);
                false
            }
        }
    }

    /// Whether a condition is the constant `false`.
    pub(super) fn is_false(&self, id: ExprId) -> bool {
        match self.file[id].kind {
            ExprKind::Literal { kind: LiteralKind::Boolean, text } => text.as_str() == "false",
            _ => self.semantics.constant(id) == Some(false),
        }
    }

    /// Whether the value before a dot may be null.
    fn may_be_null(&self, qualifier: ExprId) -> bool {
        let own = matches!(self.file[qualifier].kind, ExprKind::This { .. } | ExprKind::Super { .. });
        !own && self.is_evaluated(qualifier)
    }

    /// Evaluates a condition and ends the current block with edges to `yes` and `no`.
    pub(super) fn condition(&mut self, id: ExprId, yes: u32, no: u32) {
        match self.file[id].kind {
            ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), left, right } => {
                self.node(Node::Expr(id));
                let more = self.new_block();
                if op == BinaryOp::And {
                    self.condition(left, more, no);
                } else {
                    self.condition(left, yes, more);
                }
                self.current = more;
                self.condition(right, yes, no);
            }
            ExprKind::Unary { op: UnaryOp::Not, operand } => {
                self.node(Node::Expr(id));
                self.condition(operand, no, yes);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.node(Node::Expr(id));
                let (first, second) = (self.new_block(), self.new_block());
                self.condition(condition, first, second);
                for (branch, value) in [(first, then), (second, otherwise)] {
                    self.current = branch;
                    self.condition(value, yes, no);
                }
            }
            ExprKind::Literal { kind: LiteralKind::Boolean, text } => {
                self.node(Node::Expr(id));
                let (target, label) =
                    if text.as_str() == "true" { (yes, EdgeLabel::True) } else { (no, EdgeLabel::False) };
                self.edge(self.current, target, label);
            }
            _ => {
                self.expression(id);
                if !self.is_evaluated(id) {
                    // A mistake in the source; the branch still depends on this expression.
                    self.node(Node::Expr(id));
                }
                match self.semantics.constant(id) {
                    Some(true) => self.edge(self.current, yes, EdgeLabel::True),
                    Some(false) => self.edge(self.current, no, EdgeLabel::False),
                    None => self.decide(yes, no),
                }
            }
        }
    }

    /// Ends the current block with a true and a false edge.
    pub(super) fn decide(&mut self, yes: u32, no: u32) {
        self.edge(self.current, yes, EdgeLabel::True);
        self.edge(self.current, no, EdgeLabel::False);
    }

    /// Whether the expression has a value at run time: names of types and packages have none.
    fn is_evaluated(&self, id: ExprId) -> bool {
        match self.file[id].kind {
            ExprKind::Name(_) | ExprKind::Select { .. } => self.semantics.is_value(id),
            _ => true,
        }
    }

    pub(super) fn all(&mut self, list: crate::ast::List<ExprId>) {
        let file = self.file;
        for item in file.list(list) {
            self.expression(item);
        }
    }

    fn call(&mut self, id: ExprId) {
        self.node(Node::Expr(id));
        if self.inside_try() || self.semantics.declares_exceptions(id) {
            self.may_throw();
        }
    }

    /// The last node may throw an undeclared exception, which matters to a catch clause or `finally` block.
    pub(super) fn may_throw_inside_try(&mut self) {
        if self.inside_try() {
            self.may_throw();
        }
    }

    /// A chain `a + b + c + ...` is walked without recursion, as generated code has long ones.
    fn binary(&mut self, id: ExprId, op: BinaryOp, left: ExprId, right: ExprId) {
        let mut chain = vec![(id, op, right)];
        let mut first = left;
        while let ExprKind::Binary { op, left, right } = self.file[first].kind {
            if matches!(op, BinaryOp::And | BinaryOp::Or) {
                break;
            }
            chain.push((first, op, right));
            first = left;
        }
        self.expression(first);
        for (id, op, right) in chain.into_iter().rev() {
            self.expression(right);
            self.node(Node::Expr(id));
            if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
                self.may_throw_inside_try();
            }
        }
    }
}
