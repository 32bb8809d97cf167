//! Updates the rows of a stratum after the predicates that it mentions have changed.
//!
//! The old rows stay, except those that may have changed ([`crate::plan::changes`] finds them); these are derived
//! again. In a recursive stratum a row that goes may take others with it that only followed from it: all of them are
//! removed first, and then the rounds start from what is left (delete and rederive). Where so much changes that this is
//! no gain, where little is read at all, and for graph algorithms, everything is computed and compared instead.

use super::state::State;
use super::turn::{RuleForm, Turn};
use crate::fixpoint::{Change, Store};
use crate::index::Indexed;
use crate::limits::{Pace, Stop};
use crate::ops::Relations;
use crate::outcome::{EvalError, EvalErrorKind};
use crate::plan::changes::{Changing, Sign, Suspects, suspects};
use crate::plan::ir::{Arg, Conj, Lit};
use crate::plan::{Pipeline, Version};
use crate::relation::{Relation, Table};
use quarrel_datalog::{Def, PredId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// An update that reads more than one of so many rows is no gain.
const PART_READ: usize = 4;
/// Changes of more rows are not tested one by one.
const MANY: usize = 1 << 12;

/// What an update did to a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It has its old rows.
    Unchanged,
    /// It has other rows, and its store knows the difference.
    Changed,
    /// Its old rows are not known.
    Unknown,
}

/// What an update goes on from, and when it gives way to an evaluation from scratch.
#[derive(Clone, Copy)]
pub struct Update<'a> {
    /// The state of an earlier evaluation.
    pub state: &'a State,
    /// Strata that read fewer rows are computed anew: planning an update takes longer.
    pub few: usize,
    /// If one of so many rows of a stratum may change, but no less than `few`, all are computed anew; 0: never.
    pub part: usize,
}

impl<'a> Update<'a> {
    /// An update of this state.
    pub fn new(state: &'a State) -> Self {
        Self { state, few: 1 << 12, part: 3 }
    }
    /// The most of `rows` that may change.
    fn most(&self, rows: usize) -> usize {
        rows.checked_div(self.part).map_or(usize::MAX, |part| self.few.max(part))
    }
}

impl fmt::Debug for Update<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Update").field("few", &self.few).field("part", &self.part).finish_non_exhaustive()
    }
}

/// The old rows of a stratum's predicates.
type Old = BTreeMap<PredId, Store>;

/// The rows of a predicate that may change: those whose values in some columns are in a relation of these columns.
#[derive(Default)]
struct Touched(BTreeMap<Vec<usize>, Relation>);

impl Turn<'_, '_, '_> {
    /// Updates the rows of the stratum's predicates; each has a store afterwards.
    pub(super) fn update(&mut self, update: Update<'_>, knows_all: bool) -> Result<(), EvalError> {
        let (started, before) = (Instant::now(), self.effort.time);
        self.shared.report_progress(self.stratum().preds[0]);
        let preds = &self.stratum().preds;
        let old: Option<Old> =
            preds.iter().map(|pred| Some((*pred, update.state.rows(*pred)?.clone()))).collect();
        let updated = match old {
            Some(old) => {
                let is_updated = match knows_all && self.is_worth_it(update) {
                    true => self.try_update(update, &old),
                    false => Ok(false),
                };
                is_updated.and_then(|done| if done { Ok(()) } else { self.compute_and_compare(&old) })
            }
            None => self.compute_anew(),
        };
        self.effort.time = before + started.elapsed();
        updated?;
        let failure = self.shared.values.failure().cloned();
        failure.map_or(Ok(()), |error| Err(self.shared.load_error(error, self.stratum().preds[0])))
    }

    fn stop(&self) -> impl Fn(Stop) -> EvalError + use<'_> {
        |stop| self.shared.stopped(stop, self.stratum().preds[0])
    }

    fn is_worth_it(&self, update: Update<'_>) -> bool {
        let program = self.shared.program;
        let preds = &self.stratum().preds;
        let has_rules = preds.iter().all(|pred| matches!(program.preds[*pred].def, Def::Rules(_)));
        let read = self.stores.0.values().map(Store::len).sum::<usize>();
        has_rules && read >= update.few
    }

    /// Updates the rows unless that reads too much of what the stratum reads; returns whether it did.
    fn try_update(&mut self, update: Update<'_>, old: &Old) -> Result<bool, EvalError> {
        let preds = &self.stratum().preds;
        let rows = self.stores.0.values().map(Store::len).chain(old.values().map(|old| old.len()));
        let read = rows.sum::<usize>();
        self.effort.counters.limit((update.part > 0).then_some((read / PART_READ + update.few) as u64));
        self.is_attempt = true;
        let updated = match self.stratum().recursive {
            true => self.update_fixpoint(update, old),
            false => self.update_single(update, preds[0], &old[&preds[0]]),
        };
        self.is_attempt = false;
        self.effort.counters.limit(None);
        match updated {
            Err(error) if matches!(error.kind, EvalErrorKind::Stopped(Stop::Work(_))) => Ok(false),
            updated => updated,
        }
    }

    fn compute_anew(&mut self) -> Result<(), EvalError> {
        for pred in &self.stratum().preds {
            self.stores.0.remove(pred);
        }
        let plans = self.plan_all()?;
        self.build(&plans.wishes)?;
        self.compute(&plans)
    }

    fn compute_and_compare(&mut self, old: &Old) -> Result<(), EvalError> {
        self.compute_anew()?;
        self.compare(old)
    }

    /// Compares the complete rows with the old ones.
    fn compare(&mut self, old: &Old) -> Result<(), EvalError> {
        for (pred, old) in old {
            let pace = self.pace();
            let new = self.stores.0.remove(pred).unwrap_or_else(|| Store::new(old.arity()));
            let change = Change::between(&old.rows(), &new.rows(), pace).map_err(self.stop())?;
            let store = match change {
                Some(change) => new.changed(old, change),
                None => old.clone(),
            };
            self.stores.0.insert(*pred, store);
        }
        Ok(())
    }

    /// Whether the rows of a predicate differ from its old ones.
    fn is_changed(&self, pred: PredId) -> bool {
        self.stores.0.get(&pred).is_some_and(|store| store.change().is_some())
    }

    /// The old and the new rows of a changed predicate.
    fn in_both(&self, pred: PredId) -> Option<Version> {
        self.is_changed(pred).then_some(Version::Either)
    }

    fn forms(&self, pred: PredId) -> Vec<RuleForm> {
        match &self.shared.program.preds[pred].def {
            Def::Rules(rules) => rules.iter().map(|rule| self.form(rule)).collect(),
            _ => Vec::new(),
        }
    }

    /// Updates a predicate that does not depend on itself; returns whether it did.
    fn update_single(&mut self, update: Update<'_>, pred: PredId, old: &Store) -> Result<bool, EvalError> {
        let forms = self.forms(pred);
        let versions: Vec<Suspects> = {
            let rows = |pred: PredId, _: Sign| self.is_changed(pred).then_some(Version::Changed);
            let changing = Changing { rows: &rows, all: &|pred| self.in_both(pred) };
            forms.iter().flat_map(|form| suspects(&form.body, &form.head, form.n_vars, &changing)).collect()
        };
        let Some(touched) = self.derive_touched(pred, &versions)? else { return Ok(false) };
        if touched.len() == 0 {
            self.stores.0.insert(pred, old.clone());
            return Ok(true);
        }
        if touched.len() > update.most(old.len()) {
            return Ok(false);
        }
        let before = touched.of(&old.rows(), self)?;
        let forms: Vec<(PredId, RuleForm)> = forms.into_iter().map(|form| (pred, form)).collect();
        self.stores.get_mut(pred, old.arity());
        let derived = self.derive_again(&forms, &BTreeMap::from([(pred, touched)]))?;
        let pace = self.pace();
        let tables = derived.into_values().flatten().collect();
        let after = Relation::distinct(Table::concat(old.arity(), tables, pace.threads), pace)
            .map_err(self.stop())?;
        let store = changed(old, &before, &after, pace).map_err(self.stop())?;
        self.stores.0.insert(pred, store);
        Ok(true)
    }

    /// Updates predicates that depend on each other; returns whether it did.
    fn update_fixpoint(&mut self, update: Update<'_>, old: &Old) -> Result<bool, EvalError> {
        let preds = &self.stratum().preds;
        for (pred, old) in old {
            self.stores.0.insert(*pred, old.clone());
        }
        let own = |pred: PredId| old.contains_key(&pred);
        let all = |pred: PredId| if own(pred) { Some(Version::Before) } else { self.in_both(pred) };
        // What may have come or gone, what is gone at first, and what goes with rows of the stratum.
        let outside = |gone: bool| {
            move |this: &Self, pred: PredId, sign: Sign| {
                (!own(pred) && this.is_changed(pred)).then_some(match sign {
                    _ if !gone => Version::Changed,
                    Sign::Positive => Version::Gone,
                    Sign::Negative => Version::Added,
                    Sign::Both => Version::Changed,
                })
            }
        };
        let (changed_rows, gone_rows) = (outside(false), outside(true));
        let sets: [&dyn Fn(PredId, Sign) -> Option<Version>; 3] = [
            &|pred, sign| changed_rows(self, pred, sign),
            &|pred, sign| gone_rows(self, pred, sign),
            &|pred, _| own(pred).then_some(Version::Delta),
        ];
        let forms: Vec<(PredId, RuleForm)> =
            preds.iter().flat_map(|pred| self.forms(*pred).into_iter().map(|form| (*pred, form))).collect();
        let mut versions: Vec<BTreeMap<PredId, Vec<Suspects>>> = Vec::new();
        for rows in sets {
            let changing = Changing { rows, all: &all };
            let mut by_pred: BTreeMap<PredId, Vec<Suspects>> = BTreeMap::new();
            for (pred, form) in &forms {
                let found = suspects(&form.body, &form.head, form.n_vars, &changing);
                by_pred.entry(*pred).or_default().extend(found);
            }
            versions.push(by_pred);
        }
        let [changed_rows, gone_rows, with_own] = versions.as_slice() else { return Ok(false) };

        let most = update.most(old.values().map(|old| old.len()).sum());
        let mut touched: BTreeMap<PredId, Touched> = BTreeMap::new();
        for (pred, versions) in changed_rows {
            let Some(found) = self.derive_touched(*pred, versions)? else {
                return Ok(false);
            };
            touched.insert(*pred, found);
        }
        if touched.values().map(Touched::len).sum::<usize>() > most {
            return Ok(false);
        }
        let Some(gone) = self.overdelete(old, gone_rows, with_own, most)? else { return Ok(false) };
        for (pred, gone) in gone {
            let pace = self.pace();
            let none = Relation::empty(gone.arity());
            let left = old[&pred].rows().patched(&gone, &none, pace).map_err(self.stop())?;
            self.stores.0.insert(pred, Store::complete(left));
            if let Some(touched) = touched.get_mut(&pred) {
                touched.add((0..gone.arity()).collect(), gone, pace).map_err(self.stop())?;
            }
        }
        let derived = self.derive_again(&forms, &touched)?;
        self.fixpoint_from(derived)?;
        self.compare(old)?;
        Ok(true)
    }

    /// The old rows that may not hold any more, with all that followed from them; `None` if they are more than
    /// `most`.
    fn overdelete(
        &mut self,
        old: &Old,
        at_first: &BTreeMap<PredId, Vec<Suspects>>,
        in_rounds: &BTreeMap<PredId, Vec<Suspects>>,
        most: usize,
    ) -> Result<Option<BTreeMap<PredId, Relation>>, EvalError> {
        let mut gone: BTreeMap<PredId, Relation> =
            old.iter().map(|(pred, old)| (*pred, Relation::empty(old.arity()))).collect();
        let mut versions = at_first;
        loop {
            let mut new = BTreeMap::new();
            for (pred, versions) in versions {
                let pace = self.pace();
                let Some(touched) = self.derive_touched(*pred, versions)? else {
                    return Ok(None);
                };
                let rows = touched.of(&old[pred].rows(), self)?;
                new.insert(*pred, rows.difference(&gone[pred], pace).map_err(self.stop())?);
            }
            versions = in_rounds;
            if new.values().all(Relation::is_empty) {
                break;
            }
            for (pred, new) in new {
                let all = gone[&pred].merge(&new, self.pace()).map_err(self.stop())?;
                gone.insert(pred, all);
                self.stores.get_mut(pred, old[&pred].arity()).set_delta(new);
            }
            if gone.values().map(Relation::len).sum::<usize>() > most {
                return Ok(None);
            }
        }
        Ok(Some(gone))
    }

    /// The rows of a predicate that its versions find; `None` if that may be all.
    fn derive_touched(&mut self, pred: PredId, versions: &[Suspects]) -> Result<Option<Touched>, EvalError> {
        let mut by_columns: BTreeMap<Vec<usize>, Vec<(PredId, Pipeline)>> = BTreeMap::new();
        for Suspects { body, head, vars } in versions {
            if !self.can_hold(body) {
                continue;
            }
            let columns: Vec<usize> = (0..head.len()).filter(|&col| head[col].is_some()).collect();
            if columns.is_empty() {
                return Ok(None);
            }
            let head = head.iter().flatten().copied().collect();
            let plan = self.plan(&RuleForm { body: body.clone(), head, n_vars: *vars }, pred, true)?;
            by_columns.entry(columns).or_default().push((pred, plan));
        }
        let mut touched = Touched::default();
        for (columns, plans) in by_columns {
            let tables = self.derive_by_predicate(&plans)?.remove(&pred).unwrap_or_default();
            let pace = self.pace();
            let rows = Relation::distinct(Table::concat(columns.len(), tables, pace.threads), pace);
            let added = rows.and_then(|rows| touched.add(columns, rows, pace));
            added.map_err(self.stop())?;
        }
        Ok(Some(touched))
    }

    /// Whether a version may find anything: some row of the change that it begins with has the constants there, and its
    /// values are in the first columns of what they are joined with. This takes less time than a plan.
    fn can_hold(&self, body: &Conj) -> bool {
        let Some((Lit::Atom { pred, version, args }, others)) = body.lits.split_first() else { return true };
        let mut tests: Vec<(usize, Vec<Arc<Indexed>>)> = Vec::new();
        for other in others {
            let Lit::Atom { pred, version, args: theirs } = other else { continue };
            let parts = self.stores.parts(*pred, *version);
            if parts.is_empty() {
                return false;
            }
            if let Some(&first @ Arg::Var(_)) = theirs.first()
                && let Some(col) = args.iter().position(|arg| *arg == first)
            {
                tests.push((col, parts));
            }
        }
        self.stores.parts(*pred, *version).iter().any(|part| {
            let rel = part.rel();
            let has_constants = |row: usize| {
                args.iter().enumerate().all(|(col, arg)| match arg {
                    Arg::Const(value) => rel.col(col)[row] == *value,
                    _ => true,
                })
            };
            let is_joined = |row: usize| {
                tests.iter().all(|(col, parts)| {
                    let value = rel.col(*col)[row];
                    parts.iter().any(|part| part.rel().col(0).binary_search(&value).is_ok())
                })
            };
            part.len() > MANY || (0..part.len()).any(|row| has_constants(row) && is_joined(row))
        })
    }

    /// What these rules derive of the rows that may have changed.
    fn derive_again(
        &mut self,
        forms: &[(PredId, RuleForm)],
        touched: &BTreeMap<PredId, Touched>,
    ) -> Result<BTreeMap<PredId, Vec<Table>>, EvalError> {
        let mut derived: BTreeMap<PredId, Vec<Table>> = BTreeMap::new();
        for (pred, touched) in touched {
            for (columns, rows) in &touched.0 {
                self.stores.get_mut(*pred, 0).touch(Some(rows.clone()));
                let mut plans: Vec<(PredId, Pipeline)> = Vec::new();
                for (_, form) in forms.iter().filter(|(of, _)| of == pred) {
                    let mut form = form.clone();
                    let args = columns.iter().map(|&col| form.head[col]).collect();
                    form.body.lits.push(Lit::Atom { pred: *pred, version: Version::Touched, args });
                    plans.push((*pred, self.plan(&form, *pred, true)?));
                }
                let tables = self.derive_by_predicate(&plans)?.remove(pred).unwrap_or_default();
                derived.entry(*pred).or_default().extend(tables);
                self.stores.get_mut(*pred, 0).touch(None);
            }
        }
        Ok(derived)
    }
}

impl Touched {
    fn len(&self) -> usize {
        self.0.values().map(Relation::len).sum()
    }

    fn add(&mut self, columns: Vec<usize>, rows: Relation, pace: Pace<'_>) -> Result<(), Stop> {
        if let Some(known) = self.0.get(&columns) {
            let all = known.merge(&rows, pace)?;
            self.0.insert(columns, all);
        } else if !rows.is_empty() {
            self.0.insert(columns, rows);
        }
        Ok(())
    }

    /// Which of these rows may change.
    fn of(&self, rows: &Relation, turn: &Turn<'_, '_, '_>) -> Result<Relation, EvalError> {
        let pace = turn.pace();
        let mut all = Relation::empty(rows.arity());
        for (columns, touched) in &self.0 {
            let found = rows.matching(columns, touched, pace);
            all = found.and_then(|found| all.merge(&found, pace)).map_err(turn.stop())?;
        }
        Ok(all)
    }
}

/// The old rows, in which `after` replaces `before`.
fn changed(old: &Store, before: &Relation, after: &Relation, pace: Pace<'_>) -> Result<Store, Stop> {
    let (gone, added) = before.changes(after, pace)?;
    if gone.is_empty() && added.is_empty() {
        return Ok(old.clone());
    }
    let rows = old.rows().patched(&gone, &added, pace)?;
    Ok(Store::complete(rows).changed(old, Change::new(gone, added)))
}
