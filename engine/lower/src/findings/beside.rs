//! Checks the meaning of the error-free parts of a program with errors, so that one run reports all mistakes.

use crate::{ExtensionRows, lower};
use quarrel_base::catalog::Catalog;
use quarrel_base::diag::{Code, Diagnostic};
use quarrel_sema::hir::{Checked, PredBody, PredKind, TypeId, TypeKind};
use rustc_hash::FxHashSet;

/// Unbound variables and non-monotonic recursion in a program with errors, as far as the errors cannot cause them:
/// broken parts count as finite and without dependencies. The result is no program.
pub fn findings_beside_errors(
    mut checked: Checked,
    catalog: &Catalog,
    extensions: &ExtensionRows,
) -> Vec<Diagnostic> {
    let broken = broken_types(&checked);
    for pred in checked.preds.ids() {
        let class = match checked.preds[pred].kind {
            PredKind::Member { class } | PredKind::Characteristic { class } => Some(class),
            _ => None,
        };
        if class.is_some_and(|class| broken.contains(&class)) {
            checked.drop_body(pred);
        }
    }
    for ty in &broken {
        checked.types[*ty].kind = TypeKind::Newtype { branches: Vec::new() };
    }
    checked.classes.retain(|class| !broken.contains(class));
    checked.queries.clear();
    let (_, mut found) = lower(&checked, catalog, extensions);
    found.retain(|diagnostic| matches!(diagnostic.code, Code::NotBound | Code::NonMonotonicRecursion));
    found
}

/// The error type, classes whose characteristic predicate has mistakes, and all types built from them.
fn broken_types(checked: &Checked) -> FxHashSet<TypeId> {
    let mut broken = FxHashSet::default();
    loop {
        let before = broken.len();
        for (id, ty) in checked.types.iter_ids() {
            let is_broken = match &ty.kind {
                TypeKind::Error => true,
                TypeKind::Class(class) => {
                    let bodiless = |pred| matches!(checked.preds[pred].body, PredBody::None);
                    class.characteristic.is_some_and(bodiless)
                        || class.extends.iter().any(|base| broken.contains(&base.ty))
                        || class.instanceof.iter().any(|base| broken.contains(base))
                        || class.extends.is_empty() && class.instanceof.is_empty()
                }
                TypeKind::Character(of) | TypeKind::Domain(of) => broken.contains(of),
                TypeKind::Union(members) => members.iter().any(|member| broken.contains(member)),
                _ => false,
            };
            if is_broken {
                broken.insert(id);
            }
        }
        if broken.len() == before {
            return broken;
        }
    }
}
