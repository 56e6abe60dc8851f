//! The costs of a technique, counted on its own computation.

use core::cmp::Reverse;
use std::collections::BTreeSet;

use hyperbola::table::TableInfo;
use hyperbola::{Instruction, Line, Slider, Square, Technique};

use crate::explanation::ancestors;
use crate::recorder::{Function, Node, Operation, Operator, Recorded, Recorder};
use crate::run::{RecordedAttacks, boards_run, line_run, piece_run};

/// The cost of one query on a plain word, each node of the computation counted once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cost {
    /// All operations: of words, look-ups and masks of a square.
    pub operations: usize,
    /// The multiplications among them.
    pub multiplications: usize,
    /// The reads of tables among them, masks included.
    pub lookups: usize,
    /// The operations of the longest chain in which each waits for the one before.
    pub chain: usize,
}

/// Counts the cost of a technique for a slider.
///
/// The number is the same for all squares and boards: no formula branches on data.
#[must_use]
pub fn cost(technique: Technique, slider: Slider) -> Cost {
    let (nodes, result) = nodes_of_piece(technique, slider);
    count(&nodes, &[result])
}

/// Counts the cost of a technique for one line, if it works line by line.
#[must_use]
pub fn line_cost(technique: Technique, line: Line) -> Option<Cost> {
    let run = line_run(technique)?;
    let (nodes, result) = nodes_of(&|square, occupied| run(line, square, occupied));
    Some(count(&nodes, &[result]))
}

impl Recorder {
    /// Counts the cost of computing some words together. A shared operation counts once.
    ///
    /// ```
    /// use hyperbola_explain::Recorder;
    ///
    /// let recorder = Recorder::new();
    /// let (a, b) = (recorder.board("a", 0), recorder.board("b", 0));
    /// let both = a & b;
    /// let cost = recorder.cost(&[both | a, !both]);
    /// assert_eq!((cost.operations, cost.chain), (3, 2));
    /// ```
    #[must_use]
    pub fn cost(&self, words: &[Recorded<'_>]) -> Cost {
        let results: Vec<usize> = words.iter().map(|word| word.index()).collect();
        count(&self.nodes(), &results)
    }
}

fn count(nodes: &[Node], results: &[usize]) -> Cost {
    let used = ancestors(nodes, results);
    let chains = chains(nodes, 0);
    let mut cost = Cost { operations: 0, multiplications: 0, lookups: 0, chain: 0 };
    for (node, _) in nodes.iter().zip(used).filter(|&(_, used)| used) {
        cost.operations += usize::from(node.operation.is_computed());
        cost.multiplications += usize::from(matches!(
            node.operation,
            Operation::Binary(Operator::Multiply | Operator::MultiplyHigh, ..)
        ));
        cost.lookups += usize::from(matches!(
            node.operation,
            Operation::Lookup(..) | Operation::Mask(..) | Operation::Permute(..)
        ));
    }
    cost.chain = results.iter().map(|&result| chains[result]).max().unwrap_or(0);
    cost
}

/// Returns for each operation the length of the longest chain that ends in it. What is made in
/// advance, the nodes before `made`, costs nothing.
fn chains(nodes: &[Node], made: usize) -> Vec<usize> {
    let mut chains = vec![0; nodes.len()];
    for (index, node) in nodes.iter().enumerate().skip(made) {
        let before = node.operation.operands().map(|operand| chains[operand]).max();
        chains[index] = before.unwrap_or(0) + usize::from(node.operation.is_computed());
    }
    chains
}

/// Returns the places of the operations of the longest chain that ends in a result, from 1. Of
/// several that are as long, it is the one through the first operands.
pub(crate) fn longest_chain(nodes: &[Node], made: usize, result: usize) -> Vec<Option<usize>> {
    let chains = chains(nodes, made);
    let mut places = vec![None; nodes.len()];
    let mut next = Some(result);
    while let Some(index) = next.filter(|&index| chains[index] > 0) {
        places[index] = Some(chains[index]);
        let operands = nodes[index].operation.operands();
        next = operands.min_by_key(|&operand| Reverse(chains[operand]));
    }
    places
}

/// Returns the tables that a technique reads, in the order of their names: for the attacks, or to
/// make its boards and keep them up to date.
#[must_use]
pub fn tables(technique: Technique) -> BTreeSet<TableInfo> {
    let tables = runs(technique).filter_map(|node| match node.operation {
        Operation::Lookup(table, _) | Operation::Permute(table, ..) => Some(table.info),
        Operation::Mask(mask, _) => Some(mask.table.info),
        _ => None,
    });
    tables.collect()
}

/// Returns the instructions on single words in the same runs of a technique, without those that
/// every processor has.
#[must_use]
pub fn instructions(technique: Technique) -> BTreeSet<Instruction> {
    let instructions = runs(technique).filter_map(|node| match node.operation {
        Operation::Function(Function::SwapBytes, _) => Some(Instruction::ByteSwap),
        Operation::Function(Function::ReverseBits, _) => Some(Instruction::BitReversal),
        Operation::Function(Function::LeadingZeros, _) => Some(Instruction::LeadingZeros),
        Operation::Function(Function::TrailingZeros, _) => Some(Instruction::TrailingZeros),
        Operation::Binary(Operator::Multiply, ..) => Some(Instruction::Multiply),
        Operation::Binary(Operator::MultiplyHigh, ..) => Some(Instruction::MultiplyHigh),
        Operation::Binary(Operator::Extract, ..) => Some(Instruction::BitExtraction),
        Operation::Binary(Operator::Deposit, ..) => Some(Instruction::BitDeposit),
        Operation::Permute(..) => Some(Instruction::BitPermutation),
        _ => None,
    });
    instructions.collect()
}

/// Records a technique's runs for all sliders, and what keeps its boards.
fn runs(technique: Technique) -> impl Iterator<Item = Node> {
    let recorder = Recorder::new();
    let square = recorder.number("square", Square::D4.word());
    boards_run(technique)(square, recorder.board("occupied", 0));
    let answers =
        Slider::ALL.into_iter().flat_map(move |slider| nodes_of_piece(technique, slider).0);
    recorder.nodes().into_iter().chain(answers)
}

/// Returns the nodes of a technique's run for a slider, and the result's index.
fn nodes_of_piece(technique: Technique, slider: Slider) -> (Vec<Node>, usize) {
    let run = piece_run(technique);
    nodes_of(&|square, occupied| run(slider, square, occupied))
}

/// Returns the nodes of a run, and the result's index; boards made in advance cost nothing.
fn nodes_of(
    run: &dyn for<'r> Fn(Recorded<'r>, Recorded<'r>) -> RecordedAttacks<'r>,
) -> (Vec<Node>, usize) {
    let recorder = Recorder::new();
    let square = recorder.number("square", Square::D4.word());
    let RecordedAttacks { boards_end, attacks } = run(square, recorder.board("occupied", 0));
    let result = attacks.index();
    let mut nodes = recorder.nodes();
    for node in &mut nodes[..boards_end] {
        node.operation = Operation::Input;
    }
    (nodes, result)
}

#[cfg(test)]
mod tests {
    use hyperbola::{Bits as _, SliderAttacks, Word, dispatch};

    use super::*;

    #[test]
    fn every_technique_names_the_tables_it_reads() {
        for &technique in Technique::ALL {
            let stated: BTreeSet<_> =
                technique.info().tables.iter().map(|table| table.info).collect();
            assert_eq!(stated, tables(technique), "{technique}");
        }
    }

    #[test]
    fn every_technique_names_the_instructions_it_hopes_for() {
        for &technique in Technique::ALL {
            let mut stated: BTreeSet<_> = technique.info().needs.iter().copied().collect();
            stated.remove(&Instruction::FourLanes);
            let mut found = instructions(technique);
            // In lanes, a shuffle of the register's bytes swaps those of each lane.
            if stated.remove(&Instruction::ByteShuffle) {
                assert!(found.remove(&Instruction::ByteSwap), "{technique}");
            }
            assert_eq!(stated, found, "{technique}");
        }
    }

    #[test]
    fn a_queen_costs_no_more_than_a_rook_a_bishop_and_their_union() {
        for &technique in Technique::ALL {
            let [rook, bishop, queen] = Slider::ALL.map(|slider| cost(technique, slider));
            assert!(queen.operations <= rook.operations + bishop.operations + 1, "{technique}");
            // A rook's or a bishop's attacks may be a queen's with a mask: one operation more.
            assert!(queen.chain + 1 >= rook.chain.max(bishop.chain), "{technique}");
            let shares = queen.operations <= rook.operations + bishop.operations;
            let stated = dispatch!(technique, T => T::SHARES_WORK);
            assert_eq!(stated, shares, "{technique}");
        }
    }

    #[test]
    fn another_name_of_an_input_costs_nothing() {
        let recorder = Recorder::new();
        let (a, b) = (recorder.board("a", 1), recorder.board("b", 2));
        let cost = recorder.cost(&[a.named("c") & b]);
        assert_eq!((cost.operations, cost.chain), (1, 1));
    }

    #[test]
    fn masks_of_squares_are_reads_of_tables() {
        let recorder = Recorder::new();
        let square = recorder.number("square", 27);
        let masks = [square.ray_mask(hyperbola::Direction::East), square.line_mask(Line::File)];
        let cost = recorder.cost(&masks);
        assert_eq!((cost.operations, cost.lookups, cost.chain), (2, 2, 1));
    }
}
