//! Finds the declarations of extensible predicates in the files below a folder.

use super::{Place, Roots};
use crate::metadata::Metadata;
use quarrel_base::source::SourceMap;
use quarrel_syntax::tree::{Member, MemberKind, Predicate, Primitive, TypeExprKind, VarDecl};
use std::collections::BTreeMap;

/// The tag of queries that say which rows can match.
const TAG: &str = "model-check";

/// Calls `visit` for each declaration of an extensible predicate in the QL files below `root`.
pub(super) fn each_below(
    roots: &Roots,
    root: &Place,
    visit: &mut dyn FnMut(&SourceMap, &Member, &Predicate),
) {
    for file in roots.files_below(root) {
        if !file.name().ends_with(".ql") && !file.name().ends_with(".qll") {
            continue;
        }
        let Ok(Some(text)) = roots.read(&file) else { continue };
        if text.contains("extensible") {
            let mut sources = SourceMap::new();
            let file = sources.add("", text);
            each(&quarrel_syntax::parse(&sources, file).tree.members, &mut |member, predicate| {
                visit(&sources, member, predicate);
            });
        }
    }
}

fn each(members: &[Member], visit: &mut dyn FnMut(&Member, &Predicate)) {
    for member in members {
        match &member.kind {
            MemberKind::Module(module) => each(&module.members, visit),
            MemberKind::Predicate(predicate)
                if member.annotations.iter().any(|it| &*it.name.text == "extensible") =>
            {
                visit(member, predicate);
            }
            _ => {}
        }
    }
}

/// The parameters that are columns of rows, without the one that numbers rows.
pub(super) fn columns(predicate: &Predicate) -> impl Iterator<Item = &VarDecl> {
    let is_number = |param: &&VarDecl| matches!(&param.ty.kind, TypeExprKind::Named { name, .. } if &*name.text == "ExtensionId");
    predicate.head.params.iter().filter(move |param| !is_number(param))
}

/// An extensible predicate as declared.
#[derive(Debug)]
pub(super) struct Extensible {
    /// Names of the columns with their types, where primitive, without the column that numbers rows.
    pub columns: Vec<(String, Option<Primitive>)>,
}

/// The extensible predicates of the packs that rows extend.
#[derive(Debug, Default)]
pub(super) struct Extensibles {
    by_root: BTreeMap<Place, BTreeMap<String, Extensible>>,
}

impl Extensibles {
    pub fn of(&mut self, roots: &Roots, root: &Place) -> &BTreeMap<String, Extensible> {
        self.by_root.entry(root.clone()).or_insert_with(|| declared_below(roots, root))
    }

    /// The queries that check the rows of a predicate, from the packs `met` that declare one of that name.
    pub fn match_queries(&mut self, roots: &Roots, met: &[Place], name: &str) -> Vec<Place> {
        for root in met {
            self.of(roots, root);
        }
        let declaring = self.by_root.iter().filter(|(_, declared)| declared.contains_key(name));
        let files = declaring.flat_map(|(root, _)| roots.files_below(root));
        let queries = files.filter(|file| file.name().ends_with(".ql"));
        let tagged = |place: &Place| match roots.read(place) {
            Ok(Some(text)) => text.contains(TAG) && Metadata::of_text(&text).has_tag(TAG),
            _ => false,
        };
        queries.filter(tagged).collect()
    }
}

fn declared_below(roots: &Roots, root: &Place) -> BTreeMap<String, Extensible> {
    let mut declared = BTreeMap::new();
    each_below(roots, root, &mut |_, _, predicate| {
        let columns = columns(predicate).map(|param| {
            let primitive = match param.ty.kind {
                TypeExprKind::Primitive(ty) => Some(ty),
                _ => None,
            };
            (param.name.text.to_string(), primitive)
        });
        let columns = columns.collect();
        declared.insert(predicate.head.name.text.to_string(), Extensible { columns });
    });
    declared
}
