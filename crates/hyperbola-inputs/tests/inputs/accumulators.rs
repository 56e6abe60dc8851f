//! First layers along random ways, compared with those of all inputs.

use hyperbola_inputs::{Accumulators, Board, Color, InputSet, KING_SQUARES, Role};
use hyperbola_moves::Position;
use hyperbola_random::Random;
use hyperbola_samples::{positions, random_game};

use crate::changes::ROWS;
use crate::support::named;

/// Goes a random way through games: forth, back, and to other roots, and asks now and then. Returns
/// how often it has asked.
fn check(set: &InputSet, random: &mut Random, games: usize) -> usize {
    let starts = positions();
    let mut layers = Accumulators::new([Default::default(); KING_SQUARES + 40]);
    let mut asked = 0;
    for _ in 0..games {
        let number = usize::try_from(random.word() % 1_000_000).expect("small");
        let mut way = vec![*starts[number % starts.len()].board()];
        let mut played: Vec<Board> = Vec::new();
        random_game(starts[number % starts.len()], random, 120, |position: &Position, legal| {
            let mut next = *position;
            next.play_unchecked(legal);
            played.push(*next.board());
        });
        layers.begin(&way[0]);
        for board in played {
            let mut ask = |layers: &mut Accumulators<_, 3>, board: &Board| {
                let active = set.active(board);
                let expected = Color::ALL.map(|view| active.sum(view, &ROWS));
                assert_eq!(layers.sums(set, &ROWS).map(|sums| *sums), expected, "{board:?}");
                asked += 1;
            };
            // No game goes back in this way, but a search does.
            while way.len() == 40 || (way.len() > 1 && random.word().is_multiple_of(3)) {
                layers.leave();
                way.pop();
                if random.word().is_multiple_of(2) {
                    ask(&mut layers, way.last().expect("the root"));
                }
            }
            layers.enter(&board);
            way.push(board);
            if random.word().is_multiple_of(2) {
                ask(&mut layers, &board);
            }
        }
    }
    asked
}

#[test]
fn sums_along_a_way_are_those_of_all_inputs() {
    let mut random = Random::new(54);
    let names = ["chess_768", "halfka_v2_hm", "threats_59808+pawn_pairs+halfka_v2_hm"];
    let asked: usize = names.iter().map(|name| check(&named(name), &mut random, 60)).sum();
    assert!(asked > 5_000, "{asked}");
}

#[test]
fn a_board_without_a_king_has_its_sums_too() {
    let set = named("halfka_v2_hm");
    let with = *Position::initial().board();
    let mut without = with;
    without.remove(without.of(Color::White, Role::King).first().expect("a king"));
    let mut layers = Accumulators::new(vec![Default::default(); KING_SQUARES + 3]);
    for board in [&without, &with, &without, &Board::EMPTY, &without] {
        layers.begin(board);
        layers.enter(&with);
        layers.enter(board);
        let expected = Color::ALL.map(|view| set.active(board).sum(view, &ROWS));
        assert_eq!(layers.sums(&set, &ROWS).map(|sums| *sums), expected);
    }
}
