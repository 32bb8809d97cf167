//! Whether a literal can be evaluated once certain variables are bound, and what it binds then, by the rules of
//! language.md section 13.

use super::ir::{Agg, Arg, Conj, Lit};
use quarrel_datalog::Comparison;

/// A set of a rule's variables.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct VarSet(Vec<u64>);

impl Clone for VarSet {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
    fn clone_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }
}

impl VarSet {
    /// The empty set, for variables below `n`.
    pub fn new(n: usize) -> Self {
        Self(vec![0; n.div_ceil(64)])
    }
    /// Whether no variable is in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
    /// Whether the variable is in it.
    #[inline]
    pub fn has(&self, var: usize) -> bool {
        self.0[var / 64] >> (var % 64) & 1 == 1
    }
    /// Whether this is the other set plus one variable.
    #[inline]
    pub fn is_one_more(&self, other: &Self) -> bool {
        let mut more = 0;
        for (ours, theirs) in self.0.iter().zip(&other.0) {
            if theirs & !ours != 0 {
                return false;
            }
            more += (ours & !theirs).count_ones();
        }
        more == 1
    }
    /// Adds a variable.
    #[inline]
    pub fn add(&mut self, var: usize) {
        self.0[var / 64] |= 1 << (var % 64);
    }
    /// Removes a variable.
    #[inline]
    pub fn remove(&mut self, var: usize) {
        self.0[var / 64] &= !(1 << (var % 64));
    }
    /// Whether the argument is known: a constant or a variable of the set.
    #[inline]
    pub fn knows(&self, arg: Arg) -> bool {
        match arg {
            Arg::Var(var) => self.has(var),
            Arg::Const(_) => true,
            Arg::Wild => false,
        }
    }
    /// The set with these variables added.
    #[must_use]
    pub fn with(&self, vars: &[usize]) -> Self {
        let mut set = self.clone();
        for &var in vars {
            set.add(var);
        }
        set
    }
}

/// The variables that the literal binds if those of `bound` are bound; `None` if it cannot be evaluated yet.
pub fn binds(lit: &Lit, bound: &VarSet) -> Option<Vec<usize>> {
    let unknown = |args: &[Arg]| -> Vec<usize> {
        let mut vars: Vec<usize> =
            args.iter().filter_map(|arg| arg.var()).filter(|var| !bound.has(*var)).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    };
    match lit {
        Lit::Atom { args, .. } => Some(unknown(args)),
        Lit::Closure { reflexive, from, to, .. } => {
            (!reflexive || bound.knows(*from) || bound.knows(*to)).then(|| unknown(&[*from, *to]))
        }
        Lit::Compare(Comparison::Eq, _, a, b) => {
            (bound.knows(*a) || bound.knows(*b)).then(|| unknown(&[*a, *b]))
        }
        Lit::Compare(_, _, a, b) => (bound.knows(*a) && bound.knows(*b)).then(Vec::new),
        Lit::Builtin(op, args) => {
            let fits =
                |mode: &str| mode.bytes().zip(args).all(|(letter, arg)| letter == b'o' || bound.knows(*arg));
            op.modes().iter().any(|mode| fits(mode)).then(|| unknown(args))
        }
        Lit::Construct { args, result, .. } => {
            if args.iter().all(|arg| bound.knows(*arg)) {
                Some(unknown(&[*result]))
            } else {
                bound.knows(*result).then(|| unknown(args))
            }
        }
        Lit::Not(body) => {
            (body.outer.iter().all(|var| bound.has(*var)) && conj(body, bound).is_some()).then(Vec::new)
        }
        Lit::Or(bodies) => {
            let mut new: Vec<usize> =
                bodies.iter().flat_map(|body| &body.outer).copied().filter(|var| !bound.has(*var)).collect();
            new.sort_unstable();
            new.dedup();
            for body in bodies {
                let inside = conj(body, bound)?;
                if new.iter().any(|var| !inside.has(*var)) {
                    return None;
                }
            }
            Some(new)
        }
        Lit::Aggregate(agg) => aggregate(agg, bound),
        Lit::False(vars) => Some(vars.iter().copied().filter(|var| !bound.has(*var)).collect()),
    }
}

fn aggregate(agg: &Agg, bound: &VarSet) -> Option<Vec<usize>> {
    let mut new: Vec<usize> = agg.body.outer.iter().copied().filter(|var| !bound.has(*var)).collect();
    if agg.op.is_total() && !new.is_empty() {
        return None;
    }
    let inside = conj(&agg.body, bound)?;
    if new.iter().any(|var| !inside.has(*var)) {
        return None;
    }
    if let Some(Arg::Var(var)) = agg.separator
        && !inside.has(var)
    {
        return None;
    }
    new.extend(unbound(agg.rank, bound));
    new.extend(unbound(Some(agg.result), bound));
    new.sort_unstable();
    new.dedup();
    Some(new)
}

fn unbound(arg: Option<Arg>, bound: &VarSet) -> Option<usize> {
    arg.and_then(Arg::var).filter(|var| !bound.has(*var))
}

/// The variables bound after the whole conjunction; `None` if it cannot be evaluated.
pub fn conj(body: &Conj, bound: &VarSet) -> Option<VarSet> {
    let mut bound = bound.clone();
    let mut open: Vec<&Lit> = body.lits.iter().collect();
    while !open.is_empty() {
        let before = open.len();
        open.retain(|lit| match binds(lit, &bound) {
            Some(new) => {
                for var in new {
                    bound.add(var);
                }
                false
            }
            None => true,
        });
        if open.len() == before {
            return None;
        }
    }
    Some(bound)
}
