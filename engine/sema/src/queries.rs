//! The queries: select clauses and query predicates of the entry files, with the members that show their columns
//! (language.md section 18).

use crate::decl::Flags;
use crate::hir::{LocationMember, PredId, PredKind, Primitive, Query, QueryColumn, TypeId};
use crate::names::{Key, Namespace};
use crate::world::{Entity, ModuleId, PredSource, Sema};
use quarrel_base::{Code, Diagnostic, Span};
use quarrel_syntax::tree;
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl<'t> Sema<'t> {
    /// Finds the queries of an entry and marks what they need as reached.
    pub(crate) fn find_queries(&mut self, module: ModuleId, entry: usize) {
        let Some(scope) = self.modules[module].scope else { return };
        if let Some((select, span)) = self.decls.scopes[scope].select {
            let name = self.names.intern_str("#select");
            let file = self.file_title(module);
            let shown = format!("{file}#select/{}", select.exprs.len());
            let place = select.exprs.first().map_or(span, |first| first.expr.span);
            let pred = self.new_pred(
                shown,
                name,
                select.exprs.len(),
                PredKind::Plain,
                place,
                PredSource::Select,
                module,
                None,
            );
            self.pred_info[pred].head = true;
            self.selects.insert(pred, (select, span, module));
            // Only its body shows its columns.
            self.reach_pred(pred);
            self.check_reached();
            let order_by = self.select_order(select);
            self.check_order(pred, select, &order_by);
            self.add_query(Arc::from("#select"), place, pred, order_by, entry);
        }
        let asked = self.query_predicates(module);
        let file = self.decls.scopes[scope].file;
        if asked.is_empty()
            && self.decls.scopes[scope].select.is_none()
            && self.sources.file(file).name.ends_with(".ql")
            && self.errors == 0
        {
            let span = Span::new(file, 0, 0);
            let diagnostic = Diagnostic::error(Code::NoQuery, span, "this query file has no query")
                .help("add a select clause or a `query` predicate");
            self.report(diagnostic);
        }
        for (name, pred) in asked {
            self.reach_pred(pred);
            self.check_reached();
            self.add_query(name.text.clone(), name.span, pred, Vec::new(), entry);
        }
    }

    fn check_order(&mut self, pred: PredId, select: &'t tree::Select, order_by: &[(usize, bool)]) {
        for (column, _) in order_by {
            let Some(var) = self.out.preds[pred].params.get(*column).copied() else { continue };
            let ty = self.var_type(pred, var);
            if !self.is_orderable(ty) {
                let message = format!("values of `{}` have no order", self.show(ty));
                self.error(Code::NotOrderable, select.exprs[*column].expr.span, message);
            }
        }
    }

    fn select_order(&mut self, select: &'t tree::Select) -> Vec<(usize, bool)> {
        let mut keys: Vec<(usize, bool)> = Vec::new();
        for (name, down) in &select.order_by {
            let column = select.exprs.iter().position(|column| match (&column.label, &column.expr.kind) {
                (Some(label), _) => label.text == name.text,
                (None, tree::ExprKind::Var(var)) => var.text == name.text,
                _ => false,
            });
            match column {
                Some(column) if keys.iter().any(|(other, _)| *other == column) => {
                    let message = format!("column `{}` is sorted by twice", name.text);
                    self.error(Code::BadOrderBy, name.span, message);
                }
                Some(column) => keys.push((column, down.unwrap_or(false))),
                None => {
                    let message = format!("no column is labelled `{}`", name.text);
                    self.error(Code::BadOrderBy, name.span, message);
                }
            }
        }
        let mut labels: FxHashSet<&str> = FxHashSet::default();
        for column in &select.exprs {
            if let Some(label) = &column.label
                && !labels.insert(&label.text)
            {
                let message = format!("two columns are labelled `{}`", label.text);
                self.error(Code::DuplicateDeclaration, label.span, message);
            }
        }
        keys
    }

    /// The `query` predicates visible in a module, in the order of modules and texts.
    fn query_predicates(&mut self, module: ModuleId) -> Vec<(&'t tree::Name, PredId)> {
        let mut found: Vec<(&'t tree::Name, PredId)> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut queue = std::collections::VecDeque::from([module]);
        while let Some(at) = queue.pop_front() {
            if !seen.insert(at) {
                continue;
            }
            for (target, private) in &self.modules[at].imports {
                if at == module || !private {
                    queue.push_back(*target);
                }
            }
            let Some(scope) = self.modules[at].scope else { continue };
            for index in 0..self.decls.scopes[scope].decls.len() {
                let id = self.decls.scopes[scope].decls[index];
                let decl = self.decls.decls[id];
                let hidden = at != module && decl.flags.has(Flags::PRIVATE);
                if !decl.flags.has(Flags::QUERY) || hidden {
                    continue;
                }
                let Some(Entity::Pred(pred)) = self.entity(id, at) else { continue };
                let name = self.sym(decl.name);
                let arity = match decl.kind {
                    crate::decl::DeclKind::PredicateAlias(alias) => alias.target.arity as usize,
                    _ => self.pred_info[pred].arity as usize,
                };
                let key = Key::predicate(name, arity);
                debug_assert_eq!(key.space, Namespace::Predicate);
                let visible = self.search_visible(module, key, decl.name.span).flatten();
                if visible == Some(Entity::Pred(pred))
                    && !found.iter().any(|(name, other)| *other == pred && name.text == decl.name.text)
                {
                    found.push((decl.name, pred));
                }
            }
        }
        found
    }

    fn add_query(
        &mut self,
        name: Arc<str>,
        place: Span,
        pred: PredId,
        order_by: Vec<(usize, bool)>,
        entry: usize,
    ) {
        self.ensure_head(pred);
        let data = &self.out.preds[pred];
        let vars: Vec<_> = data
            .params
            .iter()
            .chain(&data.result)
            .map(|var| (data.vars[*var].name.clone(), data.vars[*var].ty, data.vars[*var].span))
            .collect();
        let mut columns = Vec::new();
        for (name, ty, span) in vars {
            // Columns without a source have no place of their own.
            let span = if span == crate::hir::nowhere() { place } else { span };
            let kind = self.primitive_kind(ty);
            if kind == Some(Primitive::BigInt) {
                let message = "a result column cannot be a `QlBuiltins::BigInt`";
                let diagnostic = Diagnostic::error(Code::BadResultColumn, span, message);
                self.report(diagnostic.help("show its text: `toString()`"));
            }
            let primitive = kind.is_some() && !self.is_class(ty);
            let (mut to_string, mut location) = (None, None);
            if !primitive && ty != self.error_type() {
                to_string = self.text_member(ty);
                // For a class this is reported at its declaration.
                if to_string.is_none() && !self.has_error_base(ty) && !self.is_class(ty) {
                    let message = format!("a result column of type `{}` has no `toString()`", self.show(ty));
                    self.report(Diagnostic::error(Code::MissingToString, span, message));
                }
                location = self.location_of(ty);
            }
            columns.push(QueryColumn { name, ty, to_string, location });
        }
        for column in &columns {
            if let Some(pred) = column.to_string {
                self.reach_family(pred);
            }
        }
        self.out.queries.push(Query { name, pred, columns, order_by, entry });
        self.check_reached();
    }

    /// The member that returns the location of a type's values; marks it as reached.
    fn location_of(&mut self, ty: TypeId) -> Option<LocationMember> {
        let mut via = Vec::new();
        let mut at = ty;
        let member = loop {
            if let Some(pred) = self.class_member(at, "getURL", 0) {
                self.reach_family(pred);
                break LocationMember::Url(pred);
            }
            let info = [5, 4].into_iter().find_map(|arity| self.class_member(at, "hasLocationInfo", arity));
            if let Some(pred) = info {
                self.reach_family(pred);
                break LocationMember::Info(pred);
            }
            // A location that has a location of its own is not followed far.
            let pred = self.class_member(at, "getLocation", 0)?;
            let next = self.result_type(pred)?;
            if via.len() > 3 {
                return None;
            }
            self.reach_family(pred);
            via.push(pred);
            at = next;
        };
        Some(via.into_iter().rev().fold(member, |inner, pred| LocationMember::Via(pred, Box::new(inner))))
    }
}
