//! Explanations.

use core::ffi::c_int;

use hyperbola::{Bitboard, Square};
use hyperbola_explain::ValueKind;
use pyo3::prelude::*;

use crate::names::{self, Text, slider, text, value_error};

/// The width of a drawn explanation in characters.
const WIDTH: usize = 100;

/// A step: name, expression, value, and whether the value is a board.
type Step = (String, String, u64, bool);

/// An explanation: the technique's name, who found it and when, its sections with titles, texts and
/// steps, the attacks, and the whole drawn with characters.
type Explained = (String, String, u16, Vec<(String, String, Vec<Step>)>, u64, String);

/// Explains how a technique computes the attacks of a piece.
#[pyfunction]
pub(crate) fn explain(
    py: Python<'_>,
    #[pyo3(from_py_with = text::technique)] technique: Text,
    #[pyo3(from_py_with = text::piece)] piece: Text,
    square: c_int,
    occupied: u64,
) -> PyResult<Explained> {
    let (technique, slider) = (names::technique(&technique)?, slider(&piece)?);
    let square = u8::try_from(square).ok().and_then(Square::from_index).ok_or_else(|| {
        value_error(format_args!("expected a square from 0 to 63, found {square}"))
    })?;
    let explanation =
        py.detach(|| hyperbola_explain::explain(technique, slider, square, Bitboard(occupied)));
    let text = plain(&explanation.render(WIDTH));
    let sections = explanation.sections.into_iter().map(|section| {
        let steps = section.steps.into_iter();
        let steps = steps
            .map(|step| (step.name, step.expression, step.bits, step.kind == ValueKind::Board));
        (section.title, section.text, steps.collect())
    });
    Ok((
        technique.info().name.to_owned(),
        explanation.inventors.join(" and "),
        explanation.year,
        sections.collect(),
        technique.slider_attacks(slider, square, Bitboard(occupied)).0,
        text,
    ))
}

/// Takes the styles of a terminal out of a text.
fn plain(styled: &str) -> String {
    let mut parts = styled.split('\u{1b}');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    text
}
