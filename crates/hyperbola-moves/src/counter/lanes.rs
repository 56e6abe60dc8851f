//! Runs the formulas on eight positions, as many at a time as a word has lanes.

use hyperbola::word::{Vector, WordVisitor};

use super::add::Tally;
use super::castles::Castles;
use super::nodes::{Block, Eight, Nodes, rows};
use super::pieces::{Pieces, REPLIER};
use super::plan::{BothRights, Plan, plan};
use super::{Any, replies};

/// Loads a word with as many of eight values as it has lanes.
#[inline(always)]
fn load<V: Vector>(token: V::Token, words: &Eight, start: usize) -> V {
    let mut lanes = V::ZEROS;
    lanes.as_mut().copy_from_slice(&words[start..start + V::LANES]);
    V::from_array(token, lanes)
}

/// Stores the lanes of a word at their place among eight positions.
#[inline(always)]
fn store<V: Vector>(word: V, eight: &mut Eight, start: usize) {
    eight[start..start + V::LANES].copy_from_slice(word.into_array().as_ref());
}

/// Stores the lanes of several words at their place.
#[inline(always)]
fn store_all<V: Vector, const N: usize>(words: [V; N], eights: &mut [Eight; N], start: usize) {
    for (word, eight) in words.into_iter().zip(eights) {
        store(word, eight, start);
    }
}

impl Plan<Eight> {
    /// Stores the lanes of a plan at their place.
    #[inline(always)]
    fn store<V: Vector>(&mut self, plan: Plan<V>, start: usize) {
        store(plan.replies, &mut self.replies, start);
        store_all(plan.sliders, &mut self.sliders, start);
        store(plan.slider_kinds, &mut self.slider_kinds, start);
        store_all(plan.knights, &mut self.knights, start);
        store(plan.knight_kinds, &mut self.knight_kinds, start);
        store_all(plan.others, &mut self.others, start);
        store(plan.other_kinds, &mut self.other_kinds, start);
        store_all(plan.promotions, &mut self.promotions, start);
        store(plan.may_be_taken, &mut self.may_be_taken, start);
        store(plan.castles, &mut self.castles, start);
        store(plan.rook_checks, &mut self.rook_checks, start);
        store(plan.bishop_checks, &mut self.bishop_checks, start);
        store(plan.discoverers, &mut self.discoverers, start);
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

/// Eight positions of the nodes. A word loads as many of them as it has lanes.
struct Half<'a, V: Vector> {
    token: V::Token,
    nodes: &'a Nodes,
    half: usize,
    start: usize,
}

impl<V: Vector> Half<'_, V> {
    #[inline(always)]
    fn row(&self, row: usize) -> V {
        load(self.token, &self.nodes.0[row][self.half % 2], self.start)
    }

    #[inline(always)]
    fn pieces(&self, side: usize) -> Pieces<V> {
        Pieces {
            pawns: self.row(side + rows::PAWNS),
            knights: self.row(side + rows::KNIGHTS),
            diagonal: self.row(side + rows::DIAGONAL),
            orthogonal: self.row(side + rows::ORTHOGONAL),
            king: self.row(side + rows::KING),
        }
    }
}

/// Plans the moves in a half of the nodes.
pub(super) struct PlanNodes<'a, const DIAGONALS: bool> {
    pub(super) castles: &'a Castles,
    pub(super) nodes: &'a Nodes,
    pub(super) half: usize,
    pub(super) plan: &'a mut Plan<Eight>,
}

impl<const DIAGONALS: bool> WordVisitor for PlanNodes<'_, DIAGONALS> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { castles, nodes, half, plan: planned } = self;
        let mut start = 0;
        while start < 8 {
            let words = Half::<V> { token, nodes, half, start };
            let rights = BothRights {
                mover: words.row(rows::RIGHTS_OF_MOVER),
                replier: words.row(rows::RIGHTS_OF_REPLIER),
            };
            let (mover, replier) = (words.pieces(rows::MOVER), words.pieces(rows::REPLIER));
            let plan = plan::<V, InLanes, DIAGONALS>(&mover, &replier, castles, rights);
            planned.store(plan, start);
            start += V::LANES;
        }
    }
}

/// Moves of positions, one in each lane. The moves only go and capture.
struct Moved<'a, V: Vector> {
    token: V::Token,
    nodes: &'a Nodes,
    places: V,
    from: V,
    to: V,
}

impl<V: Vector> Moved<'_, V> {
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
        Pieces {
            pawns: self.gone(rows::MOVER + rows::PAWNS),
            knights: self.gone(rows::MOVER + rows::KNIGHTS),
            diagonal: self.gone(rows::MOVER + rows::DIAGONAL),
            orthogonal: self.gone(rows::MOVER + rows::ORTHOGONAL),
            king: self.gone(rows::MOVER + rows::KING),
        }
    }

    #[inline(always)]
    fn replier(&self) -> Pieces<V> {
        Pieces {
            pawns: self.left(rows::REPLIER + rows::PAWNS),
            knights: self.left(rows::REPLIER + rows::KNIGHTS),
            diagonal: self.left(rows::REPLIER + rows::DIAGONAL),
            orthogonal: self.left(rows::REPLIER + rows::ORTHOGONAL),
            king: self.left(rows::REPLIER + rows::KING),
        }
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
pub(super) struct CountReplies<'a, const DIAGONALS: bool, const CHECKS: bool, const RARE: bool> {
    pub(super) castles: &'a Castles,
    pub(super) nodes: &'a Nodes,
    pub(super) blocks: &'a [Block],
    pub(super) digits: &'a mut [Eight; Tally::<u64>::WORDS],
}

impl<const DIAGONALS: bool, const CHECKS: bool, const RARE: bool> WordVisitor
    for CountReplies<'_, DIAGONALS, CHECKS, RARE>
{
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { castles, nodes, blocks, digits } = self;
        let mut start = 0;
        while start < 8 {
            let [a, b, c, d, e] = &*digits;
            let mut tally = Tally::from_words([
                load::<V>(token, a, start),
                load(token, b, start),
                load(token, c, start),
                load(token, d, start),
                load(token, e, start),
            ]);
            for [places, from, to] in blocks {
                let (from, to) = (load::<V>(token, from, start), load(token, to, start));
                let places = load(token, places, start);
                let moved = Moved { token, nodes, places, from, to };
                let rights = if RARE { moved.rights(castles) } else { to.splat(0) };
                replies::count::<V, DIAGONALS, CHECKS, RARE>(
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
