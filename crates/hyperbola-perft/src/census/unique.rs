//! Counts of different positions, their options and their errors.

use core::fmt;
use core::num::NonZeroUsize;
use core::ops::{Add, AddAssign};
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeSet;

use crate::{MAX_DEPTH, Split, SplitError};
use hyperbola::{geometry, pawn_attacks};
use hyperbola_moves::{Color, Move, Position, Role, Setup};

use super::count::{Census, Counts, Halt, Options};
use super::side::MOST_PIECES;

/// When the square that a pawn has just passed over is a part of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnPassant {
    /// If a legal capture en passant exists, as in [`Position`].
    Legal,
    /// If an enemy pawn stands beside the pawn, so that it could capture if its king allowed it.
    PseudoLegal,
    /// After every double step of a pawn.
    Every,
}

impl EnPassant {
    /// All definitions.
    pub const ALL: [Self; 3] = [Self::Legal, Self::PseudoLegal, Self::Every];

    /// Returns the name of the definition.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::PseudoLegal => "pseudo-legal",
            Self::Every => "every",
        }
    }

    /// Returns the setup after a legal move, with this en passant part and the clocks 0 and 1.
    fn after(self, position: &Position, played: Move) -> Setup {
        let mut next = *position;
        next.play_unchecked(played);
        let (from, to) = (played.from(), played.to());
        let is_step = position.board().role_at(from) == Some(Role::Pawn)
            && from.index().abs_diff(to.index()) == 16;
        let pawns = next.board().of(next.side_to_move(), Role::Pawn);
        let passed = || geometry::between(from, to).into_iter().next();
        let en_passant = match self {
            Self::Every if is_step => passed(),
            Self::PseudoLegal if is_step => passed().filter(|&square| {
                !(pawn_attacks(position.side_to_move(), square) & pawns).is_empty()
            }),
            _ => next.en_passant(),
        };
        Setup { en_passant, halfmove_clock: 0, fullmove_number: 1, ..next.setup() }
    }
}

/// Numbers of different positions by each definition, and digests of these positions.
///
/// The positions of disjoint sets are added up. Each half of a digest is the sum modulo
/// 2<sup>64</sup> of a hash of every position, so it does not depend on an order. The two hashes
/// have different keys. docs/POSITIONS.md defines them. A digest finds accidents, but a forger
/// could get around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UniqueCounts(Counts);

impl UniqueCounts {
    /// Makes counts from numbers and digests in the order of [`EnPassant::ALL`], as they were
    /// stored.
    #[must_use]
    pub const fn new(numbers: [u64; 3], digests: [[u64; 2]; 3]) -> Self {
        Self(Counts { numbers, digests })
    }

    /// Returns the number of positions. It stops at `u64::MAX`.
    #[must_use]
    pub const fn number(&self, en_passant: EnPassant) -> u64 {
        self.0.numbers[en_passant as usize]
    }

    /// Returns both halves of the digest.
    #[must_use]
    pub const fn digest(&self, en_passant: EnPassant) -> [u64; 2] {
        self.0.digests[en_passant as usize]
    }
}

impl Add for UniqueCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for UniqueCounts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Returns the FENs of the different positions after a number of half moves, in alphabetical order.
/// Their clocks are 0 and 1. This makes all moves one by one, and keeps the positions as
/// [`Split`] does, so it is for small depths.
///
/// The first position has an en passant square only if a capture there is legal.
///
/// # Errors
///
/// Returns an error if there are more than `most` positions, or if another thread sets `stop`.
///
/// ```
/// use core::sync::atomic::AtomicBool;
/// use hyperbola_moves::Position;
/// use hyperbola_perft::census::{EnPassant, unique_fens};
///
/// let never = AtomicBool::new(false);
/// let fens = unique_fens(&Position::initial(), 1, EnPassant::Every, 100, &never)?;
/// assert_eq!(fens.len(), 20);
/// assert!(fens.contains("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"));
/// # Ok::<(), hyperbola_perft::SplitError>(())
/// ```
pub fn unique_fens(
    position: &Position,
    depth: u32,
    en_passant: EnPassant,
    most: usize,
    stop: &AtomicBool,
) -> Result<BTreeSet<String>, SplitError> {
    let mut split = Split::new(position);
    let Some(before) = depth.checked_sub(1) else {
        return Ok(split.positions().iter().map(|reached| reached.position.to_string()).collect());
    };
    for _ in 0..before {
        split.deepen_until(most, stop)?;
    }
    let mut fens = BTreeSet::new();
    for reached in split.positions() {
        if stop.load(Ordering::Relaxed) {
            return Err(SplitError::Stopped);
        }
        for &played in &reached.position.legal_moves() {
            fens.insert(en_passant.after(&reached.position, played).to_string());
            if fens.len() > most {
                return Err(SplitError::TooManyPositions { most });
            }
        }
    }
    Ok(fens)
}

/// The options of a count of different positions.
///
/// ```
/// use hyperbola_moves::Position;
/// use hyperbola_perft::census::{EnPassant, Unique};
///
/// let counts = Unique::default().count(&Position::initial(), 4)?;
/// assert_eq!(counts.number(EnPassant::Legal), 72_078);
/// # Ok::<(), hyperbola_perft::census::UniqueError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unique {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// About how many bytes the positions may take. A count with fewer takes longer.
    pub memory_bytes: usize,
    /// The number of classes, a power of two to 4096. Other numbers are rounded down to a power of
    /// two. If it is not given, it is the smallest that the memory allows. Each class takes a walk
    /// over the positions two half moves before the end.
    pub classes: Option<u32>,
    /// A number on which the classes depend, but not the counts.
    pub seed: u64,
}

impl Default for Unique {
    /// Returns the default options: one thread, 1 GiB, and the classes that this allows.
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, memory_bytes: 1 << 30, classes: None, seed: 0 }
    }
}

impl Unique {
    /// Returns the options with a number of threads.
    #[must_use]
    pub const fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Returns the options with about as many bytes.
    #[must_use]
    pub const fn memory_bytes(self, memory_bytes: usize) -> Self {
        Self { memory_bytes, ..self }
    }

    /// Returns the options with a number of classes.
    #[must_use]
    pub const fn classes(self, classes: u32) -> Self {
        Self { classes: Some(classes), ..self }
    }

    /// Returns the options with another seed of the classes.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Counts the different positions after a number of half moves.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory is too small, or if a side has more than 16 pieces.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    pub fn count(&self, position: &Position, depth: u32) -> Result<UniqueCounts, UniqueError> {
        let never = AtomicBool::new(false);
        let work = self.prepare(position, depth, &never)?;
        let mut counts = UniqueCounts::default();
        for class in 0..work.classes() {
            counts += work.count_class(class, &never, &|_, _| ())?;
        }
        Ok(counts)
    }

    /// Makes the positions two half moves before the end, which are kept in memory, and estimates
    /// what follows. This stops when another thread sets `stop`.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count), and [`UniqueError::Stopped`].
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    pub fn prepare(
        &self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<UniqueWork, UniqueError> {
        assert!(depth <= MAX_DEPTH, "expected a depth to {MAX_DEPTH}, found {depth}");
        for color in Color::ALL {
            let pieces = position.board().of_color(color).count();
            if pieces > MOST_PIECES {
                return Err(UniqueError::Pieces { color, pieces });
            }
        }
        let census = Census::new(position, depth, &self.options(stop))?;
        Ok(UniqueWork { unique: *self, census })
    }

    const fn options<'a>(&self, stop: &'a AtomicBool) -> Options<'a> {
        let Self { threads, memory_bytes: bytes, classes, seed } = *self;
        Options { threads, bytes, seed, classes, stop }
    }
}

/// A count of different positions that is ready to begin, class by class.
#[derive(Debug)]
pub struct UniqueWork {
    unique: Unique,
    census: Census,
}

impl UniqueWork {
    /// Returns the number of classes, each of which is counted on its own.
    #[must_use]
    pub const fn classes(&self) -> u32 {
        self.census.classes()
    }

    /// Returns about how many bytes the whole count takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.census.bytes(self.unique.threads, self.unique.memory_bytes)
    }

    /// Returns the numbers of different positions, by the definition of a legal capture, after 0,
    /// 1, 2 and more half moves, as far as they are kept.
    #[must_use]
    pub fn layers(&self) -> &[u64] {
        &self.census.layers
    }

    /// Returns about how many different positions there are at the end, as many more after each
    /// half move as after the last that was made.
    #[must_use]
    pub fn estimated_positions(&self) -> f64 {
        self.census.estimated_positions()
    }

    /// Returns about how many seconds the classes take together, from the time of the last half
    /// move that was made.
    #[must_use]
    pub fn estimated_seconds(&self) -> f64 {
        self.census.estimated_seconds()
    }

    /// Counts the different positions of a class. It calls `progress` with a number of parts and
    /// the number of all, on any of its threads but never on two at once.
    ///
    /// # Errors
    ///
    /// Returns an error if another thread sets `stop`, or if the class takes more memory than
    /// it may.
    ///
    /// # Panics
    ///
    /// Panics if there is no such class.
    pub fn count_class(
        &self,
        class: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<UniqueCounts, UniqueError> {
        assert!(class < self.classes(), "there are {} classes", self.classes());
        let counts = self.census.gather(class, &self.unique.options(stop), progress)?;
        Ok(UniqueCounts(counts))
    }
}

/// Why different positions are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum UniqueError {
    /// A side has more pieces than can be packed.
    Pieces {
        /// The side.
        color: Color,
        /// The number of its pieces.
        pieces: u32,
    },
    /// The memory is too small.
    Memory {
        /// About how many bytes are needed at least.
        needed: usize,
    },
    /// There are 2<sup>64</sup> - 1 positions or more.
    TooManyPositions,
    /// Another thread has stopped the work.
    Stopped,
}

impl From<Halt> for UniqueError {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            Halt::Full { needed } => Self::Memory { needed },
        }
    }
}

impl fmt::Display for UniqueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pieces { color, pieces } => {
                write!(f, "expected at most {MOST_PIECES} pieces of {color:?}, found {pieces}")
            }
            Self::Memory { needed } => {
                let mebibytes = needed.div_ceil(1 << 20);
                write!(
                    f,
                    "the positions that are kept, those of a class and the tables of the threads \
                     take about {mebibytes} MiB or more, which is more than allowed; classes of \
                     positions with few pieces differ in size"
                )
            }
            Self::TooManyPositions => f.write_str("there are at least 2^64 - 1 positions"),
            Self::Stopped => f.write_str("the work was stopped"),
        }
    }
}

impl core::error::Error for UniqueError {}
