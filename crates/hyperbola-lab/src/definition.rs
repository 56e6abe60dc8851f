//! The definitions of what is measured: the files of `lab/definitions/`.

use core::fmt;

use anyhow::{Context, bail};
use hyperbola::word::WordKind;
use hyperbola::{Line, Slider, Technique};
use hyperbola_timing::loops::Loop;
use serde::{Deserialize, Serialize};

use crate::inputs::Inputs;

/// The files, as they were when this was compiled.
const FILES: &[&str] = &[
    include_str!("../../../lab/definitions/throughput-queen-games.toml"),
    include_str!("../../../lab/definitions/throughput-rook-random.toml"),
    include_str!("../../../lab/definitions/throughput-bishop-random.toml"),
    include_str!("../../../lab/definitions/vectorised-queen-games.toml"),
    include_str!("../../../lab/definitions/latency-queen-games.toml"),
    include_str!("../../../lab/definitions/cache-pressure-queen-games.toml"),
    include_str!("../../../lab/definitions/incremental-queen-games.toml"),
    include_str!("../../../lab/definitions/batch-queen-random.toml"),
    include_str!("../../../lab/definitions/line-file-random.toml"),
    include_str!("../../../lab/definitions/line-diagonal-random.toml"),
    include_str!("../../../lab/definitions/keeping-games.toml"),
    include_str!("../../../lab/definitions/setwise-games.toml"),
    include_str!("../../../lab/definitions/check-games.toml"),
    include_str!("../../../lab/definitions/set-up.toml"),
    include_str!("../../../lab/definitions/perft-six.toml"),
];

/// What a time is the time of; times of different models are never ranked together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Model {
    /// Independent queries; the compiler is kept from answering several in one vector.
    Throughput,
    /// Independent queries that the compiler may answer several of in one vector, as in no engine.
    Vectorised,
    /// Queries that each depend on the last answer.
    Latency,
    /// Groups of queries, with other data touched before each group.
    CachePressure,
    /// Queries on boards of which two squares change before each.
    Incremental,
    /// Slices of queries on vectors.
    Batch,
    /// Independent queries along one line.
    Line,
    /// Boards that are brought up to date with a move, and nothing else.
    Keeping,
    /// All attacks of one side's sliders.
    #[serde(rename = "set-wise")]
    Setwise,
    /// Whether the side to move is in check, position after position.
    Check,
    /// The tables of a technique, made at run time.
    SetUp,
    /// Legal move sequences, counted without a hash table.
    Perft,
}

impl Model {
    /// Returns the name in files and on the command line.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Throughput => Loop::Throughput.id(),
            Self::Vectorised => "vectorised",
            Self::Latency => Loop::Latency.id(),
            Self::CachePressure => Loop::CachePressure.id(),
            Self::Incremental => "incremental",
            Self::Batch => "batch",
            Self::Line => "line",
            Self::Keeping => "keeping",
            Self::Setwise => "set-wise",
            Self::Check => "check",
            Self::SetUp => "set-up",
            Self::Perft => "perft",
        }
    }

    /// Returns the loop that rivals run too, if it is one of those.
    #[must_use]
    pub fn shared_loop(self) -> Option<Loop> {
        Loop::ALL.into_iter().find(|one| one.id() == self.id())
    }

    /// Returns what one operation is.
    #[must_use]
    pub const fn operation(self) -> &'static str {
        match self {
            Self::Perft => "node",
            Self::Keeping => "move",
            Self::Setwise => "map",
            Self::Check => "position",
            Self::SetUp => "set-up",
            _ => "query",
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// What is measured in one go.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Definition {
    /// The name, which is also its file's.
    pub name: String,
    /// What the times are the times of.
    pub model: Model,
    /// The piece; perft has none.
    #[serde(default, deserialize_with = "slider")]
    pub slider: Option<Slider>,
    /// The line, of the model that has one.
    #[serde(default, deserialize_with = "line")]
    pub line: Option<Line>,
    /// Whether it is part of the short run.
    pub quick: bool,
    /// The longest time of the short run, in seconds; a full run takes up to four times as long.
    pub seconds: f64,
    /// The spread of the ratios' intervals at which measuring ends.
    pub spread: f64,
    /// The queries or positions.
    pub inputs: Inputs,
    /// The digest of all answers; positions that are played or counted have their own.
    #[serde(default)]
    pub digest: String,
    /// Patterns of the techniques' ids, `*` for any letters; the first technique is the baseline.
    pub techniques: Vec<String>,
    /// The ids of the kinds of words, of which those take part that the processor has.
    pub words: Vec<String>,
    /// Bytes of other data touched before each group of queries.
    #[serde(default)]
    pub touched: Vec<usize>,
    /// The techniques that are left out, and why; one that is named in full above takes part.
    #[serde(default)]
    pub excluded: Vec<Exclusion>,
    /// What the figures tell and what they do not.
    pub analysis: String,
}

/// Techniques that are left out of a definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exclusion {
    /// A pattern of their ids.
    pub pattern: String,
    /// Why.
    pub reason: String,
}

impl Definition {
    /// Reads all definitions.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read, which the tests exclude.
    pub fn all() -> anyhow::Result<Vec<Self>> {
        FILES.iter().copied().map(Self::parse).collect()
    }

    /// Reads a definition.
    ///
    /// # Errors
    ///
    /// If the text is no definition, or its patterns do not name every technique once: as one that
    /// takes part, or as one that is left out for a reason.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let definition: Self = toml::from_str(text).context("cannot read a definition")?;
        definition.check().with_context(|| format!("the definition {}", definition.name))?;
        Ok(definition)
    }

    fn check(&self) -> anyhow::Result<()> {
        for technique in Technique::ALL {
            let included = self.techniques.iter().any(|pattern| matches(pattern, technique.id()));
            let excluded = self.excluded.iter().any(|one| matches(&one.pattern, technique.id()));
            if !included && !excluded {
                bail!("{technique} neither takes part nor is it left out for a reason");
            }
        }
        for pattern in self.techniques.iter().chain(self.excluded.iter().map(|one| &one.pattern)) {
            if !Technique::ALL.iter().any(|technique| matches(pattern, technique.id())) {
                bail!("the pattern {pattern} matches no technique");
            }
        }
        if (self.model == Model::CachePressure) == self.touched.is_empty() {
            bail!("cache pressure, and nothing else, names the bytes that are touched");
        }
        Ok(())
    }

    /// Returns the techniques that take part, in the patterns' order; what is left out stays out.
    pub fn techniques(&self) -> impl Iterator<Item = Technique> {
        let mut seen: Vec<Technique> = Vec::new();
        for pattern in &self.techniques {
            for &technique in Technique::ALL {
                let id = technique.id();
                let excluded = self.excluded.iter().any(|one| matches(&one.pattern, id));
                let wanted = pattern == id || (matches(pattern, id) && !excluded);
                if wanted && !seen.contains(&technique) {
                    seen.push(technique);
                }
            }
        }
        seen.into_iter()
    }

    /// Returns the kinds of words that this processor has; names of other targets' are no error.
    pub fn kinds(&self) -> impl Iterator<Item = WordKind> {
        self.words
            .iter()
            .filter_map(|id| id.parse::<WordKind>().ok())
            .filter(|kind| kind.is_available())
    }
}

/// Reads the name of a slider.
fn slider<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Slider>, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map(Some).map_err(serde::de::Error::custom)
}

/// Reads the name of a line.
fn line<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Line>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let found = Line::ALL.into_iter().find(|line| line.to_string() == name);
    found.map(Some).ok_or_else(|| serde::de::Error::custom("expected the name of a line"))
}

/// Returns whether an id is what a pattern says, in which `*` stands for any letters.
fn matches(pattern: &str, id: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == id,
        Some((start, rest)) => id.strip_prefix(start).is_some_and(|id| {
            (0..=id.len()).any(|skipped| id.get(skipped..).is_some_and(|id| matches(rest, id)))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models;
    use std::collections::HashSet;

    #[test]
    fn patterns_match_as_in_a_shell() {
        for (pattern, id) in
            [("pext", "pext"), ("pext*", "pext"), ("*", ""), ("m*c-*", "magic-plain")]
        {
            assert!(matches(pattern, id), "{pattern} {id}");
        }
        for (pattern, id) in [("pext", "pext-pdep"), ("*-pdep", "pext"), ("m*c", "magic-plain")] {
            assert!(!matches(pattern, id), "{pattern} {id}");
        }
    }

    #[test]
    fn every_file_is_a_definition_of_its_own() {
        let definitions = Definition::all().expect("definitions");
        let names: HashSet<_> = definitions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names.len(), FILES.len());
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../lab/definitions");
        for file in std::fs::read_dir(folder).expect("the folder") {
            let file = file.expect("a file").path();
            let name = file.file_stem().and_then(|name| name.to_str()).expect("a name");
            assert!(names.contains(name), "{name} is compiled in");
        }
        for definition in definitions {
            assert!(definition.techniques().next().is_some(), "{}", definition.name);
            let words = definition.words.iter();
            #[cfg(target_arch = "x86_64")]
            let mut words = words.map(|id| id.parse::<WordKind>());
            #[cfg(target_arch = "x86_64")]
            assert!(words.all(|kind| kind.is_ok()), "{}", definition.name);
            drop(words);
        }
    }

    #[test]
    fn every_digest_is_the_ray_walks() {
        let mut wrong = Vec::new();
        for definition in Definition::all().expect("definitions") {
            let expected = models::expected_digests(&definition).expect("inputs");
            let sequences = definition.inputs.sequences().iter().map(|one| one.digest.clone());
            let own = Some(definition.digest.clone()).filter(|digest| !digest.is_empty());
            let stated: Vec<String> = own.into_iter().chain(sequences).collect();
            if expected != stated {
                wrong.push((definition.name, expected));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn a_technique_that_nobody_names_is_an_error() {
        let text = FILES[0].replace("[\"", "[\"pext\"]\nx = [\"");
        let error = Definition::parse(&text).expect_err("an unknown key").to_string();
        assert_eq!(error, "cannot read a definition");
        let mut definition = Definition::parse(FILES[0]).expect("a definition");
        definition.techniques = vec!["pext".into()];
        let error = definition.check().expect_err("most techniques are missing").to_string();
        assert!(error.ends_with("neither takes part nor is it left out for a reason"), "{error}");
        definition.techniques = vec!["*".into(), "no-such".into()];
        let error = definition.check().expect_err("a pattern of nothing").to_string();
        assert_eq!(error, "the pattern no-such matches no technique");
    }
}
