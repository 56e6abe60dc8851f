//! Parts with which `hyperbola-boards` prints files for other boards. They may change in any
//! version.

use hyperbola::Technique;
use hyperbola_explain::Operator;

pub use crate::selftest::{FACTOR, digest_of};
pub use crate::syntax::{fill, sections};

use crate::code::{Code, operand};
use crate::{Language, headers};

/// Writes a header: a title, the idea and the origin of the technique, other paragraphs, the
/// licence.
#[must_use]
pub fn header(
    technique: Technique,
    language: &Language,
    title: &str,
    paragraphs: &[String],
) -> String {
    let mut code = Code::new(language.syntax);
    code.set_depth(0);
    code.comment(title);
    code.comment("");
    headers::describe_technique(&mut code, technique);
    for (place, paragraph) in paragraphs.iter().enumerate() {
        if place > 0 {
            code.comment("");
        }
        code.comment(paragraph);
    }
    headers::license(code)
}

/// Writes the comment that documents a public function.
#[must_use]
pub fn documentation(language: &Language, sentence: &str) -> String {
    let comment = language.syntax.statements.documentation.unwrap_or("// {value}");
    fill(comment, &[("value", sentence)])
}

/// Returns whether a name is a word of the language.
#[must_use]
pub fn is_reserved(language: &Language, name: &str) -> bool {
    language.syntax.names.reserved.split(' ').any(|word| word == name)
}

/// Writes an operation by its template, with parentheses around the operands that need them.
#[must_use]
pub fn operation(language: &Language, template: &str, [a, b]: [&str; 2], by: u32) -> String {
    let operand = |place, text| operand(&language.syntax.operators, template, place, text);
    let (a, b) = (operand("{a}", a), operand("{b}", b));
    fill(template, &[("a", &a), ("b", &b), ("n", &by.to_string())])
}

/// Writes a complement.
#[must_use]
pub fn complement(language: &Language, x: &str) -> String {
    operation(language, language.syntax.operators.not, [x, ""], 0)
}

/// Writes an operation of two numbers of any width.
#[must_use]
pub fn binary(language: &Language, operator: Operator, operands: [&str; 2]) -> String {
    let operators = &language.syntax.operators;
    let template = match operator {
        Operator::And => operators.and,
        Operator::Or => operators.or,
        Operator::Xor => operators.xor,
        Operator::Add => operators.add,
        Operator::Subtract => operators.subtract,
        Operator::ShiftLeft => operators.shift_left_by,
        _ => operators.shift_right_by,
    };
    operation(language, template, operands, 0)
}

/// Writes a shift by a constant.
#[must_use]
pub fn shift(language: &Language, operator: Operator, x: &str, by: u32) -> String {
    let operators = &language.syntax.operators;
    let is_left = operator == Operator::ShiftLeft;
    let template = if is_left { operators.shift_left } else { operators.shift_right };
    operation(language, template, [x, ""], by)
}
