//! The recording word.

use core::cell::RefCell;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{BitAnd, BitOr, BitXor, Not};
use std::collections::HashMap;

use hyperbola::masks::{
    RAY_MASKS, SQUARE_MASKS, SquareMask, computed_line, computed_ray, computed_square_mask,
};
use hyperbola::table::{Entry, Table};
use hyperbola::word::{Branch, OtherBits, Storage};
use hyperbola::{Bits, Direction, Lanes, Line, Square, Word};

use crate::contents::Contents;

/// The operation that computed a node; operands are the indices of earlier nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// A word that is given.
    Input,
    /// A number of the formula.
    Constant,
    /// Another name for an input.
    Alias(usize),
    /// The complement.
    Not(usize),
    /// An operation of two words.
    Binary(Operator, usize, usize),
    /// A shift or rotation by a constant.
    Shift(Operator, usize, u32),
    /// An operation of one word.
    Function(Function, usize),
    /// The entry of a table at an index.
    Lookup(Contents, usize),
    /// A mask of a square, read from its row of the table.
    Mask(RowMask, usize),
    /// The bits of a word in the order of a table's row.
    Permute(Contents, usize, usize),
    /// The second word if the first is not zero, else the third.
    Choice(usize, usize, usize),
}

/// One of the masks in a square's row of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RowMask {
    pub(crate) name: &'static str,
    pub(crate) table: Contents,
    /// The binary logarithm of a row's length.
    pub(crate) row_bits: u32,
    pub(crate) column: u64,
}

/// An operation of two words, or of a word and a constant amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Operator {
    /// The intersection.
    And,
    /// The union.
    Or,
    /// The symmetric difference.
    Xor,
    /// The sum, modulo 2^64.
    Add,
    /// The difference, modulo 2^64.
    Subtract,
    /// The product, modulo 2^64.
    Multiply,
    /// The upper 64 of the product's 128 bits.
    MultiplyHigh,
    /// A shift to the left by an amount modulo 64.
    ShiftLeft,
    /// A shift to the right by an amount modulo 64.
    ShiftRight,
    /// A rotation to the left by an amount modulo 64.
    RotateLeft,
    /// The differences of the bytes, each modulo 256.
    SubtractBytes,
    /// The bits under a mask, gathered in the lowest bits.
    Extract,
    /// The lowest bits, scattered to the places under a mask.
    Deposit,
}

impl Operator {
    /// Computes on words.
    #[must_use]
    pub fn apply<W: Word>(self, a: W, b: W) -> W {
        match self {
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
            Self::Add => a.wrapping_add(b),
            Self::Subtract => a.wrapping_sub(b),
            Self::Multiply => a.wrapping_mul(b),
            Self::MultiplyHigh => a.multiply_high(b),
            Self::ShiftLeft => a.shl_by(b),
            Self::ShiftRight => a.shr_by(b),
            Self::RotateLeft => a.rotate_left_by(b),
            Self::SubtractBytes => a.wrapping_sub_bytes(b),
            Self::Extract => a.pext(b),
            Self::Deposit => a.pdep(b),
        }
    }
}

/// An operation of one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Function {
    /// The eight bytes in reverse order.
    SwapBytes,
    /// The 64 bits in reverse order.
    ReverseBits,
    /// The number of zeros above the highest one: 64 for an empty word.
    LeadingZeros,
    /// The number of zeros below the lowest one: 64 for an empty word.
    TrailingZeros,
    /// The number of ones.
    CountOnes,
    /// All ones if the word is zero, else zero.
    ZeroMask,
    /// Only the highest one of each byte.
    HighestOnesOfBytes,
    /// The line of a kind through a square, the square included.
    WholeLine(Line),
}

impl Function {
    /// Computes on a word.
    #[must_use]
    pub fn apply<W: Word>(self, x: W) -> W {
        match self {
            Self::SwapBytes => x.swap_bytes(),
            Self::ReverseBits => x.reverse_bits(),
            Self::LeadingZeros => x.leading_zeros(),
            Self::TrailingZeros => x.trailing_zeros(),
            Self::CountOnes => x.count_ones(),
            Self::ZeroMask => x.zero_mask(),
            Self::HighestOnesOfBytes => x.highest_ones_of_bytes(),
            Self::WholeLine(line) => x.whole_line(line),
        }
    }

    /// Returns its name in expressions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SwapBytes => "swap_bytes",
            Self::ReverseBits => "reverse_bits",
            Self::LeadingZeros => "leading_zeros",
            Self::TrailingZeros => "trailing_zeros",
            Self::CountOnes => "count_ones",
            Self::ZeroMask => "zero_mask",
            Self::HighestOnesOfBytes => "highest_ones_of_bytes",
            Self::WholeLine(Line::Rank) => "whole_rank",
            Self::WholeLine(Line::File) => "whole_file",
            Self::WholeLine(Line::Diagonal) => "whole_diagonal",
            Self::WholeLine(Line::AntiDiagonal) => "whole_anti_diagonal",
        }
    }
}

/// The meaning of a value to a reader: a set of squares, a number, or a kind that its neighbours
/// decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Board,
    Number,
    /// A product, whose bits are neither squares nor a number until they are shifted down.
    Product,
    Constant,
}

/// One value of a computation.
#[derive(Debug, Clone, Copy)]
pub struct Node<V = u64> {
    /// The operation that computed it.
    pub operation: Operation,
    /// The result on plain words.
    pub value: V,
    pub(crate) sort: Sort,
    /// The name in the formula, if it has one.
    pub name: Option<Name>,
}

/// A value's name, and its lane where it is one of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name {
    /// The formula's own letters.
    pub text: &'static str,
    pub(crate) lane: Option<usize>,
}

/// Records the computations with its [`Recorded`] words, in order. `V` are the values: plain words,
/// or the bits of a board of another size.
#[derive(Debug, Default)]
pub struct Recorder<V = u64> {
    nodes: RefCell<Vec<Node<V>>>,
    masks: Masks,
    /// The questions of [`Branch::any`] that are answered with no: a bit for each, the first
    /// lowest.
    skips: u64,
    /// Whether [`Branch::choose`] records both ways.
    chooses: bool,
    /// The words that the questions were about.
    asked: RefCell<Vec<usize>>,
    /// The nodes by how they are computed, if what is computed again is the same node.
    shared: Option<RefCell<HashMap<(Operation, V), usize>>>,
    /// Constants that are inputs to a reader, by their names.
    known: Vec<(&'static str, V)>,
}

/// How the masks of squares are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Masks {
    /// As entries of the tables that plain words read.
    #[default]
    Read,
    /// As values computed from lines, which are functions, as words of many lanes compute them.
    Computed,
}

impl Recorder {
    /// Makes an empty recorder.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes an empty recorder that records the masks of squares in this way.
    #[must_use]
    pub fn with_masks(masks: Masks) -> Self {
        Self { masks, ..Self::default() }
    }

    /// Makes a recorder that records the masks of squares as computed, and takes the short way at
    /// some of the questions whether anything is left: those whose bits are set, the first lowest.
    #[must_use]
    pub fn skipping(skips: u64) -> Self {
        Self { skips, ..Self::with_masks(Masks::Computed) }
    }

    /// Makes the recorder record both ways at a question whether anything is left, where a formula
    /// [tells](Branch::choose) what it has if nothing is. Each result is a
    /// [choice](Operation::Choice) then, which a function may be printed with as a branch.
    #[must_use]
    pub fn with_choices(self) -> Self {
        Self { chooses: true, ..self }
    }

    /// Makes the recorder record what is computed again as the same value. A recording of many
    /// formulas that share most of their steps is much smaller then.
    #[must_use]
    pub fn sharing(self) -> Self {
        Self { shared: Some(RefCell::default()), ..self }
    }

    /// Returns the words of which formulas asked whether anything is left, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<Recorded<'_>> {
        let asked = self.asked.borrow();
        asked.iter().map(|&index| Recorded { recorder: self, index }).collect()
    }

    /// Makes a word that is a number, an input of a computation.
    #[must_use]
    pub fn number(&self, name: &'static str, value: u64) -> Recorded<'_> {
        self.input(name, value, Sort::Number)
    }
}

impl<V: Storage> Recorder<V> {
    /// Makes a recorder for the bits of a board. Constants that are equal to one that is known have
    /// its name.
    #[must_use]
    pub fn with_known(known: Vec<(&'static str, V)>) -> Self {
        Self {
            nodes: RefCell::default(),
            masks: Masks::default(),
            skips: 0,
            chooses: false,
            asked: RefCell::default(),
            shared: None,
            known,
        }
    }

    /// Makes a word that is a set of squares, an input of a computation.
    #[must_use]
    pub fn board(&self, name: &'static str, value: V) -> Recorded<'_, V> {
        self.input(name, value, Sort::Board)
    }

    /// Makes a word that is an input of a computation.
    fn input(&self, text: &'static str, value: V, sort: Sort) -> Recorded<'_, V> {
        let name = Some(Name { text, lane: None });
        self.push(Node { operation: Operation::Input, value, sort, name })
    }

    /// Returns the word of a constant. One that is known is an input.
    fn constant(&self, value: V, name: Option<&'static str>) -> Recorded<'_, V> {
        let name = name.map(|text| Name { text, lane: None });
        // A mask of squares, not a number.
        let node = |operation| Node { operation, value, sort: Sort::Board, name };
        let Some(&(text, _)) = self.known.iter().find(|known| known.1 == value) else {
            return self.push(node(Operation::Constant));
        };
        let is_known = |node: &Node<V>| {
            node.operation == Operation::Input && node.name.is_some_and(|name| name.text == text)
        };
        let before = self.nodes.borrow().iter().position(is_known);
        let index = before.unwrap_or_else(|| self.input(text, value, Sort::Board).index);
        match name {
            Some(_) => self.push(node(Operation::Alias(index))),
            None => Recorded { recorder: self, index },
        }
    }

    fn push(&self, node: Node<V>) -> Recorded<'_, V> {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        Recorded { recorder: self, index: nodes.len() - 1 }
    }

    /// Returns the number of nodes so far.
    pub(crate) fn len(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// Returns all nodes so far.
    pub(crate) fn nodes(&self) -> Vec<Node<V>> {
        self.nodes.borrow().clone()
    }
}

/// A word that records how it was computed: a [`Word`] of 64 bits, or the bits of a board of
/// another size.
#[derive(Clone, Copy)]
pub struct Recorded<'r, V = u64> {
    recorder: &'r Recorder<V>,
    index: usize,
}

impl<V: Storage> fmt::Debug for Recorded<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Recorded").field(&self.node()).finish()
    }
}

/// Two are equal if they are the same value of the same recorder.
impl<V> PartialEq for Recorded<'_, V> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.recorder, other.recorder) && self.index == other.index
    }
}

impl<V> Eq for Recorded<'_, V> {}

impl<V> Hash for Recorded<'_, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<V: Storage> Recorded<'_, V> {
    /// Returns the value that plain words have computed.
    #[must_use]
    pub fn value(self) -> V {
        self.node().value
    }

    /// Returns all nodes of its recorder so far, and which of them it is.
    #[doc(hidden)]
    #[must_use]
    pub fn nodes_and_index(self) -> (Vec<Node<V>>, usize) {
        (self.recorder.nodes(), self.index)
    }

    pub(crate) fn index(self) -> usize {
        self.index
    }

    /// Returns the number of nodes that its recorder has so far.
    #[inline(never)]
    pub(crate) fn recorded(self) -> usize {
        self.recorder.len()
    }

    fn node(self) -> Node<V> {
        self.recorder.nodes.borrow()[self.index]
    }

    fn record(self, operation: Operation, value: V, sort: Sort) -> Self {
        let node = Node { operation, value, sort, name: None };
        let Some(shared) = &self.recorder.shared else { return self.recorder.push(node) };
        let of_node = || self.recorder.push(node).index;
        let index = *shared.borrow_mut().entry((operation, value)).or_insert_with(of_node);
        Self { index, ..self }
    }

    fn binary(self, operator: Operator, other: Self, apply: fn(V, V) -> V) -> Self {
        let (left, right) = (self.node(), other.node());
        let operation = Operation::Binary(operator, self.index, other.index);
        let sort = sort_of_binary(operator, left, right);
        self.record(operation, apply(left.value, right.value), sort)
    }

    fn shift(self, operator: Operator, amount: u32, apply: fn(V, u32) -> V) -> Self {
        let node = self.node();
        let sort = match (operator, node.sort) {
            (Operator::ShiftRight, Sort::Product) => Sort::Number,
            // The rest of a board's top rank is read as a number.
            (Operator::ShiftRight, Sort::Board) if amount >= V::WIDTH - 8 => Sort::Number,
            (_, sort) => sort,
        };
        let operation = Operation::Shift(operator, self.index, amount);
        self.record(operation, apply(node.value, amount), sort)
    }

    fn function(self, function: Function, apply: impl Fn(V) -> V) -> Self {
        let sort = match function {
            Function::SwapBytes | Function::ReverseBits | Function::HighestOnesOfBytes => {
                self.node().sort
            }
            Function::LeadingZeros | Function::TrailingZeros | Function::CountOnes => Sort::Number,
            Function::ZeroMask => Sort::Constant,
            Function::WholeLine(_) => Sort::Board,
        };
        let operation = Operation::Function(function, self.index);
        self.record(operation, apply(self.value()), sort)
    }

    #[inline(never)]
    fn choice(self, computed: Self, otherwise: Self) -> Self {
        let operation = Operation::Choice(self.index, computed.index, otherwise.index);
        let chosen = if self.value() == V::ZERO { otherwise } else { computed };
        self.record(operation, chosen.value(), computed.node().sort)
    }

    fn name(self, name: Name) -> Self {
        let node = self.node();
        if node.operation == Operation::Input {
            let alias = Node { operation: Operation::Alias(self.index), name: Some(name), ..node };
            return self.recorder.push(alias);
        }
        // A value that several lanes share is shown once, without a lane.
        let shared = node.name.is_some_and(|before| before.text == name.text);
        let name = if shared { Name { lane: None, ..name } } else { name };
        self.recorder.nodes.borrow_mut()[self.index].name = Some(name);
        self
    }
}

impl Recorded<'_> {
    /// Returns the bits that may be one, whatever the inputs are, as far as the last operations
    /// tell.
    fn possible(self) -> u64 {
        const OPERATIONS: u32 = 6;
        self.possible_by(OPERATIONS)
    }

    fn possible_by(self, operations: u32) -> u64 {
        let Some(operations) = operations.checked_sub(1) else { return !0 };
        let of = |index| Self { index, ..self }.possible_by(operations);
        match self.node().operation {
            Operation::Constant => self.value(),
            Operation::Binary(Operator::And, a, b) => of(a) & of(b),
            Operation::Binary(Operator::Or | Operator::Xor, a, b) => of(a) | of(b),
            _ => !0,
        }
    }
}

/// Returns how a reader sees the result of two words.
fn sort_of_binary<V: Storage>(operator: Operator, left: Node<V>, right: Node<V>) -> Sort {
    /// A constant mask up to this leaves a number, not a board.
    const LARGEST_INDEX: u64 = 0xfff;
    let sorts = [left.sort, right.sort];
    let has = |sort| sorts.contains(&sort);
    let is_index = |value: V| as_number(value).is_some_and(|number| number <= LARGEST_INDEX);
    let index_mask =
        [left, right].iter().any(|node| node.sort == Sort::Constant && is_index(node.value));
    match operator {
        Operator::And if index_mask => Sort::Number,
        Operator::And if has(Sort::Product) => Sort::Board,
        Operator::Multiply | Operator::MultiplyHigh if has(Sort::Number) => Sort::Number,
        Operator::Multiply | Operator::MultiplyHigh => Sort::Product,
        Operator::Add | Operator::Subtract if has(Sort::Number) => Sort::Number,
        Operator::ShiftLeft | Operator::Deposit => Sort::Board,
        Operator::Extract => Sort::Number,
        Operator::ShiftRight if left.sort == Sort::Product => Sort::Number,
        Operator::ShiftRight | Operator::RotateLeft => left.sort,
        _ if has(Sort::Board) => Sort::Board,
        _ if has(Sort::Number) => Sort::Number,
        _ => left.sort,
    }
}

/// Returns a value as a number, if it has no more than 64 bits.
pub(crate) fn as_number<V: Storage>(value: V) -> Option<u64> {
    let words = value.words();
    let (&low, above) = words.as_ref().split_first()?;
    above.iter().all(|&word| word == 0).then_some(low)
}

/// Writes operations that are recorded in one way: of two words, of a word and an amount, or of one
/// word. The values are computed by the same operation of plain words, a method of the trait that
/// is named first. Each is a call: compiled into every formula, they would take most of this
/// crate's compile time.
macro_rules! recorded {
    ($trait:ident binary: $($method:ident $operator:ident)*) => {$(
        #[inline(never)]
        fn $method(self, other: Self) -> Self {
            self.binary(Operator::$operator, other, $trait::$method)
        }
    )*};
    ($trait:ident amount: $($method:ident $operator:ident)*) => {$(
        #[inline(never)]
        fn $method(self, amount: u32) -> Self {
            self.shift(Operator::$operator, amount, $trait::$method)
        }
    )*};
    ($trait:ident unary: $($method:ident $function:ident)*) => {$(
        #[inline(never)]
        fn $method(self) -> Self {
            self.function(Function::$function, $trait::$method)
        }
    )*};
}

impl<V: Storage> BitAnd for Recorded<'_, V> {
    type Output = Self;
    recorded! { BitAnd binary: bitand And }
}

impl<V: Storage> BitOr for Recorded<'_, V> {
    type Output = Self;
    recorded! { BitOr binary: bitor Or }
}

impl<V: Storage> BitXor for Recorded<'_, V> {
    type Output = Self;
    recorded! { BitXor binary: bitxor Xor }
}

impl<V: Storage> Not for Recorded<'_, V> {
    type Output = Self;
    #[inline(never)]
    fn not(self) -> Self {
        let node = self.node();
        self.record(Operation::Not(self.index), !node.value, node.sort)
    }
}

impl<V: Storage> Bits for Recorded<'_, V> {
    recorded! {
        Bits binary:
        wrapping_add Add
        wrapping_sub Subtract
        shl_by ShiftLeft
        shr_by ShiftRight
    }
    recorded! { Bits amount: shl ShiftLeft shr ShiftRight }
    recorded! {
        Bits unary:
        swap_bytes SwapBytes
        reverse_bits ReverseBits
        leading_zeros LeadingZeros
        trailing_zeros TrailingZeros
        count_ones CountOnes
    }

    #[inline(never)]
    fn splat(self, value: u64) -> Self {
        self.record(Operation::Constant, self.value().splat(value), Sort::Constant)
    }

    #[inline(never)]
    fn highest_bit(self) -> Self {
        self.record(Operation::Constant, self.value().highest_bit(), Sort::Constant)
    }

    #[inline(never)]
    fn named(self, text: &'static str) -> Self {
        self.name(Name { text, lane: None })
    }
}

impl Word for Recorded<'_> {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    recorded! {
        Word binary:
        wrapping_mul Multiply
        multiply_high MultiplyHigh
        rotate_left_by RotateLeft
        wrapping_sub_bytes SubtractBytes
        pext Extract
        pdep Deposit
    }
    recorded! { Word amount: rotate_left RotateLeft }
    recorded! { Word unary: zero_mask ZeroMask highest_ones_of_bytes HighestOnesOfBytes }

    /// Leaves out the squares that are in the set for no inputs.
    fn squares(self) -> impl Iterator<Item = (Square, Self)> {
        let possible = self.possible();
        let squares = Square::ALL.into_iter().filter(move |square| possible & square.bit() != 0);
        squares.map(move |square| (square, !(self & self.splat(square.bit())).zero_mask()))
    }

    #[inline(never)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        let value = self.value().permute_bits(row.value(), orders);
        self.record(
            Operation::Permute(Contents::of(orders), self.index, row.index),
            value,
            Sort::Board,
        )
    }

    #[inline(never)]
    fn lookup<T: Entry, const N: usize>(self, table: &'static Table<T, N>) -> Self {
        let sort = if size_of::<T>() == 8 { Sort::Board } else { Sort::Number };
        let value = self.value().lookup(table);
        self.record(Operation::Lookup(Contents::of(table), self.index), value, sort)
    }

    #[inline(never)]
    fn whole_line(self, line: Line) -> Self {
        match self.recorder.masks {
            Masks::Read => self.line_mask(line) | self.bit(),
            Masks::Computed => {
                self.function(Function::WholeLine(line), |square| square.whole_line(line))
            }
        }
    }

    #[inline(never)]
    fn line_mask(self, line: Line) -> Self {
        match (self.recorder.masks, SquareMask::of_line(line)) {
            (Masks::Read, None) => computed_line(self, line),
            (Masks::Read, Some(mask)) => self.square_mask(mask),
            (Masks::Computed, _) => self.whole_line(line) & !self.bit(),
        }
    }

    #[inline(never)]
    fn square_mask(self, mask: SquareMask) -> Self {
        if self.recorder.masks == Masks::Computed {
            return computed_square_mask(self, mask);
        }
        let name = match mask {
            SquareMask::Bit => "bit",
            SquareMask::Diagonal => "diagonal",
            SquareMask::AntiDiagonal => "anti_diagonal",
            SquareMask::File => "file",
        };
        let (table, column) = (Contents::of(&SQUARE_MASKS), mask as u64);
        let row_mask = RowMask { name, table, row_bits: 2, column };
        self.record(
            Operation::Mask(row_mask, self.index),
            self.value().square_mask(mask),
            Sort::Board,
        )
    }

    #[inline(never)]
    fn ray_mask(self, direction: Direction) -> Self {
        if self.recorder.masks == Masks::Computed {
            return computed_ray(self, direction);
        }
        let name = match direction {
            Direction::East => "east",
            Direction::NorthWest => "north_west",
            Direction::North => "north",
            Direction::NorthEast => "north_east",
            Direction::West => "west",
            Direction::SouthEast => "south_east",
            Direction::South => "south",
            Direction::SouthWest => "south_west",
        };
        let (table, column) = (Contents::of(&RAY_MASKS), direction as u64);
        let row_mask = RowMask { name, table, row_bits: 3, column };
        self.record(
            Operation::Mask(row_mask, self.index),
            self.value().ray_mask(direction),
            Sort::Board,
        )
    }

    #[inline(never)]
    fn named_in_lane(self, text: &'static str, lane: usize) -> Self {
        self.name(Name { text, lane: Some(lane) })
    }
}

/// Takes the general way. In few positions of games does such a loop run over more than three
/// pieces.
impl Branch for Recorded<'_> {
    const MOST_TURNS: Option<u32> = Some(3);

    fn any(self) -> bool {
        let mut asked = self.recorder.asked.borrow_mut();
        asked.push(self.index);
        // The bits of later questions are not set.
        let question = asked.len() - 1;
        let is_skipped = question < 64 && self.recorder.skips >> question & 1 == 1;
        !is_skipped && self.possible() != 0
    }

    fn choose<const N: usize>(
        self,
        computed: [Self; N],
        otherwise: impl FnOnce() -> [Self; N],
    ) -> [Self; N] {
        if !self.recorder.chooses {
            return computed;
        }
        let otherwise = otherwise();
        core::array::from_fn(|word| self.choice(computed[word], otherwise[word]))
    }
}

impl<V: Storage> OtherBits<V> for Recorded<'_, V> {
    fn constant(self, value: V, name: Option<&'static str>) -> Self {
        self.recorder.constant(value, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_shifted_to_the_bottom_is_a_number() {
        let recorder = Recorder::new();
        let board = recorder.board("o", u64::MAX);
        for (by, sort) in [(48, Sort::Board), (56, Sort::Number), (60, Sort::Number)] {
            assert_eq!(board.shr(by).node().sort, sort, "{by}");
        }
    }
}
