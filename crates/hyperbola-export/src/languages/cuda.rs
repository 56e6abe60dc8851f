//! CUDA C++.

use super::c;
use crate::Language;
use crate::syntax::{File, INFIX, Operators, PLAIN_FILE, Statements, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "cuda",
    name: "CUDA C++",
    extension: "cu",
    check: "compiled as C++ by g++ and run on the processor; not run on a GPU",
    usage: "The functions are for the device and, compiled by a C++ compiler, for the host. To test \
            the file on the host, compile it with -x c++ -DSELF_TEST.",
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
        test: (
            "",
            "\n#ifdef __CUDACC__\n// Tests the attacks on the device: one thread.\n\
             __global__ void test(int *passed) {\n    *passed = self_test();\n}\n\
             #elif defined(SELF_TEST)\n#include <cstdio>\n\nint main() {\n    \
             const int passed = self_test();\n    std::puts(passed ? \"passed\" : \"failed\");\n    \
             return !passed;\n}\n#endif\n",
        ),
        literals: ("DEVICE static const {type} {name}[{count}] = {", "};"),
        made: Err("a device's constants have no code that makes them"),
        ..PLAIN_FILE
    },
};
