//! The statistics of samples, each tested against results calculated by hand.

/// The summary of a set of samples, all in the samples' unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// The middle sample, or the mean of the two in the middle.
    pub median: f64,
    /// The median of the distances from the median.
    pub mad: f64,
    /// The lowest sample.
    pub min: f64,
}

impl Summary {
    /// Summarises samples, if there are any.
    #[must_use]
    pub fn of(samples: &[f64]) -> Option<Self> {
        let median = median(samples)?;
        let distances: Vec<f64> = samples.iter().map(|sample| (sample - median).abs()).collect();
        let min = samples.iter().copied().fold(f64::INFINITY, f64::min);
        Some(Self { median, mad: self::median(&distances)?, min })
    }
}

/// A median and the interval that it lies in with a confidence of at least 95 %, where there are
/// six samples or more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// Returns the interval of the median, if there are samples. It is by order statistics, which
    /// assume nothing about how the samples are distributed.
    ///
    /// The number of samples below the true median is binomial, so the interval between the k-th
    /// lowest and the k-th highest sample misses it with twice the probability of fewer than k.
    #[must_use]
    pub fn of_median(samples: &[f64]) -> Option<Self> {
        let sorted = sorted(samples);
        let rank = rank_of_bound(sorted.len());
        let low = *sorted.get(rank)?;
        let high = sorted[sorted.len() - 1 - rank];
        Some(Self { low, median: median(samples)?, high })
    }

    /// Returns half the interval's width in parts of the median.
    #[must_use]
    pub fn spread(&self) -> f64 {
        (self.high - self.low) / 2.0 / self.median
    }
}

/// Returns the index, from either end, of the sample that bounds the median's interval: the highest
/// with a probability of at most 5 % to miss it, or 0.
fn rank_of_bound(count: usize) -> usize {
    // P(X = i) for i successes of `count` tosses, from the logarithm down for many of them.
    let mut logarithm = count as f64 * 0.5_f64.ln();
    let mut below = logarithm.exp();
    let mut rank = 0;
    for successes in 1..count {
        logarithm += ((count - successes + 1) as f64 / successes as f64).ln();
        if below + logarithm.exp() > 0.025 {
            break;
        }
        below += logarithm.exp();
        rank = successes;
    }
    rank
}

/// Returns the median, if there are samples.
#[must_use]
pub fn median(samples: &[f64]) -> Option<f64> {
    let sorted = sorted(samples);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    Some(if sorted.len() % 2 == 1 { upper } else { f64::midpoint(sorted[middle - 1], upper) })
}

/// Returns the mean of samples without the lowest tenth and the highest tenth, if there are any.
///
/// Where a clock ticks slowly, a sample is one of a few multiples of its tick, and so is the
/// median. Their mean is closer than a tick, because it depends on how many samples are each
/// multiple.
#[must_use]
pub fn trimmed_mean(samples: &[f64]) -> Option<f64> {
    let sorted = sorted(samples);
    let left_out = sorted.len() / 10;
    let kept = &sorted[left_out..sorted.len() - left_out];
    (!kept.is_empty()).then(|| kept.iter().sum::<f64>() / kept.len() as f64)
}

/// Returns the geometric mean of positive numbers, if there are any.
#[must_use]
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    Some((sum / values.len() as f64).exp())
}

fn sorted(samples: &[f64]) -> Vec<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    #[test]
    fn summaries_match_calculation_by_hand() {
        // The distances from 4 are 3, 2, 0, 2 and 96.
        let odd = Summary::of(&[6.0, 1.0, 100.0, 2.0, 4.0]);
        assert_eq!(odd, Some(Summary { median: 4.0, mad: 2.0, min: 1.0 }));
        // The distances from 2.5 are 1.5, 0.5, 0.5 and 1.5.
        let even = Summary::of(&[4.0, 3.0, 2.0, 1.0]);
        assert_eq!(even, Some(Summary { median: 2.5, mad: 1.0, min: 1.0 }));
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn bounds_are_those_of_published_tables() {
        // The k-th lowest and highest bound the 95 % interval, from the tables of the sign test.
        let ranks = [(6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (15, 4), (20, 6), (25, 8), (50, 18)];
        for (count, rank) in ranks.into_iter().chain([(100, 40), (1, 1), (2, 1), (5, 1)]) {
            assert_eq!(rank_of_bound(count) + 1, rank, "{count} samples");
        }
    }

    #[test]
    fn an_interval_is_between_samples() {
        let samples: Vec<f64> = (1..=9).map(f64::from).collect();
        let interval = Interval::of_median(&samples).expect("nine samples");
        assert_eq!(interval, Interval { low: 2.0, median: 5.0, high: 8.0 });
        close(interval.spread(), 0.6);
        assert_eq!(Interval::of_median(&[]), None);
        let one = Interval { low: 3.0, median: 3.0, high: 3.0 };
        assert_eq!(Interval::of_median(&[3.0]), Some(one));
    }

    #[test]
    fn the_interval_holds_the_median_about_as_often_as_it_says() {
        let mut random = hyperbola_random::Random::new(95);
        let mut held = 0;
        for _ in 0..2_000 {
            // Skewed samples whose true median is one half.
            let mut sample = || {
                let uniform = (random.word() >> 11) as f64 / (1_u64 << 53) as f64;
                if uniform < 0.5 { uniform } else { uniform * uniform * 2.0 }
            };
            let samples: Vec<f64> = core::iter::repeat_with(&mut sample).take(25).collect();
            let interval = Interval::of_median(&samples).expect("samples");
            held += u32::from(interval.low <= 0.5 && 0.5 <= interval.high);
        }
        assert!((1_900..=1_960).contains(&held), "{held} of 2000");
    }

    #[test]
    fn a_trimmed_mean_leaves_a_tenth_out_at_either_end() {
        let samples = [1e9, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, -1e9];
        close(trimmed_mean(&samples).expect("samples"), 4.5);
        close(trimmed_mean(&[1.0, 4.0]).expect("samples"), 2.5);
        assert_eq!(trimmed_mean(&[]), None);
    }

    #[test]
    fn trimmed_means_separate_times_below_the_clock_resolution() {
        // A clock that ticks every 10 ns shows the difference of the ticks at the end and at the
        // start.
        let mut random = hyperbola_random::Random::new(10);
        let mut shown = |nanoseconds: f64| -> Vec<f64> {
            let start = || (random.word() % 10_000) as f64 / 1_000.0;
            let shown = |start: f64| ((start + nanoseconds) / 10.0).floor() * 10.0;
            core::iter::repeat_with(start).take(5_000).map(shown).collect()
        };
        let [one, other] = [shown(31.0), shown(34.0)];
        assert_eq!(median(&one), median(&other));
        for (samples, expected) in [(one, 31.0), (other, 34.0)] {
            let mean = trimmed_mean(&samples).expect("samples");
            assert!((mean - expected).abs() < 1.5, "{mean} for {expected}");
        }
    }

    #[test]
    fn geometric_means_match_calculation_by_hand() {
        close(geometric_mean(&[2.0, 8.0]).expect("two values"), 4.0);
        close(geometric_mean(&[0.5, 2.0, 1.0]).expect("three values"), 1.0);
        assert_eq!(geometric_mean(&[]), None);
    }
}
