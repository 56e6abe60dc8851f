//! Times the functions for one square or two beside a look-up in a table: `cargo bench -p hyperbola
//! --bench doors`. They are look-ups or a few instructions themselves.
//!
//! Every function runs in the same loop of independent queries, in turns. The sliders are there
//! twice: as the constant functions and by the type of their technique, which must be as fast.

mod support;

use hyperbola::geometry::{aligned, between, distance, line_through, ray};
use hyperbola::{
    Bitboard, Color, Direction, FrontDoor, SliderAttacks, Square, bishop_attacks, king_attacks,
    knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use support::{QUERIES, Query, independent, is_run, print_table, random_queries};

/// What the functions are compared with: a word for each square.
static WORDS: [u64; 64] = {
    let mut words = [0; 64];
    let mut index = 0;
    while index < 64 {
        words[index] = (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        index += 1;
    }
    words
};

/// Makes a rival of a function of a square, another square, and the occupied squares.
fn rival<'a>(
    queries: &'a [Query],
    name: &str,
    function: impl Fn(Square, Square, Bitboard) -> u64 + 'a,
) -> support::Named<'a> {
    let of_query = move |square, occupied: u64| {
        let [low, ..] = occupied.to_le_bytes();
        function(square, Square::from_index_wrapping(low), Bitboard(occupied))
    };
    (name.to_owned(), Box::new(move || independent(queries, &of_query)))
}

fn main() {
    if !is_run() {
        return;
    }
    let queries = random_queries(1);
    // A colour and a direction that the compiler does not know.
    let color = |other: Square| Color::ALL[usize::from(other.index() % 2)];
    let direction = |other: Square| Direction::ALL[usize::from(other.index() % 8)];
    let rivals = [
        rival(&queries, "a look-up", |a, _, _| WORDS[usize::from(a.index())]),
        rival(&queries, "knight_attacks", |a, _, _| knight_attacks(a).0),
        rival(&queries, "king_attacks", |a, _, _| king_attacks(a).0),
        rival(&queries, "pawn_attacks", move |a, b, _| pawn_attacks(color(b), a).0),
        rival(&queries, "geometry::between", |a, b, _| between(a, b).0),
        rival(&queries, "geometry::line_through", |a, b, _| line_through(a, b).0),
        rival(&queries, "geometry::ray", move |a, b, _| ray(a, direction(b)).0),
        rival(&queries, "geometry::aligned", |a, b, _| {
            aligned(a, b).map_or(0, |line| line as u64 + 1)
        }),
        rival(&queries, "geometry::distance", |a, b, _| distance(a, b).into()),
        rival(&queries, "rook_attacks", |a, _, o| rook_attacks(a, o).0),
        rival(&queries, "FrontDoor::rook_attacks", |a, _, o| FrontDoor::rook_attacks(a, o).0),
        rival(&queries, "bishop_attacks", |a, _, o| bishop_attacks(a, o).0),
        rival(&queries, "FrontDoor::bishop_attacks", |a, _, o| FrontDoor::bishop_attacks(a, o).0),
        rival(&queries, "queen_attacks", |a, _, o| queen_attacks(a, o).0),
        rival(&queries, "FrontDoor::queen_attacks", |a, _, o| FrontDoor::queen_attacks(a, o).0),
    ];
    print_table("One call, nanoseconds", &rivals, QUERIES);
}
