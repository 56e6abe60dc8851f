//! Inputs of networks in batches compared with those of single positions.

use hyperbola_features::{InputSet, Inputs, Positions, Preset, PresetInputs, View, WidthError};
use hyperbola_moves::{Color, Position};

use crate::support::{POSITIONS, SAMPLE, check_lists, columns};

const SET: &str = "threats_59808+pawn_pairs+halfka_v2_hm";

fn set() -> InputSet {
    SET.parse().expect("names of presets")
}

/// Returns the inputs of a view, as they are found in one position.
fn active(set: &InputSet, position: &Position, view: Color) -> Vec<i32> {
    let active = set.active(position.board());
    active.view(view).iter().map(|&index| i32::try_from(index).expect("fits")).collect()
}

fn check_batches(positions: &[Position]) {
    let set = set();
    for first in [View::SideToMove, View::White, View::Black] {
        check_lists(positions, Inputs::new(&set).first(first), |_, position| {
            let first = match first {
                View::SideToMove => position.side_to_move(),
                View::White => Color::White,
                View::Black => Color::Black,
            };
            [first, !first].map(|view| active(&set, position, view)).to_vec()
        });
    }
}

#[test]
fn a_batch_has_the_inputs_of_each_position() {
    check_batches(&SAMPLE[..20_000]);
    for preset in Preset::ALL {
        let set = preset.set();
        check_lists(&SAMPLE[..2_000], PresetInputs { preset }, |_, position| {
            let first = position.side_to_move();
            [first, !first].map(|view| active(&set, position, view)).to_vec()
        });
    }
}

#[test]
#[ignore = "as before, on all positions: a minute"]
fn deep_inputs() {
    check_batches(&POSITIONS);
}

#[test]
fn numbers_have_the_chosen_type() {
    let columns = columns(&SAMPLE[..100]);
    let features = columns.as_slice().features();
    let (wide, small) = (set(), Preset::named("halfka_v2_hm").expect("a preset").set());
    assert!(Inputs::new(&wide).of::<u16>().is_none(), "86,896 do not fit in 16 bits");
    let small = Inputs::new(&small);
    let expected = features.compute_ragged(small);
    let narrow = features.compute_ragged(small.of::<u16>().expect("22,528 fit"));
    assert!(
        narrow.items().iter().map(|&item| i32::from(item)).eq(expected.items().iter().copied())
    );
    let long = features.compute_ragged(small.of::<i64>().expect("they fit"));
    assert!(long.items().iter().copied().eq(expected.items().iter().map(|&item| i64::from(item))));
}

#[test]
fn padded_rows_have_the_inputs_before_the_padding() {
    let positions = &SAMPLE[..5_000];
    let (columns, set) = (columns(positions), set());
    let inputs = Inputs::new(&set);
    let lists = columns.as_slice().features().compute_ragged(inputs);
    let width = lists.iter().map(<[i32]>::len).max().expect("lists");
    for is_parallel in [false, true] {
        let features = columns.as_slice().features();
        let features = if is_parallel { features.parallel() } else { features };
        let mut items = vec![0; positions.len() * 2 * width];
        assert_eq!(features.inputs_padded_into(inputs, width, &mut items), Ok(()));
        for (list, places) in lists.iter().zip(items.chunks(width)) {
            assert_eq!(places[..list.len()], *list);
            assert!(places[list.len()..].iter().all(|&place| place == -1));
        }
        // The first row that does not fit is named, in the whole batch.
        let narrow = width - 1;
        let row = lists.iter().position(|list| list.len() > narrow).expect("a row") / 2;
        items.truncate(positions.len() * 2 * narrow);
        let error = features.inputs_padded_into(inputs, narrow, &mut items);
        assert_eq!(error, Err(WidthError::Width { row, found: width, width: narrow }));
        let error = features.inputs_padded_into(inputs, width, &mut items);
        let (expected, found) = (positions.len() * 2 * width, items.len());
        assert_eq!(error, Err(WidthError::Length { expected, found }));
    }
    let mut marked = Positions::new();
    marked.push_marked();
    let mut items = [7_u16; 4];
    let small = Preset::named("pawn_pairs").expect("a preset").set();
    let inputs = Inputs::new(&small).of::<u16>().expect("they fit");
    assert_eq!(marked.as_slice().features().inputs_padded_into(inputs, 2, &mut items), Ok(()));
    assert_eq!(items, [u16::MAX; 4]);
    assert_eq!(marked.as_slice().features().inputs_padded_into(inputs, 0, &mut []), Ok(()));
    // A row with inputs does not fit a width of zero, and no slice has the largest length.
    let one = columns.as_slice().rows(3..4).features();
    let found = one.inputs_padded_into(Inputs::new(&set), 0, &mut []);
    assert!(matches!(found, Err(WidthError::Width { row: 0, width: 0, found: 1.. })), "{found:?}");
    let found = one.inputs_padded_into(Inputs::new(&set), usize::MAX / 2 + 1, &mut []);
    assert_eq!(found, Err(WidthError::Length { expected: usize::MAX, found: 0 }));
}
