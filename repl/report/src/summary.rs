//! The summary of a report for people at a terminal: a [`Report`] flows in, lines flow out.

use super::report::Report;
use super::text::FIRST;
use quarrel_common::words::count;
use quarrel_findings::{Finding, Severity};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How many classes the summary names.
const WORST: usize = 3;
/// The share of calls without a target from which on the summary speaks of it.
const MOST_UNRESOLVED: f64 = 0.1;

/// What the summary depends on beside the report.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether the settings of the analysis are listed.
    pub verbose: bool,
    /// Whether the edits that mend findings are shown elsewhere.
    pub shows_fixes: bool,
    /// Whether the sources were extracted against libraries.
    pub has_classpath: bool,
}

/// The lines of the summary.
pub fn lines(report: &Report, options: Options) -> Vec<String> {
    let shown: Vec<&Finding> = report.open().collect();
    let mut lines = vec![head(report, &shown)];
    lines.extend(rules(&shown));
    if shown.len() > FIRST {
        lines.push(format!("most findings in {}", worst_classes(&shown)));
    }
    if let Some(with) = &report.compared {
        let new = shown.iter().filter(|finding| finding.counts()).count();
        let gone = report.absent.len();
        lines.push(format!("since {with}: {new} new, {} unchanged, {gone} gone", shown.len() - new));
    }
    let fixable = shown.iter().filter(|finding| finding.counts() && !finding.fixes.is_empty()).count();
    if fixable > 0 && !options.shows_fixes {
        lines.push(format!("{fixable} of them can be mended by edits: `--fix` shows them"));
    }
    lines.extend(report.unread());
    let silenced = report.findings.len() - shown.len();
    if silenced > 0 {
        lines.push(format!("{silenced} more silenced in the source"));
    }
    lines.extend(report.left_out());
    lines.extend(gaps(report, options.has_classpath));
    if options.verbose {
        lines.extend(report.surroundings.settings.iter().map(|(name, value)| format!("{name}: {value}")));
    }
    lines.extend(report.notes.iter().map(|text| format!("note: {text}")));
    lines
}

/// How many findings there are in how much code, and what they took.
fn head(report: &Report, shown: &[&Finding]) -> String {
    let number = |severity| shown.iter().filter(|finding| finding.severity() == severity).count();
    let severities: Vec<String> = Severity::ALL
        .iter()
        .map(|severity| (number(*severity), severity.word()))
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| count(number, word))
        .collect();
    let detail = if severities.is_empty() { String::new() } else { format!(" ({})", severities.join(", ")) };
    let facts = &report.facts;
    let time = if facts.is_kept {
        "nothing has changed since an earlier run".to_owned()
    } else {
        format!("of which queries took {:.1} s", facts.queries.as_secs_f64())
    };
    format!(
        "{}{detail} in {}, {}, {}; {:.1} s, {time}",
        count(shown.len(), "finding"),
        count(facts.files as usize, "file"),
        count(facts.lines as usize, "line"),
        count(facts.classes as usize, "class"),
        facts.everything.as_secs_f64(),
    )
}

/// A line for each query with findings, the worst first.
fn rules(shown: &[&Finding]) -> Vec<String> {
    let mut by_rule: BTreeMap<(Severity, &str), (usize, &str)> = BTreeMap::new();
    for finding in shown {
        let rule = &finding.rule;
        by_rule.entry((finding.severity(), &rule.id)).or_insert((0, &rule.name)).0 += 1;
    }
    let width = by_rule.keys().map(|(_, id)| id.len()).max().unwrap_or_default();
    let line = |((severity, id), (number, name)): ((Severity, &str), (usize, &str))| {
        let word = if number == 1 { severity.word().to_owned() } else { format!("{}s", severity.word()) };
        format!("  {number:>5} {word:<8} {id:<width$}  {name}")
    };
    by_rule.into_iter().map(line).collect()
}

/// The classes with most findings.
fn worst_classes(shown: &[&Finding]) -> String {
    let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
    for class in shown.iter().filter_map(|finding| finding.class.as_deref()) {
        *classes.entry(class).or_default() += 1;
    }
    let mut classes: Vec<(&str, usize)> = classes.into_iter().collect();
    classes.sort_by_key(|(_, number)| Reverse(*number));
    let worst = classes.iter().take(WORST).map(|(class, number)| format!("{class} ({number})"));
    worst.collect::<Vec<_>>().join(", ")
}

/// What is not known of the code: locks, and the targets of calls.
fn gaps(report: &Report, has_classpath: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let locks = report.surroundings.unknown_locks;
    if locks > 0 {
        lines.push(format!(
            "{} {} a lock of which nothing else is known, so what it protects is not: java/unknown-locks lists them",
            count(locks, "place"),
            if locks == 1 { "takes" } else { "take" }
        ));
    }
    let share = report.facts.unresolved_share;
    if share > MOST_UNRESOLVED {
        let jars = if has_classpath {
            "`quarrel extract --report` says why"
        } else {
            "`--classpath auto` looks for the jars that the build files name"
        };
        lines.push(format!(
            "{:.0} % of the calls go to code that is not there, so what it does is not known: {jars}",
            share * 100.0
        ));
    }
    lines
}
