//! Checks, pins, kings among attackers, edges, and many pieces.

use hyperbola::{Direction, geometry};
use hyperbola_moves::{Bitboard, CastlingSide, Color, Role, Setup, Square};

use super::scene::{MEN, PIECES, Scene};
use crate::dice::Dice;

/// The squares of the edge.
const EDGE: Bitboard = Bitboard(0xff81_8181_8181_81ff);

/// A position with 218 legal moves, the most that a game can lead to (Nenad Petrovic, 1964).
const MOST_MOVES: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

fn white_king(dice: &mut Dice) -> Option<(Scene, Square)> {
    let mut scene = Scene::new();
    let king = scene.put_in(dice, Color::White, Role::King, Bitboard::FULL)?;
    Some((scene, king))
}

/// A king in check, with own pieces around.
pub(super) fn checks(dice: &mut Dice) -> Option<Scene> {
    let (mut scene, king) = white_king(dice)?;
    scene.attacker(dice, king)?;
    for _ in 0..1 + dice.below(6) {
        let role = dice.pick(&MEN);
        scene.put_in(dice, Color::White, role, Bitboard::FULL);
    }
    scene.black_king(dice)?;
    scene.sprinkle(dice, 3);
    Some(scene)
}

/// A king that two pieces attack.
pub(super) fn double_checks(dice: &mut Dice) -> Option<Scene> {
    let (mut scene, king) = white_king(dice)?;
    scene.attacker(dice, king)?;
    scene.attacker(dice, king)?;
    for _ in 0..1 + dice.below(6) {
        let role = dice.pick(&MEN);
        scene.put_in(dice, Color::White, role, Bitboard::FULL);
    }
    scene.black_king(dice)?;
    Some(scene)
}

/// Pieces of all roles between the king and sliders.
pub(super) fn pins(dice: &mut Dice) -> Option<Scene> {
    let (mut scene, king) = white_king(dice)?;
    for _ in 0..1 + dice.below(4) {
        let ray = geometry::ray(king, dice.pick(&Direction::ALL));
        let role = dice.pick(&MEN);
        if let Some(pinned) = scene.put_in(dice, Color::White, role, ray) {
            scene.slider_beyond(dice, king, pinned);
        }
    }
    scene.black_king(dice)?;
    scene.sprinkle(dice, 4);
    Some(scene)
}

/// A king with pieces of Black near it.
pub(super) fn king_walk(dice: &mut Dice) -> Option<Scene> {
    let (mut scene, king) = white_king(dice)?;
    let near: Bitboard =
        Square::ALL.into_iter().filter(|&square| geometry::distance(king, square) <= 3).collect();
    for _ in 0..1 + dice.below(4) {
        let role = dice.pick(&MEN);
        scene.put_in(dice, Color::Black, role, near);
    }
    let set = if dice.one_in(2) { near } else { Bitboard::FULL };
    scene.put_in(dice, Color::Black, Role::King, set)?;
    scene.sprinkle(dice, 2);
    Some(scene)
}

/// A few pieces, most of them at the edge.
pub(super) fn edge(dice: &mut Dice) -> Option<Scene> {
    let mut scene = Scene::new();
    for color in Color::ALL {
        let set = if dice.one_in(2) { EDGE } else { Bitboard::FULL };
        scene.put_in(dice, color, Role::King, set)?;
    }
    for _ in 0..1 + dice.below(4) {
        let color = if dice.one_in(4) { Color::Black } else { Color::White };
        let role = dice.pick(&MEN);
        // For pawns: the files at the edge.
        let set = if dice.one_in(3) { Bitboard::FULL } else { EDGE };
        scene.put_in(dice, color, role, set);
    }
    Some(scene)
}

/// Many queens, or most of a position with the most moves.
pub(super) fn queens(dice: &mut Dice) -> Option<Scene> {
    let mut scene = Scene::new();
    if dice.one_in(3) {
        scene.setup = MOST_MOVES.parse().ok()?;
        for _ in 0..dice.below(4) {
            let square = dice.square(scene.setup.board.occupied())?;
            if scene.setup.board.role_at(square) != Some(Role::King) {
                scene.setup.board.remove(square);
            }
        }
        return Some(scene);
    }
    scene.put_in(dice, Color::White, Role::King, Bitboard::FULL)?;
    scene.black_king(dice)?;
    for _ in 0..1 + dice.below(9) {
        scene.put_in(dice, Color::White, Role::Queen, Bitboard::FULL);
    }
    scene.sprinkle(dice, 4);
    Some(scene)
}

/// Any pieces anywhere, castling and en passant wherever they fit.
pub(super) fn any(dice: &mut Dice, most: usize) -> Option<Scene> {
    let mut scene = Scene::new();
    for color in Color::ALL {
        let home = if color == Color::White { Square::E1 } else { Square::E8 };
        let set = if dice.one_in(3) { home.into() } else { Bitboard::FULL };
        scene.put_in(dice, color, Role::King, set)?;
    }
    for _ in 0..dice.below(most) {
        let role = if dice.one_in(2) { Role::Pawn } else { dice.pick(&PIECES) };
        let color = dice.pick(&Color::ALL);
        scene.put_in(dice, color, role, Bitboard::FULL);
    }
    // Rights that do not fit are dropped one after another.
    for color in Color::ALL {
        for (side, file) in [(CastlingSide::King, 7), (CastlingSide::Queen, 0)] {
            let rank = hyperbola_moves::Rank::First.relative_to(color);
            let rook = Square::new(hyperbola_moves::File::from_index_wrapping(file), rank);
            let mut with = scene.setup;
            with.castling_rights.set(color, side, Some(rook));
            if with.position().is_ok_and(|position| position.chess960_right().is_none()) {
                scene.setup = with;
            }
        }
    }
    for square in Square::ALL {
        let with = Setup { en_passant: Some(square), ..scene.setup };
        if dice.one_in(2) && with.position().is_ok() {
            scene.setup = with;
        }
    }
    Some(scene)
}
