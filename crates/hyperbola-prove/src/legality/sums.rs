//! The proof that a number that a formula counts is the sum of its sets' ones, for any sets.
//!
//! A number is a sum of counts of ones, each with a factor. What is counted are words that full
//! adders make of the sets, column by column. So the number is right for all sets if it is in each
//! column.

use std::collections::{BTreeMap, HashMap};

use hyperbola_explain::{Function, Instruction, Operator, Program};

use super::algebra::Algebra;
use super::circuit::Circuit;
use super::refuted::Refuted;
use crate::diagrams::Diagrams;
use crate::nodes::Bit;

/// A sum modulo 2^64: a constant, counts of ones, and words, each with a factor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) constant: u64,
    /// The factors of counts of ones, by the step of the word whose ones are counted.
    pub(super) ones: BTreeMap<usize, u64>,
    /// The factors of words, by their steps.
    pub(super) words: BTreeMap<usize, u64>,
}

impl Sum {
    /// Reads a step as a sum.
    pub(super) fn of(program: &Program, step: usize) -> Self {
        let mut sum = Self::default();
        sum.add(program, step, 1);
        sum
    }

    fn add(&mut self, program: &Program, step: usize, factor: u64) {
        let put = |factors: &mut BTreeMap<usize, u64>, step| {
            let sum = factors.entry(step).or_insert(0);
            *sum = sum.wrapping_add(factor);
        };
        match program.steps[step].0 {
            Instruction::Constant(value) => {
                self.constant = self.constant.wrapping_add(factor.wrapping_mul(value));
            }
            Instruction::Binary(Operator::Add, a, b) => {
                self.add(program, a, factor);
                self.add(program, b, factor);
            }
            Instruction::Shift(Operator::ShiftLeft, x, by) => self.add(program, x, factor << by),
            Instruction::Function(Function::CountOnes, x) => put(&mut self.ones, x),
            _ => put(&mut self.words, step),
        }
    }
}

/// Sets that are counted: for each its step, and the squares where it counts and how much.
pub(super) type Weights = Vec<(usize, [u64; 64])>;

/// Proves that a sum has only counts of ones, and that it is the sum of the weights of the sets'
/// squares for any sets. Returns the number of equations.
pub(super) fn prove(
    program: &Program,
    sum: &Sum,
    sets: &Weights,
    claim: &str,
    budget: usize,
) -> Result<u64, Refuted> {
    if sum.constant != 0 || !sum.words.is_empty() {
        return Err(Refuted::of_recordings(claim));
    }
    let mut variables: BTreeMap<usize, Bit> = BTreeMap::new();
    for &(step, _) in sets {
        if !matches!(program.steps[step].0, Instruction::Constant(_)) {
            let number = u32::try_from(variables.len()).expect("few sets");
            variables.entry(step).or_insert_with(|| Bit::variable(number));
        }
    }
    // What is made of anything but the sets is no sum of them.
    let own = |input: u32| {
        let first = u32::try_from(variables.len()).expect("few sets") + 64 * input;
        core::array::from_fn(|place: usize| {
            Bit::variable(first + u32::try_from(place).expect("few"))
        })
    };
    let mut names: Vec<&'static str> = Vec::new();
    for (instruction, _) in &program.steps {
        if let Instruction::Input(name) = instruction
            && !names.contains(name)
        {
            names.push(name);
        }
    }
    let inputs: Vec<_> = (0..).zip(names).map(|(input, name)| (name, own(input))).collect();
    let words = u32::try_from(variables.len().div_ceil(64) + inputs.len()).expect("few sets");
    let diagrams = Diagrams::with_inputs(words, budget);
    for column in 0..64 {
        let mut circuit = Circuit::new(&diagrams, program, inputs.clone());
        variables.iter().for_each(|(&step, &bit)| circuit.cut(step, column, bit));
        let counted = sum.ones.iter().map(|(&step, &factor)| (circuit.bit(step, column), factor));
        let found = digits(&diagrams, &counted.collect::<Vec<_>>());
        let weighed =
            sets.iter().map(|(step, weights)| (circuit.bit(*step, column), weights[column]));
        let expected = digits(&diagrams, &weighed.collect::<Vec<_>>());
        if found != expected || diagrams.exhausted().is_some() {
            return Err(Refuted::without_position(&diagrams, format!("{claim}, column {column}")));
        }
    }
    Ok(64)
}

/// Returns the steps that make words of some sets, first an input for each set, and where the words
/// are. So both are the same in two programs that make the words of their sets in the same way.
pub(super) fn made_of(
    program: &Program,
    sets: &[usize],
    words: &[usize],
) -> (Vec<Instruction>, Vec<usize>) {
    let mut made = vec![Instruction::Input("set"); sets.len()];
    let mut places = HashMap::new();
    for (place, &step) in sets.iter().enumerate() {
        places.entry(step).or_insert(place);
    }
    words.iter().for_each(|&word| make(program, word, &mut places, &mut made));
    (made, words.iter().map(|word| places[word]).collect())
}

/// Adds a step after those that it needs.
fn make(
    program: &Program,
    step: usize,
    places: &mut HashMap<usize, usize>,
    made: &mut Vec<Instruction>,
) {
    if places.contains_key(&step) {
        return;
    }
    let instruction = program.steps[step].0;
    instruction.operands().for_each(|operand| make(program, operand, places, made));
    places.insert(step, made.len());
    made.push(instruction.with_operands(|operand| places[&operand]));
}

/// Returns the digits of a sum of bits with factors.
pub(super) fn digits(diagrams: &dyn Algebra, bits: &[(Bit, u64)]) -> [Bit; 64] {
    let mut digits = [Bit::FALSE; 64];
    for &(bit, factor) in bits {
        let mut carry = Bit::FALSE;
        for (place, digit) in digits.iter_mut().enumerate() {
            let added = if factor >> place & 1 == 1 { bit } else { Bit::FALSE };
            let differ = diagrams.xor(*digit, added);
            let next = diagrams.choose(differ, carry, *digit);
            *digit = diagrams.xor(differ, carry);
            carry = next;
        }
    }
    digits
}
