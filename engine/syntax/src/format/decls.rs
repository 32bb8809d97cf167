//! Layout of declarations. As for terms, the lead of the first token is laid out before.

use super::weave::{Doc, Gap, Weaver};
use crate::token::Kind;
use crate::tree::*;
use quarrel_base::source::Span;

impl<'a> Weaver<'a> {
    /// A file, with the comments at its end.
    pub(super) fn file(&mut self, tree: &File) -> Doc<'a> {
        let mut doc = self.lead(Gap::Nothing);
        let has_header = !tree.annotations.is_empty();
        if has_header {
            doc = doc.append(self.annotations(&tree.annotations)).append(self.through(Kind::Semi));
        }
        for (index, member) in tree.members.iter().enumerate() {
            let previous = index.checked_sub(1).map(|index| &tree.members[index]);
            if let Some(previous) = previous {
                let gap = self.between(is_import(previous) && is_import(member));
                doc = doc.append(self.lead(gap));
            } else if has_header {
                doc = doc.append(self.lead(Gap::Blank));
            }
            doc = doc.append(self.member(member));
        }
        doc.append(self.rest(tree.span.end)).append(self.lead(Gap::Nothing))
    }

    /// The gap between two members: a blank line, optional between small ones.
    fn between(&self, are_small: bool) -> Gap {
        if are_small && !self.has_blank_before() { Gap::Hard } else { Gap::Blank }
    }

    /// `{ members }` after a head.
    fn block<T>(
        &mut self,
        members: &[T],
        are_small: impl Fn(&T, &T) -> bool,
        layout: impl Fn(&mut Self, &T) -> Doc<'a>,
    ) -> Doc<'a> {
        let mut inside = self.nil();
        let open = self.token(Gap::Space);
        for (index, member) in members.iter().enumerate() {
            let gap = match index.checked_sub(1) {
                Some(previous) => self.between(are_small(&members[previous], member)),
                None => Gap::Hard,
            };
            let lead = self.lead(gap);
            inside = inside.append(lead).append(layout(self, member));
        }
        let close = self.close(if members.is_empty() { Gap::Space } else { Gap::Hard });
        open.append(inside.nest(2)).append(close)
    }

    fn member(&mut self, member: &Member) -> Doc<'a> {
        let notes = self.annotations(&member.annotations);
        let doc = match &member.kind {
            MemberKind::Import(_)
            | MemberKind::ModuleAlias(_)
            | MemberKind::ClassAlias(_)
            | MemberKind::PredicateAlias(_) => self.until(member.span.end),
            MemberKind::Module(module) => self.module(module),
            MemberKind::Class(class) => self.class(class),
            MemberKind::TypeUnion(union) => self.type_union(union),
            MemberKind::Newtype(newtype) => self.newtype(newtype),
            MemberKind::Predicate(predicate) => self.predicate(predicate),
            MemberKind::Signature(signature) => self.signature(signature),
            MemberKind::Select(select) => self.select(select),
        };
        notes.append(doc).append(self.rest(member.span.end))
    }

    /// Annotations, with the lead of the token after them. Those with arguments have their own lines.
    fn annotations(&mut self, annotations: &[Annotation]) -> Doc<'a> {
        let mut doc = self.nil();
        for annotation in annotations {
            let gap = if annotation.args.is_some() || &*annotation.name.text == "cached" {
                Gap::Hard
            } else {
                Gap::Space
            };
            doc = doc.append(self.until(annotation.span.end)).append(self.lead(gap));
        }
        doc
    }

    fn module(&mut self, module: &Module) -> Doc<'a> {
        let head = self.until(module.name.span.end).append(self.params(&module.params));
        let head = head.append(self.listed(&module.implements, |signature| signature.span));
        head.append(self.block(
            &module.members,
            |a, b| is_import(a) && is_import(b),
            |weaver, member| weaver.member(member),
        ))
    }

    /// `<S P, T Q>`.
    fn params(&mut self, params: &[ModuleParam]) -> Doc<'a> {
        if params.is_empty() {
            return self.nil();
        }
        let open = self.token(Gap::Nothing).append(self.lead(Gap::Nothing));
        let inside = self.fill(params, |weaver, param| weaver.until(param.name.span.end)).nest(2);
        open.append(inside).append(self.close(Gap::Nothing))
    }

    /// `extends A, B` and the like: a keyword and its list; nothing if the list is empty.
    fn listed<T>(&mut self, items: &[T], span: impl Fn(&T) -> Span) -> Doc<'a> {
        if items.is_empty() {
            return self.nil();
        }
        let doc = self.token(Gap::Line).append(self.lead(Gap::Space));
        doc.append(self.fill(items, |weaver, item| weaver.until(span(item).end))).nest(2).group()
    }

    fn class(&mut self, class: &Class) -> Doc<'a> {
        let head = self.until(class.name.span.end);
        let head = head.append(self.listed(&class.extends, |ty| ty.span));
        let head = head.append(self.listed(&class.instanceof, |ty| ty.span));
        let is_field = |member: &ClassMember| matches!(member.kind, ClassMemberKind::Field { .. });
        head.append(self.block(
            &class.members,
            |a, b| is_field(a) && is_field(b) && b.doc.is_none(),
            |weaver, member| weaver.class_member(member),
        ))
    }

    fn class_member(&mut self, member: &ClassMember) -> Doc<'a> {
        let notes = self.annotations(&member.annotations);
        let doc = match &member.kind {
            ClassMemberKind::Characteristic { body, .. } => {
                self.through(Kind::RParen).append(self.body(body))
            }
            ClassMemberKind::Predicate(predicate) => self.predicate(predicate),
            ClassMemberKind::Field { .. } => self.until(member.span.end),
        };
        notes.append(doc).append(self.rest(member.span.end))
    }

    fn type_union(&mut self, union: &TypeUnion) -> Doc<'a> {
        let mut doc = self.until(union.name.span.end).append(self.token(Gap::Space));
        for (index, ty) in union.members.iter().enumerate() {
            if index > 0 {
                doc = doc.append(self.token(Gap::Space));
            }
            doc = doc.append(self.lead(Gap::Line).append(self.until(ty.span.end)).group());
        }
        doc.nest(2)
    }

    fn newtype(&mut self, newtype: &Newtype) -> Doc<'a> {
        let head = self.until(newtype.name.span.end).append(self.token(Gap::Space));
        let gap = if newtype.branches.len() == 1 { Gap::Line } else { Gap::Hard };
        let mut doc = self.nil();
        for (index, branch) in newtype.branches.iter().enumerate() {
            if index > 0 {
                doc = doc.append(self.token(Gap::Space));
            }
            doc = doc.append(self.lead(gap)).append(self.annotations(&branch.annotations));
            doc = doc.append(self.until(branch.name.span.end)).append(self.variables(&branch.params));
            if let Some(body) = &branch.body {
                doc = doc.append(self.body(body));
            }
        }
        head.append(doc.nest(2).group())
    }

    /// `(T a, U b)`, on lines of their own if they do not fit after the name.
    fn variables(&mut self, vars: &[VarDecl]) -> Doc<'a> {
        let open = self.token(Gap::Nothing);
        if vars.is_empty() {
            return open.append(self.close(Gap::Nothing));
        }
        let inside =
            self.lead(Gap::Soft).append(self.fill(vars, |weaver, var| weaver.until(var.name.span.end)));
        open.append(inside.nest(2)).append(self.close(Gap::Soft)).group()
    }

    fn head(&mut self, head: &Head) -> Doc<'a> {
        self.until(head.name.span.end).append(self.variables(&head.params))
    }

    fn predicate(&mut self, predicate: &Predicate) -> Doc<'a> {
        let head = self.head(&predicate.head);
        let body = match &predicate.body {
            PredicateBody::None => self.nil(),
            PredicateBody::Formula(body) => self.body(body),
            PredicateBody::HigherOrder { args, .. } => {
                let equals = self.token(Gap::Space);
                let call = self.lead(Gap::Line).append(self.through(Kind::RParen));
                let call = call.append(self.token(Gap::Nothing)).append(self.arguments(args));
                equals.append(call.nest(2).group())
            }
        };
        head.append(body)
    }

    /// `{ formula }` after a head, on one line if it fits.
    fn body(&mut self, body: &Formula) -> Doc<'a> {
        let open = self.token(Gap::Space);
        let inside = self.lead(Gap::Line).append(self.formula(body)).nest(2);
        open.append(inside.append(self.close(Gap::Line)).group())
    }

    fn signature(&mut self, signature: &Signature) -> Doc<'a> {
        match signature {
            Signature::Predicate(head) => self.head(head),
            Signature::Class(class) => self.signature_class(class),
            Signature::Module { name, params, members } => {
                let head = self.until(name.span.end).append(self.params(params));
                head.append(self.block(
                    members,
                    |a, b| a.doc.is_none() && b.doc.is_none(),
                    |weaver, member| weaver.signature_member(member),
                ))
            }
        }
    }

    fn signature_member(&mut self, member: &SignatureMember) -> Doc<'a> {
        let notes = self.annotations(&member.annotations);
        let doc = match &member.kind {
            SignatureMemberKind::Predicate(predicate) => self.predicate(predicate),
            SignatureMemberKind::Class(class) => self.signature_class(class),
        };
        notes.append(doc).append(self.rest(member.span.end))
    }

    fn signature_class(&mut self, class: &SignatureClass) -> Doc<'a> {
        let head = self.until(class.name.span.end);
        let head = head.append(self.listed(&class.extends, |ty| ty.span));
        let head = head.append(self.listed(&class.instanceof, |ty| ty.span));
        if self.peek() != Some(Kind::LBrace) {
            return head;
        }
        head.append(self.block(
            &class.members,
            |_, _| true,
            |weaver, (annotations, head)| {
                let notes = weaver.annotations(annotations);
                let head = weaver.head(head);
                notes.append(head).append(weaver.token(Gap::Nothing))
            },
        ))
    }

    fn select(&mut self, select: &Select) -> Doc<'a> {
        let mut doc = self.nil();
        if !select.vars.is_empty() {
            let from = self.word();
            let vars = self.lead(Gap::Line);
            let vars = vars.append(self.fill(&select.vars, |weaver, var| weaver.until(var.name.span.end)));
            doc = doc.append(from.append(vars.nest(2)).group()).append(self.lead(Gap::Hard));
        }
        if let Some(condition) = &select.condition {
            let condition = self.word().append(self.lead(Gap::Line).append(self.formula(condition)).nest(2));
            doc = doc.append(condition.group()).append(self.lead(Gap::Hard));
        }
        let head = self.word().append(self.lead(Gap::Space));
        let exprs = self.fill(&select.exprs, |weaver, item| weaver.as_expr(item));
        doc.append(head).append(exprs.nest(2)).append(self.order_by(&select.order_by))
    }

    fn order_by(&mut self, keys: &[(Name, Option<bool>)]) -> Doc<'a> {
        if keys.is_empty() {
            return self.nil();
        }
        let doc = self.token(Gap::Hard).append(self.token(Gap::Space)).append(self.lead(Gap::Space));
        doc.append(self.fill(keys, |weaver, (name, direction)| {
            let name = weaver.until(name.span.end);
            if direction.is_some() { name.append(weaver.token(Gap::Space)) } else { name }
        }))
    }
}

fn is_import(member: &Member) -> bool {
    matches!(member.kind, MemberKind::Import(_))
}
