//! Reads Java source trees into a code database.

pub mod intern;

pub mod ast;
pub mod source;

pub mod parse;
mod syntax;

pub mod model;

pub mod resolve;

pub mod flow;

pub mod facts;

pub mod write;
