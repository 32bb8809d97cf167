//! What an update goes on from: the rows of an evaluation with their indexes, its values, and its plans.

use super::turn::RuleForm;
use crate::fixpoint::Store;
use crate::plan::Pipeline;
use crate::value::Interned;
use quarrel_base::IndexVec;
use quarrel_datalog::PredId;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

/// Indexes that so many updates did not use are dropped.
const UNUSED: u32 = 2;
/// The most plans that are kept.
const MOST_PLANS: usize = 1 << 17;
/// A plan serves sizes that differ by this factor, as a power of two.
const NEAR: u32 = 3;

/// The complete rows of an evaluation, and what it took to compute them. It belongs to the evaluated program.
pub struct State {
    /// The rows that were read or computed.
    stores: IndexVec<PredId, Option<Store>>,
    pub(super) interned: Arc<Interned>,
    pub(super) plans: Arc<KeptPlans>,
}

impl State {
    pub(super) fn new(
        stores: IndexVec<PredId, Option<Store>>,
        interned: Arc<Interned>,
        plans: Arc<KeptPlans>,
    ) -> Self {
        Self { stores, interned, plans }
    }
    /// Drops indexes and graphs that no update uses.
    pub(super) fn age(&self) {
        self.stores.iter().flatten().for_each(|store| store.age(UNUSED));
    }
    /// The rows of a predicate, if they are known.
    pub(super) fn rows(&self, pred: PredId) -> Option<&Store> {
        self.stores[pred].as_ref()
    }
    /// Whether the rows of a predicate are known.
    pub(super) fn knows(&self, pred: PredId) -> bool {
        self.rows(pred).is_some()
    }
    /// The size of the rows and their indexes in bytes.
    pub fn bytes(&self) -> usize {
        self.stores.iter().flatten().map(Store::bytes).sum()
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

/// The plans of rules and of their versions. Planning a version takes longer than evaluating it if it reads few rows, and
/// the next change needs most of them again.
#[derive(Default)]
pub(super) struct KeptPlans(RwLock<FxHashMap<PredId, FxHashMap<RuleForm, KeptPlan>>>);

struct KeptPlan {
    sizes: Vec<u32>,
    pipeline: Pipeline,
}

impl KeptPlans {
    /// The plan of a rule if it was made for about these sizes, which are powers of two.
    pub(super) fn get(&self, pred: PredId, form: &RuleForm, sizes: &[u32]) -> Option<Pipeline> {
        let plans = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let kept = plans.get(&pred)?.get(form)?;
        let is_near = kept.sizes.iter().zip(sizes).all(|(a, b)| a.abs_diff(*b) <= NEAR);
        is_near.then(|| kept.pipeline.clone())
    }
    /// Keeps a plan.
    pub(super) fn put(&self, pred: PredId, form: &RuleForm, sizes: Vec<u32>, pipeline: &Pipeline) {
        let mut plans = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let of_pred = plans.entry(pred).or_default();
        of_pred.insert(form.clone(), KeptPlan { sizes, pipeline: pipeline.clone() });
        if of_pred.len().is_power_of_two() && plans.values().map(FxHashMap::len).sum::<usize>() > MOST_PLANS {
            plans.clear();
        }
    }
}
