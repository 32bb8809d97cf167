//! What earlier runs found, in the user's cache. A run depends on the sources, on what they are compiled against, on the
//! program and on this build of Quarrel; all of it is in the key, so a run that finds an entry finds what it would
//! compute. Nothing is kept of a run that was not finished, or whose sources changed meanwhile.
//!
//! ```text
//! sources, class path, JDK, release ──hash──▶ tree ──▶ facts: counts of the extraction, its warnings
//!                                             tree + program ──▶ outcome: the result sets, or that there are too many rows
//! ```

use crate::files::this_build;
use quarrel_common::bug;
use quarrel_engine::{Compiled, ResultSet, Results, StratumRows};
use quarrel_extractor::{Options, Report, inputs};
use quarrel_files::cache::{Cache, Key};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Compression of entries: texts of results repeat a lot.
const LEVEL: i32 = 1;

/// What earlier runs found in some sources.
#[derive(Debug)]
pub struct Kept {
    cache: Cache,
    /// The sources, and how they are extracted.
    root: PathBuf,
    options: Options,
    named: String,
    tree: [u8; 32],
}

/// The key of the results of a program.
#[derive(Debug)]
pub struct ProgramKey(Key);

/// How an evaluation ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// With these result sets.
    Results(Vec<ResultSet>),
    /// Predicates that depend on each other came to more rows than were allowed.
    TooManyRows,
}

/// What an extraction reports.
#[derive(Serialize, Deserialize)]
struct Facts {
    meta: Vec<(String, String)>,
    problems: Vec<String>,
}

impl Kept {
    /// What is kept of the sources at `root`, extracted with these options. Results that name absolute paths hold of one
    /// place only, so `named` says where the sources are. `None` if it cannot be known what an extraction reads.
    pub fn of(cache: &Cache, root: &Path, options: &Options, named: &str) -> Option<Self> {
        let tree = tree(root, options, named)?;
        let (cache, root, named) = (cache.clone(), root.to_owned(), named.to_owned());
        Some(Self { cache, root, options: options.clone(), named, tree })
    }

    /// Whether the sources are still what they were.
    fn is_unchanged(&self) -> bool {
        tree(&self.root, &self.options, &self.named) == Some(self.tree)
    }

    /// What the extraction of these sources reported; `None` if no run on them was finished.
    pub fn extracted(&self) -> Option<Report> {
        let facts: Facts = self.get(&self.key("facts"))?;
        let find =
            |key: &str| facts.meta.iter().find(|(known, _)| known == key).map(|(_, text)| text.as_str());
        let report = Report::read(find);
        Some(Report { problems: facts.problems, ..report })
    }

    /// How the evaluation of a program ended.
    pub fn outcome(&self, program: &ProgramKey) -> Option<Outcome> {
        self.get(&program.0)
    }

    /// The key of the results of a program with that limit of rows.
    pub fn program(&self, compiled: &Compiled, rows: Option<StratumRows>) -> ProgramKey {
        let mut key = self.key("results");
        key.add(compiled.datalog().as_bytes());
        key.add(format!("{rows:?}").as_bytes());
        ProgramKey(key)
    }

    /// Keeps what the extraction reported and the results of an evaluation (`None` if it came to too many rows), if all
    /// queries have one, the sources have not changed meanwhile, and no impossible case was met. A cache that cannot be written is no error: the next run
    /// computes what this one did.
    pub fn put(&self, extracted: &Report, program: &ProgramKey, results: Option<&Results>) {
        let outcome = match results {
            None => Outcome::TooManyRows,
            Some(Results { sets, given_up }) if given_up.is_empty() => Outcome::Results(sets.clone()),
            Some(_) => return,
        };
        // Another run must report an impossible case too.
        if !bug::has_any() && self.is_unchanged() {
            let meta = extracted.entries().into_iter().map(|entry| (entry.key, entry.value.to_string()));
            let facts = Facts { meta: meta.collect(), problems: extracted.problems.clone() };
            self.set(&program.0, &outcome);
            self.set(&self.key("facts"), &facts);
        }
    }

    fn key(&self, kind: &'static str) -> Key {
        let mut key = Key::new(kind);
        key.add(&self.tree);
        key
    }

    fn get<T: DeserializeOwned>(&self, key: &Key) -> Option<T> {
        let bytes = zstd::decode_all(self.cache.get(key)?.as_slice()).ok()?;
        postcard::from_bytes(&bytes).ok()
    }

    fn set<T: Serialize>(&self, key: &Key, value: &T) {
        let bytes =
            postcard::to_stdvec(value).ok().and_then(|bytes| zstd::encode_all(bytes.as_slice(), LEVEL).ok());
        if let Some(bytes) = bytes {
            let _ = self.cache.put(key, &bytes);
        }
    }
}

/// The hash of the sources, of how they are extracted, and of this build.
fn tree(root: &Path, options: &Options, named: &str) -> Option<[u8; 32]> {
    let mut key = Key::new("tree");
    key.add(&this_build()?);
    key.add(named.as_bytes());
    inputs::add_to(&mut key, root, options)?;
    Some(key.hash())
}
