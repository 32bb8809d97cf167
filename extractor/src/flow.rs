//! Control flow of one callable, by the Java Language Specification (chapters 14 and 15).
//!
//! In: the syntax tree of a body, and what only types know ([`Semantics`]). Out: a [`Flow`]: basic blocks of
//! expressions and statements, with labelled edges.
//!
//! The rules:
//! - Every expression that is evaluated and every statement has one place. Operands come before their operator;
//!   `&&`, `||`, `?:` and `switch` stand before their parts, because the parts decide where control goes. Statements
//!   stand before their parts, except those that act after their expression was evaluated: `synchronized`
//!   (where the monitor is entered), `return`, `throw`, `yield`, and explicit constructor calls.
//! - A condition ends its block, with a true and a false edge. Constants have one edge; names of constant variables are
//!   constants where their initialiser stands in the same file.
//! - What is asserted holds behind the assertion. One whose condition is the constant `false` may be skipped, since
//!   assertions may be disabled.
//! - A `finally` block is there once: every way out leads into it, and out of it to all the places it was
//!   left for.
//! - Exceptional edges are laid from `throw`, from calls that declare exceptions, and, inside a `try`, from
//!   whatever may throw, to the catch clauses and the `finally` block around it.
//! - Blocks that follow one way only what comes before them are part of it: no block without nodes decides anything.
//! - What the language adds has places too: the call `super()` that a constructor does not write, after the block that
//!   is its body; the call of the initialisers after any `super(...)` (JLS 12.5); the block around the initialisers of a
//!   class, and the assignments that initialise its fields; `{ return e; }` for a lambda `x -> e`.
//! - A part from which no exit can be reached gets a virtual edge to the normal exit, so that post-dominance is
//!   defined.

use crate::ast::{ExprId, File, StmtId, VarId};

mod builder;
mod expressions;
mod statements;

#[cfg(test)]
mod tests;

use builder::Builder;

/// What control flow needs to know of types.
pub trait Semantics {
    /// Whether the call or creation declares exceptions (JLS 8.4.6, 11.2).
    fn declares_exceptions(&self, call: ExprId) -> bool;
    /// The same of an explicit constructor call.
    fn constructor_call_declares_exceptions(&self, call: StmtId) -> bool;
    /// Whether closing the resource of a `try` declares exceptions (JLS 14.20.3).
    fn close_declares_exceptions(&self, resource: StmtId) -> bool;
    /// Whether the catch clause catches whatever is thrown: `Throwable` is among its types.
    fn catches_everything(&self, clause: StmtId) -> bool;
    /// The value of a constant expression of type `boolean` (JLS 15.29) that is a name or compares constants; literals
    /// and what `!`, `&&`, `||` and `?:` are made of need not be asked for.
    fn constant(&self, condition: ExprId) -> Option<bool>;
    /// Whether a method reference evaluates what stands before `::`; otherwise the method that it makes does.
    fn evaluates_qualifier(&self, reference: ExprId) -> bool;
    /// Whether the name means a value, rather than a type or package that only qualifies something.
    fn is_value(&self, name: ExprId) -> bool;
}

/// What stands at a place of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// An expression.
    Expr(ExprId),
    /// A statement.
    Stmt(StmtId),
    /// The block that nobody wrote around the parts.
    Body,
    /// The `return` that nobody wrote of a lambda `x -> e` or of a method reference.
    Value,
    /// The call of the superclass's constructor that nobody wrote.
    SuperCall,
    /// The statement that calls the initialisers of the object, which nobody wrote.
    InitializersStmt,
    /// The call in it.
    InitializersCall,
    /// One of the expressions and statements of a constructor that nobody wrote.
    Added(u32),
    /// A part of the assignment that initialises a field.
    Assignment(VarId, AssignmentPart),
}

/// The parts of an assignment `field = initialiser;` that nobody wrote so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssignmentPart {
    /// The statement.
    Statement,
    /// The name of the field.
    Field,
    /// The assignment itself.
    Assignment,
}

/// What a constructor does that is not written in it (JLS 8.8.7, 12.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prologue {
    /// It first calls the superclass's constructor, which declares exceptions or not.
    pub super_call: Option<bool>,
    /// It executes the initialisers: after the call of the superclass's constructor, or first where there is none.
    pub initializers: bool,
}

/// Which sort of block; the numbers are those of the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockKind {
    /// A block of the body.
    Body = 0,
    /// Where the callable is entered; without nodes.
    Entry = 1,
    /// Where it is left normally; without nodes.
    Exit = 2,
    /// Where it is left with an exception; without nodes.
    ExceptionalExit = 3,
}

/// When an edge is taken; the numbers are those of the database.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EdgeLabel {
    /// Always.
    Normal = 0,
    /// When the last expression is true.
    True = 1,
    /// When it is false.
    False = 2,
    /// When the last node throws, or an exception goes on after a `finally` block.
    Exception = 3,
    /// Never: from a loop that does not end to the exit.
    Virtual = 4,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Which sort.
    pub kind: BlockKind,
    /// What is evaluated in it, in order; may be empty.
    pub nodes: Vec<Node>,
}

/// An edge between blocks, which are named by their index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// Where control comes from.
    pub from: u32,
    /// Where it goes to.
    pub to: u32,
    /// When.
    pub label: EdgeLabel,
}

/// The control flow of one callable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flow {
    /// Entry, normal exit, exceptional exit, then the blocks of the body, in the order in which they were begun.
    pub blocks: Vec<Block>,
    /// Sorted, each once.
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
    /// A field that gets the value of its initialiser.
    Field(VarId),
    /// A block that nobody wrote: the other parts are in it.
    Body,
    /// The body of a lambda `x -> e`.
    Value(ExprId),
    /// An expression.
    Expr(ExprId),
    /// What comes before it may throw.
    MayThrow,
    /// The `return` that ends a method reference.
    Return,
    /// What a constructor does that nobody wrote.
    Prologue(Prologue),
    /// Expressions and statements that nobody wrote either, from one number up to another.
    Added(u32, u32),
    /// The body of a constructor, and what it does besides.
    Constructor(StmtId, Prologue),
}

/// The control flow of a body whose parts are executed one after the other.
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
