//! Renders the profile of an evaluation: the slowest strata with their predicates, rows and times; the joins that read
//! the most rows; products; and plans with expected and actual rows.

use quarrel_engine::{Compiled, HeldRows, StepWork, Work};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The number of strata, of joins, and of strata with plans that are shown.
const SHOWN: usize = 20;
const SHOWN_JOINS: usize = 10;
const SHOWN_PLANS: usize = 4;
/// Products with fewer rows are not reported.
const LARGE_PRODUCT: u64 = 100_000;
/// A product with at most so many rows on one side is not reported: a constant, or one of a few strings.
const FEW: u64 = 16;

/// The profile as text.
pub fn render(compiled: &Compiled, work: &Work) -> String {
    let program = compiled.stratified().program();
    let mut strata: Vec<_> = work.strata.iter().collect();
    strata.sort_by_key(|stratum| std::cmp::Reverse(stratum.time));
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:>9} {:>12} {:>12} {:>12} {:>6} {:>8} {:>8}  predicates (rows)",
        "ms", "rows read", "derived", "known", "rounds", "MiB", "peak MiB"
    );
    for stratum in strata.iter().take(SHOWN) {
        let totals = &stratum.totals;
        let mut preds: Vec<String> = stratum
            .preds
            .iter()
            .take(4)
            .map(|(pred, rows)| format!("{} ({rows})", program.preds[*pred].name))
            .collect();
        if stratum.preds.len() > 4 {
            preds.push(format!("and {} more", stratum.preds.len() - 4));
        }
        let _ = writeln!(
            out,
            "{:>9.1} {:>12} {:>12} {:>12} {:>6} {:>8} {:>8}  {}",
            stratum.time.as_secs_f64() * 1000.0,
            totals.rows_read,
            totals.derived,
            totals.duplicates,
            totals.rounds,
            stratum.bytes >> 20,
            stratum.peak >> 20,
            preds.join(", ")
        );
    }
    let _ = writeln!(
        out,
        "\n{:>12} {:>12} {:>12} {:>12}  joins that read the most rows",
        "rows in", "looked at", "rows out", "expected"
    );
    for join in work.worst_joins().into_iter().take(SHOWN_JOINS) {
        let StepWork { pred, text, rows_in, read, rows_out, estimate, .. } = join;
        let name = &program.preds[*pred].name;
        let _ = writeln!(out, "{rows_in:>12} {read:>12} {rows_out:>12} {estimate:>12.0}  {name}: {text}");
    }
    let is_large = |product: &&StepWork| product.rows_out >= LARGE_PRODUCT.max(product.rows_in * FEW);
    for product in work.products().into_iter().filter(is_large) {
        let name = &program.preds[product.pred].name;
        let _ = writeln!(
            out,
            "warning: `{name}` combines {} rows with all rows of a relation ({}), {} rows: does it miss a condition?",
            product.rows_in, product.text, product.rows_out
        );
    }
    let memory = &work.memory;
    let _ = writeln!(
        out,
        "\n{:>12} {:>12}  largest relations when memory peaked at {} MiB (rows)",
        "KiB",
        "for indexes",
        memory.bytes >> 20
    );
    for HeldRows { pred, rows, bytes, indexes } in &memory.largest {
        let name = &program.preds[*pred].name;
        let _ = writeln!(out, "{:>12} {:>12}  {name} ({rows})", bytes >> 10, indexes >> 10);
    }
    for stratum in strata.iter().take(SHOWN_PLANS) {
        for plan in stratum.plans.iter().collect::<BTreeSet<_>>() {
            let _ = writeln!(out, "\n{plan}");
        }
    }
    out
}

/// All plans in the order of evaluation. Plans that were made anew in later rounds follow the first.
pub fn plans(compiled: &Compiled, work: &Work) -> String {
    let program = compiled.stratified().program();
    let mut out = String::new();
    for stratum in &work.strata {
        let names: Vec<&str> =
            stratum.preds.iter().map(|(pred, _)| program.preds[*pred].name.as_str()).collect();
        let _ = writeln!(out, "# {}", names.join(", "));
        for plan in &stratum.plans {
            let _ = writeln!(out, "{plan}");
        }
    }
    out
}
