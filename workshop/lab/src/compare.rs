//! Two records side by side.

use serde::Serialize;

use crate::record::{Measurement, Panel, Record, Time};

/// The ratio of two contenders from which on their order matters: 10 %.
const APART: f64 = 1.1;

/// The differences between two records.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Differences {
    /// The contenders that have a time in both.
    pub rows: Vec<Difference>,
    /// The pairs of contenders that are in one order in the first record and in the other in the
    /// second, by more than 10 % between the intervals of their ratios in both.
    pub reversed: Vec<Reversal>,
    /// The number of pairs whose intervals are more than 10 % apart in both records.
    pub pairs: usize,
    /// The number of pairs that are in another order by more than 10 % between the medians, but not
    /// between the intervals: one of the records is not precise enough to order them.
    pub undecided: usize,
}

/// A contender's times in two records.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// The definition's name.
    pub definition: String,
    /// The panel.
    pub panel: String,
    /// The contender.
    pub name: String,
    /// The median nanoseconds in the first record and in the second.
    pub nanoseconds: [f64; 2],
    /// The second time by the first.
    pub time_ratio: f64,
    /// The second ratio to the baseline by the first: the change that remains if the machine was as
    /// fast.
    pub relative: f64,
}

/// A pair of contenders whose order is not the same in two records.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reversal {
    /// The definition's name.
    pub definition: String,
    /// The panel.
    pub panel: String,
    /// The contender that is faster in the first record.
    pub faster: String,
    /// The contender that is faster in the second.
    pub slower: String,
    /// The time of the latter by the former's, in the first record and in the second.
    pub ratios: [f64; 2],
}

/// Compares the common part of two records.
#[must_use]
pub fn compare(first: &Record, second: &Record) -> Differences {
    let mut differences =
        Differences { rows: Vec::new(), reversed: Vec::new(), pairs: 0, undecided: 0 };
    for measurement in &first.measurements {
        let same = |other: &&Measurement| other.name == measurement.name;
        let Some(other) = second.measurements.iter().find(same) else { continue };
        for panel in &measurement.panels {
            let same = |other: &&Panel| other.label == panel.label;
            if let Some(other) = other.panels.iter().find(same) {
                differences.add(&measurement.name, panel, other);
            }
        }
    }
    differences
}

/// Returns whether the intervals of two ratios are more than 10 % apart.
fn is_apart(one: &Time, other: &Time) -> bool {
    one.ratio_low > APART * other.ratio_high || other.ratio_low > APART * one.ratio_high
}

impl Differences {
    fn add(&mut self, definition: &str, first: &Panel, second: &Panel) {
        let mut both = Vec::new();
        for row in &first.rows {
            let other = second.row(&row.name).and_then(|other| other.time);
            if let (Some(one), Some(other)) = (row.time, other) {
                both.push((row.name.as_str(), one, other));
                self.rows.push(Difference {
                    definition: definition.to_owned(),
                    panel: first.label.clone(),
                    name: row.name.clone(),
                    nanoseconds: [one.nanoseconds, other.nanoseconds],
                    time_ratio: other.nanoseconds / one.nanoseconds,
                    relative: other.ratio / one.ratio,
                });
            }
        }
        for (index, (a_name, a_first, a_second)) in both.iter().enumerate() {
            for (b_name, b_first, b_second) in &both[index + 1..] {
                let ratios = [b_first.ratio / a_first.ratio, b_second.ratio / a_second.ratio];
                let reversed = (ratios[0] > 1.0) != (ratios[1] > 1.0);
                if !(is_apart(a_first, b_first) && is_apart(a_second, b_second)) {
                    let far = |ratio: &f64| !(1.0 / APART..=APART).contains(ratio);
                    self.undecided += usize::from(reversed && ratios.iter().all(far));
                    continue;
                }
                self.pairs += 1;
                if !reversed {
                    continue;
                }
                let (faster, slower, ratios) = if ratios[0] > 1.0 {
                    (a_name, b_name, ratios)
                } else {
                    (b_name, a_name, ratios.map(|ratio| 1.0 / ratio))
                };
                self.reversed.push(Reversal {
                    definition: definition.to_owned(),
                    panel: first.label.clone(),
                    faster: (*faster).to_owned(),
                    slower: (*slower).to_owned(),
                    ratios,
                });
            }
        }
    }
}
