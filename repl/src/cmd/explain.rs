//! `quarrel explain`: the help page of a query.

use crate::args::Explain;
use crate::failure::Failure;
use crate::nearest::nearest;
use crate::output::sink;
use quarrel_engine::{Metadata, Place, Roots};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Runs the command.
///
/// # Errors
/// If there is no such query, or it has no help page.
pub fn run(args: &Explain) -> Result<u8, Failure> {
    let queries = queries(&args.search_path);
    let id = args.id.strip_prefix("quarrel:").unwrap_or(&args.id);
    let Some(query) = queries.get(id) else {
        let failure = Failure::new(format!("there is no query `{id}`"));
        let meant = nearest(id, queries.keys().map(String::as_str));
        return Err(failure.help(meant.map_or_else(
            || "`quarrel packs` lists the bundled ones; others are found by --search-path".to_owned(),
            |meant| format!("did you mean `{meant}`?"),
        )));
    };
    let text = match &query.page {
        Some(page) => page.to_string(),
        None => {
            let get = |key: &str| query.metadata.get(key).unwrap_or_default();
            format!("# {}\n\n{}\n", get("name"), get("description"))
        }
    };
    sink::show(&text)?;
    Ok(0)
}

/// Bytes of a query or help page that are read.
const MOST_BYTES: u64 = 16 << 20;

/// A query without its body.
pub struct Known {
    /// What it says about itself.
    pub metadata: Metadata,
    /// Its help page.
    pub page: Option<Arc<str>>,
}

/// All queries of the bundled packs and below the folders of the search path, by id.
pub fn queries(search_path: &[PathBuf]) -> BTreeMap<String, Known> {
    let roots = Roots::new(quarrel_queries::files(), Vec::new());
    let mut known = BTreeMap::new();
    let mut add = |metadata: Metadata, page: Option<Arc<str>>| {
        if let Some(id) = metadata.get("id") {
            known.insert(id.to_owned(), Known { metadata, page });
        }
    };
    for (path, metadata) in bundled_queries(&roots) {
        add(metadata, read_bundled(&roots, &path.replace(".ql", ".md")));
    }
    for folder in search_path {
        let files = super::common::ql_files(std::slice::from_ref(folder)).unwrap_or_default();
        for file in files.iter().filter(|file| is_query(file)) {
            if let Ok(text) = quarrel_files::read_text(file, MOST_BYTES) {
                let page = quarrel_files::read_text(&file.with_extension("md"), MOST_BYTES);
                add(Metadata::of_text(&text), page.ok().map(Arc::from));
            }
        }
    }
    known
}

/// Where the bundled query with this id is.
pub fn bundled(id: &str) -> Option<Place> {
    let roots = Roots::new(quarrel_queries::files(), Vec::new());
    let mut queries = bundled_queries(&roots);
    queries.find(|(_, metadata)| metadata.get("id") == Some(id)).map(|(path, _)| Place::Bundled(path))
}

/// The queries of the bundled packs, with their paths.
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
