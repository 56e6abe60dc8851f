//! Training data of Leela Chess Zero: records of the inputs of its networks and of what a search
//! found.

use std::io::Read;

use hyperbola_moves::pgn::GameResult;
use hyperbola_moves::{CastlingSide, Color, Move, Position, Role, Setup, Square};

use crate::entry::result_seen_by;
use crate::pieces::{self, Pieces, Wrong, expected};
use crate::window::Window;
use crate::{Entry, ReadError, ReadOptions, Reader, Unit};

/// The versions that are read, and the bytes of their records. Version 7 begins as version 6 does.
const VERSIONS: [(u32, usize); 5] = [(3, 8276), (4, 8292), (5, 8308), (6, 8356), (7, 8396)];

/// Returns the versions with their bytes as a text.
fn versions() -> String {
    let one = |(version, size)| format!("{version} of {size} bytes");
    format!("a record of version {}", VERSIONS.map(one).join(", "))
}

/// The moves that a network knows: those of a queen or a knight on an empty board, and promotions.
const MOVES: usize = 1858;
const PLAIN_MOVES: usize = 1792;

/// The planes of one position: six roles of each side, and one for repetitions.
const PLANES: usize = 13;

/// The first format of inputs in which positions may be mirrored and have no side to move.
const CANONICAL: u32 = 3;

/// The bit of the last byte of a canonical record's description that says that Black is to move.
const BLACK_TO_MOVE: u8 = 1 << 7;

/// The ranks of a view from which a pawn of the other side starts and on which it ends two steps
/// later.
const START: u64 = 0x00ff_0000_0000_0000;
const TWO_STEPS: u64 = 0x0000_00ff_0000_0000;

/// Reads records of all [versions](VERSIONS) as a stream, one behind another and not packed.
///
/// An entry's move is the one that was played; before version 6, which says it, the one that was
/// visited most. It has no score: a network's values are no hundredths of a pawn. Its ply is that
/// of the first move or the second, because records do not number moves. Records of canonical
/// inputs may be of mirrored boards, which are kept as they are: the same is known of them.
///
/// After an error it goes on with the next record. If a version is unknown or another than before,
/// the record has the size behind which another one begins.
#[derive(Debug)]
pub(crate) struct LeelaReader<R> {
    window: Window<R>,
    options: ReadOptions,
    records: u64,
    /// The bytes of the last record, or 0.
    size: usize,
}

impl<R: Read> LeelaReader<R> {
    pub(crate) fn new(source: R, byte: u64, options: ReadOptions) -> Self {
        Self { window: Window::new(source, byte), options, records: 0, size: 0 }
    }

    /// Returns the size of a record whose version is unknown or another than before: the first of
    /// those that may be behind which another record begins or the stream ends. If none is, it is
    /// that of the version, or of the record before.
    fn likely_size(&mut self, said: Option<usize>) -> std::io::Result<usize> {
        let before = Some(self.size).filter(|&size| size > 0);
        let likely = said.into_iter().chain(before).chain(VERSIONS.map(|(_, size)| size));
        for size in likely {
            let found = self.window.fill(size + 4)?;
            let next = self.window.bytes().get(size..size + 4).and_then(|next| next.first_chunk());
            let is_record = |next: &[u8; 4]| {
                VERSIONS.iter().any(|(version, _)| *version == u32::from_le_bytes(*next))
            };
            if found == size || next.is_some_and(is_record) {
                return Ok(size);
            }
        }
        Ok(said.or(before).unwrap_or(0))
    }

    /// Reads the next record. Returns nothing at the end.
    fn record(&mut self) -> Result<Option<Entry>, ReadError> {
        let (number, byte) = (self.records + 1, self.window.offset());
        let wrong = |wrong| ReadError::wrong(Unit::Record, number, byte, wrong);
        let unreadable = |error| ReadError::io(Unit::Record, number, byte, error);
        let found = self.window.fill(4).map_err(unreadable)?;
        let Some(&version) = self.window.bytes().first_chunk() else {
            self.window.end();
            return match found {
                0 => Ok(None),
                _ => Err(wrong(expected("the 4 bytes of a version", found))),
            };
        };
        let version = u32::from_le_bytes(version);
        let known = VERSIONS.iter().find(|(known, _)| *known == version);
        let said = known.map(|(_, size)| *size);
        let size = match said.filter(|said| *said == self.size) {
            Some(size) => size,
            None => self.likely_size(said).map_err(unreadable)?,
        };
        let found = self.window.fill(size).map_err(unreadable)?;
        if size == 0 || found < size {
            self.window.end();
            return Err(wrong(match known {
                None => expected(&versions(), format_args!("the version {version}")),
                Some(_) => expected(&format!("a record of {size} bytes"), found),
            }));
        }
        let entry = match said {
            Some(said) if said == size => {
                read(&self.window.bytes()[..size], version).and_then(|entry| {
                    self.options.check(&entry.position)?;
                    Ok(entry)
                })
            }
            _ => {
                let versions = versions() + ", with another record behind it";
                Err(expected(&versions, format_args!("the version {version}")))
            }
        };
        if entry.is_ok() {
            self.window.pass_good(size);
        } else {
            self.window.pass(size);
        }
        self.size = size;
        self.records = number;
        entry.map(Some).map_err(wrong)
    }
}

impl<R: Read + Send> Reader for LeelaReader<R> {
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        self.record()
    }

    fn units(&self) -> u64 {
        self.records
    }
}

/// The parts of a record, which begin earlier before version 5.
struct Record<'a> {
    bytes: &'a [u8],
    version: u32,
    /// The format of the inputs.
    inputs: u32,
    /// The byte where the probabilities of moves begin.
    start: usize,
}

impl Record<'_> {
    fn number<const N: usize>(&self, byte: usize) -> [u8; N] {
        core::array::from_fn(|index| self.bytes.get(byte + index).copied().unwrap_or_default())
    }

    /// Returns the planes of a position: the newest is 0. The first square of each is a1 of the
    /// view.
    fn planes(&self, age: usize) -> [u64; PLANES] {
        let first = self.start + 4 * MOVES + 8 * PLANES * age;
        // In each byte the file a is the highest bit.
        core::array::from_fn(|plane| {
            u64::from_le_bytes(self.number(first + 8 * plane)).reverse_bits().swap_bytes()
        })
    }

    /// Returns a byte behind the planes: castling, side to move, clock and the rest.
    fn byte(&self, index: usize) -> u8 {
        let [byte] = self.number(self.start + 4 * MOVES + 8 * 8 * PLANES + index);
        byte
    }

    const fn is_canonical(&self) -> bool {
        self.inputs >= CANONICAL
    }

    /// Returns the side to move.
    fn side(&self) -> Result<Color, Wrong> {
        match (self.is_canonical(), self.byte(4)) {
            (true, _) if self.byte(6) & BLACK_TO_MOVE != 0 => Ok(Color::Black),
            (true, _) | (false, 0) => Ok(Color::White),
            (false, 1) => Ok(Color::Black),
            (false, found) => Err(expected("the side to move 0 or 1", found)),
        }
    }

    /// Returns the square of the view that a pawn of the other side has just passed over.
    fn en_passant(&self, planes: &[u64; PLANES]) -> Option<Square> {
        let theirs = planes[6];
        let files = if self.is_canonical() {
            u64::from(self.byte(4))
        } else {
            // The pawn stood on its first square in the position before.
            let before = self.planes(1)[6];
            let (gone, new) = (before & !theirs & START, theirs & !before & TWO_STEPS);
            gone >> 48 & new >> 32
        };
        // No other pawn has moved since.
        (files.count_ones() == 1)
            .then(|| Square::from_index_wrapping(40 + files.trailing_zeros().to_le_bytes()[0]))
    }

    /// Sets the castling rights. A byte is 0 or 1, or the set of files of the rook.
    fn set_castling(&self, setup: &mut Setup, side: Color) -> Result<(), Wrong> {
        let rights = [
            (side, CastlingSide::Queen, 0),
            (side, CastlingSide::King, 7),
            (!side, CastlingSide::Queen, 0),
            (!side, CastlingSide::King, 7),
        ];
        for (index, (color, wing, corner)) in rights.into_iter().enumerate() {
            let file = match self.byte(index) {
                0 => continue,
                1 if self.inputs == 1 => corner,
                files if self.inputs > 1 && files.is_power_of_two() => {
                    files.trailing_zeros().to_le_bytes()[0]
                }
                found => return Err(expected("a castling right of one rook", found)),
            };
            let square = Square::from_index_wrapping(file).relative_to(color);
            setup.castling_rights.set(color, wing, Some(square));
        }
        Ok(())
    }

    /// Returns the result of the game for the side to move.
    fn result(&self, side: Color) -> Result<GameResult, Wrong> {
        if self.version < 6 {
            let [number] = self.byte(7).to_le_bytes().map(u8::cast_signed);
            return match number {
                -1..=1 => Ok(result_seen_by(side, number)),
                _ => Err(expected("the result -1, 0 or 1", number)),
            };
        }
        let [result, draw] = [8308, 8312].map(|byte| f32::from_le_bytes(self.number(byte)));
        // Other numbers are guesses of programs that have changed the records.
        Ok(match (result, draw) {
            (1.0, 0.0) => result_seen_by(side, 1),
            (-1.0, 0.0) => result_seen_by(side, -1),
            (0.0, 1.0) => GameResult::Draw,
            _ => GameResult::Unknown,
        })
    }

    /// Returns the number of the move that was played, or that was visited most.
    fn played(&self) -> usize {
        if self.version >= 6 {
            return u16::from_le_bytes(self.number(8344)).into();
        }
        let share = |index: usize| f32::from_le_bytes(self.number(self.start + 4 * index));
        (0..MOVES).rev().max_by(|&a, &b| share(a).total_cmp(&share(b))).unwrap_or_default()
    }
}

/// Reads a record of a known version.
fn read(bytes: &[u8], version: u32) -> Result<Entry, Wrong> {
    let mut record = Record { bytes, version, inputs: 1, start: 4 };
    if version >= 5 {
        (record.inputs, record.start) = (u32::from_le_bytes(record.number(4)), 8);
    }
    if !matches!(record.inputs, 1..=5 | 132 | 133) {
        return Err(expected("a format of inputs from 1 to 5, 132 or 133", record.inputs));
    }
    let side = record.side()?;
    let planes = record.planes(0);
    let mut board = Pieces::default();
    let mut occupied = 0;
    for (index, plane) in planes[..12].iter().enumerate() {
        let (color, role) = if index < 6 { (side, index) } else { (!side, index - 6) };
        if occupied & plane != 0 {
            return Err("expected one piece on a square, found two".into());
        }
        occupied |= plane;
        for square in hyperbola::Bitboard(*plane) {
            board.put(square.relative_to(side), color, Role::ALL[role]);
        }
    }
    let mut setup = Setup { board: board.board(), side_to_move: side, ..Setup::EMPTY };
    setup.halfmove_clock = record.byte(5).into();
    setup.en_passant = record.en_passant(&planes).map(|square| square.relative_to(side));
    record.set_castling(&mut setup, side)?;
    let position = pieces::position(&setup)?;
    let number = record.played();
    let played = numbered_move(&position, number)
        .ok_or_else(|| expected("the number of a legal move", number))?;
    Ok(Entry { played: Some(played), result: record.result(side)?, ..Entry::new(position) })
}

/// Returns the move with a number, if it is legal. A pawn that takes its last step by a plain move
/// becomes a knight.
fn numbered_move(position: &Position, number: usize) -> Option<Move> {
    let side = position.side_to_move();
    let (from, to, role) = view_move(number)?;
    let (from, to) = (from.relative_to(side), to.relative_to(side));
    let is_last_step =
        to.relative_to(side).index() >= 56 && position.board().role_at(from) == Some(Role::Pawn);
    let role = role.or(is_last_step.then_some(Role::Knight)).unwrap_or(Role::Pawn);
    let played = Move::promoting(from, to, role);
    position.is_legal(played).then_some(played)
}

/// Returns the squares of a move as the side to move sees them, and the role of a promotion to a
/// queen, a rook or a bishop.
fn view_move(number: usize) -> Option<(Square, Square, Option<Role>)> {
    let square = |index: usize| Square::from_index(u8::try_from(index).ok()?);
    let Some(number) = number.checked_sub(PLAIN_MOVES) else {
        let [from, to] = PLAIN[number];
        return Some((Square::from_index(from)?, Square::from_index(to)?, None));
    };
    /// The roles in their order.
    const ROLES: [Role; 3] = [Role::Queen, Role::Rook, Role::Bishop];
    // On each file to the left, straight on and to the right. The first file has no left.
    let step = number / ROLES.len() + 1;
    let (from, to) = (step / 3, step / 3 + step % 3);
    let role = ROLES[number % ROLES.len()];
    if number >= MOVES - PLAIN_MOVES {
        return None;
    }
    Some((square(48 + from)?, square(56 + to - 1)?, Some(role)))
}

/// The moves of a queen and of a knight on an empty board, in the order of their squares.
static PLAIN: [[u8; 2]; PLAIN_MOVES] = {
    let mut moves = [[0; 2]; PLAIN_MOVES];
    let (mut count, mut from) = (0, 0_u8);
    while from < 64 {
        let mut to = 0_u8;
        while to < 64 {
            let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
            let is_line = files == 0 || ranks == 0 || files == ranks;
            if from != to && (is_line || files + ranks == 3) {
                moves[count] = [from, to];
                count += 1;
            }
            to += 1;
        }
        from += 1;
    }
    assert!(count == PLAIN_MOVES);
    moves
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_move_of_a_network_has_its_number() {
        let text = |number| {
            let (from, to, role) = view_move(number).expect("a move");
            format!("{from}{to}{}", role.map_or('-', |role| role.letter().to_ascii_lowercase()))
        };
        for (number, expected) in [
            (0, "a1b1-"),
            (7, "a1a2-"),
            (1791, "h8g8-"),
            (1792, "a7a8q"),
            (1794, "a7a8b"),
            (1795, "a7b8q"),
            (1798, "b7a8q"),
            (1802, "b7b8r"),
            (1806, "b7c8b"),
            (1852, "h7g8q"),
            (1857, "h7h8b"),
        ] {
            assert_eq!(text(number), expected, "{number}");
        }
        let mut all: Vec<String> = (0..MOVES).map(text).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), MOVES);
        assert_eq!(view_move(MOVES), None);
    }
}
