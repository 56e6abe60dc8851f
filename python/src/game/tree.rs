//! The tree of a game, and how it is read.

use std::sync::{Mutex, PoisonError};

use hyperbola_moves::pgn::{
    GameResult, Interest, MAX_MOVES, PgnError, PgnErrorKind, Player, TOO_LONG, TagErrorKind, Text,
    Variant, Visitor, read_move, read_start,
};
use hyperbola_moves::{Move, Position, Square};

use crate::board::{Board, Line, Ply, passed_by, shown_form};

/// The largest number of names of tags, because they are searched one by one, without those that
/// the game itself says.
const MAX_TAGS: usize = 1024;
/// The notes of a game that are kept.
const MAX_NOTES: usize = 100;
const OWN_TAGS: [&str; 4] = ["Result", "SetUp", "FEN", "Variant"];

/// A numeric annotation of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Nag {
    pub(super) number: u16,
    /// Whether it was written as a sign behind the move, such as `!?`.
    pub(super) is_sign: bool,
}

/// A move with what is said of it. The first node of a tree has no move.
#[derive(Clone, Default)]
pub(super) struct Node {
    /// The move, or nothing for a null move.
    pub(super) played: Option<Move>,
    pub(super) parent: usize,
    /// The number of moves up to this one.
    pub(super) depth: usize,
    /// The position after the move.
    pub(super) position: Position,
    /// The moves after it, the main one first.
    pub(super) children: Vec<usize>,
    /// The comments before the move, where a variation begins.
    pub(super) before: Vec<String>,
    pub(super) comments: Vec<String>,
    pub(super) nags: Vec<Nag>,
}

/// A game: its tags and its moves.
#[derive(Clone)]
pub(super) struct Tree {
    /// The tags in the order in which they are written.
    pub(super) tags: Vec<(String, String)>,
    /// The number of names in the tags, without those that the game itself says.
    names: usize,
    /// The square that a pawn passed over before the start.
    pub(super) passed: Option<Square>,
    pub(super) is_chess960: bool,
    /// Whether the boards of the nodes are those of `hyperbola.compat.chess`.
    pub(super) is_compat: bool,
    pub(super) result: GameResult,
    pub(super) nodes: Vec<Node>,
    /// The offset of the game in its stream, if it is known.
    pub(super) offset: Option<u64>,
    /// The mistakes that reading has found.
    pub(super) errors: Vec<String>,
    /// The first things that reading has passed over.
    pub(super) notes: Vec<String>,
}

impl Tree {
    pub(super) fn new(start: Position, passed: Option<Square>, is_chess960: bool) -> Self {
        Self {
            tags: Vec::new(),
            names: 0,
            passed,
            is_chess960,
            is_compat: false,
            result: GameResult::Unknown,
            nodes: vec![Node { position: start, ..Node::default() }],
            offset: None,
            errors: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Returns the value of a tag: of one that occurs more than once, the last.
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rfind(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// Sets the value of a tag, in its place if there is one.
    pub(super) fn set_tag(&mut self, name: &str, value: String) {
        let Some(place) = self.tags.iter().position(|(known, _)| known == name) else {
            self.push_tag(name, value);
            return;
        };
        self.tags[place].1 = value;
        let mut index = 0..;
        self.tags.retain(|(known, _)| index.next() <= Some(place) || known != name);
    }

    /// Removes a tag and returns whether it was there.
    pub(super) fn remove_tag(&mut self, name: &str) -> bool {
        let before = self.tags.len();
        self.tags.retain(|(known, _)| known != name);
        let was_there = self.tags.len() < before;
        self.names -= usize::from(was_there && !OWN_TAGS.contains(&name));
        was_there
    }

    fn push_tag(&mut self, name: &str, value: String) {
        self.names += usize::from(self.is_new(name));
        self.tags.push((name.to_owned(), value));
    }

    /// Adds a tag that is read, also if it occurs already.
    fn add_tag(&mut self, name: &str, value: String) -> Result<(), PgnErrorKind> {
        if self.is_full(name) {
            return Err(PgnErrorKind::Tag(TagErrorKind::Many));
        }
        self.push_tag(name, value);
        Ok(())
    }

    /// Adds a move after another, as its last variation.
    pub(super) fn add(&mut self, parent: usize, played: Option<Move>) -> usize {
        let index = self.nodes.len();
        let before = &self.nodes[parent];
        let (depth, position) = (before.depth + 1, after(&before.position, played));
        self.nodes.push(Node { played, parent, depth, position, ..Node::default() });
        self.nodes[parent].children.push(index);
        index
    }

    /// Returns whether there is no place for a tag.
    pub(super) fn is_full(&self, name: &str) -> bool {
        self.names >= MAX_TAGS && self.is_new(name)
    }

    /// Returns whether a tag would be one name more.
    fn is_new(&self, name: &str) -> bool {
        !OWN_TAGS.contains(&name) && self.tag(name).is_none()
    }

    /// Sets the tag of the result to that behind the moves, unless it says another.
    pub(super) fn set_result_tag(&mut self) {
        if matches!(self.tag("Result"), None | Some("*")) {
            self.set_tag("Result", self.result.to_string());
        }
    }

    /// Returns whether a node begins a variation.
    pub(super) fn starts_variation(&self, index: usize) -> bool {
        index > 0 && self.nodes[self.nodes[index].parent].children.first() != Some(&index)
    }

    /// Returns the position before the first move.
    pub(super) fn start(&self) -> &Position {
        &self.nodes[0].position
    }

    /// Returns the square that a pawn has passed over in a node's move.
    pub(super) fn passed(&self, index: usize) -> Option<Square> {
        if index == 0 {
            return self.passed;
        }
        let node = &self.nodes[index];
        passed_by(&self.nodes[node.parent].position, node.played)
    }

    /// Returns the board at a node, without the moves before.
    pub(super) fn board(&self, index: usize) -> Board {
        Board::at_position(self.nodes[index].position, self.passed(index), self.is_chess960)
    }

    /// Returns a node's move as it is shown.
    pub(super) fn shown(&self, index: usize) -> Option<Move> {
        let node = &self.nodes[index];
        let before = &self.nodes[node.parent].position;
        node.played.map(|played| shown_form(before, self.is_chess960, played))
    }
}

/// Moves of a board that was taken from the tree.
impl Line for Mutex<Tree> {
    fn latest(&self, node: usize, count: usize) -> Vec<Ply> {
        let tree = self.lock().unwrap_or_else(PoisonError::into_inner);
        let mut plies = Vec::with_capacity(count.min(tree.nodes[node].depth));
        let mut index = node;
        while index != 0 && plies.len() < count {
            let parent = tree.nodes[index].parent;
            let (position, passed) = (tree.nodes[parent].position, tree.passed(parent));
            plies.push(Ply { position, passed, played: tree.shown(index) });
            index = parent;
        }
        plies.reverse();
        plies
    }

    fn parent(&self, node: usize) -> usize {
        self.lock().unwrap_or_else(PoisonError::into_inner).nodes[node].parent
    }

    fn depth(&self, node: usize) -> usize {
        self.lock().unwrap_or_else(PoisonError::into_inner).nodes[node].depth
    }
}

/// Returns the position after a move, or after a null move, which is known to be legal.
pub(super) fn after(position: &Position, played: Option<Move>) -> Position {
    let Some(played) = played else { return position.null_move().unwrap_or(*position) };
    let mut next = *position;
    next.play_unchecked(played);
    next
}

/// Where the reader is in a line of moves.
#[derive(Clone, Copy)]
struct Place {
    node: usize,
    /// The position before the node's move, and after it.
    before: Position,
    after: Position,
    /// The number of moves up to the node.
    moves: usize,
    /// Whether the variation has no move yet.
    begins: bool,
}

/// Makes the tree of a game that is read.
pub(super) struct Builder {
    pub(super) tree: Tree,
    place: Place,
    /// Where the variations that are open begin, and how many more begin there without a move.
    open: Vec<(Place, usize)>,
    /// The comments before the first move of a variation.
    starting: Vec<String>,
    /// The bytes of a comment so far.
    comment: Vec<u8>,
    /// Whether the last FEN is one of Chess960, and the last variant.
    chess960: [bool; 2],
    pub(super) only_headers: bool,
}

impl Builder {
    pub(super) fn new(only_headers: bool) -> Self {
        let start = Position::initial();
        Self {
            tree: Tree::new(start, None, false),
            place: Place { node: 0, before: start, after: start, moves: 0, begins: false },
            open: Vec::new(),
            starting: Vec::new(),
            comment: Vec::new(),
            chess960: [false; 2],
            only_headers,
        }
    }

    /// Returns where an alternative to the last move begins.
    fn alternative_to(&self, Place { node, before, moves, .. }: Place) -> Place {
        let moves = moves.saturating_sub(1);
        Place { node: self.tree.nodes[node].parent, before, after: before, moves, begins: true }
    }
}

/// Reads a tag as the other readers of PGN do, who find the same mistakes.
fn played(name: &str, value: Text<'_>) -> Result<Player, PgnErrorKind> {
    let mut player = Player::new();
    player.tag(name, value)?;
    Ok(player)
}

impl Visitor for Builder {
    fn begin_game(&mut self) {
        *self = Self::new(self.only_headers);
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        let text = value;
        let value = text.to_str();
        match name {
            "FEN" => {
                let position = *played(name, text)?.game().start();
                self.tree.nodes[0].position = position;
                let passed = read_start(&value).ok().and_then(|setup| setup.en_passant);
                self.tree.passed = position.en_passant().or(passed);
                self.chess960[0] = position.chess960_right().is_some();
            }
            "Variant" => {
                let variant = played(name, text)?.game().variant();
                self.chess960[1] = variant == Variant::Chess960;
            }
            "Result" => self.tree.result = value.trim().parse().unwrap_or_default(),
            _ => {}
        }
        self.tree.is_chess960 = self.chess960.contains(&true);
        self.tree.add_tag(name, value.into_owned())
    }

    fn end_tags(&mut self) -> Interest {
        let start = *self.tree.start();
        self.place = Place { node: 0, before: start, after: start, moves: 0, begins: false };
        if self.only_headers { Interest::Skip } else { Interest::Visit }
    }

    fn note(&mut self, note: PgnError) {
        if self.tree.notes.len() < MAX_NOTES {
            self.tree.notes.push(note.to_string());
        }
    }

    fn san(&mut self, san: &str) -> Result<(), PgnErrorKind> {
        let moves = self.place.moves + 1;
        if moves > MAX_MOVES {
            return Err(TOO_LONG);
        }
        let position = self.place.after;
        let (played, next) = match read_move(&position, san) {
            Ok(played) => (Some(played), after(&position, Some(played))),
            Err(PgnErrorKind::NullMove) => {
                (None, position.null_move().ok_or(PgnErrorKind::NullMove)?)
            }
            Err(error) => return Err(error),
        };
        let node = self.tree.add(self.place.node, played);
        if !self.place.begins {
            // Variations may stand before the main move.
            let children = &mut self.tree.nodes[self.place.node].children;
            children.rotate_right(1);
        }
        self.tree.nodes[node].before = core::mem::take(&mut self.starting);
        self.place = Place { node, before: position, after: next, moves, begins: false };
        Ok(())
    }

    fn nag(&mut self, number: u16) {
        self.tree.nodes[self.place.node].nags.push(Nag { number, is_sign: false });
    }

    fn sign(&mut self, number: u16) {
        // The signs that are not those of moves are written as numbers.
        let is_sign = (1..=6).contains(&number);
        self.tree.nodes[self.place.node].nags.push(Nag { number, is_sign });
    }

    fn comment(&mut self, text: Text<'_>, is_last: bool) {
        self.comment.extend_from_slice(text.as_bytes());
        if !is_last {
            return;
        }
        let comment = Text::new(&self.comment).to_str().into_owned();
        self.comment.clear();
        match self.place.begins {
            true => self.starting.push(comment),
            false => self.tree.nodes[self.place.node].comments.push(comment),
        }
    }

    fn begin_variation(&mut self) -> Interest {
        // A variation that begins with another has no move to which this one is an alternative.
        match self.open.last_mut() {
            Some((_, empty)) if self.place.begins => *empty += 1,
            _ => {
                self.open.push((self.place, 0));
                self.place = self.alternative_to(self.place);
            }
        }
        Interest::Visit
    }

    fn end_variation(&mut self) {
        let starting = core::mem::take(&mut self.starting);
        match self.open.last_mut() {
            Some((place, empty)) if *empty > 0 => {
                *empty -= 1;
                let place = *place;
                self.place = self.alternative_to(place);
            }
            _ => self.place = self.open.pop().map_or(self.place, |(place, _)| place),
        }
        // A variation without moves has nothing but comments.
        self.tree.nodes[self.place.node].comments.extend(starting);
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        if let Some(result) = result {
            self.tree.result = result;
        }
    }
}
