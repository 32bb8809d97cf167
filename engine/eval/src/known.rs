//! The rows that a run computed, for searches for derivations.

use crate::edb::Columns;
use crate::outcome::EvalErrorKind;
use crate::relation::Relation;
use crate::value::Values;
use quarrel_datalog::{Def, PredId, Program};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// Everything that a run computed.
#[derive(Debug, Default)]
pub struct Kept {
    /// The rows of each computed predicate; stored relations are read from the database.
    pub relations: BTreeMap<PredId, Arc<Relation>>,
    /// The new rows of each round, for recursive predicates.
    pub rounds: BTreeMap<PredId, Vec<(u64, Arc<Relation>)>>,
}

/// Rows by the values of some columns.
type Index = HashMap<Vec<u32>, Vec<u32>>;

/// The rows that a search for derivations may use.
pub(crate) struct Known<'p> {
    program: &'p Program,
    kept: Kept,
    stratum_of: HashMap<PredId, usize>,
    stored: RefCell<HashMap<PredId, Rc<Columns>>>,
    indexes: RefCell<HashMap<(PredId, Vec<usize>), Rc<Index>>>,
    /// Ignore rows of this stratum that were not derived before this round.
    pub below: Cell<Option<(usize, u64)>>,
}

impl<'p> Known<'p> {
    pub fn new(program: &'p Program, kept: Kept, stratum_of: HashMap<PredId, usize>) -> Self {
        Self {
            program,
            kept,
            stratum_of,
            stored: RefCell::default(),
            indexes: RefCell::default(),
            below: Cell::new(None),
        }
    }

    /// The round in which a row of a recursive predicate was derived.
    pub fn round(&self, pred: PredId, row: &[u32]) -> Option<u64> {
        let rounds = self.kept.rounds.get(&pred)?;
        rounds.iter().find(|(_, rows)| rows.contains(row)).map(|(round, _)| *round)
    }

    /// The rows with these values in these columns (ascending), among those that count now.
    pub fn rows(
        &self,
        pred: PredId,
        given: &[(usize, u32)],
        values: &Values<'_>,
    ) -> Result<Vec<Vec<u32>>, EvalErrorKind> {
        let mut rows = self.all_rows(pred, given, values)?;
        if let Some((stratum, round)) = self.below.get()
            && self.stratum_of.get(&pred) == Some(&stratum)
            && self.kept.rounds.contains_key(&pred)
        {
            rows.retain(|row| self.round(pred, row).is_some_and(|own| own < round));
        }
        Ok(rows)
    }

    fn all_rows(
        &self,
        pred: PredId,
        given: &[(usize, u32)],
        values: &Values<'_>,
    ) -> Result<Vec<Vec<u32>>, EvalErrorKind> {
        if let Def::Stored(name) = &self.program.preds[pred].def {
            let all: Vec<usize> = (0..self.program.preds[pred].columns.len()).collect();
            if !self.stored.borrow().contains_key(&pred) {
                for (key, value) in given {
                    let found = values.edb().load_keyed(name, &all, *key, &[*value], values);
                    if let Some(found) = found {
                        let found = found.map_err(EvalErrorKind::Database)?;
                        let fits = |row: &Vec<u32>| given.iter().all(|(at, value)| row[*at] == *value);
                        return Ok(found.rows().filter(fits).collect());
                    }
                }
                let loaded = values.edb().load(name, &all, values).map_err(EvalErrorKind::Database)?;
                self.stored.borrow_mut().insert(pred, Rc::new(loaded));
            }
            let rows = Rc::clone(&self.stored.borrow()[&pred]);
            return Ok(self.find(pred, given, rows.len, &rows.columns));
        }
        match self.kept.relations.get(&pred) {
            Some(rows) => Ok(self.find(pred, given, rows.len(), rows.cols())),
            None => Ok(Vec::new()),
        }
    }

    fn find(&self, pred: PredId, given: &[(usize, u32)], len: usize, columns: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let row = |at: usize| columns.iter().map(|column| column[at]).collect::<Vec<u32>>();
        if given.is_empty() {
            return (0..len).map(row).collect();
        }
        let keys: Vec<usize> = given.iter().map(|(at, _)| *at).collect();
        let index = {
            let mut indexes = self.indexes.borrow_mut();
            let index = indexes.entry((pred, keys.clone())).or_insert_with(|| {
                let mut index: Index = HashMap::new();
                let key = |at: usize| keys.iter().map(|key| columns[*key][at]).collect();
                for at in 0..len {
                    index.entry(key(at)).or_default().push(at as u32);
                }
                Rc::new(index)
            });
            Rc::clone(index)
        };
        let wanted: Vec<u32> = given.iter().map(|(_, value)| *value).collect();
        index.get(&wanted).into_iter().flatten().map(|at| row(*at as usize)).collect()
    }

    /// A rough upper bound of the number of rows, cheap to compute.
    pub fn estimate(&self, pred: PredId, given: usize) -> usize {
        let arity = self.program.preds[pred].columns.len();
        let all = match &self.program.preds[pred].def {
            Def::Stored(_) => 1 << 24,
            _ => self.kept.relations.get(&pred).map_or(0, |rows| rows.len()),
        };
        // Each given column is assumed to leave a hundredth; all given leave one row at most.
        if given >= arity { usize::from(all > 0) } else { all >> (7 * given).min(63) }
    }
}
