//! Explanations on boards of any size.

use core::marker::PhantomData;

use hyperbola::{Bits as _, Direction, Line, Slider, Technique, TechniqueInfo};
use hyperbola_explain::for_boards::{Labels, explain_recorded};
use hyperbola_explain::{Explanation, Recorded, Recorder};

use crate::{
    Board, BoardAttacks, Layout, NamedBoard, Names, Partial, Size, Square, SquareSet, Storage,
    Tables,
};

/// A board whose sets record how they were computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct RecordingBoard<'r, B>(PhantomData<(&'r (), B)>);

impl<'r, B: Board<Bits: 'static>> Board for RecordingBoard<'r, B> {
    const SIZE: Size = B::SIZE;
    const NAMES: Names = B::NAMES;
    type Bits = Partial<B::Bits, Recorded<'r, B::Bits>>;
    const TABLES: &'static Tables<<B::Bits as Storage>::Words> = B::TABLES;
    const LINES: &'static [[<B::Bits as Storage>::Words; 5]] = B::LINES;
    const ROWS: &'static [u16] = B::ROWS;
}

/// Explains the computation of a technique for one query on a named board. Squares are given by
/// their indices.
///
/// It is `None` if the technique is not one of [`FORMULAS`](crate::FORMULAS), or if a square is not
/// on the board.
///
/// ```
/// use hyperbola::{Slider, Technique};
/// use hyperbola_boards::{NamedBoard, explain_on_board};
///
/// let technique = Technique::HyperbolaQuintessence;
/// let explanation = explain_on_board(technique, NamedBoard::Shogi, Slider::Rook, 40, &[42, 22]);
/// let explanation = explanation.expect("its squares are on the board");
/// assert_eq!(explanation.square, "5e");
/// let file = explanation.sections.iter().find(|section| section.title == "file").unwrap();
/// assert_eq!(file.steps[0].expression, "occupied & file");
/// ```
#[must_use]
pub fn explain_on_board(
    technique: Technique,
    board: NamedBoard,
    slider: Slider,
    square: u8,
    occupied: &[u8],
) -> Option<Explanation> {
    dispatch_board!(board, B => {
        let square = Square::<B>::from_index(square)?;
        let occupied = occupied.iter().copied().map(Square::from_index);
        let occupied = occupied.collect::<Option<SquareSet<B>>>()?;
        let mut explanation = dispatch_on_boards!(formulas: technique, T => {
            explain_board::<T, B>(technique.info(), slider, square, occupied)
        })?;
        explanation.board = Some(board.id());
        Some(explanation)
    })
}

/// Explains the computation of a technique, line by line, on a board of any size.
///
/// Its `board` is `None`: the board needs no name.
#[must_use]
pub fn explain_board<T: BoardAttacks, B: Board<Bits: 'static>>(
    info: &TechniqueInfo,
    slider: Slider,
    square: Square<B>,
    occupied: SquareSet<B>,
) -> Explanation {
    // An empty ray is like any other.
    let known = masks(square).into_iter().filter(|(_, mask)| *mask != B::Bits::ZERO).collect();
    let recorder = Recorder::with_known(known);
    let word = recorder.board("occupied", occupied.bits());
    let attacks = run::<T, B>(slider, square, word);
    let picture = |value: B::Bits| picture(B::SIZE, value.words().as_ref());
    let words = [word, attacks];
    explain_recorded(info, slider, square.to_string(), words, &picture, labels::<B>())
}

/// Runs a technique for one piece on the word that records, line by line.
pub(crate) fn run<'r, T: BoardAttacks, B: Board<Bits: 'static>>(
    slider: Slider,
    square: Square<B>,
    occupied: Recorded<'r, B::Bits>,
) -> Recorded<'r, B::Bits> {
    // A call: the technique is compiled once, and not for each line of each piece.
    #[inline(never)]
    fn of_line<T: BoardAttacks, B: Board>(
        line: Line,
        square: Square<B>,
        set: SquareSet<B>,
    ) -> SquareSet<B> {
        T::line_attacks(line, square, set)
    }
    let on = Square::from_index(square.index()).expect("the boards have the same squares");
    let set = SquareSet::<RecordingBoard<'r, B>>::from_line(Partial::Open(occupied));
    let along = |line: Line| {
        let attacks = of_line::<T, _>(line, on, set).bits().open(occupied);
        attacks.named(match line {
            Line::Rank => "rank_attacks",
            Line::File => "file_attacks",
            Line::Diagonal => "diagonal_attacks",
            Line::AntiDiagonal => "anti_diagonal_attacks",
        })
    };
    let rook = |name| (along(Line::Rank) | along(Line::File)).named(name);
    let bishop = |name| (along(Line::Diagonal) | along(Line::AntiDiagonal)).named(name);
    match slider {
        Slider::Rook => rook("rook_attacks"),
        Slider::Bishop => bishop("bishop_attacks"),
        Slider::Queen => (rook("rook_attacks") | bishop("bishop_attacks")).named("queen_attacks"),
    }
}

/// Returns the masks of a square and of the board that a technique may read, by their names.
pub(crate) fn masks<B: Board>(square: Square<B>) -> Vec<(&'static str, B::Bits)> {
    let mut masks = vec![("r", SquareSet::from_square(square).bits())];
    let lines = Line::ALL.into_iter().zip(["rank", "file", "diagonal", "anti_diagonal"]);
    masks.extend(lines.map(|(line, name)| (name, SquareSet::line(square, line).bits())));
    for direction in Direction::ALL {
        let (ray, reached) = match direction {
            Direction::East => ("east", "reached_east"),
            Direction::NorthWest => ("north_west", "reached_north_west"),
            Direction::North => ("north", "reached_north"),
            Direction::NorthEast => ("north_east", "reached_north_east"),
            Direction::West => ("west", "reached_west"),
            Direction::SouthEast => ("south_east", "reached_south_east"),
            Direction::South => ("south", "reached_south"),
            Direction::SouthWest => ("south_west", "reached_south_west"),
        };
        masks.push((ray, SquareSet::ray(square, direction).bits()));
        masks.push((reached, B::Bits::from_words(B::TABLES.reached[direction as usize])));
    }
    masks
}

/// Returns the labels beside a board: the names of its squares, without the part that a row shares.
fn labels<B: Board>() -> Labels {
    let (files, ranks) = (B::SIZE.files(), B::SIZE.ranks());
    let name = |file, rank| Square::<B>::new(file, rank).map(|square| square.to_string());
    // A square's name is that of the file and that of the rank, each of which is one character or a
    // number.
    let is_digit = |character: char| character.is_ascii_digit();
    let letter = |name: &str| name.replace(is_digit, "");
    let number = |name: &str| name.replace(|character: char| !is_digit(character), "");
    let is_usi = B::NAMES == Names::Usi;
    let of_file = |name: &str| if is_usi { number(name) } else { letter(name) };
    let of_rank = |name: &str| if is_usi { letter(name) } else { number(name) };
    let file = |file| name(file, 0).map(|name| of_file(&name));
    let rank = |rank| name(0, rank).map(|name| of_rank(&name));
    Labels {
        ranks: (0..ranks).rev().filter_map(rank).collect(),
        files: (0..files).filter_map(file).collect(),
        beyond_is_left: B::SIZE.layout() == Layout::FilesFromTopRight,
    }
}

/// Draws the words of a value in the shape of a board, the highest rank first. Bits that are set
/// beyond the board are drawn as further ranks or files, in the order of the others.
fn picture(size: Size, words: &[u64]) -> Vec<String> {
    let (files, ranks) = (usize::from(size.files()), usize::from(size.ranks()));
    let is_set =
        |index: usize| words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1);
    let used = (0..64 * words.len()).rev().find(|&index| is_set(index)).map_or(0, |last| last + 1);
    // The bits are drawn in lines of as many squares as the board.
    let (lines, length) = match size.layout() {
        Layout::Ranks => (ranks, files),
        Layout::Files | Layout::FilesFromTopRight => (files, ranks),
    };
    let lines = lines.max(used.div_ceil(length));
    let mark = |line: usize, place: usize| if is_set(line * length + place) { "1" } else { "." };
    let row = |row: &mut dyn Iterator<Item = &'static str>| row.collect::<Vec<_>>().join(" ");
    match size.layout() {
        Layout::Ranks => {
            (0..lines).rev().map(|rank| row(&mut (0..files).map(|file| mark(rank, file)))).collect()
        }
        Layout::Files => {
            (0..ranks).rev().map(|rank| row(&mut (0..lines).map(|file| mark(file, rank)))).collect()
        }
        // From the right, and from above.
        Layout::FilesFromTopRight => {
            (0..ranks).map(|rank| row(&mut (0..lines).rev().map(|file| mark(file, rank)))).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use hyperbola_explain::{Step, ValueKind};

    use super::*;
    use crate::FORMULAS;

    /// Some squares of a board, by their indices.
    fn sample<B: Board>(first: usize, step: usize) -> Vec<u8> {
        Square::<B>::all().skip(first).step_by(step).map(Square::index).collect()
    }

    #[test]
    fn an_explanation_ends_with_the_attacks() {
        for &board in NamedBoard::ALL {
            dispatch_board!(board, B => for square in sample::<B>(1, 17) {
                let occupied = sample::<B>(2, 5);
                let set: SquareSet<B> =
                    occupied.iter().filter_map(|&index| Square::from_index(index)).collect();
                let on = Square::<B>::from_index(square).expect("it is on the board");
                for (slider, expected) in [
                    (Slider::Rook, crate::rook_attacks(on, set)),
                    (Slider::Bishop, crate::bishop_attacks(on, set)),
                    (Slider::Queen, crate::queen_attacks(on, set)),
                ] {
                    for &technique in FORMULAS {
                        let explanation = explain_on_board(technique, board, slider, square, &occupied);
                        let explanation = explanation.expect("its squares are on the board");
                        check(&explanation, board, B::SIZE.ranks().into());
                        let attacks = explanation.sections.last().and_then(|one| one.steps.last());
                        let rows: Vec<String> = expected.to_string().lines().map(str::to_owned).collect();
                        assert_eq!(attacks.map(|step| &step.board), Some(&rows));
                        assert_eq!(attacks.map(|step| &step.value), Some(&explanation.attacks));
                    }
                }
            });
        }
    }

    /// Checks the properties of every explanation.
    fn check(explanation: &Explanation, board: NamedBoard, ranks: usize) {
        assert_eq!(explanation.board, Some(board.id()));
        let titles: Vec<&str> =
            explanation.sections.iter().map(|section| section.title.as_str()).collect();
        let expected: &[&str] = match explanation.slider.as_str() {
            "rook" => &["input", "rank", "file", "rook"],
            "bishop" => &["input", "diagonal", "anti-diagonal", "bishop"],
            _ => &["input", "rank", "file", "rook", "diagonal", "anti-diagonal", "bishop", "queen"],
        };
        assert_eq!(titles, expected, "{}", explanation.technique);
        for section in &explanation.sections {
            let names: BTreeSet<&str> = section.steps.iter().map(|step| &*step.name).collect();
            assert_eq!(names.len(), section.steps.len(), "{names:?}");
            for step in &section.steps {
                let is_board = step.kind == ValueKind::Board;
                assert!(step.board.len() >= if is_board { ranks } else { 0 }, "{step:?}");
            }
        }
    }

    /// Returns the steps of a line.
    fn steps(technique: Technique, board: NamedBoard, line: &str) -> Vec<Step> {
        let explanation = explain_on_board(technique, board, Slider::Queen, 40, &[41, 43, 22]);
        let sections = explanation.expect("its squares are on the board").sections;
        let section = sections.into_iter().find(|section| section.title == line);
        section.expect("a queen moves along it").steps
    }

    #[test]
    fn the_expressions_are_those_of_the_formula() {
        let of = |technique, board, line| -> Vec<String> {
            let written = |step: Step| format!("{} = {}", step.name, step.expression);
            steps(technique, board, line).into_iter().map(written).collect()
        };
        // On a board of shogi the bits go along the files, so a file is mirrored bit by bit.
        for (line, mirror) in [("file", "reverse_bits"), ("rank", "swap_bytes")] {
            let found = of(Technique::HyperbolaQuintessence, NamedBoard::Shogi, line);
            assert_eq!(found[..2], [format!("o = occupied & {line}"), format!("o' = {mirror}(o)")]);
            assert_eq!(found[2], "positive = o - r");
            assert!(found[3].starts_with("r' = 0x"), "{found:?}");
            assert_eq!(
                found[4..],
                [
                    format!("negative = {mirror}(o' - r')"),
                    format!("{line}_attacks = (positive ^ negative) & {line}"),
                ]
            );
        }
        let found = of(Technique::ObstructionDifference, NamedBoard::Xiangqi, "diagonal");
        assert_eq!(found[..2], ["lower = south_west & occupied", "upper = north_east & occupied"]);
        assert!(found.contains(&"line = diagonal".to_owned()), "{found:?}");
        let found = of(Technique::KoggeStone, NamedBoard::Capablanca, "file");
        assert_eq!(found[0], "propagators = !(occupied | r) & reached_north");
    }

    #[test]
    fn bits_beyond_the_board_are_drawn_beside_it() {
        // The mirror of 128 bits is above the 90 squares of xiangqi.
        let above = &steps(Technique::HyperbolaQuintessence, NamedBoard::Xiangqi, "rank")[1];
        assert_eq!((above.name.as_str(), above.board.len()), ("o'", 10));
        let size = Size::new(3, 2, Layout::Ranks);
        assert_eq!(picture(size, &[0b1_000_100_010]), ["1 . .", ". . .", ". . 1", ". 1 ."]);
        assert_eq!(picture(size, &[0b100_010]), [". . 1", ". 1 ."]);
        let size = Size::new(3, 2, Layout::Files);
        assert_eq!(picture(size, &[0b01_00_00_00_10]), ["1 . . . .", ". . . . 1"]);
        let size = Size::new(3, 2, Layout::FilesFromTopRight);
        assert_eq!(picture(size, &[0b10_00_00_00_10]), [". . . . .", "1 . . . 1"]);
    }

    #[test]
    fn boards_are_drawn_with_the_names_of_their_squares() {
        let shown = |board, square| {
            let technique = Technique::HyperbolaQuintessence;
            let explanation = explain_on_board(technique, board, Slider::Rook, square, &[]);
            let labels = explanation.expect("its squares are on the board").labels;
            (labels.ranks.join(" "), labels.files.join(" "))
        };
        let text = |ranks: &str, files: &str| (ranks.to_owned(), files.to_owned());
        assert_eq!(shown(NamedBoard::Shogi, 0), text("a b c d e f g h i", "9 8 7 6 5 4 3 2 1"));
        assert_eq!(shown(NamedBoard::Xiangqi, 0), text("9 8 7 6 5 4 3 2 1 0", "a b c d e f g h i"));
        assert_eq!(
            shown(NamedBoard::Grand, 0),
            text("10 9 8 7 6 5 4 3 2 1", "a b c d e f g h i j")
        );
    }

    #[test]
    fn values_have_all_digits_the_highest_first() {
        let technique = Technique::HyperbolaQuintessence;
        let value_of = |board, square| {
            let explanation = explain_on_board(technique, board, Slider::Rook, square, &[]);
            let sections = explanation.expect("its square is on the board").sections;
            let r = sections[0].steps.iter().find(|step| step.name == "r").cloned();
            r.expect("the slider is a mask").value
        };
        assert_eq!(value_of(NamedBoard::Capablanca, 70), "0x00000000000000400000000000000000");
        assert_eq!(value_of(NamedBoard::Chess, 63), "0x8000000000000000");
    }

    #[test]
    fn squares_off_the_board_are_rejected() {
        let explained = |technique, square, occupied| {
            let board = NamedBoard::Shogi;
            explain_on_board(technique, board, Slider::Rook, square, occupied).is_some()
        };
        assert!(explained(Technique::KoggeStone, 80, &[80]));
        assert!(!explained(Technique::KoggeStone, 81, &[80]));
        assert!(!explained(Technique::KoggeStone, 80, &[81]));
        assert!(!explained(Technique::Classical, 80, &[80]));
    }
}
