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
      "A slider goes along its lines, square by square. The first piece on the way stops it: " +
        "the *blocker*. Its square counts as attacked too, whatever its colour: there the " +
        "slider captures, or guards its own piece. On the board a dot is an attacked square, " +
        "and a ring an attacked piece.",
      "The obvious program is a loop. It looks at the next square. If the square is empty, " +
        "the loop goes on. If not, or at the edge of the board, it stops. The numbers on the " +
        "board count its looks in each direction.",
      "The loop is right, but slow. A processor works ahead: at each *branch* it guesses " +
        "whether the loop goes on. Where it stops is different on every board, so the processor " +
        "often guesses wrong, and the work that it did ahead is lost. A chess program asks this " +
        "question millions of times a second.",
    ],
    question: "Which squares does the slider attack? Mark them.",
  },
  {
    id: "bits",
    title: "A board is 64 bits",
    paragraphs: [
      "A set of squares has one bit for each square: 1 if the square is in the set, 0 if not. " +
        "There are 64 squares, and a processor works on words of 64 bits. So a whole set is " +
        "*one number*. Bit 0 is a1, bit 7 is h1, bit 8 is a2, and bit 63 is h8.",
      "Now one instruction works on all squares at once. `&` keeps the squares that both sets " +
        "have. `|` joins two sets. `^`, the exclusive or, keeps the squares that exactly one of " +
        "them has.",
      "`occupied` is the set of all pieces, the slider too. `line` is one line of the slider, " +
        "without the slider's own square. So `o = occupied & line` has the other pieces of the " +
        "line: the ones that can stop the slider.",
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
        "other pieces of the rank. Now subtract `2r`: that is `r` moved one bit up, to the next " +
        "square. The table writes the lowest bit first, as the board does.",
      "If the next square is empty, the subtraction finds 0 − 1 there. As on paper, the bit " +
        "becomes 1, and one is *borrowed* from the bit after it. That may be a 0 too: it " +
        "becomes 1 as well, and borrows in turn. So the borrow runs on, until it finds a 1 and " +
        "takes it: that bit becomes 0. This 1 is the first blocker. The subtraction stops where " +
        "the slider stops, and there is no loop. (Orange are the zeros that the borrow runs " +
        "through behind the first.)",
      "`o ^ (o - 2r)` keeps the bits that have changed: the empty squares that became 1, and " +
        "the blocker that became 0. These are the attacks to this side. If the next square has " +
        "a piece, it is taken at once. If there is no blocker at all, the borrow runs off the " +
        "rank, and all squares up to its end have changed.",
    ],
    question: "`o - 2r` is computed. Which piece does it take away? Mark its square.",
  },
  {
    id: "line",
    title: "A file, a diagonal",
    paragraphs: [
      "On a file the next square is 8 bits higher, on a diagonal 9, on an anti-diagonal 7. " +
        "`2r` is still one bit higher than `r`. That is no harm: this bit, and all others " +
        "between two squares of the line, belong to other lines, and the mask has made them 0: " +
        "`o = occupied & line`.",
      "So the borrow runs over them as over empty squares. It still stops at the first " +
        "blocker of the line. On its way it has turned zeros into ones on the line and beside " +
        "it. A last `& line` removes those beside it.",
      "The same formula serves each of the four lines. Choose a line below the board.",
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
        "so on. On a file or a diagonal each square has a rank of its own, so this reverses the " +
        "order of its squares. It is one instruction.",
      "A rank lies inside one byte. A byte swap moves this byte, but the order of its bits " +
        "stays. A *bit reversal* reverses all 64 bits: a1 comes to h8, b1 to g8. This reverses " +
        "a rank too. (Here `o` is `occupied & line` together with the slider's own bit. That " +
        "bit is below those that the borrow changes, so it does no harm. It shortens the next " +
        "chapter, which drops it again.)",
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
        "mirrored back: `(o' ^ (o' - 2r'))'`. On the line the two share no square, so `|` would " +
        "join them. We take the *exclusive or*, which joins them too, because then something " +
        "falls away.",
      "A mirror only moves bits. So the mirror of `a ^ b` is `a' ^ b'`, and `o'` mirrored " +
        "back is `o`. The lower ray is therefore `o ^ (o' - 2r')'`. Both rays begin with `o ^`, " +
        "and `o ^ o` is empty: the two `o` *cancel*. `(o - 2r) ^ (o' - 2r')'` is left.",
      "Now go back to the `o` of the first chapters, without the slider's own bit. To leave " +
        "it out is to subtract `r` once: what was `o - 2r` is now `o - r`. So *one* `r` is " +
        "enough, and the formula is `((o - r) ^ (o' - r')') & line`. It is called *hyperbola " +
        "quintessence*.",
      "See it at work. Above the slider, `o - r` has lost the blocker and gained the empty " +
        "squares before it; the other half has them as they were. Below, it is the other way " +
        "round. So the exclusive or keeps the blockers and the empty squares of both sides. " +
        "Beyond the blockers, and on the slider's square, both halves are equal, and nothing " +
        "stays. In the picture each part of the formula has its board below it, and the outer " +
        "prime is written as the instruction `swap_bytes`, or `reverse_bits` on a rank.",
    ],
    question: "Which squares of the line has the first half, `o - r`? Mark them.",
  },
  {
    id: "ranks",
    title: "The rank's trouble",
    paragraphs: [
      "The byte swap is one instruction, but it does not reverse a rank. ARM processors " +
        "reverse all bits by one instruction too. On x86-64 a bit reversal takes about twenty.",
      "There are other answers. A rank has only six inner squares: whether its two ends are " +
        "occupied changes nothing, because the slider stops there anyway. These six bits, from " +
        "b up to g, read as a number, are an *index*: one of 64 cases for each of the 8 files. " +
        "So a *look-up* in a table of 512 bytes gives the attacks, a byte each.",
      "Or make the rank a diagonal: a multiplication copies it to all eight ranks, and a mask " +
        "keeps one square of each. Use the formula there, and bring the result back by another " +
        "multiplication. The table of costs has the three answers.",
    ],
    question: "Which squares of the rank are ones in the index of the table? Mark them.",
  },
  {
    id: "difference",
    title: "Obstruction difference",
    paragraphs: [
      "Here is another idea with one subtraction for both rays. Find the nearest blocker " +
        "*below* the slider: of the pieces on the lower ray, the one with the highest bit. Find " +
        "the nearest *above*: of the pieces on the upper ray, the one with the lowest bit. " +
        "Processors have instructions for the highest and the lowest bit of a word, so no loop " +
        "is needed.",
      "Each of them is a word with one bit: `lower` and `upper`. Now subtract: `2 * upper - " +
        "lower`. A power of two minus a smaller one is a row of ones, from the smaller one up " +
        "to the bit before the larger one. The larger one is doubled, so the row goes from the " +
        "lower blocker up to the upper blocker, both included. `& line` leaves the squares of " +
        "the line. No mirror is needed. If there is no blocker below, a1 stands for it; if " +
        "there is none above, the ones run to the end of the board. The mask cuts off what is " +
        "too much.",
    ],
    question: "Which blockers does the subtraction use? Mark them.",
  },
  {
    id: "doubling",
    title: "Doubling",
    paragraphs: [
      "A fill goes from square to square as the loop does, but with sets: shift the set by " +
        "one step, and keep what is empty. Seven such steps reach every square of a ray.",
      "*Kogge-Stone* does it in three. First go one step, to an empty square. Then go two " +
        "steps at once, where the next two squares are empty; a shift makes the set of such " +
        "pairs as well. Then go four, where four are empty. With the slider, the set has up to " +
        "2, 4 and 8 squares: it doubles. At last the whole set moves by one step more: so the " +
        "blocker comes in, and the slider's square falls out.",
      "The same steps work for many sliders at once: the set may have more than one bit at " +
        "the start.",
    ],
    question:
      "The second step, `two`, has the slider and up to three empty squares beyond it. Mark " +
      "this set.",
  },
  {
    id: "gather",
    title: "Multiply to look up",
    paragraphs: [
      "The table of ranks can serve a diagonal too, if the six inner squares of the diagonal " +
        "come side by side. A *multiplication* does that. To multiply is to add shifted copies. " +
        "The factor has a one in each rank, so there is a copy for each rank.",
      "The letters on the board name the files. Each square of a diagonal has a file of its " +
        "own, so on the top rank the copies meet without a collision: each letter falls into " +
        "its own place. Here that is one file further right, so that the six inner ones, B to " +
        "G, come to the very top. A shift brings these six bits down: they are the index. The " +
        "ends A and H are not needed, and the shift drops them.",
      "These are *kindergarten bitboards*. Each row of the table has the attacks of a rank, " +
        "copied to all eight ranks, and `& line` keeps those of the diagonal. It is a small " +
        "table, and one multiplication a line.",
    ],
    question: "Which of the six top bits, c8 to h8, are ones in the product? Mark them.",
  },
  {
    id: "magic",
    title: "Magic factors",
    paragraphs: [
      "Now take both lines of a bishop at once. The squares that matter have letters; as on " +
        "the rank, the ends do not matter. A factor moves each letter to other places. The top " +
        "bits of the product are the index. The letters may come in any order, and some may " +
        "even be added to others.",
      "One thing is forbidden: two sets of pieces with *different* attacks and the same " +
        "index, a *collision*. With the same attacks they may share it. Nobody knows a rule for " +
        "good factors. People try random factors in which few bits are set, until no two sets " +
        "collide. Try it: one by one, or let the page search.",
    ],
    question: "Which squares matter for the index? Mark all of them, occupied or not.",
  },
  {
    id: "modulo",
    title: "Casting out 255",
    paragraphs: [
      "Division gathers bits too. Each rank is a byte, and a step up one rank is a factor of " +
        "256. Divide 256 by 255: the remainder is 1. So modulo 255 the rank does not matter, " +
        "and the remainder is the *sum of the eight bytes*. On a diagonal each byte has a " +
        "different bit, so nothing is carried, and the sum keeps all bits apart. It stays below " +
        "255, because the slider's own bit is not in it.",
      "Other divisors gather bits too, in other ways. Modulo 257 the remainder of 256 is −1: " +
        "the bytes are added and subtracted in turn. Fenner and Levene proved that for the " +
        "eight bits of an anti-diagonal all these sums are different. So the remainder can " +
        "choose a row of a table of attacks: *congruent modulo bitboards*.",
    ],
    question:
      "The remainder has eight bits. Put them on the first rank, bit 0 on a1. Which are ones? " +
      "Mark them.",
  },
  {
    id: "pext",
    title: "One instruction: PEXT",
    paragraphs: [
      "Some processors have an instruction that gathers bits. *PEXT* takes those bits of a " +
        "word that a *mask* chooses, and packs them together at the bottom, in their order. " +
        "Here the mask has the squares that matter for a bishop. Each gets a bit of its own in " +
        "the index, so nothing can collide, and no factor must be found.",
      "The letters stand on the squares of the mask. In the second picture they stand on the " +
        "bits of the index, from a1 on.",
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
        "side by side, its *lanes*, and one instruction works on all of them. A loop would have " +
        "to stop at another place in each lane; a formula does the same on every board. So with " +
        "8 lanes, eight queens cost as many instructions as one. The small boards are eight " +
        "lanes: in each a queen on the square that is named, with the pieces of the large board " +
        "as its blockers (one that stands on that square does not matter).",
      "There is a second way to do many at once. A fill is *set-wise*: it moves all sliders " +
        "that go in one direction, in one run. Eight directions make eight sets. Added up, they " +
        "say how many white sliders attack each square, or guard it if a white piece stands " +
        "there. These are the numbers on the board.",
    ],
    question: "Which squares are attacked by two or more of the white sliders? Mark them.",
  },
  {
    id: "counter",
    title: "Moves that nobody makes",
    paragraphs: [
      "To test a move generator, one counts all sequences of moves of some length. The *last* " +
        "moves need not be made: to count them, count the squares in the sets of the pieces' " +
        "moves. But the moves *before the last* need not be made either.",
      "White's knight moves, then Black replies. If White passed, Black would have a number " +
        "of replies: the *base*. The knight changes this number by little. Where it stands in " +
        "the way of a rook, the rook loses the squares behind it. When it leaves such a square, " +
        "the rook gets them back. So each square has a number, and `replies = base + " +
        "number(from) - number(to)`.",
      "A number is 2, and one more for each square that a rook would lose behind the knight. " +
        "(Why 2? A black pawn that can capture the knight there is one reply more, so it takes " +
        "one off the number. There may be two such pawns, and no number is to fall below 0.) " +
        "Where the knight would check the king, or attack a square that he may go to, this sum " +
        "is not right: there a program that counts makes the move.",
      "Drag the knight, or click to set black rooks. To check the sums, this page makes each " +
        "move and counts the replies.",
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
  missing: "The code did not come. Without a network it is there only if it came before.",
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
    `The loop looks at ${count(looks, "square")} here. To do without guesses, a program must do ` +
    `the same on every board: the loop then takes ${loop} operations for this slider. The ` +
    `formula of this page takes ${formula}.`,
  bits: (squares: number, hex: string) =>
    `Above are the bits of occupied, from h8 down to a1, as numbers are written. ` +
    `${count(squares, "bit")} ${squares === 1 ? "is" : "are"} 1. As a hexadecimal number the set is ${hex}.`,
  beside: (squares: number) =>
    squares === 0
      ? "No square beside the line has changed."
      : squares === 1
        ? "1 square beside the line has become a one. The mask removes it."
        : `${squares} squares beside the line have become ones. The mask removes them.`,
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
  costs: {
    name: "for a rook",
    operations: "operations, a bit reversal as one",
    bytes: "bytes of tables, with the masks of lines",
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
  good: "A good factor",
  watch: "Watch it run",
  sum: (bytes: number[], remainder: number) =>
    bytes.length === 0
      ? "No piece is on the line, so the remainder is 0."
      : `Modulo 255: ${bytes.join(" + ")} = ${remainder}.`,
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
    steps: ["one: one step", "two: two more", "four: four more", "the ray"],
    product: "o × factor",
    first: "first set",
    second: "second set",
    attacks: "its attacks",
  },
};
