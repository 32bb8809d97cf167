//! Resolves a path that is to be written to the method of writing it.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// How a target is written.
#[derive(Debug)]
pub(crate) enum Destination {
    /// A temporary file takes the target's name.
    Replace {
        /// The target's path, with all links resolved.
        path: PathBuf,
        /// The existing file, if any.
        was: Option<Metadata>,
    },
    /// The bytes are written into the existing target.
    Through {
        /// The target's path, with all links resolved.
        path: PathBuf,
        /// Whether the bytes are appended.
        append: bool,
    },
}

/// The most links in a row that the system follows.
const MOST_LINKS: usize = 40;

/// Decides how to write `target`.
///
/// # Errors
/// If it is a folder or a block device, links form a circle, or the system does not say.
pub(crate) fn of(target: &Path) -> io::Result<Destination> {
    let mut path = target.to_owned();
    for _ in 0..=MOST_LINKS {
        if is_descriptor(&path) {
            return Ok(Destination::Through { path, append: true });
        }
        let found = match fs::symlink_metadata(&path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Destination::Replace { path, was: None });
            }
            Err(error) => return Err(error),
        };
        if found.is_symlink() {
            // The system may forbid following a link that somebody else planted in a shared folder.
            match fs::metadata(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => path = folder_of(&path).join(fs::read_link(&path)?),
            }
        } else if found.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        } else if is_block_device(&found) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a block device"));
        } else if found.is_file() && found.permissions().readonly() {
            // Replacing it would work, but its owner did not mean that.
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        } else if found.is_file() && !has_other_names(&found) {
            return Ok(Destination::Replace { path, was: Some(found) });
        } else {
            return Ok(Destination::Through { path, append: false });
        }
    }
    Err(io::Error::other("too many links follow each other"))
}

/// The parent folder of a path.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Opens a target that is written in place.
///
/// # Errors
/// If it cannot be opened.
pub(crate) fn open(path: &Path, append: bool) -> io::Result<File> {
    // Only regular files can be truncated.
    let truncate = !append && path.is_file();
    OpenOptions::new().write(true).append(append).truncate(truncate).open(path)
}

/// Whether a path names an open descriptor of this process, such as `/dev/stdout`.
fn is_descriptor(path: &Path) -> bool {
    let folder = fs::canonicalize(folder_of(path)).unwrap_or_default();
    folder == Path::new("/dev/fd") || folder.starts_with("/proc") && folder.ends_with("fd")
}

#[cfg(unix)]
fn is_block_device(found: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.file_type().is_block_device()
}

#[cfg(unix)]
fn has_other_names(found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    found.nlink() > 1
}

/// Copies owner and group of another file to the file at `path`.
///
/// # Errors
/// If that is not allowed.
#[cfg(unix)]
pub(crate) fn take_owner(path: &Path, from: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let own = fs::metadata(path)?;
    if (own.uid(), own.gid()) == (from.uid(), from.gid()) {
        return Ok(());
    }
    chown(path, Some(from.uid()), Some(from.gid()))
}

#[cfg(not(unix))]
fn is_block_device(_: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
pub(crate) fn take_owner(_: &Path, _: &Metadata) -> io::Result<()> {
    Ok(())
}
