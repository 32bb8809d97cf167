//! Names and types of QL: syntax trees to a checked program.
