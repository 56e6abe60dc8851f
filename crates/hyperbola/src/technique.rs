//! Techniques: the traits they implement and the facts they state about themselves.

use core::fmt;

use crate::table::Recipe;
use crate::{Bitboard, Direction, Instruction, Line, Slider, Square, Word, formula};

/// A technique that computes the attacks of sliding pieces. Each technique is a unit type in a file
/// of its own.
///
/// All techniques keep the same contract. Attacks include the first blocker, of either colour, and
/// never the slider's square. Neither the bit of the slider's own square nor bits off its lines
/// matter. No input panics, and no branch depends on data.
///
/// The functions over words take a square's index (0 to 63) in each lane and the occupied boards
/// that the technique keeps. For one query, [`rook_attacks`](Self::rook_attacks) and the functions
/// like it take a [`Square`] and a [`Bitboard`]:
///
/// ```
/// use hyperbola::techniques::HyperbolaQuintessence;
/// use hyperbola::{Lanes, SliderAttacks, Square, bitboard};
///
/// let occupied = bitboard! {
///     . . . . . . . .
///     . . . 1 . . . .
///     . . 1 . . 1 . .
///     . . . . . . . .
///     . 1 . 1 . . 1 .
///     . . . . . . . .
///     . . . . . 1 . .
///     . . . . . . . 1
/// };
/// assert_eq!(HyperbolaQuintessence::bishop_attacks(Square::D4, occupied), bitboard! {
///     . . . . . . . .
///     1 . . . . . . .
///     . 1 . . . 1 . .
///     . . 1 . 1 . . .
///     . . . . . . . .
///     . . 1 . 1 . . .
///     . 1 . . . 1 . .
///     1 . . . . . . .
/// });
///
/// // The same formula on four lanes answers four queries at once.
/// let squares = Lanes([Square::D4, Square::A1, Square::H8, Square::E2].map(Square::word));
/// let attacks = HyperbolaQuintessence::bishop(squares, &Lanes([occupied.0; 4]));
/// assert_eq!(attacks.0[0], HyperbolaQuintessence::bishop(Square::D4.word(), &occupied.0));
/// ```
pub trait SliderAttacks: Copy + fmt::Debug + 'static {
    /// The facts that the technique states about itself.
    const INFO: TechniqueInfo;

    /// Whether a rook and a bishop on one square share work, so that [`queen`](Self::queen) costs
    /// less than both.
    const SHARES_WORK: bool = false;

    /// The boards that the technique keeps up to date. For most techniques this is the word itself.
    type Occupied<W: Word>: OccupiedBoards<W>;

    /// Makes the boards that the technique keeps from the occupied squares.
    #[inline(always)]
    #[must_use]
    fn occupied<W: Word>(squares: W) -> Self::Occupied<W> {
        OccupiedBoards::from_occupied(squares)
    }

    /// Returns the attacks of a rook on a square.
    #[must_use]
    fn rook<W: Word>(square: W, occupied: &Self::Occupied<W>) -> W;

    /// Returns the attacks of a bishop on a square.
    #[must_use]
    fn bishop<W: Word>(square: W, occupied: &Self::Occupied<W>) -> W;

    /// Returns the attacks of a queen on a square.
    #[inline(always)]
    #[must_use]
    fn queen<W: Word>(square: W, occupied: &Self::Occupied<W>) -> W {
        let (rook, bishop) = Self::rook_bishop(square, occupied);
        formula! {
            rook_attacks = rook;
            bishop_attacks = bishop;
        }
        rook_attacks | bishop_attacks
    }

    /// Returns the attacks of a rook and those of a bishop on one square.
    #[inline(always)]
    #[must_use]
    fn rook_bishop<W: Word>(square: W, occupied: &Self::Occupied<W>) -> (W, W) {
        (Self::rook(square, occupied), Self::bishop(square, occupied))
    }

    /// Returns the attacks of a slider on a square.
    #[inline(always)]
    #[must_use]
    fn slider<W: Word>(slider: Slider, square: W, occupied: &Self::Occupied<W>) -> W {
        match slider {
            Slider::Rook => Self::rook(square, occupied),
            Slider::Bishop => Self::bishop(square, occupied),
            Slider::Queen => Self::queen(square, occupied),
        }
    }

    /// Returns the attacks of a slider for one query.
    #[inline(always)]
    #[must_use]
    fn slider_attacks(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(Self::slider(slider, square.word(), &Self::occupied(occupied.0)))
    }

    /// Returns the attacks of a rook for one query.
    #[inline(always)]
    #[must_use]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(Self::rook(square.word(), &Self::occupied(occupied.0)))
    }

    /// Returns the attacks of a bishop for one query.
    #[inline(always)]
    #[must_use]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(Self::bishop(square.word(), &Self::occupied(occupied.0)))
    }

    /// Returns the attacks of a queen for one query.
    #[inline(always)]
    #[must_use]
    fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(Self::queen(square.word(), &Self::occupied(occupied.0)))
    }

    /// Returns the attacks of a rook and those of a bishop for one query.
    #[inline(always)]
    #[must_use]
    fn rook_bishop_attacks(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        let (rook, bishop) = Self::rook_bishop(square.word(), &Self::occupied(occupied.0));
        (Bitboard(rook), Bitboard(bishop))
    }
}

/// A technique that works line by line.
pub trait LineAttacks: SliderAttacks {
    /// Returns the attacks along one line through a square.
    #[must_use]
    fn line<W: Word>(line: Line, square: W, occupied: &Self::Occupied<W>) -> W;
}

/// A technique that computes the attacks of a whole set of sliders in one direction.
///
/// The sliders block each other, whether or not `occupied` contains them.
pub trait SetwiseAttacks: SliderAttacks {
    /// Returns the union of the attacks of all sliders in one direction.
    #[must_use]
    fn direction<W: Word>(direction: Direction, sliders: W, occupied: W) -> W;

    /// Returns the union of the attacks of all sliders in both directions of a line.
    #[inline(always)]
    #[must_use]
    fn both_directions<W: Word>(line: Line, sliders: W, occupied: W) -> W {
        formula! {
            positive = Self::direction(line.positive(), sliders, occupied);
            negative = Self::direction(line.negative(), sliders, occupied);
        }
        positive | negative
    }

    /// Returns the union of the attacks of a set of pieces of one kind.
    #[inline(always)]
    #[must_use]
    fn sliders<W: Word>(slider: Slider, sliders: W, occupied: W) -> W {
        let mut attacks = sliders.splat(0);
        for &line in slider.lines() {
            attacks = attacks | Self::both_directions(line, sliders, occupied);
        }
        attacks
    }
}

/// Completes the `SliderAttacks` of a [`LineAttacks`] technique. A rook and a bishop are two lines
/// each.
///
/// ```
/// use hyperbola::{
///     TechniqueInfo, Family, Line, LineAttacks, SliderAttacks, Square, Word, attacks_line_by_line,
/// };
///
/// /// Attacks everything that a slider would attack on an empty board.
/// #[derive(Debug, Clone, Copy)]
/// struct EmptyBoard;
///
/// impl SliderAttacks for EmptyBoard {
///     const INFO: TechniqueInfo = TechniqueInfo {
///         id: "empty-board",
///         name: "Empty board",
///         family: Family::Lookup,
///         inventors: &[],
///         year: 2026,
///         source: "this example",
///         needs: &[],
///         tables: &[],
///     };
///     type Occupied<W: Word> = W;
///     attacks_line_by_line!();
/// }
///
/// impl LineAttacks for EmptyBoard {
///     fn line<W: Word>(line: Line, square: W, _occupied: &W) -> W {
///         square.line_mask(line)
///     }
/// }
///
/// assert_eq!(EmptyBoard::queen_attacks(Square::D4, Square::D5.into()).count(), 27);
/// ```
#[macro_export]
macro_rules! attacks_line_by_line {
    () => {
        #[inline(always)]
        fn rook<W: $crate::Word>(square: W, occupied: &Self::Occupied<W>) -> W {
            use $crate::{Line, LineAttacks};
            $crate::formula! {
                rank_attacks = <Self as LineAttacks>::line(Line::Rank, square, occupied);
                file_attacks = <Self as LineAttacks>::line(Line::File, square, occupied);
            }
            rank_attacks | file_attacks
        }

        #[inline(always)]
        fn bishop<W: $crate::Word>(square: W, occupied: &Self::Occupied<W>) -> W {
            use $crate::{Line, LineAttacks};
            $crate::formula! {
                diagonal_attacks = <Self as LineAttacks>::line(Line::Diagonal, square, occupied);
                anti_diagonal_attacks =
                    <Self as LineAttacks>::line(Line::AntiDiagonal, square, occupied);
            }
            diagonal_attacks | anti_diagonal_attacks
        }
    };
}

/// The boards of the occupied squares that a technique keeps up to date as pieces move.
pub trait OccupiedBoards<W: Word>: Copy {
    /// Makes the boards from the occupied squares.
    #[must_use]
    fn from_occupied(squares: W) -> Self;

    /// Occupies an empty square or empties an occupied one; `square` is its index, 0 to 63.
    fn toggle(&mut self, square: W);

    /// Returns the boards, the plain one first.
    fn boards(&self) -> impl Iterator<Item = W>;
}

impl<W: Word> OccupiedBoards<W> for W {
    #[inline(always)]
    fn from_occupied(squares: W) -> Self {
        squares
    }

    #[inline(always)]
    fn toggle(&mut self, square: W) {
        *self = *self ^ square.bit();
    }

    fn boards(&self) -> impl Iterator<Item = W> {
        core::iter::once(*self)
    }
}

/// The facts that a technique states about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TechniqueInfo {
    /// The name on the command line and in files: lower-case words joined by hyphens.
    pub id: &'static str,
    /// The name in prose.
    pub name: &'static str,
    /// The family, which is also the folder of its file.
    pub family: Family,
    /// The people who found it.
    pub inventors: &'static [&'static str],
    /// The year of its first publication.
    pub year: u16,
    /// The place of its first publication.
    pub source: &'static str,
    /// The instructions that make it fast. Without them it is slower but equally correct.
    pub needs: &'static [Instruction],
    /// The recipes of the tables it reads on a plain `u64`.
    pub tables: &'static [Recipe],
}

impl TechniqueInfo {
    /// Returns the size of all its tables in bytes.
    #[must_use]
    pub const fn table_bytes(&self) -> usize {
        let mut bytes = 0;
        let mut index = 0;
        while index < self.tables.len() {
            bytes += self.tables[index].info.bytes;
            index += 1;
        }
        bytes
    }
}

#[cfg(any(test, feature = "remake"))]
impl TechniqueInfo {
    /// Returns the recipes of its tables and of all tables that they are made from. Each recipe
    /// appears once, before the recipes of the tables that are made from it.
    pub fn recipes(&self) -> impl Iterator<Item = &'static Recipe> {
        let tables = self.tables;
        let all = move || (0..).map_while(move |number| nth_made(tables, &mut { number }));
        all().enumerate().filter_map(move |(number, recipe)| {
            let is_first = all().take(number).all(|before| before.info != recipe.info);
            is_first.then_some(recipe)
        })
    }
}

/// Returns the recipe with a given number in the order of making. In this order a table comes after
/// its sources wherever it is used. A number past the last recipe is reduced by the number of
/// recipes.
#[cfg(any(test, feature = "remake"))]
fn nth_made(recipes: &'static [Recipe], number: &mut usize) -> Option<&'static Recipe> {
    for recipe in recipes {
        if let Some(found) = nth_made(recipe.sources, number) {
            return Some(found);
        }
        match number.checked_sub(1) {
            Some(left) => *number = left,
            None => return Some(recipe),
        }
    }
    None
}

/// The method of a technique.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Goes along the rays square by square.
    Walk,
    /// Floods from the sliders over empty squares.
    Fill,
    /// Finds the first blocker of a ray by a bit scan.
    Ray,
    /// Lets the borrow of a subtraction run to the first blocker.
    Subtract,
    /// Looks the attacks up by a hash of the occupied squares.
    Lookup,
    /// Computes the attacks of whole sets.
    Setwise,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Walk => "walk",
            Self::Fill => "fill",
            Self::Ray => "ray",
            Self::Subtract => "subtract",
            Self::Lookup => "lookup",
            Self::Setwise => "setwise",
        })
    }
}
