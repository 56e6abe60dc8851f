//! A run: definitions in, a record out.

use core::time::Duration;
use std::rc::Rc;
use std::sync::LazyLock;
use std::time::Instant;

use anyhow::bail;
use hyperbola::Technique;
use hyperbola::choice::Choice;
use hyperbola::word::WordKind;
use hyperbola_moves::Position;
use hyperbola_timing::loops;
use hyperbola_timing::program::Program;
use serde::Deserialize;

use crate::definition::{Definition, Model};
use crate::inputs::{Inputs, PerftPosition, Queries, Sides};
use crate::machine::{self, Machine};
use crate::models::batch::Batches;
use crate::models::check::{self, Checks};
use crate::models::keeping::Keeping;
use crate::models::lines::AlongLine;
use crate::models::perft::{Counting, Way};
use crate::models::queries::Asking;
use crate::models::setup::{self, SetUp};
use crate::models::setwise::{Form, Maps};
use crate::processor::Processors;
use crate::record::{Measurement, Panel, Record, Row, Time};
use crate::runner::{Comparison, Contender, Race, Settings, Work};

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

/// Told what is done, and which part of the run's time is gone.
pub type Progress<'a> = &'a mut dyn FnMut(&str, f64);

/// Into how many parts the time of each comparison is divided, which take turns with those of the
/// others: so all meet the same quick and slow minutes of a machine that others use too.
const PASSES: u32 = 8;

/// Measures definitions; `programs` are the rivals that `more` makes contenders of.
///
/// # Errors
///
/// If a definition's inputs cannot be made.
pub fn run(
    definitions: &[Definition],
    effort: Effort,
    command: String,
    more: More<'_>,
    programs: &[Program],
    progress: Progress<'_>,
) -> anyhow::Result<Record> {
    let start = Instant::now();
    let mut machine = Machine::new();
    let mut benches = Vec::new();
    for definition in definitions {
        let told = &mut |what: &str| progress(&format!("{}: {what}", definition.name), 0.0);
        benches.push(prepare(definition, effort, more, told)?);
    }
    let total: Duration = benches.iter().map(Bench::limit).sum();
    let processors = Processors::new();
    for pass in 1..=PASSES {
        // One start of a program may be unlucky in how its memory lies, and stay so.
        programs.iter().for_each(Program::restart);
        let processes: Vec<u32> = programs.iter().filter_map(Program::process).collect();
        processors.settle(&processes);
        for index in 0..benches.len() {
            // What was begun before is done up to this pass, or ended before.
            let done = |(other, bench): (usize, &Bench<'_>)| {
                let passes = if other < index { pass } else { pass - 1 };
                bench.limit() * passes / PASSES
            };
            let before: Duration = benches.iter().enumerate().map(done).sum();
            let bench = &mut benches[index];
            let (definition, own) = (bench.definition, bench.limit() / PASSES);
            bench.go_on(&mut |part| {
                let gone = before.as_secs_f64() + part * own.as_secs_f64();
                progress(&definition.name, gone / total.as_secs_f64().max(f64::MIN_POSITIVE));
            });
        }
    }
    let measurements = benches.into_iter().map(Bench::finish).collect();
    machine.load_after = machine::load();
    let seconds = start.elapsed().as_secs_f64();
    Ok(Record { format: 1, command, machine, seconds, measurements })
}

/// A row without its result, and who is to get it.
type Entry = (Row, Box<dyn Work>);

/// The comparison of a panel, to be made.
struct Plan {
    label: String,
    /// The bytes that are touched, under cache pressure.
    touched: Option<usize>,
    digest: String,
    entries: Vec<Entry>,
    added: Vec<Contender>,
}

/// What makes the panels of a definition.
struct Bench<'a> {
    definition: &'a Definition,
    effort: Effort,
    /// The number of panels.
    count: usize,
    /// The panels without times, and what times their contenders.
    races: Vec<(Panel, Race)>,
}

/// Verifies the contenders of all panels of a definition.
fn prepare<'a>(
    definition: &'a Definition,
    effort: Effort,
    more: More<'_>,
    progress: &mut dyn FnMut(&str),
) -> anyhow::Result<Bench<'a>> {
    let mut bench = Bench { definition, effort, count: 1, races: Vec::new() };
    match &definition.inputs {
        Inputs::Perft { positions } => {
            bench.count = positions.len();
            for position in positions {
                let plan = Plan {
                    label: format!("depth {}, {}", position.depth, position.fen),
                    touched: None,
                    digest: position.nodes.to_string(),
                    entries: counters(definition, position)?,
                    added: more(definition, &Subject::Position(position)),
                };
                bench.add(plan, progress);
            }
        }
        Inputs::Played { sequences } => {
            bench.count = sequences.len();
            for sequence in sequences {
                let positions = sequence.positions()?;
                let hits = 100.0 * check::hit_rate(&positions);
                let label = format!("{sequence}: the shortcut applies to {hits:.1} %");
                let entries = detectors(definition, &positions);
                bench.add(Plan::of(label, &sequence.digest, entries), progress);
            }
        }
        Inputs::Tables => {
            let of = |technique| {
                let work: Box<dyn Work> = Box::new(SetUp::of(technique)?);
                Some((Row::of(technique, WordKind::Scalar), work))
            };
            let entries = definition.techniques().filter_map(of).collect();
            bench.add(Plan::of("all".into(), setup::SAME, entries), progress);
        }
        inputs if definition.model == Model::Setwise => {
            let entries = maps(definition, &inputs.sides()?);
            bench.add(Plan::of("all".into(), &definition.digest, entries), progress);
        }
        inputs => {
            let queries = inputs.queries()?;
            let pressed = definition.model == Model::CachePressure;
            let touched = if pressed { &definition.touched[..] } else { &[0] };
            bench.count = touched.len();
            for &touched in touched {
                let label =
                    if pressed { format!("{touched} bytes touched") } else { "all".to_owned() };
                let entries = askers(definition, &queries, touched)?;
                let mut plan = Plan::of(label, &definition.digest, entries);
                plan.touched = pressed.then_some(touched);
                plan.added = more(definition, &Subject::Queries(&queries, touched));
                bench.add(plan, progress);
            }
        }
    }
    Ok(bench)
}

/// Makes the contenders of a panel of queries.
fn askers(
    definition: &Definition,
    queries: &Queries,
    touched: usize,
) -> anyhow::Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = Vec::new();
    if let (Model::Line, Some(line)) = (definition.model, definition.line) {
        for technique in definition.techniques() {
            let work = AlongLine::new(line, technique, queries);
            entries.push((Row::of(technique, WordKind::Scalar), Box::new(work)));
        }
        return Ok(entries);
    }
    let Some(slider) = definition.slider else { bail!("queries need a slider") };
    let other = loops::memory(touched);
    for technique in definition.techniques() {
        if definition.model == Model::Keeping {
            let work = Keeping::new(slider, technique, queries);
            entries.push((Row::of(technique, WordKind::Scalar), Box::new(work)));
            continue;
        }
        for kind in definition.kinds() {
            let choice = Choice { technique, kind };
            let work: Box<dyn Work> = if definition.model == Model::Batch {
                Box::new(Batches::new(slider, choice, queries))
            } else {
                let asking = Asking::new(definition.model, slider, choice, queries);
                Box::new(asking.touching(&other))
            };
            entries.push((Row::of(technique, kind), work));
        }
    }
    Ok(entries)
}

/// Makes the contenders of a panel of attack maps: each technique in each form that it has.
fn maps(definition: &Definition, sides: &Rc<Sides>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for technique in definition.techniques() {
        for kind in definition.kinds() {
            let forms = [
                ("one by one", Form::OneByOne(Choice { technique, kind })),
                ("boards", Form::Boards(technique, kind)),
                ("directions", Form::Directions(technique, kind)),
            ];
            for (name, form) in forms.into_iter().filter(|(_, form)| Maps::has(*form)) {
                let mut row = Row::of(technique, kind);
                row.name = format!("{name}: {}", row.name);
                entries.push((row, Box::new(Maps::new(form, sides))));
            }
        }
    }
    entries
}

/// Makes the contenders of a panel of check detection.
fn detectors(definition: &Definition, positions: &Rc<[Position]>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for technique in definition.techniques() {
        for kind in definition.kinds() {
            let way = check::Way::Attacks(Choice { technique, kind });
            entries.push((Row::of(technique, kind), Box::new(Checks::new(way, positions))));
        }
    }
    for (name, way) in [
        ("reversed boards", check::Way::ReversedBoards),
        ("reversed boards with the shortcut", check::Way::WithShortcut),
    ] {
        entries.push((Row::named(name.into()), Box::new(Checks::new(way, positions))));
    }
    entries
}

/// Makes the contenders of a panel of perft.
fn counters(definition: &Definition, position: &PerftPosition) -> anyhow::Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = Vec::new();
    for technique in definition.techniques() {
        let mut row = Row::of(technique, WordKind::Scalar);
        row.name = format!("generator with {technique}");
        entries.push((row, Box::new(Counting::new(Way::Generator(technique), position)?)));
    }
    for kind in definition.kinds() {
        let mut row = Row::named(format!("counter on {kind}"));
        row.word = Some(kind.to_string());
        row.lanes = Some(kind.lanes());
        entries.push((row, Box::new(Counting::new(Way::Counter(kind), position)?)));
    }
    Ok(entries)
}

/// Returns the bytes of the code of a queen's attacks, where `cargo xtask code-bytes` has read them.
fn code_bytes(technique: Technique, kind: WordKind) -> Option<usize> {
    /// The file, as it was when this was compiled.
    const FILE: &str = include_str!("../../../lab/code-bytes.json");

    #[derive(Deserialize)]
    struct File {
        architecture: String,
        queens: Vec<Queen>,
    }

    #[derive(Deserialize)]
    struct Queen {
        technique: String,
        word: String,
        bytes: usize,
    }

    static QUEENS: LazyLock<Vec<Queen>> = LazyLock::new(|| {
        let file = serde_json::from_str(FILE).ok();
        let own = file.filter(|file: &File| file.architecture == std::env::consts::ARCH);
        own.map_or_else(Vec::new, |file| file.queens)
    });
    let word = kind.to_string();
    let queen = QUEENS.iter().find(|one| one.technique == technique.id() && one.word == word);
    queen.map(|queen| queen.bytes)
}

impl Row {
    /// Makes the row of something that is no technique, without its result.
    fn named(name: String) -> Self {
        Self {
            name,
            technique: None,
            word: None,
            lanes: None,
            table_bytes: None,
            code_bytes: None,
            time: None,
            error: None,
        }
    }

    /// Makes the row of a technique on a kind of word, without its result.
    fn of(technique: Technique, kind: WordKind) -> Self {
        Self {
            technique: Some(technique.id().to_owned()),
            word: Some(kind.to_string()),
            lanes: Some(kind.lanes()),
            table_bytes: Some(technique.info().table_bytes()),
            code_bytes: code_bytes(technique, kind),
            ..Self::named(Choice { technique, kind }.to_string())
        }
    }
}

impl Plan {
    fn of(label: String, digest: &str, entries: Vec<Entry>) -> Self {
        Self { label, touched: None, digest: digest.to_owned(), entries, added: Vec::new() }
    }
}

impl Bench<'_> {
    /// Adds a panel, whose contenders are verified.
    fn add(&mut self, plan: Plan, progress: &mut dyn FnMut(&str)) {
        let (mut rows, mut contenders) = (Vec::new(), Vec::new());
        for (row, work) in plan.entries {
            contenders.push(Contender { name: row.name.clone(), work });
            rows.push(row);
        }
        for contender in plan.added {
            rows.push(Row::named(contender.name.clone()));
            contenders.push(contender);
        }
        let settings = Settings {
            seed: self.races.len() as u64,
            sample: self.effort.sample,
            rounds: self.effort.rounds,
            spread: self.definition.spread,
            limit: self.limit() / u32::try_from(self.count).unwrap_or(u32::MAX),
        };
        let race = Race::new(contenders, &plan.digest, &settings, progress);
        let Plan { label, touched, .. } = plan;
        let panel = Panel { label, touched, baseline: None, rounds: 0, spread: 0.0, rows };
        self.races.push((panel, race));
    }

    /// Returns the longest time of all panels together.
    fn limit(&self) -> Duration {
        Duration::from_secs_f64(self.definition.seconds * self.effort.factor)
    }

    /// Times the contenders of each panel for a pass; `progress` is told which part of it is done.
    fn go_on(&mut self, progress: &mut dyn FnMut(f64)) {
        let panels = self.races.len();
        let most = self.limit() / u32::try_from(panels.max(1)).unwrap_or(u32::MAX) / PASSES;
        let least = self.effort.rounds.div_ceil(PASSES as usize);
        for (index, (_, race)) in self.races.iter_mut().enumerate() {
            let before = race.gone();
            let whole = most.as_secs_f64().max(f64::MIN_POSITIVE);
            let settings_limit = whole * f64::from(PASSES);
            race.go_on(most, least, &mut |gone| {
                let part = (gone * settings_limit - before.as_secs_f64()) / whole;
                progress((index as f64 + part.clamp(0.0, 1.0)) / panels as f64);
            });
        }
    }

    /// Returns what came of it.
    fn finish(self) -> Measurement {
        let definition = self.definition;
        let gone: Duration = self.races.iter().map(|(_, race)| race.gone()).sum();
        let filled = |(mut panel, race): (Panel, Race)| {
            let Comparison { standings, baseline, rounds, spread } = race.standings();
            for (row, standing) in panel.rows.iter_mut().zip(standings) {
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
            Panel { baseline, rounds, spread, ..panel }
        };
        Measurement {
            name: definition.name.clone(),
            model: definition.model,
            slider: definition.slider.map(|slider| slider.name().to_owned()),
            analysis: definition.analysis.trim().to_owned(),
            excluded: definition.excluded.clone(),
            digest: definition.digest.clone(),
            seconds: gone.as_secs_f64(),
            panels: self.races.into_iter().map(filled).collect(),
        }
    }
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
            run(&[definition], SHORT, "test".into(), more, &[], &mut |_, _| ())
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
        assert!(ranking.len() >= Technique::ALL.len());
        assert!(ranking.iter().all(|place| place.name != "wrong"));
    }

    #[test]
    fn every_model_measures() {
        for (name, panels) in [
            ("latency-queen-games", 1),
            ("incremental-queen-games", 1),
            ("batch-queen-random", 1),
            ("line-file-random", 1),
            ("line-diagonal-random", 1),
            ("keeping-games", 1),
            ("setwise-games", 1),
            ("check-games", 4),
            ("set-up", 1),
        ] {
            let record = measured(definition(name), Vec::new);
            assert_eq!(record.errors().next(), None);
            assert_eq!(record.measurements[0].panels.len(), panels);
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
