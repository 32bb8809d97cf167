//! Parses QL text into a [`tree::File`] and prints trees. Parsing never fails; what cannot be parsed is left out of the
//! tree and reported by a diagnostic.

mod fault;
mod format;
mod grammar;
pub mod lexer;
pub mod outline;
pub mod parser;
pub mod pretty;
pub mod token;
pub mod tree;

pub use format::{FormatError, format};
pub use parser::{Parse, parse};
