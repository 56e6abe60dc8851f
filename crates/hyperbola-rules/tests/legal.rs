//! The law square by square is the same on words in lanes, where a union has a term for each square
//! of the board, as on `u64`, where it is a loop.

use hyperbola::techniques::KoggeStone;
use hyperbola::word::{Portable, Vector};
use hyperbola::{Color, Lanes, Square};
use hyperbola_random::Random;
use hyperbola_rules::legal::{Checks, attacked, attacks, en_passant_captors, lines_to};
use hyperbola_rules::pieces::Pieces;

type Two = Lanes<u64, 2>;

fn two(words: [u64; 2]) -> Two {
    Two::from_array(Portable, words)
}

/// Returns random sets of few squares for the pieces of a side, each square in any number of sets.
fn side(random: &mut Random) -> Pieces<u64> {
    let mut few = || random.word() & random.word() & random.word();
    Pieces { pawns: few(), knights: few(), diagonal: few(), orthogonal: few(), king: few() }
}

#[test]
fn lanes_answer_as_plain_words_do() {
    let mut random = Random::new(68);
    for round in 0..2_000_u64 {
        let color = if round % 2 == 0 { Color::White } else { Color::Black };
        let squares = [random.word(), random.word()]
            .map(|word| Square::from_index_wrapping(word.to_le_bytes()[0]));
        let [king, from] = squares;
        let sides = [side(&mut random), side(&mut random)];
        let lanes = Pieces {
            pawns: two(sides.map(|side| side.pawns)),
            knights: two(sides.map(|side| side.knights)),
            diagonal: two(sides.map(|side| side.diagonal)),
            orthogonal: two(sides.map(|side| side.orthogonal)),
            king: two(sides.map(|side| side.king)),
        };
        let own = [random.word(), random.word()];
        let occupied = [0, 1].map(|lane| own[lane] | sides[lane].all());
        let (own_lanes, occupied_lanes) = (two(own), two(occupied));
        let checks = Checks::new(king, own_lanes, color, &lanes, occupied_lanes);
        let [seeing, blocking] = lines_to(king, &lanes, occupied_lanes);
        let found = [
            checks.checkers,
            checks.pinned,
            checks.evasions(king),
            checks.in_pin(king, from, occupied_lanes),
            attacked(own_lanes, color, &lanes, occupied_lanes),
            attacks::<_, KoggeStone>(color, &lanes, occupied_lanes),
            en_passant_captors(king, from, own_lanes, color, &lanes, occupied_lanes),
            seeing,
            blocking,
        ]
        .map(Vector::into_array);
        for lane in 0..2 {
            let (side, own, occupied) = (&sides[lane], own[lane], occupied[lane]);
            let checks = Checks::new(king, own, color, side, occupied);
            let [seeing, blocking] = lines_to(king, side, occupied);
            let expected = [
                checks.checkers,
                checks.pinned,
                checks.evasions(king),
                checks.in_pin(king, from, occupied),
                attacked(own, color, side, occupied),
                attacks::<_, KoggeStone>(color, side, occupied),
                en_passant_captors(king, from, own, color, side, occupied),
                seeing,
                blocking,
            ];
            assert_eq!(found.map(|lanes| lanes[lane]), expected, "round {round}, lane {lane}");
        }
    }
}
