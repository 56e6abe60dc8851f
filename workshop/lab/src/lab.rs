//! A run: definitions in, a record out.

use core::time::Duration;
use std::time::Instant;

use anyhow::bail;
use hyperbola_timing::rival_process::RivalProcess;
use hyperbola_timing::runner::{Comparison, Contender, Race, Settings};

use crate::definition::Definition;
use crate::machine::{self, Machine};
use crate::models::{self, panel::PanelPlan};
use crate::processor::Processors;
use crate::record::{Measurement, Panel, Record, Row, Time};

pub use crate::models::panel::Task;

/// The time to measure for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// The factor of the definitions' times.
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
pub type More<'a> = &'a mut dyn FnMut(&Definition, &Task) -> Vec<Contender>;

/// A function that gets the name of the current step, and the part of the run's time that is gone.
pub type Progress<'a> = &'a mut dyn FnMut(&str, f64);

/// The number of parts into which the time of each comparison is divided. They take turns with
/// those of the others, so that all meet the same quick and slow minutes of a shared machine.
const PASSES: u32 = 8;

/// Measures definitions; `programs` are the rivals that `more` makes contenders of.
///
/// # Errors
///
/// If a definition's inputs cannot be made, or a contender that is added has the name of one of
/// ours.
pub fn run(
    definitions: &[Definition],
    effort: Effort,
    command: String,
    more: More<'_>,
    programs: &[RivalProcess],
    progress: Progress<'_>,
) -> anyhow::Result<Record> {
    let start = Instant::now();
    let mut machine = Machine::new();
    let mut benches = Vec::new();
    for definition in definitions {
        let report = &mut |what: &str| progress(&format!("{}: {what}", definition.name), 0.0);
        benches.push(prepare(definition, effort, more, report)?);
    }
    let total: Duration = benches.iter().map(Bench::limit).sum();
    let processors = Processors::new();
    let mut done = Duration::ZERO;
    for _ in 0..PASSES {
        // One start of a program may have an unlucky memory layout, which stays.
        programs.iter().for_each(RivalProcess::restart);
        let processes: Vec<u32> = programs.iter().filter_map(RivalProcess::process).collect();
        processors.settle(&processes);
        for bench in &mut benches {
            let (definition, own) = (bench.definition, bench.limit() / PASSES);
            bench.go_on(&mut |part| {
                let gone = done.as_secs_f64() + part * own.as_secs_f64();
                progress(&definition.name, gone / total.as_secs_f64().max(f64::MIN_POSITIVE));
            });
            // One that has ended early is complete up to here too.
            done += own;
        }
    }
    let measurements = benches.into_iter().map(Bench::finish).collect();
    machine.load_after = machine::load();
    let seconds = start.elapsed().as_secs_f64();
    Ok(Record { format: 1, command, machine, seconds, measurements })
}

/// The panels of a definition in the making.
struct Bench<'a> {
    definition: &'a Definition,
    effort: Effort,
    /// The number of panels.
    count: usize,
    /// The panels without times, and the races of their contenders.
    races: Vec<(Panel, Race)>,
}

/// Verifies the contenders of all panels of a definition.
fn prepare<'a>(
    definition: &'a Definition,
    effort: Effort,
    more: More<'_>,
    progress: &mut dyn FnMut(&str),
) -> anyhow::Result<Bench<'a>> {
    let plans = models::panels(definition)?;
    let mut bench = Bench { definition, effort, count: plans.len(), races: Vec::new() };
    for plan in plans {
        let added = plan.task.as_ref().map(|task| more(definition, task)).unwrap_or_default();
        let is_ours =
            |other: &&Contender| plan.participants.iter().any(|(row, _)| row.name == other.name);
        if let Some(other) = added.iter().find(is_ours) {
            bail!(
                "{} has a contender {} of ours, so no other may have that name",
                definition.name,
                other.name
            );
        }
        bench.add(plan, added, progress);
    }
    Ok(bench)
}

impl Bench<'_> {
    /// Adds a panel, whose contenders are verified.
    fn add(&mut self, plan: PanelPlan, added: Vec<Contender>, progress: &mut dyn FnMut(&str)) {
        let (mut rows, mut contenders) = (Vec::new(), Vec::new());
        for (row, work) in plan.participants {
            contenders.push(Contender { name: row.name.clone(), work });
            rows.push(row);
        }
        for contender in added {
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
        let PanelPlan { label, touched, .. } = plan;
        let panel = Panel { label, touched, baseline: None, rounds: 0, spread: 0.0, rows };
        self.races.push((panel, race));
    }

    /// Returns the longest time of all panels together.
    fn limit(&self) -> Duration {
        Duration::from_secs_f64(self.definition.seconds * self.effort.factor)
    }

    /// Times the contenders of each panel for a pass; `progress` gets the part of it that is done.
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

    /// Returns the result.
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
            excluded: definition.exclusions().collect(),
            digest: definition.digest.clone(),
            seconds: gone.as_secs_f64(),
            panels: self.races.into_iter().map(filled).collect(),
        }
    }
}
