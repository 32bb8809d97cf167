//! Reads lists of repositories: written by people, or the result of a search on a forge.

use quarrel_console::Failure;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// The largest list that is read, in bytes.
const MOST: u64 = 256 << 20;

/// A repository to analyse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The unique name in results.
    pub name: String,
    /// The source in the list.
    pub source: String,
    /// The commit, branch or tag; `None` for the default branch.
    pub commit: Option<String>,
    /// The folder to analyse; `None` for all of it.
    pub folder: Option<String>,
}

/// The kind of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A URL for git.
    Git(String),
    /// A folder with sources.
    Folder(PathBuf),
    /// An archive.
    Archive(PathBuf),
}

/// Reads a list.
///
/// # Errors
/// If it cannot be read, or has an invalid line or two repositories of the same name.
pub fn read(file: &Path) -> Result<Vec<Entry>, Failure> {
    let about = file.display().to_string();
    let text = quarrel_files::read_any(file, MOST).map_err(|error| {
        Failure::new(format!("cannot read the list {about}: {error}"))
            .help("name a file with a repository a line, or the JSON of a search on GitHub or GitLab")
    })?;
    let text = String::from_utf8(text)
        .map_err(|_| Failure::new(format!("cannot read the list {about}: it is not text in UTF-8")))?;
    let entries = if text.trim_start().starts_with(['{', '[']) { forge(&text) } else { lines(&text) };
    let entries = entries.map_err(|failure| failure.about(&about))?;
    if entries.is_empty() {
        return Err(Failure::new(format!("the list {about} names no repository")));
    }
    let mut seen = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate() {
        if let Some(before) = seen.insert(&entry.name, at) {
            let message = format!(
                "the list {about} names two repositories `{}`: {} and {}",
                entry.name, entries[before].source, entry.source
            );
            return Err(Failure::new(message).help(
                "write lines of name, source, commit and folder, separated by tabs, with different names",
            ));
        }
    }
    Ok(entries)
}

/// One repository a line: the source alone, or name, source, commit and folder, separated by tabs. Empty lines and those
/// that begin with `#` are skipped.
fn lines(text: &str) -> Result<Vec<Entry>, Failure> {
    let filled =
        |field: Option<&str>| field.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let mut entries = Vec::new();
    for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim_end_matches([' ', '\r']);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let fail = |what: &str| {
            Failure::new(format!("line {}: {what}", at + 1))
                .help("a line is a source, or name, source, commit and folder, separated by tabs")
        };
        let entry = if line.contains('\t') {
            let mut fields = line.split('\t');
            let name = filled(fields.next()).ok_or_else(|| fail("the name is empty"))?;
            let source = filled(fields.next()).ok_or_else(|| fail("the source is empty"))?;
            let entry = Entry { name, source, commit: filled(fields.next()), folder: filled(fields.next()) };
            if fields.next().is_some() {
                return Err(fail("there are more than four fields"));
            }
            entry
        } else {
            let source = line.trim().to_owned();
            Entry { name: name_of(&source), source, commit: None, folder: None }
        };
        if entry.folder.as_deref().is_some_and(|folder| !stays_within(Path::new(folder))) {
            return Err(fail("the folder is no path within the repository"));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// Whether a path stays below its start.
fn stays_within(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// The last part of a source, without the suffix of its kind.
fn name_of(source: &str) -> String {
    let last = source.trim_end_matches(['/', '\\']).rsplit(['/', '\\', ':']).next().unwrap_or(source);
    let end = suffix(last).map_or(last.len(), |suffix| last.len() - suffix.len());
    let name = last[..end].trim_end_matches(".orig");
    let name = name.strip_suffix(".git").unwrap_or(name);
    if name.is_empty() { source.to_owned() } else { name.to_owned() }
}

/// The suffix of an archive; `None` for other files.
pub fn suffix(name: &str) -> Option<&'static str> {
    const SUFFIXES: &[&str] =
        &[".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar.zst", ".tar", ".zip", ".jar"];
    let lower = name.to_ascii_lowercase();
    SUFFIXES.iter().find(|suffix| lower.len() > suffix.len() && lower.ends_with(**suffix)).copied()
}

/// Reads the result of a search: GitHub's search of repositories or of code, GitLab's list of projects, or the output of
/// `gh search repos --json`.
fn forge(text: &str) -> Result<Vec<Entry>, Failure> {
    let fail = |what: String| {
        Failure::new(what)
            .help("a search result has objects with `clone_url` (GitHub) or `http_url_to_repo` (GitLab)")
    };
    let json: Value = serde_json::from_str(text).map_err(|error| fail(format!("it is not JSON: {error}")))?;
    let items = match &json {
        Value::Array(items) => items,
        Value::Object(object) => match object.get("items").or_else(|| object.get("projects")) {
            Some(Value::Array(items)) => items,
            _ => return Err(fail("it has no `items`".to_owned())),
        },
        _ => return Err(fail("it is no list".to_owned())),
    };
    let mut entries: Vec<Entry> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        // A search of code has a repository for each file.
        let item = item.get("repository").filter(|repository| repository.is_object()).unwrap_or(item);
        let field = |names: &[&str]| {
            names
                .iter()
                .find_map(|name| item.get(name)?.as_str())
                .map(str::to_owned)
                .filter(|t| !t.is_empty())
        };
        let name = field(&["full_name", "path_with_namespace", "nameWithOwner", "fullName"]);
        let url = field(&["clone_url", "http_url_to_repo", "html_url", "url"]);
        let (Some(name), Some(source)) = (name, url) else {
            return Err(fail(format!("item {} has no name or address of a repository", at + 1)));
        };
        let entry = Entry { name, source, commit: field(&["commit", "sha", "default_branch"]), folder: None };
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    Ok(entries)
}

impl Entry {
    /// The kind of its source; paths are relative to `base`, the folder of the list.
    ///
    /// # Errors
    /// If it does not exist.
    pub fn kind(&self, base: &Path) -> Result<Source, String> {
        let is_remote = self.source.contains("://")
            || self.source.split_once(':').is_some_and(|(host, _)| host.contains('@') && !host.contains('/'));
        if is_remote {
            return Ok(Source::Git(self.source.clone()));
        }
        let path = base.join(&self.source);
        if path.is_dir() {
            let bare = self.source.ends_with(".git");
            let git = || std::path::absolute(&path).unwrap_or_else(|_| path.clone()).display().to_string();
            return Ok(if bare || self.commit.is_some() { Source::Git(git()) } else { Source::Folder(path) });
        }
        if !path.exists() {
            return Err(format!("there is no {}", self.source));
        }
        match path.file_name().and_then(|name| suffix(&name.to_string_lossy())) {
            Some(_) => Ok(Source::Archive(path)),
            None => Err(format!("{} is neither a folder nor an archive, by its name", self.source)),
        }
    }

    /// A unique name for its files.
    pub fn file_name(&self) -> String {
        file_name(&self.name)
    }
}

/// A unique name for files of the repository `name`.
pub fn file_name(name: &str) -> String {
    let mut out = String::new();
    for (at, byte) in name.bytes().enumerate() {
        match byte {
            b'/' => out.push('+'),
            b'.' if at == 0 => out.push_str("%2E"),
            b'.' | b'_' | b'-' => out.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Parses a part of a list, such as `3/16`.
///
/// # Errors
/// If the text is invalid.
pub fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(at, all)| Some((at.parse().ok()?, all.parse().ok()?)));
    match parts {
        Some((at, all)) if (1..=all).contains(&at) => Ok((at, all)),
        _ => {
            Err("write the number of a part and how many there are, from 1/N to N/N, such as 3/16".to_owned())
        }
    }
}

/// The entries of a part: every N-th, since neighbours in a list are often of similar size.
pub fn part(entries: Vec<Entry>, shard: Option<(usize, usize)>) -> Vec<Entry> {
    let Some((at, all)) = shard else { return entries };
    entries.into_iter().skip(at - 1).step_by(all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_source_or_fields() {
        let text =
            "# comment\n\na/derby_10.14.orig.tar.xz\nhttps://x.org/y/pool.git\npool\t../pool\tv1\tsrc/main\n";
        let entries = lines(text).expect("a list");
        let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["derby_10.14", "pool", "pool"]);
        assert_eq!(entries[2].commit.as_deref(), Some("v1"));
        assert_eq!(entries[2].folder.as_deref(), Some("src/main"));
        for bad in ["\tx", "x\t", "a\tb\tc\td\te", "a\tb\t\t../c", "a\tb\t\t/etc"] {
            assert!(lines(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn searches_of_forges_are_lists() {
        let github = r#"{"total_count":1,"items":[{"full_name":"o/r","clone_url":"https://h/o/r.git","default_branch":"main"}]}"#;
        let code = r#"{"items":[{"path":"A.java","repository":{"full_name":"o/r","url":"https://api.h/repos/o/r","html_url":"https://h/o/r"}},
                       {"path":"B.java","repository":{"full_name":"o/r","url":"https://api.h/repos/o/r","html_url":"https://h/o/r"}}]}"#;
        let gitlab = r#"[{"path_with_namespace":"g/p","http_url_to_repo":"https://l/g/p.git"}]"#;
        let first = |text: &str| forge(text).expect("a list").remove(0);
        assert_eq!((first(github).name.as_str(), first(github).commit.as_deref()), ("o/r", Some("main")));
        assert_eq!(forge(code).expect("a list").len(), 1, "several files are of one repository");
        assert_eq!(
            first(code).source,
            "https://h/o/r",
            "the address for people is one for git, that of the API is none"
        );
        assert_eq!(first(gitlab).source, "https://l/g/p.git");
        assert!(forge("{}").is_err() && forge("[{}]").is_err() && forge("[").is_err() && forge("3").is_err());
    }

    #[test]
    fn parts_cover_the_list_once() {
        let entries = lines("a\nb\nc\nd\ne\nf\ng").expect("a list");
        for all in 1..=9 {
            let mut parts: Vec<_> = (1..=all).flat_map(|at| part(entries.clone(), Some((at, all)))).collect();
            parts.sort_by(|a, b| a.name.cmp(&b.name));
            assert_eq!(parts, entries);
        }
        assert!(
            shard("0/3").is_err() && shard("4/3").is_err() && shard("1").is_err() && shard("x/y").is_err()
        );
        assert_eq!(shard("3/3"), Ok((3, 3)));
    }

    #[test]
    fn names_of_files_stay_apart() {
        assert_eq!(file_name("apache/derby-10.1"), "apache+derby-10.1");
        assert_ne!(file_name("a+b"), file_name("a/b"));
        assert_eq!(file_name(".."), "%2E.");
    }
}
