//! The suites of known corner cases.

use hyperbola_moves::Setup;

use crate::Situation;

/// The six positions everybody uses, classic corner cases, and double checks, in EPD. Their origins
/// are in the README of `testdata`.
const SUITES: [&str; 3] = [
    include_str!("suites/six.epd"),
    include_str!("suites/classic.epd"),
    include_str!("suites/double-checks.epd"),
];

/// Returns all positions.
pub(crate) fn all() -> Vec<Situation> {
    SUITES
        .iter()
        .flat_map(|suite| setups(suite))
        .filter_map(|one| one.ok())
        .filter_map(|setup| Situation::new(setup).ok())
        .collect()
}

/// Reads the positions of a text with a FEN at the start of each line, as EPD and suites with
/// `;D1 20` have. Empty lines and lines that begin with `#` are left out.
///
/// Each wrong line is an error with the line's number, from 1, and what is wrong.
pub fn setups(text: &str) -> impl Iterator<Item = Result<Setup, (usize, String)>> + '_ {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(index, line)| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_number = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
        // Four fields, and two clocks if they are there.
        let clocks = fields.iter().skip(4).take(2).take_while(|field| is_number(field)).count();
        let fen = fields[..fields.len().min(4 + clocks)].join(" ");
        let setup: Setup = fen.parse().map_err(|error| (index + 1, format!("{error}")))?;
        setup.position_lenient().map_err(|error| (index + 1, error.to_string()))?;
        Ok(setup)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_suites_is_a_position() {
        assert_eq!(all().len(), SUITES.iter().map(|suite| suite.lines().count()).sum());
    }

    #[test]
    fn lines_are_read_with_and_without_clocks_and_counts() {
        let text = "# six\n\n4k3/8/8/8/8/8/8/4K2R w K -\n4k3/8/8/8/8/8/8/4K2R w K - 3 9 ;D1 15\n\
                    4k3/8/8/8/8/8/8/4K2R w K - D1 15; id \"x\";\nhello\n8/8/8/8/8/8/8/8 w - - 0 1\n";
        let read: Vec<_> = setups(text).collect();
        let fens = read.iter().flatten().map(ToString::to_string).collect::<Vec<_>>();
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - ";
        assert_eq!(fens, [format!("{fen}0 1"), format!("{fen}3 9"), format!("{fen}0 1")]);
        let wrong: Vec<usize> =
            read.iter().filter_map(|one| one.as_ref().err()).map(|error| error.0).collect();
        assert_eq!(wrong, [6, 7]);
    }
}
