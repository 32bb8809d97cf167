//! Integers and booleans: 32 bits, two's complement, wrapping.

use super::{Emit, Plain};
use crate::limits::Stop;
use crate::value::Values;
use num_bigint::BigInt;
use quarrel_datalog::BuiltinOp;

type Result1 = Option<u32>;

fn signed1(a: u32, function: impl Fn(i32) -> i32) -> Result1 {
    Some(function(a.cast_signed()).cast_unsigned())
}
fn signed2(a: u32, b: u32, function: impl Fn(i32, i32) -> Option<i32>) -> Result1 {
    function(a.cast_signed(), b.cast_signed()).map(i32::cast_unsigned)
}

pub(super) fn plain(op: BuiltinOp, mode: usize) -> Option<Plain> {
    use BuiltinOp as Op;
    use Plain::{Binary, Unary};
    Some(match (op, mode) {
        (Op::IntAdd, 0) => Binary(|a, b| Some(a.wrapping_add(b))),
        // In the other modes, the inputs are one operand and the sum.
        (Op::IntAdd, _) => Binary(|operand, sum| Some(sum.wrapping_sub(operand))),
        (Op::IntMul, _) => Binary(|a, b| Some(a.wrapping_mul(b))),
        (Op::IntDiv, _) => Binary(|a, b| signed2(a, b, |a, b| (b != 0).then(|| a.wrapping_div(b)))),
        (Op::IntRem, _) => Binary(|a, b| signed2(a, b, |a, b| (b != 0).then(|| a.wrapping_rem(b)))),
        (Op::IntNeg, _) => Unary(|a| Some(a.wrapping_neg())),
        (Op::IntAbs, _) => Unary(|a| signed1(a, i32::wrapping_abs)),
        (Op::IntBitAnd, _) => Binary(|a, b| Some(a & b)),
        (Op::IntBitOr, _) => Binary(|a, b| Some(a | b)),
        (Op::IntBitXor, _) => Binary(|a, b| Some(a ^ b)),
        (Op::IntBitNot, _) => Unary(|a| Some(!a)),
        (Op::IntShiftLeft, _) => Binary(|a, b| Some(a.wrapping_shl(b))),
        (Op::IntShiftRight, _) => Binary(|a, b| Some(a.wrapping_shr(b))),
        (Op::IntShiftRightSigned, _) => Binary(|a, b| signed2(a, b, |a, _| Some(a.wrapping_shr(b)))),
        (Op::IntGcd, _) => Binary(|a, b| {
            let (mut a, mut b) = (a.cast_signed().unsigned_abs(), b.cast_signed().unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            Some(a)
        }),
        (Op::BooleanAnd, _) => Binary(|a, b| Some(a & b)),
        (Op::BooleanOr, _) => Binary(|a, b| Some(a | b)),
        (Op::BooleanXor, _) => Binary(|a, b| Some(a ^ b)),
        (Op::BooleanNot, _) => Unary(|a| Some(a ^ 1)),
        _ => return None,
    })
}

pub(super) fn apply(
    op: BuiltinOp,
    mode: usize,
    inputs: &[u32],
    values: &Values<'_>,
    emit: &mut Emit<'_>,
) -> Result<(), Stop> {
    use BuiltinOp as Op;
    let result = match (op, mode, inputs) {
        (Op::IntRange, 0, &[low, high, int]) => {
            let (low, high, int) = (low.cast_signed(), high.cast_signed(), int.cast_signed());
            if (low..=high).contains(&int) {
                emit(&[])?;
            }
            None
        }
        (Op::IntRange, _, &[low, high]) => {
            for int in low.cast_signed()..=high.cast_signed() {
                emit(&[int.cast_unsigned()])?;
            }
            None
        }
        (Op::IntToFloat, 0, &[int]) => Some(values.float(f64::from(int.cast_signed()))),
        (Op::IntToFloat, _, &[float]) => {
            let float = values.float_of(float);
            // -0.0 is not the float of any int; the cast saturates, so converting back decides the rest.
            let int = float as i32;
            (f64::from(int).to_bits() == float.to_bits()).then(|| int.cast_unsigned())
        }
        (Op::IntToString, _, &[int]) => Some(values.string(&int.cast_signed().to_string())),
        (Op::IntToUnicode, 0, &[int]) => {
            char::from_u32(int).map(|char| values.string(char.encode_utf8(&mut [0; 4])))
        }
        (Op::IntToUnicode, _, &[text]) => {
            let mut chars = values.text(text).chars();
            chars.next().filter(|_| chars.next().is_none()).map(u32::from)
        }
        (Op::IntToBigInt, 0, &[int]) => Some(values.bigint(BigInt::from(int.cast_signed()))),
        (Op::IntToBigInt, _, &[big]) => {
            values.bigint_of(big).and_then(|big| i32::try_from(big).ok()).map(i32::cast_unsigned)
        }
        (Op::BooleanToString, _, &[truth]) => Some(values.string(if truth == 0 { "false" } else { "true" })),
        _ => None,
    };
    result.map_or(Ok(()), |result| emit(&[result]))
}
