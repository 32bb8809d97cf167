//! Programs that are large in one way only compile and run: an answer or a diagnostic, no overflow of a stack, no
//! hang. The bench `compile` measures how their times grow.

use libtest_mimic::{Failed, Trial};
use quarrel_tests::shapes::{SHAPES, Shape};
use std::time::{Duration, Instant};

/// What no shape comes near, on a slow machine that does other things as well, in a build without optimisation.
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
