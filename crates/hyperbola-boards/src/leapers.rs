//! The attacks of pieces that leap, and of those whose leap a piece beside them can block.

use crate::board::Board;
use crate::{Square, SquareSet};

/// The leaps of a knight of chess: files to the right and ranks up.
pub const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The steps of a king. They are also the steps of a promoted rook or bishop of shogi in addition
/// to its slides: its attacks are the union of both.
pub const KING: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The leaps of a horse of xiangqi, each after the square of the leg that must be empty.
pub const HORSE: [BlockedLeap; 8] = [
    BlockedLeap { leg: (0, 1), leap: (1, 2) },
    BlockedLeap { leg: (0, 1), leap: (-1, 2) },
    BlockedLeap { leg: (1, 0), leap: (2, 1) },
    BlockedLeap { leg: (1, 0), leap: (2, -1) },
    BlockedLeap { leg: (0, -1), leap: (1, -2) },
    BlockedLeap { leg: (0, -1), leap: (-1, -2) },
    BlockedLeap { leg: (-1, 0), leap: (-2, 1) },
    BlockedLeap { leg: (-1, 0), leap: (-2, -1) },
];

/// The leaps of an elephant of xiangqi, each after the square that must be empty. That it stays on
/// its side of the river is a rule of the game, which is not applied here.
pub const ELEPHANT: [BlockedLeap; 4] = [
    BlockedLeap { leg: (1, 1), leap: (2, 2) },
    BlockedLeap { leg: (1, -1), leap: (2, -2) },
    BlockedLeap { leg: (-1, -1), leap: (-2, -2) },
    BlockedLeap { leg: (-1, 1), leap: (-2, 2) },
];

/// A leap that a piece can block. Both offsets are files to the right and ranks up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockedLeap {
    /// The offset of the square that must be empty.
    pub leg: (i8, i8),
    /// The offset of the square that is attacked.
    pub leap: (i8, i8),
}

/// Returns the squares that are a number of files to the right and ranks up, as far as they are on
/// the board. This is a loop over the offsets.
///
/// ```
/// use hyperbola_boards::boards::Shogi;
/// use hyperbola_boards::{Square, leapers, square_set};
///
/// // The gold of the side that moves up.
/// let gold: Square<Shogi> = "5a".parse()?;
/// let steps = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];
/// assert_eq!(leapers::leaps(gold, &steps), square_set! {
///     . . . 1 . 1 . . .
///     . . . . 1 . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
/// });
/// # Ok::<(), hyperbola_boards::ParseSquareError>(())
/// ```
#[must_use]
pub fn leaps<B: Board>(square: Square<B>, offsets: &[(i8, i8)]) -> SquareSet<B> {
    offsets.iter().filter_map(|&(files, ranks)| square.offset(files, ranks)).collect()
}

/// Returns the squares that a piece attacks by leaps that other pieces can block. This is a loop
/// over the leaps.
///
/// ```
/// use hyperbola_boards::boards::Xiangqi;
/// use hyperbola_boards::{Square, SquareSet, leapers};
///
/// let (horse, leg): (Square<Xiangqi>, Square<Xiangqi>) = ("b0".parse()?, "b1".parse()?);
/// assert_eq!(leapers::blocked_leaps(horse, SquareSet::EMPTY, &leapers::HORSE).count(), 3);
/// let attacks = leapers::blocked_leaps(horse, leg.into(), &leapers::HORSE);
/// assert_eq!(attacks, horse.offset(2, 1).into_iter().collect());
/// # Ok::<(), hyperbola_boards::ParseSquareError>(())
/// ```
#[must_use]
pub fn blocked_leaps<B: Board>(
    square: Square<B>,
    occupied: SquareSet<B>,
    leaps: &[BlockedLeap],
) -> SquareSet<B> {
    let is_free = |&(files, ranks): &(i8, i8)| {
        square.offset(files, ranks).is_some_and(|leg| !occupied.contains(leg))
    };
    let free = leaps.iter().filter(|leap| is_free(&leap.leg));
    free.filter_map(|leap| square.offset(leap.leap.0, leap.leap.1)).collect()
}
