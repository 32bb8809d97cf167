//! Renders findings for a terminal in the style of modern compilers: by class, each with its message, the source of all its
//! places, labelled with the held locks, its path, and its remedy.

use super::report::Report;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use quarrel_common::words::plural;
use quarrel_console::terminal::FileLinks;
use quarrel_console::visible::{visible, visible_line};
use quarrel_engine::Location;
use quarrel_findings::sources::byte_of_column;
use quarrel_findings::{Finding, Severity, State, Step, confidence};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;

/// Options of the text.
#[derive(Clone, Copy, Debug)]
pub struct Style<'a> {
    /// The names of files.
    pub names: &'a Names,
    /// Whether to use colours.
    pub color: bool,
    /// The number of columns.
    pub width: usize,
    /// Whether to show the remedy of each finding, and findings in the baseline.
    pub verbose: bool,
    /// Whether each finding is one line.
    pub short: bool,
    /// The number of findings that are shown in full; `None` for all.
    pub most: Option<usize>,
}

/// The width without a terminal: wide enough for usual source lines.
pub const NO_TERMINAL: usize = 240;
/// How many findings a terminal gets in full; more scroll away unread.
pub const FIRST: usize = 20;

/// The names of files in a terminal.
#[derive(Clone, Default, Debug)]
pub struct Names {
    /// The path from the current folder to that of the paths; empty if they are the same.
    pub prefix: String,
    /// The absolute folder of the paths and the kind of links; `None` if the terminal has no links.
    pub links: Option<(PathBuf, FileLinks)>,
}

impl Names {
    /// The name of the file at `path`.
    pub fn name(&self, path: &str) -> String {
        match self.prefix.as_str() {
            "" => path.to_owned(),
            prefix if path.is_empty() => prefix.to_owned(),
            prefix if prefix.ends_with('/') => format!("{prefix}{path}"),
            prefix => format!("{prefix}/{path}"),
        }
    }

    /// `shown`, with a link to a place if the terminal has links.
    fn linked(&self, shown: &str, path: &str, line: i32, column: i32) -> String {
        let Some((root, kind)) = &self.links else { return shown.to_owned() };
        let file = root.join(path);
        let file = file.to_string_lossy();
        let mut target = String::from(if *kind == FileLinks::Code { "vscode://file" } else { "file://" });
        for byte in file.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                    target.push(char::from(byte));
                }
                _ => {
                    let _ = write!(target, "%{byte:02X}");
                }
            }
        }
        match kind {
            FileLinks::File => {}
            FileLinks::Line => {
                let _ = write!(target, "#{line}");
            }
            FileLinks::Code => {
                let _ = write!(target, ":{line}:{column}");
            }
        }
        format!("\u{1b}]8;;{target}\u{1b}\\{shown}\u{1b}]8;;\u{1b}\\")
    }
}

/// The least width for source.
const NARROWEST: usize = 20;
/// The width of line numbers and bars.
const MARGIN: usize = 8;
/// The least width to which a line is cut.
const SHORTEST: usize = 30;
/// Marks a cut.
const CUT: &str = "...";
/// A longer path is shown without its middle.
const STEPS: usize = 8;
/// The number of steps shown of its beginning, and of its end.
const FIRST_STEPS: usize = 2;
const LAST_STEPS: usize = 4;
/// The columns of a line reserved for the message; a longer path of the file is shortened.
const ROOM: usize = 64;

/// Renders the findings as text.
pub fn render(report: &Report, style: Style<'_>) -> String {
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(style.width.max(NARROWEST));
    let mut out = String::new();
    let mut shown: Vec<&Finding> = report.open().collect();
    if !style.verbose {
        shown.retain(|finding| finding.state != Some(State::Unchanged));
    }
    let all = shown.len();
    if style.short {
        return shown.into_iter().map(|finding| line(finding, style)).collect();
    }
    // The help line of a query appears at its first finding.
    let mut helped = BTreeSet::new();
    let mut classes = by_class(&shown);
    let mut room = style.most.unwrap_or(all);
    for findings in &mut classes {
        findings.truncate(room);
        room -= findings.len();
        if findings.is_empty() {
            break;
        }
        heading(&mut out, findings, style);
        for finding in findings {
            let help = style.verbose || helped.insert(finding.rule.id.as_str());
            let shown = renderer.render(&[one(report, finding, help, style)]);
            out.push_str(&with_links(shown, finding, style.names));
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

/// Groups neighbouring findings by class, or by file if they are in no class.
fn by_class<'a>(findings: &[&'a Finding]) -> Vec<Vec<&'a Finding>> {
    let class = |finding: &Finding| (finding.path().to_owned(), finding.class.clone());
    findings.chunk_by(|a, b| class(a) == class(b)).map(<[_]>::to_vec).collect()
}

/// Adds a link to each line that names a place of the finding.
fn with_links(text: String, finding: &Finding, names: &Names) -> String {
    if names.links.is_none() {
        return text;
    }
    let mut paths: Vec<&str> = finding.places().map(|place| &*place.path).collect();
    paths.sort_unstable();
    paths.dedup();
    let one = |line: &str| {
        let arrow = ["--> ", "::: "].iter().find_map(|arrow| line.find(arrow).map(|at| at + arrow.len()))?;
        // The escape sequence of a colour ends after the arrow.
        let at = line[arrow..].find(|c: char| c != '\u{1b}' && c != '[' && c != 'm' && !c.is_ascii_digit());
        let rest = &line[arrow + at?..];
        let rest = rest.trim_end();
        let start = line.len() - line[arrow + at?..].len();
        let mut parts = rest.rsplitn(3, ':');
        let (column, row, file) = (parts.next()?, parts.next()?, parts.next()?);
        let (column, row) = (column.parse().ok()?, row.parse().ok()?);
        let path = paths.iter().find(|path| visible_line(&names.name(path)) == file)?;
        Some(format!("{}{}", &line[..start], names.linked(rest, path, row, column)))
    };
    text.split('\n').map(|line| one(line).unwrap_or_else(|| line.to_owned())).collect::<Vec<_>>().join("\n")
}

/// A finding as a line in the form of compilers; no longer than the terminal is wide.
fn line(finding: &Finding, style: Style<'_>) -> String {
    let new = if finding.state == Some(State::New) { " (new)" } else { "" };
    let severity = finding.severity();
    let (word, id) = (severity.word(), visible_line(&finding.rule.id).into_owned());
    let message = visible_line(&format!("{}{new}", finding.headline())).into_owned();
    let is_terminal = style.width < NO_TERMINAL;
    let mut place = String::new();
    let mut columns = word.len() + id.chars().count() + "[]: ".len();
    if let Some(at) = &finding.location {
        let behind = format!(":{}:{}", at.start_line, at.start_column);
        let mut name = visible_line(&style.names.name(&at.path)).into_owned();
        let room = style.width.saturating_sub(columns + behind.len() + ": ".len());
        if is_terminal && name.chars().count() + message.chars().count().min(ROOM) > room {
            name = shortened(&name, room.saturating_sub(message.chars().count().min(ROOM)));
        }
        let shown = name + &behind;
        columns += shown.chars().count() + ": ".len();
        place = style.names.linked(&shown, &at.path, at.start_line, at.start_column);
        place.push_str(": ");
    }
    let message = if is_terminal { cut(&message, style.width.saturating_sub(columns)) } else { message };
    let (bold, plain) = if style.color { ("\u{1b}[1m", "\u{1b}[0m") } else { ("", "") };
    let color = match severity {
        _ if !style.color => "",
        Severity::Error => "\u{1b}[1;91m",
        Severity::Warning => "\u{1b}[1;33m",
        Severity::Note => "\u{1b}[1;92m",
    };
    format!("{bold}{place}{plain}{color}{word}[{id}]{plain}: {message}\n")
}

/// Removes leading folders of a path with more columns than `most`; the name of the file stays whole.
fn shortened(path: &str, most: usize) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    for first in 1..parts.len() {
        let shown = format!("{CUT}/{}", parts[first..].join("/"));
        if shown.chars().count() <= most || first + 1 == parts.len() {
            return shown;
        }
    }
    path.to_owned()
}

/// Cuts a text before the column `most`, between two words.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(CUT.len())).collect();
    let end = kept.rfind(' ').filter(|end| *end * 2 > kept.len()).unwrap_or(kept.len());
    format!("{}{CUT}", kept[..end].trim_end_matches([',', ';', ':', ' ']))
}

fn heading(out: &mut String, findings: &[&Finding], style: Style<'_>) {
    let Some(first) = findings.first() else { return };
    let name = first.class.as_deref().unwrap_or_else(|| match first.path() {
        "" => "without a place",
        path => path,
    });
    let count = findings.len();
    let word = plural(count, "finding");
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

fn one<'a>(report: &'a Report, finding: &'a Finding, help: bool, style: Style<'_>) -> Group<'a> {
    let Style { width, verbose, names, .. } = style;
    let mut message = visible(&finding.text()).into_owned();
    if finding.state == Some(State::New) {
        message.push_str(" (new)");
    }
    // Later lines are aligned with the message.
    let before = finding.severity().word().len() + finding.rule.id.len() + "[]: ".len();
    let message = wrapped(&message, width, before);
    let mut group =
        level(finding.severity()).primary_title(message).id(visible_line(&finding.rule.id)).elements(
            labels_by_file(report, finding)
                .into_iter()
                .filter_map(|(path, labels)| snippet(report, path, &labels, width, names)),
        );
    // Steps with labels in the source are not listed.
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
            let before = MARGIN + "= : ".len() + name.len();
            let room = if width < NO_TERMINAL { width.saturating_sub(before) } else { NO_TERMINAL };
            let text = visible(&steps_text(steps, finding.path(), names, room)).into_owned();
            group = group.element(Level::NOTE.with_name(name).message(text));
        }
    }
    let sure = likely(finding);
    let why = if verbose {
        let all = finding.confidence.sentence(true);
        let confidence::Confidence { points, rank, level, .. } = &finding.confidence;
        let rank =
            format!("{} confidence, {rank} of 100 such findings are mended, {points} points", level.word());
        if all.is_empty() { rank } else { format!("{rank}: {all}") }
    } else {
        finding.confidence.because()
    };
    if !why.is_empty() {
        let why = wrapped(&visible(&why), width, MARGIN + "= : ".len() + sure.len());
        group = group.element(Level::NOTE.with_name(sure).message(why));
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

/// The word in text reports for each level of confidence.
fn likely(finding: &Finding) -> &'static str {
    match finding.confidence.level {
        confidence::Level::High => "likely",
        confidence::Level::Medium => "possible",
        confidence::Level::Low => "unlikely",
    }
}

/// Wraps a text between words; the first line has `before` columns less than `width`.
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

/// One step a line, without the middle of a long path. A step names its file if that differs from the file of the step
/// before it; that of the first step, from `path`.
fn steps_text(steps: &[Step], path: &str, names: &Names, room: usize) -> String {
    let is_long = steps.len() > STEPS;
    let hidden = if is_long { FIRST_STEPS..steps.len() - LAST_STEPS } else { 0..0 };
    let mut lines = Vec::new();
    let mut file = path;
    for (at, step) in steps.iter().enumerate() {
        if at == hidden.start && is_long {
            lines.push(format!("... {} calls ...", hidden.len()));
        }
        if hidden.contains(&at) {
            continue;
        }
        let number = format!("{}. ", at + 1);
        let mut text = step.label.clone();
        if let Some(place) = &step.location {
            if &*place.path == file {
                let _ = write!(text, " (line\u{a0}{})", place.start_line);
            } else {
                let _ = write!(text, " ({}:{})", names.name(&place.path), place.start_line);
                file = &place.path;
            }
        }
        let text = wrapped(&text, room, number.len()).replace('\u{a0}', " ");
        let below = " ".repeat(number.len());
        lines.push(number + &text.replace('\n', &format!("\n{below}")));
    }
    lines.join("\n")
}

/// A labelled place.
pub struct Label<'a> {
    /// The place.
    pub at: &'a Location,
    /// The label; may be empty.
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

/// The labelled lines of one file; only places if the file cannot be read any more.
fn snippet<'a>(
    report: &Report,
    path: &'a str,
    labels: &[Label<'a>],
    width: usize,
    names: &Names,
) -> Option<annotate_snippets::Element<'a>> {
    let lines = report.sources.lines(path);
    let first = labels.iter().map(|label| label.at.start_line).min()?;
    let last = labels.iter().map(|label| label.at.start_line).max()?;
    let shown = visible_line(&names.name(path)).into_owned();
    let missing = |shown: String| {
        let place = labels.iter().find(|label| label.is_primary).or(labels.first());
        let line = place.map_or(1, |label| label.at.start_line).max(1) as usize;
        annotate_snippets::Element::Origin(annotate_snippets::Origin::path(shown).line(line))
    };
    let Some(excerpt) = lines.get(first as usize - 1..last as usize) else { return Some(missing(shown)) };
    // Escaping does not change columns.
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
        // Of a place on several lines only the first is marked.
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
    Some(Snippet::source(source).line_start(first as usize).path(shown).annotations(annotations).into())
}

/// The shown part of a long line: some text before the place at `begin`, and as much after it as fits.
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
