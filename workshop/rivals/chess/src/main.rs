//! chess as a rival: its look-ups by bit extraction, with the feature `pext`, or by magic factors.
//!
//! Its move generator looks up by magic factors in any case, so perft is the same with both.

use chess::{BitBoard, Board, MoveGen, Square};
use hyperbola_timing::serve::{Rival, serve};

#[cfg(not(feature = "pext"))]
use chess::{get_bishop_moves, get_rook_moves};
#[cfg(feature = "pext")]
use chess::{get_bishop_moves_bmi as get_bishop_moves, get_rook_moves_bmi as get_rook_moves};

struct Chess;

#[inline(always)]
fn square(index: u64) -> Square {
    // SAFETY: `Square::new` needs a number below 64, which the mask ensures.
    unsafe { Square::new((index & 63) as u8) }
}

impl Rival for Chess {
    type Bits = u64;
    type Position = Board;

    fn version(&self) -> &str {
        hyperbola_timing::library_version!()
    }

    #[inline(always)]
    fn rook(&self, index: u64, occupied: u64) -> u64 {
        get_rook_moves(square(index), BitBoard(occupied)).0
    }

    #[inline(always)]
    fn bishop(&self, index: u64, occupied: u64) -> u64 {
        get_bishop_moves(square(index), BitBoard(occupied)).0
    }

    fn position(&self, fen: &str) -> Result<Board, String> {
        fen.parse().map_err(|error| format!("{fen}: {error}"))
    }

    fn perft(&self, board: &Board, depth: u32) -> u64 {
        MoveGen::movegen_perft_test(board, depth as usize) as u64
    }
}

fn main() -> std::io::Result<()> {
    serve(&Chess)
}
