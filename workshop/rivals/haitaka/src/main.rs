//! haitaka as a rival on boards of shogi: with magic factors, or with the feature `qugiy` with its
//! own form of hyperbola quintessence.

use haitaka::{BitBoard, Color, Square};
use hyperbola_timing::serve::{Rival, serve};

struct Haitaka;

/// Returns attacks from a square.
#[inline(always)]
fn attacks(of: impl Fn(Color, Square, BitBoard) -> BitBoard, index: u64, occupied: u128) -> u128 {
    Square::try_index(index as usize)
        .map_or(0, |square| of(Color::Black, square, BitBoard(occupied)).0)
}

impl Rival for Haitaka {
    type Bits = u128;
    type Position = ();
    const SQUARES: u64 = 81;
    const TASKS: &'static str = "shogi";

    fn version(&self) -> &str {
        hyperbola_timing::library_version!()
    }

    #[inline(always)]
    fn rook(&self, index: u64, occupied: u128) -> u128 {
        attacks(haitaka::get_rook_moves, index, occupied)
    }

    #[inline(always)]
    fn bishop(&self, index: u64, occupied: u128) -> u128 {
        attacks(haitaka::get_bishop_moves, index, occupied)
    }
}

fn main() -> std::io::Result<()> {
    serve(&Haitaka)
}
