//! The operations of a technique's run, as a graph that can be read and run again on other words.

use hyperbola::{Bitboard, Slider, Square, Technique, Word};

use crate::cost::longest_chain;
use crate::explanation::{Recording, ValueKind, record};
use crate::recorder::{Function, Node, Operation, Operator};
use crate::run::piece_run;

/// All operations of a technique's run for one slider on one square, in their order.
///
/// No formula branches on data. So the operations are the same for all boards, and the steps of
/// every [`Explanation`](crate::Explanation) of the same slider name them by the same numbers.
#[derive(Debug, Clone)]
pub struct Computation {
    nodes: Vec<Node>,
    /// The number of nodes that are made in advance: the inputs, and boards that are kept.
    made: usize,
    result: usize,
}

/// One operation of a [`Computation`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeView {
    /// The name of the operation: `subtract`, `swap_bytes`, `lookup` …
    pub operation: &'static str,
    /// The numbers of the operations whose results it takes.
    pub operands: Vec<usize>,
    /// The amount of a shift or rotation by a constant.
    pub amount: Option<u32>,
    /// The name of the table that it reads.
    pub table: Option<&'static str>,
    /// The result.
    pub value: u64,
    /// The meaning of the result to a reader.
    pub kind: ValueKind,
}

/// An operator in place of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The number of the operation.
    pub node: usize,
    /// The name of the operator or function in its place, as [`NodeView::operation`] has it.
    pub operation: &'static str,
}

/// The operators of two words that a change may put in each other's place.
const EXCHANGEABLE: [Operator; 5] =
    [Operator::And, Operator::Or, Operator::Xor, Operator::Add, Operator::Subtract];

/// The shifts that a change may put in each other's place.
const SHIFTS: [Operator; 3] = [Operator::ShiftLeft, Operator::ShiftRight, Operator::RotateLeft];

/// The functions that a change may put in each other's place.
const MIRRORS: [Function; 2] = [Function::SwapBytes, Function::ReverseBits];

impl Computation {
    /// Records a technique's run for a slider.
    #[must_use]
    pub fn new(technique: Technique, slider: Slider, square: Square, occupied: Bitboard) -> Self {
        let run = piece_run(technique);
        let Recording { nodes, boards_end: made, result, .. } =
            record(technique.info(), run, slider, square, occupied);
        Self { nodes, made, result }
    }

    /// Returns the operations.
    pub fn nodes(&self) -> impl Iterator<Item = NodeView> {
        self.nodes.iter().map(|node| NodeView {
            operation: node.operation.name(),
            operands: node.operation.operands().collect(),
            amount: match node.operation {
                Operation::Shift(_, _, amount) => Some(amount),
                _ => None,
            },
            table: match node.operation {
                Operation::Lookup(table, _) | Operation::Permute(table, ..) => {
                    Some(table.info.name)
                }
                Operation::Mask(mask, _) => Some(mask.name),
                _ => None,
            },
            value: node.value,
            kind: node.sort.kind(),
        })
    }

    /// Returns the places of the operations of the longest chain that ends in the attacks, from 1,
    /// and nothing for others. Of chains that are as long, it is the one through the first
    /// operands.
    #[must_use]
    pub fn longest_chain(&self) -> Vec<Option<usize>> {
        longest_chain(&self.nodes, self.made, self.result)
    }

    /// Returns the number of the operation whose result is the attacks.
    #[must_use]
    pub fn result(&self) -> usize {
        self.result
    }

    /// Returns the changes of one operator after which the computation can be run again.
    ///
    /// The list is empty where a table is read at an index that depends on the occupied squares:
    /// the tables are not part of the graph.
    #[must_use]
    pub fn changes(&self) -> Vec<Change> {
        let used = crate::explanation::ancestors(&self.nodes, &[self.result]);
        let other = |operators: &[Operator], own: Operator| -> Vec<&'static str> {
            let others = operators.iter().filter(|&&operator| operator != own);
            others.map(|operator| operator.name()).collect()
        };
        let all = self.nodes.iter().enumerate().filter(|&(node, _)| used[node]);
        let all = all.flat_map(|(node, &Node { operation, .. })| {
            let names = match operation {
                Operation::Binary(own, ..) if EXCHANGEABLE.contains(&own) => {
                    other(&EXCHANGEABLE, own)
                }
                Operation::Binary(own, ..) | Operation::Shift(own, ..) if SHIFTS.contains(&own) => {
                    other(&SHIFTS, own)
                }
                Operation::Function(own, _) if MIRRORS.contains(&own) => {
                    let others = MIRRORS.iter().filter(|&&function| function != own);
                    others.map(|function| function.name()).collect()
                }
                _ => Vec::new(),
            };
            names.into_iter().map(move |operation| Change { node, operation })
        });
        all.filter(|&change| self.run(0_u64, Some(change)).is_some()).collect()
    }

    /// Runs the operations again, on any word and for other occupied squares, optionally with one
    /// operator changed.
    ///
    /// Returns `None` if a table would be read at an index that is not the recorded one, or if the
    /// change is not one of [`changes`](Self::changes).
    #[must_use]
    pub fn run<W: Word>(&self, occupied: W, change: Option<Change>) -> Option<W> {
        let words = self.words(occupied, change)?;
        Some(words[self.result].unwrap_or_else(|| occupied.splat(self.nodes[self.result].value)))
    }

    /// Runs the operations again for the recorded occupied squares with one operator changed, and
    /// returns the value of each.
    ///
    /// Returns nothing in the same cases as [`run`](Self::run).
    #[must_use]
    pub fn changed_values(&self, change: Change) -> Option<Vec<u64>> {
        let mut words = self.words(self.nodes[Self::OCCUPIED].value, Some(change))?;
        words.resize(self.nodes.len(), None);
        let values = self.nodes.iter().zip(words);
        Some(values.map(|(node, word)| word.unwrap_or(node.value)).collect())
    }

    /// The number of the operation that is the occupied squares.
    const OCCUPIED: usize = 1;

    /// Runs the operations up to the result; returns nothing where the recorded value holds.
    fn words<W: Word>(&self, occupied: W, change: Option<Change>) -> Option<Vec<Option<W>>> {
        let mut words: Vec<Option<W>> = Vec::with_capacity(self.nodes.len());
        let used = crate::explanation::ancestors(&self.nodes, &[self.result]);
        for (index, node) in self.nodes[..=self.result].iter().enumerate() {
            let operation = match change {
                Some(change) if change.node == index => node.operation.changed(change.operation)?,
                _ => node.operation,
            };
            let is_changed = operation != node.operation;
            let is_same = |operand: usize| words[operand].is_none();
            words.push(if index == Self::OCCUPIED {
                Some(occupied)
            } else if !used[index] || (!is_changed && operation.operands().all(is_same)) {
                None
            } else {
                let word = |operand: usize| {
                    words[operand].unwrap_or_else(|| occupied.splat(self.nodes[operand].value))
                };
                Some(operation.apply(&word)?)
            });
        }
        Some(words)
    }
}

impl Operation {
    /// Returns its name.
    fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Constant => "constant",
            Self::Alias(_) => "alias",
            Self::Not(_) => "not",
            Self::Binary(operator, ..) | Self::Shift(operator, ..) => operator.name(),
            Self::Function(function, _) => function.name(),
            Self::Lookup(..) => "lookup",
            Self::Mask(..) => "mask",
            Self::Permute(..) => "permute",
            Self::Choice(..) => "choice",
        }
    }

    /// Returns the operation with another operator or function, if one has the name.
    fn changed(self, name: &str) -> Option<Self> {
        let operator = |own: Operator| {
            let groups: [&[Operator]; 2] = [&EXCHANGEABLE, &SHIFTS];
            let group = groups.into_iter().find(|group| group.contains(&own))?;
            group.iter().copied().find(|operator| operator.name() == name)
        };
        match self {
            Self::Binary(own, a, b) => Some(Self::Binary(operator(own)?, a, b)),
            Self::Shift(own, x, amount) => Some(Self::Shift(operator(own)?, x, amount)),
            Self::Function(_, x) => {
                let function = MIRRORS.into_iter().find(|function| function.name() == name)?;
                Some(Self::Function(function, x))
            }
            _ => None,
        }
    }

    /// Computes on the words of the operands, unless a table is read.
    fn apply<W: Word>(self, word: &impl Fn(usize) -> W) -> Option<W> {
        Some(match self {
            Self::Input
            | Self::Constant
            | Self::Lookup(..)
            | Self::Mask(..)
            | Self::Permute(..)
            | Self::Choice(..) => return None,
            Self::Alias(x) => word(x),
            Self::Not(x) => !word(x),
            Self::Binary(operator, a, b) => operator.apply(word(a), word(b)),
            Self::Shift(Operator::ShiftLeft, x, amount) => word(x).shl(amount),
            Self::Shift(Operator::ShiftRight, x, amount) => word(x).shr(amount),
            Self::Shift(_, x, amount) => word(x).rotate_left(amount),
            Self::Function(function, x) => function.apply(word(x)),
        })
    }
}

impl Operator {
    /// Returns its name.
    const fn name(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::Add => "add",
            Self::Subtract => "subtract",
            Self::Multiply => "multiply",
            Self::MultiplyHigh => "multiply_high",
            Self::ShiftLeft => "shift_left",
            Self::ShiftRight => "shift_right",
            Self::RotateLeft => "rotate_left",
            Self::SubtractBytes => "subtract_bytes",
            Self::Extract => "extract",
            Self::Deposit => "deposit",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [u64; 4] = [0, u64::MAX, 0x0008_2000_4200_2000, 0x8100_0042_1800_00ff];

    #[test]
    fn a_computation_run_again_gives_the_attacks() {
        for &technique in Technique::ALL {
            for slider in Slider::ALL {
                let computation = Computation::new(technique, slider, Square::D4, Bitboard(0));
                for occupied in BOARDS {
                    let attacks = technique.slider_attacks(slider, Square::D4, Bitboard(occupied));
                    let found = computation.run(occupied, None);
                    assert!(found.is_none_or(|found| found == attacks.0), "{technique}");
                }
            }
        }
    }

    #[test]
    fn computations_that_look_up_occupied_squares_cannot_run_again() {
        let runs_again = |technique| {
            let computation = Computation::new(technique, Slider::Queen, Square::D4, Bitboard(0));
            (computation.run(0_u64, None).is_some(), !computation.changes().is_empty())
        };
        for technique in [Technique::RayWalk, Technique::KoggeStone, Technique::DualHq] {
            // The last reads first-rank attacks by the occupied squares.
            let is_arithmetic = technique != Technique::DualHq;
            assert_eq!(runs_again(technique), (is_arithmetic, is_arithmetic), "{technique}");
        }
        for technique in [Technique::MagicPlain, Technique::Kindergarten, Technique::Classical] {
            assert_eq!(runs_again(technique), (false, false), "{technique}");
        }
    }

    #[test]
    fn a_change_shows_and_an_unknown_one_is_refused() {
        let technique = Technique::HyperbolaQuintessence;
        let computation = Computation::new(technique, Slider::Bishop, Square::D4, Bitboard(0));
        let changes = computation.changes();
        assert!(changes.iter().any(|change| change.operation == "add"));
        let wrong = changes.iter().filter(|&&change| {
            BOARDS.iter().any(|&occupied| {
                computation.run(occupied, Some(change)) != computation.run(occupied, None)
            })
        });
        assert!(wrong.count() > changes.len() / 2);
        for change in [
            Change { node: 0, operation: "add" },
            Change { node: 2, operation: "no such operator" },
        ] {
            assert_eq!(computation.run(0_u64, Some(change)), None);
        }
    }

    #[test]
    fn a_change_shows_where_only_the_square_is_known() {
        let technique = Technique::KoggeStone;
        let computation = Computation::new(technique, Slider::Bishop, Square::D4, Bitboard(0));
        let mut depends = Vec::new();
        for (index, node) in computation.nodes().enumerate() {
            let from = node.operands.iter().any(|&operand| depends[operand]);
            depends.push(index == 1 || from);
        }
        let shows = computation.changes().into_iter().filter(|change| {
            !depends[change.node]
                && computation.run(0, Some(*change)) != computation.run(0_u64, None)
        });
        assert!(shows.count() > 0);
    }
}
