//! Features of batches of positions, each beside its definition.

mod attacks;
mod kings;
mod legal;
mod masks;
mod oracle;
mod positions;
mod support;
