//! Where output goes: standard output, or a file that appears whole or not at all.

use crate::failure::Failure;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Finds out whether a file can be written before the work for it is done.
///
/// # Errors
/// If it cannot.
pub fn probe(file: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = file else { return Ok(()) };
    if path.is_dir() {
        return Err(Failure::new(format!("cannot write {}: it is a folder", path.display()))
            .help("name a file in it"));
    }
    tempfile::NamedTempFile::new_in(folder_of(path)).map(drop).map_err(|error| failure(path, &error))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn failure(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", path.display()))
        .help("name a file in a folder that exists and that you may write to")
}

/// Writes `text` to `file`, or to standard output. A reader that closed its end early is no failure.
///
/// # Errors
/// If the target cannot be written; a file that was there before is then untouched.
pub fn write(text: &str, file: Option<&Path>) -> Result<(), Failure> {
    match file {
        None => {
            let mut out = std::io::stdout().lock();
            match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                    Err(Failure::new(format!("cannot write to standard output: {error}")))
                }
                _ => Ok(()),
            }
        }
        Some(path) => {
            let fail = |error: std::io::Error| failure(path, &error);
            let mut file = tempfile::NamedTempFile::new_in(folder_of(path)).map_err(fail)?;
            file.write_all(text.as_bytes()).map_err(fail)?;
            // A file that is replaced stays as open to others as it was.
            if let Ok(replaced) = std::fs::metadata(path) {
                file.as_file().set_permissions(replaced.permissions()).map_err(fail)?;
            }
            file.persist(path).map_err(|error| fail(error.error))?;
            Ok(())
        }
    }
}
