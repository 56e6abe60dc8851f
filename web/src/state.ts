/** The whole state of the page, its permalink, and undo. */

import type { Numbering } from "./board";
import { LONGEST } from "./expression";
import { fromHex, hex, nameOf, squareOf } from "./squares";
import { SLIDERS, type Slider } from "./types";

export const VIEWS = ["story", "steps", "compare", "lanes", "heat", "moves", "proof"] as const;
export type View = (typeof VIEWS)[number];

export interface State {
  view: View;
  /** The chapter of the story that the address names, or nothing. */
  chapter: string;
  technique: string;
  /** The technique beside it. */
  other: string;
  slider: Slider;
  square: number;
  occupied: bigint;
  /** The number of the step that is shown, from 0 over all sections. */
  step: number;
  numbering: Numbering;
  /** The squares of the sliders in lanes: four or eight. */
  lanes: number[];
  /** The position of the heat maps and the moves. */
  fen: string;
  /** The rules by which its castling rights are read. */
  rules: Rules;
  depth: number;
  /** The changed operator: `node:operation`, or nothing. */
  change: string;
  /** The formula that the reader has typed, or nothing. */
  formula: string;
  /** The language of the code that is shown below a step, or nothing. */
  code: Language;
  /** Whether the page is part of another: a view without the header's menus. */
  embed: boolean;
}

export const LANGUAGES = ["none", "rust", "c", "python"] as const;
export type Language = (typeof LANGUAGES)[number];
export const RULES = ["auto", "chess", "chess960"] as const;
export type Rules = (typeof RULES)[number];

export const INITIAL_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/** The example in the headers of all techniques. */
export const EXAMPLE = { square: 27, occupied: 0x0008_2400_4200_2080n };

export const initial: State = {
  view: "steps", chapter: "", technique: "hyperbola-quintessence", other: "magic-plain",
  slider: "bishop", square: EXAMPLE.square, occupied: EXAMPLE.occupied, step: 7, numbering: "none",
  lanes: [27, 0, 63, 12], fen: INITIAL_FEN, rules: "auto", depth: 4, change: "", formula: "",
  code: "none", embed: false,
};

/** A part of the permalink: its key, how it is written, and how it is read. */
interface Part {
  key: string;
  write(state: State): string;
  /** Returns nothing if the text is not what is expected. */
  read(text: string): Partial<State> | undefined;
  expected: string;
}

/** Makes a part that is one field. */
function part<K extends keyof State>(
  key: string, field: K, expected: string, read: (text: string) => State[K] | undefined,
  write: (value: State[K]) => string = String,
): Part {
  return {
    key,
    write: (state) => write(state[field]),
    read: (text) => {
      const value = read(text);
      return value === undefined ? undefined : ({ [field]: value } as Partial<State>);
    },
    expected,
  };
}

/** Makes a part that is one of some words. */
const word = <K extends "view" | "slider" | "numbering" | "rules" | "code" | "technique" | "other">(
  key: string, field: K, values: readonly State[K][], expected = `one of ${values.join(", ")}`,
): Part => part(key, field, expected, (text) => values.find((value) => value === text));

/** Makes a part that is a whole number of a range. */
const number = (key: string, field: "step" | "depth", least: number, most: number): Part =>
  part(key, field, `a number from ${least} to ${most}`, (text) => {
    const value = /^\d{1,4}$/.test(text) ? Number(text) : -1;
    return value < least || value > most ? undefined : value;
  });

/** Makes a part that is a text of some form. */
const text = (key: string, field: "change" | "formula", expected: string, form: RegExp): Part =>
  part(key, field, expected, (text) => (form.test(text) ? text : undefined));

function readLanes(text: string): number[] | undefined {
  const squares = text.split(".").map(squareOf);
  const lanes = squares.filter((square) => square !== undefined);
  return lanes.length === squares.length && [4, 8].includes(lanes.length) ? lanes : undefined;
}

const parts = (techniques: readonly string[]): Part[] => [
  word("view", "view", VIEWS),
  {
    key: "chapter",
    write: (state) => (state.view === "story" ? state.chapter : ""),
    read: (text) => (/^[a-z]{1,20}$/.test(text) ? { view: "story", chapter: text } : undefined),
    expected: "a chapter of the story",
  },
  word("technique", "technique", techniques, "the id of a technique"),
  word("other", "other", techniques, "the id of a technique"),
  word("slider", "slider", SLIDERS),
  part("square", "square", "a square, a1 to h8", squareOf, nameOf),
  part("occupied", "occupied", "64 bits, such as 0x1234", parseBits, hex),
  number("step", "step", 0, 9999),
  word("numbers", "numbering", ["none", "a1", "a8"] as const),
  part(
    "lanes", "lanes", "four or eight squares with dots between, such as a1.b2.c3.d4", readLanes,
    (lanes) => lanes.map(nameOf).join("."),
  ),
  part(
    "fen", "fen", "a FEN with underscores for its spaces",
    (text) => (text.length > 200 ? undefined : text.replaceAll("_", " ")),
    (fen) => fen.replaceAll(" ", "_"),
  ),
  word("rules", "rules", RULES),
  number("depth", "depth", 1, 9),
  text("change", "change", "an operation and an operator, such as 12:add", /^(\d{1,4}:[a-z_]{1,30})?$/),
  text("formula", "formula", `a formula of at most ${LONGEST} characters`, RegExp(`^[^]{0,${LONGEST}}$`)),
  word("code", "code", LANGUAGES),
  part(
    "embed", "embed", "1", (text) => (text === "1" || text === "" ? text === "1" : undefined),
    (embed) => (embed ? "1" : ""),
  ),
];

/** Reads 64 bits: hexadecimal with 0x, binary with 0b or 64 digits, or decimal. */
export function parseBits(text: string): bigint | undefined {
  const plain = text.trim().replaceAll("_", "").toLowerCase();
  const isNumber = /^(0x[0-9a-f]{1,16}|0b[01]{1,64}|\d{1,20})$/.test(plain);
  const digits = /^[01]{64}$/.test(plain) ? `0b${plain}` : isNumber ? plain : undefined;
  const value = digits === undefined ? undefined : fromHex(digits);
  return value !== undefined && value < 1n << 64n ? value : undefined;
}

/** Writes the part of the address after `#`: what differs from the explorer's first state. Nothing
 * stands for the story's beginning. */
export function toLink(state: State): string {
  if (state.view === "story") return state.chapter === "" ? "" : `chapter=${state.chapter}`;
  const differing = parts([]).filter((part) => part.write(state) !== part.write(initial));
  const link = differing.map((part) => `${part.key}=${encode(part.write(state))}`).join("&");
  return link === "" ? "view=steps" : link;
}

/** Names the parts in which states differ, but for the way through the page: its views, steps and
 * code. */
export function changed(before: State, after: State): string[] {
  const differing = parts([]).filter((part) => part.write(before) !== part.write(after));
  return differing.map(({ key }) => key).filter((key) => !["view", "chapter", "step", "code"].includes(key));
}

/** Escapes what would end a part or the address. A FEN stays readable otherwise. */
function encode(value: string): string {
  // Half of a pair of surrogates is no character, and no address can hold it.
  return encodeURI(value.replace(/\p{Surrogate}/gu, "\ufffd")).replace(/[&#]/g, encodeURIComponent);
}

/** Whether an address leads to the story: one without parameters does. */
export const isStory = (link: string): boolean => /^($|chapter=|view=story)/.test(link);

/** Reads the same. What cannot be read stays as it was at first, and is told. */
export function fromLink(link: string, techniques: readonly string[]): { state: State; errors: string[] } {
  const state: State = structuredClone(initial);
  if (isStory(link)) state.view = "story";
  const errors: string[] = [];
  const known = parts(techniques);
  for (const item of link.slice(0, 2000).split("&").filter((item) => item !== "")) {
    const [key, value] = decode(item);
    const part = known.find((part) => part.key === key);
    const read = part?.read(value);
    if (!part) errors.push(`the link has a part “${shorten(key)}” that this page does not know`);
    else if (read) Object.assign(state, read);
    else errors.push(`the link's ${part.key} is “${shorten(value)}”; expected ${part.expected}`);
  }
  return { state, errors };
}

function decode(item: string): [string, string] {
  const at = item.indexOf("=");
  const [key, value] = at < 0 ? [item, ""] : [item.slice(0, at), item.slice(at + 1)];
  try {
    return [key, decodeURIComponent(value)];
  } catch {
    return [key, value];
  }
}

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
