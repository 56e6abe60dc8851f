//! Builds the explorer and the package of npm, and serves the explorer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use hyperbola::{Slider, Technique};
use hyperbola_explain::explain;
use hyperbola_export::{Language, Listing, Options, export, listing};
use serde_json::{Value, json};

use crate::cargo::{cargo, cargo_at, execute, repository, rustc, target_directory};

/// The arguments of `web`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Serve the page until it is interrupted
    #[arg(long)]
    serve: bool,
    /// The port to serve it at
    #[arg(long, default_value_t = 8000, requires = "serve")]
    port: u16,
    /// The page's public address, for search engines and previews
    #[arg(long, value_name = "URL")]
    base: Option<String>,
}

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the explorer into the folder `web/site` of cargo's target directory.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let root = repository();
    let target = root.join(target_directory(&root)).join("web");
    let (sources, site) = (root.join("web"), target.join("site"));
    println!("Compiling the library to WebAssembly: some ten minutes on two cores the first time.");
    let [modules @ .., package] = build_modules(&sources.join("wasm"), &target)?;
    if !is_installed(&sources)? {
        let mut install = Command::new("npm");
        execute(install.args(["ci", "--no-fund", "--no-audit", "--silent"]).current_dir(&sources))
            .context("the page needs Node.js with npm")?;
    }
    println!("Writing the code of each technique, the pages and the scripts: about a minute.");
    let code = write_code(&target.join("code"))?;
    let mut build = Command::new("npm");
    build.args(["run", "--silent", "build", "--"]).args(&modules).arg(&code).arg(&site);
    execute(build.args(&arguments.base).current_dir(&sources))?;
    let folder = target.join("package");
    let mut pack = Command::new("node");
    execute(pack.arg("pack.js").arg(package).arg(&folder).current_dir(&sources))?;
    println!("The page is in {}, and the package of npm in {}.", site.display(), folder.display());
    if arguments.serve { serve(&sources, &site, arguments.port) } else { Ok(()) }
}

/// Returns whether the packages that the lock file names are installed. npm writes the list of what
/// it has installed, so an older list is that of another lock file.
fn is_installed(sources: &Path) -> anyhow::Result<bool> {
    let Ok(installed) = sources.join("node_modules/.package-lock.json").metadata() else {
        return Ok(false);
    };
    let lock = sources.join("package-lock.json");
    let wanted = lock.metadata().with_context(|| format!("cannot read {}", lock.display()))?;
    Ok(installed.modified()? >= wanted.modified()?)
}

/// Compiles the library to WebAssembly, the part that the first board needs, the proof of legal
/// moves, the counter of perft, what prints its shaders, and the package of npm: by the toolchain
/// in use if it has the target, else by Debian's compiler, which comes with the target's sources.
fn build_modules(package: &Path, target: &Path) -> anyhow::Result<[PathBuf; 6]> {
    let debian = Path::new("/usr/bin/cargo");
    let mut build = if has_target()? {
        cargo()
    } else {
        ensure!(
            debian.exists() && Path::new("/usr/lib/rustlib/src").exists(),
            "no compiler for {TARGET}: `rustup target add {TARGET}` adds it, \
             or on Debian the packages rustc-web, cargo-web, rust-web-src and lld-22"
        );
        let mut build = cargo_at(debian);
        build.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22");
        build.env_remove("RUSTUP_TOOLCHAIN");
        // Without the features that name the functions of a backtrace.
        build.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features="]);
        build
    };
    build.args(["build", "--quiet", "--release", "--locked", "--workspace", "--target", TARGET]);
    build.arg("--target-dir").arg(target).current_dir(package);
    execute(&mut build)?;
    let built = target.join(TARGET).join("release");
    Ok(["web", "first", "legal", "count", "shaders", "package"]
        .map(|name| built.join(format!("hyperbola_{name}.wasm"))))
}

/// The languages that the page shows a technique's code in.
const LANGUAGES: [&str; 3] = ["rust", "c", "python"];

/// Writes the code of each technique into a folder: a file for each, in all languages, with the
/// lines of each step of the explanations, and the whole files that `hyperbola export` prints, in a
/// folder of the technique. Returns the folder.
fn write_code(folder: &Path) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    for &technique in Technique::ALL {
        let languages = LANGUAGES.iter().map(|&id| Ok((id.to_owned(), code(technique, id)?)));
        let all = Value::Object(languages.collect::<anyhow::Result<_>>()?);
        let path = folder.join(format!("{technique}.json"));
        fs::write(&path, all.to_string())
            .with_context(|| format!("cannot write {}", path.display()))?;
        write_files(technique, &folder.join(technique.to_string()))?;
    }
    Ok(folder.to_owned())
}

/// Writes a technique's whole file in each language into a folder.
fn write_files(technique: Technique, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    for id in LANGUAGES {
        let language = Language::find(id).with_context(|| format!("no language {id}"))?;
        let options = Options::new(Slider::ALL.to_vec(), language.usual_tables(technique));
        let text = export(technique, language, &options)
            .map_err(|reason| anyhow::anyhow!("{technique} in {id}: {reason}"))?;
        let path = folder.join(format!("{technique}.{}", language.extension).replace('-', "_"));
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Returns a technique's functions in a language, and for each slider its functions, the functions
/// that they use, and the lines of each step: the function's place among its own, the first line,
/// and the line after the last.
fn code(technique: Technique, language: &str) -> anyhow::Result<Value> {
    let found = Language::find(language).with_context(|| format!("no language {language}"))?;
    let mut texts: Vec<String> = Vec::new();
    let mut sliders = serde_json::Map::new();
    for slider in Slider::ALL {
        let shown = listing(technique, found, slider)
            .with_context(|| format!("no listing of {technique} in {language}"))?;
        let functions = shown.functions.iter().map(|function| {
            texts.iter().position(|text| *text == function.text).unwrap_or_else(|| {
                texts.push(function.text.clone());
                texts.len() - 1
            })
        });
        let functions: Vec<usize> = functions.collect();
        let steps = lines_of_steps(technique, slider, &shown);
        let own = json!({ "helpers": shown.helpers, "functions": functions, "steps": steps });
        sliders.insert(slider.to_string(), own);
    }
    Ok(json!({ "texts": texts, "sliders": sliders }))
}

/// Returns the lines of each step of the explanation of a slider, in the order of its steps.
fn lines_of_steps(technique: Technique, slider: Slider, shown: &Listing) -> Vec<Vec<[usize; 3]>> {
    // The steps are the same on every square and board.
    let explanation = explain(technique, slider, hyperbola::Square::D4, hyperbola::Bitboard(0));
    let steps = explanation.sections.iter().flat_map(|section| &section.steps);
    let lines_of = |node: usize| {
        let functions = shown.functions.iter().enumerate();
        let found = functions.filter_map(|(place, function)| {
            let lines = function.lines.get(node)?.clone()?;
            Some([place, lines.start, lines.end])
        });
        found.collect()
    };
    steps.map(|step| lines_of(step.node)).collect()
}

/// Returns whether the toolchain in use has the target's library.
fn has_target() -> anyhow::Result<bool> {
    let sysroot = rustc(&["--print", "sysroot"])?;
    Ok(Path::new(&sysroot).join("lib/rustlib").join(TARGET).join("lib").exists())
}

/// Serves the files of a folder only to this machine, until it is interrupted.
fn serve(sources: &Path, site: &Path, port: u16) -> anyhow::Result<()> {
    let mut serve = Command::new("npm");
    // The server would end with its input.
    serve.args(["exec", "--no", "--", "esbuild", "--watch=forever"]);
    serve.arg(format!("--serve=127.0.0.1:{port}")).arg(format!("--servedir={}", site.display()));
    execute(serve.current_dir(sources))
}
