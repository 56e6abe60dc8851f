//! The different positions of a group: those in which the pieces of one side are the same.

use super::side::{LIST, Side};

/// The lowest bit above a list, for a position without a double step just before it. The bits above
/// it are for a double step on each file.
const NO_STEP: u64 = LIST + 1;

/// The ways in which a position was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ways(u64);

impl Ways {
    /// By a move that is not a double step.
    pub(crate) const OTHERWISE: Self = Self(NO_STEP);

    /// By a pawn's double step on a file, from 0 to 7.
    #[inline(always)]
    pub(crate) const fn by_step(file: u32) -> Self {
        Self(NO_STEP << 1 << file)
    }
}

/// A set of sides, each with the ways in which it was reached. The slots are a power of two, and at
/// most half of them are filled. A side always has a king, so an empty slot has no squares.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<Side>,
    len: usize,
    /// The largest number of slots for which there is room beforehand, a power of two.
    most: usize,
}

impl Table {
    /// The smallest number of slots.
    const FEWEST: usize = 64;

    /// Makes a table without room, which gets at most a number of bytes in advance. It grows if the
    /// sides take more.
    pub(crate) fn new(bytes: usize) -> Self {
        let most = 1 << (bytes / size_of::<Side>()).max(Self::FEWEST).ilog2();
        Self { slots: Vec::new(), len: 0, most }
    }

    /// Removes all sides, and makes room for about a number of them.
    pub(crate) fn empty(&mut self, room: usize) {
        let slots = room.clamp(Self::FEWEST, self.most).next_power_of_two();
        self.slots.clear();
        self.slots.resize(slots, Side::default());
        self.len = 0;
    }

    /// Returns the slot of a side, or the empty slot where it belongs.
    #[inline(always)]
    fn slot(&self, side: Side) -> usize {
        let hash = side.squares.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
            ^ side.kinds.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        #[expect(clippy::cast_possible_truncation, reason = "it is less than the length")]
        let mut slot = (hash >> (u64::BITS - self.slots.len().ilog2())) as usize;
        loop {
            let Side { squares, kinds } = self.slots[slot];
            if squares == 0 || (squares == side.squares && kinds & LIST == side.kinds) {
                return slot;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Adds a side that was reached in some ways.
    #[inline(always)]
    pub(crate) fn add(&mut self, side: Side, ways: Ways) {
        let slot = self.slot(side);
        if self.slots[slot].squares == 0 {
            self.slots[slot] = Side { kinds: side.kinds | ways.0, ..side };
            self.len += 1;
            if 2 * self.len > self.slots.len() {
                self.grow();
            }
        } else {
            self.slots[slot].kinds |= ways.0;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let twice = vec![Side::default(); 2 * self.slots.len()];
        for side in core::mem::replace(&mut self.slots, twice) {
            if side.squares != 0 {
                let slot = self.slot(Side { kinds: side.kinds & LIST, ..side });
                self.slots[slot] = side;
            }
        }
    }

    /// Returns each side with the way in which it was reached otherwise than by a double step, and
    /// the files of double steps, as bits from file a.
    pub(crate) fn each(&self) -> impl Iterator<Item = (Side, bool, u64)> {
        let filled = self.slots.iter().filter(|slot| slot.squares != 0);
        filled.map(|&Side { squares, kinds }| {
            let side = Side { squares, kinds: kinds & LIST };
            (side, kinds & NO_STEP != 0, kinds / (NO_STEP << 1))
        })
    }
}
