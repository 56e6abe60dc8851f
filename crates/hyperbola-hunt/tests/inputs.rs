//! Every mistake of a program that numbers inputs is found, made small, and named. The table of all
//! is part of `docs/HUNT.md`.

mod faulty_inputs;
mod page;

use std::thread;

use faulty_inputs::mistakes::Mistake;
use faulty_inputs::{Faulty, MISTAKES};
use hyperbola_hunt::{
    Compared, Failure, Finding, Given, Hunt, HuntError, InputList, Outcome, Rows, Rule, Subject,
    ViewInputs, from_changes, from_game, from_inputs, given,
};
use hyperbola_inputs::InputSet;

/// The set that the faulty program numbers.
const SET: &str = "threats_59808+pawn_pairs+halfka_v2_hm";

fn set() -> InputSet {
    SET.parse().expect("names of presets")
}

/// Hunts a program with a mistake, or with none.
fn hunted(id: &'static str, compared: Compared, positions: u64) -> Outcome {
    let set = set();
    let faulty = Faulty(id);
    let hunt = Hunt::new().seconds(None).positions(Some(positions));
    let outcome = match compared {
        Compared::Inputs => {
            let mut subject = from_inputs(|fen, played| faulty.inputs(fen, played)).chess960();
            hunt.inputs(&set).run(&mut subject)
        }
        _ => {
            let mut subject = from_changes(|fen, played| faulty.changes(fen, played)).chess960();
            hunt.changes(&set).run(&mut subject)
        }
    };
    outcome.expect("the subject answers")
}

/// Returns a row of the table.
fn row(mistake: &Mistake, positions: u64, finding: &Finding) -> String {
    let situation = &finding.situation;
    let played: String = situation.moves().iter().map(|uci| format!(" {uci}")).collect();
    let after = if played.is_empty() { played } else { format!(", moves `{}`", played.trim()) };
    let (id, text, asked) = (mistake.id, mistake.text, mistake.compared.name());
    let (rule, pieces, fen) = (finding.rule(), finding.pieces(), situation.fen());
    format!("| `{id}` | {text} | {asked} | {positions} | {rule} | {pieces} | `{fen}`{after} |\n")
}

#[test]
fn every_mistake_is_found_and_made_small_and_named() {
    // Half of them each.
    let half = |odd: usize| {
        let mistakes = MISTAKES.iter().skip(odd).step_by(2);
        let rows = mistakes.map(|mistake| {
            let outcome = hunted(mistake.id, mistake.compared, 50_000);
            let finding = outcome.findings.first();
            let finding = finding.unwrap_or_else(|| panic!("{} was not found", mistake.id)).clone();
            (mistake, outcome.positions, finding)
        });
        rows.collect::<Vec<_>>()
    };
    let (even, odd) = thread::scope(|scope| {
        let odd = scope.spawn(|| half(1));
        (half(0), odd.join().expect("it ends"))
    });
    let mut found: Vec<_> = even.into_iter().chain(odd).collect();
    found.sort_by_key(|(mistake, ..)| MISTAKES.iter().position(|one| one.id == mistake.id));
    let mut table = "| mistake | what is wrong | asked | positions | rule | pieces | position |\n\
                     |---|---|---|---|---|---|---|\n"
        .to_owned();
    let (mut small, mut wrongly_named) = (0, Vec::new());
    for (mistake, positions, finding) in &found {
        assert!(finding.is_minimal, "{}", mistake.id);
        small += usize::from(finding.pieces() <= 7);
        if !mistake.rules.contains(&finding.rule()) {
            wrongly_named.push((mistake.id, finding.rule().id(), finding.reason.text.clone()));
        }
        table += &row(mistake, *positions, finding);
    }
    let all = MISTAKES.len();
    assert!(wrongly_named.is_empty(), "{wrongly_named:#?}");
    // A list of 32 threats needs many pieces.
    assert!(small + 1 >= all, "{small} of {all} are small\n{table}");
    table += &format!("\nAll {all} are found, {small} with at most seven pieces.\n");
    page::compare("input-mistakes", &table);
}

#[test]
fn without_a_mistake_nothing_is_found() {
    for compared in [Compared::Inputs, Compared::Changes] {
        let outcome = hunted("", compared, 3000);
        assert!(outcome.findings.is_empty(), "{outcome}");
        assert_eq!(outcome.positions, 3000);
    }
}

/// Returns the answer that removes all inputs of the board before and adds all of the board after.
fn whole(fen: &str, played: &[String]) -> [ViewInputs; 2] {
    let right = Faulty("");
    let before = right.inputs(fen, &played[..played.len() - 1]);
    let after = right.inputs(fen, played);
    let both = before.into_iter().zip(after);
    let views = both.map(|(removed, added)| ViewInputs { added, removed, refreshed: Vec::new() });
    views.collect::<Vec<_>>().try_into().expect("two views")
}

/// Hunts changes for some positions.
fn outcome_of(changes: impl FnMut(&str, &[String]) -> [ViewInputs; 2]) -> Outcome {
    let set = set();
    let hunt = Hunt::new().seconds(None).positions(Some(1500));
    hunt.changes(&set).run(&mut from_changes(changes).chess960()).expect("it answers")
}

#[test]
fn changes_need_not_be_minimal() {
    // Blocks that may be computed anew need not be, and the same number is removed and added.
    let outcome = outcome_of(whole);
    assert!(outcome.findings.is_empty(), "{outcome}");
    // Of a block that is computed anew, no numbers are compared.
    let outcome = outcome_of(|fen, played| {
        let right = Faulty("").changes(fen, played);
        right.map(|mut view| {
            if view.refreshed.contains(&2) {
                view.added.extend([70_000, 70_000, 86_895]);
            }
            view
        })
    });
    assert!(outcome.findings.is_empty(), "{outcome}");
    // A number that is too high is of no block.
    let outcome = outcome_of(|fen, played| {
        Faulty("").changes(fen, played).map(|mut view| {
            view.added.extend(view.refreshed.contains(&2).then_some(86_896));
            view
        })
    });
    assert_eq!(outcome.findings[0].rule(), Rule::InputRange, "{outcome}");
    // Twice in both lists is once too often in one of them.
    let outcome = outcome_of(|fen, played| {
        whole(fen, played).map(|mut view| {
            let number = view.added[0];
            view.added.push(number);
            view
        })
    });
    let finding = &outcome.findings[0];
    assert!(finding.inputs.iter().all(|wrong| wrong.list == InputList::Added), "{outcome}");
    // There is no fourth block, nor one with a large number.
    for block in [3, 8, usize::MAX] {
        let outcome = outcome_of(|fen, played| {
            whole(fen, played).map(|mut view| {
                view.refreshed.push(block);
                view
            })
        });
        assert_eq!(outcome.findings[0].rule(), Rule::InputNeedlessRefresh, "{outcome}");
    }
}

#[test]
fn a_finding_has_the_numbers_in_words() {
    let outcome = hunted("victim-of-attacker", Compared::Inputs, 100);
    let finding = &outcome.findings[0];
    let numbers: Vec<u32> = finding.inputs.iter().map(|wrong| wrong.number).collect();
    assert_eq!(numbers, [39_767, 43_351]);
    assert_eq!(finding.inputs[0].meaning, "black rook h8 attacks white knight g8");
    let text = outcome.to_string();
    for expected in [
        "White's view has 39767 (black rook h8 attacks white knight g8) in place of 43351 (black rook \
         h8 attacks black knight g8).",
        "extra   white 39767  input-victim-side: black rook h8 attacks white knight g8",
        "assert_eq!(inputs(fen, &played, \"black\"), [ // yours, sorted\n          9072, 82102,",
        "assert sorted(inputs(fen, played, \"white\")) == [  # yours\n          43351, 72366,",
        "comparing inputs",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(!text.contains("Ask again"), "a closure has no command: {text}");
    let row =
        "| `white 43351` | missing | input-victim-side | black rook h8 attacks black knight g8 |";
    assert!(outcome.markdown().contains(row), "{}", outcome.markdown());

    let outcome = hunted("no-half-refresh", Compared::Changes, 1000);
    // There are no changes without a move.
    assert_eq!(outcome.findings[0].is_right_from_fen, None);
    let text = outcome.to_string();
    let refresh = "assert_eq!(inputs(fen, &played, \"white refresh\"), [ // yours, sorted\n          1, 2, 3,";
    assert!(text.contains(refresh), "{text}");
    assert!(text.contains("assert!(inputs(fen, &played, \"white added\").is_empty());"), "{text}");
}

const PAGE: &str = include_str!("../../../docs/HUNT.md");

/// The report and the lines on the page are right.
#[test]
fn the_page_is_right() {
    let text = hunted("victim-of-attacker", Compared::Inputs, 100).to_string();
    let (_, report) =
        PAGE.split_once("faulty_inputs victim-of-attacker is wrong here\n").expect("it is there");
    let (report, _) = report.split_once('…').expect("it is shortened");
    assert!(text.contains(report), "{report}{text}");

    let (_, lines) = PAGE.split_once("```text\ninputs ").expect("the page has the lines");
    let (lines, _) = lines.split_once("```").expect("the block ends");
    let (all, changes) = lines.split_once("\n\nchanges ").expect("both questions");
    let join = |numbers: &[u32]| {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.iter().map(|number| format!(" {number}")).collect::<String>()
    };
    let (fen, answer) = all.split_once('\n').expect("an answer");
    let [white, black] = Faulty("").inputs(fen, &[]).map(|numbers| join(&numbers));
    assert_eq!(answer, format!("white{white}\nblack{black}"));
    let (question, answer) = changes.split_once('\n').expect("an answer");
    let (fen, played) = question.split_once(" moves ").expect("a move");
    let views = Faulty("").changes(fen, &[played.to_owned()]);
    let [white, black] =
        views.map(|view| format!(" removed{} added{}", join(&view.removed), join(&view.added)));
    assert_eq!(answer.trim_end(), format!("white{white}\nblack{black}"));
}

/// A program that prints a hundred thousand numbers is a finding, soon.
#[test]
fn many_numbers_are_explained_in_time() {
    let set = set();
    let mut subject = from_inputs(|_, _| [(0..100_000).collect(), (0..100_000).collect()]);
    let outcome = Hunt::new().inputs(&set).positions(Some(1)).run(&mut subject);
    let outcome = outcome.expect("it answers");
    assert_eq!(outcome.findings[0].inputs.len(), 1000, "{outcome}");
}

#[test]
fn missing_abilities_and_definitions_are_errors() {
    let set = set();
    let mut moves = from_game(|_, _| vec![]);
    let error = Hunt::new().inputs(&set).run(&mut moves).expect_err("it has no inputs");
    assert_eq!(error, HuntError::NotOffered(Failure::Missing { what: "inputs" }));
    let mut inputs = from_inputs(|_, _| [vec![], vec![]]);
    let error = Hunt::new().changes(&set).run(&mut inputs).expect_err("it has no changes");
    assert_eq!(error, HuntError::NotOffered(Failure::Missing { what: "changes" }));
    let error = Hunt::new().compare(Compared::Inputs).run(&mut inputs).expect_err("no set");
    assert_eq!(error, HuntError::NoInputSet);
    let hunt = Hunt::new().compare(Compared::Inputs);
    let make = || -> Result<Box<dyn Subject>, HuntError> { panic!("nothing is asked") };
    let (_, failure) = hunt.rows(&make, 1, Rows::default(), &mut |_| {});
    assert_eq!(failure, Some(HuntError::NoInputSet));
    // What is compared last counts.
    let mut moves = from_game(|_, _| vec!["a2a3".to_owned()]);
    let outcome = Hunt::new().inputs(&set).compare(Compared::Moves).run(&mut moves);
    let text = outcome.expect("it answers").to_string();
    assert!(text.contains("legal_moves(fen, played)"), "{text}");
    let error = Hunt::new().run(&mut inputs).expect_err("it has no moves");
    assert_eq!(error, HuntError::NotOffered(Failure::Missing { what: "moves" }));
    let mut panics = from_inputs(|_, _| panic!("oh"));
    let error = Hunt::new().inputs(&set).run(&mut panics).expect_err("it panics");
    assert_eq!(error, HuntError::Start(Failure::Panic("oh".to_owned())));
}

/// A rule that is ignored is no finding, and all rules are found each once.
#[test]
fn rules_are_ignored_and_collected() {
    let set = set();
    let faulty = |fen: &str, played: &[String]| Faulty("refreshes-always").changes(fen, played);
    let hunt = Hunt::new().seconds(None).positions(Some(1000)).changes(&set);
    let ignoring = hunt.clone().ignore([Rule::InputNeedlessRefresh]);
    let outcome = ignoring.run(&mut from_changes(faulty)).expect("it answers");
    assert!(outcome.findings.is_empty(), "{outcome}");
    let outcome = hunt.all(true).run(&mut from_changes(faulty)).expect("it answers");
    let rules: Vec<Rule> = outcome.findings.iter().map(Finding::rule).collect();
    assert_eq!(rules, [Rule::InputNeedlessRefresh], "{outcome}");
    assert!(outcome.findings[0].shown_by > 10);
}

/// The rows of a suite are asked each, or each of their legal moves.
#[test]
fn a_suite_is_asked_as_a_whole() {
    let set = set();
    let rows = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n8/3k4/8/1bK5/2B5/8/8/8 w - - 0 1\n";
    let rows: Vec<Given> = given(rows).collect::<Result<_, _>>().expect("rows");
    let wrong = |hunt: Hunt<'_>, make: &(dyn Fn() -> Box<dyn Subject> + Sync)| {
        let (rows, failure) =
            hunt.first(rows.clone()).rows(&|| Ok(make()), 1, Rows::default(), &mut |_| {});
        assert_eq!((rows.done, failure), (2, None));
        rows.wrong
    };
    let inputs = || -> Box<dyn Subject> {
        Box::new(from_inputs(|fen, played| Faulty("once-lower").inputs(fen, played)))
    };
    assert_eq!(wrong(Hunt::new().inputs(&set), &inputs), [1]);
    let changes = || -> Box<dyn Subject> {
        Box::new(from_changes(|fen, played| Faulty("captured-stays").changes(fen, played)))
    };
    assert_eq!(wrong(Hunt::new().changes(&set), &changes), [1]);
}

/// A victim that the definition does not have is known by a number before or after those of others,
/// though that is the number of something else.
#[test]
fn victims_out_of_the_table_are_known_by_their_places() {
    let set = set();
    for (mistake, row) in [
        ("rook-attacks-queen", "8/8/K7/3r4/2kq4/8/8/8 w - - 0 1"),
        ("rook-attacks-queen", "8/8/8/8/8/8/2k5/qR2K3 w - - 0 1"),
        ("bishop-attacks-queen", "8/8/8/4k3/8/4KQ2/4B3/8 w - - 0 1"),
        ("pawn-attacks-bishop", "4k3/6Kp/6b1/8/8/8/8/8 w - - 0 1"),
    ] {
        let rows = given(row).collect::<Result<Vec<_>, _>>().expect("a row");
        let hunt = Hunt::new().inputs(&set).first(rows).only_rows(&[0]);
        let mut subject = from_inputs(|fen, played| Faulty(mistake).inputs(fen, played));
        let outcome = hunt.run(&mut subject).expect("it answers");
        let rules: Vec<Rule> = outcome.findings.iter().map(Finding::rule).collect();
        assert!(rules.contains(&Rule::InputVictim), "{mistake} {row}: {outcome}");
    }
}
