//! Temporary files and folders, and the register of those that there are.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile, TempDir};

/// What is to be removed before the process ends.
static REGISTER: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn register() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    REGISTER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files and folders. For the moment before the process ends without unwinding, as a signal makes
/// it: whoever wants another temporary file after this waits for that end.
pub fn remove_all() {
    let known = register();
    for path in known.iter() {
        // There is nobody left to report to.
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    std::mem::forget(known);
}

/// A path in the register, for as long as it lives.
#[derive(Debug)]
struct Registered(PathBuf);

impl Drop for Registered {
    fn drop(&mut self) {
        register().remove(&self.0);
    }
}

/// Makes something temporary and registers it, with no signal in between.
fn registered<T>(
    make: impl FnOnce() -> io::Result<T>,
    path: impl Fn(&T) -> &Path,
) -> io::Result<(T, Registered)> {
    let mut known = register();
    let made = make()?;
    let at = std::path::absolute(path(&made))?;
    known.insert(at.clone());
    Ok((made, Registered(at)))
}

/// How many characters of a target's name the name of its temporary file has room for.
const MOST_NAME: usize = 48;

/// A temporary file.
#[derive(Debug)]
pub(crate) struct Temporary {
    file: NamedTempFile,
    // After the file, so that it is removed first.
    registered: Registered,
}

impl Temporary {
    /// A file in `folder`, named for `target`. Its mode is what the umask leaves of 0666.
    ///
    /// # Errors
    /// If the folder does not take it.
    pub(crate) fn file(folder: &Path, target: &Path) -> io::Result<Self> {
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let name: String = name.chars().take(MOST_NAME).collect();
        let prefix = format!(".{name}.quarrel-");
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let (file, registered) = registered(|| builder.tempfile_in(folder), NamedTempFile::path)?;
        Ok(Self { file, registered })
    }

    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(crate) fn file_mut(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Gives the file the name `target`.
    ///
    /// # Errors
    /// If that is not possible.
    pub(crate) fn rename(self, target: &Path) -> io::Result<()> {
        let Self { file, registered } = self;
        let renamed = file.persist(target).map(drop).map_err(|error| error.error);
        drop(registered);
        renamed
    }

    /// Writes what the file holds into another one.
    ///
    /// # Errors
    /// If one cannot be read or the other not be written.
    pub(crate) fn copy_into(&mut self, to: &mut File) -> io::Result<()> {
        // Others may have written by the name, so it is read by that.
        let mut from = File::open(self.file.path())?;
        from.rewind()?;
        io::copy(&mut from, to).map(drop)
    }
}

/// A temporary folder; it is removed when dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    _registered: Registered,
}

impl Scratch {
    /// Makes one below the system's folder for temporary files.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn new() -> io::Result<Self> {
        let (folder, registered) = registered(|| Builder::new().prefix("quarrel-").tempdir(), TempDir::path)?;
        Ok(Self { folder, _registered: registered })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}
