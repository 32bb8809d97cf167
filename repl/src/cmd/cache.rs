//! `quarrel cache`: what earlier runs have kept in the user's cache folder, and room for other things.

use crate::args::Cache;
use quarrel_common::words::count;
use quarrel_console::{Failure, note, sink};
use quarrel_driver::{cache, cache_folder};
use quarrel_files::cache::CacheEntry;
use std::collections::BTreeMap;

/// Runs the command.
///
/// # Errors
/// If the user has no cache folder, or it cannot be read or written.
pub fn run(args: &Cache) -> Result<u8, Failure> {
    let none =
        || Failure::new("there is no cache folder").help("set HOME or XDG_CACHE_HOME to a folder of yours");
    let folder = cache_folder().ok_or_else(none)?;
    let refused = || {
        Failure::new(format!("{} is not used: it is a link, or others can write there", folder.display()))
            .help("name another folder with XDG_CACHE_HOME")
    };
    let cache = cache().ok_or_else(refused)?;
    let fail = |error: std::io::Error| Failure::new(format!("cannot use {}: {error}", folder.display()));
    if let Some(most) = args.shrink_to {
        let removed = cache.shrink(most).map_err(fail)?;
        note(&format!("removed {}", sizes(&removed)));
    }
    let mut kinds: BTreeMap<String, Vec<CacheEntry>> = BTreeMap::new();
    for entry in cache.entries().map_err(fail)? {
        kinds.entry(entry.kind.clone()).or_default().push(entry);
    }
    let mut out = format!("{}\n", cache.folder().display());
    for (kind, entries) in &kinds {
        out.push_str(&format!("  {kind:<8} {}\n", sizes(entries)));
    }
    if kinds.is_empty() {
        out.push_str("  nothing is kept\n");
    }
    sink::write(&out, None)?;
    Ok(0)
}

/// How many entries there are, and what they take.
fn sizes(entries: &[CacheEntry]) -> String {
    let bytes: u64 = entries.iter().map(|entry| entry.bytes).sum();
    format!("{}, {:.1} MiB", count(entries.len(), "entry"), bytes as f64 / f64::from(1 << 20))
}
