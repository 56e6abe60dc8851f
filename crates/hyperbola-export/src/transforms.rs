//! Permutations of the board that are many steps long: they are functions of their own in a file.

use std::collections::HashMap;

use hyperbola::Word;
use hyperbola::word::transform::{
    anti_diagonals_to_ranks, diagonals_to_ranks, swar_reverse_bits, transpose,
};
use hyperbola_explain::{Instruction, Program, Recorder};

/// A permutation of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Transform {
    ReverseBits,
    Transpose,
    /// Each file moves down by its number: diagonals become ranks, or ranks anti-diagonals.
    ShearDown,
    /// Each file moves up by its number: anti-diagonals become ranks, or ranks diagonals.
    ShearUp,
}

/// A transform's place in a program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Occurrence {
    pub(crate) transform: Transform,
    /// The step that is transformed.
    pub(crate) operand: usize,
}

impl Transform {
    pub(crate) const ALL: [Self; 4] =
        [Self::ReverseBits, Self::Transpose, Self::ShearDown, Self::ShearUp];

    /// Returns the function's name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::ReverseBits => "reverse_by_swaps",
            Self::Transpose => "transpose_board",
            Self::ShearDown => "shear_down",
            Self::ShearUp => "shear_up",
        }
    }

    /// Returns the name of a transformed word.
    pub(crate) const fn participle(self) -> &'static str {
        match self {
            Self::ReverseBits => "reversed",
            Self::Transpose => "transposed",
            Self::ShearDown | Self::ShearUp => "sheared",
        }
    }

    pub(crate) fn formula<W: Word>(self, x: W) -> W {
        match self {
            Self::ReverseBits => swar_reverse_bits(x),
            Self::Transpose => transpose(x),
            Self::ShearDown => diagonals_to_ranks(x),
            Self::ShearUp => anti_diagonals_to_ranks(x),
        }
    }

    fn program(self) -> Program {
        let recorder = Recorder::new();
        recorder.program(self.formula(recorder.board("x", 0)))
    }
}

/// Finds the transforms of a program by the steps of their results, and whether each step is inside
/// of one.
pub(crate) fn find(program: &Program) -> (HashMap<usize, Occurrence>, Vec<bool>) {
    let mut users = vec![Vec::new(); program.steps.len()];
    for (index, (instruction, _)) in program.steps.iter().enumerate() {
        instruction.operands().for_each(|operand| users[operand].push(index));
    }
    let mut found = HashMap::new();
    let mut inside = vec![false; program.steps.len()];
    for transform in Transform::ALL {
        let sought = transform.program();
        for index in 0..program.steps.len() {
            let mut steps = HashMap::new();
            let mut operand = None;
            if !equals(&sought, sought.result, program, index, (&mut steps, &mut operand)) {
                continue;
            }
            // A step that another step uses too must have a name here.
            let is_own = |&step: &usize| {
                step == index || users[step].iter().all(|user| steps.contains_key(user))
            };
            let Some(operand) = operand else { continue };
            if steps.keys().all(is_own) && !steps.keys().any(|&step| inside[step]) {
                steps.keys().for_each(|&step| inside[step] = step != index);
                found.insert(index, Occurrence { transform, operand });
            }
        }
    }
    (found, inside)
}

/// Returns whether a step computes the same as a step of the sought program from an operand. Notes
/// its steps and the operand.
fn equals(
    sought: &Program,
    step: usize,
    program: &Program,
    index: usize,
    (steps, operand): (&mut HashMap<usize, usize>, &mut Option<usize>),
) -> bool {
    let (wanted, here) = (sought.steps[step].0, program.steps[index].0);
    if matches!(wanted, Instruction::Input(_)) {
        return *operand.get_or_insert(index) == index;
    }
    if wanted.with_operands(|_| 0) != here.with_operands(|_| 0) {
        return false;
    }
    if matches!(wanted, Instruction::Constant(_)) {
        return true;
    }
    if let Some(&before) = steps.get(&index) {
        return before == step;
    }
    steps.insert(index, step);
    let mut pairs = wanted.operands().zip(here.operands());
    pairs.all(|(a, b)| equals(sought, a, program, b, (&mut *steps, &mut *operand)))
}

#[cfg(test)]
mod tests {
    use hyperbola::{Slider, Technique};
    use hyperbola_explain::program;

    use super::*;

    #[test]
    fn transforms_are_found_where_they_are() {
        let count = |technique, transform| {
            let (found, inside) = find(&program(technique, Slider::Rook));
            assert!(found.keys().all(|&step| !inside[step]));
            found.values().filter(|occurrence| occurrence.transform == transform).count()
        };
        assert_eq!(count(Technique::SwarBitReversal, Transform::ReverseBits), 5);
        assert_eq!(count(Technique::SwarBitReversal, Transform::Transpose), 0);
        assert_eq!(count(Technique::KoggeStone, Transform::ReverseBits), 0);
        for transform in Transform::ALL {
            let (found, _) = find(&transform.program());
            assert_eq!(found[&transform.program().result].transform, transform);
        }
    }
}
