//! The query packs of the `queries` folder, embedded into the binary: one `(path, text)` pair a file, the path below
//! `queries/` with `/` between segments.

use include_dir::{Dir, include_dir};

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

/// All files of all packs, sorted by path. A file that is not UTF-8 does not occur.
pub fn files() -> Vec<(String, &'static str)> {
    let mut files = Vec::new();
    for (folder, dir) in [
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
    ] {
        collect(folder, dir, &mut files);
    }
    files.sort();
    files
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
