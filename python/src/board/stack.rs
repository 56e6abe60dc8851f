//! The moves that led to a position.

use std::borrow::Cow;
use std::sync::Arc;

use hyperbola_moves::{Move, Position, Square};
use pyo3::prelude::*;

use crate::memory;

/// A move that was played, and what was before it.
#[derive(Clone, Copy)]
pub(crate) struct Ply {
    pub(crate) position: Position,
    /// The square that a pawn passed over just before, whether or not it can be captured there.
    pub(crate) passed: Option<Square>,
    /// The move as it is shown, or nothing for a null move.
    pub(crate) played: Option<Move>,
}

/// Something else that keeps moves, such as the tree of a game. The moves to a node never change.
pub(crate) trait Line: Send + Sync {
    /// Returns the last moves to a node, in their order: as many as wanted, if there are as many.
    fn latest(&self, node: usize, count: usize) -> Vec<Ply>;

    /// Returns the node before another.
    fn parent(&self, node: usize) -> usize;

    /// Returns the number of moves to a node.
    fn depth(&self, node: usize) -> usize;
}

/// The moves before a position. The first ones may stand in the tree of a game, so that the board
/// of a node takes the same time wherever the node is.
#[derive(Clone, Default)]
pub(crate) struct Stack {
    own: Vec<Ply>,
    /// The moves before the own ones: those to a node.
    before: Option<(Arc<dyn Line>, usize)>,
}

impl Stack {
    /// Returns the moves to a node.
    pub(crate) fn to_node(line: Arc<dyn Line>, node: usize) -> Self {
        Self { own: Vec::new(), before: Some((line, node)) }
    }

    pub(super) fn len(&self) -> usize {
        let before = self.before.as_ref();
        self.own.len() + before.map_or(0, |(line, node)| line.depth(*node))
    }

    pub(super) fn push(&mut self, ply: Ply) -> PyResult<()> {
        if self.own.len() == self.own.capacity() {
            return memory::extend(&mut self.own, &[ply]);
        }
        self.own.push(ply);
        Ok(())
    }

    pub(super) fn pop(&mut self) -> Option<Ply> {
        self.own.pop().or_else(|| {
            let (line, node) = self.before.as_mut()?;
            let last = line.latest(*node, 1).pop()?;
            *node = line.parent(*node);
            Some(last)
        })
    }

    pub(super) fn last(&self) -> Option<Ply> {
        self.latest(1).last().copied()
    }

    /// Returns the last moves: as many as wanted, if there are as many.
    pub(super) fn latest(&self, count: usize) -> Cow<'_, [Ply]> {
        match (&self.before, count.checked_sub(self.own.len())) {
            (Some((line, node)), Some(more @ 1..)) => {
                let mut plies = line.latest(*node, more);
                plies.extend_from_slice(&self.own);
                Cow::Owned(plies)
            }
            (_, more) => Cow::Borrowed(match more {
                None => &self.own[self.own.len() - count..],
                Some(_) => &self.own,
            }),
        }
    }

    /// Returns all moves.
    pub(super) fn all(&self) -> Cow<'_, [Ply]> {
        self.latest(usize::MAX)
    }

    /// Returns a copy with the last moves alone.
    pub(super) fn copy_latest(&self, count: usize) -> PyResult<Self> {
        if count >= self.len() {
            let mut own = Vec::new();
            memory::extend(&mut own, &self.own)?;
            return Ok(Self { own, before: self.before.clone() });
        }
        let mut own = Vec::new();
        memory::extend(&mut own, &self.latest(count))?;
        Ok(Self { own, before: None })
    }
}
