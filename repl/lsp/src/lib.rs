//! The language server for QL and for findings in Java. It uses the compiler of the commands, with the editor's unsaved
//! texts instead of the files.
//!
//! One thread answers one message after the other; analyses of Java run on another ([`java`]). A document is examined
//! when a request needs it or when no message waits, so of several changes in a row only the last one is examined.

mod answers;
mod complete;
mod documents;
mod edits;
mod java;
mod marks;
mod signature;
mod transport;

use crossbeam_channel::select;
use documents::Documents;
pub use java::{Analyse, Analysed};
use java::{Java, is_source};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Notification as _,
    Progress, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest, Formatting,
    GotoDefinition, HoverRequest, PrepareRenameRequest, References, Rename, Request as _,
    SemanticTokensFullRequest, SignatureHelpRequest, WorkDoneProgressCreate, WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeActionProviderCapability, CompletionOptions, HoverProviderCapability, MessageType, NumberOrString,
    OneOf, ProgressParams, ProgressParamsValue, PublishDiagnosticsParams, RenameOptions,
    SemanticTokensFullOptions, SemanticTokensOptions, ServerCapabilities, ShowMessageParams,
    SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, Uri, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressCreateParams,
    WorkDoneProgressEnd,
};
use quarrel_console::Failure;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time limit to examine a file.
const PATIENCE: Duration = Duration::from_secs(20);

/// Serves an editor on standard input and output until it sends `exit` or closes the connection.
///
/// # Errors
/// If the connection breaks, or the input is not the protocol.
pub fn serve_stdio(search_path: &[PathBuf], analyse: Analyse) -> Result<(), Failure> {
    let (connection, threads) = transport::connect()
        .map_err(|error| Failure::new(format!("cannot start a thread for the editor: {error}")))?;
    let served = serve_within(&connection, search_path, analyse, PATIENCE);
    drop(connection);
    let finished = threads.finish(served.is_err());
    // A bad message explains more than a closed connection.
    finished.map_err(|error| not_the_protocol(&error.to_string()))?;
    served
}

fn not_the_protocol(what: &str) -> Failure {
    Failure::new(format!("this is not the language server protocol: {what}"))
        .help("`quarrel lsp` is for editors; see docs/editors.md")
}

/// Serves an editor until it sends `exit` or closes the connection; `patience` is the time limit to examine a document.
///
/// # Errors
/// If the connection breaks, or the input is not the protocol.
pub fn serve_within(
    connection: &Connection,
    search_path: &[PathBuf],
    analyse: Analyse,
    patience: Duration,
) -> Result<(), Failure> {
    let broken = |error: lsp_server::ProtocolError| {
        if error.channel_is_disconnected() {
            Failure::new("the editor closed the connection")
        } else {
            not_the_protocol(&error.to_string())
        }
    };
    let capabilities = serde_json::to_value(capabilities())
        .map_err(|error| Failure::new(format!("cannot write down what the server can do: {error}")))?;
    let params = connection.initialize(capabilities).map_err(broken)?;
    let workspace = workspace(&params);
    let mut server = Server {
        connection,
        documents: Documents::new(search_path.to_vec(), &workspace, patience),
        java: Java::new(analyse, &workspace),
        snippets: supports(&params, SNIPPETS),
        progress: supports(&params, PROGRESS),
        begun: 0,
    };
    loop {
        // Answer waiting messages first, then publish diagnostics, then sleep.
        let message = match connection.receiver.try_recv() {
            Ok(message) => message,
            Err(_) => {
                server.publish();
                if let Some(root) = server.java.begin() {
                    server.begin_progress(&root);
                }
                let outcomes = server.java.outcomes.clone();
                select! {
                    recv(connection.receiver) -> message => match message {
                        Ok(message) => message,
                        Err(_) => return Ok(()),
                    },
                    recv(outcomes) -> outcome => {
                        outcome.into_iter().for_each(|outcome| server.publish_findings(outcome));
                        continue;
                    }
                }
            }
        };
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(broken)? {
                    return Ok(());
                }
                let response = server.answer(request);
                server.send(Message::Response(response));
            }
            Message::Notification(notification) => server.take(notification),
            Message::Response(_) => {}
        }
    }
}

/// The path of the client's capability for snippets.
const SNIPPETS: &str = "/capabilities/textDocument/completion/completionItem/snippetSupport";

/// The path of the client's capability for progress.
const PROGRESS: &str = "/capabilities/window/workDoneProgress";

/// Whether the editor has a capability.
fn supports(params: &serde_json::Value, what: &str) -> bool {
    params.pointer(what).and_then(serde_json::Value::as_bool).unwrap_or(false)
}

/// The folders of the workspace.
fn workspace(params: &serde_json::Value) -> Vec<Uri> {
    let uri = |value: &serde_json::Value| value.as_str().and_then(|text| text.parse().ok());
    let folders = params["workspaceFolders"].as_array();
    let named: Vec<Uri> = folders.into_iter().flatten().filter_map(|folder| uri(&folder["uri"])).collect();
    if named.is_empty() { uri(&params["rootUri"]).into_iter().collect() } else { named }
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::FULL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        document_highlight_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: marks::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".to_owned(), ":".to_owned()]),
            ..CompletionOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

struct Server<'a> {
    connection: &'a Connection,
    documents: Documents,
    java: Java,
    /// Whether the editor supports snippets.
    snippets: bool,
    /// Whether the editor shows progress.
    progress: bool,
    /// The number of analyses so far.
    begun: i32,
}

impl Server<'_> {
    fn send(&self, message: Message) {
        // If the editor is gone, the main loop ends.
        let _ = self.connection.sender.send(message);
    }

    fn take(&mut self, notification: Notification) {
        let method = notification.method.clone();
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(params) = read::<lsp_types::DidOpenTextDocumentParams>(notification.params) {
                    let document = params.text_document;
                    match is_source(&document.uri) {
                        true => self.java.opened(&document.uri, document.text),
                        false => self.documents.set(document.uri, document.text, document.version),
                    }
                }
            }
            DidSaveTextDocument::METHOD => {
                if let Ok(params) = read::<lsp_types::DidSaveTextDocumentParams>(notification.params)
                    && is_source(&params.text_document.uri)
                {
                    self.java.saved(&params.text_document.uri);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(mut params) = read::<lsp_types::DidChangeTextDocumentParams>(notification.params)
                    && let Some(change) = params.content_changes.pop()
                {
                    let document = params.text_document;
                    match is_source(&document.uri) {
                        true => self.java.changed(&document.uri, change.text),
                        false => self.documents.set(document.uri, change.text, document.version),
                    }
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(params) = read::<lsp_types::DidCloseTextDocumentParams>(notification.params) {
                    let uri = params.text_document.uri;
                    if is_source(&uri) {
                        // The findings in the saved file stay.
                        self.java.closed(&uri);
                        return;
                    }
                    self.documents.close(&uri);
                    self.send_diagnostics(uri, Vec::new(), None);
                }
            }
            _ => {}
        }
    }

    /// Publishes the diagnostics of all documents that changed.
    fn publish(&mut self) {
        for (uri, version, diagnostics) in self.documents.examine_changed() {
            self.send_diagnostics(uri, diagnostics, Some(version));
        }
    }

    /// Shows the progress of an analysis of a folder.
    fn begin_progress(&mut self, root: &Path) {
        self.begun += 1;
        if !self.progress {
            return;
        }
        let token = NumberOrString::String(format!("quarrel-{}", self.begun));
        let params = WorkDoneProgressCreateParams { token };
        let id = format!("progress-{}", self.begun).into();
        self.send(Message::Request(Request::new(id, WorkDoneProgressCreate::METHOD.to_owned(), params)));
        let name = root.file_name().unwrap_or(root.as_os_str()).to_string_lossy();
        self.say_progress(WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: format!("Quarrel analyses {name}"),
            ..WorkDoneProgressBegin::default()
        }));
    }

    fn say_progress(&self, value: WorkDoneProgress) {
        if self.progress {
            let token = NumberOrString::String(format!("quarrel-{}", self.begun));
            let params = ProgressParams { token, value: ProgressParamsValue::WorkDone(value) };
            self.send(Message::Notification(Notification::new(Progress::METHOD.to_owned(), params)));
        }
    }

    /// Publishes the findings of an analysis, or the reason why it failed.
    fn publish_findings(&mut self, outcome: java::Outcome) {
        self.say_progress(WorkDoneProgress::End(WorkDoneProgressEnd::default()));
        match self.java.take(outcome) {
            Ok(by_file) => {
                by_file
                    .into_iter()
                    .for_each(|(uri, diagnostics)| self.send_diagnostics(uri, diagnostics, None));
            }
            Err(why) => {
                let params = ShowMessageParams { typ: MessageType::WARNING, message: why };
                let notification = Notification::new(ShowMessage::METHOD.to_owned(), params);
                self.send(Message::Notification(notification));
            }
        }
    }

    fn send_diagnostics(&self, uri: Uri, diagnostics: Vec<lsp_types::Diagnostic>, version: Option<i32>) {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        let notification = Notification::new(PublishDiagnostics::METHOD.to_owned(), params);
        self.send(Message::Notification(notification));
    }

    fn answer(&mut self, request: Request) -> Response {
        let (documents, java, snippets) = (&mut self.documents, &self.java, self.snippets);
        let Request { id, method, params } = request;
        let result = match method.as_str() {
            HoverRequest::METHOD => reply(params, |params: lsp_types::HoverParams| {
                match is_source(&params.text_document_position_params.text_document.uri) {
                    true => java.hover(&params),
                    false => answers::hover(documents, &params),
                }
            }),
            GotoDefinition::METHOD => reply(params, |params| answers::definition(documents, &params)),
            References::METHOD => reply(params, |params| answers::references(documents, &params)),
            DocumentHighlightRequest::METHOD => reply(params, |params| marks::highlight(documents, &params)),
            SemanticTokensFullRequest::METHOD => reply(params, |params| marks::tokens(documents, &params)),
            DocumentSymbolRequest::METHOD => reply(params, |params| answers::symbols(documents, &params)),
            Formatting::METHOD => reply(params, |params| answers::formatting(documents, &params)),
            CodeActionRequest::METHOD => {
                reply(params, |params: lsp_types::CodeActionParams| {
                    match is_source(&params.text_document.uri) {
                        true => java.actions(&params),
                        false => edits::actions(documents, &params),
                    }
                })
            }
            PrepareRenameRequest::METHOD => reply(params, |params| edits::prepare(documents, &params)),
            Rename::METHOD => match read(params).map(|params| edits::rename(documents, &params)) {
                Ok(Err(why)) => return Response::new_err(id, ErrorCode::RequestFailed as i32, why),
                Ok(Ok(edit)) => serde_json::to_value(edit),
                Err(error) => Err(error),
            },
            SignatureHelpRequest::METHOD => reply(params, |params| signature::help(documents, &params)),
            WorkspaceSymbolRequest::METHOD => {
                reply(params, |params| answers::workspace_symbols(documents, &params))
            }
            Completion::METHOD => reply(params, |params| complete::complete(documents, &params, snippets)),
            _ => {
                let message = format!("there is no method `{method}`");
                return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
            }
        };
        match result {
            Ok(value) => Response::new_ok(id, value),
            Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
        }
    }
}

fn read<T: DeserializeOwned>(params: serde_json::Value) -> serde_json::Result<T> {
    serde_json::from_value(params)
}

fn reply<P: DeserializeOwned, R: Serialize>(
    params: serde_json::Value,
    answer: impl FnOnce(P) -> Option<R>,
) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(answer(read(params)?))
}
