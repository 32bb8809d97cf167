//! `quarrel.toml`, the configuration of a project, in the analysed folder or the nearest folder above it in the git work
//! tree (outside of one: up to the current folder).

use crate::args::{Assumptions, FailOn, MinConfidence, Sensitivity, When};
use quarrel_common::similar::most_similar;
use quarrel_common::words;
use quarrel_console::Failure;
use quarrel_driver::{Setup, setup};
use quarrel_engine::Const;
use quarrel_findings::Severity;
use quarrel_findings::scope::repository;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The name of the file.
const NAME: &str = "quarrel.toml";

/// The largest configuration that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The known keys.
const KEYS: &[&str] = &[
    "assume-thread-safe",
    "packs",
    "queries",
    "search-path",
    "exclude",
    "include-tests",
    "include-generated",
    "baseline",
    "fail-on",
    "min-confidence",
    "whole-program",
    "sensitivity",
    "models",
];

/// The contents of `quarrel.toml`.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Config {
    /// Patterns of classes that must be thread-safe.
    pub assume_thread_safe: Vec<String>,
    /// Packs that run when the command line names none.
    pub packs: Option<Vec<String>>,
    /// Settings of queries, by `@id`.
    pub queries: BTreeMap<String, Setting>,
    /// Folders in which imports and packs are also looked up, relative to the folder of the file.
    pub search_path: Vec<PathBuf>,
    /// Patterns of files without findings, relative to the folder of the file.
    pub exclude: Vec<String>,
    /// Whether findings in tests are reported.
    pub include_tests: bool,
    /// Whether findings in generated code are reported.
    pub include_generated: bool,
    /// The SARIF file to compare with, relative to the folder of the file.
    pub baseline: Option<PathBuf>,
    /// The least severity of findings for exit code 1.
    pub fail_on: Option<FailOn>,
    /// The least confidence of reported findings.
    pub min_confidence: Option<MinConfidence>,
    /// Whether the packs for whole programs run if no pack is named.
    pub whole_program: Option<When>,
    /// The contexts of the points-to analysis.
    pub sensitivity: Option<Sensitivity>,
    /// Rows of extensible predicates, by name.
    pub models: BTreeMap<String, Vec<Vec<Field>>>,
    /// The folder that the file is in; the analysed one if there is no file.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The name of the file in messages; `None` if there is no file.
    #[serde(skip)]
    pub file: Option<String>,
    /// The tree in which its paths must stay, since the user may not have seen a file that was found there. `None` for a file
    /// named on the command line.
    #[serde(skip)]
    tree: Option<PathBuf>,
}

/// The setting of a query.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    /// The query does not run.
    Off,
    /// The query runs with its own severity.
    On,
    /// Its findings are errors.
    Error,
    /// Its findings are warnings.
    Warning,
    /// Its findings are notes.
    Note,
}

impl Setting {
    /// The severity that the setting gives; `None` for that of the query.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Setting::Off | Setting::On => None,
            Setting::Error => Some(Severity::Error),
            Setting::Warning => Some(Severity::Warning),
            Setting::Note => Some(Severity::Note),
        }
    }
}

/// A value of a row.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(untagged)]
pub enum Field {
    /// A truth value.
    Boolean(bool),
    /// An int.
    Int(i32),
    /// A float.
    Float(f64),
    /// A string.
    String(String),
}

impl From<&Field> for Const {
    fn from(field: &Field) -> Self {
        match field {
            Field::Boolean(truth) => Const::Boolean(*truth),
            Field::Int(number) => Const::Int(*number),
            Field::Float(number) => Const::Float(*number),
            Field::String(text) => Const::String(text.as_str().into()),
        }
    }
}

impl Config {
    /// Reads `file`, or the `quarrel.toml` for the folder (or file) `analysed`; the default if there is none.
    ///
    /// # Errors
    /// If the file cannot be read, is not TOML, or has unknown keys or values; if a found one is not a plain file in the
    /// tree.
    pub fn find(analysed: &Path, file: Option<&Path>) -> Result<Self, Failure> {
        if let Some(file) = file {
            let bytes = quarrel_files::read_any(file, MOST_BYTES).map_err(|error| match error.kind() {
                ErrorKind::NotFound => {
                    Failure::new(format!("there is no file {}", file.display())).help("--config names it")
                }
                _ => Failure::new(format!("cannot read {}: {error}", file.display())),
            })?;
            return Self::parse(file, bytes, None);
        }
        let absolute = std::path::absolute(analysed).unwrap_or_else(|_| analysed.to_owned());
        let folder = if absolute.is_file() { absolute.parent().unwrap_or(&absolute) } else { &absolute };
        // Outside of git, the search ends at the current folder.
        let here = std::env::current_dir().ok().filter(|here| folder.starts_with(here));
        let top = repository(folder).or(here.as_deref()).unwrap_or(folder);
        for folder in folder.ancestors().take_while(|folder| folder.starts_with(top)) {
            let file = folder.join(NAME);
            if file.symlink_metadata().is_ok() {
                let bytes = quarrel_files::read_within(top, &file, MOST_BYTES).map_err(|error| {
                    Failure::new(format!("cannot read {}: {error}", shown(&file)))
                        .help("it came with the sources, so only a plain file among them is read; --config FILE reads any")
                })?;
                return Self::parse(&file, bytes, Some(top));
            }
        }
        Ok(Self { folder: folder.to_owned(), ..Self::default() })
    }

    fn parse(path: &Path, bytes: Vec<u8>, tree: Option<&Path>) -> Result<Self, Failure> {
        let shown = shown(path);
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::new(format!("cannot read {shown}: it is not text in UTF-8")))?;
        let mut config: Self = toml::from_str(&text).map_err(|error| {
            let failure = Failure::new(format!("{shown} is not a valid configuration"));
            failure.rendered(format!("{error}\n")).help(advice(error.message()))
        })?;
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        config.folder = absolute.parent().unwrap_or(&absolute).to_owned();
        config.file = Some(shown);
        config.tree = tree.map(Path::to_owned);
        Ok(config)
    }

    /// Resolves a path in the file, relative to the folder of the file.
    ///
    /// # Errors
    /// If it leads out of the tree.
    pub fn resolve(&self, path: &Path) -> Result<PathBuf, Failure> {
        let resolved = self.folder.join(path);
        let Some(tree) = &self.tree else { return Ok(resolved) };
        // Missing files are reported where they are used.
        let (Ok(end), Ok(tree)) = (resolved.canonicalize(), tree.canonicalize()) else { return Ok(resolved) };
        if end.starts_with(&tree) {
            return Ok(resolved);
        }
        let file = self.file.as_deref().unwrap_or(NAME);
        Err(Failure::new(format!(
            "{file} names {}, which lies outside of {}",
            path.display(),
            tree.display()
        ))
        .help(format!("if you trust it: --config {file}")))
    }

    /// The folders to search, those of the command line first.
    ///
    /// # Errors
    /// If one leads out of the tree.
    pub fn searched(&self, asked: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
        let configured = self.search_path.iter().map(|folder| self.resolve(folder));
        asked.iter().cloned().map(Ok).chain(configured).collect()
    }

    /// The facts about the program on the command line and in the file, with this `sensitivity`.
    pub fn setup(&self, asked: &Assumptions, sensitivity: Option<Sensitivity>) -> Setup {
        let sensitivity = sensitivity.or(asked.sensitivity).or(self.sensitivity);
        let row = |row: &Vec<Field>| row.iter().map(Const::from).collect();
        let rows = |(name, rows): (&String, &Vec<Vec<Field>>)| (name.clone(), rows.iter().map(row).collect());
        Setup {
            assumed: setup::assumed(&asked.assume_thread_safe, &self.assume_thread_safe),
            tests: asked.include_tests || self.include_tests,
            sensitivity: sensitivity.map(|sensitivity| sensitivity.name().to_owned()),
            models: self.models.iter().map(rows).collect(),
        }
    }

    /// Checks that the file has rows of existing predicates only.
    ///
    /// # Errors
    /// If it has rows of others.
    pub fn check_models(&self, known: &BTreeSet<String>) -> Result<(), Failure> {
        let Some(name) = self.models.keys().find(|name| !known.contains(*name)) else { return Ok(()) };
        let file = self.file.as_deref().unwrap_or("the configuration");
        let failure =
            Failure::new(format!("{file} has rows for `{name}`, and there is no such extensible predicate"));
        let all = known.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        Err(failure.help(match most_similar(name, known.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("known ones: {all}"),
        }))
    }

    /// Sentences about the effects of the file on reports. The findings that are left out are counted elsewhere.
    pub fn effects(&self) -> Vec<String> {
        let Some(file) = &self.file else { return Vec::new() };
        let list = |names: Vec<&str>| names.join(", ");
        let queries = |wanted: fn(&Setting) -> bool| -> Vec<&str> {
            let chosen = self.queries.iter().filter(|(_, setting)| wanted(setting));
            chosen.map(|(id, _)| id.as_str()).collect()
        };
        let mut effects = Vec::new();
        let off = queries(|setting| *setting == Setting::Off);
        if !off.is_empty() {
            effects.push(format!("{file} turns off {}", list(off)));
        }
        let changed = queries(|setting| setting.severity().is_some());
        if !changed.is_empty() {
            effects.push(format!("{file} sets the severity of {}", list(changed)));
        }
        if !self.exclude.is_empty() {
            effects.push(format!("{file} excludes {}", self.exclude.join(", ")));
        }
        if let Some(baseline) = &self.baseline {
            effects.push(format!("{file} compares with {}", baseline.display()));
        }
        if !self.models.is_empty() {
            let rows = words::count(self.models.values().map(Vec::len).sum(), "row");
            let names = list(self.models.keys().map(String::as_str).collect());
            effects.push(format!("{file} adds {rows} to the models {names}"));
        }
        if effects.is_empty() {
            effects.push(format!("{file} was read"));
        }
        effects
    }
}

/// The path, relative to the current folder if it is below it.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let relative = here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    relative.unwrap_or(path).display().to_string()
}

/// The help line for a message of the parser.
fn advice(message: &str) -> String {
    let keys = || format!("known keys: {}", KEYS.join(", "));
    let quoted = |start: &str| message.split_once(start)?.1.split_once('`').map(|(name, _)| name);
    if let Some(key) = quoted("unknown field `") {
        return most_similar(key, KEYS.iter().copied())
            .map_or_else(keys, |meant| format!("did you mean `{meant}`? {}", keys()));
    }
    if let Some(value) = quoted("unknown variant `") {
        // The known values are between backticks in the message.
        let words: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
        let all = format!("known values: {}", words.join(", "));
        return most_similar(value, words)
            .map_or_else(|| all.clone(), |meant| format!("did you mean `{meant}`? {all}"));
    }
    "docs/configuration.md has an example of each key".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_listed() {
        let message = toml::from_str::<Config>("nonsense = 1").expect_err("no such key").message().to_owned();
        for key in KEYS {
            assert!(message.contains(&format!("`{key}`")), "{key} is a key: {message}");
        }
        assert_eq!(message.matches('`').count() / 2, KEYS.len() + 1, "all keys are listed: {message}");
    }

    #[test]
    fn misspelled_keys_are_suggested() {
        let advice_for =
            |text: &str| advice(toml::from_str::<Config>(text).expect_err("a mistake").message());
        assert!(advice_for("excludes = []").contains("did you mean `exclude`?"));
        assert!(advice_for("queries = { a = \"of\" }").contains("did you mean `off`?"));
        assert!(advice_for("sensitivity = \"2-objects\"").contains("did you mean `2-object`?"));
    }

    #[test]
    fn rows_have_values_of_all_kinds() {
        let config: Config = toml::from_str("[models]\nknown = [[\"a\", 1, true], [\"b\", 2, false]]\n")
            .expect("a configuration");
        assert_eq!(config.models["known"].len(), 2);
        assert_eq!(config.models["known"][0][2], Field::Boolean(true));
    }
}
