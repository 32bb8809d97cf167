//! Drives the server for coding assistants over its protocol as a client does.

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const COUNTER: &str = "package org.example;

@ThreadSafe
public class Counter {
    private int count;

    public void increment() {
        count++;
    }

    public synchronized int get() {
        return count;
    }
}
";

/// A client and the server that it started.
struct Client {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: i64,
}

impl Client {
    fn start(folder: &Path) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_quarrel"))
            .args(["mcp", "."])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs");
        let input = server.stdin.take().expect("a pipe");
        let output = BufReader::new(server.stdout.take().expect("a pipe"));
        Self { server, input, output, next: 0 }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        writeln!(self.input, "{request}").expect("the server reads");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server answers");
        let answer: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(answer["id"], self.next, "{answer}");
        answer["result"].clone()
    }

    /// Calls a tool; returns its answer and whether that is an error.
    fn call(&mut self, tool: &str, arguments: Value) -> (String, bool) {
        let result = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}"));
        (text.to_owned(), result["isError"] == true)
    }

    fn answer(&mut self, tool: &str, arguments: Value) -> String {
        let (text, is_error) = self.call(tool, arguments);
        assert!(!is_error, "{tool}: {text}");
        text
    }

    fn end(mut self) {
        drop(self.input);
        assert!(self.server.wait().expect("it ends").success());
    }
}

#[test]
fn an_assistant_asks_about_a_program() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("Counter.java");
    fs::write(&source, COUNTER).expect("a file");
    let mut client = Client::start(folder.path());
    let answer = client.ask("initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {} }));
    assert_eq!(answer["serverInfo"]["name"], "quarrel");
    let tools = client.ask("tools/list", json!({}));
    let names: Vec<&str> =
        tools["tools"].as_array().expect("tools").iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["findings", "why", "explain", "queries", "locks", "query", "library", "ast"]);
    assert!(
        tools["tools"]
            .as_array()
            .expect("tools")
            .iter()
            .all(|tool| tool["annotations"]["readOnlyHint"] == true)
    );

    let found = client.answer("findings", json!({ "file": "Counter.java" }));
    assert!(found.starts_with("1 finding in "), "{found}");
    assert!(
        found.contains("error  java/not-threadsafe  Counter.java:8  count: increment against get"),
        "{found}"
    );
    let id = found.lines().nth(1).and_then(|line| line.split("  ").next()).expect("an id").to_owned();
    assert!(client.answer("findings", json!({ "file": "Other.java" })).starts_with("0 findings"));

    let why = client.answer("why", json!({ "finding": id }));
    for part in ["count++", "thread 2 holds 'this' at line 12", "quarrel explain java/not-threadsafe"] {
        assert!(why.contains(part), "{part} in {why}");
    }
    let (text, is_error) = client.call("why", json!({ "finding": "nothing" }));
    assert!(is_error && text.contains("`findings` lists their ids"), "{text}");

    let page = client.answer("explain", json!({ "query": "not-threadsafe" }));
    assert!(page.starts_with("# Not thread-safe"), "{page}");
    assert!(
        client.answer("queries", json!({ "text": "deadlock" })).contains("java/deadlock  error  Deadlock")
    );

    let locks = client.answer("locks", json!({ "name": "Counter.count" }));
    assert!(locks.contains(",Counter.get(),this"), "{locks}");
    assert!(locks.lines().any(|line| line.ends_with(",Counter.increment(),")), "{locks}");
    assert!(client.answer("locks", json!({ "name": "org.example.Counter#get" })).contains("takes"));

    let rows = client.answer("query", json!({ "ql": "from Method m where m.isSynchronized() select m" }));
    assert!(rows.contains("Counter.java:11:29:11:31,get") && rows.ends_with("1 row\n"), "{rows}");
    assert_eq!(client.answer("query", json!({ "ql": "exists(Method m | m.hasName(\"get\"))" })), "true\n");
    let (text, is_error) = client.call("query", json!({ "ql": "from Method m select m.getNam()" }));
    assert!(is_error && text.contains("getName"), "{text}");
    assert!(client.answer("library", json!({ "text": "InstanceMonitor" })).contains("InstanceMonitor"));
    assert!(client.answer("ast", json!({ "name": "Counter.java" })).contains("increment"));

    // A fixed finding is no longer reported.
    fs::write(&source, COUNTER.replace("void increment", "synchronized void increment")).expect("a file");
    let found = client.answer("findings", json!({}));
    assert!(found.starts_with("0 findings"), "{found}");
    client.end();
}
