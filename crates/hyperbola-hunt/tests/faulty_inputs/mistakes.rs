//! The mistakes: each has a name, a line that says what is wrong, what is asked to find it, and the
//! rules that a hunt may name for it.

use hyperbola_hunt::{Compared, Rule};

/// A mistake.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mistake {
    pub(crate) id: &'static str,
    pub(crate) text: &'static str,
    pub(crate) compared: Compared,
    pub(crate) rules: &'static [Rule],
}

const fn inputs(id: &'static str, text: &'static str, rules: &'static [Rule]) -> Mistake {
    Mistake { id, text, compared: Compared::Inputs, rules }
}

const fn changes(id: &'static str, text: &'static str, rules: &'static [Rule]) -> Mistake {
    Mistake { id, text, compared: Compared::Changes, rules }
}

pub(crate) const MISTAKES: &[Mistake] = &[
    inputs(
        "pieces-other-half",
        "Pieces are seen with the own king on files a to d.",
        &[Rule::InputFiles],
    ),
    inputs(
        "threats-other-half",
        "Threats are seen with the own king on files e to h.",
        &[Rule::InputFiles],
    ),
    inputs(
        "pairs-not-mirrored",
        "The files of pairs of pawns are never turned over.",
        &[Rule::InputFiles],
    ),
    inputs(
        "black-rotated",
        "Black's view of the pieces is turned by half a turn.",
        &[Rule::InputFiles],
    ),
    inputs(
        "black-not-turned",
        "Black's view of threats does not turn the ranks over.",
        &[Rule::InputRanks],
    ),
    inputs("mover-first", "The list of the side to move comes first.", &[Rule::InputView]),
    inputs("own-is-white", "White's pieces are own ones in Black's view, too.", &[Rule::InputSide]),
    inputs(
        "bucket-of-raw-king",
        "The bucket of Black's king is that of its square on the board.",
        &[Rule::InputBucket],
    ),
    inputs(
        "buckets-reversed",
        "The buckets are numbered from the other end.",
        &[Rule::InputBucket],
    ),
    inputs("planes-by-side", "The planes of a side follow each other.", &[Rule::InputPlane]),
    inputs(
        "knight-is-bishop",
        "Knights have the planes of bishops, and bishops of knights.",
        &[Rule::InputPlane],
    ),
    inputs(
        "king-plane-11",
        "The other king has a plane of its own, and buckets have no room for it.",
        &[Rule::InputAbsent, Rule::InputRange],
    ),
    inputs("pairs-first", "Pairs of pawns come before the threats.", &[Rule::InputOffset]),
    inputs("pairs-forgotten", "Pieces come right after the threats.", &[Rule::InputOffset]),
    inputs(
        "other-attackers-first",
        "The other side's attackers come before the own ones.",
        &[Rule::InputAttacker],
    ),
    inputs(
        "victim-of-attacker",
        "A victim is own if it is the attacker's.",
        &[Rule::InputVictimSide],
    ),
    inputs(
        "victims-by-letter",
        "The knights' victims are numbered as P B N R Q.",
        &[Rule::InputVictimOrder],
    ),
    inputs(
        "pawn-attacks-bishop",
        "A pawn's attack on a bishop counts as one on a knight.",
        &[Rule::InputVictim],
    ),
    inputs(
        "rook-attacks-queen",
        "A rook's attack on a queen counts with the number after those of rooks.",
        &[Rule::InputVictim],
    ),
    inputs(
        "bishop-attacks-queen",
        "A bishop's attack on a queen counts with the number before those of its victims.",
        &[Rule::InputVictim],
    ),
    inputs(
        "once-lower",
        "Of two equal pieces the one on the lower square attacks.",
        &[Rule::InputOnce],
    ),
    inputs("twice", "Of two equal pieces both attack.", &[Rule::InputOnce]),
    inputs("neither", "Of two equal pieces neither attacks.", &[Rule::InputOnce]),
    inputs(
        "once-on-board",
        "Of two equal pieces the one on the higher square of the board attacks.",
        &[Rule::InputOnce],
    ),
    inputs(
        "place-on-board",
        "A target is counted among those that the attacker reaches on the board.",
        &[Rule::InputPlace],
    ),
    inputs(
        "through-one",
        "A slider attacks what stands behind the first piece, too.",
        &[Rule::InputBlocked],
    ),
    inputs("far-pairs", "Pawns on files further apart are pairs, too.", &[Rule::InputPair]),
    inputs(
        "pairs-twice",
        "Each pair of pawns of one side is counted from both of its pawns.",
        &[Rule::InputTwice],
    ),
    inputs("other-pawns-only", "Two pawns of different sides are no pair.", &[Rule::InputMissing]),
    inputs("list-of-32", "The list of threats holds 32.", &[Rule::InputList]),
    inputs(
        "threats-kept",
        "The own king comes to the other half, and threats are not computed anew.",
        &[Rule::InputRefresh],
    ),
    inputs(
        "marked-and-captured",
        "A piece that takes part in no threat marks its own square, so that two moves are updated at once when it is captured, and the piece that captures is forgotten.",
        &[Rule::InputMissing],
    ),
    changes(
        "promotion-is-pawn",
        "A promotion is recorded as a pawn on the last rank.",
        &[Rule::InputDead],
    ),
    changes(
        "promotion-capture-is-pawn",
        "A promotion that captures leaves the threats on a pawn on the last rank behind.",
        &[Rule::InputDead],
    ),
    changes(
        "marked-placed-square",
        "A piece that takes part in no threat marks its own square, and attacks itself.",
        &[Rule::InputAbsent, Rule::InputDead],
    ),
    changes(
        "lines-not-opened",
        "Where a piece leaves, lines through its square stay closed.",
        &[Rule::InputLine],
    ),
    changes(
        "lines-not-closed",
        "Where a piece comes, lines through its square stay open.",
        &[Rule::InputLine],
    ),
    changes(
        "captured-stays",
        "The inputs of a captured piece on its square are not removed.",
        &[Rule::InputStale],
    ),
    changes(
        "en-passant-stays",
        "En passant leaves the captured pawn's inputs.",
        &[Rule::InputStale],
    ),
    changes(
        "castling-rook-forgotten",
        "Castling changes the inputs of the king only.",
        &[Rule::InputStale, Rule::InputMissing],
    ),
    changes(
        "no-bucket-refresh",
        "Pieces are not computed anew when the own king moves.",
        &[Rule::InputRefresh],
    ),
    changes(
        "no-half-refresh",
        "Threats are not computed anew when the own king comes to the other half.",
        &[Rule::InputRefresh],
    ),
    changes(
        "refreshes-always",
        "Threats are computed anew whenever the own king moves.",
        &[Rule::InputNeedlessRefresh],
    ),
    changes(
        "adds-again",
        "A pair of pawns that stays is added again when a pawn moves.",
        &[Rule::InputKept],
    ),
    changes(
        "removed-twice",
        "The pair of a pawn and the one it captures is removed twice.",
        &[Rule::InputTwice],
    ),
    changes(
        "one-victim-forgotten",
        "Threats on a piece that is captured stay.",
        &[Rule::InputStale],
    ),
];
