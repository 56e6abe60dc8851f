//! Runs the formulas on eight positions, as many at a time as a word has lanes.

use hyperbola::word::{Vector, WordVisitor};

use super::nodes::{Eight, Halves, Nodes};
use super::queues::{Block, move_bits};
use crate::plan::{Group, Plan, plan};
use hyperbola_rules::castling::{BothRights, Castle, Castles};
use hyperbola_rules::digits::Tally;
use hyperbola_rules::pieces::{Pieces, REPLIER, kinds};
use hyperbola_rules::replies;

/// Stores the lanes of several words at their place.
#[inline(always)]
fn store_all<V: Vector, const N: usize>(words: [V; N], eights: &mut [Eight; N], start: usize) {
    for (word, eight) in words.into_iter().zip(eights) {
        word.store(&mut eight[start..]);
    }
}

/// Stores the lanes of a group of moves at their place.
#[inline(always)]
fn store_group<V: Vector, const N: usize>(
    group: Group<V, N>,
    eights: &mut Group<Eight, N>,
    start: usize,
) {
    store_all(group.sets, &mut eights.sets, start);
    group.filled.store(&mut eights.filled[start..]);
}

impl Plan<Eight> {
    /// Stores the lanes of a plan at their place.
    #[inline(always)]
    fn store<V: Vector>(&mut self, plan: Plan<V>, start: usize) {
        plan.replies.store(&mut self.replies[start..]);
        store_group(plan.sliders, &mut self.sliders, start);
        store_group(plan.knights, &mut self.knights, start);
        store_group(plan.others, &mut self.others, start);
        store_all(plan.promotions, &mut self.promotions, start);
        plan.may_be_taken.store(&mut self.may_be_taken[start..]);
        plan.castles.store(&mut self.castles[start..]);
        plan.rook_checks.store(&mut self.rook_checks[start..]);
        plan.bishop_checks.store(&mut self.bishop_checks[start..]);
        plan.discoverers.store(&mut self.discoverers[start..]);
    }
}

/// Loads as many of eight positions as a word has lanes.
struct Loader<V: Vector> {
    token: V::Token,
    half: usize,
    start: usize,
}

impl<V: Vector> Loader<V> {
    #[inline(always)]
    fn word(&self, halves: &Halves) -> V {
        V::load(self.token, &halves[self.half % 2][self.start..])
    }

    #[inline(always)]
    fn pieces(&self, pieces: &Pieces<Halves>) -> Pieces<V> {
        Pieces {
            pawns: self.word(&pieces.pawns),
            knights: self.word(&pieces.knights),
            diagonal: self.word(&pieces.diagonal),
            orthogonal: self.word(&pieces.orthogonal),
            king: self.word(&pieces.king),
        }
    }
}

/// Plans the moves in a half of the nodes.
pub(super) struct PlanNodes<'a, const KINDS: u8> {
    pub(super) castles: &'a Castles,
    pub(super) nodes: &'a Nodes,
    pub(super) half: usize,
    pub(super) plan: &'a mut Plan<Eight>,
}

impl<const KINDS: u8> WordVisitor for PlanNodes<'_, KINDS> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { castles, nodes, half, plan: planned } = self;
        let mut start = 0;
        while start < 8 {
            let words = Loader::<V> { token, half, start };
            let mover = words.pieces(&nodes.mover).of_kinds::<KINDS>();
            let replier = words.pieces(&nodes.replier).of_kinds::<KINDS>();
            let rights = BothRights {
                mover: words.word(&nodes.rights_of_mover),
                replier: words.word(&nodes.rights_of_replier),
            };
            // What pays only if few moves can be counted otherwise is done where there are no
            // bishops and queens.
            let plan = if KINDS == kinds::ALL {
                plan::<V, false>(&mover, &replier, castles, rights)
            } else {
                plan::<V, true>(&mover, &replier, castles, rights)
            };
            planned.store(plan, start);
            start += V::LANES;
        }
    }
}

/// Moves of positions, one in each lane. The moves only go and capture.
struct Moved<V: Vector> {
    token: V::Token,
    /// The places of the positions; only the lowest four bits count.
    places: V,
    from: V,
    to: V,
}

impl<V: Vector> Moved<V> {
    /// Takes as many moves of a block as there are lanes.
    #[inline(always)]
    fn new(token: V::Token, block: &Block, start: usize) -> Self {
        let mut moves = V::ZEROS;
        for (lane, &played) in moves.as_mut().iter_mut().zip(&block[start..start + V::LANES]) {
            *lane = played.into();
        }
        let places = V::from_array(token, moves);
        let one = places.shr(move_bits::IS_MOVE);
        let from = one.shl_by(places.shr(move_bits::FROM));
        let to = one.shl_by(places.shr(move_bits::TO));
        Self { token, places, from, to }
    }

    /// Returns a word of the positions before the moves.
    #[inline(always)]
    fn before(&self, halves: &Halves) -> V {
        V::pick(self.token, halves, self.places)
    }

    /// Returns the mover's pieces after the moves.
    #[inline(always)]
    fn mover(&self, nodes: &Nodes) -> Pieces<V> {
        Pieces {
            pawns: self.gone(&nodes.mover.pawns),
            knights: self.gone(&nodes.mover.knights),
            diagonal: self.gone(&nodes.mover.diagonal),
            orthogonal: self.gone(&nodes.mover.orthogonal),
            king: self.gone(&nodes.mover.king),
        }
    }

    #[inline(always)]
    fn gone(&self, halves: &Halves) -> V {
        let set = self.before(halves);
        set ^ ((self.from | self.to) & !(set & self.from).zero_mask())
    }

    /// Returns the replier's pieces after the moves.
    #[inline(always)]
    fn replier(&self, nodes: &Nodes) -> Pieces<V> {
        Pieces {
            pawns: self.before(&nodes.replier.pawns) & !self.to,
            knights: self.before(&nodes.replier.knights) & !self.to,
            diagonal: self.before(&nodes.replier.diagonal) & !self.to,
            orthogonal: self.before(&nodes.replier.orthogonal) & !self.to,
            king: self.before(&nodes.replier.king) & !self.to,
        }
    }

    /// Returns the replier's castling rights after the moves.
    #[inline(always)]
    fn rights(&self, nodes: &Nodes, castles: &[Castle; 2]) -> V {
        let mut rights = self.before(&nodes.rights_of_replier);
        for (wing, castle) in castles.iter().enumerate() {
            let lost = !(self.to & rights.splat(castle.rook)).zero_mask();
            rights = rights & !(lost & rights.splat(1 << wing));
        }
        rights
    }
}

/// Adds the numbers of replies to the moves of some blocks to a tally's digits.
pub(super) struct CountReplies<'a, const KINDS: u8, const CHECKS: bool, const RARE: bool> {
    pub(super) castles: &'a Castles,
    pub(super) nodes: &'a Nodes,
    pub(super) blocks: &'a [Block],
    pub(super) digits: &'a mut [Eight; Tally::<u64>::WORDS],
}

impl<const KINDS: u8, const CHECKS: bool, const RARE: bool> WordVisitor
    for CountReplies<'_, KINDS, CHECKS, RARE>
{
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { castles, nodes, blocks, digits } = self;
        let castles = castles.side(REPLIER);
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
                let moved = Moved::<V>::new(token, block, start);
                let replier = moved.replier(nodes).of_kinds::<KINDS>();
                let mover = moved.mover(nodes).of_kinds::<KINDS>();
                let rights = if RARE { moved.rights(nodes, castles) } else { moved.to.splat(0) };
                replies::count::<V, CHECKS, RARE>(&replier, &mover, castles, rights, &mut tally);
            }
            store_all(tally.into_words(), digits, start);
            start += V::LANES;
        }
    }
}
