//! Evaluates stratified Datalog bottom-up.
