//! The files that the chores write into the tree, including the chores of the workshop.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};

/// Writes a number in groups of three digits.
pub(crate) fn grouped(number: usize, separator: &str) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(separator)
}

/// Writes a file, or fails if its contents would change.
pub(crate) fn update(path: &Path, text: &str, check: bool, command: &str) -> anyhow::Result<()> {
    if fs::read_to_string(path).unwrap_or_default() == text {
        return Ok(());
    }
    ensure!(!check, "{} is not fresh: run {command}", path.display());
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn groups_have_three_digits_from_the_right() {
        assert_eq!(grouped(0, ","), "0");
        assert_eq!(grouped(999, ","), "999");
        assert_eq!(grouped(1_048_576, "_"), "1_048_576");
    }
}
