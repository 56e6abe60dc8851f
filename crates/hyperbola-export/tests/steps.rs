//! No step is computed twice in a printed function, nor repeatedly in a loop: by value numbering on
//! the printed text of C.

use std::collections::HashMap;

use hyperbola::{Slider, Technique};
use hyperbola_export::{Language, Options, Tables, export};

/// The operation of an expression, with the numbers of its operands.
type Key = (String, Vec<usize>);

/// A value: its number, and the depth of the loop that it changes in.
type Value = (usize, usize);

/// The values of the function that is read.
#[derive(Default)]
struct Values {
    /// For each open brace, the names and the expressions that are known there.
    scopes: Vec<(HashMap<String, Value>, HashMap<Key, Value>)>,
    count: usize,
    /// The values that are computed twice, or in vain in a loop.
    found: Vec<String>,
}

impl Values {
    fn fresh(&mut self, depth: usize) -> Value {
        self.count += 1;
        (self.count, depth)
    }

    fn depth(&self) -> usize {
        self.scopes.len()
    }

    fn define(&mut self, name: &str, value: Value) {
        self.scopes.last_mut().unwrap().0.insert(name.to_owned(), value);
    }

    /// Returns the value of a name or a number: one that is not declared never changes.
    fn leaf(&mut self, name: &str) -> Value {
        if let Some(&value) = self.scopes.iter().rev().find_map(|(names, _)| names.get(name)) {
            return value;
        }
        let value = self.fresh(0);
        self.scopes[0].0.insert(name.to_owned(), value);
        value
    }

    fn compute(&mut self, operation: &str, operands: &[Value]) -> Value {
        let mut numbers: Vec<usize> = operands.iter().map(|value| value.0).collect();
        if ["&", "|", "^", "+", "*"].contains(&operation) {
            numbers.sort_unstable();
        }
        let key = (operation.to_owned(), numbers);
        if let Some(&value) = self.scopes.iter().rev().find_map(|(_, known)| known.get(&key)) {
            self.found.push(format!("{operation} is computed twice"));
            return value;
        }
        let depth = operands.iter().map(|value| value.1).max().unwrap_or(0);
        // The amount of a shift is taken modulo 64 where it is used, as processors do it.
        let is_modulo = operation == "&" && operands[1] == self.leaf("63");
        if !is_modulo && depth > 0 && depth < self.depth() {
            self.found.push(format!("{operation} does not change in its loop"));
        }
        let value = self.fresh(depth);
        self.scopes.last_mut().unwrap().1.insert(key, value);
        value
    }
}

/// Reads expressions of C from words and signs.
struct Reader<'t> {
    tokens: Vec<&'t str>,
    place: usize,
}

const LEVELS: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*"]];

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let length = match first {
                c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                '<' | '>' => 2,
                _ => 1,
            };
            tokens.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
        Self { tokens, place: 0 }
    }

    fn peek(&self) -> &'t str {
        self.tokens.get(self.place).copied().unwrap_or("")
    }

    fn take(&mut self) -> &'t str {
        self.place += 1;
        self.tokens.get(self.place - 1).copied().expect("the text goes on")
    }

    fn expect(&mut self, token: &str) {
        assert_eq!(self.take(), token, "{:?}", self.tokens);
    }

    fn binary(&mut self, level: usize, values: &mut Values) -> Value {
        let Some(operators) = LEVELS.get(level) else { return self.unary(values) };
        let mut value = self.binary(level + 1, values);
        while operators.contains(&self.peek()) {
            let operator = self.take();
            let other = self.binary(level + 1, values);
            value = values.compute(operator, &[value, other]);
        }
        value
    }

    fn unary(&mut self, values: &mut Values) -> Value {
        match self.take() {
            "~" => {
                let value = self.unary(values);
                values.compute("~", &[value])
            }
            "(" if self.peek() == "unsigned" => {
                for token in ["unsigned", "__int128", ")"] {
                    self.expect(token);
                }
                self.unary(values)
            }
            "(" if self.peek().ends_with("_t") => {
                self.place += 1;
                self.expect(")");
                self.unary(values)
            }
            "(" => {
                let value = self.binary(0, values);
                self.expect(")");
                value
            }
            name => match self.peek() {
                "[" => {
                    self.place += 1;
                    let index = self.binary(0, values);
                    self.expect("]");
                    values.compute(name, &[index])
                }
                "(" => {
                    let mut operands = Vec::new();
                    while self.take() != ")" {
                        if self.peek() == ")" {
                            continue;
                        }
                        operands.push(self.binary(0, values));
                    }
                    values.compute(name, &operands)
                }
                _ => values.leaf(name),
            },
        }
    }
}

fn read(text: &str, values: &mut Values) -> Value {
    let mut reader = Reader::new(text);
    let value = reader.binary(0, values);
    assert_eq!(reader.place, reader.tokens.len(), "{text}");
    value
}

/// Reads a function's statements, and returns its useless computations.
fn in_vain(body: &str) -> Vec<String> {
    let mut values = Values::default();
    values.scopes.push(Default::default());
    let mut statement = String::new();
    for line in body.lines() {
        statement = format!("{statement} {}", line.trim()).trim().to_owned();
        if !statement.ends_with([';', '{', '}']) {
            continue;
        }
        let text = core::mem::take(&mut statement);
        let text = text.trim_end_matches([';']);
        if text.starts_with("for (") {
            values.scopes.push(Default::default());
            let value = values.fresh(values.depth());
            if let Some((name, _)) =
                text.strip_prefix("for (uint64_t ").and_then(|rest| rest.split_once(' '))
            {
                values.define(name, value);
            }
        } else if text.starts_with("if (") {
            values.scopes.push(Default::default());
        } else if text == "}" {
            values.scopes.pop();
        } else if let Some(value) = text.strip_prefix("return ") {
            read(value, &mut values);
        } else if let Some((left, right)) = text.split_once(" = ") {
            let value = read(right, &mut values);
            if let Some(name) = left.strip_prefix("const uint64_t ") {
                values.define(name, value);
            } else if let Some(name) = left.strip_prefix("uint64_t ") {
                // It changes in the following loop.
                let changing = values.fresh(values.depth() + 1);
                values.define(name, changing);
            } else if !left.contains('[') {
                let depth = values.depth();
                let changed = values.fresh(depth);
                values.define(left, changed);
            }
        } else {
            assert_eq!(text, "break", "a statement that is not known");
        }
    }
    values.found
}

/// Returns the functions of a file in C, except those that are written by hand.
fn functions(file: &str) -> Vec<(&str, &str)> {
    let by_hand = ["extract_bits", "deposit_bits", "leading_zeros", "trailing_zeros"];
    let is_printed = |&(name, _): &(&str, &str)| {
        !by_hand.contains(&name) && !["initialize_tables", "self_test"].contains(&name)
    };
    let start = |part: &'static str| file.split(part).skip(1);
    let all = start("static inline uint64_t ").chain(start("static inline void "));
    all.filter_map(|part| {
        let (name, rest) = part.split_once('(')?;
        let (_, rest) = rest.split_once("{\n")?;
        Some((name, rest.split_once("\n}\n")?.0))
    })
    .filter(is_printed)
    .collect()
}

#[test]
fn printed_functions_compute_nothing_twice() {
    let c = Language::find("c").unwrap();
    let mut makers = 0;
    for &technique in Technique::ALL {
        for tables in [Tables::Literal, Tables::AtStart] {
            let options = Options::new(Slider::ALL.to_vec(), tables);
            let file = export(technique, c, &options).unwrap();
            for (name, body) in functions(&file) {
                makers += usize::from(name.starts_with("make_"));
                let found = in_vain(body);
                assert!(found.is_empty(), "{technique}: {name}: {found:?}\n{body}");
            }
        }
    }
    assert!(makers > 20, "{makers}");
}

#[test]
fn the_check_finds_repeated_computations() {
    let twice = "const uint64_t a = x & y;\nreturn (y & x) + a;";
    assert_eq!(in_vain(twice), ["& is computed twice"]);
    let again = "for (uint64_t square = 0; square < 64; square++) {\nuint64_t subset = 0ULL;\n\
                 for (;;) {\nT[subset] = (1ULL << square) | subset;\n\
                 subset = (subset - 1) & 7;\n}\n}";
    assert_eq!(in_vain(again), ["<< does not change in its loop"]);
    let changed = "uint64_t a = 0;\nfor (;;) {\na = a + 1;\nT[a] = a + 1;\n}";
    assert!(in_vain(changed).is_empty());
}
