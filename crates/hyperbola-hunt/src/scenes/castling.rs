//! Castling in ordinary chess and in Chess960, and rights that end.

use hyperbola::geometry;
use hyperbola_moves::{CastlingSide, Color, File, Rank, Role, Square};

use super::scene::{PIECES, Scene, rank};
use crate::dice::Dice;

/// Puts a king and its rooks on the back rank of a colour, with the rights to castle.
fn home(
    scene: &mut Scene,
    dice: &mut Dice,
    color: Color,
    files: [Option<File>; 3],
) -> Option<Square> {
    let [queen_side, king, king_side] = files;
    let on = |file| Square::new(file, Rank::First.relative_to(color));
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

/// Leaves both rooks, or one of them.
fn one_or_both(dice: &mut Dice, [west, king, east]: [Option<File>; 3]) -> [Option<File>; 3] {
    match dice.below(4) {
        0 => [west, king, None],
        1 => [None, king, east],
        _ => [west, king, east],
    }
}

/// Returns the files of ordinary chess: both rooks, or one of them.
fn ordinary_files(dice: &mut Dice) -> [Option<File>; 3] {
    one_or_both(dice, [File::A, File::E, File::H].map(Some))
}

/// The number of back ranks of Chess960.
pub(super) const BACK_RANKS: usize = 960;

/// Returns the pieces of a back rank of Chess960 from the a-file, by Scharnagl's numbers.
fn back_rank_of(number: usize) -> [Role; 8] {
    const KNIGHTS: [[usize; 2]; 10] =
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    let mut roles = [None; 8];
    roles[number % 4 * 2 + 1] = Some(Role::Bishop);
    roles[number / 4 % 4 * 2] = Some(Role::Bishop);
    let free = |roles: &[Option<Role>; 8], nth: usize| {
        let mut free = (0..8).filter(|&file| roles[file].is_none());
        free.nth(nth).unwrap_or_default()
    };
    roles[free(&roles, number / 16 % 6)] = Some(Role::Queen);
    let knights = KNIGHTS[number / 96 % 10].map(|nth| free(&roles, nth));
    for file in knights {
        roles[file] = Some(Role::Knight);
    }
    roles[free(&roles, 1)] = Some(Role::King);
    roles.map(|role| role.unwrap_or(Role::Rook))
}

/// Returns the files of the queen's side rook, the king and the king's side rook of a back rank.
fn castling_files(roles: &[Role; 8]) -> [Option<File>; 3] {
    let castling = |role: &Role| matches!(role, Role::King | Role::Rook);
    let mut files = File::ALL.into_iter().zip(roles).filter(|(_, role)| castling(role));
    [(); 3].map(|()| files.next().map(|(file, _)| file))
}

/// Returns the files of Chess960: both rooks, or one of them.
fn chess960_files(dice: &mut Dice) -> [Option<File>; 3] {
    let files = castling_files(&back_rank_of(dice.below(BACK_RANKS)));
    one_or_both(dice, files)
}

/// White's king and rooks at home, and the other king.
fn bare(dice: &mut Dice, files: [Option<File>; 3]) -> Option<Scene> {
    let mut scene = Scene::new();
    home(&mut scene, dice, Color::White, files)?;
    scene.put_in(dice, Color::Black, Role::King, rank(Rank::Eighth) | rank(Rank::Third))?;
    Some(scene)
}

fn castling(dice: &mut Dice, files: [Option<File>; 3]) -> Option<Scene> {
    let mut scene = bare(dice, files)?;
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
    chess960_castling(dice, files)
}

/// The same from a back rank of Chess960, with both rooks and both rights. Half of the time, some
/// of the other pieces are at home.
pub(super) fn arranged(dice: &mut Dice, number: usize) -> Option<Scene> {
    let roles = back_rank_of(number);
    let files = castling_files(&roles);
    let is_bare = dice.one_in(2);
    let mut scene = if is_bare { bare(dice, files)? } else { chess960_castling(dice, files)? };
    let on = |file| Square::new(file, Rank::First);
    for (side, file) in [(CastlingSide::Queen, files[0]), (CastlingSide::King, files[2])] {
        scene.setup.castling_rights.set(Color::White, side, file.map(on));
    }
    let has_others = dice.one_in(2);
    for (file, role) in File::ALL.into_iter().zip(roles) {
        if has_others && !matches!(role, Role::King | Role::Rook) && dice.one_in(3) {
            scene.put(Color::White, role, on(file));
        }
    }
    if dice.one_in(2) {
        // A square that the king passes or reaches.
        let (king, target) = (files[1].map(on)?, dice.pick(&CastlingSide::ALL));
        let target = target.king_target(Color::White);
        let passed = dice.square(geometry::between(king, target) | target.into())?;
        scene.attacker(dice, passed);
    }
    Some(scene)
}

fn chess960_castling(dice: &mut Dice, files: [Option<File>; 3]) -> Option<Scene> {
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
                let corner =
                    Square::new(dice.pick(&[File::A, File::H]), Rank::Eighth.relative_to(color));
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_back_ranks_are_different_and_keep_the_rules() {
        let ranks: BTreeSet<String> = (0..BACK_RANKS)
            .map(|number| back_rank_of(number).iter().map(|role| role.letter()).collect())
            .collect();
        assert_eq!(ranks.len(), 960);
        for rank in &ranks {
            let files =
                |letter| rank.match_indices(letter).map(|(file, _)| file).collect::<Vec<_>>();
            let (king, rooks, bishops) = (files('K')[0], files('R'), files('B'));
            assert!(rooks.len() == 2 && rooks[0] < king && king < rooks[1], "{rank}");
            assert!(bishops.len() == 2 && bishops[0] % 2 != bishops[1] % 2, "{rank}");
            assert!(files('N').len() == 2 && files('Q').len() == 1, "{rank}");
        }
        let ordinary: String = back_rank_of(518).iter().map(|role| role.letter()).collect();
        assert_eq!(ordinary, "RNBQKBNR");
    }
}
