//! Unpacks archives of strangers: writes only regular files below one folder, up to a limit of bytes. Links are skipped,
//! since the extractor would follow them out of the tree.

use super::list::suffix;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Component, Path, PathBuf};

/// The least disk space of a file in bytes, so that many empty files reach the limit too.
const LEAST: u64 = 4 << 10;
/// The longest name that is read, in bytes.
const MOST_NAME: u64 = 64 << 10;

/// The bytes that may still be written.
struct Room(u64);

impl Room {
    fn take(&mut self, bytes: u64) -> io::Result<()> {
        let bytes = bytes.max(LEAST);
        self.0 = self.0.checked_sub(bytes).ok_or_else(|| {
            io::Error::other("its sources take more of the disk than its share: --disk and --jobs set it")
        })?;
        Ok(())
    }
}

/// Unpacks an archive below `folder`, at most `limit` bytes. Returns the folder of the sources: the top folder of the
/// archive if there is only one, as in tarballs of releases.
///
/// # Errors
/// If it cannot be read, is too large, or cannot be written.
pub fn unpack(archive: &Path, folder: &Path, limit: u64) -> io::Result<PathBuf> {
    let name = archive.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let file = File::open(archive)?;
    let mut room = Room(limit);
    fs::create_dir_all(folder)?;
    let file = BufReader::with_capacity(1 << 16, file);
    match suffix(&name) {
        Some(".zip" | ".jar") => unzip(file, folder, &mut room)?,
        Some(".tar.gz" | ".tgz") => untar(flate2::bufread::MultiGzDecoder::new(file), folder, &mut room)?,
        Some(".tar.xz" | ".txz") => {
            untar(liblzma::bufread::XzDecoder::new_multi_decoder(file), folder, &mut room)?;
        }
        Some(".tar.bz2" | ".tbz2") => untar(bzip2::bufread::MultiBzDecoder::new(file), folder, &mut room)?,
        Some(".tar.zst") => untar(zstd::Decoder::with_buffer(file)?, folder, &mut room)?,
        _ => untar(file, folder, &mut room)?,
    }
    let mut top = fs::read_dir(folder)?;
    match (top.next().transpose()?, top.next()) {
        (Some(only), None) if only.file_type()?.is_dir() => Ok(only.path()),
        _ => Ok(folder.to_owned()),
    }
}

fn untar(reader: impl Read, folder: &Path, room: &mut Room) -> io::Result<()> {
    let mut archive = tar::Archive::new(reader);
    let mut long_name: Option<Vec<u8>> = None;
    for entry in archive.entries()? {
        let mut entry = entry?;
        // Ant writes GNU's long names with headers that are not GNU's, and the crate returns them as entries.
        if entry.header().entry_type() == tar::EntryType::GNULongName {
            let mut name = Vec::new();
            entry.by_ref().take(MOST_NAME).read_to_end(&mut name)?;
            name.truncate(name.iter().position(|byte| *byte == 0).unwrap_or(name.len()));
            long_name = Some(name);
            continue;
        }
        let name = long_name.take();
        if !matches!(entry.header().entry_type(), tar::EntryType::Regular | tar::EntryType::Continuous) {
            continue;
        }
        let name = match &name {
            Some(name) => Path::new(&*String::from_utf8_lossy(name)).to_owned(),
            None => entry.path()?.into_owned(),
        };
        let Some(path) = below(folder, &name) else { continue };
        room.take(entry.size())?;
        put(&mut entry, &path)?;
    }
    Ok(())
}

fn unzip(reader: impl Read + io::Seek, folder: &Path, room: &mut Room) -> io::Result<()> {
    let mut archive = zip::ZipArchive::new(reader)?;
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at)?;
        if !entry.is_file() {
            continue;
        }
        let Some(path) = entry.enclosed_name().and_then(|name| below(folder, &name)) else { continue };
        // The size in the directory may be wrong.
        let size = entry.size();
        room.take(size)?;
        put(&mut entry.by_ref().take(size), &path)?;
    }
    Ok(())
}

/// The path of an entry; `None` if it is not below the folder.
fn below(folder: &Path, name: &Path) -> Option<PathBuf> {
    let mut path = folder.to_owned();
    for part in name.components() {
        match part {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            _ => return None,
        }
    }
    (path != folder).then_some(path)
}

fn put(from: &mut impl Read, path: &Path) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    io::copy(from, &mut File::create(path)?).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// A tarball with a file, a link and a file that wants to be elsewhere.
    fn tarball() -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(5);
        header.set_mode(0o644);
        header.set_cksum();
        builder.append_data(&mut header.clone(), "top/A.java", &b"class"[..]).expect("written");
        let mut link = tar::Header::new_gnu();
        link.set_entry_type(tar::EntryType::Symlink);
        link.set_size(0);
        builder.append_link(&mut link, "top/passwd.java", "/etc/passwd").expect("written");
        let name = b"top/../../B.java";
        header.as_old_mut().name[..name.len()].copy_from_slice(name);
        header.as_old_mut().name[name.len()] = 0;
        header.set_cksum();
        builder.append(&header, &b"class"[..]).expect("written");
        builder.into_inner().expect("written")
    }

    #[test]
    fn archives_give_regular_files_only() {
        let scratch = tempfile::tempdir().expect("a folder");
        let tar = tarball();
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gz.write_all(&tar).expect("packed");
        let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        bz.write_all(&tar).expect("packed");
        let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 1);
        xz.write_all(&tar).expect("packed");
        let forms = [
            ("a.tar", tar.clone()),
            ("a.tar.gz", gz.finish().expect("packed")),
            ("a.tar.bz2", bz.finish().expect("packed")),
            ("a.tar.xz", xz.finish().expect("packed")),
            ("a.tar.zst", zstd::encode_all(&tar[..], 1).expect("packed")),
        ];
        for (name, bytes) in forms {
            let file = scratch.path().join(name);
            fs::write(&file, bytes).expect("a file");
            let into = scratch.path().join(format!("{name}.d/in"));
            let root = unpack(&file, &into, 1 << 20).expect("unpacked");
            assert_eq!(root, into.join("top"), "{name}");
            let names: Vec<_> =
                fs::read_dir(&root).expect("a folder").flatten().map(|e| e.file_name()).collect();
            assert_eq!(names, ["A.java"], "{name}");
            assert!(!scratch.path().join(format!("{name}.d/B.java")).exists());
            let small = unpack(&file, &scratch.path().join("small"), LEAST - 1);
            assert!(small.is_err_and(|error| error.to_string().contains("--disk")), "{name}");
        }
    }

    #[test]
    fn long_names_count_whatever_the_header_says() {
        let name = format!("{}/Long.java", "folder/".repeat(20));
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_old();
        header.set_entry_type(tar::EntryType::GNULongName);
        header.set_size(name.len() as u64 + 1);
        header.set_cksum();
        builder.append(&header, format!("{name}\0").as_bytes()).expect("written");
        let mut header = tar::Header::new_old();
        header.as_old_mut().name.copy_from_slice(&name.as_bytes()[..100]);
        header.set_size(5);
        header.set_cksum();
        builder.append(&header, &b"class"[..]).expect("written");
        let scratch = tempfile::tempdir().expect("a folder");
        let file = scratch.path().join("a.tar");
        fs::write(&file, builder.into_inner().expect("written")).expect("a file");
        unpack(&file, &scratch.path().join("in"), 1 << 20).expect("unpacked");
        assert_eq!(fs::read(scratch.path().join("in").join(name)).expect("a file"), b"class");
    }

    #[test]
    fn a_zip_is_an_archive_and_a_broken_one_an_error() {
        let scratch = tempfile::tempdir().expect("a folder");
        let file = scratch.path().join("a.zip");
        let mut writer = zip::ZipWriter::new(File::create(&file).expect("a file"));
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file("p/A.java", options).expect("written");
        writer.write_all(b"class A {}").expect("written");
        writer.start_file("B.java", options).expect("written");
        writer.finish().expect("written");
        let root = unpack(&file, &scratch.path().join("in"), 1 << 20).expect("unpacked");
        assert_eq!(root, scratch.path().join("in"));
        assert_eq!(fs::read(root.join("p/A.java")).expect("a file"), b"class A {}");
        fs::write(&file, "no archive").expect("a file");
        assert!(unpack(&file, &scratch.path().join("in2"), 1 << 20).is_err());
    }
}
