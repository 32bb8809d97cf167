//! Java patterns translated for Rust, each compiled once. Rust's linear-time engine runs those it supports;
//! look-around, back references and atomic groups need a backtracking engine with a limit.

use crate::limits::Stop;
use crate::value::Values;
use quarrel_common::always;
use rustc_hash::FxHashMap;
use std::sync::{Arc, PoisonError, RwLock};

mod translate;

/// The most backtracking steps of one match.
const BACKTRACKING: usize = 1_000_000;

/// Bytes that a growing text reserves at a time.
const RESERVE: usize = 4 << 20;

/// Compiled patterns by the text's id and whether the whole text must match. `None`: not a valid pattern.
#[derive(Default, Debug)]
pub(super) struct Patterns {
    compiled: RwLock<FxHashMap<(u32, bool), Option<Arc<Pattern>>>>,
}

impl Patterns {
    /// The patterns compiled for programs on these values.
    pub(super) fn of<'a>(values: &'a Values<'_>) -> &'a Self {
        values.cached()
    }

    pub(super) fn get(&self, text: u32, whole: bool, values: &Values<'_>) -> Option<Arc<Pattern>> {
        let key = (text, whole);
        if let Some(known) = self.compiled.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let java = values.text(text);
        let pattern = match Pattern::compile(java, whole) {
            Ok(pattern) => Some(Arc::new(pattern)),
            Err(what) => {
                values.warn(format!("`{java}` is not a pattern that can be used: {what}"));
                None
            }
        };
        self.compiled.write().unwrap_or_else(PoisonError::into_inner).insert(key, pattern.clone());
        pattern
    }
}

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    engine: Engine,
    /// A faster test for whole-text matches: searches for the part between `.*` and `.*`.
    search: Option<regex::Regex>,
    java: String,
    names: Vec<(String, usize)>,
}

#[derive(Debug)]
enum Engine {
    Linear(regex::Regex),
    Backtracking(Box<fancy_regex::Regex>),
}

/// The last line of an engine's message, without its picture of the pattern.
fn last_line(error: &str) -> String {
    error.lines().last().unwrap_or(error).trim_start_matches("error: ").to_owned()
}

/// The middle of a pattern such as `(?s).*word.*`, which matches texts that contain it anywhere. A search for it can
/// skip most of a text; the pattern itself reads all of it.
fn searched(java: &str) -> Option<String> {
    let flags = ["(?s)", "(?is)", "(?si)"].into_iter().find(|flags| java.starts_with(flags))?;
    let middle = java[flags.len()..].strip_prefix(".*")?.strip_suffix(".*")?;
    if middle.is_empty() || middle.starts_with(['?', '+', '*', '{']) {
        return None;
    }
    // A top-level alternative would extend from `.*` to the bar; a final backslash would escape the dot.
    let (mut depth, mut in_class, mut chars) = (0, false, middle.chars());
    while let Some(char) = chars.next() {
        match char {
            '\\' if matches!(chars.next(), None | Some('Q')) => return None,
            '[' if in_class => return None,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => depth -= 1,
            '|' if !in_class && depth == 0 => return None,
            _ => {}
        }
    }
    (depth == 0 && !in_class).then(|| format!("{flags}{middle}"))
}

/// The byte ranges of the groups, the whole match first; `None` for a group that did not participate.
type Groups = Vec<Option<(usize, usize)>>;

impl Pattern {
    fn compile(java: &str, whole: bool) -> Result<Self, String> {
        let translated = translate::translate(java, whole)?;
        let engine = if translated.backtracking {
            fancy_regex::RegexBuilder::new(&translated.text)
                .backtrack_limit(BACKTRACKING)
                .build()
                .map(|regex| Engine::Backtracking(Box::new(regex)))
                .map_err(|error| last_line(&error.to_string()))?
        } else {
            regex::Regex::new(&translated.text)
                .map(Engine::Linear)
                .map_err(|error| last_line(&error.to_string()))?
        };
        let is_linear = matches!(engine, Engine::Linear(_));
        let search = searched(java)
            .filter(|_| whole && is_linear)
            .and_then(|java| translate::translate(&java, false).ok())
            .filter(|translated| !translated.backtracking)
            .and_then(|translated| regex::Regex::new(&translated.text).ok());
        Ok(Self { engine, search, java: java.to_owned(), names: translated.names })
    }
    fn gave_up(&self, values: &Values<'_>) {
        values.warn(format!("matching `{}` was given up: too much backtracking", self.java));
    }
    pub(super) fn matches(&self, text: &str, values: &Values<'_>) -> bool {
        match (&self.search, &self.engine) {
            (Some(regex), _) | (None, Engine::Linear(regex)) => regex.is_match(text),
            (None, Engine::Backtracking(regex)) => regex.is_match(text).unwrap_or_else(|_| {
                self.gave_up(values);
                false
            }),
        }
    }
    /// The first match at or after a byte offset.
    pub(super) fn captures(&self, text: &str, from: usize, values: &Values<'_>) -> Option<Groups> {
        match &self.engine {
            Engine::Linear(regex) => {
                let found = regex.captures_at(text, from)?;
                Some(found.iter().map(|group| group.map(|group| (group.start(), group.end()))).collect())
            }
            Engine::Backtracking(regex) => match regex.captures_from_pos(text, from) {
                Ok(found) => {
                    Some(found?.iter().map(|group| group.map(|group| (group.start(), group.end()))).collect())
                }
                Err(_) => {
                    self.gave_up(values);
                    None
                }
            },
        }
    }
    /// All matches as `Matcher.find` finds them: they do not overlap, but an empty one may touch the one before.
    pub(super) fn find_all(
        &self,
        text: &str,
        values: &Values<'_>,
        mut found: impl FnMut(u32, &Groups) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let (mut from, mut nth) = (0, 0u32);
        while let Some(groups) = self.captures(text, from, values) {
            let Some(Some((begin, end))) = always!(groups.first().copied()) else { break };
            if nth.is_multiple_of(64) {
                values.check()?;
            }
            found(nth, &groups)?;
            nth += 1;
            from = end;
            if begin == end {
                match text[end..].chars().next() {
                    Some(char) => from += char.len_utf8(),
                    None => break,
                }
            }
        }
        Ok(())
    }
    /// Like `Matcher.replaceAll`: `$n` and `${name}` refer to groups, `\` escapes the next character.
    pub(super) fn replace_all(
        &self,
        text: &str,
        replacement: &str,
        values: &Values<'_>,
    ) -> Result<Option<String>, Stop> {
        let count = match &self.engine {
            Engine::Linear(regex) => regex.captures_len(),
            Engine::Backtracking(regex) => regex.captures_len(),
        };
        let parts = match self.replacement(replacement, count) {
            Some(parts) => parts,
            None => {
                values.warn(format!("`{replacement}` is not a replacement for the pattern `{}`", self.java));
                return Ok(None);
            }
        };
        let (mut out, mut last, mut reserved) = (String::new(), 0, 0);
        self.find_all(text, values, |_, groups| {
            let Some(Some((begin, end))) = always!(groups.first().copied()) else { return Ok(()) };
            if out.len() > reserved {
                reserved = out.len() + RESERVE;
                values.meter().reserve_text(reserved)?;
            }
            out.push_str(&text[last..begin]);
            last = end;
            for part in &parts {
                match part {
                    Part::Char(char) => out.push(*char),
                    Part::Group(group) => {
                        if let Some(Some((begin, end))) = groups.get(*group) {
                            out.push_str(&text[*begin..*end]);
                        }
                    }
                }
            }
            Ok(())
        })?;
        values.meter().reserve_text(out.len() + text.len() - last)?;
        out.push_str(&text[last..]);
        Ok(Some(out))
    }
    fn replacement(&self, text: &str, count: usize) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            parts.push(match char {
                '\\' => Part::Char(chars.next()?),
                '$' if chars.peek() == Some(&'{') => {
                    chars.next();
                    let name: String = chars.by_ref().take_while(|char| *char != '}').collect();
                    Part::Group(self.names.iter().find(|(have, _)| *have == name)?.1)
                }
                '$' => {
                    let mut group = chars.next()?.to_digit(10)? as usize;
                    // Further digits belong to the number while there is such a group.
                    while let Some(digit) = chars.peek().and_then(|char| char.to_digit(10)) {
                        let longer = group * 10 + digit as usize;
                        if longer >= count {
                            break;
                        }
                        group = longer;
                        chars.next();
                    }
                    Part::Group(Some(group).filter(|group| *group < count)?)
                }
                other => Part::Char(other),
            });
        }
        Some(parts)
    }
}

enum Part {
    Char(char),
    Group(usize),
}

#[cfg(test)]
mod tests {
    use super::searched;

    #[test]
    fn what_may_stand_anywhere_is_searched_for() {
        assert_eq!(searched("(?s).*word.*").as_deref(), Some("(?s)word"));
        assert_eq!(searched("(?is).*(a|b c)\\b.*").as_deref(), Some("(?is)(a|b c)\\b"));
        for whole in [
            "(?s).*a|b.*",
            ".*word.*",
            "(?s).*?word.*",
            "(?s).*word\\.*",
            "(?s).*",
            "(?s).*[a[b]].*",
            "(?s).*(?:a.*",
        ] {
            assert_eq!(searched(whole), None, "{whole}");
        }
    }
}
