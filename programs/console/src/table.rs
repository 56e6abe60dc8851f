//! Tables of text.

use std::io;

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width,
};

/// The style of the tables: one line below the header and no other lines.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Draws a table that is at most as wide as the terminal. If the terminal is narrow, the columns in
/// `wrapped` are wrapped. The columns in `right` are aligned to the right. The text ends with a
/// line feed.
#[must_use]
pub fn table<const N: usize>(
    header: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    wrapped: &[usize],
    right: &[usize],
) -> String {
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(header)
        .add_rows(rows);
    if let Some((terminal_size::Width(width), _)) = terminal_size::terminal_size_of(io::stdout()) {
        table.set_width(width);
    }
    // On a narrow terminal, columns of words are wrapped and the other columns stay whole.
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 1)).set_constraint(if wrapped.contains(&index) {
            ColumnConstraint::LowerBoundary(Width::Fixed(12))
        } else {
            ColumnConstraint::ContentWidth
        });
        if right.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{}\n", table.trim_fmt())
}
