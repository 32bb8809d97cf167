//! Aggregates over sets of tuples (language.md section 11.2).

use super::{Done, Env, Naive};
use crate::outcome::EvalErrorKind;
use num_bigint::BigInt;
use quarrel_base::ids::Id;
use quarrel_datalog::{Aggregate, AggregateOp, Const, Kind, Term, VarId};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The columns that distinguish tuples, with the aggregated value and sort keys.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tuple {
    vars: Vec<u32>,
    value: u32,
    keys: Vec<u32>,
    separator: u32,
}
pub(super) type Tuples = BTreeSet<Tuple>;

impl Naive<'_, '_> {
    pub(super) fn tuple(&self, aggregate: &Aggregate, env: &Env) -> Done<Tuple> {
        let unbound = || EvalErrorKind::Unbound("a part of an aggregate".to_owned());
        let var = |var: &VarId| env[var.index()].ok_or_else(unbound);
        let term = |term: &Option<Term>| match term {
            Some(term) => self.value(term, env).ok_or_else(unbound),
            None => Ok(0),
        };
        Ok(Tuple {
            vars: aggregate.tuple.iter().map(var).collect::<Done<_>>()?,
            value: term(&aggregate.value)?,
            keys: aggregate.keys.iter().map(|key| var(&key.var)).collect::<Done<_>>()?,
            separator: term(&aggregate.separator)?,
        })
    }

    /// The results, each preceded by its rank if the aggregate ranks: of all tuples, or of every choice of one per set.
    pub(super) fn aggregates(&self, aggregate: &Aggregate, tuples: &Tuples) -> Done<Vec<Vec<u32>>> {
        let Some(choice) = &aggregate.choice else { return Ok(self.aggregate(aggregate, tuples)) };
        let part = |tuple: &Tuple, var: &VarId| {
            aggregate.tuple.iter().position(|own| own == var).map(|at| tuple.vars[at])
        };
        let mut sets: BTreeMap<Vec<Option<u32>>, Vec<&Tuple>> = BTreeMap::new();
        for tuple in tuples {
            sets.entry(choice.of.iter().map(|var| part(tuple, var)).collect()).or_default().push(tuple);
        }
        let expected = tuples.first().and_then(|tuple| part(tuple, &choice.expected));
        if expected != Some(sets.len() as u32) {
            return Ok(Vec::new());
        }
        let mut chosen: Vec<Tuples> = vec![Tuples::new()];
        for set in sets.values() {
            self.meter.check().map_err(EvalErrorKind::Stopped)?;
            let with =
                |before: &Tuples, tuple: &&Tuple| before.iter().chain([*tuple]).cloned().collect::<Tuples>();
            chosen = chosen.iter().flat_map(|before| set.iter().map(|tuple| with(before, tuple))).collect();
        }
        let results: BTreeSet<_> =
            chosen.iter().flat_map(|tuples| self.aggregate(aggregate, tuples)).collect();
        Ok(results.into_iter().collect())
    }
    /// The results of these tuples, each preceded by its rank if the aggregate ranks.
    fn aggregate(&self, aggregate: &Aggregate, tuples: &Tuples) -> Vec<Vec<u32>> {
        use AggregateOp as Op;
        let kind = match &aggregate.value {
            Some(Term::Var(var)) => self.kind_of(*var),
            Some(Term::Const(Const::Float(_))) => Kind::Float,
            Some(Term::Const(Const::String(_))) => Kind::String,
            Some(Term::Const(Const::Boolean(_))) => Kind::Boolean,
            _ => Kind::Int,
        };
        let order = |a: &Tuple, b: &Tuple| {
            if aggregate.keys.is_empty() {
                return self.values.compare(kind, a.value, b.value);
            }
            let keys = aggregate.keys.iter().zip(a.keys.iter().zip(&b.keys));
            keys.fold(Ordering::Equal, |order, (key, (a, b))| {
                order.then_with(|| {
                    let order = self.values.compare(self.kind_of(key.var), *a, *b);
                    if key.descending { order.reverse() } else { order }
                })
            })
        };
        let mut sorted: Vec<&Tuple> = tuples.iter().collect();
        sorted.sort_by(|a, b| order(a, b).then_with(|| self.values.compare(kind, a.value, b.value)));
        if sorted.is_empty() && !aggregate.op.is_total() {
            return Vec::new();
        }
        let count = sorted.len();
        let best = |end: Option<&&Tuple>| {
            let best = sorted.iter().filter(|tuple| end.is_some_and(|end| order(tuple, end).is_eq()));
            best.map(|tuple| vec![tuple.value]).collect()
        };
        match aggregate.op {
            Op::Count | Op::StrictCount => vec![vec![count as u32]],
            Op::Sum | Op::StrictSum => vec![vec![self.sum(kind, &sorted)]],
            Op::Avg => vec![vec![self.values.float(self.average(kind, &sorted, count))]],
            Op::Min => best(sorted.first()),
            Op::Max => best(sorted.last()),
            Op::Rank => {
                let rank = |tuple: &Tuple| {
                    1 + sorted.iter().filter(|other| order(other, tuple).is_lt()).count() as u32
                };
                sorted.iter().map(|tuple| vec![rank(tuple), tuple.value]).collect()
            }
            Op::Concat | Op::StrictConcat => {
                let mut texts: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
                for tuple in &sorted {
                    texts.entry(tuple.separator).or_default().push(self.values.text(tuple.value));
                }
                if texts.is_empty() {
                    return vec![vec![self.values.string("")]];
                }
                let separator =
                    |id: u32| if aggregate.separator.is_some() { self.values.text(id) } else { "" };
                texts
                    .iter()
                    .map(|(id, texts)| vec![self.values.string(&texts.join(separator(*id)))])
                    .collect()
            }
            Op::Unique => {
                let distinct: BTreeSet<_> = sorted.iter().map(|tuple| tuple.value).collect();
                if distinct.len() == 1 {
                    distinct.into_iter().map(|value| vec![value]).collect()
                } else {
                    vec![]
                }
            }
        }
    }
    fn kind_of(&self, var: VarId) -> Kind {
        self.rule.get().and_then(|rule| rule.vars.get(var)).map_or(Kind::Int, |var| var.kind)
    }

    /// Floats are added in ascending order, so that equal tuples have equal sums.
    fn sum(&self, kind: Kind, tuples: &[&Tuple]) -> u32 {
        match kind {
            Kind::Float => self.values.float(self.float_sum(tuples)),
            Kind::BigInt => {
                let numbers = tuples.iter().filter_map(|tuple| self.values.bigint_of(tuple.value));
                self.values.bigint(numbers.sum::<BigInt>())
            }
            _ => tuples.iter().fold(0, |sum: u32, tuple| sum.wrapping_add(tuple.value)),
        }
    }
    fn float_sum(&self, tuples: &[&Tuple]) -> f64 {
        let mut floats: Vec<_> = tuples.iter().map(|tuple| self.values.float_of(tuple.value)).collect();
        floats.sort_by(|a, b| crate::value::compare_floats(*a, *b));
        floats.iter().fold(0.0, |sum, float| sum + float)
    }
    fn average(&self, kind: Kind, tuples: &[&Tuple], count: usize) -> f64 {
        let sum = match kind {
            Kind::Float => self.float_sum(tuples),
            _ => tuples.iter().map(|tuple| i64::from(tuple.value.cast_signed())).sum::<i64>() as f64,
        };
        sum / count as f64
    }
}
