//! Prints the formulas of perft as kernels in CUDA, to see a compiler's code for them: `cargo run
//! --example cuda >perft.cu`.

use hyperbola_explain::{Masks, Recorded, Recorder};
use hyperbola_export::{Functions, Language};
use hyperbola_moves::Position;
use hyperbola_perft::four_words;

/// Adds a kernel that reads a position in four words, and perhaps a move, and writes some words.
fn write(
    functions: &mut Functions,
    name: &str,
    inputs: &[&'static str],
    results: impl for<'r> Fn(&[Recorded<'r>]) -> Vec<Recorded<'r>>,
) {
    let recorder = Recorder::with_masks(Masks::Computed);
    let words: Vec<Recorded<'_>> = inputs.iter().map(|name| recorder.board(name, 0)).collect();
    let (program, steps) = recorder.program_of_all(&results(&words));
    let names: Vec<String> = (0..steps.len()).map(|word| format!("out[{word}]")).collect();
    let results: Vec<(&str, usize)> = names.iter().map(String::as_str).zip(steps).collect();
    let parameters: Vec<String> = inputs.iter().map(|name| format!("uint64_t {name}")).collect();
    let opening = format!("DEVICE inline void {name}({}, uint64_t *out) {{", parameters.join(", "));
    functions.write(&opening, &program, &results);
}

/// Returns the position among some words.
fn four<'r>(words: &[Recorded<'r>]) -> [Recorded<'r>; 4] {
    core::array::from_fn(|word| words[word])
}

fn main() {
    let formulas = &four_words::start(&Position::initial(), 2, 2).0;
    let mut functions = Functions::new(Language::find("cuda").expect("it is in the list"));
    let position = ["a", "b", "c", "black"];
    write(&mut functions, "moves", &position, |words| formulas.moves(four(words)).sets().to_vec());
    write(&mut functions, "plan", &position, |words| {
        let planned = four_words::plan(formulas, four(words));
        [planned.made.sets().as_slice(), &[planned.replies, planned.may_be_taken]].concat()
    });
    let played = ["a", "b", "c", "black", "source", "target", "kind"];
    write(&mut functions, "after_and_replies", &played, |words| {
        let after = formulas.after(four(words), words[4], words[5], words[6]);
        vec![formulas.replies(after)]
    });
    print!("{}", functions.finish());
    for (name, inputs, outputs) in [("moves", 4, 26), ("plan", 4, 28), ("after_and_replies", 7, 1)]
    {
        let words: Vec<String> =
            (0..inputs).map(|word| format!("in[{inputs} * i + {word}]")).collect();
        println!(
            "extern \"C\" __global__ void {name}_kernel(const uint64_t *in, uint64_t *out) {{\n    \
             const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n    \
             {name}({}, out + {outputs} * i);\n}}\n",
            words.join(", ")
        );
    }
}
