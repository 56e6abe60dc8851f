//! The header declares what the library has: each function with its parameters, each status.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Returns the types of the parameters and the result of each function of the header, as in Rust.
fn declared() -> BTreeMap<String, String> {
    let header = text("include/hyperbola.h");
    // Comments and lines of the preprocessor have no declaration.
    let mut code = String::new();
    let mut rest = header.as_str();
    while let Some((before, after)) = rest.split_once("/*") {
        code += before;
        rest = after.split_once("*/").expect("a comment has an end").1;
    }
    code += rest;
    let code: String = code.lines().filter(|line| !line.starts_with('#')).collect();
    // The fields of structures are no functions.
    let structures = code.split("typedef struct").skip(1);
    let fields = structures.filter_map(|rest| rest.split_once('{')?.1.split_once('}'));
    let code = fields.fold(code.clone(), |code, (fields, _)| {
        if fields.contains('(') { code } else { code.replace(&format!("{{{fields}}}"), "") }
    });
    let mut functions = BTreeMap::new();
    for statement in code.split(';') {
        let Some((before, parameters)) = statement.split_once('(') else { continue };
        if before.contains("typedef") {
            continue;
        }
        let (result, name) = before.rsplit_once([' ', '*']).expect("a result and a name");
        let result = if before.contains('*') { format!("{result}*") } else { result.to_owned() };
        let parameters = parameters.trim_end().trim_end_matches(')');
        let types = parameters.split(',').filter(|parameter| parameter.trim() != "void");
        let types: Vec<String> = types.map(|parameter| type_of(parameter, true)).collect();
        let result = type_of(
            result.trim_start_matches(['{', ' ', '}']).trim_start_matches("extern \"C\" {"),
            false,
        );
        functions.insert(name.trim().to_owned(), format!("{} -> {result}", types.join(", ")));
    }
    functions
}

/// Writes a type of C as Rust has it.
fn type_of(text: &str, has_name: bool) -> String {
    // What each star points to stands before it.
    let mut parts: Vec<Vec<&str>> =
        text.split('*').map(|part| part.split_whitespace().collect()).collect();
    if has_name {
        parts.last_mut().expect("a part").pop();
    }
    let stars = parts.len() - 1;
    let is_const: Vec<bool> = parts.iter().map(|words| words.contains(&"const")).collect();
    let words: Vec<&str> = parts[0].iter().copied().filter(|&word| word != "const").collect();
    let base = match words.as_slice() {
        ["char"] => "c_char",
        ["void"] if stars == 0 => "()",
        ["void"] => "c_void",
        ["uint8_t"] => "u8",
        ["uint32_t"] => "u32",
        ["uint64_t"] => "u64",
        ["size_t"] => "usize",
        ["hyperbola_piece"] | ["int32_t"] => "i32",
        ["hyperbola_status"] if has_name => "i32",
        ["hyperbola_status"] => "Status",
        ["hyperbola_positions"] => "PositionsHandle",
        ["hyperbola_arrays"] => "ArraysHandle",
        ["hyperbola_perft_options"] => "PerftOptions",
        ["hyperbola_each_move"] => "EachMove",
        ["hyperbola_statistics"] => "Statistics",
        ["hyperbola_array_info"] => "ArrayInfo",
        ["hyperbola_inputs"] => "InputsHandle",
        ["hyperbola_board"] => "BoardSets",
        ["hyperbola_verdict"] => "VerdictTexts",
        ["hyperbola_numbers"] => "Numbers",
        ["hyperbola_input_changes"] => "InputChanges",
        other => panic!("an unknown type in the header: {other:?}"),
    };
    let pointers = is_const[..stars].iter().rev();
    let written: String =
        pointers.map(|&is_const| if is_const { "*const " } else { "*mut " }).collect();
    written + base
}

/// Returns the same of the functions that the library exports.
fn exported() -> BTreeMap<String, String> {
    let mut functions = BTreeMap::new();
    let sources = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    for source in sources {
        let text = fs::read_to_string(source.unwrap().path()).unwrap();
        for function in text.split("#[unsafe(no_mangle)]").skip(1) {
            let (_, function) = function.split_once("extern \"C\" fn ").expect("a function of C");
            let (name, rest) = function.split_once('(').unwrap();
            let (parameters, rest) = rest.split_once(')').unwrap();
            let types: Vec<&str> = parameters
                .split(',')
                .filter_map(|parameter| Some(parameter.split_once(':')?.1.trim()))
                .collect();
            let result = rest.split_once('{').unwrap().0.trim();
            let result = result.strip_prefix("-> ").unwrap_or("()").trim();
            functions.insert(name.to_owned(), format!("{} -> {result}", types.join(", ")));
        }
    }
    functions
}

#[test]
fn the_header_declares_what_the_library_exports() {
    let (declared, exported) = (declared(), exported());
    assert_eq!(declared, exported);
    assert!(exported.len() >= 29, "{exported:?}");
}

#[test]
fn the_header_has_the_numbers_of_the_statuses() {
    let (header, source) = (text("include/hyperbola.h"), text("src/status.rs"));
    let body = source.split_once("pub enum Status {").unwrap().1.split_once('}').unwrap().0;
    let mut count = 0;
    for line in body.lines().filter(|line| line.contains('=')) {
        let (name, number) = line.trim().trim_end_matches(',').split_once(" = ").unwrap();
        let define = format!("#define HYPERBOLA_{} {number}", name.to_uppercase());
        assert!(
            header.lines().any(|line| line == define || line.starts_with(&(define.clone() + " "))),
            "{define}"
        );
        count += 1;
    }
    assert_eq!(count, 18);
}
