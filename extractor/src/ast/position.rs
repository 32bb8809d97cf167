//! Lines and columns of byte offsets, without the text.

use super::Span;

/// A source range in the database's form: lines and columns from 1, columns in UTF-16 units, the end inclusive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Location {
    /// The line of the first character.
    pub begin_line: u32,
    /// The column of the first character.
    pub begin_column: u32,
    /// The line of the last character.
    pub end_line: u32,
    /// The column of the last character.
    pub end_column: u32,
}

/// Where the lines of a file begin, and which of its characters are not one UTF-16 unit per byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineTable {
    /// The offset of each line's first byte. Invariant: ascending, begins with 0.
    starts: Vec<u32>,
    /// For each character of more than one byte: the offset after it, and the number of bytes minus that of UTF-16
    /// units from the beginning of the file up to there. Invariant: ascending.
    wide: Vec<(u32, u32)>,
}

impl Default for LineTable {
    fn default() -> LineTable {
        LineTable { starts: vec![0], wide: Vec::new() }
    }
}

impl LineTable {
    /// The table of a text. Lines end with `\n`, `\r\n` or `\r` (JLS 3.4).
    pub fn new(text: &str) -> LineTable {
        let bytes = text.as_bytes();
        let mut starts = Vec::with_capacity(bytes.len() / 32 + 1);
        starts.push(0);
        let mut wide = Vec::new();
        let mut ahead = 0;
        for (i, &byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' => starts.push(i as u32 + 1),
                b'\r' if bytes.get(i + 1) != Some(&b'\n') => starts.push(i as u32 + 1),
                // The first byte of a longer character determines its length; the others (0x80..0xC0) are skipped.
                0xC0.. => {
                    let (len, units) = match byte {
                        0xF0.. => (4, 2),
                        0xE0.. => (3, 1),
                        _ => (2, 1),
                    };
                    ahead += len - units;
                    wide.push((i as u32 + len, ahead));
                }
                _ => {}
            }
        }
        starts.shrink_to_fit();
        LineTable { starts, wide }
    }

    /// The number of lines; an empty last line counts.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The number of lines of a text of so many bytes: the part after the last line terminator counts if it is not
    /// empty.
    pub fn lines(&self, bytes: usize) -> usize {
        self.starts.len() - usize::from(self.starts.last().is_some_and(|&last| last as usize >= bytes))
    }

    /// The offset of each line's first byte.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Never: the empty text has one line.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The number of bytes minus that of UTF-16 units up to this offset.
    fn ahead(&self, offset: u32) -> u32 {
        if self.wide.is_empty() {
            return 0;
        }
        match self.wide.partition_point(|&(after, _)| after <= offset) {
            0 => 0,
            n => self.wide[n - 1].1,
        }
    }

    /// The line and column, from 1, of the character that begins at this offset.
    pub fn position(&self, offset: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|&start| start <= offset).max(1);
        let start = self.starts[line - 1];
        (line as u32, offset - start - (self.ahead(offset) - self.ahead(start)) + 1)
    }

    /// The location of a span. An empty span is located at its offset, with an end one column before its begin.
    pub fn location(&self, span: Span) -> Location {
        let (begin_line, begin_column) = self.position(span.start);
        let (mut end_line, mut end_column) = self.position(span.end);
        if end_column > 1 {
            end_column -= 1;
        } else if span.end > span.start {
            // The span ends with a line terminator, which is the last character of the line before.
            (end_line, end_column) = self.position(span.end - 1);
        } else {
            end_column = 0;
        }
        Location { begin_line, begin_column, end_line, end_column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf16_units() {
        let text = "ab\n\té𝄞x\r\ny\rz";
        let table = LineTable::new(text);
        assert_eq!(table.len(), 4);
        let at = |c: char| table.position(text.find(c).unwrap() as u32);
        assert_eq!(at('b'), (1, 2));
        assert_eq!(at('é'), (2, 2));
        assert_eq!(at('𝄞'), (2, 3));
        assert_eq!(at('x'), (2, 5));
        assert_eq!(at('y'), (3, 1));
        assert_eq!(at('z'), (4, 1));
        let start = text.find('é').unwrap() as u32;
        let location = table.location(Span::new(start, text.find('x').unwrap() as u32));
        assert_eq!(location, Location { begin_line: 2, begin_column: 2, end_line: 2, end_column: 4 });
    }

    #[test]
    fn spans_at_line_ends() {
        let table = LineTable::new("a\nb\n");
        let location = |start, end| {
            let l = table.location(Span::new(start, end));
            (l.begin_line, l.begin_column, l.end_line, l.end_column)
        };
        assert_eq!(location(0, 2), (1, 1, 1, 2));
        assert_eq!(location(2, 3), (2, 1, 2, 1));
        assert_eq!(location(2, 2), (2, 1, 2, 0));
        assert_eq!(location(4, 4), (3, 1, 3, 0));
    }
}
