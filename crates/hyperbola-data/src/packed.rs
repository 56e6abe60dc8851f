//! Entries in a fixed number of bytes, in which equal positions have equal bytes.

use hyperbola::Bitboard;
use hyperbola_moves::{Board, CastlingSide, Color, Move, Position, Role, Setup, Square};

use crate::{Entry, GameResult, Score};

/// The bytes of a packed entry: those of its position, its place among all entries, and the rest.
pub(crate) const SIZE: usize = 58;

/// The bytes that say the position: pieces, castling rights, en passant square and side to move.
pub(crate) const POSITION: usize = 37;

/// The end of the bytes of the place. They are in the order in which bytes are compared.
const PLACE_END: usize = POSITION + 8;

/// The number in the place of a square that is not there.
const NO_SQUARE: u8 = 64;

/// The bit that says that Black is to move. The bits below it are the en passant square.
const BLACK_TO_MOVE: u8 = 1 << 7;

/// The results, in the order of their numbers.
const RESULTS: [GameResult; 4] =
    [GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];

/// The bits of the last byte, beside the number of the result.
const HAS_SCORE: u8 = 1 << 2;
const HAS_MOVE: u8 = 1 << 3;

/// A packed entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Packed(pub(crate) [u8; SIZE]);

impl Packed {
    /// Packs an entry with its place.
    pub(crate) fn new(entry: &Entry, place: u64) -> Self {
        let Entry { position, played, score, result, ply } = entry;
        let mut bytes = [0; SIZE];
        bytes[..POSITION].copy_from_slice(&position_bytes(position));
        bytes[POSITION..PLACE_END].copy_from_slice(&place.to_be_bytes());
        let numbers = [
            position.halfmove_clock(),
            position.fullmove_number(),
            *ply,
            played.map_or(0, Move::to_bits),
        ];
        for (bytes, number) in bytes[PLACE_END..].chunks_exact_mut(2).zip(numbers) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
        let number = score.map_or(0, |score| score.for_color(Color::White));
        bytes[53..57].copy_from_slice(&number.to_le_bytes());
        let result = match result {
            GameResult::Unknown => 0,
            GameResult::WhiteWins => 1,
            GameResult::BlackWins => 2,
            GameResult::Draw => 3,
        };
        let has = |is_there: bool, bit: u8| if is_there { bit } else { 0 };
        bytes[57] = result | has(score.is_some(), HAS_SCORE) | has(played.is_some(), HAS_MOVE);
        Self(bytes)
    }

    /// Returns the entry, or nothing if these are not the bytes of any.
    pub(crate) fn entry(&self) -> Option<Entry> {
        let Self(bytes) = self;
        let number = |index: usize| u16::from_le_bytes([bytes[index], bytes[index + 1]]);
        let mut setup = read_position(bytes)?;
        (setup.halfmove_clock, setup.fullmove_number) = (number(45), number(47));
        let flags = bytes[57];
        let played = match flags & HAS_MOVE {
            0 => None,
            _ => Some(Move::from_bits(number(51))?),
        };
        let score = i32::from_le_bytes([bytes[53], bytes[54], bytes[55], bytes[56]]);
        let score = (flags & HAS_SCORE != 0).then(|| Score::seen_by(Color::White, score));
        let position = setup.unreachable_position().ok()?;
        Some(Entry {
            position,
            played,
            score,
            result: RESULTS[usize::from(flags & 3)],
            ply: number(49),
        })
    }

    /// Returns the bytes that say the position.
    #[inline]
    pub(crate) fn position(&self) -> &[u8] {
        &self.0[..POSITION]
    }

    /// Returns the bytes that say the position and then the place.
    #[inline]
    pub(crate) fn position_and_place(&self) -> &[u8] {
        &self.0[..PLACE_END]
    }

    /// Returns the place.
    #[inline]
    pub(crate) fn place(&self) -> u64 {
        let bytes = self.0[POSITION..].first_chunk().copied();
        u64::from_be_bytes(bytes.unwrap_or_default())
    }

    /// Gives the entry another place.
    pub(crate) fn set_place(&mut self, place: u64) {
        self.0[POSITION..PLACE_END].copy_from_slice(&place.to_be_bytes());
    }
}

/// Returns the bytes that say a position without its clocks. Positions are the same if and only if
/// their bytes are.
pub(crate) fn position_bytes(position: &Position) -> [u8; POSITION] {
    let board = position.board();
    let mut bytes = [0; POSITION];
    // The role of a piece is a number from 1 to 6, of which each bit is a set of squares.
    let mut sets = [Bitboard(0), Bitboard(0), Bitboard(0), board.of_color(Color::Black)];
    for (role, number) in Role::ALL.into_iter().zip(1_u8..) {
        for (bit, set) in sets[..3].iter_mut().enumerate() {
            if number >> bit & 1 != 0 {
                *set |= board.of_role(role);
            }
        }
    }
    for (bytes, set) in bytes.chunks_exact_mut(8).zip(sets) {
        bytes.copy_from_slice(&set.0.to_le_bytes());
    }
    let square = |square: Option<Square>| square.map_or(NO_SQUARE, Square::index);
    for (index, byte) in bytes[32..36].iter_mut().enumerate() {
        let (color, side) = (Color::ALL[index / 2], CastlingSide::ALL[index % 2]);
        *byte = square(position.castling_rights().rook(color, side));
    }
    let side = if position.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    bytes[36] = side | square(position.en_passant());
    bytes
}

/// Reads the position of a packed entry without its clocks.
fn read_position(bytes: &[u8; SIZE]) -> Option<Setup> {
    let mut sets = [Bitboard(0); 4];
    for (set, bytes) in sets.iter_mut().zip(bytes.chunks_exact(8)) {
        *set = Bitboard(u64::from_le_bytes(*bytes.first_chunk()?));
    }
    let [low, middle, high, black] = sets;
    let occupied = low | middle | high;
    let mut roles = [occupied; 6];
    for (role, number) in roles.iter_mut().zip(1_u8..) {
        for (bit, set) in [low, middle, high].into_iter().enumerate() {
            *role &= if number >> bit & 1 != 0 { set } else { !set };
        }
    }
    let board = Board::from_sets(roles, [occupied & !black, black])?;
    let mut setup = Setup { board, ..Setup::EMPTY };
    for (index, &square) in bytes[32..36].iter().enumerate() {
        let (color, side) = (Color::ALL[index / 2], CastlingSide::ALL[index % 2]);
        setup.castling_rights.set(color, side, Square::from_index(square));
    }
    setup.en_passant = Square::from_index(bytes[36] & !BLACK_TO_MOVE);
    if bytes[36] & BLACK_TO_MOVE != 0 {
        setup.side_to_move = Color::Black;
    }
    Some(setup)
}
