//! Checks that a query selects what its `@kind` promises (language.md section 18).

use super::Metadata;
use quarrel_base::source::{FileId, SourceMap, Span};
use quarrel_base::{Code, Diagnostic};
use quarrel_sema::hir::{Checked, Primitive, Query, QueryColumn, TypeId, TypeKind};

/// What a column must be.
#[derive(Clone, Copy)]
enum Need {
    /// Any value.
    Any,
    /// Something with a location.
    Element,
    /// A text.
    Message,
    /// An int or a float.
    Number,
}

/// Checks the queries of entry number `entry`, whose file is `file`, against its metadata.
pub fn verify(
    metadata: &Metadata,
    checked: &Checked,
    entry: usize,
    sources: &SourceMap,
    file: FileId,
) -> Vec<Diagnostic> {
    let queries: Vec<&Query> = checked.queries.iter().filter(|query| query.entry == entry).collect();
    let Some(shape) = Shape::of(metadata.get("kind").unwrap_or_default()) else { return Vec::new() };
    let at = kind_span(sources, file);
    let mismatch =
        |message: String| vec![Diagnostic::error(Code::MetadataShape, at, message).help(shape.help)];
    let kind = shape.kind;
    for (name, needed, forms) in shape.predicates {
        let Some(query) = queries.iter().find(|query| query.name.split('/').next() == Some(name)) else {
            if *needed {
                return mismatch(format!("a query of kind `{kind}` needs a query predicate `{name}`"));
            }
            continue;
        };
        let found = query.columns.len();
        let Some(needs) = forms.iter().find(|needs| needs.len() == found) else {
            let widths: Vec<String> = forms.iter().map(|needs| needs.len().to_string()).collect();
            return mismatch(format!("`{name}` has {found} columns, it needs {}", widths.join(" or ")));
        };
        if let Some((index, what, of)) = misfit(checked, needs, &query.columns) {
            return mismatch(format!("column {index} of `{name}` must be {what}, it is of type `{of}`"));
        }
    }
    if shape.select.is_empty() && kind != "metric" {
        return Vec::new();
    }
    let Some(select) = queries.iter().find(|query| &*query.name == "#select").or(queries.first()) else {
        return Vec::new();
    };
    let columns = &select.columns;
    let needs: &[Need] = match (kind, columns.len()) {
        ("metric", 1) => &[Need::Number],
        _ => shape.select,
    };
    if columns.len() < needs.len() {
        let found = columns.len();
        return mismatch(format!(
            "a query of kind `{kind}` needs at least {} columns, this one has {found}",
            needs.len()
        ));
    }
    if let Some((index, what, of)) = misfit(checked, needs, columns) {
        return mismatch(format!(
            "column {index} of a query of kind `{kind}` must be {what}, it is of type `{of}`"
        ));
    }
    if matches!(kind, "problem" | "path-problem") {
        // Values for the placeholders of the message: pairs of element and text.
        let pairs = &columns[needs.len()..];
        if pairs.len() % 2 == 1 {
            return mismatch(format!(
                "column {} of a query of kind `{kind}` is an element without a text for its link",
                columns.len()
            ));
        }
        for (index, pair) in pairs.chunks(2).enumerate() {
            if let Some((at, what, of)) = misfit(checked, &[Need::Element, Need::Message], pair) {
                let at = needs.len() + 2 * index + at;
                return mismatch(format!(
                    "column {at} of a query of kind `{kind}` must be {what}, it is of type `{of}`"
                ));
            }
        }
    }
    Vec::new()
}

/// What a kind of query requires.
struct Shape {
    kind: &'static str,
    /// The first columns of its select clause.
    select: &'static [Need],
    /// Its query predicates: whether one is required, and the columns it may have.
    predicates: &'static [(&'static str, bool, &'static [&'static [Need]])],
    help: &'static str,
}

impl Shape {
    fn of(kind: &str) -> Option<&'static Shape> {
        SHAPES.iter().find(|shape| shape.kind == kind)
    }
}

/// language.md section 18.
const SHAPES: &[Shape] = {
    use Need::{Any, Element, Message, Number};
    &[
        Shape {
            kind: "problem",
            select: &[Element, Message],
            predicates: &[],
            help: "select an element and a message, then pairs of element and text",
        },
        Shape {
            kind: "path-problem",
            select: &[Element, Element, Element, Message],
            predicates: &[
                ("edges", true, &[&[Element, Element], &[Element, Element, Message, Message]]),
                ("nodes", false, &[&[Element, Message, Message]]),
                ("subpaths", false, &[&[Element, Element, Element, Element]]),
            ],
            help: "select an element, the source, the sink and a message, then pairs of element and text",
        },
        Shape {
            kind: "metric",
            select: &[Any, Number],
            predicates: &[],
            help: "select what is measured, an element or its name, and a number; or a number alone",
        },
        Shape {
            kind: "diagnostic",
            select: &[Any],
            predicates: &[],
            help: "select an element and a message, or what there is to say, and perhaps a severity",
        },
        Shape {
            kind: "graph",
            select: &[],
            predicates: &[
                // By default, the nodes are the ends of edges.
                ("nodes", false, &[&[Any, Message, Message]]),
                ("edges", true, &[&[Any, Any, Message, Message]]),
                ("graphProperties", false, &[&[Message, Message]]),
            ],
            help: "a graph has `edges(from, to, key, value)`, and perhaps `nodes(node, key, value)` and `graphProperties(key, value)`",
        },
    ]
};

/// The first column of the wrong type: its number from 1, what it must be, and its type.
fn misfit(
    checked: &Checked,
    needs: &[Need],
    columns: &[QueryColumn],
) -> Option<(usize, &'static str, String)> {
    let mut both = needs.iter().zip(columns).enumerate();
    let (index, (need, column)) = both.find(|(_, (need, column))| !fits(checked, **need, column))?;
    let what = match need {
        Need::Any => "anything",
        Need::Element => "an element with a place",
        Need::Message => "a text",
        Need::Number => "a number",
    };
    Some((index + 1, what, checked.types[column.ty].name.to_string()))
}

fn fits(checked: &Checked, need: Need, column: &QueryColumn) -> bool {
    let is = |primitive| has_primitive(checked, column.ty, primitive);
    match need {
        _ if matches!(checked.types[column.ty].kind, TypeKind::Error) => true,
        Need::Any => true,
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
