//! What a run lacks: queries that were given up, and what a mistake of ours left out.

use quarrel_engine::{Compiled, GivenUp};

/// Something that was not done, so that findings may be missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The `@id` of the query, or the name of its file if it has none; `quarrel` when no query is to blame.
    pub query: String,
    /// The message, a sentence.
    pub text: String,
}

/// The queries that were given up, those that only help reports among them, and the mistakes of ours that were seen.
pub fn missing(compiled: &Compiled, given_up: &[GivenUp]) -> Vec<Missing> {
    let of_user = given_up.iter().filter_map(|query| Some((compiled.queries.get(query.query)?, query)));
    let bugs = quarrel_common::bug::take().map(|text| Missing { query: "quarrel".to_owned(), text });
    let of_queries = of_user.map(|(query, given_up)| {
        let name = query.metadata.get("id").unwrap_or(&query.file);
        let (limit, predicate) = (given_up.limit.as_secs_f64(), &given_up.predicate);
        let text = format!(
            "the query {name} was not finished: it took longer than {limit} s, at last for `{predicate}` \
             (--timeout-per-query sets the limit)"
        );
        Missing { query: name.to_owned(), text }
    });
    of_queries.chain(bugs).collect()
}
