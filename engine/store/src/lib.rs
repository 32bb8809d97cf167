//! Reads relations from a code database in SQLite.
