//! Tables of text.

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width,
};

/// The look of the tables: a line below the header, and no other.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Draws a table, as wide as the terminal at most: the columns `wrapped` are wrapped where it is
/// narrow, and the columns `right` are aligned to the right. The text ends with a line feed.
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
    // Where the terminal is narrow, what consists of words is wrapped, and the rest stays whole.
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
