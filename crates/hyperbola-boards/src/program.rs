//! A computation on a board of any size as a list of steps.

use hyperbola::Slider;
use hyperbola_explain::for_boards::{Node, Operation, ancestors};
use hyperbola_explain::{Function, Operator, Recorder};

use crate::explain::{masks, run};
use crate::{Board, BoardAttacks, Square, Storage};

/// A technique's computation on a board, as a list of steps without branches, for programs that
/// print it elsewhere.
///
/// It is the same on every square, because only the masks differ from square to square. Steps that
/// compute the same from the same are one step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardProgram {
    /// The steps and their names. An operand is the index of an earlier step.
    pub steps: Vec<(BoardInstruction, Option<&'static str>)>,
    /// The step that is the result.
    pub result: usize,
    /// The masks, each with the bits for every square of the board.
    pub masks: Vec<Vec<u128>>,
}

/// An operation of a [`BoardProgram`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardInstruction {
    /// The occupied squares.
    Occupied,
    /// A constant that is the same for all squares.
    Constant(u128),
    /// The bits of a mask, by its number, for the slider's square.
    Mask(usize),
    /// The complement.
    Not(usize),
    /// An operation of two numbers.
    Binary(Operator, usize, usize),
    /// A shift by a constant below the number of bits.
    Shift(Operator, usize, u32),
    /// An operation of one number.
    Function(Function, usize),
}

/// Records a technique's computation of a slider's attacks on a board of at most 128 squares.
///
/// It is recorded once for each square, and the runs are combined. It is `None` if the board is
/// larger, or if the steps are not the same on all squares.
///
/// ```
/// use hyperbola::Slider;
/// use hyperbola::techniques::HyperbolaQuintessence;
/// use hyperbola_boards::board_program;
/// use hyperbola_boards::boards::Shogi;
///
/// let program = board_program::<HyperbolaQuintessence, Shogi>(Slider::Rook).expect("it fits");
/// // The slider, its mirror bit by bit and byte by byte, its rank and its file.
/// assert_eq!(program.masks.len(), 5);
/// assert!(program.masks.iter().all(|mask| mask.len() == 81));
/// ```
#[must_use]
pub fn board_program<T: BoardAttacks, B: Board<Bits: 'static>>(
    slider: Slider,
) -> Option<BoardProgram> {
    let runs: Vec<(Vec<Node<B::Bits>>, usize)> = Square::<B>::all()
        .map(|square| {
            let recorder = Recorder::with_known(Vec::new());
            let word = recorder.board("occupied", B::Bits::ZERO);
            run::<T, B>(slider, square, word).nodes_and_index()
        })
        .collect();
    let (nodes, result) = runs.first()?;
    let operations = |nodes: &[Node<B::Bits>]| {
        nodes.iter().map(|node| (node.operation, node.name)).collect::<Vec<_>>()
    };
    let same = runs.iter().all(|run| operations(&run.0) == operations(nodes) && run.1 == *result);
    if B::Bits::WIDTH > 128 || !same {
        return None;
    }
    let names: Vec<Vec<(&'static str, B::Bits)>> = Square::<B>::all().map(masks).collect();
    let name_of = |column: &[B::Bits]| {
        let is_same =
            |place: &usize| names.iter().zip(column).all(|(one, bits)| one[*place].1 == *bits);
        let place = (0..names[0].len()).find(is_same)?;
        Some(names[0][place].0)
    };
    let mut program = BoardProgram { steps: Vec::new(), result: 0, masks: Vec::new() };
    let used = ancestors(nodes, &[*result]);
    let mut places = vec![0; nodes.len()];
    for (index, node) in nodes.iter().enumerate().filter(|&(index, _)| used[index]) {
        let name = node.name.map(|name| name.text);
        let (instruction, name) = match node.operation {
            Operation::Constant => {
                let column: Vec<B::Bits> = runs.iter().map(|run| run.0[index].value).collect();
                (program.constant(&column), name.or_else(|| name_of(&column)))
            }
            operation => (BoardInstruction::of(operation, &places, B::Bits::WIDTH)?, name),
        };
        places[index] = program.find_or_push(instruction, name);
    }
    program.result = places[*result];
    Some(program)
}

impl BoardInstruction {
    /// Returns an operation with the steps of its operands, unless it has only words.
    fn of(operation: Operation, places: &[usize], width: u32) -> Option<Self> {
        Some(match operation {
            Operation::Input => Self::Occupied,
            Operation::Not(x) => Self::Not(places[x]),
            Operation::Binary(operator, a, b) => Self::Binary(operator, places[a], places[b]),
            Operation::Shift(operator, x, by) => Self::Shift(operator, places[x], by % width),
            Operation::Function(function, x) => Self::Function(function, places[x]),
            _ => return None,
        })
    }
}

impl BoardProgram {
    /// Returns the step of a constant, by its bits for every square.
    fn constant<S: Storage>(&mut self, column: &[S]) -> BoardInstruction {
        let number = |bits: &S| {
            let words = bits.words();
            words.as_ref().iter().rev().fold(0, |number, &word| number << 64 | u128::from(word))
        };
        let column: Vec<u128> = column.iter().map(number).collect();
        if column.iter().all(|&bits| bits == column[0]) {
            return BoardInstruction::Constant(column[0]);
        }
        let known = self.masks.iter().position(|mask| *mask == column);
        BoardInstruction::Mask(known.unwrap_or_else(|| {
            self.masks.push(column);
            self.masks.len() - 1
        }))
    }

    /// Adds a step unless there is an equal one, and returns its index.
    fn find_or_push(&mut self, instruction: BoardInstruction, name: Option<&'static str>) -> usize {
        let found = self.steps.iter().position(|(before, _)| *before == instruction);
        found.unwrap_or_else(|| {
            self.steps.push((instruction, name));
            self.steps.len() - 1
        })
    }
}
