//! shunsai as a rival on boards of shogi: with its magic factors, or with the feature `qugiy` with
//! its own form of hyperbola quintessence.

use hyperbola_timing::serve::{Rival, serve};
#[cfg(not(feature = "qugiy"))]
use shunsai::internals::backends::magic as sliders;
#[cfg(feature = "qugiy")]
use shunsai::internals::backends::qugiy as sliders;
use shunsai::{Bitboard, shogi_core::Square};

struct Shunsai;

/// Makes its set of squares, for which it has no public function.
#[inline(always)]
fn set(bits: u128) -> Bitboard {
    // SAFETY: it is a struct of one u128, and all bits are on the board. If its layout changes, the
    // sizes differ or the digest of the answers is wrong.
    unsafe { core::mem::transmute::<u128, Bitboard>(bits) }
}

#[inline(always)]
fn bits(set: Bitboard) -> u128 {
    // SAFETY: as above.
    unsafe { core::mem::transmute::<Bitboard, u128>(set) }
}

/// Returns attacks from a square, of which it counts from 1.
#[inline(always)]
fn attacks(of: impl Fn(Square, Bitboard) -> Bitboard, index: u64, occupied: u128) -> u128 {
    Square::from_u8(index as u8 + 1).map_or(0, |square| bits(of(square, set(occupied))))
}

impl Rival for Shunsai {
    type Bits = u128;
    type Position = ();
    const SQUARES: u64 = 81;
    const TASKS: &'static str = "shogi";

    fn version(&self) -> &str {
        hyperbola_timing::library_version!()
    }

    #[inline(always)]
    fn rook(&self, index: u64, occupied: u128) -> u128 {
        attacks(sliders::rook_attacks, index, occupied)
    }

    #[inline(always)]
    fn bishop(&self, index: u64, occupied: u128) -> u128 {
        attacks(sliders::bishop_attacks, index, occupied)
    }
}

fn main() -> std::io::Result<()> {
    serve(&Shunsai)
}
