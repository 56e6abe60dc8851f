//! Writes a node as an expression in the formula's own letters.

use std::collections::HashMap;

use hyperbola::word::Storage;

use crate::recorder::{Node, Operation, Operator, as_number};

/// Writes expressions: named nodes by their labels, all others in full.
pub(crate) struct Expressions<'a, V = u64> {
    pub(crate) nodes: &'a [Node<V>],
    /// The names of the named nodes at the place of the expression.
    pub(crate) labels: &'a HashMap<usize, String>,
}

impl<V: Storage> Expressions<'_, V> {
    /// Writes how a node is computed, even if it has a name.
    pub(crate) fn definition(&self, index: usize) -> String {
        self.operation(self.nodes[index], index)
    }

    /// Writes a node as an operand: by its label, or in full, with parentheses if necessary.
    fn operand(&self, index: usize) -> String {
        if let Some(label) = self.labels.get(&index) {
            return label.clone();
        }
        let text = self.operation(self.nodes[index], index);
        match self.nodes[index].operation {
            Operation::Binary(
                Operator::MultiplyHigh
                | Operator::RotateLeft
                | Operator::SubtractBytes
                | Operator::Extract
                | Operator::Deposit,
                ..,
            )
            | Operation::Shift(Operator::RotateLeft, ..) => text,
            Operation::Binary(..) | Operation::Shift(..) if !text.starts_with('-') => {
                format!("({text})")
            }
            _ => text,
        }
    }

    /// Writes an operation that may be chained without parentheses.
    fn chain(&self, sign: char, operator: Operator, a: usize, b: usize) -> String {
        format!("{} {sign} {}", self.chained(operator, a), self.chained(operator, b))
    }

    /// Writes an operand of an operator that may be chained without parentheses.
    fn chained(&self, operator: Operator, index: usize) -> String {
        let node = self.nodes[index];
        let same = matches!(node.operation, Operation::Binary(inner, ..) if inner == operator);
        if same && !self.labels.contains_key(&index) {
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

    fn operation(&self, node: Node<V>, index: usize) -> String {
        match node.operation {
            Operation::Input => {
                self.labels.get(&index).cloned().unwrap_or_else(|| literal(node.value))
            }
            Operation::Constant => literal(node.value),
            Operation::Alias(of) => self.operand(of),
            Operation::Not(x) => format!("!{}", self.operand(x)),
            Operation::Binary(operator, a, b) => match operator {
                Operator::And => self.chain('&', operator, a, b),
                Operator::Or => self.chain('|', operator, a, b),
                Operator::Xor => self.chain('^', operator, a, b),
                Operator::Add => format!("{} + {}", self.term(a), self.term(b)),
                Operator::Subtract if self.is_zero(a) => format!("-{}", self.operand(b)),
                Operator::Subtract => format!("{} - {}", self.term(a), self.term(b)),
                Operator::Multiply => format!("{} * {}", self.operand(a), self.operand(b)),
                Operator::MultiplyHigh => {
                    format!("high({} * {})", self.operand(a), self.operand(b))
                }
                Operator::ShiftLeft => format!("{} << {}", self.operand(a), self.operand(b)),
                Operator::ShiftRight => format!("{} >> {}", self.operand(a), self.operand(b)),
                Operator::RotateLeft => self.call("rotate_left", a, b),
                Operator::SubtractBytes => self.call("sub_bytes", a, b),
                Operator::Extract => self.call("pext", a, b),
                Operator::Deposit => self.call("pdep", a, b),
            },
            Operation::Shift(Operator::ShiftLeft, x, amount) => {
                format!("{} << {amount}", self.operand(x))
            }
            Operation::Shift(Operator::RotateLeft, x, amount) => {
                format!("rotate_left({}, {amount})", self.bare(x))
            }
            Operation::Shift(_, x, amount) => format!("{} >> {amount}", self.operand(x)),
            Operation::Function(function, x) => format!("{}({})", function.name(), self.bare(x)),
            Operation::Mask(mask, x) => format!("{}({})", mask.name, self.bare(x)),
            Operation::Permute(orders, x, row) => {
                format!("permute_bits({}, {}[{}])", self.bare(x), orders.info.name, self.bare(row))
            }
            Operation::Lookup(table, x) => format!("{}[{}]", table.info.name, self.bare(x)),
            Operation::Choice(question, a, b) => {
                let [question, a, b] = [question, a, b].map(|x| self.bare(x));
                format!("choice({question}, {a}, {b})")
            }
        }
    }

    /// Writes a function of two words.
    fn call(&self, name: &str, a: usize, b: usize) -> String {
        format!("{name}({}, {})", self.bare(a), self.bare(b))
    }

    /// Writes an operand that has brackets of its own.
    fn bare(&self, index: usize) -> String {
        if self.labels.contains_key(&index) { self.operand(index) } else { self.definition(index) }
    }

    fn is_zero(&self, index: usize) -> bool {
        let node = self.nodes[index];
        node.operation == Operation::Constant && node.value == V::ZERO
    }
}

/// Writes a constant: small ones as decimal numbers, boards in hexadecimal.
fn literal<V: Storage>(value: V) -> String {
    match as_number(value) {
        Some(number) if number < 100 => number.to_string(),
        _ => {
            let digits = hexadecimal(value);
            format!("0x{}", digits.trim_start_matches(['0', 'x']))
        }
    }
}

/// Writes all digits of a value in hexadecimal.
pub(crate) fn hexadecimal<V: Storage>(value: V) -> String {
    let words = value.words();
    let digits = words.as_ref().iter().rev().map(|word| format!("{word:016x}"));
    format!("0x{}", digits.collect::<String>())
}

#[cfg(test)]
mod tests {
    use hyperbola::table::Table;
    use hyperbola::{Bits, Word};

    use super::*;
    use crate::recorder::{Recorded, Recorder};

    /// Returns how a value of two inputs, a board `o` and a number `n`, is written, and the value.
    fn written(formula: for<'r> fn(Recorded<'r>, Recorded<'r>) -> Recorded<'r>) -> (String, u64) {
        let recorder = Recorder::new();
        let (o, n) = (recorder.board("o", 0x00ff_0000_0000_1234), recorder.number("n", 10));
        let labels = HashMap::from([(o.index(), "o".to_owned()), (n.index(), "n".to_owned())]);
        let result = formula(o, n);
        let nodes = recorder.nodes();
        let expressions = Expressions { nodes: &nodes, labels: &labels };
        (expressions.definition(result.index()), result.value())
    }

    /// The bits in reverse order.
    static ORDERS: Table<u8, 64> = Table::new("ORDERS", {
        let mut order = [63; 64];
        let mut bit = 1;
        while bit < 64 {
            order[bit] = order[bit - 1] - 1;
            bit += 1;
        }
        order
    });

    #[test]
    fn printed_operations_match_their_results() {
        const O: u64 = 0x00ff_0000_0000_1234;
        let says = |formula, text: &str, value: u64| {
            assert_eq!(written(formula), (text.to_owned(), value));
        };
        says(|o, n| o & n, "o & n", O & 10);
        says(|o, n| o | n, "o | n", O | 10);
        says(|o, n| o ^ n, "o ^ n", O ^ 10);
        says(|o, _| !o, "!o", !O);
        says(|o, n| o.wrapping_add(n), "o + n", O + 10);
        says(|o, n| o.wrapping_sub(n), "o - n", O - 10);
        says(|o, n| o.wrapping_sub(n.shl(1)), "o - 2n", O - 20);
        says(|o, _| o.splat(0).wrapping_sub(o), "-o", O.wrapping_neg());
        says(|o, n| o.wrapping_mul(n), "o * n", O * 10);
        says(|o, _| o.multiply_high(o), "high(o * o)", 0xfe01_0000_0024);
        says(|o, _| o.shl(8), "o << 8", O << 8);
        says(|o, _| o.shr(8), "o >> 8", O >> 8);
        says(|o, n| o.shl_by(n), "o << n", O << 10);
        says(|o, n| o.shr_by(n), "o >> n", O >> 10);
        says(|o, _| o.rotate_left(8), "rotate_left(o, 8)", O << 8);
        says(|o, n| o.rotate_left_by(n), "rotate_left(o, n)", O.rotate_left(10));
        says(|o, _| o.swap_bytes(), "swap_bytes(o)", 0x3412_0000_0000_ff00);
        says(|o, _| o.reverse_bits(), "reverse_bits(o)", 0x2c48_0000_0000_ff00);
        says(|o, _| o.leading_zeros(), "leading_zeros(o)", 8);
        says(|o, _| o.trailing_zeros(), "trailing_zeros(o)", 2);
        says(|o, _| o.count_ones(), "count_ones(o)", 13);
        says(|o, _| o.zero_mask(), "zero_mask(o)", 0);
        says(|o, n| o.wrapping_sub_bytes(n), "sub_bytes(o, n)", 0x00ff_0000_0000_122a);
        says(|o, _| o.highest_ones_of_bytes(), "highest_ones_of_bytes(o)", 0x80_0000_0000_1020);
        says(|o, n| n.pext(o), "pext(n, o)", 0);
        says(|o, n| n.pdep(o), "pdep(n, o)", 0x210);
        says(|o, n| o.permute_bits(n, &ORDERS), "permute_bits(o, ORDERS[n])", O.reverse_bits());
        says(|_, n| n.bit(), "1 << n", 1 << 10);
        says(|_, n| n.ray_mask(hyperbola::Direction::East), "east(n)", 0xf800);
        says(|o, n| (o & n) | (o ^ n), "(o & n) | (o ^ n)", O | 10);
        says(|o, n| (o | n) | (n | o), "o | n | n | o", O | 10);
        says(|o, n| o.wrapping_sub(n.wrapping_sub(o)), "o - (n - o)", 2 * O - 10);
    }
}
