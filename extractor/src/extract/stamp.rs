//! Stamps of files: a file with the stamp that it had has the content that it had, and need not be read again.

use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// What the system says of a file's content: its size, the times when it was last written and when anything about the
/// file last changed, in nanoseconds, and its number. Programs can set the first time back, but not the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    bytes: u64,
    written: i128,
    changed: i128,
    number: u64,
}

/// Two writes within this time may leave equal stamps: clocks of file systems are coarse.
const COARSE: Duration = Duration::from_secs(2);

impl Stamp {
    /// The stamp of a file that is read after this call. `None` if it would not tell a later content from this one: the
    /// file was written just now, or in the future, or the system has no such times.
    pub(crate) fn of(path: &Path) -> Option<Stamp> {
        let now = SystemTime::now();
        let stamp = Stamp::read(path)?;
        let now = i128::try_from(now.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_nanos()).ok()?;
        let is_settled = stamp.written.max(stamp.changed) + COARSE.as_nanos() as i128 <= now;
        is_settled.then_some(stamp)
    }

    #[cfg(unix)]
    fn read(path: &Path) -> Option<Stamp> {
        use std::os::unix::fs::MetadataExt;
        let found = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
        let nanos = |seconds: i64, nanos: i64| i128::from(seconds) * 1_000_000_000 + i128::from(nanos);
        Some(Stamp {
            bytes: found.len(),
            written: nanos(found.mtime(), found.mtime_nsec()),
            changed: nanos(found.ctime(), found.ctime_nsec()),
            number: found.ino(),
        })
    }

    #[cfg(not(unix))]
    fn read(_: &Path) -> Option<Stamp> {
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{COARSE, Stamp};
    use std::fs::{self, File};
    use std::time::SystemTime;

    #[test]
    fn files_have_stamps_once_they_are_settled() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("A.java");
        fs::write(&path, "class A { }").expect("written");
        assert_eq!(Stamp::of(&path), None, "written just now");
        std::thread::sleep(COARSE);
        let first = Stamp::of(&path);
        assert!(first.is_some() && Stamp::of(&path) == first);

        // Equal size, and the time of before.
        let time = path.metadata().and_then(|found| found.modified()).expect("a time");
        fs::write(&path, "class B { }").expect("written");
        File::options().append(true).open(&path).and_then(|file| file.set_modified(time)).expect("a time");
        assert_ne!(Stamp::read(&path), first);
        assert_eq!(Stamp::of(&path), None);
        let later = SystemTime::now() + COARSE * 100;
        File::options().append(true).open(&path).and_then(|file| file.set_modified(later)).expect("a time");
        std::thread::sleep(COARSE);
        assert_eq!(Stamp::of(&path), None, "written in the future");
        assert_eq!(Stamp::of(folder.path()), None);
    }
}
