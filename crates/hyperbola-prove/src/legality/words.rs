//! The four words of a position, read as the definition has positions, and what is assumed of them.

#[cfg(test)]
use hyperbola_moves::{Color, Role, Setup};
#[cfg(test)]
use hyperbola_rules::formulas::{Formulas, FourWords};

use super::function::Function;
use super::laws::{Contents, PieceKind, Position, Side, Square};
use super::truth::Truth;
use crate::nodes::Bit;

/// The names of a position's words in recordings.
pub(super) const WORDS: [&str; 4] = ["a", "b", "c", "black"];

/// Reads a position from its four words: `bit(word, square)`, in the order of
/// [`FourWords`](hyperbola_rules::formulas::FourWords).
///
/// The first three digits are the number of what stands on the square: 1 to 6 a pawn, knight,
/// bishop, rook, queen or king, 7 a rook that may castle. The last is whether it is Black's. An
/// empty square with this digit is the one that a pawn has passed over.
pub(super) fn read<T: Truth>(bit: impl Fn(usize, usize) -> T) -> Position<T> {
    let contents = |square: usize| {
        let number = |number: usize| {
            (0..3).fold(T::constant(true), |so_far, digit| {
                let is_set = bit(digit, square);
                so_far.and(|| if number >> digit & 1 == 1 { is_set } else { is_set.not() })
            })
        };
        let black = bit(3, square);
        let of = |is_black: bool| {
            let side = if is_black { black } else { black.not() };
            let mut pieces = [1, 2, 3, 4, 5, 6].map(|kind| number(kind).and(|| side));
            pieces[3] = pieces[3].or(|| number(7).and(|| side));
            pieces
        };
        Contents {
            pieces: [of(false), of(true)],
            may_castle: number(7),
            passed: number(0).and(|| black),
        }
    };
    Position(core::array::from_fn(contents))
}

/// Returns the square of a place.
pub(super) fn square(place: usize) -> Square {
    Square::all().nth(place).expect("a square's place is below 64")
}

/// Writes a position as its four words. A square that a pawn has passed over is written only if a
/// pawn of the side to move stands where it may capture there.
pub(super) fn written(position: &Position<Function<'_>>, to_move: Side) -> [[Bit; 64]; 4] {
    let mut words = [[Bit::FALSE; 64]; 4];
    for at in Square::all() {
        let place = at.number();
        let Contents { may_castle, passed, .. } = position.0[place];
        let is = |kind| {
            let [white, black] = [Side::White, Side::Black].map(|side| position.is(at, side, kind));
            white.or(|| black)
        };
        let castler = is(PieceKind::Rook).and(|| may_castle);
        let of = |kinds: [PieceKind; 3]| {
            kinds.into_iter().fold(castler, |any, kind| any.or(|| is(kind)))
        };
        let captors = Square::all().fold(Function::constant(false), |any, from| {
            any.or(|| {
                let pawn = position.is(from, to_move, PieceKind::Pawn);
                pawn.and(|| position.attacks(to_move, from, at))
            })
        });
        let digits = [
            of([PieceKind::Pawn, PieceKind::Bishop, PieceKind::Queen]),
            of([PieceKind::Knight, PieceKind::Bishop, PieceKind::King]),
            of([PieceKind::Rook, PieceKind::Queen, PieceKind::King]),
            position.has(at, Side::Black).or(|| passed.and(|| captors)),
        ];
        for (word, digit) in words.iter_mut().zip(digits) {
            word[place] = digit.bit();
        }
    }
    words
}

/// Returns the four digits of a square.
#[cfg(test)]
pub(super) fn digits(position: &Position<bool>, square: Square) -> [bool; 4] {
    let Contents { pieces: [white, black], may_castle, passed } = position.0[square.number()];
    let kind = white.into_iter().zip(black).position(|(white, black)| white || black);
    let number = kind.map_or(0, |kind| if may_castle { 7 } else { kind + 1 });
    let is_black = position.has(square, Side::Black) || passed;
    [number & 1 == 1, number & 2 == 2, number & 4 == 4, is_black]
}

/// Returns the four words of a setup, those of the side to move as White's.
#[cfg(test)]
pub(super) fn of_setup(setup: &Setup) -> FourWords<u64> {
    let of = |role| setup.board.of(Color::White, role).0 | setup.board.of(Color::Black, role).0;
    let castlers = setup.castling_rights.iter().fold(0, |all, (_, _, rook)| all | rook.bit());
    let [pawns, knights, bishops] = [Role::Pawn, Role::Knight, Role::Bishop].map(of);
    let [rooks, queens, kings] = [Role::Rook, Role::Queen, Role::King].map(of);
    let passed = setup.en_passant.map_or(0, hyperbola_moves::Square::bit);
    let words = [
        pawns | bishops | queens | castlers,
        knights | bishops | kings | castlers,
        rooks | queens | kings,
        setup.board.of_color(Color::Black).0 | passed,
    ];
    if setup.side_to_move == Color::White { words } else { Formulas::turned(words) }
}
