//! Why a row of a result is there, as a tree of texts. A compiled program, a database and the number of a row flow in; a
//! [`Reason`] flows out, down to rows of the database. The run is done again, keeping all that it computes; results are
//! not touched by that.
//!
//! What only says that a value has its declared type is left out, if a library declares the type; so are steps that lead
//! from a call to the member that answers it.

use crate::results::{ResultSet, numbered_result_sets};
use crate::session::Compiled;
use quarrel_base::source::{SourceMap, Span};
use quarrel_datalog::{Kind, Origin, PredId, Program};
use quarrel_eval::explain::{Condition, Derivation, Explainer, Source};
use quarrel_eval::{Edb, EvalError, EvalErrorKind, Options, Values, evaluate_kept};

/// A row or condition, and what it follows from.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// What holds.
    pub parts: Vec<Part>,
    /// What sort of reason it is.
    pub kind: ReasonKind,
    /// Where it is written in QL.
    pub place: Option<Span>,
    /// What it follows from.
    pub from: Vec<Reason>,
}

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// As it is.
    Text(String),
    /// An entity of the database by its id, which is the same in every run.
    Entity(u32),
}

/// Sorts of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReasonKind {
    /// A row that a rule gives.
    Rule,
    /// A row of the database.
    Fact,
    /// A row of a data extension.
    Given,
    /// A row that a graph algorithm gives.
    Graph,
    /// A comparison or an operation.
    Test,
    /// A negated condition.
    Nothing,
    /// An aggregate.
    Aggregate,
    /// A path, step by step.
    Path,
    /// A row that was explained above.
    Above,
    /// The explanation was cut here.
    Cut,
}

/// Explains row `row` of the result set `name` of query `query`, at most `depth` rules deep; `None` if there is no such
/// row. The row is counted as in the results of a run of the same program.
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
    let row = outcome.relations.get(&pred).map(|rows| rows.row(*number)).unwrap_or_default();
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
        let mut parts = vec![Part::Text(format!("{}(", self.name(derivation.pred)))];
        let columns = &self.program.preds[derivation.pred].columns;
        for (at, (value, column)) in derivation.row.iter().zip(columns).enumerate() {
            if at > 0 {
                parts.push(Part::Text(", ".to_owned()));
            }
            self.value(*value, column.kind, &mut parts);
        }
        parts.push(Part::Text(")".to_owned()));
        let shown = parts.clone();
        let made = |kind, place: Option<Span>, from| Reason { parts, kind, place, from };
        match &derivation.from {
            Source::Database => made(ReasonKind::Fact, None, Vec::new()),
            Source::Given => made(ReasonKind::Given, None, Vec::new()),
            Source::Graph => made(ReasonKind::Graph, None, Vec::new()),
            Source::Above => made(ReasonKind::Above, None, Vec::new()),
            Source::Cut => made(ReasonKind::Cut, None, Vec::new()),
            Source::Rule(origin, conditions) => {
                let mut from = Vec::new();
                conditions.iter().for_each(|condition| self.condition(condition, &mut from));
                // A call leads to the member that answers it, with the same row.
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

    fn condition(&self, condition: &Condition, out: &mut Vec<Reason>) {
        let told = |origin: &Origin, kind, from| Reason {
            parts: vec![Part::Text(self.text(*origin))],
            kind,
            place: origin.span(),
            from,
        };
        let made = match condition {
            Condition::Row(origin, derivation) => {
                let pred = &self.program.preds[derivation.pred];
                let is_type = pred.columns.len() == 1 && !pred.name.contains('/');
                let derived = !matches!(origin, Origin::Source(_));
                if is_type && derived && self.is_library(pred.origin) {
                    return;
                }
                self.reason(derivation)
            }
            Condition::Path(origin, steps) => {
                let steps: Vec<Reason> = steps.iter().map(|step| self.reason(step)).collect();
                let mut reason = told(origin, ReasonKind::Path, steps);
                if origin.span().is_none() {
                    reason.parts = vec![Part::Text("a path".to_owned())];
                }
                reason
            }
            Condition::Test(origin) => match origin {
                Origin::Source(_) => told(origin, ReasonKind::Test, Vec::new()),
                // An equality that the compiler made of how something is written.
                _ => return,
            },
            Condition::Nothing(origin) => told(origin, ReasonKind::Nothing, Vec::new()),
            Condition::Aggregate(origin, value, kind) => {
                let mut reason = told(origin, ReasonKind::Aggregate, Vec::new());
                reason.parts.push(Part::Text(" = ".to_owned()));
                self.value(*value, *kind, &mut reason.parts);
                reason
            }
        };
        if !out.contains(&made) {
            out.push(made);
        }
    }

    /// Whether something is not declared in a file that was typed or named by the user.
    fn is_library(&self, origin: Origin) -> bool {
        origin.span().is_none_or(|span| self.sources.file(span.file).name.starts_with("<bundled>"))
    }

    /// The name without what tells versions of a predicate apart.
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

    /// A line of the source of a condition.
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
