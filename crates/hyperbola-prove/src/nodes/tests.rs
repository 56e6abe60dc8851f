//! The nodes against truth tables.

use hyperbola_random::Random;
use proptest::prelude::*;

use super::*;

/// The variables of the truth tables.
const VARIABLES: u32 = 5;

/// Returns the function of a truth table, whose digits are the values from where all variables are
/// false; the first variable is the highest digit of a place.
fn of_table(nodes: &mut Nodes, table: u32, variable: u32) -> Bit {
    if variable == VARIABLES {
        return Bit::constant(table & 1 == 1);
    }
    let low = of_table(nodes, table, variable + 1);
    let high = of_table(nodes, table >> (1 << (VARIABLES - 1 - variable)), variable + 1);
    nodes.function(variable, [low, high]).expect("there are enough nodes")
}

/// Returns the truth table of a function.
fn table(nodes: &Nodes, bit: Bit) -> u32 {
    let value = |place: u32| {
        let mut bit = bit;
        for variable in 0..VARIABLES {
            let digit = place >> (VARIABLES - 1 - variable) & 1;
            bit = nodes.branches(bit, variable)[digit as usize];
        }
        bit.value().expect("all variables are decided")
    };
    (0..32).map(|place| u32::from(value(place)) << place).sum()
}

/// Makes nodes for truth tables.
fn nodes() -> Nodes {
    Nodes::new(VARIABLES, 1 << 20)
}

/// Asserts what the two rules are, and that no node is there twice.
fn assert_normal(nodes: &Nodes) {
    assert!(nodes.nodes.len() <= nodes.budget + 1);
    assert_eq!(nodes.numbers.iter().filter(|&&number| number > 0).count(), nodes.count());
    for (number, &node) in nodes.nodes.iter().enumerate().skip(1) {
        let [low, high] = node.branches;
        assert_ne!(low, high);
        assert!(!low.is_complement());
        for branch in [low, high] {
            let branch = branch.0 as usize / 2;
            assert!(branch < number && node.variable < nodes.nodes[branch].variable);
        }
        assert!(!nodes.nodes[..number].contains(&node));
        assert_eq!(nodes.find(node).1 as usize, number);
    }
}

/// Asserts what two functions, by their truth tables, and a third give.
fn assert_operations(nodes: &mut Nodes, tables: [u32; 3]) {
    let [a, b, c] = tables.map(|table| of_table(nodes, table, 0));
    let [x, y, z] = tables;
    let found = [nodes.and(a, b), nodes.xor(a, b), nodes.choose(a, b, c)].map(Option::unwrap);
    let expected = [x & y, x ^ y, x & y | !x & z];
    assert_eq!(found.map(|bit| table(nodes, bit)), expected, "{tables:x?}");
    assert_eq!(found, expected.map(|table| of_table(nodes, table, 0)), "{tables:x?}");
}

#[test]
fn functions_are_those_of_their_truth_tables() {
    let mut nodes = nodes();
    let mut seen = std::collections::HashSet::new();
    // All functions of the last four variables.
    for half in 0..1 << 16 {
        let bit = of_table(&mut nodes, half << 16 | half, 0);
        assert_eq!(table(&nodes, bit), half << 16 | half);
        assert_eq!(of_table(&mut nodes, !(half << 16 | half), 0), !bit);
        assert!(seen.insert(bit));
    }
    assert_eq!(of_table(&mut nodes, 0, 0), Bit::FALSE);
    assert_eq!(of_table(&mut nodes, u32::MAX, 0), Bit::TRUE);
    assert_eq!(of_table(&mut nodes, 0xffff_0000, 0), Bit::variable(0));
    // Half of the functions but the constants: the others are their complements. The variables
    // were there before the first function, and the first variable besides.
    assert_eq!(nodes.count(), (1 << 15) - 1 + 1);
}

#[test]
fn operations_on_two_variables_are_those_of_truth_tables() {
    let mut nodes = nodes();
    let table =
        |digits: u32| (0..4).map(|digit| (digits >> digit & 1) * (0xff << (8 * digit))).sum();
    for digits in 0..1 << 12 {
        assert_operations(&mut nodes, [0, 4, 8].map(|place| table(digits >> place & 15)));
    }
    assert_normal(&nodes);
}

#[test]
fn nodes_have_only_variables_that_matter() {
    let mut nodes = nodes();
    let parity = of_table(&mut nodes, 0x6996_6996, 0);
    assert_eq!(nodes.first_variable(&[parity]), Some(1));
    assert_eq!(nodes.first_variable(&[Bit::TRUE, Bit::variable(3), !parity]), Some(1));
    assert_eq!(nodes.first_variable(&[Bit::TRUE, Bit::FALSE]), None);
    assert_eq!(nodes.first_variable(&[]), None);
    assert_eq!(nodes.branches(parity, 0), [parity; 2]);
    let [low, high] = nodes.branches(parity, 1);
    assert_eq!(low, !high);
    assert_eq!(nodes.branches(!parity, 1), [high, low]);
    assert_eq!(nodes.branches(Bit::TRUE, 4), [Bit::TRUE; 2]);
}

#[test]
fn one_node_too_many_is_none() {
    let parity = |nodes: &mut Nodes| {
        (1..8).try_fold(Bit::variable(0), |parity, number| nodes.xor(parity, Bit::variable(number)))
    };
    let mut nodes = Nodes::new(8, 1 << 10);
    let expected = parity(&mut nodes);
    let needed = nodes.count();
    // With complements, a node for each variable before another one.
    assert_eq!(needed, 8 + 7 * 8 / 2);
    let mut enough = Nodes::new(8, needed);
    assert_eq!(parity(&mut enough), expected);
    // No more are needed for what is known.
    assert_eq!(parity(&mut enough), expected);
    for budget in 8..needed {
        let mut few = Nodes::new(8, budget);
        assert_eq!(parity(&mut few), None);
        assert_eq!(few.count(), budget);
        assert_eq!(parity(&mut few), None);
        assert_eq!(few.xor(Bit::variable(7), Bit::TRUE), Some(!Bit::variable(7)));
        assert_normal(&few);
    }
}

/// The places of results grow, and nothing is lost or there twice.
#[test]
fn many_functions_stay_what_they_are() {
    let mut nodes = nodes();
    let places = nodes.computed.len();
    let tables: Vec<u32> = (1..400_u32).map(|number| number.wrapping_mul(0x9e37_79b9)).collect();
    let bits: Vec<Bit> = tables.iter().map(|&table| of_table(&mut nodes, table, 0)).collect();
    assert!(nodes.computed.len() > 2 * places);
    assert!(Nodes::PLACES_FOR_A_NODE * nodes.count() <= nodes.computed.len());
    assert_eq!(nodes.numbers.len(), nodes.computed.len());
    let count = nodes.count();
    for (&expected, &bit) in tables.iter().zip(&bits) {
        assert_eq!(table(&nodes, bit), expected);
        assert_eq!(of_table(&mut nodes, expected, 0), bit);
    }
    assert_eq!(nodes.count(), count);
    assert_normal(&nodes);
}

/// Operations are right among as many nodes as a proof has, while the places grow.
#[test]
fn operations_among_a_million_nodes_are_those_of_truth_tables() {
    let mut nodes = Nodes::new(VARIABLES, 1 << 21);
    let halves: Vec<Bit> = (1..1 << 10)
        .map(|number: u32| {
            let half = number.wrapping_mul(0x9e37_79b9) >> 17;
            of_table(&mut nodes, half << 16 | half, 0)
        })
        .collect();
    let mut random = Random::new(1);
    for &low in &halves {
        for &high in &halves {
            nodes.function(0, [low, high]).expect("there are enough nodes");
        }
        let tables = [(); 3].map(|()| u32::try_from(random.word() >> 32).expect("a half"));
        assert_operations(&mut nodes, tables);
    }
    assert!(nodes.count() > 1_000_000, "{}", nodes.count());
}

/// Without the results that are remembered, this would take 2^64 steps.
#[test]
fn results_are_remembered() {
    let mut nodes = Nodes::new(128, 1 << 16);
    let mut parity = |start: u32| {
        let variables = (start..128).step_by(2).map(Bit::variable);
        variables.rev().try_fold(Bit::FALSE, |parity, variable| nodes.xor(parity, variable))
    };
    let [even, odd] = [0, 1].map(|start| parity(start).expect("a parity is small"));
    let all = nodes.xor(even, odd).expect("a parity is small");
    assert_eq!(nodes.xor(all, odd), Some(even));
    let both = nodes.and(even, odd).expect("it is small, too");
    assert_eq!(nodes.choose(even, odd, Bit::FALSE), Some(both));
}

proptest! {
    #[test]
    fn operations_are_those_of_truth_tables(
        tables in proptest::collection::vec(any::<[u32; 3]>(), 1..20),
    ) {
        let mut nodes = nodes();
        for [a, b, c] in tables {
            for tables in [[a, b, c], [!a, b, c], [a, !b, c], [a, b, !b], [a, a, c], [a, b, a]] {
                assert_operations(&mut nodes, tables);
            }
            assert_operations(&mut nodes, [a, b, !a]);
            assert_operations(&mut nodes, [a, !a, c]);
        }
        assert_normal(&nodes);
    }
}
