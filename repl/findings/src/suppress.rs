//! Silences findings with `// quarrel:ignore[id] reason` and `@SuppressWarnings("quarrel:id")`, and reports problems
//! with these silencers. `queries/report/Suppressions.ql` computes the lines that a comment covers.

use super::Finding;
use super::surroundings::Silencer;
use quarrel_common::similar::most_similar;
use std::collections::{BTreeMap, BTreeSet};

/// Messages about silencers; each begins with a place.
#[derive(Default, Debug)]
pub struct Problems {
    /// Ids that no query has.
    pub errors: Vec<String>,
    /// Silencers that silence nothing or have no reason.
    pub warnings: Vec<String>,
}

/// One id that a silencer names.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ignore {
    id: String,
    reason: String,
    /// Annotations cannot have reasons.
    in_comment: bool,
}

/// The ids that a comment or annotation silences; `None` if it is malformed.
fn parse(text: &str) -> Option<Vec<Ignore>> {
    if let Some(id) = text.strip_prefix("@quarrel:") {
        return Some(vec![Ignore { id: id.trim().to_owned(), reason: String::new(), in_comment: false }]);
    }
    let mut found = Vec::new();
    for part in text.split("quarrel:ignore").skip(1) {
        let (ids, reason) = part.strip_prefix('[')?.split_once(']')?;
        let reason = reason.lines().next().unwrap_or("").trim_end_matches("*/");
        let reason = reason.trim_matches(|c: char| c.is_whitespace() || ":-\u{2013}\u{2014}".contains(c));
        for id in ids.split(',') {
            found.push(Ignore { id: id.trim().to_owned(), reason: reason.to_owned(), in_comment: true });
        }
    }
    Some(found)
}

/// Silences findings. `known` are the ids of all queries, `ran` those of the queries that ran.
pub fn apply(
    findings: &mut [Finding],
    silencers: &[Silencer],
    known: &BTreeSet<String>,
    ran: &BTreeSet<String>,
) -> Problems {
    let mut problems = Problems::default();
    let mut by_file: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate() {
        by_file.entry(finding.path().to_owned()).or_default().push(at);
    }
    for silencer in silencers {
        let at = &silencer.location;
        let place = format!("{}:{}:{}", at.path, at.start_line, at.start_column);
        let Some(ignores) = parse(&silencer.text) else {
            problems
                .errors
                .push(format!("{place}: `quarrel:ignore` names no query; write `quarrel:ignore[id] reason`"));
            continue;
        };
        for ignore in ignores {
            if !known.contains(&ignore.id) {
                let meant = most_similar(&ignore.id, known.iter().map(String::as_str));
                let meant = meant.map_or_else(
                    || "`quarrel packs` lists them".to_owned(),
                    |meant| format!("did you mean `{meant}`?"),
                );
                problems.errors.push(format!("{place}: there is no query `{}`; {meant}", ignore.id));
                continue;
            }
            let mut used = false;
            for at in by_file.get(&*at.path).into_iter().flatten() {
                let finding = &mut findings[*at];
                let line = finding.location.as_ref().map_or(0, |at| at.start_line);
                if finding.rule.id == ignore.id && (silencer.first_line..=silencer.last_line).contains(&line)
                {
                    used = true;
                    finding.suppressed.get_or_insert_with(|| ignore.reason.clone());
                }
            }
            if !used && ran.contains(&ignore.id) {
                problems
                    .warnings
                    .push(format!("{place}: this silences no finding of `{}`; remove it", ignore.id));
            }
            if ignore.in_comment && ignore.reason.is_empty() {
                let id = &ignore.id;
                problems.warnings.push(format!(
                    "{place}: say why: `quarrel:ignore[{id}] the reason, for those who read it"
                ));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_name_queries_and_reasons() {
        let ids = |text: &str| {
            let of = |ignore: Ignore| (ignore.id, ignore.reason);
            parse(text).map(|found| found.into_iter().map(of).collect::<Vec<_>>())
        };
        let one = |id: &str, reason: &str| (id.to_owned(), reason.to_owned());
        assert_eq!(ids("// quarrel:ignore[a/b] set once"), Some(vec![one("a/b", "set once")]));
        assert_eq!(ids("/* quarrel:ignore[a, b]: why */"), Some(vec![one("a", "why"), one("b", "why")]));
        assert_eq!(ids("@quarrel:a/b"), Some(vec![one("a/b", "")]));
        assert_eq!(ids("// quarrel:ignore everything"), None, "nothing silences all queries");
        assert_eq!(ids("// quarrel:ignore[a"), None);
    }
}
