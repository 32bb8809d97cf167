//! Databases, sound and damaged, in one binary.

mod damage;
mod sqlite;
