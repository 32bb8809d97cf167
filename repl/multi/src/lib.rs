//! Many repositories, one results database. A [`list`] flows in; [`run`] brings the [`source`] of each,
//! analyses it in a process of its own ([`child`]) and writes what became of it to the [`results`]; [`report`] shows
//! them, draws samples for reading and takes verdicts back; [`fit`] learns what evidence is worth.

pub mod archive;
pub mod child;
pub mod fit;
pub mod list;
pub mod report;
pub mod results;
pub mod run;
pub mod source;
