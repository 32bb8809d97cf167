//! `peers ascent|datafrog PROGRAM FOLDER` runs a benchmark program on the facts in a folder and prints relation sizes.

mod frog;
mod rules;

use std::process::ExitCode;

/// A row of the facts: a tuple of numbers.
pub trait Row {
    /// Reads the numbers of one row.
    fn take(next: &mut dyn FnMut() -> u32) -> Self;
}

macro_rules! rows {
    ($($($column:ident)+;)*) => {$(
        impl Row for ($($column,)+) {
            fn take(next: &mut dyn FnMut() -> u32) -> Self {
                ($(<$column>::from(next()),)+)
            }
        }
    )*};
}
rows! { u32; u32 u32; u32 u32 u32; u32 u32 u32 u32; }

/// The facts of one program.
pub struct Facts {
    folder: String,
}

impl Facts {
    /// The rows of a relation.
    pub fn read<R: Row>(&self, relation: &str) -> Vec<R> {
        let path = format!("{}/{relation}.facts", self.folder);
        let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut at = 0;
        let mut rows = Vec::new();
        while at < text.len() {
            rows.push(R::take(&mut || {
                let mut number = 0;
                while text[at].is_ascii_digit() {
                    number = number * 10 + u32::from(text[at] - b'0');
                    at += 1;
                }
                at += 1;
                number
            }));
        }
        rows
    }
}

/// Sizes of relations, by name.
pub type Sizes = Vec<(&'static str, usize)>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, program, folder] = arguments.as_slice() else {
        eprintln!("peers ascent|datafrog PROGRAM FOLDER");
        return ExitCode::FAILURE;
    };
    let facts = Facts { folder: folder.clone() };
    let sizes = match (engine.as_str(), program.as_str()) {
        ("ascent", "tc") => rules::tc(&facts),
        ("ascent", "pt") => rules::pt(&facts),
        ("ascent", "cg") => rules::cg(&facts),
        ("ascent", "dom") => rules::dom(&facts),
        ("ascent", "obj0") => rules::obj0(&facts),
        ("ascent", "obj1") => rules::obj1(&facts),
        ("ascent", "obj2") => rules::obj2(&facts),
        ("ascent", "alias") => rules::alias(&facts),
        ("datafrog", "tc") => frog::tc(&facts),
        ("datafrog", "pt") => frog::pt(&facts),
        ("datafrog", "cg") => frog::cg(&facts),
        ("datafrog", "dom") => frog::dom(&facts),
        _ => {
            eprintln!("there is no engine `{engine}` or program `{program}` here");
            return ExitCode::FAILURE;
        }
    };
    let (names, counts): (Vec<_>, Vec<_>) = sizes.into_iter().map(|(name, size)| (name, size.to_string())).unzip();
    println!("{}\n{}", names.join(","), counts.join(","));
    ExitCode::SUCCESS
}
