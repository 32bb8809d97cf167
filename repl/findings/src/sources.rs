//! Reads lines of the analysed sources for reports. Each file is read when it is first needed.

use percent_encoding::{AsciiSet, CONTROLS};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The number of files that are cached; findings are sorted by file, so a few are enough.
const KEPT: usize = 64;

/// The characters that are not allowed in the path of a URI (RFC 3986, section 3.3).
pub const NOT_IN_URI_PATHS: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The largest source that is read, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// The sources below a folder.
#[derive(Debug)]
pub struct Sources {
    root: PathBuf,
    kept: RefCell<HashMap<String, Rc<Vec<String>>>>,
}

impl Sources {
    /// The sources below `root`, which may be a single file.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), kept: RefCell::default() }
    }

    /// The lines of a file, without line ends; empty if it cannot be read any more.
    pub fn lines(&self, path: &str) -> Rc<Vec<String>> {
        let mut kept = self.kept.borrow_mut();
        if let Some(lines) = kept.get(path) {
            return lines.clone();
        }
        if kept.len() >= KEPT {
            kept.clear();
        }
        let file = if self.root.is_file() { self.root.clone() } else { self.root.join(file_name(path)) };
        let bytes = quarrel_files::read(&file, MOST_BYTES).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let lines = Rc::new(text.lines().map(str::to_owned).collect::<Vec<_>>());
        kept.insert(path.to_owned(), lines.clone());
        lines
    }
}

/// Converts a path in a database to a file name. In the database, a byte that is not UTF-8 is a replacement character and
/// the two hexadecimal digits of the byte.
pub fn file_name(path: &str) -> PathBuf {
    let mut parts = path.split(char::REPLACEMENT_CHARACTER);
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte {
            Some(byte) if byte >= 0x80 => {
                bytes.push(byte);
                bytes.extend(&part.as_bytes()[2..]);
            }
            _ => {
                bytes.extend("\u{fffd}".as_bytes());
                bytes.extend(part.as_bytes());
            }
        }
    }
    of_bytes(bytes)
}

#[cfg(unix)]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

#[cfg(not(unix))]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// The offset in bytes of a column (from 1, in UTF-16 units) of a line; the end of the line for columns beyond it.
pub fn byte_of_column(line: &str, column: i32) -> usize {
    let mut units = column.max(1) as usize - 1;
    for (at, ch) in line.char_indices() {
        if units == 0 {
            return at;
        }
        units = units.saturating_sub(ch.len_utf16());
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn bytes_of_names_are_restored() {
        use std::os::unix::ffi::OsStrExt;
        let bytes = |path: &str| file_name(path).as_os_str().as_bytes().to_vec();
        assert_eq!(bytes("a/\u{e4}.java"), "a/\u{e4}.java".as_bytes());
        assert_eq!(bytes("a\u{fffd}FF\u{fffd}80.java"), b"a\xff\x80.java");
        assert_eq!(bytes("a\u{fffd}.java"), "a\u{fffd}.java".as_bytes());
    }

    #[test]
    fn columns_are_utf16() {
        let line = "a\u{e4}\u{1f980}b";
        assert_eq!(byte_of_column(line, 1), 0);
        assert_eq!(byte_of_column(line, 3), 3);
        assert_eq!(byte_of_column(line, 5), 7);
        assert_eq!(byte_of_column(line, 99), line.len());
    }
}
