//! A computation as a list of steps, for programs that print or run it elsewhere.

use std::collections::HashMap;

use hyperbola::{Slider, Square, Technique};

use crate::contents::Contents;
use crate::recorder::{Function, Masks, Name, Node, Operation, Operator, Recorded, Recorder};
use crate::run::{RecordedAttacks, piece_run};

/// A computation: steps in order, each equal to an operation on earlier ones.
///
/// Steps that compute the same from the same are one step.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Program {
    /// The steps. An operand is the index of an earlier step.
    pub steps: Vec<(Instruction, Option<String>)>,
    /// The step that is the result.
    pub result: usize,
}

/// An operation of a [`Program`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Instruction {
    /// An input, by its name.
    Input(&'static str),
    /// A constant.
    Constant(u64),
    /// The complement of a word.
    Not(usize),
    /// An operation of two words.
    Binary(Operator, usize, usize),
    /// A shift or a rotation by a constant from 0 to 63.
    Shift(Operator, usize, u32),
    /// An operation of one word.
    Function(Function, usize),
    /// The entry of a table at an index.
    Lookup(Contents, usize),
    /// The bits of the first word in the order of a row of the table; the second word is the row.
    Permute(Contents, usize, usize),
    /// The second word if the first is not zero, else the third. Only
    /// [that](Recorder::with_choices) of the two need be computed.
    Choice(usize, usize, usize),
}

impl Instruction {
    /// Returns the steps that it takes.
    pub fn operands(self) -> impl Iterator<Item = usize> {
        let operands = match self {
            Self::Input(_) | Self::Constant(_) => [None; 3],
            Self::Binary(_, a, b) | Self::Permute(_, a, b) => [Some(a), Some(b), None],
            Self::Not(x) | Self::Shift(_, x, _) | Self::Function(_, x) | Self::Lookup(_, x) => {
                [Some(x), None, None]
            }
            Self::Choice(a, b, c) => [a, b, c].map(Some),
        };
        operands.into_iter().flatten()
    }

    /// Returns the same with other operands.
    #[must_use]
    pub fn with_operands(self, of: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Input(_) | Self::Constant(_) => self,
            Self::Not(x) => Self::Not(of(x)),
            Self::Binary(operator, a, b) => Self::Binary(operator, of(a), of(b)),
            Self::Shift(operator, x, by) => Self::Shift(operator, of(x), by),
            Self::Function(function, x) => Self::Function(function, of(x)),
            Self::Lookup(table, x) => Self::Lookup(table, of(x)),
            Self::Permute(table, x, row) => Self::Permute(table, of(x), of(row)),
            Self::Choice(question, a, b) => Self::Choice(of(question), of(a), of(b)),
        }
    }
}

/// Records a technique's computation of a slider's attacks, from the inputs `square` and
/// `occupied`. Boards that the technique keeps up to date are computed from `occupied` too.
#[must_use]
pub fn program(technique: Technique, slider: Slider) -> Program {
    program_with_masks(technique, slider, Masks::Read)
}

/// Records the same with the masks of squares in one way or the other.
#[must_use]
pub fn program_with_masks(technique: Technique, slider: Slider, masks: Masks) -> Program {
    record(technique, slider, masks).0
}

/// Records the same as [`program`], and returns the step of each operation of the technique's
/// [`Computation`](crate::Computation), on every square and board; nothing for an operation that
/// the attacks do not need.
#[must_use]
pub fn program_with_nodes(technique: Technique, slider: Slider) -> (Program, Vec<Option<usize>>) {
    record(technique, slider, Masks::Read)
}

fn record(technique: Technique, slider: Slider, masks: Masks) -> (Program, Vec<Option<usize>>) {
    let run = piece_run(technique);
    let recorder = Recorder::with_masks(masks);
    let square = recorder.number("square", Square::D4.word());
    let RecordedAttacks { attacks, .. } = run(slider, square, recorder.board("occupied", 0));
    recorder.program_with_nodes(&[attacks])
}

impl Recorder {
    /// Returns the steps that computed a word.
    #[must_use]
    pub fn program(&self, result: Recorded<'_>) -> Program {
        self.program_with_nodes(&[result]).0
    }

    /// Returns the steps that computed several words, and the step of each. The program's result is
    /// the last of them.
    ///
    /// # Panics
    ///
    /// Panics without a word.
    #[must_use]
    pub fn program_of_all(&self, results: &[Recorded<'_>]) -> (Program, Vec<usize>) {
        let (program, steps) = self.program_with_nodes(results);
        let step = |result: &Recorded<'_>| steps[result.index()].expect("its own ancestor");
        let of_results = results.iter().map(step).collect();
        (program, of_results)
    }

    /// Returns the same, and the step of each node that computed the words.
    fn program_with_nodes(&self, results: &[Recorded<'_>]) -> (Program, Vec<Option<usize>>) {
        let nodes = self.nodes();
        let results: Vec<usize> = results.iter().map(|result| result.index()).collect();
        let used = crate::explanation::ancestors(&nodes, &results);
        let mut program = Program::default();
        let mut builder = Builder::new(&mut program.steps);
        // The step of each node.
        let mut steps = vec![0; nodes.len()];
        for (index, node) in nodes.iter().enumerate().filter(|&(index, _)| used[index]) {
            steps[index] = builder.add(node, &steps);
        }
        program.result = steps[*results.last().expect("a result")];
        let of_nodes = steps.iter().zip(used).map(|(&step, used)| used.then_some(step)).collect();
        (program, of_nodes)
    }
}

/// The steps of a program, and where each is.
struct Builder<'p> {
    steps: &'p mut Vec<(Instruction, Option<String>)>,
    places: HashMap<Instruction, usize>,
}

impl<'p> Builder<'p> {
    fn new(steps: &'p mut Vec<(Instruction, Option<String>)>) -> Self {
        let places = steps.iter().enumerate().rev().map(|(index, step)| (step.0, index)).collect();
        Self { steps, places }
    }

    /// Adds a node's step unless there is an equal one, and returns its index.
    fn add(&mut self, node: &Node, steps: &[usize]) -> usize {
        let name = node.name.map(written);
        let computation = match node.operation {
            Operation::Input => Instruction::Input(node.name.map_or("", |name| name.text)),
            // A shift by nothing is the word itself.
            Operation::Alias(of) | Operation::Shift(_, of, 0) => return steps[of],
            Operation::Constant => Instruction::Constant(node.value),
            Operation::Not(x) => Instruction::Not(steps[x]),
            Operation::Binary(operator, a, b) => Instruction::Binary(operator, steps[a], steps[b]),
            Operation::Shift(operator, x, by) => Instruction::Shift(operator, steps[x], by % 64),
            Operation::Function(function, x) => Instruction::Function(function, steps[x]),
            Operation::Lookup(table, x) => Instruction::Lookup(table, steps[x]),
            Operation::Permute(table, x, row) => Instruction::Permute(table, steps[x], steps[row]),
            Operation::Choice(_, a, b) if steps[a] == steps[b] => return steps[a],
            Operation::Choice(question, a, b) => {
                Instruction::Choice(steps[question], steps[a], steps[b])
            }
            Operation::Mask(mask, x) => {
                let shift = Instruction::Shift(Operator::ShiftLeft, steps[x], mask.row_bits);
                let row = self.find_or_push(shift, Some("row".to_owned()));
                let index = if mask.column == 0 {
                    row
                } else {
                    let column = self.find_or_push(Instruction::Constant(mask.column), None);
                    self.find_or_push(Instruction::Binary(Operator::Or, row, column), None)
                };
                let name = name.or_else(|| Some(mask.name.to_owned()));
                return self.find_or_push(Instruction::Lookup(mask.table, index), name);
            }
        };
        self.find_or_push(computation, name)
    }

    fn find_or_push(&mut self, computation: Instruction, name: Option<String>) -> usize {
        let index = *self.places.entry(computation).or_insert(self.steps.len());
        match self.steps.get_mut(index) {
            Some((_, known)) if known.is_none() => *known = name,
            Some(_) => {}
            None => self.steps.push((computation, name)),
        }
        index
    }
}

/// Writes a name as an identifier: the lane after an underscore.
fn written(name: Name) -> String {
    match name.lane {
        Some(lane) => format!("{}_{lane}", name.text),
        None => name.text.to_owned(),
    }
}

impl Program {
    /// Adds the steps of another program that are not there yet, and returns the step that is its
    /// result.
    pub fn join(&mut self, other: &Self) -> usize {
        let mut builder = Builder::new(&mut self.steps);
        let mut places = vec![0; other.steps.len()];
        for (index, (computation, name)) in other.steps.iter().enumerate() {
            let moved = computation.with_operands(|operand| places[operand]);
            places[index] = builder.find_or_push(moved, name.clone());
        }
        places[other.result]
    }

    /// Returns for each step whether it is computed from an input.
    #[must_use]
    pub fn depend_on(&self, input: &str) -> Vec<bool> {
        let mut depend: Vec<bool> = Vec::with_capacity(self.steps.len());
        for (instruction, _) in &self.steps {
            let is_input = matches!(*instruction, Instruction::Input(name) if name == input);
            depend.push(is_input || instruction.operands().any(|operand| depend[operand]));
        }
        depend
    }

    /// Returns the steps that are used, with one of them as the result.
    #[must_use]
    pub fn part(&self, used: &[bool], result: usize) -> Self {
        let mut part = Self::default();
        let mut places = vec![0; self.steps.len()];
        for (index, (computation, name)) in self.steps.iter().enumerate() {
            if used.get(index) == Some(&true) {
                places[index] = part.steps.len();
                let moved = computation.with_operands(|operand| places[operand]);
                part.steps.push((moved, name.clone()));
            }
        }
        part.result = places[result];
        part
    }

    /// Returns the tables that it reads, as often as it reads them.
    pub fn tables(&self) -> impl Iterator<Item = Contents> {
        self.steps.iter().filter_map(|(instruction, _)| match *instruction {
            Instruction::Lookup(table, _) | Instruction::Permute(table, ..) => Some(table),
            _ => None,
        })
    }

    /// Computes the result on plain words, from inputs by their names.
    ///
    /// Returns `None` if an input is not given, if a table has no entry at an index, or if there is
    /// no such step.
    #[must_use]
    pub fn evaluate(&self, inputs: &[(&str, u64)]) -> Option<u64> {
        self.values(inputs)?.get(self.result).copied()
    }

    /// Computes all steps on plain words, both ways at a choice too.
    ///
    /// Returns `None` if an input is not given, or if a table has no entry at an index.
    #[must_use]
    pub fn values(&self, inputs: &[(&str, u64)]) -> Option<Vec<u64>> {
        let mut values: Vec<u64> = Vec::with_capacity(self.steps.len());
        let read = |table: Contents, index: u64| table.entries.get(usize::try_from(index).ok()?);
        for (instruction, _) in &self.steps {
            let of = |step: usize| values.get(step).copied();
            let value = match *instruction {
                Instruction::Input(name) => inputs.iter().find(|input| input.0 == name)?.1,
                Instruction::Constant(value) => value,
                Instruction::Not(x) => !of(x)?,
                Instruction::Binary(operator, a, b) => operator.apply(of(a)?, of(b)?),
                Instruction::Shift(operator, x, by) => operator.apply(of(x)?, by.into()),
                Instruction::Function(function, x) => function.apply(of(x)?),
                Instruction::Lookup(table, x) => read(table, of(x)?)?,
                Instruction::Permute(table, x, row) => {
                    let (x, first) = (of(x)?, of(row)?.checked_mul(64)?);
                    (0..64).try_fold(0, |permuted, place| {
                        let number = read(table, first + place)?;
                        Some(permuted | (x >> (number & 63) & 1) << place)
                    })?
                }
                Instruction::Choice(question, a, b) => of(if of(question)? == 0 { b } else { a })?,
            };
            values.push(value);
        }
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use hyperbola::Bits as _;

    use super::*;
    use crate::Computation;

    #[test]
    fn a_joint_program_has_each_step_once_and_computes_both_results() {
        let of = |slider| program(Technique::KoggeStone, slider);
        let (rook, queen) = (of(Slider::Rook), of(Slider::Queen));
        let mut joint = rook.clone();
        let result = joint.join(&queen);
        for (index, (step, _)) in joint.steps.iter().enumerate() {
            assert!(joint.steps[..index].iter().all(|(before, _)| before != step), "{step:?}");
        }
        assert!(joint.steps.len() < rook.steps.len() + queen.steps.len());
        let inputs = [("square", 27), ("occupied", 0x0008_2400_4200_2080)];
        assert_eq!(joint.evaluate(&inputs), rook.evaluate(&inputs));
        let joint = Program { result, ..joint };
        assert_eq!(joint.evaluate(&inputs), queen.evaluate(&inputs));
    }

    #[test]
    fn each_operation_of_a_computation_has_the_value_of_its_step() {
        for &technique in Technique::ALL {
            for slider in Slider::ALL {
                let (program, of_nodes) = program_with_nodes(technique, slider);
                for (square, occupied) in [(Square::B3, 0x0204_1000_00a1_4082), (Square::H8, 0)] {
                    let occupied = hyperbola::Bitboard(occupied);
                    let computation = Computation::new(technique, slider, square, occupied);
                    let inputs = [("square", square.word()), ("occupied", occupied.0)];
                    for (node, &step) in computation.nodes().zip(&of_nodes) {
                        let Some(result) = step else { continue };
                        let part = Program { result, ..program.clone() };
                        assert_eq!(
                            part.evaluate(&inputs),
                            Some(node.value),
                            "{technique} {slider}"
                        );
                    }
                    assert!(of_nodes[..2].iter().all(Option::is_some), "{technique} {slider}");
                }
            }
        }
    }

    #[test]
    fn steps_that_depend_on_an_input_are_found() {
        let program = program(Technique::MagicPlain, Slider::Rook);
        let depend = program.depend_on("occupied");
        assert!(depend[program.result]);
        for (index, (step, _)) in program.steps.iter().enumerate() {
            let is_occupied = *step == Instruction::Input("occupied");
            assert_eq!(depend[index], is_occupied || step.operands().any(|of| depend[of]));
        }
        assert!(program.depend_on("nothing").iter().all(|depends| !depends));
    }

    #[test]
    fn steps_that_cannot_be_computed_have_no_value() {
        let of = |technique, square: u64| {
            program(technique, Slider::Rook).evaluate(&[("square", square), ("occupied", 0)])
        };
        for &technique in Technique::ALL {
            let attacks = technique.slider_attacks(Slider::Rook, Square::D4, 0.into());
            assert_eq!(of(technique, Square::D4.word()), Some(attacks.0), "{technique}");
        }
        // No table has an entry for such a square, and no row of orders has its number.
        for technique in [Technique::MagicPlain, Technique::Classical, Technique::Rotated] {
            assert_eq!(of(technique, 1 << 20), None, "{technique}");
            assert_eq!(of(technique, u64::MAX), None, "{technique}");
        }
        let program = program(Technique::KoggeStone, Slider::Rook);
        assert_eq!(program.evaluate(&[("square", 0)]), None);
        assert_eq!(Program { result: program.steps.len(), ..program }.evaluate(&[]), None);
        assert_eq!(Program::default().evaluate(&[]), None);
    }

    #[test]
    fn a_step_has_the_name_of_the_first_equal_one_that_has_any() {
        let recorder = Recorder::new();
        let (a, b) = (recorder.board("a", 0), recorder.board("b", 0));
        let without = a & b;
        let named = ["first", "second"].map(|name| (a & b).named(name));
        let program = recorder.program(without | named[0] | named[1]);
        let and = Instruction::Binary(Operator::And, 0, 1);
        let steps = program.steps.iter().filter(|(instruction, _)| *instruction == and);
        let names: Vec<_> = steps.map(|(_, name)| name.as_deref()).collect();
        assert_eq!(names, [Some("first")]);
    }
}
