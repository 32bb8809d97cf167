//! Finds thread-safety violations in Java, and answers any question about Java code in QL.
