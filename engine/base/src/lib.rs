//! Ids, sources, diagnostics and the catalog: what every stage of the engine shares.
