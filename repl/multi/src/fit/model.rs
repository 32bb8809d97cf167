//! Logistic regression with normal priors: fits coefficients with standard errors to weighted rows of features. Newton's
//! method with a factored Hessian; a few hundred features at most.

/// An example.
#[derive(Clone, Debug)]
pub struct Row {
    /// Nonzero features by index.
    pub features: Vec<(usize, f64)>,
    /// Whether it is positive.
    pub positive: bool,
    /// The weight; more than 0.
    pub weight: f64,
}

/// The normal prior of a coefficient.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The mean.
    pub at: f64,
    /// The standard deviation.
    pub deviation: f64,
}

/// A coefficient.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Coefficient {
    /// The most likely value.
    pub value: f64,
    /// The standard error, from the curvature.
    pub error: f64,
}

/// The most steps of a fit.
const MOST_STEPS: usize = 60;
/// The fit ends when a step moves no coefficient by more.
const REST: f64 = 1e-9;

/// The probability for log-odds.
pub fn probability(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// The log-odds of a row.
pub fn odds(features: &[(usize, f64)], coefficients: &[Coefficient]) -> f64 {
    features.iter().map(|&(at, value)| coefficients[at].value * value).sum()
}

/// Fits the coefficients of all features that `starts` has.
pub fn fit<'a>(rows: impl Iterator<Item = &'a Row> + Clone, starts: &[Start]) -> Vec<Coefficient> {
    let size = starts.len();
    let mut values: Vec<f64> = starts.iter().map(|start| start.at).collect();
    let mut worth = worth_of(rows.clone(), starts, &values);
    for _ in 0..MOST_STEPS {
        let (gradient, curvature) = slopes(rows.clone(), starts, &values);
        let factor = factored(curvature, size);
        let step = solved(&factor, gradient, size);
        // Far from the maximum a full step may overshoot.
        let mut length = 1.0;
        let moved = loop {
            let tried: Vec<f64> = values.iter().zip(&step).map(|(value, by)| value + length * by).collect();
            let worth_there = worth_of(rows.clone(), starts, &tried);
            if worth_there >= worth || length < 1e-6 {
                worth = worth_there;
                break tried;
            }
            length /= 2.0;
        };
        let by = values.iter().zip(&moved).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        values = moved;
        if by < REST {
            break;
        }
    }
    let factor = factored(slopes(rows, starts, &values).1, size);
    let error = |at: usize| {
        let mut unit = vec![0.0; size];
        unit[at] = 1.0;
        solved(&factor, unit, size)[at].max(0.0).sqrt()
    };
    values.iter().enumerate().map(|(at, &value)| Coefficient { value, error: error(at) }).collect()
}

/// The log of the posterior, up to a constant.
fn worth_of<'a>(rows: impl Iterator<Item = &'a Row>, starts: &[Start], values: &[f64]) -> f64 {
    let of_row = |row: &Row| {
        let odds: f64 = row.features.iter().map(|&(at, value)| values[at] * value).sum();
        let signed = if row.positive { odds } else { -odds };
        // The logarithm of the probability, without overflow.
        row.weight * if signed > 0.0 { -(-signed).exp().ln_1p() } else { signed - signed.exp().ln_1p() }
    };
    let held = values.iter().zip(starts).map(|(value, start)| ((value - start.at) / start.deviation).powi(2));
    rows.map(of_row).sum::<f64>() - held.sum::<f64>() / 2.0
}

/// The gradient of the log posterior and its negative Hessian, row by row.
fn slopes<'a>(rows: impl Iterator<Item = &'a Row>, starts: &[Start], values: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let size = starts.len();
    let mut gradient = vec![0.0; size];
    let mut curvature = vec![0.0; size * size];
    for row in rows {
        let odds: f64 = row.features.iter().map(|&(at, value)| values[at] * value).sum();
        let likely = probability(odds);
        let pull = row.weight * (f64::from(u8::from(row.positive)) - likely);
        let bend = row.weight * likely * (1.0 - likely);
        for &(one, by_one) in &row.features {
            gradient[one] += pull * by_one;
            for &(other, by_other) in &row.features {
                curvature[one * size + other] += bend * by_one * by_other;
            }
        }
    }
    for (at, start) in starts.iter().enumerate() {
        let held = start.deviation.powi(-2);
        gradient[at] -= (values[at] - start.at) * held;
        curvature[at * size + at] += held;
    }
    (gradient, curvature)
}

/// The Cholesky factor of a matrix, which is positive definite because of the priors.
fn factored(mut matrix: Vec<f64>, size: usize) -> Vec<f64> {
    for column in 0..size {
        for row in column..size {
            let (above, below) = (&matrix[column * size..][..column], &matrix[row * size..][..column]);
            let known: f64 = above.iter().zip(below).map(|(one, other)| one * other).sum();
            let rest = matrix[row * size + column] - known;
            matrix[row * size + column] = if row == column {
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / matrix[column * size + column]
            };
        }
    }
    matrix
}

/// Solves for a right-hand side with the Cholesky factor.
fn solved(factor: &[f64], mut side: Vec<f64>, size: usize) -> Vec<f64> {
    for row in 0..size {
        let known: f64 = (0..row).map(|column| factor[row * size + column] * side[column]).sum();
        side[row] = (side[row] - known) / factor[row * size + row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|below| factor[below * size + row] * side[below]).sum();
        side[row] = (side[row] - known) / factor[row * size + row];
    }
    side
}

#[cfg(test)]
mod tests {
    use super::{Row, Start, fit, odds, probability};

    fn rows(counts: &[(&[(usize, f64)], bool, usize)]) -> Vec<Row> {
        let row =
            |features: &[(usize, f64)], positive| Row { features: features.to_vec(), positive, weight: 1.0 };
        counts.iter().flat_map(|&(f, positive, times)| vec![row(f, positive); times]).collect()
    }

    const FREE: Start = Start { at: 0.0, deviation: 100.0 };

    #[test]
    fn a_table_of_four_has_its_log_odds_and_their_error() {
        // 30 of 100 without the feature, 60 of 100 with it.
        let plain: &[(usize, f64)] = &[(0, 1.0)];
        let with: &[(usize, f64)] = &[(0, 1.0), (1, 1.0)];
        let rows = rows(&[(plain, true, 30), (plain, false, 70), (with, true, 60), (with, false, 40)]);
        let found = fit(rows.iter(), &[FREE, FREE]);
        let ratio = (60.0_f64 * 70.0 / (40.0 * 30.0)).ln();
        assert!((found[0].value - (30.0_f64 / 70.0).ln()).abs() < 1e-3, "{found:?}");
        assert!((found[1].value - ratio).abs() < 1e-3, "{found:?}");
        let error = (1.0 / 30.0 + 1.0 / 70.0 + 1.0 / 60.0 + 1.0 / 40.0_f64).sqrt();
        assert!((found[1].error - error).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn without_rows_a_coefficient_stays_where_it_starts() {
        let with: &[(usize, f64)] = &[(0, 1.0)];
        let found = fit(rows(&[(with, true, 3)]).iter(), &[FREE, Start { at: -1.5, deviation: 0.5 }]);
        assert_eq!(found[1].value, -1.5);
        assert!((found[1].error - 0.5).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn what_all_positive_rows_have_stays_finite_by_its_start() {
        let with: &[(usize, f64)] = &[(0, 1.0), (1, 1.0)];
        let plain: &[(usize, f64)] = &[(0, 1.0)];
        let rows = rows(&[(with, true, 50), (plain, false, 50)]);
        let found = fit(rows.iter(), &[FREE, Start { at: 0.0, deviation: 1.0 }]);
        assert!(found[1].value > 1.0 && found[1].value < 5.0, "{found:?}");
        assert!(probability(odds(with, &found)) > 0.9);
    }

    #[test]
    fn a_weight_counts_as_so_many_rows() {
        let with: &[(usize, f64)] = &[(0, 1.0), (1, 2.0)];
        let plain: &[(usize, f64)] = &[(0, 1.0)];
        let many = rows(&[(with, true, 8), (with, false, 4), (plain, true, 4), (plain, false, 12)]);
        let mut few = rows(&[(with, true, 2), (with, false, 1), (plain, true, 1), (plain, false, 3)]);
        few.iter_mut().for_each(|row| row.weight = 4.0);
        let (one, other) = (fit(many.iter(), &[FREE, FREE]), fit(few.iter(), &[FREE, FREE]));
        assert!((one[1].value - other[1].value).abs() < 1e-6 && (one[1].error - other[1].error).abs() < 1e-6);
    }
}
