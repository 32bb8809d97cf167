//! Results and findings as text. Result sets flow in, bytes flow out.

pub mod csv;
pub mod dot;
pub mod expected;
pub mod findings;
pub mod html;
pub mod json;
pub mod markdown;
pub mod profile;
pub mod report;
pub mod sarif;
pub mod sink;
pub mod table;
pub mod text;
pub mod visible;

use quarrel_engine::Location;

/// A place as `file:line:column:endLine:endColumn`; empty if there is none.
pub fn place(location: Option<&Location>) -> String {
    match location {
        Some(at) => {
            format!("{}:{}:{}:{}:{}", at.path, at.start_line, at.start_column, at.end_line, at.end_column)
        }
        None => String::new(),
    }
}
