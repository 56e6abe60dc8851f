//! Detection finds the instructions this processor has, so no test of a word is skipped in silence.
//!
//! The tests compare detection with what the operating system reports about the processor. Where a
//! processor is emulated, the system reports about another one. Then `HYPERBOLA_WORDS` lists the
//! ids that must be available, in order and separated by spaces. No others may be available.

use hyperbola::word::WordKind;

/// Returns Linux's names for the features of each kind, where it has names.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn linux_flags(kind: WordKind) -> &'static [&'static [&'static str]] {
    const SSSE3: &[&str] = &["ssse3"];
    const AVX2: &[&str] = &["avx2", "bmi1", "bmi2", "abm", "popcnt"];
    const AVX512: &[&str] = &["avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"];
    const GFNI: &[&str] = &["gfni", "avx512_bitalg", "avx512_vpopcntdq"];
    match kind {
        WordKind::Ssse3 | WordKind::Ssse3x2 => &[SSSE3],
        WordKind::Avx2 | WordKind::Avx2x4 => &[AVX2],
        WordKind::Avx512x8 => &[AVX2, AVX512],
        WordKind::Avx512Gfni | WordKind::Avx512Gfnix8 => &[AVX2, AVX512, GFNI],
        _ => &[],
    }
}

/// Returns the kinds that must be available, if they are known.
fn expected() -> Option<Vec<WordKind>> {
    if let Ok(ids) = std::env::var("HYPERBOLA_WORDS") {
        let kinds = ids.split_whitespace().map(str::parse).collect::<Result<_, _>>();
        return Some(kinds.expect("HYPERBOLA_WORDS has ids of words"));
    }
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    {
        let processor = std::fs::read_to_string("/proc/cpuinfo").ok()?;
        let flags = processor.lines().find_map(|line| line.strip_prefix("flags"))?;
        let flags: Vec<&str> = flags.split_whitespace().collect();
        let has = |kind: &&WordKind| {
            linux_flags(**kind).iter().copied().flatten().all(|flag| flags.contains(flag))
        };
        Some(WordKind::ALL.iter().filter(has).copied().collect())
    }
    #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
    None
}

#[test]
fn every_word_that_the_processor_has_is_found_and_tested() {
    let available: Vec<WordKind> =
        WordKind::ALL.iter().copied().filter(|kind| kind.is_available()).collect();
    for kind in WordKind::ALL.iter().filter(|kind| !available.contains(kind)) {
        println!("skipped: this processor does not have the word {kind}");
    }
    match expected() {
        Some(expected) => assert_eq!(available, expected),
        None => assert!(available.contains(&WordKind::Scalar)),
    }
}

#[test]
fn ids_round_trip_and_lanes_are_known() {
    for &kind in WordKind::ALL {
        assert_eq!(kind.id().parse(), Ok(kind));
        struct CountLanes;
        impl hyperbola::word::WordVisitor for CountLanes {
            type Output = usize;
            fn visit<V: hyperbola::word::Vector>(self, _token: V::Token) -> usize {
                V::LANES
            }
        }
        assert!(kind.visit(CountLanes).is_none_or(|lanes| lanes == kind.lanes()), "{kind}");
    }
    assert!("avx3".parse::<WordKind>().is_err());
}
