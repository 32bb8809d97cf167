//! Predicates: created on demand from declarations, their heads resolved at the first call.

use crate::decl::{DeclId, DeclKind, Flags};
use crate::hir::{
    Inline, Pred, PredBody, PredId, PredKind, Primitive, TypeId, TypeKind, Var, VarId, nowhere,
};
use crate::names::Sym;
use crate::world::{ModuleId, PredInfo, PredSource, Sema};
use quarrel_base::catalog::ColumnType;
use quarrel_base::ids::IndexVec;
use quarrel_base::{Code, Diagnostic, Span};
use quarrel_syntax::tree::{self, Annotation, ClassMemberKind, Name};
use std::sync::Arc;

/// The inlining pragmas of a declaration.
pub(crate) fn inline_of(annotations: &[Annotation]) -> Inline {
    let mut inline = Inline::Auto;
    for annotation in annotations {
        match &*annotation.name.text {
            "pragma" => {
                for arg in annotation.args.iter().flatten() {
                    match &*arg.text {
                        "inline" | "inline_late" => inline = Inline::Always,
                        "noinline" | "nomagic" | "noopt" => inline = Inline::Never,
                        _ => {}
                    }
                }
            }
            "cached" if inline == Inline::Auto => inline = Inline::Never,
            _ => {}
        }
    }
    inline
}

impl<'t> Sema<'t> {
    /// Adds a predicate without a head.
    pub(crate) fn new_pred(
        &mut self,
        shown: String,
        name: Sym,
        arity: usize,
        kind: PredKind,
        span: Span,
        source: PredSource,
        module: ModuleId,
        class: Option<TypeId>,
    ) -> PredId {
        self.pred_info.push(PredInfo {
            source,
            module,
            class,
            name,
            arity: arity as u32,
            flags: Flags::default(),
            head: false,
            overrides_done: false,
            reached: false,
            family_reached: false,
        });
        self.out.preds.push(Pred {
            name: Arc::from(shown),
            kind,
            vars: IndexVec::new(),
            this: None,
            params: Vec::new(),
            result: None,
            field_vars: Vec::new(),
            body: PredBody::None,
            bindingsets: Vec::new(),
            inline: Inline::Auto,
            overrides: Vec::new(),
            overridden_by: Vec::new(),
            is_abstract: false,
            span,
        })
    }

    /// The predicate of a declaration in an instance of its module: a predicate, a branch's constructor, a default or
    /// required member of a signature.
    pub(crate) fn declared_pred(&mut self, id: DeclId, module: ModuleId) -> PredId {
        if let Some(known) = self.preds.get(&(id, module)) {
            return *known;
        }
        let decl = self.decls.decls[id];
        let mut kind = PredKind::Plain;
        let arity = match decl.kind {
            DeclKind::Predicate(predicate) => {
                let arity = predicate.head.params.len();
                if decl.flags.has(Flags::EXTENSIBLE) {
                    kind = PredKind::Extensible { name: decl.name.text.clone(), extension_id: false };
                } else if decl.flags.has(Flags::EXTERNAL) {
                    kind = PredKind::External;
                }
                arity
            }
            DeclKind::SignaturePredicate(head) => head.params.len(),
            DeclKind::Branch(branch, _) => {
                // Overwritten below: the branch type and its constructor refer to each other.
                branch.params.len()
            }
            _ => 0,
        };
        let prefix = self.module_name(module);
        let shown = match prefix.is_empty() {
            true => format!("{}/{arity}", decl.name.text),
            false => format!("{prefix}::{}/{arity}", decl.name.text),
        };
        let name = self.sym(decl.name);
        let source = PredSource::Decl(id);
        let pred = self.new_pred(shown, name, arity, kind, decl.name.span, source, module, None);
        self.preds.insert((id, module), pred);
        self.pred_info[pred].flags = decl.flags;
        self.out.preds[pred].inline = inline_of(decl.annotations);
        if matches!(decl.kind, DeclKind::Branch(..)) {
            let branch = self.declared_type(id, module);
            self.out.preds[pred].kind = PredKind::Constructor { branch };
        }
        pred
    }

    /// A member predicate or characteristic predicate.
    pub(crate) fn member_pred(
        &mut self,
        class: TypeId,
        at: usize,
        name: &Name,
        arity: usize,
        flags: Flags,
        characteristic: bool,
        annotations: &[Annotation],
    ) -> PredId {
        let kind = match characteristic {
            true => PredKind::Characteristic { class },
            false => PredKind::Member { class },
        };
        let shown = match characteristic {
            true => format!("{}.{}()", self.show(class), name.text),
            false => format!("{}.{}/{arity}", self.show(class), name.text),
        };
        let sym = self.names.intern(&name.text);
        let module = self.type_info[class].module;
        let source = PredSource::Member(at);
        let pred = self.new_pred(shown, sym, arity, kind, name.span, source, module, Some(class));
        self.pred_info[pred].flags = flags;
        self.out.preds[pred].is_abstract = flags.has(Flags::ABSTRACT);
        self.out.preds[pred].inline = inline_of(annotations);
        pred
    }

    /// The predicate of a database relation.
    pub(crate) fn stored_pred(&mut self, relation: usize) -> PredId {
        if let Some(known) = self.stored.get(&relation) {
            return *known;
        }
        let catalog = self.catalog;
        let declared = &catalog.relations[relation];
        let name = self.names.intern_str(&declared.name);
        let kind = PredKind::Stored { relation: Arc::from(&*declared.name) };
        let shown = format!("{}/{}", declared.name, declared.columns.len());
        let span = nowhere();
        let pred = self.new_pred(
            shown,
            name,
            declared.columns.len(),
            kind,
            span,
            PredSource::BuiltIn,
            self.builtins,
            None,
        );
        self.stored.insert(relation, pred);
        for column in &declared.columns {
            let ty = match &column.ty {
                ColumnType::Int => self.primitive(Primitive::Int),
                ColumnType::Float => self.primitive(Primitive::Float),
                ColumnType::String => self.primitive(Primitive::String),
                ColumnType::Boolean => self.primitive(Primitive::Boolean),
                ColumnType::Date => self.primitive(Primitive::Date),
                ColumnType::Entity(name) => {
                    let sym = self.names.intern_str(name);
                    self.db_types.get(&sym).copied().unwrap_or(self.error_type())
                }
            };
            self.add_param(pred, Arc::from(&*column.name), ty, span);
        }
        self.pred_info[pred].head = true;
        pred
    }

    /// Adds a variable to a predicate.
    pub(crate) fn add_var(&mut self, pred: PredId, name: Arc<str>, ty: TypeId, span: Span) -> VarId {
        self.out.preds[pred].vars.push(Var { name, ty, span })
    }

    /// Adds a parameter to a predicate.
    pub(crate) fn add_param(&mut self, pred: PredId, name: Arc<str>, ty: TypeId, span: Span) -> VarId {
        let var = self.add_var(pred, name, ty, span);
        self.out.preds[pred].params.push(var);
        var
    }

    /// The syntax of a class member.
    pub(crate) fn member_tree(&self, pred: PredId) -> Option<MemberTree<'t>> {
        let info = &self.pred_info[pred];
        let PredSource::Member(at) = info.source else { return None };
        let decl = self.type_info[info.class?].decl?;
        match self.decls.decls[decl].kind {
            DeclKind::Class(class) => {
                let member = class.members.get(at)?;
                match &member.kind {
                    ClassMemberKind::Predicate(predicate) => Some(MemberTree {
                        head: Some(&predicate.head),
                        body: Some(&predicate.body),
                        characteristic: None,
                        annotations: &member.annotations,
                    }),
                    ClassMemberKind::Characteristic { body, .. } => Some(MemberTree {
                        head: None,
                        body: None,
                        characteristic: Some(body),
                        annotations: &member.annotations,
                    }),
                    ClassMemberKind::Field { .. } => None,
                }
            }
            DeclKind::SignatureClass(class) => {
                let (annotations, head) = class.members.get(at)?;
                Some(MemberTree { head: Some(head), body: None, characteristic: None, annotations })
            }
            _ => None,
        }
    }

    /// Resolves the head of a predicate: its variables with their types, its binding sets.
    pub(crate) fn ensure_head(&mut self, pred: PredId) {
        if self.pred_info[pred].head {
            return;
        }
        self.pred_info[pred].head = true;
        let info = self.pred_info[pred].clone();
        let module = info.module;
        match info.source {
            PredSource::BuiltIn | PredSource::Select => {}
            PredSource::Decl(id) => {
                let decl = self.decls.decls[id];
                match decl.kind {
                    DeclKind::Predicate(predicate) => {
                        self.resolve_head(pred, module, &predicate.head, decl.annotations);
                        let last = self.out.preds[pred].params.last().copied();
                        let extension =
                            last.is_some_and(|var| self.out.preds[pred].vars[var].ty == self.extension_id);
                        if let PredKind::Extensible { extension_id, .. } = &mut self.out.preds[pred].kind {
                            *extension_id = extension;
                        }
                    }
                    DeclKind::SignaturePredicate(head) => {
                        self.resolve_head(pred, module, head, decl.annotations);
                    }
                    DeclKind::Branch(branch, _) => {
                        self.params(pred, module, &branch.params);
                        let PredKind::Constructor { branch: ty } = self.out.preds[pred].kind else { return };
                        let result = self.add_var(pred, Arc::from("result"), ty, branch.name.span);
                        self.out.preds[pred].result = Some(result);
                        self.bindingsets(pred, decl.annotations);
                    }
                    _ => {}
                }
            }
            PredSource::Member(_) => {
                let (Some(class), Some(tree)) = (info.class, self.member_tree(pred)) else { return };
                let span = self.out.preds[pred].span;
                let this_type = match tree.characteristic {
                    Some(_) => self.domain(class),
                    None => class,
                };
                let this = self.add_var(pred, Arc::from("this"), this_type, span);
                self.out.preds[pred].this = Some(this);
                match tree.head {
                    Some(head) => self.resolve_head(pred, module, head, tree.annotations),
                    None => self.bindingsets(pred, tree.annotations),
                }
            }
        }
    }

    fn resolve_head(
        &mut self,
        pred: PredId,
        module: ModuleId,
        head: &'t tree::Head,
        annotations: &'t [Annotation],
    ) {
        self.params(pred, module, &head.params);
        if let Some(result) = &head.result {
            let ty = self.type_or_error(module, result);
            let var = self.add_var(pred, Arc::from("result"), ty, result.span);
            self.out.preds[pred].result = Some(var);
        }
        self.bindingsets(pred, annotations);
    }

    fn params(&mut self, pred: PredId, module: ModuleId, params: &'t [tree::VarDecl]) {
        for param in params {
            let ty = self.type_or_error(module, &param.ty);
            let twice = self.out.preds[pred]
                .params
                .iter()
                .any(|var| self.out.preds[pred].vars[*var].name == param.name.text);
            if twice {
                let message = format!("parameter `{}` is declared twice", param.name.text);
                self.error(Code::DuplicateDeclaration, param.name.span, message);
            }
            self.add_param(pred, param.name.text.clone(), ty, param.name.span);
        }
    }

    fn bindingsets(&mut self, pred: PredId, annotations: &'t [Annotation]) {
        for annotation in annotations {
            if &*annotation.name.text != "bindingset" {
                continue;
            }
            let mut set = Vec::new();
            for arg in annotation.args.iter().flatten() {
                let data = &self.out.preds[pred];
                let found = match &*arg.text {
                    "this" => data.this,
                    "result" => data.result,
                    name => data.params.iter().copied().find(|var| &*data.vars[*var].name == name),
                };
                match found.or_else(|| self.field_parameter(pred, &arg.text)) {
                    Some(var) => set.push(var),
                    None => {
                        let message = format!("`{}` is no parameter here", arg.text);
                        self.report(Diagnostic::error(Code::UnresolvedVariable, arg.span, message));
                    }
                }
            }
            if !set.is_empty() {
                self.out.preds[pred].bindingsets.push(set);
            }
        }
    }

    /// The variable for a field in a member's body.
    fn field_parameter(&mut self, pred: PredId, name: &Arc<str>) -> Option<VarId> {
        let class = self.pred_info[pred].class?;
        let sym = self.names.intern(name);
        let field = self.find_fields(class, sym).first().copied()?;
        Some(self.field_var(pred, field))
    }

    /// The variable for a field in a predicate's body, created at the first use.
    pub(crate) fn field_var(&mut self, pred: PredId, field: crate::hir::FieldId) -> VarId {
        let known = self.out.preds[pred].field_vars.iter().find(|(other, _)| *other == field);
        if let Some((_, var)) = known {
            return *var;
        }
        let data = &self.out.fields[field];
        let (name, ty, span) = (data.name.clone(), data.ty, data.span);
        let var = self.add_var(pred, name, ty, span);
        self.out.preds[pred].field_vars.push((field, var));
        var
    }

    /// The type of a variable.
    pub(crate) fn var_type(&self, pred: PredId, var: VarId) -> TypeId {
        self.out.preds[pred].vars[var].ty
    }

    /// The result type of a predicate; resolves its head.
    pub(crate) fn result_type(&mut self, pred: PredId) -> Option<TypeId> {
        self.ensure_head(pred);
        let data = &self.out.preds[pred];
        data.result.map(|var| data.vars[var].ty)
    }

    /// The parameter types of a predicate; resolves its head.
    pub(crate) fn param_types(&mut self, pred: PredId) -> Vec<TypeId> {
        self.ensure_head(pred);
        let data = &self.out.preds[pred];
        data.params.iter().map(|var| data.vars[*var].ty).collect()
    }

    /// The columns of a predicate as a relation: `this`, parameters, result.
    pub(crate) fn columns(&mut self, pred: PredId) -> Vec<TypeId> {
        self.ensure_head(pred);
        let data = &self.out.preds[pred];
        data.this.iter().chain(&data.params).chain(&data.result).map(|var| data.vars[*var].ty).collect()
    }

    /// Whether a type is a class (and so has member predicates and an extent to reach).
    pub(crate) fn is_class(&self, ty: TypeId) -> bool {
        matches!(self.out.types[ty].kind, TypeKind::Class(_))
    }
}

/// The syntax of a class member.
#[derive(Clone, Copy)]
pub(crate) struct MemberTree<'t> {
    pub(crate) head: Option<&'t tree::Head>,
    pub(crate) body: Option<&'t tree::PredicateBody>,
    pub(crate) characteristic: Option<&'t tree::Formula>,
    pub(crate) annotations: &'t [Annotation],
}
