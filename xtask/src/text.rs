//! Paragraphs and boards of text.

use hyperbola::{Bitboard, File, Rank, Square};

/// Breaks a paragraph into lines of at most a number of characters.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// Draws a set: eight lines.
pub(crate) fn board(set: u64) -> Vec<String> {
    lines(|square| if Bitboard(set).contains(square) { "1".into() } else { ".".into() })
}

/// Draws a text for each square: eight lines.
pub(crate) fn lines(text: impl Fn(Square) -> String) -> Vec<String> {
    let rank = |rank: Rank| File::ALL.map(|file| text(Square::new(file, rank))).join(" ");
    Rank::ALL.into_iter().rev().map(rank).collect()
}

/// Draws boards side by side with a gap, each below its title.
pub(crate) fn beside(boards: &[(String, Vec<String>)], gap: usize) -> String {
    let width = |(title, lines): &(String, Vec<String>)| {
        let texts = lines.iter().chain([title]);
        texts.map(|text| text.chars().count()).max().unwrap_or(0) + gap
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
