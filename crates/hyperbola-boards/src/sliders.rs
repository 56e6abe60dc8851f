//! The attacks of sliding pieces, by the techniques of the core whose formulas take any bits.

use core::marker::PhantomData;

use hyperbola::formulas::{
    Mirrors as _, hyperbola_quintessence, o_xor_o_minus_2r, obstruction_difference,
    obstruction_difference_infuehr,
};
use hyperbola::setwise::{Course, FillAttacks};
#[cfg(feature = "tables")]
use hyperbola::techniques::MagicFancy;
use hyperbola::techniques::{
    Dumb7Fill, HqFirstRank, HyperbolaQuintessence, KoggeStone, ObstructionDifference,
    ObstructionDifferenceInfuehr,
};
use hyperbola::{Bits, Direction, Line, Slider};

use crate::Storage;
use crate::board::{self, Board};
#[cfg(feature = "tables")]
use crate::magic::{self, Magics};
use crate::{Square, SquareSet};

/// A technique of the core, by whose formula it computes attacks on any board.
///
/// Attacks include the first blocker, of either side, and never the slider's square. Neither the
/// bit of the slider's own square nor bits off its lines matter.
///
/// ```
/// use hyperbola::techniques::ObstructionDifference;
/// use hyperbola_boards::boards::Grand;
/// use hyperbola_boards::{BoardAttacks as _, Square, SquareSet, queen_attacks};
///
/// let square: Square<Grand> = "j10".parse()?;
/// let attacks = ObstructionDifference::queen_attacks(square, SquareSet::EMPTY);
/// assert_eq!((attacks.count(), attacks), (27, queen_attacks(square, SquareSet::EMPTY)));
/// # Ok::<(), hyperbola_boards::ParseSquareError>(())
/// ```
pub trait BoardAttacks {
    /// Returns the bytes of the tables that it reads on a board.
    #[must_use]
    fn table_bytes<B: Board>() -> usize;

    /// Returns the attacks along one line through a square.
    #[must_use]
    fn line_attacks<B: Board>(
        line: Line,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B>;

    /// Returns the attacks in one direction, as a lance has.
    #[must_use]
    fn ray_attacks<B: Board>(
        direction: Direction,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B>;

    /// Returns the attacks of a slider.
    #[inline(always)]
    #[must_use]
    fn slider_attacks<B: Board>(
        slider: Slider,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B> {
        match slider {
            Slider::Rook => Self::rook_attacks(square, occupied),
            Slider::Bishop => Self::bishop_attacks(square, occupied),
            Slider::Queen => Self::queen_attacks(square, occupied),
        }
    }

    /// Returns the attacks of a rook.
    // No loop over lines: the compiler kept the loop of a queen and chose the code of the line in
    // each turn.
    #[inline(always)]
    #[must_use]
    fn rook_attacks<B: Board>(square: Square<B>, occupied: SquareSet<B>) -> SquareSet<B> {
        along::<Self, B>(Line::Rank, square, occupied)
            | along::<Self, B>(Line::File, square, occupied)
    }

    /// Returns the attacks of a bishop.
    #[inline(always)]
    #[must_use]
    fn bishop_attacks<B: Board>(square: Square<B>, occupied: SquareSet<B>) -> SquareSet<B> {
        along::<Self, B>(Line::Diagonal, square, occupied)
            | along::<Self, B>(Line::AntiDiagonal, square, occupied)
    }

    /// Returns the attacks of a queen.
    #[inline(always)]
    #[must_use]
    fn queen_attacks<B: Board>(square: Square<B>, occupied: SquareSet<B>) -> SquareSet<B> {
        Self::rook_attacks(square, occupied) | Self::bishop_attacks(square, occupied)
    }

    /// Returns the attacks of a cannon, as [`cannon_attacks`] does.
    #[inline(always)]
    #[must_use]
    fn cannon_attacks<B: Board>(square: Square<B>, occupied: SquareSet<B>) -> SquareSet<B> {
        let up_to_screens = Self::rook_attacks(square, occupied);
        // Without the screens the same squares are attacked, and those behind them.
        Self::rook_attacks(square, occupied - up_to_screens) - up_to_screens
    }
}

/// Returns the attacks along a line of a piece. It is inlined, except for bits that explain or
/// prove: a copy for each line of each piece, technique and board would be a tenth of a program
/// that does.
#[inline(always)]
fn along<T: BoardAttacks + ?Sized, B: Board>(
    line: Line,
    square: Square<B>,
    occupied: SquareSet<B>,
) -> SquareSet<B> {
    #[inline(never)]
    fn called<T: BoardAttacks + ?Sized, B: Board>(
        line: Line,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B> {
        T::line_attacks(line, square, occupied)
    }
    if B::Bits::IS_PARTIAL {
        called::<T, B>(line, square, occupied)
    } else {
        T::line_attacks(line, square, occupied)
    }
}

/// The rays of a line through a square, as bits.
struct Rays<B> {
    lower: B,
    upper: B,
}

impl<S: Storage> Rays<S> {
    #[inline(always)]
    fn of_line<B: Board<Bits = S>>(line: Line, square: Square<B>) -> Self {
        let upper = board::towards_higher_bits::<B>(line);
        let ray = |direction| board::ray::<B>(square.index().into(), direction);
        Self { lower: ray(upper.opposite()), upper: ray(upper) }
    }

    /// Returns one ray, with nothing on its other side.
    #[inline(always)]
    fn of_direction<B: Board<Bits = S>>(direction: Direction, square: Square<B>) -> Self {
        let ray = board::ray::<B>(square.index().into(), direction);
        let is_upper = B::SIZE.step(direction) > 0;
        if is_upper {
            Self { lower: S::ZERO, upper: ray }
        } else {
            Self { lower: ray, upper: S::ZERO }
        }
    }
}

impl BoardAttacks for HyperbolaQuintessence {
    fn table_bytes<B: Board>() -> usize {
        size_of_val(B::LINES)
    }

    #[inline(always)]
    fn line_attacks<B: Board>(
        line: Line,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B> {
        let r = board::own_bit::<B>(square.index().into());
        let mask = board::line::<B>(square.index().into(), line);
        let mirror = B::MIRRORS[line as usize];
        SquareSet::from_line(hyperbola_quintessence(occupied.bits(), r, mask, mirror))
    }

    #[inline(always)]
    fn ray_attacks<B: Board>(
        direction: Direction,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B> {
        let ray = SquareSet::ray(square, direction).bits();
        let (o, r) = (occupied.bits() & ray, board::own_bit::<B>(square.index().into()));
        if B::SIZE.step(direction) > 0 {
            return SquareSet::from_line(o_xor_o_minus_2r(o, r) & ray);
        }
        // In the mirror the ray goes up.
        let mirror = B::MIRRORS[direction.line() as usize];
        let changed = mirror.turn(o_xor_o_minus_2r(mirror.turn(o), mirror.turn(r)));
        SquareSet::from_line(changed & ray)
    }
}

/// Returns the attacks in the row of a square by a look-up, on a board that has the table: those of
/// `targets`, which is the row or a ray of it.
///
/// A row has fewer than 64 squares. So its bits stay apart where the words of a set are laid over
/// each other, and a rotation brings them to the bottom, even if a word's end is among them. The
/// same rotation back and the mask lay the attacks over the right words.
#[inline(always)]
fn row_attacks<B: Board>(
    square: Square<B>,
    occupied: SquareSet<B>,
    targets: B::Bits,
) -> SquareSet<B> {
    let index = u32::from(square.index());
    let place = index % u32::from(B::SIZE.row_length());
    let start = index - place;
    let inner = B::SIZE.inner_squares();
    let row = (occupied.bits() & targets).folded().rotate_right(start + 1);
    let occupancy = row & ((1 << inner) - 1);
    #[expect(clippy::cast_possible_truncation, reason = "the table has fewer entries than 2^16")]
    let entry = (u64::from(place) << inner | occupancy) as usize;
    let attacks = u64::from(B::ROWS[entry]).rotate_left(start);
    SquareSet::from_line(B::Bits::repeated(attacks) & targets)
}

/// Rows of the layout by a look-up, and the other lines by [`HyperbolaQuintessence`]. Rows of more
/// than twelve squares, whose table would take more than 32 KiB, are computed by it too.
impl BoardAttacks for HqFirstRank {
    fn table_bytes<B: Board>() -> usize {
        size_of_val(B::LINES) + size_of_val(B::ROWS)
    }

    #[inline(always)]
    fn line_attacks<B: Board>(
        line: Line,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B> {
        if line == B::SIZE.row() && !B::ROWS.is_empty() {
            return row_attacks(square, occupied, board::line::<B>(square.index().into(), line));
        }
        HyperbolaQuintessence::line_attacks(line, square, occupied)
    }

    #[inline(always)]
    fn ray_attacks<B: Board>(
        direction: Direction,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B> {
        if direction.line() == B::SIZE.row() && !B::ROWS.is_empty() {
            return row_attacks(square, occupied, SquareSet::ray(square, direction).bits());
        }
        HyperbolaQuintessence::ray_attacks(direction, square, occupied)
    }
}

/// Both diagonals by one look-up, columns by another, and rows by that of [`HqFirstRank`]. On a
/// board without factors, such as one of your own, all lines are by [`HqFirstRank`].
#[cfg(feature = "tables")]
impl BoardAttacks for MagicFancy {
    fn table_bytes<B: Board>() -> usize {
        let Some(Magics { hashes, attacks }) = B::MAGICS else {
            return HqFirstRank::table_bytes::<B>();
        };
        size_of_val(hashes) + size_of_val(attacks) + HqFirstRank::table_bytes::<B>()
    }

    #[inline(always)]
    fn line_attacks<B: Board>(
        line: Line,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B> {
        match (line, B::MAGICS) {
            (Line::Diagonal | Line::AntiDiagonal, Some(magics)) => {
                let mask = board::line::<B>(square.index().into(), line);
                let attacks = magics.attacks(magic::DIAGONALS, square.index(), occupied.bits());
                SquareSet::from_line(attacks & mask)
            }
            (Line::Rank | Line::File, Some(magics)) if line != B::SIZE.row() => {
                let attacks = magics.attacks(magic::COLUMN, square.index(), occupied.bits());
                SquareSet::from_line(attacks)
            }
            _ => HqFirstRank::line_attacks(line, square, occupied),
        }
    }

    #[inline(always)]
    fn ray_attacks<B: Board>(
        direction: Direction,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B> {
        Self::line_attacks(direction.line(), square, occupied) & SquareSet::ray(square, direction)
    }

    #[inline(always)]
    fn bishop_attacks<B: Board>(square: Square<B>, occupied: SquareSet<B>) -> SquareSet<B> {
        let Some(magics) = B::MAGICS else {
            return HqFirstRank::bishop_attacks(square, occupied);
        };
        let attacks = magics.attacks(magic::DIAGONALS, square.index(), occupied.bits());
        SquareSet::from_line(attacks)
    }
}

/// Implements [`BoardAttacks`] by formulas that take the two rays of a line.
macro_rules! by_rays {
    ($($technique:ident: $formula:ident;)*) => {$(
        impl BoardAttacks for $technique {
            fn table_bytes<B: Board>() -> usize {
                size_of_val(B::TABLES.rays)
            }

            #[inline(always)]
            fn line_attacks<B: Board>(
                line: Line,
                square: Square<B>,
                occupied: SquareSet<B>,
            ) -> SquareSet<B> {
                let Rays { lower, upper } = Rays::of_line(line, square);
                SquareSet::from_line($formula(lower, upper, occupied.bits()))
            }

            #[inline(always)]
            fn ray_attacks<B: Board>(
                direction: Direction,
                square: Square<B>,
                occupied: SquareSet<B>,
            ) -> SquareSet<B> {
                let Rays { lower, upper } = Rays::of_direction(direction, square);
                SquareSet::from_line($formula(lower, upper, occupied.bits()))
            }
        }
    )*};
}

by_rays! {
    ObstructionDifference: obstruction_difference;
    ObstructionDifferenceInfuehr: obstruction_difference_infuehr;
}

/// A direction on a board.
#[derive(Clone, Copy)]
struct BoardCourse<B> {
    direction: Direction,
    board: PhantomData<B>,
}

impl<B: Board> Course<B::Bits> for BoardCourse<B> {
    const LONGEST_LINE: u32 = B::SIZE.longest_line() as u32;

    #[inline(always)]
    fn move_round(self, squares: B::Bits, steps: u32) -> B::Bits {
        let step = B::SIZE.step(self.direction);
        // A fill goes as many steps only along lines that have as many squares. These lie within
        // the width. The results of other amounts do not matter.
        let amount = steps * u32::from(step.unsigned_abs());
        if step > 0 { squares.shl(amount) } else { squares.shr(amount) }
    }

    #[inline(always)]
    fn without_edge(self, squares: B::Bits) -> B::Bits {
        squares & B::Bits::from_words(B::TABLES.reached[self.direction as usize])
    }
}

/// Returns the attacks of all sliders of a set in one direction, by a fill such as [`KoggeStone`].
///
/// The sliders block each other, whether or not `occupied` contains them.
///
/// ```
/// use hyperbola::Direction;
/// use hyperbola::techniques::KoggeStone;
/// use hyperbola_boards::boards::Shogi;
/// use hyperbola_boards::{Square, SquareSet, direction_attacks};
///
/// // The lances of the side that moves up, on an empty board.
/// let lances: [Square<Shogi>; 2] = ["9i".parse()?, "1i".parse()?];
/// let lances = SquareSet::from_iter(lances);
/// let attacks = direction_attacks::<KoggeStone, _>(Direction::North, lances, SquareSet::EMPTY);
/// assert_eq!(attacks.count(), 16);
/// # Ok::<(), hyperbola_boards::ParseSquareError>(())
/// ```
#[inline(always)]
#[must_use]
pub fn direction_attacks<T: FillAttacks, B: Board>(
    direction: Direction,
    sliders: SquareSet<B>,
    occupied: SquareSet<B>,
) -> SquareSet<B> {
    let course = BoardCourse { direction, board: PhantomData::<B> };
    SquareSet::from_line(T::along(course, sliders.bits(), occupied.bits()))
}

/// Returns the attacks of all sliders of one kind in a set, such as the rooks of a side, by a fill.
///
/// The sliders block each other, whether or not `occupied` contains them. The result has each
/// square that any slider attacks.
///
/// ```
/// use hyperbola::Slider;
/// use hyperbola::techniques::KoggeStone;
/// use hyperbola_boards::boards::Xiangqi;
/// use hyperbola_boards::{Square, SquareSet, setwise_attacks};
///
/// let rooks: [Square<Xiangqi>; 2] = ["a0".parse()?, "i0".parse()?];
/// let rooks = SquareSet::from_iter(rooks);
/// let attacks = setwise_attacks::<KoggeStone, _>(Slider::Rook, rooks, SquareSet::EMPTY);
/// // Two files of ten squares, and the rank between them: each rook protects the other one.
/// assert_eq!(attacks.count(), 27);
/// # Ok::<(), hyperbola_boards::ParseSquareError>(())
/// ```
#[inline]
#[must_use]
pub fn setwise_attacks<T: FillAttacks, B: Board>(
    slider: Slider,
    sliders: SquareSet<B>,
    occupied: SquareSet<B>,
) -> SquareSet<B> {
    let along = |line: Line| {
        direction_attacks::<T, B>(line.positive(), sliders, occupied)
            | direction_attacks::<T, B>(line.negative(), sliders, occupied)
    };
    let rook = || along(Line::Rank) | along(Line::File);
    let bishop = || along(Line::Diagonal) | along(Line::AntiDiagonal);
    match slider {
        Slider::Rook => rook(),
        Slider::Bishop => bishop(),
        Slider::Queen => rook() | bishop(),
    }
}

/// Implements [`BoardAttacks`] by fills.
macro_rules! by_fills {
    ($($technique:ident)*) => {$(
        impl BoardAttacks for $technique {
            fn table_bytes<B: Board>() -> usize {
                size_of_val(&B::TABLES.reached)
            }

            #[inline(always)]
            fn line_attacks<B: Board>(
                line: Line,
                square: Square<B>,
                occupied: SquareSet<B>,
            ) -> SquareSet<B> {
                Self::ray_attacks(line.positive(), square, occupied)
                    | Self::ray_attacks(line.negative(), square, occupied)
            }

            #[inline(always)]
            fn ray_attacks<B: Board>(
                direction: Direction,
                square: Square<B>,
                occupied: SquareSet<B>,
            ) -> SquareSet<B> {
                direction_attacks::<Self, B>(direction, square.into(), occupied)
            }
        }
    )*};
}

by_fills! { Dumb7Fill KoggeStone }

/// The technique of the functions of this crate: the fastest one on the measured boards.
pub type FrontDoor = HqFirstRank;

/// Returns the attacks of a rook.
#[inline]
#[must_use]
pub fn rook_attacks<B: Board>(square: Square<B>, occupied: SquareSet<B>) -> SquareSet<B> {
    FrontDoor::rook_attacks(square, occupied)
}

/// Returns the attacks of a bishop.
#[inline]
#[must_use]
pub fn bishop_attacks<B: Board>(square: Square<B>, occupied: SquareSet<B>) -> SquareSet<B> {
    FrontDoor::bishop_attacks(square, occupied)
}

/// Returns the attacks of a queen.
#[inline]
#[must_use]
pub fn queen_attacks<B: Board>(square: Square<B>, occupied: SquareSet<B>) -> SquareSet<B> {
    FrontDoor::queen_attacks(square, occupied)
}

/// Returns the attacks of a lance that moves in a direction.
#[inline]
#[must_use]
pub fn lance_attacks<B: Board>(
    direction: Direction,
    square: Square<B>,
    occupied: SquareSet<B>,
) -> SquareSet<B> {
    FrontDoor::ray_attacks(direction, square, occupied)
}

/// Returns the attacks of a cannon: the squares of each ray of a rook behind the first piece, the
/// screen, up to and including the second piece. Without a capture it moves as a rook does.
///
/// ```
/// use hyperbola_boards::boards::Xiangqi;
/// use hyperbola_boards::{Square, SquareSet, cannon_attacks};
///
/// let squares: [Square<Xiangqi>; 4] = ["b2".parse()?, "b6".parse()?, "b7".parse()?, "b9".parse()?];
/// let [cannon, screen, between, target] = squares;
/// let attacks = cannon_attacks(cannon, SquareSet::from_iter([cannon, screen, target]));
/// assert_eq!(attacks, ["b7".parse()?, "b8".parse()?, target].into_iter().collect());
/// assert!(attacks.contains(between));
/// # Ok::<(), hyperbola_boards::ParseSquareError>(())
/// ```
#[inline]
#[must_use]
pub fn cannon_attacks<B: Board>(square: Square<B>, occupied: SquareSet<B>) -> SquareSet<B> {
    FrontDoor::cannon_attacks(square, occupied)
}
