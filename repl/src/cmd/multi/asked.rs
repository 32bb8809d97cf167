//! The options of each analysis: the arguments of its process, and a hash of everything that decides its findings.

use crate::args::{Asked, When};
use clap::ValueEnum;
use quarrel_console::Failure;
use quarrel_multi::results::Analysis;
use quarrel_multi::source::{hash_tree, hex};
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The equal arguments of `quarrel analyze`, with absolute paths, and the analysis that they identify.
///
/// # Errors
/// If a file in them cannot be read.
pub fn of(asked: &Asked) -> Result<(Vec<OsString>, Analysis), Failure> {
    let mut options = Options { passed: Vec::new(), shown: Vec::new(), hash: Sha256::new() };
    let version = env!("QUARREL_VERSION");
    options.hash.update(version);
    // The version of a development build has no commit, so the bundled queries are hashed too.
    for (path, text) in quarrel_queries::files() {
        options.hash.update(path);
        options.hash.update([0]);
        options.hash.update(text);
        options.hash.update([0]);
    }
    if let Some(folder) = quarrel_queries::folder() {
        options.passed.extend(["--packs".into(), folder.into()]);
        options.shown.push("--packs".to_owned());
    }
    for pack in &asked.packs {
        options.path_or_name("--pack", Path::new(pack))?;
    }
    for query in &asked.queries {
        options.path_or_name("--query", query)?;
    }
    for folder in &asked.search_path {
        options.path("--search-path", folder)?;
    }
    if let Some(when) = asked.whole_program {
        options.text("--whole-program", &word(&when));
    }
    if let Some(sensitivity) = asked.assumptions.sensitivity {
        options.text("--sensitivity", sensitivity.name());
    }
    for pattern in &asked.assumptions.assume_thread_safe {
        options.text("--assume-thread-safe", pattern);
    }
    if let Some(least) = asked.min_confidence {
        options.text("--min-confidence", least.name());
    }
    if asked.assumptions.include_tests {
        options.flag("--include-tests");
    }
    if asked.include_generated {
        options.flag("--include-generated");
    }
    if let Some(file) = &asked.assumptions.config {
        options.path("--config", file)?;
    }
    if let Some(time) = asked.query_limits.timeout_per_query {
        // Not hashed: the results show for each repository whether a query finished in time.
        options.passed.extend(["--timeout-per-query".into(), format!("{}ms", time.as_millis()).into()]);
    }
    for written in &asked.libraries.classpath {
        options.class_path(written)?;
    }
    if let Some(jdk) = &asked.libraries.jdk {
        // Hash only the JDK's description; all of it is hundreds of megabytes.
        options.place("--jdk", jdk, &jdk.join("release"))?;
    }
    let Options { passed, shown, hash } = options;
    let id = hex(&hash.finalize())[..32].to_owned();
    Ok((passed, Analysis { id, version: version.to_owned(), options: shown.join(" ") }))
}

fn word(when: &When) -> String {
    when.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// Options as arguments of a process, as text for people, and hashed.
struct Options {
    passed: Vec<OsString>,
    shown: Vec<String>,
    hash: Sha256,
}

impl Options {
    fn add(&mut self, text: &str) {
        self.hash.update(text);
        self.hash.update([0]);
        self.shown.push(text.to_owned());
    }

    fn flag(&mut self, name: &str) {
        self.add(name);
        self.passed.push(name.into());
    }

    fn text(&mut self, name: &str, value: &str) {
        self.add(name);
        self.add(value);
        self.passed.extend([name.into(), value.into()]);
    }

    /// Adds a bundled pack or query by name, or a file or folder.
    fn path_or_name(&mut self, name: &str, value: &Path) -> Result<(), Failure> {
        if value.exists() {
            return self.path(name, value);
        }
        self.text(name, &value.display().to_string());
        Ok(())
    }

    /// Adds a file or folder, whose contents are hashed instead of its path: another machine may have it elsewhere.
    fn path(&mut self, name: &str, value: &Path) -> Result<(), Failure> {
        self.place(name, value, value)
    }

    fn place(&mut self, name: &str, value: &Path, content: &Path) -> Result<(), Failure> {
        self.add(name);
        self.shown.push(value.display().to_string());
        self.content(content)?;
        self.passed.push(name.into());
        self.passed.push(absolute(value).into());
        Ok(())
    }

    fn content(&mut self, path: &Path) -> Result<(), Failure> {
        hash_tree(path, &|_| true, &mut self.hash).map_err(|error| {
            Failure::new(format!("cannot read {}: {error}", path.display()))
                .help("check the path in the options")
        })
    }

    fn class_path(&mut self, written: &str) -> Result<(), Failure> {
        self.add("--classpath");
        self.shown.push(written.to_owned());
        let mut entries = Vec::new();
        for entry in std::env::split_paths(written) {
            if entry.as_os_str() == "auto" || entry.as_os_str().is_empty() {
                self.hash.update(entry.to_string_lossy().as_bytes());
                entries.push(entry);
                continue;
            }
            let folder = entry.ends_with("*").then(|| entry.parent()).flatten();
            self.content(folder.unwrap_or(&entry))?;
            entries.push(absolute(&entry));
        }
        let joined = std::env::join_paths(entries)
            .map_err(|error| Failure::new(format!("--classpath {written}: {error}")))?;
        self.passed.push("--classpath".into());
        self.passed.push(joined);
        Ok(())
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
