//! Escapes text for terminals. Names, messages and lines of analysed code may have control characters, which a terminal
//! would obey: each is replaced by a visible character, so that columns stay the same.

use std::borrow::Cow;

/// Replaces control characters (C0, delete, C1) except line feeds and tabs, and characters that change the writing
/// direction, each by one visible UTF-16 unit.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|ch| picture(ch).is_none()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|ch| picture(ch).unwrap_or(ch)).collect())
}

/// As [`visible`] for a part of a line, such as a file name: also replaces line feeds and tabs.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    let shown = visible(text);
    if !shown.contains(['\n', '\t']) {
        return shown;
    }
    Cow::Owned(shown.replace('\n', "\u{240a}").replace('\t', "\u{2409}"))
}

/// As [`visible`], but keeps escape sequences for colours, weights and links to files.
pub fn visible_styled(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        let (before, from) = rest.split_at(at);
        out.push_str(&visible(before));
        let len = style_len(from).or_else(|| link_len(from)).unwrap_or(0);
        out.push_str(&from[..len]);
        rest = &from[len..];
        if len == 0 {
            out.push(picture('\u{1b}').unwrap_or(' '));
            rest = &rest[1..];
        }
    }
    if out.is_empty() {
        return visible(rest);
    }
    out.push_str(&visible(rest));
    Cow::Owned(out)
}

/// The visible replacement of a character; `None` if it is kept.
fn picture(ch: char) -> Option<char> {
    match ch {
        '\n' | '\t' => None,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(ch)),
        '\u{7f}' => Some('\u{2421}'),
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => Some('\u{fffd}'),
        _ => None,
    }
}

/// The length of the escape sequence at the start of the text; `None` if it is not one of colours, bold or underline.
fn style_len(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let end = parameters.find(|ch: char| !ch.is_ascii_digit() && ch != ';')?;
    if !parameters[end..].starts_with('m') {
        return None;
    }
    let mut numbers = parameters[..end].split(';');
    while let Some(number) = numbers.next() {
        match number.parse::<u16>() {
            Ok(0 | 1 | 2 | 3 | 4 | 22 | 39 | 31..=37 | 90..=97) => {}
            // One of 256 colours.
            Ok(38) if numbers.next() == Some("5") && numbers.next().is_some() => {}
            Err(_) if number.is_empty() => {}
            _ => return None,
        }
    }
    Some("\u{1b}[".len() + end + 1)
}

/// The length of the escape sequence at the start of the text; `None` if it does not begin or end a link to a file.
fn link_len(text: &str) -> Option<usize> {
    const BEGIN: &str = "\u{1b}]8;;";
    const END: &str = "\u{1b}\\";
    let from = text.strip_prefix(BEGIN)?;
    let target = &from[..from.find(END)?];
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~%:#".contains(&byte);
    let leads_to_file = ["", "file:///", "vscode://file/"].iter().any(|begin| match *begin {
        "" => target.is_empty(),
        begin => target.starts_with(begin),
    });
    (leads_to_file && target.bytes().all(is_plain)).then_some(BEGIN.len() + target.len() + END.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(visible("plain \u{e4}\n\ttext"), "plain \u{e4}\n\ttext");
        assert_eq!(visible("\u{1b}]0;title\u{7}\r"), "\u{241b}]0;title\u{2407}\u{240d}");
        assert_eq!(visible_line("a\nb\t"), "a\u{240a}b\u{2409}");
        assert_eq!(visible("\u{9b}31m\u{7f}\u{202e}x"), "\u{fffd}31m\u{2421}\u{fffd}x");
    }

    #[test]
    fn only_styles_are_kept() {
        let ours = "\u{1b}[1m\u{1b}[38;5;9merror\u{1b}[0m: text";
        assert_eq!(visible_styled(ours), ours);
        assert_eq!(visible_styled("a\u{1b}[1mb\u{1b}[2Jc"), "a\u{1b}[1mb\u{241b}[2Jc");
        assert_eq!(visible_styled("\u{1b}[8mhidden"), "\u{241b}[8mhidden");
        assert_eq!(visible_styled("\u{1b}]0;t\u{7}"), "\u{241b}]0;t\u{2407}");
        assert_eq!(visible_styled("ends in \u{1b}"), "ends in \u{241b}");
        let link = "\u{1b}]8;;file:///a/B%20C.java#3\u{1b}\\B C.java\u{1b}]8;;\u{1b}\\";
        assert_eq!(visible_styled(link), link);
        let elsewhere = "\u{1b}]8;;https://a.b\u{1b}\\x";
        assert_eq!(visible_styled(elsewhere), "\u{241b}]8;;https://a.b\u{241b}\\x");
    }
}
