//! Mistakes of our own. Where a function would otherwise skip a row in silence because something impossible happened,
//! [`always!`](crate::always) and [`never!`](crate::never) report it. A debug build panics. A release build goes on
//! and keeps the first places: the command ends with exit code 2 and says what happened, for results may be missing.
//!
//! Input of others (Java, QL, files, databases) is never a reason for either macro.

use std::fmt;
use std::sync::{Mutex, PoisonError};

/// An impossible case that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bug {
    /// The expression that had no value, or what should never happen.
    pub what: &'static str,
    /// The source file of ours.
    pub file: &'static str,
    /// The line in it, from 1.
    pub line: u32,
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "impossible: `{}` at {}:{}", self.what, self.file, self.line)
    }
}

/// Places that are kept; one mistake often happens many times.
const MOST: usize = 8;

static BUGS: Mutex<Vec<Bug>> = Mutex::new(Vec::new());

/// Reports an impossible case; the macros call it.
///
/// # Panics
/// In debug builds.
#[cold]
#[inline(never)]
pub fn report(bug: Bug) {
    if cfg!(debug_assertions) {
        panic!("{bug}");
    }
    keep(bug);
}

/// Keeps it until [`take`]; repeated ones once.
pub fn keep(bug: Bug) {
    let mut bugs = BUGS.lock().unwrap_or_else(PoisonError::into_inner);
    if bugs.len() < MOST && !bugs.contains(&bug) {
        bugs.push(bug);
    }
}

/// Whether anything was reported since the last call of [`take`]: then results are not worth keeping.
pub fn has_any() -> bool {
    !BUGS.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
}

/// Takes what was reported since the last call: one sentence for whoever ran the command, `None` when nothing was.
pub fn take() -> Option<String> {
    let bugs = std::mem::take(&mut *BUGS.lock().unwrap_or_else(PoisonError::into_inner));
    let places: Vec<String> = bugs.iter().map(Bug::to_string).collect();
    (!places.is_empty()).then(|| {
        format!(
            "this is a bug in quarrel, and results may be missing ({}); please report this line and the command that \
             you ran",
            places.join(", ")
        )
    })
}

/// What [`always!`](crate::always) looks at.
pub trait Sure {
    /// Whether there is what must be there.
    fn is_sure(&self) -> bool;
}

impl Sure for bool {
    fn is_sure(&self) -> bool {
        *self
    }
}

impl<T> Sure for Option<T> {
    fn is_sure(&self) -> bool {
        self.is_some()
    }
}

impl<T, E> Sure for Result<T, E> {
    fn is_sure(&self) -> bool {
        self.is_ok()
    }
}

/// Passes a value on, and reports a [`Bug`](crate::bug::Bug) if it is `None`, `Err` or `false`:
/// `let Some(class) = always!(self.class(ty)) else { return };`.
#[macro_export]
macro_rules! always {
    ($value:expr) => {{
        let value = $value;
        if !$crate::bug::Sure::is_sure(&value) {
            $crate::bug::report($crate::bug::Bug { what: stringify!($value), file: file!(), line: line!() });
        }
        value
    }};
}

/// Reports a [`Bug`](crate::bug::Bug), for this place is never reached; gives the value, if there is one:
/// `else { return never!("a class without a name", None) }`.
#[macro_export]
macro_rules! never {
    ($what:literal $(, $value:expr)?) => {{
        $crate::bug::report($crate::bug::Bug { what: $what, file: file!(), line: line!() });
        $($value)?
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_passed_on() {
        assert_eq!(always!(Some(1)), Some(1));
        assert_eq!(always!("1".parse::<i32>()), Ok(1));
        assert!(always!(1 < 2));
    }

    #[test]
    #[cfg(debug_assertions)]
    fn a_debug_build_panics_with_the_expression_and_the_place() {
        let panic = std::panic::catch_unwind(|| always!(None::<i32>)).expect_err("a panic");
        let text = panic.downcast_ref::<String>().expect("a text");
        assert!(text.contains("None::<i32>") && text.contains("bug.rs:"), "{text}");
        assert!(std::panic::catch_unwind(|| never!("a leaf has no children")).is_err());
    }

    #[test]
    fn a_release_build_keeps_each_place_once_and_says_all_in_one_sentence() {
        let bug = |line| Bug { what: "map.get(id)", file: "a.rs", line };
        [1, 2, 1].into_iter().for_each(|line| keep(bug(line)));
        assert!(has_any());
        let text = take().expect("two bugs");
        let places = "impossible: `map.get(id)` at a.rs:1, impossible: `map.get(id)` at a.rs:2";
        assert!(text.contains(places) && text.contains("report"), "{text}");
        assert_eq!(take(), None);
        assert!(!has_any());
    }
}
