//! Whether a king stands in check from a sliding piece, without any table: Ryan Mack's test
//! with reversed boards (The Hyperbola Project, 2000).
//!
//! Beside the occupied squares, four boards are kept reversed as well: the diagonal sliders
//! (bishops and queens) and the orthogonal ones (rooks and queens) of each side. A move of any
//! other piece leaves all four as they are. From the king's square the
//! [reverse-bitboards](crate::techniques::ReverseBitboards) formula gives the attacks of both kinds
//! in two halves, one reversed; each half meets the sliders on a board of its own order, and one
//! branch on the union of what they have in common ends the test.

use crate::techniques::subtract::reverse_bitboards::rays;
use crate::techniques::subtract::x_xor_x_minus_2::ReversedBoards;
use crate::{Bitboard, Color, Line, OccupiedBoards, Slider, Square, Word};

/// The boards of the test, kept up to date, on words: a position in each lane.
///
/// ```
/// use hyperbola::check::CheckDetector;
/// use hyperbola::{Color, Slider, Square};
///
/// let mut detector = CheckDetector::new(0_u64);
/// detector.toggle_slider(Color::Black, Slider::Rook, Square::E8.word());
/// assert!(detector.is_check(Square::E1, Color::Black));
/// // Any piece in between ends the check.
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
    /// Makes the boards of a position that has no sliders yet.
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

    /// Sets a slider on an empty square or takes it off, occupied squares and all.
    #[inline(always)]
    pub fn toggle_slider(&mut self, color: Color, slider: Slider, square: W) {
        self.occupied.toggle(square);
        self.replace_slider(color, slider, square);
    }

    /// Sets a slider on a square that stays occupied, or takes it off one: a capture's half.
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
    /// Checkers in positive directions are on their squares, those in negative directions on the
    /// reversed board's.
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

/// The attacks from a king's square: positive rays as they are, negative ones reversed.
#[derive(Debug, Clone, Copy)]
struct KingAttacks<W> {
    diagonal: ReversedBoards<W>,
    orthogonal: ReversedBoards<W>,
}

impl<W: Word> KingAttacks<W> {
    /// Returns what the attacks have in common with the sliders of a colour.
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

/// The test with its shortcut: a king's attacks are kept and used again as long as the king stands
/// where it stood and no square on them has changed in the occupied squares.
///
/// What lies beyond the first blockers cannot matter, so this is exact. Whether it pays depends on
/// how often that is so, which [`reuses`](Self::reuses) tells beforehand.
///
/// ```
/// use hyperbola::check::{CachedCheckDetector, CheckDetector};
/// use hyperbola::{Color, Slider, Square};
///
/// let mut detector = CheckDetector::new(0_u64);
/// detector.toggle_slider(Color::Black, Slider::Rook, Square::E8.word());
/// let mut cached = CachedCheckDetector::new(detector);
/// assert!(cached.is_check(Square::E1, Color::Black));
/// // A pawn on a square that the king does not see changes nothing of what it sees.
/// cached.boards.toggle_occupied(Square::A6.word());
/// assert!(cached.reuses(Square::E1, Color::Black));
/// assert!(cached.is_check(Square::E1, Color::Black));
/// ```
#[derive(Debug, Clone)]
pub struct CachedCheckDetector {
    /// The boards, to be kept up to date.
    pub boards: CheckDetector<u64>,
    /// What was last computed, by the colour that gives check.
    last: [Option<LastAttacks>; 2],
}

/// A king's attacks and what they were computed from.
#[derive(Debug, Clone, Copy)]
struct LastAttacks {
    king: Square,
    occupied: ReversedBoards<u64>,
    attacks: KingAttacks<u64>,
}

impl LastAttacks {
    /// Returns whether the attacks still are what they were.
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
    /// Makes the test from its boards; nothing is kept yet.
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
