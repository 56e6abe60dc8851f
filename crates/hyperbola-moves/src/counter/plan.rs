//! Of positions, one in each lane, the replies to most moves without making them.
//!
//! If the side to move passed, the replier would have a number of replies, the *base*. Most moves
//! change it by little that is known beforehand: a piece that leaves a square opens the lines through
//! it, one that comes to a square ends the lines there, and a piece that is taken loses its moves. So
//! every square has a number, such that a move has base + number(from) - number(to) replies. It is
//! two for a square where nothing changes. Moves for which that holds are *neutral*: they leave alone
//! what the replier's king may do, his pins and checks. All others are left to be made.
//!
//! # What a square's number is made of
//!
//! Of a square where one of the mover's pieces stands, or none: for each replier's slider that reaches
//! it, the squares that it would reach beyond; the steps of the replier's pawns over it; less one for
//! each pawn that attacks it. Of a square where a replier's piece stands: its moves, less the
//! replier's pieces that guard the square and may take again; and sixteen more, so that it is not
//! negative.
//!
//! # Which moves are neutral
//!
//! Neither square of the move may be
//!
//! - beside the replier's king, or where he castles;
//! - where a line of the mover's sliders meets a line that comes from a square of the king's: a
//!   blocker there decides what is attacked near him;
//! - on a line of the king with a slider of the mover on it, up to its second piece: pins and checks;
//! - where a piece of its kind attacks a square that the king may go to, or his own;
//! - for a slider, on the king's lines of its kind, up to the second piece.
//!
//! Nor may a piece move along a line that a replier's slider attacks it by, or a pawn or a rook play
//! a part in a replier's pawn's steps twice; nor is there any neutral move in check.

use hyperbola::{Direction, Word};

use super::add::{add_fours, full_add, half_add, nine, total, total_in, total_of_products, twenty};
use super::castles::Castle;
use super::pieces::{
    Pieces, ahead, ahead_east, ahead_west, around, beside, knight_attacks, knight_steps, last_rank,
    pawn_attacks, rank_before_last, third_rank,
};
use super::replies::{
    Pins, by_line, castling, check_target, each_direction, fill, king_rays, union,
};

/// The replies to the neutral moves of positions, and the moves that are left to be made.
///
/// Each of its sets has the squares that moves of one kind go to; by its kind and that square it is
/// known where a move comes from. For each group of kinds there is a set of those that are not empty:
/// bit i of it stands for kind i.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Plan<W> {
    /// The replies to all neutral moves.
    pub(super) replies: W,
    /// Those of sliders, by direction, and of knights, by step in the order of [`knight_steps`].
    pub(super) sliders: [W; 8],
    pub(super) slider_kinds: W,
    pub(super) knights: [W; 8],
    pub(super) knight_kinds: W,
    /// Those of pawns that are not promoted, one step, two steps, captures to the east and to the
    /// west; and those of the king.
    pub(super) others: [W; 5],
    pub(super) other_kinds: W,
    /// Those of pawns that are promoted: one step, captures to the east and to the west.
    pub(super) promotions: [W; 3],
    /// Pawns' two steps to the side of a replier's pawn.
    pub(super) may_be_taken: W,
    /// The castlings.
    pub(super) castles: W,
    /// The squares that a rook, a bishop gives check from, and the pieces that open a check.
    pub(super) rook_checks: W,
    pub(super) bishop_checks: W,
    pub(super) discoverers: W,
}

/// Tells whether a word is not zero in some lane.
pub(super) trait Any<W> {
    fn any(word: W) -> bool;
}

/// Plans the moves of `own`, the side that is `WHITE` or not.
#[inline(always)]
pub(super) fn plan<W: Word, A: Any<W>, const WHITE: bool, const DIAGONALS: bool>(
    own: &Pieces<W>,
    enemy: &Pieces<W>,
    castles: [&[Castle; 2]; 2],
    rights: [W; 2],
) -> Plan<W> {
    let zero = own.pawns.splat(0);
    let (own_all, enemy_all) = (own.all(), enemy.all());
    let (not_own, not_enemy) = (!own_all, !enemy_all);
    let occupied = own_all | enemy_all;
    let empty = !occupied;
    /// Where the pawns of a side come by a kind of step.
    macro_rules! step {
        (own, $step:ident, $pawns:expr) => {
            $step::<W, WHITE>($pawns)
        };
        (enemy, $step:ident, $pawns:expr) => {
            if WHITE { $step::<W, false>($pawns) } else { $step::<W, true>($pawns) }
        };
    }

    // What attacks the side to move. In check its king shields nothing.
    let blockers = occupied & !own.king;
    macro_rules! enemy_attack {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            fill(Direction::$direction, enemy.$sliders, blockers)
        };
    }
    let enemy_attacks = each_direction!(enemy_attack, DIAGONALS else zero);
    let danger = union(enemy_attacks)
        | knight_attacks(enemy.knights)
        | step!(enemy, pawn_attacks, enemy.pawns)
        | around(enemy.king);
    let free = (danger & own.king).zero_mask();
    let rays = king_rays::<W, DIAGONALS>(own.king, occupied);
    macro_rules! pin {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            enemy_attacks[$i] & rays[($i + 4) % 8].first & own_all
        };
    }
    let pins = Pins::new(each_direction!(pin));
    let mut target = not_own;
    if A::any(!free) {
        target = target & check_target::<W, WHITE>(own, enemy, &rays);
    }

    // What the side to move attacks, and where its sliders may go.
    macro_rules! own_attack {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            fill(Direction::$direction, own.$sliders, occupied)
        };
    }
    let own_attacks = each_direction!(own_attack, DIAGONALS else zero);
    let attacked = union(own_attacks)
        | knight_attacks(own.knights)
        | step!(own, pawn_attacks, own.pawns)
        | around(own.king);
    let mut slides = own_attacks;
    if A::any(pins.all & (own.diagonal | own.orthogonal)) {
        macro_rules! slide {
            ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
                fill(Direction::$direction, own.$sliders & !pins.except($line), occupied)
            };
        }
        slides = each_direction!(slide);
    }

    // The replier's king, pins and sliders.
    let enemy_rays = king_rays::<W, DIAGONALS>(enemy.king, occupied);
    macro_rules! meeting {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            own_attacks[($i + 4) % 8] & enemy_rays[$i].first
        };
    }
    let meetings = each_direction!(meeting);
    let discoverers = union(meetings) & own_all;
    macro_rules! enemy_pin {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            meetings[$i] & enemy_all
        };
    }
    let enemy_pins = Pins::new(each_direction!(enemy_pin));
    let mut lines = enemy_attacks;
    if A::any(enemy_pins.all & (enemy.diagonal | enemy.orthogonal)) {
        macro_rules! reply {
            ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
                fill(Direction::$direction, enemy.$sliders & !enemy_pins.except($line), occupied)
            };
        }
        lines = each_direction!(reply);
    }
    macro_rules! reply_to {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            lines[$i] & not_enemy
        };
    }
    let replies = each_direction!(reply_to);

    // How many squares a slider goes on from a square, first in unary: at least one, two …
    macro_rules! beyond {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {{
            // No slider comes round an edge, so a rotation steps back.
            const BACK: u32 = (-Direction::$direction.index_step()).rem_euclid(64) as u32;
            let opened = fill(Direction::$direction, replies[$i] & own_all, occupied) & not_enemy;
            let reached = replies[$i] | opened;
            let through = reached & empty;
            let one = reached.rotate_left(BACK);
            let two = (through & one).rotate_left(BACK);
            let three = (through & two).rotate_left(BACK);
            let four = (through & three).rotate_left(BACK);
            let five = (through & four).rotate_left(BACK);
            let six = (through & five).rotate_left(BACK);
            let seven = (through & six).rotate_left(BACK);
            // It counts where a slider attacks, and where one stands that may be taken.
            let at = replies[$i] | enemy.$sliders;
            let ones = one ^ two ^ three ^ four ^ five ^ six ^ seven;
            [ones & at, (two ^ four ^ six) & at, four & at]
        }};
    }
    let beyond = each_direction!(beyond, DIAGONALS else [zero; 3]);

    // The replier's pawns and knights.
    let enemy_last = zero.splat(last_rank(!WHITE));
    let enemy_third = zero.splat(third_rank(!WHITE));
    let stepping = step!(enemy, ahead, enemy.pawns & !enemy_pins.except(2));
    let (capturing_east, capturing_west) = if WHITE {
        enemy_pins.capturing::<false>(enemy.pawns)
    } else {
        enemy_pins.capturing::<true>(enemy.pawns)
    };
    let east = step!(enemy, ahead_east, capturing_east);
    let west = step!(enemy, ahead_west, capturing_west);
    let first_of_two = stepping & enemy_third & step!(own, ahead, empty);
    let second_of_two = step!(enemy, ahead, stepping & enemy_third & empty);
    let two_steps = first_of_two | second_of_two;
    let one_reply = stepping & empty;
    let two_reply = second_of_two & empty;
    let (east_reply, west_reply) = (east & own_all, west & own_all);
    let leaps = knight_steps(enemy.knights & !enemy_pins.all);
    macro_rules! leap {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            leaps[$i] & not_enemy
        };
    }
    let leap_replies = each_direction!(leap);

    // The numbers of the squares: sets that count one, then two and four.
    let [a, b, c, d, e, f, g, h] = leap_replies;
    let taken = nine([
        a.shr(17) | step!(own, ahead, one_reply),
        b.shr(15) | step!(own, ahead, step!(own, ahead, two_reply)),
        c.shr(10) | step!(own, ahead_west, east_reply),
        d.shr(6) | step!(own, ahead_east, west_reply),
        e.shl(17),
        f.shl(15),
        g.shl(10),
        h.shl(6),
        !east,
    ]);
    let [a, b, c, d, e, f, g, h] = lines;
    let all = enemy_all;
    let unguarded_by_sliders = nine([
        all & !a,
        all & !b,
        all & !c,
        all & !d,
        all & !e,
        all & !f,
        all & !g,
        all & !h,
        !west,
    ]);
    let [a, b, c, d, e, f, g, h] = leaps;
    let unguarded_by_knights = nine([
        all & !a,
        all & !b,
        all & !c,
        all & !d,
        all & !e,
        all & !f,
        all & !g,
        all & !h,
        stepping & not_enemy,
    ]);
    let [a, b, c, d, e, f, g, h] = beyond;
    let one = nine([a[0], b[0], c[0], d[0], e[0], f[0], g[0], h[0], two_steps & not_enemy]);
    let two = nine([a[1], b[1], c[1], d[1], e[1], f[1], g[1], h[1], zero]);
    let four = nine([a[2], b[2], c[2], d[2], e[2], f[2], g[2], h[2], zero]);
    let [a0, a1, a2, a3, a4] = add_fours(taken, unguarded_by_sliders);
    let [b0, b1, b2, b3, b4] = add_fours(unguarded_by_knights, one);
    let (ones, carry) = half_add(a0, b0);
    let (twos, carry) = full_add(a1, b1, carry);
    let (fours, carry) = full_add(a2, b2, carry);
    let (eights, carry) = full_add(a3, b3, carry);
    let (sixteens, thirty_twos) = full_add(a4, b4, carry);
    let (twos, carry) = half_add(twos, two[0]);
    let (fours, carry) = full_add(fours, two[1], carry);
    let (eights, carry) = full_add(eights, two[2], carry);
    let (sixteens, carry) = full_add(sixteens, two[3], carry);
    let thirty_twos = thirty_twos ^ carry;
    let (fours, carry) = half_add(fours, four[0]);
    let (eights, carry) = full_add(eights, four[1], carry);
    let (sixteens, carry) = full_add(sixteens, four[2], carry);
    let thirty_twos = thirty_twos ^ four[3] ^ carry;
    let numbers = [ones, twos, fours, eights, sixteens, thirty_twos];
    let usual = !ones & twos & !(fours | eights | sixteens | thirty_twos);
    // Pieces that have a part in replies, even if it comes to nothing.
    let special = !usual | union(replies) | (stepping | east | west);

    // What matters to the replier's king: the squares that he may go to, and his own.
    let near = around(enemy.king);
    let mut zone = (near & not_enemy) | enemy.king;
    let mut touched = near
        | ((stepping | east | west) & enemy_last)
        | (enemy.pawns & zero.splat(rank_before_last(!WHITE)));
    for (wing, castle) in castles[1].iter().enumerate() {
        // Castling past a piece of one's own stays impossible.
        let matters = !(rights[1] & zero.splat(1 << wing)).zero_mask()
            & (enemy_all & zero.splat(castle.empty)).zero_mask();
        zone = zone | (matters & zero.splat(castle.path));
        touched = touched | (matters & zero.splat(castle.empty | castle.rook));
    }
    macro_rules! from_zone {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            fill(Direction::$direction, zone, occupied)
        };
    }
    let from_zone = each_direction!(from_zone, DIAGONALS else zero);
    macro_rules! touch {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {{
            let with_slider = !(enemy_rays[$i].whole & own.$sliders).zero_mask();
            (from_zone[$i] & own_attacks[($i + 4) % 8]) | (enemy_rays[$i].second & with_slider)
        }};
    }
    touched = touched | union(each_direction!(touch));
    macro_rules! to_king {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            from_zone[$i] | enemy_rays[$i].second
        };
    }
    let [rank, anti_diagonal, file, diagonal] = by_line(each_direction!(to_king));
    let by_rook = touched | rank | file;
    let by_bishop = touched | diagonal | anti_diagonal;
    let by_queen = by_rook | by_bishop;
    let by_knight = touched | knight_attacks(zone);
    let by_king = touched | around(zone);
    let by_pawn = touched | step!(enemy, pawn_attacks, zone);

    // The replies after a pass.
    let walk = near & not_enemy & !attacked;
    let castle = castling(castles[1], rights[1], occupied, attacked, enemy_pins.all);
    let (promoting, promoting_twice) =
        full_add(one_reply & enemy_last, east_reply & enemy_last, west_reply & enemy_last);
    let mut base =
        total(&twenty(replies, leap_replies, [one_reply, two_reply, east_reply, west_reply], zero))
            .wrapping_add(walk.count_ones())
            .wrapping_add(castle.count_ones());
    if A::any(promoting | promoting_twice) {
        let promotions = total(&[promoting, promoting_twice]);
        base = base.wrapping_add(promotions.wrapping_add(promotions.shl(1)));
    }

    // Neutral moves of pieces whose own squares' numbers are the usual.
    let still = own_all & free & !(pins.all | touched);
    let plain = still & !special;
    let queens = own.diagonal & own.orthogonal;
    let rooks = own.orthogonal & !queens & !by_rook;
    let bishops = own.diagonal & !queens & !by_bishop;
    let queens = queens & !by_queen;
    let knights = own.knights & !by_knight;
    let (plain_rooks, plain_bishops, plain_queens) =
        (rooks & plain, bishops & plain, queens & plain);
    let (rook_to, bishop_to, queen_to) =
        (not_own & !by_rook, not_own & !by_bishop, not_own & !by_queen);
    macro_rules! neutral {
        ($i:literal, $direction:ident, orthogonal, $line:literal) => {
            fill(Direction::$direction, plain_rooks, occupied) & rook_to
        };
        ($i:literal, $direction:ident, diagonal, $line:literal) => {
            fill(Direction::$direction, plain_bishops, occupied) & bishop_to
        };
    }
    let mut neutral = each_direction!(neutral, DIAGONALS else zero);
    if A::any(plain_queens) {
        macro_rules! with_queens {
            ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
                neutral[$i] | (fill(Direction::$direction, plain_queens, occupied) & queen_to)
            };
        }
        neutral = each_direction!(with_queens);
    }
    macro_rules! left {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            slides[$i] & target & !neutral[$i]
        };
    }
    let mut sliders = each_direction!(left);
    let mut knights_neutral = knights & plain;
    let knights_done = not_own & !by_knight;
    let leaps = knight_steps(knights_neutral);
    macro_rules! leap {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            leaps[$i] & knights_done
        };
    }
    let leaps = each_direction!(leap);
    let king = around(own.king) & not_own & !danger;
    let king_neutral = king & !by_king & !(own.king & plain & !by_king).zero_mask();

    // Those of pawns, whose own squares' numbers count.
    let [on_rank, on_anti_diagonal, on_file, on_diagonal] = by_line(replies);
    let on_file = on_file | two_steps;
    let on_line = [on_rank, on_anti_diagonal, on_file, on_diagonal];
    let (on_east, on_west) =
        if WHITE { (on_diagonal, on_anti_diagonal) } else { (on_anti_diagonal, on_diagonal) };
    let pawns = own.pawns & still & !by_pawn;
    let pawn_to = !(by_pawn | zero.splat(last_rank(WHITE)));
    let step = step!(own, ahead, pawns & !on_file) & empty;
    let one_neutral = step & pawn_to;
    let two_neutral = step!(own, ahead, step & zero.splat(third_rank(WHITE))) & empty & pawn_to;
    let prey = enemy_all & pawn_to;
    let east_neutral = step!(own, ahead_east, pawns & !on_east) & prey;
    let west_neutral = step!(own, ahead_west, pawns & !on_west) & prey;
    let (from, from_twos) = full_add(
        step!(enemy, ahead, one_neutral),
        step!(enemy, ahead, step!(enemy, ahead, two_neutral)),
        step!(enemy, ahead_west, east_neutral),
    );
    let (from_ones, carry) = half_add(from, step!(enemy, ahead_east, west_neutral));
    let (from_twos, from_fours) = half_add(from_twos, carry);
    let from = [from_ones, from_twos, from_fours];

    // All together: how many come to a square, and the squares' numbers.
    let (capture, capture_twice) = half_add(east_neutral, west_neutral);
    let to =
        twenty(neutral, leaps, [king_neutral, one_neutral, two_neutral, capture], capture_twice);
    let pawn_moves = total(&from);
    // Two pawns that attack each other lose the captures of each other once, not twice.
    let mutual = total_in(&[capture, capture_twice], enemy.pawns);
    let mut counted = total(&to)
        .wrapping_mul(base.wrapping_add(zero.splat(2)))
        .wrapping_sub(pawn_moves.shl(1))
        .wrapping_add(total_of_products(&from, &numbers))
        .wrapping_sub(total_of_products(&to, &numbers))
        .wrapping_add(total_in(&to, enemy_all).shl(4))
        .wrapping_add(mutual);

    // Neutral moves of the other pieces, one a turn.
    let mut waiting = still & special & ((rooks | bishops) | (queens | knights));
    while A::any(waiting) {
        let piece = waiting & zero.wrapping_sub(waiting);
        waiting = waiting ^ piece;
        let knight = piece & own.knights;
        // A pawn that attacks the piece, or waits before it, is no neutral capture.
        let pawns = step!(own, pawn_attacks, piece) | step!(own, ahead, piece);
        let except = own_all
            | (pawns & enemy.pawns)
            | (by_rook & !(piece & own.orthogonal).zero_mask())
            | (by_bishop & !(piece & own.diagonal).zero_mask())
            | (by_knight & !knight.zero_mask());
        macro_rules! turn {
            ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
                fill(Direction::$direction, piece & own.$sliders, occupied)
                    & (on_line[$line] & piece).zero_mask()
                    & !except
            };
        }
        let turn = each_direction!(turn);
        macro_rules! left {
            ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
                sliders[$i] & !turn[$i]
            };
        }
        sliders = each_direction!(left);
        knights_neutral = knights_neutral | knight;
        let to = union(turn) | (knight_attacks(knight) & !except);
        macro_rules! digit {
            ($place:literal) => {
                zero.splat(1 << $place) & !(piece & numbers[$place]).zero_mask()
            };
        }
        let number = (digit!(0) | digit!(1) | digit!(2)) | (digit!(3) | digit!(4) | digit!(5));
        counted = counted
            .wrapping_add(to.count_ones().wrapping_mul(base.wrapping_add(number)))
            .wrapping_sub(total_in(&numbers, to))
            .wrapping_add((to & enemy_all).count_ones().shl(4));
    }

    // What is left of knights and pawns, and castling.
    let knights_left = knight_steps(own.knights & !pins.all);
    let done = knight_steps(knights_neutral);
    macro_rules! knight_left {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            knights_left[$i] & target & !(done[$i] & knights_done)
        };
    }
    let knights = each_direction!(knight_left);
    let one = step!(own, ahead, own.pawns & !pins.except(2)) & empty;
    let two = step!(own, ahead, one & zero.splat(third_rank(WHITE))) & empty & target;
    let (capturing_east, capturing_west) = pins.capturing::<WHITE>(own.pawns);
    let prey = enemy_all & target;
    let east = step!(own, ahead_east, capturing_east) & prey;
    let west = step!(own, ahead_west, capturing_west) & prey;
    let one = one & target;
    let last = zero.splat(last_rank(WHITE));
    let others = [
        one & !(one_neutral | last),
        two & !two_neutral,
        east & !(east_neutral | last),
        west & !(west_neutral | last),
        king & !king_neutral,
    ];
    macro_rules! first {
        ($i:literal, $direction:ident, $sliders:ident, $line:literal) => {
            enemy_rays[$i].first
        };
    }
    let [rank, anti_diagonal, file, diagonal] = by_line(each_direction!(first));
    macro_rules! is_there {
        ($sets:ident: $($kind:literal)*) => {
            union([$(!$sets[$kind].zero_mask() & zero.splat(1 << $kind)),*])
        };
    }
    let [a, b, c, d, e] = others;
    let other_kinds = [a, b, c, d, e, zero, zero, zero];
    Plan {
        replies: counted,
        sliders,
        slider_kinds: is_there!(sliders: 0 1 2 3 4 5 6 7),
        knights,
        knight_kinds: is_there!(knights: 0 1 2 3 4 5 6 7),
        others,
        other_kinds: is_there!(other_kinds: 0 1 2 3 4 5 6 7),
        promotions: [one & last, east & last, west & last],
        may_be_taken: two & beside(enemy.pawns),
        castles: castling(castles[0], rights[0], occupied, danger, pins.all),
        rook_checks: rank | file,
        bishop_checks: diagonal | anti_diagonal,
        discoverers,
    }
}
