//! Loads the files that entries import, directly or not; the library holds each file parsed, the target of each import,
//! and the rows of data extensions of the packs involved.
//!
//! An import is searched for (language.md 4.4) in the importing file's folder, the root of its pack, the roots of its
//! pack's dependencies, direct or not, in the order of declaration, then in the folders of the search path and last in
//! the bundled library. A name refers to a pack on the search path before a bundled one.

use super::extensions::Rows;
use super::known::Packs;
use super::{Extensions, PackError, PackLabel, PackName, Place, Roots, rows, suite};
use quarrel_base::{Diagnostic, FileId, SourceMap};
use quarrel_sema::ModuleSource;
use quarrel_syntax::tree::{File, Member, MemberKind};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

/// All files that the loaded entries reach, parsed.
#[derive(Debug, Default)]
pub struct Library {
    files: HashMap<Place, FileId>,
    places: HashMap<FileId, Place>,
    trees: HashMap<FileId, File>,
    imports: HashMap<(FileId, Vec<Arc<str>>), FileId>,
    /// Files of packs with `warnOnImplicitThis`.
    explicit_this: HashSet<FileId>,
    diagnostics: Vec<Diagnostic>,
    packs: Packs,
    /// Database schemas that packs name.
    schemas: HashMap<Place, FileId>,
}

impl Library {
    /// Loads an entry and all files it reaches; loaded files are not read again.
    ///
    /// # Errors
    /// If the entry does not exist or a file cannot be read. Mistakes in QL and in pack files are diagnostics, not
    /// errors.
    pub fn load(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        entry: &Place,
    ) -> Result<FileId, PackError> {
        let Some(text) = roots.read(entry)? else {
            return Err(super::error(format!("there is no file {}", entry.display())));
        };
        self.load_text(roots, sources, entry, text)
    }

    /// Loads an entry whose text is given (a line typed at a prompt); imports are resolved as if it were at `entry`.
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
        let first = match self.files.get(entry).copied() {
            Some(file) if sources.file(file).text == text => return Ok(file),
            Some(earlier) => {
                self.places.remove(&earlier);
                self.trees.remove(&earlier);
                self.imports.retain(|(from, _), _| *from != earlier);
                let file = self.add(sources, entry.clone(), text);
                // Files that import the earlier text, as those of a cycle do, import this one.
                self.imports
                    .values_mut()
                    .filter(|target| **target == earlier)
                    .for_each(|target| *target = file);
                file
            }
            None => self.add(sources, entry.clone(), text),
        };
        let mut work = VecDeque::from([first]);
        while let Some(file) = work.pop_front() {
            let mut paths = Vec::new();
            if let Some(tree) = self.trees.get(&file) {
                import_paths(&tree.members, &mut paths);
            }
            let from = self.places[&file].clone();
            let search = self.packs.search_order(roots, sources, &from)?;
            if self.packs.wants_explicit_this(roots, sources, &from)? {
                self.explicit_this.insert(file);
            }
            self.diagnostics.append(&mut self.packs.diagnostics);
            for path in paths {
                let relative = format!("{}.qll", path.join("/"));
                // An import writes the folder `Best Practice` as `Best_Practice`.
                let spaced = relative.contains('_').then(|| relative.replace('_', " "));
                let mut candidates = std::iter::once(&relative)
                    .chain(&spaced)
                    .flat_map(|relative| search.iter().map(move |root| root.join(relative)));
                let Some(place) = candidates.find(|file| roots.exists(file)) else { continue };
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

    /// The file at `path` below one of the folders in which imports of `from` are searched for, or in the bundle.
    ///
    /// # Errors
    /// If a pack file cannot be read.
    pub fn find(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        from: &Place,
        path: &str,
    ) -> Result<Option<Place>, PackError> {
        let search = self.packs.search_order(roots, sources, from)?;
        self.diagnostics.append(&mut self.packs.diagnostics);
        let candidates =
            search.iter().filter_map(|root| root.join_within(path)).chain([Place::Bundled(path.to_owned())]);
        Ok(candidates.into_iter().find(|file| roots.exists(file)))
    }

    /// The queries that the suite `file` selects.
    ///
    /// # Errors
    /// If the suite, or something it names, is missing or malformed.
    pub fn suite(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        file: &Place,
    ) -> Result<Vec<Place>, PackError> {
        suite::select(roots, sources, &mut self.packs, file)
    }

    /// The queries of a pack, given by its root folder or its name; `None` if there is no such pack.
    ///
    /// # Errors
    /// If its pack file or suite is malformed.
    pub fn pack(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        pack: &PackName,
    ) -> Result<Option<Vec<Place>>, PackError> {
        let root = match pack {
            PackName::Root(root) => Some(root.clone()).filter(|root| roots.is_pack(root)),
            PackName::Name(name) => self.packs.named(roots, sources, name)?,
        };
        root.map(|root| suite::select_pack(roots, sources, &mut self.packs, &root)).transpose()
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

    /// The folders in which imports of a loaded file are searched for, in order.
    ///
    /// # Errors
    /// If a pack file cannot be read.
    pub(crate) fn search_order(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        from: FileId,
    ) -> Result<Vec<Place>, PackError> {
        match self.places.get(&from) {
            Some(place) => self.packs.search_order(roots, sources, &place.clone()),
            None => Ok(Vec::new()),
        }
    }

    /// The schema of a file's pack, or else of the nearest dependency that has one.
    ///
    /// # Errors
    /// If a pack file or the schema cannot be read.
    pub(crate) fn schema_of(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        file: FileId,
    ) -> Result<Option<FileId>, PackError> {
        let folder = self.places.get(&file).and_then(Place::parent);
        let Some(root) = folder.and_then(|folder| self.packs.root_of(roots, folder)) else { return Ok(None) };
        let below = self.packs.dependencies(roots, sources, &root)?;
        for root in std::iter::once(&root).chain(below.iter()) {
            let pack = self.packs.pack(roots, sources, root)?;
            let Some(place) = pack.dbscheme.as_deref().and_then(|path| root.join_within(path)) else {
                continue;
            };
            if let Some(known) = self.schemas.get(&place) {
                return Ok(Some(*known));
            }
            let Some(text) = roots.read(&place)? else {
                let pack = pack.name.as_deref().unwrap_or("without a name");
                let message = format!("the pack {pack} has no file {}", place.display());
                return Err(PackError { message, help: Some("correct `dbscheme` in its qlpack.yml".into()) });
            };
            let schema = sources.add(place.display(), text);
            self.schemas.insert(place, schema);
            return Ok(Some(schema));
        }
        Ok(None)
    }

    /// The files that a loaded file imports.
    pub(crate) fn imported_by(&self, file: FileId) -> impl Iterator<Item = FileId> {
        let mut paths = Vec::new();
        if let Some(tree) = self.trees.get(&file) {
            import_paths(&tree.members, &mut paths);
        }
        paths.into_iter().filter_map(move |path| self.imports.get(&(file, path)).copied())
    }

    /// The place of a file; `None` for files that are neither library nor query.
    pub fn place(&self, file: FileId) -> Option<&Place> {
        self.places.get(&file)
    }

    /// Name and version of a file's pack; `None` if the file has no pack, or a pack without a name.
    pub(crate) fn pack_label(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        place: &Place,
    ) -> Option<PackLabel> {
        let root = place.parent().and_then(|folder| self.packs.root_of(roots, folder))?;
        let pack = self.packs.pack(roots, sources, &root).ok()?;
        Some(PackLabel { name: pack.name.clone()?, version: pack.version() })
    }

    /// The extensible predicates that loaded files declare at top level.
    pub(crate) fn extensible_predicates(&self) -> impl Iterator<Item = &str> {
        let members = self.trees.values().flat_map(|tree| &tree.members);
        members.filter_map(|member| match &member.kind {
            MemberKind::Predicate(predicate) => {
                let mut annotations = member.annotations.iter();
                annotations.any(|one| &*one.name.text == "extensible").then_some(&*predicate.head.name.text)
            }
            _ => None,
        })
    }

    /// Takes the diagnostics of parsing since the last call.
    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }

    /// The validated rows of data extensions of the packs on disk with loaded files, and of the model packs on the
    /// search path. The [`Roots`] have those of bundled packs.
    pub fn extensions(&self) -> Extensions {
        self.packs.rows.extensions()
    }

    /// Those rows with their places.
    pub(crate) fn rows(&self) -> &Rows {
        &self.packs.rows
    }

    /// Validates the rows read since the last call against the predicates that they extend, and adds those that fit.
    ///
    /// # Errors
    /// If a pack file cannot be read.
    pub fn check_rows(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
    ) -> Result<Vec<Diagnostic>, PackError> {
        let mut diagnostics = Vec::new();
        for (addition, ours) in std::mem::take(&mut self.packs.unchecked) {
            let name = addition.name.clone();
            let (found, mut fitting) = rows::check(roots, sources, &mut self.packs, addition)?;
            if ours {
                fitting.iter_mut().for_each(|row| row.place = None);
            }
            diagnostics.extend(found);
            self.packs.rows.add(&name, fitting);
        }
        Ok(diagnostics)
    }

    /// The queries, of packs that declare an extensible predicate of that name, that say which of its rows match
    /// something.
    pub(crate) fn match_queries(&mut self, roots: &Roots, name: &str) -> Vec<Place> {
        let mut met: Vec<Place> = self.packs.by_root.keys().cloned().collect();
        met.sort();
        self.packs.extensibles.match_queries(roots, &met, name)
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
    fn warns_of_implicit_this(&self, file: FileId) -> bool {
        self.explicit_this.contains(&file)
    }
}
