//! Whether a lowered program means something: every variable is bound (language.md section 13) and no predicate depends
//! on itself through negation (section 14). A program flows in, diagnostics in QL's words flow out.

use quarrel_base::diag::{Code, Diagnostic};
use quarrel_base::source::Span;
use quarrel_datalog::passes::binding::{Bound, bound_by, needs_binding};
use quarrel_datalog::walk::free_vars;
use quarrel_datalog::{
    Body, Comparison, Def, Literal, LiteralKind, NonStratified, Pred, Program, Rule, Term, VarId, stratify,
};
use rustc_hash::FxHashSet;

/// How many edges of a cycle are shown.
const SHOWN_EDGES: usize = 8;

/// Everything that is wrong with the program, in the order of its predicates.
pub(crate) fn findings(program: &Program) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut told = FxHashSet::default();
    for pred in program.preds.iter() {
        let Def::Rules(rules) = &pred.def else { continue };
        for rule in rules {
            if let Some(diagnostic) = check_rule(program, pred, rule)
                && told.insert((diagnostic.primary, diagnostic.message.clone()))
            {
                diagnostics.push(diagnostic);
            }
        }
    }
    if let Err(error) = stratify(program.clone()) {
        diagnostics.extend(cycle(program, &error));
    }
    diagnostics
}

fn cycle(program: &Program, error: &NonStratified) -> Option<Diagnostic> {
    let name = |pred| program.preds.get(pred).map_or("a closure", |pred: &Pred| pred.name.as_str());
    let first = error.cycle.first()?;
    let place = |edge: &quarrel_datalog::strata::Edge| {
        edge.origin.span().or_else(|| program.preds.get(edge.from)?.origin.span())
    };
    let primary = error.cycle.iter().find_map(place)?;
    let mut diagnostic = Diagnostic::error(
        Code::NonMonotonicRecursion,
        primary,
        format!("`{}` depends on itself through a negation or an aggregate", name(first.from)),
    );
    for edge in error.cycle.iter().take(SHOWN_EDGES) {
        let Some(span) = place(edge) else { continue };
        let how = if edge.negative { "on all of" } else { "on" };
        diagnostic =
            diagnostic.label(span, format!("`{}` depends {how} `{}`", name(edge.from), name(edge.to)));
    }
    if error.cycle.len() > SHOWN_EDGES {
        diagnostic = diagnostic.help(format!("the cycle has {} steps in all", error.cycle.len()));
    }
    Some(
        diagnostic
            .help("a virtual call depends on all of every class that overrides what it calls (not on its tuples only)")
            .help("split the predicate, so that what is negated does not need the predicate itself"),
    )
}

/// What a failure to bind is about.
struct Failure<'p> {
    var: Option<VarId>,
    /// The literals that could not be evaluated where it failed.
    open: Vec<&'p Literal>,
    bound: Bound,
}

fn check_rule(program: &Program, pred: &Pred, rule: &Rule) -> Option<Diagnostic> {
    let full = [Vec::new()];
    let modes = if needs_binding(pred) { &pred.modes[..] } else { &full[..] };
    for mode in modes {
        let given: Bound = mode
            .iter()
            .filter_map(|column| match rule.head.get(*column) {
                Some(Term::Var(var)) => Some(*var),
                _ => None,
            })
            .collect();
        if let Err(failure) = check_body(program, rule, &rule.body, &given) {
            return explain(program, pred, rule, &failure);
        }
    }
    None
}

/// Fails with the innermost body that leaves something unbound.
fn check_body<'p>(
    program: &Program,
    rule: &Rule,
    body: &'p Body,
    given: &Bound,
) -> Result<Bound, Failure<'p>> {
    let (bound, open) = bound_by(program, body.literals.iter(), given);
    let unbound = |var: &&VarId| !bound.contains(*var);
    let named = |var: &&VarId| !rule.vars[**var].name.starts_with('_');
    // A column that equals an unbound variable of the body is told by that variable.
    let own = |var: &&VarId| !rule.head.contains(&Term::Var(**var)) || !is_copied(rule, **var, &open);
    let mut candidates = body.locals.iter().filter(unbound).filter(named);
    if let Some(var) = candidates.clone().find(own).or_else(|| candidates.next()) {
        return Err(Failure { var: Some(*var), open, bound });
    }
    for literal in &open {
        for inner in nested(&literal.kind) {
            check_body(program, rule, inner, &bound)?;
        }
    }
    if !open.is_empty() || body.locals.iter().any(|var| !bound.contains(var)) {
        let of_open = open.iter().flat_map(|literal| literal_vars(literal)).collect::<Vec<_>>();
        let var = of_open
            .iter()
            .chain(&body.locals)
            .filter(unbound)
            .find(named)
            .or_else(|| of_open.iter().chain(&body.locals).find(unbound));
        return Err(Failure { var: var.copied(), open, bound });
    }
    for literal in &body.literals {
        for inner in nested(&literal.kind) {
            // Locals without any condition: `exists(int i)`.
            check_body(program, rule, inner, &bound)?;
        }
    }
    Ok(bound)
}

/// Whether one of the literals only says that the variable equals another one that people know.
fn is_copied(rule: &Rule, var: VarId, open: &[&Literal]) -> bool {
    open.iter().any(|literal| match &literal.kind {
        LiteralKind::Compare(Comparison::Eq, _, Term::Var(a), Term::Var(b)) => {
            (*a == var && !rule.vars[*b].name.starts_with('_'))
                || (*b == var && !rule.vars[*a].name.starts_with('_'))
        }
        _ => false,
    })
}

fn nested(kind: &LiteralKind) -> Vec<&Body> {
    match kind {
        LiteralKind::Not(body) => vec![body],
        LiteralKind::Or(bodies) => bodies.iter().collect(),
        LiteralKind::Aggregate(aggregate) => vec![&aggregate.body],
        _ => Vec::new(),
    }
}

fn literal_vars(literal: &Literal) -> Vec<VarId> {
    let body = Body { locals: Vec::new(), literals: vec![literal.clone()] };
    free_vars(&body)
}

fn explain(program: &Program, pred: &Pred, rule: &Rule, failure: &Failure<'_>) -> Option<Diagnostic> {
    let Some(var) = failure.var else {
        let primary = failure.open.iter().find_map(|literal| literal.origin.span())?;
        return Some(Diagnostic::error(
            Code::NotBound,
            primary,
            "this cannot be evaluated: nothing binds its values",
        ));
    };
    let declared = &rule.vars[var];
    let made_up = declared.name.starts_with('_');
    let origin = declared.origin.span().or(rule.origin.span()).or(pred.origin.span())?;
    let message = if made_up {
        "nothing limits this expression to finitely many values".to_owned()
    } else {
        format!("`{}` is not bound to a value", declared.name)
    };
    let mut diagnostic = Diagnostic::error(Code::NotBound, origin, message);
    let mut hints = 0;
    for literal in &failure.open {
        if hints == 3 || !literal_vars(literal).contains(&var) {
            continue;
        }
        if let Some((span, text)) = reason(program, rule, literal, var, &failure.bound) {
            hints += 1;
            diagnostic = diagnostic.label(span, text);
        }
    }
    let is_column = rule.head.contains(&Term::Var(var));
    Some(if is_column && !made_up && declared.name != "this" && declared.name != "result" {
        diagnostic.help(format!(
            "bind it in the body, or write `bindingset[{}]` before the predicate if every caller gives it",
            declared.name
        ))
    } else if declared.name == "this" {
        diagnostic.help("the values of a primitive type are infinitely many: list or derive the ones that are meant, or write `bindingset[this]`")
    } else {
        diagnostic.help("say which values are meant: a range `[1 .. 9]`, a list, or a call that has finitely many results")
    })
}

/// Why a literal that mentions the variable does not bind it.
fn reason(
    program: &Program,
    rule: &Rule,
    literal: &Literal,
    var: VarId,
    bound: &Bound,
) -> Option<(Span, String)> {
    let span = literal.origin.span()?;
    let name = &rule.vars[var].name;
    let name = if name.starts_with('_') { "it".to_owned() } else { format!("`{name}`") };
    let text = match &literal.kind {
        LiteralKind::Atom(atom) => {
            let callee = program.preds.get(atom.pred)?;
            let needed: Vec<&str> = callee
                .modes
                .first()?
                .iter()
                .filter_map(|column| callee.columns.get(*column))
                .map(|column| column.name.as_str())
                .collect();
            format!("`{}` has results only where `{}` is given", callee.name, needed.join("`, `"))
        }
        LiteralKind::Closure { .. } => {
            "a closure with `*` holds of every value and itself, so it binds nothing alone".to_owned()
        }
        LiteralKind::Not(_) => format!("a negation does not bind {name}"),
        LiteralKind::Or(bodies) => {
            let failing = bodies.iter().find(|body| {
                let (inside, _) = bound_by(program, body.literals.iter(), bound);
                !inside.contains(&var)
            })?;
            let place = failing.literals.iter().find_map(|literal| literal.origin.span()).unwrap_or(span);
            return Some((place, format!("this alternative does not bind {name}")));
        }
        LiteralKind::Compare(..) => format!("a comparison binds {name} only if its other side is bound"),
        LiteralKind::Builtin(op, _) => {
            let what = op.name();
            format!("this operation ({what}) needs its operands bound")
        }
        LiteralKind::Construct { .. } => return None,
        LiteralKind::Aggregate(_) => {
            format!("this aggregate has a value even where nothing is counted, so it does not bind {name}")
        }
    };
    Some((span, text))
}
