//! Which pieces see which others, step by step: a formula on words, a board in each lane.
//!
//! A piece threatens another by a step: a slider in one of eight directions, a knight by one of
//! eight steps, a pawn by one of two. No two pieces reach a square by the same step, so the square
//! and the step determine the attacker. So the threats of a board are a set of squares for each
//! step, which is found without a branch.

use hyperbola::setwise::{Sliders, direction_attacks, knight_steps, pawn_attacks};
use hyperbola::techniques::KoggeStone;
use hyperbola::word::Vector;
use hyperbola::{Bitboard, Color, Direction, Square, Word, geometry};

use crate::groups::Groups;
use crate::pieces::Pieces;
use crate::tables::{PAWN_SQUARES, ThreatTable};

/// The number of directions of sliders, which are the first steps.
const SLIDES: usize = 8;

/// The number of steps that most sets need: the directions of sliders in their order, the steps of
/// knights, White's pawns' and Black's.
pub(crate) const STEPS: usize = SLIDES + 8 + 2 + 2;

/// The first of the steps that few sets need: White's pawns' to a pawn in front of them, Black's,
/// and then those of kings in the order of the directions.
const PUSHES: u8 = 20;
const KINGS: u8 = PUSHES + 2;
const ALL_STEPS: usize = KINGS as usize + 8;
const _: () = assert!(PUSHES as usize == STEPS);

/// The distance of each step that is not a slider's.
const LEAPS: [i8; ALL_STEPS - SLIDES] =
    [17, 15, 10, 6, -17, -15, -10, -6, 9, 7, -7, -9, 8, -8, 1, 7, 8, 9, -1, -7, -8, -9];

/// The squares from which a step may end on a square: 16 KiB, by step and square.
pub static ORIGINS: [[u64; 64]; 32] = {
    let mut entries = [[0; 64]; 32];
    let mut index = 0;
    while index < ALL_STEPS * 64 {
        let (step, to) = (index / 64, index % 64);
        entries[step][to] = if step < SLIDES {
            geometry::ray(Square::ALL[to], Direction::ALL[(step + 4) % SLIDES]).0
        } else {
            #[expect(clippy::cast_possible_truncation, reason = "squares are below 64")]
            let from = to as i8 - LEAPS[step - SLIDES];
            if from < 0 || from > 63 { 0 } else { 1 << from }
        };
        index += 1;
    }
    // A slider that sees f3 northwards is on f1 or f2, a knight two ranks below it on e1 or g1.
    assert!(entries[2][21] == 0x2020 && entries[8][21] | entries[9][21] == 0x50);
    entries
};

/// The steps that lead to squares with higher numbers, as bits.
pub const UPWARDS: u32 = {
    let (mut bits, mut step) = (0b1111, SLIDES);
    while step < ALL_STEPS {
        bits |= ((LEAPS[step - SLIDES] > 0) as u32) << step;
        step += 1;
    }
    bits
};

/// Returns the square from which a step ends on a square: the nearest piece of all that may be
/// there.
#[inline(always)]
pub(crate) fn origin(step: u8, to: u8, occupied: Bitboard) -> u8 {
    let all = ORIGINS[usize::from(step % 32)][usize::from(to % 64)] & occupied.0;
    let [lowest, ..] = all.trailing_zeros().to_le_bytes();
    let [highest, ..] = (63 ^ all.leading_zeros()).to_le_bytes();
    if UPWARDS >> (step % 32) & 1 == 0 { lowest } else { highest }
}

/// The pieces of a board, or of the board of each lane, and which of them others see.
#[derive(Debug, Clone, Copy)]
pub struct Sight<W> {
    /// The codes of the pieces: a word for each rank, with the byte of file a in its lowest bits.
    ranks: [W; 8],
    /// The squares of the pieces that a step of another piece ends on, by step.
    steps: [W; STEPS],
}

impl<W: Word> Sight<W> {
    /// Finds the seen pieces of boards with at most one piece on each square.
    #[inline(always)]
    pub(crate) fn of(table: Option<&ThreatTable>, roles: [W; 6], colors: [W; 2]) -> Self {
        Self { ranks: ranks_of_codes(roles, colors[1]), steps: steps(table, roles, colors) }
    }

    /// Returns the codes of the pieces, a word for each rank, and the squares of the pieces that a
    /// step of another piece ends on: by a slider in each direction in its order, by each [step of
    /// a knight](knight_steps), and by a pawn of White towards file h and file a, and of Black.
    #[must_use]
    pub fn into_words(self) -> ([W; 8], [W; STEPS]) {
        (self.ranks, self.steps)
    }
}

/// The pieces of one board, and which of them others see.
#[derive(Debug, Clone, Copy)]
pub struct BoardSight {
    /// The code of the piece on each square.
    pub(crate) codes: [u8; 64],
    /// The squares of the pieces that a step of another piece ends on, by step.
    pub(crate) steps: [u64; STEPS],
}

impl BoardSight {
    /// Nothing is seen.
    pub const EMPTY: Self = Self { codes: [0; 64], steps: [0; STEPS] };
}

impl<V: Vector> Sight<V> {
    /// Stores the sight of the board of each lane.
    #[inline(always)]
    pub fn store(self, boards: &mut [BoardSight]) {
        let boards = &mut boards[..V::LANES];
        let mut rank = 0;
        while rank < 8 {
            let lanes = self.ranks[rank].into_array();
            let mut lane = 0;
            while lane < V::LANES {
                let (ranks, _) = boards[lane].codes.as_chunks_mut::<8>();
                ranks[rank] = lanes.as_ref()[lane].to_le_bytes();
                lane += 1;
            }
            rank += 1;
        }
        let mut step = 0;
        while step < STEPS {
            let lanes = self.steps[step].into_array();
            let mut lane = 0;
            while lane < V::LANES {
                boards[lane].steps[step] = lanes.as_ref()[lane];
                lane += 1;
            }
            step += 1;
        }
    }
}

/// Returns the squares of the pieces that a step of another piece ends on. Pieces that are never
/// victims are left out, and so are pawns on the first and the last rank, which have no threats.
#[inline(always)]
pub(crate) fn steps<W: Word>(
    table: Option<&ThreatTable>,
    roles: [W; 6],
    [white, black]: [W; 2],
) -> [W; STEPS] {
    let [pawns, knights, bishops, rooks, queens, kings] = roles;
    let Some(table) = table else { return [white.splat(0); STEPS] };
    let pawns = pawns & pawns.splat(PAWN_SQUARES.0);
    let roles = [pawns, knights, bishops, rooks, queens, kings];
    let [of_pawns, of_knights, of_bishops, of_rooks, of_queens, _] = table.victims;
    let pawns_victims = victims(of_pawns, roles);
    let others_victims = victims(of_knights | of_bishops | of_rooks | of_queens, roles);
    let sliders = Sliders::new(rooks, bishops, queens);
    let slides = direction_attacks::<KoggeStone, W>(sliders, white | black);
    let leaps = knight_steps(knights);
    let [a, b] = pawn_attacks(Color::White, pawns & white);
    let [c, d] = pawn_attacks(Color::Black, pawns & black);
    let [s0, s1, s2, s3, s4, s5, s6, s7] = slides;
    let [k0, k1, k2, k3, k4, k5, k6, k7] = leaps;
    // This is written out: of a loop the compiler leaves a loop, which keeps the words in memory.
    [
        s0 & others_victims,
        s1 & others_victims,
        s2 & others_victims,
        s3 & others_victims,
        s4 & others_victims,
        s5 & others_victims,
        s6 & others_victims,
        s7 & others_victims,
        k0 & others_victims,
        k1 & others_victims,
        k2 & others_victims,
        k3 & others_victims,
        k4 & others_victims,
        k5 & others_victims,
        k6 & others_victims,
        k7 & others_victims,
        a & pawns_victims,
        b & pawns_victims,
        c & pawns_victims,
        d & pawns_victims,
    ]
}

/// Returns the pieces of some roles, which are bits.
#[inline(always)]
fn victims<W: Word>(bits: u8, roles: [W; 6]) -> W {
    let mut all = roles[0].splat(0);
    let mut role = 0;
    while role < 6 {
        all = all | (roles[role] & all.splat(0_u64.wrapping_sub(u64::from(bits >> role & 1))));
        role += 1;
    }
    all
}

/// Returns the same for the steps that few sets need: those of pawns to the pawns in front of them,
/// and of kings.
fn rare_steps<W: Word>(
    table: &ThreatTable,
    [pawns, others @ ..]: [W; 6],
    [white, black]: [W; 2],
) -> [W; ALL_STEPS - STEPS] {
    let pawns = pawns & pawns.splat(PAWN_SQUARES.0);
    let [knights, bishops, rooks, queens, kings] = others;
    let of_kings = victims(table.victims[5], [pawns, knights, bishops, rooks, queens, kings]);
    let in_front = if table.roles.pushes { pawns } else { pawns.splat(0) };
    core::array::from_fn(|step| match step {
        0 => Direction::North.shift(pawns & white) & in_front,
        1 => Direction::South.shift(pawns & black) & in_front,
        _ => Direction::ALL[step - 2].shift(kings) & of_kings,
    })
}

/// Returns the squares of the pieces that a step of another piece ends on, by all steps.
#[must_use]
pub fn all_steps<W: Word>(table: &ThreatTable, roles: [W; 6], colors: [W; 2]) -> [W; ALL_STEPS] {
    let (usual, rare) = (steps(Some(table), roles, colors), rare_steps(table, roles, colors));
    core::array::from_fn(|step| if step < STEPS { usual[step] } else { rare[step - STEPS] })
}

/// Adds the steps that few sets need.
#[cold]
#[inline(never)]
pub(crate) fn add_rare_steps(table: &ThreatTable, pieces: &Pieces, groups: &mut Groups) {
    let (roles, colors) = (pieces.roles.map(|set| set.0), pieces.colors.map(|set| set.0));
    let rare = rare_steps(table, roles, colors);
    (PUSHES..).zip(rare).for_each(|(step, squares)| groups.add(step, squares));
}

/// Returns the codes of all pieces, rank by rank. An empty square has the code 0.
#[inline(always)]
fn ranks_of_codes<W: Word>(roles: [W; 6], black: W) -> [W; 8] {
    let [_, knights, bishops, rooks, queens, kings] = roles;
    // The digits of a role, and 6 more for Black's pieces.
    let (ones, twos, fours) = (knights | rooks | kings, bishops | rooks, queens | kings);
    let (a, b) = (ones, twos ^ black);
    let (c, d) = (fours ^ (black & !twos), black & (twos | fours));
    // The bits of a rank are then eight apart, at the places of their bytes.
    let (a, b, c, d) = (a.transpose(), b.transpose(), c.transpose(), d.transpose());
    let place = a.splat(0x0101_0101_0101_0101);
    let mut ranks = [a; 8];
    let mut rank = 0;
    while rank < 8 {
        let low = (a.shr(rank) & place) | (b.shr(rank) & place).shl(1);
        let high = (c.shr(rank) & place) | (d.shr(rank) & place).shl(1);
        ranks[rank as usize] = low | high.shl(2);
        rank += 1;
    }
    ranks
}
