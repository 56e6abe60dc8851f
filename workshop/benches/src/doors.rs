//! Times the functions for one square or two against a look-up in a table. They are look-ups or a
//! few instructions themselves.
//!
//! Every function runs in the same loop of independent queries, in turns. The sliders are there
//! twice: as the constant functions and by the type of their technique, which must be as fast.

use hyperbola::geometry::{aligned, between, distance, line_through, ray};
use hyperbola::{
    Bitboard, Color, Direction, FrontDoor, SliderAttacks, Square, bishop_attacks, king_attacks,
    knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};

use crate::support::{Bench, Loop, QUERIES, independent, random_queries};

/// The baseline of the functions: a word for each square.
static WORDS: [u64; 64] = {
    let mut words = [0; 64];
    let mut index = 0;
    while index < 64 {
        words[index] = (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        index += 1;
    }
    words
};

/// Makes a loop of a function of a square, another square, and the occupied squares.
fn of(name: &str, function: impl Fn(Square, Square, Bitboard) -> u64 + 'static) -> Loop {
    let queries = random_queries(1);
    let of_query = move |square, occupied: u64| {
        let [low, ..] = occupied.to_le_bytes();
        function(square, Square::from_index_wrapping(low), Bitboard(occupied))
    };
    Loop::new(name, QUERIES, move || independent(&queries, &of_query))
}

/// Times all functions.
pub(crate) fn run(bench: Bench) {
    // A colour and a direction that the compiler does not know.
    let color = |other: Square| Color::ALL[usize::from(other.index() % 2)];
    let direction = |other: Square| Direction::ALL[usize::from(other.index() % 8)];
    let loops = vec![
        of("a look-up", |a, _, _| WORDS[usize::from(a.index())]),
        of("knight_attacks", |a, _, _| knight_attacks(a).0),
        of("king_attacks", |a, _, _| king_attacks(a).0),
        of("pawn_attacks", move |a, b, _| pawn_attacks(color(b), a).0),
        of("geometry::between", |a, b, _| between(a, b).0),
        of("geometry::line_through", |a, b, _| line_through(a, b).0),
        of("geometry::ray", move |a, b, _| ray(a, direction(b)).0),
        of("geometry::aligned", |a, b, _| aligned(a, b).map_or(0, |line| line as u64 + 1)),
        of("geometry::distance", |a, b, _| distance(a, b).into()),
        of("rook_attacks", |a, _, o| rook_attacks(a, o).0),
        of("FrontDoor::rook_attacks", |a, _, o| FrontDoor::rook_attacks(a, o).0),
        of("bishop_attacks", |a, _, o| bishop_attacks(a, o).0),
        of("FrontDoor::bishop_attacks", |a, _, o| FrontDoor::bishop_attacks(a, o).0),
        of("queen_attacks", |a, _, o| queen_attacks(a, o).0),
        of("FrontDoor::queen_attacks", |a, _, o| FrontDoor::queen_attacks(a, o).0),
    ];
    bench.print_table("One call", loops);
}
