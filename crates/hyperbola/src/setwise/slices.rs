//! Attack maps and counts of many boards in slices, on the widest vectors that the processor has.

use super::{AttackCounts, Sliders, attacks, direction_attacks};
use crate::Bitboard;
use crate::batch::{BatchError, same_lengths};
use crate::techniques::KoggeStone;
use crate::word::{Vector, WideWord, WordVisitor};

/// The technique: of those for sets it is the fastest in lanes.
type Technique = KoggeStone;

/// Returns all attacks of a side's sliders on each of many boards.
///
/// The sliders block each other, whether or not `occupied` contains them.
///
/// ```
/// use hyperbola::setwise::{self, Sliders};
/// use hyperbola::{Bitboard, Square};
///
/// let sliders = [Sliders::new(Square::A1.bit(), 0, 0), Sliders::new(0, Square::H8.bit(), 0)];
/// let occupied = [Square::A3.into(), Bitboard::EMPTY];
/// let mut maps = [Bitboard::EMPTY; 2];
/// setwise::attack_maps(&sliders, &occupied, &mut maps)?;
/// assert_eq!(maps.map(Bitboard::count), [9, 7]);
/// # Ok::<(), hyperbola::batch::BatchError>(())
/// ```
///
/// # Errors
///
/// Returns [`BatchError::Lengths`] if the slices differ in length.
pub fn attack_maps(
    sliders: &[Sliders<u64>],
    occupied: &[Bitboard],
    maps: &mut [Bitboard],
) -> Result<(), BatchError> {
    on_widest(sliders, occupied, maps)
}

/// Counts the sliders of a side that attack each square, on each of many boards.
///
/// The sliders block each other, whether or not `occupied` contains them.
///
/// ```
/// use hyperbola::setwise::{self, AttackCounts, Sliders};
/// use hyperbola::{Bitboard, Square};
///
/// let sliders = [Sliders::new(Square::A1.bit() | Square::H1.bit(), 0, Square::D1.bit())];
/// let mut counts = [AttackCounts::ZERO];
/// setwise::attack_counts(&sliders, &[Bitboard::EMPTY], &mut counts)?;
/// assert_eq!(counts[0].of(Square::D1), 2);
/// # Ok::<(), hyperbola::batch::BatchError>(())
/// ```
///
/// # Errors
///
/// Returns [`BatchError::Lengths`] if the slices differ in length.
pub fn attack_counts(
    sliders: &[Sliders<u64>],
    occupied: &[Bitboard],
    counts: &mut [AttackCounts<u64>],
) -> Result<(), BatchError> {
    on_widest(sliders, occupied, counts)
}

/// Answers for many boards on the widest word that the processor has.
fn on_widest<A: Answer>(
    sliders: &[Sliders<u64>],
    occupied: &[Bitboard],
    answers: &mut [A],
) -> Result<(), BatchError> {
    same_lengths(sliders.len(), occupied.len(), answers.len())?;
    let boards = Boards { sliders, occupied, answers };
    WideWord::widest().run(boards);
    Ok(())
}

/// Loads up to as many boards as there are lanes. The other lanes are empty boards.
#[inline(always)]
fn load<V: Vector>(
    token: V::Token,
    sliders: &[Sliders<u64>],
    occupied: &[Bitboard],
) -> (Sliders<V>, V) {
    // The loops have indices: see `Batch::answer_on`.
    let [mut orthogonal, mut diagonal, mut all] = [V::ZEROS; 3];
    let mut lane = 0;
    while lane < V::LANES && lane < sliders.len() && lane < occupied.len() {
        orthogonal.as_mut()[lane] = sliders[lane].orthogonal;
        diagonal.as_mut()[lane] = sliders[lane].diagonal;
        all.as_mut()[lane] = occupied[lane].0;
        lane += 1;
    }
    let sliders = Sliders {
        orthogonal: V::from_array(token, orthogonal),
        diagonal: V::from_array(token, diagonal),
    };
    (sliders, V::from_array(token, all))
}

/// The results for a board.
trait Answer: Sized {
    /// Computes the answers of as many boards as there are lanes, and stores those that have a
    /// place.
    fn store<V: Vector>(sliders: Sliders<V>, occupied: V, answers: &mut [Self]);
}

impl Answer for Bitboard {
    #[inline(always)]
    fn store<V: Vector>(sliders: Sliders<V>, occupied: V, answers: &mut [Self]) {
        let found = attacks::<Technique, V>(sliders, occupied).into_array();
        let mut lane = 0;
        while lane < V::LANES && lane < answers.len() {
            answers[lane] = Self(found.as_ref()[lane]);
            lane += 1;
        }
    }
}

impl Answer for AttackCounts<u64> {
    #[inline(always)]
    fn store<V: Vector>(sliders: Sliders<V>, occupied: V, answers: &mut [Self]) {
        let directions = direction_attacks::<Technique, V>(sliders, occupied);
        let AttackCounts { digits: [a, b, c, d] } = AttackCounts::of_directions(directions);
        let (a, b, c, d) = (a.into_array(), b.into_array(), c.into_array(), d.into_array());
        let mut lane = 0;
        while lane < V::LANES && lane < answers.len() {
            answers[lane].digits =
                [a.as_ref()[lane], b.as_ref()[lane], c.as_ref()[lane], d.as_ref()[lane]];
            lane += 1;
        }
    }
}

/// Boards and the places for their answers, as many of each.
struct Boards<'a, A> {
    sliders: &'a [Sliders<u64>],
    occupied: &'a [Bitboard],
    answers: &'a mut [A],
}

impl<A: Answer> WordVisitor for Boards<'_, A> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let mut start = 0;
        while start < self.answers.len() {
            let end = self.answers.len().min(start + V::LANES);
            let (sliders, occupied) =
                load::<V>(token, &self.sliders[start..end], &self.occupied[start..end]);
            A::store(sliders, occupied, &mut self.answers[start..end]);
            start = end;
        }
    }
}

/// The same functions on many threads of rayon's pool.
#[cfg(feature = "rayon")]
pub mod parallel {
    use rayon::prelude::*;

    use super::{Answer, on_widest};
    use crate::Bitboard;
    use crate::batch::{BatchError, same_lengths};
    use crate::setwise::{AttackCounts, Sliders};

    /// The number of boards in a piece: enough work for a thread, and few enough for its cache.
    const PIECE: usize = 4096;

    fn on_threads<A: Answer + Send>(
        sliders: &[Sliders<u64>],
        occupied: &[Bitboard],
        answers: &mut [A],
    ) -> Result<(), BatchError> {
        same_lengths(sliders.len(), occupied.len(), answers.len())?;
        let boards = sliders.par_chunks(PIECE).zip(occupied.par_chunks(PIECE));
        boards
            .zip(answers.par_chunks_mut(PIECE))
            .try_for_each(|((sliders, occupied), answers)| on_widest(sliders, occupied, answers))
    }

    /// Returns all attacks of a side's sliders on each of many boards, as
    /// [`attack_maps`](super::attack_maps) does.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError::Lengths`] if the slices differ in length.
    pub fn attack_maps(
        sliders: &[Sliders<u64>],
        occupied: &[Bitboard],
        maps: &mut [Bitboard],
    ) -> Result<(), BatchError> {
        on_threads(sliders, occupied, maps)
    }

    /// Counts the sliders of a side that attack each square, on each of many boards, as
    /// [`attack_counts`](super::attack_counts) does.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError::Lengths`] if the slices differ in length.
    pub fn attack_counts(
        sliders: &[Sliders<u64>],
        occupied: &[Bitboard],
        counts: &mut [AttackCounts<u64>],
    ) -> Result<(), BatchError> {
        on_threads(sliders, occupied, counts)
    }
}
