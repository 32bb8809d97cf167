//! Results and findings as text: result sets and [`Report`]s flow in, texts flow out. Nothing is printed or written here.

pub mod csv;
pub mod dot;
pub mod expected;
pub mod html;
pub mod json;
pub mod lines;
pub mod markdown;
pub mod provenance;
pub mod report;
pub mod sarif;
pub mod table;
pub mod text;
pub mod tree;

use quarrel_engine::Location;
pub use report::{Facts, Report};

/// A place as `file:line:column:endLine:endColumn`; empty if there is none.
pub fn place(location: Option<&Location>) -> String {
    match location {
        Some(at) => {
            format!("{}:{}:{}:{}:{}", at.path, at.start_line, at.start_column, at.end_line, at.end_column)
        }
        None => String::new(),
    }
}
