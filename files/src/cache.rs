//! A cache of byte strings in a folder of the user's. A [`Key`] identifies all inputs of an entry.
//!
//! ```text
//! FOLDER/KIND/HASH     HASH: of the key, in hexadecimal digits
//! file: MAGIC, hash of the key and the bytes (32 bytes), the bytes
//! ```
//!
//! An entry reveals somebody's code, and its writer decides what queries find: folders and files belong to the user
//! alone, nothing is read or written through links, and a damaged file is ignored. Several processes may use one
//! folder: an entry appears whole or not at all. The folder never exceeds its limit; the least recently used entries go
//! first.

use crate::temporary::Temporary;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The first bytes of every entry; they differ for each version of the format.
const MAGIC: &[u8; 8] = b"QLCACHE1";
/// The age at which an unfinished file is removed.
const ABANDONED: Duration = Duration::from_secs(3600);
/// Bytes of all entries together.
pub const MOST: u64 = 4 << 30;

/// The name of an entry: a hash of everything that the entry depends on.
#[derive(Clone, Debug)]
pub struct Key {
    kind: &'static str,
    hasher: blake3::Hasher,
}

impl Key {
    /// A key of a kind of entries, a word that names their folder.
    pub fn new(kind: &'static str) -> Self {
        let mut key = Self { kind, hasher: blake3::Hasher::new() };
        key.add(kind.as_bytes());
        key
    }
    /// Adds an input of the entry.
    pub fn add(&mut self, part: &[u8]) {
        // With its length, so that distinct lists of parts have distinct bytes.
        self.hasher.update(&(part.len() as u64).to_le_bytes());
        self.hasher.update(part);
    }
    /// The hash of all parts.
    pub fn hash(&self) -> [u8; 32] {
        self.hasher.finalize().into()
    }
}

/// An entry of a cache, as [`Cache::entries`] lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CacheEntry {
    /// The kind that its key was made for.
    pub kind: String,
    /// Bytes of its file.
    pub bytes: u64,
    /// When it was written or last read.
    pub used: SystemTime,
    path: PathBuf,
}

/// A cache folder.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    most: u64,
}

impl Cache {
    /// The cache in `folder`, which is created if missing; its entries have at most `most` bytes together.
    ///
    /// # Errors
    /// If the folder cannot be made, is a link, belongs to somebody else, or others can write there.
    pub fn open(folder: &Path, most: u64) -> io::Result<Self> {
        private::folder(folder)?;
        Ok(Self { folder: folder.to_owned(), most })
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn file(&self, key: &Key) -> PathBuf {
        self.folder.join(key.kind).join(key.hasher.finalize().to_hex().as_str())
    }

    /// The bytes of an entry; `None` if it is missing or damaged.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.file(key);
        private::check(path.parent()?).ok()?;
        let mut file = private::open(&path).ok()?;
        let mut head = [0; MAGIC.len() + blake3::OUT_LEN];
        file.read_exact(&mut head).ok()?;
        let size = file.metadata().ok()?.len().saturating_sub(head.len() as u64);
        let mut bytes = Vec::with_capacity(usize::try_from(size.min(self.most)).ok()?);
        file.read_to_end(&mut bytes).ok()?;
        if head != head_of(key, &bytes) {
            return None;
        }
        // An entry that cannot be marked as used may be removed early.
        let _ = file.set_modified(SystemTime::now());
        Some(bytes)
    }

    /// Writes an entry, which replaces one of the same key, and removes others until there is room.
    ///
    /// # Errors
    /// If the disk is full, the folder is not the user's alone, or the entry takes more than half of the limit.
    /// What was there is then still there.
    pub fn put(&self, key: &Key, bytes: &[u8]) -> io::Result<()> {
        let size = (MAGIC.len() + blake3::OUT_LEN + bytes.len()) as u64;
        if size > self.most / 2 {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        self.shrink(self.most - size)?;
        let path = self.file(key);
        let folder = path.parent().unwrap_or(&self.folder);
        private::folder(folder)?;
        let mut file = Temporary::private(folder)?;
        file.file_mut().write_all(&head_of(key, bytes))?;
        file.file_mut().write_all(bytes)?;
        file.rename(&path)
    }

    /// All entries, the most recently used last.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn entries(&self) -> io::Result<Vec<CacheEntry>> {
        let mut entries = Vec::new();
        for folder in fs::read_dir(&self.folder)?.flatten().filter(|entry| entry.path().is_dir()) {
            for entry in fs::read_dir(folder.path())?.flatten() {
                let Ok(metadata) = entry.metadata() else { continue };
                entries.push(CacheEntry {
                    kind: folder.file_name().to_string_lossy().into_owned(),
                    bytes: metadata.len(),
                    used: metadata.modified()?,
                    path: entry.path(),
                });
            }
        }
        entries.sort_by(|a, b| (a.used, &a.path).cmp(&(b.used, &b.path)));
        Ok(entries)
    }

    /// Removes entries until the rest has at most so many bytes. Returns the removed ones.
    ///
    /// # Errors
    /// If the folder cannot be read, or a file cannot be removed.
    pub fn shrink(&self, most: u64) -> io::Result<Vec<CacheEntry>> {
        let entries = self.entries()?;
        let mut sum: u64 = entries.iter().map(|entry| entry.bytes).sum();
        let mut removed = Vec::new();
        for entry in entries {
            let is_begun = entry.path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
            let is_old = entry.used.elapsed().is_ok_and(|age| age > ABANDONED);
            if if is_begun { is_old } else { sum > most } {
                match fs::remove_file(&entry.path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {
                        sum -= entry.bytes;
                        removed.push(entry);
                    }
                }
            }
        }
        Ok(removed)
    }
}

/// The header of an entry's file.
fn head_of(key: &Key, bytes: &[u8]) -> [u8; MAGIC.len() + blake3::OUT_LEN] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&key.hash());
    hasher.update(bytes);
    let mut head = [0; MAGIC.len() + blake3::OUT_LEN];
    head[..MAGIC.len()].copy_from_slice(MAGIC);
    head[MAGIC.len()..].copy_from_slice(hasher.finalize().as_bytes());
    head
}

/// Folders and files that only the user can access.
#[cfg(unix)]
mod private {
    use super::File;
    use rustix::fs::OFlags;
    use std::fs::{self, DirBuilder, Metadata, OpenOptions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
    use std::path::Path;

    fn own(metadata: &Metadata, is_kind: bool) -> io::Result<()> {
        let is_own = metadata.uid() == rustix::process::geteuid().as_raw();
        let is_private = is_kind && is_own && metadata.mode() & 0o022 == 0;
        if is_private { Ok(()) } else { Err(io::Error::from(io::ErrorKind::PermissionDenied)) }
    }
    /// Makes sure that the folder exists, and that it is safe to use.
    pub(super) fn folder(path: &Path) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        check(path)
    }
    /// Fails unless it is a folder of the user's, no link, and nobody else can write to it.
    pub(super) fn check(path: &Path) -> io::Result<()> {
        let metadata = fs::symlink_metadata(path)?;
        own(&metadata, metadata.is_dir())
    }
    /// A regular file of the user's, no link, where nobody else can write.
    pub(super) fn open(path: &Path) -> io::Result<File> {
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
        let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
        let metadata = file.metadata()?;
        own(&metadata, metadata.is_file())?;
        Ok(file)
    }
}

/// Folders and files below the user's own folder, which the system protects from others.
#[cfg(not(unix))]
mod private {
    use super::File;
    use std::{fs, io, path::Path};

    pub(super) fn folder(path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }
    pub(super) fn check(_: &Path) -> io::Result<()> {
        Ok(())
    }
    pub(super) fn open(path: &Path) -> io::Result<File> {
        File::options().read(true).write(true).open(path)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cache, Key, MOST};
    use std::fs;
    use std::time::{Duration, SystemTime};

    fn key(parts: &[&str]) -> Key {
        let mut key = Key::new("things");
        parts.iter().for_each(|part| key.add(part.as_bytes()));
        key
    }

    #[test]
    fn entries_are_found_by_all_that_they_depend_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::open(&folder.path().join("cache"), MOST).expect("a cache");
        let one = key(&["a", "b"]);
        assert_eq!(cache.get(&one), None);
        cache.put(&one, b"some bytes").expect("written");
        assert_eq!(cache.get(&one).as_deref(), Some(&b"some bytes"[..]));
        for other in [key(&["ab"]), key(&["a", "b", ""]), key(&["b", "a"])] {
            assert_eq!(cache.get(&other), None);
        }
        cache.put(&one, b"").expect("written");
        assert_eq!(cache.get(&one).as_deref(), Some(&b""[..]));
        // Another process has written it for another key.
        let other = key(&["other"]);
        fs::copy(cache.file(&one), cache.file(&other)).expect("copied");
        assert_eq!(cache.get(&other), None);
    }

    #[test]
    fn a_damaged_entry_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::open(folder.path(), MOST).expect("a cache");
        let one = key(&["a"]);
        cache.put(&one, &[7; 1000]).expect("written");
        let file = cache.file(&one);
        let whole = fs::read(&file).expect("read");
        for at in [0, 9, 39, 41, 1000] {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            fs::write(&file, damaged).expect("written");
            assert_eq!(cache.get(&one), None, "byte {at}");
        }
        for len in [0, 20, 40, whole.len() - 1] {
            fs::write(&file, &whole[..len]).expect("written");
            assert_eq!(cache.get(&one), None, "{len} bytes");
        }
        fs::write(&file, whole).expect("written");
        assert!(cache.get(&one).is_some());
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::open(folder.path(), 1000).expect("a cache");
        let long_ago = |key: &Key, hours: u64| {
            let file = fs::File::options().append(true).open(cache.file(key)).expect("opened");
            file.set_modified(SystemTime::now() - Duration::from_secs(hours * 3600)).expect("a time");
        };
        let [a, b, c] = [key(&["a"]), key(&["b"]), key(&["c"])];
        cache.put(&a, &[1; 300]).expect("written");
        cache.put(&b, &[2; 300]).expect("written");
        long_ago(&a, 3);
        long_ago(&b, 2);
        assert!(cache.get(&a).is_some(), "which makes it the younger one");
        cache.put(&c, &[3; 300]).expect("written");
        assert!(cache.get(&b).is_none() && cache.get(&a).is_some() && cache.get(&c).is_some());
        assert!(cache.put(&b, &[0; 461]).is_err(), "one must not be all");
        // A process was killed while it wrote.
        let begun = folder.path().join("things/.begun");
        fs::write(&begun, "half").expect("written");
        cache.shrink(0).expect("removed");
        assert_eq!(cache.entries().expect("listed").len(), 1, "it may still be at work");
        let file = fs::File::options().append(true).open(&begun).expect("opened");
        file.set_modified(SystemTime::now() - Duration::from_secs(7200)).expect("a time");
        cache.shrink(1000).expect("removed");
        assert!(!begun.exists());
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_shared_with_others_or_read_through_links() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let all = folder.path().join("cache");
        let mode =
            |path: &std::path::Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        let set_mode = |path: &std::path::Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
        };
        let cache = Cache::open(&all, MOST).expect("a cache");
        let one = key(&["a"]);
        cache.put(&one, b"bytes").expect("written");
        let file = cache.file(&one);
        let own = file.parent().expect("a folder");
        assert_eq!((mode(&all), mode(own), mode(&file)), (0o700, 0o700, 0o600));

        // Somebody else's bytes behind a link, or in a file that others can write.
        let planted = folder.path().join("planted");
        fs::rename(&file, &planted).expect("moved");
        symlink(&planted, &file).expect("a link");
        assert_eq!(cache.get(&one), None);
        fs::remove_file(&file).expect("removed");
        fs::copy(&planted, &file).expect("copied");
        assert!(cache.get(&one).is_some());
        set_mode(&file, 0o666);
        assert_eq!(cache.get(&one), None);
        set_mode(&file, 0o600);
        set_mode(own, 0o777);
        assert_eq!(cache.get(&one), None);
        set_mode(own, 0o700);

        // Reading must not wait for a named pipe in place of a file.
        fs::remove_file(&file).expect("removed");
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mknodat(rustix::fs::CWD, &file, rustix::fs::FileType::Fifo, mode, 0).expect("a pipe");
        assert_eq!(cache.get(&one), None);

        // A cache folder that others can write, or that is a link.
        set_mode(&all, 0o777);
        assert!(Cache::open(&all, MOST).is_err());
        let link = folder.path().join("link");
        fs::create_dir(folder.path().join("elsewhere")).expect("a folder");
        symlink(folder.path().join("elsewhere"), &link).expect("a link");
        assert!(Cache::open(&link, MOST).is_err());
    }
}
