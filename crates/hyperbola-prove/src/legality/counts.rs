//! The proof that the plan adds up the replies to its neutral moves: for any sets of moves, any
//! numbers of squares and any number of replies after a pass.
//!
//! A number of replies is a sum of counts of ones, some of them multiplied by a word: by the
//! replies after a pass, or by the number of a piece's square. So it is right for all sets if, for
//! each of these words and in each column, the bits that are counted are those of the moves.

use std::collections::BTreeMap;

use hyperbola::Bits;
use hyperbola_explain::{Function, Instruction, Operator, Program, Recorder};
use hyperbola_perft::four_words::alone::{Together, of_piece, together};
use hyperbola_rules::moves::PawnMoves;
use hyperbola_rules::pieces::Pieces;

use super::algebra::Algebra;
use super::circuit::Circuit;
use super::recording::Recording;
use super::refuted::Refuted;
use super::sums::{Sum, digits};
use crate::diagrams::Diagrams;
use crate::nodes::Bit;

/// Words, each with the sum that it is multiplied by. None is the sum that no word multiplies.
type Products = BTreeMap<Option<usize>, Sum>;

/// Bits with factors.
type Weighed = Vec<(Bit, u64)>;

/// Adds a step with a factor to products. At a question whether anything is left it goes the short
/// way if `is_short` says so.
fn read(
    program: &Program,
    (step, factor): (usize, u64),
    is_short: &dyn Fn(usize) -> bool,
    products: &mut Products,
) {
    let mut add = |step, factor| read(program, (step, factor), is_short, products);
    match program.steps[step].0 {
        Instruction::Binary(Operator::Add, a, b) => {
            add(a, factor);
            add(b, factor);
        }
        Instruction::Binary(Operator::Subtract, a, b) => {
            add(a, factor);
            add(b, factor.wrapping_neg());
        }
        Instruction::Shift(Operator::ShiftLeft, x, by) => add(x, factor << by),
        Instruction::Choice(question, long, short) => {
            add(if is_short(question) { short } else { long }, factor);
        }
        Instruction::Constant(value) => {
            let sum = &mut products.entry(None).or_default().constant;
            *sum = sum.wrapping_add(factor.wrapping_mul(value));
        }
        Instruction::Function(Function::CountOnes, x) => {
            let ones = products.entry(None).or_default().ones.entry(x).or_default();
            *ones = ones.wrapping_add(factor);
        }
        Instruction::Binary(Operator::Multiply, counts, words) => {
            let [mut left, mut right] = [Products::new(), Products::new()];
            read(program, (counts, factor), is_short, &mut left);
            read(program, (words, 1), is_short, &mut right);
            // Counts are multiplied by words and by constants; any other product is no known word.
            let is_count = left.iter().all(|(word, sum)| word.is_none() && sum.constant == 0);
            if !is_count || right.values().any(|times| !times.ones.is_empty()) {
                products.entry(Some(step)).or_default().constant = 1;
                return;
            }
            for (word, times) in right {
                let sum = products.entry(word).or_default();
                for (&ones, &factor) in left.values().flat_map(|counts| &counts.ones) {
                    let ones = sum.ones.entry(ones).or_default();
                    *ones = ones.wrapping_add(factor.wrapping_mul(times.constant));
                }
            }
        }
        _ => {
            let sum = &mut products.entry(Some(step)).or_default().constant;
            *sum = sum.wrapping_add(factor);
        }
    }
}

const SLIDERS: [&str; 8] = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"];
const PAWNS: [&str; 4] = ["one", "two", "east", "west"];
const DIGITS: [&str; 6] = ["ones", "twos", "fours", "eights", "sixteens", "thirty_twos"];
const OTHERS: [&str; 12] = [
    "knights",
    "knights_to",
    "king_to",
    "leaps",
    "towards",
    "piece",
    "king",
    "pawns",
    "others",
    "base",
    "before",
    "none",
];

/// The number of inputs, with those that take the place of steps.
const INPUTS: u32 = 40;

/// Returns the variable of an input at a square.
fn variable(input: usize, square: usize) -> Bit {
    let place = u32::try_from(square).expect("a square") * INPUTS;
    Bit::variable(place + u32::try_from(input).expect("few"))
}

/// Returns the variable of an input that takes the place of a step.
fn free(input: usize) -> Bit {
    variable(SLIDERS.len() + PAWNS.len() + DIGITS.len() + OTHERS.len() + input, 0)
}

/// A recording about whose columns something is claimed.
struct Columns<'d, 'r> {
    diagrams: &'d Diagrams,
    recording: &'r Recording,
    circuit: Circuit<'d, 'r>,
    equations: u64,
}

impl<'d, 'r> Columns<'d, 'r> {
    /// Gives a recording any words. No pawn's move goes where it cannot. The variables of all
    /// columns are one if columns are `alike`: nothing then may depend on two of them.
    fn new(diagrams: &'d Diagrams, recording: &'r Recording, alike: bool) -> Self {
        Self::with_square(diagrams, recording, alike, None)
    }

    /// Does so with one of the inputs a square.
    fn with_square(
        diagrams: &'d Diagrams,
        recording: &'r Recording,
        alike: bool,
        square: Option<(&'static str, usize)>,
    ) -> Self {
        let names = SLIDERS.into_iter().chain(PAWNS).chain(DIGITS).chain(OTHERS);
        let inputs = names.enumerate().map(|(input, name)| {
            let bit = |at: usize| match name {
                _ if square.is_some_and(|(of, _)| of == name) => {
                    Bit::constant(square == Some((name, at)))
                }
                "one" | "west" if at < 8 => Bit::FALSE,
                "two" if at < 16 => Bit::FALSE,
                "east" if at < 8 || at.is_multiple_of(8) => Bit::FALSE,
                "west" if at % 8 == 7 => Bit::FALSE,
                _ => variable(input, if alike { 0 } else { at }),
            };
            (name, core::array::from_fn(bit))
        });
        let circuit = Circuit::new(diagrams, &recording.program, inputs.collect());
        Self { diagrams, recording, circuit, equations: 0 }
    }

    /// Returns bits of results at a square.
    fn bits(&mut self, results: core::ops::Range<usize>, square: usize) -> Vec<Bit> {
        let steps = &self.recording.steps[results];
        steps.iter().map(|&step| self.circuit.bit(step, square)).collect()
    }

    /// Proves that two sums are equal under a condition.
    fn equal(
        &mut self,
        found: &Weighed,
        expected: &Weighed,
        condition: Bit,
        claim: &str,
    ) -> Result<(), Refuted> {
        let diagrams = self.diagrams;
        self.equations += 1;
        // What is taken off one sum is added to the other: so both have few digits.
        let all = found.iter().map(|&of| (of, true)).chain(expected.iter().map(|&of| (of, false)));
        let mut sums = [Weighed::new(), Weighed::new()];
        for ((bit, factor), is_found) in all {
            let is_added = factor < 1 << 63;
            let factor = if is_added { factor } else { factor.wrapping_neg() };
            sums[usize::from(is_found == is_added)].push((bit, factor));
        }
        let [found, expected] = sums.map(|sum| digits(diagrams, &sum));
        let mut wrong = found
            .into_iter()
            .zip(expected)
            .map(|(found, expected)| diagrams.and(diagrams.xor(found, expected), condition));
        if wrong.all(|wrong| diagrams.is_never(wrong)) {
            return Ok(());
        }
        Err(Refuted::without_position(diagrams, claim.to_owned()))
    }

    /// Proves in a column that products are those of some words and weighed bits.
    fn products(
        &mut self,
        products: &Products,
        expected: &[(Option<usize>, Weighed)],
        square: usize,
        condition: Bit,
    ) -> Result<(), Refuted> {
        let claim = format!("the plan's number of replies, column {square}");
        let is_known = |word: &Option<usize>| expected.iter().any(|(of, _)| of == word);
        // Beside the counts there is nothing, as a word that is added by itself.
        let is_count = |sum: &Sum| sum.constant == 0 && sum.words.is_empty();
        if !products.keys().all(is_known) || !products.values().all(is_count) {
            return Err(Refuted::of_recordings(&claim));
        }
        for (word, expected) in expected {
            let ones = products.get(word).map(|sum| &sum.ones).into_iter().flatten();
            let found: Vec<_> =
                ones.map(|(&step, &factor)| (self.circuit.bit(step, square), factor)).collect();
            self.equal(&found, expected, condition, &claim)?;
        }
        Ok(())
    }

    /// Returns the products of bits of two numbers, times a factor.
    fn times(&self, one: &[Bit], other: &[Bit], factor: u64) -> Weighed {
        let pairs = (0..).zip(one).flat_map(|(a, &one)| {
            (0..).zip(other).map(move |(b, &other)| (one, other, factor << (a + b)))
        });
        pairs.map(|(one, other, factor)| (self.diagrams.and(one, other), factor)).collect()
    }
}

/// Returns the pieces of White and Black, of which the king and the pawns are known.
fn sides<W: Bits>(of: &impl Fn(&'static str) -> W) -> [Pieces<W>; 2] {
    let zero = of("none").splat(0);
    let nothing =
        Pieces { pawns: zero, knights: zero, diagonal: zero, orthogonal: zero, king: zero };
    [
        Pieces { king: of("king"), ..nothing },
        Pieces { pawns: of("pawns"), knights: of("others"), ..nothing },
    ]
}

/// The places of the results: sets of moves, the digits of numbers, the digits of the numbers of
/// moves to and from each square, Black's pieces and pawns, and the number of replies.
pub(super) mod together_at {
    use core::ops::Range;
    pub(super) const SETS: Range<usize> = 0..21;
    pub(super) const PAWNS: usize = 17;
    pub(super) const DIGITS: Range<usize> = 21..27;
    pub(super) const BLACK: usize = 27;
    pub(super) const PAWNS_OF_BLACK: usize = 28;
    pub(super) const BASE: usize = 29;
    pub(in crate::legality) const REPLIES: usize = 30;
}

/// Records how replies are counted together, with both ways at each question.
pub(super) fn recording_of_together() -> Recording {
    let recorder = Recorder::skipping(0).with_choices();
    let of = |name: &'static str| recorder.board(name, 0);
    let [one, two, east, west] = PAWNS.map(of);
    let (sliders, digits, base, king) =
        (SLIDERS.map(of), DIGITS.map(of), of("base"), of("king_to"));
    let [white, black] = sides(&of);
    let knights = ["knights", "knights_to"].map(of);
    let moves = Together { sliders, knights, king, pawns: PawnMoves { one, two, east, west } };
    let (knights, replies) = together(&moves, [&white, &black], digits, base);
    let pawns = [king, one, two, east, west];
    let others = [black.all(), black.pawns, base, replies];
    let results = [&sliders[..], &knights[..], &pawns[..], &digits[..], &others[..]].concat();
    Recording::of_results(&recorder, &results)
}

/// Proves that the replies to moves that are counted together are, for each move, those after a
/// pass with the number of the square that it leaves and without that of the one that it reaches.
/// All these moves but those of pawns and of the king leave squares of the usual number. Returns
/// the number of equations.
pub(super) fn prove_together(recording: &Recording) -> Result<u64, Refuted> {
    use together_at::{BASE, BLACK, DIGITS, PAWNS, PAWNS_OF_BLACK, REPLIES, SETS};
    let Recording { program, steps, .. } = recording;
    let diagrams = Diagrams::with_inputs(INPUTS, 1 << 22);
    let to = recording.last_lanes::<5>("to").expect("the moves that reach squares");
    let from = recording.last_lanes::<3>("from").expect("the moves that leave squares");
    let mut columns = Columns::new(&diagrams, recording, false);
    for square in 0..64 {
        let ones = |bits: Vec<Bit>| bits.into_iter().map(|bit| (bit, 1)).collect::<Weighed>();
        let mut number = |digits: &[usize]| -> Weighed {
            let bits = digits.iter().map(|&digit| columns.circuit.bit(digit, square));
            (0..).zip(bits).map(|(place, bit)| (bit, 1 << place)).collect()
        };
        let (number_to, number_from) = (number(&to), number(&from));
        let reach = ones(columns.bits(SETS, square));
        columns.equal(&number_to, &reach, Bit::TRUE, "the moves that reach a square")?;
        let file = square % 8;
        let to = [Some(8), Some(16), (file < 7).then_some(9), (file > 0).then_some(7)];
        let leave = (PAWNS..).zip(to).filter_map(|(set, by)| {
            let to = Some(square + by?).filter(|to| *to < 64)?;
            Some((columns.circuit.bit(steps[set], to), 1))
        });
        let leave = leave.collect();
        columns.equal(&number_from, &leave, Bit::TRUE, "the pawns' moves that leave a square")?;
    }
    let questions = program.steps.iter().filter_map(|(instruction, _)| match instruction {
        Instruction::Choice(question, ..) => Some(*question),
        _ => None,
    });
    let questions: Vec<usize> = questions.collect();
    let unknown = || Refuted::of_recordings("the plan's questions");
    let &[large, king] = &questions[..] else { return Err(unknown()) };
    let mut equations = columns.equations;
    for ways in 0..4 {
        let is_short = |question| ways >> usize::from(question == king) & 1 == 1;
        let mut products = Products::new();
        read(program, (steps[REPLIES], 1), &is_short, &mut products);
        // The word that only the long way has is the number of the king's square.
        let mut words = products.keys().filter(|of| ![None, Some(steps[BASE])].contains(of));
        let each = words.next().copied();
        if each.is_some() == is_short(king) {
            return Err(unknown());
        }
        let mut columns = Columns::new(&diagrams, recording, true);
        for square in 0..64 {
            for (place, &step) in to.iter().chain(&from).enumerate() {
                columns.circuit.cut(step, square, free(place));
            }
            let (to, from) = ([0, 1, 2, 3, 4].map(free), [5, 6, 7].map(free));
            let number = columns.bits(DIGITS, square);
            let mut bit = |result: usize| columns.circuit.bit(steps[result], square);
            let (black, pawns, king) = (bit(BLACK), bit(PAWNS_OF_BLACK), bit(PAWNS - 1));
            let captures = [PAWNS + 2, PAWNS + 3].map(bit);
            // No piece of Black's stands where a pawn of White's does.
            let leaves = from.into_iter().fold(Bit::FALSE, |any, bit| diagrams.or(any, bit));
            let mut condition = !diagrams.and(leaves, black);
            if is_short(large) {
                // The fifth digit of a number tells whether it is large, as another part proves.
                let fifth = diagrams.xor(number[4], black);
                let none = diagrams
                    .and(!columns.circuit.bit(large, square), !diagrams.and(number[5], !fifth));
                condition = diagrams.and(condition, none);
            }
            let (minus, one) = (1_u64.wrapping_neg(), [Bit::TRUE]);
            let mut sum = columns.times(&to, &number, minus);
            sum.extend(columns.times(&to, &one, 2));
            sum.extend(columns.times(&to, &[black], 16));
            sum.extend(columns.times(&from, &number, 1));
            sum.extend(columns.times(&from, &one, 2_u64.wrapping_neg()));
            // Two pawns that attack each other lose their captures of each other once, not twice.
            sum.extend(captures.map(|capture| (diagrams.and(capture, pawns), 1)));
            let mut expected = vec![(None, sum), (Some(steps[BASE]), columns.times(&to, &one, 1))];
            expected.extend(each.map(|each| (each, vec![(king, 1)])));
            columns.products(&products, &expected, square, condition)?;
        }
        equations += columns.equations;
        let Some(Some(each)) = each else { continue };
        equations += number_of_king(&diagrams, recording, each, king)?;
    }
    Ok(equations)
}

/// Proves that a word is what the number of the king's square has above two, and that it is zero
/// where the question has no square. Returns the number of equations.
fn number_of_king(
    diagrams: &Diagrams,
    recording: &Recording,
    each: usize,
    question: usize,
) -> Result<u64, Refuted> {
    let claim = "the number of the king's square";
    let of = |step: usize| recording.program.steps[step].0;
    let is_mask = |step: usize| match of(step) {
        Instruction::Not(mask) => of(mask) == Instruction::Function(Function::ZeroMask, question),
        _ => false,
    };
    let Instruction::Binary(Operator::And, _, mask) = of(each) else {
        return Err(Refuted::of_recordings(claim));
    };
    if !is_mask(mask) {
        return Err(Refuted::of_recordings(claim));
    }
    let mut equations = 0;
    for square in 0..64 {
        let mut columns = Columns::with_square(diagrams, recording, false, Some(("king", square)));
        let number = columns.bits(together_at::DIGITS, square);
        let mut expected = columns.times(&[Bit::TRUE], &number, 1);
        expected.push((Bit::TRUE, 2_u64.wrapping_neg()));
        let found = (0..64).map(|place| (columns.circuit.bit(each, place), 1 << place)).collect();
        columns.equal(&found, &expected, Bit::TRUE, claim)?;
        equations += columns.equations;
    }
    Ok(equations)
}

/// The places of the results: sets of moves, the digits of numbers, and the rest.
pub(super) mod of_piece_at {
    use core::ops::Range;
    pub(super) const SETS: Range<usize> = 0..9;
    pub(super) const DIGITS: Range<usize> = 9..15;
    pub(super) const TOWARDS: usize = 15;
    pub(super) const BLACK: usize = 16;
    pub(super) const BASE: usize = 17;
    pub(super) const BEFORE: usize = 18;
    pub(in crate::legality) const REPLIES: usize = 19;
}

/// Records how replies to the moves of one piece are counted.
pub(super) fn recording_of_piece() -> Recording {
    let recorder = Recorder::skipping(0);
    let of = |name: &'static str| recorder.board(name, 0);
    let (slides, digits) = (SLIDERS.map(of), DIGITS.map(of));
    let [piece, leaps, towards, base, before] =
        ["piece", "leaps", "towards", "base", "before"].map(of);
    let [white, black] = sides(&of);
    let moves = (slides, leaps, towards);
    let replies = of_piece(piece, moves, [&white, &black], digits, base, before);
    let others = [towards, black.all(), base, before, replies];
    let results = [&slides[..], &[leaps], &digits[..], &others[..]].concat();
    Recording::of_results(&recorder, &results)
}

/// Proves that the replies to the moves of one piece are added: for each target square, those after
/// a pass with the number of the piece's square and without that of the other, or towards a slider
/// with the usual number. Returns the number of equations.
pub(super) fn prove_piece(recording: &Recording) -> Result<u64, Refuted> {
    use of_piece_at::{BASE, BEFORE, BLACK, DIGITS, REPLIES, SETS, TOWARDS};
    let Recording { program, steps, .. } = recording;
    let diagrams = Diagrams::with_inputs(INPUTS, 1 << 22);
    let target = recording.last("to").expect("the target squares");
    let mut products = Products::new();
    read(program, (steps[REPLIES], 1), &|_| false, &mut products);
    let known = [None, Some(steps[BASE]), Some(steps[BEFORE])];
    let mut words = products.keys().filter(|of| !known.contains(of));
    let unknown = || Refuted::of_recordings("the plan's number of replies to a piece's moves");
    let Some(&Some(from)) = words.next() else { return Err(unknown()) };
    let before = products.remove(&known[2]).ok_or_else(unknown)?;
    if before != (Sum { constant: 1, ..Sum::default() }) {
        return Err(unknown());
    }
    let mut columns = Columns::new(&diagrams, recording, true);
    for square in 0..64 {
        let sets = columns.bits(SETS, square);
        let any = sets.into_iter().fold(Bit::FALSE, |any, bit| diagrams.or(any, bit));
        let found = vec![(columns.circuit.bit(target, square), 1)];
        columns.equal(&found, &vec![(any, 1)], Bit::TRUE, "the target squares of a piece")?;
        let to = free(0);
        columns.circuit.cut(target, square, to);
        let number = columns.bits(DIGITS, square);
        let mut bit = |result: usize| columns.circuit.bit(steps[result], square);
        let (black, towards) = (bit(BLACK), bit(TOWARDS));
        let mut sum = columns.times(&[to], &number, 1_u64.wrapping_neg());
        sum.extend([(diagrams.and(to, black), 16), (towards, 2)]);
        let of_piece = vec![(to, 1), (towards, 1_u64.wrapping_neg())];
        let expected = [(None, sum), (Some(steps[BASE]), vec![(to, 1)]), (Some(from), of_piece)];
        columns.products(&products, &expected, square, Bit::TRUE)?;
    }
    let mut equations = columns.equations;
    for square in 0..64 {
        let mut columns =
            Columns::with_square(&diagrams, recording, false, Some(("piece", square)));
        let number = columns.bits(DIGITS, square);
        let expected = columns.times(&[Bit::TRUE], &number, 1);
        let found = (0..64).map(|place| (columns.circuit.bit(from, place), 1 << place)).collect();
        columns.equal(&found, &expected, Bit::TRUE, "the number of a piece's square")?;
        equations += columns.equations;
    }
    Ok(equations)
}

/// Proves both sums. Returns the number of equations.
pub(super) fn prove() -> Result<u64, Refuted> {
    Ok(prove_together(&recording_of_together())? + prove_piece(&recording_of_piece())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_adds_up_its_replies() {
        let equations = prove().unwrap_or_else(|refuted| panic!("{refuted}"));
        assert_eq!(equations, 1_216);
    }
}
