//! The version that the program prints: `QUARREL_VERSION` flows out, such as `0.1.0 (3a12759 2026-11-22)`.
//!
//! A debug build names no commit, so that a commit does not compile everything anew.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let release = std::env::var("PROFILE").as_deref() == Ok("release");
    let commit = release.then(|| of_work_tree().or_else(of_package)).flatten();
    let commit = commit.map_or_else(String::new, |commit| format!(" ({commit})"));
    println!("cargo::rustc-env=QUARREL_VERSION={}{commit}", env!("CARGO_PKG_VERSION"));
}

/// The commit that is checked out here, and its date.
fn of_work_tree() -> Option<String> {
    // A package that lies in somebody's repository is none of its commits.
    if !Path::new("../.ci/run").exists() {
        return None;
    }
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo::rerun-if-changed={log}");
    git(&["log", "-1", "--format=%h %cs"])
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// The commit that `cargo package` wrote into a published package.
fn of_package() -> Option<String> {
    let info = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = info.split_once("\"sha1\": \"")?;
    Some(rest.split('"').next()?.chars().take(8).collect())
}
