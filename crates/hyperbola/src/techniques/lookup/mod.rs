use crate::Word;
use crate::table::Table;

#[cfg(feature = "tables")]
pub(crate) mod binary_network;
pub(crate) mod casting_out_255;
#[cfg(feature = "tables")]
pub(crate) mod congruent_modulo;
#[cfg(feature = "tables")]
pub(crate) mod correlation_magic;
pub(crate) mod first_rank;
#[cfg(feature = "tables")]
pub(crate) mod folding_hash;
#[cfg(feature = "tables")]
pub(crate) mod hash_dictionary;
#[cfg(feature = "tables")]
pub(crate) mod hypercube;
pub(crate) mod kindergarten;
#[cfg(feature = "tables")]
pub(crate) mod kindergarten_super_sissy;
#[cfg_attr(
    not(feature = "tables"),
    expect(dead_code, reason = "most factors are those of tables that the feature adds")
)]
mod magic_factors;
#[cfg(feature = "tables")]
pub(crate) mod magic_fancy;
#[cfg(feature = "tables")]
pub(crate) mod magic_fixed_shift;
#[cfg(feature = "tables")]
pub(crate) mod magic_plain;
pub(crate) mod magic_two_colors;
#[cfg(feature = "tables")]
mod network_weights;
#[cfg(feature = "tables")]
pub(crate) mod pext;
#[cfg(feature = "tables")]
pub(crate) mod pext_pdep;
#[cfg(feature = "tables")]
pub(crate) mod pre_school;
#[cfg(feature = "tables")]
mod relevant_attacks;
#[cfg(feature = "tables")]
pub(crate) mod rotated;
#[cfg(feature = "tables")]
pub(crate) mod sissy;
#[cfg(feature = "tables")]
pub(crate) mod spectral_magic;
#[cfg(feature = "tables")]
pub(crate) mod split_pext;
#[cfg(feature = "tables")]
pub(crate) mod titboards;

/// Returns a column of a square's row in a table of 64 rows.
#[inline(always)]
fn column<W: Word, const N: usize>(square: W, column: u64, rows: &'static Table<u64, N>) -> W {
    (square.shl((N / 64).trailing_zeros()) | square.splat(column)).lookup(rows)
}
