//! A query's metadata: the `@key value` tags in the QLDoc at the start of its file (language.md section 18). Malformed
//! tags are diagnostics; [`shape`] compares the tags with what the query selects.

pub mod shape;

use quarrel_base::source::{SourceMap, Span};
use quarrel_base::{Code, Diagnostic};
use std::collections::BTreeMap;

/// The metadata of one query.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Metadata {
    tags: BTreeMap<String, String>,
}

/// A tag as written.
struct Tag {
    key: String,
    value: String,
    /// Offset in the comment of the key with its `@`.
    at: usize,
}

/// The tags whose values are a closed set.
const CLOSED: &[(&str, &[&str])] = &[
    (
        "kind",
        &[
            "problem",
            "path-problem",
            "metric",
            "diagnostic",
            "table",
            "graph",
            "definitions",
            "alert-suppression",
            "test-postprocess",
            "chart",
            "tree",
            "extent",
            "file-classifier",
            "source-link",
            "treemap",
        ],
    ),
    ("problem.severity", &["error", "warning", "recommendation"]),
    ("severity", &["error", "warning", "recommendation"]),
    ("precision", &["low", "medium", "high", "very-high"]),
];

/// Tags with free values whose misspellings get a hint.
const OPEN: &[&str] =
    &["id", "previous-id", "name", "description", "security-severity", "tags", "deprecated"];

impl Metadata {
    /// Parses the QLDoc at the very start of a query's text.
    pub fn of_text(text: &str) -> Self {
        let doc = text.trim_start().strip_prefix("/**").and_then(|rest| rest.split("*/").next());
        doc.map_or_else(Self::default, Self::parse)
    }

    /// Parses a QLDoc. A value extends to the next tag; runs of whitespace in it become one space.
    pub fn parse(doc: &str) -> Self {
        Self { tags: tags(doc).into_iter().map(|tag| (tag.key, tag.value)).collect() }
    }

    /// Parses the QLDoc at a place, with a warning for each malformed tag. The last of repeated tags counts, but
    /// `@tags` add up.
    pub fn read(sources: &SourceMap, doc: Span) -> (Self, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for tag in tags(sources.text(doc)) {
            let start = doc.start as usize + tag.at;
            let span = Span::new(doc.file, start, start + 1 + tag.key.len());
            diagnostics.extend(check(&tag, span));
            match known.get_mut(&tag.key) {
                Some(value) if tag.key == "tags" => *value = format!("{value} {}", tag.value),
                Some(value) => {
                    let message = format!("`@{}` is given twice", tag.key);
                    diagnostics.push(Diagnostic::warning(Code::BadMetadata, span, message));
                    *value = tag.value;
                }
                None => drop(known.insert(tag.key, tag.value)),
            }
        }
        (Self { tags: known }, diagnostics)
    }

    /// The value of `@key`, if present.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.tags.get(key).map(String::as_str)
    }

    /// All tags with their values, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Whether `@tags` lists `tag`.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.get("tags").is_some_and(|tags| tags.split(' ').any(|one| one == tag))
    }
}

/// The tags of a comment, with or without its delimiters and stars.
fn tags(doc: &str) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    let mut offset = 0;
    for line in doc.split_inclusive('\n') {
        let without_end = line.trim_end().trim_end_matches("*/");
        let start = without_end
            .find(|c: char| !c.is_whitespace() && c != '*' && c != '/')
            .unwrap_or(without_end.len());
        let text = without_end[start..].trim_end();
        if let Some(tag) = text.strip_prefix('@') {
            let (key, value) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            tags.push(Tag { key: key.to_owned(), value: words(value), at: offset + start });
        } else if let Some(tag) = tags.last_mut() {
            tag.value = words(&format!("{} {text}", tag.value));
        }
        offset += line.len();
    }
    tags
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The mistake in a tag, if any.
fn check(tag: &Tag, span: Span) -> Option<Diagnostic> {
    let Tag { key, value, .. } = tag;
    let warning = |message: String| Some(Diagnostic::warning(Code::BadMetadata, span, message));
    if let Some((_, values)) = CLOSED.iter().find(|(closed, _)| closed == key) {
        if values.contains(&value.as_str()) {
            return None;
        }
        let shown = if value.is_empty() { "nothing".to_owned() } else { format!("`{value}`") };
        let message = format!("`@{key}` cannot be {shown}");
        return warning(message).map(|it| it.help(format!("it can be {}", values.join(", "))));
    }
    match key.as_str() {
        "" => warning("a tag needs a name behind its `@`".to_owned()),
        "id" | "name" if value.is_empty() => warning(format!("`@{key}` is empty")),
        "id" if !value.chars().all(|c| c.is_ascii_alphanumeric() || "/-_.".contains(c)) => {
            warning(format!("`{value}` is no id of a query")).map(|it| {
                it.help("an id is made of letters, digits, `-` and `/`, such as `lang/some-finding`")
            })
        }
        "security-severity" if !value.parse::<f64>().is_ok_and(|score| (0.0..=10.0).contains(&score)) => {
            warning(format!("`@security-severity` cannot be `{value}`"))
                .map(|it| it.help("it is a number from 0.0 to 10.0"))
        }
        _ => {
            let known = CLOSED.iter().map(|(key, _)| *key).chain(OPEN.iter().copied());
            let mut similar = known.filter(|known| known.len() >= 4 && *known != key && is_slip(key, known));
            let meant = similar.next()?;
            warning(format!("there is no tag `@{key}`"))
                .map(|diagnostic| diagnostic.rename(format!("@{meant}")))
        }
    }
}

/// Whether inserting, deleting or replacing one letter, or swapping two neighbours, turns one name into the other.
fn is_slip(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let same_start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let same_end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let rest = |name: &[char]| {
        let end = name.len() - same_end.min(name.len() - same_start);
        name[same_start..end].to_vec()
    };
    let (mut left, right) = (rest(&a), rest(&b));
    if left.len() <= 1 && right.len() <= 1 {
        return true;
    }
    left.reverse();
    left.len() == 2 && left == right
}

#[cfg(test)]
mod tests {
    use super::{Metadata, is_slip};
    use quarrel_base::{SourceMap, Span};

    #[test]
    fn values_span_lines() {
        let metadata = Metadata::parse(
            "\n * @name Two  words\n * @description First line\n *   second line.\n * @tags a\n *       b/c\n * @kind problem\n ",
        );
        assert_eq!(metadata.get("name"), Some("Two words"));
        assert_eq!(metadata.get("description"), Some("First line second line."));
        assert!(metadata.has_tag("b/c") && metadata.has_tag("a") && !metadata.has_tag("b"));
        assert_eq!(metadata.get("kind"), Some("problem"));
        assert_eq!(metadata.get("id"), None);
    }

    fn check_doc(doc: &str) -> (Metadata, Vec<String>) {
        let mut sources = SourceMap::new();
        let file = sources.add("q.ql", doc);
        let (metadata, diagnostics) = Metadata::read(&sources, Span::new(file, 0, doc.len()));
        let shown = diagnostics.iter().map(|it| format!("{}: {}", sources.text(it.primary), it.message));
        (metadata, shown.collect())
    }

    #[test]
    fn good_tags_pass() {
        let (metadata, reported) = check_doc(
            "/**\n * @name A\n * @id a/b-c\n * @kind path-problem\n * @tags x\n *       y\n * @precision very-high\n * @tags z\n * @problem.severity error\n * @security-severity 7.5\n * @own.tag what you like */",
        );
        assert_eq!(reported, Vec::<String>::new());
        assert_eq!(metadata.get("tags"), Some("x y z"));
        assert_eq!(metadata.get("own.tag"), Some("what you like"));
    }

    #[test]
    fn malformed_tags_are_reported() {
        let (metadata, reported) = check_doc(
            "/**\n * @kind problme\n * @precison high\n * @id a b\n * @id c/d\n * @name\n * @security-severity 11\n * @severity */",
        );
        assert_eq!(
            reported,
            [
                "@kind: `@kind` cannot be `problme`",
                "@precison: there is no tag `@precison`",
                "@id: `a b` is no id of a query",
                "@id: `@id` is given twice",
                "@name: `@name` is empty",
                "@security-severity: `@security-severity` cannot be `11`",
                "@severity: `@severity` cannot be nothing",
            ]
        );
        assert_eq!(metadata.get("id"), Some("c/d"));
    }

    #[test]
    fn slips() {
        for slip in ["precison", "precisionn", "prexision", "perecision", "rpecision"] {
            assert!(is_slip(slip, "precision"), "{slip}");
        }
        assert!(!is_slip("decision", "precision") && !is_slip("kind", "name") && !is_slip("own", "tags"));
    }
}
