//! Annotations of library classes, which have no tree.
//!
//! In: lines of signatures (`classpath::annotations`). Out: [`Annotations`].

use super::descriptor::Reader;
use super::{CallableId, ClassId, FieldId, ParamId, Ty};
use crate::intern::Sym;
use rustc_hash::FxHashMap;

/// The annotated element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Annotated {
    Class(ClassId),
    Callable(CallableId),
    Field(FieldId),
    Param(ParamId),
}

/// An annotation with its values.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    /// The annotation interface.
    pub ty: Ty,
    /// The values, by name of the element.
    pub values: Vec<(Sym, Value)>,
}

/// The value of an element (JLS 9.7.1).
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A constant: its type, and its text.
    Constant(Ty, String),
    /// An enum constant: the enum, and the constant's name.
    Enum(Ty, Sym),
    /// A class literal.
    Class(Ty),
    /// An annotation.
    Annotation(Annotation),
    /// Several.
    Array(Vec<Value>),
}

/// The annotations of library classes and their members.
#[derive(Debug, Default)]
pub struct Annotations {
    of: FxHashMap<Annotated, Vec<Annotation>>,
    defaults: FxHashMap<CallableId, Value>,
}

impl Annotations {
    /// The annotations of one element.
    pub fn of(&self, annotated: Annotated) -> &[Annotation] {
        self.of.get(&annotated).map_or(&[], Vec::as_slice)
    }

    /// The default of an element of an annotation interface.
    pub fn default_of(&self, element: CallableId) -> Option<&Value> {
        self.defaults.get(&element)
    }

    pub(super) fn add(&mut self, annotated: Annotated, annotation: Annotation) {
        self.of.entry(annotated).or_default().push(annotation);
    }

    pub(super) fn set_default(&mut self, element: CallableId, value: Value) {
        self.defaults.insert(element, value);
    }
}

/// Annotations nested deeper in lines are not read.
const DEEPEST: u32 = 64;

impl Reader<'_> {
    /// An annotation; `None` if the line is damaged.
    pub(super) fn annotation(&mut self, depth: u32) -> Option<Annotation> {
        let ty = self.ty();
        if depth > DEEPEST || self.next()? != b'(' {
            return None;
        }
        let mut values = Vec::new();
        while self.peek()? != b')' {
            let name = Sym::new(&self.word(b"="));
            self.next()?;
            values.push((name, self.value(depth + 1)?));
        }
        self.next();
        Some(Annotation { ty, values })
    }

    /// The value of an element; `None` if the line is damaged.
    pub(super) fn value(&mut self, depth: u32) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        let string = self.model.well_known.get().map(|known| known.string);
        Some(match self.next()? {
            b'e' => {
                let ty = self.ty();
                let name = Sym::new(&self.word(b";"));
                self.next();
                Value::Enum(ty, name)
            }
            b'c' => Value::Class(self.ty()),
            b'@' => Value::Annotation(self.annotation(depth + 1)?),
            b'[' => {
                let mut values = Vec::new();
                while self.peek()? != b']' {
                    values.push(self.value(depth + 1)?);
                }
                self.next();
                Value::Array(values)
            }
            b'B' => Value::Constant(Ty::BYTE, self.constant()),
            b'C' => Value::Constant(Ty::CHAR, self.constant()),
            b'D' => Value::Constant(Ty::DOUBLE, self.constant()),
            b'F' => Value::Constant(Ty::FLOAT, self.constant()),
            b'I' => Value::Constant(Ty::INT, self.constant()),
            b'J' => Value::Constant(Ty::LONG, self.constant()),
            b'S' => Value::Constant(Ty::SHORT, self.constant()),
            b'Z' => Value::Constant(Ty::BOOLEAN, self.constant()),
            b's' => Value::Constant(string?, self.constant()),
            _ => return None,
        })
    }

    /// The text up to a semicolon, which is skipped.
    fn constant(&mut self) -> String {
        let mut bytes = Vec::new();
        while let Some(byte) = self.next().filter(|&byte| byte != b';') {
            bytes.push(match byte {
                b'\\' => match self.next() {
                    Some(b'n') => b'\n',
                    Some(b'r') => b'\r',
                    Some(b't') => b'\t',
                    escaped => escaped.unwrap_or(b'\\'),
                },
                byte => byte,
            });
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
