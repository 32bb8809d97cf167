//! Converts resolved trees to rows.
//!
//! In: the syntax tree, bindings and control flow of one file at a time, and the model of all declared types. Out:
//! [`batch::FileFacts`], the rows of that file with symbolic references, which the writer turns into entity ids in file
//! order. `schema/java.dbscheme` declares the relations once, `schema/java.storage` their tables; [`rows`] is generated
//! from both.

pub mod annotated;
pub mod batch;
pub mod describe;
pub mod emit;
pub mod ids;
pub mod keys;
pub mod numbered;
pub mod rows;
pub mod schema;
pub mod storage;
pub mod world;

#[cfg(test)]
mod codegen;
