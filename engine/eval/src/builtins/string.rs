//! Strings. Indices count UTF-16 units from 0; operations with an optional index enumerate its values unless it is
//! given.

use super::pattern::Patterns;
use super::utf16::{self, Offsets, Units};
use super::{Emit, date};
use crate::limits::Stop;
use crate::value::Values;
use num_bigint::BigInt;
use quarrel_datalog::BuiltinOp;
use std::str::Chars;

pub(super) fn apply(
    op: BuiltinOp,
    mode: usize,
    inputs: &[u32],
    values: &Values<'_>,
    emit: &mut Emit<'_>,
) -> Result<(), Stop> {
    use BuiltinOp as Op;
    let input = |at: usize| inputs.get(at).copied().unwrap_or_default();
    let text = values.text(input(0));
    let other = || values.text(input(1));
    let int = |at: usize| input(at).cast_signed();
    // The optional index, if given.
    let given = |at: usize| (mode == 0).then(|| int(at));
    let result = match op {
        // The whole and one operand are given.
        Op::StringConcat if mode == 1 => other().strip_prefix(text).map(|rest| values.string(rest)),
        Op::StringConcat if mode == 2 => other().strip_suffix(text).map(|rest| values.string(rest)),
        Op::StringConcat => {
            values.meter().reserve_text(text.len() + other().len())?;
            let mut both = String::with_capacity(text.len() + other().len());
            both.push_str(text);
            both.push_str(other());
            Some(values.string(&both))
        }
        Op::StringLength => Some(utf16::len(text) as u32),
        Op::StringCharAt => {
            let units = Units::of(text);
            return at_each(given(1), units.len(), emit, |at| Some(values.string(&units.slice(at, at + 1))));
        }
        Op::StringCodePointAt => {
            let units = Units::of(text);
            return at_each(given(1), units.len(), emit, |at| Some(units.code_point(at)));
        }
        Op::StringCodePointCount => {
            let units = Units::of(text);
            range(int(1), int(2), units.len()).map(|(begin, end)| units.code_points(begin, end) as u32)
        }
        Op::StringPrefix | Op::StringSuffix => {
            let units = Units::of(text);
            return at_each(given(1), units.len() + 1, emit, |at| {
                let (begin, end) = if op == Op::StringPrefix { (0, at) } else { (at, units.len()) };
                Some(values.string(&units.slice(begin, end)))
            });
        }
        Op::StringSubstring => {
            let units = Units::of(text);
            range(int(1), int(2), units.len()).map(|(begin, end)| values.string(&units.slice(begin, end)))
        }
        Op::StringIndexOf => {
            occurrences(text, other(), |offset| emit(&[offset]))?;
            None
        }
        Op::StringIndexOfNth => {
            let mut nth = 0;
            occurrences(text, other(), |offset| {
                if i64::from(offset) >= i64::from(int(2)) {
                    emit(&[nth, offset])?;
                    nth += 1;
                }
                Ok(())
            })?;
            None
        }
        Op::StringSplitAt => {
            let delimiter = other();
            if delimiter.is_empty() {
                let units = Units::of(text);
                return at_each(given(2), units.len(), emit, |at| {
                    Some(values.string(&units.slice(at, at + 1)))
                });
            }
            let fields: Vec<&str> = text.split(delimiter).collect();
            return at_each(given(2), fields.len(), emit, |at| Some(values.string(fields[at])));
        }
        Op::StringReplaceAll => {
            Some(values.string(&replace_all(text, other(), values.text(input(2)), values)?))
        }
        Op::StringMatches => {
            if like(text, other()) {
                emit(&[])?;
            }
            None
        }
        Op::StringRegexpMatch => {
            let pattern = Patterns::of(values).get(input(1), true, values);
            if pattern.as_deref().is_some_and(|pattern| pattern.matches(text, values)) {
                emit(&[])?;
            }
            None
        }
        Op::StringRegexpCapture => {
            if let Some(pattern) = Patterns::of(values).get(input(1), true, values)
                && let Some(groups) = pattern.captures(text, 0, values)
            {
                return at_each(given(2), groups.len(), emit, |at| {
                    groups[at].map(|(begin, end)| values.string(&text[begin..end]))
                });
            }
            None
        }
        Op::StringRegexpFind => {
            if let Some(pattern) = Patterns::of(values).get(input(1), false, values) {
                let mut offsets = Offsets::of(text);
                pattern.find_all(text, values, |nth, groups| {
                    if let Some(Some((begin, end))) = groups.first().copied() {
                        emit(&[nth, offsets.unit(begin), values.string(&text[begin..end])])?;
                    }
                    Ok(())
                })?;
            }
            None
        }
        Op::StringRegexpReplaceAll => match Patterns::of(values).get(input(1), false, values) {
            Some(pattern) => pattern
                .replace_all(text, values.text(input(2)), values)?
                .map(|replaced| values.string(&replaced)),
            None => None,
        },
        Op::StringIsLowercase => {
            if !text.chars().any(char::is_uppercase) {
                emit(&[])?;
            }
            None
        }
        Op::StringIsUppercase => {
            if !text.chars().any(char::is_lowercase) {
                emit(&[])?;
            }
            None
        }
        Op::StringToLowerCase => Some(values.string(&text.to_lowercase())),
        Op::StringToUpperCase => Some(values.string(&text.to_uppercase())),
        Op::StringTrim => Some(values.string(text.trim_matches(|char| char <= ' '))),
        Op::StringToInt => {
            decimal(text).and_then(|digits| digits.parse::<i32>().ok()).map(i32::cast_unsigned)
        }
        Op::StringToFloat => parse_float(text).map(|float| values.float(float)),
        Op::StringToDate => date::parse(text).map(|millis| values.date(millis)),
        Op::StringToBigInt => {
            decimal(text).and_then(|digits| digits.parse::<BigInt>().ok()).map(|big| values.bigint(big))
        }
        _ => None,
    };
    result.map_or(Ok(()), |result| emit(&[result]))
}

/// Emits the element at an index, or all elements below `count` with their indices.
fn at_each(
    given: Option<i32>,
    count: usize,
    emit: &mut Emit<'_>,
    value: impl Fn(usize) -> Option<u32>,
) -> Result<(), Stop> {
    match given {
        Some(at) => {
            let at = usize::try_from(at).ok().filter(|at| *at < count);
            at.and_then(value).map_or(Ok(()), |value| emit(&[value]))
        }
        None => (0..count).try_for_each(|at| value(at).map_or(Ok(()), |value| emit(&[at as u32, value]))),
    }
}

/// Occurrences replaced between two checks of the limits.
const STRIDE: usize = 1 << 12;

/// Replaces every occurrence of `wanted`; they do not overlap, and the empty text occurs between any two characters and
/// at both ends.
fn replace_all(text: &str, wanted: &str, by: &str, values: &Values<'_>) -> Result<String, Stop> {
    let mut count = 0;
    for _ in text.matches(wanted) {
        count += 1;
        if count % STRIDE == 0 {
            values.check()?;
        }
    }
    let length = text.len() - count * wanted.len() + count * by.len();
    values.meter().reserve_text(length)?;
    let mut out = String::with_capacity(length);
    let mut last = 0;
    for (nth, (at, found)) in text.match_indices(wanted).enumerate() {
        if nth % STRIDE == 0 {
            values.check()?;
        }
        out.push_str(&text[last..at]);
        out.push_str(by);
        last = at + found.len();
    }
    out.push_str(&text[last..]);
    Ok(out)
}

/// The range if `0 <= begin <= end <= len`, else `None`.
fn range(begin: i32, end: i32, len: usize) -> Option<(usize, usize)> {
    let (begin, end) = (usize::try_from(begin).ok()?, usize::try_from(end).ok()?);
    (begin <= end && end <= len).then_some((begin, end))
}

/// Calls `found` with every offset at which `wanted` occurs, overlapping ones too, ascending; the empty text occurs
/// everywhere.
fn occurrences(text: &str, wanted: &str, mut found: impl FnMut(u32) -> Result<(), Stop>) -> Result<(), Stop> {
    if wanted.is_empty() {
        return (0..=utf16::len(text)).try_for_each(|offset| found(offset as u32));
    }
    let mut offsets = Offsets::of(text);
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(wanted)) {
        found(offsets.unit(from + at))?;
        from += at + text[from + at..].chars().next().map_or(1, char::len_utf8);
    }
    Ok(())
}

/// SQL `LIKE` on the whole text: `_` is one character, `%` any number of them, `\` escapes either.
fn like(text: &str, pattern: &str) -> bool {
    let (mut text, mut pattern) = (text.chars(), pattern.chars());
    // Where to retry if the part after the last `%` does not match: one character further in the text.
    let mut retry: Option<(Chars<'_>, Chars<'_>)> = None;
    loop {
        let (before, mut rest) = (text.clone(), pattern.clone());
        let fits = match rest.next() {
            Some('%') => {
                if rest.as_str().is_empty() {
                    return true;
                }
                pattern = rest;
                retry = Some((before, pattern.clone()));
                continue;
            }
            Some('_') => text.next().is_some(),
            Some('\\') => {
                let plain = rest.clone().next().filter(|next| matches!(next, '_' | '%' | '\\'));
                if plain.is_some() {
                    rest.next();
                }
                text.next() == Some(plain.unwrap_or('\\'))
            }
            Some(char) => text.next() == Some(char),
            None if before.as_str().is_empty() => return true,
            None => false,
        };
        if fits {
            pattern = rest;
        } else if let Some((from, behind)) = &mut retry
            && from.next().is_some()
        {
            (text, pattern) = (from.clone(), behind.clone());
        } else {
            return false;
        }
    }
}

/// An optional sign and decimal digits, as the whole text.
fn decimal(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let fits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| text.strip_prefix('+').unwrap_or(text))
}

/// Like `Double.parseDouble`: surrounding white space, `NaN`, `Infinity`, a type suffix, hexadecimal with a binary
/// exponent.
fn parse_float(text: &str) -> Option<f64> {
    let text = text.trim_matches(|char| char <= ' ');
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1.0, size),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match size {
        "NaN" => f64::NAN,
        "Infinity" => f64::INFINITY,
        _ => {
            let number = size.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(size);
            match size.strip_prefix("0x").or_else(|| size.strip_prefix("0X")) {
                Some(_) => parse_hex(number.get(2..)?)?,
                None => {
                    let plain =
                        |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
                    if !number.bytes().all(plain) || number.starts_with(['+', '-']) {
                        return None;
                    }
                    number.parse().ok()?
                }
            }
        }
    };
    Some(sign * value)
}

/// Hexadecimal digits with an optional point, `p`, and a decimal exponent of two.
fn parse_hex(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let exponent: i32 = decimal(exponent)?.parse().ok()?;
    let integer = BigInt::parse_bytes(digits.as_bytes(), 16).filter(|_| !digits.starts_with(['+', '-']))?;
    let shift = i64::from(exponent) - 4 * fraction.len() as i64;
    // The integer's digits in decimal, then powers of two: exact except for the last rounding of subnormal results.
    let size: f64 = integer.to_string().parse().ok()?;
    let half = (shift / 2).clamp(-1100, 1100) as i32;
    Some(size * 2f64.powi(half) * 2f64.powi((shift - i64::from(half)).clamp(-1100, 1100) as i32))
}

#[cfg(test)]
mod tests {
    use super::like;
    use proptest::prelude::*;

    /// The meaning of `LIKE`, by trying everything.
    fn meant(text: &[char], pattern: &[char]) -> bool {
        match (text, pattern) {
            (_, ['%', behind @ ..]) => (0..=text.len()).any(|at| meant(&text[at..], behind)),
            ([_, text @ ..], ['_', pattern @ ..]) => meant(text, pattern),
            ([first, text @ ..], ['\\', plain @ ('%' | '_' | '\\'), pattern @ ..]) => {
                first == plain && meant(text, pattern)
            }
            (_, ['_', ..] | ['\\', '%' | '_' | '\\', ..]) => false,
            ([first, text @ ..], [plain, pattern @ ..]) => first == plain && meant(text, pattern),
            (text, []) => text.is_empty(),
            ([], _) => false,
        }
    }

    proptest! {
        #[test]
        fn like_is_what_is_meant(text in "[aé%_\\\\]{0,8}", pattern in "[aé%_\\\\]{0,6}") {
            let chars = |text: &str| text.chars().collect::<Vec<char>>();
            prop_assert_eq!(like(&text, &pattern), meant(&chars(&text), &chars(&pattern)));
        }
    }
}
