//! The tables of the techniques, made again.

use hyperbola::Technique;
use hyperbola::table::Recipe;

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
pub(crate) fn made(number: usize) -> Option<Vec<u8>> {
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
