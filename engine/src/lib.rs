//! Compiles QL against a code database and evaluates it bottom-up. Knows no Java.
//!
//! A [`Session`] compiles query files against a catalog; [`run`] evaluates the [`Compiled`] program on a database and
//! returns [`ResultSet`]s. The stages between are crates of their own, see the README.

mod check;
mod declarations;
pub mod explain;
pub mod metadata;
pub mod packs;
pub mod results;
mod run;
pub mod session;
pub mod snippet;

pub use declarations::{Declaration, DeclarationKind};
pub use metadata::Metadata;
pub use packs::{Extensions, PackError, PackLabel, PackName, Place, Roots};
pub use quarrel_base::catalog::{Catalog, ColumnType, parse as parse_dbscheme};
pub use quarrel_base::source::{Source, Span, doc_text};
pub use quarrel_base::{AggregateOp, Diagnostic, FileId, SourceMap, diag};
pub use quarrel_common::similar::most_similar;
pub use quarrel_datalog::Const;
pub use quarrel_eval::work::{HeldRows, StepWork, Work};
pub use quarrel_eval::{
    Edb, EvalError, EvalErrorKind, GivenUp, Limits, Options, Progress, State, Step, Stop, StratumRows, Update,
};
pub use quarrel_sema::{Candidate, PROBE, Recorded, Reference};
pub use quarrel_syntax::{FormatError, format};
pub use results::{Cell, Column, Location, ResultSet, Value};
pub use run::{Evaluator, Results, run, run_profiled, run_queries, run_updating};
pub use session::Session;
pub use session::compile::{CompileError, CompileOptions, Compiled, Query};
pub use session::programs::Programs;
