//! What a process that analyses the same sources again goes on from, in memory.

use crate::ids::LastExtraction;
use quarrel_engine::{
    Compiled, Edb, EvalError, EvalErrorKind, Evaluator, Options, Results, State, Stop, Update, run_queries,
    run_updating,
};
use quarrel_files::Scratch;
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The last analysis of sources.
#[derive(Debug)]
pub struct Last {
    /// The last extraction.
    pub extraction: LastExtraction,
    evaluation: Mutex<Known>,
}

impl Last {
    /// None yet; the database of the last extraction will be in `folder`.
    pub fn none(folder: Scratch) -> Self {
        Self { extraction: LastExtraction::none(folder), evaluation: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.evaluation.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the next evaluation has something to go on from.
    pub fn is_there(&self) -> bool {
        self.known().state.is_some()
    }

    /// Whether what the last extraction has changed is all that has changed since the last evaluation.
    pub fn is_next(&self) -> bool {
        self.known().extraction + 1 == self.extraction.number()
    }

    /// Evaluates a program; only what has changed if the last evaluation was of this program, and `keeps_ids` says that
    /// the database has the ids that it had.
    ///
    /// # Errors
    /// If a limit is reached or the database cannot be read.
    pub fn evaluate(
        &self,
        compiled: &Compiled,
        edb: &dyn Edb,
        keeps_ids: bool,
        options: &Options,
    ) -> Result<Results, EvalError> {
        let program = hash(compiled);
        // No lock is held while threads evaluate.
        let known = std::mem::take(&mut *self.known());
        let Known { state, extraction, too_many_rows, mut is_too_large } = known;
        // After an extraction that was not evaluated, the ids may have been others in between.
        let state = state.filter(|_| keeps_ids && extraction + 1 == self.extraction.number());
        if let Some((of, error)) = too_many_rows.as_ref().filter(|(of, _)| *of == program && keeps_ids) {
            let too_many_rows = Some((*of, error.clone()));
            *self.known() = Known { state, extraction, too_many_rows, is_too_large };
            return Err(error.clone());
        }
        let mut next = None;
        let mut results = None;
        if !is_too_large {
            let update = state.as_ref().filter(|(of, _)| *of == program).map(|(_, state)| Update::new(state));
            match run_updating(compiled, edb, options, update) {
                Ok((found, state)) => {
                    next = Some((program, state));
                    results = Some(Ok(found));
                }
                Err(error) if matches!(error.kind, EvalErrorKind::Stopped(Stop::Memory(_))) => {
                    is_too_large = true
                }
                Err(error) => results = Some(Err(error)),
            }
        }
        drop(state);
        let results = results.unwrap_or_else(|| run_queries(compiled, edb, options, Evaluator::Fast));
        let too_many_rows = match &results {
            Err(error) if matches!(error.kind, EvalErrorKind::Stopped(Stop::StratumRows(_))) => {
                Some((program, error.clone()))
            }
            _ => too_many_rows,
        };
        *self.known() =
            Known { state: next, extraction: self.extraction.number(), too_many_rows, is_too_large };
        results
    }
}

/// What is known of the last evaluation. Programs are known by a hash.
#[derive(Debug, Default)]
struct Known {
    state: Option<(u64, State)>,
    /// The number of the extraction that was evaluated.
    extraction: u64,
    /// The program that came to more rows than are allowed. A change that brings it below the limit goes unnoticed.
    too_many_rows: Option<(u64, EvalError)>,
    /// Whether the state took more memory than is allowed.
    is_too_large: bool,
}

fn hash(compiled: &Compiled) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(compiled.datalog().as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use quarrel_base::IndexVec;
    use quarrel_columns::edb::{Columns, Edb};
    use quarrel_columns::value::Values;
    use quarrel_extractor::{Options, Previous, extract_with_ids};
    use quarrel_store::SqliteDb;
    use std::collections::BTreeSet;

    fn rows(columns: &Columns) -> BTreeSet<Vec<u32>> {
        columns.rows().collect()
    }

    /// What the store makes of the changed rows of an extraction leads from the old rows of each relation to the new.
    #[test]
    fn changed_rows_lead_from_one_database_to_the_next() {
        let folder = tempfile::tempdir().expect("a folder");
        let [source, before, after] = ["src", "before.db", "after.db"].map(|name| folder.path().join(name));
        std::fs::create_dir(&source).expect("a folder");
        let class =
            |body: &str| format!("class A<T> {{ int x; /** a */ T m(T t, int i) {{ {body} return t; }} }}");
        let write = |body: &str| std::fs::write(source.join("A.java"), class(body)).expect("written");
        write("for (int j = 0; j < i; j++) { x += j; } String s = \"a\" + x;");
        // So many that one of them is a small part.
        for name in ["B", "C", "D", "E", "F", "G"] {
            let text = format!("class {name} {{ void b() {{ String s = \"b\" + 1; }} }}");
            std::fs::write(source.join(name).with_extension("java"), text).expect("written");
        }
        let options = Options { threads: 1, ..Options::default() };
        let (_, assigned) = extract_with_ids(&source, &before, &options, None, &|_| ()).expect("extracted");
        write("synchronized (this) { x = 1 + i; } /* b */ String u = i + \"c\"; while (x > 2) { x--; }");
        let previous = Previous { assigned: &assigned, database: &before };
        let again = extract_with_ids(&source, &after, &options, Some(previous), &|_| ());
        let changes = again.expect("extracted").0.changes.expect("only a body has changed");
        let open = |path| SqliteDb::open(path).expect("a database");
        let (before, after) = (open(&before), open(&after).with_changes(changes));
        let ctors = IndexVec::new();
        let [old, new] = [&before, &after].map(|db| Values::new(db, &ctors));
        let mut compared = 0;
        for relation in &after.catalog().relations {
            let keys = (0..relation.columns.len()).filter(|at| relation.columns[*at].unique);
            for (key, other) in
                keys.flat_map(|key| (0..relation.columns.len()).map(move |other| (key, other)))
            {
                let columns = if key == other { vec![key] } else { vec![other, key] };
                let Some(changes) = after.changes(&relation.name, &columns, &new) else { continue };
                let [gone, added] = changes.expect("rows").map(|columns| rows(&columns));
                let load =
                    |db: &SqliteDb, values| rows(&db.load(&relation.name, &columns, values).expect("rows"));
                let kept: BTreeSet<Vec<u32>> = load(&before, &old).difference(&gone).cloned().collect();
                assert!(gone.is_subset(&load(&before, &old)), "{} {columns:?}", relation.name);
                let made: BTreeSet<Vec<u32>> = kept.union(&added).cloned().collect();
                assert_eq!(made, load(&after, &new), "{} {columns:?}", relation.name);
                compared += usize::from(!gone.is_empty() || !added.is_empty());
            }
        }
        assert!(compared > 20, "{compared}");
    }
}
