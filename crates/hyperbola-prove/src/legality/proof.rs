//! The whole proof, king's square by king's square.

use core::sync::atomic::{AtomicUsize, Ordering};

use hyperbola::Square;
use hyperbola_rules::formulas::ReplyForm;
use rayon::prelude::*;

use super::after;
use super::closure;
use super::counts;
use super::games::Game;
use super::generator::{self, Mistake};
use super::inputs::{Assumed, Castlers, INPUTS, Passed};
use super::neutral_sets;
use super::numbers;
use super::plan;
use super::play;
use super::position_proof::PositionProof;
use super::recording::Recording;
use super::refuted::Refuted;
use super::replies;
use super::single;
use super::words;
use crate::diagrams::Diagrams;

/// What is proved, and what it took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegalProved {
    /// The equations between Boolean functions.
    pub equations: u64,
    /// The nodes of all diagrams.
    pub nodes: u64,
    /// The nodes of the largest diagrams.
    pub most_nodes: u64,
}

impl LegalProved {
    /// Returns what two proofs prove together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            equations: self.equations + other.equations,
            nodes: self.nodes + other.nodes,
            most_nodes: self.most_nodes.max(other.most_nodes),
        }
    }
}

/// The nodes that the diagrams of one king's square may have.
pub(super) const BUDGET: usize = 1 << 24;

/// Runs one proof about the positions of which something is assumed.
pub(super) fn run(
    recording: &Recording,
    assumed: Assumed,
    prove: impl FnOnce(&mut PositionProof<'_, '_>) -> Result<(), Refuted>,
) -> Result<LegalProved, Refuted> {
    run_within(recording, Some(assumed), BUDGET, prove)
}

/// Runs one proof with so many nodes at the most. It is about any position if nothing is assumed.
pub(super) fn run_within(
    recording: &Recording,
    assumed: Option<Assumed>,
    budget: usize,
    prove: impl FnOnce(&mut PositionProof<'_, '_>) -> Result<(), Refuted>,
) -> Result<LegalProved, Refuted> {
    let diagrams = Diagrams::with_inputs(INPUTS, budget);
    let mut proof = PositionProof::new(&diagrams, recording, assumed);
    prove(&mut proof)?;
    let nodes = diagrams.nodes() as u64;
    Ok(LegalProved { equations: proof.equations, nodes, most_nodes: nodes })
}

/// Proves that [`moves`](hyperbola_rules::formulas::Formulas::moves) lists the legal moves
/// of White, each once, in all positions with White's king on one of some squares. `progress` is
/// called after each square.
///
/// # Errors
///
/// Returns a claim that is wrong, with a position.
pub fn prove_moves(kings: &[Square], progress: &(dyn Fn() + Sync)) -> Result<LegalProved, Refuted> {
    let games = Game::all();
    let record = || {
        let ordinary = Recording::new(&Game::ordinary().formulas);
        (ordinary, games.each_ref().map(|games| Recording::of_games(games)))
    };
    for_each_king(kings, progress, record, |(ordinary, recordings), king| {
        let mut proved = prove_king(ordinary, king)?;
        for (recording, games) in recordings.iter().zip(&games) {
            proved = proved.with(prove_castling(recording, games, king)?);
        }
        Ok(proved)
    })
}

/// Proves that the [generator](hyperbola_rules::generator) visits the legal moves that are wanted,
/// each once, of both sides, in all positions with the king of the side to move on one of some
/// squares, or turned over. `progress` is called after each square.
///
/// # Errors
///
/// Returns a claim that is wrong, with a position.
pub fn prove_generator(
    kings: &[Square],
    progress: &(dyn Fn() + Sync),
) -> Result<LegalProved, Refuted> {
    for_each_king(kings, progress, || (), |(), king| generator::prove(king, None))
}

/// Looks for a position in which the generator is wrong, with a [`Mistake`] in what it is given and
/// the king of the side to move on one of some squares. The proof is worth something if it finds
/// one.
///
/// # Errors
///
/// Returns the claim that is wrong, with the position.
pub fn prove_with_mistake(kings: &[Square], mistake: Mistake) -> Result<LegalProved, Refuted> {
    for_each_king(kings, &|| {}, || (), |(), king| generator::prove(king, Some(mistake)))
}

/// Proves that [`is_legal`](hyperbola_rules::generator::is_legal) finds any move to be legal where
/// it is, of both sides, with the king of the side to move on one of some squares, or turned over.
///
/// # Errors
///
/// Returns a claim that is wrong, with a position.
pub fn prove_is_legal(
    kings: &[Square],
    progress: &(dyn Fn() + Sync),
) -> Result<LegalProved, Refuted> {
    for_each_king(kings, progress, || (), |(), king| single::prove_is_legal(king))
}

/// Proves that [`gives_check`](hyperbola_rules::generator::gives_check) finds legal moves to give
/// check where they do, of both sides, with the other side's king on one of some squares, or turned
/// over.
///
/// # Errors
///
/// Returns a claim that is wrong, with a position.
pub fn prove_gives_check(
    kings: &[Square],
    progress: &(dyn Fn() + Sync),
) -> Result<LegalProved, Refuted> {
    for_each_king(kings, progress, || (), |(), king| single::prove_gives_check(king))
}

/// Proves that [`play`](hyperbola_rules::play::play) changes positions as the laws say, and keys by
/// what changes, of both sides. With the king of the side that may capture en passant on one of
/// some squares, or turned over, it is noted when a pawn may be captured so. `progress` is called
/// after each square.
///
/// # Errors
///
/// Returns a claim that is wrong.
pub fn prove_play(kings: &[Square], progress: &(dyn Fn() + Sync)) -> Result<LegalProved, Refuted> {
    let passed = for_each_king(kings, progress, || (), |(), king| play::prove_passed(king))?;
    Ok(play::prove_changes()?.with(passed))
}

/// Proves that a position after a legal move, turned over, meets the assumptions again.
///
/// # Errors
///
/// Returns a claim that is wrong.
pub fn prove_closure() -> Result<LegalProved, Refuted> {
    closure::prove()
}

/// Proves [`prove_moves`]'s part about the moves to one square but castling and captures en
/// passant, in all positions with White's king on a square.
///
/// # Errors
///
/// Returns a claim that is wrong, with a position.
///
/// ```
/// use hyperbola::Square;
/// // Six manners of moving from each square, and that no move is listed twice.
/// let proved = hyperbola_prove::legality::prove_moves_to(Square::A1, Square::A2)?;
/// assert!(proved.equations > 6 * 64);
/// # Ok::<(), hyperbola_prove::legality::Refuted>(())
/// ```
pub fn prove_moves_to(king: Square, to: Square) -> Result<LegalProved, Refuted> {
    let recording = Recording::new(&Game::ordinary().formulas);
    run(&recording, Assumed::any(king.index().into()), |proof| {
        proof.moves_to(words::square(to.index().into()))
    })
}

/// Proves something for each of some kings' squares with what each thread records once.
fn for_each_king<R>(
    kings: &[Square],
    progress: &(dyn Fn() + Sync),
    record: impl Fn() -> R + Sync,
    prove: impl Fn(&R, usize) -> Result<LegalProved, Refuted> + Sync,
) -> Result<LegalProved, Refuted> {
    let next = AtomicUsize::new(0);
    let of_threads = rayon::broadcast(|_| {
        let mut recorded = None;
        let mut all = LegalProved::default();
        while let Some(king) = kings.get(next.fetch_add(1, Ordering::Relaxed)) {
            let recorded = recorded.get_or_insert_with(&record);
            let proved = prove(recorded, king.index().into()).map_err(|refuted| {
                // After a failure nothing more is begun.
                next.store(kings.len(), Ordering::Relaxed);
                Refuted { king: Some(*king), ..refuted }
            });
            all = all.with(proved?);
            progress();
        }
        Ok(all)
    });
    of_threads.into_iter().try_fold(LegalProved::default(), |all, one| Ok(all.with(one?)))
}

/// Proves that the short ways of [`moves`](hyperbola_rules::formulas::Formulas::moves) give
/// what the long way does: at its questions whether anything is left, where nothing is. It is so in
/// all positions with White's king on one of some squares.
///
/// # Errors
///
/// Returns a claim that is wrong, with a position.
pub fn prove_short_ways(
    kings: &[Square],
    progress: &(dyn Fn() + Sync),
) -> Result<LegalProved, Refuted> {
    let formulas = Game::ordinary().formulas;
    let questions = Recording::new(&formulas).asked.len();
    let castles = |game: &Game| Recording::castles_without_asking(&game.formulas, questions);
    if !Game::all().as_slice().par_iter().flatten().all(castles) {
        return Err(Refuted::of_recordings("castling is found without asking"));
    }
    let record = || {
        let all = 0..1_u64 << questions;
        all.map(|skips| Recording::skipping(&formulas, skips)).collect::<Vec<_>>()
    };
    for_each_king(kings, progress, record, |recordings, king| {
        let mut proved = LegalProved::default();
        for (skips, short) in (0..).zip(recordings).skip(1) {
            let assumed = Assumed::any(king);
            let of_short = run(&recordings[0], assumed, |proof| proof.short_way(short, skips))?;
            proved = proved.with(of_short);
        }
        Ok(proved)
    })
}

/// Proves all but castling for one king's square.
fn prove_king(recording: &Recording, king: usize) -> Result<LegalProved, Refuted> {
    let any = Assumed::any(king);
    let mut proved = run(recording, any, |proof| proof.moves())?;
    for passed in Passed::each(king) {
        let assumed = Assumed { passed, ..any };
        proved = proved.with(run(recording, assumed, |proof| proof.en_passant())?);
    }
    Ok(proved)
}

/// Proves castling in the games of a recording, which have one home of White's king, for one square
/// where he stands.
pub(super) fn prove_castling(
    recording: &Recording,
    games: &[Game],
    king: usize,
) -> Result<LegalProved, Refuted> {
    let is_home = games.iter().any(|game| game.king == king);
    let castlers = Castlers::Among(if is_home { 0xff } else { 0 });
    let assumed = Assumed { castlers, ..Assumed::any(king) };
    run(recording, assumed, |proof| proof.castling(games))
}

/// Proves that each form of [`replies`](hyperbola_rules::formulas::Formulas::replies_by)
/// finds Black's legal moves and counts them, where that form is called, and the same of captures
/// en passant: in all positions with Black's king on one of some squares turned over.
///
/// # Errors
///
/// Returns a claim that is wrong, with the position turned over.
///
/// # Panics
///
/// If another set than castling is computed in another way in a game than in ordinary chess.
pub fn prove_replies(
    kings: &[Square],
    progress: &(dyn Fn() + Sync),
) -> Result<LegalProved, Refuted> {
    let games = Game::all();
    let record = || {
        let ordinary = replies::recording(&Game::ordinary().formulas);
        (ordinary, games.each_ref().map(|games| replies::recording_of_castling(games)))
    };
    let mut proved = for_each_king(kings, progress, record, |(ordinary, recordings), king| {
        let mut proved = LegalProved::default();
        for forms in replies::TOGETHER {
            let assumed = Assumed { left_out: replies::left_out(forms[0]), ..Assumed::any(king) };
            proved = proved.with(run(ordinary, assumed, |proof| proof.replies(forms))?);
        }
        for passed in Passed::each(king) {
            let assumed = Assumed { passed, ..Assumed::any(king) };
            proved = proved.with(run(ordinary, assumed, |proof| proof.captures_en_passant())?);
        }
        for forms in replies::TOGETHER.into_iter().filter(|forms| replies::castles(forms[0])) {
            let assumed = Assumed { left_out: replies::left_out(forms[0]), ..Assumed::any(king) };
            for recording in recordings {
                proved =
                    proved.with(run(recording, assumed, |proof| proof.castling_replies(forms))?);
            }
        }
        Ok(proved)
    })?;
    for form in ReplyForm::ALL {
        let recording =
            |game: &Game| replies::recording_of_sums(&game.formulas.turned_over(), form);
        proved.equations += replies::prove_sum(&recording(&Game::ordinary()), form, BUDGET)?;
        let is_counted_alike = |games: &Vec<Game>| {
            let expected = replies::counting(&recording(&Game::ordinary()));
            games.iter().all(|game| replies::counting(&recording(game)) == expected)
        };
        if !games.as_slice().par_iter().all(is_counted_alike) {
            return Err(Refuted::of_recordings("a number is counted in the same way in all games"));
        }
    }
    Ok(proved)
}

/// Proves that [`after`](hyperbola_rules::formulas::Formulas::after) makes each move as the
/// laws say, in all positions and in every game.
///
/// # Errors
///
/// Returns a claim that is wrong.
pub fn prove_after() -> Result<LegalProved, Refuted> {
    let games: Vec<Game> = Game::all().into_iter().flatten().collect();
    let (of_ordinary, of_games) = rayon::join(
        || after::moves(&after::record(&[Game::ordinary()]), BUDGET),
        || {
            let recording = after::record(&games);
            let same = after::same_in_games(&recording, BUDGET)?;
            Ok(same.with(after::castling(&recording, &games, BUDGET)?))
        },
    );
    Ok(of_ordinary?.with(of_games?))
}

/// Proves what [`prove_plan`] says of the moves that are left to be made. Returns the number of
/// sets in all games and both forms.
pub(super) fn prove_remaining() -> Result<u64, Refuted> {
    let prove = |game: &Game| {
        let of_form = |few| plan::prove_remaining(&plan::recording(&game.formulas, few));
        Ok(of_form(false)? + of_form(true)?)
    };
    let games = Game::all();
    let proved = games.as_slice().par_iter().flatten().map(prove);
    proved.try_reduce(|| 0, |one, other| Ok(one + other))
}

/// Proves that the moves which both forms of the
/// [`plan`](hyperbola_perft::four_words::plan) leave to be made are legal moves, in all
/// positions and in every game, and that all promotions, captures en passant and castling moves are
/// among them. And that they count the captures en passant after double steps, or leave these for a
/// closer look, in all positions with the king of the side that captures on one of some squares,
/// turned over; that the numbers of these squares are right; and that they add up the replies to
/// neutral moves by these numbers, for any moves; and that these are the legal moves that are not
/// left to be made, each once, with White's king on one of the squares. `progress` is called after
/// each square.
///
/// # Errors
///
/// Returns a claim that is wrong.
pub fn prove_plan(kings: &[Square], progress: &(dyn Fn() + Sync)) -> Result<LegalProved, Refuted> {
    let equations = prove_remaining()? + counts::prove()?;
    let of_sets = |few| neutral_sets::prove(&neutral_sets::recording(few), few);
    let of_sets = of_sets(false)?.with(of_sets(true)?);
    let record = || (numbers::recording(), neutral_sets::recording(false));
    let of_squares = for_each_king(kings, progress, record, |(numbers, counted), square| {
        let proved = plan::prove_captures(square)?;
        let proved = proved.with(numbers::prove(numbers, square, BUDGET)?);
        Ok(proved.with(neutral_sets::prove_targets(counted, square)?))
    })?;
    Ok(of_squares.with(of_sets).with(LegalProved { equations, ..LegalProved::default() }))
}

/// Proves that [`turned`](hyperbola_rules::formulas::Formulas::turned) gives the position in
/// which the sides have changed places, for all positions, and that the definition treats both
/// sides alike.
///
/// # Errors
///
/// Returns a claim that is wrong.
pub fn prove_turned() -> Result<LegalProved, Refuted> {
    let recording = after::record_turned();
    let turned = after::turned(&recording, BUDGET)?;
    Ok(turned.with(after::same_for_both_sides(&recording, BUDGET)?))
}
