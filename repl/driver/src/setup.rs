//! What is said about a program beside its code: the rows of extensible predicates that options, `quarrel.toml` and the
//! prompt's settings stand for. One place, so that a query has the same answer in every command.

use crate::Compiler;
use quarrel_engine::Const;
use std::collections::BTreeMap;

/// The extensible predicate that says what the analysis of objects tells apart.
pub const SENSITIVITY: &str = "pointsToContext";
/// The word for classes whose own code shows that several threads use them.
const EVIDENCE: &str = "auto";
/// The words for annotated and named classes only.
const NO_EVIDENCE: &[&str] = &["none", "off"];

/// What is said about a program.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Patterns of classes that are taken for thread-safe; `auto` for those whose own code shows it.
    pub assumed: Vec<String>,
    /// Whether test sources count like all others.
    pub tests: bool,
    /// What the analysis of objects tells apart, if it is said.
    pub sensitivity: Option<String>,
    /// Rows of other extensible predicates, by their names.
    pub models: BTreeMap<String, Vec<Vec<Const>>>,
}

impl Default for Setup {
    fn default() -> Self {
        Self { assumed: vec![EVIDENCE.to_owned()], tests: false, sensitivity: None, models: BTreeMap::new() }
    }
}

impl Setup {
    /// Gives the extensible predicates these rows, in place of those that an earlier setup gave them.
    pub fn apply(&self, compiler: &mut Compiler) {
        let text = |text: &str| vec![Const::String(text.into())];
        compiler.replace("assumedThreadSafe", self.assumed.iter().map(|pattern| text(pattern)));
        compiler.replace("includedSources", self.tests.then(|| text("test")));
        compiler.replace(SENSITIVITY, self.sensitivity.as_deref().map(text));
        // One is enough, and who says it by itself says it last.
        let models = self.models.iter();
        for (name, rows) in models.filter(|(name, _)| self.sensitivity.is_none() || *name != SENSITIVITY) {
            compiler.extend(name, rows.iter().cloned());
        }
    }
}

/// The patterns of classes that are taken for thread-safe. `auto` is among them unless a word says otherwise; the last
/// one that is asked for counts, or else of the configuration.
pub fn assumed(asked: &[String], configured: &[String]) -> Vec<String> {
    let is_word = |pattern: &&String| *pattern == EVIDENCE || NO_EVIDENCE.contains(&pattern.as_str());
    let word = asked.iter().rfind(is_word).or_else(|| configured.iter().rfind(is_word));
    let by_evidence = word.is_none_or(|word| word == EVIDENCE);
    let named = asked.iter().chain(configured).filter(|pattern| !is_word(pattern));
    by_evidence.then(|| EVIDENCE.to_owned()).into_iter().chain(named.cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::assumed;

    #[test]
    fn the_last_word_says_whether_evidence_counts() {
        let told = |asked: &[&str], configured: &[&str]| {
            let owned = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
            assumed(&owned(asked), &owned(configured)).join(" ")
        };
        assert_eq!(told(&[], &[]), "auto");
        assert_eq!(told(&["a.*"], &["b.*"]), "auto a.* b.*");
        assert_eq!(told(&["none"], &["b.*"]), "b.*");
        assert_eq!(told(&["auto"], &["off"]), "auto");
        assert_eq!(told(&["auto", "none"], &[]), "");
    }
}
