//! Expressions and patterns.

use super::Lower;
use crate::ast::{
    BinaryOp, Expr, ExprId, ExprKind, LambdaBody, List, LiteralKind, Modifiers, NewExpr, NewId, Span,
    TypeDeclId, TypeNodeId, TypeNodeKind, UnaryOp, Var, VarId, VarKind,
};
use crate::intern::Sym;
use crate::parse::kinds::{F, K};

/// String literals joined at the end of a chain.
#[derive(Default)]
struct Texts {
    /// The operand before them.
    before: Option<ExprId>,
    literals: Vec<ExprId>,
    /// From the start of the chain to the last of them.
    span: Span,
}

impl Lower<'_> {
    /// The expression at the cursor, or an error expression.
    pub(super) fn expr(&mut self) -> ExprId {
        self.nested(Self::expr_here, |this| this.expr_or_error(None))
    }

    fn expr_here(&mut self) -> ExprId {
        let span = self.span();
        let kind = match self.kind() {
            K::Identifier | K::TypeIdentifier | K::Underscore => ExprKind::Name(self.sym()),
            K::ScopedName => return self.scoped_name(),
            K::Parens => return self.parenthesized(),
            K::Binary => return self.binary(),
            K::DecimalInt | K::HexInt | K::OctalInt | K::BinaryInt => {
                let is_long = self.text().ends_with(['l', 'L']);
                self.literal(if is_long { LiteralKind::Long } else { LiteralKind::Int })
            }
            K::DecimalFloat | K::HexFloat => {
                let is_float = self.text().ends_with(['f', 'F']);
                self.literal(if is_float { LiteralKind::Float } else { LiteralKind::Double })
            }
            K::True | K::False => self.literal(LiteralKind::Boolean),
            K::Char => self.literal(LiteralKind::Char),
            K::Null => self.literal(LiteralKind::Null),
            K::Str => self.string(),
            K::This => ExprKind::This { qualifier: None },
            K::Super => ExprKind::Super { qualifier: None },
            K::ClassLiteral => {
                let mut ty = None;
                self.children(|this, kind, _| {
                    if kind.is_type() {
                        ty = Some(this.ty());
                    }
                });
                ExprKind::ClassLiteral { ty: self.type_or_error(ty) }
            }
            K::New => self.creation(),
            K::NewArray => self.array_creation(),
            K::ArrayInit => {
                let mut elements = Vec::new();
                self.children(|this, kind, _| {
                    if kind.is_expr() || kind == K::ArrayInit {
                        elements.push(this.expr());
                    }
                });
                ExprKind::ArrayInit { elements: self.list(&elements) }
            }
            K::FieldAccess => self.field_access(),
            K::ArrayAccess => {
                let (mut array, mut index) = (None, None);
                self.children(|this, _, field| match field {
                    F::Array => array = Some(this.expr()),
                    F::Index => index = Some(this.expr()),
                    _ => {}
                });
                ExprKind::ArrayAccess { array: self.expr_or_error(array), index: self.expr_or_error(index) }
            }
            K::Call => self.call(),
            K::MethodRef => self.method_ref(),
            K::Template => {
                let (mut processor, mut args) = (None, Vec::new());
                self.children(|this, _, field| match field {
                    F::TemplateProcessor => processor = Some(this.expr()),
                    F::TemplateArgument => args = this.interpolations(),
                    _ => {}
                });
                ExprKind::Template { processor, args: self.list(&args) }
            }
            K::Lambda => self.lambda(),
            K::Ternary => {
                let (mut condition, mut then, mut otherwise) = (None, None, None);
                self.children(|this, _, field| match field {
                    F::Condition => condition = Some(this.expr()),
                    F::Consequence => then = Some(this.expr()),
                    F::Alternative => otherwise = Some(this.expr()),
                    _ => {}
                });
                ExprKind::Conditional {
                    condition: self.expr_or_error(condition),
                    then: self.expr_or_error(then),
                    otherwise: self.expr_or_error(otherwise),
                }
            }
            K::Unary => {
                let (mut op, mut operand) = (UnaryOp::Plus, None);
                self.children(|this, _, field| match field {
                    F::Operator => {
                        op = match this.text() {
                            "-" => UnaryOp::Minus,
                            "!" => UnaryOp::Not,
                            "~" => UnaryOp::BitNot,
                            _ => UnaryOp::Plus,
                        }
                    }
                    F::Operand => operand = Some(this.expr()),
                    _ => {}
                });
                let operand = self.expr_or_error(operand);
                match self.least_integer(op, operand) {
                    Some(literal) => literal,
                    None => ExprKind::Unary { op, operand },
                }
            }
            K::Update => {
                let (mut op, mut operand) = (None, None);
                self.children(|this, kind, _| match kind {
                    K::PlusPlus if operand.is_some() => op = Some(UnaryOp::PostInc),
                    K::PlusPlus => op = Some(UnaryOp::PreInc),
                    K::MinusMinus if operand.is_some() => op = Some(UnaryOp::PostDec),
                    K::MinusMinus => op = Some(UnaryOp::PreDec),
                    kind if kind.is_expr() => operand = Some(this.expr()),
                    _ => {}
                });
                ExprKind::Unary { op: op.unwrap_or(UnaryOp::PostInc), operand: self.expr_or_error(operand) }
            }
            K::Cast => {
                let (mut types, mut operand) = (Vec::new(), None);
                self.children(|this, kind, field| match field {
                    F::Type if kind.is_type() => types.push(this.ty()),
                    F::Value => operand = Some(this.expr()),
                    _ => {}
                });
                let ty = self.joined(&types, TypeNodeKind::Intersection);
                ExprKind::Cast { ty, operand: self.expr_or_error(operand) }
            }
            K::Assignment => {
                let (mut target, mut value, mut op) = (None, None, None);
                self.children(|this, _, field| match field {
                    F::Left => target = Some(this.expr()),
                    F::Right => value = Some(this.expr()),
                    F::Operator => op = this.text().strip_suffix('=').and_then(binary_op),
                    _ => {}
                });
                ExprKind::Assign { op, target: self.expr_or_error(target), value: self.expr_or_error(value) }
            }
            K::InstanceOf => self.instance_of(),
            K::Switch => {
                let (selector, body) = self.switch_parts(true);
                ExprKind::Switch { selector, body }
            }
            K::Error => {
                let mut parts = Vec::new();
                self.children(|this, kind, _| {
                    if kind.is_expr() {
                        parts.push(this.expr());
                    }
                });
                ExprKind::Error { parts: self.list(&parts) }
            }
            _ => ExprKind::Error { parts: List::EMPTY },
        };
        self.add_expr(span, kind)
    }

    fn literal(&mut self, kind: LiteralKind) -> ExprKind {
        ExprKind::Literal { kind, text: Sym::new(self.text()) }
    }

    /// A minus and the magnitude of the least `int` or `long` as one literal (JLS 3.10.1); removes the operand from the
    /// tree.
    fn least_integer(&mut self, op: UnaryOp, operand: ExprId) -> Option<ExprKind> {
        let Expr { kind: ExprKind::Literal { kind, text }, parens: 0, .. } = self.file[operand] else {
            return None;
        };
        let digits = text.as_str().replace('_', "");
        let is_least = match kind {
            LiteralKind::Int => digits == "2147483648",
            LiteralKind::Long => digits.trim_end_matches(['l', 'L']) == "9223372036854775808",
            _ => false,
        };
        if op != UnaryOp::Minus || !is_least || operand.index() + 1 != self.file.exprs.len() {
            return None;
        }
        self.file.exprs.pop();
        Some(ExprKind::Literal { kind, text: Sym::new(&format!("-{}", text.as_str())) })
    }

    fn string(&mut self) -> ExprKind {
        let text = self.text();
        if text.contains("\\{") {
            let args = self.interpolations();
            if !args.is_empty() {
                return ExprKind::Template { processor: None, args: self.list(&args) };
            }
        }
        self.literal(if text.starts_with("\"\"\"") { LiteralKind::TextBlock } else { LiteralKind::String })
    }

    fn interpolations(&mut self) -> Vec<ExprId> {
        let mut args = Vec::new();
        self.children(|this, kind, _| {
            if kind == K::Interpolation {
                this.children(|this, kind, _| {
                    if kind.is_expr() {
                        args.push(this.expr());
                    }
                });
            }
        });
        args
    }

    /// A dotted name as an expression.
    fn scoped_name(&mut self) -> ExprId {
        let span = self.span();
        let (mut qualifier, mut name) = (None, Sym::EMPTY);
        self.children(|this, kind, field| match (field, kind) {
            (F::Name, _) => name = this.sym(),
            (_, K::Identifier | K::ScopedName) => qualifier = Some(this.expr()),
            _ => {}
        });
        let qualifier = self.expr_or_error(qualifier);
        self.add_expr(span, ExprKind::Select { qualifier, name })
    }

    /// Walks down through all parentheses at once, so that thousands of them take no stack.
    fn parenthesized(&mut self) -> ExprId {
        let mut down = 0_usize;
        let mut found = true;
        while found && self.kind() == K::Parens {
            found = self.cursor.goto_first_child();
            down += usize::from(found);
            // Skip the opening parenthesis, comments and skipped text.
            while found && !self.kind().is_expr() {
                found = self.cursor.goto_next_sibling();
            }
        }
        let inner = if found { self.expr() } else { self.expr_or_error(None) };
        for _ in 0..down {
            self.cursor.goto_parent();
        }
        let expr = &mut self.file.exprs[inner.index()];
        expr.parens = expr.parens.saturating_add(u8::try_from(down).unwrap_or(u8::MAX));
        inner
    }

    /// The condition or selector at the cursor, whose parentheses belong to the statement.
    pub(super) fn parenthesized_part(&mut self) -> ExprId {
        let is_parens = self.kind() == K::Parens;
        let id = self.expr();
        if is_parens {
            let expr = &mut self.file.exprs[id.index()];
            expr.parens = expr.parens.saturating_sub(1);
        }
        id
    }

    /// Left-nested chains `a + b + c + ...` are walked in a loop. Adjacent string literals become one, as in javac.
    fn binary(&mut self) -> ExprId {
        let mut depth = 0_usize;
        while self.kind() == K::Binary && self.cursor.goto_first_child() {
            depth += 1;
            while self.kind().is_comment() && self.cursor.goto_next_sibling() {}
        }
        let mut left = self.expr();
        // Literals that end the chain so far, and are not part of `left` yet.
        let mut texts = Texts::default();
        if self.is_text(left) {
            texts.literals.push(left);
        }
        for _ in 0..depth {
            let (mut op, mut right) = (BinaryOp::Add, None);
            while self.cursor.goto_next_sibling() {
                match self.tables.field(self.cursor.field_id()) {
                    F::Operator => op = binary_op(self.text()).unwrap_or(op),
                    F::Right => right = Some(self.expr()),
                    _ => {}
                }
            }
            self.cursor.goto_parent();
            let span = self.span();
            let right = self.expr_or_error(right);
            if op == BinaryOp::Add && self.is_text(right) {
                if texts.literals.is_empty() {
                    texts.before = Some(left);
                }
                texts.literals.push(right);
                texts.span = span;
                continue;
            }
            left = self.added_up(std::mem::take(&mut texts), left);
            left = self.add_expr(span, ExprKind::Binary { op, left, right });
        }
        self.added_up(texts, left)
    }

    /// Whether an expression is a string literal or text block without parentheses.
    fn is_text(&self, id: ExprId) -> bool {
        let Expr { kind, parens, .. } = self.file[id];
        parens == 0
            && matches!(kind, ExprKind::Literal { kind: LiteralKind::String | LiteralKind::TextBlock, .. })
    }

    /// Joins the texts at the end of a chain; returns `left` if there are none.
    fn added_up(&mut self, texts: Texts, left: ExprId) -> ExprId {
        let (Some(&first), Some(&last)) = (texts.literals.first(), texts.literals.last()) else {
            return left;
        };
        if texts.literals.len() > 1 {
            let written = texts.literals.iter().filter_map(|&id| match self.file[id].kind {
                ExprKind::Literal { text, .. } => Some(text.as_str()),
                _ => None,
            });
            let joined = Sym::new(&written.collect::<Vec<_>>().join(" + "));
            let end = self.file[last].span.end;
            let literal = &mut self.file.exprs[first.index()];
            literal.span.end = end;
            if let ExprKind::Literal { text, .. } = &mut literal.kind {
                *text = joined;
            }
        }
        match texts.before {
            Some(left) => {
                self.add_expr(texts.span, ExprKind::Binary { op: BinaryOp::Add, left, right: first })
            }
            None => first,
        }
    }

    fn field_access(&mut self) -> ExprKind {
        let span = self.span();
        let (mut qualifier, mut name, mut is_this) = (None, Sym::EMPTY, false);
        self.children(|this, kind, field| match (field, kind) {
            (F::Object, _) => qualifier = Some(this.expr()),
            (F::Field, K::This) => is_this = true,
            (F::Field, _) => name = this.sym(),
            (_, K::Super) => qualifier = Some(this.qualified_super(span, qualifier)),
            _ => {}
        });
        if is_this {
            return ExprKind::This { qualifier };
        }
        ExprKind::Select { qualifier: self.expr_or_error(qualifier), name }
    }

    /// `qualifier.super`, the cursor at `super`, inside a construct that begins with the qualifier.
    fn qualified_super(&mut self, whole: Span, qualifier: Option<ExprId>) -> ExprId {
        let span = Span::new(whole.start, self.span().end);
        self.add_expr(span, ExprKind::Super { qualifier })
    }

    fn call(&mut self) -> ExprKind {
        let span = self.span();
        let (mut qualifier, mut type_args, mut name, mut args) = (None, List::EMPTY, Sym::EMPTY, List::EMPTY);
        self.children(|this, kind, field| match (field, kind) {
            (F::Object, _) => qualifier = Some(this.expr()),
            (F::TypeArguments, K::TypeArgs) => type_args = this.type_args(),
            (F::Name, _) => name = this.sym(),
            (F::Arguments, _) => args = this.args(),
            (_, K::Super) => qualifier = Some(this.qualified_super(span, qualifier)),
            _ => {}
        });
        ExprKind::Call { qualifier, type_args, name, args }
    }

    /// The arguments in parentheses.
    pub(super) fn args(&mut self) -> List<ExprId> {
        let mut args = Vec::new();
        self.children(|this, kind, _| {
            if kind.is_expr() {
                args.push(this.expr());
            }
        });
        self.list(&args)
    }

    fn method_ref(&mut self) -> ExprKind {
        let span = self.span();
        let (mut qualifier, mut type_args, mut name, mut after) = (None, List::EMPTY, Sym::EMPTY, false);
        self.children(|this, kind, _| match kind {
            K::DoubleColon => after = true,
            K::TypeArgs => type_args = this.type_args(),
            K::NewToken | K::Identifier if after => name = this.sym(),
            _ if after => {}
            K::Super if qualifier.is_some() => qualifier = Some(this.qualified_super(span, qualifier)),
            K::TypeIdentifier | K::ScopedType => qualifier = Some(this.type_name_expr()),
            kind if kind.is_type() => {
                let ty = this.ty();
                let span = this.span();
                qualifier = Some(this.add_expr(span, ExprKind::TypeOperand(ty)));
            }
            kind if kind.is_expr() => qualifier = Some(this.expr()),
            _ => {}
        });
        ExprKind::MethodRef { qualifier: self.expr_or_error(qualifier), type_args, name }
    }

    /// A type that is only a name, as the ambiguous name that it is; others as a type operand.
    fn type_name_expr(&mut self) -> ExprId {
        let ty = self.ty();
        let mut names = Vec::new();
        let mut next = Some(ty);
        while let Some(id) = next {
            let node = self.file[id];
            match node.kind {
                TypeNodeKind::Named { qualifier, name, args, diamond: false }
                    if args.is_empty() && node.annotations.is_empty() =>
                {
                    names.push((node.span, name));
                    next = qualifier;
                }
                _ => {
                    let span = self.span();
                    return self.add_expr(span, ExprKind::TypeOperand(ty));
                }
            }
        }
        let mut result = None;
        for (span, name) in names.into_iter().rev() {
            let kind = match result {
                Some(qualifier) => ExprKind::Select { qualifier, name },
                None => ExprKind::Name(name),
            };
            result = Some(self.add_expr(span, kind));
        }
        self.expr_or_error(result)
    }

    fn creation(&mut self) -> ExprKind {
        let (mut qualifier, mut type_args, mut ty, mut args, mut body) =
            (None, List::EMPTY, None, List::EMPTY, None);
        let mut annotations = Vec::new();
        self.children(|this, kind, field| match (field, kind) {
            (F::TypeArguments, K::TypeArgs) => type_args = this.type_args(),
            (F::Type, _) => ty = Some(this.ty()),
            (F::Arguments, _) => args = this.args(),
            (_, K::ClassBody) => body = Some(this.anonymous_class()),
            (_, kind) if kind.is_annotation() => annotations.push(this.annotation()),
            (_, kind) if kind.is_expr() => qualifier = Some(this.expr()),
            _ => {}
        });
        let ty = self.type_or_error(ty);
        self.annotate(ty, &annotations);
        if let Some(body) = body {
            // It has no name; its supertype's place replaces it.
            self.file.type_decls[body.index()].name_span = self.file[ty].span;
        }
        ExprKind::New(self.add_new(NewExpr { qualifier, type_args, ty: Some(ty), args, body }))
    }

    pub(super) fn add_new(&mut self, new: NewExpr) -> NewId {
        self.file.news.push(new);
        NewId::from_index(self.file.news.len() - 1)
    }

    /// The anonymous class whose body is at the cursor.
    pub(super) fn anonymous_class(&mut self) -> TypeDeclId {
        let span = self.span();
        self.class_from_body(span)
    }

    fn array_creation(&mut self) -> ExprKind {
        let (mut element, mut dims, mut init) = (None, Vec::new(), None);
        let (mut annotations, mut dim_annotations, mut dim_ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut inner = None;
        self.children(|this, kind, field| match (field, kind) {
            (F::Type, _) => element = Some(this.ty()),
            (_, K::DimensionsExpr) => {
                let (mut size, mut here) = (None, Vec::new());
                this.children(|this, kind, _| {
                    if kind.is_annotation() {
                        here.push(this.annotation());
                    } else if kind.is_expr() {
                        size = Some(this.expr());
                    }
                });
                dims.push(this.expr_or_error(size));
                dim_annotations.push(here);
                dim_ends.push(this.span().end);
            }
            (_, K::Dimensions) => {
                let base = this.type_or_error(element);
                inner = Some(this.dimensions(base));
            }
            (F::Value, _) => init = Some(this.expr()),
            (_, kind) if kind.is_annotation() => annotations.push(this.annotation()),
            _ => {}
        });
        let element = self.type_or_error(element);
        let mut ty = inner.unwrap_or(element);
        let start = self.file[element].span.start;
        for (k, annotations) in dim_annotations.into_iter().rev().enumerate() {
            let end = if inner.is_some() { self.file[ty].span.end } else { dim_ends[k] };
            ty = self.add_type(Span::new(start, end), TypeNodeKind::Array { component: ty });
            if !annotations.is_empty() {
                self.file.types[ty.index()].annotations = self.file.add_list(&annotations);
            }
        }
        self.annotate(ty, &annotations);
        ExprKind::NewArray { ty, dims: self.list(&dims), init }
    }

    fn lambda(&mut self) -> ExprKind {
        let (mut params, mut body) = (List::EMPTY, None);
        self.children(|this, kind, field| match (field, kind) {
            (F::Parameters, K::Identifier) => {
                let var = this.inferred_param();
                params = this.list(&[var]);
            }
            (F::Parameters, K::InferredParams) => {
                let mut vars = Vec::new();
                this.children(|this, kind, _| {
                    if kind == K::Identifier {
                        vars.push(this.inferred_param());
                    }
                });
                params = this.list(&vars);
            }
            (F::Parameters, K::FormalParams) => params = this.formal_params(VarKind::LambdaParam).0,
            (F::Body, K::Block) => body = Some(LambdaBody::Block(this.stmt())),
            (F::Body, _) => body = Some(LambdaBody::Expr(this.expr())),
            _ => {}
        });
        let body = match body {
            Some(body) => body,
            None => LambdaBody::Expr(self.expr_or_error(None)),
        };
        ExprKind::Lambda { params, body }
    }

    fn inferred_param(&mut self) -> VarId {
        let (span, name) = (self.span(), self.sym());
        self.add_var(Var {
            kind: VarKind::LambdaParam,
            is_varargs: false,
            span,
            name,
            name_span: span,
            modifiers: Modifiers::default(),
            ty: None,
            init: None,
        })
    }

    pub(super) fn add_var(&mut self, var: Var) -> VarId {
        self.file.vars.push(var);
        VarId::from_index(self.file.vars.len() - 1)
    }

    /// A variable declarator expression.
    pub(super) fn add_var_decl(&mut self, var: Var) -> ExprId {
        let span = var.span;
        let var = self.add_var(var);
        self.add_expr(span, ExprKind::VarDecl(var))
    }

    /// The only element of `types`, or their join in a cast or catch clause.
    pub(super) fn joined(
        &mut self,
        types: &[TypeNodeId],
        join: impl FnOnce(List<TypeNodeId>) -> TypeNodeKind,
    ) -> TypeNodeId {
        match types {
            [] => self.type_or_error(None),
            [one] => *one,
            [first, .., last] => {
                let span = self.file[*first].span.to(self.file[*last].span);
                let list = self.list(types);
                self.add_type(span, join(list))
            }
        }
    }

    fn instance_of(&mut self) -> ExprKind {
        let (mut operand, mut ty, mut pattern, mut name) = (None, None, None, None);
        let mut modifiers = Modifiers::default();
        self.children(|this, kind, field| match (field, kind) {
            (F::Left, _) => operand = Some(this.expr()),
            (F::Right, _) => ty = Some(this.ty()),
            (F::Name, _) => name = Some((this.span(), this.sym())),
            (F::Pattern, _) => pattern = Some(this.pattern()),
            (_, K::Modifiers) => modifiers = this.modifiers(),
            _ => {}
        });
        let operand = self.expr_or_error(operand);
        if let (Some((name_span, name)), Some(written)) = (name, ty.take_if(|_| name.is_some())) {
            pattern = Some(self.pattern_var(written, name, name_span, modifiers));
        }
        if let Some(ty) = ty {
            let annotations: Vec<_> = self.file.list(modifiers.annotations).collect();
            self.annotate(ty, &annotations);
        }
        if ty.is_none() && pattern.is_none() {
            ty = Some(self.type_or_error(None));
        }
        ExprKind::InstanceOf { operand, ty, pattern }
    }

    fn pattern_var(&mut self, ty: TypeNodeId, name: Sym, name_span: Span, modifiers: Modifiers) -> ExprId {
        let span = self.file[ty].span.to(name_span);
        self.add_var_decl(Var {
            kind: VarKind::Pattern,
            is_varargs: false,
            span,
            name,
            name_span,
            modifiers,
            ty: Some(ty),
            init: None,
        })
    }

    /// The pattern at the cursor.
    pub(super) fn pattern(&mut self) -> ExprId {
        self.nested(Self::pattern_here, |this| this.expr_or_error(None))
    }

    fn pattern_here(&mut self) -> ExprId {
        let span = self.span();
        match self.kind() {
            K::Pattern => {
                let mut inner = None;
                self.children(|this, kind, _| {
                    if matches!(kind, K::TypePattern | K::RecordPattern) {
                        inner = Some(this.pattern());
                    }
                });
                self.expr_or_error(inner)
            }
            K::Underscore => self.add_expr(span, ExprKind::AnyPattern),
            K::TypePattern | K::RecordComponentPattern => {
                let (mut ty, mut name, mut is_any) = (None, None, false);
                let mut modifiers = Modifiers::default();
                self.children(|this, kind, _| match kind {
                    K::Modifiers => modifiers = this.modifiers(),
                    K::Underscore => is_any = true,
                    K::Identifier => name = Some((this.span(), this.sym())),
                    kind if kind.is_type() => ty = Some(this.local_ty()),
                    _ => {}
                });
                match (ty, name) {
                    (Some(ty), Some((name_span, name))) => self.pattern_var(ty, name, name_span, modifiers),
                    _ if is_any => self.add_expr(span, ExprKind::AnyPattern),
                    _ => self.expr_or_error(None),
                }
            }
            K::RecordPattern => {
                let (mut ty, mut components) = (None, Vec::new());
                self.children(|this, kind, _| match kind {
                    K::RecordPatternBody => this.children(|this, kind, _| {
                        if matches!(kind, K::RecordComponentPattern | K::RecordPattern) {
                            components.push(this.pattern());
                        }
                    }),
                    K::Identifier => ty = Some(this.ty()),
                    kind if kind.is_type() => ty = Some(this.ty()),
                    _ => {}
                });
                let ty = self.type_or_error(ty);
                let components = self.list(&components);
                self.add_expr(span, ExprKind::RecordPattern { ty, components })
            }
            _ => self.expr_or_error(None),
        }
    }
}

/// The operator with that text.
fn binary_op(text: &str) -> Option<BinaryOp> {
    Some(match text {
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" => BinaryOp::Rem,
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "<<" => BinaryOp::Shl,
        ">>" => BinaryOp::Shr,
        ">>>" => BinaryOp::UShr,
        "&" => BinaryOp::BitAnd,
        "|" => BinaryOp::BitOr,
        "^" => BinaryOp::BitXor,
        "&&" => BinaryOp::And,
        "||" => BinaryOp::Or,
        "<" => BinaryOp::Lt,
        ">" => BinaryOp::Gt,
        "<=" => BinaryOp::Le,
        ">=" => BinaryOp::Ge,
        "==" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        _ => return None,
    })
}
