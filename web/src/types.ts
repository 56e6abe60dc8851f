/** The answers of the library, as `web/wasm` writes them. */

/** Sixteen hexadecimal digits after `0x`, as the library writes 64 bits. */
export type Hex = string;

export type Costs = Record<"operations" | "multiplications" | "lookups" | "chain", number>;

export interface Technique {
  id: string;
  name: string;
  family: string;
  inventors: string[];
  year: number;
  tables: { name: string; bytes: number }[];
  table_bytes: number;
  needs: string[];
  setwise: boolean;
  /** Whether it works line by line. */
  by_lines: boolean;
  /** Of a rook, a bishop and a queen. */
  costs: [Costs, Costs, Costs];
}

export type Step = { name: string; expression: string; value: Hex; kind: "board" | "number" };

export type Section = { title: string; text: string; steps: Step[] };

export interface Operation {
  /** Whether the value is a number and no set of squares. */
  number?: boolean;
  op: string;
  of: number[];
  by?: number;
  table?: string;
  value: string;
}

/** The instructions of a step on x86-64 and on AArch64, and the first and last place on the longest chain. */
export type Machine = { on: [string, string]; chain?: [number, number] };

export interface Explained {
  explanation: { technique: string; sections: Section[] };
  nodes: number[][];
  /** The machine code of each step; a chapter's formula has none. */
  machine?: Machine[][];
  operations: Operation[];
}

export type BoardFacts = Record<"attacks" | "a8" | "lines", Hex> & Record<"decimal" | "binary", string>;

export type Side = { attacks: Hex; counts: number[] };

export type Move = Record<"uci" | "san" | "from" | "to", string>;

/** The pieces of a position, legal or not, each with its square, such as `Ke1`. */
export type Placed = { pieces: string[]; occupied: Hex };

export interface PositionFacts extends Placed {
  fen: string;
  shredder_fen: string;
  side_to_move: string;
  state: string;
  /** Why it is taken for a position of Chess960, where nobody has said so. */
  guess: string | null;
  moves: Move[];
}

/** A FEN without its faults, and these. */
export type Mended = { fen: string; shredder_fen: string; mends: string[] };

export type Changeable = { node: number; operations: string[] };

export type Refuted =
  "right" | "wrong_on_large" | { wrong: { occupied: Hex; expected: Hex; found: Hex } };

/** What the docs say of a technique, as HTML made at build time. */
export type Article = Record<"summary" | "idea" | "formula" | "origin", string>;

/** How many nanoseconds a query takes, as a record of the lab has it. */
export interface Speed {
  /** On plain words, in a program for any processor of the architecture. */
  plain: number;
  /** On the word on which it is quickest there, by the word's name. */
  best: number;
  word: string;
}

/** The times of a record. */
export interface Speeds {
  record: string;
  processor: string;
  /** The processor as it names itself. */
  cpu: string;
  techniques: Record<string, Record<Slider, Speed>>;
}

/** What the build knows of the techniques. */
export type Facts = { articles: Record<string, Article>; speeds?: Speeds; code?: Record<string, number> };

/** A technique's code in a language. */
export interface Code {
  /** The functions of attacks. */
  texts: string[];
  sliders: Record<Slider, {
    /** The functions that those of attacks use. */
    helpers: string;
    /** Which functions belong to the slider, by their places in `texts`. */
    functions: number[];
    /** For each step the function, its first line, and the line behind the last. */
    steps: [at: number, start: number, end: number][][];
  }>;
}

export type Slider = "rook" | "bishop" | "queen";
export const SLIDERS: Slider[] = ["rook", "bishop", "queen"];
