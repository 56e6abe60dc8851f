//! The generated parts of the documentation: the diagrams and costs in the headers of the
//! techniques' files, docs/TECHNIQUES.md, docs/FEATURES.md and docs/PROOFS.md.
//!
//! All come from running the techniques on the recording word or the symbolic one, so none can
//! differ from the code. The headers' anatomy is checked on the way.

use core::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::generated::{grouped, update};
use crate::text::{beside, board, wrapped};
use crate::{features, proofs};
use anyhow::{Context as _, ensure};
use hyperbola::table::Recipe;
use hyperbola::{
    Bitboard, Family, Line, Slider, SliderAttacks, Square, Technique, dispatch, geometry,
};
use hyperbola_explain::{Explanation, Step, ValueKind, cost, explain, line_cost};

/// The arguments of `docs`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Change nothing; fail if a file would change
    #[arg(long)]
    check: bool,
}

/// The headings of every technique's file, in this order.
const ANATOMY: [&str; 5] = ["Idea", "Diagram", "Formula", "Cost", "Origin"];
/// The longest that a technique's file may be, in lines.
const LONGEST_FILE: usize = 300;
/// The longest that a header's first sentence may be, in words.
const LONGEST_SENTENCE: usize = 25;
/// The most boards in a diagram, and the most of them side by side.
const BOARDS: usize = 12;
const ABREAST: usize = 4;

/// Writes or checks all generated parts.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let update = |path: &Path, text: &str| update(path, text, arguments.check, "cargo xtask docs");
    let mut page = PAGE_INTRODUCTION.replace("PICTURE", &picture());
    write_table(&mut page)?;
    let (mut exported, mut family) = (String::new(), None);
    for technique in by_family() {
        let path = path_of(technique);
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("{technique}'s file should be {}", path.display()))?;
        let header = Header::parse(&text)
            .and_then(|header| header.with_generated_parts(technique))
            .with_context(|| format!("in {}", path.display()))?;
        check_registry(technique, &text).with_context(|| format!("in {}", path.display()))?;
        let code_start = text.find("\n\n").context("expected a blank line after the header")?;
        update(&path, &format!("{}{}", header.text(), &text[code_start..]))?;
        let of = technique.info().family;
        if family.replace(of) != Some(of) {
            write!(page, "\n## Family: {of}\n\n{}\n", wrapped(about(of), 100).join("\n"))?;
        }
        header.write_section(&mut page, technique)?;
        header.write_exported(&mut exported, technique)?;
    }
    update(Path::new("crates/hyperbola-export/src/headers.txt"), &exported)?;
    update(Path::new("docs/TECHNIQUES.md"), &page)?;
    update(Path::new("docs/FEATURES.md"), &features::page()?)?;
    update(Path::new("docs/PROOFS.md"), &proofs::page()?)
}

/// Returns all techniques, those of a family together, in the order of the registry.
fn by_family() -> Vec<Technique> {
    let mut techniques = Technique::ALL.to_vec();
    techniques.sort_by_key(|technique| {
        Technique::ALL.iter().position(|first| first.info().family == technique.info().family)
    });
    techniques
}

/// Checks that a technique's line in the registry names each trait that its file implements. The
/// compiler checks that the file implements each named one.
fn check_registry(technique: Technique, text: &str) -> anyhow::Result<()> {
    let named = [
        ("LineAttacks", dispatch!(technique, T: LineAttacks => T::INFO).is_some()),
        ("SetwiseAttacks", dispatch!(technique, T: SetwiseAttacks => T::INFO).is_some()),
        ("FillAttacks", dispatch!(technique, T: FillAttacks => T::INFO).is_some()),
    ];
    for (name, is_named) in named {
        let is_implemented = text.contains(&format!("\nimpl {name} for "));
        ensure!(
            is_named == is_implemented,
            "the registry should name {name} exactly if it is here"
        );
    }
    Ok(())
}

/// Returns the place of a technique's file: its family's folder and its id.
fn path_of(technique: Technique) -> PathBuf {
    let info = technique.info();
    let file = info.id.replace('-', "_");
    format!("crates/hyperbola/src/techniques/{}/{file}.rs", info.family).into()
}

/// The header of a technique's file: its first sentence and its parts under their headings.
struct Header {
    first: String,
    parts: Vec<(String, String)>,
}

impl Header {
    fn parse(text: &str) -> anyhow::Result<Self> {
        ensure!(
            text.lines().count() <= LONGEST_FILE,
            "more than {LONGEST_FILE} lines: a helper should move out"
        );
        let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
        let mut first = String::new();
        let mut parts: Vec<(String, String)> = Vec::new();
        for line in lines {
            let line = line.strip_prefix(' ').unwrap_or(line);
            if let Some(heading) = line.strip_prefix("# ") {
                parts.push((heading.to_owned(), String::new()));
            } else {
                let body = parts.last_mut().map_or(&mut first, |part| &mut part.1);
                body.push_str(line);
                body.push('\n');
            }
        }
        let headings: Vec<&str> = parts.iter().map(|part| part.0.as_str()).collect();
        ensure!(headings == ANATOMY, "the headings are {headings:?}, expected {ANATOMY:?}");
        let words = first.split_whitespace().count();
        ensure!(
            words <= LONGEST_SENTENCE,
            "the first sentence has {words} words, expected at most {LONGEST_SENTENCE}"
        );
        Ok(Self { first, parts })
    }

    /// Inserts the diagram and the cost.
    fn with_generated_parts(mut self, technique: Technique) -> anyhow::Result<Self> {
        for (heading, body) in &mut self.parts {
            match heading.as_str() {
                "Diagram" => *body = format!("\n{}\n\n", diagram(technique)?),
                "Cost" => *body = format!("\n{}\n\n", cost_of(technique)?),
                _ => ensure!(!body.trim().is_empty(), "expected a text under {heading}"),
            }
        }
        Ok(self)
    }

    fn text(&self) -> String {
        let mut text = self.first.clone();
        for (heading, body) in &self.parts {
            text += &format!("# {heading}\n{body}");
        }
        let lines = text.trim_end().lines();
        let commented = lines.map(|line| format!("//! {line}").trim_end().to_owned());
        commented.collect::<Vec<_>>().join("\n")
    }

    /// Writes the text on the technique in its exported files.
    fn write_exported(&self, text: &mut String, technique: Technique) -> anyhow::Result<()> {
        let first = without_links(&self.first);
        write!(text, "\n== {technique}\n{}\n", first.trim_end())?;
        for (heading, body) in &self.parts {
            if ["Idea", "Formula", "Origin"].contains(&heading.as_str()) {
                write!(text, "\n{heading}\n\n{}\n", without_links(body).trim())?;
            }
        }
        Ok(())
    }

    /// Writes the technique's section of the page.
    fn write_section(&self, page: &mut String, technique: Technique) -> anyhow::Result<()> {
        let info = technique.info();
        write!(page, "\n### {}\n\n", info.name)?;
        let path = path_of(technique);
        writeln!(page, "`{}`, [{}](../{})\n", info.id, info.family, path.display())?;
        // Intra-doc links have no target on the page.
        writeln!(page, "{}", without_links(&self.first).trim_end())?;
        for (heading, body) in &self.parts {
            write!(page, "\n#### {heading}\n{}", without_links(body).trim_end())?;
            page.push('\n');
        }
        Ok(())
    }
}

/// Removes the brackets of links to items, which only rustdoc resolves.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("[`") {
        let Some(end) = rest[start..].find("`]") else { break };
        plain += &rest[..start];
        plain += &rest[start + 1..=start + end];
        rest = &rest[start + end + 2..];
        if rest.starts_with('(') {
            rest = rest.split_once(')').map_or("", |(_, after)| after);
        }
    }
    plain + rest
}

/// The example of every file: the queen's square, its blockers and noise that must not matter.
fn example() -> (Square, Bitboard) {
    let blockers = [Square::B4, Square::D7, Square::F2, Square::F6, Square::G4];
    let noise = [Square::C6, Square::H1];
    (Square::D4, blockers.into_iter().chain(noise).collect())
}

/// Returns the line that a technique's diagram shows, where it computes lines apart: the diagonal,
/// or the rank for a technique that takes its diagonals from another and differs from it by its
/// ranks.
fn shown_line(technique: Technique) -> Line {
    match technique {
        Technique::HqFirstRank | Technique::HqByteRanks | Technique::HqRankToDiagonal => Line::Rank,
        _ => Line::Diagonal,
    }
}

/// Draws the boards of one line's computation, the occupied squares before and the attacks after.
fn diagram(technique: Technique) -> anyhow::Result<String> {
    let (square, occupied) = example();
    let explanation = explain(technique, Slider::Queen, square, occupied);
    let mut boards = vec![("occupied".to_owned(), occupied.0)];
    let steps = telling_steps(&explanation, shown_line(technique))?;
    boards.extend(steps.into_iter().map(|step| (step.name.clone(), step.bits)));
    boards.truncate(BOARDS - 1);
    let attacks: Bitboard = explanation.attacks.parse().context("an explanation's attacks")?;
    boards.push(("queen_attacks".to_owned(), attacks.0));

    let boards: Vec<_> = boards.into_iter().map(|(name, set)| (name, board(set))).collect();
    let rows: Vec<String> = boards.chunks(ABREAST).map(|row| beside(row, 3)).collect();
    Ok(format!("```text\n{}```", rows.join("\n")))
}

/// Picks the boards of a line, or of the longest section where the lines are not computed apart; of
/// values that come again in several directions, the first.
fn telling_steps(explanation: &Explanation, line: Line) -> anyhow::Result<Vec<&Step>> {
    let sections = &explanation.sections;
    let section = sections
        .iter()
        .find(|section| section.title == line.to_string())
        .or_else(|| sections.iter().max_by_key(|section| section.steps.len()))
        .context("an explanation has sections")?;
    let is_first = |step: &&Step| {
        let number = step.name.rsplit_once('_').map_or("", |(_, number)| number);
        number.is_empty() || !number.chars().all(|c| c.is_ascii_digit())
    };
    let boards = section.steps.iter().filter(|step| step.kind == ValueKind::Board);
    Ok(boards.filter(is_first).filter(|step| step.name != "queen_attacks").collect())
}

/// Describes the cost of a technique.
fn cost_of(technique: Technique) -> anyhow::Result<String> {
    let info = technique.info();
    let mut text = String::from("Tables: ");
    if info.tables.is_empty() {
        text.push_str("none.\n");
    } else {
        let each = info
            .tables
            .iter()
            .map(|Recipe { info, .. }| format!("`{}` {}", info.name, grouped(info.bytes, ",")));
        writeln!(
            text,
            "{} bytes ({}).",
            grouped(info.table_bytes(), ","),
            each.collect::<Vec<_>>().join(", ")
        )?;
    }
    let [rook, bishop, queen] = Slider::ALL.map(|slider| cost(technique, slider));
    let lines: Vec<usize> = Line::ALL
        .into_iter()
        .filter_map(|line| line_cost(technique, line))
        .map(|cost| cost.operations)
        .collect();
    let a_line = match (lines.iter().min(), lines.iter().max()) {
        (Some(least), Some(most)) if least == most => format!("{least} for a line, "),
        (Some(least), Some(most)) => format!("{least} to {most} for a line, "),
        _ => String::new(),
    };
    writeln!(
        text,
        "Operations on a plain word: {a_line}{} for a rook, {} for a bishop, {} for a queen. \
         Those for a queen include {} and {}.",
        rook.operations,
        bishop.operations,
        queen.operations,
        counted(queen.lookups, "table look-up"),
        counted(queen.multiplications, "multiplication"),
    )?;
    writeln!(text, "Longest chain: {} for a queen.", counted(queen.chain, "operation"))?;
    let needs: Vec<String> = info.needs.iter().map(ToString::to_string).collect();
    let needs = if needs.is_empty() { "none".to_owned() } else { needs.join(", ") };
    write!(text, "Useful instructions: {needs}.")?;
    let item = |text: &str| format!("- {}", wrapped(text, 92).join("\n  "));
    Ok(text.lines().map(item).collect::<Vec<_>>().join("\n"))
}

fn counted(number: usize, thing: &str) -> String {
    match number {
        0 => format!("no {thing}"),
        1 => format!("1 {thing}"),
        _ => format!("{number} {thing}s"),
    }
}

/// Draws the question that all techniques answer.
fn picture() -> String {
    let (square, occupied) = example();
    let attacks = Technique::RayWalk.queen_attacks(square, occupied);
    let lines = geometry::lines(square, Slider::Queen);
    let boards = [("occupied", occupied), ("lines", lines), ("queen_attacks", attacks)];
    let boards = boards.map(|(name, set)| (name.to_owned(), board(set.0)));
    format!("```text\n{}```", beside(&boards, 3))
}

/// Describes a family of techniques.
const fn about(family: Family) -> &'static str {
    match family {
        Family::Walk => {
            "These go along the rays square by square. They are the definition as a formula: slow, \
             and the first to read."
        }
        Family::Fill => {
            "A set floods over empty squares from the slider. Most of these take many sliders at \
             the price of one."
        }
        Family::Ray => {
            "A bit scan finds the first blocker of a ray, and a mask takes away what is beyond it."
        }
        Family::Subtract => {
            "The borrow of a subtraction runs over empty squares to the first blocker. It runs to \
             higher bits only, so these differ in how they mirror the board for the other \
             direction. Their tables are masks."
        }
        Family::Setwise => "These compute the attacks of whole sets of sliders by arithmetic.",
        Family::Lookup => {
            "The occupied squares that matter become a number, and a table has the attacks. These \
             differ in how the number is made (a multiplication, a sum of shifts, a remainder, bit \
             extraction, kept boards) and in how far squares and lines share a table."
        }
        _ => "",
    }
}

const PAGE_INTRODUCTION: &str = "\
<!-- Written by cargo xtask docs from the registry, the headers of the techniques' files and their
own computations. -->

# The techniques

Every technique computes the same: the attacks of a rook, bishop or queen, with the first blocker
and without the slider's own square. Every technique in this table is in the registry. So the
conformance suite tests it, and the commands `hyperbola attacks --technique ID` and
`hyperbola explain ID` know it. The table has every technique known on 28 November 2026;
[KNOWN](KNOWN.md) says where we looked, and which published forms are these techniques again.

The example of all sections, a queen on d4, the squares of its lines, and those that it attacks:

PICTURE

The sections follow by families: walk, fill, ray, subtract, setwise, lookup.

The columns of the table:

- \"table bytes\" is the size of the tables that a plain 64-bit word reads.
- \"operations for a queen\" are counted on the computation itself.
- \"useful instructions\" are the instructions that the speed depends on. Without them a technique is
  slower but equally correct.

";

fn write_table(page: &mut String) -> anyhow::Result<()> {
    page.push_str(
        "| id | family | by | year | table bytes | operations for a queen | useful instructions | source |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for technique in by_family() {
        let info = technique.info();
        let needs: Vec<String> = info.needs.iter().map(ToString::to_string).collect();
        writeln!(
            page,
            "| [`{}`](#{}) | {} | {} | {} | {} | {} | {} | {} |",
            info.id,
            anchor(info.name),
            info.family,
            info.inventors.join(", "),
            info.year,
            grouped(info.table_bytes(), ","),
            cost(technique, Slider::Queen).operations,
            needs.join(", "),
            info.source,
        )?;
    }
    Ok(())
}

/// Returns the anchor that a heading gets: small letters, hyphens for spaces, no other marks.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A technique is one file, its `mod` line and its line in the registry. A file whose `mod`
    /// line is there is compiled, and dead code is refused, so it remains to check that both lists
    /// are equal.
    #[test]
    fn each_technique_is_in_its_file_and_in_the_registry() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut found = BTreeSet::new();
        for family in root.join("crates/hyperbola/src/techniques").read_dir().expect("families") {
            let family = family.expect("a family").path();
            let files = family.is_dir().then(|| family.read_dir().expect("files"));
            for file in files.into_iter().flatten() {
                let file = file.expect("a file").path();
                let text = std::fs::read_to_string(&file).expect("a text");
                if text.contains("const INFO: TechniqueInfo") {
                    let path = file.strip_prefix(&root).expect("a file of the tree").to_owned();
                    assert!(found.insert(path));
                }
            }
        }
        let registered = Technique::ALL.iter().map(|&technique| path_of(technique));
        assert_eq!(registered.collect::<BTreeSet<_>>(), found);
    }
}
