//! Reports range restriction: a variable that may have infinitely many values, and what fails to bind it.

use super::body_span;
use quarrel_base::diag::{Code, Diagnostic};
use quarrel_base::source::Span;
use quarrel_datalog::normal::is_false;
use quarrel_datalog::passes::binding::{Bound, bound_by, is_bound, needs_binding};
use quarrel_datalog::walk::free_vars;
use quarrel_datalog::{Body, Comparison, Def, Kind, Literal, LiteralKind, Pred, Program, Rule, Term, VarId};
use rustc_hash::FxHashSet;

/// The most reasons shown for one variable.
const SHOWN_REASONS: usize = 3;

/// One diagnostic for each variable that nothing binds, in the order of the program.
pub(super) fn findings(program: &Program) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut seen = FxHashSet::default();
    for pred in program.preds.iter() {
        let Def::Rules(rules) = &pred.def else { continue };
        for rule in rules {
            if let Some(diagnostic) = check_rule(program, pred, rule)
                && seen.insert((diagnostic.primary, diagnostic.message.clone()))
            {
                diagnostics.push(diagnostic);
            }
        }
    }
    diagnostics
}

/// An unbound variable or argument.
struct Failure<'p> {
    var: Option<VarId>,
    /// The literals that cannot be evaluated there.
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
        // Searching for the place of a failure repeats the check at each level; one check suffices if there is none.
        if is_bound(program, &rule.body, &given) {
            continue;
        }
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
    if is_false(body) {
        // Falsity binds everything.
        return Ok(given.clone());
    }
    let (bound, open) = bound_by(program, body.literals.iter(), given);
    let unbound = |var: &&VarId| !bound.contains(*var);
    let named = |var: &&VarId| !rule.vars[**var].name.starts_with('_');
    // A column that equals an unbound variable of the body is reported by that variable.
    let own = |var: &&VarId| !rule.head.contains(&Term::Var(**var)) || !is_copied(rule, **var, &open);
    let mut candidates = body.locals.iter().filter(unbound).filter(named);
    // If one branch of a disjunction binds too little, everything in it is unbound; report the variable that the branch
    // lacks.
    let blamed = |var: &&VarId| open.iter().any(|literal| fails(program, literal, **var, &bound));
    let mut likely = candidates.clone().filter(blamed);
    if let Some(var) = likely.clone().find(own).or_else(|| likely.next()).or_else(|| candidates.next()) {
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

/// Whether a literal that cannot be evaluated mentions the variable and does not bind it by itself.
fn fails(program: &Program, literal: &Literal, var: VarId, bound: &Bound) -> bool {
    match &literal.kind {
        LiteralKind::Or(bodies) => bodies.iter().any(|body| {
            let (inside, _) = bound_by(program, body.literals.iter(), bound);
            !inside.contains(&var)
        }),
        _ => literal_vars(literal).contains(&var),
    }
}

/// Whether one of the literals only equates the variable with another one from the source.
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

/// The text for a variable in a message.
struct Subject {
    /// `x` in backquotes, or a description of an expression.
    text: String,
    /// Its name in the source, if any.
    name: Option<String>,
}

/// A place that does not bind a variable, the message for it, and the usual remedy.
struct Reason {
    place: Span,
    text: String,
    remedy: Option<String>,
    /// Whether it only refers to another variable.
    weak: bool,
}

fn explain(program: &Program, pred: &Pred, rule: &Rule, failure: &Failure<'_>) -> Option<Diagnostic> {
    let Some(var) = failure.var else {
        let primary = failure.open.iter().find_map(|literal| literal.origin.span())?;
        return Some(
            Diagnostic::error(Code::NotBound, primary, "nothing limits this to finitely many values")
                .label(primary, "its values are not bound"),
        );
    };
    let declared = &rule.vars[var];
    let name = (!declared.name.starts_with('_')).then(|| declared.name.clone());
    let subject = Subject {
        text: name.as_ref().map_or_else(|| "this expression".to_owned(), |name| format!("`{name}`")),
        name,
    };
    let primary = declared.origin.span().or(rule.origin.span()).or(pred.origin.span())?;
    let message = match &subject.name {
        Some(name) => format!("`{name}` is not bound to a value"),
        None => "nothing limits this expression to finitely many values".to_owned(),
    };
    let mut reasons: Vec<Reason> = Vec::new();
    for literal in &failure.open {
        if literal_vars(literal).contains(&var)
            && let Some(reason) = reason(program, rule, literal, var, &subject, &failure.bound)
            && !reasons.iter().any(|other| other.place == reason.place)
        {
            reasons.push(reason);
        }
    }
    // Report an equality only if no better reason is known.
    if reasons.iter().any(|reason| !reason.weak) {
        reasons.retain(|reason| !reason.weak);
    }
    let mentioned = !reasons.is_empty();
    let mut diagnostic = Diagnostic::error(Code::NotBound, primary, message);
    if !reasons.iter().any(|reason| reason.place == primary) {
        diagnostic = diagnostic.label(primary, introduction(declared.kind, &subject, mentioned));
    }
    let remedy = reasons.iter().find_map(|reason| reason.remedy.clone());
    for reason in reasons.into_iter().take(SHOWN_REASONS) {
        diagnostic = diagnostic.label(reason.place, reason.text);
    }
    let is_column = rule.head.contains(&Term::Var(var));
    let parameter = subject.name.as_deref().filter(|name| is_column && *name != "result");
    // Predicates have an arity in their names; a name without arity is the extent of a class.
    let is_field = !pred.name.contains('/') && !pred.name.contains('(') && parameter != Some("this");
    Some(match (parameter, remedy) {
        (Some("this"), remedy) => diagnostic
            .help(remedy.unwrap_or_else(|| {
                "say in the characteristic predicate which values are meant: a list, a range, or what a \
                 call yields"
                    .to_owned()
            }))
            .help("if only values from elsewhere are tested, write `bindingset[this]` before the class"),
        (Some(name), _) if is_field => {
            diagnostic.help(format!("say in the characteristic predicate which values `{name}` has"))
        }
        (Some(name), _) => diagnostic.help(format!(
            "if every caller gives `{name}` a value, write `bindingset[{name}]` before the predicate; \
                 otherwise say in the body which values are meant"
        )),
        (None, Some(remedy)) => diagnostic.help(remedy),
        (None, None) => diagnostic.help(
            "say which values are meant: a range such as `x in [1 .. 9]`, a list, or a call that has \
             finitely many results",
        ),
    })
}

/// The message at the variable's declaration.
fn introduction(kind: Kind, subject: &Subject, mentioned: bool) -> String {
    let ty = match kind {
        Kind::Int => "int",
        Kind::Float => "float",
        Kind::String => "string",
        Kind::Boolean => "boolean",
        Kind::Date => "date",
        Kind::BigInt => "QlBuiltins::BigInt",
        Kind::Entity => "",
    };
    match (&subject.name, ty) {
        (None, _) => "its values are not bound".to_owned(),
        (Some(_), _) if !mentioned => format!("nothing says which value {} has", subject.text),
        (Some(name), "") => format!("`{name}` stands for values that nothing lists"),
        (Some(_), "boolean") => "the type `boolean` binds nothing".to_owned(),
        (Some(_), ty) => format!("the type `{ty}` has too many values to list"),
    }
}

/// Whether a negated body has the form of `forall`: there is a value that does not ...
fn is_forall(body: &Body) -> bool {
    !body.locals.is_empty() && body.literals.iter().any(|literal| matches!(literal.kind, LiteralKind::Not(_)))
}

/// The message for an alternative that does not bind a variable. The condition of a conditional and its negation are
/// not blamed.
fn alternative(failing: &Body, all: &[Body], whole: Span, var: VarId, it: &str) -> Reason {
    let span = |literal: &Literal| literal.origin.span();
    let elsewhere = |literal: &&Literal| {
        all.len() == 2
            && span(literal).is_some()
            && all.iter().all(|body| body.literals.iter().any(|other| span(other) == span(literal)))
    };
    let own: Vec<&Literal> = failing.literals.iter().filter(|literal| !elsewhere(literal)).collect();
    let spans = own.iter().filter_map(|literal| span(literal));
    let place = spans.reduce(|all, one| if all.file == one.file { all.to(one) } else { all });
    let text = if own.is_empty() {
        format!("one outcome of this does not bind {it}")
    } else if !free_vars(failing).contains(&var) {
        format!("this alternative says nothing about {it}")
    } else {
        format!("this alternative does not bind {it}")
    };
    let remedy = Some(format!("bind {it} in every alternative, or once outside of them"));
    Reason { place: place.or(body_span(failing)).unwrap_or(whole), text, remedy, weak: false }
}

/// Why a literal that mentions the variable does not bind it; `None` if it is not to blame.
fn reason(
    program: &Program,
    rule: &Rule,
    literal: &Literal,
    var: VarId,
    subject: &Subject,
    bound: &Bound,
) -> Option<Reason> {
    let place = literal.origin.span()?;
    let it = &subject.text;
    let weak = |text: String| Reason { place, text, remedy: None, weak: true };
    let known = |term: &Term| match term {
        Term::Var(var) => bound.contains(var),
        Term::Const(_) => true,
        Term::Wildcard => false,
    };
    Some(match &literal.kind {
        LiteralKind::Atom(atom) => {
            let callee = program.preds.get(atom.pred)?;
            let needed: Vec<&str> = callee
                .modes
                .first()?
                .iter()
                .filter(|column| atom.args.get(**column).is_some_and(|arg| !known(arg)))
                .filter_map(|column| callee.columns.get(*column))
                .map(|column| column.name.as_str())
                .collect();
            let needed = needed.join("`, `");
            Reason {
                place,
                text: format!("this call needs `{needed}` to be bound"),
                remedy: Some(format!(
                    "`{}` is annotated `bindingset`: call it where `{needed}` has finitely many values",
                    callee.name
                )),
                weak: false,
            }
        }
        LiteralKind::Closure { .. } => Reason {
            place,
            text: "`*` also relates every value to itself, so it binds nothing".to_owned(),
            remedy: Some("bind one end of the closure, or use `+`".to_owned()),
            weak: false,
        },
        LiteralKind::Not(body) => {
            let place = body_span(body)
                .map_or(place, |inside| if inside.file == place.file { place.to(inside) } else { place });
            Reason {
                place,
                text: match is_forall(body) {
                    true => format!("this only tests {it}, it does not bind it"),
                    false => format!("a negation only tests {it}, it does not bind it"),
                },
                remedy: Some(match &subject.name {
                    Some(name) => format!(
                        "bind `{name}` outside of the negation; if no such `{name}` at all is to exist, \
                         declare it inside: `not exists(... {name} | ...)`"
                    ),
                    None => "bind it outside of the negation".to_owned(),
                }),
                weak: false,
            }
        }
        LiteralKind::Or(bodies) => {
            let failing = bodies.iter().find(|body| {
                let (inside, _) = bound_by(program, body.literals.iter(), bound);
                !inside.contains(&var)
            })?;
            alternative(failing, bodies, place, var, it)
        }
        LiteralKind::Compare(Comparison::Eq, _, a, b) => {
            let other = if *a == Term::Var(var) { b } else { a };
            match other {
                // The column of a select clause and the variable selected in it.
                Term::Var(other) if rule.vars[*other].name == rule.vars[var].name => return None,
                Term::Var(other) if !rule.vars[*other].name.starts_with('_') => {
                    weak(format!("equal to `{}`, which is not bound either", rule.vars[*other].name))
                }
                _ => weak("the other side is not bound either".to_owned()),
            }
        }
        LiteralKind::Compare(..) => Reason {
            place,
            text: format!("a comparison only tests {it}, it does not bind it"),
            remedy: Some(match &subject.name {
                Some(name) => format!("give a range with both ends, such as `{name} in [1 .. 9]`"),
                None => "bind both sides".to_owned(),
            }),
            weak: false,
        },
        LiteralKind::Builtin(_, args) if args.last() == Some(&Term::Var(var)) => {
            weak("computed from something that is not bound".to_owned())
        }
        LiteralKind::Builtin(..) => Reason {
            place,
            text: format!("this can be computed only where {it} is bound"),
            remedy: Some(format!(
                "a result does not bind what it is computed from: say by something else which values {it} has"
            )),
            weak: false,
        },
        LiteralKind::Construct { .. } => return None,
        LiteralKind::Aggregate(aggregate) => {
            let place = body_span(&aggregate.body)
                .map_or(place, |inside| if inside.file == place.file { place.to(inside) } else { place });
            Reason {
                place,
                text: format!("this aggregate does not bind {it}"),
                remedy: Some(format!(
                    "an aggregate has a value for any {it}, also where it finds nothing: bind {it} outside of it, \
                     or declare it as a variable of the aggregate"
                )),
                weak: false,
            }
        }
    })
}
