//! Converts rows of the query predicate `edits` into [`Fix`]es with byte ranges in the analysed texts. `docs/reports.md`
//! describes the rows; nothing here knows a programming language.

use super::{Finding, Rule};
use quarrel_engine::{Cell, Compiled, Location, ResultSet};
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// The query predicate with edits.
const PREDICATE: &str = "edits";
/// Its columns.
const COLUMNS: &str = "(element, title, place, how, text)";

/// A replacement in one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The file, as places name it.
    pub path: Arc<str>,
    /// The bytes that are replaced; empty for an insertion.
    pub range: Range<usize>,
    /// The order among edits with the same range.
    pub rank: u8,
    /// The replacement.
    pub text: String,
    /// The range in lines and columns.
    pub region: Region,
    /// Whether only blanks precede it on its line.
    pub begins_line: bool,
    /// Bytes that no other fix may touch, since another edit of this fix moves their lines.
    pub claims: Option<Range<usize>>,
}

/// A range in lines and columns from 1, columns in UTF-16 units, the end exclusive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Region {
    /// Line and column of the first character.
    pub start: (usize, usize),
    /// Line and column behind the last character.
    pub end: (usize, usize),
}

/// Edits that are made together or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The title in reports.
    pub title: String,
    /// The query that proposes it.
    pub rule: Arc<str>,
    /// The place of the element that it fixes.
    pub anchor: Option<Location>,
    /// The edits, sorted.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// The place as text.
    pub fn place(&self) -> String {
        let of_edit = || self.edits.first().map(|edit| format!("{}:{}", edit.path, edit.region.start.0));
        let anchor = self.anchor.as_ref().filter(|at| at.start_line > 0);
        anchor.map(|at| format!("{}:{}", at.path, at.start_line)).or_else(of_edit).unwrap_or_default()
    }
}

/// A text with its lines.
#[derive(Debug)]
pub struct Text {
    text: String,
    /// The offsets of the lines. Invariant: ascending, begins with 0.
    starts: Vec<usize>,
    /// One step of indentation, computed on first use.
    step: OnceCell<String>,
}

impl Text {
    /// Splits a text into lines, which end with `\n`, `\r\n` or `\r`.
    pub fn new(text: String) -> Self {
        let bytes = text.as_bytes();
        let ends = |at: usize| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts =
            std::iter::once(0).chain((0..bytes.len()).filter(|at| ends(*at)).map(|at| at + 1)).collect();
        Self { text, starts, step: OnceCell::new() }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The bytes of the line at an offset, without the line end.
    fn line_at(&self, offset: usize) -> Range<usize> {
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = self.starts[line];
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        start..start + self.text[start..end].trim_end_matches(['\n', '\r']).len()
    }

    /// The line end of the text.
    fn line_end(&self) -> &'static str {
        let Some(second) = self.starts.get(1) else { return "\n" };
        match &self.text[..*second] {
            first if first.ends_with("\r\n") => "\r\n",
            first if first.ends_with('\r') => "\r",
            _ => "\n",
        }
    }

    /// One step of indentation: a tab if a line begins with one, else the most frequent increase in blanks from a line to
    /// the next.
    fn step(&self) -> &str {
        self.step.get_or_init(|| self.find_step())
    }

    fn find_step(&self) -> String {
        let mut steps: BTreeMap<usize, usize> = BTreeMap::new();
        let mut before = 0;
        for start in &self.starts {
            let rest = &self.text[*start..];
            if rest.starts_with('\t') {
                return "\t".to_owned();
            }
            let blanks = rest.len() - rest.trim_start_matches(' ').len();
            // Skip lines without code, and the stars of comments.
            if !rest[blanks..].starts_with(|c: char| c.is_alphanumeric() || "@{}_".contains(c)) {
                continue;
            }
            if blanks > before && blanks - before <= 8 {
                *steps.entry(blanks - before).or_default() += 1;
            }
            before = blanks;
        }
        let most = steps.into_iter().max_by_key(|(width, count)| (*count, std::cmp::Reverse(*width)));
        " ".repeat(most.map_or(4, |(width, _)| width))
    }

    /// The offset of a line and a column, both from 1, the column in UTF-16 units; `None` beyond the text.
    fn offset(&self, line: i32, column: i32) -> Option<usize> {
        let start = *self.starts.get(usize::try_from(line).ok()?.checked_sub(1)?)?;
        let mut units = usize::try_from(column).ok()?.checked_sub(1)?;
        for (at, ch) in self.text[start..].char_indices() {
            if units == 0 {
                return Some(start + at);
            }
            units = units.checked_sub(ch.len_utf16())?;
        }
        (units == 0).then_some(self.text.len())
    }

    /// Line and column of an offset, both from 1, the column in UTF-16 units.
    fn position(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= offset);
        let before = &self.text[self.starts[line - 1]..offset];
        (line, before.encode_utf16().count() + 1)
    }

    /// The bytes of a place; the end of a place is included, and one column before its begin if it is empty.
    fn range(&self, at: &Location) -> Option<Range<usize>> {
        if at.start_line == 0 {
            return Some(0..self.text.len());
        }
        let start = self.offset(at.start_line, at.start_column)?;
        let end = self.offset(at.end_line, at.end_column.checked_add(1)?)?;
        (start <= end).then_some(start..end)
    }
}

/// A function that returns the analysed text of a file; `None` if the database has none.
pub type Texts<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// All fixes of a run.
#[derive(Default, Debug)]
pub struct Fixes {
    /// Those of queries without findings; the others are in the findings.
    pub alone: Vec<Fix>,
    /// Messages about rows that cannot be used.
    pub mistakes: Vec<String>,
}

/// A cache of looked-up texts.
struct Known<'a> {
    look_up: &'a Texts<'a>,
    texts: HashMap<Arc<str>, Option<Rc<Text>>>,
}

impl Known<'_> {
    fn text(&mut self, path: &Arc<str>) -> Option<Rc<Text>> {
        if let Some(known) = self.texts.get(path) {
            return known.clone();
        }
        let text = (self.look_up)(path).map(|text| Rc::new(Text::new(text)));
        self.texts.insert(path.clone(), text.clone());
        text
    }
}

/// Identifies a fix: the index of the query, the element's place and text, the title.
type Key = (usize, Option<Location>, String, String);

/// Reads the edits among the result sets and adds its fixes to each finding, by title.
pub fn attach(
    compiled: &Compiled,
    sets: &[ResultSet],
    rules: &[Arc<Rule>],
    findings: &mut [Finding],
    look_up: &Texts<'_>,
) -> Fixes {
    let mut known = Known { look_up, texts: HashMap::new() };
    let mut all = Fixes::default();
    let mut found: BTreeMap<Key, Result<Vec<Edit>, ()>> = BTreeMap::new();
    for set in sets.iter().filter(|set| set.name == PREDICATE) {
        let id = &rules[set.query].id;
        if set.columns.len() != 5 {
            all.mistakes.push(format!("the predicate `edits` of {id} must have the columns {COLUMNS}"));
            continue;
        }
        for row in &set.rows {
            let (Some(element), Some(title)) = (row.first(), row.get(1)) else { continue };
            let key = (set.query, element.location().cloned(), element.text(), title.text());
            let edits = found.entry(key).or_insert_with(|| Ok(Vec::new()));
            match resolve(row, &mut known) {
                Ok(more) => {
                    if let Ok(edits) = edits {
                        edits.extend(more);
                    }
                }
                // A fix with a bad row is dropped as a whole.
                Err(why) => {
                    *edits = Err(());
                    let title = title.text();
                    all.mistakes.push(format!("the edit \"{title}\" of {id} cannot be made: {why}"));
                }
            }
        }
    }
    let mut by_element: HashMap<(*const Rule, Option<Location>, String), Vec<Fix>> = HashMap::new();
    for ((query, anchor, element, title), edits) in found {
        let Ok(mut edits) = edits else { continue };
        edits.sort_by(order);
        // Indent a line once if two places share it.
        edits.dedup_by(|next, kept| {
            let same = order(kept, next).is_eq();
            if let (true, Some(more), Some(claims)) = (same, &next.claims, &mut kept.claims) {
                *claims = claims.start.min(more.start)..claims.end.max(more.end);
            }
            same
        });
        let breaks: Vec<(Arc<str>, usize)> = edits
            .iter()
            .filter(|edit| edit.rank == FAR_BEFORE)
            .map(|edit| (edit.path.clone(), edit.range.end))
            .collect();
        edits.retain(|edit| {
            edit.rank != INDENT || edit.begins_line || breaks.contains(&(edit.path.clone(), edit.range.start))
        });
        let rule = &rules[query];
        if edits
            .windows(2)
            .any(|pair| pair[0].path == pair[1].path && overlap(&pair[0].range, &pair[1].range))
        {
            all.mistakes
                .push(format!("the edit \"{title}\" of {} cannot be made: its parts overlap", rule.id));
            continue;
        }
        let fix = Fix { title, rule: rule.id.as_str().into(), anchor: anchor.clone(), edits };
        if super::finds_problems(&compiled.queries[query].metadata) {
            by_element.entry((Arc::as_ptr(rule), anchor, element)).or_default().push(fix);
        } else {
            all.alone.push(fix);
        }
    }
    for finding in findings {
        let key = (Arc::as_ptr(&finding.rule), finding.location.clone(), finding.element.clone());
        if let Some(fixes) = by_element.get(&key) {
            finding.fixes.clone_from(fixes);
        }
    }
    all
}

/// The order in which edits of one file are made.
pub(super) fn order(a: &Edit, b: &Edit) -> std::cmp::Ordering {
    let key = |edit: &Edit| (edit.range.start, edit.range.end, edit.rank);
    a.path.cmp(&b.path).then_with(|| key(a).cmp(&key(b))).then_with(|| a.text.cmp(&b.text))
}

/// How an edit changes its place.
enum How<'a> {
    /// Replaces the place by the text.
    Replace,
    /// Replaces a word in the place by the text.
    Word(&'a str),
    /// Inserts the text directly before the place.
    Before,
    /// Inserts the text directly after the place.
    After,
    /// Inserts the text as lines before the first line.
    LineBefore,
    /// Inserts the text as lines after the last line.
    LineAfter,
    /// Indents the lines by one step.
    Indent,
    /// Removes the place, and its lines if nothing else is on them.
    Remove,
}

fn how(written: &str) -> Option<How<'_>> {
    Some(match written {
        "replace" => How::Replace,
        "before" => How::Before,
        "after" => How::After,
        "line before" => How::LineBefore,
        "line after" => How::LineAfter,
        "indent" => How::Indent,
        "remove" => How::Remove,
        _ => How::Word(written.strip_prefix("replace ").map(str::trim).filter(|word| !word.is_empty())?),
    })
}

/// The edits of a row.
fn resolve(row: &[Cell], known: &mut Known<'_>) -> Result<Vec<Edit>, String> {
    let [_, _, place, written, text] = row else { return Err("a row is incomplete".to_owned()) };
    let Some(at) = place.location() else { return Err(format!("`{}` has no place", place.text())) };
    let (written, new) = (written.text(), text.text());
    let how = how(&written).ok_or_else(|| {
        format!(
            "`{written}` is none of `replace`, `replace WORD`, `before`, `after`, `line before`, `line after`, \
             `indent` and `remove`"
        )
    })?;
    let shown = || format!("{}:{}:{}", at.path, at.start_line, at.start_column);
    let text = known.text(&at.path).ok_or_else(|| format!("the database has no text of {}", at.path))?;
    let range = text.range(at).ok_or_else(|| format!("{} is not in the text", shown()))?;
    let edit = |range: Range<usize>, rank: u8, new: String| Edit {
        path: at.path.clone(),
        rank,
        text: new,
        region: Region { start: text.position(range.start), end: text.position(range.end) },
        begins_line: text.as_str()[text.line_at(range.start).start..range.start].trim().is_empty(),
        range,
        claims: None,
    };
    let source = text.as_str();
    let (first, last) = (text.line_at(range.start), text.line_at(range.end));
    let blanks = &source[first.start..first.end];
    let blanks = &blanks[..blanks.len() - blanks.trim_start().len()];
    let blanks = &blanks[..blanks.len().min(range.start - first.start)];
    let laid_out = |new: &str| laid_out(new, blanks, &text);
    let begins_line = source[first.start..range.start].trim().is_empty();
    let ends_line = source[range.end..last.end].trim().is_empty();
    let line_end = text.line_end();
    Ok(match how {
        How::Replace => vec![edit(range, BETWEEN, laid_out(&new))],
        How::Before => vec![edit(range.start..range.start, NEAR, laid_out(&new))],
        How::After => vec![edit(range.end..range.end, NEAR, laid_out(&new))],
        How::Word(word) => {
            let at = word_in(&source[range.clone()], word)
                .ok_or_else(|| format!("it is not clear which `{word}` at {} is meant", shown()))?;
            let start = range.start + at;
            vec![edit(start..start + word.len(), BETWEEN, laid_out(&new))]
        }
        How::LineBefore => {
            let new = laid_out(&new);
            match begins_line {
                true => vec![edit(first.start..first.start, FAR_BEFORE, format!("{blanks}{new}{line_end}"))],
                false => {
                    let kept = source[first.start..range.start].trim_end().len();
                    vec![edit(
                        first.start + kept..range.start,
                        FAR_BEFORE,
                        format!("{line_end}{blanks}{new}{line_end}{blanks}"),
                    )]
                }
            }
        }
        How::LineAfter => {
            let new = format!("{line_end}{blanks}{}", laid_out(&new));
            match ends_line {
                true => vec![edit(last.end..last.end, FAR_AFTER, new)],
                false => vec![edit(range.end..range.end, FAR_AFTER, format!("{new}{line_end}{blanks}"))],
            }
        }
        How::Indent => {
            let step = text.step().to_owned();
            let claims = Some(first.start..last.end);
            let mut edits = Vec::new();
            let mut line = first.clone();
            if !begins_line {
                // It counts only where the line is broken before it.
                edits.push(Edit {
                    claims: claims.clone(),
                    ..edit(range.start..range.start, INDENT, step.clone())
                });
            }
            loop {
                let inside = &source[line.clone()];
                let at = line.start + (inside.len() - inside.trim_start().len());
                if !inside.trim().is_empty() && (begins_line || line.start > first.start) {
                    edits.push(Edit { claims: claims.clone(), ..edit(at..at, INDENT, step.clone()) });
                }
                let Some(next) = text.starts.get(text.starts.partition_point(|start| *start <= line.start))
                else {
                    break;
                };
                if *next > last.start {
                    break;
                }
                line = text.line_at(*next);
            }
            edits
        }
        How::Remove => {
            let whole = begins_line && ends_line;
            let behind = text.starts.partition_point(|start| *start <= last.start);
            let behind = text.starts.get(behind).copied().unwrap_or(source.len());
            vec![edit(if whole { first.start..behind } else { range }, BETWEEN, String::new())]
        }
    })
}

/// Ranks of edits at one place, in the order of their results in the text.
const FAR_BEFORE: u8 = 0;
const INDENT: u8 = 1;
const NEAR: u8 = 2;
const FAR_AFTER: u8 = 3;
const BETWEEN: u8 = 4;

/// Lays out new text: line ends of the file, `blanks` before all lines but the first, and a step of the file's
/// indentation for each tab at the beginning of a line.
fn laid_out(new: &str, blanks: &str, text: &Text) -> String {
    let mut out = String::new();
    for (at, line) in new.split('\n').enumerate() {
        let line = line.trim_end_matches('\r');
        let inner = line.trim_start_matches('\t');
        if at > 0 {
            out.push_str(text.line_end());
            if !inner.is_empty() {
                out.push_str(blanks);
            }
        }
        if line.len() > inner.len() {
            out.push_str(&text.step().repeat(line.len() - inner.len()));
        }
        out.push_str(inner);
    }
    out
}

/// The offset of a word in a text; `None` unless the text begins with it or has it once.
fn word_in(text: &str, word: &str) -> Option<usize> {
    let is_part = |ch: char| ch.is_alphanumeric() || ch == '_' || ch == '$';
    let is_word = |at: &usize| {
        let (before, behind) = (&text[..*at], &text[at + word.len()..]);
        !before.ends_with(is_part) && !behind.starts_with(is_part)
    };
    let mut places = text.match_indices(word).map(|(at, _)| at).filter(is_word);
    let first = places.next()?;
    (first == 0 || places.next().is_none()).then_some(first)
}

/// The fixes that can be made together.
#[derive(Default, Debug)]
pub struct Plan<'a> {
    /// Fixes that are made.
    pub made: Vec<&'a Fix>,
    /// Fixes that are not made, each with the one that it overlaps.
    pub refused: Vec<(&'a Fix, &'a Fix)>,
}

impl<'a> Plan<'a> {
    /// Selects fixes in order, without those that overlap earlier ones. An equal edit of several fixes (such as one
    /// import) is made once.
    pub fn new(fixes: impl IntoIterator<Item = &'a Fix>) -> Self {
        let mut plan = Self::default();
        let mut taken: HashMap<&str, Vec<(&'a Edit, usize)>> = HashMap::new();
        for fix in fixes.into_iter().filter(|fix| !fix.edits.is_empty()) {
            let mut fresh = Vec::new();
            let mut obstacle = None;
            for edit in &fix.edits {
                let others = taken.get(&*edit.path).map(Vec::as_slice).unwrap_or_default();
                let same = others.iter().any(|(other, _)| *other == edit && edit.claims.is_none());
                let inside =
                    |other: &Edit| other.claims.as_ref().is_some_and(|claim| meet(claim, &edit.range));
                let around =
                    |other: &Edit| edit.claims.as_ref().is_some_and(|claim| meet(claim, &other.range));
                let overlaps = |other: &Edit| {
                    inside(other) || around(other) || !(same) && overlap(&other.range, &edit.range)
                };
                if let Some((_, of)) = others.iter().find(|(other, _)| overlaps(other)) {
                    obstacle = Some(*of);
                    break;
                }
                if !same {
                    fresh.push(edit);
                }
            }
            match obstacle {
                Some(of) => plan.refused.push((fix, plan.made[of])),
                None => {
                    for edit in fresh {
                        taken.entry(&edit.path).or_default().push((edit, plan.made.len()));
                    }
                    plan.made.push(fix);
                }
            }
        }
        plan
    }

    /// The edits of each file, in order, each once.
    pub fn by_file(&self) -> BTreeMap<&'a str, Vec<&'a Edit>> {
        let mut files: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
        for edit in self.made.iter().flat_map(|fix| &fix.edits) {
            files.entry(&edit.path).or_default().push(edit);
        }
        for edits in files.values_mut() {
            edits.sort_by(|a, b| order(a, b));
            edits.dedup();
        }
        files
    }
}

/// Whether two ranges share a byte, or an empty one is inside the other.
fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Whether a range lies in the claim or at its ends.
fn meet(claim: &Range<usize>, range: &Range<usize>) -> bool {
    claim.start <= range.end && range.start <= claim.end
}

/// Applies sorted edits, which do not overlap, to a text.
pub fn edited(text: &str, edits: &[&Edit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        out.push_str(&text[at..edit.range.start]);
        out.push_str(&edit.text);
        at = edit.range.end;
    }
    out.push_str(&text[at..]);
    out
}
