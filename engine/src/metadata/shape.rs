//! Whether a query selects what its `@kind` promises (language.md section 18). A checked program and the metadata flow
//! in, diagnostics flow out.

use super::Metadata;
use quarrel_base::source::{FileId, SourceMap, Span};
use quarrel_base::{Code, Diagnostic};
use quarrel_sema::hir::{Checked, Primitive, Query, QueryColumn, TypeId, TypeKind};

/// What a column must be.
#[derive(Clone, Copy)]
enum Need {
    /// Something with a place.
    Element,
    /// A text.
    Message,
    /// An int or a float.
    Number,
}

/// Compares the queries of the entry number `entry`, which is `file`, with its metadata.
pub fn verify(
    metadata: &Metadata,
    checked: &Checked,
    entry: usize,
    sources: &SourceMap,
    file: FileId,
) -> Vec<Diagnostic> {
    let queries: Vec<&Query> = checked.queries.iter().filter(|query| query.entry == entry).collect();
    let (needs, help): (&[Need], _) = match metadata.get("kind") {
        Some("problem") => (
            &[Need::Element, Need::Message],
            "select an element and a message, then pairs of element and text",
        ),
        Some("path-problem") => (
            &[Need::Element, Need::Element, Need::Element, Need::Message],
            "select an element, the source, the sink and a message, then pairs of element and text",
        ),
        Some("metric") => (&[], "select an element and a number, or a number alone"),
        Some("diagnostic") => (&[Need::Element, Need::Message], "select an element and a message"),
        _ => return Vec::new(),
    };
    let kind = metadata.get("kind").unwrap_or_default();
    let Some(select) = queries.iter().find(|query| &*query.name == "#select").or(queries.first()) else {
        return Vec::new();
    };
    let columns = &select.columns;
    let at = kind_span(sources, file);
    let tell = |message: String| vec![Diagnostic::error(Code::MetadataShape, at, message).help(help)];

    let metric: &[Need] = if columns.len() == 1 { &[Need::Number] } else { &[Need::Element, Need::Number] };
    let needs = if kind == "metric" { metric } else { needs };
    if columns.len() < needs.len() {
        let found = columns.len();
        return tell(format!(
            "a query of kind `{kind}` needs at least {} columns, this one has {found}",
            needs.len()
        ));
    }
    for (index, (need, column)) in needs.iter().zip(columns).enumerate() {
        if !fits(checked, *need, column) {
            let what = match need {
                Need::Element => "an element with a place",
                Need::Message => "a text",
                Need::Number => "a number",
            };
            let of = &checked.types[column.ty].name;
            return tell(format!(
                "column {} of a query of kind `{kind}` must be {what}, it is of type `{of}`",
                index + 1
            ));
        }
    }
    if kind == "path-problem" && !queries.iter().any(|query| &*query.name == "edges") {
        return tell("a query of kind `path-problem` needs a query predicate `edges`".to_owned());
    }
    Vec::new()
}

fn fits(checked: &Checked, need: Need, column: &QueryColumn) -> bool {
    let is = |primitive| has_primitive(checked, column.ty, primitive);
    match need {
        _ if matches!(checked.types[column.ty].kind, TypeKind::Error) => true,
        Need::Element => !matches!(checked.types[column.ty].kind, TypeKind::Primitive(_)),
        Need::Message => is(Primitive::String),
        Need::Number => is(Primitive::Int) || is(Primitive::Float),
    }
}

/// Whether all values of a type are values of a primitive type.
fn has_primitive(checked: &Checked, ty: TypeId, wanted: Primitive) -> bool {
    let mut work = vec![ty];
    let mut seen = work.clone();
    while let Some(ty) = work.pop() {
        let bases: Vec<TypeId> = match &checked.types[ty].kind {
            TypeKind::Primitive(primitive) if *primitive == wanted => return true,
            TypeKind::Class(class) => {
                class.extends.iter().map(|base| base.ty).chain(class.instanceof.iter().copied()).collect()
            }
            TypeKind::Character(class) | TypeKind::Domain(class) => vec![*class],
            _ => continue,
        };
        for base in bases {
            if !seen.contains(&base) {
                seen.push(base);
                work.push(base);
            }
        }
    }
    false
}

/// The `@kind` in the text of a file.
fn kind_span(sources: &SourceMap, file: FileId) -> Span {
    let start = sources.file(file).text.find("@kind").unwrap_or(0);
    Span::new(file, start, start + "@kind".len())
}
