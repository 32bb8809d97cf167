//! Splits QL text into tokens: kinds, places and QLDoc comments, with a diagnostic for each invalid token. It drops
//! white space and ordinary comments.
//!
//! Questions that depend on the following tokens are also answered here, once for the whole file and in linear time, so
//! that the grammar needs no lookahead: which `<` begins arguments ([`Kind::LtArgs`]), which `+` or `*` is a closure
//! ([`Kind::ClosurePlus`], [`Kind::ClosureStar`]), which `signature` begins one, and which brackets are nested too
//! deeply for later stages to walk.

use crate::token::{Kind, Place};
use crate::tree::QlDoc;
use quarrel_base::source::{FileId, Span};
use quarrel_base::{Code, Diagnostic};

/// Some editors write it at the start of a file; it is ignored.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// The most levels of a tree; later stages may recurse over it.
pub const NESTING_LIMIT: u32 = 500;

/// The tokens of a text.
#[derive(Default, Debug)]
pub struct Tokens {
    /// Their kinds.
    pub kinds: Vec<Kind>,
    /// Their places, parallel to `kinds`.
    pub places: Vec<Place>,
    /// QLDoc comments, each with the index of the token that follows it.
    pub docs: Vec<(usize, QlDoc)>,
    /// The places of all comments, QLDoc included, each with the index of the token that follows it.
    pub comments: Vec<(usize, Place)>,
    /// The diagnostics.
    pub diagnostics: Vec<Diagnostic>,
}

/// The tokens of `text`.
pub fn lex(text: &str, file: FileId) -> Tokens {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), file, at: 0, tokens: Tokens::default() };
    lexer.tokens.kinds.reserve(text.len() / 4);
    lexer.tokens.places.reserve(text.len() / 4);
    if text.starts_with(BYTE_ORDER_MARK) {
        lexer.at = BYTE_ORDER_MARK.len_utf8();
    }
    while lexer.at < lexer.bytes.len() {
        lexer.step();
    }
    let mut tokens = lexer.tokens;
    mark_arguments(&mut tokens.kinds);
    mark_closures(&mut tokens);
    mark_signatures(&mut tokens, text);
    cut_nesting(&mut tokens, file);
    tokens
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    file: FileId,
    at: usize,
    tokens: Tokens,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: Kind, end: usize) {
        self.tokens.kinds.push(kind);
        self.tokens.places.push(Place { start: self.at as u32, end: end as u32 });
        self.at = end;
    }

    fn error(&mut self, code: Code, start: usize, end: usize, message: impl Into<String>) {
        self.tokens.diagnostics.push(Diagnostic::error(code, Span::new(self.file, start, end), message));
    }

    fn step(&mut self) {
        use Kind::*;
        let (kind, len) = match (self.peek(0), self.peek(1)) {
            (b' ' | b'\t' | b'\r' | b'\n', _) => {
                self.at += 1;
                return;
            }
            (b'/', b'/') => {
                let end =
                    self.text[self.at..].find(['\n', '\r']).map_or(self.bytes.len(), |len| self.at + len);
                return self.skip_comment(end);
            }
            (b'/', b'*') => return self.comment(),
            (b'a'..=b'z' | b'A'..=b'Z' | b'@', _) => return self.word(),
            (b'0'..=b'9', _) => return self.number(),
            (b'"', _) => return self.string(),
            (b'<', b'=') => (Le, 2),
            (b'>', b'=') => (Ge, 2),
            (b'!', b'=') => (Ne, 2),
            (b':', b':') => (ColonColon, 2),
            (b'.', b'.') => (DotDot, 2),
            (b'<', _) => (Lt, 1),
            (b'=', _) => (Eq, 1),
            (b'>', _) => (Gt, 1),
            (b'_', next) if !next.is_ascii_alphanumeric() && next != b'_' => (Underscore, 1),
            (b'-', _) => (Minus, 1),
            (b'+', _) => (Plus, 1),
            (b'*', _) => (Star, 1),
            (b'/', _) => (Slash, 1),
            (b'%', _) => (Percent, 1),
            (b',', _) => (Comma, 1),
            (b';', _) => (Semi, 1),
            (b':', _) => (Colon, 1),
            (b'.', _) => (Dot, 1),
            (b'(', _) => (LParen, 1),
            (b')', _) => (RParen, 1),
            (b'[', _) => (LBracket, 1),
            (b']', _) => (RBracket, 1),
            (b'{', _) => (LBrace, 1),
            (b'}', _) => (RBrace, 1),
            (b'|', _) => (Bar, 1),
            (b'?', _) => (Question, 1),
            _ => return self.invalid(),
        };
        self.push(kind, self.at + len);
    }

    /// The end of the word that begins at `from`.
    fn word_end(&self, from: usize) -> usize {
        let rest = &self.bytes[from..];
        from + rest
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
            .unwrap_or(rest.len())
    }

    fn word(&mut self) {
        if self.peek(0) == b'@' {
            if !self.peek(1).is_ascii_lowercase() {
                return self.invalid();
            }
            return self.push(Kind::AtId, self.word_end(self.at + 1));
        }
        let end = self.word_end(self.at);
        self.push(Kind::of_word(&self.text[self.at..end]), end);
    }

    fn number(&mut self) {
        let digits = |from: usize| {
            let rest = &self.bytes[from..];
            from + rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len())
        };
        let mut end = digits(self.at);
        let mut kind = Kind::Int;
        if self.bytes.get(end) == Some(&b'.') && self.bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            end = digits(end + 1);
            kind = Kind::Float;
        }
        let word_end = self.word_end(end);
        if word_end > end {
            let text = &self.text[self.at..word_end];
            self.error(
                Code::InvalidToken,
                self.at,
                word_end,
                format!("`{text}` is neither a number nor a name"),
            );
            return self.push(Kind::Invalid, word_end);
        }
        self.push(kind, end);
    }

    fn string(&mut self) {
        let start = self.at;
        let mut at = start + 1;
        loop {
            match self.bytes.get(at) {
                Some(b'"') => return self.push(Kind::String, at + 1),
                Some(b'\\') => {
                    match self.bytes.get(at + 1) {
                        Some(b'\\' | b'"' | b'n' | b'r' | b't') => at += 2,
                        None | Some(b'\n' | b'\r') => at += 1,
                        Some(_) => {
                            let escaped = self.text[at + 1..].chars().next().unwrap_or(' ');
                            let end = at + 1 + escaped.len_utf8();
                            let message = format!("`\\{escaped}` is no escape sequence");
                            let span = Span::new(self.file, at, end);
                            self.tokens.diagnostics.push(Diagnostic::error(Code::InvalidEscape, span, message).help(
                            "QL knows `\\\\`, `\\\"`, `\\n`, `\\r` and `\\t`; write `\\\\` for a backslash",
                        ));
                            at = end;
                        }
                    }
                }
                None | Some(b'\n' | b'\r') => {
                    self.error(Code::InvalidToken, start, at, "this string does not end on its line");
                    return self.push(Kind::Invalid, at);
                }
                Some(b'\t') => {
                    self.error(Code::InvalidToken, at, at + 1, "a tab in a string must be written `\\t`");
                    at += 1;
                }
                Some(_) => at += 1,
            }
        }
    }

    fn comment(&mut self) {
        let start = self.at;
        // `/**/` is an ordinary comment.
        let is_doc = self.peek(2) == b'*' && self.peek(3) != b'/';
        let Some(len) = self.text[start + 2..].find("*/") else {
            self.error(Code::InvalidToken, start, start + 2, "this comment does not end");
            self.at = self.bytes.len();
            return;
        };
        let end = start + 2 + len + 2;
        if is_doc {
            let doc = QlDoc {
                text: doc_text(&self.text[start + 3..end - 2]).into(),
                span: Span::new(self.file, start, end),
            };
            self.tokens.docs.push((self.tokens.kinds.len(), doc));
        }
        self.skip_comment(end);
    }

    fn skip_comment(&mut self, end: usize) {
        let place = Place { start: self.at as u32, end: end as u32 };
        self.tokens.comments.push((self.tokens.kinds.len(), place));
        self.at = end;
    }

    /// Takes a run of characters that begin no token as one invalid token.
    fn invalid(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let line = rest.lines().next().unwrap_or("");
        let end = if self.peek(0) == b'_' {
            self.word_end(start)
        } else if let (b'\'', Some(close)) = (self.peek(0), line[first..].find('\'')) {
            start + first + close + 1
        } else {
            let known = |c: char| {
                c.is_ascii() && !matches!(c, '#' | '$' | '&' | '\\' | '^' | '`' | '~' | '\'' | '\0'..='\u{8}')
            };
            start + rest[first..].find(known).map_or(rest.len(), |len| first + len)
        };
        let text = &self.text[start..end];
        let (message, help) = match text {
            _ if text.starts_with('\'') => ("strings are written in double quotes".to_string(), None),
            "!" => ("`!` is no operator".to_string(), Some("write `not` before a formula")),
            "&" | "&&" => (format!("`{text}` is no operator"), Some("write `and`")),
            "@" => ("`@` must be followed by the name of a database type".to_string(), None),
            _ if text.starts_with('_') => {
                (format!("the name `{text}` begins with `_`"), Some("begin names with a letter"))
            }
            _ => (format!("`{}` is not part of QL", text.escape_debug()), None),
        };
        let mut diagnostic = Diagnostic::error(Code::InvalidToken, Span::new(self.file, start, end), message);
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        self.tokens.diagnostics.push(diagnostic);
        self.push(Kind::Invalid, end);
    }
}

/// The text of a doc comment: without the star at the start of each line, without surrounding blanks.
fn doc_text(inside: &str) -> String {
    let mut out = String::with_capacity(inside.len());
    for (index, line) in inside.lines().enumerate() {
        if index > 0 {
            out.push('\n');
            let line = line.trim_start();
            let line = line.strip_prefix('*').unwrap_or(line);
            out.push_str(line.strip_prefix(' ').unwrap_or(line).trim_end());
        } else {
            out.push_str(line.trim());
        }
    }
    out.trim().to_string()
}

/// Turns each `<` after a name into [`Kind::LtArgs`] if `::` follows its matching `>`.
fn mark_arguments(kinds: &mut [Kind]) {
    use Kind::*;
    // Open `<`s, as long as every token since may occur in an argument list.
    let mut open = Vec::new();
    for at in 0..kinds.len() {
        match kinds[at] {
            Lt if at > 0 && matches!(kinds[at - 1], LowerId | UpperId) => open.push(at),
            Gt => {
                if let Some(start) = open.pop()
                    && kinds.get(at + 1) == Some(&ColonColon)
                {
                    kinds[start] = LtArgs;
                }
            }
            LowerId | UpperId | AtId | ColonColon | Comma | Slash | Int | Boolean | Date | FloatType
            | IntType | StringType | Any | None | Dot => {}
            _ => open.clear(),
        }
    }
}

/// Turns `+` and `*` between a name and `(` into closures. `x + (y)` could be arithmetic too; the language's grammar
/// prefers the closure. We choose arithmetic if the operator has space on both sides and the parentheses hold exactly
/// one item: closures are written `edge+(x)`.
fn mark_closures(tokens: &mut Tokens) {
    use Kind::*;
    let single = parentheses_of_one(&tokens.kinds);
    for at in 1..tokens.kinds.len().saturating_sub(1) {
        let closure = match tokens.kinds[at] {
            Plus => ClosurePlus,
            Star => ClosureStar,
            _ => continue,
        };
        if tokens.kinds[at + 1] != LParen || !matches!(tokens.kinds[at - 1], LowerId | UpperId) {
            continue;
        }
        let (before, place, after) = (tokens.places[at - 1], tokens.places[at], tokens.places[at + 1]);
        let spaced = before.end < place.start && place.end < after.start;
        let is_member = at >= 2 && tokens.kinds[at - 2] == Dot;
        if is_member || !spaced || !single[at + 1] {
            tokens.kinds[at] = closure;
        }
    }
}

/// For each `(`, whether it holds something, without a comma at its own level.
fn parentheses_of_one(kinds: &[Kind]) -> Vec<bool> {
    let mut single = vec![false; kinds.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        match kind {
            Kind::LParen | Kind::LBracket => {
                single[at] = kinds.get(at + 1) != Some(&Kind::RParen);
                open.push(at);
            }
            Kind::RParen | Kind::RBracket => drop(open.pop()),
            Kind::Comma => {
                if let Some(innermost) = open.last() {
                    single[*innermost] = false;
                }
            }
            Kind::LBrace | Kind::RBrace | Kind::Semi => open.clear(),
            _ => {}
        }
    }
    single
}

/// Turns each name `signature` before a token that can begin a signature into a token of its own, except where only a
/// name can stand: `import signature` is complete, whatever the next line begins with.
fn mark_signatures(tokens: &mut Tokens, text: &str) {
    use Kind::*;
    for at in 0..tokens.kinds.len().saturating_sub(1) {
        let next = tokens.kinds[at + 1];
        let begins = matches!(next, Class | Module | Predicate | UpperId | AtId)
            || matches!(next, Boolean | Date | FloatType | IntType | StringType);
        let named = at > 0 && matches!(tokens.kinds[at - 1], Import | As | Dot | ColonColon);
        if begins && !named && tokens.kinds[at] == LowerId {
            let place = tokens.places[at];
            if &text[place.start as usize..place.end as usize] == "signature" {
                tokens.kinds[at] = Signature;
            }
        }
    }
}

/// Marks the first bracket beyond the nesting limit as an invalid token, once per overly deep nest.
fn cut_nesting(tokens: &mut Tokens, file: FileId) {
    let mut depth = 0u32;
    let mut reported = false;
    for (kind, place) in tokens.kinds.iter_mut().zip(&tokens.places) {
        match kind {
            Kind::LParen | Kind::LBracket | Kind::LBrace => {
                depth += 1;
                if depth > NESTING_LIMIT && !reported {
                    reported = true;
                    *kind = Kind::Invalid;
                    let span = Span::new(file, place.start as usize, place.end as usize);
                    tokens.diagnostics.push(too_deep(span));
                }
            }
            Kind::RParen | Kind::RBracket | Kind::RBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
        reported &= depth > 0;
    }
}

/// The diagnostic for too many levels.
pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NestingTooDeep, span, format!("more than {NESTING_LIMIT} levels of nesting"))
        .help("give a part of it a name of its own, as a predicate")
}

/// Whether a text may declare a name: whether the name follows a word that can precede a declared name. For texts that
/// could not be parsed.
pub fn may_declare(text: &str, name: &str) -> bool {
    const OTHERS: &[&str] = &[
        "and",
        "or",
        "not",
        "in",
        "if",
        "then",
        "else",
        "implies",
        "select",
        "where",
        "from",
        "import",
        "extends",
        "instanceof",
        "implements",
    ];
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].trim_end();
        let word = before.rsplit(|c| !inside(c)).next().unwrap_or_default();
        before.len() < at
            && !word.is_empty()
            && !OTHERS.contains(&word)
            && !text[at + name.len()..].starts_with(inside)
    })
}
