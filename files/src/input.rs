//! Reads files that others wrote: only regular ones, up to a limit of bytes.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Reads a regular file of at most `most` bytes; follows links.
///
/// # Errors
/// If the file does not exist, is not regular, has more bytes, or cannot be read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Check before opening: opening a pipe waits for its other end.
    check(&std::fs::metadata(path)?, most)?;
    let mut file = File::open(path)?;
    check(&file.metadata()?, most)?;
    let mut bytes = Vec::new();
    // The file may grow meanwhile.
    file.by_ref().take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// Reads a file or a pipe that the user names on the command line, at most `most` bytes.
///
/// # Errors
/// Those of [`read`], except for files that are not regular.
pub fn read_any(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// Reads a regular file as UTF-8 text.
///
/// # Errors
/// Those of [`read`], and if it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is no text in UTF-8"))
}

/// Reads a regular file that a file in `folder` names: with all links resolved, it must lie in that folder.
///
/// # Errors
/// Those of [`read`], and if it lies elsewhere.
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

/// The first bytes of a SQLite database.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// Whether the file starts like a SQLite database.
pub fn is_database(path: &Path) -> bool {
    let mut begin = [0; DATABASE.len()];
    let read = |mut file: File| file.read_exact(&mut begin);
    path.is_file() && File::open(path).and_then(read).is_ok() && begin == DATABASE
}
