//! The pieces of one position, with quick answers to which piece stands on a square.

use hyperbola::{Bitboard, Color, Square, bishop_attacks, rook_attacks};
use hyperbola::{king_attacks, knight_attacks, pawn_attacks};
use hyperbola_moves::{Position, Role};

use crate::PositionSlice;
use crate::positions::WHITE;

/// The sets of the roles and of the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pieces {
    pub(super) roles: [Bitboard; 6],
    pub(super) colors: [Bitboard; 2],
}

impl Pieces {
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let board = position.board();
        Self {
            roles: Role::ALL.map(|role| board.of_role(role)),
            colors: Color::ALL.map(|color| board.of_color(color)),
        }
    }

    #[inline]
    pub(super) fn of_row(positions: PositionSlice<'_>, row: usize) -> Self {
        let [a, b, c, d, e, f, ..] = positions.sets.map(|column| Bitboard(column[row]));
        let colors = [WHITE, WHITE + 1].map(|column| Bitboard(positions.sets[column][row]));
        Self { roles: [a, b, c, d, e, f], colors }
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Returns the squares of all rooks and queens, and of all bishops and queens.
    #[inline]
    pub(super) fn sliders(&self) -> (Bitboard, Bitboard) {
        let [_, _, bishops, rooks, queens, _] = self.roles;
        (rooks | queens, bishops | queens)
    }

    /// Returns the pawns, knights and kings that attack a square.
    #[inline]
    pub(super) fn leapers_to(&self, square: Square) -> Bitboard {
        let [pawns, knights, .., kings] = self.roles;
        let [white, black] = self.colors;
        let pawns_to = (pawn_attacks(Color::Black, square) & white)
            | (pawn_attacks(Color::White, square) & black);
        (pawns_to & pawns) | (knight_attacks(square) & knights) | (king_attacks(square) & kings)
    }

    /// Returns where the two boards differ.
    #[inline]
    pub(super) fn changed(&self, other: &Self) -> Bitboard {
        let roles = self.roles.iter().zip(&other.roles);
        let colors = self.colors.iter().zip(&other.colors);
        roles.chain(colors).fold(Bitboard::EMPTY, |all, (&one, &two)| all | (one ^ two))
    }
}

/// The codes of the pieces on all squares: a set of squares for each binary digit of the role, and
/// Black's pieces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Codes {
    digits: [Bitboard; 3],
    black: Bitboard,
}

impl Codes {
    #[inline]
    pub(super) fn new(pieces: &Pieces) -> Self {
        let [_, knights, bishops, rooks, queens, kings] = pieces.roles;
        let digits = [knights | rooks | kings, bishops | rooks, queens | kings];
        Self { digits, black: pieces.colors[1] }
    }

    /// Returns the code of the piece on an occupied square: 6 for Black's pieces, plus the role.
    #[inline]
    pub(super) fn at(&self, square: Square) -> u8 {
        let digit = |set: Bitboard| u8::from(set.contains(square));
        let [ones, twos, fours] = self.digits.map(digit);
        (ones | twos << 1 | fours << 2) + 6 * digit(self.black)
    }
}

/// Returns the attacks of the piece with a code.
#[inline]
pub(super) fn attacks(code: u8, from: Square, occupied: Bitboard) -> Bitboard {
    match code {
        0 => pawn_attacks(Color::White, from),
        6 => pawn_attacks(Color::Black, from),
        1 | 7 => knight_attacks(from),
        2 | 8 => bishop_attacks(from, occupied),
        3 | 9 => rook_attacks(from, occupied),
        4 | 10 => rook_attacks(from, occupied) | bishop_attacks(from, occupied),
        _ => king_attacks(from),
    }
}
