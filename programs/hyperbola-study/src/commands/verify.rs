//! `hyperbola verify`: compares techniques with the definition.

use std::time::Instant;

use anyhow::anyhow;
use clap::Args;
use hyperbola::{Slider, Technique};
use hyperbola_conformance::{Digest, cases, verify};
use hyperbola_console::parsers::{slider_parser, technique_parser};
use hyperbola_console::{output, progress_bar};
use indicatif::ProgressBar;
use serde::Serialize;

use super::chosen;
use super::each::Checks;

/// The arguments of `hyperbola verify`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct VerifyArguments {
    /// The techniques to verify [default: all]; `hyperbola list` prints the ids
    #[arg(
        value_name = "TECHNIQUE", value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) techniques: Vec<Technique>,
    /// Verify this piece only; may be given several times [default: all pieces]
    #[arg(long = "piece", value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) sliders: Vec<Slider>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text at the end of the help of `hyperbola verify`.
const HELP: &str = "\
For each technique the command prints the number of cases, a digest of all results for each \
piece, and the time in seconds. Then it prints the digest that all techniques have. The \
first wrong case ends the command with exit status 1. The case is printed as an assertion that \
can be pasted into a test.

Examples:
  hyperbola verify
  hyperbola verify hyperbola-quintessence magic-fancy --piece rook";

/// Verifies the named techniques and sliders, or all if none is named.
pub(crate) fn run(arguments: &VerifyArguments) -> anyhow::Result<()> {
    let techniques = chosen(Technique::ALL, &arguments.techniques);
    let sliders = chosen(&Slider::ALL, &arguments.sliders);
    let cases: u64 = sliders.iter().map(|slider| cases(*slider)).sum();
    let progress = progress_bar(cases * techniques.len() as u64);

    let checks =
        Checks { techniques: &techniques, heading: &heading(&sliders), progress: &progress };
    let print = |row: &str| if arguments.json { Ok(()) } else { output::print(row) };
    let check = |technique| Checked::new(technique, &sliders, &progress);
    let results = checks.run(print, check, Checked::row)?;

    // A technique with another digest has a wrong case, which was an error above.
    let first = results.first().map_or(&[][..], |result| &result.digests);
    let summary = |&(slider, digest): &(Slider, Digest)| VerifySummary {
        slider: slider.to_string(),
        techniques: results.len(),
        digest: digest.to_string(),
    };
    let summary: Vec<VerifySummary> = first.iter().map(summary).collect();
    if arguments.json {
        output::print_json(&VerifyReport { techniques: &results, sliders: &summary })
    } else {
        let lines: String = summary.iter().map(VerifySummary::line).collect();
        output::print(&format!("\n{lines}"))
    }
}

/// The result of a technique.
#[derive(Debug, Serialize)]
struct Checked {
    id: &'static str,
    cases: u64,
    #[serde(serialize_with = "digests_by_name")]
    digests: Vec<(Slider, Digest)>,
    seconds: f64,
}

impl Checked {
    /// Verifies a technique. A wrong case is returned as the error.
    fn new(
        technique: Technique,
        sliders: &[Slider],
        progress: &ProgressBar,
    ) -> anyhow::Result<Self> {
        let start = Instant::now();
        let mut cases = 0;
        let mut digests = Vec::new();
        for &slider in sliders {
            let verified = verify(technique.into(), slider, &mut |cases| progress.inc(cases))
                .map_err(|mismatch| {
                    let assertion = mismatch.to_string();
                    let assertion = assertion.trim_end();
                    anyhow!("{technique} gives wrong attacks of a {slider}\n\n{assertion}")
                })?;
            cases += verified.cases;
            digests.push((slider, verified.digest));
        }
        Ok(Self { id: technique.id(), cases, digests, seconds: start.elapsed().as_secs_f64() })
    }

    /// Returns the technique's row of the table, without the id.
    fn row(&self) -> String {
        let digests: String =
            self.digests.iter().map(|(_, digest)| format!("{digest}  ")).collect();
        format!("{:>9}  {digests}{:>7.2}", self.cases, self.seconds)
    }
}

/// Returns the heading of the table.
fn heading(sliders: &[Slider]) -> String {
    let digests: String = sliders.iter().map(|slider| format!("{slider:<16}  ")).collect();
    format!("{:>9}  {digests}{:>7}", "cases", "seconds")
}

/// Writes digests as an object with the sliders' names as its keys.
fn digests_by_name<S: serde::Serializer>(
    digests: &[(Slider, Digest)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let named = digests.iter().map(|(slider, digest)| (slider.to_string(), digest.to_string()));
    serializer.collect_map(named)
}

/// The digest of one slider, which all techniques share.
#[derive(Debug, Serialize)]
struct VerifySummary {
    slider: String,
    techniques: usize,
    digest: String,
}

impl VerifySummary {
    /// Returns the digest in a line of text.
    fn line(&self) -> String {
        let Self { slider, techniques, digest } = self;
        match techniques {
            1 => format!("{slider}: digest {digest}\n"),
            _ => format!("{slider}: one digest, {digest}, common to all {techniques} techniques\n"),
        }
    }
}

/// All results as JSON.
#[derive(Debug, Serialize)]
struct VerifyReport<'a> {
    techniques: &'a [Checked],
    sliders: &'a [VerifySummary],
}
