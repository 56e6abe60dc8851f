//! Endgame tables in the format Syzygy, read by the crate `pyrrhic-rs`.

use core::error::Error;
use core::fmt;
use std::fs;

use hyperbola::{Bitboard, Square};
use hyperbola_moves::{Color, Move, Position, Role};
use pyrrhic_rs::{DtzProbeValue, EngineAdapter, Piece, TableBases, WdlProbeResult};

/// What the reader of the tables asks of an engine: attacks.
#[derive(Clone)]
struct Attacks;

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, from: u64) -> u64 {
        let is_white = color == pyrrhic_rs::Color::White;
        hyperbola::pawn_attacks(if is_white { Color::White } else { Color::Black }, square(from)).0
    }
    fn knight_attacks(from: u64) -> u64 {
        hyperbola::knight_attacks(square(from)).0
    }
    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        hyperbola::bishop_attacks(square(from), Bitboard(occupied)).0
    }
    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        hyperbola::rook_attacks(square(from), Bitboard(occupied)).0
    }
    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        hyperbola::queen_attacks(square(from), Bitboard(occupied)).0
    }
    fn king_attacks(from: u64) -> u64 {
        hyperbola::king_attacks(square(from)).0
    }
}

fn square(index: u64) -> Square {
    Square::from_index_wrapping(u8::try_from(index).expect("a square"))
}

/// The tables of some folders. A process has one at a time.
pub(crate) struct Endgames {
    tables: TableBases<Attacks>,
    /// The most pieces of a table.
    most_pieces: u32,
    /// Whether each table of values has one of distances.
    has_distances: bool,
}

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endgames of {} pieces", self.most_pieces)
    }
}

impl Endgames {
    /// Opens all tables of some folders, with a colon between their names. The files are trusted
    /// but for their length.
    pub(crate) fn open(folders: &str) -> Result<Self, Box<dyn Error>> {
        let (mut most_pieces, mut has_distances) = (0, true);
        for folder in folders.split(':') {
            let entries = fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))?;
            for path in entries.flatten().map(|entry| entry.path()) {
                let extension = path.extension().and_then(|extension| extension.to_str());
                let Some(extension @ ("rtbw" | "rtbz")) = extension else { continue };
                // A file that was cut would be read past its end.
                if fs::metadata(&path)?.len() % 64 != 16 {
                    return Err(format!("expected a whole table, found {}", path.display()).into());
                }
                if extension == "rtbw" {
                    let name = path.file_stem().unwrap_or_default().to_string_lossy();
                    let pieces = name.bytes().filter(u8::is_ascii_uppercase).count();
                    most_pieces = most_pieces.max(u32::try_from(pieces)?);
                    has_distances &= path.with_extension("rtbz").exists();
                }
            }
        }
        // Where there is no table, the reader would accept no other folder afterwards.
        if most_pieces == 0 {
            return Err(format!("expected a folder with tables (.rtbw), found {folders}").into());
        }
        let tables = TableBases::new(folders).map_err(|error| format!("{folders}: {error:?}"))?;
        Ok(Self { tables, most_pieces, has_distances })
    }

    /// Returns whether the side to move wins (1), draws (0) or loses (-1), with the fifty-move rule
    /// and no half move without a capture or a pawn's move so far.
    pub(crate) fn value(&self, position: &Position) -> Option<i32> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = self.sets(position)?;
        let (passed, is_white) = state(position);
        let probed = self.tables.probe_wdl(
            white, black, kings, queens, rooks, bishops, knights, pawns, passed, is_white,
        );
        probed.ok().map(value)
    }

    /// Returns a move that keeps the value of a position, and this value. A win comes nearer by the
    /// move, and a loss as slowly as can be.
    pub(crate) fn best(&self, position: &Position) -> Option<(Move, i32)> {
        let sets = self.sets(position).filter(|_| self.has_distances)?;
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets;
        let ((passed, is_white), clock) = (state(position), u32::from(position.halfmove_clock()));
        let probed = self.tables.probe_root(
            white, black, kings, queens, rooks, bishops, knights, pawns, clock, passed, is_white,
        );
        let DtzProbeValue::DtzResult(found) = probed.ok()?.root else { return None };
        let role = match found.promotion {
            Piece::Knight => Role::Knight,
            Piece::Bishop => Role::Bishop,
            Piece::Rook => Role::Rook,
            Piece::Queen => Role::Queen,
            Piece::Pawn | Piece::King => Role::Pawn,
        };
        let [from, to] = [found.from_square, found.to_square].map(u64::from).map(square);
        let best = Move::promoting(from, to, role);
        position.is_legal(best).then_some((best, value(found.wdl)))
    }

    /// Returns the squares of White, of Black, and of each role from the king to the pawn, if a
    /// table may have the position: it has no right to castle and few pieces.
    fn sets(&self, position: &Position) -> Option<[u64; 8]> {
        let board = position.board();
        let is_small = board.occupied().count() <= self.most_pieces;
        let may_be_there = is_small && position.castling_rights().is_empty();
        let of = |role| board.of_role(role).0;
        may_be_there.then(|| {
            [
                board.of_color(Color::White).0,
                board.of_color(Color::Black).0,
                of(Role::King),
                of(Role::Queen),
                of(Role::Rook),
                of(Role::Bishop),
                of(Role::Knight),
                of(Role::Pawn),
            ]
        })
    }
}

/// Returns the square that a pawn passed over, or 0, and whether White is to move.
fn state(position: &Position) -> (u32, bool) {
    let passed = position.en_passant().map_or(0, |square| square as u32);
    (passed, position.side_to_move() == Color::White)
}

/// Wins and losses that take more than fifty moves are draws.
fn value(found: WdlProbeResult) -> i32 {
    match found {
        WdlProbeResult::Win => 1,
        WdlProbeResult::Loss => -1,
        _ => 0,
    }
}
