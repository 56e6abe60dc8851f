//! The tables of the techniques, made again.

use hyperbola::Technique;
use hyperbola::table::Recipe;

use crate::exchange::OUTPUT;

/// Makes a table of the techniques, by its number, and returns the length of what `output` then
/// has: the table's address in four bytes, and its entries. Past the last table that is 0.
///
/// The file of a module leaves the tables out, because they are many bytes and quickly made. So the
/// page or the package makes each in turn, before the first request, and puts it where it belongs.
#[expect(unsafe_code, reason = "only the name is exported")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn make_table(number: usize) -> usize {
    OUTPUT.with_borrow_mut(|output| {
        *output = made(number).unwrap_or_default();
        output.len()
    })
}

/// Returns the recipes of all tables, each behind its sources.
fn recipes() -> Vec<&'static Recipe> {
    let mut recipes: Vec<&Recipe> = Vec::new();
    for recipe in Technique::ALL.iter().flat_map(|technique| technique.info().recipes()) {
        if !recipes.contains(&recipe) {
            recipes.push(recipe);
        }
    }
    recipes
}

/// Makes a table: its address in four bytes, then its entries, all with the lowest byte first.
fn made(number: usize) -> Option<Vec<u8>> {
    let recipe = *recipes().get(number)?;
    let (mut first, mut entries) = (0, Vec::new());
    recipe.remake_for(|entry| {
        if entries.is_empty() {
            first = entry.address;
        }
        entries.push(entry.value);
    });
    let bytes = recipe.info.bytes / entries.len().max(1);
    let mut made = u32::try_from(first).ok()?.to_le_bytes().to_vec();
    made.extend(entries.into_iter().flat_map(|entry| entry.to_le_bytes().into_iter().take(bytes)));
    Some(made)
}
