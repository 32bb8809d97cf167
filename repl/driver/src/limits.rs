//! Limits of commands, Ctrl-C, and progress bars.
//!
//! Each step checks the limits itself and reports where it stopped. A watchdog thread checks them too, for steps that
//! take long: it waits for a short time and then ends the process.

use indicatif::{ProgressBar, ProgressStyle};
use quarrel_console::{Failure, exit};
use quarrel_engine::{Limits, Progress, Stop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The cancel flag of the current evaluation, and whether there is one.
struct Signal {
    cancel: Arc<AtomicBool>,
    at_work: Arc<AtomicBool>,
}

/// The only one of the process, never removed.
static SIGNAL: OnceLock<Signal> = OnceLock::new();

/// The start and the limits of the command.
static COMMAND: OnceLock<(Instant, Bounds)> = OnceLock::new();

/// The limits of a command.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Bounds {
    /// The time limit.
    pub time: Option<Duration>,
    /// The memory limit of the process in bytes.
    pub memory: Option<u64>,
}

/// The time that a step may take to stop after it reached a limit.
const GRACE: Duration = Duration::from_millis(400);
/// The time between two checks of the watchdog.
const LOOK: Duration = Duration::from_millis(25);

/// The watchdog of a command, until it is dropped.
#[must_use]
pub struct Watch {
    over: Arc<AtomicBool>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
    }
}

/// The memory of the machine or of the control group, in bytes; `None` on systems other than Linux.
pub fn machine_memory() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let all = line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10;
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse::<u64>().ok());
    Some(all.min(group.unwrap_or(u64::MAX)))
}

/// Starts the clock of the command, and a watchdog that ends the process at its limits.
pub fn watch(limits: &Bounds) -> Watch {
    let (start, limits) = *COMMAND.get_or_init(|| (Instant::now(), *limits));
    let over = Arc::new(AtomicBool::new(false));
    if limits.time.is_some() || limits.memory.is_some() {
        let over = Arc::clone(&over);
        let look = move || {
            let mut past: Option<Instant> = None;
            while !over.load(Ordering::SeqCst) {
                std::thread::sleep(LOOK);
                let Some((failure, urgent)) = reached(start, &limits) else {
                    past = None;
                    continue;
                };
                let since = *past.get_or_insert_with(Instant::now);
                if (urgent || since.elapsed() > GRACE) && !over.load(Ordering::SeqCst) {
                    failure.print();
                    exit::now(2);
                }
            }
        };
        // Without a watchdog thread, the steps still check the limits.
        let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(look);
    }
    Watch { over }
}

/// The failure for the limit that the command has reached, and whether it is too late to wait; `None` within limits.
fn reached(start: Instant, limits: &Bounds) -> Option<(Failure, bool)> {
    if let Some(time) = limits.time.filter(|time| start.elapsed() > *time) {
        let message = Stop::Time(time).to_string();
        return Some((Failure::new(message).help("--timeout sets the limit"), false));
    }
    let limit = limits.memory?;
    let held = quarrel_common::memory::resident().filter(|held| *held > limit)?;
    let failure = Failure::new(Stop::Memory(limit).to_string()).help("--memory-limit sets the limit");
    Some((failure, held > limit + (limit / 10).max(MARGIN)))
}

/// Bytes above the memory limit from which it is too late to wait, if a tenth of the limit is less.
const MARGIN: u64 = 100 << 20;

/// The limits of a step that checks them itself.
pub fn of_command() -> Limits {
    match COMMAND.get() {
        Some((start, limits)) => {
            Limits { start: Some(*start), time: limits.time, memory: limits.memory, ..Limits::default() }
        }
        None => Limits::default(),
    }
}

/// The limits of the command.
pub fn bounds_of_command() -> Bounds {
    COMMAND.get().map(|(_, bounds)| *bounds).unwrap_or_default()
}

/// Whether Ctrl-C never ends the process.
static SURVIVES: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C stops only evaluations, never the process.
pub fn survive() {
    SURVIVES.store(true, Ordering::SeqCst);
    drop(AtWork::begin(&Bounds::default()));
}

/// The exit code after Ctrl-C: 128 plus the number of the signal.
const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C removes temporary files before it ends the process.
pub fn watch_ctrl_c() {
    let _ = signal();
}

fn signal() -> &'static Signal {
    SIGNAL.get_or_init(|| {
        let (cancel, at_work) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (flag, armed) = (Arc::clone(&cancel), Arc::clone(&at_work));
        exit::on_ctrl_c(move || {
            let at_work = armed.load(Ordering::SeqCst);
            let again = at_work && flag.swap(true, Ordering::SeqCst);
            if (!at_work || again) && !SURVIVES.load(Ordering::SeqCst) {
                exit::now(INTERRUPTED);
            }
        });
        Signal { cancel, at_work }
    })
}

/// The flag by which Ctrl-C and other threads cancel the current evaluation. Each evaluation resets it.
pub fn cancel() -> Arc<AtomicBool> {
    Arc::clone(&signal().cancel)
}

/// The current evaluation or extraction: while this exists, Ctrl-C stops it instead of the process. A second Ctrl-C, and
/// one at any other time, ends the process at once.
pub struct AtWork {
    limits: Limits,
    bar: ProgressBar,
}

impl AtWork {
    /// Starts, with a progress bar.
    pub fn begin(limits: &Bounds) -> Self {
        let signal = signal();
        signal.cancel.store(false, Ordering::SeqCst);
        signal.at_work.store(true, Ordering::SeqCst);
        let limits = Limits {
            cancel: Some(Arc::clone(&signal.cancel)),
            time: limits.time,
            memory: limits.memory,
            // In an interactive session the clock starts at each evaluation.
            start: of_command().start,
            ..Limits::default()
        };
        // The bar is hidden if standard error is no terminal.
        let bar = ProgressBar::new(1);
        let style = ProgressStyle::with_template("{spinner} {bar:20} {elapsed:>4}  {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        bar.set_style(style);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Self { limits, bar }
    }

    /// Sets the time limit of each query.
    #[must_use]
    pub fn per_query(mut self, time: Option<Duration>) -> Self {
        self.limits.query_time = time;
        self
    }

    /// Starts, without a progress bar.
    pub fn silent(limits: &Bounds) -> Self {
        let at_work = Self::begin(limits);
        at_work.bar.finish_and_clear();
        at_work
    }

    /// The limits to evaluate under.
    pub fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// Shows the current query, if standard error is a terminal; `ids` are the ids of all queries in order.
    pub fn progress(&self, ids: Vec<String>) -> Option<Progress> {
        if self.bar.is_hidden() {
            return None;
        }
        let bar = self.bar.clone();
        bar.set_message("queries");
        Some(Progress(Arc::new(move |step| {
            bar.set_length(step.all as u64);
            bar.set_position(step.done as u64);
            bar.set_message(at_work(&ids, step.queries));
        })))
    }
}

/// Names the queries that need the current predicate.
fn at_work(ids: &[String], queries: &[usize]) -> String {
    let mut known = queries.iter().filter_map(|query| ids.get(*query)).filter(|id| !id.is_empty());
    match (known.next(), known.count()) {
        (None, _) => "queries".to_owned(),
        (Some(id), 0) => format!("queries: {id}"),
        (Some(id), 1) => format!("queries: {id} and one more"),
        (Some(id), more) => format!("queries: {id} and {more} more"),
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        if let Some(signal) = SIGNAL.get() {
            signal.at_work.store(false, Ordering::SeqCst);
        }
    }
}

/// Parses a time: a number with one of the units `ms`, `s`, `m`, `h`, or a number of seconds.
///
/// # Errors
/// If the text is invalid.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time; use ms, s, m or h")),
    };
    let number: f64 =
        number.parse().map_err(|_| "write a number with a unit, such as 90s or 5m".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())
}

/// Parses a size: a number with one of the units `K`, `M`, `G` (powers of 1024), or a number of bytes.
///
/// # Errors
/// If the text is invalid.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let shift = match unit.to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(format!("`{unit}` is not a unit of memory; use K, M or G")),
    };
    let number: f64 =
        number.parse().map_err(|_| "write a number with a unit, such as 800M or 4G".to_owned())?;
    // Saturates: a limit beyond all memory is no limit.
    Ok((number * (1u64 << shift) as f64) as u64)
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn current_queries_are_named() {
        let ids: Vec<String> = ["a", "", "c", "d"].map(str::to_owned).to_vec();
        assert_eq!(at_work(&ids, &[]), "queries");
        assert_eq!(at_work(&ids, &[0, 1]), "queries: a");
        assert_eq!(at_work(&ids, &[1, 2, 3]), "queries: c and one more");
        assert_eq!(at_work(&ids, &[0, 2, 3, 9]), "queries: a and 2 more");
    }

    #[test]
    fn times_and_sizes_have_units() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("20ms"), Ok(Duration::from_millis(20)));
        assert!(duration("5 weeks").is_err() && duration("soon").is_err() && duration("").is_err());
        assert_eq!(size("4G"), Ok(4 << 30));
        assert_eq!(size("512 MiB"), Ok(512 << 20));
        assert_eq!(size("1000"), Ok(1000));
        assert!(size("4X").is_err() && size("G").is_err());
    }
}
