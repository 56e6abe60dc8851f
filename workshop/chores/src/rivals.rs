//! Builds the rivals: other libraries and exported files, in programs of their own, for this
//! processor.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, bail};
use clap::builder::PossibleValuesParser;

use crate::cargo::{cargo, execute, repository, target_directory};
use crate::exported::{self, remove_last_build};

/// A library in one of its forms.
struct Variant {
    /// The name of the program.
    name: &'static str,
    /// The library. Its program is the package named `rival-` and this name.
    library: &'static str,
    /// The feature of that package, if the form needs one.
    feature: Option<&'static str>,
}

/// The forms in groups that are built together: each has a library once, so that no form gets the
/// features of another.
const GROUPS: [&[Variant]; 2] = [
    &[
        Variant { name: "cozy-chess-magics", library: "cozy-chess", feature: None },
        Variant { name: "shakmaty-magics", library: "shakmaty", feature: Some("magics") },
        Variant { name: "chess-magics", library: "chess", feature: None },
        Variant { name: "shunsai-magics", library: "shunsai", feature: None },
        Variant { name: "haitaka-magics", library: "haitaka", feature: None },
    ],
    &[
        Variant { name: "cozy-chess-pext", library: "cozy-chess", feature: Some(PEXT) },
        Variant { name: "shakmaty-quintessence", library: "shakmaty", feature: None },
        Variant { name: "chess-pext", library: "chess", feature: Some(PEXT) },
        Variant { name: "shunsai-qugiy", library: "shunsai", feature: Some("qugiy") },
        Variant { name: "haitaka-qugiy", library: "haitaka", feature: Some("qugiy") },
    ],
];

/// The rival that is a script.
const PYTHON_CHESS: &str = "python-chess";

/// The name of all rivals that are exported files.
const EXPORTED: &str = "exported";

/// Returns all forms.
fn variants() -> impl Iterator<Item = &'static Variant> {
    GROUPS.into_iter().flatten()
}

/// Returns the names of all forms.
fn names() -> impl Iterator<Item = &'static str> {
    variants().map(|variant| variant.name).chain([PYTHON_CHESS, EXPORTED])
}

/// The feature of the variants that need a processor with bit extraction.
const PEXT: &str = "pext";

/// The arguments of `rivals`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Build only these
    #[arg(value_parser = PossibleValuesParser::new(names()))]
    names: Vec<String>,
}

/// Builds the rivals into the folder `rivals` of cargo's target directory and prints their paths.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let root = repository();
    let target = target_directory(&root);
    let (built, programs) = (target.join("rivals-build"), target.join("rivals"));
    let sources = root.join("workshop/rivals");
    let lock = fs::read_to_string(sources.join("Cargo.lock")).context("cannot read Cargo.lock")?;
    fs::create_dir_all(&programs).context("cannot make the folder of the rivals")?;
    let is_wanted =
        |name: &str| arguments.names.is_empty() || arguments.names.iter().any(|one| one == name);
    for group in GROUPS {
        let mut build = cargo();
        build.args(["build", "--quiet", "--release", "--locked", "--target-dir"]).arg(&built);
        // Added to the flags that ours are built with.
        build.env("CARGO_BUILD_RUSTFLAGS", "-C target-cpu=native");
        let mut made = Vec::new();
        for variant in group {
            let Variant { name, library, feature } = variant;
            if !is_wanted(name) {
                continue;
            }
            let program = programs.join(name).with_extension(std::env::consts::EXE_EXTENSION);
            remove_last_build(&program)?;
            if *feature == Some(PEXT) && !has_bit_extraction() {
                eprintln!("left out: {name}, because the processor has no BMI2");
                continue;
            }
            let package = format!("rival-{library}");
            build.args(["--package", &package]);
            if let Some(feature) = feature {
                build.arg("--features").arg(format!("{package}/{feature}"));
            }
            build.env(format!("VERSION_OF_{package}"), version(&lock, library)?);
            eprintln!("building {name}");
            made.push((package, program));
        }
        if made.is_empty() {
            continue;
        }
        execute(build.current_dir(&sources))?;
        for (package, program) in made {
            let file = built.join("release").join(package);
            fs::copy(file.with_extension(std::env::consts::EXE_EXTENSION), &program)
                .with_context(|| format!("cargo has left no {}", file.display()))?;
            println!("{}", program.display());
        }
    }
    if is_wanted(PYTHON_CHESS) {
        python_chess(&sources.join(PYTHON_CHESS), &built, &programs)?;
    }
    if is_wanted(EXPORTED) {
        exported::build(&sources.join(EXPORTED), &built.join(EXPORTED), &programs)?;
    }
    Ok(())
}

/// Makes the program of python-chess: a script that runs it in an environment with the library.
fn python_chess(sources: &Path, built: &Path, programs: &Path) -> anyhow::Result<()> {
    let (environment, program) = (built.join(PYTHON_CHESS), programs.join(PYTHON_CHESS));
    remove_last_build(&program)?;
    let has_python = Command::new("python3").args(["-c", "import venv, ensurepip"]).output();
    if !cfg!(unix) || !has_python.is_ok_and(|output| output.status.success()) {
        eprintln!("left out: {PYTHON_CHESS}, because there is no python3 with venv on Unix");
        return Ok(());
    }
    eprintln!("building {PYTHON_CHESS}");
    execute(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
    let python = environment.join("bin").join("python3");
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    execute(install.arg("--requirement").arg(sources.join("requirements.txt")))?;
    let quoted = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', "'\\''"));
    let rival = sources.join("rival.py");
    let script = format!("#!/bin/sh\nexec {} {}\n", quoted(&python), quoted(&rival));
    fs::write(&program, script).context("cannot write the script that starts python-chess")?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755))
            .context("cannot make the script a program")?;
    }
    println!("{}", program.display());
    Ok(())
}

fn has_bit_extraction() -> bool {
    #[cfg(target_arch = "x86_64")]
    let has = std::arch::is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    let has = false;
    has
}

/// Finds a package's version in the text of a lock file.
fn version<'a>(lock: &'a str, package: &str) -> anyhow::Result<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    match lines.next().and_then(|line| line.strip_prefix("version = ")) {
        Some(version) => Ok(version.trim_matches('"')),
        None => bail!("Cargo.lock has no version of {package}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_has_a_version_in_the_lock_file() -> anyhow::Result<()> {
        let lock = fs::read_to_string(repository().join("workshop/rivals/Cargo.lock"))?;
        for variant in variants() {
            let version = version(&lock, variant.library)?;
            assert!(version.split('.').all(|number| number.parse::<u32>().is_ok()), "{version}");
        }
        assert!(version(&lock, "no-such").is_err());
        Ok(())
    }
}
