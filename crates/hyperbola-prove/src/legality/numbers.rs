//! The proof that the plan's number of a square is what it should be, for all contents of the board
//! and any pins.
//!
//! The number is two, and what a piece on the square takes off the replies. On an empty square or
//! one of White's: for each slider of Black that reaches the square, the squares that it would
//! reach beyond; the steps of pawns over the square; and one less for each pawn that attacks it. On
//! a square of Black's: the piece's moves, less one for each piece that guards the square, and
//! sixteen. Pins are given: a pinned piece stays on a line.

use hyperbola::{Bits, Line};
use hyperbola_explain::{Recorded, Recorder};
use hyperbola_perft::four_words::alone;
use hyperbola_rules::lines::Pins;
use hyperbola_rules::pieces::Pieces;

use super::algebra::Algebra;
use super::circuit::Circuit;
use super::laws::Square;
use super::moves::{DIRECTIONS, KNIGHT, way_back};
use super::proof::LegalProved;
use super::recording::Recording;
use super::refuted::Refuted;
use super::sums::digits;
use super::words;
use crate::diagrams::Diagrams;
use crate::nodes::Bit;

/// The words of the board: White's pieces, Black's by kind, and those that are pinned by line.
const NAMES: [&str; 10] = [
    "white",
    "pawns",
    "knights",
    "diagonal",
    "orthogonal",
    "king",
    "rank",
    "file",
    "diagonals",
    "anti_diagonals",
];

/// The variables of a square: whether a piece stands there, whether it is Black's, three for its
/// kind, whether it is pinned, and two for the line.
const VARIABLES: u32 = 8;

/// Records the digits of the numbers.
pub(super) fn recording() -> Recording {
    let recorder = Recorder::skipping(0);
    let words = NAMES.map(|name| recorder.board(name, 0));
    let [white, pawns, knights, diagonal, orthogonal, king, rank, file, diagonals, antis] = words;
    let zero = white.splat(0);
    let nothing = Pieces::of_roles(|_| zero);
    let white = Pieces { knights: white, ..nothing };
    let black = Pieces { pawns, knights, diagonal, orthogonal, king };
    let all = (rank | file) | (diagonals | antis);
    let pins: Pins<Recorded<'_>> = Pins { lines: [rank, file, diagonals, antis], all };
    Recording::of_results(&recorder, &alone::numbers(&white, &black, pins))
}

/// What stands on a square, and how it is pinned.
#[derive(Debug, Clone, Copy)]
struct Contents {
    white: Bit,
    black: Bit,
    /// Black's pieces, in the order of [`NAMES`] but for White's.
    kinds: [Bit; 5],
    pinned: [Bit; 4],
}

/// The contents of all squares.
struct Board<'d> {
    diagrams: &'d Diagrams,
    squares: Vec<Contents>,
}

impl<'d> Board<'d> {
    /// Gives each square variables: first a square, and then those on its lines, line by line.
    fn new(diagrams: &'d Diagrams, first: Square) -> Self {
        let lines = by_line().flat_map(|step| way_back(first, step));
        let mut order: Vec<_> = core::iter::once(first).chain(lines).collect();
        order.extend(Square::all().filter(|square| !order.contains(square)).collect::<Vec<_>>());
        let place = |square| order.iter().position(|&at| at == square).expect("a square");
        let squares = Square::all().map(|square| {
            Self::contents(diagrams, square, u32::try_from(place(square)).expect("few"))
        });
        Self { diagrams, squares: squares.collect() }
    }

    fn contents(diagrams: &Diagrams, square: Square, place: u32) -> Contents {
        let of = |variable: u32| Bit::variable(place * VARIABLES + variable);
        let and = |a, b| diagrams.and(a, b);
        let (is_here, is_black) = (of(0), of(1));
        let (white, black) = (and(is_here, !is_black), and(is_here, is_black));
        let number = |first: u32, digits: u32, value: u32| {
            (0..digits).fold(Bit::TRUE, |all, digit| {
                let bit = of(first + digit);
                and(all, if value >> digit & 1 == 1 { bit } else { !bit })
            })
        };
        let role = |value| and(black, number(2, 3, value));
        let mut pawn = role(0);
        let mut knight = diagrams.or(role(1), role(6));
        if [0, 7].contains(&square.rank) {
            knight = diagrams.or(knight, pawn);
            pawn = Bit::FALSE;
        }
        let (bishop, rook, queen) = (role(2), role(3), role(4));
        let king = diagrams.or(role(5), role(7));
        let kinds = [pawn, knight, diagrams.or(bishop, queen), diagrams.or(rook, queen), king];
        let pinned = [0, 1, 2, 3].map(|line| and(black, and(of(5), number(6, 2, line))));
        Contents { white, black, kinds, pinned }
    }

    fn word(&self, of: impl Fn(&Contents) -> Bit) -> [Bit; 64] {
        core::array::from_fn(|square| of(&self.squares[square]))
    }

    fn inputs(&self) -> Vec<(&'static str, [Bit; 64])> {
        let words = (0..NAMES.len()).map(|word| match word {
            0 => self.word(|contents| contents.white),
            1..6 => self.word(|contents| contents.kinds[word - 1]),
            _ => self.word(|contents| contents.pinned[word - 6]),
        });
        NAMES.into_iter().zip(words).collect()
    }

    fn at(&self, square: Square) -> &Contents {
        &self.squares[square.number()]
    }

    fn all(&self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        bits.into_iter().fold(Bit::TRUE, |all, bit| self.diagrams.and(all, bit))
    }

    fn any(&self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        !self.all(bits.into_iter().map(|bit| !bit))
    }

    fn is_empty(&self, square: Square) -> Bit {
        let Contents { white, black, .. } = *self.at(square);
        self.all([!white, !black])
    }

    /// Returns whether a piece of Black's of a kind stands on a square and may move along a line.
    fn moves(&self, square: Square, kind: usize, line: Line) -> Bit {
        let Contents { kinds, pinned, .. } = self.at(square);
        let others = (0..4).filter(|&other| other != line as usize).map(|other| !pinned[other]);
        self.all(others.chain([kinds[kind]]))
    }

    /// Returns what a square's number is the sum of: bits with factors.
    fn number(&self, square: Square) -> Vec<(Bit, u64)> {
        const PAWNS: usize = 0;
        const KNIGHTS: usize = 1;
        let mut sum = vec![(Bit::TRUE, 2)];
        let Contents { black, kinds, .. } = *self.at(square);
        let mut add = |bits: &[Bit]| sum.push((self.all(bits.iter().copied()), 1));
        let mut guards = Vec::new();
        for step in by_line() {
            let line = line_of(step);
            let kind = if step.0 == 0 || step.1 == 0 { 3 } else { 2 };
            let back: Vec<_> = way_back(square, step).collect();
            let is_free =
                |squares: &[Square]| self.all(squares.iter().map(|&at| self.is_empty(at)));
            let reached = self.any(back.iter().enumerate().map(|(between, &from)| {
                self.all([self.moves(from, kind, line), is_free(&back[..between])])
            }));
            guards.push(reached);
            // The slider beyond whose attack a piece on the square would be, or the one there.
            let own = self.moves(square, kind, line);
            let goes = self.diagrams.choose(black, own, reached);
            let ahead: Vec<_> = way_back(square, (-step.0, -step.1)).collect();
            for (between, &to) in ahead.iter().enumerate() {
                add(&[goes, is_free(&ahead[..between]), !self.at(to).black]);
            }
        }
        let at = |file: i8, rank: i8| {
            let at = Square { file: square.file + file, rank: square.rank + rank };
            Some(at).filter(|at| (0..8).contains(&at.file) && (0..8).contains(&at.rank))
        };
        let steps = |pawn: Option<Square>| {
            pawn.map_or(Bit::FALSE, |pawn| self.moves(pawn, PAWNS, Line::File))
        };
        let is_free = |square: Option<Square>| self.is_empty(square.expect("on the board"));
        // The steps of pawns over the square.
        add(&[!black, steps(at(0, 1))]);
        match square.rank {
            5 => add(&[!black, steps(at(0, 1)), is_free(at(0, -1))]),
            4 => add(&[!black, steps(at(0, 2)), is_free(at(0, 1))]),
            _ => {}
        }
        // The moves of a pawn or a knight there.
        if square.rank > 0 {
            let one = self.all([steps(Some(square)), is_free(at(0, -1))]);
            add(&[one]);
            if square.rank == 6 {
                add(&[one, is_free(at(0, -2))]);
            }
        }
        // A pawn of Black's captures to the east along an anti-diagonal.
        for (file, line) in [(1, Line::AntiDiagonal), (-1, Line::Diagonal)] {
            if let Some(to) = at(file, -1) {
                add(&[self.moves(square, PAWNS, line), self.at(to).white]);
            }
            guards.extend(at(-file, 1).map(|from| self.moves(from, PAWNS, line)));
        }
        let pawns = guards.split_off(DIRECTIONS.len());
        let is_pinned = |square: Square| self.any(self.at(square).pinned);
        for (file, rank) in KNIGHT {
            let Some(other) = at(file, rank) else { continue };
            add(&[kinds[KNIGHTS], !is_pinned(square), !self.at(other).black]);
            guards.push(self.all([self.at(other).kinds[KNIGHTS], !is_pinned(other)]));
        }
        // A guard may recapture, and so may a pawn that attacks the square.
        sum.extend(
            guards.into_iter().map(|guard| (self.all([black, guard]), 1_u64.wrapping_neg())),
        );
        sum.extend(pawns.into_iter().map(|pawn| (pawn, 1_u64.wrapping_neg())));
        sum.push((black, 16));
        sum
    }
}

/// Returns the directions, line by line.
fn by_line() -> impl Iterator<Item = (i8, i8)> {
    let (forth, back) = DIRECTIONS.split_at(4);
    forth.iter().zip(back).flat_map(|(&forth, &back)| [forth, back])
}

/// Returns the line of a direction.
fn line_of(step: (i8, i8)) -> Line {
    match step {
        (_, 0) => Line::Rank,
        (0, _) => Line::File,
        (file, rank) if file == rank => Line::Diagonal,
        _ => Line::AntiDiagonal,
    }
}

/// Proves the number of a square, and that its fifth digit alone tells whether it is large.
pub(super) fn prove(
    recording: &Recording,
    square: usize,
    budget: usize,
) -> Result<LegalProved, Refuted> {
    let diagrams = Diagrams::with_inputs(VARIABLES, budget);
    let square = words::square(square);
    let board = Board::new(&diagrams, square);
    let mut circuit = Circuit::new(&diagrams, &recording.program, board.inputs());
    let found: Vec<_> =
        recording.steps.iter().map(|&step| circuit.bit(step, square.number())).collect();
    let expected = digits(&diagrams, &board.number(square));
    let claim = format!("the number of {square:?}");
    let is_equal = expected
        .iter()
        .enumerate()
        .all(|(place, &digit)| digit == found.get(place).copied().unwrap_or(Bit::FALSE));
    // Above 31 are only numbers with the addition, and these not above 47.
    let above = diagrams.and(found[5], !diagrams.and(board.at(square).black, !found[4]));
    if !is_equal || !diagrams.is_never(above) || diagrams.exhausted().is_some() {
        return Err(Refuted::without_position(&diagrams, claim));
    }
    let nodes = diagrams.nodes() as u64;
    Ok(LegalProved { equations: 65, nodes, most_nodes: nodes })
}

#[cfg(test)]
mod tests {
    use super::super::proof::BUDGET;
    use super::*;

    #[test]
    fn numbers_of_squares_are_right() {
        let recording = recording();
        let mut proved = LegalProved::default();
        for square in [0, 12, 27, 54] {
            let of_square = prove(&recording, square, BUDGET);
            proved = proved.with(of_square.unwrap_or_else(|refuted| panic!("{refuted}")));
        }
        assert_eq!(proved.equations, 4 * 65);
    }
}
