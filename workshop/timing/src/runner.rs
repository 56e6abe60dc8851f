//! The interleaved runner: it verifies every contender, then times those that are right in turns.
//!
//! A machine's speed drifts by more than the differences looked for. So each round times every
//! contender once, in a newly shuffled order, and gives one ratio to the baseline. The result is
//! the median of the ratios, with its interval.

use core::time::Duration;
use std::time::Instant;

use hyperbola_random::Random;

use crate::statistics::{Interval, Summary, median};

/// The work of a contender.
pub trait Work {
    /// Does the work once and returns the digest of its answers, or the reason why it failed.
    ///
    /// # Errors
    ///
    /// The failure, as one clause.
    fn verify(&mut self) -> Result<String, String>;

    /// Does the work a number of times and returns the nanoseconds of one operation.
    ///
    /// # Errors
    ///
    /// The failure, as one clause.
    fn sample(&mut self, times: u32) -> Result<f64, String>;
}

/// Does work a number of times, with a number of operations each time. Returns the nanoseconds of
/// one operation.
///
/// # Errors
///
/// The error of the work.
pub fn timed(
    times: u32,
    operations: f64,
    mut work: impl FnMut() -> Result<(), String>,
) -> Result<f64, String> {
    let start = Instant::now();
    for _ in 0..times {
        work()?;
    }
    Ok(start.elapsed().as_nanos() as f64 / f64::from(times) / operations)
}

/// A participant of a comparison.
pub struct Contender {
    /// The name, which is unique in the comparison.
    pub name: String,
    /// Its work.
    pub work: Box<dyn Work>,
}

impl core::fmt::Debug for Contender {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Contender").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The limits of the time and the precision of a measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The seed of the orders in the rounds.
    pub seed: u64,
    /// The least time of a sample.
    pub sample: Duration,
    /// The least number of rounds, unless the time is up.
    pub rounds: usize,
    /// The spread of every ratio's interval, of the quicker half of the rounds, at which measuring
    /// ends.
    pub spread: f64,
    /// The time after which measuring ends in any case.
    pub limit: Duration,
}

/// The result of a contender.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The contender's name.
    pub name: String,
    /// Its time, or the reason why it has none.
    pub result: Result<Timed, String>,
}

/// The time of a contender whose answers are right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timed {
    /// Nanoseconds of one operation.
    pub nanoseconds: Summary,
    /// Its time by the baseline's, of the same rounds.
    pub ratio: Interval,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The contenders in their order.
    pub standings: Vec<Standing>,
    /// The name of the baseline: the first contender whose answers are right.
    pub baseline: Option<String>,
    /// The number of rounds.
    pub rounds: usize,
    /// The widest spread of a ratio's interval.
    pub spread: f64,
}

/// The state of one contender in a comparison.
struct Run {
    contender: Contender,
    /// The number of times that the work is done for a sample.
    times: u32,
    samples: Vec<f64>,
    error: Option<String>,
}

impl Run {
    /// Verifies a contender against a digest, and finds how often its work makes a sample.
    fn new(contender: Contender, expected: &str, least: Duration) -> Self {
        let mut run = Self { contender, times: 1, samples: Vec::new(), error: None };
        run.error = run.verify(expected).and_then(|()| run.calibrate(least)).err();
        run
    }

    fn verify(&mut self, expected: &str) -> Result<(), String> {
        let digest = self.contender.work.verify()?;
        if digest == expected {
            return Ok(());
        }
        Err(format!("its answers have the digest {digest}, expected {expected}"))
    }

    /// Finds how often the work is done for a sample, which also warms it up.
    ///
    /// Several samples in a row have to take the least time: the first one reads from memory what
    /// the others find in the cache, and any of another program may wait until that program is run.
    /// A hundred times the least time is enough at once.
    fn calibrate(&mut self, least: Duration) -> Result<(), String> {
        let mut enough = 0;
        while enough < 3 {
            let start = Instant::now();
            self.contender.work.sample(self.times)?;
            let taken = start.elapsed();
            if taken >= 100 * least || self.times > 1 << 20 {
                break;
            }
            if taken >= least {
                enough += 1;
            } else {
                enough = 0;
                self.times *= 2;
            }
        }
        Ok(())
    }

    fn sample(&mut self) {
        match self.contender.work.sample(self.times) {
            Ok(nanoseconds) => self.samples.push(nanoseconds),
            Err(error) => self.error = Some(error),
        }
    }
}

/// Verifies contenders against a digest, then times those that are right until the settings are
/// met. `progress` gets the current work, and the part of the time that is gone.
pub fn compare(
    contenders: Vec<Contender>,
    expected: &str,
    settings: &Settings,
    progress: &mut dyn FnMut(&str, f64),
) -> Comparison {
    let mut race = Race::new(contenders, expected, settings, &mut |name: &str| progress(name, 0.0));
    race.go_on(settings.limit, 1, &mut |gone| progress("timing in turns", gone));
    race.standings()
}

/// A comparison that can be interrupted. Several that take turns meet the same quick and slow
/// minutes of a machine.
pub struct Race {
    runs: Vec<Run>,
    settings: Settings,
    random: Random,
    rounds: usize,
    spread: f64,
    gone: Duration,
}

impl core::fmt::Debug for Race {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Race").field("rounds", &self.rounds).finish_non_exhaustive()
    }
}

impl Race {
    /// Verifies contenders against a digest, and finds how often their work makes a sample.
    pub fn new(
        contenders: Vec<Contender>,
        expected: &str,
        settings: &Settings,
        progress: &mut dyn FnMut(&str),
    ) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for contender in contenders {
            progress(&contender.name);
            runs.push(Run::new(contender, expected, settings.sample));
        }
        let random = Random::new(settings.seed);
        let (rounds, spread, gone) = (0, f64::INFINITY, Duration::ZERO);
        Self { runs, settings: *settings, random, rounds, spread, gone }
    }

    /// Returns the time that the rounds have taken.
    #[must_use]
    pub const fn gone(&self) -> Duration {
        self.gone
    }

    /// Times the contenders in turns until the settings are met or `most` is over: at least one
    /// round in all, and at least `least` more if there is time for them. `progress` gets the part
    /// of the settings' time that is gone.
    pub fn go_on(&mut self, most: Duration, least: usize, progress: &mut dyn FnMut(f64)) {
        if self.rounds > 0 && self.gone >= self.settings.limit {
            return;
        }
        let start = Instant::now();
        let (before, rounds_before) = (self.gone, self.rounds);
        // Other work in between, or a new start of a program, has left the caches cold.
        for run in self.runs.iter_mut().filter(|run| run.error.is_none()) {
            run.error = run.contender.work.sample(1).err();
        }
        loop {
            self.gone = before + start.elapsed();
            let gone = self.gone.as_secs_f64() / self.settings.limit.as_secs_f64();
            let enough = self.rounds - rounds_before >= least
                && self.rounds >= self.settings.rounds
                && self.spread <= self.settings.spread;
            let paused = start.elapsed() >= most;
            if self.rounds > 0 && (enough || paused || gone >= 1.0) {
                break;
            }
            progress(gone.min(1.0));
            for index in shuffled(self.runs.len(), &mut self.random) {
                if self.runs[index].error.is_none() {
                    self.runs[index].sample();
                }
            }
            self.rounds += 1;
            // It is computed more and more rarely, because it costs more with every round.
            let rounds = self.rounds;
            if rounds >= self.settings.rounds && (rounds < 50 || rounds.is_multiple_of(10)) {
                self.spread = widest_spread(&self.runs);
            }
        }
    }

    /// Returns the results of the contenders.
    #[must_use]
    pub fn standings(&self) -> Comparison {
        let runs = &self.runs;
        let baseline = runs.iter().find(|run| run.error.is_none());
        let kept = quicker_half(runs);
        Comparison {
            standings: runs.iter().map(|run| standing(run, baseline, &kept)).collect(),
            baseline: baseline.map(|run| run.contender.name.clone()),
            rounds: self.rounds,
            spread: widest_spread(runs),
        }
    }
}

/// Returns the quicker half of the rounds. A round is as slow as the middle contender was in it, by
/// that contender's own median: where other programs use the machine for some of the time, they
/// slow some techniques more than others. The rounds without such programs are those that a second
/// run has, too.
fn quicker_half(runs: &[Run]) -> Vec<usize> {
    let timed: Vec<(&Run, f64)> = runs
        .iter()
        .filter(|run| run.error.is_none())
        .filter_map(|run| Some((run, median(&run.samples)?)))
        .collect();
    let rounds = timed.iter().map(|(run, _)| run.samples.len()).min().unwrap_or(0);
    let slowness = |round: usize| {
        let own: Vec<f64> = timed.iter().map(|(run, median)| run.samples[round] / median).collect();
        median(&own).unwrap_or(f64::INFINITY)
    };
    let mut order: Vec<(f64, usize)> = (0..rounds).map(|round| (slowness(round), round)).collect();
    order.sort_by(|one, other| one.0.total_cmp(&other.0));
    order.truncate(rounds.div_ceil(2));
    order.into_iter().map(|(_, round)| round).collect()
}

/// Returns the numbers below a count in a random order.
fn shuffled(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        let other = random.word() % (last as u64 + 1);
        order.swap(last, usize::try_from(other).unwrap_or(0));
    }
    order
}

/// Returns the widest spread of a ratio to the baseline.
fn widest_spread(runs: &[Run]) -> f64 {
    let kept = quicker_half(runs);
    let mut right = runs.iter().filter(|run| run.error.is_none());
    let Some(baseline) = right.next() else { return 0.0 };
    right
        .filter_map(|run| Interval::of_median(&ratios(run, baseline, &kept)))
        .map(|ratio| ratio.spread())
        .fold(0.0, f64::max)
}

/// Returns the ratios of the rounds in which both times are above zero.
fn ratios(run: &Run, baseline: &Run, kept: &[usize]) -> Vec<f64> {
    let both = |&round: &usize| (run.samples[round], baseline.samples[round]);
    let is_timed = |&(own, other): &(f64, f64)| own > 0.0 && other > 0.0;
    kept.iter().map(both).filter(is_timed).map(|(own, other)| own / other).collect()
}

fn standing(run: &Run, baseline: Option<&Run>, kept: &[usize]) -> Standing {
    let name = run.contender.name.clone();
    let timed = || {
        let samples: Vec<f64> = kept.iter().map(|&round| run.samples[round]).collect();
        let nanoseconds = Summary::of(&samples).filter(|summary| summary.median > 0.0)?;
        let ratio = Interval::of_median(&ratios(run, baseline?, kept))?;
        Some(Timed { nanoseconds, ratio })
    };
    let result = match &run.error {
        Some(error) => Err(error.clone()),
        None => timed().ok_or_else(|| "its time is too short for the clock".to_owned()),
    };
    Standing { name, result }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;
    use std::rc::Rc;

    use super::*;

    const SETTINGS: Settings = Settings {
        seed: 1,
        sample: Duration::ZERO,
        rounds: 9,
        spread: 0.01,
        limit: Duration::from_secs(10),
    };

    /// Work with given times.
    struct Says {
        digest: Result<&'static str, &'static str>,
        nanoseconds: Vec<f64>,
        next: usize,
        fails_at: usize,
    }

    fn says(
        name: &str,
        digest: Result<&'static str, &'static str>,
        nanoseconds: &[f64],
    ) -> Contender {
        let nanoseconds = nanoseconds.to_vec();
        let work = Says { digest, nanoseconds, next: 0, fails_at: usize::MAX };
        Contender { name: name.into(), work: Box::new(work) }
    }

    impl Work for Says {
        fn verify(&mut self) -> Result<String, String> {
            self.digest.map(Into::into).map_err(Into::into)
        }

        fn sample(&mut self, _times: u32) -> Result<f64, String> {
            self.next += 1;
            if self.next > self.fails_at {
                return Err("it broke".into());
            }
            Ok(self.nanoseconds[self.next % self.nanoseconds.len()])
        }
    }

    #[test]
    fn ratios_are_taken_round_by_round() {
        // Both drift threefold, together.
        let contenders =
            vec![says("one", Ok("d"), &[1.0, 2.0, 3.0]), says("two", Ok("d"), &[2.0, 4.0, 6.0])];
        let comparison = compare(contenders, "d", &SETTINGS, &mut |_, _| ());
        assert_eq!(comparison.baseline.as_deref(), Some("one"));
        assert_eq!(comparison.rounds, 9);
        let two = comparison.standings[1].result.as_ref().expect("a time");
        assert_eq!(two.ratio, Interval { low: 2.0, median: 2.0, high: 2.0 });
        // The quicker five of nine rounds take 2, 2, 2, 4 and 4.
        assert_eq!(two.nanoseconds, Summary { median: 2.0, mad: 0.0, min: 2.0 });
    }

    #[test]
    fn rounds_in_which_the_machine_is_slow_do_not_count() {
        // Every other round something slows both, and the second one more.
        let contenders = vec![says("one", Ok("d"), &[1.0, 2.0]), says("two", Ok("d"), &[1.5, 6.0])];
        let comparison = compare(contenders, "d", &SETTINGS, &mut |_, _| ());
        let two = comparison.standings[1].result.as_ref().expect("a time");
        assert_eq!(two.ratio.median, 1.5);
    }

    #[test]
    fn a_race_goes_on_where_it_was_interrupted() {
        let contenders = vec![says("one", Ok("d"), &[1.0]), says("two", Ok("d"), &[2.0])];
        let settings = Settings { spread: 0.0, rounds: usize::MAX, ..SETTINGS };
        let mut race = Race::new(contenders, "d", &settings, &mut |_| ());
        for rounds in 1..=3 {
            // The first continues for one round in any case.
            race.go_on(Duration::ZERO, 1, &mut |_| ());
            assert_eq!(race.standings().rounds, 1, "{rounds}");
        }
        race.go_on(Duration::from_millis(2), 1, &mut |_| ());
        assert!(race.standings().rounds > 1);
    }

    #[test]
    fn a_race_without_time_left_does_no_more_work() {
        struct Counted(Rc<Cell<u32>>);

        impl Work for Counted {
            fn verify(&mut self) -> Result<String, String> {
                Ok("d".into())
            }

            fn sample(&mut self, _times: u32) -> Result<f64, String> {
                self.0.set(self.0.get() + 1);
                Ok(1.0)
            }
        }

        let samples = Rc::new(Cell::new(0));
        let work = Box::new(Counted(Rc::clone(&samples)));
        let settings = Settings { limit: Duration::ZERO, ..SETTINGS };
        let contenders = vec![Contender { name: "one".into(), work }];
        let mut race = Race::new(contenders, "d", &settings, &mut |_| ());
        race.go_on(Duration::ZERO, 1, &mut |_| ());
        let after_the_first_part = samples.get();
        race.go_on(Duration::ZERO, 1, &mut |_| ());
        assert_eq!(samples.get(), after_the_first_part);
    }

    #[test]
    fn a_slow_sample_at_first_does_not_make_all_short() {
        struct Slow(Rc<Cell<u32>>, u32);

        impl Work for Slow {
            fn verify(&mut self) -> Result<String, String> {
                Ok("d".into())
            }

            fn sample(&mut self, times: u32) -> Result<f64, String> {
                let is_slow = self.1 < 2;
                self.1 += 1;
                self.0.set(times);
                let each = Duration::from_micros(if is_slow { 30_000 } else { 100 });
                std::thread::sleep(each * times);
                Ok(1.0)
            }
        }

        let times = Rc::new(Cell::new(0));
        let work = Box::new(Slow(Rc::clone(&times), 0));
        let settings =
            Settings { sample: Duration::from_millis(20), limit: Duration::ZERO, ..SETTINGS };
        let contenders = vec![Contender { name: "one".into(), work }];
        Race::new(contenders, "d", &settings, &mut |_| ());
        assert!(times.get() > 8, "{}", times.get());
    }

    #[test]
    fn every_part_of_a_race_has_some_rounds() {
        let contenders = vec![says("one", Ok("d"), &[1.0]), says("two", Ok("d"), &[2.0])];
        let mut race = Race::new(contenders, "d", &SETTINGS, &mut |_| ());
        for rounds in [9, 12, 15] {
            race.go_on(SETTINGS.limit, 3, &mut |_| ());
            assert_eq!(race.standings().rounds, rounds);
        }
    }

    #[test]
    fn a_time_of_zero_or_less_is_an_error() {
        for none in [0.0, -5.0] {
            let contenders = vec![says("one", Ok("d"), &[1.0]), says("two", Ok("d"), &[none])];
            let comparison = compare(contenders, "d", &SETTINGS, &mut |_, _| ());
            let error = comparison.standings[1].result.clone().expect_err("no time");
            assert_eq!(error, "its time is too short for the clock");
        }
    }

    #[test]
    fn wrong_contenders_have_an_error_and_no_time() {
        let contenders = vec![
            says("wrong", Ok("e"), &[1.0]),
            says("right", Ok("d"), &[1.0]),
            says("missing", Err("there is none"), &[1.0]),
        ];
        let comparison = compare(contenders, "d", &SETTINGS, &mut |_, _| ());
        assert_eq!(comparison.baseline.as_deref(), Some("right"));
        let error = |index: usize| comparison.standings[index].result.clone().unwrap_err();
        assert_eq!(error(0), "its answers have the digest e, expected d");
        assert_eq!(error(2), "there is none");
        assert!(comparison.standings[1].result.is_ok());
    }

    #[test]
    fn contenders_that_fail_later_have_an_error_and_no_time() {
        let mut breaks = says("breaks", Ok("d"), &[1.0]);
        let nanoseconds = vec![1.0];
        breaks.work = Box::new(Says { digest: Ok("d"), nanoseconds, next: 0, fails_at: 5 });
        let comparison =
            compare(vec![says("right", Ok("d"), &[1.0]), breaks], "d", &SETTINGS, &mut |_, _| ());
        assert_eq!(comparison.standings[1].result, Err("it broke".into()));
    }

    #[test]
    fn a_race_without_right_contenders_ends_at_once() {
        let settings = Settings { limit: Duration::from_millis(1), ..SETTINGS };
        let comparison =
            compare(vec![says("wrong", Ok("e"), &[1.0])], "d", &settings, &mut |_, _| ());
        assert_eq!(comparison.baseline, None);
    }

    #[test]
    fn an_order_is_a_permutation_fixed_by_its_seed() {
        let mut order = shuffled(20, &mut Random::new(7));
        assert_eq!(order, shuffled(20, &mut Random::new(7)));
        assert_ne!(order, shuffled(20, &mut Random::new(8)));
        order.sort_unstable();
        assert_eq!(order, (0..20).collect::<Vec<_>>());
    }
}
