//! The loops over single queries.

use std::collections::HashSet;
use std::rc::Rc;

use hyperbola::choice::Choice;
use hyperbola::techniques::RayWalk;
use hyperbola::word::WordKind;
use hyperbola::{Bitboard, Slider, SliderAttacks, Square, Technique};
use hyperbola_boards::TECHNIQUES;
use hyperbola_lab::definition::Definition;
use hyperbola_lab::inputs::{BoardInput, Inputs, Query, words};
use hyperbola_lab::model::Model;
use hyperbola_lab::models::queries::Asking;
use hyperbola_lab::models::{self, panel::PanelPlan};
use hyperbola_timing::loops::{Ask, QuerySet, digest};
use hyperbola_timing::runner::Work;

/// The models of single queries.
const MODELS: [Model; 5] = [
    Model::Throughput,
    Model::Vectorised,
    Model::Latency,
    Model::Incremental,
    Model::CachePressure,
];

fn queries() -> Rc<[Query]> {
    Inputs::Random { seed: 4, density: 0.3, count: 64 }.queries().expect("queries")
}

fn asking(model: Model, slider: Slider, technique: Technique, kind: WordKind) -> Asking {
    Asking::new(model, slider, Choice { technique, kind }, &queries())
}

#[test]
fn independent_answers_are_the_ray_walks() {
    let queries = queries();
    for slider in Slider::ALL {
        let walks = |&(square, occupied)| RayWalk::slider_attacks(slider, square, occupied).0;
        let expected = digest(queries.iter().map(walks));
        for model in [Model::Throughput, Model::CachePressure] {
            let mut asking = asking(model, slider, Technique::MagicFancy, WordKind::Scalar);
            assert_eq!(asking.verify().as_ref(), Ok(&expected));
            assert!(asking.sample(2).is_ok_and(f64::is_finite));
        }
    }
}

#[test]
fn all_models_have_a_digest_that_techniques_share() {
    for model in MODELS {
        let [walk, other] = [Technique::RayWalk, Technique::HyperbolaQuintessence]
            .map(|technique| asking(model, Slider::Queen, technique, WordKind::Scalar).verify());
        assert!(walk.is_ok() && walk == other, "{model}");
    }
}

#[test]
fn digests_distinguish_wrong_answers() {
    let queries = queries();
    for model in MODELS {
        let Some(shared) = model.shared_loop() else { continue };
        let mut set = QuerySet::new(words(&queries));
        let mut digest_of = |wrong| {
            let asked = set.verify(&mut |pass| {
                pass.run(shared, &Walk { wrong });
                Ok(())
            });
            asked.expect("a digest")
        };
        let mut walk = asking(model, Slider::Queen, Technique::RayWalk, WordKind::Scalar);
        let expected = walk.verify().expect("a digest");
        assert_eq!(digest_of(false), expected, "{model}");
        assert_ne!(digest_of(true), expected, "{model}");
    }
}

#[test]
fn a_missing_loop_is_an_error() {
    let mut asking = asking(Model::Latency, Slider::Rook, Technique::RayWalk, WordKind::Portable4);
    assert_eq!(asking.verify(), Err("there is no such loop for a rook".into()));
}

/// Walks for a queen; if `wrong` is set, wrong on every other square.
struct Walk {
    wrong: bool,
}

impl Ask for Walk {
    #[inline(always)]
    fn ask(&self, square: u64, occupied: u64) -> u64 {
        let index = u8::try_from(square).expect("a square");
        let attacks =
            RayWalk::queen_attacks(Square::from_index_wrapping(index), Bitboard(occupied));
        attacks.0 ^ if self.wrong { square & 1 } else { 0 }
    }
}

/// Returns the panels of the definition on boards of other sizes.
fn on_boards(change: impl Fn(&mut Definition)) -> anyhow::Result<Vec<PanelPlan>> {
    let mut definitions = Definition::all()?.into_iter();
    let mut definition = definitions.find(|one| one.model == Model::Boards).expect("a definition");
    change(&mut definition);
    models::panels(&definition)
}

#[test]
fn queries_on_other_boards_are_answered_as_a_walk_does() {
    let panels = on_boards(|_| ()).expect("panels");
    // Three sliders on one board and queens on three, in six columns each.
    assert_eq!(panels.len(), 6 * 6);
    assert_eq!(panels[0].label, "shogi, a rook, hot loop");
    assert_eq!(panels[35].label, "twelve, a queen, 1 MiB touched");
    let mut digests = HashSet::new();
    for panel in panels {
        assert_eq!(panel.participants.len(), TECHNIQUES.len(), "{}", panel.label);
        let for_others = panel.label.starts_with("shogi");
        assert_eq!(panel.task.is_some(), for_others, "{}", panel.label);
        for (row, mut work) in panel.participants {
            assert_eq!(work.verify().as_ref(), Ok(&panel.digest), "{}, {}", row.name, panel.label);
            assert!(row.table_bytes.is_some_and(|bytes| bytes > 0), "{}", row.name);
        }
        digests.insert(panel.digest);
    }
    // The bytes that are touched change no answer, so a board and a slider have two digests: of the
    // queries as they are, and of those that depend on each other.
    assert_eq!(digests.len(), 2 * 6);
}

#[test]
fn a_board_or_a_slider_that_is_not_measured_is_an_error() {
    let error = |board: &str, slider: &str| {
        let panels = on_boards(|definition| {
            let boards = vec![BoardInput { board: board.into(), sliders: vec![slider.into()] }];
            definition.inputs = Inputs::Boards { seed: 1, count: 8, boards };
        });
        panels.expect_err("an error").to_string()
    };
    assert_eq!(error("hexagonal", "rook"), "there is no board hexagonal");
    assert_eq!(error("shogi", "lance"), "there is no slider lance");
    assert_eq!(error("grand", "rook"), "loops of a rook are compiled only for shogi");
}
