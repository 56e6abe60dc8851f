//! Records of 32 bytes, as trainers of networks read them.

mod lanes;

use core::fmt;

use hyperbola::word::WideWord;
use hyperbola::{Bitboard, Color};
use hyperbola_features::threads::{self, PIECE};
use hyperbola_features::{BadRows, PositionSlice, Positions};
use hyperbola_moves::{Position, PositionError, Role, Setup, Square};

use crate::pieces::Pieces;

/// The bytes of a [`Record`].
pub type RecordBytes = [u8; Record::SIZE];

/// A position with a score and a result in 32 bytes: the `ChessBoard` of the Bullet trainer.
///
/// The side to move is White. If Black is to move, the board is turned over: the ranks change
/// places and the pieces change colours. So a record does not say who is to move. It holds no
/// castling rights, no en passant square and no clocks either.
///
/// | bytes | content |
/// |---|---|
/// | 0 to 7 | the occupied squares, bit 0 for a1 |
/// | 8 to 23 | four bits for each occupied square in ascending order, the lower half of a byte first: the role from pawn = 0 to king = 5, and 8 more for an opponent's piece |
/// | 24 and 25 | the score, signed, as the side to move sees it |
/// | 26 | the result: 0 if the side to move loses, 1 for a draw, 2 if it wins |
/// | 27 | the square of the side to move's king |
/// | 28 | the square of the opponent's king as the opponent sees it, which is turned over |
/// | 29 to 31 | not used: written as zero, and not looked at |
///
/// Numbers have their lowest byte first. Bits for more squares than are occupied are zero.
///
/// ```
/// use hyperbola_data::bullet::{Record, write_records};
/// use hyperbola_features::Positions;
/// use hyperbola_moves::Position;
///
/// let positions: Positions = [Position::initial()].iter().collect();
/// let records = write_records(positions.as_slice(), &[-20], &[1])?;
/// let record = Record::from_bytes(records[0]);
/// assert_eq!((record.score(), record.result()), (-20, 1));
/// // The castling rights are lost.
/// let same = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1".parse()?;
/// assert_eq!(record.position()?, same);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Record(RecordBytes);

/// The largest number of pieces that a record holds.
const PIECES: u32 = 32;

impl Record {
    /// The number of bytes of a record.
    pub const SIZE: usize = 32;

    /// Makes a record of its bytes, which need not be valid.
    #[must_use]
    pub const fn from_bytes(bytes: RecordBytes) -> Self {
        Self(bytes)
    }

    /// Makes the record of a position with a score and a result as the side to move sees them: 0 if
    /// it loses, 1 for a draw, 2 if it wins. Returns nothing if there are more than 32 pieces, or
    /// for another result.
    ///
    /// [`write_records`] is for many positions.
    #[must_use]
    pub fn new(position: &Position, score: i16, result: u8) -> Option<Self> {
        let (board, color) = (position.board(), position.side_to_move());
        let occupied = board.occupied().relative_to(color);
        if occupied.count() > PIECES || result > 2 {
            return None;
        }
        // A board for each bit of the nibbles: three of the role and one of the colour.
        let with_bit = |bit: usize| {
            let roles = Role::ALL.into_iter().filter(|&role| role as usize >> bit & 1 != 0);
            roles.map(|role| board.of_role(role).0).sum::<u64>()
        };
        let planes = [with_bit(0), with_bit(1), with_bit(2), board.of_color(!color).0]
            .map(|plane| Bitboard(plane).relative_to(color).0);
        let mut nibbles = 0;
        for (index, square) in occupied.into_iter().enumerate() {
            let bit = |plane: usize| (planes[plane] >> square.index() & 1) << plane;
            let nibble = bit(0) | bit(1) | bit(2) | bit(3);
            nibbles |= u128::from(nibble) << (4 * index);
        }
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
        bytes[8..24].copy_from_slice(&nibbles.to_le_bytes());
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        bytes[26] = result;
        // Each side sees the board from its own first rank.
        bytes[27] = position.king(color).relative_to(color).index();
        bytes[28] = position.king(!color).relative_to(!color).index();
        Some(Self(bytes))
    }

    /// Returns the bytes.
    #[must_use]
    pub const fn to_bytes(self) -> RecordBytes {
        self.0
    }

    /// Returns the score as the side to move sees it.
    #[must_use]
    pub const fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[24], self.0[25]])
    }

    /// Returns the result for the side to move: 0 for a loss, 1 for a draw, 2 for a win.
    #[must_use]
    pub const fn result(&self) -> u8 {
        self.0[26]
    }

    /// Returns the position, in which White is to move.
    ///
    /// This looks at one piece after another. [`read_records`] is for many records.
    ///
    /// # Errors
    ///
    /// Returns the first thing in the record that is wrong.
    pub fn position(&self) -> Result<Position, RecordError> {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        let occupied = Bitboard(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
        let count = occupied.count();
        if count > PIECES {
            return Err(RecordError::Pieces { count });
        }
        let mut board = Pieces::default();
        let mut nibbles = u128::from_le_bytes(core::array::from_fn(|index| self.0[8 + index]));
        for square in occupied {
            let nibble = nibbles.to_le_bytes()[0] & 15;
            let Some(&role) = Role::ALL.get(usize::from(nibble & 7)) else {
                return Err(RecordError::Piece { square, nibble });
            };
            board.put(square, Color::ALL[usize::from(nibble >> 3)], role);
            nibbles >>= 4;
        }
        if nibbles != 0 {
            return Err(RecordError::Unused { count });
        }
        if self.result() > 2 {
            return Err(RecordError::Result { found: self.result() });
        }
        let setup = Setup { board: board.board(), ..Setup::EMPTY };
        let position = setup.position().map_err(RecordError::Position)?;
        for (color, found) in [(Color::White, self.0[27]), (Color::Black, self.0[28] ^ 56)] {
            let king = position.king(color);
            if found != king as u8 {
                return Err(RecordError::King { color, king, found });
            }
        }
        Ok(position)
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position();
        let mut debug = f.debug_struct("Record");
        match &position {
            Ok(position) => debug.field("position", position),
            Err(error) => debug.field("bytes", &self.0).field("error", error),
        };
        debug.field("score", &self.score()).field("result", &self.result()).finish()
    }
}

/// The reason why a record is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// There are more than 32 pieces.
    Pieces {
        /// The number of occupied squares.
        count: u32,
    },
    /// The four bits of an occupied square are no piece.
    Piece {
        /// The square.
        square: Square,
        /// The four bits.
        nibble: u8,
    },
    /// There are bits for more squares than are occupied.
    Unused {
        /// The number of occupied squares.
        count: u32,
    },
    /// The result is not 0, 1 or 2.
    Result {
        /// The result.
        found: u8,
    },
    /// The pieces make no position with White to move.
    Position(PositionError),
    /// A king is not where the record says.
    King {
        /// The king's colour. The side to move is White.
        color: Color,
        /// The king's square.
        king: Square,
        /// The number that the record says, which need not be that of a square. The opponent's is
        /// turned back.
        found: u8,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pieces { count } => write!(f, "expected at most 32 pieces, found {count}"),
            Self::Piece { square, nibble } => {
                write!(f, "expected a piece on {square}, 0 to 5 or 8 to 13, found {nibble}")
            }
            Self::Unused { count } => {
                write!(f, "expected zero bits behind those of {count} pieces")
            }
            Self::Result { found } => write!(f, "expected the result 0, 1 or 2, found {found}"),
            Self::Position(error) => error.fmt(f),
            Self::King { color, king, found } => {
                let index = *king as u8;
                write!(f, "expected the king of {color:?} on {king}, {index}, found {found}")
            }
        }
    }
}

impl core::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Position(error) => Some(error),
            _ => None,
        }
    }
}

/// A record that is not valid, among others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadRecord {
    /// The number of the record, from 0.
    pub record: usize,
    /// The reason.
    pub error: RecordError,
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}: {}", self.record, self.error)
    }
}

impl core::error::Error for BadRecord {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Returns the records of some bytes, such as those of a whole file, without a copy.
///
/// # Errors
///
/// Returns a [`PartialRecord`] if the last record is not whole.
pub const fn records_of(bytes: &[u8]) -> Result<&[RecordBytes], PartialRecord> {
    match bytes.as_chunks() {
        (records, []) => Ok(records),
        (records, rest) => Err(PartialRecord { records: records.len(), rest: rest.len() }),
    }
}

/// The error for bytes whose last record is not whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartialRecord {
    /// The number of whole records.
    pub records: usize,
    /// The number of bytes behind them, less than 32.
    pub rest: usize,
}

impl fmt::Display for PartialRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { records, rest } = self;
        write!(f, "expected records of 32 bytes, found {rest} bytes behind record {records}")
    }
}

impl core::error::Error for PartialRecord {}

/// What a batch of records holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadRecords {
    /// The positions, in which White is to move.
    pub positions: Positions,
    /// The score of each position, as White sees it. That of a marked row is 0.
    pub scores: Vec<i16>,
    /// The result of each position for White: 0 for a loss, 1 for a draw, 2 for a win. That of a
    /// marked row is 0.
    pub results: Vec<u8>,
    /// The records that are left out or marked, in ascending order.
    pub bad_records: Vec<BadRecord>,
}

/// Reads positions from records, on the current pool of rayon's threads if the feature `rayon`
/// is on.
///
/// In each position White is to move. A record says neither who is to move, nor who may castle,
/// nor what can be captured en passant; and the clocks are those of a new game.
///
/// ```
/// use hyperbola_data::bullet::{RecordError, read_records, records_of};
/// use hyperbola_features::BadRows;
///
/// let mut bytes = [0; 64];
/// bytes[..8].copy_from_slice(&0x1000_0000_0000_0010_u64.to_le_bytes());
/// // A king, and an opponent's king above it. Both see their own king on e1, which is 4.
/// bytes[8] = 0xd5;
/// bytes[27..29].copy_from_slice(&[4, 4]);
/// let read = read_records(records_of(&bytes)?, BadRows::Mark)?;
/// let position = read.positions.as_slice().position(0).expect("a position");
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// // The second record has no king.
/// assert_eq!(read.bad_records[0].record, 1);
/// assert!(matches!(read.bad_records[0].error, RecordError::Position(_)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// With [`BadRows::Error`], returns the first record that is not valid.
pub fn read_records(records: &[RecordBytes], bad_rows: BadRows) -> Result<ReadRecords, BadRecord> {
    let mut read = ReadRecords::default();
    read.read(records, bad_rows)?;
    Ok(read)
}
impl ReadRecords {
    /// Reads records as [`read_records`] does, in place of what was read before. Its
    /// memory is used again, which saves the time to get more.
    ///
    /// # Errors
    ///
    /// As there. Nothing is held then.
    pub fn read(&mut self, records: &[RecordBytes], bad_rows: BadRows) -> Result<(), BadRecord> {
        let rows = records.len();
        let Self { positions, scores, results, bad_records } = self;
        bad_records.clear();
        scores.resize(rows, 0);
        results.resize(rows, 0);
        let mut columns = positions.renew_for_white(rows).map(|column| column.chunks_mut(PIECE));
        let numbers = scores.chunks_mut(PIECE).zip(results.chunks_mut(PIECE));
        let parts = records.chunks(PIECE).zip(numbers).enumerate();
        let parts = parts.map(|(piece, (records, (scores, results)))| Part {
            start: piece * PIECE,
            records,
            sets: columns.each_mut().map(|column| column.next().unwrap_or_default()),
            scores,
            results,
        });
        match read_parts(parts, bad_rows) {
            Ok(bad) => *bad_records = bad,
            Err(bad) => {
                *self = Self::default();
                return Err(bad);
            }
        }
        match bad_rows {
            BadRows::Skip | BadRows::KeepBefore => self.skip_bad(),
            BadRows::Error | BadRows::Mark => self.mark_bad(),
        }
        Ok(())
    }

    /// Clears the rows of bad records.
    fn mark_bad(&mut self) {
        for bad in &self.bad_records {
            self.positions.mark(bad.record);
            self.scores[bad.record] = 0;
            self.results[bad.record] = 0;
        }
    }

    /// Removes the rows of bad records.
    fn skip_bad(&mut self) {
        fn remove<T>(column: &mut Vec<T>, bad: &[usize]) {
            let (mut row, mut bad) = (0, bad.iter().peekable());
            column.retain(|_| {
                let is_bad = bad.next_if_eq(&&row).is_some();
                row += 1;
                !is_bad
            });
        }
        let bad: Vec<usize> = self.bad_records.iter().map(|bad| bad.record).collect();
        if !bad.is_empty() {
            self.positions.remove_rows(&bad);
            remove(&mut self.scores, &bad);
            remove(&mut self.results, &bad);
        }
    }
}

/// Some records, and where their parts are written to.
struct Part<'a> {
    start: usize,
    records: &'a [RecordBytes],
    sets: [&'a mut [u64]; 8],
    scores: &'a mut [i16],
    results: &'a mut [u8],
}

impl Part<'_> {
    /// Reads the records and returns those that are not valid.
    fn read(self, word: WideWord) -> Vec<BadRecord> {
        let Self { start, records, sets, scores, results } = self;
        let bad = lanes::decode(records, sets, word);
        for ((record, score), result) in records.iter().zip(scores).zip(results) {
            let record = Record(*record);
            (*score, *result) = (record.score(), record.result());
        }
        let bad = bad.into_iter().filter_map(|record| {
            // The formula finds which records are bad. This finds out why.
            let error = Record(records[record]).position().err()?;
            Some(BadRecord { record: start + record, error })
        });
        bad.collect()
    }
}

/// Reads parts and returns the records that are not valid, or the first one as an error.
fn read_parts<'a>(
    parts: impl Iterator<Item = Part<'a>>,
    bad_rows: BadRows,
) -> Result<Vec<BadRecord>, BadRecord> {
    let word = WideWord::widest();
    let read = |part: Part<'_>| match (part.read(word), bad_rows) {
        (bad, BadRows::Error) if !bad.is_empty() => Err(bad[0]),
        (bad, _) => Ok(bad),
    };
    let read = threads::map(parts, read);
    read.into_iter().collect::<Result<Vec<_>, _>>().map(|bad| bad.concat())
}

/// Writes rows as records, on the current pool of rayon's threads if the feature `rayon` is
/// on. [`as_flattened`](slice::as_flattened) has them as bytes.
///
/// Scores and results are those that the side to move sees. They are written as they are: where
/// Black is to move, it is Black's score and not its negative. Castling rights, en passant
/// squares and clocks are left out.
///
/// # Errors
///
/// Returns a [`ToRecordsError`] if there are not as many scores or results as rows, and for the
/// first row that has no record: a marked one, for example.
pub fn write_records(
    rows: PositionSlice<'_>,
    scores: &[i16],
    results: &[u8],
) -> Result<Vec<RecordBytes>, ToRecordsError> {
    let expected = rows.len();
    if scores.len() != expected {
        return Err(ToRecordsError::Scores { expected, found: scores.len() });
    }
    if results.len() != expected {
        return Err(ToRecordsError::Results { expected, found: results.len() });
    }
    let mut records = vec![[0; Record::SIZE]; expected];
    let word = WideWord::widest();
    let write = |(piece, records): (usize, &mut [RecordBytes])| {
        let start = piece * PIECE;
        let range = start..start + records.len();
        let part = rows.rows(range.clone());
        let (scores, results) = (&scores[range.clone()], &results[range]);
        match lanes::encode(part, scores, results, records, word) {
            None => Ok(()),
            Some(row) if results[row] > 2 => {
                Err(ToRecordsError::Result { row: start + row, found: results[row] })
            }
            Some(row) => Err(ToRecordsError::Row { row: start + row }),
        }
    };
    let written = threads::map(records.chunks_mut(PIECE).enumerate(), write);
    written.into_iter().collect::<Result<(), _>>()?;
    Ok(records)
}
/// The reason why rows cannot be written as records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToRecordsError {
    /// There are not as many scores as rows.
    Scores {
        /// The number of rows.
        expected: usize,
        /// The number of scores.
        found: usize,
    },
    /// There are not as many results as rows.
    Results {
        /// The number of rows.
        expected: usize,
        /// The number of results.
        found: usize,
    },
    /// A result is not 0, 1 or 2.
    Result {
        /// The number of the row.
        row: usize,
        /// The result.
        found: u8,
    },
    /// A row has no record: it is marked, has more than 32 pieces or is not a position.
    Row {
        /// The number of the row.
        row: usize,
    },
}

impl fmt::Display for ToRecordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scores { expected, found } => {
                write!(f, "expected as many scores as rows, {expected}, found {found}")
            }
            Self::Results { expected, found } => {
                write!(f, "expected as many results as rows, {expected}, found {found}")
            }
            Self::Result { row, found } => {
                write!(f, "row {row}: expected the result 0, 1 or 2, found {found}")
            }
            Self::Row { row } => write!(
                f,
                "row {row}: expected a king of each side and at most 32 pieces, a square each"
            ),
        }
    }
}

impl core::error::Error for ToRecordsError {}
