//! What is asked, and what is said about what was not asked.

use core::cell::Cell;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::collections::BTreeSet;

use hyperbola_hunt::{
    Abilities, Answer, End, Failure, Format, Given, Hunt, HuntError, Outcome, Problem, Rows, Rule,
    Situation, Subject, from_divide, from_game, from_moves, given,
};
use hyperbola_moves::{CastlingSide, Color, Piece, Position, Role, Setup, Square};

use crate::right::{names, right};

mod right;

/// Reads rows of a suite.
fn rows(text: &str) -> Vec<Given> {
    given(text).map(|row| row.expect("a row")).collect()
}

/// Five rows: an ordinary one, one of Chess960, one that no game leads to, and two more.
const ROWS: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1
4k3/8/8/8/8/8/8/4K1R1 w G - 0 1
3rk3/8/8/8/b7/4n3/8/3K4 w - - 0 1
4k3/8/8/8/8/8/8/4K1N1 w - - 0 1
4k3/8/8/8/8/8/8/4K1B1 w - - 0 1
";

#[test]
fn given_positions_that_are_skipped_are_reported() {
    let hunted = |hunt: Hunt<'_>, chess960: bool| -> Outcome {
        let subject = from_moves(|fen| {
            let position = right(fen, &[]);
            position.legal_moves().iter().map(ToString::to_string).collect()
        });
        let mut subject = if chess960 { subject.chess960() } else { subject };
        hunt.first(rows(ROWS)).run(&mut subject).expect("it answers")
    };
    let hunt = || Hunt::new().seconds(None);
    for (hunt, chess960, not_asked) in [
        (hunt().positions(Some(0)), true, 5),
        (hunt().positions(Some(1)), true, 4),
        (hunt().positions(Some(3)), true, 2),
        (hunt().positions(Some(300)), true, 1),
        (hunt().positions(Some(300)), false, 2),
        (hunt().positions(Some(300)).unreachable(true), true, 0),
    ] {
        let outcome = hunted(hunt, chess960);
        assert_eq!(outcome.not_asked, not_asked);
        for text in [outcome.to_string(), outcome.markdown()] {
            let said = match not_asked {
                0 => !text.contains("given position"),
                1 => text.contains("1 given position was not asked"),
                more => text.contains(&format!("{more} given positions were not asked")),
            };
            assert!(said, "{text}");
        }
    }
}

#[test]
fn no_question_takes_many_sequences() {
    let mut deepest = 0;
    let mut subject = from_divide(|fen, played, depth| {
        let position = right(fen, played);
        let count = hyperbola_perft::plain(&position, depth);
        assert!(count <= 200_000, "{fen} {played:?} {depth}: {count}");
        deepest = deepest.max(depth);
        let after = |uci: &String| right(fen, &[played, core::slice::from_ref(uci)].concat());
        let moves = names(&position).into_iter();
        moves
            .map(|uci| {
                let count = hyperbola_perft::plain(&after(&uci), depth - 1);
                (uci, count)
            })
            .collect()
    });
    let queens: Setup =
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1".parse().expect("a FEN");
    let hunt = Hunt::new().depth(5).seconds(None).positions(Some(60)).first([queens.into()]);
    let outcome = hunt.run(&mut subject).expect("it answers");
    assert!(outcome.findings.is_empty(), "{outcome}");
    drop(subject);
    assert_eq!(deepest, 5);
}

#[test]
fn a_pass_of_the_search_asks_for_every_arrangement_of_chess960() {
    const PART: &str = "castling from each arrangement of Chess960";
    let part = Cell::new("");
    let mut visited = Vec::new();
    let mut subject = from_game(|fen, played| {
        // What comes after moves is a walk.
        if part.get() == PART && played.is_empty() {
            visited.push(arrangement(fen));
        }
        let position = right(fen, played);
        position.legal_moves().iter().map(ToString::to_string).collect()
    })
    .chess960();
    let mut places = 0;
    let hunt = Hunt::new().suites(false).seconds(None).positions(Some(200_000));
    let outcome = hunt.run_with(&mut subject, &mut |progress| {
        places += usize::from(progress.part == PART && part.get() != PART);
        part.set(progress.part);
    });
    assert_eq!(outcome.expect("it answers").end, End::Budget);
    drop(subject);
    // Each round has three, and a pass one of each back rank for each colour.
    assert!((640..700).contains(&places), "{places} rounds");
    assert!(visited.len() > 3 * (places - 1), "{} in {places} rounds", visited.len());
    let pass: BTreeSet<&String> = visited[..2 * 960].iter().collect();
    assert_eq!(pass.len(), 2 * 56);
}

/// Returns the back rank of the side to move without the pieces other than king and rooks that have
/// rights, and the side.
fn arrangement(fen: &str) -> String {
    let position = right(fen, &[]);
    let color = position.side_to_move();
    let rook = |side| position.castling_rights().rook(color, side);
    let squares = [rook(CastlingSide::Queen), Some(position.king(color)), rook(CastlingSide::King)];
    squares.map(|square| square.expect("both rights").to_string()).concat()
}

#[test]
fn a_finding_that_needs_moves_is_kept_with_them() {
    // It forgets castling after two moves.
    let wrong = |fen: &str, played: &[String]| {
        let position = right(fen, played);
        let mut all = names(&position);
        if played.len() >= 2 {
            all = position
                .legal_moves()
                .iter()
                .filter(|legal| !legal.is_castling(&position))
                .map(|&legal| position.uci(legal).to_string())
                .collect();
        }
        all
    };
    let found = |hunt: Hunt<'_>| {
        let outcome = hunt.seconds(None).run(&mut from_game(wrong)).expect("it answers");
        (outcome.positions, outcome.findings.into_iter().next())
    };
    let (positions, finding) = found(Hunt::new().positions(Some(20_000)));
    let finding = finding.expect("it is found");
    assert_eq!(finding.is_right_from_fen, Some(true));
    let row = finding.epd();
    assert!(row.ends_with(&format!(" ;moves {}", finding.situation.moves().join(" "))), "{row}");
    let counts = row.split(';').filter(|field| field.starts_with('D')).count();
    assert_eq!(counts, finding.situation.played().len() + 1, "{row}");
    let (again, finding) = found(Hunt::new().first(rows(&row)));
    let finding = finding.expect("it is found again");
    assert_eq!((again, finding.part), (1, "the given positions"), "{positions} before");
    assert_eq!(finding.epd(), row);
}

#[test]
fn a_wrong_count_is_followed_to_a_list_that_is_wrong_without_the_moves_before() {
    // In check it lacks a move, unless it is told the move that gave it.
    let mut subject = from_divide(|fen, played, depth| {
        let position = right(fen, played);
        let lacks = |position: &Position| position.is_check() && position.has_legal_moves();
        let lacking = usize::from(played.is_empty() && lacks(&position));
        let count = |uci: String| {
            let after = right(fen, &[played, core::slice::from_ref(&uci)].concat());
            let is_short = depth > 1 && lacks(&after);
            (uci, hyperbola_perft::plain(&after, depth - 1) - u64::from(is_short))
        };
        names(&position).into_iter().skip(lacking).map(count).collect()
    });
    let hunt = Hunt::new().seconds(None).first(rows("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
    let outcome = hunt.run(&mut subject).expect("it answers");
    let finding = outcome.findings.first().expect("a count is wrong");
    assert!(matches!(finding.problem, Problem::Moves { .. }), "{outcome}");
    assert!(finding.situation.played().is_empty(), "{outcome}");
}

/// A subject that lists nothing at one position, and hangs at every other one but the initial.
struct Hanging {
    fen: &'static str,
    hangs: u32,
}

impl Subject for Hanging {
    fn name(&self) -> String {
        "hanging".to_owned()
    }

    fn abilities(&self) -> Abilities {
        Abilities::new(1)
    }

    fn divide(&mut self, situation: &Situation, _: u32) -> Result<Answer, Failure> {
        let fen = situation.fen();
        if fen == self.fen {
            return Ok(Answer::Moves(vec![]));
        }
        if *situation.start() == Setup::initial() {
            return Ok(Answer::Moves(names(situation.position())));
        }
        self.hangs += 1;
        Err(Failure::Hang { limit: Duration::ZERO })
    }
}

#[test]
fn shrinking_ends_after_a_few_hangs() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut subject = Hanging { fen, hangs: 0 };
    let outcome = Hunt::new().seconds(None).first(rows(fen)).run(&mut subject);
    let finding =
        outcome.expect("it answers").findings.into_iter().next().expect("all moves are missing");
    assert!(!finding.is_minimal);
    // One more where the colours are exchanged.
    assert!(subject.hangs <= 13, "{} hangs", subject.hangs);
}

#[test]
fn texts_of_a_subject_are_printed_without_control_characters() {
    let evil = "e2e4\u{1b}[31m\r\u{202e}|`\n# <b>";
    let outcome = Hunt::new().run(&mut from_moves(|_| vec![evil.to_owned()])).expect("an answer");
    let panics = |fen: &str| {
        let position = right(fen, &[]);
        assert!(position == Position::initial(), "{evil}");
        names(&position)
    };
    let panicked = Hunt::new().run(&mut from_moves(panics)).expect("an answer");
    for outcome in [outcome, panicked] {
        let (text, markdown) = (outcome.to_string(), outcome.markdown());
        assert!(text.contains("\\u{1b}"), "{text}");
        let is_bad = |character: char| {
            character != '\n' && character.is_control() || character == '\u{202e}'
        };
        assert!(!text.contains(is_bad) && !markdown.contains(is_bad), "{text}{markdown}");
        // Nothing of it is Markdown, unless it is code.
        assert!(!markdown.split('`').step_by(2).any(|part| part.contains("# <b>")), "{markdown}");
    }
}

/// A subject that has two mistakes: it never castles, and en passant does not exist.
fn two_mistakes() -> impl Subject {
    from_game(|fen, played| {
        let position = right(fen, played);
        let legal = position.legal_moves();
        let known = legal
            .iter()
            .filter(|legal| !legal.is_castling(&position) && !legal.is_en_passant(&position));
        known.map(|&legal| position.uci(legal).to_string()).collect()
    })
}

#[test]
fn a_hunt_of_all_goes_on_and_finds_each_rule_once() {
    let hunt = || Hunt::new().seconds(None).positions(Some(2000));
    let outcome = hunt().all(true).run(&mut two_mistakes()).expect("it answers");
    let rules: Vec<Rule> = outcome.findings.iter().map(hyperbola_hunt::Finding::rule).collect();
    let different: BTreeSet<Rule> = rules.iter().copied().collect();
    assert_eq!(rules.len(), different.len(), "{rules:?}");
    assert!(different.is_superset(&[Rule::Castling, Rule::EnPassant].into()), "{rules:?}");
    assert_eq!((outcome.positions, outcome.end), (2000, End::Budget));
    let text = outcome.to_string();
    for finding in &outcome.findings {
        assert!(finding.is_minimal && finding.pieces() <= 5, "{}", finding.epd());
        assert!(finding.found_after <= 2000 && finding.shown_by >= 1);
        let line = format!("{:>7} position", finding.shown_by);
        assert!(text.contains(&line), "{text}");
    }
    let castling = outcome.findings.iter().filter(|one| one.rule().id().starts_with("castling"));
    let castling: Vec<u64> = castling.map(|finding| finding.shown_by).collect();
    // As many as there are: the same questions are asked of another subject that counts them.
    let mut shown = BTreeSet::new();
    let mut asked = 0;
    let mut subject = from_game(|fen, played| {
        let position = right(fen, played);
        asked += 1;
        if position.legal_moves().iter().any(|legal| legal.is_castling(&position)) {
            shown.insert(asked);
        }
        names(&position)
    });
    let right = hunt().run(&mut subject).expect("it answers");
    assert!(right.findings.is_empty(), "{right}");
    drop(subject);
    let all = shown.len() as u64;
    assert!(castling.iter().all(|&one| one <= all), "{castling:?} {all}");
    assert!(castling.iter().sum::<u64>() >= all, "{castling:?} {all}");
}

#[test]
fn rules_that_are_ignored_are_no_findings() {
    let hunt = || Hunt::new().seconds(None).positions(Some(2000));
    let found = |hunt: Hunt<'_>| {
        let outcome = hunt.run(&mut two_mistakes()).expect("it answers");
        assert!(outcome.ignored.is_empty() || outcome.to_string().contains(", without castling"));
        outcome.findings.first().map(hyperbola_hunt::Finding::rule)
    };
    assert_eq!(found(hunt()), Some(Rule::Castling));
    let rest = found(hunt().ignore([Rule::Castling]));
    assert!(rest.is_some() && rest != Some(Rule::Castling), "{rest:?}");
    assert_eq!(found(hunt().ignore([Rule::Castling]).ignore(Rule::ALL.iter().copied())), None);
}

#[test]
fn findings_are_kept_if_the_subject_fails_later() {
    let mut asked = 0;
    let mut subject = from_moves(|fen| {
        asked += 1;
        let mut all = names(&right(fen, &[]));
        if fen.contains('Q') || asked > 400 && asked % 2 == 0 {
            all.pop();
        }
        all
    });
    let outcome = Hunt::new().all(true).run(&mut subject).expect("something is found before");
    assert_eq!(outcome.end, End::Failed);
    assert!(!outcome.findings.is_empty() && outcome.to_string().contains("it ended early"));
}

/// Hunts a subject that divides rightly but for a change of its lines.
fn divided(change: fn(&Position, &mut Vec<(String, u64)>)) -> Outcome {
    let mut subject = from_divide(|fen, played, depth| {
        let position = right(fen, played);
        let mut lines: Vec<(String, u64)> = Vec::new();
        for legal in position.legal_moves() {
            let after = position.play(legal).expect("a legal move");
            lines
                .push((position.uci(legal).to_string(), hyperbola_perft::plain(&after, depth - 1)));
        }
        change(&position, &mut lines);
        lines
    });
    Hunt::new().seconds(None).positions(Some(1500)).run(&mut subject).expect("it answers")
}

/// Takes the pieces from promotions.
fn without_pieces(lines: &mut [(String, u64)]) {
    lines.iter_mut().for_each(|(text, _)| text.truncate(4));
}

#[test]
fn promotions_without_their_piece_are_compared_by_their_numbers() {
    let outcome = divided(|_, lines| without_pieces(lines));
    assert!(outcome.findings.is_empty(), "{outcome}");
    assert_eq!(outcome.formats, [Format::PromotionWithoutPiece, Format::NoTotal]);
    assert_eq!(outcome.to_string().matches("Format: promotions have no piece").count(), 1);
    assert!(outcome.markdown().contains("- Format: promotions have no piece"));
    // Their order says nothing.
    let outcome = divided(|_, lines| {
        without_pieces(lines);
        lines.reverse();
    });
    assert!(outcome.findings.is_empty(), "{outcome}");
    // A wrong number, a promotion that is missing, and one line for all four are faults.
    for change in [
        |_: &Position, lines: &mut Vec<(String, u64)>| {
            let is_promotion = |(text, _): &&mut (String, u64)| text.len() == 5;
            if let Some((_, number)) = lines.iter_mut().find(is_promotion) {
                *number += 1;
            }
            without_pieces(lines);
        },
        |_: &Position, lines: &mut Vec<(String, u64)>| {
            lines.retain(|(text, _)| !text.ends_with('n'));
            without_pieces(lines);
        },
        |_: &Position, lines: &mut Vec<(String, u64)>| {
            lines.retain(|(text, _)| text.len() == 4 || text.ends_with('q'));
            without_pieces(lines);
        },
    ] {
        assert!(!divided(change).findings.is_empty());
    }
}

#[test]
fn castling_as_king_takes_rook_is_reported_once() {
    let outcome = divided(|position, lines| {
        for (text, _) in lines {
            *text = position.parse_uci(text).expect("legal").to_string();
        }
    });
    assert!(outcome.findings.is_empty(), "{outcome}");
    assert_eq!(outcome.formats, [Format::KingTakesRook, Format::NoTotal]);
    assert_eq!(divided(|_, _| {}).formats, [Format::NoTotal]);
}

#[test]
fn several_subjects_share_rows_and_resume_them() {
    let fens: Vec<String> = Square::ALL[16..56]
        .iter()
        .filter_map(|&square| {
            let mut setup: Setup = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("a FEN");
            setup.board.put(square, Piece::new(Color::White, Role::Knight));
            setup.position().ok().map(|_| setup.to_string())
        })
        .collect();
    let given = rows(
        &(fens.join("\n") + "\n4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"),
    );
    let count = given.len();
    // It lacks a move where a knight stands on one of eight squares.
    let wrong_at = |fen: &str| fen.contains("/8/2N5/") || fen.contains("/N7/");
    let make = || -> Result<Box<dyn Subject>, HuntError> {
        Ok(Box::new(from_game(move |fen, played| {
            // Slow enough for a flag to be seen in between.
            std::thread::sleep(Duration::from_millis(1));
            let mut all = names(&right(fen, played));
            if wrong_at(fen) {
                all.pop();
            }
            all
        })))
    };
    let hunt = || Hunt::new().first(given.clone());
    let expected: Vec<usize> =
        (0..count).filter(|&index| wrong_at(&given[index].setup.to_string())).collect();
    assert!(expected.len() > 5 && expected.len() < count / 2);
    for threads in [1, 4] {
        let mut seen = Vec::new();
        let (all, error) = hunt().rows(&make, threads, Rows::default(), &mut |rows| {
            seen.push(rows.done);
        });
        assert_eq!((all, error), (Rows::new(count, expected.clone()), None));
        assert_eq!(seen, (1..=count).collect::<Vec<_>>());
    }
    // Stopped in between, it goes on where it was, and asks for nothing twice.
    let stop = AtomicBool::new(false);
    let (part, _) = hunt().stop(&stop).rows(&make, 2, Rows::default(), &mut |rows| {
        stop.store(rows.done >= 10, Ordering::Relaxed);
    });
    assert!(part.done >= 10 && part.done < count, "{part:?}");
    let before = part.done;
    let mut first = None;
    let (all, _) = hunt().rows(&make, 2, part, &mut |rows| {
        first.get_or_insert(rows.done);
    });
    assert_eq!((all, first), (Rows::new(count, expected.clone()), Some(before + 1)));
    // The wrong rows are grouped by rule, and nothing else is asked.
    let mut subject = make().expect("a subject");
    let outcome = hunt().only_rows(&expected).run(subject.as_mut()).expect("it answers");
    assert_eq!(outcome.positions, count as u64);
    assert!(!outcome.findings.is_empty());
    let nothing = hunt().only_rows(&[]).run(subject.as_mut()).expect("it answers");
    assert!(nothing.findings.is_empty() && nothing.positions == count as u64, "{nothing}");
    // A subject that cannot be made is an error.
    let broken = || Err(HuntError::TakesNoMoves);
    let (none, error) = hunt().rows(&broken, 3, Rows::default(), &mut |_| {});
    assert_eq!((none, error), (Rows::default(), Some(HuntError::TakesNoMoves)));
}
