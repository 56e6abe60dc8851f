//! The search for the factors of larger boards: the same trials, with a factor for each word of a
//! set.

use core::fmt::Write as _;

use hyperbola::Direction;
use hyperbola_boards::magic::{hashed, number_bits, relevant};
use hyperbola_boards::{
    Board, NamedBoard, Square, SquareSet, Storage, dispatch_board, lance_attacks,
};
use hyperbola_random::Random;
use rayon::prelude::*;

use super::{Hashes, hexadecimal, next_sparse};

/// The path of the factors in the tree.
pub(super) const PLACE: &str = "crates/hyperbola-boards/src/magic/factors.rs";

/// Returns the text of the file that holds the factors of all named boards.
pub(super) fn factors_file() -> String {
    let mut text = String::from(
        "//! The factors of the boards' magics, as `cargo workshop find-magics` finds them: for each square\n\
         //! those of its column and of its diagonals.\n",
    );
    for &board in NamedBoard::ALL {
        dispatch_board!(board, B => write_factors::<B>(&mut text, board.id()));
    }
    text
}

/// Writes the factors of a board.
fn write_factors<B: Board + Send + Sync>(text: &mut String, board: &str) {
    let (squares, words) = (B::SIZE.squares(), B::SIZE.words());
    let _ = writeln!(
        text,
        "\n/// The factors of {board}.\n#[rustfmt::skip]\n\
         pub(super) const {}: [[[u64; {words}]; 2]; {squares}] = [",
        board.to_uppercase()
    );
    let rows = (0..squares).into_par_iter().map(|square| {
        let hashes = hashed(B::SIZE).map(|directions| {
            let factors = find::<B>(square, directions);
            let factors = factors.as_ref().iter().map(|&factor| hexadecimal(factor));
            format!("[{}]", factors.collect::<Vec<_>>().join(", "))
        });
        format!("    [{}],\n", hashes.join(", "))
    });
    text.extend(rows.collect::<Vec<_>>());
    text.push_str("];\n");
}

/// Finds the factors with which the squares that matter along some rays of a square have a number
/// that determines the attacks.
fn find<B: Board>(square: usize, directions: &[Direction]) -> <B::Bits as Storage>::Words {
    let from = u8::try_from(square).ok().and_then(Square::<B>::from_index);
    let from = from.expect("the square is on the board");
    // Four words are enough for every board, and those beyond a board's stay empty.
    let mask: [u64; 4] = relevant(B::SIZE, square, directions);
    let is_relevant = |square: &Square<B>| {
        let index = usize::from(square.index());
        mask[index / 64] >> (index % 64) & 1 == 1
    };
    let squares: Vec<Square<B>> = Square::all().filter(is_relevant).collect();
    let mut occupancies: Vec<_> = (0_u64..1 << squares.len())
        .map(|number| {
            let places = squares.iter().enumerate();
            let on =
                places.filter(|(place, _)| number >> place & 1 == 1).map(|(_, &square)| square);
            let occupied: SquareSet<B> = on.collect();
            let attacks = directions.iter().fold(SquareSet::EMPTY, |all, &direction| {
                all | lance_attacks(direction, from, occupied)
            });
            (occupied.bits(), attacks)
        })
        .collect();
    // Most wrong factors leave a square out, and are found to be wrong by sets of few squares.
    occupancies.sort_by_key(|(bits, _)| SquareSet::<B>::from_bits(*bits).count());
    let shift = 64 - number_bits(&mask);
    let mut hashes = Hashes::<SquareSet<B>>::new(2 << squares.len());
    let mut random = Random::new(1 + square as u64 + 256 * directions[0] as u64);
    loop {
        let mut factors = B::Bits::ZERO.words();
        factors.as_mut().fill_with(|| next_sparse(&mut random));
        hashes.begin();
        let is_right = occupancies.iter().all(|&(bits, attacks)| {
            #[expect(clippy::cast_possible_truncation, reason = "a number has at most 13 bits")]
            let number = (bits.sum_of_products(factors) >> shift) as usize;
            hashes.put(number, attacks)
        });
        if is_right {
            return factors;
        }
    }
}
