//! Datalog, the narrow waist of the engine: QL is lowered to it, evaluators run it, neither sees the other.
//!
//! Lowering (or the text form) yields a [`Program`]; passes turn it into an equivalent one; `stratify` turns it into a
//! `Stratified`, the only input that evaluators accept.
//!
//! Bodies nest. A rule's body is a conjunction of [`Literal`]s, and negation, disjunction and aggregation hold bodies
//! of their own whose variables may be bound outside (by the surrounding conjunction, or by the predicate's binding
//! mode). This keeps QL's binding rules as they are written (language.md section 13); passes extract the parts of a
//! body that can become predicates of their own.

pub mod binding;
pub mod builtin;
pub mod empty;
pub mod normal;
pub mod passes;
pub mod program;
pub mod strata;
pub mod text;
pub mod verify;
pub mod walk;

pub use builtin::BuiltinOp;
pub use program::*;
pub use quarrel_base::AggregateOp;
pub use strata::{NonStratified, Stratified, Stratum, stratify};
pub use text::{parse, pretty};
pub use verify::{Fault, verify};
