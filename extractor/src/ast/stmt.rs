//! Statements, catch clauses and switch labels.

use super::{ExprId, List, Span, StmtId, TypeDeclId, TypeNodeId};
use crate::intern::Sym;
use serde::{Deserialize, Serialize};

/// A statement (JLS 14).
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Stmt {
    /// Its full extent.
    pub span: Span,
    /// Its kind.
    pub kind: StmtKind,
}

/// The kind of a [`Stmt`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StmtKind {
    /// `{ ... }`; also the bodies of callables, initialisers and lambdas.
    Block(List<StmtId>),
    /// `if`.
    If {
        /// The condition.
        condition: ExprId,
        /// The branch if the condition holds.
        then: StmtId,
        /// The `else` branch.
        otherwise: Option<StmtId>,
    },
    /// The basic `for`.
    For {
        /// The type of declared variables, as written before the first of them.
        ty: Option<TypeNodeId>,
        /// `VarDecl`s, or expressions.
        init: List<ExprId>,
        /// The condition; `None` means `true`.
        condition: Option<ExprId>,
        /// The updates.
        update: List<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// The enhanced `for`.
    ForEach {
        /// The variable, a `VarDecl`.
        var: ExprId,
        /// The iterable or array.
        iterable: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `while`.
    While {
        /// The condition.
        condition: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `do ... while`.
    Do {
        /// The body.
        body: StmtId,
        /// The condition.
        condition: ExprId,
    },
    /// `try`, with or without resources.
    Try {
        /// `LocalVar`s with one variable, or `ResourceExpr`s.
        resources: List<StmtId>,
        /// The block.
        body: StmtId,
        /// `Catch` clauses.
        catches: List<StmtId>,
        /// The `finally` block.
        finally: Option<StmtId>,
    },
    /// A variable as a resource: `try (r)`. Not a statement of the language; it occurs only in `Try::resources`.
    ResourceExpr(ExprId),
    /// A catch clause; occurs only in `Try::catches`.
    Catch {
        /// The parameter, a `VarDecl`; several types form a union.
        param: ExprId,
        /// The block.
        body: StmtId,
    },
    /// A `switch` that is a statement.
    Switch {
        /// The expression in parentheses.
        selector: ExprId,
        /// `Case`s and, in the old form, their statements, all in one sequence in source order.
        body: List<StmtId>,
    },
    /// `case ... :`, `case ... ->`, `default :`, `default ->`; occurs only in the body of a `switch`.
    Case {
        /// Constants and patterns (`VarDecl`, `RecordPattern`); empty for a plain `default`.
        labels: List<ExprId>,
        /// The expression after `when`.
        guard: Option<ExprId>,
        /// The part after the arrow.
        body: CaseBody,
        /// `default`, also in `case null, default`.
        is_default: bool,
    },
    /// `synchronized (lock) { ... }`.
    Synchronized {
        /// The lock.
        lock: ExprId,
        /// The block.
        body: StmtId,
    },
    /// `return`.
    Return(Option<ExprId>),
    /// `throw`.
    Throw(ExprId),
    /// `break`, with its label.
    Break(Option<Sym>),
    /// `continue`, with its label.
    Continue(Option<Sym>),
    /// `yield` in a switch expression.
    Yield(ExprId),
    /// `;`.
    Empty,
    /// An expression statement.
    Expr(ExprId),
    /// `label: statement`.
    Labeled {
        /// The label.
        label: Sym,
        /// The statement.
        body: StmtId,
    },
    /// `assert`.
    Assert {
        /// The condition.
        condition: ExprId,
        /// The expression after the colon.
        message: Option<ExprId>,
    },
    /// A declaration of local variables.
    LocalVar {
        /// The type as written, without dimensions after names.
        ty: TypeNodeId,
        /// A `VarDecl` for each variable.
        vars: List<ExprId>,
    },
    /// A local class, interface, enum or record.
    LocalType(TypeDeclId),
    /// `this(...)` (JLS 8.8.7.1).
    ThisCall {
        /// Explicit type arguments.
        type_args: List<TypeNodeId>,
        /// The arguments.
        args: List<ExprId>,
    },
    /// `super(...)` or `outer.super(...)`.
    SuperCall {
        /// The enclosing instance.
        qualifier: Option<ExprId>,
        /// Explicit type arguments.
        type_args: List<TypeNodeId>,
        /// The arguments.
        args: List<ExprId>,
    },
    /// Code that could not be parsed.
    Error {
        /// The parts that could be parsed; expressions as expression statements.
        parts: List<StmtId>,
    },
}

/// The part after the arrow of a switch rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CaseBody {
    /// The old form: statements follow in the sequence.
    Colon,
    /// `-> expression;` in a switch expression: the value.
    Expr(ExprId),
    /// `-> { ... }`, `-> throw ...;`, and, in a switch statement, `-> expression;` as an expression statement.
    Stmt(StmtId),
}
