//! Functions whose machine code `cargo xtask` reads: how long it is, and what it calls.
//!
//! They are public, so that the compiler keeps them as they are, whatever calls them. What is chosen
//! at run time from all techniques and words is in `hyperbola-kernels`, whose machine code is read
//! too.
#![forbid(unsafe_code)]

pub mod bishop;
pub mod checks;
pub mod queens;
pub mod sets;
