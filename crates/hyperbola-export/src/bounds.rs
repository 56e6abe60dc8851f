//! The largest value that each step of a program can have.

use hyperbola_explain::{Function, Instruction, Operator, Program};

/// Returns an upper bound of each step's value. An input named `square` is below 64.
pub(crate) fn largest_values(program: &Program) -> Vec<u64> {
    let mut largest: Vec<u64> = Vec::with_capacity(program.steps.len());
    for (computation, _) in &program.steps {
        let bound = match *computation {
            Instruction::Input("square") => 63,
            Instruction::Constant(value) => value,
            Instruction::Binary(operator, a, b) => of_binary(operator, largest[a], largest[b]),
            Instruction::Shift(Operator::ShiftRight, x, by) => largest[x] >> by,
            Instruction::Shift(Operator::ShiftLeft, x, by) => {
                shifted_left(largest[x], by.into()).unwrap_or(u64::MAX)
            }
            Instruction::Function(Function::LeadingZeros, x) => most_leading_zeros(program, x),
            Instruction::Function(Function::TrailingZeros | Function::CountOnes, _) => 64,
            Instruction::Lookup(table, _) => table.iter().max().unwrap_or(0),
            _ => u64::MAX,
        };
        largest.push(bound);
    }
    largest
}

/// Returns a word shifted to the left, if no bit of it is lost.
pub(crate) fn shifted_left(value: u64, by: u64) -> Option<u64> {
    (u64::from(value.leading_zeros()) >= by && by < 64).then(|| value << by)
}

/// Returns the most zeros above the highest one of a step. It may be the highest one of a united
/// constant.
fn most_leading_zeros(program: &Program, step: usize) -> u64 {
    let constant = |step: usize| match program.steps[step].0 {
        Instruction::Constant(value) => value.leading_zeros(),
        _ => 64,
    };
    match program.steps[step].0 {
        Instruction::Binary(Operator::Or, a, b) => constant(a).min(constant(b)).into(),
        _ => 64,
    }
}

fn of_binary(operator: Operator, a: u64, b: u64) -> u64 {
    match operator {
        Operator::And => a.min(b),
        Operator::Or | Operator::Xor => all_ones(a | b),
        Operator::Add => a.saturating_add(b),
        Operator::Multiply => a.saturating_mul(b),
        Operator::ShiftLeft => shifted_left(a, b).unwrap_or(u64::MAX),
        Operator::ShiftRight | Operator::Extract => a,
        _ => u64::MAX,
    }
}

/// Returns the least number with only ones that is not less.
const fn all_ones(value: u64) -> u64 {
    if value == 0 { 0 } else { u64::MAX >> value.leading_zeros() }
}
