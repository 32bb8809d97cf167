//! Limits of an extraction: a cancel flag, a deadline, memory.
//!
//! In: [`Limits`]. Out: a [`Stop`] that every phase checks, at the cost of one relaxed load; a thread of its own
//! ([`Watch`]) checks clock and memory every few milliseconds and sets it.

pub use quarrel_common::limits::{Exceeded, Limits};

use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often the watch checks. A limit is noticed within this time; then a phase finishes its current node or SQL
/// statement.
const INTERVAL: Duration = Duration::from_millis(10);

/// Whether to stop. Clones share the state.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<OnceLock<Exceeded>>);

impl Stop {
    /// Whether a limit was reached: then callers abandon their work, and nobody uses the results.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.get().is_some()
    }
}

/// Watches the limits until dropped.
#[derive(Debug)]
pub struct Watch {
    stop: Stop,
    ended: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts watching; without limits there is no thread.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn new(limits: &Limits) -> std::io::Result<Watch> {
        let (stop, ended) = (Stop::default(), Arc::new((Mutex::new(false), Condvar::new())));
        let mut thread = None;
        if !limits.is_empty() {
            let (limits, stop, ended) = (limits.clone(), stop.clone(), Arc::clone(&ended));
            let watch = move || {
                let (flag, changed) = &*ended;
                let mut over = flag.lock().unwrap_or_else(PoisonError::into_inner);
                while !*over {
                    if let Some(exceeded) = limits.exceeded(true) {
                        // The first reason counts.
                        let _ = stop.0.set(exceeded);
                        return;
                    }
                    over = changed.wait_timeout(over, INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
                }
            };
            thread = Some(std::thread::Builder::new().name("limits".to_owned()).spawn(watch)?);
        }
        Ok(Watch { stop, ended, thread })
    }

    /// The flag for the phases.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Fails if a limit was reached.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self) -> Result<(), Exceeded> {
        self.stop.0.get().map_or(Ok(()), |exceeded| Err(*exceeded))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let (over, changed) = &*self.ended;
        *over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A watch that panicked has nothing to report.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarrel_common::memory;
    use std::sync::atomic::{AtomicBool, Ordering};

    fn wait(watch: &Watch) -> Result<(), Exceeded> {
        for _ in 0..500 {
            if watch.stop().is_set() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        watch.check()
    }

    #[test]
    fn each_limit_is_noticed() {
        let deadline = Limits::of_time(Duration::ZERO);
        assert_eq!(wait(&Watch::new(&deadline).expect("a watch")), Err(Exceeded::Time(Duration::ZERO)));
        let flag = Arc::new(AtomicBool::new(false));
        let cancel = Limits { cancel: Some(Arc::clone(&flag)), ..Limits::default() };
        let watch = Watch::new(&cancel).expect("a watch");
        assert_eq!(watch.check(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(wait(&watch), Err(Exceeded::Cancelled));
        if memory::resident().is_some() {
            let memory = Limits { memory: Some(1 << 20), ..Limits::default() };
            assert_eq!(wait(&Watch::new(&memory).expect("a watch")), Err(Exceeded::Memory(1 << 20)));
        }
    }

    #[test]
    fn no_limit_is_never_reached() {
        let watch = Watch::new(&Limits::default()).expect("a watch");
        assert!(watch.thread.is_none() && watch.check().is_ok());
    }
}
