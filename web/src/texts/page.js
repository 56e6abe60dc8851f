/** The words in English that the build writes into the pages. */

export const opening = {
  title: "Where can the bishop go?",
  lead: (count) =>
    "Chess engines ask this for every position that they look at. Here is how they answer it, for " +
    `people who program and know how the pieces move: ${count} techniques, each proved for all 2⁶⁴ ` +
    "boards, and all of it runs here. Click a square to set a blocker, and drag the slider.",
  sources:
    "[The library and its source](https://github.com/hyperbola-chess/hyperbola) · " +
    "[All techniques, with their authors](techniques/index.html) · " +
    "[The chess programming wiki](https://www.chessprogramming.org/Sliding_Piece_Attacks)",
  contents: "Chapters",
  here: "The chapters before and after",
  loading: "The board comes with the library …",
};

/** The pages of the techniques, and what previews of the explorer say. */
export const pages = {
  title: "Hyperbola explorer",
  description: "See why ((o - r) ^ mirror(o' - r')) & line works, and how magic bitboards do, on a live board.",
  explorer: "explorer",
  pages: "Pages",
  open: "Open the explorer",
  all: "All techniques",
  beside: "Techniques beside this one",
  live: "A live board with the formula",
  steps: (name) => `Every step of ${name} in the explorer`,
  about: (count) =>
    `${count} techniques for the squares that a rook, a bishop or a queen attacks: each with its ` +
    "idea, its formula and a live board.",
};

/** The words of the story and of its tables. */
export const written = {
  way: (title) => `Before and after “${title}”`,
  bars: {
    processor: "Processor",
    region: "Costs and times of a queen",
    columns: {
      technique: "technique", operations: "operations", chain: "chain", kib: "KiB of tables",
      latency: "ns, each waits", plain: "ns, plain", free: "ns, free", word: "on", busy: "ns, busy",
    },
    words: {
      u64: "plain", avx2: "AVX2, BMI2", "avx512-gfni": "AVX-512, GFNI", ssse3: "SSSE3",
    },
    none: "not measured",
    loop: (processor) => `Nanoseconds for one rook on a ${processor}`,
  },
  constraints: {
    boards: [
      { name: "A pin", said: "The rook stays on its king’s line with the black rook." },
      { name: "A check", said: "Queen and knight take the rook or step between." },
      { name: "Two checks", said: "No square answers both: only the king moves." },
    ],
    label: (name, squares) => `${name}: beside the king’s moves ${squares.join(" ") || "none"}`,
    key: "Filled: where pieces may go. Framed: the king. Red: what the pin or the last check forbids.",
  },
  calls: "What is proved of each call",
  download: (file) => `Download ${file}`,
  question: "Question",
};
