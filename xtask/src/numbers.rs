//! The formatting of numbers.

/// Writes a number in groups of three digits.
pub(crate) fn grouped(number: usize, separator: &str) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(separator)
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
