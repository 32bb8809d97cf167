//! Runs the fixtures of `tests/ql/diagnostics`, a test a heading, and the pages of the codes. `UPDATE_EXPECT=1`
//! rewrites the `text` blocks, which hold the rendered diagnostics.

use libtest_mimic::{Failed, Trial};
use quarrel_base::diag::Code;
use quarrel_tests::{diagnostics, fixture};
use std::path::Path;

/// Appends all Rust sources below a folder, except those that only list codes.
fn read_sources(folder: &Path, text: &mut String) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "diag" && name != "tests") {
                read_sources(&path, text)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

pub fn trials(update: bool) -> Vec<Trial> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ql/diagnostics");
    let mut trials = Vec::new();
    let mut tested = Vec::new();
    for fixture in fixture::read_folder(&folder, update) {
        tested.extend(diagnostics::codes(&fixture.text));
        for test in fixture.tests {
            let file = fixture.path.clone();
            trials.push(Trial::test(format!("{}::{}", fixture.name, test.title), move || {
                diagnostics::check(&file, &test, update).map_err(Failed::from)
            }));
        }
    }
    for code in Code::ALL {
        if let Some(page) = code.page() {
            trials.push(Trial::test(format!("page::{code}"), move || {
                diagnostics::check_page(*code, page).map_err(Failed::from)
            }));
        }
    }
    trials.push(Trial::test("every code has a test", move || {
        let untested: Vec<&str> =
            Code::ALL.iter().filter(|code| !tested.contains(code)).map(|code| code.name()).collect();
        if untested.is_empty() { Ok(()) } else { Err(Failed::from(untested.join(", "))) }
    }));
    trials.push(Trial::test("every code is reported somewhere", || {
        let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine");
        let mut text = String::new();
        read_sources(&engine, &mut text).map_err(|error| error.to_string())?;
        let is_reported = |code: &&Code| text.contains(&format!("Code::{code:?}"));
        let unused: Vec<&str> =
            Code::ALL.iter().filter(|code| !is_reported(code)).map(|code| code.name()).collect();
        if unused.is_empty() { Ok(()) } else { Err(Failed::from(unused.join(", "))) }
    }));
    trials.push(Trial::test("twenty codes have a page", || {
        let pages = Code::ALL.iter().filter(|code| code.page().is_some()).count();
        if pages >= 20 { Ok(()) } else { Err(Failed::from(format!("{pages} have"))) }
    }));
    trials
}
