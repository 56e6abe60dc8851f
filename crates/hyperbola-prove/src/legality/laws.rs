//! The legal moves of chess, from the laws alone.
//!
//! The numbers are those of the articles of the FIDE Laws of Chess of 2023, and of their Guidelines
//! II, Chess960. A statement is a [`Truth`]: on `bool` this text finds the moves of one position,
//! on Boolean functions it is the specification of a proof. Nothing here comes from the library.

use super::truth::{Truth, any, every};

/// A side. White's pawns advance to higher ranks (3.7, 2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    White,
    Black,
}
use Side::{Black, White};

impl Side {
    pub(super) const fn opponent(self) -> Self {
        if matches!(self, White) { Black } else { White }
    }
    const fn forward(self) -> i8 {
        if matches!(self, White) { 1 } else { -1 }
    }
    const fn rank(self, rank: i8) -> i8 {
        if matches!(self, White) { rank } else { 7 - rank }
    }
}

/// The kinds of pieces (2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}
use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};

/// A square, as the numbers of its file and its rank from 0 to 7: a1 is 0 and 0 (2.1, 2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Square {
    pub(super) file: i8,
    pub(super) rank: i8,
}

impl Square {
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..64).map(|number| Self { file: number % 8, rank: number / 8 })
    }
    pub(super) fn number(self) -> usize {
        usize::from((8 * self.rank + self.file).unsigned_abs())
    }
    /// Returns the squares strictly between this and another on a line.
    pub(super) fn between(self, to: Self) -> impl Iterator<Item = Self> {
        let (files, ranks) = (to.file - self.file, to.rank - self.rank);
        let (file, rank) = (files.signum(), ranks.signum());
        let steps = 1..files.abs().max(ranks.abs());
        steps.map(move |n| Self { file: self.file + n * file, rank: self.rank + n * rank })
    }
}

/// A move: the squares that a piece, or the king who castles, leaves and ends up on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) manner: Manner,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    Plain,                // The piece goes, and captures what is there.
    DoubleStep,           // A pawn advances two squares (3.7.2).
    EnPassant,            // A pawn captures en passant (3.7.4).
    Promotion(PieceKind), // A pawn is exchanged for another piece (3.7.5).
    Castling(Square),     // The king castles with the rook that stands there (3.8.2).
}
use Manner::{Castling, DoubleStep, EnPassant, Plain, Promotion};

/// What may stand on a square: a piece of a side and a kind; a rook that, like its king, has not
/// moved (3.8.2.1); nothing, where a pawn has passed by the last move (3.7.4).
#[derive(Debug, Clone, Copy)]
pub(super) struct Contents<T> {
    pub(super) pieces: [[T; 6]; 2],
    pub(super) may_castle: T,
    pub(super) passed: T,
}

/// A position: what stands on each square, in the order of [`Square::all`].
#[derive(Debug, Clone)]
pub(super) struct Position<T>(pub(super) [Contents<T>; 64]);

impl<T: Truth> Position<T> {
    pub(super) fn is(&self, square: Square, side: Side, kind: PieceKind) -> T {
        self.0[square.number()].pieces[side as usize][kind as usize]
    }
    pub(super) fn has(&self, square: Square, side: Side) -> T {
        any(self.0[square.number()].pieces[side as usize], |is_here| is_here)
    }
    pub(super) fn is_empty(&self, square: Square) -> T {
        self.has(square, White).or(|| self.has(square, Black)).not()
    }

    /// Returns whether a piece of a side on a square attacks another square: it could capture there
    /// (3.1.2), even if that would leave its own king attacked (3.1.3).
    pub(super) fn attacks(&self, side: Side, from: Square, to: Square) -> T {
        let (files, ranks) = (to.file - from.file, to.rank - from.rank);
        let is = |kind| self.is(from, side, kind);
        match (files.abs(), ranks.abs()) {
            // A knight goes to the nearest squares not on its rank, file or diagonals (3.6).
            (1, 2) | (2, 1) => is(Knight),
            // A bishop and a queen go along diagonals (3.2, 3.4), a rook and a queen along files
            // and ranks (3.3, 3.4); they do not move over any piece between (3.5).
            (f, r) if f.max(r) > 0 && (f == r || f == 0 || r == 0) => {
                let slides = is(Queen).or(|| is(if f == r { Bishop } else { Rook }));
                // The king goes to an adjoining square (3.8.1). A pawn captures diagonally in front
                // of it on an adjacent file (3.7.3).
                let king = T::constant(f.max(r) == 1).and(|| is(King));
                let pawn = T::constant(f == 1 && ranks == side.forward()).and(|| is(Pawn));
                let slides = slides.and(|| every(from.between(to), |square| self.is_empty(square)));
                slides.or(|| king).or(|| pawn)
            }
            _ => T::constant(false),
        }
    }

    pub(super) fn is_attacked(&self, square: Square, by: Side) -> T {
        any(Square::all(), |from| self.attacks(by, from, square))
    }

    /// Returns whether the king of a side is attacked: he is in check (3.9.1).
    pub(super) fn in_check(&self, side: Side) -> T {
        any(Square::all(), |square| {
            self.is(square, side, King).and(|| self.is_attacked(square, side.opponent()))
        })
    }

    /// Returns whether a move is legal: it is made as the laws say (3.1 to 3.8), and the mover's
    /// king is not attacked afterwards (3.9.2, 1.4.1).
    pub(super) fn is_legal(&self, side: Side, played: Move) -> T {
        self.goes(side, played).and(|| self.after(side, played).in_check(side).not())
    }

    /// Returns whether a piece of a side goes as the move says.
    pub(super) fn goes(&self, side: Side, Move { from, to, manner }: Move) -> T {
        let [first, last] = [from, to].map(|square| side.rank(square.rank));
        let is_last = T::constant(last == 7);
        let pawn = self.is(from, side, Pawn);
        // No piece goes to a square with a piece of its colour (3.1). The opponent's king is not
        // captured (1.4.1).
        let is_king = || self.is(to, side.opponent(), King);
        let captures = || self.has(to, side.opponent()).and(|| is_king().not());
        let is_ahead = to.file == from.file && to.rank == from.rank + side.forward();
        // A pawn advances to the empty square in front of it (3.7.1), or captures (3.7.3).
        let pawn_goes = || {
            let advances = T::constant(is_ahead).and(|| self.is_empty(to));
            advances.or(|| self.attacks(side, from, to).and(captures))
        };
        match manner {
            // A pawn that reaches the last rank is exchanged (3.7.5.1).
            Plain => {
                let other = || self.attacks(side, from, to).and(|| self.is_empty(to).or(captures));
                let pawn_moves = pawn.and(|| is_last.not()).and(pawn_goes);
                pawn_moves.or(|| pawn.not().and(other))
            }
            // For a queen, a rook, a bishop or a knight of its colour (3.7.5.1).
            Promotion(kind) => T::constant(![Pawn, King].contains(&kind))
                .and(|| pawn.and(|| is_last).and(pawn_goes)),
            // On its first move a pawn may advance two squares if both are empty (3.7.2).
            DoubleStep => {
                let two = to.file == from.file && first == 1 && last == 3;
                let is_empty = || every(from.between(to), |square| self.is_empty(square));
                T::constant(two).and(|| pawn.and(is_empty).and(|| self.is_empty(to)))
            }
            // A pawn may capture one that has just advanced two squares as though it had advanced
            // one only (3.7.4.1), on the next move (3.7.4.2).
            EnPassant => {
                pawn.and(|| self.attacks(side, from, to).and(|| self.0[to.number()].passed))
            }
            Castling(rook) => self.castles(side, from, to, rook),
        }
    }

    /// Returns whether a side's king may castle with a rook, but for checks afterwards.
    fn castles(&self, side: Side, king: Square, to: Square, rook: Square) -> T {
        // King and rook stand on the first rank (3.8.2).
        let at_home = [king, to, rook].into_iter().all(|square| side.rank(square.rank) == 0);
        if !at_home || king == rook || to != castled(king, rook).0 {
            return T::constant(false);
        }
        let stand = self.is(king, side, King).and(|| self.is(rook, side, Rook));
        let unmoved = stand.and(|| self.0[rook.number()].may_castle);
        // All squares up to the last of each are vacant but for these two (3.8.2.2.2, II.3.2).
        let path = |from: Square, to: Square| from.between(to).chain([to]);
        let paths = path(king, to).chain(path(rook, castled(king, rook).1));
        let others = paths.filter(|&square| square != king && square != rook);
        let is_free = || every(others, |square| self.is_empty(square));
        // The king's square, those that he crosses and his last are not attacked (3.8.2.2.1).
        let safe = |square| self.is_attacked(square, side.opponent()).not();
        unmoved.and(is_free).and(|| every(path(king, to).chain([king]), safe))
    }

    /// Returns the position after a move of a side, with the opponent to move.
    pub(super) fn after(&self, side: Side, Move { from, to, manner }: Move) -> Self {
        let [is, is_not] = [true, false].map(T::constant);
        let empty = Contents { pieces: [[is_not; 6]; 2], may_castle: is_not, passed: is_not };
        let with = |kind: PieceKind| {
            let mut contents = empty;
            contents.pieces[side as usize][kind as usize] = is;
            contents
        };
        // A capture en passant is possible on the next move only (3.7.4.2).
        let mut next = Self(self.0.map(|contents| Contents { passed: is_not, ..contents }));
        let mut set = |square: Square, contents| next.0[square.number()] = contents;
        // The piece goes to its square; what stands there is captured and removed (3.1.1).
        let moved = Contents { pieces: self.0[from.number()].pieces, ..empty };
        set(from, empty);
        set(to, moved);
        match manner {
            // The pawn that advanced two squares is on the capturing pawn's rank (3.7.4.1).
            EnPassant => set(Square { rank: from.rank, ..to }, empty),
            DoubleStep => {
                let passed = Square { rank: from.rank + side.forward(), ..to };
                set(passed, Contents { passed: is, ..empty });
            }
            Promotion(kind) => set(to, with(kind)),
            Castling(rook) => {
                let ends = [(rook, empty), (to, moved), (castled(from, rook).1, with(Rook))];
                ends.into_iter().for_each(|(square, contents)| set(square, contents));
            }
            Plain => {}
        }
        // Once the king has moved he castles no more (3.8.2.1).
        for contents in &mut next.0 {
            let is_own = contents.pieces[side as usize][Rook as usize];
            let is_lost = is_own.and(|| self.is(from, side, King));
            contents.may_castle = contents.may_castle.and(|| is_lost.not());
        }
        next
    }
}

/// Returns where a king and a rook end by castling: on files g and f, or c and d (3.8.2, II.3.2).
pub(super) const fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (king_to, rook_to) = if rook.file > king.file { (6, 5) } else { (2, 3) };
    (Square { file: king_to, ..king }, Square { file: rook_to, ..king })
}
