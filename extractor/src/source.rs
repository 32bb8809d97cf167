//! Finds and reads Java files.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::limits::Stop;
use crate::resources::EXTENSIONS;

/// The most bytes of a file that is read: nobody writes longer ones, and their trees take a hundred times as much
/// memory.
pub const MAX_FILE: u64 = 32 << 20;

/// A Java file of the analysed tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// Its path.
    pub path: PathBuf,
    /// Its path below the root, with `/`; for a root that is a file, the file's name. A byte of the path that is not
    /// UTF-8 is a replacement character and the two hexadecimal digits of the byte. No two files have one name. A file
    /// that is not below the root has its absolute path.
    pub name: String,
}

/// The Java files below a root, and the paths that could not be read.
#[derive(Clone, Default, Debug)]
pub struct SourceSet {
    /// The folder (or single file) that was searched.
    pub root: PathBuf,
    /// The files, sorted by `name` component by component.
    pub files: Vec<SourceFile>,
    /// XML and property files, sorted alike.
    pub resources: Vec<SourceFile>,
    /// Folders and links that could not be read, with the reason.
    pub problems: Vec<(PathBuf, String)>,
}

/// Finds every `.java` file below `root`, following symbolic links but no loop of them. It ignores ignore files, and
/// skips only the folders of version control.
pub fn find(root: &Path) -> SourceSet {
    find_until(root, &Stop::default())
}

/// Like [`find`]; the search ends early once `stop` is set.
pub fn find_until(root: &Path, stop: &Stop) -> SourceSet {
    let mut set = SourceSet { root: root.to_path_buf(), ..SourceSet::default() };
    let is_vcs = |name: &OsStr| [".git", ".hg", ".svn", ".bzr", "CVS"].iter().any(|vcs| name == *vcs);
    let walk = ignore::WalkBuilder::new(root)
        .standard_filters(false)
        .follow_links(true)
        .filter_entry(move |entry| entry.depth() == 0 || !is_vcs(entry.file_name()))
        .build();
    for entry in walk {
        if stop.is_set() {
            break;
        }
        match entry {
            Ok(entry) => {
                let path = entry.path();
                let Some(extension) = path.extension() else { continue };
                let found = if extension == "java" {
                    &mut set.files
                } else if EXTENSIONS.iter().any(|known| extension == *known) {
                    &mut set.resources
                } else {
                    continue;
                };
                if path.is_file() {
                    found.push(SourceFile { name: name_below(root, path), path: path.to_path_buf() });
                }
            }
            Err(error) => set.problems.push((root.to_path_buf(), error.to_string())),
        }
    }
    sort(&mut set.files);
    sort(&mut set.resources);
    set.problems.sort();
    set
}

/// Sorts files, and makes their names distinct.
fn sort(files: &mut [SourceFile]) {
    // Paths decide between equal names, which only bytes outside of UTF-8 can make.
    let order = |a: &SourceFile, b: &SourceFile| {
        a.name.split('/').cmp(b.name.split('/')).then_with(|| a.path.cmp(&b.path))
    };
    files.sort_by(order);
    let taken: HashSet<String> = files.iter().map(|file| file.name.clone()).collect();
    let mut last = String::new();
    let mut again = 1;
    for file in files {
        if file.name != last {
            last.clone_from(&file.name);
            continue;
        }
        while taken.contains(&format!("{last}~{again}")) {
            again += 1;
        }
        file.name = format!("{last}~{again}");
        again += 1;
    }
}

fn name_below(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).ok().filter(|below| !below.as_os_str().is_empty());
    match below {
        Some(below) => {
            let parts: Vec<Cow<'_, str>> = below.components().map(|c| spelled(c.as_os_str())).collect();
            parts.join("/")
        }
        None => path.file_name().map_or_else(String::new, |name| spelled(name).into_owned()),
    }
}

/// A name as text: bytes outside of UTF-8 are shown, so that different names stay different.
fn spelled(name: &OsStr) -> Cow<'_, str> {
    if let Some(text) = name.to_str() {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push(char::REPLACEMENT_CHARACTER);
            text.push_str(&format!("{byte:02X}"));
        }
    }
    Cow::Owned(text)
}

/// The text of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The text. A byte that is not UTF-8 is one U+FFFD; offsets count in this text.
    pub text: String,
    /// Whether it had such bytes.
    pub is_lossy: bool,
}

/// Reads a file; bytes that are not UTF-8 are replaced.
///
/// # Errors
/// If the file cannot be read, or has more than [`MAX_FILE`] bytes; no more than that is read of it.
pub fn read(path: &Path) -> io::Result<Text> {
    let too_large = || {
        let message = format!("it has more than {} MiB, the limit for a source file", MAX_FILE >> 20);
        io::Error::new(io::ErrorKind::FileTooLarge, message)
    };
    let file = fs::File::open(path)?;
    let size = file.metadata()?.len();
    if size > MAX_FILE {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(size as usize + 1);
    // A file that grows meanwhile, or has no size, is not read for ever.
    file.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(too_large());
    }
    Ok(decode(bytes))
}

/// The text of these bytes.
pub fn decode(bytes: Vec<u8>) -> Text {
    match String::from_utf8(bytes) {
        Ok(text) => Text { text, is_lossy: false },
        Err(error) => {
            let mut text = String::with_capacity(error.as_bytes().len() + 16);
            for chunk in error.as_bytes().utf8_chunks() {
                text.push_str(chunk.valid());
                // One character per byte: such files have single-byte encodings, so columns stay right.
                text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
            }
            Text { text, is_lossy: true }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_in_order() {
        let dir = tempfile::tempdir().unwrap();
        for file in ["b/A.java", "a/Z.java", "a-b/C.java", ".git/X.java", "a/n.txt", "Top.java"] {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let set = find(dir.path());
        let names: Vec<&str> = set.files.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["Top.java", "a/Z.java", "a-b/C.java", "b/A.java"]);
        let one = find(&dir.path().join("a/Z.java"));
        assert_eq!(one.files[0].name, "Z.java");
        assert!(!find(&dir.path().join("none")).problems.is_empty());
    }

    #[test]
    fn files_that_are_too_large_are_not_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        // Without content: reading it would return two gigabytes of zeros.
        file.as_file().set_len(2 << 30).unwrap();
        let error = read(file.path()).unwrap_err();
        assert_eq!(error.to_string(), "it has more than 32 MiB, the limit for a source file");
        file.as_file().set_len(10).unwrap();
        assert_eq!(read(file.path()).unwrap().text.len(), 10);
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf_8_stay_apart() {
        use std::os::unix::ffi::OsStrExt;
        let dir = tempfile::tempdir().unwrap();
        for name in [
            &b"\xFF.java"[..],
            b"\xFE.java",
            b"\xEF\xBF\xBDFF.java",
            b"A.java",
            b"\xEF\xBF\xBDFF.java~1.java",
        ] {
            fs::write(dir.path().join(OsStr::from_bytes(name)), "").unwrap();
        }
        let set = find(dir.path());
        let names: Vec<&str> = set.files.iter().map(|f| f.name.as_str()).collect();
        let expected =
            ["A.java", "\u{FFFD}FE.java", "\u{FFFD}FF.java", "\u{FFFD}FF.java~1", "\u{FFFD}FF.java~1.java"];
        assert_eq!(names, expected);
    }

    #[test]
    fn foreign_bytes_are_replaced() {
        let text = decode(b"a\xE9\xE8b".to_vec());
        assert_eq!(text.text, "a\u{FFFD}\u{FFFD}b");
        assert!(text.is_lossy);
    }
}
