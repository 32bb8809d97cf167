//! Finds the revision of a repository, and fetches its sources from git or an archive.

use super::archive;
use super::list::{Entry, Source};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Identifies the sources of an entry, so that equal ones are not analysed again: the commit (`git:`), or a hash of the
/// archive (`archive:`) or of the files that an analysis reads (`files:`).
///
/// # Errors
/// A message if the sources cannot be read.
pub fn revision(entry: &Entry, source: &Source) -> Result<String, String> {
    match source {
        Source::Git(url) => commit(url, entry.commit.as_deref()).map(|commit| format!("git:{commit}")),
        Source::Archive(file) => {
            let hash = || -> io::Result<String> {
                let (mut hash, mut file) = (Sha256::new(), File::open(file)?);
                let mut buffer = vec![0; 1 << 16];
                loop {
                    match file.read(&mut buffer)? {
                        0 => return Ok(hex(&hash.finalize())),
                        read => hash.update(&buffer[..read]),
                    }
                }
            };
            hash().map(|hash| format!("archive:{hash}")).map_err(|error| cannot_read(&entry.source, &error))
        }
        Source::Folder(folder) => {
            let mut hash = Sha256::new();
            let read = |path: &Path| read_by_analysis(path);
            hash_tree(&folder.join(entry.folder.as_deref().unwrap_or("")), &read, &mut hash)
                .map(|()| format!("files:{}", hex(&hash.finalize())))
                .map_err(|error| cannot_read(&entry.source, &error))
        }
    }
}

fn cannot_read(source: &str, error: &io::Error) -> String {
    format!("cannot read {source}: {error}")
}

/// Whether an analysis reads a file: sources, build files, configurations and ignore files.
fn read_by_analysis(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let known = [".java", ".gradle", ".gradle.kts"].iter().any(|end| name.ends_with(end));
    known || matches!(&*name, "pom.xml" | "quarrel.toml" | "quarrel-baseline.sarif" | ".gitignore")
}

/// Hashes the paths and texts of the files below a folder (or of a single file) that `wanted` selects, in the order of the
/// paths.
///
/// # Errors
/// If one cannot be read.
pub fn hash_tree(root: &Path, wanted: &dyn Fn(&Path) -> bool, hash: &mut Sha256) -> io::Result<()> {
    fs::metadata(root)?;
    let walk = ignore::WalkBuilder::new(root)
        .standard_filters(false)
        .follow_links(true)
        .filter_entry(|entry| entry.depth() == 0 || entry.file_name() != ".git")
        .sort_by_file_name(Ord::cmp)
        .build();
    // The analysis reports folders that cannot be read.
    for entry in walk.flatten() {
        let path = entry.path();
        if !path.is_file() || !wanted(path) {
            continue;
        }
        let below = path.strip_prefix(root).unwrap_or(path);
        let bytes = fs::read(path)?;
        hash.update(below.to_string_lossy().replace('\\', "/").as_bytes());
        hash.update([0]);
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    Ok(())
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Fetches the sources into `folder`, at most `limit` bytes; returns the folder to analyse. Local folders are not copied.
///
/// # Errors
/// A message if they cannot be fetched.
pub fn bring(
    entry: &Entry,
    source: &Source,
    revision: &str,
    folder: &Path,
    limit: u64,
) -> Result<PathBuf, String> {
    let root = match source {
        Source::Folder(path) => path.clone(),
        Source::Archive(file) => {
            archive::unpack(file, folder, limit).map_err(|error| cannot_read(&entry.source, &error))?
        }
        Source::Git(url) => {
            check_out(url, revision.trim_start_matches("git:"), folder)?;
            if taken(folder) > limit {
                let message = "takes more of the disk than its share: --disk and --jobs set it";
                return Err(format!("{} {message}", entry.source));
            }
            folder.to_owned()
        }
    };
    let root = match &entry.folder {
        Some(below) => root.join(below),
        None => root,
    };
    if root.is_dir() {
        Ok(root)
    } else {
        Err(format!("there is no folder {} in it", entry.folder.as_deref().unwrap_or(".")))
    }
}

/// The bytes of the files below a folder.
fn taken(folder: &Path) -> u64 {
    let walk = ignore::WalkBuilder::new(folder).standard_filters(false).build();
    walk.flatten().filter_map(|entry| entry.metadata().ok()).map(|metadata| metadata.len()).sum()
}

/// The commit of a branch, a tag or the head of a repository; a full commit hash is returned unchanged.
fn commit(url: &str, wanted: Option<&str>) -> Result<String, String> {
    let is_full =
        |text: &&str| matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if let Some(commit) = wanted.filter(is_full) {
        return Ok(commit.to_ascii_lowercase());
    }
    let wanted = wanted.unwrap_or("HEAD");
    let refs = git(Command::new("git").args(["ls-remote", "--", url, wanted, &format!("{wanted}^{{}}")]))?;
    let mut found: Vec<(&str, &str)> = refs.lines().filter_map(|line| line.split_once('\t')).collect();
    // Prefer the commit of a tag to the tag, and a branch to other refs that end in its name.
    found.sort_by_key(|(_, name)| {
        let rank = [
            format!("refs/tags/{wanted}^{{}}"),
            format!("refs/tags/{wanted}"),
            format!("refs/heads/{wanted}"),
        ];
        (rank.iter().position(|known| known == name).unwrap_or(rank.len()), name.len())
    });
    match found.first() {
        Some((commit, _)) => Ok((*commit).to_owned()),
        None => Err(format!("{url} has no branch or tag `{wanted}`; name a commit by all its digits")),
    }
}

/// Fetches one commit without history. Links become text files, since the extractor would follow them out of the tree.
fn check_out(url: &str, commit: &str, folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let at = |args: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(folder).args(["-c", "core.symlinks=false", "-c", "core.hooksPath=/dev/null"]);
        git(command.args(args))
    };
    at(&["init", "-q"])?;
    // Some servers do not allow fetching by hash.
    if at(&["fetch", "-q", "--depth", "1", "--no-tags", "--", url, commit]).is_err() {
        at(&["fetch", "-q", "--", url, "+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"])?;
    }
    at(&["checkout", "-q", "--detach", commit]).map(drop)
}

/// Runs git without prompts, and with a timeout for stalled connections; returns its output.
fn git(command: &mut Command) -> Result<String, String> {
    let command = command
        .stdin(Stdio::null())
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_ASKPASS", "true")
        .env("GIT_LFS_SKIP_SMUDGE", "1")
        .env("GIT_HTTP_LOW_SPEED_LIMIT", "1000")
        .env("GIT_HTTP_LOW_SPEED_TIME", "60")
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE");
    let output = command.output().map_err(|error| format!("cannot run git: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let line = stderr.lines().find(|line| line.starts_with("fatal:") || line.starts_with("error:"));
    Err(format!("git: {}", line.or(stderr.lines().last()).unwrap_or("it failed without a word").trim()))
}
