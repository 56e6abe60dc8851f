//! Tests whether a king is in check from a sliding piece, without any table. This is Ryan Mack's
//! test with reversed boards (The Hyperbola Project, 2000).
//!
//! The occupied squares and four boards of sliders are kept, each also reversed. The four boards
//! are the diagonal sliders (bishops and queens) and the orthogonal ones (rooks and queens) of each
//! side. A move of any other piece leaves all four unchanged. The
//! [reverse-bitboards](crate::techniques::ReverseBitboards) formula gives the attacks of both kinds
//! from the king's square, in two halves. One half is reversed. Each half is intersected with the
//! sliders on a board of the same order. One branch on the union of the intersections ends the
//! test.

use crate::techniques::subtract::reverse_bitboards::rays;
use crate::techniques::subtract::x_xor_x_minus_2::ReversedBoards;
use crate::{Bitboard, Color, Line, OccupiedBoards, Slider, Square, Word};

/// The boards of the test, kept up to date, on words. Each lane holds a position.
///
/// ```
/// use hyperbola::check::CheckDetector;
/// use hyperbola::{Color, Slider, Square};
///
/// let mut detector = CheckDetector::new(0_u64);
/// detector.toggle_slider(Color::Black, Slider::Rook, Square::E8.word());
/// assert!(detector.is_check(Square::E1, Color::Black));
/// // Any piece between them ends the check.
/// detector.toggle_occupied(Square::E4.word());
/// assert!(!detector.is_check(Square::E1, Color::Black));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CheckDetector<W> {
    occupied: ReversedBoards<W>,
    /// Bishops and queens, by colour.
    diagonal: [ReversedBoards<W>; 2],
    /// Rooks and queens, by colour.
    orthogonal: [ReversedBoards<W>; 2],
}

impl<W: Word> CheckDetector<W> {
    /// Makes the boards of a position without sliders.
    #[inline(always)]
    #[must_use]
    pub fn new(occupied: W) -> Self {
        let none = ReversedBoards::from_occupied(occupied.splat(0));
        let occupied = ReversedBoards::from_occupied(occupied);
        Self { occupied, diagonal: [none; 2], orthogonal: [none; 2] }
    }

    /// Occupies an empty square or empties an occupied one, for a piece that does not slide.
    #[inline(always)]
    pub fn toggle_occupied(&mut self, square: W) {
        self.occupied.toggle(square);
    }

    /// Puts a slider on an empty square or removes it. The occupied squares are updated too.
    #[inline(always)]
    pub fn toggle_slider(&mut self, color: Color, slider: Slider, square: W) {
        self.occupied.toggle(square);
        self.replace_slider(color, slider, square);
    }

    /// Puts a slider on a square that stays occupied, or removes it from one. This is half of a
    /// capture.
    #[inline(always)]
    pub fn replace_slider(&mut self, color: Color, slider: Slider, square: W) {
        if slider != Slider::Rook {
            self.diagonal[color as usize].toggle(square);
        }
        if slider != Slider::Bishop {
            self.orthogonal[color as usize].toggle(square);
        }
    }

    /// Returns a word that is zero unless a slider of the colour `by` attacks the king.
    ///
    /// Checkers in positive directions appear on their squares. Those in negative directions appear
    /// on the squares of the reversed board.
    #[inline(always)]
    #[must_use]
    pub fn check(&self, king: W, by: Color) -> W {
        self.king_attacks(king).meet(self, by)
    }

    #[inline(always)]
    fn king_attacks(&self, king: W) -> KingAttacks<W> {
        KingAttacks {
            diagonal: self.rays_of_two(Line::Diagonal, Line::AntiDiagonal, king),
            orthogonal: self.rays_of_two(Line::Rank, Line::File, king),
        }
    }

    #[inline(always)]
    fn rays_of_two(&self, first: Line, second: Line, king: W) -> ReversedBoards<W> {
        let (positive, negative_reversed) = rays(first, king, &self.occupied);
        let (other_positive, other_negative_reversed) = rays(second, king, &self.occupied);
        ReversedBoards {
            o: positive | other_positive,
            o_reversed: negative_reversed | other_negative_reversed,
        }
    }
}

impl CheckDetector<u64> {
    /// Returns whether a slider of the colour `by` attacks the king.
    #[inline]
    #[must_use]
    pub fn is_check(&self, king: Square, by: Color) -> bool {
        self.check(king.word(), by) != 0
    }

    /// Returns the occupied squares.
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.occupied.o)
    }
}

/// The attacks from a king's square. Positive rays are plain and negative rays are reversed.
#[derive(Debug, Clone, Copy)]
struct KingAttacks<W> {
    diagonal: ReversedBoards<W>,
    orthogonal: ReversedBoards<W>,
}

impl<W: Word> KingAttacks<W> {
    /// Returns the intersection of the attacks with the sliders of a colour.
    #[inline(always)]
    fn meet(&self, boards: &CheckDetector<W>, by: Color) -> W {
        let diagonal = boards.diagonal[by as usize];
        let orthogonal = boards.orthogonal[by as usize];
        (self.diagonal.o & diagonal.o)
            | (self.diagonal.o_reversed & diagonal.o_reversed)
            | (self.orthogonal.o & orthogonal.o)
            | (self.orthogonal.o_reversed & orthogonal.o_reversed)
    }
}

/// The test with a shortcut. It keeps a king's attacks and uses them again as long as the king
/// stands on the same square and no attacked square has changed in the occupied squares.
///
/// Squares beyond the first blockers cannot matter, so this is exact. The shortcut is worthwhile if
/// the attacks can often be used again. [`reuses`](Self::reuses) says in advance whether they can.
///
/// ```
/// use hyperbola::check::{CachedCheckDetector, CheckDetector};
/// use hyperbola::{Color, Slider, Square};
///
/// let mut detector = CheckDetector::new(0_u64);
/// detector.toggle_slider(Color::Black, Slider::Rook, Square::E8.word());
/// let mut cached = CachedCheckDetector::new(detector);
/// assert!(cached.is_check(Square::E1, Color::Black));
/// // A pawn on a square that the king does not see leaves its attacks unchanged.
/// cached.boards.toggle_occupied(Square::A6.word());
/// assert!(cached.reuses(Square::E1, Color::Black));
/// assert!(cached.is_check(Square::E1, Color::Black));
/// ```
#[derive(Debug, Clone)]
pub struct CachedCheckDetector {
    /// The boards. The caller keeps them up to date.
    pub boards: CheckDetector<u64>,
    /// The attacks that were last computed, by the colour that gives check.
    last: [Option<LastAttacks>; 2],
}

/// A king's attacks, and the boards and the square that they were computed from.
#[derive(Debug, Clone, Copy)]
struct LastAttacks {
    king: Square,
    occupied: ReversedBoards<u64>,
    attacks: KingAttacks<u64>,
}

impl LastAttacks {
    /// Returns whether the attacks are still valid.
    #[inline(always)]
    fn holds(&self, king: Square, occupied: &ReversedBoards<u64>) -> bool {
        let KingAttacks { diagonal, orthogonal } = self.attacks;
        let changed = (occupied.o ^ self.occupied.o) & (diagonal.o | orthogonal.o);
        let changed_reversed = (occupied.o_reversed ^ self.occupied.o_reversed)
            & (diagonal.o_reversed | orthogonal.o_reversed);
        self.king == king && changed | changed_reversed == 0
    }
}

impl CachedCheckDetector {
    /// Makes the test from its boards. It keeps no attacks yet.
    #[must_use]
    pub const fn new(boards: CheckDetector<u64>) -> Self {
        Self { boards, last: [None; 2] }
    }

    /// Returns whether a slider of the colour `by` attacks the king.
    #[inline]
    #[must_use]
    pub fn is_check(&mut self, king: Square, by: Color) -> bool {
        let last = &mut self.last[by as usize];
        let attacks = match last {
            Some(seen) if seen.holds(king, &self.boards.occupied) => seen.attacks,
            _ => {
                let attacks = self.boards.king_attacks(king.word());
                *last = Some(LastAttacks { king, occupied: self.boards.occupied, attacks });
                attacks
            }
        };
        attacks.meet(&self.boards, by) != 0
    }

    /// Returns whether [`is_check`](Self::is_check) will use the kept attacks again.
    #[must_use]
    pub fn reuses(&self, king: Square, by: Color) -> bool {
        self.last[by as usize].is_some_and(|seen| seen.holds(king, &self.boards.occupied))
    }
}
