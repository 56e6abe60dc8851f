//! What the counter knows of a node, for the example of `docs/COUNTER.md`.

use hyperbola::word::{Lanes, Portable, Vector};
use hyperbola::{Bitboard, Square};

use super::walk::Start;
use crate::plan::numbers::{LOG_OF_PIECE, Numbers};
use crate::plan::plan;
use crate::plan::replier::Replier;
use hyperbola_moves::Position;
use hyperbola_rules::castling::BothRights;
use hyperbola_rules::lines::union;
use hyperbola_rules::mover::{Mover, Sides};

type One = Lanes<u64, 1>;

fn word(value: u64) -> One {
    One::from_array(Portable, [value])
}

/// A node as the counter sees it: what it adds up, and what it makes.
///
/// If Black is to move, the board is turned over.
struct NodeView {
    /// The number of replies after a pass.
    base: u64,
    /// The number of each square: `replies = base + number(from) - number(to)`.
    numbers: [i64; 64],
    /// The squares to which knights move by moves that are made, because they are not neutral.
    made_by_knights: Bitboard,
}

impl NodeView {
    /// Looks at a position, as if it had no castling rights.
    fn new(position: &Position) -> Self {
        let Start { board, castles } = Start::new(position, 2);
        let mover = board.own::<true>().map(|&set| word(set));
        let replier = board.enemy::<true>().map(|&set| word(set));
        let none = word(0);
        let rights = BothRights { mover: none, replier: none };
        let planned = plan::<One, false>(&mover, &replier, &castles, rights);
        let sides = Sides::new(&mover, &replier);
        let mover = Mover::new(&sides);
        let replier = Replier::new(&sides, &mover);
        let numbers = Numbers::new(&sides, &replier);
        let base = replier.base(&sides, &mover, castles.side(false), none);
        let [repliers] = sides.repliers.into_array();
        Self {
            base: base.into_array()[0],
            numbers: Square::ALL.map(|square| {
                let [number] = numbers.of(word(1 << square.index())).into_array();
                let addition = ((repliers >> square.index()) & 1) << LOG_OF_PIECE;
                number.cast_signed() - addition.cast_signed()
            }),
            made_by_knights: Bitboard(union(planned.knights.sets).into_array()[0]),
        }
    }
}

/// The example of `docs/COUNTER.md`.
#[test]
fn replies_to_moves_that_are_not_made_are_base_and_numbers() {
    let position: Position = "3r3k/8/8/8/8/8/8/1N5K w - - 0 1".parse().unwrap();
    let NodeView { base, numbers, made_by_knights } = NodeView::new(&position);
    assert_eq!(base, 16);
    assert_eq!(numbers[usize::from(Square::D7.index())], 8);
    let moves = position.legal().moves();
    for played in moves.iter().filter(|played| played.from() == Square::B1) {
        assert!(!made_by_knights.contains(played.to()));
        let [from, to] = [played.from(), played.to()].map(|at| numbers[usize::from(at.index())]);
        let after = position.play(*played).unwrap();
        let replies = i64::try_from(crate::count(&after, 1)).unwrap();
        assert_eq!(replies, base.cast_signed() + from - to, "{}", played.to());
    }
}
