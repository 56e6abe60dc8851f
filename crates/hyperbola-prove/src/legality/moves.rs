//! The proof that `moves` lists the legal moves of White: these, each once, and no other.

use std::collections::HashMap;

use hyperbola_rules::formulas::kinds;
use hyperbola_rules::sets;

use super::function::Function;
use super::laws::{Manner, Move, PieceKind, Side, Square};
use super::position_proof::PositionProof;
use super::refuted::Refuted;
use super::truth::Truth;
use super::words;

/// The steps of the sliders' directions, in the order of the formula's sets.
pub(super) const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// The steps of knights, in the order of the formula's sets.
pub(super) const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (-1, 2), (2, 1), (-2, 1), (-1, -2), (1, -2), (-2, -1), (2, -1)];

/// The pieces that a pawn may become, in the order of the formula's numbers.
pub(super) const PROMOTED: [PieceKind; 4] =
    [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

impl<'d> PositionProof<'d, '_> {
    /// Proves all but castling and captures en passant.
    pub(super) fn moves(&mut self) -> Result<(), Refuted> {
        Square::all().try_for_each(|to| self.moves_to(to))
    }

    /// Proves all moves to a square but castling and captures en passant.
    pub(super) fn moves_to(&mut self, to: Square) -> Result<(), Refuted> {
        let listed = self.listed(to)?;
        for from in Square::all() {
            let promotions = PROMOTED.map(Manner::Promotion);
            for manner in [Manner::Plain, Manner::DoubleStep].into_iter().chain(promotions) {
                let played = Move { from, to, manner };
                let found = listed.get(&key(played)).copied();
                self.legal_if(found.unwrap_or(Function::constant(false)), played)?;
            }
        }
        Ok(())
    }

    /// Returns when each move to a square is listed, as the sets are read.
    fn listed(&mut self, to: Square) -> Result<HashMap<Key, Function<'d>>, Refuted> {
        let (mut all, mut from_nowhere) = (Vec::new(), Vec::new());
        let king = self.king();
        let position = self.position.clone();
        let is_empty = |square| position.is_empty(square);
        read_sets(to, Some(king), &mut |set| self.set(set, to), is_empty, &mut |played, found| {
            match played {
                Some(played) => all.push((played, found)),
                None => from_nowhere.push(found),
            }
        });
        for found in from_nowhere {
            self.never(found, "a slider's move from no square", Some(to))?;
        }
        let mut listed = HashMap::new();
        for (played, found) in all {
            self.list(&mut listed, played, found)?;
        }
        Ok(listed)
    }

    /// Adds a move. It is an error if it may be listed twice in a position.
    pub(super) fn list(
        &mut self,
        listed: &mut HashMap<Key, Function<'d>>,
        played: Move,
        found: Function<'d>,
    ) -> Result<(), Refuted> {
        let before = listed.entry(key(played)).or_insert(Function::constant(false));
        let twice = before.and(|| found);
        *before = before.or(|| found);
        self.never(twice, &format!("{played} listed twice"), Some(played.to))
    }

    /// Proves that a move is found where it is legal.
    pub(super) fn legal_if(&mut self, found: Function<'d>, played: Move) -> Result<(), Refuted> {
        let legal = self.position.is_legal(Side::White, played);
        self.never(self.differ(found, legal), &played.to_string(), Some(played.to))
    }
}

/// Visits the moves to a square that the sets list, but for captures en passant and castling, each
/// with when it is listed; the king's moves if his square is given. `None` stands for a slider's
/// move without a slider.
pub(super) fn read_sets<T: Truth>(
    to: Square,
    king: Option<Square>,
    set: &mut dyn FnMut(usize) -> T,
    is_empty: impl Fn(Square) -> T,
    visit: &mut dyn FnMut(Option<Move>, T),
) {
    let plain = |from: Square| Some(Move { from, to, manner: Manner::Plain });
    for (direction, step) in DIRECTIONS.into_iter().enumerate() {
        let mut reached = set(sets::SLIDERS + direction);
        for from in way_back(to, step) {
            // The nearest piece on the way back moves.
            let is_empty = is_empty(from);
            visit(plain(from), reached.and(|| is_empty.not()));
            reached = reached.and(|| is_empty);
        }
        visit(None, reached);
    }
    if let Some(king) = king {
        visit(plain(king), set(sets::KING));
    }
    for place in (sets::KNIGHTS..sets::KING).chain(sets::PROMOTIONS..sets::EN_PASSANT) {
        let from = words::square((to.number() + 64 - sets::DIFFERENCES[place] as usize) % 64);
        let found = set(place);
        for &kind in sets::KINDS[place] {
            let manner = match kind {
                kinds::PLAIN => Manner::Plain,
                kinds::TWO_STEPS => Manner::DoubleStep,
                _ => {
                    let place = kinds::PROMOTIONS.iter().position(|&one| one == kind);
                    Manner::Promotion(PROMOTED[place.expect("the kind of a promotion")])
                }
            };
            visit(Some(Move { from, to, manner }), found);
        }
    }
}

/// A move as a key.
pub(super) type Key = (usize, usize, u8);

pub(super) fn key(Move { from, to, manner }: Move) -> Key {
    let manner = match manner {
        Manner::Plain => 0,
        Manner::DoubleStep => 1,
        Manner::EnPassant => 2,
        Manner::Promotion(kind) => 3 + kind as u8,
        Manner::Castling(_) => 9,
    };
    (from.number(), to.number(), manner)
}

/// Returns the squares on the way back from a square, against a direction.
pub(super) fn way_back(to: Square, (files, ranks): (i8, i8)) -> impl Iterator<Item = Square> {
    let at =
        move |steps: i8| Square { file: to.file - steps * files, rank: to.rank - steps * ranks };
    let is_on_board =
        |square: &Square| (0..8).contains(&square.file) && (0..8).contains(&square.rank);
    (1..8).map(at).take_while(is_on_board)
}
