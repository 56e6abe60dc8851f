//! The different positions after the moves of a group.

use super::board::CounterBoard;
use super::packed::{Packed, Reached};
use hyperbola_moves::MoveList;

/// The different positions after the moves of a group, and a table that finds them.
#[derive(Debug, Default)]
pub(crate) struct PositionTable {
    /// The positions.
    pub(crate) positions: Vec<Reached>,
    /// The numbers of the positions, the first of which is 1. A slot without a position has 0. The
    /// length is a power of two and at least twice the number of positions.
    slots: Vec<u32>,
    /// Room for the positions after the moves of one position.
    pub(crate) boards: Vec<CounterBoard>,
}

impl PositionTable {
    /// The largest number of positions.
    pub(super) const MOST: usize = 1 << 15;

    /// Removes all positions, and makes room for those that follow a group of some positions.
    pub(crate) fn empty(&mut self, group: usize) {
        self.positions.clear();
        self.clear_slots((64 * group.min(Self::MOST)).next_power_of_two().min(2 * Self::MOST));
    }

    fn clear_slots(&mut self, slots: usize) {
        self.slots.clear();
        self.slots.resize(slots, 0);
    }

    /// Returns whether the positions after one more position might be too many.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn is_full(&self) -> bool {
        self.positions.len() + MoveList::CAPACITY >= Self::MOST
    }

    /// Returns the slot of a position, or the empty slot where it belongs.
    #[inline(always)]
    fn slot(&self, position: &Packed) -> usize {
        let hash = position.hash() >> (u64::BITS - self.slots.len().ilog2());
        #[expect(clippy::cast_possible_truncation, reason = "it is less than the length")]
        let mut slot = hash as usize;
        loop {
            match self.slots[slot] as usize {
                0 => return slot,
                number if self.positions[number - 1].position == *position => return slot,
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Adds a position, or its multiplicity to that of the same position.
    #[inline(always)]
    pub(crate) fn add(&mut self, reached: Reached) {
        if 2 * self.positions.len() >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(&reached.position);
        if self.slots[slot] == 0 {
            self.positions.push(reached);
            self.slots[slot] = slot_number(self.positions.len());
        } else {
            let multiplicity = &mut self.positions[self.slots[slot] as usize - 1].multiplicity;
            *multiplicity = multiplicity.saturating_add(reached.multiplicity);
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.clear_slots(2 * self.slots.len());
        for index in 0..self.positions.len() {
            let slot = self.slot(&self.positions[index].position);
            self.slots[slot] = slot_number(index + 1);
        }
    }
}

/// Returns the number of a position as it is stored in a slot.
const fn slot_number(number: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "there are at most MOST positions")]
    let number = number as u32;
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperbola_rules::castling::Castles;

    #[test]
    fn the_table_grows() {
        let castles = Castles::default();
        let reached = |number: u64| {
            let board = CounterBoard { en_passant: number, ..CounterBoard::default() };
            Reached { position: Packed::new(&board, &castles), multiplicity: number.into() }
        };
        let mut found = PositionTable::default();
        found.empty(1);
        for number in (0..5000).chain(0..5000) {
            found.add(reached(number));
            assert!(found.slots.len() >= 2 * found.positions.len());
        }
        let multiplicities = found.positions.iter().map(|reached| reached.multiplicity);
        assert!(multiplicities.eq((0..5000).map(|number| 2 * number)));
        found.empty(2);
        assert!(found.positions.is_empty() && found.slots.iter().all(|&number| number == 0));
        found.add(reached(7));
        assert_eq!(found.positions.len(), 1);
        found.add(Reached { multiplicity: u128::MAX - 7, ..reached(7) });
        assert_eq!(found.positions[0].multiplicity, u128::MAX);
        found.add(reached(7));
        assert_eq!(found.positions[0].multiplicity, u128::MAX);
    }
}
