//! The Model Context Protocol for a server that has only tools: reads and writes lines of JSON-RPC and calls the tools.
//!
//! Hand-written, since such a server has four methods: the protocol's crate, `rmcp`, needs tokio and forty more packages.
//! A client may begin with `initialize`, or since the version of July 2026 with `server/discover` and the version in each
//! request. Requests are answered in order.

use quarrel_console::Failure;
use serde_json::{Value, json};
use std::io::{BufRead, Read, Write};

/// The supported versions, newest first.
const VERSIONS: &[&str] = &["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// The newest version with `initialize`.
const NEWEST_WITH_BEGINNING: &str = "2025-11-25";
/// The path of the version in a request, for clients that do not call `initialize`.
const VERSION_OF_REQUEST: &str = "/params/_meta/io.modelcontextprotocol~1protocolVersion";
/// The largest request that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;
/// How long a client may cache the list of tools, in milliseconds. The list never changes.
const KEPT: u64 = 3_600_000;

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const UNSUPPORTED_VERSION: i64 = -32022;

/// A tool that a client can call.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The name.
    pub name: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// The purpose and the answers.
    pub description: &'static str,
    /// The arguments, as properties of a JSON schema.
    pub arguments: Value,
    /// The names of required arguments.
    pub required: &'static [&'static str],
}

/// A set of read-only tools.
pub trait Tools {
    /// The tools.
    fn tools(&self) -> Vec<Tool>;
    /// Instructions for clients.
    fn instructions(&self) -> &'static str;
    /// Calls a tool, whose arguments are an object.
    ///
    /// # Errors
    /// The reason, for the client to read.
    fn call(&mut self, name: &str, arguments: &Value) -> Result<String, Failure>;
}

/// The server's description of itself.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name.
    pub name: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// The version.
    pub version: &'static str,
}

/// Serves until the input ends.
///
/// # Errors
/// If the input cannot be read or the answers cannot be written.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    about: About,
    tools: &mut impl Tools,
) -> Result<(), Failure> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line);
        let read = read.map_err(|error| Failure::new(format!("cannot read from the client: {error}")))?;
        if read == 0 {
            return Ok(());
        }
        if read as u64 == MOST_BYTES {
            return Err(Failure::new(format!("a request of the client has more than {MOST_BYTES} bytes")));
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if let Some(answer) = answer(&line, about, tools) {
            let written = writeln!(output, "{answer}").and_then(|()| output.flush());
            match written {
                // The client is gone.
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
                written => {
                    written.map_err(|error| Failure::new(format!("cannot write to the client: {error}")))?;
                }
            }
        }
    }
}

/// An error in a request.
struct Refusal {
    code: i64,
    message: String,
    data: Option<Value>,
}

fn refused(code: i64, message: impl Into<String>) -> Refusal {
    Refusal { code, message: message.into(), data: None }
}

/// The answer to a message; `None` if it is not a request.
fn answer(line: &[u8], about: About, tools: &mut impl Tools) -> Option<Value> {
    let failed = |id: &Value, refusal: Refusal| {
        let mut error = json!({ "code": refusal.code, "message": refusal.message });
        if let Some(data) = refusal.data {
            error["data"] = data;
        }
        json!({ "jsonrpc": "2.0", "id": id, "error": error })
    };
    let message: Value = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(error) => return Some(failed(&Value::Null, refused(PARSE_ERROR, format!("no JSON: {error}")))),
    };
    let Some(method) = message["method"].as_str().filter(|_| message["jsonrpc"] == "2.0") else {
        // A response, although the server sends no requests.
        if message.get("result").or_else(|| message.get("error")).is_some() {
            return None;
        }
        return Some(failed(&message["id"], refused(INVALID_REQUEST, "this is no request of JSON-RPC 2.0")));
    };
    let id = message.get("id")?;
    Some(match result(method, &message, about, tools) {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(refusal) => failed(id, refusal),
    })
}

fn result(method: &str, message: &Value, about: About, tools: &mut impl Tools) -> Result<Value, Refusal> {
    let version = message.pointer(VERSION_OF_REQUEST).and_then(Value::as_str);
    if let Some(version) = version.filter(|version| !VERSIONS.contains(version)) {
        return Err(Refusal {
            code: UNSUPPORTED_VERSION,
            message: format!("version {version} of the protocol is not supported"),
            data: Some(json!({ "requested": version, "supported": VERSIONS })),
        });
    }
    let own = json!({ "name": about.name, "title": about.title, "version": about.version });
    let mut result = match method {
        "initialize" => {
            let wanted = message["params"]["protocolVersion"].as_str();
            let spoken = wanted.filter(|wanted| VERSIONS.contains(wanted)).unwrap_or(NEWEST_WITH_BEGINNING);
            return Ok(json!({
                "protocolVersion": spoken,
                "capabilities": { "tools": {} },
                "serverInfo": own,
                "instructions": tools.instructions(),
            }));
        }
        "ping" => return Ok(json!({})),
        "server/discover" => json!({
            "supportedVersions": VERSIONS,
            "capabilities": { "tools": {} },
            "instructions": tools.instructions(),
            "_meta": { "io.modelcontextprotocol/serverInfo": own },
            "ttlMs": KEPT,
            "cacheScope": "public",
        }),
        "tools/list" => {
            let listed: Vec<Value> = tools.tools().iter().map(described).collect();
            let mut result = json!({ "tools": listed });
            if version.is_some() {
                result["ttlMs"] = json!(KEPT);
                result["cacheScope"] = json!("public");
            }
            result
        }
        "tools/call" => called(&message["params"], tools)?,
        _ => return Err(refused(METHOD_NOT_FOUND, format!("there is no method `{method}`"))),
    };
    if version.is_some() || method == "server/discover" {
        result["resultType"] = json!("complete");
    }
    Ok(result)
}

fn described(tool: &Tool) -> Value {
    json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": {
            "type": "object",
            "properties": tool.arguments,
            "required": tool.required,
            "additionalProperties": false,
        },
        "annotations": { "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false },
    })
}

/// The result of a tool call. A failure is also a result, so that the client can read it and try again.
fn called(params: &Value, tools: &mut impl Tools) -> Result<Value, Refusal> {
    let name = params["name"].as_str().unwrap_or_default();
    let known = tools.tools();
    let Some(tool) = known.iter().find(|tool| tool.name == name) else {
        let names: Vec<&str> = known.iter().map(|tool| tool.name).collect();
        return Err(refused(
            INVALID_PARAMS,
            format!("there is no tool `{name}`; there are {}", names.join(", ")),
        ));
    };
    let none = json!({});
    let arguments = params.get("arguments").filter(|arguments| !arguments.is_null()).unwrap_or(&none);
    let answer = misfit(tool, arguments).map_or_else(|| tools.call(name, arguments), Err);
    let (text, is_error) = match answer {
        Ok(text) => (text, false),
        Err(failure) => (failure.text(), true),
    };
    Ok(json!({ "content": [{ "type": "text", "text": text }], "isError": is_error }))
}

/// The failure for wrong arguments of a tool; `None` if they are right.
fn misfit(tool: &Tool, arguments: &Value) -> Option<Failure> {
    let known = tool.arguments.as_object()?;
    let names = || known.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    let Some(given) = arguments.as_object() else {
        return Some(Failure::new("the arguments are not an object").help(format!(
            "{} takes {}",
            tool.name,
            names()
        )));
    };
    if let Some(name) = tool.required.iter().find(|name| !given.contains_key(**name)) {
        return Some(Failure::new(format!("{} needs `{name}`", tool.name)));
    }
    given.iter().find_map(|(name, value)| {
        let Some(schema) = known.get(name) else {
            let failure = Failure::new(format!("{} has no argument `{name}`", tool.name));
            return Some(failure.help(format!("it takes {}", names())));
        };
        let fits = match schema["type"].as_str() {
            Some("string") => value.is_string(),
            Some("integer") => value.is_i64() || value.is_u64(),
            Some("boolean") => value.is_boolean(),
            _ => true,
        };
        (!fits).then(|| Failure::new(format!("`{name}` must be of the type {}", schema["type"])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl Tools for Echo {
        fn tools(&self) -> Vec<Tool> {
            vec![Tool {
                name: "echo",
                title: "Echo",
                description: "Says it again.",
                arguments: json!({ "text": { "type": "string" } }),
                required: &["text"],
            }]
        }
        fn instructions(&self) -> &'static str {
            "Say something."
        }
        fn call(&mut self, _: &str, arguments: &Value) -> Result<String, Failure> {
            match arguments["text"].as_str() {
                Some("") => Err(Failure::new("nothing was said").help("say something")),
                text => Ok(text.unwrap_or_default().to_owned()),
            }
        }
    }

    /// The answers to messages, one a line.
    fn answers(messages: &[Value]) -> Vec<Value> {
        let input: String = messages.iter().map(|message| format!("{message}\n")).collect();
        let mut output = Vec::new();
        let about = About { name: "test", title: "Test", version: "1" };
        serve(input.as_bytes(), &mut output, about, &mut Echo).expect("it is served");
        String::from_utf8(output)
            .expect("text")
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }

    fn request(id: i64, method: &str, params: Value) -> Value {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
    }

    #[test]
    fn a_conversation_begins_with_the_version() {
        let first = answers(&[
            request(1, "initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {} })),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            request(2, "tools/list", json!({})),
            request(3, "tools/call", json!({ "name": "echo", "arguments": { "text": "a\nb" } })),
            request(4, "ping", json!({})),
        ]);
        assert_eq!(first.len(), 4, "a notification has no answer");
        assert_eq!(first[0]["result"]["protocolVersion"], "2025-06-18");
        assert_eq!(first[1]["result"]["tools"][0]["inputSchema"]["required"], json!(["text"]));
        assert_eq!(first[2]["result"]["content"][0]["text"], "a\nb");
        assert_eq!(first[2]["result"]["isError"], false);
        assert_eq!(first[3]["result"], json!({}));
        let other = answers(&[request(1, "initialize", json!({ "protocolVersion": "2031-01-01" }))]);
        assert_eq!(other[0]["result"]["protocolVersion"], NEWEST_WITH_BEGINNING);
    }

    #[test]
    fn requests_may_have_versions() {
        let of = |version: &str| json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": version } });
        let answers = answers(&[
            request(1, "server/discover", of("2026-07-28")),
            request(2, "tools/list", of("2026-07-28")),
            request(3, "tools/list", of("1999-01-01")),
        ]);
        assert_eq!(answers[0]["result"]["supportedVersions"][0], "2026-07-28");
        assert_eq!(answers[1]["result"]["resultType"], "complete");
        assert_eq!(answers[2]["error"]["code"], UNSUPPORTED_VERSION);
        assert_eq!(answers[2]["error"]["data"]["requested"], "1999-01-01");
    }

    #[test]
    fn errors_are_reported() {
        let call =
            |arguments: Value| request(1, "tools/call", json!({ "name": "echo", "arguments": arguments }));
        let answers = answers(&[
            call(json!({})),
            call(json!({ "text": 1 })),
            call(json!({ "text": "a", "other": 1 })),
            call(json!({ "text": "" })),
            request(2, "tools/call", json!({ "name": "other" })),
            request(3, "resources/list", json!({})),
            json!([1]),
        ]);
        let texts: Vec<&str> = answers[..4]
            .iter()
            .filter_map(|answer| answer["result"]["content"][0]["text"].as_str())
            .collect();
        assert_eq!(texts[0], "error: echo needs `text`");
        assert!(texts[1].contains("type \"string\""), "{texts:?}");
        assert!(texts[2].contains("no argument `other`"), "{texts:?}");
        assert_eq!(texts[3], "error: nothing was said\n  help: say something");
        assert!(answers[..4].iter().all(|answer| answer["result"]["isError"] == true));
        let codes: Vec<i64> =
            answers[4..].iter().filter_map(|answer| answer["error"]["code"].as_i64()).collect();
        assert_eq!(codes, [INVALID_PARAMS, METHOD_NOT_FOUND, INVALID_REQUEST]);
    }
}
