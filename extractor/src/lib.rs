//! Reads Java source trees into a code database.

pub mod intern;

pub mod limits;

mod error;

pub mod ast;
pub mod resources;
pub mod source;

pub mod parse;
mod syntax;

pub mod classpath;

pub mod model;

pub mod resolve;

pub mod flow;

pub mod facts;

pub mod write;

pub mod extract;

pub mod inputs;

pub mod report;

pub use error::{Error, WriteError};
pub use extract::{Options, Previous, Progress, extract, extract_with_ids};
pub use facts::ids::Assigned;
pub use limits::Limits;
pub use quarrel_database::TableChange;
pub use report::Report;
