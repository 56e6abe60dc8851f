//! Boolean functions as shared nodes of binary decision diagrams, behind handles that can be
//! copied.

use core::cell::{Cell, RefCell};
use core::fmt;
use core::hash::{BuildHasherDefault, Hash};
use std::collections::HashMap;

use oxidd::bcdd::{self, BCDDFunction, BCDDManagerRef};
use oxidd::util::{AllocResult, OptBool};
use oxidd::{BooleanFunction, Function, HasLevel, Manager, ManagerRef};
use rustc_hash::FxHasher;

use crate::symbolic::{self, Symbolic};

/// A map whose keys are small numbers.
type Map<K, V> = HashMap<K, V, BuildHasherDefault<FxHasher>>;

/// A Boolean function, by its number in a [`Diagrams`]; equal functions have equal numbers.
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

    /// Returns the value of a constant function.
    pub(crate) const fn value(self) -> Option<bool> {
        match self {
            Self::FALSE => Some(false),
            Self::TRUE => Some(true),
            _ => None,
        }
    }
}

/// An operation of two functions whose results are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Connective {
    And,
    Xor,
}

/// A function's first variable and what is left of the function where that is false and true.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Split {
    pub(crate) variable: u32,
    pub(crate) low: Bit,
    pub(crate) high: Bit,
}

/// Where the functions of the variables are kept, and all that is computed with them.
///
/// There are as many nodes as the budget allows. The operation that would need more fails: from
/// then on every result is the constant zero, in no time, and [`exhausted`](Self::exhausted) names
/// the operation. So nothing that was computed after it means anything, and nobody waits for it.
pub struct Diagrams {
    manager: BCDDManagerRef,
    kept: RefCell<Kept>,
    /// The bits of all words.
    words: RefCell<Vec<[Bit; 64]>>,
    variables: Vec<Bit>,
    operation: Cell<&'static str>,
    exhausted: Cell<Option<&'static str>>,
}

/// What is kept of the functions.
#[derive(Default)]
struct Kept {
    functions: Vec<BCDDFunction>,
    numbers: Map<BCDDFunction, Bit>,
    binary: Map<(Connective, Bit, Bit), Bit>,
    choices: Map<(Bit, Bit, Bit), Bit>,
    nots: Map<Bit, Bit>,
    splits: Map<Bit, Split>,
    lookups: Map<(usize, [Bit; 64]), [Bit; 64]>,
}

impl Kept {
    /// Returns the number of a function.
    fn number(&mut self, function: BCDDFunction) -> Bit {
        let next = u32::try_from(self.functions.len()).expect("nodes run out before numbers do");
        let Self { functions, numbers, .. } = self;
        *numbers.entry(function).or_insert_with_key(|function| {
            functions.push(function.clone());
            Bit(next)
        })
    }
}

impl fmt::Debug for Diagrams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagrams")
            .field("variables", &self.variables.len())
            .field("exhausted", &self.exhausted)
            .finish_non_exhaustive()
    }
}

/// The most inputs that a proof has: the occupied squares and the sliders.
const MOST_INPUTS: u32 = 2;

impl Diagrams {
    /// The nodes that are enough for every technique of the registry many times over: 64 MiB.
    pub const BUDGET: usize = 1 << 22;

    /// The results of oxidd's own recursions that are remembered.
    const REMEMBERED: usize = 1 << 17;

    /// Makes diagrams of up to so many nodes.
    ///
    /// # Panics
    ///
    /// If the budget does not hold the variables themselves, 128 nodes.
    #[must_use]
    pub fn new(budget: usize) -> Self {
        let manager = bcdd::new_manager(budget, Self::REMEMBERED, 1);
        let mut kept = Kept::default();
        let variables = manager.with_manager_exclusive(|manager| {
            kept.number(BCDDFunction::f(manager));
            kept.number(BCDDFunction::t(manager));
            let variables = manager.add_vars(64 * MOST_INPUTS);
            let variable = |number| BCDDFunction::var(manager, number);
            variables.map(variable).collect::<AllocResult<Vec<_>>>()
        });
        let variables = variables.expect("a budget holds the variables");
        let variables = variables.into_iter().map(|variable| kept.number(variable)).collect();
        Self {
            manager,
            kept: RefCell::new(kept),
            words: RefCell::default(),
            variables,
            operation: Cell::new("nothing"),
            exhausted: Cell::new(None),
        }
    }

    /// Forgets all that was computed, so that the next proof begins with the variables alone.
    pub fn clear(&mut self) {
        let mut kept = Kept::default();
        {
            let before = self.kept.borrow();
            for function in before.functions.iter().take(self.variables.len() + 2) {
                kept.number(function.clone());
            }
        }
        self.kept = RefCell::new(kept);
        self.words.get_mut().clear();
        self.exhausted = Cell::new(None);
        self.manager.with_manager_shared(|manager| manager.gc());
    }

    /// Returns the number of nodes of all functions that were computed, shared ones once.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| {
            manager.gc();
            manager.num_inner_nodes()
        })
    }

    /// Returns the operation that needed more nodes than there are, if one did.
    #[must_use]
    pub fn exhausted(&self) -> Option<&'static str> {
        self.exhausted.get()
    }

    /// Makes a word of a constant.
    #[must_use]
    pub fn constant(&self, value: u64) -> Symbolic<'_> {
        Symbolic::new(self, symbolic::constant(value))
    }

    /// Makes words whose 64 bits are variables, one after the other in an order of the bits; the
    /// variables of one bit stand together.
    ///
    /// What depends on few variables that stand together has few nodes: give the bits of a line
    /// together.
    #[must_use]
    pub fn inputs<const N: usize>(&self, order: &[u8; 64]) -> [Symbolic<'_>; N] {
        const { assert!(N <= MOST_INPUTS as usize, "there are variables for so many inputs") };
        core::array::from_fn(|input| {
            let mut bits = [Bit::FALSE; 64];
            for (place, &bit) in order.iter().enumerate() {
                bits[usize::from(bit % 64)] = self.variables[N * place + input];
            }
            Symbolic::new(self, bits)
        })
    }

    /// Keeps the bits of a word and returns the word's number.
    pub(crate) fn keep_word(&self, bits: [Bit; 64]) -> usize {
        let mut words = self.words.borrow_mut();
        words.push(bits);
        words.len() - 1
    }

    /// Returns the bits of a word by its number.
    pub(crate) fn word(&self, number: usize) -> [Bit; 64] {
        self.words.borrow()[number]
    }

    /// Notes which operation of the word comes next.
    pub(crate) fn begin(&self, operation: &'static str) {
        self.operation.set(operation);
    }

    /// Returns the function that a computation gives, or notes that it needs too many nodes.
    fn compute(&self, function: impl FnOnce(&[BCDDFunction]) -> AllocResult<BCDDFunction>) -> Bit {
        if self.exhausted.get().is_some() {
            return Bit::FALSE;
        }
        let mut kept = self.kept.borrow_mut();
        if let Ok(function) = function(&kept.functions) {
            kept.number(function)
        } else {
            self.exhausted.set(Some(self.operation.get()));
            Bit::FALSE
        }
    }

    fn binary(&self, operator: Connective, a: Bit, b: Bit) -> Bit {
        let key = (operator, a.min(b), a.max(b));
        if let Some(&known) = self.kept.borrow().binary.get(&key) {
            return known;
        }
        let result = self.compute(|functions| {
            let (a, b) = (&functions[a.0 as usize], &functions[b.0 as usize]);
            match operator {
                Connective::And => a.and(b),
                Connective::Xor => a.xor(b),
            }
        });
        self.kept.borrow_mut().binary.insert(key, result);
        result
    }

    /// Returns what is true where a function is false.
    pub(crate) fn not(&self, x: Bit) -> Bit {
        if let Some(value) = x.value() {
            return Bit::constant(!value);
        }
        if let Some(&known) = self.kept.borrow().nots.get(&x) {
            return known;
        }
        let result = self.compute(|functions| functions[x.0 as usize].not());
        let nots = &mut self.kept.borrow_mut().nots;
        nots.insert(x, result);
        nots.insert(result, x);
        result
    }

    /// Returns what is true where two functions are.
    pub(crate) fn and(&self, a: Bit, b: Bit) -> Bit {
        match (a.value(), b.value()) {
            (Some(false), _) | (_, Some(false)) => Bit::FALSE,
            (Some(true), _) => b,
            (_, Some(true)) => a,
            _ if a == b => a,
            _ => self.binary(Connective::And, a, b),
        }
    }

    /// Returns what is true where one function or both are.
    pub(crate) fn or(&self, a: Bit, b: Bit) -> Bit {
        self.not(self.and(self.not(a), self.not(b)))
    }

    /// Returns what is true where two functions differ.
    pub(crate) fn xor(&self, a: Bit, b: Bit) -> Bit {
        match (a.value(), b.value()) {
            (Some(false), _) => b,
            (_, Some(false)) => a,
            (Some(true), _) => self.not(b),
            (_, Some(true)) => self.not(a),
            _ if a == b => Bit::FALSE,
            _ => self.binary(Connective::Xor, a, b),
        }
    }

    /// Returns one function where a condition holds and another elsewhere.
    pub(crate) fn choose(&self, condition: Bit, then: Bit, otherwise: Bit) -> Bit {
        match (condition.value(), then.value(), otherwise.value()) {
            (Some(true), ..) => then,
            (Some(false), ..) => otherwise,
            _ if then == otherwise => then,
            (_, Some(true), Some(false)) => condition,
            (_, Some(false), _) => self.and(self.not(condition), otherwise),
            (_, _, Some(false)) => self.and(condition, then),
            (_, Some(true), _) => self.or(condition, otherwise),
            _ => {
                let key = (condition, then, otherwise);
                if let Some(&known) = self.kept.borrow().choices.get(&key) {
                    return known;
                }
                let result = self.compute(|functions| {
                    let [condition, then, otherwise] =
                        [condition, then, otherwise].map(|bit| &functions[bit.0 as usize]);
                    condition.ite(then, otherwise)
                });
                self.kept.borrow_mut().choices.insert(key, result);
                result
            }
        }
    }

    /// Splits a function by its first variable; a constant has none.
    pub(crate) fn split(&self, bit: Bit) -> Option<Split> {
        let mut kept = self.kept.borrow_mut();
        if let Some(&known) = kept.splits.get(&bit) {
            return Some(known);
        }
        let function = &kept.functions[bit.0 as usize];
        let variable = function.with_manager_shared(|manager, edge| {
            let node = manager.get_node(edge);
            node.is_inner().then(|| manager.level_to_var(node.unwrap_inner().level()))
        })?;
        let (high, low) = function.cofactors()?;
        let split = Split { variable, low: kept.number(low), high: kept.number(high) };
        kept.splits.insert(bit, split);
        Some(split)
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
        if let Some(&known) = self.kept.borrow().lookups.get(&key) {
            return known;
        }
        let result = self.decide(index, entry, &mut Map::default());
        self.kept.borrow_mut().lookups.insert(key, result);
        result
    }

    fn decide(
        &self,
        index: [Bit; 64],
        entry: &dyn Fn(u64) -> u64,
        known: &mut Map<[Bit; 64], [Bit; 64]>,
    ) -> [Bit; 64] {
        if self.exhausted.get().is_some() {
            return [Bit::FALSE; 64];
        }
        if let Some(known) = known.get(&index) {
            return *known;
        }
        let splits = index.map(|bit| if bit.value().is_some() { None } else { self.split(bit) });
        let first = splits.iter().flatten().map(|split| split.variable).min();
        let result = if let Some(variable) = first {
            // An index that has more values than there may be nodes would be gone through for
            // hours.
            if known.len() >= Self::BUDGET / 16 {
                self.exhausted.set(Some(self.operation.get()));
                return [Bit::FALSE; 64];
            }
            let part = |pick: fn(Split) -> Bit| {
                core::array::from_fn(|bit| match splits[bit] {
                    Some(split) if split.variable == variable => pick(split),
                    _ => index[bit],
                })
            };
            let low = self.decide(part(|split| split.low), entry, known);
            let high = self.decide(part(|split| split.high), entry, known);
            let variable = self.variables[variable as usize];
            core::array::from_fn(|bit| self.choose(variable, high[bit], low[bit]))
        } else {
            let mut number = 0;
            for (place, bit) in index.into_iter().enumerate() {
                number |= u64::from(bit == Bit::TRUE) << place;
            }
            symbolic::constant(entry(number))
        };
        known.insert(index, result);
        result
    }

    /// Returns values of the variables that make a function true, false where they do not matter.
    pub(crate) fn satisfying(&self, bit: Bit) -> Option<Assignment> {
        let kept = self.kept.borrow();
        let cube = kept.functions[bit.0 as usize].pick_cube(|_, _, _| false)?;
        Some(Assignment(cube.into_iter().map(|value| value == OptBool::True).collect()))
    }

    /// Returns a function's value.
    pub(crate) fn evaluate(&self, bit: Bit, assignment: &Assignment) -> bool {
        let mut bit = bit;
        loop {
            if let Some(value) = bit.value() {
                return value;
            }
            let Some(split) = self.split(bit) else { return false };
            let is_high = assignment.0[split.variable as usize];
            bit = if is_high { split.high } else { split.low };
        }
    }
}

/// A value for each variable.
#[derive(Debug, Clone)]
pub struct Assignment(Vec<bool>);

impl Assignment {
    /// Makes the assignment that gives each of some [inputs](Diagrams::inputs) a value.
    #[must_use]
    pub fn of_inputs<const N: usize>(order: &[u8; 64], values: [u64; N]) -> Self {
        let mut assignment = vec![false; 64 * MOST_INPUTS as usize];
        for (place, &bit) in order.iter().enumerate() {
            for (input, value) in values.into_iter().enumerate() {
                assignment[N * place + input] = value >> (bit % 64) & 1 == 1;
            }
        }
        Self(assignment)
    }

    /// Returns the values of some inputs.
    pub(crate) fn values<const N: usize>(&self, order: &[u8; 64]) -> [u64; N] {
        core::array::from_fn(|input| {
            let places = order.iter().enumerate();
            places.map(|(place, &bit)| u64::from(self.0[N * place + input]) << (bit % 64)).sum()
        })
    }
}
