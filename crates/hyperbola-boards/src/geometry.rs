//! The geometry of a board: the places of the squares' bits, and rays, all as `const fn`.

use hyperbola::formulas::Mirror;
use hyperbola::{Direction, Line};

/// The order of a board's bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Rank by rank from the lowest one, each from the left, as on a chessboard with a1 = 0.
    Ranks,
    /// File by file from the left, each from below.
    Files,
    /// File by file from the right, each from above, as shogi programs have it: 1a = 0.
    FilesFromTopRight,
}

/// The size of a board and the order of its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    files: u8,
    ranks: u8,
    layout: Layout,
}

impl Size {
    /// Makes a size.
    ///
    /// # Panics
    ///
    /// Panics if the numbers of files and ranks are not 1 to 16.
    #[must_use]
    pub const fn new(files: u8, ranks: u8, layout: Layout) -> Self {
        assert!(files >= 1 && files <= 16, "a board has 1 to 16 files");
        assert!(ranks >= 1 && ranks <= 16, "a board has 1 to 16 ranks");
        Self { files, ranks, layout }
    }

    /// Returns the number of files, 1 to 16.
    #[must_use]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// Returns the number of ranks, 1 to 16.
    #[must_use]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// Returns the order of the bits.
    #[must_use]
    pub const fn layout(self) -> Layout {
        self.layout
    }

    /// Returns the number of squares, 1 to 256.
    #[must_use]
    pub const fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Returns the number of words in a set of squares: 1, 2 or 4.
    #[must_use]
    pub const fn words(self) -> usize {
        match self.squares() {
            ..=64 => 1,
            65..=128 => 2,
            _ => 4,
        }
    }

    /// Returns the index of the square on a file and a rank, which is also the place of its bit. It
    /// is `None` if there is no such square.
    #[must_use]
    pub const fn index(self, file: i8, rank: i8) -> Option<u8> {
        let (files, ranks) = (self.files.cast_signed(), self.ranks.cast_signed());
        if file < 0 || rank < 0 || file >= files || rank >= ranks {
            return None;
        }
        let (file, rank) = (file.cast_unsigned(), rank.cast_unsigned());
        // 15 * 16 + 15 is the largest, so nothing overflows.
        Some(match self.layout {
            Layout::Ranks => rank * self.files + file,
            Layout::Files => file * self.ranks + rank,
            Layout::FilesFromTopRight => {
                (self.files - 1 - file) * self.ranks + (self.ranks - 1 - rank)
            }
        })
    }

    /// Returns the file and the rank of the square with an index.
    #[must_use]
    pub const fn file_and_rank(self, index: u8) -> (u8, u8) {
        match self.layout {
            Layout::Ranks => (index % self.files, index / self.files),
            Layout::Files => (index / self.ranks, index % self.ranks),
            Layout::FilesFromTopRight => {
                (self.files - 1 - index / self.ranks, self.ranks - 1 - index % self.ranks)
            }
        }
    }

    /// Returns the change of a square's index in one step: -17 to 17.
    #[must_use]
    pub const fn step(self, direction: Direction) -> i8 {
        let (files, ranks) = direction.step();
        match self.layout {
            Layout::Ranks => ranks * self.files.cast_signed() + files,
            Layout::Files => files * self.ranks.cast_signed() + ranks,
            Layout::FilesFromTopRight => -files * self.ranks.cast_signed() - ranks,
        }
    }

    /// Returns the number of squares of the longest line.
    #[must_use]
    pub const fn longest_line(self) -> u8 {
        if self.files > self.ranks { self.files } else { self.ranks }
    }
}

impl Size {
    /// Returns the kind of line whose squares have neighbouring bits: a row of the layout.
    #[must_use]
    pub const fn row(self) -> Line {
        match self.layout {
            Layout::Ranks => Line::Rank,
            Layout::Files | Layout::FilesFromTopRight => Line::File,
        }
    }

    /// Returns the number of squares of a row: the index modulo it is the place in the row.
    #[must_use]
    pub const fn row_length(self) -> u8 {
        match self.layout {
            Layout::Ranks => self.files,
            Layout::Files | Layout::FilesFromTopRight => self.ranks,
        }
    }

    /// Returns the number of a row's inner squares. The occupancy of the outer ones does not
    /// matter.
    #[must_use]
    pub(crate) const fn inner_squares(self) -> u8 {
        self.row_length().saturating_sub(2)
    }

    /// Returns the number of entries of the table of [`rows`]: none if it would take more than 32
    /// KiB.
    #[must_use]
    pub const fn row_entries(self) -> usize {
        let entries = (self.row_length() as usize) << self.inner_squares();
        if entries * size_of::<u16>() <= 32 << 10 { entries } else { 0 }
    }
}

/// Returns the index of the square one step away, if there is one.
pub(crate) const fn next(size: Size, square: usize, direction: Direction) -> Option<usize> {
    let (files, ranks) = direction.step();
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 256 squares")]
    let (file, rank) = size.file_and_rank(square as u8);
    match size.index(file.cast_signed() + files, rank.cast_signed() + ranks) {
        Some(index) => Some(index as usize),
        None => None,
    }
}

/// Returns the rays of each square, in the order of [`Direction::ALL`].
#[must_use]
pub const fn rays<const WORDS: usize, const SQUARES: usize>(
    size: Size,
) -> [[[u64; WORDS]; 8]; SQUARES] {
    let mut rays = [[[0; WORDS]; 8]; SQUARES];
    let mut from = 0;
    while from < 8 * SQUARES {
        let (mut square, direction) = (from / 8, from % 8);
        while let Some(index) = next(size, square, Direction::ALL[direction]) {
            rays[from / 8][direction][index / 64] |= 1 << (index % 64);
            square = index;
        }
        from += 1;
    }
    rays
}

/// Returns for each square its rank, its file, its own bit, its diagonal and its anti-diagonal, the
/// lines without the square. So a rook's masks are side by side, and a bishop's.
#[must_use]
pub const fn lines<const WORDS: usize, const SQUARES: usize>(
    rays: &[[[u64; WORDS]; 8]; SQUARES],
) -> [[[u64; WORDS]; 5]; SQUARES] {
    let mut lines = [[[0; WORDS]; 5]; SQUARES];
    let mut place = 0;
    while place < 4 * SQUARES * WORDS {
        let (square, line, word) = (place / WORDS / 4, Line::ALL[place / WORDS % 4], place % WORDS);
        let rays = &rays[square];
        lines[square][mask_of_line(line)][word] =
            rays[line.positive() as usize][word] | rays[line.negative() as usize][word];
        lines[square][OWN_BIT][square / 64] = 1 << (square % 64);
        place += 1;
    }
    lines
}

/// The place of a square's own bit among its masks.
pub(crate) const OWN_BIT: usize = 2;

/// Returns the place of a line among the masks of a square.
pub(crate) const fn mask_of_line(line: Line) -> usize {
    let line = line as usize;
    if line < OWN_BIT { line } else { line + 1 }
}

/// Returns the attacks in a row: for each place of a slider, and for each occupancy of the inner
/// squares as a number, a bit for each square of the row.
#[must_use]
pub const fn rows<const ENTRIES: usize>(size: Size) -> [u16; ENTRIES] {
    let mut rows = [0; ENTRIES];
    let (length, inner) = (size.row_length() as usize, size.inner_squares());
    let mut entry = 0;
    while entry < ENTRIES {
        let (place, occupied) = (entry >> inner, (entry % (1 << inner)) << 1);
        let mut above = place + 1;
        while above < length {
            rows[entry] |= 1 << above;
            above = if occupied >> above & 1 == 1 { length } else { above + 1 };
        }
        let mut below = place;
        while below > 0 {
            below -= 1;
            rows[entry] |= 1 << below;
            below = if occupied >> below & 1 == 1 { 0 } else { below };
        }
        entry += 1;
    }
    rows
}

/// Returns for each direction the squares that a step in it can reach, in the order of
/// [`Direction::ALL`].
#[must_use]
pub const fn reached<const WORDS: usize>(size: Size) -> [[u64; WORDS]; 8] {
    let mut reached = [[0; WORDS]; 8];
    let mut from = 0;
    while from < 8 * size.squares() {
        let (square, direction) = (from / 8, from % 8);
        if let Some(index) = next(size, square, Direction::ALL[direction]) {
            reached[direction][index / 64] |= 1 << (index % 64);
        }
        from += 1;
    }
    reached
}

/// Returns for each kind of line, in the order of [`Line::ALL`], the operation that mirrors its
/// lines: swapping bytes works if no two squares of one line share a byte, and reversing bits
/// always works.
pub(crate) const fn mirrors(size: Size) -> [Mirror; 4] {
    let mut mirrors = [Mirror::SwapBytes; 4];
    let mut from = 0;
    while from < 4 * size.squares() {
        let (square, line) = (from / 4, from % 4);
        // A line's bits go up or down, so neighbours are the nearest to each other.
        if let Some(index) = next(size, square, Line::ALL[line].positive())
            && index / 8 == square / 8
        {
            mirrors[line] = Mirror::ReverseBits;
        }
        from += 1;
    }
    mirrors
}
