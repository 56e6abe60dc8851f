//! `hyperbola list`: the techniques with their properties, the kinds of words, and the best choices
//! for this processor.

use clap::Args;
use hyperbola::choice::Purpose;
use hyperbola::word::WordKind;
use hyperbola::{Instruction, Technique};
use hyperbola_console::table;
use serde::Serialize;

use crate::output;

/// The arguments of `hyperbola list`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ListArguments {
    /// List the best technique and word of this processor for each purpose, with the reason
    #[arg(long)]
    pub(crate) best: bool,
    /// List the kinds of words that techniques run on, and which of them this processor has
    #[arg(long, conflicts_with = "best")]
    pub(crate) words: bool,
    /// Print the list as a JSON array of objects
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text at the end of the help of `hyperbola list`.
const HELP: &str = "\
Examples:
  hyperbola list
  hyperbola list --best
  hyperbola list --words --json";

/// Prints the list that the arguments name.
pub(crate) fn run(arguments: &ListArguments) -> anyhow::Result<()> {
    if arguments.best {
        let best: Vec<Best> = Purpose::ALL.iter().copied().map(Best::new).collect();
        print(arguments, &best, || best_table(&best), "")
    } else if arguments.words {
        let words: Vec<WordRow> = WordKind::ALL.iter().copied().map(WordRow::new).collect();
        print(arguments, &words, || word_table(&words), "")
    } else {
        let techniques: Vec<TechniqueRow> =
            Technique::ALL.iter().copied().map(TechniqueRow::new).collect();
        print(arguments, &techniques, || technique_table(&techniques), FOOTER)
    }
}

/// Prints a list as JSON, or as a table with a footer.
fn print(
    arguments: &ListArguments,
    list: &impl Serialize,
    table: impl FnOnce() -> String,
    footer: &str,
) -> anyhow::Result<()> {
    if arguments.json { output::print_json(list) } else { output::print(&(table() + footer)) }
}

/// The footer of the table of techniques.
const FOOTER: &str = "
Every technique gives the same attacks on every processor. If an instruction that it uses is missing
or runs as microcode, the technique is only slower.
";

/// A technique as a row of the table and as JSON.
#[derive(Debug, Serialize)]
struct TechniqueRow {
    id: &'static str,
    name: &'static str,
    family: String,
    inventors: &'static [&'static str],
    year: u16,
    source: &'static str,
    tables: Vec<Table>,
    table_bytes: usize,
    needs: Vec<Need>,
    available: bool,
}

/// A table that a technique reads.
#[derive(Debug, Serialize)]
struct Table {
    name: &'static str,
    bytes: usize,
}

/// An instruction that makes a technique fast.
#[derive(Debug, Serialize)]
struct Need {
    instruction: String,
    available: bool,
    microcoded: bool,
}

impl TechniqueRow {
    /// Collects the properties of a technique, and which of its instructions this processor has.
    fn new(technique: Technique) -> Self {
        let info = technique.info();
        let tables = info.tables.iter().map(|table| table.info);
        let need = |instruction: &Instruction| Need {
            instruction: instruction.to_string(),
            available: instruction.is_available(),
            microcoded: instruction.is_microcoded(),
        };
        Self {
            id: info.id,
            name: info.name,
            family: info.family.to_string(),
            inventors: info.inventors,
            year: info.year,
            source: info.source,
            tables: tables.map(|table| Table { name: table.name, bytes: table.bytes }).collect(),
            table_bytes: info.table_bytes(),
            needs: info.needs.iter().map(need).collect(),
            available: info.needs.iter().all(|instruction| instruction.is_available()),
        }
    }

    /// Returns whether this processor has the instructions that the technique uses. If not, it
    /// names those that are missing or run as microcode.
    fn availability(&self) -> String {
        let missing = instructions(self.needs.iter().filter(|need| !need.available));
        let microcoded = instructions(self.needs.iter().filter(|need| need.microcoded));
        if !missing.is_empty() {
            format!("no: {missing}")
        } else if !microcoded.is_empty() {
            format!("as microcode: {microcoded}")
        } else {
            "yes".to_owned()
        }
    }
}

/// Returns the names of instructions, joined by commas.
fn instructions<'a>(needs: impl IntoIterator<Item = &'a Need>) -> String {
    let names: Vec<&str> = needs.into_iter().map(|need| need.instruction.as_str()).collect();
    names.join(", ")
}

/// The best choice for a purpose as a row of the table and as JSON.
#[derive(Debug, Serialize)]
struct Best {
    purpose: &'static str,
    technique: &'static str,
    word: &'static str,
    reason: &'static str,
}

impl Best {
    /// Finds the best choice for a purpose on this processor.
    fn new(purpose: Purpose) -> Self {
        let (choice, reason) = purpose.choice_and_reason();
        let (technique, word) = (choice.technique.id(), choice.kind.id());
        Self { purpose: purpose.id(), technique, word, reason }
    }
}

/// A kind of word as a row of the table and as JSON.
#[derive(Debug, Serialize)]
struct WordRow {
    id: &'static str,
    lanes: usize,
    available: bool,
}

impl WordRow {
    /// Checks whether this processor has a kind of word.
    fn new(kind: WordKind) -> Self {
        Self { id: kind.id(), lanes: kind.lanes(), available: kind.is_available() }
    }
}

/// Draws the table of the best choices.
fn best_table(best: &[Best]) -> String {
    const REASON: usize = 3;
    let row =
        |best: &Best| [best.purpose, best.technique, best.word, best.reason].map(str::to_owned);
    let header = ["purpose", "technique", "word", "reason"];
    table(header, best.iter().map(row), &[REASON], &[])
}

/// Draws the table of the kinds of words.
fn word_table(words: &[WordRow]) -> String {
    const LANES: usize = 1;
    let row = |word: &WordRow| {
        let has = if word.available { "yes" } else { "no" };
        [word.id.to_owned(), word.lanes.to_string(), has.to_owned()]
    };
    table(["id", "lanes", "has"], words.iter().map(row), &[], &[LANES])
}

/// Draws the table of the techniques.
fn technique_table(techniques: &[TechniqueRow]) -> String {
    const INVENTORS: usize = 2;
    const TABLE_BYTES: usize = 4;
    const NEEDS: usize = 5;
    const HAS: usize = 6;
    let row = |technique: &TechniqueRow| {
        [
            technique.id.to_owned(),
            technique.family.clone(),
            technique.inventors.join(", "),
            technique.year.to_string(),
            technique.table_bytes.to_string(),
            instructions(&technique.needs),
            technique.availability(),
        ]
    };
    let header = ["id", "family", "inventors", "year", "table bytes", "needs", "has"];
    table(header, techniques.iter().map(row), &[INVENTORS, NEEDS, HAS], &[TABLE_BYTES])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_or_microcoded_is_named() {
        let mut technique = TechniqueRow::new(Technique::HqFirstRank);
        let need = |instruction: &str, available, microcoded| Need {
            instruction: instruction.to_owned(),
            available,
            microcoded,
        };
        technique.needs = vec![need("multiply", true, false)];
        assert_eq!(technique.availability(), "yes");
        technique.needs.push(need("bit extraction", true, true));
        assert_eq!(technique.availability(), "as microcode: bit extraction");
        technique.needs.push(need("byte shuffle", false, false));
        assert_eq!(technique.availability(), "no: byte shuffle");
    }
}
