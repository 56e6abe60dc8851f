//! Pins of both sides, and the squares from which the enemy king is in check.

use hyperbola::{Bitboard, Color, SliderAttacks, Square, geometry, knight_attacks, pawn_attacks};
use hyperbola_rules::generator::Wanted;
use hyperbola_rules::legal::{lines_to, on_lines_of, seeing};

use crate::{Legal, Move, MoveSet, Origin, Position, Role};

/// The pieces on the lines between a king and enemy sliders, of [`Position::pins`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Pins {
    /// The king's own pieces that are the only piece between it and an enemy slider.
    pub pinned: Bitboard,
    /// The sliders that pin them.
    pub pinners: Bitboard,
    /// The enemy pieces that are the only piece between the king and a slider of their own side.
    /// They give check by leaving the line.
    pub discoverers: Bitboard,
}

impl Position {
    /// Returns the pins of a colour's king, and the pieces that could discover a check to it.
    ///
    /// ```
    /// use hyperbola_moves::{Color, Position, Square};
    /// let position: Position = "4r2k/8/8/8/1b6/2N5/8/4K3 w - - 0 1".parse()?;
    /// let pins = position.pins(Color::White);
    /// assert_eq!((pins.pinned, pins.pinners), (Square::C3.into(), Square::B4.into()));
    /// assert!(pins.discoverers.is_empty());
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn pins(&self, color: Color) -> Pins {
        let (board, king) = (self.board(), self.king(color));
        let (own, enemy, occupied) = (board.of_color(color), board.side(!color), board.occupied());
        let [checking, single] = lines_to(king, &enemy, occupied.0).map(Bitboard);
        let pinned = single & own;
        // A pinned piece is the first one on its ray, so without it one slider more sees the king.
        let seeing = seeing(king, on_lines_of(king, &enemy), (occupied - pinned).0);
        Pins { pinned, pinners: Bitboard(seeing) - checking, discoverers: single - own }
    }
}

/// The squares from which the side to move gives check, and its pieces that give check by moving
/// away. A search that asks about several moves finds them once, by [`Legal::check_squares`].
///
/// ```
/// use hyperbola_moves::{Position, Role, Square};
/// let position: Position = "4k3/8/8/8/4N3/8/3P4/K3R3 w - - 0 1".parse()?;
/// let checks = position.legal().check_squares();
/// assert_eq!(checks.of(Role::Pawn), [Square::D7, Square::F7].into_iter().collect());
/// assert_eq!(checks.discoverers(), Square::E4.into());
/// assert!(checks.give(position.parse_uci("e4g3")?) && !checks.give(position.parse_uci("d2d4")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CheckSquares<'a> {
    position: &'a Position,
    /// The enemy king.
    king: Square,
    /// For each role, the squares from which it attacks the king.
    squares: [Bitboard; 6],
    discoverers: Bitboard,
}

impl<'a> CheckSquares<'a> {
    #[inline]
    pub(crate) fn new<T: SliderAttacks>(position: &'a Position) -> Self {
        let (color, board) = (position.side_to_move(), position.board());
        let (king, own) = (position.king(!color), board.of_color(color));
        let (rook, bishop) = T::rook_bishop_attacks(king, board.occupied());
        let pawn = pawn_attacks(!color, king);
        let squares = [pawn, knight_attacks(king), bishop, rook, rook | bishop, Bitboard::EMPTY];
        let [_, blocking] = lines_to(king, &board.side(color), board.occupied().0);
        let discoverers = Bitboard(blocking) & own;
        Self { position, king, squares, discoverers }
    }

    /// Returns the squares from which a piece of a role attacks the enemy king. Own pieces may
    /// stand there.
    #[inline]
    #[must_use]
    pub const fn of(&self, role: Role) -> Bitboard {
        self.squares[role as usize]
    }

    /// Returns the own pieces that are the only piece between the enemy king and an own slider.
    #[inline]
    #[must_use]
    pub const fn discoverers(&self) -> Bitboard {
        self.discoverers
    }

    /// Returns whether a legal move gives check. For a move that is not legal the result has no
    /// meaning. [`Position::gives_check`] answers for one move alone.
    #[inline]
    #[must_use]
    pub fn give(&self, legal: Move) -> bool {
        let (from, to, board) = (legal.from(), legal.to(), self.position.board());
        let role = board.role_at_occupied(from);
        let is_pawn = role == Role::Pawn;
        // Castling moves two pieces, en passant removes one more, and who promotes sees through the
        // pawn's square.
        if legal.is_promotion()
            || board.of_color(self.position.side_to_move()).contains(to)
            || (is_pawn && self.position.en_passant() == Some(to))
        {
            return self.position.gives_check(legal);
        }
        self.of(role).contains(to)
            || (self.discoverers.contains(from)
                && !geometry::ray_through(self.king, from).contains(to))
    }

    /// Leaves the king out, whose moves take the longest to find, where it gives no check.
    #[inline]
    pub(crate) fn restrict(&self, wanted: Wanted<u64>) -> Wanted<u64> {
        let king = self.position.king(self.position.side_to_move());
        let may_castle = !self.position.castling_rights().is_empty();
        let may_check = self.discoverers.contains(king) || may_castle;
        if may_check { wanted } else { wanted.from(!king.bit()) }
    }

    /// Returns those moves of a set of quiets that give check. The set may be empty.
    #[inline]
    pub(crate) fn among(&self, set: MoveSet) -> MoveSet {
        let own = self.position.board().of_color(self.position.side_to_move());
        let discovered = match set.origin {
            _ if set.promotes => return MoveSet { targets: Bitboard::EMPTY, ..set },
            // A pawn that is pushed stays on the king's file and leaves each other line.
            Origin::Step(step) => {
                let pawns = self.discoverers - Bitboard::from_file(self.king.file());
                Bitboard(pawns.0.rotate_left(i32::from(step).rem_euclid(64).unsigned_abs()))
            }
            Origin::Square(from) if self.discoverers.contains(from) => {
                !geometry::ray_through(self.king, from)
            }
            Origin::Square(_) => Bitboard::EMPTY,
        };
        let mut targets = (set.targets & (self.of(set.role) | discovered)) - own;
        for rook in set.targets & own {
            if self.position.gives_check(Move::new(set.from(rook), rook)) {
                targets.insert(rook);
            }
        }
        MoveSet { targets, ..set }
    }
}

impl<'a, T: SliderAttacks> Legal<'a, T> {
    /// Finds the squares from which the enemy king is in check, for questions about several moves.
    #[inline]
    #[must_use]
    pub fn check_squares(&self) -> CheckSquares<'a> {
        CheckSquares::new::<T>(self.position())
    }
}

const _: () = assert!(size_of::<CheckSquares<'_>>() <= 80);
