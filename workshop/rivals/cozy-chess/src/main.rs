//! cozy-chess as a rival: with its feature `pext`, or with magic factors.

use cozy_chess::{BitBoard, Board, Square};
use hyperbola_timing::serve::{Rival, serve};

mod perft;

struct CozyChess;

#[inline(always)]
fn square(index: u64) -> Square {
    Square::index(index as usize)
}

impl Rival for CozyChess {
    type Bits = u64;
    type Position = Board;

    fn version(&self) -> &str {
        hyperbola_timing::library_version!()
    }

    #[inline(always)]
    fn rook(&self, index: u64, occupied: u64) -> u64 {
        cozy_chess::get_rook_moves(square(index), BitBoard(occupied)).0
    }

    #[inline(always)]
    fn bishop(&self, index: u64, occupied: u64) -> u64 {
        cozy_chess::get_bishop_moves(square(index), BitBoard(occupied)).0
    }

    fn position(&self, fen: &str) -> Result<Board, String> {
        fen.parse().map_err(|error| format!("{fen}: {error:?}"))
    }

    fn perft(&self, board: &Board, depth: u32) -> u64 {
        perft::perft(board, depth)
    }
}

fn main() -> std::io::Result<()> {
    serve(&CozyChess)
}
