//! The definitions: the contenders, their words, and the digests.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use hyperbola::Technique;
use hyperbola::word::WordKind;
use hyperbola_features::AnyFeature;
use hyperbola_lab::definition::{Definition, Exclusion, matches};
use hyperbola_lab::model::Model;
use hyperbola_lab::models;

#[test]
fn patterns_match_as_in_a_shell() {
    for (pattern, id) in [("pext", "pext"), ("pext*", "pext"), ("*", ""), ("m*c-*", "magic-plain")]
    {
        assert!(matches(pattern, id), "{pattern} {id}");
    }
    for (pattern, id) in [("pext", "pext-pdep"), ("*-pdep", "pext"), ("m*c", "magic-plain")] {
        assert!(!matches(pattern, id), "{pattern} {id}");
    }
}

/// The folder of the definitions.
fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/definitions"))
}

#[test]
fn every_file_is_a_definition_of_its_own() {
    let definitions = Definition::all().expect("definitions");
    let names: HashSet<_> = definitions.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names.len(), definitions.len());
    for file in fs::read_dir(folder()).expect("the folder") {
        let file = file.expect("a file").path();
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name");
        assert!(names.contains(name), "{name} is compiled in");
    }
    for definition in definitions {
        assert!(definition.techniques().next().is_some(), "{}", definition.name);
        assert!(definition.kinds().any(|kind| kind == WordKind::Scalar), "{}", definition.name);
    }
}

/// Returns the digests that the ray walk gives, of a definition's inputs: one, or one a sequence.
fn expected_digests(definition: &Definition) -> Vec<String> {
    let has_none =
        definition.inputs.sequences().is_empty() && definition.inputs.features().is_empty();
    if definition.digest.is_empty() && has_none {
        return Vec::new();
    }
    let others = Exclusion { pattern: "*".into(), reason: "only the ray walk is asked".into() };
    let walks = Definition {
        first: vec![Technique::RayWalk.id().to_owned()],
        excluded: vec![others],
        ..definition.clone()
    };
    let mut digests = Vec::new();
    for plan in models::panels(&walks).expect("inputs") {
        let is_plain = |word: Option<&str>| word == Some(WordKind::Scalar.id());
        let mut participants = plan.participants.into_iter();
        if let Some((_, mut work)) = participants.find(|(row, _)| is_plain(row.word.as_deref())) {
            digests.push(work.verify().expect("answers"));
        }
    }
    // The touched bytes do not change an answer.
    digests.dedup();
    digests
}

#[test]
fn every_digest_is_the_ray_walks() {
    let mut wrong = Vec::new();
    for definition in Definition::all().expect("definitions") {
        let expected = expected_digests(&definition);
        let sequences = definition.inputs.sequences().iter().map(|one| one.digest.clone());
        let own = Some(definition.digest.clone()).filter(|digest| !digest.is_empty());
        let features = definition.inputs.features().iter().map(|one| one.digest.clone());
        let stated: Vec<String> = own.into_iter().chain(sequences).chain(features).collect();
        if expected != stated {
            wrong.push((definition.name, expected));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn every_feature_is_measured() {
    let measured = definition("features-all");
    let names = measured.inputs.features().iter().map(|feature| feature.name.as_str());
    assert!(names.eq(AnyFeature::all().map(AnyFeature::name)));
}

/// Returns the definition of a name.
fn definition(name: &str) -> Definition {
    let mut definitions = Definition::all().expect("definitions").into_iter();
    definitions.find(|one| one.name == name).expect("a definition of that name")
}

#[test]
fn contenders_run_in_order_unless_excluded() {
    let all = definition("throughput-queen-games").techniques().collect::<Vec<_>>();
    assert_eq!(all[0], Technique::HyperbolaQuintessence);
    assert_eq!(all.len(), Technique::ALL.len());
    let mut perft = definition("perft-six");
    perft.first = vec!["classical".into(), "magic-*".into()];
    // A pattern does not name excluded techniques; an id does.
    assert_eq!(perft.techniques().collect::<Vec<_>>(), [Technique::Classical]);
    perft.excluded.clear();
    let all: Vec<_> = perft.techniques().collect();
    let is_magic = |technique: &&Technique| technique.id().starts_with("magic-");
    let magics: Vec<_> = Technique::ALL.iter().filter(is_magic).copied().collect();
    assert_eq!(all[0], Technique::Classical);
    assert_eq!(all[1..=magics.len()], magics);
    assert_eq!(all.len(), Technique::ALL.len());
}

#[test]
fn models_exclude_unable_contenders_with_a_reason() {
    let line = definition("line-file-random");
    assert_eq!(line.excluded, []);
    let reasons: Vec<_> = line.exclusions().collect();
    assert_eq!(line.techniques().count() + reasons.len(), Technique::ALL.len());
    let exploding = reasons.iter().find(|one| one.pattern == "exploding").expect("an exclusion");
    assert_eq!(exploding.reason, "does not work line by line");
    assert_eq!(Model::SetUp.left_out(Technique::RayWalk), Some("has no tables"));
    assert_eq!(Model::SetUp.left_out(Technique::Rotated), None);
}

#[test]
fn the_words_of_a_model_are_those_of_a_class() {
    let kinds = |model: Model| model.kinds().collect::<Vec<_>>();
    assert_eq!(kinds(Model::Line), [WordKind::Scalar]);
    assert!(kinds(Model::Latency).iter().all(|kind| kind.lanes() == 1));
    let batch = kinds(Model::Batch);
    assert_eq!(batch.iter().filter(|kind| kind.lanes() == 1).count(), 1);
    for &kind in WordKind::ALL.iter().filter(|kind| kind.lanes() > 1) {
        assert_eq!(batch.contains(&kind), kind != WordKind::Portable4, "{kind}");
        assert!(kinds(Model::SetWise).contains(&kind), "{kind}");
    }
}

#[test]
fn a_pattern_without_a_match_is_an_error() {
    let text = fs::read_to_string(folder().join("latency-queen-games.toml")).expect("a file");
    assert!(Definition::parse(&text).is_ok());
    let error = |from: &str, to: &str| {
        let error = Definition::parse(&text.replace(from, to)).expect_err("an error");
        error.root_cause().to_string()
    };
    let pattern = error("\"hyperbola-quintessence\"", "\"no-such\"");
    assert_eq!(pattern, "the pattern no-such matches no technique");
    let none = error("[\"hyperbola-quintessence\"]", "[]");
    assert_eq!(none, "expected a first technique as the baseline, found none");
    assert!(error("quick =", "quik =").contains("unknown field `quik`"));
}
