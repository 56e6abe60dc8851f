//! Kernels of CUDA for features and inputs of networks, which Python compiles at run time.

use core::fmt::{Display, Write as _};

use hyperbola::{Bits as _, Color};
use hyperbola_explain::{Masks, Recorder};
use hyperbola_export::{Functions, Language, export_feature, feature_inputs};
use hyperbola_features::{AnyFeature, FormulaVisitor, WordFormula, visit_formulas};
use hyperbola_inputs::batch::{
    NEAR_FILES, NONE, ORIGINS, PAIRS_FROM, PAWN_SQUARES, Table, ThreatTable, UPWARDS, all_steps,
};
use hyperbola_inputs::{Part, Square};
use pyo3::prelude::*;

use crate::inputs::InputSet;
use crate::names::{Text, text, value_error};

/// The kernels of inputs, apart from what depends on the set.
const INPUTS: &str = include_str!("inputs.cu");

/// The columns that a kernel of inputs takes.
const COLUMNS: [&str; 8] =
    ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black"];

/// A feature's kernel: the text, the words of a position that it reads, how many it writes, whether
/// they are the feature's numbers, and the type and the axes of these.
type Kernel = (String, Vec<&'static str>, usize, bool, String, Vec<usize>);

/// Returns the kernel of a feature, which is called `<name>_kernel`.
#[pyfunction]
pub(crate) fn cuda_feature(#[pyo3(from_py_with = text::name)] name: Text) -> PyResult<Kernel> {
    let unknown = |error: &dyn Display| value_error(format_args!("name: {error}"));
    let file = export_feature(&name, cuda(), None).map_err(|error| unknown(&error))?;
    let inputs = feature_inputs(&name).map_err(|error| unknown(&error))?;
    let mut words = Words { name: &name, found: (0, false) };
    visit_formulas(&mut words);
    let feature: AnyFeature = name.parse().map_err(|error| unknown(&error))?;
    let array = feature.arrays().swap_remove(0);
    let (count, are_numbers) = words.found;
    Ok((file, inputs, count, are_numbers, array.dtype.numpy().to_owned(), array.lengths))
}

/// Finds how many words a formula has, and whether they are the numbers of its feature.
struct Words<'a> {
    name: &'a str,
    found: (usize, bool),
}

impl FormulaVisitor for Words<'_> {
    fn visit<const N: usize, F: WordFormula<N>>(&mut self, feature: F) {
        if feature.name() == self.name {
            self.found = (N, feature.parts().is_none());
        }
    }
}

/// Returns the kernel of the inputs of a set, `inputs_kernel`. `ITEM` is the type of its numbers,
/// which the compiler is told.
#[pyfunction]
pub(crate) fn cuda_inputs(set: &InputSet) -> String {
    let parts = set.0.parts();
    let threats = parts.iter().find_map(|part| match part.table() {
        Table::Threats(table) => Some(table),
        _ => None,
    });
    let mut text = steps(threats);
    let _ = writeln!(text, "#define NONE {NONE}u\n#define PAWN_SQUARES {}ull", PAWN_SQUARES.0);
    let _ = writeln!(text, "#define UPWARDS {UPWARDS}u");
    let (attacked, before): (Vec<u64>, Vec<u32>) = PAIRS_FROM.iter().copied().unzip();
    let (starts, rows) = threats.map_or((vec![0], vec![0]), |table| {
        let starts = table.starts.as_flattened().as_flattened().as_flattened().to_vec();
        (starts, table.rows.as_flattened().to_vec())
    });
    write_table(&mut text, "uint64_t", "ORIGINS", ORIGINS.as_flattened());
    write_table(&mut text, "uint64_t", "ATTACKED", &attacked);
    write_table(&mut text, "uint32_t", "BEFORE", &before);
    write_table(&mut text, "uint32_t", "STARTS", &starts);
    write_table(&mut text, "uint16_t", "ROWS", &rows);
    text += INPUTS;
    let mut calls = String::new();
    for (number, part) in parts.iter().enumerate() {
        write_part(&mut text, &mut calls, number, part);
    }
    text + "DEVICE inline void add_all(const Board &board, View *views) {\n" + &calls + "}\n"
}

/// Prints the function that finds the pieces on which a step of another piece ends, by step. A set
/// without threats reads none.
fn steps(threats: Option<&ThreatTable>) -> String {
    let recorder = Recorder::with_masks(Masks::Computed);
    let [a, b, c, d, e, f, white, black] = COLUMNS.map(|name| recorder.board(name, 0));
    let found = match threats {
        Some(table) => all_steps(table, [a, b, c, d, e, f], [white, black]).to_vec(),
        None => vec![white.splat(0)],
    };
    let (program, places) = recorder.program_of_all(&found);
    let names: Vec<String> = (0..places.len()).map(|step| format!("steps[{step}]")).collect();
    let results: Vec<(&str, usize)> = names.iter().map(String::as_str).zip(places).collect();
    let parameters = COLUMNS.map(|name| format!("uint64_t {name}")).join(", ");
    let opening = format!("DEVICE inline void find_steps({parameters}, uint64_t *steps) {{");
    let mut functions = Functions::new(cuda());
    functions.write(&opening, &program, &results);
    functions.finish() + &format!("#define STEPS {}\n", found.len())
}

/// Writes the tables of a block, and the call that adds its inputs.
fn write_part(text: &mut String, calls: &mut String, number: usize, part: &Part) {
    let kings = || Color::ALL.into_iter().flat_map(|view| Square::ALL.map(|king| (view, king)));
    let turn = |(view, king)| part.block().mirror().turn(view, king);
    let turns: Vec<u8> = kings().map(turn).collect();
    let turns_name = format!("TURNS_{number}");
    write_table(text, "uint8_t", &turns_name, &turns);
    let start = part.start();
    let call = match part.table() {
        Table::Pieces(table) => {
            let (planes, buckets) = (format!("PLANES_{number}"), format!("BUCKETS_{number}"));
            let bucket =
                |(view, king)| start + table.buckets[usize::from(king as u8 ^ turn((view, king)))];
            write_table(text, "uint32_t", &planes, table.planes.as_flattened());
            write_table(text, "uint32_t", &buckets, &kings().map(bucket).collect::<Vec<_>>());
            let has_all = table.has_all;
            format!("add_pieces(board, views, {turns_name}, {planes}, {buckets}, {has_all});")
        }
        Table::Threats(_) => format!("add_threats(board, views, {start}, {turns_name});"),
        Table::Pairs { files } => {
            let near = format!("NEAR_{number}");
            let squares = NEAR_FILES[usize::from(files % 8)].map(|squares| squares.0);
            write_table(text, "uint64_t", &near, &squares);
            format!("add_pairs(board, views, {start}, {turns_name}, {near});")
        }
    };
    let _ = writeln!(calls, "    {call}");
}

/// Writes a table of numbers.
fn write_table<T: Display>(text: &mut String, entry: &str, name: &str, numbers: &[T]) {
    let suffix = if entry == "uint64_t" { "ull" } else { "u" };
    let _ = writeln!(text, "DEVICE static const {entry} {name}[{}] = {{", numbers.len());
    for line in numbers.chunks(8) {
        let line: Vec<String> = line.iter().map(|number| format!("{number}{suffix}")).collect();
        let _ = writeln!(text, "    {},", line.join(", "));
    }
    text.push_str("};\n");
}

/// Returns the language of the kernels.
fn cuda() -> &'static Language {
    Language::find("cuda").expect("it is in the list")
}
