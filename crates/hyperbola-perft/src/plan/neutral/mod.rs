//! Neutral moves: their replies are counted without making the moves.
//!
//! A move is neutral if it changes nothing for the replier's king: not where he may go, no pin, no
//! check. Then a reply is lost or won only on the two squares of the move, and how many are is a
//! [number](super::numbers) that each square has beforehand.
//!
//! ```text
//! base      = the replies if the mover passed
//! number(s) = the replies that a piece of the mover on s takes away, plus 2: none is negative
//!
//! replies after a neutral move = base + number(from) - number(to)
//!
//! candidates = the mover's unpinned pieces outside the limits of their kind; none in check
//! usual      = those on squares of the number 2, without a line or a pawn's step of the replier
//!
//! // All moves of these pieces, of pawns and of the king at once: one sum over the squares.
//! to(s)   = the number of these moves that reach s          (their sets, added by binary digits)
//! from(s) = the number of pawns' moves that leave s
//! replies = sum of to(s) * (base + 2 - number(s)) + sum of from(s) * (number(s) - 2)
//! replies += captures of pawns by pawns                     (the two numbers take each away twice)
//! replies += the king's moves * (number(king) - 2)
//!
//! // The other pieces, one after another; each lane takes one of its own.
//! for piece in candidates - usual:
//!     moves = its target squares outside the limit, but
//!         not along a line on which a replier's slider attacks it,
//!         unless straight towards the one piece that attacks it
//!     replies += sum over moves of (base + number(piece) - number(to))
//!     replies -= (moves towards an attacker) * (number(piece) - 2)
//!
//! // With few kinds of pieces only, where the king has much room.
//! replies += king's moves that a pawn allows by leaving - those that it prevents by coming
//! replies += replies to the moves of a lone rook            (see lone.rs)
//! ```
//!
//! The tricks:
//!
//! - **A sum over moves is a sum over squares.** Each direction of the sliders and each step of the
//!   knights is one set of target squares. Full adders add up these sets and those of king and
//!   pawns, twenty in all. So `to` is five words of binary digits, and no move is looked at by
//!   itself.
//! - **A sum of products is a sum of counts.** The sum of `to(s) * number(s)` over all squares is
//!   that of `count_ones(digit of to & digit of number)`, shifted, over all pairs of digits. Few
//!   digits are set as a rule, and then few pairs are counted.
//! - **A slider's line is not cut twice.** If the piece moves along the line of a replier's slider
//!   that attacks it, the squares beyond `from` and beyond `to` are the same squares. Such moves
//!   are left out, except those straight towards the attacker: the squares behind the piece stay
//!   closed, so the usual number stands in the place of its own.
//! - **A pawn's double step is like a slider's way** of two squares: a piece may not affect it on
//!   both.
//!
//! What it costs, besides the numbers and the limits: eight fills for the usual sliders and eight
//! more if there are queens; for the common sum 27 counts of ones, or 63 where many moves reach one
//! square or a number is large; and for each other piece eight fills and nine counts. The loop over
//! those pieces ends when no lane has one left.

use hyperbola::setwise::Sliders;
use hyperbola::word::Branch;
use hyperbola::word::digits::{full_add, half_add};
use hyperbola::{Lanes, Line, formula};

use super::limits::{IdlePawns, Limits};
use super::lone::LoneRook;
use super::numbers::{LOG_OF_PIECE, Numbers, USUAL, touched_by_replies};
use super::replier::Replier;
use hyperbola_rules::castling::Castle;
use hyperbola_rules::digits::{total, total_in, total_of_products, twenty};
use hyperbola_rules::lines::{each_and, each_direction, fill, union};
use hyperbola_rules::mover::{Mover, Sides};
use hyperbola_rules::moves::{PawnMoves, capture_lines};
use hyperbola_rules::pieces::{
    MOVER, Pieces, REPLIER, ahead, ahead_east, ahead_west, around, knight_attacks, knight_steps,
    last_rank, pawn_attacks, third_rank,
};

/// The mover's pieces whose moves are neutral if they lead to squares outside the limits.
struct Candidates<W> {
    /// All these pieces except the king, by kind.
    rooks: W,
    bishops: W,
    queens: W,
    knights: W,
    pawns: W,
    /// The unpinned pieces of all kinds outside the limits of all kinds.
    unrestricted: W,
    /// Those of them on squares of the usual number, with no line or pawn's step of the replier.
    usual: W,
}

impl<W: Branch> Candidates<W> {
    #[inline(always)]
    fn new(
        sides: &Sides<'_, W>,
        mover: &Mover<W>,
        replier: &Replier<W>,
        numbers: &Numbers<W>,
        limits: &Limits<W>,
    ) -> Self {
        let pieces = sides.mover;
        formula! { unrestricted = sides.movers & mover.free & !(mover.pins.all | limits.all); }
        let queens = pieces.diagonal & pieces.orthogonal;
        formula! {
            rooks = pieces.orthogonal & !queens & !limits.rook;
            bishops = pieces.diagonal & !queens & !limits.bishop;
            queens = queens & !limits.queen;
            knights = pieces.knights & !limits.knight;
            pawns = pieces.pawns & unrestricted & !limits.pawn;
            usual = unrestricted & !(numbers.unusual() | touched_by_replies(replier));
        }
        Self { rooks, bishops, queens, knights, pawns, unrestricted, usual }
    }

    /// Returns the pieces whose moves are counted one piece after another.
    #[inline(always)]
    fn others(&self) -> W {
        (self.rooks | self.bishops | self.queens | self.knights) & self.unrestricted & !self.usual
    }

    /// Returns the target squares of the sliders on squares of the usual number.
    #[inline(always)]
    fn usual_slides(&self, sides: &Sides<'_, W>, limits: &Limits<W>) -> [W; 8] {
        let occupied = sides.occupied;
        let to = !sides.movers;
        let from =
            Sliders { orthogonal: self.rooks & self.usual, diagonal: self.bishops & self.usual };
        let to = Sliders { orthogonal: to & !limits.rook, diagonal: to & !limits.bishop };
        let mut found = each_direction!(|direction| {
            fill(direction, from.moving(direction), occupied) & to.moving(direction)
        });
        let queens = self.queens & self.usual;
        if queens.any() {
            let to = !(sides.movers | limits.queen);
            let all = each_direction!(|direction| {
                found[direction as usize] | (fill(direction, queens, occupied) & to)
            });
            found = queens.choose(all, || found);
        }
        found
    }
}

/// The squares that the replier attacks in each direction, in the order of [`Direction::ALL`]. A
/// pawn's double step is like the way of a slider.
struct Attacked<W>([W; 8]);

impl<W: Branch> Attacked<W> {
    #[inline(always)]
    fn new(replier: &Replier<W>) -> Self {
        let [east, north_west, north, north_east, west, south_east, south, south_west] =
            replier.slides;
        let south = south | replier.two_steps;
        let all = [east, north_west, north, north_east, west, south_east, south, south_west];
        formula! { attacked = Lanes(all); }
        Self(attacked.0)
    }

    #[inline(always)]
    fn along(&self, line: Line) -> W {
        self.0[line.positive() as usize] | self.0[line.negative() as usize]
    }

    /// Returns all squares but those that are attacked in two directions, or in one and affected by
    /// a pawn too.
    #[inline(always)]
    fn at_most_once(&self, replier: &Replier<W>) -> W {
        let mut any = replier.pawn_squares();
        let mut twice = any.splat(0);
        for attacked in self.0 {
            twice = twice | (any & attacked);
            any = any | attacked;
        }
        !twice
    }
}

/// The neutral moves as sets of target squares, and the number of replies to them.
pub(super) struct Neutral<W> {
    pub(super) replies: W,
    pub(super) sliders: [W; 8],
    pub(super) king: W,
    pub(super) pawns: PawnMoves<W>,
    /// The knights that have neutral moves, and their target squares.
    pub(super) knights: W,
    pub(super) knights_to: W,
}

impl<W: Branch> Neutral<W> {
    /// Finds the neutral moves and counts the replies to them: first those of all pieces for which
    /// one sum over the squares does, then those of the other pieces, and with `FEW` what pawns
    /// change for the king, and the moves of lone rooks.
    #[inline(always)]
    pub(super) fn new<const FEW: bool>(
        sides: &Sides<'_, W>,
        mover: &Mover<W>,
        castles: &[Castle; 2],
        rights: W,
        replier: &Replier<W>,
    ) -> Self {
        let idle = IdlePawns::new::<FEW>(sides, replier);
        let numbers = Numbers::new(sides, replier);
        let limits = Limits::new::<FEW>(sides, mover, replier, &idle, castles, rights);
        let base = replier.base(sides, mover, castles, rights);
        let mut candidates = Candidates::new(sides, mover, replier, &numbers, &limits);
        let mut lone = base.splat(0);
        if FEW {
            lone = LoneRook::find(sides, limits.no_castling);
            candidates.rooks = candidates.rooks & !lone;
        }
        let attacked = Attacked::new(replier);
        formula! {
            usual_slides = Lanes(candidates.usual_slides(sides, &limits));
            king = neutral_moves_of_king(sides, mover, replier, &limits);
        }
        let mut neutral = Self {
            replies: base.splat(0),
            sliders: usual_slides.0,
            king,
            pawns: neutral_pawns(sides, &candidates, &limits, &attacked),
            knights: candidates.knights & candidates.usual,
            knights_to: !(sides.movers | limits.knight),
        };
        neutral.count_together(sides, &numbers, base);
        let (mut waiting, mut turns) = (candidates.others(), 0);
        formula! { once = attacked.at_most_once(replier); }
        while waiting.any() && W::MOST_TURNS.is_none_or(|most| turns < most) {
            turns += 1;
            let (others, before) = (waiting, neutral.words());
            formula! { piece = waiting & waiting.splat(0).wrapping_sub(waiting); }
            waiting = waiting ^ piece;
            let limit = limits.of(piece, sides.mover);
            let moves = MovesOfPiece::new(piece, sides, limit, &attacked, once);
            neutral.count_piece(piece, &moves, sides, &numbers, base);
            neutral.set_words(others.choose(neutral.words(), || before));
        }
        if FEW {
            neutral.add_replies(replies_by_king(sides, mover, &neutral.pawns));
            if lone.any() {
                let LoneRook { moves, replies } = LoneRook::new(lone, sides, mover, replier);
                neutral.add_slides(moves);
                neutral.add_replies(replies);
            }
        }
        neutral
    }

    /// Returns the words that the moves of a piece change.
    #[inline(always)]
    fn words(&self) -> [W; 10] {
        let [a, b, c, d, e, f, g, h] = self.sliders;
        [a, b, c, d, e, f, g, h, self.knights, self.replies]
    }

    #[inline(always)]
    fn set_words(&mut self, [a, b, c, d, e, f, g, h, knights, replies]: [W; 10]) {
        self.sliders = [a, b, c, d, e, f, g, h];
        (self.knights, self.replies) = (knights, replies);
    }

    #[inline(always)]
    fn add_replies(&mut self, replies: W) {
        self.replies = self.replies.wrapping_add(replies);
    }

    #[inline(always)]
    fn add_slides(&mut self, slides: [W; 8]) {
        self.sliders = each_direction!(|direction| {
            self.sliders[direction as usize] | slides[direction as usize]
        });
    }

    /// Returns the target squares of the knights, by step.
    #[inline(always)]
    pub(super) fn knights(&self) -> [W; 8] {
        each_and(knight_steps(self.knights), self.knights_to)
    }

    /// Counts the replies to moves of pieces from squares of the usual number, to moves of pawns,
    /// whose own squares' numbers are added, and to moves of the king.
    #[inline(always)]
    pub(super) fn count_together(&mut self, sides: &Sides<'_, W>, numbers: &Numbers<W>, base: W) {
        let PawnMoves { one, two, east, west } = self.pawns;
        // The number of moves that reach each square.
        let (capture, capture_twice) = half_add(east, west);
        let to =
            twenty(self.sliders, self.knights(), [self.king, one, two, capture], capture_twice);
        formula! {
            to = Lanes(to);
            from = Lanes(squares_of_pawns(&self.pawns));
        }
        let (to, from) = (to.0, from.0);
        let ([to_1, to_2, to_4, to_8, to_16], [from_1, from_2, from_4]) = (to, from);
        // Small numbers are the rule. Then few sets are counted.
        let all = (to_1 | to_2 | to_4) | (from_1 | from_2);
        let large = to_8 | to_16 | from_4 | (all & numbers.large(sides.repliers));
        let (small, to_small) = ([from_1, from_2], [to_1, to_2, to_4]);
        let replies = if large.any() {
            let pieces = total_in(&to, sides.repliers).shl(LOG_OF_PIECE);
            let replies = replies_to_moves(&from, &to, &numbers.digits, base).wrapping_add(pieces);
            let [replies] = large.choose([replies], || {
                [replies_to_moves(&small, &to_small, &numbers.small_digits(), base)]
            });
            replies
        } else {
            replies_to_moves(&small, &to_small, &numbers.small_digits(), base)
        };
        self.add_replies(replies);
        // Two pawns that attack each other lose their captures of each other once, not twice.
        self.add_replies(total_in(&[capture, capture_twice], sides.replier.pawns));
        // The king's square may have another number than the usual one.
        let king = sides.mover.king & numbers.unusual();
        if king.any() {
            let each = numbers.of(king).wrapping_sub(king.splat(USUAL)) & !king.zero_mask();
            let all = self.replies.wrapping_add(self.king.count_ones().wrapping_mul(each));
            [self.replies] = king.choose([all], || [self.replies]);
        }
    }

    /// Adds the moves of a piece. Each lane has one piece or none.
    #[inline(always)]
    pub(super) fn count_piece(
        &mut self,
        piece: W,
        moves: &MovesOfPiece<W>,
        sides: &Sides<'_, W>,
        numbers: &Numbers<W>,
        base: W,
    ) {
        let &MovesOfPiece { slides, leaps, towards } = moves;
        self.add_slides(slides);
        self.knights = self.knights | (piece & sides.mover.knights);
        formula! { to = union(slides) | leaps; }
        let from = numbers.of(piece);
        self.add_replies(to.count_ones().wrapping_mul(base.wrapping_add(from)));
        // Towards a slider the squares behind the piece stay closed: they are all that the number
        // of its square has above the usual one.
        let closed = from.wrapping_sub(from.splat(USUAL));
        let besides = towards.count_ones().wrapping_mul(closed);
        self.replies =
            self.replies.wrapping_sub(numbers.sum_in(to, sides.repliers).wrapping_add(besides));
    }
}

/// Returns the number of replies to moves, from the number of moves that reach each square. The
/// moves leave squares of the usual number, except those of pawns: `from` has the number of moves
/// of each pawn.
#[inline(always)]
fn replies_to_moves<W: Branch, const FROM: usize, const TO: usize, const DIGITS: usize>(
    from: &[W; FROM],
    to: &[W; TO],
    numbers: &[W; DIGITS],
    base: W,
) -> W {
    total(to)
        .wrapping_mul(base.wrapping_add(base.splat(USUAL)))
        .wrapping_sub(total(from).shl(USUAL.ilog2()))
        .wrapping_add(total_of_products(from, numbers))
        .wrapping_sub(total_of_products(to, numbers))
}

/// Returns the target squares of the king. He moves along a file only if no replier's pawn stands
/// behind him on it.
#[inline(always)]
fn neutral_moves_of_king<W: Branch>(
    sides: &Sides<'_, W>,
    mover: &Mover<W>,
    replier: &Replier<W>,
    limits: &Limits<W>,
) -> W {
    let king = sides.mover.king;
    let is_able = !(king & mover.free & !limits.king).zero_mask();
    let steps = king & (replier.stepping | replier.two_steps);
    let along_file = (king.shl(8) | king.shr(8)) & !steps.zero_mask();
    mover.king_moves(sides) & !(limits.king | along_file) & is_able
}

/// Returns the target squares of pawns.
#[inline(always)]
fn neutral_pawns<W: Branch>(
    sides: &Sides<'_, W>,
    candidates: &Candidates<W>,
    limits: &Limits<W>,
    attacked: &Attacked<W>,
) -> PawnMoves<W> {
    let (east, west) = const { capture_lines(MOVER) };
    let pawns = candidates.pawns;
    let to = !(limits.pawn | pawns.splat(last_rank(MOVER)));
    let (empty, prey) = (!sides.occupied, sides.repliers & to);
    let step = ahead::<W, MOVER>(pawns & !attacked.along(Line::File)) & empty;
    let third = pawns.splat(third_rank(MOVER));
    formula! {
        one = step & to;
        two = ahead::<W, MOVER>(step & third) & empty & to;
        east = ahead_east::<W, MOVER>(pawns & !attacked.along(east)) & prey;
        west = ahead_west::<W, MOVER>(pawns & !attacked.along(west)) & prey;
    }
    PawnMoves { one, two, east, west }
}

/// Returns how many moves of the replier's king all moves of pawns together allow, less those that
/// they prevent. A pawn allows a move to a square that it alone attacks, when it goes away.
#[inline(always)]
fn replies_by_king<W: Branch>(sides: &Sides<'_, W>, mover: &Mover<W>, pawns: &PawnMoves<W>) -> W {
    let near = around(sides.replier.king) & !sides.repliers;
    let Pieces { pawns: all, knights, king, .. } = *sides.mover;
    let (east, west) = (ahead_east::<W, MOVER>(all), ahead_west::<W, MOVER>(all));
    let others = union(mover.attacks.slides) | knight_attacks(knights) | around(king);
    let only = near & (east ^ west) & !others;
    let allowed = [ahead_west::<W, REPLIER>(only & east), ahead_east::<W, REPLIER>(only & west)];
    let safe = near & !mover.attacks.all;
    let prevented = [ahead_west::<W, REPLIER>(safe), ahead_east::<W, REPLIER>(safe)];
    let PawnMoves { one, two, east, west } = *pawns;
    let (from, to) = (squares_of_pawns(pawns), [one | two | (east ^ west), east & west]);
    let concerned = ((allowed[0] | allowed[1]) & (from[0] | from[1] | from[2]))
        | ((prevented[0] | prevented[1]) & (to[0] | to[1]));
    if !concerned.any() {
        return near.splat(0);
    }
    let (allowed, prevented) =
        (half_add(allowed[0], allowed[1]), half_add(prevented[0], prevented[1]));
    total_of_products(&from, &[allowed.0, allowed.1])
        .wrapping_sub(total_of_products(&to, &[prevented.0, prevented.1]))
}

/// Returns for each square how many of the pawns' moves start there.
#[inline(always)]
fn squares_of_pawns<W: Branch>(pawns: &PawnMoves<W>) -> [W; 3] {
    let (ones, twos) = full_add(
        ahead::<W, REPLIER>(pawns.one),
        ahead::<W, REPLIER>(ahead::<W, REPLIER>(pawns.two)),
        ahead_west::<W, REPLIER>(pawns.east),
    );
    let (ones, carry) = half_add(ones, ahead_east::<W, REPLIER>(pawns.west));
    let (twos, fours) = half_add(twos, carry);
    [ones, twos, fours]
}

/// The target squares of a piece outside a limit, of one piece or none in each lane.
pub(super) struct MovesOfPiece<W> {
    /// The target squares as a slider and as a knight.
    pub(super) slides: [W; 8],
    pub(super) leaps: W,
    /// Those of them that lie towards a slider that attacks the piece.
    pub(super) towards: W,
}

impl<W: Branch> MovesOfPiece<W> {
    /// Finds the moves. `once` are the squares that are [attacked once](Attacked::at_most_once) at
    /// most.
    #[inline(always)]
    fn new(piece: W, sides: &Sides<'_, W>, limit: W, attacked: &Attacked<W>, once: W) -> Self {
        let sliders = Sliders {
            orthogonal: piece & sides.mover.orthogonal,
            diagonal: piece & sides.mover.diagonal,
        };
        let knight = piece & sides.mover.knights;
        // The capture of a pawn that attacks the piece, or stands right before it, is not neutral.
        let pawns = pawn_attacks::<W, MOVER>(piece) | ahead::<W, MOVER>(piece);
        let except = sides.movers | (pawns & sides.replier.pawns) | limit;
        let is_once = !(piece & once).zero_mask();
        // Whether no attack comes to the piece in a direction.
        let free =
            each_direction!(|direction| (attacked.0[direction as usize] & piece).zero_mask());
        let slides = each_direction!(|direction| {
            // If the piece moves away from a slider that attacks it, the slider's line follows it.
            let is_able =
                free[direction as usize] & (free[direction.opposite() as usize] | is_once);
            fill(direction, sliders.moving(direction), sides.occupied) & is_able & !except
        });
        formula! {
            towards = union(each_direction!(|direction| {
                slides[direction as usize] & !free[direction.opposite() as usize]
            }));
        }
        Self { slides, leaps: knight_attacks(knight) & !except, towards }
    }
}

#[cfg(test)]
mod tests;
