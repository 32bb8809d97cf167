//! The order of evaluation. A program flows in, its strongly connected components flow out, callees first; a program
//! in which a predicate depends on itself through negation has none.

use crate::{Origin, PredId, Program};

/// A program with an order in which its predicates can be computed. Only [`stratify`] makes one.
#[derive(Clone, Debug)]
pub struct Stratified {
    program: Program,
    strata: Vec<Stratum>,
}

/// Predicates that depend on each other, or one that depends on none of its own stratum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stratum {
    /// The predicates, ascending.
    pub preds: Vec<PredId>,
    /// Whether any of them depends on one of them: then the stratum is a least fixpoint.
    pub recursive: bool,
}

impl Stratified {
    /// The program. Inside a recursive stratum no closure is left over a predicate of that stratum.
    pub fn program(&self) -> &Program {
        &self.program
    }
    /// The strata, each behind all those that it depends on.
    pub fn strata(&self) -> &[Stratum] {
        &self.strata
    }
    /// The program back, for further passes.
    pub fn into_program(self) -> Program {
        self.program
    }
}

/// Why there is no order: a cycle through at least one negative edge. Each edge goes to the predicate of the next,
/// the last one's to that of the first.
#[derive(Clone, PartialEq, Debug)]
pub struct NonStratified {
    /// The cycle; its first edge is negative.
    pub cycle: Vec<Edge>,
}

/// A dependency of one predicate on another.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// Who depends.
    pub from: PredId,
    /// On whom.
    pub to: PredId,
    /// The literal that mentions it.
    pub origin: Origin,
    /// Whether it must be complete before: it stands under a negation, in an aggregate, or feeds a graph algorithm.
    pub negative: bool,
}
