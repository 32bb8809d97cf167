//! Compiles and runs programs that are large in one dimension: a result or a diagnostic, no stack overflow, no hang.
//! The bench `compile` measures how their times grow.

use libtest_mimic::{Failed, Trial};
use quarrel_tests::shapes::{SHAPES, Shape};
use std::time::{Duration, Instant};

/// More than any shape needs, even on a busy machine in an unoptimised build.
const LONG: Duration = Duration::from_secs(120);

pub fn trials() -> Vec<Trial> {
    SHAPES.iter().map(|shape| Trial::test(format!("large::{}", shape.name), move || run(shape))).collect()
}

fn run(shape: &Shape) -> Result<(), Failed> {
    let start = Instant::now();
    shape.check(shape.size)?;
    let time = start.elapsed();
    if time > LONG { Err(format!("it took {time:?}").into()) } else { Ok(()) }
}
