//! Temporary files and folders, and the register of those that there are.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
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

    /// A file in `folder` that only the user can read and write.
    ///
    /// # Errors
    /// If the folder does not take it.
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

/// What the names of temporary folders begin with.
const PREFIX: &str = "quarrel-";
/// The file in a temporary folder that its process holds locked. The system takes the lock back however the process ends.
const LOCK: &str = "lock";
/// How old the folder of a killed process is at least: a younger one may be about to get its lock.
const GRACE: Duration = Duration::from_secs(60);

/// A temporary folder; it is removed when dropped, or by the next process if this one is killed.
#[derive(Debug)]
pub struct Scratch {
    // Before the folder, so that it is given back first.
    _lock: File,
    folder: TempDir,
    _registered: Registered,
}

impl Scratch {
    /// Makes one below the system's folder for temporary files, and removes those that killed processes have left there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> io::Result<Self> {
        let (folder, registered) = registered(|| Builder::new().prefix(PREFIX).tempdir(), TempDir::path)?;
        let lock = File::create_new(folder.path().join(LOCK))?;
        // Where the system has no locks, nobody clears up after the killed.
        let _ = lock.try_lock();
        if let Some(around) = folder.path().parent() {
            remove_abandoned(around, folder.path());
        }
        Ok(Self { _lock: lock, folder, _registered: registered })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the temporary folders in `around` whose processes have ended, if whoever made `own` has made them too.
fn remove_abandoned(around: &Path, own: &Path) {
    let Ok(entries) = fs::read_dir(around) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let folder = entry.path();
        if folder != own && is_abandoned(&folder, own).unwrap_or(false) {
            // What cannot be removed is left to the system, as everything there is.
            let _ = fs::remove_dir_all(&folder);
        }
    }
}

/// Whether `folder` belongs to whoever `own` belongs to, and its process has ended.
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

/// Elsewhere everybody has a folder for temporary files.
#[cfg(not(unix))]
fn has_owner_of(_: &Metadata, _: &Metadata) -> bool {
    true
}
