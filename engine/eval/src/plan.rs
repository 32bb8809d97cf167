//! Plans: how the rules of a stratum are computed. Made just before the stratum runs, when the sizes of everything
//! below are exact.
//!
//! A rule becomes a [`Pipeline`]: steps over a table of bindings, one column a variable that is still needed. A nested
//! body is a pipeline of its own that starts from the distinct outer bindings it needs, each with a number, and ends
//! with those numbers (and what the body binds). The semi-naive versions of a recursive rule are different pipelines,
//! made from different [`ir::Conj`]s, so the evaluator knows nothing of them.
//!
//! Read in the order [`ir`] (literals with resolved constants), [`rounds`] (the versions of recursive rules), [`ready`] (what can be done when),
//! [`values`] (what is known of columns), [`order`] (which is done first), [`compile`] (steps), [`meet`] (steps that are better one), [`show`] (text).

pub mod compile;
pub mod ir;
pub mod meet;
pub mod order;
pub mod ready;
pub mod rounds;
pub mod show;
pub mod values;

use quarrel_datalog::{AggregateOp, BuiltinOp, Comparison, CtorId, Kind, PredId};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Which rows of a recursive predicate an atom ranges over in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Version {
    /// All rows so far. The only version of predicates of lower strata.
    Full,
    /// The rows that were new in the last round.
    Delta,
    /// The rows that were there before the last round.
    Before,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A column of the table of bindings.
    Slot(usize),
    /// A constant.
    Const(u32),
}

/// Steps in order, then a choice of columns. Two are equal if they do the same.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pipeline {
    /// The steps.
    pub steps: Vec<Step>,
    /// What comes out, over the columns after the last step.
    pub output: Vec<Operand>,
}

impl Pipeline {
    /// How many rows of relations its steps have looked at so far, nested ones too.
    pub fn rows_read(&self) -> u64 {
        let of_step = |step: &Step| {
            let (_, read, _) = step.tally.totals();
            read + show::nested(&step.op).into_iter().map(Self::rows_read).sum::<u64>()
        };
        self.steps.iter().map(of_step).sum()
    }
}

/// What a step has done so far, all its runs together.
#[derive(Debug, Default)]
pub struct Tally {
    rows_in: AtomicU64,
    rows_out: AtomicU64,
    read: AtomicU64,
    product: AtomicBool,
}

impl Tally {
    /// Rows of bindings that came.
    pub fn came(&self, rows: usize) {
        self.rows_in.fetch_add(rows as u64, Ordering::Relaxed);
    }
    /// Rows of bindings that went on.
    pub fn went(&self, rows: usize) {
        self.rows_out.fetch_add(rows as u64, Ordering::Relaxed);
    }
    /// Rows of a relation that were looked at.
    pub fn read(&self, rows: usize) {
        self.read.fetch_add(rows as u64, Ordering::Relaxed);
    }
    /// Several rows of bindings were combined with all rows of a relation.
    pub fn product(&self) {
        self.product.store(true, Ordering::Relaxed);
    }
    /// Whether that happened.
    pub fn is_product(&self) -> bool {
        self.product.load(Ordering::Relaxed)
    }
    /// What came, what was looked at, what went on.
    pub fn totals(&self) -> (u64, u64, u64) {
        let [a, b, c] =
            [&self.rows_in, &self.read, &self.rows_out].map(|count| count.load(Ordering::Relaxed));
        (a, b, c)
    }
}

/// One operation on the table of bindings.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is done. Its new columns stand behind the table's own.
    pub op: Op,
    /// The columns that go on: indices into the table's own and the new columns.
    pub keep: Vec<usize>,
    /// Whether equal rows are worth removing afterwards, because columns that made them differ were dropped.
    pub dedup: bool,
    /// Whether the whole table is needed at once (nested bodies that are not cheap).
    pub breaker: bool,
    /// How many rows the planner expected afterwards.
    pub estimate: f64,
    /// What it did.
    pub tally: Arc<Tally>,
}

impl PartialEq for Step {
    /// Whether both do the same, whatever was expected of them and whatever they did.
    fn eq(&self, other: &Self) -> bool {
        let does = |step: &Self| (step.dedup, step.breaker);
        does(self) == does(other) && self.keep == other.keep && self.op == other.op
    }
}

/// Whether matching rows are combined with, or only looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Match {
    /// One row a match.
    Join,
    /// The row stays if there is a match.
    Semi,
    /// The row stays if there is none.
    Anti,
}

/// One of several predicates that have values in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    /// The predicate.
    pub pred: PredId,
    /// Which of its rows.
    pub version: Version,
    /// Columns of the predicate that are given.
    pub keys: Vec<(usize, Operand)>,
    /// The column of the value.
    pub out: usize,
}

/// What one step does.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// Looks rows of a predicate up. New columns: `outs`.
    Atom {
        /// The predicate.
        pred: PredId,
        /// Which of its rows.
        version: Version,
        /// Columns of the predicate that are given.
        keys: Vec<(usize, Operand)>,
        /// Columns of the predicate that are added to the table.
        outs: Vec<usize>,
        /// Columns of the predicate that must be equal.
        same: Vec<(usize, usize)>,
        /// Combined or only looked for.
        kind: Match,
    },
    /// Looks up which values rows of several predicates have in common. New column: the value.
    Meet {
        /// The predicates, two or more.
        sides: Vec<Side>,
    },
    /// A path along a binary predicate. New columns: the ends that are `None`, in order.
    Closure {
        /// The predicate that is closed.
        step: PredId,
        /// Whether no step at all counts.
        reflexive: bool,
        /// The start, if known.
        from: Option<Operand>,
        /// The end, if known.
        to: Option<Operand>,
        /// Whether start and end must be the same, both unknown.
        cycle: bool,
        /// Whether one end is known and few values of it are expected: from each the pairs are followed where they
        /// lie, without a graph of them all.
        few: bool,
    },
    /// Keeps the rows that compare so.
    Compare(Comparison, Kind, Operand, Operand),
    /// A new column equal to a value.
    Bind(Operand),
    /// A built-in operation in a mode. New columns: the arguments that are `None`, in order.
    Builtin {
        /// The operation.
        op: BuiltinOp,
        /// Its arguments; `None` where it binds.
        args: Vec<Option<Operand>>,
    },
    /// A new column with a constructed value.
    Construct {
        /// The constructor.
        ctor: CtorId,
        /// Its arguments.
        args: Vec<Operand>,
    },
    /// Takes a constructed value apart; rows with values of other constructors go. New columns: the arguments that
    /// are `None`, in order.
    Destruct {
        /// The constructor.
        ctor: CtorId,
        /// The value.
        value: Operand,
        /// Its arguments; those that are known are compared.
        args: Vec<Option<Operand>>,
    },
    /// Keeps the rows for which the body has no result (`negated`) or some result in one of the branches.
    Filter {
        /// Whether rows without results stay.
        negated: bool,
        /// The columns that the bodies start from; the number of the binding stands behind them.
        seed: Vec<usize>,
        /// The bodies; each ends with the number of the binding.
        branches: Vec<Pipeline>,
    },
    /// Combines with the results of the branches. New columns: the values after the number.
    Union {
        /// The columns that the bodies start from; the number of the binding stands behind them.
        seed: Vec<usize>,
        /// The bodies; each ends with the number of the binding and the new values.
        branches: Vec<Pipeline>,
        /// How many new values.
        arity: usize,
    },
    /// Combines with the values of an aggregate.
    Aggregate(Box<AggregateStep>),
}

/// An aggregate over a nested body. New columns: the variables that the body binds, the rank if asked for, the result.
#[derive(Clone, PartialEq, Debug)]
pub struct AggregateStep {
    /// The function.
    pub op: AggregateOp,
    /// The kind of the aggregated values.
    pub kind: Kind,
    /// The columns that the body starts from; the number of the binding stands behind them.
    pub seed: Vec<usize>,
    /// The body. It ends with: the number of the binding, `groups` columns that it binds outwards, the separator if
    /// there is one, the columns that make a tuple.
    pub body: Pipeline,
    /// How many columns the body binds outwards.
    pub groups: usize,
    /// Whether a column with the separator follows the groups.
    pub separator: bool,
    /// Where the value is: a column of the tuple, or a constant.
    pub value: Option<Operand>,
    /// Sort keys: columns of the tuple with their kinds, and whether descending.
    pub keys: Vec<(usize, Kind, bool)>,
    /// How many columns the tuple has.
    pub tuple: usize,
    /// Whether one tuple of each set is chosen: columns of the tuple that tell the sets apart, and the one that says how
    /// many there must be.
    pub choice: Option<(Vec<usize>, usize)>,
}

/// What the planner asks about relations; answers are exact where the relation is complete.
pub trait Statistics {
    /// The number of rows.
    fn rows(&self, pred: PredId, version: Version) -> f64;
    /// The values of a column; `None` if there are no rows.
    fn values(&self, pred: PredId, version: Version, col: usize) -> Option<&values::Values>;
    /// Whether the relation's own order serves to look rows up by these columns. Which indexes there are besides depends
    /// on what else runs, and plans must not.
    fn is_in_order(&self, pred: PredId, version: Version, keys: &[usize], outs: &[usize]) -> bool;
}
