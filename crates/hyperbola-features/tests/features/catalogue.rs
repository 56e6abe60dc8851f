//! The list of all features, and their bytes.

use hyperbola::word::WordKind;
use hyperbola_features::{
    AnyFeature, Arrays, AttackCounts, Attacks, Axis, Blockers, Dtype, F16, Feature, FeatureVisitor,
    Features, Item, MoveIndex, MoveMask, MoveMaskBits, Outcomes, PlaneItem, PlaneSet, Planes,
    Positions, Preset, PresetInputs, RaggedFeature, Threat, View, XRayAttacks, visit_features,
};
use hyperbola_moves::{Color, Move, Piece, Position, Role, Square};
use hyperbola_random::Random;
use hyperbola_samples::random_setup;

use crate::support::{SAMPLE, columns};

#[test]
fn each_feature_is_found_by_its_own_name() {
    let names: Vec<&str> = AnyFeature::all().map(AnyFeature::name).collect();
    for (feature, name) in AnyFeature::all().zip(&names) {
        assert_eq!(name.parse(), Ok(feature));
        assert_eq!(feature.to_string(), *name);
        assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}");
        let is_plain = |letter: char| letter.is_ascii_lowercase() || "_0123456789".contains(letter);
        assert!(name.chars().all(is_plain), "{name} is a name in every language and file system");
        assert!(!feature.meaning().is_empty() && !feature.meaning().ends_with('.'), "{name}");
        assert!(feature.meaning().len() <= 80, "{name}");
    }
    for wrong in ["", "Attacks", "attacks ", "attack"] {
        let message = wrong.parse::<AnyFeature>().expect_err("no feature").to_string();
        assert!(names.iter().all(|name| message.contains(name)), "{message}");
    }
}

fn details(name: &str) -> String {
    name.parse::<AnyFeature>().expect("a feature").details()
}

#[test]
fn each_feature_says_how_it_is_read() {
    for feature in AnyFeature::all() {
        let details = feature.details();
        assert!(details.ends_with('.') && !details.contains("  "), "{feature}: {details}");
    }
}

/// The sizes in the details are above every number, and as small as possible.
#[test]
fn details_have_the_sizes_of_the_code() {
    for preset in Preset::ALL {
        let size = preset.set().size();
        assert!(details(preset.name).contains(&format!("below {size}.")), "{}", preset.name);
    }
    assert!(details("halfka_v2_hm").contains("below 22528."));
    for (name, size) in [("from_to", 4096), ("alphazero", 4672), ("leela", 1858)] {
        for name in [format!("move_mask_{name}"), format!("move_mask_bits_{name}")] {
            assert!(details(&name).contains(&format!("{size} numbers")), "{name}");
        }
    }
    assert!(details("planes_all").contains("24 en_passant."));
}

/// Each code in the details is the one in the bits of a move, in a threat or in an outcome.
#[test]
fn details_have_the_codes_of_the_code() {
    let names = ["none", "a knight", "a bishop", "a rook", "a queen"];
    let promoted =
        [None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];
    for (name, role) in names.into_iter().zip(promoted) {
        let played = match role {
            Some(role) => Move::promoting(Square::A7, Square::A8, role),
            None => Move::new(Square::A7, Square::A8),
        };
        let code = format!("{} for {name}", played.to_bits() >> 12);
        assert!(details("legal_moves").contains(&code), "{code}");
    }
    for (role, name) in
        Role::ALL.into_iter().zip(["pawn", "knight", "bishop", "rook", "queen", "king"])
    {
        let [white, black] = Color::ALL.map(|color| {
            let piece = Piece::new(color, role);
            Threat::new(piece, Square::A1, piece, Square::B1).attacker
        });
        assert_eq!(black, white + 6);
        assert!(details("threats").contains(&format!("{name} {white}")), "{name}");
    }
    for (code, name) in [
        (Outcomes::CHECKMATE, "checkmate"),
        (Outcomes::STALEMATE, "stalemate"),
        (Outcomes::INSUFFICIENT_MATERIAL, "insufficient material"),
    ] {
        assert!(details("outcome").contains(&format!("{code} for {name}")), "{name}");
    }
}

#[test]
fn masks_are_truth_values() {
    let positions = columns(&SAMPLE[..200]);
    let mut names = Vec::new();
    for feature in AnyFeature::all() {
        let mut arrays = Arrays::new(feature);
        arrays.append(positions.as_slice().features());
        for (array, bytes) in feature.arrays().iter().zip(arrays.bytes()) {
            if array.dtype == Dtype::Bool {
                assert!(bytes.iter().all(|&byte| byte <= 1), "{feature}");
                names.push(feature.name());
            }
        }
    }
    assert_eq!(names, ["move_mask_from_to", "move_mask_alphazero", "move_mask_leela"]);
}

/// Compares the arrays of a feature that is found by its name with its numbers.
struct ByName<'a> {
    positions: &'a Positions,
    names: Vec<&'static str>,
}

impl ByName<'_> {
    fn compare(&mut self, name: &'static str, expected: &[Vec<u8>]) {
        let mut arrays = Arrays::new(name.parse().expect("a feature"));
        arrays.append(self.positions.as_slice().features());
        assert!(arrays.bytes() == expected, "{name}");
        assert!(!self.names.contains(&name), "{name} has two meanings");
        self.names.push(name);
    }
}

impl FeatureVisitor for ByName<'_> {
    fn fixed<F: Feature<Item: Item>>(&mut self, feature: F) {
        let numbers = self.positions.as_slice().features().compute(feature);
        self.compare(feature.name(), &[bytes(&numbers)]);
    }

    fn lists<F: RaggedFeature<Item: Item>>(&mut self, feature: F) {
        let lists = self.positions.as_slice().features().compute_ragged(feature);
        self.compare(feature.name(), &[bytes(lists.offsets()), bytes(lists.items())]);
    }
}

fn bytes<T: Item>(items: &[T]) -> Vec<u8> {
    let mut bytes = vec![0; size_of_val(items)];
    T::write(items, &mut bytes);
    bytes
}

#[test]
fn features_are_visited_in_their_order() {
    let positions = columns(&SAMPLE[..200]);
    let mut by_name = ByName { positions: &positions, names: Vec::new() };
    visit_features(&mut by_name);
    assert!(by_name.names.into_iter().eq(AnyFeature::all().map(AnyFeature::name)));
}

#[test]
fn each_choice_of_parameters_is_found_by_its_name() {
    let positions = columns(&SAMPLE[..200]);
    let mut by_name = ByName { positions: &positions, names: Vec::new() };
    for blockers in [Blockers::Any, Blockers::Own, Blockers::Other] {
        by_name.fixed(XRayAttacks { blockers });
    }
    for index in MoveIndex::ALL {
        by_name.fixed(MoveMask { index });
        by_name.fixed(MoveMaskBits { index });
    }
    for view in [View::SideToMove, View::White] {
        by_name.fixed(Planes::<u8>::pieces(view));
        by_name.fixed(Planes::<u8>::all(view));
    }
    for preset in Preset::ALL {
        by_name.lists(PresetInputs { preset });
    }
    // Custom planes are not in the list.
    let own = Planes::<u8>::new(View::White).with(PlaneSet::Attacks);
    for planes in [own, Planes::all(View::Black)] {
        assert!(planes.name().parse::<AnyFeature>().is_err());
    }
}

#[test]
fn arrays_have_the_bytes_that_their_types_say() {
    let positions = columns(&SAMPLE[..5000]);
    for feature in AnyFeature::all() {
        let mut arrays = Arrays::new(feature);
        arrays.append(positions.as_slice().features());
        for (array, bytes) in feature.arrays().iter().zip(arrays.bytes()) {
            let first = match array.axis {
                Axis::Positions => positions.len(),
                Axis::Offsets { lists } => lists * positions.len() + 1,
                Axis::Items => usize::try_from(arrays.items()).expect("they fit"),
            };
            let numbers = first * array.lengths.iter().product::<usize>();
            assert_eq!(bytes.len(), numbers * array.dtype.size(), "{}", array.name);
            let digits = array.dtype.numpy()[2..].parse();
            assert_eq!(digits, Ok(array.dtype.size()), "{}", array.name);
        }
    }
}

#[test]
fn bytes_are_the_numbers_on_any_threads_and_in_any_pieces() {
    let positions = columns(&SAMPLE);
    let all = positions.as_slice();
    let attacks = all.features().compute(Attacks);
    let attacks: Vec<u8> = attacks.iter().flat_map(|set| set.to_le_bytes()).collect();
    let counts = all.features().compute(AttackCounts);
    for (name, expected) in [("attacks", attacks), ("attack_counts", counts)] {
        let feature: AnyFeature = name.parse().expect("a feature");
        for rows in [1000, 7000, positions.len()] {
            let (mut alone, mut parallel) = (Arrays::new(feature), Arrays::new(feature));
            for piece in all.pieces(rows) {
                alone.append(piece.features());
                parallel.append(piece.features().parallel());
            }
            assert!(alone.bytes()[0] == expected, "{name} in pieces of {rows}");
            assert!(parallel.bytes()[0] == expected, "{name} in pieces of {rows} on threads");
            assert!(parallel.into_bytes()[0] == expected);
        }
    }
}

/// The emulated processors run only this, so it has few positions.
#[test]
fn every_kind_of_word_computes_the_same() {
    let mut random = Random::new(8);
    let positions = hyperbola_samples::positions();
    let mut positions: Positions = positions.iter().step_by(31).collect();
    (0..50).for_each(|_| positions.push(&random_setup(&mut random)));
    let rows = positions.as_slice();
    for feature in AnyFeature::all() {
        let bytes = |kind| {
            let mut arrays = Arrays::new(feature);
            rows.pieces(61).for_each(|rows| {
                arrays.append(rows.features().on(kind).expect("available"));
            });
            arrays.into_bytes()
        };
        let expected = bytes(WordKind::Scalar);
        for &kind in Features::KINDS.iter().filter(|kind| kind.is_available()) {
            assert!(bytes(kind) == expected, "{feature} on {kind}");
        }
    }
}

#[test]
fn x_rays_have_a_name_for_each_kind_of_blockers() {
    let positions = columns(&SAMPLE[..500]);
    let bytes = |name: &str| {
        let mut arrays = Arrays::new(name.parse().expect("a feature"));
        arrays.append(positions.as_slice().features());
        arrays.into_bytes().remove(0)
    };
    let (any, own, other) =
        (bytes("xray_attacks"), bytes("xray_attacks_own"), bytes("xray_attacks_other"));
    assert_ne!(own, other);
    let both: Vec<u8> = own.iter().zip(&other).map(|(own, other)| own | other).collect();
    assert_eq!(any, both);
}

#[test]
fn no_position_gives_no_number() {
    let none = Positions::new();
    let mut arrays = Arrays::new("pinned".parse().expect("a feature"));
    arrays.append(none.as_slice().features());
    arrays.append(none.as_slice().features().parallel());
    assert_eq!((arrays.bytes(), arrays.items()), (&[Vec::new()][..], 0));
    assert_eq!(arrays.feature().arrays()[0].dtype, Dtype::U64);
}

#[test]
fn the_bytes_of_an_array_are_those_that_are_computed() {
    for count in [0, 1, 9] {
        let positions: Positions = core::iter::repeat_n(&Position::initial(), count).collect();
        for feature in AnyFeature::all() {
            let mut arrays = Arrays::new(feature);
            arrays.append(positions.as_slice().features());
            for (array, computed) in feature.arrays().iter().zip(arrays.bytes()) {
                let is_known = !matches!(array.axis, Axis::Items);
                let expected = is_known.then_some(computed.len());
                assert_eq!(array.bytes(count), expected, "{} of {count}", array.name);
            }
        }
    }
}

/// Compares planes of a type, by their name, with those of the type that Rust has.
fn compare_planes<T: PlaneItem + Item>(positions: &Positions, view: View) {
    for planes in [Planes::<T>::pieces(view), Planes::all(view)] {
        let named: AnyFeature = planes.name().parse().expect("a feature");
        let feature = named.of_type(T::DTYPE).expect("planes have this type");
        assert_eq!(feature == named, T::DTYPE == Dtype::U8);
        assert_eq!((feature.name(), feature.meaning()), (named.name(), named.meaning()));
        let [array] = &feature.arrays()[..] else { panic!("one array") };
        assert_eq!((array.dtype, array.dtype.size()), (T::DTYPE, size_of::<T>()));
        let mut arrays = Arrays::new(feature);
        // More than a thread takes at a time.
        arrays.append(positions.as_slice().features().parallel());
        let numbers = positions.as_slice().features().compute(planes);
        assert!(arrays.bytes()[0] == bytes(&numbers), "{feature} of {}", T::DTYPE);
    }
}

#[test]
fn planes_have_three_types() {
    let positions = columns(&SAMPLE[..1000]);
    for view in [View::SideToMove, View::White] {
        compare_planes::<u8>(&positions, view);
        compare_planes::<f32>(&positions, view);
        compare_planes::<F16>(&positions, view);
    }
    assert_eq!((Dtype::F16.numpy(), Dtype::F32.numpy()), ("<f2", "<f4"));
    let mut planes = 0;
    for feature in AnyFeature::all() {
        let is_planes = feature.name().starts_with("planes");
        planes += usize::from(is_planes);
        for dtype in [Dtype::U8, Dtype::F16, Dtype::F32] {
            assert_eq!(feature.of_type(dtype).is_some(), is_planes, "{feature}");
        }
        assert_eq!(feature.of_type(Dtype::U64), None);
        assert_eq!(feature.planes().map(Feature::name), is_planes.then(|| feature.name()));
    }
    assert_eq!(planes, 4);
}
