//! What the built-in operations compute (language.md section 15). Bound arguments flow in, the values of the others
//! flow out, one row at a time, as many rows as there are.

use crate::limits::Stop;
use crate::value::Values;
use quarrel_datalog::{BuiltinOp, Kind};

mod bigint;
mod date;
mod float;
mod int;
mod pattern;
mod string;
mod utf16;

pub use float::float_to_string;

/// Gets each solution of a call: the values of the arguments that the mode calls `o`, in order. An error ends the call.
pub type Emit<'a> = dyn FnMut(&[u32]) -> Result<(), Stop> + 'a;

/// The first mode in which everything that must be bound is; an index into [`BuiltinOp::modes`].
pub fn choose_mode(op: BuiltinOp, bound: impl Fn(usize) -> bool) -> Option<usize> {
    op.modes()
        .iter()
        .position(|mode| mode.bytes().enumerate().all(|(at, letter)| letter == b'o' || bound(at)))
}

/// Evaluates an operation for one row. `inputs` are the values of the arguments that the mode calls `i`, in order;
/// `emit` gets the values of those it calls `o`, in order, once for each solution (an operation without `o`: an empty
/// row if it holds). The same solution is never emitted twice for one call. The caller compares what it knew already.
///
/// Whatever the mode, the same rows are in the operation: a mode only says which of them are found.
///
/// # Errors
/// If `emit` says to stop, or a text is too long for the limits of the evaluation.
pub fn apply(
    op: BuiltinOp,
    mode: usize,
    inputs: &[u32],
    values: &Values<'_>,
    emit: &mut Emit<'_>,
) -> Result<(), Stop> {
    match (plain(op, mode), inputs) {
        (Some(Plain::Unary(function)), &[a]) => {
            if let Some(result) = function(a) {
                emit(&[result])?;
            }
            Ok(())
        }
        (Some(Plain::Binary(function)), &[a, b]) => {
            if let Some(result) = function(a, b) {
                emit(&[result])?;
            }
            Ok(())
        }
        _ => match op.kinds().first() {
            Some(Kind::String) => string::apply(op, mode, inputs, values, emit),
            Some(Kind::Float) => float::apply(op, inputs, values, emit),
            Some(Kind::Date) => date::apply(op, inputs, values, emit),
            Some(Kind::BigInt) => bigint::apply(op, mode, inputs, values, emit),
            _ => int::apply(op, mode, inputs, values, emit),
        },
    }
}

/// A function on plain 32-bit values with one result or none, for operations that look at nothing else.
pub enum Plain {
    /// One input.
    Unary(fn(u32) -> Option<u32>),
    /// Two inputs.
    Binary(fn(u32, u32) -> Option<u32>),
}

/// The fast path of an operation in a mode, if it has one; gives exactly what [`apply`] gives.
pub fn plain(op: BuiltinOp, mode: usize) -> Option<Plain> {
    int::plain(op, mode)
}
