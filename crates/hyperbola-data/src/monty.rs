//! montyformat: games of Monty, with the visits of a search or without.
//!
//! A game begins with four sets of squares: those of the black pieces, and the three bits of each
//! piece's number, the highest first, from 1 for a pawn to 6 for a king. Behind them are the side
//! to move, the square that a pawn passed over or 0, the castling rights, both clocks, the files of
//! the rooks that castle, and the result. A move has 16 bits: where from, where to, and its kind in
//! the lowest four.

use hyperbola::Bitboard;
use hyperbola_moves::pgn::GameResult;
use hyperbola_moves::{CastlingSide, Color, File, Move, Position, Rank, Role, Setup, Square};

use crate::games::Recorded;
use crate::packing::{PROMOTIONS, promotion_number};
use crate::pieces::{self, Pieces, Wrong, expected};
use crate::{Entry, Score};

/// Games with a score and the visits of each legal move: 16 bits of a move, 16 bits of the share of
/// the points that the side to move expects, and a number of bytes. The visits are passed over.
#[derive(Debug)]
pub(crate) struct Monty;

/// Games with a score for each move, as White sees it.
#[derive(Debug)]
pub(crate) struct MontyValue;

/// The castling rights in their order: their bits from the highest, and the files of their rooks.
const RIGHTS: [(Color, CastlingSide, u8); 4] = [
    (Color::White, CastlingSide::Queen, 1 << 3),
    (Color::White, CastlingSide::King, 1 << 2),
    (Color::Black, CastlingSide::Queen, 1 << 1),
    (Color::Black, CastlingSide::King, 1 << 0),
];

/// The files of the rooks where all are 0.
const CORNERS: [u8; 4] = [0, 7, 0, 7];

/// The kinds of moves. Bits are set for captures and promotions, and the two lowest have the role.
const TWO_STEPS: u16 = 1;
const CASTLES: u16 = 2;
const CAPTURES: u16 = 4;
const EN_PASSANT: u16 = 5;
const PROMOTES: u16 = 8;

impl Recorded for Monty {
    const START: usize = 43;
    const END: usize = 2;
    const STEP: usize = 5;

    fn start(bytes: &[u8]) -> Result<Entry, Wrong> {
        read_start(bytes)
    }

    fn step_size(bytes: &[u8]) -> usize {
        match bytes {
            [0, 0, ..] => Self::END,
            bytes => Self::STEP + usize::from(bytes.get(4).copied().unwrap_or_default()),
        }
    }

    fn step(entry: &Entry, bytes: &[u8]) -> Result<Option<Entry>, Wrong> {
        let &[a, b, c, d, visits, ..] = bytes else { return Ok(None) };
        let position = &entry.position;
        let played = read_move(position, u16::from_le_bytes([a, b]))?;
        let legal = position.legal_moves().len();
        if visits != 0 && usize::from(visits) != legal {
            return Err(expected(&format!("the visits of {legal} legal moves or none"), visits));
        }
        let score = score_of_share(u16::from_le_bytes([c, d]));
        let score = Some(Score::seen_by(position.side_to_move(), score));
        Ok(Some(Entry { played: Some(played), score, ..*entry }))
    }
}

impl Recorded for MontyValue {
    const START: usize = Monty::START;
    const END: usize = 4;
    const STEP: usize = 4;

    fn start(bytes: &[u8]) -> Result<Entry, Wrong> {
        read_start(bytes)
    }

    fn step_size(_: &[u8]) -> usize {
        Self::STEP
    }

    fn step(entry: &Entry, bytes: &[u8]) -> Result<Option<Entry>, Wrong> {
        let &[a, b, c, d] = bytes else { return Ok(None) };
        if [a, b, c, d] == [0; 4] {
            return Ok(None);
        }
        let played = read_move(&entry.position, u16::from_le_bytes([a, b]))?;
        // Each side can write it.
        let score = i16::from_le_bytes([c, d]).max(-i16::MAX);
        let score = Some(Score::seen_by(Color::White, score.into()));
        Ok(Some(Entry { played: Some(played), score, ..*entry }))
    }
}

/// Returns hundredths of a pawn for a share of the points, of which 65,535 are all: 400 times the
/// logarithm of the odds, without what is behind the point, as programs convert it. No points and
/// all of them are the most that 16 bits hold.
fn score_of_share(share: u16) -> i32 {
    match share {
        0 => -i32::from(i16::MAX),
        u16::MAX => i16::MAX.into(),
        _ => {
            let odds = f64::from(share) / f64::from(u16::MAX - share);
            #[expect(clippy::cast_possible_truncation, reason = "it is less than 4,500")]
            let score = (400.0 * odds.ln()) as i32;
            score
        }
    }
}

/// Reads the start of a game.
fn read_start(bytes: &[u8]) -> Result<Entry, Wrong> {
    let byte = |index: usize| bytes.get(index).copied().unwrap_or_default();
    let set = |number: usize| {
        Bitboard(u64::from_le_bytes(core::array::from_fn(|index| byte(8 * number + index))))
    };
    let [black, high, middle, low] = [0, 1, 2, 3].map(set);
    let occupied = high | middle | low;
    if !(black - occupied).is_empty() {
        return Err("expected pieces on all squares of Black".into());
    }
    let mut board = Pieces::default();
    for square in occupied {
        let bits = [high, middle, low].map(|set| usize::from(set.contains(square)));
        let number = 4 * bits[0] + 2 * bits[1] + bits[2];
        let Some(&role) = Role::ALL.get(number - 1) else {
            return Err(expected("a piece from 1 to 6", number));
        };
        let color = if black.contains(square) { Color::Black } else { Color::White };
        board.put(square, color, role);
    }
    let mut setup = Setup { board: board.board(), ..Setup::EMPTY };
    setup.side_to_move = match byte(32) {
        0 => Color::White,
        1 => Color::Black,
        found => return Err(expected("the side to move 0 or 1", found)),
    };
    setup.en_passant = match byte(33) {
        0 => None,
        square if square < 64 => Square::from_index(square),
        found => return Err(expected("an en passant square from 0 to 63", found)),
    };
    setup.halfmove_clock = byte(35).into();
    setup.fullmove_number = u16::from_le_bytes([byte(36), byte(37)]);
    if byte(34) > 15 {
        return Err(expected("castling rights from 0 to 15", byte(34)));
    }
    let files = match [38, 39, 40, 41].map(byte) {
        [0, 0, 0, 0] => CORNERS,
        files => files,
    };
    for ((color, side, bit), file) in RIGHTS.into_iter().zip(files) {
        if byte(34) & bit == 0 {
            continue;
        }
        let Some(file) = File::from_index(file) else {
            return Err(expected("a rook's file from 0 to 7", file));
        };
        let rook = Square::new(file, Rank::First).relative_to(color);
        setup.castling_rights.set(color, side, Some(rook));
    }
    let result = match byte(42) {
        0 => GameResult::BlackWins,
        1 => GameResult::Draw,
        2 => GameResult::WhiteWins,
        found => return Err(expected("the result 0, 1 or 2", found)),
    };
    Ok(Entry { result, ..Entry::new(pieces::position(&setup)?) })
}

/// Reads a legal move of a position.
fn read_move(position: &Position, bits: u16) -> Result<Move, Wrong> {
    let square = |shift: u32| Square::from_index_wrapping((bits >> shift).to_le_bytes()[0] & 63);
    let (from, to, kind) = (square(10), square(4), bits & 15);
    let color = position.side_to_move();
    let rook = |side| position.castling_rights().rook(color, side).unwrap_or(to);
    let played = match kind {
        CASTLES => Move::new(from, rook(CastlingSide::King)),
        3 => Move::new(from, rook(CastlingSide::Queen)),
        PROMOTES.. => Move::promoting(from, to, PROMOTIONS[usize::from(kind & 3)]),
        _ => Move::new(from, to),
    };
    if position.is_legal(played) && move_bits(position, played) == bits {
        return Ok(played);
    }
    Err(expected("a legal move of its kind", format_args!("{from}{to}, kind {kind}")))
}

/// Returns the bits of a legal move.
fn move_bits(position: &Position, played: Move) -> u16 {
    let (from, mut to) = (played.from(), played.to());
    let captures = if played.is_capture(position) { CAPTURES } else { 0 };
    let is_pawn = position.board().role_at(from) == Some(Role::Pawn);
    let kind = match (played.castling_side(position), played.promotion()) {
        (Some(side), _) => {
            let is_long = side == CastlingSide::Queen;
            to = Square::new(if is_long { File::C } else { File::G }, from.rank());
            CASTLES + u16::from(is_long)
        }
        (None, Some(role)) => PROMOTES + captures + promotion_number(role),
        _ if played.is_en_passant(position) => EN_PASSANT,
        _ if is_pawn && from.index().abs_diff(to.index()) == 16 => TWO_STEPS,
        _ => captures,
    };
    u16::from(from.index()) << 10 | u16::from(to.index()) << 4 | kind
}
