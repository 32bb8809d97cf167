//! A lexical pass over the text: comments, and Unicode escapes outside literals and comments (JLS 3.3, 3.7).

use super::OffsetMap;
use crate::ast::{Comment, CommentKind, Span};

/// What the pass finds.
pub(super) struct Scan {
    /// All comments in order.
    pub comments: Vec<Comment>,
    /// Whether there is a Unicode escape outside literals and comments.
    pub has_escapes: bool,
}

/// A stretch of text that is one thing.
enum Piece {
    Comment(CommentKind),
    Literal,
    Escape,
}

pub(super) fn scan(text: &str) -> Scan {
    let mut scan = Scan { comments: Vec::new(), has_escapes: false };
    pieces(text.as_bytes(), |span, piece| match piece {
        Piece::Comment(kind) => scan.comments.push(Comment { span, kind }),
        Piece::Escape => scan.has_escapes = true,
        Piece::Literal => {}
    });
    scan
}

/// Replaces the escapes outside literals and comments by what they stand for.
pub(super) fn translate(text: &str) -> (String, OffsetMap) {
    let mut out = String::with_capacity(text.len());
    let mut map = OffsetMap { after: Vec::new(), below: None };
    let mut done = 0;
    pieces(text.as_bytes(), |span, piece| {
        if !matches!(piece, Piece::Escape) {
            return;
        }
        let (start, end) = (span.start as usize, span.end as usize);
        let digits = &text[end - 4..end];
        // A surrogate half alone is no character; leave it to the parser to complain.
        if let Some(c) = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
            out.push_str(&text[done..start]);
            out.push(c);
            map.after.push((out.len() as u32, span.end));
            done = end;
        }
    });
    out.push_str(&text[done..]);
    (out, map)
}

/// Calls `visit` with every stretch of text between comments and literals, and with where it begins.
pub(super) fn code<'t>(text: &'t str, mut visit: impl FnMut(usize, &'t str)) {
    let mut done = 0;
    pieces(text.as_bytes(), |span, piece| {
        if !matches!(piece, Piece::Escape) {
            visit(done, text.get(done..span.start as usize).unwrap_or(""));
            done = span.end as usize;
        }
    });
    visit(done, text.get(done..).unwrap_or(""));
}

/// Calls `visit` for every comment, literal and escape outside them, in order.
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
            b'\\' if bytes.get(at + 1) == Some(&b'u') => {
                at += 1;
                while bytes.get(at) == Some(&b'u') {
                    at += 1;
                }
                let digits = bytes.get(at..at + 4);
                if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                    continue;
                }
                at += 4;
                Piece::Escape
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
        let found: Vec<(&str, CommentKind)> = scan(text)
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
    fn escapes_outside_literals_are_translated() {
        let text = r#"int \u0061b = \uuu0031; String s = "\u0041"; x"#;
        assert!(scan(text).has_escapes);
        let (out, map) = translate(text);
        assert_eq!(out, r#"int ab = 1; String s = "\u0041"; x"#);
        let original = |c| map.original(out.rfind(c).unwrap() as u32) as usize;
        assert_eq!(original('x'), text.rfind('x').unwrap());
        assert_eq!(original('b'), text.rfind('b').unwrap());
    }
}
