//! Quiet moves of a rook that is the mover's only slider.
//!
//! Most moves of such a rook change what the replier's king may do, or end a pin. So its moves are
//! not compared with a pass but with the position without it. There, no line of the mover matters:
//! nothing is pinned, and the king may go to the squares of a set, his *zone*. When the rook comes
//! to a square, the replier loses
//!
//! - the moves of sliders and pawns beyond the square, less one for each pawn that captures there;
//! - the moves to squares of the zone that the rook attacks. Their number is found by adding up the
//!   squares of the zone along each line, away from the king;
//! - if the square is behind a pawn on a line of the king, the pawn's moves that leave the line.
//!
//! The rook may not come where it gives check, pins another piece, stands beside the king or where
//! a pawn may be promoted. Nothing is counted if castling matters. In a check the rook may move
//! between, and then the base has the capture of the king, which the square's number takes off.

use hyperbola::Direction;
use hyperbola::word::Branch;
use hyperbola::word::digits::{full_add, half_add};

use super::numbers::{beyond, moves_of_pawns, step_back};
use super::replier::Replier;
use hyperbola_rules::digits::{nine, total_in};
use hyperbola_rules::lines::{Pins, each_and, each_direction, fill, slides, union};
use hyperbola_rules::mover::{Mover, Sides};
use hyperbola_rules::pieces::{Pieces, REPLIER, around, rank_before_last};

/// The moves of rooks that are counted, and the number of replies to them.
pub(super) struct LoneRook<W> {
    pub(super) moves: [W; 8],
    pub(super) replies: W,
}

impl<W: Branch> LoneRook<W> {
    /// Returns the rooks that are the only sliders, in lanes where castling does not matter.
    #[inline(always)]
    pub(super) fn find(sides: &Sides<'_, W>, no_castling: W) -> W {
        let rooks = sides.mover.orthogonal;
        let others = sides.mover.diagonal | (rooks & rooks.wrapping_sub(rooks.splat(1)));
        rooks & others.zero_mask() & no_castling
    }

    /// Counts the replies to the moves of a rook in each lane, or of none.
    #[inline(always)]
    pub(super) fn new(
        rook: W,
        sides: &Sides<'_, W>,
        mover: &Mover<W>,
        replier: &Replier<W>,
    ) -> Self {
        let pieces = Pieces { orthogonal: sides.mover.orthogonal & !rook, ..*sides.mover };
        let without = Sides::new(&pieces, sides.replier);
        let lines = slides(sides.replier.sliders(), without.occupied);
        let nothing = Pins::new(rook, [rook.splat(0); 8]);
        let others = Replier::with_lines(&without, replier.rays, nothing, rook.splat(0), lines);

        let king = sides.replier.king;
        let near = around(king);
        let zone = near & !(sides.repliers | king | mover.attacks.steps);
        let rays = Rays::new(&without, &others);
        let limit = near | sides.repliers | rays.limit | others.promotion_squares(&without);
        let moves = each_and(mover.slider_moves(), !limit & !rook.zero_mask());
        let to = union(moves);

        let attacked = attacked_from(zone, near, without.occupied);
        let (lost, gained) = numbers(&without, &others, &rays.pinned, attacked);
        let base = others.base_of_pieces().wrapping_add(zone.count_ones());
        let replies = to
            .count_ones()
            .wrapping_mul(base)
            .wrapping_sub(total_in(&lost, to))
            .wrapping_add(total_in(&gained, to));
        Self { moves, replies }
    }
}

/// The lines of a king on which a rook gives check or pins a piece.
struct Rays<W> {
    /// The squares to which moves are not counted.
    limit: W,
    /// For each other square how many moves are lost by a pin from there: the digits of 1, 2 and 4.
    pinned: [W; 3],
}

impl<W: Branch> Rays<W> {
    #[inline(always)]
    fn new(sides: &Sides<'_, W>, replier: &Replier<W>) -> Self {
        let zero = sides.occupied.splat(0);
        let [one, two, east, west] = moves_of_pawns(replier);
        // A pin along the file leaves a pawn its steps.
        let (captures, both) = half_add(east, west);
        let (ones, twos) = full_add(one, two, captures);
        let (twos, fours) = half_add(twos, both);
        let (across_rank, across_file) = ([ones, twos, fours], [captures, both, zero]);
        let mut rays = Self { limit: zero, pinned: [zero; 3] };
        rays.add(Direction::East, sides, replier, across_rank);
        rays.add(Direction::North, sides, replier, across_file);
        rays.add(Direction::West, sides, replier, across_rank);
        rays.add(Direction::South, sides, replier, across_file);
        rays
    }

    /// Adds a ray. `lost` tells how many moves a pin along the ray takes from each pawn.
    #[inline(always)]
    fn add(
        &mut self,
        direction: Direction,
        sides: &Sides<'_, W>,
        replier: &Replier<W>,
        lost: [W; 3],
    ) {
        let first = replier.rays[direction as usize].first;
        let piece = first & sides.occupied;
        let behind = fill(direction, piece, sides.occupied);
        let pawns = sides.replier.pawns & !piece.splat(rank_before_last(REPLIER));
        let others = piece & sides.repliers & !pawns;
        self.limit = self.limit | first | (behind & !others.zero_mask());
        for (pinned, lost) in self.pinned.iter_mut().zip(lost) {
            *pinned = *pinned | (behind & !(piece & lost).zero_mask());
        }
    }
}

/// Returns for each empty square how many moves the replier loses by a rook there, and how many
/// captures by pawns it gains.
#[inline(always)]
fn numbers<W: Branch>(
    sides: &Sides<'_, W>,
    replier: &Replier<W>,
    pinned: &[W; 3],
    attacked: [W; 2],
) -> ([W; 5], [W; 2]) {
    let slides = replier.slides;
    let beyond = each_direction!(|direction| {
        let reached = slides[direction as usize];
        beyond(direction, reached, reached, sides.occupied)
    });
    let [a, _, b, _, c, _, d, _] = beyond;
    // A square behind a pinned pawn attacks nothing near the king.
    let (kings, more) = (attacked[0] | pinned[0], attacked[1] | pinned[1]);
    let zero = kings.splat(0);
    let ones =
        nine([a[0], b[0], c[0], d[0], kings, replier.stepping, replier.two_steps, zero], zero);
    let twos = nine([a[1], b[1], c[1], d[1], more, ones[1], zero, zero], zero);
    let fours = nine([a[2], b[2], c[2], d[2], pinned[2], ones[2], twos[1], zero], zero);
    let (eights, sixteens) = half_add(fours[1], twos[2]);
    let (gained, twice) = half_add(replier.east, replier.west);
    // Fewer than 32 moves are lost.
    ([ones[0], twos[0], fours[0], eights, fours[2] ^ sixteens], [gained, twice])
}

/// Returns how many squares of a zone a rook attacks: the digits of 1 and 2. It counts outside the
/// squares near the king.
#[inline(always)]
fn attacked_from<W: Branch>(zone: W, near: W, occupied: W) -> [W; 2] {
    let [a, b] = attacked_back(Direction::East, zone, near, occupied);
    let [c, d] = attacked_back(Direction::North, zone, near, occupied);
    let [e, f] = attacked_back(Direction::West, zone, near, occupied);
    let [g, h] = attacked_back(Direction::South, zone, near, occupied);
    // A square outside is in line with the zone in at most one direction.
    [(a | c) | (e | g), (b | d) | (f | h)]
}

/// Returns how many squares of a zone a rook attacks that looks back along a direction.
#[inline(always)]
fn attacked_back<W: Branch>(direction: Direction, zone: W, near: W, occupied: W) -> [W; 2] {
    let (forth, empty) = (direction.opposite(), !occupied);
    // Three squares near the king form a line. The numbers of all three meet on the last of them.
    let second = empty & step_back(forth, zone);
    let (one, two) = (zone ^ second, zone & second);
    let (one, two) = (empty & step_back(forth, one), empty & step_back(forth, two));
    let last = near & !step_back(direction, near);
    let (one, two) = ((zone ^ one) & last, (two | (zone & one)) & last);
    [fill(direction, one, occupied), fill(direction, two, occupied)]
}
