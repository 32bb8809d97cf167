//! Bounds of a compilation: time, memory, a cancel flag. Stages poll where a program can make them work without end. A
//! compilation that exceeds its budget stops there and leaves nothing behind.
//!
//! A budget belongs to a thread. It ends the work by unwinding; otherwise every function of every stage would have to
//! return the same error.

pub use quarrel_common::limits::{Exceeded, Limits as Budget};

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Polls between two looks at the clock.
const POLLS: u32 = 64;
/// Looks at the clock between two at the memory, which cost some microseconds.
const LOOKS: u32 = 16;

thread_local! {
    static CURRENT: RefCell<Option<Budget>> = const { RefCell::new(None) };
    static LEFT: Cell<(u32, u32)> = const { Cell::new((POLLS, LOOKS)) };
}

/// Restores the former budget, however the work ends.
struct Former(Option<Budget>);

impl Drop for Former {
    fn drop(&mut self) {
        let former = self.0.take();
        CURRENT.with(|current| *current.borrow_mut() = former);
    }
}

/// The budget of the current thread, to lend to its helper threads.
pub fn current() -> Budget {
    CURRENT.with(|current| current.borrow().clone()).unwrap_or_default()
}

/// Runs `work` under a budget that another thread enforces too.
pub fn lend<T>(budget: Budget, work: impl FnOnce() -> T) -> T {
    let _former = Former(CURRENT.with(|current| current.borrow_mut().replace(budget)));
    work()
}

/// Works where deep nesting has room, under the budget of this thread.
pub fn on_deep_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    let budget = current();
    quarrel_common::deep::run(|| lend(budget.clone(), &work))
}

/// Works under a budget.
///
/// # Errors
/// If the work exceeded the budget and was abandoned.
pub fn within<T>(budget: Budget, work: impl FnOnce() -> T) -> Result<T, Exceeded> {
    // Whatever the work was changing is dropped with it or rebuilt by the next one.
    let outcome = catch_unwind(AssertUnwindSafe(|| lend(budget, work)));
    outcome.map_err(|payload| match payload.downcast::<Exceeded>() {
        Ok(exceeded) => *exceeded,
        Err(other) => resume_unwind(other),
    })
}

/// Ends the work if it exceeds its budget. Cheap: call it in every loop whose length the program determines.
pub fn poll() {
    let (polls, looks) = LEFT.get();
    if polls > 1 {
        LEFT.set((polls - 1, looks));
        return;
    }
    LEFT.set((POLLS, if looks > 1 { looks - 1 } else { LOOKS }));
    let exceeded =
        CURRENT.with(|current| current.borrow().as_ref().and_then(|budget| budget.exceeded(looks <= 1)));
    if let Some(exceeded) = exceeded {
        resume_unwind(Box::new(exceeded));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    #[test]
    fn work_without_end_ends_and_the_former_budget_is_back() {
        let time = Duration::from_millis(20);
        let budget = Budget::of_time(time);
        let outcome: Result<(), _> = within(budget, || {
            loop {
                poll();
            }
        });
        assert_eq!(outcome, Err(Exceeded::Time(time)));
        assert!(current().until.is_none());
        let cancelled = Budget { cancel: Some(Arc::new(AtomicBool::new(true))), ..Budget::default() };
        let in_a_thread = within(cancelled, || {
            let budget = current();
            let thread = std::thread::spawn(move || lend(budget, || (0..1000).for_each(|_| poll())));
            thread.join().unwrap_or_else(|payload| resume_unwind(payload));
        });
        assert_eq!(in_a_thread, Err(Exceeded::Cancelled));
        assert_eq!(within(Budget::default(), || (0..1000).for_each(|_| poll())), Ok(()));
    }
}
