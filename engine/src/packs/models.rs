//! The extensible predicates of bundled packs, for people who want to add rows. Packs flow in; each [`Model`] says what its
//! columns are, what it means, and which rows there are.

use super::{LIBRARY_ROOT, PackError, Place, Roots};
use quarrel_base::source::SourceMap;
use quarrel_datalog::Const;
use quarrel_syntax::tree::{Member, MemberKind, TypeExprKind};

/// An extensible predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// The folder of its pack among the bundled ones.
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
/// If a bundled pack is not as it should be.
pub fn models(roots: &Roots) -> Result<Vec<Model>, PackError> {
    let mut rows = roots.bundled_extensions()?;
    let mut models = Vec::new();
    let packs = roots.bundled_packs();
    for pack in packs.keys().copied().chain([LIBRARY_ROOT]) {
        for file in roots.files_below(&Place::Bundled(pack.to_owned())) {
            if !file.name().ends_with(".ql") && !file.name().ends_with(".qll") {
                continue;
            }
            let Ok(Some(text)) = roots.read(&file) else { continue };
            if text.contains("extensible") {
                let mut sources = SourceMap::new();
                let file = sources.add("", text);
                collect(&quarrel_syntax::parse(&sources, file).tree.members, &sources, pack, &mut models);
            }
        }
    }
    for model in &mut models {
        model.rows = rows.remove(&model.name).unwrap_or_default();
    }
    models.sort_by(|a, b| (&a.name, &a.pack).cmp(&(&b.name, &b.pack)));
    Ok(models)
}

fn collect(members: &[Member], sources: &SourceMap, pack: &str, models: &mut Vec<Model>) {
    for member in members {
        let is_extensible = || member.annotations.iter().any(|it| &*it.name.text == "extensible");
        match &member.kind {
            MemberKind::Module(module) => collect(&module.members, sources, pack, models),
            MemberKind::Predicate(predicate) if is_extensible() => {
                // What numbers rows is no column of theirs.
                let is_number = |kind: &TypeExprKind| matches!(kind, TypeExprKind::Named { name, .. } if &*name.text == "ExtensionId");
                let columns = predicate.head.params.iter().filter(|param| !is_number(&param.ty.kind));
                models.push(Model {
                    name: predicate.head.name.text.to_string(),
                    pack: pack.to_owned(),
                    doc: member.doc.as_ref().map(|doc| plain(&doc.text)).unwrap_or_default(),
                    columns: columns
                        .map(|param| (param.name.text.to_string(), sources.text(param.ty.span).to_owned()))
                        .collect(),
                    rows: Vec::new(),
                });
            }
            _ => {}
        }
    }
}

/// A QLDoc without the marks of the comment, line by line.
fn plain(doc: &str) -> String {
    let inner = doc.trim().trim_start_matches("/**").trim_end_matches("*/");
    let lines = inner.lines().map(|line| {
        let line = line.trim();
        line.strip_prefix('*').unwrap_or(line).trim()
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
