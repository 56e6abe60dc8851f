//! The rule that may be broken if only the number of moves is known.

use std::collections::BTreeMap;

use hyperbola_moves::{Move, Position, Role, Square};

use super::{Reason, Rule, extra, missing};

impl Reason {
    /// Returns the one rule that fits the difference of two numbers of moves, if there is just one:
    /// so many moves would be legal, or not, without it. The en passant square is that of the FEN,
    /// where perhaps nothing may be captured.
    #[must_use]
    pub fn of_total(
        position: &Position,
        en_passant: Option<Square>,
        expected: u64,
        found: u64,
    ) -> Option<Self> {
        let reasons: Vec<(Move, Reason)> = if found < expected {
            let legal = position.legal_moves();
            legal.iter().map(|&legal| (legal, missing(position, legal))).collect()
        } else {
            pseudo_legal(position, en_passant).collect()
        };
        let mut groups: BTreeMap<Rule, Vec<(Move, Reason)>> = BTreeMap::new();
        for (played, reason) in reasons {
            groups.entry(reason.rule).or_default().push((played, reason));
        }
        let difference = usize::try_from(found.abs_diff(expected)).ok()?;
        let mut fitting = groups.into_values().filter(|group| group.len() == difference);
        let group = fitting.next().filter(|_| fitting.next().is_none())?;
        let names: Vec<String> =
            group.iter().map(|(played, _)| position.uci(*played).to_string()).collect();
        let (_, reason) = group.into_iter().next()?;
        let what = if found < expected { "missing" } else { "counted though illegal" };
        let text = format!("Perhaps {} is {what}. {}", names.join(", "), reason.text);
        Some(Reason { text, ..reason })
    }
}

/// Returns the moves that are legal but for one rule about the king: those of pieces that leave it
/// in check, its own, and castling. Each has the reason why it is not legal.
fn pseudo_legal(
    position: &Position,
    en_passant: Option<Square>,
) -> impl Iterator<Item = (Move, Reason)> {
    const KING: [Rule; 15] = [
        Rule::Pinned,
        Rule::Check,
        Rule::DoubleCheck,
        Rule::KingIntoCheck,
        Rule::KingBesideKing,
        Rule::KingOnLine,
        Rule::KingTakesProtected,
        Rule::EnPassantUncovers,
        Rule::EnPassantGone,
        Rule::CastlingRight,
        Rule::CastlingFromCheck,
        Rule::CastlingThroughCheck,
        Rule::CastlingIntoCheck,
        Rule::CastlingUncovers,
        Rule::CastlingOccupied,
    ];
    let own = position.board().of_color(position.side_to_move());
    let all = own.into_iter().flat_map(|from| Square::ALL.map(|to| Move::new(from, to)));
    let legal = position.legal_moves();
    let all = all.filter(move |played| !own.contains(played.to()) && !legal.contains(played));
    let has_rook = !(position.board().of_role(Role::Rook) & own).is_empty();
    let reasons = all.map(move |played| (played, extra(position, played, en_passant)));
    reasons.filter(move |(_, Reason { rule, .. })| {
        KING.contains(rule) && (has_rook || *rule != Rule::CastlingRight)
    })
}
