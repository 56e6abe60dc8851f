//! `hyperbola list`: all techniques and what they say about themselves.

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width,
};
use hyperbola::{Algorithm, Instruction};
use serde::Serialize;

use crate::arguments::List;
use crate::output;

/// Prints the list of techniques.
pub(crate) fn run(arguments: &List) -> anyhow::Result<()> {
    let techniques: Vec<Technique> = Algorithm::ALL.iter().copied().map(Technique::new).collect();
    if arguments.json {
        output::print_json(&techniques)
    } else {
        output::print(&format!("{}\n{FOOTER}", table(&techniques).trim_fmt()))
    }
}

/// What stands below the table.
const FOOTER: &str = "
A technique gives the same attacks on every processor; where an instruction it needs is missing,
it is only slower.
";

/// A technique as a row of the table and as JSON.
#[derive(Debug, Serialize)]
struct Technique {
    id: &'static str,
    name: &'static str,
    family: String,
    inventors: &'static [&'static str],
    year: u16,
    source: &'static str,
    tables: Vec<TableSize>,
    table_bytes: usize,
    needs: Vec<Need>,
    available: bool,
}

/// A table that a technique reads.
#[derive(Debug, Serialize)]
struct TableSize {
    name: &'static str,
    bytes: usize,
}

/// An instruction that a technique's speed rests on.
#[derive(Debug, Serialize)]
struct Need {
    instruction: String,
    available: bool,
}

impl Technique {
    /// Asks a technique, and this processor for what it needs.
    fn new(algorithm: Algorithm) -> Self {
        let info = algorithm.info();
        let table = |table: &hyperbola::table::TableInfo| TableSize {
            name: table.name,
            bytes: table.bytes,
        };
        let need = |instruction: &Instruction| Need {
            instruction: instruction.to_string(),
            available: instruction.is_available(),
        };
        Self {
            id: info.id,
            name: info.name,
            family: info.family.to_string(),
            inventors: info.inventors,
            year: info.year,
            source: info.source,
            tables: info.tables.iter().map(table).collect(),
            table_bytes: info.table_bytes(),
            needs: info.needs.iter().map(need).collect(),
            available: info.needs.iter().all(|instruction| instruction.is_available()),
        }
    }

    /// Returns whether this processor has what the technique needs, and what it has not.
    fn availability(&self) -> String {
        if self.available {
            return "yes".to_owned();
        }
        let missing = self.needs.iter().filter(|need| !need.available);
        format!("no: {}", instructions(missing))
    }
}

/// Returns the names of instructions, joined by commas.
fn instructions<'a>(needs: impl IntoIterator<Item = &'a Need>) -> String {
    let names: Vec<&str> = needs.into_iter().map(|need| need.instruction.as_str()).collect();
    names.join(", ")
}

/// The look of the table: a line below the header, and no other.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Draws the table, as wide as the terminal at most.
fn table(techniques: &[Technique]) -> Table {
    const INVENTORS: usize = 2;
    const TABLE_BYTES: usize = 4;
    const NEEDS: usize = 5;
    const HAS: usize = 6;
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(["id", "family", "inventors", "year", "table bytes", "needs", "has"])
        .add_rows(techniques.iter().map(|technique| {
            [
                technique.id.to_owned(),
                technique.family.clone(),
                technique.inventors.join(", "),
                technique.year.to_string(),
                technique.table_bytes.to_string(),
                instructions(&technique.needs),
                technique.availability(),
            ]
        }));
    // Where the terminal is narrow, what consists of words is wrapped, and the rest stays whole.
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 1)).set_constraint(match index {
            INVENTORS | NEEDS | HAS => ColumnConstraint::LowerBoundary(Width::Fixed(12)),
            _ => ColumnConstraint::ContentWidth,
        });
        if index == TABLE_BYTES {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
