//! Explains negations and aggregates: which rows a search looked for, and which tuples were counted.
//!
//! A search adds the conditions of the body one by one, in the order in which the specification evaluates them, until
//! nothing satisfies all so far. Where a predicate has no matching row, its rules are searched in turn, if they are
//! few: with dozens of rules (a member that many classes override) the list would say nothing.

use super::{Condition, Derivation, Explainer, Source};
use crate::outcome::EvalErrorKind;
use quarrel_base::ids::Id;
use quarrel_datalog::{Aggregate, Atom, Body, Def, Kind, Literal, LiteralKind, Origin, PredId, Rule, Term};
use std::collections::BTreeSet;

/// The most assignments that are followed from one condition to the next.
const MOST_FOLLOWED: usize = 10_000;
/// The most rows shown where some satisfy a condition, but not those after it.
const MOST_SHOWN: usize = 3;
/// The most tuples of an aggregate that are listed.
const MOST_LISTED: usize = 20;
/// The most tuples of an aggregate that are derived.
const MOST_DERIVED: usize = 3;
/// The rules of a predicate without matching rows are searched if they are at most this many...
const MOST_RULES: usize = 4;
/// ...and at most this many levels below the negation.
const LEVELS: usize = 3;

/// A condition of a search, together with those before it.
#[derive(Clone, Debug)]
pub struct Sought {
    /// Its place in the source.
    pub origin: Origin,
    /// The goal of the search.
    pub what: What,
    /// The number of assignments that satisfy it and all before it.
    pub found: usize,
    /// Some of the matching rows.
    pub rows: Vec<Derivation>,
    /// If there are none: the conditions of a rule that would derive the row, or of an alternative, each a search.
    pub because: Vec<Vec<Sought>>,
    /// If there are none because something holds that must not: the reasons why it holds.
    pub despite: Vec<Condition>,
}

/// What a search looks for.
#[derive(Clone, Debug)]
pub enum What {
    /// A row of a predicate with these values, as far as known.
    Row(PredId, Vec<Option<u32>>),
    /// A comparison or an operation on values.
    Test,
    /// The absence of a match for a condition.
    Nothing,
    /// One of several conditions.
    Either,
}

/// The tuples of an aggregate.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Its value, if a variable or constant holds it.
    pub result: Option<(u32, Kind)>,
    /// The number of tuples.
    pub tuples: usize,
    /// Some of them, those that determine the result first.
    pub listed: Vec<Tuple>,
}

/// A tuple of an aggregate.
#[derive(Clone, Debug)]
pub struct Tuple {
    /// Its variables by name, with their values.
    pub values: Vec<(String, u32, Kind)>,
    /// The reasons for it; empty if it was not derived.
    pub because: Vec<Condition>,
}

type Env = Vec<Option<u32>>;
type Done<T> = Result<T, EvalErrorKind>;

/// The state of a search: the rule, the round that limits rows, the depth.
#[derive(Clone, Copy)]
pub(super) struct At<'p> {
    pub rule: &'p Rule,
    pub round: Option<(usize, u64)>,
    pub depth: usize,
}

impl<'p> Explainer<'p, '_> {
    /// Searches for assignments that satisfy a body, and shows how far it came.
    pub(super) fn search(&self, at: At<'p>, body: &'p Body, env: &[Option<u32>]) -> Done<Vec<Sought>> {
        let outer = self.known.below.replace(at.round);
        let found = self.follow(at, body.literals.iter().collect(), vec![env.to_vec()], LEVELS);
        self.known.below.set(outer);
        found
    }

    fn follow(
        &self,
        at: At<'p>,
        mut todo: Vec<&'p Literal>,
        mut envs: Vec<Env>,
        levels: usize,
    ) -> Done<Vec<Sought>> {
        let mut out = Vec::new();
        while let Some(next) = envs.first().and_then(|env| self.naive.next(&todo, env)) {
            let literal = todo.remove(next);
            let sought = |what, found| Sought {
                origin: literal.origin,
                what,
                found,
                rows: Vec::new(),
                because: Vec::new(),
                despite: Vec::new(),
            };
            if let LiteralKind::Or(bodies) = &literal.kind {
                let mut either = sought(What::Either, 0);
                for body in bodies {
                    let branch = body.literals.iter().chain(todo.iter().copied()).collect();
                    either.because.push(self.follow(at, branch, envs.clone(), levels)?);
                }
                out.push(either);
                return Ok(out);
            }
            let mut satisfying = BTreeSet::new();
            for env in &envs {
                self.naive.extend(at.rule, literal, env, MOST_FOLLOWED, &mut satisfying)?;
                if satisfying.len() >= MOST_FOLLOWED {
                    break;
                }
            }
            let before = std::mem::replace(&mut envs, satisfying.into_iter().collect());
            let found = envs.len();
            match &literal.kind {
                LiteralKind::Atom(atom) if self.asks(atom.pred) => {}
                LiteralKind::Atom(atom) => {
                    let pattern = |env: &Env| -> Vec<Option<u32>> {
                        atom.args.iter().map(|term| self.term(term, env)).collect()
                    };
                    let mut sought = sought(What::Row(atom.pred, pattern(&before[0])), found);
                    if found == 0 {
                        if let [only] = before.as_slice() {
                            sought.because = self.absent(atom, only, at.depth, levels)?;
                        } else {
                            sought.what = What::Row(atom.pred, self.common(atom, &before));
                        }
                    }
                    for row in envs.iter().take(MOST_SHOWN).map(pattern) {
                        if let Some(row) = row.into_iter().collect() {
                            sought.rows.push(Derivation { pred: atom.pred, row, from: Source::Shown });
                        }
                    }
                    out.push(sought);
                }
                LiteralKind::Not(body) => {
                    let mut sought = sought(What::Nothing, found);
                    if let (0, Some(env)) = (found, self.naive.first_of(at.rule, body, &before[0])?) {
                        sought.despite = self.conditions(at.rule, body, env, at.round, at.depth + 1)?;
                    }
                    out.push(sought);
                }
                _ => out.push(sought(What::Test, found)),
            }
        }
        Ok(out)
    }

    /// Why no row of a predicate matches: for each of its rules, the search for one.
    fn absent(
        &self,
        atom: &Atom,
        env: &[Option<u32>],
        depth: usize,
        levels: usize,
    ) -> Done<Vec<Vec<Sought>>> {
        let Def::Rules(rules) = &self.program.preds[atom.pred].def else { return Ok(Vec::new()) };
        if levels == 0 || depth >= self.depth.get() || rules.len() > MOST_RULES {
            return Ok(Vec::new());
        }
        let mut out = Vec::new();
        for rule in rules {
            let at = At { rule, round: None, depth: depth + 1 };
            let mut inner: Env = vec![None; rule.vars.len()];
            let fits =
                rule.head.iter().zip(&atom.args).all(|(head, arg)| match (head, self.term(arg, env)) {
                    (Term::Var(var), Some(value)) => *inner[var.index()].get_or_insert(value) == value,
                    (Term::Const(constant), Some(value)) => self.values().constant(constant) == value,
                    _ => true,
                });
            if fits {
                out.push(self.follow(at, rule.body.literals.iter().collect(), vec![inner], levels - 1)?);
            }
        }
        Ok(out)
    }

    /// The values of an atom's arguments that all assignments share.
    fn common(&self, atom: &Atom, envs: &[Env]) -> Vec<Option<u32>> {
        let one = |term: &Term| {
            let first = self.term(term, &envs[0])?;
            envs.iter().all(|env| self.term(term, env) == Some(first)).then_some(first)
        };
        atom.args.iter().map(one).collect()
    }

    /// The tuples of an aggregate.
    pub(super) fn counted(&self, at: At<'p>, aggregate: &'p Aggregate, env: &[Option<u32>]) -> Done<Counted> {
        let rule = at.rule;
        let kind = |term: &Term| match term {
            Term::Var(var) => Some(rule.vars[*var].kind),
            Term::Const(constant) => Some(constant.kind()),
            Term::Wildcard => None,
        };
        let result = self.term(&aggregate.result, env).zip(kind(&aggregate.result));
        let outer = self.known.below.replace(at.round);
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let solved = self.naive.each_of(rule, &aggregate.body, env, &mut |env| {
            let values: Vec<Option<u32>> = aggregate.tuple.iter().map(|var| env[var.index()]).collect();
            if seen.insert(values) {
                found.push(env.to_vec());
            }
        });
        self.known.below.set(outer);
        solved?;
        // The values that determine the result: of the least, the greatest, the ranked.
        let gives = |env: &Env| aggregate.value.as_ref().and_then(|term| self.term(term, env));
        let wanted = result.map(|(value, _)| value);
        found.sort_by_key(|env| wanted.is_none() || gives(env) != wanted);
        let tuples = found.len();
        found.truncate(MOST_LISTED);
        let named = |name: &str| !name.starts_with('_');
        let has_names = aggregate.tuple.iter().any(|var| named(&rule.vars[*var].name));
        let mut listed = Vec::new();
        for (number, env) in found.into_iter().enumerate() {
            let shown = aggregate.tuple.iter().filter(|var| !has_names || named(&rule.vars[**var].name));
            let values = shown
                .filter_map(|var| {
                    let own = &rule.vars[*var];
                    // Versions of a variable differ by primes.
                    let name = own.name.split('\'').next().unwrap_or_default();
                    let name = if named(name) { name } else { "" };
                    Some((name.to_owned(), env[var.index()]?, own.kind))
                })
                .collect();
            let because = if number < MOST_DERIVED {
                self.conditions(rule, &aggregate.body, env, at.round, at.depth + 1)?
            } else {
                Vec::new()
            };
            listed.push(Tuple { values, because });
        }
        Ok(Counted { result, tuples, listed })
    }
}
