//! The results as text.

use hyperbola_console::table;
use hyperbola_lab::compare::{self, Differences};
use hyperbola_lab::recommend::recommendations;
use hyperbola_lab::record::Record;

/// The places of a ranking that are printed.
const PLACES: usize = 10;

/// Writes the rankings and the recommendations.
pub(crate) fn summary(record: &Record) -> String {
    const NANOSECONDS: usize = 2;
    let machine = &record.machine;
    let mut text = format!(
        "{}; {}; {}load {:.2} before and {:.2} after\n",
        machine.cpu,
        machine.compiler,
        machine.clock(),
        machine.load_before,
        machine.load_after
    );
    if machine.profile != "release" {
        text += "This is a build for debugging: the times are not valid measurements.\n";
    }
    for model in record.models() {
        let ranking = record.ranking(model);
        let header = ["", "ratio", &format!("ns a {}", model.operation()), "table bytes"];
        let rows = ranking.iter().take(PLACES).map(|place| {
            let list = place.nanoseconds.iter().map(|time| format!("{time:.2}"));
            [
                place.row.name.clone(),
                format!("{:.3}", place.ratio),
                list.collect::<Vec<_>>().join("  "),
                place.row.table_bytes.map_or_else(String::new, |bytes| bytes.to_string()),
            ]
        });
        let table = table(header, rows, &[], &[1, NANOSECONDS, 3]);
        text +=
            &format!("\n{model}, the first {} of {}\n", PLACES.min(ranking.len()), ranking.len());
        text += &table;
    }
    let errors: String = record
        .errors()
        .map(|(definition, panel, name, error)| {
            format!("{name} in {definition}, {panel}: {error}\n")
        })
        .collect();
    if !errors.is_empty() {
        text += &format!("\nWrong contenders, which have no time:\n{errors}");
    }
    text += "\n";
    for one in recommendations(record) {
        text += &format!("For {}: {}\n  ({})\n", one.purpose, one.choice, one.reason);
    }
    text
}

/// Writes the differences between two records.
pub(crate) fn compared(differences: &Differences) -> String {
    let row = |one: &compare::Difference| {
        let [first, second] = one.nanoseconds.map(|time| format!("{time:.2}"));
        let [time, relative] = [one.time_ratio, one.relative].map(|ratio| format!("{ratio:.3}"));
        [
            format!("{}, {}", one.definition, one.panel),
            one.name.clone(),
            first,
            second,
            time,
            relative,
        ]
    };
    let header = ["measurement", "name", "first ns", "second ns", "second/first", "of ratios"];
    let table = table(header, differences.rows.iter().map(row), &[0], &[2, 3, 4, 5]);
    let mut text = table + "\n";
    for one in &differences.reversed {
        text += &format!(
            "{}, {}: {} is faster than {} by {:.2} in the first and slower by {:.2} in the second\n",
            one.definition,
            one.panel,
            one.faster,
            one.slower,
            one.ratios[0],
            1.0 / one.ratios[1]
        );
    }
    text + &format!(
        "Of {} pairs whose intervals are more than 10 % apart in both, {} are in another order; {} more are so \
         only by their medians.\n",
        differences.pairs,
        differences.reversed.len(),
        differences.undecided
    )
}
