//! All techniques with their facts and their costs.

use hyperbola::{FrontDoor, Slider, SliderAttacks, Technique, dispatch};
use hyperbola_explain::{Cost, cost};
use serde::Serialize;

/// A technique's facts and its costs.
#[derive(Serialize)]
pub(crate) struct Row {
    id: &'static str,
    name: &'static str,
    family: String,
    inventors: &'static [&'static str],
    year: u16,
    source: &'static str,
    tables: Vec<Table>,
    table_bytes: usize,
    needs: Vec<String>,
    /// Whether it computes whole sets of sliders.
    setwise: bool,
    /// Whether it works line by line.
    by_lines: bool,
    /// Whether it is the technique of the library's own functions.
    front_door: bool,
    /// The costs for a rook, a bishop and a queen.
    costs: [Costs; 3],
}

/// A table that a technique reads.
#[derive(Serialize)]
struct Table {
    name: &'static str,
    bytes: usize,
}

#[derive(Serialize)]
struct Costs {
    operations: usize,
    multiplications: usize,
    lookups: usize,
    chain: usize,
}

impl Costs {
    fn new(Cost { operations, multiplications, lookups, chain, .. }: Cost) -> Self {
        Self { operations, multiplications, lookups, chain }
    }
}

/// Returns all techniques in the order of the registry.
pub(crate) fn all() -> Vec<Row> {
    Technique::ALL.iter().copied().map(row).collect()
}

fn row(technique: Technique) -> Row {
    let info = technique.info();
    let tables = info.tables.iter().map(|table| table.info);
    Row {
        id: info.id,
        name: info.name,
        family: info.family.to_string(),
        inventors: info.inventors,
        year: info.year,
        source: info.source,
        tables: tables.map(|table| Table { name: table.name, bytes: table.bytes }).collect(),
        table_bytes: info.table_bytes(),
        needs: info.needs.iter().map(ToString::to_string).collect(),
        setwise: dispatch!(technique, T: SetwiseAttacks => holds::<T>()).is_some(),
        by_lines: is_by_lines(technique),
        front_door: info.id == FrontDoor::INFO.id,
        costs: Slider::ALL.map(|slider| Costs::new(cost(technique, slider))),
    }
}

/// Returns whether a technique works line by line.
pub(crate) fn is_by_lines(technique: Technique) -> bool {
    dispatch!(technique, T: LineAttacks => holds::<T>()).is_some()
}

/// Holds for every technique that it can be asked of.
fn holds<T: SliderAttacks>() {}
