//! Checked QL to Datalog: the only crate that sees both.
//!
//! A [`Checked`](quarrel_sema::hir::Checked) program, the catalog of the database and the rows of data extensions flow
//! in; a [`Program`](quarrel_datalog::Program) flows out. What QL has and Datalog has not ends here: classes become
//! predicates (their extents, with fields as further columns), virtual calls become calls of dispatch predicates, every
//! declared type becomes a condition, expressions become variables with conditions on them, implicit existentials
//! become locals of the innermost body.
//!
//! Predicates are made when something mentions them and get their rules from a work list, so the depth of a program
//! never becomes depth of the stack; only nested formulas and expressions recurse.
//!
//! Whether every variable is bound and all recursion is monotone is decided on the lowered program by
//! `quarrel-datalog`; [`findings`] reports its verdict in QL's words.

mod context;

mod types;

mod parts;

mod class;

mod predicate;

mod dispatch;

mod formula;

mod expr;

mod call;

mod builtin;

mod aggregate;

mod output;

mod findings;

pub use context::{ExtensionRows, given, lower};
pub use findings::findings_beside_errors;
