//! Lowers built-in members of primitive types (language.md section 15) to operations.

use crate::context::{RuleBuilder, push, push_false};
use crate::formula::or;
use quarrel_base::source::Span;
use quarrel_common::never;
use quarrel_datalog::{Body, BuiltinOp, Comparison, Kind, LiteralKind, Origin, Term};
use quarrel_sema::hir::{Pred, Primitive};

/// How to lower a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// The operation on receiver, arguments, result.
    Op(BuiltinOp),
    /// The operation with the result before the receiver: `b.toInt()` is `IntToBigInt(result, b)`.
    Inverse(BuiltinOp),
    /// The operation with any value for the argument before the result: `splitAt(d)` is `splitAt(d, _)`.
    AnyIndex(BuiltinOp),
    /// The receiver itself.
    Identity,
    /// The greater of two.
    Maximum,
    /// The lesser of two.
    Minimum,
}

impl RuleBuilder<'_, '_> {
    /// Adds the call of a built-in member; `args` are the receiver and the arguments with their kinds.
    pub fn builtin_member(
        &mut self,
        (receiver, name): (Primitive, &str),
        pred: &Pred,
        args: Vec<(Term, Kind)>,
        result: Option<(Term, Kind)>,
        span: Span,
        body: &mut Body,
    ) {
        let origin = Origin::Source(span);
        let Some(shape) = shape(receiver, name, args.len().saturating_sub(1)) else {
            // Names only resolve to existing members.
            push_false(body, origin);
            return;
        };
        let op = match shape {
            Shape::Op(op) | Shape::AnyIndex(op) | Shape::Inverse(op) => op,
            Shape::Identity => {
                if let (Some((value, kind)), Some((target, wanted))) = (args.into_iter().next(), result) {
                    self.equate(value, kind, target, wanted, origin, body);
                }
                return;
            }
            Shape::Maximum | Shape::Minimum => {
                let declared = pred.result.map(|result| self.lowering.kind(pred.vars[result].ty));
                self.extremum(
                    shape == Shape::Maximum,
                    declared.unwrap_or(Kind::Int),
                    args,
                    result,
                    span,
                    body,
                );
                return;
            }
        };
        let kinds = op.kinds();
        let (inputs, output) = match shape {
            Shape::Inverse(_) => (&kinds[1..], kinds.first().copied()),
            Shape::AnyIndex(_) => (&kinds[..args.len()], kinds.last().copied()),
            _ => (&kinds[..args.len().min(kinds.len())], kinds.get(args.len()).copied()),
        };
        let mut terms: Vec<Term> = args
            .into_iter()
            .zip(inputs)
            .map(|((term, kind), wanted)| self.convert(term, kind, *wanted, Some(span), body))
            .collect();
        let mut convert_to = None;
        if let Some(output) = output {
            let term = match result {
                None => Term::Wildcard,
                Some((target, kind)) if kind == output => target,
                Some((target, kind)) => {
                    let value = Term::Var(self.fresh(output, Some(span), body));
                    convert_to = Some((value.clone(), output, target, kind));
                    value
                }
            };
            match shape {
                Shape::Inverse(_) => terms.insert(0, term),
                Shape::AnyIndex(_) => terms.extend([Term::Wildcard, term]),
                _ => terms.push(term),
            }
        }
        push(body, LiteralKind::Builtin(op, terms), origin);
        if let Some((value, kind, target, wanted)) = convert_to {
            self.equate(value, kind, target, wanted, origin, body);
        }
    }

    // r = a.maximum(b):  { a >= b, r = a } or { a < b, r = b }
    fn extremum(
        &mut self,
        maximum: bool,
        kind: Kind,
        args: Vec<(Term, Kind)>,
        result: Option<(Term, Kind)>,
        span: Span,
        body: &mut Body,
    ) {
        let origin = Origin::Source(span);
        let terms: Vec<Term> =
            args.into_iter().map(|(term, own)| self.convert(term, own, kind, Some(span), body)).collect();
        let [left, right] = &terms[..] else { return never!("a comparison of other than two terms") };
        let Some((target, wanted)) = result else { return };
        let (first, second) =
            if maximum { (Comparison::Ge, Comparison::Lt) } else { (Comparison::Le, Comparison::Gt) };
        let branches = [(first, left), (second, right)]
            .into_iter()
            .map(|(comparison, value)| {
                let mut branch = Body::default();
                push(
                    &mut branch,
                    LiteralKind::Compare(comparison, kind, left.clone(), right.clone()),
                    origin,
                );
                self.equate(value.clone(), kind, target.clone(), wanted, origin, &mut branch);
                branch
            })
            .collect();
        or(branches, span, body);
    }
}

/// How to lower the member with that name and number of arguments.
fn shape(receiver: Primitive, name: &str, arity: usize) -> Option<Shape> {
    use BuiltinOp as B;
    use Shape::{AnyIndex, Identity, Inverse, Maximum, Minimum, Op};
    let shape = match (receiver, name, arity) {
        (_, "maximum", 1) => Maximum,
        (_, "minimum", 1) => Minimum,

        (Primitive::Boolean, "booleanAnd", 1) => Op(B::BooleanAnd),
        (Primitive::Boolean, "booleanOr", 1) => Op(B::BooleanOr),
        (Primitive::Boolean, "booleanXor", 1) => Op(B::BooleanXor),
        (Primitive::Boolean, "booleanNot", 0) => Op(B::BooleanNot),
        (Primitive::Boolean, "toString", 0) => Op(B::BooleanToString),

        (Primitive::Int, "abs", 0) => Op(B::IntAbs),
        (Primitive::Int, "bitAnd", 1) => Op(B::IntBitAnd),
        (Primitive::Int, "bitOr", 1) => Op(B::IntBitOr),
        (Primitive::Int, "bitXor", 1) => Op(B::IntBitXor),
        (Primitive::Int, "bitNot", 0) => Op(B::IntBitNot),
        (Primitive::Int, "bitShiftLeft", 1) => Op(B::IntShiftLeft),
        (Primitive::Int, "bitShiftRight", 1) => Op(B::IntShiftRight),
        (Primitive::Int, "bitShiftRightSigned", 1) => Op(B::IntShiftRightSigned),
        (Primitive::Int, "gcd", 1) => Op(B::IntGcd),
        (Primitive::Int, "toUnicode", 0) => Op(B::IntToUnicode),
        (Primitive::Int, "toBigInt", 0) => Op(B::IntToBigInt),
        (Primitive::Int, "toString", 0) => Op(B::IntToString),

        // An int has the float members too, after conversion.
        (Primitive::Float, "abs", 0) => Op(B::FloatAbs),
        (Primitive::Int | Primitive::Float, "ceil", 0) => Op(B::FloatCeil),
        (Primitive::Int | Primitive::Float, "floor", 0) => Op(B::FloatFloor),
        (Primitive::Int | Primitive::Float, "acos", 0) => Op(B::FloatAcos),
        (Primitive::Int | Primitive::Float, "asin", 0) => Op(B::FloatAsin),
        (Primitive::Int | Primitive::Float, "atan", 0) => Op(B::FloatAtan),
        (Primitive::Int | Primitive::Float, "cos", 0) => Op(B::FloatCos),
        (Primitive::Int | Primitive::Float, "cosh", 0) => Op(B::FloatCosh),
        (Primitive::Int | Primitive::Float, "exp", 0) => Op(B::FloatExp),
        (Primitive::Int | Primitive::Float, "log", 0) => Op(B::FloatLog),
        (Primitive::Int | Primitive::Float, "log", 1) => Op(B::FloatLogBase),
        (Primitive::Int | Primitive::Float, "log10", 0) => Op(B::FloatLog10),
        (Primitive::Int | Primitive::Float, "log2", 0) => Op(B::FloatLog2),
        (Primitive::Int | Primitive::Float, "signum", 0) => Op(B::FloatSignum),
        (Primitive::Int | Primitive::Float, "sin", 0) => Op(B::FloatSin),
        (Primitive::Int | Primitive::Float, "sinh", 0) => Op(B::FloatSinh),
        (Primitive::Int | Primitive::Float, "sqrt", 0) => Op(B::FloatSqrt),
        (Primitive::Int | Primitive::Float, "tan", 0) => Op(B::FloatTan),
        (Primitive::Int | Primitive::Float, "tanh", 0) => Op(B::FloatTanh),
        (Primitive::Int | Primitive::Float, "ulp", 0) => Op(B::FloatUlp),
        (Primitive::Int | Primitive::Float, "nextUp", 0) => Op(B::FloatNextUp),
        (Primitive::Int | Primitive::Float, "nextDown", 0) => Op(B::FloatNextDown),
        (Primitive::Int | Primitive::Float, "nextAfter", 1) => Op(B::FloatNextAfter),
        (Primitive::Int | Primitive::Float, "copySign", 1) => Op(B::FloatCopySign),
        (Primitive::Int | Primitive::Float, "pow", 1) => Op(B::FloatPow),
        (Primitive::Float, "toString", 0) => Op(B::FloatToString),

        (Primitive::String, "length", 0) => Op(B::StringLength),
        (Primitive::String, "charAt", 1) => Op(B::StringCharAt),
        (Primitive::String, "indexOf", 1) => Op(B::StringIndexOf),
        (Primitive::String, "indexOf", 3) => Op(B::StringIndexOfNth),
        (Primitive::String, "substring", 2) => Op(B::StringSubstring),
        (Primitive::String, "prefix", 1) => Op(B::StringPrefix),
        (Primitive::String, "suffix", 1) => Op(B::StringSuffix),
        (Primitive::String, "splitAt", 1) => AnyIndex(B::StringSplitAt),
        (Primitive::String, "splitAt", 2) => Op(B::StringSplitAt),
        (Primitive::String, "replaceAll", 2) => Op(B::StringReplaceAll),
        (Primitive::String, "regexpReplaceAll", 2) => Op(B::StringRegexpReplaceAll),
        (Primitive::String, "matches", 1) => Op(B::StringMatches),
        (Primitive::String, "regexpMatch", 1) => Op(B::StringRegexpMatch),
        (Primitive::String, "regexpCapture", 2) => Op(B::StringRegexpCapture),
        (Primitive::String, "regexpFind", 3) => Op(B::StringRegexpFind),
        (Primitive::String, "isLowercase", 0) => Op(B::StringIsLowercase),
        (Primitive::String, "isUppercase", 0) => Op(B::StringIsUppercase),
        (Primitive::String, "toLowerCase", 0) => Op(B::StringToLowerCase),
        (Primitive::String, "toUpperCase", 0) => Op(B::StringToUpperCase),
        (Primitive::String, "trim", 0) => Op(B::StringTrim),
        (Primitive::String, "toInt", 0) => Op(B::StringToInt),
        (Primitive::String, "toFloat", 0) => Op(B::StringToFloat),
        (Primitive::String, "toDate", 0) => Op(B::StringToDate),
        (Primitive::String, "toBigInt", 0) => Op(B::StringToBigInt),
        (Primitive::String, "codePointAt", 1) => Op(B::StringCodePointAt),
        (Primitive::String, "codePointCount", 2) => Op(B::StringCodePointCount),
        (Primitive::String, "toString", 0) => Identity,

        (Primitive::Date, "daysTo", 1) => Op(B::DateDaysTo),
        (Primitive::Date, "getDay", 0) => Op(B::DateGetDay),
        (Primitive::Date, "getHours", 0) => Op(B::DateGetHours),
        (Primitive::Date, "getMinutes", 0) => Op(B::DateGetMinutes),
        (Primitive::Date, "getMonth", 0) => Op(B::DateGetMonth),
        (Primitive::Date, "getSeconds", 0) => Op(B::DateGetSeconds),
        (Primitive::Date, "getYear", 0) => Op(B::DateGetYear),
        (Primitive::Date, "toISO", 0) => Op(B::DateToIso),
        (Primitive::Date, "toString", 0) => Op(B::DateToString),

        (Primitive::BigInt, "bitAnd", 1) => Op(B::BigIntBitAnd),
        (Primitive::BigInt, "bitOr", 1) => Op(B::BigIntBitOr),
        (Primitive::BigInt, "bitXor", 1) => Op(B::BigIntBitXor),
        (Primitive::BigInt, "bitNot", 0) => Op(B::BigIntBitNot),
        (Primitive::BigInt, "bitShiftLeft", 1) => Op(B::BigIntShiftLeft),
        (Primitive::BigInt, "bitShiftRightSigned", 1) => Op(B::BigIntShiftRightSigned),
        (Primitive::BigInt, "bitLength", 0) => Op(B::BigIntBitLength),
        (Primitive::BigInt, "pow", 1) => Op(B::BigIntPow),
        (Primitive::BigInt, "abs", 0) => Op(B::BigIntAbs),
        (Primitive::BigInt, "gcd", 1) => Op(B::BigIntGcd),
        (Primitive::BigInt, "toInt", 0) => Inverse(B::IntToBigInt),
        (Primitive::BigInt, "toString", 0) => Op(B::BigIntToString),
        _ => return None,
    };
    Some(shape)
}

#[cfg(test)]
mod tests {
    use super::{Shape, shape};

    #[test]
    fn every_member_has_an_operation_of_its_arguments() {
        for (receiver, name, arguments, has_result) in quarrel_sema::members() {
            let shape = shape(receiver, name, arguments).unwrap_or_else(|| panic!("no row for `{name}`"));
            if let Shape::Op(op) | Shape::Inverse(op) = shape {
                let columns = 1 + arguments + usize::from(has_result);
                assert_eq!(op.kinds().len(), columns, "`{name}` and {}", op.name());
            }
        }
    }
}
