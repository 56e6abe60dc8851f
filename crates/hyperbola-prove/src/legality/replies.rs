//! The proof that the formulas of replies find and count Black's legal moves, each form under the
//! condition under which the counter calls it.
//!
//! Black's replies are the moves of White in the position turned over, which are proved to be the
//! legal ones. So each set of the replies is compared with that of the moves, bit by bit.

use hyperbola_explain::{Instruction, Masks, Recorder};
use hyperbola_rules::formulas::{CountedReplies, Formulas, ReplyForm};
use hyperbola_rules::sets;

use super::function::Function;
use super::games::Game;
use super::inputs::LeftOut;
use super::laws::{Side, Square};
use super::moves::{DIRECTIONS, KNIGHT};
use super::position_proof::PositionProof;
use super::recording::{Recording, record};
use super::refuted::Refuted;
use super::sums::{self, Sum};
use super::truth::Truth;
use super::words::{self, WORDS};

/// The words of a tally.
const TALLY: [&str; 5] = ["ones", "twos", "fours", "eights", "sixteens"];

/// The places of a form's sets among its results.
mod of_form {
    pub(super) const KNIGHTS: usize = 8;
    pub(super) const PAWNS: usize = 16;
    pub(super) const KING: usize = 20;
    pub(super) const CASTLING: usize = 21;
    pub(super) const LEN: usize = 22;
}

/// Returns the condition under which a form is called, but for checks: it is about the position
/// turned over, so about White.
pub(super) const fn left_out(form: ReplyForm) -> LeftOut {
    let all = LeftOut { promotions: false, diagonals: false, knights: false };
    match form {
        ReplyForm::All | ReplyForm::NoCheck => all,
        ReplyForm::Plain => LeftOut { promotions: true, ..all },
        ReplyForm::NoDiagonals => LeftOut { promotions: true, diagonals: true, ..all },
        ReplyForm::RooksAndPawns => LeftOut { promotions: true, diagonals: true, knights: true },
        ReplyForm::RooksAndPawnsInCheck => LeftOut { diagonals: true, knights: true, ..all },
    }
}

/// The forms that are proved in the same diagrams: those of one condition, but for checks.
pub(super) const TOGETHER: [&[ReplyForm]; 5] = [
    &[ReplyForm::All, ReplyForm::NoCheck],
    &[ReplyForm::Plain],
    &[ReplyForm::NoDiagonals],
    &[ReplyForm::RooksAndPawns],
    &[ReplyForm::RooksAndPawnsInCheck],
];

/// Returns whether a form is called if the side is in check.
pub(super) const fn answers_checks(form: ReplyForm) -> bool {
    matches!(form, ReplyForm::All | ReplyForm::RooksAndPawnsInCheck)
}

/// Returns whether a form is called if the side may castle.
pub(super) const fn castles(form: ReplyForm) -> bool {
    !left_out(form).promotions
}

/// Returns the sets of a form, in their order.
fn results<W: Copy>(replies: &CountedReplies<W>) -> Vec<W> {
    let mut results = [replies.sliders, replies.knights].concat();
    results.extend(replies.pawns);
    results.extend([replies.king, replies.castling]);
    results
}

/// Records the moves, and then each form of the replies in the position turned over, with its sets
/// and the set of captures en passant in the end.
pub(super) fn recording(formulas: &Formulas) -> Recording {
    let recorder = Recorder::skipping(0);
    let mut all = record(&recorder, formulas);
    let turned = Formulas::turned(WORDS.map(|name| recorder.board(name, 0)));
    let of_black = formulas.turned_over();
    let tally = TALLY.map(|name| recorder.board(name, 0));
    for form in ReplyForm::ALL {
        all.extend(results(&of_black.replies_by(form, turned, tally)));
    }
    all.push(of_black.capturing_en_passant(turned));
    Recording::of_results(&recorder, &all)
}

/// Returns the places of a form's sets in a [`recording`]. After the last form's, its results end
/// with the captures en passant.
pub(super) const fn results_of(form: ReplyForm) -> core::ops::Range<usize> {
    let first = sets::LEN + of_form::LEN * form as usize;
    first..first + of_form::LEN
}

/// Records castling in some games: the moves, and then each form of the replies.
///
/// # Panics
///
/// If any other set of the replies, or their captures en passant, are computed in another way than
/// in ordinary chess.
pub(super) fn recording_of_castling(games: &[Game]) -> Recording {
    let recorder = Recorder::skipping(0);
    let turned = Formulas::turned(WORDS.map(|name| recorder.board(name, 0)));
    let tally = TALLY.map(|name| recorder.board(name, 0));
    let ordinary = Game::ordinary();
    let mut all = Vec::new();
    for Game { formulas, .. } in core::iter::once(&ordinary).chain(games) {
        all.push(record(&recorder, formulas)[sets::CASTLING]);
        let of_black = formulas.turned_over();
        for form in ReplyForm::ALL {
            all.extend(results(&of_black.replies_by(form, turned, tally)));
        }
        all.push(of_black.capturing_en_passant(turned));
    }
    let mut recording = Recording::of_results(&recorder, &all);
    let of_form = |form: usize| 1 + of_form::LEN * form..1 + of_form::LEN * (form + 1);
    let forms = || (0..ReplyForm::ALL.len()).map(of_form);
    let mut of_games = recording.steps.chunks_exact(2 + of_form::LEN * ReplyForm::ALL.len());
    let others = |steps: &[usize]| {
        let sets = forms().flat_map(|sets| steps[sets.start..sets.end - 1].to_vec());
        sets.chain(steps.last().copied()).collect::<Vec<_>>()
    };
    let expected = others(of_games.next().expect("ordinary chess is the first"));
    let castling = of_games.flat_map(|steps| {
        assert_eq!(others(steps), expected, "only castling is of the game");
        core::iter::once(steps[0]).chain(forms().map(|sets| steps[sets.end - 1]))
    });
    recording.steps = castling.collect();
    recording
}

/// Returns the sets of the moves that are a set of replies in the position turned over.
fn sets_of_moves(set: usize) -> Vec<usize> {
    let turned = |steps: &[(i8, i8); 8], at: usize| {
        let (files, ranks) = steps[at];
        let found = steps.iter().position(|&step| step == (files, -ranks));
        found.expect("the steps are the same turned over")
    };
    match set {
        0..of_form::KNIGHTS => vec![sets::SLIDERS + turned(&DIRECTIONS, set)],
        of_form::KNIGHTS..of_form::PAWNS => {
            vec![sets::KNIGHTS + turned(&KNIGHT, set - of_form::KNIGHTS)]
        }
        of_form::KING => vec![sets::KING],
        of_form::CASTLING => vec![sets::CASTLING],
        pawns => match pawns - of_form::PAWNS {
            // A double step promotes nothing.
            1 => vec![sets::PAWNS + 1],
            0 => vec![sets::PAWNS, sets::PROMOTIONS],
            side => vec![sets::PAWNS + side, sets::PROMOTIONS + side - 1],
        },
    }
}

impl PositionProof<'_, '_> {
    /// Proves that the sets of some forms are those of the moves.
    pub(super) fn replies(&mut self, forms: &[ReplyForm]) -> Result<(), Refuted> {
        forms.iter().try_for_each(|&form| self.replies_by(form))
    }

    /// Proves that the sets of a form are those of the moves.
    ///
    /// [`ReplyForm::Plain`] has the same steps as [`ReplyForm::NoCheck`] but for castling, and is
    /// called where that one may be: the sets of the same steps are proved with that form.
    pub(super) fn replies_by(&mut self, form: ReplyForm) -> Result<(), Refuted> {
        let no_check = self.position.in_check(Side::White).not();
        let first = |form| results_of(form).start;
        for set in 0..of_form::LEN {
            let step = self.recording.steps[first(form) + set];
            let known = self.recording.steps[first(ReplyForm::NoCheck) + set];
            if form == ReplyForm::Plain && step == known {
                continue;
            }
            for place in Square::all() {
                let found = self.set(first(form) + set, place);
                let turned = words::square(place.number() ^ 56);
                let at = if set == of_form::CASTLING { place } else { turned };
                let expected = sets_of_moves(set);
                let expected = expected.into_iter().fold(Function::constant(false), |any, set| {
                    let found = self.set(set, at);
                    any.or(|| found)
                });
                let mut wrong = self.differ(found, expected);
                if !answers_checks(form) {
                    wrong = wrong.and(|| no_check);
                }
                self.never(wrong, &format!("set {set} of replies by {form:?}, turned over"), None)?;
            }
        }
        Ok(())
    }

    /// Proves that Black's captures en passant are White's in the position turned over.
    pub(super) fn captures_en_passant(&mut self) -> Result<(), Refuted> {
        let of_replies = sets::LEN + of_form::LEN * ReplyForm::ALL.len();
        for place in Square::all() {
            let found = self.set(of_replies, place);
            let expected = self.set(sets::EN_PASSANT, words::square(place.number() ^ 56));
            let wrong = self.differ(found, expected);
            self.never(wrong, "the replies that capture en passant, turned over", None)?;
        }
        Ok(())
    }

    /// Proves that some forms find the castling moves in the games of a recording.
    pub(super) fn castling_replies(&mut self, forms: &[ReplyForm]) -> Result<(), Refuted> {
        let no_check = self.position.in_check(Side::White).not();
        let mut known = std::collections::HashSet::new();
        let games = self.recording.steps.chunks_exact(1 + ReplyForm::ALL.len());
        for (game, steps) in games.enumerate() {
            for &form in forms {
                let index = 1 + form as usize;
                if !known.insert((steps[0], steps[index])) {
                    continue;
                }
                for place in Square::all() {
                    let first = game * steps.len();
                    let (found, expected) =
                        (self.set(first + index, place), self.set(first, place));
                    let mut wrong = self.differ(found, expected);
                    if !answers_checks(form) {
                        wrong = wrong.and(|| no_check);
                    }
                    self.never(wrong, &format!("castling by {form:?}, turned over"), None)?;
                }
            }
        }
        Ok(())
    }
}

/// Records a form of a game alone: its sets, that of captures en passant, the number of the tally
/// after it, that of captures en passant, and the words of the tally before.
pub(super) fn recording_of_sums(formulas: &Formulas, form: ReplyForm) -> Recording {
    let recorder = Recorder::with_masks(Masks::Computed);
    let position = WORDS.map(|name| recorder.board(name, 0));
    let tally = TALLY.map(|name| recorder.board(name, 0));
    let replies = formulas.replies_by(form, position, tally);
    let mut all = results(&replies);
    all.push(formulas.capturing_en_passant(position));
    all.extend([replies.total, formulas.captures_en_passant(position)]);
    all.extend(tally);
    Recording::of_results(&recorder, &all)
}

/// Returns the places of both numbers in a [`recording_of_sums`].
#[cfg(test)]
pub(super) const fn numbers_of_sums() -> core::ops::Range<usize> {
    of_form::LEN + 1..of_form::LEN + 3
}

/// Returns how a recording of a form alone makes both numbers of its sets.
pub(super) fn counting(recording: &Recording) -> (Vec<Instruction>, Vec<usize>) {
    let (sets, rest) = recording.steps.split_at(of_form::LEN + 1);
    sums::made_of(&recording.program, sets, &rest[..2])
}

/// Proves that a form adds the number of its moves to a tally, for any sets and any tally. Returns
/// the number of equations.
///
/// The number of a tally is the sum of its digits' ones, each times its place, and of 16 times the
/// last word.
pub(super) fn prove_sum(
    recording: &Recording,
    form: ReplyForm,
    budget: usize,
) -> Result<u64, Refuted> {
    let steps = &recording.steps;
    let program = &recording.program;
    let en_passant = of_form::LEN;
    let [total, captures, tally] = [1, 2, 3].map(|after| en_passant + after);
    let claim = format!("the number of replies by {form:?}");
    let mut sum = Sum::of(program, steps[total]);
    let sixteens = steps[tally + 4];
    if sum.words.remove(&sixteens) != Some(16) {
        return Err(Refuted::of_recordings(&claim));
    }
    let mut sets: sums::Weights = Vec::new();
    for (digit, &step) in steps[tally..tally + 4].iter().enumerate() {
        sets.push((step, [1 << digit; 64]));
    }
    for (set, &step) in steps[..of_form::LEN].iter().enumerate() {
        let is_pawns = (of_form::PAWNS..of_form::KING).contains(&set);
        // A promotion counts as four moves. Where none is possible no pawn reaches the last rank.
        let weight = |place: usize| {
            if is_pawns && castles(form) && set != of_form::PAWNS + 1 && place < 8 { 4 } else { 1 }
        };
        sets.push((step, core::array::from_fn(weight)));
    }
    let equations = sums::prove(program, &sum, &sets, &claim, budget)?;
    // No form counts captures en passant.
    if form != ReplyForm::All {
        return Ok(equations);
    }
    let sum = Sum::of(program, steps[captures]);
    let sets = vec![(steps[en_passant], [1; 64])];
    let claim = "the number of captures en passant";
    Ok(equations + sums::prove(program, &sum, &sets, claim, budget)?)
}
