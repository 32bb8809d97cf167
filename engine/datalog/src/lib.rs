//! Datalog programs: text form, verification, stratification, passes.
