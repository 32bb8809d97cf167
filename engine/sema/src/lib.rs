//! Names and types of QL. Syntax trees and the catalog flow in; a [`hir::Checked`] program and diagnostics flow out:
//! every name resolved, every module instantiated, every expression typed. Knows no Datalog.

pub mod hir;
mod input;

pub use input::{ModuleSource, Options};
