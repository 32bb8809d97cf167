//! Tokens of the text form.

/// A token and its bytes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum TokenKind {
    /// A name; `true` for one in backquotes.
    Name(String, bool),
    String(String),
    Int(i32),
    Float(f64),
    Punctuation(&'static str),
    End,
}

const PUNCTUATION: &[&str] = &[
    ":-", "!=", "<=", ">=", "=", "<", ">", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "|", "+", "*",
    "%", "-",
];

/// Whether a name needs no backquotes (unless it is reserved).
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name_len(name.as_bytes()) == name.len()
}

fn starts(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'#' | b'@' | b'$')
}

/// The length in bytes of the name at the front.
fn name_len(bytes: &[u8]) -> usize {
    if !bytes.first().is_some_and(|byte| starts(*byte)) {
        return 0;
    }
    let mut at = 1;
    loop {
        let next = |offset: usize| bytes.get(at + offset).copied();
        at += match next(0) {
            Some(byte) if starts(byte) || byte.is_ascii_digit() || byte == b'\'' => 1,
            Some(b'.') if next(1).is_some_and(starts) => 2,
            Some(b':') if next(1) == Some(b':') && next(2).is_some_and(starts) => 3,
            Some(b'/') if next(1).is_some_and(|byte| byte.is_ascii_digit()) => 2,
            _ => return at,
        };
    }
}

/// The tokens, with a final `End`; or the place of an invalid one and a message.
pub(super) fn lex(text: &str) -> Result<Vec<Token>, (usize, String)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(char) = text[at..].chars().next() {
        let start = at;
        let rest = &text[at..];
        let kind = if char.is_whitespace() {
            at += char.len_utf8();
            continue;
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if starts(rest.as_bytes()[0]) {
            let len = name_len(rest.as_bytes());
            at += len;
            TokenKind::Name(rest[..len].to_owned(), false)
        } else if char == '`' {
            let mut name = String::new();
            at += 1;
            loop {
                let Some(end) = text[at..].find('`') else {
                    return Err((start, "this name has no end".to_owned()));
                };
                name.push_str(&text[at..at + end]);
                at += end + 1;
                if !text[at..].starts_with('`') {
                    break;
                }
                name.push('`');
                at += 1;
            }
            TokenKind::Name(name, true)
        } else if char == '"' {
            let (string, len) =
                string(rest).ok_or((start, "this text has no end or a bad escape".to_owned()))?;
            at += len;
            TokenKind::String(string)
        } else if char.is_ascii_digit()
            || (char == '-' && rest[1..].starts_with(|next: char| next.is_ascii_digit()))
            || rest.starts_with("-inf")
        {
            let (kind, len) =
                number(rest).ok_or((start, "this number is none that fits 32 bits".to_owned()))?;
            at += len;
            kind
        } else if let Some(found) = PUNCTUATION.iter().find(|found| rest.starts_with(**found)) {
            at += found.len();
            TokenKind::Punctuation(found)
        } else {
            return Err((start, format!("`{char}` begins nothing")));
        };
        tokens.push(Token { kind, start, end: at });
    }
    tokens.push(Token { kind: TokenKind::End, start: text.len(), end: text.len() });
    Ok(tokens)
}

fn number(text: &str) -> Option<(TokenKind, usize)> {
    if text.starts_with("-inf") {
        return Some((TokenKind::Float(f64::NEG_INFINITY), 4));
    }
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut end = digits(1);
    let mut float = false;
    // A full stop before a digit starts a fraction, otherwise it ends a rule.
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        float = true;
        end = digits(end + 1);
    }
    if bytes.get(end) == Some(&b'e') {
        let sign = usize::from(bytes.get(end + 1) == Some(&b'-'));
        if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
            float = true;
            end = digits(end + 1 + sign);
        }
    }
    let number = &text[..end];
    let kind =
        if float { TokenKind::Float(number.parse().ok()?) } else { TokenKind::Int(number.parse().ok()?) };
    Some((kind, end))
}

/// The text of a string literal at the front, and the literal's length.
fn string(text: &str) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut chars = text.char_indices().skip(1);
    loop {
        match chars.next()?.1 {
            '"' => return Some((out, chars.next().map_or(text.len(), |(at, _)| at))),
            '\\' => match chars.next()?.1 {
                'n' => out.push('\n'),
                'r' => out.push('\r'),
                't' => out.push('\t'),
                '0' => out.push('\0'),
                'u' => {
                    chars.next().filter(|(_, char)| *char == '{')?;
                    let mut code = 0u32;
                    loop {
                        match chars.next()?.1 {
                            '}' => break,
                            digit => code = code.checked_mul(16)?.checked_add(digit.to_digit(16)?)?,
                        }
                    }
                    out.push(char::from_u32(code)?);
                }
                char @ ('"' | '\\' | '\'') => out.push(char),
                _ => return None,
            },
            char => out.push(char),
        }
    }
}
