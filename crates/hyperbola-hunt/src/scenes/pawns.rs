//! En passant, double steps and promotions.

use hyperbola::geometry;
use hyperbola_moves::{Bitboard, Color, File, Rank, Role, Square};

use super::scene::{PIECES, Scene, rank};
use crate::dice::Dice;

/// A pawn of Black that has just made a double step, beside one or two pawns of White.
pub(super) fn en_passant(dice: &mut Dice) -> Option<Scene> {
    let (mut scene, victim) = pair(dice, Rank::Fifth)?;
    scene.setup.en_passant = Some(Square::new(victim.file(), Rank::Sixth));
    Some(scene)
}

/// The same before the double step.
pub(super) fn before_double_step(dice: &mut Dice) -> Option<Scene> {
    let (mut scene, _) = pair(dice, Rank::Seventh)?;
    scene.setup.side_to_move = Color::Black;
    Some(scene)
}

/// Puts a pawn of Black on its file, pawns of White beside where it goes, and the king of White
/// where a capture may uncover it.
fn pair(dice: &mut Dice, pawn_rank: Rank) -> Option<(Scene, Square)> {
    let mut scene = Scene::new();
    let victim = Square::new(dice.pick(&File::ALL), Rank::Fifth);
    let standing = Square::new(victim.file(), pawn_rank);
    let target = Square::new(victim.file(), Rank::Sixth);
    let origin = Square::new(victim.file(), Rank::Seventh);
    scene.put(Color::Black, Role::Pawn, standing)?;
    let sides = match dice.below(4) {
        0 => &[-1, 1][..],
        1 | 2 => &[1],
        _ => &[-1],
    };
    let captors: Vec<Square> = sides.iter().filter_map(|&side| victim.offset(side, 0)).collect();
    for &captor in &captors {
        scene.put(Color::White, Role::Pawn, captor)?;
    }
    let captor = *captors.first()?;
    // The squares that must stay empty for the double step.
    let path = Bitboard::from(target) | origin.into() | victim.into();
    let through = dice.pick(&[victim, victim, captor, captor, target, origin]);
    match dice.below(7) {
        // In check from the pawn itself.
        0 => {
            let beside = hyperbola::pawn_attacks(Color::Black, victim);
            scene.put_in(dice, Color::White, Role::King, beside)?;
        }
        1 | 2 => {
            let king = scene.put_in(dice, Color::White, Role::King, rank(Rank::Fifth) - path)?;
            let outer = dice.pick(&[victim, captor]);
            scene.slider_beyond(dice, king, outer);
        }
        3..=5 => {
            let lines = geometry::lines(through, hyperbola::Slider::Queen) - path;
            let king = scene.put_in(dice, Color::White, Role::King, lines)?;
            scene.slider_beyond(dice, king, through);
        }
        _ => {
            scene.put_in(dice, Color::White, Role::King, !path)?;
        }
    }
    scene.put_in(dice, Color::Black, Role::King, !path)?;
    let before = scene.setup;
    scene.sprinkle(dice, 3);
    if !(scene.setup.board.occupied() & path).is_subset(standing.into()) {
        scene.setup = before;
    }
    Some((scene, victim))
}

/// Pawns about to promote, pieces to capture, and a king that may be in check.
pub(super) fn promotions(dice: &mut Dice) -> Option<Scene> {
    let mut scene = Scene::new();
    for _ in 0..=dice.below(3) {
        scene.put_in(dice, Color::White, Role::Pawn, rank(Rank::Seventh));
    }
    for _ in 0..dice.below(4) {
        let role = dice.pick(&PIECES);
        scene.put_in(dice, Color::Black, role, rank(Rank::Eighth));
    }
    let near = rank(Rank::Eighth) | rank(Rank::Seventh) | rank(Rank::Sixth);
    let set = if dice.one_in(2) { near } else { Bitboard::FULL };
    let king = scene.put_in(dice, Color::White, Role::King, set)?;
    if dice.one_in(3) {
        scene.attacker(dice, king);
    }
    let set = if dice.one_in(2) { near } else { Bitboard::FULL };
    scene.put_in(dice, Color::Black, Role::King, set)?;
    scene.sprinkle(dice, 3);
    Some(scene)
}

/// Many pawns of both colours.
pub(super) fn many(dice: &mut Dice) -> Option<Scene> {
    let mut scene = Scene::new();
    scene.put_in(dice, Color::White, Role::King, Bitboard::FULL)?;
    scene.black_king(dice)?;
    for _ in 0..4 + dice.below(10) {
        let color = dice.pick(&Color::ALL);
        scene.put_in(dice, color, Role::Pawn, Bitboard::FULL);
    }
    scene.sprinkle(dice, 3);
    Some(scene)
}
