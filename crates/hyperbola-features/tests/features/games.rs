//! Games side by side compared with games one by one.

use hyperbola_features::{
    Ending, GameOptions, Games, GamesError, MoveIndex, MoveMask, MoveMaskBits, Observation,
    Positions, Restart, StateError,
};
use hyperbola_moves::{Move, Outcome, Position, Repetitions};

/// Openings after which repetitions, mates and ends by rules are soon there.
fn openings() -> Vec<Position> {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4k2r/8/8/8/8/8/8/R3K3 b - - 93 80",
        "k7/8/8/8/8/8/7p/K7 b - - 0 1",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
    ];
    fens.iter().map(|fen| fen.parse().expect("a position")).collect()
}

/// One game beside those that are tested.
struct Single {
    position: Position,
    repetitions: Repetitions,
    plies: u32,
}

impl Single {
    fn new(position: Position) -> Self {
        let mut repetitions = Repetitions::new();
        repetitions.push(&position);
        Self { position, repetitions, plies: 0 }
    }

    fn play(&mut self, played: u16, options: GameOptions) -> Option<Ending> {
        let played = Move::from_bits(played).expect("a move");
        self.position = self.position.play(played).expect("a legal move");
        self.repetitions.push(&self.position);
        self.plies += 1;
        let outcome = self
            .repetitions
            .outcome_with(&self.position)
            .or_else(|| self.repetitions.claim_with(&self.position).filter(|_| options.claim_draw));
        let is_cut_off = options.max_plies > 0 && self.plies >= options.max_plies;
        match outcome {
            Some(Outcome::Checkmate { .. }) => Some(Ending::Checkmate),
            Some(Outcome::Stalemate) => Some(Ending::Stalemate),
            Some(Outcome::InsufficientMaterial) => Some(Ending::InsufficientMaterial),
            Some(Outcome::SeventyFiveMoves) => Some(Ending::SeventyFiveMoves),
            Some(Outcome::FivefoldRepetition) => Some(Ending::FivefoldRepetition),
            Some(Outcome::FiftyMoves) => Some(Ending::FiftyMoves),
            Some(_) => Some(Ending::ThreefoldRepetition),
            None => is_cut_off.then_some(Ending::CutOff),
        }
    }
}

/// Plays random games, in which pieces often go back, and compares each step. Returns how they end.
fn endings(options: GameOptions) -> Vec<Ending> {
    let mut games = Games::new(40, openings(), options).expect("games");
    let opening = |games: &Games, game| Single::new(*games.moves(game).expect("a game").0);
    let mut singles: Vec<_> = (0..games.len()).map(|game| opening(&games, game)).collect();
    let (mut found, mut positions) = (Vec::new(), Positions::new());
    for ply in 0..400_usize {
        let mut moves = games.random_moves(0);
        for (game, chosen) in moves.iter_mut().enumerate().filter(|(game, _)| game % 2 == 0) {
            let (_, played) = games.moves(game).expect("a game");
            let Some(&before) = played.len().checked_sub(2).and_then(|at| played.get(at)) else {
                continue;
            };
            let back = Move::new(before.to(), before.from());
            if ply % 7 != 0 && games.position(game).expect("a game").is_legal(back) {
                *chosen = back.to_bits();
            }
        }
        let stepped = games.step(&moves, None).expect("legal moves");
        for (game, (single, stepped)) in singles.iter_mut().zip(&stepped).enumerate() {
            assert_eq!(stepped.ending, single.play(moves[game], options), "{}", single.position);
            let winner: i8 = match single.position.outcome().and_then(Outcome::winner) {
                Some(hyperbola_moves::Color::White) => 1,
                Some(hyperbola_moves::Color::Black) => -1,
                None => 0,
            };
            assert_eq!((stepped.result, stepped.reward), (winner, winner.abs()));
            if let Some(ending) = stepped.ending {
                found.push(ending);
                *single = opening(&games, game);
            }
            assert_eq!(games.position(game), Some(&single.position));
        }
        games.positions_into(&mut positions);
        let expected: Positions = singles.iter().map(|single| single.position).collect();
        assert_eq!(positions, expected);
        let counts: Vec<_> = singles.iter().map(|single| single.repetitions.count()).collect();
        assert_eq!(games.repetitions().map(usize::from).collect::<Vec<_>>(), counts);
    }
    found
}

#[test]
fn games_end_as_single_games_do() {
    let automatic = endings(GameOptions { max_plies: 190, ..GameOptions::default() });
    let claimed = endings(GameOptions { claim_draw: true, ..GameOptions::default() });
    for ending in [Ending::Checkmate, Ending::InsufficientMaterial, Ending::FivefoldRepetition] {
        assert!(automatic.contains(&ending), "{ending}");
    }
    assert!(automatic.contains(&Ending::SeventyFiveMoves) && automatic.contains(&Ending::CutOff));
    assert!(!automatic.contains(&Ending::ThreefoldRepetition));
    assert!(
        claimed.contains(&Ending::FiftyMoves) && claimed.contains(&Ending::ThreefoldRepetition)
    );
    assert!(!claimed.contains(&Ending::FivefoldRepetition));
}

#[test]
fn masks_are_those_of_the_positions() {
    let mut games = Games::new(70, openings(), GameOptions::default()).expect("games");
    for _ in 0..60 {
        games.step(&games.random_moves(0), None).expect("legal moves");
    }
    let mut positions = Positions::new();
    games.positions_into(&mut positions);
    let features = positions.as_slice().features();
    for index in MoveIndex::ALL {
        let mut mask = vec![7; games.len() * index.size()];
        games.mask_into(index, &mut mask);
        assert!(mask == features.compute(MoveMask { index }), "{}", index.name());
        let mut bits = vec![7; games.len() * index.size().div_ceil(8)];
        games.mask_bits_into(index, &mut bits);
        assert!(bits == features.compute(MoveMaskBits { index }), "{}", index.name());
        let (offsets, moves) = games.legal_moves(None);
        let (same, numbers) = games.legal_moves(Some(index));
        assert_eq!(offsets, same);
        assert_eq!(moves.len(), numbers.len());
        let first: Vec<_> = offsets[..games.len()]
            .iter()
            .map(|&at| moves[usize::try_from(at).expect("an index")])
            .collect();
        let encoded = games.numbers(&first, index).expect("legal moves");
        let clear = |bits: u16| if index == MoveIndex::FromTo { bits & 0xfff } else { bits };
        let decoded = games.moves_of(&encoded, index).expect("numbers of legal moves");
        assert!(decoded.iter().zip(&first).all(|(&found, &bits)| clear(found) == clear(bits)));
    }
}

#[test]
fn observations_begin_with_the_present_and_end_with_counts() {
    let mut games =
        Games::new(1, openings(), GameOptions { in_order: true, ..GameOptions::default() })
            .expect("games");
    for text in ["e2e4", "e7e5"] {
        let played: Move = text.parse().expect("a move");
        games.step(&[played.to_bits()], None).expect("a legal move");
    }
    let plane = |observation: Observation, plane: usize| {
        let mut items = vec![9_u8; 64 * observation.planes()];
        games.observe_into(observation, &mut items, |number| number);
        items[64 * plane..][..64].to_vec()
    };
    let ones = |items: Vec<u8>| items.iter().filter(|&&item| item == 1).count();
    for observation in Observation::ALL {
        assert_eq!(plane(observation, 0)[28], 1, "the pawn on e4");
        assert_eq!(plane(observation, 0)[12], 0, "no pawn on e2");
    }
    // One position before, the pawn on e7 is still there.
    assert_eq!(plane(Observation::AlphaZero, 14 + 6)[52], 1);
    assert_eq!(plane(Observation::Leela, 13 + 6)[52], 1);
    assert_eq!(ones(plane(Observation::AlphaZero, 3 * 14)), 0, "nothing before the opening");
    assert_eq!(plane(Observation::AlphaZero, 113), [2; 64], "the number of the move");
    assert_eq!(plane(Observation::Leela, 111), [1; 64]);
}

#[test]
fn states_are_read_exactly_and_refused_when_they_are_changed() {
    let options = GameOptions { restart: Restart::Never, max_plies: 30, ..GameOptions::default() };
    let mut games = Games::new(9, openings(), options).expect("games");
    for _ in 0..40 {
        games.step(&games.random_moves(3), None).expect("legal moves");
    }
    let state = games.state();
    let again = Games::from_state(&state).expect("games");
    assert_eq!(again.state(), state);
    assert!(again.endings().eq(games.endings()) && again.episodes().eq(games.episodes()));
    assert_eq!(Games::from_state(b"").err(), Some(StateError::Magic));
    for at in 18..state.len() {
        let mut changed = state.clone();
        changed[at] ^= 1;
        assert_eq!(Games::from_state(&changed).err(), Some(StateError::Checksum), "{at}");
    }
}

#[test]
fn openings_must_be_there_and_must_not_have_ended() {
    let options = GameOptions::default();
    assert_eq!(Games::new(1, Vec::new(), options).err(), Some(GamesError::NoOpening));
    let mate: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().expect("a position");
    let error = Games::new(1, vec![Position::initial(), mate], options).err();
    assert_eq!(error, Some(GamesError::Ended { opening: 1, ending: Ending::Checkmate }));
}

#[test]
fn a_bad_action_is_named_and_nothing_is_played() {
    let mut games =
        Games::new(3, vec![Position::initial()], GameOptions::default()).expect("games");
    let mut numbers = games.numbers(&games.random_moves(0), MoveIndex::Leela).expect("legal");
    numbers[2] = 1857;
    let error = games.step(&numbers, Some(MoveIndex::Leela)).expect_err("an illegal move");
    assert_eq!((error.game, error.action), (2, 1857));
    assert!(error.to_string().contains("0 to 1857, of one of 20 legal moves, found 1857"));
    assert!(games.plies().all(|plies| plies == 0));
}
