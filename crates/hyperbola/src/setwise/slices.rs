//! Attack maps and counts of many boards in slices, on the widest vectors that the processor has.

use super::{AttackCounts, Sliders, attacks, direction_attacks};
use crate::Bitboard;
use crate::batch::BatchError;
use crate::techniques::KoggeStone;
use crate::word::{Portable, Vector, WordVisitor, kinds};

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
    same_lengths(sliders, occupied, maps)?;
    on_widest(Maps { sliders, occupied, maps });
    Ok(())
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
    same_lengths(sliders, occupied, counts)?;
    on_widest(Counts { sliders, occupied, counts });
    Ok(())
}

fn same_lengths<T>(
    sliders: &[Sliders<u64>],
    occupied: &[Bitboard],
    answers: &[T],
) -> Result<(), BatchError> {
    let (queries, occupied, attacks) = (sliders.len(), occupied.len(), answers.len());
    if queries == occupied && queries == attacks {
        Ok(())
    } else {
        Err(BatchError::Lengths { queries, occupied, attacks })
    }
}

/// Runs a loop on the widest word that the processor has.
fn on_widest<R: WordVisitor>(visitor: R) -> R::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(token) = kinds::Avx512x8::detect() {
            return kinds::Avx512x8::run(token, visitor);
        }
        if let Some(token) = kinds::Avx2x4::detect() {
            return kinds::Avx2x4::run(token, visitor);
        }
    }
    kinds::Scalar::run(Portable, visitor)
}

/// Loads up to as many boards as there are lanes. The other lanes are empty boards.
#[inline(always)]
fn load<V: Vector>(
    token: V::Token,
    sliders: &[Sliders<u64>],
    occupied: &[Bitboard],
) -> (Sliders<V>, V) {
    let [mut orthogonal, mut diagonal, mut all] = [V::ZEROS; 3];
    let lanes = orthogonal.as_mut().iter_mut().zip(diagonal.as_mut());
    for ((orthogonal, diagonal), sliders) in lanes.zip(sliders) {
        (*orthogonal, *diagonal) = (sliders.orthogonal, sliders.diagonal);
    }
    for (lane, occupied) in all.as_mut().iter_mut().zip(occupied) {
        *lane = occupied.0;
    }
    let sliders = Sliders {
        orthogonal: V::from_array(token, orthogonal),
        diagonal: V::from_array(token, diagonal),
    };
    (sliders, V::from_array(token, all))
}

struct Maps<'a> {
    sliders: &'a [Sliders<u64>],
    occupied: &'a [Bitboard],
    maps: &'a mut [Bitboard],
}

impl WordVisitor for Maps<'_> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let boards = self.sliders.chunks(V::LANES).zip(self.occupied.chunks(V::LANES));
        for ((sliders, occupied), maps) in boards.zip(self.maps.chunks_mut(V::LANES)) {
            let (sliders, occupied) = load::<V>(token, sliders, occupied);
            let found = attacks::<Technique, V>(sliders, occupied).into_array();
            for (map, &lane) in maps.iter_mut().zip(found.as_ref()) {
                *map = Bitboard(lane);
            }
        }
    }
}

struct Counts<'a> {
    sliders: &'a [Sliders<u64>],
    occupied: &'a [Bitboard],
    counts: &'a mut [AttackCounts<u64>],
}

impl WordVisitor for Counts<'_> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let boards = self.sliders.chunks(V::LANES).zip(self.occupied.chunks(V::LANES));
        for ((sliders, occupied), counts) in boards.zip(self.counts.chunks_mut(V::LANES)) {
            let (sliders, occupied) = load::<V>(token, sliders, occupied);
            let directions = direction_attacks::<Technique, V>(sliders, occupied);
            let AttackCounts { digits: [a, b, c, d] } = AttackCounts::of_directions(directions);
            let (a, b, c, d) = (a.into_array(), b.into_array(), c.into_array(), d.into_array());
            for (lane, counts) in counts.iter_mut().enumerate() {
                let [a, b, c, d] = [&a, &b, &c, &d].map(|digit| digit.as_ref()[lane]);
                counts.digits = [a, b, c, d];
            }
        }
    }
}

/// The same functions on many threads of rayon's pool.
#[cfg(feature = "rayon")]
pub mod parallel {
    use rayon::prelude::*;

    use super::same_lengths;
    use crate::Bitboard;
    use crate::batch::BatchError;
    use crate::setwise::{AttackCounts, Sliders};

    /// The number of boards in a piece: enough work for a thread, and few enough for its cache.
    const PIECE: usize = 4096;

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
        same_lengths(sliders, occupied, maps)?;
        let pieces = sliders.par_chunks(PIECE).zip(occupied.par_chunks(PIECE));
        let pieces = pieces.zip(maps.par_chunks_mut(PIECE));
        pieces
            .try_for_each(|((sliders, occupied), maps)| super::attack_maps(sliders, occupied, maps))
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
        same_lengths(sliders, occupied, counts)?;
        let pieces = sliders.par_chunks(PIECE).zip(occupied.par_chunks(PIECE));
        let pieces = pieces.zip(counts.par_chunks_mut(PIECE));
        pieces.try_for_each(|((sliders, occupied), counts)| {
            super::attack_counts(sliders, occupied, counts)
        })
    }
}
