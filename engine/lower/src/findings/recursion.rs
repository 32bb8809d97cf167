//! Reports non-monotonic recursion: the cycle as a path of calls, each with its place, and why one of them is negative.

use quarrel_base::diag::{Code, Diagnostic};
use quarrel_base::source::Span;
use quarrel_common::always;
use quarrel_datalog::strata::Edge;
use quarrel_datalog::walk::nested_bodies;
use quarrel_datalog::{AggregateOp, Body, Def, GraphOp, LiteralKind, NonStratified, Origin, PredId, Program};

/// The most edges of a cycle that are shown; the rest is counted.
const SHOWN_EDGES: usize = 8;

/// Why the callee must be complete before the caller can be computed.
#[derive(Clone, Copy)]
enum Why {
    Negation,
    /// A virtual call takes the most specific override: all of the overriding class must be known.
    Dispatch,
    Aggregate(AggregateOp),
    Graph(&'static str),
}

/// The diagnostic for a cycle; `None` if no part of it has a place.
pub(super) fn diagnostic(program: &Program, error: &NonStratified) -> Option<Diagnostic> {
    let place = |edge: &Edge| edge.origin.span().or_else(|| program.preds.get(edge.from)?.origin.span());
    let primary = error.cycle.iter().find_map(place)?;
    let first = error.cycle.first()?;
    let why = |edge: &Edge| why(program, edge);
    let through = match why(first) {
        Why::Negation => "a negation".to_owned(),
        Why::Dispatch => "a virtual call".to_owned(),
        Why::Aggregate(op) => format!("the aggregate `{}`", op.name()),
        Why::Graph(name) => format!("`{name}`"),
    };
    // Start the cycle at a predicate from the source.
    let subject = error.cycle.iter().map(|edge| edge.from).find(|pred| !name(program, *pred).made);
    let subject = name(program, subject.unwrap_or(first.from));
    let message = format!("{} depends on itself through {through}", subject.text);
    let mut diagnostic = Diagnostic::error(Code::NonMonotonicRecursion, primary, message);
    let placed: Vec<(&Edge, Span)> =
        error.cycle.iter().filter_map(|edge| Some((edge, place(edge)?))).take(SHOWN_EDGES).collect();
    for (at, (edge, span)) in placed.iter().enumerate() {
        let number = if placed.len() > 1 { format!("{}. ", at + 1) } else { String::new() };
        let (from, to) = (name(program, edge.from), name(program, edge.to));
        let to = if edge.from == edge.to { "itself".to_owned() } else { to.text };
        let from = from.text;
        let text = match edge.negative.then(|| why(edge)) {
            None if is_operator(program, edge.to) => format!("{number}{from} applies {to}"),
            None => format!("{number}{from} needs {to}"),
            Some(Why::Negation) => format!("{number}{from} negates {to}"),
            Some(Why::Dispatch) => format!("{number}which override is called depends on {to}"),
            Some(Why::Aggregate(op)) => {
                format!("{number}{from} has {to} inside `{}`", op.name())
            }
            Some(Why::Graph(_)) => format!("{number}{from} takes all of {to}"),
        };
        diagnostic = diagnostic.label(*span, text);
    }
    if error.cycle.len() > SHOWN_EDGES {
        diagnostic = diagnostic.help(format!(
            "the cycle has {} steps, of which the first {SHOWN_EDGES} are shown",
            error.cycle.len()
        ));
    }
    let negative: Vec<Why> = error.cycle.iter().filter(|edge| edge.negative).map(why).collect();
    let helps: [(bool, &str); 4] = [
        (
            negative.iter().any(|why| matches!(why, Why::Negation)),
            "negate something that can be computed first: split the predicate in two, so that what stands \
             under `not` (or before `implies`, or in `forall`) does not need the predicate itself",
        ),
        (
            negative.iter().any(|why| matches!(why, Why::Aggregate(_))),
            "aggregate over something that can be computed first, or write the recursion without the \
             aggregate; a monotonic aggregate (`language[monotonicAggregates]`) may recurse through its \
             expression, not through its range",
        ),
        (
            negative.iter().any(|why| matches!(why, Why::Dispatch)),
            "let the characteristic predicate of the overriding class do without the virtual call: call a \
             predicate that is not overridden, or move the condition into the overriding member",
        ),
        (
            negative.iter().any(|why| matches!(why, Why::Graph(_))),
            "a graph operator takes relations that can be computed first; for recursion use `+` or `*`",
        ),
    ];
    for (_, text) in helps.into_iter().filter(|(wanted, _)| *wanted) {
        diagnostic = diagnostic.help(text);
    }
    Some(diagnostic)
}

/// The text for a predicate in a message, and whether the compiler made it.
struct Name {
    text: String,
    made: bool,
}

fn name(program: &Program, pred: PredId) -> Name {
    let known = program.preds.get(pred).map_or("a closure", |pred| pred.name.as_str());
    let quoted = |text: &str, made| Name { text: format!("`{text}`"), made };
    if let Some(Def::Graph(graph)) = program.preds.get(pred).map(|pred| &pred.def) {
        return quoted(operator(graph), true);
    }
    if let Some(root) = known.strip_suffix(".dispatch") {
        return Name { text: format!("the virtual call of `{root}`"), made: true };
    }
    // Predicates have an arity in their names; a name without arity is the extent of a type.
    let ty = known.strip_suffix(".C").or_else(|| known.strip_suffix(".this")).unwrap_or(known);
    if !known.contains('/') && !known.contains('(') && !known.contains('#') {
        return Name { text: format!("type `{ty}`"), made: false };
    }
    if let Some(step) = known.strip_suffix('+') {
        return Name { text: format!("the closure of `{step}`"), made: true };
    }
    quoted(known, false)
}

/// The QL operator of a graph algorithm.
fn operator(graph: &GraphOp) -> &'static str {
    match graph {
        GraphOp::TransitiveClosure { sources: None, sinks: None, .. } => "fastTC",
        GraphOp::TransitiveClosure { sinks: None, .. } => "sourceBoundedFastTC",
        GraphOp::TransitiveClosure { .. } => "doublyBoundedFastTC",
        GraphOp::ShortestDistances { .. } => "shortestDistances",
        GraphOp::ImmediateDominators { .. } => "idominance",
        GraphOp::EquivalenceRelation { .. } => "equivalenceRelation",
        GraphOp::InternSets { .. } => "InternSets",
    }
}

fn is_operator(program: &Program, pred: PredId) -> bool {
    program.preds.get(pred).is_some_and(|pred| matches!(pred.def, Def::Graph(_)))
}

/// Why the edge is negative: the construct around its literal.
fn why(program: &Program, edge: &Edge) -> Why {
    let Some(pred) = always!(program.preds.get(edge.from)) else { return Why::Negation };
    match &pred.def {
        Def::Graph(graph) => Why::Graph(operator(graph)),
        Def::Rules(rules) => rules
            .iter()
            .find_map(|rule| around(&rule.body, edge.to, edge.origin, None))
            .map_or(Why::Negation, |why| match (why, pred.name.ends_with(".dispatch")) {
                (Why::Negation, true) => Why::Dispatch,
                (why, _) => why,
            }),
        Def::Stored(_) | Def::Rows(_) => Why::Negation,
    }
}

/// The innermost construct around the mention that makes it negative; `None` if the body has no such mention.
fn around(body: &Body, wanted: PredId, origin: Origin, outer: Option<Why>) -> Option<Why> {
    for literal in &body.literals {
        let found = match &literal.kind {
            LiteralKind::Atom(atom) => atom.pred == wanted && literal.origin == origin,
            LiteralKind::Closure { step, .. } => *step == wanted && literal.origin == origin,
            _ => false,
        };
        if found && outer.is_some() {
            return outer;
        }
        let outer = match &literal.kind {
            LiteralKind::Not(_) => outer.or(Some(Why::Negation)),
            LiteralKind::Aggregate(aggregate) => Some(Why::Aggregate(aggregate.op)),
            _ => outer,
        };
        for inner in nested_bodies(&literal.kind) {
            if let Some(why) = around(inner, wanted, origin, outer) {
                return Some(why);
            }
        }
    }
    None
}
