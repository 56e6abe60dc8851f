/** Shows one step: its operations with their operands and results, and how the bits come about. */

import { describe, drawSmall } from "./board";
import { h } from "./dom";
import { type Film, filmOf, showAt } from "./story/running";
import {
  type FlatStep,
  type Row,
  type Value,
  ripple,
  rippleEnds,
  rowsOf,
  signOf,
} from "./operations";
import { given, same, sentence } from "./sentences";
import { hex } from "./squares";
import type { Explained } from "./types";

/** The time of one frame, in milliseconds. */
const FRAME = 38;

const isCalm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** An animation that can be stopped. */
export interface Playing {
  /** Why nothing moves, if nothing does. */
  still: string | undefined;
  stop(): void;
  /** Whether it came to its end. */
  done: Promise<boolean>;
}

const FUNCTIONS = new Set([
  "swap_bytes",
  "reverse_bits",
  "leading_zeros",
  "trailing_zeros",
  "count_ones",
  "zero_mask",
  "highest_ones_of_bytes",
  "lookup",
  "mask",
  "permute",
  "extract",
  "deposit",
]);

/**
 * Draws a step. `jump` goes to the step that made an operand. What differs from the `right` values
 * is marked.
 */
export function drawStage(
  explained: Explained,
  steps: FlatStep[],
  index: number,
  jump: (step: number) => void,
  right?: Explained,
) {
  const { step } = steps[index]!;
  const rows = rowsOf(explained, steps, index);
  const isInput = step.expression === step.name;
  const formula = h("p", { class: "formula" }, h("b", {}, step.name));
  const isChanged = rows.some(
    ({ node, op }) => right !== undefined && right.operations[node!]!.op !== op,
  );
  // The expression is that of the right formula.
  if (!isInput) formula.append(" = ", isChanged ? h("s", {}, step.expression) : step.expression);
  const stage = h("div", { class: "stage" }, formula);
  const boards: { row: Row; board: SVGSVGElement }[] = [];
  for (const row of rows) {
    const expected = right?.operations[row.node!];
    const wrong = expected ? row.result.bits ^ BigInt(`0x${expected.value}`) : 0n;
    const result = drawValue(row.result, row, jump, wrong);
    const board = result.querySelector("svg");
    if (board) boards.push({ row, board });
    stage.append(
      h(
        "div",
        { class: "row" },
        drawOperation(row, jump),
        h("span", { class: "sign" }, "="),
        result,
      ),
    );
    stage.append(h("p", { class: "sentence" }, sentence(row)));
  }
  if (rows.length === 0) {
    const value = {
      bits: BigInt(step.value),
      isNumber: step.kind === "number",
      name: step.name,
      step: undefined,
    };
    stage.append(h("div", { class: "row" }, drawValue(value, undefined, jump)));
    stage.append(h("p", { class: "sentence" }, isInput ? given(step) : same(steps, index)));
  }
  const play = (): Playing => {
    const films = boards.map(({ row, board }) => filmOf(board, row));
    return playAll(films.filter(({ length }) => length > 0));
  };
  return { stage, play };
}

function drawOperation(row: Row, jump: (step: number) => void): HTMLElement {
  const operands = row.operands.map((operand) => drawValue(operand, undefined, jump));
  const group = h("div", { class: "operands" });
  const sign = (text: string): HTMLElement => h("span", { class: "sign" }, text);
  if (FUNCTIONS.has(row.op)) {
    group.append(sign(row.table ?? row.op), ...operands);
  } else if (operands.length === 1) {
    const amount = row.by === undefined ? undefined : sign(`${signOf(row.op)} ${row.by}`);
    group.append(...(amount ? [operands[0]!, amount] : [sign(signOf(row.op)), operands[0]!]));
  } else {
    group.append(operands[0]!, sign(signOf(row.op)), operands[1]!);
  }
  return group;
}

/** Draws a value with its name; the result of a sum or difference with its borrows. */
function drawValue(
  value: Value,
  made: Row | undefined,
  jump: (step: number) => void,
  wrong = 0n,
): HTMLElement {
  const name = value.name ?? (made ? "result" : "");
  const figure = h("figure", { class: "value" });
  if (value.isNumber) {
    figure.append(h("output", { class: "number" }, value.bits.toString()));
  } else {
    const borrows = made ? ripple(made) : 0n;
    const layers: [string, bigint][] = [
      ["ones", value.bits],
      ["borrow", borrows & value.bits],
      ["stop", made ? rippleEnds(made) : 0n],
      ...(wrong === 0n ? [] : [["fault", wrong] as [string, bigint]]),
    ];
    figure.append(drawSmall(layers, `${name || "a value"}: ${describe(value.bits)}`));
  }
  const { step } = value;
  const caption = h("figcaption", {});
  if (step !== undefined && !made) {
    caption.append(
      h(
        "button",
        {
          type: "button",
          class: "link",
          click: () => jump(step),
          title: "Go to the step that makes it",
        },
        name,
      ),
    );
  } else {
    caption.append(name || hex(value.bits).replace(/^0x0+(?=.)/, "0x"));
  }
  figure.append(caption);
  return figure;
}

/** Plays the operations of a step one after the other. */
function playAll(films: Film[]): Playing {
  const still =
    films.length === 0
      ? "This step has no bits that move."
      : isCalm()
        ? "This device asks for reduced motion, so nothing moves. The board shows the end."
        : undefined;
  const total = films.reduce((sum, { length }) => sum + length, 0);
  let [at, timer]: [number, number | undefined] = [0, undefined];
  let tell = (_isDone: boolean): void => {};
  const done = new Promise<boolean>((resolve) => (tell = resolve));
  const end = (isDone: boolean): void => {
    clearInterval(timer);
    showAt(films, total);
    tell(isDone);
  };
  const next = (): void => {
    showAt(films, at);
    if (at++ >= total) end(true);
  };
  if (still === undefined) {
    timer = window.setInterval(next, FRAME);
    next();
  } else tell(true);
  return { still, stop: () => end(false), done };
}
