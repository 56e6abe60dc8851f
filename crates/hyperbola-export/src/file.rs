//! Puts a file together: header, tables, helpers, attacks, the code that makes the tables, and the
//! test.

use core::ops::Range;
use std::collections::BTreeSet;

use hyperbola::{Slider, SliderAttacks, Technique, dispatch};
use hyperbola_explain::{Contents, Program, program_with_masks};

use crate::code::{Code, operand, write_literal};
use crate::headers;
use crate::helpers::Helper;
use crate::names::table_name;
use crate::selftest::{self, close_subsets, open_subsets};
use crate::syntax::{FORMULA, Prefixed, Syntax, fill, is_large, renamed, sections};
use crate::tables::{Making, Placing, recorded_entries};
use crate::{Language, Options};

/// The number of characters in a line of literals.
const WIDTH: usize = 99;

/// Writes a technique's file in a language.
pub(crate) fn write(technique: Technique, language: &Language, options: &Options) -> String {
    let attacks = all_attacks(technique, language.syntax, options);
    let text = opened(language.syntax, &code(technique, language.syntax, options, &attacks));
    let header = headers::header(technique, language, options, &attacks.tables);
    headed(language.syntax, options.prefix.as_deref(), &header, &text)
}

/// Writes the beginning of a file before the other parts.
pub(crate) fn opened(syntax: &Syntax, text: &str) -> String {
    let text = [syntax.file.opening, &parts_of(syntax, text), text].concat();
    match syntax.file.tidy {
        Some(tidy) => tidy(&text),
        None => text,
    }
}

/// Writes the header before everything else, and a prefix before the names.
pub(crate) fn headed(syntax: &Syntax, prefix: Option<&str>, header: &str, text: &str) -> String {
    match (syntax.file.prefixed, prefix) {
        (Some(prefixed), Some(prefix)) => with_prefix(prefixed, prefix, header, text),
        _ => header.to_owned() + text,
    }
}

/// Returns the parts of a language that a text uses, in their order.
fn parts_of(syntax: &Syntax, text: &str) -> String {
    let mut parts = String::new();
    for (sign, part) in sections(syntax.file.parts) {
        if has(&parts, sign) || has(text, sign) {
            parts = format!("{part}\n{parts}");
        }
    }
    parts
}

/// Writes everything between the opening of a file and its end: the helpers and tables of the
/// attacks, the attacks, the code that makes the tables, and the test.
fn code(
    technique: Technique,
    syntax: &'static Syntax,
    options: &Options,
    attacks: &Code,
) -> String {
    let file = &syntax.file;
    let mut test = new_test(syntax);
    selftest::write(&mut test, &options.sliders);
    let (mut given, mut made) = (Code::new(syntax), Code::new(file.maker.unwrap_or(syntax)));
    // The calls of the functions that make the tables.
    let mut calls = String::new();
    for (name, &table) in &attacks.tables {
        match options.making(table).zip(file.made_of(table)) {
            None => write_literals(&mut given, name, table),
            Some((making, frame)) => {
                write_making(&mut made, (technique, &options.sliders), name, table, making, frame);
                let call = file.start.as_ref().map_or("", |start| start.call);
                calls += &fill(call, &[("name", &maker(syntax, table))]);
            }
        }
    }
    if file.maker.is_some() {
        add_scalar_helpers(&mut made);
    }
    joined(attacks, &test, &given.text, &made, &calls)
}

/// Makes the code that a test is written to.
pub(crate) fn new_test(syntax: &'static Syntax) -> Code {
    let mut test = Code::new(syntax);
    test.set_depth(syntax.file.depth + syntax.file.test_depth);
    test
}

/// Joins functions and their test with the helpers and tables that they use. All tables have all
/// entries.
pub(crate) fn with_test(functions: &Code, test: &Code) -> String {
    joined(functions, test, &literals_of(functions), &Code::new(functions.syntax), "")
}

/// Joins functions, their test, the given tables, the code that makes the others, and its calls.
fn joined(functions: &Code, test: &Code, given: &str, made: &Code, calls: &str) -> String {
    let file = &functions.syntax.file;
    let orders = orders_of(functions);
    let (helpers, _) = helpers_of(&[functions, test, &orders, made]);
    let mut text = [&helpers.text, given, &orders.text, &made.text, &functions.text].concat();
    let start = file.start.as_ref().filter(|_| !calls.is_empty());
    if let Some(start) = start {
        text += &[start.opening, calls, start.ending].concat();
    }
    let (before_test, end) = file.test;
    let end = fill(end, &[("start", start.map_or("", |start| start.in_test))]);
    text + before_test + &test.text + &end
}

/// Returns the functions that the functions of attacks use.
pub(crate) fn functions_used_by(attacks: &Code) -> String {
    let orders = orders_of(attacks);
    helpers_of(&[attacks, &orders]).0.text + &orders.text
}

/// Returns the functions that some code uses and the tables that it reads, which are given, with
/// the parts of the language that all of these use.
pub(crate) fn helpers_and_tables(code: &Code, tables: &str) -> String {
    let text = functions_used_by(code) + tables;
    let parts = parts_of(code.syntax, &(text.clone() + &code.text));
    parts + &text
}

/// Returns the tables that some code reads, with all their entries.
pub(crate) fn literals_of(code: &Code) -> String {
    let mut given = Code::new(code.syntax);
    code.tables.iter().for_each(|(name, &table)| write_literals(&mut given, name, table));
    given.text
}

/// Writes the functions that take the bits of a word in the orders of tables.
fn orders_of(attacks: &Code) -> Code {
    let mut orders = Code::new(attacks.syntax);
    for (name, &table) in &attacks.orders {
        write_order(&mut orders, name, table);
    }
    orders
}

/// Writes the functions of the attacks of all pieces.
fn all_attacks(technique: Technique, syntax: &'static Syntax, options: &Options) -> Code {
    let mut code = Code::new(syntax);
    code.has_transforms = true;
    for &slider in &options.sliders {
        let program = program_with_masks(technique, slider, syntax.operators.masks);
        // A large table that is made.
        let is_late = |table: Contents| is_large(table) && options.making(table).is_some();
        let is_late = program.tables().any(is_late);
        write_attacks(&mut code, technique, (slider, &options.sliders), &program, is_late);
    }
    code
}

/// Returns whether a queen has code of its own, not only a rook's and a bishop's.
pub(crate) fn shares_work(technique: Technique) -> bool {
    dispatch!(technique, T => T::SHARES_WORK)
}

/// Writes a file with a prefix before its names.
fn with_prefix(prefixed: Prefixed, prefix: &str, header: &str, text: &str) -> String {
    let names = match prefixed {
        Prefixed::Names => names_of(text),
        Prefixed::Namespace(usual) => {
            let own = |name: &str| (name == usual).then(|| prefix.to_owned());
            return header.to_owned() + &renamed(text, own);
        }
    };
    let is_upper = |name: &str| !name.contains(|c: char| c.is_ascii_lowercase());
    let rename = |name: &str| {
        let own = if is_upper(name) { prefix.to_uppercase() } else { prefix.to_owned() };
        names.contains(name).then(|| format!("{own}_{name}"))
    };
    // The header's formula has letters of its own.
    let in_header = |name: &str| {
        rename(name).filter(|_| is_upper(name) && name.len() > 2 || name == "initialize_tables")
    };
    renamed(header, in_header) + &renamed(text, rename)
}

/// Returns the names of the functions, tables and macros of a file in a language like C.
fn names_of(text: &str) -> BTreeSet<&str> {
    let begins = ["static", "DEVICE", "__constant", "__kernel", "__global__", "extern"];
    let declared = text.lines().filter_map(|line| {
        if let Some(rest) = line.strip_prefix("#define ") {
            return rest.split([' ', '(']).next();
        }
        let (before, _) = line.split_once(['(', '['])?;
        let is_declaration = begins.iter().any(|begin| before.starts_with(&format!("{begin} ")));
        before.rsplit(' ').next().filter(|_| is_declaration)
    });
    declared.collect()
}

/// Returns whether a text has a sign that is not a part of a longer name.
fn has(text: &str, sign: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(sign).any(|(place, _)| {
        let (before, behind) = (&text[..place], &text[place + sign.len()..]);
        let goes_on = sign.ends_with(is_name) && behind.starts_with(is_name);
        !before.ends_with(is_name) && !goes_on
    })
}

/// Returns the name of the function that makes a table.
fn maker(syntax: &Syntax, table: Contents) -> String {
    syntax.names.function.write(&format!("make_{}", table_name(table.info.name)))
}

/// Writes the function of a slider's attacks, one of those in the file, and returns the place of
/// the statement of its result. `is_late` says whether it reads a large table that is made.
pub(crate) fn write_attacks(
    code: &mut Code,
    technique: Technique,
    (slider, sliders): (Slider, &[Slider]),
    program: &Program,
    is_late: bool,
) -> Range<usize> {
    let statements = &code.syntax.statements;
    let parameters = match &statements.square {
        Some(square) => format!("{}, {}", square.parameter, code.parameters(&["occupied"])),
        None => code.parameters(&["square", "occupied"]),
    };
    let name = code.syntax.names.public(&format!("{slider}_attacks"));
    let values = [("name", name.as_str()), ("parameters", parameters.as_str())];
    let late = statements.late_function.filter(|_| is_late);
    let opening = late.or(statements.public_function).unwrap_or(statements.function);
    let comment = statements.documentation.unwrap_or(statements.comment);
    let text = format!("Returns the attacks of a {slider}.");
    code.open_documented(comment, (opening, &values), &text);
    let has_both = sliders.contains(&Slider::Rook) && sliders.contains(&Slider::Bishop);
    let result = if slider == Slider::Queen && has_both && !shares_work(technique) {
        let [rook, bishop] = ["rook_attacks", "bishop_attacks"]
            .map(|name| code.call_public(name, &["square", "occupied"]));
        code.fill(code.syntax.operators.or, &[("a", &rook), ("b", &bishop)])
    } else {
        let square = match &statements.square {
            Some(given) => {
                code.constant("s", given.word);
                "s"
            }
            None => "square",
        };
        let inputs = [("square", square), ("occupied", "occupied")];
        code.steps(program, &inputs)
    };
    let place = code.statement(statements.returns, "", &result);
    code.close(statements.close, &values);
    code.blank();
    place
}

/// Writes the helpers that some code uses, and returns them.
fn helpers_of(codes: &[&Code]) -> (Code, BTreeSet<Helper>) {
    let (mut helpers, mut written) = (Code::new(codes[0].syntax), BTreeSet::new());
    for &helper in codes.iter().flat_map(|code| &code.helpers) {
        write_helper(&mut helpers, helper, &mut written);
    }
    (helpers, written)
}

/// Writes a helper after those that it needs.
fn write_helper(code: &mut Code, helper: Helper, written: &mut BTreeSet<Helper>) {
    if !written.insert(helper) {
        return;
    }
    let mut functions = code.syntax.file.functions.iter().flat_map(|text| sections(text));
    let better = functions.find(|&(name, _)| name == helper.name()).map(|(_, text)| text);
    let mut own = Code::new(code.syntax);
    if better.is_none_or(|text| text.contains(FORMULA)) {
        own.function(helper.name(), helper.parameters(), &helper.program());
        own.helpers.iter().for_each(|&needed| write_helper(code, needed, written));
    }
    match better {
        None => code.text += &own.text,
        Some(text) => {
            code.text += &code.fill(text, &[]).replace(FORMULA, own.text.trim_end());
            code.blank();
        }
    }
}

/// Writes the helpers of the code that makes the tables before that code, where its syntax differs
/// from that of the attacks. Their names differ from those of the attacks' helpers.
fn add_scalar_helpers(made: &mut Code) {
    let (helpers, written) = helpers_of(&[made]);
    let names: BTreeSet<&str> = written.iter().map(|helper| helper.name()).collect();
    let rename = |name: &str| names.contains(name).then(|| format!("scalar_{name}"));
    made.text = renamed(&(helpers.text + &made.text), rename);
    made.helpers.clear();
}

/// Writes the function that takes the bits of a word in the order of a table's row.
fn write_order(code: &mut Code, table: &str, contents: Contents) {
    let syntax = code.syntax;
    let (statements, operators) = (&syntax.statements, &syntax.operators);
    let name = format!("permuted_by_{}", table_name(contents.info.name));
    let name = syntax.names.function.write(&name);
    let values = [("name", name.as_str()), ("parameters", &code.parameters(&["x", "row"]))];
    code.open_function(statements.function, &values);
    let (zero, one) = (write_literal(syntax, 0, false), write_literal(syntax, 1, true));
    code.variable("permuted", &zero);
    code.constant("first", &code.fill(operators.shift_left, &[("a", "row"), ("n", "6")]));
    let opening = statements.one_by_one.unwrap_or(statements.count.0);
    code.open(opening, &[("name", "place"), ("count", "64")]);
    let index = code.fill(operators.or, &[("a", "first"), ("b", "place")]);
    let index = operand(operators, operators.narrow_lookup, "{a}", &index);
    let number =
        code.fill(operators.narrow_lookup, &[("name", table), ("a", &index), ("m", "0xff")]);
    code.constant("number", &number);
    let shifted = code.fill(operators.shift_right_by, &[("a", "x"), ("b", "number")]);
    let bit = code.fill(operators.and, &[("a", &format!("({shifted})")), ("b", &one)]);
    code.constant("bit", &bit);
    let placed = code.fill(operators.shift_left_by, &[("a", "bit"), ("b", "place")]);
    let next = code.fill(operators.or, &[("a", "permuted"), ("b", &format!("({placed})"))]);
    code.statement(statements.assign, "permuted", &next);
    code.close(statements.count.1, &[("name", "place")]);
    code.statement(statements.returns, "", "permuted");
    code.close(statements.close, &values);
    code.blank();
}

/// Returns the type of a table's entries.
pub(crate) fn entry_type(code: &Code, table: Contents) -> &'static str {
    code.syntax.literals.types[table.entries.bits().ilog2() as usize - 3]
}

/// Writes a table with its entries.
fn write_literals(code: &mut Code, name: &str, table: Contents) {
    let syntax = code.syntax;
    let count = table.entries.count().to_string();
    let entry = entry_type(code, table);
    let bits = table.entries.bits();
    let values = [("name", name), ("type", entry), ("count", count.as_str())];
    code.open(syntax.file.literals.0, &values);
    let template = if bits == 64 { syntax.literals.entry } else { syntax.literals.narrow_entry };
    let mut line = String::new();
    for value in table.iter() {
        // Java has no decimal number of 32 bits.
        let digits = match bits {
            64 => format!("{value:#018x}"),
            32 => format!("{value:#010x}"),
            _ => value.to_string(),
        };
        let (low, high) = (format!("{:#x}", value & 0xffff_ffff), format!("{:#x}", value >> 32));
        let text =
            fill(template, &[("value", &digits), ("low", &low), ("high", &high), ("type", entry)])
                + ",";
        if line.len() + 1 + text.len() > WIDTH - 4 {
            code.line(&line);
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &text;
    }
    code.line(&line);
    code.close(syntax.file.literals.1, &values);
    code.blank();
}

/// Writes the code that makes a table, as far as some pieces of a technique read it, between an
/// opening and an ending.
fn write_making(
    code: &mut Code,
    (technique, sliders): (Technique, &[Slider]),
    name: &str,
    table: Contents,
    making: Making,
    (opening, ending): (&str, &str),
) {
    let syntax = code.syntax;
    let statements = &syntax.statements;
    let count = table.entries.count().to_string();
    let entry = entry_type(code, table);
    let make = maker(syntax, table);
    let parts = if table.entries.bits() == 64 { syntax.literals.parts_of_word } else { 1 };
    let length = (parts * table.entries.count()).to_string();
    let values = [
        ("name", name),
        ("type", entry),
        ("count", count.as_str()),
        ("length", length.as_str()),
        ("make", make.as_str()),
    ];
    code.open_function(opening, &values);
    match making {
        Making::Entries(formula) => {
            code.open(statements.count.0, &[("name", "index"), ("count", &count)]);
            let value = code.steps(&recorded_entries(formula), &[("index", "index")]);
            store(code, name, table, "index", &value);
            code.close(statements.count.1, &[("name", "index")]);
        }
        Making::Occupancies(placings) => {
            for &placing in placings.iter().filter(|placing| placing.is_for(sliders)) {
                write_placing(code, technique, name, table, placing);
            }
        }
    }
    code.close(ending, &values);
    code.blank();
}

fn store(code: &mut Code, name: &str, table: Contents, index: &str, value: &str) {
    let entry = entry_type(code, table);
    let values = [("name", name), ("type", entry), ("index", index), ("value", value)];
    let statements = &code.syntax.statements;
    let narrow_store = statements.narrow_store.filter(|_| table.entries.bits() < 64);
    let lines = fill(narrow_store.unwrap_or(statements.store), &values);
    code.wrapped_line(&lines);
}

/// Writes the loops that put the attacks of all occupancies into their places.
fn write_placing(
    code: &mut Code,
    technique: Technique,
    name: &str,
    table: Contents,
    placing: Placing,
) {
    let syntax = code.syntax;
    let statements = &syntax.statements;
    let Some(index) = placing.recorded_index(technique, table.info.name) else { return };
    let scope = code.scope();
    // Entries of several squares that meet in one place are united one after the other.
    let one_by_one = statements.one_by_one.filter(|_| placing.is_united);
    let opening = one_by_one.unwrap_or(statements.count.0);
    code.open(opening, &[("name", "square"), ("count", "64")]);
    let mut program = placing.recorded_mask();
    let mask = program.result;
    let place = program.join(&index);
    program.result = program.join(&placing.recorded_entry());
    let inputs = [("square", "square"), ("occupied", "subset")];
    let named = [(mask, "relevant"), (place, "place")];
    let mut entry = code.steps_around_loop(&program, (&inputs, "occupied"), &named, open_subsets);
    if placing.is_united {
        // The table is a local of the function that makes it, or is outside of it.
        let is_local = !statements.store.contains("{name}");
        let table = if is_local { "table" } else { name };
        let before = code.fill(syntax.operators.lookup, &[("name", table), ("a", "place")]);
        entry = code.fill(syntax.operators.or, &[("a", &before), ("b", &format!("({entry})"))]);
    }
    store(code, name, table, "place", &entry);
    close_subsets(code, "relevant");
    code.close(statements.count.1, &[("name", "square")]);
    code.set_scope(scope);
}
