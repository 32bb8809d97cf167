//! The order in which strata are computed.
//!
//! A stratum can start when its dependencies are complete, so independent strata run in parallel. Those that can start
//! are taken in the program's order, but strata whose row limit may end the evaluation come first: the caller can then
//! start its alternative without waiting for the rest.

use super::uses::uses;
use quarrel_base::IndexVec;
use quarrel_datalog::{Def, PredId, Program, Stratum};
use std::collections::BTreeSet;

/// How many strata at the front of the order can start. The order goes straight from what a predicate needs to the
/// predicate, so that rows are freed soon; strata from far behind would keep many rows.
const WINDOW: usize = 96;

/// The remaining work. Strata are known by their indices.
pub(super) struct Schedule {
    /// The position of each stratum in the order.
    place: Vec<usize>,
    /// The stratum at each position.
    order: Vec<usize>,
    /// The positions of incomplete strata.
    open: BTreeSet<usize>,
    /// The positions of strata that can start now.
    ready: BTreeSet<usize>,
    /// The number of dependencies that each one waits for.
    waits_for: Vec<usize>,
    /// The strata that wait for each one.
    waiting: Vec<Vec<usize>>,
    /// The predicates of each one and those that it mentions.
    around: Vec<Vec<PredId>>,
    /// The number of incomplete strata that mention or define a predicate.
    readers: IndexVec<PredId, usize>,
}

impl Schedule {
    /// Schedules the strata of the predicates `live`, those of the predicates `first` in front. Stored predicates need
    /// no stratum: they are read on demand.
    pub(super) fn new(
        program: &Program,
        strata: &[Stratum],
        live: &BTreeSet<PredId>,
        first: &BTreeSet<PredId>,
    ) -> Self {
        let is_stored = |pred: PredId| matches!(program.preds[pred].def, Def::Stored(_));
        let is_work = |at: &usize| {
            let preds = &strata[*at].preds;
            preds.iter().any(|pred| live.contains(pred)) && !preds.iter().all(|pred| is_stored(*pred))
        };
        let work: Vec<usize> = (0..strata.len()).filter(is_work).collect();
        let mut order: Vec<usize> = (0..strata.len()).collect();
        order.sort_by_key(|at| !strata[*at].preds.iter().any(|pred| first.contains(pred)));
        let mut place = vec![0; strata.len()];
        order.iter().enumerate().for_each(|(at, stratum)| place[*stratum] = at);
        let mut home: IndexVec<PredId, Option<usize>> = program.preds.iter().map(|_| None).collect();
        for &at in &work {
            strata[at].preds.iter().for_each(|&pred| home[pred] = Some(at));
        }
        let mut schedule = Self {
            ready: BTreeSet::new(),
            waits_for: vec![0; strata.len()],
            waiting: vec![Vec::new(); strata.len()],
            around: vec![Vec::new(); strata.len()],
            readers: program.preds.iter().map(|_| 0).collect(),
            open: work.iter().map(|at| place[*at]).collect(),
            place,
            order,
        };
        for &at in &work {
            let own = &strata[at].preds;
            let mentioned = own.iter().flat_map(|pred| uses(program, *pred));
            let around: BTreeSet<PredId> = mentioned.chain(own.iter().copied()).collect();
            let others: BTreeSet<usize> =
                around.iter().filter_map(|pred| home[*pred]).filter(|other| *other != at).collect();
            schedule.waits_for[at] = others.len();
            others.into_iter().for_each(|other| schedule.waiting[other].push(at));
            around.iter().for_each(|pred| schedule.readers[*pred] += 1);
            schedule.around[at] = around.into_iter().collect();
        }
        let can_begin = |at: &&usize| schedule.waits_for[**at] == 0;
        schedule.ready = work.iter().filter(can_begin).map(|at| schedule.place[*at]).collect();
        schedule
    }

    /// The number of remaining strata.
    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// The predicates of a stratum and those that it mentions; ascending.
    pub(super) fn around(&self, at: usize) -> &[PredId] {
        &self.around[at]
    }

    /// How many strata can start now.
    pub(super) fn startable(&self) -> usize {
        match self.open.iter().nth(WINDOW) {
            Some(&bound) => self.ready.range(..bound).count(),
            None => self.ready.len(),
        }
    }

    /// Takes the first stratum that can start.
    pub(super) fn begin(&mut self) -> Option<usize> {
        if self.startable() > 0 { self.ready.pop_first().map(|place| self.order[place]) } else { None }
    }

    /// Marks a stratum as complete; returns the predicates that nobody reads any more.
    pub(super) fn finish(&mut self, at: usize) -> Vec<PredId> {
        self.open.remove(&self.place[at]);
        for other in std::mem::take(&mut self.waiting[at]) {
            self.waits_for[other] -= 1;
            if self.waits_for[other] == 0 {
                self.ready.insert(self.place[other]);
            }
        }
        let mut done = Vec::new();
        for pred in std::mem::take(&mut self.around[at]) {
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
    use super::super::uses;
    use super::Schedule;
    use quarrel_base::source::SourceMap;
    use quarrel_datalog::{parse, stratify};
    use std::collections::BTreeSet;

    #[test]
    fn strata_begin_when_all_below_them_is_complete() {
        let text = "
            pred stored(a: int) stored \"stored\".
            pred a(x: int). a(x) :- stored(x). pred b(x: int). b(x) :- stored(x).
            pred c(x: int). c(x) :- a(x), b(x). pred d(x: int). d(x) :- stored(x), not(b(x)).
            pred r(x: int). r(x) :- a(x). r(x) :- r(y), c(x), x > y.
            pred last(x: int). last(x) :- r(x), c(x).";
        let mut sources = SourceMap::new();
        let program = parse(sources.add("toy", text), text).expect("a program");
        let program = stratify(program).expect("an order");
        let name = |at: usize| program.program().preds[program.strata()[at].preds[0]].name.as_str();
        let live = program.program().preds.ids().collect();
        let d =
            program.program().preds.ids().find(|pred| program.program().preds[*pred].name == "d").expect("d");
        let first = uses::live(program.program(), &BTreeSet::from([d]));
        let mut schedule = Schedule::new(program.program(), program.strata(), &live, &first);
        assert_eq!(schedule.len(), 6);
        let (mut seen, mut freed, mut most) = (Vec::new(), Vec::new(), 0);
        let mut begun = Vec::new();
        let order = schedule.order.clone();
        assert_eq!(
            name(*order.iter().filter(|at| name(**at) != "stored").nth(1).expect("two")),
            "d",
            "its own first"
        );
        loop {
            most = most.max(schedule.startable());
            begun.extend(std::iter::from_fn(|| schedule.begin()));
            // The stratum that started last ends first.
            let Some(at) = begun.pop() else { break };
            seen.push(name(at));
            freed.extend(schedule.finish(at));
        }
        let place = |name: &str| seen.iter().position(|other| *other == name).expect("computed");
        for (later, sooner) in [("c", "a"), ("c", "b"), ("d", "b"), ("r", "c"), ("last", "r")] {
            assert!(place(later) > place(sooner), "{later} after {sooner}");
        }
        assert_eq!(seen.len(), 6);
        assert!(most > 1);
        assert_eq!(freed.len(), 7, "each predicate is freed once");
        assert_eq!(schedule.len(), 0);
    }
}
