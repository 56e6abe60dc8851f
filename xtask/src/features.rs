//! The page docs/FEATURES.md: every feature of the catalogue on one position.

use core::cmp::Reverse;
use core::fmt::Write as _;
use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use hyperbola::Square;
use hyperbola_explain::{Recorded, Recorder};
use hyperbola_features::{
    AnyFeature, Array, Arrays, Axis, BadRows, Block, Dtype, FormulaVisitor, Meaning, MoveIndex,
    Planes, Positions, Preset, Threat, Threats, View, WordFormula, threats_of, visit_formulas,
};
use hyperbola_moves::{Move, Position};

use crate::text::{self, board, lines};

/// The position of the pictures: a check, a pin of each side, x-rays, a legal capture en passant
/// and a clock that is not 0. Black is to move and has its king on files a to d, so that all views
/// differ.
const FEN: &str = "r6r/p1p2NPp/3qn3/2k1n1Q1/1bpP2b1/2N3B1/PPP2P1P/R3K2R b KQ d3 3 12";

/// The most items of a list that are shown, and the most boards of a list.
const SHOWN: usize = 8;
const SHOWN_BOARDS: usize = 4;

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
        write!(page, "{}\n\n", wrapped(&feature.details()))?;
        let shapes = feature.arrays();
        let picture = match &shapes[..] {
            [array] => picture(feature.name(), &position, array, &bytes[0])?,
            [offsets, array] => {
                let offsets = numbers(offsets.dtype, &bytes[0]);
                items(feature.name(), &offsets, &numbers(array.dtype, &bytes[1]))?
            }
            _ => String::new(),
        };
        write!(page, "```text\n{}\n```\n", picture.trim_end())?;
    }
    page += WITH_MORE;
    page += &threat_changes(&position, &positions)?;
    page += &played(&positions)?;
    page += &perft(&positions)?;
    Ok(page)
}

/// The move of the pictures: a capture en passant, which changes three squares.
const MOVE: &str = "c4d3";

/// Describes the threats that a move changes.
fn threat_changes(position: &Position, positions: &Positions) -> anyhow::Result<String> {
    let legal: Move = MOVE.parse()?;
    let features = positions.as_slice().features();
    let (all, changes) = (features.compute_ragged(Threats), features.threat_changes(&[legal])?);
    let after = position.play(legal)?;
    let after = threats_of(&after).count();
    let draw = |list: usize| {
        let placed = changes.list(list).iter().map(|threat| {
            let from = Square::from_index(threat.from).context("a square")?;
            let to = Square::from_index(threat.to).context("a square")?;
            anyhow::Ok((format!("{} on {from}", threat.attacker), to, threat.attacked.to_string()))
        });
        Ok::<_, anyhow::Error>(boards(&placed.collect::<Result<Vec<_>, _>>()?))
    };
    let picture = format!(
        "{legal}: {} of {} threats are removed\n\n{}\n\n{} of {after} threats are added\n\n{}\n",
        changes.list(0).len(),
        all.list(0).len(),
        draw(0)?.trim_end(),
        changes.list(1).len(),
        draw(1)?.trim_end(),
    );
    let text = format!(
        "The threats that a move of each position removes, and those that it adds: two lists for \
         each position. Only the squares that change are looked at, and the lines through them. An \
         item takes {} bytes, and the offsets 16 a position. A search calls `threat_changes_into` \
         with one position, which takes no memory from the heap.",
        size_of::<Threat>()
    );
    Ok(section("threat_changes", &text, &picture))
}

/// Writes a section on functions that take more than a position.
fn section(title: &str, text: &str, picture: &str) -> String {
    format!("\n### `{title}`\n\n{}\n\n```text\n{picture}```\n", wrapped(text))
}

/// Describes playing a move in each position.
fn played(positions: &Positions) -> anyhow::Result<String> {
    let legal: Move = MOVE.parse()?;
    let played = positions.as_slice().play(&[legal.to_bits()], BadRows::Error)?;
    let after = played.positions.as_slice().position(0).context("a position")?;
    let text = "The position after a move of each position. A row whose move is not legal is an error, \
                is left out or is marked. Each row costs the legal moves of its position, and 74 bytes.";
    Ok(section("play", text, &format!("{legal}\n{after}\n\n{}\n", after.board())))
}

/// Describes the numbers of move sequences.
fn perft(positions: &Positions) -> anyhow::Result<String> {
    const DEPTH: u32 = 5;
    let mut picture = String::from("moves     sequences\n");
    for depth in 0..=DEPTH {
        let counts = positions.as_slice().features().perft(depth);
        writeln!(picture, "{depth:>5}{:>14}", counts[0])?;
    }
    let text = "The number of legal move sequences of a length from each position: 8 bytes a position. \
                The time grows about thirtyfold with each move, as the number does.";
    Ok(section("perft", text, &picture))
}

/// The operations on words of each feature that is a formula, by its name.
#[derive(Default)]
struct Operations(BTreeMap<&'static str, usize>);

impl Operations {
    fn count() -> Self {
        let mut operations = Self::default();
        visit_formulas(&mut operations);
        for feature in AnyFeature::all() {
            if let Some(planes) = feature.planes() {
                let recorder = Recorder::new();
                let words = planes.words(&block(&recorder));
                operations.0.insert(feature.name(), recorder.cost(&words).operations);
            }
        }
        operations
    }
}

/// Makes a block of any position: no formula branches on data.
fn block(recorder: &Recorder) -> Block<Recorded<'_>> {
    let board = |name| recorder.board(name, 0);
    Block {
        roles: ["pawns", "knights", "bishops", "rooks", "queens", "kings"].map(board),
        colors: ["white", "black"].map(board),
        is_black: recorder.number("is_black", 0),
        castling: recorder.number("castling", 0),
    }
}

impl FormulaVisitor for Operations {
    fn visit<const N: usize, F: WordFormula<N>>(&mut self, feature: F) {
        let recorder = Recorder::new();
        let cost = recorder.cost(&feature.words(&block(&recorder)));
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

/// Breaks a text into lines.
fn wrapped(text: &str) -> String {
    text::wrapped(text, 100).join("\n")
}

fn sentence(meaning: &str) -> String {
    let mut letters = meaning.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Draws the numbers of a position.
fn picture(name: &str, position: &Position, array: &Array, bytes: &[u8]) -> anyhow::Result<String> {
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
            // Fewer planes are the first of all planes.
            let names = Planes::<u8>::all(view).names().into_iter().take(*planes);
            let boards: Vec<_> = names.zip(numbers.chunks(64).map(digits)).collect();
            boards.chunks(4).map(beside).collect::<Vec<_>>().join("\n")
        }
        ([], _) => numbers[0].to_string(),
        _ if name.contains("bits") => {
            let ones = numbers.iter().enumerate().filter(|(_, number)| **number != 0);
            let ones: Vec<String> =
                ones.map(|(index, number)| format!("{index}: {number}")).collect();
            format!("bytes that are not zero are {}", shown(&ones))
        }
        _ => mask(name, position, &numbers)?,
    })
}

/// Draws the targets of legal moves: on each square the move's number.
fn mask(name: &str, position: &Position, numbers: &[u64]) -> anyhow::Result<String> {
    let index =
        MoveIndex::ALL.into_iter().find(|index| name.ends_with(&index.name().replace('-', "_")));
    let index = index.context("the numbering of a mask")?;
    let mut moves = Vec::new();
    for (number, _) in numbers.iter().enumerate().filter(|(_, is_legal)| **is_legal == 1) {
        let legal = index.legal_move(number, position).context("a legal move")?;
        moves.push((format!("from {}", legal.from()), legal.to(), number.to_string()));
    }
    Ok(boards(&moves))
}

/// Draws the items of a position, or lists them.
fn items(name: &str, offsets: &[u64], numbers: &[u64]) -> anyhow::Result<String> {
    let square = |index: u64| {
        let square = u8::try_from(index % 64).ok().and_then(Square::from_index);
        square.context("a square")
    };
    if name == "legal_moves" {
        let text = |&number: &u64| {
            let played = Move::from_bits(u16::try_from(number)?).context("a move")?;
            anyhow::Ok(format!("{number} ({played})"))
        };
        return Ok(shown(&numbers.iter().map(text).collect::<Result<Vec<_>, _>>()?));
    }
    let mut placed = Vec::new();
    if let Some(preset) = Preset::named(name) {
        // The view of the side to move.
        let set = preset.set();
        let first = usize::try_from(*offsets.get(1).context("two lists")?)?;
        for &number in &numbers[..first] {
            let (_, meaning) = set.meaning(u32::try_from(number)?).context("an input")?;
            let (title, square) = match meaning {
                Meaning::Piece { square, .. } => ("as the side to move sees it".into(), square),
                Meaning::Threat { attacker, from, to, .. } => (format!("{attacker} on {from}"), to),
                Meaning::Pair([(_, low), (_, high)]) => (format!("pawn on {high}"), low),
                _ => bail!("an input of another kind"),
            };
            placed.push((title, square, number.to_string()));
        }
    } else {
        for threat in numbers.as_chunks().0 {
            let [attacker, from, attacked, to] = *threat;
            let title = format!("{attacker} on {}", square(from)?);
            placed.push((title, square(to)?, attacked.to_string()));
        }
    }
    Ok(boards(&placed))
}

/// Draws a board for each title, with texts on squares; those with most texts come first.
fn boards(placed: &[(String, Square, String)]) -> String {
    const WIDTH: usize = 100;
    let width = placed.iter().map(|(_, _, text)| text.len()).max().unwrap_or(0);
    let mut groups: Vec<(&str, Vec<(Square, &str)>)> = Vec::new();
    for (title, square, text) in placed {
        match groups.iter_mut().find(|group| group.0 == title) {
            Some(group) => group.1.push((*square, text)),
            None => groups.push((title, vec![(*square, text)])),
        }
    }
    groups.sort_by_key(|group| Reverse(group.1.len()));
    let more = groups.len().saturating_sub(SHOWN_BOARDS);
    groups.truncate(SHOWN_BOARDS);
    let draw = |(title, placed): &(&str, Vec<(Square, &str)>)| {
        let text = |square| placed.iter().find(|one| one.0 == square).map_or(".", |one| one.1);
        (String::from(*title), lines(|square| format!("{:>width$}", text(square))))
    };
    let boards: Vec<_> = groups.iter().map(draw).collect();
    // Between boards are four spaces.
    let beside_each_other = ((WIDTH + 4) / (8 * (width + 1) + 3)).max(1);
    let mut text = boards.chunks(beside_each_other).map(beside).collect::<Vec<_>>().join("\n");
    if more > 0 {
        text += &format!("\nand {more} more");
    }
    text
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

/// Draws a number for each square: eight lines.
fn digits(numbers: &[u64]) -> Vec<String> {
    lines(|square| match numbers[square as usize] {
        0 => ".".into(),
        number => number.to_string(),
    })
}

/// Draws boards side by side, each below its title.
fn beside(boards: &[(String, Vec<String>)]) -> String {
    text::beside(boards, 4)
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
`legal_counts` and `outcome`, captures en passant and castling of Chess960, in `outcome` the choice
of the code, and in planes those of castling rights, of the side to move, of the clock and of en
passant, which are copied from columns.

`hyperbola features --planes-dtype f16` and `f32` write planes as floating-point numbers of 2 and 4
bytes. The numbers are the same.

A pinned piece attacks all the same. Sliders are blocked by every piece, both kings included.

This is the position of the pictures, with Black to move. No game leads to it: after a step of two
squares the clock is 0, and here every feature has something to show. Pictures of lists and of masks
have on each square the number of what goes there or stands there: a mask has a board for each piece
that may move, threats one for each attacker.

";

const WITH_MORE: &str = "
## With a move or a depth

These take more than a position: a move of each one, or a depth. So they have no name in files and on
the command line. They are functions of the crate `hyperbola-features`.
";
