//! Values of constant expressions (JLS 15.29), as far as types and conditions depend on them.

use super::{Binding, FileBindings};
use crate::ast::{self, BinaryOp, ExprId, ExprKind, LiteralKind, UnaryOp};
use crate::intern::Sym;
use crate::model::{ClassId, FileId, Model, Modifiers, Origin, Ty};

/// The value of a constant expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// Of type `boolean`.
    Bool(bool),
    /// Of an integral type, and that type.
    Int(i64, Ty),
}

/// How far constants that depend on other constants are followed.
const MAX_CONSTANTS: u32 = 40;

/// Evaluates constant expressions of one file.
#[derive(Debug, Clone, Copy)]
pub struct Constants<'a> {
    /// The declarations.
    pub model: &'a Model,
    /// The file.
    pub tree: &'a ast::File,
    /// Its number.
    pub file: FileId,
    /// Its bindings so far.
    pub bindings: &'a FileBindings,
}

impl Constants<'_> {
    /// The value of a constant expression of type `boolean` or an integral one.
    pub fn value(&self, id: ExprId) -> Option<Value> {
        self.value_at(id, None, 0)
    }

    /// Whether an expression may be constant though its value is unknown: it contains a final field of another file or
    /// a library.
    pub fn is_open(&self, id: ExprId) -> bool {
        match self.tree[id].kind {
            ExprKind::Name(_) | ExprKind::Select { .. } => match self.bindings.bindings.get(id.index()) {
                Some(Binding::Field(field)) => {
                    let field = self.model.field(*field);
                    let is_here = self.model.class(field.class).origin;
                    let is_here = matches!(is_here, Origin::Source { file, .. } if file == self.file);
                    !is_here && field.modifiers.has(Modifiers::FINAL) && field.ty.get().is_primitive()
                }
                _ => false,
            },
            ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } => self.is_open(operand),
            ExprKind::Binary { left, right, .. } => self.is_open(left) || self.is_open(right),
            _ => false,
        }
    }

    /// `class`: the class with the fields of simple names, in an initialiser that is not resolved yet.
    fn value_at(&self, id: ExprId, class: Option<ClassId>, depth: u32) -> Option<Value> {
        if depth > MAX_CONSTANTS {
            return None;
        }
        let of = |id: ExprId| self.value_at(id, class, depth + 1);
        Some(match self.tree[id].kind {
            ExprKind::Literal { kind: LiteralKind::Boolean, text } => Value::Bool(text.as_str() == "true"),
            ExprKind::Literal { kind: LiteralKind::Int, text } => {
                Value::Int(i64::from((integer(text.as_str())? as u32).cast_signed()), Ty::INT)
            }
            ExprKind::Literal { kind: LiteralKind::Long, text } => {
                Value::Int(integer(text.as_str().trim_end_matches(['l', 'L']))?.cast_signed(), Ty::LONG)
            }
            ExprKind::Literal { kind: LiteralKind::Char, text } => {
                let text = text.as_str().strip_prefix('\'')?.strip_suffix('\'')?;
                let mut units = unescaped(text).into_iter();
                let unit = units.next().filter(|_| units.next().is_none())?;
                Value::Int(i64::from(unit), Ty::CHAR)
            }
            ExprKind::Name(name) => self.variable(id, class, Some(name), depth)?,
            ExprKind::Select { .. } => self.variable(id, class, None, depth)?,
            ExprKind::Cast { ty, operand } => {
                let ty = self.bindings.type_nodes.get(ty.index()).copied()?;
                converted(of(operand)?, ty)?
            }
            ExprKind::Unary { op, operand } => match (op, of(operand)?) {
                (UnaryOp::Not, Value::Bool(value)) => Value::Bool(!value),
                (UnaryOp::Minus, Value::Int(value, ty)) => integral(value.wrapping_neg(), ty.max(Ty::INT))?,
                (UnaryOp::Plus, Value::Int(value, ty)) => Value::Int(value, ty.max(Ty::INT)),
                (UnaryOp::BitNot, Value::Int(value, ty)) => Value::Int(!value, ty.max(Ty::INT)),
                _ => return None,
            },
            ExprKind::Binary { op, left, right } => binary(op, of(left)?, of(right)?)?,
            ExprKind::Conditional { condition, then, otherwise } => {
                let (then, otherwise) = (of(then)?, of(otherwise)?);
                let chosen = match of(condition)? {
                    Value::Bool(true) => then,
                    Value::Bool(false) => otherwise,
                    Value::Int(..) => return None,
                };
                match self.bindings.expr_types.get(id.index()) {
                    Some(&ty) if ty.is_known() => converted(chosen, ty)?,
                    _ => chosen,
                }
            }
            _ => return None,
        })
    }

    /// The value of the constant variable that a name refers to (JLS 4.12.4), if it is in this file.
    fn variable(&self, id: ExprId, class: Option<ClassId>, name: Option<Sym>, depth: u32) -> Option<Value> {
        let mut around = None;
        let binding = match *self.bindings.bindings.get(id.index())? {
            Binding::None => Binding::Field(self.model.find_field(class?, name?)?),
            found => found,
        };
        let (var, ty) = match binding {
            Binding::Local(var) => (var, self.bindings.local_types.get(var as usize).copied()?),
            Binding::Field(field) => {
                let field = self.model.field(field);
                let Origin::Source { file, .. } = self.model.class(field.class).origin else { return None };
                if file != self.file || !field.modifiers.has(Modifiers::FINAL) {
                    return None;
                }
                around = Some(field.class);
                (field.decl?, field.ty.get())
            }
            _ => return None,
        };
        let found = self.tree.vars.get(var as usize)?;
        let is_local = found.kind == ast::VarKind::Local;
        let is_field = found.kind == ast::VarKind::Field;
        // Fields of interfaces are implicitly final.
        let is_final = is_field || (is_local && found.modifiers.has(ast::Modifiers::FINAL));
        let init = found.init.filter(|_| is_final)?;
        converted(self.value_at(init, around.or(class), depth + 1)?, ty)
    }
}

/// Converts a value to a primitive type.
fn converted(value: Value, ty: Ty) -> Option<Value> {
    match value {
        Value::Bool(_) if ty == Ty::BOOLEAN => Some(value),
        Value::Int(value, _) => integral(value, ty),
        Value::Bool(_) => None,
    }
}

/// A value of an integral type, wrapped around if it does not fit.
fn integral(value: i64, ty: Ty) -> Option<Value> {
    let value = match ty {
        Ty::BYTE => i64::from(value as i8),
        Ty::SHORT => i64::from(value as i16),
        Ty::CHAR => i64::from(value as u16),
        Ty::INT => i64::from(value as i32),
        Ty::LONG => value,
        _ => return None,
    };
    Some(Value::Int(value, ty))
}

fn binary(op: BinaryOp, left: Value, right: Value) -> Option<Value> {
    match (left, right) {
        (Value::Bool(a), Value::Bool(b)) => Some(Value::Bool(match op {
            BinaryOp::And | BinaryOp::BitAnd => a && b,
            BinaryOp::Or | BinaryOp::BitOr => a || b,
            BinaryOp::BitXor | BinaryOp::Ne => a != b,
            BinaryOp::Eq => a == b,
            _ => return None,
        })),
        (Value::Int(a, x), Value::Int(b, y)) => {
            let ty = x.max(y).max(Ty::INT);
            let shifted = x.max(Ty::INT);
            let distance = (b & if shifted == Ty::LONG { 63 } else { 31 }) as u32;
            match op {
                BinaryOp::Lt => Some(Value::Bool(a < b)),
                BinaryOp::Le => Some(Value::Bool(a <= b)),
                BinaryOp::Gt => Some(Value::Bool(a > b)),
                BinaryOp::Ge => Some(Value::Bool(a >= b)),
                BinaryOp::Eq => Some(Value::Bool(a == b)),
                BinaryOp::Ne => Some(Value::Bool(a != b)),
                BinaryOp::Add => integral(a.wrapping_add(b), ty),
                BinaryOp::Sub => integral(a.wrapping_sub(b), ty),
                BinaryOp::Mul => integral(a.wrapping_mul(b), ty),
                BinaryOp::Div => integral(a.checked_div(b)?, ty),
                BinaryOp::Rem => integral(a.checked_rem(b)?, ty),
                BinaryOp::BitAnd => integral(a & b, ty),
                BinaryOp::BitOr => integral(a | b, ty),
                BinaryOp::BitXor => integral(a ^ b, ty),
                BinaryOp::Shl => integral(a << distance, shifted),
                BinaryOp::Shr => integral(a >> distance, shifted),
                BinaryOp::UShr if shifted == Ty::LONG => {
                    integral((a.cast_unsigned() >> distance).cast_signed(), shifted)
                }
                BinaryOp::UShr => integral(i64::from((a as u32) >> distance), shifted),
                BinaryOp::And | BinaryOp::Or => None,
            }
        }
        _ => None,
    }
}

/// The value of an integer literal: decimal, hexadecimal, octal or binary, without a suffix; the least integers with
/// their sign.
pub fn integer(text: &str) -> Option<u64> {
    if let Some(magnitude) = text.strip_prefix('-') {
        return integer(magnitude).map(u64::wrapping_neg);
    }
    let lower = text.replace('_', "").to_ascii_lowercase();
    let (digits, radix) = if let Some(hex) = lower.strip_prefix("0x") {
        (hex, 16)
    } else if let Some(binary) = lower.strip_prefix("0b") {
        (binary, 2)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (&lower[1..], 8)
    } else {
        (lower.as_str(), 10)
    };
    u64::from_str_radix(digits, radix).ok()
}

/// The code units of a text with its escapes translated (JLS 3.10.7, and those of JLS 3.3).
pub fn unescaped(text: &str) -> Vec<u16> {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut buffer = [0; 2];
    while let Some(c) = chars.next() {
        if c != '\\' {
            units.extend_from_slice(c.encode_utf16(&mut buffer));
            continue;
        }
        let Some(escape) = chars.next() else { break };
        match escape {
            'n' => units.push(0x0a),
            't' => units.push(0x09),
            'b' => units.push(0x08),
            'r' => units.push(0x0d),
            'f' => units.push(0x0c),
            's' => units.push(0x20),
            '\n' => {}
            '\r' => {
                chars.next_if_eq(&'\n');
            }
            '0'..='7' => {
                let mut code = escape.to_digit(8).unwrap_or(0);
                let most = if escape <= '3' { 2 } else { 1 };
                for _ in 0..most {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else { break };
                    code = code * 8 + digit;
                    chars.next();
                }
                units.push(code as u16);
            }
            'u' => {
                while chars.next_if_eq(&'u').is_some() {}
                let mut code = 0;
                for _ in 0..4 {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)) else { break };
                    code = code * 16 + digit;
                    chars.next();
                }
                units.push(code as u16);
            }
            other => units.extend_from_slice(other.encode_utf16(&mut buffer)),
        }
    }
    units
}
