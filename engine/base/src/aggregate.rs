//! The aggregates of QL (language.md section 11) in one table, with the properties that parsers, checkers, passes and
//! evaluators need. `quarrel-eval` computes them; its naive evaluator specifies them.

/// The input of an aggregate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Tuples; it needs no expression.
    Tuples,
    /// A number for each tuple.
    Numbers,
    /// A string for each tuple and a separator, in an order.
    Strings,
    /// A value for each tuple, in an order.
    Ordered,
    /// A value for each tuple.
    Values,
}

/// The result of an aggregate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// An int.
    Int,
    /// A float.
    Float,
    /// A string.
    String,
    /// What it takes.
    Value,
}

/// Declares the aggregates: name, word in QL, input, result, and strict form (the aggregate itself if it has no value
/// for no tuples).
macro_rules! aggregates {
    ($($name:ident $word:literal $takes:ident $gives:ident $strict:ident;)*) => {
        /// Aggregate functions.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        #[expect(missing_docs, reason = "the names are QL's")]
        pub enum AggregateOp { $($name,)* }

        impl AggregateOp {
            /// All aggregates.
            pub const ALL: &[AggregateOp] = &[$(AggregateOp::$name,)*];
            /// Its word in QL.
            pub fn name(self) -> &'static str {
                match self { $(AggregateOp::$name => $word,)* }
            }
            /// What it takes.
            pub fn takes(self) -> Takes {
                match self { $(AggregateOp::$name => Takes::$takes,)* }
            }
            /// What it gives.
            pub fn gives(self) -> Gives {
                match self { $(AggregateOp::$name => Gives::$gives,)* }
            }
            /// The variant without a value for no tuples.
            pub fn strict(self) -> AggregateOp {
                match self { $(AggregateOp::$name => AggregateOp::$strict,)* }
            }
        }
    };
}

aggregates! {
    Avg "avg" Numbers Float Avg;
    Concat "concat" Strings String StrictConcat;
    Count "count" Tuples Int StrictCount;
    Max "max" Ordered Value Max;
    Min "min" Ordered Value Min;
    Rank "rank" Ordered Value Rank;
    StrictConcat "strictconcat" Strings String StrictConcat;
    StrictCount "strictcount" Tuples Int StrictCount;
    StrictSum "strictsum" Numbers Value StrictSum;
    Sum "sum" Numbers Value StrictSum;
    Unique "unique" Values Value Unique;
}

impl AggregateOp {
    /// Whether its result is the value of one of the tuples.
    pub fn chooses(self) -> bool {
        matches!(self, Self::Max | Self::Min | Self::Rank | Self::Unique)
    }
    /// Whether it has a value for no tuples (0, or the empty text), and therefore binds no variables of its
    /// surroundings; the others have none and do.
    pub fn is_total(self) -> bool {
        self.strict() != self
    }
}
