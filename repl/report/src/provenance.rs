//! Finds the provenance of a report: the repository, the commit, and the folder to which paths in SARIF are relative.

use percent_encoding::percent_encode;
use quarrel_findings::scope::repository;
use quarrel_findings::sources::NOT_IN_URI_PATHS;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// The provenance of a report.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The analysed folder, or that of the analysed file; absolute.
    pub root: PathBuf,
    /// The path to [`root`](Self::root) from the folder to which paths in SARIF are relative: empty, or ends with a slash.
    pub prefix: String,
    /// The path to [`root`](Self::root) from the git work tree, in this form.
    pub in_work_tree: String,
    /// The full hash of the checked-out commit.
    pub commit: Option<String>,
    /// The checked-out branch.
    pub branch: Option<String>,
    /// The URL of the repository's pages, without user and password.
    pub repository: Option<String>,
    /// The name by which services distinguish runs on one repository; `None` for the analysed folder.
    pub category: Option<String>,
    /// The version of the program.
    pub version: &'static str,
    /// The command that made the report, quoted for a shell.
    pub command: String,
    /// The configuration file, if one was read.
    pub configuration: Option<String>,
    /// When it was made.
    pub made: SystemTime,
}

impl Provenance {
    /// The provenance of `analysed`, a folder or a file. Paths in SARIF are relative to `source_root`, or else to the git
    /// work tree, or else to the analysed folder.
    ///
    /// # Errors
    /// A message if `analysed` is not below `source_root`.
    pub fn of(analysed: &Path, source_root: Option<&Path>, version: &'static str) -> Result<Self, String> {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let analysed = real(analysed);
        let root = match analysed.parent() {
            Some(parent) if analysed.is_file() => parent.to_owned(),
            _ => analysed,
        };
        // A folder that git ignores, such as one in a build folder, is not part of the repository.
        let work_tree = repository(&root)
            .map(Path::to_owned)
            .filter(|tree| *tree == root || git(&root, &["check-ignore", "-q", "."]).is_none());
        let base = source_root.map(real).or_else(|| work_tree.clone()).unwrap_or_else(|| root.clone());
        let Some(prefix) = relative_path(&base, &root) else {
            return Err(format!("{} is not in the source root {}", root.display(), base.display()));
        };
        let asked = |args: &[&str]| work_tree.as_ref().and_then(|tree| git(tree, args));
        let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
        let words = words.iter().enumerate().map(|(at, word)| {
            let name = Path::new(word).file_name().and_then(|name| name.to_str()).filter(|_| at == 0);
            name.unwrap_or(word.as_str())
        });
        Ok(Self {
            prefix,
            in_work_tree: work_tree
                .as_deref()
                .and_then(|tree| relative_path(tree, &root))
                .unwrap_or_default(),
            commit: asked(&["rev-parse", "--verify", "-q", "HEAD"]),
            branch: asked(&["symbolic-ref", "-q", "--short", "HEAD"]),
            repository: asked(&["config", "--get", "remote.origin.url"]).and_then(|url| address(&url)),
            command: shlex::try_join(words).unwrap_or_default(),
            configuration: None,
            category: None,
            version,
            made: SystemTime::now(),
            root,
        })
    }

    /// The URL of a file's page at the commit, with placeholders `{path}` and `{line}`; `None` if the repository or the form
    /// of its server's URLs is unknown.
    pub fn page(&self) -> Option<String> {
        let (repository, commit) = (self.repository.as_ref()?, self.commit.as_ref()?);
        let host = repository.split('/').nth(2)?;
        let (way, line) = if host.contains("github") {
            ("blob", "#L{line}")
        } else if host.contains("gitlab") {
            ("-/blob", "#L{line}")
        } else if host.contains("bitbucket") {
            ("src", "#lines-{line}")
        } else if ["codeberg", "gitea", "forgejo"].iter().any(|name| host.contains(name)) {
            ("src/commit", "#L{line}")
        } else {
            return None;
        };
        Some(format!(
            "{repository}/{way}/{commit}/{}{{path}}{line}",
            percent_encode(self.in_work_tree.as_bytes(), NOT_IN_URI_PATHS)
        ))
    }
}

/// The path from a folder to one at or below it: empty, or ends with a slash. `None` if it is not below.
fn relative_path(from: &Path, to: &Path) -> Option<String> {
    let parts = to.strip_prefix(from).ok()?.components();
    Some(parts.map(|part| format!("{}/", part.as_os_str().to_string_lossy())).collect())
}

/// The URL of the pages of a repository with the remote `url`, without user and password; `None` if it is unknown.
fn address(url: &str) -> Option<String> {
    let url = url.trim().trim_end_matches('/');
    let url = url.strip_suffix(".git").unwrap_or(url);
    let (scheme, rest) = match url.split_once("://") {
        Some((scheme @ ("https" | "http"), rest)) => (scheme, rest.to_owned()),
        Some(("ssh" | "git", rest)) => ("ssh", rest.to_owned()),
        Some(_) => return None,
        // As in `git@example.org:owner/name`.
        None => {
            let (host, path) = url.split_once(':').filter(|(host, _)| host.contains('@'))?;
            ("ssh", format!("{host}/{path}"))
        }
    };
    let (host, path) = rest.split_once('/')?;
    let host = host.rsplit('@').next()?;
    // The port of ssh is not that of the pages.
    let (scheme, host) = if scheme == "ssh" { ("https", host.split(':').next()?) } else { (scheme, host) };
    (!host.is_empty() && !path.is_empty()).then(|| format!("{scheme}://{host}/{path}"))
}

/// Runs git in a folder; `None` if it fails or is missing.
fn git(folder: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(args).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_pages_have_no_users() {
        for (url, page) in [
            ("https://github.com/acme/job.git", Some("https://github.com/acme/job")),
            ("https://me:secret@github.com/acme/job/", Some("https://github.com/acme/job")),
            ("http://git.acme.org:8080/job", Some("http://git.acme.org:8080/job")),
            ("git@gitlab.com:acme/jobs/job.git", Some("https://gitlab.com/acme/jobs/job")),
            ("ssh://git@gitlab.acme.org:2222/jobs/job.git", Some("https://gitlab.acme.org/jobs/job")),
            ("/srv/git/job.git", None),
            ("file:///srv/git/job.git", None),
            ("C:\\git\\job", None),
            ("https://github.com/", None),
        ] {
            assert_eq!(address(url).as_deref(), page, "{url}");
        }
    }

    #[test]
    fn relative_paths_end_with_a_slash() {
        assert_eq!(relative_path(Path::new("/a"), Path::new("/a/b/c")).as_deref(), Some("b/c/"));
        assert_eq!(relative_path(Path::new("/a"), Path::new("/a")).as_deref(), Some(""));
        assert_eq!(relative_path(Path::new("/a/b"), Path::new("/a")), None);
    }
}
