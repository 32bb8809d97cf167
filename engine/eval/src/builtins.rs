//! What the built-in operations compute (language.md section 15). Bound arguments flow in, the values of the others
//! flow out, one row at a time, as many rows as there are.

use crate::value::Values;
use quarrel_datalog::BuiltinOp;

mod pattern;

pub use pattern::Patterns;

/// The first mode in which everything that must be bound is; an index into [`BuiltinOp::modes`].
pub fn choose_mode(op: BuiltinOp, bound: impl Fn(usize) -> bool) -> Option<usize> {
    op.modes()
        .iter()
        .position(|mode| mode.bytes().enumerate().all(|(at, letter)| letter == b'o' || bound(at)))
}

/// Evaluates an operation for one row. `inputs` are the values of the arguments that the mode calls `i`, in order;
/// `emit` gets the values of those it calls `o`, in order, once for each solution (an operation without `o`: an empty
/// row if it holds). The same solution is never emitted twice for one call. The caller compares what it knew already.
pub fn apply(op: BuiltinOp, mode: usize, inputs: &[u32], values: &Values<'_>, emit: &mut dyn FnMut(&[u32])) {
    let _ = (op, mode, inputs, values, emit);
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
    let _ = (op, mode);
    None
}
