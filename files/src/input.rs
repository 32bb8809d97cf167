//! Files that others wrote: only regular ones are read, and only so many bytes of them.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Reads a regular file of at most `most` bytes; links are followed.
///
/// # Errors
/// If there is none, it is no regular file, it has more bytes, or it cannot be read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Asked before it is opened: to open a pipe is to wait for its other end.
    check(&std::fs::metadata(path)?, most)?;
    let mut file = File::open(path)?;
    check(&file.metadata()?, most)?;
    let mut bytes = Vec::new();
    // It may grow while it is read.
    file.by_ref().take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// The same for what the user names on the command line, which may as well be a pipe.
///
/// # Errors
/// As for [`read`], but for what is no regular file.
pub fn read_any(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// The same as [`read`] for a file of text.
///
/// # Errors
/// As for [`read`], and if it is no UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is no text in UTF-8"))
}

/// The same as [`read`] for a file that something in `folder` names: behind all links it must lie in that folder.
///
/// # Errors
/// As for [`read`], and if it lies elsewhere.
pub fn read_within(folder: &Path, path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if !path.canonicalize()?.starts_with(folder.canonicalize()?) {
        let message = format!("it lies outside of {}", folder.display());
        return Err(io::Error::new(ErrorKind::PermissionDenied, message));
    }
    read(path, most)
}

fn check(found: &std::fs::Metadata, most: u64) -> io::Result<()> {
    if found.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    if !found.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is no regular file"));
    }
    if found.len() > most { Err(too_large(most)) } else { Ok(()) }
}

fn too_large(most: u64) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, format!("it has more than {most} bytes"))
}

/// What a SQLite database begins with.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// Whether a file is a database of SQLite, by what it begins with.
pub fn is_database(path: &Path) -> bool {
    let mut begin = [0; DATABASE.len()];
    let read = |mut file: File| file.read_exact(&mut begin);
    path.is_file() && File::open(path).and_then(read).is_ok() && begin == DATABASE
}
