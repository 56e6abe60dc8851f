//! The option --bad-rows, which `features` and `convert` have with other policies.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hyperbola_features::BadRows;
use hyperbola_files::Wrong;
use serde::Serializer;

/// Parses the name of a policy: one of those that a command has, each with its meaning there.
pub(crate) fn parser(
    policies: &[(BadRows, &'static str)],
) -> impl TypedValueParser<Value = BadRows> {
    let value =
        |(policy, help): &(BadRows, &'static str)| PossibleValue::new(policy.name()).help(*help);
    let values: Vec<_> = policies.iter().map(value).collect();
    PossibleValuesParser::new(values).try_map(|name| {
        let found = BadRows::ALL.into_iter().find(|policy| policy.name() == name);
        found.ok_or("no policy has this name")
    })
}

/// Serializes the name of a policy, or of the default.
///
/// # Errors
///
/// Returns the serializer's error.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(crate) fn as_name<S: Serializer>(
    policy: &Option<BadRows>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(policy.unwrap_or_default().name())
}

/// Refuses, at the end, that something was left out if no policy was given: the exit status tells
/// it.
pub(crate) fn check(policy: Option<BadRows>, left_out: u64) -> Result<(), Wrong> {
    if policy.is_some() || left_out == 0 {
        return Ok(());
    }
    Err(Wrong(format!(
        "left out: {left_out} in all, as said above; the rest is complete. With --bad-rows skip \
         this is no error, and --bad-rows error ends at the first"
    )))
}
