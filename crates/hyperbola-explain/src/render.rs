//! Draws an explanation for people, with as many boards side by side as fit.

use core::fmt::Write as _;

use crate::explanation::{Explanation, Labels, Step, ValueKind};
use anstyle::{AnsiColor, Style};

/// The least width of one step, board and words, and the gap to the next.
const STEP_WIDTH: usize = 30;
const GAP: usize = 3;

const HEADING: Style = Style::new().bold();
const NAME: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));
const SET: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));
const EMPTY: Style = Style::new().dimmed();

/// A line of text with the style of the whole line, or a board's rank: its name and its squares.
enum PrintedRow {
    Text(String, Style),
    Rank(String, String),
}

impl Explanation {
    /// Draws the explanation `width` columns wide, with ANSI styles.
    ///
    /// Print it through a stream that removes the styles where they are not wanted.
    #[must_use]
    pub fn render(&self, width: usize) -> String {
        let Self { name, inventors, year, slider, square, .. } = self;
        let mut text = format!(
            "{HEADING}{name}{HEADING:#} ({}, {year}): the attacks of a {slider} on {square}\n",
            inventors.join(" and ")
        );
        let step_width = self.step_width();
        let abreast = ((width + GAP) / (step_width + GAP)).max(1);
        for section in &self.sections {
            let _ = writeln!(text, "\n{HEADING}{}{HEADING:#}", capitalised(&section.title));
            for line in wrapped(&section.text, width.max(step_width)) {
                let _ = writeln!(text, "{line}");
            }
            for steps in section.steps.chunks(abreast) {
                text.push('\n');
                draw_abreast(&mut text, steps, &self.labels, step_width);
            }
        }
        let _ = writeln!(text, "\nAttacks: {NAME}{}{NAME:#}", self.attacks);
        text
    }

    /// Returns the width of one step: its values and its boards fit.
    fn step_width(&self) -> usize {
        let steps = self.sections.iter().flat_map(|section| &section.steps);
        let boards = steps.flat_map(|step| &step.board).map(|row| self.labels.width() + row.len());
        boards.chain([self.attacks.len(), STEP_WIDTH]).max().unwrap_or(STEP_WIDTH)
    }
}

impl Labels {
    /// Returns the width of the labels left of a board.
    fn width(&self) -> usize {
        self.ranks.iter().map(String::len).max().unwrap_or(0) + 2
    }

    /// Draws a board. Places beyond its squares have no labels.
    fn draw(&self, board: &[String]) -> Vec<PrintedRow> {
        let width = self.width();
        let further = board.len().saturating_sub(self.ranks.len());
        let names = core::iter::repeat_n("", further).chain(self.ranks.iter().map(String::as_str));
        let rows = names.zip(board);
        let mut rows: Vec<PrintedRow> = rows
            .map(|(name, row)| PrintedRow::Rank(format!("{name:<width$}"), row.clone()))
            .collect();
        let columns = board.first().map_or(0, |row| row.split(' ').count());
        let further = columns.saturating_sub(self.files.len());
        let before = if self.beyond_is_left { 2 * further } else { 0 };
        let files = format!("{:width$}{:before$}{}", "", "", self.files.join(" "));
        rows.push(PrintedRow::Text(files, EMPTY));
        rows
    }
}

fn draw_abreast(text: &mut String, steps: &[Step], labels: &Labels, step_width: usize) {
    let headings: Vec<Vec<PrintedRow>> =
        steps.iter().map(|step| heading(step, step_width)).collect();
    let height = headings.iter().map(Vec::len).max().unwrap_or(0);
    let columns: Vec<Vec<PrintedRow>> = headings
        .into_iter()
        .zip(steps)
        .map(|(mut rows, step)| {
            // The boards of a row are at one height.
            rows.resize_with(height, || PrintedRow::Text(String::new(), Style::new()));
            rows.extend(value(step, labels));
            rows
        })
        .collect();
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let mut line = String::new();
        let mut missing = 0;
        for column in &columns {
            let _ = write!(line, "{:missing$}", "");
            let width = column.get(row).map_or(0, |row| draw(&mut line, row));
            missing = (step_width + GAP).saturating_sub(width);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// Draws a row and returns its width in columns.
fn draw(line: &mut String, row: &PrintedRow) -> usize {
    match row {
        PrintedRow::Text(text, style) => {
            if !text.is_empty() {
                let _ = write!(line, "{style}{text}{style:#}");
            }
            text.chars().count()
        }
        PrintedRow::Rank(name, row) => {
            let _ = write!(line, "{EMPTY}{name}{EMPTY:#}");
            for (place, mark) in row.split(' ').enumerate() {
                let style = if mark == "1" { SET } else { EMPTY };
                let _ = write!(line, "{}{style}{mark}{style:#}", if place > 0 { " " } else { "" });
            }
            name.len() + row.len()
        }
    }
}

/// Writes a step's name and expression.
fn heading(step: &Step, width: usize) -> Vec<PrintedRow> {
    let text = if step.expression == step.name {
        step.name.clone()
    } else {
        format!("{} = {}", step.name, step.expression)
    };
    wrapped(&text, width).into_iter().map(|line| PrintedRow::Text(line, NAME)).collect()
}

/// Writes a step's value.
fn value(step: &Step, labels: &Labels) -> Vec<PrintedRow> {
    match step.kind {
        ValueKind::Board => {
            let mut rows = vec![PrintedRow::Text(step.value.clone(), Style::new())];
            rows.extend(labels.draw(&step.board));
            rows
        }
        ValueKind::Number => {
            vec![PrintedRow::Text(format!("{} ({:#x})", step.bits, step.bits), Style::new())]
        }
    }
}

/// Breaks a text at its spaces into lines no longer than `width` where a word allows it.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use hyperbola::{Bitboard, Slider, Square, Technique};

    use super::*;
    use crate::explain;

    /// Draws the attacks of a queen by a technique, without styles.
    fn drawn(technique: Technique, width: usize) -> (Explanation, String) {
        let explanation =
            explain(technique, Slider::Queen, Square::D4, Bitboard(0x8_2400_4200_2080));
        let text = explanation.render(width);
        let pieces = text.split("\u{1b}[").enumerate();
        let plain = pieces.map(|(place, piece)| match piece.split_once('m') {
            Some((_, rest)) if place > 0 => rest,
            _ => piece,
        });
        let plain = plain.collect();
        (explanation, plain)
    }

    #[test]
    fn each_board_is_drawn_with_the_eighth_rank_on_top() {
        let (explanation, text) = drawn(Technique::HyperbolaQuintessence, STEP_WIDTH);
        let steps = explanation.sections.iter().flat_map(|section| &section.steps);
        let mut boards = 0;
        for step in steps.filter(|step| step.kind == ValueKind::Board) {
            let ranks = step.board.iter().zip((1..=8).rev());
            let ranks = ranks.map(|(row, rank)| {
                let cells = row.chars().filter(|cell| !cell.is_whitespace());
                let cells: String = cells.flat_map(|cell| [' ', cell]).collect();
                format!("{rank} {cells}\n")
            });
            let board = step.value.clone() + "\n" + &ranks.collect::<String>();
            assert!(text.contains(&(board + "   a b c d e f g h\n")), "{}:\n{text}", step.name);
            boards += 1;
        }
        assert!(boards > 10, "{boards}");
    }

    #[test]
    fn the_boards_of_a_row_stand_at_one_height() {
        const ABREAST: usize = 3;
        for technique in [Technique::HyperbolaQuintessence, Technique::KoggeStone] {
            let (explanation, text) = drawn(technique, ABREAST * (STEP_WIDTH + GAP));
            let rows =
                explanation.sections.iter().flat_map(|section| section.steps.chunks(ABREAST));
            let has_board = |row: &&[Step]| row.iter().any(|step| step.kind == ValueKind::Board);
            let ends = text.lines().filter(|line| line.contains("a b c d e f g h"));
            assert_eq!(ends.count(), rows.filter(has_board).count(), "{text}");
        }
    }
}
