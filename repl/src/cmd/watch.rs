//! `quarrel watch`: a source tree in; after each change of it, the findings that came and those that are gone flow out,
//! until the user ends it.

use super::analyze::{Again, analyse_again};
use super::diff::{came_and_gone, text};
use crate::args::{Analyze, Watch};
use notify::{EventKind, RecursiveMode, Watcher};
use quarrel_console::terminal::color_on_stdout;
use quarrel_console::{Failure, note, sink};
use quarrel_driver::scratch;
use quarrel_report::{Report, lines};
use serde_json::Value;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Editors write several files at once, and one in several steps: what is quiet for so long is written.
const QUIET: Duration = Duration::from_millis(200);

/// Runs the command until the process is ended.
///
/// # Errors
/// If the folder cannot be watched, or its sources cannot be analysed at the start.
pub fn run(args: &Watch) -> Result<u8, Failure> {
    let path = &args.path;
    let fail = |error: notify::Error| {
        Failure::new(format!("cannot watch {}: {error}", path.display()))
            .help("the system may watch few files at once: name a smaller folder, or raise fs.inotify.max_user_watches")
    };
    let (send, changes) = channel();
    // Before the first analysis, so that no change after it is missed.
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        if event.is_ok_and(|event| decides(&event)) {
            // Nobody waits any more where the process ends.
            let _ = send.send(());
        }
    })
    .map_err(fail)?;
    watcher.watch(path, RecursiveMode::Recursive).map_err(fail)?;

    let request = |no_cache| Analyze {
        path: path.clone(),
        asked: args.asked.clone(),
        threads: args.threads,
        quiet: true,
        no_cache,
        ..Analyze::default()
    };
    let analyze = request(false);
    let again = Again::new(scratch()?);
    let mut known = show(&analyze, &again, &[])?;
    note(&format!("watching {}; Ctrl-C ends it", path.display()));
    if !again.is_extracted() {
        // An earlier run kept these results; the first change needs what they were computed from.
        analyse_again(&request(true), &again).map_or_else(|failure| failure.print(), |_| ());
    }
    while wait(&changes) {
        // The change may be half of one, and the next one mends it.
        match show(&analyze, &again, &known) {
            Ok(found) => known = found,
            Err(failure) => failure.print(),
        }
    }
    Ok(0)
}

/// Whether a change may change what is found.
fn decides(event: &notify::Event) -> bool {
    let is_read = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let is_set_up = ["quarrel.toml", "pom.xml", "build.gradle", "build.gradle.kts"].contains(&&*name);
        is_set_up || name.ends_with(".java") || path.extension().is_none()
    };
    !matches!(event.kind, EventKind::Access(_)) && event.paths.iter().any(|path| is_read(path))
}

/// Waits for a change, and until nothing changes for a moment; `false` if there will be none.
fn wait(changes: &Receiver<()>) -> bool {
    if changes.recv().is_err() {
        return false;
    }
    loop {
        match changes.recv_timeout(QUIET) {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => return true,
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
}

/// Analyses the sources, and prints what came and what is gone since `known` was found.
fn show(analyze: &Analyze, again: &Again, known: &[Value]) -> Result<Vec<Value>, Failure> {
    let started = Instant::now();
    let report = analyse_again(analyze, again)?.report;
    let found = objects(&report);
    let (came, gone) = came_and_gone(known, &found);
    let color = color_on_stdout();
    sink::show_styled(&(text(&came, '+', color) + &text(&gone, '-', color)))?;
    let same = found.len() - came.len();
    let seconds = started.elapsed().as_secs_f64();
    note(&format!("{} new, {same} unchanged, {} gone; {seconds:.1} s", came.len(), gone.len()));
    report.missing.iter().for_each(|query| note(&format!("error: {}", query.text)));
    Ok(found)
}

/// The findings of a report that are not silenced.
fn objects(report: &Report) -> Vec<Value> {
    let text = lines::render_json(report);
    let objects = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    objects.filter(|object| object["rule"].is_string() && object["suppressed"].is_null()).collect()
}
