//! Runs that replace earlier arrays, and are stopped while they do.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use assert_cmd::cargo::cargo_bin;

use super::interrupted::{FEATURES, assert_same, copy_folder, kill, stopped_without_names};
use super::{VALID, file, names, run, text};
use crate::{folder, hyperbola, refused};

/// Returns the first lines of the positions.
fn first_lines(number: usize) -> String {
    VALID.split_inclusive('\n').take(number).collect()
}

/// Returns whether each file of a set is in one of two places.
fn is_whole(expected: &Path, places: [&Path; 2]) -> bool {
    names(expected).iter().all(|name| {
        let bytes = fs::read(expected.join(name)).expect("it is there");
        places.iter().any(|place| fs::read(place.join(name)).is_ok_and(|found| found == bytes))
    })
}

/// A new set of arrays that waits to replace an old one.
struct Publication {
    lines: PathBuf,
    features: &'static str,
    old: PathBuf,
    new: PathBuf,
    /// The new set without its names.
    waiting: PathBuf,
    output: PathBuf,
    partial: PathBuf,
}

impl Publication {
    fn new(name: &str, [old_features, features]: [&'static str; 2]) -> Self {
        let folder = folder(name);
        let lines = file(&folder, "lines", first_lines(200));
        let [old, new, unnamed, output] =
            ["old", "new", "unnamed", "arrays"].map(|name| folder.join(name));
        run(&file(&folder, "other", first_lines(100)), old_features, &old, &[]);
        run(&lines, features, &new, &[]);
        stopped_without_names(&first_lines(200), features, &unnamed, "attacks.npy");
        let (waiting, partial) = (unnamed.join(".partial"), output.join(".partial"));
        // The source is in the manifest, and it was standard input.
        fs::copy(new.join("manifest.json"), waiting.join("manifest.json")).expect("copied");
        Self { lines, features, old, new, waiting, output, partial }
    }

    /// Returns the changes of the publication in their order: the old files move away, the new ones
    /// get their names, and the old ones are removed.
    fn steps(&self) -> Vec<(PathBuf, Option<PathBuf>)> {
        let [mut old, mut new] = [&self.old, &self.new].map(|set| names(set));
        for names in [&mut old, &mut new] {
            names.retain(|name| name != "manifest.json");
        }
        old.insert(0, "manifest.json".to_owned());
        new.push("manifest.json".to_owned());
        let aside = |name: &String| self.partial.join("old").join(name);
        let away = old.iter().map(|name| (self.output.join(name), Some(aside(name))));
        let named = new.iter().map(|name| (self.partial.join(name), Some(self.output.join(name))));
        away.chain(named).chain(old.iter().map(|name| (aside(name), None))).collect()
    }

    /// Makes the folder of a run that was killed after a number of steps.
    fn stop_after(&self, steps: usize) {
        let _ = fs::remove_dir_all(&self.output);
        copy_folder(&self.old, &self.output);
        copy_folder(&self.waiting, &self.partial);
        fs::create_dir(self.partial.join("old")).expect("a folder");
        for (from, to) in self.steps().into_iter().take(steps) {
            let done = to.map_or_else(|| fs::remove_file(&from), |to| fs::rename(&from, to));
            done.expect("the file is there");
        }
    }

    /// Runs another command than the one that was stopped, or the same one. It must be refused.
    /// Does what the message says to start anew.
    fn start_anew(&self, features: &str) {
        let arguments = ["features", text(&self.lines), "--features", features, "--overwrite"];
        let arguments = [&arguments[..], &["--output", text(&self.output)]].concat();
        let assert = hyperbola(&arguments).assert().failure().stdout("");
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        let old = self.partial.join("old");
        let back =
            format!("first move the files in {} back into {}", text(&old), text(&self.output));
        if message.contains(&back) {
            for name in names(&old) {
                fs::rename(old.join(&name), self.output.join(&name)).expect("it is there");
            }
        }
        assert!(message.contains(&format!("remove {}", text(&self.partial))), "{message}");
        fs::remove_dir_all(&self.partial).expect("it is there");
    }
}

const OTHER_FEATURES: &str = "attacks,pinned,legal_moves";

#[test]
fn an_overwrite_killed_after_any_step_goes_on_and_loses_no_set() {
    for (name, features) in [
        ("features-overwrite-more", [FEATURES, OTHER_FEATURES]),
        ("features-overwrite-fewer", [OTHER_FEATURES, FEATURES]),
    ] {
        let publication = Publication::new(name, features);
        let Publication { lines, features, old, new, output, partial, .. } = &publication;
        for steps in 0..=publication.steps().len() {
            publication.stop_after(steps);
            let has_names = is_whole(new, [output, output]);
            assert!(has_names || is_whole(old, [output, &partial.join("old")]), "{steps}");
            assert!(is_whole(new, [output, partial]), "{steps}");
            publication.start_anew("pinned");
            assert!(is_whole(if has_names { new } else { old }, [output, output]), "{steps}");
            publication.stop_after(steps);
            run(lines, features, output, &["--overwrite"]);
            assert_same(output, new);
        }
    }
}

#[test]
fn a_refused_set_does_not_cost_the_old_one_that_has_moved_away() {
    let publication = Publication::new("features-overwrite-refused", [FEATURES, OTHER_FEATURES]);
    let Publication { lines, features, old, output, partial, .. } = &publication;
    let replace = |path: &Path, from: &str, to: &str| {
        let text = fs::read_to_string(path).expect("it is there");
        assert!(text.contains(from), "{text}");
        fs::write(path, text.replacen(from, to, 1)).expect("it can be written");
    };
    let (journal, pinned) = (partial.join("journal.json"), partial.join("pinned.npy"));
    let whole = fs::read(lines).expect("it is there");
    let changes: [(&str, &dyn Fn()); 6] = [
        ("version", &|| replace(&journal, "hyperbola ", "hyperbola 0.")),
        ("journal", &|| replace(&journal, "{", "")),
        ("digest", &|| replace(&journal, "\"rows\":2", "\"rows\":3")),
        ("array", &|| fs::write(&pinned, [0; 128 + 200 * 8]).expect("it can be written")),
        ("missing", &|| fs::remove_file(&pinned).expect("it is there")),
        ("input", &|| fs::write(lines, &whole[1..]).expect("it can be written")),
    ];
    let moved = names(old).len();
    for (name, change) in changes {
        for steps in [1, moved, moved + 1] {
            publication.stop_after(steps);
            change();
            publication.start_anew(features);
            fs::write(lines, &whole).expect("it can be written");
            assert!(is_whole(old, [output, output]), "{name} after {steps}");
        }
    }
}

#[test]
fn a_folder_in_the_place_of_an_array_is_found_before_the_work() {
    let folder = folder("features-overwrite-folder");
    let (input, output) = (file(&folder, "bad", "no FEN\n"), folder.join("arrays"));
    let array = output.join("pinned.npy");
    fs::create_dir_all(&array).expect("a folder");
    let arguments = ["features", text(&input), "--features", "attacks", "--output", text(&output)];
    for more in [&[][..], &["--overwrite"]] {
        let expected = format!("error: {}: expected a file, found a folder\n", text(&array));
        assert_eq!(refused(&[&arguments[..], more].concat()), expected);
        assert_eq!(names(&output), ["pinned.npy"]);
    }
}

#[test]
fn an_overwrite_that_is_killed_loses_neither_the_old_arrays_nor_the_new() {
    let folder = folder("features-overwrite-killed");
    let inputs = [("many", 300), ("few", 200)]
        .map(|(name, number)| file(&folder, name, first_lines(number)));
    let all = super::all_features();
    let expected = [folder.join("expected-many"), folder.join("expected-few")];
    // The new arrays are more than the old, or fewer.
    let features = [&*all, FEATURES];
    for ((input, output), features) in inputs.iter().zip(&expected).zip(features) {
        run(input, features, output, &[]);
    }
    let output = folder.join("arrays");
    copy_folder(&expected[1], &output);
    for (new, old) in [(0, 1), (1, 0)].into_iter().cycle().take(8) {
        let arguments =
            ["features", text(&inputs[new]), "--features", features[new], "--overwrite"];
        let mut child = Command::new(cargo_bin("hyperbola-data"))
            .args(arguments)
            .arg("--output")
            .arg(&output)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        // The old manifest goes first.
        let ends = |child: &mut Child| child.try_wait().expect("its state is known").is_some();
        while output.join("manifest.json").exists() && !ends(&mut child) {
            thread::yield_now();
        }
        kill(&mut child);
        child.wait().expect("it ends");
        let partial = output.join(".partial");
        if partial.join("journal.json").exists() {
            let has_old = is_whole(&expected[old], [&output, &partial.join("old")]);
            // The old ones go when all of the new ones have their names.
            assert!(has_old || names(&expected[new]).iter().all(|name| output.join(name).exists()));
            assert!(is_whole(&expected[new], [&output, &partial]));
            run(&inputs[new], features[new], &output, &["--overwrite"]);
        }
        assert_same(&output, &expected[new]);
    }
}
