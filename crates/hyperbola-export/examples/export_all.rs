//! Writes files of techniques into a folder: `export_all FOLDER LANGUAGE [TABLES [TECHNIQUE]]`.
//! Without arguments it prints the languages. Of some languages there are also files of one piece,
//! whose tables are made when the program starts. Without a choice of tables, features are printed
//! too.

use hyperbola::{Slider, Technique};
use hyperbola_export::{Language, Options, Tables, export, export_feature, feature_names};

/// The languages with files of one piece.
const PARTS: [&str; 4] = ["c", "cpp", "rust", "python"];

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [_, _, ..] = arguments.as_slice() else {
        Language::ALL.iter().for_each(|language| println!("{}", language.id));
        return Ok(());
    };
    let language = Language::find(&arguments[1]).ok_or("no such language")?;
    for &technique in Technique::ALL {
        if arguments.get(3).is_some_and(|id| id != technique.id()) {
            continue;
        }
        let mut options = Options::default();
        options.tables = match arguments.get(2).map(String::as_str) {
            Some("literal") => Tables::Literal,
            Some("at-start") => Tables::AtStart,
            _ => language.usual_tables(technique),
        };
        let name = technique.id().replace('-', "_");
        let mut files = vec![(name.clone(), options)];
        if PARTS.contains(&language.id) && arguments.len() == 2 {
            let slider = Slider::ALL[technique as usize % 3];
            let options = Options::new(vec![slider], Tables::AtStart);
            files.push((format!("{name}_{}", slider.name()), options));
        }
        for (name, options) in files {
            match export(technique, language, &options) {
                Ok(text) => {
                    let path = format!("{}/{name}.{}", arguments[0], language.extension);
                    std::fs::write(path, text)?;
                }
                Err(reason) => println!("{technique}: {reason}"),
            }
        }
    }
    if arguments.len() == 2 {
        for name in feature_names() {
            let path = format!("{}/feature_{name}.{}", arguments[0], language.extension);
            std::fs::write(path, export_feature(name, language, None)?)?;
        }
    }
    Ok(())
}
