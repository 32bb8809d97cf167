//! The built-in operations of literals: signatures and binding modes. language.md section 15 describes them;
//! `quarrel-eval` implements them.

use crate::Kind::{self, BigInt, Boolean, Date, Float, Int, String};

/// Declares the operations in one table: name, argument kinds (results last), binding modes. A mode has one letter per
/// argument: `i` must be bound, `o` is bound by the operation (compared if already bound).
macro_rules! builtins {
    ($($(#[$meta:meta])* $name:ident [$($kind:expr),*] $($mode:literal)|+;)*) => {
        /// A built-in operation.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum BuiltinOp { $($(#[$meta])* $name,)* }

        impl BuiltinOp {
            /// All operations.
            pub const ALL: &[BuiltinOp] = &[$(BuiltinOp::$name),*];
            /// The operation's name in the text form of programs.
            pub fn name(self) -> &'static str {
                match self { $(BuiltinOp::$name => stringify!($name),)* }
            }
            /// The kinds of the arguments.
            pub fn kinds(self) -> &'static [Kind] {
                match self { $(BuiltinOp::$name => &[$($kind),*],)* }
            }
            /// The binding modes, cheapest first, with one letter per argument: `i` bound before, `o` bound by the
            /// operation.
            pub fn modes(self) -> &'static [&'static str] {
                match self { $(BuiltinOp::$name => &[$($mode),+],)* }
            }
        }
    };
}

builtins! {
    /// `a + b = c`, wrapping; any two operands determine the third.
    IntAdd [Int, Int, Int] "iio" | "ioi" | "oii";
    /// `a * b = c`, wrapping.
    IntMul [Int, Int, Int] "iio";
    /// `a / b = c`, truncating; no value for `b = 0`.
    IntDiv [Int, Int, Int] "iio";
    /// `a % b = c`, sign of the dividend; no value for `b = 0`.
    IntRem [Int, Int, Int] "iio";
    /// `-a = b`, wrapping.
    IntNeg [Int, Int] "io" | "oi";
    /// `a <= c <= b`: tests an integer, or enumerates the range.
    IntRange [Int, Int, Int] "iii" | "iio";
    /// An int as a float; backwards only integral values in range.
    IntToFloat [Int, Float] "io" | "oi";
    /// The decimal text.
    IntToString [Int, String] "io";
    /// abs, wrapping.
    IntAbs [Int, Int] "io";
    /// Bitwise and.
    IntBitAnd [Int, Int, Int] "iio";
    /// Bitwise or.
    IntBitOr [Int, Int, Int] "iio";
    /// Bitwise exclusive or.
    IntBitXor [Int, Int, Int] "iio";
    /// Bitwise not.
    IntBitNot [Int, Int] "io" | "oi";
    /// Left shift, count modulo 32.
    IntShiftLeft [Int, Int, Int] "iio";
    /// Logical right shift, count modulo 32.
    IntShiftRight [Int, Int, Int] "iio";
    /// Arithmetic right shift, count modulo 32.
    IntShiftRightSigned [Int, Int, Int] "iio";
    /// Greatest common divisor.
    IntGcd [Int, Int, Int] "iio";
    /// Code point to text, and back.
    IntToUnicode [Int, String] "io" | "oi";
    /// To a big integer; back if in range.
    IntToBigInt [Int, BigInt] "io" | "oi";

    /// `a + b = c`.
    FloatAdd [Float, Float, Float] "iio";
    /// `a - b = c`.
    FloatSub [Float, Float, Float] "iio";
    /// `a * b = c`.
    FloatMul [Float, Float, Float] "iio";
    /// `a / b = c`.
    FloatDiv [Float, Float, Float] "iio";
    /// Remainder as in Java.
    FloatRem [Float, Float, Float] "iio";
    /// `-a = b`.
    FloatNeg [Float, Float] "io" | "oi";
    /// As `Double.toString`.
    FloatToString [Float, String] "io";
    /// Absolute value.
    FloatAbs [Float, Float] "io";
    /// Least int not below; none outside the int range.
    FloatCeil [Float, Int] "io";
    /// Greatest int not above; none outside the int range.
    FloatFloor [Float, Int] "io";
    /// `acos`.
    FloatAcos [Float, Float] "io";
    /// `asin`.
    FloatAsin [Float, Float] "io";
    /// `atan`.
    FloatAtan [Float, Float] "io";
    /// `cos`.
    FloatCos [Float, Float] "io";
    /// `cosh`.
    FloatCosh [Float, Float] "io";
    /// `exp`.
    FloatExp [Float, Float] "io";
    /// Natural logarithm.
    FloatLog [Float, Float] "io";
    /// Logarithm to a base: value, base, result.
    FloatLogBase [Float, Float, Float] "iio";
    /// Decimal logarithm.
    FloatLog10 [Float, Float] "io";
    /// Binary logarithm.
    FloatLog2 [Float, Float] "io";
    /// `signum`.
    FloatSignum [Float, Float] "io";
    /// `sin`.
    FloatSin [Float, Float] "io";
    /// `sinh`.
    FloatSinh [Float, Float] "io";
    /// `sqrt`.
    FloatSqrt [Float, Float] "io";
    /// `tan`.
    FloatTan [Float, Float] "io";
    /// `tanh`.
    FloatTanh [Float, Float] "io";
    /// `ulp`.
    FloatUlp [Float, Float] "io";
    /// Next greater value.
    FloatNextUp [Float, Float] "io";
    /// Next smaller value.
    FloatNextDown [Float, Float] "io";
    /// Next value towards another.
    FloatNextAfter [Float, Float, Float] "iio";
    /// Magnitude of the first, sign of the second.
    FloatCopySign [Float, Float, Float] "iio";
    /// Power.
    FloatPow [Float, Float, Float] "iio";

    /// `and`.
    BooleanAnd [Boolean, Boolean, Boolean] "iio";
    /// `or`.
    BooleanOr [Boolean, Boolean, Boolean] "iio";
    /// Exclusive or.
    BooleanXor [Boolean, Boolean, Boolean] "iio";
    /// `not`.
    BooleanNot [Boolean, Boolean] "io" | "oi";
    /// `true` or `false`.
    BooleanToString [Boolean, String] "io";

    /// Concatenation; the whole and one operand determine the other.
    StringConcat [String, String, String] "iio" | "ioi" | "oii";
    /// Length in UTF-16 units.
    StringLength [String, Int] "io";
    /// Unit at an index: text, index, unit; the index can be enumerated.
    StringCharAt [String, Int, String] "iio" | "ioo";
    /// Every offset at which the second occurs in the first.
    StringIndexOf [String, String, Int] "iio";
    /// text, wanted, n, start, offset of the n-th occurrence at or after start; n can be enumerated.
    StringIndexOfNth [String, String, Int, Int, Int] "iioio";
    /// text, begin, end, part.
    StringSubstring [String, Int, Int, String] "iiio";
    /// text, length, prefix; the length can be enumerated.
    StringPrefix [String, Int, String] "iio" | "ioo";
    /// text, offset, suffix; the offset can be enumerated.
    StringSuffix [String, Int, String] "iio" | "ioo";
    /// text, delimiter, index, field; the index can be enumerated.
    StringSplitAt [String, String, Int, String] "iiio" | "iioo";
    /// text, what, with, result: literal replacement.
    StringReplaceAll [String, String, String, String] "iiio";
    /// text, pattern, replacement, result: `Matcher.replaceAll`.
    StringRegexpReplaceAll [String, String, String, String] "iiio";
    /// SQL LIKE on the whole text.
    StringMatches [String, String] "ii";
    /// Whole-text match of a Java pattern.
    StringRegexpMatch [String, String] "ii";
    /// text, pattern, group, captured; whole-text match; the group can be enumerated.
    StringRegexpCapture [String, String, Int, String] "iiio" | "iioo";
    /// text, pattern, occurrence, offset, found; both numbers can be enumerated.
    StringRegexpFind [String, String, Int, Int, String] "iiooo";
    /// No upper-case letter.
    StringIsLowercase [String] "i";
    /// No lower-case letter.
    StringIsUppercase [String] "i";
    /// Lower case.
    StringToLowerCase [String, String] "io";
    /// Upper case.
    StringToUpperCase [String, String] "io";
    /// Without leading and trailing units up to U+0020.
    StringTrim [String, String] "io";
    /// Decimal number in int range.
    StringToInt [String, Int] "io";
    /// Number.
    StringToFloat [String, Float] "io";
    /// Date.
    StringToDate [String, Date] "io";
    /// Big integer.
    StringToBigInt [String, BigInt] "io";
    /// text, index, code point; the index can be enumerated.
    StringCodePointAt [String, Int, Int] "iio" | "ioo";
    /// text, begin, end, number of code points.
    StringCodePointCount [String, Int, Int, Int] "iiio";

    /// Whole days from the first to the second.
    DateDaysTo [Date, Date, Int] "iio";
    /// Day of the month.
    DateGetDay [Date, Int] "io";
    /// Hour.
    DateGetHours [Date, Int] "io";
    /// Minute.
    DateGetMinutes [Date, Int] "io";
    /// Full English name of the month.
    DateGetMonth [Date, String] "io";
    /// Second.
    DateGetSeconds [Date, Int] "io";
    /// Year.
    DateGetYear [Date, Int] "io";
    /// ISO form.
    DateToIso [Date, String] "io";
    /// Text form.
    DateToString [Date, String] "io";

    /// `a + b = c`.
    BigIntAdd [BigInt, BigInt, BigInt] "iio" | "ioi" | "oii";
    /// `a * b = c`.
    BigIntMul [BigInt, BigInt, BigInt] "iio";
    /// `a / b = c`, truncating.
    BigIntDiv [BigInt, BigInt, BigInt] "iio";
    /// `a % b = c`.
    BigIntRem [BigInt, BigInt, BigInt] "iio";
    /// `-a = b`.
    BigIntNeg [BigInt, BigInt] "io" | "oi";
    /// Bitwise and.
    BigIntBitAnd [BigInt, BigInt, BigInt] "iio";
    /// Bitwise or.
    BigIntBitOr [BigInt, BigInt, BigInt] "iio";
    /// Bitwise exclusive or.
    BigIntBitXor [BigInt, BigInt, BigInt] "iio";
    /// Bitwise not.
    BigIntBitNot [BigInt, BigInt] "io";
    /// Left shift.
    BigIntShiftLeft [BigInt, Int, BigInt] "iio";
    /// Arithmetic right shift.
    BigIntShiftRightSigned [BigInt, Int, BigInt] "iio";
    /// Bits needed without the sign.
    BigIntBitLength [BigInt, Int] "io";
    /// Power.
    BigIntPow [BigInt, Int, BigInt] "iio";
    /// Absolute value.
    BigIntAbs [BigInt, BigInt] "io";
    /// Greatest common divisor.
    BigIntGcd [BigInt, BigInt, BigInt] "iio";
    /// Decimal text.
    BigIntToString [BigInt, String] "io";
}
