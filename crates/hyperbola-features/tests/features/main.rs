//! Features of batches of positions, each beside its definition.

mod attacks;
mod corpus;
mod file;
mod kings;
mod laws;
mod oracle;
mod positions;
mod records;
mod support;
