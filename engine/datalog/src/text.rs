//! Programs as text: [`pretty`] prints, [`parse`] parses.
//!
//! ```text
//! // Declarations end in a full stop; their order does not matter.
//! ctor Pair(int, string).
//! pred edge(from: entity, to: entity) stored "edges".
//! pred path(from: entity within node, to: entity).
//! path(x, y) :- edge(x, y).
//! path(x, z) :- path(x, y), edge(y, z).
//! pred lonely(x: entity) demand.
//! lonely(x) :- node(x), not(y | edge(x, y)).
//! pred degree(x: entity, n: int) modes [0] inline always.
//! degree(x, n) :- agg count(y | edge(x, y)) of (y) = n.
//! pred more(n: int) rows { (1) (2) }.
//! pred far(a: entity, b: entity) graph closure(edge, node).
//! output "#select" path (from "start" entity text name, to entity) order 0 desc query 0.
//! ```
//!
//! Literals are `p(t, ...)`, `p+(a, b)` and `p*(a, b)` (closures), `not(body)`, `or(body; body)`, `a < b` and other
//! comparisons, `%IntAdd(a, b, c)` (built-in operations), `new Pair(a, b) = c`, and `agg OP(body) of (tuple) value v
//! key k desc separator s rank r = c`. A body is `x, y: int | literal, literal`, its own variables before the bar; an
//! empty one is `true`. Variables that no body declares belong to the rule. Kinds of variables are printed only where
//! the literals do not determine them. Names with characters other than letters, digits, `_#@$'`, inner dots, `::` and
//! `/2` stand in backquotes.

mod kinds;
mod lex;
mod parse;
mod print;

pub(crate) use kinds::result_kind;
pub use parse::parse;
pub use print::pretty;

use crate::{Comparison, Kind};

/// Words that start a construct and cannot name a predicate without backquotes.
const RESERVED: &[&str] =
    &["not", "or", "agg", "new", "true", "false", "nan", "inf", "pred", "ctor", "output", "_"];

/// Words that start a part of a predicate's declaration.
const ATTRIBUTES: &[&str] = &["modes", "inline", "demand", "subset", "parts", "stored", "rows", "graph"];

const KINDS: &[(&str, Kind)] = &[
    ("int", Kind::Int),
    ("float", Kind::Float),
    ("string", Kind::String),
    ("boolean", Kind::Boolean),
    ("date", Kind::Date),
    ("bigint", Kind::BigInt),
    ("entity", Kind::Entity),
];

/// The name of a kind.
pub fn kind_name(kind: Kind) -> &'static str {
    KINDS.iter().find(|(_, have)| *have == kind).map_or("entity", |(name, _)| name)
}

const COMPARISONS: &[(&str, Comparison)] = &[
    ("=", Comparison::Eq),
    ("!=", Comparison::Ne),
    ("<=", Comparison::Le),
    (">=", Comparison::Ge),
    ("<", Comparison::Lt),
    (">", Comparison::Gt),
];
