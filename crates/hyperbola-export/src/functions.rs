//! Functions of recorded steps, for programs that compile them at run time.

use hyperbola_explain::{Contents, Program};

use crate::Language;
use crate::code::Code;
use crate::file::{entry_type, helpers_and_tables, literals_of};

/// Functions in one language, each of recorded steps, with the helpers and tables that they need.
///
/// ```
/// use hyperbola::Bits as _;
/// use hyperbola_explain::Recorder;
/// use hyperbola_export::{Functions, Language};
///
/// let recorder = Recorder::new();
/// let (a, b) = (recorder.board("a", 0), recorder.board("b", 0));
/// let results = [a & b, (a & b).count_ones()];
/// let (program, steps) = recorder.program_of_all(&results);
///
/// let mut functions = Functions::new(Language::find("cuda").unwrap());
/// functions.write(
///     "DEVICE inline void meet(uint64_t a, uint64_t b, uint64_t both[2]) {",
///     &program,
///     &[("both[0]", steps[0]), ("both[1]", steps[1])],
/// );
/// let text = functions.finish();
/// assert!(text.contains("both[1] = count_ones("), "{text}");
/// ```
#[derive(Debug)]
pub struct Functions {
    language: &'static Language,
    code: Code,
}

impl Functions {
    /// Makes a file without a function.
    #[must_use]
    pub fn new(language: &'static Language) -> Self {
        let mut code = Code::new(language.syntax);
        code.has_transforms = true;
        Self { language, code }
    }

    /// Puts a line, such as a barrier, after each so many statements of the following functions,
    /// but never into a branch.
    pub fn interrupt(&mut self, statements: usize, line: &str) {
        self.code.interruption = Some((statements, line.to_owned()));
    }

    /// Adds a function. `opening` is its first line, in the language. Its parameters have the names
    /// of the program's inputs. `results` are the assignments of its last statements: for each, the
    /// text before the equals sign, and the step.
    ///
    /// In languages of the family of C, and in WGSL,
    /// [choices](hyperbola_explain::Instruction::Choice) are branches. In the others each is the
    /// first of its two words, which is right in any case.
    pub fn write(&mut self, opening: &str, program: &Program, results: &[(&str, usize)]) {
        let code = &mut self.code;
        code.open_function(opening, &[]);
        code.take_names_of(opening);
        let steps: Vec<usize> = results.iter().map(|&(_, step)| step).collect();
        let texts = code.steps_of_all(program, &[], &steps);
        let statements = &code.syntax.statements;
        for ((name, _), text) in results.iter().zip(texts) {
            code.statement(statements.assign, name, &text);
        }
        code.close(statements.close, &[]);
        code.blank();
    }

    /// Returns the file: the helpers and tables of the functions, then the functions.
    #[must_use]
    pub fn finish(self) -> String {
        let tables = literals_of(&self.code);
        self.with_tables(&tables)
    }

    /// Returns the same without the tables' entries: the result of `declare` for a table takes
    /// their place. It is given the table, its name in the file and the type of its entries there.
    ///
    /// ```
    /// use hyperbola::{Slider, Technique};
    /// use hyperbola_explain::program;
    /// use hyperbola_export::{Functions, Language};
    ///
    /// let rook = program(Technique::HqFirstRank, Slider::Rook);
    /// let mut functions = Functions::new(Language::find("wgsl-u64").unwrap());
    /// let opening = "fn rook(square: u64, occupied: u64, found: ptr<function, u64>) {";
    /// functions.write(opening, &rook, &[("*found", rook.result)]);
    /// let text = functions
    ///     .finish_with_tables(|_, name, entry| format!("var<storage, read> {name}: array<{entry}>;"));
    /// assert!(text.contains("var<storage, read> FIRST_RANK_ATTACKS: array<u32>;\n"), "{text}");
    /// assert!(!text.contains("const FIRST_RANK_ATTACKS"), "{text}");
    /// ```
    #[must_use]
    pub fn finish_with_tables(
        self,
        mut declare: impl FnMut(Contents, &str, &str) -> String,
    ) -> String {
        let declared = |(name, &table): (&String, &Contents)| {
            declare(table, name, entry_type(&self.code, table)) + "\n"
        };
        let tables: String = self.code.tables.iter().map(declared).collect();
        self.with_tables(&tables)
    }

    fn with_tables(&self, tables: &str) -> String {
        let opening = self.language.syntax.file.opening;
        opening.to_owned() + &helpers_and_tables(&self.code, tables) + &self.code.text
    }
}
