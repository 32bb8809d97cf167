//! Findings in open Java sources: analyses the saved files of a folder as `quarrel analyze` does, on its own thread, and
//! answers with diagnostics and edits.
//!
//! One analysis runs at a time. Files saved while it runs are analysed by the next one.

use super::documents::{path_of, uri_of};
use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, Hover, HoverContents, HoverParams, Location,
    MarkupContent, MarkupKind, NumberOrString, Position, Range, TextEdit, Uri, WorkspaceEdit,
};
use quarrel_console::Failure;
use quarrel_findings::edits::{Edit, Fix};
use quarrel_findings::scope::repository;
use quarrel_findings::sources::file_name;
use quarrel_findings::{Finding, Severity};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The extension of sources that are analysed.
const ENDING: &str = "java";
/// The largest source that is compared with the open text, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// The results of an analysis.
#[derive(Debug)]
pub struct Analysed {
    /// The reported findings.
    pub findings: Vec<Finding>,
    /// The analysed texts of files that fixes change, by their paths in places.
    pub texts: HashMap<String, String>,
}

/// A function that analyses the saved files of a folder as the command line does.
pub type Analyse = Arc<dyn Fn(&Path) -> Result<Analysed, Failure> + Send + Sync>;

/// The results of an analysis by file.
pub(super) struct Outcome {
    root: PathBuf,
    /// The reported findings by file.
    findings: Result<BTreeMap<PathBuf, Vec<Finding>>, String>,
    /// The analysed texts of the files that fixes change.
    texts: HashMap<PathBuf, String>,
}

/// The open sources and their findings.
pub(super) struct Java {
    analyse: Analyse,
    workspace: Vec<PathBuf>,
    /// The texts of open documents.
    open: BTreeMap<PathBuf, String>,
    known: Option<Outcome>,
    /// Files with diagnostics in the editor.
    published: BTreeSet<PathBuf>,
    /// The folder to analyse next.
    wanted: Option<PathBuf>,
    running: bool,
    sender: Sender<Outcome>,
    /// Receives the results of analyses.
    pub(super) outcomes: Receiver<Outcome>,
}

/// Whether a document is such a source.
pub(super) fn is_source(uri: &Uri) -> bool {
    path_of(uri).is_some_and(|path| path.extension().is_some_and(|end| end == ENDING))
}

impl Java {
    pub(super) fn new(analyse: Analyse, workspace: &[Uri]) -> Self {
        let (sender, outcomes) = unbounded();
        let workspace = workspace.iter().filter_map(path_of).collect();
        Self {
            analyse,
            workspace,
            open: BTreeMap::new(),
            known: None,
            published: BTreeSet::new(),
            wanted: None,
            running: false,
            sender,
            outcomes,
        }
    }

    /// A document was opened: requests an analysis of its folder unless there was one.
    pub(super) fn opened(&mut self, uri: &Uri, text: String) {
        let Some(path) = path_of(uri) else { return };
        let root = self.root_of(&path);
        if self.open.is_empty() || self.known.as_ref().is_none_or(|known| known.root != root) {
            self.wanted = Some(root);
        }
        self.open.insert(path, text);
    }

    /// A document has another text, which is not saved yet.
    pub(super) fn changed(&mut self, uri: &Uri, text: String) {
        if let Some(path) = path_of(uri) {
            self.open.insert(path, text);
        }
    }

    /// A document was saved.
    pub(super) fn saved(&mut self, uri: &Uri) {
        self.wanted = path_of(uri).map(|path| self.root_of(&path));
    }

    pub(super) fn closed(&mut self, uri: &Uri) {
        if let Some(path) = path_of(uri) {
            self.open.remove(&path);
        }
    }

    /// The folder with which a file is analysed: the workspace, the repository, or its own.
    fn root_of(&self, path: &Path) -> PathBuf {
        let workspace = self.workspace.iter().find(|folder| path.starts_with(folder));
        let root = workspace.map(PathBuf::as_path).or_else(|| repository(path)).or_else(|| path.parent());
        root.unwrap_or(path).to_owned()
    }

    /// Starts the requested analysis if none runs; returns its folder.
    pub(super) fn begin(&mut self) -> Option<PathBuf> {
        if self.running {
            return None;
        }
        let root = self.wanted.take()?;
        let folder = root.clone();
        let (sender, analyse) = (self.sender.clone(), Arc::clone(&self.analyse));
        let work = move || {
            let bug = Outcome {
                root: root.clone(),
                findings: Err("this is a bug in quarrel; the server goes on".to_owned()),
                texts: HashMap::new(),
            };
            let work = std::panic::AssertUnwindSafe(|| analysed(root, &analyse));
            let outcome = std::panic::catch_unwind(work).unwrap_or(bug);
            // The editor may be gone.
            let _ = sender.send(outcome);
        };
        let spawned = quarrel_common::deep::thread("analysis").spawn(work);
        self.running = spawned.is_ok();
        self.running.then_some(folder)
    }

    /// Stores the results of an analysis; returns the diagnostics of all files whose diagnostics change, or the reason why
    /// there are none.
    pub(super) fn take(&mut self, outcome: Outcome) -> Result<Vec<(Uri, Vec<Diagnostic>)>, String> {
        self.running = false;
        let by_file = match &outcome.findings {
            Ok(by_file) => by_file,
            Err(why) => return Err(why.clone()),
        };
        let with: BTreeSet<PathBuf> = by_file.keys().cloned().collect();
        let mut out = Vec::new();
        for path in self.published.union(&with) {
            let findings = by_file.get(path).map(Vec::as_slice).unwrap_or_default();
            let diagnostics = findings.iter().map(|finding| diagnostic(finding, &outcome.root)).collect();
            out.extend(uri_of(path).map(|uri| (uri, diagnostics)));
        }
        self.published = with;
        self.known = Some(outcome);
        Ok(out)
    }

    /// The edits for the findings at a place, if the texts that they change are the analysed ones.
    pub(super) fn actions(&self, params: &CodeActionParams) -> Option<Vec<CodeActionOrCommand>> {
        let path = path_of(&params.text_document.uri)?;
        let known = self.known.as_ref()?;
        let findings = known.findings.as_ref().ok()?.get(&path)?;
        let mut actions = Vec::new();
        for finding in findings {
            let shown = diagnostic(finding, &known.root);
            if shown.range.start.line > params.range.end.line
                || shown.range.end.line < params.range.start.line
            {
                continue;
            }
            for (number, fix) in finding.fixes.iter().enumerate() {
                let Some(edit) = self.workspace_edit(known, fix) else { continue };
                actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                    title: fix.title.clone(),
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: Some(vec![shown.clone()]),
                    edit: Some(edit),
                    is_preferred: (number == 0).then_some(true),
                    ..CodeAction::default()
                }));
            }
        }
        actions.extend(self.silencing(&path, findings, params));
        Some(actions)
    }

    /// The edit that adds a comment above a finding to silence it; the user adds the reason. `None` if the text is not the
    /// analysed one.
    fn silencing(
        &self,
        path: &Path,
        findings: &[Finding],
        params: &CodeActionParams,
    ) -> Vec<CodeActionOrCommand> {
        let saved = quarrel_files::read_text(path, MOST_BYTES).ok();
        let Some(text) = self.open.get(path).filter(|text| saved.as_ref() == Some(*text)) else {
            return Vec::new();
        };
        let mut seen = BTreeSet::new();
        let mut actions = Vec::new();
        for finding in findings {
            let range = finding.location.as_ref().map(range_of).unwrap_or_default();
            let touches =
                range.start.line <= params.range.end.line && params.range.start.line <= range.end.line;
            let id = &finding.rule.id;
            if !touches || !seen.insert((range.start.line, id)) {
                continue;
            }
            let line = text.lines().nth(range.start.line as usize).unwrap_or_default();
            let indent = &line[..line.len() - line.trim_start().len()];
            let at = Position::new(range.start.line, 0);
            let edit = TextEdit {
                range: Range { start: at, end: at },
                new_text: format!("{indent}// quarrel:ignore[{id}] \n"),
            };
            // As above.
            #[expect(clippy::mutable_key_type, reason = "the protocol's type has such keys")]
            let changes = HashMap::from([(params.text_document.uri.clone(), vec![edit])]);
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: format!("Silence {id} here, with a reason"),
                kind: Some(CodeActionKind::QUICKFIX),
                edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
                ..CodeAction::default()
            }));
        }
        actions
    }

    /// The messages and help pages of the findings at a position.
    pub(super) fn hover(&self, params: &HoverParams) -> Option<Hover> {
        let at = &params.text_document_position_params;
        let path = path_of(&at.text_document.uri)?;
        let findings = self.known.as_ref()?.findings.as_ref().ok()?.get(&path)?;
        let mut pages: Vec<String> = Vec::new();
        let mut covered = None;
        for finding in findings {
            let Some(range) = finding.location.as_ref().map(range_of) else { continue };
            if at.position < range.start || range.end < at.position {
                continue;
            }
            covered = Some(range);
            let page = finding.rule.help.as_deref().unwrap_or(&finding.rule.description);
            pages.push(format!("**{}** ({})\n\n{page}", finding.text(), finding.rule.id));
        }
        let value = pages.join("\n\n---\n\n");
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        covered.map(|range| Hover { contents, range: Some(range) })
    }

    fn workspace_edit(&self, known: &Outcome, fix: &Fix) -> Option<WorkspaceEdit> {
        // `Uri` has a cache inside, but hashes by its text, which never changes.
        #[expect(clippy::mutable_key_type, reason = "the protocol's type has such keys")]
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for edit in &fix.edits {
            let path = file_in(&known.root, &edit.path);
            let analysed = known.texts.get(&path)?;
            if self.open.get(&path).is_some_and(|text| text != analysed) {
                return None;
            }
            changes.entry(uri_of(&path)?).or_default().push(text_edit(edit));
        }
        Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
    }
}

/// The file of a path in a place.
fn file_in(root: &Path, path: &str) -> PathBuf {
    root.join(file_name(path))
}

fn text_edit(edit: &Edit) -> TextEdit {
    let position = |(line, column): (usize, usize)| Position::new(line as u32 - 1, column as u32 - 1);
    let range = Range { start: position(edit.region.start), end: position(edit.region.end) };
    TextEdit { range, new_text: edit.text.clone() }
}

fn analysed(root: PathBuf, analyse: &Analyse) -> Outcome {
    let analysed = match analyse(&root) {
        Ok(analysed) => analysed,
        Err(failure) => return Outcome { root, findings: Err(failure.text()), texts: HashMap::new() },
    };
    let texts = analysed.texts.into_iter().map(|(path, text)| (file_in(&root, &path), text)).collect();
    let mut by_file: BTreeMap<PathBuf, Vec<Finding>> = BTreeMap::new();
    for finding in analysed.findings {
        by_file.entry(file_in(&root, finding.path())).or_default().push(finding);
    }
    Outcome { root, findings: Ok(by_file), texts }
}

fn range_of(at: &quarrel_engine::Location) -> Range {
    let from_one = |line: i32, column: i32| Position::new((line - 1).max(0) as u32, column.max(0) as u32);
    // The protocol counts from 0, and its ends are exclusive.
    Range { start: from_one(at.start_line, at.start_column - 1), end: from_one(at.end_line, at.end_column) }
}

fn diagnostic(finding: &Finding, root: &Path) -> Diagnostic {
    let related = finding.related.iter().filter_map(|related| {
        let at = related.location.as_ref()?;
        let uri = uri_of(&file_in(root, &at.path))?;
        Some(DiagnosticRelatedInformation {
            location: Location { uri, range: range_of(at) },
            message: related.text.clone(),
        })
    });
    let mut message = finding.text();
    if let Some(remedy) = &finding.rule.remedy {
        message.push_str("\nhelp: ");
        message.push_str(remedy);
    }
    Diagnostic {
        range: finding.location.as_ref().map(range_of).unwrap_or_default(),
        severity: Some(match finding.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(finding.rule.id.clone())),
        source: Some("quarrel".to_owned()),
        message,
        related_information: Some(related.collect()),
        ..Diagnostic::default()
    }
}
