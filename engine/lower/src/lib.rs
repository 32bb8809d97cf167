//! Checked QL to Datalog.
