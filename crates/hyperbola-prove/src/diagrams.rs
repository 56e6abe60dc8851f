//! Boolean functions and words of them, which proofs make and compare.

use core::cell::{Cell, RefCell};
use core::fmt;
use core::ops::Not;

use rustc_hash::FxHashMap;

use crate::nodes::{Bit, Nodes, constant};

/// The key of a look-up: the address of a table, and an index.
type Lookup = (usize, [Bit; 64]);

/// The functions of the variables, and all that is computed with them.
///
/// There are as many nodes as the budget allows. The operation that would need more fails: from
/// then on every result that could need one is the constant zero, in no time, and
/// [`exhausted`](Self::exhausted) names the operation. So nothing that was computed after it means
/// anything, and nobody waits for it.
pub struct Diagrams {
    inputs: u32,
    budget: usize,
    nodes: RefCell<Nodes>,
    /// The bits of all words, one word after the other.
    words: RefCell<Vec<Bit>>,
    /// The words that look-ups gave.
    lookups: RefCell<FxHashMap<Lookup, [Bit; 64]>>,
    operation: Cell<&'static str>,
    exhausted: Cell<Option<&'static str>>,
}

impl fmt::Debug for Diagrams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagrams")
            .field("nodes", &self.nodes())
            .field("exhausted", &self.exhausted)
            .finish_non_exhaustive()
    }
}

/// The inputs of the proofs of techniques: the occupied squares and the sliders.
const INPUTS: u32 = 2;

impl Diagrams {
    /// The nodes that are enough for every technique of the registry many times over: about 100
    /// MiB.
    pub const BUDGET: usize = 1 << 22;

    /// Makes diagrams of up to so many nodes, with variables for two inputs.
    ///
    /// # Panics
    ///
    /// If the budget does not hold the variables themselves, 128 nodes.
    #[must_use]
    pub fn new(budget: usize) -> Self {
        Self::with_inputs(INPUTS, budget)
    }

    /// Makes diagrams of up to so many nodes, with variables for some inputs of 64 bits.
    ///
    /// # Panics
    ///
    /// If the budget does not hold the variables themselves, 64 nodes an input.
    #[must_use]
    pub fn with_inputs(inputs: u32, budget: usize) -> Self {
        Self {
            inputs,
            budget,
            nodes: RefCell::new(Nodes::new(64 * inputs, budget)),
            words: RefCell::default(),
            lookups: RefCell::default(),
            operation: Cell::new("nothing"),
            exhausted: Cell::new(None),
        }
    }

    /// Forgets all that was computed, so that the next proof begins with the variables alone.
    pub fn clear(&mut self) {
        *self = Self::with_inputs(self.inputs, self.budget);
    }

    /// Returns the number of nodes of the variables and of all functions that were computed, shared
    /// ones once.
    ///
    /// These are all that were made: whatever a function is computed from on the way is one of its
    /// branches.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.borrow().count()
    }

    /// Returns the operation that needed more nodes than there are, if one did.
    #[must_use]
    pub fn exhausted(&self) -> Option<&'static str> {
        self.exhausted.get()
    }

    /// Returns the number of inputs of 64 bits that it has variables for.
    pub(crate) fn input_count(&self) -> u32 {
        self.inputs
    }

    /// Keeps the bits of a word and returns the word's number: the place of its first bit.
    pub(crate) fn keep_word(&self, bits: &[Bit]) -> usize {
        let mut words = self.words.borrow_mut();
        words.extend_from_slice(bits);
        words.len() - bits.len()
    }

    /// Returns the bits of a word by its number.
    pub(crate) fn word<const BITS: usize>(&self, number: usize) -> [Bit; BITS] {
        let words = self.words.borrow();
        core::array::from_fn(|bit| words[number + bit])
    }

    /// Notes which operation of the word comes next.
    pub(crate) fn begin(&self, operation: &'static str) {
        self.operation.set(operation);
    }

    /// Returns the function that a computation gives, or notes that it needs too many nodes.
    fn compute(&self, function: impl FnOnce(&mut Nodes) -> Option<Bit>) -> Bit {
        if self.exhausted.get().is_some() {
            return Bit::FALSE;
        }
        let function = function(&mut self.nodes.borrow_mut());
        function.unwrap_or_else(|| {
            self.exhausted.set(Some(self.operation.get()));
            Bit::FALSE
        })
    }

    /// Returns what is true where two functions are.
    pub(crate) fn and(&self, a: Bit, b: Bit) -> Bit {
        self.compute(|nodes| nodes.and(a, b))
    }

    /// Returns what is true where one function or both are.
    pub(crate) fn or(&self, a: Bit, b: Bit) -> Bit {
        self.compute(|nodes| nodes.and(!a, !b).map(Bit::not))
    }

    /// Returns what is true where two functions differ.
    pub(crate) fn xor(&self, a: Bit, b: Bit) -> Bit {
        self.compute(|nodes| nodes.xor(a, b))
    }

    /// Returns one function where a condition holds and another elsewhere.
    pub(crate) fn choose(&self, condition: Bit, then: Bit, otherwise: Bit) -> Bit {
        self.compute(|nodes| nodes.choose(condition, then, otherwise))
    }

    /// Returns the functions that a table's entries make of the functions of an index.
    ///
    /// The variables of the index are decided one after the other until it is a number; what the
    /// rest of an index gives is computed once.
    pub(crate) fn lookup(
        &self,
        table: usize,
        index: [Bit; 64],
        entry: &dyn Fn(u64) -> u64,
    ) -> [Bit; 64] {
        let key = (table, index);
        if let Some(&known) = self.lookups.borrow().get(&key) {
            return known;
        }
        let result = self.decide(index, entry, &mut FxHashMap::default());
        self.lookups.borrow_mut().insert(key, result);
        result
    }

    fn decide(
        &self,
        index: [Bit; 64],
        entry: &dyn Fn(u64) -> u64,
        known: &mut FxHashMap<[Bit; 64], [Bit; 64]>,
    ) -> [Bit; 64] {
        if self.exhausted.get().is_some() {
            return [Bit::FALSE; 64];
        }
        let Some(variable) = self.nodes.borrow().first_variable(&index) else {
            let places = index.into_iter().enumerate();
            let number = places.map(|(place, bit)| u64::from(bit == Bit::TRUE) << place).sum();
            return constant(&[entry(number)]);
        };
        if let Some(known) = known.get(&index) {
            return *known;
        }
        // An index that has more values than there may be nodes would be gone through for hours.
        if known.len() >= Self::BUDGET / 16 {
            self.exhausted.set(Some(self.operation.get()));
            return [Bit::FALSE; 64];
        }
        let branches = index.map(|bit| self.nodes.borrow().branches(bit, variable));
        let low = self.decide(branches.map(|[low, _]| low), entry, known);
        let high = self.decide(branches.map(|[_, high]| high), entry, known);
        let variable = Bit::variable(variable);
        let result = core::array::from_fn(|bit| self.choose(variable, high[bit], low[bit]));
        known.insert(index, result);
        result
    }

    /// Returns values of the variables that make a function true, false where they do not matter.
    pub(crate) fn satisfying(&self, bit: Bit) -> Option<Assignment> {
        let mut values = vec![false; 64 * self.inputs as usize];
        let mut bit = bit;
        let nodes = self.nodes.borrow();
        while let Some(variable) = nodes.first_variable(&[bit]) {
            let [low, high] = nodes.branches(bit, variable);
            let is_high = low == Bit::FALSE;
            values[variable as usize] = is_high;
            bit = if is_high { high } else { low };
        }
        (bit == Bit::TRUE).then_some(Assignment(values))
    }

    /// Returns values of the variables that make a function true and have the least sum of the
    /// weights of those that are true.
    #[cfg(feature = "legality")]
    pub(crate) fn lightest(&self, bit: Bit, weight: impl Fn(usize) -> usize) -> Option<Vec<bool>> {
        let nodes = self.nodes.borrow();
        // The least sum below each function, and the branch that has it; those of branches first.
        let mut known: FxHashMap<Bit, Option<(usize, usize)>> = FxHashMap::default();
        let mut waiting = vec![bit];
        while let Some(&bit) = waiting.last() {
            let Some(variable) = nodes.first_variable(&[bit]) else {
                known.insert(bit, (bit == Bit::TRUE).then_some((0, 0)));
                waiting.pop();
                continue;
            };
            let branches = nodes.branches(bit, variable);
            let missing = branches.into_iter().filter(|branch| !known.contains_key(branch));
            let before = waiting.len();
            waiting.extend(missing);
            if waiting.len() > before {
                continue;
            }
            let sums = [0, weight(variable as usize)];
            let sum =
                |which: usize| known[&branches[which]].map(|(sum, _)| (sum + sums[which], which));
            let least = [0, 1].into_iter().filter_map(sum).min();
            known.insert(bit, least);
            waiting.pop();
        }
        known[&bit]?;
        let mut values = vec![false; 64 * self.inputs as usize];
        let mut bit = bit;
        while let Some(variable) = nodes.first_variable(&[bit]) {
            let (_, branch) = known[&bit]?;
            values[variable as usize] = branch == 1;
            bit = nodes.branches(bit, variable)[branch];
        }
        Some(values)
    }

    /// Returns the place of a function, and the nodes below it: the variable, and the places of
    /// what is left if that is false and if it is true. The places 0 and 1 are no and yes.
    pub(crate) fn graph(&self, bit: Bit) -> (usize, Vec<[usize; 3]>) {
        let nodes = self.nodes.borrow();
        let mut found = vec![Bit::FALSE, Bit::TRUE];
        let place = |found: &mut Vec<Bit>, bit: Bit| {
            found.iter().position(|&known| known == bit).unwrap_or_else(|| {
                found.push(bit);
                found.len() - 1
            })
        };
        let root = place(&mut found, bit);
        let mut graph = Vec::new();
        while let Some(&bit) = found.get(graph.len() + 2) {
            let variable = nodes.first_variable(&[bit]).expect("only no and yes have none");
            let [low, high] = nodes.branches(bit, variable);
            graph.push([variable as usize, place(&mut found, low), place(&mut found, high)]);
        }
        (root, graph)
    }

    /// Returns a function's value.
    pub(crate) fn evaluate(&self, bit: Bit, assignment: &Assignment) -> bool {
        let mut bit = bit;
        let nodes = self.nodes.borrow();
        while let Some(variable) = nodes.first_variable(&[bit]) {
            bit = nodes.branches(bit, variable)[usize::from(assignment.0[variable as usize])];
        }
        bit == Bit::TRUE
    }
}

/// A value for each variable.
#[derive(Debug, Clone)]
pub struct Assignment(Vec<bool>);

impl Assignment {
    /// Makes the assignment that gives each of some [inputs](Diagrams::inputs) a value.
    #[must_use]
    pub fn of_inputs<const N: usize>(order: &[u8; 64], values: [u64; N]) -> Self {
        let mut assignment = vec![false; 64 * N.max(INPUTS as usize)];
        for (place, &bit) in order.iter().enumerate() {
            for (input, value) in values.into_iter().enumerate() {
                assignment[N * place + input] = value >> (bit % 64) & 1 == 1;
            }
        }
        Self(assignment)
    }

    /// Returns the variables that are true.
    #[doc(hidden)]
    pub fn trues(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().filter(|&(_, value)| value).map(|(variable, _)| variable)
    }

    /// Makes a variable false.
    #[doc(hidden)]
    pub fn unset(&mut self, variable: usize) {
        self.0[variable] = false;
    }

    /// Returns the values of some inputs.
    pub(crate) fn values<const N: usize>(&self, order: &[u8; 64]) -> [u64; N] {
        core::array::from_fn(|input| {
            let places = order.iter().enumerate();
            places.map(|(place, &bit)| u64::from(self.0[N * place + input]) << (bit % 64)).sum()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn satisfying_values_are_false_where_they_do_not_matter() {
        let diagrams = Diagrams::new(1 << 10);
        let [x, y, z] = [3, 70, 127].map(Bit::variable);
        let function = diagrams.and(diagrams.or(x, y), diagrams.xor(!y, z));
        let assignment = diagrams.satisfying(function).expect("it is not always false");
        assert!(diagrams.evaluate(function, &assignment));
        // The first variable is false, so the second is not, and the third equals it.
        let trues = (0..128).filter(|&variable| assignment.0[variable]).collect::<Vec<_>>();
        assert_eq!(trues, [70, 127]);
        assert!(!diagrams.evaluate(!function, &assignment));
        assert!(diagrams.satisfying(Bit::FALSE).is_none());
        let assignment = diagrams.satisfying(Bit::TRUE).expect("it is always true");
        assert!(!assignment.0.contains(&true));
    }

    #[test]
    fn functions_are_counted_once_and_with_their_complements() {
        let mut diagrams = Diagrams::new(1 << 10);
        assert_eq!(diagrams.nodes(), 128);
        let [x, y, z] = [0, 1, 2].map(Bit::variable);
        let both = diagrams.and(x, y);
        assert_eq!(diagrams.nodes(), 129);
        assert_eq!(diagrams.or(!y, !x), !both);
        assert_eq!(diagrams.choose(x, y, Bit::FALSE), both);
        assert_eq!(diagrams.nodes(), 129);
        // A node for each variable, and the last is known.
        let _ = diagrams.xor(diagrams.xor(z, y), x);
        assert_eq!(diagrams.nodes(), 131);
        diagrams.clear();
        assert_eq!(diagrams.nodes(), 128);
    }

    #[test]
    fn from_the_first_node_too_many_all_is_zero() {
        let mut diagrams = Diagrams::new(129);
        let [x, y] = [0, 1].map(Bit::variable);
        diagrams.begin("first");
        let both = diagrams.and(x, y);
        assert_eq!(diagrams.exhausted(), None);
        diagrams.begin("second");
        assert_eq!(diagrams.xor(x, y), Bit::FALSE);
        diagrams.begin("third");
        assert_eq!(diagrams.exhausted(), Some("second"));
        // What is known already is zero, too.
        assert_eq!(diagrams.and(x, y), Bit::FALSE);
        assert_eq!(diagrams.or(x, Bit::TRUE), Bit::FALSE);
        assert_eq!(diagrams.choose(both, x, x), Bit::FALSE);
        let index = core::array::from_fn(|_| x);
        assert_eq!(diagrams.lookup(0, index, &|_| u64::MAX), [Bit::FALSE; 64]);
        assert_eq!(diagrams.exhausted(), Some("second"));
        diagrams.clear();
        assert_eq!((diagrams.exhausted(), diagrams.nodes()), (None, 128));
        assert_ne!(diagrams.xor(x, y), Bit::FALSE);
    }

    #[test]
    #[should_panic(expected = "a budget holds the variables")]
    fn a_budget_holds_the_variables() {
        let _ = Diagrams::new(127);
    }
}
