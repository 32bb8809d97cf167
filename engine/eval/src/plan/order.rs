//! The order of a conjunction's literals.
//!
//! A beam search: partial orders are extended one literal at a time, and the [`BEAM`] cheapest of each length stay (one
//! for each set of literals). Literals that cost next to nothing and never add rows run as soon as possible. This beam
//! is exhaustive for bodies of up to about four joins and close to it for longer ones; it loses orders whose first
//! steps look bad and pay off only several steps later.
//!
//! The estimate of a join uses the values of the columns: frequent values one by one; of the others, one pair of rows
//! in `max(values left, values right)` matches (see [`Values`]). Several key columns count as partly dependent: the
//! most selective counts fully, the next by its square root, and so on, while there is more than one row to choose
//! from. The numbers of rows and values are exact for complete relations.

use super::ir::{Arg, Conj, Lit};
use super::ready::{self, VarSet};
use super::values::Values;
use super::{Statistics, Version};
use quarrel_base::IndexVec;
use quarrel_datalog::{BuiltinOp, Comparison, PredId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The number of partial orders that are followed.
const BEAM: usize = 8;
/// The width of the beam for a rule that reads few rows: planning it takes longer than evaluating it.
const QUICK_BEAM: usize = 2;
/// Bodies of more literals are ordered greedily: a beam search would be cubic.
const WIDE: usize = 48;
/// The number of continuations of a greedy order that are compared.
const CHOICES: usize = 16;
/// Cost of one lookup, in rows read.
const PROBE: f64 = 1.5;
/// Cost of building an index, in rows read, for each row.
const BUILD: f64 = 4.0;
/// The least number of times that a relation is expected to be read again when a step has no key and follows others.
/// If the estimate of rows is too low, each of them reads the whole relation; an index has a fixed cost instead.
const AGAIN: f64 = 32.0;
/// The share of rows that another known column does not exclude, where one key leaves at most one row per binding.
const CONFIRMED: f64 = 0.3;
/// One in so many mentions of a relation is assumed to want the same index.
const SAME: f64 = 4.0;
/// The most mentions that share the cost of an index.
const SHARED: f64 = 8.0;
/// The rounds of a recursion that share the cost of an index: it is built once, and new rows are merged into it. Only
/// the rows of the last round are indexed anew.
const ROUNDS: f64 = 4.0;

/// The estimate for a table of bindings.
#[derive(Debug)]
pub struct Expect<'a> {
    /// The number of rows.
    pub rows: f64,
    /// For each variable, the number of its values.
    pub distinct: Vec<f64>,
    /// For each variable, the column that it comes from, if known.
    columns: Vec<Option<&'a Values>>,
}

impl Clone for Expect<'_> {
    fn clone(&self) -> Self {
        Self { rows: self.rows, distinct: self.distinct.clone(), columns: self.columns.clone() }
    }
    fn clone_from(&mut self, other: &Self) {
        self.rows = other.rows;
        self.distinct.clone_from(&other.distinct);
        self.columns.clone_from(&other.columns);
    }
}

impl Expect<'_> {
    /// One row, nothing known.
    pub fn unit(n_vars: usize) -> Self {
        Self { rows: 1.0, distinct: vec![1.0; n_vars], columns: vec![None; n_vars] }
    }
    /// The estimate for the distinct bindings of these variables.
    #[must_use]
    pub fn seeds(&self, vars: &[usize]) -> Self {
        let mut seeds = self.clone();
        seeds.rows = self.combinations(vars.iter().copied()).max(1.0);
        if let [var] = vars {
            // Each value once: none is more frequent than another.
            seeds.columns[*var] = None;
        }
        seeds.cap();
        seeds
    }
    /// An upper bound of the number of distinct bindings of these variables.
    pub fn combinations(&self, vars: impl IntoIterator<Item = usize>) -> f64 {
        vars.into_iter()
            .fold(1.0, |product: f64, var| (product * self.distinct[var].max(1.0)).min(1e18))
            .min(self.rows.max(1.0))
    }
    fn cap(&mut self) {
        let rows = self.rows.max(1.0);
        for distinct in &mut self.distinct {
            *distinct = distinct.min(rows);
        }
    }
}

/// An order with its estimates.
#[derive(Clone, Debug)]
pub struct Ordered<'a> {
    /// Indices of the literals.
    pub order: Vec<usize>,
    /// The estimate after each.
    pub after: Vec<Expect<'a>>,
    /// The total cost, in rows read.
    pub cost: f64,
}

/// Finds orders; caches the costs of nested bodies.
pub struct Planner<'a> {
    stats: &'a dyn Statistics,
    /// Whether the rule is inside a recursion.
    in_rounds: bool,
    is_quick: bool,
    mentions: Option<&'a IndexVec<PredId, u32>>,
    nested: RefCell<FxHashMap<(usize, Vec<usize>), (f64, f64)>>,
}

struct State<'a> {
    done: VarSet,
    bound: VarSet,
    expect: Expect<'a>,
    cost: f64,
    order: Vec<usize>,
}

impl<'a> State<'a> {
    /// The start, before any literal.
    fn start(literals: usize, bound: &VarSet, expect: &Expect<'a>) -> Self {
        Self {
            done: VarSet::new(literals.max(1)),
            bound: bound.clone(),
            expect: expect.clone(),
            cost: 0.0,
            order: Vec::new(),
        }
    }
}

// A search visits many states and keeps few: dropped states lend their memory to the next.
impl Clone for State<'_> {
    fn clone(&self) -> Self {
        Self {
            done: self.done.clone(),
            bound: self.bound.clone(),
            expect: self.expect.clone(),
            cost: self.cost,
            order: self.order.clone(),
        }
    }
    fn clone_from(&mut self, other: &Self) {
        self.done.clone_from(&other.done);
        self.bound.clone_from(&other.bound);
        self.expect.clone_from(&other.expect);
        self.cost = other.cost;
        self.order.clone_from(&other.order);
    }
}

/// A state and a possible next literal, with the result estimated but not carried out.
struct Choice {
    state: usize,
    literal: usize,
    binds: Vec<usize>,
    /// Cost and rows combined, for comparing choices.
    rank: f64,
}

/// Whether a literal reads all rows of a relation.
fn scans(lit: &Lit, bound: &VarSet) -> bool {
    match lit {
        Lit::Atom { args, .. } => {
            args.iter().all(|arg| arg.var().is_some_and(|var| !bound.has(var)) || *arg == Arg::Wild)
        }
        Lit::Closure { from, to, .. } => !bound.knows(*from) && !bound.knows(*to),
        _ => false,
    }
}

impl<'a> Planner<'a> {
    /// A planner with these statistics.
    pub fn new(stats: &'a dyn Statistics) -> Self {
        Self { stats, in_rounds: false, is_quick: false, mentions: None, nested: RefCell::default() }
    }

    /// Sets whether the rule is evaluated round by round.
    #[must_use]
    pub fn in_rounds(self, in_rounds: bool) -> Self {
        Self { in_rounds, ..self }
    }

    /// Sets whether the first good order will do: for rules that read few rows, planning costs more than evaluation.
    #[must_use]
    pub fn quick(self, is_quick: bool) -> Self {
        Self { is_quick, ..self }
    }

    /// Whether the first good order will do.
    pub fn is_quick(&self) -> bool {
        self.is_quick
    }

    /// Sets how often the whole program mentions each predicate.
    #[must_use]
    pub fn mentions(self, mentions: &'a IndexVec<PredId, u32>) -> Self {
        Self { mentions: Some(mentions), ..self }
    }

    /// How many users of an index share its cost.
    fn sharers(&self, pred: PredId, version: Version) -> f64 {
        let mentions = self.mentions.and_then(|mentions| mentions.get(pred)).copied().unwrap_or(0);
        let users = (f64::from(mentions) / SAME).clamp(1.0, SHARED);
        if self.in_rounds && version != Version::Delta { users.max(ROUNDS) } else { users }
    }

    /// Its statistics.
    pub fn stats(&self) -> &dyn Statistics {
        self.stats
    }

    /// The best order found; `None` if some literal can never be evaluated.
    pub fn order(&self, body: &Conj, bound: &VarSet, expect: &Expect<'a>) -> Option<Ordered<'a>> {
        let n = body.lits.len();
        let mut beam = vec![State::start(n, bound, expect)];
        let mut tried = beam[0].clone();
        let mut spare: Vec<State<'a>> = Vec::new();
        let mut choices: Vec<Choice> = Vec::new();
        let width = if n > WIDE {
            1
        } else if self.is_quick {
            QUICK_BEAM
        } else {
            BEAM
        };
        for _ in 0..n {
            choices.clear();
            for at in 0..beam.len() {
                self.choices(body, &beam, at, &mut tried, &mut choices);
            }
            choices.sort_by(|a, b| a.rank.total_cmp(&b.rank));
            let mut next: Vec<State<'a>> = Vec::with_capacity(width);
            for choice in &mut choices {
                if next.len() == width {
                    break;
                }
                let state = &beam[choice.state];
                let is_same =
                    |other: &State<'a>| other.done.has(choice.literal) && other.done.is_one_more(&state.done);
                if next.iter().any(is_same) {
                    continue;
                }
                let mut taken = match spare.pop() {
                    Some(mut taken) => {
                        taken.clone_from(state);
                        taken
                    }
                    None => state.clone(),
                };
                self.take(body, choice.literal, std::mem::take(&mut choice.binds), &mut taken);
                next.push(taken);
            }
            spare.append(&mut beam);
            beam = next;
        }
        let best = beam.into_iter().min_by(|a, b| a.cost.total_cmp(&b.cost))?;
        // The estimates on the way are only needed for the best order: replay it.
        let mut state = State::start(n, bound, expect);
        let mut after = Vec::with_capacity(n);
        for &at in &best.order {
            let new = ready::binds(&body.lits[at], &state.bound)?;
            self.step(&body.lits[at], new, &mut state);
            after.push(state.expect.clone());
        }
        Some(Ordered { order: best.order, after, cost: best.cost })
    }

    /// Adds the possible next literals of a state of the beam; overwrites `tried`.
    fn choices(
        &self,
        body: &Conj,
        beam: &[State<'a>],
        at: usize,
        tried: &mut State<'a>,
        choices: &mut Vec<Choice>,
    ) {
        let state = &beam[at];
        let first = choices.len();
        // An update begins with what has changed.
        let begins = |lit: &Lit| matches!(lit, Lit::Atom { version, .. } if version.is_change());
        let is_first = self.is_quick && state.order.is_empty() && body.lits.iter().any(begins);
        for (literal, lit) in body.lits.iter().enumerate() {
            if state.done.has(literal) || is_first && !begins(lit) {
                continue;
            }
            let Some(binds) = ready::binds(lit, &state.bound) else {
                continue;
            };
            let free = match lit {
                Lit::Compare(..) | Lit::Construct { .. } => true,
                Lit::Builtin(op, args) => fan_out(*op, args, &binds) <= 1.0,
                _ => false,
            };
            if free {
                choices.truncate(first);
            }
            choices.push(Choice { state: at, literal, binds, rank: 0.0 });
            if free || body.lits.len() > WIDE && choices.len() - first == CHOICES {
                break;
            }
        }
        // Few rows with all of another relation are many; estimates of what is reached from few rows are too high.
        let is_product =
            |choice: &Choice| !state.order.is_empty() && scans(&body.lits[choice.literal], &state.bound);
        if self.is_quick && choices[first..].iter().any(|choice| !is_product(choice)) {
            let mut at = 0;
            choices.retain(|choice| {
                at += 1;
                at <= first || !is_product(choice)
            });
        }
        for choice in &mut choices[first..] {
            tried.expect.clone_from(&state.expect);
            tried.bound.clone_from(&state.bound);
            tried.cost = state.cost;
            self.apply(&body.lits[choice.literal], &choice.binds, tried);
            choice.rank = tried.cost + tried.expect.rows;
        }
    }

    /// Runs a literal next.
    fn take(&self, body: &Conj, literal: usize, binds: Vec<usize>, state: &mut State<'a>) {
        state.done.add(literal);
        self.step(&body.lits[literal], binds, state);
        state.order.push(literal);
    }

    fn step(&self, lit: &Lit, new: Vec<usize>, state: &mut State<'a>) {
        self.apply(lit, &new, state);
        for var in new {
            state.bound.add(var);
        }
        state.expect.cap();
    }

    /// Adds the cost of a literal and updates the estimates.
    fn apply(&self, lit: &Lit, new: &[usize], state: &mut State<'a>) {
        let rows = state.expect.rows;
        match lit {
            Lit::Atom { pred, version, args } => {
                let (fan_out, cost) = self.atom(*pred, *version, args, state, true);
                state.cost += cost;
                self.after_atom(*pred, *version, args, fan_out, new, state);
            }
            Lit::Closure { step, version, from, to, .. } => {
                let size = self.stats.rows(*step, *version).max(1.0);
                let known = usize::from(state.bound.knows(*from)) + usize::from(state.bound.knows(*to));
                let fan_out = match known {
                    2 => 0.3,
                    1 => 8.0,
                    _ => size * 8.0,
                };
                let each = match known {
                    0 => 8.0,
                    // An index shows the way.
                    _ if self.is_quick => 0.0,
                    _ => BUILD,
                };
                state.cost += rows * (PROBE + fan_out) + size * each;
                state.expect.rows = rows * fan_out;
                for &var in new {
                    state.expect.distinct[var] = size.min(state.expect.rows);
                }
            }
            Lit::Compare(comparison, _, a, b) => {
                state.cost += rows * 0.2;
                if new.is_empty() {
                    state.expect.rows *= match comparison {
                        Comparison::Eq => {
                            let values = |arg: &Arg| arg.var().map_or(1.0, |var| state.expect.distinct[var]);
                            1.0 / values(a).max(values(b)).max(2.0)
                        }
                        Comparison::Ne => 0.9,
                        _ => 0.4,
                    };
                }
                for &var in new {
                    let other = if *a == Arg::Var(var) { b } else { a };
                    state.expect.distinct[var] = other.var().map_or(1.0, |var| state.expect.distinct[var]);
                }
            }
            Lit::Builtin(op, args) => {
                state.cost += rows;
                state.expect.rows *= fan_out(*op, args, new);
                for &var in new {
                    state.expect.distinct[var] = state.expect.rows;
                }
            }
            Lit::Construct { .. } => {
                state.cost += rows;
                for &var in new {
                    state.expect.distinct[var] = rows;
                }
            }
            Lit::False(_) => state.expect.rows = 0.0,
            Lit::Not(body) => {
                let found = self.bodies(std::slice::from_ref(body), state);
                state.expect.rows *= (1.0 - found).clamp(0.1, 1.0);
            }
            Lit::Or(bodies) => {
                let found = self.bodies(bodies, state);
                state.expect.rows *= if new.is_empty() { found.min(1.0) } else { found };
                for &var in new {
                    state.expect.distinct[var] = state.expect.rows;
                }
            }
            Lit::Aggregate(agg) => {
                let found = self.bodies(std::slice::from_ref(&agg.body), state);
                let groups = agg.body.outer.iter().filter(|var| !state.bound.has(**var)).count();
                if groups > 0 {
                    state.expect.rows *= found;
                } else if !agg.op.is_total() {
                    state.expect.rows *= found.min(1.0);
                }
                for &var in new {
                    state.expect.distinct[var] = state.expect.rows;
                }
            }
        }
        state.expect.rows = state.expect.rows.clamp(1e-6, 1e18);
    }

    /// Rows found per row, and the cost of finding them all.
    fn atom(
        &self,
        pred: PredId,
        version: Version,
        args: &[Arg],
        state: &State<'a>,
        build: bool,
    ) -> (f64, f64) {
        let rows = state.expect.rows;
        let size = self.stats.rows(pred, version);
        let mut keys = Vec::new();
        let mut outs = Vec::new();
        let mut selectivities = Vec::new();
        for (col, arg) in args.iter().enumerate() {
            if !state.bound.knows(*arg) {
                if arg.var().is_some() {
                    outs.push(col);
                }
                continue;
            }
            keys.push(col);
            let Some(theirs) = self.stats.values(pred, version, col) else {
                continue;
            };
            selectivities.push(match arg {
                Arg::Const(value) => theirs.share(*value),
                Arg::Var(var) => match state.expect.columns[*var] {
                    Some(ours) => ours.meet(theirs),
                    None => 1.0 / theirs.distinct.max(state.expect.distinct[*var]),
                },
                Arg::Wild => 1.0,
            });
        }
        selectivities.sort_by(f64::total_cmp);
        let mut exponent = 1.0;
        let mut fan_out = size;
        for (at, each) in selectivities.iter().enumerate() {
            // Other columns often only confirm the one row that a key has left.
            let least = if at > 0 { fan_out.min(1.0) * CONFIRMED } else { 0.0 };
            fan_out = (fan_out * each.powf(exponent)).max(least);
            exponent /= 2.0;
        }
        let mut cost = match keys.is_empty() {
            true if state.bound.is_empty() => rows * fan_out,
            true => rows.max(AGAIN) * fan_out,
            false => rows * (PROBE + fan_out),
        };
        if build && !keys.is_empty() && !self.stats.is_in_order(pred, version, &keys, &outs) {
            cost += size * BUILD / self.sharers(pred, version);
        }
        (fan_out, cost)
    }

    fn after_atom(
        &self,
        pred: PredId,
        version: Version,
        args: &[Arg],
        fan_out: f64,
        new: &[usize],
        state: &mut State<'a>,
    ) {
        state.expect.rows *= if new.is_empty() { fan_out.min(1.0) } else { fan_out };
        for (col, arg) in args.iter().enumerate() {
            if let Arg::Var(var) = arg {
                let values = self.stats.values(pred, version, col);
                let distinct = values.map_or(1.0, |values| values.distinct);
                let expect = &mut state.expect;
                if !state.bound.has(*var) || distinct < expect.distinct[*var] {
                    expect.distinct[*var] = distinct;
                    expect.columns[*var] = values;
                }
            }
        }
    }

    /// Adds the cost of nested bodies, once for each of the bindings they depend on; returns the number of results per
    /// binding, all bodies together.
    fn bodies(&self, bodies: &[Conj], state: &mut State<'a>) -> f64 {
        let mut found = 0.0;
        for body in bodies {
            let shared = body.outer.iter().copied().filter(|var| state.bound.has(*var));
            let seeds = state.expect.combinations(shared);
            let (cost, results) = self.nested(body, &state.bound, &state.expect);
            state.cost += seeds * cost + state.expect.rows;
            found += results;
        }
        found
    }

    /// Cost and number of results of a nested body, per binding.
    pub fn nested(&self, body: &Conj, bound: &VarSet, expect: &Expect<'a>) -> (f64, f64) {
        let shared: Vec<usize> = body.outer.iter().copied().filter(|var| bound.has(*var)).collect();
        let start = expect.seeds(&shared);
        let key = (std::ptr::from_ref(body) as usize, shared);
        if let Some(known) = self.nested.borrow().get(&key) {
            return *known;
        }
        let answer = match self.order(body, bound, &start) {
            Some(ordered) => {
                let rows = ordered.after.last().map_or(start.rows, |after| after.rows);
                (ordered.cost / start.rows, rows / start.rows)
            }
            None => (1e12, 1.0),
        };
        self.nested.borrow_mut().insert(key, answer);
        answer
    }
}

/// The number of rows that an operation makes of one.
fn fan_out(op: BuiltinOp, args: &[Arg], new: &[usize]) -> f64 {
    match (op, args) {
        _ if new.is_empty() => 0.3,
        (BuiltinOp::IntRange, [low, high, _]) => width(*low, *high),
        _ if new.len() > 1 => 8.0,
        _ => 1.0,
    }
}

/// The size of a range. Other sources of its numbers run first if it is wide: then each number is only compared.
fn width(low: Arg, high: Arg) -> f64 {
    const WIDE: f64 = 65_536.0;
    let number = |arg: Arg| match arg {
        Arg::Const(value) => Some(f64::from(value.cast_signed())),
        Arg::Var(_) | Arg::Wild => None,
    };
    match (number(low), number(high)) {
        (Some(low), Some(high)) => (high - low + 1.0).max(0.3),
        (None, Some(end)) if end > WIDE => end,
        (Some(end), None) if end < -WIDE => -end,
        _ => 8.0,
    }
}
