//! The language server in Neovim. Without Neovim the test passes with a note, or fails if `QUARREL_NEED_NEOVIM` is set.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

const QUERY: &str = "import java

from Method m
where m.isSynchronised()
select m, \"a method\"
";

#[test]
fn an_editor_shows_what_the_server_says() {
    let mut editor = Command::new("nvim");
    editor.arg("--version").stdin(Stdio::null());
    if !editor.output().is_ok_and(|output| output.status.success()) {
        // Not `eprintln!`, which the test harness captures.
        let _ = writeln!(std::io::stderr(), "\nNOT TESTED: there is no neovim here\n");
        assert!(std::env::var_os("QUARREL_NEED_NEOVIM").is_none(), "neovim has to be there");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let query = folder.path().join("q.ql");
    fs::write(&query, QUERY).expect("a file");
    let script = concat!("luafile ", env!("CARGO_MANIFEST_DIR"), "/tests/neovim.lua");
    let output = Command::new("nvim")
        .args(["--headless", "--clean", "-u", "NONE", "-i", "NONE", "-c", script])
        .current_dir(&folder)
        .env("HOME", folder.path())
        .env("QL_FILE", &query)
        .env("QUARREL", env!("CARGO_BIN_EXE_quarrel"))
        .stdin(Stdio::null())
        .output()
        .expect("nvim runs");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{shown}{}", String::from_utf8_lossy(&output.stderr));
    for part in [
        "diagnostic 4:9 ",
        "completion isSynchronized() predicate isSynchronized()",
        "completion hasName( predicate hasName(string name)",
        "signature ",
        "hover ",
        "formatted where m.fromSource()\n",
    ] {
        assert!(shown.contains(part), "`{part}` is missing in\n{shown}");
    }
    let line = |name: &str| shown.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    assert!(line("signature ").contains("predicate hasName(string name)"), "{shown}");
    assert!(line("hover ").contains("Method"), "{shown}");
}
