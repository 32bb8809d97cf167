//! Where QL comes from: files on disk and files that are bundled with the binary, grouped in packs.
//!
//! In: entry files, folders to search, the bundled files. Out: a [`Library`] that holds every file that the entries'
//! imports reach, parsed, and the rows of data extensions (language.md 4.4 and section 20).

use quarrel_base::{Diagnostic, FileId, SourceMap};
use quarrel_datalog::Const;
use quarrel_sema::ModuleSource;
use quarrel_syntax::tree::{File, Member, MemberKind};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows for extensible predicates, by the predicate's name.
pub type Extensions = quarrel_lower::ExtensionRows;

/// The folder of the bundled files that is the library pack.
const LIBRARY_ROOT: &str = "lib";

/// Where a file is.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    /// Bundled: the path below the bundle's root, with `/`.
    Bundled(String),
    /// On disk.
    Disk(PathBuf),
}

impl Place {
    fn parent(&self) -> Option<Place> {
        match self {
            Place::Bundled(path) => {
                Some(Place::Bundled(path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned()))
                    .filter(|_| !path.is_empty())
            }
            Place::Disk(path) => path.parent().map(|folder| Place::Disk(folder.to_owned())),
        }
    }
    fn join(&self, name: &str) -> Place {
        match self {
            Place::Bundled(path) if path.is_empty() => Place::Bundled(name.to_owned()),
            Place::Bundled(path) => Place::Bundled(format!("{path}/{name}")),
            Place::Disk(path) => Place::Disk(path.join(name)),
        }
    }
    /// How people are told about it.
    pub fn display(&self) -> String {
        match self {
            Place::Bundled(path) => format!("<bundled>/{path}"),
            Place::Disk(path) => path.display().to_string(),
        }
    }
}

/// A file or pack that cannot be used; the message stands alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl std::fmt::Display for PackError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}
impl std::error::Error for PackError {}

fn error(message: impl Into<String>) -> PackError {
    PackError { message: message.into(), help: None }
}

/// The bundled files and the folders to search: what imports are resolved against.
#[derive(Clone, Debug, Default)]
pub struct Roots {
    bundled: BTreeMap<String, Arc<str>>,
    search_path: Vec<PathBuf>,
}

impl Roots {
    /// The bundled files as `(path, text)`, and folders on disk that are searched before them.
    pub fn new(
        bundled: impl IntoIterator<Item = (String, &'static str)>,
        search_path: Vec<PathBuf>,
    ) -> Self {
        let bundled = bundled.into_iter().map(|(path, text)| (path, text.into())).collect();
        Self { bundled, search_path }
    }

    /// The bundled packs, the library apart: folder and files of each, sorted.
    pub fn bundled_packs(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut packs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for path in self.bundled.keys() {
            if let Some((pack, _)) = path.split_once('/')
                && pack != LIBRARY_ROOT
            {
                packs.entry(pack).or_default().push(path);
            }
        }
        packs
    }

    /// The queries (`.ql`) of a bundled pack by the pack's folder or its name, `thread-safety` or
    /// `quarrel/thread-safety`; `None` if there is no such pack.
    pub fn bundled_queries(&self, pack: &str) -> Option<Vec<Place>> {
        let folder = pack.strip_prefix("quarrel/").unwrap_or(pack);
        let packs = self.bundled_packs();
        let files = packs.get(folder)?;
        Some(
            files
                .iter()
                .filter(|path| path.ends_with(".ql"))
                .map(|path| Place::Bundled((*path).to_owned()))
                .collect(),
        )
    }

    /// The text of a file, or `None` if there is no such file.
    ///
    /// # Errors
    /// If the file is there but cannot be read, or is not UTF-8.
    pub fn read(&self, place: &Place) -> Result<Option<Arc<str>>, PackError> {
        match place {
            Place::Bundled(path) => Ok(self.bundled.get(path).cloned()),
            Place::Disk(path) => match std::fs::read(path) {
                Ok(bytes) => match String::from_utf8(bytes) {
                    Ok(text) => Ok(Some(text.into())),
                    Err(_) => Err(PackError {
                        message: format!("{} is not UTF-8 text", path.display()),
                        help: Some("QL files are UTF-8; save it in that encoding".into()),
                    }),
                },
                Err(error) if is_missing(&error) => Ok(None),
                Err(cause) => Err(error(format!("cannot read {}: {cause}", path.display()))),
            },
        }
    }

    fn exists(&self, place: &Place) -> bool {
        match place {
            Place::Bundled(path) => self.bundled.contains_key(path),
            Place::Disk(path) => path.is_file(),
        }
    }

    /// Where an import in the file `from` leads (language.md 4.4): its folder, its pack, the search path, the bundled
    /// library.
    fn resolve(&self, from: &Place, path: &[Arc<str>]) -> Option<Place> {
        let relative = format!("{}.qll", path.join("/"));
        let mut roots: Vec<Place> = Vec::new();
        roots.extend(from.parent());
        roots.extend(self.pack_root(from));
        roots.extend(self.search_path.iter().cloned().map(Place::Disk));
        roots.push(Place::Bundled(LIBRARY_ROOT.into()));
        roots.into_iter().map(|root| root.join(&relative)).find(|file| self.exists(file))
    }

    /// The nearest folder above a file that has a pack file.
    fn pack_root(&self, file: &Place) -> Option<Place> {
        let mut folder = file.parent();
        while let Some(at) = folder {
            if ["qlpack.yml", "codeql-pack.yml"].iter().any(|name| self.exists(&at.join(name))) {
                return Some(at);
            }
            folder = at.parent();
        }
        None
    }

    /// The rows of all data extensions of the bundled packs.
    ///
    /// # Errors
    /// If a pack file or extension file is not as it should be.
    pub fn bundled_extensions(&self) -> Result<Extensions, PackError> {
        let mut extensions = Extensions::new();
        for (path, text) in &self.bundled {
            let Some(folder) = path.strip_suffix("qlpack.yml") else { continue };
            let pack: PackFile = parse_yaml(path, text)?;
            for pattern in pack.data_extensions.list() {
                let glob = globset::Glob::new(&format!("{folder}{pattern}"))
                    .map_err(|cause| error(format!("{path}: bad pattern `{pattern}`: {cause}")))?
                    .compile_matcher();
                for (file, text) in self.bundled.iter().filter(|(file, _)| glob.is_match(file)) {
                    read_extensions(file, text, &mut extensions)?;
                }
            }
        }
        Ok(extensions)
    }
}

fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// A `qlpack.yml`, as far as it is used; other keys are those of other tools.
#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct PackFile {
    /// The pack's name, `scope/name`.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Patterns of data extension files below the pack.
    #[serde(default)]
    pub data_extensions: OneOrMany,
}

/// A YAML value that is one text or a list of them.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub enum OneOrMany {
    /// One.
    One(String),
    /// Any number.
    Many(Vec<String>),
}

impl Default for OneOrMany {
    fn default() -> Self {
        OneOrMany::Many(Vec::new())
    }
}

impl OneOrMany {
    /// The texts in order.
    pub fn list(&self) -> &[String] {
        match self {
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}

/// A file of data extensions (language.md section 20).
#[derive(Deserialize)]
struct ExtensionFile {
    extensions: Vec<Extension>,
}

#[derive(Deserialize)]
struct Extension {
    #[serde(rename = "addsTo")]
    adds_to: AddsTo,
    data: Vec<Vec<Scalar>>,
}

#[derive(Deserialize)]
struct AddsTo {
    extensible: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Boolean(bool),
    Int(i32),
    Float(f64),
    String(String),
}

fn parse_yaml<T: for<'de> Deserialize<'de>>(path: &str, text: &str) -> Result<T, PackError> {
    yaml_serde::from_str(text).map_err(|cause| error(format!("{path}: {cause}")))
}

/// Reads one file of data extensions into `extensions`.
///
/// # Errors
/// If the text is not of that form; the message names `path` and the place.
pub fn read_extensions(path: &str, text: &str, extensions: &mut Extensions) -> Result<(), PackError> {
    let file: ExtensionFile = parse_yaml(path, text)?;
    for extension in file.extensions {
        let rows = extensions.entry(extension.adds_to.extensible).or_default();
        for row in extension.data {
            let row: Vec<Const> = row
                .into_iter()
                .map(|cell| match cell {
                    Scalar::Boolean(value) => Const::Boolean(value),
                    Scalar::Int(value) => Const::Int(value),
                    Scalar::Float(value) => Const::Float(value),
                    Scalar::String(value) => Const::String(value.into()),
                })
                .collect();
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    Ok(())
}

/// Every file that some entries reach, parsed.
#[derive(Debug, Default)]
pub struct Library {
    files: HashMap<Place, FileId>,
    places: HashMap<FileId, Place>,
    trees: HashMap<FileId, File>,
    imports: HashMap<(FileId, Vec<Arc<str>>), FileId>,
    diagnostics: Vec<Diagnostic>,
}

impl Library {
    /// Loads an entry and all that it reaches; files that are loaded already are not read again.
    ///
    /// # Errors
    /// If the entry does not exist or a file cannot be read. Mistakes in QL are diagnostics, not errors.
    pub fn load(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        entry: &Place,
    ) -> Result<FileId, PackError> {
        let Some(text) = roots.read(entry)? else {
            return Err(PackError {
                message: format!("there is no file {}", entry.display()),
                help: None,
            });
        };
        self.load_text(roots, sources, entry, text)
    }

    /// The same for an entry whose text is at hand (a line typed at a prompt); it is resolved as if it stood at `entry`.
    ///
    /// # Errors
    /// If a file that it imports cannot be read.
    pub fn load_text(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        entry: &Place,
        text: Arc<str>,
    ) -> Result<FileId, PackError> {
        let first = match self.files.get(entry) {
            Some(file) if sources.file(*file).text == text => return Ok(*file),
            _ => self.add(sources, entry.clone(), text),
        };
        let mut work = VecDeque::from([first]);
        while let Some(file) = work.pop_front() {
            let mut paths = Vec::new();
            if let Some(tree) = self.trees.get(&file) {
                import_paths(&tree.members, &mut paths);
            }
            let from = self.places[&file].clone();
            for path in paths {
                let Some(place) = roots.resolve(&from, &path) else { continue };
                let target = match self.files.get(&place) {
                    Some(target) => *target,
                    None => match roots.read(&place)? {
                        Some(text) => {
                            let target = self.add(sources, place, text);
                            work.push_back(target);
                            target
                        }
                        None => continue,
                    },
                };
                self.imports.insert((file, path), target);
            }
        }
        Ok(first)
    }

    fn add(&mut self, sources: &mut SourceMap, place: Place, text: Arc<str>) -> FileId {
        let file = sources.add(place.display(), text);
        let parse = quarrel_syntax::parse(sources, file);
        self.diagnostics.extend(parse.diagnostics);
        self.trees.insert(file, parse.tree);
        self.places.insert(file, place.clone());
        self.files.insert(place, file);
        file
    }

    /// What parsing had to tell since the last call.
    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }
}

fn import_paths(members: &[Member], paths: &mut Vec<Vec<Arc<str>>>) {
    for member in members {
        match &member.kind {
            MemberKind::Import(import) => {
                paths.push(import.path.iter().map(|name| name.text.clone()).collect());
            }
            MemberKind::Module(module) => import_paths(&module.members, paths),
            _ => {}
        }
    }
}

impl ModuleSource for Library {
    fn resolve(&self, from: FileId, path: &[Arc<str>]) -> Option<FileId> {
        self.imports.get(&(from, path.to_vec())).copied()
    }
    fn tree(&self, file: FileId) -> &File {
        &self.trees[&file]
    }
}

/// The place of a file on disk, made absolute so that parents can be found.
///
/// # Errors
/// If the current folder is unknown.
pub fn disk(path: &Path) -> Result<Place, PackError> {
    std::path::absolute(path)
        .map(Place::Disk)
        .map_err(|cause| error(format!("cannot tell where {} is: {cause}", path.display())))
}
