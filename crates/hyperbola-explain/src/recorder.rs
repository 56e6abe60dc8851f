//! The recording word.

use core::cell::RefCell;
use core::fmt;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use hyperbola::masks::{
    RAY_MASKS, SQUARE_MASKS, SquareMask, computed_line, computed_ray, computed_square_mask,
};
use hyperbola::table::{Entry, Table};
use hyperbola::{Direction, Lanes, Line, Word};

use crate::contents::Contents;

/// The operation that computed a node; operands are the indices of earlier nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Input,
    Constant,
    /// Another name for an input.
    Alias(usize),
    Not(usize),
    Binary(Operator, usize, usize),
    /// A shift or rotation by a constant.
    Shift(Operator, usize, u32),
    Function(Function, usize),
    Lookup(Contents, usize),
    /// A mask of a square, read from its row of the table.
    Mask(RowMask, usize),
    /// The bits of a word in the order of a table's row.
    Permute(Contents, usize, usize),
}

/// One of the masks in a square's row of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowMask {
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

    /// Returns what it is called in expressions.
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

/// The meaning of a value to a reader: a set of squares, a number, or what its neighbours make of
/// it.
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
pub(crate) struct Node {
    pub(crate) operation: Operation,
    pub(crate) value: u64,
    pub(crate) sort: Sort,
    pub(crate) name: Option<Name>,
}

/// A value's name, and its lane where it is one of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Name {
    pub(crate) text: &'static str,
    pub(crate) lane: Option<usize>,
}

/// Keeps what is computed with the [`Recorded`] words it makes, in order.
#[derive(Debug, Default)]
pub struct Recorder {
    nodes: RefCell<Vec<Node>>,
    masks: Masks,
}

/// How the masks of squares are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Masks {
    /// As entries of the tables that plain words read.
    #[default]
    Read,
    /// As computed from lines, which are functions, as words of many lanes compute them.
    Computed,
}

impl Recorder {
    /// Makes a recorder that has recorded nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a recorder that has recorded nothing, and records the masks of squares in this way.
    #[must_use]
    pub fn with_masks(masks: Masks) -> Self {
        Self { masks, ..Self::default() }
    }

    /// Makes a word that is a set of squares, an input of a computation.
    #[must_use]
    pub fn board(&self, name: &'static str, value: u64) -> Recorded<'_> {
        self.input(name, value, Sort::Board)
    }

    /// Makes a word that is a number, an input of a computation.
    #[must_use]
    pub fn number(&self, name: &'static str, value: u64) -> Recorded<'_> {
        self.input(name, value, Sort::Number)
    }

    fn input(&self, text: &'static str, value: u64, sort: Sort) -> Recorded<'_> {
        let name = Some(Name { text, lane: None });
        self.push(Node { operation: Operation::Input, value, sort, name })
    }

    fn push(&self, node: Node) -> Recorded<'_> {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        Recorded { recorder: self, index: nodes.len() - 1 }
    }

    /// Returns the number of nodes so far.
    pub(crate) fn len(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// Returns all nodes so far.
    pub(crate) fn nodes(&self) -> Vec<Node> {
        self.nodes.borrow().clone()
    }
}

/// A word that records how it was computed.
#[derive(Clone, Copy)]
pub struct Recorded<'r> {
    recorder: &'r Recorder,
    index: usize,
}

impl fmt::Debug for Recorded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Recorded").field(&self.node()).finish()
    }
}

impl Recorded<'_> {
    /// Returns the value that plain `u64` has computed.
    #[must_use]
    pub fn value(self) -> u64 {
        self.node().value
    }

    pub(crate) fn index(self) -> usize {
        self.index
    }

    /// Returns the number of nodes that its recorder has so far.
    #[inline(never)]
    pub(crate) fn recorded(self) -> usize {
        self.recorder.len()
    }

    fn node(self) -> Node {
        self.recorder.nodes.borrow()[self.index]
    }

    fn record(self, operation: Operation, value: u64, sort: Sort) -> Self {
        self.recorder.push(Node { operation, value, sort, name: None })
    }

    fn binary(self, operator: Operator, other: Self) -> Self {
        let (left, right) = (self.node(), other.node());
        let operation = Operation::Binary(operator, self.index, other.index);
        let sort = sort_of_binary(operator, left, right);
        self.record(operation, operator.apply(left.value, right.value), sort)
    }

    fn shift(self, operator: Operator, amount: u32) -> Self {
        let node = self.node();
        let sort = match (operator, node.sort) {
            (Operator::ShiftRight, Sort::Product) => Sort::Number,
            // What is left of a board's top rank is read as a number.
            (Operator::ShiftRight, Sort::Board) if amount >= 56 => Sort::Number,
            (_, sort) => sort,
        };
        let operation = Operation::Shift(operator, self.index, amount);
        self.record(operation, operator.apply(node.value, amount.into()), sort)
    }

    fn function(self, function: Function) -> Self {
        let sort = match function {
            Function::SwapBytes | Function::ReverseBits | Function::HighestOnesOfBytes => {
                self.node().sort
            }
            Function::LeadingZeros | Function::TrailingZeros | Function::CountOnes => Sort::Number,
            Function::ZeroMask => Sort::Constant,
            Function::WholeLine(_) => Sort::Board,
        };
        let operation = Operation::Function(function, self.index);
        self.record(operation, function.apply(self.value()), sort)
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

/// Says what the result of two words is to a reader.
fn sort_of_binary(operator: Operator, left: Node, right: Node) -> Sort {
    /// A constant mask up to this leaves a number, not a board.
    const LARGEST_INDEX: u64 = 0xfff;
    let sorts = [left.sort, right.sort];
    let has = |sort| sorts.contains(&sort);
    let index_mask =
        [left, right].iter().any(|node| node.sort == Sort::Constant && node.value <= LARGEST_INDEX);
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

/// Writes operations that are recorded in one way: of two words, of a word and an amount, or of one
/// word. Each is a call: compiled into every formula, they would be most of what compiling this
/// crate takes.
macro_rules! recorded {
    (binary: $($method:ident $operator:ident)*) => {$(
        #[inline(never)]
        fn $method(self, other: Self) -> Self {
            self.binary(Operator::$operator, other)
        }
    )*};
    (amount: $($method:ident $operator:ident)*) => {$(
        #[inline(never)]
        fn $method(self, amount: u32) -> Self {
            self.shift(Operator::$operator, amount)
        }
    )*};
    (unary: $($method:ident $function:ident)*) => {$(
        #[inline(never)]
        fn $method(self) -> Self {
            self.function(Function::$function)
        }
    )*};
}

impl BitAnd for Recorded<'_> {
    type Output = Self;
    recorded! { binary: bitand And }
}

impl BitOr for Recorded<'_> {
    type Output = Self;
    recorded! { binary: bitor Or }
}

impl BitXor for Recorded<'_> {
    type Output = Self;
    recorded! { binary: bitxor Xor }
}

impl Not for Recorded<'_> {
    type Output = Self;
    #[inline(never)]
    fn not(self) -> Self {
        let node = self.node();
        self.record(Operation::Not(self.index), !node.value, node.sort)
    }
}

impl Word for Recorded<'_> {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    recorded! {
        binary:
        wrapping_add Add
        wrapping_sub Subtract
        wrapping_mul Multiply
        multiply_high MultiplyHigh
        shl_by ShiftLeft
        shr_by ShiftRight
        rotate_left_by RotateLeft
        wrapping_sub_bytes SubtractBytes
        pext Extract
        pdep Deposit
    }
    recorded! { amount: shl ShiftLeft shr ShiftRight rotate_left RotateLeft }
    recorded! {
        unary:
        swap_bytes SwapBytes
        reverse_bits ReverseBits
        leading_zeros LeadingZeros
        trailing_zeros TrailingZeros
        count_ones CountOnes
        zero_mask ZeroMask
        highest_ones_of_bytes HighestOnesOfBytes
    }

    #[inline(never)]
    fn splat(self, value: u64) -> Self {
        self.record(Operation::Constant, value, Sort::Constant)
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
            Masks::Computed => self.function(Function::WholeLine(line)),
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
    fn named(self, text: &'static str) -> Self {
        self.name(Name { text, lane: None })
    }

    #[inline(never)]
    fn named_in_lane(self, text: &'static str, lane: usize) -> Self {
        self.name(Name { text, lane: Some(lane) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_the_top_rank_is_a_number() {
        let recorder = Recorder::new();
        let board = recorder.board("o", u64::MAX);
        for (by, sort) in [(48, Sort::Board), (56, Sort::Number), (60, Sort::Number)] {
            assert_eq!(board.shr(by).node().sort, sort, "{by}");
        }
    }
}
