//! The bound of counts: a slow program counts so many sequences in a moment.

use hyperbola_moves::Position;

/// The greatest number of sequences that a subject is asked to count, if nothing else is said, and
/// that a row of a suite has.
pub(crate) const MOST_SEQUENCES: u64 = 200_000;

/// Returns the number of sequences of a depth, unless there are more than a bound.
pub(crate) fn count_within(position: &Position, depth: u32, most: u64) -> Option<u64> {
    let legal = position.legal_moves();
    if depth <= 1 {
        return Some(legal.len() as u64).filter(|&count| count <= most);
    }
    legal.iter().try_fold(0, |sum, &played| {
        let after = position.play(played).ok()?;
        Some(sum + count_within(&after, depth - 1, most - sum)?)
    })
}

/// Returns the largest depth, up to a given one, to which a position has at most so many sequences.
/// It is at least 1.
pub(crate) fn countable_depth(position: &Position, depth: u32, most: u64) -> u32 {
    // No position has so many moves that two of them come near the bound.
    let deeper = (3..=depth).take_while(|&depth| count_within(position, depth, most).is_some());
    deeper.last().unwrap_or(depth.min(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_end_at_the_bound() {
        let initial = Position::initial();
        assert_eq!(count_within(&initial, 4, 197_281), Some(197_281));
        assert_eq!(count_within(&initial, 4, 197_280), None);
        assert_eq!(count_within(&initial, 1, 19), None);
        let countable = |most| [1, 2, 3, 4, 5].map(|depth| countable_depth(&initial, depth, most));
        assert_eq!(countable(MOST_SEQUENCES), [1, 2, 3, 4, 4]);
        assert_eq!(countable(4_865_608), [1, 2, 3, 4, 4]);
        assert_eq!(countable(4_865_609), [1, 2, 3, 4, 5]);
    }
}
