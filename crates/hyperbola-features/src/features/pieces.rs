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
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Self {
        let board = position.board();
        let mut roles = [Bitboard::EMPTY; 6];
        for role in Role::ALL {
            roles[role as usize] = board.of_role(role);
        }
        Self { roles, colors: [board.of_color(Color::White), board.of_color(Color::Black)] }
    }

    #[inline(always)]
    pub(super) fn of_row(positions: PositionSlice<'_>, row: usize) -> Self {
        let mut roles = [Bitboard::EMPTY; 6];
        for (set, column) in roles.iter_mut().zip(positions.sets) {
            *set = Bitboard(column[row]);
        }
        let [white, black] = [positions.sets[WHITE][row], positions.sets[WHITE + 1][row]];
        Self { roles, colors: [Bitboard(white), Bitboard(black)] }
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Returns the squares of all rooks and queens, and of all bishops and queens.
    #[inline(always)]
    pub(super) fn sliders(&self) -> (Bitboard, Bitboard) {
        let [_, _, bishops, rooks, queens, _] = self.roles;
        (rooks | queens, bishops | queens)
    }

    /// Returns the pawns, knights and kings that attack a square.
    #[inline(always)]
    pub(super) fn leapers_to(&self, square: Square) -> Bitboard {
        let [pawns, knights, .., kings] = self.roles;
        let [white, black] = self.colors;
        let pawns_to = (pawn_attacks(Color::Black, square) & white)
            | (pawn_attacks(Color::White, square) & black);
        (pawns_to & pawns) | (knight_attacks(square) & knights) | (king_attacks(square) & kings)
    }

    /// Returns the attacks of the piece on each square. Squares without a piece have none.
    ///
    /// One role after another is quicker than one square after another: no branch depends on a
    /// piece.
    #[inline(always)]
    pub(super) fn attacks(&self) -> [Bitboard; 64] {
        let mut all = [Bitboard::EMPTY; 64];
        let occupied = self.occupied();
        let [pawns, mut knights, .., mut kings] = self.roles;
        let [mut white, mut black] = [pawns & self.colors[0], pawns & self.colors[1]];
        while !white.is_empty() {
            let from = take_first(&mut white);
            all[from as usize] = pawn_attacks(Color::White, from);
        }
        while !black.is_empty() {
            let from = take_first(&mut black);
            all[from as usize] = pawn_attacks(Color::Black, from);
        }
        while !knights.is_empty() {
            let from = take_first(&mut knights);
            all[from as usize] = knight_attacks(from);
        }
        while !kings.is_empty() {
            let from = take_first(&mut kings);
            all[from as usize] = king_attacks(from);
        }
        let (mut orthogonal, mut diagonal) = self.sliders();
        while !orthogonal.is_empty() {
            let from = take_first(&mut orthogonal);
            all[from as usize] = rook_attacks(from, occupied);
        }
        while !diagonal.is_empty() {
            let from = take_first(&mut diagonal);
            all[from as usize] |= bishop_attacks(from, occupied);
        }
        all
    }

    /// Returns where the two boards differ.
    #[inline(always)]
    pub(super) fn changed(&self, other: &Self) -> Bitboard {
        let mut changed = Bitboard::EMPTY;
        for (&one, &two) in self.roles.iter().zip(&other.roles) {
            changed |= one ^ two;
        }
        for (&one, &two) in self.colors.iter().zip(&other.colors) {
            changed |= one ^ two;
        }
        changed
    }
}

/// Removes the first square of a set that is not empty, and returns it.
///
/// Loops over sets use this. The body of a closure would be compiled without the instructions of a
/// kind of word.
#[inline(always)]
pub(super) fn take_first(set: &mut Bitboard) -> Square {
    let [index, ..] = set.0.trailing_zeros().to_le_bytes();
    set.0 &= set.0.wrapping_sub(1);
    Square::from_index_wrapping(index)
}

/// The codes of the pieces on all squares: a set of squares for each binary digit of the role, and
/// Black's pieces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Codes {
    digits: [Bitboard; 3],
    black: Bitboard,
}

impl Codes {
    #[inline(always)]
    pub(super) fn new(pieces: &Pieces) -> Self {
        let [_, knights, bishops, rooks, queens, kings] = pieces.roles;
        let digits = [knights | rooks | kings, bishops | rooks, queens | kings];
        Self { digits, black: pieces.colors[1] }
    }

    /// Returns the code of the piece on an occupied square: 6 for Black's pieces, plus the role.
    #[inline(always)]
    pub(super) fn at(&self, square: Square) -> u8 {
        let digit = |set: Bitboard| u8::from(set.contains(square));
        let [ones, twos, fours] = self.digits;
        (digit(ones) | digit(twos) << 1 | digit(fours) << 2) + 6 * digit(self.black)
    }
}
