//! Rows of the annotations of library classes.
//!
//! In: annotations of the model. Out: expressions like those of sources, in the file without a name.

use super::batch::{Ent, FileFacts, Loc};
use super::describe::Mention;
use super::rows::{self, expr_kind};
use crate::model::annotation::{Annotated, Annotation, Value};
use crate::model::{ClassId, Model, Ty};
use crate::resolve::types::boxed;

struct Describe<'a, M> {
    model: &'a Model,
    mention: &'a mut M,
    facts: &'a mut FileFacts,
    loc: Loc,
}

/// The annotations of a library class, its members and their parameters, and the defaults of the elements of an
/// annotation interface; `loc` is their place.
pub fn annotations(model: &Model, id: ClassId, loc: Loc, m: &mut impl Mention, facts: &mut FileFacts) {
    let mut describe = Describe { model, mention: m, facts, loc };
    let class = model.class(id);
    let entity = describe.mention.class(id);
    describe.of(Annotated::Class(id), entity, 0, 1);
    for field in class.field_ids() {
        let entity = describe.mention.field(field);
        describe.of(Annotated::Field(field), entity, -1, -1);
    }
    for callable in class.callable_ids() {
        let entity = describe.mention.callable(callable);
        describe.of(Annotated::Callable(callable), entity, 0, 1);
        for param in model.callable(callable).param_ids() {
            let entity = describe.mention.param(param);
            describe.of(Annotated::Param(param), entity, 0, 1);
        }
    }
}

impl<M: Mention> Describe<'_, M> {
    /// Annotations as children of the annotated element, with the indexes that source annotations have.
    fn of(&mut self, annotated: Annotated, parent: Ent, first: i32, step: i32) {
        let model = self.model;
        for (at, annotation) in model.annotations.of(annotated).iter().enumerate() {
            self.annotation(annotation, parent, first + step * at as i32);
        }
    }

    fn annotation(&mut self, annotation: &Annotation, parent: Ent, idx: i32) -> Ent {
        let model = self.model;
        let entity = self.expr(expr_kind::DECLANNOTATION, annotation.ty, parent, idx, None);
        let class = model.types.class_of(annotation.ty).map(|class| model.class(class));
        for (at, (name, value)) in annotation.values.iter().enumerate() {
            let mut elements = class.into_iter().flat_map(|class| class.callable_ids());
            let element = elements.find(|&element| model.callable(element).name == *name);
            let expected = element.map_or(Ty::UNKNOWN, |element| model.callable(element).result.get());
            let value = self.value(value, expected, entity, at as i32);
            if let Some(element) = element {
                let id2 = self.mention.callable(element);
                self.facts.row(rows::AnnotValue { parentid: entity, id2, value });
            }
        }
        entity
    }

    /// The value of an element of that type.
    fn value(&mut self, value: &Value, expected: Ty, parent: Ent, idx: i32) -> Ent {
        let model = self.model;
        match value {
            Value::Constant(ty, text) => self.constant(*ty, text, parent, idx),
            Value::Enum(ty, name) => {
                let class = model.types.class_of(*ty).map(|class| model.class(class));
                let mut fields = class.into_iter().flat_map(|class| class.field_ids());
                let field = fields.find(|&field| model.field(field).name == *name);
                let target = field.map(|field| self.mention.field(field));
                let entity = self.expr(expr_kind::VARACCESS, *ty, parent, idx, target);
                self.expr(expr_kind::UNANNOTATEDTYPEACCESS, *ty, entity, -1, None);
                entity
            }
            Value::Class(ty) => {
                let boxed = boxed(model, *ty);
                let literal =
                    model.well_known().class.map_or(Ty::UNKNOWN, |class| model.types.class(class, &[boxed]));
                let entity = self.expr(expr_kind::TYPELITERAL, literal, parent, idx, None);
                self.expr(expr_kind::UNANNOTATEDTYPEACCESS, *ty, entity, 0, None);
                entity
            }
            Value::Annotation(annotation) => self.annotation(annotation, parent, idx),
            Value::Array(values) => {
                let entity = self.expr(expr_kind::ARRAYINIT, expected, parent, idx, None);
                let component = model.types.component(expected).unwrap_or(Ty::UNKNOWN);
                for (at, value) in values.iter().enumerate() {
                    self.value(value, component, entity, at as i32);
                }
                entity
            }
        }
    }

    fn constant(&mut self, ty: Ty, text: &str, parent: Ent, idx: i32) -> Ent {
        let (kind, name) = match ty {
            Ty::BOOLEAN => (expr_kind::BOOLEANLITERAL, text.to_owned()),
            Ty::CHAR => (expr_kind::CHARACTERLITERAL, format!("'{text}'")),
            Ty::LONG => (expr_kind::LONGLITERAL, format!("{text}L")),
            Ty::FLOAT => (expr_kind::FLOATINGPOINTLITERAL, format!("{text}f")),
            Ty::DOUBLE => (expr_kind::DOUBLELITERAL, text.to_owned()),
            Ty::BYTE | Ty::SHORT | Ty::INT => (expr_kind::INTEGERLITERAL, text.to_owned()),
            _ => (expr_kind::STRINGLITERAL, format!("\"{text}\"")),
        };
        let entity = self.expr(kind, ty, parent, idx, None);
        let (name, value) = (self.facts.text(&name), self.facts.text(text));
        self.facts.row(rows::Namestrings { name, value, parent: entity });
        entity
    }

    fn expr(&mut self, kind: i32, ty: Ty, parent: Ent, idx: i32, target: Option<Ent>) -> Ent {
        let id = self.facts.fresh();
        self.facts.row(rows::Expr {
            id,
            kind,
            ty: self.mention.ty(ty),
            parent,
            idx,
            callable: None,
            stmt: None,
            parens: None,
            target,
            block: None,
            place: None,
            loc: self.loc,
        });
        id
    }
}
