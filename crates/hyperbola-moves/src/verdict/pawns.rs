//! The least number of captures by which pawns can have come to their squares.

use hyperbola::{Bitboard, Color, Rank, Square};

/// Returns the least number of captures by which the pawns of a colour can have come to their
/// squares, or nothing if two of them must have begun on the same square. There are at most eight.
///
/// Each pawn began on a file of its own and changes its file by captures only, one file and one
/// rank at a time. So the pawns are given to the files one after another, for each set of files
/// that are taken by the fewest captures.
pub(super) fn least_captures(pawns: Bitboard, color: Color) -> Option<u32> {
    const NEVER: u32 = u32::MAX / 2;
    let mut least = [NEVER; 256];
    least[0] = 0;
    for (number, pawn) in pawns.into_iter().enumerate() {
        // The sets have one more file than those that they are made from.
        for taken in (0..256_usize).rev() {
            let captures = least[taken];
            if taken.count_ones() as usize != number || captures >= NEVER {
                continue;
            }
            for file in (0..8_u8).filter(|file| taken >> file & 1 == 0) {
                let needed = needed_captures(pawn, file, color);
                if let Some(needed) = needed {
                    let with = &mut least[taken | 1 << file];
                    *with = (*with).min(captures + needed);
                }
            }
        }
    }
    let number = pawns.count();
    let all = (0..256_usize).filter(|taken| taken.count_ones() == number);
    all.map(|taken| least[taken]).min().filter(|&captures| captures < NEVER)
}

/// Returns the number of captures that a pawn needs from its first square on a file, if it can come
/// from there.
fn needed_captures(pawn: Square, file: u8, color: Color) -> Option<u32> {
    let ranks = pawn.rank().index().abs_diff(Rank::Second.relative_to(color).index());
    let files = pawn.file().index().abs_diff(file);
    (files <= ranks).then(|| files.into())
}

#[cfg(test)]
mod tests {
    use hyperbola_random::Random;

    use super::*;

    /// Tries all orders of files.
    fn slow(pawns: &[Square], files: u8, color: Color) -> Option<u32> {
        let Some((&first, others)) = pawns.split_first() else { return Some(0) };
        let of_file = |file: u8| {
            let rest = slow(others, files & !(1 << file), color)?;
            Some(needed_captures(first, file, color)? + rest)
        };
        (0..8).filter(|file| files >> file & 1 == 1).filter_map(of_file).min()
    }

    #[test]
    fn the_least_number_is_that_of_all_orders() {
        let mut random = Random::new(7);
        let (mut none, mut some) = (0, 0);
        for number in 0..3000_u32 {
            let mut pawns = Bitboard::EMPTY;
            // Pawns on few files need captures; pawns near their first rank often cannot have come.
            let files = 0x1f1f_1f1f_1f1f_1f1f_u64 << (number % 4);
            for _ in 0..number % 7 {
                pawns |= Bitboard(random.word() & random.word() & random.word() & random.word());
            }
            pawns &= Bitboard(files & 0x0000_ffff_ffff_ff00);
            let squares: std::vec::Vec<Square> = pawns.into_iter().take(6).collect();
            let pawns = squares.iter().fold(Bitboard::EMPTY, |all, &square| all | square.into());
            for color in Color::ALL {
                let expected = slow(&squares, 0xff, color);
                assert_eq!(least_captures(pawns, color), expected, "{pawns} {color:?}");
                match expected {
                    None => none += 1,
                    Some(captures) => some += u32::from(captures > 1),
                }
            }
        }
        assert!(none > 100 && some > 1000, "{none} {some}");
    }
}
