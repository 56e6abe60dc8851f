//! The number of legal moves of positions, one in each lane, as one formula over words.
//!
//! In one direction every square is reached by one slider at most, the nearest; so the sliders' moves
//! are the ones of eight sets, and the knights' those of the sets of their eight steps. Pins and
//! checks are masks. Nothing branches on a position.

use hyperbola::algorithms::KoggeStone;
use hyperbola::{Direction, SetwiseAttacks, Word};

use super::add::{Tally, full_add};
use super::castles::Castle;
use super::pieces::{
    Pieces, ahead, ahead_east, ahead_west, around, knight_attacks, knight_steps, last_rank,
    pawn_attacks, third_rank,
};

/// Makes an array in the order of [`Direction::ALL`]: the macro gets a direction's index, the
/// direction, the field of the sliders that move so, and the index of the line, 0 to 3, the same
/// for both directions of a line. It may be given a constant, whether there is anything on diagonals,
/// and what stands there if not.
///
/// A macro, since a closure would be compiled without the word's instructions.
macro_rules! each_direction {
    ($of:ident) => {
        [
            $of!(0, East, orthogonal, 0),
            $of!(1, NorthWest, diagonal, 1),
            $of!(2, North, orthogonal, 2),
            $of!(3, NorthEast, diagonal, 3),
            $of!(4, West, orthogonal, 0),
            $of!(5, SouthEast, diagonal, 1),
            $of!(6, South, orthogonal, 2),
            $of!(7, SouthWest, diagonal, 3),
        ]
    };
    ($of:ident, $diagonals:ident else $none:expr) => {
        [
            $of!(0, East, orthogonal, 0),
            if $diagonals { $of!(1, NorthWest, diagonal, 1) } else { $none },
            $of!(2, North, orthogonal, 2),
            if $diagonals { $of!(3, NorthEast, diagonal, 3) } else { $none },
            $of!(4, West, orthogonal, 0),
            if $diagonals { $of!(5, SouthEast, diagonal, 1) } else { $none },
            $of!(6, South, orthogonal, 2),
            if $diagonals { $of!(7, SouthWest, diagonal, 3) } else { $none },
        ]
    };
}
pub(super) use each_direction;

/// A ray of a king: up to the first piece with it, up to the second with it, and whole.
#[derive(Clone, Copy)]
pub(super) struct KingRay<W> {
    pub(super) first: W,
    pub(super) second: W,
    pub(super) whole: W,
}

/// Returns a king's ray in a direction.
#[inline(always)]
fn king_ray<W: Word>(direction: Direction, square: W, occupied: W) -> KingRay<W> {
    let whole = square.ray_mask(direction);
    let (zero, one) = (square.splat(0), square.splat(1));
    if direction.is_positive() {
        let blockers = occupied & whole;
        let below = blockers.wrapping_sub(one);
        let rest = blockers & below;
        KingRay {
            first: (blockers ^ below) & whole,
            second: (rest ^ rest.wrapping_sub(one)) & whole,
            whole,
        }
    } else {
        // With a bit on a1 there is always a highest one; no ray goes on beyond a1.
        let top = square.splat(1 << 63);
        let blockers = (occupied & whole) | one;
        let highest = top.shr_by(blockers.leading_zeros());
        let rest = (blockers ^ highest) | one;
        let second = top.shr_by(rest.leading_zeros());
        KingRay {
            first: zero.wrapping_sub(highest) & whole,
            second: zero.wrapping_sub(second) & whole,
            whole,
        }
    }
}

/// Returns a king's rays, in the order of [`Direction::ALL`]; those along diagonals only with
/// `DIAGONALS`.
#[inline(always)]
pub(super) fn king_rays<W: Word, const DIAGONALS: bool>(king: W, occupied: W) -> [KingRay<W>; 8] {
    let square = king.leading_zeros() ^ king.splat(63);
    let zero = king.splat(0);
    macro_rules! ray {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            king_ray(Direction::$direction, square, occupied)
        };
    }
    each_direction!(ray, DIAGONALS else KingRay { first: zero, second: zero, whole: zero })
}

/// Returns sliders' attacks in a direction.
#[inline(always)]
pub(super) fn fill<W: Word>(direction: Direction, sliders: W, occupied: W) -> W {
    KoggeStone::direction(direction, sliders, occupied)
}

/// Returns the union of eight sets.
#[inline(always)]
pub(super) fn union<W: Word>(sets: [W; 8]) -> W {
    let [a, b, c, d, e, f, g, h] = sets;
    ((a | b) | (c | d)) | ((e | f) | (g | h))
}

/// Returns the sets of both directions of each line together.
#[inline(always)]
pub(super) fn by_line<W: Word>(sets: [W; 8]) -> [W; 4] {
    let [a, b, c, d, e, f, g, h] = sets;
    [a | e, b | f, c | g, d | h]
}

/// The pieces that are pinned to their king.
#[derive(Clone, Copy)]
pub(super) struct Pins<W> {
    /// By line: rank, anti-diagonal, file, diagonal.
    pub(super) lines: [W; 4],
    pub(super) all: W,
}

impl<W: Word> Pins<W> {
    #[inline(always)]
    pub(super) fn new(by_direction: [W; 8]) -> Self {
        let lines = by_line(by_direction);
        Self { lines, all: (lines[0] | lines[1]) | (lines[2] | lines[3]) }
    }

    /// Returns the pinned pieces that may not move along a line.
    #[inline(always)]
    pub(super) fn except(&self, line: usize) -> W {
        self.all & !self.lines[line]
    }

    /// Returns the pawns of a set that may capture to the east, and to the west.
    #[inline(always)]
    pub(super) fn capturing<const WHITE: bool>(&self, pawns: W) -> (W, W) {
        let (east, west) = if WHITE { (3, 1) } else { (1, 3) };
        (pawns & !self.except(east), pawns & !self.except(west))
    }
}

/// Returns the rights of a side as they are where castling is possible.
#[inline(always)]
pub(super) fn castling<W: Word>(
    castles: &[Castle; 2],
    rights: W,
    occupied: W,
    attacked: W,
    pinned: W,
) -> W {
    let [king_side, queen_side] = castles;
    let king_side_against = (occupied & rights.splat(king_side.empty))
        | (attacked & rights.splat(king_side.path))
        | (pinned & rights.splat(king_side.rook));
    let queen_side_against = (occupied & rights.splat(queen_side.empty))
        | (attacked & rights.splat(queen_side.path))
        | (pinned & rights.splat(queen_side.rook));
    ((king_side_against.zero_mask() & rights.splat(1))
        | (queen_side_against.zero_mask() & rights.splat(2)))
        & rights
}

/// The squares that a side may capture or move to if it is in check: those of the one piece that
/// gives check and between; all if there is no check, none if there are two.
#[inline(always)]
pub(super) fn check_target<W: Word, const WHITE: bool>(
    own: &Pieces<W>,
    enemy: &Pieces<W>,
    rays: &[KingRay<W>; 8],
) -> W {
    let leapers = (knight_attacks(own.king) & enemy.knights)
        | (pawn_attacks::<W, WHITE>(own.king) & enemy.pawns);
    macro_rules! checker {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            rays[$i].first & enemy.$sliders
        };
    }
    let sliders = each_direction!(checker);
    macro_rules! line {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            rays[$i].first & !sliders[$i].zero_mask()
        };
    }
    let lines = union(each_direction!(line)) | leapers;
    let checkers = union(sliders) | leapers;
    let second = checkers & checkers.wrapping_sub(checkers.splat(1));
    (lines | checkers.zero_mask()) & second.zero_mask()
}

/// Adds the legal moves of `own`, the side that is `WHITE` or not, to a tally; captures en passant
/// are not among them.
///
/// Without `DIAGONALS` there are no bishops and queens; with `CHECKS` the side may be in check; with
/// `RARE` it may promote pawns and castle.
#[inline(always)]
pub(super) fn count<
    W: Word,
    const WHITE: bool,
    const DIAGONALS: bool,
    const CHECKS: bool,
    const RARE: bool,
>(
    own: &Pieces<W>,
    enemy: &Pieces<W>,
    castles: &[Castle; 2],
    rights: W,
    tally: &mut Tally<W>,
) {
    let zero = own.pawns.splat(0);
    let (own_all, enemy_all) = (own.all(), enemy.all());
    let occupied = own_all | enemy_all;
    let empty = !occupied;
    let rays = king_rays::<W, DIAGONALS>(own.king, occupied);

    // The king does not shield what is behind him.
    let blockers = if CHECKS { occupied & !own.king } else { occupied };
    macro_rules! enemy_attack {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            fill(Direction::$direction, enemy.$sliders, blockers)
        };
    }
    let enemy_attacks = each_direction!(enemy_attack, DIAGONALS else zero);
    let enemy_pawns = if WHITE {
        pawn_attacks::<W, false>(enemy.pawns)
    } else {
        pawn_attacks::<W, true>(enemy.pawns)
    };
    let danger =
        union(enemy_attacks) | knight_attacks(enemy.knights) | enemy_pawns | around(enemy.king);

    // A piece is pinned where an enemy's line meets the king's.
    macro_rules! pin {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            enemy_attacks[$i] & rays[($i + 4) % 8].first & own_all
        };
    }
    let pins = Pins::new(each_direction!(pin));
    let mut target = !own_all;
    if CHECKS {
        target = target & check_target::<W, WHITE>(own, enemy, &rays);
    }

    macro_rules! slide {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            fill(Direction::$direction, own.$sliders & !pins.except($line), occupied) & target
        };
    }
    let [a, b, c, d, e, f, g, h] = each_direction!(slide, DIAGONALS else zero);
    let [i, j, k, l, m, n, o, p] = knight_steps(own.knights & !pins.all);
    let t = target;
    tally.add_sixteen([
        a,
        b,
        c,
        d,
        e,
        f,
        g,
        h,
        i & t,
        j & t,
        k & t,
        l & t,
        m & t,
        n & t,
        o & t,
        p & t,
    ]);

    let one = ahead::<W, WHITE>(own.pawns & !pins.except(2)) & empty;
    let two = ahead::<W, WHITE>(one & zero.splat(third_rank(WHITE))) & empty & target;
    let one = one & target;
    let (capturing_east, capturing_west) = pins.capturing::<WHITE>(own.pawns);
    let prey = enemy_all & target;
    let east = ahead_east::<W, WHITE>(capturing_east) & prey;
    let west = ahead_west::<W, WHITE>(capturing_west) & prey;
    let king = around(own.king) & !own_all & !danger;
    let mut castles_to = zero;
    if RARE {
        castles_to = castling(castles, rights, occupied, danger, pins.all);
        // A promotion is four moves.
        let last = zero.splat(last_rank(WHITE));
        let (ones, twos) = full_add(one & last, east & last, west & last);
        tally.add_three_times(ones, twos);
    }
    tally.add_six([king, two, one, east, west, castles_to]);
}
