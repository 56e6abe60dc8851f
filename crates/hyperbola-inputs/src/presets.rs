//! Input sets that networks use, by their names.

use core::fmt;
use core::str::FromStr;

use crate::definition::{
    Block, Mirror, PawnPairs, PieceSquares, PieceThreats, Victims, halves, planes,
};
use crate::{InputSet, InputSetError};

/// A block of inputs with a name. Its numbers never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The meaning of the inputs, and the networks that use them.
    pub meaning: &'static str,
    /// The definition.
    pub block: Block,
}

impl Preset {
    /// All presets.
    pub const ALL: &'static [Self] = &[
        pieces(
            "halfka_v2_hm",
            "HalfKAv2_hm of Stockfish: pieces with 32 buckets of the own king",
            STOCKFISH,
        ),
        pieces(
            "halfka_v2_hm_training",
            "HalfKAv2_hm of nnue-pytorch: the same with a plane for each king",
            PieceSquares { planes: planes([0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11]), ..STOCKFISH },
        ),
        threats(
            "threats_59808",
            "threats of Stockfish's networks since SFNNv16: no pushes of pawns",
            ["NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""],
            false,
        ),
        threats(
            "threats_60720",
            "threats of SFNNv14 and SFNNv15: with pushes of pawns",
            ["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""],
            true,
        ),
        threats(
            "threats_60144",
            "threats of SFNNv12 and SFNNv13: without kings",
            ["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""],
            false,
        ),
        threats(
            "threats_66864",
            "threats of SFNNv11: with kings as attackers",
            ["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", "PNBR"],
            false,
        ),
        threats(
            "threats_79856",
            "threats of SFNNv10: with kings as attackers and as victims",
            ["PNR", "PNBRQK", "PNBRK", "PNBRK", "PNBRQK", "PNBR"],
            false,
        ),
        Self {
            name: "pawn_pairs",
            meaning: "PP_3Wide since SFNNv16: pairs of pawns at most one file apart",
            block: Block::Pairs(PawnPairs { mirror: Mirror::QueenSide, files: 1 }),
        },
        pieces(
            "chess_768",
            "Chess768 of Bullet: pieces on squares, without buckets",
            PieceSquares::CHESS_768,
        ),
    ];

    /// Returns the set that has only this block.
    #[must_use]
    pub fn set(&self) -> InputSet {
        let mut set = InputSet::EMPTY;
        // Presets are valid.
        let _ = set.push(self.block);
        set
    }

    /// Returns the preset with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|preset| preset.name == name)
    }
}

/// HalfKAv2_hm: planes of own and other pieces in turn, and buckets that begin at h8.
const STOCKFISH: PieceSquares = PieceSquares {
    mirror: Mirror::KingSide,
    planes: planes([0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 10]),
    buckets: halves({
        let mut buckets = [0; 32];
        let mut place: u8 = 0;
        while place < 32 {
            buckets[place as usize] = 4 * (7 - place / 4) + place % 4;
            place += 1;
        }
        buckets
    }),
};

const fn pieces(name: &'static str, meaning: &'static str, block: PieceSquares) -> Preset {
    Preset { name, meaning, block: Block::Pieces(block) }
}

const fn threats(
    name: &'static str,
    meaning: &'static str,
    letters: [&str; 6],
    pushes: bool,
) -> Preset {
    let mut victims = [Victims::new("").unwrap(); 6];
    let mut role = 0;
    while role < 6 {
        victims[role] = Victims::new(letters[role]).unwrap();
        role += 1;
    }
    let mirror = Mirror::QueenSide;
    Preset {
        name,
        meaning,
        block: Block::Threats(PieceThreats { mirror, victims, pushes, once: true }),
    }
}

/// Reads names of presets with a plus sign between them: their blocks follow each other.
impl FromStr for InputSet {
    type Err = ParseInputSetError;

    fn from_str(text: &str) -> Result<Self, ParseInputSetError> {
        let mut set = Self::EMPTY;
        for (index, name) in text.split('+').enumerate() {
            let unknown = ParseInputSetError::UnknownName { index };
            let preset = Preset::named(name.trim()).ok_or(unknown)?;
            set.push(preset.block).map_err(ParseInputSetError::Blocks)?;
        }
        Ok(set)
    }
}

/// The error for a text that is not made of names of presets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseInputSetError {
    /// A name is not that of a preset.
    UnknownName {
        /// The place of the name, from 0.
        index: usize,
    },
    /// The blocks do not fit together.
    Blocks(InputSetError),
}

impl fmt::Display for ParseInputSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName { index } => {
                write!(f, "name {} is not that of a preset: expected ", index + 1)?;
                for (place, preset) in Preset::ALL.iter().enumerate() {
                    write!(f, "{}{}", if place > 0 { ", " } else { "" }, preset.name)?;
                }
                f.write_str(
                    ", or several with a plus sign between them; docs/INPUTS.md has the names that \
                     nnue-pytorch, Stockfish and Bullet use, and the sets that they are",
                )
            }
            Self::Blocks(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseInputSetError {}
