//! Divides entity types into disjoint parts, numbered for the whole catalog.
//!
//! An entity has one defining column and, where a case divides the type of that column, one value of the discriminator.
//! So the values of an undivided column are one part, and those of a divided one form a part for each value that the
//! case lists and one for the rest. A union has the parts of its members. The types of a second case on one column have
//! unknown parts.

use quarrel_base::catalog::{Catalog, TypeDef};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The parts of each type, by name.
#[derive(Debug, Default)]
pub(crate) struct Parts(FxHashMap<String, Vec<u32>>);

impl Parts {
    /// The parts of the types of a catalog.
    pub(crate) fn of_catalog(catalog: &Catalog) -> Self {
        // A defining column, and a value of the discriminator that a case lists.
        let mut places: BTreeMap<(usize, usize, Option<i32>), u32> = BTreeMap::new();
        let mut number = |place| {
            let next = u32::try_from(places.len()).unwrap_or(u32::MAX);
            *places.entry(place).or_insert(next)
        };
        let column_of = |name: &str| match catalog.db_type(name).map(|ty| &ty.def) {
            Some(TypeDef::Column { relation, column }) => Some((*relation, *column)),
            _ => None,
        };
        let mut own: FxHashMap<&str, BTreeSet<u32>> = FxHashMap::default();
        let mut divided_by: FxHashMap<&str, usize> = FxHashMap::default();
        for ty in &catalog.types {
            match &ty.def {
                TypeDef::Column { relation, column } => {
                    own.entry(&ty.name).or_default().insert(number((*relation, *column, None)));
                }
                TypeDef::Case { of, discriminator, values } => {
                    let Some((relation, column)) = column_of(of) else { continue };
                    // The second case on a type cuts across the parts of the first.
                    if *divided_by.entry(of).or_insert(*discriminator) != *discriminator {
                        continue;
                    }
                    for value in values {
                        // A value of a column that is no key can occur with several values of the discriminator.
                        let key = catalog.relations[relation].columns[column].unique;
                        let part = number((relation, column, Some(*value).filter(|_| key)));
                        own.entry(&ty.name).or_default().insert(part);
                        own.entry(of).or_default().insert(part);
                    }
                }
                TypeDef::Union(_) | TypeDef::Undefined => {}
            }
        }
        let all = catalog.types.iter().map(|ty| (ty.name.clone(), below(catalog, &own, &ty.name)));
        Self(all.collect())
    }

    /// The parts of a type, ascending; empty if unknown.
    pub(crate) fn of(&self, name: &str) -> Vec<u32> {
        self.0.get(name).cloned().unwrap_or_default()
    }
}

/// The parts of a type and of all members of unions below it; empty if some are unknown.
fn below(catalog: &Catalog, own: &FxHashMap<&str, BTreeSet<u32>>, name: &str) -> Vec<u32> {
    let (mut open, mut seen) = (vec![name], BTreeSet::new());
    let mut parts = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !seen.insert(name) {
            continue;
        }
        match catalog.db_type(name).map(|ty| &ty.def) {
            Some(TypeDef::Union(members)) => open.extend(members.iter().map(String::as_str)),
            Some(TypeDef::Undefined) | None => return Vec::new(),
            Some(_) => match own.get(name) {
                Some(own) => parts.extend(own),
                None => return Vec::new(),
            },
        }
    }
    parts.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::Parts;
    use quarrel_base::FileId;
    use quarrel_base::catalog::parse;
    use quarrel_base::ids::Id;

    #[test]
    fn unions_and_cases_share_parts_with_what_they_consist_of() {
        let text = "a(unique int id: @a); b(unique int id: @b, int kind: int ref, int size: int ref);
            case @b.kind of 1 = @b1 | 2 = @b2 | 3 = @b2; @u = @a | @b1; @v = @u | @missing;
            case @b.size of 1 = @small; @w = @a | @small;";
        let catalog = parse(FileId::new(0), text).0;
        let parts = Parts::of_catalog(&catalog);
        let of = |name| parts.of(name);
        assert_eq!(of("@a").len(), 1);
        assert_eq!((of("@b1").len(), of("@b2").len(), of("@b").len()), (1, 2, 4));
        assert!(of("@b1").iter().all(|part| of("@b").contains(part)));
        assert!(of("@b1").iter().all(|part| !of("@b2").contains(part)));
        assert_eq!(of("@u").len(), 2);
        assert!(["@v", "@missing", "@small", "@w"].iter().all(|name| of(name).is_empty()));
    }
}
