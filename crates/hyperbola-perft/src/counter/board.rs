//! The counter's own board, and the position after a move.

use hyperbola::Color;

use hyperbola_moves::{CastlingRights, Position, Role};
use hyperbola_rules::castling::{Castle, Castles, Rights, index};
use hyperbola_rules::pieces::{Pieces, ahead, beside};

/// The pieces of both sides, the castling rights and the en passant square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct CounterBoard {
    /// White's pieces and Black's.
    pub(crate) sides: [Pieces<u64>; 2],
    pub(super) rights: Rights,
    /// The square behind a pawn that has just made a double step, if a pawn may capture it there;
    /// otherwise empty.
    pub(crate) en_passant: u64,
}

impl CounterBoard {
    /// Returns a board on which a side has no legal move: its king is among attacked squares.
    pub(super) const fn without_a_move(is_white: bool) -> Self {
        let king = Pieces { pawns: 0, knights: 0, diagonal: 0, orthogonal: 0, king: 1 };
        let attacker = Pieces { king: !1, ..king };
        let sides = if is_white { [king, attacker] } else { [attacker, king] };
        Self { sides, rights: Rights::NONE, en_passant: 0 }
    }

    /// Converts a position. `white` is the colour that becomes White: if it is Black, the board is
    /// turned over, with the ranks in reverse order and the pieces of both sides exchanged.
    pub(super) fn new(position: &Position, white: Color) -> Self {
        let pieces = |color| {
            let of = |role: usize| position.board().of(color, Role::ALL[role]);
            Pieces::of_roles(|role| of(role).relative_to(white).0)
        };
        Self {
            sides: [pieces(white), pieces(!white)],
            rights: rights_of(position.castling_rights(), white),
            en_passant: position.en_passant().map_or(0, |square| square.relative_to(white).bit()),
        }
    }

    /// Returns the kind of the piece of a side on a square.
    #[inline(always)]
    pub(super) const fn role_of<const WHITE: bool>(&self, square: u64) -> Role {
        let own = self.own::<WHITE>();
        let (is_diagonal, is_orthogonal) =
            (own.diagonal & square != 0, own.orthogonal & square != 0);
        match (is_diagonal, is_orthogonal) {
            (true, true) => Role::Queen,
            (true, false) => Role::Bishop,
            (false, true) => Role::Rook,
            _ if own.pawns & square != 0 => Role::Pawn,
            _ if own.knights & square != 0 => Role::Knight,
            _ => Role::King,
        }
    }

    /// Returns the pieces of the side to move.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn own<const WHITE: bool>(&self) -> &Pieces<u64> {
        &self.sides[index(WHITE)]
    }

    /// Returns the pieces of the other side.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn enemy<const WHITE: bool>(&self) -> &Pieces<u64> {
        &self.sides[index(!WHITE)]
    }

    /// Returns the squares of the rooks that may castle.
    #[inline(always)]
    #[must_use]
    pub(crate) fn castling_rooks(&self, castles: &Castles) -> u64 {
        castles.rooks_with(self.rights)
    }

    #[inline(always)]
    pub(super) const fn both<const WHITE: bool>(&mut self) -> (&mut Pieces<u64>, &mut Pieces<u64>) {
        let [white, black] = &mut self.sides;
        if WHITE { (white, black) } else { (black, white) }
    }

    /// Returns the board after a move that is neither castling, nor a promotion, nor a capture en
    /// passant. It has no en passant square; see [`after_two_steps`](Self::after_two_steps).
    #[inline(always)]
    #[must_use]
    pub(crate) fn after<const WHITE: bool>(
        &self,
        castles: &Castles,
        role: Role,
        from: u64,
        to: u64,
    ) -> Self {
        let mut next = *self;
        let both = from | to;
        let (own, enemy) = next.both::<WHITE>();
        toggle(own, role, both);
        enemy.remove(to);
        next.en_passant = 0;
        // Few moves touch a king or a rook that may castle.
        if !next.rights.is_empty() && (role == Role::King || both & castles.rooks() != 0) {
            let lost = if role == Role::King { 3 } else { castles.rights_of_rooks(WHITE, from) };
            next.rights.take(WHITE, lost);
            next.rights.take(!WHITE, castles.rights_of_rooks(!WHITE, to));
        }
        next
    }

    /// Returns the board after a promotion.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after_promotion<const WHITE: bool>(
        &self,
        castles: &Castles,
        role: Role,
        from: u64,
        to: u64,
    ) -> Self {
        let mut next = self.after::<WHITE>(castles, Role::Pawn, from, to);
        let own = next.both::<WHITE>().0;
        toggle(own, Role::Pawn, to);
        toggle(own, role, to);
        next
    }

    /// Returns the board after a pawn's double step. The square between becomes the en passant
    /// square if `may_take` finds a pawn that may legally capture there.
    #[inline(always)]
    pub(super) fn after_two_steps<const WHITE: bool>(
        &self,
        castles: &Castles,
        from: u64,
        to: u64,
        may_take: impl Fn(&Self) -> bool,
    ) -> Self {
        let mut next = self.after::<WHITE>(castles, Role::Pawn, from, to);
        if beside(to) & next.enemy::<WHITE>().pawns != 0 {
            next.en_passant = ahead::<u64, WHITE>(from);
            if !may_take(&next) {
                next.en_passant = 0;
            }
        }
        next
    }

    /// Returns the board after a capture en passant.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after_en_passant<const WHITE: bool>(&self, from: u64) -> Self {
        let mut next = *self;
        let to = self.en_passant;
        let (own, enemy) = next.both::<WHITE>();
        own.pawns ^= from | to;
        enemy.pawns ^= if WHITE { to >> 8 } else { to << 8 };
        next.en_passant = 0;
        next
    }

    /// Returns the board after castling to a wing.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after_castling<const WHITE: bool>(&self, castles: &Castles, wing: usize) -> Self {
        let mut next = *self;
        let own = next.both::<WHITE>().0;
        *own = castles.castled(own, WHITE, wing);
        next.rights.take(WHITE, 3);
        next.en_passant = 0;
        next
    }
}

/// Converts castling rights. `white` is the colour that becomes White.
fn rights_of(rights: &CastlingRights, white: Color) -> Rights {
    let of = |color| {
        let bits = rights.iter().filter(|&(owner, ..)| owner == color);
        bits.map(|(_, side, _)| 1 << side as u64).fold(0, |all, bit| all | bit)
    };
    Rights::new(of(white), of(!white))
}

/// Finds the castling moves of a position. `white` is the colour that becomes White.
pub(super) fn castles_of(position: &Position, white: Color) -> Castles {
    let mut castles = Castles::default();
    for (color, side, rook) in position.castling_rights().iter() {
        let [king, rook] = [position.king(color), rook].map(|at| at.relative_to(white));
        let (wing, is_white) = (side as usize, color == white);
        castles.add(Castle::new(king, rook, wing, is_white), wing, is_white);
    }
    castles
}

/// Puts pieces on empty squares, or removes these pieces from the squares.
#[inline(always)]
const fn toggle(pieces: &mut Pieces<u64>, role: Role, squares: u64) {
    match role {
        Role::Pawn => pieces.pawns ^= squares,
        Role::Knight => pieces.knights ^= squares,
        Role::Bishop => pieces.diagonal ^= squares,
        Role::Rook => pieces.orthogonal ^= squares,
        Role::Queen => {
            pieces.diagonal ^= squares;
            pieces.orthogonal ^= squares;
        }
        Role::King => pieces.king ^= squares,
    }
}
