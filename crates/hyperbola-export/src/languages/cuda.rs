//! CUDA C++.

use super::c;
use crate::Language;
use crate::syntax::{File, INFIX, Operators, PLAIN_FILE, Prefixed, Statements, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "cuda",
    name: "CUDA C++",
    extension: "cu",
    check: "compiled by clang++ for a device; compiled as C++ by g++ and run on the processor; not \
            run on a GPU",
    usage: "The functions are for the device and, compiled by a C++ compiler, for the host. \
            -DSELF_TEST adds a kernel that tests them, hyperbola_self_test, and on the host a \
            program: compile it with -x c++ -DSELF_TEST.",
    largest_literals: Some((1 << 20, "compilers take long over larger tables")),
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators { narrow_lookup: "(uint64_t){name}[{a}]", ..INFIX },
    statements: Statements {
        function: "DEVICE inline uint64_t {name}({parameters}) {",
        test: "DEVICE inline int {name}() {",
        nothing: "",
        ..c::STATEMENTS
    },
    names: c::NAMES,
    literals: c::LITERALS,
    file: File {
        opening: "#include <cstdint>\n\n#ifdef __CUDACC__\n#define DEVICE __device__\n#else\n\
                  #define DEVICE\n#endif\n\n",
        test: ("#ifdef SELF_TEST\n", ENDING),
        literals: ("DEVICE static const {type} {name}[{count}] = {", "};"),
        made: Err("a device's constants have no code that makes them"),
        prefixed: Some(Prefixed::Names),
        ..PLAIN_FILE
    },
};

const ENDING: &str = r#"
#ifdef __CUDACC__
// Tests the attacks on the device: one thread.
__global__ void hyperbola_self_test(int *passed) {
    *passed = self_test();
}
#else
#include <cstdio>

int main() {
    const int passed = self_test();
    std::puts(passed ? "passed" : "failed");
    return !passed;
}
#endif
#endif
"#;
