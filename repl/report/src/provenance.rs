//! Where a report comes from. The analysed folder flows in, and what git says of it; the repository, the commit, and
//! the folder that paths in reports of services begin at flow out.

use percent_encoding::percent_encode;
use quarrel_findings::scope::repository;
use quarrel_findings::sources::NOT_IN_URI_PATHS;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// Where a report comes from.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The analysed folder, or that of the analysed file; absolute.
    pub root: PathBuf,
    /// The way from the folder that paths of SARIF begin at to [`root`](Self::root): empty, or with a slash at its end.
    pub prefix: String,
    /// The way from the work tree of git to [`root`](Self::root), in the same form.
    pub in_work_tree: String,
    /// The commit that is checked out, by all its digits.
    pub commit: Option<String>,
    /// The branch that is checked out.
    pub branch: Option<String>,
    /// The address of the repository's pages, without names and passwords of users.
    pub repository: Option<String>,
    /// What services tell runs on one repository apart by; `None` for the analysed folder.
    pub category: Option<String>,
    /// The version of the program.
    pub version: &'static str,
    /// The command that made the report, as a shell would read it.
    pub command: String,
    /// The configuration file, if one was read.
    pub configuration: Option<String>,
    /// When it was made.
    pub made: SystemTime,
}

impl Provenance {
    /// What is known of `analysed`, a folder or a file, to the program of that version. Paths of SARIF begin at
    /// `source_root`, or else at the work tree of git, or else at the analysed folder itself.
    ///
    /// # Errors
    /// If `analysed` is not below `source_root`; a sentence.
    pub fn of(analysed: &Path, source_root: Option<&Path>, version: &'static str) -> Result<Self, String> {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let analysed = real(analysed);
        let root = match analysed.parent() {
            Some(parent) if analysed.is_file() => parent.to_owned(),
            _ => analysed,
        };
        // What git ignores is none of its sources, such as a tree that was unpacked in a build folder.
        let work_tree = repository(&root)
            .map(Path::to_owned)
            .filter(|tree| *tree == root || git(&root, &["check-ignore", "-q", "."]).is_none());
        let base = source_root.map(real).or_else(|| work_tree.clone()).unwrap_or_else(|| root.clone());
        let Some(prefix) = way(&base, &root) else {
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
            in_work_tree: work_tree.as_deref().and_then(|tree| way(tree, &root)).unwrap_or_default(),
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

    /// The address of a file's page at the commit, with `{path}` and `{line}` where these belong; `None` if the
    /// repository is unknown or on a server whose addresses are.
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

/// The way from a folder to one at or below it: empty, or with a slash at its end.
fn way(from: &Path, to: &Path) -> Option<String> {
    let parts = to.strip_prefix(from).ok()?.components();
    Some(parts.map(|part| format!("{}/", part.as_os_str().to_string_lossy())).collect())
}

/// The address of the pages of a repository that is fetched from `url`: without user and password.
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
    // The port of ssh is none of the pages'.
    let (scheme, host) = if scheme == "ssh" { ("https", host.split(':').next()?) } else { (scheme, host) };
    (!host.is_empty() && !path.is_empty()).then(|| format!("{scheme}://{host}/{path}"))
}

/// Asks git of a folder; `None` if it has no answer, or there is no git.
fn git(folder: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(args).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_pages_tell_nothing_of_users() {
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
    fn ways_end_with_a_slash() {
        assert_eq!(way(Path::new("/a"), Path::new("/a/b/c")).as_deref(), Some("b/c/"));
        assert_eq!(way(Path::new("/a"), Path::new("/a")).as_deref(), Some(""));
        assert_eq!(way(Path::new("/a/b"), Path::new("/a")), None);
    }
}
