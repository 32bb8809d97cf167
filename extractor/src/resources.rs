//! Files besides the Java files that CodeQL's library reads: XML and property files.
//!
//! In: the text of one such file. Out: its rows ([`FileFacts`]). An error in XML gets a diagnostic, and the rows before
//! it stay.

mod properties;
mod xml;

use crate::ast::{LineTable, Span};
use crate::facts::batch::{Ent, FileFacts, Loc};
use crate::facts::keys::{Key, kind};
use crate::facts::rows;

/// The extensions of the files, without the dot.
pub const EXTENSIONS: [&str; 2] = ["xml", "properties"];

/// The place of a file.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The file as an entity.
    pub entity: Ent,
    /// Its absolute path.
    pub name: &'a str,
    /// The folder that contains it.
    pub folder: Ent,
}

/// The rows of a file.
pub fn file_facts(place: Place<'_>, text: &str) -> FileFacts {
    let mut file = File::new(place, text);
    if place.name.ends_with(".xml") {
        xml::read(&mut file);
    } else {
        properties::read(&mut file);
    }
    file.facts
}

/// The rows of a file that could not be read.
pub fn unread(place: Place<'_>, reason: &str) -> FileFacts {
    let mut file = File::new(place, "");
    file.diagnostic(0, reason);
    file.facts
}

/// The state of reading a file.
struct File<'a> {
    entity: Ent,
    text: &'a str,
    lines: LineTable,
    facts: FileFacts,
}

impl<'a> File<'a> {
    fn new(place: Place<'_>, text: &'a str) -> File<'a> {
        let mut facts = FileFacts::new();
        facts.piece(Key::of(kind::RESOURCE).text(text));
        let name = facts.text(place.name);
        facts.row(rows::File { id: place.entity, name, folder: place.folder, package: None, module: None });
        File { entity: place.entity, text, lines: LineTable::new(text), facts }
    }

    fn loc(&self, start: usize, end: usize) -> Loc {
        let at = self.lines.location(Span { start: start as u32, end: end as u32 });
        Loc {
            file: self.entity,
            begin_line: at.begin_line,
            begin_column: at.begin_column,
            end_line: at.end_line,
            end_column: at.end_column,
        }
    }

    /// Adds an error at an offset.
    fn diagnostic(&mut self, at: usize, message: &str) {
        let loc = self.loc(at, at + 1);
        let row = rows::ExtractionDiagnostics {
            id: self.facts.fresh(),
            file: self.entity,
            severity: 2,
            message: self.facts.text(message),
            line: loc.begin_line.cast_signed(),
            column: loc.begin_column.cast_signed(),
        };
        self.facts.row(row);
    }
}
