//! Reads the file of a shard. An error says where the file is wrong, and what was expected there.

use std::path::Path;

use hyperbola_files::{self as files, Wrong, limited, shown, shown_path, shown_start};
use memchr::memmem;
use serde_json::error::Category;
use serde_json::{Error, Value, json};

use super::{FORM, ShardReport, VERSION};

/// The greatest number of bytes in the file of a shard. It has about a thousand.
const MOST_BYTES: u64 = 1 << 20;

/// Reads a shard that this version of the program has written.
pub(crate) fn report(path: &Path) -> Result<ShardReport, files::Error> {
    let bytes = limited::read(path, MOST_BYTES)?;
    Ok(shard(&bytes).map_err(|mistake| Wrong(format!("{} {mistake}", shown_path(path))))?)
}

/// Reads the JSON object of a shard. Its form and its version come first: they determine its
/// fields.
fn shard(json: &[u8]) -> Result<ShardReport, String> {
    let object: Value = serde_json::from_slice(json).map_err(|error| no_json(json, &error))?;
    if !object.is_object() {
        return Err("is not a shard: expected a JSON object with the fields of a shard".to_owned());
    }
    let template = json!(ShardReport::default());
    for name in ["form", "version"] {
        check_field(json, &object, &template, name)?;
    }
    if object["form"] != FORM {
        let form = &object["form"];
        return Err(format!("has the form {form}; this program merges the form {FORM}"));
    }
    if object["version"] != VERSION {
        let version = shown_start(object["version"].as_str().unwrap_or_default());
        return Err(format!(
            "is of the version {version} of this program; expected {VERSION}: count the shard again \
             with this version, or merge all shards with that one"
        ));
    }
    for name in template.as_object().into_iter().flat_map(|template| template.keys()) {
        check_field(json, &object, &template, name)?;
    }
    // The digits of large numbers are only in the text.
    serde_json::from_slice(json).map_err(|_| {
        "is not a shard: expected each field once, with numbers below 2^128".to_owned()
    })
}

/// Returns the place where a text is not JSON.
fn no_json(json: &[u8], error: &Error) -> String {
    let (line, column) = (error.line().max(1), error.column().max(1));
    let place = format!("is not a shard: line {line}, column {column}: expected a JSON object");
    if error.classify() == Category::Eof {
        return format!("{place} with its end, found the end of the file");
    }
    let line = json.split(|byte| *byte == b'\n').nth(line - 1).unwrap_or_default();
    let rest = String::from_utf8_lossy(line.get(column - 1..).unwrap_or_default());
    match rest.chars().next() {
        Some(found) => format!("{place}, found '{}'", shown(&found.to_string())),
        None => format!("{place}, found the end of the line"),
    }
}

/// Checks that an object has a field, and that its value is one that a shard can have.
fn check_field(json: &[u8], object: &Value, template: &Value, name: &str) -> Result<(), String> {
    // A `Value` has no room for large numbers, so this is done with texts.
    let fits = |text: &str| {
        let fields = template.as_object().into_iter().flatten().map(|(field, value)| {
            let value = if field == name { text.to_owned() } else { value.to_string() };
            format!("\"{field}\": {value}")
        });
        let report = format!("{{{}}}", fields.collect::<Vec<_>>().join(", "));
        serde_json::from_slice::<ShardReport>(report.as_bytes()).is_ok()
    };
    let is_great = fits(&u128::MAX.to_string());
    let found = object.get(name);
    let is_right = match found {
        None => template[name].is_null(),
        // Here, such a number has lost its last digits.
        Some(Value::Number(number)) if is_great && number.as_f64() >= Some(2_f64.powi(64)) => true,
        Some(value) => fits(&value.to_string()),
    };
    if is_right {
        return Ok(());
    }
    let most = [u64::MAX, u32::MAX.into(), u16::MAX.into(), u8::MAX.into()];
    let expected = match most.into_iter().find(|most| fits(&most.to_string())) {
        _ if fits("0.5") => "a number".to_owned(),
        Some(_) if is_great => "a whole number below 2^128".to_owned(),
        Some(most) => format!("a whole number from 0 to {most}"),
        None if fits("\"\"") => "a text".to_owned(),
        None => "true or false".to_owned(),
    };
    let Some(found) = found else {
        return Err(format!("is not a shard: expected the field {name} with {expected}"));
    };
    let found = shown_start(&found.to_string());
    let key = memmem::find(json, format!("\"{name}\"").as_bytes()).unwrap_or_default();
    let before = json[..key].split(|byte| *byte == b'\n');
    let (line, column) =
        before.enumerate().last().map_or((1, 1), |(index, start)| (index + 1, start.len() + 1));
    Err(format!(
        "is not a shard: line {line}, column {column}: expected {expected} in the field {name}, found \
         {found}"
    ))
}
