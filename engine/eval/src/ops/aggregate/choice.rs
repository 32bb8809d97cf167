//! Monotonic aggregates (language.md 11.4): apply the function to every choice of one tuple from each set.
//!
//! The number of choices is a product, so they are not enumerated if the results so far summarise earlier sets: sums,
//! extremes and common values are computed set by set. The rest (ranks, texts, sums of floats, which depend on their
//! order) is enumerated.

use super::{AggregateStep, Ctx, PATIENCE, group};
use crate::limits::Stop;
use crate::plan::Operand;
use crate::relation::{Relation, Table};
use quarrel_common::always;
use quarrel_datalog::{AggregateOp, Kind};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How the tuples of a group form sets.
pub struct Choices<'a> {
    /// The columns of the tuple that distinguish sets.
    pub of: &'a [usize],
    /// The column with the required number of sets.
    pub expected: usize,
}

/// Emits the results of a group, possibly repeated.
pub fn run(
    ctx: Ctx<'_>,
    agg: &AggregateStep,
    choices: &Choices<'_>,
    tuples: &Relation,
    rows: Range<usize>,
    emit: &mut dyn FnMut(u32, u32),
) -> Result<(), Stop> {
    let first = 1 + agg.groups + usize::from(agg.separator);
    let mut sets: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
    for row in rows.clone() {
        if row % PATIENCE == 0 {
            ctx.meter.check()?;
        }
        let key = choices.of.iter().map(|col| tuples.col(first + col)[row]).collect();
        sets.entry(key).or_default().push(row);
    }
    let expected = tuples.col(first + choices.expected)[rows.start];
    if sets.len() != expected as usize {
        return Ok(());
    }
    let sets: Vec<Vec<usize>> = sets.into_values().collect();
    if sets.iter().all(|set| set.len() == 1) {
        return group(ctx, agg, tuples, rows, emit);
    }
    let values: Vec<BTreeSet<u32>> = sets
        .iter()
        .map(|set| {
            let value = |row: &usize| match agg.value {
                Some(Operand::Slot(slot)) => tuples.col(first + slot)[*row],
                Some(Operand::Const(value)) => value,
                None => 0,
            };
            set.iter().map(value).collect()
        })
        .collect();
    match folded(ctx, agg, &values)? {
        Some(results) => results.into_iter().for_each(|result| emit(0, result)),
        None => listed(ctx, agg, tuples, &sets, emit)?,
    }
    Ok(())
}

/// The results of all choices of one value from each set; `None` if they cannot be computed set by set.
fn folded(ctx: Ctx<'_>, agg: &AggregateStep, sets: &[BTreeSet<u32>]) -> Result<Option<Vec<u32>>, Stop> {
    let values = ctx.values;
    let by_value = agg.keys.is_empty();
    Ok(Some(match (agg.op, agg.kind) {
        (AggregateOp::Count | AggregateOp::StrictCount, _) => vec![sets.len() as u32],
        (AggregateOp::Sum | AggregateOp::StrictSum, Kind::Int) => {
            let add = |sum: u32, value: u32| sum.wrapping_add(value);
            fold(ctx, sets, 0, |value| value, add)?.into_iter().collect()
        }
        (AggregateOp::Sum | AggregateOp::StrictSum, Kind::BigInt) => {
            let number = |value| always!(values.bigint_of(value)).cloned().unwrap_or_default();
            let sums = fold(ctx, sets, 0.into(), number, |a, b| a + b)?;
            sums.into_iter().map(|sum| values.bigint(sum)).collect()
        }
        (AggregateOp::Avg, Kind::Int) => {
            let number = |value: u32| i64::from(value.cast_signed());
            let sums = fold(ctx, sets, 0, number, |a, b| a + b)?;
            sums.into_iter().map(|sum| values.float(sum as f64 / sets.len() as f64)).collect()
        }
        (AggregateOp::Min | AggregateOp::Max, kind) if by_value => {
            let better = if agg.op == AggregateOp::Min { Ordering::Less } else { Ordering::Greater };
            // The best of a choice is any value that is no worse than some value of each set.
            let worst = |set: &BTreeSet<u32>| {
                set.iter().copied().reduce(|a, b| if values.compare(kind, a, b) == better { b } else { a })
            };
            let fits = |value: u32| {
                sets.iter().filter_map(worst).all(|worst| values.compare(kind, worst, value) != better)
            };
            let all: BTreeSet<u32> = sets.iter().flatten().copied().collect();
            all.into_iter().filter(|value| fits(*value)).collect()
        }
        (AggregateOp::Unique, _) => {
            let common = |value: &&u32| sets.iter().all(|set| set.contains(*value));
            sets.first().into_iter().flatten().filter(common).copied().collect()
        }
        _ => return Ok(None),
    }))
}

fn fold<T: Ord + Clone>(
    ctx: Ctx<'_>,
    sets: &[BTreeSet<u32>],
    start: T,
    number: impl Fn(u32) -> T,
    add: impl Fn(T, T) -> T,
) -> Result<BTreeSet<T>, Stop> {
    let mut sums = BTreeSet::from([start]);
    for set in sets {
        let numbers: Vec<T> = set.iter().map(|value| number(*value)).collect();
        let mut next = BTreeSet::new();
        let mut checked = 0;
        for sum in &sums {
            if checked == 0 {
                ctx.meter.check()?;
                checked = PATIENCE;
            }
            checked = checked.saturating_sub(numbers.len());
            next.extend(numbers.iter().map(|number| add(sum.clone(), number.clone())));
        }
        sums = next;
    }
    Ok(sums)
}

/// Enumerates every choice.
fn listed(
    ctx: Ctx<'_>,
    agg: &AggregateStep,
    tuples: &Relation,
    sets: &[Vec<usize>],
    emit: &mut dyn FnMut(u32, u32),
) -> Result<(), Stop> {
    let mut results = BTreeSet::new();
    let mut at = vec![0; sets.len()];
    loop {
        ctx.meter.check()?;
        let rows: Vec<u32> = sets.iter().zip(&at).map(|(set, at)| set[*at] as u32).collect();
        let cols = tuples.cols().iter().map(|col| crate::relation::gather(col, &rows)).collect();
        let chosen = Relation::distinct(Table { cols, len: rows.len() }, ctx.pace())?;
        group(ctx, agg, &chosen, 0..chosen.len(), &mut |rank, result| {
            results.insert((rank, result));
        })?;
        // The next choice: advance the first set that has more.
        let Some(next) = at.iter().zip(sets).position(|(at, set)| at + 1 < set.len()) else { break };
        at[..next].fill(0);
        at[next] += 1;
    }
    results.into_iter().for_each(|(rank, result)| emit(rank, result));
    Ok(())
}
