//! Games as PGN.

use hyperbola_moves::Color;

use super::tree::Tree;

/// Lines of words. A word is moved to the next line if it does not fit.
struct Lines {
    text: String,
    width: usize,
    column: usize,
    /// The last word, behind which a sign may follow without a blank.
    last: String,
    /// The bracket that stands before the next word.
    bracket: &'static str,
}

impl Lines {
    fn word(&mut self, word: &str) {
        self.flush();
        self.last = format!("{}{word}", core::mem::take(&mut self.bracket));
    }

    /// Writes what follows the last word without a blank.
    fn glue(&mut self, sign: &str) {
        self.last.push_str(sign);
    }

    /// Ends the line behind the last word.
    fn end_line(&mut self) {
        self.flush();
        self.text.push('\n');
        self.column = 0;
    }

    fn flush(&mut self) {
        let word = core::mem::take(&mut self.last);
        let len = word.chars().count();
        if self.column > 0 && len > 0 {
            let fits = (self.column + 1).saturating_add(len) <= self.width;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.column += len;
        self.text.push_str(&word);
    }
}

/// A part of the moves that is still to be written.
enum Step {
    /// The moves after a node, and whether the number of the next one must be written.
    After {
        node: usize,
        numbered: bool,
    },
    /// A variation, which begins with a node.
    Variation {
        node: usize,
    },
    Close,
}

/// The parts of a game that are written, and the width of its lines.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) width: usize,
    pub(super) headers: bool,
    pub(super) comments: bool,
    pub(super) variations: bool,
}

/// Writes a game.
pub(super) fn write(tree: &Tree, style: Style) -> String {
    let mut text = String::new();
    if style.headers {
        for (name, value) in &tree.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        text.push('\n');
    }
    let mut lines = Lines { text, width: style.width, column: 0, last: String::new(), bracket: "" };
    write_moves(tree, style, &mut lines);
    lines.word(tree.result.as_str());
    lines.flush();
    lines.text
}

fn write_moves(tree: &Tree, style: Style, lines: &mut Lines) {
    comments(&tree.nodes[0].comments, style, lines);
    nags(tree, 0, style, lines);
    let mut steps = vec![Step::After { node: 0, numbered: true }];
    while let Some(step) = steps.pop() {
        match step {
            Step::After { node, numbered } => {
                let children = &tree.nodes[node].children;
                let Some((&main, others)) = children.split_first() else { continue };
                write_move(tree, main, numbered, style, lines);
                let others = if style.variations { others } else { &[] };
                let has_comments = style.comments && !tree.nodes[main].comments.is_empty();
                let numbered = has_comments || !others.is_empty();
                steps.push(Step::After { node: main, numbered });
                for &node in others.iter().rev() {
                    steps.push(Step::Close);
                    steps.push(Step::Variation { node });
                }
            }
            Step::Variation { node } => {
                lines.bracket = "(";
                write_move(tree, node, true, style, lines);
                let numbered = style.comments && !tree.nodes[node].comments.is_empty();
                steps.push(Step::After { node, numbered });
            }
            Step::Close => lines.glue(")"),
        }
    }
}

fn write_move(tree: &Tree, index: usize, numbered: bool, style: Style, lines: &mut Lines) {
    let node = &tree.nodes[index];
    let position = &tree.nodes[node.parent].position;
    comments(&node.before, style, lines);
    let number = position.fullmove_number();
    let numbered = numbered || (style.comments && !node.before.is_empty());
    match position.side_to_move() {
        Color::White => lines.word(&format!("{number}.")),
        Color::Black if numbered => lines.word(&format!("{number}...")),
        Color::Black => {}
    }
    let san = node.played.map_or_else(|| "--".into(), |played| position.san(played).to_string());
    lines.word(&san);
    nags(tree, index, style, lines);
    comments(&node.comments, style, lines);
}

fn nags(tree: &Tree, index: usize, style: Style, lines: &mut Lines) {
    const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
    let mut follows_move = index > 0;
    for nag in tree.nodes[index].nags.iter().filter(|_| style.comments) {
        let sign = SIGNS.get(usize::from(nag.number).wrapping_sub(1));
        // Two signs would be read as one, and a sign behind a number as a mistake.
        match sign.filter(|_| nag.is_sign && follows_move) {
            Some(sign) => lines.glue(sign),
            None => lines.word(&format!("${}", nag.number)),
        }
        follows_move = false;
    }
}

fn comments(comments: &[String], style: Style, lines: &mut Lines) {
    for comment in comments.iter().filter(|_| style.comments) {
        if comment.contains('}') {
            // It was read from the rest of a line, and a brace would end it.
            lines.word(&format!(";{comment}"));
            lines.end_line();
        } else {
            lines.word(&format!("{{{comment}}}"));
        }
    }
}
