//! The data types of Datalog programs. Meaning:
//!
//! - A predicate is a set of rows of 32-bit values, one per column, read by the column's [`Kind`].
//! - A rule adds the row of its head's terms for every assignment of its variables that satisfies the body. Rows are
//!   distinct.
//! - A variable belongs to the innermost body that lists it in `locals` (a rule's own body lists the rule's variables
//!   that no nested body declares). Variable ids are unique within a rule; there is no shadowing.
//! - Recursion means the least fixpoint of each strongly connected component; it may not go through an aggregate, a
//!   [`GraphOp`] input, or an odd number of negations (an even number, as in `forall`, keeps it monotone).

use crate::builtin::BuiltinOp;
use quarrel_base::AggregateOp;
use quarrel_base::catalog::ColumnType;
use quarrel_base::define_id;
use quarrel_base::ids::IndexVec;
use quarrel_base::source::Span;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::sync::Arc;

define_id! {
    /// A predicate.
    pub struct PredId;
    /// A variable of one rule.
    pub struct VarId;
    /// A constructor of tuple values (a newtype branch).
    pub struct CtorId;
}

/// How to read a 32-bit value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// The bits are a two's complement number.
    Int,
    /// Index of an interned IEEE double. Equal by the total order of language.md 6.5.
    Float,
    /// Index of an interned text (UTF-8 inside, UTF-16 units in every operation).
    String,
    /// 0 or 1.
    Boolean,
    /// Index of an interned point in time (milliseconds since 1970-01-01, UTC).
    Date,
    /// Index of an interned integer of any size.
    BigInt,
    /// An entity of the database, or a constructed tuple value (numbered above the entities).
    Entity,
}

impl Kind {
    /// How the values of a column of the database are read.
    pub fn of_column(ty: &ColumnType) -> Self {
        match ty {
            ColumnType::Int => Self::Int,
            ColumnType::Float => Self::Float,
            ColumnType::String => Self::String,
            ColumnType::Boolean => Self::Boolean,
            ColumnType::Date => Self::Date,
            ColumnType::Entity(_) => Self::Entity,
        }
    }
}

/// A constant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Const {
    /// Of kind [`Kind::Int`].
    Int(i32),
    /// Of kind [`Kind::Float`].
    Float(f64),
    /// Of kind [`Kind::String`].
    String(Arc<str>),
    /// Of kind [`Kind::Boolean`].
    Boolean(bool),
}

impl Const {
    /// The kind of the constant.
    pub fn kind(&self) -> Kind {
        match self {
            Const::Int(_) => Kind::Int,
            Const::Float(_) => Kind::Float,
            Const::String(_) => Kind::String,
            Const::Boolean(_) => Kind::Boolean,
        }
    }
}

/// Floats are equal if their bits are: `0.0` and `-0.0` are two values, and NaN is one.
impl PartialEq for Const {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Const::Int(a), Const::Int(b)) => a == b,
            (Const::Float(a), Const::Float(b)) => a.to_bits() == b.to_bits(),
            (Const::String(a), Const::String(b)) => a == b,
            (Const::Boolean(a), Const::Boolean(b)) => a == b,
            _ => false,
        }
    }
}

/// An argument.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Term {
    /// A variable.
    Var(VarId),
    /// A constant.
    Const(Const),
    /// Any value, existentially quantified right at the literal.
    Wildcard,
}

impl Term {
    /// The variable, if it is one.
    pub fn var(&self) -> Option<VarId> {
        if let Term::Var(var) = self { Some(*var) } else { None }
    }
}

/// The source of a piece of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Origin {
    /// Written at this place.
    Source(Span),
    /// Made by lowering or a pass for the source at this place.
    Derived(Span),
    /// Made without any source.
    #[default]
    Builtin,
}

impl Origin {
    /// The place, if there is one.
    pub fn span(self) -> Option<Span> {
        match self {
            Origin::Source(span) | Origin::Derived(span) => Some(span),
            Origin::Builtin => None,
        }
    }
}

/// A whole program.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Program {
    /// All predicates.
    pub preds: IndexVec<PredId, Pred>,
    /// All constructors of tuple values.
    pub ctors: IndexVec<CtorId, Ctor>,
    /// The requested result sets.
    pub outputs: Vec<Output>,
}

/// A constructor: equal arguments give the same value, different constructors give different values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ctor {
    /// Its name for people.
    pub name: String,
    /// The kinds of its arguments.
    pub args: Vec<Kind>,
}

/// A predicate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pred {
    /// Unique and readable: the QL name with its module and arity.
    pub name: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its definition.
    pub def: Def,
    /// The binding modes in which it has finitely many rows: sets of columns (by index) that must be given. Empty, or
    /// containing the empty set: it can be computed in full. Otherwise it must be inlined or evaluated on demand.
    pub modes: Vec<Vec<usize>>,
    /// Advice on inlining; never changes results.
    pub inline: Inline,
    /// Only rows for values that some caller binds are needed (texts and locations of results): computing it in full
    /// would be correct but wasteful.
    pub on_demand: bool,
    /// Unary predicates that include this one, if this one is unary (`Method` within `Callable`).
    pub supersets: Vec<PredId>,
    /// For entity types of the schema: the ascending numbers of the parts that they consist of. Parts are disjoint, and
    /// a type has all values of its parts. Empty: unknown.
    pub parts: Vec<u32>,
    /// Its declaration.
    pub origin: Origin,
}

impl Pred {
    /// A predicate of rules without advice, modes or supersets.
    pub fn new(name: String, columns: Vec<Column>, rules: Vec<Rule>, origin: Origin) -> Self {
        Self {
            name,
            columns,
            def: Def::Rules(rules),
            modes: Vec::new(),
            inline: Inline::Auto,
            on_demand: false,
            supersets: Vec::new(),
            parts: Vec::new(),
            origin,
        }
    }
}

/// A column of a predicate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Column {
    /// Its name for people.
    pub name: String,
    /// How to read its values.
    pub kind: Kind,
    /// Unary predicates that, by declaration, contain every value of this column.
    pub within: Vec<PredId>,
}

/// Advice on inlining.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Inline {
    /// The pass decides.
    #[default]
    Auto,
    /// Wanted (`pragma[inline]`, `pragma[inline_late]`).
    Always,
    /// Unwanted (`cached`, `pragma[noinline]`, `pragma[nomagic]`).
    Never,
}

/// The definition of a predicate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Def {
    /// The union of its rules; without rules, it is empty.
    Rules(Vec<Rule>),
    /// All columns of the relation of that name in the database.
    Stored(String),
    /// Rows given with the program (data extensions); copies share them, as there may be very many.
    Rows(Arc<[Vec<Const>]>),
    /// A graph algorithm over complete predicates.
    Graph(GraphOp),
}

/// `head(params) :- body.`
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rule {
    /// The head's terms, one per column; never wildcards.
    pub head: Vec<Term>,
    /// The conditions.
    pub body: Body,
    /// All variables of the rule, nested bodies included.
    pub vars: IndexVec<VarId, Var>,
    /// Where it was written.
    pub origin: Origin,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Var {
    /// Its name for people; generated names begin with `_`.
    pub name: String,
    /// How to read its values.
    pub kind: Kind,
    /// Its declaration.
    pub origin: Origin,
}

/// A conjunction, with the variables that it declares (existentially quantified).
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Body {
    /// Variables that belong to this body; a rule's outermost body lists the head's variables too.
    pub locals: Vec<VarId>,
    /// All must hold; the order has no meaning.
    pub literals: Vec<Literal>,
}

/// A condition and its source.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Literal {
    /// The condition.
    pub kind: LiteralKind,
    /// Its source.
    pub origin: Origin,
}

/// A condition.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum LiteralKind {
    /// The row of the terms is in the predicate.
    Atom(Atom),
    /// A path of steps leads from `from` to `to`: at least one step, or, if `reflexive`, also none (`from = to`,
    /// whatever the value; the caller adds the types). `step` is binary.
    Closure {
        /// The binary predicate whose closure it is.
        step: PredId,
        /// Whether zero steps count.
        reflexive: bool,
        /// Start.
        from: Term,
        /// End.
        to: Term,
    },
    /// No assignment of the body's locals satisfies it. Binds nothing.
    Not(Body),
    /// At least one of the bodies holds. Binds what all of them bind.
    Or(Vec<Body>),
    /// Compares two values of one kind. `Eq` binds either side from the other, for every kind; the others bind nothing.
    Compare(Comparison, Kind, Term, Term),
    /// A built-in operation; `args` follow the operation's signature, results last.
    Builtin(BuiltinOp, Vec<Term>),
    /// `result` is the value that the constructor makes from `args`. Binds `result` from `args`, and `args` from
    /// `result` (which fails if another constructor made the value).
    Construct {
        /// The constructor.
        ctor: CtorId,
        /// Its arguments.
        args: Vec<Term>,
        /// The value.
        result: Term,
    },
    /// An aggregate over the assignments of a body.
    Aggregate(Box<Aggregate>),
}

/// `p(t1, ..., tn)`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Atom {
    /// The predicate.
    pub pred: PredId,
    /// One term per column.
    pub args: Vec<Term>,
}

/// How two values are compared. The order is that of language.md 6.5; only equality is defined for entities.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Comparison {
    /// Whether it holds of two values in this order.
    #[inline]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Eq => order.is_eq(),
            Self::Ne => order.is_ne(),
            Self::Lt => order.is_lt(),
            Self::Le => order.is_le(),
            Self::Gt => order.is_gt(),
            Self::Ge => order.is_ge(),
        }
    }
}

/// An aggregate (language.md section 11). For each assignment of the variables that the body shares with its
/// surroundings, the *tuples* are the distinct values of `tuple` over the satisfying assignments of the body's locals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Aggregate {
    /// The function.
    pub op: AggregateOp,
    /// The range, with the value, key and separator expressions already bound to variables.
    pub body: Body,
    /// The parts of a tuple: declared variables, values, keys; all of them locals of `body`.
    pub tuple: Vec<VarId>,
    /// The value that is aggregated; unused for `Count`. A local of `body`, or a constant.
    pub value: Option<Term>,
    /// The separator of `Concat`; a local of `body`, a constant, or an outer variable.
    pub separator: Option<Term>,
    /// Sort keys of `Concat`, `Min`, `Max`, `Rank`, most significant first; empty: the value itself.
    pub keys: Vec<SortKey>,
    /// The rank of `Rank`: bound outside, or enumerated by the aggregate.
    pub rank: Option<Term>,
    /// Receives the result.
    pub result: Term,
    /// If present, there is a result for every choice of one tuple for each assignment.
    pub choice: Option<Choice>,
}

/// The monotonic meaning of an aggregate (language.md 11.4). The tuples form one set for each assignment of `of`; the
/// function is applied to every choice of one tuple from each set, if the number of sets is `expected`.
///
/// More tuples for the present assignments only add results, so the values may be recursive; the assignments may not,
/// and are counted outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The variables that distinguish the sets; a part of `tuple`.
    pub of: Vec<VarId>,
    /// The required number of sets: an int that is equal in all tuples; a part of `tuple`.
    pub expected: VarId,
}

/// A sort key.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SortKey {
    /// A local of the aggregate's body.
    pub var: VarId,
    /// Whether greater comes first.
    pub descending: bool,
}

/// Graph algorithms of language.md section 16; inputs are complete predicates of lower strata.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum GraphOp {
    /// `(a, b)`: a path of at least one step. With `sources`, only from its values; with `sinks`, only to its values.
    TransitiveClosure {
        /// Binary.
        step: PredId,
        /// Unary.
        sources: Option<PredId>,
        /// Unary.
        sinks: Option<PredId>,
    },
    /// `(start, node, distance)`: distance 0 for the start itself.
    ShortestDistances {
        /// Unary.
        start: PredId,
        /// Binary.
        step: PredId,
    },
    /// `(entry, dominator, node)`: the immediate dominator of each node reachable from the entry.
    ImmediateDominators {
        /// Unary.
        entry: PredId,
        /// Binary.
        successor: PredId,
    },
    /// `(element, class number)` of the symmetric transitive closure; numbers from 0 in a defined order.
    EquivalenceRelation {
        /// Binary.
        base: PredId,
    },
    /// `(key, set)`: the interned set of the values of each key; equal sets are equal values.
    InternSets {
        /// Binary `(key, value)`.
        values: PredId,
    },
}

/// A requested result set.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Output {
    /// `#select`, or the name of a query predicate.
    pub name: String,
    /// The rows.
    pub pred: PredId,
    /// How each column is shown.
    pub columns: Vec<OutputColumn>,
    /// Sort order: columns, and whether descending; ties are sorted by the shown texts.
    pub order_by: Vec<(usize, bool)>,
    /// The query that it belongs to (an index that the caller of the compiler chose).
    pub query: usize,
}

/// How to show a column of a result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OutputColumn {
    /// Its label.
    pub name: String,
    /// How to read its values.
    pub kind: Kind,
    /// For entities: the binary predicate `(value, text)` with its `toString()`, for result values only.
    pub text: Option<PredId>,
    /// For entities: the predicate `(value, path, start line, start column, end line, end column)`, or `(value, url)`
    /// if the type defines its own URL; for result values only.
    pub location: Option<PredId>,
}
