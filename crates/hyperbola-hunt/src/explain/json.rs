//! Outcomes for `serde`: their fields in the order of the JSON object.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::finding::Finding;
use super::rules::names;
use super::{WrongInput, WrongMove};
use crate::Outcome;

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Outcome", 13)?;
        record.serialize_field("subject", &self.subject)?;
        record.serialize_field("compared", self.compared.name())?;
        record.serialize_field("seed", &self.seed)?;
        record.serialize_field("positions", &self.positions)?;
        record.serialize_field("questions", &self.questions)?;
        record.serialize_field("only_totals", &self.only_totals)?;
        record.serialize_field("not_asked", &self.not_asked)?;
        record.serialize_field("seconds", &self.elapsed.as_secs_f64())?;
        record.serialize_field("end", self.end.name())?;
        record.serialize_field("failure", &self.failure.as_ref().map(ToString::to_string))?;
        let formats: Vec<&str> = self.formats.iter().map(|format| format.id()).collect();
        record.serialize_field("formats", &formats)?;
        let ignored: Vec<&str> = self.ignored.iter().map(|rule| rule.id()).collect();
        record.serialize_field("ignored", &ignored)?;
        record.serialize_field("findings", &self.findings)?;
        record.end()
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Finding", 26)?;
        record.serialize_field("kind", self.problem.kind())?;
        record.serialize_field("rule", self.rule().id())?;
        record.serialize_field("law", self.rule().law())?;
        record.serialize_field("reason", &self.reason.text)?;
        record.serialize_field("fen", &self.situation.fen())?;
        record.serialize_field("moves", &self.situation.moves())?;
        record.serialize_field("depth", &self.depth)?;
        record.serialize_field("leads_to", &self.situation.position().to_string())?;
        record.serialize_field("pieces", &self.pieces())?;
        record.serialize_field("minimal", &self.is_minimal)?;
        record.serialize_field("right_from_fen", &self.is_right_from_fen)?;
        record.serialize_field("right_mirrored", &self.is_right_mirrored)?;
        record.serialize_field("wrong_moves", &self.moves)?;
        record.serialize_field("wrong_inputs", &self.inputs)?;
        record.serialize_field("squares", &names(self.reason.squares))?;
        record.serialize_field("original_fen", &self.original.fen())?;
        record.serialize_field("original_moves", &self.original.moves())?;
        record.serialize_field("part", self.part)?;
        record.serialize_field("found_after", &self.found_after)?;
        record.serialize_field("shown_by", &self.shown_by)?;
        record.serialize_field("command", &self.command)?;
        record.serialize_field("right_command", &self.right_command())?;
        record.serialize_field("proof_command", &self.proof_command())?;
        record.serialize_field("epd", &self.epd())?;
        record.serialize_field("rust_test", &self.rust_test())?;
        record.serialize_field("python_test", &self.python_test())?;
        record.end()
    }
}

impl Serialize for WrongMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("WrongMove", 4)?;
        record.serialize_field("text", &self.text)?;
        record.serialize_field("fault", self.fault.name())?;
        record.serialize_field("rule", self.reason.rule.id())?;
        record.serialize_field("reason", &self.reason.text)?;
        record.end()
    }
}

impl Serialize for WrongInput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("WrongInput", 7)?;
        record.serialize_field("view", &self.view.to_string())?;
        record.serialize_field("list", self.list.name())?;
        record.serialize_field("number", &self.number)?;
        record.serialize_field("fault", self.fault.name())?;
        record.serialize_field("meaning", &self.meaning)?;
        record.serialize_field("rule", self.reason.rule.id())?;
        record.serialize_field("reason", &self.reason.text)?;
        record.end()
    }
}
