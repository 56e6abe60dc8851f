//! The rules of chess that a wrong list of moves breaks, in words.

mod castling;
mod extra;
mod making;
mod missing;
mod total;

use core::fmt;
use std::collections::BTreeMap;

use hyperbola::geometry;
use hyperbola_moves::{Bitboard, Move, Piece, Position, Role, Square};

pub(crate) use extra::{extra, unread};
pub(crate) use making::{counted, made};
pub(crate) use missing::missing;

/// Defines the rules with their names and their texts.
macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $name:ident $id:literal $law:literal,)+) => {
        /// A rule of chess that a move generator can break, or of the inputs of a network.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Rule {
            /// All rules.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Returns the name, such as `pinned`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// Returns the rule with a name.
            #[must_use]
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|rule| rule.id() == id)
            }

            /// Returns the rule as a sentence.
            #[must_use]
            pub const fn law(self) -> &'static str {
                match self { $(Self::$name => $law,)+ }
            }
        }
    };
}

rules! {
    /// A piece moves in another way.
    Movement "movement" "Each piece moves in its own way only.",
    /// A move goes round the edge.
    Edge "edge" "The board ends at its edge.",
    /// A slider passes a piece.
    Blocked "blocked" "A slider stops at the first piece in its way.",
    /// The target has an own piece.
    OwnPiece "own-piece" "A piece cannot capture a piece of its own side.",
    /// An enemy piece or no piece moves.
    WrongSide "wrong-side" "Only pieces of the side to move may move.",
    /// A capture is missing.
    Capture "capture" "A piece captures an enemy piece on a square that it attacks.",
    /// A move is in the list twice.
    Twice "twice" "Each move is one move.",
    /// The text is no move.
    Notation "notation" "A move is two squares and, for a promotion, one of q, r, b and n.",
    /// Many moves are missing at the end of a long list.
    ListLength "list-length" "A position may have up to 218 legal moves.",
    /// A pawn's step.
    PawnStep "pawn-step" "A pawn steps forward to an empty square.",
    /// A pawn's double step.
    DoubleStep "double-step" "From its starting rank a pawn may make a double step over an empty \
        square to an empty square.",
    /// A pawn's capture.
    PawnCapture "pawn-capture" "A pawn captures diagonally forward, and only captures so.",
    /// Promotion.
    Promotion "promotion" "A pawn that reaches the last rank becomes a queen, rook, bishop or \
        knight.",
    /// En passant is allowed.
    EnPassant "en-passant" "A pawn may capture a pawn that has just passed over the square it \
        attacks.",
    /// En passant is over, or was never allowed there.
    EnPassantGone "en-passant-gone" "En passant is allowed at once after the double step only.",
    /// En passant exposes the king.
    EnPassantUncovers "en-passant-uncovers" "En passant takes two pawns from their squares, and \
        must not uncover an attack on the own king.",
    /// En passant answers a check.
    EnPassantCheck "en-passant-check" "En passant may capture the pawn that gives check.",
    /// Castling is allowed.
    Castling "castling" "A king castles if it has the right, no piece is between, and the enemy \
        attacks neither its square nor the squares it crosses or reaches.",
    /// Castling is allowed although the rook is attacked or passes an attacked square.
    CastlingRook "castling-rook" "Castling is allowed if only the rook is attacked, or a square \
        that only the rook crosses.",
    /// There is no right to castle.
    CastlingRight "castling-right" "The right to castle ends when the king or the rook moves, or \
        the rook is captured.",
    /// Castling out of check.
    CastlingFromCheck "castling-from-check" "A king in check cannot castle.",
    /// Castling through check.
    CastlingThroughCheck "castling-through-check" "The king cannot castle through an attacked \
        square.",
    /// Castling into check.
    CastlingIntoCheck "castling-into-check" "The king cannot castle to an attacked square.",
    /// Castling over pieces.
    CastlingOccupied "castling-occupied" "Between king and rook, and where they go, every square \
        must be empty.",
    /// The castling rook uncovers an attack.
    CastlingUncovers "castling-uncovers" "The rook that castles must not uncover an attack on the \
        king.",
    /// The king steps into an attack.
    KingIntoCheck "king-into-check" "The king cannot go to an attacked square.",
    /// The king steps next to the other king.
    KingBesideKing "king-beside-king" "The kings cannot stand beside each other.",
    /// The king stays on the line of the check.
    KingOnLine "king-on-line" "The king does not shield the squares behind it from a slider.",
    /// The king captures a protected piece.
    KingTakesProtected "king-takes-protected" "The king cannot capture a protected piece.",
    /// A king's move is missing.
    KingMove "king-move" "The king may go to any square beside it that the enemy does not attack.",
    /// A pinned piece leaves its line.
    Pinned "pinned" "A pinned piece cannot leave the line between its king and the pinner.",
    /// A pinned piece moves on its line.
    PinLine "pin-line" "A pinned piece may move along the line of its pin, up to the pinner.",
    /// A check is not answered.
    Check "check" "A check must be answered.",
    /// A double check needs a king's move.
    DoubleCheck "double-check" "Only a move of the king answers a double check.",
    /// A capture of the checker is missing.
    CaptureChecker "capture-checker" "A check may be answered by capturing the piece that gives it.",
    /// A block is missing.
    BlockCheck "block-check" "A check by a slider may be answered by a piece between.",
    /// After a capture the piece is still there.
    MadeCapture "made-capture" "A captured piece leaves the board.",
    /// After en passant the pawn is still there.
    MadeEnPassant "made-en-passant" "En passant takes the captured pawn off its square.",
    /// After castling the rook is not where it belongs.
    MadeCastling "made-castling" "Castling moves the rook, too.",
    /// After a promotion the piece is another.
    MadePromotion "made-promotion" "The promoted piece stands there instead of the pawn.",
    /// After a double step there is no en passant square.
    MadeDoubleStep "made-double-step" "A double step gives the other side the right to capture en \
        passant.",
    /// A move is made in another way.
    MadeMove "made-move" "A move changes the squares it names, the side to move and the rights.",
    /// The FEN, SAN or check flag.
    Description "description" "The description of a position follows from the position.",
    /// The number of moves is wrong, and nothing else is known.
    Count "count" "The number of moves is wrong; a total does not say which rule is broken.",
    /// The view sees the other half of the board as its own king's.
    InputFiles "input-files" "A view turns the files over where its own king stands on the other \
        half of the board than the definition says, and only there.",
    /// The ranks of a view.
    InputRanks "input-ranks" "Black's view turns the ranks over, and White's does not.",
    /// The list of a view is that of the other one.
    InputView "input-view" "White's list has what White's view sees, and Black's what Black's sees.",
    /// Own pieces are the other side's.
    InputSide "input-side" "The own pieces are those of the view's side.",
    /// The bucket.
    InputBucket "input-bucket" "The bucket is that of the own king's square, as the view sees it.",
    /// The plane of a piece.
    InputPlane "input-plane" "Each piece has the plane that the definition gives it.",
    /// The place of a block among the others.
    InputOffset "input-offset" "The numbers of a block follow those of the blocks before it.",
    /// The attacker's role or side.
    InputAttacker "input-attacker" "A threat has a number of the attacker's role, and of its side \
        from the view.",
    /// The victim's side.
    InputVictimSide "input-victim-side" "Whether a victim is own is said from the view, not from \
        the attacker.",
    /// The victim's role among the others.
    InputVictimOrder "input-victim-order" "The victims of a role are numbered in the order of the \
        definition.",
    /// A victim that the definition does not have.
    InputVictim "input-victim" "Only the roles that the definition lists are victims.",
    /// Of two equal pieces the wrong one counts.
    InputOnce "input-once" "Of two equal pieces that attack each other, only the one on the higher \
        square counts, as the view sees it.",
    /// The place of a square among those that a piece reaches.
    InputPlace "input-place" "Squares are counted among those that the attacker reaches on an empty \
        board.",
    /// A slider sees through a piece.
    InputBlocked "input-blocked" "A slider attacks the first piece in its way only.",
    /// A line that opens or closes.
    InputLine "input-line" "A piece that comes or goes closes or opens the lines through its square.",
    /// Pawns that are no pair.
    InputPair "input-pair" "Only pawns on files that are near enough are a pair.",
    /// A number that no position has.
    InputDead "input-dead" "A number that no position has is never there, not for a moment either.",
    /// A number that is too high.
    InputRange "input-range" "All numbers are below the number of inputs.",
    /// A number is there more than once.
    InputTwice "input-twice" "An input is there once.",
    /// A list that is full.
    InputList "input-list" "A list has room for all inputs: a view may have hundreds.",
    /// A block that must be recomputed.
    InputRefresh "input-refresh" "Where the own king comes to another bucket or to the other half \
        of the board, all inputs of the block change.",
    /// A block that need not be recomputed.
    InputNeedlessRefresh "input-needless-refresh" "A block is computed anew only where the own king \
        comes to another bucket or to the other half of the board.",
    /// An input that is there no more.
    InputStale "input-stale" "An input that is there no more is removed.",
    /// An input that stays.
    InputKept "input-kept" "An input that stays is neither removed nor added.",
    /// An input is missing.
    InputMissing "input-missing" "Everything on the board that the definition counts is an input.",
    /// An input of something that is not there.
    InputAbsent "input-absent" "Each input stands for something that is on the board.",
    /// There was no answer.
    NoAnswer "no-answer" "Every legal position has an answer.",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The reason why a move must or must not be in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// The rule.
    pub rule: Rule,
    /// The facts of this position, as a sentence.
    pub text: String,
    /// The squares that matter, to be marked on a board.
    pub squares: Bitboard,
    /// The slider whose attacks prove it, and the squares that are occupied then.
    pub proof: Option<(Square, Bitboard)>,
}

impl Reason {
    /// Makes the reason of a rule. A text that begins with `the`, `it` or `its` gets a capital.
    pub(crate) fn new(rule: Rule, text: impl Into<String>) -> Self {
        let mut text: String = text.into();
        if ["the ", "it ", "its "].iter().any(|word| text.starts_with(word)) {
            text[..1].make_ascii_uppercase();
        }
        Self { rule, text, squares: Bitboard::EMPTY, proof: None }
    }

    /// Marks squares.
    pub(crate) fn mark(self, squares: impl Into<Bitboard>) -> Self {
        Self { squares: self.squares | squares.into(), ..self }
    }

    /// Marks an attack by a piece on a square. If it is a slider's, the attacks prove it.
    pub(crate) fn attack(self, position: &Position, from: Square, to: Square) -> Self {
        let role = position.board().role_at(from);
        let slides = matches!(role, Some(Role::Bishop | Role::Rook | Role::Queen));
        let line = if slides { geometry::between(from, to) } else { Bitboard::EMPTY };
        let proof = self.proof.or_else(|| slides.then(|| (from, position.board().occupied())));
        Self { proof, ..self }.mark(line | from.into() | to.into())
    }

    /// Says which squares are occupied when the attack counts.
    pub(crate) fn when(self, occupied: Bitboard) -> Self {
        Self { proof: self.proof.map(|(slider, _)| (slider, occupied)), ..self }
    }
}

/// Returns a piece in words with its square: `the rook on e8`.
pub(crate) fn named(position: &Position, square: Square) -> String {
    match position.board().piece_at(square) {
        Some(Piece { role, .. }) => format!("the {} on {square}", role.name()),
        None => format!("nothing on {square}"),
    }
}

/// Returns the names of squares.
pub(crate) fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// Returns pieces in words: `the rook on e8 and the knight on f3`.
pub(crate) fn list(position: &Position, squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| named(position, square)).collect();
    names.join(" and ")
}

/// Returns the line between two squares in words: `the e-file`, `the fifth rank`, `the diagonal`.
pub(crate) fn line_name(a: Square, b: Square) -> String {
    match geometry::aligned(a, b) {
        Some(hyperbola::Line::File) => format!("the {}-file", a.file()),
        Some(hyperbola::Line::Rank) => format!("rank {}", a.rank()),
        Some(_) => format!("the diagonal {a}-{b}"),
        None => "no line".to_owned(),
    }
}

/// Returns the enemy pieces that attack a square when some squares are empty and others occupied.
pub(crate) fn enemies_at(position: &Position, square: Square, occupied: Bitboard) -> Bitboard {
    let enemies = position.board().of_color(!position.side_to_move());
    position.attackers_to(square, occupied) & enemies & occupied
}

/// Returns the slider that pins a piece to its king, if it is pinned.
pub(crate) fn pinner(position: &Position, pinned: Square) -> Option<Square> {
    let king = position.king(position.side_to_move());
    let occupied = position.board().occupied();
    let now = enemies_at(position, king, occupied);
    let then = enemies_at(position, king, occupied - pinned.into()) - now;
    let sliders = position.board().diagonal_sliders() | position.board().orthogonal_sliders();
    (then & sliders).first()
}

/// Returns the reason for a move that is in the list more than once.
pub(crate) fn twice(position: &Position, legal: Move) -> Reason {
    let text = format!("{} is in the list more than once.", position.uci(legal));
    Reason::new(Rule::Twice, text).mark(Bitboard::from(legal.from()) | legal.to().into())
}

/// Returns the first reason of the most frequent rule.
pub(crate) fn most_frequent<'a>(reasons: &[&'a Reason]) -> Option<&'a Reason> {
    let mut counts: BTreeMap<Rule, usize> = BTreeMap::new();
    for reason in reasons {
        *counts.entry(reason.rule).or_default() += 1;
    }
    let most = counts.values().max()?;
    reasons.iter().copied().find(|reason| counts.get(&reason.rule) == Some(most))
}
