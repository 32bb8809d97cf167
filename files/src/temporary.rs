//! Temporary files and folders, and their register.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tempfile::{Builder, NamedTempFile, TempDir};

/// Paths to remove before the process ends.
static REGISTER: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn register() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    REGISTER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files and folders, just before the process ends without unwinding, as after a signal. Threads
/// that then ask for another temporary file block until the end.
pub fn remove_all() {
    let known = register();
    for path in known.iter() {
        // Nobody is left to report to.
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    std::mem::forget(known);
}

/// A path that stays in the register as long as this value lives.
#[derive(Debug)]
struct Registered(PathBuf);

impl Drop for Registered {
    fn drop(&mut self) {
        register().remove(&self.0);
    }
}

/// Creates a temporary file or folder and registers it, with no signal in between.
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

/// The most characters of a target's name in the name of its temporary file.
const MOST_NAME: usize = 48;

/// A temporary file.
#[derive(Debug)]
pub(crate) struct Temporary {
    file: NamedTempFile,
    // Declared after the file, so that the file is removed first.
    registered: Registered,
}

impl Temporary {
    /// Creates a file in `folder`, named for `target`. Its mode is 0666 less the umask.
    ///
    /// # Errors
    /// If the folder refuses it.
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

    /// A file in `folder` that only the user can read and write.
    ///
    /// # Errors
    /// If the folder refuses it.
    pub(crate) fn private(folder: &Path) -> io::Result<Self> {
        let (file, registered) = registered(|| NamedTempFile::new_in(folder), NamedTempFile::path)?;
        Ok(Self { file, registered })
    }

    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(crate) fn file_mut(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Renames the file to `target`.
    ///
    /// # Errors
    /// If that is not possible.
    pub(crate) fn rename(self, target: &Path) -> io::Result<()> {
        let Self { file, registered } = self;
        let renamed = file.persist(target).map(drop).map_err(|error| error.error);
        drop(registered);
        renamed
    }

    /// Copies the file's contents into another one.
    ///
    /// # Errors
    /// If one cannot be read or the other not be written.
    pub(crate) fn copy_into(&mut self, to: &mut File) -> io::Result<()> {
        // Others may have written by name, so read by name.
        let mut from = File::open(self.file.path())?;
        from.rewind()?;
        io::copy(&mut from, to).map(drop)
    }
}

/// Prefix of the names of temporary folders.
const PREFIX: &str = "quarrel-";
/// A file in a temporary folder that its process keeps locked. The system releases the lock however the process ends.
const LOCK: &str = "lock";
/// The least age of an abandoned folder: a younger one may be about to get its lock.
const GRACE: Duration = Duration::from_secs(60);

/// A temporary folder, removed on drop, or by the next process if this one is killed.
#[derive(Debug)]
pub struct Scratch {
    // Declared before the folder, so that the lock is released first.
    _lock: File,
    folder: TempDir,
    _registered: Registered,
}

impl Scratch {
    /// Creates a folder below the system's temporary folder, and removes those that killed processes left there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> io::Result<Self> {
        let (folder, registered) = registered(|| Builder::new().prefix(PREFIX).tempdir(), TempDir::path)?;
        let lock = File::create_new(folder.path().join(LOCK))?;
        // On systems without locks, folders of killed processes stay.
        let _ = lock.try_lock();
        if let Some(around) = folder.path().parent() {
            remove_abandoned(around, folder.path());
        }
        Ok(Self { _lock: lock, folder, _registered: registered })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the temporary folders in `around` that have the owner of `own` and whose processes have ended.
fn remove_abandoned(around: &Path, own: &Path) {
    let Ok(entries) = fs::read_dir(around) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let folder = entry.path();
        if folder != own && is_abandoned(&folder, own).unwrap_or(false) {
            // The system's own cleaning handles what cannot be removed.
            let _ = fs::remove_dir_all(&folder);
        }
    }
}

/// Whether `folder` has the owner of `own` and its process has ended.
fn is_abandoned(folder: &Path, own: &Path) -> io::Result<bool> {
    let known = fs::symlink_metadata(folder)?;
    let is_old = known.modified()?.elapsed().is_ok_and(|age| age > GRACE);
    if !known.is_dir() || !is_old || !has_owner_of(&known, &fs::symlink_metadata(own)?) {
        return Ok(false);
    }
    let lock = folder.join(LOCK);
    Ok(fs::symlink_metadata(&lock)?.is_file() && File::open(&lock)?.try_lock().is_ok())
}

#[cfg(unix)]
fn has_owner_of(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.uid() == other.uid()
}

/// On other systems each user has a temporary folder of their own.
#[cfg(not(unix))]
fn has_owner_of(_: &Metadata, _: &Metadata) -> bool {
    true
}
