//! The steps of a technique, with the graph of operations below them.

use hyperbola_explain::{Computation, Explanation, NodeView, ValueKind, explain as explanation};
use serde::Serialize;

use crate::Query;

/// An explanation as `hyperbola explain --json` prints it, and the operations of its steps.
#[derive(Serialize)]
pub(crate) struct Explained {
    explanation: Explanation,
    /// For each section the number of each step's operation.
    nodes: Vec<Vec<usize>>,
    operations: Vec<Operation>,
}

/// An operation, in short names: there are hundreds of them.
#[derive(Serialize)]
pub(crate) struct Operation {
    /// What it is called.
    op: &'static str,
    /// The operands.
    of: Vec<usize>,
    /// The amount of a shift.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<u32>,
    /// The table or mask that it reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<&'static str>,
    /// The result in hexadecimal digits.
    value: String,
    /// Whether the result is a number and no set of squares.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    number: bool,
}

/// Constants below this are numbers, as in the expressions.
const SMALL: u64 = 100;

impl Operation {
    fn new(node: NodeView) -> Self {
        let NodeView { operation, operands, amount, table, value, kind, .. } = node;
        let is_small_constant = operation == "constant" && value < SMALL;
        Self {
            op: operation,
            of: operands,
            by: amount,
            table,
            value: format!("{value:x}"),
            number: kind == ValueKind::Number || is_small_constant,
        }
    }
}

/// Explains a query.
pub(crate) fn explain(query: &Query) -> Explained {
    let Query { technique, slider, square, occupied } = query;
    let explanation = explanation(technique.0, slider.0, *square, *occupied);
    let computation = Computation::new(technique.0, slider.0, *square, *occupied);
    let sections = explanation.sections.iter();
    Explained {
        nodes: sections
            .map(|section| section.steps.iter().map(|step| step.node).collect())
            .collect(),
        operations: computation.nodes().map(Operation::new).collect(),
        explanation,
    }
}
