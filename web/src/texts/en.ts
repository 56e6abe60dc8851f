/**
 * The words of the page in English; `story.md` has the chapters. Another language is another file of
 * each.
 */

import type { View } from "../state";
import type { Costs, Machine, Technique } from "../types";

export const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;
export const list = (names: string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
const some = (names: string[], none: string): string => (names.length === 0 ? none : list(names));

/** The words of the dialog for links. */
export const share = {
  alone: "Board and formula alone",
  hint: "The embed form shows this view without the menu of views, in blogs and wikis that allow an <iframe>.",
};

/** The names of the views. */
export const views: Record<View, string> = {
  story: "Story", steps: "Step through", compare: "Compare", lanes: "Many at once",
  heat: "Count attacks", moves: "Check perft", proof: "Prove",
};

/** The link to a technique's page. */
export const page = (name: string): string => `The page of ${name}, to link to`;

/** The words of the small pictures of steps. */
export const film = { wrong: (squares: string) => `wrong on ${squares}`, wrongNumber: "a wrong number" };

/** The instructions of a step, and its places in the longest chain. */
const places = ({ chain }: Machine): string => [...new Set(chain)].join("–");
export const machine = {
  places,
  short: ({ on }: Machine) => [...new Set(on)].join(" | "),
  long: (machine: Machine) =>
    `x86-64-v3: ${machine.on[0]} · AArch64: ${machine.on[1]}` +
    (machine.chain ? ` · in the longest chain: ${places(machine)}` : ""),
  about: (bytes?: number) =>
    "Below each step stand its instructions on x86-64-v3 | AArch64, once where both have the same name. They are " +
    "those of each operation alone; a compiler merges some, and adds moves, constants and addresses" +
    (bytes ? `: a queen’s whole function for any x86-64 has ${bytes} bytes of machine code. ` : ". ") +
    "The line above the steps is full along the longest chain, in which each operation waits for the one before, " +
    "and the numbers are their places in it.",
};

/** The words of a step that is animated. */
export const steps = {
  found: "no instruction: how the formula was found",
  still: "This step has no bits that move.",
  calm: "This device asks for reduced motion, so nothing moves. The board shows the end.",
  noChange: "The link changes an operator that this technique’s formula does not have.",
};

/** The words of the heat map. */
export const heat = {
  remark:
    "All rooks, bishops and queens of a side attack at once: one run for each of the eight directions. The " +
    "numbers say how many pieces of the side attack a square, with knights, pawns and the king. Drag any " +
    "piece to another square, or off the board.",
  sides: ["White", "Black"],
  board: (side: string, attacked: string) => `${side}’s pieces attack ${attacked}`,
  square: (piece: string | undefined, attackers: number) =>
    `${piece ?? "empty"}, ${count(attackers, "attacker")}`,
  squares: (side: string, attacked: number, most: number) =>
    `${side}: ${attacked} squares attacked, at most ${most} times`,
};

/** The words of lanes: a register and its instruction. */
export const lanes = {
  remark: ({ name, needs }: Technique, { operations, lookups }: Costs, lanes: number, slider: string) =>
    `${name} runs once on a word of ${lanes} lanes and gives ${lanes} answers, by ${operations} operations` +
    (needs.includes("bit extraction")
      ? ". No vector instruction extracts bits, so that is done lane by lane"
      : lookups > 0
        ? `. Its ${count(lookups, "look-up")} read${lookups === 1 ? "s" : ""} a place of its own for each lane`
        : " on all lanes at once") +
    `. Click a square of a lane to put its ${slider} there.`,
  instruction: "Instruction",
  one: (name: string, lanes: number) =>
    `${name}: one instruction of x86-64 works on all ${lanes} lanes of 64 bits`,
  several: (op: string, lanes: number) => `${op}: several instructions, each on all ${lanes} lanes`,
};

/** The words of the proof of legal moves. */
export const legal = {
  prove: (king: string) => `Prove it for the king on ${king}`,
  stop: "Stop the proof",
  bar: "Squares to which the moves are proved",
  what: (king: string) =>
    `with White’s king on ${king}, the formula lists the legal moves to each square but castling and captures ` +
    "en passant, and no other, in all positions that LEGALITY assumes.",
  stopped: (king: string) => `The proof for the king on ${king} was stopped.`,
  missing: "its code did not load; without a network it is there only if it came before",
  /** By the numbers that the module returns. */
  faults: ["the formula and the laws differ", "it needs too many nodes", "a number names no square"],
  sets: { attacks: "legal", right: "proved" },
};

/** The words of the rules by which castling rights are read. */
export const rules = {
  label: "Rules of castling",
  names: { auto: "auto: by the letters of the rights", chess: "chess", chess960: "Chess960" },
  guess: (guess: string) =>
    `Warning: ${guess}. Choose “Chess960” if that is meant. By the rules “chess” such rights are a fault, ` +
    "which a button leaves out.",
  mend: "Leave out what is wrong",
};

/** The words of perft. */
export const perft = {
  paste: "Another program’s numbers, a move and a number on each line",
  compare: "Compare",
  same: (moves: number) => `All ${moves} moves have the same numbers.`,
  differ: (moves: string[]) => `Different: ${list(moves)}. Click the first one to go on there.`,
  missing: (moves: string[]) => `The other program does not have ${list(moves)}.`,
  extra: (moves: string[]) => `Only the other program has ${list(moves)}.`,
  unread: (line: number, text: string) =>
    `Line ${line}: found “${text}”; expected a move and a number, such as e2e4: 20.`,
  first: "Count first, to the end: each move needs its own number.",
  none: "Paste the other program’s numbers first.",
  go: (move: string) => `Play ${move}, with one move less to count`,
};

/** The words of perft on the graphics card. */
export const graphics = {
  count: "Count on the graphics card",
  name: (name: string) => `Graphics card${name === "" ? "" : ` (${name})`}: `,
  heads: ["move", "processor", "graphics card"],
  compiling: "compiles its programs …",
  same: (differ: string[]) =>
    differ.length === 0
      ? "The graphics card has the processor’s number for each move."
      : `The graphics card and the processor differ: ${list(differ)}.`,
  missing: "this browser has no graphics card for pages",
  lost: (reason: string) => `the graphics card was lost${reason === "" ? "" : `: ${reason}`}`,
};

/** The words of a proof's picture. */
export const proof = {
  holds: (what: string, equations: string, nodes: string, seconds: string) =>
    `Proved: ${what} ${equations} equations between Boolean functions hold; they have ${nodes} nodes. ${seconds} s.`,
  none: (error: string) => `No proof: ${error}.`,
  board: (done: number, all: number) => `${done} of ${all} squares are proved`,
  proved: (square: string, lines: number, sets: string) =>
    `From ${square}, only the pieces on the ${lines} shaded squares can matter. They have ${sets} sets. A ` +
    "proof covers them all, without trying them one by one. A tick is a square that is proved.",
};

/** The words of the field for a formula. */
export const own = {
  title: "Type your own formula",
  about:
    "Letters: o (the pieces on the line, without the slider), r (the slider) and line (the line, without " +
    "the slider). Operators: & | ^ ~ + - * << >>, and mirror(…), for which o' and r' are short; − and × are " +
    "- and *, and 2r is 2 * r. A formula in these letters sees one line, so a check of every set of pieces " +
    "on every line of every square is a proof for all 2⁶⁴ boards.",
  label: "Formula",
  example: "((o - r) ^ mirror(o' - r')) & line",
  prove: "Prove or refute",
  examples: [
    ["The formula of this page", "((o - r) ^ mirror(o' - r')) & line"],
    ["Upper ray", "(o ^ (o - r)) & line"],
    ["With | for ^", "((o - r) | mirror(o' - r')) & line"],
    ["As on the wiki", "(((o | r) - 2 * r) ^ mirror((o' | r') - 2 * r')) & line"],
  ] as [string, string][],
  is: {
    attacks: (cases: number) =>
      `Proved: these are the attacks along the line, on every square and line. All ${cases} cases were tried.`,
    upper: (cases: number) =>
      `Proved: this is the upper ray, the attacks towards higher bits, in all ${cases} cases.`,
    lower: (cases: number) =>
      `Proved: this is the lower ray, the attacks towards lower bits, in all ${cases} cases.`,
  },
  wrong: (cases: number) =>
    `Refuted: of ${cases} cases, this one has the fewest pieces of those in which it is wrong.`,
  missing: "The attacks to compare with did not load. Load the page again.",
  empty: "Found no formula; expected one such as o ^ (o - r). A button below types one for you.",
};

/** The words of the code below a step. */
export const code = {
  label: "Code",
  languages: { none: "none", rust: "Rust", c: "C", python: "Python" },
  loading: "The code comes …",
  missing: "The code did not come. Without a network it is there only if it came before.",
  region: (language: string, name: string) => `${name} in ${language}`,
  changed: "The code is that of the right formula.",
  unlit: "This step is not a part of the code: it shows how the formula was found.",
  origin: "The whole file, with its tables and a test of itself: ",
  copy: "Copy it",
};

/** The words of the view that compares. */
export const compare = {
  all: "All techniques",
  steps: "Steps of both",
  technique: "Technique",
  other: "Beside it",
  back: "Step back",
  forward: "Step forward",
  step: "Step",
  at: (step: number, all: number, name: string) => `step ${step} of ${all}: ${name}`,
  costs: (operations: string, chain: number, tables: string) =>
    `${operations} operations, chain of ${chain}, ${tables} of tables`,
  caption: (slider: string, speeds?: { record: string; cpu: string }) =>
    `Costs of a ${slider} on a plain 64-bit word, counted on the code that runs` +
    ". A chain is the most operations that wait for one another" +
    (speeds
      ? `; nanoseconds a query as in ${speeds.record} (${speeds.cpu}): “plain” is any x86-64, “quickest” the ` +
        "best of all vector instructions there"
      : ""),
  columns: { plain: (processor: string) => `ns, ${processor}, plain`, best: () => "ns, quickest" },
};

/** The words of times. */
export const times = {
  plain: (processor: string) => `ns a query, ${processor}, any x86-64`,
  best: (word: string) => `ns a query, there by ${word}`,
  without: (processor: string) => `${processor} without the instruction`,
  plainSide: (plain: number, processor: string) => `${plain} ns a query on ${processor}`,
  bothSides: (plain: number, processor: string, best: number, word: string) =>
    `${plain} ns a query on ${processor}, ${best} ns on ${word}`,
  title: (record: string, cpu: string) =>
    `The median of ${record}, a record of the lab (${cpu}): queries that do not depend on each other, ` +
    "in a program for any x86-64, and on the word on which the technique is quickest there.",
};

/** The words that the page says when it runs. */
export const words = {
  invite: "Click a square: a piece comes or goes. Drag the slider. Each picture lights the square below the pointer.",
  copy: (file: string) => `Copy ${file}`,
  diagrams: {
    target: "?",
    choose: "The square that is asked for",
    yes: "yes",
    no: "no",
    names: {
      borrow: (target: string) => `Does the borrow of o - r reach ${target}?`,
      formula: (target: string) => `Is ${target} in the formula’s result?`,
      definition: (target: string) => `Does the rook attack ${target}, by the rules?`,
    },
    label: (name: string, squares: string[]) =>
      `${name} ${squares.length === 0 ? "Always the same." : `It asks for ${list(squares)}: a piece on one of them means no.`}`,
    said: (isEqual: boolean, own: number, nodes: number) =>
      `${isEqual ? "On all 64 squares the formula’s diagram is that of the rules" : "The formula differs from the rules"}: ` +
      `this square’s has ${count(own, "node")}, and all that was computed for the proof has ${nodes}. There are ` +
      `${(2n ** 64n).toLocaleString("en")} boards: at a thousand million a second they would take ` +
      `${2n ** 64n / (10n ** 9n * 31_556_952n)} years.`,
  },
  answer: "Answer on the board",
  check: "Check",
  another: "Another board",
  again: "Start again",
  opens: (view: string) => `Open in the explorer${view === views.steps ? "" : `: ${view}`}`,
  marked: (marked: number) =>
    `Click squares to mark them. Marked: ${marked === 0 ? "none" : count(marked, "square")}.`,
  verdict: (right: string[], missed: string[], wrong: string[]) =>
    [
      right.length > 0 || missed.length + wrong.length === 0 ? `Right: ${some(right, "no square")}.` : "",
      missed.length > 0 ? `Missed, with rings: ${list(missed)}.` : "",
      wrong.length > 0 ? `Not in the set, with crosses: ${list(wrong)}.` : "",
    ].filter((text) => text !== "").join(" "),
  because: (square: string, why: string) => `${square}: ${why}.`,
  reasons: {
    own: "the slider’s own square is not in the set",
    start: "the set starts with the slider’s own square",
    off: "it is not on the line",
    noLine: "no line of the slider goes there",
    behind: (blocker: string) => `it is behind the piece on ${blocker}`,
    reached: "nothing stands before it, so it is reached",
    far: "two steps reach three squares, and it is farther away",
    full: "a piece stands there, so it is not free to pass",
    below: "it is below the slider, and this half looks upwards only",
    empty: "no piece stands there",
    piece: "a piece stands there, on an inner square of the rank",
    first: "it is the first 1 that the borrow meets, so the borrow takes it",
    later: "the borrow stops before it",
    nearest: "no other piece is nearer on its side",
    nearer: "another piece is nearer to the slider",
    end: "it is the end of its line, which is left out",
    inner: "it is on a line of the slider and not its end, so it matters, occupied or not",
    nothing: "no square of the line has its bit here",
    from: (square: string, isPiece: boolean) =>
      `it stands for ${square}, where ${isPiece ? "a" : "no"} piece of the set is`,
    attackers: (sliders: number) => `${count(sliders, "white slider")} attack${sliders === 1 ? "s" : ""} it`,
    before: "a piece there is before the target, so the answer depends on it",
    noMatter: "whether a piece stands there changes nothing",
    noStep: "the king does not step there",
    safe: "it is a step away, and Black does not attack it",
    attacked: "Black attacks it when the king is lifted",
  },
  board: (title: string) => `The board of “${title}”`,
  states: { blocker: "blocker", empty: "empty", attacked: "attacked", marked: "marked" },
  lines: { rank: "rank", file: "file", diagonal: "diagonal", "anti-diagonal": "anti-diagonal" },
  line: "Line",
  slider: "Slider",
  loop: (looks: number, loop: number, formula: number) =>
    `The loop looks at ${count(looks, "square")} here. Without a branch it would have to go to the edge on ` +
    `every line and throw away what is behind a blocker: that takes ${loop} operations on numbers for this ` +
    `slider. The formula of this page takes ${formula}.`,
  bits: (squares: number, hex: string) =>
    `In occupied ${count(squares, "digit")} ${squares === 1 ? "is" : "are"} 1. As a number it is ${hex}, ` +
    "which is written the other way round: from bit 63, h8, down to bit 0, a1.",
  play: "▶ Play",
  pause: "Pause",
  back: "One bit back",
  forward: "One bit further",
  running: "The formula, bit by bit",
  leave: "Leave the question",
  borrow: (from: string, zeros: number, taken: string | undefined) =>
    `The borrow starts at ${from}, ` +
    (zeros > 0 ? `runs through ${count(zeros, "zero")} of the rank (orange), ` : "") +
    (taken ? `and takes ${taken} (ring).` : "and runs off the rank: no piece stops it."),
  beside: (squares: number) =>
    squares === 0
      ? "No square beside the line has changed."
      : squares === 1
        ? "1 square beside the line has become a one. & line removes it."
        : `${squares} squares beside the line have become ones. & line removes them.`,
  ray: (names: string[]) =>
    names.length === 0 ? "The slider has no square on this side." : `The ray has ${list(names)}.`,
  lost: (upper: string[], lower: string[], beyond: string[]) =>
    [
      upper.length > 0
        ? `o − r has lost ${list(upper)}; mirror(o' − r') still has it.`
        : "No blocker is above the slider, so o − r has lost none.",
      lower.length > 0
        ? `mirror(o' − r') has lost ${list(lower)}; o − r still has it.`
        : "No blocker is below, so mirror(o' − r') has lost none.",
      beyond.length > 0 ? `Both have ${list(beyond)}: ^ removes that.` : "",
    ].filter((text) => text !== "").join(" "),
  swapped: (rank: number, to: number) =>
    `The byte swap brings rank ${rank} to rank ${to}, with the same order of files.`,
  inner: (index: string, inner: number, square: string) =>
    `The six inner bits, from g down to b, are ${index}: the number ${inner}. ` +
    `With the file of ${square} they choose one of 512 bytes.`,
  costs: {
    name: "for a rook", operations: "operations, a bit reversal as one",
    bytes: "bytes of tables, 2,048 of them the lines of the squares",
  },
  nearest: (lower: string[], upper: string[], made: number) =>
    `Nearest below: ${some(lower, "none, so a1 stands for it")}. ` +
    `Nearest above: ${some(upper, "none, so the ones run to the end")}. ` +
    `The difference has ${count(made, "one")}.`,
  grown: (sizes: number[], ray: string[]) =>
    `With the slider, the set here has ${list(sizes.map(String))} squares. ` +
    (ray.length === 0 ? "The ray is empty." : `With the blocker and without the slider, the ray is ${list(ray)}.`),
  product: (ones: number, bits: string, inner: number) =>
    `${count(ones, "piece")} on the inner squares of the line, and as many ones in the frame. ` +
    `The six bits are ${bits}: index ${inner}.`,
  factor: (ones: number) => `is the factor: ${count(ones, "one")}, and a copy for each of them.`,
  noCollision: (tried: number) =>
    `All ${tried} sets were tried: no two of them collide. This factor is good.`,
  collision: (tried: number) =>
    `Collision after ${tried} sets: these two have different attacks, but the same index.`,
  searched: (factors: number, found: boolean) =>
    found ? `${count(factors, "factor")} tried: found.` : `${count(factors, "factor")} tried …`,
  index: (index: number, shift: number, offset: number, rows: number) =>
    `>> ${shift} leaves these bits: the index ${index}. It selects row ${offset} + ${index} of the ` +
    `table, 8 bytes. This square has ${rows} rows, ${(8 * rows) / 1024} KiB.`,
  otherFactor: "Another factor",
  search: "Search",
  stop: "Stop",
  good: "A good factor",
  sum: (bytes: number[], remainder: number) =>
    bytes.length === 0
      ? "No piece is on the line, so the remainder is 0."
      : `Modulo 255: ${bytes.join(" + ")} = ${remainder}.`,
  packed: (index: number) => `The index is ${index}.`,
  lane: (at: number) => `lane ${at}`,
  many: (sliders: number, most: number) =>
    `Of ${count(sliders, "white slider")} at most ${most} attack${most === 1 ? "s" : ""} a square.`,
  tiles: { first: "first set", second: "second set", attacks: "its attacks" },
};
