//! Explains why a result has a row, as a tree of [`Reason`]s down to rows of the database. It evaluates the program
//! again and keeps everything it computes; results are not affected.
//!
//! The tree omits conditions that only say that a value has its declared type, if a library declares the type, and the
//! step from a call to the member that it dispatches to.

use crate::results::{ResultSet, numbered_result_sets};
use crate::session::compile::Compiled;
use quarrel_base::source::{SourceMap, Span};
use quarrel_common::always;
use quarrel_datalog::{Kind, Origin, PredId, Program};
use quarrel_eval::explain::{Condition, Counted, Derivation, Explainer, Sought, Source, What};
use quarrel_eval::{Edb, EvalError, EvalErrorKind, Options, Values, evaluate_kept};

/// A row or condition, and the reasons for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// The row or condition that holds.
    pub parts: Vec<Part>,
    /// Its kind.
    pub kind: ReasonKind,
    /// Its place in QL.
    pub place: Option<Span>,
    /// Its own reasons.
    pub from: Vec<Reason>,
}

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Plain text.
    Text(String),
    /// An entity of the database by its id, which is the same in every run.
    Entity(u32),
}

/// Kinds of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReasonKind {
    /// A row derived by a rule.
    Rule,
    /// A row of the database.
    Fact,
    /// A row of a data extension.
    Given,
    /// A row derived by a graph algorithm.
    Graph,
    /// A comparison or an operation.
    Test,
    /// A negated condition; below it how far the search for a match came.
    Nothing,
    /// A `forall` that holds; below it how far the search for an exception came.
    NoException,
    /// A condition of such a search, with the number of assignments that satisfy it and the conditions before it.
    Sought(usize),
    /// One of several alternatives of a condition, all of which fail.
    Way,
    /// An aggregate of so many tuples, some of which are below it.
    Aggregate(usize),
    /// A tuple of an aggregate.
    Tuple,
    /// A row that is only shown, not explained.
    Shown,
    /// A path, step by step.
    Path,
    /// A row that is explained above.
    Above,
    /// The explanation is cut here.
    Cut,
}

/// Explains row `row` of the result set `name` of query `query`, at most `depth` rules deep; `None` if there is no such
/// row. Rows are numbered as in the results of a run of the same program.
///
/// # Errors
/// If a limit is reached or the database cannot be read.
pub fn explain(
    compiled: &Compiled,
    edb: &dyn Edb,
    options: &Options,
    at: (&str, usize),
    depth: usize,
) -> Result<Option<Reason>, EvalError> {
    let stratified = compiled.stratified();
    let program = stratified.program();
    let (outcome, kept) = evaluate_kept(stratified, edb, options)?;
    let found: Option<(ResultSet, Vec<usize>, usize)> = numbered_result_sets(program, &outcome)?
        .into_iter()
        .enumerate()
        .find(|(_, (set, _))| set.name == at.0)
        .map(|(number, (set, numbers))| (set, numbers, number));
    let Some((_, numbers, output)) = found else { return Ok(None) };
    let Some(number) = numbers.get(at.1) else { return Ok(None) };
    let pred = program.outputs[output].pred;
    let row = always!(outcome.relations.get(&pred)).map(|rows| rows.row(*number)).unwrap_or_default();
    let explainer = Explainer::new(stratified, kept, outcome.values, options);
    let failed = |kind: EvalErrorKind| EvalError::of(kind, program, pred);
    let Some(derivation) = explainer.derive(pred, &row, depth).map_err(failed)? else { return Ok(None) };
    let writer = Writer { program, values: explainer.values(), sources: compiled.sources() };
    Ok(Some(writer.reason(&derivation)))
}

struct Writer<'a, 'db> {
    program: &'a Program,
    values: &'a Values<'db>,
    sources: &'a SourceMap,
}

impl Writer<'_, '_> {
    fn reason(&self, derivation: &Derivation) -> Reason {
        let row: Vec<Option<u32>> = derivation.row.iter().copied().map(Some).collect();
        let parts = self.row(derivation.pred, &row);
        let shown = parts.clone();
        let made = |kind, place: Option<Span>, from| Reason { parts, kind, place, from };
        match &derivation.from {
            Source::Database => made(ReasonKind::Fact, None, Vec::new()),
            Source::Given => made(ReasonKind::Given, None, Vec::new()),
            Source::Graph => made(ReasonKind::Graph, None, Vec::new()),
            Source::Above => made(ReasonKind::Above, None, Vec::new()),
            Source::Cut => made(ReasonKind::Cut, None, Vec::new()),
            Source::Shown => made(ReasonKind::Shown, None, Vec::new()),
            Source::Rule(origin, conditions) => {
                let from = self.conditions(conditions);
                // The member that a call dispatches to has the same row.
                let same = |other: &Reason| {
                    other.parts[1..] == shown[1..]
                        && matches!(other.kind, ReasonKind::Rule | ReasonKind::Fact)
                };
                let dispatches = self.program.preds[derivation.pred].name.contains(".dispatch");
                if dispatches
                    && let [only] = from.as_slice()
                    && same(only)
                {
                    return only.clone();
                }
                made(ReasonKind::Rule, origin.span(), from)
            }
        }
    }

    /// The text of a row; unknown cells are `_`.
    fn row(&self, pred: PredId, row: &[Option<u32>]) -> Vec<Part> {
        let mut parts = vec![Part::Text(format!("{}(", self.name(pred)))];
        for (at, (value, column)) in row.iter().zip(&self.program.preds[pred].columns).enumerate() {
            if at > 0 {
                parts.push(Part::Text(", ".to_owned()));
            }
            match value {
                Some(value) => self.value(*value, column.kind, &mut parts),
                None => parts.push(Part::Text("_".to_owned())),
            }
        }
        parts.push(Part::Text(")".to_owned()));
        parts
    }

    /// Whether a condition only says that a value has its declared type, and a library declares the type.
    fn is_declared_type(&self, pred: PredId, origin: Origin) -> bool {
        let pred = &self.program.preds[pred];
        let is_type = pred.columns.len() == 1 && !pred.name.contains('/');
        is_type && !matches!(origin, Origin::Source(_)) && self.is_library(pred.origin)
    }

    fn written(&self, origin: Origin, kind: ReasonKind, from: Vec<Reason>) -> Reason {
        Reason { parts: vec![Part::Text(self.text(origin))], kind, place: origin.span(), from }
    }

    fn conditions(&self, conditions: &[Condition]) -> Vec<Reason> {
        let mut out = Vec::new();
        conditions.iter().for_each(|condition| self.condition(condition, &mut out));
        out
    }

    fn condition(&self, condition: &Condition, out: &mut Vec<Reason>) {
        let written = |origin: &Origin, kind, from| self.written(*origin, kind, from);
        let made = match condition {
            Condition::Row(origin, derivation) => {
                if self.is_declared_type(derivation.pred, *origin) {
                    return;
                }
                self.reason(derivation)
            }
            Condition::Path(origin, steps) => {
                let steps: Vec<Reason> = steps.iter().map(|step| self.reason(step)).collect();
                let mut reason = written(origin, ReasonKind::Path, steps);
                if origin.span().is_none() {
                    reason.parts = vec![Part::Text("a path".to_owned())];
                }
                reason
            }
            Condition::Test(origin) => match origin {
                Origin::Source(_) => written(origin, ReasonKind::Test, Vec::new()),
                // An equality that the compiler added.
                _ => return,
            },
            Condition::Nothing(origin, searched) => {
                let text = self.text(*origin);
                let kind = match text.split('(').next().unwrap_or_default().trim_end() {
                    "forall" | "forex" => ReasonKind::NoException,
                    _ => ReasonKind::Nothing,
                };
                written(origin, kind, self.searched(searched))
            }
            Condition::Aggregate(origin, counted) => self.counted(*origin, counted),
        };
        if !out.contains(&made) {
            out.push(made);
        }
    }

    /// The conditions of a search, except those that say nothing and do not end it.
    fn searched(&self, searched: &[Sought]) -> Vec<Reason> {
        searched.iter().filter_map(|sought| self.sought(sought)).collect()
    }

    fn sought(&self, sought: &Sought) -> Option<Reason> {
        let origin = sought.origin;
        let mut made = self.written(origin, ReasonKind::Sought(sought.found), Vec::new());
        match &sought.what {
            What::Row(pred, _) if sought.found > 0 && self.is_declared_type(*pred, origin) => return None,
            What::Row(pred, row) => made.parts = self.row(*pred, row),
            What::Test | What::Nothing if sought.found > 0 && !matches!(origin, Origin::Source(_)) => {
                return None;
            }
            What::Nothing => made.parts.insert(0, Part::Text("not ".to_owned())),
            What::Test | What::Either => {}
        }
        made.from =
            sought.rows.iter().map(|row| self.reason(row)).filter(|row| row.parts != made.parts).collect();
        let mut ways: Vec<Vec<Reason>> =
            sought.because.iter().map(|way| self.searched(way)).filter(|way| !way.is_empty()).collect();
        if let (1, What::Row(..)) = (sought.because.len(), &sought.what) {
            made.from.extend(ways.pop().unwrap_or_default());
        }
        for (number, from) in ways.into_iter().enumerate() {
            let word = if number == 0 { "either" } else { "or" };
            let parts = vec![Part::Text(word.to_owned())];
            made.from.push(Reason { parts, kind: ReasonKind::Way, place: None, from });
        }
        made.from.extend(self.conditions(&sought.despite));
        Some(made)
    }

    fn counted(&self, origin: Origin, counted: &Counted) -> Reason {
        let mut reason = self.written(origin, ReasonKind::Aggregate(counted.tuples), Vec::new());
        if let Some((value, kind)) = counted.result {
            reason.parts.push(Part::Text(" = ".to_owned()));
            self.value(value, kind, &mut reason.parts);
        }
        let tuple = |parts, from| Reason { parts, kind: ReasonKind::Tuple, place: None, from };
        for listed in &counted.listed {
            let mut parts = Vec::new();
            for (name, value, kind) in &listed.values {
                let comma = if parts.is_empty() { "" } else { ", " };
                let is = if name.is_empty() { "" } else { " = " };
                parts.push(Part::Text(format!("{comma}{name}{is}")));
                self.value(*value, *kind, &mut parts);
            }
            reason.from.push(tuple(parts, self.conditions(&listed.because)));
        }
        let more = counted.tuples - counted.listed.len();
        if more > 0 {
            reason.from.push(tuple(vec![Part::Text(format!("and {more} more"))], Vec::new()));
        }
        reason
    }

    /// Whether a file other than those the user typed or named declares it.
    fn is_library(&self, origin: Origin) -> bool {
        origin.span().is_none_or(|span| self.sources.file(span.file).name.starts_with("<bundled>"))
    }

    /// The name without the suffix that distinguishes versions of a predicate.
    fn name(&self, pred: PredId) -> String {
        let name = &self.program.preds[pred].name;
        let plain = match name.strip_prefix('@') {
            Some(rest) => format!("@{}", rest.split(['@', '~']).next().unwrap_or(rest)),
            None => name.split(['@', '~']).next().unwrap_or(name).to_owned(),
        };
        let plain = plain.replace(".dispatch", "");
        match plain.rsplit_once('/') {
            Some((name, arity)) if arity.chars().all(|ch| ch.is_ascii_digit()) => {
                name.rsplit_once('#').map_or(name, |(_, name)| name).to_owned()
            }
            _ => plain,
        }
    }

    /// The source of a condition on one line.
    fn text(&self, origin: Origin) -> String {
        let text = origin.span().map(|span| self.sources.text(span)).unwrap_or_default();
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(100) {
            Some((at, _)) => format!("{}...", &line[..at]),
            None => line,
        }
    }

    fn value(&self, value: u32, kind: Kind, out: &mut Vec<Part>) {
        let text = match kind {
            Kind::Int => (value as i32).to_string(),
            Kind::Boolean => (value != 0).to_string(),
            Kind::String => format!("{:?}", self.values.text(value)),
            Kind::Float => self.values.float_of(value).to_string(),
            Kind::Date => {
                crate::results::display(quarrel_datalog::BuiltinOp::DateToString, value, self.values)
                    .to_string()
            }
            Kind::BigInt => {
                crate::results::display(quarrel_datalog::BuiltinOp::BigIntToString, value, self.values)
                    .to_string()
            }
            Kind::Entity => match self.values.constructed(value) {
                Some((ctor, args)) => {
                    let made = &self.program.ctors[ctor];
                    out.push(Part::Text(format!("{}(", made.name)));
                    for (at, (arg, kind)) in args.iter().zip(&made.args).enumerate() {
                        if at > 0 {
                            out.push(Part::Text(", ".to_owned()));
                        }
                        self.value(*arg, *kind, out);
                    }
                    ")".to_owned()
                }
                None => return out.push(Part::Entity(value)),
            },
        };
        out.push(Part::Text(text));
    }
}
