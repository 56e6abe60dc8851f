//! The recommendations of a record for each use, with the reasons.

use serde::Serialize;

use crate::model::Model;
use crate::record::{Measurement, Panel, Place, Record};

/// A choice for a use.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Recommendation {
    /// The use.
    pub purpose: &'static str,
    /// The technique and the word.
    pub choice: String,
    /// The measurements that speak for it.
    pub reason: String,
}

/// The most bytes of tables that count as small.
const SMALL: usize = 1024;

/// Recommends for each use of which the record has the figures.
#[must_use]
pub fn recommendations(record: &Record) -> Vec<Recommendation> {
    let (measured, mut single) = single_queries(record);
    // Rivals are measured and not recommended.
    single.retain(|place| place.row.table_bytes.is_some());
    let mut found = Vec::new();
    let mut add = |purpose, how: &str, places: &[Place<'_>]| {
        if let [best, others @ ..] = places {
            let choice = best.row.name.clone();
            found.push(Recommendation { purpose, choice, reason: reason(how, best, others) });
        }
    };
    add("one queen at a time, in an engine", measured, &single);
    add(
        "batches",
        "1024 queries that stay in the nearest cache",
        &record.ranking_of_queens(Model::Batch),
    );
    let small = |place: &&Place<'_>| place.row.table_bytes.is_some_and(|bytes| bytes <= SMALL);
    let small: Vec<Place<'_>> = single.iter().filter(small).cloned().collect();
    add("tables of 1 KiB at most", measured, &small);
    let is_plain = |place: &&Place<'_>| place.row.word.as_deref() == Some("u64");
    let plain: Vec<Place<'_>> = single.iter().filter(is_plain).cloned().collect();
    add("no instruction extensions", measured, &plain);
    found
}

/// Ranks single queries of queens by the measurement nearest to an engine, and returns its
/// description.
fn single_queries(record: &Record) -> (&'static str, Vec<Place<'_>>) {
    let as_in_an_engine = |measurement: &Measurement, panel: &Panel| {
        let is_touched = panel.touched.is_some_and(|bytes| (1 << 15..=1 << 20).contains(&bytes));
        measurement.is_of_queens() && is_touched
    };
    let pressed = record.ranking_of(Model::CachePressure, as_in_an_engine);
    if !pressed.is_empty() {
        return ("32 KiB to 1 MiB of other data touched between queries", pressed);
    }
    let latency = record.ranking_of_queens(Model::Latency);
    if !latency.is_empty() {
        return ("queries that each depend on the last", latency);
    }
    ("independent queries in a hot loop", record.ranking_of_queens(Model::Throughput))
}

fn reason(how: &str, best: &Place<'_>, others: &[Place<'_>]) -> String {
    let list: Vec<String> = best.nanoseconds.iter().map(|time| format!("{time:.1}")).collect();
    let mut reason = format!("{how}: {} ns a query", list.join(", "));
    if let Some(bytes) = best.row.table_bytes {
        reason += &format!(", {bytes} bytes of tables");
    }
    if let Some(bytes) = best.row.code_bytes {
        reason += &format!(", {bytes} of code");
    }
    if let Some(next) = others.first() {
        reason +=
            &format!("; {} takes {:.2} times as long", next.row.name, next.ratio / best.ratio);
    }
    reason
}
