//! Compiles QL against a code database and evaluates it bottom-up.
