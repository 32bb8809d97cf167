//! The formatter lays out a file anew: two columns of indentation, 100 columns where lines can be broken, `and` at line
//! ends, `or` between multi-line operands on a line of its own.
//!
//! The syntax tree says where lines may be broken, but the output consists of the source's tokens and comments in
//! order, so nothing can get lost: [`weave`] yields one token after the other, with the comments before it.

mod decls;
mod terms;
mod weave;

use crate::lexer::{Tokens, lex};
use crate::parser::parse;
use pretty::Arena;
use quarrel_base::Diagnostic;
use quarrel_base::source::{FileId, SourceMap, Span};
use weave::Weaver;

/// The most columns of a line that can be broken.
pub const WIDTH: usize = 100;

/// Why a file was not formatted.
#[derive(Clone, Debug)]
pub enum FormatError {
    /// It cannot be parsed in full.
    Mistakes(Vec<Diagnostic>),
    /// The formatter would have changed more than white space at this place: a bug.
    Internal(Span),
}

/// The most rounds until the layout is stable: the place of a comment depends on what its line was.
const MOST_ROUNDS: usize = 12;

/// Formats the text of a file. Formatting formatted text changes nothing.
///
/// # Errors
/// If the file cannot be parsed in full.
pub fn format(sources: &SourceMap, file: FileId) -> Result<String, FormatError> {
    let mut formatted = laid_out(sources, file)?;
    for _ in 0..MOST_ROUNDS {
        let mut again = SourceMap::new();
        let copy = again.add("formatted", formatted.as_str());
        // Tokens and comments are those of the file, so a mistake now is a bug.
        let next = laid_out(&again, copy).map_err(|_| FormatError::Internal(Span::new(file, 0, 0)))?;
        if next == formatted {
            return Ok(formatted);
        }
        formatted = next;
    }
    Err(FormatError::Internal(Span::new(file, 0, 0)))
}

fn laid_out(sources: &SourceMap, file: FileId) -> Result<String, FormatError> {
    let text = &*sources.file(file).text;
    let parsed = parse(sources, file);
    if !parsed.is_ok() {
        return Err(FormatError::Mistakes(parsed.diagnostics));
    }
    let tokens = lex(text, file);
    let arena = Arena::new();
    let mut weaver = Weaver::new(&arena, text, &tokens);
    let doc = weaver.file(&parsed.tree);
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    // Writing to a string does not fail.
    let _ = doc.render_fmt(WIDTH, &mut out);
    let formatted = tidy(&out);
    let again = lex(&formatted, file);
    match first_difference(text, &tokens, &formatted, &again) {
        None => Ok(formatted),
        Some(at) => Err(FormatError::Internal(Span::new(file, at, at))),
    }
}

/// Removes blanks at line ends, and ends the text with one line break.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.trim_end().lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    let lead = out.len() - out.trim_start_matches('\n').len();
    out.split_off(lead)
}

/// The offset in the first text where the tokens of two texts, or the numbers of their comments, first differ.
fn first_difference(text: &str, tokens: &Tokens, other_text: &str, others: &Tokens) -> Option<usize> {
    let start_of = |index: usize| tokens.places.get(index).map_or(text.len(), |place| place.start as usize);
    for (index, (place, other)) in tokens.places.iter().zip(&others.places).enumerate() {
        let same = text[place.start as usize..place.end as usize]
            == other_text[other.start as usize..other.end as usize];
        if !same || tokens.kinds[index] != others.kinds[index] {
            return Some(start_of(index));
        }
    }
    if tokens.places.len() != others.places.len() {
        return Some(start_of(tokens.places.len().min(others.places.len())));
    }
    let pairs = tokens.comments.iter().zip(&others.comments);
    let moved = pairs.clone().find(|((before, _), (other, _))| before != other);
    match moved {
        Some(((_, place), _)) => Some(place.start as usize),
        None if tokens.comments.len() != others.comments.len() => Some(text.len()),
        None => None,
    }
}
