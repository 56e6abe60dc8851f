//! Inputs of networks, as their definitions number them.

use core::fmt;
use core::marker::PhantomData;

use hyperbola::Color;
use hyperbola::word::{Vector, WideWord, WordVisitor};
use hyperbola_inputs::batch::BoardSight;
use hyperbola_inputs::{self as inputs, Active, InputSet, Mirror, Part, Preset};
use hyperbola_moves::Role;

use super::ragged::Chunks;
use super::view::View;
use super::{Features, Ragged, RaggedFeature};
use crate::block::{Block, MOST_LANES};
use crate::feature::Sealed;
use crate::positions::color;
use crate::{PositionSlice, threads};

/// The active inputs of an [`InputSet`], from both views: two lists of numbers for each position.
///
/// The first list is that of the side to move, as networks take them, unless
/// [`first`](Self::first) says otherwise. Within a list, block
/// follows block; the order in a block is not specified. A marked row has empty lists, and so has a
/// row of a damaged file whose sets do not fit together.
///
/// ```
/// use hyperbola_features::{InputSet, Inputs, Positions};
/// use hyperbola_moves::Position;
///
/// let set: InputSet = "halfka_v2_hm".parse()?;
/// let position: Position = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1".parse()?;
/// let positions: Positions = [position].iter().collect();
/// let lists = positions.as_slice().features().compute_ragged(Inputs::new(&set));
/// // White is to move. Its king's bucket is 31, the king on e1 is plane 10, the pawn on a2 plane 0.
/// let bucket = 704 * 31;
/// let mut own = lists.list(0).to_vec();
/// own.sort_unstable();
/// assert_eq!(own, [bucket + 8, bucket + 640 + 4, bucket + 640 + 60]);
/// assert_eq!(lists.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Inputs<'a, T = i32> {
    set: &'a InputSet,
    first: View,
    item: PhantomData<fn() -> T>,
}

impl<T> Clone for Inputs<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Inputs<'_, T> {}

impl<'a> Inputs<'a> {
    /// Returns the inputs of a set as numbers of 32 bits with a sign.
    #[must_use]
    pub const fn new(set: &'a InputSet) -> Self {
        Self { set, first: View::SideToMove, item: PhantomData }
    }
}

impl<'a, T> Inputs<'a, T> {
    /// Returns the same inputs with the lists of another view first.
    #[must_use]
    pub const fn first(self, first: View) -> Self {
        Self { first, ..self }
    }

    /// Returns the same inputs as numbers of another type, or nothing if they do not fit.
    #[must_use]
    pub fn of<U: InputItem>(self) -> Option<Inputs<'a, U>> {
        let Self { set, first, .. } = self;
        (u64::from(set.size()) <= U::COUNT).then_some(Inputs { set, first, item: PhantomData })
    }

    /// Returns the two views of a row in their order.
    fn views(self, positions: PositionSlice<'_>, row: usize) -> [Color; 2] {
        let first = self.first.color(color(positions.sides_to_move[row]));
        [first, !first]
    }
}

/// A type of the numbers of inputs.
pub trait InputItem: crate::Item + Default + private::FromIndex {
    /// How many numbers of an input the type has, from 0.
    const COUNT: u64;
}

mod private {
    /// A number that the number of an input becomes.
    pub trait FromIndex {
        fn from_index(index: u32) -> Self;
        /// The value of unused places in padded lists.
        const NONE: Self;
    }
}

/// Implements [`InputItem`] for types of numbers, which stand for no input by -1 or by their
/// highest number.
macro_rules! input_items {
    ($($type:ty: $count:expr, $none:expr;)*) => {
        $(impl InputItem for $type {
            const COUNT: u64 = $count;
        }

        impl private::FromIndex for $type {
            #[inline(always)]
            #[allow(
                clippy::cast_possible_truncation, clippy::cast_possible_wrap,
                reason = "the set's size fits"
            )]
            fn from_index(index: u32) -> Self {
                index as Self
            }

            const NONE: Self = $none;
        })*
    };
}
input_items! {
    u16: u16::MAX as u64, u16::MAX;
    i32: 1 << 31, -1;
    i64: 1 << 32, -1;
}

impl<T> Sealed for Inputs<'_, T> {}

impl<T: InputItem> RaggedFeature for Inputs<'_, T> {
    type Item = T;

    fn info(self) -> [&'static str; 2] {
        ["inputs", "inputs of a network, from both views"]
    }

    fn details(self) -> String {
        let lists = match self.first {
            View::SideToMove => {
                "List 2i is the view of position i's side to move, list 2i + 1 the other side's."
            }
            View::White => "List 2i is White's view of position i, list 2i + 1 Black's.",
            View::Black => "List 2i is Black's view of position i, list 2i + 1 White's.",
        };
        let blocks: Vec<String> = self.set.parts().iter().map(describe).collect();
        format!(
            "{lists} Numbers are below {}. Black's view has the ranks turned over, and own pieces are \
             those of the view. {}",
            self.set.size(),
            blocks.join(" ")
        )
    }

    fn lists(self) -> usize {
        2
    }

    fn append(self, positions: PositionSlice<'_>, word: WideWord, lists: &mut Ragged<T>) {
        word.run(Blocks { inputs: self, positions, lists });
    }
}

/// Describes a block of inputs.
fn describe(part: &Part) -> String {
    let from = part.start();
    let what = match part.block() {
        inputs::Block::Pieces(pieces) => {
            let planes = pieces.planes.iter().flatten().max().map_or(1, |&plane| plane + 1);
            format!(
                "From {from}, pieces: (bucket × {planes} + plane) × 64 + square, with {} buckets by \
                 the own king's square.",
                part.size() / 64 / u32::from(planes),
            )
        }
        inputs::Block::Threats(threats) => {
            let roles = Role::ALL.iter().zip(threats.victims);
            let victims = roles.filter(|(_, victims)| victims.iter().next().is_some());
            let victims = victims.map(|(role, victims)| format!("{role} {victims}"));
            format!(
                "From {from}, threats: by the attacker, own and then the other side's, by the victim in \
                 the same way, by the attacker's square and by the victim's among those that it \
                 reaches on an empty board. Victims are {}.{}",
                victims.collect::<Vec<_>>().join(", "),
                if threats.pushes { " A pawn also threatens the pawn in front of it." } else { "" }
            )
        }
        inputs::Block::Pairs(pairs) => format!(
            "From {from}, pairs of pawns at most {} files apart: high × (high - 1) / 2 + low, of \
             their squares less 8, plus 48 for the other side's.",
            pairs.files
        ),
        _ => format!("From {from}, inputs of another kind."),
    };
    let files = match part.block().mirror() {
        Mirror::None => "",
        Mirror::QueenSide => " If the own king is on files e to h, the files are turned over.",
        Mirror::KingSide => " If the own king is on files a to d, the files are turned over.",
    };
    what + files
}

/// The loop over all blocks of rows.
struct Blocks<'a, T> {
    inputs: Inputs<'a, T>,
    positions: PositionSlice<'a>,
    lists: &'a mut Ragged<T>,
}

impl<T: InputItem> WordVisitor for Blocks<'_, T> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { inputs, positions, lists } = self;
        let mut active = Active::default();
        let mut lists = Chunks::new(lists);
        let mut sights = [BoardSight::EMPTY; MOST_LANES];
        let mut start = 0;
        while start < positions.len() {
            let end = positions.len().min(start + V::LANES);
            let block = Block::<V>::load_some(token, positions.rows_of(start..end));
            inputs.set.sight(block.roles, block.colors).store(&mut sights);
            for row in start..end {
                inputs.row(positions, row, &sights[row - start], &mut active, &mut lists);
            }
            start = end;
        }
        lists.finish();
    }
}

impl<T: InputItem> Inputs<'_, T> {
    /// Appends the lists of a row.
    #[inline(always)]
    fn row(
        self,
        positions: PositionSlice<'_>,
        row: usize,
        sight: &BoardSight,
        active: &mut Active,
        lists: &mut Chunks<'_, T>,
    ) {
        let pieces = positions.pieces_of(row);
        let fit = pieces.fit();
        if fit {
            self.set.find_seen(&pieces, sight, active);
        }
        for view in self.views(positions, row) {
            let (len, numbers) = active.padded(view);
            lists.append(numbers, if fit { len } else { 0 }, T::from_index);
        }
    }
}

impl Features<'_> {
    /// Computes inputs into rows of one width: for each position as many places for the first view
    /// and then as many for the other one. The places after the last input are -1, or 65,535 of
    /// `u16`.
    ///
    /// # Errors
    ///
    /// Returns a [`WidthError`] for the first row with more inputs than the width, or if the slice
    /// has not two times the width for each position. Then the slice has numbers of some rows.
    pub fn inputs_padded_into<T: InputItem>(
        self,
        inputs: Inputs<'_, T>,
        width: usize,
        items: &mut [T],
    ) -> Result<(), WidthError> {
        let expected = self.positions.len().saturating_mul(2).saturating_mul(width);
        if items.len() != expected {
            return Err(WidthError::Length { expected, found: items.len() });
        }
        let mut rest = items;
        let parts = self.positions.pieces(super::PIECE).map(|rows| {
            let items = rest.split_off_mut(..2 * width * rows.len()).unwrap_or_default();
            (rows, items)
        });
        let pad = |(rows, items): (PositionSlice<'_>, &mut [T])| {
            let mut lists = Ragged::new();
            inputs.append(rows, self.word, &mut lists);
            items.fill(T::NONE);
            let longest = lists.iter().position(|list| list.len() > width);
            for (list, places) in lists.iter().zip(items.chunks_exact_mut(width.max(1))) {
                if let Some(places) = places.get_mut(..list.len()) {
                    places.copy_from_slice(list);
                }
            }
            longest.map(|list| (list / 2, lists.list(list).len()))
        };
        let wide = threads::map_if(self.is_parallel, parts, pad);
        let first = wide.into_iter().enumerate().find_map(|(part, wide)| Some((part, wide?)));
        match first {
            Some((part, (row, found))) => {
                Err(WidthError::Width { row: super::PIECE * part + row, found, width })
            }
            None => Ok(()),
        }
    }
}

/// The error for inputs that do not fit in rows of a width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WidthError {
    /// A row has more inputs than the width.
    Width {
        /// The first such row, from 0.
        row: usize,
        /// The number of its inputs from a view.
        found: usize,
        /// The width.
        width: usize,
    },
    /// The slice has another length than all rows.
    Length {
        /// The length of all rows.
        expected: usize,
        /// The length of the slice.
        found: usize,
    },
}

impl fmt::Display for WidthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width { row, found, width } => {
                write!(f, "row {row} has {found} inputs, expected at most {width}")
            }
            Self::Length { expected, found } => {
                write!(f, "expected a slice of {expected} elements, found {found}")
            }
        }
    }
}

impl core::error::Error for WidthError {}

/// The inputs of a preset as a feature of the catalogue, whose name is the preset's.
#[derive(Debug, Clone, Copy)]
pub struct PresetInputs {
    /// The preset.
    pub preset: &'static Preset,
}

impl Sealed for PresetInputs {}

impl RaggedFeature for PresetInputs {
    type Item = i32;

    fn info(self) -> [&'static str; 2] {
        [self.preset.name, self.preset.meaning]
    }

    fn details(self) -> String {
        Inputs::new(&self.preset.set()).details()
    }

    fn lists(self) -> usize {
        2
    }

    fn append(self, positions: PositionSlice<'_>, word: WideWord, lists: &mut Ragged<i32>) {
        Inputs::new(&self.preset.set()).append(positions, word, lists);
    }
}
