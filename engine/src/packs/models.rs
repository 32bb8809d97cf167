//! Lists the extensible predicates of bundled packs for people who want to add rows: columns, meaning and existing
//! rows.

use super::extensible::{columns, each_below};
use super::{LIBRARY_ROOT, PackError, Place, Roots};
use quarrel_base::source::doc_text;
use quarrel_datalog::Const;

/// An extensible predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// The folder of its pack in the bundle.
    pub pack: String,
    /// Its QLDoc, without the comment's marks.
    pub doc: String,
    /// Its columns: name and type.
    pub columns: Vec<(String, String)>,
    /// The bundled rows.
    pub rows: Vec<Vec<Const>>,
}

/// The extensible predicates of the bundled packs, by name and pack.
///
/// # Errors
/// If a bundled pack is malformed.
pub fn models(roots: &Roots) -> Result<Vec<Model>, PackError> {
    let mut rows = roots.bundled_extensions()?;
    let mut models = Vec::new();
    let packs = roots.bundled_packs();
    for pack in packs.keys().copied().chain([LIBRARY_ROOT]) {
        let root = Place::Bundled(pack.to_owned());
        each_below(roots, &root, &mut |sources, member, predicate| {
            models.push(Model {
                name: predicate.head.name.text.to_string(),
                pack: pack.to_owned(),
                doc: member.doc.as_ref().map(|doc| doc_text(&doc.text)).unwrap_or_default(),
                columns: columns(predicate)
                    .map(|param| (param.name.text.to_string(), sources.text(param.ty.span).to_owned()))
                    .collect(),
                rows: Vec::new(),
            });
        });
    }
    for model in &mut models {
        model.rows = rows.remove(&model.name).unwrap_or_default();
    }
    models.sort_by(|a, b| (&a.name, &a.pack).cmp(&(&b.name, &b.pack)));
    Ok(models)
}
