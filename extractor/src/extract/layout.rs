//! The layout of the source tree: folders as entities, and the module above each file.

use quarrel_common::always;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rustc_hash::FxHashMap;

use super::Sources;
use crate::ast;
use crate::facts::batch::{Ent, EntKind, FileFacts};
use crate::facts::emit::files::FilePlace;
use crate::facts::ids::Ids;
use crate::facts::keys::{Key, kind};
use crate::facts::rows;
use crate::intern::Sym;
use crate::resources;
use crate::source::SourceFile as FoundFile;
use crate::write::order::Panicked;

/// The absolute path, with `/`, that precedes file names.
pub(super) fn prefix(root: &Path) -> String {
    let absolute = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    let folder = if absolute.is_file() { absolute.parent().unwrap_or(&absolute) } else { &absolute };
    folder.to_string_lossy().replace('\\', "/")
}

/// Folders and files as entities, and the module above each file.
pub(super) struct Layout {
    /// The id of each Java file.
    files: Vec<u32>,
    /// The id of each XML and property file.
    resource_files: Vec<u32>,
    /// Folders by absolute path, with their ids, in path order: the root and those below it.
    folders: BTreeMap<String, u32>,
    /// Folders of files that are not below the root.
    outside: BTreeMap<String, u32>,
    modules: FxHashMap<String, Sym>,
    /// The absolute path of the root.
    pub(super) prefix: String,
    /// The absolute path of each Java file.
    names: Vec<String>,
    /// The absolute path of each XML and property file.
    resources: Vec<String>,
}

impl Layout {
    pub(super) fn new<'t>(
        Sources { set, below_root }: Sources<'_>,
        trees: impl Iterator<Item = Option<&'t ast::File>>,
        ids: &mut Ids,
    ) -> Layout {
        let prefix = prefix(&set.root);
        let names_of = |files: &[FoundFile]| -> Vec<String> {
            files.iter().map(|file| absolute(&prefix, &file.name)).collect()
        };
        let (names, resources) = (names_of(&set.files), names_of(&set.resources));
        let mut folders = BTreeMap::from([(prefix.clone(), 0)]);
        let mut outside = BTreeMap::new();
        let mut modules = FxHashMap::default();
        for (name, tree) in names.iter().zip(trees) {
            if let Some(module) = tree.and_then(|tree| tree.module.as_ref()) {
                modules.insert(folder_of(name).to_owned(), module.name);
            }
        }
        let (below, above) = names.split_at(below_root);
        let places = below.iter().chain(&resources).map(|name| (name, true));
        for (name, is_below) in places.chain(above.iter().map(|name| (name, false))) {
            let mut folder = folder_of(name);
            let into = if is_below { &mut folders } else { &mut outside };
            while !folder.is_empty() && !into.contains_key(folder) {
                into.insert(folder.to_owned(), 0);
                folder = folder_of(folder);
            }
        }
        outside.retain(|folder, _| !folders.contains_key(folder));
        for (path, id) in folders.iter_mut().chain(&mut outside) {
            // Trees in two places have equal keys.
            let below = path.strip_prefix(&prefix).unwrap_or(path);
            *id = ids.of(|| Key::of(kind::FOLDER).text(below));
        }
        let mut ids_of = |kind: u64, files: &[FoundFile]| -> Vec<u32> {
            files.iter().map(|file| ids.of(|| file_key(kind, file))).collect()
        };
        let files = ids_of(kind::FILE, &set.files);
        let resource_files = ids_of(kind::RESOURCE, &set.resources);
        Layout { files, resource_files, folders, outside, modules, prefix, names, resources }
    }

    pub(super) fn file(&self, at: usize) -> Ent {
        Ent::new(EntKind::Fixed, self.file_id(at))
    }

    pub(super) fn file_id(&self, at: usize) -> u32 {
        always!(self.files.get(at)).copied().unwrap_or(0)
    }

    pub(super) fn resource_id(&self, at: usize) -> u32 {
        always!(self.resource_files.get(at)).copied().unwrap_or(0)
    }

    pub(super) fn resource(&self, at: usize) -> resources::Place<'_> {
        let name = self.resources[at].as_str();
        let entity = Ent::new(EntKind::Fixed, self.resource_id(at));
        resources::Place { entity, name, folder: self.folder(folder_of(name)) }
    }

    pub(super) fn folder(&self, path: &str) -> Ent {
        let id = self.folders.get(path).or_else(|| self.outside.get(path));
        Ent::new(EntKind::Fixed, always!(id).copied().unwrap_or(0))
    }

    pub(super) fn place(&self, at: usize) -> FilePlace<'_> {
        let name = self.names[at].as_str();
        let mut folder = folder_of(name);
        let module = loop {
            match self.modules.get(folder) {
                Some(module) => break Some(*module),
                None if folder == self.prefix || folder == folder_of(folder) => break None,
                None => folder = folder_of(folder),
            }
        };
        FilePlace { name, folder: self.folder(folder_of(name)), module }
    }

    /// The path and folder of each file.
    pub(super) fn paths(&self) -> Vec<(String, Ent)> {
        self.names.iter().map(|name| (name.clone(), self.folder(folder_of(name)))).collect()
    }

    pub(super) fn facts(&self) -> FileFacts {
        let mut facts = FileFacts::new();
        let prefix = facts.text(&self.prefix);
        facts.row(rows::SourceLocationPrefix { prefix });
        for path in self.folders.keys() {
            self.folder_row(path, *path != self.prefix, &mut facts);
        }
        facts
    }

    /// The rows of the folders around these files that are not below the root.
    pub(super) fn facts_outside(&self, files: &[usize]) -> FileFacts {
        let mut wanted = BTreeSet::new();
        for &at in files {
            let mut folder = folder_of(&self.names[at]);
            while self.outside.contains_key(folder) && wanted.insert(folder) {
                folder = folder_of(folder);
            }
        }
        let mut facts = FileFacts::new();
        for path in wanted {
            let parent = folder_of(path);
            self.folder_row(path, parent != path && self.outside.contains_key(parent), &mut facts);
        }
        facts
    }

    fn folder_row(&self, path: &str, has_parent: bool, facts: &mut FileFacts) {
        let parent = has_parent.then(|| self.folder(folder_of(path)));
        let name = facts.text(path);
        facts.row(rows::Folder { id: self.folder(path), name, parent });
    }

    /// The rows of a file on which the extractor panicked: the file and a diagnostic.
    pub(super) fn facts_of_broken(&self, at: usize, panicked: &Panicked) -> FileFacts {
        let mut facts = FileFacts::new();
        let place = self.place(at);
        let row = rows::File {
            id: self.file(at),
            name: facts.text(place.name),
            folder: place.folder,
            package: None,
            module: None,
        };
        facts.row(row);
        let id = facts.fresh();
        let row = rows::ExtractionDiagnostics {
            id,
            file: self.file(at),
            severity: 2,
            message: facts.text(&format!("a bug in quarrel: {}", panicked.0)),
            line: 0,
            column: 0,
        };
        facts.row(row);
        facts
    }
}

/// The key of a file's name.
pub(super) fn file_key(kind: u64, file: &FoundFile) -> Key {
    Key::of(kind).text(&file.name)
}

/// The absolute path of a name, relative to `folder` unless it is absolute.
pub(super) fn absolute(folder: &str, name: &str) -> String {
    if Path::new(name).is_absolute() {
        return name.to_owned();
    }
    format!("{}/{name}", folder.trim_end_matches('/'))
}

/// The folder of a path; the topmost folder is its own.
fn folder_of(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((folder, _)) => folder,
        None => "",
    }
}
