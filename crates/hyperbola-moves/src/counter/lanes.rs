//! Runs the formulas on eight positions, as many at a time as a word has lanes.

use hyperbola::word::{Vector, WordVisitor};

use super::add::Tally;
use super::castles::Castles;
use super::nodes::{Block, Eight, Nodes, move_bits, rows};
use super::pieces::{Pieces, REPLIER};
use super::plan::{BothRights, Plan, plan};
use super::{Any, replies};

/// Stores the lanes of several words at their place.
#[inline(always)]
fn store_all<V: Vector, const N: usize>(words: [V; N], eights: &mut [Eight; N], start: usize) {
    for (word, eight) in words.into_iter().zip(eights) {
        word.store(&mut eight[start..]);
    }
}

impl Plan<Eight> {
    /// Stores the lanes of a plan at their place.
    #[inline(always)]
    fn store<V: Vector>(&mut self, plan: Plan<V>, start: usize) {
        plan.replies.store(&mut self.replies[start..]);
        store_all(plan.sliders, &mut self.sliders, start);
        plan.slider_kinds.store(&mut self.slider_kinds[start..]);
        store_all(plan.knights, &mut self.knights, start);
        plan.knight_kinds.store(&mut self.knight_kinds[start..]);
        store_all(plan.others, &mut self.others, start);
        plan.other_kinds.store(&mut self.other_kinds[start..]);
        store_all(plan.promotions, &mut self.promotions, start);
        plan.may_be_taken.store(&mut self.may_be_taken[start..]);
        plan.castles.store(&mut self.castles[start..]);
        plan.rook_checks.store(&mut self.rook_checks[start..]);
        plan.bishop_checks.store(&mut self.bishop_checks[start..]);
        plan.discoverers.store(&mut self.discoverers[start..]);
    }
}

/// Tests the lanes of a vector.
struct InLanes;

impl<V: Vector> Any<V> for InLanes {
    #[inline(always)]
    fn any(word: V) -> bool {
        word.into_array().as_ref().iter().fold(0, |all, lane| all | lane) != 0
    }
}

/// Makes the pieces of a side from an expression for each kind. The kinds that are not among
/// `KINDS` are constant zeros, and the compiler leaves out whatever is computed of them.
macro_rules! of_kinds {
    ($token:expr, |$kind:ident| $value:expr) => {
        Pieces {
            pawns: of_kinds!($token, PAWNS, $kind, $value),
            knights: of_kinds!($token, KNIGHTS, $kind, $value),
            diagonal: of_kinds!($token, DIAGONAL, $kind, $value),
            orthogonal: of_kinds!($token, ORTHOGONAL, $kind, $value),
            king: of_kinds!($token, KING, $kind, $value),
        }
    };
    ($token:expr, $row:ident, $kind:ident, $value:expr) => {{
        let $kind = rows::$row;
        if KINDS >> $kind & 1 == 1 { $value } else { V::from_array($token, V::ZEROS) }
    }};
}

/// Eight positions of the nodes. A word loads as many of them as it has lanes.
struct Half<'a, V: Vector, const KINDS: u32> {
    token: V::Token,
    nodes: &'a Nodes,
    half: usize,
    start: usize,
}

impl<V: Vector, const KINDS: u32> Half<'_, V, KINDS> {
    #[inline(always)]
    fn row(&self, row: usize) -> V {
        V::load(self.token, &self.nodes.0[row][self.half % 2][self.start..])
    }

    #[inline(always)]
    fn pieces(&self, side: usize) -> Pieces<V> {
        of_kinds!(self.token, |kind| self.row(side + kind))
    }
}

/// Plans the moves in a half of the nodes.
pub(super) struct PlanNodes<'a, const KINDS: u32> {
    pub(super) castles: &'a Castles,
    pub(super) nodes: &'a Nodes,
    pub(super) half: usize,
    pub(super) plan: &'a mut Plan<Eight>,
}

impl<const KINDS: u32> WordVisitor for PlanNodes<'_, KINDS> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { castles, nodes, half, plan: planned } = self;
        let mut start = 0;
        while start < 8 {
            let words = Half::<V, KINDS> { token, nodes, half, start };
            let rights = BothRights {
                mover: words.row(rows::RIGHTS_OF_MOVER),
                replier: words.row(rows::RIGHTS_OF_REPLIER),
            };
            let (mover, replier) = (words.pieces(rows::MOVER), words.pieces(rows::REPLIER));
            let plan = plan_of::<V, KINDS>(&mover, &replier, castles, rights);
            planned.store(plan, start);
            start += V::LANES;
        }
    }
}

/// Plans the moves in positions with some kinds of pieces. What pays only if few moves can be
/// counted otherwise is done where there are no bishops and queens.
#[inline(always)]
fn plan_of<V: Vector, const KINDS: u32>(
    mover: &Pieces<V>,
    replier: &Pieces<V>,
    castles: &Castles,
    rights: BothRights<V>,
) -> Plan<V> {
    if KINDS >> rows::DIAGONAL & 1 == 1 {
        plan::<V, InLanes, false>(mover, replier, castles, rights)
    } else {
        plan::<V, InLanes, true>(mover, replier, castles, rights)
    }
}

/// Moves of positions, one in each lane. The moves only go and capture.
struct Moved<'a, V: Vector, const KINDS: u32> {
    token: V::Token,
    nodes: &'a Nodes,
    /// The places of the positions; only the lowest four bits count.
    places: V,
    from: V,
    to: V,
}

impl<'a, V: Vector, const KINDS: u32> Moved<'a, V, KINDS> {
    /// Takes as many moves of a block as there are lanes.
    #[inline(always)]
    fn new(token: V::Token, nodes: &'a Nodes, block: &Block, start: usize) -> Self {
        let mut moves = V::ZEROS;
        for (lane, &played) in moves.as_mut().iter_mut().zip(&block[start..start + V::LANES]) {
            *lane = played.into();
        }
        let places = V::from_array(token, moves);
        let one = places.shr(move_bits::IS_MOVE);
        let from = one.shl_by(places.shr(move_bits::FROM));
        let to = one.shl_by(places.shr(move_bits::TO));
        Self { token, nodes, places, from, to }
    }

    /// Returns a word of the positions before the moves.
    #[inline(always)]
    fn before(&self, row: usize) -> V {
        V::pick(self.token, &self.nodes.0[row], self.places)
    }

    /// Returns a word of the mover's pieces after the moves.
    #[inline(always)]
    fn gone(&self, row: usize) -> V {
        let set = self.before(row);
        set ^ ((self.from | self.to) & !(set & self.from).zero_mask())
    }

    /// Returns a word of the replier's pieces after the moves.
    #[inline(always)]
    fn left(&self, row: usize) -> V {
        self.before(row) & !self.to
    }

    #[inline(always)]
    fn mover(&self) -> Pieces<V> {
        of_kinds!(self.token, |kind| self.gone(rows::MOVER + kind))
    }

    #[inline(always)]
    fn replier(&self) -> Pieces<V> {
        of_kinds!(self.token, |kind| self.left(rows::REPLIER + kind))
    }

    /// Returns the replier's castling rights after the moves.
    #[inline(always)]
    fn rights(&self, castles: &Castles) -> V {
        let mut rights = self.before(rows::RIGHTS_OF_REPLIER);
        for (wing, castle) in castles.side(REPLIER).iter().enumerate() {
            let lost = !(self.to & rights.splat(castle.rook)).zero_mask();
            rights = rights & !(lost & rights.splat(1 << wing));
        }
        rights
    }
}

/// Adds the numbers of replies to the moves of some blocks to a tally's digits.
pub(super) struct CountReplies<'a, const KINDS: u32, const CHECKS: bool, const RARE: bool> {
    pub(super) castles: &'a Castles,
    pub(super) nodes: &'a Nodes,
    pub(super) blocks: &'a [Block],
    pub(super) digits: &'a mut [Eight; Tally::<u64>::WORDS],
}

impl<const KINDS: u32, const CHECKS: bool, const RARE: bool> WordVisitor
    for CountReplies<'_, KINDS, CHECKS, RARE>
{
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { castles, nodes, blocks, digits } = self;
        let mut start = 0;
        while start < 8 {
            let [a, b, c, d, e] = &*digits;
            let mut tally = Tally::from_words([
                V::load(token, &a[start..]),
                V::load(token, &b[start..]),
                V::load(token, &c[start..]),
                V::load(token, &d[start..]),
                V::load(token, &e[start..]),
            ]);
            for block in blocks {
                let moved = Moved::<V, KINDS>::new(token, nodes, block, start);
                let rights = if RARE { moved.rights(castles) } else { moved.to.splat(0) };
                replies::count::<V, CHECKS, RARE>(
                    &moved.replier(),
                    &moved.mover(),
                    castles.side(REPLIER),
                    rights,
                    &mut tally,
                );
            }
            store_all(tally.into_words(), digits, start);
            start += V::LANES;
        }
    }
}
