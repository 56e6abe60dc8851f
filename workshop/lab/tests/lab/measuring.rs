//! Runs from definitions to records, as short as they can be.

use core::time::Duration;

use hyperbola::Technique;
use hyperbola_lab::definition::Definition;
use hyperbola_lab::inputs::Inputs;
use hyperbola_lab::lab::{Effort, More, run};
use hyperbola_lab::model::Model;
use hyperbola_lab::record::Record;
use hyperbola_timing::runner::{Contender, Work};

/// A run that takes no longer than it must.
const SHORT: Effort = Effort { factor: 0.0, sample: Duration::ZERO, rounds: 1 };

fn definition(name: &str) -> Definition {
    let mut definitions = Definition::all().expect("definitions").into_iter();
    definitions.find(|one| one.name == name).expect("a definition of that name")
}

/// Every technique's loop is in one function, whose frame without optimisation is larger than a
/// test's stack.
fn measured(definition: Definition, more: fn() -> Vec<Contender>) -> Record {
    tried(definition, more).expect("a record")
}

fn tried(definition: Definition, more: fn() -> Vec<Contender>) -> anyhow::Result<Record> {
    let measure = move || {
        let more: More<'_> = &mut |_, _| more();
        run(&[definition], SHORT, "test".into(), more, &[], &mut |_, _| ())
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(measure);
    thread.expect("a thread").join().expect("no panic")
}

struct Wrong;

impl Work for Wrong {
    fn verify(&mut self) -> Result<String, String> {
        Ok("0".into())
    }

    fn sample(&mut self, _times: u32) -> Result<f64, String> {
        Ok(1.0)
    }
}

fn wrong() -> Vec<Contender> {
    vec![Contender { name: "wrong".into(), work: Box::new(Wrong) }]
}

#[test]
fn all_techniques_are_right_and_a_wrong_contender_is_an_error() {
    let definition = definition("throughput-queen-games");
    let record = measured(definition, wrong);
    let errors: Vec<_> = record.errors().collect();
    let [(_, "all", "wrong", error)] = errors[..] else { panic!("{errors:?}") };
    assert!(error.starts_with("its answers have the digest 0, expected "), "{error}");
    let ranking = record.ranking(Model::Throughput);
    assert!(ranking.len() >= Technique::ALL.len());
    assert!(ranking.iter().all(|place| place.row.name != "wrong"));
}

#[test]
fn names_of_our_contenders_are_reserved() {
    let named = || vec![Contender { name: "kindergarten on u64".into(), work: Box::new(Wrong) }];
    let error = tried(definition("throughput-queen-games"), named).expect_err("a name twice");
    let expected = "throughput-queen-games has a contender kindergarten on u64 of ours, so no other may \
                    have that name";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn every_model_measures() {
    for (name, panels) in [
        ("latency-queen-games", 1),
        ("incremental-queen-games", 1),
        ("batch-queen-random", 1),
        ("line-file-random", 1),
        ("line-diagonal-random", 1),
        ("keeping-games", 1),
        ("setwise-games", 1),
        ("check-games", 4),
        ("set-up", 1),
    ] {
        let record = measured(definition(name), Vec::new);
        assert_eq!(record.errors().next(), None);
        assert_eq!(record.measurements[0].panels.len(), panels);
    }
    let mut pressure = definition("cache-pressure-queen-games");
    pressure.touched = vec![0, 1024];
    let record = measured(pressure, Vec::new);
    assert_eq!(record.errors().next(), None);
    assert_eq!(record.measurements[0].panels[1].touched, Some(1024));
}

#[test]
fn a_wrong_count_is_an_error() {
    let mut perft = definition("perft-six");
    if let Inputs::Perft { positions } = &mut perft.inputs {
        positions.truncate(1);
        positions[0].depth = 3;
        positions[0].nodes = 8902;
    }
    let record = measured(perft, wrong);
    assert_eq!(record.errors().count(), 1);
    assert!(!record.ranking(Model::Perft).is_empty());
    let json = serde_json::to_string(&record).expect("JSON");
    assert_eq!(serde_json::from_str::<Record>(&json).expect("a record"), record);
}
