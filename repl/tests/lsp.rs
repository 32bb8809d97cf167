//! Drives the language server over its protocol as an editor does.

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::Duration;

const QUERY: &str = r#"/** @kind table */
import java

/** Gets a field of `c` that others can see. */
Field seen(Class c) { result = c.getAField() and result.isPublic() }

from Class owner, Field f
where f = seen(owner) and not f.isFinal()
select owner, f
"#;

/// An editor, which opens documents in a temporary folder and sends requests.
struct Editor {
    client: Connection,
    server: Option<JoinHandle<Result<(), String>>>,
    folder: tempfile::TempDir,
    next: i32,
}

impl Editor {
    fn start() -> Self {
        Self::start_within(Duration::from_secs(600))
    }

    /// Starts an editor whose server has this time limit to examine a document.
    fn start_within(patience: Duration) -> Self {
        Self::start_with(patience, json!({}))
    }

    /// Starts an editor that announces these capabilities.
    fn start_with(patience: Duration, capabilities: Value) -> Self {
        let (server, client) = Connection::memory();
        let work = move || {
            let served =
                quarrel_lsp::serve_within(&server, &[], quarrel::cmd::lsp::analysis(Vec::new()), patience);
            served.map_err(|failure| failure.to_string())
        };
        let server = std::thread::Builder::new().stack_size(64 << 20).spawn(work).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut editor = Editor { client, server: Some(server), folder, next: 0 };
        let root = editor.uri("");
        let answer = editor.ask("initialize", json!({ "capabilities": capabilities, "rootUri": root }));
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor.notify("initialized", json!({}));
        editor
    }

    fn uri(&self, name: &str) -> String {
        let path: PathBuf = self.folder.path().canonicalize().unwrap().join(name);
        format!("file://{}", path.display())
    }

    fn notify(&self, method: &str, params: Value) {
        let notification = Notification { method: method.to_owned(), params };
        self.client.sender.send(Message::Notification(notification)).unwrap();
    }

    fn open(&self, name: &str, text: &str) {
        let document = json!({ "uri": self.uri(name), "languageId": "ql", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&self, name: &str, text: &str) {
        let document = json!({ "uri": self.uri(name), "version": 2 });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", params);
    }

    /// The next diagnostics that the server publishes, as `line:column code`.
    fn diagnostics(&self) -> Vec<String> {
        loop {
            let Message::Notification(notification) = self.client.receiver.recv().unwrap() else { continue };
            assert_eq!(notification.method, "textDocument/publishDiagnostics");
            let all = notification.params["diagnostics"].as_array().unwrap().clone();
            let shown = |answer: &Value| {
                let start = &answer["range"]["start"];
                format!("{}:{} {}", start["line"], start["character"], answer["code"].as_str().unwrap())
            };
            return all.iter().map(shown).collect();
        }
    }

    /// Sends a request that must fail, and returns the error message.
    fn refused(&mut self, method: &str, params: Value) -> String {
        self.answered(method, params).expect_err("it is refused").message
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.answered(method, params).unwrap()
    }

    fn answered(&mut self, method: &str, params: Value) -> Result<Value, lsp_server::ResponseError> {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.client.sender.send(Message::Request(request)).unwrap();
        loop {
            if let Message::Response(response) = self.client.receiver.recv().unwrap()
                && response.id == id
            {
                return response.response_result;
            }
        }
    }

    /// Sends a request about the first place of `marked` in `text`; `|` is the cursor.
    fn ask_at(&mut self, method: &str, name: &str, text: &str, marked: &str) -> Value {
        let cursor = marked.find('|').unwrap();
        let plain = marked.replace('|', "");
        let offset = text.find(&plain).unwrap() + cursor;
        let line = text[..offset].matches('\n').count();
        let column = text[..offset].rsplit('\n').next().unwrap().len();
        let document = json!({ "uri": self.uri(name) });
        let position = json!({ "line": line, "character": column });
        self.ask(
            method,
            json!({ "textDocument": document, "position": position, "context": { "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false } }),
        )
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.server.take().unwrap().join().unwrap(), Ok(()));
    }
}

#[test]
fn diagnostics_follow_the_text() {
    let editor = Editor::start();
    editor.open("q.ql", QUERY);
    assert_eq!(editor.diagnostics(), Vec::<String>::new());
    editor.change("q.ql", &QUERY.replace("isFinal", "isFinl"));
    assert_eq!(editor.diagnostics(), ["7:32 unresolved-member"]);
    editor.change("q.ql", &QUERY.replace("f = seen(owner)", "f = seen(owner) and exists(int i | i > 0)"));
    assert_eq!(editor.diagnostics(), ["7:37 not-bound"]);
    editor.change("q.ql", QUERY);
    assert_eq!(editor.diagnostics(), Vec::<String>::new());
}

#[test]
fn unsaved_libraries_count() {
    let editor = Editor::start();
    editor.open("Own.qll", "predicate own(int i) { i = 1 }\n");
    assert_eq!(editor.diagnostics(), Vec::<String>::new());
    editor.open("q.ql", "import Own\nfrom int i where own(i) select i\n");
    assert_eq!(editor.diagnostics(), Vec::<String>::new());
}

#[test]
fn a_document_that_takes_too_long_gets_a_diagnostic() {
    let mut editor = Editor::start_within(Duration::ZERO);
    editor.open("q.ql", QUERY);
    assert_eq!(editor.diagnostics(), ["0:0 not-examined"]);
    let hover = editor.ask_at("textDocument/hover", "q.ql", QUERY, "|seen(owner)");
    assert_eq!(hover, Value::Null, "nothing is known");
}

#[test]
fn hover_shows_heads_and_docs() {
    let mut editor = Editor::start();
    editor.open("q.ql", QUERY);
    let answer = editor.ask_at("textDocument/hover", "q.ql", QUERY, "= se|en(");
    let value = answer["contents"]["value"].as_str().unwrap();
    assert!(value.contains("Field seen(Class c)") && value.contains("that others can see"), "{value}");
    let answer = editor.ask_at("textDocument/hover", "q.ql", QUERY, "not |f.isFinal");
    assert!(answer["contents"]["value"].as_str().unwrap().contains("Field f"), "{answer}");
    let answer = editor.ask_at("textDocument/hover", "q.ql", QUERY, "c.getA|Field");
    assert!(answer["contents"]["value"].as_str().unwrap().contains("getAField()"), "{answer}");
    let answer = editor.ask_at("textDocument/hover", "q.ql", QUERY, "from Cl|ass");
    assert!(answer["contents"]["value"].as_str().unwrap().contains("class Class"), "{answer}");
}

#[test]
fn names_lead_to_declarations_and_back() {
    let mut editor = Editor::start();
    editor.open("q.ql", QUERY);
    let answer = editor.ask_at("textDocument/definition", "q.ql", QUERY, "= se|en(");
    assert_eq!(answer["uri"], editor.uri("q.ql"));
    assert_eq!(answer["range"]["start"], json!({ "line": 4, "character": 6 }));
    let answer = editor.ask_at("textDocument/references", "q.ql", QUERY, "Field se|en(Class");
    let lines: Vec<u64> = answer
        .as_array()
        .unwrap()
        .iter()
        .map(|found| found["range"]["start"]["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [4, 7]);
    let answer = editor.ask_at("textDocument/references", "q.ql", QUERY, "Class own|er,");
    assert_eq!(answer.as_array().unwrap().len(), 3);
    let answer =
        editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": editor.uri("q.ql") } }));
    assert_eq!(answer[0]["name"], "seen");
}

#[test]
fn uses_are_highlighted() {
    let mut editor = Editor::start();
    editor.open("q.ql", QUERY);
    let answer = editor.ask_at("textDocument/documentHighlight", "q.ql", QUERY, "= se|en(");
    let shown: Vec<(u64, u64)> = answer
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["range"]["start"]["line"].as_u64().unwrap(), one["kind"].as_u64().unwrap()))
        .collect();
    assert_eq!(shown, [(4, 3), (7, 2)], "the declaration is written, the use is read");
    let answer = editor.ask_at("textDocument/documentHighlight", "q.ql", QUERY, "c.getA|Field");
    assert_eq!(answer.as_array().unwrap().len(), 1, "what is declared elsewhere is not in this document");
}

#[test]
fn names_have_colours_by_what_they_mean() {
    let mut editor = Editor::start();
    editor.open("q.ql", QUERY);
    let answer = editor
        .ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": editor.uri("q.ql") } }));
    let data: Vec<u64> = answer["data"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    let types = ["module", "class", "predicate", "member", "field", "branch", "variable"];
    let (mut line, mut column) = (0, 0);
    let mut seen = Vec::new();
    for token in data.chunks_exact(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let text = QUERY.lines().nth(line as usize).unwrap();
        let name = &text[column as usize..][..token[2] as usize];
        seen.push(format!(
            "{line} {name} {}{}",
            types[token[3] as usize],
            ["", " declared", " library"][token[4] as usize]
        ));
    }
    for wanted in [
        "4 Field class library",
        "4 seen predicate declared",
        "4 Class class library",
        "4 c variable declared",
        "4 getAField member library",
        "6 owner variable declared",
        "7 seen predicate",
        "7 f variable",
        "7 isFinal member library",
    ] {
        assert!(seen.iter().any(|one| one == wanted), "{wanted} in {seen:#?}");
    }
}

#[test]
fn references_come_from_the_whole_workspace() {
    let mut editor = Editor::start();
    let library = "import java\n\n/** Gets a lock. */\nField aLock() { result.getName() = \"lock\" }\n";
    let folder = editor.folder.path().to_owned();
    std::fs::create_dir_all(folder.join("deep")).unwrap();
    std::fs::write(folder.join("qlpack.yml"), "name: me/rules\n").unwrap();
    std::fs::write(folder.join("Locks.qll"), library).unwrap();
    std::fs::write(folder.join("deep/one.ql"), "import Locks\nselect aLock()\n").unwrap();
    std::fs::write(folder.join("other.ql"), "import java\nint aLock() { result = 1 }\nselect aLock()\n")
        .unwrap();
    editor.open("Locks.qll", library);
    // Unsaved text counts.
    editor.open("two.ql", "import Locks\nfrom Field f where f = aLock() select f\n");
    let answer = editor.ask_at("textDocument/references", "Locks.qll", library, "Field aL|ock()");
    let mut found: Vec<String> = answer
        .as_array()
        .unwrap()
        .iter()
        .map(|place| {
            let name = place["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
            format!("{name}:{}", place["range"]["start"]["line"])
        })
        .collect();
    found.sort();
    assert_eq!(found, ["Locks.qll:3", "one.ql:1", "two.ql:1"]);
}

#[test]
fn members_complete_by_type() {
    let mut editor = Editor::start();
    let text = QUERY.replace("not f.isFinal()", "not f.");
    editor.open("q.ql", &text);
    let answer = editor.ask_at("textDocument/completion", "q.ql", &text, "not f.|");
    let labels: Vec<&str> =
        answer.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect();
    assert!(labels.contains(&"isVolatile") && labels.contains(&"getDeclaringType"), "{labels:?}");
    assert!(!labels.contains(&"getAField"), "{labels:?}");
    // This editor does not announce snippets.
    let called = |name: &str| answer.as_array().unwrap().iter().find(|item| item["label"] == name).unwrap();
    assert_eq!(called("isVolatile")["insertText"], "isVolatile()");
    assert_eq!(called("hasName")["insertText"], "hasName(");
    assert_eq!(called("hasName")["insertTextFormat"], Value::Null);
    let answer = editor.ask_at("textDocument/completion", "q.ql", &text, "where f = se|");
    let labels: Vec<&str> =
        answer.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect();
    assert!(labels.contains(&"seen") && labels.contains(&"MethodCall") && labels.contains(&"exists"));
}

#[test]
fn names_change_everywhere() {
    let mut editor = Editor::start();
    editor.open("q.ql", QUERY);
    let at = |editor: &Editor, line: u32, character: u32, new: &str| {
        json!({
            "textDocument": { "uri": editor.uri("q.ql") },
            "position": { "line": line, "character": character },
            "newName": new,
        })
    };
    let params = at(&editor, 4, 7, "visible");
    let answer = editor.ask("textDocument/rename", params);
    let edits = answer["changes"][editor.uri("q.ql")].as_array().unwrap().clone();
    let lines: Vec<u64> = edits.iter().map(|edit| edit["range"]["start"]["line"].as_u64().unwrap()).collect();
    assert_eq!(lines.len(), 2, "{answer}");
    assert!(lines.contains(&4) && lines.contains(&7), "{answer}");
    assert!(edits.iter().all(|edit| edit["newText"] == "visible"));
    let params = at(&editor, 4, 7, "Visible");
    assert!(editor.refused("textDocument/rename", params).contains("begins with a lower-case letter"));
    // Bundled predicates cannot be renamed.
    let offset = QUERY.find("isFinal").unwrap();
    let line = QUERY[..offset].matches('\n').count() as u32;
    let column = QUERY[..offset].rsplit('\n').next().unwrap().len() as u32;
    let params = at(&editor, line, column, "isLast");
    assert!(editor.refused("textDocument/rename", params.clone()).contains("bundled"));
    assert_eq!(editor.ask("textDocument/prepareRename", params), Value::Null);
}

#[test]
fn heads_are_shown_in_calls_and_symbols_found() {
    let mut editor = Editor::start();
    editor.open("q.ql", QUERY);
    let answer = editor.ask_at("textDocument/signatureHelp", "q.ql", QUERY, "= seen(|owner");
    assert!(answer["signatures"][0]["label"].as_str().unwrap().contains("Field seen(Class c)"), "{answer}");
    assert_eq!(answer["activeParameter"], 0);
    // Also in unfinished text: the member of the type before the dot.
    let text = QUERY.replace("not f.isFinal()", "not f.hasModifier(");
    editor.change("q.ql", &text);
    let answer = editor.ask_at("textDocument/signatureHelp", "q.ql", &text, "hasModifier(|");
    assert_eq!(answer["signatures"].as_array().unwrap().len(), 1, "{answer}");
    editor.change("q.ql", QUERY);
    let answer = editor.ask("workspace/symbol", json!({ "query": "seen" }));
    assert_eq!(answer[0]["name"], "seen", "{answer}");
    assert_eq!(answer[0]["location"]["uri"], editor.uri("q.ql"));
    let answer = editor.ask("workspace/symbol", json!({ "query": "SynchronizedStmt" }));
    assert_eq!(answer[0]["name"], "SynchronizedStmt", "{answer}");
}

#[test]
fn diagnostics_have_quick_fixes() {
    let mut editor = Editor::start();
    let text = QUERY.replace("isFinal", "isFinl");
    editor.open("q.ql", &text);
    let position = json!({ "line": 7, "character": 34 });
    let params = json!({
        "textDocument": { "uri": editor.uri("q.ql") },
        "range": { "start": position, "end": position },
        "context": { "diagnostics": [] },
    });
    let answer = editor.ask("textDocument/codeAction", params);
    assert_eq!(answer[0]["title"], "Change to `isFinal`", "{answer}");
    let edit = &answer[0]["edit"]["changes"][editor.uri("q.ql")][0];
    assert_eq!(edit["newText"], "isFinal");
    assert_eq!(edit["range"]["start"], json!({ "line": 7, "character": 32 }));
}

#[test]
fn formatting_is_that_of_fmt() {
    let mut editor = Editor::start();
    editor.open("q.ql", "from   int i\nwhere i=1 select i");
    let params = json!({ "textDocument": { "uri": editor.uri("q.ql") }, "options": { "tabSize": 2, "insertSpaces": true } });
    let answer = editor.ask("textDocument/formatting", params.clone());
    assert_eq!(answer[0]["newText"], "from int i\nwhere i = 1\nselect i\n");
    editor.change("q.ql", "from int i where ( select i");
    assert_eq!(editor.ask("textDocument/formatting", params), Value::Null);
}

const LAZY: &str = "class Lazy {
    private Object value;

    Object get() {
        if (value == null) {
            synchronized (this) {
                if (value == null) value = new Object();
            }
        }
        return value;
    }
}
";

impl Editor {
    /// Waits for the next diagnostics of a file; returns the last part of its name, and the messages.
    fn findings(&self) -> (String, Value) {
        loop {
            if let Message::Notification(notification) = self.client.receiver.recv().unwrap() {
                assert_eq!(
                    notification.method, "textDocument/publishDiagnostics",
                    "{:?}",
                    notification.params
                );
                let uri = notification.params["uri"].as_str().unwrap();
                let name = uri.rsplit('/').next().unwrap().to_owned();
                return (name, notification.params["diagnostics"].clone());
            }
        }
    }

    fn save(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(name), text).unwrap();
        let document = json!({ "uri": self.uri(name) });
        self.notify("textDocument/didSave", json!({ "textDocument": document }));
    }

    fn actions(&mut self, name: &str, line: u32) -> Value {
        let position = json!({ "line": line, "character": 10 });
        let params = json!({
            "textDocument": { "uri": self.uri(name) },
            "range": { "start": position, "end": position },
            "context": { "diagnostics": [] },
        });
        self.ask("textDocument/codeAction", params)
    }
}

#[test]
fn findings_in_java_have_quick_fixes() {
    let mut editor = Editor::start();
    std::fs::write(editor.folder.path().join("Lazy.java"), LAZY).unwrap();
    editor.open("Lazy.java", LAZY);
    let (name, answer) = editor.findings();
    assert_eq!(name, "Lazy.java");
    let answer = answer.as_array().unwrap().clone();
    let unsafe_locking =
        answer.iter().find(|one| one["code"] == "java/unsafe-double-checked-locking").expect("the finding");
    assert_eq!(unsafe_locking["range"]["start"], json!({ "line": 4, "character": 12 }));
    assert_eq!(unsafe_locking["relatedInformation"][0]["location"]["range"]["start"]["line"], 1);

    let actions = editor.actions("Lazy.java", 4);
    let action = &actions.as_array().unwrap()[0];
    assert_eq!(action["title"], "Declare 'value' volatile");
    assert_eq!(action["kind"], "quickfix");
    let uri = editor.uri("Lazy.java");
    let edit = &action["edit"]["changes"][&uri][0];
    assert_eq!(edit["newText"], "volatile ");
    assert_eq!(edit["range"]["start"], json!({ "line": 1, "character": 12 }));
    assert_eq!(edit["range"]["start"], edit["range"]["end"]);
    assert_eq!(editor.actions("Lazy.java", 0), json!([]), "only at the finding");
    let title = "Silence java/unsafe-double-checked-locking here, with a reason";
    let silencing = actions.as_array().unwrap().iter().find(|action| action["title"] == title).unwrap();
    let comment = &silencing["edit"]["changes"][&uri][0];
    assert_eq!(comment["newText"], "        // quarrel:ignore[java/unsafe-double-checked-locking] \n");
    let answer = editor.ask_at("textDocument/hover", "Lazy.java", LAZY, "if (value |== null) {");
    let page = answer["contents"]["value"].as_str().unwrap();
    assert!(page.contains("java/unsafe-double-checked-locking") && page.contains("Remedy"), "{page}");

    // Unsaved text was not analysed, so there are no edits for it.
    editor.change("Lazy.java", &LAZY.replace("class Lazy", "final class Lazy"));
    assert_eq!(editor.actions("Lazy.java", 4), json!([]));
    let mended = LAZY.replace("private Object", "private volatile Object");
    editor.change("Lazy.java", &mended);
    editor.save("Lazy.java", &mended);
    assert_eq!(editor.findings(), ("Lazy.java".to_owned(), json!([])), "the finding goes");
}

#[test]
fn analyses_show_that_they_are_at_work() {
    let capabilities = json!({ "window": { "workDoneProgress": true } });
    let editor = Editor::start_with(Duration::from_secs(600), capabilities);
    std::fs::write(editor.folder.path().join("Lazy.java"), LAZY).unwrap();
    editor.open("Lazy.java", LAZY);
    let mut messages = Vec::new();
    while messages.len() < 3 {
        messages.push(match editor.client.receiver.recv().unwrap() {
            Message::Request(request) => format!("{} {}", request.method, request.params["token"]),
            Message::Notification(one) if one.method == "$/progress" => {
                format!("{} {}", one.params["token"], one.params["value"]["kind"])
            }
            _ => continue,
        });
    }
    let wanted =
        ["window/workDoneProgress/create \"quarrel-1\"", "\"quarrel-1\" \"begin\"", "\"quarrel-1\" \"end\""];
    assert_eq!(messages, wanted);
}

#[test]
fn an_analysis_that_fails_is_reported() {
    let editor = Editor::start();
    std::fs::write(editor.folder.path().join("quarrel.toml"), "nonsense = 1\n").unwrap();
    std::fs::write(editor.folder.path().join("Lazy.java"), LAZY).unwrap();
    editor.open("Lazy.java", LAZY);
    let Message::Notification(notification) = editor.client.receiver.recv().unwrap() else {
        panic!("a notification")
    };
    assert_eq!(notification.method, "window/showMessage");
    assert!(
        notification.params["message"].as_str().is_some_and(|text| text.contains("nonsense")),
        "{:?}",
        notification.params
    );
}
