//! Batches: many queries at once, on the widest vectors that the processor has.
//!
//! A query is a slider's square and the occupied squares. A batch has three slices of the same
//! length: the squares, the occupied sets, and the places for the answers. Any length and any
//! alignment will do. Nothing is allocated.
//!
//! ```
//! use hyperbola::{Bitboard, Square, batch, queen_attacks};
//!
//! let squares = [Square::D4, Square::A1, Square::H8];
//! let occupied = [Bitboard(0x0000_0000_4200_0000), Bitboard::EMPTY, Bitboard::FULL];
//! let mut attacks = [Bitboard::EMPTY; 3];
//! batch::queen_attacks(&squares, &occupied, &mut attacks)?;
//! assert_eq!(attacks[0], queen_attacks(squares[0], occupied[0]));
//! # Ok::<(), batch::BatchError>(())
//! ```
//!
//! The technique and the kind of word are the best for the processor ([`Purpose::Batch`]). The
//! functions ending in `_by` take a [`Choice`] made at run time:
//!
//! ```
//! use hyperbola::batch::{self, BatchError};
//! use hyperbola::choice::Choice;
//! use hyperbola::word::WordKind;
//! use hyperbola::{Technique, Bitboard, Slider, Square};
//!
//! let choice = Choice { technique: Technique::DualHq, kind: WordKind::Scalar };
//! let mut attacks = [Bitboard::EMPTY];
//! batch::attacks_by(choice, Slider::Rook, &[Square::D4], &[Bitboard::EMPTY], &mut attacks)?;
//! assert_eq!(attacks[0].count(), 14);
//!
//! // One lane of a register is for single queries, and no batch gains from four plain words.
//! for &kind in WordKind::ALL.iter().filter(|kind| !kind.is_for_batches()) {
//!     let choice = Choice { kind, ..choice };
//!     let refused = batch::attacks_by(choice, Slider::Rook, &[], &[], &mut []);
//!     assert_eq!(refused, Err(BatchError::NoGain(kind)));
//! }
//! # Ok::<(), BatchError>(())
//! ```
//!
//! [`Batch::answer_with`] runs a technique given as a type.

use core::fmt;
use core::marker::PhantomData;

use crate::choice::{Choice, ChoiceVisitor, Purpose, WithTechnique};
use crate::word::{Vector, WordKind, kind_sets};
use crate::{Bitboard, Slider, SliderAttacks, Square};

/// The reason why a batch cannot be answered. Nothing was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// The slices differ in length.
    Lengths {
        /// The number of squares, or of groups of sliders.
        queries: usize,
        /// The number of occupied sets.
        occupied: usize,
        /// The number of places for attacks.
        attacks: usize,
    },
    /// No batch gains from the kind of word, see [`WordKind::is_for_batches`].
    NoGain(WordKind),
    /// This processor does not have the kind of word.
    Unavailable(WordKind),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lengths { queries, occupied, attacks } => write!(
                f,
                "expected slices of one length, found {queries} queries, {occupied} occupied sets \
                 and {attacks} places for attacks"
            ),
            Self::NoGain(kind) => {
                write!(f, "expected u64 or several lanes of a register, found {kind}")
            }
            Self::Unavailable(kind) => write!(f, "this processor does not have the word {kind}"),
        }
    }
}

impl core::error::Error for BatchError {}

/// A batch of queries. Its slices have the same length.
///
/// As a [`ChoiceVisitor`], it answers the queries with the technique and the words that it visits.
#[derive(Debug)]
pub struct Batch<'a> {
    wanted: AskedPieces,
    squares: &'a [Square],
    occupied: &'a [Bitboard],
    /// The slider's attacks, or the rook's attacks where both are wanted.
    attacks: &'a mut [Bitboard],
    /// The bishop's attacks where both are wanted, else empty.
    bishop_attacks: &'a mut [Bitboard],
}

/// The pieces whose attacks each query wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AskedPieces {
    Slider(Slider),
    Both,
}

/// The places for a batch's last vector: at least as many as any vector has lanes.
const LAST: usize = 16;

const ROOK: u8 = 0;
const BISHOP: u8 = 1;
const QUEEN: u8 = 2;
const BOTH: u8 = 3;
/// The slider is read again for each vector. One loop for all three sliders takes a third of the
/// time to compile.
const ANY_SLIDER: u8 = 4;

impl<'a> Batch<'a> {
    /// Makes a batch of one slider's attacks.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError::Lengths`] if the slices differ in length.
    pub fn new(
        slider: Slider,
        squares: &'a [Square],
        occupied: &'a [Bitboard],
        attacks: &'a mut [Bitboard],
    ) -> Result<Self, BatchError> {
        same_lengths(squares.len(), occupied.len(), attacks.len())?;
        let wanted = AskedPieces::Slider(slider);
        Ok(Self { wanted, squares, occupied, attacks, bishop_attacks: &mut [] })
    }

    /// Makes a batch of a rook's and a bishop's attacks from each square.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError::Lengths`] if the slices differ in length.
    pub fn both(
        squares: &'a [Square],
        occupied: &'a [Bitboard],
        rook_attacks: &'a mut [Bitboard],
        bishop_attacks: &'a mut [Bitboard],
    ) -> Result<Self, BatchError> {
        same_lengths(squares.len(), occupied.len(), rook_attacks.len())?;
        same_lengths(squares.len(), occupied.len(), bishop_attacks.len())?;
        let (wanted, attacks) = (AskedPieces::Both, rook_attacks);
        Ok(Self { wanted, squares, occupied, attacks, bishop_attacks })
    }

    /// Answers with a choice made at run time.
    ///
    /// The crate that calls this function compiles all techniques on all kinds of words that are
    /// for batches. `hyperbola-kernels` contains them compiled once.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError::NoGain`] if the kind of word [is not for
    /// batches](WordKind::is_for_batches), and [`BatchError::Unavailable`] if this processor does
    /// not have it.
    #[inline]
    pub fn answer_by(self, choice: Choice) -> Result<(), BatchError> {
        if !choice.kind.is_for_batches() {
            return Err(BatchError::NoGain(choice.kind));
        }
        self.answer_in::<{ kind_sets::FOR_BATCHES }>(choice)
    }

    /// Answers with a choice made at run time, on any kind of word.
    ///
    /// The crate that calls this function compiles all techniques on all kinds of words.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError::Unavailable`] if this processor does not have the kind of word.
    #[inline]
    pub fn answer_by_any(self, choice: Choice) -> Result<(), BatchError> {
        self.answer_in::<{ kind_sets::ALL }>(choice)
    }

    #[inline]
    fn answer_in<const SET: u8>(self, choice: Choice) -> Result<(), BatchError> {
        let Self { wanted, squares, occupied, attacks, bishop_attacks } = self;
        let answer = |slider, attacks| {
            let wanted = AskedPieces::Slider(slider);
            let batch = Batch { wanted, squares, occupied, attacks, bishop_attacks: &mut [] };
            let answered = choice.visit_in::<_, SET>(OneSlider(batch));
            answered.ok_or(BatchError::Unavailable(choice.kind))
        };
        match wanted {
            AskedPieces::Slider(slider) => answer(slider, attacks),
            AskedPieces::Both => {
                answer(Slider::Rook, attacks)?;
                answer(Slider::Bishop, bishop_attacks)
            }
        }
    }

    /// Answers with a technique given as a type.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError::Unavailable`] if this processor does not have the kind of word.
    ///
    /// ```
    /// use hyperbola::techniques::KoggeStone;
    /// use hyperbola::batch::{Batch, BatchError};
    /// use hyperbola::word::WordKind;
    /// use hyperbola::{Bitboard, Slider, Square};
    ///
    /// let mut attacks = [Bitboard::EMPTY];
    /// Batch::new(Slider::Bishop, &[Square::A1], &[Bitboard::EMPTY], &mut attacks)?
    ///     .answer_with::<KoggeStone>(WordKind::Portable4)?;
    /// assert_eq!(attacks[0].count(), 7);
    /// # Ok::<(), BatchError>(())
    /// ```
    #[inline]
    pub fn answer_with<T: SliderAttacks>(self, kind: WordKind) -> Result<(), BatchError> {
        kind.visit(WithTechnique::<T, Self>(self, PhantomData)).ok_or(BatchError::Unavailable(kind))
    }

    /// Answers with the best choice for this processor.
    pub fn answer(self) {
        Purpose::Batch.visit(self);
    }

    /// Answers the queries on a word, as many at a time as it has lanes.
    #[inline(always)]
    fn answer_on<T: SliderAttacks, V: Vector, const WANTED: u8>(self, token: V::Token) {
        let Self { wanted, squares, occupied, attacks, bishop_attacks } = self;
        let whole = squares.len() - squares.len() % V::LANES;
        let (squares, rest_squares) = squares.split_at(whole);
        let (occupied, rest_occupied) = occupied.split_at(whole);
        let (attacks, rest_attacks) = attacks.split_at_mut(whole);
        let (bishop_attacks, rest_bishop_attacks) =
            bishop_attacks.split_at_mut(if WANTED == BOTH { whole } else { 0 });
        // The rest is padded to a whole vector. A second turn of the same loop answers it.
        let mut last = Last::of(rest_squares, rest_occupied);
        let mut queries: Queries<'_> = (squares, occupied, attacks, bishop_attacks);
        for _turn in 0..2 {
            let (squares, occupied, attacks, bishop_attacks) = queries;
            // The loops have indices. An iterator may be a call in a release of this crate, and a
            // call spills all registers: a batch then takes more than twice as long.
            let mut start = 0;
            while start < squares.len() {
                let end = start + V::LANES;
                let (squares, occupied) =
                    load::<V>(token, &squares[start..end], &occupied[start..end]);
                let occupied = T::occupied(occupied);
                // A condition in a constant block is compiled one way only.
                if const { WANTED == BOTH } {
                    let (rook, bishop) = T::rook_bishop(squares, &occupied);
                    store(rook, &mut attacks[start..end]);
                    store(bishop, &mut bishop_attacks[start..end]);
                } else {
                    let found = slider_attacks::<T, V, WANTED>(wanted, squares, &occupied);
                    store(found, &mut attacks[start..end]);
                }
                start = end;
            }
            if rest_squares.is_empty() {
                return;
            }
            queries = last.queries::<V>();
        }
        rest_attacks.copy_from_slice(&last.attacks[..rest_attacks.len()]);
        rest_bishop_attacks.copy_from_slice(&last.bishop_attacks[..rest_bishop_attacks.len()]);
    }
}

/// Squares and occupied sets, the places for the attacks and those for a bishop's attacks.
type Queries<'a> = (&'a [Square], &'a [Bitboard], &'a mut [Bitboard], &'a mut [Bitboard]);

/// The last queries of a batch, fewer than a vector has lanes, with room for a whole vector.
struct Last {
    squares: [Square; LAST],
    occupied: [Bitboard; LAST],
    attacks: [Bitboard; LAST],
    bishop_attacks: [Bitboard; LAST],
}

impl Last {
    #[inline(always)]
    fn of(rest_squares: &[Square], rest_occupied: &[Bitboard]) -> Self {
        let (count, mut squares) = (rest_squares.len(), [Square::A1; LAST]);
        let [mut occupied, attacks, bishop_attacks] = [[Bitboard::EMPTY; LAST]; 3];
        squares[..count].copy_from_slice(rest_squares);
        occupied[..count].copy_from_slice(rest_occupied);
        Self { squares, occupied, attacks, bishop_attacks }
    }

    /// Returns the queries of a whole vector.
    #[inline(always)]
    fn queries<V: Vector>(&mut self) -> Queries<'_> {
        const { assert!(V::LANES <= LAST, "the last vector of a batch has its places") };
        let (attacks, bishop_attacks) = (&mut self.attacks, &mut self.bishop_attacks);
        let (attacks, bishop_attacks) = (&mut attacks[..V::LANES], &mut bishop_attacks[..V::LANES]);
        (&self.squares[..V::LANES], &self.occupied[..V::LANES], attacks, bishop_attacks)
    }
}

/// Computes the attacks of a slider that is known at compile time, or read again.
#[inline(always)]
fn slider_attacks<T: SliderAttacks, V: Vector, const WANTED: u8>(
    wanted: AskedPieces,
    squares: V,
    occupied: &T::Occupied<V>,
) -> V {
    match WANTED {
        ROOK => T::rook(squares, occupied),
        BISHOP => T::bishop(squares, occupied),
        QUEEN => T::queen(squares, occupied),
        _ => any_slider::<T, V>(wanted, squares, occupied),
    }
}

/// A batch of one slider. On several lanes the loop reads the slider again for each vector.
struct OneSlider<'a>(Batch<'a>);

impl ChoiceVisitor for OneSlider<'_> {
    type Output = ();

    #[inline(always)]
    fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) {
        // A branch whose constant condition is false is not compiled.
        if const { V::LANES > 1 } {
            return self.0.answer_on::<T, V, ANY_SLIDER>(token);
        }
        // Each loop is on its own, so that the compiler may vectorise it.
        match self.0.wanted {
            AskedPieces::Slider(Slider::Rook) => self.0.answer_on::<T, V, ROOK>(token),
            AskedPieces::Slider(Slider::Bishop) => self.0.answer_on::<T, V, BISHOP>(token),
            _ => self.0.answer_on::<T, V, QUEEN>(token),
        }
    }
}

impl ChoiceVisitor for Batch<'_> {
    type Output = ();

    #[inline(always)]
    fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) {
        // The match stands outside the loops. The loops and all that they call are inlined
        // functions, not closures. A closure would be compiled apart, without the word's
        // instructions.
        match self.wanted {
            AskedPieces::Slider(Slider::Rook) => self.answer_on::<T, V, ROOK>(token),
            AskedPieces::Slider(Slider::Bishop) => self.answer_on::<T, V, BISHOP>(token),
            AskedPieces::Slider(Slider::Queen) => self.answer_on::<T, V, QUEEN>(token),
            AskedPieces::Both => self.answer_on::<T, V, BOTH>(token),
        }
    }
}

/// Returns the attacks of a slider that is read at run time. A rook and a bishop stand in the code
/// once each, where no work of theirs is shared, and a queen is both. That halves the time to
/// compile.
#[inline(always)]
fn any_slider<T: SliderAttacks, V: Vector>(
    wanted: AskedPieces,
    squares: V,
    occupied: &T::Occupied<V>,
) -> V {
    match wanted {
        AskedPieces::Slider(slider) if const { T::SHARES_WORK } => {
            T::slider(slider, squares, occupied)
        }
        _ => {
            let mut attacks = squares.splat(0);
            if wanted != AskedPieces::Slider(Slider::Bishop) {
                attacks = attacks | T::rook(squares, occupied);
            }
            if wanted != AskedPieces::Slider(Slider::Rook) {
                attacks = attacks | T::bishop(squares, occupied);
            }
            attacks
        }
    }
}

/// Loads the same number of queries as there are lanes.
#[inline(always)]
fn load<V: Vector>(token: V::Token, squares: &[Square], occupied: &[Bitboard]) -> (V, V) {
    let (squares, occupied) = (&squares[..V::LANES], &occupied[..V::LANES]);
    let (mut square_lanes, mut occupied_lanes) = (V::ZEROS, V::ZEROS);
    let mut lane = 0;
    while lane < V::LANES {
        square_lanes.as_mut()[lane] = squares[lane].word();
        occupied_lanes.as_mut()[lane] = occupied[lane].0;
        lane += 1;
    }
    (V::from_array(token, square_lanes), V::from_array(token, occupied_lanes))
}

/// Stores the lanes in the same number of places.
#[inline(always)]
fn store<V: Vector>(lanes: V, attacks: &mut [Bitboard]) {
    let found = lanes.into_array();
    let attacks = &mut attacks[..V::LANES];
    let mut lane = 0;
    while lane < V::LANES {
        attacks[lane] = Bitboard(found.as_ref()[lane]);
        lane += 1;
    }
}

/// Checks that three slices have one length.
pub(crate) fn same_lengths(
    queries: usize,
    occupied: usize,
    attacks: usize,
) -> Result<(), BatchError> {
    if queries == occupied && queries == attacks {
        Ok(())
    } else {
        Err(BatchError::Lengths { queries, occupied, attacks })
    }
}

/// Answers a batch for any slider with the best choice for this processor.
///
/// # Errors
///
/// Returns [`BatchError::Lengths`] if the slices differ in length.
pub fn attacks(
    slider: Slider,
    squares: &[Square],
    occupied: &[Bitboard],
    attacks: &mut [Bitboard],
) -> Result<(), BatchError> {
    Batch::new(slider, squares, occupied, attacks)?.answer();
    Ok(())
}

/// Answers a batch for any slider with a choice made at run time.
///
/// # Errors
///
/// Returns [`BatchError::Lengths`] if the slices differ in length. Otherwise the errors are those
/// of [`Batch::answer_by`].
#[inline]
pub fn attacks_by(
    choice: Choice,
    slider: Slider,
    squares: &[Square],
    occupied: &[Bitboard],
    attacks: &mut [Bitboard],
) -> Result<(), BatchError> {
    Batch::new(slider, squares, occupied, attacks)?.answer_by(choice)
}

/// Answers a batch of rooks with the best choice for this processor.
///
/// # Errors
///
/// Returns [`BatchError::Lengths`] if the slices differ in length.
pub fn rook_attacks(
    squares: &[Square],
    occupied: &[Bitboard],
    attacks: &mut [Bitboard],
) -> Result<(), BatchError> {
    self::attacks(Slider::Rook, squares, occupied, attacks)
}

/// Answers a batch of bishops with the best choice for this processor.
///
/// # Errors
///
/// Returns [`BatchError::Lengths`] if the slices differ in length.
pub fn bishop_attacks(
    squares: &[Square],
    occupied: &[Bitboard],
    attacks: &mut [Bitboard],
) -> Result<(), BatchError> {
    self::attacks(Slider::Bishop, squares, occupied, attacks)
}

/// Answers a batch of queens with the best choice for this processor.
///
/// # Errors
///
/// Returns [`BatchError::Lengths`] if the slices differ in length.
pub fn queen_attacks(
    squares: &[Square],
    occupied: &[Bitboard],
    attacks: &mut [Bitboard],
) -> Result<(), BatchError> {
    self::attacks(Slider::Queen, squares, occupied, attacks)
}

/// Answers a batch for a rook and a bishop on each square with the best choice for this processor.
///
/// # Errors
///
/// Returns [`BatchError::Lengths`] if the slices differ in length.
pub fn rook_bishop_attacks(
    squares: &[Square],
    occupied: &[Bitboard],
    rook_attacks: &mut [Bitboard],
    bishop_attacks: &mut [Bitboard],
) -> Result<(), BatchError> {
    Batch::both(squares, occupied, rook_attacks, bishop_attacks)?.answer();
    Ok(())
}

/// Batches on many threads of rayon's pool: [`attacks`](parallel::attacks) of any slider, and
/// [`rook_bishop_attacks`](parallel::rook_bishop_attacks). They cut the slices into pieces.
#[cfg(feature = "rayon")]
pub mod parallel {
    use rayon::prelude::*;

    use super::{BatchError, same_lengths};
    use crate::{Bitboard, Slider, Square};

    /// The number of queries in a piece: enough work for a thread, and few enough for its cache.
    const PIECE: usize = 8192;

    /// Answers a batch for any slider with the best choice for this processor.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError::Lengths`] if the slices differ in length.
    ///
    /// ```
    /// use hyperbola::{Bitboard, Slider, Square, batch};
    /// let (squares, occupied) = (vec![Square::D4; 10_000], vec![Bitboard::EMPTY; 10_000]);
    /// let mut attacks = vec![Bitboard::EMPTY; 10_000];
    /// batch::parallel::attacks(Slider::Queen, &squares, &occupied, &mut attacks)?;
    /// assert!(attacks.iter().all(|attacks| attacks.count() == 27));
    /// # Ok::<(), batch::BatchError>(())
    /// ```
    pub fn attacks(
        slider: Slider,
        squares: &[Square],
        occupied: &[Bitboard],
        attacks: &mut [Bitboard],
    ) -> Result<(), BatchError> {
        same_lengths(squares.len(), occupied.len(), attacks.len())?;
        let queries = squares.par_chunks(PIECE).zip(occupied.par_chunks(PIECE));
        queries.zip(attacks.par_chunks_mut(PIECE)).try_for_each(|((squares, occupied), attacks)| {
            super::attacks(slider, squares, occupied, attacks)
        })
    }

    /// Answers a batch for a rook and a bishop on each square with the best choice for this
    /// processor.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError::Lengths`] if the slices differ in length.
    pub fn rook_bishop_attacks(
        squares: &[Square],
        occupied: &[Bitboard],
        rook_attacks: &mut [Bitboard],
        bishop_attacks: &mut [Bitboard],
    ) -> Result<(), BatchError> {
        same_lengths(squares.len(), occupied.len(), rook_attacks.len())?;
        same_lengths(squares.len(), occupied.len(), bishop_attacks.len())?;
        let queries = squares.par_chunks(PIECE).zip(occupied.par_chunks(PIECE));
        let attacks = rook_attacks.par_chunks_mut(PIECE).zip(bishop_attacks.par_chunks_mut(PIECE));
        queries.zip(attacks).try_for_each(|((squares, occupied), (rooks, bishops))| {
            super::rook_bishop_attacks(squares, occupied, rooks, bishops)
        })
    }
}
