//! Proofs that the formulas of sets and of counts are correct for all sets of pieces. The formulas
//! run on a word whose bits are Boolean functions of the pieces.
//!
//! The definition walks from square to square. It shares no formula with the features, and no
//! geometry with the core.
//!
//! These tests stand beside the formulas because they prove parts of them: sums, digits and pins,
//! of which no feature has the words.

use hyperbola::setwise::{direction_attacks, knight_steps, pawn_attacks};
use hyperbola::{Bits, Color, Direction, Word};
use hyperbola_inputs::InputSet;
use hyperbola_moves::Role;
use hyperbola_prove::{Diagrams, Symbolic};

use super::attacks::{Technique, count_eight, count_four, diagonals, ranks_and_files};
use super::counts::{ranks_of_bytes, sum};
use super::kings::pins;
use super::outcomes::is_insufficient;
use super::planes::ranks_of_bits;
use super::{Attacks, AttacksByRole, Blockers, Checkers, KingDanger, XRayAttacks};
use crate::{Block, WordFormula};

type Step = (i32, i32);

const DIAGONAL: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const ALL: [Step; 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [Step; 8] = [(1, 2), (-1, 2), (2, 1), (-2, 1), (-1, -2), (1, -2), (-2, -1), (2, -1)];

/// Returns the square that is a step from another, if it is on the board.
fn offset(square: u32, (files, ranks): Step) -> Option<u32> {
    let file = square.cast_signed() % 8 + files;
    let rank = square.cast_signed() / 8 + ranks;
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then_some((8 * rank + file).cast_unsigned())
}

/// Makes an unknown block, in which no square has two colours: any pieces may be on any square,
/// even of several roles.
fn any_block(diagrams: &Diagrams, side_to_move: Color) -> Block<Symbolic<'_>> {
    let [a, b, c, d, e, f, white, black] = diagrams.inputs(&order());
    let is_black = diagrams.constant(if side_to_move == Color::Black { u64::MAX } else { 0 });
    let castling = diagrams.constant(0);
    Block { roles: [a, b, c, d, e, f], colors: [white, black & !white], is_black, castling }
}

/// Returns the order of the variables: square by square.
fn order() -> [u8; 64] {
    core::array::from_fn(|square| square.to_le_bytes()[0])
}

fn diagrams() -> Diagrams {
    Diagrams::with_inputs(8, Diagrams::BUDGET)
}

/// A Boolean function, in the lowest bit.
type Truth<'d> = Symbolic<'d>;

/// The definitions.
struct Board<'d> {
    roles: [Symbolic<'d>; 6],
    colors: [Symbolic<'d>; 2],
    occupied: Symbolic<'d>,
}

impl<'d> Board<'d> {
    fn new(block: &Block<Symbolic<'d>>) -> Self {
        let [white, black] = block.colors;
        Self { roles: block.roles, colors: block.colors, occupied: white | black }
    }

    fn never(&self) -> Truth<'d> {
        self.occupied.splat(0)
    }

    /// Returns whether a set has a square.
    fn has(set: Symbolic<'d>, square: u32) -> Truth<'d> {
        set.shr(square) & set.splat(1)
    }

    fn is(&self, color: Color, role: Role, square: u32) -> Truth<'d> {
        Self::has(self.colors[color as usize], square)
            & Self::has(self.roles[role as usize], square)
    }

    fn is_any(&self, color: Color, roles: &[Role], square: u32) -> Truth<'d> {
        roles.iter().fold(self.never(), |any, &role| any | self.is(color, role, square))
    }

    /// Returns whether a slider that moves along a step sees a square from behind it.
    fn slider_sees(&self, color: Color, roles: &[Role], square: u32, step: Step) -> Truth<'d> {
        let back = (-step.0, -step.1);
        let (mut sees, mut is_free) = (self.never(), self.occupied.splat(1));
        let mut at = offset(square, back);
        while let Some(from) = at {
            sees = sees | (is_free & self.is_any(color, roles, from));
            is_free = is_free & !Self::has(self.occupied, from);
            at = offset(from, back);
        }
        sees
    }

    /// Returns whether a slider would see a square without one piece of a set in between.
    fn slider_sees_past(
        &self,
        color: Color,
        square: u32,
        step: Step,
        set: Symbolic<'d>,
    ) -> Truth<'d> {
        let (back, roles) = ((-step.0, -step.1), sliders(step));
        let (mut past, mut is_free) = (self.never(), self.occupied.splat(1));
        let mut at = offset(square, back);
        while let Some(blocker) = at {
            let is_blocker = is_free & Self::has(self.occupied, blocker) & Self::has(set, blocker);
            past = past | (is_blocker & self.slider_sees(color, &roles, blocker, step));
            is_free = is_free & !Self::has(self.occupied, blocker);
            at = offset(blocker, back);
        }
        past
    }

    /// Returns for each piece of some roles that could attack a square whether it does.
    fn attackers(&self, color: Color, roles: &[Role], square: u32) -> Vec<Truth<'d>> {
        let mut attackers = Vec::new();
        let from = |(files, ranks): Step| offset(square, (-files, -ranks));
        let ahead = if color == Color::White { 1 } else { -1 };
        for &role in roles {
            let leaps: &[Step] = match role {
                Role::Pawn => &[(1, ahead), (-1, ahead)],
                Role::Knight => &KNIGHT,
                Role::King => &ALL,
                _ => &[],
            };
            let leapers = leaps.iter().filter_map(|&leap| from(leap));
            attackers.extend(leapers.map(|from| self.is(color, role, from)));
        }
        for step in ALL {
            let mut wanted = sliders(step).to_vec();
            wanted.retain(|role| roles.contains(role));
            attackers.push(self.slider_sees(color, &wanted, square, step));
        }
        attackers
    }

    fn is_attacked(&self, color: Color, roles: &[Role], square: u32) -> Truth<'d> {
        let attackers = self.attackers(color, roles, square);
        attackers.into_iter().fold(self.never(), |any, one| any | one)
    }

    /// Returns the set of the squares for which a condition is true.
    fn set(&self, is_one: impl Fn(u32) -> Truth<'d>) -> Symbolic<'d> {
        (0..64).fold(self.never(), |set, square| set | is_one(square).shl(square))
    }
}

/// Returns the sliders that move along a step.
fn sliders(step: Step) -> [Role; 2] {
    [if DIAGONAL.contains(&step) { Role::Bishop } else { Role::Rook }, Role::Queen]
}

/// Compares sets. No operation may have been too large.
fn assert_equal(diagrams: &Diagrams, found: Symbolic<'_>, expected: Symbolic<'_>, what: &str) {
    assert_eq!(diagrams.exhausted(), None, "{what}");
    assert!(found == expected, "{what}: {:?}", (found ^ expected).as_constant());
}

#[test]
fn attacks_are_those_of_some_piece() {
    let diagrams = diagrams();
    let block = any_block(&diagrams, Color::White);
    let board = Board::new(&block);
    for (color, found) in Color::ALL.into_iter().zip(Attacks.words(&block)) {
        let expected = board.set(|square| board.is_attacked(color, &Role::ALL, square));
        assert_equal(&diagrams, found, expected, "attacks");
    }
}

#[test]
fn attacks_by_role_are_those_of_some_piece_of_the_role() {
    let diagrams = diagrams();
    let block = any_block(&diagrams, Color::White);
    let board = Board::new(&block);
    let sides = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role)));
    for ((color, role), found) in sides.zip(AttacksByRole.words(&block)) {
        let expected = board.set(|square| board.is_attacked(color, &[role], square));
        assert_equal(&diagrams, found, expected, "attacks by role");
    }
}

/// The number of attackers is proved in two parts: the summands, and the sum.
#[test]
fn counted_sets_are_those_of_each_direction_and_step() {
    let diagrams = diagrams();
    let block = any_block(&diagrams, Color::White);
    let board = Board::new(&block);
    for color in Color::ALL {
        let sets = direction_attacks::<Technique, _>(block.sliders(color), block.occupied());
        for (direction, found) in Direction::ALL.into_iter().zip(sets) {
            let (files, ranks) = direction.step();
            let step = (files.into(), ranks.into());
            let sees = |square| board.slider_sees(color, &sliders(step), square, step);
            assert_equal(&diagrams, found, board.set(sees), "directions");
        }
        let leaps = |role, leap: Step| {
            let from = move |square| offset(square, (-leap.0, -leap.1));
            let comes = |square| from(square).map(|from| board.is(color, role, from));
            board.set(|square| comes(square).unwrap_or(board.never()))
        };
        for (leap, found) in KNIGHT.into_iter().zip(knight_steps(block.of(color, Role::Knight))) {
            assert_equal(&diagrams, found, leaps(Role::Knight, leap), "knights");
        }
        let ahead = if color == Color::White { 1 } else { -1 };
        let pawns = pawn_attacks(color, block.of(color, Role::Pawn));
        for (files, found) in [1, -1].into_iter().zip(pawns) {
            assert_equal(&diagrams, found, leaps(Role::Pawn, (files, ahead)), "pawns");
        }
    }
}

/// Of the king's squares it is enough to know whether they are attacked: a side has one king.
#[test]
fn sums_are_the_numbers_of_sets_that_have_a_square() {
    let diagrams = Diagrams::with_inputs(19, 1 << 20);
    let inputs = diagrams.inputs::<19>(&order());
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, east, west, king] = inputs;
    let sliders = [a, b, c, d, e, f, g, h];
    let digits = sum(sliders, [i, j, k, l, m, n, o, p], [east, west], king);
    for square in 0..64 {
        let bits = inputs.map(|set| Board::has(set, square)).into_iter().zip(0..);
        let word = bits.fold(king.splat(0), |all, (bit, place)| all | bit.shl(place));
        let found = (0..).zip(digits).fold(king.splat(0), |number, (place, digit)| {
            number | Board::has(digit, square).shl(place)
        });
        assert_equal(&diagrams, found, word.count_ones(), "sums");
    }
}

/// Returns how many sets have a square that is free.
fn have_free<'d>(sets: &[Symbolic<'d>], free: Symbolic<'d>, square: u32) -> Symbolic<'d> {
    let bits = sets.iter().map(|&set| Board::has(set & free, square)).zip(0..);
    bits.fold(free.splat(0), |all, (bit, place)| all | bit.shl(place)).count_ones()
}

/// The ones of a word are those of its squares, so it is enough to look at each square.
#[test]
fn mobility_counts_each_square_of_each_set_that_is_free() {
    let diagrams = Diagrams::with_inputs(9, 1 << 20);
    let inputs = diagrams.inputs::<9>(&order());
    for square in 0..64 {
        let [sets @ .., free] = inputs.map(|set| set & set.splat(1 << square));
        let [a, b, c, d, ..] = sets;
        assert_equal(
            &diagrams,
            count_eight(sets, free),
            have_free(&sets, free, square),
            "eight sets",
        );
        assert_equal(
            &diagrams,
            count_four([a, b, c, d], free),
            have_free(&sets[..4], free, square),
            "four sets",
        );
    }
}

#[test]
fn mobility_has_the_set_of_each_direction() {
    let diagrams = diagrams();
    let block = any_block(&diagrams, Color::White);
    let board = Board::new(&block);
    let compare = |role, steps: [Step; 4], found: [Symbolic<'_>; 4]| {
        for (step, found) in steps.into_iter().zip(found) {
            let sees = |square| board.slider_sees(Color::White, &[role], square, step);
            assert_equal(&diagrams, found, board.set(sees), "directions");
        }
    };
    let (bishops, rooks) = (Role::Bishop, Role::Rook);
    let found = diagonals(block.of(Color::White, bishops), block.occupied());
    compare(bishops, [(1, 1), (-1, 1), (1, -1), (-1, -1)], found);
    let found = ranks_and_files(block.of(Color::White, rooks), block.occupied());
    compare(rooks, [(0, 1), (0, -1), (1, 0), (-1, 0)], found);
}

#[test]
fn x_rays_go_past_one_piece() {
    for blockers in [Blockers::Any, Blockers::Own, Blockers::Other] {
        let diagrams = diagrams();
        let block = any_block(&diagrams, Color::White);
        let board = Board::new(&block);
        for (color, found) in Color::ALL.into_iter().zip(XRayAttacks { blockers }.words(&block)) {
            let passed = match blockers {
                Blockers::Any => board.occupied,
                Blockers::Own => board.colors[color as usize],
                Blockers::Other => board.colors[!color as usize],
            };
            let is_seen = |square, step| board.slider_sees_past(color, square, step, passed);
            let expected = board.set(|square| {
                ALL.into_iter().fold(board.never(), |any, step| any | is_seen(square, step))
            });
            assert_equal(&diagrams, found, expected, blockers_name(blockers));
        }
    }
}

fn blockers_name(blockers: Blockers) -> &'static str {
    crate::Feature::name(XRayAttacks { blockers })
}

/// Puts a colour's only king on a square.
fn with_king<'d>(block: &Block<Symbolic<'d>>, color: Color, square: u32) -> Block<Symbolic<'d>> {
    let mut with = *block;
    let own = &mut with.colors[color as usize];
    let king = own.splat(1 << square);
    *own = *own | king;
    let own = *own;
    with.colors[!color as usize] = with.colors[!color as usize] & !king;
    let kings = &mut with.roles[Role::King as usize];
    *kings = (*kings & !own) | king;
    with
}

#[test]
fn pins_are_of_the_first_piece_that_a_king_sees() {
    for color in Color::ALL {
        let mut diagrams = diagrams();
        for king in 0..64 {
            diagrams.clear();
            let block = with_king(&any_block(&diagrams, Color::White), color, king);
            let board = Board::new(&block);
            let (mut pinned, mut pinners) = (board.never(), board.never());
            for step in ALL {
                // Whether only one own piece has been passed, and which.
                let mut is_free = board.occupied.splat(1);
                let mut first = offset(king, step);
                while let Some(own) = first {
                    let is_first = is_free & Board::has(board.occupied, own);
                    let is_own = is_first & Board::has(board.colors[color as usize], own);
                    let mut sees = is_own;
                    let mut second = offset(own, step);
                    while let Some(other) = second {
                        let pins = sees & board.is_any(!color, &sliders(step), other);
                        pinned = pinned | pins.shl(own);
                        pinners = pinners | pins.shl(other);
                        sees = sees & !Board::has(board.occupied, other);
                        second = offset(other, step);
                    }
                    is_free = is_free & !Board::has(board.occupied, own);
                    first = offset(own, step);
                }
            }
            let found = pins(&block, color);
            assert_equal(&diagrams, found.0, pinned, "pinned");
            assert_equal(&diagrams, found.1, pinners, "pinners");
        }
    }
}

#[test]
fn checkers_attack_a_king() {
    for side in Color::ALL {
        let mut diagrams = diagrams();
        for king in 0..64 {
            diagrams.clear();
            let block = with_king(&any_block(&diagrams, side), side, king);
            let board = Board::new(&block);
            // A piece gives check if it attacks the king's square on the board on which it is the
            // only one of its side, and all others only block.
            let expected = board.set(|from| {
                let mut alone = Board { colors: [board.never(); 2], ..Board::new(&block) };
                alone.colors[!side as usize] =
                    Board::has(board.colors[!side as usize], from).shl(from);
                let roles = &Role::ALL[..5];
                alone.is_attacked(!side, roles, king)
            });
            assert_equal(&diagrams, Checkers.words(&block)[0], expected, "checkers");
        }
    }
}

#[test]
fn danger_is_attacked_without_the_king() {
    for side in Color::ALL {
        let diagrams = diagrams();
        let block = any_block(&diagrams, side);
        let kings = block.colors[side as usize] & block.roles[Role::King as usize];
        let board = Board { occupied: Board::new(&block).occupied & !kings, ..Board::new(&block) };
        let expected = board.set(|square| board.is_attacked(!side, &Role::ALL, square));
        assert_equal(&diagrams, KingDanger.words(&block)[0], expected, "danger");
    }
}

#[test]
fn digits_become_the_bytes_of_their_squares() {
    let diagrams = diagrams();
    let digits = diagrams.inputs::<5>(&order());
    for (rank, word) in (0..).zip(ranks_of_bytes(digits)) {
        for file in 0..8 {
            let number = (0..).zip(digits).fold(word.splat(0), |number, (place, digit)| {
                number | Board::has(digit, 8 * rank + file).shl(place)
            });
            let byte = word.shr(8 * file) & word.splat(0xff);
            assert_equal(&diagrams, byte, number, "bytes of digits");
        }
    }
    for (rank, word) in (0..).zip(ranks_of_bits(digits[0])) {
        for file in 0..8 {
            let byte = word.shr(8 * file) & word.splat(0xff);
            let bit = Board::has(digits[0], 8 * rank + file);
            assert_equal(&diagrams, byte, bit, "bytes of bits");
        }
    }
}

/// Makes a block of any boards: on each square with a colour is one piece.
fn any_board(diagrams: &Diagrams) -> Block<Symbolic<'_>> {
    let mut block = any_block(diagrams, Color::White);
    let mut free = block.occupied();
    for role in &mut block.roles {
        (*role, free) = (*role & free, free & !*role);
    }
    block.colors = block.colors.map(|color| color & !free);
    block
}

/// The threats that inputs of networks are numbered by: on each square of a victim, whether a piece
/// threatens it by a step.
#[test]
fn steps_end_on_the_victims_of_a_piece() {
    for name in ["threats_59808", "threats_79856"] {
        let diagrams = diagrams();
        let block = any_board(&diagrams);
        let board = Board::new(&block);
        let set: InputSet = name.parse().expect("the name of a preset");
        let hyperbola_inputs::Block::Threats(threats) = set.parts()[0].block() else {
            unreachable!("the preset has threats")
        };
        let is_any = |roles: &[Role], square| {
            board.is_any(Color::White, roles, square) | board.is_any(Color::Black, roles, square)
        };
        // Pawns on the first and the last rank have no threats.
        let is_pawns = |square: &u32| (8..56).contains(square);
        let victims = |attackers: &[Role]| {
            let roles = attackers.iter().flat_map(|&role| threats.victims[role as usize].iter());
            let (pawns, others): (Vec<_>, Vec<_>) = roles.partition(|&role| role == Role::Pawn);
            board.set(|square| {
                let pawns = if is_pawns(&square) { &pawns[..] } else { &[] };
                is_any(&others, square) | is_any(pawns, square)
            })
        };
        let of_others = victims(&[Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        let of_pawns = victims(&[Role::Pawn]);
        let (_, steps) = set.sight(block.roles, block.colors).into_words();
        let (slides, leaps) = steps.split_at(8);
        for (direction, &found) in Direction::ALL.into_iter().zip(slides) {
            let (files, ranks) = direction.step();
            let step = (files.into(), ranks.into());
            let sees = |color, square| board.slider_sees(color, &sliders(step), square, step);
            let expected = board.set(|to| sees(Color::White, to) | sees(Color::Black, to));
            assert_equal(&diagrams, found, expected & of_others, "directions");
        }
        for ((files, ranks), &found) in KNIGHT.into_iter().zip(leaps) {
            let expected = board.set(|to| {
                let from = offset(to, (-files, -ranks));
                from.map_or(board.never(), |from| is_any(&[Role::Knight], from))
            });
            assert_equal(&diagrams, found, expected & of_others, "knights");
        }
        let pawns = [(1, 1), (-1, 1), (1, -1), (-1, -1)].into_iter().zip(&leaps[8..]);
        for ((files, ranks), &found) in pawns {
            let color = if ranks > 0 { Color::White } else { Color::Black };
            let expected = board.set(|to| {
                let from = offset(to, (-files, -ranks)).filter(is_pawns);
                from.map_or(board.never(), |from| board.is(color, Role::Pawn, from))
            });
            assert_equal(&diagrams, found, expected & of_pawns, "pawns");
        }
    }
}

#[test]
fn codes_are_those_of_the_pieces() {
    let diagrams = diagrams();
    let block = any_board(&diagrams);
    let board = Board::new(&block);
    let set: InputSet = "chess_768".parse().expect("the name of a preset");
    let (words, _) = set.sight(block.roles, block.colors).into_words();
    let pieces = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role)));
    for (rank, word) in (0..).zip(words) {
        for file in 0..8 {
            let square = 8 * rank + file;
            let expected = (0..).zip(pieces.clone()).fold(board.never(), |all, (code, piece)| {
                all | (!board.is(piece.0, piece.1, square).zero_mask() & all.splat(code))
            });
            let is_piece = !Board::has(board.occupied, square).zero_mask();
            let found = word.shr(8 * file) & word.splat(0xff);
            assert_equal(&diagrams, found & is_piece, expected, "codes");
        }
    }
}

/// Counts the pieces by their kinds and the colours of their squares, from square to square, as far
/// as the counts matter: up to one, and knights up to two.
#[test]
fn material_is_insufficient_by_the_counts_of_pieces() {
    let diagrams = diagrams();
    let block = any_block(&diagrams, Color::White);
    let never = block.is_black.splat(0);
    let [mut others, mut knight, mut knights] = [never; 3];
    let mut bishops = [never; 2];
    for square in 0..64 {
        let stands = |role: Role| Board::has(block.roles[role as usize], square);
        others = others | stands(Role::Pawn) | stands(Role::Rook) | stands(Role::Queen);
        knights = knights | (knight & stands(Role::Knight));
        knight = knight | stands(Role::Knight);
        let is_light = (square / 8 + square % 8) % 2 == 1;
        let of_colour = &mut bishops[usize::from(is_light)];
        *of_colour = *of_colour | stands(Role::Bishop);
    }
    // Two knights, and a knight and a bishop, can give mate if the other side helps.
    let [dark, light] = bishops;
    let sufficient = others | knights | (knight & (dark | light)) | (dark & light);
    assert_equal(&diagrams, is_insufficient(&block), sufficient.zero_mask(), "material");
}
