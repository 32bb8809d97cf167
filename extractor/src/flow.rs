//! Control flow of one callable, following the Java Language Specification (chapters 14 and 15).
//!
//! In: the syntax tree of a body, and facts about types ([`Semantics`]). Out: a [`Flow`]: basic blocks of expressions
//! and statements, with labelled edges.
//!
//! The rules:
//! - Every evaluated expression and every statement has one place. Operands come before their operator; `&&`, `||`,
//!   `?:` and `switch` come before their parts, because the parts decide where control goes. Statements come before
//!   their parts, except those that act after evaluating their expression: `synchronized` (at the monitor's entry),
//!   `return`, `throw`, `yield`, and explicit constructor calls.
//! - A condition ends its block, with a true and a false edge. Constants have one edge; names of constant variables are
//!   constants if their initialiser is in this file.
//! - An assertion holds after its statement. One with the constant condition `false` may be skipped, since assertions
//!   may be disabled.
//! - A `finally` block occurs once: every exit from its `try` leads into it, and it leads to all targets of those
//!   exits.
//! - Exceptional edges start at `throw`, at calls that declare exceptions, and, inside a `try`, at whatever may throw,
//!   and lead to the catch clauses and the `finally` block around.
//! - A block that can only be reached from the end of one other block is merged into it, so that no branch hangs on a
//!   block without nodes.
//! - Implicit code has places too: the call `super()` that a constructor does not write, after the block of its body;
//!   the call of the initialisers after any `super(...)` (JLS 12.5); the block around the initialisers of a class, and
//!   the assignments that initialise its fields; `{ return e; }` for a lambda `x -> e`.
//! - A part that cannot reach an exit gets a virtual edge to the normal exit, so that post-dominance is defined.

use crate::ast::{ExprId, File, StmtId, VarId};

mod builder;
mod expressions;
mod statements;

#[cfg(test)]
mod tests;

use builder::Builder;

/// The facts about types that control flow needs.
pub trait Semantics {
    /// Whether the call or creation declares exceptions (JLS 8.4.6, 11.2).
    fn declares_exceptions(&self, call: ExprId) -> bool;
    /// Whether the explicit constructor call declares exceptions.
    fn constructor_call_declares_exceptions(&self, call: StmtId) -> bool;
    /// Whether closing the resource of a `try` declares exceptions (JLS 14.20.3).
    fn close_declares_exceptions(&self, resource: StmtId) -> bool;
    /// Whether the catch clause catches everything: `Throwable` is among its types.
    fn catches_everything(&self, clause: StmtId) -> bool;
    /// The value of a `boolean` constant expression (JLS 15.29) that is a name or compares constants; the caller
    /// handles literals, `!`, `&&`, `||` and `?:` itself.
    fn constant(&self, condition: ExprId) -> Option<bool>;
    /// Whether a method reference evaluates the expression before `::`; otherwise its method does.
    fn evaluates_qualifier(&self, reference: ExprId) -> bool;
    /// Whether the name refers to a value, rather than to a type or package that only qualifies something.
    fn is_value(&self, name: ExprId) -> bool;
}

/// A node at a place of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// An expression.
    Expr(ExprId),
    /// A statement.
    Stmt(StmtId),
    /// The implicit block around the parts.
    Body,
    /// The implicit `return` of a lambda `x -> e` or of a method reference.
    Value,
    /// The implicit call of the superclass's constructor.
    SuperCall,
    /// The implicit statement that calls the initialisers of the object.
    InitializersStmt,
    /// The call in it.
    InitializersCall,
    /// An expression or statement of an implicit constructor.
    Added(u32),
    /// A part of the assignment that initialises a field.
    Assignment(VarId, AssignmentPart),
}

/// The parts of an implicit assignment `field = initialiser;`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssignmentPart {
    /// The statement.
    Statement,
    /// The name of the field.
    Field,
    /// The assignment itself.
    Assignment,
}

/// The implicit calls of a constructor (JLS 8.8.7, 12.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prologue {
    /// Whether it first calls the superclass's constructor, and whether that call declares exceptions.
    pub super_call: Option<bool>,
    /// Whether it executes the initialisers: after the call of the superclass's constructor, or first if there is none.
    pub initializers: bool,
}

/// The kind of a block; the numbers are those of the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockKind {
    /// A block of the body.
    Body = 0,
    /// The entry of the callable; without nodes.
    Entry = 1,
    /// The normal exit; without nodes.
    Exit = 2,
    /// The exit by an exception; without nodes.
    ExceptionalExit = 3,
}

/// The condition of an edge; the numbers are those of the database.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EdgeLabel {
    /// Always.
    Normal = 0,
    /// When the last expression is true.
    True = 1,
    /// When it is false.
    False = 2,
    /// When the last node throws, or an exception continues after a `finally` block.
    Exception = 3,
    /// Never: from an endless loop to the exit.
    Virtual = 4,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its kind.
    pub kind: BlockKind,
    /// Its nodes in order; may be empty.
    pub nodes: Vec<Node>,
}

/// An edge between blocks, given by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// The predecessor.
    pub from: u32,
    /// The successor.
    pub to: u32,
    /// The condition.
    pub label: EdgeLabel,
}

/// The control flow of one callable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flow {
    /// Entry, normal exit, exceptional exit, then the blocks of the body, in order of creation.
    pub blocks: Vec<Block>,
    /// Sorted and distinct.
    pub edges: Vec<Edge>,
}

/// Index of the entry block.
pub const ENTRY: u32 = 0;
/// Index of the normal exit.
pub const EXIT: u32 = 1;
/// Index of the exceptional exit.
pub const EXCEPTIONAL_EXIT: u32 = 2;

/// A part of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A block or other statement.
    Stmt(StmtId),
    /// The assignment of a field's initialiser.
    Field(VarId),
    /// An implicit block that contains the other parts.
    Body,
    /// The body of a lambda `x -> e`.
    Value(ExprId),
    /// An expression.
    Expr(ExprId),
    /// The preceding part may throw.
    MayThrow,
    /// The `return` that ends a method reference.
    Return,
    /// The implicit calls of a constructor.
    Prologue(Prologue),
    /// Further implicit expressions and statements: a range of numbers.
    Added(u32, u32),
    /// The body of a constructor, and its implicit calls.
    Constructor(StmtId, Prologue),
}

/// The control flow of a body whose parts run one after the other.
pub fn flow(file: &File, parts: &[Part], semantics: &dyn Semantics) -> Flow {
    let mut builder = Builder::new(file, semantics);
    for part in parts {
        match *part {
            Part::Stmt(stmt) => builder.statement(stmt),
            Part::Field(var) => {
                if let Some(init) = file[var].init {
                    builder.node(Node::Assignment(var, AssignmentPart::Statement));
                    builder.node(Node::Assignment(var, AssignmentPart::Field));
                    builder.expression(init);
                    builder.node(Node::Assignment(var, AssignmentPart::Assignment));
                }
            }
            Part::Body => builder.node(Node::Body),
            Part::Value(expr) => {
                builder.node(Node::Body);
                builder.expression(expr);
                builder.node(Node::Value);
            }
            Part::Expr(expr) => builder.expression(expr),
            Part::MayThrow => builder.may_throw(),
            Part::Return => builder.node(Node::Value),
            Part::Prologue(prologue) => builder.prologue(prologue),
            Part::Added(from, to) => (from..to).for_each(|added| builder.node(Node::Added(added))),
            Part::Constructor(body, prologue) => {
                builder.pending_prologue = Some(prologue);
                builder.statement(body);
            }
        }
    }
    builder.finish()
}
