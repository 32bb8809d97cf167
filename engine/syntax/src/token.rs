//! The kinds of tokens (language.md section 1), the only input of the grammar.

macro_rules! kinds {
    ($($(#[$meta:meta])* $name:ident = $text:literal,)*) => {
        /// The kind of a token.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the text beside each is what it stands for")]
        pub enum Kind { $($(#[$meta])* $name,)* }

        impl Kind {
            /// Every kind, in the order of its number.
            pub const ALL: &[Kind] = &[$(Kind::$name,)*];
            /// The text of keywords and punctuation, a description of other kinds.
            pub fn text(self) -> &'static str {
                match self { $(Kind::$name => $text,)* }
            }
        }
    };
}

kinds! {
    // Keywords, in the order of the alphabet.
    And = "and", Any = "any", As = "as", Asc = "asc", Avg = "avg", Boolean = "boolean", By = "by", Class = "class",
    Concat = "concat", Count = "count", Date = "date", Desc = "desc", Else = "else", Exists = "exists",
    Extends = "extends", False = "false", FloatType = "float", Forall = "forall", Forex = "forex", From = "from",
    If = "if", Implies = "implies", Import = "import", In = "in", Instanceof = "instanceof", IntType = "int",
    Max = "max", Min = "min", Module = "module", Newtype = "newtype", None = "none", Not = "not", Or = "or",
    Order = "order", Predicate = "predicate", Rank = "rank", Result = "result", Select = "select",
    StrictConcat = "strictconcat", StrictCount = "strictcount", StrictSum = "strictsum", StringType = "string",
    Sum = "sum", Super = "super", Then = "then", This = "this", True = "true", Unique = "unique", Where = "where",
    // Punctuation.
    Lt = "<", Le = "<=", Eq = "=", Gt = ">", Ge = ">=", Ne = "!=", Underscore = "_", Minus = "-", Plus = "+",
    Star = "*", Slash = "/", Percent = "%", Comma = ",", Semi = ";", Colon = ":", ColonColon = "::", Dot = ".",
    DotDot = "..", LParen = "(", RParen = ")", LBracket = "[", RBracket = "]", LBrace = "{", RBrace = "}", Bar = "|",
    Question = "?",
    /// `<` whose matching `>` is followed by `::`, so that it always begins arguments.
    LtArgs = "<",
    /// `+` behind a predicate's name and before its arguments.
    ClosurePlus = "+",
    /// `*` behind a predicate's name and before its arguments.
    ClosureStar = "*",
    /// The word before a type, `class`, `module` or `predicate` that makes it a signature.
    Signature = "signature",
    // Everything else.
    LowerId = "a lower-case name", UpperId = "an upper-case name", AtId = "a database type", Int = "an integer",
    Float = "a float", String = "a string",
    /// No token of QL; it has been reported already.
    Invalid = "an invalid token",
}

impl Kind {
    /// The kind of an identifier-like text: a keyword or a name.
    pub fn of_word(word: &str) -> Kind {
        // The keywords come first in `ALL`, in order.
        let keywords = &Kind::ALL[..=Kind::Where as usize];
        match keywords.binary_search_by(|kind| kind.text().cmp(word)) {
            Ok(at) => keywords[at],
            Err(_) if word.starts_with(|first: char| first.is_ascii_uppercase()) => Kind::UpperId,
            Err(_) => Kind::LowerId,
        }
    }
    /// Whether all tokens of the kind have its text.
    pub fn is_fixed(self) -> bool {
        self < Kind::LowerId
    }
}

/// The range of a token, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn keywords_are_sorted_and_found() {
        let keywords = &Kind::ALL[..=Kind::Where as usize];
        assert!(keywords.windows(2).all(|pair| pair[0].text() < pair[1].text()));
        assert_eq!(Kind::of_word("strictsum"), Kind::StrictSum);
        assert_eq!(Kind::of_word("private"), Kind::LowerId);
        assert_eq!(Kind::of_word("Int"), Kind::UpperId);
    }
}
