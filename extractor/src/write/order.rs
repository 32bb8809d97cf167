//! Work in parallel, results in order.
//!
//! In: the number of items, and a function that makes the result of one. Out: the results, in order, to one consumer on
//! the calling thread. At most a window of results waits at any time, which bounds memory: a worker that is too far
//! ahead waits. The worker with the lowest item never waits, so that there is always progress.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rayon::ThreadPool;

/// A panic of `make`, with its message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panicked(pub String);

struct State<T> {
    /// The next item that no worker has.
    next: usize,
    /// The next item for the consumer.
    wanted: usize,
    done: BTreeMap<usize, Result<T, Panicked>>,
    stopped: bool,
}

struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&'a self, guard: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs `make(0)`, `make(1)`... on the pool and passes the results to `consume` in that order, on this thread. A panic
/// in `make` becomes the result of its item.
///
/// # Errors
/// The first error of `consume`, after which no more items are started.
pub fn in_order<T, E>(
    pool: &ThreadPool,
    count: usize,
    make: impl Fn(usize) -> T + Sync,
    mut consume: impl FnMut(usize, Result<T, Panicked>) -> Result<(), E> + Send,
) -> Result<(), E>
where
    T: Send,
    E: Send,
{
    let workers = pool.current_num_threads();
    let window = workers * 8;
    let shared = Shared {
        state: Mutex::new(State { next: 0, wanted: 0, done: BTreeMap::new(), stopped: false }),
        changed: Condvar::new(),
    };
    let work = || {
        loop {
            let mut state = shared.lock();
            while !state.stopped && state.next < count && state.next >= state.wanted + window {
                state = shared.wait(state);
            }
            if state.stopped || state.next >= count {
                return;
            }
            let item = state.next;
            state.next += 1;
            drop(state);
            let result = catch_unwind(AssertUnwindSafe(|| make(item))).map_err(|panic| {
                let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
                Panicked(text.unwrap_or_else(|| "no message".to_owned()))
            });
            shared.lock().done.insert(item, result);
            shared.changed.notify_all();
        }
    };
    pool.in_place_scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|_| work());
        }
        for item in 0..count {
            let mut state = shared.lock();
            let result = loop {
                match state.done.remove(&item) {
                    Some(result) => break result,
                    None => state = shared.wait(state),
                }
            };
            state.wanted = item + 1;
            drop(state);
            shared.changed.notify_all();
            // A panic here would leave the workers waiting for ever.
            let consumed = catch_unwind(AssertUnwindSafe(|| consume(item, result)));
            if !matches!(consumed, Ok(Ok(()))) {
                shared.lock().stopped = true;
                shared.changed.notify_all();
            }
            match consumed {
                Ok(Ok(())) => {}
                Ok(Err(error)) => return Err(error),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool")
    }

    #[test]
    fn results_come_in_order() {
        for threads in [1, 4] {
            let mut seen = Vec::new();
            let done: Result<(), ()> = in_order(
                &pool(threads),
                500,
                |item| item * 2,
                |item, result| {
                    assert_eq!(result, Ok(item * 2));
                    seen.push(item);
                    Ok(())
                },
            );
            assert_eq!(done, Ok(()));
            assert_eq!(seen, (0..500).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_stops_the_work() {
        let done =
            in_order(&pool(2), 10_000, |item| item, |item, _| if item == 7 { Err("stop") } else { Ok(()) });
        assert_eq!(done, Err("stop"));
    }

    #[test]
    fn a_panic_is_the_result_of_its_item() {
        let mut panics = 0;
        let done: Result<(), ()> = in_order(
            &pool(2),
            20,
            |item| assert!(item != 5, "five"),
            |item, result| {
                if item == 5 {
                    assert_eq!(result, Err(Panicked("five".to_owned())));
                }
                panics += usize::from(result.is_err());
                Ok(())
            },
        );
        assert_eq!((done, panics), (Ok(()), 1));
    }
}
