//! What ends a command before its end: limits from the command line, and Ctrl-C; and what is shown meanwhile.
//!
//! Whatever works looks at the limits itself and says where it stopped. A watch looks too, for what does not come to
//! look: it gives the work some time to end properly, and then ends the process.

use indicatif::{ProgressBar, ProgressStyle};
use quarrel_console::{Failure, exit};
use quarrel_engine::{Limits, Progress, Stop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The flag of the evaluation at work, and whether one is at work.
struct Signal {
    cancel: Arc<AtomicBool>,
    at_work: Arc<AtomicBool>,
}

/// The process has one; it stands for as long as the process does.
static SIGNAL: OnceLock<Signal> = OnceLock::new();

/// What the command may take, and since when.
static COMMAND: OnceLock<(Instant, Bounds)> = OnceLock::new();

/// What bounds a command, from its first file on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Bounds {
    /// The time that it may take.
    pub time: Option<Duration>,
    /// Bytes of memory that the process may need.
    pub memory: Option<u64>,
}

/// How long work that has reached a limit may take to end properly.
const GRACE: Duration = Duration::from_millis(400);
/// How often the watch looks.
const LOOK: Duration = Duration::from_millis(25);

/// A watch over a command, until it is dropped.
#[must_use]
pub struct Watch {
    over: Arc<AtomicBool>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
    }
}

/// The machine's memory in bytes, or what the process may have of it, where the system says so (Linux).
pub fn machine_memory() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let all = line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10;
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse::<u64>().ok());
    Some(all.min(group.unwrap_or(u64::MAX)))
}

/// Counts the time of the command from now on, and watches that it ends when it has to.
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
        // Without a thread there is no watch; the work looks itself as well.
        let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(look);
    }
    Watch { over }
}

/// Which limit a command has reached, and whether it is too late to wait.
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

/// Bytes above the limit at which it is too late to wait, where a tenth of it is less.
const MARGIN: u64 = 100 << 20;

/// What is left of what the command may take, for work that looks itself.
pub fn of_command() -> Limits {
    match COMMAND.get() {
        Some((start, limits)) => {
            Limits { start: Some(*start), time: limits.time, memory: limits.memory, ..Limits::default() }
        }
        None => Limits::default(),
    }
}

/// What bounds the command, as it was given.
pub fn bounds_of_command() -> Bounds {
    COMMAND.get().map(|(_, bounds)| *bounds).unwrap_or_default()
}

/// Whether the process goes on, whatever is interrupted.
static SURVIVES: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C only ever stops an evaluation, never the process.
pub fn survive() {
    SURVIVES.store(true, Ordering::SeqCst);
    drop(AtWork::begin(&Bounds::default()));
}

/// The exit code of a process that was interrupted, by custom 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C removes what is temporary before it ends the process.
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

/// The flag by which Ctrl-C stops what is at work, and anybody else who knows that it is in vain. What begins to work
/// takes it back.
pub fn cancel() -> Arc<AtomicBool> {
    Arc::clone(&signal().cancel)
}

/// An evaluation at work: from its making to its end Ctrl-C stops it instead of the process. A second Ctrl-C, and one
/// at any other time, ends the process at once.
pub struct AtWork {
    limits: Limits,
    bar: ProgressBar,
}

impl AtWork {
    /// Begins.
    pub fn begin(limits: &Bounds) -> Self {
        let signal = signal();
        signal.cancel.store(false, Ordering::SeqCst);
        signal.at_work.store(true, Ordering::SeqCst);
        let limits = Limits {
            cancel: Some(Arc::clone(&signal.cancel)),
            time: limits.time,
            memory: limits.memory,
            // In an interactive session each evaluation has its own time.
            start: of_command().start,
            ..Limits::default()
        };
        // Hidden by itself if standard error is no terminal.
        let bar = ProgressBar::new(1);
        let style = ProgressStyle::with_template("{spinner} {bar:20} {elapsed:>4}  {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        bar.set_style(style);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Self { limits, bar }
    }

    /// The same, with a time that each query may take.
    #[must_use]
    pub fn per_query(mut self, time: Option<Duration>) -> Self {
        self.limits.query_time = time;
        self
    }

    /// The same for work that shows its progress itself.
    pub fn silent(limits: &Bounds) -> Self {
        let at_work = Self::begin(limits);
        at_work.bar.finish_and_clear();
        at_work
    }

    /// The limits to evaluate under.
    pub fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// Shows the query at work, if standard error is a terminal; `ids` are those of the queries, in their order.
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

/// What is at work, in words: the queries that need what is computed now.
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

/// A time: a number of seconds, or with one of the units `ms`, `s`, `m`, `h`.
///
/// # Errors
/// If the text is none.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; use ms, s, m or h")),
    };
    let number: f64 =
        number.parse().map_err(|_| "write a number with a unit, such as 90s or 5m".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())
}

/// A size in bytes: a number with one of the units `K`, `M`, `G` (powers of 1024), or of bytes without.
///
/// # Errors
/// If the text is none.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let shift = match unit.to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(format!("`{unit}` is no unit of memory; use K, M or G")),
    };
    let number: f64 =
        number.parse().map_err(|_| "write a number with a unit, such as 800M or 4G".to_owned())?;
    // More than there can be of memory is no limit at all.
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
    fn the_queries_at_work_are_named() {
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
