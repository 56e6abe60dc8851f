//! Puts a file together: header, tables, helpers, attacks, what makes the tables, and the test.

use std::collections::BTreeSet;

use hyperbola::{Slider, SliderAttacks, Technique, dispatch};
use hyperbola_explain::{Contents, program_with_masks};

use crate::code::{Code, operand, write_literal};
use crate::headers;
use crate::helpers::Helper;
use crate::names::table_name;
use crate::selftest::{self, next_subset, record};
use crate::syntax::{Prefixed, fill, is_large, renamed};
use crate::tables::{Making, Placing, making, recorded_entries};
use crate::{Language, Options, Tables};

/// The number of characters in a line of literals.
const WIDTH: usize = 99;

/// Writes a technique's file in a language.
pub(crate) fn write(technique: Technique, language: &Language, options: &Options) -> String {
    let syntax = language.syntax;
    let mut attacks = Code::new(syntax);
    attacks.has_transforms = true;
    let making_of =
        |table: Contents| making(table.info.name).filter(|_| options.tables == Tables::AtStart);
    let reads_late = |&slider: &Slider| {
        let program = program_with_masks(technique, slider, syntax.operators.masks);
        program.tables().any(|table| is_large(table.info.bytes) && making_of(table).is_some())
    };
    let late: Vec<Slider> = options.sliders.iter().copied().filter(reads_late).collect();
    for &slider in &options.sliders {
        write_attacks(&mut attacks, technique, slider, &options.sliders, &late);
    }
    let mut test = Code::new(syntax);
    test.set_depth(syntax.file.depth + syntax.file.test_depth);
    selftest::write(&mut test, &options.sliders);

    let maker_syntax = syntax.file.maker.unwrap_or(syntax);
    let (mut given, mut made, mut start) = (Code::new(syntax), Code::new(maker_syntax), Vec::new());
    for (name, &table) in &attacks.tables {
        match making_of(table).zip(syntax.file.made_of(table.info.bytes)) {
            None => write_literals(&mut given, name, table),
            Some((making, frame)) => {
                write_making(&mut made, (technique, &options.sliders), name, table, making, frame);
                start.push(table);
            }
        }
    }
    let mut orders = Code::new(syntax);
    for (name, &table) in &attacks.orders {
        write_order(&mut orders, name, table);
    }
    let mut helpers = Code::new(syntax);
    let mut written = BTreeSet::new();
    for code in [&attacks, &test, &orders] {
        code.helpers.iter().for_each(|&helper| write_helper(&mut helpers, helper, &mut written));
    }
    let scalar = match syntax.file.maker {
        Some(_) => write_scalar_helpers(&mut made),
        None => {
            made.helpers.iter().for_each(|&one| write_helper(&mut helpers, one, &mut written));
            String::new()
        }
    };
    let mut text = String::new();
    for part in [&helpers.text, &given.text, &orders.text, &scalar, &made.text, &attacks.text] {
        text += part;
    }
    let mut call_start = "";
    if let Some(function) = syntax.file.start.as_ref().filter(|_| !start.is_empty()) {
        call_start = function.in_test;
        text += function.opening;
        for table in &start {
            text += &fill(function.call, &[("name", &maker(&helpers, table))]);
        }
        text += function.ending;
    }
    let (before_test, end) = syntax.file.test;
    text += before_test;
    text += &test.text;
    text += &fill(end, &[("start", call_start)]);
    for (sign, part) in syntax.file.parts.iter().rev() {
        if has(&text, sign) {
            text = format!("{part}\n{text}");
        }
    }
    let header = headers::header(technique, language, options, &attacks.tables);
    let text = syntax.file.opening.to_owned() + &text;
    let text = syntax.file.tidy.map_or_else(|| text.clone(), |tidy| tidy(&text));
    match (syntax.file.prefixed, &options.prefix) {
        (Some(prefixed), Some(prefix)) => with_prefix(prefixed, prefix, &header, &text),
        _ => header + &text,
    }
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
    let begins = ["static", "DEVICE", "__constant", "__kernel", "__global__"];
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
fn maker(code: &Code, table: &Contents) -> String {
    code.syntax.names.function.write(&format!("make_{}", table_name(table.info.name)))
}

/// Writes the function of a slider's attacks, one of those in the file. `late` are those whose
/// attacks are read from a large table that is made.
fn write_attacks(
    code: &mut Code,
    technique: Technique,
    slider: Slider,
    sliders: &[Slider],
    late: &[Slider],
) {
    let statements = &code.syntax.statements;
    let [square, occupied] =
        ["square", "occupied"].map(|name| fill(statements.parameter, &[("name", name)]));
    let square = statements.square.as_ref().map_or(square.as_str(), |square| square.parameter);
    let parameters = format!("{square}, {occupied}");
    let name = code.syntax.names.public(&format!("{slider}_attacks"));
    let values = [("name", name.as_str()), ("parameters", parameters.as_str())];
    let late = statements.late_function.filter(|_| late.contains(&slider));
    let opening = late.or(statements.public_function).unwrap_or(statements.function);
    let comment = statements.documentation.unwrap_or(statements.comment);
    let text = format!("Returns the attacks of a {slider}.");
    code.open_documented(comment, (opening, &values), &text);
    let shares_work = dispatch!(technique, T => T::SHARES_WORK);
    let has_both = sliders.contains(&Slider::Rook) && sliders.contains(&Slider::Bishop);
    let result = if slider == Slider::Queen && has_both && !shares_work {
        let [rook, bishop] = ["rook_attacks", "bishop_attacks"]
            .map(|name| code.call_public(name, &["square", "occupied"]));
        fill(code.syntax.operators.or, &[("a", &rook), ("b", &bishop)])
    } else {
        let square = match &statements.square {
            Some(given) => {
                code.constant("s", given.word);
                "s"
            }
            None => "square",
        };
        let inputs = [("square", square), ("occupied", "occupied")];
        let masks = code.syntax.operators.masks;
        code.steps(&program_with_masks(technique, slider, masks), &inputs)
    };
    code.statement(statements.returns, "", &result);
    code.close(statements.close, &values);
    code.blank();
}

/// Writes a helper behind those that it needs.
fn write_helper(code: &mut Code, helper: Helper, written: &mut BTreeSet<Helper>) {
    if !written.insert(helper) {
        return;
    }
    if let Some((_, text)) = code.syntax.file.functions.iter().find(|(one, _)| *one == helper) {
        code.text += text;
        code.blank();
        return;
    }
    let mut own = Code::new(code.syntax);
    own.function(helper.name(), helper.parameters(), &helper.program());
    own.helpers.iter().for_each(|&needed| write_helper(code, needed, written));
    code.text += &own.text;
}

/// Writes the helpers of what makes the tables, where it is in another syntax than the attacks. Their
/// names differ from those of the attacks' helpers.
fn write_scalar_helpers(made: &mut Code) -> String {
    let mut helpers = Code::new(made.syntax);
    let mut written = BTreeSet::new();
    made.helpers.iter().for_each(|&helper| write_helper(&mut helpers, helper, &mut written));
    let names: BTreeSet<&str> = written.iter().map(|helper| helper.name()).collect();
    let rename = |name: &str| names.contains(name).then(|| format!("scalar_{name}"));
    made.text = renamed(&made.text, rename);
    renamed(&helpers.text, rename)
}

/// Writes the function that takes the bits of a word in the order of a table's row.
fn write_order(code: &mut Code, table: &str, contents: Contents) {
    let syntax = code.syntax;
    let (statements, operators) = (&syntax.statements, &syntax.operators);
    let name = format!("permuted_by_{}", table_name(contents.info.name));
    let name = syntax.names.function.write(&name);
    let parameters = ["x", "row"].map(|name| fill(statements.parameter, &[("name", name)]));
    let values = [("name", name.as_str()), ("parameters", &parameters.join(", "))];
    code.open_function(statements.function, &values);
    let (zero, one) = (write_literal(syntax, 0, false), write_literal(syntax, 1, true));
    code.variable("permuted", &zero);
    code.constant("first", &fill(operators.shift_left, &[("a", "row"), ("n", "6")]));
    let opening = statements.one_by_one.unwrap_or(statements.count.0);
    code.open(opening, &[("name", "place"), ("count", "64")]);
    let index = fill(operators.or, &[("a", "first"), ("b", "place")]);
    let index = operand(operators, operators.narrow_lookup, "{a}", &index);
    let number = fill(operators.narrow_lookup, &[("name", table), ("a", &index), ("m", "0xff")]);
    code.constant("number", &number);
    let shifted = fill(operators.shift_right_by, &[("a", "x"), ("b", "number")]);
    let bit = fill(operators.and, &[("a", &format!("({shifted})")), ("b", &one)]);
    code.constant("bit", &bit);
    let placed = fill(operators.shift_left_by, &[("a", "bit"), ("b", "place")]);
    let next = fill(operators.or, &[("a", "permuted"), ("b", &format!("({placed})"))]);
    code.statement(statements.assign, "permuted", &next);
    code.close(statements.count.1, &[("name", "place")]);
    code.statement(statements.returns, "", "permuted");
    code.close(statements.close, &values);
    code.blank();
}

/// Returns the type of a table's entries.
fn entry_type(code: &Code, table: Contents) -> &'static str {
    code.syntax.literals.types[table.entries.bits().ilog2() as usize - 3]
}

/// Writes a table with its entries.
fn write_literals(code: &mut Code, name: &str, table: Contents) {
    let syntax = code.syntax;
    let count = table.entries.len().to_string();
    let entry = entry_type(code, table);
    let bits = table.entries.bits();
    let values = [("name", name), ("type", entry), ("count", count.as_str())];
    code.open(syntax.file.literals.0, &values);
    let template = if bits == 64 { syntax.literals.entry } else { syntax.literals.narrow_entry };
    let mut line = String::new();
    for value in table.entries.iter() {
        let digits = if bits == 64 { format!("{value:#018x}") } else { value.to_string() };
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

/// Writes what makes a table, as far as some pieces of a technique read it, between an opening and an
/// ending.
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
    let count = table.entries.len().to_string();
    let entry = entry_type(code, table);
    let make = maker(code, &table);
    let parts = if table.entries.bits() == 64 { syntax.literals.parts_of_word } else { 1 };
    let length = (parts * table.entries.len()).to_string();
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
    let zero = write_literal(syntax, 0, false);
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
    let mut entry = code.steps_around_loop(&program, (&inputs, "occupied"), &named, |code| {
        code.variable("subset", &zero);
        code.open(statements.forever.0, &[]);
    });
    if placing.is_united {
        // The table is a local of the function that makes it, or stands outside of it.
        let is_local = !statements.store.contains("{name}");
        let table = if is_local { "table" } else { name };
        let before = fill(syntax.operators.lookup, &[("name", table), ("a", "place")]);
        entry = fill(syntax.operators.or, &[("a", &before), ("b", &format!("({entry})"))]);
    }
    store(code, name, table, "place", &entry);
    let inputs = [("subset", "subset"), ("mask", "relevant")];
    let next =
        code.steps(&record(["subset", "mask"], |subset, mask| next_subset(subset, mask)), &inputs);
    code.statement(statements.assign, "subset", &next);
    let end = fill(statements.break_if_zero, &[("value", "subset")]);
    code.line(&end);
    code.close(statements.forever.1, &[]);
    code.close(statements.count.1, &[("name", "square")]);
    code.set_scope(scope);
}
