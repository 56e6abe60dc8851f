//! The numbers that stand for moves: a mover among the pieces, and a target among its candidates.

use hyperbola::word::Vector;
use hyperbola::{
    Bitboard, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks,
    rook_attacks,
};
use hyperbola_moves::{CastlingSide, Color, Move, Position, Role, Square};

use crate::packing::{PROMOTIONS, promotion_number};

/// The squares and castlings that a piece's move is numbered among.
#[derive(Debug)]
pub(super) struct Candidates {
    /// The squares that the piece could go to, checks and pins aside.
    targets: Bitboard,
    /// The rooks that a king has the right to castle with, the far one first.
    rooks: [Option<Square>; 2],
    /// The pieces that each target stands for: four if a pawn promotes.
    pieces: u8,
}

impl Candidates {
    /// Finds the candidates of a piece of the side to move.
    #[inline(always)]
    pub(super) fn new(position: &Position, from: Square, role: Role) -> Self {
        let color = position.side_to_move();
        let board = position.board();
        let (own, occupied) = (board.of_color(color), board.occupied());
        let mut rooks = [None; 2];
        let mut pieces = 1;
        let targets = match role {
            Role::Pawn => {
                let last_but_one = from.relative_to(color).index() >= 48;
                pieces = if last_but_one { 4 } else { 1 };
                pawn_targets(position, from)
            }
            Role::Knight => knight_attacks(from) - own,
            Role::Bishop => bishop_attacks(from, occupied) - own,
            Role::Rook => rook_attacks(from, occupied) - own,
            Role::Queen => queen_attacks(from, occupied) - own,
            Role::King => {
                let rights = position.castling_rights();
                let far = rights.rook(color, CastlingSide::Queen);
                let near = rights.rook(color, CastlingSide::King);
                rooks = if far.is_some() { [far, near] } else { [near, None] };
                king_attacks(from) - own
            }
        };
        Self { targets, rooks, pieces }
    }

    /// Returns how many candidates there are.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        let rooks = self.rooks.iter().flatten().count();
        self.targets.count() * u32::from(self.pieces) + u32::from(rooks.to_le_bytes()[0])
    }

    /// Returns the move with a number, which is less than the count.
    #[inline(always)]
    pub(super) fn by_number<V: Vector>(
        &self,
        nth: Nth<V>,
        from: Square,
        number: u32,
    ) -> Option<Move> {
        let pieces = u32::from(self.pieces);
        if let Some(target) = nth.of(self.targets, number / pieces) {
            let promotion = match self.pieces {
                1 => Role::Pawn,
                _ => PROMOTIONS[(number % pieces) as usize],
            };
            return Some(Move::promoting(from, target, promotion));
        }
        let rook = self.rooks[(number - self.targets.count()) as usize % 2]?;
        Some(Move::new(from, rook))
    }

    /// Returns the number of a legal move.
    #[inline(always)]
    pub(super) fn number_of(&self, played: Move) -> u32 {
        if let Some(index) = self.rooks.iter().position(|&rook| rook == Some(played.to())) {
            return self.targets.count() + u32::from(index.to_le_bytes()[0]);
        }
        let index = below(self.targets, played.to());
        index * u32::from(self.pieces)
            + played.promotion().map_or(0, |role| promotion_number(role).into())
    }
}

/// Returns the squares that a pawn could go to.
#[inline(always)]
fn pawn_targets(position: &Position, from: Square) -> Bitboard {
    let color = position.side_to_move();
    let board = position.board();
    let en_passant = position.en_passant().map_or(Bitboard::EMPTY, Bitboard::from_square);
    let captures = pawn_attacks(color, from) & (board.of_color(!color) | en_passant);
    let empty = !board.occupied();
    let forward = |set: Bitboard| match color {
        Color::White => Bitboard(set.0 << 8),
        Color::Black => Bitboard(set.0 >> 8),
    };
    let once = forward(from.into()) & empty;
    let is_first = from.relative_to(color).index() < 16;
    let twice = if is_first { forward(once) & empty } else { Bitboard::EMPTY };
    captures | once | twice
}

/// A way to find the square with a number in a set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nth<V: Vector> {
    pub(super) token: V::Token,
    /// Whether the processor deposits bits quickly.
    pub(super) deposits: bool,
}

impl<V: Vector> Nth<V> {
    /// Returns the square with a number in a set, the lowest square being number 0.
    #[inline(always)]
    pub(super) fn of(self, set: Bitboard, number: u32) -> Option<Square> {
        if !self.deposits {
            // The processor does not foresee the end of this loop, so it takes longer than it
            // seems.
            let rest = (0..number).fold(set.0, |rest, _| rest & rest.wrapping_sub(1));
            return Bitboard(rest).first();
        }
        let word = |word: u64| {
            let mut lanes = V::ZEROS;
            lanes.as_mut()[0] = word;
            V::from_array(self.token, lanes)
        };
        let square = word(1 << (number & 63)).pdep(word(set.0)).into_array().as_ref()[0];
        Bitboard(square).first()
    }
}

/// Returns how many squares of a set are below a square.
#[inline(always)]
pub(super) const fn below(set: Bitboard, square: Square) -> u32 {
    (set.0 & (square.bit() - 1)).count_ones()
}

/// Returns the number of bits that hold the numbers less than a count.
#[inline(always)]
pub(super) const fn width(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use hyperbola::word::{WideWord, WordVisitor};
    use hyperbola_random::Random;

    use super::*;

    /// Finds a square in both ways.
    struct Find(Bitboard, u32);

    impl WordVisitor for Find {
        type Output = [Option<Square>; 2];

        #[inline(always)]
        fn visit<V: Vector>(self, token: V::Token) -> Self::Output {
            let Self(set, number) = self;
            [true, false].map(|deposits| Nth::<V> { token, deposits }.of(set, number))
        }
    }

    #[test]
    fn squares_are_found_in_both_ways() {
        let mut random = Random::new(1);
        for word in [WideWord::SCALAR, WideWord::widest()] {
            for _ in 0..1000 {
                let set = Bitboard(random.board());
                for (number, square) in (0..).zip(set) {
                    assert_eq!(word.run_one_lane(Find(set, number)), [Some(square); 2]);
                    assert_eq!(below(set, square), number);
                }
                assert_eq!(word.run_one_lane(Find(set, set.count())), [None; 2]);
            }
        }
    }

    #[test]
    fn numbers_below_a_count_have_its_width() {
        for (count, bits) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (16, 4), (17, 5)] {
            assert_eq!(width(count), bits, "{count}");
        }
    }
}
