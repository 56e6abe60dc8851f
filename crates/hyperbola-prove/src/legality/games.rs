//! Games: the castling squares that are constants in the formulas.

use hyperbola_moves::{CastlingSide, Color, Piece, Role, Setup, Square};
use hyperbola_perft::four_words;
use hyperbola_rules::formulas::Formulas;

/// The files of a king on his first rank and of the rooks that he may castle with: to the king's
/// side and to the queen's side.
pub(super) type Home = (usize, [Option<usize>; 2]);

/// No rook that may castle. The king's file does not matter then.
const NO_CASTLING: Home = (4, [None; 2]);

/// The formulas of a game, and where White's king and his rooks that may castle stand.
#[derive(Debug, Clone)]
pub(super) struct Game {
    pub(super) formulas: Formulas,
    pub(super) king: usize,
    pub(super) rooks: [Option<usize>; 2],
}

/// Returns all homes of a side: with two rooks, with one on either wing, and with none.
pub(super) fn homes() -> Vec<Home> {
    let wing = |rooks: core::ops::Range<usize>| core::iter::once(None).chain(rooks.map(Some));
    let of_king = |king: usize| {
        wing(king + 1..8)
            .flat_map(move |right| wing(0..king).map(move |left| (king, [right, left])))
            .filter(|&home| home.1 != [None; 2] || home == NO_CASTLING)
    };
    (0..8).flat_map(of_king).collect()
}

impl Game {
    /// Returns games with all formulas that there are, those of a square of White's king together.
    ///
    /// Where White may not castle to a wing, the constants are those of Black, or of ordinary
    /// chess. So Black has all homes with rooks on such wings.
    pub(super) fn all() -> [Vec<Self>; 8] {
        let homes = homes();
        let matters = |white: Home, black: Home| {
            white.1.iter().zip(black.1).all(|(white, black)| white.is_none() || black.is_none())
        };
        core::array::from_fn(|king| {
            let of_king = homes.iter().filter(|white| white.0 == king);
            let pairs = of_king.flat_map(|&white| homes.iter().map(move |&black| (white, black)));
            let pairs = pairs.filter(|&(white, black)| matters(white, black));
            pairs.map(|(white, black)| Self::new(white, black)).collect()
        })
    }

    /// Returns the formulas of ordinary chess.
    pub(super) fn ordinary() -> Self {
        Self::of_white((4, [Some(7), Some(0)]))
    }

    /// Returns the formulas of a game in which White alone may castle.
    pub(super) fn of_white(white: Home) -> Self {
        Self::new(white, NO_CASTLING)
    }

    /// Returns the formulas of a game with these homes of the sides.
    pub(super) fn new(white: Home, black: Home) -> Self {
        let at = |place: usize| Square::from_index_wrapping(place.to_le_bytes()[0]);
        let mut setup = Setup::EMPTY;
        for ((king, rooks), color, first) in [(white, Color::White, 0), (black, Color::Black, 56)] {
            setup.board.put(at(first + king), Piece::new(color, Role::King));
            for (side, rook) in CastlingSide::ALL.into_iter().zip(rooks) {
                if let Some(rook) = rook.map(|rook| at(first + rook)) {
                    setup.board.put(rook, Piece::new(color, Role::Rook));
                    setup.castling_rights.set(color, side, Some(rook));
                }
            }
        }
        // Nobody gives check through White's pawns.
        for place in 8..16 {
            setup.board.put(at(place), Piece::new(Color::White, Role::Pawn));
        }
        let position = setup.position().expect("a position of a game");
        let (king, rooks) = white;
        Self { formulas: four_words::start(&position, 2, 2).0, king, rooks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_have_all_castling_squares() {
        assert_eq!(homes().len(), 56 + 56 + 1);
        let games = Game::all();
        let rooks = |count: usize| {
            let all = games.iter().flatten();
            all.filter(|game| game.rooks.iter().flatten().count() == count).count()
        };
        // Two rooks; one, where the other wing is that of 28 homes of Black or of none; and none.
        assert_eq!([2, 1, 0].map(rooks), [56, 56 * 29, 113]);
    }

    #[test]
    fn formulas_turned_over_are_those_of_the_game_turned_over() {
        for white in homes() {
            for black in homes() {
                let [game, turned] = [Game::new(white, black), Game::new(black, white)];
                assert_eq!(game.formulas.turned_over(), turned.formulas, "{white:?} {black:?}");
            }
        }
    }
}
