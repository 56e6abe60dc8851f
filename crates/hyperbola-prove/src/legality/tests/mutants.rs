//! Mutants of the recorded formulas: each step is made wrong by a rule. An operator becomes its
//! neighbours or one operand alone, a constant gains or loses a bit, a shift goes one place further
//! or less far.
//!
//! The proof refutes each mutant, or the mutant is equal: its diagrams are those of the right
//! formula in all positions that the proof is about.

use core::ops::Range;

use hyperbola_explain::{Function, Instruction, Operator, Program};
use hyperbola_moves::Setup;
use hyperbola_random::Random;
use hyperbola_rules::formulas::{ReplyForm, kinds};
use hyperbola_rules::sets;
use hyperbola_samples::of_all_kinds;
use rayon::prelude::*;

use super::super::after;
use super::super::counts;
use super::super::function;
use super::super::games::Game;
use super::super::generator;
use super::super::inputs::{Assumed, Castlers, INPUTS, Passed};
use super::super::laws::{Manner, Move, Side, Square, castled};
use super::super::moves::read_sets;
use super::super::numbers;
use super::super::oracle::{legal_moves, read};
use super::super::play;
use super::super::position_proof::PositionProof;
use super::super::proof::{BUDGET, run, run_within};
use super::super::recording::Recording;
use super::super::refuted::Refuted;
use super::super::replies;
use super::super::truth::Truth;
use super::super::words::{self, WORDS};
use super::kings_of_deep;
use crate::diagrams::Diagrams;
use crate::nodes::Bit;

/// A step that becomes one of its neighbours, by its number among them.
#[derive(Debug, Clone, Copy)]
struct Mutant {
    step: usize,
    neighbour: usize,
}

/// Returns the instruction that computes a step's value again.
pub(in crate::legality) const fn alone(step: usize) -> Instruction {
    Instruction::Binary(Operator::And, step, step)
}

/// Returns what the mutants of a step compute in its place.
fn neighbours(instruction: Instruction) -> Vec<Instruction> {
    use Operator::{Add, And, Multiply, Or, RotateLeft, ShiftLeft, ShiftRight, Subtract, Xor};
    match instruction {
        Instruction::Input(_) => Vec::new(),
        Instruction::Constant(value) => {
            let [fewer, more] = [value & value.wrapping_sub(1), value | value.wrapping_add(1)];
            let others = [fewer, more].into_iter().filter(|&other| other != value);
            others.map(Instruction::Constant).collect()
        }
        Instruction::Not(x) => vec![alone(x)],
        Instruction::Binary(operator, a, b) => {
            let others = match operator {
                And => [Or, Xor],
                Or => [And, Xor],
                Xor => [And, Or],
                Add => [Subtract, Or],
                Subtract => [Add, Xor],
                Multiply => [Add, Or],
                // Of constants.
                ShiftLeft => [ShiftRight, Or],
                other => panic!("no formula of legal moves has {other:?}"),
            };
            let others = others.map(|operator| Instruction::Binary(operator, a, b));
            others.into_iter().chain([alone(a), alone(b)]).collect()
        }
        Instruction::Shift(operator, x, by) => {
            let other = if operator == ShiftLeft { ShiftRight } else { ShiftLeft };
            let others = [(other, by), (operator, by - 1), (operator, (by + 1) % 64)];
            let is_other = |&(of, by): &(Operator, u32)| of == RotateLeft || by < 64;
            let others = others.into_iter().filter(is_other);
            others.map(|(operator, by)| Instruction::Shift(operator, x, by)).collect()
        }
        Instruction::Function(Function::SwapBytes, x) => {
            vec![Instruction::Function(Function::ReverseBits, x), alone(x)]
        }
        Instruction::Function(Function::ReverseBits, x) => {
            vec![Instruction::Function(Function::SwapBytes, x), alone(x)]
        }
        Instruction::Function(Function::ZeroMask, x) => vec![Instruction::Not(x), alone(x)],
        Instruction::Function(Function::CountOnes | Function::WholeLine(_), x) => vec![alone(x)],
        Instruction::Choice(question, a, b) => {
            vec![Instruction::Choice(question, b, a), alone(a), alone(b)]
        }
        other => panic!("no formula of legal moves has {other:?}"),
    }
}

/// Returns for each step whether some steps need it.
fn needed(program: &Program, steps: &[usize]) -> Vec<bool> {
    let mut is_needed = vec![false; program.steps.len()];
    steps.iter().for_each(|&step| is_needed[step] = true);
    for step in (0..program.steps.len()).rev() {
        if is_needed[step] {
            program.steps[step].0.operands().for_each(|operand| is_needed[operand] = true);
        }
    }
    is_needed
}

/// Returns for each step whether it needs one.
fn dependent(program: &Program, on: usize) -> Vec<bool> {
    let mut depends = vec![false; program.steps.len()];
    for (step, (instruction, _)) in program.steps.iter().enumerate() {
        depends[step] = step == on || instruction.operands().any(|operand| depends[operand]);
    }
    depends
}

/// Returns all mutants of the steps that are needed for some and not for others.
fn mutants_of(program: &Program, results: &[usize], others: &[usize]) -> Vec<Mutant> {
    let [needed, left_out] = [results, others].map(|steps| needed(program, steps));
    let steps = (0..program.steps.len()).filter(|&step| needed[step] && !left_out[step]);
    let of_step = |step: usize| {
        let number = neighbours(program.steps[step].0).len();
        (0..number).map(move |neighbour| Mutant { step, neighbour })
    };
    steps.flat_map(of_step).collect()
}

impl Mutant {
    /// Returns the wrong recording.
    fn of(self, right: &Recording) -> Recording {
        let mut wrong = right.clone();
        let instruction = &mut wrong.program.steps[self.step].0;
        *instruction = neighbours(*instruction)[self.neighbour];
        wrong
    }
}

/// Runs a program on plain words.
pub(super) fn run_plain(program: &Program, input: impl Fn(&str) -> u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for (instruction, _) in &program.steps {
        values.push(value_of(*instruction, &values, &input));
    }
    values
}

/// Returns what an instruction computes from the values of earlier steps.
fn value_of(instruction: Instruction, values: &[u64], input: impl Fn(&str) -> u64) -> u64 {
    match instruction {
        Instruction::Input(name) => input(name),
        Instruction::Constant(value) => value,
        Instruction::Not(x) => !values[x],
        Instruction::Binary(operator, a, b) => operator.apply(values[a], values[b]),
        Instruction::Shift(operator, x, by) => operator.apply(values[x], u64::from(by)),
        Instruction::Function(function, x) => function.apply(values[x]),
        Instruction::Choice(question, a, b) => values[if values[question] == 0 { b } else { a }],
        other => panic!("no formula of legal moves has {other:?}"),
    }
}

/// Returns a word of a position, by its name.
pub(super) fn word_of(position: [u64; 4], name: &str) -> Option<u64> {
    WORDS.into_iter().position(|word| word == name).map(|word| position[word])
}

/// Returns the moves of White that sets list in a position: the sets in their order, and the
/// squares of the rooks of both wings. A move of a slider where there is none leads from its own
/// square, and a capture en passant of no pawn to it; castling without a rook is with the king.
fn listed(position: [u64; 4], of_sets: &[u64; sets::LEN], rooks: [Option<usize>; 2]) -> Vec<Move> {
    let [a, b, c, black] = position;
    let occupied = a | b | c;
    let has = |word: u64, square: Square| word >> square.number() & 1 == 1;
    let of = |word: u64| Square::all().filter(move |&square| has(word, square));
    let king = of(b & c & !a & !black).next().expect("a king");
    let mut moves = Vec::with_capacity(64);
    for to in of(of_sets[..sets::EN_PASSANT].iter().fold(0, |any, set| any | set)) {
        let is_empty = |square| !has(occupied, square);
        read_sets(
            to,
            Some(king),
            &mut |set| has(of_sets[set], to),
            is_empty,
            &mut |played, found| {
                if found {
                    moves.push(played.unwrap_or(Move { from: to, to, manner: Manner::Plain }));
                }
            },
        );
    }
    let passed = of(black & !occupied).next();
    moves.extend(of(of_sets[sets::EN_PASSANT]).map(|from| Move {
        from,
        to: passed.unwrap_or(from),
        manner: Manner::EnPassant,
    }));
    moves.extend(of(of_sets[sets::CASTLING]).map(|wing| {
        let rook = rooks.get(wing.number()).copied().flatten().map_or(king, words::square);
        Move { from: king, to: castled(king, rook).0, manner: Manner::Castling(rook) }
    }));
    moves
}

/// A part of the proof: the results that it is about, and what is claimed of them.
#[derive(Debug, Clone)]
struct ProofPart {
    assumed: Assumed,
    results: Range<usize>,
    claims: Claims,
}

#[derive(Debug, Clone, Copy)]
enum Claims {
    Moves,
    EnPassant,
    Castling,
    Replies(ReplyForm),
    Captures,
}

impl ProofPart {
    /// Returns the parts of the proof of `moves` with White's king on a square.
    fn of_king(game: &Game, king: usize) -> Vec<Self> {
        let any = Assumed::any(king);
        let moves = Self { assumed: any, results: 0..sets::EN_PASSANT, claims: Claims::Moves };
        let en_passant = Passed::each(king).map(|passed| Self {
            assumed: Assumed { passed, ..any },
            results: sets::EN_PASSANT..sets::EN_PASSANT + 1,
            claims: Claims::EnPassant,
        });
        let castlers = Castlers::Among(if game.king == king { 0xff } else { 0 });
        let castling = Self {
            assumed: Assumed { castlers, ..any },
            results: sets::CASTLING..sets::CASTLING + 1,
            claims: Claims::Castling,
        };
        core::iter::once(moves).chain(en_passant).chain([castling]).collect()
    }

    /// Returns the parts of the proof of the replies with White's king on a square of the position
    /// turned over.
    fn of_replies(king: usize) -> Vec<Self> {
        let any = Assumed::any(king);
        let forms = ReplyForm::ALL.map(|form| Self {
            assumed: Assumed { left_out: replies::left_out(form), ..any },
            results: replies::results_of(form),
            claims: Claims::Replies(form),
        });
        let first = replies::results_of(ReplyForm::RooksAndPawnsInCheck).end;
        let captures = Passed::each(king).map(|passed| Self {
            assumed: Assumed { passed, ..any },
            results: first..first + 1,
            claims: Claims::Captures,
        });
        forms.into_iter().chain(captures).collect()
    }

    /// Makes the claims that a result on a square is part of.
    fn prove(
        &self,
        proof: &mut PositionProof<'_, '_>,
        game: &Game,
        place: Square,
    ) -> Result<(), Refuted> {
        match self.claims {
            Claims::Moves => proof.moves_to(place),
            Claims::EnPassant => proof.en_passant(),
            Claims::Castling => proof.castling(core::slice::from_ref(game)),
            Claims::Replies(form) => proof.replies_by(form),
            Claims::Captures => proof.captures_en_passant(),
        }
    }

    /// Returns the positions that the claims are about among some in which a result on a square is
    /// another one.
    fn among<'d>(
        &self,
        proof: &PositionProof<'d, '_>,
        game: &Game,
        place: Square,
        differ: function::Function<'d>,
    ) -> function::Function<'d> {
        match self.claims {
            Claims::Moves => proof.without_capture_of_king(differ, place),
            Claims::Castling => {
                let is_home = self.assumed.king == game.king;
                let rooks = if is_home { game.rooks } else { [None; 2] };
                differ.and(|| proof.castlers_are_among(rooks))
            }
            Claims::Replies(form) if !replies::answers_checks(form) => {
                differ.and(|| proof.position.in_check(Side::White).not())
            }
            _ => differ,
        }
    }

    /// Refutes a mutant. Returns nothing if it is equal here, and a message if the proof does not
    /// notice that it differs.
    fn refute(
        &self,
        game: &Game,
        proof: &mut PositionProof<'_, '_>,
        mutant: Mutant,
    ) -> Result<Option<Refuted>, String> {
        let right = proof.recording;
        let wrong = mutant.of(right);
        let depends = dependent(&right.program, mutant.step);
        let mut other = proof.of_mutant(&wrong, &depends);
        for result in self.results.clone().filter(|&result| depends[right.steps[result]]) {
            for place in Square::all() {
                let (one, another) = (proof.set(result, place), other.set(result, place));
                let differ = proof.differ(one, another);
                if self.among(proof, game, place, differ).bit() == Bit::FALSE {
                    continue;
                }
                return match self.prove(&mut other, game, place) {
                    Err(refuted) if refuted.exhausted.is_none() => {
                        self.confirm(game, right, &wrong, &refuted)?;
                        Ok(Some(refuted))
                    }
                    found => Err(format!("{mutant:?} in {self:?}: {found:?}")),
                };
            }
        }
        match proof.diagrams.exhausted() {
            Some(operation) => Err(format!("{mutant:?}: {operation} needs too many nodes")),
            None => Ok(None),
        }
    }

    /// Lets the definition on `bool` and both formulas on plain words find the moves in the
    /// position of a refutation: only the mutant's are others.
    fn confirm(
        &self,
        game: &Game,
        right: &Recording,
        wrong: &Recording,
        refuted: &Refuted,
    ) -> Result<(), String> {
        let is_of_moves = !matches!(self.claims, Claims::Replies(_) | Claims::Captures);
        let Some(fen) = refuted.fen.as_ref().filter(|_| is_of_moves) else { return Ok(()) };
        let setup: Setup = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
        setup.position().map_err(|error| format!("{fen}: {error}"))?;
        let names = |moves: Vec<Move>| {
            let mut names: Vec<_> = moves.iter().map(Move::to_string).collect();
            names.sort();
            names
        };
        let names_of = |recording: &Recording| {
            let words = words::of_setup(&setup);
            let input = |name: &str| word_of(words, name).expect("a word of the position");
            let values = run_plain(&recording.program, input);
            let of_sets = core::array::from_fn(|set| values[recording.steps[set]]);
            names(listed(words, &of_sets, game.rooks))
        };
        let expected = names(legal_moves(&read(&setup), Side::White));
        match (names_of(right) == expected, names_of(wrong) == expected) {
            (true, false) => Ok(()),
            found => Err(format!("{fen} does not confirm that {refuted}: {found:?}")),
        }
    }
}

/// Refutes mutants by one part of the proof after another. Prints how many are refuted and which
/// are equal in all parts. Each thread makes the recording anew.
fn survey(
    name: &str,
    game: &Game,
    record: &(dyn Fn() -> Recording + Sync),
    parts: &[ProofPart],
    mutants: Vec<Mutant>,
) {
    let (right, number) = (record(), mutants.len());
    println!("{name}: {number} mutants");
    let (mut left, mut positions) = (mutants, 0);
    for part in parts {
        let results: Vec<_> = part.results.clone().map(|result| right.steps[result]).collect();
        let needed = needed(&right.program, &results);
        let (concerned, mut others): (Vec<_>, Vec<_>) =
            left.iter().partition(|mutant| needed[mutant.step]);
        let judged = concerned.par_chunks(128).flat_map_iter(|mutants: &[Mutant]| {
            let (right, game) = (record(), game.clone());
            let diagrams = Diagrams::with_inputs(INPUTS, BUDGET);
            let mut proof = PositionProof::new(&diagrams, &right, Some(part.assumed));
            let judge = |&mutant| (mutant, part.refute(&game, &mut proof, mutant));
            mutants.iter().map(judge).collect::<Vec<_>>()
        });
        for (mutant, found) in judged.collect::<Vec<_>>() {
            match found.unwrap_or_else(|wrong| panic!("{name}: {wrong}")) {
                Some(refuted) => positions += usize::from(refuted.fen.is_some()),
                None => others.push(mutant),
            }
        }
        left = others;
    }
    report(name, &right.program, number, &left, MOST);
    println!("{name}: {positions} are refuted by positions");
}

/// The mutants of a hundred that are refuted at least.
const MOST: usize = 66;

/// Prints how many mutants are refuted and which are equal. At least so many of a hundred are
/// refuted.
fn report(name: &str, program: &Program, number: usize, equal: &[Mutant], least: usize) {
    let refuted = number - equal.len();
    println!("{name}: {refuted} mutants of {number} are refuted, {} are equal", equal.len());
    for Mutant { step, neighbour } in equal {
        let (right, of) = &program.steps[*step];
        let wrong = neighbours(*right)[*neighbour];
        println!("  {} {right:?}: {wrong:?}", of.as_deref().unwrap_or("-"));
    }
    assert!(number > 10 && refuted * 100 > number * least, "{name}: {refuted} of {number}");
}

/// Takes one mutant of so many, by a rule that meets all kinds of neighbours.
fn sample(mutants: Vec<Mutant>, step: usize) -> Vec<Mutant> {
    mutants.into_iter().step_by(step).collect()
}

/// Refutes the mutants of `moves` in a game by some parts of its proof.
fn survey_moves(game: &Game, parts: &[ProofPart], step: usize) {
    let record = || Recording::new(&game.formulas);
    let right = record();
    let mutants = sample(mutants_of(&right.program, &right.steps, &[]), step);
    survey("moves", game, &record, parts, mutants);
}

/// Refutes the mutants of the generator with the king on a square: by a position of a game in which
/// they list other moves, else by the proof of the moves to a square.
fn survey_generator(king: usize, step: usize) {
    let record = || generator::record(king, None, None);
    let right = record().recording;
    let mutants = sample(mutants_of(&right.program, &right.steps, &[]), step);
    let (left, number) = (not_refuted_by_games(&right, king, &mutants), mutants.len());
    println!("generator: {} of {number} mutants are refuted by games", number - left.len());
    let judged = left.par_chunks(4).flat_map_iter(|mutants: &[Mutant]| {
        let generated = record();
        let is_equal = |mutant: &&Mutant| {
            let mut is_equal = false;
            let proved = generator::run(&generated.recording, Assumed::any(king), |proof| {
                is_equal = is_equal_in_generator(proof, &generated, **mutant);
                Ok(())
            });
            proved.unwrap_or_else(|refuted| panic!("{refuted}"));
            is_equal
        };
        mutants.iter().filter(is_equal).copied().collect::<Vec<_>>()
    });
    // From a known square many steps of a fill add nothing.
    report("generator", &right.program, number, &judged.collect::<Vec<_>>(), 50);
}

/// Returns the mutants of the generator that list the moves of the right one in positions of games
/// with the king on a square: all of them, or those of some filters.
fn not_refuted_by_games(right: &Recording, king: usize, mutants: &[Mutant]) -> Vec<Mutant> {
    const POSITIONS: usize = 50;
    let steps = &right.program.steps;
    let others_of = |mutant: &Mutant| {
        let depends = dependent(&right.program, mutant.step);
        (mutant.step + 1..steps.len()).filter(|&step| depends[step]).collect::<Vec<_>>()
    };
    let mut left: Vec<_> = mutants.iter().map(|mutant| (*mutant, others_of(mutant))).collect();
    let mut random = Random::new(71);
    let words = of_all_kinds(100, 100).into_iter().map(|of| words::of_setup(&of.setup()));
    let with_king = words.filter(|[a, b, c, black]| b & c & !a & !black == 1 << king);
    for words in with_king.take(POSITIONS) {
        let filter =
            random.word() | random.word() | if random.word().is_multiple_of(2) { !0 } else { 0 };
        let input = |name: &str| word_of(words, name).unwrap_or(filter);
        let mut values = run_plain(&right.program, input);
        let results: Vec<_> = right.steps.iter().map(|&step| values[step]).collect();
        left.retain(|(mutant, others)| {
            let before: Vec<_> = others.iter().map(|&step| values[step]).collect();
            let own = values[mutant.step];
            let wrong = neighbours(steps[mutant.step].0)[mutant.neighbour];
            values[mutant.step] = value_of(wrong, &values, input);
            for &step in others {
                values[step] = value_of(steps[step].0, &values, input);
            }
            let is_same = right.steps.iter().zip(&results).all(|(&step, &of)| values[step] == of);
            values[mutant.step] = own;
            others.iter().zip(before).for_each(|(&step, before)| values[step] = before);
            is_same
        });
    }
    left.into_iter().map(|(mutant, _)| mutant).collect()
}

/// Returns whether a mutant of the generator has the sets of the right one. The proof refutes it
/// otherwise.
fn is_equal_in_generator(
    proof: &mut PositionProof<'_, '_>,
    generated: &generator::Generated,
    mutant: Mutant,
) -> bool {
    let right = &generated.recording;
    let wrong = mutant.of(right);
    let depends = dependent(&right.program, mutant.step);
    let mut other = proof.of_mutant(&wrong, &depends);
    let is_same = |place| {
        let values = (proof.bit(mutant.step, place), other.bit(mutant.step, place));
        proof.differ(values.0, values.1).bit() == Bit::FALSE
    };
    if (0..64).all(is_same) && proof.diagrams.exhausted().is_none() {
        return true;
    }
    for result in (0..right.steps.len()).filter(|&result| depends[right.steps[result]]) {
        for to in Square::all() {
            let (one, another) = (proof.set(result, to), other.set(result, to));
            let differ = proof.without_capture_of_king(proof.differ(one, another), to);
            if differ.bit() != Bit::FALSE {
                let refuted = other.generated_to(generated, to);
                assert!(refuted.is_err_and(|of| of.exhausted.is_none()), "{mutant:?} to {to:?}");
                return false;
            }
        }
    }
    assert_eq!(proof.diagrams.exhausted(), None, "{mutant:?}");
    true
}

/// Refutes the mutants of the replies that no set of the moves needs.
fn survey_replies(kings: &[usize], step: usize) {
    let game = Game::ordinary();
    let record = || replies::recording(&game.formulas);
    let right = record();
    let (of_moves, of_replies) = right.steps.split_at(sets::LEN);
    let mutants = sample(mutants_of(&right.program, of_replies, of_moves), step);
    let parts: Vec<_> = kings.iter().flat_map(|&king| ProofPart::of_replies(king)).collect();
    survey("replies", &game, &record, &parts, mutants);
}

/// Refutes the mutants of other formulas by a whole proof. Those that it does not refute are equal
/// by a second way to compare, with the right recording. Each thread makes that anew.
fn survey_whole(
    name: &str,
    record: &(dyn Fn() -> Recording + Sync),
    mutants: &[Mutant],
    prove: &(dyn Fn(&Recording) -> Result<(), Refuted> + Sync),
    is_equal: &(dyn Fn(&Recording, &Recording) -> bool + Sync),
) {
    let is_left = |right: &Recording, mutant: &Mutant| {
        let wrong = mutant.of(right);
        let found = prove(&wrong);
        if let Err(refuted) = &found {
            assert_eq!(refuted.exhausted, None, "{name}: {mutant:?}");
        }
        assert!(found.is_err() || is_equal(right, &wrong), "{name}: {mutant:?} is not refuted");
        found.is_ok()
    };
    let equal = mutants.par_chunks(16).flat_map_iter(|mutants: &[Mutant]| {
        let right = record();
        let left = mutants.iter().filter(|mutant| is_left(&right, mutant)).copied();
        left.collect::<Vec<_>>()
    });
    report(name, &record().program, mutants.len(), &equal.collect::<Vec<_>>(), MOST);
}

/// Returns whether both programs give the same results for random words, however they are meant.
fn agree_on_words(right: &Recording, wrong: &Recording, results: Range<usize>) -> bool {
    let mut random = Random::new(68);
    (0..1_000).all(|_| {
        let names = right.program.steps.iter().filter_map(|(instruction, _)| match instruction {
            Instruction::Input(name) => Some(*name),
            _ => None,
        });
        let words: Vec<_> = names.map(|name| (name, random.word())).collect();
        let input = |name: &str| words.iter().find(|of| of.0 == name).expect("an input").1;
        let [one, other] = [right, wrong].map(|of| run_plain(&of.program, input));
        results.clone().all(|result| one[right.steps[result]] == other[wrong.steps[result]])
    })
}

/// Returns whether both programs give the same positions after the legal moves from some squares,
/// in positions of all kinds.
fn agree_on_moves(right: &Recording, wrong: &Recording, squares: &[usize]) -> bool {
    let game = Game::ordinary();
    let moves = Recording::new(&game.formulas);
    of_all_kinds(200, 600).iter().all(|position| {
        let words = words::of_setup(&position.setup());
        let values = run_plain(&moves.program, |name| word_of(words, name).expect("a word"));
        let of_sets = core::array::from_fn(|set| values[moves.steps[set]]);
        let listed = listed(words, &of_sets, game.rooks).into_iter();
        let mut listed = listed.filter(|played| squares.contains(&played.from.number()));
        listed.all(|Move { from, to, manner }| {
            let kind = match manner {
                Manner::Castling(rook) => kinds::CASTLING[usize::from(rook.file < from.file)],
                _ => after::number(manner).expect("a kind of move"),
            };
            let input = |name: &str| match name {
                "from" => 1 << from.number(),
                "to" => 1 << to.number(),
                "kind" => kind,
                _ => word_of(words, name).expect("a word of the position"),
            };
            let [one, other] = [right, wrong].map(|of| run_plain(&of.program, input));
            right.steps.iter().zip(&wrong.steps).all(|(&a, &b)| one[a] == other[b])
        })
    })
}

/// Refutes the mutants of `after` by the moves from some squares. Those that are left give the same
/// positions after legal moves from there.
fn survey_after(squares: &[usize], step: usize) {
    let record = || after::record(&[Game::ordinary()]);
    let right = record();
    let mutants = sample(mutants_of(&right.program, &right.steps, &[]), step);
    let prove = |wrong: &Recording| {
        after::castling(wrong, &[Game::ordinary()], BUDGET)?;
        let moves = run_within(wrong, None, BUDGET, |proof| {
            squares.iter().try_for_each(|&from| proof.moves_from(words::square(from)))
        });
        moves.map(drop)
    };
    let is_equal = |right: &Recording, wrong: &Recording| agree_on_moves(right, wrong, squares);
    survey_whole("after", &record, &mutants, &prove, &is_equal);
}

/// Refutes the mutants of what the moves from a square change. Those that are left change the same
/// by legal moves in positions of all kinds.
fn survey_play(from: usize, step: usize) {
    let positions = moves_in_positions(from);
    let (mut number, mut refuted) = (0, 0);
    for claims in play::Played::from_square(words::square(from)) {
        let right = &claims.recording;
        let results: Vec<_> = claims.results(None).iter().map(|&at| right.steps[at]).collect();
        let mutants = mutants_of(&right.program, &results, &[]);
        // Twenty at least.
        let step = step.min(mutants.len() / 20);
        for mutant in sample(mutants, step) {
            let wrong = mutant.of(right);
            number += 1;
            match claims.prove(&wrong) {
                Err(of) => {
                    assert_eq!(of.exhausted, None, "{mutant:?}");
                    refuted += 1;
                }
                Ok(_) => assert!(agree_on_changes(&claims, &wrong, &positions), "{mutant:?}"),
            }
        }
    }
    println!("play from {from}: {refuted} mutants of {number} are refuted, the others are equal");
    // Most of the steps are about roles of which no piece makes the move.
    assert!(refuted * 6 > number, "{refuted} of {number}");
}

/// Returns the words of positions of all kinds in which White has legal moves from a square, and
/// these moves.
fn moves_in_positions(from: usize) -> Vec<([u64; 4], Vec<Move>)> {
    let all = of_all_kinds(50, 150).into_iter().map(|position| {
        let setup = position.setup();
        let by_laws = match setup.side_to_move {
            hyperbola::Color::White => read(&setup),
            hyperbola::Color::Black => after::mirrored(&read(&setup)),
        };
        let mut moves = legal_moves(&by_laws, Side::White);
        moves.retain(|played| played.from.number() == from);
        (words::of_setup(&setup), moves)
    });
    all.filter(|(_, moves)| !moves.is_empty()).collect()
}

/// Returns whether both recordings change the same by moves in positions.
fn agree_on_changes(
    claims: &play::Played,
    wrong: &Recording,
    positions: &[([u64; 4], Vec<Move>)],
) -> bool {
    positions.iter().all(|&(words, ref moves)| {
        let [a, b, c, black] = words;
        let passed = black & !(a | b | c);
        if claims.passed.is_some_and(|square| passed != 1 << square.number()) {
            return true;
        }
        let input = |name: &str| word_of(words, name).expect("a word of the position");
        let values = [&claims.recording, wrong].map(|of| run_plain(&of.program, input));
        let same = |at: usize| {
            let [one, other] = [&claims.recording, wrong].map(|of| of.steps[at]);
            values[0][one] == values[1][other]
        };
        moves.iter().all(|&played| claims.results(Some(played)).into_iter().all(same))
    })
}

/// Refutes the mutants of `turned`. Those that are left give the same words for any words.
fn survey_turned(step: usize) {
    let right = after::record_turned();
    let mutants = sample(mutants_of(&right.program, &right.steps, &[]), step);
    let prove = |wrong: &Recording| after::turned(wrong, BUDGET).map(drop);
    let is_equal = |right: &Recording, wrong: &Recording| agree_on_words(right, wrong, 0..4);
    survey_whole("turned", &after::record_turned, &mutants, &prove, &is_equal);
}

/// Refutes the mutants of the steps that count the sets of a form and add their number to a tally.
/// Those that are left give the same numbers for any words.
fn survey_sums(form: ReplyForm, step: usize) {
    let record = || replies::recording_of_sums(&Game::ordinary().formulas, form);
    let right = record();
    let numbers = replies::numbers_of_sums();
    // The proof looks at the number of captures en passant with the first form only.
    let numbers = numbers.start..if form == ReplyForm::All { numbers.end } else { numbers.end - 1 };
    let sets =
        [&right.steps[..numbers.start], &right.steps[replies::numbers_of_sums().end..]].concat();
    let mutants = sample(mutants_of(&right.program, &right.steps[numbers.clone()], &sets), step);
    let prove = |wrong: &Recording| replies::prove_sum(wrong, form, BUDGET).map(drop);
    let is_equal =
        |right: &Recording, wrong: &Recording| agree_on_words(right, wrong, numbers.clone());
    survey_whole(&format!("sums of {form:?}"), &record, &mutants, &prove, &is_equal);
}

/// Returns whether both programs count the same replies for random moves, numbers and pieces. No
/// pawn's move leads to where it cannot, and none leaves a piece of Black's.
fn agree_on_replies(right: &Recording, wrong: &Recording, result: usize) -> bool {
    let mut random = Random::new(69);
    (0..1_000).all(|_| {
        let mut words = std::collections::HashMap::new();
        for (instruction, _) in &right.program.steps {
            let Instruction::Input(name) = *instruction else { continue };
            let cannot = match name {
                "one" => 0xff,
                "two" => 0xffff,
                "east" => 0x0101_0101_0101_01ff,
                "west" => 0x8080_8080_8080_80ff,
                _ => 0,
            };
            words.insert(name, random.word() & !cannot);
        }
        if let Some(one) = words.get("one") {
            let left = one >> 8 | words["two"] >> 16 | words["east"] >> 9 | words["west"] >> 7;
            for name in ["pawns", "others"] {
                words.entry(name).and_modify(|word| *word &= !left);
            }
        }
        // What has no place is one piece.
        for name in ["piece", "king"] {
            words.entry(name).and_modify(|word| *word &= word.wrapping_neg());
        }
        let [one, other] = [right, wrong].map(|of| run_plain(&of.program, |name| words[name]));
        one[right.steps[result]] == other[wrong.steps[result]]
    })
}

/// Refutes the mutants of how the plan adds up replies, and of the number of a square. Those that
/// are left count the same.
fn survey_plan(step: usize) {
    let survey = |name: &str,
                  record: fn() -> Recording,
                  results: Range<usize>,
                  prove: &(dyn Fn(&Recording) -> Result<(), Refuted> + Sync),
                  is_equal: &(dyn Fn(&Recording, &Recording) -> bool + Sync)| {
        let Recording { program, steps, .. } = record();
        let mutants = mutants_of(&program, &steps[results.clone()], &steps[..results.start]);
        // Eleven at least.
        let step = step.min(mutants.len() / 11);
        survey_whole(name, &record, &sample(mutants, step), prove, is_equal);
    };
    let result = counts::together_at::REPLIES;
    survey(
        "replies together",
        counts::recording_of_together,
        result..result + 1,
        &|wrong| counts::prove_together(wrong).map(drop),
        &|right, wrong| agree_on_replies(right, wrong, result),
    );
    let result = counts::of_piece_at::REPLIES;
    survey(
        "replies to a piece",
        counts::recording_of_piece,
        result..result + 1,
        &|wrong| counts::prove_piece(wrong).map(drop),
        &|right, wrong| agree_on_replies(right, wrong, result),
    );
    // The proof compares the whole number of its square.
    let prove = |wrong: &Recording| numbers::prove(wrong, 27, BUDGET).map(drop);
    survey("numbers on d4", numbers::recording, 0..6, &prove, &|_, _| true);
}

#[test]
fn a_sample_of_the_mutants_of_the_plan_is_refuted_or_equal() {
    survey_plan(usize::MAX);
}

#[test]
fn a_sample_of_the_mutants_of_moves_is_refuted_or_equal() {
    let game = Game::ordinary();
    // A king in the corner, on the rank of captures en passant, and at home.
    let parts =
        [(0, 0), (32, 4), (4, 9)].map(|(king, part)| ProofPart::of_king(&game, king).remove(part));
    survey_moves(&game, &parts, 101);
}

#[test]
fn a_sample_of_the_mutants_of_the_generator_is_refuted_or_equal() {
    survey_generator(4, 2_003);
}

#[test]
fn a_sample_of_the_mutants_of_replies_is_refuted_or_equal() {
    survey_replies(&[28], 127);
}

#[test]
fn a_sample_of_the_mutants_of_positions_afterwards_is_refuted_or_equal() {
    // The king castles from e1. Pawns go from their first rank, capture en passant and are
    // promoted.
    survey_after(&[4, 8, 38, 51], 17);
    survey_turned(1);
    // Captures en passant, and promotions.
    survey_play(38, 2_003);
    survey_play(51, 2_003);
}

#[test]
fn a_sample_of_the_mutants_of_sums_is_refuted_or_equal() {
    survey_sums(ReplyForm::All, 11);
}

/// Refutes all mutants. The king's squares, and the home of a game of Chess960, are those that the
/// proof has in place of the sample's.
#[test]
#[ignore = "it takes more than an hour; other tests take a sample"]
fn deep_every_mutant_is_refuted_or_equal() {
    let kings: Vec<usize> = kings_of_deep().into_iter().map(|king| king.index().into()).collect();
    for game in [Game::ordinary(), Game::of_white((2, [Some(6), Some(1)]))] {
        let parts: Vec<_> =
            kings.iter().flat_map(|&king| ProofPart::of_king(&game, king)).collect();
        survey_moves(&game, &parts, 1);
    }
    survey_generator(4, 31);
    survey_replies(&kings, 1);
    survey_after(&kings, 1);
    kings.iter().for_each(|&from| survey_play(from, 1));
    survey_turned(1);
    ReplyForm::ALL.into_iter().for_each(|form| survey_sums(form, 1));
    survey_plan(1);
}

/// The formula of captures en passant looks at checks of knights and pawns. It need not where the
/// readers of FENs let a position in: there no piece gave check before the double step too.
#[test]
fn leapers_matter_for_captures_en_passant_only_where_they_gave_check_before() {
    let right = Recording::new(&Game::ordinary().formulas);
    let mut without = right.clone();
    // Each side asks whether any check is left: those of sliders, and those of leapers.
    let program = &right.program;
    let needed = needed(program, &[right.steps[sets::EN_PASSANT]]);
    let others = self::needed(program, &right.steps[..sets::EN_PASSANT]);
    let mut sides = Vec::new();
    for (step, (instruction, _)) in program.steps.iter().enumerate() {
        if let Instruction::Function(Function::ZeroMask, checks) = *instruction
            && needed[step]
            && !others[step]
        {
            sides.push(checks);
        }
    }
    let operands = |step: usize| program.steps[step].0.operands().collect::<Vec<_>>();
    let [one, other] = sides[..] else { panic!("two sides") };
    for step in [one, other] {
        let [first, second] = operands(step)[..] else { panic!("two kinds of checks") };
        let alone_of = if operands(one + other - step).contains(&first) { second } else { first };
        without.program.steps[step].0 = alone(alone_of);
    }
    for king in 0..64 {
        for assumed in Passed::each(king).map(|passed| Assumed { passed, ..Assumed::any(king) }) {
            let Passed::One(passed) = assumed.passed else { continue };
            let same = run(&right, assumed, |proof| proof.same_captures(&without, passed));
            assert!(same.is_ok(), "{same:?}");
        }
    }
    // Without the assumption they matter, so the term stays: the proof needs no such assumption.
    let assumed = Assumed { passed: Passed::One(43), ..Assumed::any(32) };
    assert!(run(&without, assumed, |proof| proof.en_passant()).is_err());
}
