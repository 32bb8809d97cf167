//! The grammar of QL (language.md section 2) in parser combinators over token kinds. Texts, places and comments are in
//! the [`State`], which also collects the diagnostics.
//!
//! Formulas and expressions are one language here, because `(`, a call and an aggregate can begin either and only the
//! following tokens decide: [`terms`] parses both by one table of operators and decides afterwards, in linear time,
//! which one was meant.

use crate::fault::{Fault, What};
use crate::lexer::Tokens;
use crate::token::Kind;
use crate::tree::{Name, QlDoc};
use chumsky::input::{Checkpoint, Cursor, InputRef, MapExtra};
use chumsky::inspector::Inspector;
use chumsky::prelude::*;
use quarrel_base::source::{FileId, Span};
use quarrel_base::{Code, Diagnostic};
use std::collections::HashMap;
use std::sync::Arc;

pub mod aggregates;
pub mod classes;
pub mod modules;
pub mod predicates;
pub mod recovery;
pub mod terms;
pub mod types;

/// The input of the grammar.
pub type In<'a> = &'a [Kind];
/// The state and error type of its parsers.
pub type Ex<'a> = extra::Full<Fault, State<'a>, ()>;
/// A rule of the grammar.
pub type Rule<'a, T> = Boxed<'a, 'a, In<'a>, T, Ex<'a>>;
/// The data that a fold can access.
pub type Extra<'a, 'b> = MapExtra<'a, 'b, In<'a>, Ex<'a>>;

/// The input besides the kinds of tokens, and the diagnostics so far.
pub struct State<'a> {
    /// The text of the file.
    pub text: &'a str,
    /// The file.
    pub file: FileId,
    /// Its tokens.
    pub tokens: &'a Tokens,
    /// The diagnostics so far.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the current member has a mistake, so that it must not enter the tree.
    pub bad: bool,
    names: HashMap<&'a str, Arc<str>>,
}

impl<'a> State<'a> {
    /// The state before the first token.
    pub fn new(text: &'a str, file: FileId, tokens: &'a Tokens) -> Self {
        Self { text, file, tokens, diagnostics: Vec::new(), bad: false, names: HashMap::new() }
    }

    /// The place of a range of tokens; for an empty range, the place between tokens.
    pub fn span(&self, range: SimpleSpan<usize>) -> Span {
        let places = &self.tokens.places;
        let start = places.get(range.start).map_or(self.text.len(), |place| place.start as usize);
        let end = match range.end.checked_sub(1).and_then(|last| places.get(last)) {
            Some(place) if range.end > range.start => place.end as usize,
            _ => start,
        };
        Span::new(self.file, start, end)
    }

    /// The text of a token.
    pub fn token_text(&self, at: usize) -> &'a str {
        self.tokens.places.get(at).map_or("", |place| &self.text[place.start as usize..place.end as usize])
    }

    /// The token as a name.
    pub fn name(&mut self, range: SimpleSpan<usize>) -> Name {
        let text = self.token_text(range.start);
        let text = self.names.entry(text).or_insert_with(|| text.into()).clone();
        Name { text, span: self.span(range) }
    }

    /// The QLDoc before a token.
    pub fn doc(&self, at: usize) -> Option<QlDoc> {
        let docs = &self.tokens.docs;
        let behind = docs.partition_point(|(token, _)| *token <= at);
        let (token, doc) = docs.get(behind.checked_sub(1)?)?;
        (*token == at).then(|| doc.clone())
    }

    /// Reports a mistake in the current member.
    pub fn error(&mut self, diagnostic: Diagnostic) {
        self.bad = true;
        self.diagnostics.push(diagnostic);
    }
}

/// Backtracking removes the diagnostics of the abandoned alternative.
impl<'a> Inspector<'a, In<'a>> for State<'a> {
    type Checkpoint = (usize, bool);
    fn on_token(&mut self, _: &Kind) {}
    fn on_save<'parse>(&self, _: &Cursor<'a, 'parse, In<'a>>) -> Self::Checkpoint {
        (self.diagnostics.len(), self.bad)
    }
    fn on_rewind<'parse>(&mut self, marker: &Checkpoint<'a, 'parse, In<'a>, Self::Checkpoint>) {
        let (reported, bad) = *marker.inspector();
        self.diagnostics.truncate(reported);
        self.bad = bad;
    }
}

/// The place of the tokens that a fold or map has just consumed.
pub fn span_of(e: &mut Extra<'_, '_>) -> Span {
    let range = e.span();
    e.state().span(range)
}

/// One token.
pub fn token<'a>(kind: Kind) -> impl Parser<'a, In<'a>, (), Ex<'a>> + Clone {
    just(kind).ignored()
}

/// One token of a kind, as a name.
pub fn named<'a>(kind: Kind) -> impl Parser<'a, In<'a>, Name, Ex<'a>> + Clone {
    just(kind).map_with(|_, e: &mut Extra<'a, '_>| {
        let range = e.span();
        e.state().name(range)
    })
}

/// One of several tokens, mapped to a value each.
pub fn one_of_kinds<'a, T: Clone + 'a>(
    table: impl IntoIterator<Item = (Kind, T)>,
) -> impl Parser<'a, In<'a>, T, Ex<'a>> + Clone {
    let table: std::rc::Rc<[(Kind, T)]> = table.into_iter().collect();
    custom(move |inp: &mut InputRef<'a, '_, In<'a>, Ex<'a>>| {
        let next = inp.peek();
        match table.iter().find(|(kind, _)| Some(*kind) == next) {
            Some((_, value)) => {
                inp.next();
                Ok(value.clone())
            }
            None => Err(Fault::expected(*inp.cursor().inner(), table.iter().map(|(kind, _)| *kind))),
        }
    })
}

/// A name in lower or upper case.
pub fn simple_id<'a>() -> Rule<'a, Name> {
    choice((named(Kind::LowerId), named(Kind::UpperId))).labelled(What::Name).boxed()
}

/// An integer, as in `p/2`, within the limit for arities.
pub fn arity<'a>() -> Rule<'a, u32> {
    just(Kind::Int)
        .map_with(|_, e: &mut Extra<'a, '_>| {
            let range = e.span();
            let state = e.state();
            let text = state.token_text(range.start);
            text.parse::<u32>().ok().filter(|arity| *arity <= 1000).unwrap_or_else(|| {
                let span = state.span(range);
                let message = format!("{text} is too much for an arity");
                state.error(Diagnostic::error(Code::IntOutOfRange, span, message));
                0
            })
        })
        .boxed()
}
