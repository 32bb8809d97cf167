//! Limits of an extraction: a cancel flag, a deadline, memory.
//!
//! In: [`Limits`]. Out: a [`Stop`] that every phase checks, at the cost of one relaxed load; a thread of its own
//! ([`Watch`]) checks clock and memory every few milliseconds and sets it.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often the watch checks. A limit is noticed within this time; then a phase finishes its current node or SQL
/// statement.
const INTERVAL: Duration = Duration::from_millis(10);

/// When an extraction stops.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Another thread sets this flag to stop it.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Stops at this time.
    pub deadline: Option<Instant>,
    /// The most bytes that the process may hold. Only checked on Linux.
    pub memory: Option<u64>,
}

impl Limits {
    /// Whether there is no limit at all.
    pub fn is_empty(&self) -> bool {
        self.cancel.is_none() && self.deadline.is_none() && self.memory.is_none()
    }

    fn reached(&self) -> Option<Interrupt> {
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Interrupt::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Interrupt::Time);
        }
        if let Some(limit) = self.memory
            && resident_memory().is_some_and(|held| held > limit)
        {
            return Some(Interrupt::Memory(limit));
        }
        None
    }
}

/// Which limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interrupt {
    /// The cancel flag was set.
    Cancelled,
    /// The deadline passed.
    Time,
    /// The process held more than so many bytes.
    Memory(u64),
}

impl fmt::Display for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interrupt::Cancelled => f.write_str("the extraction was cancelled"),
            Interrupt::Time => f.write_str("the time limit was reached while the sources were extracted"),
            Interrupt::Memory(bytes) => {
                write!(
                    f,
                    "the memory limit of {} MiB was reached while the sources were extracted",
                    bytes >> 20
                )
            }
        }
    }
}

/// Whether to stop. Clones share the state.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicU8>);

const CANCELLED: u8 = 1;
const TIME: u8 = 2;
const MEMORY: u8 = 3;

impl Stop {
    /// Whether a limit was reached: then callers abandon their work, and nobody uses the results.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    fn set(&self, interrupt: Interrupt) {
        let why = match interrupt {
            Interrupt::Cancelled => CANCELLED,
            Interrupt::Time => TIME,
            Interrupt::Memory(_) => MEMORY,
        };
        // The first reason counts.
        let _ = self.0.compare_exchange(0, why, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// Watches the limits until dropped.
#[derive(Debug)]
pub struct Watch {
    limits: Limits,
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
                    if let Some(interrupt) = limits.reached() {
                        stop.set(interrupt);
                        return;
                    }
                    over = changed.wait_timeout(over, INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
                }
            };
            thread = Some(std::thread::Builder::new().name("limits".to_owned()).spawn(watch)?);
        }
        Ok(Watch { limits: limits.clone(), stop, ended, thread })
    }

    /// The flag for the phases.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Fails if a limit was reached.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self) -> Result<(), Interrupt> {
        match self.stop.0.load(Ordering::Relaxed) {
            0 => Ok(()),
            CANCELLED => Err(Interrupt::Cancelled),
            TIME => Err(Interrupt::Time),
            _ => Err(Interrupt::Memory(self.limits.memory.unwrap_or_default())),
        }
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

/// The bytes that the process holds now, where the system counts them.
pub fn resident_memory() -> Option<u64> {
    status("VmRSS:")
}

/// The most bytes that the process held, where the system counts them.
pub fn peak_memory() -> Option<u64> {
    status("VmHWM:")
}

fn status(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(watch: &Watch) -> Result<(), Interrupt> {
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
        let deadline = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert_eq!(wait(&Watch::new(&deadline).expect("a watch")), Err(Interrupt::Time));
        let flag = Arc::new(AtomicBool::new(false));
        let cancel = Limits { cancel: Some(Arc::clone(&flag)), ..Limits::default() };
        let watch = Watch::new(&cancel).expect("a watch");
        assert_eq!(watch.check(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(wait(&watch), Err(Interrupt::Cancelled));
        if resident_memory().is_some() {
            let memory = Limits { memory: Some(1 << 20), ..Limits::default() };
            assert_eq!(wait(&Watch::new(&memory).expect("a watch")), Err(Interrupt::Memory(1 << 20)));
        }
    }

    #[test]
    fn no_limit_is_never_reached() {
        let watch = Watch::new(&Limits::default()).expect("a watch");
        assert!(watch.thread.is_none() && watch.check().is_ok());
    }
}
