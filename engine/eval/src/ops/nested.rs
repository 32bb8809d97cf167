//! Nested bodies, evaluated once for each binding of the variables that they share with their surroundings. Bindings
//! are numbered; a nested pipeline carries the number along, which connects its results to the rows they belong to.

use super::{Ctx, PIECE, Sink, combine, retain, run, run_in_tables};
use crate::limits::{Pace, Stop};
use crate::plan::{Pipeline, Step};
use crate::relation::{Relation, STRIDE, Table};

/// The bindings that nested bodies start from.
pub struct Seeds {
    /// The shared columns, followed by the number of the binding.
    pub table: Table,
    /// The binding of each row of the outer table; `None`: each row is its own.
    of_row: Option<Vec<u32>>,
}

impl Seeds {
    /// The bindings of a table: one per row, or one per distinct combination of values.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(table: &Table, seed: &[usize], distinct: bool, pace: Pace<'_>) -> Result<Self, Stop> {
        if seed.is_empty() {
            let table_of_one = Table { cols: vec![vec![0]], len: 1 };
            return Ok(Self { table: table_of_one, of_row: Some(vec![0; table.len]) });
        }
        pace.meter.reserve(table.len * (seed.len() + 1) * 4)?;
        let mut bindings = table.project(seed);
        bindings.cols.push((0..table.len as u32).collect());
        if !distinct {
            return Ok(Self { table: bindings, of_row: None });
        }
        // With the row's number as last column the sort keeps all rows and makes equal bindings adjacent.
        let sorted = Relation::distinct(bindings, pace)?.into_table();
        let (rows, values) = match sorted.cols.split_last() {
            Some((rows, values)) => (rows, values),
            None => return Ok(Self { table: Table::empty(1), of_row: Some(Vec::new()) }),
        };
        let mut of_row = vec![0; table.len];
        let mut firsts: Vec<u32> = Vec::new();
        for (at, &row) in rows.iter().enumerate() {
            if at % STRIDE == 0 {
                pace.meter.check()?;
            }
            if at == 0 || values.iter().any(|col| col[at] != col[at - 1]) {
                firsts.push(at as u32);
            }
            of_row[row as usize] = firsts.len() as u32 - 1;
        }
        let own: Vec<usize> = (0..values.len()).collect();
        let mut distinct = sorted.gather(&firsts, &own, pace)?;
        distinct.cols.push((0..firsts.len() as u32).collect());
        Ok(Self { table: distinct, of_row: Some(of_row) })
    }
    /// The number of bindings.
    pub fn count(&self) -> usize {
        self.table.len
    }
    /// The binding of a row of the outer table.
    #[inline]
    pub fn of_row(&self, row: usize) -> usize {
        self.of_row.as_ref().map_or(row, |of_row| of_row[row] as usize)
    }
}

/// Keeps the rows whose binding has a result in some branch, or in none if `negated`.
pub fn filter(
    ctx: Ctx<'_>,
    negated: bool,
    seed: &[usize],
    branches: &[Pipeline],
    step: &Step,
    table: Table,
    sink: Sink<'_>,
) -> Result<(), Stop> {
    let seeds = Seeds::new(&table, seed, step.breaker, ctx.pace())?;
    let mut found = vec![false; seeds.count()];
    let mut open = seeds.table.clone();
    for (at, branch) in branches.iter().enumerate() {
        if at > 0 {
            // Skip bindings that an earlier branch has decided.
            let all: Vec<usize> = (0..open.arity()).collect();
            let number = open.arity() - 1;
            open = retain(open, &all, ctx.pace(), |open, row| !found[open.cols[number][row] as usize])?;
        }
        let input = if at + 1 == branches.len() { std::mem::take(&mut open) } else { open.clone() };
        if input.is_empty() {
            break;
        }
        for &binding in &run(ctx, branch, input)?.cols[0] {
            found[binding as usize] = true;
        }
    }
    let piece = retain(table, &step.keep, ctx.pace(), |_, row| found[seeds.of_row(row)] != negated)?;
    if piece.is_empty() { Ok(()) } else { sink(piece) }
}

/// Combines each row with the results of its binding in the branches.
pub fn union(
    ctx: Ctx<'_>,
    seed: &[usize],
    branches: &[Pipeline],
    arity: usize,
    step: &Step,
    table: Table,
    sink: Sink<'_>,
) -> Result<(), Stop> {
    let seeds = Seeds::new(&table, seed, step.breaker, ctx.pace())?;
    if table.len == 1 {
        // All results belong to the one row: they pass through.
        for branch in branches {
            for mut results in run_in_tables(ctx, branch, seeds.table.clone())? {
                sink(Table { cols: around(&table, &mut results, &step.keep), len: results.len })?;
            }
        }
        return Ok(());
    }
    let mut results = Vec::new();
    for branch in branches {
        results.extend(run_in_tables(ctx, branch, seeds.table.clone())?);
    }
    let results = Table::concat(arity + 1, results, ctx.pace().threads);
    combine_results(&table, &seeds, Relation::distinct(results, ctx.pace())?, &step.keep, ctx.pace(), sink)
}

/// The kept columns of a table of one row next to those of its results, whose first column is the binding's number.
fn around(one: &Table, results: &mut Table, keep: &[usize]) -> Vec<Vec<u32>> {
    let own = one.cols.len();
    let column = |&at: &usize| match at.checked_sub(own) {
        None => vec![one.cols[at][0]; results.len],
        Some(new) => std::mem::take(&mut results.cols[new + 1]),
    };
    keep.iter().map(column).collect()
}

/// Combines each row with the results `(number of the binding, values)` of its binding.
pub fn combine_results(
    table: &Table,
    seeds: &Seeds,
    results: Relation,
    keep: &[usize],
    pace: Pace<'_>,
    sink: Sink<'_>,
) -> Result<(), Stop> {
    let mut starts = vec![0u32; seeds.count() + 1];
    for stride in results.col(0).chunks(STRIDE) {
        pace.meter.check()?;
        for &binding in stride {
            starts[binding as usize + 1] += 1;
        }
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let flush = |rows: &mut Vec<u32>, at: &mut Vec<u32>, sink: Sink<'_>| {
        let new = results.cols()[1..].iter().map(|col| crate::relation::gather(col, at)).collect();
        let piece = combine(table, rows, new, keep);
        rows.clear();
        at.clear();
        if piece.is_empty() { Ok(()) } else { sink(piece) }
    };
    let (mut rows, mut positions) = (Vec::new(), Vec::new());
    for row in 0..table.len {
        if row % PIECE == 0 {
            pace.meter.check()?;
        }
        let binding = seeds.of_row(row);
        let mut range = starts[binding]..starts[binding + 1];
        while !range.is_empty() {
            let end = range.end.min(range.start + PIECE as u32);
            rows.extend(std::iter::repeat_n(row as u32, (end - range.start) as usize));
            positions.extend(range.start..end);
            range.start = end;
            if rows.len() >= PIECE {
                flush(&mut rows, &mut positions, sink)?;
            }
        }
    }
    flush(&mut rows, &mut positions, sink)
}
