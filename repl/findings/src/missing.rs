//! Queries that were given up: what they would have found is not known.

use quarrel_engine::{Compiled, GivenUp};

/// A query that was given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// Its `@id`; the name of its file if it has none.
    pub query: String,
    /// What to say of it, a sentence.
    pub text: String,
}

/// The queries that were given up; queries that only help reports are among them.
pub fn missing(compiled: &Compiled, given_up: &[GivenUp]) -> Vec<Missing> {
    let of_user = given_up.iter().filter_map(|query| Some((compiled.queries.get(query.query)?, query)));
    of_user
        .map(|(query, given_up)| {
            let name = query.metadata.get("id").unwrap_or(&query.file);
            let (limit, predicate) = (given_up.limit.as_secs_f64(), &given_up.predicate);
            let text = format!(
                "the query {name} was not finished: it took longer than {limit} s, at last for `{predicate}` \
                 (--timeout-per-query sets the limit)"
            );
            Missing { query: name.to_owned(), text }
        })
        .collect()
}
