//! Execution of statements (JLS 14).

use super::builder::{Builder, Continuation, Frame};
use super::{EXIT, EdgeLabel, Node, Prologue};
use crate::ast::{CaseBody, ExprId, ExprKind, List, LiteralKind, StmtId, StmtKind};
use crate::intern::Sym;
use quarrel_common::never;

impl Builder<'_> {
    /// Executes a statement.
    pub(super) fn statement(&mut self, id: StmtId) {
        let file = self.file;
        let labels = std::mem::take(&mut self.pending_labels);
        match file[id].kind {
            StmtKind::Block(list) => {
                self.node(Node::Stmt(id));
                if let Some(mut prologue) = self.pending_prologue.take() {
                    let call = |stmt: StmtId| matches!(file[stmt].kind, StmtKind::SuperCall { .. });
                    if prologue.super_call.is_none() && file.list(list).any(call) {
                        self.pending_initializers = std::mem::take(&mut prologue.initializers);
                    }
                    self.prologue(prologue);
                }
                self.labelled(labels, |this| {
                    for stmt in file.list(list) {
                        this.statement(stmt);
                    }
                });
            }
            StmtKind::If { condition, then, otherwise } => {
                self.node(Node::Stmt(id));
                self.labelled(labels, |this| {
                    let (yes, no, join) = (this.new_block(), this.new_block(), this.new_block());
                    this.condition(condition, yes, no);
                    this.current = yes;
                    this.statement(then);
                    this.edge(this.current, join, EdgeLabel::Normal);
                    this.current = no;
                    if let Some(otherwise) = otherwise {
                        this.statement(otherwise);
                    }
                    this.continue_at(join);
                });
            }
            StmtKind::While { condition, body } => {
                self.node(Node::Stmt(id));
                let (test, inside, after) = (self.new_block(), self.new_block(), self.new_block());
                self.continue_at(test);
                self.condition(condition, inside, after);
                self.current = inside;
                self.loop_body(labels, body, after, test);
                self.edge(self.current, test, EdgeLabel::Normal);
                self.current = after;
            }
            StmtKind::Do { body, condition } => {
                self.node(Node::Stmt(id));
                let (inside, test, after) = (self.new_block(), self.new_block(), self.new_block());
                self.continue_at(inside);
                self.loop_body(labels, body, after, test);
                self.continue_at(test);
                self.condition(condition, inside, after);
                self.current = after;
            }
            StmtKind::For { init, condition, update, body, .. } => {
                self.node(Node::Stmt(id));
                self.all(init);
                let (test, inside, updates, after) =
                    (self.new_block(), self.new_block(), self.new_block(), self.new_block());
                self.continue_at(test);
                match condition {
                    Some(condition) => self.condition(condition, inside, after),
                    None => self.edge(test, inside, EdgeLabel::Normal),
                }
                self.current = inside;
                self.loop_body(labels, body, after, updates);
                self.continue_at(updates);
                self.all(update);
                self.edge(self.current, test, EdgeLabel::Normal);
                self.current = after;
            }
            StmtKind::ForEach { var, iterable, body } => {
                self.node(Node::Stmt(id));
                self.expression(iterable);
                let (test, inside, after) = (self.new_block(), self.new_block(), self.new_block());
                self.may_throw_inside_try();
                self.continue_at(test);
                self.edge(test, inside, EdgeLabel::Normal);
                self.edge(test, after, EdgeLabel::Normal);
                self.current = inside;
                self.expression(var);
                self.loop_body(labels, body, after, test);
                self.edge(self.current, test, EdgeLabel::Normal);
                self.current = after;
            }
            StmtKind::Try { resources, body, catches, finally } => {
                self.node(Node::Stmt(id));
                self.labelled(labels, |this| this.try_statement(resources, body, catches, finally));
            }
            StmtKind::ResourceExpr(expr) => self.expression(expr),
            StmtKind::Catch { param, body } => {
                self.node(Node::Stmt(id));
                self.expression(param);
                self.statement(body);
            }
            StmtKind::Switch { selector, body } => {
                self.node(Node::Stmt(id));
                let after = self.new_block();
                self.frames.push(Frame::Target {
                    labels,
                    break_to: Some(after),
                    unlabelled_break: true,
                    continue_to: None,
                    yield_to: None,
                });
                self.switch(selector, body, after, false);
                self.frames.pop();
                self.current = after;
            }
            // `switch` executes cases; one outside of a `switch` comes from a syntax error.
            StmtKind::Case { .. } => self.node(Node::Stmt(id)),
            StmtKind::Synchronized { lock, body } => {
                self.expression(lock);
                self.node(Node::Stmt(id));
                self.may_throw_inside_try();
                self.labelled(labels, |this| this.statement(body));
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expression(value);
                }
                self.node(Node::Stmt(id));
                self.jump(EXIT, 0);
            }
            StmtKind::Throw(value) => {
                self.expression(value);
                self.node(Node::Stmt(id));
                self.throws();
            }
            StmtKind::Break(label) => {
                self.node(Node::Stmt(id));
                self.leave(|frame| match frame {
                    Frame::Target { labels, break_to, unlabelled_break, .. } => {
                        break_to.filter(|_| label.map_or(*unlabelled_break, |label| labels.contains(&label)))
                    }
                    _ => None,
                });
            }
            StmtKind::Continue(label) => {
                self.node(Node::Stmt(id));
                self.leave(|frame| match frame {
                    Frame::Target { labels, continue_to, .. } => {
                        continue_to.filter(|_| label.is_none_or(|label| labels.contains(&label)))
                    }
                    _ => None,
                });
            }
            StmtKind::Yield(value) => {
                self.expression(value);
                self.node(Node::Stmt(id));
                self.leave(|frame| match frame {
                    Frame::Target { yield_to, .. } => *yield_to,
                    _ => None,
                });
            }
            StmtKind::Empty | StmtKind::LocalType(_) => self.node(Node::Stmt(id)),
            StmtKind::Expr(expr) => {
                self.node(Node::Stmt(id));
                self.expression(expr);
            }
            StmtKind::Labeled { label, body } => {
                self.node(Node::Stmt(id));
                self.pending_labels = labels;
                self.pending_labels.push(label);
                self.statement(body);
                self.pending_labels.clear();
            }
            StmtKind::Assert { condition, message } => {
                self.node(Node::Stmt(id));
                let (yes, no) = (self.new_block(), self.new_block());
                // Assertions may be disabled (JLS 14.10). The condition is assumed to hold all the same, unless it
                // never does: `assert false` ends no path.
                if self.is_false(condition) {
                    let test = self.new_block();
                    self.edge(self.current, yes, EdgeLabel::Normal);
                    self.continue_at(test);
                }
                self.condition(condition, yes, no);
                self.current = no;
                if let Some(message) = message {
                    self.expression(message);
                }
                self.throws();
                self.current = yes;
            }
            StmtKind::LocalVar { vars, .. } => {
                self.node(Node::Stmt(id));
                self.all(vars);
            }
            StmtKind::ThisCall { args, .. } => {
                self.all(args);
                self.constructor_call(id);
            }
            StmtKind::SuperCall { qualifier, args, .. } => {
                if let Some(qualifier) = qualifier {
                    self.expression(qualifier);
                }
                self.all(args);
                self.constructor_call(id);
                if std::mem::take(&mut self.pending_initializers) {
                    self.initializers();
                }
            }
            StmtKind::Error { parts } => {
                self.node(Node::Stmt(id));
                for part in file.list(parts) {
                    self.statement(part);
                }
            }
        }
    }

    fn constructor_call(&mut self, id: StmtId) {
        self.node(Node::Stmt(id));
        if self.inside_try() || self.semantics.constructor_call_declares_exceptions(id) {
            self.may_throw();
        }
    }

    /// The implicit calls of the superclass's constructor and of the initialisers.
    pub(super) fn prologue(&mut self, prologue: Prologue) {
        if let Some(declares_exceptions) = prologue.super_call {
            self.node(Node::SuperCall);
            if declares_exceptions || self.inside_try() {
                self.may_throw();
            }
        }
        if prologue.initializers {
            self.initializers();
        }
    }

    fn initializers(&mut self) {
        self.node(Node::InitializersStmt);
        self.node(Node::InitializersCall);
    }

    /// Executes a statement that only a labelled `break` can leave early.
    fn labelled(&mut self, labels: Vec<Sym>, body: impl FnOnce(&mut Self)) {
        if labels.is_empty() {
            return body(self);
        }
        let after = self.new_block();
        self.frames.push(Frame::Target {
            labels,
            break_to: Some(after),
            unlabelled_break: false,
            continue_to: None,
            yield_to: None,
        });
        body(self);
        self.frames.pop();
        self.continue_at(after);
    }

    fn loop_body(&mut self, labels: Vec<Sym>, body: StmtId, break_to: u32, continue_to: u32) {
        self.frames.push(Frame::Target {
            labels,
            break_to: Some(break_to),
            unlabelled_break: true,
            continue_to: Some(continue_to),
            yield_to: None,
        });
        self.statement(body);
        self.frames.pop();
    }

    /// Jumps to the target of the innermost matching frame; without one (a mistake in the source) out of the body.
    fn leave(&mut self, target: impl Fn(&Frame) -> Option<u32>) {
        let found = self.frames.iter().enumerate().rev().find_map(|(at, frame)| Some((target(frame)?, at)));
        let (target, depth) = found.unwrap_or((EXIT, 0));
        self.jump(target, depth);
    }

    fn try_statement(
        &mut self,
        resources: List<StmtId>,
        body: StmtId,
        catches: List<StmtId>,
        finally: Option<StmtId>,
    ) {
        let file = self.file;
        let after = self.new_block();
        let finally_entry = finally.map(|_| self.new_block());
        if let Some(entry) = finally_entry {
            self.frames.push(Frame::Finally { entry, continuations: Vec::new() });
        }
        let depth = self.frames.len();
        let normal = Continuation::Jump { target: after, depth: depth - usize::from(finally.is_some()) };
        let clauses: Vec<(StmtId, u32)> =
            file.list(catches).map(|clause| (clause, self.new_block())).collect();
        if !clauses.is_empty() {
            self.frames.push(Frame::Catches {
                clauses: clauses.iter().map(|(_, block)| *block).collect(),
                everything: clauses.iter().any(|(clause, _)| self.semantics.catches_everything(*clause)),
            });
        }
        for resource in file.list(resources) {
            self.statement(resource);
        }
        self.statement(body);
        if !resources.is_empty() {
            // Closing the resources, which has no node of its own, may throw (JLS 14.20.3).
            let declares =
                file.list(resources).any(|resource| self.semantics.close_declares_exceptions(resource));
            if declares || self.inside_try() {
                self.may_throw();
            }
        }
        self.frames.truncate(depth);
        self.route(self.current, EdgeLabel::Normal, normal, depth);
        for (clause, block) in clauses {
            self.current = block;
            self.statement(clause);
            self.route(self.current, EdgeLabel::Normal, normal, depth);
        }
        if let (Some(finally), Some(entry)) = (finally, finally_entry) {
            let continuations = match self.frames.pop() {
                Some(Frame::Finally { continuations, .. }) => continuations,
                _ => Vec::new(),
            };
            self.current = entry;
            self.statement(finally);
            let end = self.current;
            for way in continuations {
                let label = match way {
                    Continuation::Jump { .. } => EdgeLabel::Normal,
                    Continuation::Exception => EdgeLabel::Exception,
                };
                self.route(end, label, way, self.frames.len());
            }
        }
        self.current = after;
    }

    /// Executes a `switch`: control enters every case after the selector or, in the old form, from the end of the
    /// preceding case. `exhaustive`: one of the cases matches.
    pub(super) fn switch(&mut self, selector: ExprId, body: List<StmtId>, after: u32, exhaustive: bool) {
        let file = self.file;
        self.expression(selector);
        self.may_throw_inside_try();
        let cases: Vec<(StmtId, u32)> = file
            .list(body)
            .filter(|stmt| matches!(file[*stmt].kind, StmtKind::Case { .. }))
            .map(|case| (case, self.new_block()))
            .collect();
        let has_default = cases.iter().any(|(case, _)| self.is_default(*case));
        let fits = exhaustive || has_default;
        // Values that match no label and guard go to `default`, wherever it is (JLS 14.11.3).
        let default = cases
            .iter()
            .position(|(case, _)| matches!(file[*case].kind, StmtKind::Case { is_default: true, .. }));
        let dispatch = self.current;
        self.dispatch(dispatch, &cases, fits, after);
        self.unreachable();
        let mut seen = 0;
        for stmt in file.list(body) {
            let StmtKind::Case { labels, guard, body, .. } = file[stmt].kind else {
                self.statement(stmt);
                continue;
            };
            let entry = cases[seen].1;
            seen += 1;
            if !matches!(body, CaseBody::Colon) {
                // Only the selector leads into an arrow case.
                self.current = entry;
            } else {
                self.continue_at(entry);
            }
            self.node(Node::Stmt(stmt));
            self.all(labels);
            if let Some(guard) = guard {
                let (yes, no) = (self.new_block(), self.new_block());
                self.condition(guard, yes, no);
                match default.filter(|default| *default < seen) {
                    Some(default) => {
                        for (_, block) in cases[seen..].iter().chain([&cases[default]]) {
                            self.edge(no, *block, EdgeLabel::Normal);
                        }
                    }
                    None => self.dispatch(no, &cases[seen..], fits, after),
                }
                self.current = yes;
            }
            match body {
                CaseBody::Colon => {}
                CaseBody::Expr(value) => {
                    self.expression(value);
                    self.edge(self.current, after, EdgeLabel::Normal);
                    self.unreachable();
                }
                CaseBody::Stmt(body) => {
                    self.statement(body);
                    self.edge(self.current, after, EdgeLabel::Normal);
                    self.unreachable();
                }
            }
        }
        self.edge(self.current, after, EdgeLabel::Normal);
    }

    fn dispatch(&mut self, from: u32, cases: &[(StmtId, u32)], fits: bool, after: u32) {
        for (_, block) in cases {
            self.edge(from, *block, EdgeLabel::Normal);
        }
        if !fits || cases.is_empty() {
            self.edge(from, after, EdgeLabel::Normal);
        }
    }

    /// Whether the case takes all remaining values.
    fn is_default(&self, case: StmtId) -> bool {
        let StmtKind::Case { is_default, labels, .. } = self.file[case].kind else {
            return never!("something else in place of a case", false);
        };
        // `case null` and patterns make a switch exhaustive (JLS 14.11.1.1).
        is_default
            || self.file.list(labels).any(|label| {
                matches!(
                    self.file[label].kind,
                    ExprKind::VarDecl(_)
                        | ExprKind::RecordPattern { .. }
                        | ExprKind::Literal { kind: LiteralKind::Null, .. }
                )
            })
    }
}
