//! The mistakes: each has a name, a line that says what is wrong, and the rules that a hunt may
//! name for it.

use hyperbola_hunt::Rule;

macro_rules! mistakes {
    ($($name:ident $id:literal $text:literal [$($rule:ident)+],)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Mistake { $($name,)+ }

        impl Mistake {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$name,)+];

            pub(crate) const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            pub(crate) const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            pub(crate) const fn rules(self) -> &'static [Rule] {
                match self { $(Self::$name => &[$(Rule::$rule),+],)+ }
            }
        }
    };
}

mistakes! {
    NoDoubleStep "no-double-step" "Pawns never make a double step." [DoubleStep],
    DoubleStepOver "double-step-over-piece" "A double step passes over a piece." [DoubleStep],
    DoubleStepOnto "double-step-onto-piece" "A double step captures." [DoubleStep],
    DoubleStepThird "double-step-from-third-rank" "Pawns make a double step from the third rank, too." [DoubleStep],
    StepOnto "pawn-captures-ahead" "A pawn's single step captures." [PawnStep],
    CaptureEmpty "pawn-captures-nothing" "Pawns move diagonally to empty squares." [PawnCapture],
    CaptureOwn "pawn-captures-own" "Pawns capture pieces of their own side." [OwnPiece],
    PawnWraps "pawn-capture-wraps" "Pawns capture round the edge." [Edge],
    QueenOnly "queen-promotion-only" "Pawns promote to queens only." [Promotion],
    NoKnight "no-knight-promotion" "Pawns do not promote to knights." [Promotion],
    NoCapturePromotion "no-capture-promotion" "A capture on the last rank promotes to a queen only." [Promotion],
    NoPromotion "promotes-to-nothing" "A step to the last rank leaves a pawn there." [Promotion],
    KingPromotion "promotes-to-king" "Pawns promote to kings, too." [Promotion],
    NoEnPassant "no-en-passant" "There is no en passant." [EnPassant],
    EnPassantWest "en-passant-from-one-side" "Only the pawn on the west side captures en passant." [EnPassant],
    EnPassantRank "en-passant-uncovers-rank" "En passant may uncover an attack along the rank." [EnPassantUncovers],
    EnPassantDiagonal "en-passant-uncovers-diagonal" "The captured pawn may uncover an attack along a diagonal (only with `--unreachable`: no game leads there)." [EnPassantUncovers],
    EnPassantPin "en-passant-by-pinned-pawn" "A pinned pawn captures en passant." [Pinned EnPassantUncovers],
    EnPassantNoCheck "en-passant-answers-no-check" "En passant does not capture the pawn that gives check." [EnPassantCheck],
    EnPassantAnyCheck "en-passant-in-any-check" "En passant answers every check." [Check],
    EnPassantWraps "en-passant-wraps" "En passant goes round the edge." [Edge],
    EnPassantStays "en-passant-square-stays" "The en passant square stays after the next move." [EnPassantGone],
    EnPassantUnset "en-passant-square-not-set" "A double step sets no en passant square." [MadeDoubleStep],
    EnPassantUnsetBlack "en-passant-not-set-by-black" "Black's double step sets no en passant square." [MadeDoubleStep],
    VictimStays "en-passant-victim-stays" "The pawn captured en passant stays on the board." [MadeEnPassant],
    FromCheck "castles-from-check" "A king in check castles." [CastlingFromCheck],
    ThroughCheck "castles-through-check" "The king castles through an attacked square." [CastlingThroughCheck],
    IntoCheck "castles-into-check" "The king castles to an attacked square." [CastlingIntoCheck],
    OverPiece "castles-over-knight" "Castling to the queen's side does not look at the square beside the rook." [CastlingOccupied],
    NeedsSafeB "queen-side-needs-safe-b-file" "Castling needs every square between king and rook not attacked." [CastlingRook],
    NeedsSafeRook "castling-needs-safe-rook" "Castling needs the rook not attacked." [CastlingRook],
    PawnsIgnored "castles-through-pawn-attack" "Castling does not look at the attacks of pawns." [CastlingThroughCheck CastlingIntoCheck],
    RightCaptured "right-after-rook-captured" "The right to castle stays when the rook is captured." [CastlingRight],
    RightMoved "right-after-rook-moved" "The right to castle stays when the rook moves." [CastlingRight],
    RightKing "right-after-king-moved" "The rights to castle stay when the king moves." [CastlingRight],
    RightReplaced "right-after-rook-replaced" "Another rook on the corner castles for a captured one." [CastlingRight],
    RightPromotion "right-after-capture-by-promotion" "The right to castle stays when a promotion captures the rook." [CastlingRight],
    RightsBoth "rook-move-ends-both-rights" "A rook's move ends both rights to castle." [CastlingRight],
    RookStays "castling-rook-stays" "Castling leaves the rook on its square." [MadeCastling],
    RookUncovers "castling-rook-uncovers" "In Chess960 the castling rook may uncover an attack on the king." [CastlingUncovers],
    NoQueenSide "no-queen-side-castling" "There is no castling to the queen's side." [Castling CastlingRook],
    KingsTouch "kings-touch" "Kings may stand beside each other." [KingBesideKing KingTakesProtected],
    KingOnLine "king-stays-on-line" "The king shields the squares behind it." [KingOnLine],
    TakesProtected "king-takes-protected" "The king captures protected pieces." [KingTakesProtected],
    IntoPawn "king-into-pawn-attack" "The king goes to squares that pawns attack." [KingIntoCheck],
    IntoKnight "king-into-knight-attack" "The king goes to squares that knights attack." [KingIntoCheck],
    KingWraps "king-wraps" "The king steps round the edge." [Edge],
    DoubleCheck "double-check-by-capture" "In double check a capture of one checker is enough." [DoubleCheck],
    NoBlock "check-not-blocked" "A check is never answered by a piece between." [BlockCheck],
    NoCapture "checker-not-captured" "A check is never answered by a capture of another piece than the king." [CaptureChecker EnPassantCheck],
    KnightCheck "knight-check-ignored" "A knight's check is not seen." [Check],
    PawnCheck "pawn-check-ignored" "A pawn's check is not seen." [Check],
    PromotionNoBlock "promotion-does-not-block" "A promotion does not answer a check from the last rank." [BlockCheck],
    StepNoBlock "double-step-does-not-block" "A double step does not answer a check." [BlockCheck],
    PinDiagonal "diagonal-pins-ignored" "Pins along diagonals are not seen." [Pinned],
    PinLine "straight-pins-ignored" "Pins along ranks and files are not seen." [Pinned],
    PinFrozen "pinned-piece-frozen" "A pinned piece never moves." [PinLine],
    PinPush "pinned-pawn-steps" "A pawn pinned along a diagonal steps forward." [Pinned],
    PinnerStays "pinner-not-captured" "A pinned piece does not capture the pinner." [PinLine],
    KnightWraps "knight-wraps" "Knights jump round the edge." [Edge],
    BishopWraps "bishop-wraps" "Bishops go on round the edge." [Edge],
    RookJumps "rook-passes-piece" "A rook passes one piece of its own side." [Blocked],
    TakesOwn "bishop-captures-own" "Bishops capture pieces of their own side." [OwnPiece],
    RookShort "rook-stops-short" "Rooks go six squares at most." [Movement Capture],
    BishopPeaceful "bishop-does-not-capture" "Bishops capture nothing." [Capture],
    QueenWest "queen-without-west" "Queens do not go west." [Movement Capture],
    ThirdQueen "third-queen-forgotten" "Only two queens of a side move." [Movement Capture],
    List64 "list-of-64" "The list holds 64 moves." [ListLength],
    List128 "list-of-128" "The list holds 128 moves." [ListLength],
    QueenTwice "queen-moves-twice" "A queen's moves along its rank are in the list twice." [Twice],
    PromotedPawn "promoted-piece-is-queen" "Every promotion puts a queen on the board." [MadePromotion],
    Ghost "captured-piece-attacks" "A captured piece still attacks." [MadeCapture],
    SideTwice "king-of-castling-stays" "Castling to the king's side leaves the king on its square." [MadeCastling],
}
