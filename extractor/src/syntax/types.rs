//! Written types and annotations.

use super::Lower;
use crate::ast::{
    Annotation, AnnotationId, AnnotationStyle, ElementValue, ElementValueId, ExprId, ExprKind, List,
    PrimitiveKind, Span, TypeNodeId, TypeNodeKind, WildcardKind,
};
use crate::intern::Sym;
use crate::parse::kinds::{F, K};
use quarrel_common::never;

/// The deepest nesting of type arguments and qualifiers, and the most dimensions of an array (JVMS 4.4.1).
const MAX_TYPE_DEPTH: u32 = 255;

impl Lower<'_> {
    /// The type at the cursor.
    pub(super) fn ty(&mut self) -> TypeNodeId {
        if self.type_depth >= MAX_TYPE_DEPTH {
            self.report_once("a type nests too deeply; deeper parts are left out");
            return self.type_or_error(None);
        }
        self.type_depth += 1;
        let ty = self.nested(Self::ty_here, |this| this.type_or_error(None));
        self.type_depth -= 1;
        ty
    }

    fn ty_here(&mut self) -> TypeNodeId {
        let span = self.span();
        match self.kind() {
            K::VoidType => self.add_type(span, TypeNodeKind::Primitive(PrimitiveKind::Void)),
            K::BooleanType => self.add_type(span, TypeNodeKind::Primitive(PrimitiveKind::Boolean)),
            K::IntegralType | K::FloatType => {
                let kind = match self.text() {
                    "byte" => PrimitiveKind::Byte,
                    "short" => PrimitiveKind::Short,
                    "char" => PrimitiveKind::Char,
                    "long" => PrimitiveKind::Long,
                    "float" => PrimitiveKind::Float,
                    "double" => PrimitiveKind::Double,
                    _ => PrimitiveKind::Int,
                };
                self.add_type(span, TypeNodeKind::Primitive(kind))
            }
            K::TypeIdentifier | K::Identifier => {
                let name = self.sym();
                self.add_type(span, named(None, name))
            }
            // A name in an annotation, or a record pattern's type.
            K::ScopedName | K::ScopedType => self.scoped_type(),
            K::GenericType => {
                let (mut base, mut args, mut diamond) = (None, List::EMPTY, false);
                self.children(|this, kind, _| match kind {
                    K::TypeArgs => {
                        args = this.type_args();
                        diamond = args.is_empty();
                    }
                    kind if kind.is_type() => base = Some(this.ty()),
                    _ => {}
                });
                let id = self.type_or_error(base);
                let node = &mut self.file.types[id.index()];
                node.span = span;
                if let TypeNodeKind::Named { args: a, diamond: d, .. } = &mut node.kind {
                    (*a, *d) = (args, diamond);
                }
                id
            }
            K::ArrayType => {
                let (mut element, mut result) = (None, None);
                self.children(|this, kind, field| match field {
                    F::Element => element = Some(this.ty()),
                    F::Dimensions if kind == K::Dimensions => {
                        let base = this.type_or_error(element);
                        result = Some(this.dimensions(base));
                    }
                    _ => {}
                });
                self.type_or_error(result.or(element))
            }
            K::AnnotatedType => {
                let (mut annotations, mut ty) = (Vec::new(), None);
                self.children(|this, kind, _| {
                    if kind.is_annotation() {
                        annotations.push(this.annotation());
                    } else if kind.is_type() {
                        ty = Some(this.ty());
                    }
                });
                let ty = self.type_or_error(ty);
                self.annotate(ty, &annotations);
                ty
            }
            K::Wildcard => {
                let (mut annotations, mut bound, mut which) = (Vec::new(), None, WildcardKind::Unbounded);
                self.children(|this, kind, _| match kind {
                    K::ExtendsToken => which = WildcardKind::Extends,
                    K::Super => which = WildcardKind::Super,
                    kind if kind.is_annotation() => annotations.push(this.annotation()),
                    kind if kind.is_type() => bound = Some(this.ty()),
                    _ => {}
                });
                let id = self.add_type(span, TypeNodeKind::Wildcard { kind: which, bound });
                self.annotate(id, &annotations);
                id
            }
            _ => self.add_type(span, TypeNodeKind::Error),
        }
    }

    fn scoped_type(&mut self) -> TypeNodeId {
        let span = self.span();
        let (mut qualifier, mut name, mut annotations) = (None, None, Vec::new());
        self.children(|this, kind, field| match kind {
            K::TypeIdentifier | K::Identifier if qualifier.is_some() || field == F::Name => {
                name = Some(this.sym())
            }
            K::ScopedName => qualifier = Some(this.ty()),
            K::Identifier => qualifier = Some(this.ty()),
            kind if kind.is_annotation() => annotations.push(this.annotation()),
            kind if kind.is_type() => qualifier = Some(this.ty()),
            _ => {}
        });
        let id = self.add_type(span, named(qualifier, name.unwrap_or(Sym::EMPTY)));
        self.annotate(id, &annotations);
        id
    }

    /// Moves annotations before a type to the innermost element type, where they belong.
    pub(super) fn annotate(&mut self, mut ty: TypeNodeId, annotations: &[AnnotationId]) {
        if annotations.is_empty() {
            return;
        }
        while let TypeNodeKind::Array { component } = self.file[ty].kind {
            ty = component;
        }
        let mut all = annotations.to_vec();
        all.extend(self.file.list(self.file[ty].annotations));
        let list = self.list(&all);
        self.file.types[ty.index()].annotations = list;
    }

    /// `base` with the dimensions of the `dimensions` node at the cursor; the first bracket is the outermost type.
    pub(super) fn dimensions(&mut self, base: TypeNodeId) -> TypeNodeId {
        let mut dims: Vec<(u32, Vec<AnnotationId>)> = Vec::new();
        let mut annotations = Vec::new();
        self.children(|this, kind, _| match kind {
            K::LBracket => {}
            K::RBracket => dims.push((this.span().end, std::mem::take(&mut annotations))),
            kind if kind.is_annotation() => annotations.push(this.annotation()),
            _ => {}
        });
        if dims.len() > MAX_TYPE_DEPTH as usize {
            self.report_once("an array type has more than 255 dimensions; it is left out");
            return self.type_or_error(None);
        }
        let start = self.file[base].span.start;
        // Dimensions after a name do not extend the written type.
        let adjacent = self.span().start >= self.file[base].span.end;
        let ends: Vec<u32> = dims.iter().map(|dim| dim.0).collect();
        let mut ty = base;
        for (k, (_, annotations)) in dims.into_iter().rev().enumerate() {
            let end = if adjacent { ends[k] } else { self.file[base].span.end };
            ty = self.add_type(Span::new(start, end), TypeNodeKind::Array { component: ty });
            if !annotations.is_empty() {
                self.file.types[ty.index()].annotations = self.file.add_list(&annotations);
            }
        }
        ty
    }

    /// `base` with the dimensions at the cursor, after a variable's or method's name.
    pub(super) fn dimensions_after_name(&mut self, base: TypeNodeId) -> TypeNodeId {
        let written = self.file[base].span;
        let mut ty = self.dimensions(base);
        let result = ty;
        while ty != base {
            self.file.types[ty.index()].span = written;
            let TypeNodeKind::Array { component } = self.file[ty].kind else {
                never!("dimensions that are no array");
                break;
            };
            ty = component;
        }
        result
    }

    /// The types between `<` and `>`.
    pub(super) fn type_args(&mut self) -> List<TypeNodeId> {
        let mut args = Vec::new();
        self.children(|this, kind, _| {
            if kind.is_type() || kind == K::Wildcard {
                args.push(this.ty());
            }
        });
        self.list(&args)
    }

    /// All types among the children, for `throws`, `extends`, a `type_list` and the like.
    pub(super) fn types_below(&mut self) -> Vec<TypeNodeId> {
        let mut types = Vec::new();
        self.children(|this, kind, _| match kind {
            K::TypeList => {
                let more = this.types_below();
                types.extend(more);
            }
            kind if kind.is_type() => types.push(this.ty()),
            _ => {}
        });
        types
    }

    /// The type, with `var` as a request to infer it.
    pub(super) fn local_ty(&mut self) -> TypeNodeId {
        let ty = self.ty();
        if self.file[ty].kind == named(None, Sym::new("var")) {
            self.file.types[ty.index()].kind = TypeNodeKind::Var;
        }
        ty
    }

    pub(super) fn annotation(&mut self) -> AnnotationId {
        let span = self.span();
        let mut style = AnnotationStyle::Marker;
        let (mut ty, mut values) = (None, Vec::new());
        self.children(|this, kind, field| match (field, kind) {
            (F::Name, _) => ty = Some(this.ty()),
            (_, K::AnnotationArgs) => {
                style = AnnotationStyle::Normal;
                this.children(|this, kind, _| {
                    if kind == K::ValuePair {
                        let value = this.element_value_pair();
                        values.push(value);
                    } else if let Some(value) = this.element_value(kind) {
                        style = AnnotationStyle::Single;
                        let span = this.span();
                        values.push(this.add_element_value(span, Sym::new("value"), value));
                    }
                });
            }
            _ => {}
        });
        let ty = self.type_or_error(ty);
        let values = self.list(&values);
        self.file.annotations.push(Annotation { span, ty, style, values });
        AnnotationId::from_index(self.file.annotations.len() - 1)
    }

    fn element_value_pair(&mut self) -> ElementValueId {
        let span = self.span();
        let (mut name, mut value) = (Sym::EMPTY, None);
        self.children(|this, kind, field| match field {
            F::Key => name = this.sym(),
            F::Value => value = this.element_value(kind),
            _ => {}
        });
        let value = self.expr_or_error(value);
        self.add_element_value(span, name, value)
    }

    fn add_element_value(&mut self, span: Span, name: Sym, value: ExprId) -> ElementValueId {
        self.file.element_values.push(ElementValue { span, name, value });
        ElementValueId::from_index(self.file.element_values.len() - 1)
    }

    /// The value at the cursor, if it is one.
    pub(super) fn element_value(&mut self, kind: K) -> Option<ExprId> {
        let span = self.span();
        match kind {
            K::ValueArray => {
                let mut elements = Vec::new();
                self.children(|this, kind, _| elements.extend(this.element_value(kind)));
                let elements = self.list(&elements);
                Some(self.add_expr(span, ExprKind::ArrayInit { elements }))
            }
            kind if kind.is_annotation() => {
                let annotation = self.nested(|this| Some(this.annotation()), |_| None)?;
                Some(self.add_expr(span, ExprKind::Annotation(annotation)))
            }
            kind if kind.is_expr() => Some(self.expr()),
            _ => None,
        }
    }
}

fn named(qualifier: Option<TypeNodeId>, name: Sym) -> TypeNodeKind {
    TypeNodeKind::Named { qualifier, name, args: List::EMPTY, diamond: false }
}
