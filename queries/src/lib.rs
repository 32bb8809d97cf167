//! The query packs of the `queries` folder, embedded into the binary: one `(path, text)` pair a file, the path below
//! `queries/` with `/` between segments. [`read_from`] replaces them by those of a folder, for people who change packs.

use include_dir::{Dir, include_dir};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

static ATOMICITY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/atomicity");
static CONCURRENCY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/concurrency");
static CONSISTENCY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/consistency");
static DEADLOCKS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/deadlocks");
static LIB: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/lib");
static LOCKING_DISCIPLINE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/locking-discipline");
static RACE_TYPES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/race-types");
static RACES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/races");
static REPORT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/report");
static THREAD_SAFETY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/thread-safety");

/// The folders of packs that there are.
static PACKS: [(&str, &Dir<'_>); 10] = [
    ("atomicity", &ATOMICITY),
    ("concurrency", &CONCURRENCY),
    ("consistency", &CONSISTENCY),
    ("deadlocks", &DEADLOCKS),
    ("lib", &LIB),
    ("locking-discipline", &LOCKING_DISCIPLINE),
    ("race-types", &RACE_TYPES),
    ("races", &RACES),
    ("report", &REPORT),
    ("thread-safety", &THREAD_SAFETY),
];

/// The folder that was read instead of the embedded packs, and its files.
static READ: OnceLock<(PathBuf, Vec<(String, String)>)> = OnceLock::new();

/// All files of all packs, sorted by path. A file that is not UTF-8 does not occur.
pub fn files() -> Vec<(String, &'static str)> {
    if let Some((_, files)) = READ.get() {
        return files.iter().map(|(path, text)| (path.clone(), text.as_str())).collect();
    }
    let mut files = Vec::new();
    for (folder, dir) in PACKS {
        collect(folder, dir, &mut files);
    }
    files.sort();
    files
}

/// The folder that packs are read from, if they are not the embedded ones.
pub fn folder() -> Option<&'static Path> {
    READ.get().map(|(folder, _)| folder.as_path())
}

/// Reads the packs below `folder`, from which [`files`] gives them from now on; the first call counts. It is a folder as
/// `queries` is: one with `lib` and the packs in it.
///
/// # Errors
/// If it, or something below it, cannot be read, or one of the packs is not there.
pub fn read_from(folder: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    for (pack, _) in PACKS {
        walk(&folder.join(pack), pack, &mut files)?;
    }
    files.sort();
    let _ = READ.set((std::path::absolute(folder)?, files));
    Ok(())
}

fn walk(folder: &Path, name: &str, files: &mut Vec<(String, String)>) -> io::Result<()> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(named)? {
        let entry = entry.map_err(named)?;
        let (path, name) = (entry.path(), format!("{name}/{}", entry.file_name().to_string_lossy()));
        // A link may lead anywhere, and round in a circle.
        let kind = entry.file_type().map_err(named)?;
        if kind.is_dir() {
            walk(&path, &name, files)?;
        } else if kind.is_file()
            && let Ok(text) = String::from_utf8(std::fs::read(&path).map_err(named)?)
        {
            files.push((name, text));
        }
    }
    Ok(())
}

fn collect(folder: &str, dir: &'static Dir<'static>, files: &mut Vec<(String, &'static str)>) {
    for file in dir.files() {
        if let Some(text) = file.contents_utf8() {
            let path = file.path().components().map(|part| part.as_os_str().to_string_lossy());
            let path: Vec<_> = std::iter::once(folder.into()).chain(path).collect();
            files.push((path.join("/"), text));
        }
    }
    for sub in dir.dirs() {
        collect(folder, sub, files);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn packs_are_read_from_a_folder() {
        let embedded = super::files();
        assert_eq!(super::folder(), None);
        let failed = super::read_from(Path::new("src")).map_err(|error| error.to_string());
        assert!(failed.is_err_and(|text| text.contains("atomicity")));
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = Vec::new();
        super::walk(&here.join("lib"), "lib", &mut files).unwrap_or_default();
        files.sort();
        let texts = files.iter().map(|(path, text)| (path.clone(), text.as_str()));
        assert!(texts.eq(embedded.into_iter().filter(|(path, _)| path.starts_with("lib/"))));
    }

    #[test]
    fn every_query_has_a_help_page() {
        let files = super::files();
        let queries: Vec<_> = files.iter().filter(|(path, _)| path.ends_with(".ql")).collect();
        assert!(!queries.is_empty());
        for (path, text) in queries {
            let page = path.replace(".ql", ".md");
            assert!(
                ["@kind table", "@tags model-check"].iter().any(|tag| text.contains(tag))
                    || files.iter().any(|(other, _)| *other == page),
                "{path} has no {page}"
            );
        }
    }
}
