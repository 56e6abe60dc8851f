//! Records: the measurements, the machine, and the ranks.

use hyperbola::Slider;
use hyperbola_timing::statistics::geometric_mean;
use serde::{Deserialize, Serialize};

use crate::definition::Exclusion;
use crate::machine::Machine;
use crate::model::Model;

/// The results of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of this format: 1.
    pub format: u32,
    /// The command line that made it.
    pub command: String,
    /// The machine and the build.
    pub machine: Machine,
    /// The seconds the run took.
    pub seconds: f64,
    /// The measurements.
    pub measurements: Vec<Measurement>,
}

/// The result of a definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The definition's name.
    pub name: String,
    /// The model that was timed.
    pub model: Model,
    /// The piece, if any.
    pub slider: Option<String>,
    /// The meaning of the figures, and its limits.
    pub analysis: String,
    /// The techniques that are left out, with the reasons.
    pub excluded: Vec<Exclusion>,
    /// The required digest of all answers; perft has its counts instead.
    pub digest: String,
    /// The seconds it took.
    pub seconds: f64,
    /// The comparisons, each of contenders that were timed in turns.
    pub panels: Vec<Panel>,
}

/// Contenders that were timed in turns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Panel {
    /// The difference from the other panels: the bytes touched, or the position and the depth.
    pub label: String,
    /// The bytes of other data touched before each group of queries, under cache pressure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touched: Option<usize>,
    /// The contender that ratios are taken to.
    pub baseline: Option<String>,
    /// The number of rounds.
    pub rounds: usize,
    /// The widest spread of a ratio's interval, in parts of the ratio.
    pub spread: f64,
    /// The contenders, in their order.
    pub rows: Vec<Row>,
}

/// A contender in a panel.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The name.
    pub name: String,
    /// The technique's id, if it is one of the registry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<String>,
    /// The id of the kind of word, if it is one of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// The lanes of the word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lanes: Option<usize>,
    /// The bytes of the technique's tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_bytes: Option<usize>,
    /// The bytes of the code of a queen's attacks by the technique on the word, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_bytes: Option<usize>,
    /// The time, unless there is an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    /// The reason why there is no time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The time of one operation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// The median in nanoseconds.
    pub nanoseconds: f64,
    /// The median of the distances from it.
    pub mad: f64,
    /// The lowest.
    pub min: f64,
    /// The median of the ratios to the baseline, round by round.
    pub ratio: f64,
    /// The lower bound of that median, with a confidence of 95 %.
    pub ratio_low: f64,
    /// The upper bound.
    pub ratio_high: f64,
}

/// A contender's place in the ranking of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Place<'a> {
    /// The contender, as it is in the first panel.
    pub row: &'a Row,
    /// The geometric mean of its ratios to the baselines, over all panels of the model.
    pub ratio: f64,
    /// The median nanoseconds in each panel.
    pub nanoseconds: Vec<f64>,
}

impl Panel {
    /// Returns the row of a contender.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }
}

impl Measurement {
    /// Returns whether the question is about queens.
    #[must_use]
    pub fn is_of_queens(&self) -> bool {
        self.slider.as_deref() == Some(Slider::Queen.name())
    }
}

impl Record {
    /// Returns the models that were measured.
    #[must_use]
    pub fn models(&self) -> Vec<Model> {
        let mut models: Vec<Model> = self.measurements.iter().map(|one| one.model).collect();
        models.sort_unstable();
        models.dedup();
        models
    }

    /// Ranks the contenders of a model by the geometric mean of their ratios, fastest first.
    /// A contender without a time in a panel has no place.
    #[must_use]
    pub fn ranking(&self, model: Model) -> Vec<Place<'_>> {
        self.ranking_of(model, |_, _| true)
    }

    /// Ranks the contenders of a model by the panels about queens.
    #[must_use]
    pub fn ranking_of_queens(&self, model: Model) -> Vec<Place<'_>> {
        self.ranking_of(model, |measurement, _| measurement.is_of_queens())
    }

    /// Ranks the contenders by some of a model's panels.
    #[must_use]
    pub fn ranking_of(
        &self,
        model: Model,
        wanted: impl Fn(&Measurement, &Panel) -> bool,
    ) -> Vec<Place<'_>> {
        let measurements = self.measurements.iter().filter(|one| one.model == model);
        let panels: Vec<&Panel> = measurements
            .flat_map(|one| one.panels.iter().filter(|panel| wanted(one, panel)))
            .collect();
        let Some(first) = panels.first() else { return Vec::new() };
        let places = first.rows.iter().filter_map(|row| {
            let times = panels.iter().map(|panel| panel.row(&row.name)?.time);
            let times: Vec<Time> = times.collect::<Option<_>>()?;
            let ratios: Vec<f64> = times.iter().map(|time| time.ratio).collect();
            let nanoseconds = times.iter().map(|time| time.nanoseconds).collect();
            Some(Place { row, ratio: geometric_mean(&ratios)?, nanoseconds })
        });
        let mut places: Vec<Place<'_>> = places.collect();
        places.sort_by(|one, other| one.ratio.total_cmp(&other.ratio));
        places
    }

    /// Returns every contender without a time: its definition's name, its panel, its name, and the
    /// reason.
    pub fn errors(&self) -> impl Iterator<Item = (&str, &str, &str, &str)> {
        self.measurements.iter().flat_map(|measurement| {
            measurement.panels.iter().flat_map(move |panel| {
                panel.rows.iter().filter_map(move |row| {
                    let error = row.error.as_deref()?;
                    Some((&*measurement.name, &*panel.label, &*row.name, error))
                })
            })
        })
    }
}
