//! Set-wise attacks: the attacks of all sliders of a side at once, by direction, in one set or
//! counted.
//!
//! Everything here is a formula over a [`Word`]. On `u64` it works on one board, on a vector on one
//! board in each lane. A fill can also put the eight directions of one board into the lanes of one
//! register, or of as few registers as possible: [`direction_attacks_in_lanes`]. Slices of boards
//! go to [`attack_maps`] and [`attack_counts`], which choose the word. Sets of pawns, knights and
//! kings have their formulas here too.
//!
//! ```
//! use hyperbola::techniques::KoggeStone;
//! use hyperbola::setwise::{self, AttackCounts, Sliders};
//! use hyperbola::{Bitboard, Square};
//!
//! // Two rooks and a queen block each other.
//! let rooks = Square::A1.bit() | Square::H1.bit();
//! let sliders = Sliders::new(rooks, 0, Square::D1.bit());
//! let attacks = setwise::attacks::<KoggeStone, u64>(sliders, 0);
//! assert_eq!(Bitboard(attacks).count(), 34);
//!
//! // On the first rank, a1 and h1 are attacked once and d1 twice. The squares from b1 to g1 are
//! // attacked from both sides.
//! let sets = setwise::direction_attacks::<KoggeStone, u64>(sliders, 0);
//! let counts = AttackCounts::of_directions(sets);
//! assert_eq!([Square::A1, Square::D1, Square::E1].map(|s| counts.of(s)), [1, 2, 2]);
//! ```

mod leapers;
mod slices;

pub use crate::course::{Course, LaneDirections};
use crate::word::Vector;
use crate::word::digits::{full_add, half_add};
use crate::{Bits, Direction, SetwiseAttacks, Square, Word, formula};
pub use leapers::{beside, king_attacks, knight_attacks, knight_steps, pawn_attacks};
#[cfg(feature = "rayon")]
pub use slices::parallel;
pub use slices::{attack_counts, attack_maps};

/// A technique for whole sets whose formula takes any [`Course`].
pub trait FillAttacks: SetwiseAttacks {
    /// Returns the union of the attacks of all sliders on a course.
    #[must_use]
    fn along<B: Bits, C: Course<B>>(course: C, sliders: B, occupied: B) -> B;
}

/// The sliders of a side, grouped by the way they move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sliders<W> {
    /// Rooks and queens.
    pub orthogonal: W,
    /// Bishops and queens.
    pub diagonal: W,
}

impl<W: Word> Sliders<W> {
    /// Makes the two sets of a side's rooks, bishops and queens.
    #[inline(always)]
    #[must_use]
    pub fn new(rooks: W, bishops: W, queens: W) -> Self {
        Self { orthogonal: rooks | queens, diagonal: bishops | queens }
    }

    /// Returns the sliders that move in a direction.
    #[inline(always)]
    #[must_use]
    pub fn moving(self, direction: Direction) -> W {
        if direction.is_orthogonal() { self.orthogonal } else { self.diagonal }
    }

    /// Returns all sliders of the side.
    #[inline(always)]
    #[must_use]
    pub fn all(self) -> W {
        self.orthogonal | self.diagonal
    }
}

/// Returns the attacks of a side's sliders in each direction, in the order of [`Direction::ALL`].
///
/// In one direction a square is attacked by at most one slider. The sliders block each other,
/// whether or not `occupied` contains them.
#[inline(always)]
#[must_use]
pub fn direction_attacks<T: SetwiseAttacks, W: Word>(sliders: Sliders<W>, occupied: W) -> [W; 8] {
    formula! { blockers = occupied | sliders.all(); }
    let Sliders { orthogonal, diagonal } = sliders;
    // This is written out. A closure would be compiled without the instructions of its word.
    [
        T::direction(Direction::East, orthogonal, blockers),
        T::direction(Direction::NorthWest, diagonal, blockers),
        T::direction(Direction::North, orthogonal, blockers),
        T::direction(Direction::NorthEast, diagonal, blockers),
        T::direction(Direction::West, orthogonal, blockers),
        T::direction(Direction::SouthEast, diagonal, blockers),
        T::direction(Direction::South, orthogonal, blockers),
        T::direction(Direction::SouthWest, diagonal, blockers),
    ]
}

/// Returns all attacks of a side's sliders.
///
/// The sliders block each other, whether or not `occupied` contains them.
#[inline(always)]
#[must_use]
pub fn attacks<T: SetwiseAttacks, W: Word>(sliders: Sliders<W>, occupied: W) -> W {
    let [a, b, c, d, e, f, g, h] = direction_attacks::<T, W>(sliders, occupied);
    ((a | b) | (c | d)) | ((e | f) | (g | h))
}

/// Returns the attacks of a side's sliders in each direction, in the order of [`Direction::ALL`].
/// The directions of one board lie in the lanes of as few registers as hold eight.
///
/// The formula is that of [`direction_attacks`] on another arrangement of lanes.
///
/// ```
/// use hyperbola::techniques::KoggeStone;
/// use hyperbola::setwise::{direction_attacks, direction_attacks_in_lanes, Sliders};
/// use hyperbola::word::Portable;
/// use hyperbola::Lanes;
///
/// let sliders = Sliders { orthogonal: 0x81, diagonal: 0x2400 };
/// let in_lanes = direction_attacks_in_lanes::<KoggeStone, Lanes<u64, 4>>(Portable, sliders, 0);
/// assert_eq!(in_lanes, direction_attacks::<KoggeStone, u64>(sliders, 0));
/// ```
#[inline(always)]
#[must_use]
pub fn direction_attacks_in_lanes<T: FillAttacks, V: Vector>(
    token: V::Token,
    sliders: Sliders<u64>,
    occupied: u64,
) -> [u64; 8] {
    const { assert!(8 % V::LANES == 0, "the lanes of a whole number of registers are eight") };
    let mut attacks = [0; 8];
    let blockers = V::from_array(token, V::ZEROS).splat(occupied | sliders.all());
    for (register, attacks) in attacks.chunks_exact_mut(V::LANES).enumerate() {
        let first = Direction::ALL[register * V::LANES];
        let mut moving = V::ZEROS;
        for (lane, moving) in moving.as_mut().iter_mut().enumerate() {
            *moving = sliders.moving(Direction::ALL[register * V::LANES + lane]);
        }
        let course = LaneDirections::<V>::from(token, first);
        let found = T::along(course, V::from_array(token, moving), blockers).into_array();
        attacks.copy_from_slice(found.as_ref());
    }
    attacks
}

/// The number of sliders that attack each square, 0 to 8. Each square's number is binary, with its
/// digits in four words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttackCounts<W> {
    /// The squares whose count has a one in the place of 1, 2, 4 and 8.
    pub digits: [W; 4],
}

impl<W: Word> AttackCounts<W> {
    /// Adds up eight sets, such as those of the directions.
    #[inline(always)]
    #[must_use]
    pub fn of_directions([a, b, c, d, e, f, g, h]: [W; 8]) -> Self {
        // Three digits of one place make one of that place and one of the next. This is repeated
        // until each place has one digit.
        let (abc, abc_carry) = full_add(a, b, c);
        let (def, def_carry) = full_add(d, e, f);
        let (gh, gh_carry) = half_add(g, h);
        let (ones, ones_carry) = full_add(abc, def, gh);
        let (carries, fours) = full_add(abc_carry, def_carry, gh_carry);
        let (twos, twos_carry) = half_add(carries, ones_carry);
        let (fours, eights) = half_add(fours, twos_carry);
        Self { digits: [ones, twos, fours, eights] }
    }

    /// Returns the squares that at least `count` sliders attack.
    #[inline(always)]
    #[must_use]
    pub fn at_least(self, count: u32) -> W {
        let [ones, ..] = self.digits;
        if count > 8 {
            return ones.splat(0);
        }
        // The loop takes the digits of `count - 1` from the lowest. A number is greater if it has a
        // one where the other has a zero and its higher digits are not less.
        let mut greater = if count == 0 { ones.splat(u64::MAX) } else { ones.splat(0) };
        for (place, &digit) in self.digits.iter().enumerate() {
            let has_one = count > 0 && (count - 1) >> place & 1 == 1;
            greater = if has_one { greater & digit } else { greater | digit };
        }
        greater
    }
}

impl AttackCounts<u64> {
    /// No attack on any square.
    pub const ZERO: Self = Self { digits: [0; 4] };

    /// Returns the number of sliders that attack a square.
    #[must_use]
    pub fn of(self, square: Square) -> u32 {
        let digit = |place: usize| u32::from(self.digits[place] & square.bit() != 0);
        (0..4).map(|place| digit(place) << place).sum()
    }
}
