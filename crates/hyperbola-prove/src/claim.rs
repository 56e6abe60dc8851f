//! What is proved: equations between what a technique computes and the definition.

use core::fmt;
use core::marker::PhantomData;

use hyperbola::techniques::HyperbolaQuintessence;
use hyperbola::{
    Direction, Line, LineAttacks, OccupiedBoards, SetwiseAttacks, Slider, SliderAttacks, Word,
};
use hyperbola_conformance::oracle;

use crate::definition;
use crate::diagrams::Diagrams;
use crate::symbolic::Symbolic;

/// One thing that a technique computes, which must be what the definition says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// The attacks of a slider on a square.
    Attacks(Slider),
    /// The attacks of a rook or of a bishop on a square, where both are computed at once.
    AttacksOfBoth(Slider),
    /// The attacks along one line through a square.
    AttacksAlong(Line),
    /// The attacks along one line by one form of hyperbola quintessence's derivation, from 0.
    Form(Line, usize),
    /// What differs between a board of the occupied squares, numbered from 0, in which a square was
    /// toggled and the board made anew: nothing.
    Toggled(usize),
    /// The attacks of a set of sliders in one direction.
    AttacksTowards(Direction),
    /// The attacks of a set of sliders in both directions of a line.
    AttacksBothWays(Line),
    /// The attacks of a set of pieces of one kind.
    AttacksOfSet(Slider),
}

impl Claim {
    /// Returns the lines along which it claims attacks.
    fn lines(self) -> &'static [Line] {
        match self {
            Self::Attacks(slider) | Self::AttacksOfBoth(slider) | Self::AttacksOfSet(slider) => {
                slider.lines()
            }
            Self::AttacksAlong(line) | Self::Form(line, _) | Self::AttacksBothWays(line) => {
                core::slice::from_ref(&Line::ALL[line as usize])
            }
            Self::Toggled(_) | Self::AttacksTowards(_) => &[],
        }
    }

    /// Returns the directions in which it claims attacks.
    fn directions(self) -> Vec<Direction> {
        match self {
            Self::AttacksTowards(direction) => vec![direction],
            _ => self.lines().iter().flat_map(|line| [line.positive(), line.negative()]).collect(),
        }
    }

    /// Returns whether it is about a set of sliders and not about one on a square.
    pub(crate) fn is_of_sets(self) -> bool {
        matches!(self, Self::AttacksTowards(_) | Self::AttacksBothWays(_) | Self::AttacksOfSet(_))
    }

    /// Returns the piece whose attacks show it, if it is about one on a square.
    pub(crate) fn slider(self) -> Option<Slider> {
        match self {
            Self::Attacks(slider) | Self::AttacksOfBoth(slider) => Some(slider),
            Self::AttacksAlong(line) => {
                Slider::ALL.into_iter().find(|slider| slider.lines().contains(&line))
            }
            _ => None,
        }
    }

    /// Returns an order of the squares in which the claim has small diagrams.
    pub(crate) fn order(self, square: usize) -> [u8; 64] {
        match self {
            Self::AttacksTowards(direction) => definition::order_by_lines(direction.line()),
            Self::AttacksBothWays(line) => definition::order_by_lines(line),
            Self::AttacksOfSet(slider) => definition::order_by_lines(slider.lines()[0]),
            _ => definition::order_around(square),
        }
    }

    /// Returns what it claims, by the definition, as Boolean functions.
    pub(crate) fn definition<'d>(
        self,
        diagrams: &'d Diagrams,
        square: usize,
        sliders: Symbolic<'d>,
        occupied: Symbolic<'d>,
    ) -> Symbolic<'d> {
        if self.is_of_sets() {
            definition::attacks_of_set(diagrams, &self.directions(), sliders, occupied)
        } else {
            definition::attacks(diagrams, square, self.lines(), occupied)
        }
    }

    /// Returns what it claims for one board, by the oracle of the conformance tests.
    pub(crate) fn oracle(self, square: u8, sliders: u64, occupied: u64) -> u64 {
        let steps: Vec<(i32, i32)> = self
            .directions()
            .into_iter()
            .map(|direction| {
                let (files, ranks) = direction.step();
                (files.into(), ranks.into())
            })
            .collect();
        let attacks = |square: u32, occupied| oracle::attacks(square, &steps, occupied);
        if self.is_of_sets() {
            let squares = (0..64_u32).filter(|square| sliders >> square & 1 == 1);
            squares.map(|square| attacks(square, occupied | sliders)).fold(0, |all, set| all | set)
        } else {
            attacks(square.into(), occupied)
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attacks(slider) => write!(f, "the attacks of a {slider}"),
            Self::AttacksOfBoth(slider) => {
                write!(f, "the attacks of a {slider}, computed with the other piece's")
            }
            Self::AttacksAlong(line) => write!(f, "the attacks along the {line}"),
            Self::Form(line, form) => {
                write!(f, "the attacks along the {line} by form {} of the derivation", form + 1)
            }
            Self::Toggled(board) => {
                write!(f, "board {board} with a square toggled less the board made anew")
            }
            Self::AttacksTowards(direction) => {
                write!(f, "the attacks of a set towards {direction:?}")
            }
            Self::AttacksBothWays(line) => {
                write!(f, "the attacks of a set in both directions of each {line}")
            }
            Self::AttacksOfSet(slider) => write!(f, "the attacks of a set of {slider}s"),
        }
    }
}

/// What a technique computes from, as words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClaimInputs<W> {
    pub(crate) square: W,
    pub(crate) sliders: W,
    pub(crate) occupied: W,
}

/// A technique with one of the traits that it may implement: what is claimed of it, and how it is
/// computed on any word.
pub(crate) trait Provable {
    /// The technique itself.
    type Technique: SliderAttacks;

    /// Returns what is claimed for some pieces.
    fn claims(sliders: &[Slider]) -> Vec<Claim>;

    /// Computes one of the claims.
    fn compute<W: Word>(claim: Claim, inputs: ClaimInputs<W>) -> W;
}

/// A technique for one slider on a square.
pub(crate) struct OnSquares<T>(PhantomData<T>);

/// A technique that works line by line.
pub(crate) struct AlongLines<T>(PhantomData<T>);

/// The forms that the formula of hyperbola quintessence went through.
pub(crate) struct Derivation;

/// A technique for whole sets.
pub(crate) struct OfSets<T>(PhantomData<T>);

/// Returns the lines of some pieces, each once.
fn lines_of(sliders: &[Slider]) -> impl Iterator<Item = Line> {
    let lines = Line::ALL.into_iter();
    lines.filter(|line| sliders.iter().any(|slider| slider.lines().contains(line)))
}

impl<T: SliderAttacks> Provable for OnSquares<T> {
    type Technique = T;

    fn claims(sliders: &[Slider]) -> Vec<Claim> {
        let mut claims: Vec<Claim> = sliders.iter().map(|&slider| Claim::Attacks(slider)).collect();
        let of_both = sliders.iter().filter(|&&slider| slider != Slider::Queen);
        claims.extend(of_both.map(|&slider| Claim::AttacksOfBoth(slider)));
        let boards = T::occupied(0_u64).boards().count();
        claims.extend((0..boards).map(Claim::Toggled));
        claims
    }

    fn compute<W: Word>(claim: Claim, inputs: ClaimInputs<W>) -> W {
        let ClaimInputs { square, occupied, .. } = inputs;
        let mut boards = T::occupied(occupied);
        match claim {
            Claim::Attacks(slider) => T::slider(slider, square, &boards),
            Claim::AttacksOfBoth(Slider::Rook) => T::rook_bishop(square, &boards).0,
            Claim::AttacksOfBoth(_) => T::rook_bishop(square, &boards).1,
            Claim::Toggled(board) => {
                boards.toggle(square);
                let anew = T::occupied(occupied ^ square.bit());
                let pair = boards.boards().nth(board).zip(anew.boards().nth(board));
                pair.map_or(square.splat(u64::MAX), |(toggled, anew)| toggled ^ anew)
            }
            _ => square.splat(0),
        }
    }
}

impl<T: LineAttacks> Provable for AlongLines<T> {
    type Technique = T;

    fn claims(sliders: &[Slider]) -> Vec<Claim> {
        lines_of(sliders).map(Claim::AttacksAlong).collect()
    }

    fn compute<W: Word>(claim: Claim, inputs: ClaimInputs<W>) -> W {
        let ClaimInputs { square, occupied, .. } = inputs;
        match claim {
            Claim::AttacksAlong(line) => T::line(line, square, &T::occupied(occupied)),
            _ => square.splat(0),
        }
    }
}

impl Provable for Derivation {
    type Technique = HyperbolaQuintessence;

    fn claims(sliders: &[Slider]) -> Vec<Claim> {
        lines_of(sliders).flat_map(|line| (0..4).map(move |form| Claim::Form(line, form))).collect()
    }

    fn compute<W: Word>(claim: Claim, inputs: ClaimInputs<W>) -> W {
        let ClaimInputs { square, occupied, .. } = inputs;
        match claim {
            Claim::Form(line, form) => {
                HyperbolaQuintessence::derivation(line, square, occupied)[form]
            }
            _ => square.splat(0),
        }
    }
}

impl<T: SetwiseAttacks> Provable for OfSets<T> {
    type Technique = T;

    fn claims(sliders: &[Slider]) -> Vec<Claim> {
        let both_ways = |line: Line| [line.positive(), line.negative()];
        let towards = lines_of(sliders).flat_map(both_ways).map(Claim::AttacksTowards);
        let both = lines_of(sliders).map(Claim::AttacksBothWays);
        let sets = sliders.iter().map(|&slider| Claim::AttacksOfSet(slider));
        towards.chain(both).chain(sets).collect()
    }

    fn compute<W: Word>(claim: Claim, inputs: ClaimInputs<W>) -> W {
        let ClaimInputs { sliders, occupied, .. } = inputs;
        match claim {
            Claim::AttacksTowards(direction) => T::direction(direction, sliders, occupied),
            Claim::AttacksBothWays(line) => T::both_directions(line, sliders, occupied),
            Claim::AttacksOfSet(slider) => T::sliders(slider, sliders, occupied),
            _ => sliders.splat(0),
        }
    }
}
