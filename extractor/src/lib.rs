//! Reads Java source trees into a code database.

pub mod facts;
