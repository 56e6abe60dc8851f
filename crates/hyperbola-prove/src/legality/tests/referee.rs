//! The lemmas as another library of decision diagrams sees them: oxidd reads the files that are
//! exported, and shares nothing with our diagrams.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use oxidd::bcdd::{self, BCDDFunction};
use oxidd::{BooleanFunction as _, Manager as _, ManagerRef as _};
use rayon::prelude::*;

use super::super::generator::{INPUTS_WITH_FILTERS, Mistake};
use super::super::lemmas::{self, Lemma, for_each_lemma};
use super::super::words;
use super::solvers::{clauses, kings, right_and_wrong};

/// The nodes that there may be, and the places for results.
const NODES: usize = 1 << 23;

/// Returns how many nodes show that no values satisfy the clauses of a lemma, or `None` if some do.
///
/// # Panics
///
/// If the clauses are not three for each gate, in this order: the gate implies one input and the
/// other, and both imply the gate; and then one clause of claims, or none.
fn nodes_of_proof(dimacs: &str) -> Option<usize> {
    let manager = bcdd::new_manager(NODES, NODES / 2, 1);
    let variables = 64 * INPUTS_WITH_FILTERS;
    let mut known: HashMap<i64, BCDDFunction> = manager.with_manager_exclusive(|manager| {
        let numbers = manager.add_vars(variables);
        let function = |number| BCDDFunction::var(manager, number).expect("there is room");
        numbers.map(|number| (i64::from(number) + 1, function(number))).collect()
    });
    let of = |known: &HashMap<i64, BCDDFunction>, literal: i64| {
        let function = &known[&literal.abs()];
        if literal < 0 { function.not().expect("there is room") } else { function.clone() }
    };
    let mut clauses = clauses(dimacs);
    let mut clause = clauses.next()?;
    while let Some(second) = clauses.next() {
        let third = clauses.next().expect("three clauses of a gate");
        let [(gate, a), (other_gate, b)] = [&clause, &second].map(|two| (-two[0], two[1]));
        assert!(gate == other_gate && third == [gate, -a, -b], "{clause:?} {second:?} {third:?}");
        let both = of(&known, a).and(&of(&known, b)).expect("there is room");
        assert!(known.insert(gate, both).is_none(), "a gate is there once");
        // What comes after the last gate is the clause of the claims.
        clause = clauses.next()?;
    }
    let is_satisfied = clause.into_iter().any(|literal| of(&known, literal).satisfiable());
    (!is_satisfied).then(|| manager.with_manager_shared(|manager| manager.num_inner_nodes()))
}

/// A file that is exported is right: another library proves it, and refutes that of a formula with
/// a mistake.
#[test]
fn another_library_of_diagrams_reads_a_lemma_that_is_exported() {
    for (recording, is_right) in right_and_wrong().iter().zip([true, false]) {
        let mut found = Vec::new();
        lemmas::moves(recording, 0, &[words::square(30)], &mut |lemma| {
            found.push(nodes_of_proof(&lemma.dimacs).is_some());
        })
        .expect("no claim is wrong by itself");
        assert_eq!(found, [is_right]);
    }
}

/// The other library refutes each mistake that ours refutes.
#[test]
#[ignore = "it takes some minutes: .ci/run solved"]
fn another_solver_of_diagrams_refutes_mistakes() {
    Mistake::ALL.into_par_iter().for_each(|mistake| {
        let mut wrong = None;
        lemmas::of_generator(hyperbola::Square::E4, Some(mistake), &mut |lemma| {
            if wrong.is_none() && nodes_of_proof(&lemma.dimacs).is_none() {
                wrong = Some(lemma.name);
            }
        })
        .expect("no claim is wrong by itself");
        println!("{mistake:?}: {} is wrong", wrong.expect("a lemma that is refuted"));
    });
}

/// The other library proves each lemma about some squares of the king, and a line is printed for
/// each kind.
#[test]
#[ignore = "it takes some minutes: .ci/run solved"]
fn another_solver_of_diagrams_proves_the_lemmas() {
    for king in kings() {
        let mut lemmas = Vec::new();
        for_each_lemma(&[king], &mut |lemma| lemmas.push(lemma)).expect("no claim is wrong");
        let proved = lemmas.par_iter().map(|Lemma { name, dimacs, .. }| {
            let started = Instant::now();
            let nodes = nodes_of_proof(dimacs).unwrap_or_else(|| panic!("{name} is wrong"));
            let kind = name.split('-').next().unwrap_or_default();
            (kind, nodes, started.elapsed().as_secs_f64())
        });
        let mut kinds = BTreeMap::<_, (usize, usize, usize, f64)>::new();
        for (kind, nodes, seconds) in proved.collect::<Vec<_>>() {
            let (lemmas, all, most, time) = kinds.entry(kind).or_default();
            *lemmas += 1;
            *all += nodes;
            *most = nodes.max(*most);
            *time += seconds;
        }
        for (kind, (lemmas, all, most, seconds)) in kinds {
            println!(
                "{king}, {kind}: {lemmas} lemmas, {all} nodes, {most} at most, {seconds:.1} s"
            );
        }
    }
}
