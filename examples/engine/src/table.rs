//! The hash table: what earlier searches found out about positions.

use hyperbola_moves::Move;

use crate::search::MATE_AT_MOST;

/// What is known of a position. The true score is at least this one, at most, or both. That of a
/// mate counts from this position, not from the root.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    best: u16,
    score: i16,
    pub(crate) depth: i8,
    is_least: bool,
    is_most: bool,
}

impl Entry {
    /// Packs the entry into a word, which is not 0.
    fn pack(self) -> u64 {
        let ([a, b], [c, d]) = (self.best.to_le_bytes(), self.score.to_le_bytes());
        let [depth] = self.depth.to_le_bytes();
        u64::from_le_bytes([a, b, c, d, depth, self.is_least.into(), self.is_most.into(), 1])
    }

    fn unpack(word: u64) -> Self {
        let [a, b, c, d, depth, is_least, is_most, _] = word.to_le_bytes();
        Self {
            best: u16::from_le_bytes([a, b]),
            score: i16::from_le_bytes([c, d]),
            depth: i8::from_le_bytes([depth]),
            is_least: is_least != 0,
            is_most: is_most != 0,
        }
    }

    /// Returns the best move. Another position may have had the same key, so it need not be legal.
    pub(crate) fn best(self) -> Option<Move> {
        Move::from_bits(self.best)
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

/// Keys and packed entries, 16 bytes for both. A table of zeros costs nothing before it is used.
#[derive(Debug)]
pub(crate) struct Table(Vec<[u64; 2]>);

impl Table {
    pub(crate) fn new(mebibytes: usize) -> Self {
        Self(vec![[0; 2]; mebibytes << 16])
    }

    /// Makes a new table of some mebibytes, or of one if there is no memory for them.
    pub(crate) fn resize(&mut self, mebibytes: usize) -> Result<(), String> {
        *self = Self::new(1);
        let room = Vec::<[u64; 2]>::new().try_reserve_exact(mebibytes << 16);
        room.map_err(|why| format!("{mebibytes} MiB: {why}; the hash table has 1 MiB"))?;
        *self = Self::new(mebibytes);
        Ok(())
    }

    /// Forgets all entries.
    pub(crate) fn clear(&mut self) {
        let mebibytes = self.0.len() >> 16;
        self.0 = Vec::new();
        *self = Self::new(mebibytes);
    }

    /// Returns how many of the first thousand places are taken.
    pub(crate) fn full(&self) -> u16 {
        let taken = self.0.iter().take(1_000).filter(|[_, entry]| *entry != 0);
        u16::try_from(taken.count()).unwrap_or(1_000)
    }

    /// Returns the place of a key: its upper bits choose it.
    fn place(&self, key: u64) -> usize {
        let place = (u128::from(key) * self.0.len() as u128) >> 64;
        usize::try_from(place).expect("below the length")
    }

    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let [found, entry] = self.0[self.place(key)];
        (found == key && entry != 0).then(|| Entry::unpack(entry))
    }

    /// Stores the best move, and a score that was found in a window. Another position gives way.
    pub(crate) fn store(&mut self, key: u64, best: Option<Move>, node: [i32; 3], window: [i32; 2]) {
        let ([score, depth, ply], [alpha, beta], place) = (node, window, self.place(key));
        let (is_least, is_most) = (score > alpha, score < beta);
        let (kept, deepest) = self.find(key).map_or((0, 0), |last| (last.best, last.depth));
        let depth = i8::try_from(depth).unwrap_or(i8::MAX);
        if depth + 3 >= deepest || (is_least && is_most) {
            let score = i16::try_from(moved(score, ply)).expect("at most that of a mate");
            let best = best.map_or(kept, Move::to_bits);
            self.0[place] = [key, Entry { best, score, depth, is_least, is_most }.pack()];
        }
    }
}
