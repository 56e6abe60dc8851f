//! A game's last positions as planes: the input of networks that learn by playing.

use hyperbola::{Bitboard, Square};
use hyperbola_moves::{Board, CastlingSide, Color, Position, Role};

use super::game::{Game, PAST};

/// The planes of 8 by 8 squares that two programs see of a game.
///
/// The numbers are those that the side to move sees: for Black the ranks are in reverse order and
/// the colours are exchanged, in all eight positions. A plane has its squares in the order a1, b1,
/// … h8. All are 0 or 1, but for counts, which are at most 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Observation {
    /// 119 planes of [AlphaZero](https://arxiv.org/abs/1712.01815), table S1.
    ///
    /// For each of the last eight positions, the present one first, there are 14: the pawns,
    /// knights, bishops, rooks, queens and king of the side to move, those of the other side, a
    /// plane of ones if the position occurred before, and another if it occurred twice before. All
    /// 14 are 0 before the opening. Then come: ones if White is to move, the full move number, the
    /// castling rights of the side to move to its king's side and its queen's side, those of the
    /// other side, and the number of half moves without a capture or a pawn move.
    ///
    /// The paper leaves the order within a group open.
    AlphaZero,
    /// 112 planes of [Leela Chess Zero](https://lczero.org), its classical input.
    ///
    /// For each of the last eight positions, the present one first, there are 13: those pieces of
    /// both sides, and a plane of ones if the position occurred before. Then come: the castling
    /// rights of the side to move to its queen's side and its king's side, those of the other side,
    /// ones if Black is to move, the number of half moves without a capture or a pawn move, zeros,
    /// and ones.
    ///
    /// All 13 are 0 before the initial array. Before another opening they are those of the opening,
    /// in which a pawn that can be taken en passant has not made its step.
    ///
    /// This is the engine's input `INPUT_CLASSICAL_112_PLANE`, where it fills the history of games
    /// that begin with a FEN (`src/neural/encoder.cc` of lc0).
    Leela,
}

impl Observation {
    /// All observations.
    pub const ALL: [Self; 2] = [Self::AlphaZero, Self::Leela];

    /// Returns the number of planes.
    #[must_use]
    pub const fn planes(self) -> usize {
        match self {
            Self::AlphaZero => 119,
            Self::Leela => 112,
        }
    }

    /// Returns the name in other languages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaZero => "alphazero",
            Self::Leela => "leela",
        }
    }

    /// Writes all planes, and makes each number by a function.
    pub(super) fn write<T: Copy>(
        self,
        game: &Game,
        opening: &Position,
        items: &mut [T],
        number: impl Fn(u8) -> T + Copy,
    ) {
        let is_black = game.position().side_to_move() == Color::Black;
        let (zero, one) = (number(0), number(1));
        items.fill(zero);
        let mut rest = items.as_chunks_mut::<64>().0.iter_mut();
        self.visit(game, opening, |plane| match (rest.next(), plane) {
            (Some(items), Plane::Set(Bitboard::FULL)) => items.fill(one),
            (Some(items), Plane::Set(squares)) => {
                // Few of the squares have a piece.
                let squares = if is_black { squares.0.swap_bytes() } else { squares.0 };
                Bitboard(squares).into_iter().for_each(|square| items[square as usize] = one);
            }
            (Some(items), Plane::Count(count)) => {
                items.fill(number(u8::try_from(count).unwrap_or(u8::MAX)));
            }
            (None, _) => {}
        });
    }

    /// Visits the planes in their order, with sets as White sees them.
    fn visit(self, game: &Game, opening: &Position, mut visit: impl FnMut(Plane)) {
        let position = game.position();
        let side = position.side_to_move();
        let before = match self {
            Self::Leela if opening.key() != INITIAL => before_the_last_step(opening),
            _ => Board::EMPTY,
        };
        for back in 0..PAST {
            let (board, earlier) = game.past(back).unwrap_or((&before, 0));
            for color in [side, !side] {
                Role::ALL.into_iter().for_each(|role| visit(Plane::Set(board.of(color, role))));
            }
            visit(all_if(earlier >= 1));
            if self == Self::AlphaZero {
                visit(all_if(earlier >= 2));
            }
        }
        let rights = position.castling_rights();
        let castling = |sides: [CastlingSide; 2], visit: &mut dyn FnMut(Plane)| {
            for color in [side, !side] {
                sides.into_iter().for_each(|to| visit(all_if(rights.rook(color, to).is_some())));
            }
        };
        let clock = Plane::Count(position.halfmove_clock());
        match self {
            Self::AlphaZero => {
                visit(all_if(side == Color::White));
                visit(Plane::Count(position.fullmove_number()));
                castling([CastlingSide::King, CastlingSide::Queen], &mut visit);
                visit(clock);
            }
            Self::Leela => {
                castling([CastlingSide::Queen, CastlingSide::King], &mut visit);
                visit(all_if(side == Color::Black));
                visit(clock);
                visit(all_if(false));
                visit(all_if(true));
            }
        }
    }
}

/// A plane: a set of squares with ones, or a number on all squares.
enum Plane {
    Set(Bitboard),
    Count(u16),
}

/// Returns the board of an opening before the step of a pawn that can be taken en passant.
fn before_the_last_step(opening: &Position) -> Board {
    let mut board = *opening.board();
    if let Some(passed) = opening.en_passant() {
        // The squares before and behind the passed one, on the ranks of the side that has moved.
        let [from, to] = [24, 8].map(|step| Square::from_index(passed.index() ^ step));
        if let (Some(from), Some(pawn)) = (from, to.and_then(|to| board.remove(to))) {
            board.put(from, pawn);
        }
    }
    board
}

/// Returns a plane of ones or of zeros.
const fn all_if(holds: bool) -> Plane {
    Plane::Set(if holds { Bitboard::FULL } else { Bitboard::EMPTY })
}

/// The key of the position with which games of chess begin.
const INITIAL: u64 = 0x463b_9618_1691_fc9c;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_initial_key_is_that_of_the_initial_position() {
        assert_eq!(Position::initial().key(), INITIAL);
    }
}
