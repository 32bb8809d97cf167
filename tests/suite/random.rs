//! Random programs in QL through the whole compiler, evaluated in every way: both evaluators, one thread and two, with
//! all passes, without each and without any, and read back from their Datalog. All must agree.
//!
//! A failure names its seed; `QUARREL_SEED=N` runs that seed alone, `QUARREL_CASES=N` so many from 0 on. A seed that
//! failed once belongs into `data/random-seeds.txt`.

use quarrel_datalog::passes::PassOptions;
use quarrel_engine::{EvalError, Evaluator};
use quarrel_eval::edb::Cell;
use quarrel_eval::{EvalErrorKind, MemDb};
use quarrel_seeded::{only_seed, seeds_after};
use quarrel_tests::corpus::{self, Scale};
use quarrel_tests::treatments;
use std::time::Duration;

/// Random programs tried by default.
const CASES: u64 = 40;
/// Elements of each root type.
const ELEMENTS: usize = 4;
/// How long the definition may take for one program.
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
    assert!(compared > 0 || only_seed().is_some(), "no program was small enough for the definition");
}

/// Whether the definition took part.
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
    // The definition: of the program with the passes, which is smaller, unless that takes too long.
    match treatments::rows(&all, &db, Evaluator::Naive, 1, Some(PATIENCE)) {
        Ok(rows) => same("the definition", rows).map(|()| true),
        Err(error) if matches!(error.kind, EvalErrorKind::Stopped(_)) => Ok(false),
        Err(error) => Err(error.to_string()),
    }
}
