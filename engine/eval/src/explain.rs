//! Explains why a row holds by a [`Derivation`] down to rows of the database. It only looks rows up in what a run kept
//! ([`Kept`]), so results are never affected.
//!
//! ```text
//! derive(p(t)) =  a rule `p(x) :- body` of p and an assignment with x = t for which the body holds, and
//!                 derive(a) for each atom `a` of that body.
//! ```
//!
//! Recursion ends: in a recursive stratum the run records the round in which each row was derived, and a row of round
//! `n` is derived from rows of its stratum of earlier rounds. Such an assignment exists, because the run found one.
//! Negations show how far the search for a row came, aggregates which tuples were counted: see [`search`].

pub use crate::known::Kept;
use crate::known::Known;
use crate::limits::{Meter, Options};
use crate::naive::Naive;
use crate::outcome::EvalErrorKind;
use crate::value::Values;
use quarrel_base::ids::Id;
use quarrel_datalog::{
    Body, Def, GraphOp, Literal, LiteralKind, Origin, PredId, Program, Rule, Stratified, Term,
};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

mod search;

use search::At;
pub use search::{Counted, Sought, Tuple, What};

/// Why a row holds.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// The predicate.
    pub pred: PredId,
    /// The row.
    pub row: Vec<u32>,
    /// The reason.
    pub from: Source,
}

/// The reason for a row.
#[derive(Clone, Debug)]
pub enum Source {
    /// It is in the database.
    Database,
    /// It is a row of a data extension.
    Given,
    /// A graph algorithm computed it.
    Graph,
    /// A rule, with its place and its conditions.
    Rule(Origin, Vec<Condition>),
    /// It is derived above.
    Above,
    /// The derivation is cut here.
    Cut,
    /// It is only shown, as one of several.
    Shown,
}

/// A condition of a rule, and why it holds.
#[derive(Clone, Debug)]
pub enum Condition {
    /// A row of a predicate.
    Row(Origin, Derivation),
    /// A path of these steps.
    Path(Origin, Vec<Derivation>),
    /// A comparison or an operation on values.
    Test(Origin),
    /// Nothing satisfies a negated condition: how far the search came.
    Nothing(Origin, Vec<Sought>),
    /// An aggregate of these tuples.
    Aggregate(Origin, Counted),
}

/// Derives rows of a finished run.
pub struct Explainer<'p, 'db> {
    program: &'p Program,
    naive: Naive<'p, 'db>,
    known: Rc<Known<'p>>,
    stratum_of: HashMap<PredId, usize>,
    recursive: Vec<bool>,
    derived: RefCell<HashSet<(PredId, Vec<u32>)>>,
    depth: Cell<usize>,
}

impl<'p, 'db> Explainer<'p, 'db> {
    /// An explainer for what a run of the program kept; `values` are those of the run.
    pub fn new(stratified: &'p Stratified, kept: Kept, values: Values<'db>, options: &Options) -> Self {
        let mut stratum_of = HashMap::new();
        let mut recursive = Vec::new();
        for (at, stratum) in stratified.strata().iter().enumerate() {
            stratum_of.extend(stratum.preds.iter().map(|pred| (*pred, at)));
            recursive.push(stratum.recursive);
        }
        let program = stratified.program();
        let known = Rc::new(Known::new(program, kept, stratum_of.clone()));
        let naive =
            Naive::over_kept(program, values, Arc::new(Meter::start(&options.limits)), Rc::clone(&known));
        Self {
            program,
            naive,
            known,
            stratum_of,
            recursive,
            derived: RefCell::default(),
            depth: Cell::new(0),
        }
    }

    /// The values in the rows.
    pub fn values(&self) -> &Values<'db> {
        self.naive.values()
    }

    /// Derives a row of a predicate, at most `depth` rules deep; `None` if the row does not hold.
    ///
    /// # Errors
    /// If a limit is reached or the database cannot be read.
    pub fn derive(
        &self,
        pred: PredId,
        row: &[u32],
        depth: usize,
    ) -> Result<Option<Derivation>, EvalErrorKind> {
        self.depth.set(depth);
        self.derived.borrow_mut().clear();
        self.row(pred, row, 0)
    }

    fn row(&self, pred: PredId, row: &[u32], depth: usize) -> Result<Option<Derivation>, EvalErrorKind> {
        let made = |from| Some(Derivation { pred, row: row.to_vec(), from });
        let rules = match &self.program.preds[pred].def {
            Def::Stored(_) => return Ok(made(Source::Database)),
            Def::Rows(_) => return Ok(made(Source::Given)),
            Def::Graph(op) => return self.graph(op, pred, row, depth),
            Def::Rules(rules) => rules,
        };
        if self.derived.borrow().contains(&(pred, row.to_vec())) {
            return Ok(made(Source::Above));
        }
        if depth >= self.depth.get() {
            return Ok(made(Source::Cut));
        }
        let known = &self.known;
        let stratum = self.stratum_of.get(&pred).copied();
        let round = match stratum {
            Some(at) if self.recursive[at] => known.round(pred, row).map(|round| (at, round)),
            _ => None,
        };
        let outer = known.below.replace(round);
        let mut found = None;
        for rule in rules {
            if let Some(env) = self.naive.first(rule, row)? {
                found = Some((rule, env));
                break;
            }
        }
        known.below.set(outer);
        let Some((rule, env)) = found else { return Ok(None) };
        self.derived.borrow_mut().insert((pred, row.to_vec()));
        let conditions = self.conditions(rule, &rule.body, env, round, depth + 1)?;
        Ok(made(Source::Rule(rule.origin, conditions)))
    }

    /// A closure is derived from its steps; other algorithms are not explained.
    fn graph(
        &self,
        op: &GraphOp,
        pred: PredId,
        row: &[u32],
        depth: usize,
    ) -> Result<Option<Derivation>, EvalErrorKind> {
        let from = match op {
            GraphOp::TransitiveClosure { step, .. } => {
                let steps = self.path(*step, row[0], row[1], depth)?;
                Source::Rule(self.program.preds[pred].origin, vec![Condition::Path(Origin::Builtin, steps)])
            }
            _ => Source::Graph,
        };
        Ok(Some(Derivation { pred, row: row.to_vec(), from }))
    }

    fn conditions(
        &self,
        rule: &'p Rule,
        body: &'p Body,
        env: Vec<Option<u32>>,
        round: Option<(usize, u64)>,
        depth: usize,
    ) -> Result<Vec<Condition>, EvalErrorKind> {
        let mut conditions = Vec::new();
        for literal in &body.literals {
            self.condition(rule, literal, &env, round, depth, &mut conditions)?;
        }
        Ok(conditions)
    }

    fn condition(
        &self,
        rule: &'p Rule,
        literal: &'p Literal,
        env: &[Option<u32>],
        round: Option<(usize, u64)>,
        depth: usize,
        out: &mut Vec<Condition>,
    ) -> Result<(), EvalErrorKind> {
        let origin = literal.origin;
        let value = |term: &Term| self.term(term, env);
        let known = &self.known;
        match &literal.kind {
            LiteralKind::Atom(atom) => {
                if self.asks(atom.pred) {
                    return Ok(());
                }
                let given: Vec<(usize, u32)> =
                    atom.args.iter().enumerate().filter_map(|(at, term)| Some((at, value(term)?))).collect();
                let outer = known.below.replace(round);
                let rows = known.rows(atom.pred, &given, self.values());
                known.below.set(outer);
                if let Some(row) = rows?.first()
                    && let Some(derivation) = self.row(atom.pred, row, depth)?
                {
                    out.push(Condition::Row(origin, derivation));
                }
            }
            LiteralKind::Closure { step, from, to, .. } => {
                let steps = match (value(from), value(to)) {
                    (Some(from), Some(to)) if from != to => self.path(*step, from, to, depth)?,
                    _ => Vec::new(),
                };
                out.push(Condition::Path(origin, steps));
            }
            LiteralKind::Not(body) => {
                let searched = self.search(At { rule, round, depth }, body, env)?;
                out.push(Condition::Nothing(origin, searched));
            }
            LiteralKind::Or(bodies) => {
                let outer = known.below.replace(round);
                let mut holding = None;
                for body in bodies {
                    if let Some(env) = self.naive.first_of(rule, body, env)? {
                        holding = Some((body, env));
                        break;
                    }
                }
                known.below.set(outer);
                if let Some((body, env)) = holding {
                    out.extend(self.conditions(rule, body, env, round, depth)?);
                }
            }
            LiteralKind::Compare(..) | LiteralKind::Builtin(..) | LiteralKind::Construct { .. } => {
                out.push(Condition::Test(origin));
            }
            LiteralKind::Aggregate(aggregate) => {
                let counted = self.counted(At { rule, round, depth }, aggregate, env)?;
                out.push(Condition::Aggregate(origin, counted));
            }
        }
        Ok(())
    }

    fn term(&self, term: &Term, env: &[Option<u32>]) -> Option<u32> {
        match term {
            Term::Var(var) => env[var.index()],
            Term::Const(constant) => Some(self.values().constant(constant)),
            Term::Wildcard => None,
        }
    }

    /// Whether it is a demand predicate, which explains nothing.
    fn asks(&self, pred: PredId) -> bool {
        self.program.preds[pred].name.ends_with('?')
    }

    /// The steps of a shortest path.
    fn path(&self, step: PredId, from: u32, to: u32, depth: usize) -> Result<Vec<Derivation>, EvalErrorKind> {
        let known = &self.known;
        let mut before: HashMap<u32, u32> = HashMap::new();
        let mut front = vec![from];
        'search: while !front.is_empty() {
            let mut next = Vec::new();
            for node in front {
                for row in known.rows(step, &[(0, node)], self.values())? {
                    if row[1] != from || to == from {
                        before.entry(row[1]).or_insert_with(|| {
                            next.push(row[1]);
                            node
                        });
                    }
                    if row[1] == to {
                        break 'search;
                    }
                }
            }
            front = next;
        }
        let mut nodes = vec![to];
        let mut at = to;
        while let Some(&node) = before.get(&at) {
            nodes.push(node);
            at = node;
            if node == from {
                break;
            }
        }
        nodes.reverse();
        let mut steps = Vec::new();
        for pair in nodes.windows(2) {
            steps.extend(self.row(step, pair, depth)?);
        }
        Ok(steps)
    }
}
