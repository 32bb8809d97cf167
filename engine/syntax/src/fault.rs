//! The error type of the grammar, and its diagnostics. While parsing, a fault is three words: the position, and a set
//! of what could have stood there; only the fault that is reported in the end becomes text.

use crate::token::{Kind, Place};
use chumsky::DefaultExpected;
use chumsky::error::{Error, LabelError};
use chumsky::span::SimpleSpan;
use chumsky::util::MaybeRef;
use quarrel_base::source::{FileId, Span};
use quarrel_base::{Code, Diagnostic};

/// Constructs that replace a list of tokens in a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum What {
    Term = 110,
    Type,
    Name,
    Declaration,
    ClassMember,
    Signature,
    Argument,
    Branch,
    End,
}

impl What {
    fn text(self) -> &'static str {
        match self {
            What::Term => "a formula or expression",
            What::Type => "a type",
            What::Name => "a name",
            What::Declaration => "a declaration",
            What::ClassMember => "a member of the class",
            What::Signature => "a signature",
            What::Argument => "an argument",
            What::Branch => "a branch of the newtype",
            What::End => "the end of the file",
        }
    }
}

/// The grammar cannot continue at this token.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// Index of the token that does not fit.
    pub at: usize,
    /// Bits by the numbers of [`Kind`] and [`What`].
    expected: u128,
}

type Input<'a> = &'a [Kind];

impl<'a> LabelError<'a, Input<'a>, DefaultExpected<'a, Kind>> for Fault {
    fn expected_found<E: IntoIterator<Item = DefaultExpected<'a, Kind>>>(
        expected: E,
        _: Option<MaybeRef<'a, Kind>>,
        span: SimpleSpan<usize>,
    ) -> Self {
        let bits = expected.into_iter().fold(0, |bits, one| match one {
            DefaultExpected::Token(kind) => bits | 1 << (*kind as u8),
            DefaultExpected::EndOfInput => bits | 1 << (What::End as u8),
            _ => bits,
        });
        Fault { at: span.start, expected: bits }
    }
}

impl<'a> LabelError<'a, Input<'a>, What> for Fault {
    fn expected_found<E: IntoIterator<Item = What>>(
        expected: E,
        _: Option<MaybeRef<'a, Kind>>,
        span: SimpleSpan<usize>,
    ) -> Self {
        Fault { at: span.start, expected: expected.into_iter().fold(0, |bits, one| bits | 1 << (one as u8)) }
    }
    fn label_with(&mut self, label: What) {
        self.expected = 1 << (label as u8);
    }
}

impl<'a> Error<'a, Input<'a>> for Fault {
    fn merge(self, other: Self) -> Self {
        if self.at == other.at {
            Fault { at: self.at, expected: self.expected | other.expected }
        } else if self.at > other.at {
            self
        } else {
            other
        }
    }
}

impl Fault {
    /// A fault at a token, without expectations.
    pub fn at(at: usize) -> Self {
        Fault { at, expected: 0 }
    }

    /// A fault at a token where only `kinds` could stand.
    pub fn expected(at: usize, kinds: impl IntoIterator<Item = Kind>) -> Self {
        Fault { at, expected: kinds.into_iter().fold(0, |bits, kind| bits | 1 << (kind as u8)) }
    }

    /// The diagnostic, or `None` if the token was invalid, which has been reported already.
    pub fn diagnostic(
        self,
        kinds: &[Kind],
        places: &[Place],
        text: &str,
        file: FileId,
    ) -> Option<Diagnostic> {
        let found = kinds.get(self.at).copied();
        if found == Some(Kind::Invalid) {
            return None;
        }
        let quote = |at: usize| {
            let part = text.get(places[at].start as usize..places[at].end as usize).unwrap_or("");
            match part.char_indices().nth(24) {
                Some((cut, _)) => format!("`{}...`", &part[..cut]),
                None => format!("`{part}`"),
            }
        };
        let expected = self.phrase();
        let mut message = match &expected {
            Some(expected) => format!("expected {expected}"),
            None => "this cannot stand here".to_string(),
        };
        if self.at > 0 && expected.is_some() {
            message += &format!(" after {}", quote(self.at - 1));
        }
        if expected.is_some() {
            message += &match found {
                None => ", found the end of the file".to_string(),
                Some(_) => format!(", found {}", quote(self.at)),
            };
        }
        let previous = self.at.checked_sub(1).map(|at| places[at]);
        let span = match (places.get(self.at), previous) {
            // A token missing at the end of a line is reported there, not where the next line begins.
            (Some(here), Some(before)) => {
                let between = &text[before.end as usize..here.start as usize];
                let misses_end = self.closes() && between.contains('\n');
                let place = if misses_end { before } else { *here };
                Span::new(file, place.start as usize, place.end as usize)
            }
            (Some(here), None) => Span::new(file, here.start as usize, here.end as usize),
            (None, Some(before)) => Span::new(file, before.start as usize, before.end as usize),
            (None, None) => Span::new(file, 0, 0),
        };
        let mut diagnostic = Diagnostic::error(Code::SyntaxError, span, message);
        if let Some(help) = found.and_then(|kind| self.help(kind)) {
            diagnostic = diagnostic.help(help);
        } else if (self.has(Kind::LowerId) || self.wants(What::Name))
            && found.is_some_and(|kind| {
                kind.text().starts_with(|c: char| c.is_ascii_lowercase()) && kind.is_fixed()
            })
        {
            diagnostic = diagnostic
                .help(format!("{} is a word of QL and no name: choose another one", quote(self.at)));
        } else if found == Some(Kind::LowerId) {
            let word = quote(self.at);
            let wanted = Kind::ALL.iter().filter(|kind| self.has(**kind) && **kind < Kind::LowerId);
            let mut wanted = wanted.map(|kind| kind.text());
            if let Some(meant) = quarrel_common::similar::most_similar(word.trim_matches('`'), &mut wanted) {
                diagnostic = diagnostic.rename(meant);
            }
        }
        Some(diagnostic)
    }

    /// The expected constructs in a few words. If something was required, optional continuations of a complete
    /// construct are left out, and so are the many words that can begin a declaration.
    fn phrase(self) -> Option<String> {
        use Kind::{As, Comma, LBrace, LBracket, LParen, LowerId, Module, Order, RBrace, Semi, Slash, Star};
        let member =
            [What::Declaration, What::ClassMember, What::Branch].into_iter().find(|what| self.wants(*what));
        if let Some(what) = member {
            let brace = if self.has(RBrace) { " or `}`" } else { "" };
            return Some(format!("{}{brace}", what.text()));
        }
        let mut needed: Vec<String> = Vec::new();
        let mut possible: Vec<String> = Vec::new();
        if self.has(Slash) && !self.has(Star) {
            needed.push("`/` and an arity".to_string());
        }
        for kind in Kind::ALL.iter().copied().filter(|kind| self.has(*kind)) {
            let text = if kind.is_fixed() { format!("`{}`", kind.text()) } else { kind.text().to_string() };
            let begins_term = self.wants(What::Term) && matches!(kind, LParen | LBracket | Module | LowerId);
            let list = if continues(kind) || begins_term { &mut possible } else { &mut needed };
            if !list.contains(&text) {
                list.push(text);
            }
        }
        // After a complete list, its end was missing.
        if needed.len() > 1 && (self.has(Semi) || self.has(RBrace)) {
            needed.retain(|text| text != "`,`");
        }
        let optional = [As, Order, Comma, LBrace].map(|kind| format!("`{}`", kind.text()));
        if needed.len() > 4 {
            needed.retain(|text| !optional.contains(text));
        }
        for what in [What::Term, What::Type, What::Name, What::Signature, What::Argument] {
            if self.wants(what) {
                needed.push(what.text().to_string());
            }
        }
        if needed.is_empty() && self.wants(What::End) {
            needed.push(What::End.text().to_string());
        }
        let mut parts = if needed.is_empty() { possible } else { needed };
        let last = parts.pop()?;
        Some(match parts.len() {
            0 => last,
            1..=6 => format!("{} or {last}", parts.join(", ")),
            _ => "something else".to_string(),
        })
    }

    /// A hint for a well-known slip.
    fn help(self, found: Kind) -> Option<&'static str> {
        let between = self.wants(What::Declaration) || self.wants(What::ClassMember);
        match found {
            Kind::Semi if between => Some("imports, `select`, newtypes and `{ ... }` bodies take no `;`"),
            Kind::LParen if between => {
                Some("a predicate begins with `predicate` or with the type of its result")
            }
            Kind::RBrace if self.wants(What::Term) => {
                Some("write `any()` for what always holds, `none()` for what never does")
            }
            _ => None,
        }
    }

    fn has(self, kind: Kind) -> bool {
        self.expected & 1 << (kind as u8) != 0
    }

    fn wants(self, what: What) -> bool {
        self.expected & 1 << (what as u8) != 0
    }

    fn closes(self) -> bool {
        [Kind::Semi, Kind::RBrace, Kind::RParen, Kind::RBracket].into_iter().any(|kind| self.has(kind))
    }
}

/// Whether the token can follow a complete expression, formula or path, so that it was hardly missing.
fn continues(kind: Kind) -> bool {
    use Kind::*;
    matches!(
        kind,
        Implies | Or | And | Instanceof | In | Lt | Le | Eq | Gt | Ge | Ne | Minus | Plus | Star | Slash
    ) || matches!(kind, Percent | Dot | ClosurePlus | ClosureStar | LtArgs | ColonColon)
}
