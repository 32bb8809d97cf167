//! Plans: how to compute the rules of a stratum. Made just before the stratum runs, when the sizes of all its inputs
//! are exact.
//!
//! A rule becomes a [`Pipeline`]: steps over a table of bindings, with a column for each variable that is still needed.
//! A nested body is a pipeline of its own that starts from the distinct outer bindings it needs, each with a number,
//! and ends with those numbers (and the variables the body binds). The semi-naive versions of a recursive rule are
//! separate pipelines, made from separate [`ir::Conj`]s, so the evaluator does not know about them.
//!
//! Read in this order: [`ir`] (literals with resolved constants), [`rounds`] (the versions of recursive rules),
//! [`changes`] (the versions for an update), [`ready`] (when a literal can run), [`values`] (statistics of columns),
//! [`order`] (join order), [`compile`] (steps), [`meet`] (fused steps), [`show`] (text).

pub mod changes;
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

/// The rows of a predicate that an atom reads: of a recursive one in a round, or of any one in an update
/// ([`changes`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Version {
    /// All rows so far. The only version of predicates of lower strata.
    Full,
    /// The rows that were new in the last round.
    Delta,
    /// The rows from before the last round.
    Before,
    /// When earlier rows are updated: the old and the new rows.
    Either,
    /// Its rows that are new or gone.
    Changed,
    /// Its rows that are gone.
    Gone,
    /// Its rows that are new.
    Added,
    /// What may have changed of the predicate that is being updated, by some of its columns.
    Touched,
}

impl Version {
    /// Whether these are few rows of a predicate that has many.
    pub fn is_change(self) -> bool {
        matches!(self, Self::Delta | Self::Changed | Self::Gone | Self::Added | Self::Touched)
    }
}

/// The source of a value.
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
    /// The resulting columns, over those after the last step.
    pub output: Vec<Operand>,
}

impl Pipeline {
    /// The number of rows of relations that its steps have read so far, including nested ones.
    pub fn rows_read(&self) -> u64 {
        let of_step = |step: &Step| {
            let (_, read, _) = step.tally.totals();
            read + show::nested(&step.op).into_iter().map(Self::rows_read).sum::<u64>()
        };
        self.steps.iter().map(of_step).sum()
    }
}

/// The work of a step so far, over all its runs.
#[derive(Debug, Default)]
pub struct Tally {
    rows_in: AtomicU64,
    rows_out: AtomicU64,
    read: AtomicU64,
    product: AtomicBool,
}

impl Tally {
    /// Counts input rows.
    pub fn rows_in(&self, rows: usize) {
        self.rows_in.fetch_add(rows as u64, Ordering::Relaxed);
    }
    /// Counts output rows.
    pub fn rows_out(&self, rows: usize) {
        self.rows_out.fetch_add(rows as u64, Ordering::Relaxed);
    }
    /// Counts rows of a relation that were read.
    pub fn read(&self, rows: usize) {
        self.read.fetch_add(rows as u64, Ordering::Relaxed);
    }
    /// Records that several input rows were combined with all rows of a relation.
    pub fn product(&self) {
        self.product.store(true, Ordering::Relaxed);
    }
    /// Whether that happened.
    pub fn is_product(&self) -> bool {
        self.product.load(Ordering::Relaxed)
    }
    /// The numbers of rows in, read and out.
    pub fn totals(&self) -> (u64, u64, u64) {
        let [a, b, c] =
            [&self.rows_in, &self.read, &self.rows_out].map(|count| count.load(Ordering::Relaxed));
        (a, b, c)
    }
}

/// One operation on the table of bindings.
#[derive(Clone, Debug)]
pub struct Step {
    /// The operation. Its new columns follow the table's own.
    pub op: Op,
    /// The columns to keep: indices into the table's own and the new columns.
    pub keep: Vec<usize>,
    /// Whether equal rows are worth removing afterwards, because dropped columns made them differ.
    pub dedup: bool,
    /// Whether it needs the whole table at once (expensive nested bodies).
    pub breaker: bool,
    /// The planner's estimate of the rows afterwards.
    pub estimate: f64,
    /// Its work.
    pub tally: Arc<Tally>,
}

impl PartialEq for Step {
    /// Whether both do the same, whatever their estimates and work.
    fn eq(&self, other: &Self) -> bool {
        let does = |step: &Self| (step.dedup, step.breaker);
        does(self) == does(other) && self.keep == other.keep && self.op == other.op
    }
}

/// What to do with matching rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Match {
    /// One row per match.
    Join,
    /// The row stays if there is a match.
    Semi,
    /// The row stays if there is none.
    Anti,
}

/// One of several predicates whose values are intersected.
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

/// The operation of a step.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// Looks up rows of a predicate. New columns: `outs`.
    Atom {
        /// The predicate.
        pred: PredId,
        /// Which of its rows.
        version: Version,
        /// Columns of the predicate that are given.
        keys: Vec<(usize, Operand)>,
        /// Columns of the predicate that are added to the table.
        outs: Vec<usize>,
        /// Pairs of columns of the predicate that must be equal.
        same: Vec<(usize, usize)>,
        /// What to do with matches.
        kind: Match,
    },
    /// Intersects the values of several predicates. New column: the value.
    Meet {
        /// The predicates, two or more.
        sides: Vec<Side>,
    },
    /// A path along a binary predicate. New columns: the ends that are `None`, in order.
    Closure {
        /// The predicate whose closure is followed.
        step: PredId,
        /// Which of its rows.
        version: Version,
        /// Whether zero steps count.
        reflexive: bool,
        /// The start, if known.
        from: Option<Operand>,
        /// The end, if known.
        to: Option<Operand>,
        /// Whether start and end must be equal, both unknown.
        cycle: bool,
        /// Whether one end is known and few values of it are expected: from each, the pairs are followed by an index,
        /// without a graph.
        few: bool,
    },
    /// Keeps the rows for which the comparison holds.
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
    /// Destructures a constructed value; drops rows with values of other constructors. New columns: the arguments that
    /// are `None`, in order.
    Destruct {
        /// The constructor.
        ctor: CtorId,
        /// The value.
        value: Operand,
        /// Its arguments; known ones are compared.
        args: Vec<Option<Operand>>,
    },
    /// Keeps the rows for which some branch has a result, or none if `negated`.
    Filter {
        /// Whether rows without results stay.
        negated: bool,
        /// The columns that the bodies start from, followed by the number of the binding.
        seed: Vec<usize>,
        /// The bodies; each ends with the number of the binding.
        branches: Vec<Pipeline>,
    },
    /// Combines with the results of the branches. New columns: the values after the number.
    Union {
        /// The columns that the bodies start from, followed by the number of the binding.
        seed: Vec<usize>,
        /// The bodies; each ends with the number of the binding and the new values.
        branches: Vec<Pipeline>,
        /// The number of new values.
        arity: usize,
    },
    /// Combines with the values of an aggregate.
    Aggregate(Box<AggregateStep>),
}

/// An aggregate over a nested body. New columns: the variables that the body binds, the rank if requested, the result.
#[derive(Clone, PartialEq, Debug)]
pub struct AggregateStep {
    /// The function.
    pub op: AggregateOp,
    /// The kind of the aggregated values.
    pub kind: Kind,
    /// The columns that the body starts from, followed by the number of the binding.
    pub seed: Vec<usize>,
    /// The body. Its output: the number of the binding, `groups` columns that it binds outwards, the separator if any,
    /// the columns of the tuple.
    pub body: Pipeline,
    /// The number of columns that the body binds outwards.
    pub groups: usize,
    /// Whether a column with the separator follows the groups.
    pub separator: bool,
    /// The value: a column of the tuple, or a constant.
    pub value: Option<Operand>,
    /// Sort keys: columns of the tuple with their kinds, and whether descending.
    pub keys: Vec<(usize, Kind, bool)>,
    /// The number of columns of the tuple.
    pub tuple: usize,
    /// For an aggregate over choices: the columns of the tuple that distinguish the sets, and the one with their
    /// required number.
    pub choice: Option<(Vec<usize>, usize)>,
}

/// Statistics of relations for the planner; exact where the relation is complete.
pub trait Statistics {
    /// The number of rows.
    fn rows(&self, pred: PredId, version: Version) -> f64;
    /// The values of a column; `None` if there are no rows.
    fn values(&self, pred: PredId, version: Version, col: usize) -> Option<&values::Values>;
    /// Whether the relation's own order serves lookups by these columns. Other existing indexes depend on what else
    /// runs, and plans must not.
    fn is_in_order(&self, pred: PredId, version: Version, keys: &[usize], outs: &[usize]) -> bool;
}
