//! The inputs of a session: query files and libraries by place, rows by name of predicate.

use super::Session;
use crate::declarations::{self, Declaration};
use crate::metadata::Metadata;
use crate::packs::{Extensions, PackError, PackLabel, PackName, Place, Row, RowCheck, Rows, cells, row_text};
use quarrel_base::{Diagnostic, FileId, Span};
use quarrel_datalog::Const;
use quarrel_sema::ModuleSource;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Session {
    /// Reads a query file and what it imports.
    ///
    /// # Errors
    /// If a file does not exist or cannot be read.
    pub fn load(&mut self, entry: &Place) -> Result<FileId, PackError> {
        self.library.load(&self.roots, &mut self.sources, entry)
    }

    /// Loads a query whose text is given; imports are resolved as if it were at `place`. It replaces an earlier text of
    /// that place.
    ///
    /// # Errors
    /// If a file that it imports cannot be read.
    pub fn load_text(&mut self, place: &Place, text: Arc<str>) -> Result<FileId, PackError> {
        self.library.load_text(&self.roots, &mut self.sources, place, text)
    }

    /// The file at `path` below the root of a pack: that of the file `from`, a dependency, one on the search path or a
    /// bundled one; `None` if there is none.
    ///
    /// # Errors
    /// If a pack file cannot be read.
    pub fn find(&mut self, from: &Place, path: &str) -> Result<Option<Place>, PackError> {
        self.library.find(&self.roots, &mut self.sources, from, path)
    }

    /// The queries that a suite (a `.qls` file) selects.
    ///
    /// # Errors
    /// If the suite, or something it names, is missing or malformed.
    pub fn suite(&mut self, file: &Place) -> Result<Vec<Place>, PackError> {
        self.library.suite(&self.roots, &mut self.sources, file)
    }

    /// The queries of a pack: those of its default suite, or all; `None` if there is no such pack.
    ///
    /// # Errors
    /// If its pack file or suite is malformed.
    pub fn pack(&mut self, pack: &PackName) -> Result<Option<Vec<Place>>, PackError> {
        self.library.pack(&self.roots, &mut self.sources, pack)
    }

    /// The schema of a loaded file: the `dbscheme` of its pack, or of the nearest dependency; `None` if none of them
    /// names one.
    ///
    /// # Errors
    /// If a pack file or the schema cannot be read.
    pub fn schema_of(&mut self, file: FileId) -> Result<Option<FileId>, PackError> {
        self.library.schema_of(&self.roots, &mut self.sources, file)
    }

    /// The files loaded so far, with their places.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &Place)> {
        self.sources.files().filter_map(|(file, _)| Some((file, self.library.place(file)?)))
    }

    /// The files that a loaded file imports.
    pub(crate) fn imported_by(&self, file: FileId) -> impl Iterator<Item = FileId> {
        self.library.imported_by(file)
    }

    /// Name and version of the pack of the file at `place`; `None` if it has no pack, or a pack without a name.
    pub fn pack_of(&mut self, place: &Place) -> Option<PackLabel> {
        self.library.pack_label(&self.roots, &mut self.sources, place)
    }

    /// The metadata of a loaded file.
    pub fn metadata(&self, file: FileId) -> Metadata {
        self.read_metadata(file).0
    }

    pub(super) fn read_metadata(&self, file: FileId) -> (Metadata, Vec<Diagnostic>) {
        let doc = self.library.tree(file).doc.as_ref();
        doc.map_or_else(Default::default, |doc| Metadata::read(&self.sources, doc.span))
    }

    /// The syntax tree of a loaded file as an indented listing.
    pub fn show_tree(&self, file: FileId) -> String {
        quarrel_syntax::outline::outline(self.library.tree(file), &self.sources)
    }

    /// Takes the diagnostics of parsing since the last compilation.
    pub fn take_syntax_diagnostics(&mut self) -> Vec<Diagnostic> {
        self.library.take_diagnostics()
    }

    /// The declaration whose name is at `name`, in any file.
    pub fn declaration(&self, name: Span) -> Option<Declaration> {
        declarations::at(self.library.tree(name.file), self.sources.file(name.file), name)
    }

    /// The declarations of a file, with their own members only.
    pub fn declarations(&self, file: FileId) -> Vec<Declaration> {
        declarations::of(self.library.tree(file), self.sources.file(file))
    }

    /// Adds a row to an extensible predicate; messages show `origin` as its source.
    pub fn add_row(&mut self, name: &str, cells: Vec<Const>, origin: &str) {
        let text: Vec<String> = cells.iter().map(row_text).collect();
        let text = text.join(", ");
        let end = text.len();
        let file = self.sources.add(origin, text);
        self.rows.add(name, [Row { cells, place: Some(Span::new(file, 0, end)) }]);
    }

    /// Replaces the rows that this session gives an external predicate; those of packs stay.
    pub fn set_external(&mut self, name: &str, rows: Vec<Vec<Const>>) {
        self.rows.remove(name);
        self.rows.add(name, rows.into_iter().map(|cells| Row { cells, place: None }));
    }

    /// Replaces the rows given to an external predicate before. Other rows of data extensions keep their numbers
    /// (`QlBuiltins::ExtensionId`), so that a later program can say which row a number stands for.
    pub fn set_given(&mut self, name: &str, rows: Vec<Vec<Const>>) {
        self.set_external(&quarrel_lower::given_key(name), rows);
    }

    /// Sets the rows of the data extension file beside a query, in place of those of the last such file; `None` if
    /// there is none.
    ///
    /// # Errors
    /// If the file is malformed.
    pub fn set_rows_beside(&mut self, file: &Place, text: Option<&str>) -> Result<(), PackError> {
        self.beside = Rows::default();
        text.map_or(Ok(()), |text| self.beside.read(file, text))
    }

    /// Whether to report a user's rows that match nothing; on by default.
    pub fn check_rows(&mut self, wanted: bool) {
        self.checks_rows = wanted;
    }

    /// The names of the extensible predicates that loaded files declare.
    pub fn extensible_predicates(&self) -> BTreeSet<String> {
        self.library.extensible_predicates().map(str::to_owned).collect()
    }

    /// The rows of this session and of the packs on disk with loaded files, each once.
    pub(super) fn all_extensions(&self) -> Extensions {
        let all = [&self.rows, self.library.rows(), &self.beside];
        let is_mixed = |name: &str| all.iter().filter(|rows| rows.has(name)).count() > 1;
        let mut mixed = Rows::default();
        let mut extensions = Extensions::default();
        for (name, rows) in all.into_iter().flat_map(Rows::iter) {
            if is_mixed(name) {
                mixed.add(name, rows.iter().cloned());
            } else {
                extensions.insert(name.to_owned(), cells(rows));
            }
        }
        extensions.extend(mixed.extensions());
        extensions
    }

    /// The user's rows with the queries that check them; loads the queries.
    pub(super) fn row_checks(&mut self) -> Result<(Vec<RowCheck>, Vec<FileId>), PackError> {
        let mut checks: Vec<RowCheck> = Vec::new();
        for (name, rows) in self.rows.iter().chain(self.library.rows().iter()) {
            let own: Vec<Row> = rows.iter().filter(|row| row.place.is_some()).cloned().collect();
            match checks.iter_mut().find(|check| check.name == name) {
                _ if own.is_empty() => {}
                Some(check) => check.rows.extend(own),
                None => checks.push(RowCheck { name: name.to_owned(), rows: own }),
            }
        }
        let mut queries = BTreeSet::new();
        checks.retain(|check| {
            let found = self.library.match_queries(&self.roots, &check.name);
            let any = !found.is_empty();
            queries.extend(found);
            any
        });
        let files = queries.iter().map(|place| self.load(place)).collect::<Result<_, _>>()?;
        Ok((checks, files))
    }

    /// Validates the rows of packs read since the last call against their predicates.
    pub(crate) fn compare_rows(&mut self) -> Result<Vec<Diagnostic>, PackError> {
        self.library.check_rows(&self.roots, &mut self.sources)
    }
}
