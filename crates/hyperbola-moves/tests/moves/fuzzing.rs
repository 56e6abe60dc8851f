//! Values from a fuzzer's bytes.

use arbitrary::{Arbitrary, Unstructured};
use hyperbola_moves::{Move, MoveList, Piece, Position, Role};
use hyperbola_random::Random;

use crate::support::laws;

/// Returns values that are made from random bytes, up to a number of them.
fn values<T: for<'a> Arbitrary<'a>>(count: usize, bytes: usize) -> impl Iterator<Item = T> {
    let mut random = Random::new(5);
    (0..count).map(move |_| {
        let bytes: Vec<u8> = (0..bytes).flat_map(|_| random.word().to_le_bytes()).collect();
        T::arbitrary(&mut Unstructured::new(&bytes)).expect("enough bytes")
    })
}

#[test]
fn every_role_piece_and_promotion_is_made() {
    for role in Role::ALL {
        assert!(values::<Role>(200, 1).any(|made| made == role), "{role}");
        assert!(values::<Piece>(200, 1).any(|made| made.role == role), "{role}");
        let promotion = Some(role).filter(|&role| role != Role::Pawn);
        let is_made = values::<Move>(200, 1).any(|made| made.promotion() == promotion);
        assert_eq!(is_made, role != Role::King, "{role}");
    }
    assert!(values::<MoveList>(20, 1_000).any(|list| list.len() > 1));
}

#[test]
fn positions_of_games_obey_the_laws() {
    for bytes in [0, 1, 4, 20] {
        for position in values::<Position>(20, bytes) {
            laws::all(&position);
            assert_eq!(position == Position::initial(), bytes == 0);
        }
    }
}
