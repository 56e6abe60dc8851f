//! marlinformat: records of 32 bytes, as Marlinflow reads them. Games of viriformat begin with one.

use hyperbola_moves::pgn::GameResult;
use hyperbola_moves::{CastlingRights, CastlingSide, Color, Position, Role, Setup, Square};

use crate::pieces::{self, Pieces, Wrong, expected};
use crate::records::Record;
use crate::{Entry, Refusal, Score};

/// The records of marlinformat. Moves are lost; the result must be known and the score there.
#[derive(Debug)]
pub(crate) struct Marlin;

/// The bytes of a record.
pub(crate) const SIZE: usize = 32;

/// The three bits of a rook that may castle.
const CASTLING_ROOK: u8 = 6;

/// The bit of a black piece, and of the side to move if that is Black.
const BLACK: u8 = 8;
const BLACK_TO_MOVE: u8 = 1 << 7;

/// The number in the place of a square that no pawn passed over.
const NO_SQUARE: u8 = 64;

/// Reads a record. Its last byte is for programs to use and is not looked at.
pub(crate) fn read(bytes: &[u8; SIZE]) -> Result<Entry, Wrong> {
    let [a, b, c, d, e, f, g, h, ..] = *bytes;
    let occupied = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
    let bits = core::array::from_fn(|index| bytes[8 + index]);
    let fullmove_number = u16::from_le_bytes([bytes[26], bytes[27]]);
    let mut setup = Setup { halfmove_clock: bytes[25].into(), fullmove_number, ..Setup::EMPTY };
    read_pieces(occupied, bits, &mut setup)?;
    if bytes[24] & BLACK_TO_MOVE != 0 {
        setup.side_to_move = Color::Black;
    }
    setup.en_passant = match bytes[24] & !BLACK_TO_MOVE {
        NO_SQUARE => None,
        square => match Square::from_index(square) {
            None => return Err(expected("an en passant square from 0 to 64", square)),
            square => square,
        },
    };
    let position = pieces::position(&setup)?;
    let result = match bytes[30] {
        0 => GameResult::BlackWins,
        1 => GameResult::Draw,
        2 => GameResult::WhiteWins,
        found => return Err(expected("the result 0, 1 or 2", found)),
    };
    let score = i16::from_le_bytes([bytes[28], bytes[29]]);
    let score = Some(Score::seen_by(Color::White, score.into()));
    Ok(Entry { result, score, ..Entry::new(position) })
}

/// Reads the pieces, and which rooks may castle.
fn read_pieces(occupied: u64, bits: [u8; 16], setup: &mut Setup) -> Result<(), Wrong> {
    let mut board = Pieces::default();
    let mut rooks = [[None; 2]; 2];
    pieces::unpack(occupied, bits, |square, bits| {
        let color = if bits & BLACK == 0 { Color::White } else { Color::Black };
        let role = match bits & !BLACK {
            CASTLING_ROOK => {
                let [first, second] = &mut rooks[color as usize];
                let free = if first.is_none() { first } else { second };
                if free.replace(square).is_some() {
                    return Err(expected("two rooks that may castle", "a third"));
                }
                Role::Rook
            }
            bits => match Role::ALL.get(usize::from(bits)) {
                Some(&role) => role,
                None => return Err(expected("a piece from 0 to 6", bits)),
            },
        };
        board.put(square, color, role);
        Ok(())
    })?;
    setup.board = board.board();
    for color in Color::ALL {
        let king = setup.board.of(color, Role::King).first();
        for rook in rooks[color as usize].into_iter().flatten() {
            let Some(king) = king else { continue };
            let side = CastlingSide::of_rook(king, rook);
            if setup.castling_rights.rook(color, side).is_some() {
                return Err(expected("one rook that may castle to a side", "two"));
            }
            setup.castling_rights.set(color, side, Some(rook));
        }
    }
    Ok(())
}

/// Writes a position with a result and a score as White sees it.
pub(crate) fn write(
    position: &Position,
    result: GameResult,
    score: i16,
) -> Result<[u8; SIZE], Refusal> {
    let board = position.board();
    let occupied = board.occupied();
    if occupied.count() > pieces::MOST {
        return Err(Refusal::Pieces { found: occupied.count() });
    }
    let clock = position.halfmove_clock();
    let Ok(halfmove_clock) = u8::try_from(clock) else {
        return Err(Refusal::Number { name: "half move clock", found: clock, most: 255 });
    };
    let result = match result {
        GameResult::BlackWins => 0,
        GameResult::Draw => 1,
        GameResult::WhiteWins => 2,
        GameResult::Unknown => return Err(Refusal::NoResult),
    };
    let rights: &CastlingRights = position.castling_rights();
    let may_castle = |square: Square| rights.iter().any(|(_, _, rook)| rook == square);
    let bits = pieces::pack(board, |square, piece| {
        let role = match piece.role {
            Role::Rook if may_castle(square) => CASTLING_ROOK,
            role => role as u8,
        };
        role | if piece.color == Color::Black { BLACK } else { 0 }
    });
    let mut bytes = [0; SIZE];
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    bytes[8..24].copy_from_slice(&bits);
    let side = if position.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    bytes[24] = side | position.en_passant().map_or(NO_SQUARE, |square| square.index());
    bytes[25] = halfmove_clock;
    bytes[26..28].copy_from_slice(&position.fullmove_number().to_le_bytes());
    bytes[28..30].copy_from_slice(&score.to_le_bytes());
    bytes[30] = result;
    Ok(bytes)
}

/// Returns the score of an entry as a colour sees it.
pub(crate) fn score_of(entry: &Entry, color: Color) -> Result<i16, Refusal> {
    let found = entry.score.ok_or(Refusal::NoScore)?.for_color(color);
    i16::try_from(found).map_err(|_| Refusal::Score { found })
}

impl Record<SIZE> for Marlin {
    fn read(bytes: &[u8; SIZE]) -> Result<Entry, Wrong> {
        read(bytes)
    }

    fn write(entry: &Entry) -> Result<[u8; SIZE], Refusal> {
        write(&entry.position, entry.result, score_of(entry, Color::White)?)
    }
}
