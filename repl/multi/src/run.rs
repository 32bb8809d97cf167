//! Runs the analyses of a list: several processes at once within a budget of memory and disk. Writes a record for each
//! entry that is not done yet, in any order, and sorts the file at the end.

use super::child::{self, Task};
use super::list::{self, Entry};
use super::results::{Analysis, Known, Record, Results, Times, canonical};
use super::source;
use quarrel_common::words::count;
use quarrel_console::{Failure, note};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Without --jobs, each process gets at least so much memory.
const USUAL_MEMORY: u64 = 4 << 30;

/// The inputs, options and limits of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The file with the list of repositories.
    pub list: PathBuf,
    /// The results database; an existing one is continued.
    pub results: PathBuf,
    /// The options of `quarrel analyze` for each repository.
    pub options: Vec<OsString>,
    /// The analysis with these options.
    pub analysis: Analysis,
    /// The number of repositories that are analysed at once; by default as many as the cores and the memory allow.
    pub jobs: Option<usize>,
    /// The number of threads of each process; by default the cores divided by the processes.
    pub threads: Option<usize>,
    /// The memory limit of all processes together, in bytes.
    pub memory: Option<u64>,
    /// The limit of disk space for the sources of current analyses, in bytes.
    pub disk: u64,
    /// The time limit of a repository.
    pub timeout: Duration,
    /// The part of the list, from 1, and the number of parts.
    pub shard: Option<(usize, usize)>,
    /// Whether to analyse again what failed, was given up or was not finished.
    pub retry: bool,
    /// The folder for the databases of repositories; `None` to keep none.
    pub databases: Option<PathBuf>,
    /// The folder for sources while they are analysed; by default beside the results.
    pub work: Option<PathBuf>,
    /// Whether to omit times and memory from the results.
    pub without_times: bool,
    /// Whether to print only failures.
    pub quiet: bool,
}

/// The state shared by all workers.
struct Shared<'a> {
    base: &'a Path,
    work: &'a Path,
    known: &'a BTreeMap<String, Known>,
    plan: &'a Plan,
    /// The number of processes at once, and the threads and the memory of each.
    jobs: usize,
    threads: usize,
    memory: Option<u64>,
    /// Whether an analysis that runs out of memory is repeated with more.
    again: bool,
}

/// The result of a worker for an entry.
enum Done {
    /// There already were results of the same sources and analysis.
    Known,
    /// It was analysed.
    Written(Box<Record>),
    /// It needs more than its share of memory.
    Again(Entry),
}

/// Runs a plan.
///
/// # Errors
/// If the list cannot be read or the results cannot be written. The failure of a repository is a row.
pub fn run(plan: &Plan) -> Result<(), Failure> {
    let (list_file, target) = (plan.list.as_path(), plan.results.as_path());
    let started = Instant::now();
    let entries = list::read(list_file)?;
    let base = list_file.parent().unwrap_or(Path::new("."));
    let base = std::path::absolute(base).unwrap_or_else(|_| base.to_owned());
    let work = match &plan.work {
        Some(work) => work.clone(),
        None => PathBuf::from(format!("{}.work", target.display())),
    };
    let work = std::path::absolute(&work).unwrap_or(work);
    let mut results = Results::open(target)?;
    let _lock = lock(&work)?;
    if let Some(folder) = &plan.databases {
        make_folder(folder)?;
    }
    let known = results.begin(&entries, &plan.analysis)?;
    let part = list::part(entries, plan.shard);
    let all = part.len();

    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let memory = plan.memory;
    let fitting = memory.map_or(cores, |memory| usize::try_from(memory / USUAL_MEMORY).unwrap_or(cores));
    let jobs = plan.jobs.unwrap_or(cores.min(fitting)).clamp(1, all.max(1));
    let mut shared = Shared {
        base: &base,
        work: &work,
        known: &known,
        plan,
        jobs,
        threads: plan.threads.unwrap_or(cores / jobs).max(1),
        memory: memory.map(|memory| memory / jobs as u64),
        again: jobs > 1,
    };
    let mut tally = Tally { all, ..Tally::default() };
    let again = work_off(&shared, part, &mut results, &mut tally)?;
    if !again.is_empty() {
        note_unless(plan.quiet, &format!("{} again, alone with all of the memory", again.len()));
        shared = Shared { jobs: 1, threads: plan.threads.unwrap_or(cores), memory, again: false, ..shared };
        work_off(&shared, again, &mut results, &mut tally)?;
    }
    drop(results);
    canonical(std::slice::from_ref(&plan.results), target, plan.without_times)?;
    let _ = fs::remove_dir_all(&work);
    note_unless(plan.quiet, &tally.summary(started.elapsed().as_secs_f64()));
    Ok(())
}

fn note_unless(quiet: bool, text: &str) {
    if !quiet {
        note(text);
    }
}

fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        Failure::new(format!("cannot make the folder {}: {error}", folder.display()))
            .help("name one in a folder that you may write to")
    })
}

/// Locks the work folder, and removes files that a killed run left in it.
fn lock(work: &Path) -> Result<File, Failure> {
    make_folder(work)?;
    let fail =
        |error: std::io::Error| Failure::new(format!("cannot use the folder {}: {error}", work.display()));
    let lock = File::create(work.join("lock")).map_err(fail)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(Failure::new(format!("another run is at work in {}", work.display()))
                .help("wait for its end, or name other --results, as each --shard needs its own"));
        }
        Err(TryLockError::Error(error)) => return Err(fail(error)),
    }
    for entry in fs::read_dir(work).map_err(fail)?.flatten() {
        // Only folders that this program made.
        if entry.file_name().to_string_lossy().starts_with("job-") {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    Ok(lock)
}

/// Analyses entries in parallel and writes their records; returns those that need more memory.
fn work_off(
    shared: &Shared<'_>,
    entries: Vec<Entry>,
    results: &mut Results,
    tally: &mut Tally,
) -> Result<Vec<Entry>, Failure> {
    let queue = Mutex::new(VecDeque::from(entries));
    let mut again = Vec::new();
    let mut failed = None;
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..shared.jobs {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || work_on(shared, queue, &sender));
        }
        drop(sender);
        for (name, done) in receiver {
            match done {
                Done::Known => tally.known += 1,
                Done::Again(entry) => again.push(entry),
                Done::Written(mut record) => {
                    tally.add(&record);
                    print(shared.plan.quiet, tally, &name, &record);
                    if shared.plan.without_times {
                        record.times = None;
                    }
                    if let Err(failure) = results.write(&record) {
                        // No more records can be written, so no more analyses are started.
                        queue.lock().unwrap_or_else(PoisonError::into_inner).clear();
                        failed.get_or_insert(failure);
                    }
                }
            }
        }
    });
    match failed {
        Some(failure) => Err(failure),
        None => Ok(again),
    }
}

fn work_on(shared: &Shared<'_>, queue: &Mutex<VecDeque<Entry>>, sender: &Sender<(String, Done)>) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(entry) = next else { return };
        let name = entry.name.clone();
        if sender.send((name, one(shared, entry))).is_err() {
            return;
        }
    }
}

/// Analyses an entry.
fn one(shared: &Shared<'_>, entry: Entry) -> Done {
    let known = shared.known.get(&entry.name);
    let mut record = Record {
        repository: entry.name.clone(),
        analysis: Some(shared.plan.analysis.id.clone()),
        ..Record::default()
    };
    let started = SystemTime::now();
    let clock = Instant::now();
    let unavailable = |mut record: Record, why: String| {
        // Keep old results if the sources are gone.
        if known.is_some_and(|known| matches!(known.status.as_str(), "done" | "partial")) {
            note(&format!("warning: {}: {why}; its results stay as they are", entry.name));
            return Done::Known;
        }
        record.fail("unavailable", why);
        Done::Written(Box::new(record))
    };
    let source = match entry.kind(shared.base) {
        Ok(source) => source,
        Err(why) => return unavailable(record, why),
    };
    let revision = match source::revision(&entry, &source) {
        Ok(revision) => revision,
        Err(why) => return unavailable(record, why),
    };
    let is_known = known.is_some_and(|known| {
        let same = known.revision.as_ref() == Some(&revision) && known.analysis == record.analysis;
        let settled = !matches!(known.status.as_str(), "pending" | "unavailable");
        same && settled && (known.status == "done" || !shared.plan.retry)
    });
    if is_known {
        return Done::Known;
    }
    record.revision = Some(revision.clone());
    let job = shared.work.join(format!("job-{}-{}", std::process::id(), entry.file_name()));
    let limit = shared.plan.disk / shared.jobs as u64;
    let done = match source::bring(&entry, &source, &revision, &job.join("tree"), limit) {
        Err(why) => unavailable(record, why),
        Ok(tree) => {
            let fetch_seconds = clock.elapsed().as_secs_f64();
            let task = Task {
                tree: &tree,
                job: &job,
                options: &shared.plan.options,
                threads: shared.threads,
                timeout: shared.plan.timeout,
                memory: shared.memory,
                database: shared.plan.databases.as_ref().map(|folder| {
                    let file = folder.join(format!("{}.db", entry.file_name()));
                    std::path::absolute(&file).unwrap_or(file)
                }),
            };
            let times = child::run(&task, &mut record);
            record.times = Some(Times { started: utc(started), fetch_seconds, ..times });
            if record.status == "memory" && shared.again {
                Done::Again(entry)
            } else {
                Done::Written(Box::new(record))
            }
        }
    };
    let _ = fs::remove_dir_all(&job);
    done
}

/// A time in UTC, such as `2026-03-01T12:34:56Z`.
fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that the leap day is the last day of a year.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3_600, second / 60 % 60, second % 60)
}

/// The counts of results so far.
#[derive(Default)]
struct Tally {
    all: usize,
    known: usize,
    by_status: BTreeMap<String, usize>,
    findings: usize,
    lines: i64,
    processor: f64,
}

impl Tally {
    fn add(&mut self, record: &Record) {
        *self.by_status.entry(record.status.clone()).or_default() += 1;
        self.findings += record.findings.iter().filter(|finding| finding.silenced.is_none()).count();
        self.lines += record.lines.unwrap_or(0);
        self.processor +=
            record.times.as_ref().map_or(0.0, |times| times.user_seconds + times.system_seconds);
    }

    fn done(&self) -> usize {
        self.known + self.by_status.values().sum::<usize>()
    }

    fn summary(&self, seconds: f64) -> String {
        let mut parts: Vec<String> =
            self.by_status.iter().map(|(status, number)| format!("{number} {status}")).collect();
        if self.known > 0 {
            parts.push(format!("{} known already", self.known));
        }
        format!(
            "{}: {}; {} in {}; {seconds:.1} s by the clock ({:.0} lines/s), {:.1} s of processor time",
            count(self.all, "repository"),
            parts.join(", "),
            count(self.findings, "finding"),
            count(self.lines as usize, "line"),
            self.lines as f64 / seconds.max(0.001),
            self.processor
        )
    }
}

/// Prints what became of a repository.
fn print(quiet: bool, tally: &Tally, name: &str, record: &Record) {
    let at = format!("[{}/{}] {name}", tally.done(), tally.all);
    match (&record.message, &record.times) {
        (Some(message), _) => {
            let message = message.lines().next().unwrap_or_default();
            note(&format!("{at}: {}: {message}", record.status));
        }
        (None, Some(times)) if !quiet => note(&format!(
            "{at}: {} findings, {} lines, {:.1} s, {} MiB",
            record.findings.len(),
            record.lines.unwrap_or(0),
            times.seconds,
            times.peak_bytes >> 20
        )),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_are_right() {
        let text = |seconds| utc(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(text(0), "1970-01-01T00:00:00Z");
        assert_eq!(text(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(text(1_767_225_599), "2025-12-31T23:59:59Z");
    }
}
