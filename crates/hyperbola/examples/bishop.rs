//! Prints the attacks of a bishop, by a routine that `cargo xtask instructions` counts the
//! instructions of.
//!
//! ```text
//! cargo run -p hyperbola --example bishop -- d4 0x0008240052002080
//! ```

use core::error::Error;

use hyperbola::algorithms::HyperbolaQuintessence;
use hyperbola::{Bitboard, SliderAttacks as _, Square};

/// Returns the attacks of a bishop by hyperbola quintessence: the routine as it stands in a
/// program that does not inline it.
#[inline(never)]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    HyperbolaQuintessence::bishop_attacks(square, occupied)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let square = arguments.next().as_deref().unwrap_or("d4").parse()?;
    let occupied = match arguments.next() {
        Some(hex) => u64::from_str_radix(hex.trim_start_matches("0x"), 16)?,
        None => 0,
    };
    println!("{}", bishop_attacks(square, Bitboard(occupied)));
    Ok(())
}
