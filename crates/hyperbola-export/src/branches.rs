//! Choices of a program as branches: which steps are only for one way, and stand inside it.

use std::collections::{BTreeMap, BTreeSet};

/// A part of a function's body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BodyPart {
    Step(usize),
    /// The choices of one question, and the parts of its two ways.
    Branch {
        question: usize,
        choices: Vec<usize>,
        ways: [Vec<BodyPart>; 2],
    },
}

/// A step of a program with the steps that it takes.
#[derive(Debug)]
pub(crate) enum Taken {
    All(Vec<usize>),
    /// The question and the results of both ways.
    Choice([usize; 3]),
}

/// The steps of a program, each after those that it takes.
#[derive(Debug)]
pub(crate) struct Steps(pub(crate) Vec<Taken>);

impl Steps {
    fn choice(&self, step: usize) -> Option<[usize; 3]> {
        match self.0[step] {
            Taken::All(_) => None,
            Taken::Choice(choice) => Some(choice),
        }
    }

    fn operands(&self, step: usize) -> &[usize] {
        match &self.0[step] {
            Taken::All(operands) => operands,
            Taken::Choice(choice) => choice,
        }
    }

    /// Returns the parts that compute some steps. A step that both ways of a question need, or what
    /// comes after it, is computed before; one that several branches need is in each of them.
    pub(crate) fn parts(&self, results: &[usize]) -> Vec<BodyPart> {
        self.parts_after(results, &BTreeSet::new())
    }

    fn parts_after(&self, results: &[usize], known: &BTreeSet<usize>) -> Vec<BodyPart> {
        let needed = self.needed(results, known);
        let (mut parts, mut chosen) = (Vec::new(), BTreeSet::<usize>::new());
        let inside = known | &needed;
        for &step in &needed {
            let Some([question, ..]) = self.choice(step) else {
                parts.push(BodyPart::Step(step));
                continue;
            };
            if chosen.contains(&step) {
                continue;
            }
            // The operands of a step have lower numbers, so those of this choice are known here.
            let before: BTreeSet<usize> =
                known.iter().chain(needed.range(..step)).copied().collect();
            let is_alike = |&other: &usize| {
                self.choice(other).is_some_and(|[of, ways @ ..]| {
                    of == question
                        && !chosen.contains(&other)
                        && self.can_follow(&ways, &before, &inside)
                })
            };
            let choices: Vec<usize> = needed.range(step..).copied().filter(is_alike).collect();
            let ways = self.ways(&choices).map(|way| self.parts_after(&way, &before));
            chosen.extend(&choices);
            parts.push(BodyPart::Branch { question, choices, ways });
        }
        parts
    }

    /// Returns whether some steps take none of those inside except those that are known before.
    fn can_follow(
        &self,
        steps: &[usize],
        before: &BTreeSet<usize>,
        inside: &BTreeSet<usize>,
    ) -> bool {
        let (mut open, mut seen) = (steps.to_vec(), before.clone());
        while let Some(step) = open.pop() {
            if seen.insert(step) {
                if inside.contains(&step) {
                    return false;
                }
                open.extend(self.operands(step));
            }
        }
        true
    }

    /// Returns the steps of two ways that are the results of choices.
    fn ways(&self, choices: &[usize]) -> [Vec<usize>; 2] {
        [1, 2].map(|way| choices.iter().map(|&choice| self.operands(choice)[way]).collect())
    }

    /// Returns the steps, except those that are known, that some results need whatever the answers
    /// are.
    fn needed(&self, results: &[usize], known: &BTreeSet<usize>) -> BTreeSet<usize> {
        let (mut needed, mut open) = (BTreeSet::new(), results.to_vec());
        while !open.is_empty() {
            while let Some(step) = open.pop() {
                if !known.contains(&step) && needed.insert(step) {
                    match self.choice(step) {
                        Some([question, ..]) => open.push(question),
                        None => open.extend(self.operands(step)),
                    }
                }
            }
            let mut questions: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for &step in &needed {
                if let Some([question, ..]) = self.choice(step) {
                    questions.entry(question).or_default().push(step);
                }
            }
            let known = known | &needed;
            for choices in questions.values() {
                let [first, second] = self.ways(choices).map(|way| self.needed(&way, &known));
                open.extend(&first & &second);
            }
        }
        needed
    }
}
