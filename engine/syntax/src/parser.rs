//! Tokens to trees: the entry of the grammar. A file of a [`SourceMap`] flows in; a tree of all members that could be
//! understood flows out, with the diagnostics about all others.

use crate::grammar::{State, modules, recovery};
use crate::lexer::lex;
use crate::tree::File;
use chumsky::Parser;
use quarrel_base::Diagnostic;
use quarrel_base::source::{FileId, SourceMap, Span};

/// A parsed file.
#[derive(Clone, PartialEq, Debug)]
pub struct Parse {
    /// What was understood.
    pub tree: File,
    /// What was not, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parse {
    /// Whether everything was understood.
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses a file. Never fails, whatever the text: members with mistakes are left out of the tree and reported, one
/// diagnostic each. Trees are at most [`NESTING_LIMIT`](crate::lexer::NESTING_LIMIT) levels of terms deep.
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
    // The QLDoc before the first token is the file's, and that of what follows it as well.
    let doc = tokens.docs.first().filter(|(token, _)| *token == 0).map(|(_, doc)| doc.clone());
    Parse { tree: File { doc, annotations, members, span: Span::new(file, 0, text.len()) }, diagnostics }
}
