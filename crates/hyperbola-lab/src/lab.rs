//! A run: definitions in, a record out.

use core::time::Duration;
use std::time::Instant;

use anyhow::bail;
use hyperbola::choice::Choice;
use hyperbola::word::WordKind;
use hyperbola::{Algorithm, Slider};

use crate::definition::{Definition, Model};
use crate::inputs::{Inputs, PerftPosition, Queries};
use crate::machine::{self, Machine};
use crate::models::batch::Batches;
use crate::models::perft::{Counting, Way};
use crate::models::queries::Asking;
use crate::record::{Measurement, Panel, Record, Row, Time};
use crate::runner::{self, Comparison, Contender, Settings, Work};

/// How long to measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// What the definitions' times are multiplied by.
    pub factor: f64,
    /// The least time of a sample.
    pub sample: Duration,
    /// The least number of rounds.
    pub rounds: usize,
}

impl Effort {
    /// The short run.
    pub const QUICK: Self = Self { factor: 1.0, sample: Duration::from_micros(300), rounds: 15 };

    /// The full run.
    pub const FULL: Self = Self { factor: 4.0, rounds: 31, ..Self::QUICK };
}

/// Makes more contenders for a definition, such as rivals: those of a position of perft, or of
/// queries with the bytes that are touched.
pub type More<'a> = &'a mut dyn FnMut(&Definition, &Subject<'_>) -> Vec<Contender>;

/// What the contenders of a panel are asked.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Subject<'a> {
    /// Queries, and the bytes of other data that are touched.
    Queries(&'a Queries, usize),
    /// A position to count from.
    Position(&'a PerftPosition),
}

/// Told what is done: the definition's index and name, what is being done, and which part of the
/// definition is done.
pub type Progress<'a> = &'a mut dyn FnMut(usize, &Definition, &str, f64);

/// Measures definitions.
///
/// # Errors
///
/// If a definition's inputs cannot be made.
pub fn run(
    definitions: &[Definition],
    effort: Effort,
    command: String,
    more: More<'_>,
    progress: Progress<'_>,
) -> anyhow::Result<Record> {
    let start = Instant::now();
    let mut machine = Machine::new();
    let mut measurements = Vec::new();
    for (index, definition) in definitions.iter().enumerate() {
        let mut told = |what: &str, part: f64| progress(index, definition, what, part);
        measurements.push(measure(definition, effort, more, &mut told)?);
    }
    machine.load_after = machine::load();
    let seconds = start.elapsed().as_secs_f64();
    Ok(Record { format: 1, command, machine, seconds, measurements })
}

/// A row without its result, and who is to get it.
type Entry = (Row, Box<dyn Work>);

fn measure(
    definition: &Definition,
    effort: Effort,
    more: More<'_>,
    progress: &mut dyn FnMut(&str, f64),
) -> anyhow::Result<Measurement> {
    let start = Instant::now();
    let mut panels = Vec::new();
    match &definition.inputs {
        Inputs::Perft { positions } => {
            for (index, position) in positions.iter().enumerate() {
                let entries = counters(definition, position)?;
                let added = more(definition, &Subject::Position(position));
                let label = format!("depth {}, {}", position.depth, position.fen);
                let part = (index, positions.len());
                let digest = position.nodes.to_string();
                panels.push(panel(
                    definition, effort, label, &digest, entries, added, part, progress,
                ));
            }
        }
        inputs => {
            let queries = inputs.queries()?;
            let Some(slider) = definition.slider else { bail!("queries need a slider") };
            let touched: &[usize] =
                if definition.touched.is_empty() { &[0] } else { &definition.touched };
            for (index, &touched) in touched.iter().enumerate() {
                let entries = askers(definition, slider, &queries, touched);
                let added = more(definition, &Subject::Queries(&queries, touched));
                let label = if definition.model == Model::CachePressure {
                    format!("{touched} bytes touched")
                } else {
                    "all".to_owned()
                };
                let part = (index, definition.touched.len().max(1));
                let digest = &definition.digest;
                let mut panel =
                    panel(definition, effort, label, digest, entries, added, part, progress);
                panel.touched = (definition.model == Model::CachePressure).then_some(touched);
                panels.push(panel);
            }
        }
    }
    Ok(Measurement {
        name: definition.name.clone(),
        model: definition.model,
        slider: definition.slider.map(|slider| slider.name().to_owned()),
        analysis: definition.analysis.trim().to_owned(),
        excluded: definition.excluded.clone(),
        digest: definition.digest.clone(),
        seconds: start.elapsed().as_secs_f64(),
        panels,
    })
}

/// Makes the contenders of a panel of queries.
fn askers(
    definition: &Definition,
    slider: Slider,
    queries: &Queries,
    touched: usize,
) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for algorithm in definition.algorithms() {
        for kind in definition.kinds() {
            let choice = Choice { algorithm, kind };
            let work: Box<dyn Work> = if definition.model == Model::Batch {
                Box::new(Batches::new(slider, choice, queries))
            } else {
                Box::new(Asking::new(definition.model, slider, choice, queries, touched))
            };
            entries.push((row(algorithm, kind), work));
        }
    }
    entries
}

/// Makes the contenders of a panel of perft.
fn counters(definition: &Definition, position: &PerftPosition) -> anyhow::Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = Vec::new();
    for algorithm in definition.algorithms() {
        let mut row = row(algorithm, WordKind::Scalar);
        row.name = format!("generator with {algorithm}");
        entries.push((row, Box::new(Counting::new(Way::Generator(algorithm), position)?)));
    }
    for kind in definition.kinds() {
        let name = format!("counter on {kind}");
        let row = Row {
            name,
            technique: None,
            word: Some(kind.to_string()),
            lanes: Some(kind.lanes()),
            table_bytes: None,
            time: None,
            error: None,
        };
        entries.push((row, Box::new(Counting::new(Way::Counter(kind), position)?)));
    }
    Ok(entries)
}

fn row(algorithm: Algorithm, kind: WordKind) -> Row {
    Row {
        name: Choice { algorithm, kind }.to_string(),
        technique: Some(algorithm.id().to_owned()),
        word: Some(kind.to_string()),
        lanes: Some(kind.lanes()),
        table_bytes: Some(algorithm.info().table_bytes()),
        time: None,
        error: None,
    }
}

#[expect(clippy::too_many_arguments, reason = "what a panel is made of, at its two makers")]
fn panel(
    definition: &Definition,
    effort: Effort,
    label: String,
    digest: &str,
    entries: Vec<Entry>,
    added: Vec<Contender>,
    (index, count): (usize, usize),
    progress: &mut dyn FnMut(&str, f64),
) -> Panel {
    let (mut rows, mut contenders) = (Vec::new(), Vec::new());
    for (row, work) in entries {
        contenders.push(Contender { name: row.name.clone(), work });
        rows.push(row);
    }
    for contender in added {
        let name = contender.name.clone();
        contenders.push(contender);
        rows.push(Row {
            name,
            technique: None,
            word: None,
            lanes: None,
            table_bytes: None,
            time: None,
            error: None,
        });
    }
    let seconds = definition.seconds * effort.factor / count as f64;
    let settings = Settings {
        seed: index as u64,
        sample: effort.sample,
        rounds: effort.rounds,
        spread: definition.spread,
        limit: Duration::from_secs_f64(seconds),
    };
    let mut told = |what: &str, part: f64| progress(what, (index as f64 + part) / count as f64);
    let comparison = runner::compare(contenders, digest, &settings, &mut told);
    let Comparison { standings, baseline, rounds, spread } = comparison;
    for (row, standing) in rows.iter_mut().zip(standings) {
        match standing.result {
            Ok(timed) => {
                row.time = Some(Time {
                    nanoseconds: timed.nanoseconds.median,
                    mad: timed.nanoseconds.mad,
                    min: timed.nanoseconds.min,
                    ratio: timed.ratio.median,
                    ratio_low: timed.ratio.low,
                    ratio_high: timed.ratio.high,
                });
            }
            Err(error) => row.error = Some(error),
        }
    }
    Panel { label, touched: None, baseline, rounds, spread, rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that takes no longer than it must.
    const SHORT: Effort = Effort { factor: 0.0, sample: Duration::ZERO, rounds: 1 };

    fn definition(name: &str) -> Definition {
        let mut definitions = Definition::all().expect("definitions").into_iter();
        definitions.find(|one| one.name == name).expect("a definition of that name")
    }

    /// Every technique's loop is in one function, whose frame without optimisation is larger than a
    /// test's stack.
    fn measured(definition: Definition, more: fn() -> Vec<Contender>) -> Record {
        let measure = move || {
            let more: More<'_> = &mut |_, _| more();
            run(&[definition], SHORT, "test".into(), more, &mut |_, _, _, _| ())
        };
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(measure);
        thread.expect("a thread").join().expect("no panic").expect("a record")
    }

    struct Wrong;

    impl Work for Wrong {
        fn verify(&mut self) -> Result<String, String> {
            Ok("0".into())
        }

        fn sample(&mut self, _times: u32) -> Result<f64, String> {
            Ok(1.0)
        }
    }

    fn wrong() -> Vec<Contender> {
        vec![Contender { name: "wrong".into(), work: Box::new(Wrong) }]
    }

    #[test]
    fn all_techniques_are_right_and_a_wrong_contender_is_an_error() {
        let definition = definition("throughput-queen-games");
        let record = measured(definition, wrong);
        let errors: Vec<_> = record.errors().collect();
        let [(_, "all", "wrong", error)] = errors[..] else { panic!("{errors:?}") };
        assert!(error.starts_with("its answers have the digest 0, expected "), "{error}");
        let ranking = record.ranking(Model::Throughput);
        assert!(ranking.len() >= Algorithm::ALL.len());
        assert!(ranking.iter().all(|place| place.name != "wrong"));
    }

    #[test]
    fn every_model_measures() {
        for name in ["latency-queen-games", "incremental-queen-games", "batch-queen-random"] {
            let record = measured(definition(name), Vec::new);
            assert_eq!(record.errors().next(), None);
            assert_eq!(record.measurements[0].panels.len(), 1);
        }
        let mut pressure = definition("cache-pressure-queen-games");
        pressure.touched = vec![0, 1024];
        let record = measured(pressure, Vec::new);
        assert_eq!(record.errors().next(), None);
        assert_eq!(record.measurements[0].panels[1].touched, Some(1024));
    }

    #[test]
    fn a_wrong_count_is_an_error() {
        let mut perft = definition("perft-six");
        if let Inputs::Perft { positions } = &mut perft.inputs {
            positions.truncate(1);
            positions[0].depth = 3;
            positions[0].nodes = 8902;
        }
        let record = measured(perft, wrong);
        assert_eq!(record.errors().count(), 1);
        assert!(!record.ranking(Model::Perft).is_empty());
        let json = serde_json::to_string(&record).expect("JSON");
        assert_eq!(serde_json::from_str::<Record>(&json).expect("a record"), record);
    }
}
