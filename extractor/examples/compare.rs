//! Compares two databases by what they say, whatever the ids are:
//! `cargo run --release --example compare -- FIRST.db SECOND.db`.
//!
//! `compare --keep FOLDER COMMAND OUT` extracts the folder, runs a shell command that edits it, extracts it with the ids
//! of the first extraction and anew, into the folder `OUT`, prints the times, and compares the last two databases.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use quarrel_extractor::{Options, Previous, extract, extract_with_ids};

#[path = "../tests/suite/canonical.rs"]
mod canonical;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let paths: Vec<&Path> = arguments.iter().map(Path::new).collect();
    let (first, second) = match paths.as_slice() {
        [first, second] => (first.to_path_buf(), second.to_path_buf()),
        [keep, folder, command, out] if *keep == Path::new("--keep") => {
            keeping(folder, command.to_string_lossy().as_ref(), out)
        }
        _ => {
            writeln!(std::io::stderr(), "usage: compare FIRST.db SECOND.db").ok();
            return ExitCode::from(2);
        }
    };
    let difference = canonical::difference(&first, &second);
    difference.iter().for_each(|row| say(row));
    say(if difference.is_empty() { "equal" } else { "different" });
    ExitCode::from(u8::from(!difference.is_empty()))
}

fn keeping(folder: &Path, command: &str, out: &Path) -> (std::path::PathBuf, std::path::PathBuf) {
    let options = Options::default();
    let [first, kept, fresh] = ["first.db", "kept.db", "fresh.db"].map(|name| out.join(name));
    let time = |name: &str, since: Instant| say(&format!("{name}: {:.2} s", since.elapsed().as_secs_f64()));
    let since = Instant::now();
    let (_, assigned) =
        extract_with_ids(folder, &first, &options, None, &|_| ()).expect("the folder can be extracted");
    time("first", since);
    say(&format!("ids: {} bytes", assigned.to_bytes().len()));
    let edit = std::process::Command::new("sh").args(["-c", command]).current_dir(folder).status();
    assert!(edit.is_ok_and(|status| status.success()), "the command edits the folder");
    let since = Instant::now();
    let previous = Some(Previous { assigned: &assigned, database: &first });
    let (report, _) = extract_with_ids(folder, &kept, &options, previous, &|_| ())
        .expect("the edited folder can be extracted");
    time("with ids", since);
    let changes = report.changes.iter().flat_map(|changes| changes.iter());
    let (removed, added) = changes.fold((0, 0), |sum, it| (sum.0 + it.removed.len(), sum.1 + it.added.len()));
    say(&format!("updated: {}, rows removed: {removed}, added: {added}", report.changes.is_some()));
    report.phases.iter().for_each(|(phase, time)| say(&format!("  {phase}: {:.2} s", time.as_secs_f64())));
    let since = Instant::now();
    extract(folder, &fresh, &options, &|_| ()).expect("the edited folder can be extracted");
    time("fresh", since);
    (kept, fresh)
}

fn say(text: &str) {
    writeln!(std::io::stdout(), "{text}").ok();
}
