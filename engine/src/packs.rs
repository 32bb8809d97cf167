//! Where QL comes from: files on disk and files bundled with the binary, grouped in packs.
//!
//! In: entry files, folders to search, the bundled files. Out: a [`Library`] with every file that the entries import,
//! directly or not, parsed, and the rows of data extensions (language.md 4.4 and section 20).

pub(crate) mod advice;
mod extensible;
mod extensions;
mod file;
mod known;
mod library;
pub mod models;
mod rows;
mod suite;

pub use extensions::Row;
pub use file::PackFile;
pub use library::Library;
pub use rows::{RowCheck, UnmatchedRows};

pub(crate) use extensions::{Rows, cells};
pub(crate) use rows::{text as row_text, unmatched};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Rows for extensible predicates, by the predicate's name.
pub type Extensions = quarrel_lower::ExtensionRows;

/// The folder of the library pack among the bundled files.
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
    /// The last part of its path.
    fn name(&self) -> String {
        match self {
            Place::Bundled(path) => path.rsplit('/').next().unwrap_or(path).to_owned(),
            Place::Disk(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }
    fn join(&self, name: &str) -> Place {
        match self {
            Place::Bundled(path) if path.is_empty() => Place::Bundled(name.to_owned()),
            Place::Bundled(path) => Place::Bundled(format!("{path}/{name}")),
            Place::Disk(path) => Place::Disk(clean(&path.join(name))),
        }
    }
    /// Joins a path written in a file to this folder; `None` if it leaves the folder.
    fn join_within(&self, name: &str) -> Option<Place> {
        let joined = self.join(name);
        match (self, &joined) {
            (Place::Disk(folder), Place::Disk(path)) => path.starts_with(clean(folder)),
            _ => !name.split('/').any(|part| part == ".."),
        }
        .then_some(joined)
    }
    /// The place of the help page of the query here, if there is one.
    pub(crate) fn help_page(&self) -> Option<Place> {
        let stem = self.name().strip_suffix(".ql")?.to_owned();
        Some(self.parent()?.join(&format!("{stem}.md")))
    }
    /// The name shown in messages.
    pub fn display(&self) -> String {
        match self {
            Place::Bundled(path) => format!("<bundled>/{path}"),
            // Paths are absolute; messages leave out the current folder.
            Place::Disk(path) => {
                let here = std::env::current_dir().ok();
                let relative = here.and_then(|here| path.strip_prefix(here).ok());
                relative.unwrap_or(path).display().to_string()
            }
        }
    }
}

/// How to name a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PackName {
    /// By its root folder.
    Root(Place),
    /// By the name in its pack file.
    Name(String),
}

/// Name and version of a pack.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PackLabel {
    /// Its name, `scope/name`.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
}

/// A file or pack that cannot be used; the message stands alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackError {
    /// What is wrong.
    pub message: String,
    /// How to fix it.
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

/// The bundled files and the folders to search: imports are resolved against them.
#[derive(Clone, Debug, Default)]
pub struct Roots {
    bundled: BTreeMap<String, Arc<str>>,
    search_path: Vec<PathBuf>,
    /// Texts that replace files on disk: an editor's unsaved changes.
    unsaved: BTreeMap<PathBuf, Arc<str>>,
}

impl Roots {
    /// `bundled`: the bundled files as `(path, text)`; `search_path`: folders on disk that are searched before them.
    pub fn new(bundled: impl IntoIterator<Item = (String, &'static str)>, search_path: Vec<PathBuf>) -> Self {
        let bundled = bundled.into_iter().map(|(path, text)| (path, text.into())).collect();
        let absolute = |path: PathBuf| clean(&std::path::absolute(&path).unwrap_or(path));
        let search_path = search_path.into_iter().map(absolute).collect();
        Self { bundled, search_path, unsaved: BTreeMap::new() }
    }

    /// Replaces files on disk, given by absolute paths, with these texts.
    pub fn set_unsaved(&mut self, texts: impl IntoIterator<Item = (PathBuf, Arc<str>)>) {
        self.unsaved = texts.into_iter().map(|(path, text)| (clean(&path), text)).collect();
    }

    /// The bundled packs except the library: folder and files of each, sorted.
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

    /// The queries (`.ql`) of a bundled pack, named by folder or by name, `thread-safety` or `quarrel/thread-safety`;
    /// `None` if there is no such pack.
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

    /// The text of a file; `None` if there is no such file.
    ///
    /// # Errors
    /// If the file cannot be read, is not UTF-8, or is a link that leaves its pack: packs come from others, and
    /// diagnostics about a file show its text.
    pub fn read(&self, place: &Place) -> Result<Option<Arc<str>>, PackError> {
        match place {
            Place::Bundled(path) => Ok(self.bundled.get(path).cloned()),
            Place::Disk(path) if self.unsaved.contains_key(path) => Ok(self.unsaved.get(path).cloned()),
            Place::Disk(path) if leads_out_of_its_pack(path) => Err(PackError {
                message: format!("{} is a link that leads out of its pack", place.display()),
                help: Some("name the file itself, or copy it".into()),
            }),
            Place::Disk(path) => match quarrel_files::read(path, MOST_BYTES) {
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

    /// The pack file of a folder and its text; `None` if it has none.
    fn pack_file(&self, folder: &Place) -> Result<Option<(Place, Arc<str>)>, PackError> {
        for name in PACK_FILES {
            let place = folder.join(name);
            if let Some(text) = self.read(&place)? {
                return Ok(Some((place, text)));
            }
        }
        Ok(None)
    }

    /// Whether a bundled pack has this name.
    fn is_bundled(&self, name: &str) -> bool {
        let packs = self.bundled.iter().filter(|(path, _)| path.ends_with("/qlpack.yml"));
        packs
            .filter_map(|(_, text)| PackFile::parse(text).ok())
            .any(|pack| pack.names().any(|own| own == name))
    }

    /// Whether a folder is the root of a pack.
    fn is_pack(&self, folder: &Place) -> bool {
        PACK_FILES.iter().any(|name| self.exists(&folder.join(name)))
    }

    fn exists(&self, place: &Place) -> bool {
        match place {
            Place::Bundled(path) => self.bundled.contains_key(path),
            Place::Disk(path) => self.unsaved.contains_key(path) || path.is_file(),
        }
    }

    /// The files of a folder and its subfolders, sorted; skips what cannot be listed.
    fn files_below(&self, folder: &Place) -> Vec<Place> {
        match folder {
            Place::Bundled(path) => {
                let below =
                    |file: &&String| file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
                self.bundled.keys().filter(below).cloned().map(Place::Bundled).collect()
            }
            Place::Disk(path) => {
                let mut files = Vec::new();
                collect_files(path, 0, &mut files);
                files.sort();
                files.into_iter().map(Place::Disk).collect()
            }
        }
    }

    /// The roots of the packs in the search path: its folders themselves, or folders in them down to the depth at which
    /// package caches store packs (`scope/name/version`).
    fn packs_on_search_path(&self) -> Vec<Place> {
        let mut packs = Vec::new();
        for folder in &self.search_path {
            collect_packs(folder, 0, &mut packs);
        }
        packs.into_iter().map(Place::Disk).collect()
    }

    /// The names of those packs; skips broken pack files, which are reported where they are used.
    fn names_on_search_path(&self) -> BTreeSet<String> {
        let texts =
            self.packs_on_search_path().into_iter().filter_map(|root| self.pack_file(&root).ok().flatten());
        let packs = texts.filter_map(|(_, text)| PackFile::parse(&text).ok());
        packs.flat_map(|pack| pack.names().map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    /// The rows of all data extensions of the bundled packs, except those replaced by a pack of the same name on the
    /// search path.
    ///
    /// # Errors
    /// If a pack file or extension file is malformed.
    pub fn bundled_extensions(&self) -> Result<Extensions, PackError> {
        Ok(self.bundled_rows()?.extensions())
    }

    pub(crate) fn bundled_rows(&self) -> Result<Rows, PackError> {
        let mut rows = Rows::default();
        let packs = self.bundled.iter().filter(|(path, _)| path.ends_with("/qlpack.yml"));
        let replaced = self.names_on_search_path();
        for (path, text) in packs {
            let place = Place::Bundled(path.clone());
            let fail = |place: &Place, problem: file::Problem| {
                error(format!("{}: {}", place.display(), problem.message))
            };
            let pack = PackFile::parse(text).map_err(|problem| fail(&place, problem))?;
            if pack.names().any(|name| replaced.contains(name)) {
                continue;
            }
            let root = Place::Bundled(path.trim_end_matches("/qlpack.yml").to_owned());
            for file in self.extension_files(&root, &pack).map_err(|problem| fail(&place, problem))? {
                let Some(text) = self.read(&file)? else { continue };
                rows.read(&file, &text)?;
            }
        }
        Ok(rows)
    }

    /// The data extension files of a pack.
    fn extension_files(&self, root: &Place, pack: &PackFile) -> Result<Vec<Place>, file::Problem> {
        let matcher = pack.data_extension_globs()?;
        if matcher.is_empty() {
            return Ok(Vec::new());
        }
        let relative = |file: &Place| match (root, file) {
            (Place::Bundled(root), Place::Bundled(file)) => {
                Some(PathBuf::from(file.strip_prefix(root)?.trim_start_matches('/')))
            }
            (Place::Disk(root), Place::Disk(file)) => Some(file.strip_prefix(root).ok()?.to_owned()),
            _ => None,
        };
        let mut files = self.files_below(root);
        files.retain(|file| relative(file).is_some_and(|path| matcher.is_match(path)));
        Ok(files)
    }
}

/// The names of pack files.
const PACK_FILES: [&str; 2] = ["qlpack.yml", "codeql-pack.yml"];

/// The most bytes of a file that is read; nobody writes longer ones.
const MOST_BYTES: u64 = 64 << 20;

/// Whether a file is a link to a place outside of its pack (of its folder, if it is in no pack).
fn leads_out_of_its_pack(path: &Path) -> bool {
    if !path.is_symlink() {
        return false;
    }
    let has_pack_file = |folder: &&Path| PACK_FILES.iter().any(|name| folder.join(name).is_file());
    let root = path.ancestors().skip(1).find(has_pack_file).or(path.parent());
    let lies_within = |root: &Path| Some(path.canonicalize().ok()?.starts_with(root.canonicalize().ok()?));
    // A dangling link counts as missing.
    path.exists() && root.and_then(lies_within) != Some(true)
}

/// The most levels of folders that are searched; more is a cycle of links or a mistake.
const MAX_DEPTH: usize = 32;

fn folders_and_files(folder: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        // Most systems tell without another disk access, except for links.
        let is_folder = match entry.file_type() {
            Ok(kind) if !kind.is_symlink() => kind.is_dir(),
            _ => path.is_dir(),
        };
        if is_folder { folders.push(path) } else { files.push(path) }
    }
    folders.sort();
    files.sort();
    (folders, files)
}

fn collect_files(folder: &Path, depth: usize, into: &mut Vec<PathBuf>) {
    let (folders, files) = folders_and_files(folder);
    into.extend(files);
    if depth < MAX_DEPTH {
        // Links to folders may lead in circles, and anywhere.
        folders
            .iter()
            .filter(|folder| !folder.is_symlink())
            .for_each(|folder| collect_files(folder, depth + 1, into));
    }
}

fn collect_packs(folder: &Path, depth: usize, into: &mut Vec<PathBuf>) {
    if PACK_FILES.iter().any(|name| folder.join(name).is_file()) {
        into.push(folder.to_owned());
    } else if depth < 4 {
        let (folders, _) = folders_and_files(folder);
        folders.iter().for_each(|folder| collect_packs(folder, depth + 1, into));
    }
}

fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// The path without `.` and `..`, so that a file has one place only.
fn clean(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// The place of a file on disk, made absolute so that it has parents.
///
/// # Errors
/// If the current folder is unknown.
pub fn disk(path: &Path) -> Result<Place, PackError> {
    std::path::absolute(path)
        .map(|path| Place::Disk(clean(&path)))
        .map_err(|cause| error(format!("cannot find out where {} is: {cause}", path.display())))
}
