//! The specification: the meaning of a program by nested loops over assignments, written to be read. It stays slow; a
//! row limit keeps it to small inputs. The fast evaluator must return the same rows.
//!
//! Each predicate has a table for each way in which it is queried: in full, or for given values of the columns of a
//! binding mode. The tables of a stratum grow, rule by rule, until a whole round adds nothing.

use crate::builtins::{apply, choose_mode};
use crate::edb::{Columns, Edb};
use crate::known::Known;
use crate::limits::{Meter, Options, Stop};
use crate::outcome::{EvalError, EvalErrorKind, Outcome, wanted};
use crate::value::Values;
use quarrel_base::ids::Id;
use quarrel_datalog::binding::{VarSet, mode_of, runs};
use quarrel_datalog::walk::{free_vars, mentions, own_terms};
use quarrel_datalog::{
    Body, BuiltinOp, Comparison, Def, Literal, LiteralKind, PredId, Program, Rule, Stratified, Term, VarId,
};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

mod aggregate;
mod graph;

type Rows = BTreeSet<Vec<u32>>;
type Env = Vec<Option<u32>>;
type Done<T = ()> = Result<T, EvalErrorKind>;
/// Called with each solution.
type Found<'a> = dyn FnMut(&mut Env) -> Done + 'a;
/// A query for rows of a predicate: the given columns and their values.
type Question = (PredId, Vec<usize>, Vec<u32>);

/// Evaluates a program.
pub fn evaluate<'db>(
    stratified: &Stratified,
    edb: &'db dyn Edb,
    options: &Options,
) -> Result<Outcome<'db>, EvalError> {
    let program = stratified.program();
    let mut stratum_of = BTreeMap::new();
    for (at, stratum) in stratified.strata().iter().enumerate() {
        stratum_of.extend(stratum.preds.iter().map(|pred| (*pred, at)));
    }
    let meter = Arc::new(Meter::start(&options.limits));
    let values = Values::new(edb, &program.ctors).with_meter(Arc::clone(&meter));
    let naive = Naive { stratum_of, ..Naive::new(program, values, meter) };
    let result = naive.run(stratified);
    let failure = naive.values.failure().cloned().map(EvalErrorKind::Database);
    match result.and_then(|relations| failure.map_or(Ok(relations), Err)) {
        Ok(relations) => Ok(Outcome { relations, values: naive.values, given_up: Vec::new() }),
        Err(kind) => Err(match naive.at_work.get() {
            Some(pred) => EvalError::of(kind, program, pred),
            None => EvalError { kind, predicate: None, origin: Default::default() },
        }),
    }
}

/// The evaluator. Searches for derivations use it too: then rows are not computed, but looked up among the known ones.
pub(crate) struct Naive<'p, 'db> {
    program: &'p Program,
    values: Values<'db>,
    meter: Arc<Meter>,
    stratum_of: BTreeMap<PredId, usize>,
    tables: RefCell<BTreeMap<Question, Rc<Rows>>>,
    /// The strata whose tables are growing now, with the questions to each since it started.
    active: RefCell<BTreeMap<usize, Vec<Question>>>,
    /// Whether anything was added in this round.
    changed: Cell<bool>,
    at_work: Cell<Option<PredId>>,
    /// The current rule, which has the kinds of variables.
    rule: Cell<Option<&'p Rule>>,
    known: Option<Rc<Known<'p>>>,
}

impl<'p, 'db> Naive<'p, 'db> {
    fn new(program: &'p Program, values: Values<'db>, meter: Arc<Meter>) -> Self {
        Self {
            program,
            values,
            meter,
            stratum_of: BTreeMap::new(),
            tables: RefCell::default(),
            active: RefCell::default(),
            changed: Cell::new(false),
            at_work: Cell::new(None),
            rule: Cell::new(None),
            known: None,
        }
    }

    /// An evaluator that looks rows up in what a run kept.
    pub(crate) fn over_kept(
        program: &'p Program,
        values: Values<'db>,
        meter: Arc<Meter>,
        known: Rc<Known<'p>>,
    ) -> Self {
        Self { known: Some(known), ..Self::new(program, values, meter) }
    }

    pub(crate) fn values(&self) -> &Values<'db> {
        &self.values
    }

    /// The first assignment that satisfies the body of a rule and makes its head this row.
    pub(crate) fn first(&self, rule: &'p Rule, row: &[u32]) -> Done<Option<Env>> {
        self.rule.set(Some(rule));
        let mut env: Env = vec![None; rule.vars.len()];
        let mut first = None;
        let todo: Vec<_> = rule.body.literals.iter().collect();
        let result = self.unify(&rule.head, row, &mut env, &mut |env| {
            self.solve(&todo, env, &mut |env| {
                first = Some(env.clone());
                Err(EvalErrorKind::Stopped(Stop::Cancelled))
            })
        });
        if first.is_some() { Ok(first) } else { result.map(|()| None) }
    }

    /// The first extension of `env` that satisfies a body within a rule.
    pub(crate) fn first_of(&self, rule: &'p Rule, body: &Body, env: &[Option<u32>]) -> Done<Option<Env>> {
        self.rule.set(Some(rule));
        let mut env = env.to_vec();
        let mut first = None;
        let todo: Vec<_> = body.literals.iter().collect();
        let result = self.solve(&todo, &mut env, &mut |env| {
            first = Some(env.clone());
            Err(EvalErrorKind::Stopped(Stop::Cancelled))
        });
        if first.is_some() { Ok(first) } else { result.map(|()| None) }
    }

    /// Calls `found` with every extension of `env` that satisfies a body within a rule.
    pub(crate) fn each_of(
        &self,
        rule: &'p Rule,
        body: &Body,
        env: &[Option<u32>],
        each: &mut dyn FnMut(&[Option<u32>]),
    ) -> Done {
        self.rule.set(Some(rule));
        let todo: Vec<_> = body.literals.iter().collect();
        self.solve(&todo, &mut env.to_vec(), &mut |env| {
            each(env);
            Ok(())
        })
    }

    /// Adds the extensions of `env` that satisfy one literal, which is ready and not a disjunction, until there are
    /// `most`.
    pub(crate) fn extend(
        &self,
        rule: &'p Rule,
        literal: &Literal,
        env: &[Option<u32>],
        most: usize,
        out: &mut BTreeSet<Env>,
    ) -> Done {
        self.rule.set(Some(rule));
        let mut full = false;
        let result = self.literal(&literal.kind, &mut env.to_vec(), &mut |env| {
            out.insert(env.clone());
            full = out.len() >= most;
            if full { Err(EvalErrorKind::Stopped(Stop::Cancelled)) } else { Ok(()) }
        });
        if full { Ok(()) } else { result }
    }
}

impl Naive<'_, '_> {
    fn run(&self, stratified: &Stratified) -> Done<BTreeMap<PredId, Columns>> {
        let wanted = wanted(self.program);
        let mut needed = wanted.clone();
        let mut todo: Vec<_> = wanted.iter().copied().collect();
        while let Some(pred) = todo.pop() {
            mentions(&self.program.preds[pred], &mut |mention| {
                if needed.insert(mention.pred) {
                    todo.push(mention.pred);
                }
            });
        }
        // Strata in order, so that no question recurses through more than one.
        let whole = |pred: &PredId| mode_of(self.program, *pred, |_| false).is_some();
        for pred in stratified.strata().iter().flat_map(|stratum| &stratum.preds) {
            if needed.contains(pred) && whole(pred) {
                self.ask(&(*pred, Vec::new(), Vec::new()))?;
            }
        }
        let mut relations = BTreeMap::new();
        for &pred in &wanted {
            let width = self.program.preds[pred].columns.len();
            let mut rows = Rows::new();
            if whole(&pred) {
                rows.extend(self.ask(&(pred, Vec::new(), Vec::new()))?.iter().cloned());
            }
            relations.insert(pred, Columns::from_rows(width, rows.into_iter().collect()));
        }
        // A predicate that shows values and cannot be computed in full is queried for the present values.
        for output in &self.program.outputs {
            for (at, column) in output.columns.iter().enumerate() {
                for pred in [column.text, column.location].into_iter().flatten().filter(|pred| !whole(pred)) {
                    let shown = relations[&output.pred].columns.get(at).cloned().unwrap_or_default();
                    let mut rows: Vec<_> = relations[&pred].rows().collect();
                    for value in BTreeSet::from_iter(shown) {
                        rows.extend(self.ask(&(pred, vec![0], vec![value]))?.iter().cloned());
                    }
                    let width = self.program.preds[pred].columns.len();
                    relations.insert(pred, Columns::from_rows(width, rows));
                }
            }
        }
        Ok(relations)
    }

    /// The rows that answer a question: complete ones, or those so far if the stratum is growing.
    fn ask(&self, question: &Question) -> Done<Rc<Rows>> {
        let stratum = self.stratum_of[&question.0];
        let known = self.tables.borrow().get(question).cloned();
        if let Some(rows) = known {
            return Ok(rows);
        }
        self.tables.borrow_mut().insert(question.clone(), Rc::default());
        if let Some(questions) = self.active.borrow_mut().get_mut(&stratum) {
            questions.push(question.clone());
            self.changed.set(true);
            return Ok(Rc::default());
        }
        self.active.borrow_mut().insert(stratum, vec![question.clone()]);
        let outer = (self.changed.get(), self.at_work.get());
        loop {
            self.changed.set(false);
            let questions = self.active.borrow()[&stratum].clone();
            for question in &questions {
                self.at_work.set(Some(question.0));
                self.grow(question)?;
            }
            if !self.changed.get() {
                break;
            }
        }
        self.active.borrow_mut().remove(&stratum);
        self.changed.set(outer.0);
        self.at_work.set(outer.1);
        Ok(self.tables.borrow()[question].clone())
    }
    fn add(&self, question: &Question, row: Vec<u32>) -> Done {
        let mut tables = self.tables.borrow_mut();
        if let Some(rows) = tables.get_mut(question)
            && !rows.contains(&row)
        {
            Rc::make_mut(rows).insert(row);
            self.changed.set(true);
            self.meter.add_rows(1).map_err(EvalErrorKind::Stopped)?;
        }
        Ok(())
    }
    /// Adds the rows of one round.
    fn grow(&self, question: &Question) -> Done {
        let (pred, columns, given) = question;
        let fits = |row: &[u32]| columns.iter().zip(given).all(|(column, value)| row[*column] == *value);
        let add = |row: Vec<u32>| if fits(&row) { self.add(question, row) } else { Ok(()) };
        let width = self.program.preds[*pred].columns.len();
        match &self.program.preds[*pred].def {
            Def::Stored(name) => {
                let all: Vec<_> = (0..width).collect();
                let stored = self.values.edb().load(name, &all, &self.values);
                stored.map_err(EvalErrorKind::Database)?.rows().try_for_each(add)
            }
            Def::Rows(rows) => {
                let value = |constant| self.values.constant(constant);
                rows.iter().map(|row| row.iter().map(value).collect()).try_for_each(add)
            }
            Def::Graph(graph) => self.graph(graph)?.into_iter().try_for_each(add),
            Def::Rules(rules) => {
                let outer = self.rule.get();
                for rule in rules {
                    self.rule.set(Some(rule));
                    let mut env: Env = vec![None; rule.vars.len()];
                    let heads: Vec<_> = columns.iter().map(|column| rule.head[*column].clone()).collect();
                    self.unify(&heads, given, &mut env, &mut |env| {
                        let todo: Vec<_> = rule.body.literals.iter().collect();
                        self.solve(&todo, env, &mut |env| {
                            let row: Option<Vec<_>> =
                                rule.head.iter().map(|term| self.value(term, env)).collect();
                            add(row.ok_or_else(|| EvalErrorKind::Unbound("a column of the head".to_owned()))?)
                        })
                    })?;
                }
                self.rule.set(outer);
                Ok(())
            }
        }
    }

    fn value(&self, term: &Term, env: &Env) -> Option<u32> {
        match term {
            Term::Var(var) => env[var.index()],
            Term::Const(constant) => Some(self.values.constant(constant)),
            Term::Wildcard => None,
        }
    }
    /// Continues with the terms equal to these values, if possible.
    fn unify(&self, terms: &[Term], row: &[u32], env: &mut Env, found: &mut Found<'_>) -> Done {
        let before = env.clone();
        let fits = terms.iter().zip(row).all(|(term, value)| match term {
            Term::Wildcard => true,
            Term::Var(var) => *env[var.index()].get_or_insert(*value) == *value,
            Term::Const(constant) => self.values.constant(constant) == *value,
        });
        let result = if fits { found(env) } else { Ok(()) };
        *env = before;
        result
    }

    /// Finds every extension of `env` that satisfies all literals. Literals run as they become ready: first those that
    /// only test, then those that bind, then disjunctions, whose branches join the rest; ranges with very many numbers
    /// last, since the others may leave a few to compare.
    fn solve(&self, todo: &[&Literal], env: &mut Env, found: &mut Found<'_>) -> Done {
        self.meter.check().map_err(EvalErrorKind::Stopped)?;
        let Some(next) = self.next(todo, env) else {
            return match todo.first() {
                None => found(env),
                Some(_) => Err(EvalErrorKind::Unbound("an argument".to_owned())),
            };
        };
        let mut rest = todo.to_vec();
        let literal = rest.remove(next);
        if let LiteralKind::Or(bodies) = &literal.kind {
            return bodies.iter().try_for_each(|body| {
                let branch: Vec<_> = body.literals.iter().chain(rest.iter().copied()).collect();
                self.solve(&branch, env, found)
            });
        }
        self.literal(&literal.kind, env, &mut |env| self.solve(&rest, env, found))
    }

    /// The literal to run next; `None` if none is left, or none of the rest is ready.
    pub(crate) fn next(&self, todo: &[&Literal], env: &Env) -> Option<usize> {
        let bound: VarSet = (0..env.len()).filter(|at| env[*at].is_some()).map(VarId::new).collect();
        let is_choice = |literal: &Literal| matches!(literal.kind, LiteralKind::Or(_));
        let tests =
            |literal: &Literal| own_terms(&literal.kind).iter().all(|term| self.value(term, env).is_some());
        let runs = |literal: &Literal| !is_choice(literal) && runs(self.program, literal, &bound);
        let ready = |literal: &Literal| runs(literal) && !self.is_wide_range(literal, env);
        // Look up the predicate with the fewest rows.
        let least = || {
            let known = self.known.as_ref()?;
            let least = todo.iter().enumerate().filter(|(_, literal)| ready(literal));
            let least = least.min_by_key(|(_, literal)| match &literal.kind {
                LiteralKind::Atom(atom) => {
                    let given = atom.args.iter().filter(|term| self.value(term, env).is_some()).count();
                    known.estimate(atom.pred, given)
                }
                LiteralKind::Closure { .. } | LiteralKind::Aggregate(_) => 1 << 10,
                _ => 1,
            });
            least.map(|(at, _)| at)
        };
        (todo.iter().position(|literal| tests(literal) && ready(literal)))
            .or_else(least)
            .or_else(|| todo.iter().position(|literal| ready(literal)))
            .or_else(|| todo.iter().position(|literal| is_choice(literal)))
            .or_else(|| todo.iter().position(|literal| runs(literal)))
    }

    /// Whether a literal would enumerate a range of very many numbers.
    fn is_wide_range(&self, literal: &Literal, env: &Env) -> bool {
        const WIDE: i64 = 1 << 16;
        let LiteralKind::Builtin(BuiltinOp::IntRange, args) = &literal.kind else { return false };
        let number = |at: usize| self.value(&args[at], env).map(|value: u32| i64::from(value.cast_signed()));
        match (number(0), number(1), number(2)) {
            (Some(low), Some(high), None) => high - low > WIDE,
            _ => false,
        }
    }

    /// Finds every assignment that satisfies one literal that is ready.
    fn literal(&self, kind: &LiteralKind, env: &mut Env, found: &mut Found<'_>) -> Done {
        match kind {
            LiteralKind::Atom(atom) => {
                let given = |at: usize| atom.args.get(at).and_then(|term| self.value(term, env));
                if let Some(known) = &self.known {
                    let given: Vec<_> =
                        (0..atom.args.len()).filter_map(|at| Some((at, given(at)?))).collect();
                    let rows = known.rows(atom.pred, &given, &self.values)?;
                    return rows.iter().try_for_each(|row| self.unify(&atom.args, row, env, found));
                }
                let mode = mode_of(self.program, atom.pred, |at| given(at).is_some()).unwrap_or_default();
                let inputs = mode.iter().filter_map(|at| given(*at)).collect();
                let rows = self.ask(&(atom.pred, mode, inputs))?;
                rows.iter().try_for_each(|row| self.unify(&atom.args, row, env, found))
            }
            LiteralKind::Closure { step, reflexive, from, to } => {
                let pairs = self.closure(*step, *reflexive, self.value(from, env), self.value(to, env))?;
                let terms = [from.clone(), to.clone()];
                pairs.iter().try_for_each(|pair| self.unify(&terms, pair, env, found))
            }
            LiteralKind::Not(body) => {
                let mut holds = false;
                let todo: Vec<_> = body.literals.iter().collect();
                self.solve(&todo, env, &mut |_| {
                    holds = true;
                    Ok(())
                })?;
                if holds { Ok(()) } else { found(env) }
            }
            LiteralKind::Compare(comparison, kind, left, right) => {
                match (comparison, self.value(left, env), self.value(right, env)) {
                    (Comparison::Eq, Some(value), None) => {
                        self.unify(std::slice::from_ref(right), &[value], env, found)
                    }
                    (Comparison::Eq, None, Some(value)) => {
                        self.unify(std::slice::from_ref(left), &[value], env, found)
                    }
                    (_, Some(left), Some(right)) => {
                        let order = self.values.compare(*kind, left, right);
                        if comparison.holds(order) { found(env) } else { Ok(()) }
                    }
                    _ => Err(EvalErrorKind::Unbound("a side of a comparison".to_owned())),
                }
            }
            LiteralKind::Builtin(op, args) => {
                let Some(mode) = choose_mode(*op, |at| self.value(&args[at], env).is_some()) else {
                    return Err(EvalErrorKind::Unbound(format!("an argument of {}", op.name())));
                };
                let (inputs, outputs): (Vec<_>, Vec<_>) =
                    args.iter().zip(op.modes()[mode].bytes()).partition(|(_, letter)| *letter == b'i');
                let inputs: Vec<_> = inputs.iter().filter_map(|(term, _)| self.value(term, env)).collect();
                let outputs: Vec<_> = outputs.iter().map(|(term, _)| (*term).clone()).collect();
                let mut rows = Rows::new();
                apply(*op, mode, &inputs, &self.values, &mut |row| {
                    self.values.check()?;
                    rows.insert(row.to_vec());
                    Ok(())
                })
                .map_err(EvalErrorKind::Stopped)?;
                rows.iter().try_for_each(|row| self.unify(&outputs, row, env, found))
            }
            LiteralKind::Construct { ctor, args, result } => {
                let given: Option<Vec<_>> = args.iter().map(|term| self.value(term, env)).collect();
                match (given, self.value(result, env)) {
                    (Some(given), _) => {
                        let made = self.values.construct(*ctor, &given);
                        self.unify(std::slice::from_ref(result), &[made], env, found)
                    }
                    (None, Some(value)) => match self.values.constructed(value) {
                        Some((maker, from)) if maker == *ctor => self.unify(args, from, env, found),
                        _ => Ok(()),
                    },
                    (None, None) => Err(EvalErrorKind::Unbound("an argument of a constructor".to_owned())),
                }
            }
            LiteralKind::Aggregate(aggregate) => {
                // The outer variables that the body itself binds distinguish the groups.
                let open: Vec<_> =
                    free_vars(&aggregate.body).into_iter().filter(|var| env[var.index()].is_none()).collect();
                let mut groups: BTreeMap<Vec<u32>, aggregate::Tuples> = BTreeMap::new();
                if open.is_empty() {
                    groups.insert(Vec::new(), Default::default());
                }
                let todo: Vec<_> = aggregate.body.literals.iter().collect();
                self.solve(&todo, env, &mut |env| {
                    let group = open.iter().filter_map(|var| env[var.index()]).collect();
                    let tuple = self.tuple(aggregate, env)?;
                    groups.entry(group).or_default().insert(tuple);
                    Ok(())
                })?;
                let open: Vec<_> = open.into_iter().map(Term::Var).collect();
                let results = [aggregate.rank.clone(), Some(aggregate.result.clone())];
                let results: Vec<_> = results.into_iter().flatten().collect();
                for (group, tuples) in groups {
                    let rows = self.aggregates(aggregate, &tuples)?;
                    self.unify(&open, &group, env, &mut |env| {
                        rows.iter().try_for_each(|row| self.unify(&results, row, env, found))
                    })?;
                }
                Ok(())
            }
            LiteralKind::Or(_) => Ok(()),
        }
    }
}
