//! The outcome of a hunt, as text and as Markdown.

use core::fmt::{self, Write as _};
use core::time::Duration;

use hyperbola_moves::{Bitboard, Board, File, Rank, Square};

use super::finding::Finding;
use super::rules::Rule;
use super::{WrongInput, WrongMove};
use crate::compare::{Compared, Fault, Problem};
use crate::format::Format;
use crate::inputs::InputList;
use crate::interview::HuntError;
use crate::subject::visible;

/// The outcome of a hunt. It displays as a report in plain text.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Outcome {
    /// The subject's name.
    pub subject: String,
    /// The seed.
    pub seed: u64,
    /// The part of the answers that was compared.
    pub compared: Compared,
    /// The number of positions tried.
    pub positions: u64,
    /// The number of questions asked.
    pub questions: u64,
    /// Whether no move could be read from any answer, so that only totals were compared.
    pub only_totals: bool,
    /// The number of positions given by the user that were not asked: the hunt ended before, or the
    /// subject does not know Chess960, or no game leads to them.
    pub not_asked: usize,
    /// The time the hunt took.
    pub elapsed: Duration,
    /// The reason for the end.
    pub end: End,
    /// The ways in which the answers differed from the usual format. They are no faults.
    pub formats: Vec<Format>,
    /// The error that ended the hunt after something was found.
    pub failure: Option<HuntError>,
    /// Whether the hunt went on after a finding.
    pub all: bool,
    /// The rules that were ignored.
    pub ignored: Vec<Rule>,
    /// The wrong positions that were found, each made small: one, or one of each broken rule if the
    /// hunt went on.
    pub findings: Vec<Finding>,
}

/// The reason for the end of a hunt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// A wrong position was found.
    Found,
    /// The budget was used up.
    Budget,
    /// The hunt was interrupted.
    Interrupted,
    /// The subject failed after something was found.
    Failed,
}

impl End {
    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Budget => "budget",
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
        }
    }
}

/// The number of wrong moves that a report shows.
const SHOWN: usize = 12;

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.findings.is_empty() {
            return writeln!(f, "{}: {}{}", self.nothing(), self.tried(), self.format());
        }
        if self.all {
            writeln!(f, "{}\n\n{}", self.summary(), self.table())?;
        }
        for finding in &self.findings {
            self.write(f, finding)?;
        }
        writeln!(f, "Tried: {}{}", self.tried(), self.format())
    }
}

impl Outcome {
    /// Writes the report of a finding.
    fn write(&self, f: &mut fmt::Formatter<'_>, finding: &Finding) -> fmt::Result {
        writeln!(f, "Found: {} is wrong here\n", visible(&self.subject))?;
        f.write_str(&facts(finding))?;
        writeln!(f, "\n{}", drawing(&finding.situation.end().board, finding.reason.squares))?;
        writeln!(f, "{}: {}", finding.rule(), finding.rule().law())?;
        writeln!(f, "{}\n", finding.reason.text)?;
        let rows = rows(finding);
        for row in rows.iter().take(SHOWN) {
            writeln!(f, "{}", line(row, &finding.reason.text))?;
        }
        f.write_str(&not_shown(rows.len()))?;
        if !rows.is_empty() {
            writeln!(f)?;
        }
        for (title, _, text) in sections(finding, "") {
            let lines: String = text.lines().map(|line| format!("  {line}\n")).collect();
            writeln!(f, "{title}\n{lines}")?;
        }
        Ok(())
    }

    /// Says how many rules are broken.
    fn summary(&self) -> String {
        let rules = match self.findings.len() {
            1 => "1 rule".to_owned(),
            more => format!("{more} rules"),
        };
        format!("Found: {} breaks {rules}", visible(&self.subject))
    }

    /// Returns a line for each broken rule: how many positions show it, and the smallest one.
    fn table(&self) -> String {
        let width = self.findings.iter().map(|finding| finding.rule().id().len()).max();
        let width = width.unwrap_or_default();
        let lines = self.findings.iter().map(|finding| {
            let Finding { shown_by, situation, .. } = finding;
            let moves: String = situation.moves().iter().map(|uci| format!(" {uci}")).collect();
            let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
            let positions = if *shown_by == 1 { "position " } else { "positions" };
            let (rule, fen) = (finding.rule().id(), situation.fen());
            format!("  {rule:<width$} {shown_by:>7} {positions}  {fen}{moves}\n")
        });
        lines.collect()
    }

    /// Says that nothing was found, or that there was no chance to.
    const fn nothing(&self) -> &'static str {
        if self.questions == 0 { "Nothing asked" } else { "Nothing found" }
    }

    /// Returns a line for each way in which the format differs, each after the end of a line.
    fn format(&self) -> String {
        self.formats.iter().map(|format| format!("\nFormat: {format}")).collect()
    }

    /// Returns the same as a list in Markdown.
    fn listed(&self) -> String {
        let lines: String = self.formats.iter().map(|one| format!("- Format: {one}\n")).collect();
        if lines.is_empty() { lines } else { format!("\n{lines}") }
    }

    /// Says how much was tried.
    fn tried(&self) -> String {
        let not_asked = match self.not_asked {
            0 => String::new(),
            1 => ", 1 given position was not asked".to_owned(),
            more => format!(", {more} given positions were not asked"),
        };
        let ignored: Vec<&str> = self.ignored.iter().map(|rule| rule.id()).collect();
        let ignored = match ignored.is_empty() {
            true => String::new(),
            false => format!(", without {}", ignored.join(" and ")),
        };
        let failed = self.failure.as_ref();
        let failed = failed.map_or_else(String::new, |error| format!("; it ended early: {error}"));
        format!(
            "{} positions, {} questions, {:.1} s, seed {}, {}{}{not_asked}{ignored}{failed}",
            self.positions,
            self.questions,
            self.elapsed.as_secs_f64(),
            self.seed,
            self.comparing(),
            if self.end == End::Interrupted { ", interrupted" } else { "" }
        )
    }

    /// Says what was compared.
    fn comparing(&self) -> String {
        if self.only_totals {
            return "comparing totals only, for no answer had moves that could be read".to_owned();
        }
        format!("comparing {}", self.compared.name())
    }

    /// Returns the report as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("# Hunt of `{}`\n\n", visible(&self.subject).replace('`', "'"));
        if self.findings.is_empty() {
            return text + &format!("{}: {}.\n{}", self.nothing(), self.tried(), self.listed());
        }
        if self.all {
            text += &fence("", &self.table());
        }
        self.findings.iter().for_each(|finding| text += &report(finding));
        text + &format!("Tried: {}.\n{}", self.tried(), self.listed())
    }
}

/// Returns the report of a finding as Markdown.
fn report(finding: &Finding) -> String {
    let mut text = String::new();
    let drawn = drawing(&finding.situation.end().board, finding.reason.squares);
    let rule = finding.rule();
    let _ = write!(
        text,
        "**{}** {}\n\n{}\n",
        rule.law(),
        plain(&finding.reason.text),
        fence("", &drawn)
    );
    text += &fence("", &facts(finding));
    let rows = rows(finding);
    if !rows.is_empty() {
        let what = if finding.inputs.is_empty() { "move" } else { "input" };
        let _ = writeln!(text, "| {what} | fault | rule | why |\n|---|---|---|---|");
        for Row { name, fault, rule, why } in rows.iter().take(SHOWN) {
            let (name, why) = (name.replace(['|', '`'], " "), plain(why));
            let _ = writeln!(text, "| `{name}` | {} | {rule} | {why} |", fault.name());
        }
        text.push('\n');
        let more = not_shown(rows.len());
        if !more.is_empty() {
            text += &format!("{more}\n");
        }
    }
    for (title, language, section) in sections(finding, "$ ") {
        text += &format!("## {title}\n\n{}", fence(language, &section));
    }
    text
}

/// A move or an input that is wrong, in a report.
struct Row<'a> {
    name: String,
    fault: Fault,
    rule: Rule,
    /// The reason, or what an input stands for.
    why: &'a str,
}

/// Returns the moves or the inputs that are wrong.
fn rows(finding: &Finding) -> Vec<Row<'_>> {
    let moves = finding.moves.iter().map(|wrong| {
        let WrongMove { text, fault, reason } = wrong;
        Row { name: text.clone(), fault: *fault, rule: reason.rule, why: &reason.text }
    });
    let inputs = finding.inputs.iter().map(|wrong| {
        let WrongInput { view, list, number, fault, meaning, reason } = wrong;
        let name = match list {
            InputList::Active => format!("{view} {number}"),
            list => format!("{view} {} {number}", list.name()),
        };
        Row { name, fault: *fault, rule: reason.rule, why: meaning }
    });
    moves.chain(inputs).collect()
}

/// Returns a line about the wrong moves or inputs that a report does not show, if there are any.
fn not_shown(rows: usize) -> String {
    match rows.saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("and {more} more\n"),
    }
}

/// Returns the facts of a finding, a line each.
fn facts(finding: &Finding) -> String {
    let situation = &finding.situation;
    let mut lines = vec![("FEN", situation.fen())];
    if !situation.played().is_empty() {
        lines.push(("moves", situation.moves().join(" ")));
        lines.push(("leads to", situation.position().to_string()));
    }
    if finding.depth > 1 {
        lines.push(("depth", finding.depth.to_string()));
    }
    if let Problem::Total { expected, found } = &finding.problem {
        lines.push(("count", format!("{found} instead of {expected}")));
    }
    if let Problem::Moves { sum: Some(sum), .. } | Problem::Counts { sum: Some(sum), .. } =
        &finding.problem
    {
        lines.push(("count", sum.to_string()));
    }
    if finding.is_right_from_fen == Some(true) {
        let text = "the answer is right for the FEN, so the mistake is in making moves";
        lines.push(("made", text.to_owned()));
    }
    if finding.is_right_mirrored == Some(true) {
        lines.push(("mirror", "the answer is right with the colours exchanged".to_owned()));
    }
    let found = finding.original.start().board.occupied().count();
    let minimal = if finding.is_minimal {
        "a local minimum: no step makes it smaller"
    } else {
        "no minimum: shrinking ended early"
    };
    if finding.shown_by > 1 {
        lines.push(("shown by", format!("{} positions", finding.shown_by)));
    }
    let size = format!("{} pieces, from {found}; {minimal}", finding.pieces());
    lines.push(("size", size));
    lines.push(("found in", finding.part.to_owned()));
    lines.iter().map(|(name, value)| format!("{name:<9} {value}\n")).collect()
}

/// Returns the parts of a report that are to be pasted, each with its title and the language of its
/// lines. Commands begin with a prompt.
fn sections(
    finding: &Finding,
    prompt: &str,
) -> impl Iterator<Item = (&'static str, &'static str, String)> {
    // The commands that ask again, of the subject and of ours.
    let own = [finding.command.clone(), finding.right_command(), finding.proof_command()];
    let commands = own.iter().flatten().map(|command| format!("{prompt}{command}\n"));
    let all = [
        ("Ask again", "console", commands.collect()),
        ("Row of a suite", "", finding.epd()),
        ("Test in Rust", "rust", finding.rust_test()),
        ("Test in Python", "python", finding.python_test()),
    ];
    all.into_iter().filter(|(.., text)| !text.is_empty())
}

/// Returns a line for a wrong move or input. The main reason is not repeated.
fn line(row: &Row<'_>, main: &str) -> String {
    let Row { name, fault, rule, why } = row;
    let fault = match fault {
        Fault::Count => "wrong",
        other => other.name(),
    };
    let why = if *why == main { String::new() } else { format!("  {rule}: {why}") };
    format!("{fault:<7} {name:<5}{why}").trim_end().to_owned()
}

/// Returns a text as Markdown that shows just that.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '#') {
            plain.push('\\');
        }
        plain.push(character);
    }
    plain
}

/// Returns a block of Markdown.
fn fence(language: &str, text: &str) -> String {
    format!("```{language}\n{}\n```\n\n", text.trim_end())
}

/// Draws a board. Marked empty squares are `*`, and marked pieces stand in brackets.
#[must_use]
fn drawing(board: &Board, marked: Bitboard) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text += &format!("{rank} ");
        for file in File::ALL {
            let square = Square::new(file, rank);
            let cell = match (board.piece_at(square), marked.contains(square)) {
                (Some(piece), true) => format!("({piece})"),
                (Some(piece), false) => format!(" {piece} "),
                (None, true) => " * ".to_owned(),
                (None, false) => " . ".to_owned(),
            };
            text += &cell;
        }
        text = text.trim_end().to_owned() + "\n";
    }
    text + "   a  b  c  d  e  f  g  h\n"
}
