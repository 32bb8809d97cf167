//! Selects the calls of a body that get copies, and the conditions of their demand.

use super::super::binding::{Bound, binds, bound_by, is_known, needs_binding};
use super::{Demand, Extent, Family, MOST_COPIES, Site};
use crate::walk::{literal_vars, nested_bodies, nested_bodies_mut};
use crate::{Atom, Body, Def, Literal, LiteralKind, PredId, Program, Rule, Term, VarId};
use quarrel_base::ids::Id;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, VecDeque};

/// Steps from a rule's body to a nested one: the literal, and which of its bodies.
type Path = Vec<(usize, usize)>;

/// The position of a condition's literal: how many steps of a call's path lead to its body, and its index there.
type Place = (usize, usize);

/// A call that gets a copy.
pub(super) struct Call {
    pub(super) path: Path,
    pub(super) at: usize,
    pub(super) columns: Vec<usize>,
    pub(super) condition: Vec<Place>,
}

impl Demand<'_> {
    /// The calls in a body that get copies, in an order in which they can raise their demand: the result of a call may
    /// be in the conditions of later calls only. If two calls were in each other's conditions, neither would ever be
    /// demanded.
    pub(super) fn calls(&self, program: &Program, site: Site, body: &Body) -> Vec<Call> {
        let mut open: Vec<(Path, usize)> = Vec::new();
        self.find_calls(program, site, (body, false), &mut Vec::new(), &mut open);
        // Literals that do not depend on the caller come first: they may end a recursion of demands.
        open.sort_by_cached_key(|(path, at)| {
            bodies_on(body, path).last().map_or(0, |around| self.wildness(site.caller, &around.literals[*at]))
        });
        let mut placed = Vec::new();
        while !open.is_empty() {
            let before = open.len();
            let mut next = 0;
            while next < open.len() {
                match self.condition(program, site, body, &open[next], &open) {
                    Some(call) => {
                        placed.push(call);
                        open.remove(next);
                    }
                    None => next += 1,
                }
            }
            if open.len() == before {
                // A call that needs no copy is computed in full, and so may help the others.
                let full = open.iter().position(|place| !needs_binding(&program.preds[called(body, place)]));
                match full {
                    Some(full) => drop(open.remove(full)),
                    None => break,
                }
            }
        }
        placed
    }

    /// The calls, at every depth, that may get copies.
    fn find_calls(
        &self,
        program: &Program,
        site: Site,
        (body, negative): (&Body, bool),
        path: &mut Path,
        calls: &mut Vec<(Path, usize)>,
    ) {
        for (at, literal) in body.literals.iter().enumerate() {
            match &literal.kind {
                LiteralKind::Atom(atom) => {
                    let excluded = negative && self.in_full.contains(&(site.family, site.caller, atom.pred));
                    if !excluded && self.is_asked(program, atom.pred, site) {
                        calls.push((path.clone(), at));
                    }
                }
                other => {
                    let negative = negative || !matches!(other, LiteralKind::Or(_));
                    for (which, inner) in nested_bodies(other).into_iter().enumerate() {
                        path.push((at, which));
                        self.find_calls(program, site, (inner, negative), path, calls);
                        path.pop();
                    }
                }
            }
        }
    }

    /// Whether calls of the predicate get copies if possible.
    fn is_asked(&self, program: &Program, id: PredId, site: Site) -> bool {
        let pred = &program.preds[id];
        let Def::Rules(rules) = &pred.def else { return false };
        if needs_binding(pred) {
            return true;
        }
        let deep = self.extent == Extent::Deep && site.in_copy;
        let below = deep && !pred.columns.is_empty() && !rules.is_empty() && !self.wanted.contains(&id);
        let reader = self.readers.contains(&id) && matches!(site.family, Family::Results);
        let marked = (pred.on_demand || reader) && self.extent <= Extent::All;
        self.copies.len() <= MOST_COPIES && (below || marked)
    }

    /// A call with its given columns, and the surrounding literals that bind them, except those that are or contain an
    /// open call.
    fn condition(
        &self,
        program: &Program,
        site: Site,
        body: &Body,
        place: &(Path, usize),
        open: &[(Path, usize)],
    ) -> Option<Call> {
        let (path, at) = place;
        let around = bodies_on(body, path);
        let LiteralKind::Atom(atom) = &around.last()?.literals[*at].kind else { return None };
        let pred = &program.preds[atom.pred];
        let required = needs_binding(pred);
        // Each demanded value would demand the next one, without an end: the callers in between return it.
        let is_endless = |literal: &Literal| {
            site.in_copy && !required && computes(literal) && self.reach.depends(atom.pred, site.caller)
        };
        // Literals with their rank: 0 plain, 1 dependent on the caller, 2 negations and aggregates.
        let mut candidates: Vec<((usize, usize), u8, &Literal)> = Vec::new();
        for (depth, body) in around.iter().enumerate() {
            let waiting: FxHashSet<usize> = open
                .iter()
                .filter(|(other, _)| other.len() >= depth && other[..depth] == path[..depth])
                .map(|(other, at)| other.get(depth).map_or(*at, |(literal, _)| *literal))
                .collect();
            let on_path = path.get(depth).map_or(*at, |(literal, _)| *literal);
            for (index, literal) in body.literals.iter().enumerate() {
                if index != on_path && !waiting.contains(&index) && !is_endless(literal) {
                    candidates.push(((depth, index), self.wildness(site.caller, literal), literal));
                }
            }
        }
        if site.in_copy && !required {
            for tier in 0..2 {
                let kept = candidates.iter().filter(|(_, wildness, _)| *wildness <= tier);
                let literals: Vec<_> = kept.map(|(place, _, literal)| (*place, *literal)).collect();
                if let Some((column, condition)) = shortest_path(program, &literals, &atom.args) {
                    return Some(Call { path: path.clone(), at: *at, columns: vec![column], condition });
                }
            }
            return None;
        }
        let tiers: &[u8] = if required { &[0, 1, 2] } else { &[0] };
        for &tier in tiers {
            let kept: Vec<_> = candidates.iter().filter(|(_, wildness, _)| *wildness <= tier).collect();
            let (bound, left) = bound_by(program, kept.iter().map(|(_, _, literal)| *literal), &Bound::new());
            let columns = if required {
                pred.modes
                    .iter()
                    .find(|mode| mode.iter().all(|&col| is_known(&atom.args[col], &bound)))
                    .cloned()
            } else {
                let arg = atom.args.first();
                arg.is_some_and(|arg| is_known(arg, &bound)).then(|| vec![0])
            };
            if let Some(columns) = columns {
                let asked = columns.iter().filter_map(|&col| atom.args[col].var()).collect();
                let literals: Vec<(Place, &Literal)> = kept
                    .iter()
                    .filter(|(_, _, literal)| !left.iter().any(|other| std::ptr::eq(*other, *literal)))
                    .map(|(place, _, literal)| (*place, *literal))
                    .collect();
                let condition = connected(&literals, asked);
                return Some(Call { path: path.clone(), at: *at, columns, condition });
            }
        }
        None
    }

    fn wildness(&self, caller: PredId, literal: &Literal) -> u8 {
        let mut wildness = 0;
        let mut open = vec![literal];
        while let Some(literal) = open.pop() {
            match &literal.kind {
                LiteralKind::Not(_) | LiteralKind::Aggregate(_) => return 2,
                LiteralKind::Atom(Atom { pred, .. }) | LiteralKind::Closure { step: pred, .. } => {
                    wildness = wildness.max(u8::from(self.reach.depends(*pred, caller)));
                }
                LiteralKind::Or(bodies) => open.extend(bodies.iter().flat_map(|body| &body.literals)),
                _ => {}
            }
        }
        wildness
    }
}

/// Whether a literal may yield values that no relation holds.
fn computes(literal: &Literal) -> bool {
    match &literal.kind {
        LiteralKind::Builtin(..) => true,
        LiteralKind::Or(bodies) => bodies.iter().flat_map(|body| &body.literals).any(computes),
        _ => false,
    }
}

/// The literals connected to these variables, perhaps through other literals: parts connected only by a call that has
/// no demand yet would form a product. Literals without variables are conditions of everything.
fn connected(literals: &[(Place, &Literal)], mut vars: Bound) -> Vec<Place> {
    let mut open: Vec<(Place, Bound)> = literals
        .iter()
        .map(|(place, literal)| {
            let mut own = Bound::new();
            literal_vars(literal, &mut |var| {
                own.insert(var);
            });
            (*place, own)
        })
        .collect();
    let mut found = BTreeSet::new();
    loop {
        let before = open.len();
        open.retain(|(place, own)| {
            let apart = !own.is_empty() && own.is_disjoint(&vars);
            if !apart {
                vars.extend(own);
                found.insert(*place);
            }
            apart
        });
        if open.len() == before {
            return found.into_iter().collect();
        }
    }
}

/// The first argument that few literals connect to the demand (the literal at place (0, 0)), with these literals;
/// failing that, a constant argument without conditions.
fn shortest_path(
    program: &Program,
    literals: &[(Place, &Literal)],
    args: &[Term],
) -> Option<(usize, Vec<Place>)> {
    let demand = literals.iter().position(|(place, _)| *place == (0, 0))?;
    // The literal that bound each variable, and from which variables.
    let mut from: FxHashMap<VarId, usize> = FxHashMap::default();
    let mut inputs: FxHashMap<usize, Vec<VarId>> = FxHashMap::default();
    let mut bound = Bound::new();
    literal_vars(literals[demand].1, &mut |var| {
        bound.insert(var);
        from.insert(var, demand);
    });
    let mut open: VecDeque<usize> = (0..literals.len()).filter(|at| *at != demand).collect();
    let found =
        |bound: &Bound| args.iter().position(|arg| matches!(arg, Term::Var(var) if bound.contains(var)));
    loop {
        if let Some(column) = found(&bound) {
            let mut condition = BTreeSet::from([(0, 0)]);
            let mut wanted: Vec<VarId> = args.get(column).and_then(Term::var).into_iter().collect();
            while let Some(var) = wanted.pop() {
                let Some(&at) = from.get(&var) else { continue };
                if condition.insert(literals[at].0) {
                    wanted.extend(inputs.get(&at).into_iter().flatten());
                }
            }
            return Some((column, condition.into_iter().collect()));
        }
        // Visit everything one step away before anything two steps away.
        let known = bound.clone();
        let before = open.len();
        open.retain(|&at| {
            let literal = &literals[at].1.kind;
            let mut needs: Vec<VarId> = Vec::new();
            literal_vars(literals[at].1, &mut |var| {
                if known.contains(&var) {
                    needs.push(var);
                }
            });
            let new = binds(program, literal, &known).filter(|_| !needs.is_empty());
            let Some(new) = new else { return true };
            if matches!(literal, LiteralKind::Atom(_)) {
                needs.truncate(1);
            }
            for var in new {
                if bound.insert(var) {
                    from.insert(var, at);
                }
            }
            inputs.insert(at, needs);
            false
        });
        if open.len() == before {
            let column = args.iter().position(|arg| matches!(arg, Term::Const(_)))?;
            return Some((column, Vec::new()));
        }
    }
}

/// Builds `head :- literals.` with the variables of the rule that it needs.
pub(super) fn demand_rule(rule: &Rule, head: Vec<Term>, literals: Vec<Literal>) -> Rule {
    let mut used: BTreeSet<VarId> = BTreeSet::new();
    let mut inner: BTreeSet<VarId> = BTreeSet::new();
    for literal in &literals {
        literal_vars(literal, &mut |var| {
            used.insert(var);
        });
        declared_inside(&literal.kind, &mut inner);
    }
    used.extend(head.iter().filter_map(|term| if let Term::Var(var) = term { Some(*var) } else { None }));
    let locals = used.into_iter().filter(|var| !inner.contains(var)).collect();
    Rule { head, body: Body { locals, literals }, vars: rule.vars.clone(), origin: rule.origin }
}

fn declared_inside(literal: &LiteralKind, out: &mut BTreeSet<VarId>) {
    for body in nested_bodies(literal) {
        out.extend(&body.locals);
        for literal in &body.literals {
            declared_inside(&literal.kind, out);
        }
    }
}

/// The bodies along a path, outermost first.
fn bodies_on<'b>(body: &'b Body, path: &Path) -> Vec<&'b Body> {
    let mut bodies = vec![body];
    let mut body = body;
    for &(literal, which) in path {
        body = nested_bodies(&body.literals[literal].kind)[which];
        bodies.push(body);
    }
    bodies
}

/// The predicate called at a place.
fn called(body: &Body, (path, at): &(Path, usize)) -> PredId {
    match bodies_on(body, path).last().map(|body| &body.literals[*at].kind) {
        Some(LiteralKind::Atom(atom)) => atom.pred,
        _ => PredId::new(0),
    }
}

pub(super) fn body_at<'b>(body: &'b mut Body, path: &[(usize, usize)]) -> &'b mut Body {
    let mut body = body;
    for &(literal, which) in path {
        let mut inner = nested_bodies_mut(&mut body.literals[literal].kind);
        body = inner.swap_remove(which);
    }
    body
}
