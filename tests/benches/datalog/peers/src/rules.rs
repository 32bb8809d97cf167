//! The programs for `ascent`, rule by rule as they are written in Datalog.

use crate::{Facts, Sizes};
use ascent::aggregators::count;
use ascent::ascent;

ascent! {
    struct Closure;
    relation edge(u32, u32);
    relation path(u32, u32);
    path(x, y) <-- edge(x, y);
    path(x, z) <-- path(x, y), edge(y, z);
}

/// Transitive closure.
pub fn tc(facts: &Facts) -> Sizes {
    let mut program = Closure { edge: facts.read("edge"), ..Default::default() };
    program.run();
    vec![("path", program.path.len())]
}

ascent! {
    struct PointsTo;
    relation alloc(u32, u32);
    relation assign(u32, u32);
    relation load(u32, u32, u32);
    relation store(u32, u32, u32);
    relation vpt(u32, u32);
    relation hpt(u32, u32, u32);
    vpt(v, o) <-- alloc(v, o);
    vpt(v, o) <-- assign(v, w), vpt(w, o);
    hpt(o, f, p) <-- store(b, f, v), vpt(b, o), vpt(v, p);
    vpt(v, p) <-- load(v, b, f), vpt(b, o), hpt(o, f, p);
}

/// Points-to.
pub fn pt(facts: &Facts) -> Sizes {
    let mut program = PointsTo {
        alloc: facts.read("alloc"),
        assign: facts.read("assign"),
        load: facts.read("load"),
        store: facts.read("store"),
        ..Default::default()
    };
    program.run();
    vec![("vpt", program.vpt.len()), ("hpt", program.hpt.len())]
}

ascent! {
    struct CallGraph;
    relation entry(u32);
    relation new(u32, u32, u32);
    relation assign(u32, u32, u32);
    relation vcall(u32, u32, u32, u32);
    relation actual(u32, u32, u32);
    relation formal(u32, u32, u32);
    relation ret(u32, u32);
    relation res(u32, u32);
    relation receiver(u32, u32);
    relation dispatch(u32, u32, u32);
    relation vdecl(u32, u32);
    relation sub(u32, u32);
    relation reach(u32);
    relation call_edge(u32, u32);
    relation flow(u32, u32);
    relation var_type(u32, u32);
    reach(m) <-- entry(m);
    reach(m) <-- call_edge(_, m);
    call_edge(s, q) <-- reach(m), vcall(m, s, r, sig), var_type(r, t), dispatch(t, sig, q);
    flow(p, a) <-- call_edge(s, q), actual(s, i, a), formal(q, i, p);
    flow(r, x) <-- call_edge(s, q), ret(q, x), res(s, r);
    flow(v, w) <-- reach(m), assign(m, v, w);
    var_type(v, t) <-- reach(m), new(m, v, t);
    var_type(h, t) <-- reach(m), vcall(m, _, r, sig), var_type(r, t), dispatch(t, sig, q), receiver(q, h);
    var_type(v, t) <-- flow(v, w), var_type(w, t), vdecl(v, d), sub(t, d);
}

/// Call graph.
pub fn cg(facts: &Facts) -> Sizes {
    let mut program = CallGraph {
        entry: facts.read("entry"),
        new: facts.read("new"),
        assign: facts.read("assign"),
        vcall: facts.read("vcall"),
        actual: facts.read("actual"),
        formal: facts.read("formal"),
        ret: facts.read("ret"),
        res: facts.read("res"),
        receiver: facts.read("receiver"),
        dispatch: facts.read("dispatch"),
        vdecl: facts.read("vdecl"),
        sub: facts.read("sub"),
        ..Default::default()
    };
    program.run();
    vec![
        ("reach", program.reach.len()),
        ("callEdge", program.call_edge.len()),
        ("flow", program.flow.len()),
        ("varType", program.var_type.len()),
    ]
}

ascent! {
    struct Dominance;
    relation comp(u32, u32);
    relation entry(u32, u32);
    relation edge(u32, u32);
    relation lock(u32);
    relation access(u32);
    relation reach(u32);
    relation avoid(u32, u32);
    relation dom(u32, u32, u32);
    relation guarded(u32);
    relation unguarded(u32);
    relation cnt(u32, usize);
    relation busy(u32);
    reach(n) <-- entry(_, n);
    reach(n) <-- reach(m), edge(m, n);
    avoid(l, n) <-- lock(l), comp(l, c), entry(c, n), if n != l;
    avoid(l, n) <-- avoid(l, m), edge(m, n), if n != l;
    dom(c, l, a) <-- lock(l), reach(l), comp(l, c), comp(a, c), access(a), reach(a), !avoid(l, a);
    guarded(a) <-- dom(_, _, a);
    unguarded(a) <-- access(a), reach(a), !guarded(a);
    cnt(c, n) <-- entry(c, _), agg n = count() in dom(c, _, _);
    busy(c) <-- cnt(c, n), if *n >= 10;
}

/// Dominance.
pub fn dom(facts: &Facts) -> Sizes {
    let mut program = Dominance {
        comp: facts.read("comp"),
        entry: facts.read("entry"),
        edge: facts.read("edge"),
        lock: facts.read("lock"),
        access: facts.read("access"),
        ..Default::default()
    };
    program.run();
    vec![
        ("reach", program.reach.len()),
        ("avoid", program.avoid.len()),
        ("dom", program.dom.len()),
        ("guarded", program.guarded.len()),
        ("unguarded", program.unguarded.len()),
        ("cnt", program.cnt.len()),
        ("busy", program.busy.len()),
    ]
}
