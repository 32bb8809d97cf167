//! Loads what queries import. Entries flow in; the library holds every file that they reach, parsed, where each import
//! leads, and the rows of the data extensions of the packs on the way.
//!
//! An import is looked up in (language.md 4.4) the importing file's folder, the root of its pack, the roots of the
//! packs that this one depends on, directly or not, in the order of declaration, then in the folders of the search path
//! and last in the bundled library. Which pack a name means: one on the search path before a bundled one.

use super::extensions::{self, Addition, Rows};
use super::file::PackFile;
use super::rows::{self, Extensibles};
use super::{Extensions, LIBRARY_ROOT, PackError, PackLabel, PackName, Place, Roots, suite};
use quarrel_base::source::Span;
use quarrel_base::{Code, Diagnostic, FileId, SourceMap};
use quarrel_sema::ModuleSource;
use quarrel_syntax::tree::{File, Member, MemberKind};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

/// Every file that some entries reach, parsed.
#[derive(Debug, Default)]
pub struct Library {
    files: HashMap<Place, FileId>,
    places: HashMap<FileId, Place>,
    trees: HashMap<FileId, File>,
    imports: HashMap<(FileId, Vec<Arc<str>>), FileId>,
    /// Files of packs that want `this.` written.
    explicit_this: HashSet<FileId>,
    diagnostics: Vec<Diagnostic>,
    packs: Packs,
    /// Database schemas that packs name.
    schemas: HashMap<Place, FileId>,
}

impl Library {
    /// Loads an entry and all that it reaches; files that are loaded already are not read again.
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

    /// The same for an entry whose text is at hand (a line typed at a prompt); it is resolved as if it stood at
    /// `entry`.
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
            earlier => {
                if let Some(earlier) = earlier.copied() {
                    self.places.remove(&earlier);
                    self.trees.remove(&earlier);
                    self.imports.retain(|(from, _), _| *from != earlier);
                }
                self.add(sources, entry.clone(), text)
            }
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
                // A folder `Best Practice` is `Best_Practice` in an import.
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

    /// The file at `path` below one of the folders in which the imports of `from` are looked up, or of the bundle.
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
    /// If the suite, or what it names, is not there or not as it should be.
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
    /// If its pack file or suite is not as it should be.
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

    /// The folders in which the imports of a loaded file are looked up, in their order.
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

    /// The schema of the pack that a file is part of, or else of the nearest one that this pack depends on.
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

    /// Where a file is; `None` for those that are no library or query files.
    pub fn place(&self, file: FileId) -> Option<&Place> {
        self.places.get(&file)
    }

    /// How the pack that a file is part of is called; `None` if it is part of none, or of one without a name.
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

    /// The extensible predicates at the top of the loaded files.
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

    /// What parsing had to report since the last call.
    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }

    /// The rows of the data extensions of the packs on disk that files were loaded from, and of the model packs on the
    /// search path, as far as they were compared with their predicates. Those of bundled packs are the [`Roots`]'.
    pub fn extensions(&self) -> Extensions {
        self.packs.rows.extensions()
    }

    /// The same with their places.
    pub(crate) fn rows(&self) -> &Rows {
        &self.packs.rows
    }

    /// Compares the rows that were read since the last call with the predicates that they are for, and takes in those
    /// that fit.
    ///
    /// # Errors
    /// If a pack file cannot be read.
    pub fn check_rows(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
    ) -> Result<Vec<Diagnostic>, PackError> {
        let mut told = Vec::new();
        for (addition, ours) in std::mem::take(&mut self.packs.unchecked) {
            let name = addition.name.clone();
            let (found, mut fitting) = rows::check(roots, sources, &mut self.packs, addition)?;
            if ours {
                fitting.iter_mut().for_each(|row| row.place = None);
            }
            told.extend(found);
            self.packs.rows.add(&name, fitting);
        }
        Ok(told)
    }

    /// The queries of the pack that declares an extensible predicate which say which of its rows match something.
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

/// The packs met so far.
#[derive(Debug, Default)]
pub(super) struct Packs {
    /// The pack root of each folder that was asked about.
    root_of: HashMap<Place, Option<Place>>,
    by_root: HashMap<Place, Arc<PackFile>>,
    /// Roots by name; `None` until the first file is loaded.
    by_name: Option<BTreeMap<String, Place>>,
    /// For each pack root, the roots of the packs that it depends on.
    dependencies: HashMap<Place, Arc<[Place]>>,
    rows: Rows,
    /// Rows that were not compared with their predicates yet, and whether they are those of a bundled pack.
    unchecked: Vec<(Addition, bool)>,
    pub(super) extensibles: Extensibles,
    diagnostics: Vec<Diagnostic>,
}

impl Packs {
    /// The folders in which the imports of a file are looked up.
    fn search_order(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        file: &Place,
    ) -> Result<Vec<Place>, PackError> {
        // Packs on the search path may extend others without being named by anyone.
        if self.by_name.is_none() && !roots.search_path.is_empty() {
            self.index(roots, sources)?;
        }
        let folder = file.parent();
        let mut order: Vec<Place> = folder.iter().cloned().collect();
        if let Some(root) = folder.and_then(|folder| self.root_of(roots, folder)) {
            let dependencies = self.dependencies(roots, sources, &root)?;
            order.push(root);
            order.extend(dependencies.iter().cloned());
        }
        order.extend(roots.search_path.iter().cloned().map(Place::Disk));
        order.push(Place::Bundled(LIBRARY_ROOT.into()));
        Ok(order)
    }

    /// Whether the pack of a file has `warnOnImplicitThis`.
    fn wants_explicit_this(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        file: &Place,
    ) -> Result<bool, PackError> {
        match file.parent().and_then(|folder| self.root_of(roots, folder)) {
            Some(root) => Ok(self.pack(roots, sources, &root)?.warn_on_implicit_this),
            None => Ok(false),
        }
    }

    /// The nearest folder at or above `folder` that has a pack file.
    pub(super) fn root_of(&mut self, roots: &Roots, folder: Place) -> Option<Place> {
        if let Some(known) = self.root_of.get(&folder) {
            return known.clone();
        }
        let is_root = roots.is_pack(&folder);
        let root = match folder.parent() {
            _ if is_root => Some(folder.clone()),
            Some(parent) => self.root_of(roots, parent),
            None => None,
        };
        self.root_of.insert(folder, root.clone());
        root
    }

    /// The root of the pack of this name.
    pub(super) fn named(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        name: &str,
    ) -> Result<Option<Place>, PackError> {
        if self.by_name.is_none() {
            self.index(roots, sources)?;
        }
        Ok(self.by_name.as_ref().and_then(|by_name| by_name.get(name)).cloned())
    }

    /// The root of the pack that rows are for: of those met already, or of one on the search path or bundled. What is
    /// bundled comes last: a pack on disk with one of its names stands in its place.
    pub(super) fn target(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        name: &str,
    ) -> Result<Option<Place>, PackError> {
        let on_disk = self
            .by_root
            .iter()
            .filter(|(root, pack)| matches!(root, Place::Disk(_)) && pack.names().any(|own| own == name));
        match on_disk.map(|(root, _)| root.clone()).min() {
            Some(root) => Ok(Some(root)),
            None => self.named(roots, sources, name),
        }
    }

    /// The names of all packs that can be found.
    pub(super) fn names(&self) -> Vec<String> {
        let met = self.by_root.values().flat_map(|pack| pack.names()).map(str::to_owned);
        self.by_name.iter().flat_map(|by_name| by_name.keys().cloned()).chain(met).collect()
    }

    /// The pack at a root; one whose file is broken is reported once and counts as empty.
    pub(super) fn pack(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        root: &Place,
    ) -> Result<Arc<PackFile>, PackError> {
        if let Some(pack) = self.by_root.get(root) {
            return Ok(pack.clone());
        }
        let mut pack = PackFile::default();
        if let Some((place, text)) = roots.pack_file(root)? {
            match PackFile::parse(&text) {
                Ok(read) => pack = read,
                Err(problem) => self.diagnostics.push(problem.diagnostic(sources, place.display(), &text)),
            }
        }
        let pack = Arc::new(pack);
        self.by_root.insert(root.clone(), pack.clone());
        if matches!(root, Place::Disk(_)) {
            self.read_extensions(roots, sources, root, &pack)?;
        }
        Ok(pack)
    }

    fn read_extensions(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        root: &Place,
        pack: &PackFile,
    ) -> Result<(), PackError> {
        let files = match roots.extension_files(root, pack) {
            Ok(files) => files,
            Err(problem) => {
                if let Some((place, text)) = roots.pack_file(root)? {
                    self.diagnostics.push(problem.diagnostic(sources, place.display(), &text));
                }
                return Ok(());
            }
        };
        // A copy of a bundled pack has rows for all of Java, and many of them match nothing in one tree.
        let ours = pack.names().any(|name| roots.is_bundled(name));
        let mut texts = Vec::new();
        for file in files {
            if let Some(text) = roots.read(&file)? {
                texts.push((sources.add(file.display(), text.clone()), text));
            }
        }
        for (read, (id, text)) in extensions::read_all(&texts).into_iter().zip(&texts) {
            match read {
                Ok(additions) => {
                    self.unchecked.extend(additions.into_iter().map(|addition| (addition, ours)));
                }
                Err(problem) => self.diagnostics.push(problem.diagnostic_in(*id, text)),
            }
        }
        Ok(())
    }

    /// The roots of all packs by their names, those on the search path first; model packs among them are read.
    fn index(&mut self, roots: &Roots, sources: &mut SourceMap) -> Result<(), PackError> {
        let bundled = roots.bundled.keys().filter(|path| path.ends_with("/qlpack.yml"));
        let bundled = bundled.filter_map(|path| Place::Bundled(path.clone()).parent());
        let all: Vec<Place> = roots.packs_on_search_path().into_iter().chain(bundled).collect();
        let mut by_name: BTreeMap<String, Place> = BTreeMap::new();
        let mut versions: BTreeMap<String, Option<String>> = BTreeMap::new();
        for root in all {
            // Data of packs that no query imports count only if they are there to extend others.
            let Some((_, text)) = roots.pack_file(&root)? else { continue };
            let Ok(pack) = PackFile::parse(&text) else { continue };
            for name in pack.names() {
                let version = pack.version();
                match (by_name.get(name), &root) {
                    (Some(Place::Disk(other)), Place::Disk(this)) if versions[name] == version => {
                        return Err(PackError {
                            message: format!(
                                "two packs are called `{name}`: {} and {}",
                                other.display(),
                                this.display()
                            ),
                            help: Some("take one of them off the search path, or rename it".into()),
                        });
                    }
                    (Some(Place::Disk(_)), Place::Disk(_)) if is_newer(&version, &versions[name]) => {}
                    (Some(_), _) => continue,
                    (None, _) => {}
                }
                by_name.insert(name.to_owned(), root.clone());
                versions.insert(name.to_owned(), version);
            }
            // Those of a copy of a bundled pack stand for the bundled ones.
            if pack.is_model_pack() || pack.names().any(|name| roots.is_bundled(name)) {
                self.pack(roots, sources, &root)?;
            }
        }
        self.by_name = Some(by_name);
        Ok(())
    }

    /// The roots of the packs that the pack at `root` depends on, nearest first; unknown ones are reported: what is
    /// imported from them is a mistake where it is imported.
    fn dependencies(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        root: &Place,
    ) -> Result<Arc<[Place]>, PackError> {
        if let Some(known) = self.dependencies.get(root) {
            return Ok(known.clone());
        }
        let mut found: Vec<Place> = Vec::new();
        let mut work = VecDeque::from([root.clone()]);
        while let Some(at) = work.pop_front() {
            let pack = self.pack(roots, sources, &at)?;
            for name in pack.dependencies() {
                match self.named(roots, sources, name)? {
                    Some(target) if target == *root || found.contains(&target) => {}
                    Some(target) => {
                        found.push(target.clone());
                        work.push_back(target);
                    }
                    None if at == *root => self.unknown(roots, sources, root, name)?,
                    None => {}
                }
            }
        }
        let found: Arc<[Place]> = found.into();
        self.dependencies.insert(root.clone(), found.clone());
        Ok(found)
    }

    fn unknown(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        root: &Place,
        name: &str,
    ) -> Result<(), PackError> {
        if let Some((place, text)) = roots.pack_file(root)? {
            let start = text.find(name).unwrap_or(0);
            let end = if start == 0 { 0 } else { start + name.len() };
            let file = sources.add(place.display(), text);
            let message = format!("there is no pack `{name}` on the search path");
            self.diagnostics.push(
                Diagnostic::warning(Code::UnknownPack, Span::new(file, start, end), message)
                    .help("name a folder that contains it with --search-path"),
            );
        }
        Ok(())
    }
}

/// Whether a pack's version is greater than another's, number by number.
fn is_newer(version: &Option<String>, other: &Option<String>) -> bool {
    let numbers = |version: &Option<String>| -> Vec<u64> {
        let text = version.as_deref().unwrap_or_default();
        text.split(['.', '-', '+']).map(|part| part.parse().unwrap_or(0)).collect()
    };
    numbers(version) > numbers(other)
}
