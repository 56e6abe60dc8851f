//! Builds rivals of exported files: programs in C that answer queries by our own techniques.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, anyhow, ensure};
use hyperbola::{Slider, Technique};
use hyperbola_export::{Language, Options, export};
use rayon::prelude::*;

use crate::cargo::execute;

/// The techniques: those of the definitions `exported-*`.
const TECHNIQUES: [Technique; 10] = [
    Technique::HyperbolaQuintessence,
    Technique::HqFirstRank,
    Technique::OXorOMinus2r,
    Technique::ObstructionDifference,
    Technique::ObstructionDifferenceInfuehr,
    Technique::KoggeStone,
    Technique::Classical,
    Technique::Kindergarten,
    Technique::MagicFancy,
    Technique::MagicFixedShift,
];

/// The compilers, including a newer one. Missing compilers are left out.
const COMPILERS: [&str; 3] = ["gcc", "clang", "clang-19"];

/// The languages, and the flags that their files are compiled with.
fn languages() -> Vec<(&'static str, &'static [&'static str])> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return vec![("c", &[]), ("c-avx2", &["-mavx2", "-DBATCH"])];
    }
    vec![("c", &[])]
}

/// Builds a program of each technique by each compiler, of `sources/rival.c`, and prints their
/// paths.
pub(crate) fn build(sources: &Path, built: &Path, programs: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(built).context("cannot make the folder of the exported files")?;
    let mut builds: Vec<(Command, PathBuf)> = Vec::new();
    for compiler in COMPILERS {
        let is_there = Command::new(compiler).arg("--version").output();
        if !cfg!(unix) || !is_there.is_ok_and(|output| output.status.success()) {
            eprintln!("left out: exported files by {compiler}, which is not there");
            continue;
        }
        eprintln!("building exported files by {compiler}");
        for (language, flags) in languages() {
            for technique in TECHNIQUES {
                let program = programs.join(format!("{language}-{technique}-by-{compiler}"));
                let file = built.join(format!("{language}-{technique}.h"));
                let text = exported(technique, language)?;
                let start = text.contains("void initialize_tables(").then_some("-DINITIALIZE");
                fs::write(&file, text).context("cannot write an exported file")?;
                let mut build = Command::new(compiler);
                build.args(["-std=c11", "-O3", "-Wall", "-Wextra", "-Werror"]).args(flags);
                build.args(start).arg(format!("-DFILE_NAME=\"{}\"", file.display()));
                build.arg(sources.join("rival.c")).arg("-o").arg(&program);
                builds.push((build, program));
            }
        }
    }
    run(&mut builds)
}

/// Removes a program. One that was built for another processor or from another version must not be
/// measured for this one.
pub(crate) fn remove_last_build(program: &Path) -> anyhow::Result<()> {
    if program.exists() {
        fs::remove_file(program).context("cannot remove the last build")?;
    }
    Ok(())
}

/// Returns a technique's file.
fn exported(technique: Technique, language: &str) -> anyhow::Result<String> {
    let language = Language::find(language).context("no such language")?;
    let tables = language.usual_tables(technique);
    let options = Options::new(Slider::ALL.to_vec(), tables);
    export(technique, language, &options).map_err(|reason| anyhow!("{technique}: {reason}"))
}

/// Runs the compilers, on all processors.
fn run(builds: &mut [(Command, PathBuf)]) -> anyhow::Result<()> {
    builds.par_iter_mut().try_for_each(|(build, program)| {
        remove_last_build(program)?;
        execute(build)
    })?;
    for (_, program) in builds {
        ensure!(program.exists(), "the compiler has left no {}", program.display());
        println!("{}", program.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo::repository;

    #[test]
    fn the_definitions_name_the_techniques_that_are_built() -> anyhow::Result<()> {
        for name in ["exported-queen-games", "exported-batch-queen-random"] {
            let path = repository().join(format!("workshop/lab/definitions/{name}.toml"));
            let text = fs::read_to_string(path)?;
            let first = text.split_once("first = [").and_then(|(_, rest)| rest.split_once(']'));
            let (first, _) = first.context("no techniques come first")?;
            let named: Vec<&str> = first.split('"').skip(1).step_by(2).collect();
            assert_eq!(named, TECHNIQUES.map(Technique::id), "{name}");
        }
        Ok(())
    }
}
