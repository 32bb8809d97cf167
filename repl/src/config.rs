//! `quarrel.toml`: what a project says about itself. Read from the analysed folder, if it is there.

use crate::failure::Failure;
use serde::Deserialize;
use std::path::Path;

/// The contents of `quarrel.toml`.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Patterns of classes that are taken for thread-safe.
    #[serde(default)]
    pub assume_thread_safe: Vec<String>,
}

impl Config {
    /// Reads `quarrel.toml` of the folder; the default if there is none.
    ///
    /// # Errors
    /// If the file cannot be read, is no TOML, or has keys that mean nothing.
    pub fn of(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join("quarrel.toml");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error)
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory
                ) =>
            {
                return Ok(Self::default());
            }
            Err(error) => {
                return Err(Failure::new(format!("cannot read {}: {error}", path.display())));
            }
        };
        toml::from_str(&text).map_err(|error| {
            Failure::new(format!("{} is not a valid configuration", path.display()))
                .rendered(format!("{error}\n"))
                .help("known keys: assume-thread-safe = [\"org.example.pool.*\"]")
        })
    }
}
