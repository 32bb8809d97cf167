//! `analyze --fix`: makes a unified diff of fixes, or changes the files.
//!
//! A file is changed only if it still has the analysed text and has no new syntax errors afterwards; a fix is made in
//! all of its files or in none.

use crate::edits::{Fix, Plan, Texts, edited};
use crate::sources::file_name;
use quarrel_console::Failure;
use quarrel_extractor::ast::Severity;
use quarrel_extractor::parse::Parser;
use quarrel_files::Pending;
use similar::TextDiff;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The largest source that is changed, in bytes.
const MOST_BYTES: u64 = 64 << 20;
/// The most overlapping fixes that are named.
const NAMED: usize = 10;

/// A file that changes.
#[derive(Debug)]
struct Change {
    /// The path below the analysed folder, as in places.
    path: String,
    file: PathBuf,
    before: String,
    after: String,
}

/// Changes that can be written.
#[derive(Debug)]
pub struct Prepared {
    changes: Vec<Change>,
    /// The number of fixes that are made.
    pub made: usize,
    /// Messages about fixes that are not made now since they overlap others.
    pub overlapping: Vec<String>,
    /// Messages about files that cannot be changed.
    pub refused: Vec<String>,
}

/// Prepares the changes below `root` without writing.
///
/// # Errors
/// If a thread for the parser cannot be started.
pub fn prepare(root: &Path, fixes: &[&Fix], texts: &Texts<'_>) -> Result<Prepared, Failure> {
    let mut files: BTreeMap<&str, (PathBuf, String)> = BTreeMap::new();
    let mut bad: BTreeMap<&str, String> = BTreeMap::new();
    for path in fixes.iter().flat_map(|fix| &fix.edits).map(|edit| &*edit.path) {
        if files.contains_key(path) || bad.contains_key(path) {
            continue;
        }
        match unchanged(root, path, texts) {
            Ok(found) => drop(files.insert(path, found)),
            Err(why) => drop(bad.insert(path, why)),
        }
    }
    loop {
        let possible = fixes.iter().copied();
        let plan =
            Plan::new(possible.filter(|fix| !fix.edits.iter().any(|edit| bad.contains_key(&*edit.path))));
        let mut changes = Vec::new();
        for (path, edits) in plan.by_file() {
            let Some((file, before)) = files.get(path) else { continue };
            let after = edited(before, &edits);
            if after != *before {
                changes.push((
                    path,
                    Change { path: path.to_owned(), file: file.clone(), before: before.clone(), after },
                ));
            }
        }
        let broken = broken(&changes);
        if broken.is_empty() {
            return Ok(Prepared {
                changes: changes.into_iter().map(|(_, change)| change).collect(),
                made: plan.made.len(),
                overlapping: overlapping(&plan),
                refused: bad.into_iter().map(|(path, why)| format!("{path}: {why}")).collect(),
            });
        }
        for path in broken {
            let why = "the edits are not made: the file would have more syntax errors than it has now";
            bad.insert(path, why.to_owned());
        }
    }
}

/// The path and text of a file; an error message if it differs from the analysed text.
fn unchanged(root: &Path, path: &str, texts: &Texts<'_>) -> Result<(PathBuf, String), String> {
    let (folder, file) = match root.is_file() {
        true => (root.parent().unwrap_or(root), root.to_owned()),
        false => (root, root.join(file_name(path))),
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let bytes = quarrel_files::read_within(folder, &file, MOST_BYTES)
        .map_err(|error| format!("the edits are not made: {error}"))?;
    let analysed = texts(path).ok_or("the edits are not made: the database has no text of this file")?;
    match String::from_utf8(bytes) {
        Ok(now) if now == analysed => Ok((file, now)),
        Ok(_) => {
            Err("the edits are not made: the file has changed since it was analysed; run this again"
                .to_owned())
        }
        Err(_) => Err("the edits are not made: the file is not in UTF-8".to_owned()),
    }
}

/// The changes after which a file has more syntax errors than before.
fn broken<'a>(changes: &[(&'a str, Change)]) -> Vec<&'a str> {
    quarrel_common::deep::run(|| {
        let mut parser = Parser::new();
        let mut errors = |text: &str| {
            let file = parser.parse(text);
            file.diagnostics.iter().filter(|one| one.severity == Severity::Error).count()
        };
        let broken = changes.iter().filter(|(_, change)| errors(&change.after) > errors(&change.before));
        broken.map(|(path, _)| *path).collect()
    })
}

fn overlapping(plan: &Plan<'_>) -> Vec<String> {
    let line = |(fix, other): &(&Fix, &Fix)| {
        format!(
            "{}: the edit \"{}\" is not made now, because it overlaps \"{}\" for line {}; run this again afterwards",
            fix.place(),
            fix.title,
            other.title,
            other.anchor.as_ref().map_or(0, |at| at.start_line),
        )
    };
    let mut lines: Vec<String> = plan.refused.iter().take(NAMED).map(line).collect();
    if plan.refused.len() > NAMED {
        lines.push(format!("{} more edits overlap others", plan.refused.len() - NAMED));
    }
    lines
}

impl Prepared {
    /// The number of changed files.
    pub fn files(&self) -> usize {
        self.changes.len()
    }

    /// The changes as a unified diff for `patch -p1` and `git apply` in the current folder, or in the analysed folder if
    /// that is not below the current one.
    pub fn diff(&self, root: &Path) -> String {
        let base = base(root);
        let one = |change: &Change| {
            let path = if base.is_empty() { change.path.clone() } else { format!("{base}/{}", change.path) };
            let diff = TextDiff::from_lines(&change.before, &change.after);
            diff.unified_diff().header(&format!("a/{path}"), &format!("b/{path}")).to_string()
        };
        self.changes.iter().map(one).collect()
    }

    /// Writes the files. An error before the first one is replaced leaves all of them unchanged.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(self) -> Result<(), Failure> {
        let fail = |file: &Path, error: &std::io::Error| {
            let failure = Failure::new(format!("cannot write {}: {error}", file.display()));
            match error.kind() {
                ErrorKind::PermissionDenied => failure.help("make the file writable"),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => failure.help("make room on the disk"),
                _ => failure,
            }
        };
        let mut pending = Vec::new();
        for change in &self.changes {
            let begin = || {
                let mut pending = Pending::create(&change.file)?;
                pending.file().write_all(change.after.as_bytes())?;
                Ok(pending)
            };
            pending.push((begin().map_err(|error| fail(&change.file, &error))?, change));
        }
        let all = pending.len();
        for (written, (pending, change)) in pending.into_iter().enumerate() {
            pending.commit().map_err(|error| {
                let failure = fail(&change.file, &error);
                match written {
                    0 => failure,
                    _ => failure.help(format!("{written} of {all} files have been written already")),
                }
            })?;
        }
        Ok(())
    }
}

/// The path from the current folder to the analysed one, with `/`; empty if the analysed one is not below it.
fn base(root: &Path) -> String {
    let folder = if root.is_file() { root.parent().unwrap_or(root) } else { root };
    let absolute = folder.canonicalize().ok();
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
    let below =
        absolute.as_deref().zip(here.as_deref()).and_then(|(folder, here)| folder.strip_prefix(here).ok());
    below.map(|below| below.to_string_lossy().replace('\\', "/")).unwrap_or_default()
}

/// A diff with colours.
pub fn colored(diff: &str) -> String {
    let mut out = String::new();
    for line in diff.lines() {
        let color = match line.as_bytes().first() {
            Some(b'+') => "\u{1b}[32m",
            Some(b'-') => "\u{1b}[31m",
            Some(b'@') => "\u{1b}[36m",
            _ => "",
        };
        out.push_str(color);
        out.push_str(line);
        out.push_str(if color.is_empty() { "\n" } else { "\u{1b}[0m\n" });
    }
    out
}
