//! The programs for `datafrog`, planned by hand: columns are in the order in which the best known plan looks them up,
//! and conjunctions of several atoms use intermediate relations.

use crate::{Facts, Sizes};
use datafrog::{Iteration, Relation, RelationLeaper, ValueFilter};
use std::collections::{HashMap, HashSet};

type Pair = (u32, u32);
type Triple = (u32, u32, u32);

fn relation<T: Ord>(rows: impl IntoIterator<Item = T>) -> Relation<T> {
    rows.into_iter().collect::<Vec<T>>().into()
}

/// Transitive closure; paths are stored end first.
pub fn tc(facts: &Facts) -> Sizes {
    let edge: Relation<Pair> = facts.read("edge").into();
    let mut iteration = Iteration::new();
    let path = iteration.variable::<Pair>("path");
    path.extend(edge.iter().map(|&(x, y)| (y, x)));
    while iteration.changed() {
        path.from_leapjoin(&path, edge.extend_with(|&(y, _)| y), |&(_, x), &z| (z, x));
    }
    vec![("path", path.complete().len())]
}

/// Points-to.
pub fn pt(facts: &Facts) -> Sizes {
    let assign = relation(facts.read::<Pair>("assign").into_iter().map(|(d, s)| (s, d)));
    let store = relation(facts.read::<Triple>("store").into_iter().map(|(b, f, s)| (b, (f, s))));
    let load = relation(facts.read::<Triple>("load").into_iter().map(|(d, b, f)| (b, (f, d))));
    let mut iteration = Iteration::new();
    let vpt = iteration.variable::<Pair>("vpt");
    let hpt = iteration.variable::<(Pair, u32)>("hpt");
    // A stored variable with field and base object; a loading variable by base object and field.
    let stored = iteration.variable::<(u32, Pair)>("stored");
    let loaded = iteration.variable::<(Pair, u32)>("loaded");
    vpt.extend(facts.read::<Pair>("alloc"));
    while iteration.changed() {
        vpt.from_leapjoin(&vpt, assign.extend_with(|&(w, _)| w), |&(_, o), &v| (v, o));
        stored.from_leapjoin(&vpt, store.extend_with(|&(b, _)| b), |&(_, o), &(f, v)| (v, (f, o)));
        hpt.from_join(&stored, &vpt, |_, &(f, o), &p| ((o, f), p));
        loaded.from_leapjoin(&vpt, load.extend_with(|&(b, _)| b), |&(_, o), &(f, d)| ((o, f), d));
        vpt.from_join(&loaded, &hpt, |_, &d, &p| (d, p));
    }
    vec![("vpt", vpt.complete().len()), ("hpt", hpt.complete().len())]
}

/// Call graph.
pub fn cg(facts: &Facts) -> Sizes {
    let by_first = |rows: Vec<Triple>| relation(rows.into_iter().map(|(a, b, c)| (a, (b, c))));
    let by_two = |rows: Vec<Triple>| relation(rows.into_iter().map(|(a, b, c)| ((a, b), c)));
    let new = by_first(facts.read("new"));
    let assign = by_first(facts.read("assign"));
    let actual = by_first(facts.read("actual"));
    let formal = by_two(facts.read("formal"));
    let dispatch = by_two(facts.read("dispatch"));
    let vcall = facts.read::<(u32, u32, u32, u32)>("vcall");
    let vcall = relation(vcall.into_iter().map(|(m, s, r, sig)| (m, (s, r, sig))));
    let ret: Relation<Pair> = facts.read("ret").into();
    let res: Relation<Pair> = facts.read("res").into();
    let receiver: Relation<Pair> = facts.read("receiver").into();
    let vdecl: Relation<Pair> = facts.read("vdecl").into();
    let sub: HashSet<Pair> = facts.read("sub").into_iter().collect();

    let mut iteration = Iteration::new();
    let reach = iteration.variable::<(u32,)>("reach");
    let var_type = iteration.variable::<Pair>("var_type");
    // Calls by target, flows by source.
    let call_edge = iteration.variable::<Pair>("call_edge");
    let flow = iteration.variable::<Pair>("flow");
    // Sites of reached methods by receiver; sites by the receiver's type and the signature; types by target.
    let site = iteration.variable::<(u32, Pair)>("site");
    let typed = iteration.variable::<(Pair, u32)>("typed");
    let target = iteration.variable::<Pair>("target");
    // Arguments by target and position; returned variables by site; flowing types before the check.
    let argument = iteration.variable::<(Pair, u32)>("argument");
    let returned = iteration.variable::<Pair>("returned");
    let candidate = iteration.variable::<Pair>("candidate");
    reach.extend(facts.read::<(u32,)>("entry"));
    while iteration.changed() {
        site.from_leapjoin(&reach, vcall.extend_with(|&(m,)| m), |_, &(s, r, sig)| (r, (s, sig)));
        typed.from_join(&site, &var_type, |_, &(s, sig), &t| ((t, sig), s));
        call_edge.from_leapjoin(&typed, dispatch.extend_with(|&(key, _)| key), |&(_, s), &q| (q, s));
        target.from_leapjoin(&typed, dispatch.extend_with(|&(key, _)| key), |&((t, _), _), &q| (q, t));
        var_type.from_leapjoin(&target, receiver.extend_with(|&(q, _)| q), |&(_, t), &h| (h, t));
        reach.from_map(&call_edge, |&(q, _)| (q,));
        argument.from_leapjoin(&call_edge, actual.extend_with(|&(_, s)| s), |&(q, _), &(i, a)| ((q, i), a));
        flow.from_leapjoin(&argument, formal.extend_with(|&(key, _)| key), |&(_, a), &p| (a, p));
        returned.from_leapjoin(&call_edge, ret.extend_with(|&(q, _)| q), |&(_, s), &x| (s, x));
        flow.from_leapjoin(&returned, res.extend_with(|&(s, _)| s), |&(_, x), &r| (x, r));
        flow.from_leapjoin(&reach, assign.extend_with(|&(m,)| m), |_, &(v, w)| (w, v));
        var_type.from_leapjoin(&reach, new.extend_with(|&(m,)| m), |_, &(v, t)| (v, t));
        candidate.from_join(&flow, &var_type, |_, &v, &t| (v, t));
        let declared = vdecl.extend_with(|&(v, _)| v);
        let fits = ValueFilter::from(|&(_, t): &Pair, &d: &u32| sub.contains(&(t, d)));
        var_type.from_leapjoin(&candidate, (declared, fits), |&row, _| row);
    }
    vec![
        ("reach", reach.complete().len()),
        ("callEdge", call_edge.complete().len()),
        ("flow", flow.complete().len()),
        ("varType", var_type.complete().len()),
    ]
}

/// Dominance. `Relation::from_antijoin` of this version returns nothing, so the negation is a hand-written merge.
pub fn dom(facts: &Facts) -> Sizes {
    let comp: Relation<Pair> = facts.read("comp").into();
    let edge: Relation<Pair> = facts.read("edge").into();
    let entry: Relation<Pair> = facts.read("entry").into();
    let lock: Relation<(u32,)> = facts.read("lock").into();
    let access: Relation<(u32,)> = facts.read("access").into();

    let mut iteration = Iteration::new();
    let reach = iteration.variable::<(u32,)>("reach");
    reach.extend(entry.iter().map(|&(_, n)| (n,)));
    while iteration.changed() {
        reach.from_leapjoin(&reach, edge.extend_with(|&(m,)| m), |_, &n| (n,));
    }
    let reach = reach.complete();

    let lock_comp: Relation<Pair> =
        Relation::from_leapjoin(&lock, comp.extend_with(|&(l,)| l), |&(l,), &c| (l, c));
    let mut iteration = Iteration::new();
    // By node.
    let avoid = iteration.variable::<Pair>("avoid");
    let other = |&(l, _): &Pair, n: &u32| *n != l;
    let starts = (entry.extend_with(|&(_, c)| c), ValueFilter::from(other));
    avoid.insert(Relation::from_leapjoin(&lock_comp, starts, |&(l, _), &n| (n, l)));
    while iteration.changed() {
        let other = ValueFilter::from(|&(_, l): &Pair, n: &u32| *n != l);
        let next = edge.extend_with(|&(m, _)| m);
        avoid.from_leapjoin(&avoid, (next, other), |&(_, l), &n| (n, l));
    }
    let avoid = avoid.complete();

    let reached: Relation<(u32, ())> = Relation::from_map(&reach, |&(n,)| (n, ()));
    let accessed: Relation<(u32, ())> = Relation::from_map(&access, |&(a,)| (a, ()));
    let reached_access: Relation<(u32,)> = Relation::from_join(&accessed, &reached, |&a, _, _| (a,));
    let access_comp: Relation<Pair> =
        Relation::from_leapjoin(&reached_access, comp.extend_with(|&(a,)| a), |&(a,), &c| (c, a));
    let locks: Relation<Pair> = Relation::from_join(&lock_comp, &reached, |&l, &c, _| (c, l));
    let pairs: Relation<(Pair, u32)> = Relation::from_join(&locks, &access_comp, |&c, &l, &a| ((a, l), c));
    let mut at = 0;
    let dominated = pairs.iter().filter(|(key, _)| {
        while at < avoid.len() && avoid[at] < *key {
            at += 1;
        }
        avoid.get(at) != Some(key)
    });
    let dom: Relation<Triple> = relation(dominated.map(|&((a, l), c)| (c, l, a)));
    let guarded: Relation<(u32,)> = Relation::from_map(&dom, |&(_, _, a)| (a,));
    let unguarded = reached_access.iter().filter(|row| guarded.binary_search(row).is_err()).count();
    let mut counts: HashMap<u32, usize> = entry.iter().map(|&(c, _)| (c, 0)).collect();
    for (c, _, _) in dom.iter() {
        *counts.entry(*c).or_default() += 1;
    }
    vec![
        ("reach", reach.len()),
        ("avoid", avoid.len()),
        ("dom", dom.len()),
        ("guarded", guarded.len()),
        ("unguarded", unguarded),
        ("cnt", counts.len()),
        ("busy", counts.values().filter(|count| **count >= 10).count()),
    ]
}
