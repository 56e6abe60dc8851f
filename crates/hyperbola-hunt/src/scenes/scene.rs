//! A board on which pieces are put at random.

use hyperbola::geometry;
use hyperbola_moves::{Bitboard, Color, Piece, Rank, Role, Setup, Square};

use crate::dice::Dice;

/// A setup that is being made. White moves.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) setup: Setup,
}

/// The ranks on which pawns may stand.
const PAWN_RANKS: u64 = 0x00ff_ffff_ffff_ff00;

/// The roles other than kings and pawns.
pub(crate) const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The roles other than the king.
pub(crate) const MEN: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Scene {
    pub(crate) const fn new() -> Self {
        Self { setup: Setup::EMPTY }
    }

    /// Returns the empty squares.
    pub(crate) fn empty(&self) -> Bitboard {
        !self.setup.board.occupied()
    }

    /// Puts a piece on an empty square that may hold it.
    pub(crate) fn put(&mut self, color: Color, role: Role, square: Square) -> Option<()> {
        let is_free = self.empty().contains(square);
        let is_allowed = role != Role::Pawn || Bitboard(PAWN_RANKS).contains(square);
        (is_free && is_allowed).then(|| self.setup.board.put(square, Piece::new(color, role)))
    }

    /// Puts a piece on a square of a set and returns the square.
    pub(crate) fn put_in(
        &mut self,
        dice: &mut Dice,
        color: Color,
        role: Role,
        set: Bitboard,
    ) -> Option<Square> {
        let allowed = if role == Role::Pawn { Bitboard(PAWN_RANKS) } else { Bitboard::FULL };
        let square = dice.square(set & self.empty() & allowed)?;
        self.put(color, role, square)?;
        Some(square)
    }

    /// Puts the king of Black somewhere.
    pub(crate) fn black_king(&mut self, dice: &mut Dice) -> Option<()> {
        self.put_in(dice, Color::Black, Role::King, Bitboard::FULL).map(|_| ())
    }

    /// Puts some pieces of both colours anywhere, pawns twice as often as each other role.
    pub(crate) fn sprinkle(&mut self, dice: &mut Dice, most: usize) {
        const ROLES: [Role; 6] =
            [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        for _ in 0..dice.below(most + 1) {
            let (color, role) = (dice.pick(&Color::ALL), dice.pick(&ROLES));
            self.put_in(dice, color, role, Bitboard::FULL);
        }
    }

    /// Puts a piece of Black so that it attacks a square.
    pub(crate) fn attacker(&mut self, dice: &mut Dice, target: Square) -> Option<()> {
        let role = dice.pick(&[
            Role::Pawn,
            Role::Knight,
            Role::Knight,
            Role::Bishop,
            Role::Bishop,
            Role::Rook,
            Role::Rook,
            Role::Queen,
        ]);
        self.put_against(dice, Color::Black, role, target)
    }

    /// Puts a piece so that it attacks a square.
    pub(crate) fn put_against(
        &mut self,
        dice: &mut Dice,
        color: Color,
        role: Role,
        target: Square,
    ) -> Option<()> {
        let occupied = self.setup.board.occupied();
        let from = match role {
            Role::Pawn => hyperbola::pawn_attacks(!color, target),
            Role::Knight => hyperbola::knight_attacks(target),
            Role::Bishop => hyperbola::bishop_attacks(target, occupied),
            Role::Rook => hyperbola::rook_attacks(target, occupied),
            _ => hyperbola::queen_attacks(target, occupied),
        };
        self.put_in(dice, color, role, from).map(|_| ())
    }

    /// Puts a slider of Black on the ray from a square through another, beyond it.
    pub(crate) fn slider_beyond(
        &mut self,
        dice: &mut Dice,
        from: Square,
        through: Square,
    ) -> Option<()> {
        geometry::aligned(from, through)?;
        let is_orthogonal = from.file() == through.file() || from.rank() == through.rank();
        let role = match (dice.one_in(3), is_orthogonal) {
            (true, _) => Role::Queen,
            (false, true) => Role::Rook,
            (false, false) => Role::Bishop,
        };
        let beyond = geometry::ray_through(from, through) - geometry::between(from, through);
        let reachable = hyperbola::queen_attacks(through, self.setup.board.occupied());
        self.put_in(dice, Color::Black, role, beyond & reachable).map(|_| ())
    }
}

/// Returns the squares of a rank.
pub(crate) const fn rank(rank: Rank) -> Bitboard {
    Bitboard::from_rank(rank)
}
