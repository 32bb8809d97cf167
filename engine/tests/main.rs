//! Packs and metadata, in one binary.

mod metadata;
mod packs;
