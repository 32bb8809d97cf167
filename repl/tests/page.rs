//! The HTML report in a real browser, from a file, without a network: filters are clicked, findings opened, pictures
//! drawn. Needs Chromium (Debian's package `chromium`, which `.ci/run` installs where it can); `QUARREL_CHROMIUM` names
//! another one. Without any the test passes with a note, or fails if `QUARREL_NEED_CHROMIUM` is set.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const COUNTER: &str = "package org.example;

@ThreadSafe
public class Counter {
    private final Object lock = new Object();
    private int count;
    private int other;

    public void increment() {
        count++;
    }

    public int get() {
        synchronized (lock) {
            return count;
        }
    }

    public void change(int value) {
        other = value; // quarrel:ignore[java/not-threadsafe] <b>set once</b>
    }
}
";

const ACCOUNTS: &str = "package org.example;

public class Accounts {
    private final Object left = new Object();
    private final Object right = new Object();
    private int sum;

    public void give() {
        synchronized (left) {
            synchronized (right) {
                sum++;
            }
        }
    }

    public void take() {
        synchronized (right) {
            synchronized (left) {
                sum--;
            }
        }
    }

    public static void main(String[] args) {
        Accounts accounts = new Accounts();
        new Thread(accounts::give).start();
        new Thread(accounts::take).start();
    }
}
";

const WAYS: &str = "/**
 * @name Ways
 * @description Finds ways to fields.
 * @kind path-problem
 * @problem.severity error
 * @id test/ways
 * @tags path-per-thread
 */

import java

query predicate edges(Element a, Element b) { b.(FieldAccess).getEnclosingCallable() = a }

query predicate properties(FieldAccess a, string key, string value) {
  key = \"field\" and value = a.getField().getQualifiedName()
}

query predicate stages(FieldAccess a, int number, string name, string text) {
  number = [1, 2] and name = \"stage \" + number and text = a.getField().getName()
}

query predicate edits(FieldAccess a, string title, Element place, string how, string text) {
  a.getField().hasName(\"other\") and
  title = \"Take another\" and
  place = a and
  how = \"replace\" and
  text = \"an</script>other\"
}

from Method m, Method n, FieldAccess a
where
  a.getField().hasName(\"other\") and a.getEnclosingCallable() = m and
  n.hasName([\"change\", \"get\"])
select a, n, a, \"A way to </script> $@.\", m, m.getName()
";

/// The browsers to try.
fn browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("QUARREL_CHROMIUM") {
        return Some(named.into());
    }
    let folders: Vec<PathBuf> = std::env::var_os("PATH")
        .iter()
        .flat_map(|path| std::env::split_paths(path).collect::<Vec<_>>())
        .collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}

fn chromium(browser: &Path, home: &Path, args: &[&str], page: &Path) -> String {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
        .args([
            "--window-size=1280,1600",
            "--virtual-time-budget=8000",
            "--host-resolver-rules=MAP * ~NOTFOUND",
        ])
        .arg(format!("--user-data-dir={}", home.display()))
        .args(args)
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The notes of the script in the page.
fn written_down(dom: &str) -> Value {
    let (_, rest) = dom.split_once("data-seen=\"").unwrap_or_else(|| panic!("the driver did not run: {dom}"));
    let (json, _) = rest.split_once('"').expect("an attribute ends");
    let json = json.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&json).expect("the driver writes JSON")
}

fn report(folder: &Path) -> PathBuf {
    fs::create_dir(folder.join("src")).expect("a folder");
    fs::write(folder.join("src/Counter.java"), COUNTER).expect("a file");
    fs::write(folder.join("src/Accounts.java"), ACCOUNTS).expect("a file");
    let annotation = "package org.example; public @interface ThreadSafe {}";
    fs::write(folder.join("src/ThreadSafe.java"), annotation).expect("a file");
    fs::write(folder.join("Ways.ql"), WAYS).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_quarrel"))
        .args(["analyze", "src", "--pack", "thread-safety", "--pack", "deadlocks", "--query", "Ways.ql"])
        .args(["--output", "report.html"])
        .current_dir(folder)
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    folder.join("report.html")
}

#[test]
fn the_page_stands_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = fs::read_to_string(report(folder.path())).expect("a page");
    for fetching in ["src=\"", "href=\"", "url(", "@import", "fetch("] {
        assert!(!page.split("id=\"data\"").next().is_some_and(|head| head.contains(fetching)), "{fetching}");
    }
    assert_eq!(page.matches("</script>").count(), 2, "data cannot end its element");
    assert!(!page.contains("<b>set once"), "nothing of the sources is markup");
}

#[test]
fn a_reader_can_use_the_page() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = report(folder.path());
    let Some(browser) = browser() else {
        let message = "NOT TESTED: there is no Chromium, so the HTML report was not looked at";
        assert!(std::env::var_os("QUARREL_NEED_CHROMIUM").is_none(), "{message}");
        // Not `eprintln!`, which the test harness captures.
        let _ = writeln!(std::io::stderr(), "\n{message}\n");
        return;
    };
    let html = fs::read_to_string(&page).expect("a page");
    let driver = include_str!("page/driver.js");
    let driven = folder.path().join("driven.html");
    fs::write(&driven, html.replace("</body>", &format!("<script>{driver}</script></body>")))
        .expect("a file");
    let home = folder.path().join("profile");
    let seen = written_down(&chromium(&browser, &home, &["--dump-dom"], &driven));
    assert_eq!(seen["error"], Value::Null, "{seen:#}");
    let number = |name: &str| seen[name].as_u64().unwrap_or_else(|| panic!("{name} in {seen:#}"));
    assert!(number("all") >= 2, "{seen:#}");
    assert_eq!(number("fetched"), 0);
    assert!(number("withoutFirstQuery") < number("all"));
    assert_eq!(number("again"), number("all"));
    assert!(number("withoutFirstSeverity") < number("all"));
    assert_eq!(seen["searchFocused"], true);
    assert!((1..number("all")).contains(&number("found")), "{seen:#}");
    assert!(number("silencedShown") > number("all"), "silenced findings are shown on demand: {seen:#}");
    assert_eq!(seen["focused"], true, "j goes to the first finding");
    assert_eq!(seen["expanded"], "true");
    let texts = |name: &str| -> Vec<String> {
        let list = seen[name].as_array().unwrap_or_else(|| panic!("{name} in {seen:#}"));
        list.iter().map(|text| text.as_str().unwrap_or("").to_owned()).collect()
    };
    assert!(texts("source").contains(&"count".to_owned()), "{seen:#}");
    assert_eq!(seen["keywords"], true);
    assert!(texts("locks").iter().any(|side| side.contains("holds no lock")), "{seen:#}");
    assert!(texts("locks").iter().any(|side| side.contains("lock") && side.contains("get")), "{seen:#}");
    let sum = seen["sum"].as_str().unwrap_or("");
    assert!(sum.starts_with(&format!("{} findings, ", number("all"))) && sum.contains(" lines"), "{sum}");
    assert_eq!(seen["folded"], true, "tables and facts are folded at first");
    assert!((1..=5).contains(&texts("worst").len()), "{seen:#}");
    assert_eq!(seen["worstLeads"], true, "a click on one of the worst opens it");
    let stepped = seen["stepped"].as_array().expect("what was seen at each step");
    let all_steps = stepped[2][0].as_u64().unwrap_or(0);
    assert_eq!(stepped[0], serde_json::json!([0, 0, true, false]), "nothing has happened yet");
    assert_eq!(stepped[1][0], 1, "one step");
    assert!(all_steps >= 4 && stepped[2][1] == 1 && stepped[2][3] == true, "{stepped:?}");
    assert_eq!(stepped[3][0], all_steps - 1, "and back");
    assert!(
        seen["outcome"].as_str().is_some_and(|text| text.contains("no lock is held by both")),
        "{seen:#}"
    );
    assert!(texts("lamps").iter().any(|lamp| lamp.contains("lock") && lamp.contains("has it")), "{seen:#}");
    let circle = texts("circle");
    assert!(circle.iter().any(|name| name == "Thread 2"), "{circle:?}");
    assert!(circle.iter().any(|name| name.contains("Accounts.left")), "{circle:?}");
    assert_eq!(seen["arrows"], serde_json::json!([2, 2]));
    assert!(seen["forEver"].as_str().is_some_and(|text| text.contains("for ever")), "{seen:#}");
    assert_eq!(seen["waiting"], 2, "both locks are held and waited for");
    assert!(seen["help"].as_str().is_some_and(|title| !title.is_empty()));
    assert!(texts("path").iter().any(|step| step.trim() == "change"), "{seen:#}");
    assert_eq!(texts("threads"), ["Thread 1", "Thread 2"], "side by side");
    assert_eq!(texts("stages"), ["stage 1", "stage 2"]);
    let diff = texts("diff");
    assert!(diff.iter().any(|line| line.starts_with("-        other = value;")), "{diff:?}");
    assert!(diff.iter().any(|line| line.starts_with("+        an</script>other = value;")), "{diff:?}");
    assert_eq!(texts("views"), ["class", "package", "query", "severity", "confidence", "field"]);
    assert!(texts("groups").iter().any(|name| name == "org.example.Counter.other"), "{seen:#}");
    assert_eq!(seen["mostSevere"], "error", "the worst come first");
    assert_eq!(seen["code"], true, "what is between backticks is code");
    assert!(texts("picture").iter().any(|text| text.contains("increment")), "{seen:#}");
    assert!(number("held") >= 1 && number("bare") >= 1, "{seen:#}");
    let lines: Vec<u64> = seen["lines"].as_array().expect("lines").iter().filter_map(Value::as_u64).collect();
    assert!(lines.len() > 1 && lines.is_sorted(), "ordered by place: {lines:?}");
    assert!(number("leads") >= 1, "accesses lead to findings: {seen:#}");
    assert_eq!(texts("packages"), ["(no package)"], "the folder decides, and this one is the root");
    assert!(
        !texts("onlyWays").is_empty() && texts("onlyWays").iter().all(|id| id == "test/ways"),
        "{seen:#}"
    );
    assert!(
        seen["address"].as_str().is_some_and(|hash| hash.contains("only=query%3Atest%2Fways")),
        "{seen:#}"
    );
    assert!(texts("others").contains(&"0".to_owned()), "counts are of what the other filters show: {seen:#}");
    assert_eq!(seen["allAgain"], true);
    assert_eq!(number("checked"), 1, "`only` leaves one");
    assert_eq!(seen["linked"], "true", "an address leads to its finding");
    let editor = seen["toEditor"].as_str().unwrap_or("");
    assert!(editor.starts_with("vscode://file/") && editor.contains("/src/Accounts.java:"), "{editor}");
    assert_ne!(seen["turned"], seen["theme"]);
    assert_eq!(seen["contractGone"], true);
    let contract = texts("contract");
    assert!(
        contract.iter().any(|text| text == "count") && contract.iter().any(|text| text == "1 of 2"),
        "{contract:?}"
    );
    assert_eq!(number("partly"), 1, "{seen:#}");

    // On a phone nothing is wider than the screen, whatever is open.
    let frame = folder.path().join("frame.html");
    let measure = include_str!("page/narrow.js");
    fs::write(&frame, format!("<iframe src=\"report.html\" style=\"width: 390px; height: 900px\"></iframe><script>{measure}</script>"))
        .expect("a file");
    let narrow =
        written_down(&chromium(&browser, &home, &["--dump-dom", "--allow-file-access-from-files"], &frame));
    assert_eq!(narrow["error"], Value::Null, "{narrow:#}");
    assert!(narrow["opened"].as_u64().is_some_and(|opened| opened >= 4), "{narrow:#}");
    assert_eq!(narrow["wider"], serde_json::json!([]), "{narrow:#}");

    let picture = folder.path().join("page.png");
    chromium(&browser, &home, &[&format!("--screenshot={}", picture.display())], &page);
    assert!(fs::metadata(&picture).expect("a screenshot").len() > 10_000, "something is drawn");
}
