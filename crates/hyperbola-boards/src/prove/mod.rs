//! Proofs of techniques on boards of any size.

use core::fmt;
use core::marker::PhantomData;

use hyperbola::setwise::FillAttacks;
use hyperbola::{Direction, Line, Slider, Technique};
use hyperbola_prove::for_boards::{Between, Comparison, Shape, attacks, attacks_of_set, compare};
use hyperbola_prove::{Assignment, Diagrams, Failure, Proved, Symbolic};
use rayon::prelude::*;

use crate::{
    Board, BoardAttacks, NamedBoard, Names, OtherBits, Partial, Size, Square, SquareSet, Storage,
    Tables, direction_attacks,
};

/// A result of a technique on a board of any size, which must equal that of the definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BoardClaim {
    /// The attacks along one line through a square.
    Along(Line),
    /// The attacks from a square in one direction, as a lance has.
    Towards(Direction),
    /// The attacks of a slider on a square.
    Attacks(Slider),
    /// The attacks of a cannon on a square, behind its screens.
    Cannon,
    /// The attacks of a set of sliders in one direction.
    OfSet(Direction),
}

impl BoardClaim {
    /// Returns the claims about a technique on a square: along each line, in each direction, for
    /// each slider and for a cannon.
    fn on_squares() -> Vec<Self> {
        let lines = Line::ALL.map(Self::Along).into_iter();
        let directions = lines.chain(Direction::ALL.map(Self::Towards));
        directions.chain(Slider::ALL.map(Self::Attacks)).chain([Self::Cannon]).collect()
    }

    /// Returns the directions in which it claims attacks.
    fn directions(self) -> Vec<Direction> {
        let of = |line: &Line| [line.positive(), line.negative()];
        match self {
            Self::Towards(direction) | Self::OfSet(direction) => vec![direction],
            Self::Along(line) => of(&line).to_vec(),
            Self::Attacks(slider) => slider.lines().iter().flat_map(of).collect(),
            Self::Cannon => Direction::ROOK.to_vec(),
        }
    }

    /// Returns an order of a board's squares in which the claim has small diagrams.
    fn order(self, shape: Shape, square: usize) -> Vec<usize> {
        match self {
            Self::OfSet(direction) => shape.order_by_lines(direction.line()),
            _ => shape.order_around(square),
        }
    }
}

impl fmt::Display for BoardClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Along(line) => write!(f, "the attacks along the {line}"),
            Self::Towards(direction) => write!(f, "the attacks towards {direction:?}"),
            Self::Attacks(slider) => write!(f, "the attacks of a {slider}"),
            Self::Cannon => write!(f, "the attacks of a cannon"),
            Self::OfSet(direction) => write!(f, "the attacks of a set towards {direction:?}"),
        }
    }
}

/// A board on which a technique and the definition differ. It displays as pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardCounterexample {
    /// The technique's id.
    pub technique: &'static str,
    /// The claim that is wrong.
    pub claim: BoardClaim,
    /// The slider's square by its name on the board; `None` where a set of sliders is wrong.
    pub square: Option<String>,
    /// The picture of the set of sliders; `None` where there is one slider, on the square.
    pub sliders: Option<String>,
    /// The picture of the occupied squares, as few as show it.
    pub occupied: String,
    /// The picture of the result of the definition.
    pub expected: String,
    /// The picture of the result of the technique on the board's own bits.
    pub found: String,
}

impl fmt::Display for BoardCounterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { technique, claim, occupied, expected, found, .. } = self;
        write!(f, "{technique} is wrong: {claim}")?;
        match (&self.square, &self.sliders) {
            (Some(square), _) => writeln!(f, " on {square}")?,
            (None, sliders) => {
                writeln!(f, "\nsliders:\n{}", sliders.as_deref().unwrap_or_default())?;
            }
        }
        writeln!(f, "occupied:\n{occupied}\nexpected:\n{expected}\nfound:\n{found}")
    }
}

/// The reason why a proof fails on a board.
pub type BoardFailure = Failure<BoardCounterexample, BoardClaim>;

/// Bits of a board that a proof can use. The bits of every board are such.
pub trait Provable: Storage {
    /// The symbolic word of as many bits.
    type Symbolic<'d>: OtherBits<Self> + Functions<'d>;
}

impl Provable for u64 {
    type Symbolic<'d> = Symbolic<'d, 64>;
}

impl Provable for u128 {
    type Symbolic<'d> = Symbolic<'d, 128>;
}

impl Provable for hyperbola::word::U256 {
    type Symbolic<'d> = Symbolic<'d, 256>;
}

/// The functions that a proof needs of symbolic words of any width.
pub trait Functions<'d>: Copy {
    /// Makes words whose bits are variables, those of one bit side by side, in an order of the
    /// bits.
    fn inputs<const N: usize>(diagrams: &'d Diagrams, order: &[usize]) -> [Self; N];

    /// Returns the result of a claim by the definition.
    fn definition(
        diagrams: &'d Diagrams,
        claim: BoardClaim,
        shape: Shape,
        square: usize,
        sliders: Self,
        occupied: Self,
    ) -> Self;

    /// Compares with the expected bits.
    fn compare(self, diagrams: &Diagrams, expected: Self) -> Comparison;

    /// Returns the places of the bits that are set under an assignment.
    fn set_places(self, assignment: &Assignment) -> Vec<usize>;
}

impl<'d, const BITS: usize> Functions<'d> for Symbolic<'d, BITS> {
    fn inputs<const N: usize>(diagrams: &'d Diagrams, order: &[usize]) -> [Self; N] {
        diagrams.wide_inputs(order)
    }

    fn definition(
        diagrams: &'d Diagrams,
        claim: BoardClaim,
        shape: Shape,
        square: usize,
        sliders: Self,
        occupied: Self,
    ) -> Self {
        let directions = claim.directions();
        let between = match claim {
            BoardClaim::OfSet(_) => {
                return attacks_of_set(diagrams, shape, &directions, sliders, occupied);
            }
            BoardClaim::Cannon => Between::One,
            _ => Between::None,
        };
        attacks(diagrams, shape, square, &directions, occupied, between)
    }

    fn compare(self, diagrams: &Diagrams, expected: Self) -> Comparison {
        compare(diagrams, self, expected)
    }

    fn set_places(self, assignment: &Assignment) -> Vec<usize> {
        self.places_under(assignment)
    }
}

/// A board whose sets are Boolean functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct SymbolicBoard<'d, B>(PhantomData<(&'d (), B)>);

impl<'d, B: Board<Bits: Provable>> Board for SymbolicBoard<'d, B> {
    const SIZE: Size = B::SIZE;
    const NAMES: Names = B::NAMES;
    type Bits = Partial<B::Bits, <B::Bits as Provable>::Symbolic<'d>>;
    const TABLES: &'static Tables<<B::Bits as Storage>::Words> = B::TABLES;
    const LINES: &'static [[<B::Bits as Storage>::Words; 5]] = B::LINES;
    const ROWS: &'static [u16] = B::ROWS;
}

/// A set of squares whose bits are Boolean functions.
type Set<'d, B> = SquareSet<SymbolicBoard<'d, B>>;

/// Computes a claim, from the square, the set of sliders and the occupied squares. As a pointer it
/// leaves the code around it, which is large, compiled once for a board.
type Compute<B> =
    for<'d> fn(BoardClaim, Square<SymbolicBoard<'d, B>>, Set<'d, B>, Set<'d, B>) -> Set<'d, B>;

/// Computes a claim about a piece on a square by a technique.
fn on_square<'d, T: BoardAttacks, B: Board<Bits: Provable>>(
    claim: BoardClaim,
    square: Square<SymbolicBoard<'d, B>>,
    _sliders: Set<'d, B>,
    occupied: Set<'d, B>,
) -> Set<'d, B> {
    match claim {
        BoardClaim::Along(line) => T::line_attacks(line, square, occupied),
        BoardClaim::Towards(direction) => T::ray_attacks(direction, square, occupied),
        BoardClaim::Attacks(slider) => T::slider_attacks(slider, square, occupied),
        BoardClaim::Cannon => T::cannon_attacks(square, occupied),
        BoardClaim::OfSet(_) => SquareSet::EMPTY,
    }
}

/// Computes a claim about a set by a fill.
fn of_set<'d, T: FillAttacks, B: Board<Bits: Provable>>(
    claim: BoardClaim,
    _square: Square<SymbolicBoard<'d, B>>,
    sliders: Set<'d, B>,
    occupied: Set<'d, B>,
) -> Set<'d, B> {
    match claim {
        BoardClaim::OfSet(direction) => direction_attacks::<T, _>(direction, sliders, occupied),
        _ => SquareSet::EMPTY,
    }
}

/// Returns the shape of a board, by the files and ranks of its squares.
fn shape_of<B: Board>() -> Shape {
    Shape::new(
        B::SIZE.squares(),
        |index| {
            let square = u8::try_from(index).ok().and_then(Square::<B>::from_index);
            let square = square.expect("a square of the board");
            (square.file().into(), square.rank().into())
        },
        |file, rank| {
            let file_and_rank = u8::try_from(file).ok().zip(u8::try_from(rank).ok());
            let square = file_and_rank.and_then(|(file, rank)| Square::<B>::new(file, rank));
            square.expect("a square of the board").index().into()
        },
    )
}

/// Makes the diagrams for proofs on a board: variables for two sets of its squares.
fn diagrams_for<B: Board>() -> Diagrams {
    // Inputs have 64 variables each.
    let inputs = (2 * B::SIZE.squares()).div_ceil(64);
    Diagrams::with_inputs(u32::try_from(inputs).unwrap_or(8), Diagrams::BUDGET)
}

/// Computes a claim as Boolean functions and by the definition, and compares them.
fn prove_claim<B: Board<Bits: Provable>>(
    diagrams: &Diagrams,
    compute: Compute<B>,
    technique: &'static str,
    square: Square<B>,
    claim: BoardClaim,
) -> Result<(), Box<BoardFailure>> {
    type Word<'d, B> = <<B as Board>::Bits as Provable>::Symbolic<'d>;
    let (shape, index) = (shape_of::<B>(), usize::from(square.index()));
    let order = claim.order(shape, index);
    let is_of_set = matches!(claim, BoardClaim::OfSet(_));
    // Variables that are not part of the claim are left out.
    let [occupied, sliders] = if is_of_set {
        Word::<B>::inputs(diagrams, &order)
    } else {
        let [occupied] = Word::<B>::inputs(diagrams, &order);
        [occupied, occupied.constant(B::Bits::ZERO, None)]
    };
    let set = |word| SquareSet::<SymbolicBoard<'_, B>>::from_bits(Partial::Open(word));
    let on = Square::from_index(square.index()).expect("the boards have the same squares");
    let found = compute(claim, on, set(sliders), set(occupied)).bits().open(occupied);
    let expected = Word::<B>::definition(diagrams, claim, shape, index, sliders, occupied);
    let assignment = match found.compare(diagrams, expected) {
        Comparison::Equal => return Ok(()),
        Comparison::TooLarge(operation) => {
            return Err(Box::new(Failure::TooLarge { technique, claim, operation }));
        }
        Comparison::Different(assignment) => assignment,
    };
    // The values of some words under an assignment, and the technique's result for them as known
    // bits: each operation is then the board's own.
    let values = |assignment: &Assignment| {
        [sliders, occupied, expected].map(|word| {
            let places = word.set_places(assignment).into_iter();
            let squares = places.filter_map(|place| Square::from_index(u8::try_from(place).ok()?));
            squares.collect::<SquareSet<B>>()
        })
    };
    let differs = |assignment: &Assignment| {
        let [sliders, occupied, expected] = values(assignment);
        let known = |set: SquareSet<B>| SquareSet::from_bits(Partial::Known(set.bits(), None));
        let Partial::Known(found, _) = compute(claim, on, known(sliders), known(occupied)).bits()
        else {
            return None;
        };
        let found = SquareSet::<B>::from_bits(found);
        (found != expected).then(|| BoardCounterexample {
            technique,
            claim,
            square: (!is_of_set).then(|| square.to_string()),
            sliders: is_of_set.then(|| sliders.to_string()),
            occupied: occupied.to_string(),
            expected: expected.to_string(),
            found: found.to_string(),
        })
    };
    let counterexample = assignment.and_then(|assignment| {
        // All pieces that can be removed are removed.
        let (mut assignment, mut counterexample) = (assignment.clone(), differs(&assignment)?);
        for fewer in assignment.clone().trues() {
            let before = assignment.clone();
            assignment.unset(fewer);
            match differs(&assignment) {
                Some(smaller) => counterexample = smaller,
                None => assignment = before,
            }
        }
        Some(counterexample)
    });
    Err(Box::new(match counterexample {
        Some(counterexample) => Failure::Refuted(counterexample),
        None => Failure::Unsound { technique, claim },
    }))
}

/// Proves claims with one order of the variables, in shared diagrams.
fn prove_claims<B: Board<Bits: Provable>>(
    diagrams: &mut Diagrams,
    compute: Compute<B>,
    technique: &'static str,
    square: Square<B>,
    claims: &[BoardClaim],
) -> Result<Proved, Box<BoardFailure>> {
    diagrams.clear();
    for &claim in claims {
        prove_claim(diagrams, compute, technique, square, claim)?;
    }
    Ok(Proved::new(claims.len(), diagrams))
}

/// Proves the attacks of a technique from some squares of a board, for all sets of occupied
/// squares: along each line, in each direction, and of each slider. It runs on as many threads as
/// there are.
///
/// `technique` is the name in a failure. `progress` is called after each square.
///
/// ```
/// use hyperbola::techniques::HyperbolaQuintessence;
/// use hyperbola_boards::boards::Shogi;
/// use hyperbola_boards::{Square, prove_squares_of};
///
/// let squares: [Square<Shogi>; 1] = ["5e".parse()?];
/// let proved = prove_squares_of::<HyperbolaQuintessence, _>("hq", &squares, &|| ())?;
/// // Four lines, eight directions, three sliders and a cannon.
/// assert_eq!(proved.equations, 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first counterexample, in the order of the squares, or operation that needs too many nodes.
pub fn prove_squares_of<T: BoardAttacks, B: Board<Bits: Provable> + Send + Sync>(
    technique: &'static str,
    squares: &[Square<B>],
    progress: &(dyn Fn() + Sync),
) -> Result<Proved, Box<BoardFailure>> {
    let claims = BoardClaim::on_squares();
    let prove = |diagrams: &mut Diagrams, square: usize| {
        prove_claims(diagrams, on_square::<T, B>, technique, squares[square], &claims)
    };
    on_threads(squares.len(), diagrams_for::<B>, &prove, progress)
}

/// The result of a proof.
type Proof = Result<Proved, Box<BoardFailure>>;

/// Proves the claim for a number of squares. The code of threads is large: it is compiled once.
fn on_threads(
    squares: usize,
    diagrams: fn() -> Diagrams,
    prove: &(dyn Fn(&mut Diagrams, usize) -> Proof + Sync),
    progress: &(dyn Fn() + Sync),
) -> Result<Proved, Box<BoardFailure>> {
    let proofs = (0..squares).into_par_iter().map_init(diagrams, |diagrams, square| {
        let proved = prove(diagrams, square)?;
        progress();
        Ok(proved)
    });
    let proofs: Vec<Proof> = proofs.collect();
    proofs.into_iter().try_fold(Proved::default(), |all, proved| Ok(all.and(proved?)))
}

/// Proves the attacks of whole sets by a fill, in each of the eight directions: for all sets of
/// sliders and all sets of occupied squares of a board.
///
/// # Errors
///
/// The first counterexample, or operation that needs too many nodes.
pub fn prove_sets_of<T: FillAttacks, B: Board<Bits: Provable>>(
    technique: &'static str,
) -> Result<Proved, Box<BoardFailure>> {
    let mut diagrams = diagrams_for::<B>();
    let first = Square::from_index(0).expect("a board has a square");
    Direction::ALL.into_iter().try_fold(Proved::default(), |proved, direction| {
        // Each claim has an order of its own.
        let claims = [BoardClaim::OfSet(direction)];
        Ok(proved.and(prove_claims(&mut diagrams, of_set::<T, B>, technique, first, &claims)?))
    })
}

/// The part of a board on which a technique is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardScope {
    /// The indices of the squares.
    pub squares: Vec<u8>,
    /// Whether sets are proved too, where the technique is for sets.
    pub sets: bool,
}

impl BoardScope {
    /// Returns the whole board.
    #[must_use]
    pub fn all(board: NamedBoard) -> Self {
        let squares = dispatch_board!(board, B => Square::<B>::all().map(Square::index).collect());
        Self { squares, sets: true }
    }
}

/// Proves a technique on a named board, on as many threads as there are. It is `None` for a
/// technique that is not one of [`FORMULAS`](crate::FORMULAS).
///
/// `progress` is called after each square.
///
/// # Errors
///
/// The first counterexample, an operation that needs too many nodes, or a square that is not on the
/// board.
pub fn prove_on_board(
    technique: Technique,
    board: NamedBoard,
    scope: &BoardScope,
    progress: &(dyn Fn() + Sync),
) -> Option<Result<Proved, Box<BoardFailure>>> {
    let id = technique.id();
    let of_sets: Option<fn(&'static str) -> _> = dispatch_board!(board, B => {
        hyperbola::dispatch!(technique, T: FillAttacks => prove_sets_of::<T, B>)
    });
    let on_squares = dispatch_board!(board, B => {
        let square = |&index: &u8| {
            let squares = B::SIZE.squares();
            Square::<B>::from_index(index).ok_or(Box::new(Failure::NoSquare { index, squares }))
        };
        let squares: Result<Vec<_>, _> = scope.squares.iter().map(square).collect();
        dispatch_on_boards!(formulas: technique, T => {
            squares.and_then(|squares| prove_squares_of::<T, B>(id, &squares, progress))
        })
    });
    let with_sets = |proved: Proved| match of_sets.filter(|_| scope.sets) {
        Some(prove) => Ok(proved.and(prove(id)?)),
        None => Ok(proved),
    };
    on_squares.map(|proved| proved.and_then(with_sets))
}

#[cfg(test)]
mod tests;
