//! The effect of single passes on small programs: rules before, rules after.

use quarrel_base::source::SourceMap;
use quarrel_datalog::passes::{PASSES, PassOptions, run};
use quarrel_datalog::{Program, parse, pretty};

const TYPES: &str = r#"
    pred classes(id: entity within @class, name: string) stored "classes".
    pred methods(id: entity within @method, name: string, of: entity within @class) stored "methods".
    pred @class(this: entity) subset @element parts(0).
    @class(x) :- classes(x, _).
    pred @method(this: entity) subset @element parts(1).
    @method(x) :- methods(x, _, _).
    pred @element(this: entity) parts(0, 1).
    @element(x) :- @class(x).
    @element(x) :- @method(x).
"#;

fn program(text: &str) -> Program {
    let text = format!("{TYPES}{text}");
    let mut sources = SourceMap::new();
    parse(sources.add("toy", text.as_str()), &text).expect("a program")
}

/// All rules except those of types, after only these passes.
fn after(text: &str, passes: &[&str]) -> Vec<String> {
    let optional = PASSES.iter().filter(|pass| pass.optional && !passes.contains(&pass.name));
    let options = PassOptions { disabled: optional.map(|pass| pass.name.to_owned()).collect() };
    let text = pretty(&run(program(text), &options));
    let is_shown = |line: &&str| line.contains(":-") && !line.trim_start_matches('`').starts_with('@');
    text.lines().filter(is_shown).map(str::to_owned).collect()
}

#[test]
fn rules_for_values_that_nobody_asks_for_go() {
    let text = r#"
        pred p(x: entity, t: string).
        p(x, t) :- classes(x, t), not(@method(x)).
        p(x, t) :- methods(x, t, _), not(@class(x)).
        pred q(x: entity, t: string).
        q(x, t) :- @class(x), p(x, t).
        output "out" q ("x" entity, "t" string) query 0.
    "#;
    let rules = after(text, &["extents"]);
    assert_eq!(rules, ["p(x, t) :- classes(x, t).", "q(x, t) :- p(x, t)."]);
}

#[test]
fn a_check_that_excludes_values_is_asked_for_these_values() {
    // `v` has all classes; if it were narrowed to methods, or dropped for them, `q` would let classes through.
    let text = r#"
        pred marks(id: entity within @element, name: string) stored "marks".
        pred v(x: entity).
        v(x) :- @class(x).
        pred q(x: entity, t: string).
        q(x, t) :- marks(x, t), not(v(x)).
        output "out" q ("x" entity, "t" string) query 0.
    "#;
    let rules = after(text, &["extents"]);
    assert_eq!(rules, ["v(x) :- @class(x).", "q(x, t) :- marks(x, t), not(v(x))."]);
}

#[test]
fn a_check_goes_where_every_branch_guarantees_it() {
    let text = r#"
        pred p(x: entity, t: string).
        p(x, t) :- @class(x), or(classes(x, t); m | methods(m, t, x)).
        output "out" p ("x" entity, "t" string) query 0.
    "#;
    assert_eq!(after(text, &["type-checks"]), ["p(x, t) :- or(classes(x, t); m | methods(m, t, x))."]);
}

#[test]
fn a_column_that_only_its_type_bounds_is_added_by_those_who_ask() {
    let text = r#"
        pred label(a: entity, b: entity, t: string).
        label(a, b, t) :- @class(a), or(classes(a, t); not(classes(a, "x")), t = "none"), @method(b).
        pred q(t: string).
        q(t) :- methods(m, _, c), label(c, m, t).
        output "out" q ("t" string) query 0.
    "#;
    let rest = "`label~rest`(a, t) :- @class(a), or(classes(a, t); not(classes(a, \"x\")), t = \"none\").";
    let rules = after(text, &["factor"]);
    assert_eq!(rules[0], "label(a, b, t) :- `label~rest`(a, t), @method(b).");
    assert_eq!(rules[2], rest);
    let rules = after(text, &["factor", "inline", "dead-again"]);
    assert_eq!(rules, ["q(t) :- methods(m, _, c), `label~rest`(c, t), @method(m).", rest]);
    // A column that something else restricts stays, and so do rules that only consist of checks.
    let text = r#"
        pred p(a: entity, b: entity).
        p(a, b) :- @class(a), not(classes(a, "x")), @method(b), or(methods(b, "y", _); methods(b, "z", a)).
        pred r(a: entity, b: entity).
        r(a, b) :- @class(a), @method(b).
        pred q(a: entity).
        q(a) :- p(a, b), r(a, b).
        output "out" q ("a" entity) query 0.
    "#;
    assert_eq!(after(text, &["factor"]), after(text, &[]));
}

#[test]
fn texts_are_asked_for_what_is_shown_and_so_is_what_they_call() {
    let text = r#"
        pred h(x: entity).
        h(x) :- methods(x, "hidden", _).
        pred n(x: entity, t: string).
        n(x, t) :- methods(x, t, _).
        pred a(x: entity, y: entity).
        a(x, y) :- methods(x, _, y), not(h(x)).
        pred t(x: entity, t: string) demand.
        t(x, t) :- n(x, t).
        t(x, t) :- a(x, y), t(y, t).
        pred q(x: entity).
        q(x) :- methods(x, "main", _).
        output "out" q ("x" entity text t) query 0.
    "#;
    let rules = after(text, &["texts"]);
    for wanted in [
        "t@0[output]?(value) :- q(value).",
        "t@0[output](x, t) :- t@0[output]?(x), n@0[output](x, t).",
        "n@0[output](x, t) :- n@0[output]?(x), methods(x, t, _).",
        // The demand for `h` would depend on `a`, and `a` on the negation of `h`: `h` is computed in full.
        "a@0[output](x, y) :- a@0[output]?(x), methods(x, _, y), not(h(x)).",
    ] {
        assert!(rules.iter().any(|rule| rule.replace('`', "") == wanted), "{wanted} in {rules:#?}");
    }
}

#[test]
fn what_only_texts_ask_for_has_one_copy_for_all_of_them() {
    // If the calls in `u` itself were redirected to copies, its copy would demand copies of those, and so on.
    let text = r#"
        pred t(x: entity, t: string) demand.
        t(x, t) :- methods(x, t, _).
        t(x, t) :- methods(x, _, y), u(y, t).
        pred u(x: entity, t: string).
        u(x, t) :- t(x, s), %StringConcat(s, "()", t).
        pred q(x: entity).
        q(x) :- methods(x, "main", _).
        output "out" q ("x" entity text t) query 0.
    "#;
    let rules = after(text, &["texts", "dead-last"]).concat().replace('`', "");
    assert!(rules.contains("u@0[output](x, t) :- u@0[output]?(x), t@0[output](x, s), "), "{rules}");
    assert!(!rules.contains("[u"), "{rules}");
}

#[test]
fn nothing_is_asked_for_values_that_each_demand_computes_from_the_last() {
    // A demand for the predecessor of each demanded number would count down for ever.
    let text = r#"
        pred at(n: entity, b: entity, i: int) stored "at".
        pred depth(x: entity, n: int).
        depth(x, 0) :- methods(x, _, _).
        depth(x, n) :- depth(y, m), %IntAdd(m, 1, n), methods(y, _, x), n < 9.
        pred t(n: int, t: string) demand.
        t(n, t) :- depth(_, n), %IntToString(n, t).
        pred q(n: int).
        q(n) :- at(_, _, n).
        pred c(n: int, t: string).
        c(n, t) :- q(n), t(n, t).
        output "out" c ("n" int, "t" string) query 0.
    "#;
    let rules = after(text, &["texts"]);
    let asked: Vec<_> = rules.iter().filter(|rule| rule.starts_with("`depth@1[result]?`(")).collect();
    assert_eq!(asked, ["`depth@1[result]?`(n) :- `t@0[result]?`(n)."], "{rules:#?}");
}

#[test]
fn what_only_a_disjunction_connects_moves_into_its_branches() {
    let text = r#"
        pred at(n: entity, b: entity, i: int) stored "at".
        pred idom(b: entity, c: entity) stored "idom".
        pred dom(n: entity, m: entity).
        dom(n, m) :- at(n, b, i), classes(n, _), at(m, c, j), or(b = c, i < j; idom+(b, c)).
        output "out" dom ("n" entity, "m" entity) query 0.
    "#;
    let rules = after(text, &["distribute"]);
    let branches = "or(at(m, c, j), b = c, i < j; at(m, c, j), idom+(b, c))";
    assert_eq!(rules, [format!("dom(n, m) :- at(n, b, i), classes(n, _), {branches}.")]);
    // Now each branch derives `c` from `b`.
    let text = text.replace("i < j", "i < 3");
    assert_eq!(after(&text, &["distribute"]), after(&text, &[]));
}

#[test]
fn a_closure_is_searched_from_the_end_that_is_known() {
    let text = r#"
        pred step(a: entity, b: entity).
        step(a, b) :- classes(a, t), methods(b, t, _).
        pred path(a: entity, b: entity) graph closure(step).
        pred q(x: entity, y: entity).
        q(x, y) :- @class(x), or(path(x, y); path(y, x), not(path(y, y))).
        q(x, x) :- @method(x), path(_, x).
        output "out" q ("x" entity, "y" entity) query 0.
    "#;
    assert_eq!(
        after(text, &["paths"])[1..],
        [
            "q(x, y) :- @class(x), or(step+(x, y); step+(y, x), not(step+(y, y))).",
            "q(x, x) :- @method(x), path(_, x)."
        ]
    );
}
