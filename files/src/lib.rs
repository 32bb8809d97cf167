//! Safe file access. [`write`] and [`Pending`] change a target whole or not at all; [`read`] and [`read_within`] read
//! files of others within limits, and [`is_database`] recognises databases; [`Scratch`] is a temporary folder,
//! [`Cache`] a folder of reproducible files. Temporary files are registered, so that [`remove_all`] leaves nothing
//! behind when a signal ends the process.

pub mod cache;
mod destination;
mod input;
mod temporary;

pub use cache::Cache;
pub use input::{is_database, read, read_any, read_text, read_within};
pub use temporary::{Scratch, remove_all};

use destination::Destination;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use temporary::Temporary;

/// Writes a file; a regular file is replaced whole or not at all.
///
/// # Errors
/// If the target is a folder or a block device, or cannot be written. A regular file is then as it was before.
pub fn write(target: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Destination::Through { path, append } = destination::of(target)?
        && !path.is_file()
    {
        // A target that is no regular file receives the bytes as they come.
        let mut file = destination::open(&path, append)?;
        return file.write_all(bytes).and_then(|()| file.flush());
    }
    let mut pending = Pending::create(target)?;
    pending.file().write_all(bytes)?;
    pending.commit()
}

/// Checks that a target can be written, without changing it.
///
/// # Errors
/// If it cannot be written.
pub fn probe(target: &Path) -> io::Result<()> {
    Pending::create(target).map(drop)
}

/// A file being written. It is temporary, and removed on drop, until [`Pending::commit`] puts it in place.
#[derive(Debug)]
pub struct Pending {
    temporary: Temporary,
    destination: Destination,
}

impl Pending {
    /// Begins a file for `target`. The existing file stays until [`Pending::commit`].
    ///
    /// # Errors
    /// If the target is a folder or a block device, or its folder does not take a file.
    pub fn create(target: &Path) -> io::Result<Self> {
        let destination = destination::of(target)?;
        let system = || Temporary::file(&std::env::temp_dir(), target);
        let Destination::Replace { path, was: replaced } = &destination else {
            return Ok(Self { temporary: system()?, destination });
        };
        match Temporary::file(destination::folder_of(path), path) {
            Ok(temporary) => Ok(Self { temporary, destination }),
            // A file may be writable though its folder is not.
            Err(error) if replaced.is_some() && is_refused(&error) => {
                OpenOptions::new().write(true).open(path)?;
                let destination = Destination::Through { path: path.clone(), append: false };
                Ok(Self { temporary: system()?, destination })
            }
            Err(error) => Err(error),
        }
    }

    /// The path of the temporary file.
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// The open file.
    pub fn file(&mut self) -> &mut File {
        self.temporary.file_mut()
    }

    /// Moves the file into place.
    ///
    /// # Errors
    /// If that is not possible; a regular file is then as it was before, unless it has to be written in place.
    pub fn commit(mut self) -> io::Result<()> {
        match self.destination {
            Destination::Replace { ref path, was: None } => self.temporary.rename(path),
            Destination::Replace { ref path, was: Some(ref replaced) } => {
                if destination::take_owner(self.temporary.path(), replaced).is_err() {
                    return self.temporary.copy_into(&mut destination::open(path, false)?);
                }
                fs::set_permissions(self.temporary.path(), replaced.permissions())?;
                self.temporary.rename(path)
            }
            Destination::Through { ref path, append } => {
                self.temporary.copy_into(&mut destination::open(path, append)?)
            }
        }
    }
}

fn is_refused(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

#[cfg(all(test, unix))]
mod tests;
