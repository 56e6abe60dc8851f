//! A listing shows the lines of a file, with the lines of each operation.

use hyperbola::{Bitboard, Slider, Square, Technique};
use hyperbola_explain::{Computation, explain};
use hyperbola_export::{Language, Options, export, listing};

const LANGUAGES: [&str; 3] = ["rust", "c", "python"];

fn of(technique: Technique, language: &str, slider: Slider) -> hyperbola_export::Listing {
    let language = Language::find(language).expect("a language of the list");
    listing(technique, language, slider).expect("its files read the masks")
}

#[test]
fn a_listing_is_a_part_of_the_exported_file() {
    let mut listed = 0;
    for &technique in Technique::ALL {
        for &language in Language::ALL {
            // Files with large tables take long to print.
            if technique.info().table_bytes() > 1 << 16 && !LANGUAGES.contains(&language.id) {
                continue;
            }
            let options = Options::new(Slider::ALL.to_vec(), language.usual_tables(technique));
            let Ok(file) = export(technique, language, &options) else { continue };
            for slider in Slider::ALL {
                let Some(listing) = listing(technique, language, slider) else { continue };
                let (id, functions) = (language.id, &listing.functions);
                let texts = functions.iter().map(|function| function.text.as_str());
                for text in listing.helpers.split("\n\n").chain(texts) {
                    assert!(file.contains(text.trim()), "{technique} in {id}:\n{text}");
                }
                let last = functions.last().unwrap().text.to_lowercase().replace('_', "");
                assert!(last.contains(&format!("{slider}attacks")), "{technique} in {id}: {last}");
                listed += 1;
            }
        }
    }
    assert!(listed >= 3 * LANGUAGES.len() * Technique::ALL.len(), "{listed}");
}

#[test]
fn each_step_has_the_lines_that_compute_it() {
    for &technique in Technique::ALL {
        for id in LANGUAGES {
            for slider in Slider::ALL {
                check_steps(technique, id, slider);
                check_operands(technique, id, slider);
            }
        }
    }
}

/// Checks that each step of an explanation has lines.
fn check_steps(technique: Technique, id: &str, slider: Slider) {
    let listing = of(technique, id, slider);
    let explanation = explain(technique, slider, Square::D4, Bitboard(0));
    let is_of_attacks = |title: &str| !title.starts_with("how the formula");
    let sections = explanation.sections.iter().filter(|section| is_of_attacks(&section.title));
    for step in sections.flat_map(|section| &section.steps) {
        let mut lines = listing.functions.iter().map(|function| function.lines.get(step.node));
        let has_lines = lines.any(|lines| lines.is_some_and(Option::is_some));
        assert!(has_lines, "{technique} {slider} in {id}: {}", step.name);
    }
}

/// Checks that the lines of an operation have the names that the lines of its operands assign to.
fn check_operands(technique: Technique, id: &str, slider: Slider) {
    let computation = Computation::new(technique, slider, Square::D4, Bitboard(0));
    let nodes: Vec<_> = computation.nodes().collect();
    let mut checked = 0;
    for function in of(technique, id, slider).functions {
        let all: Vec<&str> = function.text.lines().collect();
        // A mask's row has a name between the square and the mask.
        let operations = nodes.iter().zip(&function.lines);
        for (node, own) in operations.filter(|(node, _)| node.operation != "mask") {
            for &operand in &node.operands {
                let Some((own, of)) = own.clone().zip(function.lines[operand].clone()) else {
                    continue;
                };
                let is_parameter = all[of.start].contains("_attacks(");
                if own == of || is_parameter || nodes[operand].operation == "constant" {
                    continue;
                }
                assert!(of.end <= own.start, "{technique} {slider} in {id}: {own:?} {of:?}");
                let (assigned, _) = all[of.start].split_once(" =").expect("an assignment");
                let name = assigned.rsplit(' ').next().unwrap();
                let text = all[own].join(" ");
                let is_sign = |c: char| !c.is_alphanumeric() && c != '_';
                let is_named = text.split(is_sign).any(|word| word == name);
                assert!(is_named, "{technique} {slider} in {id}: no {name} in {text}");
                checked += 1;
            }
        }
    }
    assert!(checked > 0 || slider != Slider::Queen, "{technique} in {id}");
}

#[test]
fn a_line_of_the_formula_has_the_letters_of_its_step() {
    let quintessence = Technique::HyperbolaQuintessence;
    let explanation = explain(quintessence, Slider::Queen, Square::D4, Bitboard(0));
    let file = explanation.sections.iter().find(|section| section.title == "file").unwrap();
    let line = |id: &str, name: &str| {
        let step = file.steps.iter().find(|step| step.name == name).unwrap();
        let listing = of(quintessence, id, Slider::Queen);
        let [rook, bishop, queen] = &listing.functions[..] else { panic!("three functions") };
        assert!(bishop.lines[step.node].is_none() && queen.lines[step.node].is_none());
        let lines = rook.lines[step.node].clone().unwrap();
        rook.text.lines().nth(lines.start).unwrap().trim().to_owned()
    };
    assert_eq!(line("rust", "positive"), "let file_positive = file_o.wrapping_sub(file_r);");
    assert_eq!(line("c", "positive"), "const uint64_t file_positive = file_o - file_r;");
    assert_eq!(line("python", "o"), "file_o = occupied & file_line");
    let listing = of(quintessence, "c", Slider::Queen);
    let result = explanation
        .sections
        .iter()
        .flat_map(|section| &section.steps)
        .find(|step| step.name == "queen_attacks");
    let lines = listing.functions[2].lines.get(result.unwrap().node).cloned().flatten();
    let text = listing.functions[2].text.lines().nth(lines.unwrap().start).unwrap();
    assert_eq!(
        text.trim(),
        "return rook_attacks(square, occupied) | bishop_attacks(square, occupied);"
    );
}

#[test]
fn languages_that_compute_masks_have_no_listing() {
    let avx2 = Language::find("c-avx2").unwrap();
    assert_eq!(listing(Technique::Pext, avx2, Slider::Rook), None);
}
