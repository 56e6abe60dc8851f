//! shakmaty as a rival: with its feature `magics`, or by hyperbola quintessence.

use hyperbola_timing::serve::{Rival, serve};
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingMode, Chess, Square, attacks};

struct Shakmaty;

#[inline(always)]
fn square(index: u64) -> Square {
    Square::new(index as u32)
}

impl Rival for Shakmaty {
    type Bits = u64;
    type Position = Chess;

    fn version(&self) -> &str {
        hyperbola_timing::library_version!()
    }

    #[inline(always)]
    fn rook(&self, index: u64, occupied: u64) -> u64 {
        attacks::rook_attacks(square(index), Bitboard(occupied)).0
    }

    #[inline(always)]
    fn bishop(&self, index: u64, occupied: u64) -> u64 {
        attacks::bishop_attacks(square(index), Bitboard(occupied)).0
    }

    #[inline(always)]
    fn queen(&self, index: u64, occupied: u64) -> u64 {
        attacks::queen_attacks(square(index), Bitboard(occupied)).0
    }

    fn position(&self, fen: &str) -> Result<Chess, String> {
        let fen: Fen = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
        fen.into_position(CastlingMode::Standard).map_err(|error| error.to_string())
    }

    fn perft(&self, position: &Chess, depth: u32) -> u64 {
        shakmaty::perft(position, depth)
    }
}

fn main() -> std::io::Result<()> {
    serve(&Shakmaty)
}
