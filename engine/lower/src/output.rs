//! Lowers queries: result sets, with the predicates for texts and locations of their values.
//!
//! ```text
//! location(x, url)                       getURL
//! location(x, path, sl, sc, el, ec)      hasLocationInfo
//! location(x, ...) :- getLocation(x, l), location of l.
//! ```

use crate::context::{Key, Lowering, RuleBuilder, derived, push_atom};
use quarrel_common::always;
use quarrel_datalog::{Body, Kind, Origin, Output, OutputColumn, PredId, Term};
use quarrel_sema::hir;
use quarrel_sema::hir::{Dispatch, LocationMember, Query};

impl Lowering<'_> {
    pub fn output(&mut self, query: &Query) {
        let pred = self.predicate(query.pred);
        let columns = query
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| {
                let kind = self.column_kind(pred, at);
                let entity = kind == Kind::Entity;
                OutputColumn {
                    name: column.name.to_string(),
                    kind,
                    text: column.to_string.filter(|_| entity).map(|to_string| self.text(to_string)),
                    location: column
                        .location
                        .as_ref()
                        .filter(|_| entity)
                        .and_then(|member| self.location(member)),
                }
            })
            .collect();
        self.program.outputs.push(Output {
            name: query.name.to_string(),
            pred,
            columns,
            order_by: query.order_by.clone(),
            query: query.entry,
        });
    }

    fn text(&mut self, to_string: hir::PredId) -> PredId {
        self.shown(to_string);
        self.callee(to_string, Dispatch::Virtual)
    }

    /// Marks a member that shows values, and the members it dispatches to, as computed on demand.
    fn shown(&mut self, member: hir::PredId) {
        let callee = self.callee(member, Dispatch::Virtual);
        self.pred_mut(callee).on_demand = true;
    }

    fn location(&mut self, member: &LocationMember) -> Option<PredId> {
        let mut path = Vec::new();
        let mut member = member;
        let (last, width) = loop {
            match member {
                LocationMember::Url(url) => break (*url, 2),
                LocationMember::Info(info) => break (*info, 6),
                LocationMember::Via(via, next) => {
                    self.shown(*via);
                    path.push(*via);
                    member = next;
                }
            }
        };
        let pred = &self.checked.preds[last];
        if self.columns_of(pred).len() != width {
            return None;
        }
        self.shown(last);
        if path.is_empty() {
            return Some(self.callee(last, Dispatch::Virtual));
        }
        path.push(last);
        let names: &[&str] = if width == 2 {
            &["this", "url"]
        } else {
            &["this", "path", "startLine", "startColumn", "endLine", "endColumn"]
        };
        let columns = names
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let kind = match at {
                    0 => Kind::Entity,
                    1 => Kind::String,
                    _ => Kind::Int,
                };
                ((*name).to_owned(), kind)
            })
            .collect();
        let name = format!("location via {}", self.checked.preds[path[0]].name);
        let target = self.pred_for(Key::Location(path), || name, |_| columns);
        self.pred_mut(target).on_demand = true;
        Some(target)
    }

    pub fn define_location(&mut self, path: &[hir::PredId], target: PredId) {
        let Some((last, via)) = always!(path.split_last()) else { return };
        let span = self.checked.preds[*last].span;
        let origin = derived(Some(span));
        let callees: Vec<PredId> = via.iter().map(|step| self.callee(*step, Dispatch::Virtual)).collect();
        let info = self.callee(*last, Dispatch::Virtual);
        let kinds: Vec<Kind> = self.program.preds[target].columns.iter().map(|column| column.kind).collect();
        let mut builder = RuleBuilder::new(self, None, Some(span));
        let mut body = Body::default();
        let head: Vec<Term> =
            kinds.iter().map(|kind| Term::Var(builder.fresh(*kind, Some(span), &mut body))).collect();
        let mut place = head[0].clone();
        for callee in callees {
            let next = Term::Var(builder.fresh(Kind::Entity, Some(span), &mut body));
            push_atom(&mut body, callee, vec![place, next.clone()], origin);
            place = next;
        }
        let mut args = vec![place];
        args.extend_from_slice(&head[1..]);
        push_atom(&mut body, info, args, origin);
        let rule = builder.finish(head, body);
        self.pred_mut(target).origin = Origin::Derived(span);
        self.set_rules(target, vec![rule]);
    }
}
