//! The entry point of the grammar: parses a file of a [`SourceMap`] into a tree of all members that can be parsed, and
//! diagnostics for the others.

use crate::grammar::{State, modules, recovery};
use crate::lexer::lex;
use crate::tree::File;
use chumsky::Parser;
use quarrel_base::Diagnostic;
use quarrel_base::source::{FileId, SourceMap, Span};

/// A parsed file.
#[derive(Clone, PartialEq, Debug)]
pub struct Parse {
    /// The members that could be parsed.
    pub tree: File,
    /// The diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parse {
    /// Whether there are no diagnostics.
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses a file. Never fails: members with mistakes are left out of the tree and reported, one diagnostic each. Trees
/// are at most [`NESTING_LIMIT`](crate::lexer::NESTING_LIMIT) levels of terms deep.
pub fn parse(sources: &SourceMap, file: FileId) -> Parse {
    let text = &*sources.file(file).text;
    let tokens = lex(text, file);
    let mut state = State::new(text, file, &tokens);
    let result = modules::file().parse_with_state(&tokens.kinds[..], &mut state);
    let (output, faults) = result.into_output_errors();
    for fault in faults {
        recovery::report(&mut state, fault);
    }
    let mut diagnostics = state.diagnostics;
    diagnostics.extend(tokens.diagnostics.iter().cloned());
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary);

    let (annotations, members) = output.unwrap_or_default();
    // The QLDoc before the first token belongs both to the file and to the first declaration.
    let doc = tokens.docs.first().filter(|(token, _)| *token == 0).map(|(_, doc)| doc.clone());
    Parse { tree: File { doc, annotations, members, span: Span::new(file, 0, text.len()) }, diagnostics }
}
