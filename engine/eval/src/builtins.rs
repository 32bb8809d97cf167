//! Implements the built-in operations (language.md section 15). A call takes one row of bound arguments and emits the
//! values of the others, once per solution.

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

/// Receives each solution of a call: the values of the arguments that the mode marks `o`, in order. An error ends the
/// call.
pub type Emit<'a> = dyn FnMut(&[u32]) -> Result<(), Stop> + 'a;

/// The first mode whose required arguments are all bound; an index into [`BuiltinOp::modes`].
pub fn choose_mode(op: BuiltinOp, bound: impl Fn(usize) -> bool) -> Option<usize> {
    op.modes()
        .iter()
        .position(|mode| mode.bytes().enumerate().all(|(at, letter)| letter == b'o' || bound(at)))
}

/// Evaluates an operation for one row. `inputs` are the values of the arguments that the mode marks `i`, in order;
/// `emit` gets the values of those it marks `o`, in order, once for each solution (an operation without `o`: an empty
/// row if it holds). No call emits a solution twice. The caller compares arguments that were known already.
///
/// All modes of an operation describe the same set of rows; a mode only says which arguments select them.
///
/// # Errors
/// If `emit` requests a stop, or a text is too long for the limits of the evaluation.
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

/// A function on plain 32-bit values with at most one result, for operations that need no interned values.
pub enum Plain {
    /// One input.
    Unary(fn(u32) -> Option<u32>),
    /// Two inputs.
    Binary(fn(u32, u32) -> Option<u32>),
}

/// The fast path of an operation in a mode, if it has one; equivalent to [`apply`].
pub fn plain(op: BuiltinOp, mode: usize) -> Option<Plain> {
    int::plain(op, mode)
}
