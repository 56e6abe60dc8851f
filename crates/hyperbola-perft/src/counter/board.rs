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

#[cfg(test)]
mod tests {
    use hyperbola::{
        Square, bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
    };
    use hyperbola_moves::{Move, Piece, Setup};

    use super::*;

    /// Returns the squares that a piece may go to on an empty board or with a capture.
    fn targets(color: Color, role: Role, from: Square) -> hyperbola::Bitboard {
        let nothing = hyperbola::Bitboard::EMPTY;
        match role {
            Role::Pawn => {
                let ahead = if color == Color::White { from.bit() << 8 } else { from.bit() >> 8 };
                hyperbola::pawn_attacks(color, from) | hyperbola::Bitboard(ahead)
            }
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_attacks(from, nothing),
            Role::Rook => rook_attacks(from, nothing),
            Role::Queen => queen_attacks(from, nothing),
            Role::King => king_attacks(from),
        }
    }

    /// Compares the board after a move with that of the position after it, if the move is legal.
    fn compare(setup: &Setup, role: Role, from: Square, to: Square) -> bool {
        let Ok(position) = setup.position() else { return false };
        let (board, castles) =
            (CounterBoard::new(&position, Color::White), castles_of(&position, Color::White));
        let [from_bit, to_bit] = [from, to].map(Square::bit);
        let is_white = setup.side_to_move == Color::White;
        let is_last = role == Role::Pawn && [0, 7].contains(&(to.index() / 8));
        let all = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(Some);
        for promoted in if is_last { &all[..] } else { &[None] } {
            let played = promoted.map_or(Move::new(from, to), |of| Move::promoting(from, to, of));
            let Ok(next) = position.play(played) else { return false };
            let found = match (*promoted, is_white) {
                (None, true) => board.after::<true>(&castles, role, from_bit, to_bit),
                (None, false) => board.after::<false>(&castles, role, from_bit, to_bit),
                (Some(promoted), true) => {
                    board.after_promotion::<true>(&castles, promoted, from_bit, to_bit)
                }
                (Some(promoted), false) => {
                    board.after_promotion::<false>(&castles, promoted, from_bit, to_bit)
                }
            };
            assert_eq!(found, CounterBoard::new(&next, Color::White), "{position} {played}");
        }
        true
    }

    /// Returns a setup with a piece and another one that it may capture.
    fn with(mut setup: Setup, pieces: [Option<(Square, Piece)>; 2]) -> Setup {
        for (square, piece) in pieces.into_iter().flatten() {
            setup.board.put(square, piece);
        }
        setup
    }

    /// Returns whether a piece may stand on a square.
    fn stands(role: Role, square: Square) -> bool {
        role != Role::Pawn || (8..56).contains(&square.index())
    }

    /// Each piece makes its moves from each square, but double steps, and captures each piece
    /// there. There are kings somewhere, or kings and rooks at home that may castle.
    #[test]
    fn the_board_after_a_move_is_that_of_the_position() {
        let home: Setup = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().expect("a setup");
        let (mut alone, mut at_home) = (0, 0);
        for color in Color::ALL {
            let moves = Role::ALL.into_iter().flat_map(|role| {
                let from = Square::ALL.into_iter().filter(move |&from| stands(role, from));
                from.flat_map(move |from| {
                    targets(color, role, from).into_iter().map(move |to| (role, from, to))
                })
            });
            for (role, from, to) in moves {
                let captures = Role::ALL.into_iter().filter(|&of| of != Role::King).map(Some);
                for captured in core::iter::once(None).chain(captures) {
                    let is_diagonal = from.file() != to.file();
                    let is_possible = captured.is_none_or(|of| stands(of, to))
                        && (role != Role::Pawn || is_diagonal == captured.is_some());
                    if !is_possible {
                        continue;
                    }
                    let taken = captured.map(|of| (to, Piece::new(!color, of)));
                    let pieces = [Some((from, Piece::new(color, role))), taken];
                    let setup = Setup { side_to_move: color, ..Setup::EMPTY };
                    let kings = Square::ALL
                        .into_iter()
                        .flat_map(|own| Square::ALL.into_iter().map(move |other| [own, other]));
                    let found = kings.filter(|kings| kings[0] != kings[1]).any(|[own, other]| {
                        let own = if role == Role::King { from } else { own };
                        let mut setup = setup;
                        setup.board.put(own, Piece::new(color, Role::King));
                        setup.board.put(other, Piece::new(!color, Role::King));
                        let is_free = ![from, to].contains(&other)
                            && (role == Role::King || ![from, to].contains(&own));
                        is_free && compare(&with(setup, pieces), role, from, to)
                    });
                    assert!(found, "{color:?} {role:?} {from} {to} {captured:?}");
                    alone += 1;
                    // What stands at home stays there.
                    let mut setup = Setup { side_to_move: color, ..home };
                    let is_free = |square, piece| {
                        setup.board.piece_at(square).is_none_or(|there| there == piece)
                    };
                    if pieces.into_iter().flatten().all(|(at, piece)| is_free(at, piece)) {
                        setup = with(setup, pieces);
                        at_home += u32::from(compare(&setup, role, from, to));
                    }
                }
            }
        }
        assert_eq!([alone, at_home], [43_332, 27_204]);
    }
}
