//! The definitions of the measurements: the files of `workshop/lab/definitions/`.

use anyhow::{Context, bail};
use hyperbola::choice::Choice;
use hyperbola::word::WordKind;
use hyperbola::{Line, Slider, Technique};
use serde::{Deserialize, Serialize};

use crate::inputs::Inputs;
use crate::model::Model;

/// The files at compile time.
const FILES: &[&str] = &[
    include_str!("../definitions/throughput-queen-games.toml"),
    include_str!("../definitions/throughput-rook-random.toml"),
    include_str!("../definitions/throughput-bishop-random.toml"),
    include_str!("../definitions/vectorised-queen-games.toml"),
    include_str!("../definitions/latency-queen-games.toml"),
    include_str!("../definitions/cache-pressure-queen-games.toml"),
    include_str!("../definitions/incremental-queen-games.toml"),
    include_str!("../definitions/boards-random.toml"),
    include_str!("../definitions/batch-queen-random.toml"),
    include_str!("../definitions/line-file-random.toml"),
    include_str!("../definitions/line-diagonal-random.toml"),
    include_str!("../definitions/keeping-games.toml"),
    include_str!("../definitions/setwise-games.toml"),
    include_str!("../definitions/check-games.toml"),
    include_str!("../definitions/set-up.toml"),
    include_str!("../definitions/perft-six.toml"),
    include_str!("../definitions/search-four.toml"),
    include_str!("../definitions/features-games.toml"),
    include_str!("../definitions/features-many.toml"),
    include_str!("../definitions/features-all.toml"),
    include_str!("../definitions/exported-queen-games.toml"),
    include_str!("../definitions/exported-batch-queen-random.toml"),
];

/// A group of measurements that belong together.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Definition {
    /// The name, which is also its file's.
    pub name: String,
    /// The model that is timed.
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
    /// Patterns of the ids of the techniques that come first, `*` for any letters; the first one is
    /// the baseline. All others follow that are not left out.
    pub first: Vec<String>,
    /// Bytes of other data touched before each group of queries.
    #[serde(default)]
    pub touched: Vec<usize>,
    /// The techniques that are left out, with the reason; one that is named in full above takes
    /// part.
    #[serde(default)]
    pub excluded: Vec<Exclusion>,
    /// The meaning of the figures, and its limits.
    pub analysis: String,
}

/// Techniques that are left out of a definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exclusion {
    /// A pattern of their ids.
    pub pattern: String,
    /// The reason.
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
    /// If the text is not a definition, or one of its patterns names no technique.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let definition: Self = toml::from_str(text).context("cannot read a definition")?;
        definition.check().with_context(|| format!("the definition {}", definition.name))?;
        Ok(definition)
    }

    fn check(&self) -> anyhow::Result<()> {
        for pattern in self.first.iter().chain(self.excluded.iter().map(|one| &one.pattern)) {
            if !Technique::ALL.iter().any(|technique| matches(pattern, technique.id())) {
                bail!("the pattern {pattern} matches no technique");
            }
        }
        if self.first.is_empty() {
            bail!("expected a first technique as the baseline, found none");
        }
        let is_pressed = matches!(self.model, Model::CachePressure | Model::Boards);
        if is_pressed == self.touched.is_empty() {
            bail!("expected touched bytes for cache pressure and boards, and for no other model");
        }
        Ok(())
    }

    /// Returns the techniques that take part: those that come first, then all others that are not
    /// left out, by the definition or by its model.
    pub fn techniques(&self) -> impl Iterator<Item = Technique> {
        let mut seen: Vec<Technique> = Vec::new();
        for pattern in self.first.iter().map(String::as_str).chain(["*"]) {
            for &technique in Technique::ALL {
                let id = technique.id();
                let wanted = pattern == id || (matches(pattern, id) && !self.excludes(technique));
                let can = self.model.left_out(technique).is_none();
                if wanted && can && !seen.contains(&technique) {
                    seen.push(technique);
                }
            }
        }
        seen.into_iter()
    }

    /// Returns the exclusions of the definition and of its model, with their reasons.
    pub fn exclusions(&self) -> impl Iterator<Item = Exclusion> {
        let by_model = |&technique: &Technique| {
            let reason = self.model.left_out(technique)?.to_owned();
            let pattern = technique.id().to_owned();
            (!self.excludes(technique)).then_some(Exclusion { pattern, reason })
        };
        self.excluded.iter().cloned().chain(Technique::ALL.iter().filter_map(by_model))
    }

    /// Returns whether a pattern of those that are left out names a technique.
    fn excludes(&self, technique: Technique) -> bool {
        self.excluded.iter().any(|one| matches(&one.pattern, technique.id()))
    }

    /// Returns each technique that takes part on each kind of word that does.
    pub fn choices(&self) -> impl Iterator<Item = Choice> {
        let on_all = |technique| self.kinds().map(move |kind| Choice { technique, kind });
        self.techniques().flat_map(on_all)
    }

    /// Returns the kinds of words of the model that this processor has.
    pub fn kinds(&self) -> impl Iterator<Item = WordKind> {
        self.model.kinds().filter(|kind| kind.is_available())
    }

    /// Returns the piece that queries need.
    pub(crate) fn slider(&self) -> anyhow::Result<Slider> {
        self.slider.context("queries need a slider")
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

/// Returns whether an id matches a pattern, in which `*` stands for any letters.
#[must_use]
pub fn matches(pattern: &str, id: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == id,
        Some((start, rest)) => id.strip_prefix(start).is_some_and(|id| {
            (0..=id.len()).any(|skipped| id.get(skipped..).is_some_and(|id| matches(rest, id)))
        }),
    }
}
