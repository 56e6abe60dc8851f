//! Mistakes that are planted in the recorded formula. Each is refuted by a position in which the
//! definition on `bool` and the wrong formula on plain words differ.

use std::collections::{BTreeSet, HashMap};
use std::process::Command;
use std::time::Instant;

use hyperbola_explain::{Instruction, Operator, Program};
use hyperbola_moves::Setup;
use hyperbola_rules::formulas::ReplyForm;
use rayon::iter::Either;
use rayon::prelude::*;

use super::after;
use super::games::Game;
use super::inputs::{Assumed, Passed};
use super::laws::{Kind, Manner, Move, Side, Square};
use super::lemmas::{self, Lemma, for_each_lemma, for_each_neutral_lemma};
use super::moves::{self, Recording, sets};
use super::oracle::{legal_moves, read};
use super::proof::{BUDGET, prove_castling, run};
use super::refuted::Refuted;
use super::replies;
use super::words;

/// The part of the proof that is to notice a mistake.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// The moves of all pieces, with the king on this square.
    Moves(usize),
    /// The captures en passant, with the king on this square and a pawn that passed over that one.
    EnPassant(usize, usize),
    /// Castling, with the king and the rooks of both wings on these squares.
    Castling(usize, [usize; 2]),
    /// The positions after moves, but for castling.
    After,
    /// The positions after castling.
    AfterCastling,
    /// That positions after other moves are the same in two games.
    AfterInGames,
    /// The position turned over.
    Turned,
    /// The replies by a form, with the king on this square.
    Replies(ReplyForm, usize),
    /// The replies that capture en passant, with the king on this square and a pawn that passed
    /// over that one.
    Captures(usize, usize),
    /// The number of replies by a form.
    Sums(ReplyForm),
}
use Part::{
    After, AfterCastling, AfterInGames, Captures, Castling, EnPassant, Moves, Replies, Sums, Turned,
};

/// Where the way to the wrong step begins.
#[derive(Debug, Clone, Copy)]
pub(super) enum Root {
    /// At the step of this name, the last of several.
    Named(&'static str),
    /// At the complement of the step of this name.
    NotOf(&'static str),
    /// At the step of this set, or of another result.
    Set(usize),
}
use Root::{Named, NotOf, Set};

/// What becomes of the wrong step.
#[derive(Debug, Clone, Copy)]
pub(super) enum Change {
    /// It is a constant.
    Is(u64),
    /// It is one of its operands alone.
    Only(usize),
    /// Its first operand is replaced by that one's own first operand.
    Skips,
    /// It is counted twice.
    Doubled,
}
use Change::{Doubled, Is, Only, Skips};

/// A mistake: its description, the part that it is in, the way from a step through operands, and
/// what becomes of the step there.
type Mistake = (&'static str, Part, Root, &'static [usize], Change);

pub(super) const ZERO: Change = Is(0);
const ONES: Change = Is(u64::MAX);
const A1: Part = Moves(0);
const E4: Part = Moves(28);
const H1: Part = Moves(7);
const H8: Part = Moves(63);
const PAWNS: Root = Set(sets::PAWNS);
const TWO_STEPS: Root = Set(sets::PAWNS + 1);
const EAST: Root = Set(sets::PAWNS + 2);
const WEST: Root = Set(sets::PAWNS + 3);
const KING: Root = Set(sets::KING);
const PASSED: Root = Set(sets::EN_PASSANT);
const CASTLES: Root = Set(sets::CASTLING);
/// A king on his fifth rank, where the pawns of captures en passant stand.
const FIFTH: Part = EnPassant(32, 43);
const ORDINARY: Part = Castling(4, [7, 0]);

const MISTAKES: &[Mistake] = &[
    ("a pin along the rank is not seen", A1, Named("mover_pins_0"), &[], ZERO),
    ("a pin along the file is not seen", A1, Named("mover_pins_1"), &[], ZERO),
    ("a pin along the diagonal is not seen", A1, Named("mover_pins_2"), &[], ZERO),
    ("a pin along the anti-diagonal is not seen", H1, Named("mover_pins_3"), &[], ZERO),
    ("pinned along the rank, no move along it", A1, NotOf("mover_pins_0"), &[], ONES),
    ("pinned along the file, no move along it", A1, NotOf("mover_pins_1"), &[], ONES),
    ("pinned along the diagonal, no capture", A1, NotOf("mover_pins_2"), &[], ONES),
    ("pinned along the anti-diagonal, no capture", H1, NotOf("mover_pins_3"), &[], ONES),
    ("a pinned knight moves", A1, Set(sets::KNIGHTS), &[0, 0, 0], Only(0)),
    ("a pinned pawn steps ahead", A1, PAWNS, &[0, 0, 0, 0], Only(0)),
    ("a pinned pawn captures to the east", A1, EAST, &[0, 0, 0, 0], Only(0)),
    ("a pinned pawn captures to the west", A1, WEST, &[0, 0, 0, 0], Only(0)),
    ("knights go round the edge", A1, Set(sets::KNIGHTS), &[0, 0], Only(0)),
    ("captures to the east go round the edge", A1, EAST, &[0, 0, 0], Only(0)),
    ("captures to the west go round the edge", A1, WEST, &[0, 0, 0], Only(0)),
    ("pawns capture nothing", A1, EAST, &[0, 1], Only(1)),
    ("pawns step onto pieces", A1, PAWNS, &[0, 0], Only(0)),
    ("a pawn on the last rank stays a pawn too", A1, PAWNS, &[], Only(0)),
    ("pawns are promoted on any rank", A1, Set(sets::PROMOTIONS), &[], Only(0)),
    ("double steps jump over pieces", A1, TWO_STEPS, &[0, 0, 0], Skips),
    ("double steps start anywhere", A1, TWO_STEPS, &[0, 0, 0], Only(0)),
    ("double steps capture", A1, TWO_STEPS, &[0], Only(0)),
    ("double steps need not answer a check", A1, TWO_STEPS, &[], Only(0)),
    ("rooks need not answer a check", A1, Set(sets::SLIDERS), &[], Only(0)),
    ("the king captures own pieces", A1, KING, &[0], Only(0)),
    ("the king goes where he is attacked", A1, KING, &[], Only(0)),
    ("the king steps back along the checking ray", E4, Named("danger_0"), &[0, 0, 0], Only(0)),
    ("only sliders attack", A1, Named("danger"), &[], Only(0)),
    ("sliders attack nothing", A1, Named("danger"), &[], Only(1)),
    ("kings may touch", A1, Named("danger"), &[1], Only(0)),
    ("pawns attack nothing", A1, Named("danger"), &[1, 0], Only(0)),
    ("knights attack nothing", A1, Named("danger"), &[1, 0], Only(1)),
    ("no attack from the west", H1, Named("danger_0"), &[], ZERO),
    ("no attack from the south-east", E4, Named("danger_1"), &[], ZERO),
    ("no attack from the south", H8, Named("danger_2"), &[], ZERO),
    ("no attack from the south-west", H8, Named("danger_3"), &[], ZERO),
    ("no attack from the east", A1, Named("danger_4"), &[], ZERO),
    ("no attack from the north-west", H1, Named("danger_5"), &[], ZERO),
    ("no attack from the north", A1, Named("danger_6"), &[], ZERO),
    ("no attack from the north-east", A1, Named("danger_7"), &[], ZERO),
    ("a check need not be answered", A1, Named("target"), &[], Only(0)),
    ("own pieces are captured", A1, Named("target"), &[], Only(1)),
    ("one of two checks is answered", A1, Named("target"), &[1], Only(0)),
    ("without a check, no move", A1, Named("target"), &[1, 0], Only(0)),
    ("no capture of a knight that gives check", A1, Named("target"), &[1, 0, 0], Only(0)),
    ("no move between king and checker", A1, Named("target"), &[1, 0, 0], Only(1)),
    ("a slider's check is no check", A1, Named("checkers"), &[], Only(1)),
    ("a pawn's check is no check", A1, Named("checkers"), &[1], Only(0)),
    ("a knight's check is no check", A1, Named("checkers"), &[1], Only(1)),
    ("en passant: checks do not matter", FIFTH, PASSED, &[1], Only(0)),
    ("en passant: only from one side", FIFTH, PASSED, &[], Only(0)),
    ("en passant: only from the other side", FIFTH, PASSED, &[], Only(1)),
    ("en passant: checks of sliders stay", FIFTH, PASSED, &[1, 1, 0], Only(1)),
    ("en passant: both pawns leave the rank", FIFTH, PASSED, &[1, 1, 0, 0, 0, 0, 0], ZERO),
    (
        "en passant: both pawns leave the rank to the west",
        EnPassant(39, 43),
        PASSED,
        &[1, 1, 0, 0, 1, 0, 0],
        ZERO,
    ),
    (
        "en passant: the captured pawn opens a diagonal",
        EnPassant(28, 43),
        PASSED,
        &[1, 1, 0, 0, 0, 0, 1],
        ZERO,
    ),
    (
        "en passant: the captured pawn gives check yet",
        EnPassant(28, 43),
        PASSED,
        &[1, 1, 0, 1, 1],
        Only(0),
    ),
    ("en passant: the captured pawn stays", FIFTH, Named("before"), &[], Only(0)),
    (
        "en passant: the capturing pawn shields nothing",
        EnPassant(3, 43),
        PASSED,
        &[1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0],
        Only(0),
    ),
    ("castling without the right", ORDINARY, CASTLES, &[], Only(0)),
    ("castling to one side only", ORDINARY, CASTLES, &[1], Only(0)),
    ("castling through attacks", ORDINARY, CASTLES, &[0, 0, 1, 0, 0, 0], Only(0)),
    ("castling through pieces", ORDINARY, CASTLES, &[0, 0, 1, 0, 0, 0], Only(1)),
    (
        "castling where the rook shields the king",
        Castling(2, [6, 1]),
        CASTLES,
        &[0, 1, 0, 0],
        Only(0),
    ),
    ("castling out of check", ORDINARY, CASTLES, &[0, 0, 1, 0, 0, 0, 1, 1], Is(0x60)),
    ("castling across an attack", ORDINARY, CASTLES, &[0, 0, 1, 0, 0, 0, 1, 1], Is(0x50)),
    ("castling into check", ORDINARY, CASTLES, &[0, 0, 1, 0, 0, 0, 1, 1], Is(0x30)),
    ("castling past a knight on b1", ORDINARY, CASTLES, &[0, 1, 0, 0, 0, 0, 1], Is(0x0c)),
    ("no castling with b1 attacked", ORDINARY, CASTLES, &[0, 1, 0, 0, 0, 1, 1], Is(0x1e)),
    (
        "castling onto a piece in Chess960",
        Castling(6, [7, 5]),
        CASTLES,
        &[0, 1, 0, 0, 0, 0, 1],
        Is(0x10),
    ),
];

const MISTAKES_AFTERWARDS: &[Mistake] = &[
    ("the king moves and may castle", After, Named("stays_castler"), &[], ONES),
    ("any move ends castling", After, Named("stays_castler"), &[0], Only(0)),
    ("Black loses his rights", After, Named("stays_castler"), &[0, 0], Only(0)),
    ("a rook that may castle is a king", After, Named("is_king"), &[], Only(0)),
    ("a rook moves and may castle", After, Named("was_castler"), &[], ZERO),
    ("no en passant square", After, Named("en_passant"), &[], ZERO),
    ("an en passant square without a pawn", After, Named("en_passant"), &[], Only(0)),
    ("an en passant square after any move", After, Named("en_passant"), &[0], Only(0)),
    ("an en passant square for a pawn far away", After, Named("en_passant"), &[1, 0, 0], Only(1)),
    ("an en passant square for White's pawn", After, Named("pawns"), &[], Only(0)),
    ("the pawn that is captured en passant stays", After, Named("taken"), &[], ZERO),
    ("the square behind is always emptied", After, Named("taken"), &[], Only(0)),
    ("the piece stays where it was", After, Named("goes"), &[0, 0], Only(1)),
    ("the captured piece stays", After, Named("goes"), &[0, 0], Only(0)),
    ("a pawn is not promoted", After, Named("is_promotion"), &[], ZERO),
    ("the old en passant square stays", After, Set(3), &[0, 0], Only(0)),
    ("the captured piece leaves its colour", After, Set(3), &[0], Only(0)),
    ("the rook stays in its corner", AfterCastling, Named("goes"), &[0, 1], Only(0)),
    ("the rook vanishes", AfterCastling, Set(2), &[], Only(0)),
    ("the king who castles may castle again", AfterCastling, Named("stays_castler"), &[], ONES),
    ("a rook leaves its square at any move", AfterInGames, Set(6), &IN_SECOND_GAME, Only(1)),
    ("the ranks keep their order", Turned, Set(0), &[], Only(0)),
    ("the en passant square is lost", Turned, Set(3), &[0], Only(0)),
    ("all pieces become White's", Turned, Set(3), &[0], Only(1)),
    ("all pieces become Black's", Turned, Set(3), &[0, 0], Only(0)),
];

/// Mistakes in the formulas of replies. The sets of a form begin after those of the moves.
const MISTAKES_IN_REPLIES: &[Mistake] = &[
    ("a pinned slider leaves the line", in_form(0), of_form(0, 0), &[0], Only(0)),
    ("sliders need not answer a check", in_form(0), of_form(0, 5), &[], Only(0)),
    ("knights need not answer a check", in_form(0), of_form(0, 9), &[], Only(0)),
    ("the king goes where he is attacked", in_form(0), of_form(0, 20), &[], Only(0)),
    ("the king captures own pieces", in_form(0), of_form(0, 20), &[0], Only(0)),
    ("pawns capture nothing", in_form(0), of_form(0, 18), &[], Only(0)),
    ("a pawn steps onto a piece", in_form(0), of_form(0, 16), &[0], Only(0)),
    ("double steps start anywhere", in_form(0), of_form(0, 17), &[0, 0, 0], Only(0)),
    ("castling without the right", in_form(0), of_form(0, 21), &[], Only(0)),
    ("castling to one side only", in_form(1), of_form(1, 21), &[0], Only(1)),
    ("without a check, sliders stay", in_form(1), of_form(1, 2), &[], ZERO),
    ("without a check, the king goes anywhere", in_form(1), of_form(1, 20), &[], Only(0)),
    ("without diagonals, knights stay", in_form(3), of_form(3, 8), &[], ZERO),
    ("rooks and pawns: rooks capture own pieces", in_form(4), of_form(4, 0), &[], Only(0)),
    ("rooks and pawns: the king stays", in_form(4), of_form(4, 20), &[], ZERO),
    ("rooks and pawns: checks are not answered", in_form(5), of_form(5, 2), &[], Only(0)),
    ("en passant: the captured pawn is not looked at", CAPTURES, of_form(6, 0), &[0], Only(0)),
    ("en passant: only from one side", CAPTURES, of_form(6, 0), &[], Only(1)),
];

/// The king stands on his fifth rank, in the position turned over.
const CAPTURES: Part = Captures(32, 43);

/// Mistakes in the sums: a digit, the last word or a count is wrong.
const MISTAKES_IN_SUMS: &[Mistake] = &[
    ("a promotion counts as one", Sums(ReplyForm::All), TOTAL, &[0], Only(0)),
    ("a digit is not counted", Sums(ReplyForm::All), TOTAL, &[0, 0, 0, 0], ZERO),
    ("a carry is lost", Sums(ReplyForm::NoCheck), TOTAL, &[0, 1, 0], Only(0)),
    ("the tally before is lost", Sums(ReplyForm::Plain), TOTAL, &[1, 0], Only(1)),
    ("the lowest digit is another", Sums(ReplyForm::NoDiagonals), TOTAL, &[0, 1, 0], Only(1)),
    ("the number is twice as large", Sums(ReplyForm::RooksAndPawns), TOTAL, &[], Doubled),
    ("captures en passant count twice", Sums(ReplyForm::All), CAPTURED, &[], Doubled),
];

/// The number of replies, and that of captures en passant, among the results of a form's sums.
const TOTAL: Root = Set(23);
const CAPTURED: Root = Set(24);

const fn in_form(form: usize) -> Part {
    Replies(ReplyForm::ALL[form], 28)
}

/// Returns a set of a form among the results. After the last form the captures en passant follow.
const fn of_form(form: usize, set: usize) -> Root {
    Set(sets::LEN + 22 * form + set)
}

/// The way from the third word to the queen's rook in the squares that are left.
const IN_SECOND_GAME: [usize; 7] = [0, 0, 1, 0, 1, 1, 1];

/// Makes a program wrong.
pub(super) fn plant(recording: &mut Recording, root: Root, path: &[usize], change: Change) {
    let steps = &recording.program.steps;
    let named = |name: &str| {
        let place = steps.iter().rposition(|(_, of)| of.as_deref() == Some(name));
        place.unwrap_or_else(|| panic!("there is no step {name}"))
    };
    let operands = |step: usize| steps[step].0.operands().collect::<Vec<_>>();
    let root = match root {
        Named(name) => named(name),
        NotOf(name) => {
            let not = Instruction::Not(named(name));
            steps.iter().position(|(one, _)| *one == not).expect("a complement")
        }
        Set(set) => recording.steps[set],
    };
    let step = path.iter().fold(root, |step, &operand| operands(step)[operand]);
    let changed = match change {
        Is(value) => Instruction::Constant(value),
        Doubled => {
            // The last step comes in place of a step that nothing needs afterwards.
            let last = recording.program.steps.len();
            let steps = &mut recording.program.steps;
            steps.push((Instruction::Shift(Operator::ShiftLeft, step, 1), None));
            recording.steps.iter_mut().filter(|of| **of == step).for_each(|of| *of = last);
            return;
        }
        Only(operand) => {
            let alone = operands(step)[operand];
            Instruction::Binary(Operator::And, alone, alone)
        }
        Skips => {
            let both = operands(step);
            Instruction::Binary(Operator::And, operands(both[0])[0], both[1])
        }
    };
    assert_ne!(steps[step].0, changed, "nothing is changed");
    recording.program.steps[step].0 = changed;
}

/// Runs a program on plain words.
fn run_plain(program: &Program, position: [u64; 4]) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for (instruction, _) in &program.steps {
        let value = match *instruction {
            Instruction::Input(name) => {
                let word = words::WORDS.into_iter().position(|word| word == name);
                position[word.expect("a word of the position")]
            }
            Instruction::Constant(value) => value,
            Instruction::Not(x) => !values[x],
            Instruction::Binary(operator, a, b) => operator.apply(values[a], values[b]),
            Instruction::Shift(operator, x, by) => operator.apply(values[x], u64::from(by)),
            Instruction::Function(function, x) => function.apply(values[x]),
            other => panic!("no formula of legal moves has {other:?}"),
        };
        values.push(value);
    }
    values
}

/// Returns the moves that a recorded formula lists in a position.
fn listed(recording: &Recording, setup: &Setup, rooks: [Option<usize>; 2]) -> Vec<Move> {
    let words = words::of_setup(setup);
    let values = run_plain(&recording.program, words);
    let of_sets = core::array::from_fn(|set| values[recording.steps[set]]);
    moves::listed(words, &of_sets, rooks)
}

/// Refutes a mistake. Returns the position as a FEN, or the reason why it is not refuted.
fn refute(&(_, part, root, path, change): &Mistake) -> Result<String, String> {
    let game = match part {
        Castling(king, rooks) => Game::of_white((king, rooks.map(Some))),
        _ => Game::ordinary(),
    };
    let right = Recording::new(&game.formulas);
    let mut wrong = right.clone();
    plant(&mut wrong, root, path, change);
    let assumed = |king, passed| Assumed { passed, ..Assumed::any(king) };
    let found: Result<_, Refuted> = match part {
        Moves(king) => run(&wrong, assumed(king, Passed::None), |case| case.moves()),
        EnPassant(king, passed) => {
            run(&wrong, assumed(king, Passed::One(passed)), |case| case.en_passant())
        }
        Castling(..) => prove_castling(&wrong, core::slice::from_ref(&game), game.king),
        other => panic!("{other:?} is about other formulas"),
    };
    let refuted = found.err().ok_or("it was not noticed")?;
    let fen = refuted.fen.clone().ok_or_else(|| refuted.to_string())?;
    let setup: Setup = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    setup.position().map_err(|error| format!("{fen}: {error}"))?;
    let names = |moves: Vec<Move>| {
        let mut names: Vec<_> = moves.iter().map(Move::to_string).collect();
        names.sort();
        names
    };
    let expected = names(legal_moves(&read(&setup), Side::White));
    if names(listed(&right, &setup, game.rooks)) != expected {
        return Err(format!("{fen}: the formula without the mistake is wrong too"));
    }
    if names(listed(&wrong, &setup, game.rooks)) == expected {
        return Err(format!("{fen}: the definition on bool does not confirm it"));
    }
    Ok(fen)
}

/// Refutes a mistake in the formulas of positions after moves and turned over. Returns the claim
/// that fails.
fn refute_afterwards(&(_, part, root, path, change): &Mistake) -> Result<String, String> {
    let games = [Game::ordinary(), Game::of_white((4, [Some(7), Some(1)]))];
    let right = match part {
        Turned => after::record_turned(),
        AfterInGames => after::record(&games),
        _ => after::record(&games[..1]),
    };
    let prove = |recording: &Recording| match part {
        Turned => after::turned(recording, BUDGET),
        AfterInGames => after::same_in_games(recording, BUDGET),
        AfterCastling => after::castling(recording, &games[..1], BUDGET),
        _ => after::moves(recording, BUDGET),
    };
    let mut wrong = right.clone();
    plant(&mut wrong, root, path, change);
    let refuted = prove(&wrong).err().ok_or("it was not noticed")?;
    match refuted.exhausted {
        None => Ok(refuted.to_string()),
        Some(operation) => Err(format!("{operation} needs too many nodes")),
    }
}

/// Asserts that each mistake is refuted, and that there are as many as docs/LEGALITY.md says.
#[track_caller]
fn assert_refuted(results: impl ParallelIterator<Item = Result<String, String>>, number: usize) {
    let (refuted, wrong): (Vec<String>, Vec<String>) =
        results.partition_map(|result| match result {
            Ok(refuted) => Either::Left(refuted),
            Err(wrong) => Either::Right(wrong),
        });
    println!("{}", refuted.join("\n"));
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(refuted.len(), number, "the number in docs/LEGALITY.md");
}

/// Refutes a mistake in the formulas of replies. Returns the claim that fails.
fn refute_replies(&(_, part, root, path, change): &Mistake) -> Result<String, String> {
    let any = Assumed::any;
    let found = match part {
        Replies(form, king) => {
            let mut wrong = replies::recording(&Game::ordinary().formulas);
            plant(&mut wrong, root, path, change);
            let assumed = Assumed { left_out: replies::left_out(form), ..any(king) };
            run(&wrong, assumed, |case| case.replies(&[form])).err()
        }
        Captures(king, passed) => {
            let mut wrong = replies::recording(&Game::ordinary().formulas);
            plant(&mut wrong, root, path, change);
            let assumed = Assumed { passed: Passed::One(passed), ..any(king) };
            run(&wrong, assumed, |case| case.captures_en_passant()).err()
        }
        Sums(form) => {
            let right = replies::recording_of_sums(&Game::ordinary().formulas, form);
            let mut wrong = right.clone();
            plant(&mut wrong, root, path, change);
            if replies::counting(&wrong) == replies::counting(&right) {
                return Err("its steps are those of the right sum".to_owned());
            }
            replies::prove_sum(&wrong, form, BUDGET).err()
        }
        other => panic!("{other:?} is about other formulas"),
    };
    let refuted = found.ok_or("it was not noticed")?;
    match refuted.exhausted {
        None => Ok(refuted.to_string()),
        Some(operation) => Err(format!("{operation} needs too many nodes")),
    }
}

#[test]
fn every_mistake_in_the_replies_and_their_sums_is_refuted() {
    let all = MISTAKES_IN_REPLIES.par_iter().chain(MISTAKES_IN_SUMS);
    let results = all.map(|mistake| match refute_replies(mistake) {
        Ok(claim) => Ok(format!("{claim}  {}", mistake.0)),
        Err(error) => Err(format!("{}: {error}", mistake.0)),
    });
    assert_refuted(results, 25);
}

#[test]
fn every_mistake_in_the_positions_afterwards_is_refuted() {
    let results = MISTAKES_AFTERWARDS.par_iter().map(|mistake| match refute_afterwards(mistake) {
        Ok(claim) => Ok(format!("{claim}  {}", mistake.0)),
        Err(error) => Err(format!("{}: {error}", mistake.0)),
    });
    assert_refuted(results, 25);
}

#[test]
fn every_planted_mistake_is_refuted_by_a_position() {
    let names: BTreeSet<_> = MISTAKES.iter().map(|mistake| mistake.0).collect();
    assert_eq!(names.len(), MISTAKES.len());
    let results = MISTAKES.par_iter().map(|mistake| match refute(mistake) {
        Ok(fen) => Ok(format!("{fen}  {}", mistake.0)),
        Err(error) => Err(format!("{}: {error}", mistake.0)),
    });
    assert_refuted(results, 70);
}

/// The formula of captures en passant looks at checks of knights and pawns. It need not where the
/// readers of FENs let a position in: there no piece gave check before the double step too.
#[test]
fn leapers_matter_for_captures_en_passant_only_where_they_gave_check_before() {
    let right = Recording::new(&Game::ordinary().formulas);
    let mut without = right.clone();
    plant(&mut without, PASSED, &[1, 1, 0, 1], ZERO);
    for king in 0..64 {
        for assumed in Passed::each(king).map(|passed| Assumed { passed, ..Assumed::any(king) }) {
            let Passed::One(passed) = assumed.passed else { continue };
            let same = run(&right, assumed, |case| case.same_captures(&without, passed));
            assert!(same.is_ok(), "{same:?}");
        }
    }
    // Without the assumption they matter, so the term stays: the proof needs no such assumption.
    let assumed = Assumed { passed: Passed::One(43), ..Assumed::any(32) };
    assert!(run(&without, assumed, |case| case.en_passant()).is_err());
}

/// Runs a solver on clauses. Returns its proof that no values satisfy them, or such values as an
/// error.
fn solve(name: &str, dimacs: &str) -> Result<String, HashMap<i64, bool>> {
    let folder = std::env::temp_dir().join(format!("hyperbola-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let [clauses, proof] = ["lemma.cnf", "lemma.drat"].map(|file| folder.join(file));
    std::fs::write(&clauses, dimacs).expect("a file");
    let output = Command::new("cadical")
        .args(["-q", "--no-binary"])
        .args([&clauses, &proof])
        .output()
        .expect("the solver cadical");
    let text = String::from_utf8(output.stdout).expect("text");
    let found = match output.status.code() {
        Some(10) => {
            let lines = text.lines().filter_map(|line| line.strip_prefix("v "));
            let literals = lines.flat_map(str::split_whitespace);
            let literals = literals.map(|literal| literal.parse::<i64>().expect("a literal"));
            Err(literals.map(|literal| (literal.abs(), literal > 0)).collect())
        }
        Some(20) => Ok(std::fs::read_to_string(&proof).expect("a proof")),
        other => panic!("{name}: the solver ended with {other:?}: {text}"),
    };
    std::fs::remove_dir_all(&folder).expect("the folder");
    found
}

/// Returns whether a proof shows that no values satisfy clauses, by a checker that shares no code
/// with the solver: each clause of the proof follows from those before it, and the last is empty.
fn is_proof(proof: &str, dimacs: &str) -> bool {
    let literals = |line: &str| -> Vec<u32> {
        let numbers = line.split_whitespace().map(|number| number.parse::<i32>().expect("one"));
        let numbers = numbers.take_while(|&number| number != 0);
        numbers.map(|number| 2 * (number.unsigned_abs() - 1) + u32::from(number < 0)).collect()
    };
    let clauses = dimacs.lines().filter(|line| !line.starts_with(['c', 'p']));
    let clauses: Vec<_> = clauses.map(literals).collect();
    let steps = proof.lines().map(|line| match line.strip_prefix("d ") {
        Some(deleted) => (true, literals(deleted)),
        None => (false, literals(line)),
    });
    let steps: Vec<_> = steps.collect();
    let all = clauses.iter().chain(steps.iter().map(|(_, clause)| clause)).flatten();
    let variables = all.max().map_or(0, |&last| last / 2 + 1);
    let checked = dratify::Checker::new(variables, &clauses, true, true).check(&steps);
    checked.ok && checked.reached_empty
}

/// Reads the position of a model from the comments of a lemma, as its four words.
fn words_of_model(dimacs: &str, model: &HashMap<i64, bool>) -> [u64; 4] {
    let mut words = [0; 4];
    let comments = dimacs.lines().filter_map(|line| line.strip_prefix("c "));
    for line in comments {
        let mut parts = line.split(' ');
        let square = parts.next().and_then(|name| name.parse::<hyperbola::Square>().ok());
        let digits: Vec<_> = parts.collect();
        let (Some(square), 4) = (square, digits.len()) else { continue };
        for (word, digit) in words.iter_mut().zip(digits) {
            let value = match digit {
                "t" => true,
                "f" => false,
                literal => {
                    let literal: i64 = literal.parse().expect("a literal");
                    model.get(&literal.abs()).copied().unwrap_or(false) == (literal > 0)
                }
            };
            *word |= u64::from(value) << square.index();
        }
    }
    words
}

/// Returns the places of a set where a position in four words and the definition differ, by a
/// recorded formula: the moves of a knight's step.
fn differs(recording: &Recording, words: [u64; 4], to: Square) -> bool {
    let position = words::read(|word, square| words[word] >> square & 1 == 1);
    let values = run_plain(&recording.program, words);
    let has = |set: usize| values[recording.steps[set]] >> to.number() & 1 == 1;
    (sets::KNIGHTS..sets::PAWNS).any(|set| {
        let from = words::square((to.number() + 64 - sets::DIFFERENCES[set] as usize) % 64);
        let played = Move { from, to, manner: Manner::Plain };
        has(set)
            != (position.is(from, Side::White, Kind::Knight)
                && position.is_legal(Side::White, played))
    })
}

/// Returns whether a solver proves a lemma, and its proof is right.
fn is_solved(Lemma { name, dimacs, .. }: &Lemma) -> bool {
    let started = Instant::now();
    let proof = solve(name, dimacs);
    let solved = started.elapsed();
    let is_proved = proof.is_ok_and(|proof| is_proof(&proof, dimacs));
    let (found, all) = (if is_proved { "proved" } else { "wrong" }, started.elapsed());
    println!("{name} is {found}: solved after {solved:.0?}, checked after {all:.0?}");
    is_proved
}

/// Neutral moves to some squares change nothing for the king on another one, by a solver's proof that
/// is checked.
#[test]
#[ignore = "it needs the program cadical: .ci/run solved"]
fn another_solver_proves_the_lemmas_about_neutral_moves() {
    let king = std::env::var("KING").unwrap_or_else(|_| "e1".to_owned());
    let to = std::env::var("TO").unwrap_or_else(|_| "e2 d4".to_owned());
    let king: hyperbola::Square = king.parse().expect("a square");
    let to: Vec<_> = to.split(' ').map(|name| name.parse().expect("a square")).collect();
    to.par_iter().for_each(|&to| {
        let visit = &mut |lemma| assert!(is_solved(&lemma), "{}", lemma.name);
        for_each_neutral_lemma(king, &[to], visit).expect("no claim is wrong by itself");
    });
}

/// Each lemma about some squares of the king but those of replies is proved by a solver, and its
/// proof is checked.
#[test]
#[ignore = "it needs the program cadical: .ci/run solved"]
fn another_solver_proves_the_lemmas() {
    let squares = std::env::var("SQUARES").unwrap_or_else(|_| "e1".to_owned());
    let kings: Vec<hyperbola::Square> =
        squares.split(' ').map(|name| name.parse().expect("a square")).collect();
    let mut lemmas = Vec::new();
    for_each_lemma(&kings, &mut |lemma| lemmas.push(lemma)).expect("no claim is wrong by itself");
    let left: Vec<_> = lemmas
        .par_iter()
        .filter(|lemma| !lemma.name.starts_with("replies"))
        .filter(|lemma| !is_solved(lemma))
        .map(|lemma| lemma.name.clone())
        .collect();
    assert_eq!(left, Vec::<String>::new(), "a formula is not the definition");
    println!("the lemmas about {squares} are proved, but for the replies");
}

/// The clauses of a formula with a mistake have a model, and in its position the definition on
/// `bool` differs from the formula.
#[test]
#[ignore = "it needs the program cadical: .ci/run solved"]
fn another_solver_refutes_a_mistake() {
    let right = Recording::new(&Game::ordinary().formulas);
    let mut wrong = right.clone();
    plant(&mut wrong, Set(sets::KNIGHTS), &[0, 0, 0], Only(0));
    let to = words::square(30);
    let of = |recording: &Recording| {
        let mut found = None;
        lemmas::moves(recording, 0, &[to], &mut |lemma| found = Some(lemma.dimacs))
            .expect("no claim is wrong by itself");
        found.expect("a lemma")
    };
    let proof = solve("right", &of(&right)).expect("a proof");
    let dimacs = of(&wrong);
    assert!(is_proof(&proof, &of(&right)));
    assert!(!is_proof(&proof, &dimacs), "the wrong lemma has no proof");
    let model = solve("wrong", &dimacs).expect_err("a model");
    let words = words_of_model(&dimacs, &model);
    assert!(differs(&wrong, words, to) && !differs(&right, words, to), "{words:x?}");
}

/// The clauses have the values that the formula has: all but the last hold in the position of a
/// counterexample, and that one too where the formula is wrong.
#[test]
fn clauses_hold_where_the_formula_is_wrong_and_nowhere_else() {
    let right = Recording::new(&Game::ordinary().formulas);
    let mut wrong = right.clone();
    plant(&mut wrong, Set(sets::KNIGHTS), &[0, 0, 0], Only(0));
    let refuted = run(&wrong, Assumed::any(0), |case| case.moves()).expect_err("it is wrong");
    // The claim begins with the move that is wrong.
    let to: hyperbola::Square = refuted.claim[2..4].parse().expect("a square");
    let to = [words::square(to.index().into()), words::square(30)];
    let setup: Setup = refuted.fen.expect("a position").parse().expect("a setup");
    let position = words::of_setup(&setup);
    for (recording, is_wrong) in [(&wrong, true), (&right, false)] {
        let mut satisfied = 0;
        lemmas::moves(recording, 0, &to, &mut |lemma| {
            let clauses: Vec<Vec<i64>> = lemma
                .dimacs
                .lines()
                .filter(|line| !line.starts_with(['c', 'p']))
                .map(|line| {
                    let literals = line.split(' ').map(|literal| literal.parse().expect("one"));
                    literals.filter(|&literal: &i64| literal != 0).collect()
                })
                .collect();
            let values = values_of(&lemma.dimacs, &clauses, position);
            let holds = |literal: &i64| values[variable(*literal)] == (*literal > 0);
            let (last, gates) = clauses.split_last().expect("clauses");
            assert!(gates.iter().all(|clause| clause.iter().any(holds)), "{}", lemma.name);
            satisfied += usize::from(last.iter().any(holds));
            let heading = lemma.dimacs.lines().find(|line| line.starts_with('p'));
            let heading = heading.and_then(|line| line.rsplit(' ').next()?.parse().ok());
            assert_eq!(heading, Some(clauses.len()));
        })
        .expect("no claim is wrong by itself");
        assert_eq!(satisfied > 0, is_wrong);
    }
}

/// Returns the number of a literal's variable.
fn variable(literal: i64) -> usize {
    usize::try_from(literal.unsigned_abs()).expect("few variables")
}

/// Returns the values of all variables in a position: those of its squares, and of the gates.
fn values_of(dimacs: &str, clauses: &[Vec<i64>], position: [u64; 4]) -> Vec<bool> {
    let of_squares = Assumed::any(0).values(&super::proof::ORDER, position);
    let mut values = vec![false];
    values.extend(of_squares.unwrap_or_else(|| panic!("{dimacs:.80}: a position")));
    let most = clauses.iter().flatten().map(|&literal| variable(literal)).max();
    values.resize(most.map_or(values.len(), |most| values.len().max(most + 1)), false);
    // A gate's last clause has it, and the opposites of both inputs.
    for clause in clauses[..clauses.len() - 1].iter().filter(|clause| clause.len() == 3) {
        let holds = |literal: i64| values[variable(literal)] == (literal > 0);
        let gate = !holds(clause[1]) && !holds(clause[2]);
        values[variable(clause[0])] = gate;
    }
    values
}
