//! Features of batches of positions, each beside its definition.

mod attacks;
mod catalogue;
mod kings;
mod oracle;
mod positions;
mod support;
