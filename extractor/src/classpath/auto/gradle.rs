//! Dependencies in Gradle's build files and version catalogues, as far as they are written literally.

use std::collections::BTreeMap;

use super::Artifact;

/// The artifacts named by a build script (either language) or a version catalogue.
pub(super) fn artifacts(text: &str) -> Vec<Artifact> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.starts_with("//")).collect();
    let mut values = BTreeMap::new();
    for line in &lines {
        if let Some((name, value)) = setting(line) {
            values.insert(name, value);
        }
    }
    let mut found = Vec::new();
    for line in &lines {
        let version_of = |text: &str| {
            let name = text.trim_start_matches(['$', '{']).trim_end_matches('}');
            if text.starts_with('$') { values.get(name).cloned() } else { Some(text.to_owned()) }
        };
        let group = named(line, "group");
        if let (Some(group), Some(name)) = (group, named(line, "name")) {
            let version = named(line, "version").or_else(|| by_reference(line, &values));
            found.push(Artifact { group, name, version: version.and_then(|text| version_of(&text)) });
            continue;
        }
        for text in quoted(line) {
            let parts: Vec<&str> = text.split(':').collect();
            let (group, name, version) = match parts[..] {
                [group, name] => {
                    (group, name, named(line, "version").or_else(|| by_reference(line, &values)))
                }
                [group, name, version, ..] => {
                    (group, name, version_of(version.split('@').next().unwrap_or(version)))
                }
                _ => continue,
            };
            found.push(Artifact { group: group.to_owned(), name: name.to_owned(), version });
        }
    }
    found.retain(Artifact::is_plain);
    found
}

/// `name = "value"`, which sets versions in scripts and catalogues.
fn setting(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once('=')?;
    let name = name.trim().rsplit([' ', '.']).next()?.trim_matches('"').to_owned();
    let value = value.trim();
    let is_text = value.starts_with(['"', '\'']) && !value.contains(':');
    is_text.then(|| quoted(value).into_iter().next().map(|value| (name, value.to_owned()))).flatten()
}

/// The text after `name:` or `name =`.
fn named(line: &str, name: &str) -> Option<String> {
    let mut rest = line;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().next_back();
        let after = rest[at + name.len()..].trim_start();
        rest = &rest[at + name.len()..];
        let begins = before.is_none_or(|c| !c.is_alphanumeric() && c != '.' && c != '_');
        if begins
            && let Some(value) = after.strip_prefix([':', '='])
            && value.trim_start().starts_with(['"', '\''])
        {
            return quoted(value).into_iter().next().map(str::to_owned);
        }
    }
    None
}

/// `version.ref = "name"` of a catalogue.
fn by_reference(line: &str, values: &BTreeMap<String, String>) -> Option<String> {
    let (_, after) = line.split_once("version.ref")?;
    values.get(quoted(after).into_iter().next()?).cloned()
}

/// The quoted texts of a line.
fn quoted(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(['"', '\'']) {
        let quote = &rest[start..=start];
        let inner = &rest[start + 1..];
        let Some(end) = inner.find(quote) else { break };
        found.push(&inner[..end]);
        rest = &inner[end + 1..];
    }
    found
}
