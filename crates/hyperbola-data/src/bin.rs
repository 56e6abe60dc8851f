//! The `.bin` of Stockfish's tools: records of 40 bytes, each a position in a stream of bits.

use hyperbola_moves::{CastlingSide, Color, Piece, Role, Setup, Square};

use crate::binpack::score_of;
use crate::entry::{result_for, result_seen_by, stockfish_score};
use crate::packing::BIN;
use crate::pieces::{self, Pieces, Wrong, expected};
use crate::records::Record;
use crate::{Entry, Refusal};

/// The records of 40 bytes.
#[derive(Debug)]
pub(crate) struct Bin;

/// The bytes of a record.
pub(crate) const SIZE: usize = 40;

/// The last byte of a record, which is not looked at, as the library of the format writes it.
const PADDING: u8 = 0xff;

/// The bits of a position.
const BITS: usize = 256;

/// The largest half move clock that seven bits hold.
const MOST_CLOCK: u16 = 127;

/// The castling rights in the order of their bits.
const RIGHTS: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::King),
    (Color::White, CastlingSide::Queen),
    (Color::Black, CastlingSide::King),
    (Color::Black, CastlingSide::Queen),
];

/// Bits of a position that are read from the lowest on.
struct BitReader {
    /// The bits, and zeros behind them, so that a position of too many bits is read to its end.
    bytes: [u8; 64],
    taken: usize,
}

impl BitReader {
    fn new(position: &[u8; SIZE]) -> Self {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&position[..32]);
        Self { bytes, taken: 0 }
    }

    /// Returns the next bits, of which at least 57 are right. Behind the end they are zero.
    #[inline]
    fn next(&self) -> u64 {
        let start = self.taken / 8;
        let bytes = self.bytes.get(start..).and_then(<[u8]>::first_chunk);
        u64::from_le_bytes(*bytes.unwrap_or(&[0; 8])) >> (self.taken % 8)
    }

    /// Takes a number of at most 8 bits.
    #[inline]
    fn take(&mut self, bits: usize) -> u8 {
        let number = self.next().to_le_bytes()[0] & (u8::MAX >> (8 - bits));
        self.taken += bits;
        number
    }

    fn flag(&mut self) -> bool {
        self.take(1) != 0
    }

    /// Takes the zeros before the next one, but at most some, and returns their number.
    #[inline]
    fn zeros(&mut self, most: usize) -> usize {
        let mut count = 0;
        while count < most {
            // Of 57 bits each is right.
            let gap = (self.next() | 1 << 56).trailing_zeros() as usize;
            let gap = gap.min(most - count);
            count += gap;
            self.taken += gap;
            if gap < 56 {
                break;
            }
        }
        count
    }

    /// Returns whether the rest is zero.
    fn is_over(&self) -> bool {
        let start = self.taken / 8;
        self.next() == 0 && self.bytes.iter().skip(start + 1).all(|&byte| byte == 0)
    }
}

/// Bits of a position that are written from the lowest on.
#[derive(Default)]
struct BitWriter {
    bytes: [u8; 32],
    bits: usize,
}

impl BitWriter {
    /// Puts the lowest bits of a number. Bits behind the end are only counted.
    fn put(&mut self, number: u16, bits: u32) {
        for bit in 0..bits {
            if let Some(byte) = self.bytes.get_mut(self.bits / 8) {
                *byte |= u8::from(number >> bit & 1 != 0) << (self.bits % 8);
            }
            self.bits += 1;
        }
    }
}

/// Returns the squares in the order of the stream: from a8 to h8, and so on down to h1.
fn squares() -> impl Iterator<Item = Square> {
    Square::ALL.into_iter().map(|square| square.flip_ranks())
}

/// Reads a position.
fn read_setup(bytes: &[u8; SIZE]) -> Result<Setup, Wrong> {
    let mut bits = BitReader::new(bytes);
    let mut setup = Setup::EMPTY;
    if bits.flag() {
        setup.side_to_move = Color::Black;
    }
    let kings = [bits.take(6), bits.take(6)].map(Square::from_index_wrapping);
    if kings[0] == kings[1] {
        return Err(expected("kings on two squares", format_args!("both on {}", kings[0])));
    }
    let mut board = Pieces::default();
    for (color, king) in Color::ALL.into_iter().zip(kings) {
        board.put(king, color, Role::King);
    }
    // The kings' squares have no bits. So the squares are numbered without them.
    let [first, second] = kings.map(|king| usize::from(king.flip_ranks().index()));
    let [first, second] = [first.min(second), first.max(second)];
    let mut number = 0;
    loop {
        number += bits.zeros(62 - number);
        if number == 62 {
            break;
        }
        let index = number + usize::from(number >= first);
        let index = index + usize::from(index >= second);
        let square = Square::ALL[index].flip_ranks();
        let piece = bits.take(5);
        let Some(&role) = Role::ALL[..5].get(usize::from(piece >> 1 & 7)) else {
            let found = format_args!("{} on {square}", piece >> 1 & 7);
            return Err(expected("a piece from 0 to 4", found));
        };
        board.put(square, Color::ALL[usize::from(piece >> 4)], role);
        number += 1;
    }
    setup.board = board.board();
    for (color, side) in RIGHTS {
        if bits.flag() {
            let rook = outermost_rook(&setup, color, side);
            let missing = || expected("a rook for each castling right", "none");
            setup.castling_rights.set(color, side, Some(rook.ok_or_else(missing)?));
        }
    }
    if bits.flag() {
        setup.en_passant = Some(Square::from_index_wrapping(bits.take(6)));
    }
    let clock = bits.take(6);
    setup.fullmove_number = u16::from_le_bytes([bits.take(8), bits.take(8)]);
    setup.halfmove_clock = u16::from(clock) | u16::from(bits.take(1)) << 6;
    if bits.taken > BITS {
        return Err(expected("a position of 256 bits", format_args!("{} bits", bits.taken)));
    }
    if !bits.is_over() {
        return Err("expected zero bits behind the position".into());
    }
    Ok(setup)
}

/// Returns the rook that the bit of a castling right means.
fn outermost_rook(setup: &Setup, color: Color, side: CastlingSide) -> Option<Square> {
    let king = setup.board.of(color, Role::King).first()?;
    side.outermost_rook(&setup.board, king)
}

/// Writes the position of an entry.
fn write_position(entry: &Entry) -> Result<[u8; 32], Refusal> {
    let setup = entry.position.setup();
    let color = setup.side_to_move;
    let mut bits = BitWriter::default();
    bits.put(color as u16, 1);
    for color in Color::ALL {
        bits.put(entry.position.king(color).index().into(), 6);
    }
    for square in squares() {
        match setup.board.piece_at(square) {
            None => bits.put(0, 1),
            Some(Piece { role: Role::King, .. }) => {}
            Some(Piece { role, color }) => {
                bits.put(1 | (role as u16) << 1 | (color as u16) << 4, 5)
            }
        }
    }
    for (color, side) in RIGHTS {
        let rook = setup.castling_rights.rook(color, side);
        if rook.is_some() && rook != outermost_rook(&setup, color, side) {
            return Err(Refusal::Castling);
        }
        bits.put(rook.is_some().into(), 1);
    }
    match setup.en_passant {
        Some(square) => bits.put(1 | u16::from(square.index()) << 1, 7),
        None => bits.put(0, 1),
    }
    let clock = setup.halfmove_clock;
    if clock > MOST_CLOCK {
        return Err(Refusal::Number { name: "half move clock", found: clock, most: MOST_CLOCK });
    }
    bits.put(clock, 6);
    bits.put(setup.fullmove_number, 16);
    bits.put(clock >> 6, 1);
    match bits.bits > BITS {
        true => Err(Refusal::Pieces { found: setup.board.occupied().count() }),
        false => Ok(bits.bytes),
    }
}

impl Record<SIZE> for Bin {
    fn read(bytes: &[u8; SIZE]) -> Result<Entry, Wrong> {
        let number = |index: usize| u16::from_le_bytes([bytes[index], bytes[index + 1]]);
        let position = pieces::position(&read_setup(bytes)?)?;
        let color = position.side_to_move();
        let result = match bytes[38].cast_signed() {
            number @ -1..=1 => result_seen_by(color, number),
            found => return Err(expected("the result -1, 0 or 1", found)),
        };
        let score = stockfish_score(color, number(32).cast_signed());
        let entry = Entry { score, result, ply: number(36), ..Entry::new(position) };
        let bits = number(34);
        let played = (bits != 0).then(|| BIN.read(&position, bits)).transpose()?;
        Ok(Entry { played, ..entry })
    }

    fn write(entry: &Entry) -> Result<[u8; SIZE], Refusal> {
        entry.next()?;
        let color = entry.position.side_to_move();
        let result = result_for(color, entry.result).ok_or(Refusal::NoResult)?;
        let mut bytes = [0; SIZE];
        bytes[..32].copy_from_slice(&write_position(entry)?);
        let played = entry.played.map_or(0, |played| BIN.write(&entry.position, played));
        let numbers = [score_of(entry)?.cast_unsigned(), played, entry.ply];
        for (bytes, number) in bytes[32..].as_chunks_mut().0.iter_mut().zip(numbers) {
            *bytes = number.to_le_bytes();
        }
        bytes[38] = result.cast_unsigned();
        bytes[39] = PADDING;
        Ok(bytes)
    }
}
