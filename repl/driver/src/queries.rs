//! Finds queries by id: bundled ones and those below folders.

use crate::files::ql_files;
use quarrel_engine::packs::disk;
use quarrel_engine::{Metadata, Place, Roots};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest query or help page that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// A query without its body.
pub struct Known {
    /// The file.
    pub place: Place,
    /// The metadata in its QLDoc.
    pub metadata: Metadata,
    /// The help page; `None` if there is none.
    pub page: Option<Arc<str>>,
}

/// All queries of the bundled packs and below the folders of the search path, by id.
pub fn queries(search_path: &[PathBuf]) -> BTreeMap<String, Known> {
    let roots = Roots::new(quarrel_queries::files(), Vec::new());
    let mut known = BTreeMap::new();
    let mut add = |place: Place, metadata: Metadata, page: Option<Arc<str>>| {
        if let Some(id) = metadata.get("id") {
            known.insert(id.to_owned(), Known { place, metadata, page });
        }
    };
    for (path, metadata) in bundled_queries(&roots) {
        let page = read_bundled(&roots, &path.replace(".ql", ".md"));
        add(Place::Bundled(path), metadata, page);
    }
    for folder in search_path {
        let files = ql_files(std::slice::from_ref(folder)).unwrap_or_default();
        for file in files.iter().filter(|file| is_query(file)) {
            if let (Ok(text), Ok(place)) = (quarrel_files::read_text(file, MOST_BYTES), disk(file)) {
                let page = quarrel_files::read_text(&file.with_extension("md"), MOST_BYTES);
                add(place, Metadata::of_text(&text), page.ok().map(Arc::from));
            }
        }
    }
    known
}

/// The paths and metadata of the bundled queries.
fn bundled_queries(roots: &Roots) -> impl Iterator<Item = (String, Metadata)> {
    let files = roots.bundled_packs().into_values().flatten().filter(|path| path.ends_with(".ql"));
    files.filter_map(|path| {
        let text = read_bundled(roots, path)?;
        Some((path.to_string(), Metadata::of_text(&text)))
    })
}

fn read_bundled(roots: &Roots, path: &str) -> Option<Arc<str>> {
    roots.read(&Place::Bundled(path.to_owned())).ok().flatten()
}

fn is_query(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "ql")
}
