//! A lexical pass over the text: comments, and what the parser is to see in place of Unicode escapes (JLS 3.3, 3.5,
//! 3.7).

use std::borrow::Cow;

use super::OffsetMap;
use crate::ast::{Comment, CommentKind, Span};

/// A text as the parser is to see it.
pub(super) struct Prepared<'t> {
    /// All comments in order, by their places in the file.
    pub comments: Vec<Comment>,
    /// The text.
    pub text: Cow<'t, str>,
    /// The way back to the file, where it is not the same text.
    pub map: Option<OffsetMap>,
    /// The text without what lies between its tokens, where that is known.
    pub squeezed: Option<Squeezed>,
}

/// A text without comments and white space, of which one blank stays where there was some: more than half of a text is
/// neither, and the parser looks at each character several times. Where a text without errors is parsed, it has the same
/// tree but for comments.
pub(crate) struct Squeezed {
    /// The text.
    pub text: String,
    /// The place of each of its bytes, and of its end, in the file.
    pub offsets: Vec<u32>,
}

/// A stretch of text that is one thing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Comment(CommentKind),
    Literal,
}

/// Finds the comments, and translates what the grammar does not know: lines that end with a carriage return alone, a
/// Control-Z at the end, and Unicode escapes. Escapes in literals stay as they are written where they are no delimiter.
pub(super) fn prepare(text: &str) -> Prepared<'_> {
    let plain = plain_lines(text);
    let escapes = if plain.contains("\\u") { escapes(&plain) } else { Vec::new() };
    let mut comments = Vec::new();
    if escapes.is_empty() {
        let mut squeeze = Squeeze::new(plain.as_bytes());
        pieces(plain.as_bytes(), |span, piece| {
            squeeze.piece(span, piece);
            if let Piece::Comment(kind) = piece {
                comments.push(Comment { span, kind });
            }
        });
        let squeezed = squeeze.finish();
        return Prepared { comments, text: plain, map: None, squeezed };
    }
    // What is a comment and what is a literal shows only where all escapes are translated.
    let (all, map) = translate(&plain, escapes.iter());
    let places: Vec<u32> = map.after.iter().map(|&(after, _)| after).collect();
    let mut kept = vec![false; escapes.len()];
    pieces(all.as_bytes(), |span, piece| match piece {
        Piece::Comment(kind) => {
            comments
                .push(Comment { span: Span::new(map.original(span.start), map.original(span.end)), kind });
        }
        Piece::Literal => {
            let first = places.partition_point(|&after| after <= span.start);
            let end = places.partition_point(|&after| after <= span.end);
            let keep = escapes[first..end].iter().all(|escape| !DELIMITERS.contains(&escape.means));
            kept[first..end].fill(keep);
        }
    });
    let translated = escapes.iter().zip(&kept).filter(|(_, kept)| !**kept).map(|(escape, _)| escape);
    let (text, map) = translate(&plain, translated);
    Prepared { comments, text: Cow::Owned(text), map: Some(map), squeezed: None }
}

/// Makes a [`Squeezed`] out of the pieces of a text.
struct Squeeze<'t> {
    bytes: &'t [u8],
    /// As long as the text and one more; what counts are the first `len`.
    text: Vec<u8>,
    offsets: Vec<u32>,
    len: usize,
    /// How much of the text is done.
    done: usize,
    /// Whether a blank is the last of what is there.
    is_blank: bool,
    /// Whether a comment was not closed, which the parser is to see.
    is_open: bool,
}

impl<'t> Squeeze<'t> {
    fn new(bytes: &'t [u8]) -> Squeeze<'t> {
        let (text, offsets) = (vec![0; bytes.len() + 1], vec![0; bytes.len() + 1]);
        Squeeze { bytes, text, offsets, len: 0, done: 0, is_blank: false, is_open: false }
    }

    fn put(&mut self, byte: u8, at: usize) {
        (self.text[self.len], self.offsets[self.len]) = (byte, at as u32);
        self.len += 1;
    }

    /// Takes in the code up to there.
    fn code(&mut self, end: usize) {
        for at in self.done..end {
            let byte = self.bytes[at];
            let is_blank = matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0C');
            // Written in any case, and taken back: which it is, a processor cannot guess.
            self.put(byte, at);
            self.len -= usize::from(is_blank && self.is_blank);
            self.is_blank = is_blank;
        }
        self.done = end;
    }

    fn piece(&mut self, span: Span, piece: Piece) {
        let (start, end) = (span.start as usize, span.end as usize);
        self.code(start);
        let bytes = self.bytes;
        match piece {
            Piece::Literal => {
                (start..end).for_each(|at| self.put(bytes[at], at));
                self.is_blank = false;
            }
            Piece::Comment(kind) => {
                if !self.is_blank {
                    self.put(b' ', start);
                }
                self.is_blank = true;
                let is_closed = end - start >= 4 && bytes[..end].ends_with(b"*/");
                self.is_open |= kind != CommentKind::Line && !is_closed;
            }
        }
        self.done = end;
    }

    fn finish(mut self) -> Option<Squeezed> {
        let end = self.bytes.len();
        self.code(end);
        // The parser takes a zero in a comment for its end.
        if self.is_open || self.bytes.contains(&0) {
            return None;
        }
        self.text.truncate(self.len);
        self.offsets.truncate(self.len);
        self.offsets.push(end as u32);
        let text = String::from_utf8(self.text).ok()?;
        Some(Squeezed { text, offsets: self.offsets })
    }
}

/// What ends or changes a literal.
const DELIMITERS: [char; 5] = ['"', '\'', '\\', '\n', '\r'];

/// The text with `\n` for each carriage return that no `\n` follows, and without a Control-Z at its end (JLS 3.5). Each
/// character keeps its offset.
fn plain_lines(text: &str) -> Cow<'_, str> {
    let lone = |at: usize| text.as_bytes().get(at + 1) != Some(&b'\n');
    let changes = text.ends_with('\u{1A}') || text.match_indices('\r').any(|(at, _)| lone(at));
    if !changes {
        return Cow::Borrowed(text);
    }
    let end = text.len() - usize::from(text.ends_with('\u{1A}'));
    let line = |(at, c): (usize, char)| match c {
        '\r' if lone(at) => '\n',
        '\u{1A}' if at == end => ' ',
        c => c,
    };
    Cow::Owned(text.char_indices().map(line).collect())
}

/// A Unicode escape, or the two of a surrogate pair.
struct Escape {
    start: usize,
    end: usize,
    means: char,
}

/// The escapes of a text. Half of a surrogate pair alone is no character; the parser complains about it.
fn escapes(text: &str) -> Vec<Escape> {
    let bytes = text.as_bytes();
    let mut found: Vec<Escape> = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find('\\') {
        let start = at + next;
        at = start + 1;
        if bytes.get(at) != Some(&b'u') {
            // An escaped backslash begins no Unicode escape.
            at += usize::from(bytes.get(at) == Some(&b'\\'));
            continue;
        }
        let Some((unit, end)) = code_unit(bytes, start) else { continue };
        let low = || code_unit(bytes, end).filter(|(low, _)| (0xDC00..0xE000).contains(low));
        let (code, end) = match unit {
            0xD800..0xDC00 => match low() {
                Some((low, end)) => (0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), end),
                None => continue,
            },
            _ => (unit, end),
        };
        // Of control characters the parser understands white space alone; it takes some others for the end of the text.
        let is_plain = |c: &char| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\x0C');
        if let Some(means) = char::from_u32(code).filter(is_plain) {
            found.push(Escape { start, end, means });
            at = end;
        }
    }
    found
}

/// The code unit of the escape that begins at `start`, and where it ends.
fn code_unit(bytes: &[u8], start: usize) -> Option<(u32, usize)> {
    let mut at = start + 1;
    if bytes.get(start) != Some(&b'\\') || bytes.get(at) != Some(&b'u') {
        return None;
    }
    while bytes.get(at) == Some(&b'u') {
        at += 1;
    }
    let digits = bytes.get(at..at + 4)?;
    let unit = digits.iter().try_fold(0, |unit, &digit| Some(unit * 16 + char::from(digit).to_digit(16)?))?;
    Some((unit, at + 4))
}

/// Replaces escapes by what they mean.
fn translate<'e>(text: &str, escapes: impl Iterator<Item = &'e Escape>) -> (String, OffsetMap) {
    let mut out = String::with_capacity(text.len());
    let mut map = OffsetMap { after: Vec::new(), end: u32::MAX, below: None };
    let mut done = 0;
    for escape in escapes {
        out.push_str(&text[done..escape.start]);
        out.push(escape.means);
        map.after.push((out.len() as u32, escape.end as u32));
        done = escape.end;
    }
    out.push_str(&text[done..]);
    (out, map)
}

/// Calls `visit` with every stretch of text between comments and literals, and with where it begins.
pub(super) fn code<'t>(text: &'t str, mut visit: impl FnMut(usize, &'t str)) {
    let mut done = 0;
    pieces(text.as_bytes(), |span, _| {
        visit(done, text.get(done..span.start as usize).unwrap_or(""));
        done = span.end as usize;
    });
    visit(done, text.get(done..).unwrap_or(""));
}

/// Calls `visit` for every comment and literal, in order.
fn pieces(bytes: &[u8], mut visit: impl FnMut(Span, Piece)) {
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let piece = match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
                if bytes[at - 1] == b'\r' {
                    at -= 1;
                }
                Piece::Comment(CommentKind::Line)
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += 2;
                while at < bytes.len() && !(bytes[at] == b'*' && bytes.get(at + 1) == Some(&b'/')) {
                    at += 1;
                }
                at = (at + 2).min(bytes.len());
                let is_javadoc = bytes.get(start + 2) == Some(&b'*') && at - start > 4;
                Piece::Comment(if is_javadoc { CommentKind::Javadoc } else { CommentKind::Block })
            }
            b'"' if bytes[at..].starts_with(b"\"\"\"") => {
                at += 3;
                while at < bytes.len() && !bytes[at..].starts_with(b"\"\"\"") {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + 3).min(bytes.len());
                Piece::Literal
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + 1).min(bytes.len());
                Piece::Literal
            }
            _ => {
                at += 1;
                continue;
            }
        };
        visit(Span::new(start as u32, at as u32), piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_but_not_in_literals() {
        let text = "/** d */ a // e\r\n\"/* no */\" '\"' /**/ \"\"\" // \\\"\"\" no \"\"\" /* b */ // end";
        let found: Vec<(&str, CommentKind)> = prepare(text)
            .comments
            .iter()
            .map(|c| (&text[c.span.start as usize..c.span.end as usize], c.kind))
            .collect();
        use CommentKind::{Block, Javadoc, Line};
        assert_eq!(
            found,
            [("/** d */", Javadoc), ("// e", Line), ("/**/", Block), ("/* b */", Block), ("// end", Line)]
        );
    }

    #[test]
    fn what_lies_between_tokens_is_squeezed() {
        let text = "/* a */\n  int/**/x =  1; // é\r\n\r\n\tString s = \"é  // b\" ;";
        let squeezed = prepare(text).squeezed.expect("no escapes");
        assert_eq!(squeezed.text, " int x = 1; String s = \"é  // b\" ;");
        assert_eq!(squeezed.offsets.len(), squeezed.text.len() + 1);
        // Tokens begin where they do, and end where white space or a comment begins.
        for token in ["int", "x", "=", "1;", "String", "s", "\"é  // b\"", ";"] {
            let (at, place) =
                (squeezed.text.rfind(token).expect("a token"), text.rfind(token).expect("a token"));
            assert_eq!(squeezed.offsets[at] as usize, place, "{token}");
            assert_eq!(squeezed.offsets[at + token.len()] as usize, place + token.len(), "{token}");
        }
        for text in ["int x; /* a", "int x; /*/", "// a\0", "\\u0061"] {
            assert!(prepare(text).squeezed.is_none(), "{text}");
        }
    }

    #[test]
    fn escapes_are_translated_as_the_lexer_sees_them() {
        let check = |text: &str, expected: &str| {
            let prepared = prepare(text);
            assert_eq!(prepared.text, expected);
            let map = prepared.map.expect("a map");
            let at = |text: &str| text.rfind('z').expect("there");
            assert_eq!(map.original(at(&prepared.text) as u32) as usize, at(text));
        };
        check(r#"int \u0061b = \uuu0031; String s = "\u0041"; z"#, r#"int ab = 1; String s = "\u0041"; z"#);
        // Delimiters of literals and comments, and what stands in them.
        check(r#"s = \u0022a\u0041\u0022; z"#, r#"s = "aA"; z"#);
        check(r#"s = "\\u0041 \u0041"; c = '\u005c''; z"#, r#"s = "\\u0041 \u0041"; c = '\''; z"#);
        check(r"\u002f\u002a * \u002a/ z", "/* * */ z");
        check(r"/* \u0000 \u0041 */ z", r"/* \u0000 A */ z");
        check("// a\\u000a z", "// a\n z");
        check(r"\ud835\udd38 \ud835 z", "\u{1D538} \\ud835 z");
        assert_eq!(prepare(r"a \u002f\u002a \u002a/ b").comments[0].span, Span::new(2, 22));
    }

    #[test]
    fn lines_may_end_with_carriage_returns() {
        let prepared = prepare("// a\rint x; /* b\r*/\r\n\u{1A}");
        assert_eq!(prepared.text, "// a\nint x; /* b\n*/\r\n ");
        let spans: Vec<Span> = prepared.comments.iter().map(|c| c.span).collect();
        assert_eq!(spans, [Span::new(0, 4), Span::new(12, 19)]);
    }
}
