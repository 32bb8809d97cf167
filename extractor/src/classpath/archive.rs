//! The class files in a jar, a `jmod` or a folder.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use crate::limits::Stop;
use crate::source;

/// No class file is larger, whatever a damaged or hostile archive says.
const MAX_CLASS: u64 = 64 << 20;

/// Calls `with` for each class file below `path`, in the order of names. Class files that `with` cannot read are
/// skipped: one damaged class must not cost the library.
///
/// # Errors
/// If the archive or folder cannot be read, or the first class file cannot.
pub fn for_each_class(
    path: &Path,
    stop: &Stop,
    with: &mut dyn FnMut(&[u8]) -> Result<(), String>,
) -> Result<(), String> {
    let mut first_error = None;
    let mut read = 0;
    let mut each = |name: &str, bytes: &[u8]| match with(bytes) {
        Ok(()) => read += 1,
        Err(error) => {
            first_error.get_or_insert(format!("{name}: {error}"));
        }
    };
    if path.is_dir() {
        let mut files = Vec::new();
        class_files(path, 0, &mut files).map_err(|e| e.to_string())?;
        files.sort();
        for file in files {
            let name = file.strip_prefix(path).unwrap_or(&file).to_string_lossy().into_owned();
            if stop.is_set() {
                break;
            }
            each(&name, &read_file(&file).map_err(|e| format!("{name}: {e}"))?);
        }
    } else {
        in_archive(path, stop, &mut each)?;
    }
    match first_error {
        Some(error) if read == 0 => Err(error),
        _ => Ok(()),
    }
}

/// Folders deeper than this are skipped; links may lead in circles.
const MAX_DEPTH: u32 = 64;

fn class_files(folder: &Path, depth: u32, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if depth < MAX_DEPTH && !path.is_symlink() {
                class_files(&path, depth + 1, found)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "class") {
            found.push(path);
        }
    }
    Ok(())
}

fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_CLASS).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn in_archive(path: &Path, stop: &Stop, each: &mut dyn FnMut(&str, &[u8])) -> Result<(), String> {
    let file = File::open(path).map_err(|e| e.to_string())?;
    let mut archive = zip::ZipArchive::new(BufReader::new(file)).map_err(|e| e.to_string())?;
    let mut names: Vec<String> = archive
        .file_names()
        .flatten()
        .filter(|name| is_class(name))
        .map(std::borrow::Cow::into_owned)
        .collect();
    names.sort();
    for name in names {
        if stop.is_set() {
            break;
        }
        match entry(&mut archive, &name) {
            Ok(bytes) => each(&name, &bytes),
            Err(error) => return Err(format!("{name}: {error}")),
        }
    }
    Ok(())
}

/// Variants for newer versions of Java repeat the class beside them.
fn is_class(name: &str) -> bool {
    name.ends_with(".class") && !name.starts_with("META-INF/")
}

fn entry<R: Read + Seek>(archive: &mut zip::ZipArchive<R>, name: &str) -> Result<Vec<u8>, String> {
    let file = archive.by_name(name).map_err(|e| e.to_string())?;
    let mut bytes = Vec::with_capacity(usize::try_from(file.size().min(1 << 20)).unwrap_or(0));
    file.take(MAX_CLASS).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    Ok(bytes)
}

/// The Java files in an archive that declare types, by path, in order.
///
/// # Errors
/// If the archive cannot be read.
pub fn java_files(path: &Path, stop: &Stop) -> Result<Vec<(String, String)>, String> {
    let file = File::open(path).map_err(|e| e.to_string())?;
    let mut archive = zip::ZipArchive::new(BufReader::new(file)).map_err(|e| e.to_string())?;
    let declares = |name: &&str| declares(name);
    let names = archive.file_names().flatten().filter(|name| declares(&name.as_ref()));
    let mut names: Vec<String> = names.map(std::borrow::Cow::into_owned).collect();
    names.sort();
    let mut files = Vec::new();
    for name in names {
        if stop.is_set() {
            break;
        }
        let bytes = entry(&mut archive, &name).map_err(|error| format!("{name}: {error}"))?;
        files.push((name, source::decode(bytes).text));
    }
    Ok(files)
}

fn declares(name: &str) -> bool {
    name.ends_with(".java") && !name.ends_with("-info.java") && !name.starts_with("META-INF/")
}

/// The Java files below a folder that declare types, by path, in order.
///
/// # Errors
/// If a file or folder cannot be read.
pub fn java_files_below(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let mut files = Vec::new();
    collect(folder, "", 0, &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, path: &str, depth: u32, files: &mut Vec<(String, String)>) -> Result<(), String> {
    for found in std::fs::read_dir(folder).map_err(|e| e.to_string())?.flatten() {
        let name = format!("{path}{}", found.file_name().to_string_lossy());
        let at = found.path();
        if at.is_dir() {
            if depth < MAX_DEPTH {
                collect(&at, &format!("{name}/"), depth + 1, files)?;
            }
        } else if declares(&name) {
            let text = source::read(&at).map_err(|e| format!("{name}: {e}"))?;
            files.push((name, text.text));
        }
    }
    Ok(())
}
