//! Large relations as files of packed columns beside no database: in a folder of the user's, so that reading them again
//! costs what copying them costs. Columns flow in and out; the database stays the only truth, and a file that is not
//! as it was written counts for nothing.
//!
//! ```text
//! FOLDER/PATH-STAMP/RELATION-0.2.3   PATH: hash of where the database lies; STAMP: of its fingerprint, size and time
//! file: MAGIC, rows, columns, checksum (8 bytes each, little endian), then column by column, 4 bytes a value
//! ```
//!
//! What is kept says what somebody's code contains, and whoever writes here decides what queries find: folders and
//! files are the user's alone, and nothing is read or written through links.

use quarrel_columns::edb::Columns;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const MAGIC: u64 = u64::from_le_bytes(*b"QLCOLS01");
/// Bytes of the part of a file before the values.
const HEAD: usize = 32;
/// Relations with fewer rows than this are read from their tables.
const LARGE: usize = 1 << 17;
/// Bytes that a cache folder may have, all databases together; databases that were not opened for longest go first.
const MOST: u64 = 4 << 30;

/// The files of one database.
#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The files of the database at `path`, which holds that fingerprint of its content, in the cache folder; `None` if
    /// there can be none. Files of former states of the database are removed.
    pub(crate) fn of(path: &Path, fingerprint: &str, folder: &Path) -> Option<Self> {
        let path = path.canonicalize().ok()?;
        let metadata = fs::metadata(&path).ok()?;
        let changed = metadata.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let place = hash(path.as_os_str().as_encoded_bytes());
        let mut stamp = rustc_hash::FxBuildHasher.build_hasher();
        stamp.write(fingerprint.as_bytes());
        stamp.write_u64(metadata.len());
        stamp.write_u128(changed.as_nanos());
        let prefix = format!("{place:016x}-");
        private::folder(folder).ok()?;
        let own = folder.join(format!("{prefix}{:016x}", stamp.finish()));
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let former = entry.file_name().to_string_lossy().starts_with(&prefix) && entry.path() != own;
            if former {
                // What cannot be removed now is tried again next time.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        Some(Self { folder: own })
    }

    fn file(&self, relation: &str, columns: &[usize]) -> PathBuf {
        let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
        self.folder.join(format!("{relation}-{}", columns.join(".")))
    }

    /// What was written for these columns, if it is there and as it was written.
    pub(crate) fn get(&self, relation: &str, columns: &[usize]) -> Option<Columns> {
        private::check(&self.folder).ok()?;
        parse(&private::read(&self.file(relation, columns)).ok()?, columns.len())
    }

    /// Writes columns down, if they are many rows. A cache that cannot be written is no error: the next reading is as slow
    /// as this one was.
    pub(crate) fn put(&self, relation: &str, columns: &[usize], read: &Columns) {
        if read.len >= LARGE && !columns.is_empty() {
            let _ = self.write(&self.file(relation, columns), read);
        }
    }

    fn write(&self, file: &Path, read: &Columns) -> io::Result<()> {
        private::folder(&self.folder)?;
        let bytes = render(read);
        if let Some(all) = self.folder.parent() {
            make_room(all, &self.folder, bytes.len() as u64)?;
        }
        // Others may read or write the same file: it appears whole or not at all.
        let mut passing = file.as_os_str().to_owned();
        passing.push(format!(".{}.part", std::process::id()));
        let passing = Path::new(&passing);
        let written = private::create(passing).and_then(|mut file| file.write_all(&bytes));
        let placed = written.and_then(|()| fs::rename(passing, file));
        if placed.is_err() {
            let _ = fs::remove_file(passing);
        }
        placed
    }
}

/// Removes files of other databases, those changed longest ago first, until there is room.
fn make_room(all: &Path, own: &Path, wanted: u64) -> io::Result<()> {
    let mut folders = Vec::new();
    let mut sum = wanted;
    for entry in fs::read_dir(all)?.flatten() {
        let files = fs::read_dir(entry.path()).into_iter().flatten().flatten();
        let bytes: u64 = files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum();
        sum += bytes;
        folders.push((entry.metadata()?.modified()?, bytes, entry.path()));
    }
    folders.sort();
    for (_, bytes, folder) in folders {
        if sum <= MOST {
            break;
        }
        if folder != own {
            fs::remove_dir_all(folder)?;
            sum -= bytes;
        }
    }
    if sum <= MOST { Ok(()) } else { Err(io::Error::from(io::ErrorKind::StorageFull)) }
}

/// Folders and files that are the user's alone.
#[cfg(unix)]
mod private {
    use rustix::fs::OFlags;
    use std::fs::{self, DirBuilder, File, OpenOptions};
    use std::io::{self, Read};
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
    use std::path::Path;

    fn refused() -> io::Error {
        io::Error::from(io::ErrorKind::PermissionDenied)
    }
    /// The folder, made if it is missing.
    pub(super) fn folder(path: &Path) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        check(path)
    }
    /// Whether it is a folder of the user's, no link, where nobody else can write.
    pub(super) fn check(path: &Path) -> io::Result<()> {
        let metadata = fs::symlink_metadata(path)?;
        let own = metadata.uid() == rustix::process::geteuid().as_raw();
        if metadata.is_dir() && own && metadata.mode() & 0o022 == 0 { Ok(()) } else { Err(refused()) }
    }
    /// The bytes of a file of the user's, no link, where nobody else can write.
    pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
        let mut file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
        let metadata = file.metadata()?;
        let own = metadata.uid() == rustix::process::geteuid().as_raw();
        if !metadata.is_file() || !own || metadata.mode() & 0o022 != 0 {
            return Err(refused());
        }
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
    /// A new file.
    pub(super) fn create(path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
    }
}

/// Folders and files below the user's own folder, which the system keeps from others.
#[cfg(not(unix))]
mod private {
    use std::fs::{self, File};
    use std::io;
    use std::path::Path;

    pub(super) fn folder(path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }
    pub(super) fn check(_: &Path) -> io::Result<()> {
        Ok(())
    }
    pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }
    pub(super) fn create(path: &Path) -> io::Result<File> {
        File::create_new(path)
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
    hasher.write(bytes);
    hasher.finish()
}

fn render(read: &Columns) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + read.len * read.columns.len() * 4);
    bytes.resize(HEAD, 0);
    for column in &read.columns {
        bytes.extend(column.iter().flat_map(|value| value.to_le_bytes()));
    }
    let check = hash(&bytes[HEAD..]);
    let head = [MAGIC, read.len as u64, read.columns.len() as u64, check];
    for (place, number) in bytes.chunks_exact_mut(8).zip(head) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    bytes
}

fn parse(bytes: &[u8], width: usize) -> Option<Columns> {
    let (head, values) = bytes.split_at_checked(HEAD)?;
    let number = |at: usize| head.get(at * 8..at * 8 + 8)?.try_into().ok().map(u64::from_le_bytes);
    let len = usize::try_from(number(1)?).ok()?;
    let size = len.checked_mul(width)?.checked_mul(4)?;
    if number(0)? != MAGIC || number(2)? != width as u64 || values.len() != size || number(3)? != hash(values)
    {
        return None;
    }
    let value = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let columns =
        values.chunks_exact((len * 4).max(1)).map(|column| column.chunks_exact(4).map(value).collect());
    Some(Columns { len, columns: columns.collect() })
}

#[cfg(test)]
mod tests {
    use super::{Cache, LARGE, parse, render};
    use quarrel_columns::edb::Columns;

    fn rows(count: u32) -> Columns {
        Columns {
            len: count as usize,
            columns: vec![(0..count).collect(), (0..count).map(|at| at * 3).collect()],
        }
    }

    #[test]
    fn what_is_not_as_it_was_written_counts_for_nothing() {
        let bytes = render(&rows(1000));
        assert_eq!(parse(&bytes, 2), Some(rows(1000)));
        assert_eq!(parse(&bytes, 3), None);
        assert_eq!(parse(&bytes[..bytes.len() - 1], 2), None);
        assert_eq!(parse(&bytes[..10], 2), None);
        for at in [0, 9, 20, 40, 5000] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert_eq!(parse(&damaged, 2), None, "byte {at}");
        }
    }

    #[test]
    fn a_changed_database_finds_nothing_of_its_former_state() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = folder.path().join("code.db");
        std::fs::write(&db, "first").expect("written");
        let changed = std::fs::metadata(&db).and_then(|metadata| metadata.modified()).expect("a time");
        let all = folder.path().join("cache");
        let cache = Cache::of(&db, "one", &all).expect("a cache");
        assert_eq!(cache.get("r", &[0, 2]), None);
        cache.put("r", &[0, 2], &rows(LARGE as u32));
        cache.put("small", &[0, 1], &rows(10));
        assert_eq!(cache.get("r", &[0, 2]), Some(rows(LARGE as u32)));
        assert_eq!(cache.get("r", &[0, 1]), None);
        assert_eq!(cache.get("small", &[0, 1]), None, "quick enough from its table");
        // Another content of the same size and time.
        std::fs::write(&db, "other").expect("written");
        std::fs::File::options()
            .write(true)
            .open(&db)
            .and_then(|file| file.set_modified(changed))
            .expect("a time");
        let cache = Cache::of(&db, "two", &all).expect("a cache");
        assert_eq!(cache.get("r", &[0, 2]), None);
        assert_eq!(std::fs::read_dir(&all).expect("listed").count(), 0, "the former state is gone");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_shared_with_others_or_read_through_links() {
        use std::fs;
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let db = folder.path().join("code.db");
        fs::write(&db, "first").expect("written");
        let all = folder.path().join("cache");
        let mode =
            |path: &std::path::Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        let cache = Cache::of(&db, "one", &all).expect("a cache");
        cache.put("r", &[0, 1], &rows(LARGE as u32));
        let file = cache.file("r", &[0, 1]);
        assert_eq!((mode(&all), mode(&cache.folder), mode(&file)), (0o700, 0o700, 0o600));

        // Somebody else's rows behind a link, or in a file that others can write.
        let planted = folder.path().join("planted");
        fs::rename(&file, &planted).expect("moved");
        symlink(&planted, &file).expect("a link");
        assert_eq!(cache.get("r", &[0, 1]), None);
        fs::remove_file(&file).expect("removed");
        fs::copy(&planted, &file).expect("copied");
        assert_eq!(cache.get("r", &[0, 1]), Some(rows(LARGE as u32)));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o666)).expect("a mode");
        assert_eq!(cache.get("r", &[0, 1]), None);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("a mode");
        fs::set_permissions(&cache.folder, fs::Permissions::from_mode(0o777)).expect("a mode");
        assert_eq!(cache.get("r", &[0, 1]), None);

        // A cache folder that others can write, or that is a link.
        fs::set_permissions(&all, fs::Permissions::from_mode(0o777)).expect("a mode");
        assert!(Cache::of(&db, "one", &all).is_none());
        let link = folder.path().join("link");
        fs::create_dir(folder.path().join("elsewhere")).expect("a folder");
        symlink(folder.path().join("elsewhere"), &link).expect("a link");
        assert!(Cache::of(&db, "one", &link).is_none());
        // A named pipe in place of a file is no reason to wait.
        fs::set_permissions(&all, fs::Permissions::from_mode(0o700)).expect("a mode");
        fs::set_permissions(&cache.folder, fs::Permissions::from_mode(0o700)).expect("a mode");
        fs::remove_file(&file).expect("removed");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &file,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
            0,
        )
        .expect("a pipe");
        assert_eq!(cache.get("r", &[0, 1]), None);
    }
}
