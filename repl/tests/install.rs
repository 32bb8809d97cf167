//! The installer, on a release made by the test: it installs released files and nothing else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folders of a release and of its installation, and the release's archive.
struct Release {
    scratch: tempfile::TempDir,
    archive: String,
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The target of this machine as the installer spells it.
fn target() -> String {
    let machine = run(Command::new("uname").arg("-m")).trim().replace("arm64", "aarch64");
    let system = if cfg!(target_os = "macos") { "apple-darwin" } else { "unknown-linux-musl" };
    format!("{machine}-{system}")
}

impl Release {
    fn new() -> Self {
        let scratch = tempfile::tempdir().expect("a folder");
        let name = format!("quarrel-{}", target());
        let (inner, folder) = (scratch.path().join("quarrel-0.1.0"), scratch.path().join("release"));
        fs::create_dir(&inner).expect("a folder");
        fs::create_dir(&folder).expect("a folder");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_quarrel"), inner.join("quarrel")).expect("a link");
        let archive = format!("{name}.tar.gz");
        run(Command::new("tar")
            .arg("-C")
            .arg(scratch.path())
            .arg("-chf")
            .arg(folder.join(&name))
            .arg("quarrel-0.1.0"));
        run(Command::new("gzip").arg("-1").arg("--suffix=.tar.gz").arg(folder.join(&name)));
        let release = Self { scratch, archive };
        let sum = if cfg!(target_os = "macos") { "shasum" } else { "sha256sum" };
        let line = run(Command::new(sum)
            .args(if sum == "shasum" { &["-a", "256"][..] } else { &[] })
            .arg(&release.archive)
            .current_dir(release.folder()));
        fs::write(release.checksum(), line).expect("a file");
        release
    }
    fn folder(&self) -> PathBuf {
        self.scratch.path().join("release")
    }
    fn checksum(&self) -> PathBuf {
        self.folder().join(format!("{}.sha256", self.archive))
    }
    fn installed(&self) -> PathBuf {
        self.scratch.path().join("a b/bin/quarrel")
    }
    fn install(&self, args: &[&str]) -> Output {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../install.sh");
        Command::new("sh")
            .arg(script)
            .args(args)
            .env_remove("QUARREL_RELEASES")
            .env("QUARREL_FOLDER", self.installed().parent().expect("a folder"))
            .output()
            .expect("sh runs")
    }
}

#[test]
fn a_release_is_installed_and_replaced() {
    let release = Release::new();
    let folder = release.folder();
    for _ in 0..2 {
        let output = release.install(&["--from", folder.to_str().expect("text")]);
        assert!(output.status.success(), "{output:?}");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(
            stdout.starts_with("installed quarrel 0.") && stdout.contains("is not on the PATH"),
            "{stdout}"
        );
    }
    let version = run(Command::new(release.installed()).arg("--version"));
    assert!(version.starts_with(concat!("quarrel ", env!("CARGO_PKG_VERSION"))), "{version}");
}

#[test]
fn files_that_were_not_released_are_not_installed() {
    let release = Release::new();
    let folder = release.folder();
    let from = folder.to_str().expect("text");
    let refused = |args: &[&str], why: &str| {
        let output = release.install(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && stderr.contains(why), "{output:?}");
        assert!(!release.installed().exists());
    };
    refused(&[], "--from says where");
    refused(&["--from"], "--from needs a value");
    refused(&["--form", from], "--form is no option");
    let sum = fs::read_to_string(release.checksum()).expect("a file");
    fs::write(release.checksum(), sum.replace(|c: char| c.is_ascii_digit(), "0")).expect("a file");
    refused(&["--from", from], "nothing was installed");
    fs::write(release.checksum(), "").expect("a file");
    refused(&["--from", from], "nothing was installed");
    fs::remove_file(folder.join(&release.archive)).expect("a file");
    refused(&["--from", from], "has no quarrel-");
}
