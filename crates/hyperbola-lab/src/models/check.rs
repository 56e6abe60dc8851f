//! Check detection: is the side to move in check, position after position.

use core::hint::black_box;
use std::rc::Rc;

use hyperbola::SliderAttacks;
use hyperbola::choice::{Choice, ChoiceVisitor};
use hyperbola::word::Vector;
use hyperbola_moves::Position;
use hyperbola_moves::detector::PositionCheckDetector;
use hyperbola_timing::loops::digest;
use hyperbola_timing::runner::{Work, timed};

use crate::definition::Definition;
use crate::inputs::Sequence;
use crate::models::panel::{PanelPlan, Participant};
use crate::models::queries::is_measured;
use crate::models::{Measured, Words};
use crate::record::Row;

/// The model.
pub(super) struct CheckDetection;

impl Measured for CheckDetection {
    const OPERATION: &'static str = "position";
    const WORDS: Words = Words::OneLane;

    fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
        let panel = |sequence: &Sequence| {
            let positions = sequence.positions()?;
            let hits = 100.0 * hit_rate(&positions);
            let label = format!("{sequence}: the shortcut applies to {hits:.1} %");
            let participants = detectors(definition, &positions);
            Ok(PanelPlan::of(label, &sequence.digest, participants))
        };
        definition.inputs.sequences().iter().map(panel).collect()
    }
}

/// Makes the contenders of a panel.
fn detectors(definition: &Definition, positions: &Rc<[Position]>) -> Vec<Participant> {
    let mut participants: Vec<Participant> = Vec::new();
    for choice in definition.choices() {
        let row = Row::of(choice.technique, choice.kind);
        let work = Checks::new(Detection::Attacks(choice), positions);
        participants.push((row, Box::new(work)));
    }
    for (name, detection) in [
        ("reversed boards", Detection::ReversedBoards),
        ("reversed boards with the shortcut", Detection::WithShortcut),
    ] {
        let work = Checks::new(detection, positions);
        participants.push((Row::named(name.into()), Box::new(work)));
    }
    participants
}

/// The way to find a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detection {
    /// Reversed boards of the sliders, kept up to date from position to position.
    ReversedBoards,
    /// The same, where the king's attacks are used again if nothing on them has changed.
    WithShortcut,
    /// A rook's and a bishop's attacks from the king's square, by a technique on a word of one
    /// lane; no board is kept.
    Attacks(Choice),
}

/// The techniques that there is a loop for: what no definition asks for is not compiled.
const TECHNIQUES: [&str; 9] = [
    "ray-walk",
    "hyperbola-quintessence",
    "hq-first-rank",
    "dual-hq",
    "obstruction-difference-infuehr",
    "kindergarten",
    "magic-fancy",
    "pext",
    "reverse-bitboards",
];

/// Returns whether there is a loop for a technique.
const fn has_loop(technique: &str) -> bool {
    let mut index = 0;
    while index < TECHNIQUES.len() {
        let (one, other) = (TECHNIQUES[index].as_bytes(), technique.as_bytes());
        let mut same = 0;
        while same < one.len() && same < other.len() && one[same] == other[same] {
            same += 1;
        }
        if same == one.len() && same == other.len() {
            return true;
        }
        index += 1;
    }
    false
}

/// Asks of each position by a technique.
struct ByAttacks<'a>(&'a [Position], &'a mut [bool]);

impl ChoiceVisitor for ByAttacks<'_> {
    type Output = bool;

    #[inline(always)]
    fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) -> bool {
        if const { !is_measured::<V>() || !has_loop(T::INFO.id) } {
            return false;
        }
        let like = V::from_array(token, V::ZEROS);
        for (position, check) in self.0.iter().zip(self.1) {
            let (board, color) = (position.board(), position.side_to_move());
            let king = position.king(color);
            let enemies = board.of_color(!color);
            let occupied = T::occupied(like.splat(board.occupied().0));
            let (rook, bishop) = T::rook_bishop(like.splat(king.word()), &occupied);
            let sliders = (rook & like.splat((board.orthogonal_sliders() & enemies).0))
                | (bishop & like.splat((board.diagonal_sliders() & enemies).0));
            let leapers = board.leapers_to(color, king);
            *check = sliders.into_array().as_ref()[0] | leapers.0 != 0;
            black_box(check);
        }
        true
    }
}

/// The work of looking for checks in positions that follow each other.
#[derive(Debug)]
pub struct Checks {
    detection: Detection,
    positions: Rc<[Position]>,
    checks: Vec<bool>,
}

impl Checks {
    /// Makes the work of a way to find checks.
    #[must_use]
    pub fn new(detection: Detection, positions: &Rc<[Position]>) -> Self {
        Self { detection, positions: Rc::clone(positions), checks: vec![false; positions.len()] }
    }

    fn find(&mut self) -> Result<(), String> {
        let positions = black_box(&*self.positions);
        let Some(first) = positions.first() else { return Ok(()) };
        let asked = positions.iter().zip(&mut self.checks);
        match self.detection {
            Detection::ReversedBoards => {
                let mut boards = PositionCheckDetector::new(first);
                for (position, check) in asked {
                    *check = boards.is_check_uncached(position);
                }
            }
            Detection::WithShortcut => {
                let mut boards = PositionCheckDetector::new(first);
                for (position, check) in asked {
                    *check = boards.is_check(position);
                }
            }
            Detection::Attacks(choice) => {
                if choice.visit(ByAttacks(positions, &mut self.checks)) != Some(true) {
                    return Err("there is no such loop".into());
                }
            }
        }
        Ok(())
    }
}

impl Work for Checks {
    fn verify(&mut self) -> Result<String, String> {
        self.checks.fill(false);
        self.find()?;
        Ok(digest(self.checks.iter().map(|&check| check.into())))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let operations = self.checks.len() as f64;
        timed(times, operations, || {
            self.find()?;
            black_box(&mut self.checks);
            Ok(())
        })
    }
}

/// Returns the part of the positions in which the shortcut applies.
#[must_use]
pub fn hit_rate(positions: &[Position]) -> f64 {
    let Some(first) = positions.first() else { return 0.0 };
    let mut boards = PositionCheckDetector::new(first);
    let mut hits = 0;
    for position in positions {
        hits += u32::from(boards.reuses(position));
        let _ = boards.is_check(position);
    }
    f64::from(hits) / positions.len() as f64
}
