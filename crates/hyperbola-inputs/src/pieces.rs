//! The pieces of one position, with a quick look-up of the piece on a square.

use hyperbola::{Bitboard, Color, Square, bishop_attacks, rook_attacks};
use hyperbola::{king_attacks, knight_attacks, pawn_attacks};
use hyperbola_moves::{Board, CastlingSide, Move, Role};

/// The sets of the roles and of the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pieces {
    /// The squares of each role.
    pub roles: [Bitboard; 6],
    /// The squares of each colour.
    pub colors: [Bitboard; 2],
}

impl Pieces {
    #[inline(always)]
    pub(crate) fn of(board: &Board) -> Self {
        let of = |role| board.of_role(role);
        let (pawns, knights, bishops) = (of(Role::Pawn), of(Role::Knight), of(Role::Bishop));
        let (rooks, queens, kings) = (of(Role::Rook), of(Role::Queen), of(Role::King));
        let roles = [pawns, knights, bishops, rooks, queens, kings];
        Self { roles, colors: [board.of_color(Color::White), board.of_color(Color::Black)] }
    }

    /// Returns whether each occupied square has one role and one colour. In a damaged file, some
    /// may have several.
    #[inline(always)]
    #[must_use]
    pub fn fit(&self) -> bool {
        Board::from_sets(self.roles, self.colors).is_some()
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline(always)]
    pub(crate) fn pawns(&self) -> Bitboard {
        self.roles[Role::Pawn as usize]
    }

    #[inline(always)]
    pub(crate) fn kings(&self) -> Bitboard {
        self.roles[Role::King as usize]
    }

    /// Returns the square of a colour's king, or `None` if there is none.
    #[inline(always)]
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        let mut king = self.roles[Role::King as usize] & self.colors[color as usize];
        (!king.is_empty()).then(|| take_first(&mut king))
    }

    /// Returns the squares of all rooks and queens, and of all bishops and queens.
    #[inline(always)]
    pub(crate) fn sliders(&self) -> (Bitboard, Bitboard) {
        let [_, _, bishops, rooks, queens, _] = self.roles;
        (rooks | queens, bishops | queens)
    }

    /// Returns the pawns, knights and kings that attack a square.
    #[inline(always)]
    pub(crate) fn leapers_to(&self, square: Square) -> Bitboard {
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
    pub(crate) fn attacks(&self) -> [Bitboard; 64] {
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

    /// Returns the pieces after a legal move.
    #[inline(always)]
    pub(crate) fn after(mut self, side: Color, en_passant: Option<Square>, legal: Move) -> Self {
        let (from, to) = (legal.from(), legal.to());
        let code = Codes::new(&self).at(from) % 6;
        let role = Role::ALL[usize::from(code)];
        if !self.roles[usize::from(code)].contains(from) {
            return self;
        }
        if self.colors[side as usize].contains(to) {
            let castling = CastlingSide::of_rook(from, to);
            self.toggle(side, Role::King, from);
            self.toggle(side, Role::Rook, to);
            self.toggle(side, Role::King, castling.king_target(side));
            self.toggle(side, Role::Rook, castling.rook_target(side));
            return self;
        }
        let is_kept = !Bitboard::from(to);
        for set in &mut self.roles {
            *set &= is_kept;
        }
        for set in &mut self.colors {
            *set &= is_kept;
        }
        if role == Role::Pawn && en_passant == Some(to) {
            let victim = Square::from_index_wrapping(to.index() ^ 8);
            self.toggle(!side, Role::Pawn, victim);
        }
        self.toggle(side, role, from);
        self.toggle(side, legal.promotion().unwrap_or(role), to);
        self
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.roles[role as usize] ^= square.into();
        self.colors[color as usize] ^= square.into();
    }

    /// Returns the squares on which the two boards differ.
    #[inline(always)]
    pub(crate) fn changed(&self, other: &Self) -> Bitboard {
        let mut changed = self.colors[0] ^ other.colors[0];
        changed |= self.colors[1] ^ other.colors[1];
        let mut role = 0;
        while role < 6 {
            changed |= self.roles[role] ^ other.roles[role];
            role += 1;
        }
        changed
    }
}

/// Returns White's pawns and Black's that have a pawn of either side in front of them.
#[inline(always)]
pub(crate) fn pushers(pawns: Bitboard, [white, black]: [Bitboard; 2]) -> [Bitboard; 2] {
    [pawns & white & Bitboard(pawns.0 >> 8), pawns & black & Bitboard(pawns.0 << 8)]
}

/// Removes the first square of a set that is not empty, and returns it.
///
/// Loops over sets use this. The body of a closure would be compiled without the instructions of a
/// kind of word.
#[inline(always)]
pub(crate) fn take_first(set: &mut Bitboard) -> Square {
    let [index, ..] = set.0.trailing_zeros().to_le_bytes();
    set.0 &= set.0.wrapping_sub(1);
    Square::from_index_wrapping(index)
}

/// The codes of the pieces on all squares: a set of squares for each binary digit of the role, and
/// Black's pieces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Codes {
    digits: [Bitboard; 3],
    black: Bitboard,
}

impl Codes {
    #[inline(always)]
    pub(crate) fn new(pieces: &Pieces) -> Self {
        let [_, knights, bishops, rooks, queens, kings] = pieces.roles;
        let digits = [knights | rooks | kings, bishops | rooks, queens | kings];
        Self { digits, black: pieces.colors[1] }
    }

    /// Returns the code of the piece on an occupied square: 6 for Black's pieces, plus the role.
    #[inline(always)]
    pub(crate) fn at(&self, square: Square) -> u8 {
        let digit = |set: Bitboard| u8::from(set.contains(square));
        let [ones, twos, fours] = self.digits;
        (digit(ones) | digit(twos) << 1 | digit(fours) << 2) + 6 * digit(self.black)
    }
}
