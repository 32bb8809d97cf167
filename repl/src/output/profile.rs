//! What an evaluation cost, for people: the dearest strata first, each with its predicates, rows and time.

use quarrel_engine::{Compiled, Work};
use std::fmt::Write;

/// How many strata are shown, and of how many of them the plans.
const SHOWN: usize = 20;
const SHOWN_PLANS: usize = 4;

/// The profile as text.
pub fn render(compiled: &Compiled, work: &Work) -> String {
    let program = compiled.stratified().program();
    let mut strata: Vec<_> = work.strata.iter().collect();
    strata.sort_by_key(|stratum| std::cmp::Reverse(stratum.time));
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:>9} {:>12} {:>12} {:>6} {:>8}  predicates (rows)",
        "ms", "rows read", "derived", "rounds", "MiB"
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
            "{:>9.1} {:>12} {:>12} {:>6} {:>8}  {}",
            stratum.time.as_secs_f64() * 1000.0,
            totals.rows_read,
            totals.derived,
            totals.rounds,
            stratum.bytes >> 20,
            preds.join(", ")
        );
    }
    for stratum in strata.iter().take(SHOWN_PLANS) {
        for plan in &stratum.plans {
            let _ = writeln!(out, "{plan}");
        }
    }
    out
}
