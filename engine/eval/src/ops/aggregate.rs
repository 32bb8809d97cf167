//! Aggregates (language.md section 11): sorts the tuples of all bindings together, so that each group is a range.

mod choice;

use self::choice::Choices;
use super::nested::{Seeds, combine_results};
use super::{Ctx, Sink, atom, run as run_pipeline};
use crate::limits::Stop;
use crate::plan::{AggregateStep, Operand, Step};
use crate::relation::{Relation, STRIDE, Table, sort};
use quarrel_datalog::{AggregateOp, Kind};
use std::cmp::Ordering;
use std::ops::Range;

/// Tuples between two checks of the limits: enough groups of one tuple each to be worth it.
const PATIENCE: usize = 1 << 12;

/// Runs the operation.
pub fn run(ctx: Ctx<'_>, agg: &AggregateStep, step: &Step, table: Table, sink: Sink<'_>) -> Result<(), Stop> {
    let pace = ctx.pace();
    let seeds = Seeds::new(&table, &agg.seed, true, pace)?;
    if let Some(counts) = atom::count_rows(ctx, agg, &seeds.table)? {
        let mut results = Table::empty(2);
        for (binding, &count) in counts.iter().enumerate() {
            if count > 0 || agg.op.is_total() {
                results.push_row(&[binding as u32, count]);
            }
        }
        return combine_results(&table, &seeds, Relation::distinct(results, pace)?, &step.keep, pace, sink);
    }
    let tuples = Relation::distinct(run_pipeline(ctx, &agg.body, seeds.table.clone())?, pace)?;
    let prefix = 1 + agg.groups;
    let has_rank = agg.op == AggregateOp::Rank;
    let mut results = Table::empty(prefix + usize::from(has_rank) + 1);
    let mut next_binding = 0;
    let (mut at, mut checked) = (0, 0);
    while at < tuples.len() {
        let mut end = at + 1;
        while end < tuples.len() && tuples.cols()[..prefix].iter().all(|col| col[end] == col[at]) {
            if end % STRIDE == 0 {
                ctx.meter.check()?;
            }
            end += 1;
        }
        if end >= checked {
            ctx.meter.check()?;
            checked = end + PATIENCE;
        }
        let binding = tuples.col(0)[at];
        defaults(ctx, agg, next_binding..binding, &mut results)?;
        next_binding = binding + 1;
        let mut row: Vec<u32> = tuples.cols()[..prefix].iter().map(|col| col[at]).collect();
        let emit = &mut |rank: u32, result: u32| {
            row.truncate(prefix);
            if has_rank {
                row.push(rank);
            }
            row.push(result);
            results.push_row(&row);
        };
        match &agg.choice {
            Some((of, expected)) => {
                choice::run(ctx, agg, &Choices { of, expected: *expected }, &tuples, at..end, emit)?
            }
            None => group(ctx, agg, &tuples, at..end, emit)?,
        }
        at = end;
    }
    defaults(ctx, agg, next_binding..seeds.count() as u32, &mut results)?;
    combine_results(&table, &seeds, Relation::distinct(results, pace)?, &step.keep, pace, sink)
}

/// The values of bindings without tuples. With choices, the program tests beforehand whether there are any.
fn defaults(
    ctx: Ctx<'_>,
    agg: &AggregateStep,
    bindings: Range<u32>,
    results: &mut Table,
) -> Result<(), Stop> {
    if bindings.is_empty() || !agg.op.is_total() || agg.choice.is_some() {
        return Ok(());
    }
    let value = match (agg.op, agg.kind) {
        (AggregateOp::Concat, _) => ctx.values.string(""),
        (AggregateOp::Sum, Kind::Float) => ctx.values.float(0.0),
        (AggregateOp::Sum, Kind::BigInt) => ctx.values.bigint(0.into()),
        _ => 0,
    };
    for binding in bindings {
        if (binding as usize).is_multiple_of(STRIDE) {
            ctx.meter.check()?;
        }
        results.push_row(&[binding, value]);
    }
    Ok(())
}

/// The values of one group of tuples; only [`AggregateOp::Rank`] adds ranks.
fn group(
    ctx: Ctx<'_>,
    agg: &AggregateStep,
    tuples: &Relation,
    rows: Range<usize>,
    emit: &mut dyn FnMut(u32, u32),
) -> Result<(), Stop> {
    let first = 1 + agg.groups + usize::from(agg.separator);
    let value = |row: usize| match agg.value {
        Some(Operand::Slot(slot)) => tuples.col(first + slot)[row],
        Some(Operand::Const(value)) => value,
        None => 0,
    };
    let compare = |a: usize, b: usize| -> Ordering {
        if agg.keys.is_empty() {
            return ctx.values.compare(agg.kind, value(a), value(b));
        }
        for &(slot, kind, descending) in &agg.keys {
            let col = tuples.col(first + slot);
            let order = ctx.values.compare(kind, col[a], col[b]);
            let order = if descending { order.reverse() } else { order };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    };
    match agg.op {
        AggregateOp::Count | AggregateOp::StrictCount => {
            // The separator column is not part of the tuple, but counting has none.
            emit(0, rows.len() as u32);
        }
        AggregateOp::Sum | AggregateOp::StrictSum => {
            let sum = match agg.kind {
                Kind::Float => ctx.values.float(float_sum(ctx, rows, value)? + 0.0),
                Kind::BigInt => {
                    let mut sum = num_bigint::BigInt::ZERO;
                    for stride in strides(ctx, rows) {
                        sum += stride?
                            .filter_map(|row| ctx.values.bigint_of(value(row)))
                            .sum::<num_bigint::BigInt>();
                    }
                    ctx.values.bigint(sum)
                }
                _ => {
                    let mut sum = 0u32;
                    for stride in strides(ctx, rows) {
                        sum = stride?.map(value).fold(sum, u32::wrapping_add);
                    }
                    sum
                }
            };
            emit(0, sum);
        }
        AggregateOp::Avg => {
            let n = rows.len() as f64;
            let sum = match agg.kind {
                Kind::Float => float_sum(ctx, rows, value)?,
                _ => {
                    let mut sum = 0i64;
                    for stride in strides(ctx, rows) {
                        sum += stride?.map(|row| i64::from(value(row).cast_signed())).sum::<i64>();
                    }
                    sum as f64
                }
            };
            emit(0, ctx.values.float(sum / n));
        }
        AggregateOp::Min | AggregateOp::Max => {
            let wanted = if agg.op == AggregateOp::Min { Ordering::Less } else { Ordering::Greater };
            let mut best = rows.start;
            for stride in strides(ctx, rows.clone()) {
                best = stride?.fold(best, |a, b| if compare(b, a) == wanted { b } else { a });
            }
            if agg.keys.is_empty() {
                emit(0, value(best));
                return Ok(());
            }
            for stride in strides(ctx, rows) {
                stride?
                    .filter(|&row| compare(row, best) == Ordering::Equal)
                    .for_each(|row| emit(0, value(row)));
            }
        }
        AggregateOp::Unique => {
            let mut values = rows.map(value);
            if let Some(one) = values.next()
                && values.all(|other| other == one)
            {
                emit(0, one);
            }
        }
        AggregateOp::Rank => {
            let order = sort::sort_by(rows.collect(), |&a: &usize, &b| compare(a, b), ctx.meter)?;
            let mut rank = 1;
            for (at, &row) in order.iter().enumerate() {
                if at > 0 && compare(order[at - 1], row) != Ordering::Equal {
                    rank = at as u32 + 1;
                }
                emit(rank, value(row));
            }
        }
        AggregateOp::Concat | AggregateOp::StrictConcat => {
            // One result per separator.
            let separators = agg.separator.then(|| tuples.col(1 + agg.groups));
            let separator = |row: usize| separators.map_or(0, |col| col[row]);
            let by_separator = |&a: &usize, &b: &usize| {
                separator(a)
                    .cmp(&separator(b))
                    .then_with(|| compare(a, b))
                    .then_with(|| ctx.values.compare(Kind::String, value(a), value(b)))
            };
            let order = sort::sort_by(rows.collect(), by_separator, ctx.meter)?;
            for part in order.chunk_by(|&a, &b| separator(a) == separator(b)) {
                let between = if separators.is_some() { ctx.values.text(separator(part[0])) } else { "" };
                let mut bytes = between.len().saturating_mul(part.len() - 1);
                for stride in part.chunks(PATIENCE) {
                    ctx.meter.check()?;
                    bytes += stride.iter().map(|&row| ctx.values.text(value(row)).len()).sum::<usize>();
                }
                ctx.meter.reserve_text(bytes)?;
                let mut text = String::with_capacity(bytes);
                for (nth, stride) in part.chunks(PATIENCE).enumerate() {
                    ctx.meter.check()?;
                    for (at, &row) in stride.iter().enumerate() {
                        if nth + at > 0 {
                            text.push_str(between);
                        }
                        text.push_str(ctx.values.text(value(row)));
                    }
                }
                emit(0, ctx.values.string(&text));
            }
        }
    }
    Ok(())
}

/// The rows in strides, with a check of the limits before each.
fn strides(ctx: Ctx<'_>, rows: Range<usize>) -> impl Iterator<Item = Result<Range<usize>, Stop>> {
    let end = rows.end;
    rows.step_by(PATIENCE).map(move |start| {
        ctx.meter.check()?;
        Ok(start..(start + PATIENCE).min(end))
    })
}

/// Floats are added in ascending order, so that equal tuples have equal sums.
fn float_sum(ctx: Ctx<'_>, rows: Range<usize>, value: impl Fn(usize) -> u32) -> Result<f64, Stop> {
    let numbers = rows.map(|row| ctx.values.float_of(value(row))).collect();
    let numbers: Vec<f64> = sort::sort_by(numbers, |a, b| crate::value::compare_floats(*a, *b), ctx.meter)?;
    Ok(numbers.iter().sum())
}
