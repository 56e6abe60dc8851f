//! Boolean functions as shared nodes of reduced ordered binary decision diagrams.
//!
//! The diagrams are those of Bryant, "Graph-Based Algorithms for Boolean Function Manipulation"
//! (1986). The complements, the one table of all nodes and the remembered results are those of
//! Brace, Rudell and Bryant, "Efficient Implementation of a BDD Package" (1990).

use core::ops::Not;

/// A Boolean function of [`Nodes`]; equal functions are equal bits.
///
/// It is the number of a node, and in the lowest digit whether the function is the complement of
/// the node's. So a function and its complement share all nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Bit(u32);

impl Bit {
    /// The function that is always false.
    pub(crate) const FALSE: Self = Self(0);
    /// The function that is always true.
    pub(crate) const TRUE: Self = Self(1);

    /// Returns a constant function.
    pub(crate) const fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// Returns the function that is a variable.
    pub(crate) const fn variable(number: u32) -> Self {
        Self(2 * (number + 1))
    }

    /// Returns the number of a variable, or of what stands in the place of one, and of its
    /// complement.
    #[cfg(feature = "legality")]
    pub(crate) const fn variable_number(self) -> u32 {
        self.0 / 2 - 1
    }

    /// Returns the value of a constant function.
    pub(crate) const fn value(self) -> Option<bool> {
        match self {
            Self::FALSE => Some(false),
            Self::TRUE => Some(true),
            _ => None,
        }
    }

    /// Returns whether it is the complement of its node's function.
    const fn is_complement(self) -> bool {
        self.0 % 2 == 1
    }

    /// Returns the complement if a condition holds, else the function itself.
    const fn complement_if(self, condition: bool) -> Self {
        Self(self.0 ^ condition as u32)
    }
}

/// Returns the bits of a constant, by its words, the lowest first. Those that are missing are zero.
pub(crate) fn constant<const BITS: usize>(words: &[u64]) -> [Bit; BITS] {
    let word = |bit: usize| words.get(bit / 64).copied().unwrap_or(0);
    core::array::from_fn(|bit| Bit::constant(word(bit) >> (bit % 64) & 1 == 1))
}

impl Not for Bit {
    type Output = Self;

    /// Returns what is true where the function is false.
    fn not(self) -> Self {
        self.complement_if(true)
    }
}

/// A function's first variable, and what is left of the function where that is false and true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    variable: u32,
    branches: [Bit; 2],
}

/// The key of a result that is remembered: a condition, and the functions that it chooses from.
type Choice = [Bit; 3];

/// The nodes of functions, each node once.
///
/// Two rules make equal functions equal bits: no node has two equal branches, and no node has a
/// complement where its variable is false. No node is given up before all are.
#[derive(Debug)]
pub(crate) struct Nodes {
    /// The node of the constants, those of the variables, and all others after their branches.
    nodes: Vec<Node>,
    /// The numbers of all nodes but the first, each at the first free place from that of its hash;
    /// 0 where there is none.
    numbers: Vec<u32>,
    /// Results, each at the place of its hash, where a later one replaces it.
    computed: Vec<(Choice, Bit)>,
    budget: usize,
}

impl Nodes {
    /// The variable of the constants, after all others.
    const NO_VARIABLE: u32 = u32::MAX;

    /// The fewest places for each node. There must be enough of them for results: if few are known,
    /// the time for a large function is exponential.
    const PLACES_FOR_A_NODE: usize = 2;

    /// Makes the nodes of so many variables; there may be up to `budget` nodes.
    ///
    /// # Panics
    ///
    /// If the budget does not hold the variables themselves.
    pub(crate) fn new(variables: u32, budget: usize) -> Self {
        // A bit has room for the number of a node and a digit.
        let budget = budget.min(1 << 30);
        let constant = Node { variable: Self::NO_VARIABLE, branches: [Bit::FALSE; 2] };
        let (numbers, computed) = (Vec::new(), Vec::new());
        let mut nodes = Self { nodes: vec![constant], numbers, computed, budget };
        nodes.make_places(1 << 7);
        for number in 0..variables {
            let variable = nodes.function(number, [Bit::FALSE, Bit::TRUE]);
            assert_eq!(variable, Some(Bit::variable(number)), "a budget holds the variables");
        }
        nodes
    }

    /// Makes so many places, a power of two, and forgets all results.
    fn make_places(&mut self, places: usize) {
        self.computed = vec![([Bit::FALSE; 3], Bit::FALSE); places];
        self.numbers = vec![0; places];
        for number in 1..self.nodes.len() {
            let (place, _) = self.find(self.nodes[number]);
            self.numbers[place] = u32::try_from(number).expect("a budget is no larger");
        }
    }

    /// Returns the place of a node, and its number; 0 if there is none yet.
    fn find(&self, node: Node) -> (usize, u32) {
        let [low, high] = node.branches;
        let mut at = place([node.variable, low.0, high.0], self.numbers.len());
        loop {
            let number = self.numbers[at];
            if number == 0 || self.nodes[number as usize] == node {
                return (at, number);
            }
            at = (at + 1) & (self.numbers.len() - 1);
        }
    }

    /// Returns the number of nodes, without that of the constants.
    pub(crate) fn count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns the first variable that any of some functions depends on.
    pub(crate) fn first_variable(&self, bits: &[Bit]) -> Option<u32> {
        let variables = bits.iter().map(|bit| self.nodes[bit.0 as usize / 2].variable);
        variables.min().filter(|&variable| variable != Self::NO_VARIABLE)
    }

    /// Returns what is left of a function where a variable is false and where it is true. The
    /// function depends on no variable before it.
    pub(crate) fn branches(&self, bit: Bit, variable: u32) -> [Bit; 2] {
        let node = self.nodes[bit.0 as usize / 2];
        if node.variable == variable {
            node.branches.map(|branch| branch.complement_if(bit.is_complement()))
        } else {
            [bit; 2]
        }
    }

    /// Returns the function with these branches at a variable, or `None` if it needs a node more
    /// than there may be.
    fn function(&mut self, variable: u32, [low, high]: [Bit; 2]) -> Option<Bit> {
        if low == high {
            return Some(low);
        }
        let is_complement = low.is_complement();
        let branches = [low, high].map(|branch| branch.complement_if(is_complement));
        let node = Node { variable, branches };
        let number = match self.find(node) {
            (_, 0) if self.nodes.len() > self.budget => return None,
            (place, 0) => {
                let number = u32::try_from(self.nodes.len()).expect("a budget is no larger");
                self.nodes.push(node);
                self.numbers[place] = number;
                if Self::PLACES_FOR_A_NODE * self.nodes.len() > self.numbers.len() {
                    self.make_places(2 * self.numbers.len());
                }
                number
            }
            (_, number) => number,
        };
        Some(Bit(2 * number).complement_if(is_complement))
    }

    /// Returns what is true where two functions are, or `None` if it needs too many nodes.
    pub(crate) fn and(&mut self, a: Bit, b: Bit) -> Option<Bit> {
        // A constant comes first.
        match (a.min(b), a.max(b)) {
            (Bit::FALSE, _) => Some(Bit::FALSE),
            (Bit::TRUE, other) => Some(other),
            (a, b) if a == b => Some(a),
            (a, b) if a == !b => Some(Bit::FALSE),
            (a, b) => self.compute([a, b, Bit::FALSE]),
        }
    }

    /// Returns what is true where two functions differ, or `None` if it needs too many nodes.
    pub(crate) fn xor(&mut self, a: Bit, b: Bit) -> Option<Bit> {
        let is_complement = a.is_complement() != b.is_complement();
        let [a, b] = [a, b].map(|bit| bit.complement_if(bit.is_complement()));
        let result = match (a.min(b), a.max(b)) {
            (Bit::FALSE, other) => other,
            (a, b) if a == b => Bit::FALSE,
            (a, b) => self.compute([a, !b, b])?,
        };
        Some(result.complement_if(is_complement))
    }

    /// Returns one function where a condition holds and another elsewhere, or `None` if it needs
    /// too many nodes.
    pub(crate) fn choose(&mut self, condition: Bit, then: Bit, otherwise: Bit) -> Option<Bit> {
        match (then.value(), otherwise.value()) {
            _ if condition == Bit::TRUE || then == otherwise => Some(then),
            _ if condition == Bit::FALSE => Some(otherwise),
            (Some(false), _) => self.and(!condition, otherwise),
            (Some(true), _) => self.and(!condition, !otherwise).map(Bit::not),
            (_, Some(false)) => self.and(condition, then),
            (_, Some(true)) => self.and(condition, !then).map(Bit::not),
            _ if then == !otherwise => self.xor(condition, otherwise),
            // What has several forms is remembered in one.
            _ if condition.is_complement() => self.choose(!condition, otherwise, then),
            _ if then.is_complement() => self.compute([condition, !then, !otherwise]).map(Bit::not),
            _ => self.compute([condition, then, otherwise]),
        }
    }

    /// Chooses where the first variable is false and where it is true, unless the result is known.
    fn compute(&mut self, choice: Choice) -> Option<Bit> {
        let key = choice.map(|bit| bit.0);
        let (known, result) = self.computed[place(key, self.computed.len())];
        if known == choice {
            return Some(result);
        }
        let variable = self.first_variable(&choice)?;
        let [condition, then, otherwise] = choice.map(|bit| self.branches(bit, variable));
        let low = self.choose(condition[0], then[0], otherwise[0])?;
        let high = self.choose(condition[1], then[1], otherwise[1])?;
        let result = self.function(variable, [low, high])?;
        let place = place(key, self.computed.len());
        self.computed[place] = (choice, result);
        Some(result)
    }
}

/// Returns the place of three numbers among so many, a power of two.
fn place([a, b, c]: [u32; 3], places: usize) -> usize {
    // Odd numbers without a pattern: the golden ratio and the square root of three.
    let pair = u64::from(a) << 32 | u64::from(b);
    let hash = pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(c);
    let hash = hash.wrapping_mul(0xbb67_ae85_84ca_a73b);
    let hash = (hash >> 32) as usize;
    hash & (places - 1)
}

#[cfg(test)]
mod tests;
