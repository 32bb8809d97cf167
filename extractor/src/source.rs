//! Finds and reads Java files. A folder goes in; paths in a stable order and texts come out.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A Java file of the analysed tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its path below the root, with `/`; of a root that is a file, the file's name.
    pub name: String,
}

/// The Java files below a root, and what could not be looked at.
#[derive(Clone, Default, Debug)]
pub struct SourceSet {
    /// The folder (or the one file) that was searched.
    pub root: PathBuf,
    /// The files, sorted by `name` component by component.
    pub files: Vec<SourceFile>,
    /// Folders and links that could not be read, with the reason.
    pub problems: Vec<(PathBuf, String)>,
}

/// Finds every `.java` file below `root`, following symbolic links but no loop of them. Ignore files have no say;
/// only version control's own folders are left out.
pub fn find(root: &Path) -> SourceSet {
    let mut set = SourceSet { root: root.to_path_buf(), ..SourceSet::default() };
    let is_vcs =
        |name: &std::ffi::OsStr| [".git", ".hg", ".svn", ".bzr", "CVS"].iter().any(|vcs| name == *vcs);
    let walk = ignore::WalkBuilder::new(root)
        .standard_filters(false)
        .follow_links(true)
        .filter_entry(move |entry| entry.depth() == 0 || !is_vcs(entry.file_name()))
        .build();
    for entry in walk {
        match entry {
            Ok(entry) => {
                let path = entry.path();
                if path.extension().is_some_and(|ext| ext == "java") && path.is_file() {
                    set.files.push(SourceFile { name: name_below(root, path), path: path.to_path_buf() });
                }
            }
            Err(error) => set.problems.push((root.to_path_buf(), error.to_string())),
        }
    }
    set.files.sort_by(|a, b| a.name.split('/').cmp(b.name.split('/')));
    set.problems.sort();
    set
}

fn name_below(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).ok().filter(|below| !below.as_os_str().is_empty());
    match below {
        Some(below) => {
            let parts: Vec<Cow<'_, str>> =
                below.components().map(|c| c.as_os_str().to_string_lossy()).collect();
            parts.join("/")
        }
        None => path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
    }
}

/// The text of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The text. A byte that is not UTF-8 is one U+FFFD; offsets count in this text.
    pub text: String,
    /// Whether there were such bytes.
    pub is_lossy: bool,
}

/// Reads a file; bytes that are not UTF-8 are replaced.
///
/// # Errors
/// When the file cannot be read, or is too large for 32-bit offsets.
pub fn read(path: &Path) -> io::Result<Text> {
    let bytes = fs::read(path)?;
    if bytes.len() > u32::MAX as usize / 4 {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the file is larger than 1 GiB"));
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
                // One sign a byte: in the single-byte encodings such files come in, columns stay right.
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
    fn foreign_bytes_are_replaced() {
        let text = decode(b"a\xE9\xE8b".to_vec());
        assert_eq!(text.text, "a\u{FFFD}\u{FFFD}b");
        assert!(text.is_lossy);
    }
}
