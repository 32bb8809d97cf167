//! Reads Java source trees into a code database.
