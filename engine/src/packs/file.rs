//! Pack files: `qlpack.yml`. Keys of other tools are ignored.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use quarrel_base::source::{FileId, SourceMap, Span};
use quarrel_base::{Code, Diagnostic};
use serde::Deserialize;
use yaml_serde::{Mapping, Value};

/// A mistake in a YAML text, with its place if known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// A phrase that stands alone.
    pub message: String,
    /// Offset in the text.
    pub at: Option<usize>,
}

impl Problem {
    /// A problem with the whole text.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), at: None }
    }

    /// The problem as a diagnostic about `text`, which becomes a source called `name`.
    pub fn diagnostic(self, sources: &mut SourceMap, name: String, text: &str) -> Diagnostic {
        let file: FileId = sources.add(name, text);
        self.diagnostic_in(file, text)
    }

    /// The problem as a diagnostic about `text`, which is the source `file`.
    pub fn diagnostic_in(self, file: FileId, text: &str) -> Diagnostic {
        let at = self.at.unwrap_or(0).min(text.len());
        let end = text[at..].find('\n').map_or(text.len(), |len| at + len);
        Diagnostic::error(Code::BadPack, Span::new(file, at, end), self.message)
    }
}

impl From<yaml_serde::Error> for Problem {
    fn from(error: yaml_serde::Error) -> Self {
        let at = error.location().map(|location| location.index());
        Self { message: format!("not a valid file of its kind: {error}"), at }
    }
}

/// A pack file.
#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct PackFile {
    /// The pack's name, `scope/name`.
    pub name: Option<String>,
    /// Other names that dependencies may use for it.
    #[serde(default)]
    aliases: OneOrMany,
    /// Its purpose.
    pub description: Option<String>,
    /// Its version; YAML reads `1.0` as a number.
    version: Option<Value>,
    /// Packs whose modules it imports, with version ranges.
    dependencies: Option<Mapping>,
    /// An older form of `dependencies`, without versions.
    #[serde(default)]
    library_path_dependencies: OneOrMany,
    /// Packs that its data extensions extend.
    extension_targets: Option<Mapping>,
    /// The database schema of its files, a path below its root.
    pub dbscheme: Option<String>,
    /// Whether member calls without `this.` get a warning.
    #[serde(default)]
    pub warn_on_implicit_this: bool,
    /// Patterns of data extension files below the pack.
    #[serde(default)]
    data_extensions: OneOrMany,
    /// The suite that selects the pack's queries; without one, all.
    pub(super) default_suite_file: Option<String>,
    /// A suite written in the pack file itself.
    pub(super) default_suite: Option<Value>,
}

/// A YAML value that is absent, one text or a list of texts.
#[derive(Deserialize, Debug, Default)]
#[serde(untagged)]
enum OneOrMany {
    #[default]
    None,
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    fn list(&self) -> &[String] {
        match self {
            OneOrMany::None => &[],
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}

impl PackFile {
    /// Parses a pack file; an empty one is a pack without a name.
    ///
    /// # Errors
    /// If the text has another structure.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        Ok(yaml_serde::from_str::<Option<PackFile>>(text)?.unwrap_or_default())
    }

    /// Its version.
    pub fn version(&self) -> Option<String> {
        match self.version.as_ref()? {
            Value::String(version) => Some(version.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Its name and its aliases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.name.iter().chain(self.aliases.list()).map(String::as_str)
    }

    /// The names of its dependencies, in order.
    pub fn dependencies(&self) -> impl Iterator<Item = &str> {
        let new = self.dependencies.iter().flat_map(|map| map.keys()).filter_map(Value::as_str);
        new.chain(self.library_path_dependencies.list().iter().map(String::as_str))
    }

    /// Whether it only extends the data of other packs.
    pub fn is_model_pack(&self) -> bool {
        self.extension_targets.is_some()
    }

    /// The patterns of its data extension files; `*` stays within a folder, `**` does not.
    ///
    /// # Errors
    /// If a pattern is not valid.
    pub fn data_extension_globs(&self) -> Result<GlobSet, Problem> {
        let bad = |pattern: &str, cause: globset::Error| {
            Problem::new(format!("`{pattern}` is no valid file pattern: {}", cause.kind()))
        };
        let mut set = GlobSetBuilder::new();
        for pattern in self.data_extensions.list() {
            let glob = GlobBuilder::new(pattern.trim_start_matches("./")).literal_separator(true).build();
            set.add(glob.map_err(|cause| bad(pattern, cause))?);
        }
        set.build().map_err(|cause| bad("dataExtensions", cause))
    }
}

#[cfg(test)]
mod tests {
    use super::PackFile;

    #[test]
    fn keys_that_are_used() {
        let pack = PackFile::parse(
            "name: a/b\nversion: 1.0\nlibrary: true\ndependencies:\n  z/z: ${workspace}\n  a/a: '*'\nlibraryPathDependencies: old\ndataExtensions: ext/*.yml\n",
        )
        .expect("a good pack file");
        assert_eq!(pack.names().collect::<Vec<_>>(), ["a/b"]);
        assert_eq!(pack.version().as_deref(), Some("1.0"));
        assert_eq!(pack.dependencies().collect::<Vec<_>>(), ["z/z", "a/a", "old"]);
        let globs = pack.data_extension_globs().expect("good patterns");
        assert!(globs.is_match("ext/a.yml") && !globs.is_match("ext/deep/a.yml") && !globs.is_match("a.yml"));
        assert!(!pack.is_model_pack());
        assert!(PackFile::parse("").is_ok_and(|pack| pack.name.is_none()));
    }

    #[test]
    fn problems_have_a_place() {
        let text = "name: a/b\ndependencies: [oops\nversion: 1\n";
        let problem = PackFile::parse(text).expect_err("not YAML");
        assert!(problem.at.is_some_and(|at| at > 0), "{problem:?}");
        assert!(PackFile::parse("name: [1, 2]").is_err());
        assert!(PackFile::parse("dataExtensions: '['").expect("YAML").data_extension_globs().is_err());
    }
}
