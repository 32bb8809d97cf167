//! The normal form for evaluators and passes. [`without_falsity`] removes what never holds; [`with_choices_first`]
//! makes every literal evaluable after other literals of its own body.
//!
//! Neither is an optimisation. The validity of a program is decided on the program as lowered, where literals that
//! never hold still count as dependencies.

mod choices;
mod falsity;

pub use choices::with_choices_first;
pub use falsity::{is_false, may_hold, without_falsity};
