//! The moves of a node in the order in which a search tries them.

use arrayvec::ArrayVec;

use crate::{Legal, Move, MoveList, PieceValues, Stage};

/// Moves with scores, from which the best one is taken again and again. It needs no heap and holds
/// as many moves as a [`MoveList`].
///
/// Most nodes end with one of the first moves, so the moves are not sorted.
///
/// ```
/// use hyperbola_moves::{Position, Role, ScoredMoves};
/// let position = Position::initial();
/// let mut moves = ScoredMoves::new();
/// for &legal in &position.legal_moves() {
///     let is_knight = position.board().of_role(Role::Knight).contains(legal.from());
///     moves.push(legal, i32::from(is_knight) * 10 + i32::from(legal.to().file() as u8));
/// }
/// assert_eq!(moves.take_best().map(|best| best.to_string()).as_deref(), Some("g1h3"));
/// assert_eq!(moves.len(), 19);
/// ```
#[derive(Debug, Clone, Default)]
pub struct ScoredMoves {
    moves: ArrayVec<(i32, Move), { MoveList::CAPACITY }>,
}

impl ScoredMoves {
    /// Makes an empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { moves: ArrayVec::new_const() }
    }

    /// Returns the number of moves.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether there is no move.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Adds a move with its score.
    ///
    /// # Panics
    ///
    /// Panics if the list is full.
    #[inline]
    pub fn push(&mut self, added: Move, score: i32) {
        self.moves.push((score, added));
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Takes the move with the highest score. Of equal ones it takes any, but always the same.
    #[inline]
    pub fn take_best(&mut self) -> Option<Move> {
        let (mut best, mut highest) = (0, self.moves.first()?.0);
        for (place, &(score, _)) in self.moves.iter().enumerate() {
            if score >= highest {
                (best, highest) = (place, score);
            }
        }
        Some(self.moves.swap_remove(best).1)
    }
}

/// The stages of a [`Picker`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Picked {
    Nothing,
    Hash,
    Captures,
    Killers,
    Quiets,
    Losing,
}

/// The legal moves of a node, one after the other, each once: the move of the hash table; captures
/// and promotions that lose nothing; two killers; quiet moves by the caller's scores; and captures
/// and promotions that lose material.
///
/// Each stage is found when it is reached, since a good first move spares the others. Captures are
/// ordered by what they take, and equal ones by the least valuable piece. What is known of other
/// positions, such as the move of the hash table, killers and the scores of quiet moves, is the
/// caller's.
///
/// ```
/// use hyperbola_moves::{Move, Picker, Position};
///
/// let position: Position =
///     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let legal = position.legal();
/// // A move of another position is passed over.
/// let (hash, killers) = (Some("e2a6".parse()?), [Some("e1g1".parse()?), Some("d2h6".parse()?)]);
/// let mut picker = Picker::new(&legal, hash, killers);
/// let castles_first = |quiet: Move| i32::from(quiet.is_castling(&position));
/// let mut moves = Vec::new();
/// while let Some(next) = picker.next(castles_first) {
///     moves.push(next.to_string());
/// }
/// assert_eq!(moves.len(), 48);
/// assert_eq!(moves[0], "e2a6");
/// let place = |wanted: &str| moves.iter().position(|text| text == wanted);
/// assert!(place("d2h6") < place("e1h1"));
/// // The queen takes a defended knight.
/// assert!(moves[40..].contains(&"f3f6".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Picker<'a> {
    legal: Legal<'a>,
    stage: Picked,
    hash: Option<Move>,
    killers: [Option<Move>; 2],
    captures_alone: bool,
    skips_quiets: bool,
    found: ScoredMoves,
    losing: ScoredMoves,
}

impl<'a> Picker<'a> {
    /// Begins with all moves of a node. The moves of the hash table and the killers may be of
    /// another position: those that are not legal are passed over, as are killers that are not
    /// quiet.
    #[inline]
    #[must_use]
    pub fn new(legal: &Legal<'a>, hash: Option<Move>, killers: [Option<Move>; 2]) -> Self {
        let hash = hash.filter(|&hash| legal.contains(hash));
        let (found, losing) = (ScoredMoves::new(), ScoredMoves::new());
        let (legal, stage) = (*legal, Picked::Nothing);
        let (captures_alone, skips_quiets) = (false, false);
        Self { legal, stage, hash, killers, captures_alone, skips_quiets, found, losing }
    }

    /// Begins with the captures and the promotions of a node that lose nothing, and no other moves.
    /// The move of the hash table comes first, even if it loses material, unless it is quiet.
    #[inline]
    #[must_use]
    pub fn captures(legal: &Legal<'a>, hash: Option<Move>) -> Self {
        let mut picker = Self::new(legal, hash, [None; 2]);
        picker.hash = picker.hash.filter(|hash| !hash.is_quiet(legal.position()));
        Self { captures_alone: true, ..picker }
    }

    /// Returns the move of the hash table, if it is legal here.
    #[inline]
    #[must_use]
    pub const fn hash(&self) -> Option<Move> {
        self.hash
    }

    /// Leaves out all quiet moves that have not been returned, but that of the hash table. Captures
    /// and promotions that lose material still come.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.skips_quiets = true;
        if matches!(self.stage, Picked::Killers | Picked::Quiets) {
            self.found.clear();
        }
    }

    /// Returns the next move. The function scores quiet moves when their stage is reached: the move
    /// with the highest score comes first.
    pub fn next(&mut self, score: impl Fn(Move) -> i32) -> Option<Move> {
        loop {
            let Some(best) = self.found.take_best() else {
                self.find(&score)?;
                continue;
            };
            if self.stage == Picked::Captures && !self.legal.position().see_at_least(best, 0) {
                // Later ones are no better.
                let place = i32::try_from(self.losing.len()).unwrap_or(i32::MAX);
                self.losing.push(best, -place);
                continue;
            }
            return Some(best);
        }
    }

    /// Finds the moves of the next stage, or returns nothing after the last one.
    fn find(&mut self, score: impl Fn(Move) -> i32) -> Option<()> {
        let Self { legal, hash, found, .. } = self;
        let position = legal.position();
        self.stage = match self.stage {
            Picked::Nothing => {
                hash.iter().for_each(|&hash| found.push(hash, 0));
                Picked::Hash
            }
            Picked::Hash => {
                let mut moves = legal.stage(Stage::Captures).moves();
                legal.stage(Stage::Promotions).moves_into(&mut moves);
                for &played in moves.iter().filter(|&&played| Some(played) != *hash) {
                    let gains = [played.captured(position), played.promotion()];
                    let gain = gains.map(|role| role.map_or(0, |role| VALUES.of(role)));
                    let mover = position.board().role_at_occupied(played.from());
                    found.push(played, ((gain[0] + gain[1]) << 3) - mover as i32);
                }
                Picked::Captures
            }
            Picked::Captures if !self.captures_alone => {
                if self.skips_quiets {
                    self.killers = [None; 2];
                }
                let fits = |&killer: &Move| {
                    Some(killer) != *hash && legal.contains(killer) && killer.is_quiet(position)
                };
                let [first, second] = self.killers.map(|killer| killer.filter(fits));
                self.killers = [first, second.filter(|_| second != first)];
                for (killer, score) in self.killers.iter().zip([1, 0]) {
                    killer.iter().for_each(|&killer| found.push(killer, score));
                }
                Picked::Killers
            }
            Picked::Killers => {
                if !self.skips_quiets {
                    let known = [*hash, self.killers[0], self.killers[1]];
                    for &quiet in &legal.stage(Stage::Quiets).moves() {
                        if !quiet.is_promotion() && !known.contains(&Some(quiet)) {
                            found.push(quiet, score(quiet));
                        }
                    }
                }
                Picked::Quiets
            }
            Picked::Quiets => {
                core::mem::swap(found, &mut self.losing);
                Picked::Losing
            }
            Picked::Captures | Picked::Losing => return None,
        };
        Some(())
    }
}

/// The values by which captures are ordered.
const VALUES: PieceValues = PieceValues::STANDARD;
