//! Which strata are computed side by side. What depends on what flows in, groups of strata that do not depend on each
//! other flow out.
//!
//! Groups are made of the program and the data, never of what runs how fast: plans are made for a whole group when all
//! below it is complete, so plans and counts are the same for any number of threads.

use super::uses;
use quarrel_base::IndexVec;
use quarrel_datalog::{Def, PredId, Program, Stratum};
use std::collections::BTreeSet;

/// How many strata at the front of the order are looked at for a group. The order goes from what a predicate needs
/// straight to the predicate, so that rows live shortly; a group of strata from far behind would keep many rows.
const WINDOW: usize = 96;

/// What is left to be computed.
pub(super) struct Schedule<'p> {
    program: &'p Program,
    strata: &'p [Stratum],
    /// Indices of strata, each behind those that it depends on.
    open: Vec<usize>,
    /// What of the program is complete.
    complete: IndexVec<PredId, bool>,
    /// How many strata that are not computed mention a predicate, or are its own.
    readers: IndexVec<PredId, usize>,
    /// Strata that were found to look rows up.
    keyed: BTreeSet<usize>,
}

/// What is computed next.
pub(super) struct Group {
    /// Indices of strata; none if there is nothing left.
    pub(super) strata: Vec<usize>,
    /// Whether it is one that must run while nothing else does.
    pub(super) alone: bool,
}

impl<'p> Schedule<'p> {
    /// The strata of these predicates. Stored predicates are no work: they are read when they are wanted.
    pub(super) fn new(program: &'p Program, strata: &'p [Stratum], live: &BTreeSet<PredId>) -> Self {
        let is_stored = |pred: PredId| matches!(program.preds[pred].def, Def::Stored(_));
        let is_work = |at: &usize| {
            let preds = &strata[*at].preds;
            preds.iter().any(|pred| live.contains(pred)) && !preds.iter().all(|pred| is_stored(*pred))
        };
        let mut schedule = Self {
            program,
            strata,
            open: (0..strata.len()).filter(is_work).collect(),
            complete: program.preds.ids().map(is_stored).collect(),
            readers: program.preds.iter().map(|_| 0).collect(),
            keyed: BTreeSet::new(),
        };
        for at in schedule.open.clone() {
            schedule.around(at).into_iter().for_each(|pred| schedule.readers[pred] += 1);
        }
        schedule
    }

    /// How many strata are left.
    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// The predicates of a stratum and those that they mention.
    fn around(&self, at: usize) -> BTreeSet<PredId> {
        let preds = &self.strata[at].preds;
        preds.iter().flat_map(|pred| uses(self.program, *pred)).chain(preds.iter().copied()).collect()
    }

    /// The next stratum.
    pub(super) fn one(&mut self) -> Group {
        let next = (!self.open.is_empty()).then(|| self.open.remove(0));
        Group { strata: next.into_iter().collect(), alone: true }
    }

    /// The next strata that do not depend on each other. A fixpoint runs alone: what its later rounds are planned with
    /// must not depend on what others have built meanwhile. So does a stratum that looks rows up in the database, which
    /// `is_keyed` says: for it a relation has few of its rows.
    pub(super) fn group(&mut self, is_keyed: impl Fn(&Stratum) -> bool) -> Group {
        let mut strata = Vec::new();
        for &at in self.open.iter().take(WINDOW) {
            let stratum = &self.strata[at];
            let alone = stratum.recursive || self.keyed.contains(&at);
            if alone && strata.is_empty() {
                // The first one depends on nothing that is open.
                return self.one();
            }
            if alone
                || self.around(at).iter().any(|pred| !self.complete[*pred] && !stratum.preds.contains(pred))
            {
                continue;
            }
            if is_keyed(stratum) {
                self.keyed.insert(at);
                if strata.is_empty() {
                    return self.one();
                }
                continue;
            }
            strata.push(at);
        }
        self.open.retain(|at| !strata.contains(at));
        Group { strata, alone: false }
    }

    /// Says that a stratum is computed; gives the predicates that nobody reads any more.
    pub(super) fn finish(&mut self, at: usize) -> Vec<PredId> {
        for &pred in &self.strata[at].preds {
            self.complete[pred] = true;
        }
        let mut done = Vec::new();
        for pred in self.around(at) {
            self.readers[pred] -= 1;
            if self.readers[pred] == 0 {
                done.push(pred);
            }
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::Schedule;
    use quarrel_base::source::SourceMap;
    use quarrel_datalog::{parse, stratify};

    #[test]
    fn groups_do_not_depend_on_themselves_and_recursions_run_alone() {
        let text = "
            pred stored(a: int) stored \"stored\".
            pred a(x: int). a(x) :- stored(x). pred b(x: int). b(x) :- stored(x).
            pred c(x: int). c(x) :- a(x), b(x). pred d(x: int). d(x) :- stored(x), not(b(x)).
            pred r(x: int). r(x) :- a(x). r(x) :- r(y), c(x), x > y.
            pred slow(x: int). slow(x) :- a(x).
            pred last(x: int). last(x) :- r(x), c(x).";
        let mut sources = SourceMap::new();
        let program = parse(sources.add("toy", text), text).expect("a program");
        let program = stratify(program).expect("an order");
        let name = |at: usize| program.program().preds[program.strata()[at].preds[0]].name.as_str();
        let live = program.program().preds.ids().collect();
        let mut schedule = Schedule::new(program.program(), program.strata(), &live);
        assert_eq!(schedule.len(), 7);
        let (mut seen, mut freed, mut groups) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            let group =
                schedule.group(|stratum| stratum.preds.iter().any(|pred| name_of(&program, *pred) == "slow"));
            if group.strata.is_empty() {
                break;
            }
            let names: Vec<&str> = group.strata.iter().map(|at| name(*at)).collect();
            assert_eq!(group.alone, names == ["r"] || names == ["slow"], "{names:?}");
            groups.push(names.len());
            seen.extend(names);
            freed.extend(group.strata.iter().flat_map(|at| schedule.finish(*at)));
        }
        let place = |name: &str| seen.iter().position(|other| *other == name).expect("computed");
        for (later, sooner) in [("c", "a"), ("c", "b"), ("d", "b"), ("r", "c"), ("slow", "a"), ("last", "r")]
        {
            assert!(place(later) > place(sooner), "{later} after {sooner}");
        }
        assert_eq!(seen.len(), 7);
        assert!(groups.iter().any(|group| *group > 1));
        assert_eq!(freed.len(), 8, "each predicate is freed once");
        assert_eq!(schedule.len(), 0);
    }

    fn name_of(program: &quarrel_datalog::Stratified, pred: quarrel_datalog::PredId) -> &str {
        &program.program().preds[pred].name
    }
}
