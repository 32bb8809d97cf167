//! INPUT: any program.
//! OUTPUT: an equivalent one without disjunctions that could only be evaluated on all pairs of rows of two unconnected
//! parts of a body.
//!
//! ```text
//! dom(n, m) :- at(n, b, i), at(m, c, j), (b = c, i < j ; idom+(b, c)).
//! becomes
//! dom(n, m) :- at(n, b, i), (at(m, c, j), b = c, i < j ; at(m, c, j), idom+(b, c)).
//! ```
//!
//! HOW: without the disjunction, the body falls into parts that share no variable. If some branch cannot be evaluated
//! from one part alone (above: nothing binds `j`), the other parts move into the branches, where each branch can start
//! with what is known. The part that stays is the one with outer variables, or else the one with most literals, which
//! restrict most.

use super::binding::{Bound, Reach, all_bound, binds};
use crate::walk::{free_vars, literal_vars, nested_bodies_mut};
use crate::{Atom, Body, Def, Literal, LiteralKind, PredId, Program, VarId};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

/// More branches would make bodies too large.
const MOST_BRANCHES: usize = 8;

/// Runs the pass.
pub fn run(program: &mut Program) {
    let reach = Reach::new(program);
    for id in program.preds.ids().collect::<Vec<_>>() {
        let Def::Rules(rules) = &mut program.preds[id].def else { continue };
        let mut rules = std::mem::take(rules);
        for rule in &mut rules {
            distribute(&At { program, reach: &reach, head: id }, &mut rule.body, &Bound::new());
        }
        program.preds[id].def = Def::Rules(rules);
    }
}

/// The context of a body.
struct At<'a> {
    program: &'a Program,
    reach: &'a Reach,
    /// The predicate of its rule.
    head: PredId,
}

fn distribute(at: &At<'_>, body: &mut Body, outer: &Bound) {
    let ors = |body: &Body| body.literals.iter().filter(|it| matches!(it.kind, LiteralKind::Or(_))).count();
    for nth in 0..ors(body) {
        if let Some(changed) = pushed(at, body, nth, outer) {
            *body = changed;
        }
    }
    let mut inside = outer.clone();
    inside.extend(&body.locals);
    for literal in &mut body.literals {
        for nested in nested_bodies_mut(&mut literal.kind) {
            distribute(at, nested, &inside);
        }
    }
}

/// The body with its other parts moved into the branches of its nth disjunction; `None` if that is not needed.
fn pushed(at: &At<'_>, body: &Body, nth: usize, outer: &Bound) -> Option<Body> {
    let mut ors = body.literals.iter().enumerate().filter_map(|(place, literal)| match &literal.kind {
        LiteralKind::Or(branches) => Some((place, branches)),
        _ => None,
    });
    let (or_place, branches) = ors.nth(nth).filter(|(_, branches)| branches.len() <= MOST_BRANCHES)?;
    let part_of = parts(body, or_place, outer);
    let connected: Vec<usize> = {
        let vars = branches.iter().flat_map(free_vars).collect::<Bound>();
        let touches = |place: &usize| {
            let mut touches = false;
            literal_vars(&body.literals[*place], &mut |var| {
                touches |= vars.contains(&var) && !outer.contains(&var)
            });
            touches
        };
        (0..body.literals.len())
            .filter(|place| *place != or_place)
            .filter(touches)
            .map(|place| part_of[place])
            .collect()
    };
    let size = |part: usize| part_of.iter().filter(|other| **other == part).count();
    let outside = part_of[body.literals.len()];
    let stays = if connected.contains(&outside) {
        outside
    } else {
        // The first of the largest.
        *connected.iter().rev().max_by_key(|part| size(**part))?
    };
    let moves = |place: usize, literal: &Literal| {
        place != or_place
            && part_of[place] != stays
            && connected.contains(&part_of[place])
            && at.can_move(literal)
    };
    let placed = || body.literals.iter().enumerate();
    let known = placed()
        .filter(|(place, _)| part_of[*place] == stays && *place != or_place)
        .map(|(_, literal)| literal.clone())
        .collect();
    let bound = all_bound(at.program, &Body { locals: Vec::new(), literals: known }, outer)?;
    if binds(at.program, &body.literals[or_place].kind, &bound).is_some() {
        return None;
    }
    let moved: Vec<Literal> = placed()
        .filter(|(place, literal)| moves(*place, literal))
        .map(|(_, literal)| literal.clone())
        .collect();
    let mut branches = branches.clone();
    for branch in &mut branches {
        branch.literals.splice(0..0, moved.iter().cloned());
    }
    let or = Literal { kind: LiteralKind::Or(branches), origin: body.literals[or_place].origin };
    binds(at.program, &or.kind, &bound)?;
    let literals = placed()
        .filter(|(place, literal)| !moves(*place, literal))
        .map(|(place, literal)| if place == or_place { or.clone() } else { literal.clone() })
        .collect();
    let changed = Body { locals: body.locals.clone(), literals };
    all_bound(at.program, &changed, outer).is_some().then_some(changed)
}

/// The part of each literal of the body except the one at `without`, and last the part of the outer variables.
fn parts(body: &Body, without: usize, outer: &Bound) -> Vec<usize> {
    let outside = body.literals.len();
    let mut parts = UnionFind::<usize>::new(outside + 1);
    let mut first: FxHashMap<VarId, usize> = FxHashMap::default();
    for (place, literal) in body.literals.iter().enumerate().filter(|(place, _)| *place != without) {
        literal_vars(literal, &mut |var| {
            let other = if outer.contains(&var) { outside } else { *first.entry(var).or_insert(place) };
            parts.union(place, other);
        });
    }
    parts.into_labeling()
}

impl At<'_> {
    /// Whether a literal may be copied into several branches: it declares no variables, and is no part of a recursion,
    /// where each round would evaluate each copy.
    fn can_move(&self, literal: &Literal) -> bool {
        let recursive = |pred: &PredId| *pred == self.head || self.reach.depends(*pred, self.head);
        match &literal.kind {
            LiteralKind::Atom(Atom { pred, .. }) | LiteralKind::Closure { step: pred, .. } => {
                !recursive(pred)
            }
            LiteralKind::Compare(..) | LiteralKind::Builtin(..) | LiteralKind::Construct { .. } => true,
            LiteralKind::Not(_) | LiteralKind::Or(_) | LiteralKind::Aggregate(_) => false,
        }
    }
}
