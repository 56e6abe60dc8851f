//! The proofs that a move is found to be legal where it is, whichever move it is, and that a legal
//! move is found to give check where it does.

use hyperbola::{Color, Word as _};
use hyperbola_explain::{Recorded, Recorder};
use hyperbola_rules::generator::{self, Turn, roles};

use super::function::Function;
use super::games::homes;
use super::generator::{Board, KINDS};
use super::inputs::{Assumed, Castlers, INPUTS, Passed};
use super::laws::PieceKind::Rook;
use super::laws::{Manner, Move, PieceKind, Side, Square, castled};
use super::position_proof::PositionProof;
use super::proof::{BUDGET, LegalProved, run};
use super::recording::Recording;
use super::refuted::Refuted;
use super::truth::{Truth, any, every};
use super::words;
use crate::diagrams::Diagrams;

/// A move as the library encodes it, but for the square that it goes to: the square that it leaves,
/// and the number of the role that a pawn becomes.
type Encoded = (Square, usize);

/// Returns the moves of the definition that an encoded move stands for, but castling and captures
/// en passant.
fn meant((from, becomes): Encoded, to: Square) -> Vec<Move> {
    let manners = match becomes {
        roles::PAWN => vec![Manner::Plain, Manner::DoubleStep],
        roles::KNIGHT..=roles::QUEEN => vec![Manner::Promotion(KINDS[becomes])],
        _ => Vec::new(),
    };
    manners.into_iter().map(|manner| Move { from, to, manner }).collect()
}

/// Formulas that find the same about one move.
type Formulas = for<'r> fn(&Board<'r>, Color, [hyperbola::Square; 2], usize) -> Vec<Recorded<'r>>;

/// Whether a move is legal, with and without knowing checks and pins.
const IS_LEGAL: Formulas = |board, color, squares, becomes| {
    let checks = Turn::new(board, color).checks;
    vec![
        generator::is_legal(board, color, squares, becomes),
        generator::is_legal_by(board, color, &checks, squares, becomes),
    ]
};

/// Whether a move gives check.
const GIVES_CHECK: Formulas =
    |board, color, squares, becomes| vec![generator::gives_check(board, color, squares, becomes)];

/// What a formula finds in a position as constants, by the numbers of the squares.
#[derive(Debug, Clone, Copy, Default)]
struct Constants {
    king: usize,
    passed: Option<usize>,
    rooks: [Option<usize>; 2],
}

/// Records formulas about some moves to a square, each of the side that has the first colour, then
/// of the other side in the position turned over.
fn record(
    formulas: Formulas,
    color: Color,
    constants: Constants,
    to: Square,
    moves: &[Encoded],
) -> Recording {
    let recorder = Recorder::skipping(0).with_choices().sharing();
    let Constants { king, passed, rooks } = constants;
    let board = Board::new(&recorder, king).with_passed(passed).with_rooks(rooks);
    let turned = board.turned();
    let mut results = Vec::new();
    for &(from, becomes) in moves {
        for (board, color) in [(&board, color), (&turned, !color)] {
            let squares = [from, to].map(|square| board.square(square.number()));
            // The library asks whether any bit is set.
            let found = formulas(board, color, squares, becomes).into_iter();
            results.extend(found.map(|found| !found.zero_mask()));
        }
    }
    Recording::of_results(&recorder, &results)
}

impl<'d> PositionProof<'d, '_> {
    /// Returns what the formulas find of a move, one of so many: of each side.
    fn found(&mut self, number: usize, moves: usize) -> Vec<Function<'d>> {
        let steps = &self.recording.steps;
        let mut of_moves = steps.chunks(steps.len() / moves);
        let of_move = of_moves.nth(number).expect("a move of the recording");
        of_move.iter().map(|&step| self.bit(step, 0)).collect()
    }

    /// Proves that an encoded move is found to be legal where one of the moves that it stands for
    /// is.
    fn legal_if_any(
        &mut self,
        found: Vec<Function<'d>>,
        (from, becomes): Encoded,
        to: Square,
        meant: &[Move],
    ) -> Result<(), Refuted> {
        let legal = any(meant, |&played| self.position.is_legal(Side::White, played));
        let name = Move { from, to, manner: Manner::Plain };
        let claim = format!("whether {name} is legal, with the number {becomes}");
        found
            .into_iter()
            .try_for_each(|found| self.never(self.differ(found, legal), &claim, Some(to)))
    }

    /// Proves that a move of Black is found to give check where it does, and where a pawn of White
    /// has passed over a square that is given.
    fn checks_if(
        &mut self,
        found: Vec<Function<'d>>,
        played: Move,
        passed: Option<usize>,
    ) -> Result<(), Refuted> {
        let goes = self.position.goes(Side::Black, played).and(|| {
            passed.map_or(Function::constant(true), |passed| {
                let pawn = words::square(passed + 8);
                let pawn = self.position.is(pawn, Side::White, PieceKind::Pawn);
                pawn.and(|| self.position.0[passed].passed)
            })
        });
        let goes = goes.and(|| self.position.in_check(Side::White).not());
        let gives = goes.and(|| self.position.after(Side::Black, played).in_check(Side::White));
        let claim = format!("whether {played} of Black gives check");
        found.into_iter().try_for_each(|found| {
            let wrong = goes.and(|| self.differ(found, gives));
            self.never(wrong, &claim, None)
        })
    }

    /// Returns whether a move of Black may be made in some position.
    fn may_go(&self, played: Move) -> bool {
        let goes = self.position.goes(Side::Black, played);
        !matches!(goes, Function::Constant(false))
    }
}

/// Returns the moves to a square that are asked: with all numbers where a pawn may go, and else
/// with that of no promotion and that of one.
fn asked(to: Square) -> Vec<Encoded> {
    let is_pawns = |from: Square| {
        (from.file - to.file).abs() <= 1 && [1, 2].contains(&(from.rank - to.rank).abs())
    };
    let numbers =
        |from| if is_pawns(from) { (0..roles::LEN).collect() } else { vec![0, roles::QUEEN] };
    Square::all()
        .flat_map(|from| numbers(from).into_iter().map(move |number| (from, number)))
        .collect()
}

/// Proves that moves are found to be legal where they are, with White's king on a square.
pub(super) fn prove_is_legal(king: usize) -> Result<LegalProved, Refuted> {
    let any_position = Assumed::any(king);
    let mut proved = LegalProved::default();
    for to in Square::all() {
        let moves = asked(to);
        let board = Constants { king, ..Constants::default() };
        let recording = record(IS_LEGAL, Color::White, board, to, &moves);
        proved = proved.with(run(&recording, any_position, |proof| {
            moves.iter().enumerate().try_for_each(|(number, &encoded)| {
                let found = proof.found(number, moves.len());
                proof.legal_if_any(found, encoded, to, &meant(encoded, to))
            })
        })?);
    }
    for passed in Passed::each(king) {
        let Passed::One(square) = passed else { continue };
        let (to, assumed) = (words::square(square), Assumed { passed, ..any_position });
        let moves = asked(to);
        let board = Constants { king, passed: Some(square), ..Constants::default() };
        let recording = record(IS_LEGAL, Color::White, board, to, &moves);
        proved = proved.with(run(&recording, assumed, |proof| {
            moves.iter().enumerate().try_for_each(|(number, &encoded)| {
                let mut all = meant(encoded, to);
                if encoded.1 == roles::PAWN {
                    all.push(Move { from: encoded.0, to, manner: Manner::EnPassant });
                }
                let found = proof.found(number, moves.len());
                proof.legal_if_any(found, encoded, to, &all)
            })
        })?);
    }
    Ok(proved.with(prove_castling(king)?))
}

/// Proves that moves along the first rank are found to be legal where they are, with White's king
/// on a square and rooks of his that may castle: castling goes to these and to no other piece.
fn prove_castling(king: usize) -> Result<LegalProved, Refuted> {
    let assumed = Assumed { castlers: Castlers::Among(0xff), ..Assumed::any(king) };
    let mut proved = LegalProved::default();
    for (_, rooks) in homes().into_iter().filter(|home| home.0 == king) {
        let board = Constants { king, rooks, ..Constants::default() };
        let from = words::square(king);
        for to in Square::all().filter(|to| to.rank == 0) {
            let moves = [(from, roles::PAWN), (from, roles::QUEEN)];
            let recording = record(IS_LEGAL, Color::White, board, to, &moves);
            proved = proved.with(run(&recording, assumed, |proof| {
                let are_castlers = every(rooks.into_iter().flatten(), |rook| {
                    let rook_is_there = proof.position.is(words::square(rook), Side::White, Rook);
                    rook_is_there.and(|| proof.position.0[rook].may_castle)
                });
                for (number, encoded) in moves.into_iter().enumerate() {
                    let mut all = meant(encoded, to);
                    if encoded.1 == roles::PAWN && rooks.contains(&Some(to.number())) {
                        let manner = Manner::Castling(to);
                        all.push(Move { from, to: castled(from, to).0, manner });
                    }
                    let legal = any(all, |played| proof.position.is_legal(Side::White, played));
                    for found in proof.found(number, moves.len()) {
                        let wrong = proof.differ(found, legal).and(|| are_castlers);
                        proof.never(
                            wrong,
                            &format!("a move along the rank to {to:?}"),
                            Some(to),
                        )?;
                    }
                }
                Ok(())
            })?);
        }
    }
    Ok(proved)
}

/// Proves that legal moves of Black are found to give check where they do, with White's king on a
/// square.
pub(super) fn prove_gives_check(king: usize) -> Result<LegalProved, Refuted> {
    let mut proved = LegalProved::default();
    for to in Square::all() {
        let encoded = |from| (0..=roles::QUEEN).map(move |number| (from, number));
        let castling = (to.rank == 7).then_some(Manner::Castling(to));
        // Each move that may be made, with what encodes it.
        let all = Square::all().flat_map(encoded).flat_map(|encoded| {
            let castling = castling.filter(|_| encoded.1 == roles::PAWN && encoded.0.rank == 7);
            let from = encoded.0;
            let castled = castling.map(|manner| Move { from, to: castled(from, to).0, manner });
            let moves = meant(encoded, to).into_iter().chain(castled);
            moves.map(move |played| (encoded, played))
        });
        let all: Vec<_> = all.collect();
        let passed = (to.rank == 2).then_some(Some(to.number()));
        for passed in [None].into_iter().chain(passed) {
            let mut moves = all.clone();
            if passed.is_some() {
                moves.extend(Square::all().map(|from| {
                    ((from, roles::PAWN), Move { from, to, manner: Manner::EnPassant })
                }));
            }
            let board = Constants { king, passed, ..Constants::default() };
            // Those that may be made in some position.
            let diagrams = Diagrams::with_inputs(INPUTS, BUDGET);
            let nothing = Recording::default();
            let proof = PositionProof::new(&diagrams, &nothing, Some(Assumed::any(king)));
            moves.retain(|&(_, played)| proof.may_go(played));
            assert_eq!(diagrams.exhausted(), None, "the nodes are enough for how moves go");
            // None goes to the king's square.
            if moves.is_empty() {
                continue;
            }
            let encoded: Vec<_> = moves.iter().map(|&(encoded, _)| encoded).collect();
            let recording = record(GIVES_CHECK, Color::Black, board, to, &encoded);
            proved = proved.with(run(&recording, Assumed::any(king), |proof| {
                let mut all = moves.iter().enumerate();
                all.try_for_each(|(number, &(_, played))| {
                    let found = proof.found(number, moves.len());
                    proof.checks_if(found, played, passed)
                })
            })?);
        }
    }
    Ok(proved)
}
