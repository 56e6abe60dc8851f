//! The claims that are proved: equations between the results of a technique and the definition.

use core::fmt;
use core::marker::PhantomData;

use hyperbola::techniques::HyperbolaQuintessence;
use hyperbola::{
    Direction, Line, LineAttacks, OccupiedBoards, SetwiseAttacks, Slider, SliderAttacks, Square,
    Word,
};
use hyperbola_conformance::oracle;

use crate::definition::{self, Between, Shape};
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
    /// The difference between a board of the occupied squares, numbered from 0, in which a square
    /// was toggled and the board remade: nothing.
    Toggled(usize),
    /// The attacks of a set of sliders in one direction.
    AttacksTowards(Direction),
    /// The attacks of a set of sliders in both directions of a line.
    AttacksBothWays(Line),
    /// The attacks of a set of pieces of one kind.
    AttacksOfSet(Slider),
}

impl Claim {
    /// Returns what is claimed of some pieces on a square by a technique that keeps a number of
    /// boards of the occupied squares.
    #[must_use]
    pub fn on_squares(sliders: &[Slider], boards: usize) -> Vec<Self> {
        let mut claims: Vec<Self> = sliders.iter().map(|&slider| Self::Attacks(slider)).collect();
        let of_both = sliders.iter().filter(|&&slider| slider != Slider::Queen);
        claims.extend(of_both.map(|&slider| Self::AttacksOfBoth(slider)));
        claims.extend((0..boards).map(Self::Toggled));
        claims
    }

    /// Returns what is claimed of the lines of some pieces.
    #[must_use]
    pub fn along_lines(sliders: &[Slider]) -> Vec<Self> {
        lines_of(sliders).map(Self::AttacksAlong).collect()
    }

    /// Returns what is claimed of the derivation along the lines of some pieces.
    #[must_use]
    pub fn of_derivation(sliders: &[Slider]) -> Vec<Self> {
        lines_of(sliders).flat_map(|line| (0..4).map(move |form| Self::Form(line, form))).collect()
    }

    /// Returns what is claimed of sets of some pieces.
    #[must_use]
    pub fn of_sets(sliders: &[Slider]) -> Vec<Self> {
        let both_ways = |line: Line| [line.positive(), line.negative()];
        let towards = lines_of(sliders).flat_map(both_ways).map(Self::AttacksTowards);
        let both = lines_of(sliders).map(Self::AttacksBothWays);
        let sets = sliders.iter().map(|&slider| Self::AttacksOfSet(slider));
        towards.chain(both).chain(sets).collect()
    }

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
        let order = match self {
            Self::AttacksTowards(direction) => Shape::CHESS.order_by_lines(direction.line()),
            Self::AttacksBothWays(line) => Shape::CHESS.order_by_lines(line),
            Self::AttacksOfSet(slider) => Shape::CHESS.order_by_lines(slider.lines()[0]),
            _ => Shape::CHESS.order_around(square),
        };
        core::array::from_fn(|place| order[place].to_le_bytes()[0])
    }

    /// Returns what it is claimed of, as Boolean functions: all sets of occupied squares, and all
    /// sets of sliders if it is about those.
    #[must_use]
    pub fn inputs(self, diagrams: &Diagrams, square: Square) -> ClaimInputs<Symbolic<'_>> {
        let order = self.order(square.index().into());
        // The variables of what a claim is not about stay out.
        let [occupied, sliders] = if self.is_of_sets() {
            diagrams.inputs(&order)
        } else {
            let [occupied] = diagrams.inputs(&order);
            [occupied, diagrams.constant(0)]
        };
        ClaimInputs { square: diagrams.constant(square.word()), sliders, occupied }
    }

    /// Returns what it claims, by the definition, as Boolean functions. A formula that runs on
    /// [`Symbolic`] is right if it gives the same.
    ///
    /// ```
    /// use hyperbola::techniques::KoggeStone;
    /// use hyperbola::{Slider, Square};
    /// use hyperbola_prove::{Claim, Claimed, Diagrams, OnSquare};
    ///
    /// let diagrams = Diagrams::new(Diagrams::BUDGET);
    /// let claim = Claim::Attacks(Slider::Rook);
    /// let inputs = claim.inputs(&diagrams, Square::D4);
    /// let found = OnSquare::<KoggeStone>::compute(claim, inputs);
    /// assert!(found == claim.definition(&diagrams, Square::D4, inputs));
    /// ```
    #[must_use]
    pub fn definition<'d>(
        self,
        diagrams: &'d Diagrams,
        square: Square,
        inputs: ClaimInputs<Symbolic<'d>>,
    ) -> Symbolic<'d> {
        let ClaimInputs { sliders, occupied, .. } = inputs;
        let (shape, directions) = (Shape::CHESS, self.directions());
        if self.is_of_sets() {
            definition::attacks_of_set(diagrams, shape, &directions, sliders, occupied)
        } else {
            let square = square.index().into();
            definition::attacks(diagrams, shape, square, &directions, occupied, Between::None)
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

/// The input of a technique, as words.
#[derive(Debug, Clone, Copy)]
pub struct ClaimInputs<W> {
    /// The slider's square, as a number.
    pub square: W,
    /// The set of sliders, for claims about sets.
    pub sliders: W,
    /// The occupied squares.
    pub occupied: W,
}

/// Code that computes the claims of one kind about a technique.
pub trait Claimed {
    /// The technique's id.
    const TECHNIQUE: &'static str;

    /// Computes a claim of the kind; any other is nothing.
    fn compute<W: Word>(claim: Claim, inputs: ClaimInputs<W>) -> W;
}

/// The claims about a slider on a square.
#[derive(Debug)]
pub struct OnSquare<T>(PhantomData<T>);

impl<T: SliderAttacks> Claimed for OnSquare<T> {
    const TECHNIQUE: &'static str = T::INFO.id;

    fn compute<W: Word>(claim: Claim, inputs: ClaimInputs<W>) -> W {
        let ClaimInputs { square, occupied, .. } = inputs;
        let boards = T::occupied(occupied);
        match claim {
            Claim::Attacks(slider) => T::slider(slider, square, &boards),
            Claim::AttacksOfBoth(slider) => {
                let (rook, bishop) = T::rook_bishop(square, &boards);
                if slider == Slider::Rook { rook } else { bishop }
            }
            Claim::Toggled(board) => {
                toggled_less_anew(boards, T::occupied(occupied ^ square.bit()), square, board)
            }
            _ => square.splat(0),
        }
    }
}

/// The claims about lines through a square.
#[derive(Debug)]
pub struct AlongLine<T>(PhantomData<T>);

impl<T: LineAttacks> Claimed for AlongLine<T> {
    const TECHNIQUE: &'static str = T::INFO.id;

    fn compute<W: Word>(claim: Claim, inputs: ClaimInputs<W>) -> W {
        let ClaimInputs { square, occupied, .. } = inputs;
        match claim {
            Claim::AttacksAlong(line) => T::line(line, square, &T::occupied(occupied)),
            _ => square.splat(0),
        }
    }
}

/// The claims about the forms that the formula of hyperbola quintessence went through.
#[derive(Debug)]
pub struct ByDerivation;

impl Claimed for ByDerivation {
    const TECHNIQUE: &'static str = HyperbolaQuintessence::INFO.id;

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

/// The claims about sets of sliders.
#[derive(Debug)]
pub struct OfSet<T>(PhantomData<T>);

impl<T: SetwiseAttacks> Claimed for OfSet<T> {
    const TECHNIQUE: &'static str = T::INFO.id;

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

/// The functions of [`Claimed`] code: all that is compiled for each technique.
#[derive(Clone, Copy)]
pub(crate) struct Formulas {
    /// The technique's id.
    pub(crate) technique: &'static str,
    /// Computes a claim as Boolean functions.
    pub(crate) symbolic: for<'d> fn(Claim, ClaimInputs<Symbolic<'d>>) -> Symbolic<'d>,
    /// Computes a claim for one board.
    pub(crate) plain: fn(Claim, ClaimInputs<u64>) -> u64,
}

impl Formulas {
    /// Returns the functions of some code.
    pub(crate) fn of<C: Claimed>() -> Self {
        Self {
            technique: C::TECHNIQUE,
            symbolic: |claim, inputs| C::compute(claim, inputs),
            plain: |claim, inputs| C::compute(claim, inputs),
        }
    }
}

/// Returns the number of boards of the occupied squares that a technique keeps.
pub(crate) fn boards<T: SliderAttacks>() -> usize {
    T::occupied(0_u64).boards().count()
}

/// Returns the lines of some pieces, each once.
fn lines_of(sliders: &[Slider]) -> impl Iterator<Item = Line> {
    let lines = Line::ALL.into_iter();
    lines.filter(|line| sliders.iter().any(|slider| slider.lines().contains(line)))
}

/// Returns what differs between one of the boards with a square toggled and the same remade.
///
/// It is generic in the boards alone: most techniques share them, and this with them.
#[inline(never)]
fn toggled_less_anew<W: Word, B: OccupiedBoards<W>>(
    mut boards: B,
    anew: B,
    square: W,
    board: usize,
) -> W {
    boards.toggle(square);
    let pair = boards.boards().nth(board).zip(anew.boards().nth(board));
    pair.map_or(square.splat(u64::MAX), |(toggled, anew)| toggled ^ anew)
}
