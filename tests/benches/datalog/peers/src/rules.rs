//! The programs for `ascent`, rule by rule as in Datalog.

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

ascent! {
    struct Objects;
    relation entry(u32);
    relation alloc(u32, u32, u32);
    relation heap_type(u32, u32);
    relation assign(u32, u32);
    relation load(u32, u32, u32);
    relation store(u32, u32, u32);
    relation vcall(u32, u32, u32, u32);
    relation actual(u32, u32, u32);
    relation formal(u32, u32, u32);
    relation ret(u32, u32);
    relation res(u32, u32);
    relation receiver(u32, u32);
    relation dispatch(u32, u32, u32);
    relation reach(u32);
    relation call_edge(u32, u32);
    relation vpt(u32, u32);
    relation hpt(u32, u32, u32);
    reach(m) <-- entry(m);
    reach(m) <-- call_edge(_, m);
    call_edge(s, q) <-- reach(m), vcall(m, s, r, sig), vpt(r, h), heap_type(h, t), dispatch(t, sig, q);
    vpt(v, h) <-- reach(m), alloc(m, v, h);
    vpt(v, h) <-- assign(v, w), vpt(w, h);
    vpt(v, h) <-- load(v, b, f), vpt(b, p), hpt(p, f, h);
    vpt(v, h) <-- reach(m), vcall(m, _, r, sig), vpt(r, h), heap_type(h, t), dispatch(t, sig, q), receiver(q, v);
    vpt(v, h) <-- call_edge(s, q), actual(s, i, a), formal(q, i, v), vpt(a, h);
    vpt(v, h) <-- call_edge(s, q), ret(q, x), res(s, v), vpt(x, h);
    hpt(p, f, h) <-- store(b, f, v), vpt(b, p), vpt(v, h);
}

ascent! {
    struct OneObject;
    relation entry(u32);
    relation alloc(u32, u32, u32);
    relation heap_type(u32, u32);
    relation assign(u32, u32);
    relation load(u32, u32, u32);
    relation store(u32, u32, u32);
    relation vcall(u32, u32, u32, u32);
    relation actual(u32, u32, u32);
    relation formal(u32, u32, u32);
    relation ret(u32, u32);
    relation res(u32, u32);
    relation receiver(u32, u32);
    relation dispatch(u32, u32, u32);
    relation reach(u32, u32);
    relation call_edge(u32, u32, u32, u32);
    relation vpt(u32, u32, u32);
    relation hpt(u32, u32, u32);
    reach(0, m) <-- entry(m);
    reach(c, m) <-- call_edge(_, _, c, m);
    call_edge(c, s, h, q) <--
        reach(c, m), vcall(m, s, r, sig), vpt(c, r, h), heap_type(h, t), dispatch(t, sig, q);
    vpt(c, v, h) <-- reach(c, m), alloc(m, v, h);
    vpt(c, v, h) <-- assign(v, w), vpt(c, w, h);
    vpt(c, v, h) <-- load(v, b, f), vpt(c, b, p), hpt(p, f, h);
    vpt(h, v, h) <-- call_edge(_, _, h, q), receiver(q, v);
    vpt(c, v, h) <-- call_edge(d, s, c, q), actual(s, i, a), formal(q, i, v), vpt(d, a, h);
    vpt(c, v, h) <-- call_edge(c, s, d, q), ret(q, x), res(s, v), vpt(d, x, h);
    hpt(p, f, h) <-- store(b, f, v), vpt(c, b, p), vpt(c, v, h);
}

ascent! {
    struct TwoObjects;
    relation entry(u32);
    relation alloc(u32, u32, u32);
    relation heap_type(u32, u32);
    relation assign(u32, u32);
    relation load(u32, u32, u32);
    relation store(u32, u32, u32);
    relation vcall(u32, u32, u32, u32);
    relation actual(u32, u32, u32);
    relation formal(u32, u32, u32);
    relation ret(u32, u32);
    relation res(u32, u32);
    relation receiver(u32, u32);
    relation dispatch(u32, u32, u32);
    relation reach(u32, u32, u32);
    relation call_edge(u32, u32, u32, u32, u32, u32);
    relation vpt(u32, u32, u32, u32, u32);
    relation hpt(u32, u32, u32, u32, u32);
    reach(0, 0, m) <-- entry(m);
    reach(c, d, m) <-- call_edge(_, _, _, d, c, m);
    call_edge(c, d, s, g, h, q) <--
        reach(c, d, m), vcall(m, s, r, sig), vpt(c, d, r, g, h), heap_type(h, t), dispatch(t, sig, q);
    vpt(c, d, v, c, h) <-- reach(c, d, m), alloc(m, v, h);
    vpt(c, d, v, g, h) <-- assign(v, w), vpt(c, d, w, g, h);
    vpt(c, d, v, g, h) <-- load(v, b, f), vpt(c, d, b, o, p), hpt(o, p, f, g, h);
    vpt(h, g, v, g, h) <-- call_edge(_, _, _, g, h, q), receiver(q, v);
    vpt(c, d, v, g, h) <-- call_edge(c0, d0, s, d, c, q), actual(s, i, a), formal(q, i, v), vpt(c0, d0, a, g, h);
    vpt(c, d, v, g, h) <-- call_edge(c, d, s, g1, h1, q), ret(q, x), res(s, v), vpt(h1, g1, x, g, h);
    hpt(o, p, f, g, h) <-- store(b, f, v), vpt(c, d, b, o, p), vpt(c, d, v, g, h);
}

/// Runs a program on its facts and returns the sizes of its relations.
macro_rules! points_to {
    ($program:ident, $facts:ident) => {{
        let mut program = $program {
            entry: $facts.read("entry"),
            alloc: $facts.read("alloc"),
            heap_type: $facts.read("heapType"),
            assign: $facts.read("assign"),
            load: $facts.read("load"),
            store: $facts.read("store"),
            vcall: $facts.read("vcall"),
            actual: $facts.read("actual"),
            formal: $facts.read("formal"),
            ret: $facts.read("ret"),
            res: $facts.read("res"),
            receiver: $facts.read("receiver"),
            dispatch: $facts.read("dispatch"),
            ..Default::default()
        };
        program.run();
        vec![
            ("reach", program.reach.len()),
            ("callEdge", program.call_edge.len()),
            ("vpt", program.vpt.len()),
            ("hpt", program.hpt.len()),
        ]
    }};
}

/// Points-to with calls made on the fly, without contexts.
pub fn obj0(facts: &Facts) -> Sizes {
    points_to!(Objects, facts)
}

/// With one object of context.
pub fn obj1(facts: &Facts) -> Sizes {
    points_to!(OneObject, facts)
}

/// With two.
pub fn obj2(facts: &Facts) -> Sizes {
    points_to!(TwoObjects, facts)
}

ascent! {
    struct Aliases;
    relation assign(u32, u32);
    relation dereference(u32, u32);
    relation is_variable(u32);
    relation value_flow(u32, u32);
    relation value_alias(u32, u32);
    relation memory_alias(u32, u32);
    is_variable(x) <-- assign(x, _);
    is_variable(x) <-- assign(_, x);
    value_flow(x, y) <-- assign(x, y);
    value_flow(x, x) <-- is_variable(x);
    value_flow(x, y) <-- assign(x, z), memory_alias(z, y);
    value_flow(x, y) <-- value_flow(x, z), value_flow(z, y);
    value_alias(x, y) <-- value_flow(z, x), value_flow(z, y);
    value_alias(x, y) <-- value_flow(z, x), memory_alias(z, w), value_flow(w, y);
    memory_alias(x, x) <-- is_variable(x);
    memory_alias(x, w) <-- dereference(y, x), value_alias(y, z), dereference(z, w);
}

/// Aliases.
pub fn alias(facts: &Facts) -> Sizes {
    let mut program =
        Aliases { assign: facts.read("assign"), dereference: facts.read("dereference"), ..Default::default() };
    program.run();
    vec![
        ("valueFlow", program.value_flow.len()),
        ("valueAlias", program.value_alias.len()),
        ("memoryAlias", program.memory_alias.len()),
    ]
}
