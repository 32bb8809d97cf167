//! The compiler with the files it has read: what commands call, and nothing more. The modules are the way of a query:
//! files and rows flow in ([`files`]), names and types are found and mistakes advised ([`front`], [`advice`]), a
//! [`Compiled`] program flows out ([`compile`]).

mod files;

mod front;

mod advice;

pub(crate) mod compile;

use crate::packs::{Library, PackError, Roots, Rows};
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
    /// The rows of bundled packs and those that were added.
    rows: Rows,
    /// Those of a file beside the query.
    beside: Rows,
    /// Whether rows of the user's that match nothing are reported.
    checks_rows: bool,
    /// What bounds each compilation.
    limits: Limits,
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
}
