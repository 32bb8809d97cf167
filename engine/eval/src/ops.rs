//! The operators of pipelines. An operator takes a table of bindings and emits pieces of its output, so it never holds
//! more than a piece: long pipelines need little memory, and threads can share pieces. The borders of pieces depend on
//! the data alone, so all counts are independent of the number of threads.

pub mod aggregate;
pub mod atom;
pub mod compute;
pub mod nested;
pub mod path;
pub mod prepare;

use crate::graph::Graph;
use crate::index::Indexed;
use crate::limits::{Meter, Pace, Stop};
use crate::plan::{Op, Operand, Pipeline, Step, Tally, Version};
use crate::relation::{Relation, STRIDE, Table, gather};
use crate::value::Values;
use crate::work::Counters;
use quarrel_datalog::PredId;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// About how many rows a piece has.
pub const PIECE: usize = 1 << 15;
/// Pieces in progress before their results are gathered.
const AT_ONCE: usize = 16;

/// Gives operators access to relations.
pub trait Relations: Sync {
    /// The disjoint parts of a version of a predicate.
    fn parts(&self, pred: PredId, version: Version) -> Vec<Arc<Indexed>>;
    /// A version of a complete binary predicate as a graph.
    ///
    /// # Errors
    /// If a limit is reached.
    fn graph(&self, pred: PredId, version: Version, meter: &Meter) -> Result<Arc<Graph>, Stop>;
}

/// The context that operators share.
#[derive(Clone, Copy)]
pub struct Ctx<'a> {
    /// The relations.
    pub relations: &'a dyn Relations,
    /// The meaning of values.
    pub values: &'a Values<'a>,
    /// When to stop.
    pub meter: &'a Meter,
    /// The counters of the evaluation.
    pub counters: &'a Counters,
    /// The tally of the current step.
    pub tally: Option<&'a Tally>,
    /// Whether few rows are read of large relations: nothing is built for fast lookups in them.
    pub reads_few: bool,
}

impl<'a> Ctx<'a> {
    /// The pace of passes over rows: operators hold no lock, so other threads may help.
    pub fn pace(self) -> Pace<'a> {
        Pace::all(self.meter)
    }
    /// Counts rows that a step reads.
    pub fn read(self, rows: usize) {
        self.counters.read(rows);
        if let Some(tally) = self.tally {
            tally.read(rows);
        }
    }
}

/// Receives the pieces of an operator's output.
pub type Sink<'s> = &'s mut dyn FnMut(Table) -> Result<(), Stop>;

/// The values of an operand, row by row.
#[derive(Clone, Copy)]
pub enum Values32<'a> {
    /// One for each row.
    Column(&'a [u32]),
    /// One for all rows.
    Constant(u32),
}

impl Values32<'_> {
    /// The value in a row.
    #[inline]
    pub fn get(self, row: usize) -> u32 {
        match self {
            Values32::Column(col) => col[row],
            Values32::Constant(value) => value,
        }
    }
}

/// The values of an operand.
pub fn operand(table: &Table, operand: Operand) -> Values32<'_> {
    match operand {
        Operand::Slot(slot) => Values32::Column(&table.cols[slot]),
        Operand::Const(value) => Values32::Constant(value),
    }
}

/// Combines a table's rows `rows` with new columns of that length, and keeps some of the columns.
pub fn combine(table: &Table, rows: &[u32], mut new: Vec<Vec<u32>>, keep: &[usize]) -> Table {
    let own = table.cols.len();
    let cols = keep
        .iter()
        .map(|&at| if at < own { gather(&table.cols[at], rows) } else { std::mem::take(&mut new[at - own]) })
        .collect();
    Table { cols, len: rows.len() }
}

/// The rows of a table for which `keeps` holds, with some of its columns.
///
/// # Errors
/// If a limit is reached.
pub fn retain(
    mut table: Table,
    keep: &[usize],
    pace: Pace<'_>,
    mut keeps: impl FnMut(&Table, usize) -> bool,
) -> Result<Table, Stop> {
    let mut rows: Vec<u32> = Vec::new();
    for start in (0..table.len).step_by(STRIDE) {
        pace.meter.check()?;
        let stride = start as u32..(start + STRIDE).min(table.len) as u32;
        rows.extend(stride.filter(|&row| keeps(&table, row as usize)));
    }
    if rows.len() == table.len {
        let cols = keep.iter().map(|&at| std::mem::take(&mut table.cols[at])).collect();
        return Ok(Table { cols, len: table.len });
    }
    table.gather(&rows, keep, pace)
}

/// Collects the output of a pipeline. It is a set in the end, so many rows are deduplicated early.
pub struct Collector<'p> {
    output: Option<&'p [Operand]>,
    arity: usize,
    /// Collected tables, small ones merged. Rows are copied once more when their final number is known.
    tables: Vec<Table>,
    /// The number of rows in `tables`.
    len: usize,
    limit: usize,
    /// Sorted distinct runs, each more than twice as long as the next.
    runs: Vec<Relation>,
}

/// Rows gathered before they become a sorted run.
const RUN: usize = 1 << 20;

impl<'p> Collector<'p> {
    fn new(output: Option<&'p [Operand]>, arity: usize, limit: usize) -> Self {
        Self { output, arity, tables: Vec::new(), len: 0, limit, runs: Vec::new() }
    }
    /// Collects the pipeline's output columns, as a set.
    pub fn of(output: &'p [Operand]) -> Self {
        Self::new(Some(output), output.len(), RUN)
    }
    /// Collects tables unchanged.
    fn plain(arity: usize) -> Self {
        Self::new(None, arity, usize::MAX)
    }
    /// A collector for a part of the rows.
    fn part(&self) -> Self {
        Self::new(self.output, self.arity, self.limit)
    }
    fn push(&mut self, table: Table, ctx: Ctx<'_>) -> Result<(), Stop> {
        if table.is_empty() {
            return Ok(());
        }
        let table = match self.output {
            Some(output) => {
                ctx.counters.derived(table.len);
                select(table, output)
            }
            None => {
                self.arity = table.cols.len();
                table
            }
        };
        self.append([table], ctx.pace())
    }
    fn append(&mut self, tables: impl IntoIterator<Item = Table>, pace: Pace<'_>) -> Result<(), Stop> {
        for table in tables {
            self.len += table.len;
            match self.tables.last_mut() {
                Some(last) if last.len + table.len <= PIECE => last.append(table),
                _ => self.tables.push(table),
            }
        }
        if self.len > self.limit {
            let rows = self.gathered(pace);
            self.runs.push(Relation::distinct(rows, pace)?);
            while let [.., older, newer] = self.runs.as_slice() {
                if older.len() > newer.len() * 2 {
                    break;
                }
                let merged = older.merge(newer, pace)?;
                self.runs.truncate(self.runs.len() - 2);
                self.runs.push(merged);
            }
        }
        // Row numbers have 32 bits.
        if self.len > u32::MAX as usize { Err(Stop::Rows(u64::from(u32::MAX))) } else { Ok(()) }
    }
    /// The rows since the last run.
    fn gathered(&mut self, pace: Pace<'_>) -> Table {
        self.len = 0;
        Table::concat(self.arity, std::mem::take(&mut self.tables), pace.threads)
    }
    /// The rows, in any number of tables.
    fn into_tables(mut self, pace: Pace<'_>) -> Result<Vec<Table>, Stop> {
        if self.runs.is_empty() {
            return Ok(self.tables);
        }
        let mut all = Relation::distinct(self.gathered(pace), pace)?;
        while let Some(run) = self.runs.pop() {
            all = if all.is_empty() { run } else { all.merge(&run, pace)? };
        }
        Ok(vec![all.into_table()])
    }
    fn into_table(self, pace: Pace<'_>) -> Result<Table, Stop> {
        let arity = self.arity;
        Ok(Table::concat(arity, self.into_tables(pace)?, pace.threads))
    }
}

/// A table of the operands, for all rows.
fn select(mut table: Table, output: &[Operand]) -> Table {
    let len = table.len;
    let cols = output
        .iter()
        .enumerate()
        .map(|(at, operand)| match operand {
            Operand::Const(value) => vec![*value; len],
            Operand::Slot(_) if output[at + 1..].contains(operand) => table.cols[slot_of(*operand)].clone(),
            Operand::Slot(slot) => std::mem::take(&mut table.cols[*slot]),
        })
        .collect();
    Table { cols, len }
}

fn slot_of(operand: Operand) -> usize {
    match operand {
        Operand::Slot(slot) => slot,
        Operand::Const(_) => 0,
    }
}

/// Runs a pipeline on a table; resulting rows may repeat.
pub fn run(ctx: Ctx<'_>, pipeline: &Pipeline, input: Table) -> Result<Table, Stop> {
    let tables = run_in_tables(ctx, pipeline, input)?;
    Ok(Table::concat(pipeline.output.len(), tables, ctx.pace().threads))
}

/// Runs a pipeline on a table and returns any number of tables; rows may repeat.
pub fn run_in_tables(ctx: Ctx<'_>, pipeline: &Pipeline, input: Table) -> Result<Vec<Table>, Stop> {
    let mut table = input;
    let mut steps = pipeline.steps.as_slice();
    while let Some(at) = steps.iter().position(|step| step.breaker) {
        if table.is_empty() {
            return Ok(Vec::new());
        }
        if at > 0 {
            let mut collector = Collector::plain(0);
            segment(ctx, &steps[..at], table, &mut collector)?;
            table = collector.into_table(ctx.pace())?;
            if table.is_empty() {
                return Ok(Vec::new());
            }
        }
        let mut collector = Collector::plain(steps[at].keep.len());
        step(ctx, &steps[at], table, None, &mut |piece| collector.push(piece, ctx))?;
        table = collector.into_table(ctx.pace())?;
        steps = &steps[at + 1..];
    }
    let mut collector = Collector::of(&pipeline.output);
    segment(ctx, steps, table, &mut collector)?;
    collector.into_tables(ctx.pace())
}

/// Runs steps that need no whole tables, in parallel over pieces.
fn segment(ctx: Ctx<'_>, steps: &[Step], input: Table, out: &mut Collector<'_>) -> Result<(), Stop> {
    let Some((first, rest)) = steps.split_first() else {
        return out.push(input, ctx);
    };
    if input.is_empty() {
        return Ok(());
    }
    if input.len > 2 * PIECE {
        let starts: Vec<usize> = (0..input.len).step_by(PIECE).collect();
        for group in starts.chunks(AT_ONCE) {
            gather_parallel(group, out, ctx, |&start, out| {
                stream(ctx, steps, input.slice(start..(start + PIECE).min(input.len)), None, out)
            })?;
        }
        return Ok(());
    }
    if input.len == 1
        && let Some(len) = atom::scan_len(ctx, &first.op)?
        && len > 2 * PIECE
    {
        let starts: Vec<usize> = (0..len).step_by(PIECE).collect();
        for group in starts.chunks(AT_ONCE) {
            gather_parallel(group, out, ctx, |&start, out| {
                stream(ctx, steps, input.clone(), Some(start..(start + PIECE).min(len)), out)
            })?;
        }
        return Ok(());
    }
    let mut pieces: Vec<Table> = Vec::new();
    let mut buffered = 0;
    step(ctx, first, input, None, &mut |piece| {
        buffered += piece.len;
        match pieces.last_mut() {
            Some(last) if last.len + piece.len <= PIECE => last.append(piece),
            _ => pieces.push(piece),
        }
        if buffered >= AT_ONCE * PIECE {
            buffered = 0;
            let ready = std::mem::take(&mut pieces);
            return gather_parallel(&ready, out, ctx, |piece, out| {
                stream(ctx, rest, piece.clone(), None, out)
            });
        }
        Ok(())
    })?;
    if pieces.len() == 1
        && let Some(piece) = pieces.pop()
    {
        return segment(ctx, rest, piece, out);
    }
    gather_parallel(&pieces, out, ctx, |piece, out| stream(ctx, rest, piece.clone(), None, out))
}

/// Processes items in parallel and collects results in order.
fn gather_parallel<T: Sync>(
    items: &[T],
    out: &mut Collector<'_>,
    ctx: Ctx<'_>,
    work: impl Fn(&T, &mut Collector<'_>) -> Result<(), Stop> + Sync,
) -> Result<(), Stop> {
    let shared = &*out;
    let collected: Vec<Vec<Table>> = items
        .par_iter()
        .map(|item| {
            let mut collector = shared.part();
            work(item, &mut collector)?;
            collector.into_tables(ctx.pace())
        })
        .collect::<Result<_, Stop>>()?;
    ctx.meter.check()?;
    for tables in collected {
        if let Some(table) = tables.first() {
            out.arity = table.arity();
            out.append(tables, ctx.pace())?;
        }
    }
    Ok(())
}

/// Runs steps one piece after the other.
fn stream(
    ctx: Ctx<'_>,
    steps: &[Step],
    table: Table,
    window: Option<Range<usize>>,
    out: &mut Collector<'_>,
) -> Result<(), Stop> {
    let Some((first, rest)) = steps.split_first() else {
        return out.push(table, ctx);
    };
    if table.is_empty() {
        return Ok(());
    }
    step(ctx, first, table, window, &mut |piece| stream(ctx, rest, piece, None, out))
}

/// Runs one step; a window restricts the rows of a scan.
fn step(
    ctx: Ctx<'_>,
    step: &Step,
    table: Table,
    window: Option<Range<usize>>,
    sink: Sink<'_>,
) -> Result<(), Stop> {
    ctx.meter.check()?;
    ctx.counters.check()?;
    step.tally.rows_in(table.len);
    let ctx = Ctx { tally: Some(&step.tally), ..ctx };
    let sink: Sink<'_> = &mut |piece: Table| {
        let piece = if step.dedup { Relation::distinct(piece, ctx.pace())?.into_table() } else { piece };
        step.tally.rows_out(piece.len);
        sink(piece)
    };
    match &step.op {
        Op::Atom { .. } => atom::run(ctx, &step.op, &step.keep, table, window, sink),
        Op::Meet { sides } => atom::meet::run(ctx, sides, &step.keep, &table, sink),
        Op::Closure { .. } => path::run(ctx, &step.op, &step.keep, table, sink),
        Op::Compare(..) | Op::Bind(_) | Op::Builtin { .. } | Op::Construct { .. } | Op::Destruct { .. } => {
            compute::run(ctx, &step.op, &step.keep, table, sink)
        }
        Op::Filter { negated, seed, branches } => {
            nested::filter(ctx, *negated, seed, branches, step, table, sink)
        }
        Op::Union { seed, branches, arity } => nested::union(ctx, seed, branches, *arity, step, table, sink),
        Op::Aggregate(aggregate) => aggregate::run(ctx, aggregate, step, table, sink),
    }
}
