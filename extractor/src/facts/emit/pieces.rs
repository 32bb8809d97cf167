//! The pieces of a file ([`crate::facts::batch::FileFacts::piece`]): entities that keep their ids together.
//!
//! A piece is a member with everything in it, the head of a class, the methods around its initialisers, its implicit
//! members, all imports, or the comments of a member. Its key has its text, so that an edit changes the ids of one
//! piece.

use super::Emitter;
use crate::ast::{Member, Span, TypeDeclId};
use crate::facts::keys::{Key, kind, member_key, member_span};

impl Emitter<'_> {
    /// Begins a piece, if ids are remembered.
    pub(super) fn begin_piece(&mut self, key: impl FnOnce(&Self) -> Key) {
        if self.input.keys.is_some() {
            let key = key(self);
            self.facts.piece(key);
        }
    }

    pub(super) fn begin_imports(&mut self) {
        self.begin_piece(|it| {
            let spans = it.tree.imports.iter().map(|import| import.span);
            spans.fold(Key::of(kind::IMPORTS), |key, span| key.text(it.slice(span)))
        });
    }

    pub(super) fn begin_module(&mut self) {
        if let Some(module) = &self.tree.module {
            self.begin_piece(|it| Key::of(kind::DIRECTIVES).text(it.slice(module.span)));
        }
    }

    /// The key of a class that is not in a body: what is in a body belongs to the piece of a member.
    pub(super) fn piece_class(&self, id: TypeDeclId) -> Option<Key> {
        let (key, has_name) = self.input.keys?.get(id);
        has_name.then_some(key)
    }

    /// Begins the piece of the head of a class: what is written before its body.
    pub(super) fn begin_head(&mut self, id: TypeDeclId) {
        let Some(class) = self.piece_class(id) else { return };
        self.begin_piece(|it| {
            let decl = &it.tree[id];
            let whole = it.slice(decl.span);
            let after_name = decl.name_span.end.saturating_sub(decl.span.start) as usize;
            let brace = whole.get(after_name..).and_then(|rest| rest.find('{'));
            class.with(kind::HEAD).text(&whole[..brace.map_or(whole.len(), |at| after_name + at)])
        });
    }

    /// Begins the piece of the method with the static, or the other, initialisers of a class.
    pub(super) fn begin_initializers(&mut self, id: TypeDeclId, is_static: bool) {
        let Some(class) = self.piece_class(id) else { return };
        self.begin_piece(|it| {
            let key = class.with(kind::INITIALIZERS).with(u64::from(is_static));
            let has_initializer = |member: &&Member| match **member {
                Member::Initializer(id) => it.tree[id].is_static == is_static,
                Member::Field(id) => it.is_static_field(id) == is_static,
                Member::EnumConstant(_) => is_static,
                Member::Callable(_) | Member::Type(_) => false,
            };
            let members = it.tree[id].members.iter().filter(has_initializer);
            members.fold(key, |key, &member| key.text(it.slice(member_span(it.tree, member))))
        });
    }

    /// Begins the piece of a member.
    pub(super) fn begin_member(&mut self, class: TypeDeclId, member: Member) {
        let Some(class) = self.piece_class(class) else { return };
        if matches!(member, Member::Type(_)) {
            return;
        }
        let key = member_key(self.tree, self.input.text, class, member);
        self.members.push((member_span(self.tree, member), key));
        self.facts.piece(key);
    }

    /// Begins the piece of the implicit members of a class.
    pub(super) fn begin_implicit(&mut self, id: TypeDeclId) {
        if let Some(class) = self.piece_class(id) {
            self.facts.piece(class.with(kind::IMPLICIT));
        }
    }

    /// Begins the piece of a comment: those in a member are one piece. `at` counts the members before it.
    pub(super) fn begin_comment(&mut self, comment: Span, at: &mut usize) {
        if self.input.keys.is_none() {
            return;
        }
        while self.members.get(*at).is_some_and(|(span, _)| span.end <= comment.start) {
            *at += 1;
        }
        let around = self.members.get(*at).filter(|(span, _)| span.start <= comment.start);
        let key = match around {
            Some((_, member)) => member.with(kind::COMMENT),
            None => Key::of(kind::COMMENT).text(self.slice(comment)),
        };
        self.facts.piece(key);
    }
}
