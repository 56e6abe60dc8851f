//! Features of batches of positions, each beside its definition.

mod attacks;
mod half_ka;
mod kings;
mod oracle;
mod planes;
mod positions;
mod support;
mod threats;
