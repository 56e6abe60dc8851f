//! The page docs/FEATURES.md: every feature of the catalogue on one position.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use anyhow::Context as _;
use hyperbola::{Bitboard, File, Rank, Square};
use hyperbola_explain::Recorder;
use hyperbola_features::{
    AnyFeature, Array, Arrays, Axis, Block, Dtype, FormulaVisitor, Planes, Positions, View,
    WordFormula, visit_formulas,
};
use hyperbola_moves::{Move, Position};

/// The position of the pictures: a check, a pin of each side, and x-rays. Black is to move, so that
/// views differ.
const FEN: &str = "r3k2r/pPN2p1p/2n2q2/1B1p4/1b2P1b1/2NQ4/PPP3PP/R3K2R b KQkq - 0 12";

/// The most items of a list that are shown.
const SHOWN: usize = 8;

/// Writes the page.
pub(crate) fn page() -> anyhow::Result<String> {
    let position: Position = FEN.parse().context("the position of the page")?;
    let positions: Positions = [position].iter().collect();
    let mut page = format!("{INTRODUCTION}```text\n{FEN}\n\n{}\n```\n", position.board());
    page += "\n| feature | type and shape | bytes a position | operations |\n|---|---|---|---|\n";
    let operations = Operations::count();
    for feature in AnyFeature::all() {
        for array in feature.arrays() {
            let bytes = match array.axis {
                Axis::Positions => bytes_of(&array).to_string(),
                Axis::Offsets { lists } => (lists * bytes_of(&array)).to_string(),
                _ => format!("{} an item", bytes_of(&array)),
            };
            let operations = operations.0.get(feature.name()).map(usize::to_string);
            let operations = operations.unwrap_or_default();
            let shape = type_and_shape(&array);
            writeln!(page, "| `{}` | {shape} | {bytes} | {operations} |", array.name)?;
        }
    }
    for feature in AnyFeature::all() {
        let mut arrays = Arrays::new(feature);
        arrays.append(positions.as_slice().features());
        let bytes = arrays.bytes();
        write!(page, "\n## `{}`\n\n{}.\n\n", feature.name(), sentence(feature.meaning()))?;
        let shapes = feature.arrays();
        let picture = match &shapes[..] {
            [array] => picture(feature.name(), array, &bytes[0])?,
            [_, array] => items(feature.name(), array, &bytes[1])?,
            _ => String::new(),
        };
        write!(page, "```text\n{}\n```\n", picture.trim_end())?;
    }
    Ok(page)
}

/// The operations on words of each feature that is a formula, by its name.
#[derive(Default)]
struct Operations(BTreeMap<&'static str, usize>);

impl Operations {
    fn count() -> Self {
        let mut operations = Self::default();
        visit_formulas(&mut operations);
        operations
    }
}

impl FormulaVisitor for Operations {
    fn visit<const N: usize, F: WordFormula<N>>(&mut self, feature: F) {
        // No formula branches on data, so the position does not matter.
        let recorder = Recorder::new();
        let board = |name| recorder.board(name, 0);
        let block = Block {
            roles: ["pawns", "knights", "bishops", "rooks", "queens", "kings"].map(board),
            colors: ["white", "black"].map(board),
            is_black: recorder.number("is_black", 0),
            castling: recorder.number("castling", 0),
        };
        let cost = recorder.cost(&feature.words(&block));
        self.0.insert(feature.name(), cost.operations);
    }
}

/// Returns the number of bytes of an element of an array's first axis.
fn bytes_of(array: &Array) -> usize {
    array.dtype.size() * array.lengths.iter().product::<usize>()
}

fn type_and_shape(array: &Array) -> String {
    let first = match array.axis {
        Axis::Positions => "N".into(),
        Axis::Offsets { lists: 1 } => "N + 1".into(),
        Axis::Offsets { lists } => format!("{lists} N + 1"),
        _ => "M".into(),
    };
    let lengths = array.lengths.iter().map(|length| format!(" × {length}")).collect::<String>();
    // A bar would end the table's cell.
    format!("`{}`, {first}{lengths}", array.dtype.to_string().replace('|', "\\|"))
}

fn sentence(meaning: &str) -> String {
    let mut letters = meaning.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Draws the numbers of a position.
fn picture(name: &str, array: &Array, bytes: &[u8]) -> anyhow::Result<String> {
    let numbers = numbers(array.dtype, bytes);
    let sides = ["White", "Black"];
    let roles = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];
    Ok(match (&array.lengths[..], array.dtype) {
        ([], Dtype::U64) if name == "keys" => format!("{:016x}", numbers[0]),
        ([], Dtype::U64) => beside(&[(String::new(), board(numbers[0]))]),
        ([2], Dtype::U64) => {
            beside(&[(sides[0].into(), board(numbers[0])), (sides[1].into(), board(numbers[1]))])
        }
        ([2, 6], Dtype::U64) => {
            let side = |side: usize| {
                let boards: Vec<_> = (0..6)
                    .map(|role| {
                        let title = format!("{}'s {}", sides[side], roles[role]);
                        (title, board(numbers[6 * side + role]))
                    })
                    .collect();
                boards.chunks(3).map(beside).collect::<Vec<_>>().join("\n")
            };
            format!("{}\n{}", side(0), side(1))
        }
        ([2, 64], _) => beside(&[
            (sides[0].into(), digits(&numbers[..64])),
            (sides[1].into(), digits(&numbers[64..])),
        ]),
        ([2, 6], _) => {
            let mut text = format!("{:<8}", "");
            roles.iter().try_for_each(|role| write!(text, "{role:>9}"))?;
            for (side, numbers) in sides.iter().zip(numbers.chunks(6)) {
                write!(text, "\n{side:<8}")?;
                numbers.iter().try_for_each(|number| write!(text, "{number:>9}"))?;
            }
            text
        }
        ([planes, 8, 8], _) => {
            let view = if name.ends_with("white") { View::White } else { View::SideToMove };
            // Planes that are fewer are the first of all.
            let names = Planes::<u8>::all(view).names().into_iter().take(*planes);
            let boards: Vec<_> = names.zip(numbers.chunks(64).map(digits)).collect();
            boards.chunks(4).map(beside).collect::<Vec<_>>().join("\n")
        }
        ([], _) => numbers[0].to_string(),
        _ => {
            let ones = numbers.iter().enumerate().filter(|(_, number)| **number != 0);
            let ones: Vec<String> =
                ones.map(|(index, number)| format!("{index}: {number}")).collect();
            format!("not zero are {}", shown(&ones))
        }
    })
}

/// Lists the first items of a position.
fn items(name: &str, array: &Array, bytes: &[u8]) -> anyhow::Result<String> {
    let numbers = numbers(array.dtype, bytes);
    let texts: Vec<String> = match (name, &array.lengths[..]) {
        ("legal_moves", _) => {
            let text = |&number: &u64| {
                let played = Move::from_bits(u16::try_from(number)?).context("a move")?;
                anyhow::Ok(format!("{number} ({played})"))
            };
            numbers.iter().map(text).collect::<Result<_, _>>()?
        }
        (_, [4]) => numbers.chunks(4).map(|item| format!("{item:?}")).collect(),
        _ => numbers.iter().map(u64::to_string).collect(),
    };
    Ok(shown(&texts))
}

/// Joins the first few texts.
fn shown(texts: &[String]) -> String {
    let more = texts.len().saturating_sub(SHOWN);
    let first = texts[..texts.len() - more].join(", ");
    if more == 0 { first } else { format!("{first} and {more} more") }
}

/// Reads unsigned numbers.
fn numbers(dtype: Dtype, bytes: &[u8]) -> Vec<u64> {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte));
    bytes.chunks(dtype.size()).map(number).collect()
}

/// Draws a set: eight lines.
fn board(set: u64) -> Vec<String> {
    lines(|square| if Bitboard(set).contains(square) { "1".into() } else { ".".into() })
}

/// Draws a number for each square: eight lines.
fn digits(numbers: &[u64]) -> Vec<String> {
    lines(|square| match numbers[square as usize] {
        0 => ".".into(),
        number => number.to_string(),
    })
}

fn lines(text: impl Fn(Square) -> String) -> Vec<String> {
    let rank = |rank: Rank| File::ALL.map(|file| text(Square::new(file, rank))).join(" ");
    Rank::ALL.into_iter().rev().map(rank).collect()
}

/// Draws boards beside each other, each below its title.
fn beside(boards: &[(String, Vec<String>)]) -> String {
    let width = |(title, lines): &(String, Vec<String>)| {
        lines.iter().map(String::len).chain([title.len()]).max().unwrap_or(0) + 4
    };
    let row = |line: usize| {
        let cells = boards.iter().map(|board| {
            let text = if line == 0 { &board.0 } else { &board.1[line - 1] };
            format!("{text:<0$}", width(board))
        });
        cells.collect::<String>().trim_end().to_owned() + "\n"
    };
    (0..9).map(row).skip_while(|line| line == "\n").collect()
}

const INTRODUCTION: &str = "\
# Features of many positions

`cargo xtask docs` writes this page: every picture is what the code computes.

`hyperbola-features` computes these numbers of every position of a batch, and `hyperbola features`
writes them as NumPy arrays. N is the number of positions, and M that of items in all lists. An axis
of 2 is for White and Black, of 6 for pawn, knight, bishop, rook, queen and king, of 64 for the
squares from a1 = 0 to h8 = 63. A set of squares is a number of 64 bits whose lowest bit is a1. A
position takes 74 bytes in its columns.

Operations are those on words of 64 bits that a feature's formula takes, counted while it runs on a
word that records. A word of many lanes does each for as many positions at once, and some
processors have one instruction for several. Features without a figure are computed position by
position, or with other parts besides. Loading and storing are not among the operations; nor are, in
`legal_counts`, captures en passant and castling of Chess960.

A pinned piece attacks all the same. Sliders are blocked by every piece, both kings included.

This is the position of the pictures, with Black to move:

";
