//! Values from a fuzzer's bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{Move, MoveList, Piece, Position, Role};

impl Arbitrary<'_> for Role {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
        bytes.choose(&Self::ALL).copied()
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (1, Some(1))
    }
}

impl Arbitrary<'_> for Piece {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self::new(bytes.arbitrary()?, bytes.arbitrary()?))
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (2, Some(2))
    }
}

impl Arbitrary<'_> for Move {
    /// Makes any move that can be written down, legal or not.
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let role = bytes.choose(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        let &role = role?;
        Ok(Self::promoting(bytes.arbitrary()?, bytes.arbitrary()?, role))
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (3, Some(3))
    }
}

impl Arbitrary<'_> for MoveList {
    /// Makes a list of at most 256 moves, legal or not.
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
        bytes.arbitrary_iter()?.take(Self::CAPACITY).collect()
    }
}

impl Arbitrary<'_> for Position {
    /// Plays a game of at most 400 legal moves from the initial position. Each byte chooses a move.
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let mut position = Self::initial();
        for _ in 0..400 {
            let moves = position.legal_moves();
            if bytes.is_empty() || moves.is_empty() {
                break;
            }
            position.play_unchecked(*bytes.choose(&moves)?);
        }
        Ok(position)
    }
}
