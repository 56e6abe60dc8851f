//! The deterministic search for magic factors.
//!
//! The search tries sparse pseudo-random words for each square, in an order that only the square
//! determines. It stops at a word that hashes all relevant occupancies so that none with different
//! attacks meet. The same command finds the same factors on every machine.

mod boards;
mod correlation;
mod folding;
mod network;
mod spectral;

use core::fmt::Write as _;
use std::path::{Path, PathBuf};

use hyperbola::{Bitboard, Slider, Square, geometry, slider_attacks};
use hyperbola_random::Random;
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::generated::{grouped, update};

/// The path of the factors in the tree.
const PLACE: &str = "crates/hyperbola/src/techniques/lookup/magic_factors.rs";

/// The arguments of `find-magics`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only compare with the file in the tree; exit with 1 if they differ
    #[arg(long)]
    check: bool,
    /// The number of words to try for each square as fixed-shift factors before the best are laid
    /// out
    #[arg(long, default_value_t = 1 << 20)]
    trials: u64,
    /// The file to write or to compare with
    #[arg(long, default_value = PLACE)]
    output: PathBuf,
}

/// Searches, then writes or compares.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let update =
        |path: &Path, text: &str| update(path, text, arguments.check, "cargo workshop find-magics");
    update(Path::new(boards::PLACE), &boards::factors_file())?;
    update(Path::new(network::PLACE), &network::weights_file())?;
    update(&arguments.output, &factors_file(arguments.trials))
}

/// A square's relevant occupancies with the attacks of each. Those of few squares come first: most
/// wrong factors leave a square out of the hash, and are found to be wrong by these.
struct Occupancies {
    mask: u64,
    attacks: Vec<(u64, u64)>,
}

impl Occupancies {
    fn new(slider: Slider, square: Square) -> Self {
        let mask = geometry::relevant_occupancies(square, slider);
        let mut attacks = Vec::with_capacity(1 << mask.count());
        let mut subset = Bitboard::EMPTY;
        loop {
            attacks.push((subset.0, slider_attacks(slider, square, subset).0));
            subset = geometry::next_subset(subset, mask);
            if subset.is_empty() {
                break;
            }
        }
        attacks.sort_by_key(|(occupied, _)| occupied.count_ones());
        Self { mask: mask.0, attacks }
    }

    /// Hashes every occupancy, with the bits of `others` set. Returns nothing if two different
    /// attacks meet.
    fn hash(&self, factor: u64, others: u64, shift: u32, hashes: &mut Hashes) -> bool {
        hashes.begin();
        self.attacks.iter().all(|&(occupied, attacks)| {
            #[expect(clippy::cast_possible_truncation, reason = "a hash of at most 13 bits")]
            let hash = ((occupied | others).wrapping_mul(factor) >> shift) as usize;
            hashes.put(hash, attacks)
        })
    }
}

/// A scratch table of hashes. An entry counts only if its round is the current one. The number, the
/// least and the greatest of these are kept.
struct Hashes<A = u64> {
    round: u32,
    entries: Vec<(u32, A)>,
    count: usize,
    least: usize,
    greatest: usize,
}

impl<A: Copy + Default + PartialEq> Hashes<A> {
    fn new(entries: usize) -> Self {
        let entries = vec![(0, A::default()); entries];
        Self { round: 0, entries, count: 0, least: 0, greatest: 0 }
    }

    fn begin(&mut self) {
        self.round += 1;
        (self.count, self.least, self.greatest) = (0, usize::MAX, 0);
    }

    /// Puts attacks at a hash unless different attacks are there.
    fn put(&mut self, hash: usize, attacks: A) -> bool {
        let entry = &mut self.entries[hash];
        if entry.0 == self.round {
            return entry.1 == attacks;
        }
        *entry = (self.round, attacks);
        self.count += 1;
        self.least = self.least.min(hash);
        self.greatest = self.greatest.max(hash);
        true
    }
}

impl Hashes {
    fn candidate(&self, factor: u64) -> Candidate {
        let entries = self.entries.iter().enumerate().take(self.greatest + 1).skip(self.least);
        let current = entries.filter(|(_, entry)| entry.0 == self.round);
        Candidate { factor, hashes: current.map(|(hash, entry)| (hash, entry.1)).collect() }
    }

    /// Returns the quality of the factor: the distance of its hashes and their number.
    fn quality(&self, factor: u64) -> Quality {
        Quality { span: self.greatest - self.least, count: self.count, factor }
    }
}

/// Returns the stream of candidate words for a square.
fn words(slider: Slider, square: Square) -> Random {
    Random::new(1 + square.word() + 64 * slider as u64)
}

/// Returns the next word with few ones. On average, one bit in eight is set.
fn next_sparse(words: &mut Random) -> u64 {
    words.word() & words.word() & words.word()
}

/// Finds a factor of a square that hashes into as many bits as there are relevant squares.
fn fancy_factor(slider: Slider, square: Square) -> u64 {
    let occupancies = Occupancies::new(slider, square);
    let shift = 64 - occupancies.mask.count_ones();
    let mut words = words(slider, square);
    let mut hashes = Hashes::new(4096);
    loop {
        let factor = next_sparse(&mut words);
        // A factor that brings too few bits to the top is not worth a full trial.
        let top_bits = (occupancies.mask.wrapping_mul(factor) >> 56).count_ones();
        if top_bits >= 6 && occupancies.hash(factor, 0, shift, &mut hashes) {
            return factor;
        }
    }
}

/// One way to hash a square by a fixed shift: the factor and its hashes with their attacks.
struct Candidate {
    factor: u64,
    hashes: Vec<(usize, u64)>,
}

impl Candidate {
    fn quality(&self) -> Quality {
        let place = |hash: Option<&(usize, u64)>| hash.map_or(0, |hash| hash.0);
        let span = place(self.hashes.last()) - place(self.hashes.first());
        Quality { span, count: self.hashes.len(), factor: self.factor }
    }
}

/// The quality of a factor, in two orders.
#[derive(Clone, Copy)]
struct Quality {
    span: usize,
    count: usize,
    factor: u64,
}

impl Quality {
    fn by_span(self) -> (usize, usize, u64) {
        (self.span, self.count, self.factor)
    }

    fn by_count(self) -> (usize, usize, u64) {
        (self.count, self.span, self.factor)
    }
}

/// The number of factors of a square that the layout tries.
const KEPT: usize = 128;

/// Finds ways to hash a square by a fixed shift and keeps the best.
fn fixed_shift_candidates(slider: Slider, square: Square, trials: u64) -> Vec<Candidate> {
    let occupancies = Occupancies::new(slider, square);
    let shift = if slider == Slider::Rook { 52 } else { 55 };
    let dense = factors_of_dense_hashes(occupancies.mask, shift);
    let mut words = words(slider, square);
    let mut hashes = Hashes::new(4096);
    let mut found = Vec::new();
    let mut worst = None;
    let mut trial = 0;
    while trial < trials || found.is_empty() {
        trial += 1;
        let factor = next_sparse(&mut words) & if trial % 2 == 0 { dense } else { u64::MAX };
        if occupancies.hash(factor, !occupancies.mask, shift, &mut hashes) {
            let new = hashes.quality(factor);
            let is_kept = |worst: [Quality; 2]| {
                new.by_span() < worst[0].by_span() || new.by_count() < worst[1].by_count()
            };
            if worst.is_none_or(is_kept) {
                found.push(hashes.candidate(factor));
            }
        }
        if found.len() > 8 * KEPT {
            worst = keep_best(&mut found);
        }
    }
    keep_best(&mut found);
    found
}

/// Returns the bits that a factor may have so that no square that matters reaches the bits above
/// those that are needed. Then the hashes lie close together.
fn factors_of_dense_hashes(mask: u64, shift: u32) -> u64 {
    let needed = shift + mask.count_ones();
    let reaching = |square: Square| {
        (needed..64).map(move |top| 1_u64 << top >> square.word()).fold(0, |bits, bit| bits | bit)
    };
    !Bitboard(mask).into_iter().map(reaching).fold(0, |bits, reach| bits | reach)
}

/// Keeps the candidates with the densest hashes and those with the fewest. Returns the worst of
/// both, if there are as many as are kept. A candidate that is worse than both can be left out.
fn keep_best(candidates: &mut Vec<Candidate>) -> Option<[Quality; 2]> {
    candidates.sort_by_key(|candidate| candidate.quality().by_span());
    let densest = candidates.len().min(KEPT / 2);
    candidates[densest..].sort_by_key(|candidate| candidate.quality().by_count());
    candidates.truncate(KEPT);
    let is_full = candidates.len() == KEPT;
    is_full.then(|| [&candidates[densest - 1], &candidates[KEPT - 1]].map(Candidate::quality))
}

/// The placement of a square's hashes: the factor and the offset.
#[derive(Clone, Copy, Default)]
struct Placement {
    factor: u64,
    offset: u32,
}

/// Finds the fixed-shift factors of all squares and lays the squares over one another in one table.
/// Returns the placements of rooks, then of bishops, and the table's length.
fn lay_out(trials: u64) -> (Vec<Placement>, usize) {
    let progress = ProgressBar::new(128);
    let candidates_of = |(slider, square)| {
        let candidates = fixed_shift_candidates(slider, square, trials);
        progress.inc(1);
        candidates
    };
    let candidates = rooks_and_bishops().into_par_iter().map(candidates_of).collect();
    progress.finish_and_clear();
    overlay(candidates, 0)
}

/// Returns all squares of a rook, then those of a bishop.
fn rooks_and_bishops() -> Vec<(Slider, Square)> {
    let sliders = [Slider::Rook, Slider::Bishop];
    sliders.into_iter().flat_map(|slider| Square::ALL.map(|square| (slider, square))).collect()
}

/// Lays the hashes of things, each of which has candidates, over one another in one table after a
/// number of reserved entries. Things with the most hashes come first, and each is placed where it
/// ends earliest. Returns the placements in the order of the things, and the table's length.
fn overlay(things: Vec<Vec<Candidate>>, reserved: usize) -> (Vec<Placement>, usize) {
    let mut order: Vec<usize> = (0..things.len()).collect();
    order.sort_by_key(|&thing| {
        let most = things[thing].iter().map(|candidate| candidate.hashes.len()).max();
        (core::cmp::Reverse(most), thing)
    });
    let mut table: Vec<u64> = vec![0; reserved];
    let mut placements = vec![Placement::default(); things.len()];
    for thing in order {
        let best = things[thing].iter().map(|candidate| {
            let offset = reserved + first_offset(&table[reserved..], &candidate.hashes);
            let end = offset + candidate.hashes.last().map_or(0, |last| last.0) + 1;
            (end.max(table.len()), new_entries(&table, candidate, offset), offset, candidate)
        });
        let best =
            best.min_by_key(|&(end, new, offset, candidate)| (end, new, offset, candidate.factor));
        let (end, _, offset, candidate) = best.expect("every one has candidates");
        table.resize(end, 0);
        for &(hash, attacks) in &candidate.hashes {
            table[offset + hash] = attacks;
        }
        let offset = u32::try_from(offset).expect("the table is short");
        placements[thing] = Placement { factor: candidate.factor, offset };
    }
    (placements, table.len())
}

/// Returns the first offset at which no hash meets different attacks. An entry of zero is free.
fn first_offset(table: &[u64], hashes: &[(usize, u64)]) -> usize {
    let fits = |&offset: &usize| {
        hashes.iter().all(|&(hash, attacks)| match table.get(offset + hash) {
            None | Some(0) => true,
            Some(&entry) => entry == attacks,
        })
    };
    (0..).find(fits).expect("past the table's end everything fits")
}

/// Counts the free entries that a candidate takes.
fn new_entries(table: &[u64], candidate: &Candidate, offset: usize) -> usize {
    let is_new =
        |(hash, _): &&(usize, u64)| table.get(offset + hash).is_none_or(|&entry| entry == 0);
    candidate.hashes.iter().filter(is_new).count()
}

/// Returns the text of the file that holds all factors.
fn factors_file(trials: u64) -> String {
    let mut text = String::from(
        "//! The factors of the magic bitboards, as `cargo workshop find-magics` finds them.\n",
    );
    for (slider, name, article) in
        [(Slider::Rook, "ROOK_FACTORS", "a rook"), (Slider::Bishop, "BISHOP_FACTORS", "a bishop")]
    {
        let about =
            format!("The factors that hash {article}'s relevant occupancies into as many bits");
        let factors =
            Square::ALL.into_par_iter().map(|square| hexadecimal(fancy_factor(slider, square)));
        write_list(&mut text, &about, name, "u64", &factors.collect::<Vec<_>>(), 4);
    }
    write_placements(&mut text, "FIXED_SHIFT", "a fixed shift", &lay_out(trials));
    write_placements(&mut text, "SPECTRAL", "few shifts", &spectral::lay_out());
    correlation::write(&mut text);
    folding::write(&mut text);
    text
}

/// Writes the placements of rooks and bishops and the length of the table that they share.
fn write_placements(
    text: &mut String,
    name: &str,
    by: &str,
    (placements, entries): &(Vec<Placement>, usize),
) {
    let _ = write!(
        text,
        "\n/// The entries of the table that all squares share by {by}.\n\
         pub(super) const {name}_ENTRIES: usize = {};\n",
        grouped(*entries, "_")
    );
    for (placements, sliders, article) in
        [(&placements[..64], "ROOKS", "a rook"), (&placements[64..], "BISHOPS", "a bishop")]
    {
        let about = format!("The factors and offsets that hash {article} by {by}");
        let list = placements.iter().map(|&Placement { factor, offset }| {
            format!("({}, {})", hexadecimal(factor), grouped(offset as usize, "_"))
        });
        let list: Vec<_> = list.collect();
        write_list(text, &about, &format!("{name}_{sliders}"), "(u64, u32)", &list, 2);
    }
}

/// Writes a constant array of some type, with a number of items abreast.
fn write_list(
    text: &mut String,
    about: &str,
    name: &str,
    of: &str,
    items: &[String],
    abreast: usize,
) {
    let _ = writeln!(
        text,
        "\n/// {about}.\n#[rustfmt::skip]\npub(super) const {name}: [{of}; {}] = [",
        items.len()
    );
    for row in items.chunks(abreast) {
        let _ = writeln!(text, "    {},", row.join(", "));
    }
    text.push_str("];\n");
}

/// Writes a word in groups of four digits.
fn hexadecimal(word: u64) -> String {
    let group = |shift: u32| word >> shift & 0xffff;
    format!("0x{:04x}_{:04x}_{:04x}_{:04x}", group(48), group(32), group(16), group(0))
}
