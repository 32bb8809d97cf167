//! Compiles random QL programs and evaluates each in many ways, which must agree: with both evaluators, one thread and
//! two, all passes, without each pass and without any, and read back from the printed Datalog.
//!
//! A failure names its seed; `QUARREL_SEED=N` runs that seed alone, `QUARREL_CASES=N` runs the seeds 0 to N - 1. Add a
//! seed that failed to `data/random-seeds.txt`.

use quarrel_datalog::passes::PassOptions;
use quarrel_engine::{EvalError, Evaluator};
use quarrel_eval::edb::Cell;
use quarrel_eval::{EvalErrorKind, MemDb};
use quarrel_seeded::{only_seed, seeds_after};
use quarrel_tests::corpus::{self, Scale};
use quarrel_tests::treatments;
use std::time::Duration;

/// The number of random programs by default.
const CASES: u64 = 40;
/// Elements of each root type.
const ELEMENTS: usize = 4;
/// The time limit of the naive evaluator for one program.
const PATIENCE: Duration = Duration::from_secs(4);

#[test]
fn random_programs_agree() {
    let seeds = seeds_after(include_str!("../data/random-seeds.txt"), CASES);
    let mut compared = 0;
    for seed in seeds {
        match agree(seed) {
            Ok(with_definition) => compared += usize::from(with_definition),
            Err(error) => panic!("QUARREL_SEED={seed}\n{error}"),
        }
    }
    assert!(compared > 0 || only_seed().is_some(), "no program was small enough for the naive evaluator");
}

/// Returns whether the naive evaluator finished within its limit.
fn agree(seed: u64) -> Result<bool, String> {
    let scale = Scale::small(seed);
    let made = corpus::generate(seed, &scale);
    let catalog = treatments::catalog(&made.schema)?;
    let mut db = MemDb::new(catalog.clone());
    for (relation, row) in corpus::facts(seed, &scale, ELEMENTS) {
        let columns = &catalog.relation(&relation).ok_or("no such relation")?.columns;
        let cell = |(text, column): (&String, &quarrel_base::catalog::Column)| match &column.ty {
            quarrel_base::catalog::ColumnType::Entity(_) => Cell::Entity(text.parse().unwrap_or_default()),
            quarrel_base::catalog::ColumnType::Int => Cell::Int(text.parse().unwrap_or_default()),
            _ => Cell::String(text.trim_matches('"').to_owned()),
        };
        db.insert(&relation, row.iter().zip(columns).map(cell).collect());
    }
    let all = treatments::compile(&catalog, &made.files, PassOptions::default())?;
    let show = |error: EvalError| error.to_string();
    let wanted = treatments::rows(&all, &db, Evaluator::Fast, 1, None).map_err(show)?;
    let same = |what: &str, rows: String| {
        if rows == wanted {
            Ok(())
        } else {
            Err(format!("{what} differs\n--- all passes\n{wanted}--- {what}\n{rows}"))
        }
    };
    same("two threads", treatments::rows(&all, &db, Evaluator::Fast, 2, None).map_err(show)?)?;
    for (label, passes) in treatments::pass_options() {
        let variant =
            all.with_program(all.lowered.clone(), &passes).map_err(|error| format!("{label}: {error:?}"))?;
        same(&label, treatments::rows(&variant, &db, Evaluator::Fast, 1, None).map_err(show)?)?;
    }
    let again = treatments::reparsed(&all, &PassOptions::default())?;
    same("printed and read", treatments::rows(&again, &db, Evaluator::Fast, 1, None).map_err(show)?)?;
    // The naive evaluator runs the optimised program, which is smaller.
    match treatments::rows(&all, &db, Evaluator::Naive, 1, Some(PATIENCE)) {
        Ok(rows) => same("naive evaluator", rows).map(|()| true),
        Err(error) if matches!(error.kind, EvalErrorKind::Stopped(_)) => Ok(false),
        Err(error) => Err(error.to_string()),
    }
}
