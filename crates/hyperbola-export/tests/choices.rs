//! The counter's plan with its questions as choices and branches: as right as the formula.

#[cfg(unix)]
mod in_c;

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use hyperbola::Bits as _;
use hyperbola::word::Branch;
use hyperbola_explain::{Instruction, Masks, Program, Recorded, Recorder};
use hyperbola_export::{Functions, Language};
use hyperbola_moves::Position;
use hyperbola_perft::four_words::{self, Planned};
use hyperbola_random::Random;
use hyperbola_rules::formulas::{Formulas, FourWords};
use hyperbola_samples::{random_endgame, random_game, random_setup};

const INPUTS: [&str; 4] = ["a", "b", "c", "black"];

/// The number of words of a plan.
const WORDS: usize = 28;

/// The places of the questions about each further single piece, among those that the plan asks.
const PIECES: [usize; 4] = [8, 9, 10, 11];

fn formulas() -> Formulas {
    four_words::start(&Position::initial(), 2, 2).0
}

fn words<W: Copy>(Planned { replies, made, may_be_taken }: Planned<W>) -> Vec<W> {
    [made.sets().as_slice(), &[may_be_taken, replies]].concat()
}

fn plan(recorder: &Recorder) -> Vec<Recorded<'_>> {
    words(four_words::plan(&formulas(), INPUTS.map(|name| recorder.board(name, 0))))
}

/// Returns the plan with choices, the steps of its words, and those of the questions.
fn with_choices() -> (Program, Vec<usize>, Vec<usize>) {
    let recorder = Recorder::with_masks(Masks::Computed).with_choices();
    let mut results = plan(&recorder);
    results.extend(recorder.asked());
    let (program, mut steps) = recorder.program_of_all(&results);
    let asked = steps.split_off(WORDS);
    (program, steps, asked)
}

/// Positions of every kind: of random games, those that no game leads to, and those of few pieces.
fn positions(len: usize) -> Vec<FourWords<u64>> {
    let mut random = Random::new(58);
    let mut all = Vec::with_capacity(len + 400);
    let push = |all: &mut Vec<_>, position: &Position| {
        let (formulas_of_it, words) = four_words::start(position, 2, 2);
        if formulas_of_it == formulas() {
            all.push(words);
        }
    };
    while all.len() < len {
        random_game(Position::initial(), &mut random, 200, |position, _| push(&mut all, position));
        for _ in 0..100 {
            push(&mut all, &random_setup(&mut random));
            push(&mut all, &random_endgame(&mut random));
        }
    }
    all
}

/// Positions, and the words of their plans.
type Plans = (Vec<FourWords<u64>>, Vec<Vec<u64>>);

/// Positions, and the words of their plans by the formula. Where more pieces wait for turns of
/// their own than the recorded formula takes, the words are by the formula as it is recorded
/// without choices.
static EXPECTED: LazyLock<Plans> = LazyLock::new(|| {
    let positions = positions(100_000);
    let recorder = Recorder::with_masks(Masks::Computed);
    let mut results = plan(&recorder);
    results.push(recorder.asked()[PIECES[3]]);
    let (long_way, mut steps) = recorder.program_of_all(&results);
    let fourth = steps.pop().expect("the last");
    let mut fewer = 0;
    let of = |&position: &FourWords<u64>| {
        let values = values(&long_way, position);
        if values[fourth] == 0 {
            return words(four_words::plan(&formulas(), position));
        }
        fewer += 1;
        steps.iter().map(|&step| values[step]).collect()
    };
    let expected = positions.iter().map(of).collect();
    assert!(fewer < positions.len() / 4, "{fewer}");
    (positions, expected)
});

fn values(program: &Program, position: FourWords<u64>) -> Vec<u64> {
    let inputs: Vec<(&str, u64)> = INPUTS.into_iter().zip(position).collect();
    program.values(&inputs).expect("all inputs")
}

/// Numbers equal steps alike, whatever program they are in.
#[derive(Default)]
struct Numbers(HashMap<Instruction, usize>);

impl Numbers {
    /// Returns the numbers of a program's steps. `is_left` answers the questions of its choices.
    fn of(&mut self, program: &Program, is_left: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut numbers = Vec::with_capacity(program.steps.len());
        for (step, _) in &program.steps {
            let number = match *step {
                Instruction::Choice(question, first, second) => {
                    numbers[if is_left(question) { first } else { second }]
                }
                step => {
                    let next = self.0.len();
                    *self.0.entry(step.with_operands(|operand| numbers[operand])).or_insert(next)
                }
            };
            numbers.push(number);
        }
        numbers
    }
}

/// Every way through the choices is the program that the formula records with these answers. So
/// where these are the true ones, it computes what the formula does.
#[test]
fn each_way_through_the_choices_is_what_the_formula_records() {
    let (program, steps, asked) = with_choices();
    let mut numbers = Numbers::default();
    let [first, .., last] = PIECES;
    assert_eq!(asked.len(), last + 1);
    let mut ways = 0;
    for skips in 0..1_u64 << last {
        let is_skipped = |question: usize| skips >> question & 1 == 1;
        // After a piece that is not there comes no further one, and no question about it.
        if skips >> first & (skips >> first).wrapping_sub(1) != 0 {
            continue;
        }
        ways += 1;
        let recorder = Recorder::skipping(skips);
        let (recorded, expected) = recorder.program_of_all(&plan(&recorder));
        let of_recorded = numbers.of(&recorded, |_| panic!("nothing is chosen"));
        let is_left = |step: usize| {
            // The formula goes the long way where it does not ask.
            let Some(question) = asked.iter().position(|&asked| asked == step) else { return true };
            !is_skipped(question) && !(first..question).any(is_skipped)
        };
        let of_choices = numbers.of(&program, is_left);
        let found: Vec<usize> = steps.iter().map(|&step| of_choices[step]).collect();
        let expected: Vec<usize> = expected.iter().map(|&step| of_recorded[step]).collect();
        assert_eq!(found, expected, "{skips:#b}");
    }
    assert_eq!(ways, 256 * PIECES.len());
}

#[test]
fn the_plan_with_choices_computes_the_words_of_the_formula() {
    let (program, steps, _) = with_choices();
    let questions = program.steps.iter().filter_map(|(step, _)| match step {
        Instruction::Choice(question, ..) => Some(*question),
        _ => None,
    });
    let questions: BTreeSet<usize> = questions.collect();
    assert_eq!(questions.len(), PIECES[3], "all but the last that is asked");
    let mut answers = vec![[0; 2]; questions.len()];
    let (positions, expected) = &*EXPECTED;
    for (position, expected) in positions.iter().zip(expected) {
        let values = values(&program, *position);
        let found: Vec<u64> = steps.iter().map(|&step| values[step]).collect();
        assert_eq!(&found, expected, "{position:x?}");
        for (answers, &question) in answers.iter_mut().zip(&questions) {
            answers[usize::from(values[question] != 0)] += 1;
        }
    }
    // Both ways are taken often.
    assert!(answers.iter().flatten().all(|&times| times > 100), "{answers:?}");
}

/// Writes the plan as a function in C.
fn in_c() -> String {
    let (program, steps, _) = with_choices();
    let names: Vec<String> = (0..WORDS).map(|word| format!("out[{word}]")).collect();
    let results: Vec<(&str, usize)> = names.iter().map(String::as_str).zip(steps).collect();
    let mut functions = Functions::new(Language::find("c").expect("a language"));
    let parameters = INPUTS.map(|name| format!("uint64_t {name}")).join(", ");
    functions.write(
        &format!("static void plan({parameters}, uint64_t *out) {{"),
        &program,
        &results,
    );
    functions.finish()
}

#[cfg(unix)]
#[test]
fn the_plan_with_branches_in_c_computes_the_words_of_the_formula() {
    let program = in_c()
        + "#include <stdio.h>\n\nint main(void) {\n    uint64_t in[4], out[28];\n    \
           while (fread(in, 8, 4, stdin) == 4) {\n        plan(in[0], in[1], in[2], in[3], out);\n        \
           fwrite(out, 8, 28, stdout);\n    }\n    return 0;\n}\n";
    let (positions, expected) = &*EXPECTED;
    let found =
        in_c::run_in_c("plan", &program.replace("#pragma once\n", ""), positions.as_flattened());
    assert_eq!(found.len(), WORDS * positions.len());
    for ((position, found), expected) in positions.iter().zip(found.chunks(WORDS)).zip(expected) {
        assert_eq!(found, expected, "{position:x?}");
    }
}

/// Two questions. One way of the second asks the first one anew, and a result asks the second
/// again.
fn asking([a, b, c, p, q]: [Recorded<'_>; 5]) -> [Recorded<'_>; 3] {
    // Both ways of the first question need one, and a result needs the other.
    let (both, also) = (a & b, a | c);
    let first = [both.wrapping_add(also) ^ c, both ^ also];
    let [_, two] = p.choose(first, || [both, both & c]);
    let inner = p.choose([two & a], || [a | b]);
    let [three] = q.choose(inner, || [two]);
    let [four] = q.choose([three & b], || [three]);
    [three, also, four]
}

/// Returns the body of a function with two questions, and with a line after each two statements.
fn printed(language: &str) -> String {
    let recorder = Recorder::new().with_choices();
    let inputs = ["a", "b", "c", "p", "q"].map(|name| recorder.board(name, 0));
    let (program, steps) = recorder.program_of_all(&asking(inputs));
    let mut functions = Functions::new(Language::find(language).expect("a language"));
    functions.interrupt(2, "barrier();");
    let names = ["out[0]", "out[1]", "out[2]"];
    let results: Vec<(&str, usize)> = names.into_iter().zip(steps).collect();
    functions.write("OPENING {", &program, &results);
    let file = functions.finish();
    let (_, body) = file.split_once("OPENING {\n").expect("the function");
    body.split_once("\n}").expect("its end").0.to_owned()
}

#[test]
fn a_step_stands_in_a_branch_if_nothing_else_needs_it() {
    let expected = "    const uint64_t joined = a | c;
    uint64_t chosen = 0ULL;
    if (q != 0) {
        uint64_t chosen_2 = 0ULL;
        if (p != 0) {
            const uint64_t common = a & b;
            uint64_t chosen_3 = 0ULL;
            if (p != 0) {
                chosen_3 = common ^ joined;
            } else {
                chosen_3 = common & c;
            }
            chosen_2 = chosen_3 & a;
        } else {
            chosen_2 = a | b;
        }
        chosen = chosen_2;
    } else {
        const uint64_t common_2 = a & b;
        uint64_t chosen_4 = 0ULL;
        if (p != 0) {
            chosen_4 = common_2 ^ joined;
        } else {
            chosen_4 = common_2 & c;
        }
        chosen = chosen_4;
    }
    barrier();
    uint64_t chosen_5 = chosen;
    if (q != 0) {
        chosen_5 = chosen & b;
    }
    out[0] = chosen;
    out[1] = joined;
    out[2] = chosen_5;";
    assert_eq!(printed("c"), expected);
    // Without branches the first ways are right in any case.
    let expected = "    let common = a & b;
    let joined = a | c;
    barrier();
    let chosen = common ^ joined;
    let chosen_2 = chosen & a;
    barrier();
    out[0] = chosen_2;
    out[1] = joined;
    out[2] = chosen_2 & b;";
    assert_eq!(printed("rust"), expected);
    // A question about vectors has no one answer.
    assert!(!printed("c-avx2").contains("if ("));
}
