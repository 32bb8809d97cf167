//! A run without options reports the motivating examples of the papers that the packs follow. A comment `reported: ID`
//! marks a line with a finding; files without such a comment have no finding.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_run_without_options_reports_each_papers_first_example() {
    let papers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/papers");
    let mut folders: Vec<_> =
        fs::read_dir(&papers).expect("the papers").map(|entry| entry.expect("an entry").path()).collect();
    folders.retain(|folder| folder.is_dir());
    assert_eq!(folders.len(), 5, "{folders:?}");
    folders.sort();
    for folder in folders {
        let output = Command::new(env!("CARGO_BIN_EXE_quarrel"))
            .args(["analyze", ".", "--format", "jsonl", "-q"])
            .current_dir(&folder)
            .output()
            .expect("the binary runs");
        let found = String::from_utf8(output.stdout).expect("UTF-8");
        let mut expected = 0;
        for file in fs::read_dir(&folder).expect("a paper") {
            let file = file.expect("a file").path();
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let text = fs::read_to_string(&file).expect("a program");
            let at = format!("\"path\":\"{name}\"");
            let marked = text.lines().enumerate().filter_map(|(number, line)| {
                Some((number + 1, line.split_once("// reported: ")?.1.trim().to_owned()))
            });
            let marked: Vec<_> = marked.collect();
            for (number, rule) in &marked {
                let place = format!("\"location\":{{{at},\"startLine\":{number},");
                let is_shown = found
                    .lines()
                    .any(|line| line.contains(&format!("\"rule\":\"{rule}\"")) && line.contains(&place));
                assert!(is_shown, "{rule} at {name}:{number} of {}:\n{found}", folder.display());
            }
            assert!(!marked.is_empty() || !found.contains(&at), "{name} is in order:\n{found}");
            expected += marked.len();
        }
        assert!(expected > 0, "{} has an example", folder.display());
    }
}
