//! Measures of the quality of predicted probabilities.

/// A prediction and its outcome.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// The predicted log-odds.
    pub odds: f64,
    /// The outcome.
    pub positive: bool,
    /// The weight.
    pub weight: f64,
}

/// A part of the predictions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    /// The mean predicted probability.
    pub predicted: f64,
    /// The share of positive outcomes.
    pub true_share: f64,
    /// The total weight.
    pub weight: f64,
}

/// The area under the ROC curve: the probability that a positive example ranks before a negative one, ties as one half.
pub fn area(predictions: &[Prediction]) -> f64 {
    let mut sorted = predictions.to_vec();
    sorted.sort_by(|a, b| a.odds.total_cmp(&b.odds));
    let (mut negative_before, mut pairs) = (0.0, 0.0);
    for equal in sorted.chunk_by(|a, b| a.odds == b.odds) {
        let weight =
            |positive| equal.iter().filter(|p| p.positive == positive).map(|p| p.weight).sum::<f64>();
        pairs += weight(true) * (negative_before + weight(false) / 2.0);
        negative_before += weight(false);
    }
    let positive: f64 = predictions.iter().filter(|p| p.positive).map(|p| p.weight).sum();
    if positive * negative_before == 0.0 { f64::NAN } else { pairs / (positive * negative_before) }
}

/// The log loss: the mean negative logarithm of the probability of the outcome; less is better.
pub fn loss(predictions: &[Prediction]) -> f64 {
    let weight: f64 = predictions.iter().map(|p| p.weight).sum();
    let of_one = |p: &Prediction| {
        let signed = if p.positive { p.odds } else { -p.odds };
        p.weight * if signed > 0.0 { (-signed).exp().ln_1p() } else { signed.exp().ln_1p() - signed }
    };
    predictions.iter().map(of_one).sum::<f64>() / weight
}

/// Splits the predictions into `number` parts of equal weight, least likely first, to compare probabilities with outcomes.
pub fn calibration(predictions: &[Prediction], number: usize) -> Vec<Part> {
    let mut sorted = predictions.to_vec();
    sorted.sort_by(|a, b| a.odds.total_cmp(&b.odds));
    let all: f64 = sorted.iter().map(|p| p.weight).sum();
    let (mut parts, mut before) = (vec![(0.0, 0.0, 0.0); number], 0.0);
    for p in &sorted {
        let at = ((before + p.weight / 2.0) / all * number as f64) as usize;
        let part = &mut parts[at.min(number - 1)];
        part.0 += p.weight * super::model::probability(p.odds);
        part.1 += if p.positive { p.weight } else { 0.0 };
        part.2 += p.weight;
        before += p.weight;
    }
    parts
        .into_iter()
        .filter(|part| part.2 > 0.0)
        .map(|(predicted, came, weight)| Part {
            predicted: predicted / weight,
            true_share: came / weight,
            weight,
        })
        .collect()
}

/// The median, the lower of two; `None` without numbers.
pub fn median(mut numbers: Vec<usize>) -> Option<usize> {
    numbers.sort_unstable();
    numbers.get(numbers.len().checked_sub(1)? / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::{Prediction, area, calibration, loss, median};

    fn predictions(list: &[(f64, bool)]) -> Vec<Prediction> {
        list.iter().map(|&(odds, positive)| Prediction { odds, positive, weight: 1.0 }).collect()
    }

    #[test]
    fn the_area_counts_pairs() {
        assert_eq!(area(&predictions(&[(2.0, true), (1.0, false)])), 1.0);
        assert_eq!(area(&predictions(&[(1.0, true), (1.0, false)])), 0.5);
        assert_eq!(area(&predictions(&[(3.0, true), (2.0, false), (1.0, true), (0.0, false)])), 0.75);
        assert!(area(&predictions(&[(1.0, true)])).is_nan());
    }

    #[test]
    fn parts_compare_probabilities_with_outcomes() {
        let parts = calibration(&predictions(&[(-9.0, false), (-9.0, false), (9.0, true), (9.0, false)]), 2);
        assert_eq!(parts.len(), 2);
        assert!(parts[0].predicted < 0.01 && parts[0].true_share == 0.0);
        assert!(parts[1].predicted > 0.99 && parts[1].true_share == 0.5);
        assert!(loss(&predictions(&[(0.0, true)])) - 2.0_f64.ln() < 1e-12);
    }

    #[test]
    fn the_median_is_one_of_the_numbers() {
        assert_eq!(median(vec![7, 1, 3, 9]), Some(3));
        assert_eq!(median(Vec::new()), None);
    }
}
