//! What is in training data: numbers of entries by score, result, ply, material and squares of
//! kings.

mod page;

use std::collections::{BTreeMap, HashMap};

use hyperbola_moves::pgn::GameResult;
use hyperbola_moves::{Color, Move, Position, Role};

use crate::entry::result_for;
use crate::{Entry, LeftOut, position_hash};

/// The width of a bin of scores, in the units of the files.
const SCORES_A_BIN: i32 = 100;

/// The bins of scores on each side of the one around 0. The last has all larger scores too.
const SCORE_BINS: usize = 30;

/// The plies of a bin, and the number of bins. The last has all later plies too.
const PLIES_A_BIN: u16 = 10;
const PLY_BINS: usize = 40;

/// The largest phase: that of the pieces with which a game begins.
const MOST_PHASE: usize = 24;

/// The number of keys from which the share of duplicates is found, at most.
const KEYS: usize = 1 << 17;

/// The number of sample entries.
const SAMPLES: usize = 12;

/// What is in training data. Entries are added one by one, and the memory stays the same.
///
/// ```
/// use hyperbola_data::{Entry, Survey};
/// use hyperbola_moves::Position;
///
/// let mut survey = Survey::default();
/// survey.add(&Entry::new(Position::initial()));
/// survey.add(&Entry::new(Position::initial()));
/// assert_eq!((survey.entries(), survey.share_of_duplicates()), (2, 0.5));
/// # use hyperbola_data::LeftOut;
/// assert!(survey.page("games.binpack", &LeftOut::default()).contains("<title>games.binpack</title>"));
/// ```
#[derive(Debug, Clone)]
pub struct Survey {
    entries: u64,
    /// The entries with a score, as the side to move sees it, by bins from the smallest.
    scores: Vec<Scored>,
    /// The entries in which White wins, draws, loses, and those without a result.
    results: [u64; 4],
    plies: Vec<u64>,
    /// The entries by their number of pieces, and by their phase.
    pieces: Vec<u64>,
    phases: Vec<u64>,
    /// How often the kings of White and of Black stand on each square.
    kings: [[u64; 64]; 2],
    /// The entries of some kinds, in the order of [`KINDS`].
    kinds: [u64; KINDS.len()],
    keys: Keys,
    /// The entries with the smallest hashes: a sample that is the same in any order.
    samples: BTreeMap<u64, Entry>,
}

/// The entries in a bin of scores.
#[derive(Debug, Clone, Copy, Default)]
struct Scored {
    entries: u64,
    /// Those with a result, and the points of the side to move in them, two for a game won.
    with_result: u64,
    half_points: u64,
}

/// The kinds of entries that are counted.
const KINDS: [&str; 7] = [
    "Black to move",
    "in check",
    "without a score",
    "without a move",
    "the move captures",
    "the move promotes",
    "the move castles",
];

/// Hashes of positions of which some have been chosen by their hash alone, so that all entries with
/// a chosen position are counted.
#[derive(Debug, Clone, Default)]
struct Keys {
    /// The chosen hashes have so many zeros at their lower end.
    zeros: u32,
    /// The number of entries with each chosen hash.
    counts: HashMap<u64, u64>,
}

impl Default for Survey {
    /// Returns the survey of no entry.
    fn default() -> Self {
        Self {
            entries: 0,
            scores: vec![Scored::default(); 2 * SCORE_BINS + 1],
            results: [0; 4],
            plies: vec![0; PLY_BINS],
            pieces: vec![0; 65],
            phases: vec![0; MOST_PHASE + 1],
            kings: [[0; 64]; 2],
            kinds: [0; KINDS.len()],
            keys: Keys::default(),
            samples: BTreeMap::new(),
        }
    }
}

impl Survey {
    /// Adds an entry.
    pub fn add(&mut self, entry: &Entry) {
        self.entries += 1;
        let Entry { position, result, ply, .. } = entry;
        let side = position.side_to_move();
        if let Some(score) = entry.score {
            let bin = &mut self.scores[score_bin(score.for_color(side))];
            bin.entries += 1;
            if let Some(points) = result_for(side, *result) {
                bin.with_result += 1;
                bin.half_points += u64::from((points + 1).unsigned_abs());
            }
        }
        self.results[match result {
            GameResult::WhiteWins => 0,
            GameResult::Draw => 1,
            GameResult::BlackWins => 2,
            GameResult::Unknown => 3,
        }] += 1;
        self.plies[usize::from(ply / PLIES_A_BIN).min(PLY_BINS - 1)] += 1;
        self.pieces[position.board().occupied().count() as usize] += 1;
        self.phases[phase(position)] += 1;
        for color in Color::ALL {
            for square in position.board().of(color, Role::King) {
                self.kings[color as usize][square as usize] += 1;
            }
        }
        self.add_kinds(entry);
        let hash = position_hash(position);
        self.keys.add(hash);
        self.samples.entry(hash).or_insert(*entry);
        if self.samples.len() > SAMPLES {
            self.samples.pop_last();
        }
    }

    /// Counts an entry among those of its kinds.
    fn add_kinds(&mut self, entry: &Entry) {
        let Entry { position, played, score, .. } = entry;
        let is =
            |kind: fn(&Position, Move) -> bool| played.is_some_and(|played| kind(position, played));
        let kinds = [
            position.side_to_move() == Color::Black,
            position.is_check(),
            score.is_none(),
            played.is_none(),
            is(|position, played| played.is_capture(position)),
            is(|_, played| played.promotion().is_some()),
            is(|position, played| played.is_castling(position)),
        ];
        for (number, is_kind) in self.kinds.iter_mut().zip(kinds) {
            *number += u64::from(is_kind);
        }
    }

    /// Returns the number of entries.
    #[must_use]
    pub const fn entries(&self) -> u64 {
        self.entries
    }

    /// Returns the share of the entries whose position an earlier entry has, 0 to 1. Where there
    /// are more than 131,072 different positions, it is that of a random part of the positions.
    #[must_use]
    pub fn share_of_duplicates(&self) -> f64 {
        1.0 - self.keys.counts.len() as f64 / self.keys.entries().max(1) as f64
    }

    /// Returns a page of HTML about the entries, complete in itself, with a title.
    #[must_use]
    pub fn page(&self, title: &str, left: &LeftOut) -> String {
        page::page(self, title, left)
    }
}

impl Keys {
    /// Adds an entry with a hash.
    fn add(&mut self, hash: u64) {
        if hash.trailing_zeros() < self.zeros {
            return;
        }
        *self.counts.entry(hash).or_default() += 1;
        while self.counts.len() > KEYS {
            self.zeros += 1;
            self.counts.retain(|hash, _| hash.trailing_zeros() >= self.zeros);
        }
    }

    /// Returns the number of entries with a chosen hash.
    fn entries(&self) -> u64 {
        self.counts.values().sum()
    }
}

/// Returns the bin of a score.
fn score_bin(score: i32) -> usize {
    let (score, width) = (i64::from(score), i64::from(SCORES_A_BIN));
    let bin = (score + score.signum() * width / 2) / width + SCORE_BINS as i64;
    usize::try_from(bin).unwrap_or_default().min(2 * SCORE_BINS)
}

/// Returns the phase of a position: 1 for each knight and bishop, 2 for each rook and 4 for each
/// queen, at most 24.
fn phase(position: &Position) -> usize {
    let worth = [(Role::Knight, 1), (Role::Bishop, 1), (Role::Rook, 2), (Role::Queen, 4)];
    let of_role = |(role, worth): (Role, u32)| {
        Color::ALL.map(|color| position.board().of(color, role).count() * worth).iter().sum::<u32>()
    };
    (worth.map(of_role).iter().sum::<u32>() as usize).min(MOST_PHASE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Reason, Score, Thing};

    fn entry(fen: &str, played: Option<&str>, score: Option<i32>, result: GameResult) -> Entry {
        let position: Position = fen.parse().expect("a position");
        let played = played.map(|played| position.parse_uci(played).expect("a move"));
        let score = score.map(|score| Score::seen_by(position.side_to_move(), score));
        Entry { played, score, result, ..Entry::new(position) }
    }

    #[test]
    fn each_entry_counts_where_it_belongs() {
        let entries = [
            entry("4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 6", Some("d5c6"), Some(149), GameResult::Draw),
            entry(
                "4k3/8/8/2pP4/8/8/8/4K2R w K - 0 6",
                Some("e1g1"),
                Some(-49),
                GameResult::WhiteWins,
            ),
            entry(
                "4k2r/8/8/8/8/8/p7/4K3 b k - 0 300",
                Some("a2a1q"),
                Some(9000),
                GameResult::BlackWins,
            ),
            entry("4k3/8/8/8/8/8/8/4K2r w - - 0 1", None, None, GameResult::Unknown),
            entry("4k3/8/8/8/8/8/8/4K2r w - - 7 9", None, Some(-9000), GameResult::BlackWins),
        ];
        let mut survey = Survey::default();
        entries.iter().for_each(|entry| survey.add(entry));
        let filled = |numbers: &[u64]| {
            let filled = numbers.iter().enumerate().filter(|(_, number)| **number > 0);
            filled.map(|(at, number)| (at, *number)).collect::<Vec<_>>()
        };
        assert_eq!(survey.entries(), 5);
        let scored: Vec<u64> = survey.scores.iter().map(|bin| bin.entries).collect();
        assert_eq!(filled(&scored), [(0, 1), (30, 1), (31, 1), (60, 1)]);
        let points = survey.scores.iter().filter(|bin| bin.with_result > 0);
        assert_eq!(points.map(|bin| bin.half_points).collect::<Vec<_>>(), [0, 2, 1, 2]);
        assert_eq!(survey.results, [1, 1, 2, 1]);
        assert_eq!(filled(&survey.plies), [(0, 1), (1, 3), (39, 1)]);
        assert_eq!(filled(&survey.pieces), [(3, 2), (4, 1), (5, 2)]);
        assert_eq!(filled(&survey.phases), [(2, 5)]);
        assert_eq!(survey.kings.map(|numbers| filled(&numbers)), [[(4, 5)], [(60, 5)]]);
        // Black to move, in check, without a score, without a move, captures, promotes, castles.
        assert_eq!(survey.kinds, [1, 2, 1, 2, 1, 1, 1]);
        // The last two have one position.
        assert_eq!(survey.samples.len(), 4);
        assert!((survey.share_of_duplicates() - 0.2).abs() < 1e-9);
    }

    #[test]
    fn scores_are_rounded_to_the_nearest_bin() {
        let bins = [-100_000, -3049, -2951, -50, -49, 0, 49, 51, 2949, 3051, i32::MAX];
        assert_eq!(bins.map(score_bin), [0, 0, 0, 29, 30, 30, 30, 31, 59, 60, 60]);
    }

    #[test]
    fn many_positions_give_about_the_share_of_duplicates() {
        let mut keys = Keys::default();
        // A quarter of the positions is there three times, so a third of the entries is there
        // again.
        for number in 0..400_000_u64 {
            let hash = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).swap_bytes();
            (0..if number.is_multiple_of(4) { 3 } else { 1 }).for_each(|_| keys.add(hash));
        }
        assert!(keys.counts.len() <= KEYS && keys.counts.len() > KEYS / 4, "{}", keys.counts.len());
        let survey = Survey { keys, ..Survey::default() };
        let share = survey.share_of_duplicates();
        assert!((share - 1.0 / 3.0).abs() < 0.01, "{share}");
    }

    #[test]
    fn a_page_has_its_parts_and_no_strange_text() {
        let mut survey = Survey::default();
        let empty = survey.page("", &LeftOut::default());
        survey.add(&entry(
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 6",
            Some("a7a8q"),
            Some(3),
            GameResult::Draw,
        ));
        let mut left = LeftOut::default();
        left.add(Thing::Game, Reason::IllegalMove, 2);
        left.add(Thing::Game, Reason::OtherResult, 1);
        let page = survey.page("a<b>&\"c\".binpack", &left);
        assert!(
            page.contains("<h2>Left out</h2><table>\n<tr><td>an illegal move</td><td>2 games</td>")
        );
        assert!(page.contains("<h2>Noted</h2>"));
        assert!(page.contains("<h1>a&lt;b&gt;&amp;&quot;c&quot;.binpack</h1>"), "{page}");
        assert!(
            page.contains("4k3/P7/8/8/8/8/8/4K3 w - - 0 6</code><br>ply 10, score 3, move a7a8q")
        );
        assert!(page.contains("about 0: 1 (100.00 %); the side to move got 50.0 % of the points"));
        assert!(page.contains("<title>e8: 1 (100.00 %)</title>"));
        for (page, boards) in [(&empty, 2), (&page, 3)] {
            for tag in ["svg", "section", "table", "div", "title", "main", "html"] {
                let count = |text: &str| page.matches(text).count();
                let (begins, ends) = (count(&format!("<{tag}")), count(&format!("</{tag}>")));
                assert_eq!(begins, ends, "{tag}");
            }
            assert_eq!(page.matches("class=\"light\"").count(), 32 * boards);
            assert!(!page.contains("NaN") && !page.contains("http"), "{page}");
        }
    }
}
