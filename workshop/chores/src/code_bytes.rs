//! Writes `workshop/lab/code-bytes.json`: the number of bytes of code in a queen's attacks, by each
//! technique on each word of one lane.
//!
//! A function contains its call's frame. On vector words it also contains the moves between
//! registers of both kinds. A loop would not repeat these. They are the same few instructions for
//! all techniques of a word. Data that the function reads from memory in addition to the
//! techniques' tables, such as a constant for a byte shuffle, is not counted.

use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, ensure};
use hyperbola::Technique;
use hyperbola::word::WordKind;

use crate::cargo::{repository, rustc};
use crate::machine_code::{Functions, Routines};

/// The file that is written.
const FILE: &str = "workshop/lab/code-bytes.json";

/// The part that the names of all measured functions share.
const MODULE: &str = "::queens::";

/// Returns the part that each word of one lane has in the names of its functions, and its id.
fn words() -> impl Iterator<Item = (String, &'static str)> {
    let kinds = WordKind::ALL.iter().filter(|kind| kind.lanes() == 1);
    kinds.map(|kind| match kind {
        WordKind::Scalar => ("::plain".to_owned(), kind.id()),
        // The type has the name of the kind.
        _ => (format!("::{kind:?}Word"), kind.id()),
    })
}

/// Two techniques that have the same code on some words. There the compiler keeps one function for
/// both.
const TWINS: (Technique, Technique) = (Technique::HqSsse3, Technique::HqPairedLanes);

/// The arguments of `code-bytes`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Change nothing; fail if the file has a figure that is not this compiler's code's
    #[arg(long)]
    check: bool,
}

/// Writes or checks the file.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let version = rustc(&["--version"])?;
    let found = bytes(&Routines::compile("x86-64")?.functions);
    for (_, word) in words() {
        let is_there = found.keys().any(|(_, other)| other == word);
        ensure!(is_there, "there is no function on {word}");
    }
    let mut text = format!(
        "{{\n  \"architecture\": \"x86_64\",\n  \"compiler\": \"{}\",\n  \"queens\": [\n",
        version
    );
    for (index, ((technique, word), bytes)) in found.iter().enumerate() {
        let comma = if index + 1 == found.len() { "" } else { "," };
        writeln!(
            text,
            "    {{ \"technique\": \"{technique}\", \"word\": \"{word}\", \"bytes\": {bytes} }}{comma}"
        )?;
    }
    text += "  ]\n}\n";
    let path = &repository().join(FILE);
    let before = std::fs::read_to_string(path).unwrap_or_default();
    if before == text {
        return Ok(());
    }
    if !arguments.check {
        return std::fs::write(path, text).with_context(|| format!("cannot write {FILE}"));
    }
    if !before.contains(&version) {
        println!("not checked: {FILE} is another compiler's");
        return Ok(());
    }
    check(&before, &text)
}

/// Checks that each figure in the file is the code's. Missing figures are printed: a new technique
/// has none until somebody runs the command.
fn check(before: &str, now: &str) -> anyhow::Result<()> {
    let figures = |text: &str| -> BTreeSet<String> {
        let lines = text.lines().filter(|line| line.contains("\"technique\""));
        lines.map(|line| line.trim().trim_end_matches(',').to_owned()).collect()
    };
    let (before, now) = (figures(before), figures(now));
    ensure!(before.is_subset(&now), "{FILE} is not fresh: run cargo workshop code-bytes");
    for figure in now.difference(&before) {
        println!("not in {FILE} yet, as cargo workshop code-bytes would write it: {figure}");
    }
    Ok(())
}

/// Returns the number of bytes of each function that belongs to a technique on a word.
fn bytes(functions: &Functions) -> BTreeMap<(String, String), u64> {
    let mut found = BTreeMap::new();
    for (name, function) in functions.iter().filter(|(name, _)| name.contains(MODULE)) {
        let word = words().find(|(place, _)| name.contains(place));
        // Its type has the name of the registry's variant.
        let technique = Technique::ALL.iter().find(|one| {
            let ends = [',', '>'];
            ends.iter().any(|end| name.contains(&format!("::{one:?}{end}")))
        });
        if let (Some((_, word)), Some(technique)) = (word, technique) {
            found.insert((technique.id().to_owned(), word.to_owned()), function.bytes);
        }
    }
    for (_, word) in words() {
        let [one, other] = [TWINS.0, TWINS.1].map(|twin| (twin.id().to_owned(), word.to_owned()));
        if let Some(&bytes) = found.get(&other) {
            found.entry(one).or_insert(bytes);
        }
    }
    found
}
