//! Castling in ordinary chess and in Chess960, and rights that end.

use hyperbola_moves::{CastlingSide, Color, File, Rank, Role, Square};

use super::scene::{PIECES, Scene, rank};
use crate::dice::Dice;
use crate::situation::back_rank;

/// Puts a king and its rooks on the back rank of a colour, with the rights to castle.
fn home(
    scene: &mut Scene,
    dice: &mut Dice,
    color: Color,
    files: [Option<File>; 3],
) -> Option<Square> {
    let [queen_side, king, king_side] = files;
    let on = |file| Square::new(file, back_rank(color));
    scene.put(color, Role::King, on(king?))?;
    let rooks = [(CastlingSide::Queen, queen_side), (CastlingSide::King, king_side)];
    for (side, file) in rooks {
        let Some(file) = file else { continue };
        scene.put(color, Role::Rook, on(file))?;
        if !dice.one_in(8) {
            scene.setup.castling_rights.set(color, side, Some(on(file)));
        }
    }
    king.map(on)
}

/// Returns the files of ordinary chess: both rooks, or one of them.
fn ordinary_files(dice: &mut Dice) -> [Option<File>; 3] {
    let king = Some(File::E);
    match dice.below(4) {
        0 => [Some(File::A), king, None],
        1 => [None, king, Some(File::H)],
        _ => [Some(File::A), king, Some(File::H)],
    }
}

/// Returns three files in their order, for a queen's side rook, a king and a king's side rook.
fn chess960_files(dice: &mut Dice) -> [Option<File>; 3] {
    let king = 1 + dice.below(6);
    let west = dice.below(king);
    let east = king + 1 + dice.below(7 - king);
    let file = |index: usize| Some(File::ALL[index]);
    match dice.below(4) {
        0 => [file(west), file(king), None],
        1 => [None, file(king), file(east)],
        _ => [file(west), file(king), file(east)],
    }
}

fn castling(dice: &mut Dice, files: [Option<File>; 3]) -> Option<Scene> {
    let mut scene = Scene::new();
    home(&mut scene, dice, Color::White, files)?;
    scene.put_in(dice, Color::Black, Role::King, rank(Rank::Eighth) | rank(Rank::Third))?;
    if dice.one_in(3) {
        let (color, role) = (dice.pick(&Color::ALL), dice.pick(&PIECES));
        scene.put_in(dice, color, role, rank(Rank::First));
    }
    for _ in 0..dice.below(3) {
        let target = Square::new(dice.pick(&File::ALL), Rank::First);
        scene.attacker(dice, target);
    }
    if dice.one_in(3) {
        let role = dice.pick(&[Role::Rook, Role::Queen]);
        scene.put_in(dice, Color::Black, role, rank(Rank::First));
    }
    if dice.one_in(3) {
        scene.put_in(dice, Color::Black, Role::Pawn, rank(Rank::Second));
    }
    scene.sprinkle(dice, 2);
    Some(scene)
}

/// Castling with squares that are attacked, occupied and passed.
pub(super) fn ordinary(dice: &mut Dice) -> Option<Scene> {
    let files = ordinary_files(dice);
    castling(dice, files)
}

/// The same with the king and the rooks of Chess960.
pub(super) fn chess960(dice: &mut Dice) -> Option<Scene> {
    let files = chess960_files(dice);
    let mut scene = castling(dice, files)?;
    // Only from b1 can the rook that leaves uncover an attack on the king's target.
    if files[0] == Some(File::B) && dice.one_in(3) {
        let role = dice.pick(&[Role::Rook, Role::Queen]);
        scene.put(Color::Black, role, Square::A1);
    }
    Some(scene)
}

/// Both sides may castle, and pieces may capture the rooks or take their places.
pub(super) fn rights(dice: &mut Dice) -> Option<Scene> {
    let mut scene = Scene::new();
    for color in Color::ALL {
        let files = ordinary_files(dice);
        home(&mut scene, dice, color, files)?;
    }
    for color in Color::ALL {
        // A pawn that may capture on the enemy's back rank and promote.
        if dice.one_in(3) {
            let beside = dice.pick(&[File::B, File::G]);
            let seventh = Rank::Seventh.relative_to(color);
            scene.put(color, Role::Pawn, Square::new(beside, seventh));
        }
        for _ in 0..=dice.below(3) {
            let role = dice.pick(&PIECES);
            if dice.one_in(2) {
                // Where it attacks a corner of the enemy.
                let corner = Square::new(dice.pick(&[File::A, File::H]), back_rank(!color));
                scene.put_against(dice, color, role, corner);
            } else {
                let set = scene.empty();
                scene.put_in(dice, color, role, set);
            }
        }
    }
    Some(scene)
}

/// A rook that may be captured, and another rook that may take its place.
pub(super) fn replaced(dice: &mut Dice) -> Option<Scene> {
    let mut scene = Scene::new();
    let files = ordinary_files(dice);
    let king = home(&mut scene, dice, Color::White, files)?;
    let rooks = scene.setup.board.of(Color::White, Role::Rook);
    let corner = dice.square(rooks)?;
    let occupied = scene.setup.board.occupied();
    let lines = hyperbola::rook_attacks(corner, occupied);
    scene.put_in(dice, Color::White, Role::Rook, lines)?;
    scene.attacker(dice, corner)?;
    let far = !hyperbola::king_attacks(king) & !rank(Rank::Second);
    scene.put_in(dice, Color::Black, Role::King, far)?;
    if dice.one_in(2) {
        scene.setup.side_to_move = Color::Black;
    }
    Some(scene)
}
