//! Names and types of QL. Syntax trees and the catalog flow in; a [`hir::Checked`] program and diagnostics flow out:
//! every name resolved, every module instantiated, every expression typed. Knows no Datalog.
//!
//! Modules in reading order: declarations as written (`decl`), modules made from them and their imports (`modules`),
//! what a name means (`lookup`), types and classes (`types`, `overlap`, `classes`, `cycles`), predicates (`preds`), bodies (`body`), what the
//! queries reach of all that (`reach`, `queries`), and what must hold beyond (`check`, `signatures`).

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

/// Deep nesting of formulas is deep recursion here.
const STACK: usize = 256 << 20;

/// Resolves and types the entry files and what they reach.
///
/// The program holds the queries of the entries in order. Diagnostics come sorted by place; if there is an error among
/// them, bodies with errors are missing from the program, which then must not be run. Never fails otherwise, but ends
/// when the budget of the thread does (see [`budget`]).
pub fn analyze(
    catalog: &Catalog,
    sources: &SourceMap,
    modules: &dyn ModuleSource,
    entries: &[FileId],
    options: &Options,
) -> (Checked, Vec<Diagnostic>) {
    let budget = budget::current();
    let work = || budget::lend(budget.clone(), || analyze_here(catalog, sources, modules, entries, options));
    std::thread::scope(|scope| {
        match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // No room for a thread: this one's stack is enough for ordinary programs.
            Err(_) => work(),
        }
    })
}

fn analyze_here(
    catalog: &Catalog,
    sources: &SourceMap,
    modules: &dyn ModuleSource,
    entries: &[FileId],
    options: &Options,
) -> (Checked, Vec<Diagnostic>) {
    let mut sema = Sema::new(catalog, sources, modules);
    sema.set_up();
    sema.entries.extend(entries);
    sema.all_warnings = options.check_all;
    sema.recording = options.record;
    let roots: Vec<_> = entries.iter().map(|entry| sema.file_module(*entry)).collect();
    sema.settle();
    sema.activate();
    for (at, root) in roots.iter().enumerate() {
        sema.find_queries(*root, at);
    }
    sema.work_off();
    sema.check_modules(options.check_all);
    sema.check_class_dependencies();
    sema.finish_classes();
    let Sema { mut out, mut diagnostics, type_info, pred_info, modules, .. } = sema;
    let templates = pred_info.iter_ids().filter(|(_, info)| modules[info.module].generic);
    out.templates = templates.map(|(pred, _)| pred).collect();
    out.classes.retain(|class| type_info[*class].header);
    // Instances of one module say the same of the names in it.
    out.recorded.references.sort_by_key(|reference| (reference.at, reference.detail.is_none()));
    out.recorded.references.dedup_by_key(|reference| reference.at);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.primary, diagnostic.code));
    (out, diagnostics)
}

impl<'t> Sema<'t> {
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
            told: Default::default(),
            quiet: false,
            errors: 0,
            modules: Default::default(),
            entries: Default::default(),
            all_warnings: false,
            recording: false,
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
