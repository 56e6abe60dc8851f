//! The hash table: what earlier searches found out about positions.

use hyperbola_moves::{Move, Position};

use crate::search::MATE_AT_MOST;

/// An entry of 16 bytes. The true score is at least this one, at most, or both. That of a mate counts
/// from this position, not from the root.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Entry {
    key: u64,
    best: u16,
    score: i16,
    pub(crate) depth: i8,
    is_least: bool,
    is_most: bool,
}

impl Entry {
    /// Returns the best move, if it is legal in a position: another one may have had the same key.
    pub(crate) fn best(&self, position: &Position) -> Option<Move> {
        Move::from_bits(self.best).filter(|&best| position.is_legal(best))
    }

    /// Returns the score at a ply of the search, if it is exact or outside a window.
    pub(crate) fn cuts(&self, ply: i32, [alpha, beta]: [i32; 2]) -> Option<i32> {
        let score = moved(self.score.into(), -ply);
        let is_least = self.is_least && (self.is_most || score >= beta);
        (is_least || (self.is_most && score <= alpha)).then_some(score)
    }
}

/// Returns a score as it counts some half moves earlier.
fn moved(score: i32, plies: i32) -> i32 {
    if score.abs() < MATE_AT_MOST { score } else { score + plies * score.signum() }
}

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) entries: Vec<Entry>,
}

impl Table {
    pub(crate) fn new(mebibytes: usize) -> Self {
        Self { entries: vec![Entry::default(); mebibytes << 16] }
    }

    /// Makes a new table of some mebibytes, or of one if there is no memory for them.
    pub(crate) fn resize(&mut self, mebibytes: usize) -> Result<(), String> {
        *self = Self::new(1);
        let room = self.entries.try_reserve_exact((mebibytes - 1) << 16);
        room.map_err(|why| format!("{mebibytes} MiB: {why}; the hash table has 1 MiB"))?;
        self.entries.resize(mebibytes << 16, Entry::default());
        Ok(())
    }

    /// Returns the place of a key: its upper bits choose it.
    fn place(&self, key: u64) -> usize {
        let place = (u128::from(key) * self.entries.len() as u128) >> 64;
        usize::try_from(place).expect("below the length")
    }

    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        Some(self.entries[self.place(key)]).filter(|entry| entry.key == key)
    }

    /// Stores the best move, and a score that was found in a window. Another position gives way.
    pub(crate) fn store(&mut self, key: u64, best: Option<Move>, node: [i32; 3], window: [i32; 2]) {
        let ([score, depth, ply], [alpha, beta], place) = (node, window, self.place(key));
        let (is_least, is_most, last) = (score > alpha, score < beta, &mut self.entries[place]);
        let (kept, deepest) = if last.key == key { (last.best, last.depth) } else { (0, 0) };
        let depth = i8::try_from(depth).unwrap_or(i8::MAX);
        if depth + 3 >= deepest || (is_least && is_most) {
            let score = i16::try_from(moved(score, ply)).expect("at most that of a mate");
            let best = best.map_or(kept, Move::to_bits);
            *last = Entry { key, best, score, depth, is_least, is_most };
        }
    }
}
