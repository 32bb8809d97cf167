//! Tests across crates that are code.

mod conformance;
mod consistency;
mod damage;
mod duplicates;
mod graphs;
mod library;
mod packs;
mod race_types;
mod random;
mod words;
