//! Reads Java source trees into a code database.

pub mod intern;

pub mod ast;

pub mod flow;

pub mod facts;
