//! Texts as sequences of UTF-16 units, as QL counts. Half of a surrogate pair that is cut off becomes U+FFFD: texts are
//! Unicode.

use std::borrow::Cow;

/// A text that can be cut by unit.
pub(super) enum Units<'a> {
    /// One byte a unit.
    Ascii(&'a str),
    /// Everything else.
    Wide(Vec<u16>),
}

impl<'a> Units<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        if text.is_ascii() { Units::Ascii(text) } else { Units::Wide(text.encode_utf16().collect()) }
    }
    pub(super) fn len(&self) -> usize {
        match self {
            Units::Ascii(text) => text.len(),
            Units::Wide(units) => units.len(),
        }
    }
    /// The units from `begin` to before `end`; both must be in range.
    pub(super) fn slice(&self, begin: usize, end: usize) -> Cow<'a, str> {
        match self {
            Units::Ascii(text) => Cow::Borrowed(&text[begin..end]),
            Units::Wide(units) => Cow::Owned(String::from_utf16_lossy(&units[begin..end])),
        }
    }
    /// The code point at a unit: the whole one at its first half, the unit's number at its second.
    pub(super) fn code_point(&self, at: usize) -> u32 {
        match self {
            Units::Ascii(text) => u32::from(text.as_bytes()[at]),
            Units::Wide(units) => match char::decode_utf16(units[at..].iter().copied()).next() {
                Some(Ok(char)) => u32::from(char),
                _ => u32::from(units[at]),
            },
        }
    }
    /// The number of code points in the units from `begin` to before `end`.
    pub(super) fn code_points(&self, begin: usize, end: usize) -> usize {
        match self {
            Units::Ascii(_) => end - begin,
            Units::Wide(units) => char::decode_utf16(units[begin..end].iter().copied()).count(),
        }
    }
}

/// The number of units of a text.
pub(super) fn len(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char::len_utf16).sum() }
}

/// Converts ascending byte offsets of a text into unit offsets, in one pass.
pub(super) struct Offsets<'a> {
    text: &'a str,
    byte: usize,
    unit: usize,
}

impl<'a> Offsets<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, byte: 0, unit: 0 }
    }
    /// The unit offset of a byte offset, which must not be below the previous one.
    pub(super) fn unit(&mut self, byte: usize) -> u32 {
        self.unit += len(self.text.get(self.byte..byte).unwrap_or(""));
        self.byte = byte;
        self.unit as u32
    }
}
