//! Check detection: is the side to move in check, position after position.

use core::hint::black_box;
use std::rc::Rc;

use hyperbola::SliderAttacks;
use hyperbola::choice::ChoiceVisitor;
use hyperbola::word::Vector;
use hyperbola_moves::Position;
use hyperbola_moves::detector::PositionCheckDetector;
use hyperbola_timing::loops::digest;
use hyperbola_timing::runner::Work;

use crate::definition::Definition;
use crate::inputs::Sequence;
use crate::model::has_single_queries;
use crate::models::panel::{PanelPlan, Participant, repeated};
use crate::record::Row;

pub(super) fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    let panel = |sequence: &Sequence| {
        let positions = sequence.positions()?;
        let hits = 100.0 * hit_rate(&positions);
        let label = format!("{sequence}: the shortcut applies to {hits:.1} %");
        Ok(PanelPlan::of(label, &sequence.digest, detectors(definition, &positions)))
    };
    definition.inputs.sequences().iter().map(panel).collect()
}

/// Makes the contenders of a panel: a rook's and a bishop's attacks from the king's square, for
/// which no board is kept; reversed boards of the sliders, kept up to date from position to
/// position; and the same, where the king's attacks are used again if nothing on them has changed.
fn detectors(definition: &Definition, positions: &Rc<[Position]>) -> Vec<Participant> {
    let by_attacks = definition.choices().map(|choice| {
        let find = move |positions: &[Position], checks: &mut [bool]| {
            choice.visit(ByAttacks(positions, checks)) == Some(true)
        };
        (Row::of(choice.technique, choice.kind), finding(positions, find))
    });
    let named = |name: &str, work| (Row::named(name.to_owned()), work);
    let uncached = by_boards(PositionCheckDetector::is_check_uncached);
    let cached = by_boards(PositionCheckDetector::is_check);
    by_attacks
        .chain([
            named("reversed boards", finding(positions, uncached)),
            named("reversed boards with the shortcut", finding(positions, cached)),
        ])
        .collect()
}

/// Makes the work of looking for checks in positions that follow each other, by something that says
/// whether it can.
fn finding(
    positions: &Rc<[Position]>,
    find: impl Fn(&[Position], &mut [bool]) -> bool + 'static,
) -> Box<dyn Work> {
    let (positions, count) = (Rc::clone(positions), positions.len());
    let once = move |checks: &mut Vec<bool>| {
        find(&positions, checks).then_some(()).ok_or_else(|| "there is no such loop".into())
    };
    let digest = |checks: &Vec<bool>| digest(checks.iter().map(|&check| check.into()));
    repeated(vec![false; count], count, once, digest)
}

fn by_boards(
    is_check: impl Fn(&mut PositionCheckDetector, &Position) -> bool,
) -> impl Fn(&[Position], &mut [bool]) -> bool {
    move |positions, checks| {
        let Some(first) = positions.first() else { return true };
        let mut boards = PositionCheckDetector::new(first);
        for (position, check) in positions.iter().zip(checks) {
            *check = is_check(&mut boards, position);
        }
        true
    }
}

/// Returns whether there is a loop for a technique: loops that no definition needs are not
/// compiled.
const fn has_loop(technique: &str) -> bool {
    matches!(
        technique.as_bytes(),
        b"ray-walk"
            | b"hyperbola-quintessence"
            | b"hq-first-rank"
            | b"dual-hq"
            | b"obstruction-difference-infuehr"
            | b"kindergarten"
            | b"magic-fancy"
            | b"pext"
            | b"reverse-bitboards"
    )
}

/// Asks of each position by a technique.
struct ByAttacks<'a>(&'a [Position], &'a mut [bool]);

impl ChoiceVisitor for ByAttacks<'_> {
    type Output = bool;

    #[inline(always)]
    fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) -> bool {
        if const { !has_single_queries::<V>() || !has_loop(T::INFO.id) } {
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

/// Returns the part of the positions in which the shortcut applies.
fn hit_rate(positions: &[Position]) -> f64 {
    let Some(first) = positions.first() else { return 0.0 };
    let mut boards = PositionCheckDetector::new(first);
    let mut hits = 0;
    for position in positions {
        hits += u32::from(boards.reuses(position));
        let _ = boards.is_check(position);
    }
    f64::from(hits) / positions.len() as f64
}
