//! The 32 bytes that a chain of positions begins with.

use hyperbola_moves::pgn::GameResult;
use hyperbola_moves::{CastlingRights, CastlingSide, Color, File, Role, Setup, Square};

use crate::entry::{fullmove_number, result_for, result_seen_by};
use crate::packing::BINPACK;
use crate::pieces::{self, Pieces, Wrong, expected};
use crate::{Entry, Refusal};

/// The bytes of a stem.
pub(super) const SIZE: usize = 32;

/// The largest ply that a stem holds.
pub(super) const MOST_PLY: u16 = (1 << 14) - 1;

/// The largest half move clock that other programs keep.
pub(super) const MOST_CLOCK: u16 = 255;

/// Four bits of a piece that are more than its colour and role.
const PASSED_OVER: u8 = 12;
const WHITE_ROOK: u8 = 13;
const BLACK_ROOK: u8 = 14;
const BLACK_TO_MOVE: u8 = 15;

/// Reads an entry without its score.
pub(super) fn read(bytes: &[u8; SIZE]) -> Result<Entry, Wrong> {
    let [a, b, c, d, e, f, g, h, ..] = *bytes;
    let occupied = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
    let bits = core::array::from_fn(|index| bytes[8 + index]);
    let number = |index: usize| u16::from_be_bytes([bytes[index], bytes[index + 1]]);
    let (ply, clock) = (number(28) & MOST_PLY, number(30));
    if clock > MOST_CLOCK {
        return Err(expected("a half move clock of at most 255", clock));
    }
    let (halfmove_clock, fullmove_number) = (clock, fullmove_number(ply));
    let mut setup = Setup { halfmove_clock, fullmove_number, ..Setup::EMPTY };
    read_pieces(occupied, bits, &mut setup)?;
    let position = pieces::position(&setup)?;
    let color = position.side_to_move();
    let result = match number(28) >> 14 {
        0 => GameResult::Draw,
        1 => result_seen_by(color, -1),
        2 => result_seen_by(color, 1),
        code => return Err(expected("the result 0, 1 or 2", code)),
    };
    let mut entry = Entry { result, ply, ..Entry::new(position) };
    let bits = number(24);
    entry.played = (bits != 0).then(|| BINPACK.read(&position, bits)).transpose()?;
    Ok(entry)
}

/// Reads the pieces, and what their four bits say of the side to move and its moves.
fn read_pieces(occupied: u64, bits: [u8; 16], setup: &mut Setup) -> Result<(), Wrong> {
    let mut board = Pieces::default();
    let mut rights = CastlingRights::NONE;
    pieces::unpack(occupied, bits, |square, bits| {
        let (color, role) = match bits {
            PASSED_OVER => {
                let (color, en_passant) = passed_over(square)?;
                if setup.en_passant.replace(en_passant).is_some() {
                    return Err("expected one pawn that moved two squares, found two".into());
                }
                (color, Role::Pawn)
            }
            WHITE_ROOK | BLACK_ROOK => {
                let color = if bits == WHITE_ROOK { Color::White } else { Color::Black };
                let side = corner(color, square)?;
                rights.set(color, side, Some(square));
                (color, Role::Rook)
            }
            BLACK_TO_MOVE => {
                setup.side_to_move = Color::Black;
                (Color::Black, Role::King)
            }
            _ => (Color::ALL[usize::from(bits & 1)], Role::ALL[usize::from(bits / 2)]),
        };
        board.put(square, color, role);
        Ok(())
    })?;
    setup.board = board.board();
    setup.castling_rights = rights;
    for (color, _, _) in rights.iter() {
        let king = setup.board.of(color, Role::King).first();
        if let Some(king) = king.filter(|king| king.file() != File::E) {
            return Err(expected("the king of a castling right on file e", king));
        }
    }
    Ok(())
}

/// Returns the colour of a pawn that has just moved two squares, and the square between.
fn passed_over(square: Square) -> Result<(Color, Square), Wrong> {
    let color = match square.rank().index() {
        3 => Color::White,
        4 => Color::Black,
        _ => return Err(expected("a pawn that moved two squares on rank 4 or 5", square)),
    };
    Ok((color, Square::from_index_wrapping(square.index() ^ 8)))
}

/// Returns the side that the rook of a corner castles to.
fn corner(color: Color, square: Square) -> Result<CastlingSide, Wrong> {
    match (square.rank().relative_to(color).index(), square.file()) {
        (0, File::A) => Ok(CastlingSide::Queen),
        (0, File::H) => Ok(CastlingSide::King),
        _ => Err(expected("a rook with a castling right in its corner", square)),
    }
}

/// Writes an entry, whose move is legal, with the number that stands for its score.
pub(super) fn write(entry: &Entry, score: i16) -> Result<[u8; SIZE], Refusal> {
    let position = &entry.position;
    let (color, board) = (position.side_to_move(), position.board());
    let occupied = board.occupied();
    let result = match result_for(color, entry.result).ok_or(Refusal::NoResult)? {
        0 => 0,
        -1 => 1,
        _ => 2,
    };
    if entry.ply > MOST_PLY {
        return Err(Refusal::Number { name: "ply", found: entry.ply, most: MOST_PLY });
    }
    let clock = position.halfmove_clock();
    if clock > MOST_CLOCK {
        return Err(Refusal::Number { name: "half move clock", found: clock, most: MOST_CLOCK });
    }
    if occupied.count() > pieces::MOST {
        return Err(Refusal::Pieces { found: occupied.count() });
    }
    if position.chess960_right().is_some() {
        return Err(Refusal::Castling);
    }
    let passed = position.en_passant().map(|square| square.index() ^ 8);
    let has_right =
        |square: Square| position.castling_rights().iter().any(|(_, _, rook)| rook == square);
    let bits = pieces::pack(board, |square, piece| match (piece.role, piece.color) {
        (Role::Pawn, _) if passed == Some(square.index()) => PASSED_OVER,
        (Role::Rook, Color::White) if has_right(square) => WHITE_ROOK,
        (Role::Rook, Color::Black) if has_right(square) => BLACK_ROOK,
        (Role::King, Color::Black) if color == Color::Black => BLACK_TO_MOVE,
        (role, color) => 2 * role as u8 + color as u8,
    });
    let played = entry.played.map_or(0, |played| BINPACK.write(position, played));
    let mut bytes = [0; SIZE];
    bytes[..8].copy_from_slice(&occupied.0.to_be_bytes());
    bytes[8..24].copy_from_slice(&bits);
    let numbers = [played, unsigned(score), result << 14 | entry.ply, clock];
    for (bytes, number) in bytes[24..].as_chunks_mut().0.iter_mut().zip(numbers) {
        *bytes = number.to_be_bytes();
    }
    Ok(bytes)
}

/// Reads the number that stands for the score of a stem.
pub(super) fn score(bytes: &[u8; SIZE]) -> i16 {
    signed(u16::from_be_bytes([bytes[26], bytes[27]]))
}

/// Makes a number unsigned: 0, -1, 1, -2, 2 … become 0, 1, 2, 3, 4 …
pub(super) const fn unsigned(number: i16) -> u16 {
    ((number << 1) ^ (number >> 15)).cast_unsigned()
}

/// Returns the number that was made unsigned as 0, -1, 1, -2, 2 …
#[inline]
pub(super) const fn signed(zigzag: u16) -> i16 {
    (zigzag >> 1).cast_signed() ^ -((zigzag & 1).cast_signed())
}
