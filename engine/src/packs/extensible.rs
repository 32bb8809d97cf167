//! Where extensible predicates are declared: the files below a folder flow in, the declarations flow out.

use super::{Place, Roots};
use quarrel_base::source::SourceMap;
use quarrel_syntax::tree::{Member, MemberKind, Predicate, TypeExprKind, VarDecl};

/// Shows `visit` each declaration of an extensible predicate in the QL files below `root`.
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

/// The parameters that are columns of rows; the one that numbers rows is none.
pub(super) fn columns(predicate: &Predicate) -> impl Iterator<Item = &VarDecl> {
    let is_number = |param: &&VarDecl| matches!(&param.ty.kind, TypeExprKind::Named { name, .. } if &*name.text == "ExtensionId");
    predicate.head.params.iter().filter(move |param| !is_number(param))
}
