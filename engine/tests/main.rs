//! Packs, metadata and checks, in one binary.

mod check;
mod metadata;
mod packs;
