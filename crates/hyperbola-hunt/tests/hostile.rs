//! Programs that crash, hang, close their pipes, or write garbage: never a hang of ours, and never
//! a false report.
#![cfg(unix)]

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::thread;
use std::time::Instant;

use hyperbola_hunt::{
    Abilities, Answer, Compared, End, Engine, Facts, Failure, Hunt, HuntError, Limits, Outcome,
    PerftCommand, Problem, Program, Question, Rule, Situation, Subject, from_count, from_divide,
    from_game, from_moves,
};
use hyperbola_moves::Position;

use crate::right::{names, right};

mod right;

/// The time for an answer: long for a script, even on a busy machine.
const LIMIT: Duration = Duration::from_millis(700);

fn shell(script: &str) -> Vec<String> {
    ["/bin/sh", "-c", script].map(str::to_owned).to_vec()
}

/// Makes a script of a UCI engine that answers the initial position rightly and does something else
/// with every other one.
fn engine(otherwise: &str) -> Vec<String> {
    let right: String =
        Position::initial().legal_moves().iter().map(|legal| format!("{legal}: 1\\n")).collect();
    shell(&format!(
        "initial='position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
         while read -r line; do case \"$line\" in
             uci) echo uciok;;
             isready) echo readyok;;
             position*) position=$line;;
             go*) if [ \"$position\" = \"$initial\" ] && [ \"$line\" = 'go perft 1' ]
                 then printf '{right}\\nNodes searched: 20\\n'
                 else {otherwise}
                 fi;;
         esac; done"
    ))
}

/// The time for an answer where many are waited for in vain.
const SHORT_LIMIT: Duration = Duration::from_millis(300);

/// Hunts an engine for a few positions. The hunt must end soon.
fn hunted(words: &[String], limits: Limits) -> Result<Outcome, HuntError> {
    let start = Instant::now();
    let mut engine = Engine::start(words, limits).map_err(HuntError::Start)?;
    let outcome = Hunt::new().positions(Some(5)).run(&mut engine);
    assert!(start.elapsed() < Duration::from_secs(30), "it took {:?}", start.elapsed());
    outcome
}

/// Returns the failure that the hunt of an engine finds.
fn failure(otherwise: &str) -> Failure {
    failure_within(otherwise, Limits::new(LIMIT))
}

/// Returns the failure that the hunt of an engine finds with limits for each answer.
fn failure_within(otherwise: &str, limits: Limits) -> Failure {
    let outcome = hunted(&engine(otherwise), limits).expect("it answers the initial position");
    let text = outcome.to_string();
    let finding =
        outcome.findings.into_iter().next().unwrap_or_else(|| panic!("{otherwise}: {text}"));
    assert_eq!(finding.rule(), Rule::NoAnswer);
    match finding.problem {
        Problem::Failure(failure) => failure,
        problem => panic!("{otherwise}: {problem:?}"),
    }
}

/// Returns how a program ended.
fn ended(otherwise: &str) -> String {
    // They end by themselves, so a long limit takes no time.
    match failure_within(otherwise, Limits::new(Duration::from_secs(5))) {
        Failure::Ended { how } => how,
        failure => panic!("{otherwise}: {failure:?}"),
    }
}

#[test]
fn crashes_and_closed_pipes_are_found() {
    let scripts = [
        ("exit 3", "exit status: 3"),
        ("kill -SEGV $$", "signal: 11"),
        ("echo 'out of luck' >&2; exit 1", "out of luck"),
    ];
    // All at once: most of the time is spent waiting.
    thread::scope(|scope| {
        scope.spawn(|| {
            let found = ended("echo oh >&2; exec >&-; sleep 60");
            assert!(found.ends_with("went on; its last error: oh"), "{found}");
        });
        for (script, expected) in scripts {
            scope.spawn(move || {
                let found = ended(script);
                assert!(found.contains(expected), "{script}: {found}");
            });
        }
    });
    // The error comes after the end.
    assert!(ended("(sleep 0.1; echo late >&2) >/dev/null & exit 1").contains("late"));
}

#[test]
fn hangs_are_found() {
    assert!(matches!(failure_within("sleep 60", Limits::new(SHORT_LIMIT)), Failure::Hang { .. }));
}

#[test]
fn busy_hangs_are_found() {
    assert!(matches!(
        failure_within("trap '' TERM; while :; do :; done", Limits::new(SHORT_LIMIT)),
        Failure::Hang { .. }
    ));
}

#[test]
fn endless_output_is_found() {
    let mut limits = Limits::new(LIMIT);
    limits.bytes = 1 << 16;
    for endless in ["yes hello", "tr '\\\\0' x </dev/zero"] {
        let failure = failure_within(endless, limits);
        assert_eq!(failure, Failure::Endless { bytes: limits.bytes }, "{endless}");
    }
    // Once with as much as is read by default.
    let mut engine = Engine::start(&engine("yes"), Limits::default()).expect("an engine");
    let failure = engine.divide(&situation("8/8/8/8/8/8/8/K1k5 w - - 0 1"), 1);
    assert_eq!(failure, Err(Failure::Endless { bytes: 1 << 20 }));
}

#[test]
fn garbage_and_half_lines_are_found() {
    assert!(matches!(failure("printf 'e2e4: 1\\nd2d'; exit 0"), Failure::Garbage { .. }));
}

#[test]
fn a_line_that_comes_in_pieces_is_read_whole() {
    // The second line ends before where the first had been searched.
    let pieces = ["a1", "b1:           ", "1\\na1a2: 1\\n\\nNodes: 2\\n"];
    let script = pieces.map(|piece| format!("printf '{piece}'; sleep 0.1")).join("; ");
    let mut engine = Engine::start(&engine(&script), Limits::default()).expect("an engine");
    let situation = situation("8/8/8/8/8/2k5/8/K7 w - - 0 1");
    let answer = engine.divide(&situation, 1);
    let Ok(Answer::Divide(lines) | Answer::DivideWithTotal(lines, _)) = &answer else {
        panic!("{answer:?}")
    };
    let moves: Vec<&str> = lines.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(moves, ["a1b1", "a1a2"]);
}

#[test]
fn an_unnamed_number_does_not_end_an_answer_with_named_totals() {
    let late = "echo 5; (sleep 0.1; printf 'a1b1: 1\\na1a2: 1\\nNodes: 2\\n') &";
    let mut engine = Engine::start(&engine(late), Limits::default()).expect("an engine");
    let answer = engine.divide(&situation("8/8/8/8/8/2k5/8/K7 w - - 0 1"), 1);
    let expected = ["a1b1", "a1a2"].map(|uci| (uci.to_owned(), 1)).to_vec();
    assert_eq!(answer, Ok(Answer::DivideWithTotal(expected, 2)));
}

#[test]
fn the_rest_of_an_answer_is_no_part_of_the_next() {
    // Half a line comes with the end of each answer.
    let script = shell(
        "while read -r line; do case \"$line\" in
             uci) echo uciok;;
             go*) answer='a1b1: 1\\na1a2: 1\\nNodes: 2\\n'; rest='a1a1: 1';;
             isready) printf \"${answer}readyok\\n$rest\";;
         esac; done",
    );
    let mut engine = Engine::start(&script, Limits::new(LIMIT)).expect("an engine");
    let situation = situation("8/8/8/8/8/2k5/8/K7 w - - 0 1");
    let expected = ["a1b1", "a1a2"].map(|uci| (uci.to_owned(), 1)).to_vec();
    for _ in 0..3 {
        let answer = engine.divide(&situation, 1);
        assert_eq!(answer, Ok(Answer::DivideWithTotal(expected.clone(), 2)));
    }
}

#[test]
fn a_list_is_compared_before_its_total() {
    let outcome = hunted(&engine("echo 'e2e4: 1'; echo 'Nodes searched: 9'"), Limits::new(LIMIT));
    let outcome = outcome.expect("it answers the initial position");
    let finding = outcome.findings.first().expect("it is wrong");
    let Problem::Moves { missing, sum: Some(sum), .. } = &finding.problem else {
        panic!("{outcome}")
    };
    assert!(!missing.is_empty() && (sum.total, sum.sum) == (9, 1), "{outcome}");
    assert!(outcome.to_string().contains("the total 9 is not 1, the sum of the list"), "{outcome}");
}

/// A subject with right lists, and totals that are wrong where a king is alone.
struct Summing;

impl Subject for Summing {
    fn name(&self) -> String {
        "lists and totals".to_owned()
    }

    fn abilities(&self) -> Abilities {
        Abilities::new(1).chess960(true)
    }

    fn divide(&mut self, situation: &Situation, _: u32) -> Result<Answer, Failure> {
        let legal = situation.position().legal_moves();
        let lines: Vec<_> = legal.iter().map(|&legal| (situation.uci(legal), 1)).collect();
        let board = situation.position().board();
        let is_alone = board.of_color(situation.position().side_to_move()).count() == 1;
        let total = lines.len() as u64 + u64::from(is_alone);
        Ok(Answer::DivideWithTotal(lines, total))
    }
}

#[test]
fn a_total_that_is_wrong_beside_a_right_list_is_found() {
    let outcome = Hunt::new().run(&mut Summing).expect("it answers");
    let finding = outcome.findings.first().expect("some totals are wrong");
    let Problem::Sum(sum) = &finding.problem else { panic!("{outcome}") };
    assert_eq!((sum.total, finding.rule()), (sum.sum + 1, Rule::Count), "{outcome}");
    assert!(finding.reason.text.starts_with("The total "), "{outcome}");
}

/// The right divide of depth 1, for `printf`. Each line is `MOVE NUMBER`.
fn initial() -> String {
    Position::initial().legal_moves().iter().map(|legal| format!("{legal} 1\\n")).collect()
}

/// The last number of a perftree script is its total, though it has no name.
#[test]
fn the_total_of_a_perftree_script_is_compared() {
    for (total, is_right) in [(20, true), (21, false)] {
        let mut words = shell(&format!("printf '{}\\n{total}\\n'", initial()));
        words.push("name".to_owned());
        let mut script = Program::perftree(&words, Limits::new(LIMIT));
        let outcome = Hunt::new().positions(Some(1)).run(&mut script);
        let text = outcome.as_ref().map_or_else(ToString::to_string, ToString::to_string);
        assert_eq!(outcome.is_ok_and(|outcome| outcome.findings.is_empty()), is_right, "{text}");
        assert!(is_right || text.contains("21"), "{text}");
    }
}

/// Makes a program that prints the right divide of depth 1, by a command that reads its lines, and
/// then other lines.
fn printed(each: &str, rest: &str) -> Program {
    let mut words = shell(&format!("printf '{}' | {each}; {rest}", initial()));
    words.extend(["name", "{fen}"].map(str::to_owned));
    Program::new(&words, Limits::new(LIMIT)).expect("a template")
}

#[test]
fn unusual_forms_of_right_answers_are_read() {
    for (each, rest, only_totals) in [
        ("sed 's/ / : /'", "echo 'Nodes: 20'; echo 12", false),
        ("sed 's/ .*/  1 nodes/'", "echo 'total 20'", false),
        ("sed 's/^/move /; s/ 1$/ nodes 1/'", "echo 'nodes 20 time 3'", false),
        ("sed 's/ .*/ (1)/'", "echo 'Total 20'", false),
        ("cat -n | sed 's/\\t/: /'", "echo 'Total: 20 nodes in 0.003 s = 13333 nodes/s'", false),
        ("sed 's/\\(.*\\) /[\\1] /'", "echo 'Leaves: 20'", false),
        ("cat", "echo '20 nodes'; echo '3 ms'; echo 133333", false),
        ("cat", "echo 12", false),
        ("cat >/dev/null", "echo 'Nodes: 20'; echo 12", true),
        ("sed 's/ / makes /'", "echo 20", true),
    ] {
        let mut program = printed(each, rest);
        let outcome = Hunt::new().positions(Some(1)).run(&mut program).expect("it answers");
        assert!(outcome.findings.is_empty(), "{each}; {rest}: {outcome}");
        assert_eq!(outcome.only_totals, only_totals, "{each}; {rest}");
        for text in [outcome.to_string(), outcome.markdown()] {
            assert_eq!(text.contains("comparing totals only"), only_totals, "{text}");
        }
    }
}

#[test]
fn a_first_answer_that_cannot_be_understood_is_an_error() {
    for (each, rest) in [
        ("cat >/dev/null", "echo 20; echo 12"),
        ("cat >/dev/null", "echo hello"),
        ("cat", "echo 'Total: 12'"),
    ] {
        let outcome = Hunt::new().run(&mut printed(each, rest));
        let error = outcome.expect_err("no finding").to_string();
        assert!(error.contains("format not understood: "), "{error}");
    }
}

#[test]
fn an_answer_that_says_nothing_never_ends() {
    assert!(matches!(failure_within("echo what?", Limits::new(SHORT_LIMIT)), Failure::Hang { .. }));
}

/// A position with so many moves that a pipe does not hold them.
fn long_game() -> Situation {
    let initial = situation(&Position::initial().to_string());
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"].map(|uci| uci.parse().expect("a move"));
    let game = there_and_back.iter().cycle().take(20_000);
    game.fold(initial, |game, &played| game.after(played).expect("a legal move"))
}

/// Makes a UCI engine that answers one question, and then does something else than to read.
fn engine_once(then: &str) -> Vec<String> {
    shell(&format!(
        "while read -r line; do case \"$line\" in
             uci) echo uciok;;
             go*) echo 'e2e4: 1'; echo 'Nodes: 1'; answered=1;;
             isready) echo readyok; if [ \"$answered\" ]; then {then}; fi;;
         esac; done"
    ))
}

#[test]
fn a_program_that_does_not_read_hangs() {
    let script = engine_once("sleep 60");
    let game = long_game();
    let mut deaf = Engine::start(&script, Limits::new(LIMIT)).expect("an engine");
    let start = Instant::now();
    assert_eq!(deaf.divide(&game, 1), Err(Failure::Hang { limit: LIMIT }));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());

    // Nobody waits so long.
    static STOP: AtomicBool = AtomicBool::new(false);
    let limits = Limits::new(Duration::from_secs(3600)).stop(&STOP);
    let mut deaf = Engine::start(&script, limits).expect("an engine");
    thread::spawn(|| {
        thread::sleep(Duration::from_millis(50));
        STOP.store(true, Ordering::Relaxed);
    });
    assert_eq!(deaf.divide(&game, 1), Err(Failure::Interrupted));
}

#[test]
fn a_program_that_closes_its_input_is_not_waited_for() {
    let words = engine_once("exec <&-; sleep 60");
    let mut engine = Engine::start(&words, Limits::new(Duration::from_secs(3600)));
    let engine = engine.as_mut().expect("an engine");
    let how = match engine.divide(&long_game(), 1) {
        Err(Failure::Ended { how }) => how,
        other => panic!("{other:?}"),
    };
    assert!(how.contains("closed its output or its input"), "{how}");
}

#[test]
fn an_interrupt_ends_the_wait_for_an_answer() {
    static STOP: AtomicBool = AtomicBool::new(false);
    // Nobody waits so long.
    let limits = Limits::new(Duration::from_secs(3600)).stop(&STOP);
    let mut engine = Engine::start(&engine("sleep 3600"), limits).expect("an engine");
    let hunt = Hunt::new().seconds(None);
    let outcome = hunt.run_with(&mut engine, &mut |progress| {
        if progress.positions == 2 {
            thread::spawn(|| {
                thread::sleep(Duration::from_millis(50));
                STOP.store(true, Ordering::Relaxed);
            });
        }
    });
    let outcome = outcome.expect("it answers the initial position");
    assert_eq!((outcome.end, outcome.findings.is_empty()), (End::Interrupted, true));
    let again = Engine::start(&shell("sleep 3600"), limits);
    assert!(matches!(again, Err(Failure::Interrupted)), "{again:?}");
}

/// A mate.
const MATE: &str = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";

fn situation(fen: &str) -> Situation {
    Situation::new(fen.parse().expect("a FEN")).expect("a position")
}

#[test]
fn a_mate_needs_no_total_and_may_have_a_banner() {
    let nothing = Ok(Answer::Divide(vec![]));
    let mut words = shell("echo 'My engine 1.0'; case \"$1\" in R5k1*) ;; *) echo a2a3: 1;; esac");
    words.extend(["name", "{fen}"].map(str::to_owned));
    let mut program = Program::new(&words, Limits::new(LIMIT)).expect("a template");
    assert_eq!(program.divide(&situation(MATE), 1), nothing);
    let initial = situation(&Position::initial().to_string());
    assert_eq!(program.divide(&initial, 1), Ok(Answer::Divide(vec![("a2a3".into(), 1)])));
    assert_eq!(program.divide(&situation(MATE), 1), nothing);
    // An engine that has totals elsewhere.
    let mut engine = Engine::start(&engine("echo 'info string checkmate'"), Limits::new(LIMIT))
        .expect("an engine");
    assert_eq!(engine.divide(&situation(MATE), 1), nothing);
    assert!(matches!(
        engine.divide(&situation(&MATE.replace('R', "B")), 1),
        Err(Failure::Hang { .. })
    ));
}

#[test]
fn an_engine_without_totals_may_count_after_it_is_ready() {
    let list = |fen: &str| -> String {
        let position = right(fen, &[]);
        names(&position).iter().map(|uci| format!("{uci}: 1\\n")).collect()
    };
    let [initial, other, mate] =
        [&Position::initial().to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1", MATE];
    let script = shell(&format!(
        "while read -r line; do case \"$line\" in
             uci) echo uciok;;
             isready) echo readyok;;
             position*) position=$line;;
             go*) case \"$position\" in
                 *\"{initial}\"*) answer='{}';;
                 *\"{other}\"*) answer='{}';;
                 *) answer='';;
             esac
             (sleep 0.1; printf \"$answer\") &
         esac; done",
        list(initial),
        list(other)
    ));
    let mut engine =
        Engine::start(&script, Limits::new(Duration::from_secs(20))).expect("an engine");
    for fen in [initial, mate, other, mate, other] {
        let expected = names(&right(fen, &[])).into_iter().map(|uci| (uci, 1)).collect();
        assert_eq!(engine.divide(&situation(fen), 1), Ok(Answer::Divide(expected)), "{fen}");
    }
}

#[test]
fn moves_that_are_none_are_extra() {
    let outcome = hunted(&engine("printf 'e2e4e5: 1\\nNodes: 1\\n'"), Limits::new(LIMIT));
    let finding = outcome.expect("it answers").findings.into_iter().next().expect("it is wrong");
    let Problem::Moves { extra, .. } = &finding.problem else { panic!("{finding:?}") };
    assert_eq!(extra.first().map(|written| written.text.as_str()), Some("e2e4e5"));
}

#[test]
fn a_report_counts_the_wrong_moves_that_it_does_not_show() {
    let none = |_: &str| (0..20).map(|number| format!("none{number}")).collect();
    let outcome = Hunt::new().run(&mut from_moves(none)).expect("it answers");
    let wrong = &outcome.findings.first().expect("it is wrong").moves;
    assert!(wrong.len() > 20, "{outcome}");
    for text in [outcome.to_string(), outcome.markdown()] {
        assert!(text.contains(&format!("and {} more\n", wrong.len() - 12)), "{text}");
    }
}

#[test]
fn an_engine_is_told_of_chess960_when_it_is_needed_and_after_a_crash() {
    // It counts one if it was told so. It crashes where there is a knight.
    let script = shell(
        "while read -r line; do case \"$line\" in
             uci) echo 'option name UCI_Chess960 type check default false'; echo uciok;;
             setoption*) value=${line##* };;
             position*) position=$line;;
             go*) case \"$position\" in *KN*) exit 1;; esac
                  [ \"$value\" = true ] && echo 'Nodes: 1' || echo 'Nodes: 0';;
             isready) echo readyok;;
         esac; done",
    );
    let mut engine = Engine::start(&script, Limits::default()).expect("an engine");
    let [ordinary, chess960, crash] = ["4K2R w K", "4K1R1 w G", "4KNR1 w G"]
        .map(|end| situation(&format!("4k3/8/8/8/8/8/8/{end} - 0 1")));
    for (asked, expected) in [
        (&ordinary, 0),
        (&chess960, 1),
        (&ordinary, 0),
        (&chess960, 1),
        (&crash, 2),
        (&chess960, 1),
    ] {
        match engine.divide(asked, 1) {
            Err(Failure::Ended { .. }) => assert_eq!(expected, 2),
            answer => assert_eq!(answer, Ok(Answer::Total(expected)), "{}", asked.fen()),
        }
    }
    for (asked, is_told) in [(&ordinary, false), (&chess960, true)] {
        let command = engine.command(asked, Question::Divide(1)).expect("a command");
        let option = "setoption name UCI_Chess960 value true\\n";
        assert_eq!(command.contains(option), is_told, "{command}");
    }
}

#[test]
fn programs_that_do_not_start_or_lack_perft_are_errors() {
    for words in [
        vec!["/no/such/program".to_owned()],
        vec!["/".to_owned()],
        vec![],
        shell("exit 0"),
        shell("exit 7"),
        shell("sleep 60"),
        shell("yes"),
        shell("while read -r line; do [ \"$line\" = uci ] && echo uciok; done; exec 0<&-"),
        shell(
            "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;;
             go*) echo 'info depth 1 score cp 13 nodes 20 pv e2e4'; echo bestmove e2e4;; esac; done",
        ),
    ] {
        let start = Instant::now();
        let error = Engine::start(&words, Limits::new(LIMIT)).expect_err("no engine");
        assert!(matches!(error, Failure::Start(_)), "{words:?}: {error:?}");
        assert!(start.elapsed() < Duration::from_secs(5), "{words:?}: {:?}", start.elapsed());
    }
}

#[test]
fn a_hang_at_the_start_is_said_as_one() {
    for (script, text) in [
        ("sleep 60", "it hangs after uci: it gave no whole answer in 0.3 s"),
        (
            "while read -r line; do [ \"$line\" = uci ] && echo uciok; done",
            "it hangs after go perft 1 and isready: it gave no whole answer in 0.3 s",
        ),
        ("exit 7", "it fails after uci: it ended without a whole answer: exit status: 7"),
    ] {
        let error = Engine::start(&shell(script), Limits::new(SHORT_LIMIT)).expect_err("no engine");
        assert_eq!(error.to_string(), text, "{script}");
    }
}

#[test]
fn a_hunt_of_no_position_says_so() {
    let mut subject = from_moves(|fen| names(&right(fen, &[])));
    let outcome = Hunt::new().positions(Some(0)).run(&mut subject).expect("it is not asked");
    for text in [outcome.to_string(), outcome.markdown()] {
        assert!(text.contains("Nothing asked: 0 positions, 0 questions"), "{text}");
    }
}

#[test]
fn the_small_position_has_the_least_depth_that_shows_the_mistake() {
    // Deep counts are wrong everywhere, others only if few pieces are left.
    let mut subject = from_count(|fen, depth| {
        let position = right(fen, &[]);
        let is_wrong = depth > 1 || position.board().occupied().count() <= 3;
        hyperbola_perft::plain(&position, depth) + u64::from(is_wrong)
    });
    let outcome = Hunt::new().run(&mut subject).expect("it answers");
    let finding = outcome.findings.first().expect("it counts one too many");
    assert_eq!((finding.depth, finding.is_minimal), (1, true), "{outcome}");
}

#[test]
fn failures_without_a_pattern_end_the_hunt() {
    let mut questions = 0;
    let mut subject = from_game(|fen, played| {
        questions += 1;
        assert!(questions % 2 == 0, "every second time");
        names(&right(fen, played))
    });
    match Hunt::new().positions(Some(100)).run(&mut subject) {
        Err(HuntError::Unstable { times, .. }) => assert_eq!(times, 5),
        other => panic!("{other:?}"),
    }
}

/// Makes a subject that leaves out the first move whenever a condition on the number of the
/// question is met.
fn hunted_if(is_wrong: fn(u32) -> bool) -> Result<Outcome, HuntError> {
    let mut questions = 0;
    let mut subject = from_game(|fen, played| {
        questions += 1;
        let mut names = names(&right(fen, played));
        if is_wrong(questions) && !names.is_empty() {
            names.remove(0);
        }
        names
    });
    Hunt::new().positions(Some(100)).run(&mut subject)
}

#[test]
fn a_wrong_list_must_be_repeated_to_be_a_finding() {
    for is_wrong in [|question| question == 1, |question| question == 30] {
        let outcome = hunted_if(is_wrong).expect("it is wrong once only");
        assert!(outcome.findings.is_empty() && outcome.positions == 100, "{outcome}");
        assert_eq!(outcome.questions, 101);
    }
    match hunted_if(|question| question % 10 == 0) {
        Err(HuntError::Unstable { times, problem: Problem::Moves { .. }, .. }) => {
            assert_eq!(times, 5);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn shrinking_takes_no_step_that_is_not_repeated() {
    // It is wrong where there is a knight, and once in a while elsewhere.
    let mut questions = 0;
    let has_knight = |fen: &str| {
        let placement = fen.split(' ').next();
        placement.is_some_and(|placement| placement.contains(['N', 'n']))
    };
    let mut subject = from_moves(|fen| {
        questions += 1;
        let mut names = names(&right(fen, &[]));
        if (has_knight(fen) || questions % 3 == 0) && !names.is_empty() {
            names.remove(0);
        }
        names
    });
    let outcome = Hunt::new().run(&mut subject).expect("it is wrong at once");
    let finding = outcome.findings.first().expect("it is wrong at once");
    assert!(has_knight(&finding.situation.fen()) && finding.is_minimal, "{outcome}");
}

#[test]
fn a_program_is_asked_by_its_template() {
    let script = "test \"$2\" = 1 && test $# -le 3 && printf 'a2a3: 1\\n'; exit 0";
    let mut words = shell(script);
    words.extend(["name", "{fen}", "{depth}", "{moves}"].map(str::to_owned));
    let mut program = Program::new(&words, Limits::new(LIMIT)).expect("a template");
    let outcome = Hunt::new().run(&mut program).expect("it answers");
    let finding = outcome.findings.into_iter().next().expect("one move of twenty");
    assert!(matches!(finding.problem, Problem::Moves { .. }), "{:?}", finding.problem);
    assert!(finding.pieces() <= 3 && finding.is_minimal, "{finding:?}");
    let command = finding.command.expect("a command");
    assert!(command.contains("/bin/sh -c") && command.ends_with(" 1"), "{command}");
    for (words, message) in [
        (vec!["perft", "{depth}"], "no {fen}"),
        (vec!["perft", "{fen}", "{deep}"], "{deep} means nothing"),
        (vec!["perft", "{fen}", "{"], "{} means nothing"),
        (vec!["perft", "{{fen}}"], "no {fen}"),
    ] {
        let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        let error = Program::new(&words, Limits::default()).expect_err("no template");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn an_engine_with_another_perft_command_is_asked_by_it() {
    let script = r#"while read a b c; do case "$a $b" in
        uci*) echo uciok;; isready*) echo readyok;;
        "perft {1}") echo 'a2a3: 1'; echo 'Nodes: 1';;
        go*) echo bestmove a2a3;;
        esac; done"#;
    let initial = Position::initial().to_string();
    let command = PerftCommand::new("perft {{{depth}}}").expect("a template");
    let limits = Limits::new(LIMIT);
    let engine = Engine::start_with(&shell(script), limits, command).expect("an engine");
    let command = engine.command(&situation(&initial), Question::Divide(3)).expect("a command");
    assert!(command.contains("\\nperft {3}\\n'; sleep"), "{command}");
    let error = Engine::start(&shell(script), limits).expect_err("no such perft").to_string();
    assert!(error.contains("`go perft 1` with a best move"), "{error}");
    for (text, message) in [
        ("perft", "no {depth}"),
        ("perft {fen} {depth}", "{fen} means nothing: expected {depth}, or {{"),
        ("perft {depth}}", "a } ends no place"),
    ] {
        let error = PerftCommand::new(text).expect_err("no template").to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn nothing_is_found_in_a_right_library() {
    let hunt = || Hunt::new().positions(Some(3000)).seconds(None).unreachable(true);
    let none = |outcome: Result<Outcome, HuntError>| {
        let outcome = outcome.expect("it answers");
        assert!(outcome.findings.is_empty(), "{outcome}");
        assert_eq!(outcome.positions, 3000);
    };
    none(hunt().run(&mut from_moves(|fen| names(&right(fen, &[])))));
    none(hunt().run(&mut from_game(|fen, played| names(&right(fen, played)))));
    none(hunt().run(&mut from_count(|fen, depth| hyperbola_perft::plain(&right(fen, &[]), depth))));
    let divide = |fen: &str, played: &[String], depth| {
        let position = right(fen, played);
        let count = |uci: &String| {
            hyperbola_perft::plain(
                &right(fen, &[played, core::slice::from_ref(uci)].concat()),
                depth - 1,
            )
        };
        names(&position).iter().map(|uci| (uci.clone(), count(uci))).collect()
    };
    none(hunt().run(&mut from_divide(divide)));
    // In SAN.
    none(hunt().run(&mut from_moves(|fen| {
        let position = right(fen, &[]);
        position.legal_moves().iter().map(|&legal| position.san(legal).to_string()).collect()
    })));
}

#[test]
fn a_total_of_no_moves_is_no_empty_list() {
    // Each of White's moves ends the game.
    let fen = "8/8/8/8/8/3KQ1R1/3Q4/5k2 w - - 0 1";
    let setup: hyperbola_moves::Setup = fen.parse().expect("a FEN");
    let position = setup.position().expect("a position");
    assert_eq!(
        (hyperbola_perft::plain(&position, 1) > 0, hyperbola_perft::plain(&position, 2)),
        (true, 0)
    );
    let mut words = shell("echo 'Nodes searched: 0'");
    words.extend(["name", "{fen}", "{depth}"].map(str::to_owned));
    let mut program = Program::new(&words, Limits::new(LIMIT)).expect("a template");
    let situation = hyperbola_hunt::Situation::new(setup).expect("a position");
    let answer = hyperbola_hunt::Subject::divide(&mut program, &situation, 2);
    assert_eq!(answer, Ok(hyperbola_hunt::Answer::Total(0)));
}

#[test]
fn a_total_names_the_rule_that_fits() {
    let mut subject = from_count(|fen, depth| {
        let position = right(fen, &[]);
        let castling = |legal: &&hyperbola_moves::Move| legal.is_castling(&position);
        let castlings = position.legal_moves().iter().filter(castling).count() as u64;
        hyperbola_perft::plain(&position, depth) - if depth == 1 { castlings } else { 0 }
    });
    let outcome = Hunt::new().depth(1).run(&mut subject).expect("it answers");
    let finding = outcome.findings.into_iter().next().expect("castling is missing");
    assert!(matches!(finding.problem, Problem::Total { .. }), "{:?}", finding.problem);
    assert!(matches!(finding.rule(), Rule::Castling | Rule::CastlingRook), "{}", finding.rule());
    assert!(finding.reason.text.starts_with("Perhaps "), "{}", finding.reason.text);
}

#[test]
fn a_total_that_fits_no_rule_names_none() {
    for (depth, more) in [(1, 17), (2, 400)] {
        let mut subject = from_count(move |fen, asked| {
            hyperbola_perft::plain(&right(fen, &[]), asked) + if asked == depth { more } else { 0 }
        });
        let outcome = Hunt::new().depth(depth).run(&mut subject).expect("it answers");
        let finding = outcome.findings.first().expect("it counts too many");
        assert_eq!(finding.rule(), Rule::Count, "{outcome}");
    }
}

/// A subject with a list of moves and their SAN, which a function makes wrong.
struct San(fn(&mut Vec<(String, String)>));

impl Subject for San {
    fn name(&self) -> String {
        "a list".to_owned()
    }

    fn abilities(&self) -> Abilities {
        Abilities::new(1).chess960(true)
    }

    fn divide(&mut self, _: &Situation, _: u32) -> Result<Answer, Failure> {
        Ok(Answer::Total(0))
    }

    fn facts(&mut self, situation: &Situation) -> Result<Facts, Failure> {
        let position = situation.position();
        let legal = position.legal_moves();
        let mut san = legal
            .iter()
            .map(|&legal| (situation.uci(legal), position.san(legal).to_string()))
            .collect();
        self.0(&mut san);
        Ok(Facts { san: Some(san), ..Facts::default() })
    }
}

#[test]
fn extra_and_double_lines_of_san_are_found() {
    let hunt = |subject: &mut dyn Subject| {
        Hunt::new().compare(Compared::San).positions(Some(50)).run(subject).expect("it answers")
    };
    let right = hunt(&mut San(|_| {}));
    assert!(right.findings.is_empty(), "{right}");
    for (change, text) in [
        (
            (|list| list.push(("a1a9".to_owned(), "Ra9".to_owned()))) as fn(&mut Vec<_>),
            "a1a9 is not legal, and its SAN is given as Ra9.",
        ),
        (|list| list.extend(list.first().cloned()), "More than one line is there for "),
        (
            |list| {
                if let Some((uci, _)) = list.first().cloned() {
                    list.push((uci, "Ke5".to_owned()));
                }
            },
            "not Ke5.",
        ),
    ] {
        let outcome = hunt(&mut San(change));
        let finding = outcome.findings.first().unwrap_or_else(|| panic!("{text}: {outcome}"));
        assert!(finding.reason.text.contains(text), "{text}: {outcome}");
    }
}

#[test]
fn facts_that_are_not_there_are_named() {
    for (compared, what) in [
        (Compared::Fen, "its answer has no FEN"),
        (Compared::Checks, "its answer has no line with the checkers"),
        (Compared::San, "its answer has no list of moves with their SAN"),
    ] {
        let mut subject = from_game(|fen, played| names(&right(fen, played)));
        let error = Hunt::new().compare(compared).run(&mut subject).expect_err("no finding");
        assert!(matches!(error, HuntError::NotOffered(_)), "{error:?}");
        assert!(error.to_string().ends_with(what), "{error}");
    }
    let mut subject = from_moves(|fen| names(&right(fen, &[])));
    let error = Hunt::new().compare(Compared::Fen).run(&mut subject).expect_err("no finding");
    assert_eq!(error, HuntError::TakesNoMoves);
}

#[test]
fn a_panic_is_found() {
    let mut subject = from_moves(|fen| {
        let position = right(fen, &[]);
        assert!(!position.is_check() || position.legal().count() > 3, "no way out");
        names(&position)
    });
    let outcome = Hunt::new().run(&mut subject).expect("it answers the initial position");
    let finding = outcome.findings.into_iter().next().expect("it panics");
    assert!(
        matches!(&finding.problem, Problem::Failure(Failure::Panic(text)) if text == "no way out")
    );
    assert!(finding.pieces() <= 5 && finding.is_minimal, "{:?}", finding.situation.fen());
    // What it says may differ each time.
    let mut questions = 0;
    let mut subject = from_moves(|fen| {
        questions += 1;
        let position = right(fen, &[]);
        assert!(position == Position::initial(), "at question {questions}");
        names(&position)
    });
    let outcome = Hunt::new().run(&mut subject).expect("it answers the initial position");
    let finding = outcome.findings.into_iter().next().expect("it panics");
    assert!(matches!(&finding.problem, Problem::Failure(Failure::Panic(text))
            if text.starts_with("at question ")));
    let mut subject = from_moves(|_| panic!("at once"));
    assert!(matches!(Hunt::new().run(&mut subject), Err(HuntError::Start(_))));
}

#[test]
fn the_same_seed_finds_the_same() {
    let hunt = |seed| {
        let mut subject = from_count(|fen, depth| {
            let position = right(fen, &[]);
            let pinned = u64::from(!position.pinned().is_empty());
            hyperbola_perft::plain(&position, depth) + pinned * u64::from(depth == 1)
        });
        let outcome = Hunt::new().seed(seed).suites(false).depth(1).run(&mut subject);
        let outcome = outcome.expect("it answers");
        let finding = outcome.findings.into_iter().next().expect("it counts one too many");
        (outcome.positions, finding.original.fen(), finding.situation.fen())
    };
    assert_eq!(hunt(1), hunt(1));
    assert_ne!(hunt(1), hunt(2));
}
