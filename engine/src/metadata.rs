//! A query's metadata: the `@key value` tags in the QLDoc at the start of its file (language.md section 18).

use std::collections::BTreeMap;

/// The metadata of one query.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Metadata {
    tags: BTreeMap<String, String>,
}

impl Metadata {
    /// Reads the text of a QLDoc. A value goes on until the next tag; runs of whitespace in it become one space.
    pub fn parse(doc: &str) -> Self {
        let mut tags = BTreeMap::new();
        let mut current: Option<(String, String)> = None;
        for line in doc.lines() {
            let line = line.trim().trim_start_matches('*').trim();
            if let Some(tag) = line.strip_prefix('@') {
                tags.extend(current.take());
                let (key, value) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
                current = Some((key.to_owned(), value.trim().to_owned()));
            } else if let Some((_, value)) = &mut current {
                if !value.is_empty() && !line.is_empty() {
                    value.push(' ');
                }
                value.push_str(line);
            }
        }
        tags.extend(current);
        for value in tags.values_mut() {
            *value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        Self { tags }
    }

    /// The value of `@key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.tags.get(key).map(String::as_str)
    }

    /// Whether `@tags` lists `tag`.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.get("tags").is_some_and(|tags| tags.split(' ').any(|one| one == tag))
    }
}

#[cfg(test)]
mod tests {
    use super::Metadata;

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
}
