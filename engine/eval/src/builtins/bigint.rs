//! Integers of any size. Results beyond [`MAX_BITS`] have no value, so that no program exhausts the memory in one step.

use super::Emit;
use crate::limits::Stop;
use crate::value::Values;
use num_bigint::{BigInt, Sign};
use quarrel_common::always;
use quarrel_datalog::BuiltinOp;

const MAX_BITS: u64 = 1 << 24;

pub(super) fn apply(
    op: BuiltinOp,
    mode: usize,
    inputs: &[u32],
    values: &Values<'_>,
    emit: &mut Emit<'_>,
) -> Result<(), Stop> {
    use BuiltinOp as Op;
    let Some(a) = always!(inputs.first().and_then(|a| values.bigint_of(*a))) else { return Ok(()) };
    let int = inputs.get(1).map_or(0, |b| b.cast_signed());
    let zero = BigInt::ZERO;
    let b = match op.kinds().get(1) {
        Some(quarrel_datalog::Kind::BigInt) => {
            inputs.get(1).and_then(|b| values.bigint_of(*b)).unwrap_or(&zero)
        }
        _ => &zero,
    };
    let result = match op {
        Op::BigIntAdd if mode == 0 => Some(a + b),
        Op::BigIntAdd => Some(b - a),
        Op::BigIntMul if a.bits() + b.bits() > MAX_BITS => too_big(values),
        Op::BigIntMul => Some(a * b),
        Op::BigIntDiv => (*b != zero).then(|| a / b),
        Op::BigIntRem => (*b != zero).then(|| a % b),
        Op::BigIntNeg => Some(-a),
        Op::BigIntBitAnd => Some(a & b),
        Op::BigIntBitOr => Some(a | b),
        Op::BigIntBitXor => Some(a ^ b),
        Op::BigIntBitNot => Some(!a),
        // As in Java, a negative count shifts the other way.
        Op::BigIntShiftLeft => shift(a, i64::from(int), values),
        Op::BigIntShiftRightSigned => shift(a, -i64::from(int), values),
        Op::BigIntPow => match u32::try_from(int) {
            Err(_) => None,
            Ok(exponent) if a.bits() > 1 && a.bits() * u64::from(exponent) > MAX_BITS => too_big(values),
            Ok(exponent) => Some(a.pow(exponent)),
        },
        Op::BigIntAbs => Some(BigInt::from(a.magnitude().clone())),
        Op::BigIntGcd => {
            let (mut a, mut b) = (a.magnitude().clone(), b.magnitude().clone());
            while b.bits() > 0 {
                (a, b) = (b.clone(), a % b);
            }
            Some(BigInt::from(a))
        }
        Op::BigIntBitLength => {
            // Two's complement without the sign: that of -2^n needs n bits.
            let bits = if a.sign() == Sign::Minus { (!a).bits() } else { a.bits() };
            return emit(&[bits as u32]);
        }
        Op::BigIntToString => return emit(&[values.string(&a.to_string())]),
        _ => None,
    };
    result.map_or(Ok(()), |result| emit(&[values.bigint(result)]))
}

fn shift(a: &BigInt, left: i64, values: &Values<'_>) -> Option<BigInt> {
    let count = left.unsigned_abs();
    if left < 0 {
        Some(a >> count)
    } else if a.bits() + count > MAX_BITS {
        too_big(values)
    } else {
        Some(a << count)
    }
}

fn too_big(values: &Values<'_>) -> Option<BigInt> {
    values.warn(format!("a BigInt of more than {MAX_BITS} bits was left out"));
    None
}
