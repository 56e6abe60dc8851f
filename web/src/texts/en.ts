/** The story in English. Another language is another file of the same names. */

import type { View } from "../state";

export interface ChapterText {
  id: string;
  title: string;
  /** Code stands between backticks, what is new between asterisks. */
  paragraphs: string[];
  question: string;
}

export const opening = {
  title: "Where can the bishop go?",
  lead:
    "A rook, a bishop or a queen slides until a piece stops it. A computer can find all the " +
    "squares of one slider with two subtractions a line. This page shows how, and why it is " +
    "right. Every board on it is live: click a square to put a blocker there, and drag the " +
    "slider.",
  contents: "Chapters",
  loading: "The board comes with the library …",
};

/** The pages of the techniques, and what previews of the explorer say. */
export const pages = {
  title: "Hyperbola explorer",
  description: "See why ((o - r) ^ (o' - r')') & line works, on a live board.",
  explorer: "explorer",
  pages: "Pages",
  open: "Open the explorer",
  all: "All techniques",
  beside: "Techniques beside this one",
  live: "A live board with the formula",
  steps: (name: string) => `Every step of ${name} in the explorer`,
  about: (count: number) =>
    `${count} techniques for the squares that a rook, a bishop or a queen attacks: each with its ` +
    "idea, its formula and a live board.",
};

export const chapters: ChapterText[] = [
  {
    id: "loop",
    title: "The loop",
    paragraphs: [
      "A slider goes along its lines, square by square. The first piece on the way stops " +
        "it: the *blocker*. The square of the blocker is still attacked, because the blocker " +
        "may be captured.",
      "The obvious program is a loop. It looks at the next square. If the square is empty, " +
        "the loop goes on. If not, it stops. The numbers on the board count its looks in each " +
        "direction.",
      "The loop is right, but slow. A processor works ahead: it guesses whether the loop " +
        "goes on. Where it stops is different on every board, so the processor often guesses " +
        "wrong, and the work that it did ahead is lost. A chess program asks this question " +
        "millions of times a second.",
    ],
    question: "Which squares does the slider attack? Mark them.",
  },
  {
    id: "bits",
    title: "A board is 64 bits",
    paragraphs: [
      "A set of squares has one bit for each square: 1 if the square is in the set, 0 if " +
        "not. There are 64 squares, and a processor works on words of 64 bits. So a whole set " +
        "is *one number*. Bit 0 is a1, bit 7 is h1, bit 63 is h8.",
      "Now one instruction works on all squares at once. `&` keeps the squares that both " +
        "sets have. `|` joins two sets. `^`, the exclusive or, keeps the squares that exactly " +
        "one of them has.",
      "`occupied` is the set of all pieces. `line` is one line of the slider, without the " +
        "slider's own square. `o = occupied & line` has the pieces that can matter on this " +
        "line.",
    ],
    question:
      "Take the file of the slider as the line. Which squares has `occupied & line`? Mark " +
      "them.",
  },
  {
    id: "rank",
    title: "One rank, by hand",
    paragraphs: [
      "Take one rank. It has eight bits. `r` has the slider's bit alone, and `o` has the " +
        "other pieces of the rank. Now subtract `2r`. That is `r` moved one bit up: the next " +
        "square. The table writes the lowest bit first, as the board does.",
      "If the next square is empty, 0 − 1 does not go, and the subtraction *borrows* from " +
        "the bit after it. That one may be 0 too. It becomes 1, and the borrow runs on, until " +
        "it finds a 1 and takes it. This 1 is the first blocker. So the subtraction stops " +
        "where the slider stops, and there is no loop.",
      "`o ^ (o - 2r)` keeps the bits that have changed: the empty squares that became 1, " +
        "and the blocker that became 0. These are the attacks to this side.",
    ],
    question: "`o - 2r` is computed. Which piece does it take away? Mark its square.",
  },
  {
    id: "line",
    title: "A file, a diagonal",
    paragraphs: [
      "On a file the next square is 8 bits higher, and on a diagonal 9. `2r` is still the " +
        "bit right after `r`. It and the other bits between belong to other lines, and the " +
        "mask has made them 0: `o = occupied & line`.",
      "So the borrow runs over them as over empty squares. It still stops at the first " +
        "blocker of the line. On its way it changes squares beside the line (orange). A last " +
        "`& line` removes them.",
      "The same subtraction does for all four lines. Choose a line below the board.",
    ],
    question: "Which squares has `(o ^ (o - 2r)) & line`? Mark them on the line that is shaded.",
  },
  {
    id: "mirror",
    title: "The other direction",
    paragraphs: [
      "A borrow runs only upwards, to higher bits. For the other ray we *mirror* the board. " +
        "Then down is up, and we can subtract. Then we mirror the result back. A prime stands " +
        "for the mirror: `o'`.",
      "A *byte swap* puts rank 1 in the place of rank 8, rank 2 in the place of rank 7, and " +
        "so on. On a file or a diagonal each square has a rank of its own, so this turns the " +
        "order of its squares. It is one instruction.",
      "A rank lies inside one byte. A byte swap moves it, but does not turn it. A *bit " +
        "reversal* turns the whole board by half a turn, and with it the rank. From here on " +
        "`o` has the slider's own bit too: it is below the bits that the borrow changes.",
    ],
    question:
      "Where are the blockers of the line and the slider on the mirrored board, `o'`? Mark " +
      "them.",
  },
  {
    id: "formula",
    title: "The whole formula",
    paragraphs: [
      "The higher ray is `o ^ (o - 2r)`. The lower ray is the same on the mirrored board, " +
        "mirrored back: `(o' ^ (o' - 2r'))'`. The two share no square, so an *exclusive or* " +
        "can join them.",
      "Why not `|`? A mirror only moves bits, so it may be taken of each part: `(a ^ b)'` " +
        "is `a' ^ b'`. And `o'` mirrored back is `o`. So the lower ray is `o ^ (o' - 2r')'`, " +
        "and now both halves begin with `o`. `o ^ o` is empty: both `o` *cancel*. `(o - 2r) ^ " +
        "(o' - 2r')'` is left.",
      "Here `o` has the slider's own bit. Leave it out of `o`: then `r` is subtracted once " +
        "already, and *one more* `r` is enough. This is the whole formula: `((o - r) ^ (o' - " +
        "r')') & line`.",
      "See it at work. The first half, `o - r`, has lost the blocker on the higher ray. The " +
        "second half still has it, so the exclusive or keeps it. Beyond the blocker both " +
        "halves are equal, and nothing stays.",
    ],
    question: "Which squares of the line has the first half, `o - r`? Mark them.",
  },
  {
    id: "ranks",
    title: "The rank's trouble",
    paragraphs: [
      "The byte swap is one instruction, but it does not turn a rank. ARM processors " +
        "reverse the bits by one instruction too. On x86-64 a bit reversal takes about twenty.",
      "There are other answers. A rank has only six inner squares: whether its two ends are " +
        "occupied changes nothing, because the slider stops there anyway. Six bits make 64 " +
        "cases for each of the 8 files: a *look-up* in a table of 512 bytes gives the attacks.",
      "Or turn the rank into a diagonal by a multiplication, use the formula there, and " +
        "turn it back. The table has the costs of each answer.",
    ],
    question: "Which squares of the rank are ones in the index of the table? Mark them.",
  },
  {
    id: "difference",
    title: "Obstruction difference",
    paragraphs: [
      "Here is another idea with one subtraction for both rays. Find the nearest blocker " +
        "*below* the slider: the highest one of the lower ray. Find the nearest *above*: the " +
        "lowest one of the upper ray.",
      "Now subtract: `2 * upper - lower`. A power of two less a smaller one is a row of " +
        "ones: from the lower blocker up to the upper blocker, both included. `& line` leaves " +
        "the squares of the line. No mirror is needed.",
    ],
    question: "Which blockers does the subtraction use? Mark them.",
  },
  {
    id: "doubling",
    title: "Doubling",
    paragraphs: [
      "A fill goes from square to square as the loop does, but with sets: shift the set by " +
        "one step, and keep what is empty. Seven such steps reach every square.",
      "*Kogge-Stone* does it in three. First go one step. Then go two steps at once, where " +
        "both squares are empty. Then go four. The reach doubles: 1, 3, 7. A last step adds " +
        "the blocker.",
      "The same three steps work for many sliders at once: the set may have more than one " +
        "bit at the start.",
    ],
    question:
      "The second step, `two`, has the slider and up to three empty squares beyond it. Mark " +
      "this set.",
  },
  {
    id: "gather",
    title: "Multiply to look up",
    paragraphs: [
      "The table of ranks can serve a diagonal too, if its squares come into one row. A " +
        "*multiplication* does that. To multiply is to add shifted copies. The factor has a " +
        "one in each rank, so there is a copy for each rank.",
      "Each square of a diagonal has a file of its own. So on the top rank the copies meet " +
        "without a collision: each letter falls into its own place. A shift brings these six " +
        "bits down: they are the index.",
      "These are *kindergarten bitboards*: a small table, one multiplication a line.",
    ],
    question: "Which of the six top bits, c8 to h8, are ones in the product? Mark them.",
  },
  {
    id: "magic",
    title: "Magic factors",
    paragraphs: [
      "Now take both lines of a bishop at once. The squares that matter have letters. A " +
        "factor moves each letter to other places. The top bits of the product are the index. " +
        "The letters may come in any order. Some may be added to others.",
      "One thing is forbidden: two sets with *different* attacks and the same index, a " +
        "*collision*. Nobody knows a rule for good factors. People try random ones with few " +
        "ones until no two sets collide. Try it: one by one, or let the page search.",
    ],
    question: "Which squares matter for the index? Mark all of them, occupied or not.",
  },
  {
    id: "modulo",
    title: "Casting out 255",
    paragraphs: [
      "Division gathers bits too. Each rank is a byte, and a step up one rank is a factor " +
        "of 256. Divide 256 by 255: the remainder is 1. So modulo 255 the rank does not " +
        "matter, and the remainder is the *sum of the eight bytes*. On a diagonal each byte " +
        "has another bit, so the sum keeps all bits apart.",
      "Modulo 257 the remainder of 256 is −1: the bytes are added and subtracted in turn. " +
        "Fenner and Levene proved that for the eight bits of an anti-diagonal all these sums " +
        "are different. So the remainder can choose a row of a table: *congruent modulo " +
        "bitboards*.",
    ],
    question:
      "The remainder has eight bits. Put them on the first rank, bit 0 on a1. Which are ones? " +
      "Mark them.",
  },
  {
    id: "pext",
    title: "One instruction: PEXT",
    paragraphs: [
      "Some processors have an instruction for exactly this. *PEXT* takes the bits of a " +
        "word under a mask and packs them together at the bottom, in their order. Here no " +
        "factor must be found, and nothing can collide.",
      "The letters stand on the squares of the mask. On the board of the index they stand " +
        "in its first bits, from a1 on.",
    ],
    question:
      "The index has as many bits as the mask has squares. Put bit 0 on a1, bit 8 on a2. " +
      "Which are ones? Mark them.",
  },
  {
    id: "lanes",
    title: "All at once",
    paragraphs: [
      "Formulas without a branch have one more gift. A vector register holds 4 or 8 words " +
        "side by side, its *lanes*. The same instructions run on all of them. Eight queens on " +
        "eight squares cost as many instructions as one.",
      "A fill is *set-wise*: it moves all sliders that go in one direction, in one run. " +
        "Eight directions make eight sets. Added up, they say how many sliders attack each " +
        "square. These are the numbers on the board.",
    ],
    question: "Which squares are attacked by two or more of the white sliders? Mark them.",
  },
  {
    id: "counter",
    title: "Moves that nobody makes",
    paragraphs: [
      "To test a move generator, one counts all sequences of moves. The last moves need not " +
        "be made: the ones in the eight sets are counted. The moves *before the last* need " +
        "not be made either.",
      "White's knight moves, then Black replies. If White passed, Black would have a number " +
        "of replies: the *base*. A piece that comes to a square on the rook's file takes " +
        "squares from the rook. So each square has a number, and `replies = base + " +
        "number(from) - number(to)`. The usual number is 2.",
      "Drag the knight, or click to set black rooks. Each sum is checked: the move is made, " +
        "and the replies are counted.",
    ],
    question: "After which moves of the knight has Black the fewest replies? Mark the squares.",
  },
];

/** The words of the dialog for links. */
export const share = {
  alone: "Board and formula alone",
  hint:
    "The embed form shows this view without the menu of views, in blogs and wikis that allow an " +
    "<iframe>.",
};

/** The names of the views. */
export const views: Record<View, string> = {
  story: "Story",
  steps: "Steps",
  compare: "Compare",
  lanes: "Lanes",
  heat: "Heat map",
  moves: "Moves",
  proof: "Proof",
};

/** The link to a technique's page. */
export const page = (name: string): string => `The page of ${name}, to link to`;

/** The words of the small pictures of steps. */
export const film = {
  wrong: (squares: string) => `wrong on ${squares}`,
  wrongNumber: "a wrong number",
};

/** The words of the code below a step. */
export const code = {
  label: "Code",
  languages: { none: "none", rust: "Rust", c: "C", python: "Python" },
  loading: "The code comes …",
  missing: "The code is not kept on this device: it needs the network once.",
  region: (language: string, name: string) => `${name} in ${language}`,
  changed: "The code is that of the right formula.",
  unlit: "This step is not a part of the code: it shows how the formula was found.",
  origin: "The whole file, with its tables and a test of itself: ",
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
    (speeds ? `; nanoseconds a query as in ${speeds.record} (${speeds.cpu})` : ""),
  columns: {
    plain: (processor: string) => `ns, ${processor}`,
    best: () => "ns, best word",
  },
};

/** The words of times. */
export const times = {
  plain: (processor: string) => `ns a query, ${processor}`,
  best: (word: string) => `ns on ${word}`,
  plainSide: (plain: number, processor: string) => `${plain} ns a query on ${processor}`,
  bothSides: (plain: number, processor: string, best: number, word: string) =>
    `${plain} ns a query on ${processor}, ${best} ns on ${word}`,
  title: (record: string, cpu: string) =>
    `The median of ${record}, a record of the lab (${cpu}): queries that do not depend on each other, ` +
    "in a program for any x86-64, and on the word on which the technique is quickest there.",
};

/** The words that the page says when it runs. */
const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;
const list = (names: string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
const some = (names: string[], none: string): string => (names.length === 0 ? none : list(names));

export const words = {
  answer: "Answer on the board",
  check: "Check",
  another: "Another board",
  again: "Start again",
  opens: (view: string) =>
    view === views.steps ? "Open in the explorer" : `Open in the explorer: ${view}`,
  question: "Question",
  marked: (marked: number) =>
    `Click squares to mark them. Marked: ${marked === 0 ? "none" : count(marked, "square")}.`,
  verdict: (right: string[], missed: string[], wrong: string[]) =>
    missed.length + wrong.length === 0
      ? `Right: ${list(right)}.`
      : [
          right.length > 0 ? `Right: ${list(right)}.` : "",
          missed.length > 0 ? `Missed, with rings: ${list(missed)}.` : "",
          wrong.length > 0 ? `Not in the set, with crosses: ${list(wrong)}.` : "",
        ]
          .filter((text) => text !== "")
          .join(" "),
  board: (title: string) => `The board of “${title}”`,
  states: { blocker: "blocker", empty: "empty", attacked: "attacked", marked: "marked" },
  lines: { rank: "rank", file: "file", diagonal: "diagonal", "anti-diagonal": "anti-diagonal" },
  line: "Line",
  slider: "Slider",
  bit: (name: string, bit: number) => `${name} is bit ${bit}`,
  loop: (looks: number, loop: number, formula: number) =>
    `The loop looks at ${count(looks, "square")} here. Written without branches, it takes ` +
    `${loop} operations for this slider. The formula of this page takes ${formula}.`,
  bits: (squares: number, hex: string) =>
    `Above are the bits of the set of all pieces, from h8 down to a1. ` +
    `${count(squares, "bit")} ${squares === 1 ? "is" : "are"} 1. As a number the set is ${hex}.`,
  beside: (squares: number) =>
    squares === 0
      ? "No square beside the line has changed."
      : squares === 1
        ? "1 square beside the line has changed. The mask removes it."
        : `${squares} squares beside the line have changed. The mask removes them.`,
  ray: (names: string[]) =>
    names.length === 0 ? "The slider has no square on this side." : `The ray has ${list(names)}.`,
  lost: (upper: string[], lower: string[], beyond: string[]) =>
    [
      upper.length > 0
        ? `o − r has lost ${list(upper)}; (o' − r')' still has it.`
        : "No blocker is above the slider, so o − r has lost none.",
      lower.length > 0
        ? `(o' − r')' has lost ${list(lower)}; o − r still has it.`
        : "No blocker is below, so (o' − r')' has lost none.",
      beyond.length > 0
        ? `Both have ${list(beyond)}: nothing stays of that.`
        : "",
    ]
      .filter((text) => text !== "")
      .join(" "),
  swapped: (rank: number, to: number) =>
    `The byte swap brings rank ${rank} to rank ${to}, with the same order of files.`,
  inner: (index: string, inner: number, square: string) =>
    `The six inner bits are ${index}, the number ${inner}. ` +
    `With the file of ${square} they choose one of 512 bytes.`,
  costs: { name: "for a rook", operations: "operations", bytes: "bytes of tables" },
  nearest: (lower: string[], upper: string[], made: number) =>
    `Nearest below: ${some(lower, "none, so a1 stands for it")}. ` +
    `Nearest above: ${some(upper, "none, so the ones run to the end")}. ` +
    `The difference has ${count(made, "one")}.`,
  grown: (sizes: number[], ray: string[]) =>
    `With the slider, the set has ${list(sizes.map(String))} squares. ` +
    (ray.length === 0 ? "The ray is empty." : `The ray is ${list(ray)}.`),
  product: (ones: number, bits: string, inner: number) =>
    `${count(ones, "piece")} on the inner squares of the line, and as many ones in the frame. ` +
    `The six bits are ${bits}: index ${inner}.`,
  factor: (ones: number) => `is the factor: ${count(ones, "one")}.`,
  noCollision: (tried: number) =>
    `All ${tried} sets were tried: no two of them collide. This factor is good.`,
  collision: (tried: number) =>
    `Collision after ${tried} sets: these two have different attacks, but the same index.`,
  searched: (factors: number, found: boolean) =>
    found ? `${count(factors, "factor")} tried: found.` : `${count(factors, "factor")} tried …`,
  index: (index: number, bits: string) =>
    `The pieces on the board give the index ${index}: bits ${bits}.`,
  otherFactor: "Another factor",
  search: "Search",
  stop: "Stop",
  good: "The library's factor",
  watch: "Watch it run",
  sum: (bytes: number[], remainder: number) =>
    bytes.length === 0
      ? "No piece is on the line, so the remainder is 0."
      : `Modulo 255: ${bytes.join(" + ")} = ${remainder}.`,
  alternating: (terms: string, remainder: number) =>
    `Modulo 257, the anti-diagonal moved down to bit 0: ${terms} is ${remainder}.`,
  packed: (index: number) => `The index is ${index}.`,
  lane: (at: number, square: string) => `lane ${at}: ${square}`,
  many: (sliders: number, most: number) =>
    `Of ${count(sliders, "white slider")} at most ${most} attack${most === 1 ? "s" : ""} a square.`,
  base: (base: number) => `The base is ${base}: the replies after a pass.`,
  moves: {
    to: "knight to",
    sum: "base + from − to",
    made: "made and counted",
    not: "the counter makes it",
  },
  illegal: "This is no position in which White can move. Undo the last change, or start again.",
  tiles: {
    occupied: "occupied",
    line: "line",
    and: "occupied & line",
    swap: "after a byte swap",
    reversal: "after a bit reversal",
    rank: "the rank's pieces",
    mirrored: "mirrored back, & line",
    beyond: "& line",
    mask: "the mask",
    index: "index",
    lower: "lower blocker",
    upper: "upper blocker",
    difference: "difference",
    steps: ["one step", "two more", "four more", "the ray"],
    product: "o × factor",
    first: "first set",
    second: "second set",
    attacks: "its attacks",
  },
};
