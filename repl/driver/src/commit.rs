//! Sources as they were at a commit: a folder in a git repository and a revision in, the files of that folder flow into
//! another one. The repository stays as it is: its index, work tree and list of work trees are not touched.

use quarrel_console::Failure;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The commit that `revision` and the current one have both grown from: that is what a branch changes something since.
/// Where they have none, the commit itself.
///
/// # Errors
/// If `folder` is in no git repository, or that has no such commit.
pub fn base(folder: &Path, revision: &str) -> Result<String, Failure> {
    let commit = git(folder, &["rev-parse", "--verify", "--end-of-options", &format!("{revision}^{{commit}}")])
        .map_err(|message| {
            Failure::new(format!("there is no commit `{revision}` of {}: {message}", folder.display())).help(
                "name a branch, a tag or a commit; a shallow clone has few of them, `git fetch --unshallow` brings all",
            )
        })?;
    Ok(git(folder, &["merge-base", &commit, "HEAD"]).unwrap_or(commit))
}

/// Writes the files that `folder` had at a commit below `into`, and gives the folder that stands for it there; it is empty
/// if the folder did not exist then.
///
/// # Errors
/// If files cannot be written.
pub fn check_out(folder: &Path, commit: &str, into: &Path) -> Result<PathBuf, Failure> {
    let at = |message: String| {
        Failure::new(format!("cannot take {} as it was at {commit}: {message}", folder.display()))
    };
    let git_dir = git(folder, &["rev-parse", "--absolute-git-dir"]).map_err(at)?;
    let prefix = git(folder, &["rev-parse", "--show-prefix"]).map_err(at)?;
    let tree = into.join("tree");
    std::fs::create_dir_all(&tree).map_err(|error| at(error.to_string()))?;
    let run = |args: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(&tree).args(args);
        command
            .env("GIT_DIR", &git_dir)
            .env("GIT_WORK_TREE", &tree)
            .env("GIT_INDEX_FILE", into.join("index"));
        output(&mut command).map_err(at)
    };
    let was = format!("{commit}:{}", prefix.trim_end_matches('/'));
    if git(folder, &["rev-parse", "--verify", "--quiet", &was]).is_err() {
        return Ok(tree);
    }
    run(&["read-tree", &was])?;
    run(&["checkout-index", "--all", "--quiet"])?;
    Ok(tree)
}

/// What git prints in a folder, without the end of the line.
fn git(folder: &Path, args: &[&str]) -> Result<String, String> {
    output(Command::new("git").arg("-C").arg(folder).args(args))
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("cannot run git: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    Err(message.lines().next().unwrap_or("git failed without a word").to_owned())
}

#[cfg(test)]
mod tests {
    use super::{base, check_out, git};
    use std::fs;
    use std::path::Path;

    fn commit(folder: &Path, message: &str) {
        let run = |args: &[&str]| git(folder, args).expect("git works");
        run(&["add", "--all"]);
        run(&["-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "--quiet", "--message", message]);
    }

    #[test]
    fn sources_are_taken_as_they_were_and_nothing_is_touched() {
        let folder = tempfile::tempdir().expect("a folder");
        let (repository, into) = (folder.path().join("repository"), folder.path().join("into"));
        let source = repository.join("core/src");
        fs::create_dir_all(&source).expect("a folder");
        fs::write(source.join("A.java"), "one").expect("written");
        fs::write(repository.join("Other.java"), "other").expect("written");
        git(&repository, &["init", "--quiet", "--initial-branch=main"]).expect("a repository");
        commit(&repository, "one");
        git(&repository, &["checkout", "--quiet", "-b", "work"]).expect("a branch");
        fs::write(source.join("A.java"), "two").expect("written");
        commit(&repository, "two");
        git(&repository, &["checkout", "--quiet", "main"]).expect("the branch");
        fs::write(source.join("B.java"), "three").expect("written");
        commit(&repository, "three");
        git(&repository, &["checkout", "--quiet", "work"]).expect("the branch");
        fs::write(source.join("A.java"), "not committed").expect("written");
        let status = git(&repository, &["status", "--porcelain"]);

        let first = base(&source, "main").expect("a commit");
        assert_eq!(Ok(&first), git(&repository, &["rev-parse", "work~1"]).as_ref(), "where the branch began");
        let tree = check_out(&source, &first, &into).expect("checked out");
        assert_eq!(fs::read_to_string(tree.join("A.java")).expect("read"), "one");
        assert!(!tree.join("B.java").exists() && !tree.join("Other.java").exists());
        let whole = check_out(&repository, &first, &folder.path().join("whole")).expect("checked out");
        assert!(whole.join("core/src/A.java").exists() && whole.join("Other.java").exists());
        assert_eq!(git(&repository, &["status", "--porcelain"]), status);
        assert_eq!(fs::read_to_string(source.join("A.java")).expect("read"), "not committed");

        assert!(base(&source, "nowhere").expect_err("none").to_string().contains("no commit `nowhere`"));
        assert!(base(&source, "--all").is_err(), "no option for git");
        assert!(base(folder.path(), "main").is_err(), "no repository");
    }
}
