//! The limits of neutral moves: the squares whose change may matter to the replier's king.
//!
//! These squares are
//!
//! - beside the replier's king, or where he castles;
//! - where a line of the mover's sliders meets a line that comes from a square of the king's: a
//!   blocker there decides what is attacked near him;
//! - on a line of the king on which a slider of the mover is among the first three pieces, up to
//!   the line's second piece: this concerns pins and checks, except where
//!   [a pin does nothing to the first piece](IdlePawns);
//! - where a piece of the moving kind attacks a square that the king may go to, or his own;
//! - for a slider, on the king's lines of the slider's kind, up to the second piece;
//! - where a piece affects a promotion of the replier's, which counts as four moves.

use hyperbola::setwise::Sliders;
use hyperbola::word::Branch;
use hyperbola::{Lanes, formula};

use super::replier::Replier;
use hyperbola_rules::castling::Castle;
use hyperbola_rules::lines::{KingRay, by_line, each_direction, slides, union};
use hyperbola_rules::mover::{Mover, Sides};
use hyperbola_rules::pieces::{
    MOVER, Pieces, REPLIER, ahead, ahead_east, ahead_west, around, knight_attacks, pawn_attacks,
};

/// The squares that neutral moves neither leave nor reach.
pub(super) struct Limits<W> {
    /// All squares if castling does not matter, otherwise none.
    pub(super) no_castling: W,
    /// The squares for all pieces, and then the additional ones for each kind.
    pub(super) all: W,
    pub(super) rook: W,
    pub(super) bishop: W,
    pub(super) queen: W,
    pub(super) knight: W,
    pub(super) pawn: W,
    pub(super) king: W,
}

impl<W: Branch> Limits<W> {
    #[inline(always)]
    pub(super) fn new<const FEW: bool>(
        sides: &Sides<'_, W>,
        mover: &Mover<W>,
        replier: &Replier<W>,
        idle: &IdlePawns<W>,
        castles: &[Castle; 2],
        rights: W,
    ) -> Self {
        let repliers = sides.repliers;
        formula! { near = around(sides.replier.king); }
        // The squares that matter to the king are his own and those that he may go to.
        let mut zone = (near & !repliers) | sides.replier.king;
        // With few kinds of pieces, what pawns change for the king is counted, except castling.
        let mut from_pawns = sides.replier.king;
        let mut all = near | replier.promotion_squares(sides);
        let mut no_castling = !near.splat(0);
        for (wing, castle) in castles.iter().enumerate() {
            // Castling stays impossible if a piece of the replier's own stands in the way.
            let matters = !(rights & rights.splat(1 << wing)).zero_mask()
                & (repliers & rights.splat(castle.empty)).zero_mask();
            zone = zone | (matters & rights.splat(castle.path));
            from_pawns = from_pawns | (matters & rights.splat(castle.path));
            all = all | (matters & rights.splat(castle.empty | castle.rook));
            no_castling = no_castling & !matters;
        }
        formula! {
            zone = zone;
            from_zone =
                Lanes(slides(Sliders { orthogonal: zone, diagonal: zone }, sides.occupied));
        }
        let from_zone = from_zone.0;
        let seconds = each_direction!(|direction| replier.rays[direction as usize].second);
        let back = each_direction!(|direction| mover.attacks.slides[direction.opposite() as usize]);
        let &IdlePawns { rays, concerned } = idle;
        let of_sliders = union(each_direction!(|direction| {
            // A slider that is at most the ray's third piece attacks back into this part.
            let ray = seconds[direction as usize];
            ray & !(ray & back[direction as usize]).zero_mask()
        }));
        let meeting = union(each_direction!(|direction| {
            from_zone[direction as usize] & back[direction as usize]
        }));
        all = all | concerned | meeting | (of_sliders & !rays);
        let [rank, file, diagonal, anti_diagonal] = by_line(from_zone);
        let [on_rank, on_file, on_diagonal, on_anti_diagonal] = by_line(seconds);
        formula! {
            limits = all;
            rook_limits = all | (rank | file) | ((on_rank | on_file) & !rays);
            bishop_limits =
                all | (diagonal | anti_diagonal) | ((on_diagonal | on_anti_diagonal) & !rays);
            queen_limits = rook_limits | bishop_limits;
            knight_limits = all | knight_attacks(zone);
            pawn_limits = all | pawn_attacks::<W, REPLIER>(if FEW { from_pawns } else { zone });
            king_limits = all | around(zone);
        }
        Self {
            no_castling,
            all: limits,
            rook: rook_limits,
            bishop: bishop_limits,
            queen: queen_limits,
            knight: knight_limits,
            pawn: pawn_limits,
            king: king_limits,
        }
    }

    /// Returns the squares that a slider or a knight does not reach. Each lane has one or none.
    #[inline(always)]
    pub(super) fn of(&self, piece: W, pieces: &Pieces<W>) -> W {
        (self.rook & !(piece & pieces.orthogonal).zero_mask())
            | (self.bishop & !(piece & pieces.diagonal).zero_mask())
            | (self.knight & !(piece & pieces.knights).zero_mask())
    }
}

/// The replier's pinned pawns that would have no other moves if they were free. It does not matter
/// whether such a pawn is pinned.
pub(super) struct IdlePawns<W> {
    /// The king's rays on which they stand, up to the second piece. The squares where a slider
    /// gives check, and the pawn's own, are limited as lines of the king's square.
    rays: W,
    /// The squares where a change may give them moves.
    concerned: W,
}

impl<W: Branch> IdlePawns<W> {
    /// Finds these pawns. With `FEW` it finds none: there are too few of them to be worth looking.
    #[inline(always)]
    pub(super) fn new<const FEW: bool>(sides: &Sides<'_, W>, replier: &Replier<W>) -> Self {
        let pawns = sides.replier.pawns;
        let zero = pawns.splat(0);
        let pinned = pawns & replier.pins.all;
        if FEW || !pinned.any() {
            return Self { rays: zero, concerned: zero };
        }
        let blocked = pinned & ahead::<W, MOVER>(sides.occupied);
        let east = ahead_west::<W, MOVER>(sides.movers);
        let west = ahead_east::<W, MOVER>(sides.movers);
        let [rank, file, diagonal, anti_diagonal] = replier.pins.lines;
        // A black pawn captures to the east along an anti-diagonal.
        let idle = [
            rank & blocked & !(east | west),
            file & pinned & !(east | west),
            diagonal & blocked & !east,
            anti_diagonal & blocked & !west,
        ];
        let rays = union(each_direction!(|direction| {
            let KingRay { first, second } = replier.rays[direction as usize];
            second & !(first & idle[direction.line() as usize]).zero_mask()
        }));
        let [rank, file, diagonal, anti_diagonal] = idle;
        let concerned = ahead::<W, REPLIER>(rank | diagonal | anti_diagonal)
            | ahead_east::<W, REPLIER>(rank | file | diagonal)
            | ahead_west::<W, REPLIER>(rank | file | anti_diagonal);
        let [rays, concerned] = pinned.choose([rays, concerned], || [zero; 2]);
        Self { rays, concerned }
    }
}
