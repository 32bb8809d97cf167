//! Converts options, `quarrel.toml` and the settings of the prompt into rows of extensible predicates, so that a query
//! has the same results in every command.

use crate::Compiler;
use quarrel_engine::Const;
use std::collections::BTreeMap;

/// The extensible predicate that sets the contexts of the points-to analysis.
pub const SENSITIVITY: &str = "pointsToContext";
/// The word for classes whose code shows that several threads use them.
const EVIDENCE: &str = "auto";
/// The words for annotated and named classes only.
const NO_EVIDENCE: &[&str] = &["none", "off"];

/// Facts that the user adds to a program.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Patterns of classes that must be thread-safe; `auto` for those whose code shows that threads share them.
    pub assumed: Vec<String>,
    /// Whether test sources are analysed like all others.
    pub tests: bool,
    /// The contexts of the points-to analysis; `None` for the default.
    pub sensitivity: Option<String>,
    /// Rows of other extensible predicates, by name.
    pub models: BTreeMap<String, Vec<Vec<Const>>>,
}

impl Default for Setup {
    fn default() -> Self {
        Self { assumed: vec![EVIDENCE.to_owned()], tests: false, sensitivity: None, models: BTreeMap::new() }
    }
}

impl Setup {
    /// Sets the rows of the extensible predicates, in place of those of an earlier setup.
    pub fn apply(&self, compiler: &mut Compiler) {
        let text = |text: &str| vec![Const::String(text.into())];
        compiler.replace("assumedThreadSafe", self.assumed.iter().map(|pattern| text(pattern)));
        compiler.replace("includedSources", self.tests.then(|| text("test")));
        compiler.replace(SENSITIVITY, self.sensitivity.as_deref().map(text));
        // An explicit sensitivity overrides a row in the models.
        let models = self.models.iter();
        for (name, rows) in models.filter(|(name, _)| self.sensitivity.is_none() || *name != SENSITIVITY) {
            compiler.extend(name, rows.iter().cloned());
        }
    }
}

/// The patterns of classes that must be thread-safe, with `auto` unless a word turns it off. The last word on the command
/// line counts, or else the last one of the configuration.
pub fn assumed(given: &[String], configured: &[String]) -> Vec<String> {
    let is_word = |pattern: &&String| *pattern == EVIDENCE || NO_EVIDENCE.contains(&pattern.as_str());
    let word = given.iter().rfind(is_word).or_else(|| configured.iter().rfind(is_word));
    let by_evidence = word.is_none_or(|word| word == EVIDENCE);
    let named = given.iter().chain(configured).filter(|pattern| !is_word(pattern));
    by_evidence.then(|| EVIDENCE.to_owned()).into_iter().chain(named.cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::assumed;

    #[test]
    fn the_last_word_turns_evidence_on_or_off() {
        let patterns = |given: &[&str], configured: &[&str]| {
            let owned = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
            assumed(&owned(given), &owned(configured)).join(" ")
        };
        assert_eq!(patterns(&[], &[]), "auto");
        assert_eq!(patterns(&["a.*"], &["b.*"]), "auto a.* b.*");
        assert_eq!(patterns(&["none"], &["b.*"]), "b.*");
        assert_eq!(patterns(&["auto"], &["off"]), "auto");
        assert_eq!(patterns(&["auto", "none"], &[]), "");
    }
}
