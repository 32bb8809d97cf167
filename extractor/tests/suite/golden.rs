//! Small Java trees and their expected rows: `tests/golden/NAME/*.java` and `rows.txt` beside. `UPDATE_EXPECT=1`
//! rewrites the rows; read the difference before you commit it.

use std::path::Path;

use crate::support;

#[test]
fn rows_are_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut trees: Vec<_> = std::fs::read_dir(&folder)
        .expect("there are golden trees")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .collect();
    trees.sort();
    assert!(!trees.is_empty());
    let mut wrong = Vec::new();
    for tree in trees {
        let out = tempfile::tempdir().expect("a temporary folder");
        let (database, _) = support::database(&tree, out.path(), 1);
        let found = support::readable(&database);
        let path = tree.join("rows.txt");
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        if found == expected {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, found).expect("rows can be written");
        } else {
            let differs = found.lines().zip(expected.lines()).position(|(a, b)| a != b);
            let at = differs.unwrap_or(found.lines().count().min(expected.lines().count()));
            wrong.push(format!(
                "{}: line {}\n  found    {}\n  expected {}",
                path.display(),
                at + 1,
                found.lines().nth(at).unwrap_or("nothing"),
                expected.lines().nth(at).unwrap_or("nothing")
            ));
        }
    }
    assert!(wrong.is_empty(), "rows differ (UPDATE_EXPECT=1 rewrites them):\n{}", wrong.join("\n"));
}
