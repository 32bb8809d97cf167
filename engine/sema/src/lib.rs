//! Names and types of QL: turns syntax trees and the catalog into a [`hir::Checked`] program and diagnostics, with
//! every name resolved, every module instantiated, every expression typed. It does not know Datalog.
//!
//! Modules in reading order: declarations as written (`decl`), their modules and imports (`modules`), name look-up
//! (`lookup`), types and classes (`types`, `overlap`, `classes`, `cycles`), predicates (`preds`), bodies (`body`),
//! reachability from the queries (`reach`, `queries`), and further checks (`check`, `signatures`).

pub mod hir;
mod input;

mod annotations;
mod body;
mod builtins;
mod check;
mod classes;
mod cycles;
mod decl;
mod dump;
mod lookup;
mod modules;
mod names;
mod overlap;
mod preds;
mod queries;
mod reach;
mod record;
mod reveal;
mod signatures;
mod suggest;
mod types;
mod world;

pub use builtins::members;
pub use dump::dump;
pub use input::{ModuleSource, Options};
pub use record::{Candidate, PROBE, Recorded, Reference};
pub use reveal::reveal;

use hir::Checked;
use quarrel_base::budget;
use quarrel_base::catalog::Catalog;
use quarrel_base::ids::Id;
use quarrel_base::{Diagnostic, FileId, SourceMap};
use world::Sema;

/// Resolves and types the entry files and what they reach.
///
/// The program holds the queries of the entries in order. Diagnostics are sorted by place; if there is an error among
/// them, the program lacks bodies with errors and must not run. It stops when the thread's budget is exceeded (see
/// [`budget`]).
pub fn analyze(
    catalog: &Catalog,
    sources: &SourceMap,
    modules: &dyn ModuleSource,
    entries: &[FileId],
    options: &Options,
) -> (Checked, Vec<Diagnostic>) {
    budget::on_deep_stack(|| {
        Sema::set_up_for(catalog, sources, modules, options).program(entries, options.check_all)
    })
}

/// Files that several programs share, resolved and typed with all their declarations. Each program continues from a
/// copy, which shares what it does not change.
pub struct Base<'t> {
    sema: Sema<'t>,
}

impl<'t> Base<'t> {
    /// Analyses the files, which must include their imports.
    pub fn new(
        catalog: &'t Catalog,
        sources: &'t SourceMap,
        modules: &'t dyn ModuleSource,
        files: impl IntoIterator<Item = FileId>,
    ) -> Self {
        let options = Options { check_all: true, ..Options::default() };
        let mut sema = Sema::set_up_for(catalog, sources, modules, &options);
        for file in files {
            sema.file_module(file);
        }
        sema.resolve_imports();
        sema.activate();
        sema.check_reached();
        sema.check_modules(true);
        sema.finish_classes();
        Self { sema }
    }

    /// The result of [`analyze`] for entries that reach all of these files, with all declarations checked.
    pub fn analyze(&self, entries: &[FileId]) -> (Checked, Vec<Diagnostic>) {
        self.sema.clone().program(entries, true)
    }
}

impl<'t> Sema<'t> {
    /// An analysis with the parts that all programs share.
    fn set_up_for(
        catalog: &'t Catalog,
        sources: &'t SourceMap,
        input: &'t dyn ModuleSource,
        options: &Options,
    ) -> Self {
        let mut sema = Self::new(catalog, sources, input);
        sema.set_up();
        sema.all_warnings = options.check_all;
        sema.recording = options.record;
        sema.keeps_templates = options.templates;
        sema
    }

    /// Completes the analysis with the entries of a program.
    fn program(mut self, entries: &[FileId], check_all: bool) -> (Checked, Vec<Diagnostic>) {
        self.entries.extend(entries);
        let roots: Vec<_> = entries.iter().map(|entry| self.file_module(*entry)).collect();
        self.resolve_imports();
        self.activate();
        for (at, root) in roots.iter().enumerate() {
            self.find_queries(*root, at);
        }
        self.check_reached();
        self.check_modules(check_all);
        self.check_class_dependencies();
        self.finish_classes();
        let Sema { mut out, mut diagnostics, type_info, .. } = self;
        out.classes.retain(|class| type_info[*class].header);
        // Instances of one module resolve its names alike.
        out.recorded.references.sort_by_key(|reference| (reference.at, reference.detail.is_none()));
        out.recorded.references.dedup_by_key(|reference| reference.at);
        diagnostics.sort_by_key(|diagnostic| (diagnostic.primary, diagnostic.code));
        (out, diagnostics)
    }

    fn new(catalog: &'t Catalog, sources: &'t SourceMap, input: &'t dyn ModuleSource) -> Self {
        let none = hir::TypeId::new(0);
        Sema {
            catalog,
            sources,
            input,
            names: Default::default(),
            decls: Default::default(),
            out: Default::default(),
            diagnostics: Vec::new(),
            reported: Default::default(),
            quiet: false,
            errors: 0,
            modules: Default::default(),
            entries: Default::default(),
            all_warnings: false,
            recording: false,
            keeps_templates: false,
            files: Default::default(),
            import_paths: Default::default(),
            children: Default::default(),
            instances: Default::default(),
            builtins: world::ModuleId::new(0),
            pending: Vec::new(),
            settling: false,
            frozen: 0,
            activated: 0,
            declarers: Default::default(),
            remarkable: Default::default(),
            closures: Default::default(),
            exported_cache: Default::default(),
            visible_cache: Default::default(),
            aliases: Default::default(),
            open_aliases: Vec::new(),
            unchecked_instances: Vec::new(),
            checked_modules: 0,
            templates: Default::default(),
            types: Default::default(),
            type_info: Default::default(),
            primitives: [none; 6],
            extension_id: none,
            db_types: Default::default(),
            domains: Default::default(),
            universes: Default::default(),
            relations: Default::default(),
            db_supertypes: Default::default(),
            preds: Default::default(),
            pred_info: Default::default(),
            stored: Default::default(),
            builtin_members: Default::default(),
            opaque_members: Default::default(),
            globals: Default::default(),
            aql_class: Default::default(),
            field_info: Default::default(),
            member_cache: Default::default(),
            base_primitives: Default::default(),
            inherited_fields: Default::default(),
            error_bases: Default::default(),
            by_member_key: Default::default(),
            overrides_known: Default::default(),
            classes_ordered: 0,
            work: Vec::new(),
            families: Vec::new(),
            abstract_reached: Vec::new(),
            aql_class_used: false,
            selects: Default::default(),
        }
    }
}
