//! Lists of moves.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{Deref, DerefMut};

use arrayvec::{ArrayVec, IntoIter};

use crate::Move;

/// A list of moves that needs no heap. It holds 256 moves. No position that a game can reach has
/// more than 218 legal ones, and none that
/// [`Setup::position_lenient`](crate::Setup::position_lenient) makes is known to have more than
/// 240.
///
/// It is a slice of its moves, so that it can be sorted and searched. Lists are equal if they have
/// the same moves in the same order.
///
/// A new list is not cleared, so it costs little to make. A program that walks a tree may also keep
/// one for each depth and fill it again and again with
/// [`Moves::moves_into`](crate::Moves::moves_into).
///
/// ```
/// use hyperbola_moves::{Move, MoveList, Position, Square};
/// let mut list = Position::initial().legal_moves();
/// list.retain(|legal| legal.from() == Square::B1);
/// list.sort_unstable();
/// assert_eq!(format!("{list:?}"), "[Move(b1a3), Move(b1c3)]");
/// let moves: Vec<Move> = list.to_vec();
/// assert_eq!(list, ["b1a3", "b1c3"].iter().flat_map(|text| text.parse()).collect::<MoveList>());
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct MoveList {
    pub(crate) moves: ArrayVec<Move, { Self::CAPACITY }>,
}

impl MoveList {
    /// The number of moves that fit into a list.
    pub const CAPACITY: usize = 256;

    /// Makes an empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { moves: ArrayVec::new_const() }
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    ///
    /// Panics if the list is full.
    #[inline]
    pub fn push(&mut self, added: Move) {
        // `ArrayVec::push` is not always inlined, and takes twice as long then.
        if self.moves.try_push(added).is_err() {
            full();
        }
    }

    /// Removes the last move and returns it, if there is one.
    #[inline]
    pub fn pop(&mut self) -> Option<Move> {
        self.moves.pop()
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Removes all moves but the first ones. A list that is not longer stays as it is.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
    }

    /// Removes a move and puts the last one in its place.
    ///
    /// # Panics
    ///
    /// Panics if the index is not below the length.
    #[inline]
    pub fn swap_remove(&mut self, index: usize) -> Move {
        self.moves.swap_remove(index)
    }

    /// Keeps the moves for which the function returns true, in their order, and removes the others.
    #[inline]
    pub fn retain(&mut self, mut keeps: impl FnMut(&Move) -> bool) {
        self.moves.retain(|candidate| keeps(candidate));
    }
}

#[cold]
#[inline(never)]
fn full() -> ! {
    panic!("a list holds 256 moves");
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves
    }
}

impl AsRef<[Move]> for MoveList {
    #[inline]
    fn as_ref(&self) -> &[Move] {
        self
    }
}

impl AsMut<[Move]> for MoveList {
    #[inline]
    fn as_mut(&mut self) -> &mut [Move] {
        self
    }
}

impl Extend<Move> for MoveList {
    /// Adds moves at the end. It panics if they do not fit.
    #[inline]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|added| self.push(added));
    }
}

impl<'a> Extend<&'a Move> for MoveList {
    /// Adds moves at the end. It panics if they do not fit.
    #[inline]
    fn extend<I: IntoIterator<Item = &'a Move>>(&mut self, moves: I) {
        self.extend(moves.into_iter().copied());
    }
}

impl FromIterator<Move> for MoveList {
    /// Makes a list of at most 256 moves. It panics if there are more.
    #[inline]
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut list = Self::new();
        list.extend(moves);
        list
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut MoveList {
    type Item = &'a mut Move;
    type IntoIter = core::slice::IterMut<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = MoveListIter;

    #[inline]
    fn into_iter(self) -> MoveListIter {
        MoveListIter { moves: self.moves.into_iter() }
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.fmt(f)
    }
}

/// The moves of a list that was given away, from the first to the last.
#[derive(Debug, Clone)]
pub struct MoveListIter {
    moves: IntoIter<Move, { MoveList::CAPACITY }>,
}

impl Iterator for MoveListIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.moves.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.moves.size_hint()
    }
}

impl DoubleEndedIterator for MoveListIter {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        self.moves.next_back()
    }
}

impl ExactSizeIterator for MoveListIter {}
impl FusedIterator for MoveListIter {}
