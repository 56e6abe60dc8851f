//! Positions of a game that one move leads back to, found by their keys.
//!
//! The keys of two positions that are one such move apart differ by the numbers of a piece on two
//! squares. A table has these differences, each at one of two places, so a question looks at two: a
//! cuckoo table. The idea is Marcel van Kervinck's of 2013, in his engine Rookie and then in
//! others.

use hyperbola::{Color, Square, geometry};
use hyperbola_rules::generator::ATTACKS;

use crate::{Move, Piece, Position, Repetitions, Role, zobrist};

/// The number of places in the table, of which less than a half are taken.
const PLACES: usize = 1 << 13;

/// A piece, and the move from one of two squares to the other or back.
type Back = (Piece, Move);

/// The moves of all pieces but pawns on an empty board, 32 KiB.
static MOVES_BACK: [Option<Back>; PLACES] = {
    let mut table = [None; PLACES];
    let mut count = 0;
    let mut kind = 2;
    while kind < 12 {
        let color = if kind % 2 == 0 { Color::White } else { Color::Black };
        let piece = Piece::new(color, Role::ALL[kind / 2]);
        let mut low = 0;
        while low < 64 {
            let attacks = ATTACKS[piece.role as usize][low];
            let mut high = low + 1;
            while high < 64 {
                if attacks >> high & 1 != 0 {
                    insert(&mut table, (piece, Move::new(Square::ALL[low], Square::ALL[high])));
                    count += 1;
                }
                high += 1;
            }
            low += 1;
        }
        kind += 1;
    }
    assert!(count == 3_668);
    table
};

/// Adds a move to the table. What stands at its place gives way to its other place.
const fn insert(table: &mut [Option<Back>; PLACES], mut added: Back) {
    let [mut place, _] = places(difference(added));
    let mut moved = 0;
    while let Some(other) = table[place].replace(added) {
        added = other;
        let [first, second] = places(difference(other));
        place = if place == first { second } else { first };
        moved += 1;
        assert!(moved < 1_000, "the numbers of the keys leave room for all");
    }
}

/// Returns the two places of a difference.
const fn places(difference: u64) -> [usize; 2] {
    let [a, b, c, d, ..] = difference.to_le_bytes();
    [u16::from_le_bytes([a, b]) as usize % PLACES, u16::from_le_bytes([c, d]) as usize % PLACES]
}

/// Returns the difference of the keys before and after a move.
const fn difference((piece, played): Back) -> u64 {
    zobrist::white_to_move()
        ^ zobrist::piece(piece, played.from())
        ^ zobrist::piece(piece, played.to())
}

impl Repetitions {
    /// Returns whether the side to move has a move that leads back to a position of the game, so
    /// that [`is_repeated`](Self::is_repeated) holds after it. The last position must be given, and
    /// the number of half moves since the root of the search. A search that knows this can raise
    /// its lower bound to a draw before it makes any move.
    ///
    /// ```
    /// use hyperbola_moves::{Position, Repetitions};
    /// let mut position = Position::initial();
    /// let mut repetitions = Repetitions::new();
    /// repetitions.push(&position);
    /// for uci in ["g1f3", "g8f6", "f3g1"] {
    ///     assert!(!repetitions.can_repeat(&position, 10));
    ///     position = position.play(position.parse_uci(uci)?)?;
    ///     repetitions.push(&position);
    /// }
    /// // The knight on f6 can go back.
    /// assert!(repetitions.can_repeat(&position, 10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn can_repeat(&self, last: &Position, plies: usize) -> bool {
        let key = last.key();
        (3..=self.reversible()).step_by(2).any(|at| {
            leads_back(last, key ^ self.key_before(at))
                && (at < plies || self.earlier(at).next().is_some())
        })
    }
}

/// Returns whether a move of the side to move changes the key of a position by a difference.
#[inline]
fn leads_back(position: &Position, wanted: u64) -> bool {
    let found = places(wanted).into_iter().filter_map(|place| MOVES_BACK[place]);
    let mut found = found.filter(|&back| difference(back) == wanted);
    found.next().is_some_and(|(piece, played)| {
        let (from, to) = (played.from(), played.to());
        // The piece stands on one of the squares, and the other is empty.
        piece.color == position.side_to_move()
            && geometry::between(from, to).is_disjoint(position.board().occupied())
    })
}
