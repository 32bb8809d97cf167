//! Floats: IEEE 754 doubles with the results of `java.lang.Math`.

use super::Emit;
use crate::limits::Stop;
use crate::value::Values;
use quarrel_datalog::BuiltinOp;

pub(super) fn apply(
    op: BuiltinOp,
    inputs: &[u32],
    values: &Values<'_>,
    emit: &mut Emit<'_>,
) -> Result<(), Stop> {
    use BuiltinOp as Op;
    let a = inputs.first().map_or(0.0, |a| values.float_of(*a));
    let b = inputs.get(1).map_or(0.0, |b| values.float_of(*b));
    let result = match op {
        Op::FloatAdd => a + b,
        Op::FloatSub => a - b,
        Op::FloatMul => a * b,
        Op::FloatDiv => a / b,
        Op::FloatRem => a % b,
        Op::FloatNeg => -a,
        Op::FloatAbs => a.abs(),
        Op::FloatAcos => a.acos(),
        Op::FloatAsin => a.asin(),
        Op::FloatAtan => a.atan(),
        Op::FloatCos => a.cos(),
        Op::FloatCosh => a.cosh(),
        Op::FloatExp => a.exp(),
        Op::FloatLog => a.ln(),
        Op::FloatLogBase => a.ln() / b.ln(),
        Op::FloatLog10 => a.log10(),
        Op::FloatLog2 => a.log2(),
        Op::FloatSignum => {
            if a == 0.0 || a.is_nan() {
                a
            } else {
                1f64.copysign(a)
            }
        }
        Op::FloatSin => a.sin(),
        Op::FloatSinh => a.sinh(),
        Op::FloatSqrt => a.sqrt(),
        Op::FloatTan => a.tan(),
        Op::FloatTanh => a.tanh(),
        Op::FloatUlp => ulp(a),
        Op::FloatNextUp => a.next_up(),
        Op::FloatNextDown => a.next_down(),
        Op::FloatNextAfter => next_after(a, b),
        Op::FloatCopySign => a.copysign(b),
        Op::FloatPow => pow(a, b),
        Op::FloatCeil | Op::FloatFloor => {
            let whole = if op == Op::FloatCeil { a.ceil() } else { a.floor() };
            if (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&whole) {
                emit(&[(whole as i32).cast_unsigned()])?;
            }
            return Ok(());
        }
        Op::FloatToString => return emit(&[values.string(&float_to_string(a))]),
        _ => return Ok(()),
    };
    emit(&[values.float(result)])
}

fn ulp(a: f64) -> f64 {
    let size = a.abs();
    if !size.is_finite() {
        size
    } else if size == f64::MAX {
        size - size.next_down()
    } else {
        size.next_up() - size
    }
}

fn next_after(a: f64, towards: f64) -> f64 {
    if a.is_nan() || towards.is_nan() {
        f64::NAN
    } else if a == towards {
        towards
    } else if a < towards {
        a.next_up()
    } else {
        a.next_down()
    }
}

/// Like `Math.pow`, which differs from C's for powers of one: 1 to NaN or to infinity is NaN.
fn pow(a: f64, b: f64) -> f64 {
    if b != 0.0 && (b.is_nan() || (a.abs() == 1.0 && b.is_infinite())) { f64::NAN } else { a.powf(b) }
}

/// Like `Double.toString` since JDK 19: the shortest decimal that parses to the number (among those of up to two digits
/// the nearest), always with a fraction digit; with an exponent outside of 10^-3 to 10^7.
pub fn float_to_string(float: f64) -> String {
    if float.is_nan() {
        return "NaN".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let sign = if float.is_sign_negative() { "-" } else { "" };
    let size = float.abs();
    if size == 0.0 {
        return format!("{sign}0.0");
    }
    let mut shortest = format!("{size:e}");
    if !shortest.contains('.') {
        let two = format!("{size:.1e}");
        if two.parse() == Ok(size) {
            shortest = two;
        }
    }
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mut digits: String = mantissa.chars().filter(|char| *char != '.').collect();
    while digits.len() > 1 && digits.ends_with('0') {
        digits.pop();
    }
    let pad = |digits: &str| if digits.is_empty() { "0".to_owned() } else { digits.to_owned() };
    if !(1e-3..1e7).contains(&size) {
        return format!("{sign}{}.{}E{exponent}", &digits[..1], pad(&digits[1..]));
    }
    if exponent < 0 {
        let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
        return format!("{sign}0.{zeros}{digits}");
    }
    let whole = exponent as usize + 1;
    while digits.len() < whole {
        digits.push('0');
    }
    format!("{sign}{}.{}", &digits[..whole], pad(&digits[whole..]))
}
