//! Files of commands: databases, query files, temporary folders and the cache folder.

use quarrel_console::Failure;
use quarrel_files::Scratch;
use quarrel_files::cache::{Cache, Key, MOST};
use quarrel_store::SqliteDb;
use std::cell::OnceCell;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Makes a temporary folder, which is removed at the end of the run.
///
/// # Errors
/// If it cannot be made.
pub fn scratch() -> Result<Scratch, Failure> {
    Scratch::new().map_err(|error| {
        Failure::new(format!("cannot make a folder in {}: {error}", std::env::temp_dir().display()))
            .help("set TMPDIR to a folder that can be written")
    })
}

/// Opens a code database.
///
/// # Errors
/// If there is no such file, or it is not a database of Quarrel.
pub fn open(path: &Path) -> Result<SqliteDb, Failure> {
    SqliteDb::open(path).map_err(|error| {
        Failure::new(error.to_string()).help("make a database with `quarrel extract PATH --db FILE`")
    })
}

/// A function that looks up the source text of a file in a database.
pub fn texts(db: &SqliteDb) -> impl Fn(&str) -> Option<String> + '_ {
    let files = OnceCell::new();
    move |path| {
        let files = files.get_or_init(|| db.files().unwrap_or_default());
        db.source(*files.get(path)?).ok().flatten()
    }
}

/// The cache folder: `$XDG_CACHE_HOME/quarrel`, or `.cache/quarrel` in the user's home. `None` if neither variable is
/// set, since a folder that other users can write to is not safe.
pub fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(base.join("quarrel"))
}

/// The user's cache; `None` if there can be none.
pub fn cache() -> Option<Cache> {
    Cache::open(&cache_folder()?.join("cache"), MOST).ok()
}

/// The hash of this program, by its content: whoever installs it gives it other times. `None` if it cannot be read.
pub fn this_build() -> Option<[u8; 32]> {
    static BUILD: OnceLock<Option<[u8; 32]>> = OnceLock::new();
    let hash = || {
        let mut key = Key::new("build");
        let mut file = File::open(std::env::current_exe().ok()?).ok()?;
        // In parts, which takes half of the time of making room for the whole.
        let mut part = Vec::with_capacity(1 << 17);
        while file.by_ref().take(1 << 17).read_to_end(&mut part).ok()? > 0 {
            key.add(&part);
            part.clear();
        }
        Some(key.hash())
    };
    *BUILD.get_or_init(hash)
}

/// The QL files among the paths and below the folders among them, each once, sorted.
///
/// # Errors
/// If a folder cannot be read, or there is no such file.
pub fn ql_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        collect_ql_files(path, &mut files)?;
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        return Err(Failure::new("there is no .ql or .qll file below the given paths"));
    }
    Ok(files)
}

fn collect_ql_files(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let fail = |error: std::io::Error| Failure::new(format!("cannot read {}: {error}", path.display()));
    let is_ql =
        |path: &Path| path.extension().is_some_and(|extension| extension == "ql" || extension == "qll");
    if !path.is_dir() {
        if path.exists() && !is_ql(path) {
            return Err(Failure::new(format!("{} is not a QL file", path.display()))
                .help("queries end in .ql, libraries in .qll"));
        }
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let path = entry.path();
        // Links to folders are not followed, since they may form cycles.
        if entry.file_type().map_err(fail)?.is_dir() {
            if !entry.file_name().to_string_lossy().starts_with('.') {
                collect_ql_files(&path, files)?;
            }
        } else if is_ql(&path) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
