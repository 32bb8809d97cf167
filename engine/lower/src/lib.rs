//! Lowers checked QL to Datalog: the only crate that knows both.
//!
//! Input: a [`Checked`](quarrel_sema::hir::Checked) program, the catalog of the database and the rows of data
//! extensions. Output: a [`Program`](quarrel_datalog::Program). Lowering removes the features that Datalog lacks:
//! classes become predicates (their extents, with fields as further columns), virtual calls become calls of dispatch
//! predicates, every declared type becomes a condition, expressions become variables with conditions on them, implicit
//! existentials become locals of the innermost body.
//!
//! Predicates are created when something mentions them and get their rules from a work list, so a deep program does not
//! recurse deeply; only nested formulas and expressions do.
//!
//! `quarrel-datalog` verifies on the lowered program that every variable is bound and all recursion is monotone;
//! [`findings`] reports its verdict in QL's words.

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

pub use context::{ExtensionRows, given_key, lower};
pub use findings::findings_beside_errors;
