//! The page about training data: HTML with its style and its pictures in it.

use core::fmt::{self, Write};

use hyperbola_moves::{Color, Position, Square};

use super::{KINDS, MOST_PHASE, PLIES_A_BIN, SCORE_BINS, SCORES_A_BIN, Scored, Survey};
use crate::{Entry, LeftOut};

/// The width and the height of a chart's bars, and the room below them for labels.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 150.0;
const BELOW: f64 = 18.0;

/// The side of a board's square.
const CELL: usize = 40;

/// A bar: its label, what the pointer shows, and its number.
struct Bar {
    label: String,
    note: String,
    number: u64,
}

/// Returns the page.
pub(super) fn page(survey: &Survey, title: &str, left: &LeftOut) -> String {
    let mut text = String::new();
    // A text takes everything that is written to it.
    let _ = write_page(&mut text, survey, &escaped(title), left);
    text
}

fn write_page(page: &mut String, survey: &Survey, title: &str, left: &LeftOut) -> fmt::Result {
    let style = include_str!("page.css");
    write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{style}</style>\n<h1>{title}</h1>\n<main>\n"
    )?;
    write_numbers(page, survey)?;
    write_left_out(page, left)?;
    write_scores(page, survey)?;
    let plies = |bin: usize| {
        let more = if bin + 1 < survey.plies.len() { "" } else { " and more" };
        format!("{}{more}", bin * usize::from(PLIES_A_BIN))
    };
    let note = format!("Half moves since the initial position; {PLIES_A_BIN} for each bar.");
    let bars = bars(&survey.plies, survey.entries, plies);
    write_chart(page, "Plies", &note, &bars, None)?;
    let most = survey.pieces.iter().rposition(|number| *number > 0).unwrap_or_default();
    let bars = self::bars(&survey.pieces[..=most], survey.entries, |pieces| pieces.to_string());
    write_chart(page, "Pieces", "Kings and pawns included.", &bars, None)?;
    let note = format!(
        "1 for each knight and bishop, 2 for each rook, 4 for each queen, at most {MOST_PHASE}."
    );
    let bars = self::bars(&survey.phases, survey.entries, |phase| phase.to_string());
    write_chart(page, "Phases", &note, &bars, None)?;
    for color in Color::ALL {
        write_kings(page, survey, color)?;
    }
    page.push_str("<section style=\"grid-column: 1 / -1\"><h2>Samples</h2><div class=\"wide\">\n");
    for entry in survey.samples.values() {
        write_sample(page, entry)?;
    }
    page.push_str("</div></section>\n</main>\n</html>\n");
    Ok(())
}

/// Writes the numbers of all entries, by results and by kinds.
fn write_numbers(page: &mut String, survey: &Survey) -> fmt::Result {
    page.push_str("<section><h2>Entries</h2><table>\n");
    let mut row = |name: &str, number: u64| {
        let share = percent(number, survey.entries);
        writeln!(page, "<tr><td>{name}</td><td>{}</td><td>{share}</td></tr>", grouped(number))
    };
    row("all", survey.entries)?;
    let results = ["White wins", "draw", "Black wins", "no result"];
    for (name, &number) in results.iter().zip(&survey.results) {
        row(name, number)?;
    }
    for (name, &number) in KINDS.iter().zip(&survey.kinds) {
        row(name, number)?;
    }
    write!(
        page,
        "</table>\n<p>Positions that an earlier entry has: {:.2} %, found from {} entries.</p></section>\n",
        100.0 * survey.share_of_duplicates(),
        grouped(survey.keys.entries())
    )
}

/// Writes what was left out or is noted, and why, if there is something.
fn write_left_out(page: &mut String, left: &LeftOut) -> fmt::Result {
    for (title, is_note) in [("Left out", false), ("Noted", true)] {
        let mut rows = left.rows().iter().filter(|row| row.reason.is_note() == is_note).peekable();
        if rows.peek().is_none() {
            continue;
        }
        writeln!(page, "<section><h2>{title}</h2><table>")?;
        for row in rows {
            let text = row.to_string();
            let (count, why) = text.split_once(": ").unwrap_or((&text, ""));
            writeln!(page, "<tr><td>{}</td><td>{count}</td></tr>", escaped(why))?;
        }
        page.push_str("</table></section>\n");
    }
    Ok(())
}

/// Writes the chart of the scores, with the points that the side to move got in each bin.
fn write_scores(page: &mut String, survey: &Survey) -> fmt::Result {
    let scored: u64 = survey.scores.iter().map(|bin| bin.entries).sum();
    let bar = |(bin, scored_bin): (usize, &Scored)| {
        let middle = (bin as i64 - SCORE_BINS as i64) * i64::from(SCORES_A_BIN);
        let end = match bin {
            0 => " and less",
            bin if bin == 2 * SCORE_BINS => " and more",
            _ => "",
        };
        let points = points(scored_bin).map_or_else(String::new, |points| {
            format!("; the side to move got {:.1} % of the points", 100.0 * points)
        });
        let share = percent(scored_bin.entries, scored);
        let number = scored_bin.entries;
        let note = format!("about {middle}{end}: {} ({share}){points}", grouped(number));
        Bar { label: middle.to_string(), note, number }
    };
    let bars: Vec<Bar> = survey.scores.iter().enumerate().map(bar).collect();
    let line: Vec<Option<f64>> = survey.scores.iter().map(points).collect();
    let note = "As the side to move sees them, in the units of the files. The line is the side's share \
                of the points, from 0 to 100 %.";
    write_chart(page, "Scores", note, &bars, Some(&line))
}

/// Returns the share of the points that the side to move got.
fn points(bin: &Scored) -> Option<f64> {
    (bin.with_result > 0).then(|| bin.half_points as f64 / (2 * bin.with_result) as f64)
}

/// Returns a bar for each number, with its label and its share of all.
fn bars(numbers: &[u64], all: u64, label: impl Fn(usize) -> String) -> Vec<Bar> {
    let bar = |(index, &number): (usize, &u64)| {
        let label = label(index);
        let note = format!("{label}: {} ({})", grouped(number), percent(number, all));
        Bar { label, note, number }
    };
    numbers.iter().enumerate().map(bar).collect()
}

/// Writes a chart of bars, perhaps with a line of values from 0 to 1 over them.
fn write_chart(
    page: &mut String,
    title: &str,
    note: &str,
    bars: &[Bar],
    line: Option<&[Option<f64>]>,
) -> fmt::Result {
    let most = bars.iter().map(|bar| bar.number).max().unwrap_or_default().max(1) as f64;
    let step = WIDTH / bars.len().max(1) as f64;
    writeln!(
        page,
        "<section><h2>{title}</h2><p>{note}</p><svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" \
         aria-label=\"{title}\">",
        HEIGHT + BELOW
    )?;
    let labelled = bars.len().div_ceil(6).max(1);
    for (index, Bar { label, note, number }) in bars.iter().enumerate() {
        let height = HEIGHT * *number as f64 / most;
        let (x, y) = (index as f64 * step, HEIGHT - height);
        writeln!(
            page,
            "<rect class=\"bar\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{:.2}\" height=\"{height:.2}\">\
             <title>{note}</title></rect>",
            step * 0.9
        )?;
        if (index + labelled / 2).is_multiple_of(labelled) {
            let (x, y) = (x + step / 2.0, HEIGHT + BELOW - 4.0);
            let label = label.split(' ').next().unwrap_or_default();
            writeln!(page, "<text x=\"{x:.2}\" y=\"{y:.2}\">{label}</text>")?;
        }
    }
    if let Some(line) = line {
        page.push_str("<polyline class=\"line\" points=\"");
        for (index, value) in line.iter().enumerate() {
            if let Some(value) = value {
                let x = (index as f64 + 0.5) * step;
                write!(page, "{x:.2},{:.2} ", HEIGHT * (1.0 - value))?;
            }
        }
        page.push_str("\"/>\n");
    }
    page.push_str("</svg></section>\n");
    Ok(())
}

/// Writes a board with the squares of a colour's king.
fn write_kings(page: &mut String, survey: &Survey, color: Color) -> fmt::Result {
    let numbers = &survey.kings[color as usize];
    let all = numbers.iter().sum::<u64>();
    let most = numbers.iter().copied().max().unwrap_or_default().max(1) as f64;
    writeln!(page, "<section><h2>{color:?}'s king</h2>")?;
    write_board(page, |page, square, (x, y)| {
        let number = numbers[square as usize];
        let (share, opacity) = (percent(number, all), (number as f64 / most).sqrt());
        writeln!(
            page,
            "<rect class=\"bar\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" \
             fill-opacity=\"{opacity:.3}\"><title>{square}: {} ({share})</title></rect>",
            grouped(number)
        )
    })?;
    page.push_str("</section>\n");
    Ok(())
}

/// Writes an entry with its board.
fn write_sample(page: &mut String, entry: &Entry) -> fmt::Result {
    let Entry { position, played, score, result, ply } = entry;
    page.push_str("<div>");
    write_board(page, |page, square, place| write_piece(page, position, square, place))?;
    write!(page, "<code>{position}</code><br>ply {ply}")?;
    if let Some(score) = score {
        write!(page, ", score {}", score.for_color(position.side_to_move()))?;
    }
    if let Some(played) = played {
        write!(page, ", move {}", position.uci(*played))?;
    }
    writeln!(page, ", result {}</div>", result.as_str())
}

/// Writes the piece on a square.
fn write_piece(
    page: &mut String,
    position: &Position,
    square: Square,
    (x, y): (usize, usize),
) -> fmt::Result {
    const PIECES: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];
    let Some(piece) = position.board().piece_at(square) else { return Ok(()) };
    let color = if piece.color == Color::White { "white" } else { "black" };
    let (x, y) = (x + CELL / 2, y + CELL * 4 / 5);
    // The sign after the piece asks for a text and not for a picture.
    let piece = PIECES[piece.role as usize];
    writeln!(page, "<text class=\"piece {color}\" x=\"{x}\" y=\"{y}\">{piece}\u{fe0e}</text>")
}

/// Writes a board with something on each square, from its upper left corner.
fn write_board(
    page: &mut String,
    mut on_square: impl FnMut(&mut String, Square, (usize, usize)) -> fmt::Result,
) -> fmt::Result {
    let side = 8 * CELL;
    writeln!(page, "<svg viewBox=\"0 0 {side} {side}\" role=\"img\">")?;
    for square in Square::ALL {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let (x, y) = (file * CELL, (7 - rank) * CELL);
        let shade = if (file + rank).is_multiple_of(2) { "dark" } else { "light" };
        writeln!(
            page,
            "<rect class=\"{shade}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
        )?;
        on_square(page, square, (x, y))?;
    }
    page.push_str("</svg>");
    Ok(())
}

/// Returns a share of all in hundredths.
fn percent(number: u64, all: u64) -> String {
    format!("{:.2} %", 100.0 * number as f64 / all.max(1) as f64)
}

/// Returns a number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a text in which nothing is HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
