/** A formula as one picture: its tokens, each with its board, and why a square is on it or not. */

import { describe, drawSmall, kindOf, typed } from "./board";
import { h, s } from "./dom";
import { PRODUCTS, SUMS, type Shown } from "./expression";
import { bitOf, lightUp } from "./lights";
import {
  type FlatStep, type Row, framesOf, isFound, ripple, rippleEnds, rippleFrame, rowsOf, signOf,
} from "./operations";
import { given, same, sentence } from "./sentences";
import { bit, has, hex, nameOf, setOf, squaresOf } from "./squares";
import { type Film, type Player, filmOf, running } from "./story/running";
import { machine as code, steps as words } from "./texts/en";
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
const BINARY = new Set(["and", "or", "xor", "add", "subtract", "multiply", "multiply_high", "subtract_bytes"]);
const SHIFTS = new Set(["shift_left", "shift_right", "rotate_left"]);

/** Numbers below this are written in decimal digits, as the steps write them. */
const SMALL = 100n;

function numberOf(digits: string): string {
  const value = BigInt(`0x${digits}`);
  return value < SMALL ? String(value) : `0x${value.toString(16)}`;
}

const isLetter = (name: string): boolean =>
  name === "line" || name.replaceAll("'", "").length <= LETTERS;

/** Writes the formula of a step in letters, as deep as the picture has room for. */
export function tokensOf(explained: Explained, steps: FlatStep[], index: number, depths = DEPTHS): Token[] {
  const forms = depths.map((depth) => write(explained, steps, index, depth));
  return forms.find((tokens) => valuesOf(tokens).length <= MOST) ?? forms.at(-1)!;
}

export const valuesOf = (tokens: Token[]): Token[] =>
  tokens.filter(({ node }) => node !== undefined);

function write(explained: Explained, steps: FlatStep[], index: number, depth: number): Token[] {
  const { operations } = explained;
  const top = steps[index]!;
  const made = new Map(steps.slice(0, index).map(({ node, step }) => [node, step.name]));
  const textOf = (tokens: Token[]): string =>
    tokens.map(({ text }) => text).join(" ")
      .replace(/([([]) /g, "$1")
      .replace(/ ([)\]])/g, "$1")
      .replace(/(\w) ([([])/g, "$1$2");
  const expand = (node: number, isTop: boolean, deep: number): Token[] => {
    const { op, of, value, by, table } = operations[node]!;
    const name = isTop ? undefined : made.get(node);
    const own = top.step.name;
    const isGiven = explained.explanation.technique !== "" || op === "input" || isLetter(own);
    if (isTop && top.step.expression === own && isGiven)
      return [{ text: own, name: own, node }];
    const [a, b] = of;
    const isFunction = FUNCTIONS.has(op);
    const isOperator = isFunction || BINARY.has(op) || SHIFTS.has(op);
    if (name !== undefined && (deep === 0 || isLetter(name) || !isOperator))
      return [{ text: name, name, node }];
    const left = name === undefined ? deep : deep - 1;
    if (op === "alias") return expand(a!, isTop, left);
    const isSign = BINARY.has(op) || (SHIFTS.has(op) && (of.length === 2 || by !== undefined));
    if (of.length > 0 && !isSign) {
      const inner = of.flatMap((part, at) => [
        ...(at > 0 ? [{ text: "," }] : []),
        ...expand(part, false, left),
      ]);
      const first = FUNCTIONS.get(op) ?? table ?? op;
      const [open, close] = op === "lookup" ? ["[", "]"] : ["(", ")"];
      const all: Token[] = [{ text: first, node }, { text: open }, ...inner, { text: close }];
      all[0]!.name = textOf(all);
      return all;
    }
    const operand = (node: number, isLeft = false): Token[] => {
      const inner = expand(node, false, left);
      const binds = op !== "multiply" && SUMS.has(op) && (isLeft ? SUMS : PRODUCTS).has(operations[node]!.op);
      const isWhole = binds || inner.length === 1 || /^[[(]$/.test(inner[1]!.text);
      return isWhole ? inner : [{ text: "(" }, ...inner, { text: ")" }];
    };
    if (isSign) {
      const sign: Token = { text: b === undefined ? `${signOf(op)} ${by}` : signOf(op), node };
      const all = [...operand(a!, true), sign, ...(b === undefined ? [] : operand(b))];
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
interface Value {
  token: Token;
  name: string;
  buttons: HTMLElement[];
  tile: HTMLElement;
  row: Row | undefined;
  set: bigint;
  /** Where the value’s board has a square of the reader’s. */
  place(square: number): number;
}

interface Options {
  /** Goes to the step of a value. */
  jump?(step: number): void;
  /** Returns the squares of an operation's result that are not right. */
  wrong?(node: number): bigint;
  /** Returns what else there is to an operation. */
  more?(node: number): Node | undefined;
  /** The letters of squares, and the squares with a frame, of values by their names. */
  labels?: Record<string, [string, number][]>;
  edges?: Record<string, bigint>;
  /** The reader's board, where the borrow of the chosen value runs too. */
  board?(): Element | null;
  /** Whether the formula is a step in the names of the others, or a map of steps without digits. */
  isStep?: boolean;
  isMap?: boolean;
  /** The value that is chosen first, and whether it runs again and again. */
  first?: string;
  repeats?: boolean;
}

/** The stage of formulas: tokens, the chosen value's digits, its animation, and all values. */
export interface FormulaPicture {
  element: HTMLElement;
  /** Its parts: the tokens, the chosen value's digits, the controls of the animation, and all values. */
  text: HTMLElement;
  digits: HTMLElement;
  bar: HTMLElement | undefined;
  rest: HTMLElement;
  /** Chooses a value, and shows how it begins or comes about. */
  choose(name: string, film?: string): void;
  /** Says why a square is in each value or not, or nothing of none; returns its name. */
  tell(square: number | undefined): string;
  /** Says why a square is in one value or not. */
  why(name: string, square: number): string;
  /** Marks a step's value, if the formula has it. */
  mark(step: number): void;
  /** Runs the animations of operations, and says whether they came to their end. */
  play(nodes: number[]): Promise<boolean>;
  stop(): void;
  /** Whether operations are animated. */
  moves(nodes: number[]): boolean;
}

/** Returns what a section says of its line: the line's squares, and where the mirror brings one. */
function lineOf({ explained, steps, indexes }: Shown) {
  const { section } = steps[indexes[0]!]!;
  const found = (name: string): FlatStep | undefined =>
    steps.find((step) => step.section === section && step.step.name === name);
  const line = found("line");
  const mirrored = found("o'");
  const isReversed = mirrored && explained.operations[mirrored.node]!.op === "reverse_bits";
  return {
    line: line?.step.kind === "board" ? BigInt(line.step.value) : 0n,
    mirror: (square: number): number => (isReversed ? 63 - square : square ^ 56),
    /** Brings a drawing of the mirrored board back onto the board. */
    back: isReversed ? "translate(80 80) scale(-10)" : "translate(0 80) scale(10 -10)",
  };
}

/** Draws formulas: the tokens, a board below each, and what is said of the chosen one. */
export function drawFormula(shown: Shown, slider: number, options: Options = {}): FormulaPicture {
  const { explained, steps, indexes } = shown;
  const { jump, wrong = () => 0n, more = () => undefined, labels = {}, edges = {} } = options;
  const { line, mirror, back } = lineOf(shown);
  const rows = new Map<number, Row>();
  for (let at = 0; at <= Math.max(...indexes); at++)
    for (const row of rowsOf(explained, steps, at)) rows.set(row.node!, row);
  const strip = { role: "group", tabindex: 0 };
  const text = h("p", { class: "tokens", role: "group", "aria-label": "Formula" });
  const boards = h("div", { class: "tiles", "aria-label": "Boards of the formula", ...strip });
  const told = h("p", { class: "sentence", role: "status" });
  const rest = h("div", { class: "rest" });
  const digits = h("figure", { class: "digits" });
  const values = new Map<number, Value>();
  const stepOf = (node: number): number => steps.findIndex((step) => step.node === node);
  let chosen = -1;
  /** Frames take time to make: they are made when something is to run. */
  let film: Film | undefined;
  let filmed: (() => Film) | undefined;
  let made: { player: Player; moving: (Film & { node: number })[] } | undefined;

  const layersOf = ({ token, set, row, name, place }: Value): [string, bigint][] => {
    const layers: [string, bigint][] = [
      ["ghost", setOf(squaresOf(line).map(place))],
      ["ones", set],
      ["borrow", row ? ripple(row) & set : 0n],
      ["fault", wrong(token.node!)],
      ["edge", edges[typed(name)] ?? 0n],
      ["spot", line === 0n ? 0n : bit(place(slider))],
      ["stop", row ? rippleEnds(row) : 0n],
    ];
    return layers.filter(([kind, squares]) => kind === "ones" || squares !== 0n);
  };
  /** Returns the subtraction that a mirrored one belongs to, on the reader's own board. */
  const twinOf = ({ place, name, row }: Value): Row | undefined =>
    place === mirror && row?.op === "subtract"
      ? [...values.values()].find((other) => other.name === name.replaceAll("'", ""))?.row
      : undefined;
  /** How many bits before the slider a mirrored subtraction has and its twin has not. */
  const ahead = mirror(slider) - slider;
  /** Shows on the reader's board how far the borrow has run. With a mirrored one its twin is shown, at
   * as many bits from the slider: they run apart. */
  const flow = (value: Value, frame = 128): void => {
    const board = isNumber(value.token.node!) ? undefined : options.board?.();
    board?.querySelectorAll(".flow").forEach((old) => old.remove());
    const add = (run: Node[], transform = "scale(10)"): void => {
      if (run.length > 0) board?.append(s("g", { class: "flow", transform }, ...run));
    };
    const run = [...digits.querySelectorAll(".borrow, .stop, .cursor")].map((path) => path.cloneNode());
    add(run, value.place === mirror ? back : undefined);
    const twin = twinOf(value);
    const bits = Math.max(0, Math.min(64, frame - ahead));
    if (twin) add(rippleFrame(twin, bits).slice(1).map(([name, d]) => s("path", { class: name, d })));
  };
  const captionOf = (node: number, { name, set, place }: Value): string =>
    `${name} = ${isNumber(node) ? set : hex(set)}${place === mirror ? " (mirrored)" : ""}`;
  const showDigits = (node: number, value: Value): void => {
    const { set, row, name } = value;
    const board = drawSmall(layersOf(value), `${name}: the digits of ${hex(set)}`, [], set);
    board.setAttribute("preserveAspectRatio", "none");
    digits.dataset.value = typed(name);
    digits.replaceChildren(board, h("figcaption", {}, captionOf(node, value)));
    film = undefined;
    filmed = row && ((): Film => filmOf(board, row));
    flow(value);
  };
  const show = (node: number): void => {
    chosen = node;
    for (const [own, { buttons, tile }] of values) {
      for (const button of buttons) button.ariaPressed = String(own === node);
      tile.classList.toggle("chosen", own === node);
      if (own !== node) continue;
      // On a phone the boards and the tokens are strips.
      for (const [strip, part] of [[boards, tile], [text, buttons[0]!]] as const)
        strip.scrollLeft = part.offsetLeft - (strip.clientWidth - part.offsetWidth) / 2;
    }
    const value = values.get(node)!;
    if (!options.isMap) showDigits(node, value);
    told.replaceChildren(...tell(node));
    rest.replaceChildren(more(node) ?? "");
  };
  /** Says how a value comes about. */
  const tell = (node: number): (Node | string)[] => {
    const { token, row, place } = values.get(node)!;
    const step = steps[stepOf(node)]?.step;
    const isLetter = step !== undefined && token.text === token.name;
    const isGiven = isLetter && step.expression === step.name;
    const mirrored = step?.expression.replace(/swap_bytes|reverse_bits/g, "mirror");
    const name = isLetter && !isGiven ? `${token.name} = ${mirrored}` : token.name!;
    const value = step && (isGiven ? given(step) : same(steps, stepOf(node)));
    return [h("code", {}, name), ` ${row ? sentence(row) : (value ?? "")}${place === mirror ? " (These are squares of the mirrored board.)" : ""}`];
  };
  const isNumber = (node: number): boolean => {
    const step = steps[stepOf(node)]?.step;
    return step ? step.kind === "number" : explained.operations[node]!.number === true;
  };
  const pick = (node: number): void => {
    const step = stepOf(node);
    made?.player.stop();
    show(node);
    if (step >= 0) jump?.(step);
  };
  const valueOf = (token: Token): Value => {
    const [node, name] = [token.node!, token.name!];
    const set = BigInt(`0x${explained.operations[node]!.value}`);
    // What has a prime, and is not mirrored back, lies on the mirrored board.
    const isMirrored = name.includes("'") !== /mirror/.test(name);
    const place = isMirrored ? mirror : (square: number): number => square;
    const kind = { "data-kind": kindOf(name), "data-value": typed(name) };
    const of = { "data-node": node, "data-of": explained.operations[node]!.of.join(" ") };
    const tile = h("figure", { class: "tile", ...kind, ...of, click: () => pick(node) });
    const value: Value = { token, name, buttons: [], tile, row: rows.get(node), set, place };
    const step = steps[stepOf(node)]?.step;
    tile.append(
      isNumber(node)
        ? h("output", { class: "number" }, set.toString())
        : drawSmall(layersOf(value), `${name}: ${describe(set)}`, labels[typed(name)]),
      h("figcaption", {}, name.length > LONGEST && step && step.name !== typed(name) ? step.name : name),
      h("p", { class: "why" }),
    );
    return value;
  };

  for (const [at, index] of indexes.entries()) {
    if (at > 0) text.append(h("span", { class: "gap" }));
    const depths = options.isStep ? [0] : DEPTHS;
    const tokens = tokensOf(explained, steps, index, depths);
    for (const token of tokens) {
      const { node } = token;
      // A small number in a formula of the story is read as it stands.
      const isPlain = explained.explanation.technique === "" && tokens.length > 1 && /^\d+$/.test(token.text);
      if (node === undefined || isPlain) {
        text.append(h("span", {}, token.text));
        continue;
      }
      const known = values.get(node);
      const value = known ?? valueOf(token);
      const kind = { "data-kind": kindOf(token.name!), "data-value": typed(token.name!) };
      const about = { type: "button", class: "token", "aria-pressed": "false", ...kind };
      value.buttons.push(h("button", { ...about, click: () => pick(node) }, token.text));
      text.append(value.buttons.at(-1)!);
      if (known) continue;
      boards.append(value.tile);
      values.set(node, value);
    }
  }
  /** Says at each value why a square is on it or not. */
  const tellOf = (square: number | undefined): string => {
    for (const { tile, set, row } of values.values())
      tile.querySelector(".why")!.textContent =
        square === undefined ? "" : `${has(set, square) ? 1 : 0} ${why(row, square)}`.trim();
    return bitOf(square);
  };
  const films = (): (Film & { node: number })[] =>
    [...values].sort(([a], [b]) => a - b).flatMap(([node, value]) => {
      const own = value.row && !isNumber(node) ? framesOf(value.row).length : 0;
      const length = own + (twinOf(value) ? Math.max(0, ahead) : 0);
      const showFrame = (frame: number | undefined): void => {
        if (frame === undefined ? chosen !== node : frame < 0) return;
        if (chosen !== node) show(node);
        if (frame !== undefined) film ??= filmed?.();
        film?.show(frame && Math.min(frame, own - 1));
        flow(value, frame);
        digits.lastChild!.textContent = frame !== undefined && frame < length - 1 ? `${value.name} …` : captionOf(node, value);
      };
      return length > 0 ? [{ node, length, show: showFrame }] : [];
    });
  const animation = (): NonNullable<typeof made> => {
    if (made) return made;
    const moving = films();
    made = { moving, player: running(moving, options.repeats) };
    made.player.element.hidden = moving.length === 0 || options.isStep === true;
    below.prepend(made.player.element);
    return made;
  };
  /** Returns which films are those of operations. */
  const filmsOf = (nodes: number[]): number[] =>
    animation().moving.flatMap(({ node }, at) => (nodes.includes(node) ? [at] : []));
  const below = h("div", { class: "formula-rest" }, boards, told, rest);
  const element = h("div", { class: "formula-picture" }, text, digits, below);
  below.append(lightUp(element, tellOf));
  const find = (name: string) => [...values].find(([, value]) => typed(value.name) === name);
  const top = find(options.first ?? "")?.[0] ?? steps[indexes[0]!]!.node;
  show(values.has(top) ? top : [...values.keys()][0]!);
  return {
    element,
    text,
    digits,
    bar: options.isStep || options.isMap ? undefined : animation().player.element,
    rest: below,
    choose(name, film) {
      const found = find(name);
      if (!found) return;
      const [node, { place }] = found;
      if (node === chosen && film === undefined) return;
      const { player, moving } = animation();
      player.stop();
      const at = moving.findIndex((one) => one.node === node);
      if (film === "running") player.run(filmsOf([node]));
      show(node);
      if (film === "begun" && at >= 0) player.show(at, place(slider) + 1);
    },
    tell: tellOf,
    why: (name, square) => why(find(name)?.[1].row, square),
    mark(step) {
      if (values.has(steps[step]!.node)) show(steps[step]!.node);
    },
    play: (nodes) => new Promise((ended) => animation().player.run(filmsOf(nodes), ended)),
    stop: () => made?.player.stop(),
    moves: (nodes) => filmsOf(nodes).length > 0,
  };
}

/** Draws a step on the stage: its name and expression, and its formula in the names of others. */
export function drawStep(
  { explained, steps, right }: { explained: Explained; steps: FlatStep[]; right?: Explained },
  at: number, slider: number, options: Options,
): { element: HTMLElement; formula: FormulaPicture } {
  const { section, step: { name, expression }, machine } = steps[at]!;
  const nodes = rowsOf(explained, steps, at).map(({ node }) => node!);
  const isChanged = nodes.some((node) => right && right.operations[node]!.op !== explained.operations[node]!.op);
  const line = h("p", { class: "formula" }, h("b", {}, name));
  // The expression is that of the right formula.
  if (expression !== name) line.append(" = ", isChanged ? h("s", {}, expression) : expression);
  if (isFound(explained, section)) line.append(h("span", { class: "hint" }, ` (${words.found})`));
  const shown = { explained, steps, indexes: [at] };
  const formula = drawFormula(shown, slider, { isStep: true, ...options });
  const said = h("p", { class: "hint machine" }, machine?.on[0] && !isChanged ? code.long(machine) : "");
  return { element: h("div", { class: "stage" }, line, said, formula.element), formula };
}
