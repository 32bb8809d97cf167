//! The normal form that evaluators and passes want. A lowered program flows in, and the same program flows out with
//! its rules rewritten: what never holds is gone ([`without_falsity`]), and every literal can be taken once other
//! literals of its own body have been ([`with_choices_first`]).
//!
//! Neither is an optimisation. Whether a program is valid is decided on the program as it was lowered, where what never
//! holds still counts as a dependency.

mod choices;
mod falsity;

pub use choices::with_choices_first;
pub use falsity::{is_false, may_hold, without_falsity};
