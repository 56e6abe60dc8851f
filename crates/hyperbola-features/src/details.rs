//! How the numbers of each feature are read, for readers of arrays who do not see the types.
//!
//! Sizes come from the code. The tests compare the rest with what the code computes.

use hyperbola_inputs::{Block, Mirror, Part};
use hyperbola_moves::Role;

use crate::{
    AttackCounts, Attacks, AttacksByRole, Checkers, InputSet, Keys, KingDanger, LegalCounts,
    LegalMoves, Mobility, MoveIndex, MoveMask, MoveMaskBits, Outcomes, Pinned, Pinners, PlaneSet,
    Planes, PresetInputs, Threats, View, XRayAttacks,
};

/// Codes of pieces, where they are numbers.
const CODES: &str = "A piece is 6 times its colour plus its role, 0 to 11: White is 0 and Black 1; \
    pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5.";

const SIDES: &str = "The first number is White's, the second Black's.";

pub(crate) fn sets_of_sides(_: Attacks) -> String {
    format!("{SIDES} Bit k of a set is square k.")
}

pub(crate) fn sets_of_roles(_: AttacksByRole) -> String {
    "White's six roles, then Black's. Bit k of a set is square k. The attacks of several pieces of a \
     role are one set."
        .into()
}

pub(crate) fn attack_counts(_: AttackCounts) -> String {
    "Index [position, side, square]. 0 to 19. Of two sliders behind each other, only the first one \
     counts."
        .into()
}

pub(crate) fn mobility(_: Mobility) -> String {
    "Index [position, side, role]. A square that several pieces attack counts for each of them. \
     More than 255 is 255."
        .into()
}

pub(crate) fn x_rays(_: XRayAttacks) -> String {
    format!(
        "{SIDES} Bit k of a set is square k. A slider's x-rays begin behind the blocker and end with the \
             next piece."
    )
}

pub(crate) fn pinned(_: Pinned) -> String {
    format!("{SIDES} Bit k of a set is square k. Only pins to the king count.")
}

pub(crate) fn pinners(_: Pinners) -> String {
    "The first number is of Black's pieces that pin White's, the second of White's that pin Black's. \
     Bit k of a set is square k. Only pins to the king count."
        .into()
}

pub(crate) fn set(_: Checkers) -> String {
    "Bit k of the set is square k.".into()
}

pub(crate) fn king_danger(_: KingDanger) -> String {
    "The squares that the other side attacks with the king taken off the board. Bit k of the set is \
     square k."
        .into()
}

pub(crate) fn legal_counts(_: LegalCounts) -> String {
    "A promotion counts as four moves. A marked row has 0.".into()
}

pub(crate) fn legal_moves(_: LegalMoves) -> String {
    let codes = Role::ALL.iter().skip(1).take(4).map(|role| {
        let name = format!("{role:?}").to_lowercase();
        format!("{} for a {name}", *role as u8)
    });
    let codes = codes.collect::<Vec<_>>().join(", ");
    format!(
        "The promotion is 0 for none, {codes}. Castling is the king's move onto its own rook. The \
         king's moves come first, then those of knights, bishops, rooks, queens and pawns, and \
         captures en passant come last."
    )
}

const CASTLING_ONTO_ROOK: &str = "Castling is the king's move onto its own rook.";
const BY_SIDE: &str = "The numbers are as the side to move sees the board: for Black, rank 8 is \
    rank 1.";

fn numbering(index: MoveIndex) -> String {
    let size = index.size();
    match index {
        MoveIndex::FromTo => format!(
            "{size} numbers, 64 times the square that the piece starts from plus the square that it \
             goes to, for both sides from White's view. {CASTLING_ONTO_ROOK} The four promotions of \
             a pawn to a square have one number."
        ),
        MoveIndex::AlphaZero => format!(
            "{size} numbers, 64 times the plane plus the square that the piece starts from. {BY_SIDE} \
             Planes 0 to 55 are 7 times the direction plus the distance less one; the directions are \
             north, north-east, east, south-east, south, south-west, west and north-west. Planes 56 to \
             63 are knights' steps, by file and rank: (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), \
             (-2, -1), (-2, 1), (-1, 2). Planes 64 to 72 are promotions to a knight, a bishop and a \
             rook: 64, plus 3 times the direction (0 for a capture towards file a, 1 straight ahead, 2 \
             towards file h), plus 0, 1 or 2 for the piece. A promotion to a queen is the pawn's move \
             in planes 0 to 55. Ordinary castling is the king's move of two squares, that of Chess960 \
             the king's move onto its own rook."
        ),
        MoveIndex::Leela => format!(
            "{size} numbers. {BY_SIDE} The first 1792 are the moves of queens and knights on an empty \
             board: by the square that the piece starts from, then by the square that it goes to. The \
             others are promotions from rank 7 to a queen, a rook and a bishop, in this order for \
             each target: a7a8, a7b8, b7a8 and so on. A promotion to a knight has the number of the \
             move without a promotion. {CASTLING_ONTO_ROOK}"
        ),
    }
}

pub(crate) fn mask(MoveMask { index }: MoveMask) -> String {
    format!("True where a legal move has the number. {}", numbering(index))
}

pub(crate) fn mask_bits(MoveMaskBits { index }: MoveMaskBits) -> String {
    format!(
        "Number k is bit k % 8 of byte k // 8, counted from the lowest bit: NumPy's \
         bitorder=\"little\". {}",
        numbering(index)
    )
}

pub(crate) fn planes(planes: Planes) -> String {
    let names: Vec<String> = planes.names();
    let names = names.iter().enumerate().map(|(plane, name)| format!("{plane} {name}"));
    let names = names.collect::<Vec<_>>().join(", ");
    let seen = match planes.view() {
        View::SideToMove => {
            "If Black is to move, the ranks are turned over and the sides exchanged."
        }
        _ => "The board is as White sees it.",
    };
    let clock = if planes.sets().contains(&PlaneSet::HalfmoveClock) {
        " The clock counts half moves and stops at 255. Rights to castle, the side to move and the \
         clock fill their whole planes."
    } else {
        ""
    };
    format!(
        "Index [position, plane, rank, file]: rank 1 is first, which is the lowest row of a board as it is \
         printed, and file a. {seen} Planes: {names}.{clock}"
    )
}

pub(crate) fn threats(_: Threats) -> String {
    format!(
        "{CODES} The attacked piece may be of either side. A list is in the order of the attackers' \
         squares, then of the attacked squares."
    )
}

pub(crate) fn preset_inputs(PresetInputs { preset }: PresetInputs) -> String {
    inputs(&preset.set(), View::SideToMove)
}

pub(crate) fn inputs(set: &InputSet, first: View) -> String {
    let lists = match first {
        View::SideToMove => {
            "List 2i is the view of position i's side to move, list 2i + 1 the other side's."
        }
        View::White => "List 2i is White's view of position i, list 2i + 1 Black's.",
        View::Black => "List 2i is Black's view of position i, list 2i + 1 White's.",
    };
    let blocks: Vec<String> = set.parts().iter().map(block).collect();
    format!(
        "{lists} Numbers are below {}. Black's view has the ranks turned over, and own pieces are \
         those of the view. {}",
        set.size(),
        blocks.join(" ")
    )
}

/// Describes a block of inputs.
fn block(part: &Part) -> String {
    let from = part.start();
    let what = match part.block() {
        Block::Pieces(pieces) => {
            let planes = pieces.planes.iter().flatten().max().map_or(1, |&plane| plane + 1);
            format!(
                "From {from}, pieces: (bucket × {planes} + plane) × 64 + square, with {} buckets by \
                 the own king's square.",
                part.size() / 64 / u32::from(planes),
            )
        }
        Block::Threats(threats) => {
            let roles = Role::ALL.iter().zip(threats.victims);
            let victims = roles.filter(|(_, victims)| victims.iter().next().is_some());
            let victims = victims.map(|(role, victims)| format!("{role} {victims}"));
            format!(
                "From {from}, threats: by the attacker, own and then the other side's, by the victim in \
                 the same way, by the attacker's square and by the victim's among those that it \
                 reaches on an empty board. Victims are {}.{}",
                victims.collect::<Vec<_>>().join(", "),
                if threats.pushes { " A pawn also threatens the pawn in front of it." } else { "" }
            )
        }
        Block::Pairs(pairs) => format!(
            "From {from}, pairs of pawns at most {} files apart: high × (high - 1) / 2 + low, of \
             their squares less 8, plus 48 for the other side's.",
            pairs.files
        ),
        _ => format!("From {from}, inputs of another kind."),
    };
    let files = match part.block().mirror() {
        Mirror::None => "",
        Mirror::QueenSide => " If the own king is on files e to h, the files are turned over.",
        Mirror::KingSide => " If the own king is on files a to d, the files are turned over.",
    };
    what + files
}

pub(crate) fn keys(_: Keys) -> String {
    "The numbers are those of the Polyglot book format. En passant is part of a key only where a \
     capture is legal, so the key is not Polyglot's where the capturing pawn is pinned, for example. \
     The clocks are no part. A marked row has 0."
        .into()
}

pub(crate) fn outcome(_: Outcomes) -> String {
    format!(
        "{} if the game has not ended, {} for checkmate of the side to move, {} for stalemate, {} for \
         insufficient material: the first of these that holds. Insufficient are bare kings, a knight \
         alone, and bishops that are all on squares of one colour.",
        Outcomes::NONE,
        Outcomes::CHECKMATE,
        Outcomes::STALEMATE,
        Outcomes::INSUFFICIENT_MATERIAL
    )
}
