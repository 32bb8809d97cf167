//! `:why`: prints the derivation of a row as an indented tree. A query finds the texts and places of its entities.

use super::show::{self, short};
use super::state::{Last, State};
use quarrel_common::words::grouped;
use quarrel_console::Failure;
use quarrel_driver::in_pool;
use quarrel_driver::limits::AtWork;
use quarrel_engine::explain::{Part, Reason, ReasonKind, explain};
use quarrel_engine::{Const, Location, Options, ResultSet, SourceMap, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// The default depth of a derivation, in rules.
const DEPTH: usize = 12;
/// The most entities that get texts.
const MAX_ENTITIES: usize = 5_000;

/// Texts and places of entities.
type Labels = BTreeMap<u32, (String, Option<Location>)>;

impl State {
    /// Explains a row of the last result.
    ///
    /// # Errors
    /// If there is no such row, or the query cannot run again.
    pub fn why(&mut self, arguments: &str) -> Result<String, Failure> {
        let mut words = arguments.split_whitespace();
        let number = words.next().unwrap_or_default();
        let depth = match words.next() {
            None => DEPTH,
            Some(word) => word
                .parse()
                .map_err(|_| Failure::new("`:why` takes a row and a depth, such as `:why 3 2`"))?,
        };
        let (set, row) = self.row(number)?;
        let stages = stages_text(self.last.as_ref(), set, row);
        if arguments.split_whitespace().count() == 1
            && let Some(stages) = stages
        {
            return Ok(format!(
                "{stages}`:why {number} {DEPTH}` derives the row, down to facts of the database\n"
            ));
        }
        let name = set.name.clone();
        let (compiled, _) = self.compile_last()?;
        let at_work = AtWork::begin(&self.settings.bounds);
        let options = Options {
            limits: at_work.limits(),
            progress: at_work.progress(Vec::new()),
            ..Options::default()
        };
        let threads = self.settings.threads;
        let edb = &self.db;
        let started = std::time::Instant::now();
        let found = in_pool(threads, || {
            let stopped =
                |error| super::state::stopped(error, &format!("after {}", show::time(started.elapsed())));
            explain(&compiled, edb, &options, (&name, row), depth).map_err(stopped)
        })?;
        drop(at_work);
        let reason =
            found.ok_or_else(|| Failure::new("no derivation was found; this is a bug in quarrel"))?;
        let mut entities = BTreeSet::new();
        collect(&reason, &mut entities);
        let labels = self.labels(&entities);
        let mut out = String::new();
        write(&reason, "", "", &labels, compiled.sources(), &mut out);
        Ok(out)
    }

    /// The texts and places of entities, except those that the library does not know.
    fn labels(&mut self, entities: &BTreeSet<u32>) -> Labels {
        let rows = entities.iter().take(MAX_ENTITIES).map(|id| vec![Const::Int(*id as i32)]).collect();
        let session = self.compiler.session();
        session.set_external("quarrelExplained", rows);
        let module: Arc<str> = "import java\nexternal predicate quarrelExplained(@top e);\nfrom Top e where quarrelExplained(e) select e\n".into();
        let Ok(compiled) = self.compile_quietly(&module) else { return Labels::new() };
        let Ok(sets) = self.evaluate(&compiled) else { return Labels::new() };
        let mut labels = Labels::new();
        for row in sets.iter().flat_map(|set| &set.rows) {
            if let [cell] = row.as_slice()
                && let Value::Entity(id) = cell.value
            {
                labels.entry(id).or_insert_with(|| (cell.text(), cell.location().cloned()));
            }
        }
        labels
    }
}

/// The query's own explanation of a row of its `select`: the rows of `stages(element, number, name, text)` for its element;
/// `None` if there are none.
fn stages_text(last: Option<&Last>, set: &ResultSet, row: usize) -> Option<String> {
    let element = set.rows.get(row)?.first().filter(|_| set.name == "#select")?;
    let stages = last?.sets.iter().find(|set| set.name == "stages")?;
    let mut stages_of_row: Vec<(i32, String, String)> = Vec::new();
    for row in &stages.rows {
        let [of, number, name, text] = row.as_slice() else { continue };
        if let (true, Value::Int(number)) = (of == element, &number.value) {
            stages_of_row.push((*number, name.text(), text.text()));
        }
    }
    stages_of_row.sort();
    let width = stages_of_row.iter().map(|(_, name, _)| name.chars().count()).max()?;
    let mut out = String::new();
    for (number, name, text) in stages_of_row {
        let _ = writeln!(out, "{number}. {name:width$}  {text}");
    }
    Some(out)
}

fn collect(reason: &Reason, entities: &mut BTreeSet<u32>) {
    entities.extend(reason.parts.iter().filter_map(|part| match part {
        Part::Entity(id) => Some(*id),
        Part::Text(_) => None,
    }));
    reason.from.iter().for_each(|reason| collect(reason, entities));
}

fn write(reason: &Reason, head: &str, below: &str, labels: &Labels, sources: &SourceMap, out: &mut String) {
    let mut text = String::new();
    let mut place = None;
    for part in &reason.parts {
        match part {
            Part::Text(part) => text.push_str(part),
            Part::Entity(id) => match labels.get(id) {
                Some((label, at)) => {
                    text.push_str(label);
                    place = place.or(at.as_ref().filter(|at| at.start_line > 0));
                }
                None => {
                    let _ = write!(text, "#{id}");
                }
            },
        }
    }
    let note = match reason.kind {
        ReasonKind::Rule => match reason.place {
            // Lines of the typed text are not those of its module.
            Some(span) if sources.file(span.file).name.ends_with("<prompt>.ql") => "  by <prompt>".to_owned(),
            Some(span) => format!("  by {}:{}", sources.file(span.file).name, sources.line_column(span).0),
            None => String::new(),
        },
        ReasonKind::Fact => "  in the database".to_owned(),
        ReasonKind::Given => "  by a data extension".to_owned(),
        ReasonKind::Graph => "  by a graph algorithm".to_owned(),
        ReasonKind::Test | ReasonKind::Way | ReasonKind::Tuple | ReasonKind::Shown => String::new(),
        ReasonKind::Nothing => "  holds for nothing".to_owned(),
        ReasonKind::NoException => "  has no exception".to_owned(),
        ReasonKind::Sought(0) => "  <- nothing".to_owned(),
        ReasonKind::Sought(1) => "  1 match".to_owned(),
        ReasonKind::Sought(found) => format!("  {} matches", grouped(found)),
        ReasonKind::Aggregate(1) => "  over 1 row".to_owned(),
        ReasonKind::Aggregate(rows) => format!("  over {} rows", grouped(rows)),
        ReasonKind::Path => "  step by step".to_owned(),
        ReasonKind::Above => "  see above".to_owned(),
        ReasonKind::Cut => "  ...".to_owned(),
    };
    let at = place.map_or(String::new(), |at| format!("  [{}:{}]", short(&at.path), at.start_line));
    let _ = writeln!(out, "{head}{text}{at}{note}");
    for (number, from) in reason.from.iter().enumerate() {
        let last = number + 1 == reason.from.len();
        let (corner, line) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        write(from, &format!("{below}{corner}"), &format!("{below}{line}"), labels, sources, out);
    }
}
