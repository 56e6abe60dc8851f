//! Functions whose machine code the chores read: its length, and the functions that it calls.
//!
//! They are public, so the compiler keeps them as they are. The functions that choose at run time
//! from all techniques and words are in `hyperbola-kernels`. Their machine code is read too.
#![no_std]
#![forbid(unsafe_code)]

pub mod apart;
pub mod bishop;
pub mod checks;
pub mod doors;
pub mod operations;
pub mod queens;
pub mod sets;
