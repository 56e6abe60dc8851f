//! All features by their names, for code that chooses them at run time.
//!
//! A new feature gets a line in the list at the end of this file, and has its own texts. The list
//! feeds the command line, the documentation and other languages.

use core::fmt;
use core::str::FromStr;
use std::sync::{Mutex, PoisonError};

use crate::block::MOST_LANES;
use crate::features::PIECE;
use crate::{
    AttackCounts, Attacks, AttacksByRole, Blockers, Checkers, F16, Feature, Features, InputSet,
    Inputs, Keys, KingDanger, LegalCounts, LegalMoves, Mobility, MoveIndex, MoveMask, MoveMaskBits,
    Outcomes, Pinned, Pinners, Planes, PositionSlice, Preset, PresetInputs, RaggedFeature, Shape,
    Threat, Threats, View, WordFormula, XRayAttacks, threads,
};

/// The type of an array's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dtype {
    /// A byte that is 0 or 1.
    Bool,
    /// A byte.
    U8,
    /// A number of 16 bits.
    U16,
    /// A number of 32 bits.
    U32,
    /// A number of 64 bits.
    U64,
    /// A number of 32 bits with a sign.
    I32,
    /// A number of 64 bits with a sign.
    I64,
    /// A floating-point number of 16 bits, binary16.
    F16,
    /// A floating-point number of 32 bits.
    F32,
}

impl Dtype {
    /// Returns the type's name in NumPy, with the lowest byte of a number first.
    #[must_use]
    pub const fn numpy(self) -> &'static str {
        match self {
            Self::Bool => "|b1",
            Self::U8 => "|u1",
            Self::U16 => "<u2",
            Self::U32 => "<u4",
            Self::U64 => "<u8",
            Self::I32 => "<i4",
            Self::I64 => "<i8",
            Self::F16 => "<f2",
            Self::F32 => "<f4",
        }
    }

    /// Returns the number of bytes of a number.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Bool | Self::U8 => 1,
            Self::U16 | Self::F16 => 2,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::U64 | Self::I64 => 8,
        }
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.numpy())
    }
}

/// An element of an array: a number, or a few numbers of one type.
pub trait Item: Copy + Send + Sync + 'static {
    /// The type of the numbers.
    const DTYPE: Dtype;
    /// The lengths of an item's own axes. It is empty for a number.
    const LENGTHS: &'static [usize];

    /// Writes items as bytes, the lowest byte of each number first.
    fn write(items: &[Self], bytes: &mut [u8]);

    /// Fills bytes with the items that a function writes.
    #[doc(hidden)]
    fn fill(bytes: &mut [u8], fill: impl FnOnce(&mut [Self]))
    where
        Self: Default,
    {
        let mut items = vec![Self::default(); bytes.len() / size_of::<Self>()];
        fill(&mut items);
        Self::write(&items, bytes);
    }
}

impl Item for u8 {
    const DTYPE: Dtype = Dtype::U8;
    const LENGTHS: &'static [usize] = &[];

    fn write(items: &[Self], bytes: &mut [u8]) {
        bytes.copy_from_slice(items);
    }

    fn fill(bytes: &mut [u8], fill: impl FnOnce(&mut [Self])) {
        fill(bytes);
    }
}

impl Item for bool {
    const DTYPE: Dtype = Dtype::Bool;
    const LENGTHS: &'static [usize] = &[];

    fn write(items: &[Self], bytes: &mut [u8]) {
        for (item, byte) in items.iter().zip(bytes) {
            *byte = u8::from(*item);
        }
    }
}

impl Item for F16 {
    const DTYPE: Dtype = Dtype::F16;
    const LENGTHS: &'static [usize] = &[];

    fn write(items: &[Self], bytes: &mut [u8]) {
        for (item, bytes) in items.iter().zip(bytes.as_chunks_mut().0) {
            *bytes = item.to_bits().to_le_bytes();
        }
    }
}

/// Implements [`Item`] for numbers of several bytes.
macro_rules! numbers {
    ($($type:ty: $dtype:ident),*) => {
        $(impl Item for $type {
            const DTYPE: Dtype = Dtype::$dtype;
            const LENGTHS: &'static [usize] = &[];

            fn write(items: &[Self], bytes: &mut [u8]) {
                for (item, bytes) in items.iter().zip(bytes.chunks_exact_mut(size_of::<Self>())) {
                    bytes.copy_from_slice(&item.to_le_bytes());
                }
            }
        })*
    };
}
numbers!(u16: U16, u32: U32, u64: U64, i32: I32, i64: I64, f32: F32);

/// The attacker, its square, the attacked piece and its square.
impl Item for Threat {
    const DTYPE: Dtype = Dtype::U8;
    const LENGTHS: &'static [usize] = &[4];

    fn write(items: &[Self], bytes: &mut [u8]) {
        for (threat, bytes) in items.iter().zip(bytes.as_chunks_mut::<4>().0) {
            *bytes = [threat.attacker, threat.from, threat.attacked, threat.to];
        }
    }
}

/// Several bytes, such as the parts of a threat.
impl<const N: usize> Item for [u8; N] {
    const DTYPE: Dtype = Dtype::U8;
    const LENGTHS: &'static [usize] = &[N];

    fn write(items: &[Self], bytes: &mut [u8]) {
        bytes.copy_from_slice(items.as_flattened());
    }
}

/// The first axis of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// An element for each position.
    Positions,
    /// Where each list begins, and where the last one ends: with as many lists in each position,
    /// one number more than there are lists.
    Offsets {
        /// The number of lists of a position.
        lists: usize,
    },
    /// The items of all lists after each other.
    Items,
}

/// An array that has a feature, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Array {
    /// The array's name: that of its feature, followed by `.offsets` or `.items` if there are two.
    pub name: String,
    /// The type of its numbers.
    pub dtype: Dtype,
    /// Its first axis.
    pub axis: Axis,
    /// The lengths of its other axes.
    pub lengths: Vec<usize>,
}

impl Array {
    /// Returns its bytes for a number of positions, or nothing for the items of lists, which depend
    /// on the positions.
    #[must_use]
    pub fn bytes(&self, positions: usize) -> Option<usize> {
        let first = match self.axis {
            Axis::Positions => positions,
            Axis::Offsets { lists } => positions.saturating_mul(lists).saturating_add(1),
            Axis::Items => return None,
        };
        let elements =
            self.lengths.iter().fold(first, |count, &length| count.saturating_mul(length));
        Some(elements.saturating_mul(self.dtype.size()))
    }
}

/// A feature of the [list of all features](Self::all).
///
/// ```
/// use hyperbola_features::{AnyFeature, Arrays, Dtype, Positions};
/// use hyperbola_moves::Position;
///
/// let feature: AnyFeature = "attacks".parse()?;
/// let [array] = &feature.arrays()[..] else { panic!("one array") };
/// assert_eq!((array.dtype, &array.lengths[..]), (Dtype::U64, &[2][..]));
///
/// let positions: Positions = [Position::initial()].iter().collect();
/// let mut arrays = Arrays::new(feature);
/// arrays.append(positions.as_slice().features());
/// assert_eq!(arrays.bytes()[0][..8], 0xff_ff7e_u64.to_le_bytes());
/// # Ok::<(), hyperbola_features::ParseFeatureError>(())
/// ```
#[derive(Clone, Copy)]
pub struct AnyFeature {
    /// The place in the list; that of inputs counts down from the highest number.
    place: usize,
    listed: &'static dyn Entry,
    /// The feature of the list, or the same with another type of numbers.
    entry: &'static dyn Entry,
}

impl AnyFeature {
    /// Returns all features, in the order in which they are listed.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        ALL.iter().enumerate().map(|(place, &entry)| Self::at(place, entry))
    }

    const fn at(place: usize, entry: &'static dyn Entry) -> Self {
        Self { place, listed: entry, entry }
    }

    /// Returns the inputs of a set under the name `inputs`, which is not in the list. The list of a
    /// view comes first, as [`Inputs::first`] says. A set that was requested lives as long as the
    /// program, once.
    ///
    /// ```
    /// use hyperbola_features::{AnyFeature, InputSet, View};
    ///
    /// let set: InputSet = "pawn_pairs+halfka_v2_hm".parse()?;
    /// let inputs = AnyFeature::inputs(&set, View::SideToMove);
    /// assert_eq!(inputs.arrays()[1].name, "inputs.items");
    /// assert!(inputs.details().contains("below 27088"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn inputs(set: &InputSet, first: View) -> Self {
        static KNOWN: Mutex<Vec<(&InputSet, View, AnyFeature)>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.iter().find(|(other, view, _)| *other == set && *view == first);
        if let Some((.., feature)) = found {
            return *feature;
        }
        let set: &'static InputSet = Box::leak(Box::new(set.clone()));
        let entry = Box::leak(Box::new(lists(Inputs::new(set).first(first))));
        let feature = Self::at(usize::MAX - known.len(), entry);
        known.push((set, first, feature));
        feature
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry.info()[0]
    }

    /// Returns the planes, if the feature is planes.
    #[must_use]
    pub fn planes(self) -> Option<Planes> {
        self.listed.planes()
    }

    /// Returns the feature with another type of numbers, if it has them. [Planes](Self::planes)
    /// have `u8`, which the list has, `f32` and binary16. The name stays the same.
    ///
    /// ```
    /// use hyperbola_features::{AnyFeature, Dtype};
    ///
    /// let planes: AnyFeature = "planes_all".parse()?;
    /// assert_eq!(planes.arrays()[0].dtype, Dtype::U8);
    /// let halves = planes.of_type(Dtype::F16).expect("planes have them");
    /// assert_eq!(halves.arrays()[0].dtype.numpy(), "<f2");
    /// let attacks: AnyFeature = "attacks".parse()?;
    /// assert_eq!(attacks.of_type(Dtype::F16), None);
    /// # Ok::<(), hyperbola_features::ParseFeatureError>(())
    /// ```
    #[must_use]
    pub fn of_type(self, dtype: Dtype) -> Option<Self> {
        let entry = self.listed.of_type(dtype)?;
        Some(Self { entry, ..self })
    }

    /// Returns the description of the feature, as a clause.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        self.entry.info()[1]
    }

    /// Returns how the numbers of the arrays are read, as sentences: codes, orders and sizes.
    ///
    /// ```
    /// use hyperbola_features::AnyFeature;
    ///
    /// let moves: AnyFeature = "legal_moves".parse()?;
    /// assert!(moves.details().contains("1 for a knight, 2 for a bishop, 3 for a rook"));
    /// # Ok::<(), hyperbola_features::ParseFeatureError>(())
    /// ```
    #[must_use]
    pub fn details(self) -> String {
        self.entry.details()
    }

    /// Returns the arrays: one, or the offsets and the items of lists.
    #[must_use]
    pub fn arrays(self) -> Vec<Array> {
        self.entry.arrays()
    }
}

impl PartialEq for AnyFeature {
    fn eq(&self, other: &Self) -> bool {
        (self.place, self.entry.dtype()) == (other.place, other.entry.dtype())
    }
}

impl Eq for AnyFeature {}

impl fmt::Debug for AnyFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyFeature").field(&self.name()).finish()
    }
}

impl fmt::Display for AnyFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for AnyFeature {
    type Err = ParseFeatureError;

    fn from_str(name: &str) -> Result<Self, ParseFeatureError> {
        Self::all().find(|feature| feature.name() == name).ok_or(ParseFeatureError)
    }
}

/// The error for a text that is not the name of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseFeatureError;

impl fmt::Display for ParseFeatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the name of a feature: ")?;
        for (index, feature) in AnyFeature::all().enumerate() {
            write!(f, "{}{feature}", if index > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseFeatureError {}

/// The arrays of a feature as bytes, the lowest byte of each number first. Batches of positions are
/// added one after the other.
#[derive(Debug, Clone)]
pub struct Arrays {
    feature: AnyFeature,
    bytes: Vec<Vec<u8>>,
    items: u64,
}

impl Arrays {
    /// Makes the arrays of no positions. The offsets of lists begin with a zero.
    #[must_use]
    pub fn new(feature: AnyFeature) -> Self {
        let mut arrays = Self::after(feature, 0);
        for (array, bytes) in feature.arrays().iter().zip(&mut arrays.bytes) {
            if let Axis::Offsets { .. } = array.axis {
                bytes.extend_from_slice(&0_i64.to_le_bytes());
            }
        }
        arrays
    }

    /// Makes the arrays that continue where others end, whose lists have this number of
    /// [items](Self::items).
    #[must_use]
    pub fn after(feature: AnyFeature, items: u64) -> Self {
        Self { feature, bytes: vec![Vec::new(); feature.arrays().len()], items }
    }

    /// Returns the feature.
    #[must_use]
    pub fn feature(&self) -> AnyFeature {
        self.feature
    }

    /// Adds the numbers of more positions.
    pub fn append(&mut self, features: Features<'_>) {
        self.feature.entry.append(features, &mut self.bytes, &mut self.items);
    }

    /// Returns the bytes of each [array](AnyFeature::arrays).
    #[must_use]
    pub fn bytes(&self) -> &[Vec<u8>] {
        &self.bytes
    }

    /// Returns the bytes of each array, without a copy.
    #[must_use]
    pub fn into_bytes(self) -> Vec<Vec<u8>> {
        self.bytes
    }

    /// Returns the number of items of all lists so far, also of those that have been
    /// [taken away](Self::clear). It is zero for a feature without lists.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.items
    }

    /// Removes all bytes, but keeps the memory. Bytes that are added later continue where these
    /// end.
    pub fn clear(&mut self) {
        self.bytes.iter_mut().for_each(Vec::clear);
    }

    /// Takes all bytes away, in exchange for memory to use. Bytes that are added later continue
    /// where these end.
    pub fn take(&mut self, mut memory: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        memory.resize(self.bytes.len(), Vec::new());
        memory.iter_mut().for_each(Vec::clear);
        core::mem::replace(&mut self.bytes, memory)
    }
}

/// A feature behind the same interface as all others.
trait Entry: Sync {
    /// Returns the name and the meaning.
    fn info(&self) -> [&'static str; 2];

    /// Returns how the numbers are read.
    fn details(&self) -> String;

    /// Returns the arrays.
    fn arrays(&self) -> Vec<Array>;

    /// Returns the type of the feature's numbers, or of the items of its lists.
    fn dtype(&self) -> Dtype;

    /// Returns the planes, if it is planes.
    fn planes(&self) -> Option<Planes> {
        None
    }

    /// Returns the feature with numbers of a type, if it has several types.
    fn of_type(&'static self, _dtype: Dtype) -> Option<&'static dyn Entry> {
        None
    }

    /// Adds the numbers of positions to the arrays, whose lists have a number of items so far.
    fn append(&self, features: Features<'_>, arrays: &mut [Vec<u8>], items: &mut u64);
}

/// A feature with the same number of numbers in each position.
struct Fixed<F> {
    feature: F,
    dtype: Dtype,
}

/// Makes an entry of a feature whose numbers have the type that arrays have.
const fn fixed<F: Feature<Item: Item>>(feature: F) -> Fixed<F> {
    Fixed { feature, dtype: F::Item::DTYPE }
}

/// Makes an entry of a feature whose bytes are all 0 or 1, which readers take for truth values.
const fn flags<F: Feature<Item = u8>>(feature: F) -> Fixed<F> {
    Fixed { feature, dtype: Dtype::Bool }
}

impl<F: Feature<Item: Item>> Entry for Fixed<F> {
    fn info(&self) -> [&'static str; 2] {
        self.feature.info()
    }

    fn details(&self) -> String {
        self.feature.details()
    }

    fn arrays(&self) -> Vec<Array> {
        let shape: Shape = self.feature.shape();
        vec![Array {
            name: self.feature.name().into(),
            dtype: self.dtype,
            axis: Axis::Positions,
            lengths: [shape.lengths(), F::Item::LENGTHS].concat(),
        }]
    }

    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn append(&self, features: Features<'_>, arrays: &mut [Vec<u8>], _items: &mut u64) {
        let width = self.feature.shape().size() * size_of::<F::Item>();
        append_rows(features, width, &mut arrays[0], &|rows, bytes| {
            F::Item::fill(bytes, |items| self.feature.fill(rows, features.word, items));
        });
    }
}

/// Adds the same number of bytes for each position, which a function fills in for some positions at
/// a time. This is compiled once for all features.
fn append_rows(
    features: Features<'_>,
    width: usize,
    bytes: &mut Vec<u8>,
    fill: &(dyn Fn(PositionSlice<'_>, &mut [u8]) + Sync),
) {
    /// The bytes of a piece, which may be computed as numbers first.
    const BYTES: usize = 1 << 20;
    let positions = features.positions;
    let before = bytes.len();
    bytes.resize(before + positions.len() * width, 0);
    let piece = (BYTES / width.max(1) / MOST_LANES * MOST_LANES).clamp(MOST_LANES, PIECE);
    let parts = positions.pieces(piece).zip(bytes[before..].chunks_mut((piece * width).max(1)));
    threads::map_if(features.is_parallel, parts, |(rows, bytes)| fill(rows, bytes));
}

/// A feature that is a list of items in each position.
struct Lists<F>(F);

/// Makes an entry of a feature that is lists.
const fn lists<F>(feature: F) -> Lists<F> {
    Lists(feature)
}

impl<F: RaggedFeature<Item: Item>> Entry for Lists<F> {
    fn info(&self) -> [&'static str; 2] {
        self.0.info()
    }

    fn details(&self) -> String {
        self.0.details()
    }

    fn arrays(&self) -> Vec<Array> {
        let array = |part, dtype, axis, lengths: &[usize]| Array {
            name: format!("{}.{part}", self.0.name()),
            dtype,
            axis,
            lengths: lengths.to_vec(),
        };
        vec![
            array("offsets", Dtype::I64, Axis::Offsets { lists: self.0.lists() }, &[]),
            array("items", self.dtype(), Axis::Items, F::Item::LENGTHS),
        ]
    }

    fn dtype(&self) -> Dtype {
        F::Item::DTYPE
    }

    fn append(&self, features: Features<'_>, arrays: &mut [Vec<u8>], items: &mut u64) {
        let lists = features.compute_ragged(self.0);
        let before = i64::try_from(*items).unwrap_or(i64::MAX);
        for offset in &lists.offsets()[1..] {
            arrays[0].extend_from_slice(&(before + offset).to_le_bytes());
        }
        let start = arrays[1].len();
        arrays[1].resize(start + size_of_val(lists.items()), 0);
        F::Item::write(lists.items(), &mut arrays[1][start..]);
        *items += lists.items().len() as u64;
    }
}

/// Planes, as bytes and as numbers of the other types.
struct Boards {
    bytes: Fixed<Planes<u8>>,
    singles: Fixed<Planes<f32>>,
    halves: Fixed<Planes<F16>>,
}

/// Makes an entry of planes.
const fn boards(planes: Planes<u8>) -> Boards {
    Boards { bytes: fixed(planes), singles: fixed(planes.of()), halves: fixed(planes.of()) }
}

impl Boards {
    fn visited_by(self, visitor: &mut impl FeatureVisitor) {
        self.bytes.visited_by(visitor);
    }
}

impl Entry for Boards {
    fn info(&self) -> [&'static str; 2] {
        self.bytes.info()
    }

    fn details(&self) -> String {
        self.bytes.details()
    }

    fn arrays(&self) -> Vec<Array> {
        self.bytes.arrays()
    }

    fn dtype(&self) -> Dtype {
        self.bytes.dtype()
    }

    fn planes(&self) -> Option<Planes> {
        Some(self.bytes.feature)
    }

    fn of_type(&'static self, dtype: Dtype) -> Option<&'static dyn Entry> {
        let entries: [&dyn Entry; 3] = [&self.bytes, &self.singles, &self.halves];
        entries.into_iter().find(|entry| entry.dtype() == dtype)
    }

    fn append(&self, features: Features<'_>, arrays: &mut [Vec<u8>], items: &mut u64) {
        self.bytes.append(features, arrays, items);
    }
}

/// Code that is called with each feature that is a formula over words.
pub trait FormulaVisitor {
    /// Is called with a feature.
    fn visit<const N: usize, F: WordFormula<N>>(&mut self, feature: F);
}

/// Code that is called with each feature as a type.
pub trait FeatureVisitor {
    /// Is called with a feature with the same number of numbers in each position.
    fn fixed<F: Feature<Item: Item> + 'static>(&mut self, feature: F);

    /// Is called with a feature that is lists.
    fn lists<F: RaggedFeature<Item: Item> + 'static>(&mut self, feature: F);
}

impl<F: Feature<Item: Item> + 'static> Fixed<F> {
    fn visited_by(self, visitor: &mut impl FeatureVisitor) {
        visitor.fixed(self.feature);
    }
}

impl<F: RaggedFeature<Item: Item> + 'static> Lists<F> {
    fn visited_by(self, visitor: &mut impl FeatureVisitor) {
        visitor.lists(self.0);
    }
}

/// Makes the list. Features that are formulas over words come first. Of the others, some are made
/// of the words of a formula.
macro_rules! catalogue {
    (
        formulas { $($formula:expr;)* }
        others { $($entry:ident($feature:expr);)* }
        with_parts_besides { $($part:expr;)* }
    ) => {
        // This is not a static, because everything a static refers to is compiled into every
        // program.
        const ALL: &[&dyn Entry] = &[$(&fixed($formula),)* $(&$entry($feature),)*];

        /// Calls with each feature of the list that is a formula over words, or is made of the
        /// words of one.
        pub fn visit_formulas(visitor: &mut impl FormulaVisitor) {
            $(visitor.visit($formula);)*
            $(visitor.visit($part);)*
        }

        /// Calls with each feature of the list, in its order.
        pub fn visit_features(visitor: &mut impl FeatureVisitor) {
            $(visitor.fixed($formula);)*
            $($entry($feature).visited_by(visitor);)*
        }
    };
}

/// Returns the inputs of a preset by its place in the list of all presets.
const fn preset(place: usize) -> PresetInputs {
    PresetInputs { preset: &Preset::ALL[place] }
}

use MoveIndex::{AlphaZero, FromTo, Leela};
use View::{SideToMove, White};

catalogue! {
    formulas {
        Attacks;
        AttacksByRole;
        AttackCounts;
        Mobility;
        XRayAttacks { blockers: Blockers::Any };
        XRayAttacks { blockers: Blockers::Own };
        XRayAttacks { blockers: Blockers::Other };
        Pinned;
        Pinners;
        Checkers;
        KingDanger;
        LegalCounts;
    }
    others {
        lists(LegalMoves);
        flags(MoveMask { index: FromTo });
        flags(MoveMask { index: AlphaZero });
        flags(MoveMask { index: Leela });
        fixed(MoveMaskBits { index: FromTo });
        fixed(MoveMaskBits { index: AlphaZero });
        fixed(MoveMaskBits { index: Leela });
        boards(Planes::pieces(SideToMove));
        boards(Planes::pieces(White));
        boards(Planes::all(SideToMove));
        boards(Planes::all(White));
        lists(Threats);
        lists(preset(0));
        lists(preset(1));
        lists(preset(2));
        lists(preset(3));
        lists(preset(4));
        lists(preset(5));
        lists(preset(6));
        lists(preset(7));
        lists(preset(8));
        fixed(Keys);
        fixed(Outcomes);
    }
    with_parts_besides {
        Outcomes;
    }
}

#[cfg(test)]
mod tests {
    use hyperbola::word::WideWord;
    use hyperbola_moves::Position;

    use super::*;
    use crate::feature::Sealed;
    use crate::{PositionSlice, Positions, Ragged};

    /// For each side, the squares of its pieces, twice.
    #[derive(Debug, Clone, Copy)]
    struct Pieces;

    impl Sealed for Pieces {}

    impl RaggedFeature for Pieces {
        type Item = [u8; 2];

        fn info(self) -> [&'static str; 2] {
            ["pieces", ""]
        }

        fn details(self) -> String {
            String::new()
        }

        fn lists(self) -> usize {
            2
        }

        fn append(self, rows: PositionSlice<'_>, _: WideWord, lists: &mut Ragged<[u8; 2]>) {
            for row in 0..rows.len() {
                for set in &rows.sets[6..] {
                    for square in hyperbola::Bitboard(set[row]) {
                        lists.push([square as u8; 2]);
                    }
                    lists.end_list();
                }
            }
        }
    }

    #[test]
    fn lists_continue_those_of_earlier_batches() {
        let feature = AnyFeature::at(0, &Lists(Pieces));
        let [offsets, items] = &feature.arrays()[..] else { panic!("two arrays") };
        assert_eq!((&*offsets.name, &*items.name), ("pieces.offsets", "pieces.items"));
        assert_eq!((offsets.dtype, offsets.axis), (Dtype::I64, Axis::Offsets { lists: 2 }));
        assert_eq!(
            (items.dtype, items.axis, &items.lengths[..]),
            (Dtype::U8, Axis::Items, &[2][..])
        );

        let bare: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("a FEN");
        let positions: Positions = [Position::initial(), bare, bare].iter().collect();
        let all = positions.as_slice();
        let mut whole = Arrays::new(feature);
        whole.append(all.features());
        assert_eq!(whole.items(), 38);
        let offsets = [0_i64, 16, 32, 34, 35, 37, 38].map(i64::to_le_bytes).concat();
        assert_eq!(whole.bytes()[0], offsets);
        assert_eq!(whole.bytes()[1][64..76], [4, 4, 7, 7, 60, 60, 4, 4, 7, 7, 60, 60]);

        let mut parts = Arrays::new(feature);
        let mut bytes: Vec<Vec<u8>> = vec![Vec::new(), Vec::new()];
        for piece in all.pieces(1) {
            if parts.items() == 35 {
                parts = Arrays::after(feature, 35);
            }
            parts.append(piece.features());
            bytes.iter_mut().zip(parts.bytes()).for_each(|(all, part)| all.extend(part));
            if parts.items() == 37 { parts.clear() } else { drop(parts.take(vec![vec![1]])) }
        }
        assert_eq!(bytes, whole.bytes());
        assert_eq!(parts.items(), whole.items());
    }
}
