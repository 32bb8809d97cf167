//! Rule bodies for the planner: constants resolved to values, versions on atoms, unused columns of stored relations
//! dropped, and for each nested body the variables that it shares with its surroundings.

use super::Version;
use quarrel_base::ids::Id;
use quarrel_datalog::walk::{body_vars, nested_bodies};
use quarrel_datalog::{
    Aggregate, AggregateOp, Body, BuiltinOp, Comparison, Const, CtorId, Kind, LiteralKind, PredId, Rule,
    Term, VarId,
};

/// An argument. Variables are numbered by slots, which different branches of a disjunction share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arg {
    /// A variable.
    Var(usize),
    /// A value.
    Const(u32),
    /// Any value.
    Wild,
}

/// A conjunction.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Conj {
    /// The conditions.
    pub lits: Vec<Lit>,
    /// The ascending variables shared with the surroundings (for the rule itself: its head's variables).
    pub outer: Vec<usize>,
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "as in quarrel_datalog::LiteralKind")]
pub enum Lit {
    Atom {
        pred: PredId,
        version: Version,
        args: Vec<Arg>,
    },
    Closure {
        step: PredId,
        version: Version,
        reflexive: bool,
        from: Arg,
        to: Arg,
    },
    Compare(Comparison, Kind, Arg, Arg),
    Builtin(BuiltinOp, Vec<Arg>),
    Construct {
        ctor: CtorId,
        args: Vec<Arg>,
        result: Arg,
    },
    Not(Conj),
    Or(Vec<Conj>),
    Aggregate(Box<Agg>),
    /// Never holds; lists the variables that the rest of its body would have bound.
    False(Vec<usize>),
}

/// An aggregate.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "as in quarrel_datalog::Aggregate")]
pub struct Agg {
    pub op: AggregateOp,
    pub kind: Kind,
    pub body: Conj,
    pub tuple: Vec<usize>,
    pub value: Option<Arg>,
    pub separator: Option<Arg>,
    pub keys: Vec<(usize, Kind, bool)>,
    pub rank: Option<Arg>,
    pub result: Arg,
    /// The variables of the choice, and the one with the required number of sets.
    pub choice: Option<(Vec<usize>, usize)>,
}

/// What the translation of a rule needs.
pub struct Translate<'a> {
    /// The value of a constant.
    pub constant: &'a dyn Fn(&Const) -> u32,
    /// For each predicate, its logical columns that are kept; `None`: all.
    pub columns: &'a dyn Fn(PredId) -> Option<&'a [usize]>,
}

impl Translate<'_> {
    /// The rule's body, and the terms of its head.
    pub fn rule(&self, rule: &Rule) -> (Conj, Vec<Arg>, usize) {
        let scope = Scope::of(rule);
        let head: Vec<Arg> = rule.head.iter().map(|term| self.term(term, &scope)).collect();
        let lits = self.lits(&rule.body, &scope);
        let mut outer: Vec<usize> = head.iter().filter_map(|arg| arg.var()).collect();
        outer.sort_unstable();
        outer.dedup();
        (Conj { lits, outer }, head, scope.slots)
    }

    fn term(&self, term: &Term, scope: &Scope) -> Arg {
        match term {
            Term::Var(var) => Arg::Var(scope.slot(*var)),
            Term::Const(constant) => Arg::Const((self.constant)(constant)),
            Term::Wildcard => Arg::Wild,
        }
    }

    fn body(&self, body: &Body, scope: &Scope) -> Conj {
        let lits = self.lits(body, scope);
        let mut outer = Vec::new();
        for lit in &lits {
            lit.free_vars(&mut outer);
        }
        outer.sort_unstable();
        outer.dedup();
        let mut locals = Vec::new();
        own_locals(body, scope, &mut locals);
        locals.sort_unstable();
        outer.retain(|var| locals.binary_search(var).is_err());
        Conj { lits, outer }
    }

    fn lits(&self, body: &Body, scope: &Scope) -> Vec<Lit> {
        let mut lits = Vec::with_capacity(body.literals.len());
        for literal in &body.literals {
            lits.push(match &literal.kind {
                LiteralKind::Atom(atom) => {
                    let args: Vec<Arg> = match (self.columns)(atom.pred) {
                        Some(columns) => {
                            columns.iter().map(|&col| self.term(&atom.args[col], scope)).collect()
                        }
                        None => atom.args.iter().map(|term| self.term(term, scope)).collect(),
                    };
                    Lit::Atom { pred: atom.pred, version: Version::Full, args }
                }
                LiteralKind::Closure { step, reflexive, from, to } => Lit::Closure {
                    step: *step,
                    version: Version::Full,
                    reflexive: *reflexive,
                    from: self.term(from, scope),
                    to: self.term(to, scope),
                },
                LiteralKind::Not(body) => Lit::Not(self.body(body, scope)),
                LiteralKind::Or(bodies) => match bodies.as_slice() {
                    [body] => {
                        lits.extend(self.lits(body, scope));
                        continue;
                    }
                    // Nothing else of the body matters, but readers of its variables must find them.
                    [] => return vec![Lit::False((0..scope.slots).collect())],
                    _ => Lit::Or(bodies.iter().map(|body| self.body(body, scope)).collect()),
                },
                LiteralKind::Compare(comparison, kind, a, b) => {
                    Lit::Compare(*comparison, *kind, self.term(a, scope), self.term(b, scope))
                }
                LiteralKind::Builtin(op, args) => {
                    Lit::Builtin(*op, args.iter().map(|term| self.term(term, scope)).collect())
                }
                LiteralKind::Construct { ctor, args, result } => Lit::Construct {
                    ctor: *ctor,
                    args: args.iter().map(|term| self.term(term, scope)).collect(),
                    result: self.term(result, scope),
                },
                LiteralKind::Aggregate(aggregate) => {
                    Lit::Aggregate(Box::new(self.aggregate(aggregate, scope)))
                }
            });
        }
        lits
    }

    fn aggregate(&self, aggregate: &Aggregate, scope: &Scope) -> Agg {
        let body = self.body(&aggregate.body, scope);
        let kind = match &aggregate.value {
            Some(Term::Var(var)) => scope.kinds[var.index()],
            Some(Term::Const(constant)) => constant.kind(),
            _ => Kind::Int,
        };
        Agg {
            op: aggregate.op,
            kind,
            body,
            tuple: aggregate.tuple.iter().map(|var| scope.slot(*var)).collect(),
            value: aggregate.value.as_ref().map(|term| self.term(term, scope)),
            separator: aggregate.separator.as_ref().map(|term| self.term(term, scope)),
            keys: aggregate
                .keys
                .iter()
                .map(|key| (scope.slot(key.var), scope.kinds[key.var.index()], key.descending))
                .collect(),
            rank: aggregate.rank.as_ref().map(|term| self.term(term, scope)),
            result: self.term(&aggregate.result, scope),
            choice: aggregate.choice.as_ref().map(|choice| {
                (choice.of.iter().map(|var| scope.slot(*var)).collect(), scope.slot(choice.expected))
            }),
        }
    }
}

/// Assigns slots to the variables of a rule. The locals of different branches of a disjunction never coexist, so they
/// share slots: thousands of branches need no more than the widest of them.
struct Scope {
    kinds: Vec<Kind>,
    slot: Vec<usize>,
    slots: usize,
}

impl Scope {
    fn of(rule: &Rule) -> Self {
        let kinds: Vec<Kind> = rule.vars.iter().map(|var| var.kind).collect();
        let mut slot = vec![usize::MAX; kinds.len()];
        let mut slots = declare(&rule.body, 0, &mut slot);
        // Variables that are mentioned but not declared; unused ones get no slot.
        let mut mentioned = |var: VarId| {
            if slot[var.index()] == usize::MAX {
                slot[var.index()] = slots;
                slots += 1;
            }
        };
        body_vars(&rule.body, &mut mentioned);
        for term in &rule.head {
            if let Term::Var(var) = term {
                mentioned(*var);
            }
        }
        Self { kinds, slot, slots }
    }
    fn slot(&self, var: VarId) -> usize {
        self.slot[var.index()]
    }
}

/// Assigns slots from `next` on to the locals of a body and its nested bodies; returns the first free slot.
fn declare(body: &Body, mut next: usize, slot: &mut [usize]) -> usize {
    for local in &body.locals {
        slot[local.index()] = next;
        next += 1;
    }
    for literal in &body.literals {
        next = match &literal.kind {
            LiteralKind::Or(bodies) if bodies.len() > 1 => {
                bodies.iter().map(|body| declare(body, next, slot)).max().unwrap_or(next)
            }
            kind => nested_bodies(kind).into_iter().fold(next, |next, body| declare(body, next, slot)),
        };
    }
    next
}

/// The variables that belong to a body once disjunctions of one body are merged into it.
fn own_locals(body: &Body, scope: &Scope, out: &mut Vec<usize>) {
    out.extend(body.locals.iter().map(|local| scope.slot(*local)));
    for literal in &body.literals {
        if let LiteralKind::Or(bodies) = &literal.kind
            && let [only] = bodies.as_slice()
        {
            own_locals(only, scope, out);
        }
    }
}

impl Arg {
    /// The variable, if it is one.
    pub fn var(self) -> Option<usize> {
        match self {
            Arg::Var(var) => Some(var),
            _ => None,
        }
    }
}

impl Lit {
    /// Adds the variables that the literal shares with the body it stands in, possibly repeated.
    pub fn free_vars(&self, out: &mut Vec<usize>) {
        let mut args = |args: &[Arg]| out.extend(args.iter().filter_map(|arg| arg.var()));
        match self {
            Lit::Atom { args: all, .. } | Lit::Builtin(_, all) => args(all),
            Lit::Closure { from, to, .. } => args(&[*from, *to]),
            Lit::Compare(_, _, a, b) => args(&[*a, *b]),
            Lit::Construct { args: all, result, .. } => {
                args(all);
                args(&[*result]);
            }
            Lit::Not(body) => out.extend(&body.outer),
            Lit::Or(bodies) => bodies.iter().for_each(|body| out.extend(&body.outer)),
            Lit::False(_) => {}
            Lit::Aggregate(agg) => {
                out.extend(&agg.body.outer);
                out.extend(agg.rank.and_then(Arg::var));
                out.extend(agg.result.var());
                // A separator that is a local of the body is not shared.
                if let Some(Arg::Var(var)) = agg.separator
                    && !agg.body_mentions(var)
                {
                    out.push(var);
                }
            }
        }
    }
}

impl Agg {
    /// Whether the body mentions the variable, at its own level or deeper.
    pub fn body_mentions(&self, var: usize) -> bool {
        let mut vars = Vec::new();
        for lit in &self.body.lits {
            lit.free_vars(&mut vars);
        }
        vars.contains(&var)
    }
}
