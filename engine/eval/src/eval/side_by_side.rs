//! Computes strata that do not depend on each other: first all that they read is loaded, then all are planned, then the
//! indexes that they want are built, then all run; each of these steps on all threads.

use super::{Effort, Evaluator};
use crate::fixpoint::Store;
use crate::limits::Stop;
use crate::ops::prepare::prepare;
use crate::outcome::EvalError;
use crate::plan::Pipeline;
use crate::relation::Relation;
use crate::work::Counters;
use quarrel_datalog::PredId;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A predicate that can be computed now.
struct Task {
    pred: PredId,
    pipelines: Vec<Pipeline>,
    effort: Effort,
}

impl Evaluator<'_, '_> {
    /// Computes strata, given by their indices, none of which is recursive or depends on another.
    pub(super) fn side_by_side(&mut self, strata: &[usize]) -> Result<(), EvalError> {
        let preds: Vec<PredId> = strata.iter().flat_map(|&at| &self.strata[at].preds).copied().collect();
        let missing = self.missing(&preds);
        let loaded: Vec<_> = missing.par_iter().map(|pred| self.read(*pred)).collect();
        for (pred, loaded) in missing.into_iter().zip(loaded) {
            if let Some(loaded) = loaded {
                self.place(pred, loaded?);
            }
        }
        // Of several errors the first predicate's counts, whichever thread was faster.
        let planned: Vec<Result<Task, EvalError>> = preds.par_iter().map(|pred| self.task(*pred)).collect();
        let mut tasks: Vec<Task> = planned.into_iter().collect::<Result<_, EvalError>>()?;
        let wanted = tasks.iter().enumerate();
        let wanted = wanted.flat_map(|(at, task)| task.pipelines.iter().map(move |plan| (at, plan)));
        let stopped = |stop: Stop| self.stopped(stop, preds[0]);
        for (at, time) in prepare(self.ctx(&Counters::default()), wanted).map_err(stopped)? {
            tasks[at].effort.time += time;
        }
        let done = self.run_tasks(&tasks);
        let mut result = Ok(());
        for (Task { pred, mut effort, .. }, (rows, time)) in tasks.into_iter().zip(done) {
            effort.time += time;
            match rows {
                Ok((rows, duplicates)) => {
                    effort.duplicates = duplicates;
                    self.stores.0[pred] = Some(Store::complete(rows));
                }
                Err(error) => result = result.and(Err(error)),
            }
            self.look_again(&[pred]);
            self.account(&[pred], effort);
        }
        result.and_then(|()| self.check_values(preds[0]))
    }

    fn task(&self, pred: PredId) -> Result<Task, EvalError> {
        let (mut effort, started) = (Effort::default(), Instant::now());
        let pipelines = self.pipelines(pred, &mut effort)?;
        effort.time = started.elapsed();
        Ok(Task { pred, pipelines, effort })
    }

    /// The rows of each task, and how long it took. Each thread takes one task after the other, those that read most
    /// first; who finds none helps the others with parts of theirs.
    fn run_tasks(&self, tasks: &[Task]) -> Vec<(Rows, Duration)> {
        let mut order: Vec<usize> = (0..tasks.len()).collect();
        order.sort_by_key(|&at| Reverse(self.rows_around(tasks[at].pred)));
        let next = AtomicUsize::new(0);
        let take_all = |_| {
            let mut done = Vec::new();
            while let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Task { pred, pipelines, effort } = &tasks[at];
                self.tell(*pred);
                let started = Instant::now();
                let rows = self.rows(*pred, pipelines, &effort.counters);
                done.push((at, (rows, started.elapsed())));
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            done
        };
        let threads = rayon::current_num_threads();
        let done = (0..threads).into_par_iter().with_max_len(1).flat_map_iter(take_all);
        let mut done: Vec<(usize, (Rows, Duration))> = done.collect();
        done.sort_by_key(|(at, _)| *at);
        done.into_iter().map(|(_, rows)| rows).collect()
    }
}

/// Rows, and how many were derived more than once.
type Rows = Result<(Relation, u64), EvalError>;
