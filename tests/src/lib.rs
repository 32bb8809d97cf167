//! Tests across crates: fixtures as data, one expectation for every treatment.
//!
//! `tests/ql/*.md` hold QL programs over toy schemas with their facts and rows. A heading of level two is a test; what
//! stands above the first of them (schema, facts, library files) belongs to all tests of the file.

pub mod corpus;
pub mod damage;
pub mod diagnostics;
pub mod facts;
pub mod fixture;
pub mod ql;
pub mod shapes;
pub mod treatments;
