//! The ways to make a situation smaller.

use hyperbola::geometry;
use hyperbola_moves::{CastlingRights, CastlingSide, Color, Move, Piece, Role, Setup, Square};

use crate::Situation;
use crate::situation::mapped;
use crate::situation::victim;

/// A way to make a situation smaller.
pub(crate) type Step = fn(&Situation) -> Vec<Situation>;

/// All ways, those that remove the most first.
pub(crate) const STEPS: [Step; 10] = [
    fewer_moves,
    shorter,
    fewer_pieces,
    fewer_rights,
    without_clocks,
    white_moves,
    weaker,
    without_check,
    nearer,
    pairs,
];

/// Begins later: at the position after some of the moves played.
fn fewer_moves(situation: &Situation) -> Vec<Situation> {
    let played = situation.played();
    let mut all = Vec::new();
    for begin in (1..=played.len()).rev() {
        let Some(prefix) = bare(situation).and_then(|bare| bare.after_all(&played[..begin])) else {
            continue;
        };
        // With the en passant square that programs write, and with that of legal captures only.
        for setup in [prefix.end(), prefix.position().setup()] {
            all.extend(situation.rebuilt(setup, &played[begin..]));
        }
    }
    all
}

/// Leaves out moves of both sides: many that follow each other, or one of each.
fn shorter(situation: &Situation) -> Vec<Situation> {
    /// More moves have too many pairs to try.
    const MOST: usize = 40;
    let played = situation.played();
    let mut all = Vec::new();
    let mut without = |left_out: &dyn Fn(usize) -> bool| {
        let kept = played.iter().enumerate().filter(|(index, _)| !left_out(*index));
        let kept: Vec<Move> = kept.map(|(_, &played)| played).collect();
        all.extend(situation.rebuilt(*situation.start(), &kept));
    };
    let mut length = played.len() / 4 * 2;
    while length >= 2 {
        for begin in 0..=played.len() - length {
            without(&|index| (begin..begin + length).contains(&index));
        }
        length = length / 4 * 2;
    }
    if played.len() <= MOST {
        for first in 0..played.len() {
            for second in (first + 1..played.len()).step_by(2) {
                without(&|index| index == first || index == second);
            }
        }
    }
    all
}

/// Returns the start without moves.
fn bare(situation: &Situation) -> Option<Situation> {
    situation.of(*situation.start())
}

/// Returns the situations of other starts with the same moves, of those that fit.
fn from_starts(situation: &Situation, starts: impl Iterator<Item = Setup>) -> Vec<Situation> {
    starts.filter_map(|start| situation.rebuilt(start, situation.played())).collect()
}

/// Removes a piece, with the rights that need it.
fn fewer_pieces(situation: &Situation) -> Vec<Situation> {
    let start = situation.start();
    from_starts(situation, removable(start).map(|square| removed(start, square)))
}

/// Removes two pieces at once, if few are left: some keep each other's company only.
fn pairs(situation: &Situation) -> Vec<Situation> {
    let start = situation.start();
    let pieces: Vec<Square> = removable(start).collect();
    if pieces.len() > 8 {
        return Vec::new();
    }
    let without_first = pieces.iter().enumerate().flat_map(|(index, &first)| {
        let without = removed(start, first);
        pieces[index + 1..].iter().map(move |&second| removed(&without, second))
    });
    from_starts(situation, without_first)
}

fn removable(setup: &Setup) -> impl Iterator<Item = Square> + use<> {
    let kings = setup.board.of_role(Role::King);
    (setup.board.occupied() - kings).into_iter()
}

/// Returns a setup without a piece and without the rights that need it.
fn removed(setup: &Setup, square: Square) -> Setup {
    let mut without = *setup;
    without.board.remove(square);
    for (color, side, rook) in setup.castling_rights.iter() {
        if rook == square {
            without.castling_rights.set(color, side, None);
        }
    }
    without.en_passant = setup.en_passant.filter(|&target| victim(target) != square);
    without
}

/// Removes rights to castle or the en passant square.
fn fewer_rights(situation: &Situation) -> Vec<Situation> {
    let start = situation.start();
    let without_right = start.castling_rights.iter().map(|(color, side, _)| {
        let mut without = *start;
        without.castling_rights.set(color, side, None);
        without
    });
    let without_square = start.en_passant.map(|_| Setup { en_passant: None, ..*start });
    from_starts(situation, without_right.chain(without_square))
}

/// Sets the clocks back.
fn without_clocks(situation: &Situation) -> Vec<Situation> {
    let start = situation.start();
    let reset = Setup { halfmove_clock: 0, fullmove_number: 1, ..*start };
    from_starts(situation, Some(reset).filter(|reset| reset != start).into_iter())
}

/// Exchanges the colours if Black is to move at the start.
fn white_moves(situation: &Situation) -> Vec<Situation> {
    if situation.start().side_to_move == Color::White {
        return Vec::new();
    }
    situation.mirrored().into_iter().collect()
}

/// Replaces a queen by a rook or a bishop.
fn weaker(situation: &Situation) -> Vec<Situation> {
    let start = situation.start();
    let queens = start.board.pieces().filter(|(_, piece)| piece.role == Role::Queen);
    let weaker = queens.flat_map(|(square, queen)| {
        [Role::Rook, Role::Bishop].map(|role| {
            let mut weaker = *start;
            weaker.board.put(square, Piece::new(queen.color, role));
            weaker
        })
    });
    from_starts(situation, weaker)
}

/// Moves a piece by a step of a king, so that all pieces are nearer to each other. It leads into no
/// check: a position without one says more.
fn nearer(situation: &Situation) -> Vec<Situation> {
    let before = spread(situation.start());
    let is_check = situation.position().is_check();
    let mut all = stepped(situation);
    all.retain(|stepped| {
        spread(stepped.start()) < before && (is_check || !stepped.position().is_check())
    });
    all
}

/// Moves a piece by a step of a king, so that there is no check.
fn without_check(situation: &Situation) -> Vec<Situation> {
    if !situation.position().is_check() {
        return Vec::new();
    }
    let mut all = stepped(situation);
    all.retain(|stepped| !stepped.position().is_check());
    all
}

/// Moves a piece by a step of a king.
fn stepped(situation: &Situation) -> Vec<Situation> {
    let start = situation.start();
    let mut all = Vec::new();
    for (from, piece) in start.board.pieces() {
        for to in hyperbola::king_attacks(from) - start.board.occupied() {
            let Some(setup) = moved(start, from, to, piece) else { continue };
            // A piece that was played from its square is played from the new one.
            let mut played = situation.played().to_vec();
            if let Some(first) = played.iter_mut().find(|played| played.from() == from) {
                *first = mapped(*first, |square| if square == from { to } else { square });
            }
            let same = situation.rebuilt(setup, situation.played());
            all.extend(same.or_else(|| situation.rebuilt(setup, &played)));
        }
    }
    all
}

/// Returns a setup with a piece on another square. Rights go with their rook; the en passant square
/// must stay as it is.
fn moved(setup: &Setup, from: Square, to: Square, piece: Piece) -> Option<Setup> {
    let mut moved = *setup;
    moved.board.remove(from);
    moved.board.put(to, piece);
    moved.castling_rights = CastlingRights::NONE;
    let king = |color| moved.board.of(color, Role::King).first();
    for (color, side, rook) in setup.castling_rights.iter() {
        let rook = if rook == from { to } else { rook };
        if CastlingSide::of_rook(king(color)?, rook) != side {
            return None;
        }
        moved.castling_rights.set(color, side, Some(rook));
    }
    Some(moved)
}

/// Returns the sum of the distances between all pieces, in steps of a king.
fn spread(setup: &Setup) -> u32 {
    let squares: Vec<Square> = setup.board.occupied().into_iter().collect();
    let pairs = squares.iter().flat_map(|&a| squares.iter().map(move |&b| (a, b)));
    pairs.map(|(a, b)| u32::from(geometry::distance(a, b))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_to_castle_goes_with_its_rook() {
        let start = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().expect("a FEN");
        let situation = Situation::new(start).expect("a position");
        let fens = |step: Step| -> Vec<String> {
            step(&situation).iter().map(|smaller| smaller.fen()).collect()
        };
        assert_eq!(
            fens(fewer_pieces),
            ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]
        );
        assert_eq!(fens(pairs), ["4k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
        let stepped = fens(stepped);
        for moved in ["1R2K2R w HB - 0 1", "R3K1R1 w GA - 0 1"] {
            assert!(stepped.contains(&format!("4k3/8/8/8/8/8/8/{moved}")), "{moved}: {stepped:?}");
        }
        // A right cannot follow a rook away from its rank.
        assert!(!stepped.iter().any(|fen| fen.contains("/7R/R3K3 w")), "{stepped:?}");
    }
}
