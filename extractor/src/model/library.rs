//! Library types.
