//! Invalid programs and their faults.

use quarrel_base::source::{SourceMap, Span};
use quarrel_datalog::verify::{FaultKind, Reason, verify};
use quarrel_datalog::{Origin, Program, parse, pretty, stratify};

const TOY: &str = "
pred n(a: int) rows { (1) (2) }.
pred e(a: int, b: int) rows { (1, 2) }.
pred need(a: int, b: int) modes [0].
need(a, b) :- %IntMul(a, 2, b).
";

fn load(text: &str) -> (Program, SourceMap) {
    let mut sources = SourceMap::new();
    let text = format!("{TOY}{text}");
    let file = sources.add("toy", text.as_str());
    let program = parse(file, &text)
        .unwrap_or_else(|error| panic!("{}", quarrel_base::diag::render(&[error], &sources, false)));
    (program, sources)
}

fn place(sources: &SourceMap, origin: Origin) -> String {
    origin.span().map_or("?".to_owned(), |span: Span| sources.text(span).to_owned())
}

/// Faults as lines: the place, then the fault and its reasons.
fn faults(text: &str) -> Vec<String> {
    let (program, sources) = load(text);
    let show = |fault: &quarrel_datalog::Fault| {
        let what = match &fault.kind {
            FaultKind::Malformed(text) => text.clone(),
            FaultKind::UnboundArgument => "unbound argument".to_owned(),
            FaultKind::Unbound { name, because, .. } => {
                let reasons = because.iter().map(|because| {
                    let reason = match because.reason {
                        Reason::Branch(number) => format!("branch {number}"),
                        Reason::Negation => "negation".to_owned(),
                        Reason::Aggregate => "aggregate".to_owned(),
                        Reason::Inputs => "inputs".to_owned(),
                        Reason::Test => "test".to_owned(),
                    };
                    format!("{reason} at {}", place(&sources, because.origin))
                });
                format!("{name} is unbound: {}", reasons.collect::<Vec<_>>().join("; "))
            }
        };
        format!("{} | {what}", place(&sources, fault.origin))
    };
    verify(&program).iter().map(show).collect()
}

#[test]
fn what_is_bound_has_no_fault() {
    let text = "
pred p(a: int, b: int).
p(a, b) :- n(a), need(a, b).
p(a, b) :- or(n(a); a = 1), %IntAdd(b, 1, a).
p(a, b) :- e+(a, b), not(c | e(a, c), c > b).
p(a, b) :- n(a), agg count(c | e(a, c)) of (c) = b.
p(a, b) :- agg max(c | e(a, c)) of (c) value c = b.
p(a, b) :- n(b), e*(a, b).
p(a, a) :- x = a, x = 3, or(c | e(a, c); a < 5).
";
    assert_eq!(faults(text), Vec::<String>::new());
}

#[test]
fn an_unbound_variable_says_which_literals_fail_it() {
    let check = |rule: &str, expected: &[&str]| {
        assert_eq!(faults(&format!("pred p(a: int).\n{rule}")), expected, "{rule}");
    };
    check("p(a).", &["a | a is unbound: "]);
    check("p(a) :- a > 3.", &["a | a is unbound: test at a > 3"]);
    check("p(a) :- not(n(a)).", &["a | a is unbound: negation at not(n(a))"]);
    check("p(a) :- or(n(a); x > 2, a > x), n(x).", &["a | a is unbound: branch 1 at x > 2"]);
    check(
        "p(a) :- or(n(a); true; a = 1; b | n(b)).",
        &["a | a is unbound: branch 1 at or(n(a); true; a = 1; b | n(b)); branch 3 at n(b)"],
    );
    check("p(b) :- need(a, b).", &["a | a is unbound: test at need(a, b)"]);
    check("p(c) :- %IntMul(a, b, c), n(b).", &["a | a is unbound: test at %IntMul(a, b, c)"]);
    check(
        "p(c) :- agg count(b | e(a, b)) of (b) = c.",
        &["a | a is unbound: aggregate at agg count(b | e(a, b)) of (b) = c"],
    );
    check("p(a) :- n(a), not(b: int | b > a).", &["b | b is unbound: test at b > a"]);
    check("p(a) :- n(a), or(b: int | b > a; n(a)).", &["b | b is unbound: test at b > a"]);
    check("p(a) :- agg max(b, c: int | e(a, b)) of (b) value b = m.", &["c | c is unbound: "]);
    check("p(a) :- n(a), _ < 3.", &["_ < 3 | unbound argument"]);
    check("p(a) :- n(a), need(_, a).", &["need(_, a) | unbound argument"]);
    check("p(a) :- e*(a, b).", &["a | a is unbound: inputs at e*(a, b)"]);
    // One mistake, one fault: consequences are not reported.
    check(
        "p(d) :- %IntAdd(b, 1, d), %IntAdd(c, 1, b), %IntMul(x, x, c).",
        &["x | x is unbound: test at %IntMul(x, x, c)"],
    );
}

#[test]
fn each_mode_is_checked() {
    let text = "pred p(a: int, b: int) modes [0] [1].\np(a, b) :- %IntMul(a, 2, b).";
    assert_eq!(faults(text), ["a | a is unbound: test at %IntMul(a, 2, b)"]);
}

#[test]
fn shapes_are_checked() {
    let check = |text: &str, expected: &str| {
        let found = faults(text);
        assert!(found.iter().any(|fault| fault.contains(expected)), "{text}: {found:?}");
    };
    check("pred p(a: int).\np(a) :- e(a).", "1 arguments where there are 2");
    check("pred p(a: int).\np(_) :- n(1).", "a wildcard stands in the head");
    check("pred p(a: int).\np(a) :- n(a), a = \"x\".", "is of kind String, not Int");
    check("pred p(a: entity).\np(a) :- p(a), a < a.", "entities have no order");
    check("pred p(a: int) rows { (true) }.", "a row does not fit");
    check("pred p(a: int, b: int) graph closure(n).", "`n` has 1 columns, not 2");
    check("pred p(a: int, b: int) graph closure(need).", "computed in full");
    check("pred p(a: int) modes [1].", "a binding mode names a column");
    check("pred p(a: int).\np(a) :- agg sum(b | n(b)) of (b) = a.", "the aggregate has no value");
    check("output \"x\" n (\"a\" string).", "shows other columns");
}

fn cycle(text: &str) -> String {
    let (program, sources) = load(text);
    let names: Vec<_> = program.preds.iter().map(|pred| pred.name.clone()).collect();
    let error = stratify(program).expect_err("no order");
    let edges = error.cycle.iter().map(|edge| {
        let [from, to] = [edge.from, edge.to].map(|pred| names[quarrel_base::ids::Id::index(pred)].as_str());
        let sign = if edge.negative { "-not->" } else { "->" };
        format!("{from} {sign} {to} ({})", place(&sources, edge.origin))
    });
    edges.collect::<Vec<_>>().join(", ")
}

#[test]
fn a_cycle_through_negation_is_shown() {
    let text = "pred p(a: int).\np(a) :- n(a), not(p(a)).";
    assert_eq!(cycle(text), "p -not-> p (p(a))");
    let text = "pred p(a: int).\npred q(a: int).\npred r(a: int).\npred s(a: int).
p(a) :- n(a), not(q(a)).\nq(a) :- r(a).\nr(a) :- s(a).\nr(a) :- p(a).\ns(a) :- r(a).";
    assert_eq!(cycle(text), "p -not-> q (q(a)), q -> r (r(a)), r -> p (p(a))");
    let text = "pred p(a: int).\np(m) :- agg max(a | p(a)) of (a) value a = m.";
    assert_eq!(cycle(text), "p -not-> p (p(a))");
    let text = "pred p(a: int, b: int).\npred t(a: int, b: int) graph closure(p).\np(a, b) :- t(b, a).";
    assert!(cycle(text).starts_with("t -not-> p"), "{}", cycle(text));
}

#[test]
fn strata_come_callees_first_and_know_recursion() {
    let (program, _) = load(
        "pred a(x: int).\npred b(x: int).\npred c(x: int).\na(x) :- b(x), not(c(x)).\nb(x) :- n(x).\nb(x) :- b(x).
c(x) :- n(x), not(y | e(x, y), not(c(y))).",
    );
    let stratified = stratify(program).expect("an order");
    let program = stratified.program();
    let position = |name: &str| {
        let found = stratified
            .strata()
            .iter()
            .enumerate()
            .find(|(_, stratum)| stratum.preds.iter().any(|pred| program.preds[*pred].name == name));
        found.expect("in a stratum")
    };
    assert!(position("n").0 < position("b").0 && position("b").0 < position("a").0);
    assert!(position("b").1.recursive && !position("b").1.nested && !position("a").1.recursive);
    assert!(position("c").1.recursive && position("c").1.nested);
}

#[test]
fn deep_programs_do_not_overflow() {
    use std::fmt::Write;
    let mut text = String::new();
    let count = 20_000;
    for at in 0..count {
        let _ = writeln!(text, "pred p{at}(a: int).\np{at}(a) :- p{}(a).", (at + 1) % count);
    }
    let (program, _) = load(&text);
    let stratified = stratify(program).expect("an order");
    assert!(stratified.strata().iter().any(|stratum| stratum.preds.len() == count));
    let (program, _) = load(&text.replace("p19999(a) :- p0(a)", "p19999(a) :- n(a), not(p0(a))"));
    assert_eq!(stratify(program).expect_err("a cycle").cycle.len(), count);
}

#[test]
fn mistakes_in_the_text_have_a_place() {
    let check = |text: &str, at: &str, message: &str| {
        let mut sources = SourceMap::new();
        let file = sources.add("toy", text);
        let error = parse(file, text).expect_err(text);
        assert_eq!((sources.text(error.primary), error.message.as_str()), (at, message), "{text}");
    };
    check("pred p(a: in).", "in", "expected a kind: int, float, string, boolean, date, bigint or entity");
    check("p(a).", "p", "no predicate `p` is declared");
    check("pred p(). p() :- q().", "q", "no predicate `q` is declared");
    check("pred p(). p() :- x = y.", "x", "nothing gives the kind of `x`; declare it before a `|`");
    check("pred p(). p() :- %Foo().", "Foo", "there is no operation `Foo`");
    check("pred p(). pred p().", "p", "the predicate `p` is declared twice");
    check("pred p(). p(", "", "expected a variable");
    check("pred p(a: int). p(12345678901).", "1", "this number is none that fits 32 bits");
    check("pred p(a: int) rows { (1) }. p(2).", "p", "this predicate is not defined by rules");
    for end in 0..TOY.len() {
        let mut sources = SourceMap::new();
        let file = sources.add("prefix", &TOY[..end]);
        let _ = parse(file, &TOY[..end]).map(|program| pretty(&program));
    }
}
