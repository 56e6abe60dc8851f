//! The picker's moves are the legal ones, each once, in the order that it promises.

use hyperbola_moves::{Move, Picker, PieceValues, Position};
use hyperbola_random::Random;
use hyperbola_samples::of_all_kinds;

/// Any moves: of this position, or of another.
fn any_moves(position: &Position, random: &mut Random) -> [Option<Move>; 3] {
    let legal = position.legal_moves();
    [0; 3].map(|_| {
        let word = random.word();
        let at = usize::try_from(word >> 40).expect("small") % legal.len().max(1);
        match word % 3 {
            0 => Move::from_bits(word.to_be_bytes()[3].into()),
            1 => None,
            _ => legal.get(at).copied(),
        }
    })
}

fn score(quiet: Move) -> i32 {
    i32::from(quiet.to_bits() % 97) - 40
}

/// Returns the number of a move's stage, and its score in the stage.
fn rank(position: &Position, [hash, first, second]: [Option<Move>; 3], played: Move) -> [i32; 2] {
    let value = |role| PieceValues::STANDARD.of(role);
    let gain = played.captured(position).map_or(0, value) + played.promotion().map_or(0, value);
    let mover = position.board().role_at(played.from()).expect("a piece") as i32;
    match Some(played) {
        played if played == hash => [0, 0],
        _ if !played.is_quiet(position) => {
            [if position.see_at_least(played, 0) { 1 } else { 4 }, -10 * gain + mover]
        }
        played if played == first => [2, 0],
        played if played == second => [2, 1],
        _ => [3, -score(played)],
    }
}

#[test]
fn each_legal_move_comes_once_in_the_order_of_the_stages() {
    let (mut random, mut count) = (Random::new(3), 0);
    for position in of_all_kinds(2_000, 2_000) {
        let (legal, known) = (position.legal(), any_moves(&position, &mut random));
        let [hash, killers @ ..] = known;
        let mut picker = Picker::new(&legal, hash, killers);
        assert_eq!(picker.hash(), hash.filter(|&hash| position.is_legal(hash)));
        let mut moves: Vec<Move> = core::iter::from_fn(|| picker.next(score)).collect();
        assert!(
            moves.is_sorted_by_key(|&played| rank(&position, known, played)),
            "{position} {known:?}: {moves:?}"
        );
        // Only the captures and promotions that lose nothing, and the move of the table if it is
        // one.
        let mut picker = Picker::captures(&legal, hash);
        let captures: Vec<Move> = core::iter::from_fn(|| picker.next(score)).collect();
        let is_in =
            |&played: &Move| !played.is_quiet(&position) && rank(&position, known, played)[0] < 2;
        let wanted: Vec<Move> = moves.iter().copied().filter(is_in).collect();
        assert_eq!(captures, wanted, "{position}");
        // Without the rest of the quiet moves, from any place on.
        let stop = usize::try_from(random.word() >> 59).expect("small");
        let mut picker = Picker::new(&legal, hash, killers);
        let mut some: Vec<Move> = core::iter::from_fn(|| picker.next(score)).take(stop).collect();
        picker.skip_quiets();
        some.extend(core::iter::from_fn(|| picker.next(score)));
        let is_left = |(at, played): &(usize, &Move)| {
            *at < stop || !played.is_quiet(&position) || Some(**played) == hash
        };
        let left: Vec<Move> =
            moves.iter().enumerate().filter(is_left).map(|(_, &played)| played).collect();
        assert_eq!(some, left, "{position} {stop}");
        moves.sort_unstable();
        let mut all = position.legal_moves().to_vec();
        all.sort_unstable();
        assert_eq!(moves, all, "{position}");
        count += moves.len();
    }
    assert!(count > 50_000, "{count}");
}
