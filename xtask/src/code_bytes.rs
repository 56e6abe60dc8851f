//! Writes `lab/code-bytes.json`: the number of bytes of code in a queen's attacks, by each
//! technique on each word of one lane.
//!
//! A function contains its call's frame. On vector words it also contains the moves between
//! registers of both kinds. A loop would not repeat these. They are the same few instructions for
//! all techniques of a word. Data that the function reads from memory besides the techniques'
//! tables, such as a constant for a byte shuffle, is not counted.

use core::fmt::Write as _;
use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context as _, ensure};
use hyperbola::Technique;
use object::{Object as _, ObjectSymbol as _};

use crate::assembly::{MachineCode, ROUTINES, compiler};
use crate::cargo::workspace;

/// The file that is written.
const FILE: &str = "lab/code-bytes.json";

/// The part that the names of all measured functions share.
const MODULE: &str = "hyperbola_assembly::queens::";

/// The part that each word has in the names of its functions, and the word's id.
const WORDS: [(&str, &str); 4] = [
    ("::plain", "u64"),
    ("::Ssse3Word", "ssse3"),
    ("::Avx2Word", "avx2"),
    ("::Avx512GfniWord", "avx512-gfni"),
];

/// Two techniques that have the same code on some words. There the compiler keeps one function for
/// both.
const TWINS: (Technique, Technique) = (Technique::HqSsse3, Technique::HqPairedLanes);

/// The arguments of `code-bytes`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Change nothing; fail if the file does not match this compiler's code
    #[arg(long)]
    check: bool,
}

/// Writes or checks the file.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let version = Command::new(compiler()).arg("--version").output();
    let version = version.context("cannot ask the compiler for its version")?.stdout;
    let version = String::from_utf8_lossy(&version);
    let object = MachineCode::of(ROUTINES)?.object()?;
    let found = bytes(&object)?;
    for (technique, (_, word)) in
        Technique::ALL.iter().flat_map(|one| WORDS.map(|word| (one, word)))
    {
        let key = (technique.id().to_owned(), word.to_owned());
        ensure!(found.contains_key(&key), "{technique} has no function on {word}");
    }
    let mut text = format!(
        "{{\n  \"architecture\": \"x86_64\",\n  \"compiler\": \"{}\",\n  \"queens\": [\n",
        version.trim()
    );
    for (index, ((technique, word), bytes)) in found.iter().enumerate() {
        let comma = if index + 1 == found.len() { "" } else { "," };
        writeln!(
            text,
            "    {{ \"technique\": \"{technique}\", \"word\": \"{word}\", \"bytes\": {bytes} }}{comma}"
        )?;
    }
    text += "  ]\n}\n";
    let path = &workspace().join(FILE);
    let before = std::fs::read_to_string(path).unwrap_or_default();
    if before == text {
        return Ok(());
    }
    if arguments.check && !before.contains(version.trim()) {
        println!("not checked: {FILE} comes from another compiler");
        return Ok(());
    }
    ensure!(!arguments.check, "{FILE} is out of date: run cargo xtask code-bytes");
    std::fs::write(path, text).with_context(|| format!("cannot write {FILE}"))
}

/// Returns the number of bytes of each function in an object file that belongs to a technique on a
/// word.
fn bytes(object: &[u8]) -> anyhow::Result<BTreeMap<(String, String), u64>> {
    let file = object::File::parse(object).context("cannot read the object file")?;
    let mut found = BTreeMap::new();
    for symbol in file.symbols().filter(|symbol| symbol.size() > 0) {
        let name = format!("{:#}", rustc_demangle::demangle(symbol.name()?));
        if !name.contains(MODULE) {
            continue;
        }
        let word = WORDS.into_iter().find(|(place, _)| name.contains(place));
        // The technique's type has the name of the registry's variant.
        let technique = Technique::ALL.iter().find(|one| {
            let ends = [',', '>'];
            ends.iter().any(|end| name.contains(&format!("::{one:?}{end}")))
        });
        if let (Some((_, word)), Some(technique)) = (word, technique) {
            found.insert((technique.id().to_owned(), word.to_owned()), symbol.size());
        }
    }
    for (_, word) in WORDS {
        let [one, other] = [TWINS.0, TWINS.1].map(|twin| (twin.id().to_owned(), word.to_owned()));
        if let Some(&bytes) = found.get(&other) {
            found.entry(one).or_insert(bytes);
        }
    }
    Ok(found)
}
