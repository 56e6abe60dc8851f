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
    fn new(nodes: &[NodeView], step: usize, is_known: &mut [bool]) -> Self {
        let mut is_own = vec![false; step + 1];
        is_own[step] = true;
        for node in (0..=step).rev().filter(|&node| !is_known[node]) {
            if is_own[node] {
                nodes[node].operands.iter().for_each(|&of| is_own[of] = true);
            }
        }
        let [mut x86, mut arm] = [String::new(), String::new()];
        let (mut place, mut chain) = (0, None);
        for (index, node) in nodes.iter().enumerate().take(step + 1) {
            place += usize::from(node.is_on_longest_chain);
            if is_own[index] && !is_known[index] {
                is_known[index] = true;
                if node.is_on_longest_chain {
                    chain = Some([chain.map_or(place, |[first, _]: [usize; 2]| first), place]);
                }
                for (text, &names) in [&mut x86, &mut arm].into_iter().zip(&node.instructions) {
                    if !text.is_empty() && !names.is_empty() {
                        text.push_str(", ");
                    }
                    text.push_str(names);
                }
            }
        }
        Self { on: [x86, arm], chain }
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
    let mut machine = |&step: &usize| Machine::new(&operations, step, &mut is_known);
    Explained {
        machine: nodes.iter().map(|steps| steps.iter().map(&mut machine).collect()).collect(),
        nodes,
        operations: operations.into_iter().map(Operation::new).collect(),
        explanation,
    }
}
