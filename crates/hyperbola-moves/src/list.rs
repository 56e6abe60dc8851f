//! Lists of moves.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{Deref, DerefMut};

use hyperbola::Square;

use crate::Move;

/// A list of moves that needs no heap. It holds 256 moves. No position that a game can reach has
/// more than 218 legal ones, and none that [`Setup::position_lenient`](crate::Setup::position_lenient)
/// makes is known to have more than 240.
///
/// It is a slice of its moves, so that it can be sorted and searched. Lists are equal if they have
/// the same moves in the same order.
///
/// A new list is 512 bytes of zeros, and a cleared one costs nothing. So a program that walks a tree
/// may keep one list for each depth and fill it again and again with
/// [`Legal::moves_into`](crate::Legal::moves_into).
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
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// The number of moves that fit into a list.
    pub const CAPACITY: usize = 256;

    /// Makes an empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { moves: [Move::new(Square::A1, Square::A1); Self::CAPACITY], len: 0 }
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    ///
    /// Panics if the list is full.
    #[inline]
    pub const fn push(&mut self, added: Move) {
        self.moves[self.len] = added;
        self.len += 1;
    }

    /// Removes the last move and returns it, if there is one.
    #[inline]
    pub const fn pop(&mut self) -> Option<Move> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(self.moves[self.len])
    }

    /// Removes all moves.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Removes all moves but the first ones. A list that is not longer stays as it is.
    #[inline]
    pub const fn truncate(&mut self, len: usize) {
        if len < self.len {
            self.len = len;
        }
    }

    /// Removes a move and puts the last one in its place.
    ///
    /// # Panics
    ///
    /// Panics if the index is not below the length.
    #[inline]
    pub fn swap_remove(&mut self, index: usize) -> Move {
        let last = self.len.wrapping_sub(1);
        self.swap(index, last);
        self.len = last;
        self.moves[last]
    }

    /// Keeps the moves for which the function returns true, in their order, and removes the others.
    #[inline]
    pub fn retain(&mut self, mut keeps: impl FnMut(&Move) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            let candidate = self.moves[index];
            if keeps(&candidate) {
                self.moves[kept] = candidate;
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
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

impl PartialEq for MoveList {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl Extend<Move> for MoveList {
    /// Adds moves at the end. It panics if they do not fit.
    #[inline]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        for added in moves {
            self.push(added);
        }
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
        MoveListIter { list: self, next: 0 }
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The moves of a list that was given away, from the first to the last.
#[derive(Debug, Clone)]
pub struct MoveListIter {
    list: MoveList,
    /// The index of the next move.
    next: usize,
}

impl Iterator for MoveListIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let next = *self.list.get(self.next)?;
        self.next += 1;
        Some(next)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len - self.next;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for MoveListIter {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        if self.next == self.list.len { None } else { self.list.pop() }
    }
}

impl ExactSizeIterator for MoveListIter {}
impl FusedIterator for MoveListIter {}
