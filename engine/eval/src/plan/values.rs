//! Statistics of a column's values: their number and the frequent ones.
//!
//! Columns of code are skewed: half of all accesses are to a few fields, most paths end in a few steps. An average over
//! all values says little about a join of two such columns, which meets the frequent values again and again.

use rustc_hash::FxHashMap;

/// Rows sampled for frequent values.
const SAMPLE: usize = 1024;
/// A value is frequent if at least one row in so many has it.
const RARE: usize = 128;
/// The most frequent values that are kept.
const KEPT: usize = 32;

/// The values of a column.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values {
    /// The exact number of distinct values.
    pub distinct: f64,
    /// The frequent values, sorted, each with its share of the rows, estimated from a sample.
    common: Vec<(u32, f64)>,
    /// The share of the rows with other values.
    rest: f64,
}

impl Values {
    /// The statistics of a column; `sorted` if equal values are adjacent.
    pub fn of(col: &[u32], sorted: bool) -> Self {
        let distinct = count_distinct(col, sorted);
        let common = if distinct == col.len() { Vec::new() } else { common_values(col) };
        let rest = 1.0 - common.iter().map(|(_, share)| share).sum::<f64>();
        // Each value that the sample missed belongs to some row too.
        let missed = (distinct - common.len()).min(1) as f64 / SAMPLE as f64;
        let rest = rest.max(missed);
        Self { distinct: distinct as f64, common, rest }
    }

    /// The estimated share of the rows with this value.
    pub fn share(&self, value: u32) -> f64 {
        match self.common.binary_search_by_key(&value, |(value, _)| *value) {
            Ok(at) => self.common[at].1,
            Err(_) => self.rest / self.rare(),
        }
    }

    /// The estimated share of the pairs of rows of two columns that have equal values. At least the average: different
    /// frequent values now do not mean that later rows differ.
    pub fn meet(&self, other: &Self) -> f64 {
        let theirs = other.common.iter().filter(|(value, _)| !self.is_common(*value));
        let common = |values: &mut dyn Iterator<Item = &(u32, f64)>, side: &Self| -> f64 {
            values.map(|(value, share)| share * side.share(*value)).sum()
        };
        let skewed = common(&mut self.common.iter(), other)
            + common(&mut theirs.into_iter(), self)
            + self.rest * other.rest / self.rare().max(other.rare());
        skewed.max(1.0 / self.distinct.max(other.distinct).max(1.0))
    }

    fn is_common(&self, value: u32) -> bool {
        self.common.binary_search_by_key(&value, |(value, _)| *value).is_ok()
    }

    /// The number of values that are not frequent; at least one, as a divisor.
    fn rare(&self) -> f64 {
        (self.distinct - self.common.len() as f64).max(1.0)
    }
}

/// The frequent values, by a sample that is equal on any machine: one row of each of many stretches, at varying
/// positions, because rows often come in pairs or triples.
fn common_values(col: &[u32]) -> Vec<(u32, f64)> {
    let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
    let mut looked_at = 0;
    for (at, stretch) in col.chunks(col.len().div_ceil(SAMPLE).max(1)).enumerate() {
        // Knuth's multiplicative hash of the stretch's number.
        let chosen = (at as u32).wrapping_mul(2_654_435_769) >> 8;
        *counts.entry(stretch[chosen as usize % stretch.len()]).or_default() += 1;
        looked_at += 1;
    }
    let least = (looked_at / RARE).max(2);
    let mut common: Vec<(u32, usize)> = counts.into_iter().filter(|(_, count)| *count >= least).collect();
    common.sort_unstable_by_key(|(value, count)| (std::cmp::Reverse(*count), *value));
    common.truncate(KEPT);
    common.sort_unstable();
    common.into_iter().map(|(value, count)| (value, count as f64 / looked_at as f64)).collect()
}

/// Counts exactly, with one bit per value of the range.
fn count_distinct(col: &[u32], sorted: bool) -> usize {
    if sorted {
        return usize::from(!col.is_empty()) + col.windows(2).filter(|pair| pair[0] != pair[1]).count();
    }
    let Some(&min) = col.iter().min() else {
        return 0;
    };
    let max = col.iter().max().copied().unwrap_or(min);
    let span = (max - min) as usize + 1;
    if span > col.len().saturating_mul(64).max(1 << 16) {
        let mut copy = col.to_vec();
        copy.sort_unstable();
        copy.dedup();
        return copy.len();
    }
    let mut bits = vec![0u64; span.div_ceil(64)];
    for &value in col {
        let at = (value - min) as usize;
        bits[at / 64] |= 1 << (at % 64);
    }
    bits.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rows_that_come_in_pairs_do_not_hide_a_value() {
        let column: Vec<u32> = (0..1 << 20).map(|row| row % 2).collect();
        let values = Values::of(&column, false);
        assert!((values.share(0) - 0.5).abs() < 0.1 && (values.share(1) - 0.5).abs() < 0.1, "{values:?}");
    }

    /// One row in two has the value 7, the others are distinct.
    fn skewed(from: u32) -> Vec<u32> {
        (0..2000).map(|row| if row % 2 == 0 { 7 } else { from + row }).collect()
    }

    #[test]
    fn frequent_values_meet_more_often_than_the_average() {
        let (a, b) = (Values::of(&skewed(1000), false), Values::of(&skewed(9000), false));
        assert!((a.meet(&b) - 0.25).abs() < 0.05, "{}", a.meet(&b));
        assert!((a.share(7) - 0.5).abs() < 0.05);
        assert!(a.share(1001) < 0.001);
    }

    proptest! {
        #[test]
        fn a_small_column_is_known_exactly(col in prop::collection::vec(0u32..20, 1..500), other in prop::collection::vec(0u32..3, 1..500)) {
            let distinct: std::collections::BTreeSet<u32> = col.iter().copied().collect();
            let (ours, theirs) = (Values::of(&col, false), Values::of(&other, false));
            prop_assert_eq!(ours.distinct, distinct.len() as f64);
            // Shares add up to one, and it does not matter which column is asked.
            let total: f64 = distinct.iter().map(|value| ours.share(*value)).sum();
            prop_assert!((total - 1.0).abs() < 1e-6, "{}", total);
            prop_assert!((ours.meet(&theirs) - theirs.meet(&ours)).abs() < 1e-9);
        }
    }
}
