//! Boolean functions as gates, and claims about them as clauses for any solver.

use core::cell::RefCell;
use core::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::algebra::Algebra;
use crate::nodes::Bit;

/// Gates of two inputs, each once, and the claims that some of them are never true.
#[derive(Debug)]
pub(super) struct Gates {
    variables: u32,
    gates: RefCell<Vec<[Bit; 2]>>,
    known: RefCell<FxHashMap<[Bit; 2], Bit>>,
    wrong: RefCell<Vec<Bit>>,
}

impl Algebra for Gates {
    fn and(&self, a: Bit, b: Bit) -> Bit {
        let [a, b] = if a <= b { [a, b] } else { [b, a] };
        match a {
            Bit::FALSE => return Bit::FALSE,
            Bit::TRUE => return b,
            _ if a == b => return a,
            _ if a == !b => return Bit::FALSE,
            _ => {}
        }
        *self.known.borrow_mut().entry([a, b]).or_insert_with(|| {
            let mut gates = self.gates.borrow_mut();
            gates.push([a, b]);
            let number = u32::try_from(gates.len() - 1).expect("few gates");
            Bit::variable(self.variables + number)
        })
    }

    fn is_never(&self, wrong: Bit) -> bool {
        if wrong != Bit::FALSE {
            self.wrong.borrow_mut().push(wrong);
        }
        true
    }
}

impl Gates {
    /// Makes gates of some variables.
    pub(super) fn new(variables: u32) -> Self {
        Self {
            variables,
            gates: RefCell::default(),
            known: RefCell::default(),
            wrong: RefCell::default(),
        }
    }

    /// Takes the claims since they were taken last: what each says to be never true.
    pub(super) fn take_claims(&self) -> Vec<Bit> {
        self.wrong.take()
    }

    /// Returns the gates that some functions depend on, each before those that need it.
    fn below(&self, functions: &[Bit]) -> Vec<(u32, [Bit; 2])> {
        let gates = self.gates.borrow();
        let index =
            |bit: Bit| (bit.variable_number().checked_sub(self.variables)).map(|n| n as usize);
        let mut is_needed = vec![false; gates.len()];
        functions.iter().filter_map(|&bit| index(bit)).for_each(|gate| is_needed[gate] = true);
        for gate in (0..gates.len()).rev() {
            if is_needed[gate] {
                gates[gate]
                    .iter()
                    .filter_map(|&bit| index(bit))
                    .for_each(|of| is_needed[of] = true);
            }
        }
        let first = self.variables;
        let needed = (first..).zip(gates.iter()).zip(is_needed).filter(|&(_, is_needed)| is_needed);
        needed.map(|((number, &gate), _)| (number, gate)).collect()
    }

    /// Writes in the form of DIMACS that one of some functions is true: clauses that cannot be
    /// satisfied if each claim is right. `shown` are functions that comments name, and each line of
    /// `comments` becomes a comment.
    pub(super) fn dimacs(&self, claims: &[Bit], shown: &[Bit], comments: &str) -> String {
        // Where a function is always true, no clause says that one is.
        let is_free = !claims.contains(&Bit::TRUE);
        let of_variables = |bits: &[Bit]| {
            let bits = bits.iter().copied().filter(|bit| bit.value().is_none());
            bits.collect::<Vec<_>>()
        };
        let claims = of_variables(claims);
        let below = self.below(&[claims.clone(), of_variables(shown)].concat());
        let variables = below.last().map_or(self.variables, |&(number, _)| number + 1);
        let mut text = String::new();
        for line in comments.lines() {
            writeln!(text, "c {line}").expect("a string");
        }
        writeln!(text, "p cnf {variables} {}", 3 * below.len() + usize::from(is_free))
            .expect("a string");
        let mut clause = |literals: &[i64]| {
            literals.iter().for_each(|literal| write!(text, "{literal} ").expect("a string"));
            text.push_str("0\n");
        };
        for (number, [a, b]) in below {
            let gate = literal(Bit::variable(number));
            clause(&[-gate, literal(a)]);
            clause(&[-gate, literal(b)]);
            clause(&[gate, -literal(a), -literal(b)]);
        }
        if is_free {
            clause(&claims.into_iter().map(literal).collect::<Vec<_>>());
        }
        text
    }
}

/// Returns the literal of a function that is no constant, as DIMACS has literals.
pub(super) fn literal(bit: Bit) -> i64 {
    let number = i64::from(bit.variable_number()) + 1;
    if bit == Bit::variable(bit.variable_number()) { number } else { -number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_that_are_constants_are_written() {
        let gates = Gates::new(2);
        let [x, y] = [0, 1].map(Bit::variable);
        let both = gates.and(x, y);
        let texts = [&[Bit::FALSE][..], &[both], &[both, Bit::FALSE], &[both, Bit::TRUE]]
            .map(|claims| gates.dimacs(claims, &[Bit::TRUE, x], ""));
        let gate = "-3 1 0\n-3 2 0\n3 -1 -2 0\n";
        assert_eq!(texts[0], "p cnf 2 1\n0\n");
        assert_eq!(texts[1], format!("p cnf 3 4\n{gate}3 0\n"));
        assert_eq!(texts[2], texts[1]);
        assert_eq!(texts[3], format!("p cnf 3 3\n{gate}"));
        // What is always wrong is a claim too.
        assert!(gates.is_never(Bit::TRUE) && gates.is_never(Bit::FALSE));
        assert_eq!(gates.take_claims(), [Bit::TRUE]);
    }
}
