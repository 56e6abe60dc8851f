//! Which rule may be broken if only the number of moves is known.

use std::collections::BTreeMap;

use hyperbola_moves::{Move, Position, Role, Square};

use super::{Reason, Rule, extra, missing};

/// Returns the one rule that fits the difference of two numbers of moves, if there is just one: so
/// many moves would be legal, or not, without it.
pub(crate) fn total(position: &Position, expected: u64, found: u64) -> Option<Reason> {
    let legal = position.legal_moves();
    let mut groups: BTreeMap<Rule, Vec<(Move, Reason)>> = BTreeMap::new();
    if found < expected {
        for &legal in &legal {
            let reason = missing(position, legal);
            groups.entry(reason.rule).or_default().push((legal, reason));
        }
    } else {
        for played in pseudo_legal(position) {
            let reason = extra(position, played, None);
            groups.entry(reason.rule).or_default().push((played, reason));
        }
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

/// Returns the moves that are legal but for one rule about the king: those of pieces that leave it
/// in check, its own, and castling.
fn pseudo_legal(position: &Position) -> impl Iterator<Item = Move> {
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
    all.filter(move |&played| {
        let rule = extra(position, played, None).rule;
        KING.contains(&rule) && (has_rook || rule != Rule::CastlingRight)
    })
}
