//! Writes a node as an expression in the formula's own letters.

use std::collections::HashMap;

use crate::recorder::{Node, Operation, Operator};

/// Writes expressions: named nodes by their labels, all others in full.
pub(crate) struct Expressions<'a> {
    pub(crate) nodes: &'a [Node],
    /// What the named nodes are called where the expression stands.
    pub(crate) labels: &'a HashMap<usize, String>,
}

impl Expressions<'_> {
    /// Writes how a node is computed, even if it has a name.
    pub(crate) fn definition(&self, index: usize) -> String {
        self.operation(self.nodes[index], index)
    }

    /// Writes a node as an operand: by its label, or in full with parentheses if need be.
    fn operand(&self, index: usize) -> String {
        if let Some(label) = self.labels.get(&index) {
            return label.clone();
        }
        let text = self.operation(self.nodes[index], index);
        match self.nodes[index].operation {
            Operation::Binary(Operator::MultiplyHigh, ..)
            | Operation::Shift(Operator::RotateLeft, ..) => text,
            Operation::Binary(..) | Operation::Shift(..) if !text.starts_with('-') => {
                format!("({text})")
            }
            _ => text,
        }
    }

    /// Writes an operand of an operator that may be chained without parentheses.
    fn chained(&self, operator: Operator, index: usize) -> String {
        let node = self.nodes[index];
        let associative = matches!(operator, Operator::And | Operator::Or | Operator::Xor);
        let same = matches!(node.operation, Operation::Binary(inner, ..) if inner == operator);
        if associative && same && !self.labels.contains_key(&index) {
            self.definition(index)
        } else {
            self.operand(index)
        }
    }

    /// Writes an operand of a sum; a shift by one is a doubling there.
    fn term(&self, index: usize) -> String {
        match self.nodes[index].operation {
            Operation::Shift(Operator::ShiftLeft, doubled, 1)
                if !self.labels.contains_key(&index) =>
            {
                format!("2{}", self.operand(doubled))
            }
            _ => self.operand(index),
        }
    }

    fn operation(&self, node: Node, index: usize) -> String {
        match node.operation {
            Operation::Input => {
                self.labels.get(&index).cloned().unwrap_or_else(|| literal(node.value))
            }
            Operation::Constant => literal(node.value),
            Operation::Alias(of) => self.operand(of),
            Operation::Not(x) => format!("!{}", self.operand(x)),
            Operation::Binary(operator, a, b) => match operator {
                Operator::And => {
                    format!("{} & {}", self.chained(operator, a), self.chained(operator, b))
                }
                Operator::Or => {
                    format!("{} | {}", self.chained(operator, a), self.chained(operator, b))
                }
                Operator::Xor => {
                    format!("{} ^ {}", self.chained(operator, a), self.chained(operator, b))
                }
                Operator::Add => format!("{} + {}", self.term(a), self.term(b)),
                Operator::Subtract if self.is_zero(a) => format!("-{}", self.operand(b)),
                Operator::Subtract => format!("{} - {}", self.term(a), self.term(b)),
                Operator::Multiply => format!("{} * {}", self.operand(a), self.operand(b)),
                Operator::MultiplyHigh => {
                    format!("high({} * {})", self.operand(a), self.operand(b))
                }
                Operator::ShiftLeft => format!("{} << {}", self.operand(a), self.operand(b)),
                Operator::ShiftRight => format!("{} >> {}", self.operand(a), self.operand(b)),
                Operator::RotateLeft => {
                    format!("rotate_left({}, {})", self.operand(a), self.operand(b))
                }
            },
            Operation::Shift(Operator::ShiftLeft, x, amount) => {
                format!("{} << {amount}", self.operand(x))
            }
            Operation::Shift(Operator::RotateLeft, x, amount) => {
                format!("rotate_left({}, {amount})", self.bare(x))
            }
            Operation::Shift(_, x, amount) => format!("{} >> {amount}", self.operand(x)),
            Operation::Function(name, x) | Operation::Mask(name, _, x) => {
                format!("{name}({})", self.bare(x))
            }
            Operation::Lookup(table, x) => format!("{}[{}]", table.name, self.bare(x)),
        }
    }

    /// Writes an operand that stands in brackets of its own.
    fn bare(&self, index: usize) -> String {
        if self.labels.contains_key(&index) { self.operand(index) } else { self.definition(index) }
    }

    fn is_zero(&self, index: usize) -> bool {
        let node = self.nodes[index];
        node.operation == Operation::Constant && node.value == 0
    }
}

/// Writes a constant: small ones as decimal numbers, boards in hexadecimal.
fn literal(value: u64) -> String {
    if value < 100 { value.to_string() } else { format!("{value:#x}") }
}
