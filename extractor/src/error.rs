//! The errors of an extraction, with messages that say what to do.

use crate::limits::Exceeded;
use std::path::PathBuf;
use std::{fmt, io};

/// Why there is no database.
#[derive(Debug)]
pub enum Error {
    /// The path cannot be accessed.
    Path {
        /// The path given.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// There is no Java file.
    NoJava {
        /// The path given.
        path: PathBuf,
        /// The paths that could not be read.
        problems: Vec<String>,
    },
    /// Threads cannot be started.
    Threads(String),
    /// The JDK given cannot be read; the bundled types must not replace it silently.
    Jdk {
        /// Its home.
        home: PathBuf,
        /// Why not.
        reason: String,
    },
    /// The database could not be written.
    Write(WriteError),
    /// A limit was reached.
    Interrupted(Exceeded),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Path { path, source } => write!(
                f,
                "cannot read `{}`: {source}; name a folder with Java sources or a Java file",
                path.display()
            ),
            Error::NoJava { path, problems } => {
                write!(
                    f,
                    "there is no Java file below `{}`; name the folder of the sources",
                    path.display()
                )?;
                problems.iter().try_for_each(|problem| write!(f, "\n{problem}"))
            }
            Error::Threads(message) => write!(f, "cannot start threads: {message}; ask for fewer"),
            Error::Jdk { home, reason } => write!(f, "cannot read the JDK `{}`: {reason}", home.display()),
            Error::Write(error) => error.fmt(f),
            Error::Interrupted(Exceeded::Cancelled) => {
                write!(f, "the extraction was cancelled: there is no database")
            }
            Error::Interrupted(exceeded) => {
                write!(f, "{exceeded} while the sources were extracted: there is no database")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Path { source, .. } => Some(source),
            Error::Write(error) => Some(error),
            Error::NoJava { .. } | Error::Jdk { .. } | Error::Threads(_) | Error::Interrupted(_) => None,
        }
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Error {
        Error::Write(error)
    }
}

impl From<Exceeded> for Error {
    fn from(exceeded: Exceeded) -> Error {
        Error::Interrupted(exceeded)
    }
}

/// Why a database could not be written.
#[derive(Debug)]
pub enum WriteError {
    /// The folder for the database is not writable, or the name cannot be taken.
    Target {
        /// The requested path.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The existing file is no database of ours, and may be precious.
    Occupied {
        /// The requested path.
        path: PathBuf,
    },
    /// The disk is full.
    DiskFull {
        /// The requested path.
        path: PathBuf,
    },
    /// More entities than ids.
    TooMany,
    /// SQLite failed.
    Sqlite {
        /// The requested path.
        path: PathBuf,
        /// Its error.
        source: rusqlite::Error,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Target { path, source } => {
                write!(
                    f,
                    "cannot write the database `{}`: {source}; name a file in a folder that exists and can be \
                     written to",
                    path.display()
                )
            }
            WriteError::Occupied { path } => write!(
                f,
                "`{}` is no database of Quarrel, so it is not replaced; name another file, or remove this one first",
                path.display()
            ),
            WriteError::DiskFull { path } => write!(
                f,
                "the disk is full: the database `{}` was not written; make room or name a file on another disk",
                path.display()
            ),
            WriteError::TooMany => {
                write!(f, "the sources have more elements than one database can hold; extract a part of them")
            }
            WriteError::Sqlite { path, source } => {
                write!(f, "cannot write the database `{}`: {source}", path.display())
            }
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            WriteError::Target { source, .. } => Some(source),
            WriteError::Sqlite { source, .. } => Some(source),
            WriteError::Occupied { .. } | WriteError::DiskFull { .. } | WriteError::TooMany => None,
        }
    }
}
