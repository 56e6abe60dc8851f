//! Shares of a perft, each of which one of many computers counts: the different positions after a
//! split, dealt to the shares. The file of a share is a JSON object.

mod merge;
mod read;

use core::fmt;
use core::str::FromStr;
use core::sync::atomic::AtomicBool;

use crate::report::{TooManySequences, Way, nodes_per_second, number_of};
use crate::{Counted, Split, SplitPosition};
use hyperbola_files::{Digest, Wrong, counted};
use hyperbola_moves::Position;
use serde::{Deserialize, Serialize};

pub use merge::{Merged, merge, read_like};

/// The version of the fields of a shard. Shards of another form are not merged with these.
const FORM: u32 = 2;

/// The version of the program. Another version may split in another way or have another mistake, so
/// its shards are not merged with these either.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The least number of positions in each shard if the split depth is not given. So the shards take
/// about as long as each other.
const POSITIONS_A_SHARD: usize = 16;

/// The greatest number of shards.
const MOST_SHARDS: u32 = 1_000_000;

/// A share of a count: the third of 64 is `3/64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// The number of the share, from 1.
    number: u32,
    /// The number of all shares.
    shards: u32,
}

impl Shard {
    /// Returns a share by its number, from 1, and the number of all shares.
    ///
    /// # Errors
    ///
    /// Returns the expected values if there is no such share.
    pub fn new(number: u32, shards: u32) -> Result<Self, String> {
        if !(1..=MOST_SHARDS).contains(&shards) {
            return Err(format!("expected 1 to {MOST_SHARDS} shards, found {shards}"));
        }
        if !(1..=shards).contains(&number) {
            return Err(format!("expected a shard from 1 to {shards}, found {number}"));
        }
        Ok(Self { number, shards })
    }

    /// Returns the number of all shares.
    #[must_use]
    pub const fn shards(self) -> u32 {
        self.shards
    }

    /// Returns whether a part, counted from 0, belongs to the share, if parts are dealt in turns.
    #[must_use]
    pub const fn has(self, part: u32) -> bool {
        part % self.shards == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.shards)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| is_number)
        };
        let expected = format!("expected a shard and their number, 1 to {MOST_SHARDS}: 3/64");
        let (shard, shards) = text.split_once('/').ok_or_else(|| expected.clone())?;
        let (number, shards): (u32, u32) = number(shard).zip(number(shards)).ok_or(expected)?;
        Self::new(number, shards)
    }
}

/// The result of a shard, in the order of the JSON object.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ShardReport {
    form: u32,
    version: String,
    fen: String,
    depth: u8,
    split: u8,
    shard: u32,
    shards: u32,
    all_positions: u64,
    all_sequences: u128,
    digest: String,
    positions: u64,
    sequences: u128,
    /// The number of move sequences.
    pub nodes: u128,
    check: String,
    /// Whether the count was not interrupted.
    pub complete: bool,
    /// The time of the count.
    pub seconds: f64,
    nodes_per_second: f64,
    threads: u16,
    memory_mib: u32,
    word: Option<String>,
    technique: Option<String>,
    bulk: bool,
}

impl ShardReport {
    /// Adds the result of counting the shard.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many sequences.
    pub fn counted(
        self,
        counted: Counted,
        seconds: f64,
        way: &Way,
    ) -> Result<Self, TooManySequences> {
        let nodes = number_of(counted)?;
        let mut report = Self {
            nodes,
            complete: counted.is_complete,
            seconds,
            nodes_per_second: nodes_per_second(nodes, seconds),
            threads: way.threads,
            memory_mib: way.memory_mib,
            word: way.word.map(str::to_owned),
            technique: way.technique.map(str::to_owned),
            bulk: way.bulk,
            ..self
        };
        report.check = report.check();
        Ok(report)
    }

    /// Returns the JSON object as the contents of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if JSON cannot be made.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Returns its share.
    const fn share(&self) -> Shard {
        Shard { number: self.shard, shards: self.shards }
    }

    /// Returns the digest of the fields that a merge depends on.
    fn check(&self) -> String {
        let Self { form, version, fen, depth, split, shard, shards, nodes, complete, .. } = self;
        let Self { all_positions, all_sequences, digest, positions, sequences, .. } = self;
        let text = format!(
            "{form}\n{version}\n{fen}\n{depth}\n{split}\n{shard}\n{shards}\n{all_positions}\n\
             {all_sequences}\n{digest}\n{positions}\n{sequences}\n{nodes}\n{complete}\n"
        );
        let mut check = Digest::new();
        check.add(text.as_bytes());
        check.text()
    }
}

/// The positions of a split, which are dealt to shards in turns.
#[derive(Debug)]
pub struct Deal {
    /// The split.
    pub split: Split,
    digest: String,
}

impl Deal {
    /// Splits after a number of half moves, until `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many positions or sequences, or if it was stopped.
    pub fn after(position: &Position, plies: u8, stop: &AtomicBool) -> Result<Self, Wrong> {
        let mut split = Split::new(position);
        for ply in 1..=plies {
            split.deepen_until(Split::MOST_POSITIONS, stop).map_err(|error| {
                let plies = counted(plies.into(), "half move");
                Wrong(format!("cannot split after {plies}: after {ply} {error}"))
            })?;
        }
        Ok(Self::of(split))
    }

    /// Splits as far as a number of shards needs, or until `stop` is set.
    #[must_use]
    pub fn for_shards(position: &Position, depth: u8, shards: u32, stop: &AtomicBool) -> Self {
        let mut split = Split::new(position);
        let wanted = POSITIONS_A_SHARD * shards as usize;
        while split.plies() < u32::from(depth)
            && split.positions().len() < wanted
            && split.deepen_until(Split::MOST_POSITIONS, stop).is_ok()
        {}
        Self::of(split)
    }

    fn of(split: Split) -> Self {
        let mut digest = Digest::new();
        for SplitPosition { position, multiplicity, .. } in split.positions() {
            digest.add(format!("{} {multiplicity}\n", position.shredder_fen()).as_bytes());
        }
        Self { split, digest: digest.text() }
    }

    /// Returns the positions of a shard.
    pub fn share(&self, shard: Shard) -> impl Iterator<Item = &SplitPosition> {
        self.split.share(shard.number as usize - 1, shard.shards as usize)
    }

    /// Describes a shard of a count of sequences of a length, before it is counted.
    ///
    /// # Errors
    ///
    /// Returns an error if the sequences to the positions are longer than those that are counted.
    pub fn report(&self, depth: u8, shard: Shard) -> Result<ShardReport, Wrong> {
        let plies = self.split.plies();
        let split = u8::try_from(plies).unwrap_or(u8::MAX);
        if split > depth {
            return Err(too_deep(split, depth));
        }
        Ok(ShardReport {
            form: FORM,
            version: VERSION.to_owned(),
            fen: self.split.start().to_string(),
            depth,
            split,
            shard: shard.number,
            shards: shard.shards,
            all_positions: self.split.positions().len() as u64,
            all_sequences: self.split.sequences(),
            digest: self.digest.clone(),
            positions: self.share(shard).count() as u64,
            sequences: self.share(shard).map(|reached| reached.multiplicity).sum(),
            ..ShardReport::default()
        })
    }
}

/// Makes the error for a split after more half moves than are counted.
#[must_use]
pub fn too_deep(split: u8, depth: u8) -> Wrong {
    Wrong(format!("expected a split of at most the depth {depth}, found {split}"))
}
