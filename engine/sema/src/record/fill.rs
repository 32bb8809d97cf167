//! Records the meaning of names.

use super::{Candidate, PROBE, Reference};
use crate::hir::{PredId, TypeId, TypeKind};
use crate::world::{Entity, Sema};
use quarrel_base::source::Span;
use quarrel_syntax::tree::Name;
use rustc_hash::FxHashSet;

impl Sema<'_> {
    fn is_recorded(&self, name: &Name) -> bool {
        self.recording && self.entries.contains(&name.span.file)
    }

    /// Records that a name refers to a type, a module, a signature or a predicate that is not called.
    pub(crate) fn record_entity(&mut self, name: &Name, entity: Entity) {
        if self.is_recorded(name) {
            let to = self.entity_span(entity);
            self.out.recorded.references.push(Reference { at: name.span, to, detail: None });
        }
    }

    /// Records that a name refers to a called predicate.
    pub(crate) fn record_call(&mut self, name: &Name, pred: PredId) {
        if self.is_recorded(name) {
            let detail = Some(self.shown_head(pred).into());
            let to = self.declared_at(pred);
            self.out.recorded.references.push(Reference { at: name.span, to, detail });
        }
    }

    /// Records that a name refers to a variable or field declared at `to`.
    pub(crate) fn record_variable(&mut self, name: &Name, to: Span, ty: TypeId) {
        if self.is_recorded(name) {
            let detail = Some(format!("{} {}", self.show(ty), name.text).into());
            self.out.recorded.references.push(Reference { at: name.span, to: Some(to), detail });
        }
    }

    /// Records the members of a type, if [`PROBE`] is called.
    pub(crate) fn record_members(&mut self, ty: TypeId, name: &Name) {
        if &*name.text != PROBE || !self.is_recorded(name) {
            return;
        }
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut known = FxHashSet::default();
        // Nearest types first; overridden members are not shown again.
        let mut queue = std::collections::VecDeque::from([ty]);
        while let Some(at) = queue.pop_front() {
            if !seen.insert(at) {
                continue;
            }
            let preds = match self.out.types[at].kind {
                TypeKind::Class(_) => self.members(at).order.clone(),
                TypeKind::Primitive(primitive) => {
                    let names: Vec<_> = Sema::builtin_member_names(primitive).collect();
                    let named = names.into_iter().flat_map(|(name, arity)| {
                        let sym = self.names.intern_str(name);
                        self.builtin_members(primitive, sym, arity)
                    });
                    named.collect()
                }
                _ => Vec::new(),
            };
            for pred in preds {
                let info = &self.pred_info[pred];
                let (sym, arity) = (info.name, info.arity as usize);
                let hidden = at != ty && info.flags.has(crate::decl::Flags::PRIVATE);
                if !hidden && known.insert((sym, arity)) {
                    found.push(pred);
                }
            }
            let mut above = Vec::new();
            self.supertypes(at, &mut above);
            queue.extend(above);
        }
        for pred in found {
            let (name, arity) = (self.pred_info[pred].name, self.pred_info[pred].arity as usize);
            let candidate = Candidate {
                name: self.names.text(name).clone(),
                arity,
                head: self.shown_head(pred),
                declared: self.declared_at(pred),
            };
            self.out.recorded.members.push(candidate);
        }
    }

    fn declared_at(&self, pred: PredId) -> Option<Span> {
        Some(self.out.preds[pred].span).filter(|span| *span != crate::hir::nowhere())
    }
}
