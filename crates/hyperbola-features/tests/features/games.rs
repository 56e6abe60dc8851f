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
    for (number, expected) in [(255, 255), (256, 255), (u16::MAX, 255), (254, 254)] {
        let opening = Position::initial().with_clocks(0, number);
        let games = Games::new(1, vec![opening], GameOptions::default()).expect("games");
        let mut items = vec![0_u8; 64 * Observation::AlphaZero.planes()];
        games.observe_into(Observation::AlphaZero, &mut items, |number| number);
        assert_eq!(items[64 * 113..][..64], [expected; 64], "{number}");
    }
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

/// White's rook mates from a1 on a8.
const MATE_IN_ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";

/// Returns the bytes of two games with an opening, of one half move and of none, without checksum.
fn state_of_two(restart: Restart, opening: &[u8], first: &str) -> Vec<u8> {
    let mut bytes = b"hyperbola games 1\n".to_vec();
    bytes.extend([0, restart as u8, 0]);
    bytes.extend([0; 4 + 8]);
    bytes.extend(1_u64.to_le_bytes());
    bytes.push(u8::try_from(opening.len()).expect("a short opening"));
    bytes.extend(opening);
    bytes.extend(2_u64.to_le_bytes());
    let first: Vec<_> = first.split_whitespace().collect();
    for moves in [&first[..], &[]] {
        bytes.extend([0; 4 + 8]);
        bytes.extend((moves.len() as u64).to_le_bytes());
        for text in moves {
            bytes.extend(text.parse::<Move>().expect("a move").to_bits().to_le_bytes());
        }
    }
    bytes
}

/// Reads games from bytes that have the right checksum, FNV-1a.
fn read(mut bytes: Vec<u8>) -> Result<Games, StateError> {
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    bytes.extend(sum.to_le_bytes());
    Games::from_state(&bytes)
}

/// Where these bytes have the restart, the number of openings, and the opening.
const RESTART: usize = 19;
const OPENINGS: usize = 33;
const OPENING: usize = 42;

#[test]
fn states_with_the_right_checksum_are_refused_too() {
    let initial = openings()[0].shredder_fen().to_string();
    let good = state_of_two(Restart::SameStep, initial.as_bytes(), "e2e4");
    let games = read(good.clone()).expect("games");
    assert!(games.plies().eq([1, 0]) && games.state()[..good.len()] == good);
    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = good.clone();
        change(&mut changed);
        read(changed).err()
    };
    // The first game begins behind the openings and the number of games.
    let first = OPENING + initial.len() + 8;
    let (moves, played) = (first + 4 + 8, first + 4 + 8 + 8);
    for length in 18..good.len() {
        let found = error(&|bytes| bytes.truncate(length));
        assert_eq!(found, Some(StateError::Short), "{length}");
    }
    for count in [OPENINGS, first - 8, moves] {
        assert_eq!(error(&|bytes| bytes[count + 7] = 255), Some(StateError::Short), "{count}");
    }
    assert_eq!(error(&|bytes| bytes.push(0)), Some(StateError::Long));
    for (option, wrong) in [(RESTART - 1, 2), (RESTART, 3), (RESTART + 1, 2)] {
        assert_eq!(error(&|bytes| bytes[option] = wrong), Some(StateError::Option), "{option}");
    }
    let no_opening = Some(StateError::Opening { opening: 0 });
    for wrong in [b'x', 0xff] {
        assert_eq!(error(&|bytes| bytes[OPENING] = wrong), no_opening);
    }
    let none = error(&|bytes| bytes[OPENINGS] = 0);
    assert_eq!(none, Some(StateError::Games(GamesError::NoOpening)));
    let game = |game| Some(StateError::Game { game });
    assert_eq!(error(&|bytes| bytes[first] = 1), game(0), "an opening that is not there");
    assert_eq!(error(&|bytes| bytes[played + 2] = 1), game(1), "an opening that is not there");
    for text in ["e2e5", "e7e5"] {
        let illegal = text.parse::<Move>().expect("a move").to_bits().to_le_bytes();
        let found = error(&|bytes| bytes[played..played + 2].copy_from_slice(&illegal));
        assert_eq!(found, game(0), "{text}");
    }
    assert_eq!(error(&|bytes| bytes[played..played + 2].fill(255)), game(0), "bits of no move");
}

#[test]
fn states_with_openings_and_games_that_have_ended() {
    let mate: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().expect("a position");
    let mate = mate.shredder_fen().to_string();
    let ended = GamesError::Ended { opening: 0, ending: Ending::Checkmate };
    let found = read(state_of_two(Restart::Never, mate.as_bytes(), "e2e4"));
    assert_eq!(found.err(), Some(StateError::Games(ended)));
    // A FEN that says the same in other words is not the one that is written.
    let other = MATE_IN_ONE.replace(" 0 1", " 00 1");
    let found = read(state_of_two(Restart::Never, other.as_bytes(), "a1a8"));
    assert_eq!(found.err(), Some(StateError::Opening { opening: 0 }));
    // A game that begins again in the step that ends it never stands at its end.
    let found = read(state_of_two(Restart::SameStep, MATE_IN_ONE.as_bytes(), "a1a8"));
    assert_eq!(found.err(), Some(StateError::Game { game: 0 }));
    let games = read(state_of_two(Restart::Never, MATE_IN_ONE.as_bytes(), "a1a8")).expect("games");
    assert!(games.endings().eq([Some(Ending::Checkmate), None]));
    // A legal move after the half move that cuts the game off.
    for (plies, expected) in [(1, Err(StateError::Game { game: 0 })), (2, Ok(Some(Ending::CutOff)))]
    {
        let mut bytes = state_of_two(Restart::Never, MATE_IN_ONE.as_bytes(), "a1a2 h8g8");
        bytes[RESTART + 2] = plies;
        assert_eq!(read(bytes).map(|games| games.endings().next().flatten()), expected);
    }
}

#[test]
fn random_moves_depend_on_the_episode_and_a_new_seed_begins_with_the_first() {
    let options = GameOptions { seed: 3, ..GameOptions::default() };
    let mut games = Games::new(40, vec![Position::initial()], options).expect("games");
    let first = games.random_moves(7);
    games.reset(None);
    assert_ne!(games.random_moves(7), first);
    games.reseed(4);
    assert_ne!(games.random_moves(7), first);
    games.reset(None);
    games.reseed(3);
    assert_eq!(games.random_moves(7), first);
    assert!(games.episodes().all(|episode| episode == 0));
}

#[test]
fn a_game_that_fifty_moves_and_repetition_end_ends_by_fifty_moves() {
    let opening = "k7/8/8/8/8/8/8/K6R w - - 92 80".parse().expect("a position");
    let options = GameOptions { claim_draw: true, ..GameOptions::default() };
    let mut games = Games::new(1, vec![opening], options).expect("games");
    let moves = ["h1h2", "a8b8", "h2h1", "b8a8"].repeat(2);
    let ends = moves.into_iter().map(|text| {
        let played = text.parse::<Move>().expect("a move").to_bits();
        games.step(&[played], None).expect("a legal move")[0].ending
    });
    assert_eq!(ends.flatten().collect::<Vec<_>>(), [Ending::FiftyMoves]);
}

#[test]
fn the_last_episode_is_followed_by_the_first() {
    let mut bytes = state_of_two(Restart::SameStep, MATE_IN_ONE.as_bytes(), "a1a2");
    let episode = OPENING + MATE_IN_ONE.len() + 8 + 4;
    bytes[episode..episode + 8].fill(255);
    let mut games = read(bytes).expect("games");
    assert!(games.episodes().eq([u64::MAX, 0]));
    let mut others = games.clone();
    others.reset(None);
    assert!(others.episodes().eq([0, 1]));
    for moves in [["h8g8", "a1a2"], ["a2a8", "h8g8"]] {
        let moves = moves.map(|text| text.parse::<Move>().expect("a move").to_bits());
        games.step(&moves, None).expect("legal moves");
    }
    assert!(games.episodes().eq([0, 0]) && games.plies().eq([0, 2]));
}

#[test]
fn a_game_that_never_begins_again_reports_its_ending_in_each_step() {
    let opening = MATE_IN_ONE.parse().expect("a position");
    let options = GameOptions { restart: Restart::Never, ..GameOptions::default() };
    let mut games = Games::new(1, vec![opening], options).expect("games");
    let mate = "a1a8".parse::<Move>().expect("a move").to_bits();
    for reward in [1, 0, 0] {
        let stepped = games.step(&[mate], None).expect("a legal move or an ended game")[0];
        let found = (stepped.ending, stepped.result, stepped.reward);
        assert_eq!(found, (Some(Ending::Checkmate), 1, reward));
    }
    assert_eq!(games.numbers(&[mate], MoveIndex::Leela), Ok(vec![0]));
    assert_eq!(games.moves_of(&[7], MoveIndex::Leela), Ok(vec![0]));
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
