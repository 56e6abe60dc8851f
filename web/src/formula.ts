/** A formula as one picture: its tokens, each with its board, and why a square is on it or not. */

import { describe, drawSmall, kindOf, typed } from "./board";
import { h } from "./dom";
import { bitOf, lightUp } from "./lights";
import { type FlatStep, type Row, ripple, rippleEnds, rowsOf, signOf } from "./operations";
import { given, same, sentence } from "./sentences";
import { bit, has, nameOf, setOf, squaresOf } from "./squares";
import type { Explained } from "./types";

/** A sign of a formula: a letter or an operator, with the value that it stands for. */
export interface Token {
  text: string;
  /** The whole of what it stands for; nothing for a bracket. */
  name?: string;
  node?: number;
}

/** The most values that a picture shows. */
const MOST = 12;
/** How many steps may stand in each other's place, from the first that is tried. */
const DEPTHS = [4, 3, 2, 1, 0];
/** Names as short as this, and `line`, are the letters of a formula, and stand as they are. */
const LETTERS = 2;

/** A longer formula is named below its board by the name of its step. */
const LONGEST = 24;

/** The functions, with their names in a formula: both mirrors have one. */
const FUNCTIONS = new Map([["swap_bytes", "mirror"], ["reverse_bits", "mirror"], ["not", "not"]]);
const BINARY = new Set(["and", "or", "xor", "add", "subtract", "multiply"]);
const SHIFTS = new Set(["shift_left", "shift_right"]);

/** Numbers below this are written in decimal digits, as the steps write them. */
const SMALL = 100n;

function numberOf(digits: string): string {
  const value = BigInt(`0x${digits}`);
  return value < SMALL ? String(value) : `0x${value.toString(16)}`;
}

const isLetter = (name: string): boolean =>
  name === "line" || name.replaceAll("'", "").length <= LETTERS;

/** Writes the formula of a step in letters, as deep as the picture has room for. */
export function tokensOf(explained: Explained, steps: FlatStep[], index: number): Token[] {
  const forms = DEPTHS.map((depth) => write(explained, steps, index, depth));
  return forms.find((tokens) => valuesOf(tokens).length <= MOST) ?? forms.at(-1)!;
}

export const valuesOf = (tokens: Token[]): Token[] =>
  tokens.filter(({ node }) => node !== undefined);

function write(explained: Explained, steps: FlatStep[], index: number, depth: number): Token[] {
  const { operations } = explained;
  const top = steps[index]!;
  const made = new Map(steps.slice(0, index).map(({ node, step }) => [node, step.name]));
  const textOf = (tokens: Token[]): string =>
    tokens
      .map(({ text }) => (/^[()[\]]$/.test(text) ? text : ` ${text} `))
      .join("")
      .replace(/ +/g, " ")
      .replace(/([([]) /g, "$1")
      .replace(/ ([)\]])/g, "$1")
      .replace(/(\w) ([([])/g, "$1$2")
      .trim();
  const expand = (node: number, isTop: boolean, deep: number): Token[] => {
    const { op, of, value, by, table } = operations[node]!;
    const name = isTop ? undefined : made.get(node);
    const [a, b] = of;
    const isFunction = FUNCTIONS.has(op);
    const isOperator = isFunction || BINARY.has(op) || SHIFTS.has(op);
    if (name !== undefined && (deep === 0 || isLetter(name) || !isOperator))
      return [{ text: name, name, node }];
    const left = name === undefined ? deep : deep - 1;
    if (op === "alias") return expand(a!, isTop, left);
    if (isFunction || (op === "lookup" && of.length === 1)) {
      const inner = expand(a!, false, left);
      const [first, open, close] = isFunction
        ? [FUNCTIONS.get(op)!, "(", ")"]
        : [table ?? op, "[", "]"];
      const all: Token[] = [{ text: first, node }, { text: open }, ...inner, { text: close }];
      all[0]!.name = textOf(all);
      return all;
    }
    const operand = (node: number): Token[] => {
      const inner = expand(node, false, left);
      const isWhole = inner.length === 1 || /^[[(]$/.test(inner[1]!.text);
      return isWhole ? inner : [{ text: "(" }, ...inner, { text: ")" }];
    };
    if (BINARY.has(op) || (SHIFTS.has(op) && of.length === 2)) {
      const sign: Token = { text: signOf(op), node };
      const all = [...operand(a!), sign, ...operand(b!)];
      sign.name = textOf(all);
      return all;
    }
    if (by !== undefined && SHIFTS.has(op)) {
      const sign: Token = { text: `${signOf(op)} ${by}`, node };
      const all = [...operand(a!), sign];
      sign.name = textOf(all);
      return all;
    }
    const text = op === "constant" ? numberOf(value) : (table ?? op);
    return [{ text, name: text, node }];
  };
  return expand(top.node, true, depth);
}

/** Says why a square is in the result of an operation or not. */
export function why(row: Row | undefined, square: number): string {
  if (!row) return "";
  const [a, b] = row.operands;
  const [inA, inB] = [a, b].map((value) => value !== undefined && has(value.bits, square));
  const names = [a?.name ?? "the left side", b?.name ?? "the right side"];
  const which = inA ? names[0] : names[1];
  switch (row.op) {
    case "and":
    case "or":
    case "xor":
      return inA && inB ? "both have it" : inA || inB ? `only ${which} has it` : "neither has it";
    case "subtract":
      if (has(rippleEnds(row), square)) return "the borrow takes it";
      if (has(ripple(row), square)) return inA ? "the borrow goes through" : "borrowed";
      return inB ? "subtracted" : `as in ${names[0]}`;
    case "swap_bytes":
      return `it was ${nameOf(square ^ 56)}`;
    case "reverse_bits":
      return `it was ${nameOf(63 - square)}`;
    case "not":
      return inA ? "turned to 0" : "turned to 1";
    default:
      return "";
  }
}

/** What a value of the picture has on the page. */
interface Shown {
  token: Token;
  buttons: HTMLElement[];
  tile: HTMLElement;
  row: Row | undefined;
  set: bigint;
}

interface Options {
  /** Goes to the step of a value. */
  jump?(step: number): void;
  /** Returns the squares of an operation's result that are not right. */
  wrong?(node: number): bigint;
  /** Returns what else there is to an operation. */
  more?(node: number): Node | undefined;
}

/** The picture of a formula, and what shows where its value comes from. */
export interface FormulaPicture {
  element: HTMLElement;
  /** The boards that an operation makes, in the order of the formula. */
  films: { board: SVGSVGElement; row: Row }[];
  /** Marks a step's value, if the formula has it. */
  mark(step: number): void;
}

/** Returns what a section says of its line: the line's squares, and where the mirror brings one. */
function lineOf(explained: Explained, steps: FlatStep[], index: number) {
  const { section } = steps[index]!;
  const found = (name: string): FlatStep | undefined =>
    steps.find((step) => step.section === section && step.step.name === name);
  const line = found("line");
  const mirrored = found("o'");
  const isReversed = mirrored && explained.operations[mirrored.node]!.op === "reverse_bits";
  return {
    line: line?.step.kind === "board" ? BigInt(line.step.value) : 0n,
    mirror: (square: number): number => (isReversed ? 63 - square : square ^ 56),
  };
}

/** Draws a step's formula: the tokens, a board below each, and what is said of the chosen one. */
export function drawFormula(
  explained: Explained,
  steps: FlatStep[],
  index: number,
  slider: number,
  { jump, wrong = () => 0n, more = () => undefined }: Options = {},
): FormulaPicture {
  const tokens = tokensOf(explained, steps, index);
  const { line, mirror } = lineOf(explained, steps, index);
  const rows = new Map<number, Row>();
  for (let at = 0; at <= index; at++)
    for (const row of rowsOf(explained, steps, at)) rows.set(row.node!, row);
  const text = h("p", { class: "tokens", role: "group", "aria-label": "Formula" });
  const boards = h("div", {
    class: "tiles",
    role: "group",
    tabindex: 0,
    "aria-label": "Boards of the formula",
  });
  const told = h("p", { class: "sentence", role: "status" });
  const rest = h("div", { class: "rest" });
  const shown = new Map<number, Shown>();
  const stepOf = (node: number): number => steps.findIndex((step) => step.node === node);

  const show = (node: number): void => {
    for (const [own, { buttons, tile }] of shown) {
      for (const button of buttons) button.ariaPressed = String(own === node);
      tile.classList.toggle("chosen", own === node);
      if (own !== node) continue;
      // On a phone the boards and the tokens are strips.
      for (const [strip, part] of [[boards, tile], [text, buttons[0]!]] as const)
        strip.scrollLeft = part.offsetLeft - (strip.clientWidth - part.offsetWidth) / 2;
    }
    told.replaceChildren(...tell(node));
    rest.replaceChildren(more(node) ?? "");
  };
  /** Says how a value comes about. */
  const tell = (node: number): (Node | string)[] => {
    const { token, row } = shown.get(node)!;
    const step = steps[stepOf(node)]?.step;
    const isLetter = step !== undefined && token.text === token.name;
    const isGiven = isLetter && step.expression === step.name;
    const name = isLetter && !isGiven ? `${token.name} = ${step.expression.replace(/swap_bytes|reverse_bits/g, "mirror")}` : token.name!;
    const said = row
      ? sentence(row)
      : step === undefined
        ? ""
        : isGiven
          ? given(step)
          : same(steps, stepOf(node));
    return [h("code", {}, name), ` ${said}`];
  };
  const choose = (node: number): void => {
    const step = stepOf(node);
    show(node);
    if (step >= 0) jump?.(step);
  };
  const drawTile = (token: Token, set: bigint, row: Row | undefined): HTMLElement => {
    const name = token.name!;
    // What has a prime, and is not mirrored back, lies on the mirrored board.
    const isMirrored = name.includes("'") && !/mirror/.test(name);
    const place = isMirrored ? mirror : (square: number): number => square;
    const layers: [string, bigint][] = [
      ["ghost", setOf(squaresOf(line).map(place))],
      ["ones", set],
      ["borrow", row ? ripple(row) & set : 0n],
      ["fault", wrong(token.node!)],
      ["spot", bit(place(slider))],
      ["stop", row ? rippleEnds(row) : 0n],
    ];
    const step = steps[stepOf(token.node!)]?.step;
    const isNumber =
      step === undefined
        ? explained.operations[token.node!]!.number === true
        : step.kind === "number";
    return h(
      "figure",
      {
        class: "tile",
        "data-kind": kindOf(name),
        "data-value": typed(name),
        click: () => choose(token.node!),
      },
      isNumber
        ? h("output", { class: "number" }, set.toString())
        : drawSmall(
          layers.filter(([kind, squares]) => kind === "ones" || squares !== 0n),
          `${name}: ${describe(set)}`,
        ),
      h("figcaption", {}, name.length > LONGEST && step ? step.name : name),
      h("p", { class: "why" }),
    );
  };

  for (const token of tokens) {
    const { node } = token;
    if (node === undefined) {
      text.append(h("span", {}, token.text));
      continue;
    }
    const known = shown.get(node);
    const button = h(
      "button",
      {
        type: "button",
        class: "token",
        "data-kind": kindOf(token.name!),
        "data-value": typed(token.name!),
        "aria-pressed": "false",
        click: () => choose(node),
      },
      token.text,
    );
    text.append(button);
    if (known) {
      known.buttons.push(button);
      continue;
    }
    const [set, row] = [BigInt(`0x${explained.operations[node]!.value}`), rows.get(node)];
    const tile = drawTile(token, set, row);
    boards.append(tile);
    shown.set(node, { token, buttons: [button], tile, row, set });
  }
  const element = h("div", { class: "formula-picture" }, text, boards, told, rest);
  const explain = (say: (one: Shown) => string): void => {
    for (const one of shown.values()) one.tile.querySelector(".why")!.textContent = say(one);
  };
  const lit = lightUp(element, (square) => {
    explain(({ set, row }) => `${has(set, square) ? 1 : 0} ${why(row, square)}`.trim());
    return bitOf(square);
  });
  element.addEventListener("pointerleave", () => explain(() => ""));
  element.append(lit);
  const mark = (step: number): void => {
    const { node } = steps[step]!;
    if (shown.has(node)) show(node);
  };
  const [first] = valuesOf(tokens);
  if (shown.has(steps[index]!.node)) show(steps[index]!.node);
  else if (first) show(first.node!);
  const made = [...shown].sort(([a], [b]) => a - b).map(([, one]) => one);
  const films = made.flatMap(({ tile, row }) => {
    const board = tile.querySelector("svg");
    return board && row ? [{ board, row }] : [];
  });
  return { element, films, mark };
}
