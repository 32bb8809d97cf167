//! Findings for people at a terminal, in the manner of a modern compiler: by class, each with its message, the source
//! of all places that it names, labelled with who holds what, the path that leads there, and a way out.

use super::report::Report;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use quarrel_console::visible::{visible, visible_line};
use quarrel_engine::Location;
use quarrel_findings::sources::byte_of_column;
use quarrel_findings::{Finding, Severity, State, Step};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

/// How findings are shown.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether there is colour.
    pub color: bool,
    /// How many columns there are.
    pub width: usize,
    /// Whether everything is shown: the remedy at each finding, and findings that the baseline knows.
    pub verbose: bool,
    /// Whether each finding is one line.
    pub short: bool,
    /// How many findings are shown in full, if not all are.
    pub most: Option<usize>,
}

/// Width without a terminal: nothing that a person wrote is cropped.
pub const NO_TERMINAL: usize = 240;
/// Narrower than this there is no room for source.
const NARROWEST: usize = 20;
/// What line numbers and bars take of the width.
const MARGIN: usize = 8;
/// No line is cut to less.
const SHORTEST: usize = 30;
/// What stands where a line was cut.
const CUT: &str = "...";
/// A path of more steps is shown without its middle.
const STEPS: usize = 24;

/// The findings as text.
pub fn render(report: &Report, style: Style) -> String {
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(style.width.max(NARROWEST));
    let mut out = String::new();
    let mut shown: Vec<&Finding> = report.open().collect();
    if !style.verbose {
        shown.retain(|finding| finding.state != Some(State::Unchanged));
    }
    let all = shown.len();
    if style.short {
        return shown.into_iter().map(line).collect();
    }
    let mut classes = by_class(&shown);
    let mut room = style.most.unwrap_or(all);
    for findings in &mut classes {
        findings.truncate(room);
        room -= findings.len();
        if findings.is_empty() {
            break;
        }
        heading(&mut out, findings, style);
        let mut helped = BTreeSet::new();
        for finding in findings {
            let help = style.verbose || helped.insert(finding.rule.id.as_str());
            out.push_str(&renderer.render(&[one(report, finding, help, style)]));
            out.push_str("\n\n");
        }
    }
    if let Some(most) = style.most.filter(|most| *most < all) {
        let _ = writeln!(
            out,
            "{} more findings: `--all` prints them too, `--short` prints a line for each, \
             `--output report.html` writes a page",
            all - most
        );
    }
    out
}

/// The findings, in their order, with those together that follow each other and are in one class, or file if in none.
fn by_class<'a>(findings: &[&'a Finding]) -> Vec<Vec<&'a Finding>> {
    let class = |finding: &Finding| (finding.path().to_owned(), finding.class.clone());
    findings.chunk_by(|a, b| class(a) == class(b)).map(<[_]>::to_vec).collect()
}

/// A finding as a line, as compilers print them for other programs.
fn line(finding: &Finding) -> String {
    let place = match &finding.location {
        Some(at) => format!("{}:{}:{}: ", at.path, at.start_line, at.start_column),
        None => String::new(),
    };
    let new = if finding.state == Some(State::New) { " (new)" } else { "" };
    let text = format!(
        "{place}{}: {}{new} [{}] ({} confidence)",
        finding.severity().word(),
        finding.text(),
        finding.rule.id,
        finding.confidence.level.word()
    );
    format!("{}\n", visible_line(&text))
}

fn heading(out: &mut String, findings: &[&Finding], style: Style) {
    let Some(first) = findings.first() else { return };
    let name = first.class.as_deref().unwrap_or_else(|| match first.path() {
        "" => "without a place",
        path => path,
    });
    let count = findings.len();
    let word = if count == 1 { "finding" } else { "findings" };
    let (bold, plain) = if style.color { ("\u{1b}[1;4m", "\u{1b}[0m") } else { ("", "") };
    let name = visible_line(name);
    let _ = writeln!(out, "{bold}{name}{plain}: {count} {word}\n");
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

fn one<'a>(report: &'a Report, finding: &'a Finding, help: bool, style: Style) -> Group<'a> {
    let Style { width, verbose, .. } = style;
    let mut message = visible(&finding.text()).into_owned();
    if finding.state == Some(State::New) {
        message.push_str(" (new)");
    }
    // Later lines begin below the message.
    let before = finding.severity().word().len() + finding.rule.id.len() + "[]: ".len();
    let message = wrapped(&message, width, before);
    let mut group =
        level(finding.severity()).primary_title(message).id(visible_line(&finding.rule.id)).elements(
            labels_by_file(report, finding)
                .into_iter()
                .filter_map(|(path, labels)| snippet(report, path, &labels, width)),
        );
    // Steps that are labelled in the source need no list.
    let is_labelled = |step: &Step| {
        let places =
            finding.location.iter().chain(finding.related.iter().filter_map(|one| one.location.as_ref()));
        step.location.as_ref().is_some_and(|at| places.into_iter().any(|place| place == at))
    };
    let tells_more = |path: &&Vec<Vec<Step>>| path.iter().flatten().any(|step| !is_labelled(step));
    let paths: Vec<_> = finding.paths.iter().filter(tells_more).collect();
    for (number, path) in paths.iter().enumerate() {
        for (at, steps) in path.iter().enumerate() {
            let name = match (path.len(), paths.len()) {
                (1, 1) => "path".to_owned(),
                (1, _) => format!("path {}", number + 1),
                (_, 1) => format!("thread {}", at + 1),
                (_, _) => format!("path {}, thread {}", number + 1, at + 1),
            };
            let text = visible(&steps_text(steps, finding.path())).into_owned();
            group = group.element(Level::NOTE.with_name(name).message(text));
        }
    }
    let confidence = format!("{} confidence", finding.confidence.level.word());
    let mut why = finding.confidence.sentence(verbose);
    if verbose {
        let rank = format!("{} of 100", finding.confidence.rank);
        why = if why.is_empty() { rank } else { format!("{rank}: {why}") };
    }
    if !why.is_empty() {
        let why = wrapped(&visible(&why), width, MARGIN + "= : ".len() + confidence.len());
        group = group.element(Level::NOTE.with_name(confidence).message(why));
    }
    if let Some(remedy) = finding.rule.remedy.as_deref().filter(|_| help) {
        let remedy = wrapped(&visible(remedy), width, MARGIN + "= help: ".len());
        group = group.element(Level::HELP.message(remedy));
    }
    if let Some(fix) = finding.fixes.first() {
        let title = wrapped(&visible(&fix.title), width, MARGIN + "= fix: ".len());
        group = group.element(Level::HELP.with_name("fix").message(title));
    }
    if help && finding.rule.help.is_some() {
        let page = format!("`quarrel explain {}`", finding.rule.id);
        group = group.element(Level::NOTE.with_name("more").message(page));
    }
    group
}

/// A text with its lines broken between words, where `before` columns of `width` are taken already.
fn wrapped(text: &str, width: usize, before: usize) -> String {
    if width >= NO_TERMINAL {
        return text.to_owned();
    }
    let room = width.saturating_sub(before).max(SHORTEST);
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > room {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

/// One step a line; the place is shortened where the file is the finding's own.
fn steps_text(steps: &[Step], path: &str) -> String {
    let mut out = String::new();
    let left_out = steps.len().saturating_sub(STEPS);
    for (at, step) in steps.iter().enumerate() {
        if left_out > 0 && at == STEPS / 2 {
            let _ = write!(out, "\n... {left_out} steps ...");
        }
        if left_out > 0 && (STEPS / 2..STEPS / 2 + left_out).contains(&at) {
            continue;
        }
        if at > 0 {
            out.push('\n');
        }
        let _ = write!(out, "{}. {}", at + 1, step.label);
        if let Some(place) = &step.location {
            if &*place.path == path {
                let _ = write!(out, " (line {})", place.start_line);
            } else {
                let _ = write!(out, " ({}:{})", place.path, place.start_line);
            }
        }
    }
    out
}

/// A place with what is said about it.
pub struct Label<'a> {
    /// The place.
    pub at: &'a Location,
    /// What is said; may be empty.
    pub text: String,
    /// Whether it is the finding's own place.
    pub is_primary: bool,
}

/// The labelled places of a finding by file, its own file first, each place once.
pub fn labels_by_file<'a>(report: &Report, finding: &'a Finding) -> Vec<(&'a str, Vec<Label<'a>>)> {
    let mut labels: Vec<Label<'_>> = Vec::new();
    let step_at = |at: &Location| {
        let mut steps = finding.paths.iter().flatten().flatten();
        steps.find(|step| step.location.as_ref() == Some(at)).map(|step| step.label.clone())
    };
    let mut add = |at: &'a Location, text: Option<String>, is_primary: bool| {
        if at.start_line <= 0 {
            return;
        }
        if let Some(known) = labels.iter_mut().find(|known| known.at == at) {
            if known.text.is_empty() {
                known.text = text.unwrap_or_default();
            }
            return;
        }
        labels.push(Label { at, text: text.unwrap_or_default(), is_primary });
    };
    if let Some(at) = &finding.location {
        add(at, step_at(at), true);
    }
    for related in &finding.related {
        if let Some(at) = &related.location {
            add(at, step_at(at).or_else(|| Some(related.text.clone())), false);
        }
    }
    for label in &mut labels {
        let Some(access) = report.surroundings.accesses.get(label.at) else { continue };
        let holding = report.surroundings.holding(label.at).unwrap_or_default();
        if label.text.is_empty() {
            label.text.clone_from(&access.kind);
        }
        if !label.text.contains("hold") {
            let _ = write!(label.text, ", {holding}");
        }
    }
    let mut by_file: Vec<(&str, Vec<Label<'_>>)> = Vec::new();
    for label in labels {
        match by_file.iter_mut().find(|(path, _)| *path == &*label.at.path) {
            Some((_, labels)) => labels.push(label),
            None => by_file.push((&label.at.path, vec![label])),
        }
    }
    by_file
}

/// The lines of one file with its labels; a bare place if the file cannot be read any more.
fn snippet<'a>(
    report: &Report,
    path: &'a str,
    labels: &[Label<'a>],
    width: usize,
) -> Option<annotate_snippets::Element<'a>> {
    let lines = report.sources.lines(path);
    let first = labels.iter().map(|label| label.at.start_line).min()?;
    let last = labels.iter().map(|label| label.at.start_line).max()?;
    let missing = || {
        let place = labels.iter().find(|label| label.is_primary).or(labels.first());
        let line = place.map_or(1, |label| label.at.start_line).max(1) as usize;
        annotate_snippets::Element::Origin(annotate_snippets::Origin::path(visible_line(path)).line(line))
    };
    let Some(excerpt) = lines.get(first as usize - 1..last as usize) else { return Some(missing()) };
    // No column moves by that.
    let excerpt: Vec<Cow<'_, str>> = excerpt.iter().map(|line| visible(line)).collect();
    let most = width.saturating_sub(MARGIN).max(SHORTEST);
    let mut source = String::new();
    let mut starts = Vec::new();
    for (number, line) in (first..).zip(&excerpt) {
        let here = labels.iter().filter(|label| label.at.start_line == number);
        let begin = here.map(|label| byte_of_column(line, label.at.start_column)).min().unwrap_or(0);
        let kept = window(line, begin, most);
        if kept.start > 0 {
            source.push_str(CUT);
        }
        starts.push((source.len(), kept.clone()));
        source.push_str(&line[kept.clone()]);
        if kept.end < line.len() {
            source.push_str(CUT);
        }
        source.push('\n');
    }
    let mut annotations = Vec::new();
    for label in labels {
        let index = (label.at.start_line - first) as usize;
        let line = &excerpt[index];
        let begin = byte_of_column(line, label.at.start_column);
        // Of what spans several lines the first says enough.
        let end = if label.at.end_line == label.at.start_line {
            byte_of_column(line, label.at.end_column.saturating_add(1))
        } else {
            line.len()
        };
        let kind = if label.is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let (start, kept) = &starts[index];
        let shown = |at: usize| start + at.clamp(kept.start, kept.end) - kept.start;
        let annotation = kind.span(shown(begin)..shown(end.max(begin)));
        annotations.push(if label.text.is_empty() {
            annotation
        } else {
            annotation.label(visible_line(&label.text).into_owned())
        });
    }
    Some(
        Snippet::source(source)
            .line_start(first as usize)
            .path(visible_line(path))
            .annotations(annotations)
            .into(),
    )
}

/// The part of a long line that is shown: some text before `begin`, a place in it, and as much after it as fits.
fn window(line: &str, begin: usize, most: usize) -> Range<usize> {
    if line.chars().count() <= most {
        return 0..line.len();
    }
    let before = line[..begin].chars().count();
    let first = before.saturating_sub(most / 3);
    let at = |count: usize| line.char_indices().nth(count).map_or(line.len(), |(at, _)| at);
    at(first)..at(first + most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_wrapped_between_words() {
        let text = "aaaa bbbb cccc dddd eeee ffff gggg hhhh";
        assert_eq!(wrapped(text, NO_TERMINAL, 0), text);
        assert_eq!(wrapped(text, 44, 10), "aaaa bbbb cccc dddd eeee ffff gggg\nhhhh");
        let long = "x".repeat(90);
        assert_eq!(wrapped(&format!("a {long} b"), 40, 0), format!("a\n{long}\nb"));
    }

    #[test]
    fn long_lines_are_cropped_around_the_place() {
        assert_eq!(window("short", 2, 30), 0..5);
        let line = format!("{}\u{e4}x{}", "a".repeat(100), "b".repeat(100));
        let kept = window(&line, 100, 30);
        assert_eq!(kept.start, 90);
        assert_eq!(line[kept].chars().count(), 30);
        assert_eq!(window(&line, 0, 30), 0..30);
    }
}
