//! From query files to result sets: what a command needs to call, and nothing more.

use crate::declarations::{self, Declaration};
use crate::metadata::{Metadata, shape};
use crate::packs::advice::{Advisor, Sort};
use crate::packs::{
    Extensions, Library, PackError, PackName, Place, Roots, Row, RowCheck, Rows, UnmatchedRows, cells,
    row_text, unmatched,
};
use crate::results::{ResultSet, result_sets};
use quarrel_base::budget;
use quarrel_base::catalog::Catalog;
use quarrel_base::{Code, Diagnostic, FileId, SourceMap, Span};
use quarrel_datalog::passes::{self, PassOptions};
use quarrel_datalog::{Const, Program, Stratified, stratify};
use quarrel_eval::work::Work;
use quarrel_eval::{Edb, EvalError, GivenUp, Limits, Options, Outcome, Stop};
use quarrel_sema::hir::Checked;
use quarrel_sema::{Base, ModuleSource, Recorded};
use quarrel_syntax::tree::{Member, MemberKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A compiler with the files it has read, for one database schema.
#[derive(Debug)]
pub struct Session {
    catalog: Catalog,
    roots: Roots,
    sources: SourceMap,
    library: Library,
    /// The rows of bundled packs and those that were added.
    rows: Rows,
    /// Those of a file beside the query.
    beside: Rows,
    /// Whether rows of the user's that match nothing are reported.
    checks_rows: bool,
    /// What bounds each compilation.
    limits: Limits,
}

/// How queries are compiled.
#[derive(Clone, Default, Debug)]
pub struct CompileOptions {
    /// Whether all that the files declare is checked, not only what their queries need.
    pub check_all: bool,
    /// Which passes run.
    pub passes: PassOptions,
}

/// Which evaluator runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Evaluator {
    /// The one for work.
    #[default]
    Fast,
    /// The small one that says what is right.
    Naive,
}

/// A query of a compiled program.
#[derive(Clone, Debug)]
pub struct Query {
    /// What its file is called.
    pub file: String,
    /// What it says about itself.
    pub metadata: Metadata,
    /// The pack that it is part of, if it is part of one.
    pub pack: Option<PackLabel>,
    /// Its help page: the Markdown file beside it with the same name.
    pub help: Option<Arc<str>>,
}

/// How a pack is called.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PackLabel {
    /// Its name, `scope/name`.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
}

/// The product of a compilation.
#[derive(Debug)]
pub struct Compiled {
    /// The queries in the order they were given; result sets name them by index.
    pub queries: Vec<Query>,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The program as lowered, before any pass.
    pub lowered: Program,
    stratified: Stratified,
    checks: Vec<RowCheck>,
    sources: SourceMap,
}

impl Compiled {
    /// The texts that diagnostics point into.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Takes the result sets that only say what rows of data extensions may name out of those of a run; reports the
    /// rows of the user's that match nothing.
    pub fn take_unmatched_rows(&self, sets: &mut Vec<ResultSet>) -> UnmatchedRows {
        let mut known = Vec::new();
        sets.retain_mut(|set| {
            let is_query = set.query < self.queries.len();
            if !is_query {
                known.push(ResultSet {
                    rows: std::mem::take(&mut set.rows),
                    columns: Vec::new(),
                    ..set.clone()
                });
            }
            is_query
        });
        unmatched(&self.checks, &known)
    }

    /// The same without some of its queries; nothing is read or checked again.
    ///
    /// # Errors
    /// If the rest cannot be stratified, which is a bug.
    pub fn without(mut self, is_dropped: impl Fn(&Query) -> bool) -> Result<Self, CompileError> {
        let all = self.queries.len();
        let mut kept = 0;
        let mut number = |query: &Query| {
            let is_kept = !is_dropped(query);
            kept += usize::from(is_kept);
            is_kept.then(|| kept - 1)
        };
        let numbers: Vec<Option<usize>> = self.queries.iter().map(&mut number).collect();
        self.lowered.outputs.retain_mut(|output| match numbers.get(output.query) {
            Some(Some(number)) => {
                output.query = *number;
                true
            }
            Some(None) => false,
            // It checks rows, and comes after the queries.
            None => {
                output.query = output.query - all + kept;
                true
            }
        });
        let mut numbers = numbers.into_iter();
        self.queries.retain(|_| numbers.next().flatten().is_some());
        self.stratified = optimise(&self.lowered, &PassOptions::default())?;
        Ok(self)
    }

    /// The text form of the program as lowered.
    pub fn datalog(&self) -> String {
        quarrel_datalog::pretty(&self.lowered)
    }
    /// The same queries with another program for them, which the passes then change: one that was printed and read
    /// again, or edited.
    ///
    /// # Errors
    /// If the program cannot be stratified.
    pub fn with_program(&self, lowered: Program, options: &PassOptions) -> Result<Self, CompileError> {
        let stratified = optimise(&lowered, options)?;
        Ok(Self {
            queries: self.queries.clone(),
            diagnostics: self.diagnostics.clone(),
            lowered,
            stratified,
            checks: self.checks.clone(),
            sources: self.sources.clone(),
        })
    }
    /// The program that is evaluated, in the order of its evaluation.
    pub fn stratified(&self) -> &Stratified {
        &self.stratified
    }
}

/// What reading files had to report.
#[derive(Debug)]
pub(crate) struct Syntax {
    diagnostics: Vec<Diagnostic>,
    /// The files with mistakes.
    broken: BTreeSet<FileId>,
    /// The rows that there are now.
    extensions: Extensions,
}

/// Why there is no product.
#[derive(Debug)]
pub enum CompileError {
    /// A file or pack cannot be used.
    Pack(PackError),
    /// Mistakes in QL, warnings among them.
    Mistakes(Vec<Diagnostic>),
    /// A pass broke the program: a mistake of ours.
    Internal(String),
    /// It took more than it may.
    Stopped(Stop),
}

impl From<PackError> for CompileError {
    fn from(error: PackError) -> Self {
        Self::Pack(error)
    }
}

impl Session {
    /// A session for databases of this schema. Rows of the bundled data extensions are in.
    ///
    /// # Errors
    /// If a bundled pack is not as it should be.
    pub fn new(catalog: Catalog, roots: Roots) -> Result<Self, PackError> {
        let rows = roots.bundled_rows()?;
        let (sources, library) = (SourceMap::new(), Library::default());
        Ok(Self {
            catalog,
            roots,
            sources,
            library,
            rows,
            beside: Rows::default(),
            checks_rows: true,
            limits: Limits::default(),
        })
    }

    /// Bounds each compilation from now on, and whatever else looks at what names and types mean: by time, by memory
    /// and by the flag; other limits mean nothing here.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The texts that diagnostics point into.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }
    /// What imports are resolved against.
    pub fn roots(&self) -> &Roots {
        &self.roots
    }
    /// The schema.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }
    /// Lets what is compiled from now on be for databases of another schema; gives the one so far.
    pub fn replace_catalog(&mut self, catalog: Catalog) -> Catalog {
        std::mem::replace(&mut self.catalog, catalog)
    }

    /// The schema that a loaded file is written for: the `dbscheme` of its pack, or of the nearest pack that it depends
    /// on; `None` if none of them names one.
    ///
    /// # Errors
    /// If a pack file or the schema cannot be read.
    pub fn schema_of(&mut self, file: FileId) -> Result<Option<FileId>, PackError> {
        self.library.schema_of(&self.roots, &mut self.sources, file)
    }

    /// Adds a row to an extensible predicate; `origin` says in messages where it comes from.
    pub fn add_row(&mut self, name: &str, cells: Vec<Const>, origin: &str) {
        let text: Vec<String> = cells.iter().map(row_text).collect();
        let text = text.join(", ");
        let end = text.len();
        let file = self.sources.add(origin, text);
        self.rows.add(name, [Row { cells, place: Some(Span::new(file, 0, end)) }]);
    }

    /// Gives an external predicate its rows, beside those of data extensions.
    pub fn set_external(&mut self, name: &str, rows: Vec<Vec<Const>>) {
        self.rows.add(name, rows.into_iter().map(|cells| Row { cells, place: None }));
    }

    /// The same in place of the rows that it had.
    pub fn replace_external(&mut self, name: &str, rows: Vec<Vec<Const>>) {
        self.rows.remove(name);
        self.set_external(name, rows);
    }

    /// Gives an external predicate rows in place of those that it was given before. They leave the numbers of rows of
    /// data extensions (`QlBuiltins::ExtensionId`) as they are, so that a later program can say which row a number
    /// stands for.
    pub fn give(&mut self, name: &str, rows: Vec<Vec<Const>>) {
        self.replace_external(&quarrel_lower::given(name), rows);
    }

    /// Takes the rows of a data extension file that belongs to one query, in place of those of the last such file;
    /// `None` if it has none.
    ///
    /// # Errors
    /// If the file is not as it should be.
    pub fn set_rows_beside(&mut self, file: &Place, text: Option<&str>) -> Result<(), PackError> {
        self.beside = Rows::default();
        text.map_or(Ok(()), |text| self.beside.read(file, text))
    }

    /// Whether rows of the user's that match nothing are reported; they are, if nothing is said.
    pub fn check_rows(&mut self, wanted: bool) {
        self.checks_rows = wanted;
    }

    /// Reads a query file and what it imports.
    ///
    /// # Errors
    /// If a file does not exist or cannot be read.
    pub fn load(&mut self, entry: &Place) -> Result<FileId, PackError> {
        self.library.load(&self.roots, &mut self.sources, entry)
    }

    /// Takes a query whose text is at hand; it is resolved as if it stood at `place`. An earlier text of that place is
    /// forgotten.
    ///
    /// # Errors
    /// If a file that it imports cannot be read.
    pub fn load_text(&mut self, place: &Place, text: Arc<str>) -> Result<FileId, PackError> {
        self.library.load_text(&self.roots, &mut self.sources, place, text)
    }

    /// The file at `path` below the root of a pack: that of the file `from`, one that it depends on, one on the search
    /// path or a bundled one; `None` if there is none.
    ///
    /// # Errors
    /// If a pack file cannot be read.
    pub fn find(&mut self, from: &Place, path: &str) -> Result<Option<Place>, PackError> {
        self.library.find(&self.roots, &mut self.sources, from, path)
    }

    /// The queries that a suite, a `.qls` file, selects.
    ///
    /// # Errors
    /// If the suite, or what it names, is not there or not as it should be.
    pub fn suite(&mut self, file: &Place) -> Result<Vec<Place>, PackError> {
        self.library.suite(&self.roots, &mut self.sources, file)
    }

    /// The queries of a pack: those of its default suite, or all; `None` if there is no such pack.
    ///
    /// # Errors
    /// If its pack file or suite is not as it should be.
    pub fn pack(&mut self, pack: &PackName) -> Result<Option<Vec<Place>>, PackError> {
        self.library.pack(&self.roots, &mut self.sources, pack)
    }

    /// The names of the extensible predicates that the files loaded so far declare.
    pub fn extensible_predicates(&self) -> BTreeSet<String> {
        self.library.extensible_predicates().map(str::to_owned).collect()
    }

    /// What a loaded file says about itself.
    pub fn metadata(&self, file: FileId) -> Metadata {
        self.read_metadata(file).0
    }

    fn read_metadata(&self, file: FileId) -> (Metadata, Vec<Diagnostic>) {
        let doc = self.library.tree(file).doc.as_ref();
        doc.map_or_else(Default::default, |doc| Metadata::read(&self.sources, doc.span))
    }

    /// The rows of this session and those of the packs on disk that files were loaded from, each once.
    fn all_extensions(&self) -> Extensions {
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

    /// The rows of the user's with the queries that say what they may name; the queries are loaded.
    fn row_checks(&mut self) -> Result<(Vec<RowCheck>, Vec<FileId>), PackError> {
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

    /// The syntax tree of a loaded file as an indented listing.
    pub fn show_tree(&self, file: FileId) -> String {
        quarrel_syntax::outline::outline(self.library.tree(file), &self.sources)
    }

    /// What parsing has to report about the files loaded since the last compilation.
    pub fn take_syntax_diagnostics(&mut self) -> Vec<Diagnostic> {
        self.library.take_diagnostics()
    }

    /// The texts of loaded files with the type of each expression and the target of each call as comments, and what is
    /// wrong with the files; what is wrong has no type.
    ///
    /// # Errors
    /// If it takes more than it may.
    pub fn show_types(&mut self, entries: &[FileId]) -> Result<(String, Vec<Diagnostic>), Stop> {
        let options = quarrel_sema::Options { check_all: true, record: false, templates: true };
        let budget = self.limits.budget();
        let (checked, diagnostics) =
            budget::within(budget, || self.names_and_types(entries, options)).map_err(Stop::of)?;
        let texts = entries.iter().map(|file| {
            let text = quarrel_sema::reveal(&checked, &self.sources, *file);
            match entries.len() {
                1 => text,
                _ => format!("// {}\n{text}\n", self.sources.file(*file).name),
            }
        });
        Ok((texts.collect(), diagnostics))
    }

    /// The types of the columns that a query selects.
    ///
    /// # Errors
    /// The mistakes in it.
    pub fn column_types(&mut self, entry: FileId) -> Result<Vec<String>, Vec<Diagnostic>> {
        let options = quarrel_sema::Options::default();
        let (checked, diagnostics) = self.names_and_types(&[entry], options);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(diagnostics);
        }
        let queries = checked.queries.iter().filter(|query| &*query.name == "#select");
        let columns = queries.flat_map(|query| &query.columns);
        Ok(columns.map(|column| checked.types[column.ty].name.to_string()).collect())
    }

    /// What the names in some files mean, and the mistakes in them: for an editor.
    ///
    /// # Errors
    /// If it takes more than it may.
    pub fn examine(&mut self, entries: &[FileId]) -> Result<(Recorded, Vec<Diagnostic>), Stop> {
        let options = quarrel_sema::Options { check_all: true, record: true, templates: false };
        let (recorded, diagnostics, _) =
            budget::within(self.limits.budget(), || self.front(entries, options)).map_err(Stop::of)?;
        Ok((recorded, diagnostics))
    }

    /// The declaration whose name stands at `name`, in whichever file.
    pub fn declaration(&self, name: Span) -> Option<Declaration> {
        declarations::at(self.library.tree(name.file), self.sources.file(name.file), name)
    }

    /// What a file declares, its own members only.
    pub fn declarations(&self, file: FileId) -> Vec<Declaration> {
        declarations::of(self.library.tree(file), self.sources.file(file))
    }

    /// The files loaded so far, with their places.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &Place)> {
        self.sources.files().filter_map(|(file, _)| Some((file, self.library.place(file)?)))
    }

    /// How the pack that the file at `place` is part of is called; `None` if it is part of none, or of one without a name.
    pub fn pack_of(&mut self, place: &Place) -> Option<PackLabel> {
        self.library.pack_label(&self.roots, &mut self.sources, place)
    }

    /// All that is done before a program is optimised; there is none if there are mistakes.
    fn front(
        &mut self,
        entries: &[FileId],
        options: quarrel_sema::Options,
    ) -> (Recorded, Vec<Diagnostic>, Option<Program>) {
        let syntax = self.syntax();
        let (mut checked, found) = self.analyze(entries, options);
        let recorded = std::mem::take(&mut checked.recorded);
        let (mut diagnostics, lowered) = self.meaning(entries, options.check_all, &syntax, checked, found);
        self.advise(&mut diagnostics);
        (recorded, diagnostics, lowered)
    }

    /// Names and types of a program, and all that is wrong with it up to there.
    fn names_and_types(
        &mut self,
        entries: &[FileId],
        options: quarrel_sema::Options,
    ) -> (Checked, Vec<Diagnostic>) {
        let Syntax { mut diagnostics, broken, .. } = self.syntax();
        let (checked, found) = self.analyze(entries, options);
        diagnostics.extend(found.into_iter().filter(|told| !self.is_consequence(told, &broken)));
        diagnostics.sort_by_key(|diagnostic| diagnostic.primary);
        self.advise(&mut diagnostics);
        (checked, diagnostics)
    }

    /// Names and types of a program, and what is wrong with them.
    fn analyze(&self, entries: &[FileId], options: quarrel_sema::Options) -> (Checked, Vec<Diagnostic>) {
        quarrel_sema::analyze(&self.catalog, &self.sources, &self.library, entries, &options)
    }

    /// What reading files and rows since the last call had to report.
    pub(crate) fn syntax(&mut self) -> Syntax {
        let mut diagnostics = self.library.take_diagnostics();
        // A pack file that cannot be read has been reported when the file was loaded.
        diagnostics.extend(self.compare_rows().unwrap_or_default());
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let broken = errors.map(|diagnostic| diagnostic.primary.file).collect();
        Syntax { diagnostics, broken, extensions: self.all_extensions() }
    }

    /// Compares the rows of packs that were read since the last call with their predicates.
    pub(crate) fn compare_rows(&mut self) -> Result<Vec<Diagnostic>, PackError> {
        self.library.check_rows(&self.roots, &mut self.sources)
    }

    /// From names and types to the program as lowered, if there are no mistakes.
    fn meaning(
        &self,
        entries: &[FileId],
        check_all: bool,
        syntax: &Syntax,
        checked: Checked,
        found: Vec<Diagnostic>,
    ) -> (Vec<Diagnostic>, Option<Program>) {
        let mut diagnostics = syntax.diagnostics.clone();
        diagnostics.extend(found.into_iter().filter(|told| !self.is_consequence(told, &syntax.broken)));
        diagnostics.sort_by_key(|diagnostic| diagnostic.primary);
        for (index, file) in entries.iter().enumerate() {
            let (metadata, found) = self.read_metadata(*file);
            diagnostics.extend(found);
            diagnostics.extend(shape::verify(&metadata, &checked, index, &self.sources, *file));
        }
        let mut lowered = None;
        let extensions = &syntax.extensions;
        if !diagnostics.iter().any(Diagnostic::is_error) {
            let (program, mut found) = quarrel_lower::lower(&checked, &self.catalog, extensions);
            // Warnings are for those who work on the file.
            let wanted = |told: &Diagnostic| check_all || entries.contains(&told.primary.file);
            found.retain(|told| told.is_error() || wanted(told));
            diagnostics.extend(found);
            lowered = Some(program).filter(|_| !diagnostics.iter().any(Diagnostic::is_error));
        } else if syntax.broken.is_empty() {
            // Where something could not be parsed, it might be what binds.
            let mut found = quarrel_lower::findings_beside_errors(checked, &self.catalog, extensions);
            found.retain(|told| !self.shares_declaration(told.primary, &diagnostics));
            diagnostics.extend(found);
        }
        diagnostics.sort_by_key(|diagnostic| diagnostic.primary);
        (diagnostics, lowered)
    }

    /// Names files to import where names mean nothing.
    pub(crate) fn advise(&mut self, diagnostics: &mut [Diagnostic]) {
        let mut advisor = Advisor::default();
        for diagnostic in diagnostics {
            self.advise_import(diagnostic, &mut advisor);
        }
    }

    /// All mistakes of programs that have files in common, which are analysed once; each program reaches all of them.
    /// Nothing is advised yet. Where there is a mistake for which `is_split` holds, two halves of the program are looked
    /// at in its place.
    pub(crate) fn mistakes(
        &self,
        common: &BTreeSet<FileId>,
        programs: &[&[FileId]],
        syntax: &Syntax,
        is_split: fn(&Diagnostic) -> bool,
    ) -> Result<Vec<Diagnostic>, CompileError> {
        let stopped = |exceeded| CompileError::Stopped(Stop::of(exceeded));
        quarrel_sema::on_deep_stack(|| {
            let budget = self.limits.budget();
            let base = || Base::new(&self.catalog, &self.sources, &self.library, common.iter().copied());
            let base = budget::within(budget, base).map_err(stopped)?;
            let mut all = Vec::new();
            let mut open: Vec<&[FileId]> = programs.iter().rev().copied().collect();
            while let Some(entries) = open.pop() {
                let found = budget::within(self.limits.budget(), || {
                    let (checked, found) = base.analyze(entries);
                    self.meaning(entries, true, syntax, checked, found).0
                });
                let found = found.map_err(stopped)?;
                if entries.len() > 1 && found.iter().any(is_split) {
                    let (first, second) = entries.split_at(entries.len() / 2);
                    open.extend([second, first]);
                } else {
                    all.extend(found);
                }
            }
            Ok(all)
        })
    }

    /// Whether what analysis reports may be due to members that could not be parsed in one of the `broken` files and
    /// are therefore missing.
    fn is_consequence(&self, diagnostic: &Diagnostic, broken: &BTreeSet<FileId>) -> bool {
        let name = match diagnostic.code {
            Code::NoQuery => return broken.contains(&diagnostic.primary.file),
            Code::MissingToString => "toString",
            Code::UnresolvedType
            | Code::UnresolvedPredicate
            | Code::UnresolvedModule
            | Code::UnresolvedSignature
            | Code::UnresolvedMember
            | Code::UnresolvedVariable
            | Code::OverrideNothing => self.sources.text(diagnostic.primary),
            _ => return false,
        };
        broken.iter().any(|file| quarrel_syntax::lexer::may_declare(&self.sources.file(*file).text, name))
    }

    /// Whether the innermost declaration around a place has one of the errors.
    fn shares_declaration(&self, place: Span, errors: &[Diagnostic]) -> bool {
        fn contains(outer: Span, inner: Span) -> bool {
            outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
        }
        fn innermost(members: &[Member], place: Span) -> Option<Span> {
            let member = members.iter().find(|member| contains(member.span, place))?;
            let inner = match &member.kind {
                MemberKind::Module(module) => innermost(&module.members, place),
                MemberKind::Class(class) => {
                    let inner = class.members.iter().find(|member| contains(member.span, place));
                    inner.map(|member| member.span)
                }
                _ => None,
            };
            inner.or(Some(member.span))
        }
        innermost(&self.library.tree(place.file).members, place)
            .is_some_and(|span| errors.iter().any(|told| told.is_error() && contains(span, told.primary)))
    }

    /// Names the file to import for a name that no file loaded so far declares.
    fn advise_import(&mut self, diagnostic: &mut Diagnostic, advisor: &mut Advisor) {
        let sort = match diagnostic.code {
            Code::UnresolvedType => Sort::Type,
            Code::UnresolvedPredicate => Sort::Predicate,
            Code::UnresolvedModule => Sort::Module,
            Code::UnresolvedSignature => Sort::Signature,
            Code::UnresolvedImport => return self.advise_path(diagnostic, advisor),
            _ => return,
        };
        if diagnostic.help.iter().any(|help| help.contains("is declared in")) {
            return;
        }
        let name = self.sources.text(diagnostic.primary).to_owned();
        let from = diagnostic.primary.file;
        // A pack file that cannot be read has been reported when the file was loaded.
        let paths = advisor
            .importable(&mut self.library, &self.roots, &mut self.sources, from, sort, &name)
            .unwrap_or_default();
        for (at, path) in paths.iter().enumerate() {
            let word = if at == 0 { "add" } else { "or" };
            diagnostic.help.insert(at, format!("{word} `import {path}`, which has `{name}`"));
        }
    }

    /// Names files like the one that an import does not find.
    fn advise_path(&mut self, diagnostic: &mut Diagnostic, advisor: &mut Advisor) {
        let path = self.sources.text(diagnostic.primary).to_owned();
        let from = diagnostic.primary.file;
        let similar = advisor.like_import(&mut self.library, &self.roots, &mut self.sources, from, &path);
        diagnostic.help.extend(similar.unwrap_or_default());
    }

    /// Compiles loaded files into one program.
    ///
    /// # Errors
    /// If there are mistakes in them, or it takes more than it may.
    pub fn compile(
        &mut self,
        entries: &[FileId],
        options: &CompileOptions,
    ) -> Result<Compiled, CompileError> {
        let compiled = budget::within(self.limits.budget(), || self.compile_here(entries, options));
        compiled.unwrap_or_else(|exceeded| Err(CompileError::Stopped(Stop::of(exceeded))))
    }

    /// The files that a loaded file imports.
    pub(crate) fn imported_by(&self, file: FileId) -> impl Iterator<Item = FileId> {
        self.library.imported_by(file)
    }

    fn compile_here(
        &mut self,
        entries: &[FileId],
        options: &CompileOptions,
    ) -> Result<Compiled, CompileError> {
        let analysis =
            quarrel_sema::Options { check_all: options.check_all, ..quarrel_sema::Options::default() };
        let mut all = entries.to_vec();
        let mut diagnostics = self.compare_rows()?;
        let mut checks = Vec::new();
        if self.checks_rows {
            let (wanted, files) = self.row_checks()?;
            checks = wanted;
            all.extend(files);
        }
        let (_, found, lowered) = self.front(&all, analysis);
        diagnostics.extend(found);
        diagnostics.sort_by_key(|diagnostic| diagnostic.primary);
        let lowered = lowered.filter(|_| !diagnostics.iter().any(Diagnostic::is_error));
        let Some(mut lowered) = lowered else { return Err(CompileError::Mistakes(diagnostics)) };
        lowered.outputs.retain(|output| {
            output.query < entries.len() || checks.iter().any(|check| check.name == output.name)
        });
        let stratified = optimise(&lowered, &options.passes)?;
        let queries = entries.iter().map(|file| self.query(*file)).collect();
        let sources = self.sources.clone();
        Ok(Compiled { queries, diagnostics, lowered, stratified, checks, sources })
    }

    /// What there is to know of a loaded query beside its text.
    fn query(&mut self, file: FileId) -> Query {
        let place = self.library.place(file).cloned();
        // What cannot be read has been reported when the query was loaded; it is not needed for running.
        let pack = place.as_ref().and_then(|place| self.pack_of(place));
        let page = place.as_ref().and_then(Place::help_page);
        let help = page.and_then(|page| self.roots.read(&page).ok().flatten());
        Query { file: self.sources.file(file).name.clone(), metadata: self.metadata(file), pack, help }
    }
}

fn optimise(lowered: &Program, options: &PassOptions) -> Result<Stratified, CompileError> {
    stratify(passes::run(lowered.clone(), options))
        .map_err(|error| CompileError::Internal(format!("a pass made a negative cycle: {error:?}")))
}

/// What the queries of a program found.
#[derive(Debug)]
pub struct Results {
    /// The result sets, in the order of the queries.
    pub sets: Vec<ResultSet>,
    /// The queries that have no result sets because they used up the time that each may take.
    pub given_up: Vec<GivenUp>,
}

/// Evaluates a compiled program.
///
/// # Errors
/// If a limit is reached or the database cannot be read.
pub fn run_queries(
    compiled: &Compiled,
    edb: &dyn Edb,
    options: &Options,
    evaluator: Evaluator,
) -> Result<Results, EvalError> {
    let outcome = match evaluator {
        Evaluator::Fast => quarrel_eval::evaluate(&compiled.stratified, edb, options)?,
        Evaluator::Naive => quarrel_eval::naive::evaluate(&compiled.stratified, edb, options)?,
    };
    results(compiled, outcome)
}

/// The same where no query has a time of its own: all result sets, in the order of the queries.
///
/// # Errors
/// As for [`run_queries`].
pub fn run(
    compiled: &Compiled,
    edb: &dyn Edb,
    options: &Options,
    evaluator: Evaluator,
) -> Result<Vec<ResultSet>, EvalError> {
    run_queries(compiled, edb, options, evaluator).map(|results| results.sets)
}

/// The same with the fast evaluator, and what every stratum cost, of those that were computed if there is no result;
/// with the plans, if they are asked for.
pub fn run_profiled(
    compiled: &Compiled,
    edb: &dyn Edb,
    options: &Options,
    plans: bool,
) -> (Result<Results, EvalError>, Work) {
    let (outcome, work) = quarrel_eval::evaluate_observed(&compiled.stratified, edb, options, plans);
    (outcome.and_then(|outcome| results(compiled, outcome)), work)
}

fn results(compiled: &Compiled, outcome: Outcome<'_>) -> Result<Results, EvalError> {
    let sets = result_sets(compiled.stratified.program(), &outcome)?;
    Ok(Results { sets, given_up: outcome.given_up })
}
