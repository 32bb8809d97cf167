//! Tests across crates: fixtures as data, one expectation for every treatment.
//!
//! `tests/ql/*.md` have QL programs over toy schemas with their facts and rows. Each heading of level two is a test;
//! the blocks above the first heading (schema, facts, library files) belong to all tests of the file.

pub mod corpus;
pub mod damage;
pub mod diagnostics;
pub mod facts;
pub mod fixture;
pub mod ql;
pub mod shapes;
pub mod treatments;
