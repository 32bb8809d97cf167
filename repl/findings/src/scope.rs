//! Selects findings: not those in tests, generated code, excluded or git-ignored files, and with `--diff` only those on
//! changed lines.

use super::Finding;
use super::surroundings::Surroundings;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use quarrel_console::Failure;
use quarrel_engine::Location;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// The reason why a finding is left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LeftOut {
    /// It is in test sources.
    Test,
    /// It is in generated code.
    Generated,
    /// The configuration excludes its file.
    Excluded,
    /// Git ignores its file.
    Ignored,
    /// It is not on a changed line.
    Unchanged,
    /// Another finding is about the same things.
    Repeated,
    /// Its confidence is too low.
    Unsure,
}

impl LeftOut {
    /// The words in the summary, after a number.
    pub fn words(self) -> &'static str {
        match self {
            LeftOut::Test => "in test sources: `--include-tests` shows them",
            LeftOut::Generated => "in generated code: `--include-generated` shows them",
            LeftOut::Excluded => "in files that quarrel.toml excludes",
            LeftOut::Ignored => "in files that git ignores: name their folder to see them",
            LeftOut::Unchanged => "on lines that the diff does not touch",
            LeftOut::Repeated => {
                "about what another finding reports already: `--pack` with the name of their pack shows them"
            }
            LeftOut::Unsure => "of lower confidence: `--min-confidence low` shows them",
        }
    }

    /// The words in the summary about whole files without findings, after their number. `one` if it is one file.
    pub fn words_for_files(self, one: bool) -> String {
        let (count, is, them) =
            if one { ("counts as a test", "is", "it") } else { ("count as tests", "are", "them") };
        match self {
            LeftOut::Test => format!("{count}: `--include-tests` reports on {them} too"),
            LeftOut::Generated => format!("{is} generated: `--include-generated` reports on {them} too"),
            LeftOut::Excluded => format!("{is} excluded by quarrel.toml"),
            LeftOut::Ignored => format!("{is} ignored by git: name the folder to analyse {them}"),
            LeftOut::Unchanged | LeftOut::Repeated | LeftOut::Unsure => self.words().to_owned(),
        }
    }
}

/// The selection of findings.
#[derive(Debug)]
pub struct Scope {
    /// The analysed folder.
    pub root: PathBuf,
    /// Whether findings in generated code are reported.
    pub include_generated: bool,
    /// Files that are excluded, by patterns on paths below `exclude_base`.
    pub exclude: GlobSet,
    /// The folder that these patterns start from.
    pub exclude_base: PathBuf,
    /// The changed lines, if only findings on them are reported.
    pub changed: Option<Changed>,
}

/// Compiles patterns of files: `*` stays within a folder, `**` does not, and a pattern for a folder covers its contents.
///
/// # Errors
/// If a pattern is not valid.
pub fn patterns(written: &[String]) -> Result<GlobSet, Failure> {
    let mut set = GlobSetBuilder::new();
    for pattern in written {
        let trimmed = pattern.trim_start_matches("./").trim_end_matches('/');
        for form in [trimmed.to_owned(), format!("{trimmed}/**")] {
            let glob = GlobBuilder::new(&form).literal_separator(true).build();
            set.add(glob.map_err(|error| {
                Failure::new(format!("`{pattern}` is not a file pattern: {}", error.kind()))
                    .help("write such as \"generated/**\" or \"**/*Test.java\"")
            })?);
        }
    }
    set.build().map_err(|error| Failure::new(format!("the excluded paths cannot be used: {error}")))
}

impl Scope {
    /// Splits the findings into those that are reported and the number of others, by reason.
    pub fn part(
        &self,
        findings: Vec<Finding>,
        surroundings: &Surroundings,
    ) -> (Vec<Finding>, BTreeMap<LeftOut, usize>) {
        let mut ignored = GitIgnored::default();
        let mut left_out = BTreeMap::new();
        let mut wanted = Vec::new();
        for finding in findings {
            let places = || finding.places();
            match self.why_not(finding.location.as_ref(), places, surroundings, &mut ignored) {
                Some(reason) => *left_out.entry(reason).or_default() += 1,
                None => wanted.push(finding),
            }
        }
        (wanted, left_out)
    }

    /// The number of files with classes whose findings are left out, by reason.
    pub fn files_left_out(&self, surroundings: &Surroundings) -> BTreeMap<LeftOut, usize> {
        let mut ignored = GitIgnored::default();
        let mut left_out = BTreeMap::new();
        for path in surroundings.files() {
            let is_generated = surroundings.is_generated_file(path);
            if let Some(reason) = self.why_not_in(path, is_generated, surroundings, &mut ignored) {
                *left_out.entry(reason).or_default() += 1;
            }
        }
        left_out
    }

    /// Whether findings at a place are reported.
    pub fn covers(&self, at: Option<&Location>, surroundings: &Surroundings) -> bool {
        self.why_not(at, || at.into_iter(), surroundings, &mut GitIgnored::default()).is_none()
    }

    fn why_not<'a, P: Iterator<Item = &'a Location>>(
        &self,
        at: Option<&Location>,
        places: impl Fn() -> P,
        surroundings: &Surroundings,
        ignored: &mut GitIgnored,
    ) -> Option<LeftOut> {
        let at = at?;
        let unchanged = |changed: &Changed| !places().any(|place| changed.touches(&self.root, place));
        self.why_not_in(&at.path, surroundings.is_generated(at), surroundings, ignored)
            .or_else(|| self.changed.as_ref().is_some_and(unchanged).then_some(LeftOut::Unchanged))
    }

    fn why_not_in(
        &self,
        path: &str,
        is_generated: bool,
        surroundings: &Surroundings,
        ignored: &mut GitIgnored,
    ) -> Option<LeftOut> {
        if surroundings.is_test(path) {
            return Some(LeftOut::Test);
        }
        let file = if self.root.is_file() { self.root.clone() } else { self.root.join(path) };
        let below_base = file.strip_prefix(&self.exclude_base).unwrap_or(Path::new(path));
        if self.exclude.is_match(below_base) || self.exclude.is_match(path) {
            return Some(LeftOut::Excluded);
        }
        if !self.include_generated && is_generated {
            return Some(LeftOut::Generated);
        }
        // If git ignores the analysed folder itself, the user wants it analysed nevertheless.
        (ignored.is_ignored(&file) && !ignored.is_ignored(&self.root)).then_some(LeftOut::Ignored)
    }
}

/// The root of the git work tree around `folder`; `None` if there is none. As in git, the search ends below the folders
/// in `GIT_CEILING_DIRECTORIES`.
pub fn repository(folder: &Path) -> Option<&Path> {
    let ceilings = std::env::var_os("GIT_CEILING_DIRECTORIES").unwrap_or_default();
    let ceilings: Vec<PathBuf> = std::env::split_paths(&ceilings).filter(|path| path.is_absolute()).collect();
    let below = |above: &&Path| *above == folder || !ceilings.iter().any(|ceiling| ceiling == above);
    folder.ancestors().take_while(below).find(|folder| folder.join(".git").exists())
}

/// The `.gitignore` files read so far; only those in a git work tree count.
#[derive(Default)]
struct GitIgnored {
    files: HashMap<PathBuf, Option<Gitignore>>,
    known: HashMap<PathBuf, bool>,
}

impl GitIgnored {
    fn is_ignored(&mut self, file: &Path) -> bool {
        if let Some(known) = self.known.get(file) {
            return *known;
        }
        let answer = self.ask(file);
        self.known.insert(file.to_owned(), answer);
        answer
    }

    /// The innermost `.gitignore` with a rule for the file decides.
    fn ask(&mut self, file: &Path) -> bool {
        let Some(root) = repository(file) else { return false };
        for folder in file.ancestors().skip(1).take_while(|folder| folder.starts_with(root)) {
            let rules = self.files.entry(folder.to_owned()).or_insert_with(|| {
                let written = folder.join(".gitignore");
                // Invalid lines are ignored; git reports them.
                written.is_file().then(|| Gitignore::new(&written).0)
            });
            match rules.as_ref().map(|rules| rules.matched_path_or_any_parents(file, false)) {
                Some(Match::Ignore(_)) => return true,
                Some(Match::Whitelist(_)) => return false,
                _ => {}
            }
        }
        let excluded = root.join(".git/info/exclude");
        let rules = self.files.entry(excluded.clone()).or_insert_with(|| {
            let mut rules = GitignoreBuilder::new(root);
            (excluded.is_file() && rules.add(&excluded).is_none()).then(|| rules.build().ok()).flatten()
        });
        rules.as_ref().is_some_and(|rules| rules.matched_path_or_any_parents(file, false).is_ignore())
    }
}

/// The lines that a unified diff changes, by file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// The first and last line of each range, by the absolute path of the file.
    files: BTreeMap<PathBuf, Vec<(i32, i32)>>,
}

impl Changed {
    /// Reads a unified diff (`git diff`, `diff -u`). Its paths start at one of the folders `bases`.
    ///
    /// # Errors
    /// If the text is not a unified diff.
    pub fn parse(text: &str, bases: &[PathBuf]) -> Result<Self, Failure> {
        let mut changed = Self::default();
        let mut file: Option<PathBuf> = None;
        let (mut line, mut old_left, mut new_left) = (0, 0, 0);
        let mut hunks = 0;
        for row in text.lines() {
            if old_left > 0 || new_left > 0 {
                match row.as_bytes().first() {
                    Some(b'+') => {
                        changed.add(file.as_deref(), line, line);
                        line += 1;
                        new_left -= 1;
                    }
                    Some(b'-') => {
                        // A removal counts as a change of the lines around it.
                        changed.add(file.as_deref(), (line - 1).max(1), line);
                        old_left -= 1;
                    }
                    Some(b'\\') => {}
                    _ => {
                        line += 1;
                        old_left -= 1;
                        new_left -= 1;
                    }
                }
            } else if let Some(path) = row.strip_prefix("+++ ") {
                file = resolve(path, bases);
            } else if let Some(ranges) = row.strip_prefix("@@ ") {
                let (old, new) = hunk(ranges).ok_or_else(|| {
                    Failure::new(format!("the diff has a broken line: {row}"))
                        .help("give a unified diff, such as the output of `git diff main`")
                })?;
                hunks += 1;
                (line, old_left, new_left) = (new.0, old.1, new.1);
                if new.1 == 0 {
                    line += 1;
                }
            }
        }
        let harmless = |row: &str| row.starts_with("diff ") || row.starts_with("Binary files");
        if hunks == 0 && !text.trim().is_empty() && !text.lines().any(harmless) {
            return Err(Failure::new("the input of --diff is not a unified diff")
                .help("give the output of `git diff main`, or `-` to read it from standard input"));
        }
        Ok(changed)
    }

    fn add(&mut self, file: Option<&Path>, first: i32, last: i32) {
        let Some(file) = file else { return };
        let ranges = self.files.entry(file.to_owned()).or_default();
        match ranges.last_mut() {
            Some((_, end)) if first <= *end + 1 => *end = last.max(*end),
            _ => ranges.push((first, last)),
        }
    }

    fn touches(&self, root: &Path, place: &Location) -> bool {
        let file = if root.is_file() { root.to_owned() } else { root.join(&*place.path) };
        self.files.get(&file).is_some_and(|ranges| {
            ranges.iter().any(|(first, last)| *first <= place.end_line && place.start_line <= *last)
        })
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

/// The file of a `+++` line; `None` if it does not exist, as for removed files.
fn resolve(written: &str, bases: &[PathBuf]) -> Option<PathBuf> {
    let path = written.split('\t').next().unwrap_or(written).trim_end();
    let path = path.trim_matches('"');
    if path == "/dev/null" {
        return None;
    }
    let stripped = path.split_once('/').map(|(_, rest)| rest);
    let candidates = stripped.into_iter().chain([path]);
    let mut files = candidates.flat_map(|path| bases.iter().map(move |base| base.join(path)));
    files.find(|file| file.is_file())
}

/// The numbers of `-a,b +c,d @@`.
fn hunk(text: &str) -> Option<((i32, i32), (i32, i32))> {
    let range = |text: &str| {
        let (start, count) = text.split_once(',').unwrap_or((text, "1"));
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    let mut parts = text.split(' ');
    let old = range(parts.next()?.strip_prefix('-')?)?;
    let new = range(parts.next()?.strip_prefix('+')?)?;
    Some((old, new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diffs_have_changed_lines() {
        let folder = tempfile::tempdir().expect("a folder");
        let base = folder.path().to_owned();
        std::fs::write(base.join("A.java"), "").expect("a file");
        let text = "diff --git a/A.java b/A.java\n--- a/A.java\n+++ b/A.java\n@@ -1,4 +1,5 @@ class A\n one\n-two\n+zwei\n+drei\n three\n four\n@@ -20,2 +21,1 @@\n x\n-synchronized\n";
        let changed = Changed::parse(text, std::slice::from_ref(&base)).expect("a diff");
        assert_eq!(changed.files[&base.join("A.java")], [(1, 3), (21, 22)]);
        assert!(Changed::parse("", &[]).expect("an empty diff").is_empty());
        assert!(Changed::parse("no diff at all\n", &[]).is_err());
        assert!(Changed::parse("@@ nonsense\n", &[]).is_err());
    }

    #[test]
    fn patterns_cover_folders() {
        let set =
            patterns(&["gen".to_owned(), "**/it/**".to_owned(), "*.java".to_owned()]).expect("patterns");
        assert!(set.is_match("gen/a/B.java") && set.is_match("a/it/B.java") && set.is_match("B.java"));
        assert!(!set.is_match("a/B.java") && !set.is_match("a/gen/B.java"));
        assert!(patterns(&["a[".to_owned()]).is_err());
    }

    #[test]
    fn git_ignores_by_the_innermost_rule() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        std::fs::create_dir_all(root.join("target/keep")).expect("folders");
        std::fs::create_dir(root.join("other")).expect("a folder");
        std::fs::write(root.join(".gitignore"), "target/**\n").expect("a file");
        std::fs::write(root.join("target/keep/.gitignore"), "!*.java\n").expect("a file");
        let is_ignored = |path: &str| GitIgnored::default().is_ignored(&root.join(path));
        assert!(!is_ignored("target/A.java"), "outside a work tree nothing is ignored");
        std::fs::create_dir(root.join(".git")).expect("a folder");
        assert!(is_ignored("target/A.java"));
        assert!(!is_ignored("target/keep/A.java"));
        assert!(!is_ignored("other/A.java"));
    }
}
