//! Where output goes: standard output, or a file that appears whole or not at all.

use crate::failure::Failure;
use std::io::{ErrorKind, Write};
use std::path::Path;

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
            let folder = match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            let fail = |error: std::io::Error| {
                Failure::new(format!("cannot write {}: {error}", path.display()))
                    .help("name a file in a folder that exists and that you may write to")
            };
            let mut file = tempfile::NamedTempFile::new_in(folder).map_err(fail)?;
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
