//! Resolves names and types of loaded files and lowers the program, with all diagnostics.

use super::Session;
use crate::metadata::shape;
use crate::packs::Extensions;
use crate::session::compile::CompileError;
use quarrel_base::{Code, Diagnostic, FileId, Span, budget};
use quarrel_datalog::Program;
use quarrel_eval::Stop;
use quarrel_sema::hir::Checked;
use quarrel_sema::{Base, ModuleSource, Options, Recorded};
use quarrel_syntax::tree::{Member, MemberKind};
use std::collections::BTreeSet;

/// What reading files produced.
#[derive(Debug)]
pub(crate) struct Syntax {
    diagnostics: Vec<Diagnostic>,
    /// The files with mistakes.
    broken: BTreeSet<FileId>,
    /// All rows known now.
    extensions: Extensions,
}

impl Session {
    /// The texts of loaded files, with the type of each expression and the target of each call as comments, and the
    /// diagnostics. A mistake has no type.
    ///
    /// # Errors
    /// If it exceeds a limit.
    pub fn show_types(&mut self, entries: &[FileId]) -> Result<(String, Vec<Diagnostic>), Stop> {
        let options = Options { check_all: true, record: false, templates: true };
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
        let options = Options::default();
        let (checked, diagnostics) = self.names_and_types(&[entry], options);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(diagnostics);
        }
        let queries = checked.queries.iter().filter(|query| &*query.name == "#select");
        let columns = queries.flat_map(|query| &query.columns);
        Ok(columns.map(|column| checked.types[column.ty].name.to_string()).collect())
    }

    /// For an editor: the meaning of the names in some files, and the diagnostics.
    ///
    /// # Errors
    /// If it exceeds a limit.
    pub fn examine(&mut self, entries: &[FileId]) -> Result<(Recorded, Vec<Diagnostic>), Stop> {
        let options = Options { check_all: true, record: true, templates: false };
        let (recorded, diagnostics, _) =
            budget::within(self.limits.budget(), || self.front(entries, options)).map_err(Stop::of)?;
        Ok((recorded, diagnostics))
    }

    /// Compiles up to the optimiser; returns no program if there are mistakes.
    pub(super) fn front(
        &mut self,
        entries: &[FileId],
        options: Options,
    ) -> (Recorded, Vec<Diagnostic>, Option<Program>) {
        let syntax = self.syntax();
        let (mut checked, found) = self.analyze(entries, options);
        let recorded = std::mem::take(&mut checked.recorded);
        let (mut diagnostics, lowered) = self.meaning(entries, options.check_all, &syntax, checked, found);
        self.advise(&mut diagnostics);
        (recorded, diagnostics, lowered)
    }

    /// Resolves names and types; returns all diagnostics so far.
    fn names_and_types(&mut self, entries: &[FileId], options: Options) -> (Checked, Vec<Diagnostic>) {
        let Syntax { mut diagnostics, broken, .. } = self.syntax();
        let (checked, found) = self.analyze(entries, options);
        diagnostics.extend(found.into_iter().filter(|diagnostic| !self.is_consequence(diagnostic, &broken)));
        diagnostics.sort_by_key(|diagnostic| diagnostic.primary);
        self.advise(&mut diagnostics);
        (checked, diagnostics)
    }

    /// Resolves names and types; returns their diagnostics.
    fn analyze(&self, entries: &[FileId], options: Options) -> (Checked, Vec<Diagnostic>) {
        quarrel_sema::analyze(&self.catalog, &self.sources, &self.library, entries, &options)
    }

    /// Takes the diagnostics of reading files and rows since the last call.
    pub(crate) fn syntax(&mut self) -> Syntax {
        let mut diagnostics = self.library.take_diagnostics();
        // A broken pack file was reported when the file was loaded.
        diagnostics.extend(self.compare_rows().unwrap_or_default());
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let broken = errors.map(|diagnostic| diagnostic.primary.file).collect();
        Syntax { diagnostics, broken, extensions: self.all_extensions() }
    }

    /// Lowers the checked program if it has no mistakes.
    fn meaning(
        &self,
        entries: &[FileId],
        check_all: bool,
        syntax: &Syntax,
        checked: Checked,
        found: Vec<Diagnostic>,
    ) -> (Vec<Diagnostic>, Option<Program>) {
        let mut diagnostics = syntax.diagnostics.clone();
        diagnostics
            .extend(found.into_iter().filter(|diagnostic| !self.is_consequence(diagnostic, &syntax.broken)));
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
            // Warnings only concern people who work on the file.
            let wanted = |diagnostic: &Diagnostic| check_all || entries.contains(&diagnostic.primary.file);
            found.retain(|diagnostic| diagnostic.is_error() || wanted(diagnostic));
            diagnostics.extend(found);
            lowered = Some(program).filter(|_| !diagnostics.iter().any(Diagnostic::is_error));
        } else if syntax.broken.is_empty() {
            // Code that could not be parsed might bind the variable.
            let mut found = quarrel_lower::findings_beside_errors(checked, &self.catalog, extensions);
            found.retain(|diagnostic| !self.shares_declaration(diagnostic.primary, &diagnostics));
            diagnostics.extend(found);
        }
        diagnostics.sort_by_key(|diagnostic| diagnostic.primary);
        (diagnostics, lowered)
    }

    /// Analyses the programs of some entries, each of which reaches all files in common, together, and returns all
    /// mistakes, without advice. If there is a mistake for which `is_split` holds, analyses the two halves instead.
    pub(crate) fn mistakes(
        &self,
        common: &BTreeSet<FileId>,
        programs: &[&[FileId]],
        syntax: &Syntax,
        is_split: fn(&Diagnostic) -> bool,
    ) -> Result<Vec<Diagnostic>, CompileError> {
        let stopped = |exceeded| CompileError::Stopped(Stop::of(exceeded));
        budget::on_deep_stack(|| {
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

    /// Whether a diagnostic may be due to members that are missing because one of the `broken` files could not be
    /// parsed.
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

    /// Whether one of the errors is in the innermost declaration around a place.
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
        innermost(&self.library.tree(place.file).members, place).is_some_and(|span| {
            errors.iter().any(|diagnostic| diagnostic.is_error() && contains(span, diagnostic.primary))
        })
    }
}
