//! Error recovery in lists of members: a member that cannot be parsed is reported once, left out, and skipped up to the
//! probable start of the next one.

use super::{Ex, Extra, In, Rule, State, token};
use crate::fault::Fault;
use crate::token::Kind;
use chumsky::input::InputRef;
use chumsky::prelude::*;
use quarrel_base::source::Span;
use quarrel_base::{Code, Diagnostic};

/// The owner of a list of members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The file: the list ends where the file does.
    File,
    /// A module, between braces.
    Module,
    /// A class, between braces.
    Class,
}

/// `{ members }`; the closing brace may be missing.
pub fn braced<'a, T: 'a>(member: Rule<'a, T>, owner: Owner) -> Rule<'a, Vec<T>> {
    token(Kind::LBrace).ignore_then(members(member, owner)).boxed()
}

/// Members up to the end of their owner, which is consumed.
pub fn members<'a, T: 'a>(member: Rule<'a, T>, owner: Owner) -> Rule<'a, Vec<T>> {
    custom(move |inp: &mut InputRef<'a, '_, In<'a>, Ex<'a>>| {
        let first = *inp.cursor().inner();
        let outer_bad = inp.state().bad;
        let mut found = Vec::new();
        loop {
            match inp.peek() {
                None => break,
                Some(Kind::RBrace) if owner != Owner::File => break,
                Some(_) => {}
            }
            inp.state().bad = false;
            let start = inp.save();
            let at = *start.cursor().inner();
            match inp.parse(member.clone()) {
                Ok(member) => {
                    if !inp.state().bad {
                        found.push(member);
                    }
                    if *inp.cursor().inner() == at {
                        // No member is empty, but an empty one must not loop forever.
                        inp.next();
                    }
                }
                Err(fault) => {
                    inp.rewind(start);
                    let kinds = &inp.state().tokens.kinds;
                    if owner == Owner::Class && leaves_class(kinds, at, fault.at) {
                        break;
                    }
                    report(inp.state(), fault);
                    let end = next_member(inp.state(), at, fault.at);
                    for _ in at..end {
                        inp.next();
                    }
                }
            }
        }
        let state = inp.state();
        state.bad = outer_bad;
        if owner != Owner::File && inp.next_if_brace().is_none() {
            unclosed(inp.state(), first);
        }
        Ok(found)
    })
    .boxed()
}

trait NextBrace {
    /// Takes the next token if it is a `}`.
    fn next_if_brace(&mut self) -> Option<()>;
}

impl<'a> NextBrace for InputRef<'a, '_, In<'a>, Ex<'a>> {
    fn next_if_brace(&mut self) -> Option<()> {
        (self.peek() == Some(Kind::RBrace)).then(|| {
            self.next();
        })
    }
}

/// Adds a fault to the diagnostics of the state.
pub fn report(state: &mut State<'_>, fault: Fault) {
    let tokens = state.tokens;
    let diagnostic = fault.diagnostic(&tokens.kinds, &tokens.places, state.text, state.file);
    state.diagnostics.extend(diagnostic);
}

/// Reports that the brace before the token `first` is not closed; only the innermost one is reported.
fn unclosed(state: &mut State<'_>, first: usize) {
    let message = "this `{` is not closed";
    if state.diagnostics.last().is_some_and(|last| last.message == message) {
        return;
    }
    let Some(place) = first.checked_sub(1).and_then(|brace| state.tokens.places.get(brace)) else { return };
    let span = Span::new(state.file, place.start as usize, place.end as usize);
    state.diagnostics.push(Diagnostic::error(Code::SyntaxError, span, message));
}

/// Whether the tokens from `start`, which failed at `fault`, are no member of a class but the next member of its
/// module: the class lacks its `}`.
fn leaves_class(kinds: &[Kind], start: usize, fault: usize) -> bool {
    use Kind::*;
    let annotated = kinds[start..fault.max(start)].iter().all(|kind| *kind == LowerId);
    annotated && matches!(kinds.get(fault), Some(Class | Module | Import | Newtype | From | Select))
}

/// Where to continue after a member that begins at token `start` failed at token `fault`: after its `;` or closing
/// brace, before the `}` of its owner, or before a token that can only begin a member.
fn next_member(state: &State<'_>, start: usize, fault: usize) -> usize {
    use Kind::*;
    let kinds = &state.tokens.kinds;
    let fault = fault.clamp(start, kinds.len());
    let mut depth = 0usize;
    for kind in &kinds[start..fault] {
        match kind {
            LBrace => depth += 1,
            RBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let mut at = fault;
    while let Some(kind) = kinds.get(at) {
        match kind {
            LBrace => depth += 1,
            RBrace if depth == 0 && at > start => return at,
            RBrace if depth <= 1 => return at + 1,
            RBrace => depth -= 1,
            Semi if depth == 0 => return at + 1,
            _ if at > start && begins_member(state, start, at, depth) => {
                return before_annotations(state, start, at);
            }
            _ => {}
        }
        at += 1;
    }
    at
}

/// Whether the token probably begins a member, `depth` braces below one that failed.
fn begins_member(state: &State<'_>, start: usize, at: usize, depth: usize) -> bool {
    use Kind::*;
    let kinds = &state.tokens.kinds;
    let starts_line = {
        let (before, here) = (state.tokens.places[at - 1], state.tokens.places[at]);
        state.text[before.end as usize..here.start as usize].contains('\n') || kinds[at - 1] == LowerId
    };
    match kinds[at] {
        // A keyword in place of a predicate's name begins nothing.
        Class | Module | Import | Newtype if kinds.get(at + 1) == Some(&LParen) => false,
        Predicate | Class | Module | Import | Newtype | Signature => depth == 0 || starts_line,
        From => starts_line,
        Select => starts_line && depth == 0 && !matches!(kinds[start], From | Where),
        Boolean | Date | FloatType | IntType | StringType | UpperId | AtId => {
            let head = kinds.get(at + 1) == Some(&LowerId) && kinds.get(at + 2) == Some(&LParen);
            depth == 0 && starts_line && head
        }
        _ => false,
    }
}

/// Steps back over plain annotations.
fn before_annotations(state: &State<'_>, start: usize, mut at: usize) -> usize {
    const PLAIN: &[&str] = &[
        "abstract",
        "additional",
        "cached",
        "default",
        "deprecated",
        "extensible",
        "external",
        "final",
        "library",
        "override",
        "private",
        "query",
        "transient",
    ];
    while at > start + 1 && PLAIN.contains(&state.token_text(at - 1)) {
        at -= 1;
    }
    at
}

/// The parts that every member has around its kind.
pub struct Wrapped<K> {
    /// Index of its first token.
    pub first: usize,
    /// Its annotations.
    pub annotations: Vec<crate::tree::Annotation>,
    /// Its kind.
    pub kind: K,
    /// Its place.
    pub span: Span,
}

/// A construct with annotations before it.
pub fn annotated<'a, K: 'a>(kind: Rule<'a, K>) -> Rule<'a, Wrapped<K>> {
    super::predicates::annotations()
        .then(kind)
        .map_with(|(annotations, kind), e: &mut Extra<'a, '_>| {
            let first = e.span().start;
            Wrapped { first, annotations, kind, span: super::span_of(e) }
        })
        .boxed()
}
