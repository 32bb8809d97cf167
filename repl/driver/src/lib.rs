//! The steps of a command: extract, compile and evaluate within its limits, stopped by Ctrl-C, with progress. Returns
//! result sets; knows no findings and no reports.

pub mod commit;
pub mod compile;
pub mod complete;
pub mod evaluate;
pub mod extract;
pub mod files;
pub mod ids;
pub mod kept;
pub mod last;
pub mod limits;
pub mod models;
pub mod profile;
pub mod queries;
pub mod setup;

pub use compile::{Compiler, compile_stopped, pack_failure};
pub use evaluate::{Evaluation, eval_failure, evaluate, evaluate_keeping, evaluate_within, in_pool, observe};
pub use files::{cache, cache_folder, open, ql_files, scratch, texts};
pub use limits::Bounds;
pub use setup::Setup;
