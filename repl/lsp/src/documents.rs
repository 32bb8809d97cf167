//! The open QL documents, and the results of the compiler for each.

use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range, Uri,
};
use percent_encoding::{percent_decode_str, utf8_percent_encode};
use quarrel_console::Failure;
use quarrel_driver::extract::bundled_catalog;
use quarrel_driver::{cache_folder, compile_stopped, pack_failure};
use quarrel_engine::{Diagnostic, FileId, Limits, Place, Recorded, Roots, Session, Source, Span};
use quarrel_findings::sources::NOT_IN_URI_PATHS;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The open documents.
pub(super) struct Documents {
    search_path: Vec<PathBuf>,
    /// The folders that the editor works in.
    workspace: Vec<PathBuf>,
    /// The time limit to examine a document.
    patience: Duration,
    open: BTreeMap<PathBuf, Document>,
}

struct Document {
    uri: Uri,
    text: Arc<str>,
    version: i32,
    /// Whether its diagnostics have been published since it changed.
    published: bool,
    examined: Option<Arc<Examined>>,
    /// Why it could not be examined since it changed; `None` if it could or was not tried.
    failed: Option<String>,
}

/// A document and its imports, resolved.
pub(super) struct Examined {
    pub session: Session,
    pub file: FileId,
    pub recorded: Recorded,
    pub diagnostics: Vec<Diagnostic>,
}

impl Documents {
    pub(super) fn new(search_path: Vec<PathBuf>, workspace: &[Uri], patience: Duration) -> Self {
        let workspace = workspace.iter().filter_map(path_of).collect();
        Self { search_path, workspace, patience, open: BTreeMap::new() }
    }

    pub(super) fn set(&mut self, uri: Uri, text: String, version: i32) {
        let Some(path) = path_of(&uri) else { return };
        let document =
            Document { uri, text: text.into(), version, published: false, examined: None, failed: None };
        self.open.insert(path, document);
        // A change in one document may change the meaning of others.
        self.open.values_mut().for_each(|document| (document.examined, document.failed) = (None, None));
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        if let Some(path) = path_of(uri) {
            self.open.remove(&path);
        }
    }

    pub(super) fn text(&self, uri: &Uri) -> Option<Arc<str>> {
        Some(self.open.get(&path_of(uri)?)?.text.clone())
    }

    /// Examines the document; `None` if that fails.
    pub(super) fn examined(&mut self, uri: &Uri) -> Option<Arc<Examined>> {
        let path = path_of(uri)?;
        let document = self.open.get(&path)?;
        // After a timeout, do not try again at each key.
        if document.examined.is_none() && document.failed.is_none() {
            let examined = self.examine(&path, None);
            let document = self.open.get_mut(&path)?;
            match examined {
                Ok(examined) => document.examined = Some(Arc::new(examined)),
                Err(failure) => document.failed = Some(failure.to_string()),
            }
        }
        self.open.get(&path)?.examined.clone()
    }

    /// Examines a document with another text.
    pub(super) fn examined_as(&self, uri: &Uri, text: String) -> Option<Examined> {
        self.examine(&path_of(uri)?, Some(text.into())).ok()
    }

    /// The diagnostics of all documents that changed since they were published.
    pub(super) fn examine_changed(&mut self) -> Vec<(Uri, i32, Vec<lsp_types::Diagnostic>)> {
        let changed: Vec<Uri> = self
            .open
            .values()
            .filter(|document| !document.published)
            .map(|document| document.uri.clone())
            .collect();
        let mut out = Vec::new();
        for uri in changed {
            let Some(path) = path_of(&uri) else { continue };
            let diagnostics = match self.examined(&uri) {
                Some(examined) => examined.own_diagnostics(),
                None => self
                    .open
                    .get(&path)
                    .and_then(|document| document.failed.as_deref())
                    .map(unfinished)
                    .into_iter()
                    .collect(),
            };
            if let Some(document) = self.open.get_mut(&path) {
                document.published = true;
                out.push((uri, document.version, diagnostics));
            }
        }
        out
    }

    /// The uses of the name declared at `target`, in open documents and files of the workspace.
    pub(super) fn uses(&self, examined: &Examined, target: Span) -> Vec<Location> {
        self.find_uses(examined, target).unwrap_or_default()
    }

    fn find_uses(&self, examined: &Examined, target: Span) -> Option<Vec<Location>> {
        let place = examined.session.files().find(|(file, _)| *file == target.file)?.1.clone();
        let name = examined.session.sources().text(target).to_owned();
        let mut session = self.session(BTreeMap::new()).ok()?;
        let mut files: BTreeSet<PathBuf> = self.open.keys().cloned().collect();
        self.workspace.iter().for_each(|folder| collect_sources(folder, 0, &mut files));
        files.extend(match &place {
            Place::Disk(path) => Some(path.clone()),
            Place::Bundled(_) => None,
        });
        // Files that cannot be read or do not contain the name have no uses.
        let mentions = |path: &PathBuf| match self.open.get(path) {
            Some(document) => document.text.contains(&name),
            None => quarrel_files::read_text(path, MOST_BYTES).is_ok_and(|text| text.contains(&name)),
        };
        let entries: Vec<FileId> = files
            .into_iter()
            .filter(mentions)
            .filter_map(|path| session.load(&Place::Disk(path)).ok())
            .collect();
        let (recorded, diagnostics) = session.examine(&entries).ok()?;
        let file = session.files().find(|(_, other)| **other == place)?.0;
        let declared = Span { file, ..target };
        let shown = Examined { session, file, recorded, diagnostics };
        let uses = shown.recorded.references.iter().filter(|reference| reference.to == Some(declared));
        let mut spans: Vec<Span> = uses.map(|reference| reference.at).collect();
        spans.sort();
        spans.dedup();
        Some(spans.into_iter().filter_map(|span| shown.location(span)).collect())
    }

    /// Parses all open documents, the workspace and the library, without resolving names.
    pub(super) fn everything(&self) -> Option<Examined> {
        let mut session = self.session(BTreeMap::new()).ok()?;
        let mut files: BTreeSet<PathBuf> = self.open.keys().cloned().collect();
        self.workspace.iter().for_each(|folder| collect_sources(folder, 0, &mut files));
        for path in files {
            // Files that cannot be read are skipped.
            let _ = session.load(&Place::Disk(path));
        }
        let file = session.load(&Place::Bundled(LIBRARY.to_owned())).ok()?;
        Some(Examined { session, file, recorded: Recorded::default(), diagnostics: Vec::new() })
    }

    fn session(&self, texts: BTreeMap<PathBuf, Arc<str>>) -> Result<Session, Failure> {
        let mut roots = Roots::new(quarrel_queries::files(), self.search_path.clone());
        let open = self.open.iter().map(|(path, document)| (path.clone(), document.text.clone()));
        let mut unsaved: BTreeMap<PathBuf, Arc<str>> = open.collect();
        unsaved.extend(texts);
        roots.set_unsaved(unsaved);
        let mut session = Session::new(bundled_catalog()?, roots).map_err(pack_failure)?;
        session.set_limits(Limits { time: Some(self.patience), memory: Some(MEMORY), ..Limits::default() });
        Ok(session)
    }

    fn examine(&self, path: &Path, text: Option<Arc<str>>) -> Result<Examined, Failure> {
        let texts = text.map(|text| (path.to_owned(), text)).into_iter().collect();
        let mut session = self.session(texts)?;
        let file = session.load(&Place::Disk(path.to_owned())).map_err(pack_failure)?;
        let (recorded, diagnostics) = session.examine(&[file]).map_err(compile_stopped)?;
        Ok(Examined { session, file, recorded, diagnostics })
    }
}

/// The diagnostic at the beginning of a document that was not examined.
fn unfinished(why: &str) -> lsp_types::Diagnostic {
    let why = why.trim_start_matches("error: ");
    lsp_types::Diagnostic {
        range: Range::default(),
        severity: Some(DiagnosticSeverity::WARNING),
        code: Some(NumberOrString::String("not-examined".to_owned())),
        source: Some("quarrel".to_owned()),
        message: format!("Nothing is known about the names in this file: {why}"),
        ..lsp_types::Diagnostic::default()
    }
}

/// The memory limit of the server while it examines a file, in bytes.
const MEMORY: u64 = 4 << 30;

/// The library file that `import java` imports.
const LIBRARY: &str = "lib/java.qll";

/// The most files of a workspace that are searched for uses.
const MAX_FILES: usize = 5_000;
/// The largest file that is searched for uses, in bytes.
const MOST_BYTES: u64 = 16 << 20;
/// The depth of folders that are searched; deeper ones are likely a cycle of links.
const MAX_DEPTH: usize = 32;

/// The QL files below a folder, except in hidden folders and those of builds.
fn collect_sources(folder: &Path, depth: usize, into: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth < MAX_DEPTH && !name.starts_with('.') && name != "target" => {
                collect_sources(&path, depth + 1, into);
            }
            Ok(kind)
                if kind.is_file()
                    && (name.ends_with(".ql") || name.ends_with(".qll"))
                    && into.len() < MAX_FILES =>
            {
                into.insert(path);
            }
            _ => {}
        }
    }
}

impl Examined {
    fn own_diagnostics(&self) -> Vec<lsp_types::Diagnostic> {
        self.own_with_ranges().map(|(_, published)| published).collect()
    }

    /// The diagnostics of the document, each with its published form.
    pub(super) fn own_with_ranges(&self) -> impl Iterator<Item = (&Diagnostic, lsp_types::Diagnostic)> {
        let own = self.diagnostics.iter().filter(|diagnostic| diagnostic.primary.file == self.file);
        own.map(|diagnostic| (diagnostic, self.diagnostic(diagnostic)))
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) -> lsp_types::Diagnostic {
        let mut message = diagnostic.message.clone();
        for help in &diagnostic.help {
            message.push_str("\nhelp: ");
            message.push_str(&help.to_string());
        }
        let related = diagnostic.labels.iter().filter_map(|(span, text)| {
            Some(DiagnosticRelatedInformation { location: self.location(*span)?, message: text.clone() })
        });
        lsp_types::Diagnostic {
            range: self.range(diagnostic.primary),
            severity: Some(match diagnostic.is_error() {
                true => DiagnosticSeverity::ERROR,
                false => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(diagnostic.code.name().to_owned())),
            source: Some("quarrel".to_owned()),
            message,
            related_information: Some(related.collect()),
            ..lsp_types::Diagnostic::default()
        }
    }

    /// The text of the document.
    pub(super) fn source(&self) -> &Source {
        self.session.sources().file(self.file)
    }

    /// A span as a range of the protocol.
    pub(super) fn range(&self, span: Span) -> Range {
        range_in(self.session.sources().file(span.file), span)
    }

    /// A span with its file. Bundled files are written to a cache folder, so that the editor can open them.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        let (_, place) = self.session.files().find(|(file, _)| *file == span.file)?;
        let path = match place {
            Place::Disk(path) => path.clone(),
            Place::Bundled(path) => cached(path, &self.session.sources().file(span.file).text)?,
        };
        Some(Location { uri: uri_of(&path)?, range: self.range(span) })
    }
}

/// A span as a range of the protocol: lines and UTF-16 columns from 0.
pub(super) fn range_in(source: &Source, span: Span) -> Range {
    let position = |offset: u32| {
        let (line, column) = source.line_column(offset as usize);
        Position { line: line as u32 - 1, character: column as u32 - 1 }
    };
    Range { start: position(span.start), end: position(span.end) }
}

/// The offset of a position.
pub(super) fn offset_of(source: &Source, position: Position) -> usize {
    source.offset(position.line as usize + 1, position.character as usize + 1)
}

pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let path = percent_decode_str(uri.as_str().strip_prefix("file://")?).decode_utf8().ok()?;
    // On Windows `/C:/folder` is `C:/folder`.
    let path = if cfg!(windows) { path.trim_start_matches('/') } else { &path };
    Some(PathBuf::from(path))
}

pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?;
    let path = if cfg!(windows) { format!("/{}", path.replace('\\', "/")) } else { path.to_owned() };
    Uri::from_str(&format!("file://{}", utf8_percent_encode(&path, NOT_IN_URI_PATHS))).ok()
}

/// A copy of a bundled file in the user's cache folder.
fn cached(path: &str, text: &str) -> Option<PathBuf> {
    let file = cache_folder()?.join(env!("CARGO_PKG_VERSION")).join(path);
    if quarrel_files::read(&file, text.len() as u64).is_ok_and(|known| known == text.as_bytes()) {
        return Some(file);
    }
    std::fs::create_dir_all(file.parent()?).ok()?;
    quarrel_files::write(&file, text.as_bytes()).ok()?;
    Some(file)
}
