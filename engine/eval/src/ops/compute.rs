//! Comparisons, built-in operations and constructed values: row by row, without lookups.

use super::{Ctx, PIECE, Sink, Values32, combine, operand, retain};
use crate::builtins::{self, Plain};
use crate::limits::Stop;
use crate::plan::{Op, Operand};
use crate::relation::Table;
use quarrel_common::always;
use quarrel_datalog::{BuiltinOp, Comparison, Kind};

/// Runs the operation.
pub fn run(ctx: Ctx<'_>, op: &Op, keep: &[usize], table: Table, sink: Sink<'_>) -> Result<(), Stop> {
    let piece = match op {
        Op::Compare(comparison, kind, a, b) => {
            let (a, b) = (*a, *b);
            retain(table, keep, ctx.pace(), |table, row| {
                holds(ctx, *comparison, *kind, operand(table, a).get(row), operand(table, b).get(row))
            })?
        }
        Op::Bind(value) => {
            let value = operand(&table, *value);
            let new = (0..table.len).map(|row| value.get(row)).collect();
            combine(&table, &all_rows(&table), vec![new], keep)
        }
        Op::Construct { ctor, args } => {
            let args: Vec<Values32<'_>> = args.iter().map(|arg| operand(&table, *arg)).collect();
            let mut tuple = vec![0; args.len()];
            let new = (0..table.len)
                .map(|row| {
                    for (value, arg) in tuple.iter_mut().zip(&args) {
                        *value = arg.get(row);
                    }
                    ctx.values.construct(*ctor, &tuple)
                })
                .collect();
            combine(&table, &all_rows(&table), vec![new], keep)
        }
        Op::Destruct { ctor, value, args } => {
            let value = operand(&table, *value);
            let known: Vec<Option<Values32<'_>>> =
                args.iter().map(|arg| arg.map(|arg| operand(&table, arg))).collect();
            let mut rows = Vec::new();
            let mut new = vec![Vec::new(); args.iter().filter(|arg| arg.is_none()).count()];
            for row in 0..table.len {
                let Some((made_by, parts)) = ctx.values.constructed(value.get(row)) else {
                    continue;
                };
                let fits = |(part, known): (&u32, &Option<Values32<'_>>)| {
                    known.is_none_or(|known| known.get(row) == *part)
                };
                if made_by != *ctor || !parts.iter().zip(&known).all(fits) {
                    continue;
                }
                rows.push(row as u32);
                let free = parts.iter().zip(&known).filter(|(_, known)| known.is_none());
                for (col, (part, _)) in new.iter_mut().zip(free) {
                    col.push(*part);
                }
            }
            combine(&table, &rows, new, keep)
        }
        Op::Builtin { op, args } => return builtin(ctx, *op, args, keep, table, sink),
        _ => table,
    };
    if piece.is_empty() { Ok(()) } else { sink(piece) }
}

fn all_rows(table: &Table) -> Vec<u32> {
    (0..table.len as u32).collect()
}

/// Whether the comparison of two values holds.
pub fn holds(ctx: Ctx<'_>, comparison: Comparison, kind: Kind, a: u32, b: u32) -> bool {
    let order = match comparison {
        Comparison::Eq => return a == b,
        Comparison::Ne => return a != b,
        _ if kind == Kind::Int => a.cast_signed().cmp(&b.cast_signed()),
        _ => ctx.values.compare(kind, a, b),
    };
    comparison.holds(order)
}

/// Calls of operations, and their solutions, between two checks of the limits: calls can handle long texts.
const CALLS: usize = 64;
/// Calls of patterns between two checks, which can take long on a short text.
const PATTERN_CALLS: usize = 4;

fn builtin(
    ctx: Ctx<'_>,
    op: BuiltinOp,
    args: &[Option<Operand>],
    keep: &[usize],
    table: Table,
    sink: Sink<'_>,
) -> Result<(), Stop> {
    let Some(mode) = always!(builtins::choose_mode(op, |at| args[at].is_some())) else {
        return Ok(());
    };
    let letters = op.modes()[mode].as_bytes();
    let column = |at: usize| args[at].map(|arg| operand(&table, arg));
    let inputs: Vec<Values32<'_>> =
        (0..args.len()).filter(|&at| letters[at] == b'i').filter_map(column).collect();
    // For each output, its value if known already.
    let outputs: Vec<Option<Values32<'_>>> =
        (0..args.len()).filter(|&at| letters[at] == b'o').map(column).collect();
    let mut rows = Vec::new();
    let mut new = vec![Vec::new(); outputs.iter().filter(|known| known.is_none()).count()];

    match (builtins::plain(op, mode), inputs.as_slice(), outputs.as_slice()) {
        (Some(plain), inputs, [known]) => {
            for row in 0..table.len {
                let result = match (&plain, inputs) {
                    (Plain::Unary(function), [a]) => function(a.get(row)),
                    (Plain::Binary(function), [a, b]) => function(a.get(row), b.get(row)),
                    _ => None,
                };
                let Some(result) = result else {
                    continue;
                };
                match known {
                    Some(known) if known.get(row) != result => {}
                    Some(_) => rows.push(row as u32),
                    None => {
                        rows.push(row as u32);
                        new[0].push(result);
                    }
                }
            }
        }
        _ => {
            let patience = match op {
                BuiltinOp::StringRegexpMatch
                | BuiltinOp::StringRegexpCapture
                | BuiltinOp::StringRegexpFind
                | BuiltinOp::StringRegexpReplaceAll => PATTERN_CALLS,
                _ => CALLS,
            };
            let mut left = patience;
            let mut look = || {
                left -= 1;
                if left == 0 {
                    left = patience;
                    return ctx.meter.check();
                }
                Ok(())
            };
            let mut values = vec![0; inputs.len()];
            for row in 0..table.len {
                look()?;
                for (value, input) in values.iter_mut().zip(&inputs) {
                    *value = input.get(row);
                }
                builtins::apply(op, mode, &values, ctx.values, &mut |results| {
                    look()?;
                    let fits = |(result, known): (&u32, &Option<Values32<'_>>)| {
                        known.is_none_or(|known| known.get(row) == *result)
                    };
                    if !results.iter().zip(&outputs).all(fits) {
                        return Ok(());
                    }
                    rows.push(row as u32);
                    let free = results.iter().zip(&outputs).filter(|(_, known)| known.is_none());
                    for (col, (result, _)) in new.iter_mut().zip(free) {
                        col.push(*result);
                    }
                    // An operation can have any number of solutions: ranges and positions in texts.
                    if rows.len() < PIECE {
                        return Ok(());
                    }
                    let full = new.iter_mut().map(std::mem::take).collect();
                    let piece = combine(&table, &rows, full, keep);
                    rows.clear();
                    sink(piece)
                })?;
            }
        }
    }
    if rows.is_empty() { Ok(()) } else { sink(combine(&table, &rows, new, keep)) }
}
