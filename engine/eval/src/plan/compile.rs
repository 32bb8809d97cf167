//! Compiles an ordered body into a [`Pipeline`].
//!
//! A variable has a column of the table from the step that binds it to the last one that needs it. Nested bodies start
//! from a table of the outer variables that they share, with the number of the binding as an extra column, which is
//! treated as a variable of its own.

use super::ir::{Agg, Arg, Conj, Lit};
use super::order::{Expect, Planner};
use super::ready::{self, VarSet};
use super::{AggregateStep, Match, Op, Operand, Pipeline, Step, meet};
use quarrel_datalog::{Comparison, Kind};
use std::sync::Arc;

/// Bodies that read fewer rows per binding run for every row of a batch; more expensive ones once for each distinct
/// binding of the whole table.
const CHEAP: f64 = 24.0;
/// Paths are followed without a graph if there are this many times more pairs than starts.
const FEW_STARTS: f64 = 32.0;
/// Variables that compiling needs besides the rule's own: the number of the binding, a rank, a result.
const EXTRA: usize = 3;

/// A body that cannot be evaluated, as some variable is never bound. Verification rejects such programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unbound;

/// The pipeline of a rule, from one row without columns to the rows of its head, and its estimated cost in rows read.
pub fn rule(
    planner: &Planner<'_>,
    n_vars: usize,
    body: &Conj,
    head: &[Arg],
) -> Result<(Pipeline, f64), Unbound> {
    let compiler = Compiler { planner, n_vars };
    let bound = VarSet::new(n_vars + EXTRA);
    compiler.body(body, &[], head, bound, &Expect::unit(n_vars + EXTRA))
}

struct Compiler<'a> {
    planner: &'a Planner<'a>,
    n_vars: usize,
}

/// The variable that each column of the table holds.
struct Layout {
    vars: Vec<usize>,
    steps: Vec<Step>,
    estimate: f64,
}

impl Layout {
    fn slot(&self, var: usize) -> Result<usize, Unbound> {
        self.vars.iter().position(|other| *other == var).ok_or(Unbound)
    }
    fn operand(&self, arg: Arg) -> Result<Operand, Unbound> {
        match arg {
            Arg::Var(var) => self.slot(var).map(Operand::Slot),
            Arg::Const(value) => Ok(Operand::Const(value)),
            Arg::Wild => Err(Unbound),
        }
    }
    /// Adds a step whose new columns hold `new`, and keeps only needed columns.
    fn push(&mut self, op: Op, new: &[usize], needed: &[usize], breaker: bool) {
        self.vars.extend(new);
        let keep: Vec<usize> = (0..self.vars.len()).filter(|&at| needed.contains(&self.vars[at])).collect();
        self.vars = keep.iter().map(|&at| self.vars[at]).collect();
        let tally = Arc::default();
        self.steps.push(Step { op, keep, dedup: false, breaker, estimate: self.estimate, tally });
    }
}

impl Compiler<'_> {
    fn body(
        &self,
        body: &Conj,
        start: &[usize],
        output: &[Arg],
        mut bound: VarSet,
        expect: &Expect,
    ) -> Result<(Pipeline, f64), Unbound> {
        let ordered = self.planner.order(body, &bound, expect).ok_or(Unbound)?;
        // Variables needed after each literal.
        let mut needed: Vec<Vec<usize>> = Vec::with_capacity(ordered.order.len());
        let mut later: Vec<usize> = output.iter().filter_map(|arg| arg.var()).collect();
        for &at in ordered.order.iter().rev() {
            later.sort_unstable();
            later.dedup();
            needed.push(later.clone());
            body.lits[at].free_vars(&mut later);
        }
        needed.reverse();

        let mut layout = Layout { vars: start.to_vec(), steps: Vec::new(), estimate: expect.rows };
        let mut before = expect;
        for ((&at, needed), after) in ordered.order.iter().zip(&needed).zip(&ordered.after) {
            let lit = &body.lits[at];
            let width = layout.vars.len();
            let new = ready::binds(lit, &bound).ok_or(Unbound)?;
            layout.estimate = after.rows;
            self.literal(lit, &mut layout, needed, &bound, &new, before)?;
            let dropped = layout.vars.len() < width + new.len();
            for var in new {
                bound.add(var);
            }
            // Dropping columns may have made rows equal: worth a sort if most of them are.
            let nested = layout.vars.contains(&self.n_vars);
            if dropped
                && !nested
                && after.rows > 4096.0
                && after.combinations(layout.vars.iter().copied()) * 3.0 < after.rows
                && let Some(step) = layout.steps.last_mut()
            {
                step.dedup = true;
            }
            before = after;
        }
        let output = output.iter().map(|arg| layout.operand(*arg)).collect::<Result<_, _>>()?;
        let steps = meet::fuse(self.planner.stats(), layout.steps, start.len(), expect.rows);
        Ok((Pipeline { steps, output }, ordered.cost))
    }

    /// A nested body: from its shared variables and the number of the binding to that number and `output`; and its cost
    /// per binding.
    fn nested(
        &self,
        body: &Conj,
        seed: &[usize],
        output: &[Arg],
        expect: &Expect,
    ) -> Result<(Pipeline, f64), Unbound> {
        let bound = VarSet::new(self.n_vars + EXTRA).with(seed);
        let mut start = seed.to_vec();
        start.push(self.n_vars);
        let mut outputs = vec![Arg::Var(self.n_vars)];
        outputs.extend(output);
        let expect = expect.seeds(seed);
        let (pipeline, cost) = self.body(body, &start, &outputs, bound, &expect)?;
        Ok((pipeline, cost / expect.rows))
    }

    /// The columns of the bound shared variables, and these variables.
    fn seed(
        &self,
        bodies: &[Conj],
        layout: &Layout,
        bound: &VarSet,
    ) -> Result<(Vec<usize>, Vec<usize>), Unbound> {
        let mut vars: Vec<usize> =
            bodies.iter().flat_map(|body| &body.outer).copied().filter(|var| bound.has(*var)).collect();
        vars.sort_unstable();
        vars.dedup();
        let slots = vars.iter().map(|var| layout.slot(*var)).collect::<Result<_, _>>()?;
        Ok((vars, slots))
    }

    fn literal(
        &self,
        lit: &Lit,
        layout: &mut Layout,
        needed: &[usize],
        bound: &VarSet,
        new: &[usize],
        before: &Expect,
    ) -> Result<(), Unbound> {
        // A value known before the step; `None` stands for a new column of the operation.
        let operand = |layout: &Layout, arg: Arg| -> Result<Option<Operand>, Unbound> {
            if bound.knows(arg) { layout.operand(arg).map(Some) } else { Ok(None) }
        };
        match lit {
            Lit::Atom { args, .. } => self.atom(lit, args, Match::Join, layout, needed, bound)?,
            Lit::Closure { step, version, reflexive, from, to } => {
                let ends = usize::from(bound.knows(*from)) + usize::from(bound.knows(*to));
                let pairs = self.planner.stats().rows(*step, *version);
                let op = Op::Closure {
                    step: *step,
                    version: *version,
                    reflexive: *reflexive,
                    from: operand(layout, *from)?,
                    to: operand(layout, *to)?,
                    cycle: from == to && *from != Arg::Wild,
                    few: match ends {
                        0 => false,
                        _ if self.planner.is_quick() => true,
                        _ => ends == 1 && before.rows * FEW_STARTS < pairs,
                    },
                };
                let fresh = self.fresh(&[*from, *to], bound);
                layout.push(op, &fresh, needed, false);
            }
            Lit::Compare(comparison, kind, a, b) => match (operand(layout, *a)?, operand(layout, *b)?) {
                (Some(a), Some(b)) => layout.push(Op::Compare(*comparison, *kind, a, b), &[], needed, false),
                (Some(known), None) | (None, Some(known)) => layout.push(Op::Bind(known), new, needed, false),
                (None, None) => return Err(Unbound),
            },
            Lit::Builtin(op, args) => {
                let (known, fresh, checks) = self.outputs(args, layout, bound)?;
                self.push_checked(Op::Builtin { op: *op, args: known }, fresh, &checks, layout, needed)?;
            }
            Lit::Construct { ctor, args, result } => {
                if args.iter().all(|arg| bound.knows(*arg)) {
                    let args = args.iter().map(|arg| layout.operand(*arg)).collect::<Result<Vec<_>, _>>()?;
                    let op = Op::Construct { ctor: *ctor, args };
                    match operand(layout, *result)? {
                        Some(_) => {
                            let extra = self.n_vars + 2;
                            self.push_checked(op, vec![extra], &[(extra, *result)], layout, needed)?;
                        }
                        None => layout.push(op, &[result.var().unwrap_or(usize::MAX)], needed, false),
                    }
                } else {
                    let value = layout.operand(*result)?;
                    let (args, fresh, checks) = self.outputs(args, layout, bound)?;
                    let op = Op::Destruct { ctor: *ctor, value, args };
                    self.push_checked(op, fresh, &checks, layout, needed)?;
                }
            }
            Lit::Not(body) => {
                if let [lit @ Lit::Atom { args, .. }] = body.lits.as_slice() {
                    let repeated = args.iter().enumerate().any(|(at, arg)| {
                        arg.var().is_some_and(|var| !bound.has(var) && args[..at].contains(arg))
                    });
                    if !repeated {
                        return self.atom(lit, args, Match::Anti, layout, needed, bound);
                    }
                }
                let bodies = std::slice::from_ref(body);
                self.filter(true, bodies, layout, needed, bound, before)?;
            }
            Lit::Or(bodies) => {
                let new: Vec<usize> = new.iter().copied().filter(|var| needed.contains(var)).collect();
                if new.is_empty() {
                    return self.filter(false, bodies, layout, needed, bound, before);
                }
                let (vars, seed) = self.seed(bodies, layout, bound)?;
                let output: Vec<Arg> = new.iter().map(|var| Arg::Var(*var)).collect();
                let mut branches = Vec::new();
                let mut cost = 0.0;
                for body in bodies {
                    let (branch, each) = self.nested(body, &vars, &output, before)?;
                    branches.push(branch);
                    cost += each;
                }
                let op = Op::Union { seed, branches, arity: new.len() };
                layout.push(op, &new, needed, cost > CHEAP);
            }
            Lit::False(_) => {
                let op = Op::Union { seed: Vec::new(), branches: Vec::new(), arity: new.len() };
                layout.push(op, new, needed, false);
            }
            Lit::Aggregate(agg) => self.aggregate(agg, layout, needed, bound, before)?,
        }
        Ok(())
    }

    /// The variables that arguments bind, one for each new column; `usize::MAX` for none.
    fn fresh(&self, args: &[Arg], bound: &VarSet) -> Vec<usize> {
        args.iter().filter(|arg| !bound.knows(**arg)).map(|arg| arg.var().unwrap_or(usize::MAX)).collect()
    }

    /// Arguments of an operation that binds some of them. A variable that is bound twice is compared afterwards.
    #[expect(clippy::type_complexity, reason = "three lists that belong together only here")]
    fn outputs(
        &self,
        args: &[Arg],
        layout: &Layout,
        bound: &VarSet,
    ) -> Result<(Vec<Option<Operand>>, Vec<usize>, Vec<(usize, Arg)>), Unbound> {
        let (mut known, mut fresh, mut checks) = (Vec::new(), Vec::new(), Vec::new());
        for arg in args {
            if bound.knows(*arg) {
                known.push(Some(layout.operand(*arg)?));
                continue;
            }
            known.push(None);
            let var = arg.var().unwrap_or(usize::MAX);
            if var != usize::MAX && fresh.contains(&var) {
                let extra = self.n_vars + 1 + checks.len();
                fresh.push(extra);
                checks.push((extra, *arg));
            } else {
                fresh.push(var);
            }
        }
        Ok((known, fresh, checks))
    }

    /// A step with new columns that must equal known values or each other.
    fn push_checked(
        &self,
        op: Op,
        fresh: Vec<usize>,
        checks: &[(usize, Arg)],
        layout: &mut Layout,
        needed: &[usize],
    ) -> Result<(), Unbound> {
        let breaker = matches!(op, Op::Aggregate(_));
        if checks.is_empty() {
            layout.push(op, &fresh, needed, breaker);
            return Ok(());
        }
        let mut open: Vec<usize> = needed.to_vec();
        for (extra, arg) in checks {
            open.push(*extra);
            open.extend(arg.var());
        }
        layout.push(op, &fresh, &open, breaker);
        for (at, (extra, arg)) in checks.iter().enumerate() {
            let mut open: Vec<usize> = needed.to_vec();
            for (extra, arg) in &checks[at + 1..] {
                open.push(*extra);
                open.extend(arg.var());
            }
            let (a, b) = (Operand::Slot(layout.slot(*extra)?), layout.operand(*arg)?);
            layout.push(Op::Compare(Comparison::Eq, Kind::Entity, a, b), &[], &open, false);
        }
        Ok(())
    }

    fn atom(
        &self,
        lit: &Lit,
        args: &[Arg],
        kind: Match,
        layout: &mut Layout,
        needed: &[usize],
        bound: &VarSet,
    ) -> Result<(), Unbound> {
        let Lit::Atom { pred, version, .. } = lit else {
            return Err(Unbound);
        };
        let (mut keys, mut outs, mut same, mut fresh) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (col, arg) in args.iter().enumerate() {
            if bound.knows(*arg) {
                keys.push((col, layout.operand(*arg)?));
            } else if let Some(var) = arg.var() {
                match args[..col].iter().position(|other| other == arg) {
                    Some(first) => same.push((first, col)),
                    None if needed.contains(&var) && kind == Match::Join => {
                        outs.push(col);
                        fresh.push(var);
                    }
                    None => {}
                }
            }
        }
        let kind = if kind == Match::Join && outs.is_empty() { Match::Semi } else { kind };
        let op = Op::Atom { pred: *pred, version: *version, keys, outs, same, kind };
        layout.push(op, &fresh, needed, false);
        Ok(())
    }

    fn filter(
        &self,
        negated: bool,
        bodies: &[Conj],
        layout: &mut Layout,
        needed: &[usize],
        bound: &VarSet,
        before: &Expect,
    ) -> Result<(), Unbound> {
        let (vars, seed) = self.seed(bodies, layout, bound)?;
        let mut branches = Vec::new();
        let mut cost = 0.0;
        for body in bodies {
            let (branch, each) = self.nested(body, &vars, &[], before)?;
            branches.push(branch);
            cost += each;
        }
        layout.push(Op::Filter { negated, seed, branches }, &[], needed, cost > CHEAP);
        Ok(())
    }

    fn aggregate(
        &self,
        agg: &Agg,
        layout: &mut Layout,
        needed: &[usize],
        bound: &VarSet,
        before: &Expect,
    ) -> Result<(), Unbound> {
        // A separator from outside is another shared variable.
        let mut shared = agg.body.outer.clone();
        if let Some(Arg::Var(var)) = agg.separator
            && bound.has(var)
            && !shared.contains(&var)
        {
            shared.push(var);
        }
        let seed_vars: Vec<usize> = shared.iter().copied().filter(|var| bound.has(*var)).collect();
        let seed = seed_vars.iter().map(|var| layout.slot(*var)).collect::<Result<_, _>>()?;
        let groups: Vec<usize> = shared.iter().copied().filter(|var| !bound.has(*var)).collect();

        let mut tuple: Vec<usize> = Vec::new();
        let wanted = agg
            .tuple
            .iter()
            .copied()
            .chain(agg.value.and_then(Arg::var))
            .chain(agg.keys.iter().map(|key| key.0));
        for var in wanted {
            if !tuple.contains(&var) {
                tuple.push(var);
            }
        }
        let place = |var: usize| tuple.iter().position(|other| *other == var).ok_or(Unbound);
        let value = match agg.value {
            Some(Arg::Var(var)) => Some(Operand::Slot(place(var)?)),
            Some(Arg::Const(value)) => Some(Operand::Const(value)),
            _ => None,
        };
        let keys = agg
            .keys
            .iter()
            .map(|&(var, kind, descending)| Ok((place(var)?, kind, descending)))
            .collect::<Result<_, Unbound>>()?;
        let choice = match &agg.choice {
            Some((of, expected)) => {
                Some((of.iter().map(|var| place(*var)).collect::<Result<_, _>>()?, place(*expected)?))
            }
            None => None,
        };
        let mut output: Vec<Arg> = groups.iter().map(|var| Arg::Var(*var)).collect();
        output.extend(agg.separator);
        output.extend(tuple.iter().map(|var| Arg::Var(*var)));
        let (body, _) = self.nested(&agg.body, &seed_vars, &output, before)?;

        let mut fresh = groups.clone();
        let mut checks = Vec::new();
        let asked = agg.rank.into_iter().chain([agg.result]);
        for (at, arg) in asked.enumerate() {
            match arg {
                Arg::Var(var) if !bound.has(var) && !fresh.contains(&var) => fresh.push(var),
                Arg::Wild => fresh.push(usize::MAX),
                known => {
                    let extra = self.n_vars + 1 + at;
                    fresh.push(extra);
                    checks.push((extra, known));
                }
            }
        }
        let step = AggregateStep {
            op: agg.op,
            kind: agg.kind,
            seed,
            body,
            groups: groups.len(),
            separator: agg.separator.is_some(),
            value,
            keys,
            tuple: tuple.len(),
            choice,
        };
        self.push_checked(Op::Aggregate(Box::new(step)), fresh, &checks, layout, needed)
    }
}
