//! The squares that a side's pieces attack, and their numbers.

use hyperbola::setwise::{
    AttackCounts, Sliders, direction_attacks, king_attacks, knight_attacks, knight_steps,
    pawn_attacks,
};
use hyperbola::techniques::KoggeStone;
use hyperbola::word::Vector;
use hyperbola::word::digits::{full_add, half_add};
use hyperbola::{Color, Direction, SetwiseAttacks, Word, setwise};
use hyperbola_moves::Role;

use crate::PositionSlice;
use crate::block::{
    Block, Formula, OfWords, Rows, WordFormula, formula_feature, room, set_feature,
};
use crate::feature::{SIDES, SQUARES};

/// The technique for sets of sliders: of those for sets it is the fastest in lanes.
pub(super) type Technique = KoggeStone;

/// The squares that any piece of a side attacks: `u64` of shape (2), White's and Black's.
///
/// A pinned piece attacks too. Sliders are blocked by every piece, both kings included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attacks;

set_feature! {
    Attacks: [2];
    info: |_| ["attacks", "squares that any piece of a side attacks"];
    details: [SIDES, SQUARES];
}

impl WordFormula<2> for Attacks {
    #[inline(always)]
    fn words<W: Word>(self, block: &Block<W>) -> [W; 2] {
        let occupied = block.occupied();
        let white = side_attacks(block, Color::White, occupied);
        let black = side_attacks(block, Color::Black, occupied);
        [white, black]
    }
}

/// Returns the squares that a side attacks; some squares block.
#[inline(always)]
pub(super) fn side_attacks<W: Word>(block: &Block<W>, color: Color, occupied: W) -> W {
    let sliders = setwise::attacks::<Technique, W>(block.sliders(color), occupied);
    let [east, west] = pawn_attacks(color, block.of(color, Role::Pawn));
    let knights = knight_attacks(block.of(color, Role::Knight));
    let king = king_attacks(block.of(color, Role::King));
    (sliders | knights) | (king | (east | west))
}

/// The squares that a side's pieces of each role attack: `u64` of shape (2, 6), the roles from pawn
/// to king.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttacksByRole;

set_feature! {
    AttacksByRole: [2, 6];
    info: |_| ["attacks_by_role", "squares that a side's pieces of each role attack"];
    details: [
        "White's six roles, then Black's.",
        SQUARES,
        "The attacks of several pieces of a role are one set.",
    ];
}

impl WordFormula<12> for AttacksByRole {
    #[inline(always)]
    fn words<W: Word>(self, block: &Block<W>) -> [W; 12] {
        let [a, b, c, d, e, f] = by_role(block, Color::White);
        let [g, h, i, j, k, l] = by_role(block, Color::Black);
        [a, b, c, d, e, f, g, h, i, j, k, l]
    }
}

#[inline(always)]
fn by_role<W: Word>(block: &Block<W>, color: Color) -> [W; 6] {
    let occupied = block.occupied();
    let [a, b, c, d] = diagonals(block.of(color, Role::Bishop), occupied);
    let [e, f, g, h] = ranks_and_files(block.of(color, Role::Rook), occupied);
    let queens = Sliders::new(occupied.splat(0), occupied.splat(0), block.of(color, Role::Queen));
    let [east, west] = pawn_attacks(color, block.of(color, Role::Pawn));
    [
        east | west,
        knight_attacks(block.of(color, Role::Knight)),
        (a | b) | (c | d),
        (e | f) | (g | h),
        setwise::attacks::<Technique, W>(queens, occupied),
        king_attacks(block.of(color, Role::King)),
    ]
}

/// Returns the attacks of bishops in each of their directions.
#[inline(always)]
pub(super) fn diagonals<W: Word>(bishops: W, occupied: W) -> [W; 4] {
    [
        Technique::direction(Direction::NorthEast, bishops, occupied),
        Technique::direction(Direction::NorthWest, bishops, occupied),
        Technique::direction(Direction::SouthEast, bishops, occupied),
        Technique::direction(Direction::SouthWest, bishops, occupied),
    ]
}

/// Returns the attacks of rooks in each of their directions.
#[inline(always)]
pub(super) fn ranks_and_files<W: Word>(rooks: W, occupied: W) -> [W; 4] {
    [
        Technique::direction(Direction::North, rooks, occupied),
        Technique::direction(Direction::South, rooks, occupied),
        Technique::direction(Direction::East, rooks, occupied),
        Technique::direction(Direction::West, rooks, occupied),
    ]
}

/// The number of squares, without their own side's, that a side's pieces of each role attack: `u8`
/// of shape (2, 6), the roles from pawn to king.
///
/// A square that several pieces attack counts for each of them. A sum above 255, which no game
/// reaches, is 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mobility;

formula_feature! {
    Mobility: u8, [2, 6];
    info: |_| [
        "mobility",
        "how many squares a side's pieces of each role attack, without own pieces",
    ];
    details: [
        "Index [position, side, role].",
        "A square that several pieces attack counts for each of them.",
        "More than 255 is 255.",
    ];
}

impl Formula for Mobility {
    room!(u8, [2, 6]);

    #[inline(always)]
    fn block<V: Vector>(self, block: &Block<V>, _rows: Rows<'_>, items: &mut [u8]) {
        let words = self.words(block);
        let items = &mut items[..12 * V::LANES];
        let mut place = 0;
        while place < 12 {
            let lanes = words[place].into_array();
            let mut row = 0;
            while row < V::LANES {
                items[row * 12 + place] = saturated(lanes.as_ref()[row]);
                row += 1;
            }
            place += 1;
        }
    }
}

/// Returns a number as a byte: one above 255 is 255.
#[inline(always)]
fn saturated(number: u64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

impl OfWords for Mobility {
    fn fill_of_words(self, words: &[u64], _positions: PositionSlice<'_>, items: &mut [u8]) {
        items.iter_mut().zip(words).for_each(|(item, &word)| *item = saturated(word));
    }
}

/// A word for each number.
impl WordFormula<12> for Mobility {
    #[inline(always)]
    fn words<W: Word>(self, block: &Block<W>) -> [W; 12] {
        let [a, b, c, d, e, f] = mobility(block, Color::White);
        let [g, h, i, j, k, l] = mobility(block, Color::Black);
        [a, b, c, d, e, f, g, h, i, j, k, l]
    }
}

#[inline(always)]
fn mobility<W: Word>(block: &Block<W>, color: Color) -> [W; 6] {
    let occupied = block.occupied();
    let none = occupied.splat(0);
    let free = !block.colors[color as usize];
    let bishops = diagonals(block.of(color, Role::Bishop), occupied);
    let rooks = ranks_and_files(block.of(color, Role::Rook), occupied);
    let queens = Sliders::new(none, none, block.of(color, Role::Queen));
    let queens = direction_attacks::<Technique, W>(queens, occupied);
    let [east, west] = pawn_attacks(color, block.of(color, Role::Pawn));
    [
        (east & free).count_ones().wrapping_add((west & free).count_ones()),
        count_eight(knight_steps(block.of(color, Role::Knight)), free),
        count_four(bishops, free),
        count_four(rooks, free),
        count_eight(queens, free),
        (king_attacks(block.of(color, Role::King)) & free).count_ones(),
    ]
}

/// Returns how many squares four sets have in another one, together.
#[inline(always)]
pub(super) fn count_four<W: Word>([a, b, c, d]: [W; 4], within: W) -> W {
    let (sum, carry) = full_add(a, b, c);
    let (ones, more) = half_add(sum, d);
    let (twos, fours) = half_add(carry, more);
    let twice = (twos & within).count_ones();
    let four_times = (fours & within).count_ones();
    (ones & within).count_ones().wrapping_add(twice.shl(1)).wrapping_add(four_times.shl(2))
}

/// Returns how many squares eight sets have in another one, together.
#[inline(always)]
pub(super) fn count_eight<W: Word>(sets: [W; 8], within: W) -> W {
    let AttackCounts { digits: [ones, twos, fours, eights] } = AttackCounts::of_directions(sets);
    let low = (ones & within).count_ones().wrapping_add((twos & within).count_ones().shl(1));
    let high =
        (fours & within).count_ones().shl(2).wrapping_add((eights & within).count_ones().shl(3));
    low.wrapping_add(high)
}
