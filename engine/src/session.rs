//! From query files to result sets: what a command needs to call, and nothing more.

use crate::metadata::{Metadata, shape};
use crate::packs::{Extensions, Library, PackError, Place, Roots, Rows};
use crate::results::{ResultSet, result_sets};
use quarrel_base::catalog::Catalog;
use quarrel_base::{Diagnostic, FileId, SourceMap};
use quarrel_datalog::passes::{self, PassOptions};
use quarrel_datalog::{Program, Stratified, stratify};
use quarrel_eval::work::Work;
use quarrel_eval::{Edb, EvalError, Options};
use quarrel_sema::ModuleSource;
use std::sync::Arc;

/// A compiler with the files it has read, for one database schema.
#[derive(Debug)]
pub struct Session {
    catalog: Catalog,
    roots: Roots,
    sources: SourceMap,
    library: Library,
    extensions: Extensions,
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
}

impl Compiled {
    /// The text form of the program as lowered.
    pub fn datalog(&self) -> String {
        quarrel_datalog::pretty(&self.lowered)
    }
    /// The program that is evaluated, in the order of its evaluation.
    pub fn stratified(&self) -> &Stratified {
        &self.stratified
    }
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
        let extensions = roots.bundled_extensions()?;
        Ok(Self { catalog, roots, sources: SourceMap::new(), library: Library::default(), extensions })
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
    /// Rows of extensible predicates, to which more can be added.
    pub fn extensions_mut(&mut self) -> &mut Extensions {
        &mut self.extensions
    }

    /// Reads a query file and what it imports.
    ///
    /// # Errors
    /// If a file does not exist or cannot be read.
    pub fn load(&mut self, entry: &Place) -> Result<FileId, PackError> {
        self.library.load(&self.roots, &mut self.sources, entry)
    }

    /// Takes a query whose text is at hand; it is resolved as if it stood at `place`.
    ///
    /// # Errors
    /// If a file that it imports cannot be read.
    pub fn load_text(&mut self, place: &Place, text: Arc<str>) -> Result<FileId, PackError> {
        self.library.load_text(&self.roots, &mut self.sources, place, text)
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
        let mut rows = Rows::default();
        for (name, more) in self.extensions.iter().chain(self.library.extensions()) {
            rows.add(name.clone(), more.clone());
        }
        rows.into_extensions()
    }

    /// Compiles loaded files into one program.
    ///
    /// # Errors
    /// If there are mistakes in them.
    pub fn compile(
        &mut self,
        entries: &[FileId],
        options: &CompileOptions,
    ) -> Result<Compiled, CompileError> {
        let mut diagnostics = self.library.take_diagnostics();
        let analysis = quarrel_sema::Options { check_all: options.check_all };
        let (checked, found) =
            quarrel_sema::analyze(&self.catalog, &self.sources, &self.library, entries, &analysis);
        diagnostics.extend(found);
        for (index, file) in entries.iter().enumerate() {
            let (metadata, found) = self.read_metadata(*file);
            diagnostics.extend(found);
            diagnostics.extend(shape::verify(&metadata, &checked, index, &self.sources, *file));
        }
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(CompileError::Mistakes(diagnostics));
        }
        let (lowered, found) = quarrel_lower::lower(&checked, &self.catalog, &self.all_extensions());
        diagnostics.extend(found);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(CompileError::Mistakes(diagnostics));
        }
        let program = passes::run(lowered.clone(), &options.passes);
        let stratified = stratify(program)
            .map_err(|error| CompileError::Internal(format!("a pass made a negative cycle: {error:?}")))?;
        let queries = entries
            .iter()
            .map(|file| Query { file: self.sources.file(*file).name.clone(), metadata: self.metadata(*file) })
            .collect();
        Ok(Compiled { queries, diagnostics, lowered, stratified })
    }
}

/// Evaluates a compiled program; the result sets come in the order of the queries.
///
/// # Errors
/// If a limit is reached or the database cannot be read.
pub fn run(
    compiled: &Compiled,
    edb: &dyn Edb,
    options: &Options,
    evaluator: Evaluator,
) -> Result<Vec<ResultSet>, EvalError> {
    let outcome = match evaluator {
        Evaluator::Fast => quarrel_eval::evaluate(&compiled.stratified, edb, options)?,
        Evaluator::Naive => quarrel_eval::naive::evaluate(&compiled.stratified, edb, options)?,
    };
    Ok(result_sets(compiled.stratified.program(), &outcome))
}

/// The same with the fast evaluator, and what every stratum cost; with the plans, if they are asked for.
///
/// # Errors
/// As for [`run`].
pub fn run_profiled(
    compiled: &Compiled,
    edb: &dyn Edb,
    options: &Options,
    plans: bool,
) -> Result<(Vec<ResultSet>, Work), EvalError> {
    let (outcome, work) = quarrel_eval::evaluate_observed(&compiled.stratified, edb, options, plans)?;
    Ok((result_sets(compiled.stratified.program(), &outcome), work))
}
