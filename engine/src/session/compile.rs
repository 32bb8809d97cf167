//! Compiles loaded files into a [`Compiled`] program.

use super::Session;
use super::programs::{Programs, optimise};
use crate::metadata::Metadata;
use crate::packs::{PackError, PackLabel, Place, RowCheck, UnmatchedRows, unmatched};
use crate::results::ResultSet;
use quarrel_base::{Diagnostic, FileId, SourceMap, budget};
use quarrel_datalog::passes::PassOptions;
use quarrel_datalog::{Program, Stratified};
use quarrel_eval::Stop;
use std::sync::{Arc, OnceLock};

/// How queries are compiled.
#[derive(Clone, Default, Debug)]
pub struct CompileOptions {
    /// Whether to check all declarations of the files, not only those that their queries need.
    pub check_all: bool,
    /// Which passes run.
    pub passes: PassOptions,
}

/// A query of a compiled program.
#[derive(Clone, Debug)]
pub struct Query {
    /// The name of its file.
    pub file: String,
    /// Its metadata.
    pub metadata: Metadata,
    /// The pack that it is part of, if any.
    pub pack: Option<PackLabel>,
    /// Its help page: the Markdown file beside it with the same name.
    pub help: Option<Arc<str>>,
}

/// The product of a compilation.
#[derive(Debug)]
pub struct Compiled {
    /// The queries in the order given; result sets refer to them by index.
    pub queries: Vec<Query>,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The program as lowered, before any pass.
    pub lowered: Program,
    stratified: Stratified,
    checks: Vec<RowCheck>,
    sources: SourceMap,
    programs: Option<Programs>,
    datalog: OnceLock<String>,
}

impl Compiled {
    /// The texts that diagnostics refer to.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Removes from `sets` those that only say which rows of data extensions can match, and reports the user's rows
    /// that match nothing.
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

    /// Drops some of the queries; nothing is read or checked again.
    ///
    /// # Errors
    /// If the rest cannot be stratified, which is a bug.
    pub fn without(&self, is_dropped: impl Fn(&Query) -> bool) -> Result<Self, CompileError> {
        let all = self.queries.len();
        let mut kept = 0;
        let mut number = |query: &Query| {
            let is_kept = !is_dropped(query);
            kept += usize::from(is_kept);
            is_kept.then(|| kept - 1)
        };
        let numbers: Vec<Option<usize>> = self.queries.iter().map(&mut number).collect();
        let mut lowered = self.lowered.clone();
        lowered.outputs.retain_mut(|output| match numbers.get(output.query) {
            Some(Some(number)) => {
                output.query = *number;
                true
            }
            Some(None) => false,
            // A check of rows; these follow the queries.
            None => {
                output.query = output.query - all + kept;
                true
            }
        });
        let kept = self.queries.iter().zip(numbers).filter(|(_, number)| number.is_some());
        let stratified = optimise(&lowered, &PassOptions::default(), self.programs.as_ref())?;
        Ok(Self {
            queries: kept.map(|(query, _)| query.clone()).collect(),
            programs: self.programs.clone(),
            ..self.of(lowered, stratified)
        })
    }

    /// The text form of the program as lowered.
    pub fn datalog(&self) -> &str {
        self.datalog.get_or_init(|| quarrel_datalog::pretty(&self.lowered))
    }
    /// Replaces the program of the queries, such as by one that was printed and parsed again, and runs the passes on
    /// it.
    ///
    /// # Errors
    /// If the program cannot be stratified.
    pub fn with_program(&self, lowered: Program, options: &PassOptions) -> Result<Self, CompileError> {
        let stratified = optimise(&lowered, options, None)?;
        Ok(self.of(lowered, stratified))
    }
    /// These queries with another program.
    fn of(&self, lowered: Program, stratified: Stratified) -> Self {
        Self {
            queries: self.queries.clone(),
            diagnostics: self.diagnostics.clone(),
            lowered,
            stratified,
            checks: self.checks.clone(),
            sources: self.sources.clone(),
            programs: None,
            datalog: OnceLock::new(),
        }
    }
    /// The stratified program, as evaluated.
    pub fn stratified(&self) -> &Stratified {
        &self.stratified
    }
}

/// Why there is no product.
#[derive(Debug)]
pub enum CompileError {
    /// A file or pack cannot be used.
    Pack(PackError),
    /// Mistakes in QL, together with warnings.
    Mistakes(Vec<Diagnostic>),
    /// A pass broke the program: a bug in the compiler.
    Internal(String),
    /// It exceeded a limit.
    Stopped(Stop),
}

impl From<PackError> for CompileError {
    fn from(error: PackError) -> Self {
        Self::Pack(error)
    }
}

impl Session {
    /// Compiles loaded files into one program.
    ///
    /// # Errors
    /// If they have mistakes, or compilation exceeds a limit.
    pub fn compile(
        &mut self,
        entries: &[FileId],
        options: &CompileOptions,
    ) -> Result<Compiled, CompileError> {
        let compiled = budget::within(self.limits.budget(), || self.compile_here(entries, options));
        compiled.unwrap_or_else(|exceeded| Err(CompileError::Stopped(Stop::of(exceeded))))
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
        let programs = self.programs.clone();
        let stratified = optimise(&lowered, &options.passes, programs.as_ref())?;
        let queries = entries.iter().map(|file| self.query(*file)).collect();
        let sources = self.sources.clone();
        let datalog = OnceLock::new();
        Ok(Compiled { queries, diagnostics, lowered, stratified, checks, sources, programs, datalog })
    }

    /// The description of a loaded query.
    fn query(&mut self, file: FileId) -> Query {
        let place = self.library.place(file).cloned();
        // What cannot be read was reported when the query was loaded; running does not need it.
        let pack = place.as_ref().and_then(|place| self.pack_of(place));
        let page = place.as_ref().and_then(Place::help_page);
        let help = page.and_then(|page| self.roots.read(&page).ok().flatten());
        Query { file: self.sources.file(file).name.clone(), metadata: self.metadata(file), pack, help }
    }
}
