//! A recorded formula as Boolean functions, each computed when it is asked for.
//!
//! Words of all squares would be computed whole. Here only what a claim depends on is, so a claim
//! has the diagrams of its own and no others.

use hyperbola_explain::{Function, Instruction, Operator, Program};

use super::algebra::Algebra;
use crate::nodes::Bit;

/// The bits of a program's steps.
pub(super) struct Circuit<'d, 'p> {
    diagrams: &'d dyn Algebra,
    program: &'p Program,
    inputs: Vec<(&'static str, [Bit; 64])>,
    /// The steps that are constants.
    constants: Vec<Option<u64>>,
    /// The bits that are known of each step; none of a step that nothing asked for.
    known: Vec<Vec<Option<Bit>>>,
    /// The carries of sums and differences, before each place.
    carries: Vec<Vec<Bit>>,
}

impl<'d, 'p> Circuit<'d, 'p> {
    /// Gives a program its inputs.
    pub(super) fn new(
        diagrams: &'d dyn Algebra,
        program: &'p Program,
        inputs: Vec<(&'static str, [Bit; 64])>,
    ) -> Self {
        let steps = program.steps.len();
        let (known, carries) = (vec![Vec::new(); steps], vec![Vec::new(); steps]);
        let constants = constants(program);
        Self { diagrams, program, inputs, constants, known, carries }
    }

    /// Returns the same for a program in which some steps are others. What is known of the rest
    /// stays.
    #[cfg(test)]
    pub(super) fn of_mutant<'q>(&self, program: &'q Program, is_other: &[bool]) -> Circuit<'d, 'q> {
        let Self { diagrams, ref inputs, ref known, ref carries, .. } = *self;
        let mut circuit = Circuit {
            diagrams,
            program,
            inputs: inputs.clone(),
            constants: constants(program),
            known: known.clone(),
            carries: carries.clone(),
        };
        for (step, _) in is_other.iter().enumerate().filter(|(_, is_other)| **is_other) {
            circuit.known[step].clear();
            circuit.carries[step].clear();
        }
        circuit
    }

    /// Sets a bit of a step, whatever the step computes.
    pub(super) fn cut(&mut self, step: usize, place: usize, bit: Bit) {
        self.note(step, place, bit);
    }

    fn note(&mut self, step: usize, place: usize, bit: Bit) {
        let known = &mut self.known[step];
        known.resize(known.len().max(place + 1), None);
        known[place] = Some(bit);
    }

    fn known(&self, step: usize, place: usize) -> Option<Bit> {
        self.known[step].get(place).copied().flatten()
    }

    /// Returns a bit of a step.
    ///
    /// # Panics
    ///
    /// If the step is an operation that no formula of legal moves has.
    pub(super) fn bit(&mut self, step: usize, place: usize) -> Bit {
        if let Some(bit) = self.known(step, place) {
            return bit;
        }
        // A mask of all ones or of none is the same at all places.
        if place > 0
            && let Instruction::Function(Function::ZeroMask, _) = self.program.steps[step].0
        {
            return self.bit(step, 0);
        }
        let bit = self.compute(step, place);
        self.note(step, place, bit);
        bit
    }

    fn compute(&mut self, step: usize, place: usize) -> Bit {
        if let Some(value) = self.constants[step] {
            return Bit::constant(value >> place & 1 == 1);
        }
        let (instruction, _) = self.program.steps[step];
        match instruction {
            Instruction::Input(name) => {
                let input = self.inputs.iter().find(|(of, _)| *of == name);
                input.unwrap_or_else(|| panic!("there is no input {name}")).1[place]
            }
            Instruction::Not(x) => !self.bit(x, place),
            Instruction::Binary(Operator::And, a, b) => self.both(a, b, place, false),
            Instruction::Binary(Operator::Or, a, b) => !self.both(a, b, place, true),
            Instruction::Binary(Operator::Xor, a, b) => {
                let (a, b) = (self.bit(a, place), self.bit(b, place));
                self.diagrams.xor(a, b)
            }
            Instruction::Binary(Operator::Add, a, b) => self.sum(step, a, b, place, false),
            Instruction::Binary(Operator::Subtract, a, b) => self.sum(step, a, b, place, true),
            Instruction::Shift(Operator::ShiftLeft, x, by) => {
                match place.checked_sub(by as usize) {
                    Some(place) => self.bit(x, place),
                    None => Bit::FALSE,
                }
            }
            Instruction::Shift(Operator::ShiftRight, x, by) => match place + by as usize {
                place @ 0..64 => self.bit(x, place),
                _ => Bit::FALSE,
            },
            Instruction::Shift(Operator::RotateLeft, x, by) => {
                self.bit(x, (place + 64 - by as usize) % 64)
            }
            Instruction::Function(Function::SwapBytes, x) => self.bit(x, place ^ 56),
            Instruction::Function(Function::ReverseBits, x) => self.bit(x, place ^ 63),
            Instruction::Function(Function::ZeroMask, x) => !self.any(x),
            Instruction::Choice(question, computed, otherwise) => {
                let [computed, otherwise] = [computed, otherwise].map(|step| self.bit(step, place));
                if computed == otherwise {
                    return computed;
                }
                // The same for all places. A choice has no carries.
                if self.carries[step].is_empty() {
                    let any = self.any(question);
                    self.carries[step].push(any);
                }
                self.diagrams.choose(self.carries[step][0], computed, otherwise)
            }
            Instruction::Function(Function::CountOnes, x) => self.count(x)[place],
            other => panic!("no formula of legal moves has {other:?}"),
        }
    }

    /// Returns whether any bit of a step is one.
    fn any(&mut self, step: usize) -> Bit {
        (0..64).fold(Bit::FALSE, |any, place| match any {
            Bit::TRUE => any,
            _ => {
                let bit = self.bit(step, place);
                self.diagrams.or(any, bit)
            }
        })
    }

    /// Returns what is true where two bits or their complements are. The second is not computed if
    /// it does not matter.
    fn both(&mut self, a: usize, b: usize, place: usize, complement: bool) -> Bit {
        // A mask decides most bits.
        let is_mask = self.constants[b].is_some();
        let (first, second) = if is_mask { (b, a) } else { (a, b) };
        let of = |bit: Bit| if complement { !bit } else { bit };
        let first = of(self.bit(first, place));
        if first == Bit::FALSE {
            return first;
        }
        let second = of(self.bit(second, place));
        self.diagrams.and(first, second)
    }

    /// Returns a bit of a sum or of a difference.
    fn sum(&mut self, step: usize, a: usize, b: usize, place: usize, is_difference: bool) -> Bit {
        // a - b is a + !b + 1.
        let of = |bit: Bit| if is_difference { !bit } else { bit };
        while self.carries[step].len() <= place {
            let carry = match self.carries[step].len().checked_sub(1) {
                None => Bit::constant(is_difference),
                Some(before) => {
                    let (a, b) = (self.bit(a, before), of(self.bit(b, before)));
                    let differ = self.diagrams.xor(a, b);
                    self.diagrams.choose(differ, self.carries[step][before], a)
                }
            };
            self.carries[step].push(carry);
        }
        let (a, b) = (self.bit(a, place), of(self.bit(b, place)));
        let carry = self.carries[step][place];
        self.diagrams.xor(self.diagrams.xor(a, b), carry)
    }

    /// Returns the digits of the number of ones of a step.
    fn count(&mut self, step: usize) -> [Bit; 64] {
        let mut digits = [Bit::FALSE; 64];
        for place in 0..64 {
            let mut carry = self.bit(step, place);
            for digit in &mut digits {
                if carry == Bit::FALSE {
                    break;
                }
                let both = self.diagrams.and(*digit, carry);
                *digit = self.diagrams.xor(*digit, carry);
                carry = both;
            }
        }
        digits
    }
}

/// Returns the value of each step that no input matters to.
fn constants(program: &Program) -> Vec<Option<u64>> {
    let mut values: Vec<Option<u64>> = Vec::with_capacity(program.steps.len());
    for &(instruction, _) in &program.steps {
        let value = match instruction {
            Instruction::Constant(value) => Some(value),
            Instruction::Not(x) => values[x].map(|x| !x),
            Instruction::Binary(operator, a, b) => {
                values[a].zip(values[b]).map(|(a, b)| operator.apply(a, b))
            }
            Instruction::Shift(operator, x, by) => {
                values[x].map(|x| operator.apply(x, u64::from(by)))
            }
            Instruction::Function(function, x) => values[x].map(|x| function.apply(x)),
            _ => None,
        };
        values.push(value);
    }
    values
}
