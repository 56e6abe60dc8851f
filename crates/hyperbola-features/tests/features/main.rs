//! Features of batches of positions, each compared with its definition.

mod allocations;
mod attacks;
mod catalogue;
mod columns;
mod corpus;
mod file;
mod formulas;
mod games;
mod inputs;
mod kings;
mod laws;
mod legal;
mod masks;
mod oracle;
mod planes;
mod positions;
mod support;
mod threats;
