//! The query packs, embedded.
