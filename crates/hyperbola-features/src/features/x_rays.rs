//! The squares that sliders reach past a piece.

use hyperbola::{Color, SetwiseAttacks, Word, each_direction};

use super::attacks::Technique;
use crate::block::{Block, WordFormula, set_feature};
use crate::feature::{SIDES, SQUARES};

/// The pieces that a side's sliders look through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Blockers {
    /// Any piece.
    #[default]
    Any,
    /// Pieces of the slider's own side.
    Own,
    /// Pieces of the other side.
    Other,
}

/// The squares that a side's sliders reach past exactly one blocker: `u64` of shape (2), White's
/// and Black's.
///
/// The squares end with the next piece, which is one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct XRayAttacks {
    /// The pieces that count as blockers. No slider looks past other pieces.
    pub blockers: Blockers,
}

set_feature! {
    XRayAttacks: [2];
    info: |feature| feature.blockers.info();
    details: [
        SIDES,
        SQUARES,
        "A slider's x-rays begin behind the blocker and end with the next piece.",
    ];
}

impl Blockers {
    /// Returns the name of the x-rays past these pieces, and their description.
    const fn info(self) -> [&'static str; 2] {
        match self {
            Self::Any => ["xray_attacks", "squares that a side's sliders reach past one piece"],
            Self::Own => ["xray_attacks_own", "the same past one piece of their own side"],
            Self::Other => ["xray_attacks_other", "the same past one piece of the other side"],
        }
    }
}

impl WordFormula<2> for XRayAttacks {
    #[inline(always)]
    fn words<W: Word>(self, block: &Block<W>) -> [W; 2] {
        let [white, black] = block.colors;
        let (of_white, of_black) = match self.blockers {
            Blockers::Any => (white | black, white | black),
            Blockers::Own => (white, black),
            Blockers::Other => (black, white),
        };
        let white = x_rays(block, Color::White, of_white);
        let black = x_rays(block, Color::Black, of_black);
        [white, black]
    }
}

#[inline(always)]
pub(super) fn x_rays<W: Word>(block: &Block<W>, color: Color, blockers: W) -> W {
    let (sliders, occupied) = (block.sliders(color), block.occupied());
    let mut all = occupied.splat(0);
    each_direction!(|direction| {
        let seen = Technique::direction(direction, sliders.moving(direction), occupied);
        all = all | Technique::direction(direction, seen & blockers, occupied);
    });
    all
}
