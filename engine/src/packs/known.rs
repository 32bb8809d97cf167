//! The packs found so far: their pack files, dependencies and rows of data extensions, by folder and name.

use super::extensible::Extensibles;
use super::extensions::{self, Addition, Rows};
use super::file::PackFile;
use super::{LIBRARY_ROOT, PackError, Place, Roots};
use quarrel_base::source::Span;
use quarrel_base::{Code, Diagnostic, SourceMap};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

/// The packs found so far.
#[derive(Debug, Default)]
pub(super) struct Packs {
    /// The pack root of each folder asked for.
    root_of: HashMap<Place, Option<Place>>,
    pub(super) by_root: HashMap<Place, Arc<PackFile>>,
    /// Roots by name; `None` until the first file is loaded.
    by_name: Option<BTreeMap<String, Place>>,
    /// For each pack root, the roots of the packs that it depends on.
    dependencies: HashMap<Place, Arc<[Place]>>,
    pub(super) rows: Rows,
    /// Rows not validated yet, and whether they come from a copy of a bundled pack.
    pub(super) unchecked: Vec<(Addition, bool)>,
    pub(super) extensibles: Extensibles,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Packs {
    /// The folders in which the imports of a file are searched for.
    pub(super) fn search_order(
        &mut self,
        roots: &Roots,
        sources: &mut SourceMap,
        file: &Place,
    ) -> Result<Vec<Place>, PackError> {
        // Packs on the search path may extend others without being named anywhere.
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
    pub(super) fn wants_explicit_this(
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

    /// The root of the pack that rows extend: a pack already found, or one on the search path or bundled. Bundled packs
    /// come last, as a pack on disk replaces the bundled one of its name.
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

    /// The names of all available packs.
    pub(super) fn names(&self) -> Vec<String> {
        let met = self.by_root.values().flat_map(|pack| pack.names()).map(str::to_owned);
        self.by_name.iter().flat_map(|by_name| by_name.keys().cloned()).chain(met).collect()
    }

    /// The pack at a root; a broken pack file is reported once and counts as empty.
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
        // A copy of a bundled pack has rows for all of Java, many of which match nothing in one tree.
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

    /// Indexes the roots of all packs by name, search path first; reads the model packs among them.
    fn index(&mut self, roots: &Roots, sources: &mut SourceMap) -> Result<(), PackError> {
        let bundled = roots.bundled.keys().filter(|path| path.ends_with("/qlpack.yml"));
        let bundled = bundled.filter_map(|path| Place::Bundled(path.clone()).parent());
        let all: Vec<Place> = roots.packs_on_search_path().into_iter().chain(bundled).collect();
        let mut by_name: BTreeMap<String, Place> = BTreeMap::new();
        let mut versions: BTreeMap<String, Option<String>> = BTreeMap::new();
        for root in all {
            // Rows of packs that no query imports count only if the packs exist to extend others.
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
            // A copy of a bundled pack replaces its rows.
            if pack.is_model_pack() || pack.names().any(|name| roots.is_bundled(name)) {
                self.pack(roots, sources, &root)?;
            }
        }
        self.by_name = Some(by_name);
        Ok(())
    }

    /// The roots of the dependencies of the pack at `root`, direct or not, nearest first. Reports unknown direct ones;
    /// imports from them are mistakes of their own.
    pub(super) fn dependencies(
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

/// Whether one version is greater than another, number by number.
fn is_newer(version: &Option<String>, other: &Option<String>) -> bool {
    let numbers = |version: &Option<String>| -> Vec<u64> {
        let text = version.as_deref().unwrap_or_default();
        text.split(['.', '-', '+']).map(|part| part.parse().unwrap_or(0)).collect()
    };
    numbers(version) > numbers(other)
}
