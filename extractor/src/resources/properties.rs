//! Property files, read like `java.util.Properties.load`.

use super::File;
use crate::facts::batch::Loc;
use crate::facts::rows;

/// A logical line: its characters with escapes undone, each with whether an escape made it, and its place.
#[derive(Default)]
struct Line {
    chars: Vec<(char, bool)>,
    start: usize,
    end: usize,
}

/// The rows of the entries.
pub(super) fn read(file: &mut File<'_>) {
    let text = file.text;
    let mut at = 0;
    while let Some(line) = logical_line(text, &mut at) {
        entry(file, &line);
    }
}

fn entry(file: &mut File<'_>, line: &Line) {
    let (name, value) = parts(&line.chars);
    let loc = file.loc(line.start, line.end);
    let place = |file: &mut File<'_>, loc: Loc| {
        let id = file.facts.fresh();
        file.facts.row(rows::Configplace { id, loc });
        id
    };
    let config = place(file, loc);
    file.facts.row(rows::Configs { id: config });
    if !name.is_empty() {
        let id = place(file, loc);
        let name = file.facts.text(&name);
        file.facts.row(rows::ConfigNames { id, config, name });
    }
    if let Some(value) = value {
        let id = place(file, loc);
        let value = file.facts.text(&value);
        file.facts.row(rows::ConfigValues { id, config, value });
    }
}

fn is_blank(ch: char) -> bool {
    matches!(ch, ' ' | '\t' | '\u{c}')
}

/// The name, and the value unless only blanks follow the name.
fn parts(chars: &[(char, bool)]) -> (String, Option<String>) {
    let text = |chars: &[(char, bool)]| chars.iter().map(|(ch, _)| ch).collect::<String>();
    let ends = |&(ch, escaped): &(char, bool)| !escaped && (is_blank(ch) || matches!(ch, '=' | ':'));
    let skip = |from: usize| {
        let blanks = chars[from..].iter().take_while(|&&(ch, escaped)| !escaped && is_blank(ch));
        from + blanks.count()
    };
    let name = chars.iter().position(ends).unwrap_or(chars.len());
    let mut rest = skip(name);
    let separated = chars.get(rest).is_some_and(|&(ch, escaped)| !escaped && matches!(ch, '=' | ':'));
    if separated {
        rest = skip(rest + 1);
    }
    let value = (separated || rest < chars.len()).then(|| text(&chars[rest..]));
    (text(&chars[..name]), value)
}

/// The next line that is neither blank nor a comment, with its continuation lines.
fn logical_line(text: &str, at: &mut usize) -> Option<Line> {
    loop {
        let start = *at + text[*at..].find(|ch: char| !is_blank(ch) && ch != '\n' && ch != '\r')?;
        if !text[start..].starts_with(['#', '!']) {
            return Some(content(text, start, at));
        }
        *at = text[start..].find(['\n', '\r']).map_or(text.len(), |end| start + end);
    }
}

fn content(text: &str, start: usize, at: &mut usize) -> Line {
    let mut line = Line { start, end: start, ..Line::default() };
    let mut chars = text[start..].char_indices().map(|(offset, ch)| (start + offset, ch)).peekable();
    while let Some((offset, ch)) = chars.next_if(|&(_, ch)| ch != '\n' && ch != '\r') {
        line.end = offset + ch.len_utf8();
        if ch != '\\' {
            line.chars.push((ch, false));
            continue;
        }
        let Some((offset, escaped)) = chars.next() else { break };
        line.end = offset + escaped.len_utf8();
        match escaped {
            '\n' | '\r' => {
                // A continuation line starts with its first character that is no blank.
                if escaped == '\r' {
                    chars.next_if(|&(_, ch)| ch == '\n');
                }
                line.end = offset - 1;
                while chars.next_if(|&(_, ch)| is_blank(ch)).is_some() {}
            }
            'u' => {
                let mut code = 0;
                for _ in 0..4 {
                    let Some((offset, digit)) = chars.next_if(|(_, ch)| ch.is_ascii_hexdigit()) else {
                        break;
                    };
                    line.end = offset + 1;
                    code = code * 16 + digit.to_digit(16).unwrap_or(0);
                }
                line.chars.push((char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), true));
            }
            't' => line.chars.push(('\t', true)),
            'n' => line.chars.push(('\n', true)),
            'r' => line.chars.push(('\r', true)),
            'f' => line.chars.push(('\u{c}', true)),
            other => line.chars.push((other, true)),
        }
    }
    *at = chars.peek().map_or(text.len(), |&(offset, _)| offset);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, Option<&str>)]) {
        let mut at = 0;
        let mut found = Vec::new();
        while let Some(line) = logical_line(text, &mut at) {
            found.push(parts(&line.chars));
        }
        let found: Vec<_> = found.iter().map(|(name, value)| (name.as_str(), value.as_deref())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn separators() {
        check("a=1\nb : 2\r\nc 3\rd\n", &[("a", Some("1")), ("b", Some("2")), ("c", Some("3")), ("d", None)]);
        check("a==b\n=c\ne=", &[("a", Some("=b")), ("", Some("c")), ("e", Some(""))]);
        check("a = b = c  ", &[("a", Some("b = c  "))]);
    }

    #[test]
    fn escapes() {
        check("a\\ b\\=\\:c=\\u0041\\t\\q", &[("a b=:c", Some("A\tq"))]);
        check("long\\\r\n   er = v\\\n  w\n", &[("longer", Some("vw"))]);
        check("a=b\\", &[("a", Some("b"))]);
        check("a=\\uD83D", &[("a", Some("\u{FFFD}"))]);
    }

    #[test]
    fn comments() {
        check("# a=1 \\\n  ! b=2\n\n c=3", &[("c", Some("3"))]);
        check("", &[]);
    }
}
