//! Literals: their text and their value (JLS 3.10).

use super::Emitter;
use crate::ast::{LiteralKind, Span};
use crate::facts::batch::Ent;
use crate::facts::describe::name_text;
use crate::facts::rows;
use crate::intern::Sym;
use crate::resolve::constants::{integer, unescaped};
use quarrel_common::always;

impl Emitter<'_> {
    /// The row with the text and value of a literal.
    pub(super) fn literal(&mut self, kind: LiteralKind, text: Sym, span: Span, parent: Ent) {
        // As written, with Unicode escapes for its delimiters, which `text` has translated. CodeQL's databases have all
        // that is between the parts of `"a" + "b"`, too.
        let written = self.slice(span);
        let name = if written.contains("\\u") || self.input.bound.is_some() {
            self.facts.text(written)
        } else {
            name_text(text)
        };
        let value = match value(kind, text.as_str()) {
            Some(value) if value == text.as_str() => name_text(text),
            Some(value) => self.facts.text(&value),
            // Not a literal of the language: it only has a text.
            None => name,
        };
        self.facts.row(rows::Namestrings { name, value, parent });
    }
}

/// The value of a literal as Java would print it; `None` if the text is no such literal.
fn value(kind: LiteralKind, text: &str) -> Option<String> {
    match kind {
        LiteralKind::Boolean | LiteralKind::Null => Some(text.to_owned()),
        LiteralKind::Int => integer(text).map(|v| (v as u32).cast_signed().to_string()),
        LiteralKind::Long => integer(text.trim_end_matches(['l', 'L'])).map(|v| v.cast_signed().to_string()),
        LiteralKind::Float => {
            let value = floating(text.trim_end_matches(['f', 'F']))? as f32;
            // The nearest float of the text, not of the double nearest to it.
            let value = plain(text.trim_end_matches(['f', 'F'])).parse::<f32>().unwrap_or(value);
            Some(java_float(f64::from(value), &format!("{value:e}"), &format!("{value:.1e}")))
        }
        LiteralKind::Double => {
            let value = floating(text.trim_end_matches(['d', 'D']))?;
            Some(java_float(value, &format!("{value:e}"), &format!("{value:.1e}")))
        }
        LiteralKind::Char => text.strip_prefix('\'')?.strip_suffix('\'').map(unescape),
        LiteralKind::String | LiteralKind::TextBlock => texts(text),
    }
}

/// The value of string literals and text blocks joined by ` + `.
fn texts(text: &str) -> Option<String> {
    let mut value = String::new();
    let mut rest = text;
    loop {
        let quotes = if rest.starts_with("\"\"\"") { "\"\"\"" } else { "\"" };
        let inner = rest.strip_prefix(quotes)?;
        let end = closing(inner, quotes)?;
        let content = &inner[..end];
        value += &if quotes.len() == 1 { unescape(content) } else { unescape(&text_block(content)) };
        rest = &inner[end + quotes.len()..];
        if rest.is_empty() {
            return Some(value);
        }
        rest = rest.strip_prefix(" + ")?;
    }
}

/// The offset of the closing quotes of a text: the first ones without a backslash before them.
fn closing(inner: &str, quotes: &str) -> Option<usize> {
    let bytes = inner.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' if bytes[at..].starts_with(quotes.as_bytes()) => return Some(at),
            _ => at += 1,
        }
    }
    None
}

fn plain(text: &str) -> String {
    text.replace('_', "")
}

/// Decimal or hexadecimal, without a suffix.
fn floating(text: &str) -> Option<f64> {
    let text = plain(text).to_ascii_lowercase();
    let Some(hex) = text.strip_prefix("0x") else { return text.parse().ok() };
    let (mantissa, exponent) = hex.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    let exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?.checked_mul(4)?)?;
    // In two steps: the least numbers times a power of two that is not one of them.
    let half = exponent / 2;
    Some(digits as f64 * 2f64.powi(half) * 2f64.powi(exponent - half))
}

/// Like `Double.toString`; `shortest` are the fewest digits that identify the value, as `1.25e-7`, `two` the nearest
/// two: Java prints no fewer.
fn java_float(value: f64, shortest: &str, two: &str) -> String {
    if value.is_infinite() {
        return "Infinity".to_owned();
    }
    if value == 0.0 {
        return "0.0".to_owned();
    }
    let scientific = if shortest.find('e') == Some(1) { two } else { shortest };
    let Some((mantissa, exponent)) = always!(scientific.split_once('e')) else {
        return scientific.to_owned();
    };
    let exponent: i32 = always!(exponent.parse()).unwrap_or(0);
    let mantissa = mantissa.strip_suffix(".0").unwrap_or(mantissa);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    if !(-3..7).contains(&exponent) {
        let (first, rest) = digits.split_at(1);
        return format!("{first}.{}E{exponent}", if rest.is_empty() { "0" } else { rest });
    }
    if exponent < 0 {
        return format!("0.{}{digits}", "0".repeat((-exponent - 1) as usize));
    }
    let whole = exponent as usize + 1;
    if digits.len() <= whole {
        format!("{digits}{}.0", "0".repeat(whole - digits.len()))
    } else {
        format!("{}.{}", &digits[..whole], &digits[whole..])
    }
}

/// Translates escapes. Lone surrogates become the replacement character.
fn unescape(text: &str) -> String {
    if text.contains('\\') { String::from_utf16_lossy(&unescaped(text)) } else { text.to_owned() }
}

/// Strips the indentation and line ends of a text block (JLS 3.10.6).
fn text_block(inner: &str) -> String {
    let inner = inner.replace("\r\n", "\n").replace('\r', "\n");
    let body = inner.split_once('\n').map_or("", |(_, body)| body);
    let lines: Vec<&str> = body.split('\n').collect();
    let last = lines.len() - 1;
    let counted = lines.iter().enumerate().filter(|(at, line)| *at == last || !line.trim().is_empty());
    let indent = counted.map(|(_, line)| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let stripped: Vec<&str> =
        lines.iter().map(|line| line.get(indent..).unwrap_or("").trim_end_matches([' ', '\t'])).collect();
    stripped.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: LiteralKind, text: &str, expected: &str) {
        assert_eq!(value(kind, text).as_deref(), Some(expected), "{text}");
    }

    #[test]
    fn integers() {
        check(LiteralKind::Int, "1_000", "1000");
        check(LiteralKind::Int, "0xFFFF_FFFF", "-1");
        check(LiteralKind::Int, "017", "15");
        check(LiteralKind::Int, "0", "0");
        check(LiteralKind::Int, "-2147483648", "-2147483648");
        check(LiteralKind::Long, "-9_223372036854775808L", "-9223372036854775808");
        check(LiteralKind::Long, "0x8000000000000000L", "-9223372036854775808");
        check(LiteralKind::Int, "0b101", "5");
        assert_eq!(value(LiteralKind::Int, "0x"), None);
    }

    #[test]
    fn floats_print_as_in_java() {
        check(LiteralKind::Double, "1.0", "1.0");
        check(LiteralKind::Double, "1e10", "1.0E10");
        check(LiteralKind::Double, "12345678d", "1.2345678E7");
        check(LiteralKind::Double, "0.001", "0.001");
        check(LiteralKind::Double, "1.5e-7", "1.5E-7");
        check(LiteralKind::Double, "0x1.8p1", "3.0");
        check(LiteralKind::Float, "0.1f", "0.1");
        check(LiteralKind::Float, "3f", "3.0");
        check(LiteralKind::Double, "4.9e-324", "4.9E-324");
        check(LiteralKind::Double, "0x1.0P-1074", "4.9E-324");
        check(LiteralKind::Float, "0x1.0P-149f", "1.4E-45");
        check(LiteralKind::Double, "2e23", "2.0E23");
    }

    #[test]
    fn texts() {
        check(LiteralKind::String, r#""a\tb\u0041\101\"""#, "a\tbAA\"");
        check(LiteralKind::Char, r"'\''", "'");
        check(LiteralKind::String, r#""a\"" + " + " + """#, "a\" + ");
        check(LiteralKind::TextBlock, "\"\"\"\n  a\"\"\" + \"b\"", "ab");
        assert_eq!(value(LiteralKind::String, "\"a"), None);
        check(LiteralKind::TextBlock, "\"\"\"\n    a\n      b  \n    \"\"\"", "a\n  b\n");
        check(LiteralKind::TextBlock, "\"\"\"\n    a \\\n    b\"\"\"", "a b");
    }
}
