//! The lemmas of the proof as files for other solvers.

use core::fmt::Write as _;

use hyperbola::Square as Place;
use hyperbola_rules::formulas::ReplyForm;

use super::after;
use super::games::Game;
use super::gates::{Gates, literal};
use super::generator::{self, INPUTS_WITH_FILTERS, Mistake};
use super::inputs::{Assumed, Castlers, Passed, any_words};
use super::laws::Square;
use super::plan;
use super::position_proof::PositionProof;
use super::recording::Recording;
use super::refuted::Refuted;
use super::replies;
use super::words;
use crate::nodes::Bit;

/// A lemma of the proof, for a solver.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lemma {
    /// The name, which is also that of a file without its extension.
    pub name: String,
    /// The opposite of the lemma as clauses in the form of DIMACS: no values satisfy them all.
    /// Comments say which variables are a position's digits.
    pub dimacs: String,
}

/// The claims about the positions that are assumed, as gates.
struct Claims<'a> {
    recording: &'a Recording,
    assumed: Assumed,
    /// That which the formula is claimed to be.
    expected: &'static str,
}

/// The definition from the laws.
const LAWS: &str = "the definition from the laws of chess";

impl Claims<'_> {
    /// Makes a lemma of each part of a proof. A part is the end of a name, and makes its claims.
    fn lemmas<P>(
        &self,
        parts: impl Iterator<Item = (String, P)>,
        mut claim: impl FnMut(&mut PositionProof<'_, '_>, P) -> Result<(), Refuted>,
        visit: &mut dyn FnMut(Lemma),
    ) -> Result<(), Refuted> {
        let gates = Gates::new(64 * INPUTS_WITH_FILTERS);
        let mut proof =
            PositionProof::with_inputs(&gates, self.recording, self.assumed, generator::filters());
        let digits = proof.words;
        for (name, part) in parts {
            claim(&mut proof, part)?;
            let claims = gates.take_claims();
            let comments = comments(&name, self.expected, &digits);
            visit(Lemma { dimacs: gates.dimacs(&claims, digits.as_flattened(), &comments), name });
        }
        Ok(())
    }
}

/// Returns the comments of a lemma.
fn comments(name: &str, expected: &str, digits: &[[Bit; 64]; 4]) -> String {
    let mut text = format!(
        "{name}: the formula of Hyperbola is not {expected}.\n\
         Expected: unsatisfiable.\n\
         The digits of each square: the kind of piece as three binary digits, the lowest first\n\
         (1 to 6: pawn, knight, bishop, rook, queen, king; 7: rook that may castle), and whether\n\
         it is Black; Black's and none: a pawn has passed over the square. t and f: it always\n\
         is, or never.\n"
    );
    for place in Place::ALL {
        let digit = |word: &[Bit; 64]| {
            let bit = word[usize::from(place.index())];
            match bit.value() {
                Some(value) => (if value { "t" } else { "f" }).to_owned(),
                None => literal(bit).to_string(),
            }
        };
        let digits: Vec<_> = digits.iter().map(digit).collect();
        writeln!(text, "{place} {}", digits.join(" ")).expect("a string");
    }
    text
}

/// Makes the lemmas about the moves to some squares but castling and captures en passant, with
/// White's king on a square.
pub(super) fn moves(
    recording: &Recording,
    king: usize,
    to: &[Square],
    visit: &mut dyn FnMut(Lemma),
) -> Result<(), Refuted> {
    let parts =
        to.iter().map(|&to| (format!("moves-{}-to-{}", place(king), place(to.number())), to));
    let claims = Claims { recording, assumed: Assumed::any(king), expected: LAWS };
    claims.lemmas(parts, |proof, to| proof.moves_to(to), visit)
}

/// Returns a square of the library.
fn place(number: usize) -> Place {
    Place::from_index_wrapping(number.to_le_bytes()[0])
}

/// Makes the lemmas about White's moves, Black's replies and the generator that engines call, with
/// a king on each of some squares, and about the positions after moves from these squares: those of
/// ordinary chess, and castling in the games with White's king at home there.
///
/// # Errors
///
/// Returns a claim that is wrong about the recordings themselves.
pub fn for_each_lemma(kings: &[Place], visit: &mut dyn FnMut(Lemma)) -> Result<(), Refuted> {
    let ordinary = Game::ordinary();
    let (moves, after) =
        (Recording::new(&ordinary.formulas), after::record(core::slice::from_ref(&ordinary)));
    let replies = replies::recording(&ordinary.formulas);
    let games = Game::all();
    for &square in kings {
        let king = usize::from(square.index());
        let any = Assumed::any(king);
        self::moves(&moves, king, &Square::all().collect::<Vec<_>>(), visit)?;
        for passed in Passed::each(king) {
            let assumed = Assumed { passed, ..any };
            let claims = Claims { recording: &moves, assumed, expected: LAWS };
            let name = match passed {
                Passed::One(passed) => {
                    Place::from_index_wrapping(passed.to_le_bytes()[0]).to_string()
                }
                _ => "none".to_owned(),
            };
            let part = core::iter::once((format!("en-passant-{square}-{name}"), ()));
            claims.lemmas(part, |proof, ()| proof.en_passant(), visit)?;
        }
        if let Some(games) = games.get(king) {
            let recording = Recording::of_games(games);
            let assumed = Assumed { castlers: Castlers::Among(0xff), ..any };
            let part = core::iter::once((format!("castling-{square}"), ()));
            let claims = Claims { recording: &recording, assumed, expected: LAWS };
            claims.lemmas(part, |proof, ()| proof.castling(games), visit)?;
        }
        for forms in replies::TOGETHER {
            let assumed = Assumed { left_out: replies::left_out(forms[0]), ..any };
            let parts =
                forms.iter().map(|&form| (format!("replies-{square}-{}", name_of(form)), form));
            let expected = "that of the moves in the position turned over";
            let claims = Claims { recording: &replies, assumed, expected };
            claims.lemmas(parts, |proof, form| proof.replies_by(form), visit)?;
        }
        let gates = Gates::new(64 * INPUTS_WITH_FILTERS);
        PositionProof::new(&gates, &after, None).moves_from(words::square(king))?;
        let name = format!("after-from-{square}");
        let claims = gates.take_claims();
        let comments = comments(&name, LAWS, &any_words());
        visit(Lemma { dimacs: gates.dimacs(&claims, &[], &comments), name });
        of_generator(square, None, visit)?;
    }
    Ok(())
}

/// Makes the lemmas about the generator that engines call, with the king of the side to move on a
/// square: of the moves to each square, of what is asked beside them, of each capture en passant,
/// and of castling. A mistake may be planted in what the generator is given.
pub(super) fn of_generator(
    king: Place,
    mistake: Option<Mistake>,
    visit: &mut dyn FnMut(Lemma),
) -> Result<(), Refuted> {
    let square = king.index().into();
    generator::for_each_recording(square, mistake, &mut |recording, assumed, claims| {
        let parts = claims.into_iter();
        let parts = parts.map(|(name, claim)| (format!("generator-{king}-{name}"), claim));
        Claims { recording, assumed, expected: LAWS }.lemmas(
            parts,
            |proof, claim| claim(proof),
            visit,
        )
    })
}

/// Makes the lemmas about the neutral moves of the plan to some squares, in the position turned
/// over: Black makes the moves, and White's king stands on a square. They are about ordinary chess.
///
/// # Errors
///
/// Returns a claim that is wrong about the recording itself.
pub fn for_each_neutral_lemma(
    king: Place,
    to: &[Place],
    visit: &mut dyn FnMut(Lemma),
) -> Result<(), Refuted> {
    let recording = plan::recording_of_neutral(&Game::ordinary().formulas);
    let (assumed, rooks) = plan::assumed(king.index().into());
    let expected = "that of moves which change nothing for the king of the side that replies";
    let claims = Claims { recording: &recording, assumed, expected };
    for &to in to {
        // Each has gates of its own: they are a million.
        let part = core::iter::once((format!("neutral-{king}-to-{to}"), to));
        let claim = |proof: &mut PositionProof<'_, '_>, to: Place| {
            proof.neutral_moves_to(words::square(to.index().into()), rooks)
        };
        claims.lemmas(part, claim, visit)?;
    }
    Ok(())
}

/// Returns the name of a form in the name of a lemma.
const fn name_of(form: ReplyForm) -> &'static str {
    match form {
        ReplyForm::All => "all",
        ReplyForm::NoCheck => "no-check",
        ReplyForm::Plain => "plain",
        ReplyForm::NoDiagonals => "no-diagonals",
        ReplyForm::RooksAndPawns => "rooks-and-pawns",
        ReplyForm::RooksAndPawnsInCheck => "rooks-and-pawns-in-check",
    }
}
