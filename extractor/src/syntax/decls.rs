//! Types and their members.

use super::Lower;
use super::stmts::Variable;
use crate::ast::{
    Callable, CallableId, CallableKind, ExprKind, FieldDecl, FieldDeclId, Initializer, InitializerId, List,
    Member, Modifiers, NewExpr, Span, TypeDecl, TypeDeclId, TypeDeclKind, TypeNodeId, TypeNodeKind,
    TypeParam, TypeParamId, Var, VarId, VarKind,
};
use crate::intern::Sym;
use crate::parse::kinds::{F, K};

impl Lower<'_> {
    /// The modifiers at the cursor.
    pub(super) fn modifiers(&mut self) -> Modifiers {
        let (mut flags, mut annotations) = (0, Vec::new());
        self.children(|this, kind, _| {
            if kind.is_annotation() {
                annotations.push(this.annotation());
            } else {
                let text = this.text();
                flags |= Modifiers::ALL.iter().find(|(_, name)| *name == text).map_or(0, |(flag, _)| *flag);
            }
        });
        Modifiers { flags, annotations: self.list(&annotations) }
    }

    /// The type declaration at the cursor; `None` if it nests too deeply.
    pub(super) fn type_decl(&mut self) -> Option<TypeDeclId> {
        self.nested(|this| Some(this.type_decl_here()), |_| None)
    }

    fn type_decl_here(&mut self) -> TypeDeclId {
        let kind = match self.kind() {
            K::InterfaceDecl => TypeDeclKind::Interface,
            K::EnumDecl => TypeDeclKind::Enum,
            K::RecordDecl => TypeDeclKind::Record,
            K::AnnotationDecl => TypeDeclKind::Annotation,
            _ => TypeDeclKind::Class,
        };
        let mut decl = empty_type(kind, self.span());
        let mut members = Vec::new();
        self.children(|this, kind, field| match (field, kind) {
            (_, K::Modifiers) => decl.modifiers = this.modifiers(),
            (F::Name, _) => (decl.name, decl.name_span) = (this.sym(), this.span()),
            (F::TypeParameters, _) => decl.type_params = this.type_params(),
            (F::Superclass, _) => decl.superclass = this.types_below().first().copied(),
            (F::Interfaces, _) | (_, K::ExtendsInterfaces) => {
                let types = this.types_below();
                decl.interfaces = this.list(&types);
            }
            (F::Permits, _) => {
                let types = this.types_below();
                decl.permits = this.list(&types);
            }
            (F::Parameters, _) => decl.components = this.formal_params(VarKind::Component).0,
            (F::Body, _) => this.members_below(&mut members),
            _ => {}
        });
        decl.members = members.into_boxed_slice();
        self.add_type_decl(decl)
    }

    pub(super) fn add_type_decl(&mut self, decl: TypeDecl) -> TypeDeclId {
        self.file.type_decls.push(decl);
        TypeDeclId::from_index(self.file.type_decls.len() - 1)
    }

    /// The anonymous class whose body is at the cursor.
    pub(super) fn class_from_body(&mut self, span: Span) -> TypeDeclId {
        let mut decl = empty_type(TypeDeclKind::Anonymous, span);
        let mut members = Vec::new();
        self.nested(|this| this.members_below(&mut members), |_| ());
        decl.members = members.into_boxed_slice();
        self.add_type_decl(decl)
    }

    /// The members among the children of a body, including those inside an error.
    pub(super) fn members_below(&mut self, out: &mut Vec<Member>) {
        self.children(|this, kind, _| match kind {
            K::EnumConstant => {
                let constant = this.enum_constant();
                out.push(Member::EnumConstant(constant));
            }
            K::EnumBodyDecls | K::Error => this.nested(|this| this.members_below(out), |_| ()),
            K::Block => {
                let (span, body) = (this.span(), this.stmt());
                out.push(Member::Initializer(this.add_initializer(Initializer {
                    span,
                    is_static: false,
                    body,
                })));
            }
            kind if kind.is_member() => out.extend(this.member()),
            _ => {}
        });
    }

    /// The member at the cursor.
    pub(super) fn member(&mut self) -> Option<Member> {
        Some(match self.kind() {
            K::FieldDecl | K::ConstantDecl | K::LocalVar => Member::Field(self.field_decl()),
            K::MethodDecl => Member::Callable(self.callable(CallableKind::Method)),
            K::ConstructorDecl => Member::Callable(self.callable(CallableKind::Constructor)),
            K::CompactConstructor => Member::Callable(self.callable(CallableKind::CompactConstructor)),
            K::AnnotationElement => Member::Callable(self.callable(CallableKind::AnnotationElement)),
            K::StaticInit => {
                let (span, mut body) = (self.span(), None);
                self.children(|this, kind, _| {
                    if kind == K::Block {
                        body = Some(this.stmt());
                    }
                });
                let body = body.unwrap_or_else(|| self.add_block(span, &[]));
                Member::Initializer(self.add_initializer(Initializer { span, is_static: true, body }))
            }
            kind if kind.is_type_decl() => Member::Type(self.type_decl()?),
            _ => return None,
        })
    }

    fn add_initializer(&mut self, initializer: Initializer) -> InitializerId {
        self.file.initializers.push(initializer);
        InitializerId::from_index(self.file.initializers.len() - 1)
    }

    fn field_decl(&mut self) -> FieldDeclId {
        let span = self.span();
        let (mut modifiers, mut ty, mut vars) = (Modifiers::default(), None, Vec::new());
        self.children(|this, kind, field| match (field, kind) {
            (_, K::Modifiers) => modifiers = this.modifiers(),
            (F::Type, _) => ty = Some(this.ty()),
            (F::Declarator, _) => {
                let written = this.type_or_error(ty);
                ty = Some(written);
                let var = this.declarator(VarKind::Field, written, modifiers);
                vars.push(this.add_var(var));
            }
            _ => {}
        });
        let ty = self.type_or_error(ty);
        let vars = self.list(&vars);
        self.file.field_decls.push(FieldDecl { span, modifiers, ty, vars });
        FieldDeclId::from_index(self.file.field_decls.len() - 1)
    }

    fn enum_constant(&mut self) -> VarId {
        let span = self.span();
        let (mut modifiers, mut name, mut args, mut body) = (Modifiers::default(), None, List::EMPTY, None);
        let mut rest = None;
        self.children(|this, kind, field| match (field, kind) {
            (_, K::Modifiers) => modifiers = this.modifiers(),
            (F::Name, _) => name = Some((this.span(), this.sym())),
            (F::Arguments, _) => {
                rest = rest.or(Some(this.span().start));
                args = this.args();
            }
            (F::Body, _) => {
                rest = rest.or(Some(this.span().start));
                body = Some(this.anonymous_class());
            }
            _ => {}
        });
        let (name_span, name) = name.unwrap_or((Span::new(span.start, span.start), Sym::EMPTY));
        if let Some(body) = body {
            // It has no name but the constant's.
            self.file.type_decls[body.index()].name_span = name_span;
        }
        let new = self.add_new(NewExpr { qualifier: None, type_args: List::EMPTY, ty: None, args, body });
        // The name is the constant's; the creation is the part after it, if any.
        let creation = rest.map_or(name_span, |start| Span::new(start, span.end));
        let init = Some(self.add_expr(creation, ExprKind::New(new)));
        let kind = VarKind::EnumConstant;
        self.add_var(Var { kind, is_varargs: false, span, name, name_span, modifiers, ty: None, init })
    }

    fn callable(&mut self, kind: CallableKind) -> CallableId {
        let span = self.span();
        let mut callable = Callable {
            kind,
            span,
            name: Sym::EMPTY,
            name_span: Span::new(span.start, span.start),
            modifiers: Modifiers::default(),
            type_params: List::EMPTY,
            result: None,
            receiver: None,
            params: List::EMPTY,
            throws: List::EMPTY,
            body: None,
            default_value: None,
        };
        let mut annotations = Vec::new();
        self.children(|this, kind, field| match (field, kind) {
            (_, K::Modifiers) => callable.modifiers = this.modifiers(),
            (F::TypeParameters, _) => callable.type_params = this.type_params(),
            (F::Type, _) => callable.result = Some(this.ty()),
            (F::Name, _) => (callable.name, callable.name_span) = (this.sym(), this.span()),
            (F::Parameters, _) => (callable.params, callable.receiver) = this.formal_params(VarKind::Param),
            (F::Dimensions, _) => {
                let base = this.type_or_error(callable.result);
                callable.result = Some(this.dimensions_after_name(base));
            }
            (F::Body, _) => callable.body = Some(this.stmt()),
            (F::Value, kind) => callable.default_value = this.element_value(kind),
            (_, K::Throws) => {
                let types = this.types_below();
                callable.throws = this.list(&types);
            }
            (_, kind) if kind.is_annotation() => annotations.push(this.annotation()),
            _ => {}
        });
        if let Some(result) = callable.result {
            self.annotate(result, &annotations);
        }
        self.file.callables.push(callable);
        CallableId::from_index(self.file.callables.len() - 1)
    }

    fn type_params(&mut self) -> List<TypeParamId> {
        let mut params = Vec::new();
        self.children(|this, kind, _| {
            if kind != K::TypeParam {
                return;
            }
            let span = this.span();
            let (mut name, mut bounds, mut annotations) = (None, Vec::new(), Vec::new());
            this.children(|this, kind, _| match kind {
                K::TypeIdentifier | K::Identifier => name = Some((this.span(), this.sym())),
                K::TypeBound => bounds = this.types_below(),
                kind if kind.is_annotation() => annotations.push(this.annotation()),
                _ => {}
            });
            let (name_span, name) = name.unwrap_or((Span::new(span.start, span.start), Sym::EMPTY));
            let (bounds, annotations) = (this.list(&bounds), this.list(&annotations));
            this.file.type_params.push(TypeParam { span, name, name_span, bounds, annotations });
            params.push(TypeParamId::from_index(this.file.type_params.len() - 1));
        });
        self.list(&params)
    }

    /// The parameters in parentheses, and the type of a receiver parameter.
    pub(super) fn formal_params(&mut self, kind: VarKind) -> (List<VarId>, Option<TypeNodeId>) {
        let (mut vars, mut receiver) = (Vec::new(), None);
        self.children(|this, node, _| match node {
            K::FormalParam => {
                let mut variable = Variable::default();
                this.children(|this, node, field| match (field, node) {
                    // `var` requests inference only in a lambda.
                    (F::Type, _) if kind != VarKind::LambdaParam => variable.ty = Some(this.ty()),
                    _ => variable.part(this, node, field),
                });
                let var = variable.finish(this, kind, None);
                if var.name.as_str() == "this" {
                    // An annotated receiver parameter, which the grammar takes for an ordinary one.
                    receiver = var.ty;
                    let annotations: Vec<_> = this.file.list(var.modifiers.annotations).collect();
                    if let Some(ty) = receiver {
                        this.annotate(ty, &annotations);
                    }
                    return;
                }
                vars.push(this.add_var(var));
            }
            K::SpreadParam => {
                let var = this.varargs_param(kind);
                vars.push(this.add_var(var));
            }
            K::ReceiverParam => {
                let mut annotations = Vec::new();
                this.children(|this, node, _| {
                    if node.is_annotation() {
                        annotations.push(this.annotation());
                    } else if node.is_type() {
                        receiver = Some(this.ty());
                    }
                });
                if let Some(ty) = receiver {
                    this.annotate(ty, &annotations);
                }
            }
            _ => {}
        });
        (self.list(&vars), receiver)
    }

    /// `T @A ... name`.
    fn varargs_param(&mut self, kind: VarKind) -> Var {
        let span = self.span();
        let (mut variable, mut annotations, mut end) = (Variable::default(), Vec::new(), span.start);
        self.children(|this, node, _| match node {
            K::Modifiers => variable.modifiers = this.modifiers(),
            K::Declarator => {
                this.children(|this, node, field| variable.part(this, node, field));
            }
            node if node.is_annotation() => annotations.push(this.annotation()),
            node if node.is_type() => variable.ty = Some(this.ty()),
            _ if this.text() == "..." => {
                end = this.span().end;
                let component = this.type_or_error(variable.ty);
                let start = this.file[component].span.start;
                variable.ty = Some(this.add_type(Span::new(start, end), TypeNodeKind::Array { component }));
            }
            _ => {}
        });
        if let (Some(ty), false) = (variable.ty, annotations.is_empty()) {
            self.file.types[ty.index()].annotations = self.file.add_list(&annotations);
        }
        Var { is_varargs: true, ..variable.finish(self, kind, None) }
    }
}

/// A type declaration without parts.
pub(super) fn empty_type(kind: TypeDeclKind, span: Span) -> TypeDecl {
    TypeDecl {
        kind,
        span,
        name: Sym::EMPTY,
        name_span: span,
        modifiers: Modifiers::default(),
        type_params: List::EMPTY,
        superclass: None,
        interfaces: List::EMPTY,
        permits: List::EMPTY,
        components: List::EMPTY,
        members: Box::new([]),
    }
}
