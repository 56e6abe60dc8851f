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
    /// For each section the machine code of each step.
    machine: Vec<Vec<Machine>>,
    operations: Vec<Operation>,
}

/// The machine code of a step: of the operations that no earlier step has computed.
#[derive(Serialize)]
struct Machine {
    /// The instructions on each processor.
    on: [String; 2],
    /// The places of the first and the last of the operations on the longest chain, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    chain: Option<[usize; 2]>,
}

impl Machine {
    /// Returns that of a step, and marks what is computed now.
    fn new(
        nodes: &[NodeView],
        places: &[Option<usize>],
        step: usize,
        is_known: &mut [bool],
    ) -> Self {
        let (mut own, mut left) = (Vec::new(), vec![step]);
        while let Some(node) = left.pop() {
            if !core::mem::replace(&mut is_known[node], true) {
                own.push(node);
                left.extend(&nodes[node].operands);
            }
        }
        own.sort_unstable();
        let on = [0, 1].map(|processor| {
            let names = own.iter().map(|&node| nodes[node].instructions()[processor]);
            names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ")
        });
        let mut chain = own.iter().filter_map(|&node| places[node]);
        let first = chain.next();
        Self { on, chain: first.map(|first| [first, chain.last().unwrap_or(first)]) }
    }
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
    let operations: Vec<NodeView> = computation.nodes().collect();
    let sections = explanation.sections.iter();
    let nodes: Vec<Vec<usize>> =
        sections.map(|section| section.steps.iter().map(|step| step.node).collect()).collect();
    let mut is_known = vec![false; operations.len()];
    let places = computation.longest_chain();
    let mut machine = |&step: &usize| Machine::new(&operations, &places, step, &mut is_known);
    Explained {
        machine: nodes.iter().map(|steps| steps.iter().map(&mut machine).collect()).collect(),
        nodes,
        operations: operations.into_iter().map(Operation::new).collect(),
        explanation,
    }
}
