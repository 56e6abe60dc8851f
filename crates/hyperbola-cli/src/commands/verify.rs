//! `hyperbola verify`: compares techniques with the definition.

use std::time::Instant;

use anyhow::anyhow;
use hyperbola::{Slider, Technique};
use hyperbola_conformance::{Digest, cases, verify};
use hyperbola_console::progress_bar;
use indicatif::ProgressBar;
use serde::Serialize;

use super::chosen;
use crate::arguments::VerifyArguments;
use crate::output;

/// Verifies the techniques and the sliders that the arguments name. If they name none, it verifies
/// all.
pub(crate) fn run(arguments: &VerifyArguments) -> anyhow::Result<()> {
    let techniques = chosen(Technique::ALL, &arguments.techniques);
    let sliders = chosen(&Slider::ALL, &arguments.sliders);
    let cases: u64 = sliders.iter().map(|slider| cases(*slider)).sum();
    let progress = progress_bar(cases * techniques.len() as u64);

    let width = techniques.iter().map(|technique| technique.id().len()).max().unwrap_or(0);
    if !arguments.json {
        output::print(&heading(width, &sliders))?;
    }
    let mut results = Vec::new();
    for technique in techniques {
        progress.set_message(technique.id());
        let result = Checked::new(technique, &sliders, &progress)?;
        if !arguments.json {
            progress.suspend(|| output::print(&result.row(width)))?;
        }
        results.push(result);
    }
    progress.finish_and_clear();

    let summary: Vec<VerifySummary> =
        sliders.iter().map(|s| VerifySummary::new(*s, &results)).collect();
    if arguments.json {
        output::print_json(&VerifyReport { techniques: &results, sliders: &summary })?;
    } else {
        let lines: String = summary.iter().map(VerifySummary::line).collect();
        output::print(&format!("\n{lines}"))?;
    }
    match summary.iter().find(|summary| summary.digest.is_none()) {
        Some(differing) => {
            Err(anyhow!("the techniques have different digests for the {}", differing.slider))
        }
        None => Ok(()),
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
                    progress.finish_and_clear();
                    let assertion = mismatch.to_string();
                    let assertion = assertion.trim_end();
                    anyhow!("{technique} gives wrong attacks of a {slider}\n\n{assertion}")
                })?;
            cases += verified.cases;
            digests.push((slider, verified.digest));
        }
        Ok(Self { id: technique.id(), cases, digests, seconds: start.elapsed().as_secs_f64() })
    }

    /// Returns the technique's row of the table.
    fn row(&self, width: usize) -> String {
        let digests: String =
            self.digests.iter().map(|(_, digest)| format!("{digest}  ")).collect();
        format!("{:<width$}  {:>9}  {digests}{:>7.2}\n", self.id, self.cases, self.seconds)
    }
}

/// Returns the heading of the table.
fn heading(width: usize, sliders: &[Slider]) -> String {
    let digests: String = sliders.iter().map(|slider| format!("{slider:<16}  ")).collect();
    format!("{:<width$}  {:>9}  {digests}{:>7}\n", "technique", "cases", "seconds")
}

/// Writes digests as an object with the sliders' names as its keys.
fn digests_by_name<S: serde::Serializer>(
    digests: &[(Slider, Digest)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let named = digests.iter().map(|(slider, digest)| (slider.to_string(), digest.to_string()));
    serializer.collect_map(named)
}

/// The comparison of the techniques' digests for one slider.
#[derive(Debug, Serialize)]
struct VerifySummary {
    slider: String,
    techniques: usize,
    /// The digest, if all techniques have the same one.
    digest: Option<String>,
}

impl VerifySummary {
    /// Compares the techniques' digests for a slider.
    fn new(slider: Slider, results: &[Checked]) -> Self {
        let all = results.iter().flat_map(|result| &result.digests);
        let mut digests = all.filter(|(other, _)| *other == slider).map(|(_, digest)| digest);
        let first = digests.next();
        let agree = digests.all(|digest| Some(digest) == first);
        Self {
            slider: slider.to_string(),
            techniques: results.len(),
            digest: first.filter(|_| agree).map(ToString::to_string),
        }
    }

    /// Returns the comparison as a line of text.
    fn line(&self) -> String {
        let Self { slider, techniques, .. } = self;
        match &self.digest {
            Some(digest) if *techniques == 1 => format!("{slider}: digest {digest}\n"),
            Some(digest) => {
                format!("{slider}: one digest, {digest}, common to all {techniques} techniques\n")
            }
            None => format!("{slider}: the digests differ\n"),
        }
    }
}

/// All results as JSON.
#[derive(Debug, Serialize)]
struct VerifyReport<'a> {
    techniques: &'a [Checked],
    sliders: &'a [VerifySummary],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_that_differ_are_told() {
        let checked = |words: &[u64]| {
            let mut digest = Digest::new();
            words.iter().for_each(|&word| digest.add(word));
            Checked { id: "some", cases: 1, digests: vec![(Slider::Rook, digest)], seconds: 0.0 }
        };
        let same = VerifySummary::new(Slider::Rook, &[checked(&[1]), checked(&[1])]);
        assert!(same.line().starts_with("rook: one digest, "), "{}", same.line());
        let other =
            VerifySummary::new(Slider::Rook, &[checked(&[1]), checked(&[1]), checked(&[2])]);
        assert_eq!(other.line(), "rook: the digests differ\n");
        assert_eq!(other.digest, None);
    }
}
