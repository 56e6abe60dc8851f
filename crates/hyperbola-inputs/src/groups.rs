//! Sets of squares, all of which one loop goes through: a loop for each set would end after a
//! number of rounds that cannot be predicted.

/// Sets of squares, none of which is empty, each with a number: fewer than `N`.
#[derive(Debug, Clone)]
pub(crate) struct Groups<const N: usize = 64> {
    squares: [u64; N],
    numbers: [u8; N],
    len: usize,
}

impl<const N: usize> Default for Groups<N> {
    fn default() -> Self {
        Self { squares: [0; N], numbers: [0; N], len: 0 }
    }
}

impl<const N: usize> Groups<N> {
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a set, which is not counted if it is empty.
    #[inline(always)]
    pub(crate) fn add(&mut self, number: u8, squares: u64) {
        let place = self.len % N;
        (self.squares[place], self.numbers[place]) = (squares, number);
        self.len += usize::from(squares != 0);
    }
}

/// Goes through the squares of all sets, with the number of each.
pub(crate) struct Walk<'a, const N: usize> {
    groups: &'a Groups<N>,
    place: usize,
    rest: u64,
    /// The set after that. It is read early, so that no square waits for it.
    next: u64,
}

impl<'a, const N: usize> Walk<'a, N> {
    #[inline(always)]
    pub(crate) fn new(groups: &'a Groups<N>) -> Self {
        Self { groups, place: 0, rest: groups.squares[0], next: groups.squares[1] }
    }

    #[inline(always)]
    pub(crate) fn is_over(&self) -> bool {
        self.place >= self.groups.len
    }

    #[inline(always)]
    pub(crate) fn step(&mut self) -> (u8, u8) {
        let number = self.groups.numbers[self.place % N];
        let [square, ..] = self.rest.trailing_zeros().to_le_bytes();
        let rest = self.rest & self.rest.wrapping_sub(1);
        self.place += usize::from(rest == 0);
        self.rest = if rest == 0 { self.next } else { rest };
        self.next = self.groups.squares[(self.place + 1) % N];
        (number, square)
    }
}
