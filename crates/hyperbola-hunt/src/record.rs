//! Outcomes for `serde`.

use serde::Serialize;

use crate::Outcome;
use crate::finding::Finding;

/// The fields of an outcome, in the order of the JSON object.
#[derive(Serialize)]
struct OutcomeRecord<'a> {
    subject: &'a str,
    compared: &'static str,
    seed: u64,
    positions: u64,
    questions: u64,
    only_totals: bool,
    not_asked: usize,
    seconds: f64,
    end: &'static str,
    finding: Option<FindingRecord<'a>>,
}

#[derive(Serialize)]
struct FindingRecord<'a> {
    kind: &'static str,
    rule: &'static str,
    law: &'static str,
    reason: &'a str,
    fen: String,
    moves: Vec<String>,
    depth: u32,
    leads_to: String,
    pieces: u32,
    minimal: bool,
    right_from_fen: Option<bool>,
    right_mirrored: Option<bool>,
    wrong_moves: Vec<MoveRecord<'a>>,
    squares: Vec<String>,
    original_fen: String,
    original_moves: Vec<String>,
    part: &'static str,
    command: Option<&'a str>,
    right_command: String,
    proof_command: Option<String>,
    epd: String,
    rust_test: String,
    python_test: String,
}

#[derive(Serialize)]
struct MoveRecord<'a> {
    text: &'a str,
    fault: &'static str,
    rule: &'static str,
    reason: &'a str,
}

impl<'a> FindingRecord<'a> {
    fn new(finding: &'a Finding) -> Self {
        let moves = finding.moves.iter().map(|wrong| MoveRecord {
            text: &wrong.text,
            fault: wrong.fault.name(),
            rule: wrong.reason.rule.id(),
            reason: &wrong.reason.text,
        });
        let squares = finding.reason.squares.into_iter();
        Self {
            kind: finding.problem.kind(),
            rule: finding.rule().id(),
            law: finding.rule().law(),
            reason: &finding.reason.text,
            fen: finding.situation.fen(),
            moves: finding.situation.moves(),
            depth: finding.depth,
            leads_to: finding.situation.position().to_string(),
            pieces: finding.pieces(),
            minimal: finding.is_minimal,
            right_from_fen: finding.is_right_from_fen,
            right_mirrored: finding.is_right_mirrored,
            wrong_moves: moves.collect(),
            squares: squares.map(|square| square.to_string()).collect(),
            original_fen: finding.original.fen(),
            original_moves: finding.original.moves(),
            part: finding.part,
            command: finding.command.as_deref(),
            right_command: finding.right_command(),
            proof_command: finding.proof_command(),
            epd: finding.epd(),
            rust_test: finding.rust_test(),
            python_test: finding.python_test(),
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = OutcomeRecord {
            subject: &self.subject,
            compared: self.compared.name(),
            seed: self.seed,
            positions: self.positions,
            questions: self.questions,
            only_totals: self.only_totals,
            not_asked: self.not_asked,
            seconds: self.elapsed.as_secs_f64(),
            end: self.end.name(),
            finding: self.finding.as_ref().map(FindingRecord::new),
        };
        record.serialize(serializer)
    }
}
