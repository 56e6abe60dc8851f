//! Numbers, paragraphs, boards and files of text.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use hyperbola::{Bitboard, File, Rank, Square};

/// Writes a number in groups of three digits.
pub(crate) fn grouped(number: usize, separator: &str) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(separator)
}

/// Writes a file, or fails if it is not what a chore would write.
pub(crate) fn update(path: &Path, text: &str, check: bool, chore: &str) -> anyhow::Result<()> {
    if fs::read_to_string(path).unwrap_or_default() == text {
        return Ok(());
    }
    ensure!(!check, "{} is not fresh: run cargo xtask {chore}", path.display());
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

/// Breaks a paragraph into lines of at most so many characters.
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

/// Draws boards beside each other with a gap, each below its title.
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

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn groups_have_three_digits_from_the_right() {
        assert_eq!(grouped(0, ","), "0");
        assert_eq!(grouped(999, ","), "999");
        assert_eq!(grouped(1_048_576, "_"), "1_048_576");
    }
}
