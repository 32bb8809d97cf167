//! The time of each query. Work that several queries share is charged to them in equal parts; it stops when the last of
//! them runs out of time. So a slow query is given up, work that it shares with others continues as long as they have
//! time, and all queries together take no longer than the sum of their times.

use super::uses::users;
use crate::limits::Meter;
use crate::outcome::GivenUp;
use quarrel_base::IndexVec;
use quarrel_datalog::{PredId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// How much time each query has used.
pub(super) struct Budget {
    limit: Duration,
    /// The queries that depend on a predicate, directly or not.
    users: IndexVec<PredId, BTreeSet<usize>>,
    charged: BTreeMap<usize, Duration>,
    given_up: Vec<GivenUp>,
}

/// The queries that the current work serves, and its start.
pub(super) struct Turn {
    active: Vec<usize>,
    started: Instant,
}

impl Budget {
    pub(super) fn new(program: &Program, limit: Duration) -> Self {
        Self { limit, users: users(program), charged: BTreeMap::new(), given_up: Vec::new() }
    }

    fn is_given_up(&self, query: usize) -> bool {
        self.given_up.iter().any(|other| other.query == query)
    }

    /// Whether a live query depends on a predicate.
    pub(super) fn wants(&self, pred: PredId) -> bool {
        self.users[pred].iter().any(|query| !self.is_given_up(*query))
    }

    fn drop_query(&mut self, queries: &[usize], predicate: &str) {
        let limit = self.limit;
        let new = queries.iter().map(|&query| GivenUp { query, predicate: predicate.to_owned(), limit });
        self.given_up.extend(new);
    }

    /// Starts to compute predicates; `None` if all queries that need them are given up.
    pub(super) fn begin(&mut self, preds: &[PredId], predicate: &str, meter: &Meter) -> Option<Turn> {
        let users: BTreeSet<usize> = preds.iter().flat_map(|pred| &self.users[*pred]).copied().collect();
        let users: Vec<usize> = users.into_iter().filter(|query| !self.is_given_up(*query)).collect();
        let left =
            |query: &usize| self.limit.saturating_sub(self.charged.get(query).copied().unwrap_or_default());
        let (active, late): (Vec<usize>, Vec<usize>) =
            users.into_iter().partition(|query| !left(query).is_zero());
        let most = active.iter().map(left).max();
        self.drop_query(&late, predicate);
        // As long as one query has time left, the others are served too.
        let share = u32::try_from(active.len()).unwrap_or(u32::MAX);
        meter.set_deadline(Some(most?.saturating_mul(share)));
        Some(Turn { active, started: Instant::now() })
    }

    /// Ends the work. If the time ran out, the queries that needed it are given up.
    pub(super) fn end(&mut self, turn: Turn, out_of_time: bool, predicate: &str, meter: &Meter) {
        meter.set_deadline(None);
        let share = turn.started.elapsed() / u32::try_from(turn.active.len()).unwrap_or(u32::MAX).max(1);
        for query in &turn.active {
            *self.charged.entry(*query).or_default() += share;
        }
        if out_of_time {
            self.drop_query(&turn.active, predicate);
        }
    }

    pub(super) fn into_given_up(self) -> Vec<GivenUp> {
        let mut given_up = self.given_up;
        given_up.sort_by_key(|query| query.query);
        given_up
    }
}
