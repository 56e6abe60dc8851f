//! Definitions as text.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::definition::{
    Block, KINGS_APART, KINGS_MERGED, Mirror, PawnPairs, PieceSquares, PieceThreats, Victims,
    halves,
};
use crate::{InputSet, Preset};

/// A definition as it is written, in TOML, in JSON or in another format of serde.
///
/// ```
/// use hyperbola_inputs::{Definition, InputSet};
///
/// let definition: Definition = toml::from_str(r#"
///     [[blocks]]
///     preset = "threats_59808"
///     [[blocks]]
///     kind = "pieces"
///     mirror = "a-d"
///     planes = "kings-merged"
///     buckets = [
///         0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4,
///         4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
///     ]
/// "#)?;
/// // Both kings have one plane, so that a bucket's squares must be a king's step apart.
/// let error = definition.set().expect_err("not valid").to_string();
/// assert!(error.starts_with("block 2: expected a bucket's squares"), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A block is either a preset or has a kind with its parameters:
///
/// | kind | parameters |
/// |---|---|
/// | `pieces` | `planes`: `kings-apart`, `kings-merged`, or 12 numbers: own pawn to own king, then the other side's, -1 for none; `buckets`: 64 numbers from a1, or 32 from a1 to d1 up to d8 for both halves |
/// | `threats` | `victims`: six texts of letters, for a pawn, a knight, a bishop, a rook, a queen and a king as attackers; `pushes` and `once`, false and true if they are left out |
/// | `pawn-pairs` | `files`: by how many files the pawns may be apart |
///
/// `mirror` is the files to which the own king is brought, `none`, `a-d` or `e-h`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    blocks: Vec<BlockText>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct BlockText {
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mirror: Option<Mirror>,
    #[serde(skip_serializing_if = "Option::is_none")]
    planes: Option<PlanesText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buckets: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    victims: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pushes: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    once: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Pieces,
    Threats,
    PawnPairs,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected kings-apart, kings-merged, or a list of 12 numbers")]
enum PlanesText {
    Named(Planes),
    Numbers(Vec<i16>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Planes {
    KingsApart,
    KingsMerged,
}

impl Definition {
    /// Returns the set that the definition describes.
    ///
    /// # Errors
    ///
    /// Returns a [`DefinitionError`], which names the block and the mistake in it.
    pub fn set(&self) -> Result<InputSet, DefinitionError> {
        let mut set = InputSet::EMPTY;
        for (index, text) in self.blocks.iter().enumerate() {
            let pushed =
                text.block().and_then(|block| set.push(block).map_err(|error| error.to_string()));
            pushed.map_err(|message| DefinitionError { block: Some(index), message })?;
        }
        match set.parts().is_empty() {
            true => Err(DefinitionError { block: None, message: "expected a block".to_owned() }),
            false => Ok(set),
        }
    }
}

/// The definition of a set, without presets.
impl From<&InputSet> for Definition {
    fn from(set: &InputSet) -> Self {
        Self { blocks: set.parts().iter().map(|part| BlockText::of(part.block())).collect() }
    }
}

impl BlockText {
    fn block(&self) -> Result<Block, String> {
        if let Some(name) = &self.preset {
            if (Self { preset: None, ..self.clone() }) != Self::default() {
                return Err("expected a preset without parameters, found both".to_owned());
            }
            let preset = Preset::named(name).ok_or_else(|| {
                let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name).collect();
                format!("expected one of the presets {}, found {name:?}", names.join(", "))
            })?;
            return Ok(preset.block);
        }
        let kind = self.kind.ok_or("expected a preset or a kind")?;
        let [pieces, threats, pairs] =
            [Kind::Pieces, Kind::Threats, Kind::PawnPairs].map(|one| one == kind);
        for (name, is_given, is_taken, is_needed) in [
            ("planes", self.planes.is_some(), pieces, true),
            ("buckets", self.buckets.is_some(), pieces, true),
            ("victims", self.victims.is_some(), threats, true),
            ("pushes", self.pushes.is_some(), threats, false),
            ("once", self.once.is_some(), threats, false),
            ("files", self.files.is_some(), pairs, true),
        ] {
            if is_taken && is_needed && !is_given {
                return Err(format!("expected {name}"));
            }
            if is_given && !is_taken {
                return Err(format!("this kind of block has no {name}"));
            }
        }
        let mirror = self.mirror.ok_or("expected mirror")?;
        Ok(match kind {
            Kind::Pieces => Block::Pieces(PieceSquares {
                mirror,
                planes: self.planes.as_ref().map_or(Ok(KINGS_APART), PlanesText::planes)?,
                buckets: buckets(self.buckets.as_deref().unwrap_or_default())?,
            }),
            Kind::Threats => Block::Threats(PieceThreats {
                mirror,
                victims: victims(self.victims.as_deref().unwrap_or_default())?,
                pushes: self.pushes.unwrap_or(false),
                once: self.once.unwrap_or(true),
            }),
            Kind::PawnPairs => {
                Block::Pairs(PawnPairs { mirror, files: self.files.unwrap_or_default() })
            }
        })
    }

    fn of(block: Block) -> Self {
        let mirror = Some(block.mirror());
        match block {
            Block::Pieces(pieces) => Self {
                kind: Some(Kind::Pieces),
                mirror,
                planes: Some(PlanesText::of(pieces.planes)),
                buckets: Some(pieces.buckets.to_vec()),
                ..Self::default()
            },
            Block::Threats(threats) => Self {
                kind: Some(Kind::Threats),
                mirror,
                victims: Some(threats.victims.iter().map(Victims::to_string).collect()),
                pushes: Some(threats.pushes),
                once: Some(threats.once),
                ..Self::default()
            },
            Block::Pairs(pairs) => Self {
                kind: Some(Kind::PawnPairs),
                mirror,
                files: Some(pairs.files),
                ..Self::default()
            },
        }
    }
}

impl PlanesText {
    fn planes(&self) -> Result<[Option<u8>; 12], String> {
        let numbers = match self {
            Self::Named(Planes::KingsApart) => return Ok(KINGS_APART),
            Self::Named(Planes::KingsMerged) => return Ok(KINGS_MERGED),
            Self::Numbers(numbers) => numbers,
        };
        let Ok(numbers): Result<[i16; 12], _> = numbers.as_slice().try_into() else {
            return Err(format!("planes: expected 12 numbers, found {}", numbers.len()));
        };
        let mut planes = [None; 12];
        for (plane, number) in planes.iter_mut().zip(numbers) {
            *plane = match u8::try_from(number) {
                _ if number == -1 => None,
                Ok(number @ 0..=11) => Some(number),
                _ => return Err(format!("planes: expected -1 to 11, found {number}")),
            };
        }
        Ok(planes)
    }

    fn of(planes: [Option<u8>; 12]) -> Self {
        Self::Numbers(planes.iter().map(|plane| plane.map_or(-1, i16::from)).collect())
    }
}

fn buckets(numbers: &[u8]) -> Result<[u8; 64], String> {
    if let Ok(all) = numbers.try_into() {
        return Ok(all);
    }
    let half = numbers
        .try_into()
        .map_err(|_| format!("buckets: expected 64 or 32 numbers, found {}", numbers.len()))?;
    Ok(halves(half))
}

fn victims(texts: &[String]) -> Result<[Victims; 6], String> {
    if texts.len() != 6 {
        return Err(format!("victims: expected six texts, found {}", texts.len()));
    }
    let mut victims = [Victims::default(); 6];
    for (victims, text) in victims.iter_mut().zip(texts) {
        *victims = Victims::new(text).ok_or_else(|| {
            format!("victims: expected letters of PNBRQK, each once, found {text:?}")
        })?;
    }
    Ok(victims)
}

/// The error for a definition that describes no set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionError {
    /// The place of the block, from 0, if it is about one.
    pub block: Option<usize>,
    message: String,
}

impl core::fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.block {
            Some(block) => write!(f, "block {}: {}", block + 1, self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl core::error::Error for DefinitionError {}
