//! From resolved trees to rows.
//!
//! In: the syntax tree, bindings and control flow of one file at a time, and the model of all declared types.
//! Out: [`batch::FileFacts`], the rows of that file with references that are still symbolic, which the writer
//! turns into entity ids in file order. The relations are declared once, in `schema/java.dbscheme`; how they lie
//! in tables is declared in `schema/java.storage`; [`rows`] is generated from both.

pub mod annotated;
pub mod batch;
pub mod describe;
pub mod emit;
pub mod ids;
pub mod numbered;
pub mod rows;
pub mod schema;
pub mod storage;
pub mod world;

#[cfg(test)]
mod codegen;
