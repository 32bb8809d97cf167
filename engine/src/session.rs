//! The compiler with the files it has read: the interface for commands. The modules follow a query: [`files`] reads
//! files and rows, [`front`] resolves names and types, [`advice`] suggests fixes, [`compile`] makes a [`Compiled`]
//! program.

mod files;

mod front;

mod advice;

pub mod programs;

pub(crate) mod compile;

use crate::packs::{Library, PackError, Roots, Rows};
use programs::Programs;
use quarrel_base::SourceMap;
use quarrel_base::catalog::Catalog;
use quarrel_eval::Limits;

/// A compiler with the files it has read, for one database schema.
#[derive(Debug)]
pub struct Session {
    catalog: Catalog,
    roots: Roots,
    sources: SourceMap,
    library: Library,
    /// Rows of bundled packs and added rows.
    rows: Rows,
    /// Rows of the file beside the query.
    beside: Rows,
    /// Whether to report a user's rows that match nothing.
    checks_rows: bool,
    /// The limits of each compilation.
    limits: Limits,
    /// Where optimised programs are kept.
    programs: Option<Programs>,
}

impl Session {
    /// Opens a session for databases with this schema. It includes the rows of bundled data extensions.
    ///
    /// # Errors
    /// If a bundled pack is malformed.
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
            programs: None,
        })
    }

    /// Takes optimised programs from a cache, and keeps them there.
    pub fn keep_programs(&mut self, programs: Option<Programs>) {
        self.programs = programs;
    }

    /// Limits each later compilation and look-up of names and types: by time, memory and cancel flag; other limits are
    /// ignored.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The texts that diagnostics refer to.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The roots against which imports are resolved.
    pub fn roots(&self) -> &Roots {
        &self.roots
    }

    /// The schema.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Sets the schema of the databases for later compilations; returns the former one.
    pub fn replace_catalog(&mut self, catalog: Catalog) -> Catalog {
        std::mem::replace(&mut self.catalog, catalog)
    }
}
