//! Yields the tokens of a file in order, as documents, with the gaps and comments before them.
//!
//! To lay out a term, first take the lead of its first token (the gap, and the comments in it), then the term: the lead
//! belongs to the group around the term, not to the term's own.

use crate::lexer::Tokens;
use crate::token::{Kind, Place};
use pretty::{Arena, DocAllocator, DocBuilder};

/// A piece of layout.
pub(super) type Doc<'a> = DocBuilder<'a, Arena<'a>>;

/// The gap between two tokens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Gap {
    /// Nothing.
    Nothing,
    /// A line break if the group is broken, else nothing.
    Soft,
    /// A space.
    Space,
    /// A line break if the group is broken, else a space.
    Line,
    /// A line break.
    Hard,
    /// A blank line.
    Blank,
}

struct Comment<'a> {
    /// The index of the token that follows.
    before: usize,
    text: &'a str,
    /// Whether it is the first thing on its line.
    own_line: bool,
    /// Whether a blank line stands before it, and behind it.
    blank: (bool, bool),
    /// The column in which it begins.
    column: usize,
}

impl Comment<'_> {
    fn ends_line(&self) -> bool {
        self.text.starts_with("//")
    }
}

pub(super) struct Weaver<'a> {
    pub(super) arena: &'a Arena<'a>,
    text: &'a str,
    tokens: &'a Tokens,
    comments: Vec<Comment<'a>>,
    /// The index of the next token.
    at: usize,
    next_comment: usize,
}

impl<'a> Weaver<'a> {
    pub(super) fn new(arena: &'a Arena<'a>, text: &'a str, tokens: &'a Tokens) -> Self {
        let comments = tokens.comments.iter().map(|(before, place)| comment(text, *before, *place)).collect();
        Self { arena, text, tokens, comments, at: 0, next_comment: 0 }
    }

    pub(super) fn nil(&self) -> Doc<'a> {
        self.arena.nil()
    }

    /// The kind of the next token.
    pub(super) fn peek(&self) -> Option<Kind> {
        self.tokens.kinds.get(self.at).copied()
    }

    /// The lead of the next token: comments, and a gap of at least this size.
    pub(super) fn lead(&mut self, gap: Gap) -> Doc<'a> {
        let (comments, gap) = self.comments(gap);
        comments.append(self.gap(gap))
    }

    /// The lead of a closing bracket: its comments are indented like the contents.
    pub(super) fn close_lead(&mut self, gap: Gap) -> Doc<'a> {
        let (comments, gap) = self.comments(gap);
        comments.nest(2).append(self.gap(gap))
    }

    /// The next token, without its lead.
    pub(super) fn word(&mut self) -> Doc<'a> {
        let Some(place) = self.tokens.places.get(self.at) else { return self.nil() };
        self.at += 1;
        self.arena.text(&self.text[place.start as usize..place.end as usize])
    }

    /// The next token with its lead.
    pub(super) fn token(&mut self, gap: Gap) -> Doc<'a> {
        self.lead(gap).append(self.word())
    }

    /// The next token, a closing bracket, with its lead.
    pub(super) fn close(&mut self, gap: Gap) -> Doc<'a> {
        self.close_lead(gap).append(self.word())
    }

    /// The tokens that begin before `end`, the first without its lead, never broken.
    pub(super) fn until(&mut self, end: u32) -> Doc<'a> {
        let mut doc = self.nil();
        let mut first = true;
        while self.tokens.places.get(self.at).is_some_and(|place| place.start < end) {
            doc = doc.append(if first { self.word() } else { self.next_flat() });
            first = false;
        }
        doc
    }

    /// The tokens up to the next one of this kind, inclusive, the first without its lead, never broken.
    pub(super) fn through(&mut self, kind: Kind) -> Doc<'a> {
        let mut found = self.peek() == Some(kind);
        let mut doc = self.word();
        while !found && self.peek().is_some() {
            found = self.peek() == Some(kind);
            doc = doc.append(self.next_flat());
        }
        doc
    }

    /// All tokens that begin before `end`, each with its lead.
    pub(super) fn rest(&mut self, end: u32) -> Doc<'a> {
        let mut doc = self.nil();
        while self.tokens.places.get(self.at).is_some_and(|place| place.start < end) {
            doc = doc.append(self.next_flat());
        }
        doc
    }

    fn next_flat(&mut self) -> Doc<'a> {
        let gap = match (self.at.checked_sub(1), self.peek()) {
            (Some(before), Some(next)) => flat_gap(self.tokens.kinds[before], next),
            _ => Gap::Nothing,
        };
        self.token(gap)
    }

    /// Whether a blank line precedes the next token, or the first of its comments.
    pub(super) fn has_blank_before(&self) -> bool {
        match self.comments.get(self.next_comment).filter(|comment| comment.before == self.at) {
            Some(comment) => comment.blank.0,
            None => self.is_blank_before_token(),
        }
    }

    fn is_blank_before_token(&self) -> bool {
        let (Some(before), Some(place)) = (self.at.checked_sub(1), self.tokens.places.get(self.at)) else {
            return false;
        };
        has_blank(&self.text[self.tokens.places[before].end as usize..place.start as usize])
    }

    /// The comments before the next token, and the gap after them.
    fn comments(&mut self, mut gap: Gap) -> (Doc<'a>, Gap) {
        let mut doc = self.nil();
        let mut any = false;
        while let Some(comment) =
            self.comments.get(self.next_comment).filter(|comment| comment.before == self.at)
        {
            let is_start = self.at == 0 && !any;
            any = true;
            if comment.own_line || is_start {
                let before = match gap {
                    _ if is_start => Gap::Nothing,
                    _ if comment.blank.0 => Gap::Blank,
                    Gap::Blank => Gap::Blank,
                    _ => Gap::Hard,
                };
                doc = doc.append(self.gap(before)).append(self.comment_text(comment));
                gap = if comment.blank.1 { Gap::Blank } else { Gap::Hard };
            } else {
                doc = doc.append(" ").append(self.comment_text(comment));
                gap = if comment.ends_line() { gap.max(Gap::Hard) } else { gap.max(Gap::Space) };
            }
            self.next_comment += 1;
        }
        if !any && gap == Gap::Line && self.is_blank_before_token() {
            // A paragraph of a long formula stays one.
            let broken = self.arena.hardline().append(self.arena.hardline());
            return (doc.append(broken.flat_alt(self.arena.space())), Gap::Nothing);
        }
        (doc, gap)
    }

    fn gap(&self, gap: Gap) -> Doc<'a> {
        match gap {
            Gap::Nothing => self.arena.nil(),
            Gap::Soft => self.arena.line_(),
            Gap::Space => self.arena.space(),
            Gap::Line => self.arena.line(),
            Gap::Hard => self.arena.hardline(),
            Gap::Blank => self.arena.hardline().append(self.arena.hardline()),
        }
    }

    /// A comment, its later lines indented by as much as its first.
    fn comment_text(&self, comment: &Comment<'a>) -> Doc<'a> {
        let mut lines = comment.text.lines();
        let mut doc = self.arena.text(lines.next().unwrap_or("").trim_end());
        let later: Vec<&'a str> = lines.collect();
        let starred = later.iter().all(|line| line.trim_start().starts_with('*'));
        for line in later {
            let text = line.trim();
            let indent = if starred {
                1
            } else {
                (line.len() - line.trim_start().len()).saturating_sub(comment.column)
            };
            doc = doc.append(self.arena.hardline());
            if !text.is_empty() {
                doc = doc.append(" ".repeat(indent)).append(text);
            }
        }
        doc
    }
}

fn comment<'a>(text: &'a str, before: usize, place: Place) -> Comment<'a> {
    let (start, end) = (place.start as usize, place.end as usize);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let head = &text[line_start..start];
    let gap_before = &text[text[..start].trim_end().len()..start];
    let behind = &text[end..];
    let gap_behind = &behind[..behind.len() - behind.trim_start().len()];
    Comment {
        before,
        text: &text[start..end],
        own_line: head.trim().is_empty(),
        blank: (has_blank(gap_before), has_blank(gap_behind)),
        column: head.chars().count(),
    }
}

fn has_blank(white: &str) -> bool {
    white.bytes().filter(|byte| *byte == b'\n').count() > 1
}

/// The gap between two tokens of a declaration's head, a type or a name: `<` and `/` are never operators there.
fn flat_gap(before: Kind, next: Kind) -> Gap {
    use Kind::*;
    let is_tight = match next {
        Comma | Semi | RParen | RBracket | Dot | ColonColon | Question | LtArgs | Lt | Gt | Slash
        | ClosurePlus | ClosureStar => true,
        LParen => {
            matches!(before, LowerId | UpperId | RParen | RBracket | ClosurePlus | ClosureStar)
                || is_operator_word(before)
        }
        LBracket => matches!(before, LowerId | Rank),
        _ => false,
    };
    let opens = matches!(before, LParen | LBracket | Dot | ColonColon | LtArgs | Lt | Slash | Minus);
    if is_tight || opens { Gap::Nothing } else { Gap::Space }
}

/// Whether the keyword is called like a predicate.
fn is_operator_word(kind: Kind) -> bool {
    use Kind::*;
    matches!(
        kind,
        Any | Avg
            | Concat
            | Count
            | Exists
            | Forall
            | Forex
            | Max
            | Min
            | None
            | Rank
            | StrictConcat
            | StrictCount
            | StrictSum
            | Sum
            | Unique
    )
}
